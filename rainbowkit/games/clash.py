"""`clash`: Rainbow, a game by Mathias Spaan for 2 players.

Double-sided cards join one shared line; six different colours are a rainbow, but a colour twice or a Cloud
gives the line away. Each player sees only one face of most cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from typing import Any, Self, cast

from rainbowkit.arrangements import HalfSeen
from rainbowkit.engine import GameFacts, Rule, State, View, columns, printable, shuffle

# The cards: two faces, the one toward seat 0 first. A face's bit is what it blocks in the line.

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "T": "teal", "B": "blue", "P": "purple"}
RAINBOW, CLOUD = "W", "C"
FACES = "".join(COLOURS) + RAINBOW + CLOUD
BIT = {face: 1 << i for i, face in enumerate(COLOURS)} | {RAINBOW: 0, CLOUD: 128}
DECK = ["".join(pair) for pair in combinations(FACES, 2) for _ in range(2 if set(pair) <= set(COLOURS) else 1)]
HAND = 3
MOST_PLAYS = 3
LENGTH = 6

PLAYS = {f"{how}{i + 1}": (how, i) for how, i in product("PB", range(HAND))}
FLIPS = {f"F{i + 1}": i for i in range(LENGTH - 1)}
STOP = "S"


def _turn_moves(plays: int, flipped: bool, hand: int, line: int) -> list[str]:
    """What a turn allows after so many plays, with or without a flip since the last one."""
    moves = []
    if flipped or plays == 0:
        moves += list(PLAYS)[:hand] + list(PLAYS)[HAND : HAND + hand]
    if plays > 0 and not flipped:
        moves.append(STOP)
    if not flipped:
        moves += list(FLIPS)[:line]
    return moves


TURN_MOVES = {
    key: _turn_moves(*key) for key in product(range(MOST_PLAYS), (False, True), range(HAND + 1), range(LENGTH))
}

FACTS = GameFacts("clash", "Rainbow", "Mathias Spaan", 2, 2)

RULES = (
    Rule(
        "faces", "A face is one of seven colours, the Rainbow, which is wild, or the Cloud; a card's two faces differ."
    ),
    Rule(
        "deck",
        "57 cards: every pair of colours twice, every colour once with the Rainbow and once with the Cloud, and the "
        "Rainbow with the Cloud once.",
        "inference",
    ),
    Rule("setup", "The deck stands on edge between the players; each draws three cards from their own end."),
    Rule("hand", "You see the front of your hand cards, your opponent sees their backs; nobody sees both."),
    Rule("deck-end", "Of the deck you see only the face at your own end."),
    Rule("memory", "A face once seen is remembered, in the line and among captured cards too."),
    Rule("first-player", "The last player to see a rainbow begins: the seat that `first` names."),
    Rule("turn", "In a turn you play one to three cards, one at a time, into the shared line."),
    Rule("holding", "You can only play a card that is in your hand."),
    Rule("open-or-blind", "A card is played open, the face you see up, or blind, the other face up."),
    Rule("first-flip", "Before your first card you may flip one card of the line."),
    Rule(
        "must-flip",
        "Before your second card, and again before your third, you must flip one card of the line, any one.",
    ),
    Rule("no-card", "You can only flip a card that lies in the line."),
    Rule("flip-commits", "A flip commits you to playing a card after it.", "ruling"),
    Rule("stop", "After any card you may stop; before your first card you may not, but for declining the last turn."),
    Rule("overcast", "When a Cloud is up, your opponent captures the line."),
    Rule("clash", "When a colour is up twice, your opponent captures the line; Rainbows clash with nothing."),
    Rule("cloud-first", "A line that holds both a Cloud and a colour twice counts as overcast.", "ruling"),
    Rule("rainbow", "Six cards without a Cloud or a colour twice are a rainbow, and you capture them."),
    Rule("capture", "A capture ends the turn, and whoever did not capture begins the next line."),
    Rule("draw", "At the end of a turn you draw back up to three cards from your own end of the deck."),
    Rule("draw-after-capture", "You draw after a capture too.", "ruling"),
    Rule("end", "When the deck cannot fill your hand you take what is left, and the game is about to end."),
    Rule(
        "last-turn",
        "If three or more cards lie in the line then, the other player may take one last turn, or decline it; a clash or a "
        "Cloud in it is captured as always. Otherwise the game ends at once.",
    ),
    Rule("score", "Cards left in the line count for nobody; most captured cards win, and equal is a tie."),
    Rule("over", "Once the game is over nothing can be played."),
)


class Clash(State):
    """A game of `clash`. A card is known by its place in the shuffled deck, from the front."""

    facts = FACTS
    rules = RULES
    grammar = "write P2 to play hand card 2 open, B2 to play it blind, F3 to flip line card 3, or S to stop."
    deck = DECK

    __slots__ = (
        *("back", "captured", "cards", "flipped", "front", "hands", "last_turn", "line", "plays", "seen", "up"),
        "up_bits",
    )

    cards: list[str]
    front: int
    back: int
    hands: list[list[int]]
    line: list[int]
    up: list[int]
    up_bits: int
    captured: list[list[int]]
    seen: list[int]
    plays: int
    flipped: bool
    last_turn: bool

    # Setting up

    @classmethod
    def check_options(cls, players: int, **options: Any) -> None:
        """There are none."""

    def _set_up(self, **options: Any) -> None:
        self.cards = self._shuffle(self.deck)
        self.front, self.back = 0, len(self.cards)
        self.hands = [[], []]
        self.line, self.up, self.up_bits = [], [], 0
        self.captured = [[], []]
        self.seen = [0, 0]
        self.plays, self.flipped, self.last_turn = 0, False, False
        self._draw(0)
        self._draw(1)

    def _mix(self, cards: list[str], rng: Random) -> list[str]:
        shuffle(cards, rng)
        return [card if rng.random() < 0.5 else card[::-1] for card in cards]

    def _plain(self, card: str) -> str:
        return "".join(sorted(card))

    def chosen_options(self) -> dict[str, Any]:
        return {}

    # Playing

    def legal_moves(self) -> list[str]:
        if self.over:
            return []
        moves = TURN_MOVES[self.plays, self.flipped, len(self.hands[self.seat]), len(self.line)]
        if self.last_turn and not self.plays and not self.flipped:
            return [STOP, *moves]
        return moves[:]

    def play(self, move: str) -> None:
        self.moves.append(move)
        seat = self.seat
        if move in PLAYS:
            how, i = PLAYS[move]
            card = self.hands[seat].pop(i)
            # Whoever has not yet seen the face that is now up has seen the other one before.
            if how == "P":
                side = seat
                self.seen[1 - seat] |= 1 << card
            else:
                side = 1 - seat
                self.seen[seat] |= 1 << card
            self.line.append(card)
            self.up.append(side)
            self.plays += 1
            self.flipped = False
        elif move == STOP:
            self._end_turn(1 - seat)
            return
        else:
            i = FLIPS[move]
            card = self.line[i]
            side = 1 - self.up[i]
            self.up_bits ^= BIT[self.cards[card][1 - side]]
            self.up[i] = side
            self.seen[0] |= 1 << card
            self.seen[1] |= 1 << card
            self.flipped = True
        bit = BIT[self.cards[card][side]]
        if bit == 128 or bit & self.up_bits:
            self._capture(1 - seat)
        elif len(self.line) == LENGTH:
            self._capture(seat)
        else:
            self.up_bits |= bit
            if self.plays == MOST_PLAYS or not self.hands[seat]:
                self._end_turn(1 - seat)

    def _capture(self, winner: int) -> None:
        self.captured[winner] += self.line
        self.line, self.up, self.up_bits = [], [], 0
        self._end_turn(1 - winner)

    def _end_turn(self, next_seat: int) -> None:
        seat = self.seat
        enough = self._draw(seat)
        self.plays, self.flipped = 0, False
        if self.last_turn or (not enough and len(self.line) < 3):
            self.over = True
        elif not enough:
            self.last_turn = True
            self.seat = 1 - seat
        else:
            self.seat = next_seat

    def _draw(self, seat: int) -> bool:
        """Draw up to three, and say whether the deck held enough."""
        hand = self.hands[seat]
        while len(hand) < HAND:
            if self.front == self.back:
                return False
            if seat == 0:
                hand.append(self.front)
                self.front += 1
            else:
                self.back -= 1
                hand.append(self.back)
        return True

    # Knowing

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        self._copy_common(new)
        new.cards = self.cards
        new.front = self.front
        new.back = self.back
        new.hands = [self.hands[0][:], self.hands[1][:]]
        new.line = self.line[:]
        new.up = self.up[:]
        new.up_bits = self.up_bits
        new.captured = [self.captured[0][:], self.captured[1][:]]
        new.seen = self.seen[:]
        new.plays = self.plays
        new.flipped = self.flipped
        new.last_turn = self.last_turn
        return new

    def scores(self) -> list[int]:
        return [len(self.captured[0]), len(self.captured[1])]

    def view(self, seat: int | None) -> ClashView:
        return ClashView(self, seat)

    def is_move(self, text: str) -> bool:
        return bool(re.fullmatch("[PBF][1-9][0-9]{0,2}|S", text, re.ASCII))

    def _why_not(self, move: str) -> tuple[str, str]:
        hand, line = len(self.hands[self.seat]), len(self.line)
        if move == STOP:
            if self.flipped:
                return "flip-commits", "You have flipped a card, and a flip commits you to playing a card after it."
            return "stop", "You must play at least one card before you may stop."
        number = int(move[1:])
        if move[0] == "F":
            if self.flipped:
                rule = "must-flip" if self.plays else "first-flip"
                return rule, "You have just flipped a card, and one is all: now play one from your hand."
            return "no-card", f"There is no card {number} to flip: the line has {line or 'no'} card{'s' * (line != 1)}."
        if self.plays and not self.flipped:
            return "must-flip", "Before another card you must flip one card of the line, or stop."
        return "holding", f"There is no card {number} in your hand: you hold {hand}."

    def _face(self, card: int, side: int, seat: int | None) -> bool:
        """Has this seat, or everyone when `seat` is `None`, seen this side of the card?"""
        bit = 1 << card
        drawn = not self.front <= card < self.back
        if seat is not None:
            own_end = card == (self.front if seat == 0 else self.back - 1)
            return drawn or own_end if side == seat else bool(self.seen[seat] & bit)
        owner = 0 if card < self.front else 1
        return bool(self.seen[1 - owner if side == owner else owner] & bit)

    def __str__(self) -> str:
        return table(self, self.cards)


class ClashView(View):
    """What one seat knows of a game of `clash`.

    A card is known by its place in the shuffled deck, from the front: `hands`, `line` and `captured` hold such
    places, and `faces[place]` the face toward seat 0 and the one toward seat 1, `?` where this seat has not seen
    it. `up[i]` is the side of line card `i` that is up; the deck holds the places from `front` up to `back`.
    """

    __slots__ = (
        *("_hidden", "back", "captured", "faces", "flipped", "front", "hands", "last_turn", "line", "plays", "up"),
    )

    def __init__(self, state: Clash, seat: int | None) -> None:
        super().__init__(state, seat)
        self.front: int = state.front
        self.back: int = state.back
        self.hands: tuple[tuple[int, ...], ...] = tuple(map(tuple, state.hands))
        self.line: tuple[int, ...] = tuple(state.line)
        self.up: tuple[int, ...] = tuple(state.up)
        self.captured: tuple[tuple[int, ...], ...] = tuple(map(tuple, state.captured))
        self.plays: int = state.plays
        self.flipped: bool = state.flipped
        self.last_turn: bool = state.last_turn
        self.faces: tuple[str, ...] = tuple(
            "".join(face if state._face(place, side, seat) else "?" for side, face in enumerate(card))
            for place, card in enumerate(state.cards)
        )
        self._hidden: HalfSeen | None = None

    @property
    def hidden(self) -> HalfSeen:
        """Every way to lay out the 57 cards that fits the faces this seat has seen."""
        if self._hidden is None:
            deck = cast("type[Clash]", self.kind).deck
            self._hidden = HalfSeen(self.faces, deck)
        return self._hidden

    def sample(self, rng: Random) -> Clash:
        return cast(Clash, self._replayed(self.hidden.sample(rng)))

    def _known(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in ClashView.__slots__ if name != "_hidden")

    def __str__(self) -> str:
        return table(self, self.faces)


# The text table


def table(game: Clash | ClashView, faces: Sequence[str]) -> str:
    """The text table of a State or a View: `R/?` is a card with red up (or toward its holder) and an unknown back."""

    def show(card: int, side: int) -> str:
        return f"{faces[card][side]}/{faces[card][1 - side]}"

    rows = [("", "seat", "name", "captured", "hand")]
    for seat, name in enumerate(game.names):
        hand = " ".join(show(card, seat) for card in game.hands[seat]) or "-"
        captured = str(len(game.captured[seat]))
        rows.append((">" * (seat == game.to_move), str(seat), printable(name), captured, hand))
    line = " ".join(show(card, side) for card, side in zip(game.line, game.up, strict=True))
    ends = f", {faces[game.front][0]}…{faces[game.back - 1][1]}" if game.front < game.back else ""
    what = "over" if game.over else f"{game.plays} played this turn{', flipped' * game.flipped}"
    last = ", last turn" if game.last_turn and not game.over else ""
    return (
        f"Rainbow (clash): {what}{last}\nline: {line or '-'}\ndeck: {game.back - game.front} cards{ends}\n"
        f"{columns(rows)}"
    )

"""`rainbonus`: Rainbonus, a game by fred & fun for 2 to 5 players.

Draw and discard until Sun and Rain meet, then build: six colours, doubled and tripled, over four rounds.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, ClassVar, Self

from rainbowkit.engine import GameFacts, Rule, columns, is_whole, printable
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.unseen import DrawingState, DrawingView

# The cards: a colour card is its colour and its value.

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
VALUES = (8, 6, 5, 4, 3, 2)
SUN, RAIN, PRISM = "SUN", "RAIN", "PRISM"
FACTORS = {"X2": 2, "X3": 3}
HIGHEST = {"X2": 6, "X3": 3}
COLOUR_CARDS = {f"{colour}{value}": (colour, value) for colour in COLOURS for value in VALUES}
BASE_DECK = [SUN] * 3 + [RAIN] * 3 + list(COLOUR_CARDS)
SPECIALS = {PRISM: 4, "X2": 4, "X3": 4}
HAND_SIZES = (4, 4, 3, 3)
ROUNDS = len(HAND_SIZES)
MOST_BUILT = 2
TURN_LIMIT = 30

# The moves

DRAW, DROP, BUILD = "draw", "drop", "build"
DROPS = {card: f"drop {card}" for card in (*COLOUR_CARDS, PRISM, *FACTORS, SUN, RAIN)}
ADDS = {card: f"add {card}" for card in (*COLOUR_CARDS, PRISM)}
BONUSES = {card: {colour: f"{card.lower()} {colour}" for colour in COLOURS} for card in FACTORS}
DONE = "done"
MOVES = {
    "deck": (DRAW, "", ""),
    "pile": (DRAW, "", ""),
    **{move: (DROP, card, "") for card, move in DROPS.items()},
    **{move: (BUILD, card, card[0]) for card, move in ADDS.items()},
    **{move: (BUILD, card, colour) for card, moves in BONUSES.items() for colour, move in moves.items()},
    DONE: (BUILD, "", ""),
}

FACTS = GameFacts("rainbonus", "Rainbonus", "fred & fun", 2, 5)

RULES = (
    Rule("deck", "54 cards: 3 Suns, 3 Rains, six colours with the values 2, 3, 4, 5, 6 and 8, and 12 special cards."),
    Rule("specials", "The special cards are 4 Prisms, 4 X2 and 4 X3.", "inference", "deck"),
    Rule("rounds", "A game has four rounds: in the first two everyone is dealt 4 cards, in the last two 3."),
    Rule(
        "shuffle", "Before each round all cards that lie in no rainbow are shuffled, and one is turned up as the pile."
    ),
    Rule("deal-passes", "Each round begins one seat further clockwise than the one before.", "ruling"),
    Rule(
        "turn",
        "In your turn you draw a card, from the deck or the top of the pile, and then discard one, which may be the same.",
    ),
    Rule("holding", "You can only discard or build cards that you hold."),
    Rule("pile", "From an empty pile nothing can be drawn: draw from the deck."),
    Rule("lay-out", "A discarded Sun or Rain is laid out in front of you; all other cards go on top of the pile."),
    Rule("not-out", "A Sun or Rain turned up at the deal is not out: it lies on the pile, and may be drawn."),
    Rule(
        "turned-up",
        "Whoever finds that Sun or Rain on top of the pile may draw it, not only the first player.",
        "ruling",
    ),
    Rule(
        "refill",
        "An empty deck is made anew by shuffling the pile but for its top card; if that gives no card, only the pile can "
        "be drawn from.",
        "ruling",
    ),
    Rule("nothing-to-draw", "Players who find nothing to draw miss their turns, which count all the same.", "ruling"),
    Rule("weather", "As soon as both a Sun and a Rain are out, whoever laid them, nobody has another turn: all build."),
    Rule("build-order", "Players build in seat order, from the one who began the round.", "ruling"),
    Rule("turn-limit", "Everyone also builds when each has had 30 turns in a round.", "ruling", "turn_limit"),
    Rule("two-cards", "Each player builds with up to two cards from hand."),
    Rule("six", "A new colour or a Prism may be added while colours and Prisms together are fewer than six."),
    Rule("prism", "A Prism is worth 7, stands for a missing colour, and never leaves."),
    Rule("in-place", "A colour card may take the place of the one of its colour, which goes with its Rainbonus."),
    Rule("bonus-level", "An X3 goes on a 2 or 3, an X2 on a 2, 3, 4, 5 or 6, in place of the one there, if any."),
    Rule("bonus-colour", "A Rainbonus lies on a colour card of your rainbow."),
    Rule("bonus-prism", "A Prism takes no Rainbonus.", "ruling"),
    Rule("left-over", "Cards that went, and cards left in hand, are shuffled into the next round."),
    Rule(
        "score",
        "Values count, times 2 or 3 under a Rainbonus; all six colours give 6 more, or 3 with a Prism among them. The "
        "highest score wins.",
    ),
    Rule("tie", "Ties go to the fewest Prisms, then the most 8s, 6s, 5s, 4s, 3s and 2s; then the win is shared."),
    Rule("hidden", "Hands and the deck's order are hidden; what was drawn from the pile was seen by all."),
    Rule("over", "Once the game is over nothing can be played."),
)


class Rainbonus(DrawingState):
    """A game of `rainbonus`. The pile, like the deck, has its top card last."""

    facts = FACTS
    rules = RULES
    grammar = (
        'write "deck" or "pile" to draw, "drop R5" or "drop SUN" to discard, "add R8", "add PRISM", "x2 R" or "x3 Y" '
        'to build, or "done".'
    )
    defaults: ClassVar[dict[str, Any]] = {"deck": SPECIALS, "turn_limit": TURN_LIMIT}
    base_deck = BASE_DECK

    __slots__ = (
        *("built", "gone", "out", "phase", "pile", "prisms", "rainbows", "round", "specials", "turn_limit", "turns"),
    )

    specials: dict[str, int]
    turn_limit: int
    round: int
    turns: int
    phase: str
    built: int
    pile: list[str]
    out: list[list[str]]
    gone: list[str]
    rainbows: list[dict[str, tuple[int, str]]]
    prisms: list[int]

    # Setting up

    @classmethod
    def check_options(cls, players: int, **options: Any) -> None:
        deck = options.get("deck", SPECIALS)
        if not isinstance(deck, dict):
            raise BadSetup('The option deck must be an object such as {"PRISM": 4, "X2": 4, "X3": 4}.')
        for card, count in deck.items():
            if card not in SPECIALS:
                raise BadSetup(f"The option deck is for PRISM, X2 and X3, not for {shorten(card)}.")
            if not is_whole(count) or not 0 <= count <= 99:
                raise BadSetup(f"The option deck must give {card} a whole number from 0 to 99, not {shorten(count)}.")
        limit = options.get("turn_limit", TURN_LIMIT)
        if not is_whole(limit) or not 1 <= limit <= 10**9:
            raise BadSetup(f"The option turn_limit must be a whole number from 1 to a billion, not {shorten(limit)}.")
        # At the last deal every rainbow may hold six cards; three each are dealt, and one is turned up.
        needed = 9 * players + 1
        total = len(cls.base_deck) + sum((SPECIALS | deck).values())
        if total < needed:
            raise BadSetup(
                f"With {players} players the deck must have at least {needed} cards, and this one has {total}."
            )

    def _set_up(self, deck: dict[str, int] = SPECIALS, turn_limit: int = TURN_LIMIT, **options: Any) -> None:
        n = len(self.names)
        self.specials = SPECIALS | deck
        self.turn_limit = turn_limit
        self.rainbows = [{} for _ in range(n)]
        self.prisms = [0] * n
        self.round = 0
        self._begin_round(self.cards())

    def chosen_options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"deck": dict(self.specials), "turn_limit": self.turn_limit}
        return {name: value for name, value in options.items() if value != self.defaults[name]}

    def cards(self) -> list[str]:
        """All cards of the game."""
        return [*self.base_deck, *Counter(self.specials).elements()]

    def _begin_round(self, cards: list[str]) -> None:
        self.round += 1
        self.seat = self._begins()
        self._open_deck(cards)
        self._deal(HAND_SIZES[self.round - 1], self.seat)
        self.pile = [self._turn_up()]
        self.out = [[] for _ in self.names]
        self.gone = []
        self.turns = 0
        self.built = 0
        self.phase = DRAW

    def _begins(self) -> int:
        """The seat that began this round."""
        return (self.first + self.round - 1) % len(self.names)

    # Playing

    def legal_moves(self) -> list[str]:
        if self.over:
            return []
        if self.phase == DRAW:
            return self._draws()
        hand = dict.fromkeys(self.hands[self.seat])
        if self.phase == DROP:
            return [DROPS[card] for card in hand]
        rainbow = self.rainbows[self.seat]
        room = len(rainbow) + self.prisms[self.seat] < len(COLOURS)
        moves = [DONE]
        for card in hand:
            if card in ADDS:
                if room or (card[0] in rainbow and card != PRISM):
                    moves.append(ADDS[card])
            elif card in FACTORS:
                highest = HIGHEST[card]
                moves += [BONUSES[card][colour] for colour, (value, _) in rainbow.items() if value <= highest]
        return moves

    def _draws(self) -> list[str]:
        if self.deck or len(self.pile) > 1:
            return ["deck", "pile"] if self.pile else ["deck"]
        return ["pile"] if self.pile else []

    def play(self, move: str) -> None:
        self.moves.append(move)
        seat = self.seat
        if self.phase == DRAW:
            if move == "deck":
                if not self.deck:
                    self._refill()
                self._draw(seat, 1)
            else:
                card = self.pile.pop()
                self.hands[seat].append(card)
                self.log.append(("gain", seat, card))
            self.phase = DROP
            return
        _, card, colour = MOVES[move]
        if card:
            self.hands[seat].remove(card)
            self.log.append(("show", seat, card))
        if self.phase == DROP:
            if card in (SUN, RAIN):
                self.out[seat].append(card)
            else:
                self.pile.append(card)
            self._end_turn()
        else:
            if card:
                self._build(card, colour)
                self.built += 1
            if not card or self.built == MOST_BUILT:
                self._next_builder()

    def _refill(self) -> None:
        """All of the pile but its top card becomes the deck."""
        self._mix_in(self.pile[:-1])
        del self.pile[:-1]

    def _end_turn(self) -> None:
        n = len(self.names)
        self.phase = DRAW
        self.turns += 1
        self.seat = (self.seat + 1) % n
        if not self._building() and not self._draws():
            self.turns = self.turn_limit * n  # as nobody can discard, everyone misses all turns that are left
        if self._building():
            self.phase = BUILD
            self.seat = self._begins()

    def _building(self) -> bool:
        """Are Sun and Rain out, or all turns of this round had?"""
        return self.turns == self.turn_limit * len(self.names) or self._weather()

    def _weather(self) -> bool:
        return any(SUN in out for out in self.out) and any(RAIN in out for out in self.out)

    def _build(self, card: str, colour: str) -> None:
        rainbow = self.rainbows[self.seat]
        if card == PRISM:
            self.prisms[self.seat] += 1
            return
        value, bonus = rainbow.get(colour, (0, ""))
        if bonus:
            self.gone.append(bonus)
        if card in FACTORS:
            rainbow[colour] = value, card
            return
        if value:
            self.gone.append(f"{colour}{value}")
        rainbow[colour] = COLOUR_CARDS[card][1], ""

    def _next_builder(self) -> None:
        self.built = 0
        self.seat = (self.seat + 1) % len(self.names)
        if self.seat != self._begins():
            return
        if self.round == ROUNDS:
            self.over = True
            return
        self._begin_round(
            [card for cards in (*self.hands, self.deck, self.pile, *self.out, self.gone) for card in cards]
        )

    # Knowing

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        self._copy_common(new)
        new.specials = self.specials
        new.turn_limit = self.turn_limit
        new.round = self.round
        new.turns = self.turns
        new.phase = self.phase
        new.built = self.built
        new.pile = self.pile[:]
        new.out = [out[:] for out in self.out]
        new.gone = self.gone[:]
        new.rainbows = [rainbow.copy() for rainbow in self.rainbows]
        new.prisms = self.prisms[:]
        return new

    def scores(self) -> list[int]:
        return [score(rainbow, prisms) for rainbow, prisms in zip(self.rainbows, self.prisms, strict=True)]

    def winners(self) -> list[int]:
        ranks = [
            (score(rainbow, prisms), -prisms, *(sum(v == value for v, _ in rainbow.values()) for value in VALUES))
            for rainbow, prisms in zip(self.rainbows, self.prisms, strict=True)
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def view(self, seat: int | None) -> RainbonusView:
        return RainbonusView(self, seat)

    def is_move(self, text: str) -> bool:
        return text in MOVES

    def _why_not(self, move: str) -> tuple[str, str]:
        kind, card, colour = MOVES[move]
        if kind != self.phase:
            return self._why_not_now(kind)
        if move == "pile":
            return "pile", "The pile is empty: draw from the deck."
        if move == "deck":
            return "refill", "The deck is empty and the pile has no card to spare: draw from the pile."
        if card not in self.hands[self.seat]:
            return "holding", f"You hold no {card}."
        if card in ADDS:
            return (
                "six",
                "Your rainbow has six colours and Prisms: only a card of a colour it has may take that one's place.",
            )
        value, _ = self.rainbows[self.seat].get(colour, (0, ""))
        if value:
            return (
                "bonus-level",
                f"{card} goes on a {HIGHEST[card]} or lower, and the value of your {COLOURS[colour]} card is {value}.",
            )
        if self.prisms[self.seat]:
            return "bonus-prism", f"You have no {COLOURS[colour]} card, and a Prism takes no Rainbonus."
        return "bonus-colour", f"You have no {COLOURS[colour]} card that it could lie on."

    def _why_not_now(self, kind: str) -> tuple[str, str]:
        if self.phase == BUILD:
            build = f"build with {'one more card' if self.built else 'up to two cards'}, or write done."
            if self._weather():
                return "weather", f"A Sun and a Rain are out: {build}"
            return "turn-limit", f"All turns of this round are over: {build}"
        if kind == BUILD:
            return "weather", "Nobody builds while turns go on: wait for a Sun and a Rain to be out."
        if kind == DROP:
            return "turn", f"First draw a card: write {' or '.join(self._draws())}."
        return "turn", "You have drawn your card: now discard one."

    def __str__(self) -> str:
        return table(self, self.hands, len(self.deck))


class RainbonusView(DrawingView):
    """What one seat knows of a game of `rainbonus`.

    `pile` has its top card last. `rainbows[seat]` gives each colour its value and its Rainbonus, `prisms[seat]` counts
    the Prisms; `out[seat]` are the Suns and Rains laid out there, `gone` the cards that rainbows lost in this round.
    """

    __slots__ = (
        *("_shell", "built", "gone", "out", "phase", "pile", "prisms", "rainbows", "round", "specials", "turn_limit"),
        "turns",
    )

    def __init__(self, state: Rainbonus, seat: int | None) -> None:
        super().__init__(state, seat)
        self.specials: dict[str, int] = dict(state.specials)
        self.turn_limit: int = state.turn_limit
        self.round: int = state.round
        self.turns: int = state.turns
        self.phase: str = state.phase
        self.built: int = state.built
        self.rainbows: tuple[dict[str, tuple[int, str]], ...] = tuple(dict(rainbow) for rainbow in state.rainbows)
        self.prisms: tuple[int, ...] = tuple(state.prisms)
        self.pile: tuple[str, ...] = tuple(state.pile)
        self.out: tuple[tuple[str, ...], ...] = tuple(map(tuple, state.out))
        self.gone: tuple[str, ...] = tuple(state.gone)
        self._shell: Rainbonus = state._shell(seat)

    def sample(self, rng: Random) -> Rainbonus:
        state = self._shell.copy()
        self._fill(state, rng)
        return state

    def _known(self) -> tuple[object, ...]:
        return (*super()._known(), *(getattr(self, name) for name in RainbonusView.__slots__ if name != "_shell"))

    def __str__(self) -> str:
        return table(self, self._shown_hands(), self.deck_size)


# Small helpers


def score(rainbow: dict[str, tuple[int, str]], prisms: int) -> int:
    """What a rainbow is worth.

    >>> score({"R": (8, ""), "O": (6, "X2")}, 1)
    27
    """
    points = 7 * prisms + sum(value * FACTORS.get(bonus, 1) for value, bonus in rainbow.values())
    if len(rainbow) + prisms == len(COLOURS):
        points += 3 if prisms else 6
    return points


def show(rainbow: dict[str, tuple[int, str]], prisms: int) -> str:
    """A rainbow as text.

    >>> show({"O": (6, "X2"), "R": (8, "")}, 1)
    'R8 O6*2 PRISM'
    """
    cards = [
        f"{colour}{rainbow[colour][0]}{rainbow[colour][1].replace('X', '*')}" for colour in COLOURS if colour in rainbow
    ]
    return " ".join(cards + [PRISM] * prisms)


def table(game: Rainbonus | RainbonusView, hands: list[list[str]], deck: int) -> str:
    """The text table of a State or a View."""
    rows = [("", "seat", "name", "points", "hand", "out", "rainbow")]
    for seat, name in enumerate(game.names):
        rainbow, prisms = game.rainbows[seat], game.prisms[seat]
        hand, out = " ".join(hands[seat]), " ".join(game.out[seat])
        mark, points = ">" * (seat == game.to_move), str(score(rainbow, prisms))
        rows.append((mark, str(seat), printable(name), points, hand or "-", out or "-", show(rainbow, prisms) or "-"))
    what = {DRAW: "draw a card", DROP: "discard a card", BUILD: f"build, {game.built} of {MOST_BUILT} cards so far"}
    pile = f"{game.pile[-1]} on top, {len(game.pile)} card{'s' * (len(game.pile) > 1)}" if game.pile else "empty"
    now = "over" if game.over else f"round {game.round} of {ROUNDS}, {what[game.phase]}"
    return f"Rainbonus: {now}\ndeck: {deck} cards, pile: {pile}\n{columns(rows)}"

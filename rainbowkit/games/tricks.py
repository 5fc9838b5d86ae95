"""`tricks`: Rainbow, a game by Mito Sazuki for 2 to 6 players.

Play a single, a set or a run; the biggest combo claims first from the row, and what was played is the next row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, Self, cast

from rainbowkit.engine import GameFacts, Rule, State, View, columns, printable, shuffle

# The cards: a hand is one number with four bits for the count of each rank, so that playing a combo is
# one subtraction: two 1s and a 3 are 0x000102.

RANKS = range(1, 7)
COPIES = 10
BITS = {str(rank): 1 << 4 * (rank - 1) for rank in RANKS}
DECK = [str(rank) for rank in RANKS for _ in range(COPIES)]
HAND_SIZES = {2: 14, 3: 14, 4: 14, 5: 11, 6: 9}


SINGLE, SET, RUN = "single", "set", "run"


class Combo(NamedTuple):
    """What a combo is: the bigger its `strength` (cards, then top card), the earlier it claims."""

    kind: str
    strength: int
    bits: int


def _combos() -> dict[str, Combo]:
    singles = [(rank,) for rank in RANKS]
    sets = [(rank,) * size for rank in RANKS for size in range(2, COPIES + 1)]
    runs = [tuple(range(low, high + 1)) for low in RANKS for high in range(low + 1, 7)]
    return {
        "".join(map(str, combo)): Combo(kind, len(combo) * 16 + combo[-1], sum(BITS[str(rank)] for rank in combo))
        for kind, group in ((SINGLE, singles), (SET, sets), (RUN, runs))
        for combo in group
    }


COMBOS = _combos()

# Items of the row from the best down; of equal totals the pair is better (the ruling `equal-totals`).
ITEMS = sorted((item for rank in "123456" for item in (rank, rank * 2)), key=lambda i: (-sum(map(int, i)), -len(i)))
CLAIMS = {"+" + item: sum(map(int, item)) for item in ITEMS}  # with what each is worth
LAYING = [("+" + item, 4 * int(item[0]) - 4, len(item)) for item in ITEMS]

# Legal combos by what a hand holds: half a hand (three ranks, 12 bits) gives its ranks, singles and sets.
RUN_RANKS = {run: sum(1 << int(r) - 1 for r in run) for run, combo in COMBOS.items() if combo.kind == RUN}
RUNS_OF = [[run for run, needed in RUN_RANKS.items() if ranks & needed == needed] for ranks in range(64)]


class _Halves(dict[int, tuple[int, list[str], list[str]]]):
    """What a half holds, worked out when it first turns up."""

    def __init__(self, lowest: int) -> None:
        self.lowest = lowest

    def __missing__(self, bits: int) -> tuple[int, list[str], list[str]]:
        counts = [(rank, bits >> 4 * (rank - self.lowest) & 15) for rank in range(self.lowest, self.lowest + 3)]
        ranks = sum(1 << rank - 1 for rank, count in counts if count)
        singles = [str(rank) for rank, count in counts if count]
        sets = [str(rank) * size for rank, count in counts for size in range(2, count + 1)]
        self[bits] = ranks, singles, sets
        return self[bits]


LOW_HALF = _Halves(1)
HIGH_HALF = _Halves(4)

# For every number of players and every seat: all seats, that one last, the others anticlockwise before it.
TURNS = {n: [[(leader - i) % n for i in range(1, n + 1)] for leader in range(n)] for n in HAND_SIZES}

FACTS = GameFacts("tricks", "Rainbow", "Mito Sazuki", 2, 6)

RULES = (
    Rule("deck", "The deck has 60 cards: the ranks 1 to 6, ten of each."),
    Rule("row", "One card a player is laid open in a row before the hands are dealt; four with two players."),
    Rule(
        "hands",
        "With three or four players a hand is 14 cards, with five 11, with six 9; with three, 15 cards stay out.",
    ),
    Rule(
        "combo",
        "A combo is a single card, a set of two to ten cards of one rank, or a run of two to six in a row, one each.",
    ),
    Rule("holding", "You can only play cards that you hold."),
    Rule("first-leader", "The last player to see a rainbow leads the first trick: the seat that `first` names."),
    Rule(
        "turn",
        "Clockwise from the leader, everyone who holds cards plays exactly one combo, with two players two; nobody passes.",
    ),
    Rule("follow-set", "Once a set has been played in a trick, only singles and sets may follow."),
    Rule("follow-run", "Once a run has been played in a trick, only singles and runs may follow."),
    Rule("any-size", "A combo of any size will do: nothing has to be beaten, and a single is always allowed."),
    Rule("claim-order", "More cards claim first; then the higher top card; then whoever played earlier."),
    Rule("claim-one", "When all have played, each takes exactly one item that lies in the row."),
    Rule("claim-whole", "An item is claimed as it lies: nobody takes one card of a pair.", "ruling"),
    Rule("first-trick", "In the first trick every card of the row is an item by itself."),
    Rule("value", "An item is worth the sum of its ranks."),
    Rule("too-few", "When the row has fewer items than claimants, the last ones get nothing."),
    Rule(
        "next-row",
        "The cards just played make the next row: as many pairs of a rank as there are, and a single left over.",
    ),
    Rule(
        "row-size",
        "The next row keeps as many items as players still hold cards, with two players two each; the lowest go.",
        "ruling",
    ),
    Rule("equal-totals", "Where a single and a pair have the same total, the single counts as lower.", "ruling"),
    Rule("left-overs", "Items that nobody claimed are gone when the next row is laid.", "ruling"),
    Rule(
        "lead",
        "Whoever claimed first leads the next trick; if they have no cards left, the next player clockwise who has.",
    ),
    Rule("out", "With three players or more, who has no cards left after a trick plays and claims no more."),
    Rule("end", "With three players or more, the game ends after a trick that leaves two or more out of cards."),
    Rule("score", "The most points win, and equal points share the win."),
    Rule(
        "score-pile",
        "Claimed cards lie face down: you are shown your own points, and those of the others only at the end.",
    ),
    Rule("over", "Once the game is over nothing can be played."),
    Rule("two-setup", "Two players get 14 cards each, and a face-down pile of 14 each that nobody looks at."),
    Rule(
        "two-combos",
        "Two players play two combos each in a trick, in turn; each claims separately, and a set or run binds the whole trick.",
    ),
    Rule(
        "two-empty",
        "A player whose hand is empty when the second combo is due plays none, and claims only for the first.",
        "ruling",
    ),
    Rule("two-pile", "With two players, an empty hand takes up its pile after the trick."),
    Rule(
        "two-end",
        "With two players the game ends when someone runs out again; the other gets 1 point for each card in hand.",
    ),
    Rule(
        "two-bonus",
        "Piles are taken up before that bonus is counted, a pile not taken up scores nothing, and if both run out there is no bonus.",
        "ruling",
    ),
)


class Tricks(State):
    """A game of `tricks`."""

    facts = FACTS
    rules = RULES
    grammar = "write a single such as 5, a set such as 44, a run such as 1234, or a claim such as +6 or +33."
    deck = DECK
    hand_sizes = HAND_SIZES

    __slots__ = ("claiming", "claims", "first_hands", "hands", "lock", "piles", "points", "spent", "trick", "turns")

    hands: list[int]
    piles: list[int]
    points: list[int]
    claims: list[str]
    trick: list[tuple[int, int, str]]
    lock: str
    turns: list[int]
    claiming: bool
    spent: list[int]
    first_hands: list[int]

    # Setting up

    @classmethod
    def check_options(cls, players: int, **options: Any) -> None:
        """There are none."""

    def _set_up(self, **options: Any) -> None:
        n = len(self.names)
        deck = self._shuffle(self.deck)
        row = row_size(n)
        dealt = self.hand_sizes[n] * n
        self.claims = ["+" + card for card in sorted(deck[:row])]
        self.hands = [0] * n
        self.piles = [0] * n
        for i, seat in enumerate(self._clockwise(self.first)):
            self.hands[seat] = bits(deck[row : row + dealt][i::n])
            if n == 2:
                self.piles[seat] = bits(deck[row + dealt : row + 2 * dealt][i::n])
        self.points = [0] * n
        self.spent = [0] * n
        self.first_hands = [0] * n
        self._begin_trick(self.first)

    def chosen_options(self) -> dict[str, Any]:
        return {}

    @property
    def row(self) -> list[str]:
        """The items that lie in the row."""
        return [claim[1:] for claim in self.claims]

    # Playing

    def legal_moves(self) -> list[str]:
        if self.over:
            return []
        if self.claiming:
            return list(dict.fromkeys(self.claims))
        hand = self.hands[self.seat]
        ranks, singles, sets = LOW_HALF[hand & 4095]
        high_ranks, high_singles, high_sets = HIGH_HALF[hand >> 12]
        if self.lock == SET:
            return [*singles, *high_singles, *sets, *high_sets]
        if self.lock == RUN:
            return [*singles, *high_singles, *RUNS_OF[ranks | high_ranks]]
        return [*singles, *high_singles, *sets, *high_sets, *RUNS_OF[ranks | high_ranks]]

    def play(self, move: str) -> None:
        self.moves.append(move)
        seat = self.seat
        turns = self.turns
        if self.claiming:
            claims = self.claims
            claims.remove(move)
            self.points[seat] += CLAIMS[move]
            if turns and claims:
                self.seat = turns.pop()
            else:
                self._end_trick()
            return
        kind, strength, combo = COMBOS[move]
        self.hands[seat] -= combo
        self.spent[seat] += combo
        self.trick.append((strength * 16 - len(self.trick), seat, move))
        if kind != SINGLE:
            self.lock = kind
        while turns and not self.hands[turns[-1]]:
            turns.pop()
        if turns:
            self.seat = turns.pop()
        else:
            self.claiming = True
            self.turns = [seat for _, seat, _ in sorted(self.trick)]
            self.seat = self.turns.pop()

    def _begin_trick(self, leader: int) -> None:
        """Everyone who holds cards has a turn, two players two; the next one is last in `turns`."""
        hands = self.hands
        turns = [seat for seat in TURNS[len(hands)][leader] if hands[seat]]
        self.turns = turns * 2 if len(hands) == 2 else turns
        self.seat = self.turns.pop()
        self.trick = []
        self.lock = ""
        self.claiming = False

    def _end_trick(self) -> None:
        two = len(self.hands) == 2
        if two:
            self._take_up_piles()
        out = self.hands.count(0)
        if out >= (1 if two else 2):
            self.over = True
            if two:
                self._score_left_cards()
            return
        holding = len(self.hands) - out
        self._lay_row(holding * 2 if two else holding)
        self._begin_trick(max(self.trick)[1])

    def _take_up_piles(self) -> None:
        for seat in (0, 1):
            if not self.hands[seat] and self.piles[seat]:
                self.first_hands[seat] = self.spent[seat]
                self.hands[seat], self.piles[seat] = self.piles[seat], 0

    def _score_left_cards(self) -> None:
        """The bonus of the two-player game: one of the hands is empty, and both may be."""
        for seat in (0, 1):
            self.points[seat] += len(cards(self.hands[seat]))

    def _lay_row(self, size: int) -> None:
        """What was played becomes the row: pairs and singles, the best `size` of them, lowest first."""
        played = 0
        for _, _, move in self.trick:
            played += COMBOS[move][2]
        claims: list[str] = []
        for claim, shift, pair in LAYING:
            number = played >> shift & 15
            if number >= pair:
                claims += [claim] * (number // 2 if pair == 2 else number % 2)
        del claims[size:]
        claims.reverse()
        self.claims = claims

    # Knowing

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        self._copy_common(new)
        new.hands = self.hands[:]
        new.piles = self.piles[:]
        new.points = self.points[:]
        new.claims = self.claims[:]
        new.trick = self.trick[:]
        new.lock = self.lock
        new.turns = self.turns[:]
        new.claiming = self.claiming
        new.spent = self.spent[:]
        new.first_hands = self.first_hands[:]
        return new

    def scores(self) -> list[int]:
        return self.points[:]

    def view(self, seat: int | None) -> TricksView:
        return TricksView(self, seat)

    def is_move(self, text: str) -> bool:
        return text in COMBOS or text in CLAIMS

    def _why_not(self, move: str) -> tuple[str, str]:
        if self.claiming:
            return self._why_not_claim(move)
        if move in CLAIMS and len(self.names) == 2:
            return "two-combos", "The trick is not complete: first you each play two combos, then the row is claimed."
        if move in CLAIMS:
            return "turn", "The trick is not complete: first everyone plays a combo, then the row is claimed."
        kind = COMBOS[move].kind
        if self.lock == SET and kind == RUN:
            return "follow-set", "A set has been played in this trick, so only a single or a set may follow."
        if self.lock == RUN and kind == SET:
            return "follow-run", "A run has been played in this trick, so only a single or a run may follow."
        hand = cards(self.hands[self.seat])
        rank = next(rank for rank in move if move.count(rank) > hand.count(rank))
        held = hand.count(rank)
        return "holding", f"You hold {('no', 'only one')[held] if held < 2 else f'only {held} cards of rank'} {rank}."

    def _why_not_claim(self, move: str) -> tuple[str, str]:
        row = self.row
        lying = " ".join(row)
        if move in COMBOS:
            return "claim-one", f"Everyone has played: now claim one item of the row ({lying})."
        item = move[1:]
        if len(item) == 2 and row.count(item[0]) > 1:
            return "first-trick", "In the first trick every card of the row is claimed by itself."
        if len(item) == 1 and item * 2 in row:
            return "claim-whole", f"The {item}s lie as a pair, and a pair is claimed as a whole: +{item * 2}."
        return "claim-one", f"There is no such item in the row: it holds {lying}."

    def __str__(self) -> str:
        hands = [
            hand_text(hand, pile) for hand, pile in zip(map(cards, self.hands), map(cards, self.piles), strict=True)
        ]
        return table(self, hands, self.points)


class TricksView(View):
    """What one seat knows of a game of `tricks`.

    Cards are text such as `1134`: `hand` is this seat's own (`None` for a spectator), `unseen` are those it has never seen.
    `points` are counted from the claims, which were public, though the piles lie face down.
    """

    __slots__ = (
        *("claiming", "first_hands", "hand", "hand_sizes", "lock", "opening", "pile_sizes", "points"),
        *("row", "spent", "trick", "turns", "unseen"),
    )

    def __init__(self, state: Tricks, seat: int | None) -> None:
        super().__init__(state, seat)
        n = len(state.names)
        self.row: tuple[str, ...] = tuple(state.row)
        self.trick: tuple[tuple[int, int, str], ...] = tuple(state.trick)
        self.lock: str = state.lock
        self.claiming: bool = state.claiming
        self.turns: tuple[int, ...] = tuple(state.turns[::-1])
        self.points: tuple[int, ...] = tuple(state.points)
        self.hand: str | None = None if seat is None else cards(state.hands[seat])
        self.hand_sizes: tuple[int, ...] = tuple(len(cards(hand)) for hand in state.hands)
        self.pile_sizes: tuple[int, ...] = tuple(len(cards(pile)) for pile in state.piles)
        self.spent: tuple[str, ...] = tuple(map(cards, state.spent))
        self.first_hands: tuple[str, ...] = tuple(map(cards, state.first_hands))
        self.opening: tuple[str, ...] = tuple(state.shuffles[0][: row_size(n)])
        seen = [*self.opening, *"".join(self.spent), *(self.hand or "")]
        self.unseen: str = cards(bits(state.deck) - bits(seen))

    def sample(self, rng: Random) -> Tricks:
        """A whole State: every card that this seat has never seen is as likely as any other to lie in each hidden place."""
        n = len(self.names)
        unseen = list(self.unseen)
        shuffle(unseen, rng)
        hands, piles = [], []
        for seat in range(n):
            hand = list(self.hand or "") if seat == self.seat else take(unseen, self.hand_sizes[seat])
            pile = take(unseen, self.pile_sizes[seat])
            # A pile is taken up by an empty hand only: what was spent by then was the first hand.
            if first := self.first_hands[seat]:
                hand, pile = list(first), hand + list(cards(bits(self.spent[seat]) - bits(first)))
            else:
                hand += self.spent[seat]
            shuffle(hand, rng)
            shuffle(pile, rng)
            hands.append(hand)
            piles.append(pile)
        seats = [(self.first + i) % n for i in range(n)]
        dealt = [place[seat][i] for place in (hands, piles) for i in range(len(place[0])) for seat in seats]
        return cast(Tricks, self._replayed([*self.opening, *dealt, *unseen]))

    def _known(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in TricksView.__slots__)

    def __str__(self) -> str:
        hands = [
            hand_text(self.hand if seat == self.seat and self.hand is not None else hidden(size), hidden(pile))
            for seat, (size, pile) in enumerate(zip(self.hand_sizes, self.pile_sizes, strict=True))
        ]
        shown = [points if self.over or seat == self.seat else None for seat, points in enumerate(self.points)]
        return table(self, hands, shown)


# Small helpers


def row_size(players: int) -> int:
    """How many cards lie in the first row: one a player, four for two."""
    return 4 if players == 2 else players


def bits(hand: Iterable[str]) -> int:
    """Cards as one number, four bits a rank.

    >>> hex(bits("113"))
    '0x102'
    """
    return sum(map(BITS.__getitem__, hand))


def cards(hand: int) -> str:
    """The inverse of `bits`.

    >>> cards(0x102)
    '113'
    """
    return "".join(rank * (hand // bit & 15) for rank, bit in BITS.items())


def take(unseen: list[str], size: int) -> list[str]:
    """Take so many cards from the end of the list."""
    taken = unseen[len(unseen) - size :]
    del unseen[len(unseen) - size :]
    return taken


def hidden(size: int) -> str:
    return "?" * size


def hand_text(hand: str, pile: str) -> str:
    """Hand and pile, the pile in brackets.

    >>> hand_text("1134", "??")
    '1134 [??]'
    """
    return f"{hand or '-'}{f' [{pile}]' * bool(pile)}"


def table(game: Tricks | TricksView, hands: list[str], points: Sequence[int | None]) -> str:
    """The text table of a State or a View."""
    rows = [("", "seat", "name", "points", "played", "hand [pile]")]
    for seat, name in enumerate(game.names):
        played = " ".join(move for _, who, move in game.trick if who == seat)
        score = "?" if points[seat] is None else str(points[seat])
        rows.append((">" * (seat == game.to_move), str(seat), printable(name), score, played, hands[seat]))
    what = "over" if game.over else "claim an item" if game.claiming else "play a combo"
    lock = f", {game.lock}s and singles only" if game.lock and not game.claiming else ""
    return f"Rainbow (tricks): {what}{lock}\nrow: {' '.join(game.row) or '-'}\n{columns(rows)}"

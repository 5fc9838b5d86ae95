"""Games in which hands are drawn from a deck that may be refilled, and what a seat can work out about the hidden cards.

Every card that a seat does not see lies in the deck or in somebody else's hand. When cards that all have seen join the
deck, what was drawn before cannot be one of them. So the unseen cards come in layers, one for each time that cards joined
the deck, and the hidden cards of a hand in ages: a card of age 1 is of layer 0 or 1, and so on.

When somebody shows a 5, it may have been an old one or a new one, and that matters for what is left. So every case that
is possible is kept, with the number of ways that lead to it if cards are told apart that are alike. Then a filling of all
hidden places is drawn, each as likely as any other. Only cards that were seen count, not what a move may tell besides: in
`kobito` that who pays held nothing to play, or that a deck which the discard pile joined early held no number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import factorial, lcm, perm
from random import Random
from typing import Self

from rainbowkit.engine import State, View, shuffle

Event = tuple[str, int, str | int] | tuple[str, tuple[str, ...]]
"""`("draw", seat, how many)`, `("show", seat, card)` out of a hand, `("gain", seat, card)` openly into a hand,
`("turn", cards)` openly from the deck, `("mix", cards)` openly into the deck."""

MOST_CASES = 100
"""With four players or more there can be tens of thousands: then so many, drawn evenly, stand for all."""

Counts = tuple[int, ...]
Case = tuple[tuple[Counts, ...], tuple[Counts, ...]]
"""How many cards of each kind are in each layer, and how many cards of each age are hidden in each hand."""
Split = Callable[[tuple[Counts, ...], tuple[Counts, ...]], Iterable[tuple[Case, int]]]
"""Those that a case may have become, each with the number of ways to it."""


class Unseen:
    """The cards that a seat (or a spectator, `None`) cannot see.

    `known[p]` are those that it knows to be in hand `p` all the same. The others, whose kinds `kinds` names, are the same
    in every one of the `cases`, and so is how many of them each hand holds. `thinned` says that some cases stand for all.
    """

    __slots__ = ("cases", "kinds", "known", "seat", "thinned")

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.kinds: tuple[str, ...] = ()
        self.known: list[Counter[str]] = [Counter() for _ in range(players)]
        self.cases: dict[Case, int] = {((), ((),) * players): 1}
        self.thinned = False

    def copy(self) -> Unseen:
        new = Unseen(self.seat, 0)
        new.kinds = self.kinds
        new.known = [cards.copy() for cards in self.known]
        new.cases = self.cases
        new.thinned = self.thinned
        return new

    def chances(self) -> dict[Case, float]:
        """How likely each case is."""
        weights = {case: ways * _fillings(*case) for case, ways in self.cases.items()}
        total = sum(weights.values())
        return {case: weight / total for case, weight in weights.items()}

    @property
    def cards(self) -> Counter[str]:
        """All cards in the deck and in others' hands but for those known."""
        layers, _ = next(iter(self.cases))
        return Counter(dict(zip(self.kinds, map(sum, zip(*layers, strict=True)), strict=False)))

    @property
    def hidden(self) -> list[int]:
        """How many of these cards each hand holds."""
        _, hands = next(iter(self.cases))
        return [sum(ages) for ages in hands]

    def suppose(self, cards: Counter[str], hidden: Iterable[int]) -> None:
        """Let these be the cards, so many of them in each hand, and nothing else be known of them."""
        layer = tuple(cards[kind] for kind in self.kinds)
        self.cases = {((layer,), tuple((number,) for number in hidden)): 1}
        self.thinned = False

    def follow(self, events: Iterable[Event], own: Sequence[str]) -> None:
        """Take in what happened; `own` are the cards that this seat drew meanwhile, in order."""
        drawn = iter(own)
        for event in events:
            if len(event) == 2:
                what, cards = event
                if what == "mix":
                    self._mix(cards)
                else:
                    for card in cards:
                        self._leave_deck(card)
                continue
            kind, seat, value = event
            if kind == "draw":
                assert isinstance(value, int)
                if seat == self.seat:
                    for _ in range(value):
                        self._leave_deck(next(drawn))
                else:
                    self.cases = {
                        (layers, _more(hands, seat, -1, value)): ways for (layers, hands), ways in self.cases.items()
                    }
            else:
                assert isinstance(value, str)
                if kind == "gain":
                    self.known[seat][value] += 1
                elif self.known[seat][value]:
                    self.known[seat][value] -= 1
                elif seat != self.seat:
                    self._show(seat, value)
        self._recognise()

    def _mix(self, cards: tuple[str, ...]) -> None:
        self.kinds = self.kinds or tuple(sorted(set(cards)))
        self._recognise()
        layer = tuple(map(cards.count, self.kinds))
        self.cases = {
            ((*layers, layer), tuple((*ages, 0) for ages in hands)): ways
            for (layers, hands), ways in self.cases.items()
        }
        self._forget_ages()

    def _recognise(self) -> None:
        """Unseen cards that can only be in one hand are known to be there."""
        cards, hidden = self.cards, self.hidden
        if cards.total() == max(hidden):
            self.known[hidden.index(max(hidden))] += cards
            self.suppose(Counter(), [0] * len(hidden))

    def _leave_deck(self, card: str) -> None:
        """A card of the deck is seen."""
        kind = self.kinds.index(card)

        def cases(layers: tuple[Counts, ...], hands: tuple[Counts, ...]) -> Iterator[tuple[Case, int]]:
            for i, layer in enumerate(layers):
                if layer[kind]:
                    yield (_more(layers, i, kind, -1), hands), layer[kind]

        self._split(cases, card)

    def _show(self, seat: int, card: str) -> None:
        """A hidden card of a hand is seen: any that is no younger than its place in the hand."""
        kind = self.kinds.index(card)

        def cases(layers: tuple[Counts, ...], hands: tuple[Counts, ...]) -> Iterator[tuple[Case, int]]:
            for age, number in enumerate(hands[seat]):
                if number:
                    rest = _more(hands, seat, age, -1)
                    for i in range(age + 1):
                        if layers[i][kind]:
                            yield (_more(layers, i, kind, -1), rest), number * layers[i][kind]

        self._split(cases, card, seat)
        self._forget_ages()

    def _split(self, split: Split, card: str, seat: int | None = None) -> None:
        """A card of the deck or of this hand is seen: put in place of every case those that it may have become."""
        found: dict[Case, int] = {}
        for (layers, hands), ways in self.cases.items():
            for case, number in split(layers, hands):
                if _fits(*case):
                    found[case] = found.get(case, 0) + ways * number
        if not found:  # what happened is a case that was thinned out: forget how old cards are
            cards, hidden = self.cards, self.hidden
            cards[card] -= 1
            if seat is not None:
                hidden[seat] -= 1
            self.suppose(cards, hidden)
            self.thinned = True
        else:
            self.thinned |= len(found) > MOST_CASES
            self.cases = found if len(found) <= MOST_CASES else self._thinned(found)

    def _thinned(self, cases: dict[Case, int]) -> dict[Case, int]:
        """Of all their fillings, take some at even distances, and keep the cases that these belong to."""
        found: dict[Case, int] = {}
        ordered = sorted(cases)
        fillings = [_fillings(*case) for case in ordered]
        sums = list(accumulate(cases[case] * number for case, number in zip(ordered, fillings, strict=True)))
        common = lcm(*set(fillings))
        for i in range(MOST_CASES):
            j = bisect_right(sums, sums[-1] * (2 * i + 1) // (2 * MOST_CASES))
            found[ordered[j]] = found.get(ordered[j], 0) + common // fillings[j]
        return found

    def _forget_ages(self) -> None:
        """An age of which no hand holds a card any more tells nothing: its layer joins the next."""
        for age in range(len(next(iter(self.cases))[0]) - 2, -1, -1):
            if any(ages[age] for _, hands in self.cases for ages in hands):
                continue
            found: dict[Case, int] = {}
            for (layers, hands), ways in self.cases.items():
                joined = tuple(map(int.__add__, layers[age], layers[age + 1]))
                left = tuple(ages[:age] + ages[age + 1 :] for ages in hands)
                case = (*layers[:age], joined, *layers[age + 2 :]), left
                found[case] = found.get(case, 0) + ways
            self.cases = found

    def fill(self, rng: Random) -> tuple[list[list[str]], list[str]]:
        """Draw a filling, each as likely as any other: what others hold, known cards included, and the deck."""
        weights = list(accumulate(ways * _fillings(*case) for case, ways in self.cases.items()))
        layers, hidden = list(self.cases)[bisect_right(weights, rng.randrange(weights[-1]))]
        hands = [list(cards.elements()) if p != self.seat else [] for p, cards in enumerate(self.known)]
        rest: list[str] = []
        for age, layer in enumerate(layers):
            rest += [kind for kind, number in zip(self.kinds, layer, strict=True) for _ in range(number)]
            shuffle(rest, rng)
            for hand, ages in zip(hands, hidden, strict=True):
                hand += [rest.pop() for _ in range(ages[age])]
        return hands, rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unseen):
            return NotImplemented
        return (self.seat, self.kinds, self.known, self.cases) == (other.seat, other.kinds, other.known, other.cases)

    __hash__ = None  # type: ignore[assignment]


def _more(rows: tuple[Counts, ...], i: int, j: int, number: int) -> tuple[Counts, ...]:
    """The same counts but for so many more in one place."""
    row = list(rows[i])
    row[j] += number
    return (*rows[:i], tuple(row), *rows[i + 1 :])


def _fits(layers: tuple[Counts, ...], hands: tuple[Counts, ...]) -> bool:
    """Are there enough old cards for the old places?"""
    free = 0
    for age, layer in enumerate(layers):
        free += sum(layer)
        for ages in hands:
            free -= ages[age]
        if free < 0:
            return False
    return True


def _fillings(layers: tuple[Counts, ...], hands: tuple[Counts, ...]) -> int:
    """In how many ways can the places in hands and deck be filled with these cards, all told apart?

    Two old cards and two new ones, an old place in a hand and a new one: 2 * 3 ways, and 2 for the rest in the deck.

    >>> _fillings(((1, 1), (2, 0)), ((1, 0), (0, 1)))
    12
    """
    ways, free = 1, 0
    for layer, *places in zip(layers, *hands, strict=True):
        free += sum(layer)
        ways *= perm(free, sum(places))
        free -= sum(places)
    return ways * factorial(free)


def imagined(seen: Unseen, hands: Sequence[Sequence[str]], deck: Sequence[str]) -> dict[int | None, Unseen]:
    """What each seat knows in an imagined world: the one that imagined it what it knew, the others their own hand
    and whatever was known of everyone's (of which age the other cards are, they have forgotten)."""
    bases: dict[int | None, Unseen] = {seen.seat: seen.copy()}
    for seat in (*range(len(hands)), None):
        if seat == seen.seat:
            continue
        bases[seat] = base = seen.copy()
        base.seat = seat
        hidden = [Counter(hand) - seen.known[p] if p != seat else Counter[str]() for p, hand in enumerate(hands)]
        base.suppose(sum(hidden, Counter(deck)), (cards.total() for cards in hidden))
    return bases


Memory = tuple[int, int, Unseen]
"""What a seat has worked out from so many events of the log, and so many cards that it drew."""


class DrawingState(State):
    """A game in which players draw from a deck.

    A deck is a list with its top card last. `log` holds what all could see happen to cards since the deck was last made
    of cards that all know, `drawn` what each seat drew since then; `base` is what each seat knew before the log begins.
    `memories` spare each seat to work out anew what an earlier view of it has worked out.
    """

    __slots__ = ("base", "deck", "drawn", "hands", "log", "memories")

    deck: list[str]
    hands: list[list[str]]
    log: list[Event]
    drawn: list[list[str]]
    base: dict[int | None, Unseen] | None
    memories: dict[int | None, list[Memory]]

    def _open_deck(self, cards: list[str]) -> None:
        """Begin with empty hands and a shuffled deck of these cards, which all know."""
        self.hands = [[] for _ in self.names]
        self.drawn = [[] for _ in self.names]
        self.log = []
        self.base = None
        self.memories = {}
        self.deck = []
        self._mix_in(cards)

    def _mix_in(self, cards: list[str]) -> None:
        """Cards that all have seen join the deck, which is shuffled."""
        self.log.append(("mix", tuple(sorted(cards))))
        self._shuffle_deck(self.deck + cards)

    def _shuffle_deck(self, cards: list[str]) -> None:
        self.deck = self._shuffle(cards)
        self.deck.reverse()

    def _deal(self, number: int, start: int) -> None:
        """So many cards to everyone, one at a time, clockwise from this seat."""
        number *= len(self.names)
        cards = self.deck[: -number - 1 : -1]
        del self.deck[-number:]
        for i, seat in enumerate(self._clockwise(start)):
            self._give(seat, cards[i :: len(self.names)])

    def _draw(self, seat: int, number: int) -> None:
        """Draw so many cards, which the deck must hold."""
        cards = self.deck[: -number - 1 : -1]
        del self.deck[-number:]
        self._give(seat, cards)

    def _give(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] += cards
        self.drawn[seat] += cards
        self.log.append(("draw", seat, len(cards)))

    def _turn_up(self) -> str:
        """Take the top card of the deck for all to see."""
        card = self.deck.pop()
        self.log.append(("turn", (card,)))
        return card

    def _copy_common(self, new: State) -> None:
        super()._copy_common(new)
        assert isinstance(new, DrawingState)
        new.deck = self.deck[:]
        new.hands = [hand[:] for hand in self.hands]
        new.log = self.log[:]
        new.drawn = [drawn[:] for drawn in self.drawn]
        new.base = self.base
        new.memories = {}

    def _shell(self, seat: int | None) -> Self:
        """A copy with everything taken out that this seat cannot see."""
        shell = self.copy()
        shell.seed, shell.given, shell.shuffles, shell.remembered = 0, None, [], False
        shell.hands = [hand if p == seat else [] for p, hand in enumerate(shell.hands)]
        shell.deck, shell.log, shell.base = [], [], None
        shell.drawn = [[] for _ in shell.names]
        return shell


class DrawingView(View):
    """What one seat knows of a game in which players draw from a deck: its own `hand` (`None` for a spectator), how
    many cards the others and the deck have, and in `unseen` what these may be."""

    __slots__ = ("_base", "_drawn", "_log", "_memory", "_unseen", "deck_size", "hand", "hand_sizes")

    def __init__(self, state: DrawingState, seat: int | None) -> None:
        super().__init__(state, seat)
        self.hand: tuple[str, ...] | None = None if seat is None else tuple(state.hands[seat])
        self.hand_sizes: tuple[int, ...] = tuple(map(len, state.hands))
        self.deck_size: int = len(state.deck)
        self._log: tuple[Event, ...] = tuple(state.log)
        self._drawn: tuple[str, ...] = () if seat is None else tuple(state.drawn[seat])
        self._base: Unseen | None = state.base[seat] if state.base else None
        self._memory: list[Memory] = state.memories.setdefault(seat, [])
        self._unseen: Unseen | None = None

    @property
    def unseen(self) -> Unseen:
        """What the cards may be that this seat cannot see."""
        if self._unseen is None:
            events, drawn, start = 0, 0, self._base or Unseen(self.seat, len(self.names))
            if self._memory and self._memory[0][0] <= len(self._log):
                events, drawn, start = self._memory[0]
            self._unseen = start.copy()
            self._unseen.follow(self._log[events:], self._drawn[drawn:])
            self._memory[:] = [(len(self._log), len(self._drawn), self._unseen)]
        return self._unseen

    def _fill(self, state: DrawingState, rng: Random) -> None:
        """Give the others and the deck cards, each filling as likely as any other."""
        hands, state.deck = self.unseen.fill(rng)
        for seat, hand in enumerate(hands):
            if seat != self.seat:
                state.hands[seat] = hand
        state.seed = rng.getrandbits(64)
        state.base = imagined(self.unseen, state.hands, state.deck)

    def _shown_hands(self) -> list[list[str]]:
        """Every hand as this seat sees it, `?` for a card that it does not know."""
        hands = []
        for seat, (size, known) in enumerate(zip(self.hand_sizes, self.unseen.known, strict=True)):
            cards = list(known.elements())
            own = seat == self.seat and self.hand is not None
            hands.append(list(self.hand or ()) if own else cards + ["?"] * (size - len(cards)))
        return hands

    def _known(self) -> tuple[object, ...]:
        return (self.hand, self.hand_sizes, self.deck_size, self.unseen)

"""Games in which hands are drawn from a deck that may be refilled, and what a seat can work out about the hidden cards.

Every card that a seat does not see lies in the deck or in somebody else's hand. When the deck is refilled with
cards that all have seen, what was drawn before cannot be one of them: so the hidden cards of a hand have ages,
and each age a pool of cards that may be among them. Pools grow with age number: what may be old may be new.

Nothing here depends on how anybody plays: every filling that fits is as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rainbowkit.engine import State, View, shuffle

Event = tuple[str, int, str | int] | tuple[str, tuple[str, ...]]
"""`("draw", seat, how many)`, `("show", seat, card)` out of a hand, `("gain", seat, card)` openly into a hand,
`("turn", cards)` openly from the deck, `("mix", cards)` openly into the deck."""


class Unseen:
    """The cards a seat (or a spectator, `None`) cannot see: `known[p]` are those it knows to be in hand `p` all the
    same, `hidden[p][age]` counts the others there, and `pools[age]` says what these may be; the last pool is all."""

    __slots__ = ("hidden", "known", "pools", "seat")

    def __init__(self, seat: int | None, players: int) -> None:
        self.seat = seat
        self.pools: list[Counter[str]] = [Counter()]
        self.hidden: list[list[int]] = [[0] for _ in range(players)]
        self.known: list[Counter[str]] = [Counter() for _ in range(players)]

    def copy(self) -> Unseen:
        new = Unseen(self.seat, 0)
        new.pools = [pool.copy() for pool in self.pools]
        new.hidden = [ages[:] for ages in self.hidden]
        new.known = [cards.copy() for cards in self.known]
        return new

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
                    self.hidden[seat][-1] += value
            else:
                assert isinstance(value, str)
                if kind == "gain":
                    self.known[seat][value] += 1
                elif self.known[seat][value]:
                    self.known[seat][value] -= 1
                elif seat != self.seat:
                    self._show(seat, value)

    def _mix(self, cards: Iterable[str]) -> None:
        self.pools.append(self.pools[-1] + Counter(cards))
        for ages in self.hidden:
            ages.append(0)
        self._forget_ages()

    def _leave_deck(self, card: str) -> None:
        """A card of the deck is seen: no pool can hold more of its kind than are still unseen."""
        self.pools[-1][card] -= 1
        self._cap(card)

    def _show(self, seat: int, card: str) -> None:
        """A hidden card of a hand is seen. It may be of any age whose pool has it; where that is not certain and
        somebody else holds old cards too, keep only what is certain: the rest may all be newer."""
        ages = self.hidden[seat]
        may_be = [age for age, number in enumerate(ages) if number and self.pools[age][card]]
        age = may_be[0]
        ages[age] -= 1
        alone = all(not any(other[:-1]) for p, other in enumerate(self.hidden) if p != seat)
        if len(may_be) == 1 or alone:
            for pool in self.pools[age:]:
                pool[card] -= 1
        else:
            self.pools[-1][card] -= 1
        self._cap(card)
        self._forget_ages()

    def _cap(self, card: str) -> None:
        most = self.pools[-1][card]
        for pool in self.pools:
            if pool[card] > most:
                pool[card] = most

    def _forget_ages(self) -> None:
        """An age of which no hand holds a card any more tells nothing."""
        for age in range(len(self.pools) - 2, -1, -1):
            if not any(ages[age] for ages in self.hidden):
                del self.pools[age]
                for ages in self.hidden:
                    del ages[age]

    def fill(self, rng: Random) -> tuple[list[list[str]], list[str]]:
        """Draw a filling, each as likely as any other: what others hold, known cards included, and the deck."""
        hands = [list(cards.elements()) if p != self.seat else [] for p, cards in enumerate(self.known)]
        used: Counter[str] = Counter()
        rest: list[str] = []
        for age, pool in enumerate(self.pools):
            rest = list((pool - used).elements())
            shuffle(rest, rng)
            for hand, ages in zip(hands, self.hidden, strict=True):
                drawn = [rest.pop() for _ in range(ages[age])]
                hand += drawn
                used.update(drawn)
        return hands, rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unseen):
            return NotImplemented
        return (self.seat, self.pools, self.hidden, self.known) == (other.seat, other.pools, other.hidden, other.known)

    __hash__ = None  # type: ignore[assignment]


def imagined(seen: Unseen, hands: Sequence[Sequence[str]], deck: Sequence[str]) -> dict[int | None, Unseen]:
    """What each seat knows in an imagined world: the one that imagined it what it knew, the others their own hand
    and whatever was known of everyone's (where older cards are hidden, their memory is left out)."""
    bases: dict[int | None, Unseen] = {}
    for seat in (*range(len(hands)), None):
        if seat == seen.seat:
            bases[seat] = seen.copy()
            continue
        base = Unseen(seat, len(hands))
        base.pools[0].update(deck)
        for p, hand in enumerate(hands):
            known = seen.known[p]
            base.known[p] = known.copy()
            if p != seat:
                hidden = Counter(hand) - known
                base.pools[0].update(hidden)
                base.hidden[p][0] = hidden.total()
        bases[seat] = base
    return bases


class DrawingState(State):
    """A game in which players draw from a deck.

    A deck is a list with its top card last. `log` holds what all could see happen to cards since the deck was last made
    of cards that all know, `drawn` what each seat drew since then; `base` is what each seat knew before the log begins.
    """

    __slots__ = ("base", "deck", "drawn", "hands", "log")

    deck: list[str]
    hands: list[list[str]]
    log: list[Event]
    drawn: list[list[str]]
    base: dict[int | None, Unseen] | None

    def _open_deck(self, cards: list[str]) -> None:
        """Begin with empty hands and a shuffled deck of these cards, which all know."""
        self.hands = [[] for _ in self.names]
        self.drawn = [[] for _ in self.names]
        self.log = []
        self.base = None
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
        for _ in range(number):
            for seat in self._clockwise(start):
                self._draw(seat, 1)

    def _draw(self, seat: int, number: int) -> None:
        """Draw so many cards, which the deck must hold."""
        cards = self.deck[: -number - 1 : -1]
        del self.deck[-number:]
        self.hands[seat] += cards
        self.drawn[seat] += cards
        self.log.append(("draw", seat, number))

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

    __slots__ = ("_base", "_drawn", "_log", "_unseen", "deck_size", "hand", "hand_sizes")

    def __init__(self, state: DrawingState, seat: int | None) -> None:
        super().__init__(state, seat)
        self.hand: tuple[str, ...] | None = None if seat is None else tuple(state.hands[seat])
        self.hand_sizes: tuple[int, ...] = tuple(map(len, state.hands))
        self.deck_size: int = len(state.deck)
        self._log: tuple[Event, ...] = tuple(state.log)
        self._drawn: tuple[str, ...] = () if seat is None else tuple(state.drawn[seat])
        self._base: Unseen | None = state.base[seat] if state.base else None
        self._unseen: Unseen | None = None

    @property
    def unseen(self) -> Unseen:
        """What the cards may be that this seat cannot see."""
        if self._unseen is None:
            self._unseen = self._base.copy() if self._base else Unseen(self.seat, len(self.names))
            self._unseen.follow(self._log, self._drawn)
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

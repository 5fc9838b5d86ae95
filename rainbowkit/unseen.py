"""What a seat can work out about cards that it cannot see, when the deck is dealt from and refilled.

Every card that a seat does not see lies in the deck or in somebody else's hand. When the deck is refilled with
cards that all have seen, what was drawn before cannot be one of them: so the hidden cards of a hand have ages,
and each age a pool of cards that may be among them. Pools grow with age number: what may be old may be new.

Nothing here depends on how anybody plays: every filling that fits is as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from rainbowkit.engine import shuffle

Event = tuple[str, int, str | int] | tuple[str, tuple[str, ...]]
"""`("draw", seat, how many)`, `("show", seat, card)` out of a hand, `("gain", seat, card)` openly into a hand,
`("turn", cards)` openly from the deck, `("mix", cards)` openly into the deck."""


class Unseen:
    """The cards a seat (or a spectator, `None`) cannot see: `known[p]` are those it knows to be in hand `p` all the
    same, `hidden[p][age]` counts the others there, and `pools[age]` says what these may be; the last pool is all."""

    __slots__ = ("hidden", "known", "pools", "seat")

    def __init__(self, seat: int | None, players: int, cards: Iterable[str]) -> None:
        self.seat = seat
        self.pools: list[Counter[str]] = [Counter(cards)]
        self.hidden: list[list[int]] = [[0] for _ in range(players)]
        self.known: list[Counter[str]] = [Counter() for _ in range(players)]

    def copy(self) -> Unseen:
        new = Unseen(self.seat, 0, ())
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
        base = Unseen(seat, len(hands), deck)
        for p, hand in enumerate(hands):
            known = seen.known[p]
            base.known[p] = known.copy()
            if p != seat:
                hidden = Counter(hand) - known
                base.pools[0].update(hidden)
                base.hidden[p][0] = hidden.total()
        bases[seat] = base
    return bases

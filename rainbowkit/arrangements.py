"""Double-sided cards of which one face, both or none has been seen: every layout that fits, counted, drawn and averaged.

A place where one face `f` was seen must hold a card that has `f`, and all cards compete for these places. So
choose for each face as many cards that have it as there are such places; what is left lies where nothing was
seen. Counting goes face by face: the cards between the face at hand and the faces still to come are shared
out, and all that matters later is how many cards of each coming face are gone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import comb, factorial, prod
from random import Random
from typing import TypeVar

from rainbowkit.engine import shuffle

BYTE = 8
"""How many cards of each coming face are gone is kept in one whole number, a byte for each, that of the next lowest."""
Option = TypeVar("Option")


class HalfSeen:
    """All layouts of a deck that fit the faces seen.

    `places` has two faces for each place, `?` for one not seen; `deck` lists the cards as pairs of faces.
    Layouts count cards as distinct, and every turning of a card too.

    >>> seen = HalfSeen(["R?", "?G", "??"], ["RG", "RB", "GB"])
    >>> seen.count
    6
    >>> seen.backs()["R"]
    {'B': 0.6666666666666666, 'G': 0.3333333333333333}
    """

    def __init__(self, places: Sequence[str], deck: Sequence[str]) -> None:
        self.places = tuple(places)
        free = Counter(_pair(card) for card in deck)
        free.subtract(_pair(place) for place in places if "?" not in place)
        self.free = +free
        need = Counter(place.strip("?") for place in places if place.count("?") == 1)
        faces = {face for card in self.free for face in card}
        self.order = sorted(faces, key=lambda face: (need[face], face))
        self.need = [need[face] for face in self.order]
        self.blank = sum(place == "??" for place in places)
        n = len(self.order)
        self.between = [[self.free[_pair(a + b)] for b in self.order] for a in self.order]
        self.before = [sum(self.between[i][:i]) for i in range(n)]
        self._shares = [self._shares_of(i) for i in range(n)]
        self._width = (
            2 * self.free.total()
        )  # so many bits hold 3 ** cards, and a card is taken by a face, its other or none
        self._low = (1 << self._width) - 1
        self._memo: list[dict[int, int]] = [{} for _ in range(n)] + [{0: 1}]
        self._memo_after: list[dict[int, int]] = [{} for _ in range(n)]
        self._taken: list[list[int]] | None = None

    @property
    def count(self) -> int:
        """How many layouts there are."""
        orders = prod(map(factorial, [*self.need, self.blank]))
        return self._choices * orders << self.blank

    @property
    def _choices(self) -> int:
        """In how many ways the cards with a face seen can be chosen."""
        return self._ways(0, 0) & self._low

    # Averages

    def backs(self) -> dict[str, dict[str, float]]:
        """For each face seen alone, what the other face of such a card is, and how likely: the same in all its places."""
        chances = {}
        for face, need, taken in zip(self.order, self.need, self._takings(), strict=True):
            if need:
                whole = need * self._choices
                chances[face] = {back: number / whole for back, number in zip(self.order, taken, strict=True) if number}
        return chances

    def cards(self) -> dict[str, float]:
        """What card lies in a place of which nothing was seen, without regard to how it is turned, and how likely."""
        taken, choices = self._takings(), self._choices
        chances = {}
        for card, number in self.free.items() if self.blank else ():
            a, b = map(self.order.index, card)
            if left := number * choices - taken[a][b] - taken[b][a]:
                chances[card] = left / (self.blank * choices)
        return chances

    def _takings(self) -> list[list[int]]:
        """For faces `i` and `j`, how many cards of the two lie with `i` seen, summed over all choices."""
        if self._taken is None:
            self._taken = self._sum_up()
        return self._taken

    def _sum_up(self) -> list[list[int]]:
        """Go through all choices face by face: the ways to come so far, times the ways to go on."""
        n = len(self.order)
        sums = [[0] * n for _ in range(n)]
        self._ways(0, 0)
        level = {0: 1}
        for i, need in enumerate(self.need):
            halfway: dict[tuple[int, int], int] = defaultdict(int)
            for gone, ways in level.items():
                free, rest = self.before[i] - (gone & 255), gone >> BYTE
                for old in range(min(free, need) + 1):
                    halfway[need - old, rest] += ways * comb(free, old)
            level = defaultdict(int)
            through: dict[int, int] = defaultdict(int)
            for (size, rest), ways in halfway.items():
                for weight, share in self._shares[i][size]:
                    if after := self._memo[i + 1][rest + share]:
                        level[rest + share] += ways * weight
                        through[share] += ways * weight * after
            for share, packed in through.items():
                for j in range(i + 1, n):
                    size, number = share & 255, self.between[i][j]
                    share >>= BYTE
                    sums[i][j] += size * (packed & self._low)
                    sums[j][i] += (number - size) * (packed >> self._width * (j + 1) & self._low)
        return sums

    # Samples

    def sample(self, rng: Random) -> list[str]:
        """A layout, each as likely as any other: the two faces at every place."""
        cards = self.free.copy()
        chosen: dict[str, list[str]] = {}
        gone = 0
        for i, face in enumerate(self.order):
            old, share = self._choose(i, gone, rng)
            gone = (gone >> BYTE) + share
            earlier = [other for other in self.order[:i] for _ in range(cards[_pair(face + other)])]
            shuffle(earlier, rng)
            backs = earlier[:old]
            for j, other in enumerate(self.order[i + 1 :]):
                backs += [other] * (share >> BYTE * j & 255)
            for other in backs:
                cards[_pair(face + other)] -= 1
            shuffle(backs, rng)
            chosen[face] = backs
        rest = [pair if rng.random() < 0.5 else pair[::-1] for pair, number in cards.items() for _ in range(number)]
        shuffle(rest, rng)
        return [self._fill(place, chosen, rest) for place in self.places]

    def _fill(self, place: str, chosen: dict[str, list[str]], rest: list[str]) -> str:
        if place == "??":
            return rest.pop()
        return place.replace("?", chosen[place.strip("?")].pop()) if "?" in place else place

    def _choose(self, i: int, gone: int, rng: Random) -> tuple[int, int]:
        """How many cards face `i` takes from those left over, and which from those it shares with later faces."""
        need, free, rest = self.need[i], self.before[i] - (gone & 255), gone >> BYTE
        if not need:
            return 0, 0
        old = _pick(
            ((comb(free, old) * (self._after(i, need - old, rest) & self._low), old) for old in range(need + 1)), rng
        )
        shares = self._shares[i][need - old]
        return old, _pick(
            ((weight * (self._ways(i + 1, rest + share) & self._low), share) for weight, share in shares), rng
        )

    # Counting

    def _shares_of(self, i: int) -> list[list[tuple[int, int]]]:
        """For each number of cards that face `i` takes from those it shares with later faces, every way to take them."""
        shares: list[list[tuple[int, int]]] = [[(1, 0)], *([] for _ in range(self.need[i]))]
        for j, number in enumerate(self.between[i][i + 1 :]):
            shares = [
                [
                    (weight * comb(number, k), share + (k << BYTE * j))
                    for k in range(min(number, size) + 1)
                    for weight, share in shares[size - k]
                ]
                for size in range(self.need[i] + 1)
            ]
        return shares

    def _ways(self, i: int, gone: int) -> int:
        """In how many ways face `i` and those after it can be served, and for each such face, in how many if it must be
        given one certain card that it shares with an earlier one: all packed in one number, which adds up as one.

        `gone` says for these faces how many cards shared with earlier faces those have taken.
        """
        found = self._memo[i].get(gone)
        if found is None:
            free, rest, need = self.before[i] - (gone & 255), gone >> BYTE, self.need[i]
            found = certain = 0
            for old in range(min(free, need) + 1):
                after = self._after(i, need - old, rest)
                found += comb(free, old) * after
                if old:
                    certain += comb(free - 1, old - 1) * (after & self._low)
            found += certain << self._width * (i + 1)
            self._memo[i][gone] = found
        return found

    def _after(self, i: int, size: int, rest: int) -> int:
        """The same when face `i` takes so many of the cards that it shares with later faces."""
        key = rest << BYTE | size
        found = self._memo_after[i].get(key)
        if found is None:
            found, known, find = 0, self._memo[i + 1].get, self._ways
            for weight, share in self._shares[i][size]:
                gone = rest + share
                ways = known(gone)
                found += weight * (find(i + 1, gone) if ways is None else ways)
            self._memo_after[i][key] = found
        return found


def _pair(card: str) -> str:
    """A card without regard to how it is turned."""
    return card if card[0] < card[1] else card[::-1]


def _pick(options: Iterable[tuple[int, Option]], rng: Random) -> Option:
    """One of the options, by weight."""
    found = list(options)
    sums = list(accumulate(weight for weight, _ in found))
    return found[bisect_right(sums, rng.randrange(sums[-1]))][1]

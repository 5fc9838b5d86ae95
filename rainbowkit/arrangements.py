"""Double-sided cards of which one face, both or none has been seen: every layout that fits, counted and drawn.

A place where one face `f` was seen must hold a card that has `f`, and all cards compete for these places. So
choose for each face as many cards that have it as there are such places; what is left lies where nothing was
seen. Counting goes face by face: the cards between the face at hand and the faces still to come are shared
out, and all that matters later is how many cards of each coming face are gone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import comb, factorial, prod
from random import Random

from rainbowkit.engine import shuffle

Taken = tuple[int, ...]


class HalfSeen:
    """All layouts of a deck that fit the faces seen.

    `places` has two faces for each place, `?` for one not seen; `deck` lists the cards as pairs of faces.
    Layouts count cards as distinct, and every turning of a card too.

    >>> HalfSeen(["R?", "?G", "??"], ["RG", "RB", "GB"]).count
    6
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
        self._memo: dict[tuple[int, Taken], int] = {}

    @property
    def count(self) -> int:
        """How many layouts there are."""
        choices = self._ways(0, (0,) * len(self.order))
        orders = prod(map(factorial, [*self.need, self.blank]))
        return choices * orders << self.blank

    def sample(self, rng: Random) -> list[str]:
        """A layout, each as likely as any other: the two faces at every place."""
        cards = self.free.copy()
        chosen: dict[str, list[str]] = {}
        taken: Taken = (0,) * len(self.order)
        for i, face in enumerate(self.order):
            old, shares, taken = self._choose(i, taken, rng)
            earlier = [other for other in self.order[:i] for _ in range(cards[_pair(face + other)])]
            shuffle(earlier, rng)
            backs = earlier[:old]
            for other, share in zip(self.order[i + 1 :], shares, strict=True):
                backs += [other] * share
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

    def _shares_of(self, i: int) -> list[list[tuple[int, Taken]]]:
        """For each number of cards that face `i` takes from those it shares with later faces, every way to take them."""
        shares: list[list[tuple[int, Taken]]] = [[] for _ in range(self.need[i] + 1)]
        later = self.between[i][i + 1 :]
        for share in product(*(range(min(number, self.need[i]) + 1) for number in later)):
            if (size := sum(share)) <= self.need[i]:
                shares[size].append((prod(map(comb, later, share)), share))
        return shares

    def _options(self, i: int, taken: Taken) -> Iterator[tuple[int, int, Taken, Taken]]:
        """Every way to serve face `i`: its weight, cards shared with earlier faces, with later ones, what is gone then.

        `taken` says for this face and each later one how many cards shared with earlier faces those have taken.
        """
        free = self.before[i] - taken[0]
        later = taken[1:]
        for old in range(min(free, self.need[i]) + 1):
            ways = comb(free, old)
            for weight, shares in self._shares[i][self.need[i] - old]:
                gone = tuple(map(int.__add__, later, shares))
                if total := self._ways(i + 1, gone):
                    yield ways * weight * total, old, shares, gone

    def _ways(self, i: int, taken: Taken) -> int:
        if i == len(self.order):
            return 1
        key = (i, taken)
        if key not in self._memo:
            self._memo[key] = sum(option[0] for option in self._options(i, taken))
        return self._memo[key]

    def _choose(self, i: int, taken: Taken, rng: Random) -> tuple[int, Taken, Taken]:
        options = list(self._options(i, taken))
        weights = list(accumulate(option[0] for option in options))
        return options[bisect_right(weights, rng.randrange(weights[-1]))][1:]


def _pair(card: str) -> str:
    """A card without regard to how it is turned."""
    return card if card[0] < card[1] else card[::-1]

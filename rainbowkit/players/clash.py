"""The ladder's players of `clash`.

A `Turn` judges moves in cards: what a capture brings, and what it was worth in games that it played against itself to
leave a line of that kind behind. `skilled` puts in the exact odds, the playouts of `expert` those of someone who counts no cards.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import NamedTuple, cast

from rainbowkit.engine import View
from rainbowkit.games.clash import BIT, CLOUD, COLOURS, DECK, FACES, LENGTH, MOST_PLAYS, RAINBOW, STOP, Clash, ClashView
from rainbowkit.odds import Odds
from rainbowkit.odds.clash import backs, outlook
from rainbowkit.players import Choice
from rainbowkit.search import Estimate, Search

# beginner

NAMES = COLOURS | {RAINBOW: "a Rainbow"}


def beginner(view: View, rng: Random) -> Choice:
    """Plays a face that fits the line, or a card blind if it sees none, never flips, and stops after one card."""
    assert isinstance(view, ClashView)
    if STOP in view.legal:
        return Choice(STOP, "I stop: one card a turn is enough for me.")
    seat = cast(int, view.seat)
    up = [view.faces[card][side] for card, side in zip(view.line, view.up, strict=True)]
    hand = [view.faces[card][seat] for card in view.hands[seat]]
    for i, face in enumerate(hand):
        if face == RAINBOW or (face != CLOUD and face not in up):
            return Choice(f"P{i + 1}", f"I play {NAMES[face]}: it fits beside the {len(up)} that lie there.")
    return Choice("B1", f"I play blind and hope: I see {len(hand)} faces in my hand, and none fits.")


# What a seat may expect

Fits = dict[str, list[float]]
"""For a face that has been seen, and the bits of all colours beside it: how likely the other face of its card fits."""


def _fits(face: str, bits: int) -> bool:
    return face != CLOUD and not BIT[face] & bits


def _others(face: str) -> list[str]:
    """The other faces of all cards with this one."""
    return [card.replace(face, "") for card in DECK if face in card]


PRINTED: Fits = {
    face: [sum(_fits(other, bits) for other in _others(face)) / len(_others(face)) for bits in range(128)]
    for face in FACES
}
"""The same for someone who has counted nothing."""


def _counted(view: View) -> Fits:
    """For the seat of this view, which has counted the cards; the deck as printed where it has nothing to guess now."""
    chances = backs(view)
    return PRINTED | {
        face: [sum([row[other] for other in FACES if _fits(other, bits)]) for bits in range(128)]
        for face, row in chances.items()
    }


# What a line is worth

WORTH = [
    (0.22, 0.0, 0.0),
    (-0.35, 0.45, 2.0),
    (-0.27, -1.58, 2.5),
    (-2.24, -1.12, 1.26),
    (0.63, 2.41, 2.5),
    (0.74, 2.1, 2.0),
]
"""How many cards it brings to begin a turn on a line of so many cards, if as many as there are colours are up, one fewer, or
fewer still. Like the two below, it was fitted to 18,000 games that the policy played against itself."""
KNOWN = (0.0, 0.52, 0.74, 1.04, 0.32, 0.77)
"""How many more for each card of which one knows both faces."""
ONE_MORE = (0.0, 3.63, 0.86)
"""How many cards it brings to have made a line of five with one's first, or second, card, if one may go on."""


class Seen(NamedTuple):
    """A card of the line as a seat knows it: the face that is up, the other, `?` if not seen, and whether the opponent knows
    both."""

    up: str
    other: str
    shared: bool


class Turn(NamedTuple):
    """What a seat knows in its turn, and how likely it takes unseen faces to fit."""

    line: tuple[Seen, ...]
    hand: str
    bits: int
    plays: int
    flipped: bool
    last: bool
    fits: Fits

    def moves(self) -> dict[str, float]:
        """What each move is worth, in cards."""
        found = {}
        if self.flipped or not self.plays:
            shared = self._shared()
            for i, face in enumerate(self.hand):
                found[f"P{i + 1}"] = self._open(i, face)
            for i, face in enumerate(self.hand):
                found[f"B{i + 1}"] = self._blind(face, self.bits, shared)
        if not self.flipped:
            if self.plays or self.last:
                found[STOP] = self._stop()
            for i in range(len(self.line)):
                found[f"F{i + 1}"] = self._flip(i)
        return found

    def _shared(self) -> int:
        return sum([card.shared for card in self.line])

    def _stop(self) -> float:
        return self._left(len(self.line), self.bits.bit_count(), self._shared())

    def _left(self, length: int, colours: int, shared: int) -> float:
        """What it is worth to leave behind a line of so many cards and colours, of which the opponent knows so many."""
        if self.last:
            return 0.0
        return -WORTH[length][min(2, length - colours)] - KNOWN[length] * shared

    def _made(self, colours: int, shared: int) -> float:
        """At a glance: what it is worth to have played another card, if it fits."""
        length, plays = len(self.line) + 1, self.plays + 1
        if length == LENGTH:
            return float(LENGTH)
        left = self._left(length, colours, shared)
        return max(left, ONE_MORE[plays]) if length == LENGTH - 1 and plays < MOST_PLAYS else left

    def _open(self, i: int, face: str) -> float:
        """What it is worth to play this hand card open, and then to stop or to flip."""
        length, bit = len(self.line) + 1, BIT[face]
        if not _fits(face, self.bits):
            return -float(length)
        if length == LENGTH:
            return float(LENGTH)
        line, hand = (*self.line, Seen(face, "?", True)), self.hand[:i] + self.hand[i + 1 :]
        then = Turn(line, hand, self.bits | bit, self.plays + 1, False, self.last, self.fits)
        stop = then._stop()
        return max(stop, *map(then._flip, range(length))) if then.plays < MOST_PLAYS and hand else stop

    def _blind(self, face: str, bits: int, shared: int) -> float:
        """What it is worth to play a card with this face blind beside these bits."""
        fit = self.fits[face][bits]
        return fit * self._made(bits.bit_count() + 1, shared) - (1 - fit) * (len(self.line) + 1)

    def _flip(self, i: int) -> float:
        """What it is worth to flip this card, and then to play the best of the hand."""
        up, other, known = self.line[i]
        rest = self.bits ^ BIT[up]
        shared = self._shared() + (not known)
        if other != "?":
            return self._best(rest | BIT[other], shared) if _fits(other, rest) else -float(len(self.line))
        fits = self.fits[up]
        fit = fits[rest]
        colours = rest.bit_count() + 1
        open_bits = {BIT[face] for face in self.hand if _fits(face, rest)}
        # The face that comes up spoils one colour at most, so of two that fit one still does.
        sure = fit if len(open_bits) > 1 or 0 in open_bits else fits[rest | max(open_bits)] if open_bits else 0.0
        found = -(1 - fit) * len(self.line)
        if sure:
            found += sure * max([self._made(colours + (bit > 0), shared + 1) for bit in open_bits])
        if fit > sure:
            found += (fit - sure) * max([self._blind(face, rest, shared) for face in self.hand])
        return found

    def _best(self, bits: int, shared: int) -> float:
        """What it is worth to play the best of the hand beside these bits."""
        opens = [self._made(bits.bit_count() + (BIT[face] > 0), shared + 1) for face in self.hand if _fits(face, bits)]
        return max(opens + [self._blind(face, bits, shared) for face in self.hand])


# skilled


def skilled(view: View, rng: Random) -> Choice:
    """Weighs the exact risk of every move against what the line is worth, and looks ahead to its next flip and card."""
    assert isinstance(view, ClashView)
    seat = cast(int, view.seat)
    world = view.sample(rng)  # any will do: what the opponent has seen, and which colours are up, is the same in all
    line = tuple(
        Seen(view.faces[card][side], view.faces[card][1 - side], bool(world.seen[1 - seat] >> card & 1))
        for card, side in zip(view.line, view.up, strict=True)
    )
    hand = "".join(view.faces[card][seat] for card in view.hands[seat])
    worth = Turn(line, hand, world.up_bits, view.plays, view.flipped, view.last_turn, _counted(view)).moves()
    move = max(worth, key=worth.__getitem__)
    return Choice(move, _reason(move, worth, outlook(view)))


def _reason(move: str, worth: dict[str, float], odds: Odds) -> str:
    """Why skilled makes this move, in a sentence."""
    risk = {other: 100 * (chances["clash"] + chances["overcast"]) for other, chances in odds.items()}
    if move == STOP:
        onward = max((other for other in worth if other != STOP), key=worth.__getitem__)
        return (
            f"I stop: I take that to be worth {worth[STOP]:+.1f} cards, but going on with {onward}, at a risk of "
            f"{risk[onward]:.0f} %, only {worth[onward]:+.1f}."
        )
    card = f"card {move[1]}"
    what = {"P": f"play {card} open", "B": f"play {card} blind", "F": f"flip {card} of the line"}[move[0]]
    if rainbow := odds[move]["rainbow"]:
        return f"I {what}: that makes the rainbow with {100 * rainbow:.0f} %."
    return f"I {what}: that risks {risk[move]:.0f} %, I take it to be worth {worth[move]:+.1f} cards and see nothing better."


# expert

MOST_KNOWN = 20_000
MARGIN = 2.0
"""A move that promises so many cards less than the best is not looked at."""


class Reckoner:
    """Judges the positions of playouts, from what the seat to move has seen there and these chances of the rest."""

    def __init__(self, fits: Fits) -> None:
        self.fits = fits
        self.known: dict[tuple[object, ...], dict[str, float]] = {}

    def prospects(self, state: Clash) -> dict[str, float]:
        """What each move is worth to the seat to move, in cards."""
        seat = state.seat
        cards, seen, shared = state.cards, state.seen[seat], state.seen[1 - seat]
        line = []
        for card, side in zip(state.line, state.up, strict=True):
            both = cards[card]
            line.append(Seen(both[side], both[1 - side] if seen >> card & 1 else "?", bool(shared >> card & 1)))
        hand = "".join([cards[card][seat] for card in state.hands[seat]])
        key = (tuple(line), hand, state.up_bits, state.plays, state.flipped, state.last_turn)
        found = self.known.get(key)
        if found is None:
            if len(self.known) == MOST_KNOWN:
                self.known.clear()
            found = self.known[key] = Turn(*key, self.fits).moves()
        return found

    def policy(self, state: Clash, rng: Random) -> str:
        """The most promising move."""
        found = self.prospects(state)
        return max(found, key=found.__getitem__)

    def candidates(self, state: Clash) -> list[str]:
        """The moves that are not far worse than the most promising one."""
        found = self.prospects(state)
        least = max(found.values()) - MARGIN
        return [move for move in found if found[move] >= least]

    def value(self, state: Clash) -> list[float]:
        """What each seat may hope for, by the cards that it is ahead and how many are still to come."""
        mine, other = state.scores()
        if state.over:
            won = 0.5 if mine == other else float(mine > other)
            return [won, 1 - won]
        promise = max(self.prospects(state).values())
        lead = mine - other + (-promise if state.seat else promise)
        left = len(DECK) - mine - other
        won = 1 / (1 + exp(-lead / sqrt(left)))  # of such curves the one that fits best to 1000 games of the policy
        return [won, 1 - won]


class CountingSearch(Search):
    """A search in whose playouts the chances of unseen faces are those that the seat of the view has counted."""

    def __call__(self, view: View, rng: Random) -> Choice:
        return self._counting(view)(view, rng)

    def assess(
        self, view: View, rng: Random, playouts: int | None = None, keep: str | None = None
    ) -> dict[str, Estimate]:
        return self._counting(view).assess(view, rng, playouts, keep)

    def _counting(self, view: View) -> Search:
        """The same search for the seat of this view."""
        reckoner = Reckoner(_counted(view))
        return Search(
            self.__doc__ or "",
            reckoner.policy,
            reckoner.value,
            playouts=self.playouts,
            worlds=self.worlds,
            horizon=self.horizon,
            candidates=reckoner.candidates,
            depth=self.depth,
            widening=self.widening,
            exploration=self.exploration,
        )


uncounted = Reckoner(PRINTED)
"""For someone who has counted nothing."""
expert = CountingSearch(
    "Counts the cards and plays the next turns out in its head, again and again, with cards that fit all it has seen.",
    uncounted.policy,
    uncounted.value,
    playouts=700,
    worlds=300,
    horizon=8,
    candidates=uncounted.candidates,
)

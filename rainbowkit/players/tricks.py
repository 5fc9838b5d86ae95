"""The ladder's players of `tricks`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from rainbowkit.engine import View, printable
from rainbowkit.games.tricks import BITS, CLAIMS, COMBOS, COPIES, RANKS, RUN, SET, SINGLE, Tricks, TricksView, bits
from rainbowkit.odds.tricks import chance_beaten, longest_run
from rainbowkit.players import Choice
from rainbowkit.search import Search

# beginner


def beginner(view: View, rng: Random) -> Choice:
    """Claims the best item, and plays its biggest combo of up to three cards."""
    assert isinstance(view, TricksView)
    if view.claiming:
        return _claim(view)
    move = max((move for move in view.legal if len(move) <= 3), key=lambda move: COMBOS[move].strength)
    if len(move) == 1:
        return Choice(move, f"I have no set or run to play, so I play my highest card, the {move}.")
    return Choice(move, f"I like combos of 2 or 3 cards, and {move} is my biggest.")


def _claim(view: TricksView) -> Choice:
    move = _best_claim(view.legal)
    return Choice(move, f"I take {move[1:]}: nothing in the row is worth more than its {points(CLAIMS[move])}.")


def _best_claim(claims: Iterable[str]) -> str:
    """Nothing else hangs on what is claimed, so the most points are best."""
    return max(claims, key=CLAIMS.__getitem__)


def points(number: float) -> str:
    """So many points in words.

    >>> points(1), points(2.5)
    ('1 point', '2.5 points')
    """
    return f"{number:g} point{'s' * (number != 1)}"


# What cards and combos are worth


class Habits(NamedTuple):
    """How good players play at a table, and what cards are worth there. Found by playing many games."""

    pair: float
    """How much more two cards or more of a rank are worth than as many others."""
    more: float
    """And again, for the square of the number of cards after the first."""
    run: float
    """How much more the cards of the longest run are worth, for each after the first."""
    longer: float
    """And again, for the square of their number."""
    high: float
    """How much more a card is worth than one of the rank below."""
    eager: dict[str, float]
    """How readily a combo is beaten once there is a set, a run, or neither."""
    size: float
    """How much harder that gets with every card."""
    top: float
    """How much harder that gets with a higher top card."""
    price: float
    """How many points there are to be had in a trick."""
    lead: float
    """What it is worth to claim first and so to lead the next trick, besides the item."""
    pace: float
    """How many cards a player is taken to spend in a trick,"""
    trust: float
    """and for how many tricks that counts beside those seen."""


HABITS = {
    True: Habits(0.28, 0.05, 0.3, 0.1, 0.22, {SET: 1.63, RUN: 1.69, "": 2.55}, 1.22, 0.42, 3.53, 0.0, 5.0, 1.4),
    False: Habits(0.26, 0.15, 0.36, 0.0, 0.17, {SET: 1.65, RUN: 1.76, "": 3.28}, 1.06, 0.14, 2.71, -0.48, 2.5, 2.7),
}
"""Is it a table for two, where all play twice in a trick?"""

RUNS = [longest_run(rank for rank in RANKS if ranks >> rank - 1 & 1) for ranks in range(64)]


class _Worths(dict[int, float]):
    """What hands are worth, in cards, at such a table; worked out when they first turn up."""

    def __init__(self, habits: Habits) -> None:
        super().__init__()
        self.habits = habits
        self.copies = [0.0] + [n + habits.pair * (n > 1) + habits.more * (n - 1) ** 2 for n in range(1, COPIES + 1)]

    def __missing__(self, hand: int) -> float:
        found, held = 0.0, 0
        for rank in range(6):
            if count := hand >> 4 * rank & 15:
                found += self.copies[count] + self.habits.high * rank * count
                held |= 1 << rank
        more = max(0, RUNS[held] - 1)
        self[hand] = found + self.habits.run * more + self.habits.longer * more**2
        return self[hand]


class _Sizes(dict[int, int]):
    """How many cards a hand has."""

    def __missing__(self, hand: int) -> int:
        self[hand] = sum(hand // bit & 15 for bit in BITS.values())
        return self[hand]


def _beaten(move: str, lock: str, habits: Habits) -> float:
    """How likely a good player is to beat this combo when it is their turn."""
    kind, strength, _ = COMBOS[move]
    size, top = divmod(strength, 16)
    after = lock or (kind if kind != SINGLE else "")
    height = habits.top * (top - 3.5) * (1 if size == 1 else 0.3)
    return 1 / (1 + exp(habits.size * size + height - habits.eager[after]))


BEATEN = {
    two: {(move, lock): _beaten(move, lock, habits) for move in COMBOS for lock in ("", SET, RUN)}
    for two, habits in HABITS.items()
}
WORTHS = {two: _Worths(habits) for two, habits in HABITS.items()}
SIZES = _Sizes()


def _price(habits: Habits, mine: int, others: Sequence[tuple[int, int]], moves: int) -> float:
    """How many points a card in hand should still bring: the fewer there are for the tricks left, the more.

    Of the others it counts how many cards they have and how many they have spent; `moves` is how many all have made.
    """
    two = len(others) == 1
    tricks = moves / (8 if two else 2 * len(others) + 2) + habits.trust
    before = habits.pace * habits.trust
    lasting = sorted([cards * tricks / (spent + before) for cards, spent in others])
    return habits.price * (lasting[0 if two else 1] + 0.5) / (mine + 0.5)


# skilled


def skilled(view: View, rng: Random) -> Choice:
    """Weighs what a combo should claim, with the chance that it is beaten, against what its cards should bring later."""
    assert isinstance(view, TricksView)
    assert view.seat is not None
    assert view.hand is not None
    if view.claiming:
        return _claim(view)
    two = len(view.names) == 2
    cards = [
        (hand + pile, len(spent))
        for hand, pile, spent in zip(view.hand_sizes, view.pile_sizes, view.spent, strict=True)
    ]
    mine, _ = cards.pop(view.seat)
    price = _price(HABITS[two], mine, cards, len(view.moves))
    rivals = [seat for seat in view.turns if seat != view.seat]
    able = {move: [chance_beaten(view, seat, move) for seat in rivals] for move in view.legal}
    willing = {move: sum(min(BEATEN[two][move, view.lock], chance) for chance in able[move]) for move in view.legal}
    played = [COMBOS[combo].strength for _, _, combo in view.trick]
    row = ["+" + item for item in view.row]
    hopes = _hopes(two, bits(view.hand), view.legal, played, willing, row, price)
    move = max(hopes, key=hopes.__getitem__)
    return Choice(
        move,
        f"I play {move}: {_risk(view, move, rivals, able[move])}, and each of my {mine} cards should bring {points(round(price, 1))}.",
    )


def _risk(view: TricksView, move: str, rivals: Sequence[int], able: Sequence[float]) -> str:
    """Who can beat it, in words."""
    ahead = sum(COMBOS[combo].strength >= COMBOS[move].strength for _, _, combo in view.trick)
    if ahead:
        return f"{ahead} of the combos so far {'claims' if ahead == 1 else 'claim'} before it"
    if max(able, default=0) == 0:
        return "nobody can beat it any more"
    chance = f"{100 * max(able):.0f} %"
    if len(set(rivals)) > 1:
        return f"each of those to come can beat it with a chance of up to {chance}"
    return f"{printable(view.names[rivals[0]])} can beat it with a chance of {chance}"


def _hopes(
    two: bool,
    hand: int,
    moves: Iterable[str],
    played: Sequence[int],
    willing: dict[str, float],
    row: Iterable[str],
    price: float,
) -> dict[str, float]:
    """What each of these combos should bring, less what its cards should bring later.

    `played` are the strengths of the combos that lie already, `willing` is how many of those to come should beat it.
    """
    worths = WORTHS[two]
    lead = HABITS[two].lead
    items = sorted([CLAIMS[claim] for claim in row], reverse=True) + [0] * 8
    whole = worths[hand]
    hopes = {}
    for move in moves:
        _, strength, combo = COMBOS[move]
        place = willing[move]
        for other in played:
            if other >= strength:
                place += 1
        i = int(place)
        hope = items[i] + (items[i + 1] - items[i]) * (place - i) - price * (whole - worths[hand - combo])
        hopes[move] = hope + lead * (1 - place) if place < 1 else hope
    return hopes


# expert


def _state_hopes(state: Tricks) -> dict[str, float]:
    """What the combos of the seat to move should bring, from what it can know: its hand, and what lies open."""
    seat = state.seat
    two = len(state.hands) == 2
    packs = [
        (SIZES[hand] + SIZES[pile], SIZES[spent])
        for hand, pile, spent in zip(state.hands, state.piles, state.spent, strict=True)
    ]
    mine, _ = packs.pop(seat)
    price = _price(HABITS[two], mine, packs, len(state.moves))
    rivals = [SIZES[state.hands[other]] for other in state.turns if other != seat]
    able = [sum(size >= cards for size in rivals) for cards in range(COPIES + 1)]
    beaten, lock = BEATEN[two], state.lock
    moves = state.legal_moves()
    willing = {move: able[len(move)] * beaten[move, lock] for move in moves}
    played = [COMBOS[combo].strength for _, _, combo in state.trick]
    return _hopes(two, state.hands[seat], moves, played, willing, state.claims, price)


def _policy(state: Tricks, rng: Random) -> str:
    """What a playout goes on with: much what the skilled player would do, but without exact odds."""
    if state.claiming:
        return _best_claim(state.claims)
    hopes = _state_hopes(state)
    return max(hopes, key=hopes.__getitem__)


def _value(state: Tricks) -> list[float]:
    """Who has won: every playout goes on to the end."""
    winners = state.winners()
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(state.points))]


MOST_CANDIDATES = 6


def _candidates(state: Tricks) -> list[str]:
    """The combos that look best at first sight."""
    if state.claiming:
        return [_best_claim(state.claims)]
    hopes = _state_hopes(state)
    return sorted(hopes, key=hopes.__getitem__, reverse=True)[:MOST_CANDIDATES]


class _Expert(Search):
    """Searches for combos only."""

    def __call__(self, view: View, rng: Random) -> Choice:
        assert isinstance(view, TricksView)
        return _claim(view) if view.claiming else super().__call__(view, rng)


expert = _Expert(
    "Plays the game on in its head, with hands that agree with what it has seen, and picks the combo that wins most.",
    _policy,
    _value,
    playouts=320,
    worlds=64,
    candidates=_candidates,
)

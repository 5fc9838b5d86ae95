"""Odds in `tricks`: who can beat a combo, what it may claim, what the others hold, and what a hand looks like.

All but `claims` is counted, unless four big hands or five are asked about at once: every card that this seat has never seen
is as likely as any other to lie in each hidden place. How somebody plays is taken to tell nothing about the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, factorial, prod, sqrt

from rainbowkit.engine import View, is_whole, shuffle
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games.tricks import (
    CLAIMS,
    COMBOS,
    COPIES,
    HAND_SIZES,
    RANKS,
    RUN,
    SET,
    SINGLE,
    TricksView,
    take,
)
from rainbowkit.odds import CHANCE, Odds, Tally, check_trials, generator, view_of, why_none
from rainbowkit.players import Player, find

GAME = "tricks"
NOTE = "Given all this seat has seen; every unseen card is as likely as any other to lie in each hidden place."
SOMEBODY = "some opponent"
SAFE, OPEN, BEATEN = "nobody can beat it", "somebody can beat it", "beaten already"
RISKS = (OPEN,)
"""What one would not have happen at once."""
GONE = "gone"
POINTS = "points"

Limits = tuple[tuple[int, int], ...]
"""For each rank how many copies of it a hand may have at most, and how long a run may be that ends with it."""

LONGEST = len(RANKS)


# What hands can hold


def chance_beaten(view: TricksView, seat: int, move: str) -> float:
    """The chance that this opponent holds a combo that would claim before this one and may follow it."""
    return 1 - none_beyond(_unseen(view), (view.hand_sizes[seat],), _weaker(move, view.lock))


def _weaker(move: str, lock: str) -> Limits:
    """What a hand may hold at most without a combo that beats this one, once this one has been played."""
    kind, strength, _ = COMBOS[move]
    size, top = divmod(strength, 16)
    lock = lock or ("" if kind == SINGLE else kind)
    limits = []
    for rank in RANKS:
        longest = size if rank <= top else size - 1
        copies = COPIES if lock == RUN and longest else longest
        limits.append((copies, LONGEST if lock == SET else longest))
    return tuple(limits)


def _unseen(view: TricksView) -> tuple[int, ...]:
    return tuple(view.unseen.count(str(rank)) for rank in RANKS)


@lru_cache(maxsize=4096)
def none_beyond(unseen: tuple[int, ...], hands: tuple[int, ...], limits: Limits) -> float:
    """The chance that hands of these sizes, dealt from these unseen cards of each rank, all keep to the limits.

    A hand of two cards from two 1s and two 2s holds no pair in four of six cases:

    >>> none_beyond((2, 2, 0, 0, 0, 0), (2,), ((1, 6),) * 6) == 4 / 6
    True
    """
    room = [min(number, copies) for number, (copies, _) in zip(unseen, limits, strict=True)]
    hands = tuple(sorted(filter(None, hands), reverse=True))
    if any(hand > sum(room) for hand in hands):
        return 0.0
    if not hands:
        return 1.0
    total, left = 1, sum(unseen)
    for hand in hands:
        total *= comb(left, hand)
        left -= hand
    return _ways(unseen, hands, limits, room) / total


# To count deals rank by rank, the cards that the first hand has so far are the powers of a polynomial that is packed into one
# number, `width` bits a coefficient. The other hands are told apart one by one: how much room each has, and the run it is in.

Others = tuple[tuple[int, int], ...]


def _ways(unseen: tuple[int, ...], hands: tuple[int, ...], limits: Limits, room: list[int]) -> int:
    """In how many ways such hands can be dealt so that all keep to the limits."""
    first, *others = hands
    width = sum(unseen) * len(hands).bit_length() + 1
    whole = (1 << width * (first + 1)) - 1
    ways: dict[tuple[int, Others], int] = {(0, tuple((size, 0) for size in others)): 1}
    for i, (number, (copies, longest)) in enumerate(zip(unseen, limits, strict=True)):
        some = [_powers(left, copies, width) for left in range(number + 1)]
        harmless = _harmless(limits[i + 1 :])
        later = sum(room[i + 1 :])
        found: dict[tuple[int, Others], int] = {}
        deals: dict[Others, list[tuple[Others, int, int]]] = {}
        for (run, places), packed in ways.items():
            if places not in deals:
                deals[places] = _deals(places, number, copies, longest, harmless, later)
            for dealt, left, weight in deals[places]:
                product = packed * weight
                key = 0, dealt
                found[key] = found.get(key, 0) + product
                if run < longest and some[left]:
                    key = (0 if run + 1 <= harmless else run + 1), dealt
                    found[key] = found.get(key, 0) + (product * some[left] & whole)
        ways = found
    return sum(packed >> width * first for (_, places), packed in ways.items() if not any(size for size, _ in places))


def _powers(left: int, copies: int, width: int) -> int:
    """The first hand takes one card or more, out of so many that are left of a rank."""
    return sum(comb(left, taken) << width * taken for taken in range(1, min(left, copies) + 1))


def _harmless(coming: Limits) -> int:
    """How long a run may be so far that cannot get too long any more."""
    return min((longest - more for more, (_, longest) in enumerate(coming, 1)), default=LONGEST)


def _deals(
    places: Others, number: int, copies: int, longest: int, harmless: int, later: int
) -> list[tuple[Others, int, int]]:
    """Every way to deal cards of one rank to hands, with how many are left of it and in how many ways that is done."""
    options: list[tuple[Others, int, int]] = [((), number, 1)]
    for size, run in places:
        least = max(0, size - later)
        following = 0 if run + 1 <= harmless else run + 1
        options = [
            ((*dealt, (size - taken, following if taken else 0)), left - taken, weight * comb(left, taken))
            for dealt, left, weight in options
            for taken in range(least, min(size, left, copies if run < longest else 0) + 1)
        ]
    merged: dict[tuple[Others, int], int] = {}
    for dealt, left, weight in options:
        key = tuple(sorted(dealt)), left
        merged[key] = merged.get(key, 0) + weight
    return [(dealt, left, weight) for (dealt, left), weight in merged.items()]


# Where counting takes too long, with four opponents or five who hold many cards, deals are drawn

MOST_PLACES = {True: 2_000, False: 30_000}
"""So many sharings-out of cards among the hands are counted, with runs to be followed and without."""


def _keep(
    view: TricksView, seats: Sequence[int], asked: Sequence[Limits], trials: int, seed: int | str
) -> list[tuple[float, float | None]]:
    """For each of these limits the chance that the hands of all these seats keep to it, with a standard error if drawn."""
    unseen = _unseen(view)
    hands = tuple(size for seat in seats if (size := view.hand_sizes[seat]))
    places = prod(size + 1 for size in hands)
    answers: list[tuple[float, float | None]] = []
    drawn: list[list[tuple[list[int], list[int]]]] = []
    for limits in asked:
        runs = any(longest < LONGEST for _, longest in limits)
        if len(hands) <= 3 or places <= MOST_PLACES[runs] or _hopeless(unseen, hands, limits):
            answers.append((none_beyond(unseen, hands, limits), None))
        else:
            drawn = drawn or _draw(view.unseen, hands, trials, seed)
            kept = sum(all(_within(hand, limits) for hand in deal) for deal in drawn) / trials
            likely = (kept * trials + 1) / (trials + 2)  # so that an error is given even if all deals agree
            answers.append((kept, sqrt(likely * (1 - likely) / trials)))
    return answers


def _hopeless(unseen: tuple[int, ...], hands: tuple[int, ...], limits: Limits) -> bool:
    """Has one of the hands too many cards for these limits, wherever they lie?"""
    return max(hands, default=0) > sum(min(number, copies) for number, (copies, _) in zip(unseen, limits, strict=True))


def _draw(unseen: str, hands: Sequence[int], trials: int, seed: int | str) -> list[list[tuple[list[int], list[int]]]]:
    """Deals: for each hand how many cards of each rank it has, and how long the run is that ends there."""
    rng = generator(seed)
    deals = []
    for _ in range(trials):
        cards = list(unseen)
        shuffle(cards, rng)
        deal = []
        for size in hands:
            hand = take(cards, size)
            counts = [hand.count(str(rank)) for rank in RANKS]
            runs, run = [], 0
            for count in counts:
                run = run + 1 if count else 0
                runs.append(run)
            deal.append((counts, runs))
        deals.append(deal)
    return deals


def _within(hand: tuple[list[int], list[int]], limits: Limits) -> bool:
    counts, runs = hand
    return all(
        count <= copies and run <= longest for count, run, (copies, longest) in zip(counts, runs, limits, strict=True)
    )


# The questions


def outlook(view: View, *, trials: int = 1000, seed: int | str = 0) -> Odds:
    """For every legal combo, whether somebody who is still to play holds one that beats it; for a claim, what it is worth.

    It is exact but for combos that four opponents or five with many cards may beat with a run: those deals are drawn.
    """
    view = view_of(view, TricksView, GAME)
    check_trials(trials)
    if not view.legal:
        raise BadSetup(f"There is no outlook: {why_none(view)}.")
    if view.claiming:
        worth = {move: {f"{CLAIMS[move]} points": 1.0} for move in view.legal}
        return Odds("What a claim adds to the score", worth, note="It is certain: items lie open.")
    rivals = sorted({seat for seat in view.turns if seat != view.seat})
    best = max((COMBOS[move].strength for _, seat, move in view.trick if seat != view.seat), default=0)
    hopes = [move for move in view.legal if COMBOS[move].strength > best]
    kept = _keep(view, rivals, [_weaker(move, view.lock) for move in hopes], trials, seed)
    numbers = {move: {SAFE: 0.0, OPEN: 0.0, BEATEN: 1.0} for move in view.legal}
    errors = {}
    for move, (safe, error) in zip(hopes, kept, strict=True):
        numbers[move] = {SAFE: safe, OPEN: 1 - safe, BEATEN: 0.0}
        if error is not None:
            errors[move] = {SAFE: error, OPEN: error}
    return Odds(
        "Whether a combo of the others claims before this one",
        numbers,
        errors=errors,
        trials=trials if errors else 0,
        note=f"{NOTE} Who can beat a combo need not do so.",
    )


def claims(view: View, player: str | Player = "skilled", *, trials: int = 200, seed: int | str = 0) -> Odds:
    """For every legal combo, the chance to claim first, second and so on if all others play like this player; simulated.

    The worlds that are imagined are the same for every combo. `points` is what the best item left is then worth on average.
    """
    view = view_of(view, TricksView, GAME)
    check_trials(trials)
    if not view.legal:
        raise BadSetup(f"There is no claim to expect: {why_none(view)}.")
    if view.claiming:
        raise BadSetup("The combos of this trick have all been played: their order is known.")
    behaves = find(player) if isinstance(player, str) else player
    if not callable(behaves):
        raise BadSetup(f"A player is a name or a function that makes moves, not {shorten(player)}.")
    rng, tally = generator(seed), Tally()
    number = len(view.trick)
    columns = [ordinal(place) for place in range(1, number + len(view.turns) + 2)]
    worth = sorted((CLAIMS["+" + item] for item in view.row), reverse=True)
    for _ in range(trials):
        world = view.sample(rng)
        for move in view.legal:
            state = world.copy()
            state.play(move)
            while not state.claiming:
                reply = behaves(state.view(state.seat), rng)
                state.check(reply)
                state.play(reply)
            place = sorted(state.trick, reverse=True).index(state.trick[number])
            cells = dict.fromkeys(columns, 0.0)
            cells[columns[place]] = 1.0
            tally.add(move, {**cells, POINTS: worth[place] if place < len(worth) else 0})
    name = player if isinstance(player, str) else getattr(player, "__name__", "the player given")
    return tally.odds(
        "When a combo claims",
        units={POINTS: POINTS},
        note=f"Whoever is still to play plays like {shorten(name)}. Unseen cards are dealt at random.",
    )


def ordinal(place: int) -> str:
    """A place in words of the table.

    >>> [ordinal(place) for place in range(1, 6)]
    ['1st', '2nd', '3rd', '4th', '5th']
    """
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def holdings(view: View, *, trials: int = 1000, seed: int | str = 0) -> Odds:
    """The chance that some opponent holds a set or a run of so many cards, and that each of them does.

    It is exact, but for runs that are looked for in four or five big hands at once: those deals are drawn.
    """
    view = view_of(view, TricksView, GAME)
    check_trials(trials)
    if view.over:
        raise BadSetup("There is nothing to be held: the game is over.")
    rivals = [seat for seat in range(len(view.names)) if seat != view.seat]
    unseen = _unseen(view)
    biggest = max(2, min(max(unseen), max(view.hand_sizes[seat] for seat in rivals)))
    asked: dict[str, Limits] = {f"set of {size}": ((size - 1, LONGEST),) * LONGEST for size in range(2, biggest + 1)}
    asked |= {f"run of {size}": ((COPIES, size - 1),) * LONGEST for size in range(2, LONGEST + 1)}
    kept = _keep(view, rivals, list(asked.values()), trials, seed)
    names = dict(zip(rivals, _names(view, rivals), strict=True))
    numbers, errors = {}, {}
    for (row, limits), (none, error) in zip(asked.items(), kept, strict=True):
        numbers[row] = {SOMEBODY: 1 - none}
        for seat, name in names.items():
            numbers[row][name] = 1 - none_beyond(unseen, (view.hand_sizes[seat],), limits)
        if error is not None:
            errors[row] = {SOMEBODY: error}
    return Odds("What the others hold", numbers, errors=errors, trials=trials if errors else 0, note=NOTE)


def _names(view: TricksView, seats: Sequence[int]) -> list[str]:
    """What to call the players at these seats, each in another way."""
    taken = Counter([SOMEBODY, *view.names])
    return [name if taken[name := view.names[seat]] == 1 else f"{name} (seat {seat})" for seat in seats]


def gone(view: View) -> Odds:
    """For each rank, the chance that no opponent has a copy of it left, or one, or two; a pile counts as theirs."""
    view = view_of(view, TricksView, GAME)
    unseen = _unseen(view)
    total = sum(unseen)
    theirs = sum(view.hand_sizes[seat] + view.pile_sizes[seat] for seat in range(len(view.names)) if seat != view.seat)
    numbers = {}
    for rank, copies in zip(RANKS, unseen, strict=True):
        ways = [
            comb(copies, left) * comb(total - copies, theirs - left) if left <= theirs else 0
            for left in range(copies + 1)
        ]
        chances = {GONE if left == 0 else f"{left} left": way / comb(total, theirs) for left, way in enumerate(ways)}
        numbers[str(rank)] = chances
    columns = [GONE, *(f"{left} left" for left in range(1, max(unseen, default=0) + 1))]
    numbers = {rank: {column: chances.get(column, 0.0) for column in columns} for rank, chances in numbers.items()}
    return Odds("How many copies of a rank the others have left", numbers, note=NOTE)


# The deal

BY = ("sets", "biggest set", "longest run")


def patterns(players: int = 2, by: str = "sets") -> Odds:
    """How likely a hand has a pattern when it is dealt, with so many players.

    `by` is `sets` (how many cards of its ranks a hand has, such as `4-3-3-2-1-1`), `biggest set` or `longest run`.
    """
    if not is_whole(players) or players not in HAND_SIZES:
        raise BadSetup(f"tricks is for 2 to 6 players, not {shorten(players)}.")
    if by not in BY:
        raise BadSetup(f"Hands can be told apart by {', '.join(BY)}, not by {shorten(by)}.")
    size = HAND_SIZES[players]
    ways: Counter[str] = Counter()
    for pattern in _patterns(size, LONGEST, COPIES):
        number = _hands(pattern)
        if by == "sets":
            ways["-".join(map(str, pattern))] = number
        elif by == "biggest set":
            ways["no set" if pattern[0] == 1 else f"set of {pattern[0]}"] += number
        else:
            supports = [longest_run(ranks) for ranks in combinations(RANKS, len(pattern))]
            for longest in supports:
                ways["no run" if longest == 1 else f"run of {longest}"] += number // len(supports)
    rows = [row for row, _ in ways.most_common()] if by == "sets" else sorted(ways, key=lambda row: (len(row), row))
    numbers = {row: {CHANCE: ways[row] / comb(LONGEST * COPIES, size)} for row in rows}
    return Odds(f"How a hand of {size} cards looks at the deal, by {by}", numbers)


def _patterns(cards: int, ranks: int, most: int) -> list[tuple[int, ...]]:
    """Every way to split so many cards among so many ranks at most, the biggest first."""
    if not cards:
        return [()]
    if not ranks:
        return []
    return [
        (first, *rest)
        for first in range(1, min(cards, most) + 1)
        for rest in _patterns(cards - first, ranks - 1, first)
    ]


def _hands(pattern: tuple[int, ...]) -> int:
    """In how many ways a hand can have this pattern."""
    ways = factorial(LONGEST) // factorial(LONGEST - len(pattern))
    for number in Counter(pattern).values():
        ways //= factorial(number)
    return ways * prod(comb(COPIES, count) for count in pattern)


def longest_run(ranks: Iterable[int]) -> int:
    """How many of these ranks follow each other.

    >>> longest_run([1, 2, 4, 5, 6])
    3
    """
    held = set(ranks)
    best = run = 0
    for rank in RANKS:
        run = run + 1 if rank in held else 0
        best = max(best, run)
    return best

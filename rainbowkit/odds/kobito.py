"""Odds in `kobito`: what a move brings at once, what the refill may bring, who may have to pay, and who may fill a pot.

The unseen cards are taken to lie in any place as likely as in any other: how somebody plays is taken to tell nothing. What the
others do meanwhile is left out: the table is looked at as it lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from random import Random
from typing import NamedTuple

from rainbowkit.engine import View, is_whole, shuffle
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games.kobito import (
    AFTER,
    BEFORE,
    CARDS,
    EXTEND,
    GOLD_SPOT,
    HAND,
    KOBITO,
    MOVE,
    NAMES,
    PARSED,
    PAY,
    PENALTY,
    REPLACE,
    SPOTS,
    START,
    STUDIOS,
    SWAP,
    Arc,
    Kobito,
    KobitoView,
    may_stay,
)
from rainbowkit.odds import TINY, Odds, Tally, check_trials, generator, view_of, why_none
from rainbowkit.unseen import MOST_CASES, Case, Counts

GAME = "kobito"
Studio = tuple[int, int, tuple[int, ...]]
"""A studio rainbow: the numbers below and above it, and its places."""
Step = tuple[str, int, int, int]
"""One play on the way to finish a pot: `hand` (a number, -, end), `grow` (a number, which studio, end), `move` (which
studio, from which end, to which end)."""
BANK = 16
MOST_PLACES = 3000
"""With gold cards much longer than the usual ones there can be ways without end: so far they are looked for."""
MOST_MIXTURES = 12
"""When there are more ways that a hand can have come about, it is imagined rather than counted."""
MOST_DRAWS = 200
"""When there are more draws that differ, they are imagined rather than counted."""


@lru_cache(maxsize=100_000)
def ways(below: int, above: int, room: int, studios: tuple[Studio, ...], spare: int = 0) -> dict[int, Step | None]:
    """The ways to finish a pot in a turn that need no more numbers from hand than a hand holds.

    A way is the set of these numbers, as bits (a second card of the same number counts 16 bits further up), with the first step
    of it. The rest comes from these studio rainbows. `spare` are the numbers that other pots take, as bits.

    >>> [held(way) for way in ways(4, 7, 2, ())]
    [['3', '4'], ['4', '7'], ['7', '8']]
    """
    found: dict[int, Step | None] = {}
    seen: set[tuple[object, ...]] = set()
    stack: list[tuple[int, int, int, tuple[Studio, ...], int, int, Step | None]] = [
        (below, above, room, studios, 0, 0, None)
    ]
    while stack and len(seen) < MOST_PLACES:
        below, above, room, rest, numbers, count, first = stack.pop()
        if (below, room, rest, numbers) in seen:
            continue
        seen.add((below, room, rest, numbers))
        if not room:
            done = _tidied(studios, rest, numbers, count, first, spare)
            if done and done[0] not in found:
                found[done[0]] = done[1]
            continue
        for end, number in ((1, above), (0, below)):
            ends = (below, AFTER[above]) if end else (BEFORE[below], above)
            if count < HAND:
                more = with_number(numbers, number)
                stack.append((*ends, room - 1, rest, more, count + 1, first or ("hand", number, 0, end)))
            for which, (low, high, places) in enumerate(rest):
                if not places:
                    continue
                for side in (0, -1) if len(places) > 1 else (0,):
                    if places[side] & 15 in (number, KOBITO):
                        left = (low, BEFORE[high], places[:-1]) if side else (AFTER[low], high, places[1:])
                        after = (*rest[:which], left, *rest[which + 1 :])
                        step = first or ("move", which, -side, end)
                        stack.append((*ends, room - 1, after, numbers, count, step))
    return _least(found)


def _tidied(
    studios: tuple[Studio, ...], rest: tuple[Studio, ...], numbers: int, count: int, first: Step | None, spare: int
) -> tuple[int, Step | None] | None:
    """The same way with what it takes besides to leave no illegal rest in the studio, or `None` if that cannot be."""
    for which, ((low, high, before), (below, above, places)) in enumerate(zip(studios, rest, strict=True)):
        if not places or places == before or may_stay(places):
            continue
        card = places[0] & 15
        if len(places) == 1 and spare and (card == KOBITO or spare >> card & 1):
            continue
        if len(places) > 1 or card == KOBITO or count == HAND or (below != low and above != high):
            return None
        end = int(below != low)  # a card from hand beforehand, where none is taken
        number = above if end else below
        numbers, count, first = with_number(numbers, number), count + 1, ("grow", number, which, end)
    return numbers, first


def with_number(numbers: int, number: int) -> int:
    """The set with one more card of this number."""
    bit = 1 << number
    while numbers & bit:
        bit <<= BANK
    return numbers | bit


def _least(found: dict[int, Step | None]) -> dict[int, Step | None]:
    """Without the ways that need all another needs and more."""
    least: dict[int, Step | None] = {}
    for way in sorted(found, key=int.bit_count):
        if not any(way & other == other for other in least):
            least[way] = found[way]
    return least


def bits(hand: Iterable[str]) -> int:
    """The numbers in a hand as such a set."""
    numbers = 0
    for name in hand:
        card = CARDS[name]
        if card < KOBITO:
            numbers = with_number(numbers, card)
    return numbers


def held(numbers: int) -> list[str]:
    """The cards of such a set."""
    return [NAMES[bit % BANK] for bit in range(numbers.bit_length()) if numbers >> bit & 1]


def studio(arcs: tuple[Arc, ...] | list[Arc]) -> tuple[Studio, ...]:
    """A studio as `ways` wants it."""
    return tuple((arc.below, arc.above, arc.places) for arc in arcs)


# What the hidden cards may be


class Mixture(NamedTuple):
    """A way that hidden cards can have come about: how likely, and how many of them are out of which cards."""

    chance: float
    sources: tuple[tuple[Counts, int], ...]


def in_hand(view: KobitoView, seat: int) -> list[Mixture]:
    """The ways that the hidden cards of another's hand can have come about."""
    return _mixtures(view, seat, 0)


def in_draw(view: KobitoView, cards: int) -> list[Mixture]:
    """The ways for so many cards to come from the deck, and from the discard pile when that is empty."""
    from_deck = min(cards, view.deck_size)
    found = _mixtures(view, None, from_deck)
    more = min(cards - from_deck, len(view.discard))
    if not more:
        return found
    pile = tuple(map(view.discard.count, view.unseen.kinds))
    return [Mixture(chance, (*sources, (pile, more))) for chance, sources in found]


def _mixtures(view: KobitoView, seat: int | None, top: int) -> list[Mixture]:
    """The ways for the hidden cards of this hand, or so many at the top of the deck, to be spread over the layers."""
    found: dict[tuple[tuple[Counts, int], ...], float] = {}
    for case, chance in view.unseen.chances().items():
        for own, share in _spread(case, seat, top).items():
            sources = tuple((layer, number) for layer, number in zip(case[0], own, strict=True) if number)
            found[sources] = found.get(sources, 0.0) + chance * share
    return [Mixture(chance, sources) for sources, chance in found.items()]


def _spread(case: Case, seat: int | None, top: int) -> dict[Counts, float]:
    """How many of these cards are of each layer, and how likely: whoever drew when it was young took of what was left then."""
    layers, hands = case
    last = len(layers) - 1
    if not last:
        return {(top if seat is None else hands[seat][0],): 1.0}
    states: dict[tuple[Counts, Counts], float] = {(tuple(map(sum, layers)), (0,) * (last + 1)): 1.0}
    for age in range(last + 1):
        own = hands[seat][age] if seat is not None else top if age == last else 0
        others = sum(ages[age] for ages in hands) - (own if seat is not None else 0)
        later: dict[tuple[Counts, Counts], float] = {}
        for (left, taken), chance in states.items():
            old = left[: age + 1]
            for mine, share in _split(old, own):
                after = (*map(int.__sub__, old, mine), *left[age + 1 :])
                total = (*map(int.__add__, taken, mine), *taken[age + 1 :])
                for theirs, part in _split(after[: age + 1], others if age < last else 0):
                    rest = (*map(int.__sub__, after, theirs), *left[age + 1 :])
                    later[rest, total] = later.get((rest, total), 0.0) + chance * share * part
        states = later
    found: dict[Counts, float] = {}
    for (_, own_layers), chance in states.items():
        found[own_layers] = found.get(own_layers, 0.0) + chance
    return found


@lru_cache(maxsize=10_000)
def _split(pools: Counts, number: int) -> list[tuple[Counts, float]]:
    """How many of so many cards, drawn from all these pools together, come from each.

    >>> _split((1, 2), 2)
    [((0, 2), 0.3333333333333333), ((1, 1), 0.6666666666666666)]
    """
    ways: dict[Counts, int] = {(): 1}
    for pool in pools:
        ways = {
            (*taken, more): before * comb(pool, more)
            for taken, before in ways.items()
            for more in range(min(pool, number - sum(taken)) + 1)
        }
    total = comb(sum(pools), number)
    return [(taken, found / total) for taken, found in ways.items() if sum(taken) == number]


def held_of(view: KobitoView, mixtures: Iterable[Mixture], kinds: Sequence[str]) -> dict[Counts, float]:
    """How many cards of each of these kinds are among the hidden ones, and how likely."""
    places = [view.unseen.kinds.index(kind) for kind in kinds]
    found: dict[Counts, float] = {}
    for chance, sources in mixtures:
        spread = {(0,) * len(kinds): chance}
        for counts, number in sources:
            wanted = tuple(counts[place] for place in places)
            drawn = _drawn(wanted, sum(counts) - sum(wanted), number)
            if len(spread) == 1:
                spread = {cards: chance * share for cards, share in drawn.items()}
                continue
            more: dict[Counts, float] = {}
            for (cards, before), (others, share) in product(spread.items(), drawn.items()):
                both = tuple(map(int.__add__, cards, others))
                more[both] = more.get(both, 0.0) + before * share
            spread = more
        for cards, share in spread.items():
            found[cards] = found.get(cards, 0.0) + share
    return found


@lru_cache(maxsize=1000)
def _drawn(counts: Counts, others: int, number: int) -> dict[Counts, float]:
    """How many of each kind are among so many cards, drawn from these and as many others.

    >>> _drawn((1,), 3, 2)
    {(0,): 0.5, (1,): 0.5}
    """
    ways: list[tuple[Counts, int, int]] = [((), number, 1)]
    for count in counts:
        ways = [
            ((*taken, more), left - more, found * comb(count, more))
            for taken, left, found in ways
            for more in range(min(count, left) + 1)
        ]
    total = comb(sum(counts) + others, number)
    return {taken: found * comb(others, left) / total for taken, left, found in ways if left <= others}


def none_of(view: KobitoView, mixtures: Iterable[Mixture], kinds: Iterable[str]) -> float:
    """The chance that none of the hidden cards is of these kinds."""
    places = [view.unseen.kinds.index(kind) for kind in kinds if kind in view.unseen.kinds]
    missing = 0.0
    for chance, sources in mixtures:
        for counts, number in sources:
            total = sum(counts)
            chance *= comb(total - sum(counts[place] for place in places), number) / comb(total, number)
        missing += chance
    return missing


# Filling a pot


class Pots:
    """What lies on the table as far as a seat can fill a pot with it, in one turn and without another pot's being filled."""

    def __init__(self, game: KobitoView | Kobito, seat: int) -> None:
        self.studios = studio(game.studios[seat])
        self.ends = [(arc.below, arc.above) for arc in game.golds]
        self.rooms = [pot[0] - len(arc.places) for arc, pot in zip(game.golds, game.pots, strict=True)]
        others = (arc for other, arcs in enumerate(game.studios) if other != seat for arc in arcs)
        self.swaps = swaps((*game.golds, *others))

    def ways(self, spot: int) -> dict[int, Step | None]:
        """The ways to fill this pot."""
        if not 0 < self.rooms[spot] <= HAND + sum(len(places) for _, _, places in self.studios):
            return {}
        below, above = self.ends[spot]
        spare = sum({1 << number for other, ends in enumerate(self.ends) if other != spot for number in ends})
        return ways(below, above, self.rooms[spot], self.studios, spare if self.studios else 0)

    def wanted(self, spots: Iterable[int]) -> list[str]:
        """The kinds of cards that make a difference to whether these pots can be filled."""
        needed = {
            bit % BANK for spot in spots for way in self.ways(spot) for bit in range(way.bit_length()) if way >> bit & 1
        }
        return [*(NAMES[number] for number in sorted({*needed, *(self.swaps if needed else ())})), "K"]

    def filled(self, spot: int, hand: Sequence[str]) -> bool:
        """Can this hand fill the pot?"""
        numbers, wild = bits(hand), hand.count("K")
        for way in self.ways(spot):
            missing = (way & ~numbers).bit_count() - wild
            if missing > 0 and self.swaps:
                free = Counter(held(numbers & ~way))
                missing -= sum(min(free[NAMES[number]], many) for number, many in self.swaps.items())
            if missing <= 0:
                return True
        return False


def swaps(arcs: Iterable[Arc]) -> Counter[int]:
    """The numbers for which a Kobito in these rainbows can be had, and how many."""
    found = (arc.stands_for(i) for arc in arcs for i, place in enumerate(arc.places) if place == KOBITO)
    return Counter(found)


def named(kinds: Sequence[str], counts: Counts) -> list[str]:
    """So many cards of each kind."""
    return [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


# The questions

POT, PLAYED, FREE, PAID, ENDS, READY = (
    "fills a pot",
    "plays a card",
    "moves or swaps",
    "pays",
    "ends the turn",
    "ends it with a pot in hand",
)
NOTE = "Every unseen card is as likely in one place as in another."
AS_IT_LIES = "The table is looked at as it lies: no pot is filled and no rainbow changed by others meanwhile."
STRAIGHT = "Only cards that go straight to the pot, from hand or one's own studio, and swaps for Kobitos elsewhere are thought of."


def outlook(view: View) -> Odds:
    """For every legal move, what it does at once; for ending the turn, also whether the cards then drawn can fill a pot.

    `points` are what it scores, `to play` is how many cards must still be played or paid.
    """
    view = view_of(view, KobitoView, GAME)
    if view.seat is None or view.seat != view.to_move:
        raise BadSetup(f"There is no outlook: {why_none(view)}.")
    rows = {}
    for move in view.legal:
        kind, *what = PARSED[move]
        row: dict[str, float] = dict.fromkeys((POT, PLAYED, FREE, PAID, ENDS, READY), 0.0)
        points, counts = 0, {EXTEND: 1, START: 2, REPLACE: 2, PAY: 1}.get(kind, 0)
        spot = what[2] if kind == MOVE or (kind == EXTEND and what[1] == GOLD_SPOT) else -1
        if spot >= 0 and view.pots[spot][0] - len(view.golds[spot].places) == 1:
            row[POT], points = 1.0, view.pots[spot][1]
        elif kind in (EXTEND, START, REPLACE):
            row[PLAYED] = 1.0
        elif kind in (MOVE, SWAP):
            row[FREE] = 1.0
        elif kind == PAY:
            row[PAID], points = 1.0, -PENALTY
        else:
            row[READY] = ready(view)
            row[ENDS] = 1 - row[READY]
        owed = view.paying or min(view.owed, view.hand_sizes[view.seat])
        rows[move] = {**row, "points": points, "to play": max(0, owed - counts)}
    note = _labelled(view, f"{NOTE} {AS_IT_LIES} {STRAIGHT}")
    return Odds("What a move does at once", rows, units={"points": "points", "to play": "cards"}, note=note)


def ready(view: KobitoView) -> float:
    """The chance to hold what fills a pot, as the table lies, once this seat has drawn up to five."""
    assert view.seat is not None
    assert view.hand is not None
    table = Pots(view, view.seat)
    spots = [spot for spot in range(SPOTS) if table.ways(spot)]
    kinds = [kind for kind in table.wanted(spots) if kind in view.unseen.kinds]
    drawn = held_of(view, in_draw(view, HAND - len(view.hand)), kinds)
    hands = ((chance, [*view.hand, *named(kinds, counts)]) for counts, chance in drawn.items())
    return min(1.0, sum(chance for chance, hand in hands if any(table.filled(spot, hand) for spot in spots)))


def payment(view: View, *, trials: int = 200, seed: int | str = 0) -> Odds:
    """For each number of studio rainbows, the chance to have to pay at one's next turn and how many points that costs.

    On one's own turn that is if it ended now and one drew up to five. Of fewer rainbows than one has, the first ones count;
    more than one has are taken to help nothing.
    """
    view = view_of(view, KobitoView, GAME)
    hand = _own_hand(view)
    check_trials(trials)
    missing = HAND - len(hand) if view.seat == view.to_move else 0
    kinds = view.unseen.kinds
    mixtures = in_draw(view, missing)
    question = "What must be paid at the next turn, by the number of studio rainbows"
    note = f"{NOTE} {AS_IT_LIES} Cards are extended, started, replaced or swapped, but not moved."
    tables = {str(rainbows): rainbows for rainbows in range(STUDIOS + 1)}
    if comb(len(kinds) + missing - 1, missing) * len({sources for _, sources in mixtures}) > MOST_DRAWS:
        rng, tally = generator(seed), Tally()
        for _ in range(trials):
            cards = [*hand, *_imagined_draw(view, missing, rng)]
            for row, rainbows in tables.items():
                short = shortfall(view.turn(cards, rainbows))
                tally.add(row, {"pays": float(short > 0), "penalty": PENALTY * short})
        return tally.odds(question, units={"penalty": "points"}, note=_labelled(view, note))
    rows = {row: {"pays": 0.0, "penalty": 0.0} for row in tables}
    for counts, chance in held_of(view, mixtures, kinds).items():
        cards = [*hand, *named(kinds, counts)]
        for row, rainbows in tables.items():
            short = shortfall(view.turn(cards, rainbows))
            rows[row]["pays"] += chance * (short > 0)
            rows[row]["penalty"] += chance * PENALTY * short
    return Odds(question, rows, units={"penalty": "points"}, note=_labelled(view, note))


def shortfall(turn: Kobito) -> int:
    """How few cards can be paid in this turn, without moving cards and without what comes after a pot that is filled."""
    seat = turn.seat
    least = min(turn.owed, len(turn.hands[seat]))
    seen, ahead = set(), [turn]
    while ahead and least > 0:
        now = ahead.pop()
        for move in now.legal_moves():
            if PARSED[move][0] in (EXTEND, START, SWAP, REPLACE):
                after = now.copy()
                after.play(move)
                after.over = False  # no pot follows one that is filled here, but the turn goes on
                hand = after.hands[seat]
                ends = tuple((arc.below, arc.above) for arc in (*after.golds, *after.studios[seat]))
                if (key := (after.owed, after.swappable, tuple(sorted(hand)), ends)) not in seen:
                    seen.add(key)
                    least = min(least, after.owed, len(hand))
                    ahead.append(after)
    return max(0, least)


def refill(view: View, cards: int | None = None) -> Odds:
    """For each card that this seat could use and does not hold, whether so many new cards bring it, or a Kobito in its place.

    Of itself `cards` is how many it takes at least to draw up to five: those missing and those still to be played. A card can be
    used if it continues a gold rainbow or one of the seat's own studio.
    """
    view = view_of(view, KobitoView, GAME)
    hand = _own_hand(view)
    assert view.seat is not None
    if cards is None:
        owed = view.owed if view.seat == view.to_move else 1 + len(view.studios[view.seat])
        cards = min(HAND, HAND - len(hand) + (view.paying or max(0, owed)))
    if not is_whole(cards) or not 0 <= cards <= HAND:
        raise BadSetup(f"A refill is of 0 to {HAND} cards, not {shorten(cards)}.")
    mixtures = in_draw(view, cards)
    arcs = [*(arc for arc, pot in zip(view.golds, view.pots, strict=True) if pot[0]), *view.studios[view.seat]]
    useful = {number for arc in arcs for number in (arc.below, arc.above)}
    names = [NAMES[number] for number in sorted(useful) if NAMES[number] not in hand]
    rows = {}
    for row, wanted in [*((name, [name]) for name in names), ("any of these", names)]:
        without, neither = none_of(view, mixtures, wanted), none_of(view, mixtures, [*wanted, "K"])
        rows[row] = {"it comes": 1 - without, "only a Kobito": without - neither, "neither": neither}
    count = f"{cards} new card{'s' * (cards != 1)}"
    return Odds(f"What {count} bring", rows, note=_labelled(view, f"{NOTE} A row does not exclude another."))


def finishers(view: View, *, trials: int = 300, seed: int | str = 0) -> Odds:
    """For each open pot, how likely each of the others can fill it at the turn they have before one's own next, and anyone.

    Whoever has no turn before that has no chance. What anyone can do is imagined when more than one comes before.
    """
    view = view_of(view, KobitoView, GAME)
    _own_hand(view)
    check_trials(trials)
    seat = view.seat
    assert seat is not None
    assert view.to_move is not None
    n = len(view.names)
    others = [(seat + i) % n for i in range(1, n)]
    before = others[others.index(view.to_move) :] if view.to_move != seat else others
    if view.to_move != seat and view.paying:
        before = before[1:]
    tables = {other: Pots(view, other) for other in before}
    spots = {f"g{spot + 1}": spot for spot in range(SPOTS) if view.pots[spot][0]}
    columns = {other: f"{view.names[other]} ({other + 1})" for other in others}
    mixtures = {other: in_hand(view, other) for other in before}
    counted = all(len(found) <= MOST_MIXTURES for found in mixtures.values())
    blank = {row: dict.fromkeys([*columns.values(), "anyone"], 0.0) for row in spots}
    question = "Who can fill a pot before my next turn"
    note = f"{NOTE} {AS_IT_LIES} {STRAIGHT}"
    if counted:
        for row, spot in spots.items():
            for other in before:
                blank[row][columns[other]] = fills(view, tables[other], spot, other, mixtures[other])
            blank[row]["anyone"] = sum(blank[row][columns[other]] for other in before)
        if len(before) <= 1:
            return Odds(question, blank, note=_labelled(view, note))
    rng, tally = generator(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        for row, spot in spots.items():
            can = {other: float(tables[other].filled(spot, world.hands[other])) for other in before}
            cells = {columns[other]: can[other] for other in before}
            tally.add(row, {**cells, "anyone": max(can.values()), "more than one": max(0.0, sum(can.values()) - 1)})
    found = tally.odds(question, note=note)
    if not counted:
        rows = {row: {name: found[row].get(name, 0.0) for name in cells} for row, cells in blank.items()}
        errors = {row: {name: found.errors[row].get(name, 0.0) for name in cells} for row, cells in rows.items()}
        return Odds(question, rows, errors=errors, trials=trials, note=_labelled(view, note))
    errors = {}
    for row, cells in blank.items():
        alone = [cells[columns[other]] for other in before]
        least, most = max(alone), min(1.0, sum(alone))  # which each one's exact chance allows
        error, guess = min(  # how often anyone can, or how often several can, whichever is surer
            (found.errors[row]["anyone"], found[row]["anyone"]),
            (found.errors[row]["more than one"], sum(alone) - found[row]["more than one"]),
        )
        cells["anyone"] = min(max(guess, least), most)
        if most - least > TINY:
            errors[row] = {"anyone": min(error, most - least)}
    return Odds(question, blank, errors=errors, trials=trials if errors else 0, note=_labelled(view, note))


def fills(view: KobitoView, table: Pots, spot: int, seat: int, mixtures: list[Mixture]) -> float:
    """The chance that another's hand can fill this pot."""
    if not table.ways(spot):
        return 0.0
    kinds = [kind for kind in table.wanted([spot]) if kind in view.unseen.kinds]
    known = list(view.unseen.known[seat].elements())
    hands = held_of(view, mixtures, kinds).items()
    return min(1.0, sum(chance for counts, chance in hands if table.filled(spot, [*known, *named(kinds, counts)])))


def threat(view: KobitoView, seat: int, spot: int, arc: Arc) -> float:
    """The chance that another's hand can fill this pot, if its rainbow were this one."""
    table = Pots(view, seat)
    table.ends[spot] = arc.below, arc.above
    table.rooms[spot] = view.pots[spot][0] - len(arc.places)
    return fills(view, table, spot, seat, in_hand(view, seat))


def _own_hand(view: KobitoView) -> tuple[str, ...]:
    if view.hand is None:
        raise BadSetup("A spectator has no hand and no next turn.")
    if view.over:
        raise BadSetup("The game is over: there is no next turn.")
    return view.hand


def _imagined_draw(view: KobitoView, cards: int, rng: Random) -> list[str]:
    """So many cards as the deck may bring them, and then the discard pile."""
    world = view.sample(rng)
    deck = world.deck[::-1]
    if len(deck) < cards:
        pile = list(view.discard)
        shuffle(pile, rng)
        deck += pile
    return deck[:cards]


def _labelled(view: KobitoView, note: str) -> str:
    if view.unseen.thinned:
        return f"{note} Near exact: of very many ways that cards may have come about, {MOST_CASES} stand for all."
    return note

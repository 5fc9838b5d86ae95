"""The odds of `tricks` against numbers derived on paper, against brute force, and against what views imagine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import Any, ClassVar, cast

import pytest

from rainbowkit.engine import View
from rainbowkit.errors import BadSetup
from rainbowkit.games import new
from rainbowkit.games.tricks import COMBOS, RUN, SET, SINGLE, Tricks, TricksView, bits
from rainbowkit.odds import Odds
from rainbowkit.odds import outlook as any_outlook
from rainbowkit.odds.tricks import (
    BEATEN,
    BY,
    GONE,
    OPEN,
    POINTS,
    SAFE,
    SOMEBODY,
    chance_beaten,
    claims,
    gone,
    holdings,
    none_beyond,
    ordinal,
    outlook,
    patterns,
)

NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald"]


def dealt(hand: str, row: str, players: int) -> Tricks:
    """An opening in which seat 0 leads, with this hand and this row."""
    rest = Counter(Tricks.deck) - Counter(hand + row)
    others = list(rest.elements())
    deck = list(row)
    for i in range(len(hand) * players):
        deck.append(hand[i // players] if i % players == 0 else others.pop())
    return Tricks(NAMES[:players], shuffles=[deck + others])


def position(players: int, moves: int, seed: int = 0) -> Tricks:
    """A random game after so many moves."""
    state, rng = new("tricks", NAMES[:players], seed), Random(seed)
    for _ in range(moves):
        state.play(rng.choice(state.legal_moves()))
    assert not state.over
    return cast(Tricks, state)


def near(number: float, expected: float) -> bool:
    return abs(number - expected) < 1e-12


# By hand


def test_who_can_beat_a_set_of_five_6s() -> None:
    """After 66666 only sets may follow, and only six cards or more beat it, for nothing is higher than a 6.

    Ada sees 66666 11 22 33 444 and the row 1234, so of 42 unseen cards seven are 1s, seven 2s, seven 3s, six 4s, ten 5s and
    five 6s. Grace has 14 of these. She may have six of one rank or more, or of two ranks, but not of three.
    """
    view = dealt("66666112233444", "1234", 2).view(0)
    unseen = {1: 7, 2: 7, 3: 7, 4: 6, 5: 10}
    deals = comb(42, 14)
    one = sum(comb(u, c) * comb(42 - u, 14 - c) for u in unseen.values() for c in range(6, u + 1))
    two = sum(
        comb(u, c) * comb(v, d) * comb(42 - u - v, 14 - c - d)
        for u, v in combinations(unseen.values(), 2)
        for c in range(6, u + 1)
        for d in range(6, v + 1)
        if c + d <= 14
    )
    odds = outlook(view)
    assert odds.exact
    assert near(odds["66666"][OPEN], (one - two) / deals)
    assert near(odds["66666"][SAFE], 1 - (one - two) / deals)
    assert near(chance_beaten(cast(TricksView, view), 1, "66666"), (one - two) / deals)


def test_a_run_of_all_ranks_is_safe_and_one_of_five_is_beaten_by_a_run_that_goes_higher() -> None:
    """After 12345 only runs and singles may follow: 23456 and 123456 beat it, so all depends on 2 to 6 being held.

    Of 42 unseen cards 7 + 7 + 7 + 7 + 8 are 2s to 6s. By inclusion and exclusion of the ranks that are missing among 14:
    """
    view = dealt("12345611122334", "4555", 2).view(0)
    assert cast(TricksView, view).unseen == "1" * 6 + "2" * 7 + "3" * 7 + "4" * 7 + "5" * 6 + "6" * 9
    ranks = [7, 7, 7, 6, 9]
    hold = sum(
        (-1) ** number * comb(42 - sum(missing), 14) for number in range(6) for missing in combinations(ranks, number)
    )
    odds = outlook(view)
    assert near(odds["12345"][OPEN], hold / comb(42, 14))
    assert odds["123456"] == {SAFE: 1.0, OPEN: 0.0, BEATEN: 0.0}


def test_a_combo_that_is_beaten_already_is_hopeless_and_who_plays_last_knows_all() -> None:
    state = dealt("66666112233444", "1234", 2)
    state.play("444")
    odds = outlook(state.view(1))
    assert all((odds[move][BEATEN] == 1) == (COMBOS[move].strength <= COMBOS["444"].strength) for move in odds)
    state.play("1" if "1" in state.legal_moves() else state.legal_moves()[0])
    state.play("6666")
    last = outlook(state.view(1))
    assert {tuple(row.values()) for row in last.values()} <= {(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)}


def test_ten_of_a_kind_and_a_rank_that_is_out() -> None:
    """With three players 43 cards are unseen, 14 in each other hand and 15 out. All ten 5s are among them, and two 6s.

    A given hand has all ten 5s with C(33, 4) / C(43, 14), and not both hands can. No other has a 6 left if both are among
    the 15, one with 2 · 15 · 28 / (43 · 42), two with 28 · 27 / (43 · 42). A hand has at least one 6 with 1 - C(41, 14) / C(43, 14).
    """
    view = dealt("66666666112233", "444", 3).view(0)
    odds = holdings(view)
    one = comb(33, 4) / comb(43, 14)
    assert near(odds["set of 10"]["Grace"], one)
    assert near(odds["set of 10"]["Alan"], one)
    assert near(odds["set of 10"][SOMEBODY], 2 * one)
    left = gone(view)["6"]
    assert near(left[GONE], 15 * 14 / (43 * 42))
    assert near(left["1 left"], 2 * 15 * 28 / (43 * 42))
    assert near(left["2 left"], 28 * 27 / (43 * 42))
    assert near(none_beyond((8, 8, 8, 7, 10, 2), (14,), ((10, 6),) * 5 + ((0, 6),)), comb(41, 14) / comb(43, 14))


def test_hands_at_the_deal() -> None:
    """Nine of a kind: six ranks, C(10, 9) ways each. 5-4: 6 · 5 pairs of ranks. With 14 cards and no run, the ranks are two
    that do not touch (ten such pairs) or three (135, 136, 146 or 246); one rank is too few."""
    hands = comb(60, 9)
    assert near(patterns(6)["9"]["chance"], 6 * 10 / hands)
    assert near(patterns(6)["5-4"]["chance"], 30 * comb(10, 5) * comb(10, 4) / hands)
    apart = 10 * comb(20, 14) + 4 * (comb(30, 14) - 3 * comb(20, 14))
    assert near(patterns(4, "longest run")["no run"]["chance"], apart / comb(60, 14))
    both = sum(patterns(5)[row]["chance"] for row in patterns(5) if row.startswith("4-"))
    assert near(patterns(5, "biggest set")["set of 4"]["chance"], both)


# Brute force


class SmallTricks(Tricks):
    deck: ClassVar = list("11111222233345")
    hand_sizes: ClassVar = {2: 2, 3: 3}


def small(players: int, moves: int, seed: int) -> SmallTricks:
    """A random game with few cards after so many moves, with a combo to be played."""
    rng = Random(seed)
    for _ in range(1000):
        state = SmallTricks(NAMES[:players], rng.randrange(10**6))
        for _ in range(moves):
            if not state.over:
                state.play(rng.choice(state.legal_moves()))
        if not state.over and not state.claiming:
            return state
    pytest.fail("there is no such game")


def deals(view: TricksView) -> Iterator[list[str]]:
    """Every way to deal the unseen cards to the others; cards are told apart even when they are alike."""

    def deal(seats: list[int], cards: list[str]) -> Iterator[list[str]]:
        if not seats:
            yield []
            return
        for chosen in combinations(range(len(cards)), view.hand_sizes[seats[0]]):
            hand = "".join(cards[i] for i in chosen)
            for others in deal(seats[1:], [card for i, card in enumerate(cards) if i not in chosen]):
                yield [hand, *others]

    return deal([seat for seat in range(len(view.names)) if seat != view.seat], list(view.unseen))


def holds(hand: str, move: str) -> bool:
    return not Counter(move) - Counter(hand)


def beats(hand: str, move: str, lock: str) -> bool:
    kind = lock or ("" if COMBOS[move].kind == SINGLE else COMBOS[move].kind)
    return any(
        combo.strength > COMBOS[move].strength and holds(hand, other) and combo.kind in (SINGLE, kind or combo.kind)
        for other, combo in COMBOS.items()
    )


@pytest.mark.slow
@pytest.mark.parametrize(("players", "moves"), [(2, 0), (2, 1), (2, 2), (2, 9), (3, 0), (3, 1), (3, 6)])
@pytest.mark.parametrize("seed", range(3))
def test_the_odds_are_those_of_all_deals(players: int, moves: int, seed: int) -> None:
    state = small(players, moves, seed)
    seat = state.seat
    view = cast(TricksView, state.view(seat))
    rivals = [other for other in range(players) if other != seat]
    later = [i for i, other in enumerate(rivals) if other in view.turns]
    found = list(deals(view))
    odds = outlook(view)
    for move in view.legal:
        if odds[move][BEATEN]:
            continue
        able = sum(any(beats(hands[i], move, view.lock) for i in later) for hands in found)
        assert near(odds[move][OPEN], able / len(found))
        for i in later:
            alone = sum(beats(hands[i], move, view.lock) for hands in found)
            assert near(chance_beaten(view, rivals[i], move), alone / len(found))
    for rank, cells in gone(view).items():
        for left, column in enumerate(cells):
            dealt_so = sum("".join(hands).count(rank) == left for hands in found)
            if not any(view.pile_sizes):
                assert near(cells[column], dealt_so / len(found))
    kinds = {f"{kind} of {size}": (kind, size) for kind in (SET, RUN) for size in range(2, 7)}
    for row, cells in holdings(view).items():
        fits = [move for move, combo in COMBOS.items() if (combo.kind, len(move)) == kinds[row]]
        able = sum(any(holds(hand, move) for hand in hands for move in fits) for hands in found)
        assert near(cells[SOMEBODY], able / len(found))
        for i, other in enumerate(rivals):
            alone = sum(any(holds(hands[i], move) for move in fits) for hands in found)
            assert near(cells.get(NAMES[other], 0), alone / len(found))


# What views imagine


def frequencies(
    view: View, count: Callable[[Tricks], Counter[tuple[str, str]]], samples: int
) -> Counter[tuple[str, str]]:
    rng = Random(1)
    found: Counter[tuple[str, str]] = Counter()
    for _ in range(samples):
        found.update(count(cast(Tricks, view.sample(rng))))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("players", "moves"), [(2, 0), (2, 26), (3, 0), (3, 20), (4, 8), (5, 34), (6, 38)])
def test_exact_odds_agree_with_the_worlds_that_a_view_imagines(players: int, moves: int) -> None:
    state = position(players, moves)
    seat, samples = state.seat, 1500
    view = state.view(seat)
    held, left = holdings(view, trials=5), gone(view)
    rivals = {name: other for other, name in enumerate(NAMES[:players]) if other != seat}

    def count(world: Tricks) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        hands = {name: "".join(text) for name, other in rivals.items() if (text := _cards(world.hands[other]))}
        for row in held:
            kind, _, size = row.split()
            fits = [move for move, combo in COMBOS.items() if combo.kind == kind and len(move) == int(size)]
            able = [name for name, hand in hands.items() if any(holds(hand, move) for move in fits)]
            found.update((row, name) for name in able)
            found[row, SOMEBODY] += bool(able)
        for rank in "123456":
            copies = sum(
                _cards(pack[other]).count(rank) for pack in (world.hands, world.piles) for other in rivals.values()
            )
            found[rank, f"{copies} left" if copies else GONE] += 1
        return found

    found = frequencies(view, count, samples)
    for odds in (held, left):
        for row, cells in odds.items():
            for column, chance in cells.items():
                if column not in odds.errors.get(row, {}):
                    error = sqrt(chance * (1 - chance) / samples)
                    assert abs(found[row, column] / samples - chance) <= 4.5 * error + 1e-9


def _cards(hand: int) -> str:
    return "".join(rank * (hand // bits(rank) & 15) for rank in "123456")


def test_what_is_drawn_agrees_with_what_can_be_counted() -> None:
    """Six players at the deal: five hands are too many to count at once, but for small sets it can be done, in a while."""
    view = cast(TricksView, position(6, 0).view(0))
    odds = holdings(view, trials=2000)
    assert not odds.exact
    unseen = tuple(view.unseen.count(rank) for rank in "123456")
    for size in (3, 4):
        row = f"set of {size}"
        chance = 1 - none_beyond(unseen, view.hand_sizes[1:], ((size - 1, 6),) * 6)
        assert abs(odds[row][SOMEBODY] - chance) <= 4.5 * odds.errors[row][SOMEBODY] + 1e-9
        assert "Grace" not in odds.errors[row]
    assert holdings(view, trials=50, seed=1).to_dict() == holdings(view, trials=50, seed=1).to_dict()
    assert holdings(view, trials=50, seed=1).to_dict() != holdings(view, trials=50, seed=2).to_dict()


# Everywhere


def sums_to_one(odds: Odds) -> bool:
    return all(
        abs(sum(number for column, number in row.items() if column not in odds.units) - 1) < 1e-12
        for row in odds.values()
    )


@pytest.mark.parametrize("players", [2, 3, 6, *(pytest.param(number, marks=pytest.mark.slow) for number in (4, 5))])
def test_every_question_has_an_answer_at_every_point(players: int) -> None:
    state, rng = new("tricks", NAMES[:players], players, first=players - 1), Random(players)
    while not state.over:
        view = state.view(state.seat)
        odds = outlook(view, trials=3, seed=1)
        assert list(odds) == list(view.legal)
        assert sums_to_one(odds)
        spectator = state.view(None)
        for watching in (view, spectator, state.view((state.seat + 1) % players)):
            assert sums_to_one(gone(watching))
        if rng.random() < 0.1:
            for watching in (view, spectator):
                cells = [number for row in holdings(watching, trials=3).values() for number in row.values()]
                assert all(0 <= number <= 1 for number in cells)
            if not cast(TricksView, view).claiming:
                expected = claims(view, "beginner", trials=2)
                assert sums_to_one(expected)
                assert list(expected) == list(view.legal)
        state.play(rng.choice(state.legal_moves()))
    assert sums_to_one(gone(state.view(0)))
    with pytest.raises(BadSetup, match="over"):
        holdings(state.view(0))


def test_claims_follow_what_players_do() -> None:
    """Whoever plays last knows the place; of players who only ever play their lowest single, every pair claims first."""
    state = position(4, 3, seed=1)
    place = sorted([COMBOS[move].strength for _, _, move in state.trick], reverse=True)
    worth = sorted((sum(map(int, item)) for item in state.row), reverse=True)
    odds = claims(state.view(state.seat), trials=2)
    for move, row in odds.items():
        ahead = sum(strength >= COMBOS[move].strength for strength in place)
        assert row[ordinal(ahead + 1)] == 1
        assert row[POINTS] == worth[ahead]
    lead = position(4, 0).view(0)
    meek = claims(lead, lambda view, rng: view.legal[0], trials=20)
    assert all(row["1st"] == 1 for move, row in meek.items() if len(move) > 1)
    assert claims(lead, trials=5, seed=3).to_dict() == claims(lead, trials=5, seed=3).to_dict()


def test_a_claim_is_worth_what_it_is_worth() -> None:
    state = position(3, 3)
    assert state.claiming
    view = state.view(state.seat)
    assert dict(any_outlook(view)) == {move: {f"{sum(map(int, move[1:]))} points": 1.0} for move in view.legal}
    with pytest.raises(BadSetup, match="have all been played"):
        claims(view)


def test_players_of_one_name_are_told_apart() -> None:
    view = new("tricks", ["Ada", "Bo", "Bo", SOMEBODY], 1).view(0)
    columns = list(holdings(view)["set of 2"])
    assert columns == [SOMEBODY, "Bo (seat 1)", "Bo (seat 2)", "some opponent (seat 3)"]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("by", BY)
def test_patterns_are_all_hands(players: int, by: str) -> None:
    assert near(sum(row["chance"] for row in patterns(players, by).values()), 1)


@pytest.mark.parametrize("arguments", [(1,), (7,), ("4",), (True,), (4, "colour")])
def test_patterns_of_no_game_are_refused(arguments: Any) -> None:
    with pytest.raises(BadSetup):
        patterns(*arguments)


@pytest.mark.parametrize("ask", [outlook, claims, holdings])
def test_a_number_of_trials_that_is_none_is_refused(ask: Callable[..., Odds]) -> None:
    for trials in (0, 1, -3, 1.5, "many"):
        with pytest.raises(BadSetup, match="trials"):
            ask(position(2, 0).view(0), trials=trials)


@pytest.mark.parametrize("ask", [outlook, claims])
def test_only_who_is_to_move_has_an_outlook(ask: Callable[..., Odds]) -> None:
    state = position(3, 1)
    for seat in (0, 2, None):
        with pytest.raises(BadSetup, match="not the one to move"):
            ask(state.view(seat))
    with pytest.raises(BadSetup, match="There is no player"):
        claims(state.view(1), "nobody")

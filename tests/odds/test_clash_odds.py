"""Odds of `clash`: numbers derived by hand, against every layout of small decks, against samples, and at every point of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, sqrt
from random import Random
from typing import ClassVar

import pytest

from rainbowkit import odds
from rainbowkit.arrangements import HalfSeen
from rainbowkit.errors import BadSetup
from rainbowkit.games.clash import DECK, FLIPS, PLAYS, STOP, Clash, ClashView
from rainbowkit.odds import Odds
from rainbowkit.odds.clash import (
    WEATHERS,
    backs,
    memory,
    opponents_cards,
    opponents_rainbow,
    opponents_turn,
    outlook,
    plan,
    weather,
)
from tests.engine.test_samples import DECKS, begun, half_seen, layouts, play

NAMES = ["Ada", "Grace"]


def dealt(first: str, last: str, moves: str = "") -> Clash:
    """A game whose deck begins and ends with these cards, after these moves."""
    front, end = first.split(), last.split()
    taken = Counter("".join(sorted(card)) for card in front + end)
    rest = [card for card in DECK for pair in ["".join(sorted(card))] if not _take(taken, pair)]
    state = Clash(NAMES, shuffles=[[*front, *rest, *end]])
    play(state, moves)
    return state


def _take(taken: Counter[str], pair: str) -> bool:
    taken[pair] -= 1
    return taken[pair] >= 0


def reds(moves: str = "") -> Clash:
    """Seat 0 sees seven red faces: its hand, its end of the deck, and the backs of the other hand."""
    return dealt("RO RO RY RY", "RG RG RT", moves)


def close(found: dict[str, float], **wanted: float) -> None:
    assert {name: number for name, number in found.items() if number} == pytest.approx(
        {name: number for name, number in wanted.items() if number}, abs=1e-12
    )


# By hand


def test_a_blind_rainbow_hides_the_cloud_once_in_eight() -> None:
    """Seven of the eight Rainbow cards show their Rainbow. Their backs are seven of seven colours and one Cloud, so each
    of them is the Cloud with 1/8."""
    state = dealt("WR WO WY WG", "WT WB WP")
    view = state.view(0)
    found = outlook(view)
    close(found["P1"], sun=1)
    close(found["B2"], sun=7 / 8, overcast=1 / 8)
    close(backs(view)["W"], **dict.fromkeys("ROYGTBPC", 1 / 8))


def test_a_plan_of_a_flip_and_a_blind_card_draws_two_red_backs_of_fourteen() -> None:
    """All that is seen is red, so the backs of the cards are drawn from those of the 14 red cards: six colours twice, the
    Rainbow and the Cloud. A flip and a blind card draw two of them in order, 14 * 13 = 182 ways. The first is the Cloud
    in 13 ways. Else the second is the Cloud in 13 ways, and the same colour in 12; 144 are left."""
    found = plan(reds().view(0), ["P1", "F1", "B1"])
    close(found["1. P1"], safe=1)
    close(found["2. F1"], safe=169 / 182, overcast=13 / 182)
    close(found["3. B1"], safe=144 / 182, clash=12 / 182, overcast=13 / 182)


def test_what_a_flip_shows_matters_when_the_same_card_is_flipped_again() -> None:
    """The first flip shows the Cloud with 1/14. If not, flipping it again brings back the red that has been seen: that is
    safe after a blind card unless this one clashed before, and never shows anything new. Two cards were drawn from 14: as
    above, 144 of 182 are left after the blind card. The blind card, a back of red, is never red, so the red one fits."""
    found = plan(reds().view(0), ["P1", "F1", "B1", "F1", "P1"])
    close(found["4. F1"], safe=144 / 182)
    close(found["5. P1"], clash=144 / 182)  # the third card is red as well, and so is the one just turned back


def test_the_opponent_holds_three_red_backs_of_fourteen() -> None:
    """An open card of the opponent shows one of the 14 backs of red: the Cloud with 1/14. Three of them hold the Cloud
    with 3/14, and nothing else fails to fit beside a red, of which no red card has two. A blind one shows its red."""
    view = reds("P1").view(0)
    found = opponents_turn(view)
    assert list(found) == ["P1", "P2", "P3", "B1", "B2", "B3", "F1"]
    close(found["P3"], sun=13 / 14, overcast=1 / 14)
    close(found["B1"], clash=1)
    close(found["F1"], sun=13 / 14, overcast=1 / 14)
    number = opponents_cards(view)
    close({row: cells["chance"] for row, cells in number.items()}, **{"2": 3 / 14, "3": 11 / 14})


def test_memory_is_worth_what_a_forgotten_back_would_have_cost() -> None:
    """Seat 0 has played a red card blind, and an orange lies there. It remembers the red, so a flip is safe. Who has
    forgotten it sees six red faces and an orange: if the orange card is one of the 2 red ones, the six are of 13 others, else
    (2 * 5 of colours, 1 Rainbow, 1 Cloud) of 14. One of the 12 is the Cloud."""
    found = memory(reds("B1").view(0))
    cloud = comb(14, 6) / (2 * comb(13, 6) + 12 * comb(14, 6))
    close(found["F1"], **{"from sight": 1 - cloud, "from memory": 1, "difference": cloud})
    close(found[STOP], **{"from sight": 1, "from memory": 1})


def test_the_sixth_card_makes_the_rainbow() -> None:
    """Red, green, orange, teal and yellow are up; seat 1 sees a blue and a purple."""
    assert weather("W", 0b11111, 6) == "rainbow"
    state = dealt("RO OR YB RY", "WP RB RT RG", "P1, S, P1, S, P1, S, P1, S, P1, S")
    found = outlook(state.view(1))
    close(found["P1"], rainbow=1)
    close(found["P2"], rainbow=1)
    assert found["B1"]["rainbow"] > 0
    assert not any(found[move]["sun"] for move in PLAYS)
    close(plan(state.view(1), ["P2"])["1. P2"], safe=1)
    play(state, "P2")
    assert state.scores() == [0, 6]


# Every layout of a small deck


class SevenCards(Clash):
    deck: ClassVar = ["RO", "RY", "OY", "GW", "RG", "RO", "BC"]


class EightCards(Clash):
    deck: ClassVar = ["RO", "RY", "OY", "GB", "RG", "OG", "BC", "RW"]


class TenCards(Clash):
    deck: ClassVar = ["RO", "RY", "RY", "OY", "GB", "RG", "OG", "BC", "RW", "YW"]


def brought(world: Clash, move: str) -> tuple[str, Clash]:
    """What a move brings in this world, and the world after it."""
    after = world.copy()
    after.play(move)
    if move == STOP or after.line:
        return "sun", after
    if move in FLIPS:
        card, side = world.line[FLIPS[move]], 1 - world.up[FLIPS[move]]
    else:
        how, i = PLAYS[move]
        card, side = world.hands[world.seat][i], world.seat if how == "P" else 1 - world.seat
    won = len(after.captured[world.seat]) > len(world.captured[world.seat])
    return ("rainbow" if won else "overcast" if world.cards[card][side] == "C" else "clash"), after


def outlook_of(worlds: Sequence[Clash], moves: Sequence[str]) -> dict[str, dict[str, float]]:
    """How often each move brings each weather in these worlds."""
    table = {}
    for move in moves:
        counts = Counter(brought(world, move)[0] for world in worlds)
        table[move] = {name: counts[name] / len(worlds) for name in WEATHERS}
    return table


def plan_of(worlds: Sequence[Clash], moves: Sequence[str]) -> dict[str, dict[str, float]]:
    """How far a plan gets in these worlds."""
    alive, table = list(worlds), {}
    for number, move in enumerate(moves, 1):
        counts: Counter[str] = Counter()
        then = []
        for world in alive:
            found, after = brought(world, move)
            counts["safe" if found in ("sun", "rainbow") else found] += 1
            if found in ("sun", "rainbow"):
                then.append(after)
        alive = then
        table[f"{number}. {move}"] = {name: counts[name] / len(worlds) for name in ("safe", "clash", "overcast")}
    return table


def random_plan(state: Clash, rng: Random) -> list[str]:
    """Moves that are possible one after the other, whatever comes up: the table without its faces."""
    blank, moves = state.copy(), []
    blank.cards = ["WW"] * len(state.cards)
    blank.up_bits = 0
    while blank.seat == state.seat and not blank.over and blank.legal_moves() and len(moves) < 6:
        move = rng.choice(blank.legal_moves())
        moves.append(move)
        before = len(blank.line)
        blank.play(move)
        if len(blank.line) < before or move == STOP:
            break
    return moves


def same(found: Odds, table: dict[str, dict[str, float]]) -> None:
    assert list(found) == list(table)
    for row, cells in found.items():
        assert cells == pytest.approx(table[row], abs=1e-12)


def worlds_of(view: ClashView) -> list[Clash]:
    """All worlds that agree with a view, which are equally likely."""
    deck = Counter(view.kind.deck)  # type: ignore[attr-defined]
    found = [view._replayed(list(order)) for order in layouts(view.faces, deck)]
    return [world for world in found if isinstance(world, Clash)]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "moves"), [(SevenCards, 0), (EightCards, 3), (TenCards, 0), (TenCards, 5)])
def test_odds_are_those_of_all_layouts(kind: type[Clash], moves: int) -> None:
    state = begun(kind, 2, moves)
    assert isinstance(state, Clash)
    rng = Random(moves)
    view = state.view(state.seat)
    worlds = worlds_of(view)
    assert len(worlds) > 10
    same(outlook(view), outlook_of(worlds, view.legal))
    for _ in range(6):
        steps = random_plan(state, rng)
        same(plan(view, steps), plan_of(worlds, steps))


@pytest.mark.slow
def test_odds_of_the_opponents_turn_are_those_of_all_layouts() -> None:
    state = begun(EightCards, 2, 2, lambda state: state.legal_moves()[0] == STOP)
    view = state.view(state.seat)
    assert isinstance(view, ClashView)
    worlds = worlds_of(view)
    for world in worlds:
        world.play(STOP)
    found = opponents_turn(view)
    same(found, outlook_of(worlds, list(found)))
    assert list(found) == worlds[0].legal_moves()
    fitting = Counter(
        sum(brought(world, f"P{i + 1}")[0] in ("sun", "rainbow") for i in range(len(world.hands[world.seat])))
        for world in worlds
    )
    for number, cells in opponents_cards(view).items():
        assert cells["chance"] == pytest.approx(fitting[int(number)] / len(worlds), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS, ids="-".join)
def test_backs_and_unseen_cards_are_those_of_all_layouts(deck: list[str]) -> None:
    rng = Random("".join(deck))
    for blank in (0, 1, 2, 3):
        places = half_seen(deck, blank, rng)
        rng.shuffle(places)
        found = list(layouts(places, Counter(deck)))
        seen = HalfSeen(places, deck)
        hidden: dict[str, Counter[str]] = {}
        cards: Counter[str] = Counter()
        for laid in found:
            for place, card in zip(places, laid, strict=True):
                if place == "??":
                    cards["".join(sorted(card))] += 1
                elif "?" in place:
                    face = place.strip("?")
                    hidden.setdefault(face, Counter())[card.replace(face, "")] += 1
        shares = {face: {back: n / counts.total() for back, n in counts.items()} for face, counts in hidden.items()}
        assert seen.backs().keys() == shares.keys()
        for face, chances in seen.backs().items():
            assert chances == pytest.approx(shares[face], abs=1e-12)
        assert seen.cards() == pytest.approx({card: n / cards.total() for card, n in cards.items()}, abs=1e-12)


# Samples of the whole deck


def positions(seed: int, every: int) -> Iterator[Clash]:
    """Points of a random game in which lines get longer than chance would have them."""
    state, rng = Clash(NAMES, seed), Random(seed)
    while not state.over:
        if len(state.moves) % every == every - 1:
            yield state
        moves = state.legal_moves()
        safe = [move for move in moves if brought(state, move)[0] in ("sun", "rainbow")]
        state.play(rng.choice(safe if safe and rng.random() < 0.9 else moves))


def agrees(found: Odds, table: dict[str, dict[str, float]], trials: int) -> None:
    """Is every number within five standard errors of what was counted?"""
    for row, cells in found.items():
        assert sum(cells.values()) <= 1 + 1e-12
        for name, chance in cells.items():
            error = sqrt(chance * (1 - chance) / trials)
            assert abs(chance - table[row][name]) <= 5 * error + 1e-9, (row, name)


@pytest.mark.slow
def test_odds_are_the_frequencies_of_samples() -> None:
    rng, checked = Random(7), 0
    for state in positions(1, 13):
        view = state.view(state.seat)
        worlds = [view.sample(rng) for _ in range(300)]
        agrees(outlook(view), outlook_of(worlds, view.legal), len(worlds))
        steps = random_plan(state, rng)
        agrees(plan(view, steps), plan_of(worlds, steps), len(worlds))
        found = opponents_turn(state.view(1 - state.seat))
        others = [state.view(1 - state.seat).sample(rng) for _ in range(300)]
        agrees(found, outlook_of(others, list(found)), len(others))
        checked += 1
    assert checked > 5


def test_backs_are_the_frequencies_of_samples() -> None:
    rng = Random(3)
    state = next(positions(2, 40))
    view = state.view(0)
    orders = [view.hidden.sample(rng) for _ in range(1500)]
    for face, chances in backs(view).items():
        place = next(i for i, both in enumerate(view.faces) if both.strip("?") == face)
        counts = Counter(order[place].replace(face, "") for order in orders)
        for back, chance in chances.items():
            assert abs(counts[back] / 1500 - chance) <= 5 * sqrt(chance * (1 - chance) / 1500) + 1e-9
    blanks = [i for i, both in enumerate(view.faces) if both == "??"]
    counts = Counter("".join(sorted(order[blanks[0]])) for order in orders)
    found = view.hidden.cards()
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)
    for card, chance in found.items():
        assert abs(counts["".join(sorted(card))] / 1500 - chance) <= 5 * sqrt(chance * (1 - chance) / 1500) + 1e-9


def test_a_rainbow_of_the_opponent_is_simulated() -> None:
    view = dealt("RO OR YB RY", "WP RB RT RG", "P1, S, P1, S, P1, S, P1, S, P1").view(0)
    found = opponents_rainbow(view, trials=50)
    assert found.to_dict() == opponents_rainbow(view, trials=50, seed=0).to_dict()
    assert (found.exact, found.trials) == (False, 50)
    assert found["rainbow"]["chance"] > 0.8  # five cards lie there, and seat 1 may flip any and play any of three
    assert opponents_rainbow(reds().view(0), trials=20)["rainbow"] == {"chance": 0.0}  # three cards cannot be six


# At every point


@pytest.mark.parametrize("seed", [0, 1])
def test_every_question_has_an_answer_at_every_point(seed: int) -> None:
    rng = Random(seed)
    for state in positions(seed, 1):
        mover, waits = state.view(state.seat), state.view(1 - state.seat)
        found = odds.outlook(mover)
        assert tuple(found) == mover.legal
        forgetful = outlook(mover, remember=False)
        for row in (*found.values(), *forgetful.values(), *backs(mover).values(), *opponents_turn(waits).values()):
            assert sum(row.values()) == pytest.approx(1, abs=1e-12)
            assert all(0 <= chance <= 1 + 1e-12 for chance in row.values())
        for row in memory(mover).values():
            assert row["from sight"] + row["difference"] == pytest.approx(row["from memory"], abs=1e-12)
        steps = random_plan(state, rng)[:4]
        *_, last = rows = list(plan(mover, steps).values())
        assert last["safe"] + sum(row["clash"] + row["overcast"] for row in rows) == pytest.approx(1, abs=1e-12)
        if rng.random() < 0.2:
            assert sum(row["chance"] for row in opponents_cards(waits).values()) == pytest.approx(1, abs=1e-12)


# What makes no sense


def test_questions_that_make_no_sense_are_refused() -> None:
    state = reds()
    for question in (outlook, memory, lambda view: plan(view, ["P1"])):
        for seat in (1, None):
            with pytest.raises(BadSetup, match="not the one to move"):
                question(state.view(seat))
    for moves, message in [
        ([], "at least one"),
        ("P1", "a list"),
        (["P4"], "Step 1 .*P4"),
        (["F1"], "Step 1"),
        (["P1", "P1"], "Step 2"),
        (["P1", "F2"], "Step 2"),
        (["P1", "F1", "P3"], "Step 3"),
        (["P1", "S", "P1"], "Step 3"),
        (["P1", "F1", "P1", "F1", "P1", "S"], "Step 6"),
    ]:
        with pytest.raises(BadSetup, match=message):
            plan(state.view(0), moves)
    for question in (opponents_turn, opponents_cards, opponents_rainbow):
        with pytest.raises(BadSetup, match="spectator"):
            question(state.view(None))
    for trials in (0, True, 2.5):
        with pytest.raises(BadSetup, match="trials"):
            opponents_rainbow(state.view(0), trials=trials)  # type: ignore[arg-type]


def test_there_is_no_turn_after_the_last() -> None:
    seen = set()
    for seed in range(6):
        for state in positions(seed, 1):
            view = state.view(state.seat)
            after = state.copy()
            if STOP in view.legal:
                after.play(STOP)
            if view.last_turn or after.over:
                with pytest.raises(BadSetup, match="the game ends first"):
                    opponents_turn(view)
                seen.add("last turn" if view.last_turn else "short line")
            else:
                assert opponents_turn(view)
        with pytest.raises(BadSetup, match="over"):
            opponents_turn(state.view(0))
    assert seen == {"last turn", "short line"}

"""The ladder's players of `clash`: legal, the same again for a seed, led by nothing that is hidden, and saying why."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rainbowkit.games.clash import BIT, COLOURS, DECK, STOP, Clash, ClashView
from rainbowkit.odds.clash import outlook
from rainbowkit.players import PLAYERS, Choice, find
from rainbowkit.players import clash as ladder
from rainbowkit.players.clash import PRINTED, CountingSearch, Reckoner, beginner, expert, skilled
from tests.odds.test_clash_odds import dealt

NAMES = ["Ada", "Grace"]
RULES = (beginner, skilled)
RECKONER = Reckoner(PRINTED)
QUICK = CountingSearch(
    "Plays a few games in its head.", RECKONER.policy, RECKONER.value, playouts=24, worlds=4, horizon=6
)


def points(seed: int, wild: float) -> Iterator[Clash]:
    """Points of a game between two who follow the playout policy, but make some moves at random."""
    state, rng = Clash(NAMES, seed, first=seed % 2), Random(seed)
    while not state.over:
        yield state
        state.play(rng.choice(state.legal_moves()) if rng.random() < wild else RECKONER.policy(state, rng))


def check(choice: Choice, view: ClashView) -> None:
    assert choice.move in view.legal
    assert choice.why.endswith(".")
    assert choice.why[:-1].strip()


@pytest.mark.parametrize("wild", [0.05, 1])
def test_moves_are_legal_and_come_with_a_sentence_and_are_the_same_again(wild: float) -> None:
    for number, state in enumerate(points(1, wild)):
        view = state.view(state.seat)
        for rule in RULES:
            check(rule(view, Random(number)), view)
            assert rule(view, Random(number)) == rule(state.view(state.seat), Random(number))
        if number % 4 == 0:
            check(QUICK(view, Random(number)), view)
            assert QUICK(view, Random(number)) == QUICK(state.view(state.seat), Random(number))


def test_the_expert_of_the_ladder_plays_with_few_playouts_too() -> None:
    state = next(points(3, 0))
    view = state.view(state.seat)
    for playouts in (1, 20):
        found = expert.assess(view, Random(1), playouts)
        assert found.keys() <= set(view.legal)
        assert all(0 <= estimate.value <= 1 for estimate in found.values())
    check(expert(view, Random(1)), view)


@pytest.mark.parametrize("rule", [*RULES, QUICK], ids=["beginner", "skilled", "expert"])
def test_nothing_hidden_changes_a_move(rule: object) -> None:
    assert callable(rule)
    rng = Random(2)
    for number, state in enumerate(points(2, 0.2)):
        if number % 5 == 0:
            view = state.view(state.seat)
            world = view.sample(rng)
            assert rule(view, Random(number)) == rule(world.view(state.seat), Random(number))


def test_in_a_playout_nobody_sees_what_is_hidden_from_the_seat_that_moves() -> None:
    rng, differ = Random(4), 0
    for state in points(4, 0.2):
        world = state.view(state.seat).sample(rng)
        differ += world.cards != state.cards
        assert RECKONER.prospects(world) == RECKONER.prospects(state)
        assert RECKONER.candidates(world) == RECKONER.candidates(state)
        assert RECKONER.policy(world, rng) in state.legal_moves()
    assert differ > 50


def test_values_are_chances_and_the_end_is_a_win_a_loss_or_half() -> None:
    ends = set()
    for seed in range(12):
        for state in points(seed, 0.5):
            assert sum(RECKONER.value(state)) == pytest.approx(1)
            assert all(0 < hope < 1 for hope in RECKONER.value(state))
        ends.add(tuple(RECKONER.value(state)))
        mine, other = state.scores()
        assert RECKONER.value(state)[0] == (0.5 if mine == other else mine > other)
    assert {(0.0, 1.0), (1.0, 0.0)} <= ends


def test_without_counting_the_other_face_of_a_red_card_fits_as_the_deck_has_it() -> None:
    """A red card has one of 14 other faces: each of the six other colours twice, the Rainbow and the Cloud."""
    assert PRINTED["R"][0] == 13 / 14
    assert PRINTED["R"][BIT["R"]] == 13 / 14
    assert PRINTED["R"][BIT["G"] | BIT["B"]] == 9 / 14
    assert PRINTED["W"][0b1111111] == 0
    assert PRINTED["C"][0b1111111] == 1 / 8
    assert set(PRINTED) == set("".join(DECK))
    assert PRINTED["W"][sum(BIT[face] for face in COLOURS if face != "R")] == 1 / 8


def test_beginner_plays_what_fits() -> None:
    state = dealt("RO GO YB CT", "WP RB RT RG", "P1, S")
    assert beginner(state.view(1), Random(0)).move == "P1"
    state = dealt("RO GO YB CT", "WP RY RT GR", "P1, S")  # seat 1 sees red, teal and yellow
    assert beginner(state.view(1), Random(0)).move == "P2"
    state = dealt("RO RG RB RT", "WP OG YG GB", "P1, S, P1, S")  # red and blue lie there, and seat 0 sees three reds
    assert beginner(state.view(0), Random(0)).move == "B1"
    assert beginner(dealt("RO RG RB RT", "WP OG YG GB", "P1").view(0), Random(0)).move == STOP


def test_skilled_makes_a_rainbow_that_it_sees_and_says_so() -> None:
    view = dealt("RO OR YB RY", "WP RB RT RG", "P1, S, P1, S, P1, S, P1, S, P1, S").view(1)
    choice = skilled(view, Random(0))
    assert outlook(view)[choice.move]["rainbow"] == 1
    assert choice.why == f"I play card {choice.move[1]} open: that makes the rainbow with 100 %."


def test_expert_makes_a_rainbow_that_it_sees() -> None:
    """It may flip a card first that it knows to be safe."""
    state = dealt("RO OR YB RY", "WP RB RT RG", "P1, S, P1, S, P1, S, P1, S, P1, S")
    while state.seat == 1:
        state.play(expert(state.view(1), Random(0)).move)
    assert state.scores() == [0, 6]


def test_skilled_tells_its_risk_as_it_is() -> None:
    told = set()
    for state in points(6, 0.2):
        view = state.view(state.seat)
        move, why = skilled(view, Random(0))
        row = outlook(view)[move]
        if "that risks" in why:
            assert f"risks {100 * (row['clash'] + row['overcast']):.0f} %" in why
        told.add(move[0])
        told.add(why.split()[1])
    assert told >= {"P", "B", "F", STOP, "play", "flip", "stop:"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("higher", "lower", "deals", "least"), [("beginner", "random", 15, 24), ("skilled", "beginner", 15, 20)]
)
def test_each_rung_beats_the_one_below(higher: str, lower: str, deals: int, least: int) -> None:
    won = 0
    for deal in range(deals):
        for seat in (0, 1):
            state = Clash(NAMES, deal)
            rng = Random(deal)
            players = [find(lower), find(lower)]
            players[seat] = find(higher)
            while not state.over:
                state.play(players[state.seat](state.view(state.seat), rng))
            won += state.winners() == [seat]
    assert won >= least


def test_every_rung_says_in_a_line_how_it_plays() -> None:
    lines = {rung.about("clash") for rung in PLAYERS.values()}
    assert len(lines) == len(PLAYERS)
    assert all(line.endswith(".") for line in lines)
    assert ladder.expert.__doc__ in lines

"""What all odds have in common: how numbers read, how sure simulated ones are, and what cannot be asked."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import pytest

from rainbowkit import GAMES, BadSetup, match, new
from rainbowkit.odds import Odds, Tally, clash, kobito, outlook, rainbonus, tricks

QUESTIONS: dict[str, list[Callable[..., Odds]]] = {
    "clash": [
        *(clash.outlook, clash.backs, clash.memory, clash.opponents_turn, clash.opponents_cards),
        *(clash.opponents_rainbow, lambda view: clash.plan(view, ["P1"])),
    ],
    "tricks": [tricks.outlook, tricks.claims, tricks.holdings, tricks.gone],
    "kobito": [kobito.outlook, kobito.payment, kobito.refill, kobito.finishers],
    "rainbonus": [rainbonus.outlook, rainbonus.draws, rainbonus.completion, rainbonus.weather, rainbonus.reach],
}
SIMULATED: list[tuple[str, Callable[..., Odds]]] = [
    ("clash", clash.opponents_rainbow),
    *(("tricks", question) for question in (tricks.outlook, tricks.claims, tricks.holdings)),
    *(("kobito", question) for question in (kobito.payment, kobito.finishers)),
    ("rainbonus", rainbonus.weather),
]


# Numbers


def test_rounding_makes_nothing_unsure() -> None:
    row = {"sure": 1 - 1e-16, "never": 1e-17, "less": -1e-17, "rare": 0.0001, "nearly": 0.9999, "tiny loss": -0.0001}
    odds = Odds("?", {"a": row})
    assert [odds.cell("a", name) for name in row] == ["100.0 %", "0.0 %", "0.0 %", "< 0.1 %", "> 99.9 %", "0.0 %"]


def test_trials_that_all_agree_are_not_sure() -> None:
    """A share of 1 in 8 trials is taken for 9 in 10 when it comes to the error: sqrt(0.9 * 0.1 / 8)."""
    tally = Tally()
    for value in range(8):
        tally.add("row", {"always": 1.0, "never": 0.0, "now and then": value % 2, "points": 1})
    odds = tally.odds("?", units={"points": "points"})
    assert odds["row"] == {"always": 1, "never": 0, "now and then": 0.5, "points": 1}
    assert odds.errors["row"] == pytest.approx(
        {"always": sqrt(0.09 / 8), "never": sqrt(0.09 / 8), "now and then": sqrt(0.25 / 7), "points": 0}
    )
    assert odds.cell("row", "always") == "100.0 ± 10.6 %"


# What cannot be asked


@pytest.mark.parametrize(("one", "other"), list(pairwise([*GAMES, "tricks"])))
def test_a_question_is_about_a_view_of_its_game(one: str, other: str) -> None:
    for question in QUESTIONS[one]:
        with pytest.raises(BadSetup, match=f"This question is about {one}, and the view is of {other}"):
            question(new(other, 2, 1).view(0))


@pytest.mark.parametrize("game", GAMES)
def test_a_state_and_other_things_are_no_views(game: str) -> None:
    for question in (outlook, *QUESTIONS[game]):
        with pytest.raises(BadSetup, match=r"state\.view\(0\) is that of seat 0"):
            question(new(game, 2, 1))
        for thing in (None, game, 5):
            with pytest.raises(BadSetup, match="This needs a view, such as "):
                question(thing)


@pytest.mark.parametrize("game", GAMES)
def test_of_a_finished_game_it_is_said_that_it_is_over(game: str) -> None:
    view = match(game, ["random", "random"], 1).view(0)
    for question in (outlook, QUESTIONS[game][0]):
        with pytest.raises(BadSetup, match="the game is over"):
            question(view)


@pytest.mark.parametrize(("game", "question"), SIMULATED)
def test_a_simulation_takes_two_trials_and_a_seed(game: str, question: Callable[..., Odds]) -> None:
    view = new(game, 2 if game == "clash" else 5, 1).view(0)
    trials: Any
    for trials in (1, 0, -3, True, 2.5, "many"):
        with pytest.raises(BadSetup, match="The number of trials must be a whole number from 2"):
            question(view, trials=trials)
    assert question(view, trials=2, seed="a text")


def test_a_seed_that_is_none_is_refused() -> None:
    seed: Any
    for seed in ([1], 1.5, {}):
        with pytest.raises(BadSetup, match="A seed is a whole number or text"):
            clash.opponents_rainbow(new("clash", 2, 1).view(0), seed=seed)


def test_who_claims_is_asked_of_players_that_play() -> None:
    view = new("tricks", 2, 1).view(0)
    player: Any
    for player in (None, 5):
        with pytest.raises(BadSetup, match="A player is a name or a function"):
            tricks.claims(view, player)
    for move, words in (("xx", "is no move of this game"), ("+6", "is not legal here")):
        with pytest.raises(ValueError, match=words):
            tricks.claims(view, lambda view, rng, move=move: move, trials=2)


def test_a_plan_is_a_list() -> None:
    moves: Any
    for moves in (5, None, {"P1"}, iter(["P1"])):
        with pytest.raises(BadSetup, match="A plan is a list of moves"):
            clash.plan(new("clash", 2, 1).view(0), moves)


# Bounds


@pytest.mark.parametrize("seed", range(2))
def test_anyone_is_as_likely_as_each_alone_allows(seed: int) -> None:
    state, rng = new("kobito", 3, seed), Random(seed)
    certain = 0
    while not state.over and len(state.moves) < 120:
        if len(state.moves) % 20 == 0:
            found = kobito.finishers(state.view(state.seat), trials=20)
            for row, cells in found.items():
                *alone, anyone = cells.values()
                least, most = max(alone), min(1.0, sum(alone))
                assert least - 1e-12 <= anyone <= most + 1e-12
                if "anyone" not in found.errors.get(row, {}):
                    certain += 1
                    assert anyone == pytest.approx(least, abs=1e-12)
                else:
                    assert found.errors[row]["anyone"] <= most - least
        state.play(rng.choice(state.legal_moves()))
    assert certain

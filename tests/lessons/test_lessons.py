"""The lessons' content: all that is asked can be answered, all that is said is there, and the numbers agree."""

from __future__ import annotations

import json
from itertools import product
from math import inf, nan
from typing import Any

import pytest

from rainbowkit import GAMES, BadSetup, IllegalMove, rules
from rainbowkit.lessons import (
    CELL,
    Drill,
    Exercise,
    Exploration,
    Guess,
    Question,
    drills,
    exercise,
    exercises,
    explorations,
    guesses,
    questions,
)
from rainbowkit.odds import Odds

DRILLS = [(game, drill) for game in GAMES for drill in drills(game)]
QUESTIONS = [(game, question) for game in GAMES for question in questions(game)]
GUESSES = [(game, guess) for game in GAMES for guess in guesses(game)]
EXPLORATIONS = [(game, exploration) for game in GAMES for exploration in explorations(game)]
EXERCISES = [(game, exercise) for game in GAMES for exercise in exercises(game)]


def named(lessons: list[tuple[str, Any]]) -> Any:
    return pytest.mark.parametrize(
        ("game", "lesson"), lessons, ids=[f"{game}:{lesson.name}" for game, lesson in lessons]
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_enough_of_each_and_no_name_twice(game: str) -> None:
    for ask, least in ((drills, 5), (questions, 4), (guesses, 3), (explorations, 2), (exercises, 3)):
        names = [lesson.name for lesson in ask(game)]  # type: ignore[operator]
        assert least <= len(names) == len(set(names))
    assert all(found.name.startswith(f"{game}-") for found in exercises(game))


def test_lessons_are_asked_for_by_name() -> None:
    assert [drill.name for drill in drills("clash", "cloud", "open-or-blind")] == ["cloud", "open-or-blind"]
    with pytest.raises(BadSetup, match="clash has no question 'x': there is faces"):
        questions("clash", "x")
    with pytest.raises(BadSetup):
        drills("chess")
    for nonsense in ("nothing", "", "clash", "clash-x", None):
        with pytest.raises(BadSetup):
            exercise(nonsense)  # type: ignore[arg-type]


# Drills


@named(DRILLS)
def test_a_drill_has_a_decision_with_right_and_wrong_legal_moves(game: str, lesson: Drill) -> None:
    state = lesson.position()
    legal = state.legal_moves()
    assert (state.facts.id, state.seat, state.over) == (game, lesson.seat, False)
    assert json.loads(json.dumps(lesson.record)) == lesson.record
    assert lesson.right
    assert set(lesson.right) < set(legal)
    assert set(lesson.wrong) <= set(legal) - set(lesson.right)
    assert set(legal) > set(lesson.right), "there is nothing to get wrong"


@named(DRILLS)
def test_every_legal_move_of_a_drill_is_answered(game: str, lesson: Drill) -> None:
    for move in lesson.position().legal_moves():
        right, said = lesson.answer(move)
        assert right == (move in lesson.right)
        assert_sentence(said)
    assert_sentence(lesson.help())
    assert not CELL.search(lesson.task)


@named(DRILLS)
def test_a_right_move_does_no_harm(game: str, lesson: Drill) -> None:
    """In `clash` it must not depend on luck whether a right answer goes well."""
    for move in lesson.right:
        state = lesson.position()
        before = state.scores()
        state.play(move)
        assert state.scores()[lesson.seat] >= before[lesson.seat]
        if game == "clash":
            assert state.scores()[1 - lesson.seat] == before[1 - lesson.seat]


@named(DRILLS)
def test_the_rules_of_a_drill_are_rules_of_the_game(game: str, lesson: Drill) -> None:
    assert lesson.rules
    assert set(lesson.rules) <= {rule.id for rule in rules(game)}


@pytest.mark.parametrize("game", GAMES)
def test_another_word_than_a_legal_move_is_no_answer(game: str) -> None:
    drill = drills(game)[0]
    with pytest.raises(IllegalMove):
        drill.position().check({"clash": "S", "tricks": "+6", "kobito": "end", "rainbonus": "done"}[game])


def assert_sentence(text: str) -> None:
    assert text[:1].isalnum(), text
    assert text.endswith((".", "!", "?")), text
    assert not CELL.search(text), text


# Questions


@named(QUESTIONS)
def test_every_choice_is_answered_and_just_the_stated_ones_are_right(game: str, lesson: Question) -> None:
    right = [i for i, choice in enumerate(lesson.choices) if choice.right]
    assert len(lesson.choices) > len(right) >= 1
    assert lesson.many or len(right) == 1
    assert len({choice.text for choice in lesson.choices}) == len(lesson.choices)
    for i, choice in enumerate(lesson.choices):
        assert_sentence(choice.why)
        assert lesson.answer([i])[0] == (right == [i])
        assert choice.why in lesson.answer([i])[1]
    for chosen in product((False, True), repeat=len(lesson.choices)):
        places = [i for i, ticked in enumerate(chosen) if ticked]
        if places:
            correct, said = lesson.answer(places)
            assert correct == (places == right)
            assert correct or said
    assert lesson.rules
    assert set(lesson.rules) <= {rule.id for rule in rules(game)}


def test_what_is_right_but_not_all_is_told_so() -> None:
    question = questions("clash", "who-sees")[0]
    assert question.answer([0]) == (
        False,
        f"{question.choices[0].why} That is not all yet: there is more to be ticked.",
    )


# Guesses


@named(GUESSES)
def test_the_exact_and_the_simulated_number_agree(game: str, lesson: Guess) -> None:
    exact, dealt = lesson.exact(), lesson.simulate(600, "test")
    assert exact.exact
    assert dealt.trials == 600
    number, mean, error = exact[lesson.row][lesson.column], dealt[lesson.row][lesson.column], dealt.errors[lesson.row]
    assert abs(number - mean) <= 4 * error[lesson.column]
    assert lesson.low < number < lesson.high
    assert_sentence(lesson.explained(exact))
    assert dealt.to_dict() == lesson.simulate(600, "test").to_dict()


# Explorations


@named(EXPLORATIONS)
def test_every_setting_of_the_knobs_gives_odds(game: str, lesson: Exploration) -> None:
    for knob in lesson.knobs:
        assert len(knob.values) > 1
        assert knob.first in knob.values
    found = []
    for values in product(*(knob.values for knob in lesson.knobs)):
        odds = lesson.odds(**dict(zip((knob.name for knob in lesson.knobs), values, strict=True)))
        assert isinstance(odds, Odds)
        assert len(odds)
        found.append(json.dumps(odds.to_dict()))
    assert len(set(found)) > len(found) / 2, "turning the knobs changes hardly anything"


# Exercises


@named(EXERCISES)
def test_the_solution_is_accepted(game: str, lesson: Exercise) -> None:
    names: dict[str, Any] = {}
    exec(lesson.solution, names)
    assert lesson.judge(names["answer"]) == ""
    assert_sentence(lesson.praise)
    assert exercise(lesson.name) is lesson


@named(EXERCISES)
def test_anything_else_gets_a_next_step(game: str, lesson: Exercise) -> None:
    for answer in (
        None,
        "x",
        "",
        [],
        {},
        0.123456,
        -1,
        10**9,
        nan,
        inf,
        True,
        object(),
        lambda: 1,
        lambda *_: "x",
        int,
    ):
        assert_sentence(lesson.judge(answer))


def test_a_slip_gets_its_own_step() -> None:
    pair = exercise("tricks-pair")
    assert "put back" in pair.judge(1 / 6)
    assert "per cent" in pair.judge(900 / 59)
    assert "opposite" in pair.judge(50 / 59)
    assert "less" in pair.judge(0.9)
    before = exercise("tricks-before")
    assert before.judge(lambda a, b: len(a) > len(b)).startswith("Your function('5', '4') gives False")
    assert "ZeroDivisionError" in before.judge(lambda a, b: 1 / 0)

"""The lesson widgets without a browser: what is asked, what is said, what never goes out too early, and what is passed over."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rainbowkit import GAMES, BadSetup, charts
from rainbowkit.lessons import Drill, drills, explorations, guesses, questions
from rainbowkit_widgets.lessons import (
    Drills,
    Task,
    check,
    drill,
    explore,
    guess,
    quiz,
)
from rainbowkit_widgets.sheet import Sheet, buttons, choices, number, select, slider, text


def sent(*widgets: Any) -> str:
    """All that is in the browser."""
    names = ("page", "notice", "scene", "log", "odds", "controls")
    found = [{name: getattr(widget, name) for name in names if name in widget.keys} for widget in widgets]
    return json.dumps(found, ensure_ascii=False)


def press(sheet: Sheet, name: str, **values: Any) -> None:
    sheet.hear({"do": "press", "name": name, "at": sheet.at, "values": values})
    assert sheet.notice.get("kind") != "error", sheet.notice


def play(found: Drills, move: str) -> None:
    found.table.hear({"do": "play", "at": found.table.session.at, "move": move})
    assert found.table.notice.get("kind") != "error", found.table.notice


def said(sheet: Sheet) -> tuple[str, str]:
    """The feedback that is shown: its tone and its text."""
    found = [block for block in sheet.page["blocks"] if block["kind"] == "feedback"]
    return (found[0]["tone"], found[0]["text"]) if found else ("", "")


def offered(sheet: Sheet) -> list[str]:
    return [name for block in sheet.page["blocks"] if block["kind"] == "buttons" for name, _ in block["items"]]


# Drills


@pytest.mark.parametrize("game", GAMES)
def test_a_series_of_drills_played_right_to_the_end(game: str) -> None:
    found = drill(game)
    for lesson in drills(game):
        assert lesson.task in sent(found.sheet)
        play(found, next(iter(lesson.right)))
        assert said(found.sheet) == ("right", lesson.answer(next(iter(lesson.right)))[1])
        assert found.table.scene.get("moves", []) == []
        press(found.sheet, "next")
    many = len(drills(game))
    assert f"{many} of {many} drills right at the first try" in said(found.sheet)[1]
    press(found.sheet, "again")
    assert drills(game)[0].task in sent(found.sheet)


@pytest.mark.parametrize(
    "lesson", [pytest.param(lesson, id=f"{game}:{lesson.name}") for game in GAMES for lesson in drills(game)]
)
def test_every_move_of_a_drill_is_answered_and_the_position_comes_back(lesson: Drill) -> None:
    found = drill(lesson)
    start = found.table.scene["moves"]
    for move in [*lesson.wrong, *[shown["move"] for shown in start if shown["move"] not in lesson.right]][:12]:
        play(found, move)
        assert said(found.sheet) == ("wrong", lesson.answer(move)[1])
        press(found.sheet, "retry")
        assert found.table.scene["moves"] == start
        assert said(found.sheet) == ("", "")
    for move in lesson.right:
        play(found, move)
        assert said(found.sheet)[0] == "right"
        press(found.sheet, "retry" if "retry" in offered(found.sheet) else "again")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_right_and_what_is_said_is_not_sent_before_the_move(game: str) -> None:
    for lesson in drills(game):
        found = drill(lesson)
        out = sent(found.sheet, found.table)
        for words in [*lesson.right.values(), *lesson.wrong.values(), lesson.otherwise, lesson.hint]:
            assert words.partition("{")[0] not in out or not words.partition("{")[0]
        assert "right" not in json.dumps(found.sheet.page)


def test_a_hint_counts_as_a_try() -> None:
    found = drill("clash", "cloud", "enough")
    press(found.sheet, "hint")
    assert said(found.sheet) == ("hint", drills("clash", "cloud")[0].help())
    play(found, "B1")
    press(found.sheet, "next")
    play(found, "S")
    press(found.sheet, "next")
    assert "1 of 2 drills right at the first try" in said(found.sheet)[1]


def test_a_drill_takes_one_move_and_what_no_browser_would_say_changes_nothing() -> None:
    found = drill("clash", "enough")
    before = sent(found.sheet, found.table)
    at = found.table.session.at
    for message in (
        {"do": "play", "at": at + 1, "move": "S"},
        {"do": "play", "at": at, "move": 5},
        {"do": "play", "at": at},
        {"do": "next", "at": at},
        {"do": "odds", "at": at},
        {"do": "new", "at": at},
        {"do": "save", "at": at},
    ):
        found.table.hear(message)
        assert sent(found.sheet, found.table) == before
    play(found, "S")
    after = sent(found.sheet, found.table)
    found.table.hear({"do": "play", "at": found.table.session.at, "move": "P1"})
    assert sent(found.sheet, found.table) == after


def test_an_illegal_move_gets_its_rule_and_is_no_answer() -> None:
    found = drill("clash", "enough")
    found.table.hear({"do": "play", "at": found.table.session.at, "move": "P1"})
    assert "(rule must-flip)" in found.table.notice["text"]
    assert said(found.sheet) == ("", "")


@pytest.mark.parametrize("game", GAMES)
def test_what_the_seat_cannot_see_changes_nothing_that_is_sent(game: str) -> None:
    rng = Random(f"drills of {game}")
    for lesson in drills(game):
        found = drill(lesson)
        before = sent(found.sheet, found.table)
        assert "shuffle" not in before.replace("shuffled", "")
        for _ in range(3):
            other = Task(lesson)
            other.state = other.view.sample(rng)
            other._views = {}
            found.table.begin(other)
            assert sent(found.sheet, found.table) == before


# Quizzes


@pytest.mark.parametrize("game", GAMES)
def test_a_quiz_answered_right_to_the_end(game: str) -> None:
    found = quiz(game)
    for question in questions(game):
        right = [str(i) for i, choice in enumerate(question.choices) if choice.right]
        out = sent(found)
        assert not any(choice.why in out for choice in question.choices)
        press(found, "check", **{question.name: right})
        assert said(found) == ("right", question.answer([int(i) for i in right])[1])
        press(found, "next")
    assert f"{len(questions(game))} of {len(questions(game))} questions" in said(found)[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_quiz_is_answered_and_no_other(game: str) -> None:
    for question in questions(game):
        for i, choice in enumerate(question.choices):
            found = quiz(question)
            press(found, "check", **{question.name: [str(i)]})
            tone, words = said(found)
            assert (tone == "right") == question.answer([i])[0]
            assert choice.why in words
            others = [other.why for j, other in enumerate(question.choices) if j != i and other.why not in words]
            assert not any(why in sent(found) for why in others)


def test_a_quiz_waits_for_an_answer_and_can_be_skipped() -> None:
    found = quiz("clash", "faces", "capture")
    press(found, "check")
    assert found.notice["text"] == "Choose an answer first."
    press(found, "skip")
    press(found, "skip")
    assert "0 of 2 questions" in said(found)[1]


# Guesses


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(game, lesson.name) for game in GAMES for lesson in guesses(game)])
def test_a_guess_is_made_before_anything_is_shown(game: str, name: str) -> None:
    lesson = guesses(game, name)[0]
    found = guess(game, name)
    assert [block["kind"] for block in found.page["blocks"]] == ["text", "slider", "buttons"]
    assert lesson.why.partition("{")[0] not in sent(found)
    press(found, "guess", guess=found.page["blocks"][1]["value"])
    assert found.page["ask"]
    found.hear({"do": "shown", "at": found.at})
    assert not found.notice
    exact = lesson.exact()
    out = sent(found)
    assert exact.cell(lesson.row, lesson.column) in said(found)[1]
    assert "±" in said(found)[1]
    picture = found.page["blocks"][-1]
    assert picture["alt"] == getattr(charts, lesson.chart)(exact).alt
    assert picture["light"].startswith("data:image/png;base64,")
    assert len(out) < 150_000
    press(found, "again")
    assert found.page["blocks"][1]["kind"] == "slider"


def test_a_guess_tells_how_close_it_was() -> None:
    found = guess("tricks", "all-six")
    for value, words in ((69.5, "Very close"), (62, "Not far"), (5, "Further off")):
        press(found, "guess", guess=value)
        found.hear({"do": "shown", "at": found.at})
        assert said(found)[1].startswith(words)
        press(found, "again")


# Explorations


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(game, lesson.name) for game in GAMES for lesson in explorations(game)])
def test_every_setting_of_the_knobs_is_drawn(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = explorations(game, name)[0]
    found = explore(game, name)
    assert "light" not in found.page["blocks"][-1]
    found.hear({"do": "shown", "at": found.at})
    assert found.page["blocks"][-1]["light"]
    picture = getattr(charts, lesson.chart)(lesson.odds(**found.standing)).png()
    monkeypatch.setattr(charts.Chart, "png", lambda self, dark=False: picture)  # the others without their pixels
    for values in product(*(knob.values for knob in lesson.knobs)):
        standing = dict(zip((knob.name for knob in lesson.knobs), values, strict=True))
        kinds = {block.get("name"): block["kind"] for block in found.page["blocks"]}
        up = {name: str(value) if kinds[name] == "select" else value for name, value in standing.items()}
        found.hear({"do": "change", "name": lesson.knobs[0].name, "at": found.at, "values": up})
        assert not found.notice
        assert found.standing == standing
        assert found.page["blocks"][-1]["alt"] == getattr(charts, lesson.chart)(lesson.odds(**standing)).alt


def test_a_knob_cannot_be_turned_to_what_it_has_not() -> None:
    found = explore("tricks", "leading")
    before = sent(found)
    for values in (
        {"players": 9, "rank": 1},
        {"players": True, "rank": 1},
        {"players": "2", "rank": 1},
        {"players": float("nan"), "rank": 1},
        {"players": 2, "rank": 1, "more": 1},
    ):
        found.hear({"do": "change", "name": "rank", "at": found.at, "values": values})
    assert sent(found) == before
    found.hear({"do": "change", "name": "rank", "at": found.at, "values": {"players": 2.5, "rank": 1}})
    assert "cannot be set" in found.notice["text"]
    assert found.standing == {"players": 3, "rank": 4}


# Exercises


def test_a_check_prints_and_is_true_or_false() -> None:
    right, wrong = check("tricks-pair", 9 / 59), check("tricks-pair", 1 / 6)
    assert right and not wrong  # noqa: PT018
    assert repr(right).startswith("✓ Right. A little less")
    assert repr(wrong).startswith("✗ Not yet. That would be so")
    assert "<strong>Not yet.</strong>" in wrong._repr_html_()
    assert "<b>" not in check("tricks-pair", "<b>")._repr_html_()
    with pytest.raises(BadSetup, match="There is no exercise"):
        check("pair", 1)


# All of them


def test_what_they_are_called_is_always_the_same() -> None:
    assert repr(drill("clash", "cloud", "enough")) == "<drill: cloud, enough>"
    assert repr(quiz("clash", "faces")) == "<quiz: faces>"
    assert repr(guess("clash", "blind-card")) == "<guess: blind-card>"
    assert repr(explore("clash", "push")) == "<explore: push>"


def test_bad_arguments_are_refused_in_a_sentence() -> None:
    for call in (
        lambda: drill("chess"),
        lambda: drill("clash", "x"),
        lambda: quiz("clash", "x"),
        lambda: guess("clash"),
        lambda: explore("clash", "x"),
        lambda: quiz(questions("clash")[0], "faces"),
        lambda: quiz("clash", questions("clash")[0]),
        lambda: drill(5),  # type: ignore[arg-type]
    ):
        with pytest.raises(BadSetup):
            call()


def some_sheets() -> list[Sheet]:
    return [quiz("clash"), guess("clash", "blind-card"), explore("clash", "push"), drill("clash").sheet]


SHEETS = some_sheets()
garbage = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
messages = st.fixed_dictionaries(
    {"do": st.sampled_from(["press", "change", "shown", "x"])},
    optional={
        "at": garbage,
        "name": garbage | st.sampled_from(["check", "guess", "hint", "next", "faces"]),
        "values": garbage
        | st.fixed_dictionaries({}, optional={"faces": garbage | st.lists(st.sampled_from("019x")), "guess": garbage}),
    },
)


@settings(max_examples=300, deadline=None)
@given(garbage | messages)
def test_nonsense_from_the_browser_changes_nothing(message: Any) -> None:
    if isinstance(message, dict) and message.get("at") == 0:
        message["at"] = 7  # nothing here is about what lies there
    for sheet in SHEETS:
        before = sent(sheet)
        sheet.hear(message)
        assert sent(sheet) == before


def test_values_are_checked_against_the_fields_that_lie_there() -> None:
    heard: list[Any] = []

    class Form(Sheet):
        def pressed(self, name: str, values: dict[str, Any]) -> None:
            heard.append(values)

    form = Form("form")
    form.lay(
        text("words"),
        choices("one", "One", [("a", "A"), ("b", "B")]),
        choices("some", "Some", [("a", "A"), ("b", "B")], many=True),
        select("word", "Word", ["x", "y"], "x"),
        slider("bar", "Bar", 0, 10, 1, 5),
        number("field", "Field", 0, 1, 0.1),
        buttons(("go", "Go")),
    )
    fine = {"one": ["a"], "some": ["a", "b"], "word": "y", "bar": 3, "field": 0.25}
    press(form, "go", **fine)
    press(form, "go")
    assert heard == [fine, dict.fromkeys(fine)]
    for bad in (
        {"one": ["a", "b"]},
        {"one": "a"},
        {"some": ["a", "a"]},
        {"some": ["c"]},
        {"some": [["a"]]},
        {"word": "z"},
        {"word": ["x"]},
        {"bar": 11},
        {"bar": float("inf")},
        {"bar": True},
        {"field": "0.5"},
        {"other": 1},
    ):
        press(form, "go", **bad)
    form.hear({"do": "press", "name": "stop", "at": 0, "values": {}})
    form.hear({"do": "press", "name": ["go"], "at": 0, "values": {}})
    form.hear({"do": "press", "name": "go", "at": 1, "values": {}})
    form.hear({"do": "press", "name": "go", "at": False, "values": {}})
    assert len(heard) == 2


def test_a_browser_cannot_set_a_trait() -> None:
    sheet = quiz("clash")
    before = sent(sheet)
    sheet.set_state({"page": {}, "notice": {"text": "x"}})
    assert sent(sheet) == before


def test_our_own_mistake_is_one_sentence() -> None:
    class Broken(Sheet):
        def pressed(self, name: str, values: dict[str, Any]) -> None:
            raise KeyError("oops")

    sheet = Broken("broken")
    sheet.lay(buttons(("go", "Go")))
    sheet.hear({"do": "press", "name": "go", "at": 0, "values": {}})
    assert "our mistake" in sheet.notice["text"]

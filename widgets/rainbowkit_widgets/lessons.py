"""The lessons as widgets: drills on the card table, quizzes, guesses and charts to play with; and checks for exercises.

    drill("clash")                      a series of small positions, each answered by playing
    quiz("clash", "memory")             questions, all of a game or those named
    guess("clash", "cloud-behind")      a number to guess before it is shown
    explore("clash", "push")            a chart with knobs
    check("clash-cloud-backs", 8 / 57)  whether the answer to an exercise is right

What is right, and what is said to each answer, stays in Python until it is due.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, TypeVar

import ipywidgets  # type: ignore[import-untyped]

from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import find
from rainbowkit.lessons import (
    Drill,
    Exploration,
    Guess,
    Knob,
    Question,
    drills,
    exercise,
    explorations,
    guesses,
    questions,
)
from rainbowkit.odds import CHANCE
from rainbowkit_widgets.scene import Scene
from rainbowkit_widgets.session import Session
from rainbowkit_widgets.sheet import (
    HINT,
    INFO,
    RIGHT,
    WRONG,
    Block,
    Picture,
    Sheet,
    Values,
    buttons,
    choices,
    drawn,
    feedback,
    heading,
    picture,
    progress,
    select,
    slider,
    text,
)
from rainbowkit_widgets.table import Table

CLOSE, NEAR = 0.03, 0.1
"""A guess is very close within this part of the scale, and not far within that one."""
KEPT = 60
"""So many pictures of an exploration are kept, lest knobs that go to and fro draw them anew."""

T = TypeVar("T")


class Series(Sheet):
    """A sheet that goes through tasks one by one, and counts those done at the first try."""

    many = "tasks"

    def __init__(self, label: str, told: str, number: int) -> None:
        super().__init__(label, told)
        self.number = number
        self.place = 0
        self.tried = False
        self.done = False
        self.first_tries = 0

    @property
    def over(self) -> bool:
        """Is the whole series done?"""
        return self.place == self.number

    def bar(self) -> list[Block]:
        """How far it is; nothing for a single task."""
        if self.number == 1:
            return []
        done = self.place + self.done
        told = f"{self.place + 1} of {self.number}" if not self.over else "all done"
        return [progress(min(done, self.number), self.number, told)]

    def judge(self, right: bool) -> None:
        """Note whether an answer was right."""
        self.done = right
        self.first_tries += right and not self.tried
        self.tried = True
        self.turn_over()

    def onward(self) -> tuple[str, str]:
        """The button to go on with."""
        return ("next", "Next") if self.place + 1 < self.number else ("next", "Finish")

    def step(self) -> None:
        """On to the next task."""
        self.place += 1
        self.tried = self.done = False
        self.turn_over()

    def restart(self) -> None:
        """From the beginning."""
        self.place = self.first_tries = 0
        self.tried = self.done = False
        self.turn_over()

    def ending(self) -> list[Block]:
        """What is shown at the end of the series."""
        told = f"All done: {self.first_tries} of {self.number} {self.many} right at the first try."
        return [*self.bar(), feedback(INFO, told), buttons(("again", "Once more"), first=False)]


# Quizzes


class Quiz(Series):
    """Questions with answers to choose from, and a word on every choice."""

    many = "questions"

    def __init__(self, found: Sequence[Question]) -> None:
        super().__init__("Quiz", f"quiz: {', '.join(question.name for question in found)}", len(found))
        self.questions = list(found)
        self.update()

    def update(self, said: Block | None = None, chosen: Sequence[str] = ()) -> None:
        """Show the question that is due."""
        if self.over:
            self.lay(*self.ending())
            return
        question = self.questions[self.place]
        self.label = f"Quiz: {question.name.replace('-', ' ')}"
        options = [(str(i), choice.text) for i, choice in enumerate(question.choices)]
        label = f"{question.text} (Tick all that are right.)" if question.many else question.text
        fields = choices(question.name, label, options, many=question.many, chosen=chosen)
        row = (("check", "Check"), ("skip", "Skip")) if self.number > 1 else (("check", "Check"),)
        if self.done:
            row = (self.onward(),) if self.number > 1 else (("again", "Once more"),)
        self.lay(*self.bar(), fields, *([said] if said else []), buttons(*row, first=not self.done or self.number > 1))

    def pressed(self, name: str, values: Values) -> None:
        if name in ("next", "skip"):
            self.step()
            self.update()
        elif name == "again":
            self.restart()
            self.update()
        elif name == "check":
            question = self.questions[self.place]
            chosen = values[question.name] or []
            if not chosen:
                self.tell("Choose an answer first.")
                return
            right, said = question.answer([int(one) for one in chosen])
            self.judge(right)
            self.update(feedback(RIGHT if right else WRONG, said), chosen)


# Guesses


class Guessing(Sheet):
    """A number to guess; then what it is exactly, what dealing it out gives, and a chart."""

    def __init__(self, found: Guess) -> None:
        super().__init__(f"Guess: {found.name.replace('-', ' ')}", f"guess: {found.name}")
        self.found = found
        self.guessed: float | None = None
        self.update()

    def update(self) -> None:
        """Show the question, and once a number has been guessed, the answers."""
        found = self.found
        if self.guessed is None:
            scale, unit = self.scale(self._unit())
            start = round((found.low + found.high) / 2 * scale)
            dial = slider(
                "guess", "Your guess", found.low * scale, found.high * scale, found.step * scale, start, unit=unit
            )
            self.lay(text(found.text), dial, buttons(("guess", "This is my guess")))
            return
        self.lay(
            text(found.text),
            feedback(INFO, f"You guessed {self.shown_as(self.guessed)}. Now it is counted …"),
            ask=True,
        )

    def _unit(self) -> str:
        return CHANCE if self.found.high <= 1 else self.found.column

    @staticmethod
    def scale(unit: str) -> tuple[int, str]:
        """By how much a number is multiplied to be shown, and what is written behind it."""
        return (100, " %") if unit == CHANCE else (1, "")

    def shown_as(self, number: float) -> str:
        """A number as it is shown."""
        scale, unit = self.scale(self._unit())
        return f"{round(number * scale, 1):g}{unit}"

    def shown(self) -> None:
        """Count, deal and draw, once the browser has put the question away."""
        from rainbowkit import charts

        found, guessed = self.found, self.guessed
        assert guessed is not None
        exact = found.exact()
        dealt = found.simulate(found.trials, f"guess {found.name}")
        off = abs(guessed - exact[found.row][found.column]) / (found.high - found.low)
        close = (
            "Very close!" if off <= CLOSE else "Not far off." if off <= NEAR else "Further off than one would think."
        )
        said = (
            f"{close} You guessed **{self.shown_as(guessed)}**, and it is exactly **{exact.cell(found.row, found.column)}**. "
            f"Dealing it out {dealt.trials} times gave {dealt.cell(found.row, found.column)} (± standard error)."
        )
        chart = drawn(getattr(charts, found.chart)(exact))
        self.turn_over()
        self.lay(
            text(found.text),
            feedback(RIGHT if off <= CLOSE else INFO, said),
            text(found.explained(exact)),
            buttons(("again", "Guess again"), first=False),
            picture(chart),
            beside=True,
        )

    def pressed(self, name: str, values: Values) -> None:
        if name == "guess":
            scale, _ = self.scale(self._unit())
            self.guessed = values["guess"] / scale if values["guess"] is not None else None
            if self.guessed is None:
                self.tell("Set the slider, or type a number.")
                return
        elif name == "again":
            self.guessed = None
        self.turn_over()
        self.update()


# Explorations


class Explorer(Sheet):
    """A chart with knobs. The browser sends the latest setting only once the last one has been drawn."""

    def __init__(self, found: Exploration) -> None:
        super().__init__(f"Chart: {found.title}", f"explore: {found.name}")
        self.found = found
        self.standing = {knob.name: knob.first for knob in found.knobs}
        self._drawn: Callable[[tuple[int | str, ...]], Picture] = lru_cache(KEPT)(self._draw)
        self.update(None, ask=True)

    def update(self, chart: Picture | None, ask: bool = False) -> None:
        """Show the knobs and the chart."""
        found = self.found
        knobs = [_knob(knob, self.standing[knob.name]) for knob in found.knobs]
        self.lay(heading(found.title), text(found.text), *knobs, picture(chart, "Drawing …"), beside=True, ask=ask)

    def _draw(self, values: tuple[int | str, ...]) -> Picture:
        from rainbowkit import charts

        odds = self.found.odds(**dict(zip(self.standing, values, strict=True)))
        return drawn(getattr(charts, self.found.chart)(odds))

    def shown(self) -> None:
        self.update(self._drawn(tuple(self.standing.values())))

    def changed(self, name: str, values: Values) -> None:
        standing = {knob.name: _stands(knob, values[knob.name]) for knob in self.found.knobs}
        chart = self._drawn(tuple(standing.values()))
        self.standing = standing
        self.update(chart)


def _knob(knob: Knob, value: int | str) -> Block:
    """A slider for whole numbers in a row, else a list to choose from."""
    if _counts(knob):
        numbers = [int(one) for one in knob.values]
        step = numbers[1] - numbers[0]
        return slider(knob.name, knob.label, numbers[0], numbers[-1], step, int(value), live=True)
    return select(knob.name, knob.label, [str(one) for one in knob.values], str(value), live=True)


def _counts(knob: Knob) -> bool:
    """Are its values whole numbers that rise by the same step?"""
    numbers = [one for one in knob.values if isinstance(one, int)]
    steps = {b - a for a, b in pairwise(numbers)}
    return len(numbers) == len(knob.values) > 2 and len(steps) == 1


def _stands(knob: Knob, value: Any) -> int | str:
    """The knob's value that came up as this."""
    for one in knob.values:
        if value is not None and (one == value or str(one) == value):
            return one
    raise BadSetup(f"{knob.label} cannot be set to {shorten(value)}.")


# Drills


class Task(Session):
    """One decision of a drill: the person has seat and move, and nobody else moves."""

    def __init__(self, drill: Drill) -> None:
        self.drill = drill
        self.seat = drill.seat
        self.seed = drill.name
        self.practice = False
        self.options = {}
        self.players = {}
        self.given = []
        record = drill.record
        self.state = find(record["game"])(record["players"], shuffles=record["shuffles"], **record["options"])
        self.log = []
        self._views = {}
        self.chosen = ""
        for move in record["moves"]:
            self._move(move, "")
        self.state.given = None  # what is shuffled from here on comes from the deal

    @property
    def waiting(self) -> bool:
        return False

    def last_own(self) -> int | None:
        return None


class TaskTable(Table):
    """The table of a drill: one move is played, and what comes of it is to be seen."""

    def __init__(self, task: Task, played: Callable[[str], None]) -> None:
        self.played = played
        super().__init__(task)
        self.heard = {name: self.heard[name] for name in ("play", "why")}

    def _why(self, content: dict[str, Any]) -> None:
        assert isinstance(self.session, Task)
        if self.session.chosen:
            self.tell("You have made your move: see above what came of it, and go on from there.", "why")
        else:
            super()._why(content)

    def __repr__(self) -> str:
        return f"<table of {self.session.state.facts.id}: a drill>"

    def begin(self, task: Task) -> None:
        """Another task, or the same once more."""
        self._begin(task)

    def show(self, found: Scene, **more: Any) -> None:
        """Show this scene; after the one move there are no others."""
        assert isinstance(self.session, Task)
        if self.session.chosen:
            found.moves = []
            found.status = "See above what came of it."
        super().show(found, **more)

    def _controls(self) -> dict[str, Any]:
        return {**super()._controls(), "kind": "drill", "tools": ["Not seen", "Keys"], "film": None}

    def _play(self, content: dict[str, Any]) -> None:
        task = self.session
        assert isinstance(task, Task)
        move = content.get("move")
        if task.chosen or not self._now(content) or not isinstance(move, str) or len(move) > 100:
            return
        task.play(move)
        task.chosen = move
        self.update()
        self.played(move)


class DrillSheet(Series):
    """What is asked in a drill, and what is said to a move."""

    many = "drills"

    def __init__(self, found: Sequence[Drill]) -> None:
        super().__init__("Drill", f"drill: {', '.join(drill.name for drill in found)}", len(found))
        self.drills = list(found)
        self.table = TaskTable(Task(self.drill), self.answered)
        self.update()

    @property
    def drill(self) -> Drill:
        """The drill that is due."""
        return self.drills[min(self.place, self.number - 1)]

    def update(self, said: Block | None = None) -> None:
        """Show the task, and what there is to say."""
        if self.over:
            self.lay(*self.ending())
            return
        self.label = f"Drill: {self.drill.title}"
        task = [*self.bar(), heading(self.drill.title), text(self.drill.task)]
        row: tuple[tuple[str, str], ...]
        if self.done and self.number == 1:
            row = (("again", "Once more"),)
        elif self.done:
            row = (self.onward(), ("retry", "Try another move"))
        elif said and said["tone"] == WRONG:
            row = (("retry", "Try again"), ("hint", "Hint"))
        else:
            row = (("hint", "Hint"), *([("skip", "Skip")] if self.number > 1 else []))
        first = self.done or bool(said and said["tone"] == WRONG)
        self.lay(*task, *([said] if said else []), buttons(*row, first=first))

    def answered(self, move: str) -> None:
        """The person has played."""
        right, said = self.drill.answer(move)
        if self.over:
            return
        if not self.done:
            self.judge(right)
        self.update(feedback(RIGHT if right else WRONG, said))

    def pressed(self, name: str, values: Values) -> None:
        if name == "hint":
            self.tried = True
            if isinstance(self.table.session, Task) and self.table.session.chosen:
                self.table.begin(Task(self.drill))
            self.turn_over()
            self.update(feedback(HINT, self.drill.help()))
            return
        if name in ("next", "skip"):
            self.step()
        elif name == "again":
            self.restart()
        if not self.over:
            self.table.begin(Task(self.drill))
        self.turn_over()
        self.update()


class Drills(ipywidgets.VBox):  # type: ignore[misc]
    """A series of drills: the sheet with the task, and the table to answer on."""

    def __init__(self, found: Sequence[Drill]) -> None:
        self.sheet = DrillSheet(found)
        self.table = self.sheet.table
        super().__init__([self.sheet, self.table])
        self.add_class("rk-drills")

    def __repr__(self) -> str:
        return f"<{self.sheet.told}>"


# Exercises


class Verdict:
    """What is said to the answer of an exercise."""

    def __init__(self, right: bool, said: str) -> None:
        self.right = right
        self.said = said

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return f"{'✓ Right.' if self.right else '✗ Not yet.'} {self.said}"

    def _repr_html_(self) -> str:
        colour, mark, lead = ("#4cb368", "✓", "Right.") if self.right else ("#f2913d", "✗", "Not yet.")
        return (
            f'<div role="status" style="border-left:5px solid {colour};padding:6px 12px;margin:4px 0">'
            f'<span aria-hidden="true">{mark}</span> <strong>{lead}</strong> {escape(self.said)}</div>'
        )


# What one calls


def drill(game: str | Drill, *names: str | Drill) -> Drills:
    """Small positions with a task, answered by playing: all drills of a game, those named, or some of your own."""
    return Drills(_found(drills, Drill, game, names))


def quiz(game: str | Question, *names: str | Question) -> Quiz:
    """Questions with a word on every answer: all of a game, those named, or some of your own."""
    return Quiz(_found(questions, Question, game, names))


def guess(game: str | Guess, name: str = "") -> Guessing:
    """A number to guess before it is counted, dealt out and drawn."""
    return Guessing(_one(guesses, Guess, game, name))


def explore(game: str | Exploration, name: str = "") -> Explorer:
    """A chart with knobs to turn."""
    return Explorer(_one(explorations, Exploration, game, name))


def check(name: str, answer: object) -> Verdict:
    """Whether this is right for an exercise, and if not, what to do next."""
    found = exercise(name)
    step = found.judge(answer)
    return Verdict(not step, step or found.praise)


def _found(ask: Callable[..., list[T]], kind: type[T], game: str | T, names: Sequence[str | T]) -> list[T]:
    """Lessons by game and names, or given as they are."""
    if isinstance(game, str):
        if not all(isinstance(name, str) for name in names):
            raise BadSetup("Name the game and then its lessons, or give lessons of your own and no game.")
        return ask(game, *names)
    own = [game, *names]
    if not all(isinstance(one, kind) for one in own):
        raise BadSetup(f"Give a game and names, or each as a {kind.__name__}.")
    return [one for one in own if isinstance(one, kind)]


def _one(ask: Callable[..., list[T]], kind: type[T], game: str | T, name: str) -> T:
    found = _found(ask, kind, game, [name] if name else [])
    if len(found) > 1:
        known = ", ".join(str(getattr(one, "name", "")) for one in found)
        raise BadSetup(f"Name one of them: {known}.")
    return found[0]


__all__ = ["check", "drill", "explore", "guess", "quiz"]

"""Lessons as data: drills, questions, guesses, explorations and exercises, a module a game. It knows no widget and no plot.

>>> [drill.name for drill in drills("clash")][:2]
['open-or-blind', 'colour-twice']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar

from rainbowkit.engine import State
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import GAMES
from rainbowkit.games import find as find_game
from rainbowkit.odds import Odds
from rainbowkit.odds import outlook as outlook_of
from rainbowkit.records import replay

CELL = re.compile(r"\{([^|{}]+)\|([^|{}]+)\}")
"""In texts `{row|column}` stands for a number of the odds that go with them, so that no number is typed in."""


class Drill(NamedTuple):
    """A position with one decision: a record, the seat that decides, and what is said to each move.

    `right` and `wrong` are moves with what is said to them, `otherwise` is said to all other legal moves. Texts may name numbers of
    the position's outlook. `rules` are those it is about.
    """

    name: str
    title: str
    task: str
    record: dict[str, Any]
    right: Mapping[str, str]
    wrong: Mapping[str, str]
    otherwise: str
    hint: str
    rules: tuple[str, ...]
    seat: int = 0

    def position(self) -> State:
        """The game just before the decision."""
        return replay(self.record)

    def answer(self, move: str) -> tuple[bool, str]:
        """Whether this legal move is right, and what is said to it."""
        said = self.right.get(move) or self.wrong.get(move) or self.otherwise
        return move in self.right, self._told(said)

    def help(self) -> str:
        """The hint."""
        return self._told(self.hint)

    def _told(self, text: str) -> str:
        return told(text, outlook_of(self.position().view(self.seat))) if CELL.search(text) else text


class Choice(NamedTuple):
    """An answer that one can choose, and what is said to it."""

    text: str
    why: str
    right: bool = False


class Question(NamedTuple):
    """A question with answers to choose from; with `many`, all that are right are to be chosen."""

    name: str
    text: str
    choices: tuple[Choice, ...]
    rules: tuple[str, ...]
    many: bool = False

    def answer(self, chosen: Sequence[int]) -> tuple[bool, str]:
        """Whether just these choices, by their places, are right, and what is said to them."""
        right = [i for i, choice in enumerate(self.choices) if choice.right]
        wrong = [i for i in chosen if i not in right]
        said = [self.choices[i].why for i in wrong or chosen]
        if not wrong and sorted(chosen) != right:
            said.append("That is not all yet: there is more to be ticked.")
        return sorted(chosen) == right, " ".join(said)


class Guess(NamedTuple):
    """A number to be guessed before it is counted and simulated: the one at `row` and `column` of both odds.

    `simulate(trials, seed)` deals and counts; it shares nothing with `exact` but the rules. `why` explains the number and may name
    others of the exact odds. The chart is one of `rainbowkit.charts`, by name.
    """

    name: str
    text: str
    exact: Callable[[], Odds]
    simulate: Callable[[int, int | str], Odds]
    row: str
    column: str
    why: str
    chart: str = "bars"
    low: float = 0
    high: float = 1
    step: float = 0.01
    trials: int = 2000

    def explained(self, exact: Odds) -> str:
        """What there is to learn from it."""
        return told(self.why, exact)


class Knob(NamedTuple):
    """Something to turn: one of these values, the first of them to begin with unless `start` says otherwise."""

    name: str
    label: str
    values: tuple[int | str, ...]
    start: int | str | None = None

    @property
    def first(self) -> int | str:
        """What it stands at to begin with."""
        return self.values[0] if self.start is None else self.start


class Exploration(NamedTuple):
    """A chart with knobs: `odds` is called with what they stand at, and the chart is one of `rainbowkit.charts`."""

    name: str
    title: str
    text: str
    knobs: tuple[Knob, ...]
    odds: Callable[..., Odds]
    chart: str = "bars"


class Exercise(NamedTuple):
    """Something to write in a cell: `judge` says nothing to a right answer, and a next step to any other.

    `solution` is Python that leaves a right answer in `answer`, `praise` is said to that.
    """

    name: str
    task: str
    judge: Callable[[Any], str]
    solution: str
    praise: str


class Lesson(Protocol):
    """What all of these have."""

    @property
    def name(self) -> str:
        """What it is asked for by."""


Kind = TypeVar("Kind", bound=Lesson)


def drills(game: str, *names: str) -> list[Drill]:
    """The drills of a game, all of them or those named."""
    return _chosen(game, "DRILLS", names)


def questions(game: str, *names: str) -> list[Question]:
    """The questions on a game, all of them or those named."""
    return _chosen(game, "QUESTIONS", names)


def guesses(game: str, *names: str) -> list[Guess]:
    """The guesses on a game, all of them or those named."""
    return _chosen(game, "GUESSES", names)


def explorations(game: str, *names: str) -> list[Exploration]:
    """The explorations of a game, all of them or those named."""
    return _chosen(game, "EXPLORATIONS", names)


def exercises(game: str, *names: str) -> list[Exercise]:
    """The exercises on a game, all of them or those named."""
    return _chosen(game, "EXERCISES", names)


def exercise(name: str) -> Exercise:
    """An exercise by its name alone, which begins with the game's."""
    game = name.partition("-")[0] if isinstance(name, str) else ""
    if game not in GAMES:
        known = [found.name for game in GAMES for found in exercises(game)]
        raise BadSetup(f"There is no exercise {shorten(name)}: choose one of {', '.join(known)}.")
    return exercises(game, name)[0]


def _chosen(game: str, what: str, names: Sequence[str]) -> list[Any]:
    find_game(game)
    known = {lesson.name: lesson for lesson in getattr(import_module(f"rainbowkit.lessons.{game}"), what)}
    for name in names:
        if name not in known:
            raise BadSetup(f"{game} has no {what[:-1].lower()} {shorten(name)}: there is {', '.join(known)}.")
    return [known[name] for name in names] if names else list(known.values())


def told(text: str, odds: Odds) -> str:
    """A text with the numbers that it names.

    >>> told("It rains in {today|rain}.", Odds("weather", {"today": {"rain": 0.25}}))
    'It rains in 25.0 %.'
    """
    return CELL.sub(lambda cell: odds.cell(cell[1], cell[2]).removesuffix(".00"), text)


# Judges for exercises


class Slip(NamedTuple):
    """A wrong number that one may well arrive at, and what to do then."""

    value: Callable[[], float]
    step: str


def number(wanted: Callable[[], float], hint: str, *slips: Slip, whole: bool = False) -> Callable[[Any], str]:
    """A judge for a number: a chance, or with `whole` anything that is counted or measured."""

    def judge(answer: Any) -> str:
        if callable(answer):
            return "This is a function: call it, and give check what it returns."
        if isinstance(answer, bool) or not isinstance(answer, int | float):
            try:
                answer = float(answer)
            except (TypeError, ValueError, OverflowError):
                return f"A number is asked for, and this is {shorten(answer)}."
        right = wanted()
        if _near(answer, right):
            return ""
        for slip in slips:
            if _near(answer, slip.value()):
                return slip.step
        if not whole:
            if _near(answer, 100 * right):
                return "That is the chance in per cent: divide it by 100 to have a number from 0 to 1."
            if _near(answer, 1 - right):
                return "That is the chance of the opposite: take it from 1."
            if not 0 <= answer <= 1:
                return "A chance is a number from 0 to 1. " + hint
        return f"It is {'less' if answer > right else 'more'} than that. {hint}" if answer == answer else hint

    return judge


def function(wanted: Callable[..., Any], cases: Sequence[tuple[Any, ...]], hint: str) -> Callable[[Any], str]:
    """A judge for a function, which is called with each of these arguments."""

    def judge(answer: Any) -> str:
        if not callable(answer):
            return "A function is asked for: give check its name, without brackets behind it."
        for case in cases:
            name = getattr(answer, "__name__", "<it>")
            call = f"{'Your function' if name.startswith('<') else name}({', '.join(map(repr, case))})"
            try:
                found = answer(*case)
            except Exception as error:
                return f"{call} raises {said_by(error)}."
            right = wanted(*case)
            same = _near(found, right) if isinstance(right, int | float) else found == right
            if not same:
                return f"{call} gives {shorten(found)}, and that is not it yet. {hint}"
        return ""

    return judge


def said_by(error: Exception) -> str:
    """An error in a few words.

    >>> said_by(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words[:100]}".rstrip(": .")


def _near(answer: Any, right: float) -> bool:
    try:
        return bool(abs(float(answer) - right) <= 1e-6 + 1e-6 * abs(right))
    except (TypeError, ValueError, OverflowError):
        return False


def only(odds: Odds, rows: Sequence[str] | Mapping[str, str]) -> Odds:
    """The same odds with these rows alone, or with what they are to be called.

    >>> print(only(Odds("A flip", {"F1": {"sun": 1.0}, "F2": {"sun": 0.5}}), {"F2": "the other"}))
    A flip (exact)
               sun
    the other  50.0 %
    """
    names = rows if isinstance(rows, Mapping) else dict(zip(rows, rows, strict=True))
    return Odds(
        odds.question,
        {name: odds[row] for row, name in names.items()},
        errors={name: odds.errors[row] for row, name in names.items() if row in odds.errors},
        trials=odds.trials,
        units=odds.units,
        note=odds.note,
    )

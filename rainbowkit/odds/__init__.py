"""Odds: what can happen next, and how likely it is. Exact where counting is feasible, else simulated, and always labelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any, TypeVar

from rainbowkit.engine import State, Telling, View, columns, is_whole
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import seed_text

CHANCE = "chance"
TINY = 1e-12
"""What differs by less than this from nothing, or from certain, does so by rounding only."""
Seen = TypeVar("Seen", bound=View)


class Odds(Telling, Mapping[str, dict[str, float]]):
    """The answer to a question: for each row (a move, a step, a rank) a number for each column.

    A column is a chance from 0 to 1 unless `units` names another unit for it. Exact numbers have no `errors` and no `trials`;
    simulated ones have a standard error each, and `trials` says of how many.

    >>> print(Odds("What the next card is", {"deck": {"red": 0.25, "other": 0.75}}))
    What the next card is (exact)
          red     other
    deck  25.0 %  75.0 %
    """

    def __init__(
        self,
        question: str,
        numbers: Mapping[str, Mapping[str, float]],
        *,
        errors: Mapping[str, Mapping[str, float]] | None = None,
        trials: int = 0,
        units: Mapping[str, str] | None = None,
        note: str = "",
    ) -> None:
        self.question = question
        self.numbers = {row: dict(cells) for row, cells in numbers.items()}
        self.errors = {row: dict(cells) for row, cells in (errors or {}).items()}
        self.trials = trials
        self.units = dict(units or {})
        self.note = note

    @property
    def exact(self) -> bool:
        """Was it counted, rather than simulated?"""
        return not self.trials

    def __getitem__(self, row: str) -> dict[str, float]:
        return self.numbers[row]

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def to_dict(self) -> dict[str, Any]:
        """All of it as a plain dict, which JSON can hold."""
        return {
            "question": self.question,
            "exact": self.exact,
            "trials": self.trials,
            "units": dict(self.units),
            "numbers": {row: dict(cells) for row, cells in self.numbers.items()},
            "errors": {row: dict(cells) for row, cells in self.errors.items()},
            "note": self.note,
        }

    def cell(self, row: str, column: str) -> str:
        """A number as text, with its standard error if it has one."""
        number = self.numbers[row].get(column)
        if number is None:
            return ""
        error = self.errors.get(row, {}).get(column)
        scale, unit = (100, " %") if self.units.get(column, CHANCE) == CHANCE else (1, "")
        digits = 1 if scale == 100 else 2
        if scale == 100 and error is None and TINY < number < 0.0005:
            return "< 0.1 %"
        if scale == 100 and error is None and 0.9995 < number < 1 - TINY:
            return "> 99.9 %"
        spread = "" if error is None else f" ± {scale * error:.{digits}f}"
        return f"{round(scale * number, digits) + 0.0:.{digits}f}{spread}{unit}"  # + 0.0, for there is a -0.0

    def __str__(self) -> str:
        names = list(dict.fromkeys(name for cells in self.numbers.values() for name in cells))
        heads = [
            name if (unit := self.units.get(name, CHANCE)) in (CHANCE, name) else f"{name} ({unit})" for name in names
        ]
        how = "exact" if self.exact else f"simulated, {self.trials} times, ± standard error"
        rows = [("", *heads), *((row, *(self.cell(row, name) for name in names)) for row in self.numbers)]
        return "\n".join(filter(None, [f"{self.question} ({how})", columns(rows), self.note]))

    def __repr__(self) -> str:
        return f"<odds: {self.question}>"


def standard_error(number: int, total: float, squares: float, chance: bool = True) -> float:
    """The standard error of the mean of so many trials. A chance of which all trials agree has one too: it may be a rare case's.

    >>> standard_error(4, 2, 2), standard_error(98, 98, 98) > 0
    (0.28867513459481287, True)
    """
    if chance and total in (0, number):
        return sqrt((number + 1) / number) / (number + 2)  # as if it had come once in two trials more
    return sqrt(max(0.0, squares / number - (total / number) ** 2) / max(1, number - 1))


class Tally:
    """Numbers of many trials, on their way to simulated odds."""

    def __init__(self) -> None:
        self.sums: dict[str, dict[str, tuple[int, float, float]]] = {}

    def add(self, row: str, cells: Mapping[str, float]) -> None:
        """Count one trial of this row."""
        sums = self.sums.setdefault(row, {})
        for column, value in cells.items():
            number, total, squares = sums.get(column, (0, 0.0, 0.0))
            sums[column] = number + 1, total + value, squares + value * value

    def odds(self, question: str, *, units: Mapping[str, str] | None = None, note: str = "") -> Odds:
        """The means, each with its standard error."""
        numbers, errors, trials = {}, {}, 0
        for row, cells in self.sums.items():
            numbers[row] = {column: total / number for column, (number, total, _) in cells.items()}
            errors[row] = {
                column: standard_error(number, total, squares, (units or {}).get(column, CHANCE) == CHANCE)
                for column, (number, total, squares) in cells.items()
            }
            trials = max(trials, *(number for number, _, _ in cells.values()))
        return Odds(question, numbers, errors=errors, trials=trials, units=units, note=note)


def outlook(view: View, **options: Any) -> Odds:
    """For every legal move of this view, the distribution of what happens at once."""
    if not check_view(view).legal:
        raise BadSetup(f"There is no outlook: {why_none(view)}.")
    found: Odds = import_module(f"rainbowkit.odds.{view.kind.facts.id}").outlook(view, **options)
    return found


# What makes no sense


def check_view(view: object) -> View:
    """This, if it is a view."""
    if isinstance(view, State):
        raise BadSetup("This needs a view, which is what one seat knows: state.view(0) is that of seat 0.")
    if not isinstance(view, View):
        raise BadSetup(f"This needs a view, such as state.view(0), not {shorten(view)}.")
    return view


def view_of(view: object, kind: type[Seen], game: str) -> Seen:
    """This, if it is a view of this game."""
    if isinstance(view, kind):
        return view
    raise BadSetup(f"This question is about {game}, and the view is of {check_view(view).kind.facts.id}.")


def why_none(view: View) -> str:
    """Why this seat has no move."""
    return "the game is over" if view.over else "this seat is not the one to move"


def check_trials(trials: object) -> None:
    """Raise BadSetup unless a mean of so many trials has a standard error."""
    if not is_whole(trials) or trials < 2:
        raise BadSetup(f"The number of trials must be a whole number from 2, not {shorten(trials)}.")


def generator(seed: int | str) -> Random:
    """What draws the worlds of simulated odds: the same seed gives the same ones."""
    return Random(seed_text(seed))

"""The coach: what to do now, and after a game, what could have been done.

The chances are those of `expert`, who plays every choice on in worlds that the seat could not tell from the real one.
They are estimates, and each comes with its standard error: that of the playouts, for how `expert` goes on may be wrong too.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from rainbowkit.engine import State, Telling, View, columns, count, is_whole, printable
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.odds import check_view, outlook, why_none
from rainbowkit.players import Choice, find, strategy
from rainbowkit.records import one
from rainbowkit.runs import progress_bar
from rainbowkit.search import Estimate, Search

CLEAR, SOME = 2.5, 0.02
"""Something clearly better must be so by so many standard errors (it was picked for looking best), and by so much."""
TURNING = 0.08
"""A turning point moves the chance to win by at least so much."""
MOST_TURNING = 3
FULL = 50
"""So many choices get as many playouts as `expert` takes; when there are more, they share these."""


def hint(view: View) -> Choice:
    """A good move, and in a sentence why, with the numbers that matter. The same view gives the same hint."""
    if not check_view(view).legal:
        raise BadSetup(f"There is no hint: {why_none(view)}.")
    rng = Random("hint")
    best, ruled = find("expert").choose(view, rng), find("skilled").choose(view, rng)
    if len(view.legal) == 1 or best.move != ruled.move or best.why == ruled.why:
        return best
    return Choice(best.move, f"{ruled.why} {best.why}")


class Decision(NamedTuple):
    """A choice that a seat had: what it chose and the best that was found, with the chance to win after each.

    `number` says which move of the game it was, counted from 1, `choices` how many it had.
    `loss` is what the choice gave away (0 if nothing better was found) with its standard error, `luck` what happened from then
    to the seat's next choice (or the end) brought in. `risk` is the chance that the choice goes wrong at once, where a game
    has such a thing: a clash or a Cloud in `clash`, in `tricks` that somebody can beat the combo.
    """

    number: int
    move: str
    chance: Estimate
    best: str
    best_chance: Estimate
    choices: int
    risk: float
    best_risk: float
    loss: float
    loss_error: float
    luck: float

    @property
    def clear(self) -> bool:
        """Was something better to be found, by more than a trifle and than chance in the playouts explains?"""
        return self.loss >= SOME and self.loss > CLEAR * self.loss_error


class Review(Telling):
    """What a seat chose in a game, and what came of it."""

    def __init__(self, game: str, name: str, seat: int, result: float | None, decisions: list[Decision]) -> None:
        self.game = game
        self.name = name
        self.seat = seat
        self.result = result
        self.decisions = decisions

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Review) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<review of {self.game} for seat {self.seat}, {shorten(self.name)}: {len(self.decisions)} decisions>"

    @property
    def start(self) -> float:
        """The chance to win at the first choice."""
        return self.decisions[0].best_chance.value if self.decisions else self.result or 0.0

    @property
    def loss(self) -> float:
        """What all choices together gave away."""
        return sum(decision.loss for decision in self.decisions)

    @property
    def luck(self) -> float:
        """What luck and the others' choices brought in: `start - loss + luck` is how the game ended."""
        return sum(decision.luck for decision in self.decisions)

    @property
    def turning_points(self) -> list[Decision]:
        """The choices at which most was won or lost, by choosing or by luck, in their order."""
        far = [d for d in self.decisions if max(d.loss if d.clear else 0, abs(d.luck)) >= TURNING]
        far.sort(key=lambda d: -max(d.loss if d.clear else 0, abs(d.luck)))
        return sorted(far[:MOST_TURNING], key=lambda d: d.number)

    def to_dict(self) -> dict[str, Any]:
        """All of it as a plain dict, which JSON can hold."""
        return {
            "game": self.game,
            "name": self.name,
            "seat": self.seat,
            "result": self.result,
            "start": self.start,
            "loss": self.loss,
            "luck": self.luck,
            "turning_points": [decision.number for decision in self.turning_points],
            "decisions": [
                {**d._asdict(), "chance": d.chance._asdict(), "best_chance": d.best_chance._asdict(), "clear": d.clear}
                for d in self.decisions
            ],
        }

    def __str__(self) -> str:
        return "\n".join([self.summary(), columns(self.rows()), *map(self.tell, self.turning_points)])

    def rows(self) -> list[tuple[str, ...]]:
        """A table of the decisions, its heads first; turning points have a star."""
        rows: list[tuple[str, ...]] = [
            ("move", "chosen", "chance to win", "best found", "chance to win", "given away", "risk", "luck")
        ]
        turning = self.turning_points
        for d in self.decisions:
            same = d.move == d.best
            rows.append(
                (
                    f"{d.number}{' *' * (d in turning)}",
                    printable(d.move),
                    str(d.chance),
                    "the same" if same else d.best,
                    "" if same else str(d.best_chance),
                    "" if same else f"{100 * d.loss:.0f} ± {100 * d.loss_error:.0f}",
                    f"{100 * d.risk:.0f} %" if d.risk else "",
                    f"{100 * d.luck:+.0f}",
                )
            )
        return rows

    def summary(self) -> str:
        """The whole game in a few sentences."""
        name = printable(self.name)
        if not self.decisions:
            return f"{self.game}: {name} had nothing to choose."
        clear = [d for d in self.decisions if d.clear]
        ended = {None: "The game is not over", 0.0: f"{name} lost", 1.0: f"{name} won"}.get(
            self.result, f"{name} shared the win"
        )
        chosen = (
            f"{len(clear)} of {count(len(self.decisions), 'choice')} clearly gave something away"
            if clear
            else f"none of {count(len(self.decisions), 'choice')} clearly gave anything away"
        )
        risks = [d.risk for d in self.decisions if d.risk]
        risked = (
            f" {count(len(risks), 'choice')} took a risk at once, {100 * sum(risks) / len(risks):.0f} % on average,"
            f" where the best found would have risked"
            f" {100 * sum(d.best_risk for d in self.decisions if d.risk) / len(risks):.0f} %."
            if risks
            else ""
        )
        helped = "helped with" if self.luck > 0 else "cost"
        return (
            f"{self.game}, seat {self.seat}: {ended}. At the first choice the chance to win was"
            f" {100 * self.start:.0f} %; {chosen}; what all of them gave away comes to {100 * self.loss:.0f} points"
            f" (percentage points of the chance to win); luck and the others {helped} {abs(100 * self.luck):.0f} points.{risked}"
        )

    def tell(self, decision: Decision) -> str:
        """A turning point in a sentence."""
        d = decision
        said = []
        if d.clear:
            said.append(
                f"{printable(d.move)} left a chance of {100 * d.chance.value:.0f} %, {d.best} would have left"
                f" {100 * d.best_chance.value:.0f} %"
            )
        if abs(d.luck) >= TURNING:
            what = "went well" if d.luck > 0 else "went badly"
            said.append(
                f"what followed {printable(d.move)} {what}, from {100 * d.chance.value:.0f} % to"
                f" {100 * (d.chance.value + d.luck):.0f} %"
            )
        return f"* Move {d.number}: {'; '.join(said)}."


def review(
    record: dict[str, Any] | State | str | os.PathLike[str],
    seat: int,
    *,
    seed: int | str = 0,
    playouts: int | None = None,
    progress: bool | None = None,
) -> Review:
    """Look at every choice that a seat had in a game. The same seed gives the same review.

    `record` is a record, a game or the name of a file that holds one; `playouts` is how many a choice gets, by default as
    many as `expert` takes, or fewer if there are very many choices.
    """
    steps = reviewing(record, seat, seed=seed, playouts=playouts)
    with progress_bar(next(steps), " moves", progress) as bar:
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Review = end.value
                return found
            bar.update()


def reviewing(
    record: dict[str, Any] | State | str | os.PathLike[str],
    seat: int,
    *,
    seed: int | str = 0,
    playouts: int | None = None,
) -> Generator[int, None, Review]:
    """The same review step by step, for who has something else to do meanwhile: tells how many moves the game has, then
    goes on by a move at each step, and returns the review."""
    end = one(record, "review")
    told = end.record()
    if not is_whole(seat) or not 0 <= seat < len(end.names):
        raise BadSetup(f"The seat must be from 0 to {len(end.names) - 1}, not {shorten(seat)}.")
    if playouts is not None and (not is_whole(playouts) or playouts < 1):
        raise BadSetup(f"The number of playouts must be a whole number from 1, not {shorten(playouts)}.")
    game = end.facts.id
    search: Search = strategy("expert", game)  # type: ignore[assignment]
    risky: tuple[str, ...] = getattr(import_module(f"rainbowkit.odds.{game}"), "RISKS", ())
    if playouts is None:
        choices = sum(len(position.legal_moves()) > 1 for position in _positions(told, end) if position.seat == seat)
        playouts = search.playouts * FULL // max(FULL, choices)
    found: list[tuple[int, str, dict[str, Estimate], dict[str, float]]] = []
    yield len(end.moves)
    for number, (move, position) in enumerate(zip(end.moves, _positions(told, end), strict=True), 1):
        if position.seat == seat and len((view := position.view(seat)).legal) > 1:
            rng = Random(f"review {seed}, move {len(position.moves)}")
            now = outlook(view)
            risks = {row: sum(now[row].get(column, 0.0) for column in risky) for row in now}
            found.append((number, move, search.assess(view, rng, playouts, keep=move), risks))
        yield number
    result = None
    if end.over:
        winners = end.winners()
        result = 1 / len(winners) if seat in winners else 0.0
    values = [max(next(iter(chances.values())).value, chances[move].value) for _, move, chances, _ in found]
    decisions = []
    for (number, move, chances, risks), then in zip(found, [*values[1:], result], strict=False):
        chosen, best = chances[move], next(iter(chances))
        if chances[best].value <= chosen.value:
            best = move
        decisions.append(
            Decision(
                number,
                move,
                chosen,
                best,
                chances[best],
                len(risks),
                risks[move],
                risks[best],
                chances[best].value - chosen.value,
                sqrt(chosen.error**2 + chances[best].error ** 2) if best != move else 0.0,
                0.0 if then is None else then - chosen.value,
            )
        )
    return Review(game, end.names[seat], seat, result, decisions)


def _positions(record: dict[str, Any], end: State) -> Iterator[State]:
    """The position before each move of a game: always the same object, which moves on."""
    position = type(end)(record["players"], shuffles=record["shuffles"], **record.get("options", {}))
    for move in end.moves:
        yield position
        position.play(move)

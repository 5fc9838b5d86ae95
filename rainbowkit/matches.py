"""Games between players: one, or many with their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from rainbowkit.engine import State, columns, is_whole, printable
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import LONGEST_NAME, new, seed_text
from rainbowkit.players import Player, find

ROTATE = "rotate"


def match(game: str, players: Sequence[str | Player], seed: int | str | None = None, **options: Any) -> State:
    """Play one game to its end. A player is a name such as `random`, or any `f(view, rng) -> move`."""
    _check_players(players)
    chosen = [find(player) if isinstance(player, str) else player for player in players]
    text = seed_text(seed)
    state = new(game, [name_of(player) for player in players], text, **options)
    rngs = [Random(f"seat {seat} of {text}") for seat in range(len(chosen))]
    while not state.over:
        seat = state.seat
        move = chosen[seat](state.view(seat), rngs[seat])
        state.check(move)
        state.play(move)
    return state


def simulate(
    game: str,
    players: Sequence[str | Player],
    games: int = 100,
    seed: int | str | None = None,
    first: int | str = 0,
    each: Callable[[State], object] | None = None,
    **options: Any,
) -> Results:
    """Play many games and count. `first` is the seat that begins, or `"rotate"`; `each` is called with every finished game."""
    if not is_whole(games) or games < 1:
        raise BadSetup(f"The number of games must be a whole number from 1, not {shorten(games)}.")
    _check_players(players)
    text = seed_text(seed)
    results = Results(game, [name_of(player) for player in players])
    for i in range(games):
        begins = i % len(players) if first == ROTATE and players else first
        state = match(game, players, f"game {i} of {text}", first=begins, **options)
        results.add(state)
        if each:
            each(state)
    return results


def _check_players(players: object) -> None:
    if not isinstance(players, list | tuple) or not all(isinstance(p, str) or callable(p) for p in players):
        raise BadSetup("The players must be a list of names and functions, one for each seat.")


def name_of(player: str | Player) -> str:
    """How a player is called in a record."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)[:LONGEST_NAME]


class Results:
    """Who won how often, and with how many points: by game, everyone's scores, who won, and how many moves it took."""

    def __init__(self, game: str, names: list[str]) -> None:
        self.game = game
        self.names = names
        self.scores: list[list[int]] = []
        self.winners: list[list[int]] = []
        self.moves: list[int] = []

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Results) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.game}: {', '.join(map(shorten, self.names))}; {len(self.scores)} games>"

    def add(self, state: State) -> None:
        """Count a finished game."""
        self.scores.append(state.scores())
        self.winners.append(state.winners())
        self.moves.append(len(state.moves))

    def wins(self, seat: int) -> list[float]:
        """What this seat won of each game: 1, a share of 1 where the win is shared, or 0."""
        return [1 / len(winners) if seat in winners else 0.0 for winners in self.winners]

    def __str__(self) -> str:
        rows = [("seat", "player", "wins", "share of wins", "points a game")]
        for seat, name in enumerate(self.names):
            wins = self.wins(seat)
            alone = sum(share == 1 for share in wins)
            shared = sum(0 < share < 1 for share in wins)
            rows.append(
                (
                    str(seat),
                    printable(name),
                    f"{alone}{f' + {shared} shared' * (shared > 0)}",
                    estimate(wins, 100, "%"),
                    estimate([scores[seat] for scores in self.scores]),
                )
            )
        games = len(self.scores)
        return f"{self.game}: {games} game{'s' * (games != 1)}, {estimate(self.moves)} moves a game\n{columns(rows)}"


def estimate(values: Sequence[float], scale: float = 1, unit: str = "") -> str:
    """A mean with its standard error, which a single value has not.

    >>> estimate([10, 12, 14, 16])
    '13.0 ± 1.3'
    """
    from statistics import mean, stdev  # here, as they take long to import

    if len(values) < 2:
        return f"{scale * mean(values):.1f}{' ' * (unit == '%')}{unit}"
    error = stdev(values) / sqrt(len(values))
    digits = 1 if scale * error >= 0.095 else 2
    return f"{scale * mean(values):.{digits}f} ± {scale * error:.{digits}f}{' ' * (unit == '%')}{unit}"

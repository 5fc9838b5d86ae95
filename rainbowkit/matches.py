"""Games between players: one, or many with their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from rainbowkit.engine import State, columns, is_whole, printable
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import LONGEST_NAME, new, seed_bits
from rainbowkit.players import Player, find

ROTATE = "rotate"


def match(game: str, players: Sequence[str | Player], seed: int | str | None = None, **options: Any) -> State:
    """Play one game to its end. A player is a name such as `random`, or any `f(view, rng) -> move`."""
    chosen = [find(player) if isinstance(player, str) else player for player in players]
    bits = seed_bits(seed)
    state = new(game, [name_of(player) for player in players], bits, **options)
    rngs = [Random(f"{bits} {seat}") for seat in range(len(chosen))]
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
    bits = seed_bits(seed)
    results = Results(game, [name_of(player) for player in players])
    for i in range(games):
        begins = i % len(players) if first == ROTATE and players else first
        state = match(game, players, f"{bits} {i}", first=begins, **options)
        results.add(state)
        if each:
            each(state)
    return results


def name_of(player: str | Player) -> str:
    """How a player is called in a record."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)[:LONGEST_NAME]


@dataclass
class Results:
    """Who won how often, and with how many points."""

    game: str
    names: list[str]
    scores: list[list[int]] = field(default_factory=list)
    winners: list[list[int]] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

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
    if len(values) < 2:
        return f"{scale * mean(values):.1f}{unit}"
    error = stdev(values) / sqrt(len(values))
    digits = 1 if scale * error >= 0.095 else 2
    return f"{scale * mean(values):.{digits}f} ± {scale * error:.{digits}f}{' ' * (unit == '%')}{unit}"

"""Many games with the same players at the same seats, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from rainbowkit.engine import Telling, columns, count, is_whole, printable
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import seed_text
from rainbowkit.matches import TIME_LIMIT
from rainbowkit.players import Player
from rainbowkit.runs import Forfeit, Outcome, Task, collect, job, run

if TYPE_CHECKING:
    from concurrent.futures import Executor

ROTATE = "rotate"


def simulate(
    game: str,
    players: Sequence[str | Player],
    games: int = 100,
    seed: int | str | None = None,
    first: int | str = 0,
    each: Callable[[Outcome], object] | None = None,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    time_limit: float = TIME_LIMIT,
    progress: bool | None = None,
    **options: Any,
) -> Results:
    """Play many games and count. `first` is the seat that begins, or `"rotate"`; `each` is called with every outcome.

    `workers` processes or any `executor` may share the games; the results are the same. Ctrl-C gives those so far.
    """
    check_games(games)
    played = job(game, players, time_limit, options)
    text = seed_text(seed)
    n = len(players)
    tasks = (
        Task(tuple(range(n)), f"game {i} of {text}", i % n if first == ROTATE and n else first)  # type: ignore[arg-type]
        for i in range(games)
    )
    results = Results(game, list(played.names))

    def add(outcome: Outcome) -> None:
        if each:
            each(outcome)
        results.add(outcome)

    results.complete = collect(run(played, tasks, games, workers, executor), games, add, progress)
    return results


def check_games(games: object) -> None:
    """Raise BadSetup unless this is a number of games."""
    if not is_whole(games) or games < 1:
        raise BadSetup(f"The number of games must be a whole number from 1, not {shorten(games)}.")


class Results(Telling):
    """Who won how often, and with how many points: by game, everyone's scores, who won, and how many moves it took.

    `forfeits` are the games that a player could not play on, by number; `complete` tells whether all games were played.
    """

    def __init__(self, game: str, names: list[str]) -> None:
        self.game = game
        self.names = names
        self.scores: list[list[int]] = []
        self.winners: list[list[int]] = []
        self.moves: list[int] = []
        self.forfeits: dict[int, Forfeit] = {}
        self.complete = True

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Results) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.game}: {', '.join(map(shorten, self.names))}; {len(self.scores)} games>"

    def add(self, outcome: Outcome) -> None:
        """Count a finished game."""
        if outcome.forfeit:
            self.forfeits[len(self.scores)] = outcome.forfeit
        self.scores.append(outcome.scores)
        self.winners.append(outcome.winners)
        self.moves.append(len(outcome.record["moves"]))

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
        told = f"{self.game}: {count(games, 'game')}, {estimate(self.moves)} moves a game\n{columns(rows)}"
        return "\n".join([told, *forfeits_text(self.forfeits)])


def forfeits_text(forfeits: dict[int, Forfeit], most: int = 3) -> list[str]:
    """The first forfeited games, a line each, and how many more there are.

    >>> forfeits_text({4: Forfeit(0, "my_bot raised ValueError")})
    ['Game 4 was forfeited: my_bot raised ValueError.']
    """
    lines = [f"Game {i} was forfeited: {printable(forfeit.why).removesuffix('.')}." for i, forfeit in forfeits.items()]
    more = len(lines) - most
    return lines[:most] + [f"{more} more game{'s were' if more > 1 else ' was'} forfeited."] * (more > 0)


def estimate(values: Sequence[float], scale: float = 1, unit: str = "") -> str:
    """A mean with its standard error, which cannot be told from a single value, nor from values that are all alike.

    >>> estimate([10, 12, 14, 16]), estimate([1, 1, 1], 100, "%")
    ('13.0 ± 1.3', '100.0 %')
    """
    from statistics import mean, stdev  # here, as they take long to import

    if len(set(values)) < 2:
        return f"{scale * mean(values):.1f}{' ' * (unit == '%')}{unit}"
    error = stdev(values) / sqrt(len(values))
    digits = 1 if scale * error >= 0.095 else 2
    return f"{scale * mean(values):.{digits}f} ± {scale * error:.{digits}f}{' ' * (unit == '%')}{unit}"

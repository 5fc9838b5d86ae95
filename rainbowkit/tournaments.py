"""Tournaments: who is better, by how much, and how sure one can be of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import isnan, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from rainbowkit.engine import Telling, columns, count, is_whole, printable
from rainbowkit.errors import BadRecord, BadSetup, shorten
from rainbowkit.games import find, seed_text
from rainbowkit.matches import TIME_LIMIT, check_players
from rainbowkit.players import Player
from rainbowkit.runs import Forfeit, Outcome, Task, collect, job, run
from rainbowkit.simulations import check_games, forfeits_text

if TYPE_CHECKING:
    from concurrent.futures import Executor

Z = 1.96
"""So many standard errors to either side make an interval of 95 %."""


class Share(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


class Standing(NamedTuple):
    """What a player achieved: its share of wins, mean points and rating, these two with half of their 95 % interval.

    That of the points is not a number (nan) if they come from fewer than two deals, which tell nothing of how deals differ.
    """

    player: str
    games: int
    wins: Share
    points: float
    points_error: float
    rating: float
    rating_error: float
    forfeits: int


class Standings(Telling):
    """The outcomes of a tournament, and what follows from them."""

    def __init__(self, game: str, outcomes: Iterable[Outcome] = (), *, complete: bool = True) -> None:
        self.game = game
        self.outcomes = list(outcomes)
        self.complete = complete

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Standings) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @property
    def players(self) -> list[str]:
        """All players, in the order in which they appear."""
        return list(dict.fromkeys(name for outcome in self.outcomes for name in outcome.record["players"]))

    def rows(self) -> list[Standing]:
        """A row for each player, the one with the most wins first."""
        ratings = self._ratings()
        rows = []
        for player in self.players:
            seats = [
                (outcome, seat)
                for outcome in self.outcomes
                for seat, name in enumerate(outcome.record["players"])
                if name == player
            ]
            points = by_deal((o, o.scores[seat], 1) for o, seat in seats if not o.forfeit)
            mean, error = ratio(points)
            rows.append(
                Standing(
                    player,
                    len(seats),
                    interval(by_deal((outcome, outcome.wins(seat), 1) for outcome, seat in seats)),
                    mean,
                    Z * error if len(points) > 1 else nan,
                    *ratings[player],
                    sum(o.forfeit is not None and o.forfeit.seat == seat for o, seat in seats),
                )
            )
        return sorted(rows, key=lambda row: -row.wins.value)

    def duel(self, one: str, other: str) -> Share:
        """Of the decided games in which these two met, the share in which the first one won and the other did not."""
        met = []
        for outcome in self.outcomes:
            names = outcome.record["players"]
            if one in names and other in names:
                winners = {names[seat] for seat in outcome.winners}
                if len(winners & {one, other}) == 1:
                    met.append((outcome, float(one in winners), 1))
        if not met:
            raise BadSetup(f"No game between {shorten(one)} and {shorten(other)} was decided.")
        return interval(by_deal(met))

    def _ratings(self) -> dict[str, tuple[float, float]]:
        """By openskill's Plackett-Luce model. If a player has several seats at a table, what these say is averaged."""
        from openskill.models import PlackettLuce

        model = PlackettLuce(tau=0)  # as nobody learns on the way
        start = model.rating()
        found = dict.fromkeys(self.players, (start.mu, start.sigma))
        for outcome in self.outcomes:
            names = outcome.record["players"]
            teams = [[model.rating(*found[name])] for name in names]
            ranks = [0.0 if seat in outcome.winners else 1.0 for seat in range(len(names))]
            told: dict[str, list[Any]] = {}
            for name, [rating] in zip(names, model.rate(teams, ranks=ranks), strict=True):
                told.setdefault(name, []).append(rating)
            for name, ratings in told.items():
                found[name] = (
                    sum(rating.mu for rating in ratings) / len(ratings),
                    sum(rating.sigma for rating in ratings) / len(ratings),
                )
        return {player: (mu, Z * sigma) for player, (mu, sigma) in found.items()}

    def __str__(self) -> str:
        head = f"{self.game}: {count(len(self.outcomes), 'game')}, ± and the intervals are of 95 %"
        rows = [("player", "games", "wins (95 %)", "points a game", "rating", "forfeits")]
        finished = Counter(name for o in self.outcomes if not o.forfeit for name in o.record["players"])
        for row in self.rows():
            error = "" if isnan(row.points_error) else f" ± {row.points_error:.1f}"
            points = f"{row.points:.1f}{error}" if finished[row.player] else "-"
            rating = f"{row.rating:.1f} ± {row.rating_error:.1f}"
            forfeits = str(row.forfeits) if row.forfeits else "-"
            rows.append((printable(row.player), str(row.games), str(row.wins), points, rating, forfeits))
        forfeited = {i: outcome.forfeit for i, outcome in enumerate(self.outcomes) if outcome.forfeit}
        stopped = [] if self.complete else ["Stopped before all games were played."]
        return "\n".join([head, columns(rows), *forfeits_text(forfeited), *stopped])

    def __repr__(self) -> str:
        return f"<{self.game}: {', '.join(map(shorten, self.players))}; {len(self.outcomes)} games>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all games as records, a line each; `load_tournament` reads them."""
        import json

        with open(path, "w", encoding="utf-8", newline="\n") as file:
            for outcome in self.outcomes:
                file.write(json.dumps(outcome.record, separators=(",", ":")) + "\n")

    def save_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the standings as a table that a spreadsheet opens."""
        import csv

        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([*Standing._fields[:2], "wins", "wins_low", "wins_high", *Standing._fields[3:]])
            for row in self.rows():
                writer.writerow([*row[:2], *row.wins, *row[3:]])


def tournament(
    game: str,
    players: Sequence[str | Player],
    games: int = 100,
    seed: int | str | None = None,
    *,
    table: int = 2,
    each: Callable[[Outcome], object] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    time_limit: float = TIME_LIMIT,
    progress: bool | None = None,
    **options: Any,
) -> Standings:
    """Let players meet at tables of so many seats, everyone with everyone, and count.

    At each table every deal is played once in each seating, moved on by a seat, so that luck of the cards evens out; `games` a
    table is rounded up to that. Who is named twice may sit at a table twice. `workers` processes or any `executor` may share
    the games; the standings are the same to the last digit. Ctrl-C gives those so far. `each` is called with every outcome.
    """
    check_games(games)
    check_tournament(game, players, table, options)
    entered = job(game, _distinct(players), time_limit, options)
    tables = list(dict.fromkeys(combinations(_places(players), table)))
    text = seed_text(seed)
    deals = -(-games // table)
    tasks = (
        Task((*seats[-turn:], *seats[:-turn]) if turn else seats, f"deal {deal} of {text}")
        for deal in range(deals)
        for seats in tables
        for turn in range(table)
    )
    standings = Standings(game)
    total = deals * len(tables) * table

    def add(outcome: Outcome) -> None:
        if each:
            each(outcome)
        standings.outcomes.append(outcome)

    standings.complete = collect(run(entered, tasks, total, workers, executor), total, add, progress)
    return standings


def check_tournament(game: str, players: Sequence[str | Player], table: int, options: dict[str, Any]) -> None:
    """Raise BadSetup unless so many players can meet at such tables."""
    facts = find(game).facts
    if not is_whole(table) or not facts.fewest <= table <= facts.most:
        many = str(facts.fewest) if facts.fewest == facts.most else f"{facts.fewest} to {facts.most}"
        raise BadSetup(f"A table of {facts.id} has {many} seats, not {shorten(table)}.")
    if "first" in options:
        raise BadSetup("The option first has no place in a tournament: everyone begins as often as everyone else.")
    check_players(players)
    if len(players) < table:
        raise BadSetup(f"A table of {table} needs as many players, and there are {len(players)}.")


def _distinct(players: Sequence[str | Player]) -> list[str | Player]:
    """Everyone once. Functions may be equal in name, and are told apart by what they are."""
    found: list[str | Player] = []
    for player in players:
        if not any(player is other or (isinstance(player, str) and player == other) for other in found):
            found.append(player)
    return found


def _places(players: Sequence[str | Player]) -> list[int]:
    distinct = _distinct(players)
    return [
        next(i for i, other in enumerate(distinct) if player is other or (isinstance(player, str) and player == other))
        for player in players
    ]


def load_tournament(path: str | os.PathLike[str]) -> Standings:
    """The standings of the games in a file that `save` has written; every record is replayed and checked."""
    from rainbowkit.records import parse, read, replay

    standings: Standings | None = None
    numbers: dict[str, int] = {}
    for line, text in read(path)[1]:
        try:
            record = parse(text)
            state = replay(record)
            forfeit = _forfeit(record, len(state.names))
            if state.over == (forfeit is not None):
                said = "is over, so nobody can have" if state.over else "is not over, and nobody has"
                raise BadRecord(f"the game {said} forfeited it")
            if standings and standings.game != state.facts.id:
                raise BadRecord(f"this is a game of {state.facts.id}, and those before are of {standings.game}")
        except BadRecord as error:
            raise BadRecord(str(error), f"{path}, line {line}") from None
        standings = standings or Standings(state.facts.id)
        seats = tuple(numbers.setdefault(name, len(numbers)) for name in state.names)
        task = Task(seats, _seed(record), state.first)
        winners = state.winners() if forfeit is None else [p for p in range(len(state.names)) if p != forfeit.seat]
        standings.outcomes.append(Outcome(task, state.scores(), winners, record, forfeit))
    assert standings
    return standings


def _seed(record: dict[str, Any]) -> str:
    return str(record.get("meta", {}).get("seed", ""))


def _forfeit(record: dict[str, Any], seats: int) -> Forfeit | None:
    told = record.get("meta", {}).get("forfeit")
    if told is None:
        return None
    if (
        not isinstance(told, dict)
        or set(told) != {"seat", "why"}
        or not is_whole(told["seat"])
        or not 0 <= told["seat"] < seats
        or not isinstance(told["why"], str)
    ):
        raise BadRecord("this must give a seat and why", "meta.forfeit")
    return Forfeit(told["seat"], told["why"])


# Statistics. Games of one deal are not independent, but deals are.

Sums = list[tuple[float, int]]


def by_deal(counted: Iterable[tuple[Outcome, float, int]]) -> Sums:
    """For each deal the sum of the values, and of how many."""
    sums: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for outcome, value, number in counted:
        sums[outcome.task.seed] += value  # type: ignore[assignment]
        sizes[outcome.task.seed] += number
    return [(float(sums[seed]), sizes[seed]) for seed in sizes]


def ratio(sums: Sums) -> tuple[float, float]:
    """The mean over all games, and its standard error from how the deals differ.

    >>> ratio([(1, 2), (2, 2), (0, 2), (1, 2)])
    (0.5, 0.204124145231931...)
    """
    count = sum(size for _, size in sums)
    if not count:
        return 0.0, 0.0
    mean = sum(value for value, _ in sums) / count
    deals = len(sums)
    spread = sum((value - mean * size) ** 2 for value, size in sums)
    return mean, sqrt(spread * deals / max(1, deals - 1)) / count


def interval(sums: Sums) -> Share:
    """A share with Wilson's interval, for as many independent games as would be this uncertain.

    >>> print(interval([(1, 1)] * 70 + [(0, 1)] * 30))
    70.0 % (60.4 to 78.1)
    """
    share, error = ratio(sums)
    games = share * (1 - share) / error**2 if error else len(sums)
    if not games:
        return Share(share, 0.0, 1.0)
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))

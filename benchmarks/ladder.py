"""The ladder, measured: how often each player beats the one below, and how long it thinks.

Heads-up, every deal is played in both seatings, and what counts is the share of decided games. At a table of four, one player of
the higher rung meets three of the lower one, every deal is played in all four seatings, and what counts is the share of
wins (a shared win counts in part), to be more than a quarter. The intervals are of 95 %, by deals, as games of one deal are
not independent. Then everyone plays a few games alone on one core, and each choice between several moves is timed.
"""

import argparse
import os
import platform
import sys
from random import Random
from time import perf_counter

from rainbowkit import GAMES, new, tournament
from rainbowkit.engine import columns
from rainbowkit.players import PLAYERS
from rainbowkit.tournaments import Share

RUNGS = list(PLAYERS)
TO_REACH = {"beginner": 0.70, "skilled": 0.60, "expert": 0.57}
FOUR = 4


def heads_up(game: str, higher: str, lower: str, games: int, seed: str, workers: int) -> tuple[Share, int]:
    """The share of decided games, and how many were."""
    standings = tournament(game, [higher, lower], games, seed, workers=workers)
    return standings.duel(higher, lower), sum(len(outcome.winners) == 1 for outcome in standings.outcomes)


def at_four(game: str, higher: str, lower: str, games: int, seed: str, workers: int) -> tuple[Share, int]:
    """The share of wins against three of the lower rung, and in how many games."""
    standings = tournament(game, [higher, lower, lower, lower], games, seed, table=FOUR, workers=workers)
    row = next(row for row in standings.rows() if row.player == higher)
    return row.wins, row.games


def times(game: str, player: str, seats: int, games: int) -> list[float]:
    """How many seconds each choice took, sorted."""
    found = []
    for i in range(games):
        rng = Random(f"times {i}")
        state = new(game, seats, f"times {i}")
        while not state.over:
            view = state.view(state.seat)
            choice = len(view.legal) > 1
            start = perf_counter()
            move = PLAYERS[player](view, rng)
            if choice:
                found.append(perf_counter() - start)
            state.play(move)
    return sorted(found)


def tell(game: str, row: tuple[str, ...]) -> None:
    """Say at once what has been measured, as a whole game takes long."""
    print(f"{game}: {', '.join(row)}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--rungs", nargs="+", choices=RUNGS[1:], default=RUNGS[1:], help="which to measure")
    parser.add_argument("--games", type=int, default=2000, help="for the scripted players (default: 2000)")
    parser.add_argument("--expert", type=int, default=400, help="games for expert (default: 400)")
    parser.add_argument("--four", type=int, default=400, help="games at a table of four (default: 400)")
    parser.add_argument("--four-expert", type=int, default=200, help="the same for expert (default: 200)")
    parser.add_argument("--timed", type=int, default=4, help="games to time (default: 4)")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    for game in args.game:
        if game not in GAMES:
            parser.error(f"there is no game {game}")
    print(f"Python {platform.python_version()}, seed {args.seed}", __doc__.partition("\n\n")[2], sep="\n", flush=True)
    for game in args.game or GAMES:
        facts = GAMES[game].facts
        many = min(FOUR, facts.most)
        rows = [("", "share of decided games", "decided", "to reach")]
        fours = [("", "share of wins", "games", "to reach")]
        clocks = [("", "seats", "choices", "median", "95th percentile")]
        for rung in args.rungs:
            below = RUNGS[RUNGS.index(rung) - 1]
            pair = f"{rung} over {below}"
            games = args.expert if rung == "expert" else args.games
            share, decided = heads_up(game, rung, below, games, args.seed, args.workers)
            rows.append((pair, str(share), f"{decided} of {games}", f"{100 * TO_REACH[rung]:.0f} %"))
            tell(game, rows[-1])
            if many == FOUR:
                games = args.four_expert if rung == "expert" else args.four
                share, games = at_four(game, rung, below, games, args.seed, args.workers)
                fours.append((f"{rung} against three {below}", str(share), str(games), "more than 25 %"))
                tell(game, fours[-1])
            for seats in sorted({2, many, facts.most}):
                found = times(game, rung, seats, args.timed)
                shown = [f"{1000 * found[int(len(found) * part)]:.1f} ms" for part in (0.5, 0.95)]
                clocks.append((rung, str(seats), str(len(found)), *shown))
        for table in (rows, fours, clocks):
            if len(table) > 1:
                print(f"{game}\n{columns(table)}\n", flush=True)


if __name__ == "__main__":
    main()

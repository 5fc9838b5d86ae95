"""How fast the games are: uniformly random decisions a second on one core, ours beside OpenSpiel and RLCard.

A decision is: make the legal moves, pick one with `Random.choice`, play it. The clock runs from before the deal to
the game's end. OpenSpiel is driven by the loop of its own documentation: it deals card by card, each card a chance
node whose outcome is drawn by the odds it gives (`Random.choices`); only players' decisions count, as with us.
The column "lean loop" has the cheapest pick there is instead, on both sides, and does not ask OpenSpiel for odds (its
chance is uniform in these four games).
The contenders take turns in short rounds, so that noise hits all alike; the median round counts.
"""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter

try:
    import pyspiel
    import rlcard

    import rainbowkit
except ImportError as error:
    sys.exit(f"The benchmark needs {error.name}, which is not installed here: run it with `make bench`.")

OURS = {"tricks": 4, "clash": 2, "kobito": 3, "rainbonus": 3}
TO_REACH = {"tricks": 2.0, "clash": 2.0, "rainbonus": 1.5, "kobito": 0.75}
OPEN_SPIEL = ["hearts", "spades", "euchre", "crazy_eights(players=4)"]
ROUNDS = 9
TOURNAMENT = 200
HEAVY = ["numpy", "matplotlib", "IPython", "ipywidgets"]


@dataclass
class Contender:
    """A game to measure: `play` and `lean` play one game, given its seed, and return how many decisions it had."""

    kit: str
    game: str
    play: Callable[[int], int]
    lean: Callable[[int], int]
    plain_rounds: list[float] = field(default_factory=list)
    lean_rounds: list[float] = field(default_factory=list)

    def round(self, seconds: float) -> None:
        for play, rounds in ((self.play, self.plain_rounds), (self.lean, self.lean_rounds)):
            decisions = seed = 0
            start = perf_counter()
            while (elapsed := perf_counter() - start) < seconds:
                seed += 1
                decisions += play(seed)
            rounds.append(decisions / elapsed)

    def result(self) -> tuple[float, float]:
        return median(self.plain_rounds), median(self.lean_rounds)


def our_game(game: str, players: int) -> Contender:
    rng = Random(1)

    def play(seed: int) -> int:
        state = rainbowkit.new(game, players=players, seed=seed)
        while not state.over:
            state.play(rng.choice(state.legal_moves()))
        return len(state.moves)

    def lean(seed: int) -> int:
        state = rainbowkit.new(game, players=players, seed=seed)
        legal_moves, make, rnd = state.legal_moves, state.play, rng.random
        while not state.over:
            moves = legal_moves()
            make(moves[int(rnd() * len(moves))])
        return len(state.moves)

    return Contender("rainbowkit", f"{game} ({players})", play, lean)


def open_spiel_game(name: str) -> Contender:
    game = pyspiel.load_game(name)
    rng = Random(1)

    def play(seed: int) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    def lean(seed: int) -> int:
        state = game.new_initial_state()
        rnd = rng.random
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()  # at a chance node, its outcomes
            decisions += not state.is_chance_node()
            state.apply_action(actions[int(rnd() * len(actions))])
        return decisions

    return Contender("OpenSpiel", name.replace("players=", ""), play, lean)


def rlcard_uno() -> Contender:
    # The bare game inside the environment: more than twice as fast as the environment around it.
    game = rlcard.make("uno", config={"seed": 1}).game
    rng = Random(1)

    def play(seed: int) -> int:
        view, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            view, _ = game.step(rng.choice(view["legal_actions"]))
            decisions += 1
        return decisions

    return Contender("RLCard", "uno (2)", play, play)


def copy_seconds(game: str, players: int) -> float:
    """What one `state.copy()` costs in the middle of a game, the median over 25 games."""
    costs = []
    for seed in range(25):
        rng = Random(seed)
        state = rainbowkit.new(game, players=players, seed=seed)
        past = []
        while not state.over:
            past.append(state.copy())
            state.play(rng.choice(state.legal_moves()))
        copy = past[len(past) // 2].copy
        start = perf_counter()
        for _ in range(2000):
            copy()
        costs.append((perf_counter() - start) / 2000)
    return median(costs)


def import_cost() -> tuple[float, str]:
    """Seconds that `import rainbowkit` adds to a fresh interpreter once it is compiled, and which of HEAVY come along."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def python(code: str) -> tuple[float, str]:
        start = perf_counter()
        out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env).stdout
        return perf_counter() - start, out.strip()

    found = python(f"import sys, rainbowkit; print(*sorted({{*{HEAVY}}} & {{*sys.modules}}))")[1]
    pairs = [(python("import rainbowkit")[0], python("pass")[0]) for _ in range(15)]
    return median(ours for ours, _ in pairs) - median(bare for _, bare in pairs), found or "none"


def games_a_second(workers: int) -> float:
    """How many games a tournament plays in a second, with the start of its processes."""
    start = perf_counter()
    rainbowkit.tournament("clash", ["beginner", "skilled"], TOURNAMENT, 1, workers=workers, progress=False)
    return TOURNAMENT / (perf_counter() - start)


def cpu() -> str:
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=OURS, default=list(OURS), help="which of our games")
    parser.add_argument("--seconds", type=float, default=4.5, help="for each contender, over all its rounds")
    args = parser.parse_args()
    rounds = [(games_a_second(1), games_a_second(2)) for _ in range(3)]
    one, two = (median(figures) for figures in zip(*rounds, strict=True))
    print(f"a tournament of {TOURNAMENT} games of clash, the median of 3 rounds in turn:")
    print(f"1 worker: {one:.1f} games/s, 2 workers: {two:.1f} games/s, ratio {two / one:.2f}\n")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"Python {platform.python_version()}, {cpu()}, one core, {ROUNDS} rounds in turn, the median round")

    ours = {game: our_game(game, OURS[game]) for game in args.games}
    theirs = [open_spiel_game(name) for name in OPEN_SPIEL]
    contenders = [*ours.values(), *theirs, rlcard_uno()]
    for _ in range(ROUNDS):
        for contender in contenders:
            contender.round(args.seconds / ROUNDS / 2)

    bases = [median(figures) for figures in zip(*(c.result() for c in theirs), strict=True)]
    print(f"\n{'kit':<12}{'game':<18}{'decisions/s':>12}{'ratio':>7}{'to reach':>10}{'lean loop/s':>14}{'ratio':>7}")
    for contender in contenders:
        plain, lean = contender.result()
        ratios = [figure / base for figure, base in zip((plain, lean), bases, strict=True)]
        goal = TO_REACH.get(contender.game.split()[0], "")
        print(
            f"{contender.kit:<12}{contender.game:<18}{plain:>12,.0f}{ratios[0]:>7.2f}{goal:>10}"
            f"{lean:>14,.0f}{ratios[1]:>7.2f}"
        )
    print(f"ratio: to the median of the OpenSpiel games, {bases[0]:,.0f} and {bases[1]:,.0f} a second\n")

    for game, contender in ours.items():
        cost = copy_seconds(game, OURS[game])
        print(f"{game} copy(): {cost * 1e6:.2f} us, {cost * contender.result()[0]:.2f} random decisions (goal: < 5)")
    seconds, heavy = import_cost()
    print(f"import rainbowkit: {seconds * 1000:.0f} ms (goal: < 80); heavy imports: {heavy}")


if __name__ == "__main__":
    main()

"""How fast the games are: uniformly random decisions a second on one core, ours beside OpenSpiel and RLCard.

A step is: make the legal moves, pick one, play it. The clock runs from before the deal to the game's end.
OpenSpiel deals card by card, each card a chance node. These count as decisions, in its favour, and are drawn
by the same cheap pick as a move (chance is uniform in all four games, which is checked off the clock).
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
from typing import Any

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
HEAVY = ["numpy", "matplotlib", "IPython", "ipywidgets"]


@dataclass
class Contender:
    """A game to measure: `play(seed)` gives its steps and its end, in which `chance` counts chance nodes."""

    kit: str
    game: str
    play: Callable[[int], tuple[int, Any]]
    chance: Callable[[Any], int] = lambda end: 0
    steps_per_second: list[float] = field(default_factory=list)
    decisions_per_second: list[float] = field(default_factory=list)
    seed: int = 0

    def round(self, seconds: float) -> None:
        """Play whole games for this long; only the games are on the clock, not the counting."""
        steps = chance = 0
        elapsed = 0.0
        while elapsed < seconds:
            self.seed += 1
            start = perf_counter()
            played, end = self.play(self.seed)
            elapsed += perf_counter() - start
            steps += played
            chance += self.chance(end)
        self.steps_per_second.append(steps / elapsed)
        self.decisions_per_second.append((steps - chance) / elapsed)

    def result(self) -> tuple[float, float]:
        """Decisions a second: the players' alone, and with chance nodes counted."""
        return median(self.decisions_per_second), median(self.steps_per_second)


def our_game(game: str, players: int) -> Contender:
    rnd = Random(1).random

    def play(seed: int) -> tuple[int, Any]:
        state = rainbowkit.new(game, players=players, seed=seed)
        legal_moves, make = state.legal_moves, state.play
        steps = 0
        while not state.over:
            moves = legal_moves()
            make(moves[int(rnd() * len(moves))])
            steps += 1
        return steps, state

    return Contender("rainbowkit", f"{game} ({players})", play)


def open_spiel_game(name: str) -> Contender:
    game = pyspiel.load_game(name)
    rnd = Random(1).random

    def play(seed: int) -> tuple[int, Any]:
        state = game.new_initial_state()
        legal_actions, apply_action = state.legal_actions, state.apply_action
        steps = 0
        while actions := legal_actions():  # at a chance node its outcomes, at the end of the game none
            apply_action(actions[int(rnd() * len(actions))])
            steps += 1
        return steps, state

    def chance(end: Any) -> int:
        return sum(action.player == pyspiel.PlayerId.CHANCE for action in end.full_history())

    for seed in range(20):
        end = play(seed)[1]
        state = game.new_initial_state()
        for action in end.history():
            if state.is_chance_node():
                odds = {round(chance, 9) for _, chance in state.chance_outcomes()}
                assert len(odds) == 1, f"{name} has a chance node that is not uniform"
            state.apply_action(action)
        assert end.is_terminal(), f"{name} stopped before its end"
    return Contender("OpenSpiel", name.replace("players=", ""), play, chance)


def rlcard_uno() -> Contender:
    # The bare game inside the environment: more than twice as fast as the environment around it.
    game = rlcard.make("uno", config={"seed": 1}).game
    rnd = Random(1).random

    def play(seed: int) -> tuple[int, Any]:
        view, _ = game.init_game()
        steps = 0
        while not game.is_over():
            moves = view["legal_actions"]
            view, _ = game.step(moves[int(rnd() * len(moves))])
            steps += 1
        return steps, game

    return Contender("RLCard", "uno (2)", play)


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
    """Seconds that `import rainbowkit` adds to a fresh interpreter, and which of HEAVY come along."""

    def python(code: str) -> tuple[float, str]:
        start = perf_counter()
        out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        return perf_counter() - start, out.strip()

    found = python(f"import sys, rainbowkit; print(*sorted({{*{HEAVY}}} & {{*sys.modules}}))")[1]
    pairs = [(python("import rainbowkit")[0], python("pass")[0]) for _ in range(15)]
    return median(ours for ours, _ in pairs) - median(bare for _, bare in pairs), found or "none"


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
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"Python {platform.python_version()}, {cpu()}, one core, {ROUNDS} rounds in turn, the median round")

    ours = {game: our_game(game, OURS[game]) for game in args.games}
    theirs = [open_spiel_game(name) for name in OPEN_SPIEL]
    contenders = [*ours.values(), *theirs, rlcard_uno()]
    for _ in range(ROUNDS):
        for contender in contenders:
            contender.round(args.seconds / ROUNDS)

    results = {(c.kit, c.game): c.result() for c in contenders}
    alone, base = (median(figures) for figures in zip(*(c.result() for c in theirs), strict=True))
    print(f"\n{'kit':<12}{'game':<18}{'decisions/s':>12}{'with chance/s':>15}{'ratio':>8}{'to reach':>10}")
    for (kit, game), (decisions, steps) in results.items():
        goal = TO_REACH.get(game.split()[0], "")
        print(f"{kit:<12}{game:<18}{decisions:>12,.0f}{steps:>15,.0f}{steps / base:>8.2f}{goal:>10}")
    print(f"ratio: to OpenSpiel's median with chance nodes counted, {base:,.0f}/s")
    print(f"(its median of players' decisions alone: {alone:,.0f}/s, a ratio of {alone / base:.2f})\n")

    for game, contender in ours.items():
        cost = copy_seconds(game, OURS[game])
        print(f"{game} copy(): {cost * 1e6:.2f} us, {cost * contender.result()[0]:.2f} decisions (goal: < 5)")
    seconds, heavy = import_cost()
    print(f"import rainbowkit: {seconds * 1000:.0f} ms (goal: < 80); heavy imports: {heavy}")


if __name__ == "__main__":
    main()

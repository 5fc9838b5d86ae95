"""Information-set tree search: play a view on in sampled worlds, again and again, and see which move wins most often.

Every playout takes a world that agrees with the view, makes a move at the root, goes down a tree of the moves that a playout
policy has suggested, and then follows this policy to a horizon. The worlds differ, so a node of the tree stands for all
positions that the same moves lead to. The root is shared out by halving: all moves get as many playouts, then the better
half of them again. The number of playouts is fixed, so the same generator gives the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple

from rainbowkit.engine import State, View
from rainbowkit.odds import standard_error
from rainbowkit.players import Choice


class Estimate(NamedTuple):
    """What a move is worth, from 0 (lost) to 1 (won): a mean with its standard error, and of how many playouts."""

    value: float
    error: float
    playouts: int

    def __str__(self) -> str:
        return f"{100 * self.value:.0f} ± {100 * self.error:.0f} %"


class Node:
    """The positions that the same moves lead to."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits = 0
        self.total = 0.0
        """The sum of what the playouts through here were worth to whoever moved here."""


class Search:
    """A player that searches. It keeps nothing from one move to the next.

    `policy(state, rng)` makes a plausible move for the seat to move, fast, from what that seat may know. `value(state)` is what each
    seat may hope for, from 0 to 1: who has won of a finished game. `horizon` is after how many moves a playout is cut
    off, `candidates(state)` which moves are looked at, `depth` how many moves deep the tree gets beneath the root. `settled(state)`
    tells where a playout may stop before the game is over, `imagine(view, rng)` draws a world if `view.sample` is too even.
    """

    def __init__(
        self,
        about: str,
        policy: Callable[[Any, Random], str],
        value: Callable[[Any], list[float]],
        *,
        playouts: int,
        worlds: int,
        horizon: int = 10_000,
        candidates: Callable[[Any], Collection[str]] | None = None,
        settled: Callable[[Any], bool] | None = None,
        imagine: Callable[[Any, Random], State] | None = None,
        depth: int = 4,
        widening: float = 0.5,
        exploration: float = 0.5,
    ) -> None:
        self.__doc__ = about
        self.policy = policy
        self.value = value
        self.playouts = playouts
        self.worlds = worlds
        self.horizon = horizon
        self.candidates = candidates
        self.settled = settled or (lambda state: state.over)
        self.imagine = imagine or (lambda view, rng: view.sample(rng))
        self.depth = depth
        self.widening = widening
        self.exploration = exploration

    def __call__(self, view: View, rng: Random) -> Choice:
        if self.candidates and len(moves := self.candidates(self.imagine(view, Random(0)))) == 1:
            return Choice(next(iter(moves)), "I see nothing else worth a thought.")
        found = self.assess(view, rng)
        (move, best), *others = found.items()
        if not others:
            return Choice(move, "I see nothing else worth a thought.")
        then, second = others[0]
        return Choice(
            move,
            f"I played on {sum(estimate.playouts for estimate in found.values())} times in my head: {move} gives me a "
            f"chance of {best} to win, {then} {second}.",
        )

    def assess(
        self, view: View, rng: Random, playouts: int | None = None, keep: str | None = None
    ) -> dict[str, Estimate]:
        """What each move is worth, the most promising first; the move `keep` gets as many playouts as the best."""
        playouts = self.playouts if playouts is None else playouts
        worlds = [self.imagine(view, rng) for _ in range(min(self.worlds, playouts))]
        moves = list(self.candidates(worlds[0]) if self.candidates else view.legal)
        if keep is not None and keep not in moves:
            moves.append(keep)
        rounds = max(1, (len(moves) - 1).bit_length())
        share = playouts // rounds
        nodes = {move: Node() for move in moves}
        squares = dict.fromkeys(moves, 0.0)
        alive, done = moves, 0
        for left in reversed(range(rounds)):
            for _ in range(max(1, share // len(alive))):
                world = worlds[done % len(worlds)]
                done += 1
                for move in alive:
                    squares[move] += self._playout(world.copy(), move, nodes[move], rng) ** 2
            ranked = sorted(alive, key=lambda move: -nodes[move].total / nodes[move].visits)
            if left:
                alive = ranked[: (len(ranked) + 1) // 2]
                if keep is not None and keep not in alive:
                    alive.append(keep)
        ranked += sorted(set(moves) - set(ranked), key=lambda move: (-nodes[move].visits, -nodes[move].total, move))
        return {move: _estimate(nodes[move], squares[move]) for move in ranked}

    def _playout(self, state: State, move: str, node: Node, rng: Random) -> float:
        """Play on with this move, and tell what that was worth to whoever made it."""
        mover = state.seat
        policy, candidates, settled = self.policy, self.candidates, self.settled
        path = [(mover, node)]
        state.play(move)
        moves = 1
        while not settled(state) and moves <= self.depth and node.visits:
            suggestion = policy(state, rng)
            children = node.children
            legal = candidates(state) if candidates else state.legal_moves()
            seat = state.seat
            if len(children) <= self.widening * sqrt(node.visits):
                # What the policy suggests is looked at first, and then, in worlds much alike, what else there is.
                fresh = [suggestion] if suggestion not in children else [m for m in legal if m not in children]
                if fresh:
                    children[fresh[0]] = Node()
            known = [move for move in legal if move in children]
            if not known:
                children.setdefault(suggestion, Node())
                known = [suggestion]
            move = self._pick(children, known, node.visits)
            node = children[move]
            path.append((seat, node))
            state.play(move)
            moves += 1
        horizon = self.horizon
        while not settled(state) and moves < horizon:
            state.play(policy(state, rng))
            moves += 1
        values = self.value(state)
        for seat, node in path:
            node.visits += 1
            node.total += values[seat]
        return values[mover]

    def _pick(self, children: dict[str, Node], known: list[str], visits: int) -> str:
        if len(known) == 1:
            return known[0]
        spread = self.exploration * sqrt(log(visits + 1))

        def promise(move: str) -> float:
            child = children[move]
            return child.total / child.visits + spread / sqrt(child.visits) if child.visits else 9.0

        return max(known, key=promise)


def _estimate(node: Node, squares: float) -> Estimate:
    return Estimate(node.total / node.visits, standard_error(node.visits, node.total, squares), node.visits)

"""Players: anything that is called with a view and a generator, and gives a move.

The ladder has the same four rungs in every game. What they do in a game is in the module of its name beside this one:
functions `beginner` and `skilled` that make a `Choice`, and a `Search` named `expert`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import NamedTuple

from rainbowkit.engine import View
from rainbowkit.errors import BadSetup, shorten

Player = Callable[[View, Random], str]


class Choice(NamedTuple):
    """A move, and in a sentence why."""

    move: str
    why: str


class Rung:
    """A player of the ladder."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __call__(self, view: View, rng: Random) -> str:
        return self.choose(view, rng).move

    def choose(self, view: View, rng: Random) -> Choice:
        """The move, and why."""
        if len(view.legal) == 1:
            return Choice(view.legal[0], "There is no other move.")
        found: Choice = strategy(self.__name__, view.kind.facts.id)(view, rng)
        return found

    def about(self, game: str) -> str:
        """In a line, how it plays this game."""
        return str(strategy(self.__name__, game).__doc__).splitlines()[0]

    def __repr__(self) -> str:
        return f"<player {self.__name__}>"


class _Random(Rung):
    """Plays any legal move, each as likely as any other."""

    def __call__(self, view: View, rng: Random) -> str:
        moves = view.legal
        return moves[int(rng.random() * len(moves))]

    def choose(self, view: View, rng: Random) -> Choice:
        return Choice(self(view, rng), "Any move is as good to me as any other.")

    def about(self, game: str) -> str:
        return str(self.__doc__)


random = _Random("random")

PLAYERS: dict[str, Rung] = {"random": random, **{name: Rung(name) for name in ("beginner", "skilled", "expert")}}
"""The ladder, from the bottom up."""


def find(name: str) -> Rung:
    """The player of this name."""
    if name not in PLAYERS:
        raise BadSetup(f"There is no player {shorten(name)}: choose from {', '.join(PLAYERS)}.")
    return PLAYERS[name]


def strategy(name: str, game: str) -> Callable[[View, Random], Choice]:
    """What a rung does in this game."""
    found: Callable[[View, Random], Choice] = getattr(import_module(f"rainbowkit.players.{game}"), name)
    return found

"""Players: anything that is called with a view and a generator, and gives a move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rainbowkit.engine import View
from rainbowkit.errors import BadSetup, shorten

Player = Callable[[View, Random], str]


def random(view: View, rng: Random) -> str:
    """Plays any legal move, each as likely as any other."""
    moves = view.legal
    return moves[int(rng.random() * len(moves))]


PLAYERS: dict[str, Player] = {"random": random}


def find(name: str) -> Player:
    """The player of this name."""
    if name not in PLAYERS:
        raise BadSetup(f"There is no player {shorten(name)}: choose from {', '.join(PLAYERS)}.")
    return PLAYERS[name]

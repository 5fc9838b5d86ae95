"""The games, by their ids."""

from __future__ import annotations

from rainbowkit.engine import State
from rainbowkit.games.clash import Clash
from rainbowkit.games.kobito import Kobito
from rainbowkit.games.tricks import Tricks

GAMES: dict[str, type[State]] = {game.facts.id: game for game in (Tricks, Clash, Kobito)}

"""The games, by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from rainbowkit.engine import Rule, State, is_whole
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games.clash import Clash
from rainbowkit.games.kobito import Kobito
from rainbowkit.games.rainbonus import Rainbonus
from rainbowkit.games.tricks import Tricks

GAMES: dict[str, type[State]] = {game.facts.id: game for game in (Tricks, Clash, Kobito, Rainbonus)}

LONGEST_NAME = 100


def new(game: str, players: int | Sequence[str] = 2, seed: int | str | None = None, **options: Any) -> State:
    """Set up a game and deal.

    `players` is how many, or their names by seat; the same `seed` deals the same cards, and without one they are
    unforeseeable. `options` are `first`, the seat that begins, and the game's own.
    """
    kind = find(game)
    names = [f"Player {seat + 1}" for seat in range(min(players, 10))] if isinstance(players, int) else players
    check_setup(kind, names, options)
    return kind(names, seed_text(seed), **options)


def rules(game: str) -> tuple[Rule, ...]:
    """The rules, rulings and inferences of a game, in our own words."""
    return find(game).rules


def find(game: object) -> type[State]:
    """The class of a game."""
    if not isinstance(game, str) or game not in GAMES:
        raise BadSetup(f"There is no game {shorten(game)}: choose one of {', '.join(GAMES)}.")
    return GAMES[game]


def check_setup(kind: type[State], names: object, options: dict[str, Any]) -> None:
    """Raise BadSetup unless a game can begin like this."""
    facts = kind.facts
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise BadSetup("The players must be a number, or a list of names.")
    if not facts.fewest <= len(names) <= facts.most:
        many = str(facts.fewest) if facts.fewest == facts.most else f"{facts.fewest} to {facts.most}"
        raise BadSetup(f"{facts.id} is for {many} players.")
    for seat, name in enumerate(names):
        if not 1 <= len(name) <= LONGEST_NAME:
            raise BadSetup(f"A player's name has 1 to {LONGEST_NAME} characters; that of seat {seat} has {len(name)}.")
    for option in options:
        if option != "first" and option not in kind.defaults:
            known = ", ".join(["first", *kind.defaults])
            raise BadSetup(f"{facts.id} has no option {shorten(option)}: there is {known}.")
    first = options.get("first", 0)
    if not is_whole(first) or not 0 <= first < len(names):
        raise BadSetup(f"The option first must be a seat from 0 to {len(names) - 1}, not {shorten(first)}.")
    kind.check_options(len(names), **{name: value for name, value in options.items() if name != "first"})


def seed_text(seed: int | str | None) -> str:
    """A seed as text that a generator takes, such text as it is: unforeseeable for `None`."""
    if seed is None:
        return str(SystemRandom().getrandbits(64))
    if isinstance(seed, str):
        return seed.encode(errors="backslashreplace").decode()
    if not is_whole(seed):
        raise BadSetup(f"A seed is a whole number or text, not {shorten(seed)}.")
    return hex(seed) if abs(seed) >> 64 else str(seed)

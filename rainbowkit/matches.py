"""One game between players."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rainbowkit.engine import State, View
from rainbowkit.errors import BadSetup, RainbowkitError, shorten
from rainbowkit.games import LONGEST_NAME, new, seed_text
from rainbowkit.players import Player, Rung, find

TIME_LIMIT = 5.0
"""How many seconds a move may take that is made by a player who is not ours."""


def match(
    game: str,
    players: Sequence[str | Player],
    seed: int | str | None = None,
    *,
    time_limit: float | None = TIME_LIMIT,
    **options: Any,
) -> State:
    """Play one game to its end. A player is a name such as `skilled`, or any `f(view, rng) -> move`.

    What a function raises comes through, as here is where one looks for its mistakes. A move that takes longer than
    `time_limit` seconds raises RainbowkitError; None gives all the time there is, as to someone who types.
    """
    check_players(players)
    if time_limit is not None:
        check_time_limit(time_limit)
    text = seed_text(seed)
    state = new(game, [name_of(player) for player in players], text, **options)
    play_out(state, [in_time(player, time_limit) for player in players], text)
    return state


def play_out(
    state: State, players: Sequence[Player], seed: str, before: Callable[[State], object] | None = None
) -> None:
    """Play a new game to its end; `before` is called with the position before each move.

    An error leaves the game as it was before the move of the seat that made it.
    """
    rngs = [Random(f"seat {seat} of {seed}") for seat in range(len(players))]
    while not state.over:
        seat = state.seat
        if before:
            before(state)
        move = players[seat](state.view(seat), rngs[seat])
        state.check(move)
        state.play(str.__str__(move))  # numpy's strings pass, too, and are not to get into records


class TooSlow(RainbowkitError):
    """A move took longer than it may."""


class _TooLate(BaseException):
    """What ends a move that takes too long; no `except Exception` of the player keeps it."""


def in_time(player: str | Player, seconds: float | None = TIME_LIMIT) -> Player:
    """The player, stopped when a move takes too long: where the system has alarms, and in the main thread, as only it gets them."""
    found = find(player) if isinstance(player, str) else player
    if seconds is None or isinstance(found, Rung) or not hasattr(signal, "setitimer"):
        return found

    def late(number: int, frame: object) -> None:
        raise _TooLate

    def play(view: View, rng: Random) -> str:
        try:
            usual = signal.signal(signal.SIGALRM, late)
        except ValueError:  # not in the main thread
            return found(view, rng)
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # and again every second, for those who keep even that
            try:
                return found(view, rng)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except _TooLate:
            raise TooSlow(f"{name_of(player)} took longer than {seconds:g} seconds for a move.") from None
        finally:
            signal.signal(signal.SIGALRM, usual)

    return play


def check_players(players: object) -> None:
    """Raise BadSetup unless these can be players."""
    if not isinstance(players, list | tuple) or not all(isinstance(p, str) or callable(p) for p in players):
        raise BadSetup("The players must be a list of names and functions, one for each seat.")
    for player in players:
        if isinstance(player, str):
            find(player)


def check_time_limit(seconds: object) -> None:
    """Raise BadSetup unless this is a number of seconds that a move may take."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 3600:
        raise BadSetup(f"The time limit must be a number of seconds, up to 3600, not {shorten(seconds)}.")


def name_of(player: str | Player) -> str:
    """How a player is called in a record."""
    return player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))[:LONGEST_NAME]

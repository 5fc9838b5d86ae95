"""A game between a person and players, on its way: what is played, taken back and told of it. It knows no widget."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rainbowkit.engine import State, View, is_whole
from rainbowkit.errors import BadSetup, IllegalMove, MalformedMove, RainbowkitError, shorten
from rainbowkit.games import new, seed_text
from rainbowkit.matches import TooSlow, check_players, in_time, name_of
from rainbowkit.players import Choice, Player, Rung, find

YOU = "You"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
"""How our players are called at the table; one of somebody's own is called as its function is."""
WORLDS = 24
"""In so many worlds a move must show the same before it may be taken back."""


class Session:
    """A game in which one seat is a person's. The same seed and moves give the same game."""

    def __init__(
        self,
        game: str,
        players: Sequence[str | Player],
        seat: int = 0,
        seed: int | str | None = None,
        *,
        practice: bool = False,
        **options: Any,
    ) -> None:
        """`players` are those of the other seats, clockwise from the seat after the person's."""
        check_players(players)
        others = list(players)
        count = len(others) + 1
        if not is_whole(seat) or not 0 <= seat < count:
            raise BadSetup(f"Your seat must be from 0 to {count - 1}, not {shorten(seat)}.")
        self.seat = seat
        self.seed = seed_text(seed)
        self.practice = practice
        self.options = options
        self.players: dict[int, Player] = {}
        names = [YOU] * count
        for i, player in enumerate(others, 1):
            at = (seat + i) % count
            self.players[at] = find(player) if isinstance(player, str) else player
            names[at] = NAMES[(i - 1) % len(NAMES)] if isinstance(self.players[at], Rung) else name_of(player)
        self.given = others
        self.state: State = new(game, numbered(names), self.seed, **options)
        self.log: list[tuple[str, str]] = []
        """What was done at each move, as everyone may hear it, and why, which may give away what its player knows."""
        self._views: dict[int | None, View] = {}

    def __repr__(self) -> str:
        return f"<{self.state.facts.id}: {', '.join(shorten(name) for name in self.state.names)}>"

    @property
    def at(self) -> int:
        """How many moves have been made."""
        return len(self.state.moves)

    @property
    def view(self) -> View:
        """What the person knows."""
        if self.seat not in self._views:
            self._views = {self.seat: self.state.view(self.seat)}
        return self._views[self.seat]

    @property
    def waiting(self) -> bool:
        """Is one of the players to move, and not the person?"""
        return not self.state.over and self.state.seat != self.seat

    def play(self, move: str) -> None:
        """Make the person's move, if it is legal."""
        if self.waiting:
            raise IllegalMove(move, "turn", "It is not your turn yet.", self.view)
        self.state.check(move)
        self._move(move, "")

    def play_next(self) -> None:
        """Let the player whose turn it is move."""
        if not self.waiting:
            return
        seat = self.state.seat
        player, name = self.players[seat], self.state.names[seat]
        rng = Random(f"seat {seat}, move {self.at} of {self.seed}")
        view = self.state.view(seat)
        try:
            choice = player.choose(view, rng) if isinstance(player, Rung) else Choice(in_time(player)(view, rng), "")
            self.state.check(choice.move)
        except TooSlow as error:
            raise PlayerFailed(str(error)) from error
        except (IllegalMove, MalformedMove) as error:
            raise PlayerFailed(f"{name} made a move that is none here: the table's `error` says which.") from error
        except (Exception, KeyboardInterrupt) as error:
            raise PlayerFailed(f"{name} failed ({type(error).__name__}): the table's `error` says more.") from error
        self._move(choice.move, choice.why)

    def play_for(self) -> None:
        """Make any move for the player whose turn it is."""
        rng = Random(f"instead of seat {self.state.seat}, move {self.at} of {self.seed}")
        moves = self.state.legal_moves()
        self._move(moves[int(rng.random() * len(moves))], "")

    def _move(self, move: str, why: str) -> None:
        from rainbowkit_widgets.scenes import say

        seat, before = self.state.seat, self.view
        position = self.state.copy()
        try:
            self.state.play(move)
            self._views = {}
            words = say(before, move, self.view)
        except Exception:
            self.state, self._views = position, {}
            raise
        self.log.append((told(self.state, seat, words, self.seat), why))

    def record(self) -> dict[str, Any]:
        """The game so far as a record, with who the players are."""
        who = [YOU if seat == self.seat else name_of(self.players[seat]) for seat in range(len(self.state.names))]
        return {**self.state.record(), "meta": {"players": who}}

    # Taking back

    def last_own(self) -> int | None:
        """After how many moves the person last had a choice that may be taken back, but for what has been seen since."""
        own = [i for i, seat in enumerate(self._seats()) if seat == self.seat]
        return own[-1] if own and (self.practice or own[-1] == self.at - 1) else None

    def take_back(self) -> None:
        """Take back the person's last move, and what came after it, unless it has shown something hidden."""
        to = self.last_own()
        if to is None:
            raise RainbowkitError("There is nothing to take back: your last move has been answered, or you had none.")
        if not self.practice and not self._showed_nothing(to):
            raise RainbowkitError(
                "That cannot be taken back: it has shown something hidden. A practice table allows it."
            )
        self.state = self.position(to)
        self._views = {}
        del self.log[to:]

    def position(self, at: int) -> State:
        """The game as it was after so many moves."""
        state = self._begun()
        for move in self.state.moves[:at]:
            state.play(move)
        return state

    def _begun(self) -> State:
        return new(self.state.facts.id, list(self.state.names), self.seed, **self.options)

    def _seats(self) -> list[int]:
        """Who made each move."""
        state = self._begun()
        seats = []
        for move in self.state.moves:
            seats.append(state.seat)
            state.play(move)
        return seats

    def _showed_nothing(self, at: int) -> bool:
        """Would the last move have looked the same in every world that the person could have been in?"""
        before, move = self.position(at).view(self.seat), self.state.moves[at]
        rng = Random("taking back")
        for _ in range(WORLDS):
            world = before.sample(rng)
            world.play(move)
            if world.over != self.state.over or not _looks_like(world.view(self.seat), self.view):
                return False
        return True


def _looks_like(one: View, other: View) -> bool:
    """Do these two views show the same table?"""
    from rainbowkit_widgets.scenes import scene

    return scene(one).to_dict() == scene(other).to_dict()


class PlayerFailed(RainbowkitError):
    """A player raised an error or made a move that is none."""


def told(state: State, seat: int, words: str, watching: int | None) -> str:
    """Who does what, as it is said to the seat that watches."""
    return f"You {first_person(words)}" if seat == watching else f"{state.names[seat]} {words}"


def first_person(words: str) -> str:
    """What somebody does, as it is said to them.

    >>> first_person("plays red open")
    'play red open'
    """
    verb, space, rest = words.partition(" ")
    return verb.removesuffix("s") + space + rest


def numbered(names: list[str]) -> list[str]:
    """Names that can be told apart.

    >>> numbered(["You", "skilled", "skilled"])
    ['You', 'skilled 1', 'skilled 2']
    """
    found = []
    for i, name in enumerate(names):
        if names.count(name) > 1:
            name = f"{name} {names[: i + 1].count(name)}"
        found.append(name)
    return found

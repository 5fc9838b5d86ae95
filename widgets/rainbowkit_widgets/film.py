"""A game that has been played, as a film."""

from __future__ import annotations

import os
from typing import Any

from rainbowkit.engine import State, is_whole
from rainbowkit.records import one
from rainbowkit_widgets.board import Board
from rainbowkit_widgets.scene import Follower
from rainbowkit_widgets.scenes import say, scene
from rainbowkit_widgets.session import YOU, told
from rainbowkit_widgets.table import TOLD


class Film(Board):
    """A game that has been played, shown from any seat, move by move."""

    def __init__(self, state: State, seat: int | None = None) -> None:
        super().__init__()
        self.end = state
        self.names = [f"Player {i + 1}" if name == YOU else name for i, name in enumerate(state.names)]
        self.seat = seat
        self.at = 0
        self.heard = {"goto": self._goto, "seat": self._sit}
        self._positions = [state]
        self._tell_all()

    def __repr__(self) -> str:
        return f"<film of {self.end.facts.id}: {len(self.end.moves)} moves>"

    def _tell_all(self) -> None:
        """Play the game through, and note what there is to tell."""
        record = self.end.record()
        state = type(self.end)(self.names, shuffles=record["shuffles"], **record["options"])
        self._lines: list[str] = []
        self._positions = [state.copy()]
        for move in self.end.moves:
            seat, before = state.seat, state.view(self.seat)
            state.play(move)
            words = say(before, move, state.view(self.seat))
            self._lines.append(told(state, seat, words, self.seat))
            self._positions.append(state.copy())
        self._follower = Follower()
        self.update()

    def update(self) -> None:
        """Show the position that is looked at."""
        state = self._positions[self.at]
        with self.hold_sync():
            self.log = self._lines[: self.at][-TOLD:]
            self.controls = {
                "kind": "film",
                "film": {"at": self.at, "last": len(self.end.moves)},
                "told": self.at,
                "seats": self.names,
                "seat": self.seat,
            }
            found = scene(state.view(self.seat), scores=True)
            found.moves = []
            self.show(found, at=self.at, waiting=False, over=state.over)

    def _goto(self, content: dict[str, Any]) -> None:
        at: Any = content.get("to")
        if is_whole(at) and 0 <= at < len(self._positions):
            self.at = at
            self.update()

    def _sit(self, content: dict[str, Any]) -> None:
        seat: Any = content.get("seat")
        if seat is None or (is_whole(seat) and 0 <= seat < len(self.end.names)):
            self.seat = seat
            self._tell_all()


def replay(record: dict[str, Any] | State | str | os.PathLike[str], seat: int | None = None) -> Film:
    """Any record as a film: a record, a game, or the name of a file that holds one."""
    return Film(one(record, "show"), seat)

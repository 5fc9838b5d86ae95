"""What all our widgets share: whole values go down as traits, and what a person wants comes up as messages.

Nothing that comes up is trusted: a message that no honest browser would send changes nothing. No trait holds what the person may
not see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, TypeGuard

import anywidget
import traitlets

from rainbowkit.errors import RainbowkitError
from rainbowkit_widgets.art import SYMBOLS
from rainbowkit_widgets.scene import Follower, Scene

HERE = Path(__file__).parent
LONGEST = 100
"""No message has a word longer than this, or a list with more in it."""


def look(name: str) -> str:
    """The style sheet of a widget, after the one that all share."""
    return "".join((HERE / part).read_text(encoding="utf-8") for part in ("look.css", name))


class Hearing(anywidget.AnyWidget):
    """A widget that hears messages, and shows whoever sent them a sentence when something goes wrong."""

    notice: Any = traitlets.Dict().tag(sync=True)
    sorry: ClassVar[str] = "Nothing was changed: try something else."
    """How to carry on after a mistake of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[str, Callable[[dict[str, Any]], None]] = {}
        self.error: Exception | None = None
        """What went wrong last, for who wants to look into it."""
        self._notices = count(1)
        self.on_msg(lambda _, content, buffers: self.hear(content))

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Nothing that a browser says sets a trait."""

    def hear(self, content: object) -> None:
        """Take in a message; what makes no sense is passed over, and what goes wrong is said."""
        if not isinstance(content, dict) or not is_word(do := content.get("do")) or do not in self.heard:
            return
        try:
            self.heard[do](content)
        except RainbowkitError as error:
            self.tell(str(error), "error")
        except Exception as error:  # its text stays here: it may name hidden cards
            self.error = error
            self.tell(
                f"That went wrong, and it is our mistake, not yours ({type(error).__name__}). {self.sorry}", "error"
            )
        self.send({"heard": True})

    def tell(self, text: str, kind: str = "say", marks: Sequence[str] = ()) -> None:
        """Say a sentence, and mark some cards."""
        self.notice = {"n": next(self._notices), "text": text, "kind": kind, "marks": list(marks)} if text else {}


class Board(Hearing):
    """A card table: it shows scenes."""

    _esm = HERE / "table.js"
    _css = look("table.css")

    art: Any = traitlets.Dict(SYMBOLS).tag(sync=True)
    scene: Any = traitlets.Dict().tag(sync=True)
    log: Any = traitlets.List().tag(sync=True)
    odds: Any = traitlets.Dict().tag(sync=True)
    controls: Any = traitlets.Dict().tag(sync=True)
    report: Any = traitlets.Dict().tag(sync=True)
    sorry = "The game is as it was: go on, or begin a new one."

    def __init__(self) -> None:
        super().__init__()
        self._follower = Follower()
        self._shown: Scene | None = None

    def show(self, found: Scene, **more: Any) -> None:
        """Show this scene."""
        self._shown = self._follower.follow(found)
        self.scene = {**found.to_dict(), **more}


def is_word(value: object) -> TypeGuard[str]:
    """Is it text that is not too long?"""
    return isinstance(value, str) and len(value) <= LONGEST

"""The lesson sheet: a widget that shows a list of blocks, and hears what is chosen. Python decides what comes next.

A block is plain data made by one of the functions here. Texts know `**strong**`, `*emphasis*` and `` `code` ``, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from math import isfinite
from typing import Any, NamedTuple, Protocol

import traitlets

from rainbowkit.engine import is_whole
from rainbowkit_widgets.board import HERE, LONGEST, Hearing, look

Block = dict[str, Any]
Values = dict[str, Any]
"""What stands in each field; `None` where nothing does."""
RIGHT, WRONG, HINT, INFO = "right", "wrong", "hint", "info"
SPOKEN = {RIGHT: "Right.", WRONG: "Not quite.", HINT: "Hint.", INFO: ""}


class Picture(NamedTuple):
    """A picture as the browser wants it: for light and for dark pages, and in words."""

    light: str
    dark: str
    alt: str
    width: int
    height: int


class Drawn(Protocol):
    """What a chart must be able to do."""

    alt: str

    def png(self, dark: bool = False) -> bytes:
        """The picture as PNG."""


# Blocks


def heading(text: str) -> Block:
    """A title."""
    return {"kind": "heading", "text": text}


def text(words: str) -> Block:
    """A paragraph."""
    return {"kind": "text", "text": words}


def progress(done: int, of: int, label: str) -> Block:
    """A bar of so many steps."""
    return {"kind": "progress", "done": done, "of": of, "label": label}


def picture(found: Picture | None, busy: str = "") -> Block:
    """A picture, or for as long as there is none, a place for it with a word on that."""
    return {"kind": "picture", **(found._asdict() if found else {}), "busy": busy}


def choices(
    name: str, label: str, options: Sequence[tuple[str, str]], *, many: bool = False, chosen: Sequence[str] = ()
) -> Block:
    """Radio buttons, or with `many` boxes to tick. An option is what comes up and what it says."""
    return {
        "kind": "choices",
        "name": name,
        "label": label,
        "options": [list(option) for option in options],
        "many": many,
        "chosen": list(chosen),
    }


def select(name: str, label: str, options: Sequence[str], value: str, *, live: bool = False) -> Block:
    """One of some words; `live` ones are heard at once when they change."""
    return {"kind": "select", "name": name, "label": label, "options": list(options), "value": value, "live": live}


def slider(
    name: str, label: str, low: float, high: float, step: float, value: float, *, unit: str = "", live: bool = False
) -> Block:
    """A slider with a number field beside it."""
    return {
        "kind": "slider",
        "name": name,
        "label": label,
        "low": low,
        "high": high,
        "step": step,
        "value": value,
        "unit": unit,
        "live": live,
    }


def number(name: str, label: str, low: float, high: float, step: float, value: float | None = None) -> Block:
    """A number field."""
    return {
        "kind": "number",
        "name": name,
        "label": label,
        "low": low,
        "high": high,
        "step": step,
        "value": value,
    }


def buttons(*items: tuple[str, str], first: bool = True) -> Block:
    """Buttons, each with what comes up and what it says; the first is the one to go on with."""
    return {"kind": "buttons", "items": [list(item) for item in items], "first": first}


def feedback(tone: str, words: str) -> Block:
    """What is said to an answer; a screen reader says it too."""
    return {"kind": "feedback", "tone": tone, "lead": SPOKEN[tone], "text": words}


def drawn(chart: Drawn) -> Picture:
    """A chart as a picture."""
    from base64 import b64encode
    from struct import unpack

    light, dark = chart.png(), chart.png(dark=True)
    width, height = unpack(">II", light[16:24])
    light_uri, dark_uri = (f"data:image/png;base64,{b64encode(image).decode()}" for image in (light, dark))
    return Picture(light_uri, dark_uri, chart.alt, width, height)


# The widget


class Sheet(Hearing):
    """A sheet of blocks. What is built on it says in `pressed` and `changed` what comes of a button and of a live field."""

    _esm = HERE / "sheet.js"
    _css = look("sheet.css")

    page: Any = traitlets.Dict().tag(sync=True)
    sorry = "Nothing has changed: go on, or run the cell again."

    def __init__(self, label: str, told: str = "") -> None:
        """`label` is what a screen reader calls it, `told` what is told of it in Python."""
        super().__init__()
        self.label = label
        self.told = told or label
        self.at = 0
        self._drawings = count(1)
        self.heard = {"press": self._press, "change": self._change, "shown": self._shown}

    def __repr__(self) -> str:
        return f"<{self.told}>"

    def lay(self, *blocks: Block, beside: bool = False, ask: bool = False) -> None:
        """Show these blocks, with the picture beside the others if there is room.

        With `ask` the browser says once it has drawn them, and `shown` is called: for what takes a while to make.
        """
        with self.hold_sync():
            self.notice = {}
            self.page = {
                "label": self.label,
                "at": self.at,
                "n": next(self._drawings),
                "beside": beside,
                "ask": ask,
                "blocks": list(blocks),
            }

    def turn_over(self) -> None:
        """What comes up from here on is about something new: what is still on its way is passed over."""
        self.at += 1

    # For those built on it

    def pressed(self, name: str, values: Values) -> None:
        """A button was pressed."""

    def changed(self, name: str, values: Values) -> None:
        """A live field has changed."""

    def shown(self) -> None:
        """The browser has drawn what was laid with `ask`."""

    # What comes up

    def _press(self, content: Mapping[str, Any]) -> None:
        name = content.get("name")
        known = [item[0] for block in self._blocks("buttons") for item in block["items"]]
        if isinstance(name, str) and name in known and (values := self._values(content)) is not None:
            self.pressed(name, values)

    def _change(self, content: Mapping[str, Any]) -> None:
        name = content.get("name")
        known = [block["name"] for block in self._blocks("slider", "select") if block["live"]]
        if isinstance(name, str) and name in known and (values := self._values(content)) is not None:
            self.changed(name, values)

    def _shown(self, content: Mapping[str, Any]) -> None:
        if self.page.get("ask") and self._now(content):
            self.shown()

    def _now(self, content: Mapping[str, Any]) -> bool:
        """Is this about what lies here now?"""
        return is_whole(content.get("at")) and content["at"] == self.at

    def _blocks(self, *kinds: str) -> list[Block]:
        return [block for block in self.page.get("blocks", ()) if block["kind"] in kinds]

    def _values(self, content: Mapping[str, Any]) -> Values | None:
        """What stands in the fields, if all of it can stand there."""
        given = content.get("values")
        fields = {block["name"]: block for block in self._blocks("choices", "select", "slider", "number")}
        if not self._now(content) or not isinstance(given, dict) or not set(given) <= set(fields):
            return None
        found = {name: given.get(name) for name in fields}
        if all(value is None or _may_stand(fields[name], value) for name, value in found.items()):
            return found
        return None


def _may_stand(block: Block, value: Any) -> bool:
    """Can this be in that field?"""
    if block["kind"] == "choices":
        known = [option[0] for option in block["options"]]
        if not isinstance(value, list) or len(value) > (len(known) if block["many"] else 1):
            return False
        return all(isinstance(one, str) and one in known for one in value) and len(set(value)) == len(value)
    if block["kind"] == "select":
        return isinstance(value, str) and len(value) <= LONGEST and value in block["options"]
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        return False
    return bool(block["low"] <= value <= block["high"])

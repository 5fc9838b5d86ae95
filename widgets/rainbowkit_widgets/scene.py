"""Scenes: what one seat sees of a table, as plain data that the browser draws. The browser knows no game.

A scene has panels (a player's place, the middle of the table), a panel has zones (a hand, a row, a rainbow), a zone has items,
and an item is a small stack of elements, such as a card with a bonus on it. An element is a card or a place where a card
may go. Elements are picked to make a move: a move takes so many elements of certain groups, any of each group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

OTHER, MIDDLE, OWN = "other", "middle", "own"
"""Where a panel is: with the others at the top, in the middle, or in front of the seat that looks."""
ROW, FAN = "row", "fan"
"""How the items of a zone lie: side by side, or overlapped as in a hand, so that their left edges can be seen."""
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: a colour of the palette, a symbol of `art`, what stands in its corners, and large in its middle.

    Without `big` the symbol stands large in the middle; with it, small beside the corner.
    """

    colour: str = ""
    symbol: str = ""
    corner: str = ""
    big: str = ""


@dataclass(slots=True)
class Element:
    """A card, or a place for one. `label` is what a screen reader says.

    A card without a `face` lies face down. `back` is the other side of a card that has two: a Face, `UNKNOWN` if this seat does
    not know it, or nothing. `id` follows a card through the game; left empty, it is given by a `Follower`, which takes cards
    of the same `kind` for one another. `count` makes it a pile of so many cards, `tag` is a short word on it.
    """

    label: str
    face: Face | None = None
    back: Face | str | None = None
    id: str = ""
    kind: str = ""
    place: bool = False
    count: int | None = None
    tag: str = ""
    groups: tuple[str, ...] = ()
    """The groups it belongs to, for `Move.picks`."""
    source: str = ""
    """The id of the pile that a new card has come from; given by a `Follower`."""


@dataclass(slots=True)
class Zone:
    """Cards that lie together. `id` is unique in the scene, `label` is its heading, `note` a few words beside it."""

    id: str
    label: str
    items: list[list[Element]] = field(default_factory=list)
    layout: str = ROW
    note: str = ""
    small: bool = False
    empty: str = ""
    """What is written in it when it has no items."""


@dataclass(slots=True)
class Panel:
    """A part of the table; a player's has a `seat`. `facts` are short pairs of words and numbers: (`"captured"`, `"12"`)."""

    id: str
    title: str
    area: str
    zones: list[Zone] = field(default_factory=list)
    seat: int | None = None
    facts: Sequence[tuple[str, str]] = ()
    turn: bool = False


@dataclass(slots=True)
class Move:
    """A legal move: how many elements of each group are picked for it, and what the button says that makes it.

    A move without `picks` is a button that is always there, such as to stop.
    """

    move: str
    picks: Mapping[str, int]
    label: str


@dataclass(slots=True)
class Scene:
    """A table as one seat sees it.

    `status` says whose turn it is and what is required now, in a sentence. `memory` tells which cards this seat has not seen: what
    a screen reader says, a face, and how many are left.
    """

    game: str
    title: str
    status: str
    panels: list[Panel]
    moves: list[Move] = field(default_factory=list)
    memory: list[tuple[str, Face, str]] = field(default_factory=list)
    leaving: dict[str, str] = field(default_factory=dict)
    """Where cards went that are no longer to be seen: the pile of each; given by a `Follower`."""

    def elements(self) -> list[Element]:
        """All elements, in the order in which they are drawn."""
        return [element for zone in self.zones() for item in zone.items for element in item]

    def zones(self) -> list[Zone]:
        """All zones, in the order in which they are drawn."""
        return [zone for panel in self.panels for zone in panel.zones]

    def makes(self, picked: Sequence[Element]) -> list[Move]:
        """The moves that picking just these elements makes; without any, those that take none."""
        return [move for move in self.moves if sum(move.picks.values()) == len(picked) and fits(picked, move)]

    def picking(self, move: Move) -> list[Element]:
        """Elements that make this move when they are picked: of each group the first that are free."""
        picked: list[Element] = []
        for group, many in move.picks.items():
            free = [e for e in self.elements() if group in e.groups and not any(e is other for other in picked)]
            if len(free) < many:
                raise AssertionError(f"{move.move} takes {many} of {group}, and the scene has {len(free)}")
            picked += free[:many]
        return picked

    def to_dict(self) -> dict[str, Any]:
        """The scene for JSON, without what is empty."""
        plain: dict[str, Any] = _plain(self)
        return plain


def fits(picked: Sequence[Element], move: Move) -> bool:
    """May all these elements be picked on the way to this move?"""
    left = dict(move.picks)

    def place(i: int) -> bool:
        if i == len(picked):
            return True
        for group in picked[i].groups:
            if left.get(group, 0):
                left[group] -= 1
                if place(i + 1):
                    return True
                left[group] += 1
        return False

    return place(0)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "__dataclass_fields__"):
        found = {part.name: getattr(value, part.name) for part in fields(value)}
        kept = {
            name: _plain(part)
            for name, part in found.items()
            if part is not None and part is not False and (part not in ("", [], (), {}) or name in ("picks", "items"))
        }
        kept.pop("kind", None)
        return kept
    return value


class Follower:
    """Gives the cards of one scene after another their ids, so that they can be seen to move from place to place.

    A card stays itself where one of its kind lay in the same zone before; else it is one that has left another zone; else it is new,
    and has come from a pile that got smaller, near by if there is one. One that is gone has joined a pile that got larger. Cards that have an id of their
    own keep it, and come and go in the same way.
    """

    def __init__(self) -> None:
        self._zones: dict[tuple[str, str], list[str]] = {}
        self._cards: set[str] = set()
        self._piles: dict[str, int] = {}
        self._given: Counter[str] = Counter()

    def follow(self, scene: Scene) -> Scene:
        """Give all elements without an id theirs."""
        piles = {element.id: element.count for element in scene.elements() if element.count is not None}
        shrunk = [pile for pile, count in self._piles.items() if count > piles.get(pile, 0)]
        grown = [pile for pile, count in piles.items() for _ in range(count - self._piles.get(pile, count))]
        before = {place: ids[:] for place, ids in self._zones.items()}
        waiting = []
        for zone in scene.zones():
            for element in _loose(zone):
                ids = before.get((zone.id, element.kind))
                if ids:
                    element.id = ids.pop(0)
                else:
                    waiting.append(element)
        moved: dict[str, list[str]] = {}
        for (_, kind), ids in before.items():
            moved.setdefault(kind, []).extend(ids)
        for element in waiting:
            if moved.get(element.kind):
                element.id = moved[element.kind].pop(0)
            else:
                self._given[element.kind] += 1
                element.id = f"{element.kind}#{self._given[element.kind]}"
        self._zones = {}
        for zone in scene.zones():
            for element in _followed(zone):
                self._zones.setdefault((zone.id, element.kind), []).append(element.id)
        cards = [element for element in scene.elements() if _is_card(element)]
        for panel in scene.panels:
            here = [element for zone in panel.zones for item in zone.items for element in item]
            near = {element.id for element in here}
            for element in here:
                if shrunk and _is_card(element) and element.id not in self._cards:
                    element.source = next((pile for pile in shrunk if pile in near), shrunk[0])
        now = {element.id for element in cards}
        gone = sorted(self._cards - now)
        scene.leaving = {name: grown[min(i, len(grown) - 1)] for i, name in enumerate(gone)} if grown else {}
        self._cards, self._piles = now, piles
        return scene


def _is_card(element: Element) -> bool:
    """Is it neither a place nor a pile?"""
    return not element.place and element.count is None


def _followed(zone: Zone) -> Iterable[Element]:
    """The cards of a zone that are told apart by their kind."""
    return (element for item in zone.items for element in item if element.kind)


def _loose(zone: Zone) -> Iterable[Element]:
    return (element for element in _followed(zone) if not element.id)

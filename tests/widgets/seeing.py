"""Looking at scenes, for the tests of all games."""

from __future__ import annotations

from rainbowkit.engine import State
from rainbowkit_widgets.scene import Element, Follower, Panel, Scene, Zone
from rainbowkit_widgets.scenes import say, scene, why_not


def panel(found: Scene, name: str) -> Panel:
    return next(one for one in found.panels if one.id == name)


def zone(found: Scene, name: str) -> Zone:
    return next(one for one in found.zones() if one.id == name)


def element(found: Scene, name: str) -> Element:
    return next(one for one in found.elements() if one.id == name)


def cards(found: Scene, name: str) -> list[Element]:
    return [one for item in zone(found, name).items for one in item]


def labels(found: Scene, name: str) -> list[str]:
    return [one.label for one in cards(found, name)]


def buttons(found: Scene) -> dict[str, str]:
    """What the button of each move says."""
    return {move.move: move.label for move in found.moves}


def pick(found: Scene, *groups: str) -> list[Element]:
    """An element of each of these groups, none of them twice."""
    picked: list[Element] = []
    for group in groups:
        picked.append(next(one for one in found.elements() if group in one.groups and one not in picked))
    return picked


def why(state: State, *groups: str) -> tuple[str, str]:
    """Why an element of each of these groups make no move of the seat to move."""
    view = state.view(state.seat)
    found = Follower().follow(scene(view))
    picked = pick(found, *groups)
    assert not found.makes(picked)
    return why_not(state, view, picked)


def told(state: State, move: str, seat: int | None = None) -> str:
    """What this seat would be told of a move."""
    after = state.copy()
    after.check(move)
    after.play(move)
    return say(state.view(seat), move, after.view(seat))

"""What the tables of games with hidden hands and a deck have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rainbowkit.engine import View, count
from rainbowkit.unseen import DrawingView
from rainbowkit_widgets.scene import FAN, Element, Face, Zone
from rainbowkit_widgets.scenes.words import possessive


def pile(name: str, label: str, size: int, face: Face | None = None, group: str = "") -> Element:
    """A pile of cards, or the place for it when it is empty."""
    said = f"{label}, {count(size, 'card') if size else 'empty'}"
    return Element(said, face if size else None, id=name, count=size, place=not size, groups=(group or name,))


def hidden_hand(
    view: DrawingView, seat: int, memory: bool, card: Callable[[str], Element], order: Sequence[str]
) -> Zone:
    """Somebody else's hand: a pile face down, and beside it the cards that are known to be in it."""
    known = view.unseen.known[seat] if memory else {}
    shown = sorted((name for name, many in known.items() for _ in range(many)), key=order.index)
    zone = Zone(f"p{seat}.hand", "Hand", note=count(view.hand_sizes[seat], "card"), small=True)
    group = f"hand of {seat}"
    zone.items.append([pile(f"p{seat}.hand.cards", "hidden cards", view.hand_sizes[seat] - len(shown), group=group)])
    for name in shown:
        element = card(name)
        element.groups = (group,)
        zone.items.append([element])
    return zone


def own_hand(view: DrawingView, card: Callable[[str], Element], order: Sequence[str]) -> Zone:
    """The hand of the seat that looks, in order."""
    zone = Zone(f"p{view.seat}.hand", "Your hand", layout=FAN, empty="You have no cards.")
    for name in sorted(view.hand or (), key=order.index):
        element = card(name)
        element.groups = (f"h{name}",)
        zone.items.append([element])
    return zone


def not_yours(view: View, group: str) -> tuple[str, str]:
    """Why a card of somebody else's hand, in the group `hand of 2`, cannot be picked for a move."""
    whose = possessive(view, int(group.removeprefix("hand of ")))
    return "hidden", f"That is {whose} hand: you can only use cards from your own."

"""The table of `clash`: two hands, one shared line between them, and the deck on edge.

A card is known by its place in the shuffled deck, which everybody may know; so that is its id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rainbowkit.engine import View, count
from rainbowkit.games.clash import CLOUD, COLOURS, FACES, FLIPS, LENGTH, PLAYS, RAINBOW, STOP, Clash, ClashView
from rainbowkit_widgets.art import COLOUR_SYMBOLS, colour_face
from rainbowkit_widgets.scene import MIDDLE, OTHER, OWN, UNKNOWN, Element, Face, Move, Panel, Zone
from rainbowkit_widgets.scenes.words import does, ending, others, who

DRAWN = {letter: colour_face(colour, letter) for letter, colour in COLOURS.items()} | {
    RAINBOW: Face("rainbow", "rainbow", RAINBOW),
    CLOUD: Face("grey", "cloud", CLOUD),
}
NAMED = COLOURS | {RAINBOW: "the Rainbow", CLOUD: "the Cloud"}
SPOKEN = {letter: f"{colour} card, {COLOUR_SYMBOLS[colour]}" for letter, colour in COLOURS.items()} | {
    RAINBOW: "Rainbow card",
    CLOUD: "Cloud card",
}

# What lies where


def panels(view: ClashView, memory: bool, scores: bool) -> list[Panel]:
    """The opponent, the line with the deck, and one's own hand; captured cards are counted for all to see."""
    seats = [*others(view), *([] if view.seat is None else [view.seat])]
    players = [_player(view, seat, memory) for seat in seats]
    own = [] if view.seat is None else [players.pop()]
    middle = Panel("middle", "Table", MIDDLE, [_line(view, memory), _deck(view)])
    return [*players, middle, *own]


def _player(view: ClashView, seat: int, memory: bool) -> Panel:
    own = seat == view.seat
    side = seat if view.seat is None else view.seat
    hand = [
        [_card(view, card, side, memory, f"h{i}" if own else "")] for i, card in enumerate(view.hands[seat], start=1)
    ]
    taken = len(view.captured[seat])
    label = "Your hand" if own else "Hand" if view.seat is None else "Hand, seen from behind"
    pile = Element(f"{count(taken, 'captured card')}, face down", id=f"p{seat}.captured", count=taken, place=not taken)
    zones = [
        Zone(f"p{seat}.hand", label, hand, small=not own, empty="no cards"),
        Zone(f"p{seat}.taken", "Captured", [[pile]], small=True),
    ]
    return Panel(
        f"p{seat}",
        view.names[seat],
        OWN if own else OTHER,
        zones,
        seat,
        [("captured", str(taken))],
        seat == view.to_move,
    )


def _line(view: ClashView, memory: bool) -> Zone:
    cards = [
        [_card(view, card, side, memory, f"l{i}")]
        for i, (card, side) in enumerate(zip(view.line, view.up, strict=True), start=1)
    ]
    note = f"{len(cards)} of {LENGTH} for a rainbow" if cards else ""
    return Zone("line", "Line", cards, note=note, empty="no cards" if view.over else "no cards yet: a new line begins")


def _deck(view: ClashView) -> Zone:
    left = view.back - view.front
    items = []
    if left:
        end = "?" if view.seat is None else view.faces[view.back - 1 if view.seat else view.front][view.seat]
        shown = "" if end == "?" else f", your end shows {NAMED[end]}"
        items = [[Element(f"deck on edge, {count(left, 'card')}{shown}", DRAWN.get(end), id="deck", count=left)]]
    return Zone("deck-zone", "Deck", items, small=True, empty="used up")


def _card(view: ClashView, card: int, side: int, memory: bool, group: str) -> Element:
    """A card with this side toward the one who looks, and the other side as far as it was ever seen."""
    up, back = view.faces[card][side], view.faces[card][1 - side] if memory else "?"
    if up == "?":
        return Element("card that you cannot see", id=f"c{card}")
    known = "back unknown" if back == "?" else f"{NAMED[back]} on its back"
    groups = (group,) if group else ()
    return Element(f"{SPOKEN[up]}, {known}", DRAWN[up], DRAWN.get(back, UNKNOWN), f"c{card}", groups=groups)


# What may be done


def status(view: ClashView) -> str:
    """Whose turn it is, and what is required."""
    if view.over:
        return ending(view, [len(cards) for cards in view.captured], "card")
    last = view.last_turn and not view.plays and not view.flipped
    if not view.legal:
        return f"Waiting for {who(view, cast(int, view.to_move))} to {'take the last turn' if last else 'move'}."
    if view.flipped:
        return "Your turn: you have flipped a card, so now play one from your hand."
    if view.plays:
        nth = "second" if view.plays == 1 else "third"
        return f"Your turn: stop, or flip a card of the line so that you may play a {nth} one."
    play = "play a card, or flip one of the line first" if view.line else "play a card, open or blind"
    return f"Your turn, the last of the game: {play}, or decline." if last else f"Your turn: {play}."


def moves(view: ClashView) -> list[Move]:
    """For each legal move what is picked, and what its button says."""
    return [_move(view, move) for move in view.legal]


def _move(view: ClashView, move: str) -> Move:
    if move == STOP:
        return Move(move, {}, "Stop" if view.plays else "Decline the last turn")
    number = int(move[1:])
    if move in FLIPS:
        card, side = view.line[number - 1], view.up[number - 1]
        return Move(move, {f"l{number}": 1}, f"Flip {NAMED[view.faces[card][side]]}")
    how, i = PLAYS[move]
    face = view.faces[view.hands[cast(int, view.seat)][i]][cast(int, view.seat)]
    return Move(move, {f"h{number}": 1}, f"Play {NAMED[face]} {'open' if how == 'P' else 'blind'}")


def unseen(view: ClashView) -> list[tuple[str, Face, str]]:
    """For each face how many cards have it on a side that this seat has never seen."""
    printed, seen = "".join(cast("type[Clash]", view.kind).deck), "".join(view.faces)
    left = {face: printed.count(face) - seen.count(face) for face in FACES}
    return [
        (f"{NAMED[face]}: {left[face]} of {printed.count(face)} not seen yet", DRAWN[face], str(left[face]))
        for face in FACES
    ]


# What is said


def say(view: ClashView, move: str, after: View | None = None) -> str:
    """A move in words that follow a player's name, with what came of it."""
    seat = cast(int, view.to_move)
    if move == STOP:
        return ("stops" if view.plays else "declines the last turn") + _ending(view, after)
    line = [view.faces[card][side] for card, side in zip(view.line, view.up, strict=True)]
    if move in FLIPS:
        i = FLIPS[move]
        face = _shown(view, after, view.line[i], 1 - view.up[i])
        words = f"flips {NAMED[line[i]]}" + (f" to {NAMED[face]}" if face else "")
        line[i] = face
    else:
        how, i = PLAYS[move]
        face = _shown(view, after, view.hands[seat][i], seat if how == "P" else 1 - seat)
        line.append(face)
        if how == "P":
            words = f"plays {NAMED.get(face, 'a card')} open"
        else:
            words = f"plays a card blind: {NAMED[face]}" if face else "plays a card blind"
    came = _weather(view, line, face)
    if came and ":" in words:
        came = came.replace(": ", "; ", 1)
    return words + came + _ending(view, after)


def _shown(view: ClashView, after: View | None, card: int, side: int) -> str:
    """The face that a move turns up: seen before, or at the latest now; empty if we cannot tell."""
    faces = [view.faces[card][side], *([after.faces[card][side]] if isinstance(after, ClashView) else [])]
    return next((face for face in faces if face != "?"), "")


def _weather(view: ClashView, line: list[str], face: str) -> str:
    """What the line has become by this face, if that ends the turn."""
    seat = cast(int, view.to_move)
    cards = count(len(line), "card")
    lost = f"{does(view, 1 - seat, 'capture')} {cards}"
    if face == CLOUD:
        return f": overcast, {lost}"
    if face in COLOURS and line.count(face) > 1:
        return f": a clash of {NAMED[face]}, {lost}"
    if face and len(line) == LENGTH:
        return f": a rainbow, {does(view, seat, 'capture')} {cards}"
    return ""


def _ending(view: ClashView, after: View | None) -> str:
    """That the deck is used up, when a move ends the last turn but one."""
    if isinstance(after, ClashView) and after.last_turn and not view.last_turn:
        other = cast(int, after.to_move)
        return f"; the deck is used up, and {who(view, other)} may take one last turn"
    return ""


# Why not


def attempt(view: ClashView, picked: Sequence[Element]) -> str | tuple[str, str]:
    """What someone wanted who picked these."""
    hand = [group for element in picked for group in element.groups if group[0] == "h"]
    line = [group for element in picked for group in element.groups if group[0] == "l"]
    for element in picked:
        if not element.groups:
            return _out_of_reach(view, element)
    if len(hand) > 1 and not line:
        return "turn", f"You have picked {len(hand)} cards of your hand, but they are played one at a time: pick one."
    if len(line) > 1 and not hand:
        rule = "must-flip" if view.plays else "first-flip"
        return rule, f"You have picked {len(line)} cards of the line, but only one is flipped at a time: pick one."
    if hand and line:
        return "turn", "To flip a card and to play one are two steps: pick only one card, for the step you take now."
    if line:
        return f"F{line[0][1:]}"
    return f"P{hand[0][1:]}" if hand else STOP


def _out_of_reach(view: ClashView, element: Element) -> tuple[str, str]:
    """Why a card that is neither in one's hand nor in the line is left alone."""
    if element.id == "deck":
        return "draw", "Cards are drawn from the deck by themselves, at the end of your turn."
    if element.count is not None:
        return "score", "Captured cards stay with whoever captured them, and are counted at the end."
    other = who(view, 1 - cast(int, view.seat))
    return "holding", f"That card is in the hand of {other}: you can only play cards of your own."

"""The table of `tricks`: a row to claim from, and before each player what they have played in this trick.

Colours only help to tell the ranks apart: 1 is red, 2 orange, and so on through the rainbow to 6, purple.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

from rainbowkit.engine import View, count
from rainbowkit.games.tricks import CLAIMS, COMBOS, RANKS, RUN, SET, SINGLE, Tricks, TricksView
from rainbowkit_widgets.art import colour_face
from rainbowkit_widgets.scene import FAN, MIDDLE, OTHER, OWN, Element, Face, Move, Panel, Zone
from rainbowkit_widgets.scenes.words import does, ending, listing, ordinal, others, who

COLOURS = dict(zip("123456", ("red", "orange", "yellow", "green", "blue", "purple"), strict=True))
FACES = {rank: colour_face(colour, rank, rank) for rank, colour in COLOURS.items()}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FOLLOWING = {"": "a single card, a set or a run", SET: "a single card or a set", RUN: "a single card or a run"}

# What lies where


def panels(view: TricksView, memory: bool, scores: bool) -> list[Panel]:
    """The others with the backs of their cards, the row, and one's own hand; points as far as a table shows them."""
    won = _won(view)
    players = [_player(view, seat, won[seat], scores) for seat in others(view)]
    own = [] if view.seat is None else [_player(view, view.seat, won[view.seat], scores)]
    return [*players, _middle(view, sum(won)), *own]


def _player(view: TricksView, seat: int, won: int, scores: bool) -> Panel:
    own = seat == view.seat
    facts = [("points", str(view.points[seat]))] if own or scores or view.over else []
    taken = Element(f"{count(won, 'claimed card')}, face down", id=f"p{seat}.claimed", count=won, place=not won)
    zones = [*_played(view, seat), _hand(view, seat)]
    if left := view.pile_sizes[seat]:
        pile = Element(f"face-down pile of {left} cards, to be taken up later", id=f"p{seat}.pile", count=left)
        zones.append(Zone(f"p{seat}.reserve", "Pile", [[pile]], small=True))
    zones.append(Zone(f"p{seat}.points", "Claimed", [[taken]], small=True))
    area = OWN if own else OTHER
    return Panel(f"p{seat}", view.names[seat], area, zones, seat, facts, seat == view.to_move)


def _hand(view: TricksView, seat: int) -> Zone:
    if seat == view.seat:
        cards = [[_card(rank, f"r{rank}")] for rank in view.hand or ""]
        return Zone(f"p{seat}.hand", "Your hand", cards, FAN, empty="no cards left")
    size = view.hand_sizes[seat]
    # A pile that was taken up is another heap than the hand before, which has been played.
    name = f"p{seat}.second-hand" if view.first_hands[seat] else f"p{seat}.first-hand"
    heap = [[Element(f"{count(size, 'card')} in hand, face down", id=name, count=size)]] if size else []
    return Zone(f"p{seat}.hand", "Hand", heap, small=True, empty="no cards left")


def _played(view: TricksView, seat: int) -> list[Zone]:
    """The combos of this trick, with their places in the order of claiming."""
    order = sorted(view.trick, reverse=True)
    zones: list[Zone] = []
    for combo in view.trick:
        if combo[1] == seat:
            name, note = f"p{seat}.combo{len(zones) + 1}", _place(view, order.index(combo))
            cards = [[_card(rank)] for rank in combo[2]]
            zones.append(Zone(name, "Played", cards, FAN, note, small=seat != view.seat))
    return zones


def _place(view: TricksView, place: int) -> str:
    """What the combo at this place in the order of claiming brings."""
    if not view.claiming:
        return f"{ordinal(place + 1)} so far"
    claimed = _claimed(view)
    if place < len(claimed):
        return f"took {_item(claimed[place])}"
    return f"claims {ordinal(place + 1)}" if place < len(claimed) + len(view.row) else "gets nothing"


def _middle(view: TricksView, won: int) -> Panel:
    lying = sum(map(len, view.row))
    played = sum(len(combo) for _, _, combo in view.trick)
    gone = len(view.opening) + sum(map(len, view.spent)) - lying - played - won
    put_aside = Element(f"{count(gone, 'card')} out of the game", id="aside", count=gone, place=not gone)
    zones = [_row(view), Zone("aside-zone", "Put aside", [[put_aside]], small=True)]
    hidden = sum(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat) + sum(view.pile_sizes)
    if never := len(view.unseen) - hidden:
        out = Element(f"{count(never, 'card')} that nobody was dealt, face down", id="undealt", count=never)
        zones.append(Zone("undealt-zone", "Not dealt", [[out]], small=True))
    return Panel("middle", "Row", MIDDLE, zones)


def _row(view: TricksView) -> Zone:
    if view.over:
        note = ""
    elif view.claiming:
        note = "one item for each combo, the biggest combo first"
    else:
        note = f"a {view.lock} has been played: singles and {view.lock}s only" if view.lock else ""
    return Zone("row", "To be claimed", [_lying(item) for item in view.row], note=note, empty="nothing left to claim")


def _lying(item: str) -> list[Element]:
    """An item of the row: a card, or a pair that is claimed as a whole by picking either card."""
    points = count(CLAIMS["+" + item], "point")
    label = f"pair of {NUMBERS[int(item[0])]}s, {points}" if len(item) == 2 else f"{item}, {points}"
    cards = [_card(rank, "+" + item) for rank in item]
    for card in cards:
        card.label = label
    if len(item) == 2:
        cards[-1].tag = points
    return cards


def _card(rank: str, group: str = "") -> Element:
    return Element(f"{rank}, {COLOURS[rank]}", FACES[rank], kind=rank, groups=(group,) if group else ())


def _claimed(view: TricksView) -> list[str]:
    """What has been claimed in this trick, in the order of the combos."""
    if not view.claiming:
        return []
    moves = list(view.moves)
    first = max((i for i, move in enumerate(moves) if move in COMBOS), default=-1) + 1
    return [move[1:] for move in moves[first:]]


def _won(view: TricksView) -> list[int]:
    """How many cards each seat has claimed, for all to see: in any game that fits the view the same seats claimed them."""
    game = cast(Tricks, view.kind(view.names, shuffles=view.sample(Random(0)).shuffles, first=view.first))
    won = [0] * len(view.names)
    for move in view.moves:
        if move in CLAIMS:
            won[game.seat] += len(move) - 1
        game.play(move)
    return won


# What may be done


def status(view: TricksView) -> str:
    """Whose turn it is, and what is required."""
    if view.over:
        return ending(view, view.points)
    place = ordinal(len(_claimed(view)) + 1)
    if not view.legal:
        what = f"claim, as {place}" if view.claiming else "play" if view.trick else "lead to the next trick"
        return f"Waiting for {who(view, cast(int, view.to_move))} to {what}."
    if view.claiming:
        return f"Your turn: you claim {place}, so take one item of the row."
    if not view.trick:
        return f"Your turn: you lead, so play {FOLLOWING['']}."
    again = "your second combo, " if any(seat == view.seat for _, seat, _ in view.trick) else ""
    because = f", as a {view.lock} has been played" if view.lock else ""
    return f"Your turn: play {again}{FOLLOWING[view.lock]}{because}."


def moves(view: TricksView) -> list[Move]:
    """For each legal move what is picked, and what its button says."""
    return [_move(move) for move in view.legal]


def _move(move: str) -> Move:
    if move in CLAIMS:
        return Move(move, {move: 1}, f"Claim {_item(move[1:])} ({count(CLAIMS[move], 'point')})")
    the = "" if COMBOS[move].kind == SINGLE else "the "
    return Move(move, {f"r{rank}": many for rank, many in Counter(move).items()}, f"Play {the}{_combo(move)}")


def _item(item: str) -> str:
    return f"the pair of {item[0]}s" if len(item) == 2 else f"the {item}"


def _combo(combo: str) -> str:
    """A combo in words.

    >>> _combo("5"), _combo("44"), _combo("444"), _combo("1234")
    ('a 5', 'pair of 4s', 'set of three 4s', 'run 1-2-3-4')
    """
    kind = COMBOS[combo].kind
    if kind == SET:
        return f"pair of {combo[0]}s" if len(combo) == 2 else f"set of {NUMBERS[len(combo)]} {combo[0]}s"
    return f"run {'-'.join(combo)}" if kind == RUN else f"a {combo}"


def unseen(view: TricksView) -> list[tuple[str, Face, str]]:
    """For each rank how many cards this seat has never seen."""
    left = Counter(view.unseen)
    deck = Counter(cast("type[Tricks]", view.kind).deck)
    return [(f"{rank}s: {left[rank]} of {deck[rank]} not seen yet", FACES[rank], str(left[rank])) for rank in FACES]


# What is said


def say(view: TricksView, move: str, after: View | None = None) -> str:
    """A move in words that follow a player's name, with what came of it."""
    if move in CLAIMS:
        words = f"claims {_item(move[1:])} ({count(CLAIMS[move], 'point')})"
    else:
        words = f"plays {'' if COMBOS[move].kind == SINGLE else 'the '}{_combo(move)}"
    return words + (_came(view, after) if isinstance(after, TricksView) else "")


def _came(view: TricksView, after: TricksView) -> str:
    """What a move that ends the playing or the trick brings about."""
    if after.claiming and not view.claiming:
        return f"; all have played, and {does(after, cast(int, after.to_move), 'claim')} first"
    if not view.claiming or (after.claiming and not after.over):
        return ""
    up = [
        does(after, seat, "take") for seat in range(len(view.names)) if view.pile_sizes[seat] > after.pile_sizes[seat]
    ]
    taken = f"; {listing(up)} up a new hand" if up else ""
    if after.over:
        return f"{taken}; that ends the game{_bonus(after)}"
    return f"{taken}; the next row is laid, and {does(after, cast(int, after.to_move), 'lead')}"


def _bonus(after: TricksView) -> str:
    """What the cards left in hand score when one of two players has run out."""
    left = [(seat, size) for seat, size in enumerate(after.hand_sizes) if size]
    if len(after.names) > 2 or not left:
        return ""
    seat, size = left[0]
    return f", and {does(after, seat, 'score')} {size} more for {count(size, 'card')} left in hand"


# Why not


def attempt(view: TricksView, picked: Sequence[Element]) -> str | tuple[str, str]:
    """What someone wanted who picked these."""
    groups = sorted(group for element in picked for group in element.groups)
    items = [group for group in groups if group[0] == "+"]
    hand = "".join(group[1:] for group in groups if group[0] == "r")
    for element in picked:
        if not element.groups:
            return _out_of_reach(view, element)
    if view.claiming:
        return _attempt_claim(items, hand)
    if items and hand:
        return "turn", "You have picked from your hand and from the row: first everyone plays, then the row is claimed."
    if items:
        return items[0]
    if not hand:
        return "turn", "Pick cards of your hand: nobody passes in this game."
    return hand if hand in COMBOS else ("combo", _no_combo(hand))


def _attempt_claim(items: list[str], hand: str) -> tuple[str, str]:
    if not items:
        return "claim-one", "Everyone has played: now pick an item of the row, not cards of your hand."
    if hand:
        return "claim-one", "Pick an item of the row alone: cards of your hand are played in the next trick."
    if len(set(items)) == 1 and len(items) == 2 and len(items[0]) == 3:
        return "claim-whole", "A pair is taken as one thing: pick either of its cards, and you get both."
    return "claim-one", f"You have picked {len(items)} cards of the row, but you may take only one item of it."


def _no_combo(hand: str) -> str:
    """Why these cards of a hand are no combo.

    >>> _no_combo("24")
    '2 and 4 are no combo: they are no set, and for a run the 3 is missing.'
    >>> _no_combo("445")
    '4, 4 and 5 are no combo: a set has only one rank, and a run has each rank only once.'
    """
    ranks = sorted(set(hand))
    missing = [f"the {rank}" for rank in RANKS if int(ranks[0]) < rank < int(ranks[-1]) and str(rank) not in ranks]
    picked = listing(list(hand))
    if len(ranks) < len(hand):
        return f"{picked} are no combo: a set has only one rank, and a run has each rank only once."
    are = "is" if len(missing) == 1 else "are"
    return f"{picked} are no combo: they are no set, and for a run {listing(missing)} {are} missing."


def _out_of_reach(view: TricksView, element: Element) -> tuple[str, str]:
    """Why a card that is neither in one's hand nor in the row is left alone."""
    if element.count is None:
        return (
            "next-row",
            "Cards that were played stay where they are until the trick is over; then they make the next row.",
        )
    if element.id == "aside":
        return "left-overs", "These cards are out of the game: they were laid aside when a new row was made."
    if element.id == "undealt":
        return "hands", "With three players these cards stay out of the game, and nobody sees them."
    seat, _, heap = element.id[1:].partition(".")
    whose = who(view, int(seat))
    if heap == "claimed":
        return "score-pile", "Claimed cards stay face down until the game is over."
    if heap == "pile":
        return "two-pile", "A pile is taken up by itself, when its owner's hand is empty after a trick."
    return "holding", f"These cards are in the hand of {whose}: you can only play cards of your own."

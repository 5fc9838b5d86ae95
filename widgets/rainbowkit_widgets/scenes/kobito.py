"""The table of `kobito`: three pots of gold in the middle, a studio in front of everyone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rainbowkit.engine import count
from rainbowkit.games.kobito import (
    AFTER,
    BEFORE,
    CARDS,
    END,
    EXTEND,
    GOLD_SPOT,
    KOBITO,
    MOVE,
    NAMES,
    OWN_STUDIO,
    PARSED,
    PAY,
    PENALTY,
    REPLACE,
    START,
    SWAP,
    Arc,
    KobitoView,
    parse,
)
from rainbowkit_widgets.art import colour_face
from rainbowkit_widgets.scene import FAN, MIDDLE, OTHER, OWN, Element, Face, Move, Panel, Zone
from rainbowkit_widgets.scenes.drawing import hidden_hand, not_yours, own_hand, pile
from rainbowkit_widgets.scenes.words import ending, listing, others, possessive, who

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
"""The cycle of 12 in six colours, two neighbours in each."""
ORDER = NAMES[1:]
SPOKEN = {**{name: name for name in ORDER}, "K": "Kobito", "X": "Replacement"}
FACES = {
    **{name: colour_face(COLOURS[(CARDS[name] - 1) // 2], name, name) for name in ORDER[:12]},
    "K": Face("white", "kobito", "K"),
    "X": Face("grey", "replace", "X"),
}
TWICE = "\u00d7"
ENDS = ("low end", "high end")

# What lies where


def panels(view: KobitoView, memory: bool, scores: bool) -> list[Panel]:
    """The others, the pots, and the own hand and studio. Points lie open in this game."""
    found = [_player(view, seat, memory) for seat in others(view)]
    found.append(_pots(view))
    if view.seat is not None:
        found.append(_player(view, view.seat, memory))
    return found


def _player(view: KobitoView, seat: int, memory: bool) -> Panel:
    own, turn = seat == view.seat, seat == view.to_move
    facts = [("points", str(points(view)[seat]))]
    owed = min(view.owed, view.hand_sizes[seat])
    if turn and owed > 0:
        facts.append(("to pay", str(view.paying)) if view.paying else ("to play", str(owed)))
    panel = Panel(f"p{seat}", view.names[seat], OWN if own else OTHER, seat=seat, facts=facts, turn=turn)
    studios = [_studio(seat, i, arc, own) for i, arc in enumerate(view.studios[seat])]
    if own:
        hint = "No rainbow yet: two cards in a row start one."
        panel.zones = studios or [Zone(f"p{seat}.s1", "Your studio", empty=hint)]
        panel.zones.append(own_hand(view, _card, ORDER))
    else:
        panel.zones = [hidden_hand(view, seat, memory, _card, ORDER), *studios]
    if view.won[seat] or view.paid[seat]:
        panel.zones.append(_score_pile(view, seat))
    return panel


def points(view: KobitoView) -> list[int]:
    """Every seat's points as things stand."""
    return [sum(card[1] for card in won) - PENALTY * len(paid) for won, paid in zip(view.won, view.paid, strict=True)]


def _card(name: str) -> Element:
    return Element(SPOKEN[name], FACES[name], kind=name)


def _gold(pot: Sequence[int], label: str, tag: str = "", group: str = "score") -> Element:
    length, worth = pot
    face = Face("gold", "gold", str(worth), str(worth))
    return Element(label, face, kind=f"gold {length}:{worth}", tag=tag, groups=(group,))


def _score_pile(view: KobitoView, seat: int) -> Zone:
    zone = Zone(f"p{seat}.won", "Score pile", layout=FAN, small=True)
    zone.items = [[_gold(pot, f"gold, {count(pot[1], 'point')}")] for pot in view.won[seat]]
    if paid := view.paid[seat]:
        lost = PENALTY * len(paid)
        stack = pile(f"p{seat}.paid", f"paid for {lost} points", len(paid), FACES[paid[-1]], "score")
        stack.tag = f"-{lost}"
        zone.items.append([stack])
    return zone


def _pots(view: KobitoView) -> Panel:
    panel = Panel("table", "Pots of gold", MIDDLE)
    if not view.over:
        panel.facts = [("pots to win", str(view.gold_deck_size + 1))]
    for spot, (pot, arc) in enumerate(zip(view.pots, view.golds, strict=True)):
        zone = Zone(f"g{spot + 1}", f"Pot {spot + 1}", empty="No gold is left for this place.")
        if arc.places:
            length, worth = pot
            zone.note = f"{len(arc.places)} of {count(length, 'card')}"
            label = f"gold card: {count(worth, 'point')} for a rainbow of {length} cards"
            zone.items = [
                [_gold(pot, label, f"{length} cards", f"gold {spot + 1}")],
                *_growing(zone.id, arc, zone.label),
            ]
        panel.zones.append(zone)
    top = FACES[view.discard[-1]] if view.discard else None
    piles = (
        pile("deck", "deck", view.deck_size),
        pile("discard", "discard pile", len(view.discard), top),
        pile("gold deck", "gold deck", view.gold_deck_size),
    )
    panel.zones.append(Zone("piles", "Piles", [[one] for one in piles], small=True))
    return panel


def _studio(seat: int, which: int, arc: Arc, own: bool) -> Zone:
    zone = Zone(f"p{seat}.s{which + 1}", f"Studio {which + 1}", small=not own)
    if own:
        zone.items = _growing(f"s{which + 1}", arc, zone.label)
        low, high = zone.items[1], zone.items[-2]
        for item, end in ((low, f"s{which + 1}<"), (high, f"s{which + 1}>")):
            for element in item:
                element.groups += (end,)
    else:
        zone.items = _rainbow(f"p{seat + 1}s{which + 1}", arc)
    return zone


def _growing(name: str, arc: Arc, where: str) -> list[list[Element]]:
    """A rainbow between the places where it can grow."""
    low, high = (
        Element(
            f"{words} of {where.lower()}: takes {number} or a Kobito",
            id=f"{name}{end}",
            place=True,
            tag=str(number),
            groups=(f"at {name}{end}",),
        )
        for words, end, number in zip(ENDS, "<>", (arc.below, arc.above), strict=True)
    )
    return [[low], *_rainbow(name, arc), [high]]


def _rainbow(name: str, arc: Arc) -> list[list[Element]]:
    items = []
    for i, place in enumerate(arc.places):
        if place == KOBITO:
            item = [_card("K")]
            item[0].label, item[0].tag = f"Kobito for {arc.stands_for(i)}", f"={arc.stands_for(i)}"
        else:
            times, number = place >> 4, NAMES[place & 15]
            item = [_card(card) for card in [number, *["X", number] * times]]
            if times:
                item[-1].label, item[-1].tag = f"{number}, replaced", f"{TWICE}{times + 1}"
        for element in item:
            element.groups = (f"{name}.{i + 1}",)
        items.append(item)
    return items


def unseen(view: KobitoView) -> list[tuple[str, Face, str]]:
    """How many of each card lie in the deck or hidden in a hand."""
    cards = view.unseen.cards
    return [(f"{SPOKEN[name]}: {cards[name]} unseen", FACES[name], str(cards[name])) for name in ORDER]


# In words


def status(view: KobitoView) -> str:
    """Whose turn it is, and what is required."""
    if view.to_move is None:
        scores = points(view)
        return ending(view, scores)
    size = view.hand_sizes[view.to_move]
    owed = min(view.owed, size)
    if view.to_move == view.seat:
        return _own_status(view, owed)
    name = who(view, view.to_move)
    if view.paying:
        return f"{name} is to pay {count(view.paying, 'more card')}."
    if view.clearing >= 0:
        return f"{name} is to move the rest of studio {view.clearing + 1} to the pots."
    if not size:
        return f"{name} is to move, without a card in hand."
    return f"{name} is to move: {f'{_cards(view, owed)} to play' if owed > 0 else 'the turn may end'}."


def _own_status(view: KobitoView, owed: int) -> str:
    kinds = {PARSED[move][0] for move in view.legal}
    if view.paying:
        return f"Your turn: pay {count(view.paying, 'more card')} from your hand."
    if view.clearing >= 0:
        return f"Your turn: move the rest of studio {view.clearing + 1} to the pots."
    if PAY in kinds:
        first = f", or {_either(kinds)} first" if kinds & {MOVE, SWAP} else ""
        return f"You cannot play any more: pay {count(owed, 'card')}{first}."
    if owed > 0:
        return f"Your turn: play {_cards(view, owed)} from your hand."
    if not view.hand:
        return f"Your turn: you have no cards, so {'move a card or ' * (MOVE in kinds)}end the turn."
    if kinds == {END}:
        return "Your turn: you have played enough, and can only end the turn."
    return "Your turn: you have played enough; go on, or end the turn."


def _cards(view: KobitoView, owed: int) -> str:
    """How many cards are to be played: at least so many at the start of a turn, so many more later."""
    fresh = not view.moves or PARSED[view.moves[-1]][0] in (END, PAY)
    return f"at least {count(owed, 'card')}" if fresh else count(owed, "more card")


def _either(kinds: set[int]) -> str:
    return " or ".join(word for kind, word in ((MOVE, "move"), (SWAP, "swap")) if kind in kinds)


def say(view: KobitoView, move: str, after: KobitoView | None = None) -> str:
    """A move in words that follow the player's name."""
    parsed = PARSED[move]
    verb, _, rest = _phrase(view, parsed).partition(" ")
    words = f"{verb}s {rest}"
    pot = _wins(view, parsed)
    if parsed[0] == PAY:
        words += f": {PENALTY} points lost"
    elif pot:
        words += f": that wins {count(view.pots[pot - 1][1], 'point')} of gold"
    return words + (_outcome(view, parsed, pot, after) if after else "")


def _outcome(view: KobitoView, parsed: tuple[int, ...], pot: int, after: KobitoView) -> str:
    """What has come of a move besides: cards drawn, a new pot, the end."""
    told = []
    if after.over:
        told.append("the game ends")
    elif pot:
        told.append(
            f"the next pot asks for {after.pots[pot - 1][0]} cards and starts with {_first(after.golds[pot - 1])}"
        )
    elif after.to_move != view.to_move and (drawn := _drawn(view, parsed, after)):
        told.append(drawn)
    if len(after.discard) < len(view.discard):
        told.append("the discard pile becomes the new deck")
    return "".join(f"; {words}" for words in told)


def _first(arc: Arc) -> str:
    return NAMES[arc.places[0]]


def _drawn(view: KobitoView, parsed: tuple[int, ...], after: KobitoView) -> str:
    """The cards drawn at the end of a turn: which ones for who drew them, else how many."""
    seat = view.to_move
    assert seat is not None
    many = after.hand_sizes[seat] - view.hand_sizes[seat] + (parsed[0] == PAY)
    if many <= 0:
        return ""
    if seat != after.seat or view.seat != seat:
        return f"{count(many, 'card')} {'is' if many == 1 else 'are'} drawn"
    kept = Counter(view.hand) - Counter(NAMES[card] for card in parsed[1:] if parsed[0] == PAY)
    new = sorted((Counter(after.hand) - kept).elements(), key=ORDER.index)
    return f"{listing([SPOKEN[name] for name in new])} {'is' if many == 1 else 'are'} drawn"


def _phrase(view: KobitoView, parsed: tuple[int, ...]) -> str:
    """A move in words: `play 6 on pot 1`."""
    kind, *what = parsed
    if kind == END:
        return "end the turn"
    if kind == PAY:
        return f"pay {SPOKEN[NAMES[what[0]]]}"
    if kind == START:
        low, high = what
        first = low if low != KOBITO else BEFORE[high]
        standing = f" (as {first}-{AFTER[first]})" if KOBITO in what else ""
        return f"start {NAMES[low]}-{NAMES[high]}{standing} in {'your' if view.to_move == view.seat else 'the'} studio"
    if kind == MOVE:
        which, from_high, spot, to_high = what
        arc = _arcs(view, OWN_STUDIO)[which]
        moved = _as(arc.places[-from_high] & 15, view.golds[spot], to_high)
        return f"move {moved} from studio {which + 1} to pot {spot + 1}{_which_end(view.golds[spot], to_high)}"
    card, whose, which, there = what
    arc = _arcs(view, whose)[which]
    where = _where(view, whose, which)
    if kind == EXTEND:
        return f"play {_as(card, arc, there)} {where}{_which_end(arc, there)}"
    if kind == SWAP:
        return f"swap {card} for the Kobito {where}"
    return f"replace {card} {where}"


def _arcs(view: KobitoView, whose: int) -> tuple[Arc, ...]:
    """The pots' rainbows, or somebody's studio: that of the seat to move, or of the seat `whose`."""
    if whose == GOLD_SPOT:
        return view.golds
    assert view.to_move is not None
    return view.studios[view.to_move if whose == OWN_STUDIO else whose]


def _where(view: KobitoView, whose: int, which: int) -> str:
    if whose == GOLD_SPOT:
        return f"on pot {which + 1}"
    owner = "" if whose == OWN_STUDIO else f"{possessive(view, whose)} "
    return f"in {owner}studio {which + 1}"


def _as(card: int, arc: Arc, high: int) -> str:
    """A card, and for a Kobito what it will stand for."""
    return f"Kobito as {arc.above if high else arc.below}" if card == KOBITO else NAMES[card]


def _which_end(arc: Arc, high: int) -> str:
    """Which end, if both take the same."""
    return f", {ENDS[high]}" if arc.below == arc.above else ""


def _wins(view: KobitoView, parsed: tuple[int, ...]) -> int:
    """The pot that this move wins, from 1, or 0."""
    if parsed[0] != MOVE and (parsed[0] != EXTEND or parsed[2] != GOLD_SPOT):
        return 0
    spot = parsed[3]
    return spot + 1 if len(view.golds[spot].places) + 1 == view.pots[spot][0] else 0


# Moving


def moves(view: KobitoView) -> list[Move]:
    """What is picked for each legal move."""
    return [Move(move, _picks(move), _label(view, move)) for move in view.legal]


def _picks(move: str) -> dict[str, int]:
    kind, *_ = PARSED[move]
    words = move.split()
    if kind == EXTEND:
        groups = [f"h{words[0]}", f"at {words[1]}"]
    elif kind == START:
        groups = [f"h{words[1]}", f"h{words[2]}"]
    elif kind == MOVE:
        groups = [words[0], f"at {words[1]}"]
    elif kind == SWAP:
        groups = [f"h{words[0]}", words[2]]
    elif kind == REPLACE:
        groups = ["hX", f"h{words[0].removeprefix('X+')}", words[1]]
    elif kind == PAY:
        groups = [f"h{words[1]}"]
    else:
        groups = []
    return dict.fromkeys(groups, 1)


def _label(view: KobitoView, move: str) -> str:
    parsed = PARSED[move]
    words = _phrase(view, parsed)
    words = words[0].upper() + words[1:]
    if parsed[0] == PAY:
        return f"{words} (lose {PENALTY} points)"
    if pot := _wins(view, parsed):
        return f"{words} and win {count(view.pots[pot - 1][1], 'point')}"
    return words


# Why not?

Answer = str | tuple[str, str]
"""A move that the engine refuses, or a rule and a sentence."""


def attempt(view: KobitoView, picked: Sequence[Element]) -> Answer:
    """What someone wanted who picked these elements."""
    if view.paying:
        return (
            "pay-only",
            f"You have begun to pay: pick one card at a time, {count(view.paying, 'more card')} in all.",
        )
    names = [element.groups[0] if element.groups else "" for element in picked]
    hand = [name[1:] for name in names if name[:1] == "h" and name[1:] in CARDS]
    places = [name.removeprefix("at ") for name in names if name.startswith("at ")]
    lying = [name for name in names if "." in name]
    if len(hand) + len(places) + len(lying) < len(names):
        return _elsewhere(view, names)
    if view.clearing >= 0 and not (places and lying and not hand):
        return "move-rest", f"First move the rest of studio {view.clearing + 1} to the pots, card by card."
    wanted = _wanted(view, hand, places, lying)
    if isinstance(wanted, str) and wanted in view.legal:
        return "duty", "That is no move yet: pick all that the move takes, and nothing else."
    return wanted


def _wanted(view: KobitoView, hand: list[str], places: list[str], lying: list[str]) -> Answer:
    match hand, places, lying:
        case [], [], []:
            return "end"
        case [card], [], []:
            return _alone(view, card)
        case [one, two], [], []:
            return _start(one, two)
        case [card], [place], []:
            return _extend(view, card, place)
        case [], [place], [there]:
            return _move(view, place, there)
        case [card], [], [there]:
            return _onto(view, card, there)
        case [one, two], [], [there]:
            return _replace(one, two, there)
        case [], [place], []:
            _, arc, high = _end(view, place)
            return "fit", f"Only {arc.above if high else arc.below} or a Kobito goes there: pick the card, too."
        case [], [], [there]:
            return _lying(view, there)
        case [], [], _:
            return (
                "move",
                "Cards on the table move one at a time: pick one end card of your studio, and a place at a pot.",
            )
        case _, [], []:
            return "start", "A studio rainbow starts with two cards; the others are played one at a time."
        case _, [_, *_], _:
            return "extend", "One card goes to one place: pick a card and a place, and nothing else."
    return "swap", "Pick one card on the table to swap or replace, and the cards from your hand for it."


def _elsewhere(view: KobitoView, names: list[str]) -> Answer:
    """Why not with the cards of others, piles and gold cards?"""
    for name in names:
        if name.startswith("hand of"):
            return not_yours(view, name)
    if any(name.startswith("gold ") for name in names):
        return "complete", "Gold is won by completing its rainbow, and then the next gold card is turned up."
    if "score" in names:
        return "score", "What lies in a score pile stays there: it counts at the end."
    return "draw", "Nobody takes cards from the piles: when a turn ends, hands are filled up from the deck."


def _alone(view: KobitoView, card: str) -> Answer:
    """Why not this card of the hand by itself?"""
    if card == "X":
        return (
            "replacement-only",
            "A Replacement needs a number from your hand, and the same number on the table under it.",
        )
    if any(f"h{card}" in _picks(move) for move in view.legal):
        return "extend", f"Now pick what the {SPOKEN[card]} is for: a place at a rainbow, a Kobito, or a second card."
    studios = view.studios[view.seat or 0]
    arcs = [arc for arc in (*view.golds, *studios) if arc.places]
    wanted = sorted({number for arc in arcs for number in (arc.below, arc.above)})
    return "fit", f"No rainbow takes {card} now: the ends take {listing([*map(str, wanted)])}."


def _start(one: str, two: str) -> Answer:
    first, second = sorted((one, two), key=ORDER.index)
    if "X" in (one, two) or "K" in (one, two):
        return f"new {two} {one}" if two == "X" else f"new {one} {two}"
    if AFTER[CARDS[first]] == CARDS[second]:
        return f"new {first} {second}"
    if AFTER[CARDS[second]] == CARDS[first]:
        return f"new {second} {first}"
    return "start", f"A studio rainbow starts with two consecutive numbers; {first} and {second} are not."


def _end(view: KobitoView, place: str) -> tuple[int, Arc, int]:
    """Whose rainbow a place such as `g1>` is at, the rainbow, and which end."""
    parsed = parse(f"1 {place}")
    assert parsed is not None
    _, _, whose, which, high = parsed
    return whose, _arcs(view, whose)[which], high


def _there(view: KobitoView, there: str) -> tuple[int, int, Arc, int]:
    """Whose rainbow a card such as `p3s2.1` lies in, which, the rainbow, and where in it."""
    parsed = parse(f"1 for {there}")
    assert parsed is not None
    _, _, whose, which, place = parsed
    return whose, which, _arcs(view, whose)[which], place


def _misfit(view: KobitoView, card: str, place: str) -> tuple[str, str] | None:
    """Does this card not fit at this end?"""
    _, arc, high = _end(view, place)
    wanted = arc.above if high else arc.below
    if card in ("K", "X") or CARDS[card] == wanted:
        return None
    return "fit", f"{card} does not continue that rainbow: only {wanted} or a Kobito fits there."


def _extend(view: KobitoView, card: str, place: str) -> Answer:
    return _misfit(view, card, place) or f"{card} {place}"


def _move(view: KobitoView, place: str, there: str) -> Answer:
    whose, which, arc, i = _there(view, there)
    if whose == GOLD_SPOT:
        return "move", "Cards at a pot stay there until it is won."
    if whose != OWN_STUDIO:
        return "move", "Only cards from your own studio can be moved."
    if not place.startswith("g"):
        return "move", "Cards move from your studio to a pot of gold, not to a studio rainbow."
    last = len(arc.places) - 1
    if i not in (0, last):
        return "move", "Only a card at an end of a studio rainbow can be moved."
    if view.clearing not in (-1, which):
        return "move-rest", f"First move the rest of studio {view.clearing + 1} to the pots, card by card."
    card = NAMES[arc.places[i] & 15]
    return _misfit(view, card, place) or f"s{which + 1}{'>' if i else '<'} {place}"


def _onto(view: KobitoView, card: str, there: str) -> Answer:
    """Why not this card of the hand for, or onto, that one on the table?"""
    _, _, arc, i = _there(view, there)
    number = NAMES[arc.stands_for(i)]
    replacing = f"X+{number} {there}"
    if card == "X" or (card == number and arc.places[i] != KOBITO):
        if replacing in view.legal:
            other = number if card == "X" else "Replacement"
            return "replace", f"To replace that {number}, pick a {other} from your hand, too."
        return replacing
    return f"{card} for {there}"


def _replace(one: str, two: str, there: str) -> Answer:
    if "X" in (one, two):
        return f"X+{two if one == 'X' else one} {there}"
    return "swap", "Only one card can be swapped for a Kobito; to replace a number you need a Replacement."


def _lying(view: KobitoView, there: str) -> Answer:
    """Why not this card on the table by itself?"""
    whose, _, arc, i = _there(view, there)
    number = arc.stands_for(i)
    if arc.places[i] == KOBITO and whose != OWN_STUDIO:
        return "swap", f"That Kobito stands for {number}: swap it for a {number} from your hand."
    if whose == GOLD_SPOT:
        return "replace", f"A card at a pot stays; a Replacement and another {number} may be put on it."
    if whose != OWN_STUDIO:
        return "replace-own", "In the studios of others you can only swap a Kobito."
    if i in (0, len(arc.places) - 1):
        return "move", "Now pick an end of a pot's rainbow that takes this card, to move it there."
    return "move", "Only a card at an end of a studio rainbow can be moved, to a pot that takes it."

"""The table of `rainbonus`: a rainbow in front of everyone, deck and pile in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rainbowkit.games.rainbonus import (
    ADDS,
    BUILD,
    COLOUR_CARDS,
    COLOURS,
    DONE,
    DRAW,
    DROP,
    DROPS,
    FACTORS,
    HIGHEST,
    MOVES,
    PRISM,
    RAIN,
    ROUNDS,
    SUN,
    RainbonusView,
    score,
)
from rainbowkit_widgets.art import colour_face
from rainbowkit_widgets.scene import MIDDLE, OTHER, OWN, Element, Face, Move, Panel, Zone
from rainbowkit_widgets.scenes.drawing import hidden_hand, not_yours, own_hand, pile
from rainbowkit_widgets.scenes.words import ending, listing, others, who

ORDER = list(DROPS)
SPOKEN = {
    **{card: f"{COLOURS[colour]} {value}" for card, (colour, value) in COLOUR_CARDS.items()},
    **{PRISM: "Prism", "X2": "X2", "X3": "X3", SUN: "Sun", RAIN: "Rain"},
}
TIMES = {bonus: f"\u00d7{factor}" for bonus, factor in FACTORS.items()}
FACES = {
    **{card: colour_face(COLOURS[colour], colour, str(value)) for card, (colour, value) in COLOUR_CARDS.items()},
    PRISM: Face("white", "prism", "7"),
    **{bonus: Face("grey", "", times, times) for bonus, times in TIMES.items()},
    SUN: Face("yellow", "sun"),
    RAIN: Face("blue", "rain"),
}
TIMING = {"X2": "double", "X3": "triple"}
BENEATH = 4
"""So many cards beneath the top of the pile are named."""

# What lies where


def panels(view: RainbonusView, memory: bool, scores: bool) -> list[Panel]:
    """The others, the piles, and the own rainbow and hand. Points lie open in this game."""
    found = [_player(view, seat, memory) for seat in others(view)]
    found.append(_middle(view, memory))
    if view.seat is not None:
        found.append(_player(view, view.seat, memory))
    return found


def _player(view: RainbonusView, seat: int, memory: bool) -> Panel:
    own = seat == view.seat
    facts = [("points", str(score(view.rainbows[seat], view.prisms[seat])))]
    panel = Panel(f"p{seat}", view.names[seat], OWN if own else OTHER, seat=seat, facts=facts)
    panel.turn = seat == view.to_move
    hand = own_hand(view, _card, ORDER) if own else hidden_hand(view, seat, memory, _card, ORDER)
    panel.zones = [_rainbow(view, seat, own), hand] if own else [hand, _rainbow(view, seat, own)]
    if view.out[seat]:
        out = [[_card(card, "out")] for card in view.out[seat]]
        panel.zones.append(Zone(f"p{seat}.out", "Weather", out, small=True))
    return panel


def _card(card: str, group: str = "") -> Element:
    return Element(SPOKEN[card], FACES[card], kind=card, groups=(group,) if group else ())


def _rainbow(view: RainbonusView, seat: int, own: bool) -> Zone:
    """Colours in order, then Prisms; on one's own table also the places still free."""
    rainbow, prisms = view.rainbows[seat], view.prisms[seat]
    whose = "own" if own else f"rainbow of {seat}"
    zone = Zone(f"p{seat}.rainbow", "Your rainbow" if own else "Rainbow", small=not own, empty="no cards yet")
    zone.note = f"{len(rainbow) + prisms} of {len(COLOURS)}"
    for colour in COLOURS:
        if colour in rainbow:
            zone.items.append(_coloured(colour, *rainbow[colour], whose))
        elif own and not prisms:
            zone.items.append(
                [_free(f"p{seat}.rainbow.{colour}", COLOURS[colour], colour_face(COLOURS[colour], colour))]
            )
    zone.items += [[_card(PRISM, f"{whose} {PRISM}")] for _ in range(prisms)]
    if own and prisms:
        free = range(len(rainbow) + prisms, len(COLOURS))
        zone.items += [[_free(f"p{seat}.rainbow.{i + 1}", "a missing colour")] for i in free]
    return zone


def _coloured(colour: str, value: int, bonus: str, whose: str) -> list[Element]:
    """A colour card, perhaps with a Rainbonus on it."""
    group = f"{whose} {colour}"
    item = [_card(f"{colour}{value}", group)]
    if bonus:
        item.append(_card(bonus, group))
        item[-1].label = f"{SPOKEN[bonus]} on {SPOKEN[f'{colour}{value}']}, {value * FACTORS[bonus]} points"
        item[-1].tag = TIMES[bonus]
    return item


def _free(name: str, what: str, face: Face | None = None) -> Element:
    return Element(f"free place for {what} or a Prism", face, id=name, place=True, groups=("free",))


def _middle(view: RainbonusView, memory: bool) -> Panel:
    panel = Panel("table", f"Round {view.round} of {ROUNDS}", MIDDLE)
    for card in (SUN, RAIN):
        panel.facts = [*panel.facts, (f"{SPOKEN[card]}s out", str(sum(out.count(card) for out in view.out)))]
    left = view.turn_limit * len(view.names) - view.turns
    if view.phase != BUILD and left <= 3 * len(view.names):
        panel.facts = [*panel.facts, ("turns left", str(left))]
    top = view.pile[-1] if view.pile else ""
    label = f"pile, {SPOKEN[top]} on top" if top else "pile"
    piles = [pile("deck", "deck", view.deck_size), pile("pile", label, len(view.pile), FACES.get(top))]
    if view.phase == BUILD:
        last = FACES[view.gone[-1]] if view.gone else None
        piles.append(pile("gone", "cards that left a rainbow", len(view.gone), last))
    panel.zones.append(Zone("piles", "Deck and pile", [[one] for one in piles], note=_beneath(view) if memory else ""))
    return panel


def _beneath(view: RainbonusView) -> str:
    """The cards beneath the top of the pile, from the top."""
    hidden = view.pile[-2::-1]
    if not hidden:
        return ""
    more = f" and {len(hidden) - BENEATH} more" if len(hidden) > BENEATH else ""
    return f"beneath: {', '.join(SPOKEN[card] for card in hidden[:BENEATH])}{more}"


def unseen(view: RainbonusView) -> list[tuple[str, Face, str]]:
    """Of each colour the values that lie in the deck or hidden in a hand, and how many of each other card do."""
    cards = view.unseen.cards
    found = []
    for colour, name in COLOURS.items():
        values = [str(value) for card, (own, value) in COLOUR_CARDS.items() if own == colour and cards[card]]
        found.append(
            (f"{name} unseen: {listing(values or ['none'])}", colour_face(name, colour), " ".join(values) or "-")
        )
    specials = [card for card in ORDER if card not in COLOUR_CARDS]
    found += [(f"{SPOKEN[card]}: {cards[card]} unseen", FACES[card], str(cards[card])) for card in specials]
    return found


# In words


def status(view: RainbonusView) -> str:
    """Whose turn it is, and what is required."""
    if view.to_move is None:
        return _result(view)
    if view.to_move != view.seat:
        name = who(view, view.to_move)
        what = {DRAW: "draw a card", DROP: "discard a card", BUILD: f"build with up to {_still(view)}"}
        return f"{name} is to {what[view.phase]}."
    if view.phase == DRAW:
        return f"Your turn: {_drawing(view)}."
    if view.phase == DROP:
        return "Your turn: discard one card."
    if len(view.legal) == 1:
        return "Your turn to build: no card of yours fits, so you are done."
    why = "Sun and Rain are out" if _breaks(view) else "The turns are over"
    return f"{why}: build with up to {_still(view)}."


def _result(view: RainbonusView) -> str:
    state = view.sample(Random(0))  # when all is over, whatever counts lies open
    scores, winners = state.scores(), state.winners()
    if scores.count(scores[winners[0]]) == len(winners):
        return ending(view, scores, winners=winners)
    return f"{ending(view, scores, winners=winners)} Equal points: fewer Prisms decide, then higher cards."


def _still(view: RainbonusView) -> str:
    return "one more card" if view.built else "two cards"


def _drawing(view: RainbonusView) -> str:
    """What may be drawn."""
    ways = []
    if "deck" in view.legal:
        ways.append("draw from the deck")
    if "pile" in view.legal:
        ways.append(f"take {SPOKEN[view.pile[-1]]} from the pile")
    return " or ".join(ways)


def _breaks(view: RainbonusView, dropped: str = "") -> bool:
    """Are a Sun and a Rain out, once this card is dropped?"""
    out = {card for out in view.out for card in out} | {dropped}
    return {SUN, RAIN} <= out


def say(view: RainbonusView, move: str, after: RainbonusView | None = None) -> str:
    """A move in words that follow the player's name."""
    verb, _, rest = _phrase(view, move).partition(" ")
    words = f"{verb}s {rest}"
    if move == "deck" and after and after.seat == view.to_move and after.hand and view.hand is not None:
        words = f"draws {SPOKEN[after.hand[-1]]} from the deck"
    elif move == DONE and not view.built:
        words = "builds nothing"
    return words + (_outcome(view, move, after) if after else "")


def _outcome(view: RainbonusView, move: str, after: RainbonusView) -> str:
    """What has come of a move besides."""
    seat = view.to_move
    assert seat is not None
    told = []
    if len(after.rainbows[seat]) + after.prisms[seat] == len(COLOURS) > len(view.rainbows[seat]) + view.prisms[seat]:
        told.append(f"that completes the rainbow for {3 if after.prisms[seat] else 6} points")
    if move == "deck" and not view.deck_size:
        told.append("the pile was shuffled to be the deck")
    if after.over:
        told.append("the game ends")
    elif after.round > view.round:
        told.append(f"round {after.round} begins")
    elif view.phase == DROP and after.phase == BUILD:
        weather = _breaks(after)
        told.append(
            "Sun and Rain are out, and everyone builds" if weather else "the turns are over, and everyone builds"
        )
    return "".join(f"; {words}" for words in told)


def _phrase(view: RainbonusView, move: str) -> str:
    """A move in words: `double red 6`."""
    if move == "deck":
        return "draw from the deck"
    if move == "pile":
        return f"take {SPOKEN[view.pile[-1]]} from the pile"
    if move == DONE:
        return "stop building"
    kind, card, colour = MOVES[move]
    if kind == DROP and card in (SUN, RAIN):
        return f"lay out {'the' if view.to_move == view.seat else 'a'} {SPOKEN[card]}"
    if kind == DROP:
        return f"discard {SPOKEN[card]}"
    if card == PRISM:
        return "add a Prism"
    assert view.to_move is not None
    value, bonus = view.rainbows[view.to_move].get(colour, (0, ""))
    if card in FACTORS:
        instead = f", no longer {TIMING[bonus]}d" if bonus else ""
        return f"{TIMING[card]} {COLOURS[colour]} {value}{', which it is already' if card == bonus else instead}"
    if not value:
        return f"add {SPOKEN[card]}"
    return f"put {SPOKEN[card]} in place of {f'the {TIMING[bonus]}d ' if bonus else ''}{COLOURS[colour]} {value}"


# Moving


def moves(view: RainbonusView) -> list[Move]:
    """What is picked for each legal move."""
    return [Move(move, _picks(move), _label(view, move)) for move in view.legal]


def _picks(move: str) -> dict[str, int]:
    if move in ("deck", "pile"):
        return {move: 1}
    _, card, colour = MOVES[move]
    if not card:
        return {}
    return {f"h{card}": 1, f"own {colour}": 1} if card in FACTORS and colour else {f"h{card}": 1}


def _label(view: RainbonusView, move: str) -> str:
    if move == DONE:
        return "Done building"
    words = _phrase(view, move)
    if view.phase == DROP and not _breaks(view) and _breaks(view, MOVES[move][1]):
        words += ": everyone builds"
    elif move == "deck" and not view.deck_size:
        words = "shuffle the pile and draw"
    return words[0].upper() + words[1:]


# Why not?

Answer = str | tuple[str, str]
"""A move that the engine refuses, or a rule and a sentence."""


def attempt(view: RainbonusView, picked: Sequence[Element]) -> Answer:
    """What someone wanted who picked these elements."""
    names = [element.groups[0] if element.groups else "" for element in picked]
    hand = [name[1:] for name in names if name[:1] == "h" and name[1:] in DROPS]
    own = [name.removeprefix("own ") for name in names if name.startswith("own ")]
    for name in names:
        if name.startswith("hand of"):
            return not_yours(view, name)
    if view.phase != BUILD:
        return _attempt_turn(view, names, hand)
    for name in names:
        if name.startswith("rainbow of"):
            return "two-cards", "You only build on your own rainbow."
        if name in ("deck", "pile"):
            return _rule_of_building(view), f"Nobody draws any more: build with up to {_still(view)}, or be done."
        if name == "out":
            return "left-over", "Suns and Rains stay out until the next round is shuffled."
        if name == "gone":
            return "left-over", "Cards that left a rainbow are out until the next round is shuffled."
    if len(hand) > 1:
        return "two-cards", f"Build one card at a time: you may build with up to {_still(view)}."
    if not hand:
        if PRISM in own:
            return "prism", "A Prism never leaves, and nothing lies on it: pick a card from your hand."
        return "two-cards", f"Pick a card from your hand to build with: up to {_still(view)}."
    if hand[0] in FACTORS:
        return _attempt_bonus(view, hand[0], own, "free" in names)
    return _attempt_card(view, hand[0], own)


def _rule_of_building(view: RainbonusView) -> str:
    return "weather" if _breaks(view) else "turn-limit"


def _attempt_turn(view: RainbonusView, names: list[str], hand: list[str]) -> Answer:
    """Why not this, before the building?"""
    if any(name.startswith(("own ", "rainbow of")) or name == "free" for name in names):
        return "weather", "Nobody builds while turns go on: wait for a Sun and a Rain to be out."
    if "out" in names:
        return "lay-out", "A Sun or Rain that is laid out stays there until the round is over."
    if view.phase == DROP:
        if len(hand) > 1:
            return "turn", "You discard only one card."
        return "turn", "You have drawn your card: now discard one from your hand."
    if names in (["deck"], ["pile"]):
        return names[0]
    if hand:
        return "turn", f"First draw a card: {_drawing(view)}."
    return "turn", f"Draw one card: {_drawing(view)}."


def _attempt_card(view: RainbonusView, card: str, own: list[str]) -> Answer:
    """Why not build with this card, which is no Rainbonus?"""
    name = SPOKEN[card]
    if card in (SUN, RAIN):
        return "left-over", f"A {name} is no part of a rainbow: it is shuffled into the next round."
    if ADDS[card] not in view.legal:
        return ADDS[card]
    if card == PRISM:
        return "prism", "A Prism takes a free place by itself, and never another card's: pick the Prism alone."
    if own and own != [card[0]]:
        return "in-place", f"{name.capitalize()} takes the place of no other colour's card."
    return "in-place", f"Pick {name} alone: it finds its place by itself."


def _attempt_bonus(view: RainbonusView, card: str, own: list[str], free: bool) -> Answer:
    """Why not this Rainbonus on these cards?"""
    assert view.seat is not None
    levels = f"{card} goes on a {'2 or 3' if card == 'X3' else '2, 3, 4, 5 or 6'}"
    values = [value for value, _ in view.rainbows[view.seat].values()]
    if PRISM in own:
        return "bonus-prism", "A Prism takes no Rainbonus."
    if len(own) > 1:
        return "bonus-colour", "A Rainbonus lies on one card: pick one."
    if free:
        return "bonus-colour", "A Rainbonus lies on a colour card that is in your rainbow already."
    if own:
        return f"{card.lower()} {own[0]}"
    if not values:
        return "bonus-colour", "Your rainbow has no colour card on which it could lie."
    if min(values) > HIGHEST[card]:
        return "bonus-level", f"{levels}, and your rainbow has none."
    return "bonus-colour", f"Now pick the colour card of your rainbow that it goes on: {levels}."

"""What the table of `rainbonus` shows and says."""

from __future__ import annotations

from random import Random

import pytest

from rainbowkit.games.rainbonus import BUILD, FACTS, RULES, Rainbonus, RainbonusView
from rainbowkit_widgets.scene import MIDDLE, OTHER, OWN, Follower, Panel, Scene
from rainbowkit_widgets.scenes import scene, why_not
from rainbowkit_widgets.scenes.rainbonus import attempt, say, status
from tests.engine.test_rainbonus_rules import NAMES, building, deal, play, start
from tests.widgets.seeing import element, why, zone


def middle(found: Scene) -> Panel:
    return next(panel for panel in found.panels if panel.area == MIDDLE)


def labels(state: Rainbonus) -> dict[str, str]:
    return {move.move: move.label for move in scene(state.view(state.seat)).moves}


def told(state: Rainbonus, move: str, seat: int | None = None) -> str:
    """What this seat is told of a move."""
    before: RainbonusView = state.view(seat)
    play(state, move)
    return say(before, move, state.view(seat))


def opening(**options: int) -> Rainbonus:
    """Seat 0 holds a Sun, seat 1 a Rain; a blue 8 lies on the pile, and the deck begins with red 2, red 3."""
    return start(deal("SUN O4 X2 PRISM", "RAIN", up="B8", deck="R2 R3"), **options)


# What lies where


def test_the_others_sit_clockwise_and_a_spectator_has_no_place() -> None:
    state = Rainbonus(NAMES[:4], 1)
    areas = [(panel.area, panel.seat) for panel in scene(state.view(2)).panels]
    assert areas == [(OTHER, 3), (OTHER, 0), (OTHER, 1), (MIDDLE, None), (OWN, 2)]
    assert [panel.seat for panel in scene(state.view(None)).panels] == [0, 1, 2, 3, None]


def test_the_middle_has_deck_and_pile() -> None:
    found = scene(opening().view(0))
    assert middle(found).title == "Round 1 of 4"
    assert middle(found).facts == [("Suns out", "0"), ("Rains out", "0")]
    assert element(found, "deck").label == "deck, 45 cards"
    pile = element(found, "pile")
    assert (pile.label, pile.count) == ("pile, blue 8 on top, 1 card", 1)
    assert pile.face is not None
    assert (pile.face.colour, pile.face.symbol, pile.face.corner, pile.face.big) == ("blue", "wave", "B", "8")


def test_what_lies_beneath_the_pile_is_remembered() -> None:
    state = opening()
    play(state, "deck, drop R2, deck, drop R3")
    assert zone(scene(state.view(0)), "piles").note == "beneath: red 2, blue 8"
    assert zone(scene(state.view(0), memory=False), "piles").note == ""


def test_an_empty_pile_is_a_place() -> None:
    state = opening()
    play(state, "pile")
    pile = element(scene(state.view(0)), "pile")
    assert (pile.label, pile.place, pile.count) == ("pile, empty", True, 0)


def test_the_hand_lies_in_order() -> None:
    hand = [item[0] for item in zone(scene(opening().view(0)), "p0.hand").items]
    assert [card.label for card in hand] == ["orange 4", "Prism", "X2", "Sun"]
    assert [card.groups for card in hand] == [("hO4",), ("hPRISM",), ("hX2",), ("hSUN",)]
    assert [card.face and card.face.symbol for card in hand] == ["flame", "prism", "", "sun"]


def test_a_card_taken_from_the_pile_is_remembered_in_the_hand() -> None:
    state = opening()
    play(state, "pile, drop O4")
    hand = zone(scene(state.view(1)), "p0.hand")
    assert [(item[0].label, item[0].count) for item in hand.items] == [("hidden cards, 3 cards", 3), ("blue 8", None)]
    assert [item[0].count for item in zone(scene(state.view(1), memory=False), "p0.hand").items] == [4]


def test_the_weather_lies_before_who_laid_it_out() -> None:
    state = opening()
    play(state, "deck, drop SUN")
    found = scene(state.view(1))
    assert [item[0].label for item in zone(found, "p0.out").items] == ["Sun"]
    assert middle(found).facts[0] == ("Suns out", "1")
    assert not any(zone.id == "p1.out" for zone in found.zones())


def test_the_own_rainbow_shows_the_places_for_missing_colours() -> None:
    state = building("R6 X2 O4")
    play(state, "add R6, x2 R")
    own = zone(scene(state.view(0)), "p0.rainbow")
    assert own.note == "1 of 6"
    card, bonus = own.items[0]
    assert (card.label, bonus.label, bonus.tag) == ("red 6", "X2 on red 6, 12 points", "\u00d72")
    assert card.groups == bonus.groups == ("own R",)
    assert [(item[0].id, item[0].place) for item in own.items[1:]] == [
        (f"p0.rainbow.{colour}", True) for colour in "OYGBP"
    ]
    others = zone(scene(state.view(1)), "p0.rainbow")
    assert [card.label for item in others.items for card in item] == ["red 6", "X2 on red 6, 12 points"]
    assert scene(state.view(1)).panels[0].facts == [("points", "12")]


def test_a_prism_stands_for_any_missing_colour() -> None:
    state = building("R6 PRISM O4")
    play(state, "add R6, add PRISM")
    own = zone(scene(state.view(0)), "p0.rainbow")
    assert [item[0].label for item in own.items] == ["red 6", "Prism"] + [
        "free place for a missing colour or a Prism"
    ] * 4


def test_unseen_cards_are_told_by_colour() -> None:
    unseen = scene(opening().view(0)).memory
    assert [label for label, _, _ in unseen][1] == "orange unseen: 8, 6, 5, 3 and 2"
    full = "8 6 5 4 3 2"
    numbers = [full, "8 6 5 3 2", full, full, "6 5 4 3 2", full, "3", "3", "4", "2", "3"]
    assert [many for _, _, many in unseen] == numbers
    assert [label for label, _, _ in unseen][6:] == [
        "Prism: 3 unseen",
        "X2: 3 unseen",
        "X3: 4 unseen",
        "Sun: 2 unseen",
        "Rain: 3 unseen",
    ]


# What is required


def test_the_status_follows_the_turn() -> None:
    state = opening()
    assert status(state.view(0)) == "Your turn: draw from the deck or take blue 8 from the pile."
    assert status(state.view(1)) == "Ada is to draw a card."
    play(state, "deck")
    assert status(state.view(0)) == "Your turn: discard one card."
    assert status(state.view(None)) == "Ada is to discard a card."


def test_the_status_of_building() -> None:
    state = building("R6 X2 O4")
    assert status(state.view(0)) == "Sun and Rain are out: build with up to two cards."
    play(state, "add R6")
    assert status(state.view(0)) == "Sun and Rain are out: build with up to one more card."
    assert status(state.view(1)) == "Ada is to build with up to one more card."
    late = opening(turn_limit=1)
    play(late, "deck, drop R2, deck, drop R3")
    assert status(late.view(0)) == "The turns are over: build with up to two cards."


def test_the_last_turns_are_counted() -> None:
    assert middle(scene(opening(turn_limit=3).view(0))).facts[2:] == [("turns left", "6")]
    assert middle(scene(opening(turn_limit=4).view(0))).facts[2:] == []


def finished(ada: tuple[dict[str, tuple[int, str]], int], grace: tuple[dict[str, tuple[int, str]], int]) -> Rainbonus:
    """A game that ended with these rainbows."""
    state = opening()
    state.rainbows = [ada[0], grace[0]]
    state.prisms = [ada[1], grace[1]]
    state.over = True
    return state


def test_the_end_names_winner_and_points() -> None:
    state = finished(({"R": (8, "")}, 1), ({"G": (6, "")}, 0))
    assert status(state.view(0)) == "The game is over: you win with 15 points to Grace's 6."
    assert status(state.view(1)) == "The game is over: Ada wins with 15 points to your 6."
    state = finished(({"R": (8, "")}, 0), ({"G": (8, "")}, 0))
    assert status(state.view(1)) == "The game is over: Ada and you share the win with 8 points."
    state = finished(({"R": (5, ""), "O": (2, "")}, 0), ({}, 1))
    assert status(state.view(1)) == (
        "The game is over: Ada wins with 7 points to your 7. Equal points: fewer Prisms decide, then higher cards."
    )


# Moving


def test_buttons_say_what_they_do() -> None:
    state = opening()
    assert labels(state) == {"deck": "Draw from the deck", "pile": "Take blue 8 from the pile"}
    play(state, "deck")
    assert labels(state)["drop R2"] == "Discard red 2"
    assert labels(state)["drop SUN"] == "Lay out the Sun"
    play(state, "drop SUN, deck")
    assert labels(state)["drop RAIN"] == "Lay out the Rain: everyone builds"


def test_buttons_for_building() -> None:
    state = building("R3 X2 X3")
    assert labels(state) == {
        "done": "Done building",
        "add R3": "Add red 3",
        "add P2": "Add purple 2",
    }
    play(state, "add R3")
    assert labels(state)["x2 R"] == "Double red 3"
    assert labels(state)["x3 R"] == "Triple red 3"
    picks = {move.move: dict(move.picks) for move in scene(state.view(0)).moves}
    assert picks["x3 R"] == {"hX3": 1, "own R": 1}
    assert picks["add P2"] == {"hP2": 1}
    assert picks["done"] == {}


def test_buttons_tell_what_is_lost() -> None:
    state = building("R8 X3 X2")
    state.rainbows[0] = {"R": (3, "X2"), "P": (3, "")}
    assert labels(state)["add R8"] == "Put red 8 in place of the doubled red 3"
    assert labels(state)["add P2"] == "Put purple 2 in place of purple 3"
    assert labels(state)["x3 R"] == "Triple red 3, no longer doubled"
    assert labels(state)["x2 R"] == "Double red 3, which it is already"


# What happened


def test_moves_in_words() -> None:
    state = opening()
    assert told(state, "pile", 1) == "takes blue 8 from the pile"
    assert told(state, "drop SUN", 1) == "lays out a Sun"
    assert told(state, "deck", 0) == "draws from the deck"
    assert told(state, "drop RAIN", 0) == "lays out a Rain; Sun and Rain are out, and everyone builds"
    assert told(state, "add B8", 1) == "adds blue 8"
    assert told(state, "done", 1) == "stops building"
    assert say(state.view(0), "done") == "builds nothing"


def test_who_draws_is_told_which_card() -> None:
    state = opening()
    assert told(state.copy(), "deck", 0) == "draws red 2 from the deck"
    assert told(state.copy(), "deck", None) == "draws from the deck"
    assert say(state.view(0), "deck") == "draws from the deck"


def test_a_whole_rainbow_is_told() -> None:
    state = building("R8 X3 X2")
    state.rainbows[0] = {"O": (3, ""), "Y": (3, ""), "G": (3, ""), "B": (3, ""), "P": (3, "")}
    assert told(state.copy(), "add R8", 1) == "adds red 8; that completes the rainbow for 6 points"
    assert told(state, "x3 Y", 1) == "triples yellow 3"


def test_the_next_round_and_the_end_are_told() -> None:
    state = Rainbonus(NAMES[:2], 1, turn_limit=1)
    while state.phase != BUILD:
        state.play(state.legal_moves()[0])
    play(state, "done")
    assert told(state, "done") == "builds nothing; round 2 begins"
    while state.round < 4 or state.phase != BUILD:
        state.play(state.legal_moves()[0])
    play(state, "done")
    assert told(state, "done") == "builds nothing; the game ends"


def test_the_end_of_the_turns_is_told() -> None:
    state = opening(turn_limit=1)
    play(state, "deck, drop R2, deck")
    assert told(state, "drop R3") == "discards red 3; the turns are over, and everyone builds"


# Why not?


def test_out_of_order() -> None:
    state = opening()
    drawing = "First draw a card: draw from the deck or take blue 8 from the pile."
    assert why(state, "hO4") == ("turn", drawing)
    assert why(state, "deck", "pile")[0] == "turn"
    assert why(state, "free")[0] == "weather"
    play(state, "deck")
    assert why(state, "deck") == ("turn", "You have drawn your card: now discard one from your hand.")
    assert why(state, "hO4", "hX2") == ("turn", "You discard only one card.")
    play(state, "drop SUN")
    assert why(state, "out")[0] == "lay-out"
    assert why(state, "hand of 0") == ("hidden", "That is Ada's hand: you can only use cards from your own.")


def test_an_empty_pile_gives_nothing() -> None:
    state = opening()
    play(state, "pile, drop SUN")
    assert why(state, "pile") == ("pile", "The pile is empty: draw from the deck.")


def test_cards_that_are_not_built() -> None:
    state = building("X2 X3 SUN")
    assert why(state, "hX2") == ("bonus-colour", "Your rainbow has no colour card on which it could lie.")
    assert why(state, "hX2", "free")[0] == "bonus-colour"
    assert why(state, "hSUN")[0] == "left-over"
    assert why(state, "hX2", "hX3")[0] == "two-cards"
    assert why(state, "deck")[0] == "weather"
    state.rainbows[0] = {"R": (8, "")}
    state.prisms[0] = 1
    level = "X2 goes on a 6 or lower, and the value of your red card is 8."
    assert why(state, "hX2", "own R") == ("bonus-level", level)
    assert why(state, "hX2") == ("bonus-level", "X2 goes on a 2, 3, 4, 5 or 6, and your rainbow has none.")
    assert why(state, "hX2", "own PRISM") == ("bonus-prism", "A Prism takes no Rainbonus.")
    state.rainbows[0] = {"R": (3, "")}
    assert why(state, "hX2")[1].startswith("Now pick the colour card")


def test_places_are_found_by_themselves() -> None:
    state = building("R6 PRISM R8")
    state.rainbows[0] = {"R": (5, ""), "O": (3, "")}
    assert why(state, "hR6", "own R") == ("in-place", "Pick red 6 alone: it finds its place by itself.")
    assert why(state, "hR6", "own O") == ("in-place", "Red 6 takes the place of no other colour's card.")
    assert why(state, "hPRISM", "free")[0] == "prism"
    state.prisms[0] = 4
    assert why(state, "hPRISM")[0] == "six"
    assert why(state, "own PRISM")[0] == "prism"


# Random games


@pytest.mark.parametrize("players", range(FACTS.fewest, FACTS.most + 1))
def test_every_move_can_be_picked_and_every_other_pick_is_answered(players: int) -> None:
    rules = {rule.id for rule in RULES}
    rng = Random(players)
    for seed in range(3):
        state = Rainbonus(NAMES[:players], seed, turn_limit=8)
        follower = Follower()
        while not state.over:
            view = state.view(state.seat)
            found = follower.follow(scene(view))
            for move in found.moves:
                assert move in found.makes(found.picking(move))
            elements = found.elements()
            for many in (1, 2, 2, 3, 5):
                picked = rng.sample(elements, min(many, len(elements)))
                if not found.makes(picked):
                    rule, sentence = why_not(state, view, picked)
                    assert rule in rules
                    assert sentence.endswith(".")
            wanted = attempt(view, [])
            assert not isinstance(wanted, str) or wanted not in view.legal
            state.play(rng.choice(state.legal_moves()))

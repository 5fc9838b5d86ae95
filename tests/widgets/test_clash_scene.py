"""The table of clash: what is shown, said and refused."""

from __future__ import annotations

from collections import Counter

import pytest

from rainbowkit.games.clash import BIT, DECK, Clash, ClashView
from rainbowkit_widgets.scene import UNKNOWN, Follower
from rainbowkit_widgets.scenes import say, scene, why_not
from rainbowkit_widgets.scenes.clash import DRAWN, unseen
from tests.widgets.seeing import buttons, cards, labels, panel, told


def deal(front: list[str], back: list[str]) -> Clash:
    """A game with these cards at the ends of the deck: seat 0 draws the first of `front`, seat 1 the last of `back`."""
    left = Counter("".join(sorted(card)) for card in DECK)
    left.subtract("".join(sorted(card)) for card in (*front, *back))
    return Clash(["Ada", "Grace"], shuffles=[[*front, *left.elements(), *back]])


def start() -> Clash:
    """Ada sees red, orange and the Rainbow, Grace blue, the Cloud and purple."""
    return deal(["RG", "OT", "WY", "PB"], ["GR", "RP", "YC", "TB"])


def played(*moves: str) -> Clash:
    state = start()
    for move in moves:
        state.check(move)
        state.play(move)
    return state


def view(state: Clash, seat: int | None = 0) -> ClashView:
    found = state.view(seat)
    assert isinstance(found, ClashView)
    return found


# What lies where


def test_the_first_turn() -> None:
    found = scene(start().view(0))
    assert [one.id for one in found.panels] == ["p1", "middle", "p0"]
    assert [one.title for one in found.panels] == ["Grace", "Table", "Ada"]
    assert [one.turn for one in found.panels] == [False, False, True]
    assert labels(found, "p0.hand") == [
        "red card, heart, back unknown",
        "orange card, flame, back unknown",
        "Rainbow card, back unknown",
    ]
    # Grace's cards as Ada sees them, from behind: TB, YC and RP show their first face to Ada.
    assert labels(found, "p1.hand") == [
        "teal card, drop, back unknown",
        "yellow card, star, back unknown",
        "red card, heart, back unknown",
    ]
    assert labels(found, "deck-zone") == ["deck on edge, 51 cards, your end shows purple"]
    assert labels(found, "p0.taken") == ["0 captured cards, face down"]
    assert not cards(found, "line")
    assert found.status == "Your turn: play a card, open or blind."
    assert buttons(found) == {
        "P1": "Play red open",
        "P2": "Play orange open",
        "P3": "Play the Rainbow open",
        "B1": "Play red blind",
        "B2": "Play orange blind",
        "B3": "Play the Rainbow blind",
    }
    assert [dict(move.picks) for move in found.moves[:4]] == [{"h1": 1}, {"h2": 1}, {"h3": 1}, {"h1": 1}]
    assert scene(start().view(1)).status == "Waiting for Ada to move."
    assert labels(scene(start().view(1)), "deck-zone") == ["deck on edge, 51 cards, your end shows red"]


def test_the_line_shows_backs_that_were_seen() -> None:
    state = played("P1", "F1")  # red open, then flipped to its green
    assert labels(scene(state.view(0)), "line") == ["green card, leaf, red on its back"]
    assert labels(scene(state.view(0), memory=False), "line") == ["green card, leaf, back unknown"]
    state = played("P1")
    (ada,), (grace,) = (cards(scene(state.view(seat)), "line") for seat in (0, 1))
    assert (ada.face, ada.back) == (DRAWN["R"], UNKNOWN)
    assert (grace.face, grace.back) == (DRAWN["R"], DRAWN["G"])
    assert grace.label == "red card, heart, green on its back"
    (ada,), (grace,) = (cards(scene(played("B1").view(seat)), "line") for seat in (0, 1))
    assert (ada.back, grace.back) == (DRAWN["R"], UNKNOWN)


def test_without_memory_no_back_is_shown_anywhere() -> None:
    for state in (played("P1", "F1", "P1", "F2"), played("B1", "F1")):
        for seat in (0, 1, None):
            found = scene(state.view(seat), memory=False)
            assert {element.back for element in found.elements() if element.face and element.count is None} == {UNKNOWN}
            assert not found.memory


def test_flips_name_the_other_side_only_to_who_has_seen_it() -> None:
    state = played("P1", "S")
    assert buttons(scene(state.view(1)))["F1"] == "Flip red"
    state = played("P1")
    assert buttons(scene(state.view(0))) == {"S": "Stop", "F1": "Flip red"}


def test_a_spectator_sees_the_line_and_no_hand() -> None:
    found = scene(played("P1").view(None))
    assert [one.id for one in found.panels] == ["p0", "p1", "middle"]
    assert set(labels(found, "p0.hand") + labels(found, "p1.hand")) == {"card that you cannot see"}
    assert labels(found, "line") == ["red card, heart, back unknown"]
    assert labels(found, "deck-zone") == ["deck on edge, 51 cards"]
    assert not found.moves


def test_what_is_required() -> None:
    assert "flip a card of the line so that you may play a second one" in scene(played("P1").view(0)).status
    assert "now play one from your hand" in scene(played("P1", "F1").view(0)).status
    assert scene(played("P1", "S").view(1)).status == "Your turn: play a card, or flip one of the line first."


def test_captured_cards_leave_for_their_pile_and_new_ones_come_from_the_deck() -> None:
    state = start()
    follower = Follower()
    first = follower.follow(scene(state.view(1)))
    assert [element.id for element in cards(first, "p0.hand")] == ["c0", "c1", "c2"]
    state.play("P1")
    then = follower.follow(scene(state.view(1)))
    assert [element.id for element in cards(then, "line")] == ["c0"]
    assert not then.leaving
    state.play("S")
    then = follower.follow(scene(state.view(1)))
    assert [(element.id, element.source) for element in cards(then, "p0.hand")] == [
        ("c1", ""),
        ("c2", ""),
        ("c3", "deck"),
    ]
    state.play("B3")  # red again
    then = follower.follow(scene(state.view(1)))
    assert then.leaving == {"c0": "p0.captured", "c54": "p0.captured"}
    assert panel(then, "p0").facts == [("captured", "2")]


def test_how_many_faces_are_unseen() -> None:
    state = start()
    left = {spoken.partition(":")[0]: int(number) for spoken, _, number in unseen(view(state))}
    # Ada sees red, orange and the Rainbow of her own, teal, yellow and red of Grace's, and purple on the deck.
    assert left == {
        "red": 12,
        "orange": 13,
        "yellow": 13,
        "green": 14,
        "teal": 13,
        "blue": 14,
        "purple": 13,
        "the Rainbow": 7,
        "the Cloud": 8,
    }
    assert unseen(view(state))[0][0] == "red: 12 of 14 not seen yet"


# What is said


@pytest.mark.parametrize(
    ("before", "move", "words"),
    [
        ([], "P1", "plays red open"),
        ([], "B1", "plays a card blind: green"),
        ([], "P3", "plays the Rainbow open"),
        (["P1"], "F1", "flips red to green"),
        (["P1"], "S", "stops"),
        (["P1", "S"], "B3", "plays a card blind: red; a clash of red, Ada captures 2 cards"),
        (["P1", "S"], "P2", "plays the Cloud open: overcast, Ada captures 2 cards"),
        (["P3", "S", "B2", "S"], "F1", "flips the Rainbow to yellow: a clash of yellow, Grace captures 2 cards"),
    ],
)
def test_a_move_in_words(before: list[str], move: str, words: str) -> None:
    assert told(played(*before), move, None) == words


def test_a_capture_by_the_one_who_looks() -> None:
    assert told(played("P1", "S"), "P2", 0) == "plays the Cloud open: overcast, you capture 2 cards"
    assert told(played("P1", "S"), "P2", 1) == "plays the Cloud open: overcast, Ada captures 2 cards"


def test_without_the_view_after_it_no_more_is_said_than_the_seat_saw() -> None:
    state = start()
    assert say(state.view(0), "P1") == "plays red open"
    assert say(state.view(1), "P1") == "plays a card open"
    assert say(state.view(1), "B1") == "plays a card blind: green"
    assert say(state.view(0), "B1") == "plays a card blind"
    assert say(played("P1").view(0), "F1") == "flips red"


def test_a_rainbow_is_captured() -> None:
    state = deal(["RB", "OB", "YB"], ["RP", "YT", "OG"])  # Grace sees green, teal and purple
    state.line, state.up, state.up_bits = [0, 1, 2, 56, 55], [0, 0, 0, 1, 1], sum(BIT[face] for face in "ROYGT")
    state.hands = [[], [54]]
    state.seat = 1
    assert told(state, "P1", None) == "plays purple open: a rainbow, Grace captures 6 cards"
    assert told(state, "P1", 1) == "plays purple open: a rainbow, you capture 6 cards"


# Why not


def picked(state: Clash, *names: str) -> tuple[str, str]:
    """Why Ada cannot pick these: cards by group, others by id."""
    found = Follower().follow(scene(state.view(0)))
    elements = [one for name in names for one in found.elements() if name in one.groups or name == one.id]
    assert len(elements) == len(names)
    assert not found.makes(elements)
    return why_not(state, state.view(0), elements)


def test_why_not() -> None:
    assert picked(start(), "h1", "h2")[0] == "turn"
    assert picked(start(), "deck")[0] == "draw"
    assert picked(start(), "p1.captured")[0] == "score"
    assert picked(start(), "c54") == (
        "holding",
        "That card is in the hand of Grace: you can only play cards of your own.",
    )
    assert picked(played("P1"), "h1")[0] == "must-flip"
    assert picked(played("P1"), "h1", "l1")[0] == "turn"
    assert picked(played("P1", "F1"), "l1")[0] == "must-flip"
    assert picked(played("P1", "F1", "P1"), "l1", "l2")[0] == "must-flip"
    assert picked(played("P1", "S", "P1", "S"), "l1", "l2")[0] == "first-flip"
    assert picked(played("P1", "S", "P1", "S", "F1"), "l2")[0] == "first-flip"


# The end


def test_the_last_turn() -> None:
    state = start()
    state.front = state.back  # the deck is empty
    state.line, state.up, state.up_bits = [10, 11], [0, 0], 0
    state.seen = [1 << 10 | 1 << 11] * 2
    state.play("P1")
    assert labels(scene(state.view(0)), "deck-zone") == []
    assert told(state, "S", 1) == "stops; the deck is used up, and you may take one last turn"
    state.play("S")
    assert scene(state.view(1)).status.startswith("Your turn, the last of the game: ")
    assert scene(state.view(0)).status == "Waiting for Grace to take the last turn."
    assert buttons(scene(state.view(1)))["S"] == "Decline the last turn"
    assert told(state, "S", 0) == "declines the last turn"


@pytest.mark.parametrize(
    ("captured", "seat", "words"),
    [
        ((31, 26), 0, "you win with 31 cards to Grace's 26"),
        ((31, 26), 1, "Ada wins with 31 cards to your 26"),
        ((20, 20), 1, "Ada and you share the win with 20 cards"),
        ((1, 0), None, "Ada wins with 1 card to Grace's 0"),
    ],
)
def test_who_has_won(captured: tuple[int, int], seat: int | None, words: str) -> None:
    state = start()
    state.captured = [list(range(number)) for number in captured]
    state.over = True
    assert scene(state.view(seat)).status == f"The game is over: {words}."

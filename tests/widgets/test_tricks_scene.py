"""The table of tricks: what is shown, said and refused."""

from __future__ import annotations

from collections import Counter

import pytest

from rainbowkit.games.tricks import DECK, Tricks
from rainbowkit_widgets.scene import Element, Follower
from rainbowkit_widgets.scenes import say, scene, why_not
from rainbowkit_widgets.scenes.tricks import FACES
from tests.widgets.seeing import buttons, cards, labels, panel, told, zone

NAMES = ["Ada", "Grace", "Alan", "Edsger"]


def deal(row: str, *hands: str) -> Tricks:
    """A game of four with this row, and hands that begin with these cards."""
    left = Counter(DECK)
    left.subtract(row)
    for hand in hands:
        left.subtract(hand)
    spare = sorted(left.elements(), reverse=True)
    full = [hand + "".join(spare.pop() for _ in range(14 - len(hand))) for hand in hands]
    dealt = [card for cards in zip(*full, strict=True) for card in cards]
    return Tricks(NAMES, shuffles=[[*row, *dealt]])


def start() -> Tricks:
    """Ada has every rank, and four 4s."""
    return deal("3661", "12344456664411", "55566123334455", "23456222233345", "1111")


def played(*moves: str) -> Tricks:
    state = start()
    for move in moves:
        state.check(move)
        state.play(move)
    return state


TRICK = ("44", "5", "333", "1")
"""Alan claims first, then Ada, Grace and Edsger."""


# What lies where


def test_the_first_trick() -> None:
    found = scene(start().view(0))
    assert [one.id for one in found.panels] == ["p1", "p2", "p3", "middle", "p0"]
    assert labels(found, "p0.hand")[:4] == ["1, red", "1, red", "1, red", "2, orange"]
    assert zone(found, "p0.hand").layout == "fan"
    assert cards(found, "p0.hand")[0].face == FACES["1"]
    assert labels(found, "p1.hand") == ["14 cards in hand, face down"]
    assert labels(found, "row") == ["1, 1 point", "3, 3 points", "6, 6 points", "6, 6 points"]
    assert found.status == "Your turn: you lead, so play a single card, a set or a run."
    assert scene(start().view(1)).status == "Waiting for Ada to lead to the next trick."
    assert panel(found, "p0").facts == [("points", "0")]
    assert not panel(found, "p1").facts
    assert panel(scene(start().view(0), scores=True), "p1").facts == [("points", "0")]


def test_the_buttons() -> None:
    found = scene(start().view(0))
    labels = buttons(found)
    assert labels["5"] == "Play a 5"
    assert labels["44"] == "Play the pair of 4s"
    assert labels["444"] == "Play the set of three 4s"
    assert labels["1234"] == "Play the run 1-2-3-4"
    picks = {move.move: dict(move.picks) for move in found.moves}
    assert picks["444"] == {"r4": 3}
    assert picks["1234"] == {"r1": 1, "r2": 1, "r3": 1, "r4": 1}


def test_what_was_played_lies_before_each_player_with_its_place() -> None:
    found = scene(played("44", "5").view(2))
    assert labels(found, "p0.combo1") == ["4, green", "4, green"]
    assert [zone(found, name).note for name in ("p0.combo1", "p1.combo1")] == ["1st so far", "2nd so far"]
    assert zone(found, "row").note == "a set has been played: singles and sets only"
    assert found.status == "Your turn: play a single card or a set, as a set has been played."
    assert zone(scene(played("123").view(1)), "row").note == "a run has been played: singles and runs only"


def test_claiming() -> None:
    state = played(*TRICK)
    found = scene(state.view(2))
    assert found.status == "Your turn: you claim 1st, so take one item of the row."
    assert buttons(found) == {
        "+6": "Claim the 6 (6 points)",
        "+3": "Claim the 3 (3 points)",
        "+1": "Claim the 1 (1 point)",
    }
    state.play("+6")
    found = scene(state.view(0))
    assert found.status == "Your turn: you claim 2nd, so take one item of the row."
    assert scene(state.view(1)).status == "Waiting for Ada to claim, as 2nd."
    assert zone(found, "p2.combo1").note == "took the 6"
    assert zone(found, "p1.combo1").note == "claims 3rd"
    assert labels(found, "p2.points") == ["1 claimed card, face down"]


def test_a_pair_of_the_row_is_claimed_by_picking_either_card() -> None:
    state = played(*TRICK, "+6", "+6", "+3", "+1")
    items = zone(scene(state.view(2)), "row").items
    assert [[element.label for element in item] for item in items] == [
        ["3, 3 points"],
        ["5, 5 points"],
        ["pair of threes, 6 points"] * 2,
        ["pair of fours, 8 points"] * 2,
    ]
    assert [element.tag for element in items[-1]] == ["", "8 points"]
    for move in ("3", "1", "2", "1"):
        state.play(move)
    found = Follower().follow(scene(state.view(2)))
    claim = next(claim for claim in found.moves if claim.move == "+44")
    assert claim.label == "Claim the pair of 4s (8 points)"
    for element in zone(found, "row").items[-1]:
        assert found.makes([element]) == [claim]


def test_who_gets_nothing_is_told_so() -> None:
    state = deal("1111", "333", "333", "333", "222")
    for move in ("3", "3", "3", "2", "+1", "+1", "+1", "+1", "3", "3", "3", "2"):
        state.check(move)
        state.play(move)
    found = scene(state.view(0))
    assert labels(found, "row") == ["2, 2 points", "3, 3 points", *["pair of threes, 6 points"] * 2]
    notes = [zone(found, f"p{seat}.combo1").note for seat in range(4)]
    assert notes == ["claims 1st", "claims 2nd", "claims 3rd", "gets nothing"]


def test_with_two_players_each_has_two_combos_and_a_pile() -> None:
    state = Tricks(["Ada", "Grace"], seed=1)
    for _ in range(4):
        if len(state.moves) == 2:
            assert scene(state.view(0)).status.startswith("Your turn: play your second combo, a single card")
        state.play(state.legal_moves()[0])
    found = scene(state.view(0))
    assert {"p0.combo1", "p0.combo2", "p1.combo1", "p1.combo2"} <= {one.id for one in found.zones()}
    assert labels(found, "p0.reserve") == ["face-down pile of 14 cards, to be taken up later"]


def test_with_three_players_the_cards_that_stay_out_are_shown() -> None:
    state = Tricks(NAMES[:3], seed=1)
    for seat in (0, None):
        assert labels(scene(state.view(seat)), "undealt-zone") == ["15 cards that nobody was dealt, face down"]


def test_cards_are_followed() -> None:
    state = start()
    follower = Follower()
    follower.follow(scene(state.view(0)))
    for move in ("4", "5"):
        state.play(move)
        found = follower.follow(scene(state.view(0)))
    assert [(one.id[0], one.source) for one in cards(found, "p0.combo1")] == [("4", "")]
    assert [(one.id[0], one.source) for one in cards(found, "p1.combo1")] == [("5", "p1.first-hand")]
    for move in ("3", "1"):
        state.play(move)
        found = follower.follow(scene(state.view(0)))
    taken = cards(found, "row")[-1].id
    state.play("+6")
    assert follower.follow(scene(state.view(0))).leaving == {taken: "p1.claimed"}


def test_what_this_seat_has_not_seen() -> None:
    found = scene(start().view(0))
    assert [(spoken.partition(":")[0], number) for spoken, _, number in found.memory] == [
        (f"{rank}s", str(10 - "3661".count(rank) - "12344456664411".count(rank))) for rank in "123456"
    ]
    assert not scene(start().view(0), memory=False).memory


# What is said


@pytest.mark.parametrize(
    ("before", "move", "words"),
    [
        ((), "5", "plays a 5"),
        ((), "44", "plays the pair of 4s"),
        ((), "444", "plays the set of three 4s"),
        ((), "1234", "plays the run 1-2-3-4"),
        (TRICK[:3], "1", "plays a 1; all have played, and Alan claims first"),
        (TRICK, "+6", "claims the 6 (6 points)"),
        ((*TRICK, "+6", "+6", "+3"), "+1", "claims the 1 (1 point); the next row is laid, and Alan leads"),
    ],
)
def test_a_move_in_words(before: tuple[str, ...], move: str, words: str) -> None:
    state = played(*before)
    assert told(state, move) == words
    assert say(state.view(0), move) == words.partition(";")[0]


def test_the_one_who_looks_is_called_you() -> None:
    assert told(played(*TRICK[:3]), "1", 2) == "plays a 1; all have played, and you claim first"


def test_the_end_for_two_players() -> None:
    state = Tricks(["Ada", "Grace"], seed=1)
    before = state.copy()
    while not state.over:  # Ada plays single cards, Grace as many as she can
        before = state.copy()
        state.play(max(state.legal_moves(), key=len) if state.seat else state.legal_moves()[0])
    left = len(cards(scene(state.view(0)), "p0.hand"))
    assert left > 1
    words = f"; that ends the game, and Ada scores {left} more for {left} cards left in hand"
    assert told(before, state.moves[-1]).endswith(words)
    found = scene(state.view(1))
    assert found.status.startswith("The game is over: ")
    assert panel(found, "p0").facts == [("points", str(state.points[0]))]


@pytest.mark.parametrize(
    ("points", "seat", "words"),
    [
        ((20, 31, 7, 8), 1, "you win with 31 points to Ada's 20, Alan's 7 and Edsger's 8"),
        ((20, 31, 7, 8), 0, "Grace wins with 31 points to your 20, Alan's 7 and Edsger's 8"),
        ((20, 31, 31, 8), 2, "Grace and you share the win with 31 points to Ada's 20 and Edsger's 8"),
        ((5, 5, 5, 5), None, "Ada, Grace, Alan and Edsger share the win with 5 points"),
    ],
)
def test_who_has_won(points: tuple[int, ...], seat: int | None, words: str) -> None:
    state = start()
    state.points = list(points)
    state.over = True
    assert scene(state.view(seat)).status == f"The game is over: {words}."


# Why not


def picked(state: Tricks, *names: str) -> tuple[str, str]:
    """Why these cannot be picked by who is to move: so many cards of a group, others by id."""
    found = Follower().follow(scene(state.view(state.seat)))
    elements: list[Element] = []
    for name in names:
        elements.append(next(one for one in found.elements() if one not in elements and name in (one.id, *one.groups)))
    assert not found.makes(elements)
    return why_not(state, state.view(state.seat), elements)


@pytest.mark.parametrize(
    ("before", "names", "rule"),
    [
        ((), ("r2", "r4"), "combo"),
        ((), ("r4", "r4", "r5"), "combo"),
        ((), ("+6",), "turn"),
        ((), ("+6", "+3"), "turn"),
        ((), ("+6", "r4"), "turn"),
        ((), ("p1.first-hand",), "holding"),
        ((), ("p1.claimed",), "score-pile"),
        ((), ("aside",), "left-overs"),
        (("44",), ("4#1",), "next-row"),
        (("44",), ("r1", "r2"), "follow-set"),
        (("12",), ("r5", "r5"), "follow-run"),
        (TRICK, ("r2",), "claim-one"),
        (TRICK, ("r2", "r4"), "claim-one"),
        (TRICK, ("+6", "r2"), "claim-one"),
        (TRICK, ("+6", "+6"), "claim-one"),
        ((*TRICK, "+6", "+6", "+3", "+1", "3", "1", "2", "1"), ("+44", "+44"), "claim-whole"),
    ],
)
def test_why_not(before: tuple[str, ...], names: tuple[str, ...], rule: str) -> None:
    assert picked(played(*before), *names)[0] == rule


def test_what_is_missing_in_a_run_is_named() -> None:
    assert picked(start(), "r2", "r4")[1] == "2 and 4 are no combo: they are no set, and for a run the 3 is missing."
    assert picked(start(), "r1", "r2", "r5")[1].endswith("for a run the 3 and the 4 are missing.")
    assert picked(start(), "p1.first-hand")[1].startswith("These cards are in the hand of Grace")


def test_cards_that_are_not_in_the_game() -> None:
    assert picked(Tricks(NAMES[:3], seed=1), "undealt")[0] == "hands"
    two = Tricks(NAMES[:2], seed=1)
    assert picked(two, "p0.pile")[0] == "two-pile"
    assert picked(two, two.claims[0])[0] == "two-combos"

"""The rules page clash.md, sentence by sentence, in its order: the headings below are the headings there.

Cards are written as on that page, the face toward seat 0 first. `deal` names the cards that each seat draws, in the
order in which it draws them, and completes the deck; `small` has a deck of just the cards that are named.
"""

from __future__ import annotations

import pytest

import rainbowkit
from rainbowkit import BadRecord, BadSetup
from rainbowkit.games.clash import Clash
from tests.engine.positions_tricks_clash import NAMES, legal, malformed, play, play_on, refused

COLOURS = "ROYGTBP"
PLAYS = {"P1", "P2", "P3", "B1", "B2", "B3"}


def full_deck() -> list[str]:
    """The 57 cards of the page: pairs of colours twice, and each colour and the Rainbow with W and C."""
    pairs = [a + b for i, a in enumerate(COLOURS) for b in COLOURS[i + 1 :]]
    return pairs + pairs + [colour + "W" for colour in COLOURS] + [colour + "C" for colour in COLOURS] + ["WC"]


def kinds(cards: list[str]) -> list[str]:
    """The cards, whichever way they are turned."""
    return sorted("".join(sorted(card)) for card in cards)


def deal(front: str = "RG OB YT", back: str = "", first: int = 0) -> Clash:
    """A game in which seat 0 draws the cards of `front`, and seat 1 those of `back`."""
    named = [*front.split(), *back.split()]
    rest = full_deck()
    for card in named:
        rest.remove(card if card in rest else card[::-1])
    return Clash(NAMES[:2], shuffles=[[*front.split(), *rest, *reversed(back.split())]], first=first)


def small(front: str, middle: str, back: str, first: int = 0) -> Clash:
    """A game whose deck holds no more than these cards: three for each seat, and the deck that stays."""
    order = [*front.split(), *middle.split(), *reversed(back.split())]
    kind = type("Small", (Clash,), {"deck": order})
    game: Clash = kind(NAMES[:2], shuffles=[order], first=first)
    return game


def line(game: Clash) -> str:
    """The faces that are up, from the left."""
    view = game.view(None)
    return "".join(view.faces[card][side] for card, side in zip(view.line, view.up, strict=True))


def hand(game: Clash, seat: int) -> str:
    """The faces of a hand that its owner sees, from the left."""
    view = game.view(seat)
    return "".join(view.faces[card][seat] for card in view.hands[seat])


def hand_as_known(game: Clash, owner: int, seat: int) -> list[str]:
    """Both faces of the cards in the owner's hand, as far as a seat knows them."""
    view = game.view(seat)
    return [view.faces[card] for card in view.hands[owner]]


def line_as_known(game: Clash, seat: int) -> list[str]:
    view = game.view(seat)
    return [view.faces[card] for card in view.line]


def captured_as_known(game: Clash, owner: int, seat: int) -> list[str]:
    view = game.view(seat)
    return [view.faces[card] for card in view.captured[owner]]


def deck_as_known(game: Clash, seat: int) -> list[str]:
    view = game.view(seat)
    return list(view.faces[view.front : view.back])


# The cards and the players


def test_2_players() -> None:
    assert len(rainbowkit.new("clash", 2, seed=1).names) == 2
    for players in (0, 1, 3):
        with pytest.raises(BadSetup, match="2 players"):
            rainbowkit.new("clash", players, seed=1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_57_cards_of_seven_colours_the_rainbow_and_the_cloud(seed: int) -> None:
    order = rainbowkit.new("clash", 2, seed=seed).record()["shuffles"][0]
    assert len(order) == 57
    assert set("".join(order)) == set("ROYGTBPWC")


def test_the_two_faces_of_a_card_always_differ() -> None:
    assert all(a != b for a, b in rainbowkit.new("clash", 2, seed=1).record()["shuffles"][0])


def test_the_deck_is_each_pair_of_colours_twice_and_the_15_others_once() -> None:
    cards = kinds(rainbowkit.new("clash", 2, seed=1).record()["shuffles"][0])
    pairs = [a + b for a in COLOURS for b in COLOURS if a < b]
    assert len(pairs) == 21
    assert all(cards.count(pair) == 2 for pair in pairs)
    assert all(cards.count("".join(sorted(colour + "W"))) == 1 for colour in COLOURS)
    assert all(cards.count("".join(sorted(colour + "C"))) == 1 for colour in COLOURS)
    assert cards.count("CW") == 1
    assert len(cards) == 42 + 7 + 7 + 1


@pytest.mark.parametrize(
    ("old", "new"), [("RO", "RR"), ("RO", "RY"), ("WC", "WW"), ("WC", "RW"), ("RO", "RX"), ("RO", "R")]
)
def test_no_other_57_cards_will_do(old: str, new: str) -> None:
    order = full_deck()
    order[order.index(old)] = new
    with pytest.raises(BadRecord, match=r"shuffles\[0\]"):
        Clash(NAMES[:2], shuffles=[order])


def test_the_deck_is_said_to_be_our_inference() -> None:
    (deck,) = [rule for rule in rainbowkit.rules("clash") if rule.id == "deck"]
    assert deck.kind == "inference"
    assert "57 cards" in deck.text


# Setup


def test_one_face_of_every_card_looks_at_seat_0_the_other_at_seat_1_written_in_that_order() -> None:
    game = deal("RG OB YT", "GP BT RO")
    assert hand(game, 0) == "ROY"  # the first letters
    assert hand(game, 1) == "PTO"  # the second letters


def test_one_shuffle_of_57_cards_turned_either_way() -> None:
    for order in (full_deck(), [card[::-1] for card in full_deck()]):
        game = Clash(NAMES[:2], shuffles=[order])
        play_on(game, 0)
        record = game.record()
        assert record["shuffles"] == [order]
        assert rainbowkit.replay(record).record() == record


def test_shuffling_turns_each_card_at_random_too() -> None:
    orders = [rainbowkit.new("clash", 2, seed=seed).record()["shuffles"][0] for seed in range(40)]
    for pair in set(kinds(full_deck())):
        assert any(pair in order for order in orders)
        assert any(pair[::-1] in order for order in orders)
    for order in orders:
        assert 10 < sum(a < b for a, b in order) < 47


def test_shuffling_changes_the_order() -> None:
    one, other = (rainbowkit.new("clash", 2, seed=seed).record()["shuffles"][0] for seed in (1, 2))
    assert kinds(one) == kinds(other)
    assert ["".join(sorted(card)) for card in one] != ["".join(sorted(card)) for card in other]


@pytest.mark.parametrize("first", [0, 1])
def test_seat_0_draws_3_from_the_front_of_the_list_and_seat_1_draws_3_from_its_end(first: int) -> None:
    order = ["RG", "OB", "YT", *full_deck(), "RO", "BT", "GP"]
    for card in ("RG", "OB", "YT", "RO", "TB", "GP"):
        order.pop(order.index(card, 3))
    game = Clash(NAMES[:2], shuffles=[order], first=first)
    assert game.to_move == first
    assert [order[card] for card in game.view(None).hands[0]] == ["RG", "OB", "YT"]
    assert [order[card] for card in game.view(None).hands[1]] == ["GP", "BT", "RO"]
    assert len(deck_as_known(game, 0)) == 51


def test_drawn_cards_join_the_hand_at_its_right_end() -> None:
    game = deal("RG OB YT PB", "GP BT RO YG")
    play(game, "P2 S")
    assert hand(game, 0) == "RYP"
    play(game, "P1 S")
    assert hand(game, 1) == "TOG"


# Who sees what


def test_in_hand_the_owner_sees_the_face_toward_them_the_opponent_the_other() -> None:
    game = deal("RG OB YT", "GP BT RO")
    assert hand_as_known(game, owner=0, seat=0) == ["R?", "O?", "Y?"]
    assert hand_as_known(game, owner=0, seat=1) == ["?G", "?B", "?T"]
    assert hand_as_known(game, owner=1, seat=1) == ["?P", "?T", "?O"]
    assert hand_as_known(game, owner=1, seat=0) == ["G?", "B?", "R?"]


def test_in_hand_nobody_sees_both() -> None:
    game = deal("RG OB YT PB", "GP BT RO YG")
    play(game, "P1 S P1 S")  # both have drawn again
    for seat in (0, 1):
        for owner in (0, 1):
            assert all(faces.count("?") == 1 for faces in hand_as_known(game, owner, seat))


def test_a_face_that_a_player_has_not_seen_makes_no_difference_to_what_they_know() -> None:
    # Seat 0 cannot tell which backs its cards have, nor where the fronts of seat 1's cards lie.
    one, other = deal("RG RB YT", "OP OT GB"), deal("RB RG YT", "OT OP GB")
    assert one.view(0) == other.view(0)
    assert str(one.view(0)) == str(other.view(0))
    assert one.view(1) != other.view(1)
    play(one, "P1")
    play(other, "P1")
    assert one.view(0) == other.view(0)
    one.play("F1")
    other.play("F1")
    assert one.view(0) != other.view(0)


def test_of_the_deck_each_player_sees_the_one_face_at_their_own_end() -> None:
    game = deal("RG OB YT PB GT", "GP BT RO YG WP")
    assert deck_as_known(game, 0) == ["P?"] + ["??"] * 50
    assert deck_as_known(game, 1) == ["??"] * 50 + ["?G"]
    play(game, "P1 S P1 S")
    assert deck_as_known(game, 0) == ["G?"] + ["??"] * 48
    assert deck_as_known(game, 1) == ["??"] * 48 + ["?P"]


def test_of_the_decks_last_card_each_sees_their_own_face() -> None:
    game = small("RG OB YT", "PW", "GP BT RO")
    assert deck_as_known(game, 0) == ["P?"]
    assert deck_as_known(game, 1) == ["?W"]


@pytest.mark.parametrize(("move", "face"), [("P1", "R"), ("B1", "G")])
def test_on_the_table_both_see_the_face_that_is_up(move: str, face: str) -> None:
    game = deal("RG OB YT")
    play(game, move)
    for seat in (0, 1):
        view = game.view(seat)
        assert view.faces[view.line[0]][view.up[0]] == face
        assert f"line: {face}/" in str(view)


@pytest.mark.parametrize("first", [0, 1])
def test_played_open_the_opponent_saw_the_other_face_while_the_card_was_in_hand(first: int) -> None:
    game = deal("RG OB YT", "GP BT RO", first)
    play(game, "P1")
    assert line_as_known(game, 0) == [["R?"], ["GP"]][first]
    assert line_as_known(game, 1) == [["RG"], ["?P"]][first]


@pytest.mark.parametrize("first", [0, 1])
def test_played_blind_the_owner_saw_the_other_face(first: int) -> None:
    game = deal("RG OB YT", "GP BT RO", first)
    play(game, "B1")
    assert line_as_known(game, 0) == [["RG"], ["G?"]][first]
    assert line_as_known(game, 1) == [["?G"], ["GP"]][first]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("how", ["P1", "B1"])
def test_both_know_both_faces_once_the_card_has_been_flipped(first: int, how: str) -> None:
    game = deal("RG OB YT", "GP BT RO", first)
    play(game, f"{how} F1")
    card = ["RG", "GP"][first]
    assert line_as_known(game, 0) == [card]
    assert line_as_known(game, 1) == [card]


def test_both_faces_stay_known_when_the_card_is_flipped_back() -> None:
    game = deal("RG OB YT")
    play(game, "P1 F1 P1 F1")
    assert line(game) == "RO"
    assert line_as_known(game, 0) == ["RG", "O?"]
    assert line_as_known(game, 1) == ["RG", "OB"]


def test_captured_cards_stay_remembered_the_same_way() -> None:
    # The line is R open, T blind, P flipped; then a Cloud gives it to seat 1.
    game = deal("RG BT OP CY", "GP BT RO")
    play(game, "P1 S P1 S B1 F3 P1 S")  # R; P; T, flipped to B, and O
    assert line(game) == "RPBO"
    play(game, "P1 S")
    assert line(game) == "RPBOT"
    play(game, "P1")
    assert captured_as_known(game, owner=1, seat=0) == ["R?", "GP", "BT", "O?", "BT", "C?"]
    assert captured_as_known(game, owner=1, seat=1) == ["RG", "?P", "BT", "OP", "?T", "CY"]


# A turn


def test_the_active_player_plays_1_to_3_cards_one_at_a_time_into_one_shared_line() -> None:
    game = deal("RG OB YT", "YP RT RO")
    refused(game, "S", "stop", "at least one card")
    assert play(game, "P1 F1 P1 F2 P1") == [0] * 5  # R to G, O to B, Y: the turn is over
    assert line(game) == "GBY"
    assert play(game, "P1 S") == [1, 1]
    assert line(game) == "GBYP"
    assert game.to_move == 0


@pytest.mark.parametrize(
    ("first", "move", "up"),
    [
        (0, "P1", "R"),
        (0, "B1", "G"),
        (0, "P3", "Y"),
        (0, "B3", "T"),
        (1, "P1", "P"),
        (1, "B1", "G"),
        (1, "P3", "O"),
        (1, "B3", "R"),
    ],
)
def test_a_card_is_played_open_the_face_the_player_sees_or_blind_the_other_face(first: int, move: str, up: str) -> None:
    game = deal("RG OB YT", "GP BT RO", first)
    play(game, move)
    assert line(game) == up


def test_before_the_first_card_the_player_may_flip_one_card_of_the_line_if_there_is_one() -> None:
    game = deal("RG OB YT", "YP RT RO")
    assert legal(game) == PLAYS
    refused(game, "F1", "no-card", "the line has no cards")
    play(game, "P1 S")
    assert legal(game) == PLAYS | {"F1"}
    refused(game, "F2", "no-card", "the line has 1 card.")
    play(game, "F1")
    assert line(game) == "G"
    assert legal(game) == PLAYS
    refused(game, "F1", "first-flip", "now play one from your hand")


def test_before_the_first_card_the_flip_may_be_left_out() -> None:
    game = deal("RG OB YT", "YP RT RO")
    play(game, "P1 S P1")
    assert line(game) == "RP"


def test_before_the_second_card_and_again_before_the_third_they_must_flip_one_card() -> None:
    game = deal("RG OB YT")
    play(game, "P1")
    assert legal(game) == {"S", "F1"}
    refused(game, "P1", "must-flip", "must flip one card")
    refused(game, "B2", "must-flip", "must flip one card")
    play(game, "F1")
    assert legal(game) == {"P1", "P2", "B1", "B2"}
    refused(game, "F1", "must-flip", "now play one from your hand")
    play(game, "P1")
    assert legal(game) == {"S", "F1", "F2"}
    refused(game, "P1", "must-flip", "must flip one card")
    play(game, "F2")
    assert legal(game) == {"P1", "B1"}


def test_a_flip_before_the_first_card_is_not_the_one_before_the_second() -> None:
    game = deal("RG OB YT", "YP RT RO")
    play(game, "P1 S F1 P1")
    assert legal(game) == {"S", "F1", "F2"}
    refused(game, "P1", "must-flip", "must flip one card")


@pytest.mark.parametrize(
    ("moves", "up"),
    [
        ("P1 F1 P1 F1 P1", "ROY"),  # the same as before, twice
        ("P1 F1 P1 F2 P1", "GBY"),  # each time the one just played
    ],
)
def test_any_card_may_be_flipped_the_same_as_before_or_the_one_just_played_included(moves: str, up: str) -> None:
    game = deal("RG OB YT")
    play(game, moves)
    assert line(game) == up


def test_a_card_of_the_opponent_may_be_flipped() -> None:
    game = deal("RG OB YT", "YP RT RO")
    play(game, "P1 S P1 S P1 F2")
    assert line(game) == "RYO"


def test_ruling_a_flip_commits_to_playing_a_card_after_it() -> None:
    game = deal("RG OB YT", "YP RT RO")
    play(game, "P1 S F1")
    refused(game, "S", "flip-commits", "commits you to playing a card")
    play(game, "P1 F1")
    refused(game, "S", "flip-commits", "commits you to playing a card")
    play(game, "P1 F1")
    refused(game, "S", "flip-commits", "commits you to playing a card")


@pytest.mark.parametrize("moves", ["P1 S", "B1 S", "P1 F1 P1 S"])
def test_ruling_after_any_card_the_player_may_stop(moves: str) -> None:
    game = deal("RG OB YT")
    play(game, moves)
    assert game.to_move == 1
    assert legal(game) >= PLAYS


# After every play and every flip


@pytest.mark.parametrize(
    ("front", "back", "moves", "scores"),
    [
        ("CR OB YT", "", "P1", [0, 1]),  # played open
        ("RC OB YT", "", "B1", [0, 1]),  # played blind
        ("RC OB YT", "", "P1 F1", [0, 1]),  # flipped
        ("RC OB YT", "YP RT RO", "P1 S F1", [1, 0]),  # flipped before the first card
        ("RG OB YT", "YC RT RO", "P1 S P1", [2, 0]),
        ("RG OB YT", "WC RT RO", "P1 S P1", [2, 0]),
        ("RG OB CY", "", "P1 F1 P1 F2 P1", [0, 3]),
    ],
)
def test_overcast_a_cloud_is_up_the_opponent_captures_the_whole_line(
    front: str, back: str, moves: str, scores: list[int]
) -> None:
    game = deal(front, back)
    play(game, moves)
    assert game.scores() == scores
    assert line(game) == ""


def test_a_cloud_that_is_down_does_no_harm() -> None:
    game = deal("RC OB YT", "CP RT RO")
    play(game, "P1 S P1")
    assert line(game) == "RP"
    assert game.scores() == [0, 0]


@pytest.mark.parametrize(
    ("front", "back", "moves", "scores"),
    [
        ("RG OB YT", "YR RT RO", "P1 S P1", [2, 0]),  # played open
        ("RG OB YT", "RY RT RO", "P1 S B1", [2, 0]),  # played blind
        ("RT OB YG", "GT RT RO", "P1 S P1 F1", [2, 0]),  # flipped
        ("RT OB YG", "OT OR PO", "P1 S P1 S F1", [0, 2]),  # flipped before the first card
        ("RG OB YO", "", "P1 F1 P1 F1 B1", [0, 3]),
    ],
)
def test_clash_a_colour_is_up_twice_the_opponent_captures_the_whole_line(
    front: str, back: str, moves: str, scores: list[int]
) -> None:
    game = deal(front, back)
    play(game, moves)
    assert game.scores() == scores
    assert line(game) == ""


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_clashes_with_itself(colour: str) -> None:
    one, two, three = [other for other in COLOURS if other != colour][:3]
    game = deal(f"{colour}{one} {colour}{two} {one}{three}", f"{three}{colour}")
    play(game, "P1 S P1")
    assert game.scores() == [2, 0]


def test_rainbows_clash_with_nothing() -> None:
    game = deal("WR WB YT", "GW OW BR")
    play(game, "P1 S P1 S P1 S P1 S P1")
    assert line(game) == "WWWWY"
    assert game.scores() == [0, 0]


def test_a_face_that_was_flipped_away_no_longer_clashes_and_the_new_one_does() -> None:
    game = deal("RG OR YT", "BG RT RO")
    play(game, "P1 F1 P1 F2")
    assert line(game) == "GR"
    play(game, "P1")
    assert line(game) == "GRY"
    play(game, "P1")
    assert game.scores() == [4, 0]  # a second green


SIX = ("RG YB TO", "PO PG YB")  # one card a turn gives R O Y G T B


@pytest.mark.parametrize(
    ("front", "back", "up"),
    [(*SIX, "ROYGT"), ("WR YB TO", "GW PG YB", "WWYGT"), ("PG YB TO", "PR RG YB", "PRYGT")],
)
def test_rainbow_6_cards_no_cloud_no_colour_twice_the_active_player_captures_them(
    front: str, back: str, up: str
) -> None:
    game = deal(front, back)
    play(game, "P1 S P1 S P1 S P1 S P1 S")
    assert line(game) == up
    assert game.scores() == [0, 0]
    play(game, "P1")
    assert line(game) == ""
    assert game.scores() == [0, 6]
    assert game.to_move == 0


def test_rainbow_by_seat_0_on_the_second_card_of_a_turn() -> None:
    game = deal("RP YR TO BG", "PO PG YB")
    play(game, "P1 S P1 S P1 S P1 S P1 F1")
    assert line(game) == "POYGT"
    play(game, "P1")
    assert game.scores() == [6, 0]
    assert captured_as_known(game, 0, 1)[0] == "RP"
    assert game.to_move == 1


@pytest.mark.parametrize("sixth", ["PC", "WC", "GY", "GT"])
def test_6_cards_with_a_cloud_or_a_colour_twice_are_no_rainbow(sixth: str) -> None:
    game = deal("RG YB TO", f"PO PG {sixth}")
    play(game, "P1 S P1 S P1 S P1 S P1 S P1")
    assert game.scores() == [6, 0]
    assert game.to_move == 1


def test_sun_none_of_these_go_on() -> None:
    game = deal("RG OB YT")
    for move in ["P1", "F1", "P1", "F2"]:
        play(game, move)
        assert game.to_move == 0
        assert game.scores() == [0, 0]
        assert not game.over
    assert line(game) == "GB"


@pytest.mark.parametrize(
    ("front", "moves"), [("CR OB YT", "P1"), ("RC OB YT", "P1 F1"), ("RG OB RY", "P1 F1 P1 F1 P1")]
)
def test_a_capture_ends_the_turn_and_the_player_who_did_not_capture_begins_the_next_line(
    front: str, moves: str
) -> None:
    game = deal(front)
    play(game, moves)
    assert game.to_move == 0  # seat 1 captured
    assert legal(game) == PLAYS  # a fresh turn with three cards, and nothing to flip
    refused(game, "S", "stop", "at least one card")
    refused(game, "F1", "no-card", "the line has no cards")


def test_after_a_rainbow_the_other_player_begins_the_next_line() -> None:
    game = deal(*SIX, first=0)
    play(game, "P1 S P1 S P1 S P1 S P1 S P1")
    assert game.to_move == 0  # seat 1 captured
    assert legal(game) == PLAYS


def test_at_the_end_of_every_turn_the_active_player_draws_back_up_to_3_from_their_own_end() -> None:
    game = deal("RG OB YT PG TO BY", "GP BT RO WG")
    play(game, "P1 F1 P1 F2")
    assert hand(game, 0) == "Y"  # not before the end of the turn
    play(game, "P1")
    assert hand(game, 0) == "PTB"
    assert hand(game, 1) == "PTO"
    play(game, "P1")
    assert hand(game, 1) == "TO"
    play(game, "S")
    assert hand(game, 1) == "TOG"
    assert hand(game, 0) == "PTB"


def test_ruling_the_active_player_draws_after_a_capture_by_the_opponent_too() -> None:
    game = deal("CR OB YT PG TO", "YP RT RO")
    play(game, "P1")
    assert hand(game, 0) == "OYP"
    assert hand(game, 1) == "PTO"


def test_ruling_the_active_player_draws_after_a_capture_of_their_own_too() -> None:
    game = deal("RG YB TO", "PO PG YB GP BT RO")
    play(game, "P1 S P1 S P1 S P1 S P1 S P1")
    assert game.scores() == [0, 6]
    assert hand(game, 1) == "PTO"


def test_ruling_cloud_first_is_listed_and_a_cloud_that_completes_six_cards_is_overcast() -> None:
    # No line can be both, as the first of the two is captured at once: what can be seen is Cloud before Rainbow.
    (rule,) = [known for known in rainbowkit.rules("clash") if known.id == "cloud-first"]
    assert rule.kind == "ruling"
    assert "counts as overcast" in rule.text
    game = deal("RG YB TO", "PO PG BC")
    play(game, "P1 S P1 S P1 S P1 S P1 S P1")
    assert game.scores() == [6, 0]


@pytest.mark.parametrize(
    ("rule", "fragment"),
    [
        ("flip-commits", "commits you to playing"),
        ("draw-after-capture", "after a capture too"),
        ("cloud-first", "overcast"),
    ],
)
def test_every_ruling_of_the_page_is_listed_as_a_ruling(rule: str, fragment: str) -> None:
    (found,) = [known for known in rainbowkit.rules("clash") if known.id == rule]
    assert found.kind == "ruling"
    assert fragment in found.text
    assert sum(known.kind == "ruling" for known in rainbowkit.rules("clash")) == 3


# The end

LAST = ("RG OB YT", "", "GP BT RO")  # seat 0 plays G B Y in its first turn, and cannot draw; seat 1 sees P T O
THREE = "P1 F1 P1 F2 P1"


def test_the_deck_holds_enough_when_it_holds_just_enough() -> None:
    game = small("RG OB YT", "PW", "GP BT RO")
    play(game, "P1 S")
    assert not game.over
    assert hand(game, 0) == "OYP"
    assert game.to_move == 1
    assert legal(game) == PLAYS | {"F1"}  # an ordinary turn: nothing to decline
    refused(game, "S", "stop", "at least one card")


def test_when_the_deck_does_not_hold_enough_they_take_what_is_left() -> None:
    game = small("RG OB YT", "PW", "GP BT RO")
    play(game, "P1 F1 P1 S")
    assert hand(game, 0) == "YP"
    assert deck_as_known(game, 0) == []
    assert game.over


def test_seat_1_takes_what_is_left_too() -> None:
    game = small("RG OB YT", "PW", "GP BT RO", first=1)
    play(game, "P1 F1 P1 S")
    assert hand(game, 1) == "OW"
    assert game.over


def test_needing_none_is_enough() -> None:
    game = small("RC OB YT", "PW", "GP BT RO")
    play(game, "P1 S")  # takes the deck's last card
    assert deck_as_known(game, 0) == []
    play(game, "F1")  # a Cloud: seat 0 captures, and seat 1 still holds three
    assert game.scores() == [1, 0]
    assert not game.over
    assert game.to_move == 1
    assert legal(game) == PLAYS
    play(game, "P1 S")
    assert game.over


@pytest.mark.parametrize("moves", ["P1 S", "P1 F1 P1 S"])
def test_with_fewer_than_3_cards_on_the_table_the_game_ends_at_once(moves: str) -> None:
    game = small(*LAST)
    play(game, moves)
    assert game.over
    assert game.to_move is None
    assert game.legal_moves() == []


def test_with_3_cards_on_the_table_the_other_player_may_take_one_last_turn() -> None:
    game = small(*LAST)
    play(game, THREE)
    assert not game.over
    assert game.to_move == 1
    assert game.view(1).last_turn
    assert legal(game) == PLAYS | {"F1", "F2", "F3", "S"}
    play(game, "P1 S")
    assert game.over


def test_the_cards_on_the_table_count_whoever_played_them_and_seat_0_may_be_the_other_player() -> None:
    game = small("RG OB YT", "PW", "GP BT RO")
    play(game, "P1 S P1 F1 P1 S")  # the line is G P T
    assert not game.over
    assert game.to_move == 0
    assert legal(game) == PLAYS | {"F1", "F2", "F3", "S"}


def test_s_before_anything_else_declines_the_last_turn() -> None:
    game = small(*LAST)
    play(game, THREE + " S")
    assert game.over
    assert game.scores() == [0, 0]
    assert game.record()["moves"][-1] == "S"


def test_in_the_last_turn_too_a_flip_commits() -> None:
    game = small(*LAST)
    play(game, THREE + " F1")
    assert legal(game) == PLAYS
    refused(game, "S", "flip-commits", "commits you to playing a card")


def test_the_last_turn_is_a_whole_turn_and_may_make_the_rainbow() -> None:
    game = small(*LAST)
    play(game, THREE + " P1 F1 P1 F1")
    assert line(game) == "GBYPT"
    play(game, "P1")
    assert game.scores() == [0, 6]
    assert game.over
    assert game.winners() == [1]


@pytest.mark.parametrize(
    ("back", "moves", "scores"),
    [
        ("GP BT RO", "B1", [4, 0]),  # a second green
        ("YC BT RO", "P1", [4, 0]),  # a Cloud
        ("YC BT RO", "P2 F4", [4, 0]),  # the T becomes a second B
        ("CP BT RO", "P1 F4", [4, 0]),  # the P becomes a Cloud
    ],
)
def test_a_clash_or_a_cloud_in_the_last_turn_is_captured_as_always(back: str, moves: str, scores: list[int]) -> None:
    game = small("RG OB YT", "", back)
    play(game, THREE)
    play(game, moves)
    assert game.scores() == scores
    assert game.over
    assert game.winners() == [0]


def test_after_a_capture_nothing_lies_on_the_table_so_the_game_ends_at_once() -> None:
    game = small("RG OB YT", "PW WY TO", "GP BT RO")
    play(game, THREE)  # takes the last three cards, which is enough
    assert not game.over
    assert not game.view(1).last_turn
    play(game, "B1")  # a second green: seat 0 captures four, and seat 1 cannot draw
    assert game.scores() == [4, 0]
    assert game.over


@pytest.mark.parametrize("moves", ["P1 S", THREE + " S", THREE + " P1 S"])
def test_cards_still_on_the_table_then_score_for_nobody(moves: str) -> None:
    game = small(*LAST)
    play(game, moves)
    assert game.over
    assert game.scores() == [0, 0]
    assert game.record()["scores"] == [0, 0]


def test_most_captured_cards_wins() -> None:
    game = small("CG OB YT", "", "GP BT RO")
    play(game, "P1")
    assert game.over
    assert game.scores() == [0, 1]
    assert game.winners() == [1]
    assert game.record()["winners"] == [1]


def test_equal_is_a_tie() -> None:
    game = small(*LAST)
    play(game, "P1 S")
    assert game.winners() == [0, 1]
    assert game.record()["winners"] == [0, 1]


def test_nothing_is_played_after_the_end() -> None:
    game = small(*LAST)
    play(game, "P1 S")
    for move in ("P1", "B1", "F1", "S"):
        refused(game, move, "over", "The game is over")


# Notation


def test_hand_cards_count_from_the_left_as_they_lie_now() -> None:
    game = deal("RG OB YT")
    play(game, "P1 F1 P1")  # the old card 2 is card 1 now
    assert line(game) == "GO"
    game = deal("RG OB YT")
    play(game, "P2 F1 B2")
    assert line(game) == "BT"
    game = deal("RG OB YT")
    play(game, "B3")
    assert line(game) == "T"


@pytest.mark.parametrize("move", ["P4", "B4", "P9", "B12"])
def test_only_cards_in_hand_can_be_played(move: str) -> None:
    game = deal("RG OB YT", "GP BT RO")
    error = refused(game, move, "holding", f"no card {move[1:]} in your hand: you hold 3")
    assert "R/? O/? Y/?" in error.position
    assert "?/G ?/B ?/R" in error.position
    play(game, "P1 F1")
    refused(game, move, "holding", "you hold 2")
    refused(game, "P3", "holding", "you hold 2")


def test_line_cards_count_from_the_left_in_the_order_played() -> None:
    for move, up in (("F1", "GOY"), ("F2", "RBY"), ("F3", "ROT")):
        game = deal("RG OB YT", "YP RT RO")
        play(game, f"P1 F1 P1 F1 P1 {move}")
        assert line(game) == up
        refused(game, "F4", "first-flip", "now play one")


@pytest.mark.parametrize("move", ["F4", "F6", "F10"])
def test_only_cards_of_the_line_can_be_flipped(move: str) -> None:
    game = deal("RG OB YT", "YP RT RO")
    play(game, "P1 F1 P1 F1 P1")
    refused(game, move, "no-card", f"no card {move[1:]} to flip: the line has 3 cards")


def test_after_the_third_card_or_a_capture_the_turn_ends_without_s() -> None:
    game = deal("RG OB YT")
    play(game, "P1 F1 P1 F1 P1")
    assert game.to_move == 1
    assert "S" not in legal(game)
    game = deal("CG OB YT")
    play(game, "P1")
    assert "S" not in legal(game)


NUMBERS = ["P", "B", "F", "P0", "B0", "F0", "P01", "F01", "P-1", "P+1", "P1.0", "P1P2", "PP1", "1", "1P", "5", "RG"]
SPACES = ["", " ", " P1", "P1 ", "P 1", "P1\n", "S\n"]
LETTERS = ["p1", "b1", "f1", "s", "S1", "SS", "stop", "X1"]
LOOKALIKES = ["P\uff11", "P\u00b2", "\uff301", "F\u0663"]  # full-width 1, superscript 2, full-width P, Arabic 3
NO_TEXTS: list[object] = [None, 5, 1.0, True, b"P1", ["P1"], ("P", 1), {"P1": 1}]


@pytest.mark.parametrize("thing", [*NUMBERS, *SPACES, *LETTERS, *LOOKALIKES, *NO_TEXTS])
def test_other_things_are_no_moves(thing: object) -> None:
    game = deal("RG OB YT", "YP RT RO")
    malformed(game, thing)
    play(game, "P1")
    malformed(game, thing)


def test_a_non_move_is_malformed_after_the_end_too() -> None:
    game = small(*LAST)
    play(game, "P1 S")
    malformed(game, "P0")

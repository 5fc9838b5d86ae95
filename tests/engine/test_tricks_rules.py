"""The rules page tricks.md, sentence by sentence, in its order: the headings below are the headings there.

`deal` makes a game whose deck is just the cards that the test needs; `full` gives all 60.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import rainbowkit
from rainbowkit import BadRecord, BadSetup
from rainbowkit.games.tricks import Tricks
from tests.engine.positions_tricks_clash import NAMES, legal, malformed, play, play_on, refused

RUNS_OF_2_OR_3 = ["12", "23", "34", "45", "56", "123", "234", "345", "456"]
LONGER_RUNS = ["1234", "2345", "3456", "12345", "23456", "123456"]


def deal(row: str, *hands: str, piles: Sequence[str] = (), first: int = 0) -> Tricks:
    """A game with this row, these hands by seat and, for two players, these piles."""
    n = len(hands)
    assert len({len(stack) for stack in (*hands, *piles)}) == 1
    seats = [(first + i) % n for i in range(n)]
    order = list(row)
    for stacks in (hands, piles):
        if stacks:
            order += [stacks[seat][i] for i in range(len(stacks[0])) for seat in seats]
    small = type("Small", (Tricks,), {"deck": sorted(order), "hand_sizes": {n: len(hands[0])}})
    game: Tricks = small(NAMES[:n], shuffles=[order], first=first)
    return game


def full(players: int, order: str, first: int = 0) -> Tricks:
    return Tricks(NAMES[:players], shuffles=[list(order)], first=first)


def turn_about(one: str, other: str) -> str:
    """Two stacks dealt one card at a time, turn and turn about."""
    return "".join(a + b for a, b in zip(one, other, strict=True))


def row(game: Tricks) -> list[str]:
    return sorted(game.view(None).row)


def hand(game: Tricks, seat: int) -> str | None:
    return game.view(seat).hand


def holding(game: Tricks) -> list[int]:
    return list(game.view(None).hand_sizes)


def after_trick(*combos: str) -> Tricks:
    """A first trick of these combos over a row of 1s, all claimed; everyone still holds cards."""
    size = max(map(len, combos)) + 1
    game = deal("1" * len(combos), *(combo + "123456"[: size - len(combo)] for combo in combos))
    play(game, " ".join(combos))
    play(game, " ".join(["+1"] * len(combos)))
    return game


def shown_points(game: Tricks, seat: int | None) -> list[str]:
    """The column of points in the text table that this seat sees."""
    lines = str(game.view(seat)).splitlines()
    return [next(line for line in lines if name in line).split(name)[1].split()[0] for name in game.names]


# The cards and the players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_60_cards_ranks_1_to_6_ten_of_each(players: int) -> None:
    order = rainbowkit.new("tricks", players, seed=1).record()["shuffles"][0]
    assert sorted(order) == sorted("123456" * 10)


@pytest.mark.parametrize(
    "order",
    ["123456" * 9 + "12345", "123456" * 10 + "1", "123456" * 9 + "123455", "123456" * 9 + "123457", ""],
    ids=["59 cards", "61 cards", "eleven 5s", "a 7", "none"],
)
def test_no_other_60_cards_will_do(order: str) -> None:
    with pytest.raises(BadRecord, match=r"shuffles\[0\]"):
        full(4, order)


def test_2_to_6_players() -> None:
    for players in (2, 3, 4, 5, 6):
        assert len(rainbowkit.new("tricks", players, seed=1).names) == players
    for players in (0, 1, 7):
        with pytest.raises(BadSetup, match="2 to 6"):
            rainbowkit.new("tricks", players, seed=1)


# Setup


@pytest.mark.parametrize(
    ("players", "in_row", "in_hand", "out"), [(3, 3, 14, 15), (4, 4, 14, 0), (5, 5, 11, 0), (6, 6, 9, 0)]
)
def test_table_of_row_and_hand_by_number_of_players(players: int, in_row: int, in_hand: int, out: int) -> None:
    view = full(players, "123456" * 10).view(0)
    assert len(view.row) == in_row
    assert view.hand_sizes == (in_hand,) * players
    assert len(view.hand or "") == in_hand
    assert view.pile_sizes == (0,) * players
    assert 60 - in_row - players * in_hand == out


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_first_cards_of_the_deck_make_the_row_one_a_player(players: int) -> None:
    game = full(players, "6" * players + "12345" * 10 + "6" * (10 - players))
    assert row(game) == ["6"] * players


@pytest.mark.parametrize("first", [0, 2, 5])
def test_then_hands_are_dealt_one_card_at_a_time_clockwise_from_first(first: int) -> None:
    game = full(6, "123456" * 10, first)
    assert row(game) == ["1", "2", "3", "4", "5", "6"]
    for i, rank in enumerate("123456"):
        assert hand(game, (first + i) % 6) == rank * 9


def test_with_3_players_the_other_15_cards_stay_out_unseen() -> None:
    # Row 1 2 3; 42 cards without a 6 are dealt; ten 6s and five 5s stay out.
    dealt = "1" * 9 + "2" * 9 + "3" * 9 + "4" * 10 + "5" * 5
    game = full(3, "123" + dealt + "6" * 10 + "5" * 5)
    for moves in ("", "1 1 1", "+3 +2 +1"):
        play(game, moves)
        for seat in (0, 1, 2, None):
            assert game.view(seat).unseen.count("6") == 10
    play_on(game, -1)
    for seat in (0, 1, 2, None):
        assert game.view(seat).unseen.count("6") == 10
    assert len(full(3, "123456" * 10).view(0).unseen) == 60 - 3 - 14


def test_a_player_sees_the_row_and_their_own_hand_and_nobody_elses() -> None:
    one = deal("123", "1122", "3344", "5566")
    other = deal("123", "1122", "5566", "3344")
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
    assert hand(one, 0) == "1122"
    assert one.view(0).unseen == "33445566"
    assert one.view(None).hand is None
    assert "1122" in str(one.view(0))
    assert not {"3344", "5566"} & set(str(one.view(0)).split())


@pytest.mark.parametrize("players", [2, 3, 6])
def test_one_shuffle_all_60_cards_written_1_to_6(players: int) -> None:
    order = list("123456" * 10)
    game = full(players, "123456" * 10)
    play_on(game, -1)
    record = game.record()
    assert record["shuffles"] == [order]
    assert rainbowkit.replay(record).record() == record


# A trick


@pytest.mark.parametrize(
    ("first", "moves", "seats"), [(0, "4 5 6", [0, 1, 2]), (1, "5 6 4", [1, 2, 0]), (2, "6 4 5", [2, 0, 1])]
)
def test_the_leader_plays_a_combo_then_clockwise_everyone_plays_exactly_one(
    first: int, moves: str, seats: list[int]
) -> None:
    game = deal("123", "44", "55", "66", first=first)
    assert not game.view(None).claiming
    assert play(game, moves) == seats
    assert game.view(None).claiming
    assert holding(game) == [1, 1, 1]


def test_a_combo_is_a_single_a_set_up_to_10_or_a_run_up_to_1_6() -> None:
    game = deal("666", "111111111123456", "222222222333333", "444444444555555")
    singles = ["1", "2", "3", "4", "5", "6"]
    sets = ["11", "111", "1111", "11111", "111111", "1111111", "11111111", "111111111", "1111111111"]
    assert legal(game) == {*singles, *sets, *RUNS_OF_2_OR_3, *LONGER_RUNS}
    play(game, "1111111111")
    assert hand(game, 0) == "23456"


@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        ("1335", "1 3 5 33"),
        ("1245", "1 2 4 5 12 45"),
        ("1126", "1 2 6 11 12"),
        ("5566", "5 6 55 66 56"),
        ("4444", "4 44 444 4444"),
    ],
)
def test_a_set_is_of_one_rank_and_a_run_of_consecutive_ranks(cards: str, moves: str) -> None:
    game = deal("123", cards, "1234", "1234")
    assert legal(game) == set(moves.split())


def test_a_combo_leaves_the_hand() -> None:
    game = deal("666", "112334", "123456", "123456")
    play(game, "123")
    assert hand(game, 0) == "134"
    assert hand(game, 1) == "123456"


def test_only_cards_held_can_be_played() -> None:
    game = deal("666", "1335", "2244", "2244")
    refused(game, "2", "holding", "no 2")
    refused(game, "11", "holding", "only one 1")
    refused(game, "333", "holding", "only 2 cards of rank 3")
    error = refused(game, "123", "holding", "no 2")
    assert "1335" in error.position
    assert "????" in error.position
    assert "2244" not in error.position


@pytest.mark.parametrize("before", ["", "1", "1 2"])
def test_before_the_trick_has_a_set_or_a_run_anything_goes(before: str) -> None:
    game = deal("666", "1122", "1122", "1122")
    play(game, before)
    assert legal(game) == {"1", "2", "11", "22", "12"}


@pytest.mark.parametrize("before", ["11", "22", "1 11", "11 2", "11 22"])
def test_once_it_has_a_set_only_singles_and_sets(before: str) -> None:
    game = deal("666", "1122", "1122", "1122")
    play(game, before)
    assert legal(game) == {"1", "2", "11", "22"}
    refused(game, "12", "follow-set", "A set has been played")


@pytest.mark.parametrize("before", ["12", "1 12", "12 2", "12 12"])
def test_once_it_has_a_run_only_singles_and_runs(before: str) -> None:
    game = deal("666", "1122", "1122", "1122")
    play(game, before)
    assert legal(game) == {"1", "2", "12"}
    refused(game, "11", "follow-run", "A run has been played")


@pytest.mark.parametrize(
    ("trick", "after"), [("11 1 1", {"2", "3", "22", "33", "23"}), ("12 1 1", {"1", "2", "3", "33", "12", "23", "123"})]
)
def test_the_next_trick_is_free_again(trick: str, after: set[str]) -> None:
    game = deal("666", "112233", "112233", "112233")
    play(game, trick + " +6 +6 +6")
    assert game.to_move == 0
    assert legal(game) == after


@pytest.mark.parametrize(
    ("lead", "follow"),
    [
        ("44", "2"),
        ("44", "11"),
        ("44", "1111"),
        ("345", "1"),
        ("345", "12"),
        ("345", "123"),
        ("45", "123"),
        ("5", "1"),
        ("5", "1111"),
    ],
)
def test_any_size_will_do_nothing_has_to_be_beaten(lead: str, follow: str) -> None:
    game = deal("666", "334455", "111123", "222666")
    play(game, f"{lead} {follow}")
    assert game.to_move == 2


@pytest.mark.parametrize("lead", ["3", "33", "34"])
def test_a_single_is_always_legal(lead: str) -> None:
    game = deal("666", "3345", "1256", "1112")
    play(game, lead)
    assert {"1", "2", "5", "6"} <= legal(game)


def test_no_passing_even_a_lone_single_is_a_move_to_be_made() -> None:
    game = deal("666", "1", "2", "3")
    assert game.record()["moves"] == []
    for only in ("1", "2", "3"):
        assert game.legal_moves() == [only]
        for no_move in ("", "pass", "P", "-"):
            malformed(game, no_move)
        refused(game, "+6", "turn", "first everyone plays a combo")
        play(game, only)
    assert game.record()["moves"] == ["1", "2", "3"]
    assert game.view(None).claiming


# Claiming


def test_when_all_have_played_players_claim_and_not_before() -> None:
    game = deal("234", "15", "15", "15")
    for _ in range(3):
        refused(game, "+2", "turn", "The trick is not complete")
        play(game, "1")
    assert legal(game) == {"+2", "+3", "+4"}


@pytest.mark.parametrize(
    ("combos", "seats"),
    [(["6", "111", "55"], [1, 2, 0]), (["12", "6", "1234"], [2, 0, 1]), (["66", "111", "5"], [1, 0, 2])],
)
def test_claims_more_cards_first(combos: list[str], seats: list[int]) -> None:
    game = deal("234", *(combo + "12345"[: 5 - len(combo)] for combo in combos))
    play(game, " ".join(combos))
    assert play(game, "+4 +3 +2") == seats


@pytest.mark.parametrize(
    ("combos", "seats"),
    [
        (["3", "6", "4"], [1, 2, 0]),
        (["22", "55", "33"], [1, 2, 0]),
        (["12", "34", "56"], [2, 1, 0]),
        (["1", "45", "23"], [1, 2, 0]),
    ],
)
def test_claims_among_equals_the_higher_top_card(combos: list[str], seats: list[int]) -> None:
    game = deal("234", *(combo + "12345"[: 5 - len(combo)] for combo in combos))
    play(game, " ".join(combos))
    assert play(game, "+4 +3 +2") == seats


@pytest.mark.parametrize("combo", ["4", "44", "34"])
@pytest.mark.parametrize(("first", "seats"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_claims_then_whoever_played_earlier(combo: str, first: int, seats: list[int]) -> None:
    game = deal("234", "3445", "3445", "3445", first=first)
    play(game, f"{combo} {combo} {combo}")
    assert play(game, "+4 +3 +2") == seats


def test_each_claims_exactly_one_item_of_their_choice() -> None:
    game = deal("246", "11", "33", "55")
    play(game, "1 3 5")
    assert legal(game) == {"+2", "+4", "+6"}
    refused(game, "1", "claim-one", "now claim one item")
    refused(game, "+5", "claim-one", "no such item")
    assert play(game, "+4") == [2]
    assert legal(game) == {"+2", "+6"}
    refused(game, "+4", "claim-one", "no such item")
    assert play(game, "+2 +6") == [1, 0]
    assert game.scores() == [6, 2, 4]
    assert not game.view(None).claiming


def test_ruling_an_item_is_claimed_as_it_lies_nobody_takes_one_card_of_a_pair() -> None:
    game = after_trick("3", "3", "6")  # the row is 33 6
    play(game, "1 1 1")
    assert legal(game) == {"+33", "+6"}
    refused(game, "+3", "claim-whole", "a pair is claimed as a whole")
    refused(game, "+66", "claim-one", "no such item")


def test_in_the_games_first_trick_every_row_card_is_an_item_by_itself() -> None:
    game = deal("335", "44", "44", "44")
    play(game, "4 4 4")
    assert legal(game) == {"+3", "+5"}
    refused(game, "+33", "first-trick", "claimed by itself")
    assert play(game, "+3 +3 +5") == [0, 1, 2]
    assert game.scores() == [3, 3, 5]


def test_from_the_second_trick_on_an_item_is_a_pair_of_one_rank_or_a_single() -> None:
    game = after_trick("444", "5", "3", "3")
    assert row(game) == ["33", "4", "44", "5"]
    play(game, "1 1 1 1")
    assert legal(game) == {"+33", "+4", "+44", "+5"}


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6])
def test_an_item_is_worth_the_sum_of_its_ranks_a_single(rank: int) -> None:
    game = deal(f"{rank}11", "44", "33", "22")
    play(game, f"4 3 2 +{rank}")
    assert game.scores() == [rank, 0, 0]


@pytest.mark.parametrize(("pair", "points"), [("11", 2), ("22", 4), ("33", 6), ("44", 8), ("55", 10), ("66", 12)])
def test_an_item_is_worth_the_sum_of_its_ranks_a_pair(pair: str, points: int) -> None:
    rank = pair[0]
    game = deal("111", "56" + rank, rank * 3, rank * 3)
    play(game, f"{rank} {rank} {rank} +1 +1 +1")
    assert row(game) == [rank, pair]
    play(game, f"56 {rank} {rank} +{pair}")
    assert game.scores() == [1 + points, 1, 1]


def test_if_there_are_fewer_items_than_claimants_the_last_ones_get_nothing() -> None:
    game = deal("1111", "312", "312", "312", "312")
    play(game, "3 3 3 3 +1 +1 +1 +1")
    assert row(game) == ["33", "33"]
    assert play(game, "1 1 1 1 +33 +33") == [0, 1, 2, 3, 0, 1]
    assert game.scores() == [7, 7, 1, 1]
    assert not game.view(None).claiming
    assert game.to_move == 0
    assert legal(game) == {"2"}


# The next row


@pytest.mark.parametrize(
    ("combos", "items"),
    [
        (["333", "33", "4", "4"], ["3", "33", "33", "44"]),
        (["3", "3", "6", "6"], ["33", "66"]),
        (["1", "2", "4", "6"], ["1", "2", "4", "6"]),
        (["123", "12", "1", "1"], ["11", "11", "22", "3"]),
        (["5555", "5", "5", "5"], ["5", "55", "55", "55"]),
        (["5", "6", "5"], ["55", "6"]),
    ],
)
def test_the_cards_played_form_the_new_row_as_many_pairs_as_possible_and_a_single_left_over(
    combos: list[str], items: list[str]
) -> None:
    assert row(after_trick(*combos)) == items


@pytest.mark.parametrize(
    ("combos", "items"),
    [
        (["1234", "56", "6"], ["4", "5", "66"]),
        (["123", "12", "1"], ["11", "22", "3"]),
        (["111", "5", "6", "4", "3"], ["11", "3", "4", "5", "6"]),
        (["12", "34", "56", "6"], ["3", "4", "5", "66"]),
        (["6666", "555", "44"], ["55", "66", "66"]),
        (["123456", "6", "6", "5", "4", "3"], ["2", "33", "44", "55", "6", "66"]),
    ],
)
def test_items_are_ordered_by_total_points_then_the_lowest_are_discarded(combos: list[str], items: list[str]) -> None:
    assert row(after_trick(*combos)) == items


@pytest.mark.parametrize(("lead", "items"), [("1", ["1", "3", "4", "5"]), ("11", ["3", "4", "5"])])
def test_ruling_items_as_many_as_players_who_still_hold_cards(lead: str, items: list[str]) -> None:
    game = deal("6666", "11", "32", "42", "52")
    play(game, f"{lead} 3 4 5 +6 +6 +6 +6")
    assert row(game) == items


def test_ruling_items_with_2_players_two_for_each_player_even_if_one_has_a_single_card() -> None:
    game = deal("1111", "456", "223", piles=("555", "555"))
    play(game, "4 2 5 3 +1 +1 +1 +1")
    assert holding(game) == [1, 1]
    assert row(game) == ["2", "3", "4", "5"]
    game = deal("1111", "12366", "45661", piles=("55555", "55555"))
    play(game, "123 45 6 6 +1 +1 +1 +1")
    assert row(game) == ["3", "4", "5", "66"]


@pytest.mark.parametrize(
    ("combos", "items"),
    [
        (["345", "345", "6"], ["33", "44", "55"]),  # the 6 goes before 3-3
        (["234", "23", "5"], ["22", "33", "5"]),  # the 4 before 2-2
        (["123", "1", "4"], ["11", "3", "4"]),  # the 2 before 1-1
    ],
)
def test_ruling_equal_totals_a_single_counts_as_lower_than_a_pair(combos: list[str], items: list[str]) -> None:
    assert row(after_trick(*combos)) == items


def test_ruling_left_overs_row_items_that_nobody_claimed_are_discarded() -> None:
    game = deal("1111", "456", "223", piles=("555", "555"))
    play(game, "4 2 5 3 +1 +1 +1 +1")
    play(game, "6 2 +5 +4")  # both hands are empty: two claims, and 2 and 3 stay behind
    assert row(game) == ["2", "6"]


@pytest.mark.parametrize(("trick", "leader"), [("6 5 5", 0), ("1 6 5", 1), ("5 5 6", 2), ("6 5 12", 2), ("5 5 5", 0)])
def test_whoever_claimed_first_leads_next(trick: str, leader: int) -> None:
    game = deal("333", "1256", "1256", "1256")
    play(game, trick)
    assert game.to_move == leader
    play(game, "+3 +3 +3")
    assert game.to_move == leader
    assert not game.view(None).claiming


@pytest.mark.parametrize(("biggest", "leader"), [(0, 1), (1, 2), (2, 0)])
def test_if_they_have_no_cards_the_next_player_clockwise_who_has_leads(biggest: int, leader: int) -> None:
    game = deal("111", "34", "34", "34")
    play(game, " ".join("34" if seat == biggest else "3" for seat in range(3)))
    play(game, "+1 +1 +1")
    assert game.to_move == leader
    assert legal(game) == {"4"}


# The end


def test_one_player_out_of_cards_still_claims_for_the_trick_then_skips_and_claims_no_more() -> None:
    game = deal("1111", "3456", "3344", "3344", "3344")
    assert play(game, "3 3 3 3 +1 +1 +1 +1") == [0, 1, 2, 3, 0, 1, 2, 3]
    assert play(game, "456 3 3 3 +33 +33") == [0, 1, 2, 3, 0, 1]  # seat 0 plays its last cards
    assert not game.over
    assert holding(game) == [0, 2, 2, 2]
    assert row(game) == ["33", "5", "6"]  # 33, 3, 4, 5, 6 and three players: 3 and 4 go
    assert play(game, "4 4 4 +6 +5 +33") == [1, 2, 3, 1, 2, 3]
    assert not game.over
    assert game.scores() == [7, 13, 6, 7]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_one_player_out_of_cards_does_not_end_the_game(players: int) -> None:
    game = deal("1" * players, *["34"] * players)
    play(game, "34" + " 3" * (players - 1) + " +1" * players)
    assert not game.over
    assert game.to_move == 1


@pytest.mark.parametrize("trick", ["45 4 45", "4 45 45", "45 45 45"])
def test_two_or_more_out_of_cards_the_game_is_over_after_the_trick(trick: str) -> None:
    game = deal("123", "45", "45", "45")
    play(game, trick + " +3 +2")
    assert not game.over
    play(game, "+1")
    assert game.over
    assert game.to_move is None
    assert game.legal_moves() == []
    refused(game, "4", "over", "The game is over")
    refused(game, "+1", "over", "The game is over")


def test_two_out_of_cards_one_after_the_other_end_the_game() -> None:
    game = deal("1111", "345", "345", "345", "345")
    play(game, "345 3 3 3 +1 +1 +1 +1")
    assert row(game) == ["33", "33", "5"]
    play(game, "45 4 4 +33 +33")
    assert not game.over
    play(game, "+5")
    assert game.over
    assert game.scores() == [1, 7, 7, 6]


def test_most_points_wins() -> None:
    game = deal("126", "45", "45", "45")
    play(game, "4 45 45 +2 +6 +1")
    assert game.scores() == [1, 2, 6]
    assert game.winners() == [2]
    assert game.record()["scores"] == [1, 2, 6]
    assert game.record()["winners"] == [2]


def test_cards_left_in_hand_score_nothing_with_three_or_more() -> None:
    game = deal("123", "45", "45", "45")
    play(game, "45 45 4 +3 +2 +1")
    assert holding(game) == [0, 0, 1]
    assert game.scores() == [3, 2, 1]


def test_equal_points_share_the_win() -> None:
    game = deal("355", "45", "45", "45")
    play(game, "45 45 4 +5 +5 +3")
    assert game.winners() == [0, 1]
    assert game.record()["winners"] == [0, 1]
    game = deal("555", "45", "45", "45")
    play(game, "45 45 4 +5 +5 +5")
    assert game.winners() == [0, 1, 2]


def test_score_piles_are_face_down_a_table_shows_a_player_their_own_points_others_only_at_the_end() -> None:
    game = deal("346", "12", "12", "12")
    play(game, "12 2 1 +6 +4 +3")
    assert shown_points(game, 0) == ["6", "?", "?"]
    assert shown_points(game, 1) == ["?", "4", "?"]
    assert shown_points(game, 2) == ["?", "?", "3"]
    assert shown_points(game, None) == ["?", "?", "?"]
    play(game, "1 2 +22 +11")
    assert game.over
    for seat in (0, 1, 2, None):
        assert shown_points(game, seat) == ["6", "6", "7"]


def test_showing_all_points_is_no_setting_of_the_game() -> None:
    with pytest.raises(BadSetup, match="there is first"):
        rainbowkit.new("tricks", 3, seed=1, show_points=True)
    assert rainbowkit.new("tricks", 3, seed=1, first=2).record()["options"] == {"first": 2}


def test_the_claims_were_public_so_a_bot_may_count_them() -> None:
    game = deal("346", "12", "12", "12")
    play(game, "12 2 1 +6")
    for seat in (0, 1, 2, None):
        assert game.view(seat).points == (6, 0, 0)
        assert game.view(seat).moves == ("12", "2", "1", "+6")


# Two players

HANDS = ("3" * 10 + "5555", "4" * 10 + "6666")
PILES = ("1" * 8 + "5" * 6, "2" * 8 + "6" * 6)


@pytest.mark.parametrize("first", [0, 1])
def test_two_players_4_cards_in_the_row_28_into_the_hands_then_28_into_a_pile_each(first: int) -> None:
    game = full(2, "1122" + turn_about(*HANDS) + turn_about(*PILES), first)
    assert row(game) == ["1", "1", "2", "2"]
    assert hand(game, first) == HANDS[0]
    assert hand(game, 1 - first) == HANDS[1]
    assert game.view(0).pile_sizes == (14, 14)
    play(game, "3333333333 4444444444 5555 6666 +2 +2 +1 +1")
    assert hand(game, first) == PILES[0]
    assert hand(game, 1 - first) == PILES[1]
    assert game.view(0).pile_sizes == (0, 0)
    assert row(game) == ["55", "55", "66", "66"]


def test_two_players_nobody_looks_at_a_pile_not_even_their_own() -> None:
    one = deal("1111", "22", "33", piles=("45", "66"))
    other = deal("1111", "22", "33", piles=("66", "45"))
    for moves in ("", "2", "3 2 3", "+1 +1 +1"):
        play(one, moves)
        play(other, moves)
        for seat in (0, 1, None):
            assert one.view(seat) == other.view(seat)
            assert str(one.view(seat)) == str(other.view(seat))
    assert full(2, "123456" * 10).view(0).unseen == "1" * 4 + "2" * 9 + "3" * 5 + "4" * 9 + "5" * 5 + "6" * 10


@pytest.mark.parametrize("first", [0, 1])
def test_two_players_each_trick_has_four_combos_leader_other_leader_other(first: int) -> None:
    game = deal("1111", "234", "234", piles=("555", "555"), first=first)
    assert play(game, "2 2 3 3") == [first, 1 - first, first, 1 - first]
    assert game.view(None).claiming


@pytest.mark.parametrize(
    ("before", "moves"),
    [
        ("1", {"1", "2", "11", "22", "12"}),
        ("11 2 2", {"1", "2", "11"}),  # not 12
        ("12 1 1", {"1", "2", "12"}),  # not 22
        ("1 22", {"1", "2", "22"}),  # not 12
        ("1 12", {"1", "2", "12"}),  # not 22
    ],
)
def test_two_players_the_set_or_run_lock_holds_for_the_whole_trick(before: str, moves: set[str]) -> None:
    game = deal("3333", "1122", "1122", piles=("4444", "5555"))
    play(game, before)
    assert legal(game) == moves


def test_two_players_each_combo_claims_separately_in_the_normal_order_of_the_four() -> None:
    game = deal("1234", "1555", "6622", piles=("5555", "6666"))
    assert play(game, "1 66 555 2 +4 +3 +2 +1") == [0, 1, 0, 1, 0, 1, 1, 0]
    assert game.scores() == [5, 5]


def test_two_players_the_first_trick_still_gives_single_cards_only() -> None:
    game = deal("3355", "1122", "1122", piles=("4444", "5555"))
    play(game, "1 1 2 2")
    assert legal(game) == {"+3", "+5"}
    refused(game, "+33", "first-trick", "claimed by itself")
    assert play(game, "+5 +3 +3 +5") == [0, 1, 0, 1]
    assert game.scores() == [8, 8]
    assert row(game) == ["11", "22"]
    play(game, "1 1 2 2")
    assert legal(game) == {"+11", "+22"}
    refused(game, "+1", "claim-whole", "a pair is claimed as a whole")


def test_two_players_ruling_no_second_combo_the_leader_plays_none_and_claims_only_for_the_first() -> None:
    game = deal("1234", "234", "234", piles=("555", "666"))
    assert play(game, "234 2 3 +4 +3 +2") == [0, 1, 1, 0, 1, 1]
    assert game.scores() == [4, 5]


def test_two_players_ruling_no_second_combo_the_other_plays_none_and_claims_only_for_the_first() -> None:
    game = deal("1234", "234", "234", piles=("555", "666"))
    assert play(game, "2 234 3 +4 +3 +2") == [0, 1, 0, 1, 0, 0]
    assert game.scores() == [5, 4]


def test_two_players_ruling_no_second_combo_neither() -> None:
    game = deal("1234", "234", "234", piles=("555", "666"))
    assert play(game, "234 234 +4 +3") == [0, 1, 0, 1]
    assert game.scores() == [4, 3]
    assert not game.view(None).claiming


def test_two_players_at_the_end_of_a_trick_a_player_with_an_empty_hand_takes_up_their_pile() -> None:
    game = deal("1111", "123", "345", piles=("456", "666"))
    play(game, "123 3 4 +1 +1")
    assert holding(game) == [0, 1]  # not before the trick has ended
    assert hand(game, 0) == ""
    play(game, "+1")
    assert hand(game, 0) == "456"
    assert hand(game, 1) == "5"  # who still has a card leaves the pile alone
    assert game.view(None).pile_sizes == (0, 3)
    assert not game.over
    assert game.to_move == 0  # has cards again, so leads


def test_two_players_an_empty_hand_and_no_pile_end_the_game_the_other_scores_1_for_each_card_in_hand() -> None:
    game = deal("1111", "12345", "12566", piles=("12345", "66666"))
    play(game, "12345 1 2 +1 +1 +1")
    assert row(game) == ["22", "3", "4", "5"]
    play(game, "12345 6 6 +5 +4")
    assert not game.over
    assert game.scores() == [6, 6]
    play(game, "+3")
    assert game.over
    assert hand(game, 1) == "5"
    assert game.scores() == [6, 10]  # the 5 in hand gives 1
    assert game.winners() == [1]


def test_two_players_seat_0_has_the_bonus_when_seat_1_ends_the_game() -> None:
    game = deal("1111", "12566", "12345", piles=("66666", "12345"))
    play(game, "1 12345 2 +1 +1 +1")
    play(game, "12345 5 6 +5 +4 +3")
    assert game.over
    assert game.scores() == [2 + 4 + 3 + 1, 1 + 5]


def test_two_players_an_empty_hand_with_a_pile_does_not_end_the_game() -> None:
    game = deal("1111", "12", "12", piles=("34", "34"))
    play(game, "1 1 2 2 +1 +1 +1 +1")
    assert not game.over
    assert holding(game) == [2, 2]
    assert game.scores() == [2, 2]


def test_two_players_ruling_piles_are_taken_up_before_the_bonus_is_counted() -> None:
    game = deal("1111", "123", "345", piles=("456", "666"))
    play(game, "123 3 4 +1 +1 +1")
    assert row(game) == ["1", "2", "33", "4"]
    play(game, "456 5 +33 +4")
    assert game.over
    assert hand(game, 1) == "666"
    assert game.scores() == [7, 2 + 4 + 3]


def test_two_players_ruling_a_pile_not_taken_up_scores_nothing() -> None:
    game = deal("1111", "12345", "12566", piles=("12345", "66666"))
    play(game, "12345 1 2 +1 +1 +1 12345 6 6 +5 +4 +3")
    assert game.view(None).pile_sizes == (0, 5)
    assert game.scores() == [6, 2 + 4 + 3 + 1]


def test_two_players_ruling_if_both_run_out_at_once_neither_has_a_bonus() -> None:
    game = deal("1111", "12", "34", piles=("12", "34"))
    play(game, "12 34 +1 +1")
    assert play(game, "34 12 +4 +3") == [1, 0, 1, 0]
    assert game.over
    assert game.scores() == [4, 5]


# Notation


NO_COMBOS = ["21", "54", "4321", "13", "1356", "112", "1122", "61", "0", "7", "77", "67", "5" * 11, "-5", "+5+"]
SPACES = ["", " ", "5 5", " 5", "5 ", "5\n"]
LOOKALIKES = ["\uff14", "\uff17", "\u00b2"]  # full-width 4 and 7, superscript 2


@pytest.mark.parametrize("text", [*NO_COMBOS, *SPACES, *LOOKALIKES])
def test_a_combo_is_its_ranks_in_rising_order(text: str) -> None:
    malformed(deal("666", "123456", "123456", "123456"), text)


@pytest.mark.parametrize(
    "text", ["+", "6+", "+7", "+0", "+12", "+333", "+ 6", " +6", "+6\n", "++6", "+\uff16", "33+", "-6"]
)
def test_a_claim_is_a_plus_and_the_item(text: str) -> None:
    game = deal("666", "1", "1", "1")
    malformed(game, text)
    play(game, "1 1 1")
    malformed(game, text)
    assert game.legal_moves() == ["+6"]


@pytest.mark.parametrize("thing", ["", "combo", "S", "P1", None, 5, 6.0, True, b"5", ["5"], ("5",), {"5": 5}])
def test_other_things_are_no_moves(thing: object) -> None:
    malformed(deal("666", "5", "5", "5"), thing)


def test_a_non_move_is_malformed_after_the_end_too() -> None:
    game = deal("666", "1", "2", "3")
    play(game, "1 2 3 +6 +6 +6")
    malformed(game, "21")


def test_the_example_of_a_trick_and_its_claims_for_4_players() -> None:
    game = deal("1346", "3126", "4412", "6123", "5551")
    assert play(game, "3 44 6 555 +6 +4 +3 +1") == [0, 1, 2, 3, 3, 1, 2, 0]
    assert game.scores() == [1, 4, 3, 6]
    assert game.record()["moves"] == ["3", "44", "6", "555", "+6", "+4", "+3", "+1"]


# The rulings are listed as rulings


@pytest.mark.parametrize(
    ("rule", "fragment"),
    [
        ("claim-whole", "one card of a pair"),
        ("row-size", "as many items as players still hold cards, with two players two each"),
        ("equal-totals", "the single counts as lower"),
        ("left-overs", "nobody claimed"),
        ("two-empty", "claims only for the first"),
        ("two-bonus", "a pile not taken up scores nothing"),
    ],
)
def test_every_ruling_of_the_page_is_listed_as_a_ruling(rule: str, fragment: str) -> None:
    (found,) = [known for known in rainbowkit.rules("tricks") if known.id == rule]
    assert found.kind == "ruling"
    assert fragment in found.text
    assert sum(known.kind == "ruling" for known in rainbowkit.rules("tricks")) == 6

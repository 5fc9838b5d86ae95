"""The rules of `kobito` are told in shared/rules/kobito.md (and what all games share in shared/rules/README.md).

Every sentence of that page has its tests here, in the page's order. Positions are reached by checked moves from a deal
of our choice; what is expected was worked out by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import rainbowkit
from rainbowkit import BadRecord, BadSetup, IllegalMove, MalformedMove, RainbowkitError
from rainbowkit.games.kobito import Kobito

NAMES = ["Ada", "Grace", "Hedy", "Joan", "Mary", "Sofia"]
DECK = [str(number) for number in range(1, 13)] * 7 + ["K"] * 5 + ["X"] * 3
GOLD = ["4:3", "5:4", "6:6", "7:8", "8:10", "9:12"] * 3
LONG = "9:12 9:12 9:12"
RULES = {rule.id: rule for rule in rainbowkit.rules("kobito")}


# Helpers


def top(first: list[str], cards: list[str]) -> list[str]:
    """All the cards, with these ones first."""
    rest = cards[:]
    for card in first:
        rest.remove(card)
    return first + rest


def dealt(hands: tuple[str, ...], first: int) -> list[str]:
    """The hands in the order in which their cards are dealt: one at a time, clockwise from seat `first`."""
    held = [hand.split() for hand in hands]
    seats = [(first + i) % len(hands) for i in range(len(hands))]
    return [held[seat][i] for i in range(5) for seat in seats]


def pairs(gold: str) -> list[list[int]]:
    """`"4:3 5:4"` as the option `gold`."""
    return [[int(number) for number in card.split(":")] for card in gold.split()]


def game(
    starts: str,
    *hands: str,
    draws: str = "",
    pots: str = LONG,
    gold: str = "",
    first: int = 0,
) -> Kobito:
    """A game with the whole deck: starting cards, hands, then what is drawn. `gold` is the option, `pots` are the
    first gold cards of the usual ones."""
    order = top([*starts.split(), *dealt(hands, first), *draws.split()], DECK)
    names = NAMES[: len(hands)]
    if gold:
        return Kobito(names, shuffles=[gold.split(), order], first=first, gold=pairs(gold))
    return Kobito(names, shuffles=[top(pots.split(), GOLD), order], first=first)


def tiny(starts: str, *hands: str, deck: str = "", gold: str = "9:1 9:1 9:1 9:1", reshuffles: str = "") -> Kobito:
    """A game with no other cards than these; the reshuffles are set apart by `/`."""
    order = [*starts.split(), *dealt(hands, 0), *deck.split()]
    kind: type[Kobito] = type("Tiny", (Kobito,), {"deck_cards": order})
    later = [cards.split() for cards in reshuffles.split("/") if cards]
    return kind(NAMES[: len(hands)], shuffles=[gold.split(), order, *later], gold=pairs(gold))


def play(state: Kobito, *moves: str) -> Kobito:
    """Make these moves, each of which must be legal."""
    for move in moves:
        assert move in state.legal_moves()
        state.check(move)
        state.play(move)
    return state


def prepared(g1: str, g2: str, studio: str, hand: str, draws: str = "", pots: str = LONG, gold: str = "") -> Kobito:
    """Seat 0's second turn, with these studio rainbows (`"5 6, 8 9"`) and this hand; g3 shows 11 12."""
    rainbows = [rainbow.split() for rainbow in studio.split(",")]
    laid = [card for rainbow in rainbows for card in rainbow]
    held = hand.split()
    kept = 5 - len(laid)
    state = game(
        f"{g1} {g2} 11",
        " ".join(laid + held[:kept]),
        "12 12 1 1 2",
        draws=" ".join([*held[kept:], "1", *draws.split()]),
        pots=pots,
        gold=gold,
    )
    for i, (low, high, *more) in enumerate(rainbows):
        play(state, f"new {low} {high}", *(f"{card} s{i + 1}>" for card in more))
    return play(state, "end", "12 g3>", "end")


def refused(state: Kobito, move: str, rule: str, words: str) -> None:
    """The move is forbidden by this rule, and the learner is told so in these words."""
    assert move not in state.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        state.check(move)
    error = caught.value
    assert (error.move, error.rule) == (move, rule)
    assert words in error.sentence
    assert error.position == str(state.view(state.to_move))
    assert rule in RULES


def cells(state: Kobito, name: str) -> list[str]:
    """The row of the table that has this in one of its cells."""
    rows = (re.split(" {2,}", line.strip()) for line in str(state).splitlines())
    return next(row for row in rows if name in row)


def spot(state: Kobito, number: int) -> str:
    """The rainbow on a gold spot."""
    return cells(state, f"g{number}")[2]


def pot(state: Kobito, number: int) -> str:
    """The gold card on a gold spot."""
    return cells(state, f"g{number}")[1]


def studio(state: Kobito, seat: int) -> str:
    return cells(state, NAMES[seat])[-1]


def hand(state: Kobito, seat: int) -> str:
    held = state.view(seat).hand
    assert held is not None
    return " ".join(held)


def discard(state: Kobito) -> Counter[str]:
    return Counter(state.view(None).discard)


def legal(state: Kobito) -> set[str]:
    return set(state.legal_moves())


def moves_out(state: Kobito) -> set[str]:
    return {move for move in state.legal_moves() if re.match("s[1-4][<>] ", move)}


# The game and its cards


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_2_to_6_players(players: int) -> None:
    assert rainbowkit.new("kobito", players=players, seed=1).names == tuple(f"Player {i + 1}" for i in range(players))


@pytest.mark.parametrize("players", [0, 1, 7])
def test_not_for_fewer_nor_more_players(players: int) -> None:
    with pytest.raises(BadSetup, match="2 to 6 players"):
        rainbowkit.new("kobito", players=players)


def test_92_cards_numbers_seven_times_each_5_kobito_3_replacement() -> None:
    cards = rainbowkit.new("kobito", seed=1).record()["shuffles"][1]
    assert len(cards) == 92
    assert Counter(cards) == {**{str(number): 7 for number in range(1, 13)}, "K": 5, "X": 3}


def test_18_gold_cards_three_each_of_six_lengths_with_their_points() -> None:
    cards = rainbowkit.new("kobito", seed=1).record()["shuffles"][0]
    assert len(cards) == 18
    assert Counter(cards) == {"4:3": 3, "5:4": 3, "6:6": 3, "7:8": 3, "8:10": 3, "9:12": 3}


def test_the_gold_cards_figures_are_said_to_be_our_inference() -> None:
    assert (RULES["gold"].kind, RULES["gold"].option) == ("inference", "gold")
    assert [rule.id for rule in RULES.values() if rule.kind == "inference"] == ["gold"]


def test_option_gold_is_a_list_of_length_and_points() -> None:
    state = rainbowkit.new("kobito", seed=1, gold=[[2, 7], [3, 8], [4, 9], [5, 0]])
    record = state.record()
    assert sorted(record["shuffles"][0]) == ["2:7", "3:8", "4:9", "5:0"]
    assert record["options"] == {"first": 0, "gold": [[2, 7], [3, 8], [4, 9], [5, 0]]}
    assert str(rainbowkit.replay(record)) == str(state)


def test_option_gold_is_not_recorded_where_it_is_the_default() -> None:
    assert rainbowkit.new("kobito", seed=1).record()["options"] == {"first": 0}


def test_the_figures_of_option_gold_are_the_ones_that_count() -> None:
    state = play(game("4 8 8", "5 6 1 1 1", "2 2 2 2 2", gold="3:50 2:1 2:1 2:1"), "5 g1>")
    assert state.scores() == [0, 0]
    assert play(state, "6 g1>").scores() == [50, 0]


@pytest.mark.parametrize(
    "gold",
    [
        None,
        7,
        "4:3",
        {4: 3, 5: 4, 6: 6},
        [],
        [[4, 3], [5, 4]],
        [4, 3, 5],
        ["43", "54", "66"],
        [[4, 3], [5, 4], [6]],
        [[4, 3], [5, 4], [6, 6, 6]],
        [[4, 3], [5, 4], []],
        [[4, 3], [5, 4], None],
        [[4, 3], [5, 4], ["6", 6]],
        [[4, 3], [5, 4], [6, None]],
        [[4, 3], [5, 4], [6.0, 6]],
        [[4, 3], [5, 4], [6, 6.5]],
        [[4, 3], [5, 4], [True, 6]],
        [[4, 3], [5, 4], [6, True]],
        [[4, 3], [5, 4], [1, 6]],
        [[4, 3], [5, 4], [0, 6]],
        [[4, 3], [5, 4], [-4, 6]],
    ],
)
def test_a_bad_option_gold_is_refused_in_one_sentence(gold: object) -> None:
    with pytest.raises(BadSetup, match=r"^[A-Z][^.]*\bgold\b[^.]*\.$"):
        rainbowkit.new("kobito", gold=gold)
    record = {**rainbowkit.new("kobito", seed=1).record(), "options": {"gold": gold}}
    with pytest.raises(BadRecord) as caught:
        rainbowkit.replay(record)
    assert caught.value.where == "options"


@pytest.mark.parametrize("gold", [[[2, 1], [2, 1], [2, 1]], [[92, 0], [13, 5], [2, 1]]])
def test_option_gold_takes_at_least_3_cards_of_length_2_or_more(gold: list[list[int]]) -> None:
    assert len(rainbowkit.new("kobito", gold=gold, seed=1).record()["shuffles"][0]) == 3


@pytest.mark.parametrize(
    "rule",
    [
        "start-refill",
        "kobito-clear",
        "start-kobito",
        "move-out",
        "replace-own",
        "replace-number",
        "pay-choice",
        "penalty",
        "end-empty",
        "tie",
    ],
)
def test_each_ruling_of_the_page_is_a_ruling_among_the_rules(rule: str) -> None:
    assert RULES[rule].kind == "ruling"


# Setup


def test_shuffle_both_decks() -> None:
    orders = [rainbowkit.new("kobito", seed=seed).record()["shuffles"] for seed in range(8)]
    assert len({tuple(order[0]) for order in orders}) == 8
    assert len({tuple(order[1]) for order in orders}) == 8


def test_the_same_seed_deals_the_same_cards() -> None:
    one, two = (rainbowkit.new("kobito", players=4, seed="same").record() for _ in range(2))
    assert one == two


def test_turn_up_three_gold_cards_on_spots_1_to_3() -> None:
    state = game("1 1 1", "2 2 2 2 2", "3 3 3 3 3", pots="4:3 7:8 9:12")
    assert [pot(state, number) for number in (1, 2, 3)] == [
        "3 points at 4 cards",
        "8 points at 7 cards",
        "12 points at 9 cards",
    ]
    assert state.view(0).gold_deck_size == 15


def test_turn_up_a_starting_card_for_spot_1_2_3() -> None:
    state = game("3 12 7", "2 2 2 2 2", "3 3 3 3 3")
    assert [spot(state, number) for number in (1, 2, 3)] == ["3", "12", "7"]


@pytest.mark.parametrize("card", ["K", "X"])
def test_a_k_or_x_goes_back_into_the_deck_the_deck_is_shuffled_again_and_another_is_turned_up(card: str) -> None:
    first = top(["3", card, "12", "7"], DECK)
    second = top(["5", "8", *["1", "2"] * 5], first[1:])
    assert (len(second), second.count("K"), second.count("X")) == (91, 5, 3)
    state = Kobito(NAMES[:2], shuffles=[GOLD, first, second])
    assert [spot(state, number) for number in (1, 2, 3)] == ["3", "5", "8"]
    assert (hand(state, 0), hand(state, 1)) == ("1 1 1 1 1", "2 2 2 2 2")


def test_a_reshuffle_that_turns_up_another_k_or_x_is_followed_by_another_reshuffle() -> None:
    orders = [top(["K"], DECK), top(["X"], DECK), top(["K"], DECK), top(["4", "4", "4"], DECK)]
    state = Kobito(NAMES[:2], shuffles=[GOLD, *orders])
    assert [spot(state, number) for number in (1, 2, 3)] == ["4", "4", "4"]
    assert state.record()["shuffles"] == [GOLD, *orders]


def test_a_reshuffle_without_the_card_that_went_back_is_refused() -> None:
    first = top(["3", "K"], DECK)
    with pytest.raises(BadRecord, match="no arrangement"):
        Kobito(NAMES[:2], shuffles=[GOLD, first, first[2:]])


def test_ruling_no_number_left_in_the_deck_the_discard_pile_joins_the_deck_in_that_shuffle() -> None:
    state = tiny("1 5 9", "2 7 7 7 7", "3 3 3 3 3", deck="K X", gold="2:1 2:1 2:1 2:1", reshuffles="X 1 K 2/2 X 1 K")
    play(state, "2 g1>")
    assert spot(state, 1) == "2"
    assert (discard(state), state.view(0).deck_size) == (Counter(), 3)


def test_while_a_number_is_left_the_discard_pile_does_not_join() -> None:
    state = tiny("1 5 9", "2 7 7 7 7", "3 3 3 3 3", deck="K 8", gold="2:1 2:1 2:1 2:1", reshuffles="8 K")
    play(state, "2 g1>")
    assert spot(state, 1) == "8"
    assert discard(state) == Counter("12")


def test_then_deal_five_cards_each_one_at_a_time_clockwise_from_first() -> None:
    cards = "1 2 3 4 5 6 7 8 9 10 11 12 1 2 3"
    order = top(["9", "9", "9", *cards.split()], DECK)
    state = Kobito(NAMES[:3], shuffles=[GOLD, order], first=1)
    assert [hand(state, seat) for seat in (1, 2, 0)] == ["1 4 7 10 1", "2 5 8 11 2", "3 6 9 12 3"]
    assert state.to_move == 1


def test_shuffles_in_a_record_gold_deck_rainbow_deck_then_every_reshuffle_of_the_remaining_deck() -> None:
    first = top(["3", "K"], DECK)
    second = top(["5", "8"], first[1:])
    gold = top(["6:6"], GOLD)
    state = Kobito(NAMES[:2], shuffles=[gold, first, second])
    assert state.record()["shuffles"] == [gold, first, second]
    assert str(rainbowkit.replay(state.record())) == str(state)


# Rainbows


@pytest.mark.parametrize(
    ("start", "low", "high"),
    [
        (1, 12, 2),
        (2, 1, 3),
        (3, 2, 4),
        (4, 3, 5),
        (5, 4, 6),
        (6, 5, 7),
        (7, 6, 8),
        (8, 7, 9),
        (9, 8, 10),
        (10, 9, 11),
        (11, 10, 12),
        (12, 11, 1),
    ],
)
def test_a_rainbow_is_an_unbroken_rising_sequence_on_the_cycle(start: int, low: int, high: int) -> None:
    state = game(f"{start} {start} {start}", f"{low} {high} X X X", "K K K K K")
    assert legal(state) == {f"{low} g{i}<" for i in (1, 2, 3)} | {f"{high} g{i}>" for i in (1, 2, 3)}


def test_low_end_left() -> None:
    state = play(game("6 2 2", "5 7 10 10 10", "1 1 1 1 1"), "7 g1>", "5 g1<")
    assert spot(state, 1) == "5 6 7"


def test_1_follows_12() -> None:
    state = play(game("11 2 2", "12 1 2 10 10", "3 3 3 3 3"), "12 g1>", "1 g1>", "2 g1>", "10 g1<")
    assert spot(state, 1) == "10 11 12 1 2"


def test_a_number_joins_only_where_it_continues_the_sequence() -> None:
    state = game("6 2 2", "5 6 7 8 12", "1 1 1 1 1")
    refused(state, "8 g1>", "fit", ": 7 does")
    refused(state, "5 g1>", "fit", ": 7 does")
    refused(state, "6 g1>", "fit", ": 7 does")
    refused(state, "7 g1<", "fit", ": 5 does")
    play(state, "7 g1>")
    refused(state, "5 g1>", "fit", ": 8 does.")
    play(state, "8 g1>", "5 g1<")
    assert spot(state, 1) == "5 6 7 8"


def test_a_number_joins_a_studio_rainbow_only_where_it_continues_the_sequence() -> None:
    state = play(game("1 1 1", "8 9 7 10 5", "4 4 4 4 4"), "new 8 9")
    refused(state, "7 s1>", "fit", ": 10 does")
    refused(state, "10 s1<", "fit", ": 7 does")
    refused(state, "5 s1<", "fit", ": 7 does")
    play(state, "7 s1<", "10 s1>")
    assert studio(state, 0) == "s1: 7 8 9 10"


def test_a_kobito_stands_for_whatever_number_its_place_requires() -> None:
    state = play(game("6 12 1", "K K K 8 2", "4 4 4 4 4"), "K g1>", "K g2>", "K g3<")
    assert [spot(state, number) for number in (1, 2, 3)] == ["6 K=7", "12 K=1", "K=12 1"]
    play(state, "8 g1>", "2 g2>")
    assert [spot(state, number) for number in (1, 2)] == ["6 K=7 8", "12 K=1 2"]


@pytest.mark.parametrize(
    ("start", "laid", "joins"),
    [
        ("new 5 K", "s1: 5 K=6", {"4 s1<", "7 s1>"}),
        ("new K 6", "s1: K=5 6", {"4 s1<", "7 s1>"}),
        ("new K 1", "s1: K=12 1", {"11 s1<", "2 s1>"}),
        ("new 12 K", "s1: 12 K=1", {"11 s1<", "2 s1>"}),
    ],
)
def test_a_kobito_in_a_studio_stands_for_what_its_place_requires(start: str, laid: str, joins: set[str]) -> None:
    number = start.replace("new", "").replace("K", "").strip()
    low, high = (move.split()[0] for move in sorted(joins, key=lambda move: move[-1]))
    state = play(game("9 9 9", f"K {number} {low} {high} 9", "9 9 9 5 5"), start)
    assert studio(state, 0) == laid
    assert {move for move in legal(state) if " s1" in move} == joins


def test_ruling_every_rainbow_holds_at_least_one_number_card() -> None:
    state = game("1 1 1", "K K 6 8 10", "4 4 4 4 4")
    refused(state, "new K K", "kobito-clear", "at least one number")


def test_a_move_may_not_leave_a_studio_rainbow_of_kobitos_alone() -> None:
    state = play(game("5 9 9", "6 K K K 2", "4 4 4 4 4", gold="2:1 2:1 2:1 2:1"), "new 6 K", "K s1>", "K s1>")
    refused(state, "s1< g1>", "move-out", "one of them a number")
    play(state, "s1> g1>")
    assert studio(state, 0) == "s1: 6 K=7 K=8"


def test_a_gold_rainbow_is_never_longer_than_its_gold_card_asks() -> None:
    state = play(game("5 1 1", "6 7 8 10 10", "3 3 3 3 3", draws="1", gold="3:1 9:1 9:1 9:1"), "6 g1>", "7 g1>")
    assert spot(state, 1) == "1"
    refused(state, "8 g1>", "fit", ": 2 does")


def test_a_studio_rainbow_has_no_upper_bound() -> None:
    state = game("1 6 6", "1 2 3 4 5", "2 3 4 5 6", draws="6 7 8 9 10 7 11 12 1 2 3 8")
    play(state, "new 1 2", "3 s1>", "4 s1>", "5 s1>", "end", "2 g1>", "end")
    play(state, *(f"{number} s1>" for number in (6, 7, 8, 9, 10)), "end", "3 g1>", "end")
    play(state, *(f"{number} s1>" for number in (11, 12, 1, 2, 3)))
    assert studio(state, 0) == "s1: 1 2 3 4 5 6 7 8 9 10 11 12 1 2 3"


def test_a_studio_rainbow_has_at_least_2_cards() -> None:
    state = play(game("4 9 9", "5 6 2 2 2", "1 1 1 1 1", gold="2:1 9:1 9:1 9:1"), "new 5 6")
    refused(state, "s1< g1>", "move-out", "two cards or more")


# A turn: what must be played


def test_the_player_must_play_at_least_one_card() -> None:
    state = game("6 2 2", "7 8 10 10 12", "5 5 5 5 5")
    refused(state, "end", "must-play", "play 1 from your hand")
    assert "end" in legal(play(state, "7 g1>"))
    assert play(state, "end").to_move == 1


def test_more_is_allowed() -> None:
    state = play(game("6 2 2", "7 8 9 10 11", "5 5 5 5 5"), "7 g1>", "8 g1>", "9 g1>", "10 g1>", "11 g1>")
    assert spot(state, 1) == "6 7 8 9 10 11"


def test_and_one_more_for_each_of_their_studio_rainbows_at_the_turns_start() -> None:
    state = prepared("2", "2", "5 6, 8 9", "12 7 10 11 4")
    refused(state, "end", "must-play", "play 3 from your hand")
    play(state, "7 s1>")
    refused(state, "end", "must-play", "play 2 from your hand")
    play(state, "10 s2>")
    refused(state, "end", "must-play", "play 1 from your hand")
    play(state, "11 s2>", "end")


def test_the_studio_rainbows_of_others_oblige_nobody() -> None:
    state = play(game("1 1 1", "5 6 8 9 3", "2 3 4 4 4"), "new 5 6", "new 8 9", "end", "2 g1>")
    assert "end" in legal(state)


def test_a_studio_rainbow_emptied_in_the_turn_still_obliges() -> None:
    state = play(prepared("4", "8", "5 6", "7 8 2 2 2"), "s1< g1>", "s1< g1>")
    assert studio(state, 0) == "-"
    play(state, "7 g1>")
    refused(state, "end", "must-play", "play 1 from your hand")
    play(state, "8 g1>", "end")


def test_only_cards_from_hand_count() -> None:
    state = prepared("4", "4", "5 6 7", "3 3 10 10 10")
    play(state, "s1< g1>")
    refused(state, "end", "must-play", "play 2 from your hand")


def test_the_plays_come_in_any_order() -> None:
    state = prepared("4", "9", "5 6 K", "K X 9 8 1")
    play(state, "K g2>", "s1< g1>", "8 g2<", "X+9 g2.2", "s1< g1>", "s1< g1>", "1 g3>", "end")
    assert [spot(state, number) for number in (1, 2, 3)] == ["4 5 6 K=7", "8 9* K=10", "11 12 1"]


# 1. Extend


def test_extend_a_gold_rainbow_or_an_own_studio_rainbow_each_counts_1() -> None:
    state = prepared("2", "2", "5 6", "3 7 10 10 10")
    play(state, "3 g1>")
    refused(state, "end", "must-play", "play 1 from your hand")
    assert "end" in legal(play(state, "7 s1>"))
    assert (spot(state, 1), studio(state, 0)) == ("2 3", "s1: 5 6 7")


def test_extend_with_a_kobito_counts_1() -> None:
    state = play(prepared("2", "2", "5 6", "K K 10 10 10"), "K s1>")
    refused(state, "end", "must-play", "play 1 from your hand")
    assert "end" in legal(play(state, "K g2<"))
    assert (spot(state, 2), studio(state, 0)) == ("K=1 2", "s1: 5 6 K=7")


def test_extend_no_studio_rainbow_of_another() -> None:
    state = play(game("1 1 1", "5 6 8 9 3", "7 K 2 2 2"), "new 5 6", "end")
    refused(state, "7 p1s1>", "extend", "not those of others")
    refused(state, "K p1s1<", "extend", "not those of others")


def test_an_extension_comes_from_hand() -> None:
    state = game("6 2 2", "5 5 9 9 9", "7 K 7 7 7")
    refused(state, "7 g1>", "holding", "You hold no 7")
    refused(state, "K g1>", "holding", "You hold no K")


# 2. Start


def test_start_a_studio_rainbow_with_two_consecutive_cards_from_hand() -> None:
    state = game("1 1 1", "12 1 5 6 8", "4 4 4 4 4")
    assert {move for move in legal(state) if move.startswith("new")} == {"new 12 1", "new 5 6"}
    refused(state, "new 6 8", "start", "after 6 comes 7")
    refused(state, "new 6 5", "start", "after 6 comes 7")
    refused(state, "new 1 12", "start", "after 1 comes 2")
    refused(state, "new 8 9", "holding", "You hold no 9")
    refused(state, "new 5 5", "start", "after 5 comes 6")
    play(state, "new 12 1", "new 5 6")
    assert studio(state, 0) == "s1: 12 1; s2: 5 6"
    assert hand(state, 0) == "8"


def test_a_start_is_no_pair_of_equal_numbers() -> None:
    refused(game("1 1 1", "5 5 8 8 8", "4 4 4 4 4"), "new 5 5", "start", "after 5 comes 6")


def test_ruling_one_of_the_two_starting_cards_may_be_a_kobito() -> None:
    state = game("1 1 1", "K 5 5 9 9", "4 4 4 4 4")
    starts = {move for move in legal(state) if move.startswith("new")}
    assert starts == {"new K 5", "new 5 K", "new K 9", "new 9 K"}


def test_a_start_counts_2() -> None:
    assert "end" in legal(play(prepared("3", "3", "5 6", "8 9 2 2 2"), "new 8 9"))


def test_a_start_counts_no_more_than_2() -> None:
    state = play(prepared("3", "3", "5 6, 8 9", "1 1 2 2 7"), "new 1 2")
    refused(state, "end", "must-play", "play 1 from your hand")


def test_a_studio_rainbow_is_started_only_by_who_has_fewer_than_four() -> None:
    state = game("1 1 7", "1 2 3 4 8", "8 9 10 11 12", draws="5 6 9 9 2 11 11 12 10 2")
    play(state, "new 1 2", "new 3 4", "end", "8 g3>", "end")
    refused(state, "end", "must-play", "play 3 from your hand")
    play(state, "new 5 6", "new 8 9")
    assert studio(state, 0) == "s1: 1 2; s2: 3 4; s3: 5 6; s4: 8 9"
    play(state, "end", "9 g3>", "end")
    refused(state, "end", "must-play", "play 5 from your hand")
    refused(state, "new 11 12", "four-studios", "four studio rainbows already")
    assert not any(move.startswith("new") for move in legal(state))


def test_longer_starts_are_start_then_extend() -> None:
    state = play(game("1 1 1", "5 6 7 8 4", "2 2 2 2 2"), "new 5 6", "7 s1>", "8 s1>", "4 s1<")
    assert studio(state, 0) == "s1: 4 5 6 7 8"


# 3. Move


@pytest.mark.parametrize(
    ("g1", "g2", "moves"),
    [
        ("4", "9", {"s1< g1>", "s1> g2<"}),
        ("6", "7", {"s1< g1<", "s1> g2>"}),
        ("1", "2", set()),
    ],
)
def test_move_an_end_card_of_an_own_studio_rainbow_to_an_end_of_a_gold_rainbow(
    g1: str, g2: str, moves: set[str]
) -> None:
    assert moves_out(prepared(g1, g2, "5 6 7 8", "3 3 3 3 3")) == moves


def test_a_moved_card_leaves_its_studio_rainbow_and_joins_the_gold_rainbow() -> None:
    state = play(prepared("4", "9", "5 6 7 8", "3 3 3 3 3"), "s1< g1>", "s1> g2<")
    assert (spot(state, 1), spot(state, 2), studio(state, 0)) == ("4 5", "8 9", "s1: 6 7")


def test_no_card_but_an_end_card_moves() -> None:
    assert moves_out(prepared("5", "7", "5 6 7", "3 3 3 3 3")) == set()


def test_a_moved_number_must_continue_the_gold_rainbow() -> None:
    state = prepared("4", "9", "5 6 7", "3 3 3 3 3")
    refused(state, "s1< g2>", "fit", ": 10 does")
    refused(state, "s1< g1<", "fit", ": 3 does")
    refused(state, "s1> g1>", "fit", "7 does not continue g1")


def test_nobody_moves_a_card_of_anothers_studio() -> None:
    state = play(game("4 1 1", "5 6 7 9 9", "2 2 2 2 2"), "new 5 6", "7 s1>", "end")
    assert moves_out(state) == set()
    refused(state, "s1< g1>", "no-rainbow", "no studio rainbow s1")
    with pytest.raises(MalformedMove):
        state.check("p1s1< g1>")


def test_a_move_counts_0() -> None:
    state = play(prepared("4", "9", "5 6 7 8", "3 3 3 3 3"), "s1< g1>", "s1> g2<")
    refused(state, "end", "must-play", "play 2 from your hand")


@pytest.mark.parametrize(
    ("move", "number", "shown"),
    [("s1< g1>", 1, "9 K=10"), ("s1< g1<", 1, "K=8 9"), ("s1< g2<", 2, "K=12 1"), ("s1< g3>", 3, "11 12 K=1")],
)
def test_a_moved_kobito_stands_for_what_its_new_place_requires(move: str, number: int, shown: str) -> None:
    state = play(prepared("9", "1", "K 6 7", "3 3 3 3 3"), move)
    assert (spot(state, number), studio(state, 0)) == (shown, "s1: 6 7")


def test_a_kobito_may_move_to_either_end_of_every_gold_rainbow() -> None:
    state = prepared("9", "1", "K 6 7", "3 3 3 3 3")
    assert moves_out(state) == {f"s1< g{number}{end}" for number in (1, 2, 3) for end in "<>"}


def test_what_stays_behind_may_be_a_legal_studio_rainbow() -> None:
    state = play(prepared("4", "1", "5 6 K", "9 9 10 10 3"), "s1< g1>")
    assert studio(state, 0) == "s1: 6 K=7"
    assert {"3 g1<", "new 9 10"} <= legal(state)


def test_what_stays_behind_may_be_nothing() -> None:
    state = play(prepared("4", "1", "5 6", "3 3 3 3 9"), "s1< g1>", "s1< g1>")
    assert (spot(state, 1), studio(state, 0)) == ("4 5 6", "-")


def test_an_illegal_remainder_that_cannot_all_be_moved_out_forbids_the_move() -> None:
    state = prepared("4", "1", "5 6", "3 3 3 3 9", gold="2:1 9:1 9:1 9:1")
    refused(state, "s1< g1>", "move-out", "could not all be moved out")
    assert moves_out(state) == set()


def test_an_illegal_remainder_that_can_all_be_moved_out_allows_the_move() -> None:
    state = prepared("4", "7", "5 6", "3 3 3 3 9", gold="2:1 9:1 9:1 9:1")
    assert moves_out(state) == {"s1< g1>", "s1> g2<"}
    play(state, "s1< g1>", "s1< g2<")
    assert (spot(state, 2), studio(state, 0)) == ("6 7", "-")


def test_the_rest_may_go_to_several_gold_rainbows() -> None:
    state = prepared("4", "7", "5 6", "3 3 3 3 9")
    play(state, "s1> g2<", "s1< g1>")
    assert (spot(state, 1), spot(state, 2), studio(state, 0)) == ("4 5", "6 7", "-")


def test_until_that_is_done_only_such_moves_are_legal() -> None:
    state = prepared("4", "8", "5 6, K 10", "3 K 3 3 9")
    elsewhere = {"3 g1<", "K g1>", "new K 9", "s2< g2>", "9 for s2.1"}
    assert elsewhere <= legal(state)
    play(state, "s1< g1>")
    assert legal(state) == {"s1< g1>"}
    for move in (*elsewhere, "end", "pay 3"):
        refused(state, move, "move-rest", "rest of s1")
    play(state, "s1< g1>")
    assert {"3 g1<", "K g1>", "new K 9", "s1< g2>", "9 for s1.1"} <= legal(state)


def test_a_remainder_of_kobitos_must_all_be_moved_out() -> None:
    state = play(prepared("4", "1", "5 K K", "3 3 3 3 9"), "s1< g1>")
    anywhere = {f"g{number}{end}" for number in (1, 2, 3) for end in "<>"}
    assert legal(state) == {f"s1{end} {where}" for end in "<>" for where in anywhere}
    play(state, "s1> g2>")
    assert legal(state) == {f"s1< {where}" for where in anywhere}
    play(state, "s1< g1>")
    assert (spot(state, 1), spot(state, 2), studio(state, 0)) == ("4 5 K=6", "1 K=2", "-")
    assert "3 g1<" in legal(state)


@pytest.mark.parametrize(("kobitos", "fits"), [(2, True), (3, False)])
def test_the_look_ahead_counts_what_the_gold_rainbows_still_take(kobitos: int, fits: bool) -> None:
    cards = " ".join(["6"] + ["K"] * kobitos + ["2"] * (4 - kobitos))
    state = play(game("5 9 9", cards, "4 4 4 4 4", gold="2:1 2:1 2:1 2:1 2:1 2:1"), "new 6 K")
    play(state, *["K s1>"] * (kobitos - 1))
    assert ("s1< g1>" in legal(state)) is fits


def test_ruling_card_by_card_from_the_ends() -> None:
    state = play(prepared("4", "9", "5 6 7 8", "3 3 3 3 3"), "s1> g2<", "s1> g2<")
    assert (spot(state, 2), studio(state, 0)) == ("7 8 9", "s1: 5 6")
    assert moves_out(state) == {"s1< g1>", "s1> g2<"}
    play(state, "s1< g1>")
    assert legal(state) == {"s1< g1>", "s1< g2<"}


def test_ruling_in_the_look_ahead_the_successor_of_a_completed_gold_rainbow_is_not_counted_on() -> None:
    state = game("4 1 1", "5 6 9 9 9", "3 3 3 3 3", draws="5", gold="2:1 9:1 9:1 9:1")
    play(state, "new 5 6")
    refused(state, "s1< g1>", "move-out", "could not all be moved out")


def test_ruling_in_the_look_ahead_a_completed_gold_rainbow_is_gone() -> None:
    state = play(game("4 1 1", "5 6 9 9 9", "3 3 3 3 3", gold="2:1 9:1 9:1 9:1"), "new 5 6")
    assert moves_out(state) == set()
    longer = play(game("4 1 1", "5 6 9 9 9", "3 3 3 3 3", gold="3:1 9:1 9:1 9:1"), "new 5 6")
    assert moves_out(longer) == {"s1< g1>"}


def test_ruling_once_the_successor_is_really_there_it_may_be_used() -> None:
    state = game("4 7 1", "5 6 9 9 9", "3 3 3 3 3", draws="5", gold="2:1 9:1 9:1 9:1")
    play(state, "new 5 6", "s1< g1>")
    assert legal(state) == {"s1< g1>", "s1< g2<"}
    play(state, "s1< g1>")
    assert (spot(state, 1), studio(state, 0)) == ("5 6", "-")


def test_the_last_card_is_moved_from_the_low_end_only() -> None:
    state = play(prepared("4", "1", "5 6", "3 3 3 3 9"), "s1< g1>")
    assert legal(state) == {"s1< g1>"}
    refused(state, "s1> g1>", "move-last", "s1<")


# 4. Swap


def test_swap_a_kobito_in_a_gold_rainbow_for_the_number_it_stands_for() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "7 10 10 10 4"), "K g1>", "end", "7 for g1.2")
    assert spot(state, 1) == "6 7"
    assert hand(state, 1) == "10 10 10 4 K"


def test_swap_a_kobito_in_ones_own_studio() -> None:
    state = play(game("1 1 1", "5 K 6 9 9", "3 3 3 3 3"), "new 5 K", "6 for s1.2")
    assert studio(state, 0) == "s1: 5 6"
    assert hand(state, 0) == "9 9 K"


def test_swap_a_kobito_in_anyones_studio() -> None:
    state = play(game("1 1 1", "5 K 9 9 9", "6 3 3 3 3"), "new 5 K", "end", "6 for p1s1.2")
    assert (studio(state, 0), studio(state, 1)) == ("s1: 5 6", "-")
    assert hand(state, 1) == "3 3 3 3 K"


def test_swap_only_the_very_number_it_stands_for() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "8 6 5 2 K"), "K g1>", "end")
    for card in ("8", "6", "5", "2", "K"):
        refused(state, f"{card} for g1.2", "swap", "stands for 7")
    assert not any(" for " in move for move in legal(state))


def test_swap_a_kobito_that_moved_for_what_it_stands_for_now() -> None:
    state = play(prepared("9", "2", "K 6 7", "5 10 3 3 3"), "s1< g1>")
    refused(state, "5 for g1.2", "swap", "stands for 10")
    play(state, "10 for g1.2")
    assert spot(state, 1) == "9 10"


def test_swap_only_a_kobito() -> None:
    state = game("6 2 2", "6 9 9 9 9", "8 8 8 8 8")
    refused(state, "6 for g1.1", "swap", "no Kobito")


def test_swap_with_a_number_from_hand() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "8 8 8 8 8"), "K g1>", "end")
    refused(state, "7 for g1.2", "holding", "You hold no 7")


def test_the_swapped_kobito_in_the_hand_may_be_played() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "7 10 10 10 4"), "K g1>", "end", "7 for g1.2", "K g2>", "end")
    assert spot(state, 2) == "2 K=3"


def test_every_kobito_on_the_table_may_be_swapped_whatever_became_of_the_others() -> None:
    state = game("6 2 4", "K K K 3 5", "8 8 8 8 8", draws="10", gold="2:1 9:1 9:1 9:1")
    play(state, "K g2>", "K g3>", "K g1>")
    assert {move for move in legal(state) if " for " in move} == {"3 for g2.2", "5 for g3.2"}
    play(state, "3 for g2.2", "5 for g3.2")
    assert hand(state, 0) == "K K"


def test_a_swap_counts_0() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "7 8 10 10 4"), "K g1>", "end", "7 for g1.2")
    refused(state, "end", "must-play", "play 1 from your hand")
    assert "end" in legal(play(state, "8 g1>"))


# 5. Replace


def test_replace_puts_an_x_and_a_number_from_hand_on_the_same_number_in_a_gold_rainbow() -> None:
    state = play(game("6 2 2", "X 6 9 9 9", "8 8 8 8 8"), "X+6 g1.1")
    assert spot(state, 1) == "6*"
    assert hand(state, 0) == "9 9 9"


def test_replace_in_an_own_studio_rainbow() -> None:
    state = play(game("1 1 1", "5 6 X 6 9", "8 8 8 8 8"), "new 5 6", "X+6 s1.2")
    assert studio(state, 0) == "s1: 5 6*"
    assert hand(state, 0) == "9"


def test_replace_only_with_the_same_number() -> None:
    state = game("6 2 2", "X 5 7 9 K", "8 8 8 8 8")
    for card in ("5", "7", "9", "K"):
        refused(state, f"X+{card} g1.1", "replace", "6 lies there")


def test_replace_takes_both_an_x_and_the_number_from_hand() -> None:
    refused(game("6 2 2", "6 9 9 9 9", "8 8 8 8 8"), "X+6 g1.1", "holding", "You hold no X")
    refused(game("6 2 2", "X 9 9 9 9", "8 8 8 8 8"), "X+6 g1.1", "holding", "You hold no 6")


def test_a_replacement_counts_2() -> None:
    assert "end" in legal(play(prepared("2", "2", "5 6", "X 6 9 9 9"), "X+6 s1.2"))


def test_a_replacement_counts_no_more_than_2() -> None:
    state = play(prepared("2", "2", "5 6, 8 9", "X 6 7 7 7"), "X+6 s1.2")
    refused(state, "end", "must-play", "play 1 from your hand")


def test_length_and_numbers_stay_when_a_card_is_replaced() -> None:
    state = game("6 2 2", "X 6 7 9 9", "8 8 8 8 8", gold="2:1 9:1 9:1 9:1")
    play(state, "X+6 g1.1")
    assert state.scores() == [0, 0]
    assert {move for move in legal(state) if " g1" in move} == {"7 g1>"}
    assert play(state, "7 g1>").scores() == [1, 0]


def test_both_cards_lie_in_that_place_move_with_it_and_are_discarded_with_it() -> None:
    state = play(game("7 1 1", "5 6 X 6 9", "8 8 8 8 8", gold="3:1 9:1 9:1 9:1"), "new 5 6", "X+6 s1.2")
    play(state, "s1> g1<")
    assert spot(state, 1) == "6* 7"
    play(state, "s1< g1<")
    assert discard(state) == Counter({"5": 1, "6": 2, "X": 1, "7": 1})


def test_a_replaced_low_end_moves_with_both_cards() -> None:
    state = play(game("4 1 1", "5 6 X 5 9", "8 8 8 8 8"), "new 5 6", "X+5 s1.1", "s1< g1>")
    assert (spot(state, 1), studio(state, 0)) == ("4 5*", "s1: 6")


def test_ruling_not_in_others_studios() -> None:
    state = play(game("1 1 1", "5 6 9 9 9", "X 6 8 8 8"), "new 5 6", "end")
    refused(state, "X+6 p1s1.2", "replace-own", "not in the studios of others")
    assert not any(move.startswith("X+") for move in legal(state))


def test_the_card_beneath_must_be_a_number_card_not_a_kobito() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "X 7 10 10 4"), "K g1>", "end")
    refused(state, "X+7 g1.2", "replace-number", "only a number can be replaced")
    assert not any(move.startswith("X+") for move in legal(state))


def test_a_number_swapped_in_for_a_kobito_may_be_replaced() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "X 7 7 10 4"), "K g1>", "end", "7 for g1.2", "X+7 g1.2")
    assert spot(state, 1) == "6 7*"


def test_a_place_may_be_replaced_again() -> None:
    state = game("6 2 2", "X 6 X 6 7", "8 8 8 8 8", gold="2:1 9:1 9:1 9:1")
    play(state, "X+6 g1.1", "X+6 g1.1")
    assert spot(state, 1) == "6**"
    play(state, "7 g1>")
    assert discard(state) == Counter({"6": 3, "X": 2, "7": 1})


@pytest.mark.parametrize("move", ["X g1>", "X s1<", "new X 6", "new 5 X", "X for g1.1", "X+X g1.1"])
def test_an_x_is_never_played_any_other_way(move: str) -> None:
    state = play(game("6 2 2", "5 6 X X 6", "8 8 8 8 8"), "new 5 6")
    refused(state, move, "replacement-only", "only ever played together with a number")


def test_an_x_in_hand_gives_no_move_but_replace() -> None:
    state = game("6 2 2", "X X X 6 9", "8 8 8 8 8")
    assert legal(state) == {"X+6 g1.1"}


# Completing


def test_a_gold_rainbow_that_reaches_its_length_is_won_at_once() -> None:
    state = game("6 2 2", "7 8 9 12 12", "4 4 4 4 4", pots="4:3 9:12 9:12")
    assert play(state, "7 g1>", "8 g1>").scores() == [0, 0]
    assert play(state, "9 g1>").scores() == [3, 0]
    assert state.to_move == 0


def test_it_is_won_by_the_player_whose_turn_it_is_whoever_laid_its_cards() -> None:
    state = game("6 2 2", "7 8 10 12 12", "9 4 4 4 4", pots="4:3 9:12 9:12")
    play(state, "7 g1>", "8 g1>", "end", "9 g1>")
    assert state.scores() == [0, 3]
    assert state.view(None).won == ((), ((4, 3),))


def test_it_is_won_by_a_kobito_too() -> None:
    assert play(game("6 2 2", "K 8 8 8 8", "4 4 4 4 4", gold="2:5 2:1 2:1 2:1"), "K g1<").scores() == [5, 0]


def test_it_is_won_by_a_moved_card_too() -> None:
    state = play(prepared("4", "1", "5 6 7", "3 3 3 3 9", gold="2:5 9:1 9:1 9:1"), "s1< g1>")
    assert state.scores() == [5, 0]


def test_all_its_cards_go_to_the_discard_pile() -> None:
    state = game("6 2 2", "7 K 5 X 6", "4 4 4 4 4", pots="4:3 9:12 9:12")
    play(state, "7 g1>", "X+6 g1.1", "5 g1<")
    assert discard(state) == Counter()
    play(state, "K g1>")
    assert discard(state) == Counter(["5", "6", "X", "6", "7", "K"])


def test_a_new_gold_card_and_starting_card_come_on_that_spot() -> None:
    state = game("6 2 2", "1 7 8 12 12", "4 4 4 4 4", draws="10", gold="9:7 2:2 9:3 5:4 6:5")
    play(state, "1 g2<")
    assert [pot(state, number) for number in (1, 2, 3)] == [
        "7 points at 9 cards",
        "4 points at 5 cards",
        "3 points at 9 cards",
    ]
    assert [spot(state, number) for number in (1, 2, 3)] == ["6", "10", "2"]
    assert state.view(0).gold_deck_size == 1


@pytest.mark.parametrize("card", ["K", "X"])
def test_the_new_starting_card_must_be_a_number_as_in_setup(card: str) -> None:
    state = tiny(
        "1 5 9", "2 7 7 7 7", "3 3 3 3 3", deck=f"{card} 8 4", gold="2:1 2:1 2:1 2:1", reshuffles=f"4 8 {card}"
    )
    play(state, "2 g1>")
    assert (spot(state, 1), state.view(0).deck_size) == ("4", 2)


def test_an_empty_deck_is_refilled_for_a_starting_card_with_the_completed_rainbow() -> None:
    state = tiny("1 5 9", "2 7 7 7 7", "3 3 3 3 3", gold="2:1 2:1 2:1 2:1", reshuffles="2 1")
    play(state, "2 g1>")
    assert (spot(state, 1), state.view(0).deck_size, discard(state)) == ("2", 1, Counter())


def test_the_turn_goes_on_after_completing() -> None:
    state = game("6 2 2", "7 11 12 4 4", "8 8 8 8 8", draws="10", gold="2:1 9:1 9:1 9:1")
    play(state, "7 g1>", "11 g1>", "12 g1>")
    assert (spot(state, 1), state.to_move) == ("10 11 12", 0)


# Ending the turn


def test_with_the_obligation_met_the_player_may_end_or_go_on() -> None:
    state = play(game("6 2 2", "7 8 10 10 12", "4 4 4 4 4"), "7 g1>")
    assert legal(state) == {"8 g1>", "end"}


@pytest.mark.parametrize(
    ("held", "counting"),
    [
        ("2 5 10 10 X", "2 g1>"),
        ("12 5 10 10 X", "12 g1<"),
        ("4 5 10 10 X", "new 4 5"),
        ("1 X 4 10 10", "X+1 g1.1"),
    ],
)
def test_short_of_it_they_may_not_end_nor_pay_while_any_counting_play_is_legal(held: str, counting: str) -> None:
    state = game("1 7 7", held, "4 4 4 4 4")
    assert legal(state) == {counting}
    refused(state, "end", "must-play", "and you can")
    refused(state, "pay 10", "must-play", "only pay when you can play no card that counts")


def test_when_none_is_legal_they_pay_and_may_not_end() -> None:
    state = game("1 1 1", "4 4 6 8 10", "3 3 3 3 3")
    assert legal(state) == {"pay 4", "pay 6", "pay 8", "pay 10"}
    refused(state, "end", "pay", "1 short")


def test_when_none_is_legal_they_may_still_move() -> None:
    state = prepared("4", "4", "5 6 7", "6 6 9 12 12")
    assert legal(state) == {"s1< g1>", "s1< g2>", "pay 6", "pay 9", "pay 12"}
    play(state, "s1< g1>")
    assert legal(state) == {"s1< g1>", "6 g1>"}
    refused(state, "pay 9", "must-play", "only pay when")


def test_when_none_is_legal_they_may_still_swap() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "7 10 10 12 12"), "K g1>", "end")
    assert legal(state) == {"7 for g1.2", "pay 7", "pay 10", "pay 12"}
    assert "K g2>" in legal(play(state, "7 for g1.2"))


def test_they_pay_one_card_for_each_card_they_are_short() -> None:
    state = play(prepared("2", "2", "5 6", "9 9 9 12 12"), "pay 9")
    assert state.to_move == 0
    play(state, "pay 9")
    assert (state.to_move, state.scores()) == (1, [-6, 0])


def test_what_was_played_need_not_be_paid() -> None:
    state = play(prepared("2", "2", "5 6", "7 9 9 12 12"), "7 s1>")
    assert legal(state) == {"pay 9", "pay 12"}
    play(state, "pay 9")
    assert (state.to_move, state.scores()) == (1, [-3, 0])


def test_ruling_they_pay_cards_of_their_choice_from_hand() -> None:
    state = prepared("6", "6", "5 6", "9 9 X 3 3")
    assert legal(state) == {"pay 9", "pay 3", "pay X"}
    play(state, "pay 3")
    assert legal(state) == {"pay 9", "pay 3", "pay X"}
    refused(state, "pay 7", "holding", "You hold no 7")


def test_they_pay_to_their_score_pile() -> None:
    state = play(game("1 1 1", "4 4 6 8 10", "3 3 3 3 3"), "pay 6")
    assert state.view(None).paid == (("6",), ())
    assert discard(state) == Counter()
    assert cells(state, "Ada")[-4:-2] == ["-3", "1"]


def test_or_their_whole_hand_if_it_is_smaller() -> None:
    state = tiny("1 1 1", "5 6 8 9 11", "2 2 2 2 2")
    play(state, "new 5 6", "new 8 9", "end", "2 g1>", "end")
    assert (hand(state, 0), legal(state)) == ("11", {"pay 11"})
    refused(state, "end", "pay", "3 short")
    play(state, "pay 11")
    assert (state.to_move, state.scores()) == (1, [-3, 0])


def test_short_with_an_empty_hand_they_end() -> None:
    state = tiny("1 1 1", "5 6 8 9 7", "2 2 2 2 2")
    play(state, "new 5 6", "new 8 9", "end", "2 g1>", "end", "7 s1>")
    assert legal(state) == {"end"}


def test_once_they_have_begun_to_pay_they_only_pay() -> None:
    state = play(prepared("4", "4", "5 6 7", "6 6 9 12 12"), "pay 9")
    assert legal(state) == {"pay 6", "pay 12"}
    for move in ("s1< g1>", "end", "6 g1>", "new 5 6", "6 for g1.1", "X+6 s1.2"):
        refused(state, move, "pay-only", "pay 1 more")
    refused(state, "pay 9", "holding", "You hold no 9")


def test_after_the_last_one_the_turn_ends_by_itself_and_they_draw_up_to_five() -> None:
    state = play(game("1 1 1", "4 4 6 8 10", "3 3 3 3 3", draws="11"), "pay 6")
    assert (state.to_move, hand(state, 0)) == (1, "4 4 8 10 11")


@pytest.mark.parametrize("card", ["4", "10", "X"])
def test_ruling_every_card_paid_costs_3_points(card: str) -> None:
    assert play(game("1 1 1", "4 X 6 8 10", "3 3 3 3 3"), f"pay {card}").scores() == [-3, 0]


def test_a_kobito_is_never_to_be_paid_as_it_can_always_be_played() -> None:
    state = game("1 1 1", "K 4 6 8 10", "3 3 3 3 3")
    assert not any(move.startswith("pay") for move in legal(state))
    refused(state, "pay K", "must-play", "only pay when")
    assert "Kobito and Replacement too" in RULES["penalty"].text


def test_nobody_pays_who_has_met_the_obligation() -> None:
    state = play(game("1 1 1", "2 4 6 8 10", "3 3 3 3 3"), "2 g1>")
    refused(state, "pay 4", "pay-met", "nothing to pay")


def test_then_they_draw_up_to_five() -> None:
    state = play(game("1 1 1", "2 3 4 8 10", "3 3 3 3 3", draws="5 6 7 9"), "2 g1>", "3 g1>", "4 g1>", "end")
    assert (hand(state, 0), hand(state, 1), state.to_move) == ("8 10 5 6 7", "3 3 3 3 3", 1)


def test_the_turn_passes_clockwise() -> None:
    state = game("1 1 1", "2 9 9 9 9", "2 5 5 5 5", "2 7 7 7 7", first=1)
    seats = []
    for number in (1, 2, 3):
        seats.append(state.to_move)
        play(state, f"2 g{number}>", "end")
    assert (seats, state.to_move) == ([1, 2, 0], 1)


def test_an_empty_deck_is_refilled_by_shuffling_the_discard_pile_when_a_card_is_needed() -> None:
    state = tiny(
        "1 5 9", "2 6 7 7 7", "3 3 3 3 3", deck="10 11", gold="2:1 9:1 9:1 9:1", reshuffles="2 1"
    )  # 10 becomes the new starting card, 11 is drawn, then the completed 1 2 are shuffled
    play(state, "2 g1>", "6 g2>")
    assert discard(state) == Counter("12")
    play(state, "end")
    assert hand(state, 0) == "7 7 7 11 2"
    assert (discard(state), state.view(0).deck_size) == (Counter(), 1)
    assert state.record()["shuffles"][2:] == [["2", "1"]]


def test_an_empty_deck_is_not_refilled_before_a_card_is_needed() -> None:
    state = tiny("1 5 9", "2 6 7 7 7", "3 3 3 3 3", deck="10 11", gold="2:1 9:1 9:1 9:1")
    play(state, "2 g1>", "end")
    assert hand(state, 0) == "6 7 7 7 11"
    assert (discard(state), state.view(0).deck_size) == (Counter("12"), 0)


def test_if_both_are_empty_no_card_is_drawn() -> None:
    state = play(tiny("1 1 1", "2 3 9 9 9", "5 6 7 8 8", deck="4"), "2 g1>", "3 g1>", "end")
    assert (hand(state, 0), state.view(0).deck_size, state.to_move) == ("9 9 9 4", 0, 1)


def test_a_player_with_no_cards_is_not_skipped_has_no_obligation_may_move_and_ends_with_end() -> None:
    state = tiny("4 1 11", "5 6 7 8 9", "12 2 2 2 2")
    play(state, "new 5 6", "7 s1>", "8 s1>", "9 s1>", "end", "12 g3>", "end")
    assert (hand(state, 0), state.to_move) == ("", 0)
    assert legal(state) == {"s1< g1>", "end"}
    assert legal(play(state, "s1< g1>")) == {"s1< g1>", "end"}
    refused(state, "pay 5", "holding", "You hold no 5")
    play(state, "end")
    assert (state.to_move, state.scores()) == (1, [0, 0])


def test_a_player_with_no_cards_and_no_studio_rainbow_ends_with_end() -> None:
    state = tiny("1 1 1", "2 3 4 5 6", "2 3 9 9 9")
    play(state, "2 g1>", "3 g1>", "4 g1>", "5 g1>", "6 g1>", "end", "2 g2>", "end")
    assert legal(state) == {"end"}
    assert play(state, "end").to_move == 1


def test_a_player_with_no_cards_is_told_of_no_obligation() -> None:
    state = tiny("1 1 1", "2 3 4 5 6", "2 3 9 9 9")
    play(state, "2 g1>", "3 g1>", "4 g1>", "5 g1>", "6 g1>", "end", "2 g2>", "end")
    assert "0 more to play" in str(state)


# The end


def wins(state: Kobito) -> int:
    return sum(len(won) for won in state.view(None).won)


def test_the_game_ends_at_once_when_the_16th_gold_card_is_won() -> None:
    rng = Random(1)
    state = Kobito(NAMES[:3], 1)
    while not state.over:
        assert wins(state) < 16
        moves = state.legal_moves()
        state.play(rng.choice([move for move in moves if " g" in move and "X" not in move] or moves))
    assert (wins(state), state.view(None).gold_deck_size) == (16, 0)
    assert len([line for line in str(state).splitlines() if re.match("g[1-3] ", line)]) == 2
    assert (state.to_move, state.legal_moves()) == (None, [])


@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7])
def test_with_another_gold_list_it_ends_when_two_gold_cards_are_left(cards: int) -> None:
    gold = " ".join(["2:1"] * cards)
    state = game("1 1 1", "2 2 2 2 2", "5 5 5 5 5", draws="1 1 1 1", gold=gold)
    for won in range(1, cards - 1):
        assert not state.over
        play(state, "2 g1>")
        assert state.scores() == [won, 0]
    assert state.over
    assert (state.to_move, state.legal_moves()) == (None, [])


def test_at_once_means_that_no_starting_card_is_turned_up_and_no_card_is_drawn() -> None:
    state = play(game("1 5 5", "2 9 9 9 9", "7 7 7 7 7", gold="2:1 2:1 2:1"), "2 g1>")
    assert (state.view(0).deck_size, hand(state, 0)) == (79, "9 9 9 9")
    assert "g1 " not in str(state)


def test_even_in_the_middle_of_a_move_of_several_cards() -> None:
    state = play(game("4 7 1", "5 6 9 9 9", "3 3 3 3 3", gold="2:5 9:1 9:1"), "new 5 6")
    play(state, "s1< g1>")
    assert (state.over, state.to_move, state.legal_moves()) == (True, None, [])
    assert (state.scores(), studio(state, 0)) == ([5, 0], "s1: 6")


def test_when_the_game_is_over_nothing_can_be_played() -> None:
    state = play(game("1 5 5", "2 6 9 9 9", "7 7 7 7 7", gold="2:1 2:1 2:1"), "2 g1>")
    for move in ("6 g2>", "end", "pay 6"):
        with pytest.raises(IllegalMove) as caught:
            state.check(move)
        assert (caught.value.move, caught.value.rule) == (move, "over")
        assert "game is over" in caught.value.sentence
        assert "Kobito: over" in caught.value.position
    assert "over" in RULES
    with pytest.raises(MalformedMove):
        state.check("6 g2")


def test_ruling_also_at_once_when_every_hand_and_both_piles_are_empty() -> None:
    state = tiny("1 1 1", "2 3 4 5 6", "2 3 4 5 6")
    play(state, "2 g1>", "3 g1>", "4 g1>", "5 g1>", "6 g1>")
    assert not state.over
    play(state, "end", "2 g2>", "3 g2>", "4 g2>", "5 g2>")
    assert not state.over
    play(state, "6 g2>")
    assert (state.over, state.to_move, state.legal_moves()) == (True, None, [])
    assert (state.scores(), state.winners()) == ([0, 0], [0, 1])


def test_ruling_also_at_once_when_the_last_card_of_all_is_paid() -> None:
    state = tiny("1 1 1", "2 3 4 5 6", "2 3 4 5 9")
    play(state, "2 g1>", "3 g1>", "4 g1>", "5 g1>", "6 g1>", "end", "2 g2>", "3 g2>", "4 g2>", "5 g2>", "end", "end")
    assert not state.over
    play(state, "pay 9")
    assert (state.over, state.scores(), state.winners()) == (True, [0, -3], [0])


def test_not_while_a_pile_holds_cards() -> None:
    gold = "9:1 2:1 2:1 9:1 9:1 9:1"
    state = tiny("1 5 9", "2 3 4 5 6", "6 10 7 8 4", gold=gold, reshuffles="5 6/10 9")
    play(state, "2 g1>", "3 g1>", "4 g1>", "5 g1>", "6 g1>", "end")
    play(state, "6 g2>", "10 g3>", "7 g1>", "8 g1>", "4 g2<")
    assert state.view(0).hand_sizes == (0, 0)
    assert (state.view(0).deck_size, discard(state)) == (0, Counter(["9", "10"]))
    assert (state.over, legal(state)) == (False, {"end"})
    play(state, "end")
    assert (hand(state, 1), state.over, state.to_move) == ("10 9", False, 0)


def test_score_is_gold_points_minus_3_per_card_paid() -> None:
    state = game("1 5 9", "2 6 12 12 12", "3 3 3 3 3", draws="7 7 12 12 1", gold="2:10 2:20 2:30 2:40 2:50 2:60")
    play(state, "2 g1>", "6 g2>")
    assert state.scores() == [30, 0]
    assert [spot(state, number) for number in (1, 2, 3)] == ["7", "7", "9"]
    play(state, "end", "pay 3", "pay 12")
    assert state.scores() == [27, -3]


def test_most_points_wins() -> None:
    state = play(game("1 5 9", "2 7 7 7 7", "6 3 3 3 3", draws="12 7", gold="2:1 2:2 2:3 2:4"), "2 g1>", "end", "6 g2>")
    assert (state.over, state.scores(), state.winners()) == (True, [1, 2], [1])
    record = state.record()
    assert (record["scores"], record["winners"]) == ([1, 2], [1])


def test_ruling_equal_points_share_the_win() -> None:
    state = game("1 5 9", "2 7 7 7 7", "6 3 3 3 3", "12 12 12 12 12", draws="12 7", gold="2:2 2:2 2:3 2:4")
    play(state, "2 g1>", "end", "6 g2>")
    assert (state.over, state.scores(), state.winners()) == (True, [2, 2, 0], [0, 1])


# What is hidden


def test_hands_and_the_decks_order_are_hidden() -> None:
    one = game("6 2 2", "7 9 9 9 9", "1 2 3 4 5", draws="8 10 11 12")
    two = game("6 2 2", "7 9 9 9 9", "K X 5 6 7", draws="8 3 K 1")
    for state in (one, two):
        play(state, "7 g1>", "end")
    assert one.view(0) == two.view(0)
    assert str(one.view(0)) == str(two.view(0))
    assert "? ? ? ? ?" in str(one.view(0))
    assert one.view(1) != two.view(1)


def test_a_spectator_sees_no_hand() -> None:
    one = game("6 2 2", "7 9 9 9 9", "1 2 3 4 5")
    two = game("6 2 2", "4 3 2 1 1", "K X 5 6 7")
    assert one.view(None) == two.view(None)
    assert str(one.view(None)).count("? ? ? ? ?") == 2


def test_the_order_of_the_gold_deck_is_hidden() -> None:
    deal = ("6 2 2", "7 9 9 9 9", "1 2 3 4 5")
    one, two = (game(*deal, pots=f"9:12 9:12 9:12 {card}") for card in ("4:3", "8:10"))
    assert one.view(0) == two.view(0)


def test_all_else_lies_open() -> None:
    state = game("6 2 2", "7 K 5 8 8", "9 9 11 11 7", draws="4 4", gold="2:5 9:4 9:4 9:4 9:4")
    play(state, "7 g1>", "new K 5", "end")
    play(state, "pay 9")
    for seat in (0, 1, None):
        view = state.view(seat)
        assert sorted(view.discard) == ["6", "7"]
        assert view.paid == ((), ("9",))
        assert view.won == (((2, 5),), ())
        assert (view.deck_size, view.hand_sizes, view.gold_deck_size) == (74, (5, 5), 1)
        text = str(view)
        assert text.count("4 points at 9 cards") == 3
        assert "s1: K=4 5" in text
        assert "deck: 74 cards, discard pile: 2, gold deck: 1" in text


def test_a_kobito_that_was_swapped_into_a_hand_was_seen_by_all() -> None:
    state = play(game("6 2 2", "K 9 9 9 9", "7 10 10 10 4"), "K g1>", "end", "7 for g1.2")
    assert "K ? ? ? ?" in str(state.view(0))


def test_the_position_of_an_illegal_move_is_what_the_player_knows() -> None:
    state = game("6 2 2", "7 9 9 9 9", "1 2 3 4 5", pots="4:3 9:12 9:12")
    with pytest.raises(IllegalMove) as caught:
        state.check("end")
    position = caught.value.position
    assert "3 points at 4 cards" in position
    assert "7 9 9 9 9" in position
    assert "1 2 3 4 5" not in position
    assert "? ? ? ? ?" in position


# Notation


@pytest.mark.parametrize("number", [1, 2, 3])
def test_g1_to_g3_are_the_gold_rainbows(number: int) -> None:
    state = play(game("6 6 6", "7 9 9 9 9", "1 1 1 1 1"), f"7 g{number}>")
    assert [spot(state, i) for i in (1, 2, 3)] == ["6 7" if i == number else "6" for i in (1, 2, 3)]


def test_s1_to_s4_are_the_own_studio_rainbows_and_when_one_is_emptied_the_later_ones_move_up() -> None:
    state = prepared("4", "1", "5 6, 8 9", "10 7 3 3 3")
    play(state, "s1< g1>", "s1< g1>")
    assert studio(state, 0) == "s1: 8 9"
    refused(state, "10 s2>", "no-rainbow", "no such rainbow")
    refused(state, "s2< g1>", "no-rainbow", "no studio rainbow s2")
    play(state, "10 s1>")
    assert studio(state, 0) == "s1: 8 9 10"


def test_the_later_studio_rainbows_move_up_in_their_order() -> None:
    state = prepared("4", "1", "5 6, 8 9", "11 10 3 3 3")
    play(state, "new 10 11", "s1< g1>", "s1< g1>")
    assert studio(state, 0) == "s1: 8 9; s2: 10 11"


def test_p2s1_is_studio_rainbow_1_of_player_2() -> None:
    state = game("1 1 1", "6 9 9 9 9", "5 K 9 9 9", "3 3 3 3 3", first=1)
    play(state, "new 5 K", "end", "pay 3", "6 for p2s1.2")
    assert studio(state, 1) == "s1: 5 6"


def test_p3s2_1_is_the_first_card_of_studio_rainbow_2_of_player_3() -> None:
    state = game("1 1 1", "6 9 9 9 9", "5 9 9 9 4", "3 4 K 7 3", first=2)
    play(state, "new 3 4", "new K 7", "end", "6 for p3s2.1")
    assert studio(state, 2) == "s1: 3 4; s2: 6 7"


def test_low_end_and_high_end() -> None:
    state = play(game("6 2 2", "K K 9 9 9", "1 1 1 1 1"), "K g1<", "K g1>")
    assert spot(state, 1) == "K=5 6 K=7"


def test_positions_count_from_the_low_end() -> None:
    state = play(game("5 2 2", "K 4 6 6 9", "1 1 1 1 1"), "K g1>")
    assert {move for move in legal(state) if " for " in move} == {"6 for g1.2"}
    play(state, "4 g1<")
    assert {move for move in legal(state) if " for " in move} == {"6 for g1.3"}
    refused(state, "6 for g1.2", "swap", "no Kobito")


def test_extend_is_written_6_g1_high_and_k_s2_low() -> None:
    state = prepared("5", "1", "3 4, 8 9", "6 K 12 12 12")
    play(state, "6 g1>", "K s2<")
    assert (spot(state, 1), studio(state, 0)) == ("5 6", "s1: 3 4; s2: K=7 8 9")


@pytest.mark.parametrize(
    ("move", "laid"),
    [("new 5 6", "5 6"), ("new 12 1", "12 1"), ("new K 6", "K=5 6"), ("new 5 K", "5 K=6")],
)
def test_start_is_written_as_laid_low_first(move: str, laid: str) -> None:
    assert studio(play(game("9 9 9", "5 6 12 1 K", "3 3 3 3 3"), move), 0) == f"s1: {laid}"


def test_move_is_written_s2_low_g1_high() -> None:
    state = play(prepared("7", "1", "3 4, 8 9", "6 6 12 12 12"), "s2< g1>")
    assert (spot(state, 1), studio(state, 0)) == ("7 8", "s1: 3 4; s2: 9")


def test_swap_in_ones_own_studio_is_written_only_with_s() -> None:
    state = play(game("1 1 1", "5 K 6 9 9", "3 3 3 3 3"), "new 5 K")
    assert {move for move in legal(state) if " for " in move} == {"6 for s1.2"}
    refused(state, "6 for p1s1.2", "own-notation", "written s1")
    refused(state, "9 p1s1>", "own-notation", "written s1")


def test_replace_is_written_x_plus_6_g1_3() -> None:
    state = play(game("4 2 2", "5 6 X 6 9", "1 1 1 1 1"), "5 g1>", "6 g1>", "X+6 g1.3")
    assert spot(state, 1) == "4 5 6*"


def test_pay_is_written_pay_6_and_end_end() -> None:
    state = play(game("1 1 1", "6 9 9 9 9", "2 4 4 4 4"), "pay 6", "2 g1>", "end")
    assert state.record()["moves"] == ["pay 6", "2 g1>", "end"]


@pytest.mark.parametrize(
    "move",
    [
        "6 g4>",
        "6 s1>",
        "s1< g1>",
        "6 for g4.1",
        "6 for g1.2",
        "6 for g1.12",
        "6 for s1.1",
        "6 for p2s1.1",
        "6 for p3s1.1",
        "X+6 g1.2",
        "X+6 g4.1",
        "X+6 s2.1",
    ],
)
def test_a_place_that_is_not_on_the_table_is_no_place_to_play_to(move: str) -> None:
    refused(game("6 2 2", "6 X 7 9 9", "1 1 1 1 1"), move, "no-rainbow", "")


@pytest.mark.parametrize("move", ["9 p1s1>", "9 p2s1>", "9 p6s1>", "X+9 p6s1.1", "9 for p2s4.1", "9 for p6s1.1"])
def test_a_studio_rainbow_that_is_not_there_is_no_rainbow_whoever_it_would_belong_to(move: str) -> None:
    refused(game("5 1 1", "9 X 9 9 9", "4 4 4 4 4"), move, "no-rainbow", "no such rainbow")


def test_there_is_no_gold_rainbow_g4_to_move_to() -> None:
    refused(prepared("4", "1", "5 6 7", "3 3 3 3 3"), "s1< g4>", "no-rainbow", "g1 to g3")


@pytest.mark.parametrize(
    "move",
    [
        "6 g1>",
        "K s2<",
        "new 5 6",
        "new 12 1",
        "new K 6",
        "new 5 K",
        "s2< g1>",
        "6 for g1.3",
        "6 for s1.2",
        "6 for p3s2.1",
        "X+6 g1.3",
        "pay 6",
        "end",
    ],
)
def test_every_move_of_the_page_is_a_move(move: str) -> None:
    state = game("1 1 1", "3 3 3 8 8", "4 4 4 4 4")
    with pytest.raises(IllegalMove):
        state.check(move)


@pytest.mark.parametrize(
    "move",
    [
        "",
        " ",
        "end ",
        " end",
        "end\n",
        "End",
        "END",
        "end end",
        "done",
        "pay",
        "pay ",
        "pay  6",
        "pay 13",
        "pay 0",
        "pay 6 7",
        "pay k",
        "6 g1",
        "6 g0>",
        "6 g5>",
        "6 g1>>",
        "6 g1.1",
        "6 g1 >",
        "6g1>",
        " 6 g1>",
        "6 g1> ",
        "6 g1>\n",
        "6\tg1>",
        "06 g1>",
        "0 g1>",
        "13 g1>",
        "-6 g1>",
        "6.0 g1>",
        "k g1>",
        "\uff16 g1>",
        "6 g\uff11>",
        "\u0666 g1>",
        "K  g1<",
        "6 G1>",
        "6 s0>",
        "6 s5>",
        "new",
        "new 5",
        "new 5 6 7",
        "new 5 13",
        "new 5,6",
        "New 5 6",
        "s1 g1>",
        "s1< g1",
        "s1< s2>",
        "g1< s1>",
        "g1< g2>",
        "p1s1< g1>",
        "6 for g1",
        "6 for g1.0",
        "6 for g1.01",
        "6 for g1.-1",
        "6 for g1>",
        "6 for p0s1.1",
        "6 for p7s1.1",
        "6 for ps1.1",
        "6 g1.1 for",
        "X+ g1.1",
        "X g1.1",
        "X6 g1.1",
        "x+6 g1.1",
        "X + 6 g1.1",
        "X+6 g1",
        "X+6 g1>",
        "X+13 g1.1",
        "6 g1>" * 1000,
        None,
        6,
        6.0,
        True,
        b"end",
        ["end"],
        ("6", "g1>"),
        {"move": "end"},
    ],
)
def test_what_is_not_written_like_a_move_is_malformed(move: object) -> None:
    state = game("6 2 2", "6 5 7 K X", "1 1 1 1 1")
    before = state.record()
    with pytest.raises(MalformedMove) as caught:
        state.check(move)  # type: ignore[arg-type]
    assert caught.value.move == move
    assert '"6 g1>"' in caught.value.sentence
    assert isinstance(caught.value, RainbowkitError)
    assert "\n" not in str(caught.value)
    assert state.record() == before


def test_a_checked_move_is_not_yet_made() -> None:
    state = game("6 2 2", "6 5 7 K X", "1 1 1 1 1")
    before = str(state)
    state.check("7 g1>")
    refused(state, "end", "must-play", "play 1")
    assert (str(state), state.record()["moves"]) == (before, [])


def test_every_game_is_replayed_from_its_record() -> None:
    rng = Random(7)
    state = Kobito(NAMES[:4], 7, first=2)
    while not state.over:
        state.play(rng.choice(state.legal_moves()))
    again = rainbowkit.replay(state.record())
    assert (str(again), again.record()) == (str(state), state.record())

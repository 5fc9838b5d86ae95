"""Every sentence of the rules of `rainbonus`, in the order of its page."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

import rainbowkit
from rainbowkit import BadSetup, IllegalMove, MalformedMove
from rainbowkit.games.rainbonus import Rainbonus

COLOUR_CARDS = [colour + value for value in "234568" for colour in "ROYGBP"]
WEATHER = ["SUN"] * 3 + ["RAIN"] * 3
SPECIALS = ["PRISM"] * 4 + ["X2"] * 4 + ["X3"] * 4
CARDS = COLOUR_CARDS + SPECIALS + WEATHER
NAMES = ["Ada", "Grace", "Edsger", "Barbara", "Alan"]
NO_SPECIALS = {"PRISM": 0, "X2": 0, "X3": 0}


# Helpers


def deal(
    *hands: str, up: str = "", deck: str = "", size: int = 4, without: str = "", cards: list[str] = CARDS
) -> list[str]:
    """The order after a shuffle: hands (that of the round's first player first), the card turned up, the deck.

    What is not said is filled from the other cards, 2s first; the cards `without` lie in rainbows.
    """
    chosen = [hand.split() for hand in hands]
    said = [card for hand in chosen for card in hand] + up.split() + deck.split() + without.split()
    rest = list((Counter(cards) - Counter(said)).elements())
    for hand in chosen:
        hand += [rest.pop(0) for _ in range(size - len(hand))]
    top = up or rest.pop(0)
    return [hand[i] for i in range(size) for hand in chosen] + [top, *deck.split(), *rest]


def start(*shuffles: list[str], players: int = 2, **options: Any) -> Rainbonus:
    return Rainbonus(NAMES[:players], shuffles=list(shuffles), **{"first": 0, **options})


def play(state: Rainbonus, moves: str) -> None:
    """Play moves, each of them checked: `deck, drop R5, done`."""
    for move in moves.split(", "):
        state.check(move)
        state.play(move)


def legal(state: Rainbonus) -> set[str]:
    moves = state.legal_moves()
    assert len(set(moves)) == len(moves)
    return set(moves)


def hand(state: Rainbonus, seat: int) -> list[str]:
    return sorted(state.view(seat).hand or ())


def pile(state: Rainbonus) -> list[str]:
    return list(state.view(None).pile)


def refused(state: Rainbonus, move: str, rule: str, words: str) -> None:
    """The move must be refused by this rule, in a sentence with these words."""
    assert move not in state.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        state.check(move)
    error = caught.value
    assert (error.move, error.rule) == (move, rule)
    assert words in error.sentence
    assert rule in {known.id for known in rainbowkit.rules("rainbonus")}
    assert error.position == str(state.view(state.to_move if state.to_move is not None else state.seat))


WEATHER_COMES = "deck, drop SUN, deck, drop RAIN"
"""Two players end the turns when the round's first player holds a Sun and the other a Rain."""


def building(mine: str, other: str = "") -> Rainbonus:
    """Round 1 of two players, who now build: seat 0 holds the three cards `mine`, and a P2 that it drew."""
    state = start(deal(f"SUN {mine}", f"RAIN {other}", up="G2", deck="P2 B2"))
    play(state, WEATHER_COMES)
    return state


def card_of(move: str) -> str:
    """The card that a move builds with."""
    return move.split()[1] if move.startswith("add ") else move.split()[0].upper()


def pass_turns(state: Rainbonus) -> None:
    """Until they build, all draw from the deck and discard what they drew."""
    while "done" not in state.legal_moves():
        before = Counter(hand(state, state.seat))
        play(state, "deck")
        (drawn,) = Counter(hand(state, state.seat)) - before
        play(state, f"drop {drawn}")


def scripted(*scripts: str, rounds: int = 4, cards: list[str] = CARDS, **options: Any) -> Rainbonus:
    """A game of one turn a round in which every seat builds by its script: `add R8, add O3; x3 O` takes two rounds.

    Nothing may be built in place of others. The game stops after so many rounds, with the cards of the next one dealt.
    """
    plans = [[part.split(", ") if part else [] for part in script.split("; ")] for script in scripts]
    n, built, shuffles, moves = len(plans), "", [], []
    for number in range(4):
        seats = [(number + i) % n for i in range(n)]
        now = [plans[seat][number] if number < len(plans[seat]) else [] for seat in seats]
        hands = [" ".join(map(card_of, plan)) for plan in now]
        shuffles.append(deal(*hands, size=4 if number < 2 else 3, without=built, cards=cards))
        moves.append(", ".join(", ".join(plan + ["done"] * (len(plan) < 2)) for plan in now))
        built = " ".join([built, *hands])
    state = start(*shuffles[: rounds + 1], players=n, turn_limit=1, **options)
    for line in moves[:rounds]:
        pass_turns(state)
        play(state, line)
    return state


# The cards and the players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players(players: int) -> None:
    assert len(rainbowkit.new("rainbonus", players=players).view(None).hand_sizes) == players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_no_fewer_and_no_more_players(players: int) -> None:
    with pytest.raises(BadSetup, match="2 to 5"):
        rainbowkit.new("rainbonus", players=players)


def test_54_cards_of_which_36_are_colours_3_suns_3_rains() -> None:
    cards = Counter(rainbowkit.new("rainbonus", seed=1).record()["shuffles"][0])
    assert cards.total() == 54
    assert (cards.pop("SUN"), cards.pop("RAIN")) == (3, 3)
    assert (cards.pop("PRISM"), cards.pop("X2"), cards.pop("X3")) == (4, 4, 4)
    assert cards == {f"{colour}{value}": 1 for colour in "ROYGBP" for value in (2, 3, 4, 5, 6, 8)}


def test_the_special_cards_are_our_inference() -> None:
    (rule,) = [rule for rule in rainbowkit.rules("rainbonus") if rule.kind == "inference"]
    assert rule.option == "deck"
    for word in ("4 Prisms", "4 X2", "4 X3"):
        assert word in rule.text


def test_option_deck_changes_the_three_counts() -> None:
    state = rainbowkit.new("rainbonus", seed=1, deck={"PRISM": 1, "X2": 0, "X3": 7})
    record = state.record()
    assert Counter(record["shuffles"][0]) == Counter(COLOUR_CARDS + WEATHER + ["PRISM"] + ["X3"] * 7)
    assert record["options"] == {"first": 0, "deck": {"PRISM": 1, "X2": 0, "X3": 7}}


def test_the_default_deck_is_no_option_in_the_record() -> None:
    state = rainbowkit.new("rainbonus", seed=1, deck={"PRISM": 4, "X2": 4, "X3": 4}, turn_limit=30)
    assert state.record()["options"] == {"first": 0}


def test_a_deck_with_too_few_cards_for_the_players_is_refused() -> None:
    # The last deal may need 3 cards a player and one to turn up beside 6 a player in the rainbows: 46 for five.
    with pytest.raises(BadSetup, match="46"):
        rainbowkit.new("rainbonus", players=5, deck={"PRISM": 1, "X2": 1, "X3": 1})
    rainbowkit.new("rainbonus", players=5, deck={"PRISM": 1, "X2": 1, "X3": 2})
    rainbowkit.new("rainbonus", players=4, deck=NO_SPECIALS)


@pytest.mark.parametrize(
    "deck",
    [
        *(None, 4, "PRISM", [], [4, 4, 4], {"SUN": 3}, {"prism": 4}, {4: 4}, {"X2": -1}, {"X2": 1.0}, {"X2": True}),
        *({"X2": "4"}, {"X2": None}),
    ],
)
def test_a_bad_deck_is_refused(deck: object) -> None:
    with pytest.raises(BadSetup, match="deck"):
        rainbowkit.new("rainbonus", deck=deck)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadSetup, match="gold"):
        rainbowkit.new("rainbonus", gold=[[4, 3]])


def test_the_perfect_score_of_62_takes_exactly_the_8_cards_of_four_rounds() -> None:
    # Four 8s are 32, two doubled 6s 24, and all six colours 6 more.
    first = deal("SUN R8 O8 R2", "RAIN R3 R4 R5")
    second = deal("SUN R2 R3 R4", "RAIN Y8 G8 R5", without="R8 O8")
    third = deal("SUN B6 P6", "RAIN R3 R4", size=3, without="R8 O8 Y8 G8")
    fourth = deal("SUN R3 R4", "RAIN X2 X2", size=3, without="R8 O8 Y8 G8 B6 P6")
    state = start(first, second, third, fourth)
    play(state, f"{WEATHER_COMES}, add R8, add O8, done")
    play(state, f"{WEATHER_COMES}, done, add Y8, add G8")
    play(state, f"{WEATHER_COMES}, add B6, add P6, done")
    play(state, f"{WEATHER_COMES}, done, x2 B, x2 P")
    assert state.over
    assert state.scores() == [62, 0]
    assert state.winners() == [0]


# Four rounds


def test_all_cards_that_are_in_no_rainbow_are_shuffled_once_a_round() -> None:
    state = rainbowkit.new("rainbonus", seed=1, turn_limit=1)
    for number in range(1, 5):
        assert state.view(None).round == number
        shuffles = state.record()["shuffles"]
        assert len(shuffles) == number
        rainbows = [
            card
            for rainbow in state.view(None).rainbows
            for colour, (value, bonus) in rainbow.items()
            for card in (f"{colour}{value}", bonus)
            if card
        ] + ["PRISM"] * sum(state.view(None).prisms)
        assert Counter(shuffles[-1] + rainbows) == Counter(CARDS)
        while state.view(None).round == number and not state.over:
            state.play(sorted(state.legal_moves())[0])
    assert state.over
    assert any(state.scores())
    assert len(state.record()["shuffles"]) == 4


def test_dealt_are_4_each_in_rounds_1_and_2_and_3_each_in_rounds_3_and_4() -> None:
    sizes = [scripted("", "", "", rounds=rounds).view(None).hand_sizes for rounds in range(4)]
    assert sizes == [(4, 4, 4), (4, 4, 4), (3, 3, 3), (3, 3, 3)]


def test_then_one_card_is_turned_up_as_the_discard_pile() -> None:
    state = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8"))
    assert pile(state) == ["B8"]
    assert state.view(None).deck_size == 54 - 8 - 1


def test_dealing_is_one_card_at_a_time_clockwise_from_the_seat_that_begins_the_round() -> None:
    order = ["R2", "O2", "Y2", "R3", "O3", "Y3", "R4", "O4", "Y4", "R5", "O5", "Y5", "G2"]
    first = order + list((Counter(CARDS) - Counter(order)).elements())
    state = start(first, first, players=3, first=1, turn_limit=1)
    assert [hand(state, seat) for seat in (1, 2, 0)] == [
        ["R2", "R3", "R4", "R5"],
        ["O2", "O3", "O4", "O5"],
        ["Y2", "Y3", "Y4", "Y5"],
    ]
    play(state, "pile, drop G2, pile, drop G2, pile, drop G2, done, done, done")
    assert [hand(state, seat) for seat in (2, 0, 1)] == [
        ["R2", "R3", "R4", "R5"],
        ["O2", "O3", "O4", "O5"],
        ["Y2", "Y3", "Y4", "Y5"],
    ]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_seat_first_begins_round_1(first: int) -> None:
    assert start(deal("", "", ""), players=3, first=first).to_move == first


@pytest.mark.parametrize("first", [-1, 2, True, 0.0, "0", None])
def test_a_first_that_is_no_seat_is_refused(first: object) -> None:
    with pytest.raises(BadSetup, match="first"):
        rainbowkit.new("rainbonus", players=2, first=first)


@pytest.mark.parametrize(("players", "first", "begin"), [(3, 2, [2, 0, 1, 2]), (2, 0, [0, 1, 0, 1])])
def test_ruling_each_later_round_begins_one_seat_further_clockwise(players: int, first: int, begin: list[int]) -> None:
    state = rainbowkit.new("rainbonus", players=players, seed=3, first=first, turn_limit=1)
    begun = []
    while not state.over:
        if len(begun) < state.view(None).round:
            begun.append(state.to_move)
        moves = state.legal_moves()
        state.play("done" if "done" in moves else moves[0])
    assert begun == begin


# Turn


def test_draw_the_top_of_the_deck() -> None:
    state = start(deal("R2 R3 R4 R5", "", up="B8", deck="P8 P6"))
    assert legal(state) == {"deck", "pile"}
    play(state, "deck")
    assert hand(state, 0) == ["P8", "R2", "R3", "R4", "R5"]
    assert pile(state) == ["B8"]


def test_or_draw_the_top_of_the_discard_pile() -> None:
    state = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8"))
    play(state, "deck, drop R3, pile")
    assert hand(state, 1) == ["O2", "O3", "O4", "O5", "R3"]
    assert pile(state) == ["B8"]


def test_first_draw_and_then_discard() -> None:
    state = start(deal("R2 R3 R4 R5", "", up="B8"))
    refused(state, "drop R2", "turn", "First draw")
    play(state, "deck")
    refused(state, "deck", "turn", "now discard")
    refused(state, "pile", "turn", "now discard")


def test_discard_one_card_from_hand_the_one_just_drawn_is_allowed() -> None:
    state = start(deal("R2 SUN X2 PRISM", "", up="B8", deck="P8"))
    play(state, "deck")
    assert legal(state) == {"drop R2", "drop SUN", "drop X2", "drop PRISM", "drop P8"}
    play(state, "drop P8")
    assert hand(state, 0) == ["PRISM", "R2", "SUN", "X2"]
    assert pile(state) == ["B8", "P8"]
    assert state.to_move == 1


def test_only_a_card_from_hand_can_be_discarded() -> None:
    state = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8", deck="P8"))
    play(state, "deck")
    for card in ("O2", "B8", "SUN", "X3"):
        refused(state, f"drop {card}", "holding", f"no {card}")


def test_turns_go_clockwise() -> None:
    state = start(deal("", "", ""), players=3, first=1)
    movers = []
    for _ in range(4):
        movers.append(state.to_move)
        state.play("deck")
        assert state.to_move == movers[-1]
        state.play("drop " + state.view(state.to_move).hand[0])
    assert movers == [1, 2, 0, 1]


@pytest.mark.parametrize("card", ["SUN", "RAIN"])
def test_sun_and_rain_are_laid_out_in_front_of_the_player(card: str) -> None:
    state = start(deal("R2 R3 R4 R5", f"{card} O3 O4 O5", up="B8"))
    play(state, f"deck, drop R2, deck, drop {card}")
    assert state.view(None).out == ((), (card,))
    assert pile(state) == ["B8", "R2"]
    assert card not in hand(state, 1)


@pytest.mark.parametrize("card", ["R8", "PRISM", "X2", "X3"])
def test_all_else_goes_on_top_of_the_discard_pile(card: str) -> None:
    state = start(deal(f"R3 {card}", "", up="B8"))
    play(state, f"deck, drop {card}")
    assert pile(state) == ["B8", card]
    assert state.view(None).out == ((), ())
    play(state, "pile")
    assert card in hand(state, 1)


@pytest.mark.parametrize(("up", "other"), [("SUN", "RAIN"), ("RAIN", "SUN")])
def test_a_sun_or_rain_turned_up_at_the_deal_is_not_out(up: str, other: str) -> None:
    state = start(deal(f"{other} R3 R4 R5", "", up=up))
    assert pile(state) == [up]
    play(state, f"deck, drop {other}")
    assert state.view(None).out == ((other,), ())
    assert legal(state) == {"deck", "pile"}


def test_it_may_be_drawn_like_any_and_laid_out() -> None:
    state = start(deal("RAIN R3 R4 R5", "", up="SUN"))
    play(state, "pile")
    assert "SUN" in hand(state, 0)
    play(state, "drop SUN")
    assert state.view(None).out == (("SUN",), ())


def test_ruling_whoever_finds_it_on_top_may_draw_it() -> None:
    state = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", "RAIN Y3 Y4 Y5", up="SUN"), players=3)
    play(state, "deck, drop R2, pile, drop R2, pile, drop RAIN, pile")
    assert "SUN" in hand(state, 0)
    assert state.view(None).out == ((), (), ("RAIN",))


def test_if_the_pile_is_empty_draw_from_the_deck() -> None:
    state = start(deal("SUN R3 R4 R5", "", up="B8"))
    play(state, "pile, drop SUN")
    assert pile(state) == []
    assert legal(state) == {"deck"}
    refused(state, "pile", "pile", "empty")


def empty_deck() -> tuple[Rainbonus, list[str]]:
    """Four players have drawn all 25 cards of a deck of 42 (no specials), each dropping what it drew; and the pile."""
    cards = COLOUR_CARDS + WEATHER
    first = deal("SUN SUN SUN", "RAIN RAIN RAIN", "", "", cards=cards)
    below, top = first[16:41], first[41]
    second = below[::-1]
    state = start(first, second, players=4, deck=NO_SPECIALS)
    for card in first[17:]:
        play(state, f"deck, drop {card}")
    return state, [*below, top]


def test_ruling_when_the_deck_is_empty_and_a_player_draws_from_it_the_pile_but_for_its_top_is_shuffled() -> None:
    state, cards = empty_deck()
    assert pile(state) == cards
    assert state.view(None).deck_size == 0
    assert len(state.record()["shuffles"]) == 1
    assert legal(state) == {"deck", "pile"}
    before = hand(state, 1)
    play(state, "deck")
    assert hand(state, 1) == sorted([*before, cards[-2]])
    assert pile(state) == [cards[-1]]
    assert state.view(None).deck_size == 24
    assert state.record()["shuffles"][1] == cards[-2::-1]
    assert state.view(None).round == 1


def test_ruling_nothing_is_shuffled_while_players_draw_from_the_pile() -> None:
    state, cards = empty_deck()
    play(state, f"pile, drop {cards[-1]}")
    assert pile(state) == cards
    assert len(state.record()["shuffles"]) == 1


def all_built() -> Rainbonus:
    """Round 4 of five players with a deck of 46: 30 cards lie in rainbows, 15 are dealt, and one is turned up."""
    scripts = [f"add R{v}, add O{v}; add Y{v}, add G{v}; add B{v}, add P{v}" for v in "86543"]
    specials = {"PRISM": 2, "X2": 1, "X3": 1}
    cards = [*COLOUR_CARDS, "PRISM", "PRISM", "X2", "X3", *WEATHER]
    return scripted(*scripts, rounds=3, cards=cards, deck=specials)


def test_ruling_if_that_gives_no_card_only_the_pile_can_be_drawn_from() -> None:
    state = all_built()
    assert state.view(None).deck_size == 0
    assert state.to_move == 3
    assert legal(state) == {"pile"}
    refused(state, "deck", "refill", "no card to spare")


def test_ruling_who_finds_nothing_to_draw_misses_that_turn() -> None:
    state = all_built()
    play(state, "pile, drop RAIN")
    assert pile(state) == []
    assert state.view(None).out == ((), (), (), ("RAIN",), ())
    assert state.to_move == 3
    assert "done" in legal(state)
    refused(state, "deck", "turn-limit", "All turns of this round are over")


def test_a_billion_turns_in_which_nobody_finds_anything_to_draw_are_missed_at_once() -> None:
    state = all_built()
    state.turn_limit = 10**9
    play(state, "pile, drop RAIN")
    assert "done" in legal(state)


# Weather


def test_as_soon_as_a_sun_and_a_rain_are_out_turns_stop_and_everyone_builds() -> None:
    state = start(deal("SUN R3 R4 R5", "RAIN O3 O4 O5", ""), deal("", "", ""), players=3)
    play(state, "deck, drop SUN")
    assert legal(state) == {"deck", "pile"}
    play(state, "deck, drop RAIN")
    assert "done" in legal(state)
    for seat in range(3):
        assert state.to_move == seat
        play(state, "done")
    assert state.view(None).round == 2


def test_they_may_be_out_anywhere_on_the_table() -> None:
    state = start(deal("RAIN SUN R4 R5", "O2 O3 O4 O5"))
    play(state, "deck, drop RAIN, deck, drop O2, deck, drop SUN")
    assert state.view(None).out == (("RAIN", "SUN"), ())
    assert "done" in legal(state)


@pytest.mark.parametrize("card", ["SUN", "RAIN"])
def test_neither_suns_nor_rains_alone_are_enough(card: str) -> None:
    state = start(deal(f"{card} {card} R4 R5", f"{card} O3 O4 O5"))
    play(state, f"deck, drop {card}, deck, drop {card}, deck, drop {card}")
    assert legal(state) == {"deck", "pile"}


def test_what_was_out_in_the_last_round_is_not_out_in_this() -> None:
    state = start(deal("SUN R3 R4 R5", "O2 O3 O4 O5"), deal("RAIN O3 O4 O5", "R2 R3 R4 R5"), turn_limit=1)
    play(state, "deck, drop SUN, deck, drop O2, done, done, deck, drop RAIN")
    assert state.view(None).out == ((), ("RAIN",))
    assert legal(state) == {"deck", "pile"}


def test_nobody_builds_before_and_nobody_draws_or_discards_after() -> None:
    state = start(deal("SUN R3 X2 R5", "RAIN O3 O4 O5"))
    for move in ("add R3", "x2 R", "done"):
        refused(state, move, "weather", "Sun and a Rain")
    play(state, "deck")
    refused(state, "add R3", "weather", "Sun and a Rain")
    play(state, "drop SUN, deck, drop RAIN")
    for move in ("deck", "pile", "drop R3"):
        refused(state, move, "weather", "A Sun and a Rain are out: build")


def test_ruling_they_build_in_seat_order_from_the_rounds_first_player() -> None:
    state = start(deal("", "SUN RAIN", ""), deal("", "SUN RAIN", ""), deal("", "", "", size=3), players=3, first=2)
    for order in ([2, 0, 1], [0, 1, 2]):
        play(state, f"pile, drop {pile(state)[-1]}, deck, drop SUN")
        play(state, f"pile, drop {pile(state)[-1]}, pile, drop {pile(state)[-1]}, deck, drop RAIN")
        builders = []
        for _ in order:
            builders.append(state.to_move)
            play(state, "done")
        assert builders == order


@pytest.mark.parametrize(("options", "turns"), [({}, 30), ({"turn_limit": 1}, 1), ({"turn_limit": 31}, 31)])
def test_ruling_so_they_do_when_each_player_has_had_turn_limit_turns(options: dict[str, int], turns: int) -> None:
    order = deal("", "", "", up="B8")
    state = start(order, order, order, players=3, **options)
    for _ in range(2):
        for _ in range(3 * turns):
            assert legal(state) == {"deck", "pile"}
            play(state, "pile, drop B8")
        play(state, "done, done, done")
    assert state.view(None).round == 3


def test_the_turn_limit_is_an_option_in_the_record() -> None:
    assert rainbowkit.new("rainbonus", turn_limit=7).record()["options"] == {"first": 0, "turn_limit": 7}


@pytest.mark.parametrize("limit", [0, -1, 1.0, True, "30", None, [30]])
def test_a_turn_limit_that_is_no_whole_number_from_1_is_refused(limit: object) -> None:
    with pytest.raises(BadSetup, match="turn_limit"):
        rainbowkit.new("rainbonus", turn_limit=limit)


# Building


def test_building_takes_up_to_2_cards_from_hand() -> None:
    state = building("R8 O8 Y8")
    assert legal(state) == {"add R8", "add O8", "add Y8", "add P2", "done"}
    play(state, "add R8")
    assert legal(state) == {"add O8", "add Y8", "add P2", "done"}
    assert hand(state, 0) == ["O8", "P2", "Y8"]
    play(state, "add O8")
    assert state.to_move == 1
    assert hand(state, 0) == ["P2", "Y8"]
    assert state.view(None).rainbows[0] == {"R": (8, ""), "O": (8, "")}


@pytest.mark.parametrize("moves", ["done", "add R8, done"])
def test_fewer_will_do(moves: str) -> None:
    state = building("R8 O8 Y8")
    play(state, moves)
    assert state.to_move == 1
    assert state.scores() == [8 * moves.count("add"), 0]


def test_cards_that_are_not_in_hand_cannot_be_built() -> None:
    state = building("R8 O8 Y8", "PRISM X2 X3")
    for move, card in {"add G8": "G8", "add PRISM": "PRISM", "x2 R": "X2", "x3 R": "X3"}.items():
        refused(state, move, "holding", f"no {card}")


def test_sun_and_rain_are_no_cards_to_build_with() -> None:
    state = building("SUN RAIN R8")
    assert legal(state) == {"add R8", "add P2", "done"}


def test_a_colour_card_of_a_colour_not_yet_in_the_rainbow() -> None:
    state = building("R8 O5 Y8")
    play(state, "add R8, add O5")
    assert state.view(1).rainbows == ({"R": (8, ""), "O": (5, "")}, {})


FIVE = "add R8, add O8; add Y8, add G8; add {}"


@pytest.mark.parametrize(("fifth", "sixth"), [("B8", "P8"), ("B8", "PRISM"), ("PRISM", "P8"), ("PRISM", "PRISM")])
def test_while_colours_and_prisms_together_are_fewer_than_6(fifth: str, sixth: str) -> None:
    other = "P8" if sixth == "PRISM" else "PRISM"
    state = scripted(f"{FIVE.format(fifth)}; add P8, add PRISM", "", rounds=3)
    pass_turns(state)
    play(state, "done")
    assert {"add P8", "add PRISM"} <= legal(state)
    play(state, f"add {sixth}")
    refused(state, f"add {other}", "six", "six colours and Prisms")


@pytest.mark.parametrize("sixth", ["P8", "PRISM"])
def test_with_six_only_cards_in_place_of_others_may_join(sixth: str) -> None:
    state = scripted(f"add R8, add O8; add Y8, add G8; add B8, add {sixth}; add P6, add PRISM", "", rounds=3)
    pass_turns(state)
    play(state, "done")
    assert hand(state, 0) == ["G2", "P6", "PRISM"]
    assert legal(state) == {"add G2", "done"} | ({"add P6"} if sixth == "P8" else set())
    refused(state, "add PRISM", "six", "six colours and Prisms")
    if sixth == "PRISM":
        refused(state, "add P6", "six", "six colours and Prisms")


def test_a_prism_is_worth_7() -> None:
    state = building("PRISM PRISM Y8")
    play(state, "add PRISM")
    assert state.scores() == [7, 0]
    play(state, "add PRISM")
    assert state.scores() == [14, 0]
    assert state.view(None).prisms == (2, 0)
    assert state.view(None).rainbows == ({}, {})


@pytest.mark.parametrize("missing", "ROYGBP")
def test_a_prism_stands_for_whatever_colour_is_missing(missing: str) -> None:
    colours = "ROYGBP".replace(missing, "")
    first, *rest = (f"add {colour}2" for colour in colours)
    state = scripted(f"add PRISM, {first}; {rest[0]}, {rest[1]}; {rest[2]}, {rest[3]}", "")
    assert state.scores() == [7 + 5 * 2 + 3, 0]


def test_a_prism_never_leaves() -> None:
    state = scripted("add PRISM, add R8; add R6", "", rounds=1)
    assert Counter(state.record()["shuffles"][1]) == Counter(CARDS) - Counter(["PRISM", "R8"])
    pass_turns(state)
    play(state, "done, add R6")
    assert state.view(None).prisms == (1, 0)
    assert state.scores() == [13, 0]


def test_a_colour_card_in_place_of_the_one_of_its_colour() -> None:
    state = building("R5 R8 R3")
    play(state, "add R5")
    assert legal(state) == {"add R8", "add R3", "add P2", "done"}
    play(state, "add R8")
    assert state.view(None).rainbows[0] == {"R": (8, "")}
    assert state.scores() == [8, 0]


def test_a_lower_one_may_take_its_place_too() -> None:
    state = building("R8 R3 O2")
    play(state, "add R8, add R3")
    assert state.scores() == [3, 0]


@pytest.mark.parametrize(("bonus", "score"), [("X2", 4), ("X3", 6)])
def test_the_old_one_goes_with_its_rainbonus(bonus: str, score: int) -> None:
    first = deal(f"SUN R2 {bonus} O3", "RAIN")
    second = deal("SUN", "RAIN R6", without=f"R2 {bonus}")
    third = deal("", "", size=3, without="R6")
    state = start(first, second, third)
    play(state, f"{WEATHER_COMES}, add R2, {bonus.lower()} R, done")
    assert state.scores() == [score, 0]
    play(state, f"{WEATHER_COMES}, done, add R6")
    assert state.view(None).rainbows[0] == {"R": (6, "")}
    assert state.scores() == [6, 0]
    play(state, "done")
    assert Counter(state.record()["shuffles"][2]) == Counter(CARDS) - Counter(["R6"])


@pytest.mark.parametrize(
    ("value", "bonuses"),
    [
        *((2, {"x2 R": 4, "x3 R": 6}), (3, {"x2 R": 6, "x3 R": 9}), (4, {"x2 R": 8}), (5, {"x2 R": 10})),
        *((6, {"x2 R": 12}), (8, {})),
    ],
)
def test_a_rainbonus_x3_on_a_2_or_3_and_x2_on_a_2_3_4_5_or_6(value: int, bonuses: dict[str, int]) -> None:
    state = building(f"R{value} X2 X3")
    play(state, f"add R{value}")
    assert legal(state) == {*bonuses, "add P2", "done"}
    for move in ("x2 R", "x3 R"):
        if move not in bonuses:
            refused(state, move, "bonus-level", f"the value of your red card is {value}")
            continue
        branch = state.copy()
        play(branch, move)
        assert branch.scores() == [bonuses[move], 0]


def test_a_rainbonus_needs_a_card_of_that_colour() -> None:
    state = building("R2 X2 X3")
    play(state, "add R2")
    for colour, name in {"O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}.items():
        refused(state, f"x2 {colour}", "bonus-colour", f"no {name} card")
        refused(state, f"x3 {colour}", "bonus-colour", f"no {name} card")


def test_a_rainbonus_does_not_go_on_a_card_of_another_player() -> None:
    state = building("R2 O2 Y2", "X2 X3 G8")
    play(state, "add R2, add O2")
    refused(state, "x2 R", "bonus-colour", "no red card")


@pytest.mark.parametrize(("old", "new", "score"), [("X2", "X3", 9), ("X3", "X2", 6), ("X2", "X2", 6)])
def test_a_rainbonus_in_place_of_the_one_there(old: str, new: str, score: int) -> None:
    first = deal(f"SUN R3 {old} O3", "RAIN")
    second = deal("SUN", f"RAIN {new}", without=f"R3 {old}")
    third = deal("", "", size=3, without=f"R3 {new}")
    state = start(first, second, third)
    play(state, f"{WEATHER_COMES}, add R3, {old.lower()} R, done")
    play(state, f"{WEATHER_COMES}, done, {new.lower()} R")
    assert state.view(None).rainbows[0] == {"R": (3, new)}
    assert state.scores() == [score, 0]
    play(state, "done")
    assert Counter(state.record()["shuffles"][2]) == Counter(CARDS) - Counter(["R3", new])


def test_ruling_no_rainbonus_on_a_prism() -> None:
    state = building("PRISM X2 X3")
    play(state, "add PRISM")
    assert legal(state) == {"add P2", "done"}
    for colour in "ROYGBP":
        refused(state, f"x2 {colour}", "bonus-prism", "a Prism takes no Rainbonus")
        refused(state, f"x3 {colour}", "bonus-prism", "a Prism takes no Rainbonus")


def test_cards_that_go_and_cards_left_in_hand_are_shuffled_into_the_next_round() -> None:
    first = deal("SUN R5 R8 O3", "RAIN Y3 X2 PRISM")
    state = start(first, deal("", "", without="R8 Y3 X2"))
    play(state, f"{WEATHER_COMES}, add R5, add R8")
    assert "R5" not in hand(state, 0)
    assert "R5" not in pile(state)
    play(state, "add Y3, x2 Y")
    again = Counter(state.record()["shuffles"][1])
    assert again == Counter(CARDS) - Counter(["R8", "Y3", "X2"])
    assert again["R5"] == again["O3"] == 1
    assert (again["PRISM"], again["SUN"], again["RAIN"]) == (4, 3, 3)


# Score


@pytest.mark.parametrize(
    ("script", "score"),
    [
        ("", 0),
        ("add R8, add O5", 8 + 5),
        ("add R6, x2 R; add O3, x3 O; add Y2, x2 Y", 12 + 9 + 4),
        ("add R8, add PRISM", 8 + 7),
        ("add R2, add O3; add Y4, add G5; add B6", 2 + 3 + 4 + 5 + 6),
        ("add R2, add O3; add Y4, add G5; add B6, add P8", 2 + 3 + 4 + 5 + 6 + 8 + 6),
        ("add R2, add O3; add Y4, add G5; add B6, add P8; x3 R, x2 B", 6 + 3 + 4 + 5 + 12 + 8 + 6),
        ("add R2, add O3; add Y4, add G5; add B6, add PRISM", 2 + 3 + 4 + 5 + 6 + 7 + 3),
        ("add R8, add O6; add Y5, add G4; add PRISM, add PRISM", 8 + 6 + 5 + 4 + 14 + 3),
        ("add R8, add O6; add PRISM, add PRISM; add PRISM, add PRISM", 8 + 6 + 28 + 3),
        ("add R8, add O6; add PRISM, add PRISM; add PRISM", 8 + 6 + 21),
    ],
)
def test_score_is_the_sum_of_values_with_rainbonus_prisms_and_the_bonus_for_six(script: str, score: int) -> None:
    state = scripted(script, "")
    assert state.over
    assert state.scores() == [score, 0]


def test_a_card_counts_more_while_the_rainbonus_lies_on_it() -> None:
    state = building("R3 X3 O2")
    play(state, "add R3")
    assert state.scores() == [3, 0]
    play(state, "x3 R")
    assert state.scores() == [9, 0]


@pytest.mark.parametrize(
    ("scripts", "scores", "winners"),
    [
        (("add R8", "add O6", "add Y5, add G2"), [8, 6, 7], [0]),
        (("add R2", "add O6", "add PRISM, add G2"), [2, 6, 9], [2]),
    ],
)
def test_highest_wins(scripts: tuple[str, ...], scores: list[int], winners: list[int]) -> None:
    state = scripted(*scripts)
    assert (state.scores(), state.winners()) == (scores, winners)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("better", "worse", "points"),
    [
        pytest.param("add R4, add O5; add Y6", "add G8, add PRISM", 15, id="fewest Prisms, before 8s"),
        pytest.param(
            "add R8, add PRISM; add O6", "add PRISM, add PRISM; add G5, add Y2", 21, id="one Prism against two"
        ),
        pytest.param("add R8, add O4", "add Y6, add G6", 12, id="most 8s, before 6s"),
        pytest.param("add R8, add O6; add Y4", "add G8, add B5; add P5", 18, id="then most 6s, before 5s"),
        pytest.param("add R5, add O3", "add G4, add B4", 8, id="then most 5s, before 4s"),
        pytest.param("add R4, add O2", "add G3, add B3", 6, id="then most 4s, before 3s"),
        pytest.param("add R3, x2 R", "add G2, add B2; add P2", 6, id="then most 3s, before 2s"),
        pytest.param("add R2, add O2", "add G2, x2 G", 4, id="then most 2s"),
        pytest.param("add R6, add O2", "add G3, x2 G; add B2", 8, id="a doubled 3 is no 6"),
        pytest.param("add R8, add O2", "add G4, x2 G; add B2", 10, id="a doubled 4 is no 8"),
    ],
)
def test_ties_go_to_the_fewest_prisms_then_most_8s_6s_5s_4s_3s_2s(
    better: str, worse: str, points: int, turned: bool
) -> None:
    state = scripted(worse, better) if turned else scripted(better, worse)
    assert state.scores() == [points, points]
    assert state.winners() == [int(turned)]


def test_then_the_win_is_shared() -> None:
    state = scripted("add R8, add O3; x2 O", "add Y2", "add G8, add B3; x2 B")
    assert state.scores() == [14, 2, 14]
    assert state.winners() == [0, 2]
    record = state.record()
    assert (record["scores"], record["winners"]) == ([14, 2, 14], [0, 2])


def test_once_the_game_is_over_nothing_can_be_played() -> None:
    state = scripted("", "")
    assert state.over
    assert state.to_move is None
    assert legal(state) == set()
    for move in ("deck", "drop R5", "add R8", "x2 R", "done"):
        refused(state, move, "over", "over")


# What is hidden


def test_hands_are_hidden() -> None:
    one = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8", deck="P8 P6"))
    other = start(deal("R2 R3 R4 R5", "O2 O3 P6 O5", up="B8", deck="P8 O4"))
    for moves in ("deck, drop R2", "pile, drop O2"):
        play(one, moves)
        play(other, moves)
        for seat in (0, None):
            assert one.view(seat) == other.view(seat)
            assert str(one.view(seat)) == str(other.view(seat))
            assert pickle.dumps(one.view(seat)) == pickle.dumps(other.view(seat))
        assert one.view(1) != other.view(1)
    assert one.view(None).hand is None
    assert "O4" not in str(one.view(0))


def test_the_decks_order_is_hidden() -> None:
    one = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8", deck="P8 P6 P5"))
    other = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8", deck="P8 P5 P6"))
    for state in (one, other):
        play(state, "deck, drop R2")
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
        assert pickle.dumps(one.view(seat)) == pickle.dumps(other.view(seat))


def test_what_is_hidden_may_be_any_card_not_seen() -> None:
    state = start(deal("R2 R3 R4 R5", "O2 O3 O4 O5", up="B8"))
    rng = Random(1)
    hands = [state.view(0).sample(rng).view(1).hand for _ in range(400)]
    assert {card for cards in hands for card in cards} == set(CARDS) - {"R2", "R3", "R4", "R5", "B8"}


def test_what_a_player_drew_from_the_pile_was_public_and_is_remembered() -> None:
    state = start(deal("R2 R3 R4 R5", "", up="B8"))
    play(state, "pile, drop R2, deck, drop O2, deck, drop R3")
    rng = Random(1)
    for seat in (1, None):
        view = state.view(seat)
        assert "B8 ? ? ?" in str(view)
        hands = [view.sample(rng).view(0).hand for _ in range(100)]
        assert all("B8" in cards for cards in hands)
        assert not all("R4" in cards for cards in hands)
        assert not any("R2" in cards for cards in hands)


def test_it_is_remembered_until_it_is_discarded() -> None:
    state = start(deal("R2 R3 R4 R5", "", up="B8"))
    play(state, "pile, drop R2, deck, drop O2, deck, drop B8")
    assert "? ? ? ?" in str(state.view(1))
    assert not any("B8" in state.view(1).sample(Random(i)).view(0).hand for i in range(50))


# Notation

WELL_FORMED = [
    *("deck", "pile", "done", "add PRISM", "drop PRISM", "drop X2", "drop X3", "drop SUN", "drop RAIN"),
    *(f"{verb} {card}" for verb in ("drop", "add") for card in COLOUR_CARDS),
    *(f"{bonus} {colour}" for bonus in ("x2", "x3") for colour in "ROYGBP"),
]


def test_every_move_has_its_notation() -> None:
    state = start(deal("R5 SUN", "", up="B8"))
    for move in WELL_FORMED:
        if move not in {"deck", "pile"}:
            with pytest.raises(IllegalMove):
                state.check(move)
    seen: set[str] = set()
    for seed in range(60):
        game = rainbowkit.match("rainbonus", ["random"] * 2, seed=seed)
        seen |= set(game.record()["moves"])
    assert seen <= set(WELL_FORMED)
    assert {move.split()[0] for move in seen} == {"deck", "pile", "drop", "add", "x2", "x3", "done"}


def test_add_is_new_or_in_place_of_the_card_of_that_colour() -> None:
    state = building("R5 R8 O3")
    play(state, "add R8, add R5")
    assert state.view(None).rainbows[0] == {"R": (5, "")}


def test_x2_and_x3_go_onto_that_colour() -> None:
    state = scripted("add R2, add O3; x2 O, x3 R", "")
    assert state.view(None).rainbows[0] == {"R": (2, "X3"), "O": (3, "X2")}


def test_after_two_cards_the_building_ends_without_done() -> None:
    state = start(deal("SUN R8 O8", "RAIN R3 O3"), deal("", "", without="R8 O8 R3 O3"))
    play(state, f"{WEATHER_COMES}, add R8, add O8")
    assert state.to_move == 1
    play(state, "add R3")
    assert (state.to_move, state.view(None).round) == (1, 1)
    play(state, "add O3")
    assert state.view(None).round == 2


@pytest.mark.parametrize(
    "move",
    [
        *("", " ", " deck", "deck ", "deck\n", "Deck", "DECK", "draw", "drop", "drop ", "drop R7", "drop R", "drop 5"),
        *("drop R10", "drop r5", "drop  R5", "drop R5 ", "drop X4", "drop ?", "R5", "add", "add SUN", "add RAIN"),
        *("add X2", "add X3", "add R1", "add Prism", "x2", "x2 r", "x2 T", "x2 R6", "x2 PRISM", "X2 R", "x4 R", "x1 R"),
        *("done.", "end", "pass", "drop R\uff15", "de\x00ck", "x" * 10_000),
        *(None, 5, 0.5, True, b"deck", ["deck"], ("drop", "R5"), {"deck": 1}),
    ],
)
def test_what_is_no_move_is_malformed(move: Any) -> None:
    for state in (start(deal("", "")), building("R8 O8 Y8"), scripted("", "")):
        with pytest.raises(MalformedMove) as caught:
            state.check(move)
        assert caught.value.move == move
        assert "drop R5" in caught.value.sentence
        assert len(str(caught.value)) < 400


# The rules as data


def test_every_ruling_of_the_page_is_marked_as_one() -> None:
    rulings = {rule.id: rule.option for rule in rainbowkit.rules("rainbonus") if rule.kind == "ruling"}
    for ruling in ("deal-passes", "turned-up", "refill", "build-order", "bonus-prism"):
        assert ruling in rulings
    assert rulings["turn-limit"] == "turn_limit"

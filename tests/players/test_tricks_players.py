"""The players of `tricks`: they play by the rules, give reasons, see nothing hidden, and do what is plainly right."""

from __future__ import annotations

from collections import Counter
from math import isclose
from random import Random
from typing import cast

import pytest

from rainbowkit.engine import State
from rainbowkit.games import new
from rainbowkit.games.tricks import CLAIMS, COMBOS, Tricks, TricksView, bits, cards
from rainbowkit.odds.tricks import OPEN, SAFE, chance_beaten, outlook
from rainbowkit.players import PLAYERS, find
from rainbowkit.players import tricks as players
from rainbowkit.search import Search

NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald"]
RULES = ["beginner", "skilled"]
BRIEF = Search("Plays as the expert does, in a hurry.", players._policy, players._value, playouts=8, worlds=2)


def dealt(hand: str, row: str, number: int, played: str = "") -> Tricks:
    """A table at which seat 0 led, or is to lead, with this hand and this row; `played` are combos that follow each other."""
    others = list((Counter(Tricks.deck) - Counter(hand + row)).elements())
    Random(0).shuffle(others)
    deck = list(row)
    for i in range(len(hand) * number):
        deck.append(hand[i // number] if i % number == 0 else others.pop())
    state = Tricks(NAMES[:number], shuffles=[deck + others])
    for move in played.split():
        state.check(move)
        state.play(move)
    return state


def test_nobody_spends_more_than_a_single_for_items_that_are_all_the_same() -> None:
    """With 6 6 6 in the row everyone claims 6 points, in whatever order."""
    state = dealt("11112222233333", "666", 3, "1")
    assert len(find("skilled")(state.view(1), Random(0))) == 1


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("number", range(2, 7))
def test_whole_games_are_legal_repeatable_and_with_a_reason_for_every_move(name: str, number: int) -> None:
    for seed in range(3):
        state, rng = new("tricks", NAMES[:number], seed, first=seed % number), Random(seed)
        while not state.over:
            view = state.view(state.seat)
            choice = find(name).choose(view, Random(seed))
            assert choice.move in view.legal
            assert choice.why.endswith(".")
            assert len(choice.why) > 15
            assert choice == find(name).choose(view, Random(seed))
            state.play(choice.move if rng.random() < 0.7 else rng.choice(view.legal))


@pytest.mark.parametrize("number", range(2, 7))
def test_the_search_is_legal_and_repeatable_with_few_playouts_too(number: int) -> None:
    state, rng = new("tricks", NAMES[:number], number), Random(number)
    while not state.over:
        view = state.view(state.seat)
        if len(view.legal) > 1 and rng.random() < 0.4:
            choice = BRIEF(view, Random(1))
            assert choice.move in view.legal
            assert choice.why.endswith(".")
            assert choice == BRIEF(view, Random(1))
        state.play(rng.choice(view.legal))


@pytest.mark.parametrize("number", [2, 6])
def test_the_expert_is_legal_and_repeatable(number: int) -> None:
    state = dealt(("11223344556666" if number == 2 else "112234566"), "123456"[: max(4, number)], number)
    choice = find("expert").choose(state.view(0), Random(3))
    assert choice.move in state.legal_moves()
    assert choice.why.endswith(".")
    assert choice == find("expert").choose(state.view(0), Random(3))


def imagined(state: State, seat: int, rng: Random) -> State:
    """The same to this seat, and other hands for the others."""
    for _ in range(20):
        world = state.view(seat).sample(rng)
        if cast(Tricks, world).hands != cast(Tricks, state).hands:
            return world
    pytest.fail("all is known here")


@pytest.mark.parametrize("name", [*RULES, "brief"])
@pytest.mark.parametrize("number", [2, 3, 4, 6])
def test_a_choice_does_not_hang_on_hidden_cards(name: str, number: int) -> None:
    choose = BRIEF if name == "brief" else find(name).choose
    for seed in range(4):
        state, rng = new("tricks", NAMES[:number], seed), Random(seed)
        for _ in range(5 * seed + 1):
            state.play(rng.choice(state.legal_moves()))
        seat = state.seat
        if len(state.legal_moves()) > 1:
            world = imagined(state, seat, rng)
            assert choose(world.view(seat), Random(5)) == choose(state.view(seat), Random(5))


@pytest.mark.parametrize("number", [2, 3, 5])
def test_playouts_are_not_clairvoyant(number: int) -> None:
    """What the policy does in a world hangs on the hand of the seat that moves, not on those of the others."""
    for seed in range(12):
        state, rng = new("tricks", NAMES[:number], seed), Random(seed)
        for _ in range(seed):
            state.play(rng.choice(state.legal_moves()))
        world = cast(Tricks, imagined(state, state.seat, rng))
        assert players._policy(world, Random(1)) == players._policy(cast(Tricks, state), Random(1))
        assert players._candidates(world) == players._candidates(cast(Tricks, state))


@pytest.mark.parametrize("name", PLAYERS)
def test_each_says_in_a_line_how_it_plays(name: str) -> None:
    about = find(name).about("tricks")
    assert about.endswith(".")
    assert len(about) < 140


# What is plainly right


@pytest.mark.parametrize("name", ["beginner", "skilled", "expert"])
def test_all_but_random_claim_the_most_points(name: str) -> None:
    state, rng = new("tricks", NAMES[:4], 2), Random(2)
    seen = 0
    while not state.over:
        view = cast(TricksView, state.view(state.seat))
        if view.claiming and len(view.legal) > 1:
            seen += 1
            choice = find(name).choose(view, Random(0))
            assert CLAIMS[choice.move] == max(CLAIMS[move] for move in view.legal)
            state.play(choice.move)
        else:
            state.play(rng.choice(view.legal))
    assert seen > 5


def test_the_beginner_plays_its_biggest_combo_of_three_cards_at_most() -> None:
    state = dealt("11112333445566", "1234", 2)
    choice = find("beginner").choose(state.view(0), Random(0))
    assert choice.move == "456"
    single = dealt("11112333445566", "1234", 2, "44").view(1)
    assert all(len(find("beginner")(single, Random(i))) <= 3 for i in range(3))


def test_the_skilled_player_does_not_waste_a_big_combo_when_its_place_is_sure() -> None:
    """Last of three, behind two single 1s, any higher single claims first as surely as a big set does."""
    state = dealt("11112222233333", "126", 3)
    state.play("1")
    state.play(state.legal_moves()[0])
    view = cast(TricksView, state.view(2))
    choice = find("skilled").choose(view, Random(0))
    assert max(map(len, view.legal)) > 2
    assert len(choice.move) == 1
    assert choice.move > "1"
    assert "nobody can beat it any more" in choice.why


def test_the_skilled_player_names_the_exact_chance_to_be_beaten() -> None:
    seen = 0
    for seed in range(30):
        state = new("tricks", NAMES[:2], seed)
        view = cast(TricksView, state.view(0))
        choice = find("skilled").choose(view, Random(0))
        chance = chance_beaten(view, 1, choice.move)
        assert isclose(chance, outlook(view)[choice.move][OPEN], abs_tol=1e-12)
        if chance > 0:
            seen += 1
            assert f"Grace can beat it with a chance of {100 * chance:.0f} %" in choice.why
        else:
            assert outlook(view)[choice.move][SAFE] == 1
            assert "nobody can beat it any more" in choice.why
    assert seen > 5


def test_a_finished_game_is_worth_most_to_whoever_won_it() -> None:
    for seed in range(5):
        state, rng = new("tricks", NAMES[:3], seed), Random(seed)
        while not state.over:
            state.play(rng.choice(state.legal_moves()))
        values = players._value(cast(Tricks, state))
        assert all(0 <= value <= 1 for value in values)
        assert [values[seat] == max(values) for seat in range(3)] == [seat in state.winners() for seat in range(3)]


def test_bigger_hands_are_worth_more_and_bigger_combos_are_harder_to_beat() -> None:
    for two in (True, False):
        worths, beaten = players.WORTHS[two], players.BEATEN[two]
        for move, combo in COMBOS.items():
            assert worths[combo.bits] > 0
            for card in set(move):
                assert worths[combo.bits] > worths[combo.bits - bits(card)]
            assert players.SIZES[combo.bits] == len(cards(combo.bits)) == len(move)
        assert beaten["44", ""] < beaten["33", ""] < beaten["6", ""]
        assert beaten["1234", ""] < beaten["123", ""]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("higher", "lower", "games", "share"), [("beginner", "random", 60, 0.8), ("skilled", "beginner", 100, 0.6)]
)
def test_each_rung_beats_the_one_below(higher: str, lower: str, games: int, share: float) -> None:
    won = decided = 0
    for game in range(games):
        seats = [find(higher), find(lower)][:: 1 if game % 2 else -1]
        state, rng = new("tricks", 2, f"deal {game // 2}"), Random(game)
        while not state.over:
            state.play(seats[state.seat](state.view(state.seat), rng))
        if len(winners := state.winners()) == 1:
            decided += 1
            won += seats[winners[0]] is find(higher)
    assert won > share * decided

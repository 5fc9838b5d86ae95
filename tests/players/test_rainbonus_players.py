"""Players of `rainbonus`: legal everywhere, reproducible, blind to what is hidden, and sensible where the choice is plain."""

from __future__ import annotations

from random import Random

import pytest

from rainbowkit.games.rainbonus import BUILD, DRAW, DROP, Rainbonus
from rainbowkit.players import Choice, find
from rainbowkit.players import rainbonus as players
from rainbowkit.search import Search

NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara"]
QUICK = Search(
    "Like the expert, but quick.",
    players.policy,
    players.value,
    playouts=12,
    worlds=4,
    candidates=players.candidates,
    settled=players.settled,
    imagine=players.imagine,
)
STRATEGIES = {"beginner": players.beginner, "skilled": players.skilled, "expert": QUICK}
TABLES = [
    (2, {}),
    (3, {"turn_limit": 2}),
    (4, {}),
    (5, {"deck": {"PRISM": 0, "X2": 0, "X3": 4}}),
    (2, {"deck": {"PRISM": 9, "X2": 0, "X3": 9}, "turn_limit": 5}),
]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_moves_are_legal_reproducible_and_explained(name: str, seats: int, options: dict[str, object]) -> None:
    strategy, rng = STRATEGIES[name], Random(seats)
    state = Rainbonus(NAMES[:seats], 3, first=1, **options)
    while not state.over:
        view = state.view(state.seat)
        move = rng.choice(view.legal)
        if len(view.legal) > 1 and (name != "expert" or rng.random() < 0.3):
            choice = strategy(view, Random(5))
            assert isinstance(choice, Choice)
            assert choice.move in view.legal
            assert choice.why.endswith(".")
            assert len(choice.why) > 20
            assert strategy(state.view(state.seat), Random(5)) == choice
            move = choice.move
        state.play(move)


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_hidden_does_not_change_a_move(name: str) -> None:
    strategy, rng = STRATEGIES[name], Random(name)
    state = Rainbonus(NAMES[:3], 4)
    asked = 0
    while not state.over:
        view = state.view(state.seat)
        if len(view.legal) > 1 and rng.random() < 0.25:
            world = view.sample(rng)
            assert strategy(world.view(state.seat), Random(6)) == strategy(view, Random(6))
            asked += world.hands != state.hands
        state.play(rng.choice(view.legal))
    assert asked > 5


def test_the_policy_of_playouts_sees_no_hidden_card() -> None:
    rng = Random(8)
    state = Rainbonus(NAMES[:2], 8)
    while not state.over:
        world = state.view(state.seat).sample(rng)
        assert players.policy(world, Random(1)) == players.policy(state, Random(1))
        state.play(rng.choice(state.legal_moves()))


def test_imagined_worlds_agree_with_the_view() -> None:
    rng = Random(9)
    state = Rainbonus(NAMES[:3], 9)
    changed = 0
    while not state.over and state.round == 1:
        view = state.view(state.seat)
        world = players.imagine(view, rng)
        assert tuple(world.hands[state.seat]) == view.hand
        assert sorted(card for hand in (*world.hands, world.deck) for card in hand) == sorted(
            card for hand in (*state.hands, state.deck) for card in hand
        )
        assert all(known <= type(known)(hand) for known, hand in zip(view.unseen.known, world.hands, strict=True))
        changed += 1
        state.play(rng.choice(state.legal_moves()))
    assert changed > 10


def game(hand: list[str], other: list[str], turned_up: str, top: str) -> Rainbonus:
    """A game in which Ada is dealt this hand, and may draw these two cards."""
    first = [card for pair in zip(hand, other, strict=True) for card in pair] + [turned_up, top]
    rest = Rainbonus(NAMES[:2]).cards()
    for card in first:
        rest.remove(card)
    return Rainbonus(NAMES[:2], shuffles=[first + rest])


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_high_card_of_a_new_colour_is_taken(name: str) -> None:
    view = game(["R2", "R3", "O2", "O3"], ["G2", "G3", "P2", "P3"], "B8", "Y2").view(0)
    assert STRATEGIES[name](view, Random(1)).move == "pile"


def test_who_can_build_the_most_ends_the_round() -> None:
    state = game(["R8", "O8", "RAIN", "G2"], ["SUN", "G3", "P2", "P3"], "B2", "Y2")
    for move in ("deck", "drop Y2", "deck", "drop SUN", "deck"):
        state.check(move)
        state.play(move)
    assert state.phase == DROP
    choice = players.skilled(state.view(0), Random(1))
    assert choice.move == "drop RAIN"
    assert "I end the round" in choice.why


def test_the_ladder_finds_them() -> None:
    view = Rainbonus(NAMES[:2], 1).view(0)
    assert view.phase == DRAW
    for name in ("beginner", "skilled"):
        assert find(name).choose(view, Random(1)) == STRATEGIES[name](view, Random(1))
        assert len(find(name).about("rainbonus")) > 20
    assert find("expert").about("rainbonus") == players.expert.__doc__


@pytest.mark.parametrize(("high", "low"), [("beginner", "random"), ("skilled", "beginner")])
def test_a_rung_beats_the_one_below(high: str, low: str) -> None:
    # 40 games: who wins each with a chance of 1/2 wins 27 or more with a chance of 2 %, and these win three of four or more.
    won = 0
    for deal in range(20):
        for seat in range(2):
            table = [find(high) if p == seat else find(low) for p in range(2)]
            state = Rainbonus(NAMES[:2], deal)
            rngs = [Random(f"{deal} {p}") for p in range(2)]
            while not state.over:
                state.play(table[state.seat](state.view(state.seat), rngs[state.seat]))
            won += seat in state.winners()
    assert won >= 27


def test_building_is_for_the_end_of_the_game() -> None:
    state = Rainbonus(NAMES[:2], 2, turn_limit=1)
    rng = Random(2)
    while state.phase != BUILD:
        state.play(rng.choice(state.legal_moves()))
    assert players.best_build(["R6", "X2", "R2"], {}, 0, 2) == ("add R6", 12)
    assert players.candidates(state)[0] == players.skilled(state.view(state.seat), rng).move

"""The players of `kobito`: legal and reproducible everywhere, blind to what is hidden, and sensible where that is plain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

import pytest

from rainbowkit.games.kobito import DECK, GOLD, Kobito, KobitoView
from rainbowkit.players import PLAYERS, Choice, find
from rainbowkit.players.kobito import beginner, candidates, expert, finishing, policy, skilled, value
from rainbowkit.search import Search

NAMES = ["Ada", "Grace", "Hedy", "Joan", "Mary", "Sofia"]
SHORT = {"gold": [[2, 1]] * 9}
ODD = {"gold": [[30, 9], [3, -1], [5, 0], [2, 2]]}
TABLES = [*((n, {}) for n in (2, 3, 4, 6)), (2, SHORT), (2, ODD)]
quick = Search("In a hurry.", policy, value, playouts=6, worlds=2, horizon=8, candidates=candidates)
MINDS = {"beginner": beginner, "skilled": skilled, "expert": quick}

every_table = pytest.mark.parametrize(("players", "options"), TABLES)


def game(starts: str, *hands: str, pots: str = "9:12 9:12 9:12") -> Kobito:
    """A game with these starting cards and hands, and these first pots."""
    held = [hand.split() for hand in hands]
    dealt = [*starts.split(), *(hand[i] for i in range(5) for hand in held)]
    gold = [f"{length}:{points}" for length, points in GOLD]
    return Kobito(NAMES[: len(hands)], shuffles=[_top(pots.split(), gold), _top(dealt, DECK)])


def _top(first: Sequence[str], cards: Sequence[str]) -> list[str]:
    rest = list(cards)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def games(players: int, options: dict[str, object], often: float) -> Iterator[tuple[Kobito, Random]]:
    """Points with a choice, in games that skilled and random players play."""
    rng = Random(f"{players} {options}")
    state = Kobito(NAMES[:players], players, **options)
    while not state.over:
        view = state.view(state.seat)
        if len(view.legal) > 1 and rng.random() < often:
            yield state, rng
        state.play(find("skilled" if rng.random() < 0.8 else "random")(view, rng))


# Everywhere


@every_table
def test_every_choice_is_legal_explained_and_the_same_for_the_same_seed(
    players: int, options: dict[str, object]
) -> None:
    for state, rng in games(players, options, 0.05):
        view = state.view(state.seat)
        seed = rng.random()
        for mind in MINDS.values():
            choice = mind(view, Random(seed))
            assert isinstance(choice, Choice)
            assert choice.move in view.legal
            assert choice.why.endswith(".")
            assert choice.why[0].isupper()
            assert "  " not in choice.why
            assert mind(state.view(state.seat), Random(seed)) == choice


@every_table
def test_what_is_hidden_changes_no_choice(players: int, options: dict[str, object]) -> None:
    changed = 0
    for state, rng in games(players, options, 0.3 if options else 0.03):
        view = state.view(state.seat)
        world = view.sample(rng)
        changed += world.hands != state.hands or world.deck != state.deck
        seed = rng.random()
        for mind in MINDS.values():
            assert mind(view, Random(seed)) == mind(world.view(state.seat), Random(seed))
    assert changed


def test_the_policy_of_the_search_looks_at_no_hand_but_its_own() -> None:
    for state, rng in games(3, {}, 0.1):
        other = state.copy()
        for seat in range(3):
            if seat != state.seat:
                other.hands[seat] = ["K"] * len(other.hands[seat])
        other.deck = other.deck[::-1]
        seed = rng.random()
        assert policy(state, Random(seed)) == policy(other, Random(seed))
        assert candidates(state) == candidates(other)


def test_the_rungs_are_these_and_say_how_they_play() -> None:
    view = game("1 5 9", "1 4 6 8 12", "3 3 3 3 3").view(0)
    for name, mind in {"beginner": beginner, "skilled": skilled, "expert": expert}.items():
        assert PLAYERS[name].choose(view, Random(1)) == mind(view, Random(1))
        about = PLAYERS[name].about("kobito")
        assert about.endswith(".")
        assert len(about) < 130


# Where it is plain what to do


def test_a_rainbow_goes_to_the_pot_that_it_fills_card_by_card() -> None:
    state = game("5 1 1", "6 7 8 3 3", "11 11 11 11 10", pots="4:3 9:12 9:12")
    for _ in range(3):
        state.play(skilled(state.view(0), Random(1)).move)
    assert state.won[0] == [[4, 3]]


def test_the_richest_pot_within_reach_is_filled() -> None:
    state = game("5 9 1", "6 7 4 10 3", "11 11 11 12 12", pots="4:3 9:12 9:12")
    ((move, points),) = finishing(state.view(0), state.hands[0], state.legal_moves())
    assert points == 3
    assert move.split()[1].startswith("g1")
    for hand, points in (("6 7 8 10 11", [4, 3]), ("6 7 8 3 3", [3]), ("6 7 8 K 3", [4, 3])):
        state = game("5 9 1", hand, "12 12 2 2 2", pots="4:3 5:4 9:12")
        assert [worth for _, worth in finishing(state.view(0), state.hands[0], state.legal_moves())] == points


def test_a_kobito_fills_in_for_what_is_missing() -> None:
    state = game("5 1 1", "6 K 8 3 3", "11 11 11 11 10", pots="4:3 9:12 9:12")
    view = cast(KobitoView, state.view(0))
    choice = skilled(view, Random(1))
    assert "3 points" in choice.why
    while not state.won[0]:
        assert state.seat == 0
        state.play(skilled(cast(KobitoView, state.view(0)), Random(1)).move)


def test_skilled_says_what_it_leaves_to_the_next_player() -> None:
    state = game("5 1 1", "4 9 9 9 12", "11 11 11 11 10", pots="4:3 9:12 8:10")
    choices = []
    rng = Random(1)
    for _ in range(60):
        if state.over:
            break
        view = state.view(state.seat)
        choice = PLAYERS["skilled"].choose(view, rng)
        choices.append(choice.why)
        state.play(choice.move)
    assert any("%" in why and "next player" in why for why in choices)


def test_the_search_values_a_finished_game_by_its_winners() -> None:
    rng = Random(3)
    state = Kobito(NAMES[:3], 3)
    while not state.over:
        assert sum(value(state)) == pytest.approx(1)
        state.play(rng.choice(state.legal_moves()))
    winners = state.winners()
    assert value(state) == [(seat in winners) / len(winners) for seat in range(3)]


# The ladder, on a few common deals: a fall of a whole rung would show


def share(higher: str, lower: str, deals: int) -> float:
    """The part of the decided games that one player wins against another, each deal from both seats."""
    won = decided = 0
    for deal in range(deals):
        for seat in (0, 1):
            rng = Random(deal)
            state = Kobito(NAMES[:2], f"ladder {deal}")
            while not state.over:
                player = find(higher if state.seat == seat else lower)
                state.play(player(state.view(state.seat), rng))
            winners = state.winners()
            won += winners == [seat]
            decided += len(winners) == 1
    return won / decided


@pytest.mark.slow
def test_every_scripted_rung_beats_the_one_below() -> None:
    assert share("beginner", "random", 20) > 0.75
    assert share("skilled", "beginner", 20) > 0.75

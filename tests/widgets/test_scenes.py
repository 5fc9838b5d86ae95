"""Scenes of random games of all four: what can be picked, what is forbidden, and that nothing hidden is in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import rainbowkit
from rainbowkit.engine import State
from rainbowkit.games import GAMES
from rainbowkit_widgets.scene import UNKNOWN, Element, Face, Follower, Move, Panel, Scene, Zone, fits
from rainbowkit_widgets.scenes import say, scene, why_not

TABLES = [(game, n) for game in GAMES for n in range(GAMES[game].facts.fewest, GAMES[game].facts.most + 1)]
NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald"]
LARGEST = 40_000

every_table = pytest.mark.parametrize(("game", "players"), TABLES)
half_the_games = pytest.mark.parametrize(("game", "players"), [one for one in TABLES if one[0] in ("clash", "tricks")])


@cache
def random_game(game: str, players: int, seed: int) -> list[State]:
    """All positions of a random game, the finished one last."""
    rng = Random(f"{game} {players} {seed}")
    state = GAMES[game](NAMES[:players], seed, first=seed % players)
    positions = [state.copy()]
    while not state.over:
        state.play(rng.choice(state.legal_moves()))
        positions.append(state.copy())
    return positions


def some(game: str, players: int, seeds: int = 2, every: int = 5) -> Iterator[State]:
    """Some positions of some random games, the last one of each among them."""
    for seed in range(seeds):
        yield from random_game(game, players, seed)[::-every]


def thinned(game: str, players: int, seed: int, most: int = 60) -> list[State]:
    """A random game as it is watched: all of it, or only every so many moves if it is long."""
    positions = random_game(game, players, seed)
    return positions[:: -(len(positions) // most + 1)][::-1]


def shown(state: State, seat: int | None, **options: bool) -> Scene:
    """A scene with ids."""
    return Follower().follow(scene(state.view(seat), **options))


def sent(found: Scene) -> str:
    """What the browser gets."""
    return json.dumps(found.to_dict())


# Picking


@every_table
def test_every_legal_move_can_be_made_by_picking(game: str, players: int) -> None:
    for state in some(game, players, every=4):
        if state.over:
            continue
        found = shown(state, state.to_move)
        assert [move.move for move in found.moves] == state.legal_moves()
        for move in found.moves:
            picked = found.picking(move)
            assert move in found.makes(picked), move
            assert all(fits(picked[:i], move) for i in range(len(picked)))


@every_table
def test_the_buttons_of_the_same_picks_can_be_told_apart(game: str, players: int) -> None:
    for state in some(game, players, every=4):
        if state.over:
            continue
        found = shown(state, state.to_move)
        for move in found.moves:
            assert move.label
            labels = [other.label for other in found.makes(found.picking(move))]
            assert labels.count(move.label) == 1, labels


@every_table
def test_whatever_else_is_picked_is_answered_with_a_rule(game: str, players: int) -> None:
    rng = Random(f"picks {game} {players}")
    rules = {rule.id for rule in rainbowkit.rules(game)}
    for state in some(game, players, every=4):
        seat = state.seat
        view = state.view(seat)
        found = shown(state, seat)
        elements = found.elements()
        for size in [1, 1, 1, 2, 2, 3, 4, 5, 6] * 3:
            picked = rng.sample(elements, min(size, len(elements)))
            if found.makes(picked):
                continue
            rule, sentence = why_not(state, view, picked)
            assert rule in rules, (rule, sentence)
            assert not sentence[0].islower()
            assert sentence[-1] in ".?!"


@every_table
def test_every_single_card_and_place_makes_a_move_or_is_answered(game: str, players: int) -> None:
    rules = {rule.id for rule in rainbowkit.rules(game)}
    for state in some(game, players):
        found = shown(state, state.seat)
        for element in found.elements():
            assert found.makes([element]) or why_not(state, state.view(state.seat), [element])[0] in rules


@every_table
def test_who_is_not_to_move_is_told_so(game: str, players: int) -> None:
    state = random_game(game, players, 0)[0]
    other = (state.seat + 1) % players
    found = shown(state, other)
    assert not found.moves
    assert why_not(state, state.view(other), found.elements()[:1])[0] == "turn"
    over = random_game(game, players, 0)[-1]
    assert why_not(over, over.view(0), shown(over, 0).elements()[:1])[0] == "over"


# What is in a scene


@every_table
def test_ids_are_unique_and_everything_has_a_label(game: str, players: int) -> None:
    for seat in (0, players - 1, None):
        follower = Follower()
        for state in thinned(game, players, 1):
            found = follower.follow(scene(state.view(seat)))
            elements = found.elements()
            ids = [element.id for element in elements]
            assert all(ids)
            assert len(set(ids)) == len(ids)
            assert all(element.label for element in elements)
            for things in (found.zones(), found.panels):
                assert len({thing.id for thing in things}) == len(things)
            assert all(zone.label for zone in found.zones())
            assert found.status.endswith(".")


@every_table
def test_a_panel_for_every_seat_clockwise_from_the_one_that_looks(game: str, players: int) -> None:
    for state in some(game, players, seeds=1, every=20):
        for seat in (*range(players), None):
            found = shown(state, seat)
            areas = [panel.area for panel in found.panels]
            seats = [panel.seat for panel in found.panels if panel.seat is not None]
            if seat is None:
                assert areas == ["other"] * players + ["middle"]
                assert seats == list(range(players))
            else:
                assert areas == ["other"] * (players - 1) + ["middle", "own"]
                assert seats == [(seat + i) % players for i in range(1, players + 1)]
            assert [panel.seat for panel in found.panels if panel.turn] == ([] if state.over else [state.seat])


@every_table
def test_scenes_are_small(game: str, players: int) -> None:
    for state in thinned(game, players, 0, most=120):
        assert len(sent(shown(state, state.seat, scores=True))) < LARGEST


@every_table
def test_spectators_and_the_end_of_a_game(game: str, players: int) -> None:
    for state in some(game, players, every=8):
        for memory in (True, False):
            assert not shown(state, None, memory=memory).moves
        if state.over:
            for seat in (*range(players), None):
                found = shown(state, seat)
                assert not found.moves
                assert "over" in found.status


@half_the_games
def test_a_move_is_told_alike_whoever_looks(game: str, players: int) -> None:
    """So nobody is told more than everyone saw, but for what is said to `you`. (In the others who draws a card sees it.)"""
    for seed in range(2):
        positions = random_game(game, players, seed)
        for before, after in pairwise(positions):
            move = after.moves[-1]
            told = {plain(say(before.view(seat), move, after.view(seat)), seat) for seat in (*range(players), None)}
            assert len(told) == 1, told
            assert all(say(before.view(seat), move) for seat in (*range(players), None))


def plain(words: str, seat: int | None) -> str:
    """Words in which this seat is called by its name, and not `you`."""
    return words if seat is None else re.sub(r"\byou (\w+)", rf"{NAMES[seat]} \1s", words).replace(" mays ", " may ")


# Secrecy


@every_table
def test_a_scene_holds_nothing_that_is_hidden_from_its_seat(game: str, players: int) -> None:
    """With all that a seat has not seen dealt anew the bytes that go to its browser are the same, all through the game."""
    rng = Random(f"secrets {game} {players}")
    positions = thinned(game, players, 0)
    for seat in (0, players - 1, None):
        one, other = Follower(), Follower()
        for i, state in enumerate(positions):
            view = state.view(seat)
            twin = view.sample(rng).view(seat) if i % 4 == 0 or state.over else state.view(seat)
            options = {"memory": bool(i // 4 % 2), "scores": bool(i // 8 % 2)}
            assert sent(one.follow(scene(view, **options))) == sent(other.follow(scene(twin, **options)))


@half_the_games
def test_a_game_imagined_from_a_view_sends_the_same_bytes_from_its_start(game: str, players: int) -> None:
    """These worlds are whole games, so what was sent at every earlier moment is the same too."""
    rng = Random(f"worlds {game} {players}")
    for state in random_game(game, players, 1)[::-25]:
        for seat in (0, players - 1, None):
            world = state.view(seat).sample(rng)
            games = [type(state)(state.names, shuffles=one.shuffles, first=state.first) for one in (state, world)]
            followers = [Follower(), Follower()]
            for move in (*state.moves, ""):
                here, there = (
                    sent(follower.follow(scene(one.view(seat)))) for one, follower in zip(games, followers, strict=True)
                )
                assert here == there
                for one in games if move else []:
                    one.play(move)


# Following cards


def card(kind: str = "", name: str = "") -> list[Element]:
    return [Element("card", Face("red"), id=name, kind=kind)]


def pile(name: str, size: int) -> list[Element]:
    return [Element("pile", id=name, count=size, place=not size)]


def table(**zones: list[list[Element]]) -> Scene:
    return Scene(
        "none", "A game", "", [Panel("all", "", "middle", [Zone(name, name, items) for name, items in zones.items()])]
    )


def ids(found: Scene, zone: str) -> list[str]:
    return [element.id for one in found.zones() if one.id == zone for item in one.items for element in item]


def test_a_card_keeps_its_id_from_the_hand_to_the_line() -> None:
    follower = Follower()
    first = follower.follow(table(hand=[card("4"), card("4"), card("5")], line=[]))
    assert ids(first, "hand") == ["4#1", "4#2", "5#1"]
    then = follower.follow(table(hand=[card("4"), card("5")], line=[card("4")]))
    assert ids(then, "hand") == ["4#1", "5#1"]
    assert ids(then, "line") == ["4#2"]
    assert not then.leaving
    assert not any(element.source for element in then.elements())


@pytest.mark.parametrize("own", [False, True])
def test_a_new_card_has_come_from_the_pile_that_got_smaller(own: bool) -> None:
    follower = Follower()
    new = card(name="c9") if own else card("4")
    first = follower.follow(table(deck=[pile("deck", 1)], won=[pile("won", 0)], line=[]))
    assert not any(element.source for element in first.elements())
    then = follower.follow(table(deck=[], won=[pile("won", 0)], line=[new]))  # the last card, and no pile is left
    assert [element.source for element in then.elements() if element.count is None] == ["deck"]
    later = follower.follow(table(deck=[], won=[pile("won", 0)], line=[card(name="c9") if own else card("4")]))
    assert not any(element.source for element in later.elements())


@pytest.mark.parametrize("own", [False, True])
def test_cards_that_are_gone_have_joined_the_piles_that_got_larger(own: bool) -> None:
    follower = Follower()
    cards = [card(name=f"c{i}") if own else card(str(i)) for i in range(3)]
    first = follower.follow(table(won=[pile("won", 0)], aside=[pile("aside", 2)], line=cards))
    before = ids(first, "line")
    then = follower.follow(table(won=[pile("won", 2)], aside=[pile("aside", 3)], line=[]))
    assert then.leaving == dict(zip(before, ("won", "won", "aside"), strict=True))
    assert not follower.follow(table(won=[pile("won", 2)], aside=[pile("aside", 3)], line=[])).leaving


def test_places_neither_come_nor_go() -> None:
    follower = Follower()
    place = [Element("a place", id="x", place=True)]
    follower.follow(table(deck=[pile("deck", 3)], line=[]))
    then = follower.follow(table(deck=[pile("deck", 2)], line=[place]))
    assert not then.elements()[-1].source
    assert not follower.follow(table(deck=[pile("deck", 3)], line=[])).leaving


# For JSON


def test_a_scene_for_json_leaves_out_what_is_empty_and_keeps_what_is_none() -> None:
    element = Element("card", Face("red"), UNKNOWN, "a", "kind")
    zone = Zone("z", "Zone", [[element], pile("p", 0)])
    found = Scene("none", "A game", "Go on.", [Panel("p0", "Ada", "own", [zone], seat=0)], [Move("S", {}, "Stop")])
    assert found.to_dict() == {
        "game": "none",
        "title": "A game",
        "status": "Go on.",
        "panels": [
            {
                "id": "p0",
                "title": "Ada",
                "area": "own",
                "zones": [
                    {
                        "id": "z",
                        "label": "Zone",
                        "items": [
                            [{"label": "card", "face": {"colour": "red"}, "back": "?", "id": "a"}],
                            [{"label": "pile", "id": "p", "place": True, "count": 0}],
                        ],
                        "layout": "row",
                    }
                ],
                "seat": 0,
            }
        ],
        "moves": [{"move": "S", "picks": {}, "label": "Stop"}],
    }

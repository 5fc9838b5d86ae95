"""The rules page README.md, "The four games, exactly", sentence by sentence: the headings below are the headings there.

What it says of every game is tried in every game; what the pages of the games say is in their own files. At the end
stand the sentences of the library itself on setting games up, on reading files, and on matches.
"""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rainbowkit
from rainbowkit import GAMES, BadRecord, BadSetup, IllegalMove, MalformedMove, RainbowkitError, State, View
from tests.engine.test_golden_records import read

Record = dict[str, Any]

NAMES = ["Ada", "Grace", "Edsger", "Barbara", "Alan", "Donald"]
every_game = pytest.mark.parametrize("game", GAMES)


# Helpers


def at_random(state: State, rng: random.Random) -> str:
    moves = state.legal_moves()
    return moves[int(rng.random() * len(moves))]


def idler(view: View, rng: random.Random) -> str:
    """A player that builds no rainbow in rainbonus."""
    return "done" if "done" in view.legal else view.legal[0]


def steps(game: str, players: int = 2, seed: int = 1, **options: Any) -> Iterator[tuple[State, str]]:
    """A random game: the State before every move, always the same one played on, and the move, none at the end."""
    state, rng = rainbowkit.new(game, NAMES[:players], seed, **options), random.Random(seed)
    while not state.over:
        move = at_random(state, rng)
        yield state, move
        state.play(move)
    yield state, ""


@cache
def course(game: str) -> list[Record]:
    """The records of one random game, from the deal to the end."""
    return [state.record() for state, _ in steps(game)]


def whole(game: str) -> Record:
    return course(game)[-1]


def record_of(game: str, shuffles: list[list[str]], moves: str = "", players: int = 2, **options: Any) -> Record:
    return {
        "format": "rainbowkit/1",
        "game": game,
        "players": NAMES[:players],
        "options": options,
        "shuffles": shuffles,
        "moves": moves.split(", ") if moves else [],
    }


def orders(game: str, *tops: str) -> list[list[str]]:
    """An order for each shuffle of a deal: the cards of `tops` on top, kobito's numbers before its other cards."""
    found = []
    shuffles = rainbowkit.new(game, seed=1).record()["shuffles"]
    for i in range(2 if game == "kobito" else 1):
        top = tops[i].split() if i < len(tops) else []
        rest = sorted(shuffles[i], key=lambda card: card in ("K", "X"))
        for card in top:
            rest.remove(card if card in rest else card[::-1])  # in clash a card may be turned round
        found.append(top + rest)
    return found


def changed(record: Any, value: Any, *path: Any) -> Any:
    """The record with another value at one place, and otherwise the same."""
    key, *rest = path
    copy = record.copy()
    copy[key] = changed(copy[key], value, *rest) if rest else value
    return copy


def without(record: Record, *keys: str) -> Record:
    return {key: value for key, value in record.items() if key not in keys}


def refused(record: Any, where: str, *words: str) -> BadRecord:
    """The record must be refused in one line that names this place and has these words."""
    before = json.dumps(record)
    with pytest.raises(BadRecord) as caught:
        rainbowkit.replay(record)
    error = caught.value
    assert error.where == where
    assert str(error) == (f"{where}: {error.reason}" if where else error.reason)
    assert "\n" not in str(error)
    for word in words:
        assert word in error.reason
    assert json.dumps(record) == before
    return error


def hand(state: State, seat: int) -> Counter[str]:
    view: Any = state.view(seat)
    return Counter(view.hand)


def hint(state: State, move: str) -> tuple[str, ...]:
    """What a player is told about a move: nothing where it is legal."""
    try:
        state.check(move)
    except IllegalMove as error:
        return (str(error), error.rule, error.sentence, error.position)
    return ()


# The four games

FACTS = [
    ("tricks", "Rainbow", "Mito Sazuki", 2, 6, [60]),
    ("clash", "Rainbow", "Mathias Spaan", 2, 2, [57]),
    ("kobito", "Kobito", "Robert Brouwer", 2, 6, [18, 92]),
    ("rainbonus", "Rainbonus", "fred & fun", 2, 5, [54]),
]


def test_the_kit_teaches_four_games() -> None:
    assert list(GAMES) == [game for game, *_ in FACTS]


@pytest.mark.parametrize(("game", "title", "designer", "fewest", "most", "decks"), FACTS)
def test_table_of_id_title_designer_players_and_deck(
    game: str, title: str, designer: str, fewest: int, most: int, decks: list[int]
) -> None:
    facts = GAMES[game].facts
    assert (facts.id, facts.title, facts.designer) == (game, title, designer)
    for players in range(9):
        if fewest <= players <= most:
            state = rainbowkit.new(game, players, seed=1)
            assert len(state.names) == players
            assert [len(order) for order in state.record()["shuffles"]][: len(decks)] == decks
        else:
            with pytest.raises(BadSetup, match=f"{game} is for {fewest}"):
                rainbowkit.new(game, players, seed=1)


def test_tricks_has_the_ranks_1_to_6_ten_of_each() -> None:
    assert Counter(whole("tricks")["shuffles"][0]) == dict.fromkeys("123456", 10)


# Rulings

RULINGS = {
    "tricks": "claim-whole row-size equal-totals left-overs two-empty two-bonus",
    "clash": "flip-commits cloud-first draw-after-capture",
    "kobito": (
        "start-refill kobito-clear start-kobito move-out move-last replace-own replace-number pay-choice penalty "
        "end-empty tie"
    ),
    "rainbonus": "deal-passes turned-up refill nothing-to-draw build-order turn-limit bonus-prism",
}
INFERENCES = {"tricks": "", "clash": "deck", "kobito": "gold", "rainbonus": "specials"}
OPTIONS = [
    ("kobito", "gold", "gold", [[4, 3], [5, 4], [6, 6]]),
    ("rainbonus", "specials", "deck", {"PRISM": 3, "X2": 4, "X3": 5}),
    ("rainbonus", "turn-limit", "turn_limit", 7),
]


@every_game
def test_each_ruling_is_visible_to_the_user(game: str) -> None:
    rules = rainbowkit.rules(game)
    assert {rule.id for rule in rules if rule.kind == "ruling"} == set(RULINGS[game].split())
    assert {rule.kind for rule in rules} <= {"rule", "ruling", "inference"}
    for rule in rules:
        assert len(rule.text) > 20
        assert rule.text.endswith(".")


@every_game
def test_each_ruling_is_one_named_place(game: str) -> None:
    rules = rainbowkit.rules(game)
    assert len({rule.id for rule in rules}) == len({rule.text for rule in rules}) == len(rules)


@pytest.mark.parametrize(("game", "rule", "option", "value"), OPTIONS)
def test_where_it_says_option_it_can_be_changed_when_a_game_is_created(
    game: str, rule: str, option: str, value: Any
) -> None:
    (found,) = [known for known in rainbowkit.rules(game) if known.option == option]
    assert found.id == rule
    state = rainbowkit.new(game, seed=1, first=1, **{option: value})
    assert state.record()["options"] == {"first": 1, option: value}


@every_game
def test_every_option_of_a_game_belongs_to_a_ruling_or_inference(game: str) -> None:
    named = {rule.option for rule in rainbowkit.rules(game) if rule.option}
    assert named == {option for name, _, option, _ in OPTIONS if name == game} == set(GAMES[game].defaults)
    assert not [rule for rule in rainbowkit.rules(game) if rule.option and rule.kind == "rule"]


@every_game
def test_facts_that_the_print_does_not_give_are_our_inference_and_said_to_be_so(game: str) -> None:
    assert [rule.id for rule in rainbowkit.rules(game) if rule.kind == "inference"] == INFERENCES[game].split()


# Common to all games


@pytest.mark.parametrize("game", ["tricks", "kobito", "rainbonus"])
@pytest.mark.parametrize("first", [0, 2])
def test_seats_are_numbered_clockwise_from_0(game: str, first: int) -> None:
    state = rainbowkit.new(game, 4, seed=1, first=first)
    turns = [state.seat]
    while len(turns) < 4:
        state.play(next(move for move in state.legal_moves() if move not in ("drop SUN", "drop RAIN")))
        if state.seat != turns[-1]:
            turns.append(state.seat)
    assert turns == [first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4]


@every_game
def test_first_is_0_by_default(game: str) -> None:
    for state in (rainbowkit.new(game, seed=1), rainbowkit.replay(record_of(game, orders(game)))):
        assert (state.to_move, state.view(None).first, state.record()["options"]) == (0, 0, {"first": 0})


@every_game
def test_first_is_the_seat_that_begins(game: str) -> None:
    players = GAMES[game].facts.most
    for first in range(players):
        state = rainbowkit.new(game, players, seed=1, first=first)
        assert (state.to_move, state.view(0).first, state.record()["options"]) == (first, first, {"first": first})
        assert state.view(first).legal_moves()
        assert rainbowkit.replay(state.record()).to_move == first


@pytest.mark.parametrize(
    ("game", "shuffle", "before", "size"), [("tricks", 0, 4, 14), ("kobito", 1, 3, 5), ("rainbonus", 0, 0, 4)]
)
@pytest.mark.parametrize("first", range(4))
def test_dealing_is_one_card_at_a_time_clockwise_starting_with_first(
    game: str, shuffle: int, before: int, size: int, first: int
) -> None:
    shuffles = rainbowkit.new(game, 4, seed=1).record()["shuffles"]
    if game == "kobito":  # no starting card goes back into the deck
        shuffles = [shuffles[0], sorted(shuffles[1], key=lambda card: card in ("K", "X"))]
    state = rainbowkit.replay(record_of(game, shuffles, players=4, first=first))
    dealt = shuffles[shuffle][before : before + 4 * size]
    for i in range(4):
        assert hand(state, (first + i) % 4) == Counter(dealt[i::4])


@pytest.mark.parametrize("first", range(3))
def test_dealing_starts_in_rainbonus_with_the_seat_that_begins_the_round(first: int) -> None:
    begun = 0
    for state, _ in steps("rainbonus", 3, first=first, turn_limit=1):
        shuffles = state.record()["shuffles"]
        if len(shuffles) > begun:
            size = (4, 4, 3, 3)[begun]
            for i in range(3):
                assert hand(state, (first + begun + i) % 3) == Counter(shuffles[-1][i : 3 * size : 3])
            begun += 1
    assert begun == 4


@pytest.mark.parametrize(
    ("game", "top", "moves", "only"),
    [
        ("tricks", "6 6 6 6 1 1 1 1", "1, 1, 1, 1", "+6"),
        ("kobito", "4 7 10 5 2 1 2 1 2 1 2 1 2", "5 g1>", "end"),
        ("kobito", "4 7 10 1 2 1 2 1 2 1 2 1 2", "", "pay 1"),
        ("rainbonus", "SUN R2 X2 R3 X2 R4 X3 R5 B2 X3 RAIN", "deck, drop SUN, deck, drop RAIN", "done"),
        ("rainbonus", "SUN RAIN R8 R2 X3 R3 X3 R5 B2 RAIN G2", "deck, drop SUN, deck, drop RAIN, add R8", "done"),
    ],
)
def test_every_decision_is_a_move_also_when_only_one_move_is_legal(game: str, top: str, moves: str, only: str) -> None:
    record = record_of(game, orders(game, *([""] if game == "kobito" else []), top), moves)
    state = rainbowkit.replay(record)
    assert (state.to_move, state.legal_moves()) == (0, [only])
    state.play(only)
    assert state.record()["moves"] == [*record["moves"], only]


def test_a_player_who_has_nothing_to_play_with_or_to_claim_is_skipped() -> None:
    row, seat_0, seat_1, seat_2 = "666", "31111111111222", "34445555555666", "34444444555222"
    hands = [card for cards in zip(seat_0, seat_1, seat_2, strict=True) for card in cards]
    rest = sorted((Counter("123456" * 10) - Counter(row) - Counter(hands)).elements())
    state = rainbowkit.replay(record_of("tricks", [[*row, *hands, *rest]], players=3))
    tricks = [
        ("3 3 3 +6 +6 +6", [0, 1, 2, 0, 1, 2]),
        ("1111111111 4 4 +33 +3", [0, 1, 2, 0, 1]),  # two items for three claimants
        ("222 4 4 +44 +11 +11", [0, 1, 2, 0, 1, 2]),  # the last cards of seat 0, which would lead the next trick
        ("4 2 +44 +22", [1, 2, 1, 2]),
        ("55 2 +4 +2", [1, 2, 1, 2]),
    ]
    for moves, seats in tricks:
        for move, seat in zip(moves.split(), seats, strict=True):
            assert state.to_move == seat
            state.check(move)
            state.play(move)


@pytest.mark.parametrize(
    ("game", "top", "moves"),
    [
        ("clash", "RG OB YT", "P1, F1, P1, F1, P1"),
        ("kobito", "4 7 10 1 2 1 2 1 2 1 2 1 2", "pay 1"),
        ("rainbonus", "SUN RAIN R8 R2 O8 R3 X2 R5 B2 RAIN G2", "deck, drop SUN, deck, drop RAIN, add R8, add O8"),
    ],
)
def test_a_turn_whose_rules_allow_no_further_card_ends_by_itself(game: str, top: str, moves: str) -> None:
    record = record_of(game, orders(game, *([""] if game == "kobito" else []), top), moves)
    assert rainbowkit.replay({**record, "moves": record["moves"][:-1]}).to_move == 0
    assert rainbowkit.replay(record).to_move == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_player_knows_what_they_have_seen_and_forgets_nothing(seed: int) -> None:
    known: dict[int, set[tuple[int, int]]] = {0: set(), 1: set()}
    for state, _ in steps("clash", seed=seed):
        for seat, before in known.items():
            view: Any = state.view(seat)
            now = {(place, side) for place, card in enumerate(view.faces) for side in (0, 1) if card[side] != "?"}
            assert before <= now
            known[seat] = now
    assert min(map(len, known.values())) > 57


@every_game
def test_what_a_player_has_not_seen_does_not_reach_their_hints(game: str) -> None:
    written = sorted({move for _, move in steps(game) if move})
    rng = random.Random(1)
    tried, every = 0, len(course(game)) // 12
    for state, move in steps(game):
        if len(state.moves) % every == 0 and move:
            other = state.view(state.seat).sample(rng)
            tried += other.view(1 - state.seat) != state.view(1 - state.seat)
            for text in rng.sample(written, min(12, len(written))):
                assert hint(state, text) == hint(other, text)
    assert tried


@every_game
def test_what_a_player_has_not_seen_does_not_reach_their_bot(game: str) -> None:
    asked: list[View] = []

    def spy(seat: int) -> rainbowkit.Player:
        def player(view: View, rng: random.Random) -> str:
            assert view.seat == seat
            asked.append(view)
            return rainbowkit.players.random(view, rng)

        return player

    record = rainbowkit.match(game, [spy(0), spy(1)], seed=1).record()
    state = GAMES[game](record["players"], shuffles=record["shuffles"])
    for view, move in zip(asked, record["moves"], strict=True):
        assert isinstance(view, View)
        assert view == state.view(state.to_move)
        state.play(move)


# Notation


@pytest.mark.parametrize(
    ("game", "move", "others"),
    [
        ("tricks", "12", ["21", "1 2", "12 ", "1-2", "012"]),
        ("tricks", "+66", ["66+", "+ 66", "+06", "+6+6"]),
        ("clash", "P1", ["p1", "P 1", "P01", " P1", "1P", "P1\n"]),
        ("clash", "S", ["s", "Stop", "S "]),
        ("kobito", "6 g1>", ["06 g1>", "6 g01>", "6  g1>", "6 G1>", "6g1>", "6 g1 >", "g1> 6"]),
        ("kobito", "end", ["End", "END", "end."]),
        ("rainbonus", "drop R5", ["drop r5", "Drop R5", "drop  R5", "dropR5", "R5"]),
        ("rainbonus", "deck", ["Deck", "draw deck", "deck "]),
    ],
)
def test_every_move_has_one_short_text_form(game: str, move: str, others: list[str]) -> None:
    state = rainbowkit.new(game, seed=1)
    hint(state, move)  # whether it is legal or not, it is no MalformedMove
    for other in others:
        with pytest.raises(MalformedMove):
            state.check(other)


@pytest.mark.parametrize(
    ("game", "card", "others"),
    [
        ("tricks", "6", ["06", "6 ", "VI"]),
        ("clash", "RG", ["rg", "R/G", "R G"]),
        ("kobito", "12", ["12 ", "Q"]),
        ("kobito", "K", ["k", "Kobito"]),
        ("rainbonus", "R8", ["r8", "8R", "R 8"]),
        ("rainbonus", "SUN", ["Sun", "S"]),
    ],
)
def test_every_card_has_one_short_text_form(game: str, card: str, others: list[str]) -> None:
    shuffles = orders(game, *([card] if game == "clash" else []))
    *before, order = shuffles
    at = order.index(card)
    rainbowkit.replay(record_of(game, shuffles))
    for other in others:
        spoilt = [*before, changed(order, other, at)]
        refused(record_of(game, spoilt), f"shuffles[{len(before)}]", "no arrangement")


@every_game
def test_records_views_hints_and_error_messages_use_it(game: str) -> None:
    state = rainbowkit.new(game, seed=1)
    move = state.legal_moves()[-1]
    state.play(move)
    assert state.record()["moves"] == list(state.view(None).moves) == [move]
    while not state.over:
        state.play(at_random(state, random.Random(len(state.moves))))
    refused({**state.record(), "moves": [*state.moves, move]}, f"moves[{len(state.moves)}]", repr(move))
    with pytest.raises(IllegalMove, match="is not legal here") as caught:
        state.check(move)
    assert caught.value.move == move
    assert repr(move) in str(caught.value)


def test_positions_in_notation_count_from_1() -> None:
    view: Any = rainbowkit.replay(record_of("clash", orders("clash", "RG OB YT"), "P3, F1, P1")).view(None)
    assert [view.faces[card][side] for card, side in zip(view.line, view.up, strict=True)] == ["T", "R"]
    gold, deck = orders("kobito", "", "4 7 10 5 1 8")
    state = rainbowkit.replay(record_of("kobito", [gold, deck]))
    assert [move for move in state.legal_moves() if move.startswith("5 g")] == ["5 g1>"]
    state.play("5 g1>")
    view = state.view(None)
    assert [arc.places for arc in view.golds] == [(4, 5), (7,), (10,)]


@pytest.mark.parametrize(
    ("game", "move"),
    [
        *(("clash", f"{kind}0") for kind in "PBF"),
        *(("kobito", f"6 {place}") for place in ("g0>", "s0<", "for g1.0", "for s0.1", "for p0s1.1", "for p1s0.1")),
        *(("kobito", move) for move in ("s0< g1>", "s1< g0>", "X+6 g1.0", "X+6 g0.1")),
    ],
)
def test_there_is_no_position_0(game: str, move: str) -> None:
    with pytest.raises(MalformedMove):
        rainbowkit.new(game, seed=1).check(move)


# Records


@every_game
def test_a_finished_or_unfinished_game_is_one_json_object_enough_to_replay_it_exactly(game: str) -> None:
    for record in (*course(game)[::9], whole(game)):
        text = json.dumps(record)
        assert json.loads(text) == record
        assert rainbowkit.replay(json.loads(text)).record() == record
    assert list(course(game)[0]) == ["format", "game", "players", "options", "shuffles", "moves"]
    assert list(whole(game)) == [*course(game)[0], "scores", "winners"]
    assert (whole(game)["format"], whole(game)["game"]) == ("rainbowkit/1", game)


@every_game
def test_an_unfinished_game_goes_on_as_it_would_have_later_shuffles_included(game: str) -> None:
    record = whole(game)
    later = len(record["shuffles"]) - len(course(game)[0]["shuffles"])
    assert (later > 0) == (game in ("kobito", "rainbonus"))
    for made in range(0, len(record["moves"]), 9):
        state = rainbowkit.replay(course(game)[made])
        for move in record["moves"][made:]:
            state.check(move)
            state.play(move)
        assert state.record() == record


@every_game
def test_with_no_random_generator_involved(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = whole(game)

    def fail(*_: object) -> None:
        raise AssertionError("a generator is involved")

    with monkeypatch.context() as patch:
        for kind in (random.Random, random.SystemRandom):
            for name in ("seed", "random", "getrandbits"):
                patch.setattr(kind, name, fail)
        state = rainbowkit.replay(record)
    assert state.record() == record


@every_game
def test_players_one_name_a_seat(game: str) -> None:
    record = whole(game)
    assert rainbowkit.replay(changed(record, "Zoë", "players", 1)).names == ("Ada", "Zoë")
    assert rainbowkit.replay(changed(record, "Zoë", "players", 1)).record()["players"] == ["Ada", "Zoë"]
    facts = GAMES[game].facts
    for names in ([], ["Ada"], ["Ada"] * (facts.most + 1)):
        refused({**record, "players": names}, "players", f"{game} is for {facts.fewest}")
    for wrong in ({"0": "Ada", "1": "Grace"}, "Ada", 2):
        refused({**record, "players": wrong}, "players", "must be a list")
    refused({**record, "players": ["Ada", 2]}, "players[1]", "must be a text, not a number")


@every_game
def test_players_1_to_100_code_points_two_may_be_alike(game: str) -> None:
    for name in ("x", " ", "x" * 100, "🌈" * 100):
        record = {**whole(game), "players": [name, name]}
        assert rainbowkit.replay(record).record() == record
        assert rainbowkit.new(game, [name, name], seed=1).names == (name, name)


@every_game
def test_no_name_is_shorter_or_longer(game: str) -> None:
    for name in ("", "x" * 101, "🌈" * 101):
        words = f"has 1 to 100 characters; that of seat 1 has {len(name)}"
        refused(changed(whole(game), name, "players", 1), "players", words)
        with pytest.raises(BadSetup, match=words):
            rainbowkit.new(game, ["Ada", name], seed=1)


@pytest.mark.parametrize(
    ("game", "given", "told"),
    [
        *((game, {}, {"first": 0}) for game in GAMES),
        ("kobito", {"first": 1, "gold": [[2, 1], [3, 1], [4, 1]]}, {"first": 1, "gold": [[2, 1], [3, 1], [4, 1]]}),
        ("rainbonus", {"deck": {"PRISM": 4, "X2": 4, "X3": 4}, "turn_limit": 30}, {"first": 0}),
        ("rainbonus", {"turn_limit": 2, "deck": {"X2": 4}}, {"first": 0, "turn_limit": 2}),
    ],
)
def test_options_only_what_differs_from_the_default_plus_first(game: str, given: Record, told: Record) -> None:
    record = rainbowkit.new(game, seed=1, **given).record()
    assert record["options"] == told
    assert rainbowkit.replay(record).record() == record


@every_game
def test_options_may_be_missing(game: str) -> None:
    assert rainbowkit.replay(without(whole(game), "options")).record() == whole(game)


@pytest.mark.parametrize("meta", [{}, {"date": "today", "title": None, "notes": [1.5, {"first": 1}]}, {"moves": []}])
def test_meta_is_an_object_that_may_hold_anything_and_means_nothing_to_the_game(meta: Record) -> None:
    record = whole("clash")
    assert rainbowkit.replay({**record, "meta": meta}).record() == record


@pytest.mark.parametrize("meta", [None, "a title", [], 1, True])
def test_meta_is_nothing_but_an_object(meta: object) -> None:
    refused({**whole("clash"), "meta": meta}, "meta", "must be an object")


@pytest.mark.parametrize("key", ["seed", "Moves", "result", "", "meta "])
def test_other_keys_are_an_error(key: str) -> None:
    refused({**whole("clash"), key: {}}, "", f"no key {key!r}")


@pytest.mark.parametrize("key", ["format", "game", "players", "shuffles", "moves"])
def test_these_keys_are_needed(key: str) -> None:
    refused(without(whole("clash"), key), "", f"the key {key!r} is missing")


@every_game
def test_shuffles_in_the_order_in_which_they_happened(game: str) -> None:
    shuffles = whole(game)["shuffles"]
    for record in course(game):
        assert record["shuffles"] == shuffles[: len(record["shuffles"])]
    if game in ("kobito", "rainbonus"):
        refused({**whole(game), "shuffles": shuffles[::-1]}, "shuffles[0]", "no arrangement")


def test_the_first_card_of_a_shuffle_is_the_next_to_be_drawn() -> None:
    view: Any = rainbowkit.replay(record_of("tricks", orders("tricks", "3 1 6 2"))).view(None)
    assert sorted(view.row) == ["1", "2", "3", "6"]
    shuffles = orders("rainbonus", "R2 R3 R4 R5 R6 R8 O2 O3 SUN X3 G8")
    state = rainbowkit.replay(record_of("rainbonus", shuffles, "deck, drop R2, deck, drop R3"))
    view = state.view(None)
    assert view.pile == ("SUN", "R2", "R3")
    assert (hand(state, 0)["X3"], hand(state, 1)["G8"]) == (1, 1)
    view = rainbowkit.replay(record_of("kobito", orders("kobito", "9:12 4:3 7:8", "3 12 7 1 K 2 5"))).view(1)
    assert (view.pots, [arc.places[0] for arc in view.golds]) == (((9, 12), (4, 3), (7, 8)), [3, 12, 7])
    assert {"K", "5"} <= set(view.hand)


@every_game
def test_moves_every_move_in_notation_whoever_made_it(game: str) -> None:
    made = []

    def scribe(view: View, rng: random.Random) -> str:
        made.append(rainbowkit.players.random(view, rng))
        return made[-1]

    assert rainbowkit.match(game, [scribe, scribe], seed=1).record()["moves"] == made


@pytest.mark.parametrize("game", ["tricks", "clash", "kobito"])
def test_winners_are_seats_in_rising_order_all_who_share_the_win(game: str) -> None:
    shared = [record for record in read() if record["game"] == game and len(record["winners"]) > 1]
    assert shared
    for record in shared:
        winners, scores = record["winners"], record["scores"]
        assert winners == [seat for seat, score in enumerate(scores) if score == max(scores)]
        assert rainbowkit.replay(record).record()["winners"] == winners
        for other in (winners[::-1], winners[:1], winners[1:]):
            refused({**record, "winners": other}, "winners", f"arrives at {winners}", repr(other))


def test_in_a_tie_all_tied_win() -> None:
    record = rainbowkit.match("rainbonus", [idler] * 3, seed=1).record()
    assert (record["scores"], record["winners"]) == ([0, 0, 0], [0, 1, 2])


@every_game
def test_scores_and_winners_are_written_for_a_finished_game_and_only_then(game: str) -> None:
    for record in course(game)[:-1]:
        assert not record.keys() & {"scores", "winners"}
    assert len(whole(game)["scores"]) == 2
    assert whole(game)["winners"]
    for key in ("scores", "winners"):
        refused({**course(game)[-2], key: whole(game)[key]}, key, "not over", key)


@every_game
def test_one_may_be_read_without_them(game: str) -> None:
    for keys in (["scores"], ["winners"], ["scores", "winners"]):
        state = rainbowkit.replay(without(whole(game), *keys))
        assert state.over
        assert state.record() == whole(game)


@every_game
def test_a_replay_that_arrives_at_others_is_an_error(game: str) -> None:
    record = whole(game)
    scores, winners = record["scores"], record["winners"]
    others: list[Any] = [[scores[0], scores[1] + 1], [*scores, 0], scores[:1], [float(score) for score in scores]]
    for other in others:
        refused({**record, "scores": other}, "scores", f"arrives at {scores}", repr(other))
    others = [[0, 1] if len(winners) == 1 else [0], [], [*winners, winners[-1]], [str(seat) for seat in winners], 0]
    for other in others:
        refused({**record, "winners": other}, "winners", f"arrives at {winners}", repr(other))
    refused({**record, "winners": [bool(seat) for seat in winners]}, "winners", f"arrives at {winners}")
    refused({**record, "scores": None}, "scores", f"arrives at {scores}", "null")


# Reading a record checks everything


@pytest.mark.parametrize("name", ["rainbowkit/2", "rainbowkit", "", None, 1, ["rainbowkit/1"]])
def test_unknown_format(name: object) -> None:
    shown = "null" if name is None else repr(name)
    refused({**whole("clash"), "format": name}, "format", f"must be 'rainbowkit/1', not {shown}")


@pytest.mark.parametrize("name", ["chess", "Clash", ""])
def test_unknown_game(name: str) -> None:
    refused({**whole("clash"), "game": name}, "game", f"no game {name!r}", "tricks, clash, kobito, rainbonus")


@every_game
def test_a_shuffle_that_is_not_an_arrangement_of_the_cards_it_must_arrange(game: str) -> None:
    record = whole(game)
    for i, order in enumerate(record["shuffles"]):
        number = len(order)
        another = next(card for card in order if sorted(card) != sorted(order[0]))
        for spoilt in ([another, *order[1:]], order[1:], [*order, order[0]], [], ["?", *order[1:]]):
            words = f"these {len(spoilt)} cards are no arrangement of the {number} cards"
            why = "'?' too many" if "?" in spoilt else "some are missing" if len(spoilt) < number else "too many"
            refused(changed(record, spoilt, "shuffles", i), f"shuffles[{i}]", words, why)


@pytest.mark.parametrize(
    ("game", "moves", "rule", "why"),
    [
        ("tricks", "+1", "two-combos", "first you each play two combos"),
        ("clash", "P1, P2", "must-flip", "you must flip one card"),
        ("clash", "P1, F1, S", "flip-commits", "a flip commits you"),
        ("kobito", "end", "must-play", "You still have to play 1"),
        ("rainbonus", "deck, deck", "turn", "now discard one"),
    ],
)
def test_an_illegal_move_which_one_why_by_which_rule(game: str, moves: str, rule: str, why: str) -> None:
    tops = ("RG OB YT",) if game == "clash" else ("", "4 7 10 5") if game == "kobito" else ()
    record = record_of(game, orders(game, *tops), moves)
    *_, move = record["moves"]
    where = f"moves[{len(record['moves']) - 1}]"
    error = refused(record, where, f"{move!r} is not legal here: ", why, f"(rule {rule})")
    cause = error.__cause__
    assert isinstance(cause, IllegalMove)
    assert (cause.move, cause.rule) == (move, rule)
    assert error.reason == str(cause)
    rainbowkit.replay({**record, "moves": record["moves"][:-1]})


@every_game
def test_something_that_is_no_move_is_such_an_error_too(game: str) -> None:
    for i in (0, len(whole(game)["moves"]) - 1):
        error = refused(changed(whole(game), "castle", "moves", i), f"moves[{i}]", "'castle' is no move of this game: ")
        assert isinstance(error.__cause__, MalformedMove)


@every_game
def test_moves_after_the_end(game: str) -> None:
    record = whole(game)
    moves = record["moves"]
    for more in (moves[0], moves[-1], "castle"):
        words = f"the game is over, and {more!r} comes after its end"
        refused({**record, "moves": [*moves, more]}, f"moves[{len(moves)}]", words)


@every_game
def test_missing_shuffles(game: str) -> None:
    shuffles = whole(game)["shuffles"]
    for made in range(len(shuffles)):
        record = {**whole(game), "shuffles": shuffles[:made]}
        refused(record, "shuffles", f"shuffle number {made + 1} is missing")


@every_game
def test_superfluous_shuffles_a_record_holds_exactly_those_made_so_far(game: str) -> None:
    shuffles = whole(game)["shuffles"]
    for record in course(game)[:: len(course(game)) - 1]:
        made = len(record["shuffles"])
        for cards in (0, 1, None):
            words = f"there are {made + 1} shuffles, and the game so far has made only {made}"
            refused({**record, "shuffles": [*record["shuffles"], shuffles[-1][:cards]]}, f"shuffles[{made}]", words)
    begun = course(game)[0]
    if len(shuffles) > len(begun["shuffles"]):
        refused({**begun, "shuffles": shuffles}, f"shuffles[{len(begun['shuffles'])}]", "only")


def places(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The path to every value within this one."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, found in inner:
        yield (*path, key)
        yield from places(found, *path, key)


@pytest.mark.parametrize(
    ("game", "options"),
    [*((game, {}) for game in GAMES), *((game, {option: value}) for game, _, option, value in OPTIONS)],
)
def test_null_where_a_value_belongs(game: str, options: Record) -> None:
    record = {**rainbowkit.match(game, ["random"] * 2, seed=1, **options).record(), "meta": {}}
    seen = set()
    for path in places(record):
        with pytest.raises(BadRecord) as caught:
            rainbowkit.replay(changed(record, None, *path))
        where = caught.value.where
        assert where.split("[")[0] == path[0]
        assert "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:].startswith(where)
        if path[0] in ("game", "players", "shuffles", "moves", "meta"):
            assert "not null" in caught.value.reason
        seen.add(path[0])
    assert seen == record.keys()


@every_game
def test_an_unknown_option(game: str) -> None:
    known = ", ".join(["first", *GAMES[game].defaults])
    for option in ("speed", "First", "", "seed", "names"):
        words = f"{game} has no option {option!r}: there is {known}"
        refused({**whole(game), "options": {"first": 0, option: 1}}, "options", words)


@every_game
def test_a_bad_value_of_an_option(game: str) -> None:
    wrong: dict[str, list[Any]] = {"first": [-1, 2, "0", True, 0.0, None, [0]]}
    for option in GAMES[game].defaults:
        wrong[option] = [None, True, -1, "1", [[4, 3]]]
    for option, values in wrong.items():
        for value in values:
            refused({**whole(game), "options": {option: value}}, "options", f"The option {option} must be")


def test_what_is_no_object_at_all() -> None:
    things: list[Any] = [None, True, 1, 1.5, "rainbowkit/1", [], [{}]]
    for thing in things:
        refused(thing, "", "a record is a JSON object, not ")


FAULTS: dict[str, tuple[Callable[[Record], Any], str]] = {
    "format": (lambda record: {**record, "format": "rainbowkit/0"}, "format"),
    "game": (lambda record: {**record, "game": "go"}, "game"),
    "key": (lambda record: {**record, "key": 1}, ""),
    "shuffle": (lambda record: changed(record, "?", "shuffles", 0, -1), "shuffles[0]"),
    "missing shuffle": (lambda record: {**record, "shuffles": []}, "shuffles"),
    "move": (lambda record: changed(record, "F5", "moves", 0), "moves[0]"),
    "last move": (lambda record: changed(record, "F9", "moves", -1), f"moves[{len(course('clash')) - 2}]"),
    "scores": (lambda record: {**record, "scores": [0, 0]}, "scores"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_gets_one_clear_error_none_gets_a_half_read_game(fault: str, tmp_path: Path) -> None:
    spoil, where = FAULTS[fault]
    good, bad = json.dumps(whole("clash")), json.dumps(spoil(whole("clash")))
    reason = refused(json.loads(bad), where).reason
    path = tmp_path / "games.jsonl"
    path.write_text(f"{good}\n{bad}\n{good}\n{bad}\n")
    with pytest.raises(BadRecord) as caught:
        rainbowkit.load(path)
    assert str(caught.value) == ", ".join(filter(None, [f"{path}, line 2", where])) + f": {reason}"


# Files of records


@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_file_gives_a_state(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(whole("kobito"), indent=indent))
    for name in (path, str(path)):
        state = rainbowkit.load(name)
        assert isinstance(state, State)
        assert state.record() == whole("kobito")


@pytest.mark.parametrize("name", ["games.jsonl", "games.json", "games"])
def test_json_lines_give_a_list(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("\n".join(json.dumps(whole(game)) for game in GAMES))
    states = rainbowkit.load(path)
    assert isinstance(states, list)
    assert [state.record() for state in states] == [whole(game) for game in GAMES]


@pytest.mark.parametrize("name", ["games.jsonl", "games.JSONL", "games.ndjson"])
def test_json_lines_give_a_list_even_of_one(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(whole("clash")) + "\n")
    states = rainbowkit.load(path)
    assert isinstance(states, list)
    assert len(states) == 1


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = json.dumps(whole("clash"))
    path.write_bytes(f"\ufeff{line}\r\n\r\n{line}\r\n".encode())
    states = rainbowkit.load(path)
    assert isinstance(states, list)
    assert len(states) == 2


FILES = [
    ("a.json", '{"format": 1}', "", "the key 'game' is missing"),
    ("a.json", "nonsense", "", "this is not JSON (expecting value at column 1)"),
    ("a.json", '{\n  "format": "rainbowkit/1",\n  "game" "clash"\n}', "", "this is not JSON (expecting ':'"),
    ("a.json", '{\n  "format": "rainbowkit/1",\n  "game" "clash"\n}', "", "at line 3, column 10)"),
    ("a.json", '{"moves": [], "moves": []}', "", "the key 'moves' is there twice"),
    ("a.json", '{"meta": {"x": NaN}}', "", "this is not JSON (NaN is no number)"),
    ("a.json", "[" * 100_000, "", "nested too deeply"),
    ("a.json", "9" * 5000, "", "a number that is too long"),
    ("a.json", "[]", "", "a record is a JSON object, not a list"),
    ("a.json", "", "", "holds no record"),
    ("a.jsonl", " \n\n", "", "holds no record"),
    ("a.jsonl", "\n\n{}\n{}", ", line 3", "the key 'format' is missing"),
    ("a.jsonl", "\nnonsense\n", ", line 2", "this is not JSON (expecting value at column 1)"),
    ("a.json", "{}\n{}", ", line 1", "the key 'format' is missing"),
]


@pytest.mark.parametrize(("name", "text", "where", "words"), FILES, ids=[words for *_, words in FILES])
def test_errors_name_the_file_and_the_line(tmp_path: Path, name: str, text: str, where: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(BadRecord) as caught:
        rainbowkit.load(path)
    assert caught.value.where == f"{path}{where}"
    assert words in caught.value.reason
    assert str(caught.value) == f"{path}{where}: {caught.value.reason}"


@pytest.mark.parametrize("name", ["game.json", "game.jsonl"])
def test_errors_name_the_file_and_the_move(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps(record_of("clash", orders("clash", "RG OB YT"), "P1, P2")))
    with pytest.raises(BadRecord, match=r"moves\[1\]: 'P2' is not legal here") as caught:
        rainbowkit.load(path)
    assert caught.value.where == f"{path}{', line 1' * name.endswith('l')}, moves[1]"
    assert isinstance(caught.value.__cause__, IllegalMove)


def test_a_file_that_cannot_be_read_is_one_error(tmp_path: Path) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, words in (
        (tmp_path / "missing.json", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: Is a directory"),
        (binary, "is not a text file in UTF-8"),
    ):
        with pytest.raises(BadRecord) as caught:
            rainbowkit.load(path)
        assert (caught.value.where, caught.value.reason) == (str(path), words)


# Errors


@pytest.mark.parametrize(
    "error",
    [
        RainbowkitError("What is wrong."),
        BadSetup("What is wrong."),
        BadRecord("what is wrong"),
        BadRecord("what is wrong", "moves[3]"),
        MalformedMove("x", "write y."),
        MalformedMove(["x"], "write y."),
        IllegalMove("P2", "must-flip", "You must flip.", "the table\nof two lines"),
    ],
    ids=repr,
)
def test_errors_can_be_pickled_and_are_value_errors(error: RainbowkitError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))
    assert isinstance(error, RainbowkitError)
    assert isinstance(error, ValueError)


def test_a_file_name_that_no_file_can_have_is_a_bad_record(tmp_path: Path) -> None:
    for name in ("", "a\0b.json", tmp_path):
        with pytest.raises(BadRecord, match="cannot be read"):
            rainbowkit.load(name)


@pytest.mark.parametrize(("thing", "name"), [((), "a Python tuple"), ({1}, "a Python set"), (b"", "a Python bytes")])
def test_what_json_cannot_hold_is_called_by_its_name(thing: object, name: str) -> None:
    with pytest.raises(BadRecord, match=f"moves: this must be a list, not {name}"):
        rainbowkit.replay({**whole("clash"), "moves": thing})


def test_importing_the_engine_brings_no_numpy_no_charts_and_no_jupyter() -> None:
    code = "import sys, rainbowkit; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    modules = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "rainbowkit" in modules
    heavy = {"numpy", "matplotlib", "IPython", "ipykernel", "ipywidgets", "anywidget", "tqdm", "rainbowkit_widgets"}
    assert heavy.isdisjoint(modules)


# Setting up


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        *(({"game": game}, "There is no game ") for game in ("chess", "Clash", "", None, 5, ["clash"])),
        *(({"players": number}, "clash is for 2 players.") for number in (0, 1, 3, -1, True)),
        *(({"players": names}, "clash is for 2 players.") for names in ([], ["Ada"], ("Ada", "Ada", "Ada"))),
        *(({"players": thing}, "The players must be ") for thing in (None, 2.0, "Ad", {"Ada", "Bo"}, ["Ada", 5])),
        *(({"players": ["Ada", name]}, "A player's name has 1 to 100 characters") for name in ("", "x" * 101)),
        *(({name: 1}, f"clash has no option '{name}': there is first.") for name in ("gold", "self", "names", "deck")),
        *(({"first": seat}, "The option first must be a seat from 0 to 1, ") for seat in (-1, 2, "0", True, 0.0, None)),
        *(({"seed": seed}, "A seed is a whole number or text, ") for seed in (1.5, True, b"1", [1], ())),
    ],
)
def test_bad_arguments_of_new_raise_bad_setup_with_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup) as caught:
        rainbowkit.new(**{"game": "clash", **arguments})
    message = str(caught.value)
    assert message.startswith(words)
    assert message.endswith(".")
    assert "\n" not in message


@every_game
def test_the_same_seed_gives_the_same_record_and_another_does_not(game: str) -> None:
    seeds: list[int | str] = [0, 1, -1, 2**70, 10**5000, "", "a word", "🌈", "\ud800"]
    one, two = ([rainbowkit.new(game, seed=seed).record() for seed in seeds] for _ in range(2))
    assert one == two
    assert len({json.dumps(record["shuffles"]) for record in one}) == len(seeds)


@every_game
@pytest.mark.parametrize("seed", [5, -1, 2**70, "5", "é", "it's", 'a \\ "b"', "\ud800"])
def test_a_match_deals_the_cards_that_its_seed_deals(game: str, seed: int | str) -> None:
    dealt = rainbowkit.new(game, 2, seed).record()["shuffles"]
    assert rainbowkit.match(game, ["random"] * 2, seed).record()["shuffles"][: len(dealt)] == dealt


@every_game
def test_without_a_seed_the_cards_are_unforeseeable(game: str) -> None:
    random.seed(1)
    one = rainbowkit.new(game).record()
    random.seed(1)
    assert one["shuffles"] != rainbowkit.new(game).record()["shuffles"] != rainbowkit.new(game, seed="None").record()


# Matches


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"players": ["random", "bob"]}, "There is no player 'bob': choose from random, beginner, skilled, expert."),
        ({"players": ["random"]}, "clash is for 2 players."),
        ({"players": []}, "clash is for 2 players."),
        *(
            ({"players": thing}, "The players must be a list")
            for thing in (5, None, "random", ["random", 5], [None] * 2)
        ),
        ({"players": [idler] * 3}, "clash is for 2 players."),
        ({"seed": 1.5}, "A seed is a whole number or text, not 1.5."),
        ({"first": 2}, "The option first must be a seat from 0 to 1, not 2."),
        ({"first": "last"}, "The option first must be a seat from 0 to 1, not 'last'."),
        ({"gold": []}, "clash has no option 'gold': there is first."),
    ],
)
@pytest.mark.parametrize("function", [rainbowkit.match, rainbowkit.simulate])
def test_bad_arguments_of_a_match_raise_bad_setup(
    function: Callable[..., object], arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadSetup) as caught:
        function(**{"game": "clash", "players": ["random"] * 2, **arguments})
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("games", [0, -1, True, 2.0, "3", None])
def test_the_number_of_games_must_be_a_whole_number_from_1(games: Any) -> None:
    with pytest.raises(BadSetup, match="The number of games must be a whole number from 1"):
        rainbowkit.simulate("clash", ["random"] * 2, games)


@pytest.mark.parametrize(
    ("move", "kind"), [("S", IllegalMove), ("castle", MalformedMove), (None, MalformedMove), (["P1"], MalformedMove)]
)
def test_a_player_that_makes_no_legal_move_is_told_so(move: Any, kind: type[RainbowkitError]) -> None:
    answers = iter([move])  # only one: nobody is asked again
    with pytest.raises(kind):
        rainbowkit.match("clash", [lambda view, rng: next(answers)] * 2, seed=1)
    assert not list(answers)

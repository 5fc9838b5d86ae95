"""Thousands of spoilt records: each is refused with one clear `BadRecord` that names the place, and nothing else escapes.

The mutants come from golden records, and from whole and unfinished games of every game and number of players. Most kinds
are wrong by construction. Where a mutant may happen to be a right record (a move left out, say), `first_fault` decides, a
walk with nothing but `legal_moves` and `play`. Such a mutant is not counted, and it is not thrown away either: it must be
accepted. So `replay` and the walk have to agree on every mutant, and nothing can hide among those not counted.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

import rainbowkit
from rainbowkit import GAMES, BadRecord
from tests.engine.test_golden_records import SHORT_GOLD, TABLES, Record, played, read, walk
from tests.engine.test_random_games import all_notations, is_notation

RIGHT = "right"
Mutant = tuple[Record, str, str]
"""A record, the place that the error must name (or RIGHT where none may be raised), and words that its message has."""

NAN, INFINITY, HUGE = float("nan"), float("inf"), 10**5000
ANYTHING = [None, True, 1, 1.0, -1, HUGE, NAN, INFINITY, "1", [], [None], [[]], [HUGE], [NAN], {}, {"a": [HUGE]}]
FOREIGN = {"tricks": "RG", "clash": "SUN", "kobito": "R8", "rainbonus": "12"}
SHORT = {"kobito": {"gold": SHORT_GOLD}, "rainbonus": {"turn_limit": 2, "deck": {"PRISM": 7, "X2": 3}}}


def part(record: Record, made: int) -> Record:
    """The game of a record after so many moves."""
    state = next(state for i, state in enumerate(walk(record)) if i == made)
    return state.record()


@cache
def bases() -> list[Record]:
    """The golden records, and of every table a short whole game, its deal, and two points on the way."""
    found = read()
    for game, n in TABLES:
        whole = played(game, n, 7, {"first": n - 1, **SHORT.get(game, {})})
        number = len(whole["moves"])
        found += [whole, part(whole, 0), part(whole, number // 3), part(whole, number - 1)]
    return found


def first_fault(record: Record) -> str:
    """The place where a record of right shape first goes wrong, found by a plain walk, or RIGHT."""
    at = "shuffles[0]"
    try:
        state = GAMES[record["game"]](record["players"], shuffles=record["shuffles"], **record["options"])
        for i, move in enumerate(record["moves"]):
            at = f"moves[{i}]"
            if move not in state.legal_moves():
                return at
            state.play(move)
    except BadRecord as error:  # the only one that `play` can meet: a shuffle that is missing, or of other cards
        return error.where
    if len(record["shuffles"]) > len(state.shuffles):
        return f"shuffles[{len(state.shuffles)}]"
    for key, found in (("scores", state.scores()), ("winners", state.winners())):
        if key in record and (not state.over or record[key] != found):
            return key
    return RIGHT


def put(record: Record, value: Any, *path: Any) -> Record:
    """The record with another value at one place, and otherwise the same."""
    key, *rest = path
    changed: Any = record.copy()
    changed[key] = put(changed[key], value, *rest) if rest else value
    return changed


def lists_like(right: list[Any], others: list[list[Any]]) -> list[list[Any]]:
    return [other for other in others if repr(other) != repr(right)]


# The kinds of mutants: each makes several from one record

KINDS: dict[str, Callable[[Record, Random], Iterator[Mutant]]] = {}


def kind(make: Callable[[Record, Random], Iterator[Mutant]]) -> Callable[[Record, Random], Iterator[Mutant]]:
    KINDS[make.__name__] = make
    return make


@kind
def another_format(record: Record, rng: Random) -> Iterator[Mutant]:
    for name in (
        *ANYTHING,
        "",
        "rainbowkit",
        "rainbowkit/2",
        "rainbowkit/1 ",
        "Rainbowkit/1",
        "rainbowkit/1\n",
        "\ud800",
    ):
        yield put(record, name, "format"), "format", "'rainbowkit/1'"


@kind
def another_game(record: Record, rng: Random) -> Iterator[Mutant]:
    right = record["game"]
    for name in (*(thing for thing in ANYTHING if not isinstance(thing, str)), "", "chess", right + " ", right.title()):
        yield put(record, name, "game"), "game", "" if isinstance(name, str) else "must be a text"
    for name in GAMES.keys() - {right}:
        facts = GAMES[name].facts
        place = "options" if record["options"].keys() - {"first"} else "shuffles[0]"
        place = place if facts.fewest <= len(record["players"]) <= facts.most else "players"
        yield put(record, name, "game"), place, ""


@kind
def other_keys(record: Record, rng: Random) -> Iterator[Mutant]:
    for key in ("", "Moves", "moves ", "seed", "result", "self", "m\u2028\n", "\ud800", "x" * 9999):
        yield {**record, key: rng.choice(ANYTHING)}, "", "no key"
    for key in ("format", "game", "players", "shuffles", "moves"):
        left = {name: value for name, value in record.items() if name != key}
        yield left, "", f"{key!r} is missing"
        yield {**left, key.upper(): record[key]}, "", repr(key.upper())
    yield put(record, rng.choice([None, True, 1, "x", [], [1]]), "meta"), "meta", "an object"


@kind
def other_players(record: Record, rng: Random) -> Iterator[Mutant]:
    names, facts = record["players"], GAMES[record["game"]].facts
    for several in ([], names[:1], ["A"] * (facts.most + 1), ["A"] * 9999):
        yield put(record, several, "players"), "players", f"is for {facts.fewest}"
    seat = rng.randrange(len(names))
    for name in ("", "x" * 101, "🌈" * 101, "x" * 10**6):
        yield put(record, name, "players", seat), "players", f"that of seat {seat} has {len(name)}"


@kind
def wrong_types(record: Record, rng: Random) -> Iterator[Mutant]:
    i = rng.randrange(len(record["shuffles"]))
    j, seat = rng.randrange(len(record["shuffles"][i])), rng.randrange(len(record["players"]))
    paths: list[tuple[Any, ...]] = [("players",), ("shuffles",), ("moves",), ("players", seat)]
    paths += [("shuffles", i), ("shuffles", i, j)]
    paths += [("moves", rng.randrange(len(record["moves"])))] if record["moves"] else []
    for path in paths:
        right = type(put_out(record, *path))
        for thing in rng.sample([thing for thing in ANYTHING if not isinstance(thing, right)], 4):
            place = path[0] + "".join(f"[{number}]" for number in path[1:])
            yield put(record, thing, *path), place, "must be a list" if right is list else "must be a text"
    for thing in (thing for thing in ANYTHING if not isinstance(thing, dict)):
        yield put(record, thing, "options"), "options", "must be an object"


def put_out(record: Any, *path: Any) -> Any:
    for key in path:
        record = record[key]
    return record


@kind
def wrong_options(record: Record, rng: Random) -> Iterator[Mutant]:
    players, defaults = len(record["players"]), GAMES[record["game"]].defaults
    wrong: list[tuple[str, Any]] = [("first", seat) for seat in (-1, players, 2**64, *ANYTHING) if seat not in (0, 1)]
    wrong += [("first", seat) for seat in (True, False, 0.0, 1.0)]
    wrong += [(name, 1) for name in ("", "First", "names", "shuffles", "seed", "self", "kind", "players", "\ud800\n")]
    wrong += [
        (name, value)
        for name, value in {"gold": SHORT_GOLD, "deck": {}, "turn_limit": 3}.items()
        if name not in defaults
    ]
    if "gold" in defaults:
        cards = [
            None,
            4,
            "4:3",
            [],
            [4],
            [4, 3, 1],
            [4.0, 3],
            [4, True],
            ["4", 3],
            [1, 3],
            [93, 3],
            [HUGE, 1],
            [4, NAN],
        ]
        wrong += [("gold", thing) for thing in (*ANYTHING, SHORT_GOLD[:2])]
        wrong += [("gold", [*SHORT_GOLD, card]) for card in cards]
    if "deck" in defaults:
        wrong += [("deck", thing) for thing in ANYTHING if thing != {}]
        wrong += [("deck", {"PRISM": number}) for number in (None, -1, True, 4.0, "4", [4], HUGE, NAN)]
        wrong += [("deck", {name: 3}) for name in ("SUN", "R8", "prism", "")]
        wrong += [("deck", {"PRISM": 0, "X2": 0, "X3": 3})] if players == 5 else []  # 45 cards, and 46 are needed
        wrong += [("turn_limit", number) for number in (0, *ANYTHING) if type(number) is not int or number < 1]
    for name, value in wrong:
        yield {**record, "options": {**record["options"], name: value}}, "options", ""


@kind
def options_of_another_game(record: Record, rng: Random) -> Iterator[Mutant]:
    """Options that could be, but not with these shuffles or moves."""
    own = record["options"]
    for name, value in (("gold", [*SHORT_GOLD, [3, 3]]), ("deck", {"PRISM": 5, "X2": 5, "X3": 5})):
        if name in GAMES[record["game"]].defaults:
            yield {**record, "options": {**own, name: value}}, "shuffles[0]", "no arrangement"
    changed = [{**own, "first": seat} for seat in range(len(record["players"])) if seat != own["first"]]
    changed += [{**own, "turn_limit": 1}, {**own, "turn_limit": 9}] if record["game"] == "rainbonus" else []
    for options in changed:
        mutant = {**record, "options": options}
        yield mutant, first_fault(mutant), ""


@kind
def a_spoilt_shuffle(record: Record, rng: Random) -> Iterator[Mutant]:
    """Other cards than are to be shuffled; two cards of clash are alike when one is the other turned round."""
    for i in {0, len(record["shuffles"]) - 1, rng.randrange(len(record["shuffles"]))}:
        order = record["shuffles"][i]
        j = rng.randrange(len(order))
        card, start, rest = order[j], order[:j], order[j + 1 :]
        other = next(other for other in [*rng.sample(order, len(order)), "?"] if sorted(other) != sorted(card))
        spoilt = [[*start, other, *rest], [*start, card, card, *rest], start + rest, [], order * 2, order[:-1]]
        spoilt += [[*order, card], [*order, FOREIGN[record["game"]]], [*start, FOREIGN[record["game"]], *rest]]
        texts = ("", " ", card + " ", "\n" + card, card + card, card + "\0", "\ud800", "\uff11", "x" * 9999)
        spoilt += [[*start, text, *rest] for text in texts]
        spoilt += [[*start, card.lower(), *rest]] * (card.lower() != card) + [["".join(order)], list("".join(order))]
        for cards in lists_like(order, spoilt):
            if record["game"] != "tricks" or len(cards) != len(order) or cards[j : j + 1] != [card]:
                yield put(record, cards, "shuffles", i), f"shuffles[{i}]", "no arrangement"


@kind
def missing_and_superfluous_shuffles(record: Record, rng: Random) -> Iterator[Mutant]:
    shuffles = record["shuffles"]
    yield put(record, shuffles[:-1], "shuffles"), "shuffles", f"number {len(shuffles)} is missing"
    yield put(record, [], "shuffles"), "shuffles", "number 1 is missing"
    for extra in ([shuffles[-1]], [[]], [["?"]], shuffles):
        yield put(record, shuffles + extra, "shuffles"), f"shuffles[{len(shuffles)}]", "only"
    for i in range(len(shuffles)):
        for changed in (shuffles[:i] + shuffles[i + 1 :], [*shuffles[:i], shuffles[i], *shuffles[i:]]):
            mutant = put(record, changed, "shuffles")
            yield mutant, first_fault(mutant), ""


@kind
def cards_in_another_order(record: Record, rng: Random) -> Iterator[Mutant]:
    for _ in range(6):
        i = rng.randrange(len(record["shuffles"]))
        order = record["shuffles"][i][:]
        j, k = rng.sample(range(len(order)), 2)
        order[j], order[k] = order[k], order[j]
        mutant = put(record, order, "shuffles", i)
        yield mutant, first_fault(mutant), ""


@kind
def an_illegal_move(record: Record, rng: Random) -> Iterator[Mutant]:
    """Something that is written like a move, and is not legal at that point."""
    moves, written = record["moves"], sorted(all_notations(record["game"]))
    points = set(rng.sample(range(len(moves) + 1), min(7, len(moves) + 1)))
    for i, state in enumerate(walk(record)):
        if i in points and not state.over:
            legal = state.legal_moves()
            for move in [move for move in rng.sample(written, 20) if move not in legal][:3]:
                yield put(record, [*moves[:i], move, *moves[i + 1 :]], "moves"), f"moves[{i}]", "(rule "


@kind
def a_malformed_move(record: Record, rng: Random) -> Iterator[Mutant]:
    moves = record["moves"]
    for i in rng.sample(range(len(moves)), min(3, len(moves))):
        move = moves[i]
        texts = ["", " ", move + " ", " " + move, move + "\n", move + "\0", move.swapcase(), move[:-1], move * 2]
        texts += [
            move + "1",
            "\ud800",
            move.replace("1", "\uff11"),
            "null",
            "x" * 9999,
            "9" * 9999,
            "P" + "9" * 9999,
            "\u2028",
        ]
        for text in texts:
            if not is_notation(record["game"], text):
                yield put(record, text, "moves", i), f"moves[{i}]", "is no move of this game"


@kind
def moves_in_another_order(record: Record, rng: Random) -> Iterator[Mutant]:
    """A move left out, twice or elsewhere, two changed over, one legal move for another, and the end cut off."""
    moves = record["moves"]
    for _ in range(4 if len(moves) > 1 else 0):
        i, j = sorted(rng.sample(range(len(moves)), 2))
        start, middle, rest = moves[:i], moves[i + 1 : j], moves[j + 1 :]
        legal = next(state for at, state in enumerate(walk(record)) if at == i).legal_moves()
        for changed in (
            start + moves[i + 1 :],
            [*start, moves[i], *moves[i:]],
            [*start, moves[j], *moves[i:]],
            [*start, moves[j], *middle, moves[i], *rest],
            [*start, rng.choice(legal), *moves[i + 1 :]],
            moves[:j],
        ):
            mutant = put(record, changed, "moves")
            yield mutant, first_fault(mutant), ""


@kind
def moves_after_the_end(record: Record, rng: Random) -> Iterator[Mutant]:
    moves = record["moves"]
    if "scores" in record:
        for more in (moves[-1:], moves[:1], moves, ["end"], ["S"], ["done"], ["?"], ["x" * 9999]):
            yield put(record, moves + more, "moves"), f"moves[{len(moves)}]", "the game is over"


@kind
def another_result(record: Record, rng: Random) -> Iterator[Mutant]:
    """Other scores and winners than the right ones, `1.0` and `true` for 1 included; and any before the end."""
    players = len(record["players"])
    for key in ("scores", "winners"):
        if key not in record:
            zeros: list[Any] = [[0] * players, list(range(players)), [0], *ANYTHING]
            for thing in zeros:
                yield {**record, key: thing}, key, "not over"
            continue
        right = record[key]
        spoilt: list[Any] = [*ANYTHING, right[:-1], [*right, 0], right * 2, [right], right[::-1], sorted(right)]
        spoilt += [list(range(players)), [0], [players], [-1], str(right), dict(enumerate(right))]
        for i, number in enumerate(right):
            others = [
                number + 1,
                number - 1,
                -number,
                float(number),
                bool(number),
                str(number),
                [number],
                None,
                NAN,
                HUGE,
            ]
            spoilt += [[*right[:i], other, *right[i + 1 :]] for other in others]
        for thing in spoilt:
            if repr_of(thing) != repr_of(right):
                yield {**record, key: thing}, key, "the replay arrives at"


def repr_of(thing: Any) -> bytes:
    """Tells 1, 1.0 and True apart, and takes numbers of any length."""
    return pickle.dumps(thing)


@kind
def no_object(record: Record, rng: Random) -> Iterator[Mutant]:
    for thing in (*ANYTHING[:-2], [record], list(record), json.dumps(record)):
        yield thing, "", "a record is a JSON object"


@cache
def mutants(name: str) -> list[Mutant]:
    return [
        mutant for number, base in zip(count(), bases()) for mutant in KINDS[name](base, Random(f"{name} {number}"))
    ]


# The tests


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_every_mutant_is_refused_with_one_clear_error_that_names_the_place(name: str) -> None:
    refused = 0
    for record, place, words in mutants(name):
        before = pickle.dumps(record)
        if place == RIGHT:
            rainbowkit.replay(record)
        else:
            with pytest.raises(BadRecord) as caught:
                rainbowkit.replay(record)
            assert caught.value.where.startswith(place)
            assert bool(caught.value.where) == bool(place)
            assert words in caught.value.reason
            message = str(caught.value)
            assert len(message) < 700
            assert "\n" not in message
            refused += 1
        assert pickle.dumps(record) == before
    assert refused >= 40


@pytest.mark.slow
def test_there_are_thousands_of_mutants() -> None:
    refused = Counter(place != RIGHT for name in KINDS for _, place, _ in mutants(name))
    assert refused[True] > 10_000
    assert refused[False] > 100  # right ones, which must be told from them


def test_what_the_mutants_are_made_from_is_right() -> None:
    for record in bases():
        assert first_fault(record) == RIGHT
        rainbowkit.replay(record)

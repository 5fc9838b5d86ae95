"""Golden records: finished games that must replay, and be played again, exactly as they were.

The files `golden/*.jsonl` hold one record a line. The `meta` of each says what it shows (`title`), how it was made
(`seed` and `options` for `rainbowkit.match` with random players), and has a `digest` of who was to move and which moves
were legal at every point. Where the order of legal moves changes, random players play other games: write them anew with

    .venv/bin/python -m tests.engine.test_golden_records write

which looks, for each title, for the first seed whose game shows all that the title says.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import rainbowkit
from rainbowkit import GAMES, State

FOLDER = Path(__file__).parent / "golden"
TABLES = [(game, n) for game in GAMES for n in range(GAMES[game].facts.fewest, GAMES[game].facts.most + 1)]
Record = dict[str, Any]


def walk(record: Record) -> Iterator[State]:
    """The game of a record at every point, from the deal to the end."""
    state = GAMES[record["game"]](record["players"], shuffles=record["shuffles"], **record["options"])
    yield state
    for move in record["moves"]:
        state.play(move)
        yield state


# What records can show


def some_move(pattern: str) -> Callable[[Record], bool]:
    return lambda record: any(re.fullmatch(pattern, move) for move in record["moves"])


def last_turn(declined: bool) -> Callable[[Record], bool]:
    """The last turn of `clash` was offered, and declined or taken."""

    def shows(record: Record) -> bool:
        views = [state.view(None) for state in walk(record)]
        offered = next((i for i, view in enumerate(views) if view.last_turn), None)
        return offered is not None and not views[offered].over and (record["moves"][offered] == "S") == declined

    return shows


def six_in_a_rainbow(record: Record) -> bool:
    *_, end = walk(record)
    view = end.view(None)
    return any(len(rainbow) + prisms == 6 for rainbow, prisms in zip(view.rainbows, view.prisms, strict=True))


def empty_pile(record: Record) -> bool:
    return any(state.legal_moves() == ["deck"] for state in walk(record))


def in_place(record: Record) -> bool:
    return any(state.view(None).gone for state in walk(record))


SHOWS: dict[str, Callable[[Record], bool]] = {
    "a shared win": lambda record: len(record["winners"]) > 1,
    "a win by another than the first seat": lambda record: record["options"]["first"] not in record["winners"],
    # tricks
    "a set of five or more": some_move(r"(\d)\1{4,}"),
    "a run of five or more": some_move(r"12345|23456|123456"),
    "a claimed pair": some_move(r"\+(\d)\1"),
    "a combo that claims nothing": lambda record: (
        sum("+" not in move for move in record["moves"]) > sum("+" in move for move in record["moves"])
    ),
    # clash
    "a last turn that is taken": last_turn(declined=False),
    "a last turn that is declined": last_turn(declined=True),
    "no last turn": lambda record: not any(state.view(None).last_turn for state in walk(record)),
    # kobito
    "a payment": some_move("pay .*"),
    "a swap at a pot of gold": some_move(r".* for g.*"),
    "a swap in another's studio": some_move(r".* for p.*"),
    "a replacement": some_move(r"X\+.*"),
    "a move out of a studio": some_move(r"s.[<>] g.*"),
    "six reshuffles": lambda record: len(record["shuffles"]) >= 8,
    "a score below zero": lambda record: min(record["scores"]) < 0,
    # rainbonus
    "a deck made anew within a round": lambda record: len(record["shuffles"]) > 4,
    "an empty pile": empty_pile,
    "six in a rainbow": six_in_a_rainbow,
    "a card in place of another": in_place,
    "every Rainbonus": lambda record: some_move("x2 .")(record) and some_move("x3 .")(record),
    "a Prism": some_move("add PRISM"),
}

SHORT_GOLD = [[2, 1], [2, 5], [3, -2], [3, 4], [4, 9], [5, 0]]

WANTED: list[tuple[str, int, dict[str, Any], list[str]]] = [
    ("tricks", 2, {}, ["a shared win", "a claimed pair"]),
    ("tricks", 3, {}, ["a set of five or more", "a claimed pair"]),
    ("tricks", 4, {}, ["a run of five or more", "a combo that claims nothing"]),
    ("tricks", 5, {}, ["a shared win", "a combo that claims nothing"]),
    ("tricks", 6, {}, ["a shared win", "a claimed pair"]),
    ("tricks", 2, {"first": 1}, ["a set of five or more", "a combo that claims nothing"]),
    ("tricks", 6, {"first": 4}, ["a win by another than the first seat"]),
    ("clash", 2, {}, ["a last turn that is taken"]),
    ("clash", 2, {}, ["a last turn that is declined"]),
    ("clash", 2, {}, ["no last turn", "a shared win"]),
    ("clash", 2, {"first": 1}, ["a last turn that is taken"]),
    ("kobito", 2, {}, ["a payment", "a swap at a pot of gold", "a replacement"]),
    ("kobito", 3, {}, ["a swap in another's studio", "a move out of a studio"]),
    ("kobito", 4, {}, ["six reshuffles", "a replacement", "a payment"]),
    ("kobito", 5, {}, ["a score below zero", "a swap at a pot of gold"]),
    ("kobito", 6, {}, ["a shared win", "a move out of a studio"]),
    ("kobito", 3, {"first": 2, "gold": SHORT_GOLD}, ["a shared win"]),
    ("rainbonus", 2, {}, ["six in a rainbow", "a card in place of another", "an empty pile"]),
    ("rainbonus", 3, {}, ["an empty pile", "every Rainbonus", "a card in place of another"]),
    ("rainbonus", 4, {}, ["a deck made anew within a round", "a Prism", "every Rainbonus"]),
    ("rainbonus", 5, {}, ["a card in place of another", "an empty pile", "a Prism"]),
    ("rainbonus", 2, {"turn_limit": 1}, ["a shared win"]),
    ("rainbonus", 5, {"first": 3, "deck": {"PRISM": 0, "X2": 4, "X3": 0}}, ["a deck made anew within a round"]),
    ("rainbonus", 3, {"first": 1, "deck": {"PRISM": 9, "X2": 0, "X3": 9}, "turn_limit": 3}, ["six in a rainbow"]),
]


# Making them


def digest(record: Record) -> str:
    """A fingerprint of who was to move, and of the legal moves in any order, at every point."""
    points = [(state.to_move, sorted(state.legal_moves())) for state in walk(record)]
    return hashlib.sha256(json.dumps(points).encode()).hexdigest()[:16]


def played(game: str, players: int, seed: int, options: dict[str, Any]) -> Record:
    return rainbowkit.match(game, ["random"] * players, seed=seed, **options).record()


def played_again(golden: Record) -> Record:
    meta = golden["meta"]
    return played(golden["game"], len(golden["players"]), meta["seed"], meta["options"])


def make(game: str, players: int, options: dict[str, Any], wanted: list[str]) -> Record:
    for seed in count(1):
        record = played(game, players, seed, options)
        if all(SHOWS[what](record) for what in wanted):
            break
    meta = {"title": "; ".join(wanted), "seed": seed, "options": options, "digest": digest(record)}
    return {**record, "meta": meta}


def write() -> None:
    """Write all golden files anew."""
    for game in GAMES:
        lines = [json.dumps(make(*wanted), separators=(",", ":")) + "\n" for wanted in WANTED if wanted[0] == game]
        (FOLDER / f"{game}.jsonl").write_text("".join(lines), encoding="utf-8")


def read() -> list[Record]:
    return [json.loads(line) for file in sorted(FOLDER.glob("*.jsonl")) for line in file.read_text().splitlines()]


def without_meta(record: Record) -> Record:
    return {key: value for key, value in record.items() if key != "meta"}


def fingerprint() -> str:
    """Of all golden games, played again: what a fresh process prints."""
    games = [(record, digest(record)) for record in map(played_again, read())]
    return hashlib.sha256(json.dumps(games).encode()).hexdigest()


# The tests

GOLDEN = [
    pytest.param(record, id=f"{record['game']}-{len(record['players'])}-{record['meta']['seed']}") for record in read()
]


def test_there_is_one_for_every_game_and_number_of_players() -> None:
    assert {(record["game"], len(record["players"])) for record in read()} == set(TABLES)
    made = [(r["game"], len(r["players"]), r["meta"]["options"], r["meta"]["title"].split("; ")) for r in read()]
    key = str
    assert sorted(made, key=key) == sorted(map(tuple, WANTED), key=key)


@pytest.mark.parametrize("golden", GOLDEN)
def test_it_shows_what_its_title_says(golden: Record) -> None:
    for what in golden["meta"]["title"].split("; "):
        assert SHOWS[what](golden), what


@pytest.mark.parametrize("golden", GOLDEN)
def test_it_replays_and_its_record_is_the_same(golden: Record) -> None:
    state = rainbowkit.replay(golden)
    assert state.over
    assert state.record() == without_meta(golden)
    assert (state.scores(), state.winners()) == (golden["scores"], golden["winners"])


def test_the_files_can_be_loaded() -> None:
    for file in sorted(FOLDER.glob("*.jsonl")):
        states = rainbowkit.load(file)
        assert isinstance(states, list)
        assert [state.facts.id for state in states] == [file.stem] * len(states)


@pytest.mark.parametrize("golden", GOLDEN)
def test_the_same_moves_are_legal_at_every_point(golden: Record) -> None:
    assert digest(golden) == golden["meta"]["digest"]


@pytest.mark.parametrize("golden", GOLDEN)
def test_the_same_seed_gives_the_same_record(golden: Record) -> None:
    assert played_again(golden) == without_meta(golden)


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_it_does_so_in_a_fresh_process_whatever_the_hash_seed(hash_seed: str) -> None:
    command = [sys.executable, __file__, "fingerprint"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == fingerprint()


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    elif sys.argv[1:] == ["fingerprint"]:
        print(fingerprint())
    else:
        sys.exit(__doc__)

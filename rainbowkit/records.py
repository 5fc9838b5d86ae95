"""Records: a game as one JSON object, checked in every respect before it is believed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from rainbowkit.engine import FORMAT, State
from rainbowkit.errors import BadRecord, BadSetup, IllegalMove, MalformedMove, shorten
from rainbowkit.games import check_setup, find

NEEDED = ("format", "game", "players", "shuffles", "moves")
OPTIONAL = ("options", "meta", "scores", "winners")


def replay(record: dict[str, Any]) -> State:
    """The game that a record tells, as it stands after its last move; raises BadRecord unless all of it is right."""
    _check_shape(record)
    try:
        kind = find(record["game"])
    except BadSetup as error:
        raise BadRecord(str(error), "game") from None
    names, options = record["players"], record.get("options", {})
    try:
        check_setup(kind, names, {})
    except BadSetup as error:
        raise BadRecord(str(error), "players") from None
    try:
        check_setup(kind, names, options)
    except BadSetup as error:
        raise BadRecord(str(error), "options") from None
    state = kind(names, shuffles=record["shuffles"], **options)
    for i, move in enumerate(record["moves"]):
        where = f"moves[{i}]"
        if state.over:
            raise BadRecord(f"the game is over, and {shorten(move)} comes after its end", where)
        try:
            state.check(move)
        except (IllegalMove, MalformedMove) as error:
            raise BadRecord(str(error), where) from error
        state.play(move)
    made, told = len(state.shuffles), len(record["shuffles"])
    if told > made:
        raise BadRecord(f"there are {told} shuffles, and the game so far has made only {made}", f"shuffles[{made}]")
    _check_result(record, state)
    state.given = None
    return state


def one(record: dict[str, Any] | State | str | os.PathLike[str], what: str) -> State:
    """A copy of the game that a record, a game or a file tells; `what` is to be done with one if the file holds several."""
    if isinstance(record, str | os.PathLike):
        loaded = load(record)
        if isinstance(loaded, list):
            raise BadSetup(f"This file holds {len(loaded)} games: load it, and {what} one of them.")
        return loaded
    return replay(record.record() if isinstance(record, State) else record)


def load(path: str | os.PathLike[str]) -> State | list[State]:
    """Read a file of records: JSON gives a State, JSON lines (`.jsonl`, or an object a line) give a list of them."""
    one, texts = read(path)
    states = []
    for line, text in texts:
        try:
            states.append(replay(parse(text)))
        except BadRecord as error:
            where = f"{path}" if one else f"{path}, line {line}"
            raise BadRecord(error.reason, f"{where}, {error.where}" if error.where else where) from error.__cause__
    return states[0] if one else states


def read(path: str | os.PathLike[str]) -> tuple[bool, list[tuple[int, str]]]:
    """The records in a file, each with its line number, not yet parsed; and whether the file is one record."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        raise BadRecord(f"cannot be read: {error.strerror or error}", str(path) or "''") from None
    except UnicodeDecodeError:
        raise BadRecord("is not a text file in UTF-8", str(path)) from None
    except ValueError as error:  # a name that no file can have
        raise BadRecord(f"cannot be read: {error}", shorten(path)) from None
    lines = [(i + 1, line) for i, line in enumerate(text.split("\n")) if line.strip()]
    if not lines:
        raise BadRecord("holds no record", str(path))
    if str(path).lower().endswith((".jsonl", ".ndjson")):
        return False, lines
    several = len(lines) > 1 and _parses(lines[0][1]) and not _parses(text)
    return (False, lines) if several else (True, [(1, text)])


def parse(text: str) -> Any:
    """JSON, strictly: no key twice, no NaN, nothing nested beyond all sense."""
    import json  # here and below, so that importing the engine does not wait for it

    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        what = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
        raise BadRecord(f"this is not JSON ({what} at {place})") from None
    except RecursionError:
        raise BadRecord("this JSON is nested too deeply") from None
    except BadRecord:
        raise
    except ValueError:
        raise BadRecord("this JSON holds a number that is too long") from None


def _parses(text: str) -> bool:
    try:
        parse(text)
    except BadRecord:
        return False
    return True


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(f"the key {shorten(key)} is there twice")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise BadRecord(f"this is not JSON ({name} is no number)")


def _check_shape(record: object) -> None:
    """Everything that can be said without knowing the game."""
    if not isinstance(record, dict):
        raise BadRecord(f"a record is a JSON object, not {_a(record)}")
    for key in record:
        if key not in NEEDED + OPTIONAL:
            raise BadRecord(f"a record has no key {shorten(key)}")
    for key in NEEDED:
        if key not in record:
            raise BadRecord(f"the key {key!r} is missing")
    if record["format"] != FORMAT:
        raise BadRecord(f"the format must be {FORMAT!r}, not {_shown(record['format'])}", "format")
    _expect(record["game"], str, "game")
    for key in ("players", "shuffles", "moves"):
        _expect(record[key], list, key)
    for key in ("options", "meta"):
        if key in record:
            _expect(record[key], dict, key)
    for key in ("players", "moves"):
        for i, text in enumerate(record[key]):
            _expect(text, str, f"{key}[{i}]")
    for i, order in enumerate(record["shuffles"]):
        _expect(order, list, f"shuffles[{i}]")
        for j, card in enumerate(order):
            _expect(card, str, f"shuffles[{i}][{j}]")


KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "a truth value",
    int: "a number",
    float: "a number",
}


def _expect(value: object, kind: type, where: str) -> None:
    if not isinstance(value, kind):
        raise BadRecord(f"this must be {KINDS[kind]}, not {_a(value)}", where)


def _a(value: object) -> str:
    if value is None:
        return "null"
    return next((name for kind, name in KINDS.items() if isinstance(value, kind)), f"a Python {type(value).__name__}")


def _shown(value: object) -> str:
    return "null" if value is None else shorten(value)


def _check_result(record: dict[str, Any], state: State) -> None:
    for key, found in (("scores", state.scores()), ("winners", state.winners())):
        if key not in record:
            continue
        if not state.over:
            raise BadRecord(f"the game is not over, so it has no {key} yet", key)
        told = record[key]
        # JSON's `true` and `1.0` equal 1 in Python, and are no whole numbers.
        if told != found or any(type(number) is not int for number in told):
            raise BadRecord(f"the replay arrives at {found}, and the record says {_shown(told)}", key)


def write(state: State) -> str:
    """A game's record as one line of JSON."""
    import json

    return json.dumps(state.record(), separators=(",", ":"))


def read_states(path: str | os.PathLike[str]) -> Iterator[tuple[int, State | BadRecord]]:
    """Every record of a file with its line number: the game, or what is wrong with it."""
    for line, text in read(path)[1]:
        try:
            yield line, replay(parse(text))
        except BadRecord as error:
            yield line, error

"""What the tests of `tricks` and `clash` share: play moves that must be legal, and moves that must be refused."""

from __future__ import annotations

import pytest

import rainbowkit
from rainbowkit import IllegalMove, MalformedMove, State

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn")


def play(state: State, moves: str) -> list[int | None]:
    """Make these moves, each of which must be legal, and tell which seat made each."""
    seats = []
    for move in moves.split():
        assert move in state.legal_moves()
        state.check(move)
        seats.append(state.to_move)
        state.play(move)
    return seats


def play_on(state: State, which: int) -> None:
    """Play to the end, each time the legal move at this place of the list."""
    for _ in range(1000):
        if state.over:
            return
        play(state, state.legal_moves()[which])
    pytest.fail("the game does not end")


def legal(state: State) -> set[str]:
    """The legal moves, none of which may be listed twice."""
    moves = state.legal_moves()
    assert len(moves) == len(set(moves))
    return set(moves)


def refused(state: State, move: str, rule: str, fragment: str) -> IllegalMove:
    """Check that this move is illegal here by this rule, and that the refusal says what it must."""
    before, seat = state.record(), state.to_move
    assert move not in state.legal_moves()
    with pytest.raises(IllegalMove) as caught:
        state.check(move)
    error = caught.value
    assert error.rule == rule
    assert rule in {known.id for known in rainbowkit.rules(state.facts.id)}
    assert error.move == move
    assert fragment in error.sentence
    assert error.sentence in str(error)
    if seat is not None:
        assert error.position == str(state.view(seat))
    assert state.record() == before
    return error


def malformed(state: State, move: object) -> None:
    """Check that this is no move of the game at all, and that the refusal tells how a move looks."""
    with pytest.raises(MalformedMove) as caught:
        state.check(move)  # type: ignore[arg-type]
    assert caught.value.move == move
    assert caught.value.sentence == state.grammar

"""The coach: good moves with reasons, and reviews whose sums are right."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rainbowkit import GAMES, BadRecord, BadSetup, State, View, match, new
from rainbowkit.cli import main
from rainbowkit.coach import hint, review
from rainbowkit.odds import outlook
from rainbowkit.players import find

FEW = 60


def played(game: str, seats: int = 2, seed: int = 1, **options: Any) -> State:
    return match(game, ["beginner", *["random"] * (seats - 1)], seed, **options)


def beginning(moves: int) -> State:
    """So many moves of a game of clash."""
    whole = played("clash")
    state = new("clash", list(whole.names), 1)
    for move in whole.moves[:moves]:
        state.play(move)
    return state


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> State:
    """A finished game of two."""
    return played(request.param)


# Hints


def test_a_hint_is_what_expert_does_with_a_reason(game: State) -> None:
    state = new(game.facts.id, 2, 1)
    for move in game.moves[:4]:
        view = state.view(state.seat)
        found = hint(view)
        assert found == hint(state.view(state.seat))
        assert found.move == find("expert").choose(view, Random("hint")).move
        assert found.why.endswith(".")
        if found.move == find("skilled").choose(view, Random("hint")).move and len(view.legal) > 1:
            assert found.why.startswith(find("skilled").choose(view, Random("hint")).why)
        state.play(move)


def test_a_hint_says_nothing_twice() -> None:
    state = new("tricks", 3, 1)
    while "+" not in state.legal_moves()[0] or len(state.legal_moves()) == 1:
        state.play(state.legal_moves()[0])
    found = hint(state.view(state.seat))
    assert found.why.count(found.why.split(":")[0]) == 1


def test_only_the_seat_to_move_gets_a_hint() -> None:
    state = new("clash", 2, 1)
    with pytest.raises(BadSetup, match="There is no hint: this seat is not the one to move"):
        hint(state.view(1 - state.seat))
    with pytest.raises(BadSetup, match="There is no hint: the game is over"):
        hint(played("clash").view(0))
    for thing in (state, None, "clash"):
        with pytest.raises(BadSetup, match="This needs a view"):
            hint(thing)  # type: ignore[arg-type]


# Reviews


@pytest.mark.slow
def test_every_choice_is_looked_at_once(game: State) -> None:
    found = review(game, 0, playouts=FEW)
    state = new(game.facts.id, list(game.names), 1)
    choices = []
    for number, move in enumerate(game.moves, 1):
        if state.seat == 0 and len(state.legal_moves()) > 1:
            choices.append((number, move, len(state.legal_moves())))
        state.play(move)
    assert [(d.number, d.move, d.choices) for d in found.decisions] == choices


@pytest.mark.slow
def test_start_less_loss_with_luck_is_the_result(game: State) -> None:
    for seat in (0, 1):
        found = review(game, seat, playouts=FEW)
        assert found.start - found.loss + found.luck == pytest.approx(found.result)
        assert found.result == (1 / len(game.winners()) if seat in game.winners() else 0)
        for d in found.decisions:
            assert d.loss == pytest.approx(d.best_chance.value - d.chance.value)
            assert d.loss >= 0
            assert (d.loss == 0) == (d.best_chance.value == d.chance.value)
            assert 0 <= d.chance.value <= 1
        assert set(found.turning_points) <= set(found.decisions)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_review(game: State) -> None:
    record = game.record()
    found = review(record, 0, playouts=FEW)
    assert review(json.loads(json.dumps(record)), 0, playouts=FEW) == found
    assert review(record, 0, playouts=FEW, seed=1) != found
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_the_risk_is_what_the_outlook_says() -> None:
    game = played("clash")
    state = new("clash", list(game.names), 1)
    risks = {}
    for number, move in enumerate(game.moves, 1):
        view = state.view(state.seat)
        if state.seat == 0 and len(view.legal) > 1:
            row = outlook(view)[move]
            risks[number] = row["clash"] + row["overcast"]
        state.play(move)
    found = review(game, 0, playouts=FEW)
    assert {d.number: d.risk for d in found.decisions} == pytest.approx(risks)
    assert any(risks.values())


@pytest.mark.slow
def test_a_reckless_player_is_told_so_and_a_careful_one_is_not() -> None:
    def reckless(view: View, rng: Random) -> str:
        found = outlook(view)
        return max(found, key=lambda move: found[move]["clash"])

    bold = review(match("clash", [reckless, "skilled"], 2), 0, playouts=150)
    careful = review(match("clash", ["skilled", reckless], 2), 0, playouts=150)
    assert bold.loss > 2 * careful.loss
    assert sum(d.clear for d in bold.decisions) > 2 * sum(d.clear for d in careful.decisions)
    assert sum(d.risk for d in bold.decisions) > 4 * sum(d.risk for d in careful.decisions)
    assert (bold.result, careful.result) == (0, 1)


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes() -> None:
    found = review(beginning(10), 0, playouts=FEW)
    assert found.result is None
    longer = review(beginning(20), 0, playouts=FEW)
    assert found.decisions[:-1] == [d for d in longer.decisions if d.number <= 10][:-1]
    assert "The game is not over" in found.summary()


def test_a_seat_that_never_moved_had_nothing_to_choose() -> None:
    found = review(new("clash", 2, 1), 1)
    assert found.decisions == []
    assert str(found).startswith("clash: Player 2 had nothing to choose.")


@pytest.mark.parametrize("seats", [3, 4])
def test_tables_of_more_are_reviewed(seats: int) -> None:
    game = played("tricks", seats)
    found = review(game, seats - 1, playouts=FEW)
    assert found.start - found.loss + found.luck == pytest.approx(found.result)


@pytest.mark.parametrize(
    ("seat", "how", "words"),
    [
        (2, {}, "The seat must be from 0 to 1, not 2."),
        (-1, {}, "The seat must be from 0 to 1, not -1."),
        (True, {}, "The seat must be from 0 to 1, not True."),
        (0, {"playouts": 0}, "The number of playouts must be a whole number from 1, not 0."),
    ],
)
def test_bad_arguments(seat: Any, how: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup) as caught:
        review(new("clash", 2, 1), seat, **how)
    assert str(caught.value) == words


def test_a_spoilt_record_is_refused() -> None:
    record = played("clash").record()
    record["moves"][3] = "castle"
    with pytest.raises(BadRecord, match="castle"):
        review(record, 0)
    with pytest.raises(BadRecord):
        review([], 0)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_text_tells_what_the_numbers_tell(game: State) -> None:
    found = review(game, 0, playouts=FEW)
    lines = str(found).splitlines()
    assert lines[0] == found.summary()
    assert f"{100 * found.start:.0f} %" in lines[0]
    assert len(lines) == 2 + len(found.decisions) + len(found.turning_points)
    for d, line in zip(found.decisions, lines[2:], strict=False):
        assert line.split()[0] == str(d.number)
        assert (" * " in line[:8]) == (d in found.turning_points)


# The command


@pytest.mark.slow
def test_the_command_reviews_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    game = beginning(12)
    path.write_text(json.dumps(game.record()))
    assert main(["review", str(path), "--seat", "1"]) == 0
    assert capsys.readouterr().out == f"{review(game, 1)}\n"
    assert main(["review", str(path), "--seat", "2"]) == 2
    assert "The seat must be from 0 to 1, not 2." in capsys.readouterr().err
    path.write_text("{}\n{}\n")
    assert main(["review", str(path)]) == 1
    assert "Traceback" not in capsys.readouterr().err

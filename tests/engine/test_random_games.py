"""Properties of all games, over random games of every size."""

from __future__ import annotations

from random import Random

import pytest

from rainbowkit.engine import State
from rainbowkit.games import GAMES

TABLES = [(game, n) for game in GAMES for n in range(GAMES[game].facts.fewest, GAMES[game].facts.most + 1)]


def play_out(state: State, rng: Random) -> State:
    while not state.over:
        state.play(rng.choice(state.legal_moves()))
    return state


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_sampled_world_agrees_with_the_view(game: str, players: int) -> None:
    rng = Random(1)
    for seed in range(5):
        state = GAMES[game](["A", "B", "C", "D", "E", "F"][:players], seed)
        while not state.over:
            state.play(rng.choice(state.legal_moves()))
            for seat in (*range(players), None):
                if rng.random() < 0.1:
                    assert state.view(seat).sample(rng).view(seat) == state.view(seat)

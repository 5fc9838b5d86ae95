"""Games are the same whoever plays them and in whatever portions, and nobody's bad player stops them."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rainbowkit import GAMES, BadSetup, MalformedMove, Player, RainbowkitError, View, load, match, simulate, tournament
from rainbowkit.engine import count
from rainbowkit.processes import Worker
from rainbowkit.runs import Forfeit, Outcome, Task, begin, job, play_task
from tests.tournaments import bots

TABLES = {"tricks": 3, "clash": 2, "kobito": 2, "rainbonus": 4}


def played(game: str, **how: Any) -> list[Outcome]:
    """What comes of a short tournament; the same for every way to play it."""
    return tournament(
        game, ["random", bots.Counting(), "random"], 4, "runs", table=max(2, TABLES[game] - 1), **how
    ).outcomes


# Who plays


@pytest.mark.parametrize("game", GAMES)
def test_workers_and_portions_change_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players = ["random"] * TABLES[game]
    alone: list[Outcome] = []
    results = simulate(game, players, 30, 5, first="rotate", each=alone.append)
    for portions, largest in ((1, 100), (3, 4), (200, 100)):
        monkeypatch.setattr("rainbowkit.runs.PORTIONS", portions)
        monkeypatch.setattr("rainbowkit.runs.LARGEST_PORTION", largest)
        shared: list[Outcome] = []
        with ThreadPoolExecutor(3) as executor:
            assert simulate(game, players, 30, 5, "rotate", shared.append, executor=executor) == results
        assert shared == alone


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_processes_change_nothing(game: str) -> None:
    alone = played(game)
    assert alone == played(game, workers=2)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert alone == played(game, executor=executor)


def test_a_player_who_remembers_begins_every_game_anew() -> None:
    counting = bots.Counting()
    games: list[Outcome] = []
    simulate("clash", [counting, "random"], 2, 1, each=games.append)
    assert counting.moves == 0  # what plays is a copy
    for outcome in games:
        state = load_outcome(outcome)
        ours = [move for seat, move in moves_of(state.record()) if seat == 0]
        counting = bots.Counting()
        again = [counting(view, Random()) for view in views_of(state.record(), 0)]
        assert ours == again


def load_outcome(outcome: Outcome) -> Any:
    from rainbowkit import replay

    return replay(outcome.record)


def moves_of(record: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Each move of a record, with the seat that made it."""
    state = load_start(record)
    for move in record["moves"]:
        yield state.seat, move
        state.play(move)


def views_of(record: dict[str, Any], seat: int) -> Iterator[View]:
    """What this seat saw whenever it was to move."""
    state = load_start(record)
    for move in record["moves"]:
        if state.seat == seat:
            yield state.view(seat)
        state.play(move)


def load_start(record: dict[str, Any]) -> Any:
    from rainbowkit import replay

    return replay({key: value for key, value in record.items() if key not in ("scores", "winners")} | {"moves": []})


# Bad players


@pytest.mark.slow
@pytest.mark.parametrize("bad", bots.BAD, ids=lambda bad: str(bad.__name__))
def test_a_bad_player_forfeits_and_the_games_go_on(bad: Player) -> None:
    outcomes: list[Outcome] = []
    results = simulate("clash", ["random", bad], 2, "bad", each=outcomes.append, time_limit=0.5)
    assert results.complete
    for i, outcome in enumerate(outcomes):
        assert outcome.forfeit
        assert outcome.forfeit == results.forfeits[i]
        assert outcome.forfeit.seat == 1
        assert re.fullmatch(bots.BAD[bad], outcome.forfeit.why)
        assert outcome.winners == [0]
        assert outcome.record["meta"]["forfeit"] == {"seat": 1, "why": outcome.forfeit.why}
        state = load_outcome(outcome)
        assert not state.over
        assert state.seat == 1  # the game stands where it could not be played on
    assert len(outcomes) == 2
    assert f"Game 0 was forfeited: {outcomes[0].forfeit.why.removesuffix('.')}." in str(results)  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals and forks")
@pytest.mark.parametrize("bad", [bots.freezes, bots.disarms], ids=lambda bad: str(bad.__name__))
def test_a_player_who_stops_even_the_alarm_forfeits(bad: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rainbowkit.processes.GRACE", 0.5)
    monkeypatch.setattr("rainbowkit.processes.PATIENCE", 2)
    results = simulate("clash", ["random", bad], 2, "bad", time_limit=0.5)
    assert [forfeit.why for forfeit in results.forfeits.values()] == [
        f"{bad.__name__} took longer than 0.5 seconds for a move"
    ] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs forks")
def test_a_player_who_forks_plays_each_game_once() -> None:
    forking, plain = [
        tournament("clash", ["random", bot, "random"], 6, 1, workers=2).outcomes
        for bot in (bots.forks, bots.first_move)
    ]
    assert [outcome.task for outcome in forking] == [outcome.task for outcome in plain]
    assert [outcome.record["moves"] for outcome in forking] == [outcome.record["moves"] for outcome in plain]


def test_if_a_process_ends_while_ours_think_the_last_of_the_others_forfeits() -> None:
    class Ends(Worker):
        """Hears of a position in which the other one has moved, then that ours are to move, then nothing more."""

        def _pipes(self) -> Any:
            begun = begin(self.job, Task((0, 1), "1"))
            begun.play(begun.legal_moves()[0])
            return BytesIO(pickle.dumps(begun.moves) + pickle.dumps(None)), BytesIO()

    [outcome] = Ends(job("clash", [bots.first_move, "random"], 1, {})).play([Task((0, 1), "1")])
    assert outcome.forfeit
    assert outcome.forfeit.why.endswith("ended the process in which it was playing")


def test_a_game_that_was_not_asked_for_is_not_counted() -> None:
    entered, asked, other = job("clash", ["random"] * 2, 1, {}), Task((0, 1), "1"), Task((0, 1), "2")

    class Mistaken(Worker):
        def _pipes(self) -> Any:
            return BytesIO(pickle.dumps(play_task(entered, other))), BytesIO()

    with pytest.raises(RainbowkitError, match="has ended 3 times without a word"):
        list(Mistaken(entered).play([asked]))


def test_a_closed_worker_starts_no_process() -> None:
    worker = Worker(job("clash", ["random"] * 2, 1, {}))
    worker.close()
    with pytest.raises(EOFError):
        worker._pipes()
    assert worker.process is None
    assert list(worker.play([Task((0, 1), "1")])) == []


def test_moves_are_plain_strings_in_records() -> None:
    games = all_of(simulate, "clash", ["random", bots.words], 2, 1)
    assert {type(move) for outcome in games for move in outcome.record["moves"]} == {str}
    assert {type(move) for move in match("clash", ["random", bots.words], 1).moves} == {str}


def test_even_chance_from_elsewhere_is_the_same_everywhere() -> None:
    alone = tournament("clash", ["random", bots.own_chance], 6, 1)
    assert alone == tournament("clash", ["random", bots.own_chance], 6, 1, workers=2)


def test_what_a_player_imports_does_not_count_as_its_time() -> None:
    assert not simulate("clash", ["random", bots.SlowToImport()], 2, 1, time_limit=0.5).forfeits


@pytest.mark.slow
def test_a_tournament_with_bad_players_plays_all_its_games() -> None:
    bad = [bots.vanishes, bots.loops, bots.raises]
    standings = tournament("clash", [bots.first_move, *bad], 4, 3, workers=2, time_limit=0.5)
    rows = {row.player: row for row in standings.rows()}
    assert rows["first_move"].forfeits == 0
    assert rows["first_move"].wins.value == 1
    assert sum(row.forfeits for row in rows.values()) == len(standings.outcomes) == 6 * 4
    assert "21 more games were forfeited." in str(standings)


def test_of_a_forfeited_game_all_others_share_the_win() -> None:
    outcomes: list[Outcome] = []
    results = simulate("tricks", ["random", bots.raises, "random"], 1, 1, each=outcomes.append)
    assert outcomes[0].winners == [0, 2]
    assert [results.wins(seat) for seat in range(3)] == [[0.5], [0.0], [0.5]]


def test_players_of_one_name_are_told_apart() -> None:
    def twin() -> Player:
        def bot(view: View, rng: Random) -> str:
            return view.legal[-1]

        return bot

    standings = tournament("clash", [twin(), twin()], 2, 1)
    assert {row.player for row in standings.rows()} == {"bot", "bot 2"}


def test_a_player_that_cannot_be_sent_is_refused_at_once(tmp_path: Path) -> None:
    with open(tmp_path / "file", "w") as file, pytest.raises(BadSetup, match="cannot be sent to another process"):
        simulate("clash", ["random", lambda view, rng: file.name], 1)


# A single match


def test_in_a_match_what_a_player_raises_comes_through() -> None:
    with pytest.raises(ValueError, match="I cannot count"):
        match("clash", ["random", bots.raises], 1)
    with pytest.raises(MalformedMove, match="'castle' is no move of this game"):
        match("clash", ["random", bots.illegal], 1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs alarms")
@pytest.mark.parametrize("bad", [bots.loops, bots.sleeps], ids=lambda bad: str(bad.__name__))
def test_a_match_does_not_wait_for_ever(bad: Player) -> None:
    usual = signal.getsignal(signal.SIGALRM)
    with pytest.raises(RainbowkitError, match=r"took longer than 0\.2 seconds for a move\."):
        match("clash", ["random", bad], 1, time_limit=0.2)
    assert signal.getsignal(signal.SIGALRM) == usual
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_the_time_limit_changes_no_match() -> None:
    def moves(**how: Any) -> list[str]:
        return match("clash", ["random", bots.first_move], 1, **how).moves

    with ThreadPoolExecutor(1) as executor:
        assert moves() == moves(time_limit=None) == executor.submit(moves).result()
    with pytest.raises(BadSetup, match="The time limit must be a number of seconds, up to 3600, not 0"):
        moves(time_limit=0)


# Arguments


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"workers": 0}, "The number of workers must be a whole number from 1 to 1000, not 0."),
        ({"workers": 1.5}, "The number of workers must be a whole number from 1 to 1000, not 1.5."),
        ({"workers": 2, "executor": ThreadPoolExecutor()}, "Give either workers or an executor, not both."),
        ({"time_limit": 0}, "The time limit must be a number of seconds, up to 3600, not 0."),
        ({"time_limit": "1"}, "The time limit must be a number of seconds, up to 3600, not '1'."),
        ({"time_limit": float("nan")}, "The time limit must be a number of seconds, up to 3600, not nan."),
    ],
)
def test_bad_arguments_of_a_run(how: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(words)):
        simulate("clash", ["random"] * 2, 1, **how)


def test_who_shares_the_games_may_fail_in_a_sentence() -> None:
    with ThreadPoolExecutor(1) as executor:
        broken = executor.submit(lambda: 1 / 0)

    class Broken(Executor):
        def submit(self, *arguments: Any, **named: Any) -> Any:
            return broken

    with pytest.raises(
        RainbowkitError, match="Those who share the games cannot go on: ZeroDivisionError: division by zero"
    ):
        simulate("clash", ["random"] * 2, 4, executor=Broken())


# Stopped


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_the_results_so_far(workers: int) -> None:
    seen: list[Outcome] = []

    def stop(outcome: Outcome) -> None:
        seen.append(outcome)
        if len(seen) == 5:
            os.kill(os.getpid(), signal.SIGINT)

    results = simulate("clash", ["random"] * 2, 999_999_999, 1, each=stop, workers=workers)
    assert not results.complete
    assert len(results.scores) == len(seen) == 5
    assert seen == all_of(simulate, "clash", ["random"] * 2, 5, 1)


def all_of(play: Any, *arguments: Any) -> list[Outcome]:
    outcomes: list[Outcome] = []
    play(*arguments, each=outcomes.append)
    return outcomes


@pytest.mark.slow
def test_ctrl_c_leaves_whole_records_and_no_process_behind(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    args = ["simulate", "clash", "--games", "999999999", "--workers", "2", "--records", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "rainbowkit.cli", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while process.poll() is None and not (path.exists() and path.stat().st_size):
        pass
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes get it
    out, err = process.communicate(timeout=60)
    games = load(path)
    assert isinstance(games, list)
    assert process.returncode == 130
    assert err == f"Stopped: {count(len(games), 'game')} finished, and {path} holds as many.\n"
    assert out.startswith(f"clash: {count(len(games), 'game')}, ")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


# On a cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Three processes, and a scheduler that has them share the work."""
    import dask
    from distributed import LocalCluster  # type: ignore[import-untyped]

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "3s"}),  # a dead worker is given up sooner than in 30 s
        LocalCluster(
            n_workers=3, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
        ) as cluster,
    ):
        yield cluster


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_loses_no_game_and_counts_none_twice(cluster: Any) -> None:
    from distributed import Client

    alone = all_of(simulate, "tricks", ["random"] * 4, 400, "cluster")
    shared: list[Outcome] = []
    killed: list[str] = []
    with Client(cluster) as client:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        assert len(workers) == 3

        def each(outcome: Outcome) -> None:
            shared.append(outcome)
            if len(shared) == 50:
                name, pid = next(iter(client.run(os.getpid).items()))
                os.kill(pid, signal.SIGKILL)
                killed.append(name)

        results = simulate("tricks", ["random"] * 4, 400, "cluster", each=each, executor=client.get_executor())
    assert killed
    assert shared == alone
    assert results == simulate("tricks", ["random"] * 4, 400, "cluster")


@pytest.mark.slow
def test_a_learners_player_plays_on_a_cluster(cluster: Any) -> None:
    from distributed import Client

    players = ["random", bots.Counting(), bots.vanishes]
    with Client(cluster) as client:
        shared = tournament("clash", players, 2, 7, executor=client.get_executor())
    assert shared == tournament("clash", players, 2, 7)
    assert {outcome.forfeit and outcome.forfeit.why for outcome in shared.outcomes} == {
        None,
        "vanishes ended the process in which it was playing",
    }
    assert isinstance(shared.outcomes[-1].forfeit, Forfeit)


@pytest.mark.slow
def test_the_commands_run_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    from rainbowkit.cli import main

    path, other = tmp_path / "shared.jsonl", tmp_path / "alone.jsonl"
    for command in ("simulate", "tournament"):
        args = [command, "clash", "--players", "random,random", "--games", "20", "--seed", "1"]
        assert main([*args, "--records", str(path), "--scheduler", cluster.scheduler_address]) == 0
        assert main([*args, "--records", str(other)]) == 0
        assert path.read_text() == other.read_text()
        assert all(json.loads(line)["winners"] for line in path.read_text().splitlines())

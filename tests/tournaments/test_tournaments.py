"""Who meets whom, what the standings say, and that files give back what went into them."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from math import isnan, sqrt
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rainbowkit import BadRecord, BadSetup, tournament
from rainbowkit.cli import main
from rainbowkit.runs import Forfeit, Outcome, Task
from rainbowkit.tournaments import Share, Standings, interval, load_tournament
from tests.tournaments import bots


def outcome(
    names: str, winners: list[int], deal: str, scores: list[int] | None = None, out: int | None = None
) -> Outcome:
    forfeit = None if out is None else Forfeit(out, "it broke")
    return Outcome(Task((), deal), scores or [0] * len(names), winners, {"players": list(names)}, forfeit)


# Who meets whom


@pytest.mark.parametrize(("players", "table", "tables"), [(2, 2, 1), (4, 2, 6), (4, 3, 4), (4, 4, 1)])
def test_all_meet_in_every_seating_of_the_same_deals(players: int, table: int, tables: int) -> None:
    names = [bots.Counting() for _ in range(players)]
    for i, bot in enumerate(names):
        bot.__name__ = f"bot{i}"  # type: ignore[attr-defined]
    standings = tournament("tricks", names, 2 * table, 1, table=table)
    assert len(standings.outcomes) == tables * 2 * table
    seats = Counter((name, i) for o in standings.outcomes for i, name in enumerate(o.record["players"]))
    assert set(seats.values()) == {len(standings.outcomes) // players}  # everyone equally often at each seat
    deals: dict[tuple[str, frozenset[str]], set[str]] = {}
    for o in standings.outcomes:
        shuffles = json.dumps(o.record["shuffles"][:1])
        deals.setdefault((o.task.seed, frozenset(o.record["players"])), set()).add(shuffles)
    assert len(deals) == tables * 2
    assert all(len(cards) == 1 for cards in deals.values())


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert len(tournament("tricks", ["random"] * 3, 4, 1, table=3).outcomes) == 6


def test_one_player_may_have_several_seats() -> None:
    standings = tournament("tricks", [bots.Counting(), "random", "random", "random"], 8, 1, table=4)
    assert [row.games for row in sorted(standings.rows(), key=lambda row: row.games)] == [8, 24]
    assert sum(row.wins.value * row.games for row in standings.rows()) == pytest.approx(8)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"players": ["random", "bob"]}, "There is no player 'bob'"),
        ({"players": ["random"]}, "A table of 2 needs as many players, and there are 1."),
        ({"players": []}, "A table of 2 needs as many players, and there are 0."),
        ({"players": "random"}, "The players must be a list"),
        ({"table": 3}, "A table of clash has 2 seats, not 3."),
        ({"game": "tricks", "table": 1}, "A table of tricks has "),
        ({"games": 0}, "The number of games must be a whole number from 1, not 0."),
        ({"first": 1}, "The option first has no place in a tournament"),
        ({"gold": 1}, "clash has no option 'gold'"),
    ],
)
def test_bad_arguments_raise_bad_setup(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup) as caught:
        tournament(**{"game": "clash", "players": ["random"] * 2, **arguments})
    assert str(caught.value).startswith(words)


# What the standings say


def test_the_interval_is_wilsons_for_independent_games() -> None:
    # 7 of 10: the roots of (0.7 - p)^2 = 1.96^2 p (1 - p) / n, where n is 10 less the one that the spread is divided by
    n, z = 9, 1.96
    a, b, c = 1 + z * z / n, -(1.4 + z * z / n), 0.49
    low, high = sorted((-b + sign * sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (-1, 1))
    found = interval([(1, 1)] * 7 + [(0, 1)] * 3)
    assert found == pytest.approx(Share(0.7, low, high))


def test_games_of_one_deal_do_not_count_as_independent() -> None:
    alike = [(2.0, 2)] * 5 + [(0.0, 2)] * 5  # each deal won in both seatings, or lost in both
    even = [(1.0, 2)] * 10  # whoever begins wins
    assert interval(alike) == pytest.approx(interval([(1.0, 1)] * 5 + [(0.0, 1)] * 5))
    wide, narrow = interval(alike), interval(even)
    assert narrow.value == wide.value == 0.5
    assert narrow.high - narrow.low < wide.high - wide.low


def test_an_interval_of_wins_alone_stays_within_0_and_1() -> None:
    share = interval([(1, 1)] * 20)
    assert (share.value, share.high) == (1, 1)
    assert share.low == pytest.approx(20 / (20 + 1.96**2))  # Wilson's lower end when all is won


def test_standings_by_hand() -> None:
    standings = Standings(
        "clash",
        [
            outcome("AB", [0], "1", [5, 3]),
            outcome("BA", [0, 1], "1", [4, 4]),
            outcome("AB", [0], "2", [2, 2], out=1),
            outcome("BA", [0], "2", [6, 1]),
        ],
    )
    a, b = standings.rows()
    assert (a.player, a.games, a.wins.value, a.points, a.forfeits) == ("A", 4, 2.5 / 4, pytest.approx(10 / 3), 0)
    assert (b.player, b.games, b.wins.value, b.points, b.forfeits) == ("B", 4, 1.5 / 4, pytest.approx(13 / 3), 1)
    assert a.rating > b.rating
    assert standings.duel("A", "B").value == pytest.approx(2 / 3)  # the shared win decides nothing
    assert standings.duel("B", "A").value == pytest.approx(1 / 3)
    assert "Game 2 was forfeited: it broke." in str(standings)
    with pytest.raises(BadSetup, match="No game between 'A' and 'C' was decided"):
        standings.duel("A", "C")


def test_at_a_table_of_four_a_duel_is_between_two() -> None:
    standings = Standings("tricks", [outcome("ABBB", [0], "1"), outcome("BABB", [0], "1"), outcome("BBAB", [3], "2")])
    assert standings.duel("A", "B").value == pytest.approx(1 / 3)


def test_the_better_player_is_rated_better() -> None:
    games = [outcome("AB", [i % 4 == 3], str(i)) for i in range(80)]  # A wins three of four
    a, b = Standings("clash", games).rows()
    assert a.player == "A"
    assert a.rating - a.rating_error > b.rating


def test_ctrl_c_gives_the_standings_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Any:
        outcomes = run(*arguments)
        for _ in range(3):
            yield next(outcomes)
        raise KeyboardInterrupt

    from rainbowkit.tournaments import run

    monkeypatch.setattr("rainbowkit.tournaments.run", interrupted)
    standings = tournament("clash", ["random"] * 2, 10, 1)
    assert not standings.complete
    assert len(standings.outcomes) == 3
    assert str(standings).endswith("Stopped before all games were played.")


def test_one_deal_tells_nothing_of_how_deals_differ() -> None:
    standings = Standings("clash", [outcome("AB", [0], "1", [5, 3]), outcome("BA", [0], "1", [4, 2])])
    a, b = standings.rows()
    assert isnan(a.points_error)
    assert isnan(b.points_error)
    half = 0.5 * 1.96 / sqrt(1 + 1.96**2)  # of Wilson's interval for half of a single game
    assert (a.wins.low, a.wins.high) == pytest.approx((0.5 - half, 0.5 + half))
    assert "3.5  " in str(standings)
    assert "nan" not in str(standings)


def test_who_has_finished_no_game_has_no_points() -> None:
    standings = Standings("clash", [outcome("AB", [0], "1", out=1), outcome("BA", [1], "1", out=0)])
    assert [line.split()[-3:-1] for line in str(standings).splitlines()[2:4]] == [["±", "15.3"]] * 2
    assert "0.0 ± 0.0" not in str(standings)


# Files


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    standings = tournament("clash", [bots.Counting(), "random", bots.raises], 4, 1)
    standings.save(tmp_path / "games.jsonl")
    assert load_tournament(tmp_path / "games.jsonl") == standings
    standings.save_csv(tmp_path / "standings.csv")
    with open(tmp_path / "standings.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["player"], float(row["wins_low"])) for row in rows] == [
        (row.player, row.wins.low) for row in standings.rows()
    ]


def test_a_spoilt_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    standings = tournament("clash", ["random", bots.raises], 2, 1)
    standings.save(path)
    good, bad = path.read_text().splitlines()
    cut = json.loads(good)
    del cut["meta"]["forfeit"]
    for text, words in [
        (good + "\n" + bad[:-5], "line 2: this is not JSON"),
        (json.dumps(cut), "line 1: the game is not over, and nobody has forfeited it"),
        (json.dumps({**cut, "meta": {"forfeit": 1}}), "line 1: meta.forfeit: this must give a seat and why"),
        ("", "holds no record"),
    ]:
        path.write_text(text)
        with pytest.raises(BadRecord) as caught:
            load_tournament(path)
        assert words in str(caught.value)
        assert str(path) in str(caught.value)


# The command


def test_the_command_shows_saves_and_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, table = tmp_path / "games.jsonl", tmp_path / "standings.csv"
    args = ["tournament", "clash", "--players", "random,random", "--games", "4", "--seed", "1"]
    assert main([*args, "--records", str(games), "--csv", str(table)]) == 0
    shown = capsys.readouterr().out
    assert shown == f"{tournament('clash', ['random'] * 2, 4, 1)}\n"
    assert main(["tournament", "--load", str(games)]) == 0
    assert capsys.readouterr().out == shown
    assert main(["tournament", "tricks", "--load", str(games)]) == 2
    assert f"{games} holds games of clash, not of 'tricks'." in capsys.readouterr().err
    assert (
        main(["tournament", "clash", "--load", str(games), "--records", str(games)]) == 0
    )  # reads it before it writes
    assert load_tournament(games) == tournament("clash", ["random"] * 2, 4, 1)
    assert main([*args[:2], "--players", "random", "--records", str(games)]) == 2
    assert games.stat().st_size  # a bad argument leaves the records alone
    assert table.read_text().startswith("player,games,wins,wins_low,wins_high,points")


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["clash", "--players", "random,you"], 2, "Nobody can type in a simulation"),
        (["clash", "--players", "random,bob"], 2, "There is no player 'bob'"),
        (["clash", "--players", "random"], 2, "A table of 2 needs as many players, and there are 1."),
        (["clash", "--table", "3"], 2, "clash is for 2 players."),
        (["clash", "--workers", "0"], 2, "must be a whole number from 1 to 1000, not '0'"),
        (["clash", "--option", "seed=1"], 2, "clash has no option 'seed'"),
        (["clash", "--option", "first=1"], 2, "The option first has no place in a tournament"),
        ([], 2, "Which game? Choose one of tricks, clash, kobito, rainbonus."),
        (["--load", "/missing.jsonl"], 1, "/missing.jsonl: cannot be read: No such file or directory."),
        (["clash", "--games", "999999", "--csv", "/missing/x.csv"], 1, "/missing/x.csv cannot be written"),
        (["clash", "--games", "999999", "--records", "/missing/x.jsonl"], 1, "/missing/x.jsonl cannot be written"),
        (["clash", "--scheduler", " "], 2, "must be the address of a scheduler"),
        (
            ["clash", "--scheduler", "127.0.0.1:1", "--workers", "2"],
            2,
            "Give either --workers or --scheduler, not both.",
        ),
        (["clash", "--scheduler", "nonsense"], 1, "There is no Dask scheduler at nonsense: "),
    ],
)
def test_bad_arguments_of_the_command(
    args: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [] if "--players" in args or "--load" in args else ["--players", "random,random"]
    assert main(["tournament", *args, *players]) == code
    err = capsys.readouterr().err
    assert words in err
    assert "Traceback" not in err


def test_a_scheduler_that_never_answers_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = Event()
    monkeypatch.setattr("distributed.Client", lambda address, timeout: done.wait())
    monkeypatch.setattr("rainbowkit.cli.CONNECT", 0.1)
    assert main(["tournament", "clash", "--players", "random,random", "--scheduler", "127.0.0.1:8787"]) == 1
    assert "There is no Dask scheduler at 127.0.0.1:8787: it gives no answer" in capsys.readouterr().err
    done.set()


def test_without_distributed_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["tournament", "clash", "--players", "random,random", "--scheduler", "127.0.0.1:8786"]) == 1
    assert "pip install 'rainbowkit[distributed]'" in capsys.readouterr().err

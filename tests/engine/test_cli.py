"""The command line, run as a user runs it: real processes, pipes, signals and terminals."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

from rainbowkit import State, __version__, load, new
from rainbowkit.cli import main
from rainbowkit.coach import hint
from rainbowkit.games import GAMES
from rainbowkit.odds import outlook

COMMAND = [sys.executable, "-m", "rainbowkit.cli"]
UNWANTED = ("COLUMNS", "PYTHONIOENCODING", "PYTHONUNBUFFERED")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in UNWANTED}

needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
needs_shell = pytest.mark.skipif(not os.path.exists("/bin/bash"), reason="there is no bash here")


def run(*args: str, typed: str = "", code: int = 0, **environment: str) -> tuple[str, str]:
    """Run the command, check its exit code, and give what it wrote to its two outputs."""
    done = subprocess.run(
        [*COMMAND, *args],
        input=typed.encode(),
        capture_output=True,
        env=ENVIRONMENT | environment,
        timeout=60,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in out + err
    assert done.returncode == code, out + err
    return out, err


def call(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> tuple[str, str]:
    """Like `run`, for what needs no process of its own."""
    assert main(list(args)) == code
    return capsys.readouterr()


def shell(line: str, **variables: str) -> tuple[str, str]:
    """Run a line of bash in which `$R` is the command."""
    done = subprocess.run(
        ["/bin/bash", "-c", f'R="{" ".join(COMMAND)}"; {line}'],
        capture_output=True,
        text=True,
        env=ENVIRONMENT | variables,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr
    return done.stdout, done.stderr


def in_terminal(*args: str, code: int = 0) -> str:
    """Run the command with a terminal as its outputs, and give what came there."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen(
        [*COMMAND, *args], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=ENVIRONMENT
    )
    os.close(theirs)
    seen = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            read = os.read(ours, 65536)
        except OSError:  # Linux says so at the end
            break
        if not read:
            break
        seen += read
    os.close(ours)
    assert process.wait(60) == code
    assert b"Traceback" not in seen
    return seen.decode()


# Help


def test_without_a_command_the_help_is_shown_and_nothing_is_wrong() -> None:
    out, err = run()
    assert out == run("--help")[0]
    assert err == ""
    assert "rainbowkit rules kobito" in out


@pytest.mark.parametrize("command", ["play", "simulate", "check", "rules"])
def test_every_command_has_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"examples:\n  rainbowkit {command}" in call(capsys, command, "--help")[0]


def test_version() -> None:
    assert run("--version")[0] == f"rainbowkit {__version__}\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["frob"], "invalid choice: 'frob'"),
        (["rules"], "the following arguments are required: GAME"),
        (["rules", "chess"], "There is no game 'chess': choose one of tricks, clash, kobito, rainbonus."),
        (["rules", "\x1b[31m"], "There is no game '\\x1b[31m'"),
        (["rules", "clash", "\x1b[31m"], "unrecognized arguments: \ufffd[31m"),
        (["simulate", "clash", "--players", "random"], "clash is for 2 players."),
        (
            ["simulate", "clash", "--players", "random,bob"],
            "There is no player 'bob': choose from random, beginner, skilled, expert.",
        ),
        (
            ["simulate", "clash", "--players", "you,random"],
            "Nobody can type in a simulation: you is for the play command.",
        ),
        (["simulate", "rainbonus", *["--option", "turn_limit=2"] * 2], "The same --option is given twice."),
        (["simulate", "clash", "--records", ""], "must be the name of a file"),
        (["play", "clash", "--file", ""], "must be the name of a file"),
        (["simulate", "clash", "--games", "0"], "must be a whole number from 1 to 999999999, not '0'"),
        (["simulate", "clash", "--games", "9" * 9999], "must be a whole number from 1"),
        (["simulate", "clash", "--first", "2"], "The option first must be a seat from 0 to 1, not 2."),
        (["simulate", "clash", "--first", "last"], "must be a whole number from 0 to 999999999, not 'last'"),
        (["simulate", "clash", "--option", "seed=1"], "clash has no option 'seed'"),
        (["simulate", "clash", "--option", "first=1"], "Who begins is set with --first SEAT."),
        (["simulate", "rainbonus", "--option", "turn_limit"], "must be NAME=VALUE, not 'turn_limit'"),
        (["simulate", "rainbonus", "--option", "turn_limit={"], "this is not JSON"),
        (["simulate", "rainbonus", "--option", "turn_limit=0"], "The option turn_limit must be"),
        (["simulate", "kobito", "--option", "gold=[[4]]"], "The option gold must be"),
        (["play", "clash", "--first", "rotate"], "must be a whole number from 0 to 999999999, not 'rotate'"),
        (
            ["play", "clash", "--players", "you,bob"],
            "There is no player 'bob': choose from random, beginner, skilled, expert, or you",
        ),
        (["play", "chess"], "There is no game 'chess'"),
    ],
)
def test_bad_arguments_give_the_usage_and_a_sentence(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = call(capsys, *args, code=2)
    assert out == ""
    assert err.startswith("usage: rainbowkit")
    assert sentence in err
    assert "\x1b" not in err


def test_a_bad_argument_is_no_success_for_a_shell_either() -> None:
    assert run("rules", "chess", code=2)[1].endswith("choose one of tricks, clash, kobito, rainbonus.\n")


# simulate


def test_simulate_prints_the_results_and_writes_records_that_check(tmp_path: Path) -> None:
    path = str(tmp_path / "out.jsonl")
    out, err = run("simulate", "Tricks", "--games", "7", "--seed", "1", "--records", path)
    assert out.startswith("tricks: 7 games, ")
    assert out.count("\n") == 4
    assert "±" in out
    assert err == ""
    lines = Path(path).read_text().splitlines()
    assert [json.loads(line)["players"] for line in lines] == [["random", "random"]] * 7
    assert run("check", path) == (f"{path}: 7 games, all right\n", "")


def test_the_same_seed_gives_the_same_games_and_replaces_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    args = ("simulate", "clash", "--games", "3", "--seed", "any text", "--records", str(path))
    first = call(capsys, *args), path.read_text()
    assert (call(capsys, *args), path.read_text()) == first


def test_simulate_takes_players_options_and_a_beginning_that_rotates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    gold = [[4, 3], [5, 4], [6, 6]]
    args = ["--players", "random, random,random", "--first", "ROTATE", "--option", f"gold={json.dumps(gold)}"]
    call(capsys, "simulate", "kobito", *args, "--games", "4", "--records", str(path))
    options = [json.loads(line)["options"] for line in path.read_text().splitlines()]
    assert options == [{"first": first, "gold": gold} for first in (0, 1, 2, 0)]


def test_a_bad_argument_leaves_the_records_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("precious\n")
    for args in (["--players", "random,bob"], ["--games", "0"], ["--option", "x=1"]):
        call(capsys, "simulate", "clash", *args, "--records", str(path), code=2)
    assert path.read_text() == "precious\n"


@pytest.mark.parametrize("name", [".", "missing/out.jsonl", "x" * 300])
def test_records_that_cannot_be_written_are_one_sentence_before_any_game(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = call(capsys, "simulate", "clash", "--games", "999999999", "--records", str(tmp_path / name), code=1)
    assert out == ""
    assert " cannot be written: " in err
    assert err.count("\n") == 1


@needs_full
def test_a_full_disk_is_one_sentence() -> None:
    sentence = "cannot be written: No space left on device.\n"
    assert run("simulate", "clash", "--records", "/dev/full", code=1) == ("", f"/dev/full {sentence}")


@needs_shell
@needs_full
@pytest.mark.parametrize(("command", "unbuffered"), [("rules kobito", ""), ("rules kobito", "1"), ("--help", "1")])
def test_an_output_that_is_full_is_one_sentence(command: str, unbuffered: str) -> None:
    out, err = shell(f"$R {command} > /dev/full; echo $?", PYTHONUNBUFFERED=unbuffered)
    assert (out, err) == ("1\n", "The output cannot be written: No space left on device.\n")


@needs_shell
def test_a_file_that_may_not_grow_keeps_whole_lines(tmp_path: Path) -> None:
    path = str(tmp_path / "out.jsonl")
    out, err = shell('ulimit -f 8; $R simulate clash --records "$F" --games 999999; echo $?', F=path)
    assert (out, err) == ("1\n", f"{path} cannot be written: File too large.\n")
    assert re.fullmatch(r".*: \d+ games, all right\n", run("check", path)[0])


def test_the_progress_bar_is_for_terminals() -> None:
    seen = in_terminal("simulate", "clash", "--games", "20", "--seed", "1")
    assert "| 0/20 [" in seen
    assert re.search(r"\r +\rclash: 20 games, ", seen)  # the bar is gone in the end
    assert run("simulate", "clash", "--games", "20", "--seed", "1")[1] == ""


def test_ctrl_c_says_how_many_games_are_finished_and_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    args = ["simulate", "clash", "--games", "999999999", "--records", str(path)]
    process = subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (path.exists() and path.stat().st_size):
        select.select([], [], [], 0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    lines = path.read_text().splitlines(keepends=True)
    assert process.returncode == 130
    many = f"{len(lines)} game{'s' * (len(lines) > 1)}"
    assert err == f"Stopped: {many} finished, and {path} holds as many.\n"
    assert out.startswith(f"clash: {many}, ")
    assert all(json.loads(line)["winners"] and line.endswith("\n") for line in lines)


# check


def test_check_names_every_bad_record_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, missing = (str(tmp_path / name) for name in ("good.jsonl", "bad.jsonl", "missing.jsonl"))
    call(capsys, "simulate", "clash", "--games", "2", "--seed", "1", "--records", good)
    first, second = Path(good).read_text().splitlines()
    record = json.loads(first)
    record["moves"][1] = "P\x1b9"
    Path(bad).write_text(f"{first}\n{json.dumps(record)}\n\nnonsense\n{second}\n")
    out, err = call(capsys, "check", missing, bad, str(tmp_path), good, code=1)
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == f"{missing}: cannot be read: No such file or directory"
    assert lines[1].startswith(f"{bad}:2: moves[1]: 'P\\x1b9' is no move of this game")
    assert lines[2].startswith(f"{bad}:4: this is not JSON")
    assert lines[3] == f"{tmp_path}: cannot be read: Is a directory"
    assert lines[4:] == [f"{good}: 2 games, all right"]


def test_check_shows_no_control_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = call(capsys, "check", str(tmp_path / "\x1b[31m"), code=1)
    assert out == f"{tmp_path}/\ufffd[31m: cannot be read: No such file or directory\n"


# rules


@pytest.mark.parametrize(("game", "columns"), [(game, columns) for game in GAMES for columns in (30, 80, 200)])
def test_rules_are_all_there_and_fit_the_terminal(
    game: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out, _ = call(capsys, "rules", game)
    kind = GAMES[game]
    assert max(map(len, out.splitlines())) <= columns
    flowing = " ".join(out.split())
    assert flowing.startswith(f"{kind.facts.title} ({game}), a game by {kind.facts.designer} for {kind.facts.fewest}")
    for rule in kind.rules:
        mark = {"rule": "", "ruling": "ruling", "inference": "our inference"}[rule.kind]
        notes = ", ".join(filter(None, [mark, rule.option and f"option {rule.option}"]))
        assert f" {rule.id}{f' ({notes})' if notes else ''}: {' '.join(rule.text.split())}" in flowing
    for option in kind.defaults:
        assert f" {option}: " in flowing
    assert flowing.endswith(kind.grammar[1:])


@needs_shell
@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [("rules kobito", ""), ("rules kobito", "1"), ("simulate clash --games 1", ""), ("--help", "1")],
)
def test_a_closed_pipe_is_silent(command: str, unbuffered: str) -> None:
    # `read` waits until the reader of the pipe is gone.
    line = f'{{ read; $R {command}; echo "code $?" >&2; }} < <(sleep 0.1; echo) | true'
    out, err = shell(line, PYTHONUNBUFFERED=unbuffered)
    assert (out, err) == ("", "code 141\n")


@needs_shell
@pytest.mark.parametrize("line", ["$R rules clash >&-", "$R simulate clash --games 2 2>&-", "$R play clash <&-"])
def test_closed_streams_do_no_harm(line: str) -> None:
    assert shell(f'{line}; echo "code $?"')[0].endswith("code 0\n")


def test_an_output_in_ascii_does_no_harm() -> None:
    assert "moves a game" in run("simulate", "clash", "--games", "2", PYTHONIOENCODING="ascii")[0]
    assert "deck: 51 cards" in run("play", "clash", typed="é\n", PYTHONIOENCODING="ascii")[0]


# play


def test_play_without_a_game_lists_them_and_asks() -> None:
    out, _ = run("play", typed="chess\nClash\nquit\n")
    for kind in GAMES.values():
        assert re.search(f"{kind.facts.id} +{kind.facts.title} +by {kind.facts.designer} +{kind.facts.fewest} ", out)
    assert "Type tricks, clash, kobito, rainbonus or quit." in out
    assert "a game by Mathias Spaan for 2 players" in out
    assert out.endswith("Stopped. The game is not saved: for that, begin it with --file NAME.\n")


@pytest.mark.parametrize("game", GAMES)
def test_hint_and_odds_help_and_change_nothing(game: str) -> None:
    state = new(game, ["you", "beginner"], "9")
    view = state.view(0)
    out, _ = run("play", game, "--seed", "9", typed="odds\nhint\nquit\n", COLUMNS="100")
    flowing = " ".join(out.split())
    assert " ".join(str(outlook(view)).split()) in flowing
    move, why = hint(view)
    assert f"> {move}: {why}" in flowing


def test_the_others_say_why_if_asked_to() -> None:
    told = {}
    for flags in ([], ["--why"]):
        out, _ = run("play", "clash", "--players", "skilled,you", "--seed", "1", *flags, typed="quit\n", COLUMNS="100")
        told[bool(flags)] = re.findall(r"Seat 0 \(skilled\): (.*(?:\n[^S\n].*)*)", out.split("\n\nYour moves")[0])
    assert [line.split(" - ")[0] for line in told[True]] == told[False] != []
    assert all(" - " in line and line.rstrip().endswith(".") for line in told[True])


@pytest.mark.parametrize("typed", ["quit\n", "chess\n"])
def test_play_ends_politely_if_no_game_is_chosen(typed: str) -> None:
    assert run("play", typed=typed)[0].endswith("\nNo game was begun.\n")


def test_a_move_that_is_wrong_is_explained_and_asked_again() -> None:
    out, err = run("play", "clash", "--seed", "1", typed="x\x1b[31m\ns\n?\n\nrules\n p1 \nP2\n")
    assert err == ""
    assert "\x1b" not in out
    answers = [" ".join(answer.split()) for answer in out.split("> ")]
    assert any(answer.startswith("'x\\x1b[31m' is no move of this game: write P2") for answer in answers)
    assert any(answer.startswith("'S' is not legal here: ") and answer.endswith("(rule stop)") for answer in answers)
    assert any(answer.startswith("How moves are written: write P2") and "quit stops" in answer for answer in answers)
    assert any("flip-commits (ruling): " in answer for answer in answers)
    assert any(answer.startswith("'P2' is not legal here: ") and "(rule must-flip)" in answer for answer in answers)
    assert out.count("Your moves (or ? for help):") == 2


def play_by_reading(*args: str, seed: int, columns: int = 80) -> str:
    """Play a game to its end as somebody who types one of the moves that are shown."""
    rng = random.Random(seed)
    process = subprocess.Popen(
        [*COMMAND, "play", *args, "--seed", str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRONMENT | {"COLUMNS": str(columns)},
    )
    assert process.stdin
    assert process.stdout
    out = ""
    while read := os.read(process.stdout.fileno(), 65536):
        out += read.decode()
        if out.endswith("press Enter. "):
            process.stdin.write(b"\n")
            process.stdin.flush()
        elif out.endswith("\n> "):
            shown = out.rsplit("help):\n", 1)[1][:-2]
            assert max(map(len, shown.splitlines())) <= columns
            process.stdin.write(rng.choice(re.split(r"\s{2,}", shown.strip())).encode() + b"\n")
            process.stdin.flush()
    process.stdin.close()
    process.stdout.close()
    assert process.wait(60) == 0
    assert "is not legal here" not in out
    assert "is no move" not in out
    return out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "columns"),
    [
        ("tricks", "you,random,random", 20),
        ("clash", "random,you", 80),
        ("clash", "you,you", 80),
        ("kobito", "you,random,random,random", 50),
        ("rainbonus", "you,random", 200),
        ("rainbonus", "random,random", 80),
    ],
)
def test_a_game_is_played_to_its_end(game: str, players: str, columns: int, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = play_by_reading(game, "--players", players, "--file", str(path), seed=columns, columns=columns)
    record = json.loads(path.read_text())
    assert record["players"] == players.split(",")
    end = out.split("The game is over.\n")[1].splitlines()
    for seat, (name, score, line) in enumerate(zip(record["players"], record["scores"], end, strict=False)):
        assert re.match(rf"Seat {seat} \({name}\) +{score} point", line)
        assert ("win" in line) == (seat in record["winners"])
    assert end[-1] == f"The game is saved in {path}."
    assert isinstance(load(path), State)
    again, _ = run("play", "--file", str(path))
    assert again.endswith(out[out.index("The game is over.") :])
    assert os.listdir(tmp_path) == ["game.json"]


def test_every_other_players_moves_are_told(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = play_by_reading("clash", "--file", str(path), seed=5)
    told = re.findall(r"^(?:> )?Seat 1 \(beginner\): (.+)$", out, re.MULTILINE)
    moves = iter(json.loads(path.read_text())["moves"])
    assert told
    assert all(move in moves for move in told)  # in this order among all moves


def test_a_saved_game_goes_on_as_it_would_have_and_keeps_its_notes(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    moves = ["P1", "S", "P1", "P1"]
    run("play", "clash", "--seed", "1", "--file", str(whole), typed="\n".join(moves))
    args = ("play", "clash", "--seed", "1", "--file", str(parts))
    for i, move in enumerate(moves):
        out, _ = run(*args, typed=f"{move}\nquit\n")
        assert out.endswith(f"\nThe game is saved in {parts}.\n")
        assert ("The game is taken up after " in out) == (i > 0)
        record = json.loads(parts.read_text())
        parts.write_text(json.dumps(record | {"meta": {"note": "mine"}}))
    run(*args)
    assert json.loads(parts.read_text()) == json.loads(whole.read_text()) | {"meta": {"note": "mine"}}


def test_a_file_that_is_no_game_to_go_on_with_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    for text, reason in (
        ("nonsense", "this is not JSON"),
        ("", "holds no record"),
        ('{"format": "rainbowkit/1"}', "the key 'game' is missing"),
    ):
        path.write_text(text)
        out, err = call(capsys, "play", "clash", "--file", str(path), code=1)
        assert out == ""
        assert err.startswith(f"{path}: {reason}")
        assert path.read_text() == text
    call(capsys, "simulate", "clash", "--games", "2", "--records", str(path))
    assert "holds several games" in call(capsys, "play", "--file", str(path), code=1)[1]
    assert call(capsys, "play", "--file", str(tmp_path), code=1)[1] == f"{tmp_path}: is not a file.\n"


def test_another_game_than_that_of_the_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.json")
    run("play", "clash", "--file", path)
    before = Path(path).read_text()
    assert "holds a game of clash, not of tricks" in call(capsys, "play", "tricks", "--file", path, code=2)[1]
    sentence = "holds a game with another setting of first: name another file."
    assert sentence in call(capsys, "play", "--first", "1", "--file", path, code=2)[1]
    assert "holds a game of other players" in call(capsys, "play", "--players", "random,you", "--file", path, code=2)[1]
    assert Path(path).read_text() == before


@pytest.mark.parametrize("name", ["missing/game.json", "\x1b/game.json", "x" * 300])
def test_a_game_that_cannot_be_saved_is_not_begun(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = call(capsys, "play", "clash", "--file", str(tmp_path / name), code=1)
    assert out == ""
    assert re.fullmatch(r"[^\n\x1b]+ cannot be written: [^\n]+\.\n", err)


def test_a_file_that_may_only_be_read_is_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    run("play", "clash", "--file", str(path))
    before = path.read_bytes()

    real = Path.open

    def refuse(file: Path, mode: str = "r", *args: Any, **settings: Any) -> Any:
        if "+" in mode or "w" in mode:  # root may write everything, so a file mode would not do here
            raise PermissionError(13, "Permission denied")
        return real(file, mode, *args, **settings)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert "cannot be written: Permission denied" in call(capsys, "play", "--file", str(path), code=1)[1]
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.json"]


def test_ctrl_c_while_playing_says_where_the_game_is(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    process = subprocess.Popen(
        [*COMMAND, "play", "clash", "--file", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    seen = b""
    while not seen.endswith(b"> "):
        seen += os.read(process.stdout.fileno(), 65536)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out.decode(), err) == (130, f"\nThe game is saved in {path}.\n", b"")

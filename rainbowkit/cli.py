"""The command `rainbowkit`: play in the terminal, simulate games, check records, read the rules."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from rainbowkit import __version__, players, records
from rainbowkit.engine import State, columns, count, printable
from rainbowkit.errors import BadRecord, BadSetup, RainbowkitError, shorten
from rainbowkit.games import GAMES, check_setup, find, new
from rainbowkit.runs import MOST_WORKERS, Outcome
from rainbowkit.simulations import ROTATE

YOU = "you"
STOPPED, PIPE_CLOSED = 130, 141  # what a shell reports for a program that these signals have ended
MARKS = {"ruling": "ruling", "inference": "our inference"}
ABOUT_RULES = (
    "The rules, in our own words. A ruling is what we decided where the print is silent. "
    "Our inference is a fact that the print does not give."
)
HELP = """?      shows this help
rules  shows the rules of the game
hint   proposes a move, and says why
odds   shows what each move can bring at once
quit   stops the game"""
OPPONENT = "beginner"
CONNECT = 10
"""So many seconds a scheduler has to answer."""


class FileTrouble(Exception):
    """A file that cannot be read or written."""


def main(argv: list[str] | None = None) -> int | None:
    """Run the command, and give its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = run(argv)
        if sys.stdout:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        code = PIPE_CLOSED
    except OSError as error:
        tell(f"The output cannot be written: {error.strerror or error}.")
        code = 1
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries again at its end, and complains
    return code


def run(argv: list[str] | None) -> int:
    try:
        parser = make_parser()
        args = parser.parse_args(argv)
        if "run" not in args:
            parser.print_help()
            return 0
        try:
            return int(args.run(args))
        except RainbowkitError as error:
            command: Parser = args.parser
            command.error(str(error))
    except SystemExit as end:  # from argparse, which has said why
        return int(end.code or 0)
    except FileTrouble as trouble:
        tell(printable(f"{trouble}."))
        return 1
    except KeyboardInterrupt:
        tell("Stopped.")
        return STOPPED


# The commands


def simulate(args: argparse.Namespace) -> int:
    from rainbowkit.simulations import simulate as play_many

    kind = find(args.game)
    names = args.players or ["random"] * kind.facts.fewest
    options = chosen_options(args)
    check_names(names)
    check_setup(kind, names, options | {"first": 0 if args.first == ROTATE else args.first})
    with helpers(args) as help, record_file(args.records) as write:
        results = play_many(args.game, names, args.games, args.seed, args.first, write, **help, **options)
    if not results.complete:
        tell_stopped(args, len(results.scores))
    if results.scores:
        print(results)
    return 0 if results.complete else STOPPED


def tournament(args: argparse.Namespace) -> int:
    from rainbowkit import tournaments

    if args.load:
        try:
            standings = tournaments.load_tournament(args.load)
        except BadRecord as error:
            raise FileTrouble(str(error).removesuffix(".")) from None
        if args.game not in (None, standings.game):
            raise BadSetup(f"{args.load} holds games of {standings.game}, not of {shorten(args.game)}.")
        save_table(args.records, standings.save)
    else:
        if args.game is None:
            raise BadSetup(f"Which game? Choose one of {', '.join(GAMES)}.")
        names = args.players or list(players.PLAYERS)[:-1]
        options = chosen_options(args)
        check_names(names)
        check_setup(find(args.game), names[:1] * args.table, options)
        tournaments.check_tournament(args.game, names, args.table, options)
        save_table(args.csv, lambda path: open(path, "a").close())  # rather now than after all the games
        with helpers(args) as help, record_file(args.records) as write:
            standings = tournaments.tournament(
                args.game, names, args.games, args.seed, table=args.table, each=write, **help, **options
            )
    if not standings.complete:
        tell_stopped(args, len(standings.outcomes))
    if standings.outcomes:
        print(standings)
        save_table(args.csv, standings.save_csv)
    return 0 if standings.complete else STOPPED


def tell_stopped(args: argparse.Namespace, games: int) -> None:
    kept = f", and {printable(args.records)} holds as many" if args.records else ""
    tell(f"Stopped: {count(games, 'game')} finished{kept}.")


def save_table(path: str | None, save: Callable[[str], None]) -> None:
    try:
        if path:
            save(path)
    except OSError as error:
        raise FileTrouble(f"{path} cannot be written: {error.strerror or error}") from None


@contextmanager
def helpers(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Who shares the games: so many processes, or a Dask cluster."""
    if args.scheduler is None:
        yield {"workers": args.workers}
        return
    if args.workers > 1:
        raise BadSetup("Give either --workers or --scheduler, not both.")
    import logging

    logging.disable()  # what is wrong is told in a sentence
    try:
        with connect(args.scheduler) as client:
            if not client.nthreads():
                tell(
                    printable(
                        f"The scheduler at {args.scheduler} has no workers yet. The games wait for the first one."
                    )
                )
            yield {"executor": client.get_executor()}
    except BadSetup:
        raise
    except RainbowkitError as error:
        raise FileTrouble(str(error).removesuffix(".")) from None
    finally:
        logging.disable(logging.NOTSET)


def connect(address: str) -> Any:
    """A client of this Dask scheduler. In a thread, as a port that is another server's can keep it for ever."""
    try:
        from distributed import Client
    except ImportError:
        raise FileTrouble("A scheduler needs the package distributed: pip install 'rainbowkit[distributed]'") from None
    from threading import Thread

    found: list[Any] = []

    def attempt() -> None:
        try:
            found.append(Client(address, timeout=CONNECT))  # type: ignore[no-untyped-call]
        except Exception as error:
            found.append(error)

    thread = Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(1.5 * CONNECT)
    said = found[0] if found else "it gives no answer; the port of the dashboard is not that of the scheduler"
    if not found or isinstance(said, Exception):
        raise FileTrouble(
            f"There is no Dask scheduler at {address}: {str(said).removesuffix('.') or type(said).__name__}"
        )
    return said


@contextmanager
def record_file(path: str | None) -> Iterator[Callable[[Outcome], None] | None]:
    """What writes a record as a line of this file, so that whole lines are in it whenever writing stops."""
    if not path:
        yield None
        return
    size = 0
    try:
        with open(path, "wb") as file:

            def write(outcome: Outcome) -> None:
                nonlocal size
                line = f"{json.dumps(outcome.record, separators=(',', ':'))}\n".encode()
                file.write(line)
                file.flush()
                size += len(line)

            yield write
    except OSError as error:
        with suppress(OSError):
            os.truncate(path, size)
        raise FileTrouble(f"{path} cannot be written: {error.strerror or error}") from None


def check_names(names: list[str]) -> None:
    if YOU in names:
        raise BadSetup(f"Nobody can type in a simulation: {YOU} is for the play command.")
    for name in names:
        players.find(name)


def review(args: argparse.Namespace) -> int:
    from rainbowkit import coach

    try:
        print(coach.review(args.file, args.seat, seed=args.seed))
    except BadRecord as error:
        raise FileTrouble(str(error).removesuffix(".")) from None
    return 0


def check(args: argparse.Namespace) -> int:
    code = 0
    for path in args.files:
        games = wrong = unfinished = 0
        try:
            for line, state in records.read_states(path):
                games += 1
                if isinstance(state, State):
                    unfinished += not state.over
                else:
                    wrong += 1
                    print(printable(f"{path}:{line}: {state}"))
        except BadRecord as error:  # the file as a whole
            wrong = 1
            print(printable(str(error)))
        if wrong:
            code = 1
        else:
            note = f" ({unfinished} unfinished)" * (unfinished > 0)
            print(f"{printable(path)}: {count(games, 'game')}, all right{note}")
    return code


def rules(args: argparse.Namespace) -> int:
    print_rules(find(args.game))
    return 0


def play(args: argparse.Namespace) -> int:
    code = 0
    state = None
    try:
        state, meta = resume(args) if args.file and os.path.exists(args.file) else begin(args)
        save(state, meta, args.file)
        print(heading(type(state)))
        if state.moves:
            print(f"The game is taken up after {count(len(state.moves), 'move')}.")
        typed = [seat for seat, name in enumerate(state.names) if name == YOU]
        told: list[str] = []
        why = ""
        heard = dict.fromkeys(typed, 0)
        last = None
        while not state.over:
            seat = state.seat
            if seat in typed:
                if len(typed) > 1 and seat != last:
                    hand_over(seat)
                print("".join(f"{line}\n" for line in told[heard[seat] :]))
                move, why = ask_move(state), ""
                heard[seat] = len(told) + 1
                last = seat
            else:
                # Chance comes from the deal, so that a game taken up again goes on as it would have.
                rng = Random(f"{state.shuffles[: state.dealt]} {len(state.moves)}")
                move, why = players.find(state.names[seat]).choose(state.view(seat), rng)
                state.check(move)
            said = wrapped(f"Seat {seat} ({state.names[seat]}): {move}{f' - {why}' * bool(why and args.why)}")
            told.append(said)
            state.play(move)
            save(state, meta, args.file)
        print("".join(f"{line}\n" for line in told[0 if last is None else heard[last] :]))
        print_result(state, typed[0] if len(typed) == 1 else None)
    except (EOFError, KeyboardInterrupt) as end:
        code = STOPPED if isinstance(end, KeyboardInterrupt) else 0
        print()
    if state is None:
        print("No game was begun.")
    elif args.file:
        print(f"The game is saved in {printable(args.file)}.")
    elif not state.over:
        print(wrapped("Stopped. The game is not saved: for that, begin it with --file NAME."))
    return code


# Playing


def begin(args: argparse.Namespace) -> tuple[State, None]:
    """A new game; raises EOFError if none is chosen."""
    game = args.game or ask_game()
    names = args.players or [YOU] + [OPPONENT] * (find(game).facts.fewest - 1)
    state = new(game, names, args.seed, first=args.first or 0, **chosen_options(args))
    check_players(names)
    return state, None


def resume(args: argparse.Namespace) -> tuple[State, Any]:
    """The game in the file, and the `meta` of its record."""
    try:
        if not os.path.isfile(args.file):
            raise BadRecord("is not a file", args.file)
        state = records.load(args.file)
        if isinstance(state, list):
            if len(state) > 1:
                raise BadRecord("holds several games, and only one can be played", args.file)
            state = state[0]
        meta = records.parse(records.read(args.file)[1][0][1]).get("meta")
    except BadRecord as error:
        raise FileTrouble(str(error).removesuffix(".")) from None
    if args.game not in (None, state.facts.id):
        raise BadSetup(f"{args.file} holds a game of {state.facts.id}, not of {args.game}: name another file.")
    options = {"first": state.first, **state.defaults, **state.chosen_options()}
    for name, value in {**chosen_options(args), **({} if args.first is None else {"first": args.first})}.items():
        if options.get(name) != value:
            raise BadSetup(f"{args.file} holds a game with another setting of {name}: name another file.")
    if args.players not in (None, list(state.names)):
        raise BadSetup(f"{args.file} holds a game of other players ({', '.join(state.names)}): name another file.")
    check_players(state.names)
    return state, meta


def save(state: State, meta: Any, file: str | None) -> None:
    """Write the record so that the file always holds a whole one, the old or the new."""
    if not file:
        return
    path = Path(os.path.realpath(file))
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    record = state.record() | ({} if meta is None else {"meta": meta})
    try:
        if path.exists():
            path.open("r+b").close()  # or it would be replaced even where it may not be written
        try:
            temporary.write_text(json.dumps(record, separators=(",", ":")) + "\n")
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise FileTrouble(f"{file} cannot be written: {error.strerror or error}") from None


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    options = dict(args.option)
    if len(options) < len(args.option):
        raise BadSetup("The same --option is given twice.")
    if "first" in options and hasattr(args, "first"):
        raise BadSetup("Who begins is set with --first SEAT.")
    return options


def check_players(names: list[str] | tuple[str, ...]) -> None:
    for name in names:
        if name not in (YOU, *players.PLAYERS):
            known = ", ".join(players.PLAYERS)
            raise BadSetup(f"There is no player {shorten(name)}: choose from {known}, or {YOU} for a seat of your own.")


def ask(prompt: str) -> str:
    """A line of input; raises EOFError at its end, and for `quit`."""
    text = " ".join(input(prompt).split()) if sys.stdin else "quit"
    if text.lower() == "quit":
        raise EOFError
    return text


def ask_game() -> str:
    facts = [kind.facts for kind in GAMES.values()]
    print("The games:")
    print(columns((f"  {game.id}", game.title, f"by {game.designer}", seats(GAMES[game.id])) for game in facts))
    while (answer := ask("Which one? ").lower()) not in GAMES:
        print(f"Type {', '.join(GAMES)} or quit.")
    print()
    return answer


def ask_move(state: State) -> str:
    """Show the table to the seat to move, and ask until its move is legal."""
    legal = state.legal_moves()
    print(f"{state.view(state.seat)}\n\nYour moves (or ? for help):\n{grid(legal)}")
    while True:
        text = ask("> ")
        if text in ("", "?", "help"):
            print(f"{wrapped(f'How moves are written: {state.grammar}')}\n{HELP}")
        elif text == "rules":
            print_rules(type(state))
        elif text == "hint":
            from rainbowkit.coach import hint

            move, why = hint(state.view(state.seat))
            print(wrapped(f"{move}: {why}"))
        elif text == "odds":
            from rainbowkit.odds import outlook

            print(outlook(state.view(state.seat)))
        else:
            spelled = text.upper() if state.is_move(text.upper()) else text
            move = next((move for move in legal if move.lower() == text.lower()), spelled)
            try:
                state.check(move)
            except RainbowkitError as error:
                print(wrapped(printable(str(error))))
            else:
                return move


def hand_over(seat: int) -> None:
    """Several people at one terminal: nobody is to see another's hand."""
    ask(f"\nSeat {seat} is next. Only that player should look now: press Enter. ")
    if sys.stdout and sys.stdout.isatty():
        print("\x1b[H\x1b[2J\x1b[3J", end="")  # clears the screen, and what was scrolled off it


def print_result(state: State, seat: int | None) -> None:
    winners, scores = state.winners(), state.scores()
    wins = "wins" if len(winners) == 1 else "shares the win"
    if scores.count(max(scores)) > len(winners):
        wins += ", by the rule for ties"
    rows = [
        (f"Seat {i} ({name})", count(scores[i], "point"), wins * (i in winners)) for i, name in enumerate(state.names)
    ]
    print(f"{state.view(seat)}\n\nThe game is over.\n{columns(rows)}")


# Words


def print_rules(kind: type[State]) -> None:
    print(f"{heading(kind)}\n\n{wrapped(ABOUT_RULES)}\n")
    for rule in kind.rules:
        notes = ", ".join(filter(None, [MARKS.get(rule.kind), rule.option and f"option {rule.option}"]))
        print(wrapped(f"{rule.id}{f' ({notes})' * bool(notes)}: {rule.text}", "  "))
    print(f"\nOptions and their defaults\n{wrapped('first: 0, the seat that begins', '  ')}")
    for name, value in kind.defaults.items():
        print(wrapped(f"{name}: {json.dumps(value, separators=(',', ':')).replace('],', '], ')}", "  "))
    print(f"\nHow moves are written\n{wrapped(kind.grammar[:1].upper() + kind.grammar[1:], '  ')}")


def heading(kind: type[State]) -> str:
    return wrapped(f"{kind.facts.title} ({kind.facts.id}), a game by {kind.facts.designer} for {seats(kind)}")


def seats(kind: type[State]) -> str:
    fewest, most = kind.facts.fewest, kind.facts.most
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"


def width() -> int:
    return max(20, min(100, shutil.get_terminal_size().columns))


def wrapped(text: str, indent: str = "") -> str:
    """Text in lines that fit the terminal; all but the first are indented twice, and no quoted move is broken."""
    whole = re.sub('"[^"]*"', lambda quoted: quoted[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(whole, width(), initial_indent=indent, subsequent_indent=indent * 2, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def grid(moves: list[str]) -> str:
    """Moves in columns that fit the terminal."""
    cell = max(map(len, moves)) + 2
    many = max(1, width() // cell)
    rows = (moves[i : i + many] for i in range(0, len(moves), many))
    return "\n".join("".join("  " + move.ljust(cell - 2) for move in row).rstrip() for row in rows)


def tell(sentence: str) -> None:
    """Say it on standard error; there is nobody to tell if that fails."""
    if sys.stderr:
        with suppress(OSError):
            print(sentence, file=sys.stderr)


# Arguments


class Parser(argparse.ArgumentParser):
    """Shows no control characters, keeps the lines of the examples, and hides no failure to write."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            print(message, end="")
        else:
            super()._print_message(message, file)


def make_parser() -> Parser:
    parser = Parser(
        prog="rainbowkit",
        description="Four card games that build rainbows: tricks, clash, kobito and rainbonus.",
        epilog=examples("play", "rules kobito", "simulate clash --games 1000", "check games.jsonl")
        + "\n\nrainbowkit COMMAND --help tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"rainbowkit {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(run: Callable[[argparse.Namespace], int], text: str, *lines: str) -> Callable[..., object]:
        sub = commands.add_parser(run.__name__, help=text, description=f"{text.capitalize()}.", epilog=examples(*lines))
        sub.set_defaults(run=run, parser=sub)
        return sub.add_argument

    names = ", ".join(GAMES)
    known = ", ".join(players.PLAYERS)

    add = command(
        play,
        "play a game in the terminal by typing moves",
        "play",
        "play clash --file game.json",
        "play tricks --players you,skilled,beginner --seed 1",
    )
    add("game", metavar="GAME", nargs="?", type=str.lower, help=f"{names}; if left out, you are asked")
    add_setup(
        add,
        f"who sits at each seat, you or one of: {known} (default: you against {OPPONENT}, as few as the game takes)",
    )
    add("--first", metavar="SEAT", type=seat, help="the seat that begins (default: 0)")
    add("--file", type=file_name, help="keep the game in this file; if the file is there, go on with its game")
    add("--why", action="store_true", help="the others say why they move as they do, which may tell what they hold")

    add = command(
        simulate,
        "let players play many games, and count who wins",
        "simulate tricks --games 1000 --seed 1 --workers 2",
        "simulate kobito --players skilled,beginner,random --first rotate",
        "simulate rainbonus --option turn_limit=5 --records games.jsonl",
        "simulate kobito --option 'gold=[[4,3],[5,4],[6,6]]'",
    )
    add("game", metavar="GAME", type=str.lower, help=names)
    add_setup(add, f"who sits at each seat, each one of: {known} (default: random, as few as the game takes)")
    add(
        "--first",
        metavar="SEAT",
        type=first,
        default=0,
        help="the seat that begins (default: 0), or rotate for all in turn",
    )
    add("--games", metavar="N", type=whole, default=100, help="how many games (default: 100)")
    add(
        "--records",
        metavar="FILE",
        type=file_name,
        help="write the games to this file, one a line; what it held is lost",
    )
    add_helpers(add)

    add = command(
        tournament,
        "let players meet, everyone with everyone, and rank them",
        "tournament clash --games 200 --seed 1 --workers 2",
        "tournament tricks --players skilled,beginner,beginner,beginner --table 4",
        "tournament kobito --records games.jsonl --csv standings.csv",
        "tournament --load games.jsonl",
    )
    add("game", metavar="GAME", nargs="?", type=str.lower, help=names)
    add_setup(add, f"who takes part, two or more of: {known} (default: all but expert, who is slow)")
    add("--games", metavar="N", type=whole, default=100, help="how many games at each table (default: 100)")
    add("--table", metavar="SEATS", type=whole, default=2, help="how many sit at a table (default: 2)")
    add("--records", metavar="FILE", type=file_name, help="write the games to this file, one a line")
    add("--csv", metavar="FILE", type=file_name, help="write the standings to this file")
    add("--load", metavar="FILE", type=file_name, help="play nothing: show the standings of the games in this file")
    add_helpers(add)

    add = command(
        review,
        "after a game, look at every choice of a seat, and what it was worth",
        "review game.json",
        "review game.json --seat 1",
    )
    add("file", metavar="FILE", type=file_name, help="the record of one game")
    add("--seat", metavar="SEAT", type=seat, default=0, help="whose choices (default: 0)")
    add("--seed", default="0", help="a number or a text; the same seed gives the same review (default: 0)")

    add = command(check, "replay records, and say which are wrong and why", "check games.jsonl", "check saved/*.json")
    add("files", metavar="FILE", nargs="+", help="a record in JSON, or several, one a line")

    add = command(rules, "show the rules of a game, and how its moves are written", "rules kobito")
    add("game", metavar="GAME", type=str.lower, help=names)
    return parser


def examples(*lines: str) -> str:
    return "examples:\n" + "\n".join(f"  rainbowkit {line}" for line in lines)


def add_setup(add: Callable[..., object], who: str) -> None:
    add("--players", metavar="A,B,...", type=lambda text: [name.strip() for name in text.split(",")], help=who)
    add("--seed", help="a number or a text; the same seed gives the same cards and the same chance")
    text = "an option of the game, its value in JSON; can be given again (the rules command names the options)"
    add("--option", metavar="NAME=VALUE", type=option, action="append", default=[], help=text)


def add_helpers(add: Callable[..., object]) -> None:
    add("--workers", metavar="N", type=few, default=1, help="so many processes share the games (default: 1)")
    add(
        "--scheduler",
        metavar="ADDRESS",
        type=address,
        help="the Dask cluster of this scheduler shares them, as in tcp://10.0.0.1:8786",
    )


def whole(text: str, least: int = 1, most: int = 999_999_999) -> int:
    if not (text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}, not {shorten(text)}")
    return int(text)


def few(text: str) -> int:
    return whole(text, most=MOST_WORKERS)


def seat(text: str) -> int:
    return whole(text, 0)


def first(text: str) -> int | str:
    return ROTATE if text.lower() == ROTATE else seat(text)


def address(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("must be the address of a scheduler")
    return text


def file_name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("must be the name of a file")
    return text


def option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"must be NAME=VALUE, not {shorten(text)}")
    try:
        return name, records.parse(value)
    except BadRecord as error:
        raise argparse.ArgumentTypeError(f"the value {shorten(value)}: {error.reason}") from None


if __name__ == "__main__":
    sys.exit(main())

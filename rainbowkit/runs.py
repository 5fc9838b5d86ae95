"""Many games, on this machine or on many: what is to be played, what came of it, and by whom it is played.

A game depends on nothing but its task, so the outcomes are the same whoever plays them and in whatever portions.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from rainbowkit.engine import State, View, is_whole, printable
from rainbowkit.errors import BadSetup, IllegalMove, MalformedMove, RainbowkitError, shorten
from rainbowkit.games import new
from rainbowkit.matches import check_players, check_time_limit, name_of, play_out
from rainbowkit.players import Player, Rung, find

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from tqdm import tqdm

HOME = os.path.dirname(__file__)
PORTIONS = 200
"""In so many portions the games are given to others, or in more of the largest size."""
LARGEST_PORTION = 20
MOST_WORKERS = 1000


class Job(NamedTuple):
    """What all games of a run have in common. A player of our ladder is given by its name, any other one pickled."""

    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    players: tuple[str | bytes, ...]
    time_limit: float

    @property
    def guarded(self) -> bool:
        """Is there a player who may hang, so that the games are to be played in another process?"""
        return any(isinstance(player, bytes) for player in self.players)


class Task(NamedTuple):
    """One game: which of the job's players sits at each seat."""

    seats: tuple[int, ...]
    seed: str
    first: int = 0


class Forfeit(NamedTuple):
    """Whose fault it was that a game could not be played on, and why."""

    seat: int
    why: str


class Outcome(NamedTuple):
    """What came of a game. Of a forfeited one all others share the win; its record ends where it was."""

    task: Task
    scores: list[int]
    winners: list[int]
    record: dict[str, Any]
    forfeit: Forfeit | None = None

    def wins(self, seat: int) -> float:
        """1 for a win, a share of 1 for a shared one, else 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def job(game: str, players: Sequence[str | Player], time_limit: float, options: dict[str, Any]) -> Job:
    """Check the players, and pickle those that are not ours."""
    check_players(players)
    check_time_limit(time_limit)
    names: list[str] = []
    for player in players:
        name, several = name_of(player), 1
        while any(name == other and player != players[i] for i, other in enumerate(names)):
            several += 1
            name = f"{name_of(player)} {several}"
        names.append(name)
    packed = [player.__name__ if isinstance(player, Rung) else player for player in players]
    return Job(
        game,
        options,
        tuple(names),
        tuple(player if isinstance(player, str) else _pickled(player) for player in packed),
        float(time_limit),
    )


def _pickled(player: Player) -> bytes:
    import cloudpickle  # type: ignore[import-untyped]  # here, as most runs need it not

    try:
        return bytes(cloudpickle.dumps(player))
    except Exception as error:
        raise BadSetup(
            f"The player {shorten(name_of(player))} cannot be sent to another process: {shorten(error)}."
        ) from None


def run(
    job: Job, tasks: Iterable[Task], total: int, workers: int = 1, executor: Executor | None = None
) -> Iterator[Outcome]:
    """Play all these games, of which there are so many, and give their outcomes in order."""
    if not is_whole(workers) or not 1 <= workers <= MOST_WORKERS:
        raise BadSetup(
            f"The number of workers must be a whole number from 1 to {MOST_WORKERS}, not {shorten(workers)}."
        )
    if executor is not None and workers > 1:
        raise BadSetup("Give either workers or an executor, not both.")
    tasks = iter(tasks)
    first = next(tasks)
    begin(job, first)  # raises what would be wrong with every game
    tasks = chain([first], tasks)
    if executor is not None:
        return in_portions(lambda portion: executor.submit(play_portion, job, portion), tasks, total, LARGEST_PORTION)
    if workers > 1 or job.guarded:
        from rainbowkit.processes import play_in_processes

        return play_in_processes(job, tasks, total, workers)
    return (play_task(job, task) for task in tasks)


def in_portions(
    submit: Callable[[list[Task]], Future[list[Outcome]]], tasks: Iterable[Task], total: int, largest: int
) -> Iterator[Outcome]:
    """Give the games to others, portion by portion and not all of very many at once; give their outcomes in order."""
    tasks = iter(tasks)
    size = min(-(-total // PORTIONS), largest)
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        while portion := list(islice(tasks, size)):
            waiting.append(submit(portion))
            if len(waiting) == PORTIONS:
                yield from _outcomes(waiting.popleft())
        while waiting:
            yield from _outcomes(waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()


def _outcomes(portion: Future[list[Outcome]]) -> list[Outcome]:
    try:
        return portion.result()
    except RainbowkitError:
        raise
    except Exception as error:  # a broken pool, a lost cluster, a machine without rainbowkit
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RainbowkitError(f"Those who share the games cannot go on: {printable(said)[:300]}") from error


def play_portion(job: Job, tasks: Sequence[Task]) -> list[Outcome]:
    """Play these games in this process, or beside it where a player may hang."""
    if job.guarded:
        from rainbowkit.processes import play_in_processes

        return list(play_in_processes(job, tasks, len(tasks), 1))
    return [play_task(job, task) for task in tasks]


def play_task(job: Job, task: Task, before: Callable[[State], object] | None = None) -> Outcome:
    """Play one game; a player who is not ours may forfeit it."""
    state = begin(job, task)
    players = [job.players[who] for who in task.seats]
    try:
        play_out(state, [_Packed(p) if isinstance(p, bytes) else find(p) for p in players], task.seed, before)
    except BaseException as error:  # a player may well call `exit()`
        if isinstance(players[state.seat], str):
            raise
        return forfeited(job, task, state, _reason(error))
    return Outcome(task, state.scores(), state.winners(), _record(state, task))


def begin(job: Job, task: Task) -> State:
    """The deal of a task."""
    return new(job.game, [job.names[who] for who in task.seats], task.seed, first=task.first, **job.options)


def forfeited(job: Job, task: Task, state: State, why: str) -> Outcome:
    """The outcome of a game in which the player to move could not move."""
    seat = state.seat
    forfeit = Forfeit(seat, f"{state.names[seat]} {why}")
    record = _record(state, task)
    record["meta"]["forfeit"] = forfeit._asdict()
    return Outcome(task, state.scores(), [p for p in range(len(state.names)) if p != seat], record, forfeit)


def _record(state: State, task: Task) -> dict[str, Any]:
    return state.record() | {"meta": {"seed": task.seed}}


class _Packed:
    """A pickled player. It is unpickled at its first move, anew for each game, so that no game depends on another."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.player: Player | None = None

    def __call__(self, view: View, rng: Random) -> str:
        if self.player is None:
            import pickle

            self.player = pickle.loads(self.data)
        return self.player(view, rng)


def _reason(error: BaseException) -> str:
    """What went wrong in a player's function, in a few words, and where if it can be told."""
    if isinstance(error, IllegalMove | MalformedMove):
        return f"made a move that is none here: {error}"
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(HOME)]
    where = f" (in line {own[0].lineno} of {own[0].name})" if own else ""
    try:
        said = str(error)[:100]
    except Exception:  # an error of its own making may not even say what it is
        said = ""
    return f"raised {type(error).__name__}{': ' * bool(said)}{said}{where}"


def collect(outcomes: Iterator[Outcome], total: int, add: Callable[[Outcome], object], progress: bool | None) -> bool:
    """Take in every outcome, behind a progress bar; False if Ctrl-C has stopped it."""
    with progress_bar(total, " games", progress) as bar, closing(outcomes):  # type: ignore[type-var]
        try:
            for outcome in outcomes:
                with uninterrupted():
                    add(outcome)
                    bar.update()
        except KeyboardInterrupt:
            return False
    return True


def progress_bar(total: int, unit: str, progress: bool | None) -> tqdm[Any]:
    """A progress bar that fits a notebook or a terminal; unless told otherwise, only where somebody looks on."""
    from tqdm.auto import tqdm  # here, as it takes long to import

    if progress is None:
        progress = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    return tqdm(total=total, unit=unit, leave=False, dynamic_ncols=True, disable=not progress)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is done."""
    waiting: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append(number))
    except ValueError:  # not in the main thread, so Ctrl-C does not come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        raise KeyboardInterrupt

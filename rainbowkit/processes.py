"""Games in processes of their own: to use more than one core, and to be safe from a player who hangs or crashes.

A process plays the games it is given one after another. Before each move of a player who is not ours it sets an alarm that
ends the process. Then whoever waits has the game played again by a new one that tells every move, so knows whose move it
was, counts the game as forfeited, and goes on. A process that falls silent without its alarm is ended from outside.
"""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import BinaryIO, cast

from rainbowkit.engine import State
from rainbowkit.errors import RainbowkitError
from rainbowkit.runs import Job, Outcome, Task, begin, forfeited, in_portions, play_task

START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from rainbowkit.processes import serve; serve()"
LEFT = "ended the process in which it was playing"
MOST_ENDS = 3
PORTION = 1
"""So many games at once: a portion that is stopped amid is lost, and the pipes are quick enough for single games."""
BEAT, GRACE, PATIENCE = 1.0, 10.0, 60.0
"""So often a process gives a sign of life; so much longer than a move may take it may be silent amid one, or at all."""
ALARM = b"Timeout ("
"""What faulthandler's alarm says before it ends a process."""


def play_in_processes(job: Job, tasks: Iterable[Task], total: int, workers: int) -> Iterator[Outcome]:
    """Play these games in so many processes, and give their outcomes in order."""
    crew = [Worker(job) for _ in range(workers)]
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in crew:
        idle.put(worker)

    def play(portion: list[Task]) -> list[Outcome]:
        worker = idle.get()
        try:
            return list(worker.play(portion))
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(workers) as threads:
        try:
            yield from in_portions(lambda portion: threads.submit(play, portion), tasks, total, PORTION)
        finally:
            for worker in crew:
                worker.close()


class Worker:
    """A process that plays games, seen from outside."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.process: subprocess.Popen[bytes] | None = None
        self.telling = False
        self.closed = False
        self.starting = Lock()
        self.deadline = inf
        self.silent = False

    def play(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """The outcomes of these games, in order; if the process ends amid them a new one goes on.

        The game amid which it ended is played again, and from then on every move is told, so as to know who was to move. If
        it ends time and again while ours are to move, that is put down to who moved last of the others.
        """
        left, ends = list(tasks), 0
        while left and not self.closed:
            told: list[str] | None = None  # how the game stood when one who is not ours was last to move
            theirs = False
            try:
                hearing, saying = self._pipes()
                pickle.dump((left, self.telling), saying)
                saying.flush()
                while left:
                    self._wait(GRACE if theirs else PATIENCE)
                    message = pickle.load(hearing)
                    if isinstance(message, Outcome):
                        if message.task != left[0]:
                            raise EOFError("not the game that was to be played")
                        yield message
                        del left[0]
                        ends, told, theirs = 0, None, False
                    else:
                        theirs = message is not None
                        told = message if theirs else told
            except Exception:  # the end of the pipe, or anything at all if a player has written to it
                slow = self._end()
                if self.closed:
                    return
                self.telling = True
                ends += 1
                if told is not None and (theirs or ends == MOST_ENDS):
                    why = f"took longer than {self.job.time_limit:g} seconds for a move" if theirs and slow else LEFT
                    yield forfeited(self.job, left[0], _position(self.job, left[0], told), why)
                    del left[0]
                    ends = 0
                elif ends == MOST_ENDS:
                    raise RainbowkitError(
                        f"A process that plays games has ended {ends} times without a word: is there enough memory?"
                    ) from None
            finally:
                self.deadline = inf

    def close(self) -> None:
        """End the process, amid a game or not."""
        with self.starting:
            self.closed = True
        self._end()

    def _pipes(self) -> tuple[BinaryIO, BinaryIO]:
        with self.starting:
            if self.closed:
                raise EOFError("closed")
            if fresh := self.process is None:
                self.silent = False
                self.process = subprocess.Popen(
                    [sys.executable, "-c", START, json.dumps(sys.path)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                    env=os.environ | {"PYTHONHASHSEED": "0"},  # the order of a player's sets is not to change the game
                )
                Thread(target=self._watch, args=[self.process], daemon=True).start()
            process = self.process
        hearing, saying = cast(BinaryIO, process.stdout), cast(BinaryIO, process.stdin)
        if fresh:
            pickle.dump(self.job, saying)
        return hearing, saying

    def _wait(self, seconds: float) -> None:
        """Expect a word within the time of a move and so many seconds more; where all are ours, they take what they need."""
        self.deadline = monotonic() + self.job.time_limit + seconds if self.job.guarded else inf

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """End the process if it is silent for too long; when it has ended, end all that it has started.

        What it has started would keep its pipes open, and so whoever waits, waiting.
        """
        while True:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
                break
            if monotonic() > self.deadline:
                self.silent = True
                process.kill()
        if sys.platform != "win32":
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)

    def _end(self) -> bool:
        """End the process, and tell whether it was too slow: whether its alarm or its silence has ended it before."""
        process, self.process = self.process, None
        if not process:
            return False
        process.kill()
        process.wait()
        errors, said = cast(BinaryIO, process.stderr).fileno(), b""
        with suppress(OSError), process:
            os.set_blocking(errors, False)
            said = os.read(errors, 65536)
        return self.silent or ALARM in said


def _position(job: Job, task: Task, moves: list[str]) -> State:
    state = begin(job, task)
    for move in moves:
        state.play(move)
    return state


# Inside the process


def serve() -> None:
    """Play the games that come in, until no more come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever waits
    # What a player prints or wants to read has nothing to do with what is said here.
    hearing, saying, alarm = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"), os.dup(2)
    os.set_blocking(alarm, False)
    _keep_from_forks([hearing.fileno(), saying.fileno(), alarm])
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    job: Job = pickle.load(hearing)
    for player in job.players:
        if isinstance(player, bytes):
            with suppress(
                BaseException
            ):  # what it imports may take longer than a move; what is wrong shows at its move
                pickle.loads(player)
    said = monotonic()

    def say(message: object) -> None:
        nonlocal said
        pickle.dump(message, saying)
        saying.flush()
        said = monotonic()

    def before(state: State) -> None:
        """Before every move: set the alarm for those who are not ours, and tell the position if so asked, or a sign of life."""
        _end_forks(me)
        theirs = isinstance(job.players[task.seats[state.seat]], bytes)
        if telling:
            say(state.moves if theirs else None)
        elif monotonic() > said + BEAT:
            say(None)
        if theirs:
            faulthandler.dump_traceback_later(job.time_limit, file=alarm, exit=True)
        else:
            faulthandler.cancel_dump_traceback_later()

    me = os.getpid()
    while True:
        try:
            tasks, telling = pickle.load(hearing)
        except EOFError:
            return
        for task in tasks:
            random.seed(task.seed)  # for players who do not use the generator they are given
            outcome = play_task(job, task, before if job.guarded else None)
            _end_forks(me)
            say(outcome)
            faulthandler.cancel_dump_traceback_later()


def _keep_from_forks(pipes: list[int]) -> None:
    """What a player forks is not to hold these open."""

    def close() -> None:
        for pipe in pipes:
            with suppress(OSError):
                os.close(pipe)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=close)


def _end_forks(me: int) -> None:
    """A player may fork, but the game goes on once only."""
    if os.getpid() != me:
        os._exit(0)

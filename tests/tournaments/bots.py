"""Players as learners write them, good and bad. They are sent to other processes, some of which they end."""

from __future__ import annotations

import faulthandler
import os
import random
import re
import signal
import sys
import time
from contextlib import suppress
from random import Random
from threading import Timer
from typing import Any

from rainbowkit import View


def first_move(view: View, rng: Random) -> str:
    """Well-behaved, but talkative."""
    print("thinking", view.legal, flush=True)
    return view.legal[0]


class Counting:
    """Keeps count from move to move, and so plays otherwise if a game is begun with another's count."""

    def __init__(self) -> None:
        self.moves = 0

    def __call__(self, view: View, rng: Random) -> str:
        self.moves += 1
        return view.legal[self.moves % len(view.legal)]


def raises(view: View, rng: Random) -> str:
    raise ValueError("I cannot count")


def recurses(view: View, rng: Random) -> str:
    return recurses(view, rng)


def asks(view: View, rng: Random) -> str:
    return input("Your move? ")


def illegal(view: View, rng: Random) -> str:
    return "castle"


def nothing(view: View, rng: Random) -> Any:
    return None


def leaves(view: View, rng: Random) -> str:
    sys.exit("enough")


def aborts(view: View, rng: Random) -> str:
    os.abort()


def vanishes(view: View, rng: Random) -> str:
    os._exit(0)


def loops(view: View, rng: Random) -> str:
    while True:
        pass


def sleeps(view: View, rng: Random) -> str:
    time.sleep(1e9)
    return view.legal[0]


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


def mute(view: View, rng: Random) -> str:
    raise Mute


def scribbles(view: View, rng: Random) -> str:
    """Writes to whatever is open."""
    for number in range(3, 30):
        with suppress(OSError):
            os.write(number, b"garbage\n")
    return view.legal[0]


def vanishes_later(view: View, rng: Random) -> str:
    """Makes a move, and ends the process while the other one thinks, or at its own next move."""
    Timer(0.0005, os._exit, [0]).start()
    return view.legal[0]


def never_lets_go(view: View, rng: Random) -> str:
    """Hangs inside a C function, which no signal and no other thread can stop."""
    re.match("(a*)*b", "a" * 40)
    return view.legal[0]


def freezes(view: View, rng: Random) -> str:
    """Stops the whole process, and its alarm with it."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return view.legal[0]


def disarms(view: View, rng: Random) -> str:
    faulthandler.cancel_dump_traceback_later()
    while True:
        pass


def forks(view: View, rng: Random) -> str:
    """Plays as first_move does, in two processes from now on."""
    os.fork()
    return view.legal[0]


class Word(str):
    """As numpy's strings are: a string, and not quite."""


def words(view: View, rng: Random) -> str:
    return Word(view.legal[0])


def own_chance(view: View, rng: Random) -> str:
    """Draws from what it should not: the global generator, and the order of a set."""
    return random.choice(list(set(view.legal)))


class SlowToImport:
    """What it needs takes long to load, but only once in a process."""

    loaded = False

    def __call__(self, view: View, rng: Random) -> str:
        return view.legal[0]

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        return slow_import, ()


def slow_import() -> SlowToImport:
    if not SlowToImport.loaded:
        time.sleep(1)
        SlowToImport.loaded = True
    return SlowToImport()


BAD = {
    raises: r"raises raised ValueError: I cannot count \(in line \d+ of raises\)",
    recurses: r"recurses raised RecursionError: .*",
    asks: r"asks raised EOFError: .*",
    illegal: r"illegal made a move that is none here: 'castle' .*",
    nothing: r"nothing made a move that is none here: .*",
    leaves: r"leaves raised SystemExit: enough \(in line \d+ of leaves\)",
    aborts: "aborts ended the process in which it was playing",
    vanishes: "vanishes ended the process in which it was playing",
    mute: r"mute raised Mute \(in line \d+ of mute\)",
    scribbles: "scribbles ended the process in which it was playing",
    vanishes_later: "vanishes_later ended the process in which it was playing",
    sleeps: "sleeps took longer than 0.5 seconds for a move",
    loops: "loops took longer than 0.5 seconds for a move",
    never_lets_go: "never_lets_go took longer than 0.5 seconds for a move",
}
"""What is said of each that forfeits."""

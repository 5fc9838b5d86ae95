"""The family of errors: each is a `ValueError` that says in one sentence what is wrong."""

from __future__ import annotations


class RainbowkitError(ValueError):
    """What every error of ours is."""


class BadSetup(RainbowkitError):
    """A game cannot be set up like this: unknown game, wrong number of players, bad option."""


class BadRecord(RainbowkitError):
    """A record that cannot be replayed; `where` names the place, such as `moves[3]`."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason
        self.where = where


class MalformedMove(RainbowkitError):
    """Something that is no move of this game at all."""

    def __init__(self, move: object, sentence: str) -> None:
        super().__init__(f"{shorten(move)} is no move of this game: {sentence}")
        self.move = move
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[MalformedMove], tuple[object, str]]:
        return type(self), (self.move, self.sentence)


class IllegalMove(RainbowkitError):
    """A move that the rules forbid here.

    `rule` is the id of the rule that forbids it, `sentence` says so to a learner, `move` is the move, `view` what the seat
    to move knows, and `position` that as text.
    """

    def __init__(self, move: str, rule: str, sentence: str, view: object) -> None:
        super().__init__(f"{shorten(move)} is not legal here: {sentence} (rule {rule})")
        self.move = move
        self.rule = rule
        self.sentence = sentence
        self.view = view

    @property
    def position(self) -> str:
        """The table as the seat to move sees it, worked out when asked for."""
        return str(self.view)

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str, object]]:
        return type(self), (self.move, self.rule, self.sentence, self.view)


def shorten(value: object, most: int = 60) -> str:
    """A value as it may stand in an error message: one line, no control characters, not too long.

    >>> shorten("55"), shorten("5" * 99, most=8)
    ("'55'", "'55555…")
    """
    if isinstance(value, str | bytes):
        value = value[: most + 1]
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "something too big to show"
    return text if len(text) <= most else text[: most - 2] + "…"

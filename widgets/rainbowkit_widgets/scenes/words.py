"""Words that the scenes share: who does what, as the seat that looks would say it."""

from __future__ import annotations

from collections.abc import Sequence

from rainbowkit.engine import View, count, printable

YOU = "you"


def who(view: View, seat: int) -> str:
    """A seat's name, or "you"."""
    return YOU if seat == view.seat else printable(view.names[seat])


def does(view: View, seat: int, verb: str) -> str:
    """Who does what: "Ada wins", "you win"."""
    name = who(view, seat)
    return f"{name} {verb}" if name.lower() == YOU else f"{name} {verb}s"


def others(view: View) -> list[int]:
    """All other seats, clockwise from the seat that looks; for a spectator all seats."""
    n = len(view.names)
    return list(range(n)) if view.seat is None else [(view.seat + i) % n for i in range(1, n)]


def listing(words: Sequence[str]) -> str:
    """Words in a row.

    >>> listing(["Ada"]), listing(["Ada", "you"]), listing(["3", "2", "1"])
    ('Ada', 'Ada and you', '3, 2 and 1')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def ordinal(number: int) -> str:
    """A place in an order.

    >>> ordinal(1), ordinal(3), ordinal(12)
    ('1st', '3rd', '12th')
    """
    return f"{number}{'th' if number > 3 else ('st', 'nd', 'rd')[number - 1]}"


def possessive(view: View, seat: int) -> str:
    """Whose something is: "your", "Ada's"."""
    name = who(view, seat)
    return "your" if name.lower() == YOU else f"{name}'s"


def ending(view: View, scores: Sequence[int], thing: str = "point", winners: Sequence[int] = ()) -> str:
    """Who has won, those with the most if it is not said, and what the others have, in a sentence."""
    winners = winners or [seat for seat, score in enumerate(scores) if score == max(scores)]
    rest = [f"{possessive(view, seat)} {scores[seat]}" for seat in range(len(scores)) if seat not in winners]
    points = f"{count(scores[winners[0]], thing)}{' to ' * bool(rest)}{listing(rest)}"
    if len(winners) == 1:
        return f"The game is over: {does(view, winners[0], 'win')} with {points}."
    return f"The game is over: {listing([who(view, seat) for seat in winners])} share the win with {points}."

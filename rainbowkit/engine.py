"""What the four games share: rules as data, the State (the truth) and the View (what one seat knows)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, TypeGuard, TypeVar

from rainbowkit.errors import BadRecord, BadSetup, IllegalMove, MalformedMove, RainbowkitError, shorten

FORMAT = "rainbowkit/1"
"""What the `format` of a record says."""

Card = TypeVar("Card")


class Rule(NamedTuple):
    """One rule of a game in our own words.

    `kind` is `rule` (the print says so), `ruling` (the print is silent, and this is what we decided)
    or `inference` (a fact that the print does not give). `option` names the option that changes it.
    """

    id: str
    text: str
    kind: str = "rule"
    option: str | None = None


class GameFacts(NamedTuple):
    """What is printed on the box."""

    id: str
    title: str
    designer: str
    fewest: int
    most: int


class State(ABC):
    """A game at one moment, the whole truth of it.

    `play` trusts its move and is fast; ask `check` first where a move comes from outside.
    """

    facts: ClassVar[GameFacts]
    rules: ClassVar[tuple[Rule, ...]]
    grammar: ClassVar[str]
    """How a move looks, for someone who typed something else."""
    defaults: ClassVar[dict[str, Any]] = {}
    """The game's options besides `first`, with their defaults."""

    __slots__ = ("dealt", "first", "given", "moves", "names", "over", "remembered", "seat", "seed", "shuffles")

    names: tuple[str, ...]
    first: int
    seed: int | str
    given: list[list[str]] | None
    shuffles: list[list[str]]
    moves: list[str]
    seat: int
    over: bool
    remembered: bool
    dealt: int

    def __init__(
        self,
        names: Sequence[str],
        seed: int | str = 0,
        shuffles: list[list[str]] | None = None,
        *,
        first: int = 0,
        **options: Any,
    ) -> None:
        """Set up and deal; with `shuffles` given the cards come in that order, else from the seed."""
        self.names = tuple(names)
        self.first = first
        self.seed = seed
        self.given = shuffles
        self.shuffles = []
        self.moves = []
        self.seat = first
        self.over = False
        self.remembered = True
        self.dealt = 0
        self._set_up(**options)
        self.dealt = len(self.shuffles)

    # What each game says for itself

    @classmethod
    @abstractmethod
    def check_options(cls, players: int, **options: Any) -> None:
        """Raise BadSetup if an option besides `first` has a bad value."""

    @abstractmethod
    def _set_up(self, **options: Any) -> None:
        """Make the opening position."""

    @abstractmethod
    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from their defaults, besides `first`."""

    @abstractmethod
    def legal_moves(self) -> list[str]:
        """All moves that the seat to move may make, in a fixed order; none once the game is over."""

    @abstractmethod
    def play(self, move: str) -> None:
        """Make a move, in place. It must be legal: `check` tells."""

    @abstractmethod
    def copy(self) -> Self:
        """The same position, free to be played on by itself."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Every seat's points as things stand."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All that this seat knows, with perfect memory; `None` for a spectator."""

    @abstractmethod
    def is_move(self, text: str) -> bool:
        """Is this written like a move of this game, legal here or not?"""

    @abstractmethod
    def _why_not(self, move: str) -> tuple[str, str]:
        """The id of the rule that forbids this well-formed move here, and a sentence on it."""

    # What is the same for all

    @property
    def to_move(self) -> int | None:
        """The seat that is to make the next move, `None` once the game is over."""
        return None if self.over else self.seat

    def winners(self) -> list[int]:
        """The seats that win, or share the win, if the game ends as it stands."""
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def check(self, move: str) -> None:
        """Raise MalformedMove or IllegalMove, with the rule that says so, unless the move is legal."""
        if isinstance(move, str) and move in self.legal_moves():
            return
        if not isinstance(move, str) or not self.is_move(move):
            raise MalformedMove(move, self.grammar)
        if self.over:
            rule, sentence = "over", "The game is over, so there is nothing left to play."
        else:
            rule, sentence = self._why_not(move)
        raise IllegalMove(move, rule, sentence, self.view(self.seat))

    def record(self) -> dict[str, Any]:
        """The game so far, as an object that JSON can hold; `rainbowkit.replay` takes it up again."""
        if not self.remembered:
            raise RainbowkitError("This game was imagined from what one player knows: it has no record.")
        record: dict[str, Any] = {
            "format": FORMAT,
            "game": self.facts.id,
            "players": list(self.names),
            "options": {"first": self.first, **self.chosen_options()},
            "shuffles": [list(order) for order in self.shuffles],
            "moves": list(self.moves),
        }
        if self.over:
            record["scores"] = self.scores()
            record["winners"] = self.winners()
        return record

    def __repr__(self) -> str:
        names = ", ".join(shorten(name) for name in self.names)
        return f"<{self.facts.id}: {names}; {len(self.moves)} moves{', over' if self.over else ''}>"

    def _copy_common(self, new: State) -> None:
        new.names = self.names
        new.first = self.first
        new.seed = self.seed
        new.given = self.given
        new.shuffles = self.shuffles[:]
        new.moves = self.moves[:]
        new.seat = self.seat
        new.over = self.over
        new.remembered = self.remembered
        new.dealt = self.dealt

    def _shuffle(self, cards: list[str]) -> list[str]:
        """Shuffle the cards, and note their order; the order comes from the record in a replay.

        The first deal comes from the seed. Every later shuffle comes from the order of that deal, so that a game that
        was put away as a record goes on with the same cards, and no generator has to be carried along.
        """
        count = len(self.shuffles)
        if self.given is None:
            source = " ".join(self.shuffles[self.dealt - 1]) if self.dealt and self.remembered else self.seed
            order = self._mix(sorted(cards), Random(f"shuffle {count} of {source}"))
        elif count < len(self.given):
            order = list(self.given[count])
            given, wanted = Counter(map(self._plain, order)), Counter(map(self._plain, cards))
            if given != wanted:
                extra = next((card for card in order if self._plain(card) in given - wanted), None)
                why = "some are missing" if extra is None else f"there is a {shorten(extra)} too many"
                raise BadRecord(
                    f"these {len(order)} cards are no arrangement of the {len(cards)} cards to be shuffled: {why}",
                    f"shuffles[{count}]",
                )
        else:
            raise BadRecord(f"shuffle number {count + 1} is missing", "shuffles")
        self.shuffles.append(order)
        return order[:]

    def _mix(self, cards: list[str], rng: Random) -> list[str]:
        shuffle(cards, rng)
        return cards

    def _plain(self, card: str) -> str:
        """A card as it is told from others."""
        return card

    def _clockwise(self, start: int) -> list[int]:
        """All seats, clockwise from this one."""
        n = len(self.names)
        return [(start + i) % n for i in range(n)]


class View(ABC):
    """All that one seat knows. It holds nothing of what is hidden, and no way to it."""

    __slots__ = ("first", "kind", "legal", "moves", "names", "over", "seat", "to_move")

    def __init__(self, state: State, seat: int | None) -> None:
        if seat is not None and not (is_whole(seat) and 0 <= seat < len(state.names)):
            raise BadSetup(f"There is no seat {shorten(seat)}: seats are 0 to {len(state.names) - 1}.")
        self.kind: type[State] = type(state)
        self.seat: int | None = seat
        self.names: tuple[str, ...] = state.names
        self.first: int = state.first
        self.moves: tuple[str, ...] = tuple(state.moves)
        self.to_move: int | None = state.to_move
        self.over: bool = state.over
        self.legal: tuple[str, ...] = ()
        if seat is not None and seat == self.to_move:
            self.legal = tuple(state.legal_moves())

    def legal_moves(self) -> list[str]:
        """The moves that this seat may make now: none unless it is the one to move."""
        return list(self.legal)

    @abstractmethod
    def sample(self, rng: Random) -> State:
        """A whole State, drawn uniformly from all that agree with what this seat has seen."""

    def _replayed(self, order: list[str]) -> State:
        """The game of this view as it would have gone with the cards in this order."""
        state = self.kind(self.names, shuffles=[order], first=self.first)
        for move in self.moves:
            state.play(move)
        return state

    @abstractmethod
    def _known(self) -> tuple[object, ...]:
        """What the game adds to what every View has, for comparing."""

    def _everything(self) -> tuple[object, ...]:
        common = (self.seat, self.names, self.first, self.moves, self.to_move, self.over, self.legal)
        return (type(self), *common, *self._known())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._everything() == other._everything()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else shorten(self.names[self.seat])
        return f"<what {who} knows after {len(self.moves)} moves>"


def shuffle(cards: list[Card], rng: Random) -> None:
    """Shuffle in place with nothing but `rng.random()`, which is the same on every Python."""
    rnd = rng.random
    cards.sort(key=lambda card: rnd())


def is_whole(value: object) -> TypeGuard[int]:
    """Is it a whole number, and not one of `True` and `False`?"""
    return isinstance(value, int) and not isinstance(value, bool)


class Telling:
    """Something whose text says all of it, which a notebook shows as it is."""

    def _repr_markdown_(self) -> str:
        return f"```text\n{self}\n```"


# For the text tables


def printable(text: str) -> str:
    """A player's name as a terminal may show it: control characters and the like become `�`."""
    return "".join(c if c.isprintable() else "�" for c in text)


def count(number: int, thing: str) -> str:
    """A number of things in words.

    >>> count(1, "card"), count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def columns(rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells as aligned text.

    >>> print(columns([("Ada", "12 points"), ("Grace", "3 points")]))
    Ada    12 points
    Grace  3 points
    """
    table = [tuple(row) for row in rows]
    widths = [max(len(row[i]) for row in table) for i in range(max(map(len, table), default=0))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in table)
    return "\n".join(line.rstrip() for line in lines)

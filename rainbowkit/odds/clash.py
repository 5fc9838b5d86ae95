"""Odds in `clash`: the weather that a move brings, how far a turn can be pushed, what the opponent faces, what memory is worth.

Given every face that this seat has seen, all layouts and turnings of the 57 cards that fit are equally likely. How
somebody plays is taken to tell nothing about the faces. All of it is counted but for `opponents_rainbow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, cast

from rainbowkit.arrangements import HalfSeen
from rainbowkit.engine import View
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games.clash import (
    BIT,
    CLOUD,
    FACES,
    FLIPS,
    HAND,
    LENGTH,
    MOST_PLAYS,
    PLAYS,
    STOP,
    TURN_MOVES,
    Clash,
    ClashView,
)
from rainbowkit.odds import Odds, Tally, check_trials, generator, view_of, why_none

GAME = "clash"
SUN, CLASH, OVERCAST, RAINBOW = "sun", "clash", "overcast", "rainbow"
WEATHERS = (SUN, CLASH, OVERCAST, RAINBOW)
RISKS = (CLASH, OVERCAST)
"""What one would not have happen at once."""
NOTE = "Given all this seat has seen; every layout and turning of the cards that fits is equally likely."

Faces = tuple[str, ...]
Chances = dict[str, float]


def weather(face: str, others: int, length: int) -> str:
    """What the line is once this face has come up beside others whose bits are given, if it has so many cards then.

    >>> weather("R", BIT["R"] | BIT["G"], 3), weather("R", BIT["G"], 2), weather("W", BIT["G"], 6)
    ('clash', 'sun', 'rainbow')
    """
    if face == CLOUD:
        return OVERCAST
    if BIT[face] & others:
        return CLASH
    return RAINBOW if length == LENGTH else SUN


class Table(NamedTuple):
    """What lies on the table, and what somebody knows of it: `faces` has the faces of all cards, `?` where not seen."""

    faces: Faces
    hand: tuple[int, ...]
    line: tuple[int, ...]
    up: tuple[int, ...]
    plays: int
    flipped: bool

    @property
    def bits(self) -> list[int]:
        """What each card of the line blocks."""
        return [BIT[self.faces[card][side]] for card, side in zip(self.line, self.up, strict=True)]

    def moves(self) -> list[str]:
        """What the turn allows now: nothing once the line is full or the turn is used up."""
        if len(self.line) == LENGTH or not self.hand or (self.plays == MOST_PLAYS and not self.flipped):
            return []
        return TURN_MOVES[self.plays, self.flipped, len(self.hand), len(self.line)]

    def turned(self, move: str, seat: int) -> tuple[int, int, int, int]:
        """Which card and which side this move turns up, what the others block, and how long the line is then."""
        bits, length = self.bits, len(self.line)
        if move in FLIPS:
            i = FLIPS[move]
            return self.line[i], 1 - self.up[i], reduce(or_, bits[:i] + bits[i + 1 :], 0), length
        how, i = PLAYS[move]
        return self.hand[i], seat if how == "P" else 1 - seat, reduce(or_, bits, 0), length + 1

    def after(self, move: str, card: int, side: int, face: str) -> Table:
        """The table when this move has turned up this face."""
        faces = _with_face(self.faces, card, side, face)
        if move in FLIPS:
            up = tuple(side if other == card else old for other, old in zip(self.line, self.up, strict=True))
            return self._replace(faces=faces, up=up, flipped=True)
        hand = tuple(other for other in self.hand if other != card)
        line, up = (*self.line, card), (*self.up, side)
        return self._replace(faces=faces, hand=hand, line=line, up=up, plays=self.plays + 1, flipped=False)


def _with_face(faces: Faces, card: int, side: int, face: str) -> Faces:
    """These faces, once this face of this card has been seen."""
    if faces[card][side] != "?":
        return faces
    seen = face + faces[card][1] if side == 0 else faces[card][0] + face
    return (*faces[:card], seen, *faces[card + 1 :])


class Guesses:
    """The chances of a face for who has seen these faces, and then more; what has been worked out once is kept."""

    def __init__(self, view: ClashView, faces: Faces) -> None:
        self.deck = cast("type[Clash]", view.kind).deck
        hidden = view.hidden if faces == view.faces else HalfSeen(faces, self.deck)
        self.known: dict[tuple[str, ...], dict[str, Chances]] = {_alike(faces): hidden.backs()}

    def of(self, faces: Faces, card: int, side: int) -> Chances:
        """What this side of the card shows, and how likely."""
        face, other = faces[card][side], faces[card][1 - side]
        if face != "?":
            return {face: 1.0}
        key = _alike(faces)
        if key not in self.known:
            self.known[key] = HalfSeen(faces, self.deck).backs()
        return self.known[key][other]


def _alike(faces: Faces) -> tuple[str, ...]:
    """The same for all tables on which the same is known but for the places."""
    return tuple(sorted("".join(sorted(card)) for card in faces))


# One move


def outlook(view: View, *, remember: bool = True) -> Odds:
    """For every legal move, how likely it is to bring sun, a clash, a Cloud or a rainbow at once.

    Without `remember` it is the outlook of someone who knows nothing but the faces to be seen now.
    """
    view, seat = _mover(view)
    faces = view.faces if remember else _in_sight(view, seat)
    found = _weathers(_table(view, seat, faces), view.legal, seat, Guesses(view, faces))
    note = NOTE if remember else "Given the faces to be seen now, with all that lay open before forgotten."
    return Odds("What the line is after a move", found, note=note)


def backs(view: View) -> Odds:
    """For each face that lies beside an unseen one, what that other face is: the same for all such cards."""
    found = view_of(view, ClashView, GAME).hidden.backs()
    if not found:
        raise BadSetup("There is nothing to guess: no card shows this seat one face and hides the other.")
    shown = {face: found[face] for face in FACES if face in found}
    rows = {face: {back: chances.get(back, 0.0) for back in FACES} for face, chances in shown.items()}
    return Odds("What is on the other side of a card", rows, note=NOTE)


def memory(view: View) -> Odds:
    """For every legal move, how likely it is to be safe for who has forgotten all and for who has not, and the difference."""
    rows = {}
    forgotten = outlook(view, remember=False)
    for move, chances in outlook(view).items():
        sight, known = (row[SUN] + row[RAINBOW] for row in (forgotten[move], chances))
        rows[move] = {"from sight": sight, "from memory": known, "difference": known - sight}
    return Odds("How likely a move is to be safe", rows, note="From sight: knowing only the faces to be seen now.")


def _weathers(table: Table, moves: Sequence[str], seat: int, guesses: Guesses) -> dict[str, Chances]:
    """The weather after each of these moves."""
    rows = {}
    for move in moves:
        row = dict.fromkeys(WEATHERS, 0.0)
        if move == STOP:
            row[SUN] = 1.0
        else:
            card, side, others, length = table.turned(move, seat)
            for face, chance in guesses.of(table.faces, card, side).items():
                row[weather(face, others, length)] += chance
        rows[move] = row
    return rows


def _in_sight(view: ClashView, seat: int) -> Faces:
    """The faces that this seat sees now: those toward it in both hands and at its end of the deck, and those up in the line."""
    sides = {card: seat for hand in view.hands for card in hand} | dict(zip(view.line, view.up, strict=True))
    if view.front < view.back:
        sides[view.front if seat == 0 else view.back - 1] = seat
    return tuple(
        "".join(face if sides.get(card) == side else "?" for side, face in enumerate(both))
        for card, both in enumerate(view.faces)
    )


# Several moves


def plan(view: View, moves: Sequence[str]) -> Odds:
    """For each step of a plan, how likely the turn is still safe after it, and how likely it ends just there.

    A plan is what this seat might do for the rest of its turn, such as `["P1", "F1", "P2"]`; as in a game, hand cards count
    from the left as they lie when the step comes. A plan may break off anywhere, after a flip too. One of six unseen faces
    may take seconds.
    """
    view, seat = _mover(view)
    table = _table(view, seat, view.faces)
    if not moves or not isinstance(moves, list | tuple):
        raise BadSetup("A plan is a list of moves, at least one, such as ['P1', 'F1', 'P2'].")
    _check_plan(view, table, moves)
    guesses = Guesses(view, view.faces)
    tables = {table: 1.0}
    rows: dict[str, Chances] = {}
    for number, move in enumerate(moves, 1):
        row = rows[f"{number}. {move}"] = {"safe": 0.0, CLASH: 0.0, OVERCAST: 0.0}
        then: dict[Table, float] = {}
        for table, chance in tables.items():
            if move == STOP:
                row["safe"] += chance
                continue
            card, side, others, length = table.turned(move, seat)
            for face, part in guesses.of(table.faces, card, side).items():
                found = weather(face, others, length)
                if found in (CLASH, OVERCAST):
                    row[found] += chance * part
                else:
                    row["safe"] += chance * part
                    after = table.after(move, card, side, face)
                    then[after] = then.get(after, 0.0) + chance * part
        tables = then
    return Odds("How far a plan gets", rows, note=f"{NOTE} The sixth card is safe when it makes the rainbow.")


def _check_plan(view: ClashView, table: Table, moves: Sequence[str]) -> None:
    """Raise BadSetup unless all of these moves are possible one after the other: what comes up does not matter for that."""
    allowed: Sequence[str] = view.legal
    hand, line, plays = len(table.hand), len(table.line), table.plays
    for number, move in enumerate(moves, 1):
        if move not in allowed:
            raise BadSetup(
                f"Step {number} of the plan, {shorten(move)}, is not possible even if all before it goes well."
            )
        if move in PLAYS:
            hand, line, plays = hand - 1, line + 1, plays + 1
        over = move == STOP or (move in PLAYS and (not hand or plays == MOST_PLAYS or line == LENGTH))
        allowed = () if over else TURN_MOVES[plays, move in FLIPS, hand, line]


# The opponent


def opponents_turn(view: View) -> Odds:
    """What each first move of the opponent's next turn would bring, were that to begin with the line as it is now.

    While it is the opponent's turn, its next move is meant. It is what this seat can tell, not what the opponent can: this
    seat sees what a blind card shows, and the opponent what an open one does.
    """
    view, other, table = _opponents(view)
    found = _weathers(table, [move for move in table.moves() if move != STOP], other, Guesses(view, view.faces))
    return Odds("What the opponent's move would bring", found, note=NOTE)


def opponents_cards(view: View) -> Odds:
    """How many of the cards that the opponent holds fit the line if played open with the line as it is now."""
    view, other, table = _opponents(view)
    guesses = Guesses(view, view.faces)
    bits = reduce(or_, table.bits, 0)
    cases = {(table.faces, 0): 1.0}
    for card in table.hand:
        found: dict[tuple[Faces, int], float] = {}
        for (faces, number), chance in cases.items():
            for face, part in guesses.of(faces, card, other).items():
                fits = weather(face, bits, len(table.line) + 1) in (SUN, RAINBOW)
                key = _with_face(faces, card, other, face), number + fits
                found[key] = found.get(key, 0.0) + chance * part
        cases = found
    rows = {str(number): {"chance": 0.0} for number in range(len(table.hand) + 1)}
    for (_, number), chance in cases.items():
        rows[str(number)]["chance"] += chance
    return Odds("How many of the opponent's open cards fit the line", rows, note=NOTE)


def opponents_rainbow(view: View, *, trials: int = 400, seed: int | str = 0) -> Odds:
    """How often the cards are such that the opponent's turn, played as luckily as can be, ends in a rainbow."""
    view, other, table = _opponents(view)
    check_trials(trials)
    rng = generator(seed)
    tally = Tally()
    for _ in range(trials):
        laid = table._replace(faces=tuple(view.hidden.sample(rng)))
        tally.add("rainbow", {"chance": float(_completes(laid, other))})
    return tally.odds(
        "How often the opponent's turn can end in a rainbow", note="Every blind card and every flip lucky."
    )


def _completes(table: Table, seat: int) -> bool:
    """Can this turn end in a rainbow, when all faces are known?"""
    if len(table.line) == LENGTH:
        return True
    missing = LENGTH - len(table.line)
    if missing > min(MOST_PLAYS - table.plays, len(table.hand)):
        return False
    for move in table.moves():
        if move != STOP:
            card, side, others, length = table.turned(move, seat)
            face = table.faces[card][side]
            if weather(face, others, length) in (SUN, RAINBOW) and _completes(
                table.after(move, card, side, face), seat
            ):
                return True
    return False


# What the questions have in common


def _mover(view: View) -> tuple[ClashView, int]:
    """This view and its seat, which must be the one to move."""
    view = view_of(view, ClashView, GAME)
    if view.seat is None or view.seat != view.to_move:
        raise BadSetup(f"There is nothing to work out: {why_none(view)}.")
    return view, view.seat


def _table(view: ClashView, seat: int, faces: Faces) -> Table:
    """The table with the hand of this seat, for who knows these faces."""
    return Table(faces, view.hands[seat], view.line, view.up, view.plays, view.flipped)


def _opponents(view: View) -> tuple[ClashView, int, Table]:
    """This view, the opponent's seat, and the table as the opponent may find it."""
    view = view_of(view, ClashView, GAME)
    if view.seat is None:
        raise BadSetup("A spectator has no opponent.")
    if view.over:
        raise BadSetup("The game is over, so the opponent has no turn.")
    other = 1 - view.seat
    table = _table(view, other, view.faces)
    if view.to_move == other:
        return view, other, table
    short = HAND - len(view.hands[view.seat]) > view.back - view.front
    if view.last_turn or (short and STOP in view.legal and len(view.line) < 3):
        raise BadSetup("The opponent has no turn any more: the game ends first.")
    return view, other, table._replace(plays=0, flipped=False)

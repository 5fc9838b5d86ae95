"""The table at which a person plays. It hears what was picked, and shows what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from time import monotonic
from typing import Any

from rainbowkit.coach import Review, hint, reviewing
from rainbowkit.engine import is_whole
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games import find
from rainbowkit.matches import name_of
from rainbowkit.odds import CHANCE, Odds, outlook
from rainbowkit.players import PLAYERS, Player
from rainbowkit_widgets.art import COLOUR_SYMBOLS
from rainbowkit_widgets.board import LONGEST, Board, is_word
from rainbowkit_widgets.scene import Follower
from rainbowkit_widgets.scenes import scene, why_not
from rainbowkit_widgets.session import PlayerFailed, Session
from rainbowkit_widgets.sheet import drawn

PACES = {"slow": 2200, "normal": 1200, "fast": 500, "at once": 0}
"""How many milliseconds lie between the others' moves."""
SWITCHES = {
    "odds": "Odds beside every choice",
    "why": "Why the others do what they do (in practice, and after the game)",
    "memory": "What I have seen",
    "scores": "All scores",
    "practice": "Practice: take back anything",
}
AWHILE = 0.2
"""So many seconds of a review are done at once; other cells may run in between."""
TOLD = 60
"""So many lines of what has happened are kept in the browser."""


class Table(Board):
    """A card table at which one seat is a person's.

    It goes on only when the browser asks for the next move, so nothing waits or sleeps here, and other cells can run.
    """

    def __init__(self, session: Session, *, pace: str = "normal", **switches: bool) -> None:
        super().__init__()
        if pace not in PACES:
            raise BadSetup(f"The pace must be one of {', '.join(PACES)}, not {shorten(pace)}.")
        for name, value in switches.items():
            if name not in SWITCHES or not isinstance(value, bool):
                raise BadSetup(f"The table has these switches, each True or False: {', '.join(SWITCHES)}.")
        self.session = session
        self.pace = pace
        self.switches = {"odds": False, "why": True, "memory": True, "scores": False, **switches}
        self.switches["practice"] = session.practice = self.switches.get("practice", session.practice)
        self.stuck = False
        self._looking_at: int | None = None
        self._reviewing: Generator[int, None, Review] | None = None
        self.heard = {
            "play": self._play,
            "why": self._why,
            "next": self._next,
            "instead": self._instead,
            "back": self._back,
            "hint": self._hint,
            "odds": self._odds,
            "set": self._set,
            "again": self._again,
            "new": self._new,
            "save": self._save,
            "review": self._look_back,
            "goto": self._look_at,
        }
        self.update()

    def __repr__(self) -> str:
        facts = self.session.state.facts
        return f"<table of {facts.id}: {', '.join(shorten(name) for name in self.session.state.names)}>"

    def update(self) -> None:
        """Show the table as it is now."""
        session = self.session
        view = session.view if self._looking_at is None else session.position(self._looking_at).view(session.seat)
        found = scene(view, memory=self.switches["memory"], scores=self.switches["scores"])
        if self._looking_at is not None:
            found.moves = []
        with self.hold_sync():
            self.log = self._lines()
            self.controls = self._controls()
            self.odds = {}
            self.notice = {}
            for panel in found.panels:
                if panel.seat is not None and panel.seat in session.players:
                    panel.facts = [("", name_of(session.players[panel.seat])), *panel.facts]
            self.show(found, at=session.at, waiting=session.waiting, over=session.state.over)

    def _lines(self) -> list[str]:
        """What has happened. Why is a secret until the game is over: it tells of cards and of counting."""
        open_now = self.switches["why"] and (self.session.practice or self.session.state.over)
        return [f"{words} “{why}”" if why and open_now else words for words, why in self.session.log[-TOLD:]]

    def _controls(self) -> dict[str, Any]:
        session, known = self.session, self._known_players()
        facts = session.state.facts
        return {
            "kind": "table",
            "pace": self.pace,
            "paces": PACES,
            "switches": [[name, label, self.switches[name]] for name, label in SWITCHES.items()],
            "back": session.last_own() is not None,
            "told": len(session.log),
            "film": {"at": session.at if self._looking_at is None else self._looking_at, "last": session.at}
            if session.state.over
            else None,
            "stuck": self.stuck,
            "setup": {
                "players": [next(name for name in known if known[name] == player) for player in session.given],
                "fewest": facts.fewest,
                "most": facts.most,
                "choices": list(known),
                "options": {name: session.options.get(name, default) for name, default in _numbers(facts.id).items()},
                "seat": session.seat,
                "first": session.options.get("first", 0),
            },
        }

    def _known_players(self) -> dict[str, str | Player]:
        """Whom one can choose to play against: the ladder, and functions that sit here."""
        known: dict[str, str | Player] = {name: name for name in PLAYERS}
        for player in self.session.given:
            if not isinstance(player, str) and player not in known.values():
                name, several = name_of(player), 1
                while name in known:
                    several += 1
                    name = f"{name_of(player)} {several}"
                known[name] = player
        return known

    # What comes up

    def _play(self, content: dict[str, Any]) -> None:
        """Make the person's move."""
        if self._now(content) and is_word(move := content.get("move")):
            self.session.play(move)
            self.update()

    def _why(self, content: dict[str, Any]) -> None:
        """Tell why the picked cards make no move."""
        picked = content.get("picked")
        if not self._now(content) or not isinstance(picked, list) or not 0 < len(picked) <= LONGEST or not self._shown:
            return
        by_id = {element.id: element for element in self._shown.elements()}
        if not all(is_word(name) and name in by_id for name in picked) or len(set(picked)) < len(picked):
            return
        chosen = [by_id[name] for name in picked]
        if self._shown.makes(chosen):
            return
        _, sentence = why_not(self.session.state, self.session.view, chosen)
        self.tell(sentence, "why")

    def _next(self, content: dict[str, Any]) -> None:
        """The browser has shown the last move: on with the next."""
        if self._now(content) and self.session.waiting and not self.stuck:
            try:
                self.session.play_next()
            except PlayerFailed as error:
                self.stuck = True
                self.error = error
                self.controls = self._controls()
                self.tell(str(error), "error")
                return
            self.update()

    def _instead(self, content: dict[str, Any]) -> None:
        """A player has failed: make any move for it."""
        if self._now(content) and self.stuck:
            self.stuck = False
            self.session.play_for()
            self.update()

    def _back(self, content: dict[str, Any]) -> None:
        if self._now(content):
            self.session.take_back()
            self._anew()

    def _hint(self, content: dict[str, Any]) -> None:
        """Name a good move, and mark what is picked for it."""
        if self._now(content) and not self.session.waiting and not self.session.state.over and self._shown:
            found = hint(self.session.view)
            move = next(move for move in self._shown.moves if move.move == found.move)
            marks = [element.id for element in self._shown.picking(move)]
            labels = {legal.move: legal.label for legal in self._shown.moves}
            self.tell(f"{move.label}: {in_words(found.why, labels)}", "hint", marks)

    def _odds(self, content: dict[str, Any]) -> None:
        """Work out the odds of the choices that lie here; the browser asks once it has drawn the table."""
        if self._now(content) and self.switches["odds"] and self.session.view.legal:
            self.odds = shown_odds(outlook(self.session.view), self.session.at)

    def _set(self, content: dict[str, Any]) -> None:
        name, value = content.get("name"), content.get("value")
        if name == "pace" and is_word(value) and value in PACES:
            self.pace = value
        elif is_word(name) and name in SWITCHES and isinstance(value, bool):
            self.switches[name] = value
            self.session.practice = self.switches["practice"]
        else:
            return
        self.update()

    def _again(self, content: dict[str, Any]) -> None:
        """The same deal once more."""
        if self._now(content):
            old = self.session
            self._begin(
                Session(old.state.facts.id, old.given, old.seat, old.seed, practice=old.practice, **old.options)
            )

    def _new(self, content: dict[str, Any]) -> None:
        """Another game, perhaps with others."""
        players = content.get("players")
        seed = content.get("seed")
        options = content.get("options", {})
        old = self.session
        if not self._now(content) or not isinstance(players, list | None) or not (seed is None or is_word(seed)):
            return
        if not isinstance(options, dict) or not set(options) <= {"first", *_numbers(old.state.facts.id)}:
            return
        chosen = old.given
        if players is not None:
            known = self._known_players()
            if len(players) >= LONGEST or not all(is_word(name) and name in known for name in players):
                return
            chosen = [known[name] for name in players]
        seats = len(chosen) + 1
        self._begin(
            Session(
                old.state.facts.id,
                chosen,
                min(old.seat, seats - 1),
                seed,
                practice=old.practice,
                **{**old.options, **options},
            )
        )

    def _begin(self, session: Session) -> None:
        self.session = session
        self._follower = Follower()
        self._anew()

    def _anew(self) -> None:
        """The game is not what it was: nothing that was found out of it holds."""
        self.stuck = False
        self._reviewing = None
        self._looking_at = None
        self.report = {}
        self.update()

    def _save(self, content: dict[str, Any]) -> None:
        """Give out the record, once nothing in it is a secret any more."""
        if self._now(content) and self.session.state.over:
            record = self.session.record()
            self.send({"save": f"{record['game']}.json", "text": json.dumps(record)})

    def _look_back(self, content: dict[str, Any]) -> None:
        """Look back at the game that is over, a little at a time: the browser asks on until it has all."""
        if not self._now(content) or not self.session.state.over or "summary" in self.report:
            return
        if self._reviewing is None:
            self._reviewing = reviewing(self.session.state, self.session.seat)
            self.report = {"done": 0, "of": next(self._reviewing)}
            return
        end = monotonic() + AWHILE
        try:
            while monotonic() < end:
                self.report = {**self.report, "done": next(self._reviewing)}
        except StopIteration as done:
            self.report = shown_review(done.value, self.session)
        except Exception:
            self._reviewing, self.report = None, {}
            raise

    def _look_at(self, content: dict[str, Any]) -> None:
        """Show the game that is over as it was after so many moves."""
        session = self.session
        to: Any = content.get("to")
        if self._now(content) and session.state.over and is_whole(to) and 0 <= to <= session.at:
            self._looking_at = to
            self.update()

    def _now(self, content: dict[str, Any]) -> bool:
        """Is this about the position that is on the table?"""
        return is_whole(content.get("at")) and content["at"] == self.session.at


def in_words(text: str, labels: dict[str, str]) -> str:
    """A sentence with what the buttons say in place of notation, where that cannot be taken for a number or a word.

    >>> in_words("I stop: going on with F1 risks 8 %.", {"F1": "Flip red", "S": "Stop", "8": "Play an 8"})
    'I stop: going on with “Flip red” risks 8 %.'
    """
    marked = [move for move in labels if re.search("[A-Za-z]", move) and re.search("[0-9<>]", move)]
    if not marked:
        return text
    pattern = "|".join(map(re.escape, sorted(marked, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({pattern})(?!\w)", lambda found: f"“{labels[found[1]]}”", text)


def shown_review(found: Review, session: Session) -> dict[str, Any]:
    """A review as the table shows it, its moves called what their buttons say."""
    from rainbowkit import charts  # here, as matplotlib takes long to import

    decisions = []
    for decision in found.decisions:
        shown = scene(session.position(decision.number - 1).view(session.seat))
        labels = {move.move: move.label for move in shown.moves}
        decisions.append(decision._replace(move=labels[decision.move], best=labels[decision.best]))
    told = Review(found.game, found.name, found.seat, found.result, decisions)
    return {
        "summary": told.summary().partition(": ")[2],
        "points": [told.tell(point) for point in told.turning_points],
        "picture": drawn(charts.review(found))._asdict() if decisions else {},
        "rows": [list(row) for row in told.rows()],
    }


TONES = {
    "sun": "yellow",
    "clash": "red",
    "overcast": "grey",
    "rainbow": "purple",
    "weather breaks": "blue",
    "play goes on": "yellow",
    **{colour: colour for colour in COLOUR_SYMBOLS},
    "PRISM": "white",
    "SUN": "gold",
    "RAIN": "teal",
    "X2": "grey",
    "X3": "grey",
}
"""The colours of events, as in the charts."""
SPARE_TONES = ("blue", "orange", "green", "purple", "teal", "grey")


def _numbers(game: str) -> dict[str, int]:
    """The options of a game that are plain numbers, with their defaults; others can be given to `play`."""
    return {name: default for name, default in find(game).defaults.items() if is_whole(default)}


def shown_odds(found: Odds, at: int) -> dict[str, Any]:
    """Odds as the table shows them: for each move a short text, and its chances as parts of a bar."""
    names = list(dict.fromkeys(name for cells in found.numbers.values() for name in cells))
    tones = {name: TONES.get(name, SPARE_TONES[i % len(SPARE_TONES)]) for i, name in enumerate(names)}
    rows = {}
    for move, cells in found.items():
        told = ", ".join(f"{name} {found.cell(move, name)}" for name, number in cells.items() if number)
        chances = [name for name in cells if found.units.get(name, CHANCE) == CHANCE and cells[name]]
        whole = abs(sum(cells[name] for name in chances) - 1) < 1e-6
        rows[move] = {"text": told, "bar": [[tones[name], round(cells[name], 4)] for name in chances] if whole else []}
    how = "exact" if found.exact else f"simulated {found.trials} times, ± standard error"
    return {"at": at, "question": found.question, "how": how, "exact": found.exact, "rows": rows, "note": found.note}


def play(
    game: str = "clash",
    against: str | Player | Sequence[str | Player] = "skilled",
    *,
    players: int | None = None,
    seat: int = 0,
    seed: int | str | None = None,
    pace: str = "normal",
    practice: bool = False,
    odds: bool = False,
    memory: bool = True,
    scores: bool = False,
    why: bool = True,
    **options: Any,
) -> Table:
    """A table to play at: `play("clash", against="skilled")`.

    `against` is one player for all other seats, or a list of them, each a name or any `f(view, rng)`; `players` is how many
    sit at the table, you included. The switches can be changed at the table.
    """
    facts = find(game).facts
    if isinstance(against, list | tuple):
        others = list(against)
        if players is not None and players != len(others) + 1:
            raise BadSetup(f"With you, {len(others)} others are {len(others) + 1} players, not {shorten(players)}.")
    else:
        many = facts.fewest if players is None else players
        if not is_whole(many) or not facts.fewest <= many <= facts.most:
            raise BadSetup(f"{game} is for {facts.fewest} to {facts.most} players, not {shorten(many)}.")
        others = [against] * (many - 1)
    session = Session(game, others, seat, seed, practice=practice, **options)
    return Table(session, pace=pace, odds=odds, memory=memory, scores=scores, why=why, practice=practice)

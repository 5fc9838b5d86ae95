"""Scenes of the games: a module a game, all with the same functions.

- `panels(view, memory, scores)`: what lies where. With `memory`, faces that were seen before are shown too; with `scores`, points
  that are face down at a real table.
- `status(view)`: whose turn it is and what is required, in a sentence.
- `moves(view)`: for each legal move what is picked for it, and what its button says.
- `unseen(view)`: the cards this seat has not seen, for the memory aid.
- `say(view, move, after)`: a move in words that follow a player's name, such as "plays blue open". `view` is from before the move,
  of any seat, so it says no more than everyone saw; `after`, if given, is that seat's view after it, to tell what came of it.
- `attempt(view, picked)`: what someone wanted who picked these elements, which make no legal move: a move in notation, which
  the engine then refuses with its rule, or the id of a rule and a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from rainbowkit.engine import State, View
from rainbowkit.errors import IllegalMove, MalformedMove
from rainbowkit_widgets.scene import Element, Scene


def module(game: str) -> ModuleType:
    """The module of a game's scenes."""
    return import_module(f"rainbowkit_widgets.scenes.{game}")


def scene(view: View, *, memory: bool = True, scores: bool = False) -> Scene:
    """What this seat sees; ids are still to be given by a `Follower`."""
    facts = view.kind.facts
    game = module(facts.id)
    return Scene(
        facts.id,
        facts.title,
        game.status(view),
        game.panels(view, memory, scores),
        game.moves(view) if view.legal else [],
        game.unseen(view) if memory else [],
    )


def say(view: View, move: str, after: View | None = None) -> str:
    """A move in words that follow the player's name; with the view after it, also what came of it."""
    words: str = module(view.kind.facts.id).say(view, move, after)
    return words


def why_not(state: State, view: View, picked: Sequence[Element]) -> tuple[str, str]:
    """Which rule forbids what someone wants who has picked these elements, and a sentence."""
    if view.over:
        return "over", "The game is over, so there is nothing left to play."
    if not view.legal:
        return "turn", "It is not your turn yet."
    wanted = module(view.kind.facts.id).attempt(view, picked)
    if not isinstance(wanted, str):
        rule, sentence = wanted
        return rule, sentence
    try:
        state.check(wanted)
    except IllegalMove as error:
        return error.rule, error.sentence
    except MalformedMove as error:
        raise AssertionError(f"{wanted} is no move") from error
    raise AssertionError(f"{wanted} is legal, so there must be a way to pick it")

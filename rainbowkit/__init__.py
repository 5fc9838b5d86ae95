"""rainbowkit: four card games that build rainbows, played exactly.

>>> import rainbowkit
>>> state = rainbowkit.new("clash", players=["Ada", "Grace"], seed=1)
>>> state.legal_moves()
['P1', 'P2', 'P3', 'B1', 'B2', 'B3']
>>> state.play("P1")
>>> state.check("P2")
Traceback (most recent call last):
rainbowkit.errors.IllegalMove: 'P2' is not legal here: Before another card you must flip one card of the line, or stop. (rule must-flip)
"""

from rainbowkit.engine import Rule, State, View
from rainbowkit.errors import BadRecord, BadSetup, IllegalMove, MalformedMove, RainbowkitError
from rainbowkit.games import GAMES, new, rules
from rainbowkit.matches import match
from rainbowkit.players import Player
from rainbowkit.records import load, replay
from rainbowkit.simulations import Results, simulate
from rainbowkit.tournaments import Standings, load_tournament, tournament

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BadRecord",
    "BadSetup",
    "IllegalMove",
    "MalformedMove",
    "Player",
    "RainbowkitError",
    "Results",
    "Rule",
    "Standings",
    "State",
    "View",
    "load",
    "load_tournament",
    "match",
    "new",
    "replay",
    "rules",
    "simulate",
    "tournament",
]

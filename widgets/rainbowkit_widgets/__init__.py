"""Card tables and lessons for rainbowkit, made of Jupyter widgets."""

from rainbowkit_widgets.film import Film, replay
from rainbowkit_widgets.lessons import check, drill, explore, guess, quiz
from rainbowkit_widgets.table import Table, play

__all__ = ["Film", "Table", "check", "drill", "explore", "guess", "play", "quiz", "replay"]

"""Lessons are data: importing them loads no widget and no plot."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from rainbowkit.lessons import drills
[drills(game) for game in ("tricks", "clash", "kobito", "rainbonus")]
print([name for name in ("ipywidgets", "anywidget", "matplotlib", "numpy", "IPython") if name in sys.modules])
"""


def test_lessons_load_no_widget_and_no_plot() -> None:
    assert subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True).stdout == "[]\n"

"""One browser for all tests here, and a folder for pictures that git does not keep."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from playwright.sync_api import Browser

from tests.browser.servers import browsing, notebook, serving

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"

GAMES = {
    "clash": 'play("clash", "random", seed=1, pace="at once")',
    "tricks": 'play("tricks", "random", players=4, seed=1, pace="at once")',
    "kobito": 'play("kobito", "random", seed=1, pace="at once", gold=[[3, 5], [2, 4], [3, 6], [2, 3]])',
    "rainbonus": 'play("rainbonus", "random", seed=1, pace="at once", turn_limit=3)',
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process for all tests of a file here, so that its servers start once."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group(item.path.name))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


class Served(NamedTuple):
    """A server, and the folder that it serves."""

    app: str
    address: str
    folder: Path

    def page(self, name: str) -> str:
        """The address of a copy of this notebook that nobody else has open."""
        copy = f"{name}-{uuid4().hex[:8]}.ipynb"
        shutil.copy(self.folder / f"{name}.ipynb", self.folder / copy)
        return f"{self.address}/{'voila/render' if self.app == 'voila' else 'doc/tree'}/{copy}"


@pytest.fixture(scope="session", params=["voila", "lab"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Voilà, and then JupyterLab, with a notebook for each game and one with several tables."""
    folder = tmp_path_factory.mktemp(request.param)
    for game, call in GAMES.items():
        notebook(folder / f"{game}.ipynb", f"from rainbowkit_widgets import play\n{call}")
    notebook(
        folder / "several.ipynb",
        'from rainbowkit_widgets import play\ntable = play("clash", "random", seed=1, pace="at once")\ntable',
        "table",
        'play("tricks", "random", players=3, seed=2, pace="at once")',
    )
    notebook(
        folder / "film.ipynb",
        'from rainbowkit import match\nfrom rainbowkit_widgets import replay\nreplay(match("clash", ["skilled", "beginner"], 3), 0)',
    )
    with serving(request.param, folder) as address:
        yield Served(request.param, address, folder)


@pytest.fixture(scope="session")
def screenshots() -> Path:
    SCREENSHOTS.mkdir(exist_ok=True)
    return SCREENSHOTS

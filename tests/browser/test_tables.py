"""Tables in a real browser, in Voilà and in JupyterLab: whole games by clicks and by keys, at two widths, for everybody."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import GAMES, Served
from tests.browser.servers import Witness, visit

pytestmark = pytest.mark.slow

WIDE, NARROW = 1200, 360
LEFT_EDGE: Any = {"x": 6, "y": 20}
"""What can be seen of a card that others lie on."""
LONGEST_GAME = 600
MINUTE = 60_000


def opened(
    browser: Browser | BrowserContext, server: Served, name: str, width: int = WIDE, height: int = 1500
) -> tuple[Page, Witness]:
    """The page of a notebook whose cells have been run, with its tables there."""
    page, witness = visit(browser, server.page(name), width, height)
    if server.app == "lab":
        page.wait_for_selector(".jp-Notebook-cell .cm-content", timeout=MINUTE)
        page.wait_for_selector('[data-status="idle"]', state="attached", timeout=MINUTE)
        while not page.locator(".rk-card").count():  # JupyterLab forgets what is run before its kernel is quite there
            with suppress(PlaywrightTimeout):
                run_all(page)
    page.wait_for_selector(".rk-card", timeout=MINUTE)
    return page, witness


def run_all(page: Page) -> None:
    """Run the cells of a notebook in JupyterLab, from the first; a dialog of its own may lie over them."""
    for accept in page.locator("dialog .jp-mod-accept").all():
        accept.click()
    page.locator(".jp-Notebook-cell .cm-content").first.click()
    for _ in range(page.locator(".jp-Notebook-cell").count()):
        page.keyboard.press("Shift+Enter")
    page.wait_for_selector(".rk-card", timeout=MINUTE / 6)


def ready(table: Locator) -> None:
    """Wait until the table has answered, and it is the person's turn or the game is over."""
    table.page.wait_for_function(
        "table => !table.matches('.rk-busy, .rk-waiting')", arg=table.element_handle(), timeout=MINUTE
    )


def over(table: Locator) -> bool:
    return table.locator(".rk-status").inner_text().startswith("The game is over")


def play_by_clicks(table: Locator, rng: Random) -> None:
    """Click cards that may be picked until there is a button, and then the button, until the game is over."""
    for _ in range(LONGEST_GAME):
        ready(table)
        if over(table):
            return
        buttons = table.locator(".rk-buttons .rk-first")
        cards = table.locator(".rk-card.rk-can:not(.rk-picked)")
        if buttons.count() and (table.locator(".rk-picked").count() or not cards.count() or rng.random() < 0.3):
            buttons.nth(rng.randrange(buttons.count())).click()
        else:
            cards.nth(rng.randrange(cards.count())).click(position=LEFT_EDGE)
    raise AssertionError("the game goes on and on")


@pytest.mark.parametrize(
    ("game", "width"), [("clash", NARROW), ("tricks", WIDE), ("kobito", NARROW), ("rainbonus", WIDE)]
)
def test_a_whole_game_by_clicks(browser: Browser, server: Served, screenshots: Path, game: str, width: int) -> None:
    page, witness = opened(browser, server, game, width)
    table = page.locator(".rk").first
    page.screenshot(path=screenshots / f"{game}-{server.app}-{width}.png")
    play_by_clicks(table, Random(game))
    page.screenshot(path=screenshots / f"{game}-{server.app}-{width}-end.png")
    assert table.locator(".rk-buttons").inner_text().startswith("New game")
    table.get_by_role("button", name="One move back").click()
    page.wait_for_function(
        "!document.querySelector('.rk-status').textContent.startsWith('The game is over')", timeout=MINUTE
    )
    assert not wider_than_the_page(page)
    assert witness.found == []
    page.close()


def wider_than_the_page(page: Page) -> bool:
    """Does the table stick out of what holds it?"""
    return bool(
        page.evaluate("[...document.querySelectorAll('.rk')].some(table => table.scrollWidth > table.clientWidth + 1)")
    )


def test_a_whole_game_by_keyboard_alone(browser: Browser, server: Served) -> None:
    page, witness = opened(browser, server, "clash")
    table = page.locator(".rk").first
    cells = page.locator(".jp-Notebook-cell").count()
    table.locator(".rk-own .rk-card").first.focus()
    for _ in range(LONGEST_GAME):
        ready(table)
        if over(table):
            break
        focused = page.evaluate("document.activeElement.className")
        if table.locator(".rk-picked").count() or "rk-card" not in focused:
            page.keyboard.press("Shift+Enter")
        elif "rk-can" in focused:
            page.keyboard.press("Enter")
        elif table.locator(".rk-own .rk-can").count():
            page.keyboard.press("ArrowRight" if "rk-own" in _inside(page) else "Tab")
        elif table.locator(".rk-buttons .rk-first").count():
            page.keyboard.press("Shift+Enter")
        else:  # a flip is due, and the line is before the hand
            page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.closest('.rk') !== null"), "the focus has left the table"
    assert over(table)
    assert page.locator(".jp-Notebook-cell").count() == cells, "a key has reached JupyterLab"
    assert witness.found == []
    page.close()


def _inside(page: Page) -> str:
    return str(page.evaluate("document.activeElement.closest('.rk-own, .rk-middle, .rk-others')?.className ?? ''"))


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(browser: Browser, server: Served, game: str) -> None:
    page, _ = opened(browser, server, game)
    for which in ("Not seen", "Settings", "Keys"):
        page.get_by_role("button", name=which, exact=True).click()
        found: list[dict[str, Any]] = Axe().run(page, context=".rk").response["violations"]
        bad = [
            (one["id"], [node["html"] for node in one["nodes"]][:2])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert bad == []
    page.close()


def test_what_is_not_legal_is_explained_and_keys_can_be_shown(browser: Browser, server: Served) -> None:
    page, witness = opened(browser, server, "clash")
    table = page.locator(".rk").first
    table.locator('[data-zone="deck-zone"] .rk-card').click(force=True)  # it says that it is not to be picked
    page.wait_for_selector('.rk-notice[data-kind="why"]:not(:empty)')
    table.locator(".rk-own .rk-card").first.click(position=LEFT_EDGE)
    assert table.locator(".rk-picked").count() == 1
    page.keyboard.press("Escape")
    assert table.locator(".rk-picked").count() == 0
    page.keyboard.press("?")
    assert "put all cards back" in table.locator(".rk-keys").inner_text()
    assert witness.found == []
    page.close()


def test_several_tables_and_one_shown_twice(browser: Browser, server: Served) -> None:
    page, witness = opened(browser, server, "several", height=4000)  # JupyterLab draws only what is in sight
    page.wait_for_function("document.querySelectorAll('.rk-status').length === 3", timeout=MINUTE)
    first, same, other = (page.locator(".rk").nth(i) for i in range(3))
    before = other.locator(".rk-table").inner_text()
    first.locator(".rk-own .rk-card").first.click()
    assert same.locator(".rk-picked").count() == 0
    first.locator(".rk-buttons .rk-first").first.click()
    ready(first)
    page.wait_for_function(
        "([a, b]) => a.innerText === b.innerText",
        arg=[first.locator(".rk-table").element_handle(), same.locator(".rk-table").element_handle()],
    )
    assert first.locator('[data-zone="line"] .rk-card').count() == 1
    assert other.locator(".rk-table").inner_text() == before
    assert witness.found == []
    page.close()


def test_nothing_moves_for_those_who_want_no_motion(browser: Browser, server: Served) -> None:
    context = browser.new_context(reduced_motion="reduce", viewport={"width": WIDE, "height": 1500})
    page, witness = opened(context, server, "clash")
    page.evaluate("() => { Element.prototype.animate = () => { throw new Error('something moves'); }; }")
    table = page.locator(".rk").first
    table.locator(".rk-own .rk-card").first.click(position=LEFT_EDGE)
    table.locator(".rk-buttons .rk-first").first.click()
    ready(table)
    assert table.locator('[data-zone="line"] .rk-card').count() == 1
    assert witness.found == []
    context.close()


RESTART = """async () => {
    const [kernel] = (await (await fetch('/api/sessions')).json()).filter(one => location.pathname.endsWith(one.path));
    const token = document.cookie.match(/_xsrf=([^;]+)/)?.[1] ?? '';
    const done = await fetch(`/api/kernels/${kernel.kernel.id}/restart`, {method: 'POST', headers: {'X-XSRFToken': token}});
    return done.status;
}"""


@pytest.mark.parametrize(
    "server", ["lab"], indirect=True
)  # in Voilà a kernel belongs to its page, and nothing is saved
def test_after_a_restart_the_table_says_what_to_do_and_the_notebook_holds_no_game(
    browser: Browser, server: Served
) -> None:
    page, _ = opened(browser, server, "clash")
    page.keyboard.press("Control+s")
    table = page.locator(".rk").first
    assert page.evaluate(RESTART) == 200
    table.locator(".rk-own .rk-card").first.click(position=LEFT_EDGE)
    table.locator(".rk-buttons .rk-first").first.click()
    page.wait_for_function(
        "notice => notice.textContent.includes('run this cell again')",
        arg=table.locator(".rk-notice").element_handle(),
        timeout=MINUTE,
    )
    saved = next(server.folder.glob(f"{page.url.rsplit('/', 1)[1]}")).read_text()
    assert "deck on edge" not in saved
    assert '"state"' not in saved
    run_all(page)
    again = page.locator(".rk").first
    again.locator(".rk-own .rk-card").first.click(position=LEFT_EDGE)
    again.locator(".rk-buttons .rk-first").first.click()
    again.locator('[data-zone="line"] .rk-card').first.wait_for(timeout=MINUTE)
    page.close()


def test_a_film_runs_by_itself_and_its_slider_can_be_dragged(browser: Browser, server: Served) -> None:
    page, witness = opened(browser, server, "film")
    table = page.locator(".rk").first
    table.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(
        "document.querySelector('.rk-strip .rk-fact').textContent.startsWith('3 of')", timeout=MINUTE
    )
    table.get_by_role("button", name="Pause", exact=True).click()
    box = table.locator(".rk-slider").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2, steps=25)
    page.mouse.up()
    page.wait_for_function(
        "(() => { const [at, end] = document.querySelector('.rk-strip .rk-fact').textContent.split(' of '); return at === end; })()",
        timeout=MINUTE,
    )
    assert over(table)
    assert witness.found == []
    page.close()

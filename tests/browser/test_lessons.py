"""The lesson widgets in a real Voilà and a real JupyterLab: answered by clicks and by keys, at two widths, and looked at by axe-core."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.browser.servers import notebook, serving, visit

CELLS = (
    "from rainbowkit_widgets.lessons import check, drill, explore, guess, quiz\nexplore('clash', 'risks')",
    "quiz('clash', 'faces', 'who-sees')",
    "guess('tricks', 'all-six')",
    "drill('clash', 'open-or-blind', 'enough')",
    "check('tricks-pair', 1 / 6)",
)
PATIENCE = 60_000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("voila")
    notebook(folder / "lessons.ipynb", *CELLS)
    with serving("voila", folder) as address:
        yield f"{address}/voila/render/lessons.ipynb"


def assert_no_findings(page: Page) -> None:
    """Nothing serious for axe-core on any of the sheets and tables."""
    found = Axe().run(page, context=".rk").response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")] == []


def run_cells(page: Page, many: int) -> None:
    """Run the first cells in JupyterLab, which forgets what is asked of it before its kernel is there."""
    for _ in range(6):
        page.locator(".jp-Cell .cm-content").first.click()
        for _ in range(many):
            page.keyboard.press("Shift+Enter")
        try:
            page.locator(".rk-sheet").nth(many - 1).wait_for(timeout=10_000)
        except TimeoutError:
            continue
        return
    raise AssertionError("the cells do not run")


@pytest.mark.parametrize(("width", "theme"), [(1200, "light"), (360, "dark")])
def test_lessons_in_voila_by_clicks(browser: Browser, voila: str, screenshots: Path, width: int, theme: str) -> None:
    page, witness = visit(browser, f"{voila}?theme={theme}", width, 2400)
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    chart, questions, guessing, drilling = (page.locator(".rk-sheet").nth(i) for i in range(4))
    page.locator(".rk-drills .rk-card").first.wait_for()

    shown = chart.locator(f"img.rk-{theme}")
    expect(shown).to_be_visible()
    chart.locator("select").select_option("only what I see now")
    chart.locator("input[type=number]").fill("5")
    expect(shown).to_have_attribute("alt", re.compile("rainbow 100"))

    questions.get_by_label("Any face, red included").check()
    questions.get_by_role("button", name="Check").click()
    expect(questions.locator(".rk-wrong")).to_contain_text("red on both sides")
    questions.get_by_label("Any face but red").check()
    questions.get_by_role("button", name="Check").click()
    questions.get_by_role("button", name="Next").click()
    expect(questions.locator("input[type=checkbox]").first).to_be_visible()

    guessing.locator("input[type=number]").fill("40")
    guessing.get_by_role("button", name="This is my guess").click()
    expect(guessing.locator(".rk-feedback")).to_contain_text("You guessed 40 %")
    expect(guessing.locator(f"img.rk-{theme}")).to_be_visible()

    hand = page.locator(".rk-drills .rk-own .rk-card.rk-can")
    hand.nth(0).click()
    page.locator(".rk-drills .rk-bar").get_by_role("button", name="Play red open").click()
    expect(drilling.locator(".rk-wrong")).to_contain_text("a clash, and Ada captures")
    assert_no_findings(page)
    drilling.get_by_role("button", name="Try again").click()
    hand.nth(1).click()
    page.locator(".rk-drills .rk-bar").get_by_role("button", name="Play orange open").click()
    expect(drilling.locator(".rk-right")).to_be_visible()
    page.screenshot(path=screenshots / f"lessons-{theme}-{width}.png")

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert witness.found == []
    page.close()


def test_lessons_in_jupyterlab_by_keys(browser: Browser, tmp_path: Path) -> None:
    """JupyterLab must not take the arrow keys, which move a slider, for its own."""
    notebook(tmp_path / "lessons.ipynb", *CELLS[:2])
    with serving("lab", tmp_path) as address:
        page, witness = visit(browser, f"{address}/doc/tree/lessons.ipynb", 1600, 1400)
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        run_cells(page, 2)
        chart, questions = (page.locator(".rk-sheet").nth(i) for i in range(2))
        expect(chart.locator("img.rk-light")).to_be_visible()
        chart.locator("input[type=range]").focus()
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        expect(chart.locator("img.rk-light")).to_have_attribute("alt", re.compile("rainbow 100"))
        assert chart.locator("input[type=range]").input_value() == "5"

        questions.locator("input").first.focus()
        for key in ("Space", "Tab", "Enter"):
            page.keyboard.press(key)
        expect(questions.locator(".rk-right")).to_be_visible()
        assert page.evaluate("document.activeElement.textContent") == "Next"
        assert_no_findings(page)
        assert witness.found == []
        page.close()

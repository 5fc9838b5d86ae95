"""How fast the card table is: in Voilà, beside an empty anywidget button in the same run, and in bytes.

Each game's table and a page with one bare anywidget button are served by the same Voilà. From a click to the next repainted
page: for the button, until its number has changed; for the table, until the move is drawn. Medians of the clicks, in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser

from rainbowkit import GAMES
from rainbowkit.engine import columns
from rainbowkit_widgets import play
from tests.browser.servers import browsing, notebook, serving, visit

BUTTON = '''
import anywidget, traitlets
class Button(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.className = "bare";
      button.onclick = () => model.send({});
      model.on("change:number", () => { button.textContent = model.get("number"); });
      button.textContent = "0";
      el.append(button);
    } }
    """
    number = traitlets.Int().tag(sync=True)
def heard(button, content, buffers):
    button.number += 1
button = Button()
button.on_msg(heard)
button
'''
# Press what is there to press, and tell how long it took until the page was painted anew.
CLICK = """
([button, watched]) => new Promise((resolve) => {
  const start = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  });
  seen.observe(watched, { childList: true, characterData: true, subtree: true });
  button.click();
})
"""
MEMORY = """
import gc, ipykernel.ipkernel, ipywidgets, anywidget
def kib():
    gc.collect()
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])
before = kib()
from rainbowkit_widgets import play
table = play({game!r}, seed=1)
print((kib() - before) / 1024)
"""


def clicks(browser: Browser, address: str, game: str, many: int) -> list[float]:
    """How many milliseconds each click took, sorted."""
    page, _ = visit(browser, f"{address}/voila/render/{game}.ipynb")
    found = []
    rng = Random(game)
    if game == "button":
        page.wait_for_selector(".bare", timeout=60_000)
        for _ in range(many):
            button = page.locator(".bare").element_handle()
            found.append(page.evaluate(CLICK, [button, button]))
        page.close()
        return sorted(found)
    page.wait_for_selector(".rk-card", timeout=60_000)
    status = page.locator(".rk-table").element_handle()
    while len(found) < many:
        page.wait_for_function("!document.querySelector('.rk-busy, .rk-waiting')", timeout=60_000)
        first = page.locator(".rk-buttons .rk-first")
        if first.count():
            button = first.nth(rng.randrange(first.count())).element_handle()
            if page.locator(".rk-status").inner_text().startswith("The game is over"):
                button.click()  # a new game
                continue
            found.append(page.evaluate(CLICK, [button, status]))
        else:
            cards = page.locator(".rk-table .rk-card.rk-can:not(.rk-picked)")
            cards.nth(rng.randrange(cards.count())).click(position={"x": 6, "y": 20})
    page.close()
    return sorted(found)


def largest(game: str) -> int:
    """How many bytes the largest scene of a few games at the fullest table has."""
    found = 0
    for seed in range(3):
        table = play(game, "random", players=GAMES[game].facts.most, seed=seed)
        rng = Random(seed)
        while not table.session.state.over:
            found = max(found, len(json.dumps(table.scene, ensure_ascii=False).encode()))
            do = (
                {"do": "next"}
                if table.session.waiting
                else {"do": "play", "move": rng.choice(table.scene["moves"])["move"]}
            )
            table.hear({**do, "at": table.session.at})
    return found


def memory(game: str) -> float:
    """How many MiB a table adds to a process that has ipywidgets, anywidget and a kernel loaded."""
    done = subprocess.run([sys.executable, "-c", MEMORY.format(game=game)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clicks", type=int, default=40, help="clicks for each game (default: 40)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        notebook(folder / "button.ipynb", BUTTON)
        for game in GAMES:
            notebook(
                folder / f"{game}.ipynb",
                f"from rainbowkit_widgets import play\nplay({game!r}, 'random', seed=1, pace='at once')",
            )
        with serving("voila", folder) as address, browsing() as browser:
            bare = statistics.median(clicks(browser, address, "button", args.clicks))
            rows = [("", "click to repaint", "beyond the bare button", "largest scene", "memory of a table")]
            rows.append(("bare anywidget button", f"{bare:.0f} ms", "", "", ""))
            for game in GAMES:
                found = statistics.median(clicks(browser, address, game, args.clicks))
                rows.append(
                    (
                        game,
                        f"{found:.0f} ms",
                        f"{found - bare:.0f} ms",
                        f"{largest(game) / 1000:.1f} kB",
                        f"{memory(game):.1f} MiB",
                    )
                )
    print(columns(rows))


if __name__ == "__main__":
    main()

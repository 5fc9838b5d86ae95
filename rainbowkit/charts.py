"""Charts: one function a question. They are drawn for light and for dark pages, and each tells in words what it shows.

    >>> from rainbowkit.odds import Odds
    >>> charts_of_odds = outlook(Odds("After a flip", {"1": {"sun": 0.75, "clash": 0.25}}))
    >>> print(charts_of_odds.alt)
    After a flip (exact). 1: sun 75.0 %, clash 25.0 %.

Only this module imports matplotlib, and never its global state: no figure stays in memory, no backend is chosen.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import BytesIO
from statistics import mean, stdev
from textwrap import fill, shorten, wrap
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import blended_transform_factory
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from rainbowkit.coach import Review
from rainbowkit.errors import BadSetup
from rainbowkit.errors import shorten as clip
from rainbowkit.odds import CHANCE, TINY, Odds
from rainbowkit.simulations import Results
from rainbowkit.tournaments import Share, Standings

WIDTH = 4.8
"""Inches: half a page, and with text of 10 points still readable when a phone makes it two thirds as wide."""
DOTS = 180
"""Dots an inch: nearly two for each of the page's."""
MOST_ROWS = 16


class Look(NamedTuple):
    """The colours of a page."""

    paper: str
    ink: str
    faint: str
    fills: Mapping[str, str]


class Ink(NamedTuple):
    """How something is filled: a colour of the cards, and a hatch that tells it apart without colour."""

    colour: str
    hatch: str


_LIGHT = {
    "red": "#f0605f",
    "orange": "#f2913d",
    "yellow": "#f5d03b",
    "green": "#4cb368",
    "teal": "#35b8b0",
    "blue": "#4d8fe0",
    "purple": "#b183e0",
    "grey": "#aab4be",
    "sun": "#ffe9a3",
    "white": "#eceff2",
}
LIGHT = Look("#ffffff", "#1f2328", "#d5dae0", _LIGHT)
DARK = Look("#15181c", "#e8eaed", "#3a4048", _LIGHT | {"white": "#dfe3e8"})
DARK_INK = "#1f2328"
"""On filled bars, which are bright on both pages."""
EDGE = "#1f232880"

HATCHES = {
    "red": "xx",
    "orange": "//",
    "yellow": "",
    "green": "\\\\",
    "teal": "--",
    "blue": "..",
    "purple": "||",
    "grey": "oo",
    "white": "",
}
EVENTS = {
    "sun": "yellow",
    "clash": "red",
    "overcast": "grey",
    "rainbow": "purple",
    "safe": "green",
    "nobody can beat it": "green",
    "somebody can beat it": "orange",
    "beaten already": "red",
    "breaks": "blue",
    "weather breaks": "blue",
    "holds": "yellow",
    "play goes on": "yellow",
}
CARDS = {colour: Ink(colour, HATCHES[colour]) for colour in ("red", "orange", "yellow", "green", "blue", "purple")} | {
    "PRISM": Ink("teal", HATCHES["teal"]),
    "X2": Ink("white", "++"),
    "X3": Ink("white", "**"),
    "SUN": Ink("sun", "OO"),
    "RAIN": Ink("grey", HATCHES["grey"]),
}
"""The cards of `rainbonus`, each as it looks."""
PERCENT = FuncFormatter(lambda share, _: "" if share > 1 + TINY else f"{100 * share:g} %")
SERIES = ("blue", "orange", "green", "purple", "yellow", "red", "teal", "grey")


class Chart:
    """A chart, drawn when it is looked at. `alt` tells in words what it shows, with the numbers."""

    def __init__(self, draw: Callable[[Look], Figure], alt: str) -> None:
        self._draw = draw
        self.alt = alt

    def __repr__(self) -> str:
        return self.alt

    def figure(self, dark: bool = False) -> Figure:
        """A matplotlib figure of its own."""
        with mpl.rc_context(_STYLE):
            return self._draw(DARK if dark else LIGHT)

    def save(self, path: str | os.PathLike[str], dark: bool = False) -> None:
        """Write it to a file of the kind that the name ends with: .png, .svg, .pdf."""
        kind = os.path.splitext(path)[1].removeprefix(".").lower()
        if kind not in _TOLD:
            raise BadSetup(
                f"A chart is saved to a name that ends with .png, .svg or .pdf, not {clip(os.fspath(path))}."
            )
        picture = self._bytes(kind, dark)
        try:
            with open(path, "wb") as file:
                file.write(picture)
        except OSError as error:
            raise BadSetup(f"{os.fspath(path)} cannot be written: {error.strerror or error}.") from None

    def png(self, dark: bool = False) -> bytes:
        """The picture as PNG."""
        return self._bytes("png", dark)

    def _bytes(self, kind: str, dark: bool) -> bytes:
        file = BytesIO()
        with mpl.rc_context(_STYLE):
            told, *without = _TOLD[kind]
            metadata = {told: self.alt, **dict.fromkeys(without)}
            self.figure(dark).savefig(file, format=kind, dpi=DOTS, metadata=metadata)
        return _small(file) if kind == "png" else file.getvalue()

    def _repr_html_(self) -> str:
        """Both pictures, of which the page's theme shows one."""
        pictures = "".join(
            f'<img class="rk-{name}" style="width:{96 * WIDTH:.0f}px;max-width:100%;height:auto;display:{shown}" '
            f'alt="{escape(self.alt)}" src="data:image/png;base64,{b64encode(self.png(dark)).decode()}">'
            for name, dark, shown in (("light", False, "inline"), ("dark", True, "none"))
        )
        return f'<div class="rk-chart">{_SWITCH}{pictures}</div>'


_TOLD = {"png": ("Description",), "svg": ("Description", "Date"), "pdf": ("Subject", "CreationDate")}
"""Where a file tells what it shows, and what is left out so that the same chart gives the same file."""


def _small(file: BytesIO) -> bytes:
    """A PNG with a palette: a quarter of the bytes, and no difference to be seen."""
    with Image.open(file) as picture:
        told = PngInfo()
        told.add_text("Description", picture.info["Description"])
        small = BytesIO()
        picture.convert("RGB").quantize(96).save(small, "png", optimize=True, pnginfo=told, dpi=(DOTS, DOTS))
    return small.getvalue()


_THEMES = ('body[data-jp-theme-light="false"]', "body.theme-dark")
_SWITCH = (
    "<style>"
    + ",".join(f"{dark} .rk-chart .rk-light" for dark in _THEMES)
    + "{display:none !important}"
    + ",".join(f"{dark} .rk-chart .rk-dark" for dark in _THEMES)
    + "{display:inline !important}</style>"
)
_STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that pictures are the same everywhere
    "font.size": 10,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "hatch.linewidth": 0.7,
    "svg.hashsalt": "rainbowkit",
    "savefig.facecolor": "auto",
    "figure.constrained_layout.w_pad": 0.08,
    "figure.constrained_layout.h_pad": 0.06,
}


# Charts of odds


def outlook(odds: Odds) -> Chart:
    """What happens at once after each move, as a bar of all chances; or what it gives, where that is certain."""
    return _shares(odds, "move") if CHANCE in map(_unit(odds), _columns(odds)) else _bars(odds)


def plan(odds: Odds) -> Chart:
    """How likely a plan of several steps is still on after each."""
    return _shares(odds, "step")


def claims(odds: Odds) -> Chart:
    """When each combo would claim: first, second, ..."""
    return _shares(odds, "combo")


def patterns(odds: Odds) -> Chart:
    """What a hand holds when it is dealt."""
    return _bars(odds)


def payment(odds: Odds) -> Chart:
    """The chance to have to pay, and what it costs on average, for each number of studio rainbows."""
    return _panels(odds, "studio rainbows")


def weather(odds: Odds) -> Chart:
    """The weather clock: how likely it is to break, the later the likelier."""
    return _shares(odds, "turn")


def bars(odds: Odds) -> Chart:
    """Any other odds: a bar for each number, with its 95 % interval if it is simulated."""
    return _bars(odds) if len(set(map(_unit(odds), _columns(odds)))) == 1 else _panels(odds, "")


def grid(odds: Odds) -> Chart:
    """Odds of many rows and columns as a table, the likelier the darker."""
    names = _chances(odds)
    rows = list(odds)[:MOST_ROWS]
    more = len(odds) - len(rows)
    narrow = len(names) > 6

    def draw(look: Look) -> Figure:
        figure, axes = _page(look, odds, 0.3 * len(rows) + 1.3, _how_sure(odds))
        axes.grid(False)
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        for y, row in enumerate(rows):
            for x, name in enumerate(names):
                if (number := odds[row].get(name)) is not None:
                    axes.add_patch(
                        Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=look.fills["blue"], alpha=0.8 * number)
                    )
                    axes.text(
                        x,
                        y,
                        (re.sub("[ %]", "", _percent(number)) if narrow else _percent(number)) if number else "-",
                        ha="center",
                        va="center",
                        color=look.ink,
                        fontsize=8.5,
                    )
        axes.set_yticks(range(len(rows)), [_short(row) for row in rows])
        axes.set_xticks(range(len(names)), [fill(name, 4 if narrow else 8) for name in names])
        axes.xaxis.tick_top()
        axes.set_xlabel(f"chance{' in %' * narrow}{_hidden(more)}")
        return figure

    said = [f"{row}: {_cells(odds, row)}" for row in rows]
    return Chart(draw, _alt(odds, said + [f"{more} more are not shown"] * bool(more)))


def _shares(odds: Odds, what: str) -> Chart:
    """Rows of bars that add up to 1; rows that are alike are put together."""
    columns = _columns(odds)
    names = [name for name in _chances(odds) if any(odds[row].get(name, 0.0) > TINY for row in odds)] or _chances(odds)
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in odds:
        alike.setdefault(tuple(odds.cell(row, name) for name in columns), []).append(row)
    rows = [(_listed(labels, what), [odds[labels[0]].get(name, 0.0) for name in names]) for labels in alike.values()]
    hidden = sum(len(labels) for labels in list(alike.values())[MOST_ROWS:])
    rows = rows[:MOST_ROWS]

    def draw(look: Look) -> Figure:
        figure, axes = _page(look, odds, 0.34 * len(rows) + 1.55, _how_sure(odds))
        axes.set_xlim(0, 1)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        for i, name in enumerate(names):
            left = [sum(numbers[:i]) for _, numbers in rows]
            widths = [numbers[i] for _, numbers in rows]
            _fill(axes.barh(range(len(rows)), widths, 0.76, left, label=name), look, _ink(name, i))
            for y, (start, width) in enumerate(zip(left, widths, strict=True)):
                if width >= 0.0275 * len(_percent(width)):
                    _tag(axes, start + width / 2, y, _percent(width), look.fills[_ink(name, i).colour])
        axes.set_yticks(range(len(rows)), [label for label, _ in rows])
        axes.xaxis.set_major_formatter(PERCENT)
        axes.set_xlabel(f"chance{_hidden(hidden)}")
        _legend(figure, axes, look)
        return figure

    said = [f"{', '.join(labels)}: {_cells(odds, labels[0])}" for labels in list(alike.values())[:MOST_ROWS]]
    more = [f"{hidden} more are not shown"] if hidden else []
    return Chart(draw, _alt(odds, [*said, *more]))


def _bars(odds: Odds) -> Chart:
    """A bar for each number, in groups if rows have several."""
    names = _columns(odds)
    rows = list(odds)[:MOST_ROWS]
    hidden = len(odds) - len(rows)
    unit = odds.units.get(names[0], CHANCE)
    thick = 0.8 / len(names)

    def draw(look: Look) -> Figure:
        figure, axes = _page(
            look, odds, max(0.26 * len(names), 0.3) * len(rows) + 1.3 + 0.25 * (len(names) > 1), _how(odds)
        )
        axes.set_ylim(len(rows) - 0.4, -0.6)
        for i, name in enumerate(names):
            numbers = [odds[row].get(name, 0.0) for row in rows]
            below, above = _spreads(odds, rows, name)
            places = [y + (i - (len(names) - 1) / 2) * thick for y in range(len(rows))]
            _fill(axes.barh(places, numbers, thick * 0.92, label=name), look, _ink(name, i))
            if name in _simulated(odds):
                axes.errorbar(
                    numbers, places, xerr=(below, above), fmt="none", ecolor=look.ink, capsize=2.5, elinewidth=1
                )
            for row, y, number, less, more in zip(rows, places, numbers, below, above, strict=True):
                axes.annotate(
                    _number(number, odds.units.get(name, CHANCE)) if name in odds[row] else "",
                    (number - less if number < 0 else number + more, y),
                    (-4 if number < 0 else 4, 0),
                    textcoords="offset points",
                    va="center",
                    ha="right" if number < 0 else "left",
                    fontsize=8.5,
                    color=look.ink,
                )
        axes.set_yticks(range(len(rows)), [_short(row, 26) for row in rows])
        axes.margins(x=0.16)
        axes.set_xlim(left=min(0.0, axes.get_xlim()[0]) if _lowest(odds) < 0 else 0.0)
        if unit == CHANCE:
            axes.xaxis.set_major_formatter(PERCENT)
        axes.set_xlabel(("chance" if unit == CHANCE else unit) + _hidden(hidden))
        if len(names) > 1:
            _legend(figure, axes, look)
        return figure

    left_out = [f"{hidden} more are not shown"] if hidden else []
    return Chart(draw, _alt(odds, [*(f"{row}: {_cells(odds, row)}" for row in rows), *left_out]))


def _panels(odds: Odds, what: str) -> Chart:
    """A panel for each unit, one under another: the rows go from left to right."""
    names = _columns(odds)
    units = list(dict.fromkeys(odds.units.get(name, CHANCE) for name in names))
    rows = list(odds)

    def draw(look: Look) -> Figure:
        figure = Figure(figsize=(WIDTH, 1.0 + 1.75 * len(units)), layout="constrained", facecolor=look.paper)
        figure.suptitle(_title(odds), fontsize=10.5, fontweight="bold", color=look.ink)
        panels = figure.subplots(len(units), 1, squeeze=False)[:, 0]
        for axes, unit in zip(panels, units, strict=True):
            _dress(axes, look, "y")
            here = [name for name in names if odds.units.get(name, CHANCE) == unit]
            thick = 0.8 / len(here)
            for i, name in enumerate(here):
                numbers = [odds[row].get(name, 0.0) for row in rows]
                below, above = _spreads(odds, rows, name)
                places = [x + (i - (len(here) - 1) / 2) * thick for x in range(len(rows))]
                _fill(axes.bar(places, numbers, thick * 0.94, label=name), look, _ink(name, names.index(name)))
                if name in _simulated(odds):
                    axes.errorbar(
                        places, numbers, yerr=(below, above), fmt="none", ecolor=look.ink, capsize=2.5, elinewidth=1
                    )
                for x, number, less, more in zip(places, numbers, below, above, strict=True):
                    if len(rows) * len(here) <= 10:
                        axes.annotate(
                            _number(number, unit),
                            (x, number + more if number >= 0 else number - less),
                            (0, 2 if number >= 0 else -9),
                            textcoords="offset points",
                            ha="center",
                            fontsize=8,
                            color=look.ink,
                        )
            axes.set_xticks(range(len(rows)), [_short(row, 12) for row in rows])
            axes.margins(y=0.18)
            if all(odds[row].get(name, 0.0) >= 0 for row in rows for name in here):
                axes.set_ylim(bottom=0, top=None if any(odds[row].get(name) for row in rows for name in here) else 1)
            if unit == CHANCE:
                axes.yaxis.set_major_formatter(PERCENT)
            what_unit = "chance" if unit == CHANCE else unit
            axes.set_ylabel(f"{here[0]} ({what_unit})" if len(here) == 1 and here[0] != what_unit else what_unit)
            if len(here) > 1:
                _legend(figure, axes, look)
        panels[-1].set_xlabel(what)
        _foot(figure, look, _how(odds))
        return figure

    return Chart(draw, _alt(odds, [f"{row}: {_cells(odds, row)}" for row in rows]))


# Charts of games

SHARES = "the standings of a tournament, or a share of wins for each name"


def ladder(results: Standings | Mapping[str, Share], even: float | None = None) -> Chart:
    """Shares of wins with their 95 % intervals; `even` is what equals would get, marked by a line."""
    if not isinstance(results, Standings):
        _check(results, Mapping, SHARES)
        for share in results.values():
            _check(share, Share, SHARES)
    if isinstance(results, Standings):
        shares = {row.player: row.wins for row in results.rows()}
        sizes = {len(outcome.record["players"]) for outcome in results.outcomes}
        even = 1 / max(sizes) if even is None and len(sizes) == 1 else even
        title = f"{results.game}: share of wins in {len(results.outcomes)} games"
    else:
        shares, title = dict(results), "Share of wins"
    if not shares:
        raise BadSetup("There is nothing to show: no game has been played.")
    names = list(shares)

    def draw(look: Look) -> Figure:
        figure, axes = _page(look, title, 0.36 * len(names) + 1.3)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        if even is not None:
            axes.axvline(even, color=look.ink, linestyle=(0, (4, 3)), linewidth=1)
            axes.annotate(
                "even", (even, 1), (3, -2), xycoords=("data", "axes fraction"), textcoords="offset points",
                va="top", fontsize=8, color=look.ink,
            )  # fmt: skip
        for y, share in enumerate(shares.values()):
            axes.plot([share.low, share.high], [y, y], color=look.fills["blue"], linewidth=5, solid_capstyle="butt")
            axes.plot([share.value], [y], "D", markersize=6, color=look.ink)
            right = share.high < 0.78
            axes.annotate(
                _percent(share.value), (share.high if right else share.low, y), (6 if right else -6, 0),
                textcoords="offset points", va="center", ha="left" if right else "right", fontsize=8.5, color=look.ink,
            )  # fmt: skip
        axes.set_yticks(range(len(names)), [_short(name, 26) for name in names])
        axes.xaxis.set_major_formatter(PERCENT)
        axes.set_xlabel("share of wins, bars: 95 % intervals")
        return figure

    line = f" Equals would get {_percent(even)}." if even is not None else ""
    said = "; ".join(
        f"{name} {100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
        for name, share in shares.items()
    )
    return Chart(draw, f"{title}, with 95 % intervals. {said}.{line}")


def scores(results: Results | Standings) -> Chart:
    """How many points everyone made, game by game: a histogram each, and the mean."""
    _check(results, Results | Standings, "the results of simulate or the standings of a tournament")
    points: dict[str, list[int]] = {}
    if isinstance(results, Standings):
        for outcome in results.outcomes:
            if not outcome.forfeit:
                for name, score in zip(outcome.record["players"], outcome.scores, strict=True):
                    points.setdefault(name, []).append(score)
    else:
        for seat, name in enumerate(results.names):
            made = [scores[seat] for i, scores in enumerate(results.scores) if i not in results.forfeits]
            points[f"seat {seat}, {name}" if results.names.count(name) > 1 else name] = made
    points = {name: made for name, made in points.items() if made}
    if not points:
        raise BadSetup("There is nothing to show: no game has been finished.")
    low, high = min(map(min, points.values())), max(map(max, points.values()))
    step = max(1, -(-(high - low + 1) // 40))
    edges = [low - 0.5 + step * i for i in range((high - low) // step + 2)]
    title = f"{results.game}: points a game"

    def draw(look: Look) -> Figure:
        figure = Figure(figsize=(WIDTH, 0.8 + 1.15 * len(points)), layout="constrained", facecolor=look.paper)
        figure.suptitle(title, fontsize=10.5, fontweight="bold", color=look.ink)
        panels = figure.subplots(len(points), 1, squeeze=False, sharex=True)[:, 0]
        for i, (axes, (name, made)) in enumerate(zip(panels, points.items(), strict=True)):
            _dress(axes, look, "y")
            _, _, patches = axes.hist(made, edges, weights=[1 / len(made)] * len(made))
            _fill(patches, look, _ink("", i))
            axes.axvline(mean(made), color=look.ink, linewidth=1.4)
            axes.set_title(f"{_short(name, 26)}: mean {_mean(made)}", loc="left", fontsize=9, color=look.ink)
            axes.yaxis.set_major_formatter(PERCENT)
            axes.yaxis.set_major_locator(MaxNLocator(3))
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        panels[-1].set_xlabel("points (line: mean; axis: share of games)")
        return figure

    said = "; ".join(
        f"{name} mean {_mean(made)}, from {min(made)} to {max(made)} in {len(made)} games"
        for name, made in points.items()
    )
    return Chart(draw, f"{title}, ± standard error. {said}.")


def review(found: Review) -> Chart:
    """The chance to win through a game: what each choice gave away, and what luck did."""
    _check(found, Review, "what coach.review(record, seat) found")
    if not found.decisions:
        raise BadSetup("There is nothing to show: this seat had nothing to choose.")
    turning = found.turning_points
    title = f"{found.game}: {_short(found.name, 24)}, chance to win"

    def draw(look: Look) -> Figure:
        figure, axes = _page(look, title, 3.4)
        axes.grid(True, axis="y", color=look.faint, linewidth=0.7)
        axes.grid(False, axis="x")
        numbers = [d.number for d in found.decisions]
        values = [d.chance.value for d in found.decisions]
        last = numbers[-1] + max(1, round((numbers[-1] - numbers[0]) / max(1, len(numbers) - 1)))
        ends = [] if found.result is None else [(last, found.result)]
        axes.plot(
            [*numbers, *(x for x, _ in ends)], [*values, *(y for _, y in ends)],
            color=look.fills["blue"], linewidth=1.6, zorder=2,
        )  # fmt: skip
        axes.fill_between(
            numbers,
            [max(0.0, d.chance.value - 1.96 * d.chance.error) for d in found.decisions],
            [min(1.0, d.chance.value + 1.96 * d.chance.error) for d in found.decisions],
            color=look.fills["blue"], alpha=0.22, linewidth=0, zorder=1,
        )  # fmt: skip
        axes.plot(numbers, values, "o", markersize=4, color=look.fills["blue"], label="chosen move", zorder=3)
        better = [d for d in found.decisions if d.clear]
        if better:
            axes.vlines(
                [d.number for d in better], [d.chance.value for d in better], [d.best_chance.value for d in better],
                color=look.fills["red"], linewidth=1.4, zorder=2,
            )  # fmt: skip
            axes.plot(
                [d.number for d in better], [d.best_chance.value for d in better], "^", markersize=6,
                color=look.fills["red"], label="clearly better", zorder=3,
            )  # fmt: skip
        if turning:
            axes.plot(
                [d.number for d in turning], [d.chance.value for d in turning], "o", markersize=10, fillstyle="none",
                color=look.ink, label="turning point", zorder=4,
            )  # fmt: skip
        if ends:
            axes.plot(*zip(*ends, strict=True), "s", markersize=7, color=look.ink, label="result", zorder=3)
        axes.set_ylim(-0.04, 1.04)
        axes.yaxis.set_major_formatter(PERCENT)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("move of the game (band: 95 % interval)")
        axes.set_ylabel("chance to win")
        _legend(figure, axes, look)
        return figure

    said = "; ".join(f"move {d.number} {d.move} {_percent(d.chance.value)}" for d in found.decisions)
    points = " ".join(found.tell(d).removeprefix("* ") for d in turning)
    return Chart(draw, f"{title}. {found.summary()} After each choice: {said}. {points}".rstrip())


# The house look


def _page(look: Look, told: Odds | str, height: float, how: str = "") -> tuple[Figure, Axes]:
    """A figure with one pair of axes, whose bars lie."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor=look.paper)
    axes = figure.subplots()
    title = _title(told) if isinstance(told, Odds) else _wrapped(told)
    figure.suptitle(title, fontsize=10.5, fontweight="bold", color=look.ink)
    _dress(axes, look, "x")
    if how:
        _foot(figure, look, how)
    return figure, axes


def _dress(axes: Axes, look: Look, along: str) -> None:
    axes.set_facecolor(look.paper)
    axes.set_axisbelow(True)
    axes.grid(True, axis=along, color=look.faint, linewidth=0.7)  # type: ignore[arg-type]
    axes.tick_params(colors=look.ink, length=0, labelsize=9)
    axes.xaxis.label.set_color(look.ink)
    axes.yaxis.label.set_color(look.ink)
    axes.xaxis.label.set_fontsize(9)
    axes.yaxis.label.set_fontsize(9)
    for name, spine in axes.spines.items():
        spine.set_visible((name == "left") == (along == "x") and name in ("left", "bottom"))
        spine.set_color(look.ink)


def _fill(bars: Any, look: Look, ink: Ink) -> None:
    for bar in bars:
        bar.set(facecolor=look.fills[ink.colour], hatch=ink.hatch, edgecolor=EDGE, linewidth=0.6)


def _tag(axes: Axes, x: float, y: float, text: str, paper: str) -> None:
    box = {"boxstyle": "round,pad=0.2", "facecolor": paper, "edgecolor": "none"}
    axes.text(x, y, text, ha="center", va="center", fontsize=8.5, color=DARK_INK, bbox=box)


def _legend(figure: Figure, axes: Axes, look: Look) -> None:
    handles, labels = axes.get_legend_handles_labels()
    rows = 1
    while max(sum(len(label) + 4 for label in labels[i::rows]) for i in range(rows)) > 48 and rows < len(labels):
        rows += 1
    axes.legend(
        handles, labels, loc="lower left", bbox_to_anchor=(0.02, 1), ncols=-(-len(labels) // rows), frameon=False,
        bbox_transform=blended_transform_factory(figure.transFigure, axes.transAxes), labelcolor=look.ink, fontsize=8.5,
        borderaxespad=0.2, handlelength=1.4, columnspacing=1.0, handletextpad=0.5,
    )  # fmt: skip


def _foot(figure: Figure, look: Look, how: str) -> None:
    figure.supxlabel(how, fontsize=8, color=look.ink, x=0.98, ha="right")


def _how(odds: Odds) -> str:
    """Whether it is exact, and if not, how sure."""
    return "exact" if odds.exact else f"simulated {odds.trials} times, with 95 % intervals"


def _how_sure(odds: Odds) -> str:
    """The same where no intervals are drawn."""
    errors = [
        error for row, cells in odds.errors.items() for name, error in cells.items() if _unit(odds)(name) == CHANCE
    ]
    if odds.exact or not errors:
        return _how(odds)
    return f"simulated {odds.trials} times, standard errors up to {100 * max(errors):.1f} %"


def _title(odds: Odds) -> str:
    return _wrapped(odds.question[:1].upper() + odds.question[1:])


def _wrapped(title: str) -> str:
    """A title in as few lines as can be, of much the same length."""
    width = next(width for width in range(1, 47) if len(wrap(title, width)) <= len(wrap(title, 46)))
    return fill(title, width)


def _ink(name: str, i: int) -> Ink:
    if name in CARDS:
        return CARDS[name]
    colour = EVENTS.get(name) or SERIES[i % len(SERIES)]
    return Ink(colour, HATCHES[colour])


# Words and numbers


def _check(thing: object, kind: Any, what: str) -> None:
    if not isinstance(thing, kind):
        raise BadSetup(f"This chart shows {what}, not {clip(thing)}.")


def _unit(odds: Odds) -> Callable[[str], str]:
    return lambda name: odds.units.get(name, CHANCE)


def _columns(odds: Odds) -> list[str]:
    _check(odds, Odds, "odds, such as those of odds.outlook(view)")
    names = list(dict.fromkeys(name for cells in odds.numbers.values() for name in cells))
    if not names:
        raise BadSetup("There is nothing to show: these odds hold no number.")
    return names


def _chances(odds: Odds) -> list[str]:
    names = [name for name in _columns(odds) if _unit(odds)(name) == CHANCE]
    if not names:
        raise BadSetup("There is nothing to show: these odds hold no chance.")
    return names


def _simulated(odds: Odds) -> set[str]:
    """The columns that have a standard error."""
    return {name for cells in odds.errors.values() for name in cells}


def _spreads(odds: Odds, rows: Sequence[str], name: str) -> tuple[list[float], list[float]]:
    """How far the 95 % intervals of a column reach down and up; a chance lies between 0 and 1."""
    below, above = [], []
    for row in rows:
        number, error = odds[row].get(name, 0.0), 1.96 * odds.errors.get(row, {}).get(name, 0.0)
        chance = _unit(odds)(name) == CHANCE
        below.append(min(error, max(0.0, number)) if chance else error)
        above.append(min(error, max(0.0, 1 - number)) if chance else error)
    return below, above


def _lowest(odds: Odds) -> float:
    return min(number for cells in odds.numbers.values() for number in cells.values())


def _percent(number: float) -> str:
    """A chance, never rounded to what it is not.

    >>> _percent(0.25), _percent(0.004), _percent(0.0001), _percent(0.9999), _percent(1.0)
    ('25 %', '0.4 %', '< 0.1 %', '> 99.9 %', '100 %')
    """
    if TINY < number < 0.0005:
        return "< 0.1 %"
    if 0.9995 < number < 1 - TINY:
        return "> 99.9 %"
    return f"{100 * number:.{1 if TINY < number < 0.01 or 0.99 < number < 1 - TINY else 0}f} %"


def _number(number: float, unit: str) -> str:
    return _percent(number) if unit == CHANCE else f"{number:.2f}"


def _mean(values: Sequence[int]) -> str:
    return f"{mean(values):.1f}" + (f" ± {stdev(values) / len(values) ** 0.5:.1f}" if len(values) > 1 else "")


def _short(text: str, width: int = 20) -> str:
    return re.sub(r"\s+", " ", text) if len(text) <= width else shorten(text, width, placeholder="…") or text[:width]


def _listed(labels: list[str], what: str) -> str:
    """Several rows in one label.

    >>> _listed(["a"], "move"), _listed(["a", "b", "c"], "move"), _listed(list("abcdefghijklmno"), "move")
    ('a', 'a, b, c', 'a, b … 15 moves')
    """
    if len(labels) == 1:
        return _short(labels[0])
    lines = wrap(", ".join(label.replace(" ", "\N{NO-BREAK SPACE}") for label in labels), 18, break_on_hyphens=False)
    if len(lines) <= 2:
        return "\n".join(lines)
    head = ", ".join(labels[:2]) if len(labels[0] + labels[1]) <= 9 else labels[0][:10]
    return f"{head} … {len(labels)} {what}s"


def _hidden(number: int) -> str:
    return f" ({number} more not shown)" if number else ""


def _cells(odds: Odds, row: str) -> str:
    """The numbers of a row in words, without chances of nothing if there are others."""
    names = [name for name, number in odds[row].items() if abs(number) > TINY or _unit(odds)(name) != CHANCE]
    return ", ".join(f"{name} {odds.cell(row, name)}" for name in names or odds[row])


def _alt(odds: Odds, said: list[str]) -> str:
    how = "exact" if odds.exact else f"simulated, {odds.trials} times, ± standard error"
    return f"{odds.question} ({how}). {'; '.join(said)}."

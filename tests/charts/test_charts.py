"""Charts: nothing cut off, nothing over anything else, everything told in words too."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from rainbowkit import BadSetup, Results, charts, match, simulate, tournament
from rainbowkit.charts import DARK, EVENTS, HATCHES, LIGHT, SERIES, Chart, Look
from rainbowkit.coach import review
from rainbowkit.odds import Odds
from rainbowkit.odds.rainbonus import KINDS
from rainbowkit.runs import Outcome
from rainbowkit.tournaments import Share, Standings

WEATHER = Odds(
    "What the line is after a move",
    {
        "P1": {"sun": 0.6, "clash": 0.3, "overcast": 0.1, "rainbow": 0.0},
        "P2": {"sun": 0.6, "clash": 0.3, "overcast": 0.1, "rainbow": 0.0},
        "F1": {"sun": 0.995, "clash": 0.005, "overcast": 0.0, "rainbow": 0.0},
        "S": {"sun": 1.0, "clash": 0.0, "overcast": 0.0, "rainbow": 0.0},
    },
)
MANY = Odds(
    "What comes of so many moves that a screen would not hold them all, under a title that is as long as it can be",
    {f"a move of some length, number {i}": {"good": i / 60, "bad": 1 - i / 60} for i in range(60)},
)
CLAIMS = Odds(
    "When each combo would claim",
    {combo: {"1st": first, "2nd": 1 - first} for combo, first in (("11", 0.4), ("345", 0.7))},
    errors={"11": {"1st": 0.02, "2nd": 0.02}, "345": {"1st": 0.02, "2nd": 0.02}},
    trials=600,
)
PENALTY = Odds(
    "What the next turn costs",
    {str(n): {"has to pay": 0.5 - n / 10, "expected penalty": n / 2} for n in range(5)},
    errors={str(n): {"has to pay": 0.01, "expected penalty": 0.1} for n in range(5)},
    units={"expected penalty": "points"},
    trials=300,
)
CLOCK = Odds("That the weather breaks", {f"{n} cards": {"chance": 1 - 0.8**n} for n in range(1, 9)})
DRAWS = Odds("What a draw is worth", {"deck": {"worth": 3.25}, "R8": {"worth": -1}}, units={"worth": "points"})
PLACES = [(10, 1), (10, 2), (10, 3), (11, 1), (11, 2), (11, 3), (12, 1), (12, 2)]
SURE = Odds("What is sure", {"a": {"chance": 0.99}}, errors={"a": {"chance": 0.02}}, trials=25)
CARDS = Odds("Which card a draw brings", {"deck": dict.fromkeys(KINDS, 1 / len(KINDS)), "pile": {"red": 1.0}})


@pytest.fixture(scope="module")
def every_chart() -> dict[str, Chart]:
    """One of each, and of each at its limits."""
    games = [outcome for seed in (1, 2) for outcome in outcomes("tricks", seed)]
    return {
        "outlook": charts.outlook(WEATHER),
        "many moves": charts.outlook(MANY),
        "plan": charts.plan(
            Odds("A plan", {"1. P1": {"safe": 0.7, "clash": 0.3}, "2. F1": {"safe": 0.5, "clash": 0.5}})
        ),
        "claims": charts.claims(CLAIMS),
        "patterns": charts.patterns(CLOCK),
        "payment": charts.payment(PENALTY),
        "weather": charts.weather(CLOCK),
        "bars": charts.bars(DRAWS),
        "bars of two units": charts.bars(PENALTY),
        "moves of an equal outlook": charts.outlook(
            Odds("What a move does", {f"{i} g{j}>": {"good": (i + j) % 2, "bad": (i + j + 1) % 2} for i, j in PLACES})
        ),
        "sure to be simulated": charts.bars(SURE),
        "cards": charts.outlook(CARDS),
        "grid": charts.grid(CLAIMS),
        "large grid": charts.grid(Odds("All", {str(i): {f"{j} left": i / 20 for j in range(9)} for i in range(20)})),
        "many bars": charts.bars(MANY),
        "ladder": charts.ladder({"expert over skilled": Share(0.6, 0.5, 0.7), "a": Share(1, 0.9, 1)}, 0.5),
        "standings": charts.ladder(Standings("tricks", games)),
        "scores": charts.scores(simulate("tricks", ["random"] * 3, 30, 1)),
        "long names": charts.scores(simulate("kobito", ["random", lambda view, rng: view.legal[0]], 3, 1)),
        "review": charts.review(review(match("clash", ["random", "beginner"], 1), 0, playouts=40)),
    }


def outcomes(game: str, seed: int) -> list[Outcome]:
    return tournament(game, ["random", "beginner"], 4, seed).outcomes


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_cut_off_and_no_words_lie_over_others(every_chart: dict[str, Chart], dark: bool) -> None:
    for name, chart in every_chart.items():
        figure = chart.figure(dark)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        boxes = [(text.get_text(), text.get_window_extent(canvas.get_renderer())) for text in words(figure)]
        assert len(boxes) > 5
        for told, box in boxes:
            inside = figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
            assert inside, (name, told)
            assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1, (name, told)
        for (one, a), (other, b) in combinations(boxes, 2):
            apart = a.x1 <= b.x0 + 1 or b.x1 <= a.x0 + 1 or a.y1 <= b.y0 + 1 or b.y1 <= a.y0 + 1
            assert apart, (name, one, other)


def words(figure: Figure) -> list[Text]:
    """All text that is drawn: ticks outside of what is in view are not."""
    unseen = set()
    for axes in figure.axes:
        for axis, i in ((axes.xaxis, 0), (axes.yaxis, 1)):
            low, high = sorted(axis.get_view_interval())
            for label in axis.get_ticklabels():
                if not low <= label.get_position()[i] <= high:
                    unseen.add(label)
    found = [text for text in figure.findobj(Text) if isinstance(text, Text)]
    return [text for text in found if text.get_text().strip() and text.get_visible() and text not in unseen]


def test_words_tell_the_numbers(every_chart: dict[str, Chart]) -> None:
    assert every_chart["outlook"].alt == (
        "What the line is after a move (exact). P1, P2: sun 60.0 %, clash 30.0 %, overcast 10.0 %; "
        "F1: sun 99.5 %, clash 0.5 %; S: sun 100.0 %."
    )
    assert every_chart["claims"].alt == (
        "When each combo would claim (simulated, 600 times, ± standard error). "
        "11: 1st 40.0 ± 2.0 %, 2nd 60.0 ± 2.0 %; 345: 1st 70.0 ± 2.0 %, 2nd 30.0 ± 2.0 %."
    )
    assert every_chart["payment"].alt == (
        "What the next turn costs (simulated, 300 times, ± standard error). "
        + "; ".join(f"{n}: has to pay {50 - 10 * n}.0 ± 1.0 %, expected penalty {n / 2:.2f} ± 0.10" for n in range(5))
        + "."
    ).replace("-0.00", "0.00")
    assert "expert over skilled 60.0 % (50.0 to 70.0)" in every_chart["ladder"].alt
    assert "Equals would get 50 %." in every_chart["ladder"].alt
    assert "44 more are not shown" in every_chart["many moves"].alt
    assert every_chart["moves of an equal outlook"].alt == (
        "What a move does (exact). 10 g1>, 10 g3>, 11 g2>, 12 g1>: good 100.0 %; "
        "10 g2>, 11 g1>, 11 g3>, 12 g2>: bad 100.0 %."
    )
    assert charts.plan(Odds("A plan", {"1. P1": {"safe": 0.0, "clash": 0.0}})).alt == (
        "A plan (exact). 1. P1: safe 0.0 %, clash 0.0 %."
    )
    for chart in every_chart.values():
        assert repr(chart) == chart.alt
        assert chart.alt.endswith(".")


@pytest.mark.slow
def test_a_page_gets_both_pictures_small_with_their_words(every_chart: dict[str, Chart]) -> None:
    for chart in every_chart.values():
        html = chart._repr_html_()
        assert html.count("<img") == 2
        assert [unescape(alt) for alt in re.findall(r'alt="([^"]*)"', html)] == [chart.alt] * 2
        assert "http" not in re.sub(r"base64,[^\"]*", "", html)  # nothing is fetched from anywhere
        sizes = []
        for data in re.findall(r"base64,([^\"]*)", html):
            picture = b64decode(data)
            assert len(picture) < 64_000
            with Image.open(BytesIO(picture)) as image:
                sizes.append(image.size)
        assert sizes[0] == sizes[1]


def test_the_same_numbers_give_the_same_file(every_chart: dict[str, Chart], tmp_path: Path) -> None:
    chart = every_chart["outlook"]
    for kind, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        chart.save(tmp_path / f"1.{kind}")
        chart.save(tmp_path / f"2.{kind}")
        chart.save(tmp_path / f"dark.{kind}", dark=True)
        made = (tmp_path / f"1.{kind}").read_bytes()
        assert made.startswith(start)
        assert made == (tmp_path / f"2.{kind}").read_bytes()
        assert made != (tmp_path / f"dark.{kind}").read_bytes()
    with Image.open(tmp_path / "1.png") as image:
        assert image.info["Description"] == chart.alt
    assert chart.alt in (tmp_path / "1.svg").read_text()


def test_other_kinds_of_file_are_refused(every_chart: dict[str, Chart], tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"ends with \.png, \.svg or \.pdf, not "):
        every_chart["outlook"].save(tmp_path / "chart.doc")
    assert not list(tmp_path.iterdir())
    with pytest.raises(BadSetup, match=r"chart\.png cannot be written: "):
        every_chart["outlook"].save(tmp_path / "nowhere" / "chart.png")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_words_stand_out_from_the_page_and_from_bars(look: Look) -> None:
    assert contrast(look.ink, look.paper) >= 7
    for colour in {*EVENTS.values(), *SERIES}:
        assert contrast(charts.DARK_INK, look.fills[colour]) >= 4.5, colour


def test_nobody_needs_to_see_colour() -> None:
    assert len({HATCHES[colour] for colour in SERIES}) == len(SERIES)
    assert len({HATCHES[colour] for colour in EVENTS.values()}) == len(set(EVENTS.values()))
    assert {charts.CARDS[kind].colour for kind in KINDS} >= {"red", "orange", "yellow", "green", "blue", "purple"}
    assert all(ink.colour == kind for kind, ink in charts.CARDS.items() if kind in HATCHES)
    assert len({charts.CARDS[kind].hatch for kind in KINDS}) == len(KINDS)


def test_no_chance_lies_beyond_certainty(every_chart: dict[str, Chart]) -> None:
    axes = every_chart["sure to be simulated"].figure().axes[0]
    FigureCanvasAgg(axes.figure).draw()  # type: ignore[arg-type]
    [interval] = axes.collections[0].get_segments()  # type: ignore[attr-defined]
    assert interval[:, 0] == pytest.approx([0.99 - 1.96 * 0.02, 1])
    assert "100 %" in [label.get_text() for label in axes.get_xticklabels()]
    assert "120 %" not in [label.get_text() for label in axes.get_xticklabels()]


def test_what_rounding_left_is_not_shown() -> None:
    odds = Odds("A draw", {"end": {"ready": 1 - 1e-16, "not": 1e-16}, "go on": {"ready": 1.0, "not": 0.0}})
    assert charts.outlook(odds).alt == "A draw (exact). end, go on: ready 100.0 %."
    legend = charts.outlook(odds).figure().axes[0].get_legend()
    assert legend
    assert [text.get_text() for text in legend.get_texts()] == ["ready"]


def test_an_axis_says_what_it_counts(every_chart: dict[str, Chart]) -> None:
    labels = [axes.get_ylabel() for axes in every_chart["payment"].figure().axes]
    assert labels == ["has to pay (chance)", "expected penalty (points)"]


def test_titles_are_broken_in_the_middle() -> None:
    assert charts._wrapped("How many of the opponent's open cards fit the line").splitlines() == [
        "How many of the opponent's",
        "open cards fit the line",
    ]


@pytest.mark.parametrize(
    ("draw", "nothing"),
    [
        (charts.outlook, Odds("nothing", {})),
        (charts.bars, Odds("nothing", {})),
        (charts.ladder, {}),
        (charts.ladder, Standings("clash")),
        (charts.scores, Standings("clash")),
        (charts.scores, Results("clash", ["random", "random"])),
    ],
)
def test_nothing_to_show_is_said(draw: Callable[[Any], Chart], nothing: object) -> None:
    with pytest.raises(BadSetup, match="There is nothing to show: "):
        draw(nothing)


@pytest.mark.parametrize("thing", [None, "clash", 5, {"a": 1}, {}])
def test_other_things_are_no_charts(thing: Any) -> None:
    for draw in (charts.outlook, charts.plan, charts.payment, charts.patterns, charts.bars, charts.grid):
        with pytest.raises(BadSetup, match="This chart shows odds, "):
            draw(thing)
    for draw in (charts.scores, charts.review, charts.ladder):
        with pytest.raises(BadSetup, match=r"This chart shows |no game has been played"):
            draw(thing)


def test_odds_without_a_chance_are_no_shares() -> None:
    for draw in (charts.plan, charts.weather, charts.grid):
        with pytest.raises(BadSetup, match="these odds hold no chance"):
            draw(DRAWS)


def test_matplotlib_comes_with_charts_alone_and_chooses_no_backend() -> None:
    code = """if True:
        import sys
        import rainbowkit, rainbowkit.coach, rainbowkit.odds, rainbowkit.tournaments, rainbowkit.cli
        assert "matplotlib" not in sys.modules
        import rainbowkit.charts
        assert "matplotlib" in sys.modules
        assert "matplotlib.pyplot" not in sys.modules
    """
    subprocess.run([sys.executable, "-c", code], check=True)

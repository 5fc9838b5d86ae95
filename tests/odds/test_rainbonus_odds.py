"""Odds of `rainbonus`: numbers derived by hand, every function everywhere, counted chances against imagined worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random
from typing import ClassVar

import pytest

from rainbowkit.errors import BadSetup
from rainbowkit.games.rainbonus import (
    BUILD,
    COLOUR_CARDS,
    DRAW,
    RAIN,
    SUN,
    Rainbonus,
    RainbonusView,
    score,
)
from rainbowkit.odds import Odds
from rainbowkit.odds import outlook as any_outlook
from rainbowkit.odds import rainbonus as odds

NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara"]
FUNCTIONS = (odds.outlook, odds.draws, odds.weather, odds.completion, odds.reach)


def dealt(hands: list[list[str]], turned_up: str, deck: list[str] | None = None) -> Rainbonus:
    """A game in which these hands are dealt, this card is turned up, and the deck begins like this."""
    first = [hand[i] for i in range(len(hands[0])) for hand in hands]
    first += [turned_up, *(deck or [])]
    rest = Counter(Rainbonus(NAMES[: len(hands)]).cards())
    rest.subtract(first)
    return Rainbonus(NAMES[: len(hands)], shuffles=[first + sorted(rest.elements())])


def play(state: Rainbonus, moves: str) -> None:
    for move in moves.split(", "):
        state.check(move)
        state.play(move)


def opening() -> Rainbonus:
    """Ada holds R8, O2, X2 and a Sun, and finds B6 on the pile."""
    return dealt([["R8", "O2", "X2", "SUN"], ["G2", "G3", "Y2", "Y3"]], "B6", ["P3", "SUN"])


# By hand


def test_by_hand_the_next_card() -> None:
    # 54 cards less 4 in hand and 1 turned up leave 49 unseen: 5 red (not R8), 5 orange, 6 yellow, 6 green, 5 blue,
    # 6 purple, 4 Prisms, 3 X2, 4 X3, 2 Suns, 3 Rains.
    row = odds.outlook(opening().view(0))["deck"]
    numbers = {"red": 5, "orange": 5, "yellow": 6, "green": 6, "blue": 5, "purple": 6}
    numbers |= {"PRISM": 4, "X2": 3, "X3": 4, "SUN": 2, "RAIN": 3}
    assert sum(numbers.values()) == 49
    assert row == pytest.approx({kind: number / 49 for kind, number in numbers.items()}, abs=1e-12)


def test_by_hand_what_a_draw_is_worth() -> None:
    # The best of R8 O2 X2 is R8 with O2: 10 points. (O2 doubled is 4, and X2 cannot lie on an 8.)
    # Beside R8 a new card of another colour with value v gives 8 + v, 6 doubled gives 12, and R6 to R2 give at most 12
    # or R with O2. So what gains: any card of another colour, v - 2 for the v above 2; a Prism, 15 - 10 = 5; R6 with X2,
    # 12 - 10 = 2. Of five 8s (+6), of 6s four (O Y G P: B6 lies on the pile; 14 with R8, +4), five 5s (+3: 13),
    # five 4s (+2), five 3s (+1), four Prisms (+5), R6 (+2; R5 doubled is 10, no gain). X3: O2 tripled 6, no gain.
    gain = 5 * 6 + 4 * 4 + 5 * 3 + 5 * 2 + 5 * 1 + 4 * 5 + 1 * 2
    row = odds.draws(opening().view(0))["deck"]
    assert row["gain"] == pytest.approx(gain / 49, abs=1e-12)
    assert row["better"] == pytest.approx((5 + 4 + 5 + 5 + 5 + 4 + 1) / 49, abs=1e-12)
    assert row["most"] == 6
    assert odds.draws(opening().view(0))["pile"] == {"gain": 4, "better": 1, "most": 4}


def test_by_hand_the_weather() -> None:
    # Ada lays out her Sun. Grace breaks the weather with any of 3 Rains in 4 cards of hand and 1 drawn. Ada has seen 6
    # cards: 4 dealt, 1 turned up, 1 drawn (P3). So 5 of 48 unseen cards, and none of them a Rain: comb(45, 5) / comb(48, 5).
    state = opening()
    play(state, "deck, drop SUN")
    row = odds.weather(state.view(0))["1 turn"]
    assert row["breaks"] == pytest.approx(1 - comb(45, 5) / comb(48, 5), abs=1e-12)


def test_by_hand_a_colour_that_is_missing() -> None:
    # Ada holds no green, of which all 6 are among 49 unseen cards: none of them in 3 draws has the chance 43*42*41 / (49*48*47).
    found = odds.completion(opening().view(0), most=3)
    assert found["green"]["3 cards"] == pytest.approx(1 - 43 * 42 * 41 / (49 * 48 * 47), abs=1e-12)
    assert found["red"]["1 card"] == 1


def test_by_hand_the_perfect_rainbow() -> None:
    # Four 8s, two doubled 6s and 6 for the colours: 32 + 24 + 6, with the 8 cards of four rounds.
    found = odds.reach(opening().view(0))
    assert found["at most"]["score"] == 62
    assert found["with the hand"]["score"] == 10


# Everywhere


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"turn_limit": 3}), (5, {}), (2, {"deck": {"PRISM": 0, "X2": 9, "X3": 0}}), (4, {"turn_limit": 1})],
)
def test_every_function_at_every_point_of_a_game(players: int, options: dict[str, object]) -> None:
    rng = Random(players)
    state = Rainbonus(NAMES[:players], 7, **options)
    made: Counter[str] = Counter()
    while not state.over:
        for seat in (state.seat, rng.randrange(players)):
            view = state.view(seat)
            for function in FUNCTIONS:
                if rng.random() > 2 / players**2:
                    continue
                try:
                    found = function(view)
                except BadSetup:
                    assert not always(function.__name__, view)
                else:
                    made[function.__name__] += 1
                    check(function.__name__, view, found)
        state.play(rng.choice(state.legal_moves()))
    assert all(made[function.__name__] for function in FUNCTIONS[: 5 - (options.get("turn_limit") == 1)])
    with pytest.raises(BadSetup):
        odds.reach(state.view(0))


def always(function: str, view: RainbonusView) -> bool:
    """Must this function answer here?"""
    if function == "outlook":
        return view.seat == view.to_move
    if function == "reach":
        return True
    return function == "draws" and view.phase != BUILD and bool(view.deck_size or view.pile)


def check(function: str, view: RainbonusView, found: Odds) -> None:
    assert found.question
    assert found.note
    assert str(found)
    for row in found.values():
        chances = [number for column, number in row.items() if column not in found.units]
        assert all(-1e-12 <= chance <= 1 + 1e-12 for chance in chances)
        if function == "weather" or (function == "outlook" and view.phase != BUILD):
            assert sum(chances) == pytest.approx(1, abs=1e-12)
        if function == "completion":
            assert chances == sorted(chances)
    if function == "outlook":
        assert tuple(found) == view.legal
        assert any_outlook(view).numbers == found.numbers
    if function == "reach":
        points = [row["score"] for row in found.values()]
        assert points == sorted(points)


def test_bad_questions_are_refused() -> None:
    view = opening().view(0)
    with pytest.raises(BadSetup, match="spectator"):
        odds.reach(opening().view(None))
    with pytest.raises(BadSetup, match="not the one to move"):
        odds.outlook(opening().view(1))
    for most in (0, -1, True, "3"):
        with pytest.raises(BadSetup, match="draws"):
            odds.completion(view, most=most)  # type: ignore[arg-type]


# Against imagined worlds


def points(seed: int, every: int, limit: int = 9) -> Iterator[RainbonusView]:
    """Some points of a game in which nobody lays out a Sun or draws from the pile, so that the deck is refilled."""
    rng = Random(seed)
    state = Rainbonus(NAMES[:3], seed, turn_limit=60)
    while limit and not state.over:
        moves = [move for move in state.legal_moves() if move not in ("drop SUN", "pile")] or state.legal_moves()
        state.play(rng.choice(moves))
        if len(state.moves) % every == 0 and state.phase == DRAW and state.seat == 0:
            limit -= 1
            yield state.view(0)


def near(counted: float, found: float, trials: int) -> bool:
    """Is a frequency within four and a half standard errors of the chance?"""
    return abs(counted - found) <= 4.5 * sqrt(max(counted * (1 - counted), 1e-9) / trials) + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_chances_are_the_frequencies_of_imagined_worlds(seed: int) -> None:
    trials, refilled = 1500, 0
    for view in points(seed, 24):
        if view.deck_size < 3:
            continue
        refilled += len(next(iter(view.unseen.cases))[0]) > 1
        rng = Random(seed)
        first: Counter[str] = Counter()
        green = 0
        for _ in range(trials):
            deck = view.sample(rng).deck
            first[odds.kind_of(deck[-1])] += 1
            green += any(card in COLOUR_CARDS and card[0] == "G" for card in deck[-3:])
        row = odds.outlook(view)["deck"]
        assert not first.keys() - {kind for kind, chance in row.items() if chance}
        assert all(near(chance, first[kind] / trials, trials) for kind, chance in row.items())
        numbers = odds.coming(view, [card for card in COLOUR_CARDS if card[0] == "G"])
        size = view.deck_size
        none = sum(chance * comb(size - n, 3) / comb(size, 3) for n, chance in enumerate(numbers))
        assert near(1 - none, green / trials, trials)
    assert refilled


def test_the_counted_weather_is_what_imagined_worlds_give() -> None:
    state = dealt(
        [["R8", "O2", "X2", "SUN"], ["G2", "G3", "Y2", "Y3"], ["P2", "P4", "P5", "P6"]], "B6", ["P3", "SUN", "RAIN"]
    )
    for moves in ("deck, drop P3", "deck, drop SUN"):
        play(state, moves)
        if state.seat == 2:
            view = state.view(0)
    trials, broken = 4000, 0
    rng = Random(5)
    for _ in range(trials):
        world = view.sample(rng)
        broken += RAIN in world.hands[2] or world.deck[-1] == RAIN
    assert list(odds.weather(view)) == ["1 turn"]
    assert near(odds.weather(view)["1 turn"]["breaks"], broken / trials, trials)

    view = Rainbonus(NAMES[:3], 11).view(0)  # nobody has laid out anything: one must lay a Sun and the other a Rain
    broken = 0
    for _ in range(trials):
        world = view.sample(rng)
        one, two = {*world.hands[1], world.deck[-2]}, {*world.hands[2], world.deck[-3]}  # the top card is for seat 0
        broken += bool((SUN in one and RAIN in two) or (RAIN in one and SUN not in one and SUN in two))
    assert odds.weather(view)["1 turn"]["breaks"] == 0
    assert near(odds.weather(view)["2 turns"]["breaks"], broken / trials, trials)


def test_after_a_refill_the_weather_is_simulated_and_says_so() -> None:
    found = [odds.weather(view, trials=50, seed=3) for view in points(1, 24)]
    simulated = [answer for answer in found if not answer.exact]
    assert simulated
    assert all(answer.trials == 50 and answer.errors for answer in simulated)
    again = [odds.weather(view, trials=50, seed=3) for view in points(1, 24)]
    assert [answer.to_dict() for answer in again] == [answer.to_dict() for answer in found]


# Against enumeration


@pytest.mark.parametrize("seed", range(3))
def test_the_most_within_reach_is_what_trying_everything_finds(seed: int) -> None:
    rng = Random(seed)
    few = [*rng.sample([card for card in COLOUR_CARDS if card[0] in "ROY"], 5), "X2", "X3", "PRISM"]
    rainbow = {"R": (6, ""), "G": (2, "X3"), "B": (8, ""), "P": (4, "")}
    for number in range(4):
        found = max(best(rainbow, 0, list(cards)) for cards in combinations(few, number))
        assert odds.highest(rainbow, 0, number, Counter(few)) == found


def best(rainbow: odds.Rainbow, prisms: int, cards: list[str], most: int = 8) -> int:
    """The most that so many of these cards can make of it, in any order."""
    found = score(rainbow, prisms)
    for i, card in enumerate(cards if most else ()):
        for _, after, number in odds.ways_to_build(rainbow, prisms, card):
            found = max(found, best(after, number, cards[:i] + cards[i + 1 :], most - 1))
    return found


class Few(Rainbonus):
    """Twelve cards: with what seat 0 holds and the pile's card, seven are unseen, four of them in the other hand."""

    base_deck: ClassVar = ["SUN", "RAIN", "R2", "R8", "O3", "O8", "Y4", "G6", "B5"]


@pytest.mark.parametrize("seed", range(4))
def test_every_layout_of_a_small_deck_is_counted(seed: int) -> None:
    state = Few(NAMES[:2], seed, deck={"PRISM": 1, "X2": 1, "X3": 1})
    view = state.view(0)
    assert view.hand is not None
    layouts = list(permutations(sorted(view.unseen.cards.elements())))  # the other hand, then the deck from the top
    assert len(layouts) == 5040

    def share(true: Callable[[tuple[str, ...]], object]) -> float:
        return sum(map(bool, map(true, layouts))) / len(layouts)

    for kind, chance in odds.outlook(view)["deck"].items():
        assert chance == pytest.approx(share(lambda cards, kind=kind: odds.kind_of(cards[4]) == kind), abs=1e-12)
    now = best({}, 0, list(view.hand), 2)
    gains = [max(0, best({}, 0, [*view.hand, cards[4]], 2) - now) for cards in layouts]
    assert odds.draws(view)["deck"]["gain"] == pytest.approx(sum(gains) / len(gains), abs=1e-12)
    assert odds.draws(view)["deck"]["better"] == pytest.approx(sum(map(bool, gains)) / len(gains), abs=1e-12)
    for colour, row in odds.completion(view).items():
        for number, chance in enumerate(row.values(), 1):
            if colour != "any of them" and not any(odds.kind_of(card) == colour for card in view.hand):
                come = share(lambda cards, n=number, c=colour: any(odds.kind_of(x) == c for x in cards[4 : 4 + n]))
                assert chance == pytest.approx(come, abs=1e-12)
    state.play("deck")
    drop = next(move for move in ("drop SUN", "drop RAIN", *state.legal_moves()) if move in state.legal_moves())
    state.play(drop)
    view = state.view(0)
    layouts = list(permutations(sorted(view.unseen.cards.elements())))
    missing = {"SUN", "RAIN"} - {drop.split()[1]}
    breaks = share(lambda cards: len(missing) == 1 and missing & {*cards[:5]})  # its hand, and the card it draws
    assert odds.weather(view)["1 turn"]["breaks"] == pytest.approx(breaks, abs=1e-12)

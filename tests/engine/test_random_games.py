"""Properties that hold in every game of every size, over random games.

Hypothesis draws how a game is set up, how somebody who plays at random leans, and the first choices; a generator with a
drawn seed makes the rest, since games go on for hundreds of moves. What is checked is told here once more from the pages
of the rules, with nothing of the engine but the attributes of its States.
"""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import rainbowkit
from rainbowkit import GAMES, IllegalMove, MalformedMove, Results, State, View
from rainbowkit.games.clash import Clash
from rainbowkit.games.kobito import Kobito
from rainbowkit.games.rainbonus import Rainbonus
from rainbowkit.games.tricks import Tricks
from rainbowkit.runs import Outcome
from tests.engine.census import all_cards, clash_places

TABLES = [(game, n) for game in GAMES for n in range(GAMES[game].facts.fewest, GAMES[game].facts.most + 1)]
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(game, n, marks=[pytest.mark.slow] * (game == "kobito" and n > 3)) for game, n in TABLES],
)

# So many games for every table, the same ones every time and on every machine, however slow it is.
# To have a failure explained would take minutes, and tells little.
PROFILE = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.generate, Phase.shrink],
)


# Random games


@dataclass(frozen=True)
class Setup:
    """A game that can be played again: how it begins, and how its moves are chosen.

    The first moves are told by `choices`, the others are drawn by a generator with the seed `luck`: evenly with a `lean` of
    1, rather from the end of the list of legal moves with one below, and rather from its beginning with one above.
    Moves that match `shuns` are left out where there are others.
    """

    game: str
    names: list[str]
    seed: int | str
    options: dict[str, Any]
    choices: list[int]
    luck: int
    lean: float
    shuns: str

    def new(self) -> State:
        return rainbowkit.new(self.game, self.names, self.seed, **self.options)

    def walk(self) -> Iterator[State]:
        """The game at every point, from the deal to the end: always the same State, played on."""
        state, rng = self.new(), Random(self.luck)
        yield state
        while not state.over:
            made, legal = len(state.moves), state.legal_moves()
            assert made < most_moves(state), "the game does not end"
            moves = [move for move in legal if not re.fullmatch(self.shuns, move)] or legal
            if made < len(self.choices):
                state.play(moves[self.choices[made] % len(moves)])
            else:
                state.play(moves[int(rng.random() ** self.lean * len(moves))])
            yield state

    def moments(self, share: float = 0.04) -> Iterator[State]:
        """The game at the deal, after every shuffle, at the end, and at about this share of the other points."""
        rng, shuffles = Random(self.luck), 0
        for state in self.walk():
            if state.over or len(state.shuffles) > shuffles or rng.random() < share:
                yield state
            shuffles = len(state.shuffles)

    def end(self) -> State:
        *_, state = self.walk()
        return state


@st.composite
def setups(draw: st.DrawFn, game: str, players: int) -> Setup:
    options = {
        "kobito": st.fixed_dictionaries({}, optional={"gold": golds()}),
        "rainbonus": st.fixed_dictionaries({}, optional={"deck": specials(players), "turn_limit": st.integers(1, 12)}),
    }
    return Setup(
        game,
        draw(st.lists(st.text(min_size=1, max_size=100), min_size=players, max_size=players)),
        draw(st.integers() | st.text(max_size=9)),
        {"first": draw(st.integers(0, players - 1)), **draw(options.get(game, st.just({})))},
        draw(st.lists(st.integers(0, 99), max_size=20)),
        draw(st.integers(0, 2**32)),
        draw(st.sampled_from([1, 0.3, 3])),
        draw(st.sampled_from(["", "pile|drop SUN|drop RAIN|done"])) if game == "rainbonus" else "",
    )


def golds() -> st.SearchStrategy[list[list[int]]]:
    """Gold cards, most of them short, so that many are won; one of 92 cards never is."""
    lengths = st.integers(2, 8) | st.just(92)
    return st.lists(st.tuples(lengths, st.integers(-5, 20)).map(list), min_size=3, max_size=25)


def specials(players: int) -> st.SearchStrategy[dict[str, int]]:
    """Counts of the special cards, enough for so many players: nine cards each and one, of which 42 are always there."""
    counts = st.fixed_dictionaries({}, optional=dict.fromkeys(("PRISM", "X2", "X3"), st.integers(0, 12)))
    return counts.filter(lambda drawn: 42 + sum({"PRISM": 4, "X2": 4, "X3": 4, **drawn}.values()) > 9 * players)


def most_moves(state: State) -> int:
    """More moves than a game can have."""
    n = len(state.names)
    if isinstance(state, Tricks):
        return 2 * 56  # at most 56 cards are dealt, a combo takes one or more of them, and claims once
    if isinstance(state, Clash):
        # For each card at most its play, the flip before, the stop after, and a flip that gives it away; then a last stop.
        return 4 * 57 + 1
    if isinstance(state, Rainbonus):
        return 4 * n * (2 * state.turn_limit + 2)  # draw and discard, and at the end of each round two cards or `done`
    assert isinstance(state, Kobito)
    # Until a pot is won, each play that counts and each payment takes one of 92 cards out of hands and piles. A play brings
    # at most one Kobito that may be swapped, and two cards that may be moved out. Turns without any are those of players
    # without cards: less than twice round the table, since everyone then draws, or the game is over.
    return (4 + 2 * n) * 93 * (len(state.gold) - 1)


def slots(state: State, *but: str) -> dict[str, Any]:
    """All that a State holds, but for what only spares work."""
    names = {name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())}
    assert not hasattr(state, "__dict__")
    return {name: getattr(state, name) for name in names.difference(but, ["memories"])}


def pickled(state: State) -> State:
    found: State = pickle.loads(pickle.dumps(state))
    return found


def seats(state: State) -> list[int | None]:
    return [*range(len(state.names)), None]


def assert_same(one: State, other: State) -> None:
    """The same position in every respect, and to every seat, whatever seed it came from."""
    assert slots(one, "seed") == slots(other, "seed")
    for seat in seats(one):
        assert_same_view(one.view(seat), other.view(seat))


def assert_same_view(one: View, other: View) -> None:
    assert one == other
    assert str(one) == str(other)
    assert one.legal_moves() == other.legal_moves()


# Every card is somewhere, once


def deck(setup: Setup) -> Counter[str]:
    """All cards of a game, by the pages of the rules."""
    if setup.game == "tricks":
        return Counter("123456" * 10)
    if setup.game == "clash":
        colours = "ROYGTBP"
        pairs = (
            [*combinations(colours, 2)] * 2 + [(colour, other) for colour in colours for other in "WC"] + [("W", "C")]
        )
        return Counter("".join(sorted(pair)) for pair in pairs)
    if setup.game == "kobito":
        figures = zip((4, 5, 6, 7, 8, 9), (3, 4, 6, 8, 10, 12), strict=True)
        gold = setup.options.get("gold", [*figures] * 3)
        numbers = [str(number) for number in range(1, 13)]
        return Counter([*numbers * 7, *"K" * 5, *"X" * 3, *(f"{length}:{points}" for length, points in gold)])
    special = {"PRISM": 4, "X2": 4, "X3": 4, **setup.options.get("deck", {})}
    return Counter([colour + value for colour in "ROYGBP" for value in "234568"]) + Counter(SUN=3, RAIN=3, **special)


@PROFILE
@every_table
@given(data=st.data())
def test_every_card_is_in_one_place_after_every_move(game: str, players: int, data: st.DataObject) -> None:
    setup = data.draw(setups(game, players))
    cards = deck(setup)
    for state in setup.walk():
        assert all_cards(state) == cards
        if isinstance(state, Clash):
            assert clash_places(state) == list(range(57))


@PROFILE
@pytest.mark.parametrize("players", range(2, 7))
@given(data=st.data())
def test_a_row_of_tricks_is_made_of_the_cards_just_played(players: int, data: st.DataObject) -> None:
    played: Counter[str] = Counter()
    for state in data.draw(setups("tricks", players)).walk():
        assert isinstance(state, Tricks)
        if state.moves and "+" not in state.moves[-1]:
            played.update(state.moves[-1])
        elif state.moves and not state.claiming and not state.over:
            assert Counter("".join(state.row)) <= played
            played.clear()


# Legal moves


@settings(PROFILE, max_examples=4)
@every_table
@given(data=st.data())
def test_there_is_a_legal_move_until_the_end_and_none_after(game: str, players: int, data: st.DataObject) -> None:
    for state in data.draw(setups(game, players)).walk():  # which ends
        moves = state.legal_moves()
        assert len(set(moves)) == len(moves)
        assert bool(moves) == (not state.over)
        assert state.to_move == (None if state.over else state.seat)
        assert state.to_move is None or 0 <= state.to_move < players
        for seat in seats(state):
            assert state.view(seat).legal_moves() == (moves if seat == state.to_move else [])


@cache
def notations(game: str) -> list[list[str]]:
    """Everything that is written like a move, by kind; in rainbows of kobito only the first four places."""
    if game == "tricks":
        sets = [rank * size for rank in "123456" for size in range(2, 11)]
        runs = ["123456"[low:high] for low in range(6) for high in range(low + 2, 7)]
        return [[*"123456"], sets, runs, [f"+{rank}" for rank in "123456"], [f"+{rank}{rank}" for rank in "123456"]]
    if game == "clash":
        return [[f"{kind}{number}" for number in range(1, 1000)] for kind in "PBF"] + [["S"]]
    if game == "rainbonus":
        colours = [colour + value for colour in "ROYGBP" for value in "234568"]
        drops = [f"drop {card}" for card in (*colours, "PRISM", "X2", "X3", "SUN", "RAIN")]
        bonuses = [f"{bonus} {colour}" for bonus in ("x2", "x3") for colour in "ROYGBP"]
        return [["deck", "pile"], drops, [f"add {card}" for card in (*colours, "PRISM")], bonuses, ["done"]]
    cards = [*(str(number) for number in range(1, 13)), "K", "X"]
    rainbows = [f"{whose}{i}" for whose in ("g", "s", *(f"p{p}s" for p in range(1, 7))) for i in range(1, 5)]
    places = [f"{rainbow}.{place}" for rainbow in rainbows for place in range(1, 5)]
    return [
        [f"{card} {rainbow}{end}" for card in cards for rainbow in rainbows for end in "<>"],
        [f"new {low} {high}" for low in cards for high in cards],
        [f"s{i}{end} g{j}{to}" for i in range(1, 5) for end in "<>" for j in range(1, 5) for to in "<>"],
        [f"{card} for {place}" for card in cards for place in places],
        [f"X+{card} {place}" for card in cards for place in places],
        [f"pay {card}" for card in cards],
        ["end"],
    ]


@cache
def all_notations(game: str) -> set[str]:
    return {move for kind in notations(game) for move in kind}


def is_notation(game: str, text: str) -> bool:
    if game == "kobito":
        text = re.sub(r"(?<=\.)[1-9][0-9]{0,2}\Z", "1", text)
    return text in all_notations(game)


def assert_checked(state: State, move: str, legal: list[str], table: str | None = None) -> None:
    """The check says of this well-formed move whether it is legal, or else why not, and shows this table."""
    if move in legal:
        state.check(move)
        return
    with pytest.raises(IllegalMove) as caught:
        state.check(move)
    error = caught.value
    assert error.move == move
    assert error.rule in {rule.id for rule in rainbowkit.rules(state.facts.id)}
    assert (error.rule == "over") == state.over
    assert error.sentence.endswith(".")
    assert table in (None, error.position)
    assert error.sentence in str(error)


@settings(PROFILE, max_examples=2)
@every_table
@given(data=st.data())
def test_a_check_lets_exactly_the_legal_moves_pass(game: str, players: int, data: st.DataObject) -> None:
    setup = data.draw(setups(game, players))
    rng = Random(setup.luck)
    for state in setup.moments(0.03):
        legal, table, before = state.legal_moves(), str(state.view(state.seat)), slots(pickled(state))
        assert all(is_notation(game, move) for move in legal)
        some = [move for kind in notations(game) for move in rng.sample(kind, min(5, len(kind)))]
        for move in (*legal, *some):
            assert_checked(state, move, legal, table if rng.random() < 0.02 else None)
        assert slots(state) == before


@pytest.mark.slow
@settings(PROFILE, max_examples=2)
@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_check_knows_all_that_can_be_written(game: str, data: st.DataObject) -> None:
    setup = data.draw(setups(game, data.draw(st.sampled_from([n for name, n in TABLES if name == game]))))
    state = Random(setup.luck).choice([state.copy() for state in setup.walk()])
    legal, table = state.legal_moves(), str(state.view(state.seat))
    for number, move in enumerate(sorted(all_notations(game))):
        assert_checked(state, move, legal, table if number % 97 == 0 else None)


def spoil(move: str, at: int, cut: int, put: str) -> str:
    """Put something in place of one or two letters, or between two."""
    at %= len(move) + 1
    return move[:at] + put + move[at + cut :]


@settings(PROFILE, max_examples=5)
@every_table
@given(data=st.data())
def test_a_check_never_stumbles_over_what_somebody_wrote(game: str, players: int, data: st.DataObject) -> None:
    setup = data.draw(setups(game, players))
    state = Random(setup.luck).choice([state.copy() for state in setup.walk()])
    letters = st.text("0123456789+.<> \n\0gspKXPBFSROYx\uff11²٣\uff30", max_size=2)
    moves = st.sampled_from([*state.legal_moves(), *(kind[0] for kind in notations(game))])
    spoilt = st.builds(spoil, moves, st.integers(0, 20), st.integers(0, 2), letters)
    legal, table, before = state.legal_moves(), str(state.view(state.seat)), slots(pickled(state))
    for text in data.draw(st.lists(spoilt | st.text(), max_size=30)):
        if is_notation(game, text):
            assert_checked(state, text, legal, table)
        else:
            assert_malformed(state, text)
    for thing in (None, 5, True, b"P1", ["P1"], ("S",), {}):
        assert_malformed(state, thing)
    assert slots(state) == before


def assert_malformed(state: State, thing: object) -> None:
    with pytest.raises(MalformedMove) as caught:
        state.check(thing)  # type: ignore[arg-type]
    assert caught.value.move == thing
    assert caught.value.sentence == state.grammar


# Legal moves of kobito, by brute force: 13 is a Kobito, a number has 16 more for each Replacement on it

Places = tuple[int, ...]
Ends = tuple[int, int, int]
"""What a gold rainbow takes: below, above, and how many cards."""


def number_at(places: Places, i: int) -> int:
    """The number that this place of a rainbow shows or stands for; there is one beyond each end, too."""
    known = next(j for j, place in enumerate(places) if place != 13)
    return (places[known] % 16 - known + i - 1) % 12 + 1


def outs(places: Places, golds: list[Ends]) -> Iterator[tuple[str, Places, list[Ends]]]:
    """Every card that may leave these places for a gold rainbow: how, and what is then left of both."""
    for end in "<>" if len(places) > 1 else "<":
        card, rest = (places[0], places[1:]) if end == "<" else (places[-1], places[:-1])
        for spot, (below, above, room) in enumerate(golds):
            fits = {below, above} if card == 13 else {card % 16}
            lower, higher = (below - 1 or 12, above, room - 1), (below, above % 12 + 1, room - 1)
            if room and below in fits:
                yield f"{end} g{spot + 1}<", rest, [*golds[:spot], lower, *golds[spot + 1 :]]
            if room and above in fits:
                yield f"{end} g{spot + 1}>", rest, [*golds[:spot], higher, *golds[spot + 1 :]]


def can_all_go(places: Places, golds: list[Ends]) -> bool:
    return not places or any(can_all_go(rest, left) for _, rest, left in outs(places, golds))


def kobito_legal_moves(state: Kobito) -> set[str]:
    hand = Counter(state.hands[state.seat])
    pays = {f"pay {card}" for card in hand}
    if state.paying:
        return pays
    golds = {f"g{i + 1}": arc.places for i, arc in enumerate(state.golds)}
    studios = [{f"s{i + 1}": arc.places for i, arc in enumerate(arcs)} for arcs in state.studios]
    own = studios[state.seat]
    others = [(f"p{p + 1}{s}", studios[p][s]) for p in range(len(studios)) if p != state.seat for s in studios[p]]
    ends = [
        (number_at(places, -1), number_at(places, len(places)), pot[0] - len(places))
        for places, pot in zip(golds.values(), state.pots, strict=True)
    ]
    moves = {
        f"{name}{how}"
        for name, places in own.items()
        for how, rest, left in outs(places, ends)
        if (len(rest) > 1 and set(rest) != {13}) or can_all_go(rest, left)
    }
    if state.clearing >= 0:
        return {move for move in moves if int(move[1]) == state.clearing + 1}
    counting = set()
    for name, places in (golds | own).items():
        for end, number in (("<", number_at(places, -1)), (">", number_at(places, len(places)))):
            counting |= {f"{card} {name}{end}" for card in (str(number), "K") if hand[card]}
        if hand["X"]:
            numbers = [(i, str(place % 16)) for i, place in enumerate(places) if place != 13]
            counting |= {f"X+{number} {name}.{i + 1}" for i, number in numbers if hand[number]}
    for low, high in permutations(hand.keys() - {"X"}, 2):
        if len(own) < 4 and ("K" in (low, high) or int(low) % 12 + 1 == int(high)):
            counting.add(f"new {low} {high}")
    for name, places in (*golds.items(), *own.items(), *others):
        kobitos = [(i, str(number_at(places, i))) for i, place in enumerate(places) if place == 13]
        moves |= {f"{number} for {name}.{i + 1}" for i, number in kobitos if hand[number]}
    if state.owed <= 0 or not state.hands[state.seat]:
        return moves | counting | {"end"}
    return moves | (counting or pays)


@settings(PROFILE, max_examples=12)
@pytest.mark.parametrize("players", range(2, 7))
@given(data=st.data())
def test_legal_moves_of_kobito_agree_with_brute_force(players: int, data: st.DataObject) -> None:
    for state in data.draw(setups("kobito", players)).walk():
        assert isinstance(state, Kobito)
        if not state.over:
            assert set(state.legal_moves()) == kobito_legal_moves(state)


# Records


def through_json(record: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(record))
    assert found == record
    return found


@settings(PROFILE, max_examples=2)
@every_table
@given(data=st.data())
def test_a_game_put_away_as_a_record_goes_on_with_the_same_cards(game: str, players: int, data: st.DataObject) -> None:
    setup = data.draw(setups(game, players))
    end = setup.end()
    for state in setup.moments():
        record = through_json(state.record())
        assert ("scores" in record, "winners" in record) == (state.over, state.over)
        resumed = rainbowkit.replay(record)
        assert_same(resumed, state)
        for move in end.moves[len(state.moves) :]:
            resumed.play(move)
        assert resumed.record() == end.record()
        assert slots(resumed, "seed") == slots(end, "seed")


@settings(PROFILE, max_examples=1)
@every_table
@given(data=st.data())
def test_every_part_of_a_record_replays(game: str, players: int, data: st.DataObject) -> None:
    for state in data.draw(setups(game, players)).walk():
        assert slots(rainbowkit.replay(through_json(state.record())), "seed") == slots(state, "seed")


@settings(PROFILE, max_examples=4)
@every_table
@given(data=st.data())
def test_moves_can_be_taken_back(game: str, players: int, data: st.DataObject) -> None:
    setup = data.draw(setups(game, players))
    whole = setup.end().record()
    for state in setup.moments(0.02):
        made, shuffled = len(state.moves), len(state.shuffles)
        record = {**whole, "moves": whole["moves"][:made], "shuffles": whole["shuffles"][:shuffled]}
        if not state.over:
            del record["scores"], record["winners"]
        assert slots(rainbowkit.replay(record), "seed") == slots(state, "seed")


# Copies


@settings(PROFILE, max_examples=2)
@every_table
@pytest.mark.parametrize(
    "duplicate", [lambda state: state.copy(), copy.deepcopy, pickled], ids=["copy", "deep", "pickle"]
)
@given(data=st.data())
def test_a_copy_and_its_original_leave_each_other_alone(
    duplicate: Callable[[State], State], game: str, players: int, data: st.DataObject
) -> None:
    setup = data.draw(setups(game, players))
    end = setup.end()
    for state in setup.moments(0.02):
        before = slots(pickled(state))
        one, other = duplicate(state), duplicate(state)
        assert type(one) is type(state)
        assert slots(one) == before
        for move in end.moves[len(state.moves) :]:
            one.play(move)
        assert slots(one) == slots(end)
        assert slots(state) == slots(other) == before
    again, begun = setup.new(), setup.new()
    kept = duplicate(again)
    for move in end.moves:
        again.play(move)
    assert slots(kept) == slots(begun)


@pytest.mark.slow
@settings(PROFILE, max_examples=2)
@every_table
@given(data=st.data())
def test_a_view_stays_as_it_was(game: str, players: int, data: st.DataObject) -> None:
    setup = data.draw(setups(game, players))
    end = setup.end()
    for state in setup.moments(0.01):
        fresh, played = rainbowkit.replay(state.record()), state.copy()
        views = [played.view(seat) for seat in seats(state)]
        for move in end.moves[len(state.moves) :]:
            played.play(move)
        for seat, view in zip(seats(state), views, strict=True):
            wanted = fresh.view(seat)
            for found in (copy.deepcopy(view), pickle.loads(pickle.dumps(view)), view):
                assert_same_view(found, wanted)
            if seat == state.to_move:
                assert slots(found.sample(Random(1))) == slots(wanted.sample(Random(1)))


# Points


def steps(setup: Setup) -> Iterator[tuple[State, int, str, State]]:
    """Every move: the position before it, who made it, the move, and the position after it."""
    before = setup.new()
    for after in setup.walk():
        if after.moves:
            assert before.to_move is not None
            yield before, before.to_move, after.moves[-1], after
        before = after.copy()


def best(scores: list[Any]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


@PROFILE
@pytest.mark.parametrize("players", range(2, 7))
@given(data=st.data())
def test_points_of_tricks(players: int, data: st.DataObject) -> None:
    points, played = [0] * players, [0] * players
    for _, seat, move, after in steps(data.draw(setups("tricks", players))):
        if move[0] == "+":
            points[seat] += sum(map(int, move[1:]))
        else:
            played[seat] += len(move)
        if after.over and players == 2:  # one for each card in hand: 14, or all 28 once the pile has been taken up
            points = [
                score + (14 if number < 14 else 28) - number for score, number in zip(points, played, strict=True)
            ]
        assert after.scores() == points
        assert after.winners() == best(points)
    out = [number == {2: 28, 3: 14, 4: 14, 5: 11, 6: 9}[players] for number in played]
    assert sum(out) >= (1 if players == 2 else 2)


@settings(PROFILE, max_examples=40)
@given(data=st.data())
def test_points_of_clash(data: st.DataObject) -> None:
    points = [0, 0]
    for before, seat, move, after in steps(data.draw(setups("clash", 2))):
        assert isinstance(before, Clash)
        up = [before.cards[card][side] for card, side in zip(before.line, before.up, strict=True)]
        if move == "S":
            up = []
        elif move[0] == "F":
            i = int(move[1:]) - 1
            up[i] = before.cards[before.line[i]][1 - before.up[i]]
        else:
            card = before.cards[before.hands[seat][int(move[1:]) - 1]]
            up.append(card[seat if move[0] == "P" else 1 - seat])
        colours = Counter(up)
        del colours["W"]
        if "C" in up or 2 in colours.values():
            points[1 - seat] += len(up)
        elif len(up) == 6:
            points[seat] += len(up)
        assert after.scores() == points
        assert after.winners() == best(points)


@PROFILE
@pytest.mark.parametrize("players", range(2, 7))
@given(data=st.data())
def test_points_of_kobito(players: int, data: st.DataObject) -> None:
    setup = data.draw(setups("kobito", players))
    points, won = [0] * players, 0
    for before, seat, move, after in steps(setup):
        assert isinstance(before, Kobito)
        if move.startswith("pay"):
            points[seat] -= 3
        elif to_gold := re.fullmatch(r".* g(.)[<>]", move):
            spot = int(to_gold[1]) - 1
            length, value = before.pots[spot]
            if len(before.golds[spot].places) + 1 == length:
                points[seat] += value
                won += 1
        assert after.scores() == points
        assert after.winners() == best(points)
        empty = not any(after.hands) and not after.deck and not after.discard  # type: ignore[attr-defined]
        assert after.over == (won == len(setup.options.get("gold", [0] * 18)) - 2 or empty)


def rainbonus_rank(rainbow: dict[str, int], bonuses: dict[str, int], prisms: int) -> tuple[int, ...]:
    """The score, and then what decides a tie."""
    score = 7 * prisms + sum(value * bonuses.get(colour, 1) for colour, value in rainbow.items())
    if len(rainbow) + prisms == 6:
        score += 3 if prisms else 6
    return (score, -prisms, *(list(rainbow.values()).count(value) for value in (8, 6, 5, 4, 3, 2)))


@PROFILE
@pytest.mark.parametrize("players", range(2, 6))
@given(data=st.data())
def test_points_of_rainbonus(players: int, data: st.DataObject) -> None:
    rainbows: list[dict[str, int]] = [{} for _ in range(players)]
    bonuses: list[dict[str, int]] = [{} for _ in range(players)]
    prisms = [0] * players
    for _, seat, move, after in steps(data.draw(setups("rainbonus", players))):
        if move == "add PRISM":
            prisms[seat] += 1
        elif move.startswith("add"):
            colour, value = move[4:]
            rainbows[seat][colour] = int(value)
            bonuses[seat].pop(colour, None)
        elif move[0] == "x":
            bonuses[seat][move[3]] = int(move[1])
        ranks = [rainbonus_rank(*built) for built in zip(rainbows, bonuses, prisms, strict=True)]
        assert after.scores() == [rank[0] for rank in ranks]
        assert after.winners() == best(ranks)


@settings(PROFILE, max_examples=120)
@given(data=st.data(), players=st.integers(2, 5))
def test_who_wins_a_tie_of_rainbonus(data: st.DataObject, players: int) -> None:
    # Rainbows of few cards and values, so that many have the same score.
    state = Rainbonus(["Ada"] * players)
    rainbows = st.dictionaries(st.sampled_from("ROYGB"), st.sampled_from([2, 3, 4, 5, 6, 8]), max_size=3)
    state.prisms = data.draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    built = data.draw(st.lists(rainbows, min_size=players, max_size=players))
    state.rainbows = [{colour: (value, "") for colour, value in rainbow.items()} for rainbow in built]
    ranks = [rainbonus_rank(rainbow, {}, prisms) for rainbow, prisms in zip(built, state.prisms, strict=True)]
    assert state.winners() == best(ranks)


# Matches


def last_move(view: View, rng: Random) -> str:
    assert view.seat == view.to_move
    return view.legal_moves()[-1]


@settings(PROFILE, max_examples=3)
@every_table
@given(seed=st.integers() | st.text(max_size=9), data=st.data())
def test_the_same_seed_gives_the_same_match(game: str, players: int, seed: int | str, data: st.DataObject) -> None:
    who = data.draw(st.lists(st.sampled_from(["random", last_move]), min_size=players, max_size=players))
    options = data.draw(setups(game, players)).options
    state = rainbowkit.match(game, who, seed, **options)
    record = state.record()
    assert record["players"] == [player if isinstance(player, str) else "last_move" for player in who]
    assert record["options"]["first"] == options["first"]
    assert rainbowkit.match(game, who, seed, **options).record() == record
    assert_same(rainbowkit.replay(record), state)


@every_table
def test_many_games_are_counted_and_the_first_seat_rotates(game: str, players: int) -> None:
    played: list[Outcome] = []
    who = ["random"] * players
    results = rainbowkit.simulate(game, who, games=players + 1, seed="many", first="rotate", each=played.append)
    records = [outcome.record for outcome in played]
    assert [record["options"]["first"] for record in records] == [i % players for i in range(players + 1)]
    assert len({json.dumps(record["shuffles"]) for record in records}) == players + 1
    assert results.names == who
    assert results.scores == [record["scores"] for record in records]
    assert results.winners == [record["winners"] for record in records]
    assert results.moves == [len(record["moves"]) for record in records]
    assert results.complete
    assert not results.forfeits
    assert rainbowkit.simulate(game, who, games=players + 1, seed="many", first="rotate") == results
    assert rainbowkit.simulate(game, who, games=players + 1, seed="other", first="rotate") != results
    begun: list[Outcome] = []
    rainbowkit.simulate(game, who, games=2, seed="many", first=1, each=begun.append)
    assert [outcome.record["options"]["first"] for outcome in begun] == [1, 1]
    dealt = GAMES[game](["?"] * players).dealt
    assert begun[1].record["shuffles"][:dealt] == records[1]["shuffles"][:dealt]


def assert_estimates(text: str, values: list[float]) -> None:
    """The text is the mean of the values with its standard error, as near as its digits can tell."""
    found = re.fullmatch(r"(-?\d+\.(\d+))(?: ± (\d+\.\d+))?", text)
    assert found is not None
    digits = len(found[2])
    half = 0.5000001 * 10**-digits
    assert abs(float(found[1]) - mean(values)) <= half
    if len(set(values)) == 1:  # so nothing tells how far the mean may be off
        assert found[3] is None
    else:
        assert abs(float(found[3]) - stdev(values) / sqrt(len(values))) <= half


@settings(PROFILE, max_examples=100)
@given(data=st.data(), players=st.integers(2, 6))
def test_results_give_means_with_their_standard_errors(data: st.DataObject, players: int) -> None:
    points = st.lists(st.integers(-99, 300), min_size=players, max_size=players)
    shares = st.sets(st.integers(0, players - 1), min_size=1).map(sorted)
    games = data.draw(st.lists(st.tuples(points, shares, st.integers(1, 2000)), min_size=1, max_size=40))
    scores, winners, moves = map(list, zip(*games, strict=True))
    results = Results("tricks", ["Ada"] * players)
    results.scores, results.winners, results.moves = scores, winners, moves
    title, head, *rows = str(results).splitlines()
    number = len(games)
    assert title.startswith(f"tricks: {number} game{'s' * (number > 1)}, ")
    assert_estimates(title.split(", ")[1].removesuffix(" moves a game"), moves)
    assert re.split("  +", head) == ["seat", "player", "wins", "share of wins", "points a game"]
    assert len(rows) == players
    for seat, row in enumerate(rows):
        cells = re.split("  +", row)
        alone = sum(who == [seat] for who in winners)
        shared = sum(seat in who for who in winners) - alone
        assert cells[:3] == [str(seat), "Ada", f"{alone} + {shared} shared" if shared else f"{alone}"]
        assert cells[3].endswith("%")
        assert_estimates(cells[3].rstrip(" %"), [100 / len(who) if seat in who else 0 for who in winners])
        assert_estimates(cells[4], [score[seat] for score in scores])

"""A view holds what its seat has seen, and nothing else.

The test of it: change every card that a seat cannot see, play the same moves, and that seat's view must not change,
down to the bytes it pickles to. What a seat sees is told here once more (`seen_by`), from the pages of the rules.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, ClassVar

import pytest

from rainbowkit.engine import State, View
from rainbowkit.errors import BadRecord
from rainbowkit.games import GAMES
from rainbowkit.games.clash import Clash
from rainbowkit.games.kobito import Kobito
from rainbowkit.games.rainbonus import Rainbonus
from rainbowkit.games.tricks import Tricks, cards

TABLES = [(game, n) for game in GAMES for n in range(GAMES[game].facts.fewest, GAMES[game].facts.most + 1)]
NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald"]


def random_game(game: str, players: int, seed: int, most: int = 10_000) -> State:
    """A random game of at most so many moves."""
    rng = Random(f"{game} {players} {seed}")
    state = GAMES[game](NAMES[:players], seed, first=seed % players)
    while not state.over and len(state.moves) < most:
        state.play(rng.choice(state.legal_moves()))
    return state


@cache
def half_way(game: str, players: int, seed: int) -> State:
    """A random game, stopped somewhere on its way."""
    length = len(random_game(game, players, seed).moves)
    return random_game(game, players, seed, Random(seed).randrange(length + 1))


def seats(state: State) -> Iterator[int | None]:
    yield from (*range(len(state.names)), None)


# What a seat sees of the table at one moment, by the pages of the rules


def seen_by(state: State, seat: int | None) -> tuple[Any, ...]:
    common = (state.to_move, state.over, tuple(state.legal_moves()) if seat == state.to_move else ())
    if isinstance(state, Tricks):
        own = None if seat is None else state.hands[seat]
        sizes = [len(cards(pack)) for pack in (*state.hands, *state.piles)]
        return (*common, own, sizes, state.row[:], state.trick[:])
    if isinstance(state, Clash):
        sides = () if seat is None else tuple(state.cards[card][seat] for hand in state.hands for card in hand)
        up = tuple(state.cards[card][side] for card, side in zip(state.line, state.up, strict=True))
        end = ""
        if seat is not None and state.front < state.back:
            end = state.cards[state.back - 1][1] if seat else state.cards[state.front][0]
        return (*common, sides, up, end, len(state.hands[0]), len(state.hands[1]))
    assert isinstance(state, Kobito | Rainbonus)
    own = None if seat is None else state.hands[seat][:]
    common = (*common, own, [len(hand) for hand in state.hands], len(state.deck), len(state.shuffles))
    if isinstance(state, Kobito):
        return (*common, str(state.golds), str(state.studios), state.discard[:], str(state.pots), str(state.won))
    return (*common, state.pile[:], str(state.out), str(state.rainbows), state.prisms[:], state.gone[:], state.round)


def turned_back(before: State, after: State) -> list[str]:
    """The Kobitos and Replacements that a move of kobito turned up as starting cards and put back, for all to see."""
    if not isinstance(before, Kobito) or len(before.shuffles) == len(after.shuffles) or not before.deck:
        return []
    tops = [before.deck[-1], *(order[0] for order in after.shuffles[len(before.shuffles) : -1])]
    return [card for card in tops if card in "KX"]


def witnessed(record: dict[str, Any], seat: int | None) -> tuple[list[Any], list[State]] | None:
    """All that a seat sees while a record is replayed, and the positions; `None` if it cannot be replayed."""
    state = GAMES[record["game"]](record["players"], shuffles=record["shuffles"], **record["options"])
    trace, states = [seen_by(state, seat)], [state.copy()]
    if isinstance(state, Tricks):  # the first row is laid card by card
        trace.append(tuple(state.shuffles[0][: len(state.row)]))
    if isinstance(state, Kobito):  # what was turned up and went back
        trace.append(tuple(order[0] for order in state.shuffles[1:]))
    for move in record["moves"]:
        if move not in state.legal_moves():
            return None
        state.play(move)
        trace.append((move, *seen_by(state, seat), turned_back(states[-1], state)))
        states.append(state.copy())
    return trace, states


def twin_of(record: dict[str, Any], seat: int | None, rng: Random, tries: int) -> tuple[dict[str, Any], int]:
    """The same game with other cards in places that this seat never saw, and how many pairs of cards were exchanged."""
    found = witnessed(record, seat)
    assert found is not None
    exchanged = 0
    for _ in range(tries):
        shuffles = [order[:] for order in record["shuffles"]]
        order = shuffles[rng.randrange(len(shuffles))]
        i, j = rng.randrange(len(order)), rng.randrange(len(order))
        order[i], order[j] = order[j], order[i]
        if rng.random() < 0.5:
            order[i] = order[i] if record["game"] != "clash" else order[i][::-1]
        other = {**record, "shuffles": shuffles}
        try:
            new = witnessed(other, seat)
        except BadRecord:  # a later shuffle no longer arranges the cards that it must
            continue
        if shuffles != record["shuffles"] and new is not None and new[0] == found[0]:
            record = other
            exchanged += 1
    return record, exchanged


def frozen(view: View) -> bytes:
    """A view as pickled bytes. Without the pickler's memo, which tells equal texts that are one object from equal
    texts that are two: that depends on how the cards came into the game, and not on what they are."""
    buffer = BytesIO()
    pickler = pickle.Pickler(buffer)
    pickler.fast = True
    pickler.dump(view)
    return buffer.getvalue()


def assert_same(one: View, other: View) -> None:
    assert frozen(one) == frozen(other)  # first: a comparison may fill what a view works out only when it is asked
    assert_equal(one, other)


def assert_equal(one: View, other: View) -> None:
    assert one == other
    assert one.legal_moves() == other.legal_moves()
    assert str(one) == str(other)
    assert repr(one) == repr(other)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_deals_that_differ_only_in_what_a_seat_never_saw_give_it_the_same_views(game: str, players: int) -> None:
    rng = Random(f"twins {game} {players}")
    total = 0
    for seed in range(2):
        record = half_way(game, players, seed).record()
        record.pop("scores", None)
        record.pop("winners", None)
        for seat in (*range(players), None):
            twin, exchanged = twin_of(record, seat, rng, 12)
            total += exchanged
            here, there = witnessed(record, seat), witnessed(twin, seat)
            assert here is not None
            assert there is not None
            for one, other in list(zip(here[1], there[1], strict=True))[::-9]:
                assert_same(one.view(seat), other.view(seat))
    assert total >= players  # so something was hidden, and exchanged


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_imagined_games_have_the_view_they_were_imagined_from(game: str, players: int) -> None:
    rng = Random(2)
    for seed in range(6):
        state = half_way(game, players, seed)
        for seat in seats(state):
            twin = state.view(seat).sample(rng)
            if game in ("tricks", "clash"):  # imagined by replaying, so the bytes are the same too
                assert_same(state.copy().view(seat), twin.view(seat))
            else:
                assert_equal(state.view(seat), twin.view(seat))


@pytest.mark.parametrize(("game", "players"), [table for table in TABLES if table[0] in ("kobito", "rainbonus")])
def test_a_copy_with_the_hidden_cards_exchanged_gives_the_same_view(game: str, players: int) -> None:
    rng = Random(3)
    for seed in range(6):
        state = half_way(game, players, seed)
        assert isinstance(state, Kobito | Rainbonus)
        for seat in seats(state):
            twin = state.copy()
            hidden = [card for p, hand in enumerate(twin.hands) if p != seat for card in hand] + twin.deck
            rng.shuffle(hidden)
            twin.hands = [
                hand if p == seat else [hidden.pop() for _ in hand] for p, hand in enumerate(state.copy().hands)
            ]
            twin.deck = hidden
            twin.shuffles = [rng.sample(order, len(order)) for order in state.shuffles]
            twin.seed += 1
            if isinstance(twin, Kobito):
                rng.shuffle(twin.gold_deck)
            assert_same(state.copy().view(seat), twin.view(seat))


# What can be reached from a view


class Card(str):
    """A card that can be told from its likes."""

    __slots__ = ()


def reachable(thing: object) -> list[object]:
    """Every object that can be reached from this one, but for code."""
    found: dict[int, object] = {}
    todo = [thing]
    while todo:
        one = todo.pop()
        if id(one) in found or isinstance(one, type | ModuleType | FunctionType | BuiltinFunctionType):
            continue
        found[id(one)] = one
        todo += gc.get_referents(one)
        if hasattr(one, "__slots__"):
            todo += [getattr(one, name) for kind in type(one).__mro__ for name in slots(kind) if hasattr(one, name)]
    return list(found.values())


def slots(kind: type) -> tuple[str, ...]:
    names = kind.__dict__.get("__slots__", ())
    return (names,) if isinstance(names, str) else tuple(names)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_hidden_can_be_reached_from_a_view(game: str, players: int) -> None:
    seed = 0x5EED_0F_A_6A3E
    for number in range(3):
        record = half_way(game, players, number).record()
        marked = [[Card(card) for card in order] for order in record["shuffles"]]
        state = GAMES[game](record["players"], seed, marked, **record["options"])
        for move in record["moves"]:
            state.play(move)
        if isinstance(state, Kobito | Rainbonus):  # the same cards, as objects that nobody can have seen
            state.hands = [list(map(Card, hand)) for hand in state.hands]
            state.deck = list(map(Card, state.deck))
        for seat in seats(state):
            view = state.view(seat)
            assert str(view)  # fill what is worked out only when asked
            assert view == state.view(seat)
            view.sample(Random(4))
            check_reach(state, view, marked)


def check_reach(state: State, view: View, marked: list[list[Card]]) -> None:
    things = reachable(view)
    ids = set(map(id, things))
    assert id(state) not in ids
    assert not any(isinstance(thing, Random) for thing in things)
    assert not any(thing == state.seed for thing in things if type(thing) is int)
    for order in (*state.shuffles, *marked):
        assert not any(list(thing) == order for thing in things if isinstance(thing, list | tuple))
    if isinstance(state, Kobito | Rainbonus):
        others = [hand for seat, hand in enumerate(state.hands) if seat != view.seat]
        for hidden in (*others, state.deck):
            assert not any(id(thing) in ids for thing in (hidden, *hidden))
    for thing in things:
        if isinstance(thing, State):  # a table cleared of all that this seat cannot see
            assert (thing.seed, thing.given, thing.shuffles, thing.remembered) == (0, None, [], False)
            assert isinstance(thing, Kobito | Rainbonus)
            assert not thing.deck
            assert all(not hand for seat, hand in enumerate(thing.hands) if seat != view.seat)


def test_the_walk_finds_what_a_view_would_give_away() -> None:
    state = half_way("kobito", 3, 0)
    view = state.view(0)
    assert id(state) not in map(id, reachable(view))
    view.names = (state,)  # type: ignore[assignment]
    assert id(state) in map(id, reachable(view))
    assert state.seed in [thing for thing in reachable(view) if type(thing) is int]


# tricks: hands and piles


def tricks_deal(row: str, ada: str, grace: str, ada_pile: str, grace_pile: str) -> list[str]:
    """A shuffle for two players: the row, the hands and the piles, dealt by turns."""
    hands = [card for pair in zip(ada, grace, strict=True) for card in pair]
    piles = [card for pair in zip(ada_pile, grace_pile, strict=True) for card in pair]
    return [*row, *hands, *piles]


class SmallTricks(Tricks):
    """Two hands and two piles of three cards."""

    deck: ClassVar[list[str]] = list("1234" + "125" + "346" + "566" + "666")
    hand_sizes: ClassVar[dict[int, int]] = {2: 3}


def test_tricks_piles_are_hidden_from_everybody_even_their_owner() -> None:
    one = SmallTricks(["Ada", "Grace"], shuffles=[tricks_deal("1234", "125", "346", "566", "666")])
    two = SmallTricks(["Ada", "Grace"], shuffles=[tricks_deal("1234", "125", "346", "666", "665")])
    for move in ("1", "3", "2", "4", "+4", "+3", "+2", "+1"):
        for seat in (0, 1, None):
            assert_same(one.view(seat), two.view(seat))
        one.play(move)
        two.play(move)
    for move in ("6", "5"):  # Grace led with her 6
        for seat in (0, 1, None):
            assert_same(one.view(seat), two.view(seat))
        one.play(move)
        two.play(move)
    # Both hands are empty, so this trick has two combos only; after the claims both take up their piles.
    for move in ("+4", "+3"):
        one.play(move)
        two.play(move)
    assert (one.view(0).hand, two.view(0).hand) == ("566", "666")
    assert one.view(0) != two.view(0)
    assert one.view(1) != two.view(1)
    assert_same(one.view(None), two.view(None))


def test_tricks_shows_only_ones_own_points_until_the_end() -> None:
    state = half_way("tricks", 4, 1)
    rng = Random(5)
    while not state.over:
        for seat in seats(state):
            for line in str(state.view(seat)).splitlines()[3:]:
                who, points = line.lstrip("> ").split()[0], line.lstrip("> ").split()[2]
                assert points == (str(state.points[int(who)]) if who == str(seat) else "?")  # type: ignore[attr-defined]
        state.play(rng.choice(state.legal_moves()))
    for seat in seats(state):
        shown = [line.lstrip("> ").split()[2] for line in str(state.view(seat)).splitlines()[3:]]
        assert shown == [str(points) for points in state.scores()]


# clash: who sees what


class SmallClash(Clash):
    deck: ClassVar[list[str]] = ["RO", "RY", "RG", "OY", "OG", "YG", "TB", "TP", "BP"]


def test_clash_who_sees_what() -> None:
    order = ["RO", "YG", "TB", "PB", "YO", "GR", "RY", "GO", "TP"]
    state = SmallClash(["Ada", "Grace"], shuffles=[order])

    def faces(seat: int | None) -> str:
        return " ".join(state.view(seat).faces)

    # In hand the owner sees the face toward them, the opponent the other; of the deck each the face at their own end.
    assert faces(0) == "R? Y? T? P? ?? ?? R? G? T?"
    assert faces(1) == "?O ?G ?B ?? ?? ?R ?Y ?O ?P"
    assert faces(None) == "?? ?? ?? ?? ?? ?? ?? ?? ??"
    state.play("P1")  # open: R is up, and Grace had seen the O behind it
    assert faces(0) == "R? Y? T? P? ?? ?? R? G? T?"
    assert faces(1) == "RO ?G ?B ?? ?? ?R ?Y ?O ?P"
    assert faces(None) == "R? ?? ?? ?? ?? ?? ?? ?? ??"
    state.play("F1")  # a flip shows both faces to everybody
    assert faces(0) == "RO Y? T? P? ?? ?? R? G? T?"
    assert faces(None) == "RO ?? ?? ?? ?? ?? ?? ?? ??"
    state.play("B1")  # blind: G is up, which Grace saw before; Ada remembers the Y
    assert faces(0) == "RO YG T? P? ?? ?? R? G? T?"
    assert faces(1) == "RO ?G ?B ?? ?? ?R ?Y ?O ?P"
    assert faces(None) == "RO ?G ?? ?? ?? ?? ?? ?? ??"
    state.play("S")  # Ada draws two from the front, and sees one card further into the deck
    assert state.hands == [[2, 3, 4], [8, 7, 6]]
    assert faces(0) == "RO YG T? P? Y? G? R? G? T?"
    assert faces(1) == "RO ?G ?B ?B ?O ?R ?Y ?O ?P"
    state.play("P2")  # O clashes with O: Ada captures three cards, and what was seen stays so
    assert state.captured == [[0, 1, 7], []]
    assert faces(0) == "RO YG T? P? Y? G? R? GO T?"
    assert faces(1) == "RO ?G ?B ?B ?O ?R ?Y ?O ?P"
    assert faces(None) == "RO ?G ?? ?? ?? ?? ?? ?O ??"


@pytest.mark.parametrize("seat", [0, 1, None])
def test_clash_cards_never_seen_may_be_anything_through_twelve_moves(seat: int | None) -> None:
    # In twelve moves nobody draws as deep as the seven cards in the middle: turn them all, and reverse their order.
    for number in range(30):
        record = random_game("clash", 2, number, 12).record()
        order = record["shuffles"][0]
        middle = [card[::-1] for card in order[25:32]][::-1]
        state = Clash(NAMES[:2], shuffles=[order], **record["options"])
        twin = Clash(NAMES[:2], shuffles=[order[:25] + middle + order[32:]], **record["options"])
        for move in record["moves"]:
            state.play(move)
            twin.play(move)
            assert_same(state.copy().view(seat), twin.view(seat))


# kobito and rainbonus: hands and the deck's order


def test_kobito_hands_and_deck_are_hidden_and_all_else_is_open() -> None:
    state = random_game("kobito", 3, 1, 40)
    assert isinstance(state, Kobito)
    for seat in seats(state):
        view = state.view(seat)
        assert view.hand == (None if seat is None else tuple(state.hands[seat]))
        assert view.hand_sizes == tuple(map(len, state.hands))
        assert view.deck_size == len(state.deck)
        assert view.golds == tuple(state.golds)
        assert view.studios == tuple(map(tuple, state.studios))
        assert view.discard == tuple(state.discard)
        hands = [line.split("  ") for line in str(view).splitlines()[-3:]]
        for p, line in enumerate(hands):
            assert any("?" in cell for cell in line) == (p != seat)


def test_kobito_remembers_a_kobito_that_was_swapped_into_a_hand() -> None:
    for seed in range(400):
        rng = Random(seed)
        state = Kobito(NAMES[:2], seed)
        while not state.over and " for " not in (state.moves or [""])[-1]:
            state.play(rng.choice(state.legal_moves()))
        if not state.over:
            break
    assert " for " in state.moves[-1]
    owner = state.seat
    for seat in (1 - owner, None):
        assert "K" in str(state.view(seat)).splitlines()[-2 + owner]
        for _ in range(20):
            assert "K" in state.view(seat).sample(rng).hands[owner]


def test_rainbonus_remembers_what_was_drawn_from_the_pile() -> None:
    state = Rainbonus(NAMES[:2], 1)
    card = state.pile[-1]
    deck_card = state.deck[-1]
    assert state.hands[0].count(card) == 0
    other = state.copy()
    state.play("pile")
    other.play("deck")
    for seat in (1, None):
        assert card in str(state.view(seat)).splitlines()[3]
        assert str(other.view(seat)).splitlines()[3].split()[4:9] == ["?"] * 5
        samples = [state.view(seat).sample(Random(i)) for i in range(20)]
        assert all(card in sample.hands[0] for sample in samples)
        assert any(deck_card not in other.view(seat).sample(Random(i)).hands[0] for i in range(20))
    # It is known until it is discarded.
    state.play(f"drop {card}")
    assert str(state.view(1)).splitlines()[3].split()[3:7] == ["?"] * 4


def test_rainbonus_who_holds_what_is_forgotten_when_a_round_is_shuffled() -> None:
    state = random_game("rainbonus", 3, 2)
    record = state.record()
    state = Rainbonus(record["players"], shuffles=record["shuffles"], **record["options"])
    for move in record["moves"]:
        before = state.round
        state.play(move)
        if state.round != before:
            for seat in seats(state):
                shown = str(state.view(seat)).splitlines()
                assert sum(line.count("?") for line in shown[3:]) == sum(
                    len(hand) for p, hand in enumerate(state.hands) if p != seat
                )

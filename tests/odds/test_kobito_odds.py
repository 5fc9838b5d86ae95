"""Odds in `kobito`: numbers worked out by hand, counts of every draw, and frequencies in imagined worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, sqrt
from random import Random

import pytest

from rainbowkit import unseen
from rainbowkit.errors import BadSetup
from rainbowkit.games.kobito import DECK, END, GOLD, PARSED, PAY, REPLACE, SPOTS, START, Kobito, KobitoView
from rainbowkit.odds import Odds, kobito, outlook
from rainbowkit.odds.kobito import ENDS, READY, finishers, payment, refill

NAMES = ["Ada", "Grace", "Hedy", "Joan", "Mary", "Sofia"]
UNITS = {"points", "to play"}


def game(starts: str, *hands: str, pots: str = "9:12 9:12 9:12") -> Kobito:
    """A game with these starting cards and hands, and these first pots."""
    held = [hand.split() for hand in hands]
    dealt = [*starts.split(), *(hand[i] for i in range(5) for hand in held)]
    first = pots.split()
    names = [f"{length}:{points}" for length, points in GOLD]
    gold = [*names, *(pot for pot in set(first) if pot not in names)]
    orders = [_top(first, gold), _top(dealt, DECK)]
    option = [[int(part) for part in card.split(":")] for card in gold]
    return Kobito(NAMES[: len(hands)], shuffles=orders, gold=option)


def _top(first: Sequence[str], cards: Sequence[str]) -> list[str]:
    rest = list(cards)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def played(state: Kobito, *moves: str) -> KobitoView:
    """What the first seat knows once these legal moves have been made."""
    for move in moves:
        state.check(move)
        state.play(move)
    return state.view(0)


def random_views(players: int, seed: int, **options: object) -> Iterator[KobitoView]:
    """Views from every seat along a random game."""
    rng = Random(f"{players} {seed}")
    state = Kobito(NAMES[:players], seed, first=seed % players, **options)
    while not state.over:
        if rng.random() < 0.04:
            yield from (state.view(seat) for seat in {state.seat, rng.randrange(players)})
        state.play(rng.choice(state.legal_moves()))


# By hand


def test_a_card_comes_with_the_refill_as_often_as_counting_says() -> None:
    """Of 92 cards 3 + 5 are seen, so 84 are not, all seven 4s among them, and all five Kobitos.

    Two new cards bring no 4 in C(77, 2) of C(84, 2) cases, neither a 4 nor a Kobito in C(72, 2).
    """
    found = refill(game("1 5 9", "3 3 7 7 11", "1 1 1 1 1").view(0), 2)
    assert set(found) == {"2", "4", "6", "8", "10", "12", "any of these"}
    assert found.exact
    every = comb(84, 2)
    assert found["4"]["it comes"] == pytest.approx(1 - comb(77, 2) / every, abs=1e-12)
    assert found["4"]["only a Kobito"] == pytest.approx((comb(77, 2) - comb(72, 2)) / every, abs=1e-12)
    assert found["any of these"]["neither"] == pytest.approx(comb(84 - 42 - 5, 2) / every, abs=1e-12)


def test_a_pot_that_lacks_a_card_is_filled_by_one_of_19() -> None:
    """With a 5 at a pot of two cards, a 4, a 6 or a Kobito fills it: 7 + 7 + 5 of the 84 unseen cards.

    A hand of five has none of them in C(65, 5) of C(84, 5) cases. The pots of nine cards are out of reach.
    """
    found = finishers(game("5 9 9", "1 1 1 2 2", "3 3 3 3 3", pots="2:3 9:12 9:12").view(0))
    assert found.exact
    assert found["g1"]["Grace (2)"] == pytest.approx(1 - comb(65, 5) / comb(84, 5), abs=1e-12)
    assert found["g1"]["anyone"] == found["g1"]["Grace (2)"]
    assert found["g2"]["anyone"] == 0


def test_of_several_one_at_least_fills_a_pot() -> None:
    """Two hands hold ten cards, and C(65, 10) of C(84, 10) such cards are none of the 19."""
    found = finishers(game("5 9 9", "1 1 1 2 2", "3 3 3 3 3", "3 3 4 4 4", pots="2:3 9:12 9:12").view(0), trials=2000)
    one, both = 1 - comb(65, 5) / comb(84, 5), 1 - comb(65, 10) / comb(84, 10)
    assert found["g1"]["Grace (2)"] == pytest.approx(one, abs=1e-12)
    assert found["g1"]["Hedy (3)"] == pytest.approx(one, abs=1e-12)
    error = found.errors["g1"]["anyone"]
    assert 0 < error < 0.02
    assert abs(found["g1"]["anyone"] - both) < 4.5 * error
    assert not found.exact


def test_a_hand_that_fits_nowhere_pays_for_each_card_it_owes() -> None:
    """At 1, 1, 1 only 12, 2 and Kobitos fit. Of 4 6 8 10 10 nothing is consecutive, so 1 + s cards are owed and paid."""
    found = payment(game("1 1 1", "4 6 8 10 10", "3 3 3 3 3").view(0))
    assert found.exact
    for rainbows in range(5):
        assert found[str(rainbows)] == {"pays": 1.0, "penalty": 3.0 * (1 + rainbows)}


ONE_PLAYED = "2 g1>"


def test_the_chance_to_pay_after_the_refill() -> None:
    """The hand is 4 6 8 10 and a card of 84. At 12 1 2 (nearly so), 1 and 1 nothing of the hand fits.

    A 1 (four unseen), one more 4, 6, 8 or 10 (six each) or a Replacement (three) does not help: 31 cards. Anything else
    is one card that counts at least. A 2 (six) or a 12 (seven) is just one, so that with a rainbow, when two are owed, one is paid.
    """
    found = payment(played(game("1 1 1", "2 4 6 8 10", "3 3 3 3 3"), ONE_PLAYED))
    assert found.exact
    assert found["0"]["pays"] == pytest.approx(31 / 84, abs=1e-12)
    assert found["0"]["penalty"] == pytest.approx(3 * 31 / 84, abs=1e-12)
    assert found["1"]["pays"] == pytest.approx((31 + 13) / 84, abs=1e-12)
    assert found["1"]["penalty"] == pytest.approx((31 * 6 + 13 * 3) / 84, abs=1e-12)


def test_the_chance_to_draw_what_fills_a_pot() -> None:
    """A pot of three with 1 2 lacks a 12 or a 3, or a Kobito: 7 + 7 + 5 of 84. The others lack two."""
    view = played(game("1 1 1", "2 4 6 8 10", "5 5 5 5 5", pots="3:3 3:4 3:6"), ONE_PLAYED)
    row = outlook(view)["end"]
    assert row[READY] == pytest.approx(19 / 84, abs=1e-12)
    assert row[ENDS] == pytest.approx(65 / 84, abs=1e-12)


# By listing


def test_a_pot_that_lacks_two_cards_is_filled_by_as_many_hands_as_listing_finds() -> None:
    """With a 5 at a pot of three: 3 and 4, 4 and 6, or 6 and 7, with Kobitos in their places."""
    view = game("5 9 9", "1 1 4 2 K", "3 3 3 3 3", pots="3:3 9:12 9:12").view(0)
    have = {"3": 7, "4": 6, "6": 7, "7": 7, "K": 4}
    filling = 0
    for three, four, six, seven, wild in (
        (a, b, c, d, e) for a in range(6) for b in range(6) for c in range(6) for d in range(6) for e in range(5)
    ):
        counts = (three, four, six, seven, wild)
        others = 5 - sum(counts)
        lacks = min(2 - bool(a) - bool(b) for a, b in ((three, four), (four, six), (six, seven)))
        if others >= 0 and lacks <= wild:
            ways = comb(84 - sum(have.values()), others)
            for number, count in zip(have.values(), counts, strict=True):
                ways *= comb(number, count)
            filling += ways
    assert finishers(view)["g1"]["Grace (2)"] == pytest.approx(filling / comb(84, 5), abs=1e-12)


class Small(Kobito):
    deck_cards = ["4"] * 4 + ["5"] * 4 + ["6"] * 3 + ["8"] * 5 + ["K", "X"]


@pytest.mark.parametrize("seed", range(5))
def test_every_draw_of_a_small_deck_is_counted(seed: int) -> None:
    gold = [[4, 1], [4, 2], [5, 3], [5, 4]]
    state = Small(NAMES[:2], seed, gold=gold)
    rng = Random(seed)
    while "end" not in state.legal_moves():
        state.play(rng.choice(state.legal_moves()))
    view = state.view(state.seat)
    assert view.hand is not None
    hidden = sorted(view.unseen.cards.elements())
    number = 5 - len(view.hand)
    assert view.deck_size >= number
    table = kobito.Pots(view, state.seat)
    draws = list(combinations(hidden, number))
    filled = sum(any(table.filled(spot, [*view.hand, *cards]) for spot in range(SPOTS)) for cards in draws)
    assert outlook(view)["end"][READY] == pytest.approx(filled / len(draws), abs=1e-12)
    for name, cells in refill(view, number).items():
        if name != "any of these":
            assert cells["it comes"] == pytest.approx(sum(name in cards for cards in draws) / len(draws), abs=1e-12)
            lacking = sum(name not in cards and "K" not in cards for cards in draws)
            assert cells["neither"] == pytest.approx(lacking / len(draws), abs=1e-12)
    short = [kobito.shortfall(view.turn([*view.hand, *cards], 2)) for cards in draws]
    found = payment(view)
    assert found.exact
    assert found["2"]["penalty"] == pytest.approx(3 * sum(short) / len(draws), abs=1e-12)
    assert found["2"]["pays"] == pytest.approx(sum(map(bool, short)) / len(draws), abs=1e-12)


# Against the rules


def filled_by_the_rules(turn: Kobito) -> set[int]:
    """The pots that can be the first that is filled in this turn: every order of moves is tried."""
    found, seen, ahead = set(), set(), [turn]
    while ahead:
        now = ahead.pop()
        for move in now.legal_moves():
            if PARSED[move][0] in (END, PAY, REPLACE, START):
                continue
            after = now.copy()
            after.play(move)
            filled = [spot for spot in range(SPOTS) if not after.pots[spot][0] and turn.pots[spot][0]]
            found.update(filled)
            arcs = [(arc.below, arc.places) for arc in (*after.golds, *(arc for own in after.studios for arc in own))]
            key = (tuple(sorted(after.hands[after.seat])), tuple(arcs), after.clearing)
            if not filled and key not in seen:
                seen.add(key)
                ahead.append(after)
    return found


def test_a_pot_that_is_said_to_be_in_reach_is_so_by_the_rules_and_few_others_are() -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    for seed in range(12):
        rng = Random(seed)
        state = Kobito(NAMES[:2], seed)
        while not state.over and len(state.moves) < 80:
            seat = state.seat
            if state.owed == 1 + len(state.studios[seat]) and len(state.studios[seat]) < 3 and rng.random() < 0.25:
                view = state.view(seat)
                hand = state.hands[seat]
                table = kobito.Pots(view, seat)
                really = filled_by_the_rules(view.turn(hand, len(state.studios[seat])))
                found.update((table.filled(spot, hand), spot in really) for spot in range(SPOTS))
            state.play(
                rng.choice([move for move in state.legal_moves() if PARSED[move][0] != PAY] or state.legal_moves())
            )
    assert found[True, False] == 0
    assert found[True, True] > 20
    assert found[False, True] <= 0.1 * found[True, True]


# Against imagined worlds


def close(exact: float, hits: int, trials: int) -> bool:
    return abs(hits / trials - exact) <= 4.5 * sqrt(max(exact * (1 - exact), 1 / trials) / trials)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 5), (3, 2), (4, 3)])
def test_counts_agree_with_imagined_worlds(players: int, seed: int) -> None:
    several = compared = 0
    for view in list(random_views(players, seed))[1::3]:
        trials, rng = 600, Random(len(view.moves))
        worlds = [view.sample(rng) for _ in range(trials)]
        assert view.seat is not None
        several += len(view.unseen.cases) > 1
        cards = min(3, view.deck_size)
        for row, cells in refill(view, cards).items():
            if row != "any of these":
                assert close(
                    cells["it comes"], sum(row in world.deck[len(world.deck) - cards :] for world in worlds), trials
                )
        seat = (view.seat + 1) % players
        for kinds in (["K"], ["1", "2", "3"], ["6"]):
            missing = 0.0
            if not any(view.unseen.known[seat][kind] for kind in kinds):
                missing = kobito.none_of(view, kobito.in_hand(view, seat), kinds)
                held = sum(all(kind not in world.hands[seat] for kind in kinds) for world in worlds)
                assert close(missing, held, trials)
                compared += 1
    assert compared
    assert several or players == 2


@pytest.mark.parametrize("seed", range(3))
def test_finishers_agree_with_imagined_worlds(seed: int) -> None:
    compared = 0
    for view in list(random_views(2, 20 + seed))[::4]:
        assert view.seat is not None
        other = 1 - view.seat
        table, rng = kobito.Pots(view, other), Random(seed)
        found = finishers(view)
        assert found.exact
        worlds = [view.sample(rng) for _ in range(400)]
        for row, cells in found.items():
            hits = sum(table.filled(int(row[1:]) - 1, world.hands[other]) for world in worlds)
            if not view.paying:
                assert close(cells["anyone"], hits, 400)
                compared += 1
    assert compared


def test_imagined_payments_agree_with_counted_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    view = played(game("1 1 1", "2 4 6 8 10", "3 3 3 3 3"), ONE_PLAYED)
    exact = payment(view)
    monkeypatch.setattr(kobito, "MOST_DRAWS", 0)
    found = payment(view, trials=800)
    assert not found.exact
    assert found.trials == 800
    for row, cells in found.items():
        for column, number in cells.items():
            error = found.errors[row][column]
            assert abs(number - exact[row][column]) <= 4.5 * error + 1e-12
    assert found.errors["1"]["penalty"] > 0
    assert found.to_dict() == payment(view, trials=800).to_dict()
    assert found.to_dict() != payment(view, trials=800, seed=1).to_dict()


# Everywhere


def check(found: Odds, exclusive: bool) -> None:
    assert found.note.endswith(".")
    assert str(found)
    for cells in found.values():
        chances = {column: number for column, number in cells.items() if found.units.get(column, "chance") == "chance"}
        assert all(-1e-12 <= number <= 1 + 1e-12 for number in chances.values())
        if exclusive:
            assert sum(chances.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        *((n, {}) for n in (2, 3, 4, 6)),
        (2, {"gold": [[2, 1]] * 9}),
        (3, {"gold": [[30, 9], [3, -1], [5, 0], [2, 2]] * 3}),
    ],
)
def test_every_question_has_an_answer_at_every_point(players: int, options: dict[str, object]) -> None:
    for view in list(random_views(players, 7, **options))[::2]:
        if view.legal:
            found = outlook(view)
            assert list(found) == list(view.legal)
            assert found.exact
            check(found, exclusive=True)
        check(refill(view), exclusive=True)
        found = finishers(view, trials=10)
        assert list(found) == [f"g{spot + 1}" for spot in range(SPOTS) if view.pots[spot][0]]
        check(found, exclusive=False)
        for cells in found.values():
            assert len(cells) == players
        found = payment(view, trials=5)
        assert list(found) == ["0", "1", "2", "3", "4"]
        check(found, exclusive=False)


def test_what_cannot_be_asked_is_refused() -> None:
    state = game("1 5 9", "3 3 7 7 11", "1 1 1 1 1")
    with pytest.raises(BadSetup, match="not the one to move"):
        outlook(state.view(1))
    for question in (refill, payment, finishers):
        with pytest.raises(BadSetup, match="A spectator"):
            question(state.view(None))
    view = state.view(0)
    for cards in (-1, 6, True, 1.5):
        with pytest.raises(BadSetup, match="A refill is of 0 to 5 cards"):
            refill(view, cards)  # type: ignore[arg-type]
    for trials in (0, 1, "many"):
        with pytest.raises(BadSetup, match="number of trials"):
            payment(view, trials=trials)  # type: ignore[arg-type]
        with pytest.raises(BadSetup, match="number of trials"):
            finishers(view, trials=trials)  # type: ignore[arg-type]
    state, rng = Kobito(NAMES[:2], 1), Random(1)
    while not state.over:
        state.play(rng.choice(state.legal_moves()))
    for question in (refill, payment, finishers):
        with pytest.raises(BadSetup, match="over"):
            question(state.view(0))


def test_whoever_has_no_turn_before_mine_fills_nothing() -> None:
    state = game("5 9 9", "1 1 1 8 2", "3 3 3 3 3", "4 4 4 4 4", pots="2:3 9:12 9:12")
    found = finishers(state.view(2))
    assert found["g1"]["Ada (1)"] > 0
    assert found["g1"]["Grace (2)"] > 0
    played(state, "8 g2<", "end")
    found = finishers(state.view(2))
    assert found.exact
    assert found["g1"]["Ada (1)"] == 0
    assert found["g1"]["Grace (2)"] == found["g1"]["anyone"] > 0


def test_what_is_not_quite_exact_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unseen, "MOST_CASES", 2)
    notes = {view.unseen.thinned: refill(view).note for view in random_views(4, 1)}
    assert "Near exact" in notes[True]
    assert "Near exact" not in notes[False]

"""What a view imagines agrees with it, and on small decks every possible world comes up as often as it should.

The possible worlds are found by brute force, with nothing of the engine's counting. In `clash` every card is laid in every
place, both ways round. In the other games the cards are dealt in every order, the same moves are made, and an order is
kept if the seat sees the same at every point. Cards are told apart even when they are alike: an order counts once for
every choice of the very cards that a move can have taken out of a hand. So an unseen card is as likely to be in one
hidden place as in another, and how well somebody plays is no evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from math import comb, factorial, prod, sqrt
from random import Random
from typing import Any, ClassVar

import pytest

from rainbowkit import unseen
from rainbowkit.arrangements import HalfSeen
from rainbowkit.engine import State
from rainbowkit.errors import BadRecord
from rainbowkit.games import GAMES
from rainbowkit.games.clash import Clash, ClashView
from rainbowkit.games.kobito import Kobito
from rainbowkit.games.rainbonus import Rainbonus
from rainbowkit.games.tricks import Tricks, cards
from tests.engine.census import all_cards
from tests.engine.test_random_games import every_table

NAMES = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald"]


def play(state: State, moves: str) -> None:
    """Make these moves, with `,` between them, each of which must be legal."""
    for move in moves.split(", ") if moves else ():
        state.check(move)
        state.play(move)


# Agreement


@every_table
def test_samples_agree_with_their_view_and_can_be_played_to_the_end(game: str, players: int) -> None:
    rng = Random(f"{game} {players}")
    for seed in range(4):
        state = GAMES[game](NAMES[:players], seed, first=seed % players)
        deck = all_cards(state)
        while not state.over:
            state.play(rng.choice(state.legal_moves()))
            if rng.random() > 0.03:
                continue
            for seat in (*range(players), None):
                view = state.view(seat)
                sample = view.sample(rng)
                again = sample.view(seat).sample(rng)  # a sample of a sample
                other = rng.choice([*range(players), None])
                assert again.view(other).sample(rng).view(other) == again.view(other)
                for imagined in (sample, again):
                    assert imagined.view(seat) == view
                    assert all_cards(imagined) == deck
                finish(sample, rng)
                assert all_cards(sample) == deck
                assert state.view(seat) == view  # nothing that is imagined touches the game


def finish(state: State, rng: Random) -> None:
    for _ in range(20_000):
        if state.over:
            return
        state.play(rng.choice(state.legal_moves()))
    pytest.fail("the game does not end")


# Chi-square


def check_distribution(draw: Callable[[Random], Hashable], weights: Counter[Any], seed: int) -> None:
    """Draw about forty times as often as there are outcomes, and compare with the weights; rare outcomes count together.

    The bound is the value of chi-square with p = 0.001, by Wilson and Hilferty: of a thousand seeds a right sampler fails
    one, and the seed is fixed, so a test that has passed once will pass until the sampler changes.
    """
    rng = Random(seed)
    draws = min(max(40 * len(weights), 1000), 12_000)
    found = Counter(draw(rng) for _ in range(draws))
    assert not found.keys() - weights.keys(), "an impossible world was imagined"
    scale = draws / weights.total()
    rare = {outcome for outcome, weight in weights.items() if weight * scale < 5}
    bins = [(found[outcome], weights[outcome] * scale) for outcome in weights.keys() - rare]
    if rare:
        bins.append((sum(found[outcome] for outcome in rare), sum(weights[outcome] for outcome in rare) * scale))
    if k := len(bins) - 1:
        statistic = sum((number - expected) ** 2 / expected for number, expected in bins)
        assert statistic < k * (1 - 2 / (9 * k) + 3.0902 * sqrt(2 / (9 * k))) ** 3


def test_the_chi_square_test_tells_a_crooked_die() -> None:
    die = Counter(range(6))
    check_distribution(lambda rng: rng.randrange(6), die, 1)
    with pytest.raises(AssertionError):
        check_distribution(lambda rng: int(min(rng.random() * 6.5, 5)), die, 1)
    with pytest.raises(AssertionError, match="impossible"):
        check_distribution(lambda rng: rng.randrange(7), die, 1)
    loaded = Counter(a + b for a in range(6) for b in range(6))
    check_distribution(lambda rng: rng.randrange(6) + rng.randrange(6), loaded, 2)
    with pytest.raises(AssertionError):
        check_distribution(lambda rng: rng.randrange(11), loaded, 2)


# Every deal that looks the same to a seat


class SmallTricks(Tricks):
    deck: ClassVar = list("11111222233345")
    hand_sizes: ClassVar = {2: 2, 3: 3}


class SmallKobito(Kobito):
    deck_cards: ClassVar = ["5"] * 4 + ["6"] * 5 + ["7"] * 3 + ["K", "K", "X"]


class TwoKinds(Kobito):
    deck_cards: ClassVar = ["5"] * 14 + ["6"] * 6


class FewKinds(Kobito):
    deck_cards: ClassVar = ["5"] * 9 + ["6"] * 6


class AllDealt(Kobito):
    deck_cards: ClassVar = ["4"] * 6 + ["5"] * 7


class OneKobito(Kobito):
    deck_cards: ClassVar = ["4", "6"] * 5 + ["5", "7", "7", "8", "8", "8", "K"]


class SmallRainbonus(Rainbonus):
    base_deck: ClassVar = ["SUN", "SUN", "SUN", "R8", "R8", "R8", "R2", "R2", "G5", "G5", "G5", "B3"]


class ShortRainbonus(Rainbonus):
    base_deck: ClassVar = ["SUN"] + ["R8"] * 6 + ["R2"] * 4 + ["G5"]


class LongRainbonus(Rainbonus):
    base_deck: ClassVar = ["SUN"] + ["R8"] * 9 + ["R2"] * 5 + ["G5"]


def orders(pack: Sequence[str], sure: set[int], hands: Sequence[range]) -> Iterator[tuple[list[str], int]]:
    """Every order of these cards, and for how many it stands, with the cards at some places where they are.

    Alike cards are not told apart, and the cards at the places that make up a hand come in rising order only.
    """
    left = Counter(card for place, card in enumerate(pack) if place not in sure)
    hand_of = {place: hand for hand in hands for place in hand}

    def lay(laid: list[str], ways: int) -> Iterator[tuple[list[str], int]]:
        place = len(laid)
        if place == len(pack):
            yield laid, ways
        elif place in sure:
            yield from lay([*laid, pack[place]], ways)
        else:
            held = [laid[i] for i in hand_of.get(place, ()) if i < place]
            for card in sorted(+left):
                if not held or card >= held[-1]:
                    left[card] -= 1
                    yield from lay([*laid, card], ways * (len(held) + 1) // (held.count(card) + 1))
                    left[card] += 1

    return lay([], 1)


def sight(state: State, seat: int | None) -> tuple[Any, ...]:
    """What a seat sees of the table."""
    assert isinstance(state, Tricks | Kobito | Rainbonus)
    own = None if seat is None else state.hands[seat]
    if isinstance(state, Tricks):
        return (state.to_move, own, [len(cards(pack)) for pack in (*state.hands, *state.piles)], state.row)
    sizes = [len(pack) for pack in (*state.hands, state.deck, state.shuffles)]
    if isinstance(state, Kobito):
        return (state.to_move, own, sizes, state.golds, state.pots, state.studios, state.discard)
    return (state.to_move, own, sizes, state.pile, state.out, state.rainbows)


def choices(state: State, move: str, seat: int | None, known: list[Counter[str]]) -> int:
    """In how many ways can this move be made, with cards told apart that are alike?

    `known` are the cards that this seat knows to be in each hand. Of cards that are alike those go first.
    """
    if isinstance(state, Tricks):
        hand = cards(state.hands[state.seat])
        return prod(comb(hand.count(rank), move.count(rank)) for rank in "123456") if "+" not in move else 1
    assert isinstance(state, Kobito | Rainbonus)
    ways = 1
    for card in move.upper().replace("+", " ").split():
        if known[state.seat][card]:
            known[state.seat][card] -= 1
        elif card in state.hands[state.seat]:
            ways *= state.hands[state.seat].count(card)
    if isinstance(state, Kobito):
        known[state.seat]["K"] += " for " in move
    elif move == "pile":
        known[state.seat][state.pile[-1]] += 1
    elif move == "deck" and not state.deck and seat is not None and len(state.names) == 2:
        known[1 - seat] = Counter(state.hands[1 - seat])  # where else could they be?
    return ways


def world(state: State, seat: int | None) -> tuple[Any, ...]:
    """What is hidden from this seat: hands, and piles or decks."""
    if isinstance(state, Tricks):
        return tuple(map(cards, (*state.hands, *state.piles)))
    assert isinstance(state, Kobito | Rainbonus)
    hands = (tuple(sorted(hand)) for p, hand in enumerate(state.hands) if p != seat)
    gold = tuple(map(tuple, state.gold_deck)) if isinstance(state, Kobito) else ()
    return (*hands, tuple(state.deck), gold)


def worlds(state: State, seat: int | None) -> Counter[tuple[Any, ...]]:
    """Every world that looks the same to this seat as the game did all along, with its weight."""
    game = type(state)(state.names, shuffles=state.shuffles, **state.chosen_options())
    seen = [sight(game.copy(), seat)]
    for move in state.moves:
        game.play(move)
        seen.append(sight(game.copy(), seat))
    found: Counter[tuple[Any, ...]] = Counter()
    for shuffles in product(*(orders(pack, *dealt(state, seat, i)) for i, pack in enumerate(state.shuffles))):
        game = type(state)(state.names, shuffles=[order for order, _ in shuffles], **state.chosen_options())
        if ways := ways_to_see(game, state.moves, seen, seat):
            found[world(game, seat)] += ways * prod(number for _, number in shuffles)
    return found


def dealt(state: State, seat: int | None, number: int) -> tuple[set[int], list[range]]:
    """The places in a shuffle that this seat is sure of at once, or that no longer matter, and those of the hands."""
    n = len(state.names)
    start = 0
    sure: set[int] = set()
    if isinstance(state, Tricks):
        row, sizes = 4 if n == 2 else n, [state.hand_sizes[n]] * (2 if n == 2 else 1)
    elif isinstance(state, Kobito):
        row, sizes = 3 if number < 2 else 0, [5] if number == 1 else []
    else:
        assert isinstance(state, Rainbonus)
        start = state.round - 1
        if number < start:  # an earlier round
            return set(range(len(state.shuffles[number]))), []
        row, sizes = 0, [4] if number == start else []
        sure = {4 * n} if number == start else set()
    hands = [
        range(row + i + j * n * size, row + (j + 1) * n * size, n) for j, size in enumerate(sizes) for i in range(n)
    ]
    if hands and seat is not None:
        sure.update(hands[(seat - start) % n])
    return {*sure, *range(row)}, hands


def ways_to_see(game: State, moves: list[str], seen: list[tuple[Any, ...]], seat: int | None) -> int:
    """Make these moves, and say in how many ways that can be done; 0 if one is illegal or the seat sees another thing."""
    ways = int(sight(game, seat) == seen[0])
    known: list[Counter[str]] = [Counter() for _ in game.names]
    for move, expected in zip(moves, seen[1:], strict=True):
        if not ways or move not in game.legal_moves():
            return 0
        ways *= choices(game, move, seat, known)
        try:
            game.play(move)
        except BadRecord:  # other cards are to be shuffled
            return 0
        ways *= sight(game, seat) == expected
        if isinstance(game, Rainbonus) and game.phase == "build":
            known = [Counter() for _ in game.names]
    return ways


def check_worlds(state: State, seat: int | None) -> None:
    view = state.view(seat)
    check_distribution(lambda rng: world(view.sample(rng), seat), worlds(state, seat), len(state.moves))


# clash: every card in every place, both ways round


def layouts(places: Sequence[str], cards: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every way to lay these cards, of which each is written one way round, in these places."""
    if not places:
        yield ()
        return
    place, rest = places[0], places[1:]
    for card in +cards:
        left = cards - Counter([card])
        for laid in {card, card[::-1]}:
            if all(seen in ("?", face) for seen, face in zip(place, laid, strict=True)):
                yield from ((laid, *others) for others in layouts(rest, left))


def half_seen(deck: Sequence[str], blank: int, rng: Random) -> list[str]:
    """This deck laid out, all but so many places with one face or both seen."""
    places = [rng.choice([card, card[::-1]]) for card in rng.sample(deck, len(deck))]
    return ["??"] * blank + [rng.choice([place, place[0] + "?", "?" + place[1]]) for place in places[blank:]]


DECKS = [
    ["RG", "RG", "RB", "GB", "GW", "RC"],
    ["RO", "RO", "RY", "OY", "YG", "WC"],
    ["RO", "YG", "BP", "RG", "YP", "OB"],
    ["RG", "RG", "RG", "RG", "RB", "RB"],
]


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS, ids="-".join)
def test_layouts_of_half_seen_cards_are_counted_and_drawn_as_brute_force_has_it(deck: list[str]) -> None:
    rng = Random("".join(deck))
    for blank in (0, 0, 1, 2, 3):
        places = half_seen(deck, blank, rng)
        rng.shuffle(places)
        found = Counter(layouts(places, Counter(deck)))
        assert set(found.values()) == {1}
        seen = HalfSeen(places, deck)
        alike = prod(map(factorial, Counter(deck).values()))
        taken = Counter(min(place, place[::-1]) for place in places if "?" not in place)
        gone = prod(
            factorial(number) // factorial(number - taken[min(card, card[::-1])])
            for card, number in Counter(min(card, card[::-1]) for card in deck).items()
        )
        assert seen.count == len(found) * alike // gone
        check_distribution(lambda rng, seen=seen: tuple(seen.sample(rng)), found, blank)  # type: ignore[misc]


class SevenCards(Clash):
    deck: ClassVar = ["RO", "RY", "OY", "GW", "RG", "RO", "BC"]


class EightCards(Clash):
    deck: ClassVar = ["RO", "RY", "OY", "GB", "RG", "OG", "BC", "RW"]


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])  # a spectator has seen too little: there are too many layouts to list
@pytest.mark.parametrize(("kind", "moves"), [(SevenCards, 0), (SevenCards, 3), (EightCards, 0), (EightCards, 5)])
def test_clash_draws_every_layout_that_fits_what_the_seat_has_seen(kind: type[Clash], moves: int, seat: int) -> None:
    view = begun(kind, 2, moves).view(seat)
    assert isinstance(view, ClashView)
    found = Counter(layouts(view.faces, Counter(kind.deck)))
    check_distribution(lambda rng: tuple(view.sample(rng).cards), found, moves)


# The other games: every deal


def begun(kind: type[State], players: int, moves: int, wanted: Callable[[State], bool] = bool, **options: Any) -> State:
    """The first random game with these options that goes on after so many moves, and is as wanted."""
    for seed in range(1000):
        state, rng = kind(NAMES[:players], seed, **options), Random(seed)
        for _ in range(moves):
            if not state.over:
                state.play(rng.choice(state.legal_moves()))
        if not state.over and wanted(state):
            return state
    pytest.fail("there is no such game")


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seats"), [(2, (0, 1, None)), (3, (0, 2, None))])
@pytest.mark.parametrize("moves", [0, 3, 9])
def test_tricks_draws_every_deal_that_looks_the_same(players: int, seats: tuple[int | None, ...], moves: int) -> None:
    for seat in seats:
        check_worlds(begun(SmallTricks, players, moves), seat)


@pytest.mark.slow
def test_tricks_draws_every_deal_that_looks_the_same_once_a_pile_has_been_taken_up() -> None:
    state = begun(SmallTricks, 2, 9, lambda state: any(state.first_hands))  # type: ignore[attr-defined]
    for seat in (0, 1, None):
        check_worlds(state, seat)


@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 2, 6])
def test_kobito_draws_every_deal_that_looks_the_same(moves: int) -> None:
    state = begun(SmallKobito, 2, moves, lambda state: len(state.shuffles) == 2, gold=[[3, 1], [3, 2], [4, 3]])
    for seat in (0, 1, None):
        check_worlds(state, seat)


def split(seat: int | None) -> Callable[[State], bool]:
    """Cards that all had seen have joined the deck, and then one was shown that may or may not be one of them.

    Nobody has paid: brute force takes that to tell that they held nothing to play, which a view does not.
    """
    return lambda state: (
        len(state.view(seat).unseen.cases) > 1  # type: ignore[attr-defined]
        and not any(move.startswith("pay") for move in state.moves)
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "players", "seat", "moves"),
    [(FewKinds, 2, None, 6), *((TwoKinds, 3, seat, 9) for seat in (0, 1, 2, None)), (TwoKinds, 3, 2, 12)],
)
def test_kobito_draws_every_deal_that_looks_the_same_when_old_cards_and_new_ones_cannot_be_told_apart(
    kind: type[Kobito], players: int, seat: int | None, moves: int
) -> None:
    check_worlds(begun(kind, players, moves, split(seat), gold=[[2, 1]] * 12), seat)


def test_kobito_for_two_knows_the_other_hand_once_the_deck_is_empty() -> None:
    shuffles = [["2:1"] * 4, [*"455", *"4545454545"], ["5", "4"]]
    state = AllDealt(NAMES[:2], shuffles=shuffles, gold=[[2, 1]] * 4)
    for seat in (0, 1):
        assert state.view(seat).unseen.known[1 - seat] == Counter(state.hands[1 - seat])
    assert not any(state.view(None).unseen.known)
    held = Counter(state.hands[0])
    play(state, "4 g2<")  # completes the pot, whose two cards become the deck: one of them lies at the new pot
    assert state.view(1).unseen.known[0] == held - Counter(["4"])
    play(state, "end")  # and the other is drawn
    unseen = state.view(1).unseen
    assert (unseen.known[0], unseen.hidden) == (Counter(state.hands[0]), [0, 0])  # for where else could it be?


def test_kobito_remembers_a_card_that_was_turned_up_as_a_starting_card_and_went_back_into_the_deck() -> None:
    deck = [*"577", *"6464646464", *"K888"]
    shuffles = [["2:1"] * 4, deck, [*"88K8"]]
    state = OneKobito(NAMES[:2], shuffles=shuffles, gold=[[2, 1]] * 4)
    samples = [state.view(0).sample(Random(seed)) for seed in range(40)]
    assert {"K" in sample.hands[1] for sample in samples} == {True, False}  # type: ignore[attr-defined]
    play(state, "6 g1>")  # the next starting card is the K: back it goes, and an 8 comes up
    assert state.view(0).deck_size == 3  # type: ignore[attr-defined]
    for seat in (0, None):
        samples = [state.view(seat).sample(Random(seed)) for seed in range(40)]
        assert all("K" in sample.deck for sample in samples)  # type: ignore[attr-defined]


NO_SPECIALS = {"PRISM": 0, "X2": 0, "X3": 0}


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("moves", [0, 3, 9])
def test_rainbonus_draws_every_deal_that_looks_the_same(moves: int, seat: int | None) -> None:
    check_worlds(begun(SmallRainbonus, 2, moves, deck=NO_SPECIALS), seat)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "players", "seat", "moves"),
    [
        *((ShortRainbonus, 2, seat, moves) for seat in (0, 1, None) for moves in (10, 17)),
        *((LongRainbonus, 3, seat, moves) for seat in (0, 1, 2, None) for moves in (10, 13)),
    ],
)
def test_rainbonus_draws_every_deal_that_looks_the_same_after_the_deck_was_made_anew(
    kind: type[Rainbonus], players: int, seat: int | None, moves: int
) -> None:
    state = begun(kind, players, moves, lambda state: len(state.shuffles) > 1, deck=NO_SPECIALS)
    check_worlds(state, seat)


# More cases than are kept


@pytest.mark.parametrize("players", [4, 5])
def test_views_stay_right_when_cases_are_thinned_out_and_even_the_true_one_is_lost(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen, "MOST_CASES", 2)
    supposed: list[int] = []
    suppose = unseen.Unseen.suppose

    def spy(self: unseen.Unseen, cards: Counter[str], hidden: Any) -> None:
        supposed.append(cards.total())
        suppose(self, cards, hidden)

    monkeypatch.setattr(unseen.Unseen, "suppose", spy)
    rng, lost = Random(players), 0
    for seed in range(4):
        state = Kobito(NAMES[:players], seed)
        deck = all_cards(state)
        while not state.over:
            moves = state.legal_moves()
            state.play("end" if "end" in moves else rng.choice(moves))  # so cards are held for long
            if rng.random() < 0.1:
                for seat in (*range(players), None):
                    view = state.view(seat)
                    supposed.clear()
                    assert len(view.unseen.cases) <= 2
                    lost += any(supposed)
                    sample = view.sample(rng)
                    assert all_cards(sample) == deck
                    assert sample.view(seat) == view
    assert lost

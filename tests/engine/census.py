"""Where every card of a game lies, counted from a State's own attributes and nothing else of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rainbowkit.engine import State
from rainbowkit.games.clash import Clash
from rainbowkit.games.kobito import Arc, Kobito
from rainbowkit.games.rainbonus import Rainbonus
from rainbowkit.games.tricks import Tricks


def all_cards(state: State) -> Counter[str]:
    """Every card of the game, gold cards too, as often as it lies somewhere."""
    if isinstance(state, Tricks):
        return Counter(tricks_cards(state))
    if isinstance(state, Clash):
        return Counter("".join(sorted(state.cards[place])) for place in clash_places(state))
    if isinstance(state, Kobito):
        return Counter(kobito_cards(state))
    assert isinstance(state, Rainbonus)
    return Counter(rainbonus_cards(state))


def tricks_cards(state: Tricks) -> Iterator[str]:
    """The first row, hands, piles and all that was played from them, and with three players what stays out."""
    n = len(state.names)
    row = 4 if n == 2 else n
    dealt = state.hand_sizes[n] * (4 if n == 2 else n)
    yield from state.shuffles[0][:row] + state.shuffles[0][row + dealt :]
    for pack in (*state.hands, *state.piles, *state.spent):
        for rank in range(6):
            yield from str(rank + 1) * (pack >> 4 * rank & 15)


def clash_places(state: Clash) -> list[int]:
    """All cards, by their place in the shuffled deck, wherever they lie now."""
    packs = (range(state.front, state.back), *state.hands, state.line, *state.captured)
    return sorted(place for pack in packs for place in pack)


def kobito_cards(state: Kobito) -> Iterator[str]:
    for pack in (state.deck, *state.hands, state.discard, *state.paid):
        yield from pack
    for arcs in (state.golds, *state.studios):
        for arc in arcs:
            yield from arc_cards(arc)
    # At the end there is no card to fill the last pot's spot with: its length is 0.
    for golds in (state.gold_deck, state.pots, *state.won):
        yield from (f"{length}:{points}" for length, points in golds if length)


def arc_cards(arc: Arc) -> Iterator[str]:
    """A place is 13 for a Kobito, or a number with 16 more for each Replacement, and the same number again, on it."""
    for place in arc.places:
        if place == 13:
            yield "K"
        else:
            yield from [str(place % 16)] * (1 + place // 16) + ["X"] * (place // 16)


def rainbonus_cards(state: Rainbonus) -> Iterator[str]:
    for pack in (state.deck, *state.hands, state.pile, *state.out, state.gone):
        yield from pack
    for rainbow, prisms in zip(state.rainbows, state.prisms, strict=True):
        yield from ["PRISM"] * prisms
        for colour, (value, bonus) in rainbow.items():
            yield from [f"{colour}{value}", bonus] if bonus else [f"{colour}{value}"]

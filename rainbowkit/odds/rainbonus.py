"""Odds for `rainbonus`: what a draw is worth, when the weather breaks, what a rainbow can still reach.

Every unseen card is taken to be as likely in one hidden place as in another: how somebody plays is taken to tell nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from math import comb
from typing import cast

from rainbowkit.engine import View, is_whole
from rainbowkit.errors import BadSetup, shorten
from rainbowkit.games.rainbonus import (
    ADDS,
    BONUSES,
    BUILD,
    COLOUR_CARDS,
    COLOURS,
    DRAW,
    DROP,
    FACTORS,
    HIGHEST,
    MOST_BUILT,
    MOVES,
    PRISM,
    RAIN,
    ROUNDS,
    SUN,
    Rainbonus,
    RainbonusView,
    score,
)
from rainbowkit.odds import Odds, Tally, check_trials, generator, view_of, why_none
from rainbowkit.unseen import MOST_CASES

GAME = "rainbonus"
Rainbow = dict[str, tuple[int, str]]
Worth = Callable[[Rainbow, int], float]
POINTS = "points"
NOTE = "Every unseen card is as likely in one hidden place as in another."


def ways_to_build(rainbow: Rainbow, prisms: int, card: str) -> Iterator[tuple[str, Rainbow, int]]:
    """Every way to build with this card: the move, and the rainbow and the number of its Prisms after it.

    >>> list(ways_to_build({"R": (8, ""), "O": (3, "")}, 0, "X3"))
    [('x3 O', {'R': (8, ''), 'O': (3, 'X3')}, 0)]
    """
    if card in FACTORS:
        for colour, (value, _) in rainbow.items():
            if value <= HIGHEST[card]:
                yield BONUSES[card][colour], {**rainbow, colour: (value, card)}, prisms
    elif card in ADDS:
        room = len(rainbow) + prisms < len(COLOURS)
        if card == PRISM:
            if room:
                yield ADDS[card], rainbow, prisms + 1
        elif room or card[0] in rainbow:
            yield ADDS[card], {**rainbow, card[0]: (COLOUR_CARDS[card][1], "")}, prisms


class Buildings(dict[tuple[str, str], float]):
    """By how much one card (with `""` beside it) or two can raise the worth of a rainbow, at best; counted when asked for.

    >>> from rainbowkit.games.rainbonus import score
    >>> buildings = Buildings({"R": (6, "")}, 0)
    >>> buildings["X2", ""], buildings["O5", "X2"], buildings.best(["R2", "X3", "O5", "X2"])
    (6, 11, 11)
    """

    def __init__(self, rainbow: Rainbow, prisms: int, worth: Worth = score) -> None:
        super().__init__()
        self.rainbow, self.prisms, self.worth = rainbow, prisms, worth
        self.now = worth(rainbow, prisms)

    def __missing__(self, cards: tuple[str, str]) -> float:
        a, b = cards
        found = self.now
        for first, second in ((a, b), (b, a)):
            for _, rainbow, prisms in ways_to_build(self.rainbow, self.prisms, first):
                found = max(found, self.worth(rainbow, prisms))
                for _, after, more in ways_to_build(rainbow, prisms, second):
                    found = max(found, self.worth(after, more))
        self[a, b] = self[b, a] = gain = found - self.now
        return gain

    def best(self, hand: Sequence[str], cards: int = MOST_BUILT) -> float:
        """The most that so many cards of this hand can add."""
        if cards < MOST_BUILT or len(hand) < MOST_BUILT:
            return max((self[card, ""] for card in hand), default=0) if cards else 0
        return max([self[a, b] for i, a in enumerate(hand) for b in hand[:i]])


# The next card


def deck_card(view: RainbonusView) -> dict[str, float]:
    """What a draw from the deck brings, and how likely; nothing if nothing can be drawn from it."""
    if not view.deck_size:
        pile = Counter(view.pile[:-1])  # which is what an empty deck is made of
        return {card: number / pile.total() for card, number in pile.items()}
    found: dict[str, float] = defaultdict(float)
    for (layers, hands), chance in view.unseen.chances().items():
        left = [0.0] * len(view.unseen.kinds)
        for age, layer in enumerate(layers):
            left = [old + new for old, new in zip(left, layer, strict=True)]
            size, taken = sum(left), sum(ages[age] for ages in hands)
            left = [number * (1 - taken / size) if size else 0.0 for number in left]
        for kind, number in zip(view.unseen.kinds, left, strict=True):
            if number:
                found[kind] += chance * number / view.deck_size
    return dict(found)


def outlook(view: View) -> Odds:
    """For every legal move what happens at once: the card that a draw brings, whether a discard ends the turns, what building gives."""
    seat, view = _own(view)
    if view.phase == DRAW:
        rows = {move: _drawn(view, move) for move in view.legal}
        kinds = [kind for kind in KINDS if any(kind in row for row in rows.values())]
        rows = {move: {kind: row.get(kind, 0.0) for kind in kinds} for move, row in rows.items()}
        return Odds("Which card a draw brings", rows, note=_note(view))
    if view.phase == DROP:
        last = view.turns + 1 == view.turn_limit * len(view.names)
        laid = {card for cards in view.out for card in cards}
        rows = {}
        for move in view.legal:
            breaks = {SUN, RAIN} <= laid | {MOVES[move][1]}
            happens = "weather breaks" if breaks else "turns are over" if last else "play goes on"
            rows[move] = {what: float(what == happens) for what in ("weather breaks", "turns are over", "play goes on")}
        return Odds("What a discard leads to", rows, note="This is certain.")
    rainbow, prisms = view.rainbows[seat], view.prisms[seat]
    now = score(rainbow, prisms)
    after = dict.fromkeys(view.legal, now)
    for card in set(view.hand or ()):
        after |= {move: score(built, number) for move, built, number in ways_to_build(rainbow, prisms, card)}
    rows = {move: {"more": after[move] - now, "score": after[move]} for move in view.legal}
    return Odds(
        "What your rainbow is worth after building",
        rows,
        units={"more": POINTS, "score": POINTS},
        note="This is certain.",
    )


KINDS = (*COLOURS.values(), PRISM, *FACTORS, SUN, RAIN)


def kind_of(card: str) -> str:
    """The name of its colour, or what it is.

    >>> kind_of("R8"), kind_of("X2")
    ('red', 'X2')
    """
    return COLOURS[card[0]] if card in COLOUR_CARDS else card


def _drawn(view: RainbonusView, move: str) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for card, chance in (deck_card(view) if move == "deck" else {view.pile[-1]: 1.0}).items():
        found[kind_of(card)] += chance
    return found


def draws(view: View, worth: Worth = score) -> Odds:
    """By how much one draw raises what the two best cards of the hand can build, from the deck and from the pile.

    `worth` says what a rainbow is worth: its score now, unless you give another function.
    """
    seat, view = _own(view, to_move=False)
    _turns(view)
    found = draw_gains(view, Buildings(view.rainbows[seat], view.prisms[seat], worth))
    if not found:
        raise BadSetup("There is nothing to draw, so there is nothing to work out.")
    units = {"gain": POINTS, "most": POINTS}
    return Odds("By how much a draw raises what you can build", found, units=units, note=_note(view))


def draw_gains(view: RainbonusView, buildings: Buildings) -> dict[str, dict[str, float]]:
    """For each way to draw: the mean rise, the chance that there is one, and the greatest rise."""
    hand = view.hand or ()
    now = buildings.best(hand)
    rows = {}
    for move, chances in (("deck", deck_card(view)), ("pile", dict.fromkeys(view.pile[-1:], 1.0))):
        gains = [
            (chance, max([buildings[card, other] for other in hand], default=buildings[card, ""]) - now)
            for card, chance in chances.items()
        ]
        if gains:
            rows[move] = {
                "gain": sum(chance * max(0.0, gain) for chance, gain in gains),
                "better": min(1.0, sum(chance for chance, gain in gains if gain > 0)),
                "most": max(0.0, *(gain for _, gain in gains)),
            }
    return rows


# Several cards


def coming(view: RainbonusView, cards: Collection[str]) -> list[float]:
    """How likely the deck is to hold 0, 1, 2, ... of these cards."""
    kinds = view.unseen.kinds
    wanted = [kinds.index(card) for card in cards if card in kinds]
    found: dict[int, float] = defaultdict(float)
    for (layers, hands), chance in view.unseen.chances().items():
        states, size = {0: chance}, 0
        for age, layer in enumerate(layers):
            new, taken = sum(layer[kind] for kind in wanted), sum(ages[age] for ages in hands)
            size += sum(layer)
            later: dict[int, float] = defaultdict(float)
            for old, share in states.items():
                number = old + new
                for gone in range(max(0, taken - size + number), min(number, taken) + 1):
                    later[number - gone] += (
                        share * comb(number, gone) * comb(size - number, taken - gone) / comb(size, taken)
                    )
            states, size = later, size - taken
        for number, share in states.items():
            found[number] += share
    return [found[number] for number in range(max(found) + 1)]


def completion(view: View, most: int = 6) -> Odds:
    """The chance to get each missing colour with so many draws from the deck, or any colour that is missing.

    A colour whose card is in hand is certain. A Prism is no colour.
    """
    seat, view = _own(view, to_move=False)
    _turns(view)
    if not is_whole(most) or most < 1:
        raise BadSetup(f"The most draws to look ahead must be a whole number from 1, not {shorten(most)}.")
    missing = [colour for colour in COLOURS if colour not in view.rainbows[seat]]
    if not missing:
        raise BadSetup("No colour is missing in this rainbow.")
    most = min(most, view.deck_size)
    if not most:
        raise BadSetup("The deck is empty, so no draw can be looked ahead.")
    rows = {COLOURS[colour]: _chances(view, {colour}, most) for colour in missing}
    rows["any of them"] = _chances(view, set(missing), most)
    return Odds("How likely a missing colour comes within so many draws from the deck", rows, note=_note(view))


def _chances(view: RainbonusView, colours: set[str], most: int) -> dict[str, float]:
    held = any(card in COLOUR_CARDS and card[0] in colours for card in view.hand or ())
    numbers = coming(view, [card for card, (colour, _) in COLOUR_CARDS.items() if colour in colours])
    size = view.deck_size
    row = {}
    for cards in range(1, most + 1):
        none = sum(chance * comb(size - number, cards) / comb(size, cards) for number, chance in enumerate(numbers))
        row[f"{cards} card{'s' * (cards > 1)}"] = 1.0 if held else 1 - none
    return row


# The weather

BREAKS, HOLDS = "breaks", "holds"


def weather(view: View, *, trials: int = 2000, seed: int | str = 0) -> Odds:
    """The chance that the weather breaks before this seat's next turn, by how many of the others have had theirs.

    It takes each of them to draw from the deck, as long as it lasts, and to lay out a Sun or a Rain as soon as the weather
    needs it: of a first pair the Sun. That is counted; after a refill it is simulated.
    """
    seat, view = _own(view, to_move=False)
    _turns(view)
    check_trials(trials)
    question = (
        "Whether the weather breaks before your next turn, if everyone draws from the deck and holds nothing back"
    )
    turns = _turns_ahead(view, seat)
    if len(next(iter(view.unseen.cases))[0]) == 1:
        broken = _counted(view, turns)
        rows = {_label(i, "turn"): {BREAKS: chance, HOLDS: 1 - chance} for i, chance in enumerate(broken, 1)}
        return Odds(question, rows, note=NOTE)
    tally, rng = Tally(), generator(seed)
    for _ in range(trials):
        world = view.sample(rng)
        deck, laid, broken_yet = world.deck[::-1], _laid(view), False
        for i, (player, draw) in enumerate(turns, 1):
            hand = {*world.hands[player], *(deck[:1] if draw else ())}
            deck = deck[1:] if draw else deck
            laid |= next(({card} for card in (SUN, RAIN) if card in hand and card not in laid), set())
            broken_yet = broken_yet or laid == {SUN, RAIN}
            tally.add(_label(i, "turn"), {BREAKS: float(broken_yet), HOLDS: float(not broken_yet)})
    return tally.odds(question, note=_note(view))


def _laid(view: RainbonusView) -> set[str]:
    return {card for cards in view.out for card in cards}


def _label(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number > 1)}"


def _turns_ahead(view: RainbonusView, seat: int) -> list[tuple[int, bool]]:
    """Whose turns come before this seat's next one, and whether they have a card of the deck to draw."""
    assert view.to_move is not None
    players = len(view.names)
    start, drawn = view.to_move, view.phase == DROP
    left = view.turn_limit * players - view.turns
    if start == seat:
        start, drawn, left = (start + 1) % players, False, left - 1
    turns = []
    deck = view.deck_size - (view.to_move == seat and view.phase == DRAW)
    while start != seat and left:
        turns.append((start, not drawn and deck > 0))
        deck -= not drawn
        start, drawn, left = (start + 1) % players, False, left - 1
    if not turns:
        raise BadSetup("Nobody else has a turn before yours, so there is nothing to work out.")
    return turns


def _counted(view: RainbonusView, turns: list[tuple[int, bool]]) -> list[float]:
    """How likely the weather has broken after each of these turns, when any unseen card may lie anywhere."""
    cards, hidden, known = view.unseen.cards, view.unseen.hidden, view.unseen.known
    size = cards.total()
    states = {(cards[SUN], cards[RAIN], frozenset(_laid(view))): 1.0}
    broken, chances = 0.0, []
    for player, draw in turns:
        number = min(size, hidden[player] + draw)
        later: dict[tuple[int, int, frozenset[str]], float] = defaultdict(float)
        for (suns, rains, laid), chance in states.items():
            for sun in range(min(suns, number) + 1):
                for rain in range(min(rains, number - sun) + 1):
                    ways = comb(suns, sun) * comb(rains, rain) * comb(size - suns - rains, number - sun - rain)
                    share = chance * ways / comb(size, number)
                    if not share:
                        continue
                    holds = {SUN: sun + known[player][SUN], RAIN: rain + known[player][RAIN]}
                    new = next((card for card in (SUN, RAIN) if holds[card] and card not in laid), None)
                    after = laid | {new} if new else laid
                    if len(after) == 2:
                        broken += share
                    else:
                        later[suns - sun, rains - rain, after] += share
        states, size = later, size - number
        chances.append(min(1.0, broken))
    return chances


# What is still possible


def reach(view: View) -> Odds:
    """What this seat's rainbow is worth now, with the hand built, with one draw more, and at the very most.

    The most takes every card that no other rainbow holds to be still within reach, and all rounds to come to be built in full.
    """
    seat, view = _own(view, to_move=False)
    if view.over:
        raise BadSetup("The game is over, so there is nothing to work out.")
    rainbow, prisms = view.rainbows[seat], view.prisms[seat]
    buildings = Buildings(rainbow, prisms)
    hand = view.hand or ()
    left = builds_left(view, seat)
    rows: dict[str, dict[str, float]] = {"now": {"score": score(rainbow, prisms)}}
    built = rows["now"]["score"] + buildings.best(hand, left)
    rows["with the hand"] = {"score": built}
    if view.phase != BUILD and "deck" in (gains := draw_gains(view, buildings)):
        rows["with a draw from the deck"] = {"score": built + gains["deck"]["gain"]}
    rows["at most"] = {"score": _most(view, seat, left)}
    note = f"{_note(view)} At most: with any cards that lie in no other rainbow."
    return Odds("What your rainbow can be worth", rows, units={"score": POINTS}, note=note)


def builds_left(view: Rainbonus | RainbonusView, seat: int) -> int:
    """How many cards this seat may still build with in this round."""
    if view.phase != BUILD or view.to_move is None:
        return MOST_BUILT
    if seat == view.to_move:
        return MOST_BUILT - view.built
    players = len(view.names)
    begins = (view.first + view.round - 1) % players
    return MOST_BUILT if (seat - begins) % players > (view.to_move - begins) % players else 0


def _most(view: RainbonusView, seat: int, left: int) -> int:
    """The highest score that cards within reach can still give."""
    cards = Counter([*cast("type[Rainbonus]", view.kind).base_deck, *Counter(view.specials).elements()])
    for player, (rainbow, prisms) in enumerate(zip(view.rainbows, view.prisms, strict=True)):
        if player != seat:
            cards.subtract(f"{colour}{value}" for colour, (value, _) in rainbow.items())
            cards -= _spent(rainbow, prisms)
    later = MOST_BUILT * (ROUNDS - view.round)
    starts = [(view.rainbows[seat], view.prisms[seat])]
    if view.phase == BUILD:
        starts = list(_built(starts[0], view.hand or (), left))
    else:
        later += left
    return max(highest(rainbow, prisms, later, cards - _spent(rainbow, prisms)) for rainbow, prisms in starts)


def _spent(rainbow: Rainbow, prisms: int) -> Counter[str]:
    """The Prisms and Rainbonuses of a rainbow."""
    return Counter({PRISM: prisms}) + Counter(bonus for _, bonus in rainbow.values() if bonus)


def _built(start: tuple[Rainbow, int], hand: Sequence[str], cards: int) -> Iterator[tuple[Rainbow, int]]:
    """All rainbows that so many cards of this hand can make of it."""
    yield start
    for i, card in enumerate(hand if cards else ()):
        for _, rainbow, prisms in ways_to_build(*start, card):
            yield from _built((rainbow, prisms), [*hand[:i], *hand[i + 1 :]], cards - 1)


def highest(rainbow: Rainbow, prisms: int, cards: int, free: Counter[str]) -> int:
    """The highest score that so many of these cards can make of a rainbow.

    >>> deck = Counter([*COLOUR_CARDS, *["PRISM", "X2", "X3"] * 4])
    >>> highest({}, 0, 8, deck)
    62
    """
    # Colour by colour: how many cards, X2, X3 and Prisms have been spent, and how many places are filled.
    found = {(0, 0, 0, 0, prisms): 7 * prisms}
    for colour in COLOURS:
        old = rainbow.get(colour)
        later: dict[tuple[int, int, int, int, int], int] = {}
        ways = list(_levels(colour, old, free))
        for (spent, doubles, triples, new, filled), points in found.items():
            for cost, value, bonus, prism in ways:
                after = (
                    spent + cost,
                    doubles + (bonus == "X2"),
                    triples + (bonus == "X3"),
                    new + prism,
                    filled + (value > 0 and not prism) + prism,
                )
                if after[0] <= cards and after[1] <= free["X2"] and after[2] <= free["X3"] and after[3] <= free[PRISM]:
                    later[after] = max(later.get(after, 0), points + value)
        found = {state: points for state, points in later.items() if state[4] <= len(COLOURS)}
    return max(
        points + (0 if filled < len(COLOURS) else 3 if prisms + new else 6)
        for (_, _, _, new, filled), points in found.items()
    )


def _levels(colour: str, old: tuple[int, str] | None, free: Counter[str]) -> Iterator[tuple[int, int, str, int]]:
    """What can become of one colour: how many cards it takes, what it is worth, and the Rainbonus and Prism it takes."""
    values = {value for card, (c, value) in COLOUR_CARDS.items() if c == colour and free[card] > 0}
    if old:
        value, bonus = old
        yield 0, value * FACTORS.get(bonus, 1), "", 0
        yield from ((1, value * factor, card, 0) for card, factor in FACTORS.items() if value <= HIGHEST[card])
        values.discard(value)
    else:
        yield 0, 0, "", 0
        yield 1, 7, "", 1
    for value in values:
        yield 1, value, "", 0
        yield from ((2, value * factor, card, 0) for card, factor in FACTORS.items() if value <= HIGHEST[card])


# Whose view it is


def _own(view: View, to_move: bool = True) -> tuple[int, RainbonusView]:
    """The seat of this view, which must be a player's, and if need be the one to move."""
    view = view_of(view, RainbonusView, GAME)
    if view.seat is None:
        raise BadSetup("There is nothing to work out for a spectator, who has no hand.")
    if to_move and view.seat != view.to_move:
        raise BadSetup(f"There is nothing to work out: {why_none(view)}.")
    return view.seat, view


def _turns(view: RainbonusView) -> None:
    if view.over or view.phase == BUILD:
        raise BadSetup("The turns of this round are over, so there is no draw to come.")


def _note(view: RainbonusView) -> str:
    if view.unseen.thinned:
        return f"{NOTE} Near exact: of very many ways that cards may have come about, {MOST_CASES} stand for all."
    return NOTE

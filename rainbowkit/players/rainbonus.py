"""Players for `rainbonus`: from rules of thumb to a search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random

from rainbowkit.engine import View
from rainbowkit.games.rainbonus import (
    BUILD,
    DONE,
    DRAW,
    DROP,
    DROPS,
    FACTORS,
    HIGHEST,
    MOST_BUILT,
    RAIN,
    ROUNDS,
    SUN,
    VALUES,
    Rainbonus,
    RainbonusView,
    score,
)
from rainbowkit.odds.rainbonus import Buildings, Rainbow, Worth, builds_left, draw_gains, ways_to_build
from rainbowkit.players import Choice
from rainbowkit.search import Search

Game = Rainbonus | RainbonusView

# What a rainbow promises for the end of the game when this round's building is over: so much for each card, by its value,
# and for each Prism, and so much by how many of the six places are filled. Fitted to 9,000 games of a policy like the one
# below with itself.
PROMISES = {
    1: ((7.6, 6.9, 5.5, 5.0, 5.2, 3.1), 6.4, (39.0, 37.7, 36.4, 38.2, 35.2, 32.2, 29.2)),
    2: ((7.4, 6.6, 5.3, 4.2, 4.6, 2.9), 5.9, (25.2, 24.0, 26.8, 26.0, 24.5, 24.2, 21.2)),
    3: ((7.3, 6.2, 5.1, 4.0, 4.2, 2.6), 5.4, (14.0, 13.0, 13.5, 13.5, 16.3, 15.4, 13.2)),
}
DOUBTS = {1: 5.0, 2: 4.5, 3: 3.7, 4: 0.01}
"""How many points ahead in promise make a win about 73 % likely."""
BONUS_PROMISE = 0.95
"""A doubled or tripled card promises a little less than its points, as it may be replaced."""


def promise(number: int) -> Worth:
    """What a rainbow should be worth in the end if it is like this after the building of this round.

    >>> promise(4)({"R": (8, ""), "O": (6, "X2")}, 0) > promise(4)({"R": (8, ""), "O": (5, "X2")}, 0)
    True
    """
    if number == ROUNDS:
        return _final
    values, prism, places = PROMISES[number]
    levels = {(value, ""): points for value, points in zip(VALUES, values, strict=True)}
    for bonus, factor in FACTORS.items():
        levels |= {(value, bonus): BONUS_PROMISE * value * factor for value in VALUES if value <= HIGHEST[bonus]}

    def promised(rainbow: Rainbow, prisms: int) -> float:
        return places[len(rainbow) + prisms] + prism * prisms + sum([levels[level] for level in rainbow.values()])

    return promised


def _final(rainbow: Rainbow, prisms: int) -> float:
    """The score, with a trifle for what breaks a tie."""
    high = [value for value, _ in rainbow.values()]
    return score(rainbow, prisms) - 0.1 * prisms + 0.01 * high.count(8) + 0.001 * high.count(6)


WORTHS = {number: promise(number) for number in range(1, ROUNDS + 1)}


@lru_cache(maxsize=4096)
def _buildings(number: int, prisms: int, rainbow: tuple[tuple[str, tuple[int, str]], ...]) -> Buildings:
    return Buildings(dict(rainbow), prisms, WORTHS[number])


def buildings(game: Game, seat: int) -> Buildings:
    """By how much cards raise what this seat's rainbow promises."""
    return _buildings(game.round, game.prisms[seat], tuple(game.rainbows[seat].items()))


def best_build(
    hand: Sequence[str], rainbow: Rainbow, prisms: int, cards: int, worth: Worth = score
) -> tuple[str, float]:
    """The first move of the best way to build with so many cards, and by how much that raises the worth.

    >>> best_build(["R5", "X2", "B2"], {}, 0, 2)
    ('add R5', 10)
    """
    now = best = worth(rainbow, prisms)
    found = DONE
    for i, card in enumerate(hand):
        for move, after, number in ways_to_build(rainbow, prisms, card):
            if (value := worth(after, number)) > best:
                best, found = value, move
            for second in (*hand[:i], *hand[i + 1 :]) if cards > 1 else ():
                for _, last, most in ways_to_build(after, number, second):
                    if (value := worth(last, most)) > best:
                        best, found = value, move
    return found, best - now


# Rules of thumb

GOOD = 6
"""A card on the pile that gives so many points is worth taking."""


def beginner(view: View, rng: Random) -> Choice:
    """Takes high cards from the pile, lays out Sun and Rain at once, and builds what gives the most points now."""
    seat, view, hand = _own(view)
    rainbow, prisms = view.rainbows[seat], view.prisms[seat]
    gains = Buildings(rainbow, prisms)
    if view.phase == BUILD:
        move, gain = best_build(hand, rainbow, prisms, MOST_BUILT - view.built)
        return Choice(move, f"The best that I can build gives me {gain:.0f} more points now.")
    if view.phase == DRAW:
        card = view.pile[-1]
        if gains[card, ""] >= GOOD:
            return Choice("pile", f"I take {card}: it gives me {gains[card, '']:.0f} points.")
        return Choice("deck", f"I try the deck, as {card} would give me only {gains[card, '']:.0f} points.")
    for card in (SUN, RAIN):
        if card in hand:
            return Choice(DROPS[card], f"I lay out the {card.capitalize()}, for it gives me 0 points.")
    card = min(hand, key=lambda card: gains[card, ""])
    return Choice(DROPS[card], f"I can do without {card}: it gives me no more than {gains[card, '']:.0f} points.")


def _own(view: View) -> tuple[int, RainbonusView, tuple[str, ...]]:
    assert isinstance(view, RainbonusView)
    assert view.seat is not None
    return view.seat, view, view.hand or ()


# Good rules

ENOUGH = 10.0
"""Who can build for so much promise ends the round."""
EDGE = 0.3
"""So much more than the deck must the pile promise, for all can see what is taken."""
KEY = 3.0
"""What it is worth to hold the card that ends the round."""
WEATHER = 0.2
"""What another Sun or Rain is worth in hand: less than nearly any other card."""
SPARE = 0.05
"""Which part of its own promise a card is worth that is not among the two best."""
WANTED = 8.0
"""A card that promises the next player more than this had better not go on the pile."""


def skilled(view: View, rng: Random) -> Choice:
    """Compares draws by exact odds, keeps what promises most for the end of the game, and ends a round when its hand is good."""
    seat, view, hand = _own(view)
    mine = buildings(view, seat)
    if view.phase == BUILD:
        move, gain = best_build(hand, mine.rainbow, mine.prisms, MOST_BUILT - view.built, mine.worth)
        return Choice(move, f"My best building raises what my rainbow promises for the end by {gain:.1f} points.")
    if view.phase == DRAW:
        gains = draw_gains(view, mine)
        deck, pile = gains["deck"]["gain"], gains["pile"]["gain"]
        odds = f"a card of the deck helps me with a chance of {100 * gains['deck']['better']:.0f} %"
        if view.pile[-1] not in (SUN, RAIN) and pile >= deck + EDGE:
            return Choice(
                "pile", f"{view.pile[-1]} promises me {pile:.1f} points more, and {odds}, by {deck:.1f} on average."
            )
        return Choice("deck", f"I draw unseen: {odds}, by {deck:.1f} points on average, and the pile by {pile:.1f}.")
    move, best = _drop(view, seat, list(hand), mine)
    key = _key(view)
    if key and move == DROPS[key] and best >= ENOUGH:
        return Choice(move, f"I end the round, because building with my two best cards promises {best:.1f} points.")
    return Choice(
        move, f"I keep the two cards that promise the most together, {best:.1f} points, and need this one least."
    )


def _drop(game: Game, seat: int, hand: list[str], mine: Buildings) -> tuple[str, float]:
    """What to discard, and what the two best cards promise."""
    best, i, j = _best_pair(hand, mine)
    key = _key(game)
    if best >= ENOUGH and key in hand:
        return DROPS[key], best
    theirs = buildings(game, (seat + 1) % len(game.names))
    least, found = 99.0, ""
    for x, card in enumerate(hand):
        if x in (i, j):
            continue
        if card == key:
            cost = KEY
        elif card in (SUN, RAIN):
            cost = WEATHER
        else:
            cost = SPARE * mine[card, ""] + max(0.0, theirs[card, ""] - WANTED)
        if cost < least:
            least, found = cost, card
    return DROPS[found], best


def _best_pair(hand: list[str], mine: Buildings) -> tuple[float, int, int]:
    """What the two best cards promise, and where they are."""
    best, first, second = -1.0, 0, 1
    for i, a in enumerate(hand):
        for j in range(i):
            if (gain := mine[a, hand[j]]) > best:
                best, first, second = gain, i, j
    return best, first, second


def _key(game: Game) -> str:
    """The card that would break the weather now, if there is one."""
    laid = {card for cards in game.out for card in cards}
    return RAIN if laid == {SUN} else SUN if laid == {RAIN} else ""


# Search

TAKE = 0.7
"""How much the pile must promise to be drawn from in a playout, where nobody counts the deck."""
SHARPENED = 6
"""So many turns of the others at most are made up for."""


def policy(state: Rainbonus, rng: Random) -> str:
    """A plausible move from what the seat to move knows: its hand and what lies on the table."""
    seat = state.seat
    hand, mine = state.hands[seat], buildings(state, seat)
    if state.phase == DROP:
        return _drop(state, seat, hand, mine)[0]
    if state.phase == BUILD:
        return best_build(hand, mine.rainbow, mine.prisms, MOST_BUILT - state.built, mine.worth)[0]
    if not state.pile:
        return "deck"
    if not state.deck and len(state.pile) == 1:
        return "pile"
    top = state.pile[-1]
    gain = max([mine[top, card] for card in hand]) - _best_pair(hand, mine)[0]
    return "pile" if gain >= TAKE else "deck"


def candidates(state: Rainbonus) -> list[str]:
    """The moves worth a look: a card on the pile that helps, the card that can best be spared, Sun and Rain."""
    moves = state.legal_moves()
    if len(moves) == 1:
        return moves
    seat = state.seat
    hand, mine = state.hands[seat], buildings(state, seat)
    if state.phase == BUILD:
        return [best_build(hand, mine.rainbow, mine.prisms, MOST_BUILT - state.built, mine.worth)[0]]
    if state.phase == DROP:
        weather = [DROPS[card] for card in (SUN, RAIN) if card in hand]
        rest = [card for card in hand if card not in (SUN, RAIN)]
        return [_drop(state, seat, rest, mine)[0], *weather] if len(rest) > MOST_BUILT else weather
    top = state.pile[-1]
    helps = top in (SUN, RAIN) or mine.best([*hand, top]) > mine.best(hand)
    return moves if helps else ["deck"]


def settled(state: Rainbonus) -> bool:
    """Is the round played, so that only building is left?"""
    return state.phase == BUILD


def value(state: Rainbonus) -> list[float]:
    """What each seat may hope for, by how the promise of its rainbow and its hand compares with the others'."""
    doubt = DOUBTS[state.round]
    hopes = []
    for seat in range(len(state.names)):
        mine = buildings(state, seat)
        hopes.append((mine.now + mine.best(state.hands[seat], 0 if state.over else builds_left(state, seat))) / doubt)
    most = max(hopes)
    shares = [exp(hope - most) for hope in hopes]
    total = sum(shares)
    return [share / total for share in shares]


def imagine(view: RainbonusView, rng: Random) -> Rainbonus:
    """A world in which the others have made something of the turns they had, instead of holding any cards.

    For each turn they take a hidden card of the deck, and put back what they would have discarded.
    """
    world = view.sample(rng)
    players = len(view.names)
    if view.phase == BUILD or len(world.deck) == 0:
        return world
    key = _key(view)
    for seat in range(players):
        if seat == view.seat:
            continue
        hand, mine = world.hands[seat], buildings(world, seat)
        for _ in range(min(SHARPENED, view.turns // players)):
            place = int(rng.random() * len(world.deck))
            card = _drop(world, seat, [*hand, world.deck[place]], mine)[0].removeprefix("drop ")
            if card != key and card in hand and not view.unseen.known[seat][card]:
                hand[hand.index(card)], world.deck[place] = world.deck[place], card
    return world


expert = Search(
    "Plays the round on, again and again, in worlds that fit what it has seen, and picks the move that promises most wins.",
    policy,
    value,
    playouts=1200,
    worlds=400,
    depth=0,
    candidates=candidates,
    settled=settled,
    imagine=imagine,
)

"""Players of `kobito`: fill pots, build rainbows that lead to them, and leave none nearly full to the next player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from random import Random

from rainbowkit.engine import View
from rainbowkit.games.kobito import (
    AFTER,
    BEFORE,
    END,
    EXTEND,
    GOLD_SPOT,
    HAND,
    KOBITO,
    MOVE,
    NAMES,
    PARSED,
    PAY,
    PENALTY,
    REPLACE,
    START,
    SWAP,
    Kobito,
    KobitoView,
    joined,
)
from rainbowkit.odds.kobito import Step, Studio, bits, studio, threat, ways
from rainbowkit.players import Choice
from rainbowkit.search import Search

USUAL = (1.0, 0.65, 0.28, 0.1, 0.03, 0.01)
"""About how likely a hand that nobody knows has what a pot lacks, by the number of cards."""
OUT_OF_REACH: tuple[int, Step | None] = (len(USUAL), None)
NEAR = 3
"""So many cards at most are missing between a rainbow and a pot's that is worth having."""
WEIGHED, MOST_WEIGHED, FEW_CASES = 3, 2, 10
"""Of so many moves, the best at first sight, it is counted what they leave to the next player; it is guessed when a pot still
lacks more than so many cards then, or the unseen cards can have come about in too many ways to count in time."""


def beginner(view: View, rng: Random) -> Choice:
    """Fills a pot where it sees one, moves a rainbow that is long enough for one, and else builds as many as it can."""
    assert isinstance(view, KobitoView)
    assert view.seat is not None
    own = view.studios[view.seat]
    found = []
    for move in view.legal:
        kind, *what = PARSED[move]
        to_pot = kind == MOVE or (kind == EXTEND and what[1] == GOLD_SPOT)
        spot = what[2] if to_pot else 0
        room, points = view.pots[spot][0] - len(view.golds[spot].places), view.pots[spot][1]
        if to_pot and room == 1:
            found.append((90.0 + points, move, f"This card fills a pot, and its {points} points are mine."))
        elif kind == MOVE and what[1] != what[3] and len(own[what[0]].places) >= room:
            have = len(own[what[0]].places)
            found.append((80.0, move, f"My rainbow of {have} is long enough for a pot that lacks {room} cards."))
        elif kind == EXTEND and not to_pot:
            found.append(
                (70.0, move, f"My rainbow grows to {len(own[what[2]].places) + 1} cards, safe from the others.")
            )
        elif kind == START and len(own) < 2:
            found.append(
                (60.0, move, f"I have {len(own) or 'no'} rainbow{'s' * (len(own) != 1)} of my own, so I start one.")
            )
        elif kind == END:
            found.append((50.0, move, f"I have played enough and keep my other {len(view.hand or ())} cards."))
        elif to_pot and kind == EXTEND:
            found.append((30.0 + room, move, f"I must play a card, and this pot lacks the most: {room}."))
        elif kind in (START, REPLACE):
            found.append((30.0, move, "I must play, and this gives nothing to the others: two cards at once."))
        elif kind == PAY:
            found.append((20.0 - (what[0] >= KOBITO), move, f"Nothing fits, so a card goes for {PENALTY} points."))
        else:
            found.append((10.0, move, "I know no better use for a card now."))
    _, move, why = max(found, key=lambda choice: choice[0])
    return Choice(move, why)


def skilled(view: View, rng: Random) -> Choice:
    """Plans its turn to fill the richest pot, else builds beside the pots and weighs what it leaves to the next player."""
    assert isinstance(view, KobitoView)
    assert view.seat is not None
    assert view.hand is not None
    if ways_there := finishing(view, view.hand, view.legal):
        move, points = ways_there[0]
        return Choice(move, f"I can fill a pot for {points} points in this turn, and this is on the way.")
    rates = {move: rated(view, move) for move in view.legal}
    chances: dict[str, float] = {}
    for move in sorted(rates, key=lambda move: -rates[move])[:WEIGHED]:
        kind, card, *where = PARSED[move] if move != "end" else (END, 0)
        if kind == EXTEND and where[0] == GOLD_SPOT:
            arc, (length, _) = view.golds[where[1]], view.pots[where[1]]
            if length - len(arc.places) <= 1 + MOST_WEIGHED and len(view.unseen.cases) <= FEW_CASES:
                following = (view.seat + 1) % len(view.names)
                chances[move] = threat(view, following, where[1], joined(arc, card, where[2]))
                rates[move] = rated(view, move, chances[move])
    best = max(rates, key=lambda move: rates[move])
    return Choice(best, _why(view, best, chances))


def _why(view: KobitoView, move: str, chances: dict[str, float]) -> str:
    """The reason for a move that fills nothing."""
    assert view.seat is not None
    kind, *_ = PARSED[move]
    own = len(view.studios[view.seat])
    if move in chances:
        return (
            f"This leaves the next player a chance of {100 * chances[move]:.0f} % to fill that pot, which I can bear."
        )
    if kind == END:
        risk = max(chances.values(), default=0.0)
        if risk:
            return f"I stop: one more card at a pot would leave the next player {100 * risk:.0f} % to fill it."
        return f"I stop and draw {HAND - len(view.hand or ())} cards: nothing I can play helps me."
    if kind == START:
        return f"I start rainbow number {own + 1}: I must play {own + 2} cards a turn then, but it makes room for them."
    if kind == PAY:
        return f"Nothing fits, so I pay {PENALTY} points with a card that I need least."
    if kind == SWAP:
        return "One number for a Kobito, which fits anywhere: a good trade."
    if kind == REPLACE:
        return "Two cards played at once, and no pot gets nearer to the others."
    if kind == EXTEND and PARSED[move][2] != GOLD_SPOT:
        return "My own rainbow grows, which nobody can take from me, and I draw 1 card more."
    return "Of my few ways to go on, this one costs me least."


# A whole turn


def finishing(game: Kobito | KobitoView, hand: Sequence[str], legal: Sequence[str]) -> list[tuple[str, int]]:
    """For each pot that can be filled in this turn the next move on the way and the points, the richest pot first."""
    assert game.to_move is not None
    found = []
    for spot, (lacks, step) in enumerate(nearest(game, game.to_move, hand)):
        if not lacks and step and (move := written(step, spot, hand)) in legal:
            found.append((move, game.pots[spot][1]))
    return sorted(found, key=lambda way: -way[1])


def nearest(game: Kobito | KobitoView, seat: int, hand: Sequence[str]) -> list[tuple[int, Step | None]]:
    """For each pot, how many cards this hand lacks to fill it, and the first step on that way."""
    numbers, wild = bits(hand), hand.count("K")
    own = studio(game.studios[seat])
    most = len(hand) + sum([len(places) for _, _, places in own]) + 1
    found = []
    for arc, pot in zip(game.golds, game.pots, strict=True):
        room = pot[0] - len(arc.places)
        near = 0 < room <= most
        found.append(lacking(arc.below, arc.above, room, own, numbers, wild) if near else OUT_OF_REACH)
    return found


@lru_cache(maxsize=50_000)
def lacking(
    below: int, above: int, room: int, own: tuple[Studio, ...], numbers: int, wild: int
) -> tuple[int, Step | None]:
    """How many cards are lacking to fill one pot with these numbers and Kobitos, and the first step on that way."""
    lacks, step = OUT_OF_REACH
    for way, first in ways(below, above, room, own).items():
        missing = (way & ~numbers).bit_count() - wild
        if missing < lacks:
            lacks, step = missing, first
    return max(lacks, 0), step


def written(step: Step, spot: int, hand: Sequence[str]) -> str:
    """A step on the way to fill this pot as a move."""
    what, first, which, end = step
    if what == "move":
        return f"s{first + 1}{'<>'[which]} g{spot + 1}{'<>'[end]}"
    card = NAMES[first] if NAMES[first] in hand else "K"
    return f"{card} g{spot + 1}{'<>'[end]}" if what == "hand" else f"{card} s{which + 1}{'<>'[end]}"


def rated(game: Kobito | KobitoView, move: str, chance: float | None = None) -> float:
    """How good a move looks that is not on the way to fill a pot; to end the turn is 0.

    `chance` is how likely the next player then fills the pot that it extends, where that has been counted.
    """
    kind, *what = PARSED[move]
    if kind == EXTEND:
        card, whose, which, _ = what
        wild = 3.0 * (card == KOBITO)
        if whose != GOLD_SPOT:
            return 3.0 - wild
        length, points = game.pots[which]
        room = min(length - len(game.golds[which].places), len(USUAL))
        before = USUAL[min(room, len(USUAL) - 1)]
        return 0.3 - points * ((USUAL[room - 1] if chance is None else chance) - before) - wild
    if kind == START:
        low, high = what
        below = BEFORE[low] if low != KOBITO else BEFORE[BEFORE[high]]
        above = AFTER[AFTER[AFTER[below]]]
        beside = any((arc.above - 1 - below) % 12 <= NEAR or (above - 1 - arc.below) % 12 <= NEAR for arc in game.golds)
        return 4.0 + 1.5 * beside - 3.0 * (KOBITO in what)
    if kind == PAY:
        return -3.0 - (what[0] == KOBITO)
    return {SWAP: 2.0, REPLACE: 1.0, MOVE: -4.0}.get(kind, 0.0)


# Playing on in imagined worlds


def policy(state: Kobito, rng: Random) -> str:
    """A plausible move, from the table and the hand of whoever is to move.

    There is no chance in it, so that two moves that are compared in the same world differ by nothing else.
    """
    legal = state.legal_moves()
    if len(legal) == 1:
        return legal[0]
    if ways_there := finishing(state, state.hands[state.seat], legal):
        return ways_there[0][0]
    return max(legal, key=lambda move: rated(state, move))


def candidates(state: Kobito) -> list[str]:
    """The moves that are worth a thought: on the way to fill a pot, and the best of the others at first sight."""
    legal = state.legal_moves()
    if len(legal) == 1:
        return legal
    found = [move for move, _ in finishing(state, state.hands[state.seat], legal)]
    others = sorted(set(legal) - set(found), key=lambda move: (-rated(state, move), move))
    return list(dict.fromkeys([*found, *others[: 1 if found else MOST_CANDIDATES]]))


MOST_CANDIDATES = 4
# What a point of pots within reach, a card in the studio and a Kobito in hand were worth in points, by logistic regression on
# who won 450 games of the policy against itself (6754 starts of turns).
NOW = (0.6, 0.2, 0.12)
"""For who is to move, by how many cards the hand lacks."""
LATER = (0.17, 0.14, 0.11)
"""For the others."""
STORED, WILD = 0.5, 1.5
SPREAD = 3.2
"""By so many points, times the root of the pots that are still to be won, the lead may well change."""


def value(state: Kobito) -> list[float]:
    """What each seat may hope for: the winners share 1, and before the end the points and what promises more of them tell."""
    scores = [float(score) for score in state.scores()]
    if state.over:
        best = max(scores)
        return [(score == best) / scores.count(best) for score in scores]
    for seat, hand in enumerate(state.hands):
        shares = NOW if seat == state.seat else LATER
        for (lacks, _), pot in zip(nearest(state, seat, hand), state.pots, strict=True):
            if lacks < len(shares):
                scores[seat] += shares[lacks] * pot[1]
        scores[seat] += STORED * sum([len(arc.places) for arc in state.studios[seat]]) + WILD * hand.count("K")
    scale = SPREAD * sqrt(len(state.gold_deck) + 1)
    best = max(scores)
    weights = [exp((score - best) / scale) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


expert = Search(
    "Plays on to the next turns in imagined worlds, with whole turns planned, and takes the move that promises the most.",
    policy,
    value,
    playouts=90,
    worlds=40,
    horizon=12,
    candidates=candidates,
    depth=0,
)

"""Positions for lessons, as records: who holds what, what comes next, and what has been played. All other cards are filled in.

The person has seat 0 and is called You. Cards are written with blanks between them; moves with commas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rainbowkit.engine import FORMAT
from rainbowkit.games.clash import DECK as CLASH_DECK
from rainbowkit.games.kobito import DECK as KOBITO_DECK
from rainbowkit.games.kobito import GOLD, HAND, SPOTS
from rainbowkit.games.rainbonus import HAND_SIZES as RAINBONUS_HANDS
from rainbowkit.games.rainbonus import Rainbonus
from rainbowkit.games.tricks import DECK as TRICKS_DECK
from rainbowkit.games.tricks import HAND_SIZES as TRICKS_HANDS
from rainbowkit.games.tricks import row_size

NAMES = ("You", "Ada", "Ben", "Cleo", "Dan", "Eve")


def clash(mine: str, theirs: str, moves: str = "", first: int = 0) -> dict[str, Any]:
    """A game of `clash`: the cards that each draws, the first three being the hand, with the face toward You in front."""
    front, back = mine.split(), theirs.split()[::-1]
    used = Counter("".join(sorted(card)) for card in (*front, *back))
    rest = []
    for card in CLASH_DECK:
        key = "".join(sorted(card))
        if used[key]:
            used[key] -= 1
        else:
            rest.append(card)
    return _record("clash", 2, [[*front, *rest, *back]], moves, first)


def tricks(row: str, hands: Sequence[str], moves: str = "", first: int = 0) -> dict[str, Any]:
    """A game of `tricks`: the row, and what each holds for certain; other cards fill the hands up, high ones first."""
    players = len(hands)
    rest = Counter(TRICKS_DECK)
    rest.subtract(row)
    rest.subtract("".join(hands))
    spare = sorted((+rest).elements(), reverse=True)
    full = []
    for hand in hands:
        missing = TRICKS_HANDS[players] - len(hand)
        full.append([*hand, *spare[:missing]])
        del spare[:missing]
    assert len(row) == row_size(players)
    order = [*row, *(full[(first + i) % players][j] for j in range(TRICKS_HANDS[players]) for i in range(players))]
    return _record("tricks", players, [[*order, *spare]], moves, first)


def kobito(
    pots: str, starts: str, hands: Sequence[str], draws: str = "", moves: str = "", first: int = 0
) -> dict[str, Any]:
    """A game of `kobito`: the three pots such as `4:3`, their starting cards, the hands, and what is drawn next."""
    players = len(hands)
    gold = _filled([f"{length}:{points}" for length, points in GOLD], pots.split())
    dealt = [hand.split() for hand in hands]
    assert len(starts.split()) == SPOTS
    deal = [dealt[(first + i) % players][j] for j in range(HAND) for i in range(players)]
    return _record(
        "kobito", players, [gold, _filled(KOBITO_DECK, [*starts.split(), *deal, *draws.split()])], moves, first
    )


def rainbonus(rounds: Sequence[tuple[Sequence[str], str, str]], first: int = 0) -> dict[str, Any]:
    """A game of `rainbonus`: for each round the hands, the card turned up with the draws that follow, and what is played."""
    players = len(rounds[0][0])
    shuffles: list[list[str]] = []
    done: list[str] = []
    game = Rainbonus(NAMES[:players], 0, first=first)
    for number, (hands, draws, played) in enumerate(rounds):
        dealt = [hand.split() for hand in hands]
        begins = (first + number) % players
        deal = [dealt[(begins + i) % players][j] for j in range(RAINBONUS_HANDS[number]) for i in range(players)]
        shuffles.append(_filled(Counter(game.cards()) - _kept(game), [*deal, *draws.split()]))
        done += _moves(played)
        game = Rainbonus(NAMES[:players], shuffles=shuffles, first=first)
        for move in done:
            if len(game.shuffles) == len(shuffles):
                game.given = None  # what follows is dealt at random here, and as wished the next time
            game.play(move)
    return _record("rainbonus", players, shuffles, ",".join(done), first)


def _kept(game: Rainbonus) -> Counter[str]:
    """The cards that lie in rainbows."""
    kept = Counter({"PRISM": sum(game.prisms)})
    for rainbow in game.rainbows:
        for colour, (value, bonus) in rainbow.items():
            kept += Counter(filter(None, [f"{colour}{value}", bonus]))
    return kept


def _filled(deck: Iterable[str], front: Sequence[str]) -> list[str]:
    """All cards of the deck, these in front."""
    rest = Counter(deck)
    rest.subtract(front)
    assert min(rest.values()) >= 0, front
    return [*front, *rest.elements()]


def _moves(moves: str) -> list[str]:
    return [move.strip() for move in moves.split(",") if move.strip()]


def _record(game: str, players: int, shuffles: list[list[str]], moves: str, first: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": game,
        "players": list(NAMES[:players]),
        "options": {"first": first},
        "shuffles": shuffles,
        "moves": _moves(moves),
    }

"""Counts of reachable positions, as chess has them (perft): a change of the rules changes some of them.

`positions.json` holds a line for every deal of DEALS. After 0, 1, 2 … moves, to the end of every game or to the depth that
the deal names: how many sequences of moves there are (`paths`), and to how many positions they lead (`positions`). Then
how many of those moves are of each kind (`moves`), after how many sequences the game is over, by winners (`over`), and
the sum of each seat's points in those (`points`). After a change that is meant, write it anew with

    .venv/bin/python -m tests.engine.test_reachable_positions write

and look at what is different.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from math import comb, factorial, perm
from pathlib import Path
from typing import Any

import pytest

from rainbowkit import GAMES, IllegalMove, State
from rainbowkit.games.clash import Clash
from rainbowkit.games.kobito import Kobito
from rainbowkit.games.rainbonus import SPECIALS, Rainbonus
from rainbowkit.games.tricks import Tricks
from tests.engine.test_random_games import all_notations, kobito_legal_moves

FILE = Path(__file__).parent / "positions.json"
Counts = dict[str, Any]


# Tiny deals


@dataclass(frozen=True)
class Deal:
    """Where a count begins: a game with its own deck, the first shuffles, and moves already made."""

    title: str
    game: type[State]
    players: int
    shuffles: list[list[str]]
    depth: int
    moves: str
    options: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.game.facts.id}: {self.title}"

    def new(self) -> State:
        state = self.game(["Ada", "Grace", "Alan", "Edsger"][: self.players], shuffles=self.shuffles, **self.options)
        state.given = None
        for move in self.moves.split(", ") if self.moves else ():
            state.check(move)
            state.play(move)
        return state


def small(game: type[State], **attributes: Any) -> type[State]:
    """The game with other cards. Shuffles after the first deal leave them in the order of their names."""
    changed = {"__slots__": (), "_mix": lambda state, cards, rng: sorted(cards), **attributes}
    return type(f"Small{game.__name__}", (game,), changed)


def tricks(title: str, players: int, hand: int, cards: str, moves: str = "", **options: Any) -> Deal:
    deck = cards.split()
    game = small(Tricks, deck=deck, hand_sizes={players: hand})
    return Deal(title, game, players, [deck], 99, moves, options)


def clash(title: str, cards: str, depth: int = 99, **options: Any) -> Deal:
    deck = cards.split()
    return Deal(title, small(Clash, deck=deck), 2, [deck], depth, "", options)


def kobito(title: str, players: int, gold: str, cards: str, moves: str = "", depth: int = 99, **options: Any) -> Deal:
    pots, deck = gold.split(), cards.split()
    options["gold"] = [[int(number) for number in pot.split(":")] for pot in pots]
    return Deal(title, small(Kobito, deck_cards=deck), players, [pots, deck], depth, moves, options)


def rainbonus(title: str, players: int, cards: str, moves: str = "", depth: int = 99, **options: Any) -> Deal:
    deck = cards.split()
    options["deck"] = {card: deck.count(card) for card in SPECIALS}
    game = small(Rainbonus, base_deck=[card for card in deck if card not in SPECIALS])
    return Deal(title, game, players, [deck], depth, moves, options)


DEALS = [
    tricks("three hands of two", 3, 2, "1 2 3  1 1 1 1 2 3"),
    tricks("three hands of three", 3, 3, "2 5 5  1 1 2 1 2 2 3 1 4"),
    tricks("four hands of two", 4, 2, "2 5 5 6  1 1 2 1 2 2 3 1", first=2),
    tricks("two hands of two, and piles", 2, 2, "2 4 4 6  1 2 1 4  2 2 5 5"),
    tricks("two hands of three, and piles", 2, 3, "4 4 4 4  1 1 2 2 3 2  5 5 5 6 5 6", first=1),
    tricks(
        "a pile that is never taken up",
        *(2, 5, "6 6 6 6  1 2 1 2 1 2 1 3 1 4  1 5 1 5 1 5 1 6 1 6"),
        moves="111, 2, 11, 2, +6, +6, +6, +6, 11, 2",
    ),
    clash("two turns, and no deck", "RO OY YG GT TB BP"),
    clash("Rainbows and a Cloud", "RO WY YG GC WB BP"),
    clash("a deck of one card", "RO OR OR GC WB WB TG", first=1),
    clash("all faces", "RO OY YR WG GC WB BP TG PR", depth=7, first=1),
    kobito("nothing fits", 2, "4:3 5:4 6:6", "11 11 11  1 1 3 3 5 5 7 7 9 9", first=1),
    kobito("two cards to pay", 2, "4:3 5:4 6:6", "11 11 11  1 5 2 5 4 7 6 7 8 9  4 6 9"),
    kobito("every kind of move", 2, "4:3 5:4 6:6 7:7", "5 9 9  6 6 4 4 K 5 X 10 5 8  3 2", depth=4),
    kobito(
        "moves out of a studio",
        *(2, "3:3 4:4 5:5 6:6 7:7", "5 8 12  6 7 7 K K 9 6 1 4 11  2 3 X 10 11"),
        moves="new 6 7, end, new 7 K, end",
        depth=4,
    ),
    kobito(
        "Kobitos in a studio",
        *(2, "2:1 2:2 3:3 4:4 4:5", "5 9 2  6 3 K 4 K 12 K 12 7 10  1 8 11 X"),
        moves="new 6 K, K s1>, end, new 3 4, end",
        depth=3,
    ),
    kobito("replacements", 2, "2:1 3:2 4:3 4:4 2:2", "5 6 9  X 6 5 7 5 X X 6 6 K  1 3", depth=5),
    kobito(
        "a replacement comes back",
        *(2, "3:1 5:2 5:3 4:4", "4 12 9  X 10 5 3 5 3 6 7 1 7  2"),
        moves="new 5 6, X+5 s1.1, s1< g1>, s1< g1>, 1 g2>, end, 10 g3>, end",
        depth=4,
    ),
    kobito("pots of two cards", 3, "2:3 2:4 2:6 3:5 2:1", "5 7 9  6 6 6 8 8 8 8 10 5 6 4 9 4 4 4  K 9 X", depth=6),
    kobito(
        "four studio rainbows",
        *(2, "4:3 5:4 6:6 7:7", "9 9 9  1 3 2 3 2 4 3 4 K 6  4 5 2 7 12 11 1 7 8 8"),
        moves="new 1 2, new 2 3, end, new 3 4, end, new 4 5",
        depth=4,
        first=1,
    ),
    rainbonus("one turn each", 2, "R8 R2 O5 O3 G3 Y4 X2 B6  P4  PRISM X3 G2", depth=6, turn_limit=1),
    rainbonus("Sun and Rain", 3, "SUN RAIN R8 R8 R2 R2 SUN R8 R8 R8 R8 R8  RAIN  R2 R2 R8 R8", depth=10, turn_limit=2),
    rainbonus("a deck of one card", 2, "R8 R2 R8 R2 O3 R8 R2 R2  SUN  O3", depth=9, turn_limit=3),
    rainbonus("nothing to draw", 2, "R8 R8 R8 R8 R2 R8 R2 R2  SUN", depth=4, turn_limit=2),
    rainbonus(
        "what goes is shuffled again",
        *(2, "R2 B2 X2 B3 R8 B4 X3 B5  G2  RAIN Y2 Y3 Y4 Y5"),
        moves="pile, drop G2, pile, drop G2, add R2, x2 R, done, pile, drop Y2, pile, drop Y2",
        depth=5,
        turn_limit=1,
    ),
    rainbonus(
        "six colours",
        *(2, "R8 R6 PRISM O6 B3 B4 G2 G2  X2  O4 P3 P8 PRISM X2 X3 X3 Y2 Y3 Y5 Y6"),
        moves="pile, drop X2, pile, drop X2, add R8, add PRISM, add R6, add O6, "
        "pile, drop X2, pile, drop X2, add G2, add B3, add G2, add B4, "
        "pile, drop X2, deck, drop X3, add O4, x3 G, add P3, x2 B, deck, drop Y6",
        turn_limit=1,
    ),
    rainbonus(
        "ties",
        *(2, "B2 Y3 G6 B8 P6 O3 Y3 R2  Y4  Y5 Y6"),
        moves="pile, drop Y4, pile, drop Y4, add B2, done, add Y3, done, "
        "pile, drop Y6, pile, drop Y6, done, done, pile, drop Y4, pile, drop Y4, done, done, "
        "pile, drop Y4, pile, drop Y4",
        turn_limit=1,
        first=1,
    ),
]

# What is counted


def position(state: State) -> str:
    """All that moves, points and winners can depend on from now on, and nothing of how it came about.

    Order counts where the rules know one: in decks, in the pile of `rainbonus`, in the hand and the line of `clash` (whose moves
    name places), in a trick. It does not in other hands, in heaps, nor does who it was that laid out a Sun. What a seat has
    seen makes no difference to what it may do. Alike cards are alike.
    """
    what: tuple[object, ...]
    turn: tuple[object, ...]
    if isinstance(state, Tricks):
        what = (state.hands, state.piles, state.points, state.row, state.trick, state.lock, state.turns, state.claiming)
    elif isinstance(state, Clash):
        cards = state.cards
        hands = [[cards[place] for place in hand] for hand in state.hands]
        line = [(cards[place][side], cards[place][1 - side]) for place, side in zip(state.line, state.up, strict=True)]
        turn = (state.plays, state.flipped, state.last_turn)
        what = (cards[state.front : state.back], hands, line, state.scores(), turn)
    elif isinstance(state, Kobito):
        piles = [*map(sorted, state.hands), state.deck, sorted(state.discard), state.gold_deck]
        rainbows = [[arc.places for arc in arcs] for arcs in (state.golds, *state.studios)]
        turn = (max(state.owed, 0), state.paying, state.clearing)
        what = (piles, rainbows, state.pots, state.scores(), turn)
    else:
        assert isinstance(state, Rainbonus)
        out = sorted(card for cards in state.out for card in cards)
        piles = [*map(sorted, state.hands), state.deck, state.pile, out, sorted(state.gone)]
        built = [sorted(rainbow.items()) for rainbow in state.rainbows]
        turn = (state.round, state.turns, state.phase, state.built)
        what = (piles, built, state.prisms, turn)
    return str((state.over, state.seat, what))


KINDS = {
    "tricks": {
        "single": r"\d",
        "set": r"(\d)\1+",
        "run": r"12\d*|23\d*|34\d*|45\d*|56",
        "claim": r"\+\d",
        "claim of a pair": r"\+(\d)\1",
    },
    "clash": {"open": "P.", "blind": "B.", "flip": "F.", "stop": "S"},
    "kobito": {
        "to gold": r"(\d+|K) g.[<>]",
        "to studio": r"(\d+|K) s.[<>]",
        "start": "new .*",
        "move": r"s.[<>] g.[<>]",
        "swap at gold": r"\d+ for g.*",
        "swap at home": r"\d+ for s.*",
        "swap abroad": r"\d+ for p.*",
        "replace": r"X\+.*",
        "pay": "pay .*",
        "end": "end",
    },
    "rainbonus": {
        "deck": "deck",
        "pile": "pile",
        "drop": r"drop ([ROYGBP]\d|PRISM|X.)",
        "lay out": "drop (SUN|RAIN)",
        "colour": r"add .\d",
        "prism": "add PRISM",
        "bonus": "x. .",
        "done": "done",
    },
}


@cache
def kind_of(game: str, move: str) -> str:
    (kind,) = (kind for kind, form in KINDS[game].items() if re.fullmatch(form, move))
    return kind


def count(deal: Deal) -> Counts:
    """The line of a deal. Each position is played on from once, however many sequences lead to it."""
    start = deal.new()
    level, ways = {position(start): start}, Counter({position(start): 1})
    paths, positions = [1], [1]
    kinds: Counter[str] = Counter()
    over: Counter[str] = Counter()
    points = [0] * deal.players
    while len(paths) <= deal.depth and not all(state.over for state in level.values()):
        nxt: dict[str, State] = {}
        nxt_ways: Counter[str] = Counter()
        for name, state in level.items():
            for move in state.legal_moves():
                after = state.copy()
                after.play(move)
                found = position(after)
                nxt.setdefault(found, after)
                nxt_ways[found] += ways[name]
                kinds[kind_of(state.facts.id, move)] += ways[name]
        level, ways = nxt, nxt_ways
        paths.append(ways.total())
        positions.append(len(level))
        for name, state in level.items():
            if state.over:
                over[" ".join(map(str, state.winners()))] += ways[name]
                points = [total + ways[name] * score for total, score in zip(points, state.scores(), strict=True)]
    moves, ends = dict(sorted(kinds.items())), dict(sorted(over.items()))
    return {"paths": paths, "positions": positions, "moves": moves, "over": ends, "points": points}


def write() -> None:
    lines = [f"{json.dumps(deal.name)}: {json.dumps(count(deal))}" for deal in DEALS]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


# The tests

DATA: dict[str, Counts] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
every_deal = pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.name)


@every_deal
def test_the_counts_are_the_same(deal: Deal) -> None:
    assert count(deal) == DATA[deal.name]


def test_there_is_a_line_for_every_deal() -> None:
    assert list(DATA) == [deal.name for deal in DEALS]


@pytest.mark.parametrize("game", GAMES)
def test_all_kinds_of_moves_and_ends_are_counted(game: str) -> None:
    lines = [line for name, line in DATA.items() if name.startswith(game)]
    assert {kind for line in lines for kind in line["moves"]} == set(KINDS[game])
    assert {"0", "1", "0 1"} <= {winners for line in lines for winners in line["over"]}


# Counted once more, every sequence for itself


def paths(state: State, depth: int, moves: Callable[[Any], Iterable[str]]) -> list[int]:
    level, found = [state], [1]
    for _ in range(depth):
        level = [played(state, move) for state in level for move in moves(state)]
        found.append(len(level))
    return found


def played(state: State, move: str) -> State:
    after = state.copy()
    after.play(move)
    return after


@every_deal
def test_positions_that_count_as_one_have_the_same_future(deal: Deal) -> None:
    expected = DATA[deal.name]["paths"]
    depth = next((i for i in range(len(expected)) if sum(expected[: i + 2]) > 1000), len(expected) - 1)
    assert paths(deal.new(), depth, lambda state: state.legal_moves()) == expected[: depth + 1]


def found_by_trying(state: State) -> Iterable[str]:
    """The moves that brute force finds in `kobito`, or else, of all that can be written, what passes the check."""
    if isinstance(state, Kobito):
        return [] if state.over else kobito_legal_moves(state)
    return [move for move in all_notations(state.facts.id) if not re.search(r"[PBF]\d\d", move) and passes(state, move)]


def passes(state: State, move: str) -> bool:
    try:
        state.check(move)
    except IllegalMove:
        return False
    return True


@every_deal
def test_trying_finds_as_many(deal: Deal) -> None:
    assert paths(deal.new(), 2, found_by_trying) == DATA[deal.name]["paths"][:3]


# Counted by hand


def test_tricks_by_hand() -> None:
    """Hands of 11, 12 and 13, and a row of 1 2 3.

    Seat 0 plays 1 or 11. After 1 all is allowed: seat 1 has 1, 2 and 12, and seat 2 has 1 and 3, whatever was played; this
    makes 1 x 3 x 2 = 6. After 11 no run is: 1 x 2 x 2 = 4. Then three claim one after the other from three items that are
    all different: 10 x 3 x 2 x 1 = 60, and each sequence is a position for itself, since the claims can be told from the
    points (1, 2 and 3 are nobody's twice) and the combos are still on the table.
    """
    line = DATA["tricks: three hands of two"]
    assert line["paths"][:6] == line["positions"][:6] == [1, 2, 2 + 3, 6 + 4, 10 * 3, 10 * 3 * 2]


def test_clash_by_hand() -> None:
    """Seat 0 holds RO OY YG, all cards are in the hands, and the line is empty.

    1. Three cards, open or blind: 6.
    2. Stop, or flip the card: 6 x 2. Who stops cannot draw up, and with one card in the line the game is over.
    3. After a flip, two cards, open or blind: 6 x 2 x 2 = 24. The first card shows any of its faces now, the second any of
       its own. Of these 24 lines 4 clash: O on O with RO and OY, Y on Y with OY and YG, either card first. Then two
       cards are captured, and the game is over; which one was first no longer matters: 20 + 2 positions.
    4. In the other 20, stop, or flip one of two cards: 20 x 3 = 60. The stops are 20 positions. The flips lead to all 24
       lines, each reached from the two that differ from it in one card: the 20 that do not clash, and again 2 captures.
    """
    line = DATA["clash: two turns, and no deck"]
    assert line["paths"][:5] == [1, 6, 6 * 2, 6 * 2 * 2, 20 * 3]
    assert line["positions"][:5] == [1, 6, 6 * 2, 20 + 2, 20 + 20 + 2]


def test_kobito_by_hand() -> None:
    """Both hold 1 3 5 7 9, the pots have an 11 each, and there is no deck.

    Only 10 and 12 fit, and no two cards follow each other: in every turn one card is paid, and none is drawn. So the one
    pays k of 5 cards one after the other, the other as many or one fewer. Which are left is a position, their order is not.
    With the tenth card all is empty, the game is over, and both have paid 5 cards for 3 points each.
    """
    line = DATA["kobito: nothing fits"]
    halves = [((made + 1) // 2, made // 2) for made in range(11)]
    assert line["paths"] == [perm(5, one) * perm(5, other) for one, other in halves]
    assert line["positions"] == [comb(5, one) * comb(5, other) for one, other in halves]
    assert line["over"] == {"0 1": factorial(5) ** 2}
    assert line["points"] == [-3 * 5 * factorial(5) ** 2] * 2


def test_rainbonus_by_hand() -> None:
    """Hands of four different cards, P4 on the pile and PRISM on the deck.

    Draw from one of two, then discard one of five, all different: 2 x 5; then the same for the other seat. Two sequences of
    three moves lead to one position: PRISM is drawn, dropped, and drawn from the pile, or P4 is taken from the pile and
    dropped, and PRISM drawn from the deck. Of 20 positions 19 are left, and with the next discard 5 times as many.
    """
    line = DATA["rainbonus: one turn each"]
    assert line["paths"][:5] == [1, 2, 2 * 5, 2 * 5 * 2, 2 * 5 * 2 * 5]
    assert line["positions"][:5] == [1, 2, 2 * 5, 2 * 5 * 2 - 1, (2 * 5 * 2 - 1) * 5]


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit(__doc__)
    write()

"""`kobito`: Kobito, a game by Robert Brouwer for 2 to 6 players.

Build rainbows of numbers toward pots of gold. Whoever plays the last card of a pot wins it; rainbows prepared in
one's own studio make every turn dearer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, ClassVar, Self

from rainbowkit.engine import GameFacts, Rule, columns, is_whole, printable, shuffle
from rainbowkit.errors import BadSetup
from rainbowkit.unseen import DrawingState, DrawingView

# The cards: in hands and piles a card is its name, in rainbows a number; 13 is a Kobito, 14 a Replacement.

NUMBERS = range(1, 13)
KOBITO, REPLACEMENT = 13, 14
NAMES = ["", *map(str, NUMBERS), "K", "X"]
CARDS = {name: card for card, name in enumerate(NAMES) if name}
NUMBER_NAMES = {NAMES[number] for number in NUMBERS}
DECK = [NAMES[number] for number in NUMBERS for _ in range(7)] + ["K"] * 5 + ["X"] * 3
GOLD = [[length, points] for length, points in ((4, 3), (5, 4), (6, 6), (7, 8), (8, 10), (9, 12)) for _ in range(3)]
HAND = 5
SPOTS = 3
STUDIOS = 4
LEFT_AT_END = 2
PENALTY = 3


class Arc:
    """A rainbow: the numbers that would join it below and above, and what lies at each of its places from the low end.

    It is never changed: a longer rainbow is another Arc. A place is a Kobito or a number, with 16 more for each
    Replacement (and the same number again) on top of it.
    """

    __slots__ = ("above", "below", "places")

    def __init__(self, below: int, above: int, places: tuple[int, ...]) -> None:
        self.below = below
        self.above = above
        self.places = places

    def __eq__(self, other: object) -> bool:
        return (self.below, self.places) == (other.below, other.places) if isinstance(other, Arc) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Arc({self.below}, {self.above}, {self.places})"

    def stands_for(self, i: int) -> int:
        """The number that place `i` shows or stands for."""
        return (self.below + i) % 12 + 1


AFTER = [0, *range(2, 13), 1]
BEFORE = [0, 12, *range(1, 12)]
# By the number below a rainbow and its length, up to 12, the numbers in it, as bits.
COVERED = [[sum(1 << (below + i) % 12 + 1 for i in range(length)) for length in range(13)] for below in range(13)]

# The moves: how they are written, and the parts they are made of.

EXTEND, START, MOVE, SWAP, REPLACE, PAY, END = range(7)
RAINBOWS = [f"g{i + 1}" for i in range(SPOTS)] + [f"s{i + 1}" for i in range(STUDIOS)]
ENDS = [rainbow + end for rainbow in RAINBOWS for end in "<>"]
OTHERS = [[f"p{seat + 1}s{i + 1}" for i in range(STUDIOS)] for seat in range(6)]
PAYMENTS = {name: f"pay {name}" for name in CARDS}

# Ends as bits: g1<, g1>, g2< and so on, then those of the own studio.
GOLD_ENDS, LOW_ENDS, HIGH_ENDS = 0b111111, 0b010101, 0b101010

GOLD_SPOT, OWN_STUDIO = -1, -2
_CARD, _WHOSE, _WHICH, _END, _PLACE = r"(1[0-2]|[1-9]|K|X)", "(g|s|p[1-6]s)", "([1-4])", "([<>])", "([1-9][0-9]{0,2})"


def _card(text: str) -> int:
    return CARDS[text]


def _whose(text: str) -> int:
    """A gold spot, one's own studio, or the seat whose studio it is: `p1s` is that of seat 0."""
    return GOLD_SPOT if text == "g" else OWN_STUDIO if text == "s" else int(text[1]) - 1


def _index(text: str) -> int:
    return int(text) - 1


def _end(text: str) -> int:
    return "<>".index(text)


FORMS: dict[int, tuple[str, tuple[Callable[[str], int], ...]]] = {
    EXTEND: (f"{_CARD} {_WHOSE}{_WHICH}{_END}", (_card, _whose, _index, _end)),
    START: (f"new {_CARD} {_CARD}", (_card, _card)),
    MOVE: (f"s{_WHICH}{_END} g{_WHICH}{_END}", (_index, _end, _index, _end)),
    SWAP: (rf"{_CARD} for {_WHOSE}{_WHICH}\.{_PLACE}", (_card, _whose, _index, _index)),
    REPLACE: (rf"X\+{_CARD} {_WHOSE}{_WHICH}\.{_PLACE}", (_card, _whose, _index, _index)),
    PAY: (f"pay {_CARD}", (_card,)),
    END: ("end", ()),
}


def parse(move: str) -> tuple[int, ...] | None:
    """The kind of a move and its parts: cards, whose rainbow and which (from 0), end or place; `None` if it is none.

    >>> parse("6 g1>") == (EXTEND, 6, GOLD_SPOT, 0, 1)
    True
    """
    for kind, (form, readers) in FORMS.items():
        if match := re.fullmatch(form, move, re.ASCII):
            return kind, *(read(text) for read, text in zip(readers, match.groups(), strict=True))
    return None


class _Parsed(dict[str, tuple[int, ...]]):
    """Legal moves already parsed: there are not that many."""

    def __missing__(self, move: str) -> tuple[int, ...]:
        found = parse(move)
        assert found is not None, move
        self[move] = found
        return found


class _To(dict[int, list[str]]):
    """The moves of one card, from a hand or an end of a studio rainbow, to each of some ends, given as bits."""

    def __init__(self, card: str) -> None:
        self.card = card

    def __missing__(self, ends: int) -> list[str]:
        moves = self[ends] = [f"{self.card} {end}" for i, end in enumerate(ENDS) if ends >> i & 1]
        return moves


class _Held(dict[frozenset[str], tuple[int, list[int], list[str]]]):
    """The cards in a hand as bits, those that may extend a rainbow, and every way to start one."""

    def __missing__(self, hand: frozenset[str]) -> tuple[int, list[int], list[str]]:
        held = [number for number in NUMBERS if NAMES[number] in hand]
        starts = [f"new {low} {AFTER[low]}" for low in held if AFTER[low] in held]
        if "K" in hand:
            starts += [start for number in held for start in (f"new K {number}", f"new {number} K")]
            held.append(KOBITO)
        self[hand] = sum(1 << CARDS[card] for card in hand), held, starts
        return self[hand]


PARSED = _Parsed()
HELD = _Held()
EXTENSIONS = [_To(name) for name in NAMES]
MOVES_OUT = [[_To(f"s{studio + 1}{end}") for end in "<>"] for studio in range(STUDIOS)]

FACTS = GameFacts("kobito", "Kobito", "Robert Brouwer", 2, 6)

RULES = (
    Rule("deck", "The rainbow deck has 92 cards: the numbers 1 to 12 seven times each, 5 Kobito and 3 Replacement."),
    Rule(
        "gold",
        "There are 18 gold cards, three each that ask for 4, 5, 6, 7, 8 and 9 cards and are worth 3, 4, 6, 8, 10 and 12 points.",
        "inference",
        "gold",
    ),
    Rule("setup", "Three gold cards lie open, each with a starting card, and everyone is dealt five cards."),
    Rule(
        "start-number",
        "A starting card is a number: a Kobito or Replacement goes back, the deck is shuffled, and another is turned up.",
    ),
    Rule(
        "start-refill",
        "When the deck has no number left for a starting card, the discard pile joins it in that shuffle.",
        "ruling",
    ),
    Rule(
        "fit", "A rainbow is an unbroken rising sequence, with 1 after 12: a number joins only where it continues it."
    ),
    Rule("kobito", "A Kobito stands for whatever number its place requires."),
    Rule(
        "kobito-clear", "Every rainbow holds at least one number, so that it is clear what its Kobitos are.", "ruling"
    ),
    Rule("gold-length", "A rainbow at a pot of gold never gets longer than its gold card asks."),
    Rule("holding", "You can only play or pay cards that you hold."),
    Rule(
        "duty",
        "You must play one card from hand, and one more for each studio rainbow you had at the turn's start; more is allowed.",
    ),
    Rule(
        "extend", "A number or a Kobito may extend a gold rainbow or one of your own studio rainbows: one card played."
    ),
    Rule(
        "start",
        "A studio rainbow is started with two consecutive cards from hand, two cards played, and may get any length.",
    ),
    Rule("start-kobito", "One of the two cards that start a studio rainbow may be a Kobito.", "ruling"),
    Rule("four-studios", "Nobody has more than four studio rainbows."),
    Rule(
        "move", "An end card of your studio rainbow may move to an end of a gold rainbow, and does not count as played."
    ),
    Rule(
        "move-rest",
        "What stays behind must be a legal studio rainbow, unless all of it can then be moved out too; until that is done "
        "nothing else is allowed.",
    ),
    Rule(
        "move-out",
        "A rainbow is moved out card by card from its ends; a pot that would be completed on the way is not counted on to "
        "be followed by another, though the next one may be used once it lies there.",
        "ruling",
    ),
    Rule("move-last", "The last card of a rainbow is moved from its low end.", "ruling"),
    Rule(
        "swap",
        "A Kobito anywhere on the table may be swapped for the very number it stands for, from hand; it goes to your hand, and "
        "that does not count as played.",
    ),
    Rule(
        "replace",
        "A Replacement and a number may be put on the same number in a gold rainbow or your own studio: two cards played. The "
        "rainbow gets no longer by it, and both cards go wherever that place goes.",
    ),
    Rule("replace-own", "Others' studios cannot be replaced in: the swap is the only way to touch them.", "ruling"),
    Rule("replace-number", "The card beneath must be a number; a place may be replaced again.", "ruling"),
    Rule("replacement-only", "A Replacement is never played in any other way."),
    Rule(
        "complete",
        "A gold rainbow that reaches its length is won at once by the player whose turn it is; its cards are discarded, the "
        "spot is filled anew, and the turn goes on.",
    ),
    Rule("must-play", "Short of your duty you may not end while you can still play a card that counts."),
    Rule(
        "pay",
        "When you cannot, you may still move and swap; then you pay one card from hand to your score pile for each card you "
        "are short, or all you have.",
    ),
    Rule("pay-choice", "You choose which cards to pay.", "ruling"),
    Rule("pay-only", "Once you have begun to pay, you only pay, and after the last payment the turn ends."),
    Rule("pay-met", "Whoever has done their duty has nothing to pay."),
    Rule("penalty", "Every card paid costs 3 points, Kobito and Replacement too.", "ruling"),
    Rule(
        "draw",
        "At the end of a turn you draw up to five; an empty deck is refilled from the discard pile when a card is needed, and "
        "if both are empty nothing is drawn.",
    ),
    Rule("no-cards", "A player without cards has no duty, may still move, and ends the turn."),
    Rule("end", "The game ends at once when all but two gold cards are won, even amid a move of several cards."),
    Rule("end-empty", "It also ends at once when every hand and both piles are empty.", "ruling"),
    Rule("score", "Gold points minus the penalties; the most points win."),
    Rule("tie", "Equal points share the win.", "ruling"),
    Rule("own-notation", "Your own studio rainbows are written s1 to s4."),
    Rule("no-rainbow", "You can only play to a rainbow, and a place in it, that is there."),
    Rule("hidden", "Hands and the order of the decks are hidden; everything else lies open."),
    Rule("over", "Once the game is over nothing can be played."),
)


class Kobito(DrawingState):
    """A game of `kobito`."""

    facts = FACTS
    rules = RULES
    grammar = (
        'write "6 g1>" or "K s2<" to extend, "new 5 6" to start, "s2< g1>" to move, "6 for g1.3" to swap, '
        '"X+6 g1.3" to replace, "pay 6" or "end".'
    )
    defaults: ClassVar[dict[str, Any]] = {"gold": GOLD}
    deck_cards = DECK

    __slots__ = (
        "clearing",
        "discard",
        "gold",
        "gold_deck",
        "golds",
        "owed",
        "paid",
        "paying",
        "pots",
        "roomy",
        "studio_takes",
        "studios",
        "swappable",
        "takes",
        "won",
    )

    gold: list[list[int]]
    gold_deck: list[list[int]]
    pots: list[list[int]]
    golds: list[Arc]
    studios: list[list[Arc]]
    discard: list[str]
    won: list[list[list[int]]]
    paid: list[list[str]]
    takes: list[int]
    studio_takes: list[list[int]]
    roomy: int
    swappable: int
    owed: int
    paying: int
    clearing: int

    # Setting up

    @classmethod
    def check_options(cls, players: int, **options: Any) -> None:
        if "gold" not in options:
            return
        gold = options["gold"]
        if not isinstance(gold, list | tuple) or not SPOTS <= len(gold) <= 200:
            raise BadSetup("The option gold must be a list of 3 to 200 gold cards, each [length, points].")
        for card in gold:
            if not isinstance(card, list | tuple) or len(card) != 2 or not all(map(is_whole, card)):
                raise BadSetup("Each card of the option gold must be [length, points], two whole numbers.")
            if not 2 <= card[0] <= len(cls.deck_cards) or abs(card[1]) > 10**6:
                raise BadSetup("A gold card's length must be from 2 to 92, its points at most a million.")

    def _set_up(self, gold: list[list[int]] = GOLD, **options: Any) -> None:
        n = len(self.names)
        self.gold = [list(card) for card in gold]
        cards = {f"{length}:{points}": [length, points] for length, points in self.gold}
        order = self._shuffle([f"{length}:{points}" for length, points in self.gold])
        self.gold_deck = [cards[card] for card in reversed(order)]
        self.pots = [self.gold_deck.pop() for _ in range(SPOTS)]
        self.studios = [[] for _ in range(n)]
        self.studio_takes = [[0] * (KOBITO + 1) for _ in range(n)]
        self.won = [[] for _ in range(n)]
        self.paid = [[] for _ in range(n)]
        self.discard = []
        self.swappable = 0
        self._open_deck(self.deck_cards)
        self.golds = [self._starting_arc() for _ in range(SPOTS)]
        self.takes = [0] * KOBITO + [GOLD_ENDS]
        self.roomy = 0
        for spot in range(SPOTS):
            self._note_gold(spot)
        self._deal(HAND, self.first)
        self._begin_turn(self.first)

    def chosen_options(self) -> dict[str, Any]:
        return {} if self.gold == GOLD else {"gold": [list(card) for card in self.gold]}

    # Playing

    def legal_moves(self) -> list[str]:
        if self.over:
            return []
        seat = self.seat
        hand = self.hands[seat]
        if self.paying:
            return payments(hand)
        studios = self.studios[seat]
        if self.clearing >= 0:
            return self._moves_out([(self.clearing, studios[self.clearing])])
        bits, held, starts = HELD[frozenset(hand)]
        takes, studio_takes = self.takes, self.studio_takes[seat]
        moves: list[str] = []
        for card in held:
            if ends := takes[card]:
                moves += EXTENSIONS[card][ends]
            if ends := studio_takes[card]:
                moves += EXTENSIONS[card][ends]
        if bits >> REPLACEMENT:
            moves += self._replacements(bits)
        if starts and len(studios) < STUDIOS:
            moves += starts
        must_pay = not moves and self.owed > 0
        if studios:
            moves += self._moves_out(enumerate(studios))
        if bits & self.swappable:
            moves += self._swaps(bits)
        if self.owed <= 0 or not hand:
            moves.append("end")
        elif must_pay:
            moves += payments(hand)
        return moves

    def _replacements(self, bits: int) -> list[str]:
        moves = []
        numbers = bits & ~(1 << KOBITO)
        for name, arc in zip(RAINBOWS, self.golds + self.studios[self.seat], strict=False):
            if numbers & COVERED[arc.below][min(len(arc.places), 12)]:
                moves += [
                    f"X+{place & 15} {name}.{i}" for i, place in enumerate(arc.places, 1) if numbers >> (place & 15) & 1
                ]
        return moves

    def _swaps(self, bits: int) -> list[str]:
        moves = []
        for seat, studios in enumerate(self.studios):
            own = seat == self.seat
            for i, arc in enumerate(self.golds + studios if own else studios):
                if KOBITO in arc.places:
                    name = RAINBOWS[i] if own else OTHERS[seat][i]
                    for place, card in enumerate(arc.places):
                        if card == KOBITO and bits >> (number := arc.stands_for(place)) & 1:
                            moves.append(f"{number} for {name}.{place + 1}")
        return moves

    def _moves_out(self, studios: Iterable[tuple[int, Arc]]) -> list[str]:
        """Every legal move from an end of one of these studio rainbows to an end of a gold rainbow."""
        moves: list[str] = []
        takes = self.takes
        for studio, arc in studios:
            places = arc.places
            lows, highs = takes[places[0] & 15], takes[places[-1] & 15]
            if lows or highs:
                if len(places) == 1:
                    highs = 0
                elif len(places) == 2:
                    below, above, roomy = arc.below, arc.above, self.roomy
                    low_ends = lows
                    if lows:
                        ready = takes[AFTER[below]] & HIGH_ENDS | takes[above] & LOW_ENDS
                        lows = followed(lows, highs, ready, roomy)
                    if highs:
                        ready = takes[BEFORE[above]] & LOW_ENDS | takes[below] & HIGH_ENDS
                        highs = followed(highs, low_ends, ready, roomy)
                elif len(places) - places.count(KOBITO) <= 1:
                    moves += self._kobito_moves_out(studio, places)
                    continue
                if lows:
                    moves += MOVES_OUT[studio][0][lows]
                if highs:
                    moves += MOVES_OUT[studio][1][highs]
        return moves

    def _kobito_moves_out(self, studio: int, places: tuple[int, ...]) -> Iterator[str]:
        rooms = [
            (arc.below, arc.above, pot[0] - len(arc.places)) for arc, pot in zip(self.golds, self.pots, strict=True)
        ]
        for from_high in (0, 1):
            card = places[-from_high] & 15
            rest = places[:-1] if from_high else places[1:]
            for spot, (below, above, _) in enumerate(rooms):
                for to_high, wanted in ((0, below), (1, above)):
                    if card in (wanted, KOBITO) and (may_stay(rest) or can_follow(rest, rooms, spot, to_high)):
                        yield MOVES_OUT[studio][from_high][1 << 2 * spot + to_high][0]

    def _change_studio(self, which: int, arc: Arc) -> None:
        """Put in place of an own studio rainbow what is longer or shorter by one at an end."""
        seat = self.seat
        before = self.studios[seat][which]
        self.studios[seat][which] = arc
        takes = self.studio_takes[seat] = self.studio_takes[seat][:]
        low = GOLD_ENDS + 1 << 2 * which
        if arc.below != before.below:
            takes[before.below] ^= low
            takes[arc.below] ^= low
        else:
            takes[before.above] ^= 2 * low
            takes[arc.above] ^= 2 * low

    def _note_studio(self, seat: int) -> None:
        """Note which ends of this seat's studio rainbows take each card."""
        takes = self.studio_takes[seat] = [0] * (KOBITO + 1)
        end = GOLD_ENDS + 1
        for arc in self.studios[seat]:
            takes[arc.below] |= end
            takes[arc.above] |= 2 * end
            takes[KOBITO] |= 3 * end
            end *= 4

    def play(self, move: str) -> None:
        self.moves.append(move)
        seat = self.seat
        hand = self.hands[seat]
        parsed = PARSED[move]
        kind = parsed[0]
        if kind == END:
            self._end_turn()
        elif kind == EXTEND:
            _, card, whose, which, high = parsed
            name = NAMES[card]
            hand.remove(name)
            self.log.append(("show", seat, name))
            self.owed -= 1
            if whose == GOLD_SPOT:
                self._join(which, card, high)
            else:
                self._change_studio(which, joined(self.studios[seat][which], card, high))
                if card == KOBITO:
                    self._note_kobitos()
        elif kind == START:
            _, low, high = parsed
            self._spend(seat, NAMES[low])
            self._spend(seat, NAMES[high])
            self.owed -= 2
            below = BEFORE[low] if low != KOBITO else BEFORE[BEFORE[high]]
            self.studios[seat].append(Arc(below, AFTER[AFTER[AFTER[below]]], (low, high)))
            self._note_studio(seat)
            if low == KOBITO or high == KOBITO:
                self._note_kobitos()
        elif kind == MOVE:
            _, which, from_high, spot, high = parsed
            self._move_out(which, from_high, spot, high)
        elif kind == SWAP:
            _, card, whose, which, place = parsed
            self._spend(seat, NAMES[card])
            hand.append("K")
            self.log.append(("gain", seat, "K"))
            self._put(whose, which, place, card)
            self._note_kobitos()
        elif kind == REPLACE:
            _, card, whose, which, place = parsed
            self._spend(seat, "X")
            self._spend(seat, NAMES[card])
            self.owed -= 2
            arcs = self.golds if whose == GOLD_SPOT else self.studios[seat]
            self._put(whose, which, place, arcs[which].places[place] + 16)
        else:
            if not self.paying:
                self.paying = min(self.owed, len(hand))
            self._spend(seat, NAMES[parsed[1]])
            self.paid[seat].append(NAMES[parsed[1]])
            self.paying -= 1
            if not self.paying:
                self._end_turn()
        if not hand and not self.deck and not self.discard and not any(self.hands):
            self.over = True

    def _spend(self, seat: int, name: str) -> None:
        self.hands[seat].remove(name)
        self.log.append(("show", seat, name))

    def _note_kobitos(self) -> None:
        """Note for which numbers a Kobito on the table can be swapped."""
        self.swappable = 0
        for arcs in (self.golds, *self.studios):
            for arc in arcs:
                if KOBITO in arc.places:
                    for i, place in enumerate(arc.places):
                        if place == KOBITO:
                            self.swappable |= 1 << arc.stands_for(i)

    def _put(self, whose: int, which: int, place: int, card: int) -> None:
        arcs = self.golds if whose == GOLD_SPOT else self.studios[self.seat if whose == OWN_STUDIO else whose]
        arc = arcs[which]
        arcs[which] = Arc(arc.below, arc.above, (*arc.places[:place], card, *arc.places[place + 1 :]))

    def _move_out(self, which: int, from_high: int, spot: int, high: int) -> None:
        studios = self.studios[self.seat]
        arc = studios[which]
        rest = arc.places[:-1] if from_high else arc.places[1:]
        if rest:
            left = Arc(arc.below, BEFORE[arc.above], rest) if from_high else Arc(AFTER[arc.below], arc.above, rest)
            self._change_studio(which, left)
            self.clearing = -1 if may_stay(rest) else which
        else:
            del studios[which]
            self._note_studio(self.seat)
            self.clearing = -1
        self._join(spot, arc.places[-from_high], high)

    def _join(self, spot: int, place: int, high: int) -> None:
        """Put a card, or a whole place, to an end of a gold rainbow, which may complete it."""
        before = self.golds[spot]
        if high:  # as in `joined`, without the cost of a call
            arc = Arc(before.below, AFTER[before.above], (*before.places, place))
        else:
            arc = Arc(BEFORE[before.below], before.above, (place, *before.places))
        self.golds[spot] = arc
        takes, low = self.takes, 1 << 2 * spot
        room = self.pots[spot][0] - len(arc.places)
        if not room:
            takes[before.below] ^= low
            takes[before.above] ^= 2 * low
            self._win(spot)
        elif high:
            takes[before.above] ^= 2 * low
            takes[arc.above] ^= 2 * low
        else:
            takes[before.below] ^= low
            takes[arc.below] ^= low
        if room == 1:
            self.roomy &= ~(3 * low)
        if place == KOBITO:
            self._note_kobitos()

    def _win(self, spot: int) -> None:
        arc = self.golds[spot]
        self.won[self.seat].append(self.pots[spot])
        for place in arc.places:
            self.discard.append(NAMES[place & 15])
            if place > KOBITO:
                self.discard += [NAMES[place & 15], "X"] * (place >> 4)
        self.golds[spot] = NO_ARC
        self.pots[spot] = list(NO_POT)
        if KOBITO in arc.places:
            self._note_kobitos()
        if self.gold_deck:
            self.pots[spot] = self.gold_deck.pop()
            self.golds[spot] = self._starting_arc()
            self._note_gold(spot)
        else:
            self.over = True

    def _note_gold(self, spot: int) -> None:
        """Note which cards the ends of a new gold rainbow take, and whether it takes more than one, as bits."""
        arc, low = self.golds[spot], 1 << 2 * spot
        self.takes[arc.below] ^= low
        self.takes[arc.above] ^= 2 * low
        if self.pots[spot][0] > 2:
            self.roomy |= 3 * low
        else:
            self.roomy &= ~(3 * low)

    def _starting_arc(self) -> Arc:
        while True:
            if not self.deck:
                self._refill()
            name = self._turn_up()
            if name in NUMBER_NAMES:
                card = CARDS[name]
                return Arc(BEFORE[card], AFTER[card], (card,))
            if NUMBER_NAMES.isdisjoint(self.deck):
                self.discard.append(name)
                self._refill()
            else:
                self._mix_in([name])

    def _refill(self) -> None:
        """The discard pile joins the deck."""
        self._mix_in(self.discard)
        self.discard = []

    def _draw_up(self, seat: int) -> None:
        """Draw up to five, as far as there are cards."""
        hand = self.hands[seat]
        while missing := HAND - len(hand):
            if not self.deck:
                if not self.discard:
                    return
                self._refill()
            self._draw(seat, min(missing, len(self.deck)))

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.owed = 1 + len(self.studios[seat])
        self.paying = 0
        self.clearing = -1

    def _end_turn(self) -> None:
        self._draw_up(self.seat)
        self._begin_turn((self.seat + 1) % len(self.names))

    # Knowing

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        self._copy_common(new)
        new.gold = self.gold
        new.gold_deck = self.gold_deck[:]
        new.pots = self.pots[:]
        new.golds = self.golds[:]
        new.studios = [arcs[:] for arcs in self.studios]
        new.discard = self.discard[:]
        new.won = [won[:] for won in self.won]
        new.paid = [paid[:] for paid in self.paid]
        new.takes = self.takes[:]
        new.studio_takes = self.studio_takes[:]
        new.roomy = self.roomy
        new.swappable = self.swappable
        new.owed = self.owed
        new.paying = self.paying
        new.clearing = self.clearing
        return new

    def scores(self) -> list[int]:
        return [
            sum(points for _, points in won) - PENALTY * len(paid)
            for won, paid in zip(self.won, self.paid, strict=True)
        ]

    def view(self, seat: int | None) -> KobitoView:
        return KobitoView(self, seat)

    def is_move(self, text: str) -> bool:
        return parse(text) is not None

    def _why_not(self, move: str) -> tuple[str, str]:
        parsed = parse(move)
        assert parsed is not None
        kind, *what = parsed
        hand = self.hands[self.seat]
        if self.paying and kind != PAY:
            return "pay-only", f"You have begun to pay: pay {self.paying} more."
        if self.clearing >= 0 and not (kind == MOVE and what[0] == self.clearing):
            return "move-rest", f"First move the rest of s{self.clearing + 1} out, in a way that lets all of it go."
        if kind == MOVE:
            return self._why_not_move(*what)
        if kind == END:
            if any(parse(legal)[0] in (EXTEND, START, REPLACE) for legal in self.legal_moves()):  # type: ignore[index]
                return (
                    "must-play",
                    f"You still have to play {self.owed} from your hand, and you can play one that counts.",
                )
            short = min(self.owed, len(hand))
            return (
                "pay",
                f"You are {self.owed} short and can play nothing that counts: move or swap if you like, then pay {short}.",
            )
        cards = what[: 2 if kind == START else 1] + [REPLACEMENT] * (kind == REPLACE)
        if REPLACEMENT in what[: len(cards)] and kind != PAY:
            return (
                "replacement-only",
                "A Replacement is only ever played together with a number, onto that same number.",
            )
        if kind == START and (wrong := self._why_not_together(*what)):
            return "kobito-clear" if what[0] == KOBITO else "start", wrong
        for card in cards:
            name = NAMES[card]
            if name not in hand:
                return "holding", f"You hold no {name}."
        if kind == PAY:
            if self.owed <= 0:
                return "pay-met", "You have played as many cards as you must, so there is nothing to pay."
            return "must-play", "You may only pay when you can play no card that counts."
        if kind == START:
            return "four-studios", "You have four studio rainbows already, and nobody may have more."
        return self._why_not_there(kind, *what)

    def _why_not_together(self, low: int, high: int) -> str:
        if low == high == KOBITO:
            return "Two Kobitos alone stand for no number: every rainbow holds at least one number."
        if KOBITO in (low, high) or AFTER[low] == high:
            return ""
        return f"A studio rainbow rises: after {low} comes {AFTER[low]}, not {high}."

    def _why_not_move(self, which: int, from_high: int, spot: int, high: int) -> tuple[str, str]:
        studios = self.studios[self.seat]
        if which >= len(studios):
            return "no-rainbow", f"You have no studio rainbow s{which + 1}."
        if spot >= SPOTS:
            return "no-rainbow", f"There is no gold rainbow g{spot + 1}: they are g1 to g3."
        if len(studios[which].places) == 1 and from_high:
            return "move-last", f"The last card of a rainbow is moved from its low end: s{which + 1}<."
        card = studios[which].places[-from_high] & 15
        wanted = self.golds[spot].above if high else self.golds[spot].below
        if card not in (KOBITO, wanted):
            return "fit", f"{card} does not continue g{spot + 1} there: {wanted} does."
        rest = (
            "What stays behind would be no studio rainbow (two cards or more, one of them a number), and could not all "
        )
        if self.pots[spot][0] == len(self.golds[spot].places) + 1:
            return (
                "move-out",
                f"{rest}be moved out: this completes the pot, and what comes next there is not counted on.",
            )
        return "move-rest", f"{rest}be moved out."

    def _why_not_there(self, kind: int, card: int, whose: int, which: int, there: int) -> tuple[str, str]:
        """Why not extend, swap or replace there?"""
        owner = self.seat if whose == OWN_STUDIO else whose
        arcs = self.golds if owner == GOLD_SPOT else self.studios[owner] if owner < len(self.studios) else []
        if which >= len(arcs):
            return "no-rainbow", "There is no such rainbow on the table."
        if whose == self.seat:
            return "own-notation", f"Your own studio rainbow is written s{which + 1}."
        if whose >= 0 and kind == EXTEND:
            return "extend", "You can extend gold rainbows and your own studio rainbows, not those of others."
        if whose >= 0 and kind == REPLACE:
            return "replace-own", "You can replace in gold rainbows and your own studio, not in the studios of others."
        arc = arcs[which]
        if kind == EXTEND:
            wanted = arc.above if there else arc.below
            return "fit", f"{card} does not continue that rainbow there: {wanted} does."
        if there >= len(arc.places):
            return "no-rainbow", f"That rainbow has only {len(arc.places)} place{'s' * (len(arc.places) > 1)}."
        number = arc.stands_for(there)
        if kind == SWAP and arc.places[there] != KOBITO:
            return "swap", f"There is no Kobito in that place: {number} lies there."
        if kind == SWAP:
            return "swap", f"That Kobito stands for {number}, so only {number} can be swapped for it."
        if arc.places[there] == KOBITO:
            return "replace-number", "A Kobito lies there, and only a number can be replaced."
        return "replace", f"{number} lies there, so only {number} can replace it."

    def __str__(self) -> str:
        return table(self, self.hands, len(self.deck), len(self.gold_deck))


class KobitoView(DrawingView):
    """What one seat knows of a game of `kobito`.

    `pots` are the three open gold cards as (length, points), `golds` the rainbows there, `studios` everyone's, by seat.
    """

    __slots__ = (
        "_shell",
        "clearing",
        "discard",
        "gold_deck_size",
        "golds",
        "owed",
        "paid",
        "paying",
        "pots",
        "studios",
        "won",
    )

    def __init__(self, state: Kobito, seat: int | None) -> None:
        super().__init__(state, seat)
        self.pots: tuple[tuple[int, ...], ...] = tuple(map(tuple, state.pots))
        self.golds: tuple[Arc, ...] = tuple(state.golds)
        self.studios: tuple[tuple[Arc, ...], ...] = tuple(map(tuple, state.studios))
        self.won: tuple[tuple[tuple[int, ...], ...], ...] = tuple(tuple(map(tuple, won)) for won in state.won)
        self.paid: tuple[tuple[str, ...], ...] = tuple(map(tuple, state.paid))
        self.discard: tuple[str, ...] = tuple(state.discard)
        self.gold_deck_size: int = len(state.gold_deck)
        self.owed: int = state.owed
        self.paying: int = state.paying
        self.clearing: int = state.clearing
        self._shell: Kobito = state._shell(seat)
        self._shell.gold_deck = []

    def unseen_gold(self) -> list[list[int]]:
        """The gold cards that are still face down."""
        gold = sorted(self._shell.gold)
        for card in (*self.pots, *(card for won in self.won for card in won)):
            if card != NO_POT:
                gold.remove(list(card))
        return gold

    def turn(self, hand: Iterable[str], rainbows: int) -> Kobito:
        """The start of an imagined turn of this seat on the table as it lies, with this hand and no card to come.

        It has so many of its studio rainbows; of those beyond what it has, nothing is known but that they are there.
        """
        assert self.seat is not None
        state = self._shell.copy()
        arcs = self.studios[self.seat][:rainbows]
        state.studios[self.seat] = [*arcs, *[UNKNOWN_ARC] * (rainbows - len(arcs))]
        state._note_studio(self.seat)
        state._note_kobitos()
        state.hands[self.seat] = list(hand)
        state._begin_turn(self.seat)
        return state

    def sample(self, rng: Random) -> Kobito:
        state = self._shell.copy()
        self._fill(state, rng)
        state.gold_deck = self.unseen_gold()
        shuffle(state.gold_deck, rng)
        return state

    def _known(self) -> tuple[object, ...]:
        own = (getattr(self, name) for name in KobitoView.__slots__ if name != "_shell")
        return (*super()._known(), *own, self._shell.gold)

    def __str__(self) -> str:
        return table(self, self._shown_hands(), self.deck_size, self.gold_deck_size)


# Small helpers

NO_ARC, NO_POT = Arc(0, 0, ()), (0, 0)
UNKNOWN_ARC = Arc(0, 0, (0, 0))  # only a Kobito would continue it


def payments(hand: list[str]) -> list[str]:
    """The ways to pay one card."""
    return [PAYMENTS[card] for card in dict.fromkeys(hand)]


def joined(arc: Arc, place: int, high: int) -> Arc:
    """The rainbow with one more place at its low or high end."""
    if high:
        return Arc(arc.below, AFTER[arc.above], (*arc.places, place))
    return Arc(BEFORE[arc.below], arc.above, (place, *arc.places))


def may_stay(places: tuple[int, ...]) -> bool:
    """May this lie in a studio: at least two cards, one of them a number?"""
    return len(places) >= 2 and places.count(KOBITO) < len(places)


@cache
def followed(firsts: int, seconds: int, ready: int, roomy: int) -> int:
    """Of the ends that take the first of two cards, those from where on the second can be moved out as well.

    All are ends of gold rainbows, as bits: `firsts` take the first card, `seconds` the second, `ready` would take the second
    once the first lies there, and `roomy` are those of rainbows that take two cards or more.
    """
    found = 0
    for end in range(2 * SPOTS):
        rainbow = 3 << end // 2 * 2
        same = roomy & rainbow and (seconds & rainbow & ~(1 << end) or ready >> end & 1)
        if firsts >> end & 1 and (seconds & ~rainbow or same):
            found |= 1 << end
    return found


def can_follow(rest: tuple[int, ...], rooms: list[tuple[int, int, int]], spot: int, high: int) -> bool:
    """Once a card has gone to this end of a gold rainbow, can all these be moved out from the ends, too?

    `rooms` says what each gold rainbow takes: below, above, and how many cards. A completed one takes no more (ruling
    `move-out`).
    """
    if not rest:
        return True
    below, above, room = rooms[spot]
    rooms = rooms[:]
    rooms[spot] = (below, AFTER[above], room - 1) if high else (BEFORE[below], above, room - 1)
    for from_high in (0, -1) if len(rest) > 1 else (0,):
        card = rest[from_high] & 15
        left = rest[:-1] if from_high else rest[1:]
        for spot, (below, above, room) in enumerate(rooms):
            if room:
                if card in (below, KOBITO) and can_follow(left, rooms, spot, 0):
                    return True
                if card in (above, KOBITO) and can_follow(left, rooms, spot, 1):
                    return True
    return False


def show(arc: Arc) -> str:
    """A rainbow as text: a Kobito with what it stands for, a replaced place with a `*` for each Replacement.

    >>> show(Arc(2, 6, (3, 13, 5 + 16)))
    '3 K=4 5*'
    """
    texts = (
        f"K={arc.stands_for(i)}" if place == KOBITO else f"{place & 15}{'*' * (place >> 4)}"
        for i, place in enumerate(arc.places)
    )
    return " ".join(texts)


def table(game: Kobito | KobitoView, hands: list[list[str]], deck: int, gold_deck: int) -> str:
    """The text table of a State or a View."""
    golds = [
        (f"g{i + 1}", f"{pot[1]} point{'s' * (pot[1] != 1)} at {pot[0]} cards", show(arc))
        for i, (pot, arc) in enumerate(zip(game.pots, game.golds, strict=True))
        if pot[0]
    ]
    rows = [("", "seat", "name", "points", "paid", "hand", "studio")]
    for seat, name in enumerate(game.names):
        points = sum(card[1] for card in game.won[seat]) - PENALTY * len(game.paid[seat])
        studio = "; ".join(f"s{i + 1}: {show(arc)}" for i, arc in enumerate(game.studios[seat])) or "-"
        hand = " ".join(sorted(hands[seat], key=lambda card: CARDS.get(card, 99))) or "-"
        cells = (str(seat), printable(name), str(points), str(len(game.paid[seat])), hand, studio)
        rows.append((">" * (seat == game.to_move), *cells))
    if game.over:
        what = "over"
    elif game.paying:
        what = f"{game.paying} more to pay"
    elif game.clearing >= 0:
        what = f"move the rest of s{game.clearing + 1} out"
    else:
        owed = game.owed if game.to_move is not None and hands[game.to_move] else 0
        what = f"{max(owed, 0)} more to play"
    piles = f"deck: {deck} cards, discard pile: {len(game.discard)}, gold deck: {gold_deck}"
    return f"Kobito: {what}\n{columns(golds)}\n{piles}\n{columns(rows)}"

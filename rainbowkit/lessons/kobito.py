"""Lessons on `kobito`: what fits where, what a turn demands, and the price of a studio of one's own."""

from __future__ import annotations

from math import comb
from random import Random
from typing import cast

from rainbowkit.games.kobito import AFTER, DECK, HAND, KobitoView
from rainbowkit.lessons import Choice, Drill, Exercise, Exploration, Guess, Knob, Question, Slip, function, number, only
from rainbowkit.lessons.positions import kobito
from rainbowkit.odds import CHANCE, Odds, Tally
from rainbowkit.odds import kobito as odds
from rainbowkit.records import replay

POTS = "4:3 6:6 5:4"

DRILLS = (
    Drill(
        "cycle",
        "Round the rainbow",
        "Each pot of gold has a rainbow: numbers that rise by one, from the low end at the left to the high end. 1 follows 12. **Add a card to "
        "the rainbow of pot 3, which is a 1.**",
        kobito(POTS, "6 9 1", ["12 5 7 3 X", "2 4 8 10 11"]),
        {"12 g3<": "On the way round, 12 comes just before 1."},
        {},
        "It fits, but it is not at pot 3.",
        "Which number comes before 1 when one counts in a circle?",
        ("fit", "extend"),
    ),
    Drill(
        "fill-a-pot",
        "Fill the pot",
        "Pot 1 asks for four cards, and three lie there. You have played the one card that you must, but more is allowed. **Win the gold.**",
        kobito(POTS, "5 9 1", ["6 7 8 4 11", "2 3 10 12 12"], "2", "6 g1>, 7 g1>"),
        {
            "8 g1>": "With the fourth card the pot is yours at once. Its cards are discarded, a new pot is laid, and your turn goes on.",
            "4 g1<": "With the fourth card the pot is yours at once. Its cards are discarded, a new pot is laid, and your turn goes on.",
        },
        {"end": "You have done your duty, but now Ada needs only one card for the gold."},
        "That leaves the gold to Ada.",
        "Look at the two ends of the rainbow at pot 1.",
        ("complete", "gold-length", "duty"),
    ),
    Drill(
        "kobito",
        "A Kobito helps out",
        "Two more cards fill pot 1, where 5 and 6 lie. You hold an 8, but no 7. **Play the Kobito so that your 8 can follow.**",
        kobito(POTS, "5 9 1", ["6 K 8 2 11", "4 3 10 12 12"], "2 4", "6 g1>"),
        {
            "K g1>": "A Kobito stands for whatever its place requires: here a 7. The 8 comes next, and the gold is yours."
        },
        {"K g1<": "Here it stands for a 4, and you hold neither a 3 nor a 7 to go on with."},
        "The Kobito is needed at pot 1.",
        "Which number is missing between 6 and 8?",
        ("kobito", "extend"),
    ),
    Drill(
        "swap",
        "Fetch the Kobito",
        "Ada has put a Kobito at pot 1, where it stands for a 6, and you hold a real 6. **Get the Kobito into your hand.**",
        kobito(POTS, "5 9 1", ["6 7 3 11 12", "K 2 8 4 8"], "2 4", "K g1>, end", first=1),
        {"6 for g1.2": "The 6 takes its place, and the Kobito is yours. It does not count as a card played."},
        {"7 g1>": "That fits, but the Kobito stays where it is."},
        "That leaves the Kobito where it is.",
        "Pick your 6 and the Kobito.",
        ("swap", "kobito"),
    ),
    Drill(
        "studio",
        "A rainbow of your own",
        "Two numbers that follow each other start a rainbow in your own studio. It gives you room to play cards, but every studio rainbow also "
        "makes you play one card more in each later turn. **Start one, and keep your Kobito.**",
        kobito(POTS, "6 9 1", ["3 4 K 11 X", "2 5 8 10 12"]),
        {"new 3 4": "Two cards played at once, and a Kobito kept for when it is worth gold."},
        {
            "new 3 K": "The Kobito stands for a 4, which you hold yourself.",
            "new K 3": "The Kobito stands for a 2. With your 4 you could have kept it.",
            "new 4 K": "The Kobito stands for a 5. With your 3 you could have kept it.",
            "new K 4": "The Kobito stands for a 3, which you hold yourself.",
        },
        "That starts no rainbow of 3 and 4 in your studio.",
        "Pick the two lower ones of your number cards.",
        ("start", "start-kobito", "duty"),
    ),
    Drill(
        "duty",
        "One more for the studio",
        "You began this turn with one studio rainbow, so you must play two cards. One is done. **Play another card that counts.**",
        kobito(
            "4:3 6:6 5:4",
            "9 5 1",
            ["3 4 10 11 X", "8 7 7 12 12"],
            "5 8 2 6",
            "new 3 4, end, 8 g1<, end, 10 g1>",
        ),
        {
            "5 s1>": "A card from hand that extends a rainbow: your duty is done.",
            "11 g1>": "A card from hand that extends a rainbow: your duty is done, and the gold is yours.",
            "X+8 g1.1": "A Replacement with its number even counts two.",
            "X+5 g2.1": "A Replacement with its number even counts two.",
        },
        {
            "s1> g2<": "Moving a card out of your studio is free, and so it does not count. You are still one short.",
        },
        "Look for a card from your hand that extends a rainbow.",
        "What is moved out of the studio does not come from your hand.",
        ("duty", "move", "must-play"),
    ),
    Drill(
        "replace",
        "The Replacement",
        "A Replacement is never played alone: with a number it is laid on the same number in a rainbow. That counts as two cards, and the "
        "rainbow gets no longer. **Play your Replacement.**",
        kobito(POTS, "6 9 1", ["X 6 4 4 12", "2 5 8 10 11"]),
        {"X+6 g1.1": "Two cards played, and nothing on the table got longer: Ada has gained nothing by it."},
        {"12 g3<": "That fits, but it is not the Replacement."},
        "That is not the Replacement.",
        "Which of your numbers lies on the table?",
        ("replace", "replacement-only"),
    ),
)

QUESTIONS = (
    Question(
        "duty",
        "You begin your turn with two rainbows in your studio. How many cards from hand must you play?",
        (
            Choice("One", "One is for a player without a studio."),
            Choice("Two", "One, and one more for each studio rainbow."),
            Choice("Three", "One, and one more for each of the two.", True),
            Choice("None, for two lie in the studio", "A studio demands more, not less."),
        ),
        ("duty",),
    ),
    Question(
        "counts",
        "Which of these count as cards played?",
        (
            Choice("Extending a gold rainbow", "It counts one.", True),
            Choice("Starting a studio rainbow", "It counts two.", True),
            Choice("Moving a studio card to a gold rainbow", "That card was played before: a move counts nothing."),
            Choice("Swapping a Kobito", "One card goes, and one comes: a swap counts nothing."),
            Choice("Laying a Replacement and a number", "It counts two.", True),
        ),
        ("extend", "start", "move", "swap", "replace"),
        many=True,
    ),
    Question(
        "swap-where",
        "Where may you swap a Kobito for the number that it stands for?",
        (
            Choice("Only at the pots of gold", "Kobitos in studios may be swapped too, even in those of others."),
            Choice("At the pots and in your own studio", "The swap is what reaches into others' studios as well."),
            Choice("Anywhere on the table", "It is the only way to touch what lies in others' studios.", True),
        ),
        ("swap", "replace-own"),
    ),
    Question(
        "pay",
        "You must play three cards, and only one of yours fits anywhere. What happens?",
        (
            Choice(
                "You play one and pay two, which costs 6 points",
                "One card for each that you are short, 3 points each.",
                True,
            ),
            Choice(
                "You play one and pay two, which costs as much as they show",
                "Every card paid costs 3 points, whatever it shows.",
            ),
            Choice(
                "You may pay all three and keep the one that fits",
                "While a card that counts can be played, it must be played.",
            ),
            Choice("Your turn ends, for free", "What you are short must be paid from hand."),
        ),
        ("pay", "must-play", "penalty"),
    ),
    Question(
        "complete",
        "Ada has laid three of the four cards at a pot, and you lay the last. Who wins the gold?",
        (
            Choice("Ada, who laid most of it", "Who laid the others makes no difference."),
            Choice("You, at once", "The player whose turn it is wins it, and the turn goes on.", True),
            Choice("You, at the end of your turn", "It is won at once, and a new pot is laid while your turn goes on."),
        ),
        ("complete",),
    ),
    Question(
        "end",
        "When does the game end?",
        (
            Choice("When the rainbow deck is empty", "Then the discard pile is shuffled to be the deck."),
            Choice("At once when all but two gold cards are won", "Even in the middle of a turn.", True),
            Choice(
                "At the end of the round in which the last gold card is won", "Two are left over, and it ends at once."
            ),
        ),
        ("end", "draw"),
    ),
    Question(
        "studio-limits",
        "Which of these are so?",
        (
            Choice(
                "Nobody has more than four studio rainbows", "With four the turn already asks for five cards.", True
            ),
            Choice(
                "Two Kobitos may start a studio rainbow",
                "Every rainbow holds a number, so that it is clear what its Kobitos are. This is a ruling.",
            ),
            Choice("A studio rainbow may get longer than any pot asks", "Only at the pots there is a length.", True),
            Choice(
                "A single card may stay behind in the studio",
                "What stays must be a legal rainbow, or all of it must be moved out.",
            ),
        ),
        ("four-studios", "kobito-clear", "move-rest", "move-out", "move-last"),
        many=True,
    ),
    Question(
        "replace-where",
        "Where may a Replacement be used?",
        (
            Choice("On a Kobito", "The card beneath must be a number. This is a ruling."),
            Choice("On a place that has been replaced before", "A place may be replaced again.", True),
            Choice("In somebody else's studio", "Others' studios are touched by swaps only. This is a ruling."),
            Choice("On its own, as any number", "It is never played without a number."),
        ),
        ("replace-number", "replace-own", "replacement-only"),
    ),
    Question(
        "paying",
        "You must pay two cards. Which of these are so?",
        (
            Choice("You choose which ones", "The choice is yours. This is a ruling.", True),
            Choice("A Kobito paid costs nothing", "Every card paid costs 3 points. This is a ruling."),
            Choice("After the first you may still swap", "Once you have begun to pay, you only pay."),
            Choice("After the second the turn ends", "And you draw up to five.", True),
        ),
        ("pay-choice", "pay-only", "penalty", "draw"),
        many=True,
    ),
    Question(
        "ending",
        "Two players have the same points at the end. Who wins?",
        (
            Choice("Who has more gold cards", "Only points count."),
            Choice("Who paid less", "What was paid is in the points already."),
            Choice("Both", "Equal points share the win. This is a ruling.", True),
        ),
        ("score", "tie", "end-empty"),
    ),
)

# Positions to count in


def _turn(hand: str = "3 4 8 11 12", starts: str = "6 9 1", moves: str = "") -> KobitoView:
    """You are to move, with this hand."""
    return cast(KobitoView, replay(kobito(POTS, starts, [hand, "2 5 8 10 7"], "2 2", moves)).view(0))


def _needed() -> KobitoView:
    """You need a 5 or a 7 for pot 1, and hold neither."""
    return _turn("3 4 8 10 12")


def _nearly() -> KobitoView:
    """One card is missing at pot 1, and it is Ada's turn next."""
    return _turn("7 8 3 11 12", moves="7 g1>, 8 g1>")


def _dealt_refill(trials: int, seed: int | str) -> Odds:
    view, rng, tally = _needed(), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        tally.add("7", {"it comes": float("7" in world.deck[-3:])})
    return tally.odds("What 3 new cards bring")


def _dealt_payment(trials: int, seed: int | str) -> Odds:
    view, rng, tally = _spent(), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        cards = [*world.hands[0], *world.deck[-2:]]
        tally.add("3", {"pays": float(odds.shortfall(view.turn(cards, 3)) > 0)})
    return tally.odds("What must be paid at the next turn")


def _finishers() -> Odds:
    """How likely Ada can fill each of the pots."""
    found = odds.finishers(_nearly())
    rows = {f"pot {spot[1]}": {CHANCE: chances["anyone"]} for spot, chances in found.items()}
    return Odds("Which pot Ada can fill before my next turn", rows, note=found.note)


def _dealt_finishers(trials: int, seed: int | str) -> Odds:
    view, rng, tally = _nearly(), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        world.play("end")
        can = any(move.endswith((" g1<", " g1>")) for move in world.legal_moves())
        tally.add("pot 1", {CHANCE: float(can)})
    return tally.odds("Which pot Ada can fill before my next turn")


def _spent(hand: str = "5 10 3 8 12", played: int = 2) -> KobitoView:
    """You have played one card or two of this hand at the pots, and draw as many."""
    return _turn(hand, moves=", ".join(["5 g1<", "10 g2>"][:played]))


GUESSES = (
    Guess(
        "refill",
        "At pot 1 lies a 6. You would need a 7, and you are going to draw three cards. How likely is a **7 among them**?",
        lambda: only(odds.refill(_needed(), 3), ["5", "7", "any of these"]),
        _dealt_refill,
        "7",
        "it comes",
        "There are seven 7s among 92 cards, and you have seen none of them. If a 5 will do as well, or a 2 at pot 3, the "
        "chance is {any of these|it comes}: it pays to leave yourself several ways. And there are Kobitos, too.",
        chart="outlook",
    ),
    Guess(
        "three-studios",
        "You have played two cards, hold a 3, an 8 and a 12, and draw two more. Had you **three studio rainbows** where none of your cards "
        "fits, you would have to play four cards next time. How likely would you have to **pay**?",
        lambda: odds.payment(_spent()),
        _dealt_payment,
        "3",
        "pays",
        "Without any studio rainbow you pay with {0|pays}, with one {1|pays}, with two {2|pays}. Each rainbow demands one card more, of "
        "the same five. A studio is worth its price only as long as it takes your cards itself.",
        chart="payment",
        trials=600,
    ),
    Guess(
        "in-danger",
        "Pot 1 asks for four cards, and you have laid 6, 7 and 8 there, but you cannot play the last. Ada holds five cards. How likely **can "
        "she fill it**?",
        _finishers,
        _dealt_finishers,
        "pot 1",
        CHANCE,
        "A 5, a 9 or a Kobito will do, and five cards are many. A pot that one card fills is as good as gone.",
        trials=1500,
    ),
)

# Explorations


def _needs(cards: int, pots: str) -> Odds:
    """What so many new cards bring."""
    starts = {"2, 6 and 10": "2 6 10", "6, 7 and 8": "6 7 8", "6, 6 and 6": "6 6 6"}[pots]
    hand = {"2 6 10": "4 4 8 8 12", "6 7 8": "2 3 4 11 12", "6 6 6": "2 3 4 11 12"}[starts]
    return odds.refill(_turn(hand, starts), cards)


def _price(played: int, hand: str) -> Odds:
    """What a studio costs at the next turn."""
    kept = {"3, 8 and 12": "3 8 12", "3, 4 and 8": "3 4 8", "3, 8 and a Kobito": "3 8 K"}[hand]
    return odds.payment(_spent(f"5 10 {kept}", played))


EXPLORATIONS = (
    Exploration(
        "price",
        "The price of a studio",
        "You have played one card or two of your five, and draw as many. What does it cost at the next turn to have up to four studio "
        "rainbows, if your cards fit none of them?",
        (
            Knob("played", "Cards played", (1, 2), 2),
            Knob("hand", "You hold, besides what you played,", ("3, 8 and 12", "3, 4 and 8", "3, 8 and a Kobito")),
        ),
        _price,
        "payment",
    ),
    Exploration(
        "refill",
        "Will the number come?",
        "The cards that start the pots decide which numbers fit. Draw more cards, and see how likely one of them comes, or at least a Kobito.",
        (
            Knob("cards", "New cards", tuple(range(1, HAND + 1)), 3),
            Knob("pots", "At the pots lie", ("2, 6 and 10", "6, 7 and 8", "6, 6 and 6")),
        ),
        _needs,
        "outlook",
    ),
)

# Exercises


def _fitting(*cards: str) -> int:
    """How many cards of the deck are among these."""
    return sum(card in cards for card in DECK)


FIT = ("4", "9", "K")


def _comes() -> float:
    """The chance that one of three cards fits."""
    return 1 - comb(len(DECK) - _fitting(*FIT), 3) / comb(len(DECK), 3)


EXERCISES = (
    Exercise(
        "kobito-fits",
        "A rainbow of 5, 6, 7 and 8 takes a 4 at one end and a 9 at the other. One card is drawn from the full deck of 92. What is the chance that "
        "it can extend this rainbow?",
        number(
            lambda: _fitting(*FIT) / len(DECK),
            "Count the cards that fit, and divide by 92.",
            Slip(lambda: _fitting("4", "9") / len(DECK), "Who else can stand for a 4 or a 9?"),
            Slip(lambda: _fitting(*FIT, "X") / len(DECK), "A Replacement never extends a rainbow."),
            Slip(lambda: _fitting("4", "K") / len(DECK), "A rainbow has two ends."),
        ),
        "answer = (7 + 7 + 5) / 92",
        "Two numbers and the Kobitos.",
    ),
    Exercise(
        "kobito-comes",
        "The same rainbow, but three cards are drawn. What is the chance that at least one of them fits?",
        number(
            _comes,
            "Begin with the opposite: in how many ways are three cards drawn that all do not fit?",
            Slip(
                lambda: 3 * _fitting(*FIT) / len(DECK),
                "Chances of things that can happen together must not be added up.",
            ),
            Slip(
                lambda: 1 - (1 - _fitting(*FIT) / len(DECK)) ** 3,
                "That puts each card back before the next is drawn. Without that the draws are not independent.",
            ),
            Slip(lambda: _fitting(*FIT) / len(DECK), "That is for a single card."),
        ),
        "from math import comb\nanswer = 1 - comb(92 - 19, 3) / comb(92, 3)",
        "At least one is the opposite of none, and none is easy to count.",
    ),
    Exercise(
        "kobito-after",
        "Write a function `after(number)` that gives the number which follows on the cycle from 1 to 12.",
        function(
            lambda before: AFTER[before],
            [(before,) for before in range(1, 13)],
            "Only one number needs special care: what comes after 12?",
        ),
        "def answer(number):\n    return number % 12 + 1",
        "A remainder makes a circle of a line.",
    ),
)

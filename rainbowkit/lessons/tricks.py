"""Lessons on `tricks`: combos and who claims first, what to spend a big one on, and what the others may hold."""

from __future__ import annotations

from math import comb
from random import Random
from typing import cast

from rainbowkit.engine import shuffle
from rainbowkit.games.tricks import COMBOS, COPIES, DECK, HAND_SIZES, RANKS, TricksView
from rainbowkit.lessons import Choice, Drill, Exercise, Exploration, Guess, Knob, Question, Slip, function, number, only
from rainbowkit.lessons.positions import tricks
from rainbowkit.odds import CHANCE, Odds, Tally
from rainbowkit.odds import tricks as odds
from rainbowkit.records import replay

DRILLS = (
    Drill(
        "biggest-combo",
        "The biggest combo",
        "You lead the first trick: a single card, a set of one rank, or a run of ranks that follow each other. More cards claim first. "
        "**Play the combo that claims first for certain.**",
        tricks("146", ["12344444556666", "", ""]),
        {"123456": "A run of all six ranks. A longer one there is not, and no set may follow a run."},
        {
            "44444": "Five cards are many, and somebody may hold six of a rank. You hold something bigger yourself.",
            "12345": "One card more makes it the longest run there is.",
            "23456": "One card more makes it the longest run there is.",
            "6666": "Four cards are good, but you hold something bigger.",
        },
        "That leaves much room for a bigger combo.",
        "Which ranks do you hold at least once?",
        ("combo", "claim-order"),
    ),
    Drill(
        "cheapest-first",
        "First, but cheap",
        "Ada has played two 3s, and Ben two 5s. You are the last to play. **Claim first, with as few cards as you can.**",
        tricks("246", ["11122233345566", "33", "55"], "33, 55", first=1),
        {"66": "Two cards like theirs, and 6 is the highest top card. You claim first, and keep your sets of three."},
        {
            "55": "As good as Ben's, and among equals who played earlier claims first.",
            "111": "Three cards do claim first. Two were enough.",
            "222": "Three cards do claim first. Two were enough.",
            "333": "Three cards do claim first. Two were enough.",
        },
        "Ben's two 5s claim before that.",
        "With the same number of cards, the higher top card claims first.",
        ("claim-order", "follow-set"),
    ),
    Drill(
        "follow-a-run",
        "Once there is a run",
        "Ada has led with a run of three, so only singles and runs may follow: your four 6s will have to wait. **Claim before Ada.**",
        tricks("146", ["11133444456666", "123", "1"], "123, 1", first=1),
        {
            "3456": "Four cards are more than three.",
            "456": "Three cards too, with a higher top card, and one card fewer spent than with the longest run.",
            "345": "Three cards too, with a higher top card.",
        },
        {
            "34": "Two cards claim after Ada's three.",
            "45": "Two cards claim after Ada's three.",
            "56": "Two cards claim after Ada's three.",
        },
        "A single card is always allowed, and claims after every run.",
        "You need a run of three that ends higher than hers, or a longer one.",
        ("follow-run", "claim-order"),
    ),
    Drill(
        "nothing-to-win",
        "Nothing to win",
        "Ada has played four 6s, and Ben four 5s. Nothing that you hold can claim before them, and the third item is yours whatever you "
        "play. **What do you play?**",
        tricks("246", ["11122233344455", "6666", "5555"], "6666, 5555", first=1),
        dict.fromkeys(
            "12345",
            "A single card claims the third item like any other combo, and you keep the rest for a trick to be won.",
        ),
        {"444": "It claims third, as a single card would have. Two cards are gone for nothing."},
        "More cards than it takes: the third place goes to any combo.",
        "Nothing has to be beaten.",
        ("any-size", "claim-one"),
    ),
    Drill(
        "claim",
        "What to claim",
        "Your two 4s claim first. In the row lie a pair, of the 3s that Ada and Ben played in the first trick, and your own 5. **Claim "
        "the item that is worth most.**",
        tricks("146", ["54411122266655", "31", "32"], "3, 3, 5, +6, +4, +1, 44, 1, 2", first=1),
        {"+33": "An item is worth the sum of its ranks, and a pair is claimed as a whole."},
        {"+5": "The pair of 3s is one item, and worth more."},
        "Claim an item of the row.",
        "From the second trick on, two cards of a rank are one item.",
        ("claim-whole", "value", "next-row"),
    ),
    Drill(
        "two-combos",
        "Two combos each",
        "With two players each plays two combos in a trick, and each claims for itself. You have led with two 6s, and Ada has played three "
        "5s. The set binds your second combo too. **Claim before Ada with it.**",
        tricks("1235", ["66444412312312", "555"], "66, 555"),
        {"4444": "Four cards claim first, and your two 6s are still in the trick as well."},
        {"444": "Three cards like Ada's, but with a lower top card.", "44": "Two cards claim after three."},
        "Ada's three 5s claim before that.",
        "How many cards does it take to beat three 5s with a lower rank?",
        ("two-combos", "follow-set", "claim-order"),
    ),
)

QUESTIONS = (
    Question(
        "must-beat",
        "The leader has played a set of four. What may you play?",
        (
            Choice("Only a bigger set", "Nothing has to be beaten: any size will do."),
            Choice("A single or a set of any size", "A set binds to singles and sets, and any size will do.", True),
            Choice("Anything, a run too", "Once a set has been played, no run may follow in that trick."),
            Choice("Nothing: you pass", "Nobody passes. A single card is always allowed."),
        ),
        ("follow-set", "any-size", "turn"),
    ),
    Question(
        "order",
        "Two 6s, three 1s and a single 6 have been played in a trick. Who claims first?",
        (
            Choice("The two 6s", "The number of cards comes first, and the top card only decides among equals."),
            Choice("The three 1s", "More cards claim first, however low they are.", True),
            Choice("The single 6", "A single card claims after everything bigger."),
        ),
        ("claim-order",),
    ),
    Question(
        "pair",
        "A pair of 4s and a single 6 lie in the row. It is your turn to claim. What may you take?",
        (
            Choice("The pair of 4s", "It is one item, worth the sum of both.", True),
            Choice("One of the 4s", "An item is claimed as it lies: nobody takes one card of a pair."),
            Choice("The 6", "A single card is an item too.", True),
            Choice("The 6 and one of the 4s", "Each claims exactly one item."),
        ),
        ("claim-whole", "claim-one"),
        many=True,
    ),
    Question(
        "next-row",
        "Three players have played three 3s, two 5s and a 1, and all of them still hold cards. What does the next row hold?",
        (
            Choice(
                "The pair of 5s, the pair of 3s and the single 3",
                "As many items as players who hold cards: the 1 is the lowest and goes.",
                True,
            ),
            Choice("All six cards, one by one", "Only in the first trick is every card an item by itself."),
            Choice("The pair of 5s and the three 3s", "An item is a pair or a single: the third 3 lies by itself."),
            Choice("Two pairs, the 3 and the 1", "That would be four items, and there are three players."),
        ),
        ("next-row", "row-size"),
    ),
    Question(
        "equal-totals",
        "A single 6 and a pair of 3s are worth the same, and only one of them has room in the row. Which goes?",
        (
            Choice(
                "The single 6",
                "With equal totals a single counts as lower. The print leaves it open: this is a ruling.",
                True,
            ),
            Choice("The pair of 3s", "With equal totals a single counts as lower, so the pair stays."),
            Choice("Whichever was played later", "When it was played makes no difference to the row."),
        ),
        ("equal-totals",),
    ),
    Question(
        "end",
        "Four are playing. When does the game end?",
        (
            Choice("As soon as somebody plays their last card", "The trick is always played and claimed to its end."),
            Choice(
                "After a trick that leaves one player out of cards", "One who is out is skipped, and the others go on."
            ),
            Choice(
                "After a trick that leaves two or more out of cards",
                "Then the points are counted, and the most points win.",
                True,
            ),
        ),
        ("end", "out"),
    ),
    Question(
        "too-few",
        "In the row lie two items, and three players have played. What happens?",
        (
            Choice(
                "The third to claim gets nothing",
                "When there are fewer items than claimants, the last ones get nothing.",
                True,
            ),
            Choice(
                "The third claims a card out of the trick",
                "Only what lies in the row is claimed. The trick becomes the next row.",
            ),
            Choice("A card is dealt for the third", "No card is dealt after the deal."),
        ),
        ("too-few", "left-overs"),
    ),
    Question(
        "lead",
        "Ada claims first, and has no cards left. Who leads the next trick?",
        (
            Choice("Ada, with nothing", "Who has no cards plays no more."),
            Choice(
                "The next player clockwise from Ada who has cards",
                "The lead passes on to whoever still holds cards.",
                True,
            ),
            Choice("Whoever claimed second", "The lead goes round the table, not down the order of claims."),
        ),
        ("lead", "out"),
    ),
    Question(
        "two-players",
        "Two are playing. Which of these are so?",
        (
            Choice(
                "A pile is taken up as soon as the hand is empty",
                "It is taken up after the trick. With an empty hand there is no second combo.",
            ),
            Choice(
                "Whose hand is empty plays no second combo", "And claims only for the first. This is a ruling.", True
            ),
            Choice("When one runs out again, the other scores 1 for each card in hand", "Whatever its rank.", True),
            Choice(
                "A pile that was not taken up scores as well",
                "It scores nothing, and if both run out at once neither has a bonus.",
            ),
        ),
        ("two-setup", "two-empty", "two-pile", "two-end", "two-bonus"),
        many=True,
    ),
)

# Positions to count in

HAND = "11233444455666"
"""A hand of 14 with a set of four."""


def _led(hand: str = HAND, players: int = 3) -> TricksView:
    """You are to lead the first trick with this hand."""
    row = {2: "1356", 3: "246", 4: "1356"}[players]
    return cast(TricksView, replay(tricks(row, [hand, *[""] * (players - 1)])).view(0))


def _dealt_hands(trials: int, seed: int | str) -> Odds:
    rng, tally = Random(seed), Tally()
    for _ in range(trials):
        deck = DECK[:]
        shuffle(deck, rng)
        tally.add("run of 6", {CHANCE: float(len(set(deck[: HAND_SIZES[3]])) == len(RANKS))})
    return tally.odds("How a hand looks at the deal")


def _dealt_rivals(trials: int, seed: int | str) -> Odds:
    """How often somebody can beat a set of four 4s that is led."""
    view, rng, tally = _led(), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        world.play("4444")
        beaten = False
        for _ in range(2):
            legal = world.legal_moves()
            beaten = beaten or any(COMBOS[move].strength > COMBOS["4444"].strength for move in legal)
            world.play(legal[0])
        tally.add("4444", {odds.OPEN: float(beaten)})
    return tally.odds("Whether a combo of the others claims before this one")


def _dealt_fives(trials: int, seed: int | str) -> Odds:
    """How often somebody has been dealt five of a rank."""
    view, rng, tally = _led(), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        held = [[world.hands[seat] >> 4 * i & 15 for i in range(len(RANKS))] for seat in (1, 2)]
        tally.add("set of 5", {odds.SOMEBODY: float(max(map(max, held)) >= 5)})
    return tally.odds("What the others hold")


GUESSES = (
    Guess(
        "all-six",
        "A hand of 14 cards is dealt out of 60, ten of each rank from 1 to 6. How likely does it hold **all six ranks**, and so the "
        "longest run?",
        lambda: odds.patterns(3, "longest run"),
        _dealt_hands,
        "run of 6",
        CHANCE,
        "To miss a rank all 14 cards must come from the other five, which is rare for one rank, but there are six to be missed. With "
        "{run of 6|chance} the longest run is no treasure, but what most begin with: the question is when to spend it.",
        chart="patterns",
    ),
    Guess(
        "beaten",
        "Three are playing. You lead the first trick with four 4s. How likely **can** Ada or Ben beat them?",
        lambda: only(odds.outlook(_led()), ["4", "44", "444", "4444"]),
        _dealt_rivals,
        "4444",
        odds.OPEN,
        "Four of a rank feel like many, but there are two others with 14 cards each, and four 5s or four 6s will do, as will five of "
        "anything. For three 4s it is {444|somebody can beat it}. And who can beat you need not want to.",
        chart="outlook",
        trials=1500,
    ),
    Guess(
        "somebodys-five",
        "The same deal: you hold 14 cards, and Ada and Ben as many. How likely does **at least one** of them hold five cards of a rank or "
        "more?",
        lambda: only(odds.holdings(_led()), [f"set of {size}" for size in range(2, 8)]),
        _dealt_fives,
        "set of 5",
        odds.SOMEBODY,
        "For Ada alone it is {set of 5|Ada}. Two of them are not twice as likely, for both may hold one at once, and the cards that Ada "
        "holds Ben does not: the two are not independent.",
        trials=1500,
    ),
)

# Explorations


def _leading(players: int, rank: int) -> Odds:
    """What leading two to five cards of this rank risks."""
    others = [str(other) for other in RANKS if other != rank]
    view = _led(str(rank) * 5 + "".join(others * 2)[: HAND_SIZES[players] - 5], players)
    view.legal = tuple(str(rank) * size for size in range(2, 6))  # what else could be led takes long to work out
    return odds.outlook(view)


def _claiming(players: int, against: str) -> Odds:
    """When some of the combos of a hand claim against such players."""
    view = _led(HAND, players)
    view.legal = ("4", "44", "444", "4444", "123456")
    return odds.claims(view, against, trials=60)


EXPLORATIONS = (
    Exploration(
        "hands",
        "How a hand looks at the deal",
        "The more players, the smaller the hands, and the rarer is anything big.",
        (
            Knob("players", "Players", tuple(HAND_SIZES), 3),
            Knob("by", "Look at", ("biggest set", "longest run", "sets")),
        ),
        odds.patterns,
        "patterns",
    ),
    Exploration(
        "leading",
        "How safe is a set that you lead?",
        "You hold five cards of a rank and lead some of them. How likely does somebody hold what claims before them?",
        (Knob("players", "Players", (2, 3, 4), 3), Knob("rank", "Rank", tuple(RANKS), 4)),
        _leading,
        "outlook",
    ),
    Exploration(
        "claiming",
        "Who can beat it, and who does",
        "You lead one of these combos, and the others play as they like to. What somebody could beat is often let pass: compare this with "
        "how safe a set is in theory. It is simulated, so the numbers have an error.",
        (
            Knob("players", "Players", (2, 3, 4), 3),
            Knob("against", "The others are", ("skilled", "beginner", "random")),
        ),
        _claiming,
        "claims",
    ),
)

# Exercises


def _before(a: str, b: str) -> bool:
    return COMBOS[b].strength <= COMBOS[a].strength


EXERCISES = (
    Exercise(
        "tricks-hands",
        "How many different hands of 14 cards can be dealt out of the 60, if every card is told from every other? `math.comb` helps.",
        number(
            lambda: comb(len(DECK), HAND_SIZES[3]),
            "In a hand the order does not count: choose 14 out of 60.",
            Slip(
                lambda: len(DECK) ** HAND_SIZES[3],
                "That lets a card be dealt again and again. Once it is dealt it is gone.",
            ),
            Slip(lambda: comb(len(DECK), 6), "Six is the number of ranks. How many cards has the hand?"),
            whole=True,
        ),
        "from math import comb\nanswer = comb(60, 14)",
        "Every one of them is as likely as any other: that is all one needs to count chances.",
    ),
    Exercise(
        "tricks-pair",
        "Two cards are dealt out of the full deck. What is the chance that they are of the same rank?",
        number(
            lambda: 1 - odds.none_beyond((COPIES,) * 6, (2,), ((1, odds.LONGEST),) * 6),
            "Let the first card be what it may. How many cards are left then, and how many of them are of its rank?",
            Slip(
                lambda: 1 / len(RANKS),
                "That would be so if the first card were put back. It is not, so one of its rank is missing.",
            ),
            Slip(
                lambda: COPIES / (len(DECK) - 1),
                "One of the ten has been dealt already: how many of that rank are left?",
            ),
            Slip(
                lambda: (COPIES - 1) / len(DECK), "The first card is gone from the deck too: how many are left in all?"
            ),
        ),
        "answer = 9 / 59",
        "A little less than one in six, for the first card is missing from its own rank.",
    ),
    Exercise(
        "tricks-before",
        "Write a function `before(a, b)` that says whether combo `a` claims before combo `b`, when `a` was played earlier. Combos are texts "
        'such as `"5"`, `"44"` or `"1234"`.',
        function(
            _before,
            [
                ("5", "4"),
                ("4", "5"),
                ("44", "6"),
                ("66", "111"),
                ("55", "55"),
                ("123", "345"),
                ("33", "22"),
                ("1234", "456"),
            ],
            "More cards claim first, then the higher top card, then whoever played earlier.",
        ),
        "def answer(a, b):\n    return (len(a), a[-1]) >= (len(b), b[-1])",
        "Pairs of a length and a top card compare just as the rule does.",
    ),
)

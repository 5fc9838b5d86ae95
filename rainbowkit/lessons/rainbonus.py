"""Lessons on `rainbonus`: when the weather breaks, what to build with two cards, and how far a rainbow can get."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from random import Random
from typing import cast

from rainbowkit.games.rainbonus import (
    COLOUR_CARDS,
    FACTORS,
    PRISM,
    RAIN,
    SPECIALS,
    SUN,
    RainbonusView,
    score,
)
from rainbowkit.lessons import Choice, Drill, Exercise, Exploration, Guess, Knob, Question, Slip, function, number, only
from rainbowkit.lessons.positions import rainbonus
from rainbowkit.odds import Odds, Tally
from rainbowkit.odds import rainbonus as odds
from rainbowkit.records import replay

DRILLS = (
    Drill(
        "pile-or-deck",
        "Deck or pile",
        "In your turn you draw a card and then discard one. Your cards are low, and an 8 lies on the pile. **What do you draw?**",
        rainbonus([(["R2 O3 Y3 G2", "P4 P5 O5 R6"], "B8", "")]),
        {"pile": "An 8 is the best colour card there is, and here it is certain."},
        {"deck": "It may bring anything. Better than a blue 8 is hardly anything in it."},
        "Draw a card.",
        "From the pile you know what you get.",
        ("turn", "pile"),
    ),
    Drill(
        "end-the-turns",
        "Let the weather break",
        "Ada has laid out a Rain. As soon as a Sun is out too, the turns end and everyone builds with two cards. Your hand is good: **end the "
        "turns now.**",
        rainbonus([(["SUN R8 O8 Y3", "RAIN P4 G2 B2"], "Y2 O3 G4", "deck, drop RAIN, deck")], first=1),
        {
            "drop SUN": "Sun and Rain are out, whoever laid them: the weather breaks, and you build with your 8s while Ada has little."
        },
        {
            "drop R8": "That gives your best card away, and the turns go on.",
            "drop O8": "That gives your best card away, and the turns go on.",
        },
        "The turns go on, and Ada may find better cards.",
        "What is still missing beside the Rain?",
        ("weather", "lay-out"),
    ),
    Drill(
        "wait",
        "Not yet",
        "This time Ada has laid out a Sun, and your hand is poor. You have just drawn a card and must discard one. **Go on collecting, and give "
        "away as little as you can.**",
        rainbonus([(["RAIN R6 X2 Y2", "SUN P4 G5 B5"], "Y4 O3 G6", "deck, drop SUN, deck")], first=1),
        {"drop Y2": "It is the card that adds least, and the turns go on."},
        {
            "drop RAIN": "With a Sun out already the weather breaks: the turns are over, and you build with what you hold.",
            "drop X2": "On a 6 it is worth another 6 points: keep it.",
            "drop R6": "With the X2 on it this is your best card.",
            "drop G6": "You need one 6 for the X2, and another 6 is good too.",
        },
        "There is a card that adds less.",
        "Keep the Rain in hand, and look at the lowest value.",
        ("weather", "lay-out", "turn"),
    ),
    Drill(
        "first-build",
        "Two cards to build",
        "The weather has broken. You build with up to two cards, and have no rainbow yet. **Begin to build what is worth most.**",
        rainbonus([(["SUN R8 O6 X2", "RAIN P4 G2 B2"], "Y2 Y3 G3", "deck, drop SUN, deck, drop RAIN")]),
        {
            "add R8": "{add R8|more} points, and the 6 can follow: more than the 6 with the X2 on it.",
            "add O6": "{add O6|more} points, and the 8 can follow: more than the X2 would bring on the 6.",
        },
        {
            "add Y3": "A colour like any other, but you hold two that are worth more.",
            "done": "You may build with two cards, and cards left in hand are shuffled away.",
        },
        "That is not the best you can do.",
        "Which two cards bring the most points together?",
        ("two-cards", "six", "left-over"),
    ),
    Drill(
        "bonus-level",
        "Where the Rainbonus goes",
        "Round 2: in your rainbow lie a red 2 and an orange 6. An `X3` goes on a 2 or 3 only, an `X2` on anything up to 6. **Put a Rainbonus where "
        "it belongs.**",
        rainbonus(
            [
                (
                    ["SUN R2 O6 Y2", "RAIN P4 G2 B2"],
                    "Y3 Y4 G3",
                    "deck, drop SUN, deck, drop RAIN, add R2, add O6, done",
                ),
                (["SUN X2 X3 G3", "RAIN P5 G4 B3"], "Y3 Y4 G5", "deck, drop RAIN, deck, drop SUN, done"),
            ]
        ),
        {
            "x2 O": "{x2 O|more} points more, and the X3 still has the 2 to go on. No other two cards bring as much.",
            "x3 R": "{x3 R|more} points more, and the X2 still has the 6 to go on. No other two cards bring as much.",
        },
        {
            "x2 R": "{x2 R|more} points more, but on the 6 it would have been {x2 O|more}.",
            "add G3": "A new colour for {add G3|more} points. Both Rainbonuses bring more.",
            "done": "Rainbonuses left in hand are shuffled away.",
        },
        "There is something better.",
        "Which bonus may lie on the 6?",
        ("bonus-level", "bonus-colour"),
    ),
    Drill(
        "in-place",
        "New for old",
        "Round 2: your red 2 has an `X3` on it, and you hold a red 5 and an orange 4. **Make your rainbow worth more.**",
        rainbonus(
            [
                (["SUN R2 X3 Y2", "RAIN P4 G2 B2"], "Y3 Y4 G3", "deck, drop SUN, deck, drop RAIN, add R2, x3 R, done"),
                (["SUN R5 O4 RAIN", "RAIN P5 G4 B3"], "Y3 SUN RAIN", "deck, drop RAIN, deck, drop SUN, done"),
            ]
        ),
        {"add O4": "A new colour: {add O4|more} points more."},
        {
            "add R5": "It takes the place of the red 2, and the X3 goes too: your rainbow is worth {add R5|score} then, and {done|score} without it.",
            "done": "You can do better: not every card makes your rainbow worse.",
        },
        "There is something better.",
        "What goes when a card is replaced?",
        ("in-place", "six"),
    ),
)

QUESTIONS = (
    Question(
        "turned-up",
        "At the deal a Sun is turned up as the first card of the pile. Is it out?",
        (
            Choice("Yes, only a Rain is missing now", "What is turned up lies on the pile, and is not out."),
            Choice("No, it is the top of the pile and may be drawn", "Whoever finds it on top may draw it.", True),
            Choice("No, it is shuffled back", "It stays on the pile like any card."),
        ),
        ("not-out", "turned-up"),
    ),
    Question(
        "weather",
        "You have laid out a Sun. Who must lay out a Rain so that the weather breaks?",
        (
            Choice("You, beside your Sun", "It makes no difference who lays them out."),
            Choice("Anyone", "One Sun and one Rain, anywhere on the table.", True),
            Choice("Every other player", "One Rain is enough."),
        ),
        ("weather",),
    ),
    Question(
        "x3",
        "On which of these may an `X3` go?",
        (
            Choice("A green 2", "2 times 3 is 6.", True),
            Choice("A blue 3", "3 times 3 is 9.", True),
            Choice("A red 5", "An X3 goes on a 2 or 3 only."),
            Choice("A Prism", "A Prism has no level and takes no Rainbonus. This is a ruling."),
            Choice("A 2 with an X2 on it", "It takes the place of the X2.", True),
        ),
        ("bonus-level", "bonus-prism"),
        many=True,
    ),
    Question(
        "prism",
        "A Prism in your rainbow stands for a missing colour. Later you draw a good card of just that colour. What now?",
        (
            Choice("It takes the place of the Prism", "A Prism never leaves."),
            Choice(
                "It may join if there are fewer than six cards",
                "The Prism then stands for another colour that is missing.",
                True,
            ),
            Choice("It can never be built", "A Prism is tied to no colour: it stands for whatever is missing."),
        ),
        ("prism", "six"),
    ),
    Question(
        "six",
        "Your rainbow has five colours and a Prism. What does it get on top of its values?",
        (
            Choice("6 points", "That is for six colour cards, without a Prism."),
            Choice("3 points", "All six, but with a Prism among them.", True),
            Choice("Nothing", "Five colours and a Prism are a full rainbow."),
        ),
        ("score",),
    ),
    Question(
        "two-cards",
        "You hold four splendid cards when the weather breaks. What becomes of them?",
        (
            Choice(
                "Two are built at most, the others are shuffled into the next round",
                "Two a round, and four rounds: eight cards in all.",
                True,
            ),
            Choice("All that fit are built", "Up to two cards are built in a round."),
            Choice("Two are built, and you keep the others", "Cards left in hand are shuffled into the next round."),
        ),
        ("two-cards", "left-over"),
    ),
    Question(
        "rounds",
        "Which of these change from round to round?",
        (
            Choice("Who begins", "Each round begins one seat further clockwise. This is a ruling.", True),
            Choice("How many cards are dealt", "Four each in the first two rounds, three each in the last two.", True),
            Choice("How many cards may be built", "It is two in every round."),
            Choice("Your rainbow is shuffled away", "What is built stays. All other cards are shuffled."),
        ),
        ("rounds", "shuffle", "deal-passes", "build-order"),
        many=True,
    ),
    Question(
        "empty-deck",
        "The deck is empty, and nobody lays out a Rain. What happens?",
        (
            Choice("The round ends at once", "Turns go on, until the weather breaks or everyone has had 30."),
            Choice(
                "The pile is shuffled to be the deck, all but its top card",
                "And after 30 turns each, everyone builds all the same. Both are rulings.",
                True,
            ),
            Choice("Players miss their turns until a Rain comes", "Only if nothing at all can be drawn."),
        ),
        ("refill", "turn-limit", "nothing-to-draw"),
    ),
    Question(
        "tie",
        "You and Ada have the same score. What decides?",
        (
            Choice("The fewest Prisms, then the most 8s", "And then the most 6s, 5s, 4s, 3s and 2s.", True),
            Choice("The most Prisms", "Prisms count against you in a tie."),
            Choice("The most Rainbonuses", "They do not break ties."),
        ),
        ("tie",),
    ),
)

# Positions to count in


def _turn(players: int = 2, hand: str = "R6 O3 Y4 X2", top: str = "B2", out: str = "") -> RainbonusView:
    """The first round is under way, and you are to draw; before that the player on your right may have laid out a card."""
    others = ["P4 G3 G4 B6", "P2 P3 G2 B3", "P5 O2 O4 R5", "P6 R2 R3 R4"][: players - 1]
    if not out:
        return cast(RainbonusView, replay(rainbonus([([hand, *others], top, "")])).view(0))
    others[-1] = f"{out} {others[-1].partition(' ')[2]}"
    played = f"deck, drop {out}"
    return cast(RainbonusView, replay(rainbonus([([hand, *others], f"{top} Y2", played)], first=players - 1)).view(0))


def _dealt_weather(trials: int, seed: int | str) -> Odds:
    """Four players, a Sun is out, and the three others draw and lay out a Rain as soon as they can."""
    view, rng, tally = _turn(4, out=SUN), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        world.play("deck")
        world.play(next(move for move in world.legal_moves() if move not in ("drop RAIN", "drop SUN")))
        for _ in range(3):
            if world.phase == "draw":
                world.play("deck")
                legal = world.legal_moves()
                world.play("drop RAIN" if "drop RAIN" in legal else legal[0])
        tally.add("3 turns", {odds.BREAKS: float(any(RAIN in out for out in world.out))})
    return tally.odds("Whether the weather breaks before your next turn")


def _dealt_purple(trials: int, seed: int | str) -> Odds:
    view, rng, tally = _turn(), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        tally.add(
            "purple", {"3 cards": float(any(card[0] == "P" and card in COLOUR_CARDS for card in world.deck[-3:]))}
        )
    return tally.odds("How likely a missing colour comes")


def _dealt_better(trials: int, seed: int | str) -> Odds:
    """How often the top of the deck makes the two best cards better: every pair of cards is built and scored."""
    view, rng, tally = _turn(), Random(seed), Tally()

    def best(hand: list[str]) -> float:
        found = 0
        for first, second in permutations(hand, 2):
            for _, rainbow, prisms in odds.ways_to_build({}, 0, first):
                found = max(found, score(rainbow, prisms))
                for _, after, more in odds.ways_to_build(rainbow, prisms, second):
                    found = max(found, score(after, more))
        return found

    now = best(list(view.hand or ()))
    for _ in range(trials):
        world = view.sample(rng)
        tally.add("deck", {"better": float(best([*world.hands[0], world.deck[-1]]) > now)})
    return tally.odds("By how much a draw raises what you can build")


GUESSES = (
    Guess(
        "weather",
        "Four are playing the first round, and a Sun is out. You hold neither Sun nor Rain. How likely does the weather **break before your next "
        "turn**, if everyone lays out a Rain as soon as they have one?",
        lambda: odds.weather(_turn(4, out=SUN)),
        _dealt_weather,
        "3 turns",
        odds.BREAKS,
        "There are three Rains, and three players with four cards and one more that they draw. After the first of them it is "
        "{1 turn|breaks}, after the second {2 turns|breaks}. The clock runs faster than it seems: do not count on many turns.",
        chart="weather",
        trials=1500,
    ),
    Guess(
        "purple",
        "You hold no purple card, and have seen none. Two are playing, and the first round begins. How likely is a purple one among the **next three "
        "cards of the deck**?",
        lambda: only(odds.completion(_turn(), 6), ["purple"]),
        _dealt_purple,
        "purple",
        "3 cards",
        "There are six purple cards, and Ada may hold some of them. With six draws it is {purple|6 cards}: more draws help, but each helps "
        "less than the one before.",
        chart="grid",
    ),
    Guess(
        "better",
        "You hold a red 6, an orange 3, a yellow 4 and an `X2`, and have no rainbow yet. Two cards can be built. How likely does **one draw from the "
        "deck** raise what you can build?",
        lambda: odds.draws(_turn()),
        _dealt_better,
        "deck",
        "better",
        "The best you can build now is the 6 with the X2 on it. Only what makes more than that with one of your cards helps. On average a "
        "draw brings {deck|gain} points, at best {deck|most}.",
        trials=1500,
    ),
)

# Explorations


def _clock(players: int, out: str) -> Odds:
    """When the weather breaks."""
    return odds.weather(_turn(players, out={"nothing": "", "a Sun": SUN, "a Rain": RAIN}[out]))


HANDS = {"low cards": "R2 O3 Y3 G2", "a 6 and an X2": "R6 O3 Y4 X2", "three 8s": "R8 O8 Y8 G2"}


def _draw(hand: str, pile: str) -> Odds:
    """What a draw is worth."""
    return odds.draws(_turn(2, HANDS[hand], pile))


BUILT = {"a 2 and a 6": "add R2, add O6", "two 8s": "add R8, add O8", "a 2 with an X3": "add R2, x3 R"}
NEXT = {
    "low cards": "G2 B3 Y4 P3",
    "an X2 and an X3": "X2 X3 G2 B3",
    "two 8s": "Y8 B8 G2 P3",
    "a Prism": "PRISM G2 B3 P3",
}


def _far(built: str, hand: str) -> Odds:
    """How far a rainbow is from the perfect score in the second round."""
    cards = {"a 2 and a 6": "R2 O6", "two 8s": "R8 O8", "a 2 with an X3": "R2 X3"}[built]
    first = f"deck, drop SUN, deck, drop RAIN, {BUILT[built]}, done"
    rounds = [
        ([f"SUN {cards} Y2", "RAIN P4 G3 B2"], "Y3 Y5 G5", first),
        ([NEXT[hand], "G4 P5 G6 B6"], "Y6 P6", "deck, drop G4"),
    ]
    return odds.reach(replay(rainbonus(rounds)).view(0))


EXPLORATIONS = (
    Exploration(
        "clock",
        "The weather clock",
        "How likely does the weather break before your next turn, if everyone draws from the deck and lays out a Sun or a Rain as soon as it is "
        "needed?",
        (
            Knob("players", "Players", (2, 3, 4, 5), 3),
            Knob("out", "Laid out so far", ("nothing", "a Sun", "a Rain")),
        ),
        _clock,
        "weather",
    ),
    Exploration(
        "draw",
        "What a draw is worth",
        "By how much does one card raise what your two best cards can build in the first round: an unknown one from the deck, or the one on the "
        "pile?",
        (
            Knob("hand", "You hold", tuple(HANDS)),
            Knob("pile", "On the pile lies", ("B8", "B5", "B2", "X3", PRISM)),
        ),
        _draw,
    ),
    Exploration(
        "far-from-perfect",
        "How far is 62?",
        "The second round is under way. What is your rainbow worth now, with the best two cards of your hand, with one draw more, and at the very "
        "most by the end of the game? Is it time to build, or to wait for better cards?",
        (Knob("built", "You have built", tuple(BUILT)), Knob("hand", "You hold", tuple(NEXT))),
        _far,
    ),
)

# Exercises

CARDS = Counter([*COLOUR_CARDS, *Counter(SPECIALS).elements()])


def _pair_out() -> float:
    """The chance that of two cards one is a Sun and the other a Rain."""
    return 3 * 3 / comb(54, 2)


EXERCISES = (
    Exercise(
        "rainbonus-perfect",
        "What is the highest score that a rainbow can have? Four rounds allow eight cards.",
        number(
            lambda: odds.highest({}, 0, 8, CARDS),
            "Six cards make all colours. What do the other two do best?",
            Slip(lambda: odds.highest({}, 0, 6, CARDS), "That takes six cards. Two more may be Rainbonuses."),
            Slip(
                lambda: odds.highest({}, 0, 8, CARDS) - 6,
                "All six colours without a Prism give 6 points more.",
            ),
            whole=True,
        ),
        "answer = 4 * 8 + 2 * (2 * 6) + 6",
        "Four 8s, two 6s with an X2 on each, and 6 for all six colours.",
    ),
    Exercise(
        "rainbonus-sun-and-rain",
        "Two cards are dealt from the full deck of 54, which has 3 Suns and 3 Rains. What is the chance of one Sun and one Rain?",
        number(
            _pair_out,
            "In how many ways can two cards be dealt, and in how many of them is one a Sun and one a Rain?",
            Slip(lambda: 3 / 54 * 3 / 53, "That is first a Sun and then a Rain. The other order will do as well."),
            Slip(lambda: 2 * 3 / 54 * 3 / 54, "The first card is gone when the second is dealt."),
            Slip(lambda: comb(6, 2) / comb(54, 2), "That counts two Suns and two Rains as well."),
        ),
        "from math import comb\nanswer = 3 * 3 / comb(54, 2)",
        "Count the good ways and divide by all.",
    ),
    Exercise(
        "rainbonus-worth",
        'Write a function `worth(value, bonus)`: what a colour card counts with nothing on it (`""`), an `"X2"` or an `"X3"`.',
        function(
            lambda value, bonus: value * FACTORS.get(bonus, 1),
            [(8, ""), (6, "X2"), (3, "X3"), (2, "X2"), (2, "X3"), (5, "")],
            "An X2 doubles the value, an X3 triples it.",
        ),
        'def answer(value, bonus):\n    return value * {"": 1, "X2": 2, "X3": 3}[bonus]',
        "With it the score of a whole rainbow is a sum.",
    ),
)

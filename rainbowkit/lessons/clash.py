"""Lessons on `clash`: seeing one face of two, when to flip and when to stop, and what the hidden faces are worth knowing for."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

from rainbowkit.games.clash import CLOUD, COLOURS, DECK, RAINBOW, Clash, ClashView
from rainbowkit.lessons import Choice, Drill, Exercise, Exploration, Guess, Knob, Question, Slip, number, only, said_by
from rainbowkit.lessons.positions import clash
from rainbowkit.odds import CHANCE, Odds, Tally
from rainbowkit.odds import clash as odds
from rainbowkit.records import replay

DRILLS = (
    Drill(
        "open-or-blind",
        "Open or blind",
        "Ada has opened a line with a red card. You see the fronts of your three cards, and she sees their backs. **Play a card that "
        "cannot go wrong.**",
        clash("RB OR PT", "GR YG BT", "P1, S", first=1),
        dict.fromkeys(("P2", "P3"), "Played open it shows the face you see, and that colour is not in the line."),
        {
            "P1": "A second red card: that is a clash, and Ada captures the line.",
            "B1": "That was a gamble. Its back cannot be red as well, but it is a Cloud with a chance of {B1|overcast}.",
            "B2": "Blind you cannot know: a clash with {B2|clash}, a Cloud with {B2|overcast}.",
            "B3": "Blind you cannot know: a clash with {B3|clash}, a Cloud with {B3|overcast}.",
        },
        "You may flip before your first card, but the task is to play one, and flipping commits you all the more.",
        "Which of the fronts is not in the line yet?",
        ("open-or-blind", "clash", "hand"),
    ),
    Drill(
        "colour-twice",
        "A way out",
        "All three of your fronts are red, and so is the card in the line. While it was in Ada's hand, you saw teal on its back. **What "
        "do you do so that a red card can be played safely?**",
        clash("RO RY RG", "TR YG BP", "P1, S", first=1),
        {"F1": "Before your first card you may flip one. Teal is up now, and any of your red cards fits beside it."},
        {
            "P1": "Red beside red is a clash, and Ada captures both.",
            "P2": "Red beside red is a clash, and Ada captures both.",
            "P3": "Red beside red is a clash, and Ada captures both.",
        },
        "Blind may work, and with {B1|overcast} it is a Cloud. There is a way that is certain.",
        "You know both sides of the card in the line. Which one would you rather have up?",
        ("first-flip", "memory", "clash"),
    ),
    Drill(
        "cloud",
        "A Cloud in hand",
        "One of your cards shows you a Cloud. **Bring that card into the line without giving the line away.**",
        clash("CB OY PT", "GR YG BT", "P1, S", first=1),
        {
            "B1": "Blind, the other face is up, and that is never a second Cloud. It might have been red, with a chance of {B1|clash}."
        },
        {"P1": "A Cloud is up: the line is overcast, and Ada captures it."},
        "Nothing has gone wrong with the Cloud, but it is still in your hand.",
        "A card has two faces, and they always differ.",
        ("overcast", "open-or-blind", "faces"),
    ),
    Drill(
        "blind-choice",
        "The best of the blind",
        "Red is up, and you want to surprise Ada with a blind card. **Which of your cards is the safest to play blind?**",
        clash("RB OR PR", "GR YG BT", "P1, S", first=1),
        {
            "B1": "Its front is red, so its back cannot be. Only a Cloud is to be feared, with {B1|overcast}, and for the others there "
            "is also a clash to fear."
        },
        {
            "B2": "Behind orange there may be red: {B2|clash} for a clash, and {B2|overcast} for a Cloud. One card is safer.",
            "B3": "Behind purple there may be red: {B3|clash} for a clash, and {B3|overcast} for a Cloud. One card is safer.",
        },
        "That is not a card played blind.",
        "The two faces of a card are never alike.",
        ("faces", "open-or-blind"),
    ),
    Drill(
        "safe-flip",
        "Which flip is safe?",
        "Ada played red; you have seen green on its back. You have just added an orange card, and would like to play another one, so "
        "you must flip first. **Which flip is certain to do no harm?**",
        clash("OR BY PT", "GR YG BT", "P1, S, P1", first=1),
        {"F1": "You remember its back: green, which is not in the line. Now a card from your hand has to follow."},
        {
            "F2": "You have never seen the back of your own card. A clash had a chance of {F2|clash}, a Cloud of {F2|overcast}.",
            "S": "Stopping is safe as well, but you wanted to play another card.",
        },
        "Flip a card of the line.",
        "Of which card have you seen both sides?",
        ("must-flip", "memory", "flip-commits"),
    ),
    Drill(
        "sixth-card",
        "The sixth card",
        "Five different colours are up, and you have flipped, so your last card must be played. You see the Rainbow on it. **Make the "
        "rainbow.**",
        clash("OG PY WO", "GR TB CY", "P1, F1, P1, F1, P1, P1, F1, P1, F1", first=1),
        {
            "P1": "The Rainbow is wild and clashes with nothing. Six cards without a Cloud or a colour twice: you capture them all."
        },
        {"B1": "Its back was unknown: a clash had a chance of {B1|clash}. The Rainbow on its front was certain."},
        "Play your last card.",
        "With what does the Rainbow clash?",
        ("rainbow", "clash", "capture"),
    ),
    Drill(
        "enough",
        "Enough is enough",
        "Ada has played her cards blind and you yours open, so of all four cards in the line you know one side only. You have played "
        "one card in this turn. **Make sure that you lose nothing now.**",
        clash("OR BO PT TG", "RG YB BT RO", "B1, S, P1, S, B1, S, P1", first=1),
        {"S": "After any card you may stop. The line stays, and Ada has to go on with it."},
        {
            "F1": "A clash had a chance of {F1|clash}, and a Cloud of {F1|overcast}.",
            "F2": "A clash had a chance of {F2|clash}, and a Cloud of {F2|overcast}.",
            "F3": "A clash had a chance of {F3|clash}, and a Cloud of {F3|overcast}.",
            "F4": "A clash had a chance of {F4|clash}, and a Cloud of {F4|overcast}.",
        },
        "There is something safer.",
        "You need not play three cards.",
        ("stop", "must-flip"),
    ),
)

QUESTIONS = (
    Question(
        "faces",
        "You see red on the front of a card. What may be on its back?",
        (
            Choice("Any face but red", "The two faces of a card always differ.", True),
            Choice(
                "Any face, red included", "A card with red on both sides does not exist: its two faces always differ."
            ),
            Choice("Any colour, but never a Cloud", "Every colour is once on a card with the Cloud."),
        ),
        ("faces", "deck"),
    ),
    Question(
        "who-sees",
        "Which faces can you see at the start of your turn?",
        (
            Choice("The fronts of your own cards", "You see the side of your cards that is toward you.", True),
            Choice("The backs of your own cards", "The backs of your cards are what your opponent sees."),
            Choice("The backs of your opponent's cards", "Your opponent's cards show you their other side.", True),
            Choice("One face of the deck", "The deck stands on edge: the face at your own end is yours to see.", True),
            Choice("Both ends of the deck", "The other end of the deck looks at your opponent."),
        ),
        ("hand", "deck-end"),
        many=True,
    ),
    Question(
        "flip-commits",
        "Before your first card you have flipped one of the line, and it went well. May you leave it at that?",
        (
            Choice("Yes, a flip is a whole turn", "A turn has at least one card, and a flip promises one."),
            Choice("No, now a card must be played", "A flip commits you to playing a card after it.", True),
            Choice("Yes, unless the line holds five cards", "The length of the line makes no difference here."),
        ),
        ("flip-commits", "turn"),
    ),
    Question(
        "capture",
        "You play a third card, and it clashes. What happens?",
        (
            Choice(
                "Your opponent captures the line, and you begin the next one", "Whoever did not capture begins.", True
            ),
            Choice(
                "Your opponent captures the line and begins the next one",
                "Whoever did *not* capture begins the next line.",
            ),
            Choice("You take your third card back", "What lies, lies. The whole line goes to your opponent."),
        ),
        ("clash", "capture"),
    ),
    Question(
        "cloud-first",
        "Your blind card is a Cloud, and red is up twice already because of the flip before. Can that be?",
        (
            Choice(
                "Yes, and the Cloud counts first",
                "After the flip the line had clashed already: the turn was over then.",
            ),
            Choice(
                "No, the clash ended the turn at the flip",
                "The line is looked at after every flip and every card.",
                True,
            ),
            Choice("Yes, and it counts twice", "A line can be captured once only, and this one was captured before."),
        ),
        ("clash", "overcast", "cloud-first"),
    ),
    Question(
        "last-turn",
        "You cannot draw up to three any more, and four cards lie in the line. How does the game end?",
        (
            Choice("At once, and the line counts for nobody", "That is so with fewer than three cards in the line."),
            Choice("At once, and the line is yours", "A line is captured by clash, Cloud or rainbow, never just so."),
            Choice(
                "Your opponent may take one last turn",
                "With three or more in the line there is one, and it may be declined.",
                True,
            ),
        ),
        ("end", "last-turn"),
    ),
    Question(
        "draw",
        "Your card has just clashed, and Ada has captured the line. Do you draw?",
        (
            Choice(
                "Yes, back up to three", "At the end of a turn you draw, after a capture too. This is a ruling.", True
            ),
            Choice("No, the turn was lost", "The line was lost. You draw as after any turn."),
            Choice("Yes, one card", "You draw until you hold three."),
        ),
        ("draw", "draw-after-capture"),
    ),
    Question(
        "score",
        "The game is over, and four cards still lie in the line. Who scores them?",
        (
            Choice("Who played the last card", "They were captured by nobody."),
            Choice("Both, half each", "Cards left in the line are shared by nobody."),
            Choice("Nobody", "Only captured cards count, and most of them win.", True),
        ),
        ("score",),
    ),
)

# Positions to count in

NAMED = COLOURS | {RAINBOW: "Rainbow", CLOUD: "Cloud"}


def line_of(cards: int) -> ClashView:
    """You are to move, and so many cards lie in the line, all played open, by turns: red, orange, blue, purple, yellow."""
    first = cards % 2
    mine = ("OY", "PG", "TR", "GB", "WT")
    theirs = ("GR", "TB", "RY", "OP", "YB")
    state = replay(clash(" ".join(mine), " ".join(theirs), ", ".join(["P1, S"] * cards), first=first))
    return cast(ClashView, state.view(0))


def _view(name: str) -> ClashView:
    """What You know at a drill."""
    return cast(ClashView, next(drill for drill in DRILLS if drill.name == name).position().view(0))


def _imagined(view: ClashView, plan: tuple[str, ...], trials: int, seed: int | str) -> Odds:
    """How often a plan goes well in worlds that fit the view: dealt, played and counted."""
    rng, tally = Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        for step, move in enumerate(plan, 1):
            lost = len(world.captured[1])
            world.play(move)
            safe = len(world.captured[1]) == lost
            tally.add(f"{step}. {move}", {"safe": float(safe)})
            if not safe:
                for later, other in enumerate(plan[step:], step + 1):
                    tally.add(f"{later}. {other}", {"safe": 0.0})
                break
    return tally.odds("How far a plan gets")


def _first_backs() -> Odds:
    """What is on the back of a red card in your hand, when the game begins."""
    view = replay(clash("RB OY PT", "GR YG BT")).view(0)
    chances = odds.backs(view)["R"]
    rows = {NAMED[face]: {CHANCE: chance} for face, chance in chances.items() if chance}
    return Odds("What is behind a red card in your first hand", rows, note=odds.NOTE)


def _dealt_backs(trials: int, seed: int | str) -> Odds:
    view, rng, tally = replay(clash("RB OY PT", "GR YG BT")).view(0), Random(seed), Tally()
    for _ in range(trials):
        world = cast(Clash, view.sample(rng))
        tally.add("Cloud", {CHANCE: float(world.cards[0][1] == CLOUD)})
    return tally.odds("What is behind a red card in your first hand")


def _dealt_blind(trials: int, seed: int | str) -> Odds:
    view, rng, tally = _view("open-or-blind"), Random(seed), Tally()
    for _ in range(trials):
        world = view.sample(rng)
        world.play("B2")
        tally.add("blind", {"sun": float(not world.captured[1])})
    return tally.odds("What the line is after a move")


PUSH = {
    "1. P1": "1. orange",
    "2. F2": "2. flip it",
    "3. P1": "3. purple",
    "4. F3": "4. flip it",
    "5. P1": "5. teal",
}
"""The steps of a plan, and what they are called."""
MOVES = tuple(step[3:] for step in PUSH)

GUESSES = (
    Guess(
        "cloud-behind",
        "The game begins, and the first card in your hand shows you red. How likely is a **Cloud** on its back?",
        _first_backs,
        _dealt_backs,
        "Cloud",
        CHANCE,
        "Every colour meets each other colour on two cards, but the Rainbow and the Cloud on one card each. So among the cards with red "
        "on them a single one has a Cloud too, and that is {Cloud|chance} with all else that you see at the deal: cards that are known to lie "
        "elsewhere cannot be this one.",
        high=0.5,
        trials=1500,
    ),
    Guess(
        "blind-card",
        "Red is up. You play a card with an orange front **blind**. How likely is it to do no harm?",
        lambda: only(odds.outlook(_view("open-or-blind")), {"P2": "open", "B2": "blind", "F1": "flip red"}),
        _dealt_blind,
        "blind",
        "sun",
        "One card in the line is little to fear: a clash has {blind|clash}, and a Cloud {blind|overcast}. With every colour in the line the "
        "first of these grows, and the second stays much as it is.",
        chart="outlook",
        trials=1500,
    ),
    Guess(
        "three-cards",
        "Ada has opened with a red card, and your fronts are orange, purple and teal. You want to play all three of them open, in one turn, "
        "and each time you flip the card that you have just played, whose back you do not know. How likely does all of it **go well**?",
        lambda: only(odds.plan(line_of(1), MOVES), PUSH),
        lambda trials, seed: only(_imagined(line_of(1), MOVES, trials, seed), PUSH),
        "5. teal",
        "safe",
        "Every step takes its share of what has gone well before: {2. flip it|safe} are left after the first flip, {4. flip it|safe} after the "
        "second. Even open cards are no longer certain then, for what the flips bring up may be the very colour that you hold.",
        chart="plan",
        trials=1000,
    ),
)

# Explorations


def _risks(line: int, memory: str) -> Odds:
    """The outlook of each kind of move with so many cards in the line."""
    found = odds.outlook(line_of(line), remember=memory != "only what I see now")
    adas = 1 if line % 2 else 2
    names = {"P1": "open", "B1": "blind", f"F{adas}": "flip Ada's", f"F{3 - adas}": "flip yours"}
    return only(found, {move: name for move, name in names.items() if move in found})


def _push(line: int, flip: str) -> Odds:
    """A turn of three open cards, with two flips of one card."""
    view = line_of(line)
    at = 1 if flip == "the first card of the line" else line + 1
    moves = ["P1", f"F{at}", "P1", f"F{at}", "P1"][: 2 * min(3, 6 - line) - 1]
    steps = {f"{i}. {move}": f"{i}. {'play' if move == 'P1' else 'flip'}" for i, move in enumerate(moves, 1)}
    return only(odds.plan(view, moves), steps)


EXPLORATIONS = (
    Exploration(
        "risks",
        "What a move risks",
        "The cards in the line were played open, by turns. Of Ada's you have seen the backs while she held them, of your own you have "
        "not. Watch how the risk of a blind card grows with the line, and what your memory is worth when you flip one of Ada's.",
        (
            Knob("line", "Cards in the line", (1, 2, 3, 4, 5)),
            Knob("memory", "You remember", ("all I have seen", "only what I see now")),
        ),
        _risks,
        "outlook",
    ),
    Exploration(
        "push",
        "How far to push",
        "A turn of three cards takes two flips. Flip a card whose back you know, or one that you have just played and know one side of?",
        (
            Knob("line", "Cards in the line", (1, 2, 3, 4)),
            Knob("flip", "You flip", ("the first card of the line", "the card just played")),
        ),
        _push,
        "plan",
    ),
)

# Exercises


def _with(face: str) -> int:
    """How many cards have this face."""
    return sum(face in card for card in DECK)


def _cloud_share() -> float:
    """How many of the cards with red have a Cloud too."""
    return Counter(card.replace("R", "") for card in DECK if "R" in card)[CLOUD] / _with("R")


def _safest(answer: Any) -> str:
    """Judge a function that picks a move from a view: it should be one of the safest."""
    if not callable(answer):
        return "A function is asked for: give check its name, without brackets behind it."
    for drill in DRILLS:
        view = drill.position().view(drill.seat)
        found = odds.outlook(view)
        safe = {move: row["sun"] + row["rainbow"] for move, row in found.items()}
        try:
            move = answer(view)
        except Exception as error:
            return f"In the position of the drill {drill.name!r} it raises {said_by(error)}."
        if move not in safe:
            return f"In the position of the drill {drill.name!r} it gives {move!r}, which is no legal move: look into `view.legal`."
        if safe[move] < max(safe.values()) - 1e-9:
            return (
                f"In the position of the drill {drill.name!r} it plays {move}, which is safe with {found.cell(move, 'sun')}, and "
                "there is something safer. A rainbow is no harm either: add both chances."
            )
    return ""


EXERCISES = (
    Exercise(
        "clash-red-cards",
        "How many of the 57 cards have red on one of their sides? Count them with `DECK` from `rainbowkit.games.clash`, a list of texts "
        "such as `RO`.",
        number(
            lambda: _with("R"),
            "Go through the deck, and count the cards in whose text there is an R.",
            Slip(lambda: sum(card[0] == "R" for card in DECK) - 1, "Do not forget that red may stand on either side."),
            Slip(
                lambda: 6,
                "There are six other colours, but each pair of colours is there twice, and there are two more faces.",
            ),
            Slip(lambda: 12, "Those are the cards with another colour. Red also meets the Rainbow and the Cloud."),
            whole=True,
        ),
        "from rainbowkit.games.clash import DECK\nanswer = sum('R' in card for card in DECK)",
        "Twelve with another colour, one with the Rainbow and one with the Cloud.",
    ),
    Exercise(
        "clash-cloud-backs",
        "You draw a card before you have seen any other, and it shows red. What is the chance of a Cloud on its back?",
        number(
            _cloud_share,
            "Of all cards with red on them, how many have a Cloud too?",
            Slip(
                lambda: 1 / 8, "There are eight other faces, but they are not equally likely: colours are there twice."
            ),
            Slip(
                lambda: _with(CLOUD) / len(DECK),
                "That is the share of all cards with a Cloud. You know more: this one has red on it.",
            ),
            Slip(
                lambda: 1 / len(DECK),
                "That is one card of the whole deck. But many cards are out of the question, since they show no red.",
            ),
        ),
        "from rainbowkit.games.clash import DECK\nred = [card for card in DECK if 'R' in card]\n"
        "answer = sum('C' in card for card in red) / len(red)",
        "That is conditional probability: among the cards that fit what you see, the share of those you fear.",
    ),
    Exercise(
        "clash-safest",
        "Write a function `safest(view)` that gives the move with the best chance to do no harm at once. `rainbowkit.odds.outlook(view)` "
        "has for each legal move the chances of `sun`, `clash`, `overcast` and `rainbow`.",
        _safest,
        "from rainbowkit.odds import outlook\n\ndef answer(view):\n    found = outlook(view)\n"
        "    return max(found, key=lambda move: found[move]['sun'] + found[move]['rainbow'])",
        "It is a cautious player already: enter it in a tournament.",
    ),
)

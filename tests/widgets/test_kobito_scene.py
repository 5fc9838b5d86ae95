"""What the table of `kobito` shows and says."""

from __future__ import annotations

from random import Random

import pytest

from rainbowkit.games.kobito import FACTS, RULES, Arc, Kobito, KobitoView
from rainbowkit_widgets.scene import MIDDLE, OTHER, OWN, Follower, Scene
from rainbowkit_widgets.scenes import scene, why_not
from rainbowkit_widgets.scenes.kobito import attempt, say, status
from tests.engine.test_kobito_rules import game, play
from tests.widgets.seeing import element, why, zone

NAMES = ["Ada", "Grace", "Hedy", "Joan", "Mary", "Sofia"]


def labels(found: Scene) -> dict[str, str]:
    return {move.move: move.label for move in found.moves}


def told(state: Kobito, move: str, seat: int | None = None) -> str:
    """What this seat is told of a move."""
    before: KobitoView = state.view(seat)
    play(state, move)
    return say(before, move, state.view(seat))


# What lies where


def test_the_others_sit_clockwise_and_a_spectator_has_no_place() -> None:
    state = Kobito(NAMES[:4], 1)
    found = scene(state.view(2))
    assert [(panel.area, panel.seat) for panel in found.panels] == [
        (OTHER, 3),
        (OTHER, 0),
        (OTHER, 1),
        (MIDDLE, None),
        (OWN, 2),
    ]
    assert [panel.turn for panel in found.panels] == [False, True, False, False, False]
    assert [panel.seat for panel in scene(state.view(None)).panels] == [0, 1, 2, 3, None]


def test_a_pot_has_its_gold_card_and_places_at_both_ends() -> None:
    found = scene(game("3 7 12", "4 5 K X 6", "1 1 1 1 2", pots="6:6 9:12 9:12").view(0))
    pot = zone(found, "g1")
    assert (pot.label, pot.note) == ("Pot 1", "1 of 6 cards")
    gold, low, card, high = (item[0] for item in pot.items)
    assert (gold.label, gold.tag) == ("gold card: 6 points for a rainbow of 6 cards", "6 cards")
    assert gold.face is not None
    assert gold.face.big == "6"
    assert (low.id, low.place, low.tag, low.groups) == ("g1<", True, "2", ("at g1<",))
    assert (high.label, high.tag) == ("high end of pot 1: takes 4 or a Kobito", "4")
    assert (card.label, card.kind, card.groups) == ("3", "3", ("g1.1",))
    assert card.face is not None
    assert (card.face.colour, card.face.symbol, card.face.big) == ("orange", "flame", "3")
    assert [item[0].tag for item in zone(found, "g3").items][1::2] == ["11", "1"]


def test_the_hand_lies_in_order() -> None:
    found = scene(game("3 7 11", "X 12 K 2 10", "1 1 1 1 2").view(0))
    hand = [item[0] for item in zone(found, "p0.hand").items]
    assert [card.label for card in hand] == ["2", "10", "12", "Kobito", "Replacement"]
    assert [card.groups for card in hand] == [("h2",), ("h10",), ("h12",), ("hK",), ("hX",)]


def test_a_kobito_says_what_it_stands_for() -> None:
    state = play(game("3 7 11", "K 5 9 9 X", "6 1 1 1 2"), "K g1>", "end")
    kobito = zone(scene(state.view(1)), "g1").items[3][0]
    assert (kobito.label, kobito.tag, kobito.groups) == ("Kobito for 4", "=4", ("g1.2",))
    assert kobito.face is not None
    assert (kobito.face.symbol, kobito.face.corner) == ("kobito", "K")


def test_a_replaced_place_is_a_stack_with_the_number_on_top() -> None:
    state = play(game("3 7 11", "3 5 9 9 X", "6 1 1 1 2"), "X+3 g1.1")
    item = zone(scene(state.view(0)), "g1").items[2]
    assert [card.kind for card in item] == ["3", "X", "3"]
    assert [card.tag for card in item] == ["", "", "\u00d72"]
    assert item[-1].label == "3, replaced"
    assert {card.groups for card in item} == {("g1.1",)}


def test_studios_have_places_only_for_their_owner() -> None:
    state = play(game("3 7 11", "5 6 9 9 X", "1 1 1 1 2"), "new 5 6")
    own = zone(scene(state.view(0)), "p0.s1")
    assert [item[0].groups for item in own.items] == [
        ("at s1<",),
        ("s1.1", "s1<"),
        ("s1.2", "s1>"),
        ("at s1>",),
    ]
    assert not own.small
    others = zone(scene(state.view(1)), "p0.s1")
    assert [item[0].groups for item in others.items] == [("p1s1.1",), ("p1s1.2",)]
    assert others.small


def test_an_empty_studio_tells_how_to_start() -> None:
    found = scene(game("3 7 11", "5 6 9 9 X", "1 1 1 1 2").view(0))
    assert zone(found, "p0.s1").empty == "No rainbow yet: two cards in a row start one."


def test_a_swapped_kobito_is_remembered_in_the_hand_it_went_to() -> None:
    state = play(game("3 7 11", "K 5 9 9 9", "4 1 1 1 1"), "K g1>", "end", "4 for g1.2")
    hand = zone(scene(state.view(0)), "p1.hand")
    assert hand.note == "5 cards"
    assert [(item[0].id, item[0].label, item[0].count) for item in hand.items] == [
        ("p1.hand.cards", "hidden cards, 4 cards", 4),
        ("", "Kobito", None),
    ]
    forgot = zone(scene(state.view(0), memory=False), "p1.hand")
    assert [item[0].count for item in forgot.items] == [5]


def test_piles_and_score_piles() -> None:
    state = game("3 7 11", "4 1 9 9 9", "1 1 1 1 2", pots="9:12 9:12 9:12", gold="2:3 9:1 9:2 9:3")
    play(state, "4 g1>")
    found = scene(state.view(1))
    assert element(found, "discard").label == "discard pile, 2 cards"
    assert element(found, "gold deck").place
    assert element(found, "deck").count == state.view(1).deck_size
    assert [item[0].label for item in zone(found, "p0.won").items] == ["gold, 3 points"]
    assert next(panel for panel in found.panels if panel.seat == 0).facts == [("points", "3")]
    assert next(panel for panel in found.panels if panel.area == MIDDLE).facts == [("pots to win", "1")]


def test_paid_cards_lie_in_the_score_pile() -> None:
    state = play(game("3 7 11", "1 1 1 5 5", "1 1 9 9 2"), "pay 5")
    paid = element(scene(state.view(1)), "p0.paid")
    assert (paid.label, paid.count, paid.tag) == ("paid for 3 points, 1 card", 1, "-3")


def test_unseen_cards_are_counted() -> None:
    unseen = scene(game("3 7 11", "X 3 K 3 10", "1 1 1 1 2").view(0)).memory
    assert len(unseen) == 14
    counts = {label: many for label, _, many in unseen}
    assert counts["3: 4 unseen"] == "4"
    assert counts["Kobito: 4 unseen"] == "4"
    assert counts["Replacement: 2 unseen"] == "2"
    assert counts["1: 7 unseen"] == "7"


# What is required


def test_the_status_follows_the_turn() -> None:
    state = game("3 7 11", "4 5 6 9 9", "1 1 1 1 2")
    assert status(state.view(0)) == "Your turn: play at least 1 card from your hand."
    assert status(state.view(1)) == "Ada is to move: at least 1 card to play."
    play(state, "4 g1>")
    assert status(state.view(0)) == "Your turn: you have played enough; go on, or end the turn."
    assert status(state.view(None)) == "Ada is to move: the turn may end."


def test_the_status_counts_the_cards_that_are_still_to_play() -> None:
    state = play(game("3 7 11", "5 6 4 9 9", "1 1 1 1 4", draws="1 1 1"), "new 5 6", "end", "4 g1>", "end")
    assert status(state.view(0)) == "Your turn: play at least 2 cards from your hand."
    play(state, "4 s1<")
    assert status(state.view(0)) == "You cannot play any more: pay 1 card, or move first."


def test_the_status_says_when_one_must_pay() -> None:
    state = game("3 7 11", "1 1 1 5 5", "1 1 9 9 2")
    assert status(state.view(0)) == "You cannot play any more: pay 1 card."


def test_the_status_asks_to_move_the_rest_out() -> None:
    state = play(game("3 7 11", "4 5 9 9 9", "1 1 1 1 2"), "new 4 5", "s1< g1>")
    assert status(state.view(0)) == "Your turn: move the rest of studio 1 to the pots."
    assert status(state.view(1)) == "Ada is to move the rest of studio 1 to the pots."


def test_the_end_names_winner_and_points() -> None:
    state = play(game("3 7 11", "4 1 9 9 9", "1 1 1 1 2", gold="2:3 9:1 9:2"), "4 g1>")
    assert status(state.view(0)) == "The game is over: you win with 3 points to Grace's 0."
    assert status(state.view(1)) == "The game is over: Ada wins with 3 points to your 0."
    assert status(state.view(None)) == "The game is over: Ada wins with 3 points to Grace's 0."
    assert zone(scene(state.view(0)), "g1").empty == "No gold is left for this place."


# Moving


def test_buttons_say_what_they_do() -> None:
    found = scene(game("3 7 11", "4 5 K 3 X", "1 1 1 1 2").view(0))
    says = labels(found)
    assert says["4 g1>"] == "Play 4 on pot 1"
    assert says["K g2<"] == "Play Kobito as 6 on pot 2"
    assert says["new 4 5"] == "Start 4-5 in your studio"
    assert says["new K 5"] == "Start K-5 (as 4-5) in your studio"
    assert says["new 5 K"] == "Start 5-K (as 5-6) in your studio"
    assert says["X+3 g1.1"] == "Replace 3 on pot 1"


def test_a_button_tells_of_a_win() -> None:
    found = scene(game("3 7 11", "4 5 K 3 X", "1 1 1 1 2", gold="2:1 9:12 9:12").view(0))
    assert labels(found)["4 g1>"] == "Play 4 on pot 1 and win 1 point"


def test_buttons_for_studios_and_swaps() -> None:
    state = play(game("3 7 11", "8 9 K 9 9", "10 1 1 1 2"), "new 8 9", "K s1>")
    says = labels(scene(state.view(0)))
    assert says["s1< g2>"] == "Move 8 from studio 1 to pot 2"
    assert says["s1> g1<"] == "Move Kobito as 2 from studio 1 to pot 1"
    assert says["end"] == "End the turn"
    play(state, "end")
    assert labels(scene(state.view(1)))["10 for p1s1.3"] == "Swap 10 for the Kobito in Ada's studio 1"


def test_both_ends_are_named_where_both_take_a_card() -> None:
    state = game("3 7 11", "12 9 K X 9", "1 1 1 1 2")
    state.studios[0] = [Arc(12, 12, tuple(range(1, 12)))]
    state._note_studio(0)
    says = labels(scene(state.view(0)))
    assert says["12 s1<"] == "Play 12 in studio 1, low end"
    assert says["12 s1>"] == "Play 12 in studio 1, high end"
    assert says["K s1>"] == "Play Kobito as 12 in studio 1, high end"


def test_paying_is_a_pick_of_one_card() -> None:
    found = scene(game("3 7 11", "1 1 1 5 5", "1 1 9 9 2").view(0))
    assert {(move.move, move.label, *move.picks) for move in found.moves} == {
        ("pay 1", "Pay 1 (lose 3 points)", "h1"),
        ("pay 5", "Pay 5 (lose 3 points)", "h5"),
    }


# What happened


def test_moves_in_words() -> None:
    state = game("3 7 11", "4 8 9 K 3", "10 1 1 1 2", draws="5 6 12 12")
    assert told(state, "4 g1>", 1) == "plays 4 on pot 1"
    assert told(state, "new 8 9", 1) == "starts 8-9 in the studio"
    assert told(state, "K s1>", 1) == "plays Kobito as 10 in studio 1"
    assert told(state, "end", 1) == "ends the turn; 4 cards are drawn"
    assert told(state, "10 for p1s1.3", 0) == "swaps 10 for the Kobito in your studio 1"
    assert told(state, "K g2>", 0) == "plays Kobito as 8 on pot 2"


def test_who_draws_is_told_which_cards() -> None:
    state = play(game("3 7 11", "4 8 9 K 4", "10 1 1 1 2", draws="5 K"), "4 g1>", "8 g2>")
    assert told(state.copy(), "end", 0) == "ends the turn; 5 and Kobito are drawn"
    assert told(state.copy(), "end", None) == "ends the turn; 2 cards are drawn"
    state = game("3 7 11", "1 1 1 5 5", "1 1 9 9 2", draws="5")
    assert told(state.copy(), "pay 5", 0) == "pays 5: 3 points lost; 5 is drawn"
    assert told(state.copy(), "pay 5", 1) == "pays 5: 3 points lost; 1 card is drawn"


def test_a_win_is_told_with_what_follows() -> None:
    state = game("3 7 11", "4 2 9 9 9", "1 1 1 1 2", draws="12", gold="2:3 9:1 9:2 6:8")
    assert told(state, "4 g1>") == (
        "plays 4 on pot 1: that wins 3 points of gold; the next pot asks for 6 cards and starts with 12"
    )
    state = game("3 7 11", "4 2 9 9 9", "1 1 1 1 2", gold="2:3 9:1 9:2")
    assert told(state, "4 g1>") == "plays 4 on pot 1: that wins 3 points of gold; the game ends"


def test_without_the_view_after_it_only_the_move_is_told() -> None:
    state = game("3 7 11", "4 2 9 9 9", "1 1 1 1 2")
    assert say(state.view(None), "4 g1>") == "plays 4 on pot 1"


# Why not?


def test_two_cards_that_start_nothing() -> None:
    state = game("3 7 11", "3 9 K K X", "1 1 1 1 2")
    rule, sentence = why(state, "h3", "h9")
    assert (rule, sentence) == ("start", "A studio rainbow starts with two consecutive numbers; 3 and 9 are not.")
    assert why(state, "hK", "hK")[0] == "kobito-clear"
    assert why(state, "h3", "hX")[0] == "replacement-only"


def test_a_card_that_does_not_fit() -> None:
    state = game("3 7 11", "4 9 9 1 X", "1 1 1 1 2")
    expected = "9 does not continue that rainbow: only 4 or a Kobito fits there."
    assert why(state, "h9", "at g1>") == ("fit", expected)
    assert why(state, "hX", "at g1>")[0] == "replacement-only"
    assert why(state, "h4")[0] == "extend"
    play(state, "4 g1>")
    assert why(state, "h9") == ("fit", "No rainbow takes 9 now: the ends take 2, 5, 6, 8, 10 and 12.")


def test_moves_that_are_none() -> None:
    state = play(game("3 7 11", "4 5 6 9 9", "1 1 1 1 2"), "new 4 5", "6 s1>")
    assert why(state, "s1.2", "at g1>") == ("move", "Only a card at an end of a studio rainbow can be moved.")
    assert why(state, "s1>", "at g1>")[0] == "fit"
    assert why(state, "g1.1", "at g2>") == ("move", "Cards at a pot stay there until it is won.")
    assert why(state, "s1<", "at s1>")[0] == "move"
    assert why(state, "s1<")[0] == "move"


def test_swaps_and_replacements_that_are_none() -> None:
    state = play(game("3 7 11", "K X 3 9 6", "4 1 1 1 2"), "K g1>")
    assert why(state, "h9", "g1.2")[1] == "That Kobito stands for 4, so only 4 can be swapped for it."
    assert why(state, "h9", "g1.1") == ("swap", "There is no Kobito in that place: 3 lies there.")
    assert why(state, "h3", "g1.1") == ("replace", "To replace that 3, pick a Replacement from your hand, too.")
    assert why(state, "hX", "g1.1") == ("replace", "To replace that 3, pick a 3 from your hand, too.")
    assert why(state, "hX", "h9", "g1.1") == ("replace", "3 lies there, so only 3 can replace it.")
    assert why(state, "hX", "h9", "g1.2")[0] == "replace-number"


def test_what_is_not_ones_own() -> None:
    state = play(game("3 7 11", "4 5 6 9 9", "1 1 1 1 2"), "new 4 5", "end")
    assert why(state, "hand of 0") == ("hidden", "That is Ada's hand: you can only use cards from your own.")
    assert why(state, "p1s1.1")[0] == "replace-own"
    assert why(state, "p1s1.1", "at g1>") == ("move", "Only cards from your own studio can be moved.")
    assert why(state, "deck")[0] == "draw"
    assert why(state, "gold 1")[0] == "complete"


def test_short_of_the_duty_nobody_ends() -> None:
    state = game("3 7 11", "4 5 6 9 9", "1 1 1 1 2")
    assert why(state)[0] == "must-play"
    assert why(game("3 7 11", "1 1 1 5 5", "1 1 9 9 2"))[0] == "pay"


def test_the_rest_has_to_be_moved_out_first() -> None:
    state = play(game("3 7 11", "4 5 9 9 9", "1 1 1 1 2"), "new 4 5", "s1< g1>")
    assert why(state, "h9") == ("move-rest", "First move the rest of studio 1 to the pots, card by card.")
    assert why(state, "s1<", "at g2>")[0] == "fit"


# Random games


@pytest.mark.parametrize("players", range(FACTS.fewest, FACTS.most + 1))
def test_every_move_can_be_picked_and_every_other_pick_is_answered(players: int) -> None:
    rules = {rule.id for rule in RULES}
    rng = Random(players)
    for seed in range(2):
        state = Kobito(NAMES[:players], seed)
        follower = Follower()
        while not state.over:
            view = state.view(state.seat)
            found = follower.follow(scene(view))
            for move in found.moves:
                assert move in found.makes(found.picking(move))
            elements = found.elements()
            for many in (1, 2, 2, 3, 5):
                picked = rng.sample(elements, many)
                if not found.makes(picked):
                    rule, sentence = why_not(state, view, picked)
                    assert rule in rules
                    assert sentence.endswith(".")
            wanted = attempt(view, [])
            assert not isinstance(wanted, str) or wanted not in view.legal
            state.play(rng.choice(state.legal_moves()))

"""The table without a browser: whole games by messages, what is refused, what is taken back, and what never goes out."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rainbowkit import GAMES, BadSetup, match, new
from rainbowkit.engine import View
from rainbowkit_widgets import Table, play
from rainbowkit_widgets import replay as show_film

MOST = {"tricks": 4, "clash": 2, "kobito": 3, "rainbonus": 3}


def sent(table: Table, without: tuple[str, ...] = ()) -> str:
    """All that is in the browser, as bytes."""
    names = ("scene", "log", "notice", "odds", "controls")
    return json.dumps({name: getattr(table, name) for name in names if name not in without}, sort_keys=True)


def say(table: Table, do: str, **more: Any) -> None:
    table.hear({"do": do, "at": table.session.at, **more})


def messages(table: Table, do: str) -> list[Any]:
    """What is sent to the browser besides the traits."""
    out: list[Any] = []
    table.send = out.append  # type: ignore[method-assign]
    say(table, do)
    del table.send
    return out


def play_some(table: Table, moves: int, rng: Random) -> None:
    """Let so many moves be made, the person's at random."""
    for _ in range(moves):
        if table.session.state.over:
            return
        at = table.session.at
        if table.session.waiting:
            say(table, "next")
        else:
            say(table, "play", move=rng.choice(table.scene["moves"])["move"])
        assert table.session.at == at + 1, table.notice


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_messages_is_the_game_that_its_record_tells(game: str) -> None:
    table = play(game, "beginner", players=MOST[game], seed=5)
    play_some(table, 10_000, Random(1))
    assert table.scene["over"]
    assert table.scene["status"].startswith("The game is over")
    assert len(table.session.log) == table.session.at
    record = json.loads(next(message for message in messages(table, "save") if "save" in message)["text"])
    assert record["moves"] == table.session.state.moves
    assert record["meta"]["players"].count("beginner") == MOST[game] - 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_moves_give_the_same_bytes(game: str) -> None:
    tables = [play(game, "skilled", players=MOST[game], seed="twice", odds=True) for _ in range(2)]
    for table in tables:
        play_some(table, 30, Random(2))
        say(table, "odds")
    assert sent(tables[0]) == sent(tables[1])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_the_seat_cannot_see_changes_nothing_that_is_sent(game: str) -> None:
    rng = Random(f"secrets of {game}")
    for number in range(4):
        table = play(game, "beginner", players=MOST[game], seed=number, memory=number % 2 == 0, odds=True)
        play_some(table, 12 * number, rng)
        while table.session.waiting:
            say(table, "next")
        say(table, "odds")
        say(table, "hint")
        shown = sent(table)
        for _ in range(3):
            table.session.state = table.session.view.sample(rng)
            table.session._views = {}
            table._follower = type(table._follower)()
            table.update()
            say(table, "odds")
            say(table, "hint")
            assert _without_ids(sent(table)) == _without_ids(shown)


def _without_ids(bytes_sent: str) -> str:
    """Ids, sources and the count of notices tell of the scenes before, which a sampled world has not had."""
    plain = json.loads(bytes_sent)
    plain["notice"] = plain["notice"].get("text")
    scene = plain["scene"]
    scene.pop("leaving", None)
    for panel in scene["panels"]:
        for zone in panel.get("zones", []):
            for item in zone["items"]:
                for element in item:
                    element.pop("id", None)
                    element.pop("source", None)
    return json.dumps(plain, sort_keys=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_and_the_record_stay_here_until_the_end(game: str) -> None:
    table = play(game, "beginner", players=MOST[game], seed="a secret seed")
    assert messages(table, "save") == [{"heard": True}]
    assert "secret" not in sent(table)


garbage = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
hostile = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["play", "why", "next", "instead", "back", "hint", "odds", "set", "again", "new", "save", "x"]
        )
    },
    optional={
        "at": garbage | st.just(3),
        "move": garbage | st.sampled_from(["P1", "B2", "F9", "S", "P0", "⁴", "P1 "]),
        "picked": garbage | st.lists(st.sampled_from(["deck", "c0", "c1", "c56", "nothing"]), max_size=5),
        "name": garbage | st.sampled_from(["pace", "odds"]),
        "value": garbage,
        "players": garbage | st.lists(st.sampled_from(["random", "nobody", ""]), min_size=1, max_size=200),
        "seed": garbage,
    },
)


@cache
def after_one_move() -> Table:
    table = play("clash", "beginner", seed=7)
    say(table, "play", move="P1")
    return table


@settings(max_examples=400, deadline=None)
@given(garbage | hostile)
def test_nonsense_from_the_browser_changes_nothing_in_the_game(message: Any) -> None:
    table = after_one_move()  # so `at` is 1, and none of these messages is about this position
    if isinstance(message, dict) and message.get("at") == 1:
        return
    before, state = sent(table, without=("controls", "log", "notice")), table.session.state.record()
    table.hear(message)
    assert table.session.state.record() == state
    if not isinstance(message, dict) or message.get("do") != "set":
        assert sent(table, without=("controls", "log", "notice")) == before


def test_nobody_moves_out_of_turn_or_for_another() -> None:
    table = play("clash", "beginner", seed=7, seat=1)
    assert table.session.waiting
    for move in ("P1", "S", "x" * 5000):
        say(table, "play", move=move)
    assert table.session.at == 0
    table.hear({"do": "next", "at": 5})
    assert table.session.at == 0
    table.hear({"do": "next", "at": True})
    assert table.session.at == 0


def test_a_browser_cannot_set_a_trait() -> None:
    table = play("clash", "beginner", seed=7)
    before = sent(table)
    table.set_state({"scene": {}, "log": ["I win"], "controls": {}})
    assert sent(table) == before


def test_an_illegal_move_gets_its_rule_and_changes_nothing() -> None:
    table = play("clash", "beginner", seed=7)
    say(table, "play", move="S")
    assert table.notice["kind"] == "error"
    assert "(rule stop)" in table.notice["text"]
    assert table.session.at == 0


def test_picking_what_does_not_go_together_is_explained() -> None:
    table = play("tricks", "beginner", players=3, seed=1)
    hand = [
        item[0] for zone in table.scene["panels"][-1]["zones"] if zone["id"].endswith("hand") for item in zone["items"]
    ]
    low, high = hand[0], hand[-1]
    assert low["groups"] != high["groups"]
    say(table, "why", picked=[low["id"], high["id"]])
    assert table.notice["kind"] == "why"
    assert table.notice["text"].endswith(".")


# Taking back


def test_a_move_that_showed_nothing_can_be_taken_back() -> None:
    table = play("clash", "beginner", seed=7)
    say(table, "play", move="P1")  # one's own face, which one saw before
    say(table, "back")
    assert table.session.at == 0
    assert table.session.log == []


def test_a_move_that_showed_something_hidden_cannot() -> None:
    table = play("clash", "beginner", seed=7)
    say(table, "play", move="B1")
    say(table, "back")
    assert table.session.at == 1
    assert "hidden" in table.notice["text"]


def test_a_practice_table_goes_back_over_the_others_moves_too() -> None:
    table = play("clash", "beginner", seed=7, practice=True)
    say(table, "play", move="B1")
    say(table, "play", move="S")
    while table.session.waiting:
        say(table, "next")
    before = table.session.at
    say(table, "back")
    assert table.session.at == 1 < before
    assert len(table.session.log) == 1


def test_with_nothing_played_nothing_can_be_taken_back() -> None:
    table = play("clash", "beginner", seed=7)
    say(table, "back")
    assert table.notice["text"].startswith("There is nothing to take back")


# Players who fail


def broken(view: View, rng: Random) -> str:
    raise RuntimeError("I am lost")


def cheating(view: View, rng: Random) -> str:
    return "P9"


@pytest.mark.parametrize(("player", "told"), [(broken, "I am lost"), (cheating, "P9")])
def test_a_player_who_fails_is_told_of_and_can_be_played_for(player: Any, told: str) -> None:
    table = play("clash", player, seed=7, seat=1)
    say(table, "next")
    assert player.__name__ in table.notice["text"]
    assert told not in sent(table), "what a player says may name its cards"
    assert told in str(table.error.__cause__)  # type: ignore[union-attr]
    assert table.controls["stuck"]
    assert table.session.at == 0
    say(table, "instead")
    assert table.session.at == 1


def endless(view: View, rng: Random) -> str:
    while True:
        pass


@pytest.mark.slow
def test_a_player_who_never_answers_is_stopped() -> None:
    table = play("clash", endless, seed=7, seat=1)
    say(table, "next")
    assert table.notice["text"] == "endless took longer than 5 seconds for a move."
    say(table, "instead")
    assert table.session.at == 1


def test_our_own_mistake_is_one_sentence_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play("clash", "beginner", seed=7)

    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("rainbowkit_widgets.scenes.module", fail)
    say(table, "play", move="P1")
    assert "our mistake" in table.notice["text"]
    assert table.session.at == 0
    monkeypatch.undo()
    say(table, "play", move="P1")
    assert table.session.at == 1


# Games anew


def test_the_same_deal_again_and_a_new_game() -> None:
    table = play("rainbonus", ["beginner", "random"], seed=3)
    first = table.session.state.shuffles
    play_some(table, 8, Random(1))
    say(table, "again")
    assert (table.session.at, table.session.state.shuffles) == (0, first)
    say(table, "new", players=["skilled"], seed=None)
    assert table.session.state.shuffles != first
    assert len(table.session.state.names) == 2
    say(table, "new", players=["skilled"], seed="3")
    assert table.session.seed == "3"
    say(table, "new", players=["skilled"] * 9)
    assert "2 to 5 players" in table.notice["text"]
    assert len(table.session.state.names) == 2


def test_bad_arguments_are_refused_in_a_sentence() -> None:
    for arguments in (
        {"game": "chess"},
        {"against": "nobody"},
        {"players": 9},
        {"seat": 7},
        {"pace": "warp"},
        {"odds": "yes"},
        {"colour": "red"},
    ):
        with pytest.raises(BadSetup):
            play(**arguments)  # type: ignore[arg-type]


def test_a_table_has_the_same_text_every_time() -> None:
    assert repr(play("clash", seed=1)) == "<table of clash: 'You', 'Ada'>"


# Films


@pytest.mark.parametrize("game", GAMES)
def test_a_film_shows_every_position_from_every_seat(game: str) -> None:
    end = match(game, ["beginner"] * MOST[game], 4)
    film = show_film(end.record())
    film.hear({"do": "goto", "at": 0, "to": len(end.moves)})
    assert film.scene["over"]
    assert len(film.log) == min(60, len(end.moves))
    for seat in (0, 1, None):
        film.hear({"do": "seat", "seat": seat})
        film.hear({"do": "goto", "to": 3})
        assert film.scene["at"] == 3
    for nonsense in (-1, 10**9, "x", None, True):
        film.hear({"do": "goto", "to": nonsense})
        assert film.scene["at"] == 3


def test_an_unfinished_game_makes_a_film_too() -> None:
    state = new("tricks", 3, 1)
    state.play(state.legal_moves()[0])
    assert repr(show_film(state)) == "<film of tricks: 1 moves>"


# Looking back


@pytest.mark.slow
def test_a_review_comes_bit_by_bit_and_only_when_the_game_is_over() -> None:
    table = play("clash", "beginner", seed=5)
    say(table, "review")
    assert table.report == {}
    play_some(table, 10_000, Random(1))
    steps = 0
    while "summary" not in table.report:
        say(table, "review")
        steps += 1
    assert steps > 2
    assert table.report["summary"].startswith("You ")
    assert table.report["picture"]["alt"]
    assert len(table.report["rows"]) > 10
    say(table, "again")
    assert table.report == {}


def test_a_review_speaks_of_the_game_as_it_is_now() -> None:
    table = play("clash", "beginner", seed=5, practice=True)
    play_some(table, 10_000, Random(1))
    say(table, "review")
    assert table.report["of"] == table.session.at
    say(table, "back")
    assert table.report == {}


def test_a_game_that_is_over_can_be_watched_again() -> None:
    table = play("clash", "beginner", seed=5)
    say(table, "goto", to=0)
    assert table.controls["film"] is None
    play_some(table, 10_000, Random(1))
    say(table, "goto", to=1)
    assert table.controls["film"] == {"at": 1, "last": table.session.at}
    assert "moves" not in table.scene
    for nonsense in (-1, 10**9, None, "1", True):
        say(table, "goto", to=nonsense)
        assert table.controls["film"]["at"] == 1


def test_why_the_others_play_is_no_secret_only_in_practice_and_at_the_end() -> None:
    table = play("tricks", "skilled", seed=5)
    play_some(table, 12, Random(1))
    assert any(why for _, why in table.session.log)
    assert not any("“" in line for line in table.log)
    say(table, "set", name="practice", value=True)
    assert any("“" in line for line in table.log)
    say(table, "set", name="why", value=False)
    assert not any("“" in line for line in table.log)


def test_two_players_of_the_same_name_stay_two() -> None:
    def one(view: View, rng: Random) -> str:
        return view.legal[0]

    def other(view: View, rng: Random) -> str:
        return view.legal[-1]

    one.__name__ = other.__name__ = "skilled"
    table = play("tricks", [one, other, "skilled"], seed=1)
    assert table.controls["setup"]["players"] == ["skilled 2", "skilled 3", "skilled"]
    say(table, "new", players=["skilled 3", "skilled"])
    assert table.session.given == [other, "skilled"]

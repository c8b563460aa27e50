"""The ruleset that is there to be copied, as its author and those who play it meet it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.running import Shell
from tests.plugins import third_party
from tests.profiles import examples
from tests.tui.kit import Clock, Stage, act
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import (
    begin_random_game,
    check_game,
    check_manual_adjustments,
    check_undo,
    play_random_game,
    play_random_input,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import make_side_id

SEEDS = st.integers(0, 1_000_000)


@pytest.fixture(autouse=True, scope="module")
def coin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with third_party("coin", tmp_path_factory.mktemp("site")):
        yield load_playable_rulesets()["coin"]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coin: Ruleset) -> Shell:
    assert coin.forces is not None
    (sample,) = coin.forces.samples()
    (tmp_path / sample.file).write_text(sample.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path / "coins.db", monkeypatch)


@pytest.mark.thorough
def test_all_that_it_declares_can_be_set_right(coin: Ruleset) -> None:
    check_manual_adjustments(begin_random_game(coin, random.Random(1)), every=True)


def begun(coin: Ruleset) -> Play:
    """Two hands each, of three coins and two, in turn 1."""
    play = Play(coin)
    for side, letter in ((RED, "r"), (BLUE, "b")):
        play.muster(side, {f"{letter}1": {"coin": 3}, f"{letter}2": {"coin": 2}}, {"coin": {}})
    play.automatic()
    return play


# ------------------------------------------------------------------------------------- the rules


def test_heads_score_and_a_hand_without_any_is_shaken(coin: Ruleset) -> None:
    toss = coin.actions["toss"]
    play = begun(coin)
    play.do("toss", RED, toss.params((u("r1"),)))
    play.roll("346")
    assert play.match.points(RED) == 2
    play.do("toss", BLUE, toss.params((u("b1"), u("b2"))))
    play.rolls("123", "16")
    assert play.match.points(BLUE) == 1
    assert [play.match.mark(u(hand), "shaken") for hand in ("r1", "b1", "b2")] == [None, 1, None]
    assert [bar.why for bar in toss.bars(play.match, u("r1"))] == ["has tossed"]


def test_a_shaken_hand_drops_a_coin_on_no_more_than_its_shocks(coin: Ruleset) -> None:
    play = begun(coin)
    play.do("toss", RED, coin.actions["toss"].params((u("r1"), u("r2"))))
    play.rolls("111", "33")
    play.do("next", None, coin.actions["next"].params())
    play.roll("21")  # a shock each: 2 holds, 1 drops
    assert [len(play.match.figures(u(hand))) for hand in ("r1", "r2")] == [3, 1]
    assert play.match.turn == 2
    assert not play.match.has(u("r1"), "tossed")


@pytest.mark.parametrize("points", [3, 5, 10])
def test_who_has_the_points_agreed_on_and_the_most_wins(coin: Ruleset, points: int) -> None:
    game = play_random_game(coin, random.Random(points), {"points": points})
    ended = game.state.current_values.ended
    assert ended is not None
    scores = {side: game.match.points(side) for side in game.match.sides}
    if ended.how == "points":
        assert ended.winner == max(scores, key=lambda side: scores[side])
        assert max(scores.values()) >= points
    else:
        assert len({game.match.side_of(unit) for unit in game.match.units()}) < 2


def test_the_odds_of_a_toss_are_exact(coin: Ruleset) -> None:
    play = begun(coin)
    toss = coin.actions["toss"]

    def stage(match: object) -> object:
        return toss.stage(match, RED, toss.params((u("r2"),)))  # type: ignore[arg-type]

    found = check_agreed_odds(coin, play.table.state, stage, ())
    # two coins: none 1/4, one 1/2, two 1/4
    assert sorted(found.values()) == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]


# -------------------------------------------------------------------------------------- the laws


@examples(20)
@given(SEEDS)
def test_every_game_ends_and_keeps_the_laws(seed: int) -> None:
    game = play_random_game(load_playable_rulesets()["coin"], random.Random(seed))
    check_game(game)
    check_undo(game, 10)


@examples(5)
@given(SEEDS)
def test_a_game_is_cut_and_gone_on_with_anywhere(seed: int) -> None:
    rng = random.Random(seed)
    game = begin_random_game(load_playable_rulesets()["coin"], rng)
    for _ in range(40):
        play_random_input(game, rng)
    check_all_laws(replay_in_memory(game))


@pytest.mark.thorough
def test_its_author_finds_nothing_wrong(shell: Shell) -> None:
    shell.done("rules", "check", "coin")


# ------------------------------------------------------------------------------------ the players


@pytest.mark.thorough
def test_it_is_played_on_the_command_line(shell: Shell) -> None:
    sides = ("--side", "Red=change.toml", "--side", "Blue=change.toml")
    shell.done("match", "new", "--ruleset", "coin", *sides, "--option", "points=3")
    listed = shell.done("match", "actions", "m1", "--json").json
    assert "r1 tosses" in [way["line"] for way in listed["actions"]]
    shell.done("match", "do", "m1", "r1 : 456")
    ran = shell.done("match", "do", "m1", "r1 tosses : 111")
    assert "! R1 has tossed (COIN-1)." in ran.out
    shell.done("match", "undo", "m1", "--action")
    shell.done("match", "do", "m1", "fix r2 shaken +1")
    assert "shaken 1" in shell.done("match", "show", "m1").out
    shell.done("match", "undo", "m1")
    shell.done("match", "do", "m1", "b1,b2 tosses : 123 / 11")
    waits = shell.done("match", "do", "m1", "next").out
    assert "2 dice grip for B1, B2, no more than shocks: drops" in waits
    shell.done("match", "answer", "m1", "12")
    game = shell.done("match", "list", "--json").json["matches"][0]
    assert (game["winner"], game["status"]) == ("Red", "ended")
    report = shell.done("export", "m1", "--format", "md").out
    assert "Winner: Red" in report
    text = shell.done("export", "m1", "--format", "record").out
    again = shell.done("import", "-", stdin=text)
    assert again.err == ""
    shell.done("verify")


def test_it_is_played_on_the_screen(coin: Ruleset) -> None:
    """New game, tosses by Enter and by key, the sheet at the end of the turn, set right, odds."""
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets={"coin": coin})

    async def story(stage: Stage) -> None:
        await stage.press("n⏎⏎")
        assert "F2 1 more house rule " in stage.text
        await stage.press("⏎⏎")  # nobody is named for either side
        assert "▌ Enter: 1 Left tosses" in stage.text
        assert "R1 shaken 12%" in stage.text  # (1/2)³
        await stage.press("⏎112⏎")
        assert "R1 Left tosses: 3 dice 0 heads: R1 shaken" in stage.text
        await stage.press("2t⏎44⏎")
        assert "Red, Loose change 2 : 0 Blue, Loose change" in stage.text
        await stage.press("⏎666⏎⏎55⏎")
        assert "Red, Loose change 2 : 5 Blue, Loose change" in stage.text
        await stage.press("⏎")
        assert "2 Right       0  calm" in stage.text
        await stage.press("1⏎")
        assert "Blue" in stage.text
        assert "Winner: " in stage.text

    act(story, kept, game=None)
    game: Game = kept.open_game("m1")
    assert game.state.current_values.ended is not None
    assert game.state.current_values.ended.winner == make_side_id("b")
    assert len(game.match.figures(u("r1"))) == 2  # rolled 1 with one shock

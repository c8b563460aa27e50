"""A ruleset written from docs/rulesets.md alone: what its rules say, and what its players meet.

Expected values are worked out by hand from its ``rules.toml``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.checks import boilerplate_share
from tests.cli.running import Shell
from tests.plugins import THIRD_PARTY, third_party
from tests.profiles import examples
from tests.tui.kit import Clock, Stage, act
from tracker.application.book import Book
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import Interrupt
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
from tracker.vocabulary import events as ev
from tui.views.last_unit_actions import build_action_line

SEEDS = st.integers(0, 1_000_000)
PROFILES = {
    "rifle": {"skill": 5, "armour": 3, "nerve": 6},
    "guard": {"skill": 4, "armour": 5, "nerve": 7},
}
MOVE, FIRE = ("move", RED), ("fire", RED)


@pytest.fixture(autouse=True, scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with third_party("skirmish", tmp_path_factory.mktemp("site")):
        yield load_playable_rulesets()["skirmish"]


@pytest.fixture
def play(skirmish: Ruleset) -> Play:
    """Five rifles and four against two squads of four guards; Red moves first."""
    play = Play(skirmish)
    play.muster(RED, {"r1": {"rifle": 5}, "r2": {"rifle": 4}}, PROFILES)
    play.muster(BLUE, {"b1": {"guard": 4}, "b2": {"guard": 4}}, PROFILES)
    play.automatic()
    return play


def test_all_that_it_declares_can_be_set_right(skirmish: Ruleset) -> None:
    check_manual_adjustments(begin_random_game(skirmish, random.Random(1)))


def take(play: Play, action: str, *who: str, **how: object) -> None:
    params = play.ruleset.actions[action].params
    side = play.match.side_of(u(who[0])) if who else None
    named = {"watch": lambda: {"units": tuple(map(u, who))}}.get(
        action, lambda: dict(zip(("unit", "target"), map(u, who), strict=False))
    )
    play.do(action, side, params(**named(), **how))


def stands(play: Play, unit: str) -> tuple[int, int]:
    """Figures left, and suppression markers."""
    return len(play.match.figures(u(unit))), int(play.match.mark(u(unit), "suppressed") or 0)


def why_not(play: Play, action: str, unit: str) -> list[str]:
    return [bar.id for bar in play.ruleset.actions[action].bars(play.match, u(unit))]


# ------------------------------------------------------------------------------------- the rules


def test_hits_suppress_and_armour_saves(play: Play) -> None:
    take(play, "next")
    take(play, "fire", "r1", "b1", cover=True)
    assert play.asked.what == "to hit"
    play.roll("13459")  # skill 5, cover 2: 3 or less, two hits
    play.roll("56")  # armour 5: one saved
    assert stands(play, "b1") == (3, 2)
    assert play.match.points(RED) == 1
    assert why_not(play, "fire", "r1") == ["has-fired"]


def test_suppression_makes_it_harder_and_pins(play: Play) -> None:
    play.fix(ev.MarkerSet(subjects=(u("r2"),), marker="suppressed", value=4))
    assert why_not(play, "move", "r2") == ["pinned"]
    take(play, "next")
    take(play, "fire", "r2", "b1")
    play.roll("1122")  # 5 less 4: 1 hits, 2 does not
    play.roll("11")
    assert stands(play, "b1") == (4, 2)
    play.fix(ev.MarkerSet(subjects=(u("r1"),), marker="suppressed", value=9))
    take(play, "fire", "r1", "b2")
    play.roll("12222")  # 1 always hits
    assert play.asked.what == "save"


def test_a_side_rallies_when_its_turn_begins(play: Play) -> None:
    play.fix(
        ev.MarkerSet(subjects=(u("b1"),), marker="suppressed", value=3),
        ev.MarkerSet(subjects=(u("r1"),), marker="suppressed", value=1),
    )
    take(play, "next")
    take(play, "next")
    assert play.asked.side == BLUE
    play.roll("8")  # nerve 7: one die, for b1 alone
    assert (play.match.phase, play.match.clock.side) == ("move", BLUE)
    assert (stands(play, "b1"), stands(play, "r1")) == ((4, 3), (5, 1))
    take(play, "next")
    take(play, "next")
    play.roll("6")
    assert stands(play, "r1") == (5, 0)
    assert play.match.turn == 2


def test_who_is_on_watch_snaps_at_who_moves(play: Play) -> None:
    take(play, "next")
    take(play, "watch", "r1", "r2")
    take(play, "next")
    assert play.match.has(u("r1"), "watch")
    take(play, "move", "b1", length=500, claimed=True)
    window = play.asked
    assert isinstance(window, Interrupt)
    assert window.by == (u("r1"), u("r2"))
    take(play, "snap", "r1", "b1")
    play.rolls("11199", "119")  # three hits, two saved: three figures, three markers: pinned
    assert stands(play, "b1") == (3, 3)
    assert not any(isinstance(line.event, ev.Moved) for line in play.lines)
    assert why_not(play, "snap", "r1") == ["not-on-watch"]
    assert why_not(play, "snap", "r2") == []
    check_all_laws(play)


def test_a_watch_lasts_until_the_next_turn_of_its_side(play: Play) -> None:
    take(play, "next")
    take(play, "watch", "r1")
    for _ in range(2):
        take(play, "next")
    assert play.match.has(u("r1"), "watch")
    take(play, "next")
    assert (play.match.phase, play.match.clock.side) == MOVE
    assert not play.match.has(u("r1"), "watch")


def test_the_odds_of_fire_are_exact(play: Play) -> None:
    play.fix(ev.FiguresRemoved(figures=play.match.figures(u("r1"))[1:]))
    fire = play.ruleset.actions["fire"]
    params = fire.params(unit=u("r1"), target=u("b1"))

    def stage(match: object) -> object:
        return fire.stage(match, RED, params)  # type: ignore[arg-type]

    found = check_agreed_odds(play.ruleset, play.table.state, stage, ())
    # one die: 5 in 10 misses; of hits 5 in 10 are saved
    assert sorted(found.values()) == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]


# -------------------------------------------------------------------------------------- the laws


@examples(12)
@given(SEEDS)
def test_every_game_ends_and_keeps_the_laws(seed: int) -> None:
    game = play_random_game(load_playable_rulesets()["skirmish"], random.Random(seed))
    assert game.state.current_values.ended is not None
    assert game.state.clock.turn <= 4
    check_game(game)
    check_undo(game, 12)


@pytest.mark.thorough
def test_games_by_chance_have_snap_fire_in_them_and_can_be_cut_there() -> None:
    snapped = 0
    for seed in range(8):
        rng = random.Random(seed)
        game = begin_random_game(load_playable_rulesets()["skirmish"], rng)
        for _ in range(60):
            play_random_input(game, rng)
        play = replay_in_memory(game)
        taken = [line.event for line in play.lines if isinstance(line.event, ev.ActionTaken)]
        snapped += any(event.action == "snap" for event in taken)
        check_all_laws(play)
    assert snapped


# ------------------------------------------------------------------------------------ the players


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, skirmish: Ruleset) -> Shell:
    assert skirmish.forces is not None
    for sample in skirmish.forces.samples():
        (tmp_path / sample.file).write_text(sample.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path / "skirmish.db", monkeypatch)


@pytest.mark.thorough
def test_it_is_played_by_lines_exported_and_read_in_again(shell: Shell) -> None:
    shell.done("rules", "check", "skirmish")
    sides = ("--side", "Red=hill.toml", "--side", "Blue=road.toml")
    shell.done("match", "new", "--ruleset", "skirmish", *sides)
    shell.done("match", "do", "m1", "r1 moves 6in | r2 | next")
    ran = shell.done("match", "do", "m1", "r1 > b1 cover : 13459 / 56 | r2 watches | next : 7")
    assert "R1 Ridge ▸ B1 Gate (cover), expected 0.8 not saved: 5 dice 2 hit" in ran.out
    ran = shell.done("match", "do", "m1", "b1 | r2 snaps > b1 : 1199 / 99")
    assert "R2 Brook ▸ B1, expected 1.0 not saved: 4 dice 2 hit" in ran.out
    shell.done("match", "do", "m1", "fix b2 suppressed +2")
    shown = shell.done("match", "show", "m1").out
    assert "b2   Bridge             4/4       suppressed 2" in shown
    log = shell.done("match", "log", "m1").out
    text = shell.done("export", "m1", "--format", "record").out
    other = Shell(shell.path.with_name("other.db"), shell.patch)
    other.done("import", "-", stdin=text)
    assert other.done("match", "log", "m1").out == log
    for form in ("md", "html", "csv", "json"):
        shell.done("export", "m1", "--format", form)
    shell.done("verify")


def test_it_is_played_on_the_screen(skirmish: Ruleset) -> None:
    known = {"skirmish": skirmish}
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=known)

    async def story(stage: Stage) -> None:
        await stage.press("n⏎⏎")
        assert "▌ Enter: 1 Ridge moves" in stage.text
        await stage.press("⏎⏎⏎")  # both move, and the phase is over
        assert "▌ Enter: 1 Ridge fires at 1 Gate" in stage.text
        assert "B1 lost  0 24%" in stage.text  # (3/4)⁵ = 0.237
        await stage.press("⏎")
        assert "need 5 or less" in stage.text
        await stage.press("11999⏎59⏎")
        assert "B1 suppressed ×2, B1 −1 (3 left)" in stage.text
        await stage.press("2w⏎")
        assert "end of firing" in stage.text
        await stage.press("⏎")
        assert ["B1", "Gate", "2", "7", "_"] in [
            line.split()[1:6] for line in stage.text.splitlines()
        ]
        assert "steady" in stage.text  # b2 need not roll
        await stage.press("3⏎")
        assert "B1 Gate 3: B1 no longer suppressed" in stage.text
        await stage.press(":b1 | r2 snaps > b1 : 1119 / 999⏎")
        assert "Hill patrol 4 : 0 Road watch" in stage.text

    act(story, kept, game=None)
    game = kept.open_game("m1")
    moved = [line.event for line in game.history.path if isinstance(line.event, ev.ActionTaken)][-2]
    assert moved.params["claimed"]
    assert (
        format_line(build_action_line(game, moved)) == "b1 moves"
    )  # it is proposed again as it was said
    assert len(game.match.units(BLUE)) == 1


def test_little_of_it_is_boilerplate() -> None:
    folder = THIRD_PARTY / "skirmish" / "warledger_skirmish"
    files = [file for kind in ("*.py", "*.toml") for file in sorted(folder.rglob(kind))]
    share = boilerplate_share.describe_lines(files)
    assert int(share.rpartition(" ")[2].removesuffix("%")) <= 15, share

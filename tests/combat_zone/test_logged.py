"""What the log of Combat Zone tells of a line, and what it does not say twice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.combat_zone import evening
from tests.combat_zone.evening import RED_ACTS, begin
from tests.saying import say
from tracker.application.errors import ReasonRequired
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tui.prompt.table_prompt import Prompt


def last(game: Game) -> str:
    return list_log_lines(game.history)[-1].text


@pytest.mark.rule("CZ-MOVE-01", "CZ-MOVE-04")
def test_a_move_tells_its_way_and_its_points() -> None:
    """12 cm are 3 points (CZ-MOVE-01); a turn of more than 90° is 1 (CZ-MOVE-04)."""
    game = begin(*RED_ACTS)
    told = []
    for line in ("r13 moves 12cm", "r14 turns", "r14 turns about", "r15 moves 2ap"):
        say(game, line)
        told.append(last(game))
    assert told == [
        "R13 Vey moves 12 cm (3 AP spent)",
        "R14 Ditch turns",
        "R14 Ditch turns (1 AP spent)",
        "R15 Ox moves (2 AP spent)",
    ]


def test_a_range_nobody_said_is_told_as_such() -> None:
    game = begin(*RED_ACTS)
    done = say(game, "r11 > b11 shots 1 : 1")
    assert done.assumed == ("long range", "in the open")
    assert last(game) == "R11 Brakk ▸ B11 Halden (long, no range given): 1 die 0 hit (expected 0.2)"
    assert say(game, "r12 > b11 18cm shots 1 : 1").assumed == ("in the open",)
    assert say(game, "r13 > b11 long open shots 1 : 1").assumed == ()
    assert "no range given" not in last(game)


@pytest.mark.rule("CZ-G45", "CZ-SHOOT-01", "CZ-SHOOT-03")
def test_a_wasted_shot_is_no_breach() -> None:
    """Range is measured after declaring: 82 cm with an assault rifle (80) is legal, and wasted."""
    game = begin(*RED_ACTS, mode="strict")
    assert Prompt(begin(*RED_ACTS, mode="strict")).play_line("r11 > b11 82cm open")
    done = say(game, "r11 > b11 82cm open")
    assert [(one.rule, one.legal) for one in done.objections] == [("CZ-SHOOT-03", True)]
    line = list_log_lines(game.history)[-1]
    assert line.rulings == ()
    assert line.text == "R11 Brakk shoots B11 Halden (2 AP spent): no dice at 82 cm (out of range)"


@pytest.mark.rule("CZ-G45")
def test_where_range_may_be_measured_first_it_is_a_breach() -> None:
    game = begin(*RED_ACTS, mode="strict", premeasure=True)
    assert isinstance(play_line(game, "r11 > b11 82cm open").error, ReasonRequired)
    assert play_line(game, "r11 > b11 82cm open", override_reason="he tried").error is None
    assert list_log_lines(game.history)[-1].rulings == ("out of range, he tried",)


def test_digests_of_records_do_not_know_what_was_legal_or_what_a_need_became() -> None:
    """They are made of what the first program wrote."""
    waste = ev.ActionTaken(action="shoot", overrides=(ev.Override("out-of-range", legal=True),))
    plain = ev.ActionTaken(action="shoot", overrides=(ev.Override("out-of-range"),))
    assert (
        match_event_codec.encode_as_first_version(waste)
        == match_event_codec.encode_as_first_version(plain)
        != match_event_codec.encode(waste)
    )
    roll = ev.Rolled(key="scored", what="wound", form="score", dice=(6,), result=(6,))
    now = replace(roll, need="13 to damage", first_need="12 to damage")
    then = replace(roll, need="12 to damage")
    assert (
        match_event_codec.encode_as_first_version(now)
        == match_event_codec.encode_as_first_version(then)
        != match_event_codec.encode(now)
    )


@pytest.mark.rule("CZ-DMG-03")
def test_a_wound_of_a_machine_tells_what_it_needed() -> None:
    """Old critical damage adds 2: 5 + 4 + 3 = 12 on toughness 12 becomes 14, minor damage."""
    game = begin(*RED_ACTS, 'fix b21 damage "critical power"', machine=True)
    say(game, "r11 > b21 20cm open shots 1 : 6 / 543 / 1")
    needs = "12 to damage, 14 major, 16 critical; earlier damage +2"
    assert f"wound 12 ({needs}), place of the minor" in last(game)
    say(game, "r12 > b21 20cm open shots 1 : 6 / 443")
    assert last(game).endswith(f"wound 11, no damage ({needs})")


def test_what_the_head_of_a_line_says_is_not_said_again() -> None:
    game = begin(*RED_ACTS, machine=True)
    say(game, "r2 joins r1")
    assert last(game) == "R2 Kestrel acts with R1 Jackals (table ruling: own slot)"
    say(game, "b21 malfunctions")
    assert last(game) == "B21 Mule malfunctions: B21 malfunction"


@pytest.mark.rule("CZ-OPP-04", "CZ-COMP-04")
def test_what_took_opportunity_fire_off_and_who_fell_without_a_roll_is_told() -> None:
    """A hit that does not wound takes it off; whoever routs in close combat is a casualty."""
    game = begin(*RED_ACTS, "fix b13 opp", "fix b14 rout")
    say(game, "r12 > b13 20cm shots 1 : 6 / =3")
    assert last(game).endswith("wound 1: B13 no longer OF")
    say(game, "r13 charges b14")
    assert last(game) == "R13 Vey charges B14 Fen (1 AP spent): B14 out of action (ROUT)"


def test_rulings_of_one_reason_are_told_together_and_in_words() -> None:
    game = begin(*RED_ACTS)
    say(game, "r12 moves 60cm", "b11 moves 10cm")
    assert last(game).endswith("(table ruling: out of turn)")
    game = begin(*RED_ACTS)
    say(game, "r12 moves 10cm", "r13 moves 10cm", "r12 moves 10cm")
    assert last(game).endswith("(table ruling: had already finished)")
    game = begin(*RED_ACTS, mode="strict")
    assert play_line(game, "r12 > r13 20cm : 111", override_reason="a duel").error is None
    assert last(game).endswith("(table ruling: own side, a duel)")
    assert list_log_lines(game.history)[-1].rulings == ("own side, a duel",)


@pytest.mark.rule("CZ-INIT-02", "CZ-INIT-03")
def test_both_totals_of_initiative_are_told_also_where_a_die_shows_the_same() -> None:
    """Red 1 + 7 and 3 for its leaders are 11; Blue 4 and 3 for its own are 7, as the Hero's die."""
    game = begin("coherent r1,b1")
    say(game, "init : 174 / first")
    assert last(game).endswith(": Red initiative 11, Blue initiative 7, Red acts first")


@pytest.mark.rule("CZ-OPP-03", "CZ-G62", "CZ-MORALE-11")
@pytest.mark.parametrize(
    ("action", "end"),
    [
        ("r13 moves 5ap", "R13 PANIC | R13 does not move"),
        ("r13 moves 1ap", "R13 PANIC"),
        ("r13 charges b11", "R13 PANIC | R13 makes no contact"),
        ("r13 crosses", "R13 PANIC"),
        ("r13,r14 moves 5ap", "R13 PANIC | R13 does not move"),
    ],
)
def test_an_action_lost_to_panic_in_mid_move_is_told(action: str, end: str) -> None:
    """Who panics has 3 points in all: 1 spent on a move leaves it, 5 do not; contact is lost."""
    game = begin(*RED_ACTS, "fix b12 opp")
    say(game, f"{action} | b12 shoots r13 22cm open shots 1 : 6 / 211")
    assert last(game).partition(", wound 4: ")[2] == end
    game = begin(*RED_ACTS, "fix b12 opp")
    say(game, f"{action} | b12 shoots r13 22cm open shots 1 : 6 / 666")
    assert last(game).partition(", wound 18: ")[2] == "R13 out of action"


@pytest.mark.rule("CZ-G43")
def test_a_move_before_the_opportunity_fire_is_not_lost() -> None:
    game = begin(*RED_ACTS, "fix b12 opp", of_timing="after_action")
    say(game, "r13 moves 5ap | b12 shoots r13 22cm open shots 1 : 6 / 211")
    assert last(game).endswith("R13 PANIC")


@pytest.mark.rule("CZ-G48", "CZ-SHOOT-13", "CZ-SHOOT-14")
def test_all_modifiers_of_a_wound_by_a_blast_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 + 3 + 3 - 1 (soft) - 1 (Primitive) = 7, the toughness of Pike."""
    armed = evening.JACKALS.replace("machine gun", "integrated grenade launcher")
    monkeypatch.setattr(evening, "JACKALS", armed)
    monkeypatch.setattr(evening, "WARDENS", evening.WARDENS.replace("flak jacket", "primitive"))
    game = begin(*RED_ACTS, blast="by_hand")
    say(game, "r15 > b11 15cm soft : 6 / 211 / b12 / 333")
    assert last(game).endswith(
        "R15 ▸ B12 (soft cover -1, Primitive -1): wound 7: B12 out of action"
    )

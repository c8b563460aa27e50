"""The fighters sheet, and whole combats fought at once."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import B1, B2, BLUE, R1, R2, RED, Table
from tracker.rulesets.trial_assault.combat import combat_contact, initiative_steps
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import FightersSheet
from tracker.testing.match_in_memory import f, u
from tracker.testing.ruleset_laws import check_all_laws


def told(play: Table, unit: str) -> list[tuple[str, str]]:
    """What each model of a unit touches, and supports against."""
    match = play.match
    return [
        (
            str(match.mark(one, markers.ENGAGED) or ""),
            str(match.mark(one, markers.SUPPORTS) or ""),
        )
        for one in match.figures(u(unit))
    ]


@pytest.mark.rule("TA-FIGHT-01", "TA-FIGHT-02")
def test_a_sheet_says_who_touches_and_supports_whom() -> None:
    play = Table({"r1": {"trooper": 9}, "r2": {"trooper": 5}}, {"b1": {"guard": 12}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    rows = (
        ContactDeclaration(R1, 4, 4),
        ContactDeclaration(R2, 5),
        ContactDeclaration(B1, 3, 3, R1),
        ContactDeclaration(B1, 4, 2, R2),
    )
    assert not play.against("sheet", RED, FightersSheet(rows))
    play.do("sheet", RED, FightersSheet(rows))
    assert told(play, "r1") == [("b1", "")] * 4 + [("", "b1")] * 4 + [("", "")]
    assert told(play, "r2") == [("b1", "")] * 5
    assert told(play, "b1") == (
        [("r1", "")] * 3 + [("r2", "")] * 4 + [("", "r1")] * 3 + [("", "r2")] * 2
    )
    assert len(combat_contact.list_models_in_kill_zone(play.match, R1, B1)) == 6
    assert len(combat_contact.list_models_in_kill_zone(play.match, R2, B1)) == 6
    assert state_queries.list_models_out_of_contact(play.match, R1) == (f("r1", 9),)


@pytest.mark.rule("TA-FIGHT-02")
def test_nobody_of_a_unit_may_touch() -> None:
    play = Table({"r1": {"trooper": 3}}, {"b1": {"guard": 3}})
    play.charge("r1", "b1")
    play.fight()
    play.do("sheet", RED, FightersSheet((ContactDeclaration(R1, 0, 0),)))
    assert told(play, "r1") == [("", "")] * 3


@pytest.mark.rule("TA-MULTI-02")
def test_who_is_in_no_close_combat_touches_nobody() -> None:
    play = Table({"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 4}})
    play.lock("r1", "b1")
    play.fight()
    rows = (ContactDeclaration(R2, 1, 1),)
    assert play.against("sheet", RED, FightersSheet(rows)) == ("whom",)
    play.do("sheet", RED, FightersSheet(rows))
    assert told(play, "r2") == [("", "")] * 5


@pytest.mark.rule("TA-MULTI-02")
def test_more_in_contact_than_there_are_touch_both() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 4}, "b2": {"guard": 4}})
    play.lock("r1", "b1", "b2")
    play.fight()
    play.do(
        "sheet",
        RED,
        FightersSheet((ContactDeclaration(R1, 4, 0, B1), ContactDeclaration(R1, 3, 0, B2))),
    )
    assert told(play, "r1") == [
        ("b1", ""),
        ("b1", ""),
        ("b1 b2", ""),
        ("b1 b2", ""),
        ("b2", ""),
    ]


@pytest.mark.rule("TA-FIGHT-01")
def test_leaders_and_special_weapons_stand_in_front_unless_groups_are_named() -> None:
    play = Table({"r1": {"trooper": 3, "sergeant": 1}}, {"b1": {"guard": 4}})
    play.lock("r1", "b1")
    play.fight()
    play.do("sheet", RED, FightersSheet((ContactDeclaration(R1, 1, 3),)))
    assert told(play, "r1") == [("", "b1")] * 3 + [("b1", "")]
    rows = (
        ContactDeclaration(R1, 3, 0, None, "trooper"),
        ContactDeclaration(R1, 0, 1, None, "sergeant"),
    )
    play.do("sheet", RED, FightersSheet(rows))
    assert told(play, "r1") == [("b1", "")] * 3 + [("", "b1")]


@pytest.mark.rule("TA-FIGHT-03", "TA-CHG-14")
def test_what_speaks_against_a_sheet() -> None:
    play = Table({"r1": {"trooper": 3}}, {"b1": {"guard": 4}, "b2": {"guard": 4}})
    play.lock("r1", "b1")
    play.fight()
    assert play.against("sheet", RED, FightersSheet((ContactDeclaration(R1, 4),))) == ("too-many",)
    assert play.against("sheet", RED, FightersSheet((ContactDeclaration(R1, 0, 4),))) == (
        "too-many",
    )
    wrong = FightersSheet(
        (ContactDeclaration(R1, 1, 0, B2),)
    )  # B1, which touches it, would strike nobody
    assert play.against("sheet", RED, wrong) == ("not-locked", "left-out")
    assert play.against("sheet", BLUE, FightersSheet((ContactDeclaration(B2, 1),))) == ("whom",)
    play.strike("r1", "b1", "111")
    assert play.against("sheet", RED, FightersSheet((ContactDeclaration(R1, 3),))) == (
        "has-struck",
    )


@pytest.mark.rule("TA-TURN-03")
def test_combats_are_apart_and_one_may_be_left_half_fought() -> None:
    play = Table(
        {"r1": {"trooper": 2}, "r2": {"trooper": 2}}, {"b1": {"guard": 2}, "b2": {"guard": 2}}
    )
    play.charge("r2", "b2")
    play.charge("r1", "b1")
    play.fight()
    assert initiative_steps.list_combats(play.match) == ("c:1", "c:2")
    play.strike("r2", "b2", "1111")
    assert not play.against("strikes", RED, StrikeDeclaration(R1, B1))
    play.strike("r1", "b1", "1111")
    play.strike("b2", "r2", "11")
    assert play.has("r2", markers.FOUGHT)
    assert not play.has("r1", markers.FOUGHT)


@pytest.mark.rule("TA-TURN-03", "TA-FIGHT-04")
def test_a_whole_combat_is_fought_at_once() -> None:
    play = Table({"r1": {"trooper": 2}}, {"b1": {"guard": 2}})
    play.charge("r1", "b1")
    play.fight()
    play.do("strikes", RED, StrikeDeclaration(R1))
    play.rolls("6666", "1111", "66", "66", "12")
    assert play.idle
    assert play.count("r1", "b1") == (0, 2)
    assert not play.match.exists(R1)
    check_all_laws(play)

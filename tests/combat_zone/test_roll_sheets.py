"""The sheets on which many rolls are one, what a total comes to, and objections seldom heard."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import BLUE, RED, Zone, ids, who
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import Faces, Score
from tracker.rulesets.combat_zone.attacks import wound_rolls_and_machine_damage
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import reaction_tests
from tracker.rulesets.combat_zone.phases.activation import GroupAttachment
from tracker.rulesets.combat_zone.phases.reaction_tests import ReactionTests
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import PhaseBegan, Scalar, TurnBegan


def zone(**options: Scalar) -> Zone:
    red = {"r1": {"leader": 1, "sub": 1, "trooper": 2}, "r2": {"hero": 1}}
    blue = {"b1": {"leader": 1, "sub": 1, "trooper": 1}, "b2": {"robot": 1}}
    return Zone(options, red=red, blue=blue)


def sheet(play: Zone) -> RollSheet:
    request = play.asked
    assert isinstance(request, Faces)
    assert request.kind is not None
    assert request.kind.sheet is not None
    return request.kind.sheet(play.match, request)


@pytest.mark.rule("CZ-T7", "CZ-T8")
def test_reaction_tests() -> None:
    """r13 panics and adds nothing; r14 routs already, −1; the Leader panics, +2."""
    play = zone()
    play.clock(2, "reaction")
    play.panic("r11", "r13")
    play.rout("r14")
    play.do("react", RED, ReactionTests((who("r11"), who("r13"), who("r14"))))
    found = sheet(play)
    assert (found.title, found.columns, found.worked) == (
        "reaction tests",
        ("now", "adds"),
        ("total",),
    )
    assert found.rows == (
        Row(who("r11"), ("PANIC", "+2"), 2, name="r11"),
        Row(who("r13"), ("PANIC", "+0"), 2, name="r13"),
        Row(who("r14"), ("ROUT", "-1"), 2, name="r14"),
    )
    # 8 or more is steady, 5 to 7 panic, 4 or less rout.
    assert found.compute_results((3, 3, 3, 4, 2, 3)) == (
        RowResult(("3 + 3 + 2 = 8",), "recovers"),
        RowResult(("3 + 4 + 0 = 7",), "PANIC"),
        RowResult(("2 + 3 − 1 = 4",), "ROUT", bad=True),
    )


@pytest.mark.rule("CZ-T9", "CZ-INIT-02", "CZ-INIT-04")
def test_initiative_and_who_chooses() -> None:
    """Red: a group in coherency (D6), a Hero (D8), a Leader (+2), a Sub-leader (+1)."""
    play = zone()
    play.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    play.do("initiative", None, FirstSideRoll())
    found = sheet(play)
    assert (found.title, found.columns, found.worked) == ("initiative", ("leaders",), ("total",))
    assert found.rows == (Row(RED, ("+3",), 2), Row(BLUE, ("+3",), 1))
    assert found.compute_results((4, 6, 5)) == (
        RowResult(("4 + 6 + 3 = 13",), "chooses"),
        RowResult(("5 + 3 = 8",)),
    )
    assert [one.word for one in found.compute_results((1, 1, 2))] == ["equal: highest die wins"] * 2
    assert [one.word for one in found.compute_results((4, 6, None))] == ["", ""], (
        "Blue has not rolled yet"
    )


@pytest.mark.rule("CZ-T7")
@pytest.mark.parametrize(("total", "word"), [(8, "recovers"), (7, "PANIC"), (4, "ROUT")])
def test_what_a_reaction_test_comes_to(total: int, word: str) -> None:
    request = Score(kind=reaction_tests.TEST, dice=(6, 6))
    assert reaction_tests.describe_reaction_test_result(zone().match, request, total) == word


@pytest.mark.rule("CZ-T15", "CZ-T20", "CZ-T21")
@pytest.mark.parametrize(
    ("target", "rule", "words"),
    [  # toughness 7: totals 7, 6, 4, 3, 2
        (
            "b13",
            wound_rolls_and_machine_damage.SHOT,
            ("out of action", "PANIC", "PANIC", "nothing", "nothing"),
        ),
        ("b13", "CZ-T19", ("out of action", "ROUT", "PANIC", "PANIC", "nothing")),
    ],
)
def test_what_a_wound_comes_to(target: str, rule: str, words: tuple[str, ...]) -> None:
    match = zone().match
    request = Score(
        kind=wound_rolls_and_machine_damage.WOUND, dice=(6, 6), target=who(target), rule=rule
    )
    assert (
        tuple(
            wound_rolls_and_machine_damage.describe_wound_score(match, request, total)
            for total in (7, 6, 4, 3, 2)
        )
        == words
    )
    assert (
        wound_rolls_and_machine_damage.describe_wound_score(
            match, Score(kind=wound_rolls_and_machine_damage.WOUND, dice=(6,)), 7
        )
        == ""
    )


@pytest.mark.rule("CZ-G30", "CZ-T15")
def test_a_machine_that_reacts_panics_below_its_toughness() -> None:
    """CZ-T15 against toughness 12: 9 to 11 is a panic, 8 or less nothing."""
    match = zone(machine_reactions=True).match
    request = Score(
        kind=wound_rolls_and_machine_damage.WOUND,
        dice=(8, 8),
        target=who("b21"),
        rule=wound_rolls_and_machine_damage.SHOT,
    )
    totals = (11, 9, 8, 12)
    assert [
        wound_rolls_and_machine_damage.describe_wound_score(match, request, total)
        for total in totals
    ] == [
        "PANIC",
        "PANIC",
        "nothing",
        "minor damage",
    ]


@pytest.mark.rule("CZ-T21")
def test_what_a_wound_of_a_machine_comes_to() -> None:
    """The robot has toughness 12."""
    match = zone().match
    request = Score(
        kind=wound_rolls_and_machine_damage.WOUND,
        dice=(8, 8),
        target=who("b21"),
        rule=wound_rolls_and_machine_damage.SHOT,
    )
    told = {
        total: wound_rolls_and_machine_damage.describe_wound_score(match, request, total)
        for total in (11, 12, 15, 16, 17, 18)
    }
    assert told == {
        11: "nothing",
        12: "minor damage",
        15: "minor damage",
        16: "major damage",
        17: "major damage",
        18: "critical damage",
    }


@pytest.mark.rule("CZ-FORCE-08")
def test_a_machine_tests_with_its_own_modifier_where_it_has_reactions() -> None:
    play = zone(machine_reactions=True)
    play.clock(2, "reaction")
    play.panic("b21")
    play.do("react", BLUE, ReactionTests((who("b21"),)))
    asked = play.asked
    assert isinstance(asked, Score)
    assert (asked.bonus, [one.name for one in asked.modifiers]) == (1, ["machine"])


# --------------------------------------------------------------- objections nobody comes to often


def test_slots_that_are_not_there_and_groups_that_nobody_acts_with() -> None:
    play = zone(**{"pass": "allowed", "lone_activation": "with_a_group"})
    play.clock(2, "actions", RED)
    assert ids(play.objections("pass", RED, NoParams())) == []
    assert ids(play.objections("pass", BLUE, NoParams())) == ["no-slot"]

    def against(unit: str, group: str) -> list[str]:
        return ids(play.objections("with", None, GroupAttachment(u(unit), u(group))))

    assert against("r2", "r1") == []
    assert against("r1", "r2") == against("r2", "b2") == ["no-lone"]
    assert against("r2", "b1") == ["not-own"]
    play.fix(markers.ACTIVATED.set(u("r2")))
    assert against("r2", "r1") == ["activated"]
    own = zone()
    own.clock(2, "actions", RED)
    assert ids(own.objections("with", None, GroupAttachment(u("r2"), u("r1")))) == ["own-slot"]
    assert ids(own.objections("pass", RED, NoParams())) == ["no-passing"]


def test_tests_that_nobody_has_to_take() -> None:
    play = zone()
    play.clock(2, "reaction")
    assert ids(play.objections("react", None, ReactionTests())) == ["nobody-tests"]
    assert ids(play.objections("react", None, ReactionTests((who("r11"),)))) == ["no-reaction"]
    play.panic("r11")
    assert ids(play.objections("react", None, ReactionTests())) == []
    play.clock(2, "actions", RED)
    assert ids(play.objections("react", None, ReactionTests())) == ["no-tests-now"]

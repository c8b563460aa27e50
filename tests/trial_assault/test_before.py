"""Set-up, reserves, characters that join, forces, and the end (TA-SETUP, TA-FORCE, TA-WIN)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.trial_assault.evening import with_samples
from tests.trial_assault.table import B1, BLUE, R1, RED, Table, model
from tracker.application.log.game_log_lines import list_log_lines
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.pieces.match_endings import MatchEndParams
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import OneUnitParams, SeveralUnitsParams
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.data.profile_types import Armour, Profile
from tracker.rulesets.trial_assault.forces.roster_reader import ROSTERS
from tracker.rulesets.trial_assault.phases import match_end_and_winner
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import PileInMove
from tracker.rulesets.trial_assault.phases.setup_phase import (
    CharacterAttachment,
    ReserveArrival,
    apply_roster_setup,
    list_due_setup_steps,
    list_sides_by_first_turn,
)
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import FiguresRemoved, PointsScored, TurnBegan

R2 = u("r2")


def roster(profiles: str, units: str, head: str = "") -> Any:
    return ROSTERS.read(f'name = "F"\nruleset = "trial-assault"\n{head}\n{profiles}\n{units}')


# ------------------------------------------------------------------------------------------- forces


@pytest.mark.rule("TA-FORCE-01", "TA-FORCE-03", "TA-FORCE-04", "TA-SETUP-02")
def test_a_roster() -> None:
    found = roster(
        '[weapons.hammer]\nkind = "power"\nstrength = 1\nhands = 2\n'
        "[profiles.a]\nws = 4\ns = 5\nt = 6\nw = 2\ni = 1\na = 3\nld = 9\nsv = 2\ninv = 5\n"
        'weapons = ["hammer", "plasma pistol"]\ngrenades = ["frag", "plasma"]\nleader = true',
        '[[units]]\nname = "One"\npoints = 90\nmodels = { a = 3 }\n'
        '[[units]]\nname = "Two"\npoints = 35\nmodels = { a = 1 }\nedge = "east"',
        'edge = "south"',
    )
    assert found.problems == ()
    assert found.points == 125
    assert [(unit.name, len(unit.figures), unit.points) for unit in found.units] == [
        ("One", 3, 90),
        ("Two", 1, 35),
    ]
    said = found.profiles[found.units[0].figures[0].profile]
    assert (said["ws"], said["s"], said["t"], said["w"], said["ld"]) == (4, 5, 6, 2, 9)
    assert said["weapons"][0] == {"name": "hammer", "kind": "power", "strength": 1, "hands": 2}
    assert said["weapons"][1] == {"name": "plasma pistol"}
    assert said["edge"] == "south"
    assert found.profiles[found.units[1].figures[0].profile]["edge"] == "east"


@pytest.mark.rule("TA-FORCE-02", "TA-T6", "TA-T7")
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("infantry", (6, 2, 2, False)),
        ("jump", (12, 3, 3, False)),
        ("bike", (12, 3, 3, True)),
        ("terminator", (6, 2, 0, True)),
        ("walker", (6, 2, 2, True)),
    ],
)
def test_what_a_type_brings(kind: str, values: tuple[Any, ...]) -> None:
    found = roster(f'[profiles.a]\ntype = "{kind}"', "[[units]]\nmodels = { a = 1 }")
    said = msgspec.convert(found.profiles["a"], Profile)
    assert (said.assault, said.fall_back, said.sweep, said.stationary) == values


@pytest.mark.rule("TA-FORCE-02")
def test_its_own_entry_goes_before_the_type() -> None:
    found = roster(
        '[profiles.a]\ntype = "jump"\nassault = 9\nsweep = 0', "[[units]]\nmodels = { a = 1 }"
    )
    assert found.profiles["a"]["assault"] == 9
    assert found.profiles["a"]["sweep"] == 0


@pytest.mark.rule("TA-FORCE-05", "TA-FORCE-01")
@pytest.mark.parametrize(
    ("profile", "unit", "says"),
    [
        ("ws = 11", "models = { a = 1 }", "ws"),
        ("sv = 1", "models = { a = 1 }", "sv"),
        ('type = "boat"', "models = { a = 1 }", "boat"),
        ("", "models = { b = 1 }", "there is no profile"),
        ("", 'models = { a = 1 }\njoins = "Nobody"', "there is no such unit"),
        ("", "", "write models = { rifleman = 5 }"),
        ('grenades = ["egg"]', "models = { a = 1 }", "egg"),
    ],
)
def test_problems_are_named(profile: str, unit: str, says: str) -> None:
    found = roster(f"[profiles.a]\n{profile}", f'[[units]]\nname = "One"\n{unit}')
    assert any(says in one.text for one in found.problems), found.problems


@pytest.mark.rule("TA-CHAR-03", "TA-CHAR-07")
def test_characters_and_monsters_in_a_unit_are_warned_of() -> None:
    for line, rule in (("independent = true", "TA-CHAR-03"), ('type = "monster"', "TA-CHAR-07")):
        found = roster(f"[profiles.a]\n{line}", "[[units]]\nmodels = { a = 2 }")
        assert [one.rule for one in found.problems if one.rule] == [rule]


# ------------------------------------------------------------------------------------------- set-up


@pytest.mark.rule("TA-SETUP-02", "TA-FORCE-05")
def test_what_rosters_say_is_so_when_set_up_begins() -> None:
    lord = model(independent=True, joins="r1", edge="east", w=3)
    play = Table({"r1": {"assault": 5}, "r2": {"lord": 1}}, {}, profiles={"lord": lord})
    apply_roster_setup(play.match)
    assert play.match.links(markers.JOINED, R2) == (R1,)
    assert play.match.mark(R2, markers.EDGE) == "east"
    assert not play.match.has(R1, markers.EDGE)


@pytest.mark.rule("TA-FORCE-05")
def test_who_begins_with_whom_is_told_once() -> None:
    told = [line.text for line in list_log_lines(with_samples().history) if "joined" in line.text]
    assert len(told) == 1
    assert told[0].startswith("R3 Captain Hale")


@pytest.mark.rule("TA-SETUP-01", "TA-G12")
@pytest.mark.parametrize(("dice", "default"), [("63", RED), ("25", BLUE), ("4415", BLUE)])
def test_the_higher_die_chooses_who_begins(dice: str, default: str) -> None:
    play = Table({"r1": {"guard": 5}}, {"b1": {"guard": 5}}, phase="setup")
    play.do("first", None, FirstSideRoll())
    for at in range(0, len(dice), 2):
        play.roll(dice[at : at + 2])
    assert play.asked.side == default
    play.choose(BLUE)
    assert list_sides_by_first_turn(play.match) == (BLUE, RED)


@pytest.mark.rule("TA-SETUP-01")
def test_equal_dice_for_the_first_turn_are_said_to_be_rolled_again() -> None:
    play = Table({"r1": {"guard": 5}}, {"b1": {"guard": 5}}, phase="setup")
    play.do("first", None, FirstSideRoll())
    asked = play.asked
    assert isinstance(asked, Faces)
    assert asked.kind is not None
    assert asked.kind.sheet is not None
    found = asked.kind.sheet(play.match, asked)
    assert [one.word for one in found.compute_results((4, 4))] == ["equal: roll again"] * 2
    assert [one.word for one in found.compute_results((2, 5))] == ["", "chooses"]


@pytest.mark.rule("TA-SETUP-01")
def test_it_can_be_agreed() -> None:
    play = Table({"r1": {"guard": 5}}, {"b1": {"guard": 5}}, phase="setup")
    play.do("deploy", RED, NoParams())
    play.do("deploy", BLUE, NoParams())
    (left,) = list_due_setup_steps(play.match)
    assert (left.action, left.why) == ("first", "the first turn has not been decided")
    assert left.compulsory
    play.do("first", None, FirstSideRoll(BLUE))
    assert list_sides_by_first_turn(play.match) == (BLUE, RED)
    play.do("first", None, FirstSideRoll(RED))
    assert list_sides_by_first_turn(play.match) == (RED, BLUE)


@pytest.mark.rule("TA-SETUP-01")
def test_the_log_says_who_has_the_first_turn() -> None:
    assert "Red has the first turn" in [
        line.text for line in list_log_lines(with_samples().history)
    ]


@pytest.mark.rule("TA-SETUP-03", "TA-SETUP-02")
def test_only_who_is_on_the_table_charges_or_is_charged() -> None:
    play = Table({"r1": {"guard": 5}, "r2": {"guard": 5}}, {"b1": {"guard": 5}}, phase="setup")
    play.do("hold", RED, SeveralUnitsParams((R1,)))
    play.do("hold", BLUE, SeveralUnitsParams((B1,)))
    play.to("charge")
    assert play.against("charge", RED, ChargeDeclaration((R1,), (B1,))) == ("away", "target-away")
    play.do("arrive", RED, ReserveArrival(R1, "east"))
    play.do("arrive", BLUE, ReserveArrival(B1))
    assert play.against("charge", RED, ChargeDeclaration((R1,), (B1,))) == ()
    assert play.match.mark(R1, markers.EDGE) == "east"


@pytest.mark.rule("TA-FORCE-05", "TA-CHAR-03")
def test_characters_join_and_leave() -> None:
    play = Table(
        {"r1": {"guard": 5}, "r2": {"lord": 1}, "r3": {"beast": 1}},
        {"b1": {"guard": 5}},
        phase="movement",
    )
    assert play.against("join", RED, CharacterAttachment(R1, R2)) == ("no-character",)
    assert play.against("join", RED, CharacterAttachment(R2, u("r3"))) == ("stands-alone",)
    assert play.against("join", RED, CharacterAttachment(R2, B1)) == ("other-side",)
    play.do("join", RED, CharacterAttachment(R2, R1))
    assert state_queries.list_joined_units(play.match, R2) == (R1, R2)
    play.do("leave", RED, OneUnitParams(R2))
    assert state_queries.list_joined_units(play.match, R2) == (R2,)
    play.lock("b1", "r1")
    assert play.against("join", RED, CharacterAttachment(R2, R1)) == ("other-locked",)
    play.lock("b1", "r2")
    assert play.against("leave", RED, OneUnitParams(R2)) == ("locked",)
    assert "locked" in play.against("join", RED, CharacterAttachment(R2, R1))


# ------------------------------------------------------------------------------------------ the end


def worth_it(**options: Any) -> Table:
    """Blue: b1 of 101 points and ten models, b2 of 60."""
    return Table(
        {"r1": {"r": 5}},
        {"b1": {"a": 10}, "b2": {"b": 5}},
        profiles={"r": model(points=80), "a": model(points=101), "b": model(points=60)},
        options=options,
    )


@pytest.mark.rule("TA-WIN-02")
def test_victory_points() -> None:
    play = worth_it()
    assert match_end_and_winner.count_victory_points(play.match)[RED] == 0
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[5:]))
    assert (
        match_end_and_winner.count_victory_points(play.match)[RED] == 0
    )  # exactly half is not below half
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[4:]))
    assert (
        match_end_and_winner.count_victory_points(play.match)[RED] == 51
    )  # half of 101, rounded up
    play.fix(markers.FLEES.set(B1))
    assert match_end_and_winner.count_victory_points(play.match)[RED] == 101
    play.fix(FiguresRemoved(figures=play.match.figures(u("b2"))))
    assert match_end_and_winner.count_victory_points(play.match)[RED] == 161
    play.fix(PointsScored(side=RED, points=10, why="hill"))
    assert match_end_and_winner.count_victory_points(play.match)[RED] == 171
    assert match_end_and_winner.count_victory_points(play.match)[BLUE] == 0


@pytest.mark.rule("TA-WIN-02", "TA-G12")
@pytest.mark.parametrize("victory", ["points", "by_hand"])
def test_who_has_won(victory: str) -> None:
    play = worth_it(victory=victory)
    play.fix(markers.FLEES.set(B1))
    play.do("end", None, MatchEndParams())
    if victory == "by_hand":
        assert play.match.ended is None
        play.choose(BLUE)
    assert play.match.ended is not None
    assert play.match.ended.winner == (RED if victory == "points" else BLUE)
    assert dict(play.match.ended.scores) == {RED: 101, BLUE: 0}


@pytest.mark.rule("TA-WIN-02", "TA-G12")
def test_the_side_with_more_points_is_proposed_as_the_winner() -> None:
    play = worth_it(victory="by_hand")
    play.fix(markers.FLEES.set(B1))
    play.do("end", None, MatchEndParams())
    play.default()
    assert play.match.ended is not None
    assert (play.match.ended.winner, dict(play.match.ended.scores)) == (RED, {RED: 101, BLUE: 0})


@pytest.mark.rule("TA-WIN-02", "TA-FIGHT-05")
def test_models_slain_in_an_unfinished_step_are_lost_at_the_end() -> None:
    play = worth_it(victory="points")
    play.to("fight")
    play.fix(markers.FALLS.set(*play.match.figures(u("b2"))))
    play.do("end", None, MatchEndParams())
    assert play.match.units(BLUE) == (B1,)
    assert play.match.ended is not None
    assert dict(play.match.ended.scores) == {RED: 60, BLUE: 0}


@pytest.mark.rule("TA-WIN-01", "TA-G12")
@pytest.mark.parametrize(("length", "ends"), [(6, True), (7, False), ("open", False)])
def test_the_last_game_turn(length: int | str, ends: bool) -> None:
    play = worth_it(game_length=length, victory="points")
    play.fix(TurnBegan(turn=6))
    play.to("pile", BLUE)
    play.fight()
    assert (play.match.ended is not None) is ends


@pytest.mark.rule("TA-WIN-01")
def test_a_side_with_nothing_left() -> None:
    play = worth_it()
    for unit in ("b1", "b2"):
        play.fix(FiguresRemoved(figures=play.match.figures(u(unit))))
    play.to("pile", RED)
    play.fight()
    play.choose(True)
    assert play.match.ended is not None
    assert play.match.ended.winner == RED


@pytest.mark.rule("TA-G68", "TA-VEH-01")
def test_nobody_stays_locked_with_a_vehicle() -> None:
    car = model(vehicle=Armour(), a=0)
    play = Table({"r1": {"guard": 5}}, {"b1": {"car": 1}}, profiles={"car": car})
    play.lock("r1", "b1")
    play.to("pile")
    play.do("pile", RED, PileInMove((R1,)))
    play.fight()
    assert not play.is_locked("r1")

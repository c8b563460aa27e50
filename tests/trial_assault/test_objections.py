"""What speaks against what is done out of turn, or by who cannot: said in full, never refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from tests.trial_assault.table import B1, B2, BLUE, R1, R2, R3, RED, Table, model
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.profile_types import Armour
from tracker.rulesets.trial_assault.data.rule_tables import INCH
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration, CoverDeclaration
from tracker.rulesets.trial_assault.phases.fall_back_and_sweeping_advance import FallBackMove
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import (
    FightersSheet,
    WeaponDeclaration,
)
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import FireReport, MovementReport
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import (
    ConsolidationMove,
    PileInMove,
)
from tracker.rulesets.trial_assault.phases.regrouping import RegroupTest
from tracker.rulesets.trial_assault.phases.setup_phase import CharacterAttachment, ReserveArrival
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import AnyFact, FiguresRemoved

R4 = u("r4")
LOCKED = markers.LOCKED.make_link_fact(R1, B1)
ODD = {
    "car": model(vehicle=Armour(), a=0),
    "zealot": model(fearless=True, own_fall_back=True),
}


def table(phase: str, *facts: AnyFact, **options: Any) -> Table:
    """Red: a squad, a lord, a car and zealots; Blue: guards and a beast."""
    red = {"r1": {"assault": 5}, "r2": {"lord": 1}, "r3": {"car": 1}, "r4": {"zealot": 4}}
    blue = {"b1": {"guard": 10}, "b2": {"beast": 1}}
    play = Table(red, blue, phase=phase, profiles=ODD, options=options)
    play.fix(*facts)
    return play


def said(play: Table, action: str, params: Struct) -> list[tuple[str, str, str]]:
    return [(one.id, one.rule, one.text) for one in play.objections(action, RED, params)]


CHARGE = ChargeDeclaration((R1,), (B1,))
AWAY, FLEES, MOVED = (one.set(R1) for one in (markers.AWAY, markers.FLEES, markers.MOVED))
WON, LORD_WON = markers.WON.set(R1), markers.WON.set(R2)
PILED, SWEPT = markers.PILED.set(R1), markers.SWEPT.set(R1, value=0)
BROKE, ROLLED = markers.BROKE.set(B1), markers.ROLLED.set(B1, value=14)
JOIN = markers.JOINED.make_link_fact(R2, B2)
OTHER, WITH = markers.LOCKED.make_link_fact(R1, B2), markers.LOCKED.make_link_fact(R2, B1)
JOINED = (markers.JOINED.make_link_fact(R2, R1),)
GOES = ConsolidationMove(R1)
NO_COMBAT, NO_TEST = "R1 is not in close combat", "R1 has no reason to test"
LEFT_OUT = "R1 is listed without B1, which touches it: B1 does not strike R1"
NO_FLIGHT, NOT_LOCKED = "R1 has no reason to fall back", "R1 is not in close combat"
IN_COMBAT, FALLS_BACK = "R1 is in close combat", "R1 falls back"


@pytest.mark.parametrize(
    ("phase", "facts", "action", "params", "says"),
    [
        ("setup", (), "deploy", NoParams(), []),
        (
            "movement",
            (),
            "arrive",
            ReserveArrival(R1),
            [("there", "TA-SETUP-03", "R1 is on the table")],
        ),
        ("movement", (AWAY,), "arrive", ReserveArrival(R1), []),
        (
            *("movement", (), "join", CharacterAttachment(R1, R4)),
            [("no-character", "TA-FORCE-05", "R1 is not an independent character")],
        ),
        (
            *("movement", (markers.LOCKED.make_link_fact(R2, B1),), "leave", OneUnitParams(R2)),
            [("locked", "TA-FORCE-05", "R2 is in close combat")],
        ),
        (
            *("movement", (LOCKED,), "join", CharacterAttachment(R2, R1)),
            [("other-locked", "TA-FORCE-05", IN_COMBAT)],
        ),
        (
            *("movement", (), "join", CharacterAttachment(R2, B1)),
            [("other-side", "TA-FORCE-05", "B1 is on another side")],
        ),
        (
            *("movement", (), "join", CharacterAttachment(R2, R3)),
            [("stands-alone", "TA-CHAR-07", "R3 cannot be joined")],
        ),
        (
            "movement",
            (AWAY,),
            "move",
            MovementReport((R1,)),
            [("away", "TA-SETUP-03", "R1 is not on the table")],
        ),
        (
            "movement",
            (LOCKED,),
            "move",
            MovementReport((R1,)),
            [("locked", "TA-MOVE-01", IN_COMBAT)],
        ),
        (
            "movement",
            (FLEES,),
            "move",
            MovementReport((R1,)),
            [("flees", "TA-MOVE-01", FALLS_BACK)],
        ),
        (
            "movement",
            (MOVED,),
            "move",
            MovementReport((R1,)),
            [("has-moved", "TA-MOVE-01", "R1 has moved")],
        ),
        (
            *("shooting", (), "move", MovementReport((R1,))),
            [("not-movement", "TA-TURN-01", "units move only in the Movement phase")],
        ),
        (
            "shooting",
            (AWAY,),
            "fire",
            FireReport(R1, (B1,)),
            [("away", "TA-SETUP-03", "R1 is not on the table")],
        ),
        (
            *("shooting", (markers.FIRED.set(R1),), "fire", FireReport(R1, (B1,))),
            [("has-fired", "TA-SHOOT-01", "R1 has fired")],
        ),
        (
            *("movement", (), "fire", FireReport(R1, (B1,))),
            [("not-shooting", "TA-TURN-01", "units fire only in the Shooting phase")],
        ),
        (
            *("shooting", (FLEES, MOVED), "fire", FireReport(R1, (B1,), standing=True)),
            [("falls-back", "TA-SHOOT-06", "R1 is falling back, which counts as moving")],
        ),
        (
            *("shooting", (MOVED,), "fire", FireReport(R1, (B1,), standing=True)),
            [("has-moved", "TA-G16", "R1 has moved, so it cannot stand to fire")],
        ),
        ("shooting", (MOVED,), "fire", FireReport(R1, (B1,)), []),
        ("shooting", (), "fire", FireReport(R1, (B1,), standing=True), []),
        ("charge", (AWAY,), "charge", CHARGE, [("away", "TA-SETUP-03", "R1 is not on the table")]),
        ("charge", (LOCKED,), "charge", CHARGE, [("locked", "TA-CHG-01", IN_COMBAT)]),
        ("charge", (FLEES,), "charge", CHARGE, [("flees", "TA-CHG-01", "R1 is falling back")]),
        (
            *("charge", (markers.TRIED.set(R1),), "charge", CHARGE),
            [("has-charged", "TA-CHG-15", "R1 has already declared a charge")],
        ),
        (
            *("charge", (markers.STOOD.set(R1),), "charge", CHARGE),
            [("stood", "TA-CHG-05", "R1 stood still to fire")],
        ),
        (
            *("shooting", (), "charge", CHARGE),
            [
                (
                    "not-charges",
                    "TA-TURN-02",
                    "charges are declared only at the start of the Assault phase",
                )
            ],
        ),
        (
            *(
                "charge",
                (markers.FIRED.set(R1), markers.SHOT_AT.make_link_fact(R1, B2)),
                "charge",
                CHARGE,
            ),
            [("fired", "TA-CHG-04", "R1 fired at B2 and must charge it first")],
        ),
        (
            *(
                "charge",
                (markers.FIRED.set(R1), markers.SHOT_AT.make_link_fact(R1, B2), JOIN),
                "charge",
                CHARGE,
            ),
            [("fired", "TA-CHG-04", "R1 fired at R2, B2 and must charge one of them first")],
        ),
        (
            *("charge", (markers.FIRED.set(R1),), "charge", CHARGE),
            [("target-gone", "TA-CHG-04", "the unit that R1 fired at is gone")],
        ),
        (
            *("charge", (), "charge", ChargeDeclaration((R1,), (B1,), length=6 * INCH + 50)),
            [("too-far", "TA-CHG-02", "R1 charges at most 6 inches")],
        ),
        ("charge", (), "charge", ChargeDeclaration((R1,), (B1,), length=6 * INCH), []),
        (
            *("charge", (markers.AWAY.set(B1),), "charge", CHARGE),
            [("target-away", "TA-SETUP-03", "B1 is not on the table")],
        ),
        (
            *("charge", (), "charge", ChargeDeclaration((R1,), (R4,))),
            [("own-side", "TA-CHG-01", "units can only charge enemies")],
        ),
        (
            *("charge", (), "cover", CoverDeclaration(B1, (R1,))),
            [("no-charge", "TA-COVER-02", "R1 has not charged B1")],
        ),
        (
            *(
                "charge",
                (LOCKED, markers.CHARGES.make_link_fact(R4, B1)),
                "cover",
                CoverDeclaration(B1, (R4,)),
            ),
            [("was-locked", "TA-G33", "B1 was already in close combat, so it has no cover")],
        ),
        (
            *("fight", (LOCKED,), "sheet", FightersSheet((ContactDeclaration(R1, 6, 0),))),
            [("too-many", "TA-FIGHT-01", "R1 has 5 models, not 6")],
        ),
        (
            *("fight", (WITH,), "sheet", FightersSheet((ContactDeclaration(R2, 2, 0),))),
            [("too-many", "TA-FIGHT-01", "R2 has 1 model, not 2")],
        ),
        (
            *("fight", (LOCKED,), "sheet", FightersSheet((ContactDeclaration(R1, 3, 3),))),
            [("too-many", "TA-FIGHT-01", "R1 has 5 models, not 6")],
        ),
        (
            *(
                "fight",
                (LOCKED,),
                "sheet",
                FightersSheet((ContactDeclaration(R1, 1, 0, None, "lord"),)),
            ),
            [("no-group", "TA-FIGHT-01", "R1 has no model called lord: enter assault")],
        ),
        (
            *(
                "fight",
                (LOCKED,),
                "sheet",
                FightersSheet((ContactDeclaration(R1, 2), ContactDeclaration(R1, 3))),
            ),
            [("twice", "TA-FIGHT-01", "R1 is listed twice")],
        ),
        (
            "fight",
            (LOCKED,),
            "sheet",
            FightersSheet((ContactDeclaration(R1, 5, 0), ContactDeclaration(B1, 1, 9))),
            [],
        ),
        (
            *("fight", (LOCKED,)),
            *(
                "sheet",
                FightersSheet((ContactDeclaration(R1, 5, 0), ContactDeclaration(B1, 0, 10))),
            ),
            [("one-sided", "TA-CHG-14", "R1 touches B1, but no model of B1 touches R1")],
        ),
        (
            *("fight", (), "sheet", FightersSheet((ContactDeclaration(R1, 5, 0),))),
            [("whom", "TA-MULTI-02", "R1 is not in close combat")],
        ),
        (
            *("fight", (LOCKED,), "sheet", FightersSheet((ContactDeclaration(R1, 5, 0, B2),))),
            [
                ("not-locked", "TA-CHG-14", "R1 is not in close combat with B2"),
                ("left-out", "TA-FIGHT-02", LEFT_OUT),
            ],
        ),
        (
            "fight",
            (),
            "arms",
            WeaponDeclaration(R1, "sword"),
            [("not-in-combat", "TA-FIGHT-07", NO_COMBAT)],
        ),
        (
            *("fight", (LOCKED,), "arms", WeaponDeclaration(R1, "fist")),
            [("no-weapon", "TA-SPEC-01", "R1 can use only these weapons: normal, pistol, sword")],
        ),
        (
            "fight",
            (),
            "strikes",
            StrikeDeclaration(R1),
            [("not-in-combat", "TA-FIGHT-01", NO_COMBAT)],
        ),
        ("fight", (), "test", OneUnitParams(R1), [("no-test", "TA-MORALE-01", NO_TEST)]),
        (
            *("fight", (markers.SHAKEN.set(R4),), "test", OneUnitParams(R4)),
            [("never-tests", "TA-MORALE-06", "R4 takes no morale checks")],
        ),
        ("fight", (), "flee", FallBackMove(R1), [("does-not-flee", "TA-MORALE-03", NO_FLIGHT)]),
        (
            *("fight", (markers.BROKE.set(R4),), "flee", FallBackMove(R4)),
            [("own-rules", "TA-FALL-06", "R4 falls back by its own rules: enter the distance")],
        ),
        ("fight", (markers.BROKE.set(R4),), "flee", FallBackMove(R4, length=3 * INCH), []),
        (
            *("fight", (LOCKED,), "sweep", OneUnitParams(R1)),
            [("nobody-flees", "TA-SWEEP-01", "R1 has no enemy falling back from it")],
        ),
        (
            *("fight", (LOCKED, WON, BROKE), "sweep", OneUnitParams(R1)),
            [("not-rolled", "TA-G46", "R1 must wait for the fall back dice")],
        ),
        ("fight", (LOCKED, WON, BROKE, ROLLED), "sweep", OneUnitParams(R1), []),
        (
            *("fight", (LOCKED, WON, BROKE, ROLLED, SWEPT), "sweep", OneUnitParams(R1)),
            [("has-swept", "TA-MULTI-04", "R1 has already rolled its sweep")],
        ),
        (
            *("fight", (LOCKED, OTHER, WON, BROKE, ROLLED), "sweep", OneUnitParams(R1)),
            [("pinned", "TA-MULTI-03", "R1 is still locked with an enemy that stays")],
        ),
        (
            *(
                "fight",
                (*JOINED, LOCKED, WITH, LORD_WON, BROKE, ROLLED),
                "sweep",
                OneUnitParams(R2),
            ),
            [("joined", "TA-G51", "R2 sweeps together with its unit")],
        ),
        ("pile", (), "pile", PileInMove((R1,)), [("not-locked", "TA-PILE-01", NOT_LOCKED)]),
        (
            *("pile", (LOCKED, PILED), "pile", PileInMove((R1,))),
            [("has-piled", "TA-G18", "R1 has already piled in")],
        ),
        (
            *("fight", (LOCKED,), "pile", PileInMove((R1,))),
            [("not-pile-in", "TA-G18", "units pile in only after all combats have been fought")],
        ),
        ("pile", (LOCKED,), "pile", PileInMove((R1,)), []),
        (
            "fight",
            (),
            "consolidate",
            GOES,
            [("has-not-won", "TA-CONS-01", "R1 has not won a combat")],
        ),
        (
            *("fight", (LOCKED, WON), "consolidate", GOES),
            [("locked", "TA-MULTI-03", "R1 is still in close combat")],
        ),
        (
            *("fight", (WON, PILED), "consolidate", GOES),
            [("has-moved", "TA-CONS-01", "R1 has moved")],
        ),
        (
            *("fight", (*JOINED, LORD_WON), "consolidate", ConsolidationMove(R2)),
            [("joined", "TA-G51", "R2 consolidates together with its unit")],
        ),
        (
            *("fight", (WON, markers.LOST.set(B1)), "consolidate", GOES),
            [
                (
                    "test-first",
                    "TA-RES-05",
                    "B1 must take its morale check before any unit consolidates",
                )
            ],
        ),
        (
            *("fight", (WON,), "consolidate", ConsolidationMove(R1, aboard=R3)),
            [("closed", "TA-CONS-03", "R3 is not open-topped, so nobody can board it")],
        ),
        (
            *("fight", (WON,), "consolidate", ConsolidationMove(R1, length=3 * INCH + 1)),
            [("too-far", "TA-CONS-01", "R1 consolidates at most 3 inches")],
        ),
        ("fight", (WON,), "consolidate", ConsolidationMove(R1, length=3 * INCH), []),
        (
            *("movement", (), "regroup", RegroupTest(R1)),
            [("does-not-flee", "TA-REGROUP-01", "R1 is not falling back")],
        ),
        (
            *("movement", (FLEES, markers.FAILED.set(R1)), "regroup", RegroupTest(R1)),
            [("has-failed", "TA-REGROUP-01", "R1 has already failed to regroup")],
        ),
        (
            *("movement", (FLEES, MOVED), "regroup", RegroupTest(R1)),
            [("has-moved", "TA-REGROUP-01", "R1 has already fallen back this turn")],
        ),
        (
            *("charge", (FLEES,), "regroup", RegroupTest(R1)),
            [
                (
                    "not-movement",
                    "TA-REGROUP-01",
                    "units regroup only at the start of their Movement phase",
                )
            ],
        ),
        (
            *("movement", (FLEES,), "regroup", RegroupTest(R1, near=True, scattered=True)),
            [
                ("enemy-near", "TA-REGROUP-01", "R1 has an enemy within 6 inches"),
                ("scattered", "TA-REGROUP-01", "R1 is not in coherency"),
            ],
        ),
        ("movement", (FLEES,), "regroup", RegroupTest(R1), []),
    ],
)
def test_in_full(
    phase: str, facts: tuple[AnyFact, ...], action: str, params: Struct, says: list[Any]
) -> None:
    assert said(table(phase, *facts), action, params) == says


@pytest.mark.rule("TA-SETUP-03")
def test_who_is_deployed() -> None:
    play = table("setup")
    assert said(play, "deploy", NoParams()) == []
    play.do("deploy", RED, NoParams())
    assert said(play, "deploy", NoParams()) == [
        ("deployed", "TA-SETUP-03", "all units are already on the table")
    ]


@pytest.mark.rule("TA-REGROUP-01")
def test_a_unit_below_half_does_not_regroup() -> None:
    play = table("movement", FLEES)
    play.fix(FiguresRemoved(figures=play.match.figures(R1)[:3]))
    assert said(play, "regroup", RegroupTest(R1)) == [
        ("below-half", "TA-REGROUP-01", "R1 has fewer than half of its models")
    ]


@pytest.mark.rule("TA-SHOOT-02", "TA-SHOOT-03")
def test_who_is_in_close_combat_neither_fires_nor_is_fired_at() -> None:
    play = table("fight", LOCKED)
    play.stand("r1", ("b1", 5, 0))
    play.stand("b1", ("r1", 5, 5))
    play.to("shooting")
    assert said(play, "fire", FireReport(R1, (B2,))) == [("engaged", "TA-SHOOT-02", IN_COMBAT)]
    assert said(play, "fire", FireReport(R4, (B1,))) == [
        ("into-combat", "TA-SHOOT-03", "B1 is in close combat")
    ]


@pytest.mark.rule("TA-FIGHT-04", "TA-FIGHT-03", "TA-G53")
def test_before_its_step_and_after_the_first() -> None:
    """Initiative 4 before 3; who fights and with what is fixed before either."""
    play = table("charge", LOCKED)
    play.fight()
    assert said(play, "strikes", StrikeDeclaration(B1, R1)) == [
        ("later-step", "TA-FIGHT-04", "R1 must strike first, at step 4")
    ]
    assert said(play, "strikes", StrikeDeclaration(R1, B2)) == [
        ("out-of-reach", "TA-FIGHT-01", "R1 cannot strike B2")
    ]
    play.fix(markers.STRUCK.set(*play.match.figures(R1)))
    assert said(play, "strikes", StrikeDeclaration(R1)) == [
        (
            "nobody-strikes",
            "TA-FIGHT-06",
            "R1 has no model left that can strike, or no enemy to strike",
        )
    ]
    assert said(play, "sheet", FightersSheet((ContactDeclaration(R1, 3, 0),))) == [
        (
            "has-struck",
            "TA-FIGHT-03",
            "R1 has already struck: contacts are fixed before the first step",
        )
    ]


@pytest.mark.rule("TA-G06")
def test_who_regrouped_charges_unless_the_house_has_it_otherwise() -> None:
    regrouped = markers.REGROUPED.set(R1)
    assert said(table("charge", regrouped), "charge", CHARGE) == []
    assert said(table("charge", regrouped, regrouped_may_charge=False), "charge", CHARGE) == [
        ("regrouped", "TA-G06", "R1 regrouped this turn")
    ]


@pytest.mark.rule("TA-G46", "TA-G18")
def test_breaking_off_by_house_rules() -> None:
    blind = table("fight", LOCKED, WON, BROKE, sweep_choice="blind")
    assert said(blind, "flee", FallBackMove(B1)) == [
        ("blind", "TA-G46", "B1 must wait until the winners decide whether to sweep")
    ]
    assert said(blind, "sweep", OneUnitParams(R1)) == []
    early = table("fight", LOCKED, WON, BROKE, pile_in_timing="before_break_off")
    assert said(early, "flee", FallBackMove(B1)) == [
        ("pile-in-first", "TA-G18", "R1 must pile in before any unit breaks off")
    ]
    assert said(early, "pile", PileInMove((R1,))) == []
    early.fix(PILED)
    assert said(early, "flee", FallBackMove(B1)) == []


@pytest.mark.rule("TA-SWEEP-01")
def test_heavy_models_never_sweep() -> None:
    play = Table({"r1": {"elite": 5}}, {"b1": {"guard": 5}}, phase="fight")
    play.fix(LOCKED, WON, BROKE, ROLLED)
    assert said(play, "sweep", OneUnitParams(R1)) == [
        ("never-sweeps", "TA-SWEEP-01", "R1 cannot sweep")
    ]


@pytest.mark.rule("TA-TURN-01")
@pytest.mark.parametrize(
    ("action", "phase", "facts", "params", "rule"),
    [
        ("move", "movement", (), MovementReport((B1,)), "TA-TURN-01"),
        ("fire", "shooting", (), FireReport(B1, (R1,)), "TA-TURN-01"),
        ("charge", "charge", (), ChargeDeclaration((B1,), (R1,)), "TA-TURN-01"),
        ("regroup", "movement", (markers.FLEES.set(B1),), RegroupTest(B1), "TA-REGROUP-01"),
    ],
)
def test_not_in_the_turn_of_the_other_side(
    action: str, phase: str, facts: tuple[AnyFact, ...], params: Struct, rule: str
) -> None:
    found = table(phase, *facts).objections(action, BLUE, params)
    assert [one.rule for one in found] == [rule]

"""Every question that Xenocide asks: what, whom, about whom, and what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.xenocide.table import B1, B2, R1, R2, RIFLE, Table, fire, trooper
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import Number, Pick, Request, Split, Tally
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.rulesets.xenocide.phases.broken_unit_tests import BrokenUnitTests
from tracker.rulesets.xenocide.phases.melee_phase import MeleeDeclaration
from tracker.rulesets.xenocide.phases.retreats_and_follow_ups import Retreat
from tracker.rulesets.xenocide.phases.suppression_recovery import SuppressionRecovery
from tracker.testing.match_in_memory import BLUE, RED, u

Units = Mapping[str, Mapping[str, int]]
R3, B5 = u("r3"), u("b5")
THREE, FIVE = {"rifle": 3}, {"rifle": 5}
FRIENDS = {"r2": FIVE, "r3": FIVE}
MELEE = (("r2", "b1"), ("r3", "b1"))
EITHER = {"u:r2": "R2", "u:r3": "R3"}
SPATIAL, CHOICE = True, False


def fired(
    red: Units, blue: Units, *rolls: str, melee: tuple[tuple[str, str], ...] = (), **how: Any
) -> Table:
    """R1 fires at B1; all others run, so that nothing waits."""
    play = Table(red, blue)
    play.orders(**{unit: "run" for unit in (*red, *blue) if unit != "r1"})
    for pair in melee:
        play.engage(*pair)
    fire(play, RED, R1, B1, **how)
    play.rolls(*rolls)
    return play


def wreck() -> Table:
    gunner = trooper(Gun("gun", 2, power=8, normal=36), missile=9)
    units = {"r1": {"gunner": 1}, "r2": {"rifle": 4}}
    play = Table(units, {"b5": {"raider": 1}}, profiles={"gunner": gunner})
    play.orders(r2="run")
    play.fix(markers.DAMAGE.set(B5, value=5))
    fire(play, RED, R1, B5)
    play.rolls("1", "9")
    return play


def shaken() -> Table:
    play = Table({"r1": FIVE}, {"b1": THREE})
    play.to("initiative")
    play.suppress("r1", 4)
    play.do("broken", None, BrokenUnitTests())
    return play


def rolled_low() -> Table:
    play = Table({"r1": FIVE}, {"b1": THREE}, phase="initiative")
    play.do("initiative", None, FirstSideRoll())
    play.roll("38")
    return play


def recovering() -> Table:
    chief = trooper(RIFLE, commander=True)
    units = {"r1": FIVE, "r2": {"chief": 1}}
    play = Table(units, {"b1": THREE}, phase="recovery", profiles={"chief": chief})
    play.suppress("r1", 2)
    play.suppress("r2", 1)
    play.do("recover", None, SuppressionRecovery())
    return play


def out_of_sight() -> Table:
    play = recovering()
    play.default()
    return play


def of_two() -> Table:
    play = Table({"r1": THREE}, {"b1": THREE, "b2": THREE}, phase="melee")
    play.engage("r1", "b1")
    play.engage("r1", "b2")
    play.do("fight", BLUE, MeleeDeclaration(B1))
    return play


def retreating() -> Table:
    play = Table({"r1": {"rifle": 3, "brute": 1}}, {"b1": THREE}, phase="melee")
    play.engage("r1", "b1")
    play.fix(markers.FOUGHT.set(R1, B1))
    play.do("retreat", RED, Retreat(R1, near=2))
    return play


def riding() -> Table:
    play = Table({"r1": FIVE}, {"b5": {"raider": 1}, "b1": THREE}, phase="melee")
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    play.engage("r1", "b5")
    play.do("fight", RED, MeleeDeclaration(R1))
    return play


ASKED: dict[str, tuple[Callable[[], Table], Any, Any, Any]] = {
    "spare_hits XF-TGT-05: spare hits on": (
        lambda: fired(
            {"r1": {"rifle": 6}}, {"b1": {"rifle": 2}, "b2": FIVE}, "111999", mixed=(B2,)
        ),
        (RED, R1, None),
        (1, {"u:b1": "B1", "u:b2": "B2"}, 1, CHOICE),
        (("u:b1", 1),),
    ),
    "uneven_hits XF-FIRM-04: one hit more on": (
        lambda: fired({"r1": {"rocket": 1}, **FRIENDS}, {"b1": FIVE}, "1", "86", melee=MELEE),
        (BLUE, B1, None),
        (1, EITHER, 1, CHOICE),
        (("u:r2", 1),),
    ),
    "stray_hits XF-FIRM-01: stray hits on": (
        lambda: fired({"r1": THREE, **FRIENDS}, {"b1": FIVE}, "005", past=(R2, R3)),
        (RED, R1, None),
        (2, EITHER, 2, CHOICE),
        (("u:r2", 2),),
    ),
    "missed_dice XF-FIRM-03: missed dice at": (
        lambda: fired(
            {"r1": THREE, "r2": FIVE, "r3": {"brute": 2}}, {"b1": FIVE}, "199", melee=MELEE
        ),
        (BLUE, B1, None),
        (2, EITHER, 2, CHOICE),
        (("u:r2", 2),),
    ),
    "rerolled_hits XF-FIRM-03: rerolled hits on": (
        lambda: fired({"r1": THREE, **FRIENDS}, {"b1": FIVE}, "199", "11", melee=MELEE),
        (BLUE, B1, None),
        (2, EITHER, 2, CHOICE),
        (("u:r2", 2),),
    ),
    "fall XF-DMG-05: falls": (
        lambda: fired({"r1": {"rifle": 1}}, {"b1": {"rifle": 2, "lmg": 1}}, "1", "9"),
        (BLUE, B1, None),
        (1, {"0": "lmg", "1": "rifle"}, 1, CHOICE),
        (("0", 1),),
    ),
    "deal XF-DMG-04: hits of Power 1 on": (
        lambda: fired({"r1": THREE}, {"b1": {"rifle": 1, "brute": 1}}, "111"),
        (BLUE, B1, R1),
        (1, {"0": "rifle", "1": "brute"}, 1, CHOICE),
        (("0", 1),),
    ),
    "near_wreck XF-VEH-15: models within 3 inches of B5 as it explodes": (
        wreck,
        (BLUE, B5, None),
        (None, {"u:r1": "R1", "u:r2": "R2"}, 4, SPATIAL),
        (),
    ),
    "sees_enemy XF-BRK-01: broken and see an enemy": (
        shaken,
        (None, None, None),
        (None, {"u:r1": "R1"}, 1, SPATIAL),
        (("u:r1", 1),),
    ),
    "moves_first XF-MOVE-01: Red moves": (
        rolled_low,
        (RED, RED, None),
        [("first", "first"), ("second", "second")],
        "first",
    ),
    "out_of_sight XF-REC-02: out of sight of every enemy": (
        recovering,
        (None, None, None),
        (None, {"u:r1": "R1", "u:r2": "R2"}, 1, SPATIAL),
        (),
    ),
    "commander XF-REC-03: with a commander within 6 inches": (
        out_of_sight,
        (None, None, None),
        (None, {"u:r1": "R1", "u:r2": "R2"}, 1, SPATIAL),
        (("u:r2", 1),),
    ),
    "strike XF-G48: figures that strike at": (
        of_two,
        (RED, R1, None),
        (3, {"u:b1": "B1", "u:b2": "B2", "nobody": "in contact with nobody"}, 3, SPATIAL),
        (("u:b1", 3),),
    ),
    "near XF-RETR-02: within 4 inches of an enemy": (
        retreating,
        (RED, R1, None),
        (2, {"0": "rifle", "1": "brute"}, 2, SPATIAL),
        (("0", 2),),
    ),
    "demands XF-VEH-29: passengers who make an attacker fight them": (
        riding,
        (BLUE, B1, B5),
        (0, 3),
        0,
    ),
}


def answers(one: Request[Any]) -> Any:
    """What may be answered: the total, the groups, the most of any, whether the table knows it."""
    match one:
        case Split() | Tally():
            total = one.total if isinstance(one, Split) else None
            shares = {share.id: share.text for share in one.shares}
            return total, shares, max(share.most for share in one.shares), one.spatial
        case Pick():
            return [(option.id, option.text) for option in one.options]
        case Number():
            return one.low, one.high
    return None


@pytest.mark.parametrize("question", ASKED)
def test_what_is_asked(question: str) -> None:
    made, whom, may_be, unless = ASKED[question]
    one = made().asked
    assert f"{one.id} {one.rule}: {one.what}" == question
    assert (one.side, one.subject, one.target) == whom
    assert (answers(one), get_default_answer(one)) == (may_be, unless)

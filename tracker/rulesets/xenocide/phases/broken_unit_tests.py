"""The tests of broken units, at the start of the Initiative phase (XF-BRK-01)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_fixed_questions,
    make_units_argument,
)
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.dice_tests import roll_unit_tests
from tracker.procedures.pieces.nearby_figures import ask_which_units
from tracker.procedures.requests import Asking, Faces, Tally, call_stage
from tracker.procedures.ruleset import Action, DueAction, Objection, Objections
from tracker.rulesets.xenocide.data import markers, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "initiative"
Units = tuple[UnitId, ...]
SEES_ENEMY: Final = Tally(
    id="sees_enemy", what="broken and see an enemy", shares=(), rule="XF-BRK-01"
)


class BrokenUnitTests(Struct, frozen=True, omit_defaults=True):
    """The command to test broken units, by default all that see an enemy."""

    units: Units = ()


def find_morale_test_number(match: Match, unit: UnitId, own_morale: int | None = None) -> int:
    """Return the highest die that passes a Morale test, by default with the unit's best Morale."""
    less = 1 if match.option("morale_test") == "less_than" else 0
    if match.option("morale_test_markers"):
        less += markers.SUPPRESSED.number(match, unit)
    best = unit_profiles.find_highest_morale(match, unit) if own_morale is None else own_morale
    return best - less


def list_units_due_broken_test(match: Match) -> Units:
    """List the broken units that have not tested this turn (XF-BRK-01)."""
    return tuple(
        unit
        for unit in acting_units.list_acting_units(match)
        if match.has(unit, markers.BROKEN)
        and not any(match.has(unit, kind) for kind in (markers.FLEEING, markers.TESTED))
    )


def resolve_broken_unit_tests(
    match: Match, _: SideId | None, params: BrokenUnitTests
) -> Asking[None]:
    """Ask which broken units see an enemy, and test them (XF-BRK-01, XF-G08)."""
    testing = params.units or list_units_due_broken_test(match)
    seen = testing
    if not params.units and match.option("broken_test_when") == "enemy_visible" and testing:
        outside = tuple(u for u in testing if not state_queries.is_in_closed_vehicle(match, u))
        seen = yield from call_stage(ask_which_units, SEES_ENEMY, testing, outside)
    markers.TESTED.record_on(match, *testing)
    if seen:
        most = tuple((unit, find_morale_test_number(match, unit)) for unit in seen)
        passed = yield from roll_unit_tests(match, BROKEN_TEST, DIE, most)
        failed = (unit for unit, stands in zip(seen, passed, strict=True) if not stands)
        markers.FLEEING.record_on(match, *failed)


def _build_broken_test_sheet(match: Match, request: Faces) -> RollSheet:
    units = tuple(UnitId(str(label.subject)) for label in request.labels)
    rows = tuple(Row(unit, (str(find_morale_test_number(match, unit)),), 1) for unit in units)

    def read_row(row: int, dice: tuple[int, ...]) -> RowResult:
        flees = dice[0] > find_morale_test_number(match, units[row])
        return RowResult(word="flees" if flees else "stands", bad=flees)

    return RollSheet("broken tests", ("or less",), (), rows, read_each_row(read_row))


BROKEN_TEST: Final = RollKind(
    "broken_test",
    "broken tests",
    rule="XF-BRK-01",
    stakes=markers.FLEEING,
    sheet=_build_broken_test_sheet,
)


def list_due_broken_unit_tests(match: Match) -> tuple[DueAction, ...]:
    return tuple(
        DueAction("broken", match.side_of(u), u, f"{match.unit(u).name} is broken", compulsory=True)
        for u in list_units_due_broken_test(match)
    )


def list_broken_test_objections(
    match: Match, _: SideId | None, params: BrokenUnitTests
) -> Objections:
    if match.phase != PHASE:
        text = "broken units test only in the Initiative phase, before any unit moves"
        yield Objection("not-now", "XF-BRK-01", text)
    for unit in params.units:
        if not match.has(unit, markers.BROKEN):
            yield Objection("not-broken", "XF-BRK-01", f"{match.tag(unit)} is not broken")


TEST: Final = Action(
    id="broken",
    word="tested broken units",
    ahead="to test broken units",
    params=BrokenUnitTests,
    stage=resolve_broken_unit_tests,
    phases=(PHASE,),
    objections=list_broken_test_objections,
    candidates=lambda match: (
        ((None, BrokenUnitTests()),)
        if match.phase == PHASE and list_units_due_broken_test(match)
        else ()
    ),
    form=WordForm(
        "broken",
        (make_units_argument("units"),),
        rows=("units",),
        asks=make_fixed_questions("sees_enemy", BROKEN_TEST.id),
        answer=lambda match, values: " ".join(map(match.handle, values.get("units") or ())),
    ),
)

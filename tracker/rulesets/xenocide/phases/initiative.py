"""The Initiative phase: broken tests, and then the roll for initiative (XF-BRK-01, XF-MOVE-01)."""

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
from tracker.procedures.pieces.first_side_selection import make_first_side_action, record_side_order
from tracker.procedures.pieces.nearby_figures import ask_which_units
from tracker.procedures.pieces.roll_offs import RollOff, make_single_die_pools, roll_and_rank_pools
from tracker.procedures.requests import (
    Asking,
    Faces,
    Option,
    Pick,
    Tally,
    ask_owner,
    call_pure_stage,
    call_stage,
)
from tracker.procedures.ruleset import Action, DueAction, Objection, Objections
from tracker.rulesets.xenocide.data import markers, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "initiative"
FIRST, SECOND = "first", "second"
ROLL_OFF: Final = RollOff(
    "initiative",
    "init",
    "XF-MOVE-01",
    lambda match: make_single_die_pools(match, die_size=DIE),
    winner_word="chooses",
    tie_word="equal: roll again",
    need="the lower chooses",
    lowest_wins=True,
)
Units = tuple[UnitId, ...]
SEES_ENEMY: Final = Tally(
    id="sees_enemy", what="broken and see an enemy", shares=(), rule="XF-BRK-01"
)


class BrokenUnitTests(Struct, frozen=True, omit_defaults=True):
    """The test of broken units. By default, all broken units that see an enemy test."""

    units: Units = ()


def find_morale_test_number(match: Match, unit: UnitId, own_morale: int | None = None) -> int:
    """Return the highest die that passes a test against Morale. The default is the unit's best."""
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


def roll_broken_unit_tests(match: Match, _: SideId | None, params: BrokenUnitTests) -> Asking[None]:
    """Test the broken units that see an enemy. Others can move freely (XF-BRK-01, XF-G08)."""
    testing = params.units or list_units_due_broken_test(match)
    seen = testing
    if not params.units and match.option("broken_test_when") == "enemy_visible" and testing:
        seen = yield from call_stage(ask_which_units, SEES_ENEMY, testing, testing)
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
        text = "broken units test at the start of the Movement phase"
        yield Objection("not-now", "XF-BRK-01", text)
    for unit in params.units:
        if not match.has(unit, markers.BROKEN):
            yield Objection("not-broken", "XF-BRK-01", f"{match.tag(unit)} is not broken")


def roll_initiative_and_choose_side_order(match: Match) -> Asking[None]:
    chooses, *others = yield from call_stage(_roll_and_rank_sides)
    markers.CHOSE.record_cleared(match, *match.marked(markers.CHOSE))
    match.record(markers.CHOSE.set(chooses))
    what, rule = f"{match.side_name(chooses)} moves", "XF-MOVE-01"
    options = (Option(FIRST, FIRST), Option(SECOND, SECOND))
    asked = Pick(id="moves_first", what=what, options=options, default=FIRST, rule=rule)
    when = yield from ask_owner(match, chooses, asked)
    order = (chooses, *others) if when == FIRST else (others[0], chooses, *others[1:])
    record_side_order(match, order)


def _roll_and_rank_sides(match: Match) -> Asking[tuple[SideId, ...]]:
    """Rank the sides by their rolls. By house rule, they alternate instead (XF-G36, XF-G98)."""
    sides = match.sides
    last = next((side for side in sides if match.has(side, markers.CHOSE)), None)
    if match.option("initiative") == "alternate" and last is not None:
        at = sides.index(last) + 1
        return (*sides[at:], *sides[:at])
    order, _ = yield from call_pure_stage({}, roll_and_rank_pools, ROLL_OFF, ROLL_OFF.pools(match))
    return tuple(sides[place] for place in order)


TEST: Final = Action(
    id="broken",
    word="tested broken units",
    ahead="to test broken units",
    params=BrokenUnitTests,
    stage=roll_broken_unit_tests,
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
        asks=make_fixed_questions("sees_enemy", BROKEN_TEST.id),
        answer=lambda match, values: " ".join(map(match.handle, values.get("units") or ())),
    ),
)
INITIATIVE: Final = make_first_side_action(
    ROLL_OFF,
    "rolled for initiative",
    PHASE,
    "initiative is rolled once a turn",
    proposal_word="to roll for initiative",
    order_stage=roll_initiative_and_choose_side_order,
    question_ids=("moves_first",),
)

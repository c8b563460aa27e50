"""The Recovery phase, in which units lose suppression markers (XF-REC)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    Argument,
    WordForm,
    make_fixed_questions,
)
from tracker.procedures.declared.line_reader import LineReader, Values
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.dice_tests import roll_unit_tests
from tracker.procedures.pieces.nearby_figures import ask_which_units
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.requests import Asking, Faces, Tally, call_stage, continue_with
from tracker.procedures.ruleset import Action, Objection, Objections
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "recovery"
Units = tuple[UnitId, ...]
UNSEEN: Final = Tally(
    id="out_of_sight", what="out of sight of every enemy", shares=(), rule="XF-REC-02"
)
COMMANDED: Final = Tally(
    id="commander", what="with a commander within 6 inches", shares=(), rule="XF-REC-03"
)


class SuppressionRecovery(Struct, frozen=True, omit_defaults=True):
    """The command for units to recover (by default, all units with markers).

    ``unseen`` units are out of sight of every enemy. Units in ``commander`` are near a commander.
    """

    units: Units = ()
    unseen: Units = ()
    commander: Units = ()


def find_recovery_number(match: Match, unit: UnitId) -> int:
    """Return the highest die that removes a marker, given the best Morale (XF-REC-01, XF-G63)."""
    less = match.option("recovery_test") == "less_than"
    return unit_profiles.find_highest_morale(match, unit) - less


def list_units_due_recovery(match: Match) -> Units:
    """List the units with markers that have not rolled yet (XF-REC-01)."""
    return tuple(
        unit
        for unit in acting_units.list_acting_units(match)
        if markers.SUPPRESSED.number(match, unit) and not match.has(unit, markers.RECOVERED)
    )


def resolve_recovery(match: Match, _: SideId | None, params: SuppressionRecovery) -> Asking[None]:
    """Ask which units are unseen or near a commander, then roll (XF-REC-02, XF-REC-03)."""
    if params.units:
        units, unseen = params.units, params.unseen
        led = (*params.commander, *(unit for unit in units if _has_commander(match, unit)))
        return continue_with(roll_suppression_recovery, match, units, unseen, led)
    units = list_units_due_recovery(match)
    free = tuple(unit for unit in units if not state_queries.is_engaged(match, unit))  # XF-REC-02
    inside = tuple(unit for unit in free if state_queries.is_in_closed_vehicle(match, unit))
    unseen = yield from call_stage(ask_which_units, UNSEEN, free, inside)
    commanders = [unit for unit in match.units() if _has_commander(match, unit)]
    sides = {match.side_of(unit) for unit in commanders}  # XF-FORCE-13, XF-G64
    led = tuple(unit for unit in units if match.side_of(unit) in sides)
    commanded: Units = ()
    if led:
        own = tuple(unit for unit in led if unit in commanders)
        commanded = yield from call_stage(ask_which_units, COMMANDED, led, own)
    return continue_with(roll_suppression_recovery, match, units, unseen, commanded)


def _has_commander(match: Match, unit: UnitId) -> bool:
    """Whether a unit includes a commander, who also counts for his own unit (XF-G64)."""
    return any(unit_profiles.get_profile(match, figure).commander for figure in match.figures(unit))


def roll_suppression_recovery(
    match: Match, units: Units, unseen: Units, commanded: Units
) -> Asking[None]:
    """Roll recovery dice, and remove a suppression marker for each success (XF-REC-01)."""
    dice = tuple(
        rule_tables.count_recovery_dice(enemy_seen=unit not in unseen, commander=unit in commanded)
        for unit in units
    )
    most = tuple(
        (unit, find_recovery_number(match, unit))
        for unit, n in zip(units, dice, strict=True)
        for _ in range(n)
    )
    passed = yield from roll_unit_tests(match, RECOVERY_DICE, rule_tables.DIE, most)
    at = 0
    for unit, n in zip(units, dice, strict=True):
        off, at = sum(passed[at : at + n]), at + n
        left = max(markers.SUPPRESSED.number(match, unit) - off, 0)
        if off:
            kind = markers.SUPPRESSED
            match.record(kind.set(unit, value=left) if left else kind.cleared(unit))
    match.record(markers.RECOVERED.set(*units))


def _build_recovery_sheet(match: Match, request: Faces) -> RollSheet:
    dice_by_unit = Counter(UnitId(str(label.subject)) for label in request.labels)
    units = tuple(dice_by_unit)
    rows = []
    for unit, n in dice_by_unit.items():
        have = markers.SUPPRESSED.number(match, unit)
        rows.append(Row(unit, (str(have), str(find_recovery_number(match, unit))), n))

    def read_row(row: int, dice: tuple[int, ...]) -> RowResult:
        unit = units[row]
        there = markers.SUPPRESSED.number(match, unit)
        off = min(sum(face <= find_recovery_number(match, unit) for face in dice), there)
        left = there - off
        return RowResult((f"−{off}",), f"{left} left" if left else "clear")

    return RollSheet(
        "recovery", ("markers", "or less"), ("off",), tuple(rows), read_each_row(read_row)
    )


RECOVERY_DICE: Final = RollKind(
    "recovery", "recovery", rule="XF-REC-01", sheet=_build_recovery_sheet
)


def list_recovery_objections(match: Match, _: SideId | None, __: SuppressionRecovery) -> Objections:
    if match.phase != PHASE:
        yield Objection(
            "not-recovery", "XF-REC-01", "markers are removed only in the Recovery phase"
        )
    if not list_units_due_recovery(match):
        yield Objection("nobody", "XF-REC-01", "no unit has markers to remove")


def _read_named_units(reader: LineReader) -> Values:
    """Read units such as ``r2 b1 b3 unseen b1 commander r2``."""
    found: dict[str, list[UnitId]] = {"units": []}
    into = found["units"]
    while (name := reader.take_argument()) is not None:
        if name in {"unseen", "commander"}:
            into = found.setdefault(name, [])
        else:
            into.append(find_unit(reader.match, name))
    return {key: tuple(named) for key, named in found.items() if named}


def _format_named_units(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    yield from map(match.handle, values["units"])
    for word in ("unseen", "commander"):
        if values[word]:
            yield word
            yield from map(match.handle, values[word])


NAMED: Final = Argument(_read_named_units, _format_named_units, "who who unseen who commander who")


def _format_unseen_and_led_answers(match: Match, values: Mapping[str, Any]) -> str:
    """Format the answers that a line gives by naming units, or return "" if it names no units."""
    named = values.get("units") or ()
    own = (unit for unit in named if _has_commander(match, unit))
    led = dict.fromkeys((*(values.get("commander") or ()), *own))
    both = (values.get("unseen") or (), led)
    handles = (" ".join(map(match.handle, units)) or "none" for units in both)
    return " / ".join(handles) if named else ""


RECOVER: Final = Action(
    id="recover",
    word="recovered",
    ahead="to recover",
    params=SuppressionRecovery,
    stage=resolve_recovery,
    phases=(PHASE,),
    objections=list_recovery_objections,
    candidates=lambda match: (
        ((None, SuppressionRecovery()),)
        if match.phase == PHASE and list_units_due_recovery(match)
        else ()
    ),
    form=WordForm(
        "recover",
        (NAMED,),
        rows=("units",),
        asks=make_fixed_questions("out_of_sight", "commander", RECOVERY_DICE.id),
        answer=_format_unseen_and_led_answers,
    ),
)

"""Step 6 of the assault, in which survivors pile in or consolidate (TA-PILE, TA-CONS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.input_parsing.line_syntax_tree import LineSubjects
from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form, SubjectField
from tracker.procedures.declared.line_form_slots import (
    make_length_slot,
    make_subject_slot,
    make_subjects_slot,
)
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.engagement import make_disengagement_facts, record_engagement
from tracker.procedures.pieces.line_subject_fields import make_unit_field, make_units_field
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Action, BlockingReason, DueAction, Objection
from tracker.rulesets.trial_assault.combat import combat_contact
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.rule_tables import INCH
from tracker.rulesets.trial_assault.phases import (
    fall_back_and_sweeping_advance,
    morale_checks,
    regrouping,
    setup_phase,
)
from tracker.vocabulary.events import Moved
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "pile"
FURTHEST: Final = 3 * INCH


class PileInMove(Struct, frozen=True, omit_defaults=True):
    """The command for units to pile in. They make contact with all enemies not in ``apart``."""

    units: tuple[UnitId, ...]
    apart: tuple[UnitId, ...] = ()


class ConsolidationMove(Struct, frozen=True, omit_defaults=True):
    """The command to move a victor, which can touch ``targets`` or go ``aboard`` a vehicle."""

    unit: UnitId
    targets: tuple[UnitId, ...] = ()
    length: int | None = None
    aboard: UnitId | None = None


def resolve_pile_in(match: Match, _: SideId | None, params: PileInMove) -> None:
    """Move units and their characters into contact with locked enemies (TA-PILE-01, TA-G51, 66)."""
    every = dict.fromkeys(
        one for unit in params.units for one in state_queries.list_joined_units(match, unit)
    )
    for unit in every:
        if params.apart:
            match.record(*make_disengagement_facts(match, markers.LOCKED, unit, params.apart))
        match.record(markers.PILED.set(unit))
    for unit in every:
        combat_contact.clear_contact(match, unit)
        enemies = state_queries.list_locked_enemies(match, unit)
        if enemies:
            combat_contact.record_all_models_in_contact(match, unit, enemies)


def resolve_consolidation(
    match: Match, _: SideId | None, params: ConsolidationMove
) -> Asking[None]:
    """Move a victor. New contact begins close combat, but is no charge (TA-CONS-01, 02, TA-G45)."""
    unit = params.unit
    match.record(markers.PILED.set(*state_queries.list_joined_units(match, unit)))
    match.record(Moved(unit=unit, length=params.length, how="consolidated"))
    if params.aboard is not None:
        match.record(markers.AWAY.set(*state_queries.list_joined_units(match, unit)))
    for target in params.targets:
        yield from call_stage(make_consolidation_contact, unit, target)


def make_consolidation_contact(match: Match, unit: UnitId, target: UnitId) -> Asking[None]:
    """Lock a victor in combat with the unit that it reaches.

    Both pile in, but do not fight until later (TA-PILE-01, TA-CONS-02).
    """
    tests = match.option("recontact") == "regroup_test"
    if tests and not (
        yield from call_stage(regrouping.test_whether_fleeing_target_stays, unit, target)
    ):
        return
    body = state_queries.list_joined_units(match, target)
    markers.FLEES.record_cleared(match, *body)
    both = (*state_queries.list_joined_units(match, unit), *body)
    fresh = tuple(one for one in both if not state_queries.is_locked(match, one))
    for one in state_queries.list_joined_units(match, unit):
        record_engagement(
            match, markers.LOCKED, one, state_queries.list_joined_units(match, target)
        )
    markers.PILED.record_cleared(match, *fresh)
    if match.phase == "charge":
        markers.FOUGHT.record_on(match, *fresh)


def list_pile_in_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not state_queries.is_locked(match, unit):
        yield BlockingReason("not-locked", "TA-PILE-01", "is not in close combat")
    elif match.has(unit, markers.PILED):
        yield BlockingReason("has-piled", "TA-G18", "has already piled in")


def list_pile_in_objections(match: Match, _: SideId | None, __: PileInMove) -> Iterator[Objection]:
    early = match.phase == "fight" and match.option("pile_in_timing") == "before_break_off"
    if match.phase != PHASE and not early:
        yield Objection(
            "not-pile-in", "TA-G18", "units pile in only after all combats have been fought"
        )


def list_units_still_to_pile_in(match: Match) -> tuple[UnitId, ...]:
    """List the units that have yet to pile in, beginning with the active side (TA-PILE-03)."""
    every = sorted(match.units(), key=lambda unit: match.side_of(unit) != match.clock.side)
    return tuple(unit for unit in every if not any(list_pile_in_blocking_reasons(match, unit)))


def list_pile_in_candidates(match: Match) -> Iterator[tuple[SideId | None, PileInMove]]:
    every = list_units_due_pile_in(match)
    if len(every) > 1:
        yield match.side_of(every[0]), PileInMove(every)
    yield from ((match.side_of(unit), PileInMove((unit,))) for unit in every)


def list_units_due_pile_in(match: Match) -> tuple[UnitId, ...]:
    """List the units that pile in now. By house rule, some do so before the losers break off."""
    early = fall_back_and_sweeping_advance.list_pile_ins_before_break_off
    first = {one for unit in match.units() for one in early(match, unit)}
    every = list_units_still_to_pile_in(match)
    return tuple(one for one in every if match.phase == PHASE or one in first)


def list_due_pile_ins(match: Match) -> tuple[DueAction, ...]:
    return tuple(PILE.make_due_action(match, unit) for unit in list_units_due_pile_in(match))


def _read_units_to_pile_in(reader: LineReader, who: LineSubjects, _: str) -> tuple[UnitId, ...]:
    """Return the named units, or for ``all`` the units of both sides that have yet to pile in."""
    if who.scope == "named":
        return tuple(find_unit(reader.match, name) for name in who.names)
    if found := list_units_still_to_pile_in(reader.match):
        return found
    raise UnknownName("no unit in close combat is left to pile in")


def list_consolidation_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not match.has(unit, markers.WON):
        yield BlockingReason("has-not-won", "TA-CONS-01", "has not won a combat")
    elif state_queries.is_locked(match, unit):
        yield BlockingReason("locked", "TA-MULTI-03", "is still in close combat")
    elif match.has(unit, markers.PILED):
        yield BlockingReason("has-moved", "TA-CONS-01", "has moved")
    elif state_queries.find_joined_unit_or_self(match, unit) != unit:
        yield BlockingReason("joined", "TA-G51", "consolidates together with its unit")


def list_consolidation_objections(
    match: Match, _: SideId | None, params: ConsolidationMove
) -> Iterator[Objection]:
    yield from setup_phase.list_absent_target_objections(match, params.targets)
    for unit in morale_checks.list_units_due_morale_check(match):
        text = f"{match.tag(unit)} must take its morale check before any unit consolidates"
        yield Objection("test-first", "TA-RES-05", text)
    for unit in fall_back_and_sweeping_advance.list_units_due_fall_back(match):
        text = f"{match.tag(unit)} must fall back before any unit consolidates"
        yield Objection("fall-back-first", "TA-RES-05", text)
    if params.aboard is not None:
        vehicles = (one.vehicle for one in unit_profiles.list_profiles(match, params.aboard))
        if not any(one is not None and one.open_topped for one in vehicles):
            text = f"{match.tag(params.aboard)} is not open-topped, so nobody can board it"
            yield Objection("closed", "TA-CONS-03", text)
    if params.length is not None and params.length > FURTHEST:
        text = f"{match.tag(params.unit)} consolidates at most 3 inches"
        yield Objection("too-far", "TA-CONS-01", text)


def list_consolidation_candidates(
    match: Match,
) -> Iterator[tuple[SideId | None, ConsolidationMove]]:
    for unit in match.units():
        side, move = match.side_of(unit), ConsolidationMove(unit)
        barred = any(list_consolidation_blocking_reasons(match, unit))
        if not barred and not any(list_consolidation_objections(match, side, move)):
            yield side, move
            for enemy in state_queries.list_enemy_units_on_table(match, unit)[:1]:
                yield side, ConsolidationMove(unit, (enemy,))


def list_due_consolidations(match: Match) -> tuple[DueAction, ...]:
    """List the consolidations that winners may make now. Players may leave them out."""
    every = list_consolidation_candidates(match) if match.phase == "fight" else ()
    units = dict.fromkeys(move.unit for _, move in every)
    return tuple(CONSOLIDATE.make_due_action(match, unit) for unit in units)


PILE: Final = Action(
    id="pile",
    word="piles in",
    ahead="to pile in",
    params=PileInMove,
    stage=resolve_pile_in,
    bars=list_pile_in_blocking_reasons,
    objections=list_pile_in_objections,
    expected="must pile in",
    must=True,
    candidates=list_pile_in_candidates,
    form=Form(
        "piles",
        SubjectField("units", _read_units_to_pile_in),
        how=(make_subjects_slot("apart", find_unit),),
        key=KeyVerb("p", text="piles in"),
    ),
)
CONSOLIDATE: Final = Action(
    id="consolidate",
    word="consolidates",
    ahead="to consolidate",
    params=ConsolidationMove,
    stage=resolve_consolidation,
    phases=("fight", "charge"),
    bars=list_consolidation_blocking_reasons,
    objections=list_consolidation_objections,
    expected="may consolidate",
    candidates=list_consolidation_candidates,
    limit=lambda *_: 'at most 3"',
    form=Form(
        "consolidates",
        make_unit_field(),
        make_units_field("targets"),
        how=(make_length_slot("length", "in"), make_subject_slot("aboard", "aboard", find_unit)),
        key=KeyVerb("o", whom="enemy", text="consolidates", amount="in", alone=True),
    ),
)

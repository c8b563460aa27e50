"""Reports of movement and shooting, as far as the assault needs them (TA-MOVE, TA-SHOOT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_flag_slot, make_length_slot
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.acting_units import (
    list_wrong_phase_half_objections,
    make_unit_candidates,
)
from tracker.procedures.pieces.casualties import make_wound_facts
from tracker.procedures.pieces.line_subject_fields import (
    make_unit_field,
    make_units_field,
    make_units_left_field,
)
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Number,
    Share,
    Split,
    ask_owner,
    continue_with,
    run_stage_for_each,
)
from tracker.procedures.ruleset import Action, BlockingReason, Objection, SeveralUnitsParams
from tracker.rulesets.trial_assault.combat import vehicle_combat
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.rule_tables import INCH
from tracker.rulesets.trial_assault.phases import setup_phase
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, Moved
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

MOVEMENT, SHOOTING = "movement", "shooting"
Units = tuple[UnitId, ...]
Figures = tuple[FigureId, ...]


class MovementReport(Struct, frozen=True, omit_defaults=True):
    """The command that reports a move. ``length`` (in hundredths of an inch) is not checked."""

    units: Units
    length: int | None = None


class FireReport(Struct, frozen=True, omit_defaults=True):
    """The command that reports a unit's fire.

    A ``standing`` unit fires heavy weapons, or fires pistols or rapid fire weapons twice.
    """

    unit: UnitId
    targets: Units
    standing: bool = False


def record_move(match: Match, _: SideId | None, params: MovementReport) -> None:
    """Record a move. Its length is not checked, and matters only for vehicles (TA-T13)."""
    match.record(markers.MOVED.set(*params.units))
    if params.length is not None and params.length > 6 * INCH:
        cars = (one for one in params.units if vehicle_combat.is_vehicle(match, one))
        markers.FAST.record_on(match, *cars)
    match.record(*(Moved(unit=unit, length=params.length, how="move") for unit in params.units))


def record_stay(match: Match, _: SideId | None, params: SeveralUnitsParams) -> None:
    for marker in (markers.MOVED, markers.FAST):
        marker.record_cleared(match, *params.units)


def list_move_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if match.has(unit, markers.AWAY):
        yield BlockingReason("away", "TA-SETUP-03", "is not on the table")
    elif state_queries.is_locked(match, unit):
        yield BlockingReason("locked", "TA-MOVE-01", "is in close combat")
    elif match.has(unit, markers.FLEES):
        yield BlockingReason("flees", "TA-MOVE-01", "falls back")
    elif match.has(unit, markers.MOVED):
        yield BlockingReason("has-moved", "TA-MOVE-01", "has moved")


def list_move_objections(
    match: Match, _: SideId | None, params: MovementReport
) -> Iterator[Objection]:
    if match.phase != MOVEMENT:
        yield Objection("not-movement", "TA-TURN-01", "units move only in the Movement phase")
    for unit in params.units:
        yield from list_wrong_phase_half_objections(match, unit, "TA-TURN-01")


MOVE: Final = Action(
    id="move",
    word="moved",
    ahead="to move",
    params=MovementReport,
    stage=record_move,
    phases=(MOVEMENT,),
    bars=list_move_blocking_reasons,
    objections=list_move_objections,
    candidates=make_unit_candidates(
        MOVEMENT, list_move_blocking_reasons, lambda _, unit: (MovementReport((unit,)),)
    ),
    form=Form(
        "moves",
        make_units_left_field(),
        how=(make_length_slot("length", "in"),),
        key=KeyVerb("m", text="moves", amount="in"),
    ),
)
STAY: Final = Action(
    id="stay",
    word="stayed",
    params=SeveralUnitsParams,
    stage=record_stay,
    phases=(MOVEMENT,),
    form=Form("stays", make_units_field(), key=KeyVerb("-", text="stays where it is")),
)


def record_fire_and_ask_losses(match: Match, _: SideId | None, params: FireReport) -> None:
    """Record the targets and the kind of fire, then ask for the losses (TA-SHOOT-01)."""
    unit = params.unit
    match.record(markers.FIRED.set(unit))
    for target in params.targets:  # a character can outlive his unit (TA-CHG-04)
        body = state_queries.list_joined_units(match, target)
        match.record(*(markers.SHOT_AT.make_link_fact(unit, one) for one in body))
    if params.standing:
        match.record(markers.STOOD.set(unit))
    return continue_with(run_stage_for_each, match, ask_and_apply_fire_losses, params.targets, unit)


def ask_and_apply_fire_losses(match: Match, target: UnitId, unit: UnitId) -> Asking[None]:
    """Ask how many wounds the fire caused, and apply them.

    If the models outside combat have fewer wounds, ask for confirmation (TA-SHOOT-04).
    """
    what = f"wounds that {match.tag(target)} lost to fire"
    most, rule = (
        max(state_queries.count_wounds_left(match, *match.figures(target)), 0),
        "TA-SHOOT-01",
    )
    asked = Number(id="lost", what=what, low=0, high=most, target=unit, rule=rule)
    lost = yield from ask_owner(match, target, asked)
    text, rule = explain_excess_wounds(match, target, lost), "TA-SHOOT-04"
    if text:
        what = f"{text}, the others in close combat"
        sure = Confirm(id="more_than_free", what=what, default=True, spatial=True, rule=rule)
        if not (yield from ask_owner(match, target, sure)):
            return continue_with(ask_and_apply_fire_losses, match, target, unit)
    return continue_with(ask_and_record_losses, match, target, unit, lost)


def explain_excess_wounds(match: Match, target: UnitId, wounds: int) -> str:
    """Explain excess wounds, as in ``3 wounds on R1, whose free models have 2`` (TA-SHOOT-04)."""
    free = state_queries.count_wounds_left(match, *list_exposed_models(match, target))
    if wounds <= free:
        return ""
    return f"{format_count(wounds, 'wound')} on {match.tag(target)}, whose free models have {free}"


def list_exposed_models(match: Match, unit: UnitId) -> Figures:
    """List the models that fire can hit (TA-SHOOT-03, TA-SHOOT-04).

    In a unit in close combat, these are the free models, or all models if none is free
    (TA-SHOOT-05).
    """
    if not state_queries.is_locked(match, unit):
        return match.figures(unit)
    return state_queries.list_models_out_of_contact(match, unit) or match.figures(unit)


def list_models_wounds_can_hit(match: Match, target: UnitId, wounds: int) -> Figures:
    """List the models that a number of wounds can hit. Casualties are taken from the end."""
    there = list_exposed_models(match, target)
    if not explain_excess_wounds(match, target, wounds):
        return there
    return (*(one for one in match.figures(target) if one not in there), *there)


def ask_and_record_losses(match: Match, target: UnitId, by: UnitId, wounds: int) -> Asking[None]:
    """Ask the owner which models suffer the wounds, and record the casualties (TA-CAS-02)."""
    groups = _group_models_that_fall(match, target, wounds)
    shares = tuple(
        Share(
            at, match.name_kind(each[0]), min(wounds, state_queries.count_wounds_left(match, *each))
        )
        for at, each in groups.items()
    )
    if not wounds:
        return
    split: tuple[tuple[str, int], ...] = (("0", wounds),)
    if len(groups) > 1:
        asked = Split(
            id="lost_by", what="loses", total=wounds, shares=shares, rule="TA-CAS-02", lead="falls"
        )
        split = yield from ask_owner(match, target, asked)
    for at, lost in split:
        each = unit_profiles.get_profile(match, groups[at][0]).w
        match.record(*make_wound_facts(match, groups[at], lost, each, by))


def _group_models_that_fall(match: Match, target: UnitId, wounds: int) -> dict[str, Figures]:
    """Group the models that wounds can hit by their profile. Leaders fall last (TA-G30)."""
    there = list_models_wounds_can_hit(match, target, wounds)
    groups = enumerate(group_equal_figures(there, lambda one: match.figure(one).profile))
    each = ((str(at), models) for at, (_, models) in groups)
    return dict(sorted(each, key=lambda one: unit_profiles.get_profile(match, one[1][0]).leader))


def make_fire_loss_facts(
    match: Match, _: SideId | None, params: FireReport, losses: int
) -> Iterable[AnyFact]:
    """Yield the facts for wounds on the first target, if fire is entered without dice."""
    for models in _group_models_that_fall(match, params.targets[0], losses).values():
        each = unit_profiles.get_profile(match, models[0]).w
        if taken := min(losses, state_queries.count_wounds_left(match, *models)):
            yield from make_wound_facts(match, models, taken, each, params.unit)
        losses -= taken


def list_fire_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if match.has(unit, markers.AWAY):
        yield BlockingReason("away", "TA-SETUP-03", "is not on the table")
    elif match.has(unit, markers.FIRED):
        yield BlockingReason("has-fired", "TA-SHOOT-01", "has fired")
    elif state_queries.is_locked(match, unit) and not state_queries.list_models_out_of_contact(
        match, unit
    ):
        yield BlockingReason("engaged", "TA-SHOOT-02", "is in close combat")


def list_fire_objections(match: Match, _: SideId | None, params: FireReport) -> Iterator[Objection]:
    unit, who = params.unit, match.tag(params.unit)
    body = state_queries.list_joined_units(match, unit)
    if match.phase != SHOOTING:
        yield Objection("not-shooting", "TA-TURN-01", "units fire only in the Shooting phase")
    yield from list_wrong_phase_half_objections(match, unit, "TA-TURN-01")
    yield from setup_phase.list_absent_target_objections(match, params.targets)
    for enemy in params.targets:
        if state_queries.is_locked(match, enemy) and not state_queries.list_models_out_of_contact(
            match, enemy
        ):
            yield Objection("into-combat", "TA-SHOOT-03", f"{match.tag(enemy)} is in close combat")
    if params.standing and match.has(unit, markers.FLEES):
        text = f"{who} is falling back, which counts as moving"
        yield Objection("falls-back", "TA-SHOOT-06", text)
    elif params.standing and markers.MOVED.list_carriers(match, body):
        yield Objection("has-moved", "TA-G16", f"{who} has moved, so it cannot stand to fire")


def list_fire_candidates(match: Match, unit: UnitId) -> Iterator[FireReport]:
    for enemy in state_queries.list_enemy_units_on_table(match, unit):
        if not state_queries.is_locked(match, enemy) or state_queries.list_models_out_of_contact(
            match, enemy
        ):
            yield FireReport(unit, (enemy,))
            if not match.has(unit, markers.MOVED):
                yield FireReport(unit, (enemy,), standing=True)


FIRE: Final = Action(
    id="fire",
    word="fired",
    ahead="to fire",
    sign="»",
    params=FireReport,
    stage=record_fire_and_ask_losses,
    phases=(SHOOTING,),
    bars=list_fire_blocking_reasons,
    objections=list_fire_objections,
    outcome=make_fire_loss_facts,
    doubts=lambda match, _, params, n: explain_excess_wounds(match, params.targets[0], n),
    candidates=make_unit_candidates(SHOOTING, list_fire_blocking_reasons, list_fire_candidates),
    form=Form(
        "fires",
        make_unit_field(),
        make_units_field("targets", "name the enemy, as in `r1 fires b1`"),
        how=(make_flag_slot("standing"),),
        key=KeyVerb("f", whom="enemy", text="fires at"),
    ),
)

"""Collisions of vehicles with models, other vehicles and structures (XF-VEH-20 to 25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    make_count_slot,
    make_flag_choice_slot,
    make_flag_slot,
)
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, choose_last, group_equal_figures
from tracker.procedures.pieces.acting_units import (
    list_wrong_phase_half_objections,
    list_wrong_side_objections,
    make_unit_candidates,
)
from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, Roll, ask, call_stage, continue_with, roll_check
from tracker.procedures.ruleset import Action, BlockingReason, Objection, Objections
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution, hits_and_saves
from tracker.rulesets.xenocide.attacks.shooting_dice import make_d3_bands
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE, RamDirection
from tracker.rulesets.xenocide.phases import vehicle_movement_and_boarding
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import Moved
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

DODGE: Final = RollKind("dodge", "dodge", "dodged", "dodged", "XF-VEH-20")
PUSH: Final = RollKind("push", "which way it slides", "", "", "XF-VEH-24")
WAY: Final = Need(0, less=True, die=DIE, special=make_d3_bands(rule_tables.PUSHED))
SIDES: Final = get_args(RamDirection)


class Overrun(Struct, frozen=True):
    unit: UnitId
    target: UnitId
    models: int = 1


class Ram(Struct, frozen=True, omit_defaults=True):
    """The command for a vehicle to ram another, or without a ``target`` a structure."""

    unit: UnitId
    target: UnitId | None = None
    contact: RamDirection = "side"
    structure: bool = False


Groups = tuple[tuple[FigureId, ...], ...]

# ----------------------------------------------------------------------------------- running over


def resolve_overrun(match: Match, _: SideId | None, params: Overrun) -> Asking[None]:
    """Run over models. Each model that does not dodge is hit (XF-VEH-20, XF-G78)."""
    unit, target = params.unit, params.target
    them = yield from call_stage(choose_overrun_models, target, params.models)
    return continue_with(
        roll_dodges_and_resolve_hits, match, unit, target, _group_equal_models(match, them), ()
    )


def choose_overrun_models(match: Match, target: UnitId, count: int) -> Asking[tuple[FigureId, ...]]:
    """Choose the models that are run over, wounded ones first among equals (XF-DMG-02)."""
    standing = state_queries.list_standing_figures(match, target)
    there = sorted(standing, key=lambda one: -match.figure(one).wounds)
    groups = group_equal_figures(tuple(there), lambda one: match.figure(one).profile)
    if len(groups) < 2 or count >= len(there):
        return tuple(there[:count])
    named = tuple((match.figure(each[0]).profile, tuple(reversed(each))) for _, each in groups)
    what, rule = "run over", "XF-VEH-20"
    them: tuple[FigureId, ...] = yield from choose_fallen_figures(
        match, target, named, count, question_id="run_over", what=what, rule=rule, spatial=True
    )
    return them


def _group_equal_models(match: Match, figures: tuple[FigureId, ...]) -> Groups:

    def classify(figure: FigureId) -> tuple[int, int, int, int]:
        profile = unit_profiles.get_profile(match, figure)
        left = profile.wounds - match.figure(figure).wounds
        return profile.melee, profile.armour, profile.wounds, left

    return tuple(each for _, each in group_equal_figures(figures, classify))


def roll_dodges_and_resolve_hits(
    match: Match, unit: UnitId, target: UnitId, groups: Groups, hit_groups: Groups
) -> Asking[None]:
    if not groups:
        return continue_with(resolve_overrun_hits, match, unit, target, hit_groups)
    figures, *rest = groups
    n, side = len(figures), match.side_of(target)
    parts = list_dodge_modifiers(match, unit, figures[0])
    need = Need(sum(part.value for part in parts), less=True, die=DIE, parts=parts)
    n -= yield from roll_check(DODGE, n, need, side=side, subject=target, target=unit)
    hit_groups = (*hit_groups, choose_last(figures, n)) if n else hit_groups
    return continue_with(roll_dodges_and_resolve_hits, match, unit, target, tuple(rest), hit_groups)


def list_dodge_modifiers(match: Match, unit: UnitId, figure: FigureId) -> tuple[Modifier, ...]:
    """List the modifiers to the number that a model needs to dodge (XF-VEH-20, XF-VEH-21)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    skill = Modifier("Melee skill", unit_profiles.get_profile(match, figure).melee, "XF-VEH-20")
    blade = Modifier("blades", -vehicle.dodge, "XF-VEH-21") if vehicle and vehicle.dodge else None
    return (skill, blade) if blade else (skill,)


def resolve_overrun_hits(
    match: Match, unit: UnitId, target: UnitId, hit_groups: Groups
) -> Asking[None]:
    kinds = tuple(_make_alike_figures(match, figures) for figures in hit_groups)
    power = find_overrun_power(match, unit)
    dealt = tuple(
        ((power, kind.wounds - match.figure(kind.figures[0]).wounds), at, len(kind.figures))
        for at, kind in enumerate(kinds)
    )
    yield from call_stage(hits_and_saves.roll_and_apply_unit_saves, target, kinds, dealt, unit)
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses)


def _make_alike_figures(match: Match, figures: tuple[FigureId, ...]) -> hits_and_saves.AlikeFigures:
    profile = unit_profiles.get_profile(match, figures[0])
    text = match.figure(figures[0]).profile.replace("-", " ")
    return hits_and_saves.AlikeFigures(profile.armour, profile.wounds, figures, text)


def find_overrun_power(match: Match, unit: UnitId) -> int:
    """Return the power of an overrun: Strength, speed and blades (XF-VEH-20, XF-VEH-21)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    bonus = vehicle.power if vehicle else 0
    return _get_strength(match, unit) + markers.SPEED.number(match, unit) + bonus


def _get_strength(match: Match, unit: UnitId) -> int:
    return unit_profiles.get_first_profile(match, unit).strength


# ---------------------------------------------------------------------------------------- ramming


def resolve_ram(match: Match, _: SideId | None, params: Ram) -> Asking[None]:
    """Resolve a ram. Both vehicles roll saves and take damage (XF-VEH-22, 23, 25, XF-G79)."""
    unit, target = params.unit, params.target
    strength, speed = _get_strength(match, unit), markers.SPEED.number(match, unit)
    if target is None:
        halved = str(match.option("structure_self_hit"))
        own = rule_tables.find_structure_ram_power(strength, speed, halved)
        yield from call_stage(hits_and_saves.resolve_hits, unit, (((own, 1), 1),), unit)
        yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses)
        return continue_with(stop_ramming_vehicle, match, unit)
    other = 0 if match.has(target, markers.DISABLED) else markers.SPEED.number(match, target)
    theirs, own = rule_tables.find_ram_powers(params.contact, strength, speed, other)
    slides = rule_tables.find_push_distance(theirs, _get_strength(match, target))
    yield from call_stage(hits_and_saves.resolve_hits, target, (((theirs, 1), 1),), unit)
    yield from call_stage(hits_and_saves.resolve_hits, unit, (((own, 1), 1),), target)
    both = (target, unit)
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses, False, both)
    if not match.exists(target):
        return None
    if slides:
        return continue_with(push_rammed_vehicle, match, unit, target, slides)
    return continue_with(stop_ramming_vehicle, match, unit)


def stop_ramming_vehicle(match: Match, unit: UnitId) -> None:
    """End a vehicle's move because its way is blocked by what it rammed (XF-VEH-24, XF-VEH-25)."""
    if match.exists(unit):
        match.record(markers.STOPPED.set(unit))


def push_rammed_vehicle(match: Match, unit: UnitId, target: UnitId, length: int) -> Asking[None]:
    """Push a rammed vehicle straight ahead or to a side, as rolled (XF-VEH-24, XF-T18).

    If it is pushed straight ahead, it still blocks the ramming vehicle, which stops.
    """
    roll = Roll(
        kind=PUSH, count=1, needs=WAY, side=match.side_of(unit), subject=unit, target=target
    )
    counts = yield from ask(roll)
    for way, dice in zip(rule_tables.PUSHED, counts, strict=True):
        if dice:
            match.record(Moved(unit=target, length=length, how=f"pushed {way}"))
    if counts[rule_tables.PUSHED.index("straight")]:
        stop_ramming_vehicle(match, unit)


def list_ramming_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not unit_profiles.is_vehicle(match, unit):
        yield BlockingReason("no-vehicle", "XF-VEH-22", "is not a vehicle")
        return
    yield from state_queries.list_vehicle_blocking_reasons(match, unit)
    if match.has(unit, markers.STOPPED):
        yield BlockingReason("stopped", "XF-VEH-25", "has already stopped at what it rammed")


def list_overrun_objections(match: Match, side: SideId | None, params: Overrun) -> Objections:
    yield from _list_wrong_time_objections(match, side, params.unit)
    if unit_profiles.is_vehicle(match, params.target):
        text = f"{match.tag(params.target)} is a vehicle: enter `rams` instead"
        yield Objection("vehicle", "XF-VEH-22", text)
    if state_queries.find_carrier(match, params.target) is not None:
        yield Objection("aboard", "XF-VEH-20", f"{match.tag(params.target)} is aboard a vehicle")
    there = len(state_queries.list_standing_figures(match, params.target))
    if params.models > there:
        text = f"{match.tag(params.target)} has only {format_count(there, 'model')}"
        yield Objection("too-many", "XF-VEH-20", text)


def list_ram_objections(match: Match, side: SideId | None, params: Ram) -> Objections:
    """Yield objections to a ram, for example before the vehicle has moved (XF-VEH-01)."""
    yield from _list_wrong_time_objections(match, side, params.unit)
    if unit_profiles.is_vehicle(match, params.unit) and not match.has(params.unit, markers.MOVED):
        least, _ = vehicle_movement_and_boarding.find_vehicle_travel_limits(match, params.unit)
        if least:
            move = f"{match.handle(params.unit)} drives 6in towards"
            text = f"{match.tag(params.unit)} has not moved: enter the move first, as in `{move}`"
            yield Objection("has-not-moved", "XF-VEH-01", text)
    if params.target is not None and not unit_profiles.is_vehicle(match, params.target):
        text = f"{match.tag(params.target)} is not a vehicle: enter `overruns` instead"
        yield Objection("no-vehicle", "XF-VEH-20", text)


def _list_wrong_time_objections(match: Match, side: SideId | None, unit: UnitId) -> Objections:
    if match.phase != "movement":
        yield Objection("not-movement", "XF-VEH-31", "a vehicle can ram only in the Movement phase")
    yield from list_wrong_side_objections(match, side, unit, "XF-VEH-32", match.tag(unit))
    yield from list_wrong_phase_half_objections(match, unit, "XF-VEH-32")


def list_unit_overrun_candidates(match: Match, unit: UnitId) -> Iterator[Overrun]:
    moved = match.has(unit, markers.MOVED)
    for enemy in unit_profiles.list_enemy_units_on_table(match, unit) if moved else ():
        on_foot = state_queries.find_carrier(match, enemy) is None
        if on_foot and not unit_profiles.is_vehicle(match, enemy):
            yield Overrun(unit, enemy)


def list_unit_ram_candidates(match: Match, unit: UnitId) -> Iterator[Ram]:
    if match.has(unit, markers.MOVED):
        yield Ram(unit, structure=True)
        for enemy in unit_profiles.list_enemy_units_on_table(match, unit):
            if unit_profiles.is_vehicle(match, enemy):
                yield from (Ram(unit, enemy, one) for one in SIDES)


OVERRUN: Final = Action(
    id="overrun",
    word="ran over",
    ahead="to run over",
    rolls=(DODGE,),
    params=Overrun,
    stage=resolve_overrun,
    goes_in=True,
    phases=("movement",),
    objections=list_overrun_objections,
    bars=list_ramming_blocking_reasons,
    candidates=make_unit_candidates(
        "movement", list_ramming_blocking_reasons, list_unit_overrun_candidates
    ),
    form=Form(
        "overruns",
        make_unit_field(),
        make_unit_field("target", lacks="name the unit, as in `r5 overruns b1 models 2`"),
        how=(make_count_slot("models"),),
        key=KeyVerb("v", whom="enemy", text="runs over", amount="models", counts=True),
    ),
)
RAM: Final = Action(
    id="ram",
    word="rammed",
    ahead="to ram",
    params=Ram,
    stage=resolve_ram,
    goes_in=True,
    phases=("movement",),
    objections=list_ram_objections,
    bars=list_ramming_blocking_reasons,
    candidates=make_unit_candidates(
        "movement", list_ramming_blocking_reasons, list_unit_ram_candidates
    ),
    tells=("contact", "structure"),
    form=Form(
        "rams",
        make_unit_field(),
        make_unit_field("target"),
        how=(make_flag_choice_slot("contact", SIDES), make_flag_slot("structure")),
        key=KeyVerb("a", whom="enemy", text="rams", alone=True),
    ),
)

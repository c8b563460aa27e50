"""The Shooting phase, in which units fire, make a second move, or hold (DZ-SHOOT, DZ-MOVE-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import DividedField, Form
from tracker.procedures.declared.line_form_slots import make_flag_choice_slot, make_length_slot
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.acting_units import RemainingActions, make_unit_candidates
from tracker.procedures.pieces.engagement import record_engagement
from tracker.procedures.pieces.line_subject_fields import (
    make_unit_field,
    make_units_field,
    make_units_left_field,
)
from tracker.procedures.requests import continue_with
from tracker.procedures.ruleset import Action, BlockingReason, Objection, SeveralUnitsParams
from tracker.rulesets.deathzap2.attacks import gun_allocation, unit_attack
from tracker.rulesets.deathzap2.attacks.attack_dice import STEPS
from tracker.rulesets.deathzap2.attacks.gun_allocation import TargetedFire
from tracker.rulesets.deathzap2.attacks.unit_attack import AttackSource
from tracker.rulesets.deathzap2.attacks.vehicle_and_monster_damage import (
    resolve_volleys_and_score_objectives,
)
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.phases import melee_phase, movement
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import SideId, UnitId


class Shoot(Struct, frozen=True):
    """The command for a unit's fire. Everything is declared before any dice are rolled (DZ-G23)."""

    unit: UnitId
    fire: tuple[TargetedFire, ...]


def resolve_shooting(match: Match, _: SideId | None, params: Shoot) -> None:
    """Assign guns to all targets, then resolve the fire at each target in order (DZ-SHOOT-03)."""
    unit = params.unit
    match.record(markers.FIRED.set(unit))
    dealt = gun_allocation.assign_guns_in_range(match, unit, params.fire)
    rolled = tuple(
        (share.target, gun_allocation.make_fire_dice_pools(match, unit, share, firing))
        for share, firing in zip(params.fire, dealt, strict=True)
    )
    blow = AttackSource(match.side_of(unit), unit, "fire")
    return continue_with(resolve_volleys_and_score_objectives, match, rolled, blow)


def list_fire_objections(match: Match, _: SideId | None, params: Shoot) -> Iterator[Objection]:
    """Yield the objections to fire, such as a target out of range (DZ-SHOOT-01 and 02).

    Losses are removed when the phase ends, so a side may fire before the other has finished.
    """
    unit, name = params.unit, match.unit(params.unit).name
    if match.phase != "shoot":
        yield Objection("not-shooting", "DZ-TURN-02", "units fire only in the Shooting phase")
    dealt = gun_allocation.assign_guns_in_range(match, unit, params.fire)
    for share, firing in zip(params.fire, dealt, strict=True):
        yield from _list_target_objections(match, unit, share.target)
        target = match.unit(share.target).name
        wanted, able = gun_allocation.count_wanted_and_firing_guns(share, firing)
        if not firing:
            yield Objection("no-gun", "DZ-SHOOT-04", f"no gun of {name} can fire at {target}")
        elif wanted > able:
            shots = "shots" if match.option("split_unit") == "shot" else "guns"
            text = f"{name} can fire only {able} of these {shots} at {target}, not {wanted}"
            yield Objection("so-many", "DZ-SHOOT-04", text)


def _list_target_objections(match: Match, unit: UnitId, target: UnitId) -> Iterator[Objection]:
    name = match.unit(target).name
    if match.side_of(target) == match.side_of(unit):
        yield Objection("own-side", "DZ-SHOOT-02", f"{name} is on the shooter's own side")
    if state_queries.is_engaged(match, target):
        text = f"{name} is in melee and cannot be fired at"
        yield Objection("target-in-melee", "DZ-SHOOT-02", text)
    if not state_queries.list_standing_figures(match, target):
        text = f"all figures of {name} are already casualties"
        yield Objection("all-to-remove", "DZ-SHOOT-10", text)


def list_fire_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit may not fire in this phase (DZ-SHOOT-01, DZ-SHOOT-02)."""
    name = match.unit(unit).name
    if state_queries.is_engaged(match, unit):
        yield BlockingReason(
            "in-melee", "DZ-SHOOT-02", "in melee", f"{name} is in melee and cannot fire"
        )
    if match.has(unit, markers.FIRED):
        text = f"{name} has already fired in this phase"
        yield BlockingReason("has-fired", "DZ-SHOOT-01", "has fired", text)
    if match.has(unit, markers.SECOND_MOVE):
        text = f"{name} gave up its fire for a second move"
        yield BlockingReason("moved-twice", "DZ-MOVE-07", "has moved again", text)
    if not any(
        unit_profiles.list_working_guns(match, figure)
        for figure in match.figures(unit)
        if not match.has(figure, markers.SPENT)
    ):
        yield BlockingReason("no-gun", "DZ-SHOOT-04", "no guns", f"{name} has no gun that can fire")


def list_unit_fire_candidates(match: Match, unit: UnitId) -> Iterator[Shoot]:
    """Yield possible fire: at each enemy, in the open and in cover, or split by type of gun."""
    enemies = [
        enemy
        for enemy in match.units(match.other(match.side_of(unit)))
        if state_queries.list_standing_figures(match, enemy)
        and not state_queries.is_engaged(match, enemy)
    ]
    guns = gun_allocation.list_firing_guns(match, unit)
    kinds = tuple(dict.fromkeys(piece.gun.kind for piece in guns))
    for target in enemies:
        yield Shoot(unit, (TargetedFire(target),))
    if len(kinds) > 1:
        for target, other in pairwise(enemies):
            yield Shoot(unit, (TargetedFire(target, guns=(kinds[0],)), TargetedFire(other)))
    for target in enemies:
        for cover in rule_tables.COVERS[1:]:
            yield Shoot(unit, (TargetedFire(target, cover),))


def make_fire_loss_facts(
    match: Match, _: SideId | None, params: Shoot, losses: int
) -> Iterable[AnyFact]:
    """Return the facts for casualties of the first target, if fire is entered without dice."""
    blow = AttackSource(match.side_of(params.unit), params.unit, "fire")
    return unit_attack.make_loss_facts_without_dice(match, params.fire[0].target, losses, blow)


COVER = make_flag_choice_slot("cover", rule_tables.COVERS)
AT_WHOM = "name the target after `>`, as in `r1 > b2 soft`"
SHOOT = Action(
    id="shoot",
    word="shoots",
    rolls=STEPS,
    sign="▸",
    params=Shoot,
    stage=resolve_shooting,
    phases=("shoot",),
    objections=list_fire_objections,
    bars=list_fire_blocking_reasons,
    expected="has not fired",
    candidates=make_unit_candidates("shoot", list_fire_blocking_reasons, list_unit_fire_candidates),
    form=Form(
        "shoots",
        make_unit_field(),
        divided=DividedField(
            "fire",
            TargetedFire,
            make_unit_field(
                "target", "name one target in each part, and put `|` between parts", AT_WHOM
            ),
            (COVER, make_length_slot("range", "in"), gun_allocation.WANTED),
            far="range",
            cover="cover",
            assumes=((COVER, "in the open"),),
        ),
        said=False,
        key=KeyVerb(">", whom="enemy", text="fires at"),
    ),
    outcome=make_fire_loss_facts,
)


class SecondMove(Struct, frozen=True):
    """The command to move units a second time instead of firing.

    ``contacts`` are the enemies that the first unit touches.
    """

    units: tuple[UnitId, ...]
    length: int | None = None
    obstacles: int = 0
    contacts: tuple[UnitId, ...] = ()
    towards_enemy: bool = False


def resolve_second_move(match: Match, _: SideId | None, params: SecondMove) -> None:
    how = "contact" if params.contacts else "second move"
    match.record(
        markers.SECOND_MOVE.set(*params.units),
        *movement.make_moved_facts(params.units, params.length, how),
    )
    for unit in params.units[:1]:
        record_engagement(match, markers.ENGAGED, unit, params.contacts)


def list_second_move_objections(
    match: Match, side: SideId | None, params: SecondMove
) -> Iterable[Objection]:
    if match.phase != "shoot":
        text = "second moves are made only in the Shooting phase"
        yield Objection("not-shooting", "DZ-MOVE-07", text)
    for unit in params.units:
        yield from movement.list_move_objections(match, side, unit, params.length, params.obstacles)
        yield from movement.list_move_direction_objections(
            match, unit, towards_enemy=params.towards_enemy
        )
    for unit in params.units[:1]:
        yield from movement.list_move_into_contact_objections(match, unit, params.contacts)


def list_second_move_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    yield from movement.list_used_fire_reasons(match, unit)
    yield from movement.list_immobility_reasons(match, unit)


def list_unit_second_move_candidates(match: Match, unit: UnitId) -> Iterator[SecondMove]:
    yield SecondMove((unit,))
    if match.option("second_move_contact"):
        for enemy in match.units(match.other(match.side_of(unit))):
            yield SecondMove((unit,), contacts=(enemy,))


def list_hold_objections(
    match: Match, _: SideId | None, params: SeveralUnitsParams
) -> Iterator[Objection]:
    for unit in params.units:
        if match.has(unit, markers.HELD):
            yield Objection("holds", "DZ-TURN-02", f"{match.tag(unit)} already holds")


def list_hold_candidates(match: Match) -> Iterator[tuple[SideId | None, SeveralUnitsParams]]:
    for unit in acting_units.list_acting_units(match) if match.phase == "shoot" else ():
        if explain_cannot_act(match, unit) is None:
            yield match.side_of(unit), SeveralUnitsParams((unit,))


SECOND = Action(
    id="second",
    word="moved again",
    ahead="to move again",
    params=SecondMove,
    stage=resolve_second_move,
    phases=("shoot",),
    objections=list_second_move_objections,
    bars=list_second_move_blocking_reasons,
    expected="may move again",
    candidates=make_unit_candidates(
        "shoot", list_second_move_blocking_reasons, list_unit_second_move_candidates
    ),
    limit=lambda match, params: movement.describe_move_limit(match, params.units, params.obstacles),
    form=Form(
        "again",
        make_units_field(),
        make_units_field("contacts"),
        (*movement.WAY, movement.TOWARDS),
        also={"moves": lambda reader: reader.match.phase == "shoot"},
    ),
)
LEFT = RemainingActions(
    (movement.MOVE, SHOOT, SECOND, melee_phase.FIGHT),
    lambda match, unit: "holds" if match.has(unit, markers.HELD) else None,
)
"""Finds the units that have yet to act in a phase, and why others cannot act (DZ-TURN-02)."""
explain_cannot_act = LEFT.explain_cannot_act
HOLD = Action(
    id="hold",
    word="held",
    ahead="to hold",
    params=SeveralUnitsParams,
    stage=lambda match, _, params: match.record(markers.HELD.set(*params.units)),
    objections=list_hold_objections,
    phases=("move", "shoot", "melee", "morale"),
    candidates=list_hold_candidates,
    form=Form(
        "holds",
        make_units_left_field(),
        key=KeyVerb("-", text="does nothing more in this phase"),
    ),
)

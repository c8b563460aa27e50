"""Fire in the Shooting and Opportunity Fire phases, and snap shots (XF-SHOOT, XF-OPP, XF-SNAP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import DividedField, Form
from tracker.procedures.declared.line_form_slots import make_flag_slot
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.line_subject_fields import make_unit_field, make_units_field
from tracker.procedures.requests import Asking, Interrupt, ask, call_stage, continue_with
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    Objection,
    Objections,
    SeveralUnitsParams,
)
from tracker.rulesets.xenocide.attacks import (
    delayed_loss_and_wreck_resolution,
    delayed_losses,
    hits_and_saves,
    targets_and_hit_numbers,
    weapon_selection,
)
from tracker.rulesets.xenocide.attacks.hits_and_saves import SAVE
from tracker.rulesets.xenocide.attacks.shooting_dice import TO_HIT
from tracker.rulesets.xenocide.attacks.unit_fire import fire_weapons
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASES: Final = delayed_losses.FIRING_PHASES


class Fire(Struct, frozen=True, omit_defaults=True):
    """The command for a unit to fire at one target, or for each figure at its own (XF-TGT-01)."""

    unit: UnitId
    fire: tuple[TargetedFire, ...]
    individual: bool = False


def resolve_fire(match: Match, _: SideId | None, params: Fire) -> None:
    """Resolve a unit's fire, which suppresses only a common target (XF-TGT-01, XF-G103)."""
    by_mount = match.option("vehicle_split_fire") == "per_mount"
    together = len(params.fire) == 1 and not params.individual
    suppresses = together or (by_mount and unit_profiles.is_vehicle(match, params.unit))
    return continue_with(fire_weapons, match, params.unit, params.fire, suppresses)


def hold_fire_and_apply_delayed_losses(
    match: Match, _: SideId | None, params: SeveralUnitsParams
) -> Asking[None]:
    """Let units hold their fire, so that their delayed losses apply now (XF-SHOOT-02)."""
    match.record(markers.HOLDS.set(*params.units))
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses)


def make_fire_loss_facts(
    match: Match, _: SideId | None, params: Fire | SnapShot, losses: int
) -> Iterable[AnyFact]:
    """Return the facts for losses of the first target, if fire is entered without dice."""
    return hits_and_saves.make_loss_facts_without_dice(
        match, params.fire[0].target, losses, params.unit
    )


def list_fire_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit cannot fire in this phase (XF-SHOOT-01, XF-OPP-01)."""
    if match.has(unit, markers.FIRED):
        yield BlockingReason("has-fired", "XF-SHOOT-01", "has fired")
    elif match.has(unit, markers.HOLDS):
        yield BlockingReason("holds", "XF-SHOOT-02", "holds its fire")
    elif not_able := tuple(state_queries.list_vehicle_blocking_reasons(match, unit)):
        yield from not_able
    elif match.phase in PHASES and not delayed_losses.is_allowed_to_fire(match, unit):
        yield BlockingReason("order", "XF-SHOOT-01", "cannot fire in this phase")
    elif not weapon_selection.has_usable_weapon(match, unit):
        yield BlockingReason("no-weapon", "XF-T3", "has no weapon to fire")


def list_fire_objections(match: Match, _: SideId | None, params: Fire) -> Objections:
    unit, hands = params.unit, weapon_selection.find_hands_free_to_fire(match, params.unit)
    if match.phase not in PHASES:
        yield Objection("not-firing", "XF-GEN-05", "units do not fire in this phase")
    elif state_queries.is_order_hidden(match, unit) and not delayed_losses.is_ordered_to_fire(
        match, unit, match.phase
    ):
        yield Objection(
            "order", "XF-SHOOT-01", f"the orders of {match.tag(unit)} do not let it fire now"
        )
    for share in params.fire:
        yield from targets_and_hit_numbers.list_target_objections(match, unit, share)
        firing = weapon_selection.choose_firing_weapons_and_use_hands(match, unit, share, hands)
        if not firing:
            target = match.tag(share.target)
            yield Objection(
                "no-weapon", "XF-WPN-07", f"no weapon of {match.tag(unit)} can fire at {target}"
            )
        for piece, _crew, _helpers in firing:
            why = weapon_selection.explain_weapon_cannot_fire(match, unit, piece)
            if why is not None:
                yield Objection("weapon", "XF-T3", f"{piece.gun.id} {why}")


def list_fire_candidates(match: Match) -> Iterator[tuple[SideId | None, Fire]]:
    for unit in match.units() if match.phase in PHASES else ():
        if any(list_fire_blocking_reasons(match, unit)):
            continue
        side, targets = match.side_of(unit), _list_targets(match, unit)
        yield from ((side, Fire(unit, (TargetedFire(target),))) for target in targets)
        for target in targets:
            yield side, Fire(unit, (TargetedFire(target, cover="light"),))


def _list_targets(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List a unit's possible targets. In melee, these are its opponents and their passengers."""
    opponents = state_queries.list_opponents(match, unit)
    return tuple(
        one
        for one in unit_profiles.list_enemy_units_on_table(match, unit)
        if state_queries.list_standing_figures(match, one)
        and (not opponents or state_queries.find_carrier_or_unit(match, one) in opponents)
    )


FIRE: Final = Action(
    id="fire",
    word="fires",
    sign="▸",
    rolls=(TO_HIT, SAVE),
    params=Fire,
    stage=resolve_fire,
    phases=PHASES,
    objections=list_fire_objections,
    bars=list_fire_blocking_reasons,
    expected="has not fired",
    candidates=list_fire_candidates,
    form=Form(
        "fires",
        make_unit_field(),
        divided=DividedField(
            "fire",
            TargetedFire,
            make_unit_field("target", "name one target in each part", "name the target after `>`"),
            targets_and_hit_numbers.HOW,
            far="range",
            cover="cover",
            assumes=((targets_and_hit_numbers.COVER, "in the open"),),
            is_settled=targets_and_hit_numbers.is_entered_cover_ignored,
        ),
        how=(make_flag_slot("individual"),),
        said=False,
        key=KeyVerb(">", whom="enemy", text="fires at", amount="in"),
    ),
    outcome=make_fire_loss_facts,
    tells=("individual",),
)
HOLD: Final = Action(
    id="hold",
    word="holds its fire",
    params=SeveralUnitsParams,
    stage=hold_fire_and_apply_delayed_losses,
    phases=PHASES,
    form=Form("holds", make_units_field(), key=KeyVerb("-", text="holds its fire")),
)


# ------------------------------------------------------------------------------------- snap shots

SNAP_ID: Final = "snap"


class SnapShot(Struct, frozen=True, omit_defaults=True):
    """The command for a snap shot at a moving unit.

    Its range and cover apply at the declared point of the unit's path.
    """

    unit: UnitId
    fire: tuple[TargetedFire, ...]


def can_snap_shoot(match: Match, unit: UnitId, at: UnitId | None = None) -> bool:
    """Whether a unit may fire snap shots ``at`` another, by default at the one that moves now.

    A hidden order counts as every order (XF-G41).
    """
    if not match.exists(unit) or not delayed_losses.is_allowed_to_fire(match, unit, "opportunity"):
        return False
    if not state_queries.is_order_hidden(match, unit) and not _is_on_opportunity_fire(match, unit):
        return False
    return weapon_selection.has_usable_weapon(match, unit, snap=True, at=at)


def _is_on_opportunity_fire(match: Match, unit: UnitId) -> bool:
    """Whether a unit's order or speed lets it fire snap shots (XF-ORD-04, XF-SNAP-04, XF-G92)."""
    if unit_profiles.is_vehicle(match, unit):
        return state_queries.can_vehicle_fire(match, unit) and bool(
            match.option("vehicle_snap_shots")
        )
    return rule_tables.ORDERS[state_queries.get_order(match, unit)].snaps


def list_snap_shooters(match: Match, mover: UnitId) -> tuple[UnitId, ...]:
    """List the units that may fire snap shots while ``mover`` moves, enemies first (XF-G44).

    House rules can add units of the mover's own side.
    """
    side = match.side_of(mover)
    return tuple(
        u for u in _list_possible_snap_shooters(match, side) if can_snap_shoot(match, u, mover)
    )


def _list_possible_snap_shooters(match: Match, moving_side: SideId) -> Iterator[UnitId]:
    """Yield the enemies of the moving side, and those of its own units that may fire now."""
    yield from (unit for unit in match.units() if match.side_of(unit) != moving_side)
    yield from (u for u in match.units(moving_side) if _can_shoot_while_moving(match, u))


def _can_shoot_while_moving(match: Match, unit: UnitId) -> bool:
    """Whether a unit of the moving side may fire snap shots (XF-G44)."""
    match match.option("mover_snap_shots"):
        case "none":
            return False
        case "all":
            return True
        case _:
            figures = match.figures(unit)
            packs = (unit_profiles.get_profile(match, figure).packs for figure in figures)
            return match.has(unit, markers.AIRBORNE) and any("grav" in each for each in packs)


def offer_snap_shots(match: Match, unit: UnitId) -> Asking[None]:
    """Offer snap shots at a unit that has moved, while it survives (XF-SNAP-02, XF-SPEC-03)."""
    came = match.exists(unit)
    while came and match.exists(unit):
        by = list_snap_shooters(match, unit)
        came = yield from ask(
            Interrupt(
                what="snap shot",
                by=by,
                actions=(SNAP_ID,),
                side=next((match.side_of(one) for one in by), None),
                target=unit,
                rule="XF-SNAP-01",
            )
        )


def list_snap_objections(match: Match, _: SideId | None, params: SnapShot) -> Objections:
    unit, who, side = params.unit, match.tag(params.unit), match.side_of(params.unit)
    if match.phase != "movement":
        text = "snap shots are possible only while an enemy moves"
        yield Objection("no-enemy-moves", "XF-SNAP-01", text)
    if match.has(unit, markers.FIRED):
        yield Objection("has-fired", "XF-SNAP-04", f"{who} has already fired this turn")
    elif not _is_on_opportunity_fire(match, unit):
        yield Objection("not-watching", "XF-SNAP-01", f"{who} is not on opportunity fire")
    elif delayed_losses.is_fleeing_without_fire(match, unit):
        yield Objection("flees", "XF-G94", f"{who} is fleeing and cannot fire")
    elif not can_snap_shoot(match, unit, params.fire[0].target):
        where = "in melee" if state_queries.is_engaged(match, unit) else "as a snap shot"
        yield Objection("not-watching", "XF-SNAP-01", f"no weapon of {who} may fire {where}")
    elif side == (match.clock.side or side) and not _can_shoot_while_moving(match, unit):
        yield Objection("moves-itself", "XF-SNAP-01", f"{who} belongs to the side that is moving")
    for share in params.fire:
        yield from _list_not_mover_objections(match, unit, share.target)
        yield from targets_and_hit_numbers.list_target_objections(match, unit, share, snap=True)


def _list_not_mover_objections(match: Match, unit: UnitId, target: UnitId) -> Objections:
    """Yield an objection if an enemy's snap shot is at a unit not on the move (XF-SNAP-01)."""
    moving = [one for one in (target, state_queries.find_carrier(match, target)) if one is not None]
    mover, own = match.interrupted, match.side_of(unit)
    if own == (match.clock.side or own if mover is None else match.side_of(mover)):
        return
    text = ""
    if mover is None and not any(match.has(one, markers.MOVED) for one in moving):
        text = f"{match.tag(target)} has not moved"
    elif mover is not None and mover not in moving:
        text = f"{match.tag(mover)} is moving now, not {match.tag(target)}"
    if text:
        yield Objection("not-moving", "XF-SNAP-01", text)


def list_snap_candidates(match: Match) -> Iterator[tuple[SideId | None, SnapShot]]:
    side, mover = match.clock.side, match.interrupted
    if match.phase != "movement" or side is None:
        return
    moved = [unit for unit in match.units(side) if match.has(unit, markers.MOVED)]
    at = [unit for unit in moved if mover in (None, unit)]
    for unit in _list_possible_snap_shooters(match, side):
        own = match.side_of(unit)
        targets = at if own != side else _list_targets(match, unit) if unit == mover else ()
        able = (target for target in targets if can_snap_shoot(match, unit, target))
        yield from ((own, SnapShot(unit, (TargetedFire(target),))) for target in able)


def list_possible_interrupters(match: Match) -> tuple[UnitId, ...]:
    """List the units that may fire snap shots at any unit of the side that moves."""
    side = match.clock.side if match.phase == "movement" else None
    movers = match.units(side) if side is not None else ()
    return tuple(dict.fromkeys(unit for one in movers for unit in list_snap_shooters(match, one)))


SNAP: Final = Action(
    id=SNAP_ID,
    word="snaps at",
    sign="▸",
    rolls=(TO_HIT,),
    params=SnapShot,
    # At -1, at once, and without suppression (XF-SNAP-02, XF-SNAP-03)
    stage=lambda match, _, params: continue_with(
        fire_weapons, match, params.unit, params.fire, False, True
    ),
    phases=("movement",),
    objections=list_snap_objections,
    candidates=list_snap_candidates,
    form=Form(
        "snaps",
        make_unit_field(),
        divided=DividedField(
            "fire",
            TargetedFire,
            make_unit_field("target", lacks="name the unit that moves, as in `b1 snaps r1 5in`"),
            targets_and_hit_numbers.HOW,
            far="range",
            cover="cover",
        ),
    ),
    breaks_in=True,
    breaks_in_own=True,
    outcome=make_fire_loss_facts,
)

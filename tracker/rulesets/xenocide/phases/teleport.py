"""Teleporting and its mishaps (XF-SPEC-05, XF-SPEC-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_flag_slots, make_length_slot
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, call_stage, continue_with, roll_check
from tracker.procedures.ruleset import Action, BlockingReason, Interruptible, Objection, Objections
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution, hits_and_saves
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import DIE, INCH
from tracker.rulesets.xenocide.phases import movement, shooting_and_opportunity_fire
from tracker.vocabulary.events import Moved
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

MISHAP: Final = RollKind("mishap", "arrives", "arrives", "arrive", "XF-SPEC-06")


class Teleport(Interruptible, frozen=True, omit_defaults=True):
    """The command to teleport a unit, to an ``unseen`` place or into ``melee``.

    ``attackers`` has the same meaning as in ``Move``.
    """

    unit: UnitId
    length: int | None = None
    unseen: bool = False
    melee: bool = False
    shielded: bool = False
    attackers: int | None = None


def resolve_teleport(match: Match, _: SideId | None, params: Teleport) -> Asking[None]:
    """Teleport a unit. It makes only one roll for mishaps, even if two are due (XF-G46)."""
    unit = params.unit
    yield from call_stage(movement.leave_any_melee_under_blows, unit, params.attackers)
    if not match.exists(unit):
        return None
    match.record(markers.MOVED.set(unit), Moved(unit=unit, length=params.length, how="teleport"))
    markers.APART.record_cleared(match, unit)
    movement.record_rooted_figures_stay(match, unit)
    if params.unseen or params.melee:
        yield from call_stage(roll_teleport_mishap, unit)
    return continue_with(shooting_and_opportunity_fire.offer_snap_shots, match, unit)


def roll_teleport_mishap(match: Match, unit: UnitId) -> Asking[None]:
    """Roll for each model, or by house rule once for the whole unit.

    A model or unit that rolls a 10 is lost (XF-SPEC-06, XF-G46).
    """
    figures = match.figures(unit)
    together = match.option("teleport_mishap") == "per_unit"
    dice, side = (1 if together else len(figures)), match.side_of(unit)
    need = Need(DIE - 1, less=True, die=DIE, hit="arrives", miss="lost")
    safe = yield from roll_check(MISHAP, dice, need, side=side, subject=unit)
    lost = len(figures) if together and not safe else dice - safe
    if lost:
        them = yield from call_stage(hits_and_saves.choose_casualties, unit, figures, lost)
        match.record(markers.FALLS.set(*them, value="scattered"))
        yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses_of_unit, unit)


def find_teleport_range(match: Match, params: Teleport) -> int:
    """Return how far a unit may teleport, in hundredths of an inch (XF-T11, XF-G47)."""
    if params.unseen:
        return rule_tables.BLIND_TELEPORT
    most = rule_tables.TELEPORT * movement.find_slowest_movement(match, params.unit) * INCH
    if match.option("teleport_when_suppressed") == "minus_4_per_marker":
        most -= 4 * INCH * markers.SUPPRESSED.number(match, params.unit)
    return max(most, 0)


def list_teleport_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    yield from movement.list_infantry_move_blocking_reasons(match, unit)
    if not unit_profiles.do_all_figures_have_pack(match, unit, "teleporter"):
        yield BlockingReason("no-teleporter", "XF-SPEC-05", "has no teleporter")
    if not rule_tables.ORDERS[state_queries.get_order(match, unit)].special:
        yield BlockingReason("needs-run", "XF-SPEC-05", "can teleport only on Run orders")


def list_teleport_objections(match: Match, side: SideId | None, params: Teleport) -> Objections:
    who = match.tag(params.unit)
    yield from movement.list_out_of_turn_objections(match, side, params.unit)
    yield from movement.list_attacker_count_objections(match, params.unit, params.attackers)
    most = find_teleport_range(match, params)
    if params.length is not None and params.length > most:
        text = f"{who} teleports {describe_teleport_limit(match, params)}"
        yield Objection("too-far", "XF-SPEC-05", text)
    if params.melee and match.has(params.unit, markers.BROKEN):
        yield Objection("broken", "XF-G47", f"{who} is broken and cannot teleport into a melee")
    if params.shielded:
        yield Objection("shielded", "XF-SPEC-05", "units cannot teleport to a shielded place")


def describe_teleport_limit(match: Match, params: Teleport) -> str:
    return f"at most {movement.format_inches(find_teleport_range(match, params))}"


TELEPORT: Final = Action(
    id="teleport",
    word="teleported",
    ahead="to teleport",
    rolls=(MISHAP,),
    params=Teleport,
    stage=resolve_teleport,
    phases=("movement",),
    objections=list_teleport_objections,
    bars=list_teleport_blocking_reasons,
    candidates=make_unit_candidates(
        "movement",
        list_teleport_blocking_reasons,
        lambda _, unit: (Teleport(unit), Teleport(unit, unseen=True), Teleport(unit, melee=True)),
    ),
    limit=describe_teleport_limit,
    form=Form(
        "teleports",
        make_unit_field(),
        how=(
            make_length_slot("length", "in"),
            *make_flag_slots("unseen", "melee", "shielded"),
            movement.ATTACKERS,
        ),
        key=KeyVerb("t", text="teleports", amount="in"),
    ),
)

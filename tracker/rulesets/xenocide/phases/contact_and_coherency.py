"""Contact with enemies, and the loss of coherency (XF-MOVE-04, XF-MOVE-07, XF-RES-05, XF-G37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_count_slot, make_flag_choice_slot
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.engagement import record_engagement
from tracker.procedures.pieces.line_subject_fields import make_unit_field, make_units_field
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Action, BlockingReason, Objection, Objections
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution
from tracker.rulesets.xenocide.attacks.hits_and_saves import choose_casualties
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import Cover
from tracker.rulesets.xenocide.phases.movement import PHASE
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import SideId, UnitId


class ContactDeclaration(Struct, frozen=True, omit_defaults=True):
    """The command to make contact with enemies, who defend ``cover`` (XF-RES-05, XF-G59)."""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    cover: Cover = "open"


class CoherencyLoss(Struct, frozen=True, omit_defaults=True):
    """The command for a unit out of coherency, with ``lost`` figures that cannot close up."""

    unit: UnitId
    lost: int = 0


def make_contact(match: Match, _: SideId | None, params: ContactDeclaration) -> None:
    """Engage a unit with enemies, and record the cover that they defend (XF-MOVE-07, XF-RES-05)."""
    record_engagement(match, markers.ENGAGED, params.unit, params.enemies)
    if params.cover != "open":
        for enemy in params.enemies:
            if not unit_profiles.is_vehicle(match, enemy):
                match.record(markers.DEFENDS.set(enemy, value=params.cover))


def mark_apart_or_remove_figures(
    match: Match, _: SideId | None, params: CoherencyLoss
) -> Asking[None]:
    """Mark a unit as out of coherency, or remove its stray figures (XF-MOVE-04, XF-G37)."""
    unit = params.unit
    if not params.lost:
        match.record(markers.APART.set(unit))
        return
    figures = yield from call_stage(choose_casualties, unit, match.figures(unit), params.lost)
    match.record(markers.FALLS.set(*figures, value="lost"))
    markers.APART.record_cleared(match, unit)
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses_of_unit, unit)


def list_contact_objections(
    match: Match, _: SideId | None, params: ContactDeclaration
) -> Objections:
    tested = match.has(params.unit, markers.TESTED) or match.phase != PHASE
    if tested and match.has(params.unit, markers.BROKEN):
        text = f"{match.tag(params.unit)} is broken and cannot move nearer to an enemy that it sees"
        yield Objection("broken", "XF-G94", text)
    for enemy in params.enemies:
        if match.side_of(enemy) == match.side_of(params.unit):
            yield Objection(
                "friend",
                "XF-MOVE-07",
                f"{match.tag(enemy)} is on the same side as {match.tag(params.unit)}",
            )
        if state_queries.find_carrier(match, enemy) is not None:
            yield Objection("aboard", "XF-VEH-30", f"{match.tag(enemy)} is aboard a vehicle")


def list_contact_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if match.has(unit, markers.FLEEING):
        yield BlockingReason("flees", "XF-G94", "is fleeing and cannot make contact")
    elif state_queries.find_carrier(match, unit) is not None:
        yield BlockingReason("aboard", "XF-VEH-30", "is aboard a vehicle")
    elif match.phase == "melee" and not match.has(unit, markers.STANDS):
        text = f"has not followed up: enter that first, as in `{match.handle(unit)[1:]}w3ec2`"
        yield BlockingReason("has-not-followed", "XF-FOLL-01", text, for_now=True)
    elif match.mark(unit, markers.STANDS) == markers.NO_ENEMY_LEFT:
        text = "has killed all enemies in contact, and cannot follow up"
        yield BlockingReason("no-follow-up", "XF-G57", text)
    elif match.phase == "movement" and not match.has(unit, markers.MOVED):
        text = f"has not moved: enter the move first, as in `{match.handle(unit)[1:]}m3c2`"
        yield BlockingReason("has-not-moved", "XF-MOVE-07", text, for_now=True)


def list_unit_contact_candidates(match: Match, unit: UnitId) -> Iterator[ContactDeclaration]:
    free = not state_queries.is_engaged(match, unit)
    for enemy in unit_profiles.list_enemy_units_on_table(match, unit) if free else ():
        if state_queries.find_carrier(match, enemy) is None:
            yield ContactDeclaration(unit, (enemy,))


def list_coherency_loss_objections(
    match: Match, _: SideId | None, params: CoherencyLoss
) -> Objections:
    there = len(match.figures(params.unit))
    if params.lost > there:
        text = f"{match.tag(params.unit)} has only {format_count(there, 'figure')}"
        yield Objection("too-many", "XF-MOVE-04", text)


CONTACT: Final = Action(
    id="contact",
    word="contacted",
    ahead="to contact",
    params=ContactDeclaration,
    stage=make_contact,
    goes_in=True,
    phases=("movement", "melee"),
    objections=list_contact_objections,
    bars=list_contact_blocking_reasons,
    candidates=make_unit_candidates(
        PHASE, list_contact_blocking_reasons, list_unit_contact_candidates
    ),
    form=Form(
        "contacts",
        make_unit_field(),
        make_units_field("enemies", "name the enemy, as in `r1 contacts b1`"),
        (make_flag_choice_slot("cover", rule_tables.COVERS),),
        key=KeyVerb("c", whom="enemy", text="makes contact with"),
    ),
)
COHERENCY: Final = Action(
    id="coherency",
    word="is out of contact",
    params=CoherencyLoss,
    stage=mark_apart_or_remove_figures,
    phases=("movement",),
    objections=list_coherency_loss_objections,
    tells=("lost",),
    form=Form("apart", make_unit_field(), how=(make_count_slot("lost"),)),
)

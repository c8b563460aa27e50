"""The Actions phase, in which the sides take turns to activate a unit (CZ-INIT-06)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import WordForm, make_side_argument
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import list_wrong_side_objections
from tracker.procedures.ruleset import Action, Command, Objection, Objections, OneUnitParams
from tracker.rulesets.combat_zone.data import markers, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases.activation_slots import (
    PHASE,
    explain_cannot_act,
    find_active_unit,
    find_next_side,
    find_side_to_act,
    is_activation_over,
    list_active_figures,
    list_attached_units,
    list_units_to_activate,
)
from tracker.rulesets.combat_zone.phases.line_figure_fields import (
    make_figures_or_finished_field,
    make_group_field,
)
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId


class GroupAttachment(Struct, frozen=True):
    """The command that makes a Hero or machine act in the slot of a friendly group from now on."""

    unit: UnitId
    group: UnitId


class Hold(Struct, frozen=True):
    """The command that ends the actions of the given figures for this turn."""

    figures: tuple[FigureId, ...]


def activate_group(match: Match, _: SideId | None, params: OneUnitParams) -> None:
    unit = params.unit
    together = (unit, *list_attached_units(match, unit))
    now = PhaseBegan(phase=PHASE, side=match.side_of(unit), subject=unit)
    match.record(markers.ACTIVATED.set(*together), now)
    markers.PASSED.record_cleared(match, *match.marked(markers.PASSED))
    # Only a house rule lets opportunity fire last until the next activation (CZ-G24).
    markers.OPPORTUNITY.record_cleared(match, *list_active_figures(match))


def list_activate_objections(
    match: Match, side: SideId | None, params: OneUnitParams
) -> Objections:
    unit = params.unit
    name = state_queries.format_group(match, unit)
    owner = match.side_of(unit)
    if match.phase != PHASE:
        yield Objection(
            "not-actions", "CZ-TURN-01", "groups are activated only in the Actions phase"
        )
    yield from list_wrong_side_objections(match, side, unit, "CZ-INIT-06", name)
    if not match.exists(unit):
        text = f"no figure of {name} is left, so it has no slot"
        yield Objection("gone", "CZ-INIT-06", text)
    elif match.has(unit, markers.ACTIVATED):
        yield Objection("activated", "CZ-INIT-06", f"{name} has already been activated this turn")
    busy = find_active_unit(match)
    if busy is not None and not is_activation_over(match):
        text = f"{state_queries.format_group(match, busy)} is still being activated"
        yield Objection("busy", "CZ-INIT-06", text)
    next_side = find_side_to_act(match)
    if next_side not in {None, owner}:
        text = f"this slot belongs to {match.side_name(next_side or owner)}"
        yield Objection("not-its-slot", "CZ-INIT-06", text)


def list_activate_candidates(match: Match) -> Iterable[tuple[SideId | None, OneUnitParams]]:
    side = match.clock.side
    if match.phase == PHASE and find_active_unit(match) is None and side is not None:
        yield from ((side, OneUnitParams(unit)) for unit in list_units_to_activate(match, side))


def pass_activation_slot(match: Match, side: SideId | None, _: NoParams) -> None:
    passing = side or match.clock.side
    assert passing is not None
    match.record(
        markers.PASSED.set(passing), PhaseBegan(phase=PHASE, side=find_next_side(match, passing))
    )


def list_pass_objections(match: Match, side: SideId | None, _: NoParams) -> Objections:
    if match.option("pass") != "allowed":
        yield Objection("no-passing", "CZ-G19", "the house rules do not let a side pass its slot")
    if find_active_unit(match) is not None or side not in {None, match.clock.side}:
        yield Objection("no-slot", "CZ-INIT-06", "this side has no slot to pass")


def list_pass_candidates(match: Match) -> Iterable[tuple[SideId | None, NoParams]]:
    side = match.clock.side
    free = match.phase == PHASE and find_active_unit(match) is None
    if free and side and list_units_to_activate(match, side):
        yield side, NoParams()


def list_attach_objections(match: Match, _: SideId | None, params: GroupAttachment) -> Objections:
    name = state_queries.format_group(match, params.unit)
    group = state_queries.format_group(match, params.group)
    if match.option("lone_activation") != "with_a_group":
        yield Objection("own-slot", "CZ-G61", f"{name} has a slot of its own")
    if not unit_profiles.is_hero_or_machine(match, params.unit) or unit_profiles.is_hero_or_machine(
        match, params.group
    ):
        text = f"{name} cannot join {group}: only Heroes and machines can join, and only a group"
        yield Objection("no-lone", "CZ-G61", text)
    elif match.side_of(params.unit) != match.side_of(params.group):
        yield Objection("not-own", "CZ-G61", f"{group} is not on the same side as {name}")
    if match.has(params.unit, markers.ACTIVATED):
        yield Objection("activated", "CZ-INIT-06", f"{name} has already been activated this turn")


def list_attach_candidates(match: Match) -> Iterable[tuple[SideId | None, GroupAttachment]]:
    if match.option("lone_activation") != "with_a_group" or find_active_unit(match) is not None:
        return
    for unit in match.units():
        side = match.side_of(unit)
        if unit_profiles.is_hero_or_machine(match, unit) and unit in list_units_to_activate(
            match, side
        ):
            groups = unit_profiles.list_groups_on_table(match, side)
            yield from ((side, GroupAttachment(unit, group)) for group in groups)


def list_hold_objections(match: Match, _: SideId | None, params: Hold) -> Objections:
    for figure in params.figures:
        if figure not in list_active_figures(match):
            who = state_queries.format_figure(match, figure)
            yield Objection("not-active", "CZ-INIT-06", f"{who} is not being activated now")


def list_hold_candidates(match: Match) -> Iterable[tuple[SideId | None, Hold]]:
    able = tuple(f for f in list_active_figures(match) if explain_cannot_act(match, f) is None)
    if able:
        yield match.clock.side, Hold(able)


def choose_automatic_activation_command(match: Match) -> Command | None:
    """Return the command that ends an activation or makes the only possible choice, or None."""
    if find_active_unit(match) is not None:
        return Command("next", match.clock.side, {}) if is_activation_over(match) else None
    side = match.clock.side
    units = list_units_to_activate(match, side) if side is not None else ()
    passing = match.option("pass") == "allowed"
    left = (one for one in match.sides if list_units_to_activate(match, one))
    if not find_side_to_act(match) or (passing and all(match.has(s, markers.PASSED) for s in left)):
        return Command("next", side, {})
    if len(units) == 1 and not passing:
        return ACTIVATE.make_command(side, OneUnitParams(units[0]))
    return None


WITH_WHOM: Final = "name the group, as in `r2 joins r1`"
ACTIVATE: Final = Action(
    id="activate",
    word="activated",
    params=OneUnitParams,
    stage=activate_group,
    phases=(PHASE,),
    objections=list_activate_objections,
    candidates=list_activate_candidates,
    form=Form(
        "activates",
        make_group_field("unit", "name one group, Hero or machine, as in `b1 activates`"),
    ),
)
PASS: Final = Action(
    id="pass",
    word="passes its slot",
    params=NoParams,
    stage=pass_activation_slot,
    sided=True,
    phases=(PHASE,),
    objections=list_pass_objections,
    candidates=list_pass_candidates,
    form=WordForm("pass", (make_side_argument(),)),
)
WITH: Final = Action(
    id="with",
    word="acts with",
    params=GroupAttachment,
    stage=lambda match, _, params: match.record(markers.WITH.set(params.unit, value=params.group)),
    objections=list_attach_objections,
    candidates=list_attach_candidates,
    form=Form(
        "joins",
        make_group_field("unit", "name one Hero or machine, as in `r2 joins r1`"),
        make_group_field("group", WITH_WHOM, WITH_WHOM),
    ),
)
HOLD: Final = Action(
    id="hold",
    word="holds",
    params=Hold,
    stage=lambda match, _, params: markers.HOLDS.record_on(match, *params.figures),
    phases=(PHASE,),
    objections=list_hold_objections,
    candidates=list_hold_candidates,
    form=Form(
        "holds", make_figures_or_finished_field(), key=KeyVerb("-", text="does nothing more")
    ),
)
ACTIONS: Final = (ACTIVATE, PASS, WITH, HOLD)

"""Setup and later arrivals: sides, edges, reserves and characters (TA-SETUP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_fixed_questions,
    make_text_argument,
    make_unit_argument,
)
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import list_out_of_turn_reasons, make_unit_candidates
from tracker.procedures.pieces.deployment import list_due_deployments, make_deploy_action
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.first_side_selection import FirstSideRoll, make_first_side_form
from tracker.procedures.pieces.line_subject_fields import make_unit_field, make_units_field
from tracker.procedures.pieces.roll_offs import RollOff, make_single_die_pools, resolve_roll_off
from tracker.procedures.requests import Asking, Option, Pick, ask_owner
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    DueAction,
    Objection,
    OneUnitParams,
    SeveralUnitsParams,
)
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "setup"
OFF: Final = RollOff(
    "first_turn",
    "first",
    "TA-SETUP-01",
    make_single_die_pools,
    winner_word="chooses",
    tie_word="equal: roll again",
    need="the higher chooses who has the first turn",
)
HAS_BEGUN: Final = Objection(
    "has-begun", "TA-SETUP-01", "the game has begun; to correct who goes first, enter `fix first`"
)


class ReserveArrival(Struct, frozen=True, omit_defaults=True):
    """The command to bring a unit onto the table. ``edge`` names the table edge, in any words."""

    unit: UnitId
    edge: str = ""


class CharacterAttachment(Struct, frozen=True):
    unit: UnitId
    other: UnitId


def apply_roster_setup(match: Match) -> None:
    """Record a roster's table edges, and join characters to units (TA-SETUP-02, TA-FORCE-05)."""
    for one in match.units(match.clock.side):
        profile = unit_profiles.get_profile(match, match.figures(one)[0])
        if profile.edge:
            match.record(markers.EDGE.set(one, value=profile.edge))
        own = match.units(match.side_of(one)) if profile.joins else ()
        host = next((each for each in own if match.unit(each).name == profile.joins), None)
        if host is not None:
            match.record(markers.JOINED.make_link_fact(one, host))


def list_due_setup_steps(match: Match) -> tuple[DueAction, ...]:
    if match.phase != PHASE:
        return ()
    if waiting := list_due_deployments(match, match.sides):
        return waiting
    if any(match.has(one, markers.FIRST) for one in match.sides):
        return ()
    return (DueAction("first", None, None, "the first turn has not been decided", compulsory=True),)


def bring_unit_onto_table(match: Match, _: SideId | None, params: ReserveArrival) -> None:
    """Bring a unit onto the table, and record the edge to which it falls back (TA-SETUP-02, 03)."""
    body = state_queries.list_joined_units(match, params.unit)
    markers.AWAY.record_cleared(match, *body)
    if params.edge:
        match.record(markers.EDGE.set(*body, value=params.edge))


def keep_units_off_table(match: Match, _: SideId | None, params: SeveralUnitsParams) -> None:
    """Keep units in reserve, with their characters (TA-SETUP-03)."""
    bodies = (state_queries.list_joined_units(match, unit) for unit in params.units)
    match.record(markers.AWAY.set(*dict.fromkeys(one for body in bodies for one in body)))


def list_absent_target_objections(match: Match, targets: Iterable[UnitId]) -> Iterator[Objection]:
    for one in targets:
        if match.has(one, markers.AWAY):
            yield Objection("target-away", "TA-SETUP-03", f"{match.tag(one)} is not on the table")


def list_arrival_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not match.has(unit, markers.AWAY):
        yield BlockingReason("there", "TA-SETUP-03", "is on the table")


def attach_character(match: Match, _: SideId | None, params: CharacterAttachment) -> None:
    """Join a character to a unit. He leaves any unit that he has joined before (TA-FORCE-05)."""
    match.record(*make_disengagement_facts(match, markers.JOINED, params.unit))
    match.record(markers.JOINED.make_link_fact(params.unit, params.other))
    if match.has(params.other, markers.AWAY):
        match.record(markers.AWAY.set(params.unit))


def list_attachment_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not any(each.independent for each in unit_profiles.list_profiles(match, unit)):
        yield BlockingReason("no-character", "TA-FORCE-05", "is not an independent character")
    elif state_queries.is_locked(match, unit):
        yield BlockingReason("locked", "TA-FORCE-05", "is in close combat")
    elif match.turn:
        yield from list_out_of_turn_reasons(match, unit, "movement", "TA-FORCE-05")


def list_attachment_objections(
    match: Match, _: SideId | None, params: CharacterAttachment
) -> Iterator[Objection]:
    other, who = params.other, match.tag(params.other)
    if any(one.monstrous or one.vehicle for one in unit_profiles.list_profiles(match, other)):
        yield Objection("stands-alone", "TA-CHAR-07", f"{who} cannot be joined")
    if state_queries.is_locked(match, other):
        yield Objection("other-locked", "TA-FORCE-05", f"{who} is in close combat")
    if match.side_of(other) != match.side_of(params.unit):
        yield Objection("other-side", "TA-FORCE-05", f"{who} is on another side")


def decide_first_turn(match: Match, _: SideId | None, params: FirstSideRoll) -> Asking[None]:
    """Record which side has the first turn, as agreed or as chosen after a roll (TA-SETUP-01)."""
    one = params.agreed
    if one is None:
        won = yield from resolve_roll_off(match, OFF)
        what, rule = "who has the first turn", "TA-SETUP-01"
        options = tuple(Option(each, match.side_name(each)) for each in match.sides)
        asked = Pick(id="who_begins", what=what, options=options, default=won, rule=rule)
        one = SideId((yield from ask_owner(match, won, asked)))
    markers.FIRST.record_cleared(match, *match.sides)
    match.record(markers.FIRST.set(one))


def list_sides_by_first_turn(match: Match) -> tuple[SideId, ...]:
    return tuple(sorted(match.sides, key=lambda one: not match.has(one, markers.FIRST)))


ONE_UNIT: Final = make_unit_field()
ACTIONS: Final = (
    make_deploy_action(PHASE, "TA-SETUP-03"),
    Action(
        id="first",
        word="settled the first turn",
        ahead="to settle who has the first turn",
        params=FirstSideRoll,
        stage=decide_first_turn,
        phases=(PHASE,),
        objections=lambda match, _, __: (HAS_BEGUN,) if match.turn else (),
        candidates=lambda match: (
            ((None, FirstSideRoll()),)
            if any(one.action == "first" for one in list_due_setup_steps(match))
            else ()
        ),
        rolls=(OFF.kind,),
        form=make_first_side_form("first", make_fixed_questions(OFF.kind.id, "who_begins")),
    ),
    Action(
        id="hold",
        word="stays off the table",
        params=SeveralUnitsParams,
        stage=keep_units_off_table,
        phases=(PHASE,),
        form=Form("waits", make_units_field()),
    ),
    Action(
        id="arrive",
        word="arrives",
        params=ReserveArrival,
        stage=bring_unit_onto_table,
        phases=("movement",),
        bars=list_arrival_blocking_reasons,
        candidates=make_unit_candidates(
            "movement", list_arrival_blocking_reasons, lambda _, unit: (ReserveArrival(unit),)
        ),
        form=WordForm(
            "arrives",
            (make_unit_argument("unit"), make_text_argument("edge")),
            lacks="name the unit that arrives, as in `arrives r3 east`",
            acts=("unit",),
        ),
    ),
    Action(
        id="join",
        word="joins",
        params=CharacterAttachment,
        stage=attach_character,
        phases=(PHASE, "movement"),
        bars=list_attachment_blocking_reasons,
        objections=list_attachment_objections,
        form=Form(
            "joins",
            ONE_UNIT,
            make_unit_field("other", "name one unit to join"),
            key=KeyVerb("j", whom="own", text="joins"),
        ),
    ),
    Action(
        id="leave",
        word="goes alone",
        params=OneUnitParams,
        stage=lambda match, _, params: match.record(
            *make_disengagement_facts(match, markers.JOINED, params.unit)
        ),
        phases=(PHASE, "movement"),
        bars=list_attachment_blocking_reasons,
        form=Form("leaves", ONE_UNIT),
    ),
)

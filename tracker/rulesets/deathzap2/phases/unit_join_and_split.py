"""The joining and splitting of units during the game (DZ-UNIT-05, DZ-MOVE-06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    make_flag_slot,
    make_free_text_option_slot,
    make_subject_slot,
    make_subjects_slot,
)
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.engagement import make_contact_transfer_facts, record_engagement
from tracker.procedures.pieces.line_subject_fields import (
    make_actor_figures_field,
    make_split_unit_name,
    make_unit_field,
)
from tracker.procedures.pieces.split_unit_markers import divide_unit_markers
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.requests import (
    Asking,
    Faces,
    ask,
    call_pure_stage,
    continue_with,
    continue_with_pure,
)
from tracker.procedures.ruleset import Action, Objection
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import (
    does_panic,
    find_certain_panic_result,
    find_grouping_type,
)
from tracker.rulesets.deathzap2.phases import movement
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import AnyFact, Moved, UnitFormed
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId


class UnitJoin(Struct, frozen=True):
    """The command to move ``unit`` to ``into``, of which it becomes a part.

    ``order`` is the unit whose order die is kept. By default, this is ``into``, if it has one
    (DZ-G04).
    """

    unit: UnitId
    into: UnitId
    order: UnitId | None = None


def join_units(match: Match, side: SideId | None, params: UnitJoin) -> None:
    """Join two units, kills, orders and melees included. Roll if only one is panicked."""
    assert side is not None
    unit, into = params.unit, params.into
    both = (unit, into)
    panicked = [one for one in both if match.has(one, markers.PANICKED)]
    counts = {one: len(state_queries.list_standing_figures(match, one)) for one in both}
    frightened = sum(counts[one] for one in panicked)
    since = max((state_queries.find_panic_turn(match, one) or 0 for one in panicked), default=0)
    facts: list[AnyFact] = []
    if match.phase == "shoot":  # the unit gives up its fire
        facts.append(markers.SPENT.set(*match.figures(unit)))
    moves = (markers.MOVED, markers.SECOND_MOVE, markers.FLED)
    if not any(match.has(unit, move) for move in moves):
        facts.append(Moved(unit=unit, how="join"))
    match.record(*facts)
    match.record(*make_merge_facts(match, unit, into, params.order))
    if len(panicked) == 1:
        calm = sum(counts.values()) - frightened
        return continue_with(roll_joint_panic, match, side, into, frightened, calm)
    if panicked:
        # No roll is made, and the later panic counts (DZ-G14).
        match.record(markers.PANICKED.set(into, value=since))
    return None


def make_merge_facts(
    match: Match, unit: UnitId, into: UnitId, order: UnitId | None = None
) -> Iterator[AnyFact]:
    """Yield the facts that merge ``unit`` into another unit (DZ-G04, DZ-G10)."""
    formed = match.unit(into)
    killed = sum(markers.KILLED.number(match, one) for one in (unit, into))
    keeper = order or (into if match.has(into, markers.ORDER) else unit)
    die = match.mark(keeper, markers.ORDER)
    enemies = state_queries.list_opponents(match, unit)
    yield from make_contact_transfer_facts(match, markers.ENGAGED, unit, into, enemies)
    yield UnitFormed(
        unit=into,
        side=formed.side,
        name=formed.name,
        figures=(*match.figures(into), *match.figures(unit)),
        out_of=(unit,),
    )
    for marker in (markers.PANICKED, markers.KILLED, markers.ORDER):
        if match.has(unit, marker):
            yield marker.cleared(unit)
    if killed:
        yield markers.KILLED.set(into, value=killed)
    if die is not None and die != match.mark(into, markers.ORDER):
        yield markers.ORDER.set(into, value=die)


def roll_joint_panic(
    match: Match, side: SideId, unit: UnitId, panicked_count: int, calm_count: int
) -> Asking[None]:
    """Roll for panic of a unit that joins calm and panicked figures (DZ-MOVE-06)."""
    tie = str(match.option("join_tie"))
    tied = None if tie == "reroll" else tie == "panicked"
    frightened = find_certain_panic_result(calm_count, panicked_count, tie_panics=tied)
    if frightened is None:
        owner = {"owner": (side, unit, None)}
        frightened = yield from call_pure_stage(
            owner, roll_joined_unit_panic_dice, panicked_count, calm_count, tie
        )
    if frightened:  # since this turn (DZ-G15)
        match.record(markers.PANICKED.set(unit, value=match.turn))
    else:
        markers.PANICKED.record_cleared(match, unit)


DICE: Final = RollKind("join_dice", "join", rule="DZ-MOVE-06")


def roll_joined_unit_panic_dice(panicked_count: int, calm_count: int, tie: str) -> Asking[bool]:
    """Roll a die times the panicked figures against a die times the calm figures (DZ-T18)."""
    roll = Faces(
        kind=DICE,
        dice=(6, 6),
        labels=(
            _make_count_label(panicked_count, "panicked"),
            _make_count_label(calm_count, "calm"),
        ),
        role="owner",
    )
    first, second = yield from ask(roll)
    if first * panicked_count != second * calm_count:
        return does_panic(calm_count, panicked_count, second, first)
    if tie == "reroll":
        return continue_with_pure(roll_joined_unit_panic_dice, panicked_count, calm_count, tie)
    return tie == "panicked"


def _make_count_label(figures: int, how: str) -> Label:
    return Label(what=f"{figures} {how}", times=figures)


def list_join_objections(
    match: Match, side: SideId | None, params: UnitJoin
) -> Iterable[Objection]:
    """Yield the objections to joining units. A unit joins by a move or a flight (DZ-MORALE-03)."""
    unit, into = params.unit, params.into
    if not match.has(unit, markers.FLED):
        if match.phase == "morale":
            text = f"{match.tag(unit)} has not fled this turn"
            yield Objection("not-fled", "DZ-UNIT-05", text)
        else:
            yield from movement.list_move_phase_objections(match)
        yield from movement.list_move_objections(match, side, unit, None, 0)
    if unit == into or match.side_of(unit) != match.side_of(into):
        text = "a unit can only join another unit of its own side"
        yield Objection("not-friends", "DZ-UNIT-05", text)
        return
    if params.order not in {None, unit, into}:
        yield Objection(
            "other-order", "DZ-G04", "the order die must be that of one of the two units"
        )
    figures = (*match.figures(unit), *match.figures(into))
    types = [unit_profiles.get_profile(match, figure).type for figure in figures]
    if any(rule_tables.list_illegal_unit_reasons(types, match.option)):
        text = "only figures of one type or speed can form a unit, and never vehicles or monsters"
        yield Objection("may-not-group", "DZ-UNIT-01", text)
    elif not do_types_allow_joining(match, unit, into):
        text = "a lone figure can only join a unit with a figure of its own type"
        yield Objection("lone-kind", "DZ-G46", text)
    frightened = [match.has(one, markers.PANICKED) for one in (unit, into)]
    if match.option("units") == "fixed_squads" and not any(frightened):
        text = "under the house rules, squads are fixed: only panicked units can join"
        yield Objection("fixed", "DZ-G10", text)
    if frightened == [True, False] and match.option("join_direction") == "calm_mover_only":
        text = "under the house rules, a panicked unit may not join a calm one"
        yield Objection("calm-mover", "DZ-G13", text)
    if match.phase == "shoot" and match.has(unit, markers.FIRED):
        text = f"{match.tag(unit)} has already fired"
        yield Objection("has-fired", "DZ-MOVE-07", text)


def do_types_allow_joining(match: Match, unit: UnitId, into: UnitId) -> bool:
    """Whether two units' types let them join. Lone figures often need a like type (DZ-G46)."""
    if match.option("lone_join") == "any_legal":
        return True
    if not (
        unit_profiles.is_single_foot_unit(match, unit)
        or unit_profiles.is_single_foot_unit(match, into)
    ):
        return True
    types = (
        {find_grouping_type(unit_profiles.get_profile(match, f).type) for f in match.figures(one)}
        for one in (unit, into)
    )
    return bool(set.intersection(*types))


def list_joinable_units(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    side = match.side_of(unit)
    return tuple(
        other
        for other in match.units(side)
        if other != unit and not any(list_join_objections(match, side, UnitJoin(unit, other)))
    )


def list_join_candidates(match: Match) -> Iterable[tuple[SideId | None, UnitJoin]]:
    for unit in acting_units.list_acting_units(match) if match.phase in JOIN.phases else ():
        if match.phase != "morale" or match.has(unit, markers.FLED):
            found = list_joinable_units(match, unit)
            yield from ((match.side_of(unit), UnitJoin(unit, into)) for into in found)


JOIN = Action(
    id="join",
    word="joined",
    ahead="to join",
    params=UnitJoin,
    stage=join_units,
    phases=("move", "shoot", "morale"),
    objections=list_join_objections,
    candidates=list_join_candidates,
    form=Form(
        "joins",
        make_unit_field(),
        make_unit_field(
            "into", "name one unit to join", "name the unit to join, as in `r1 joins r2`"
        ),
        (make_subject_slot("order", "order", find_unit),),
        key=KeyVerb("j", whom="own", text="joins"),
    ),
)


class UnitSplit(Struct, frozen=True):
    """The command to split ``figures`` off from ``unit`` as a new unit.

    ``contacts`` are the enemies that the new unit touches. If both parts are equally large,
    ``order_goes`` says whether the new unit keeps the order die.
    """

    unit: UnitId
    figures: tuple[FigureId, ...]
    name: str = ""
    contacts: tuple[UnitId, ...] = ()
    order_goes: bool = False


def split_unit(match: Match, _: SideId | None, params: UnitSplit) -> None:
    unit = params.unit
    whole = match.unit(unit)
    standing = state_queries.list_standing_figures(match, params.unit)
    leave = sum(figure in params.figures for figure in standing)
    larger = leave - (len(standing) - leave)
    part = match.new_unit(whole.side)
    match.record(
        UnitFormed(
            unit=part,
            side=whole.side,
            name=params.name or make_split_unit_name(match, unit),
            figures=params.figures,
            out_of=(unit,),
        )
    )

    def does_marker_go(marker: MarkerKind) -> bool:
        """Whether the new unit takes a marker, as the larger part or by choice (DZ-G04)."""
        return larger > 0 or (larger == 0 and marker == markers.ORDER and params.order_goes)

    divide_unit_markers(match, unit, part, markers.MARKERS, does_marker_go)
    match.record(*make_contact_transfer_facts(match, markers.ENGAGED, unit, part, params.contacts))
    record_engagement(match, markers.ENGAGED, part, params.contacts)


def list_split_objections(
    match: Match, side: SideId | None, params: UnitSplit
) -> Iterable[Objection]:
    figures = match.figures(params.unit)
    if side is not None and match.side_of(params.unit) != side:
        yield Objection("not-own", "DZ-UNIT-05", "a side can split only its own units")
    if not params.figures or not set(params.figures) < set(figures):
        text = "some figures must leave the unit, and some must stay"
        yield Objection("no-part", "DZ-UNIT-05", text)
    if match.option("units") == "fixed_squads":
        yield Objection(
            "fixed", "DZ-G10", "under the house rules, squads are fixed and cannot split"
        )
    engaged = state_queries.list_opponents(match, params.unit)
    moved = any(match.has(params.unit, move) for move in (markers.MOVED, markers.SECOND_MOVE))
    if engaged and not params.contacts and not moved and match.phase in ("move", "shoot"):
        text = f"{match.tag(params.unit)} is in melee and has not moved, so nobody can leave it"
        yield Objection("in-melee", "DZ-MOVE-04", text)
    for enemy in params.contacts:
        if enemy not in engaged:
            who = match.tag(enemy)
            yield Objection("not-engaged", "DZ-MOVE-05", f"the unit was not in melee with {who}")


def list_split_candidates(match: Match) -> Iterable[tuple[SideId | None, UnitSplit]]:
    """Yield possible splits: the second half of each unit of the side that moves."""
    side = match.clock.side
    if match.phase != "move" or side is None or match.option("units") == "fixed_squads":
        return
    for unit in match.units(side):
        figures = match.figures(unit)
        if len(figures) > 1 and not state_queries.is_engaged(match, unit):
            yield side, UnitSplit(unit, figures[(len(figures) + 1) // 2 :])


SPLIT = Action(
    id="split",
    word="split",
    ahead="to split",
    params=UnitSplit,
    stage=split_unit,
    objections=list_split_objections,
    candidates=list_split_candidates,
    form=Form(
        "splits",
        make_unit_field("unit", "name one unit in each part"),
        make_actor_figures_field(lacks="name the figures that leave, as in `r1 splits r1.4,r1.5`"),
        (
            make_free_text_option_slot("name", "as"),
            make_subjects_slot("contacts", find_unit),
            make_flag_slot("order_goes", "takes-order"),
        ),
        also_at=("contacts",),
    ),
)

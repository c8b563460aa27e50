"""Moves and their limits, and how units make and lose contact (DZ-MOVE, DZ-G19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    make_flag_slot,
    make_keyed_count_slot,
    make_length_slot,
)
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import (
    list_wrong_phase_half_objections,
    list_wrong_side_objections,
    make_unit_candidates,
)
from tracker.procedures.pieces.engagement import make_disengagement_facts, record_engagement
from tracker.procedures.pieces.line_subject_fields import make_unit_field, make_units_field
from tracker.procedures.ruleset import Action, BlockingReason, Objection
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import find_distance_scale
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import get_order_benefit
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact, Moved
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId


class Move(Struct, frozen=True):
    """The command to move units. ``length``, in hundredths of an inch, is checked if it is given.

    ``towards_enemy`` matters only for panicked units, under a house rule.
    """

    units: tuple[UnitId, ...]
    length: int | None = None
    obstacles: int = 0
    towards_enemy: bool = False


def find_figure_speed(match: Match, figure: FigureId) -> int:
    """Return a figure's speed in hundredths of an inch (DZ-T2, DZ-G07, DZ-G17, DZ-MOVE-08)."""
    if match.has(figure, markers.IMMOBILE):
        return 0
    base = rule_tables.find_base_speed(unit_profiles.get_profile(match, figure).type, match.option)
    return base * find_distance_scale(match, "move") >> markers.HALVED.number(match, figure)


def find_obstacle_cost(match: Match) -> int:
    """Return how much an obstacle shortens a move: one inch, or two if doubled (DZ-MOVE-03)."""
    return rule_tables.INCH * find_distance_scale(match, "other")


def find_move_allowance(match: Match, unit: UnitId, obstacles: int = 0) -> int:
    """Return how far a unit's slowest figure can move, in hundredths of an inch (DZ-MOVE-02)."""
    pace = min((find_figure_speed(match, figure) for figure in match.figures(unit)), default=0)
    if not pace:
        return 0
    ordered = get_order_benefit(match, unit).move * find_distance_scale(match, "other")
    return max(0, pace + ordered * rule_tables.INCH - obstacles * find_obstacle_cost(match))


def list_immobility_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reason why a unit cannot move, whatever the phase."""
    rule, why = "", ""
    if state_queries.is_engaged(match, unit):
        rule, why = "DZ-MOVE-04", "in melee"
    elif not find_move_allowance(match, unit):
        rule, why = "DZ-MOVE-08", "cannot move"
    elif match.option("panicked_move") == "none" and match.has(unit, markers.PANICKED):
        rule, why = "DZ-G11", "panicked"
    if rule:
        text = f"{match.tag(unit)} cannot move: {why}"
        yield BlockingReason("may-not-move", rule, why, text)


def list_first_move_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit may not make its first move (DZ-MOVE-01)."""
    if match.has(unit, markers.MOVED):
        yield BlockingReason("has-moved", "DZ-MOVE-01", "has moved")
    yield from list_immobility_reasons(match, unit)


def make_move_and_marker_facts(
    match: Match, units: Iterable[UnitId], length: int | None, move_kind: str
) -> list[AnyFact]:
    units = tuple(units)
    marker = markers.SECOND_MOVE if match.phase == "shoot" else markers.MOVED
    return [marker.set(*units), *make_moved_facts(units, length, move_kind)]


def make_moved_facts(units: Iterable[UnitId], length: int | None, move_kind: str) -> list[Moved]:
    return [Moved(unit=unit, length=length, how=move_kind) for unit in units]


def list_first_move_objections(
    match: Match, side: SideId | None, params: Move
) -> Iterable[Objection]:
    yield from list_move_phase_objections(match)
    for unit in params.units:
        yield from list_move_objections(match, side, unit, params.length, params.obstacles)
        yield from list_move_direction_objections(match, unit, towards_enemy=params.towards_enemy)


def list_move_phase_objections(match: Match) -> Iterable[Objection]:
    """Yield the objection to moves outside the Movement and Shooting phases (DZ-TURN-02)."""
    if match.phase not in {"move", "shoot"}:
        yield Objection("not-movement", "DZ-TURN-02", "units move only in the Movement phase")


def list_move_objections(
    match: Match, side: SideId | None, unit: UnitId, length: int | None, obstacles: int
) -> Iterable[Objection]:
    """Yield the objections to any move, such as the wrong side, immobility, or excessive length."""
    who = match.tag(unit)
    yield from list_wrong_side_objections(match, side, unit, "DZ-MOVE-01", who)
    yield from list_wrong_phase_half_objections(match, unit, "DZ-MOVE-01")
    most = find_move_allowance(match, unit, obstacles)
    if barred := tuple(list_immobility_reasons(match, unit)):
        yield from (bar.make_objection(who) for bar in barred)
    elif obstacles * find_obstacle_cost(match) > find_move_allowance(match, unit):
        text = f"{who} cannot move far enough to cross {format_count(obstacles, 'obstacle')}"
        yield Objection("obstacles", "DZ-MOVE-03", text)
    elif length is not None and length > most:
        yield Objection("too-far", "DZ-MOVE-02", f"{who} moves at most {format_inches(most)}")


def list_move_direction_objections(
    match: Match, unit: UnitId, *, towards_enemy: bool
) -> Iterable[Objection]:
    """By house rule, yield an objection if a panicked unit moves towards the enemy (DZ-G11)."""
    if (
        towards_enemy
        and match.option("panicked_move") == "not_towards_enemy"
        and match.has(unit, markers.PANICKED)
    ):
        text = f"{match.tag(unit)} is panicked and may not move towards the enemy"
        yield Objection("towards-enemy", "DZ-G11", text)


def describe_move_limit(match: Match, units: Iterable[UnitId], obstacles: int = 0) -> str:
    """Describe the limit of a move: ``at most 8"``, or ``R1, R2 at most 8", R3 at most 12"``."""
    by_most: dict[int, list[str]] = {}
    for unit in units:
        by_most.setdefault(find_move_allowance(match, unit, obstacles), []).append(match.tag(unit))
    told = {", ".join(who): f"at most {format_inches(most)}" for most, who in by_most.items()}
    return ", ".join(told.values() if len(told) == 1 else (f"{a} {b}" for a, b in told.items()))


def format_inches(hundredths: int) -> str:
    """Format hundredths of an inch. For example, 250 becomes ``2.5"``."""
    return f'{hundredths / rule_tables.INCH:g}"'


WAY = (make_length_slot("length", "in"), make_keyed_count_slot("obstacles"))
TOWARDS = make_flag_slot("towards_enemy", "towards")
MOVE = Action(
    id="move",
    word="moved",
    ahead="to move",
    params=Move,
    stage=lambda match, _, params: match.record(
        *make_move_and_marker_facts(match, params.units, params.length, "move")
    ),
    phases=("move",),
    objections=list_first_move_objections,
    bars=list_first_move_blocking_reasons,
    expected="has not moved",
    candidates=make_unit_candidates(
        "move", list_first_move_blocking_reasons, lambda _, u: (Move((u,)),)
    ),
    limit=lambda match, params: describe_move_limit(match, params.units, params.obstacles),
    form=Form(
        "moves",
        make_units_field(),
        how=(*WAY, TOWARDS),
        key=KeyVerb("m", text="moves"),
    ),
)


class ContactMove(Struct, frozen=True):
    """The command to move a unit into contact. In the Shooting phase, this is a second move."""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    length: int | None = None
    obstacles: int = 0


class ContactLoss(Struct, frozen=True):
    """The command to end a unit's contact with the given enemies (by default, with all)."""

    unit: UnitId
    enemies: tuple[UnitId, ...] = ()


def make_contact(match: Match, _: SideId | None, params: ContactMove) -> None:
    match.record(*make_move_and_marker_facts(match, (params.unit,), params.length, "contact"))
    record_engagement(match, markers.ENGAGED, params.unit, params.enemies)


def list_contact_objections(
    match: Match, side: SideId | None, params: ContactMove
) -> Iterable[Objection]:
    yield from list_move_phase_objections(match)
    yield from list_move_objections(match, side, params.unit, params.length, params.obstacles)
    yield from list_move_into_contact_objections(match, params.unit, params.enemies)
    if match.phase == "shoot":
        who = match.tag(params.unit)
        yield from (bar.make_objection(who) for bar in list_used_fire_reasons(match, params.unit))


def list_move_into_contact_objections(
    match: Match, unit: UnitId, enemies: tuple[UnitId, ...]
) -> Iterable[Objection]:
    if not enemies:
        return
    yield from list_move_direction_objections(match, unit, towards_enemy=True)
    if match.phase == "shoot" and not match.option("second_move_contact"):
        text = "under the house rules, a second move may not end in contact"
        yield Objection("second-contact", "DZ-G20", text)
    for enemy in enemies:
        if match.side_of(enemy) == match.side_of(unit):
            text = f"{match.tag(enemy)} is on the same side as {match.tag(unit)}"
            yield Objection("friend", "DZ-MOVE-05", text)


def list_used_fire_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit has no fire left to give up for a second move (DZ-MOVE-07)."""
    if match.has(unit, markers.FIRED):
        yield BlockingReason("has-fired", "DZ-MOVE-07", "has fired")
    if match.has(unit, markers.SECOND_MOVE):
        yield BlockingReason("moved-twice", "DZ-MOVE-07", "has moved again")


def list_contact_candidates(match: Match, unit: UnitId) -> Iterator[ContactMove]:
    return (ContactMove(unit, (enemy,)) for enemy in match.units(match.other(match.side_of(unit))))


def list_end_contact_objections(
    match: Match, _: SideId | None, params: ContactLoss
) -> Iterable[Objection]:
    known = state_queries.list_opponents(match, params.unit)
    for enemy in params.enemies:
        if enemy not in known:
            who = f"{match.tag(params.unit)} and {match.tag(enemy)}"
            yield Objection("not-engaged", "DZ-MOVE-05", f"{who} are not in melee")
    if not known:
        text = f"{match.tag(params.unit)} is not in melee"
        yield Objection("not-engaged", "DZ-MOVE-05", text)


def list_end_contact_candidates(match: Match) -> Iterable[tuple[SideId | None, ContactLoss]]:
    """Yield possible losses of contact: engaged pairs in which a unit has lost figures."""
    for a, b in match.pairs(markers.ENGAGED):
        units = (UnitId(a), UnitId(b))
        if any(len(match.figures(unit)) < match.unit(unit).started for unit in units):
            yield match.side_of(a), ContactLoss(units[0], (units[1],))


CONTACT = Action(
    id="contact",
    word="contacted",
    ahead="to contact",
    params=ContactMove,
    stage=make_contact,
    goes_in=True,
    phases=("move", "shoot"),
    objections=list_contact_objections,
    candidates=make_unit_candidates("move", list_immobility_reasons, list_contact_candidates),
    limit=lambda match, params: describe_move_limit(match, (params.unit,), params.obstacles),
    form=Form(
        "contacts",
        make_unit_field(),
        make_units_field("enemies", "name the enemy, as in `b3 contacts r2`"),
        (*WAY, make_flag_slot("", "towards")),
        key=KeyVerb("c", whom="enemy", text="makes contact with"),
    ),
)


PART = Action(
    id="part",
    word="lost contact",
    ahead="to lose contact",
    params=ContactLoss,
    stage=lambda match, _, params: match.record(
        *make_disengagement_facts(match, markers.ENGAGED, params.unit, params.enemies)
    ),
    objections=list_end_contact_objections,
    candidates=list_end_contact_candidates,
    form=Form("parts", make_unit_field(), make_units_field("enemies")),
)

"""Steps 1 and 2 of the assault, in which units charge and cover is declared (TA-CHG)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import Flag, TypedAnswer
from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import Argument, WordForm
from tracker.procedures.declared.line_form_slots import (
    make_flag_slots,
    make_length_slot,
    make_slot,
    make_subjects_slot,
)
from tracker.procedures.declared.line_reader import LineReader, Values
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import (
    list_wrong_phase_half_objections,
    make_unit_candidates,
)
from tracker.procedures.pieces.dice_tests import roll_dice_rows
from tracker.procedures.pieces.engagement import record_engagement
from tracker.procedures.pieces.line_subject_fields import make_units_field
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.requests import (
    Asking,
    Confirm,
    Faces,
    ask_owner,
    call_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.procedures.ruleset import Action, BlockingReason, Objection, Objections
from tracker.rulesets.trial_assault.combat import combat_contact, weapon_attacks
from tracker.rulesets.trial_assault.combat.combat_contact import Units
from tracker.rulesets.trial_assault.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.rule_tables import INCH
from tracker.rulesets.trial_assault.phases import charge_odds, regrouping, setup_phase
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = "charge"
FIGHT: Final = "fight"


class CoverDeclaration(Struct, frozen=True):
    unit: UnitId
    chargers: tuple[UnitId, ...]


def was_locked_before_charge(match: Match, unit: UnitId) -> bool:
    return any(
        match.link(markers.CHARGES, enemy, unit) is None
        and match.link(markers.CHARGES, unit, enemy) is None
        and not match.has(enemy, markers.FOUGHT)
        for enemy in state_queries.list_locked_enemies(match, unit)
    )


def declare_cover(match: Match, _: SideId | None, params: CoverDeclaration) -> None:
    """Record a unit's declared cover against the given chargers (TA-COVER-01, TA-G32)."""
    for charger in params.chargers:
        for one in state_queries.list_joined_units(match, charger):
            under = state_queries.list_joined_units(match, params.unit)
            match.record(*(markers.COVERED.make_link_fact(each, one) for each in under))


def list_cover_objections(match: Match, _: SideId | None, params: CoverDeclaration) -> Objections:
    who = match.tag(params.unit)
    for charger in params.chargers:
        if match.link(markers.CHARGES, charger, params.unit) is None:
            text = f"{match.tag(charger)} has not charged {who}"
            yield Objection("no-charge", "TA-COVER-02", text)
    if was_locked_before_charge(match, params.unit):
        text = f"{who} was already in close combat, so it has no cover"
        yield Objection("was-locked", "TA-G33", text)


def list_cover_candidates(match: Match) -> Iterator[tuple[SideId | None, CoverDeclaration]]:
    for a, b in match.pairs(markers.CHARGES) if match.phase == PHASE else ():
        charger, unit = UnitId(a), UnitId(b)
        has_cover = match.link(markers.COVERED, unit, charger) is not None
        if not has_cover and not was_locked_before_charge(match, unit):
            yield None, CoverDeclaration(unit, (charger,))


def _read_cover_arguments(reader: LineReader) -> Values:
    """Read a text such as ``b1 from r1 r2``."""
    names = (name for name in iter(reader.take_argument, None) if name != "from")
    units = tuple(find_unit(reader.match, name) for name in names)
    return {"unit": units[0], "chargers": units[1:]} if units else {}


def _format_cover_arguments(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    yield match.handle(values["unit"])
    yield "from"
    yield from map(match.handle, values["chargers"])


COVER: Final = Action(
    id="cover",
    word="is in cover",
    params=CoverDeclaration,
    stage=declare_cover,
    phases=(PHASE, FIGHT),
    objections=list_cover_objections,
    candidates=list_cover_candidates,
    form=WordForm(
        "cover",
        (Argument(_read_cover_arguments, _format_cover_arguments, "who from whom who"),),
        lacks="name the unit in cover and its chargers, as in `cover b1 from r1`",
        least=3,
        acts=("unit",),
        at=("chargers",),
    ),
)


TERRAIN: Final = RollKind("terrain", "through difficult terrain", rule="TA-CHG-12")


class ChargeDeclaration(Struct, frozen=True, omit_defaults=True):
    """The command for units to charge enemies. The first enemy is the primary target.

    ``length`` is the first model's distance, in hundredths of an inch. ``rough`` means that the
    path crosses difficult terrain. ``missed`` are the targets that are not reached. If ``failed``
    is true, no target is reached. ``covered`` means that the targets are in or behind cover.
    """

    units: Units
    targets: Units
    length: int | None = None
    rough: bool = False
    failed: bool = False
    missed: Units = ()
    covered: bool = False


def resolve_charge(match: Match, _: SideId | None, params: ChargeDeclaration) -> None:
    """Resolve the charge of each unit in turn, with its characters (TA-CHG-08, TA-CHAR-02)."""
    there = (unit for unit in params.units if match.exists(unit))
    hosts = tuple(
        dict.fromkeys(state_queries.find_joined_unit_or_self(match, unit) for unit in there)
    )
    return continue_with(run_stage_for_each, match, charge_with_unit, hosts, params)


def charge_with_unit(match: Match, unit: UnitId, params: ChargeDeclaration) -> Asking[None]:
    body = state_queries.list_joined_units(match, unit)
    match.record(markers.TRIED.set(*body))
    missed = params.missed
    if (yield from call_stage(determine_whether_target_reached, unit, params)):
        reached = tuple(one for one in params.targets if one not in missed)
        yield from call_stage(regroup_targets_and_make_contact, unit, reached, params.covered)
    else:
        missed = params.targets
    if missed and match.knows(markers.SHORT):
        match.record(markers.SHORT.set(*body, value=" ".join(map(match.tag, missed))))


def determine_whether_target_reached(
    match: Match, unit: UnitId, params: ChargeDeclaration
) -> Asking[bool]:
    """Return whether a charge reaches its first target (TA-CHG-09, 12, TA-G42)."""
    if params.failed or params.targets[0] in params.missed:
        return False
    far = params.length
    if not params.rough:
        if far is None or match.option("premeasure"):
            return True
        return far <= state_queries.find_assault_range_in_inches(match, unit) * INCH
    goes = yield from call_stage(roll_charge_distance_in_terrain, unit, far)
    if far is not None:
        return goes >= far
    what = f"{goes / INCH:g} inches bring {match.tag(unit)} into contact"
    distance = "Does 1 inch" if goes == INCH else f"Do {goes / INCH:g} inches"
    question = f"{distance} bring {match.tag(unit)} into contact?"
    asked = Confirm(
        id="reaches", what=what, question=question, default=True, spatial=True, rule="TA-CHG-12"
    )
    return (yield from ask_owner(match, unit, asked))


def roll_charge_distance_in_terrain(
    match: Match, unit: UnitId, needed_distance: int | None
) -> Asking[int]:
    """Roll two dice for the unit or for each model. Return the first model's distance (TA-G39).

    The higher die counts. Models that are slower than the first are marked. ``needed_distance`` is
    None if the players did not enter it.
    """
    fast = state_queries.find_assault_range_in_inches(match, unit) > rule_tables.ASSAULT
    times = 2 if fast and match.option("fast_terrain") == "double_die" else 1
    own = match.option("terrain_roll") == "per_model"
    models = match.figures(unit) if own else match.figures(unit)[:1]
    labels = tuple(Label(match.tag(one)) for one in models for _ in range(2)) if own else ()
    need = "the higher counts"
    if needed_distance is not None:
        need += f"; {-(-needed_distance // (times * INCH))} or more reaches"
    side, dice = match.side_of(unit), (6, 6) * len(models)
    faces = Faces(kind=TERRAIN, dice=dice, labels=labels, need=need, side=side, subject=unit)
    rows = yield from roll_dice_rows(faces, 2, lambda _, dice: max(dice))
    higher = [face * times * INCH for face in rows]
    slower = (one for one, far in zip(models, higher, strict=True) if far < higher[0])
    markers.BEHIND.record_on(match, *slower)
    return higher[0]


def regroup_targets_and_make_contact(
    match: Match, unit: UnitId, targets: Units, behind_cover: bool
) -> Asking[None]:
    """Test targets that are falling back, then make contact with those that stay (TA-CHG-16)."""
    left = targets
    for target in targets:
        if not (yield from call_stage(regrouping.test_whether_fleeing_target_stays, unit, target)):
            left = tuple(one for one in left if one != target)
    if left and (left[0] == targets[0] or not weapon_attacks.has_fired(match, unit)):
        make_contact(match, unit, left, behind_cover)
    elif match.option("charge_destroyed") != "nothing":
        match.record(markers.WON.set(*state_queries.list_joined_units(match, unit)))


def make_contact(match: Match, unit: UnitId, targets: Units, behind_cover: bool) -> None:
    """Lock a charging unit in combat with the targets that it reached (TA-CHG-13, TA-CHG-14).

    A target in cover gets its benefit, unless it was already in close combat (TA-COVER-01, 04,
    TA-G33). Contacts of an earlier combat are deleted.
    """
    for target in targets:
        concealed = any(one.concealed for one in unit_profiles.list_profiles(match, target))
        covered = (behind_cover or concealed) and not was_locked_before_charge(match, target)
        charged, body = (state_queries.list_joined_units(match, one) for one in (target, unit))
        markers.FOUGHT.record_cleared(match, *charged)
        for one in (*body, *charged):
            if not state_queries.is_locked(match, one) and not match.has(one, markers.TOLD):
                combat_contact.clear_contact(match, one)
        for one in body:
            match.record(*(markers.CHARGES.make_link_fact(one, each) for each in charged))
            record_engagement(match, markers.LOCKED, one, charged)
            if covered:
                match.record(*(markers.COVERED.make_link_fact(each, one) for each in charged))
            for told in charged:
                if match.has(told, markers.TOLD):
                    combat_contact.add_enemy_to_declared_contacts(match, told, one)
    behind = markers.BEHIND.list_carriers(match, match.figures(unit))
    if behind:
        match.record(markers.BEHIND.cleared(*behind))
        there = tuple(one for one in match.figures(unit) if one not in behind)
        combat_contact.record_contact(match, unit, ((targets, there),), ())


def forecast_charge(match: Match, side: SideId | None, params: ChargeDeclaration) -> Asking[None]:
    yield from call_stage(resolve_charge, side, params)
    report = charge_odds.report_whether_charge_made_contact
    yield from call_stage(run_stage_for_each, report, params.units)
    return continue_with(charge_odds.forecast_charge_combats, match, params.units)


def list_charge_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if match.has(unit, markers.AWAY):
        yield BlockingReason("away", "TA-SETUP-03", "is not on the table")
    if unit_profiles.is_non_walker_vehicle(match, unit):
        yield BlockingReason("vehicle", "TA-G68", "is a vehicle that does not fight")
    if state_queries.is_locked(match, unit):
        yield BlockingReason("locked", "TA-CHG-01", "is in close combat")
    if match.has(unit, markers.FLEES):
        yield BlockingReason("flees", "TA-CHG-01", "is falling back")
    if match.has(unit, markers.TRIED):
        yield BlockingReason("has-charged", "TA-CHG-15", "has already declared a charge")
    body = state_queries.list_joined_units(match, unit)
    able = (
        one
        for one in body
        if any(not p.stationary for p in unit_profiles.list_profiles(match, one))
    )
    if markers.STOOD.list_carriers(match, able):  # always stationary, it gave up no move (TA-G40)
        yield BlockingReason("stood", "TA-CHG-05", "stood still to fire")
    if match.has(unit, markers.REGROUPED) and not match.option("regrouped_may_charge"):
        yield BlockingReason("regrouped", "TA-G06", "regrouped this turn")


def list_units_shot_at(match: Match, unit: UnitId) -> Units:
    """List the units at which a unit fired, with their characters (TA-CHG-04, TA-G41)."""
    body = state_queries.list_joined_units(match, unit)
    at = (UnitId(b) for a, b in match.pairs(markers.SHOT_AT) if a in body)
    return (
        *dict.fromkeys(one for each in at for one in state_queries.list_joined_units(match, each)),
    )


def list_charge_objections(match: Match, _: SideId | None, params: ChargeDeclaration) -> Objections:
    if match.phase != PHASE:
        text = "charges are declared only at the start of the Assault phase"
        yield Objection("not-charges", "TA-TURN-02", text)
    for unit in params.units:
        yield from list_wrong_phase_half_objections(match, unit, "TA-TURN-01")
        yield from _list_unit_charge_objections(match, unit, params)


def _list_unit_charge_objections(
    match: Match, unit: UnitId, params: ChargeDeclaration
) -> Objections:
    who, most = match.tag(unit), state_queries.find_assault_range_in_inches(match, unit)
    if weapon_attacks.has_fired(match, unit):
        at = list_units_shot_at(match, unit)
        if not any(match.exists(one) for one in at):
            yield Objection("target-gone", "TA-CHG-04", f"the unit that {who} fired at is gone")
        elif params.targets[0] not in at:
            whom = ", ".join(map(match.tag, at))
            it = "it" if len(at) == 1 else "one of them"
            text = f"{who} fired at {whom} and must charge {it} first"
            yield Objection("fired", "TA-CHG-04", text)
    if (params.length or 0) > most * INCH and match.option("premeasure"):  # else it fails (TA-G36)
        yield Objection("too-far", "TA-CHG-02", f"{who} charges at most {most} inches")
    yield from setup_phase.list_absent_target_objections(match, params.targets)
    if any(match.side_of(one) == match.side_of(unit) for one in params.targets):
        yield Objection("own-side", "TA-CHG-01", "units can only charge enemies")


def describe_charge_limit(match: Match, params: ChargeDeclaration) -> str:
    """Describe the charge range of the slowest of the units, as in ``at most 6"``."""
    ranges = [state_queries.find_assault_range_in_inches(match, unit) for unit in params.units]
    return f'at most {min(ranges, default=0)}"'


def list_charge_candidates(match: Match, unit: UnitId) -> Iterator[ChargeDeclaration]:
    """Yield possible charges at each enemy, with and without difficult terrain.

    A unit that has fired can charge only the units that it fired at.
    """
    if state_queries.find_joined_unit_or_self(match, unit) != unit:
        return
    at = tuple(one for one in list_units_shot_at(match, unit) if match.exists(one))
    enemies = (
        at
        if weapon_attacks.has_fired(match, unit)
        else state_queries.list_enemy_units_on_table(match, unit)
    )
    yield from (ChargeDeclaration((unit,), (enemy,)) for enemy in enemies)
    for enemy in enemies[:1]:
        yield ChargeDeclaration((unit,), (enemy,), rough=True, length=4 * INCH)
    if len(enemies) > 1:
        yield ChargeDeclaration((unit,), enemies[:2])


def _read_rough_path(reader: LineReader) -> bool | None:
    """Read whether the path is ``rough``. Dice for a charge imply it (TA-CHG-12, TA-CHG-16)."""
    dice = any(isinstance(one, TypedAnswer) for one in reader.part.answers[:1])
    whom = reader.whom.names if reader.whom is not None else ()
    tests = (reader.match.has(find_unit(reader.match, one), markers.FLEES) for one in whom)
    return bool(reader.take_flag("rough")) or (dice and not any(tests)) or None


ROUGH: Final = make_slot(
    "rough",
    _read_rough_path,
    lambda _, value: (Flag("rough"),) if value else (),
    Lexicon(flags=frozenset(("rough",))),
    such_as="rough",
)
CHARGE: Final = Action(
    id="charge",
    word="charges",
    ahead="to charge",
    params=ChargeDeclaration,
    stage=resolve_charge,
    goes_in=True,
    foretold=forecast_charge,
    phases=(PHASE,),
    bars=list_charge_blocking_reasons,
    objections=list_charge_objections,
    candidates=make_unit_candidates(PHASE, list_charge_blocking_reasons, list_charge_candidates),
    rolls=(TERRAIN,),
    limit=describe_charge_limit,
    form=Form(
        "charges",
        make_units_field("units"),
        make_units_field("targets", "name the enemy, as in `r1 charges b1`"),
        how=(
            make_length_slot("length", "in"),
            ROUGH,
            *make_flag_slots("failed", "covered"),
            make_subjects_slot("missed", find_unit),
        ),
        key=KeyVerb("c", whom="enemy", text="charges", amount="in"),
    ),
)

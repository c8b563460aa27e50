"""Falling back, and sweeps in step 7 of the assault (TA-FALL, TA-SWEEP)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_flag_slots, make_length_slot
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import list_connected_units, make_disengagement_facts
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, Confirm, Score, ask, ask_owner, continue_with
from tracker.procedures.ruleset import Action, BlockingReason, DueAction, Objection, OneUnitParams
from tracker.rulesets.trial_assault.combat import combat_contact
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.data.rule_tables import HALF_INCH, INCH
from tracker.rulesets.trial_assault.phases import morale_checks, regrouping
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import SideId, UnitId


def roll_dice_sum(kind: RollKind, dice: int) -> Asking[int]:
    return (yield from ask(Score(kind=kind, dice=(6,) * dice, role="owner")))


def find_fall_back_distance(match: Match, unit: UnitId) -> int:
    """Return how far a unit falls back, halved by difficult terrain (TA-FALL-03, TA-G49)."""
    total = markers.ROLLED.number(match, unit) * HALF_INCH
    if "rough" not in state_queries.list_fall_back_hindrances(match, unit):
        return total
    half = total // 2
    rounded = {"up": -(-half // INCH) * INCH, "down": half // INCH * INCH}
    return rounded.get(str(match.option("halving")), half)


def perform_fall_back(match: Match, unit: UnitId) -> None:
    """Move a unit out of combat towards its edge, or destroy it if trapped (TA-FALL-05).

    By house rule, a character who tested alone leaves or loses his unit (TA-G05).
    """
    far, how = (
        find_fall_back_distance(match, unit),
        state_queries.list_fall_back_hindrances(match, unit),
    )
    if match.option("character_morale") == "own_test":
        match.record(*make_disengagement_facts(match, markers.JOINED, unit))
    for one in morale_checks.list_units_testing_together(match, unit):
        enemies = state_queries.list_locked_enemies(match, one)
        match.record(*make_disengagement_facts(match, markers.LOCKED, one))
        free = (enemy for enemy in enemies if not state_queries.is_locked(match, enemy))
        markers.PILED.record_cleared(match, *free)  # they may consolidate (TA-G18)
        combat_contact.clear_contact(match, one)
        clear_break_markers(match, one)
        if "trapped" in how:
            match.record(FiguresRemoved(figures=match.figures(one), how="destroyed"))
            continue
        match.record(Moved(unit=one, length=far, how="fell back"))
        if "off" in how:
            match.record(FiguresRemoved(figures=match.figures(one), how="fled"))
        else:
            match.record(markers.FLEES.set(one), markers.MOVED.set(one))


def clear_break_markers(match: Match, unit: UnitId) -> None:
    for marker in (markers.BROKE, markers.ROLLED, markers.HINDERED):
        marker.record_cleared(match, unit)


# --------------------------------------------------------------------------------------- regrouping


FALL_BACK: Final = RollKind("fall_back", "fall back", rule="TA-FALL-01")
SWEEP: Final = RollKind("sweep", "sweeping advance", rule="TA-SWEEP-02")
Counts = tuple[int, ...]


class FallBackMove(Struct, frozen=True, omit_defaults=True):
    """The command for a unit to fall back.

    The unit's own rules can fix its ``length``, in hundredths of an inch. ``trapped`` means that
    the unit cannot move the whole distance. ``off`` means that a model reaches the table edge.
    """

    unit: UnitId
    length: int | None = None
    rough: bool = False
    trapped: bool = False
    off: bool = False


def resolve_fall_back(match: Match, _: SideId | None, params: FallBackMove) -> Asking[None]:
    """Roll a fall back. A unit that may be swept moves after the sweeps (TA-FALL-01, 06)."""
    unit = params.unit
    if params.length is None:
        dice = (6,) * state_queries.count_fall_back_dice(match, unit)
        total = 2 * (yield from ask_owner(match, unit, Score(kind=FALL_BACK, dice=dice)))
    else:
        total = params.length // HALF_INCH
    words = " ".join(word for word in ("rough", "trapped", "off") if getattr(params, word))
    together = morale_checks.list_units_testing_together(match, unit)
    for one in together:
        match.record(markers.ROLLED.set(one, value=total))
        if words:
            match.record(markers.HINDERED.set(one, value=words))
    if markers.BROKE.list_carriers(match, together) and state_queries.is_locked(match, unit):
        return continue_with(resolve_pursuit_if_all_rolled, match, unit)
    return continue_with(perform_fall_back, match, unit)


# ------------------------------------------------------------------------------------------- sweeps


def resolve_sweeping_advance(match: Match, _: SideId | None, params: OneUnitParams) -> Asking[None]:
    """Offer a sweep: one roll against all units that fall back (TA-SWEEP-01, 02, TA-MULTI-04)."""
    unit = params.unit
    who, scores = match.tag(unit), describe_sweep_scores_to_beat(match, unit)
    what = f"{who} makes a sweeping advance{scores and f': {scores}'}"
    question = f"Does {who} sweep?{scores and f' A total {scores}.'}"
    usual = must_sweep(match, unit) or has_unit_left_to_catch(match, unit)
    asked = Confirm(id="sweep", what=what, question=question, default=usual, rule="TA-SWEEP-01")
    total = 0
    if (yield from ask_owner(match, unit, asked)):
        dice = (6,) * state_queries.count_sweep_dice(match, unit)
        total = yield from ask_owner(match, unit, Score(kind=SWEEP, dice=dice))
    record_sweep_and_resolve_pursuit(match, unit, total * 2)


def record_sweep_and_resolve_pursuit(match: Match, unit: UnitId, score: int) -> None:
    """Record a sweep's score in half inches. After the last roll, decide which units are caught."""
    match.record(markers.SWEPT.set(*state_queries.list_joined_units(match, unit), value=score))
    resolve_pursuit_if_all_rolled(match, unit)


def record_sweep_without_dice(match: Match, _: SideId | None, params: OneUnitParams) -> None:
    """Record a sweep without dice, by its score and the enemies that players marked as caught."""
    enemies = state_queries.list_locked_enemies(match, params.unit)
    scores = (
        find_sweep_score_to_beat(match, morale_checks.find_unit_that_tests_for(match, one)) + 1
        for one in markers.CAUGHT.list_carriers(match, enemies)
    )
    record_sweep_and_resolve_pursuit(
        match, params.unit, max((markers.SWEPT.number(match, params.unit), *scores))
    )


Pursuer = tuple[int, bool, Counts]
"""A winner's sweep dice, whether it must sweep in any case, and the units that it can catch."""


def make_pursuer(match: Match, unit: UnitId, broken: Sequence[UnitId]) -> Pursuer:
    """Return a winner's values as a pursuer of ``broken`` units and those joined to them."""
    locked = state_queries.list_locked_enemies(match, unit)
    enemies = {morale_checks.find_unit_that_tests_for(match, one) for one in locked}
    always = match.option("sweep_choice") == "blind" or must_sweep(match, unit)
    whom = tuple(n for n, one in enumerate(broken) if one in enemies)
    return state_queries.count_sweep_dice(match, unit), always, whom


def roll_pursuit_ranks(
    flight_dice: Counts, pursuers: tuple[Pursuer, ...]
) -> Asking[tuple[Counts, Counts]]:
    """Roll for the units that fall back, and then sweeps for the winners (TA-SWEEP-02).

    A winner does not sweep if all units that it could catch are already caught. Return the ranks of
    all rolls. A winner's rank is above the ranks of the units that it beats.
    """
    totals, swept, caught = [], [], set[int]()
    for dice in flight_dice:
        total = yield from roll_dice_sum(FALL_BACK, dice)
        totals.append(total)
    for dice, always, whom in pursuers:
        total = 0
        if always or not caught.issuperset(whom):
            total = yield from roll_dice_sum(SWEEP, dice)
        caught |= {one for one in whom if totals[one] < total}
        swept.append(total)
    order = sorted(set(totals))
    falls = tuple(order.index(total) for total in totals)
    return falls, tuple(sum(total < one for total in order) for one in swept)


def resolve_pursuit_if_all_rolled(match: Match, unit: UnitId) -> None:
    """Once all have rolled, mark the caught and move the others (TA-SWEEP-03, 04, TA-G47)."""
    combat = COMBATS.find_combat(match, unit)
    units = (unit,) if combat is None else COMBATS.list_units(match, combat)
    broken = markers.BROKE.list_carriers(match, units)
    if any(not match.has(one, markers.ROLLED) for one in broken):
        return
    if any(can_sweep(match, one) for one in units):
        return
    caught = {one: list_enemies_that_catch(match, one) for one in broken}
    for one in broken:
        if not caught[one] and morale_checks.find_unit_that_tests_for(match, one) == one:
            perform_fall_back(match, one)
    for one in broken:
        if caught[one]:
            clear_break_markers(match, one)
            match.record(markers.CAUGHT.set(one), markers.PILED.set(one, *caught[one]))
    for one in dict.fromkeys(enemy for enemies in caught.values() for enemy in enemies):
        locked = state_queries.list_locked_enemies(match, one)
        combat_contact.record_all_models_in_contact(match, one, locked)


def list_enemies_that_catch(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List the enemies whose sweep beats the roll of a unit (or its host) (TA-SWEEP-02, TA-G46)."""
    host = morale_checks.find_unit_that_tests_for(match, unit)
    gets_away_by = find_sweep_score_to_beat(match, host)
    locked = state_queries.list_locked_enemies(match, host) or state_queries.list_locked_enemies(
        match, unit
    )
    return tuple(enemy for enemy in locked if markers.SWEPT.number(match, enemy) > gets_away_by)


def find_sweep_score_to_beat(match: Match, unit: UnitId) -> int:
    """Return the score that a sweep must beat to catch a unit, in half inches."""
    if match.option("sweep_compare") == "halved":
        return find_fall_back_distance(match, unit) // HALF_INCH
    return markers.ROLLED.number(match, unit)


def describe_sweep_scores_to_beat(match: Match, unit: UnitId) -> str:
    """Describe the scores to beat, as in ``over 7 catches B1``. Return "" before any roll."""
    rolled = markers.ROLLED.list_carriers(match, state_queries.list_locked_enemies(match, unit))
    return ", ".join(
        f"over {find_sweep_score_to_beat(match, one) / 2:g} catches {match.tag(one)}"
        for one in rolled
    )


def has_unit_left_to_catch(match: Match, unit: UnitId) -> bool:
    """Whether a unit can still catch an enemy that is not already certain to be caught."""
    broken = markers.BROKE.list_carriers(match, state_queries.list_locked_enemies(match, unit))
    return not all(
        match.has(one, markers.ROLLED) and list_enemies_that_catch(match, one) for one in broken
    )


def must_sweep(match: Match, unit: UnitId) -> bool:
    """Whether a unit must sweep, by its own rules or those of a joined unit (TA-FORCE-02)."""
    body = state_queries.list_joined_units(match, unit)
    return any(
        model.must_sweep for one in body for model in unit_profiles.list_profiles(match, one)
    )


def can_sweep(match: Match, unit: UnitId) -> bool:
    return not any(list_sweep_blocking_reasons(match, unit))


def list_sweep_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    enemies = state_queries.list_locked_enemies(match, unit)
    broken = markers.BROKE.list_carriers(match, enemies)
    if state_queries.find_joined_unit_or_self(match, unit) != unit:
        yield BlockingReason("joined", "TA-G51", "sweeps together with its unit")
    combat = COMBATS.find_combat(match, unit)
    fled = any(COMBATS.find_combat(match, one) == combat for one in broken)
    if not match.has(unit, markers.WON) or not fled:
        yield BlockingReason("nobody-flees", "TA-SWEEP-01", "has no enemy falling back from it")
    elif len(broken) < len(enemies):
        yield BlockingReason("pinned", "TA-MULTI-03", "is still locked with an enemy that stays")
    elif match.option("sweep_choice") == "after_roll" and not all(
        match.has(one, markers.ROLLED) for one in broken
    ):
        yield BlockingReason("not-rolled", "TA-G46", "must wait for the fall back dice")
    if match.has(unit, markers.SWEPT):
        yield BlockingReason("has-swept", "TA-MULTI-04", "has already rolled its sweep")
    if not state_queries.count_sweep_dice(match, unit):
        yield BlockingReason("never-sweeps", "TA-SWEEP-01", "cannot sweep")


def list_units_due_fall_back(match: Match) -> tuple[UnitId, ...]:
    """List broken units that have not rolled, and the active side's units that must fall back."""
    broken = (
        unit
        for unit in match.units()
        if match.has(unit, markers.BROKE) and not match.has(unit, markers.ROLLED)
    )
    firsts = dict.fromkeys(morale_checks.find_unit_that_tests_for(match, unit) for unit in broken)
    in_time = match.phase == regrouping.REGROUPING_PHASE
    later = regrouping.list_active_units_falling_back(match) if in_time else ()
    return (*firsts, *(unit for unit in later if unit not in firsts))


def list_fall_back_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if unit not in list_units_due_fall_back(match):
        yield BlockingReason("does-not-flee", "TA-MORALE-03", "has no reason to fall back")
    elif must_sweepers_decide_first(match, unit):
        why = "must wait until the winners decide whether to sweep"
        yield BlockingReason("blind", "TA-G46", why)


def must_sweepers_decide_first(match: Match, unit: UnitId) -> bool:
    """Whether winners must decide before the fall back dice are rolled, by house rule (TA-G46)."""
    if match.option("sweep_choice") != "blind" or not match.has(unit, markers.BROKE):
        return False
    return any(can_sweep(match, enemy) for enemy in state_queries.list_locked_enemies(match, unit))


def list_fall_back_objections(
    match: Match, _: SideId | None, params: FallBackMove
) -> Iterator[Objection]:
    unit = params.unit
    own = any(one.own_fall_back for one in unit_profiles.list_profiles(match, unit))
    if own and params.length is None:
        text = f"{match.tag(unit)} falls back by its own rules: enter the distance"
        yield Objection("own-rules", "TA-FALL-06", text, legal=True)
    for one in list_pile_ins_before_break_off(match, unit):
        text = f"{match.tag(one)} must pile in before any unit breaks off"
        yield Objection("pile-in-first", "TA-G18", text)


def list_pile_ins_before_break_off(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List the units that must pile in before a unit breaks off, by house rule (TA-G18)."""
    waits = match.option("pile_in_timing") == "before_break_off" and state_queries.is_locked(
        match, unit
    )
    if not waits or not match.has(unit, markers.BROKE):
        return ()
    locked, done = list_connected_units(match, markers.LOCKED, unit), (markers.BROKE, markers.PILED)
    return tuple(one for one in locked if not any(match.has(one, each) for each in done))


def list_fall_back_candidates(match: Match) -> Iterator[tuple[SideId | None, FallBackMove]]:
    for unit in list_units_due_fall_back(match):
        if not any(list_fall_back_blocking_reasons(match, unit)):
            yield match.side_of(unit), FallBackMove(unit)


def list_units_to_sweep(match: Match) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units() if can_sweep(match, unit))


def list_due_breaking_off_actions(match: Match) -> tuple[DueAction, ...]:
    """List the due fall back moves and sweeps. A house rule decides which come first.

    If a unit may try to regroup, its test is due first (TA-REGROUP-01).
    """
    may_regroup = {params.unit for _, params in regrouping.list_regroup_candidates(match)}
    falls = (
        (regrouping.REGROUPS if unit in may_regroup else FLEE).make_due_action(match, unit)
        for unit in list_units_due_fall_back(match)
        if not must_sweepers_decide_first(match, unit)
    )
    return (*falls, *(SWEEPS.make_due_action(match, unit) for unit in list_units_to_sweep(match)))


FLEE: Final = Action(
    id="flee",
    word="falls back",
    ahead="to fall back",
    params=FallBackMove,
    stage=resolve_fall_back,
    bars=list_fall_back_blocking_reasons,
    objections=list_fall_back_objections,
    expected="must fall back",
    must=True,
    candidates=list_fall_back_candidates,
    rolls=(FALL_BACK,),
    form=Form(
        "flees",
        make_unit_field(),
        how=(make_length_slot("length", "in"), *make_flag_slots("rough", "trapped", "off")),
        key=KeyVerb("l", text="falls back", amount="in"),
    ),
)
SWEEPS: Final = Action(
    id="sweep",
    word="sweeps",
    ahead="to sweep",
    params=OneUnitParams,
    stage=resolve_sweeping_advance,
    settle=record_sweep_without_dice,
    bars=list_sweep_blocking_reasons,
    expected="may sweep",
    must=True,
    candidates=lambda match: (
        (match.side_of(unit), OneUnitParams(unit)) for unit in list_units_to_sweep(match)
    ),
    rolls=(SWEEP,),
    form=Form("sweeps", make_unit_field(), key=KeyVerb("w", text="sweeps")),
)

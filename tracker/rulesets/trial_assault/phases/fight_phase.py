"""Step 3 of the assault, in which combats are fought in Initiative steps (TA-FIGHT, TA-RES)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_count_slot, make_free_text_option_slot
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, call_stage, continue_with
from tracker.procedures.ruleset import Action, BlockingReason, DueAction, Objection, OneUnitParams
from tracker.rulesets.trial_assault.combat import (
    combat_contact,
    initiative_steps,
    unit_strikes,
    vehicle_combat,
    weapon_attacks,
)
from tracker.rulesets.trial_assault.combat.attack_pools import TO_HIT, TO_WOUND
from tracker.rulesets.trial_assault.combat.wound_placement import SAVE
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.vocabulary.events import AnyFact, PhaseBegan
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

PHASE: Final = "fight"


class StrikeDeclaration(Struct, frozen=True, omit_defaults=True):
    """The command for a unit to strike a ``target`` in its next Initiative step.

    Without a target, its whole combat is fought. ``figures`` is how many of the models with a
    choice strike this target (TA-MULTI-02). From now on, the bearers of ``weapon`` use it
    (TA-FIGHT-07).
    """

    unit: UnitId
    target: UnitId | None = None
    figures: int | None = None
    weapon: str = ""


def record_combats_if_any_missing(match: Match) -> None:
    """Form combats when the phase begins, and after corrections (TA-TURN-03, TA-FIGHT-03)."""
    combats = (
        {COMBATS.find_combat(match, unit) for unit in pair}
        for pair in list_locked_pairs_yet_to_fight(match)
    )
    if any(len(found) > 1 or None in found for found in combats):
        combat_contact.record_combats_and_default_contacts(match)
        initiative_steps.mark_plasma_bearers(match)


def leave_combats_without_contact(match: Match) -> None:
    """Remove units from their combats if a correction left them without enemies (TA-TURN-05)."""
    for name, _ in match.pairs(markers.FIGHTS) if match.phase == PHASE else ():
        unit = UnitId(name)
        if state_queries.is_locked(match, unit) or match.has(unit, markers.FOUGHT):
            continue
        touched = map(partial(state_queries.list_touched_enemies, match), match.figures(unit))
        if any(match.exists(enemy) for enemies in touched for enemy in enemies):
            match.record(*make_disengagement_facts(match, markers.FIGHTS, unit))
            combat_contact.clear_contact(match, unit)


def list_locked_pairs_yet_to_fight(match: Match) -> Iterator[tuple[UnitId, UnitId]]:
    for a, b in match.pairs(markers.LOCKED) if match.phase == PHASE else ():
        pair = UnitId(a), UnitId(b)
        if all(match.exists(one) and not match.has(one, markers.FOUGHT) for one in pair):
            yield pair


def resolve_fight(match: Match, _: SideId | None, params: StrikeDeclaration) -> None:
    combat = COMBATS.find_combat(match, params.unit)
    if combat is None:
        return None
    if params.weapon:
        weapon_attacks.switch_weapon(match, params.unit, params.weapon)
    unit, target, figures = params.unit, params.target, params.figures
    if target is None:
        return continue_with(fight_to_end, match, combat)
    return continue_with(strike_in_next_step, match, combat, unit, target, figures)


def fight_to_end(match: Match, combat: Subject) -> Asking[None]:
    pairs = initiative_steps.list_due_strikes(match, combat)
    if not pairs:
        return continue_with(end_finished_step_and_combat, match, combat, initiative_steps.FIRST)
    yield from call_stage(strike_in_next_step, combat, *pairs[0], None)
    return continue_with(fight_to_end, match, combat)


def strike_in_next_step(
    match: Match, combat: Subject, unit: UnitId, target: UnitId, striker_count: int | None
) -> Asking[None]:
    step = initiative_steps.find_next_strike_step(match, unit, target)
    yield from call_stage(unit_strikes.resolve_strike, unit, target, step, striker_count)
    return continue_with(end_finished_step_and_combat, match, combat, step)


def end_finished_step_and_combat(match: Match, combat: Subject, step: int) -> Asking[None]:
    """Remove slain models after a finished step (TA-FIGHT-05). The last step ends the combat."""
    if initiative_steps.find_current_step(match, combat) >= step:
        return
    units = COMBATS.list_units(match, combat)
    figures = [one for unit in units for one in match.figures(unit)]
    match.record(*state_queries.make_slain_removal_facts(match, figures))
    if not initiative_steps.find_current_step(match, combat):
        yield from call_stage(record_combat_result, combat)


def find_unit_whose_combat_is_over(match: Match) -> UnitId | None:
    """Return a unit of a combat that has no result, although nobody is left to strike.

    Return None if there is no such combat. Only a correction can lead to one.
    """
    unfought = initiative_steps.list_unfought_combats(match) if match.phase == PHASE else ()
    over = (one for one in unfought if not initiative_steps.find_current_step(match, one))
    return next((COMBATS.list_units(match, one)[0] for one in over), None)


def list_strike_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if COMBATS.find_combat(match, unit) is None:
        yield BlockingReason("not-in-combat", "TA-FIGHT-01", "is not in close combat")
    elif not any(initiative_steps.list_remaining_unit_strikers(match, unit)):
        text = "has no model left that can strike, or no enemy to strike"
        yield BlockingReason("nobody-strikes", "TA-FIGHT-06", text)


def list_strike_objections(
    match: Match, _: SideId | None, params: StrikeDeclaration
) -> Iterator[Objection]:
    if match.phase != PHASE:
        yield Objection("not-fight", "TA-TURN-02", "units strike only in close combat")
    if params.weapon:
        yield from weapon_attacks.list_weapon_objections(match, params.unit, params.weapon)
    combat, unit, target = COMBATS.find_combat(match, params.unit), params.unit, params.target
    if combat is None or target is None:
        return
    is_vehicle = vehicle_combat.is_vehicle(match, target)
    if is_vehicle and not vehicle_combat.can_harm_vehicle(match, unit, target):
        text = f"no weapon of {match.tag(unit)} can harm {match.tag(target)}"
        yield Objection("cannot-harm", "TA-T13", text, legal=True)
    step = initiative_steps.find_next_strike_step(match, unit, target)
    if not step:
        text = f"{match.tag(unit)} cannot strike {match.tag(target)}"
        yield Objection("out-of-reach", "TA-FIGHT-01", text)
    elif step < (now := initiative_steps.find_current_step(match, combat)):
        due = initiative_steps.list_due_strikes(match, combat)
        first = ", ".join(dict.fromkeys(match.tag(one) for one, _ in due))
        yield Objection("later-step", "TA-FIGHT-04", f"{first} must strike first, at step {now}")


def list_strike_candidates(match: Match) -> Iterator[tuple[SideId | None, StrikeDeclaration]]:
    for combat in initiative_steps.list_unfought_combats(match) if match.phase == PHASE else ():
        pairs = initiative_steps.list_due_strikes(match, combat)
        yield from ((match.side_of(one), StrikeDeclaration(one, target)) for one, target in pairs)
        yield from ((match.side_of(unit), StrikeDeclaration(unit)) for unit, _ in pairs[:1])


def list_due_strike_actions(match: Match) -> tuple[DueAction, ...]:
    found = []
    for combat in initiative_steps.list_unfought_combats(match) if match.phase == PHASE else ():
        step = initiative_steps.find_current_step(match, combat)
        for unit in dict(initiative_steps.list_due_strikes(match, combat)):
            why = f"{match.unit(unit).name} strikes at step {step}"
            found.append(DueAction("strikes", None, unit, why, compulsory=True))
    return tuple(found)


def choose_next_combat(match: Match, _: SideId | None, params: OneUnitParams) -> None:
    """Make a unit's combat the next one to be fought, as the active side chooses (TA-TURN-03)."""
    combat = COMBATS.find_combat(match, params.unit)
    markers.CHOSEN.record_cleared(match, *match.units())
    if combat is not None:
        match.record(markers.CHOSEN.set(*COMBATS.list_units(match, combat)))


def list_next_combat_candidates(match: Match) -> Iterator[tuple[SideId | None, OneUnitParams]]:
    side = match.clock.side
    for combat in initiative_steps.list_unfought_combats(match)[1:] if match.phase == PHASE else ():
        units = COMBATS.list_units(match, combat, side)[:1]
        yield from ((side, OneUnitParams(unit)) for unit in units)


BEGIN: Final = Action(
    id="begins",
    word="begins its combat",
    params=OneUnitParams,
    stage=choose_next_combat,
    phases=(PHASE,),
    bars=list_strike_blocking_reasons,
    candidates=list_next_combat_candidates,
    form=Form(
        "begins",
        make_unit_field("unit", "only one combat can be next: name one of its units"),
        key=KeyVerb("b", text="has its combat fought next"),
    ),
)
FIGHT: Final = Action(
    id="strikes",
    word="in close combat",
    ahead="to strike",
    rolls=(TO_HIT, TO_WOUND, SAVE),
    sign="▸",
    params=StrikeDeclaration,
    stage=resolve_fight,
    phases=(PHASE,),
    objections=list_strike_objections,
    bars=list_strike_blocking_reasons,
    expected="has not struck",
    must=True,
    candidates=list_strike_candidates,
    form=Form(
        "fights",
        make_unit_field(),
        make_unit_field("target", "name one enemy in each part, and put `|` between parts"),
        (make_count_slot("figures"), make_free_text_option_slot("weapon", "with")),
        key=KeyVerb("k", whom="enemy", text="fights", alone=True),
    ),
)


# ------------------------------------------------------------------------------ result of a combat


def record_combat_result(match: Match, combat: Subject) -> Asking[None]:
    """Record the winner, by wounds or as the last side. Losers must test (TA-RES-01 to 04)."""
    units = COMBATS.list_units(match, combat)
    fresh = tuple(unit for unit in units if not match.has(unit, markers.FOUGHT))
    if not fresh:
        return
    match.record(markers.FOUGHT.set(*fresh))
    testing = tuple(unit for unit in units if would_test_if_beaten(match, unit))
    release_nonfighting_vehicles(match, combat)
    winner = COMBATS.find_winner(match, combat)
    mark_winner(match, combat, winner)
    lost = (unit for unit in testing if winner not in {None, match.side_of(unit)})
    markers.LOST.record_on(match, *lost)
    yield from call_stage(morale_checks.mark_friends_of_destroyed_side_as_shaken, combat)


RESULT: Final = (
    *(markers.FOUGHT, markers.WON, markers.LOST, markers.DREW),
    *(markers.BROKE, markers.ROLLED, markers.HINDERED, markers.SWEPT, markers.CAUGHT),
)
"""The markers that record the result of a combat and what follows from it."""


def make_result_withdrawal_facts(match: Match, combat: Subject) -> Iterator[AnyFact]:
    """Yield the facts that withdraw a combat's result, so that it is found anew (TA-TURN-05).

    Raises ``UnknownName`` if a unit has left the combat since.
    """
    units = COMBATS.list_units(match, combat)
    if not any(match.has(unit, markers.FOUGHT) for unit in units):
        return
    for unit in units:
        if not state_queries.is_locked(match, unit):
            who = match.tag(unit)
            text = f"{who} has left the combat, so its result stands: undo back to its strikes"
            raise UnknownName(text)
    yield from (one.cleared(unit) for one in RESULT for unit in units if match.has(unit, one))
    if match.phase != PHASE:
        yield PhaseBegan(phase=PHASE, side=match.clock.side)
        yield markers.STRUCK.set(*(figure for unit in units for figure in match.figures(unit)))


def mark_winner(match: Match, combat: Subject, winner: SideId | None) -> None:
    """Mark the winner's units as having won, or all units as having drawn (TA-RES-01)."""
    marker = markers.DREW if winner is None else markers.WON
    match.record(marker.set(*COMBATS.list_units(match, combat, winner)))


def would_test_if_beaten(match: Match, unit: UnitId) -> bool:
    """Whether a unit must check morale if its side loses the combat (TA-G68, TA-MULTI-01)."""
    enemies = state_queries.list_locked_enemies(match, unit)
    harmless = enemies and all(unit_profiles.is_non_walker_vehicle(match, one) for one in enemies)
    flees = match.has(unit, markers.FLEES)
    return not harmless and not flees and morale_checks.is_subject_to_morale(match, unit)


def release_nonfighting_vehicles(match: Match, combat: Subject) -> None:
    """End contact with vehicles that do not fight, because they lock nobody (TA-G68).

    They leave the combat, unless no other unit of their side was in it.
    """
    members = tuple(map(UnitId, match.links(markers.FIGHTS, combat)))
    cars = tuple(one for one in members if unit_profiles.is_non_walker_vehicle(match, one))
    fighting = {match.side_of(one) for one in members if one not in cars}
    for car in cars:
        match.record(*make_disengagement_facts(match, markers.LOCKED, car))
        if match.side_of(car) in fighting:
            match.record(markers.FIGHTS.make_unlink_fact(car, combat))

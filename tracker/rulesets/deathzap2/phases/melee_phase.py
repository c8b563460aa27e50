"""The Melee phase, in which every engaged unit strikes once (DZ-MELEE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import DividedField, Form
from tracker.procedures.declared.combat_status import CombatStatus, PhaseHistory
from tracker.procedures.declared.line_form_slots import (
    make_count_slot,
    make_flag_choice_slot,
    make_repeated_name_slot,
)
from tracker.procedures.declared.line_reader import LineReader, get_detail_name
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.contact_combats import (
    ContactCombatRules,
    list_pairs_in_contact_this_phase,
)
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import Asking, Number, ask_owner, continue_with
from tracker.procedures.ruleset import Action, BlockingReason, Objection
from tracker.rulesets.deathzap2.attacks import strike_allocation, unit_attack
from tracker.rulesets.deathzap2.attacks.attack_dice import STEPS
from tracker.rulesets.deathzap2.attacks.strike_allocation import TargetedStrikes
from tracker.rulesets.deathzap2.attacks.unit_attack import AttackSource
from tracker.rulesets.deathzap2.attacks.vehicle_and_monster_damage import (
    resolve_volleys_and_score_objectives,
)
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId


class Fight(Struct, frozen=True, omit_defaults=True):
    """The command for a unit's strikes. By default, all are at its first opponent."""

    unit: UnitId
    against: tuple[TargetedStrikes, ...] = ()


def resolve_fight(match: Match, _: SideId | None, params: Fight) -> Asking[None]:
    """Assign all of a unit's strikes before any dice, then roll them (DZ-MELEE-01, 02 and 05)."""
    unit = params.unit
    match.record(markers.FOUGHT.set(unit))
    against = list_targeted_strikes(match, params)
    if against and match.option("melee_reach") == "base_contact":
        against = yield from _ask_figures_in_contact(match, unit, against)
    dealt = strike_allocation.assign_strikes(match, unit, against)
    rounds = tuple(
        (part.target, strike_allocation.make_strike_dice_pools(match, unit, part, struck))
        for part, struck in zip(against, dealt, strict=True)
    )
    blow = AttackSource(match.side_of(unit), unit, "melee")
    return continue_with(resolve_volleys_and_score_objectives, match, rounds, blow)


def list_targeted_strikes(match: Match, params: Fight) -> tuple[TargetedStrikes, ...]:
    """Return the strikes as entered, or by default all at the first enemy with standing figures."""
    enemies = state_queries.list_opponents(match, params.unit)
    able = tuple(enemy for enemy in enemies if state_queries.list_standing_figures(match, enemy))
    return params.against or tuple(TargetedStrikes(enemy) for enemy in (able or enemies)[:1])


def _ask_figures_in_contact(
    match: Match, unit: UnitId, against: tuple[TargetedStrikes, ...]
) -> Asking[tuple[TargetedStrikes, ...]]:
    """Ask how many figures in contact strike at each target, if no number is given (DZ-G38)."""
    found = []
    for part in against:
        n = part.figures
        if n is None:
            every = len(match.figures(unit))
            asked = Number(
                id="fight",
                what=f"figures in contact with {match.unit(part.target).name}",
                target=part.target,
                low=1,
                high=every,
                default=every,
                spatial=True,
                rule="DZ-G38",
            )
            n = yield from ask_owner(match, unit, asked)
        found.append(replace(part, figures=n))
    return tuple(found)


def list_melee_objections(match: Match, _: SideId | None, params: Fight) -> Iterator[Objection]:
    """Yield objections to a unit's strikes, such as a wrong target or phase (DZ-MELEE-01, 05)."""
    unit, name = params.unit, match.unit(params.unit).name
    if match.phase != "melee":
        yield Objection("not-melee", "DZ-TURN-02", "units strike only in the Melee phase")
    enemies = state_queries.list_opponents(match, unit)
    against = list_targeted_strikes(match, params)
    told, there = sum(part.figures or 0 for part in against), len(match.figures(unit))
    if told > there and not unit_profiles.is_vehicle_or_monster_unit(match, unit):
        text = f"only {format_count(there, 'figure')} of {name} can strike, not {told}"
        yield Objection("so-many", "DZ-MELEE-02", text)
    yield from strike_allocation.list_weapon_and_striker_objections(match, unit, against)
    for part in against:
        target = match.unit(part.target).name
        if enemies and part.target not in enemies:
            yield Objection("no-contact", "DZ-MELEE-05", f"{name} is not in contact with {target}")
        if not state_queries.list_standing_figures(match, part.target):
            text = f"all figures of {target} are already casualties"
            yield Objection("all-to-remove", "DZ-MELEE-04", text)
        if must_strike_after_enemy(match, unit, part.target):
            yield Objection("strikes-second", "DZ-G40", f"{target} must strike before {name}")


def must_strike_after_enemy(match: Match, unit: UnitId, enemy: UnitId) -> bool:
    """Whether a unit must wait for an enemy's strikes, because the enemy charged (DZ-G40)."""
    if match.option("melee_order") == "a_then_b" or match.has(enemy, markers.FOUGHT):
        return False
    for a, b in ((unit, enemy), (enemy, unit)):
        link = match.link(markers.ENGAGED, a, b)
        if link is not None and link.value and link.since == match.turn:
            return a == enemy
    order = match.clock.order
    return bool(order) and match.side_of(enemy) == order[0]


def list_melee_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a unit cannot strike (DZ-MELEE-01)."""
    name, enemies = match.unit(unit).name, state_queries.list_opponents(match, unit)
    if match.has(unit, markers.FOUGHT):
        text = f"{name} has already struck in this phase"
        yield BlockingReason("has-fought", "DZ-MELEE-01", "has fought", text)
    if not enemies:
        text = f"{name} is not in melee"
        yield BlockingReason("not-in-melee", "DZ-MELEE-01", "not in melee", text)
    elif not any(state_queries.list_standing_figures(match, enemy) for enemy in enemies):
        text = f"{name} has no enemy left to strike"
        yield BlockingReason("all-to-remove", "DZ-MELEE-04", "no enemy left to strike", text)


def list_melee_candidates(match: Match, unit: UnitId) -> Iterator[Fight]:
    """Yield possible strikes: at each enemy in contact, and split between two of them."""
    enemies = [u for u in state_queries.list_opponents(match, unit) if match.exists(u)]
    yield from (Fight(unit, (TargetedStrikes(enemy),)) for enemy in enemies)
    figures = len(match.figures(unit))
    if len(enemies) > 1 and figures > 1:
        yield Fight(unit, (TargetedStrikes(enemies[0], figures // 2), TargetedStrikes(enemies[1])))


def make_enemy_loss_facts_without_dice(
    match: Match, _: SideId | None, params: Fight, losses: int
) -> Iterable[AnyFact]:
    """Return the facts for casualties of the first enemy, if strikes are entered without dice."""
    against = list_targeted_strikes(match, params)
    if not against:
        return ()
    blow = AttackSource(match.side_of(params.unit), params.unit, "melee")
    return unit_attack.make_loss_facts_without_dice(match, against[0].target, losses, blow)


def does_line_mean_strikes(reader: LineReader) -> bool:
    """Whether a part of a line without a verb means strikes. With cover or guns, it means fire."""
    fire = {*rule_tables.COVERS, "with"}
    return reader.match.phase == "melee" and not fire & {get_detail_name(how) for how in reader.how}


FIGHT = Action(
    id="fight",
    word="in melee",
    rolls=STEPS,
    sign="▸",
    ahead="to fight",
    params=Fight,
    stage=resolve_fight,
    phases=("melee",),
    objections=list_melee_objections,
    bars=list_melee_blocking_reasons,
    expected="has not fought",
    must=True,
    candidates=make_unit_candidates("melee", list_melee_blocking_reasons, list_melee_candidates),
    form=Form(
        "fights",
        make_unit_field(),
        divided=DividedField(
            "against",
            TargetedStrikes,
            make_unit_field("target", "name one enemy in each part, and put `|` between parts"),
            (
                make_count_slot("figures", low=1),
                make_repeated_name_slot(
                    "weapons", tuple(rule_tables.MELEE_WEAPONS), "weapon", option="with"
                ),
                make_flag_choice_slot("quality", rule_tables.QUALITIES),
            ),
        ),
        also={"": does_line_mean_strikes},
        key=KeyVerb("k", whom="enemy", text="fights"),
    ),
    outcome=make_enemy_loss_facts_without_dice,
)


def list_melees_of_phase(
    match: Match, asked_subject: Subject | None, phase_history: PhaseHistory
) -> tuple[CombatStatus, ...]:
    """List the melees of the Melee phase. A side wins only if it alone survives (DZ-MELEE)."""
    if match.phase != "melee":
        return ()
    pairs = list_pairs_in_contact_this_phase(match, phase_history, markers.ENGAGED)
    return MELEES.list_combats(match, asked_subject, phase_history, pairs)


def _has_enemy_to_strike(match: Match, unit: Subject, enemy: Subject) -> bool:
    """Whether a unit has yet to strike an enemy that has figures left (DZ-MELEE-04)."""
    able = not match.has(unit, markers.FOUGHT)
    return able and bool(state_queries.list_standing_figures(match, UnitId(enemy)))


MELEES: Final = ContactCombatRules(
    count_wounds_left=lambda match, unit: len(
        state_queries.list_standing_figures(match, UnitId(unit))
    ),
    has_yet_to_strike=_has_enemy_to_strike,
    has_struck=lambda match, unit: match.has(unit, markers.FOUGHT),
    must_leave=lambda *_: False,
)

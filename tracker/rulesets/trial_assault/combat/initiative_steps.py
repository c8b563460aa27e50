"""Finds the Initiative step of a model's strikes, and the current step (TA-FIGHT-04, TA-COVER)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.rulesets.trial_assault.combat import combat_contact, weapon_attacks
from tracker.rulesets.trial_assault.combat.combat_contact import Models
from tracker.rulesets.trial_assault.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

FIRST: int = rule_tables.COVERED_STEP + 1
"""The step before all others, in which models in cover strike (TA-G31)."""


class Striker(Struct, frozen=True):
    """A model, an enemy that it can strike, and the Initiative step of the strike.

    If ``by_choice`` is true, the model strikes another enemy by default.
    """

    figure: FigureId
    target: UnitId
    step: int
    by_choice: bool = False


def find_initiative_step(match: Match, figure: FigureId, target: UnitId) -> int:
    """Return the Initiative step in which a model strikes the given enemy (TA-T5)."""
    profile = unit_profiles.get_profile(match, figure)
    used = weapon_attacks.get_weapon_in_use(match, figure)
    fixed, unit = used.rules.initiative, match.figure(figure).unit
    if fixed:
        return fixed
    chargers = state_queries.list_chargers(match, unit)
    if any(_does_cover_help(match, unit, one, target) for one in chargers):
        return _find_covered_step(match)
    frag = "frag" in profile.grenades and target in state_queries.list_charge_targets(match, unit)
    chargers = state_queries.list_chargers(match, target)
    if frag and any(_does_cover_help(match, target, one, unit) for one in chargers):
        return _find_covered_step(match)
    return min(max(profile.i, rule_tables.LAST_STEP), rule_tables.COVERED_STEP)


def _find_covered_step(match: Match) -> int:
    before = match.option("cover_strike") == "before_everyone"
    return FIRST if before else rule_tables.COVERED_STEP


def _does_cover_help(match: Match, unit: UnitId, charger: UnitId, opponent: UnitId) -> bool:
    """Whether a unit's cover helps against a charger. Plasma prevents this (TA-COVER, TA-G35)."""
    if match.link(markers.COVERED, unit, charger) is None:
        return False
    if match.option("plasma_scope") == "any_charger":
        return not any(_has_plasma(match, one) for one in state_queries.list_chargers(match, unit))
    return not _has_plasma(match, opponent)


def mark_plasma_bearers(match: Match) -> None:
    """Mark units that have plasma grenades, for the whole combat (TA-COVER-07, TA-G35)."""
    bearers = tuple(unit for unit in match.units() if _has_plasma(match, unit))
    if match.knows(markers.PLASMA):  # not in matches begun before the marker existed
        markers.PLASMA.record_on(match, *bearers)


def _has_plasma(match: Match, unit: UnitId) -> bool:
    had = match.knows(markers.PLASMA) and match.has(unit, markers.PLASMA)
    return had or any("plasma" in one.grenades for one in unit_profiles.list_profiles(match, unit))


def list_remaining_strikers(match: Match, combat: Subject) -> Iterator[Striker]:
    """Yield the models that have yet to strike, including models slain in this step."""
    for unit in COMBATS.list_units(match, combat):
        yield from list_remaining_unit_strikers(match, unit)


def list_remaining_unit_strikers(match: Match, unit: UnitId) -> Iterator[Striker]:
    """Yield a unit's strikers. A vehicle that cannot fight has none (TA-G68).

    Models that reach several enemies are divided evenly among them, unless contacts were entered
    (TA-MULTI-02).
    """
    if unit_profiles.is_non_walker_vehicle(match, unit):
        return
    left: dict[UnitId, bool] = {}
    alone = unit_profiles.is_independent_or_monstrous(match, unit)
    shares = not alone and not match.has(unit, markers.TOLD)
    for place, figure in enumerate(match.figures(unit)):
        if match.has(figure, markers.STRUCK):
            continue
        steps = {}
        for target in combat_contact.list_strikable_enemies(match, figure):
            if target not in left:
                living = combat_contact.list_living_targets(match, unit, target)
                left[target] = bool(living) and not match.has(target, markers.FOUGHT)
            if left[target]:
                steps[target] = find_initiative_step(match, figure, target)
        yield from list_model_strikes(figure, place, steps, shares)


def list_model_strikes(
    figure: FigureId, place: int, steps: Mapping[UnitId, int], strikes_one_by_default: bool
) -> Iterator[Striker]:
    """Yield a model's possible strikes, one at each enemy in reach, with their steps.

    ``place`` is the model's index in its unit. One enemy is its default, and it strikes the other
    enemies only by choice (TA-MULTI-02).
    """
    for at, (target, step) in enumerate(steps.items()):
        yield Striker(figure, target, step, strikes_one_by_default and at != place % len(steps))


def find_current_step(match: Match, combat: Subject) -> int:
    """Return the highest Initiative step in which a model has yet to strike, or 0 if none has."""
    bound = (one for one in list_remaining_strikers(match, combat) if not one.by_choice)
    return max((one.step for one in bound), default=0)


def list_due_strikes(match: Match, combat: Subject) -> tuple[tuple[UnitId, UnitId], ...]:
    bound = [one for one in list_remaining_strikers(match, combat) if not one.by_choice]
    present = max((one.step for one in bound), default=0)
    pairs = [(match.figure(one.figure).unit, one.target) for one in bound if one.step == present]
    return tuple(dict.fromkeys(pairs))


def find_last_struck_step(match: Match, combat: Subject) -> int:
    """Return the last step of a combat in which a model struck, or the next step if none has."""
    figures = (one for unit in COMBATS.list_units(match, combat) for one in match.figures(unit))
    struck = (one for one in figures if match.has(one, markers.STRUCK))
    each = (
        find_initiative_step(match, one, enemy)
        for one in struck
        for enemy in combat_contact.list_strikable_enemies(match, one)
    )
    return min(each, default=find_current_step(match, combat))


def list_combats(match: Match) -> tuple[Subject, ...]:
    found = (COMBATS.find_combat(match, unit) for unit in match.units())
    return tuple(dict.fromkeys(one for one in found if one is not None))


def list_unfought_combats(match: Match) -> tuple[Subject, ...]:
    """List the combats yet to be fought: first a chosen one, then one begun (TA-TURN-03)."""

    def get_sort_key(combat: Subject) -> tuple[bool, bool]:
        units = COMBATS.list_units(match, combat)
        chosen = any(match.has(unit, markers.CHOSEN) for unit in units)
        return not chosen, not any(state_queries.has_struck(match, unit) for unit in units)

    unfought = (one for one in list_combats(match) if not is_combat_fought(match, one))
    return tuple(sorted(unfought, key=get_sort_key))


def is_combat_fought(match: Match, combat: Subject) -> bool:
    return all(match.has(unit, markers.FOUGHT) for unit in COMBATS.list_units(match, combat))


def find_next_strike_step(match: Match, unit: UnitId, target: UnitId) -> int:
    """Return the next step in which a unit strikes the given enemy, or 0 if there is none."""
    found = (one.step for one in list_remaining_unit_strikers(match, unit) if one.target == target)
    return max(found, default=0)


def classify_strikers_by_choice(
    strikers: Sequence[Striker], target: UnitId, step: int
) -> tuple[Models, Models, Models]:
    """Return three lists of models that can strike the target in the given step.

    The first has the models that reach no other enemy, and the second those with a choice. The
    third has those of the second that strike the target by default.
    """
    others = {one.figure for one in strikers if one.target != target}
    those = [one for one in strikers if (one.target, one.step) == (target, step)]
    may = [one for one in those if one.figure in others]
    return (
        tuple(one.figure for one in those if one not in may),
        tuple(one.figure for one in may),
        tuple(one.figure for one in may if not one.by_choice),
    )

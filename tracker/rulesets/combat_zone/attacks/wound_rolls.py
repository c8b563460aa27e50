"""Wound rolls, armour, and their effects (CZ-SHOOT-12 to 17, CZ-MELEE-09, CZ-FORCE-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    Asking,
    Faces,
    Score,
    ask,
    call_pure_stage,
    continue_with,
    continue_with_pure,
)
from tracker.rulesets.combat_zone.attacks import panic_and_rout
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Armour, Level
from tracker.rulesets.combat_zone.phases import machine_damage
from tracker.rulesets.combat_zone.phases.machine_damage import Damage, WoundScoreModifiers
from tracker.vocabulary.dice import Modifier, describe_bands
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import FiguresRemoved
from tracker.vocabulary.subject_ids import FigureId, is_figure


def get_worn_armour(match: Match, figure: FigureId) -> Armour:
    if match.has(figure, markers.ARMOUR_LOST):
        return "none"
    return markers.get_profile(match, figure).armour


def list_armour_modifiers(match: Match, figure: FigureId) -> tuple[Modifier, ...]:
    """List the modifier for a figure's armour. It lowers the score (CZ-SHOOT-14, CZ-MELEE-09)."""
    armour = get_worn_armour(match, figure)
    if armour == "none":
        return ()
    name = " ".join(word.capitalize() for word in armour.split("-"))
    return (Modifier(name, rule_tables.ARMOUR[armour], "CZ-FORCE-06"),)


WoundCause = Literal["shot", "melee"]


class WoundRoll(Struct, frozen=True):
    """A wound roll before the target's armour is subtracted. ``made_of`` explains the dice."""

    attacker: FigureId
    target: FigureId
    cause: WoundCause
    dice: tuple[int, ...]
    parts: tuple[Modifier, ...] = ()
    made_of: str = ""


class WoundResult(Struct, frozen=True):
    """The result of a wound roll: an outcome, or the level and location of a machine's damage."""

    outcome: rule_tables.Outcome = "nothing"
    damage: Damage | None = None


OUTCOMES: Final[Mapping[rule_tables.Outcome, str]] = {
    "casualty": "out of action",
    "rout": "ROUT",
    "panic": "PANIC",
    "nothing": "nothing",
}
SHOT: Final = "CZ-SHOOT-12"


def resolve_wound(match: Match, wound_roll: WoundRoll) -> Asking[None]:
    """Roll a wound, and apply the casualty, reaction or damage (CZ-SHOOT-16, CZ-MELEE-10)."""
    attacker, target = wound_roll.attacker, wound_roll.target
    result = yield from call_pure_stage(
        {"attacker": (match.side_of(attacker), attacker, target)},
        roll_wound_score,
        wound_roll.cause,
        wound_roll.dice,
        (*wound_roll.parts, *list_armour_modifiers(match, target)),
        machine_damage.get_toughness(match, target),
        machine_damage.find_wound_score_modifiers(match, target),
        wound_roll.made_of,
    )
    worn = get_worn_armour(match, target)
    if worn == "ablative" and match.option("ablative") == "lost_after_first_hit":  # CZ-G28
        match.record(markers.ARMOUR_LOST.set(target))
    if result.damage is not None:
        match.record(*machine_damage.make_damage_facts(match, attacker, target, result.damage))
    elif result.outcome == "casualty":
        match.record(FiguresRemoved(figures=(target,), by=attacker))
    elif result.outcome != "nothing":
        react = panic_and_rout.apply_reaction
        return continue_with(react, match, target, result.outcome, attacker)
    return None


def roll_wound_score(
    cause: WoundCause,
    dice: tuple[int, ...],
    parts: tuple[Modifier, ...],
    toughness: int,
    machine_modifiers: WoundScoreModifiers | None,
    made_of: str = "",
) -> Asking[WoundResult]:
    """Roll the dice, add the modifiers, and look up the result in CZ-T15, CZ-T20 or CZ-T21."""
    score = yield from ask(
        Score(
            kind=WOUND,
            dice=dice,
            needs=_describe_needs(cause, machine_modifiers, toughness),
            first_need="" if machine_modifiers is None else f"{toughness} to damage",
            parts=parts,
            role="attacker",
            rule=SHOT if cause == "shot" else "CZ-MELEE-09",
            made_of=made_of,
        )
    )
    if machine_modifiers is None or score < toughness:
        return WoundResult(_find_outcome(cause, score, toughness))
    level = machine_damage.find_machine_damage_level(machine_modifiers, toughness, score)
    return WoundResult() if level is None else continue_with_pure(roll_damage_location, level)


def roll_damage_location(level: Level) -> Asking[WoundResult]:
    """Roll a die for the location of this ``level`` of damage (CZ-DMG-05)."""
    (face,) = yield from ask(
        Faces(
            kind=PLACE,
            what=f"place of the {level} damage",
            dice=(6,),
            labels=(Label(what=describe_bands(machine_damage.FACES)),),
            table=machine_damage.FACES,
            role="attacker",
        )
    )
    return WoundResult(damage=(level, rule_tables.LOCATIONS[face - 1]))


def describe_wound_score(match: Match, request: Score, total: int) -> str:
    """Describe the outcome of a score (CZ-T15, CZ-T20), or a machine's damage level (CZ-T21)."""
    if request.target is None or not is_figure(request.target):
        return ""
    target = FigureId(request.target)
    toughness = machine_damage.get_toughness(match, target)
    frame = machine_damage.find_wound_score_modifiers(match, target)
    if frame is None or (total < toughness and frame.reacts):
        return OUTCOMES[
            _find_outcome("shot" if request.rule == SHOT else "melee", total, toughness)
        ]
    if total < toughness:
        return "nothing"
    level = machine_damage.find_machine_damage_level(frame, toughness, total)
    return f"{level} damage" if level else "nothing"


WOUND: Final = RollKind("scored", "wound", total=describe_wound_score)
PLACE: Final = RollKind("placed", "place of the damage", rule="CZ-DMG-05")


def _find_outcome(how: WoundCause, score: int, toughness: int) -> rule_tables.Outcome:
    table = rule_tables.find_shot_outcome if how == "shot" else rule_tables.find_melee_outcome
    return table(score, toughness)


def _describe_needs(how: WoundCause, frame: WoundScoreModifiers | None, toughness: int) -> str:
    """Describe the effect of each score, as in ``7 to kill, 4 to 6 panic``.

    Against a machine, these are the damage levels with all modifiers (CZ-T21): ``13 to damage, 16
    major, 18 critical (auto-repair -1, earlier damage +1)``. Reactions follow the levels.
    """
    if frame is None:
        return ", ".join((f"{toughness} to kill", *_list_reaction_needs(how, toughness)))
    begins: dict[Level, int] = {}
    highest = toughness + rule_tables.CRITICAL_FROM - rule_tables.AUTO_REPAIR
    for score in range(toughness, highest + 1):
        level = machine_damage.find_machine_damage_level(frame, toughness, score)
        if level is not None:
            begins.setdefault(level, score)
    least, *worse = begins.items()
    needs = [f"{least[1]} to damage", *(f"{score} {level}" for level, score in worse)]
    if frame.reacts:
        needs += _list_reaction_needs(how, toughness)
    changes = (("auto-repair", frame.repair), ("earlier damage", frame.wear))
    why = ", ".join(f"{name} {value:+d}" for name, value in changes if value)
    return ", ".join(needs) + (f" ({why})" if why else "")


def _list_reaction_needs(how: WoundCause, toughness: int) -> list[str]:
    """List the scores for each reaction, the worst reaction first (CZ-T15, CZ-T20)."""
    scores: dict[rule_tables.Outcome, list[int]] = {}
    for score in range(toughness - 1, toughness - 5, -1):
        scores.setdefault(_find_outcome(how, score, toughness), []).append(score)
    worse: tuple[rule_tables.Outcome, ...] = ("rout", "panic")
    return [
        f"{min(scores[outcome])} to {max(scores[outcome])} {outcome}"
        for outcome in worse
        if outcome in scores
    ]

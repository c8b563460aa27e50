"""Wound rolls, armour, and levels of damage to machines
(CZ-SHOOT-12 to 17, CZ-MELEE-09, CZ-DMG).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_repeated_name_slot
from tracker.procedures.declared.line_form_slots import make_text_slot as words
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
from tracker.procedures.ruleset import Action, Objection, Objections
from tracker.rulesets.combat_zone.attacks import panic_and_rout
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Armour, Weapon
from tracker.rulesets.combat_zone.data.rule_tables import Level, Location
from tracker.rulesets.combat_zone.phases.line_figure_fields import make_figure_field
from tracker.vocabulary.dice_bands import Modifier, describe_bands, make_table_bands
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.events import AnyFact, FiguresRemoved, GearChanged
from tracker.vocabulary.subject_ids import FigureId, SideId, is_figure

WORST_FIRST: Final[tuple[Level, ...]] = ("critical", "major", "minor")
PLACES: Final[tuple[Location, ...]] = get_args(Location)
FACES: Final = make_table_bands((3, "hardware"), (5, "power"), (6, "software"))

Damage = tuple[Level, Location]


def get_toughness(match: Match, figure: FigureId) -> int:
    """Return a figure's toughness. The players set a machine's toughness (CZ-T14, CZ-FORCE-08)."""
    profile = unit_profiles.get_profile(match, figure)
    if profile.machine is None:
        return rule_tables.TOUGHNESS[profile.kind]
    return profile.machine.toughness


def list_machine_damage(match: Match, machine: FigureId) -> tuple[Damage, ...]:
    """List all damage results that a machine has suffered, the worst first."""
    recorded = str(match.mark(machine, markers.DAMAGE) or "")
    words = [part.split(" ") for part in recorded.split(", ") if part]
    return tuple(
        (level, place)
        for level in WORST_FIRST
        for place in PLACES
        for word in words
        if word == [level, place]
    )


class MachineWoundModifiers(Struct, frozen=True):
    """The modifiers to a wound score against a machine.

    If ``at_once`` is true, both are added before the score is judged (CZ-G29). If ``reacts`` is
    true, the machine can panic and rout (CZ-G30).
    """

    repair: int
    wear: int
    at_once: bool
    reacts: bool


def find_machine_wound_modifiers(match: Match, figure: FigureId) -> MachineWoundModifiers | None:
    """Return the wound score modifiers against a machine, or None for other figures (CZ-DMG-01)."""
    if not unit_profiles.is_machine(match, figure):
        return None
    entered = unit_profiles.get_profile(match, figure).machine
    repairs = entered is not None and entered.auto_repair
    # Earlier damage counts by its worst result or by all results (CZ-T22, CZ-G41).
    levels = {level for level, _ in list_machine_damage(match, figure)}
    added = [rule_tables.WEAR[level] for level in levels]
    return MachineWoundModifiers(
        repair=rule_tables.AUTO_REPAIR if repairs else 0,
        wear=sum(added) if match.option("machine_wear") == "sum" else max(added, default=0),
        at_once=match.option("machine_order") == "net_sum",
        reacts=bool(match.option("machine_reactions")),
    )


def find_machine_damage_level(
    modifiers: MachineWoundModifiers, toughness: int, score: int
) -> Level | None:
    """Return the level of a machine's damage, or None if the score is too low (CZ-DMG-02 to 04)."""
    score += modifiers.repair
    if score < toughness and not modifiers.at_once:
        return None
    return rule_tables.find_damage_level(score + modifiers.wear - toughness)


def make_machine_damage_facts(
    match: Match, attacker: FigureId, machine: FigureId, damage: Damage
) -> Iterator[AnyFact]:
    """Yield the facts of a machine's damage, which can destroy it (CZ-DMG-06, CZ-G42)."""
    results = sorted(
        (*list_machine_damage(match, machine), damage),
        key=lambda one: (WORST_FIRST.index(one[0]), PLACES.index(one[1])),
    )
    value = ", ".join(" ".join(result) for result in results)
    yield markers.DAMAGE.set(machine, value=value, by=attacker)
    if damage[0] == "critical" and match.option("machine_critical") == "destroyed":
        yield FiguresRemoved(figures=(machine,), how="destroyed", by=attacker)


def make_critical_machine_removal_facts(match: Match) -> Iterator[AnyFact]:
    """Yield the facts that remove machines with critical damage as destroyed (CZ-G42)."""
    for figure in state_queries.list_figures_on_table(match):
        if any(level == "critical" for level, _ in list_machine_damage(match, figure)):
            yield FiguresRemoved(figures=(figure,), how="destroyed")


class DamageEffect(Struct, frozen=True, omit_defaults=True):
    """The effect of machine damage, as players enter it: a text, a malfunction, lost weapons."""

    machine: FigureId
    text: str = ""
    malfunction: str = ""
    lost: tuple[Weapon, ...] = ()


def record_damage_effect(match: Match, _: SideId | None, params: DamageEffect) -> None:
    """Record an effect of damage. Its texts, even "", replace the earlier ones (CZ-DMG-06)."""
    machine = params.machine
    texts = ((markers.EFFECT, params.text), (markers.MALFUNCTION, params.malfunction))
    for marker, text in texts:
        if text:
            match.record(marker.set(machine, value=text))
        else:
            marker.record_cleared(match, machine)
    if params.lost:
        match.record(GearChanged(figure=machine, lost=params.lost, why="damage"))


def list_damage_effect_objections(
    match: Match, _: SideId | None, params: DamageEffect
) -> Objections:
    name = state_queries.format_figure(match, params.machine)
    if not unit_profiles.is_machine(match, params.machine):
        yield Objection("no-machine", "CZ-DMG-06", f"{name} is not a machine")
    elif not list_machine_damage(match, params.machine):
        yield Objection("undamaged", "CZ-DMG-06", f"{name} has no damage")


EFFECT: Final = Action(
    id="effect",
    word="suffers",
    params=DamageEffect,
    stage=record_damage_effect,
    objections=list_damage_effect_objections,
    form=Form(
        "damage",
        make_figure_field("machine"),
        how=(
            words("text", "does"),
            words("malfunction"),
            make_repeated_name_slot("lost", rule_tables.ARMS, "weapon", key="lost"),
        ),
    ),
)


def get_worn_armour(match: Match, figure: FigureId) -> Armour:
    if match.has(figure, markers.ARMOUR_LOST):
        return "none"
    return unit_profiles.get_profile(match, figure).armour


def list_armour_modifiers(match: Match, figure: FigureId) -> tuple[Modifier, ...]:
    """List the wound score modifier for a figure's armour, if any (CZ-SHOOT-14, CZ-MELEE-09)."""
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
    """Roll for a wound, and apply the casualty, reaction or damage (CZ-SHOOT-16, CZ-MELEE-10)."""
    attacker, target = wound_roll.attacker, wound_roll.target
    result = yield from call_pure_stage(
        {"attacker": (match.side_of(attacker), attacker, target)},
        roll_wound_result,
        wound_roll.cause,
        wound_roll.dice,
        (*wound_roll.parts, *list_armour_modifiers(match, target)),
        get_toughness(match, target),
        find_machine_wound_modifiers(match, target),
        wound_roll.made_of,
    )
    worn = get_worn_armour(match, target)
    if worn == "ablative" and match.option("ablative") == "lost_after_first_hit":  # CZ-G28
        match.record(markers.ARMOUR_LOST.set(target))
    if result.damage is not None:
        match.record(*make_machine_damage_facts(match, attacker, target, result.damage))
    elif result.outcome == "casualty":
        match.record(FiguresRemoved(figures=(target,), by=attacker))
    elif result.outcome != "nothing":
        react = panic_and_rout.apply_reaction
        return continue_with(react, match, target, result.outcome, attacker)
    return None


def roll_wound_result(
    cause: WoundCause,
    dice: tuple[int, ...],
    parts: tuple[Modifier, ...],
    toughness: int,
    machine_modifiers: MachineWoundModifiers | None,
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
        return WoundResult(_find_wound_outcome(cause, score, toughness))
    level = find_machine_damage_level(machine_modifiers, toughness, score)
    return WoundResult() if level is None else continue_with_pure(roll_damage_location, level)


def roll_damage_location(level: Level) -> Asking[WoundResult]:
    """Roll a die for the location of damage of the given level (CZ-DMG-05)."""
    (face,) = yield from ask(
        Faces(
            kind=PLACE,
            what=f"place of the {level} damage",
            dice=(6,),
            labels=(Label(what=describe_bands(FACES)),),
            table=FACES,
            role="attacker",
        )
    )
    return WoundResult(damage=(level, rule_tables.LOCATIONS[face - 1]))


def describe_wound_score(match: Match, request: Score, total: int) -> str:
    """Describe a wound score's outcome (CZ-T15, CZ-T20), or the damage of a machine (CZ-T21)."""
    if request.target is None or not is_figure(request.target):
        return ""
    target = FigureId(request.target)
    toughness = get_toughness(match, target)
    frame = find_machine_wound_modifiers(match, target)
    if frame is None or (total < toughness and frame.reacts):
        return OUTCOMES[
            _find_wound_outcome("shot" if request.rule == SHOT else "melee", total, toughness)
        ]
    if total < toughness:
        return "nothing"
    level = find_machine_damage_level(frame, toughness, total)
    return f"{level} damage" if level else "nothing"


WOUND: Final = RollKind("scored", "wound", total=describe_wound_score)
PLACE: Final = RollKind("placed", "place of the damage", rule="CZ-DMG-05")


def _find_wound_outcome(how: WoundCause, score: int, toughness: int) -> rule_tables.Outcome:
    table = rule_tables.find_shot_outcome if how == "shot" else rule_tables.find_melee_outcome
    return table(score, toughness)


def _describe_needs(how: WoundCause, frame: MachineWoundModifiers | None, toughness: int) -> str:
    """List the scores needed for each outcome, as in ``7 to kill, 4 to 6 panic``.

    Against a machine, the damage levels come first, with all modifiers included (CZ-T21): ``13 to
    damage, 16 major, 18 critical (auto-repair -1, earlier damage +1)``.
    """
    if frame is None:
        return ", ".join((f"{toughness} to kill", *_list_reaction_needs(how, toughness)))
    begins: dict[Level, int] = {}
    highest = toughness + rule_tables.CRITICAL_FROM - rule_tables.AUTO_REPAIR
    for score in range(toughness, highest + 1):
        level = find_machine_damage_level(frame, toughness, score)
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
    """List the wound scores that cause each reaction, the worst reaction first (CZ-T15, CZ-T20)."""
    scores: dict[rule_tables.Outcome, list[int]] = {}
    for score in range(toughness - 1, toughness - 5, -1):
        scores.setdefault(_find_wound_outcome(how, score, toughness), []).append(score)
    worse: tuple[rule_tables.Outcome, ...] = ("rout", "panic")
    return [
        f"{min(scores[outcome])} to {max(scores[outcome])} {outcome}"
        for outcome in worse
        if outcome in scores
    ]

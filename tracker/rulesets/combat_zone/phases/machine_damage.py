"""Damage to machines, by level (CZ-DMG-01 to 06, CZ-T21 to CZ-T23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_repeated_name_slot
from tracker.procedures.declared.line_form_slots import make_text_slot as words
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Action, Objection, Objections
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Level, Location, Weapon
from tracker.rulesets.combat_zone.phases.figure_lookup import make_figure_field
from tracker.vocabulary.dice import make_table_bands
from tracker.vocabulary.events import AnyFact, FiguresRemoved, GearChanged
from tracker.vocabulary.subject_ids import FigureId, SideId

WORST_FIRST: Final[tuple[Level, ...]] = ("critical", "major", "minor")
PLACES: Final[tuple[Location, ...]] = get_args(Location)
FACES: Final = make_table_bands((3, "hardware"), (5, "power"), (6, "software"))

Damage = tuple[Level, Location]


def get_toughness(match: Match, figure: FigureId) -> int:
    """Return a figure's toughness. The players set a machine's toughness (CZ-T14, CZ-FORCE-08)."""
    profile = markers.get_profile(match, figure)
    if profile.machine is None:
        return rule_tables.TOUGHNESS[profile.kind]
    return profile.machine.toughness


def list_damage_results(match: Match, machine: FigureId) -> tuple[Damage, ...]:
    """List all damage results of a machine, the worst first."""
    said = str(match.mark(machine, markers.DAMAGE) or "")
    words = [part.split(" ") for part in said.split(", ") if part]
    return tuple(
        (level, place)
        for level in WORST_FIRST
        for place in PLACES
        for word in words
        if word == [level, place]
    )


class WoundScoreModifiers(Struct, frozen=True):
    """The modifiers of a wound score against a machine. If ``at_once`` is true, they apply together
    (CZ-G29). If ``reacts`` is true, the machine can panic and rout (CZ-G30).
    """

    repair: int
    wear: int
    at_once: bool
    reacts: bool


def find_wound_score_modifiers(match: Match, figure: FigureId) -> WoundScoreModifiers | None:
    """Return the wound score modifiers against a machine, or None for other figures (CZ-DMG-01)."""
    if not markers.is_machine(match, figure):
        return None
    entered = markers.get_profile(match, figure).machine
    repairs = entered is not None and entered.auto_repair
    return WoundScoreModifiers(
        repair=rule_tables.AUTO_REPAIR if repairs else 0,
        wear=_find_wear_modifier(match, figure),
        at_once=match.option("machine_order") == "net_sum",
        reacts=bool(match.option("machine_reactions")),
    )


def _find_wear_modifier(match: Match, machine: FigureId) -> int:
    """Return the modifier for earlier damage: the worst result or all results (CZ-T22, CZ-G41)."""
    levels = {level for level, _ in list_damage_results(match, machine)}
    added = [rule_tables.WEAR[level] for level in levels]
    return sum(added) if match.option("machine_wear") == "sum" else max(added, default=0)


def find_machine_damage_level(
    modifiers: WoundScoreModifiers, toughness: int, score: int
) -> Level | None:
    """Return a wound's damage level, or None if auto-repair prevents it (CZ-DMG-02 to 04)."""
    score += modifiers.repair
    if score < toughness and not modifiers.at_once:
        return None
    return rule_tables.find_damage_level(score + modifiers.wear - toughness)


def make_damage_facts(
    match: Match, attacker: FigureId, machine: FigureId, damage: Damage
) -> Iterator[AnyFact]:
    """Yield facts for lasting damage. A house rule can destroy the machine (CZ-DMG-06, CZ-G42)."""
    results = sorted(
        (*list_damage_results(match, machine), damage),
        key=lambda one: (WORST_FIRST.index(one[0]), PLACES.index(one[1])),
    )
    value = ", ".join(" ".join(result) for result in results)
    yield markers.DAMAGE.set(machine, value=value, by=attacker)
    if damage[0] == "critical" and match.option("machine_critical") == "destroyed":
        yield FiguresRemoved(figures=(machine,), how="destroyed", by=attacker)


def make_critically_damaged_removal_facts(match: Match) -> Iterator[AnyFact]:
    """Yield the facts that destroy machines with a critical result (CZ-G42)."""
    for figure in markers.list_figures_on_table(match):
        if any(level == "critical" for level, _ in list_damage_results(match, figure)):
            yield FiguresRemoved(figures=(figure,), how="destroyed")


class DamageEffect(Struct, frozen=True, omit_defaults=True):
    """The effect of damage as players enter it: a text, a malfunction, and lost guns."""

    machine: FigureId
    text: str = ""
    malfunction: str = ""
    lost: tuple[Weapon, ...] = ()


def record_damage_effect(match: Match, _: SideId | None, params: DamageEffect) -> None:
    """Record an effect of damage. Its texts replace earlier ones, even if empty (CZ-DMG-06)."""
    machine = params.machine
    said = ((markers.EFFECT, params.text), (markers.MALFUNCTION, params.malfunction))
    for marker, text in said:
        if text:
            match.record(marker.set(machine, value=text))
        else:
            marker.record_cleared(match, machine)
    if params.lost:
        match.record(GearChanged(figure=machine, lost=params.lost, why="damage"))


def list_damage_effect_objections(
    match: Match, _: SideId | None, params: DamageEffect
) -> Objections:
    name = markers.format_figure(match, params.machine)
    if not markers.is_machine(match, params.machine):
        yield Objection("no-machine", "CZ-DMG-06", f"{name} is not a machine")
    elif not list_damage_results(match, params.machine):
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

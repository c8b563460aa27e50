"""An attack on one unit, with its casualties and the damage rolls that follow."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.requests import Asking, Role, call_pure_stage, continue_with
from tracker.rulesets.deathzap2.attacks import target_kinds
from tracker.rulesets.deathzap2.attacks.attack_dice import (
    AttackDicePool,
    Defences,
    HitDivisionRules,
    roll_saves_for_automatic_hits,
    roll_volley,
)
from tracker.rulesets.deathzap2.attacks.numbers_to_hit_and_save import FailedSaves
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.rule_tables import Grade
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

Cause = Literal["fire", "melee", "blast", "explosion", "enraged", "destroyed"]


class AttackSource(Struct, frozen=True):
    """The source of an attack: the side that rolls, the unit credited, and the cause."""

    side: SideId
    credited_unit: UnitId
    cause: Cause


class UnresolvedDamage(Struct, frozen=True):
    """The number of damage rolls and the grades of Destroyer hits still to be resolved."""

    damage_rolls: int = 0
    destroyer_hits: tuple[Grade, ...] = ()


Failed = tuple[tuple[str, int], ...]
Groups = tuple[tuple[object, tuple[FigureId, ...]], ...]


def attack_unit(
    match: Match, source: AttackSource, target: UnitId, pools: tuple[AttackDicePool, ...]
) -> UnresolvedDamage:
    """Attack a unit, from the roll to hit to the casualties (DZ-SHOOT-05 to 10)."""
    grades = (pool.grade for pool in pools)
    defences = target_kinds.list_defences(match, target, source.credited_unit, grades)
    if not defences or not pools:
        return UnresolvedDamage()
    house = HitDivisionRules(
        spread=match.option("hit_allocation") == "spread_evenly",
        wasted=match.option("overkill") == "wasted",
    )
    return continue_with(roll_attack, match, source, target, pools, defences, house)


def roll_attack(
    match: Match,
    source: AttackSource,
    target: UnitId,
    pools: tuple[AttackDicePool, ...],
    defences: Defences,
    rules: HitDivisionRules,
) -> Asking[UnresolvedDamage]:
    roles = _make_attack_roles(match, source, target)
    result = yield from call_pure_stage(roles, roll_volley, pools, defences, rules)
    failed, damage = _separate_damage_rolls(defences, result)
    return continue_with(
        resolve_failed_saves, match, source, target, failed, UnresolvedDamage(damage, result.blasts)
    )


def resolve_automatic_hits(
    match: Match, source: AttackSource, target: UnitId, grade: Grade, hits: Failed
) -> Asking[UnresolvedDamage]:
    """Resolve automatic hits on a unit by kind of figure, at most one per figure.

    A shooter's order improves its own weapon, but not the explosion of a wreck.
    """
    weapon_of: Subject = source.credited_unit if source.cause == "blast" else ""
    defences = target_kinds.list_defences(match, target, weapon_of, (grade,))
    counts = dict(hits)
    dice = tuple(min(counts.get(kind.kind, 0), kind.size) for kind in defences)
    if not any(dice):
        return UnresolvedDamage()
    roles = _make_attack_roles(match, source, target)
    result = yield from call_pure_stage(roles, roll_saves_for_automatic_hits, defences, grade, dice)
    failed, damage = _separate_damage_rolls(defences, result)
    return continue_with(
        resolve_failed_saves, match, source, target, failed, UnresolvedDamage(damage)
    )


def _make_attack_roles(match: Match, blow: AttackSource, target: UnitId) -> dict[str, Role]:
    defender = (match.side_of(target), target, blow.credited_unit)
    return {"attacker": (blow.side, blow.credited_unit, target), "defender": defender}


def _separate_damage_rolls(defences: Defences, result: FailedSaves) -> tuple[Failed, int]:
    """Return ordinary figures' failed saves by kind, and the number of damage rolls."""
    pairs = tuple(zip(defences, result.failed, strict=True))
    failed = tuple((kind.kind, n) for kind, n in pairs if n and not kind.big)
    return failed, sum(n for kind, n in pairs if kind.big)


# ---------------------------------------------------------------------------------- casualties


def resolve_failed_saves(
    match: Match,
    source: AttackSource,
    unit: UnitId,
    failed_by_kind: Failed,
    unresolved: UnresolvedDamage,
) -> Asking[UnresolvedDamage]:
    """Kill a figure per failed save. Excess failures kill other figures (DZ-SHOOT-10)."""
    fallen: tuple[FigureId, ...] = ()
    surplus = 0
    in_blast = source.cause in ("blast", "explosion")
    for kind, n in failed_by_kind:
        able = _list_figures_still_standing(match, unit, kind, fallen)
        more = yield from _choose_casualties(
            match, unit, able, min(n, len(able)), in_blast=in_blast
        )
        fallen, surplus = (*fallen, *more), surplus + n - len(more)
    if surplus:
        able = _list_figures_still_standing(match, unit, "", fallen)
        more = yield from _choose_casualties(
            match, unit, able, min(surplus, len(able)), in_blast=in_blast
        )
        fallen = (*fallen, *more)
    match.record(*make_casualty_facts(match, unit, fallen, source))
    return unresolved


def _list_figures_still_standing(
    match: Match, unit: UnitId, kind: str, fallen: tuple[FigureId, ...]
) -> tuple[FigureId, ...]:
    members = target_kinds.list_figures_of_kind(match, unit, kind)
    return tuple(figure for figure in members if figure not in fallen)


def _choose_casualties(
    match: Match, unit: UnitId, able: tuple[FigureId, ...], n: int, *, in_blast: bool
) -> Asking[tuple[FigureId, ...]]:
    """Choose casualties among these figures. The owner is asked only if the figures differ. In a
    blast, the positions of the figures decide, so no figure is protected (DZ-WIN-04).
    """
    if n in (0, len(able)) or len(alike := _group_equal_figures(match, able)) == 1:
        return choose_last(able, n)
    groups = [(_name_figure_group(match, figures), figures) for _, figures in alike]
    what, rule = "falls", "DZ-SHOOT-10"
    if in_blast:
        what, rule = "falls in the blast", "DZ-SHOOT-11"
    return (
        yield from choose_fallen_figures(
            match, unit, groups, n, question_id="fall", what=what, rule=rule, spatial=in_blast
        )
    )


def _group_equal_figures(match: Match, figures: tuple[FigureId, ...]) -> Groups:
    """Group figures that are equal under the rules, the most expendable group first."""
    looks = {(value.profile, value.lost) for value in map(match.figure, figures)}
    if len(looks) == 1 and not set(figures).intersection(match.marked(markers.TARGET)):
        return ((None, figures),)
    figures = tuple(
        sorted(figures, key=lambda figure: target_kinds.get_expendability_sort_key(match, figure))
    )
    return markers.group_alike_figures(match, figures)


def _name_figure_group(match: Match, figures: tuple[FigureId, ...]) -> str:
    figure = match.figure(figures[0])
    if figure.name and len(figures) == 1:
        text = figure.name
    else:
        arms = [gun.kind.replace("-", " ") for gun in markers.list_working_guns(match, figures[0])]
        named = [] if arms == [figure.profile] else arms  # not: rifle (rifle)
        text = f"{figure.profile}: {', '.join(named)}" if named else figure.profile
    return f"{text}, hunted" if match.has(figures[0], markers.TARGET) else text


def make_casualty_facts(
    match: Match, unit: UnitId, figures: tuple[FigureId, ...], source: AttackSource
) -> tuple[AnyFact, ...]:
    """Return the facts that mark figures for removal at phase end and count them as killed."""
    if not figures:
        return ()
    tally = markers.KILLED.make_increase_fact(match, unit, len(figures))
    return *make_removal_facts(match, figures, source.cause, source.credited_unit), tally


def make_removal_facts(
    match: Match, figures: tuple[FigureId, ...], cause: Cause, by: Subject
) -> tuple[AnyFact, ...]:
    """Return the facts that remove figures at phase end, or under a house rule at once."""
    big = cause == "destroyed"
    if (big and match.option("vehicle_damage_timing") == "immediate") or (
        match.phase == "melee" and match.option("melee_order") == "charger_first_casualties_at_once"
    ):
        return (FiguresRemoved(figures=figures, how="destroyed" if big else "killed", by=by),)
    return (markers.TO_REMOVE.set(*figures, value=cause, by=by),)


def make_loss_facts_without_dice(
    match: Match, target: UnitId, losses: int, source: AttackSource
) -> tuple[AnyFact, ...]:
    """Return the facts for losses entered without dice. The most expendable figures fall first."""
    groups = _group_equal_figures(match, markers.list_standing_figures(match, target))
    figures = tuple(figure for _, group in groups for figure in reversed(group))[:losses]
    if markers.is_vehicle_or_monster_unit(match, target):
        return (
            make_removal_facts(match, figures, "destroyed", source.credited_unit) if figures else ()
        )
    return make_casualty_facts(match, target, figures, source)

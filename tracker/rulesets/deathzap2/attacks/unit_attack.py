"""Attacks on a unit, and blasts, which hit all nearby figures (DZ-SHOOT-11, DZ-DMG-06, DZ-G27).

Both cause casualties and damage rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.pieces.nearby_figures import (
    NearbyFigureGroup,
    UnitHits,
    add_unit_hits,
    ask_nearby_hits,
    list_groups_possibly_in_reach,
)
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Role,
    Score,
    Tally,
    ask,
    ask_owner,
    call_pure_stage,
    call_stage,
    continue_with,
)
from tracker.rulesets.deathzap2.attacks import needed_numbers_and_saves
from tracker.rulesets.deathzap2.attacks.attack_dice import (
    AttackDicePool,
    Defences,
    HitDivisionRules,
    roll_hits_and_saves,
    roll_penetration_and_saves_for_blast,
)
from tracker.rulesets.deathzap2.attacks.needed_numbers_and_saves import FailedSaves
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.data.profile_types import Grade
from tracker.rulesets.deathzap2.data.rule_tables import find_distance_scale
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId

Cause = Literal["fire", "melee", "blast", "explosion", "enraged", "destroyed"]


class AttackSource(Struct, frozen=True):
    """The source of an attack: the side that rolls, the unit credited with kills, and the cause."""

    side: SideId
    credited_unit: UnitId
    cause: Cause


class UnresolvedDamage(Struct, frozen=True):
    """The damage rolls and Destroyer hits of a volley that are still to be resolved."""

    damage_rolls: int = 0
    destroyer_hits: tuple[Grade, ...] = ()


Failed = tuple[tuple[str, int], ...]
Groups = tuple[tuple[object, tuple[FigureId, ...]], ...]


def attack_unit(
    match: Match, source: AttackSource, target: UnitId, pools: tuple[AttackDicePool, ...]
) -> UnresolvedDamage:
    """Resolve an attack on a unit, from the rolls to hit to the casualties (DZ-SHOOT-05 to 10)."""
    grades = (pool.grade for pool in pools)
    defences = needed_numbers_and_saves.list_target_defences(
        match, target, source.credited_unit, grades
    )
    if not defences or not pools:
        return UnresolvedDamage()
    house = HitDivisionRules(
        spread=match.option("hit_allocation") == "spread_evenly",
        wasted=match.option("overkill") == "wasted",
    )
    return continue_with(roll_and_resolve_attack, match, source, target, pools, defences, house)


def roll_and_resolve_attack(
    match: Match,
    source: AttackSource,
    target: UnitId,
    pools: tuple[AttackDicePool, ...],
    defences: Defences,
    rules: HitDivisionRules,
) -> Asking[UnresolvedDamage]:
    roles = _make_attack_roles(match, source, target)
    result = yield from call_pure_stage(roles, roll_hits_and_saves, pools, defences, rules)
    failed, damage = _separate_damage_rolls(defences, result)
    return continue_with(
        resolve_failed_saves, match, source, target, failed, UnresolvedDamage(damage, result.blasts)
    )


def resolve_automatic_hits(
    match: Match, source: AttackSource, target: UnitId, grade: Grade, hits: Failed
) -> Asking[UnresolvedDamage]:
    """Resolve automatic hits on each kind of figure, at most one per figure.

    The attacking unit's order has no effect on an explosion.
    """
    weapon_of: Subject = source.credited_unit if source.cause == "blast" else ""
    defences = needed_numbers_and_saves.list_target_defences(match, target, weapon_of, (grade,))
    counts = dict(hits)
    dice = tuple(min(counts.get(kind.kind, 0), kind.size) for kind in defences)
    if not any(dice):
        return UnresolvedDamage()
    roles = _make_attack_roles(match, source, target)
    result = yield from call_pure_stage(
        roles, roll_penetration_and_saves_for_blast, defences, grade, dice
    )
    failed, damage = _separate_damage_rolls(defences, result)
    return continue_with(
        resolve_failed_saves, match, source, target, failed, UnresolvedDamage(damage)
    )


def _make_attack_roles(match: Match, blow: AttackSource, target: UnitId) -> dict[str, Role]:
    defender = (match.side_of(target), target, blow.credited_unit)
    return {"attacker": (blow.side, blow.credited_unit, target), "defender": defender}


def _separate_damage_rolls(defences: Defences, result: FailedSaves) -> tuple[Failed, int]:
    pairs = tuple(zip(defences, result.failed, strict=True))
    failed = tuple((kind.kind, n) for kind, n in pairs if n and not kind.big)
    return failed, sum(n for kind, n in pairs if kind.big)


def resolve_failed_saves(
    match: Match,
    source: AttackSource,
    unit: UnitId,
    failed_by_kind: Failed,
    unresolved: UnresolvedDamage,
) -> Asking[UnresolvedDamage]:
    """Kill a figure for each failed save. Excess failures kill other figures (DZ-SHOOT-10)."""
    fallen: tuple[FigureId, ...] = ()
    surplus = 0
    in_blast = source.cause in ("blast", "explosion")
    choose = partial(_choose_casualties, match, unit, in_blast=in_blast)
    for kind, n in failed_by_kind:
        more = yield from choose(_list_figures_still_standing(match, unit, kind, fallen), n)
        fallen, surplus = (*fallen, *more), surplus + n - len(more)
    if surplus:
        able = _list_figures_still_standing(match, unit, "", fallen)
        fallen = (*fallen, *(yield from choose(able, surplus)))
    match.record(*make_casualty_facts(match, unit, fallen, source))
    return unresolved


def _list_figures_still_standing(
    match: Match, unit: UnitId, kind: str, fallen: tuple[FigureId, ...]
) -> tuple[FigureId, ...]:
    members = needed_numbers_and_saves.list_figures_of_kind(match, unit, kind)
    return tuple(figure for figure in members if figure not in fallen)


def _choose_casualties(
    match: Match, unit: UnitId, able: tuple[FigureId, ...], n: int, *, in_blast: bool
) -> Asking[tuple[FigureId, ...]]:
    """Choose casualties among the given figures. The owner is asked only if the figures differ.

    In a blast, the positions of the figures decide, so no figure is protected (DZ-WIN-04).
    """
    n = min(n, len(able))
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
    looks = {(value.profile, value.lost) for value in map(match.figure, figures)}
    if len(looks) == 1 and not set(figures).intersection(match.marked(markers.TARGET)):
        return ((None, figures),)
    figures = tuple(
        sorted(
            figures,
            key=lambda figure: needed_numbers_and_saves.get_expendability_sort_key(match, figure),
        )
    )
    return state_queries.group_interchangeable_figures(match, figures)


def _name_figure_group(match: Match, figures: tuple[FigureId, ...]) -> str:
    figure = match.figure(figures[0])
    if figure.name and len(figures) == 1:
        text = figure.name
    else:
        arms = [
            gun.kind.replace("-", " ") for gun in unit_profiles.list_working_guns(match, figures[0])
        ]
        named = [] if arms == [figure.profile] else arms  # not: rifle (rifle)
        text = f"{figure.profile}: {', '.join(named)}" if named else figure.profile
    return f"{text}, hunted" if match.has(figures[0], markers.TARGET) else text


def make_casualty_facts(
    match: Match, unit: UnitId, figures: tuple[FigureId, ...], source: AttackSource
) -> tuple[AnyFact, ...]:
    """Return the facts that count figures as killed, and mark them for removal at phase end."""
    if not figures:
        return ()
    tally = markers.KILLED.make_increase_fact(match, unit, len(figures))
    return *make_phase_end_removal_facts(match, figures, source.cause, source.credited_unit), tally


def make_phase_end_removal_facts(
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
    """Return the facts for typed casualties. The most expendable figures fall first."""
    groups = _group_equal_figures(match, state_queries.list_standing_figures(match, target))
    figures = tuple(figure for _, group in groups for figure in reversed(group))[:losses]
    if unit_profiles.is_vehicle_or_monster_unit(match, target):
        return (
            make_phase_end_removal_facts(match, figures, "destroyed", source.credited_unit)
            if figures
            else ()
        )
    return make_casualty_facts(match, target, figures, source)


RADIUS: Final = RollKind("explosion", "blast radius", rule="DZ-DMG-06")


class OwedDamage(Struct, frozen=True):
    """Damage rolls, or an explosion, that are still to be resolved for a vehicle or monster."""

    source: AttackSource
    unit: UnitId
    rolls: int
    explodes: bool = False

    @property
    def is_from_blast(self) -> bool:
        return self.source.cause in ("blast", "explosion")


OwedDamages = tuple[OwedDamage, ...]


def resolve_destroyer_hit(
    match: Match, source: AttackSource, target: UnitId, grade: Grade
) -> Asking[OwedDamages]:
    """Hit a figure chosen by its owner, and all figures within 3 inches of it (DZ-SHOOT-11).

    If no figure of the target is still standing, the blast is centred on a casualty.
    """
    kinds = needed_numbers_and_saves.list_target_kinds(match, target)
    centre: str | None = None
    hits: tuple[UnitHits, ...] = ()
    if kinds:
        what, options = "the Destroyer hits", tuple(Option(kind.id, kind.text) for kind in kinds)
        asked = Pick(
            id="destroyer", what=what, options=options, default=kinds[0].id, rule="DZ-SHOOT-07"
        )
        centre = yield from ask_owner(match, target, asked)
        hits = add_unit_hits((), target, centre)
    sides = match.sides
    if not match.option("blast_friends"):
        sides = tuple(side for side in sides if side != source.side)
    inches = rule_tables.BLAST // rule_tables.INCH * find_distance_scale(match, "other")
    near = list_figure_groups_in_blast(match, target, sides, centre)
    what = f"others within {inches} inches"
    others = Tally(id="destroyer", what=what, shares=(), rule="DZ-SHOOT-11")
    hits = yield from ask_nearby_hits(others, (source.side, source.credited_unit), near, hits)
    return continue_with(resolve_blast_hits, match, replace(source, cause="blast"), grade, hits, ())


def resolve_explosion(match: Match, source: AttackSource, wreck: UnitId) -> Asking[OwedDamages]:
    """Hit all figures within D6 inches of a wreck with a Basic weapon (DZ-DMG-06)."""
    by = source.credited_unit
    roll = Score(kind=RADIUS, dice=(6,), side=source.side, subject=by, target=wreck)
    radius = yield from ask(roll)
    inches = radius * find_distance_scale(match, "other")
    near = list_figure_groups_in_blast(match, wreck, match.sides)
    others = Tally(id="explosion", what=f"within {inches} inches", shares=(), rule="DZ-DMG-06")
    hits = yield from ask_nearby_hits(others, (source.side, by), near)
    from_wreck = replace(source, cause="explosion")
    return continue_with(resolve_blast_hits, match, from_wreck, "basic", hits, ())


def list_figure_groups_in_blast(
    match: Match, central_unit: UnitId, sides: Sequence[SideId], central_kind: str | None = None
) -> tuple[NearbyFigureGroup, ...]:
    return list_groups_possibly_in_reach(match, central_unit, central_kind, sides, _list_kind_sizes)


def _list_kind_sizes(match: Match, unit: UnitId) -> tuple[tuple[str, str, int], ...]:
    kinds = needed_numbers_and_saves.list_target_kinds(match, unit)
    return tuple((kind.id, kind.text, kind.size) for kind in kinds)


def resolve_blast_hits(
    match: Match,
    source: AttackSource,
    grade: Grade,
    unit_hits: tuple[UnitHits, ...],
    earlier_damage: OwedDamages,
) -> Asking[OwedDamages]:
    """Resolve a blast's hits, unit by unit. Return the damage rolls still to be made."""
    if not unit_hits:
        return earlier_damage
    first, *rest = unit_hits
    came = yield from call_stage(resolve_automatic_hits, source, first.unit, grade, first.hits)
    if came.damage_rolls:
        earlier_damage = (*earlier_damage, OwedDamage(source, first.unit, came.damage_rolls))
    return continue_with(resolve_blast_hits, match, source, grade, tuple(rest), earlier_damage)

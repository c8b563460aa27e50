"""The contact, support and reach of models in a combat (TA-FIGHT-01 to 03, TA-CHG-10, TA-MULTI-02).

They are fixed when the combat starts, even if models die. The players enter rows that say how many
models touch an enemy, and how many support against it. A model that touches two enemies is counted
in the rows of both, and in another row for both together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.match_view import Match, group_equal_figures
from tracker.rulesets.trial_assault.combat import weapon_attacks
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS, ENGAGED, SUPPORTS
from tracker.vocabulary.subject_ids import FigureId, UnitId

Units = tuple[UnitId, ...]
Models = tuple[FigureId, ...]


def record_combats_and_default_contacts(match: Match) -> None:
    """Form the combats. Where no contacts were entered, all models touch every enemy (TA-TURN-03,
    TA-FIGHT-01).

    Units that fought or consolidated in this phase form no combat (TA-CONS-02).
    """
    added = COMBATS.record_combats(match, markers.FOUGHT.list_carriers(match, match.units()))
    for unit in match.units():
        enemies = state_queries.list_locked_enemies(match, unit)
        if {*added} & {unit, *enemies} and is_contact_undeclared(match, unit):
            record_all_models_in_contact(match, unit, enemies)


def is_contact_undeclared(match: Match, unit: UnitId) -> bool:
    """Whether a unit has no entered contacts, and no recorded ones with one of its enemies."""
    if match.has(unit, markers.TOLD):
        return False
    figures = match.figures(unit)
    known = {one for each in figures for one in list_touched_and_supported_enemies(match, each)}
    return not {*state_queries.list_locked_enemies(match, unit)} <= known


def list_touched_and_supported_enemies(match: Match, figure: FigureId) -> Units:
    touched = state_queries.list_touched_enemies(match, figure)
    return (*touched, *state_queries.list_enemies_supported_against(match, figure))


def record_all_models_in_contact(match: Match, unit: UnitId, enemies: Units) -> None:
    """Record that every model touches all these enemies, so that all can strike (TA-FIGHT-01)."""
    record_contact(match, unit, ((enemies, match.figures(unit)),), ())


def add_enemy_to_declared_contacts(match: Match, unit: UnitId, enemy: UnitId) -> None:
    """Add an enemy to a unit's entered contacts.

    Supporting models also support against the new enemy. All other models touch it.
    """
    figures = match.figures(unit)
    supporting = SUPPORTS.list_carriers(match, figures)
    for marker, those in (
        (ENGAGED, tuple(one for one in figures if one not in supporting)),
        (SUPPORTS, supporting),
    ):
        for had, same in group_equal_figures(
            those, lambda one: list_touched_and_supported_enemies(match, one)
        ):
            if enemy not in had:
                match.record(marker.set(*same, value=state_queries.format_handles((*had, enemy))))


def record_contact(
    match: Match,
    unit: UnitId,
    engaged: Iterable[tuple[Units, Models]],
    supporting: Iterable[tuple[Units, Models]],
) -> None:
    """Record which models touch or support against the given enemies. Others do neither."""
    clear_contact(match, unit)
    for marker, rows in ((ENGAGED, engaged), (SUPPORTS, supporting)):
        for against, figures in rows:
            if against:
                marker.record_on(match, *figures, value=state_queries.format_handles(against))


def clear_contact(match: Match, unit: UnitId) -> None:
    for marker in (ENGAGED, SUPPORTS):
        marker.record_cleared(match, *match.figures(unit))


def list_strikable_enemies(match: Match, figure: FigureId) -> Units:
    """List the enemies that a model touches. If it touches none, list those it supports against."""
    touched = state_queries.list_touched_enemies(match, figure)
    return touched or state_queries.list_enemies_supported_against(match, figure)


def list_models_in_kill_zone(match: Match, attacker: UnitId, target: UnitId) -> Models:
    """List the target's models that fight the attacker or the friends it supports (TA-FIGHT-02).

    Only these can be harmed. A character who only supports cannot be struck (TA-G67).
    """
    reach = {*_list_attacker_or_supported_friends(match, attacker, target)}
    alone = unit_profiles.is_independent_or_monstrous(match, target)
    return tuple(
        figure
        for figure in match.figures(target)
        if reach & {*state_queries.list_touched_enemies(match, figure)}
        or (not alone and reach & {*state_queries.list_enemies_supported_against(match, figure)})
    )


def _list_attacker_or_supported_friends(match: Match, attacker: UnitId, target: UnitId) -> Units:
    """List the attacker alone if it touches the target, otherwise the friends that it supports."""
    models = match.figures(attacker)
    if any(target in state_queries.list_touched_enemies(match, figure) for figure in models):
        return (attacker,)
    if match.option("support_from") == "any_friend":
        combat = COMBATS.find_combat(match, attacker)
        own = match.side_of(attacker)
        return COMBATS.list_units(match, combat, own) if combat else (attacker,)
    return state_queries.list_joined_units(match, attacker)


def list_living_targets(match: Match, attacker: UnitId, target: UnitId) -> Models:
    """List the models that an attacker can harm and that have not been slain yet (TA-CAS-01)."""
    zone = list_models_in_kill_zone(match, attacker, target)
    return tuple(figure for figure in zone if not match.has(figure, markers.FALLS))


ROLES: Final = ("supporting", "in contact", "with special weapons", "leading")
"""The default order of casualties (TA-G30)."""


def group_by_casualty_order(match: Match, figures: Models) -> tuple[tuple[str, Models], ...]:
    """Group models by role and kind, in the order in which they fall."""

    def classify(figure: FigureId) -> tuple[int, str, str]:
        value = match.figure(figure)
        if unit_profiles.get_profile(match, figure).leader:
            role = 3
        elif not match.has(figure, markers.ENGAGED):
            role = 0
        else:
            role = 1 if weapon_attacks.get_weapon_in_use(match, figure).kind == "normal" else 2
        return role, value.name, match.name_kind(figure)

    groups = sorted(group_equal_figures(figures, classify))
    return tuple((f"{kind[2]} {ROLES[kind[0]]}", members) for kind, members in groups)


# ------------------------------------------------------------------ contacts as players count them


Placed = tuple[tuple[Units, Models], ...]


class ContactDeclaration(Struct, frozen=True, omit_defaults=True):
    """A row of the fighters sheet: how many models of a unit touch an enemy or support against it.

    The default for ``enemy`` is the unit's only enemy. If ``group`` is given, only models with that
    profile count. ``also`` are other enemies that the same models touch. The models are counted in
    the rows of these enemies, too.
    """

    unit: UnitId
    engaged: int = 0
    supporting: int = 0
    enemy: UnitId | None = None
    group: str = ""
    also: tuple[UnitId, ...] = ()

    @property
    def enemies(self) -> Units:
        return self.also if self.enemy is None else (self.enemy, *self.also)


ContactDeclarations = tuple[ContactDeclaration, ...]


EnemyCounts = list[tuple[Units, int]]
"""For each group of enemies, the number of models that touch or support against all of them."""


def list_row_enemies(match: Match, row: ContactDeclaration) -> Units:
    """List the enemies that a row names, or by default the first enemy in combat with its unit."""
    return row.enemies or state_queries.list_locked_enemies(match, row.unit)[:1]


def list_contact_rows(match: Match, unit: UnitId) -> Iterator[ContactDeclaration]:
    """Yield the rows of a unit's contacts, as last entered.

    By default, all models touch every enemy. The rows for each enemy come first, followed by the
    rows for models with several enemies.
    """
    figures, enemies = match.figures(unit), state_queries.list_locked_enemies(match, unit)
    touching, behind = (
        Counter(tuple(filter(match.exists, whom(match, one))) for one in figures)
        for whom in (
            state_queries.list_touched_enemies,
            state_queries.list_enemies_supported_against,
        )
    )
    if is_contact_undeclared(match, unit):
        touching, behind = Counter({enemies: len(figures)}), Counter()
    cells = dict.fromkeys((*touching, *behind))
    for enemy in dict.fromkeys((*enemies, *(one for cell in cells for one in cell))):
        engaged, supporting = (
            sum(n for cell, n in found.items() if enemy in cell) for found in (touching, behind)
        )
        yield ContactDeclaration(unit, engaged, supporting, enemy)
    for cell in (one for one in cells if len(one) > 1):
        yield ContactDeclaration(unit, touching[cell], behind[cell], cell[0], also=cell[1:])


def assign_models_to_contact_rows(
    match: Match, unit: UnitId, rows: ContactDeclarations
) -> tuple[Placed, Placed]:
    """Assign models to contact and support, beginning with leaders and the best-armed models.

    No model is counted twice, and every row is filled. If the rows count more models than exist, as
    few models as possible are shared.
    """
    touching: dict[FigureId, Units] = {}
    supporting: dict[FigureId, Units] = {}
    for group, here in group_contact_rows(rows):
        models = list_models_counted_in_rows(match, unit, group, rows)
        those = group_by_casualty_order(match, models)
        front = tuple(one for _, alike in reversed(those) for one in alike)  # TA-G30
        touch = count_models_by_enemies(match, here, supporting=False)
        behind = count_models_by_enemies(match, here, supporting=True)
        room = max(len(front) - sum(n for _, n in behind), count_models_needed_by_rows(touch))
        touching |= _assign_models(front[:room], touch)
        supporting |= _assign_models(tuple(one for one in front if one not in touching), behind)
    return (
        group_equal_figures(touching, touching.__getitem__),
        group_equal_figures(supporting, supporting.__getitem__),
    )


def count_models_by_enemies(
    match: Match, rows: ContactDeclarations, *, supporting: bool
) -> EnemyCounts:
    """Count the models that the rows give for each set of enemies. Sets of several come first."""
    found: dict[Units, int] = {}
    for row in rows:
        n = row.supporting if supporting else row.engaged
        enemies = list_row_enemies(match, row)
        found[enemies] = found.get(enemies, 0) + n
    several = {enemies: n for enemies, n in found.items() if len(enemies) > 1 and n}
    alone = (
        (one, n - sum(m for enemies, m in several.items() if one[0] in enemies))
        for one, n in found.items()
        if len(one) == 1
    )
    return [(enemies, n) for enemies, n in (*several.items(), *alone) if n > 0]


def count_models_needed_by_rows(found: EnemyCounts) -> int:
    """Return the number of models that the rows need, which is the largest count for one enemy."""
    each: Counter[UnitId] = Counter()
    for enemies, n in found:
        each.update(dict.fromkeys(enemies, n))
    return max(each.values(), default=0)


def group_contact_rows(rows: ContactDeclarations) -> Iterator[tuple[str, ContactDeclarations]]:
    """Yield each named profile with its rows, and "" with the rows for the whole unit."""
    for group in dict.fromkeys(row.group for row in rows):
        yield group, tuple(row for row in rows if row.group == group)


def _assign_models(models: Models, enemy_counts: EnemyCounts) -> dict[FigureId, Units]:
    """Assign models to enemies, one by one. If models are short, the last ones are shared."""
    found: dict[FigureId, Units] = {}
    at = 0
    for enemies, wanted in enemy_counts:
        n = min(wanted, len(models))
        at = min(at, len(models) - n)
        for figure in models[at : at + n]:
            found[figure] = tuple(dict.fromkeys((*found.get(figure, ()), *enemies)))
        at += n
    return found


def list_models_counted_in_rows(
    match: Match, unit: UnitId, profile_name: str, rows: ContactDeclarations
) -> Models:
    """List the models with the given profile, or for "" those whose profile has no own row."""
    figures = match.figures(unit)
    if profile_name:
        return tuple(one for one in figures if match.figure(one).profile == profile_name)
    apart = {row.group for row in rows if row.group}
    return tuple(one for one in figures if match.figure(one).profile not in apart)

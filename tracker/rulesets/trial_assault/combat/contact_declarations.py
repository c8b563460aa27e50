"""Contacts as people count them, and as a unit's models carry them (TA-CHG-10, TA-MULTI-02).

A row says how many models touch an enemy, and how many support against it. Rows count each enemy
separately: a model that touches two enemies is in the rows of both, and once more in a row of both
together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import combat_contact, model_casualties
from tracker.rulesets.trial_assault.combat.combat_contact import Models, Units
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import FigureId, UnitId

Placed = list[tuple[Models, Units]]


class ContactDeclaration(Struct, frozen=True, omit_defaults=True):
    """So many models of a unit touch an enemy (by default its only one), and so many support
    against it; ``group``: those with a profile. ``also`` are further enemies that the same models
    touch, included in the rows of each enemy.
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


Rows = tuple[ContactDeclaration, ...]


class ModelsInContact(Struct):
    """Models that touch, or support against, the same enemies."""

    enemies: Units
    n: int


def list_row_enemies(match: Match, row: ContactDeclaration) -> Units:
    """The enemies of a row; empty if it names none and the unit is not in close combat."""
    if row.enemy is None:
        return markers.list_locked_enemies(match, row.unit)[:1]
    return (row.enemy, *row.also)


def list_contact_rows(match: Match, unit: UnitId) -> Iterator[ContactDeclaration]:
    """The contacts of a unit: as entered last, or else all models with every enemy; a row for each
    enemy, then for models with the same several enemies.
    """
    figures, enemies = match.figures(unit), markers.list_locked_enemies(match, unit)
    touching, behind = (
        Counter(tuple(filter(match.exists, whom(match, one))) for one in figures)
        for whom in (markers.list_touched_enemies, markers.list_enemies_supported_against)
    )
    if combat_contact.is_contact_undeclared(match, unit):
        touching, behind = Counter({enemies: len(figures)}), Counter()
    cells = dict.fromkeys((*touching, *behind))
    for enemy in dict.fromkeys((*enemies, *(one for cell in cells for one in cell))):
        engaged, supporting = (_with(found, enemy) for found in (touching, behind))
        yield ContactDeclaration(unit, engaged, supporting, enemy)
    for cell in (one for one in cells if len(one) > 1):
        yield ContactDeclaration(unit, touching[cell], behind[cell], cell[0], also=cell[1:])


def _with(found: Counter[Units], enemy: UnitId) -> int:
    """The number of models with an enemy, alone or among others."""
    return sum(n for cell, n in found.items() if enemy in cell)


def assign_models_to_rows(match: Match, unit: UnitId, rows: Rows) -> tuple[Placed, Placed]:
    """Assign models to contact and support: leaders and the best armed in front.

    Nobody is counted twice, and every row is filled: rows that count more models than there are
    share as few as possible.
    """
    touching: dict[FigureId, Units] = {}
    supporting: dict[FigureId, Units] = {}
    for group, here in group_rows(rows):
        front = _front(match, unit, group, rows)
        touch = count_contact_cells(match, here, supporting=False)
        behind = count_contact_cells(match, here, supporting=True)
        room = max(len(front) - sum(cell.n for cell in behind), count_models_needed(touch))
        touching |= _fill(front[:room], touch)
        left = tuple(one for one in front if one not in touching)
        supporting |= _fill(left, behind)
    return _alike(touching), _alike(supporting)


def count_contact_cells(match: Match, rows: Rows, *, supporting: bool) -> list[ModelsInContact]:
    """Models by their enemies: those with several first, then those with one."""
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
    every = (*several.items(), *alone)
    return [ModelsInContact(enemies, n) for enemies, n in every if n > 0]


def count_models_needed(found: Iterable[ModelsInContact]) -> int:
    """The number of models needed: those of the enemy with the most."""
    each: Counter[UnitId] = Counter()
    for cell in found:
        each.update(dict.fromkeys(cell.enemies, cell.n))
    return max(each.values(), default=0)


def group_rows(rows: Rows) -> Iterator[tuple[str, Rows]]:
    """The rows of each named profile, and of the whole unit."""
    for group in dict.fromkeys(row.group for row in rows):
        yield group, tuple(row for row in rows if row.group == group)


def _fill(models: Models, told: Iterable[ModelsInContact]) -> dict[FigureId, Units]:
    """One after the other; what no longer fits shares the last models."""
    found: dict[FigureId, Units] = {}
    at = 0
    for cell in told:
        n = min(cell.n, len(models))
        at = min(at, len(models) - n)
        for figure in models[at : at + n]:
            found[figure] = tuple(dict.fromkeys((*found.get(figure, ()), *cell.enemies)))
        at += n
    return found


def list_group_models(match: Match, unit: UnitId, group: str, rows: Rows) -> Models:
    """The models that the rows of a profile count; rows of the whole unit count all models whose
    profile has no row.
    """
    apart = {row.group for row in rows} - {group}
    return tuple(
        one
        for one in match.figures(unit)
        if (match.figure(one).profile == group if group else match.figure(one).profile not in apart)
    )


def _front(match: Match, unit: UnitId, group: str, rows: Rows) -> Models:
    """The models of a row in the order of contact: those that fall last in front (TA-G30)."""
    those = model_casualties.group_by_casualty_order(
        match, list_group_models(match, unit, group, rows)
    )
    return tuple(one for _, alike in reversed(those) for one in alike)


def _alike(found: dict[FigureId, Units]) -> Placed:
    kinds = dict.fromkeys(found.values())
    return [(tuple(f for f, units in found.items() if units == kind), kind) for kind in kinds]

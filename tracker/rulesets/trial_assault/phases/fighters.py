"""The fighters sheet: who touches and supports whom, as it is told or asked, and what cannot be
(TA-FIGHT-01, TA-MULTI-02).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.requests import Asking, Share, Tally, ask
from tracker.procedures.ruleset import Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import members, steps
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.names import SideId, UnitId

TOUCH, SUPPORT = "touch", "support"
AS_IT_IS: Final = "as they stand now"


class Stands(Struct, frozen=True, omit_defaults=True):
    """So many models of a unit touch an enemy (its only one, unless it is named), so many support
    against it; ``group``: those of a profile.
    """

    unit: UnitId
    engaged: int = 0
    supporting: int = 0
    enemy: UnitId | None = None
    group: str = ""


Rows = tuple[Stands, ...]


class FightersSheet(Struct, frozen=True, omit_defaults=True):
    """What is told of units; where nothing is, each pair of a combat is asked about."""

    rows: Rows = ()


# ----------------------------------------------------------------------------------- as it is asked


def asked(match: Match) -> Asking[Rows]:
    """Every pair of enemies in the combat that is next, those who support any friend among them
    (TA-G19); of whom nothing is said stands as it does now.
    """
    pairs, now = tuple(_pairs(match)), tuple(standing(match))
    told = yield from ask(
        Tally(
            id="stand",
            what="in contact and in support",
            shares=tuple(share for pair in pairs for share in _shares(match, pairs, *pair)),
            default=tuple(_amounts(now)),
            default_means=AS_IT_IS,
            rule="TA-FIGHT-01",
        )
    )
    found = dict(told)
    said = {UnitId(key.split("=")[0]) for key in found}
    return tuple(
        Stands(
            unit,
            found.get(f"{unit}={enemy}={TOUCH}", 0),
            found.get(f"{unit}={enemy}={SUPPORT}", 0),
            enemy,
        )
        for unit, enemy in pairs
        if unit in said
    )


def _pairs(match: Match) -> Iterator[tuple[UnitId, UnitId]]:
    """Who may touch or support against whom in the combat that is next, or in all there are."""
    first = next(iter(steps.in_order(match)), None)
    fighting = match.units() if first is None else COMBATS.units(match, first)
    friends = match.option("support_from") == "any_friend"
    for unit in match.units():
        enemies = markers.locked_with(match, unit)
        if unit in fighting and enemies:
            yield from ((unit, enemy) for enemy in enemies)
        elif friends and not enemies and not _is_elsewhere(match, unit):
            side = match.side_of(unit)
            there = (one for one in fighting if match.side_of(one) != side)
            yield from ((unit, one) for one in there if markers.is_locked(match, one))


def _is_elsewhere(match: Match, unit: UnitId) -> bool:
    return any(match.has(unit, one) for one in (markers.AWAY, markers.FLEES))


def _shares(
    match: Match, pairs: tuple[tuple[UnitId, UnitId], ...], unit: UnitId, enemy: UnitId
) -> Iterator[Share]:
    n, several = len(match.figures(unit)), sum(one == unit for one, _ in pairs) > 1
    at = f" with {match.tag(enemy)}" if several else ""
    against = f" against {match.tag(enemy)}" if several else ""
    if markers.is_locked(match, unit):
        yield Share(f"{unit}={enemy}={TOUCH}", f"in contact{at}", n)
    if n > 1 or len(markers.body(match, unit)) > 1 or not markers.is_locked(match, unit):
        yield Share(f"{unit}={enemy}={SUPPORT}", f"in support{against}", n)


def standing(match: Match) -> Iterator[Stands]:
    """How those of a combat stand: as it was told last, else all in contact."""
    for unit, enemy in _pairs(match):
        figures = match.figures(unit)
        touch = sum(enemy in markers.touches(match, one) for one in figures)
        behind = sum(enemy in markers.supports(match, one) for one in figures)
        if not any(members.against(match, one) for one in figures):
            enemies = markers.locked_with(match, unit)
            touch = len(figures[enemies.index(enemy) :: len(enemies)]) if enemies else 0
        yield Stands(unit, touch, behind, enemy)


def _amounts(rows: Rows) -> Iterator[tuple[str, int]]:
    for row in rows:
        for what, n in ((TOUCH, row.engaged), (SUPPORT, row.supporting)):
            if n:
                yield f"{row.unit}={row.enemy}={what}", n


# ----------------------------------------------------------------------------------- what cannot be


def objections(match: Match, _: SideId | None, params: FightersSheet) -> Iterator[Objection]:
    """What contradicts itself, or what is so on the table; all of it may be so all the same."""
    if not params.rows and not any(_pairs(match)):
        yield Objection("nobody-fights", "TA-FIGHT-01", "nobody is in close combat")
    for one in dict.fromkeys(row.unit for row in params.rows):
        rows = tuple(row for row in params.rows if row.unit == one)
        yield from _too_many(match, one, rows)
        if any(match.has(figure, markers.STRUCK) for figure in match.figures(one)):
            text = f"{match.tag(one)} has struck: who fights is fixed before the first step"
            yield Objection("has-struck", "TA-FIGHT-03", text)
        for row in rows:
            yield from _against_row(match, row, rows)
    yield from _one_sided(match, params.rows)


def _too_many(match: Match, one: UnitId, rows: Rows) -> Iterator[Objection]:
    """Each group, or the whole, has so many models, who may touch or support against several."""
    who = match.tag(one)
    for group in dict.fromkeys(row.group for row in rows):
        here = [row for row in rows if row.group == group]
        every = [match.figure(figure).profile for figure in match.figures(one)]
        there = every.count(group) if group else len(every)
        name = f"{who} {group}" if group else who
        if group and not there:
            yield Objection("no-group", "TA-FIGHT-01", f"{who} has no model called {group}")
            continue
        told = max(row.engaged for row in here) + max(row.supporting for row in here)
        if told > there:
            models = "1 model" if there == 1 else f"{there} models"
            yield Objection("too-many", "TA-FIGHT-01", f"{name} has {models}, and not {told}")


def _against_row(match: Match, row: Stands, rows: Rows) -> Iterator[Objection]:
    who, enemies = match.tag(row.unit), markers.locked_with(match, row.unit)
    if row.enemy is None and len(enemies) != 1:
        yield Objection("whom", "TA-MULTI-02", f"{who} touches whom? Name the enemy behind it")
    friends = match.option("support_from") == "any_friend" and not row.engaged
    if row.enemy is not None and row.enemy not in enemies and not friends:
        text = f"{who} is not locked with {match.tag(row.enemy)}"
        yield Objection("not-locked", "TA-CHG-14", text)
    alike = [one for one in rows if (one.enemy, one.group) == (row.enemy, row.group)]
    if len(alike) > 1 and row is alike[-1]:
        yield Objection("twice", "TA-FIGHT-01", f"{who} is told twice")


def _one_sided(match: Match, rows: Rows) -> Iterator[Objection]:
    """TA-CHG-14: who touches an enemy is touched by it, where both are told."""
    told: dict[tuple[UnitId, UnitId], int] = {}
    for row in rows:
        enemies = markers.locked_with(match, row.unit)
        enemy = row.enemy or next(iter(enemies), None)
        if enemy is not None:
            told[row.unit, enemy] = told.get((row.unit, enemy), 0) + row.engaged
    units = {unit for unit, _ in told}
    for (unit, enemy), n in told.items():
        if n and enemy in units and not told.get((enemy, unit)):
            text = f"{match.tag(unit)} touches {match.tag(enemy)}, and nobody of it touches"
            yield Objection("one-sided", "TA-CHG-14", f"{text} {match.tag(unit)}")

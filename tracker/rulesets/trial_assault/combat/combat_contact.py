"""Contacts in a combat: contact, support and reach, fixed at its start (TA-FIGHT-01 to 03).

Each model carries the enemy units it touches, or supports against. The values at the start of the
fight count until the phase ends, whoever dies.
"""

from __future__ import annotations

from collections.abc import Iterable

from tracker.procedures.view import Match, equal_groups
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.markers import COMBATS, ENGAGED, SUPPORTS
from tracker.vocabulary.names import FigureId, Subject, UnitId

Units = tuple[UnitId, ...]
Models = tuple[FigureId, ...]


def form_combats(match: Match) -> None:
    """TA-TURN-03, TA-FIGHT-01: the combats of this phase. If nothing was entered about an enemy,
    all models of a unit are in contact with every enemy.
    """
    COMBATS.form_combats(match)
    for unit in match.units():
        if is_contact_undeclared(match, unit):
            put_all_in_contact(match, unit, markers.list_locked_enemies(match, unit))


def is_contact_undeclared(match: Match, unit: UnitId) -> bool:
    """Whether nothing was entered about a unit in this phase, nor kept about one of its enemies."""
    known = {
        enemy for figure in match.figures(unit) for enemy in list_contact_enemies(match, figure)
    }
    return (
        not match.has(unit, markers.TOLD)
        and not {*markers.list_locked_enemies(match, unit)} <= known
    )


def list_contact_enemies(match: Match, figure: FigureId) -> Units:
    """The enemies a model touches or supports against."""
    return (
        *markers.list_touched_enemies(match, figure),
        *markers.list_enemies_supported_against(match, figure),
    )


def put_all_in_contact(match: Match, unit: UnitId, enemies: Units) -> None:
    """TA-FIGHT-01: put every model in contact with each of these enemies, so that all strike."""
    record_contact(match, unit, ((match.figures(unit), enemies),), ())


def add_contact_enemy(match: Match, unit: UnitId, enemy: UnitId) -> None:
    """Add an enemy to a unit whose contacts were entered: each model keeps its enemies and gets
    this one, too. A model without enemies touches it.
    """
    figures = match.figures(unit)
    supporting = tuple(one for one in figures if match.has(one, SUPPORTS))
    for marker, those in (
        (ENGAGED, tuple(one for one in figures if one not in supporting)),
        (SUPPORTS, supporting),
    ):
        for had, same in equal_groups(those, lambda one: list_contact_enemies(match, one)):
            if enemy not in had:
                match.record(marker.set(*same, value=markers.format_handles((*had, enemy))))


def record_contact(
    match: Match,
    unit: UnitId,
    engaged: Iterable[tuple[Models, Units]],
    supporting: Iterable[tuple[Models, Units]],
) -> None:
    """Record which models of a unit touch or support against which enemies; all others do
    neither.
    """
    clear_contact(match, unit)
    for marker, rows in ((ENGAGED, engaged), (SUPPORTS, supporting)):
        for figures, against in rows:
            if figures and against:
                match.record(marker.set(*figures, value=markers.format_handles(against)))


def clear_contact(match: Match, unit: UnitId) -> None:
    """No model of a unit touches or supports any more."""
    for marker in (ENGAGED, SUPPORTS):
        figures = tuple(one for one in match.figures(unit) if match.has(one, marker))
        if figures:
            match.record(marker.cleared(*figures))


# ------------------------------------------------------------------------------------- in a combat


def find_combat(match: Match, unit: UnitId) -> Subject | None:
    return COMBATS.find_combat(match, unit)


def list_opponents(match: Match, figure: FigureId) -> Units:
    """The enemies a model may strike: those it touches, or else those it supports against
    (TA-MULTI-02).
    """
    return markers.list_touched_enemies(match, figure) or markers.list_enemies_supported_against(
        match, figure
    )


def list_kill_zone(match: Match, attacker: UnitId, target: UnitId) -> Models:
    """TA-FIGHT-02: the models that an attacker can harm: those that can strike back at it.

    A character who only supports cannot be struck (TA-G67).
    """
    reach = {*_reaching(match, attacker, target)}
    alone = markers.is_independent_or_monstrous(match, target)
    return tuple(
        figure
        for figure in match.figures(target)
        if reach & {*markers.list_touched_enemies(match, figure)}
        or (not alone and reach & {*markers.list_enemies_supported_against(match, figure)})
    )


def _reaching(match: Match, attacker: UnitId, target: UnitId) -> Units:
    """The attacker; if none of it touches the target, the friends that it supports."""
    if any(
        target in markers.list_touched_enemies(match, figure) for figure in match.figures(attacker)
    ):
        return (attacker,)
    if match.option("support_from") == "any_friend":
        combat = find_combat(match, attacker)
        side = match.side_of(attacker)
        return COMBATS.list_units(match, combat, side) if combat else (attacker,)
    return markers.list_joined_units(match, attacker)


def list_living_targets(match: Match, attacker: UnitId, target: UnitId) -> Models:
    """The models of its kill zone that are not slain yet (TA-CAS-01)."""
    return tuple(
        figure
        for figure in list_kill_zone(match, attacker, target)
        if not match.has(figure, markers.FALLS)
    )

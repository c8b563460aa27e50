"""Describes the current combats, as data and in words: contacts, step, and leading side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.procedures.declared.combat_status import CombatStatus, ContactRow, Pairs, PhaseHistory
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import describe_each_side
from tracker.rulesets.trial_assault.combat import combat_contact, initiative_steps
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.subject_ids import Subject, UnitId


def list_current_combats(
    match: Match, asked_subject: Subject | None = None, _: PhaseHistory | None = None
) -> tuple[CombatStatus, ...]:
    """List the combats of this player turn. ``asked_subject`` is the open question's subject."""
    if match.phase not in {"fight", "pile"}:
        return ()
    open_yet = initiative_steps.list_unfought_combats(match)
    first = open_yet[0] if len(open_yet) > 1 else None
    combats = initiative_steps.list_combats(match)
    return tuple(_make_combat_status(match, one, asked_subject, one == first) for one in combats)


def describe_current_combats(
    match: Match, asked_subject: Subject | None
) -> tuple[tuple[str, str], ...]:
    rows = []
    for one in list_current_combats(match, asked_subject):
        who = " v ".join(_format_tags(match, units) for _, units in one.units if units)
        rows.append((who, _describe_status(match, one)))
    return tuple(rows)


def _make_combat_status(
    match: Match, combat: Subject, asked: Subject | None, is_next: bool
) -> CombatStatus:
    units = tuple((side, COMBATS.list_units(match, combat, side)) for side in match.sides)
    every = tuple(unit for _, those in units for unit in those)
    present = initiative_steps.find_current_step(match, combat)
    pairs = initiative_steps.list_due_strikes(match, combat)
    rolled = initiative_steps.find_last_struck_step(match, combat) if asked in every else present
    wounds = COMBATS.get_scores(match, combat)
    return CombatStatus(
        combat=combat,
        units=units,
        step=rolled,
        strikers=pairs if rolled == present else (),
        struck=tuple(one for one in every if state_queries.has_struck(match, one)),
        contact=tuple((one, tuple(combat_contact.list_contact_rows(match, one))) for one in every),
        idle=tuple(pair for one in every for pair in _list_idle_contacts(match, one)),
        wounds=tuple((side, wounds[side]) for side in match.sides if side in wounds),
        winner=COMBATS.find_winner(match, combat),
        fought=initiative_steps.is_combat_fought(match, combat),
        is_next=is_next,
        leaving=markers.BROKE.list_carriers(match, every),
    )


def _list_idle_contacts(match: Match, unit: UnitId) -> Pairs:
    """List the pairs of a unit and an enemy that it touches but cannot strike."""
    if unit_profiles.is_non_walker_vehicle(match, unit):
        return ()
    enemies = state_queries.list_locked_enemies(match, unit)
    touched = {
        one
        for figure in match.figures(unit)
        for one in state_queries.list_touched_enemies(match, figure)
    }
    return tuple(
        (unit, enemy)
        for enemy in enemies
        if enemy in touched and not combat_contact.list_models_in_kill_zone(match, unit, enemy)
    )


def _format_tags(match: Match, units: Iterable[Subject]) -> str:
    return " ".join(match.tag(unit) for unit in units)


def _format_pairs(match: Match, pairs: Pairs, between: str) -> str:
    return ", ".join(f"{match.tag(unit)} {between} {match.tag(target)}" for unit, target in pairs)


def _describe_status(match: Match, one: CombatStatus) -> str:
    falls = f"step {one.step}: rolling" if one.step else "rolling"
    step = f"step {one.step}: {_format_pairs(match, one.strikers, 'at')}" if one.strikers else falls
    ahead, level = ("wins", "drawn") if one.fought else ("ahead", "level")
    wounds = dict(one.wounds)
    parts = (
        "next" if one.is_next else "",
        "fought" if one.fought else step,
        "wounds: " + describe_each_side(match, lambda side: wounds.get(side, 0)),
        level if one.winner is None else f"{match.side_name(one.winner)} {ahead}",
        _format_pairs(match, one.idle, "cannot strike") if not one.fought else "",
        f"struck: {_format_tags(match, one.struck)}" if one.struck else "",
        "contact: "
        + " · ".join(_describe_contact(match, unit, rows) for unit, rows in one.contact),
    )
    return "; ".join(part for part in parts if part)


def _describe_contact(match: Match, unit: Subject, rows: Sequence[ContactRow]) -> str:
    """Describe contacts: ``R1 4 of 9, 4 in support``, or ``B1 of 10: 4 with R1, 6 with R2``."""
    n, who = len(match.figures(UnitId(unit))), match.tag(unit)
    if not rows:
        return f"{who} none"
    if all(row.engaged == n for row in rows):
        return f"{who} all {n}"
    if len(rows) == 1:
        behind = f", {rows[0].supporting} in support" if rows[0].supporting else ""
        return f"{who} {rows[0].engaged} of {n}{behind}"
    told = []
    for row in rows:
        behind = f" ({row.supporting} in support)" if row.supporting else ""
        told.append(f"{row.engaged} with {' and '.join(map(match.tag, row.enemies))}{behind}")
    return f"{who} of {n}: " + ", ".join(told)

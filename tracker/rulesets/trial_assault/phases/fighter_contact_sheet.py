"""The fighters sheet, on which players enter contacts and support (TA-FIGHT-01, TA-MULTI-02)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import Argument, WordForm
from tracker.procedures.declared.line_form_slots import make_free_text_option_slot
from tracker.procedures.declared.line_reader import LineReader, Values
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.requests import Asking, GroupLimit, Share, Tally, ask, call_stage
from tracker.procedures.ruleset import Action, BlockingReason, Objection, Objections
from tracker.rulesets.trial_assault.combat import combat_contact, initiative_steps, weapon_attacks
from tracker.rulesets.trial_assault.combat.combat_contact import (
    ContactDeclaration,
    ContactDeclarations,
    Units,
    list_contact_rows,
)
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.data.markers import COMBATS
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import SideId, UnitId

TOUCH, SUPPORT = "touch", "support"


class FightersSheet(Struct, frozen=True, omit_defaults=True):
    """The command that enters contacts of units. Without rows, the players are asked for them."""

    rows: ContactDeclarations = ()


def ask_contact_and_support_counts(match: Match) -> Asking[ContactDeclarations]:
    """Ask for all contacts in the next combat, and for support by friends (TA-G19)."""
    pairs = tuple(_list_enemy_pairs(match))
    units = dict.fromkeys(unit for unit, _ in pairs)
    now = tuple(row for unit in units for row in list_contact_rows(match, unit))
    shares = tuple(_list_contact_shares(match, pairs))
    keys = {share.id for share in shares}
    default = tuple((key, n) for key, n in _list_share_amounts(now) if key in keys)
    told = yield from ask(
        Tally(
            id="stand",
            what="in contact and in support",
            shares=shares,
            default=default,
            default_means="as they stand now",
            within=tuple(_list_group_limits(match, pairs)),
            rule="TA-FIGHT-01",
            about=_format_fighters(match, tuple(units)),
        )
    )
    if {*told} == {*default}:
        return now
    found = dict(told)
    answered = {UnitId(key.split("=")[0]) for key in found}
    return tuple(
        ContactDeclaration(
            unit,
            found.get(_make_share_key(unit, enemies, TOUCH), 0),
            found.get(_make_share_key(unit, enemies, SUPPORT), 0),
            enemies[0],
            also=enemies[1:],
        )
        for unit, enemies in _list_units_and_enemies(match, pairs)
        if unit in answered
    )


Pairs = tuple[tuple[UnitId, UnitId], ...]


def _list_enemy_pairs(match: Match) -> Iterator[tuple[UnitId, UnitId]]:
    """Yield the pairs of units that may touch or support in the next combat.

    If no combat is left to be fought, the pairs of all units are listed.
    """
    first = next(iter(initiative_steps.list_unfought_combats(match)), None)
    fighting = match.units() if first is None else COMBATS.list_units(match, first)
    friends = match.option("support_from") == "any_friend"
    for unit in match.units():
        enemies = state_queries.list_locked_enemies(match, unit)
        if unit in fighting and enemies:
            yield from ((unit, enemy) for enemy in enemies)
        elif friends and not enemies:
            if match.has(unit, markers.AWAY) or match.has(unit, markers.FLEES):
                continue
            there = (one for one in fighting if match.side_of(one) != match.side_of(unit))
            yield from ((unit, one) for one in there if state_queries.is_locked(match, one))


def _format_fighters(match: Match, units: Units) -> str:
    """Format the fighters of a combat, as in ``R1, R3 v B1``."""
    tags = ([match.tag(one) for one in units if match.side_of(one) == side] for side in match.sides)
    return " v ".join(", ".join(each) for each in tags if each)


def _list_units_and_enemies(match: Match, pairs: Pairs) -> Iterator[tuple[UnitId, Units]]:
    """Yield each pair of units, and then each unit that has several enemies, with all of them."""
    yield from ((unit, (enemy,)) for unit, enemy in pairs)
    for unit in dict.fromkeys(one for one, _ in pairs):
        enemies = state_queries.list_locked_enemies(match, unit)
        if len(enemies) > 1 and len(match.figures(unit)) > 1:
            yield unit, enemies


def _make_share_key(unit: UnitId, enemies: Units, what: str) -> str:
    return f"{unit}={'+'.join(enemies)}={what}"


def _list_contact_shares(match: Match, pairs: Pairs) -> Iterator[Share]:
    """Yield the numbers of each row. A model can count in several rows (TA-MULTI-02)."""
    for unit, enemies in _list_units_and_enemies(match, pairs):
        n, locked = len(match.figures(unit)), state_queries.is_locked(match, unit)
        named = sum(one == unit for one, _ in pairs) > 1
        whom = " and ".join(map(match.tag, enemies))
        cell = {1: whom, 2: "both"}.get(len(enemies), "all")
        these = "of these " if len(enemies) > 1 else ""
        if locked:
            at = f" with {whom}" if named else ""
            key, text = _make_share_key(unit, enemies, TOUCH), f"{these}in contact{at}"
            yield Share(key, text, n, column="in contact with", cell=cell)
        if n > 1 or len(state_queries.list_joined_units(match, unit)) > 1 or not locked:
            against = f" against {whom}" if named else ""
            key, text = _make_share_key(unit, enemies, SUPPORT), f"{these}in support{against}"
            yield Share(key, text, n, column="in support against", cell=cell)


def _list_group_limits(match: Match, pairs: Pairs) -> Iterator[GroupLimit]:
    """Yield the limits of the numbers. Models that touch and that support share a limit."""
    for unit in dict.fromkeys(one for one, _ in pairs):
        n, enemies = len(match.figures(unit)), tuple(b for a, b in pairs if a == unit)
        text = f"{match.tag(unit)} has only {format_count(n, 'model')} to touch and to support"
        for touched, against in product(enemies, repeat=2):
            touch = _make_share_key(unit, (touched,), TOUCH)
            support = _make_share_key(unit, (against,), SUPPORT)
            yield GroupLimit((touch, support), n, text)


def _list_share_amounts(rows: ContactDeclarations) -> Iterator[tuple[str, int]]:
    for row in rows:
        for what, n in ((TOUCH, row.engaged), (SUPPORT, row.supporting)):
            if n:
                yield _make_share_key(row.unit, row.enemies, what), n


def find_profile_name(match: Match, unit: UnitId, typed_name: str) -> str:
    """Return the profile with the given name or kind ("" for all), or raise ``UnknownName``."""
    profiles = {match.figure(each).profile: match.name_kind(each) for each in match.figures(unit)}
    if not typed_name or typed_name in profiles:
        return typed_name
    found = next((profile for profile, kind in profiles.items() if kind == typed_name), None)
    if found is None:
        raise UnknownName(_explain_unknown_profile(match, unit, typed_name, profiles.values()))
    return found


def _explain_unknown_profile(match: Match, one: UnitId, group: str, names: Iterable[str]) -> str:
    known = " or ".join(dict.fromkeys(names))
    return f"{match.tag(one)} has no model called {group}: enter {known}"


def list_contact_sheet_objections(
    match: Match, _: SideId | None, params: FightersSheet
) -> Objections:
    if not params.rows and not any(_list_enemy_pairs(match)):
        yield Objection("nobody-fights", "TA-FIGHT-01", "no unit is in close combat")
    for one in dict.fromkeys(row.unit for row in params.rows):
        rows = tuple(row for row in params.rows if row.unit == one)
        yield from _list_too_many_objections(match, one, rows)
        if state_queries.has_struck(match, one):
            text = f"{match.tag(one)} has already struck: contacts are fixed before the first step"
            yield Objection("has-struck", "TA-FIGHT-03", text)
        for row in rows:
            yield from _list_row_objections(match, row, rows)
    yield from _list_one_sided_objections(match, params.rows)


def _list_too_many_objections(match: Match, one: UnitId, rows: ContactDeclarations) -> Objections:
    who = match.tag(one)
    for group, here in combat_contact.group_contact_rows(rows):
        there = len(combat_contact.list_models_counted_in_rows(match, one, group, rows))
        called = _format_profile_name(match, here[0])
        name = f"{who} {called}" if called else who
        if group and not there:
            kinds = map(match.name_kind, match.figures(one))
            text = _explain_unknown_profile(match, one, called, kinds)
            yield Objection("no-group", "TA-FIGHT-01", text)
            continue
        touch, behind = (
            combat_contact.count_models_by_enemies(match, here, supporting=back)
            for back in (False, True)
        )
        least = sum(combat_contact.count_models_needed_by_rows(cells) for cells in (touch, behind))
        numbers = [n for _, n in (*touch, *behind)]
        told, clear = sum(numbers), all(n == there for n in numbers)
        has = f"{name} has {format_count(there, 'model')}"
        if least > there:
            yield Objection("too-many", "TA-FIGHT-01", f"{has}, not {least}")
        elif told > there and not clear:
            more = f"{told - there} of them would touch several enemies"
            text = f"{has}, but {told} are listed: {more}"
            yield Objection("counted-twice", "TA-MULTI-02", text, legal=True)


def _list_row_objections(
    match: Match, row: ContactDeclaration, rows: ContactDeclarations
) -> Objections:
    who, enemies = match.tag(row.unit), state_queries.list_locked_enemies(match, row.unit)
    any_friend = match.option("support_from") == "any_friend"
    if row.enemy is None and len(enemies) != 1:
        text = f"after {who}, name the enemy that it touches"
        if not enemies:
            named = ": name the enemy after the numbers" if any_friend else ""
            text = f"{who} is not in close combat{named}"
        yield Objection("whom", "TA-MULTI-02", text)
    friends = any_friend and not row.engaged
    for enemy in combat_contact.list_row_enemies(match, row):
        if enemy not in enemies and not friends:
            text = f"{who} is not in close combat with {match.tag(enemy)}"
            yield Objection("not-locked", "TA-CHG-14", text)
    alike = [
        one for one in rows if replace(one, engaged=row.engaged, supporting=row.supporting) == row
    ]
    if len(alike) > 1 and row is alike[-1]:
        yield Objection("twice", "TA-FIGHT-01", f"{who} is listed twice")


def _list_one_sided_objections(match: Match, rows: ContactDeclarations) -> Objections:
    """Yield objections to contacts that are not mutual (TA-CHG-14, TA-FIGHT-02)."""
    touch, behind = (
        {(row.unit, one) for row in told for one in combat_contact.list_row_enemies(match, row)}
        for told in ([row for row in rows if row.engaged], [row for row in rows if row.supporting])
    )
    listed = dict.fromkeys(row.unit for row in rows)
    for unit in listed:
        for enemy in state_queries.list_locked_enemies(match, unit):
            who, whom = match.tag(unit), match.tag(enemy)
            if (unit, enemy) in touch and enemy in listed and (enemy, unit) not in touch:
                text = f"{who} touches {whom}, but no model of {whom} touches {who}"
                yield Objection("one-sided", "TA-CHG-14", text)
            left_out = (unit, enemy) not in touch | behind and enemy not in listed
            theirs = (row for row in list_contact_rows(match, enemy) if row.enemy == unit)
            if left_out and any(row.engaged for row in theirs):
                idle = f"{whom} does not strike {who}"
                text = f"{who} is listed without {whom}, which touches it: {idle}"
                yield Objection("left-out", "TA-FIGHT-02", text, legal=True)


COUNTS: Final = re.compile(r"^(\d+)(?:\+(\d+))?$")
SUCH_AS: Final = "who 5+2 who trooper=3+1 whom who 2 whom+whom"
LACKS: Final = (
    "name the units and how many models touch and support, as in `sheet r1 4+4 b1 3+3 r1 b1 "
    "4+2 r2`; for 2 models that touch both enemies: `b1 2 r1+r2`"
)


class WeaponDeclaration(Struct, frozen=True):
    """The command by which all bearers of a weapon in a unit use it from now on."""

    unit: UnitId
    weapon: str


def resolve_contact_sheet(match: Match, _: SideId | None, params: FightersSheet) -> Asking[None]:
    """Record the contacts that players enter (TA-FIGHT-01, TA-MULTI-02)."""
    told = params.rows or (yield from call_stage(ask_contact_and_support_counts))
    for one in dict.fromkeys(row.unit for row in told):
        rows = tuple(row for row in told if row.unit == one)
        in_contact = any(row.engaged or row.supporting for row in rows)
        if not in_contact and not COMBATS.find_combat(match, one):
            continue
        _join_friends_combat(match, one, rows)
        match.record(markers.TOLD.set(one))
        models = combat_contact.assign_models_to_contact_rows(match, one, rows)
        combat_contact.record_contact(match, one, *models)


def _join_friends_combat(match: Match, one: UnitId, rows: ContactDeclarations) -> None:
    """Add a unit to the combat of a friend it supports, and end its fall back (TA-G19, TA-G45)."""
    for row in rows:
        combat = None if row.enemy is None else COMBATS.find_combat(match, row.enemy)
        if combat is not None and COMBATS.find_combat(match, one) is None:
            match.record(markers.FIGHTS.make_link_fact(one, combat))
            markers.FLEES.record_cleared(match, one)


def list_contact_sheet_candidates(match: Match) -> Iterator[tuple[SideId | None, FightersSheet]]:
    """Yield possible sheets before any strike: an empty one, and each unit with half in support."""
    if match.phase != "fight" or match.marked(markers.STRUCK):
        return
    if not match.marked(markers.TOLD):
        yield None, FightersSheet()
    for one in match.units():
        n, enemies = len(match.figures(one)), state_queries.list_locked_enemies(match, one)
        supported = any(match.has(each, markers.SUPPORTS) for each in match.figures(one))
        if n > 1 and enemies and not supported:
            row = ContactDeclaration(one, n - n // 2, n // 2, enemies[0], also=enemies[1:])
            yield None, FightersSheet((row,))


def _read_rows(reader: LineReader) -> Values:
    """Read rows such as ``r1 4+4`` or ``b1 trooper=3+1 r1+r2``."""
    rows: list[ContactDeclaration] = []
    while (text := reader.take_argument()) is not None:
        one = find_unit(reader.match, text)
        named, _, counts = (reader.take_argument() or "").rpartition("=")
        found = COUNTS.match(counts)
        if found is None:
            raise UnknownName(LACKS)
        group = find_profile_name(reader.match, one, named)
        engaged, supporting = (int(n or 0) for n in found.groups())
        enemies: list[UnitId] = []
        ahead = reader.arguments[1] if len(reader.arguments) > 1 else ""
        if reader.arguments and not COUNTS.match(ahead.rpartition("=")[2]):
            enemies = [find_unit(reader.match, name) for name in reader.arguments.pop(0).split("+")]
        first = enemies[0] if enemies else None
        if not any(state_queries.is_locked(reader.match, each) for each in (one, *enemies)):
            who = reader.match.tag(one)
            raise UnknownName(f"{who} is not in close combat; one side must charge first")
        rows.append(ContactDeclaration(one, engaged, supporting, first, group, tuple(enemies[1:])))
    return {"rows": tuple(rows)}


def _format_rows(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    for row in values["rows"]:
        yield match.handle(row.unit)
        counts = f"{row.engaged}+{row.supporting}" if row.supporting else str(row.engaged)
        yield f"{_format_profile_name(match, row)}={counts}" if row.group else counts
        if row.enemy is not None:
            yield "+".join(map(match.handle, row.enemies))


def _format_profile_name(match: Match, row: ContactDeclaration) -> str:
    """Return the name of a row's profile in a form that ``find_profile_name`` accepts."""
    for figure in match.all_figures(match.side_of(row.unit)):
        if match.figure(figure).profile == row.group:
            return match.name_kind(figure)
    return row.group


def list_weapon_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not state_queries.is_locked(match, unit):
        yield BlockingReason("not-in-combat", "TA-FIGHT-07", "is not in close combat")


def list_weapon_candidates(match: Match) -> Iterator[tuple[SideId | None, WeaponDeclaration]]:
    early = match.phase == "fight" and not match.marked(markers.STRUCK)
    for one in match.units() if early else ():
        told = markers.USES.list_carriers(match, match.figures(one))
        if not told and state_queries.is_locked(match, one):
            for name in weapon_attacks.list_weapon_names(*unit_profiles.list_profiles(match, one)):
                if weapon_attacks.list_models_to_switch(match, one, name):
                    yield match.side_of(one), WeaponDeclaration(one, name)


PHASES: Final = ("charge", "fight", "pile")
ACTIONS: Final = (
    Action(
        id="sheet",
        word="stands",
        ahead="who touches whom",
        params=FightersSheet,
        stage=resolve_contact_sheet,
        phases=PHASES,
        objections=list_contact_sheet_objections,
        candidates=list_contact_sheet_candidates,
        tells=(markers.TOLD, markers.ENGAGED, markers.SUPPORTS),
        form=WordForm("sheet", (Argument(_read_rows, _format_rows, SUCH_AS),)),
    ),
    Action(
        id="arms",
        word="takes up",
        params=WeaponDeclaration,
        stage=lambda match, _, arms: weapon_attacks.switch_weapon(match, arms.unit, arms.weapon),
        phases=PHASES[:2],
        objections=lambda match, _, arms: weapon_attacks.list_weapon_objections(
            match, arms.unit, arms.weapon
        ),
        bars=list_weapon_blocking_reasons,
        candidates=list_weapon_candidates,
        tells=("weapon",),
        form=Form("arms", make_unit_field(), how=(make_free_text_option_slot("weapon", "with"),)),
    ),
)

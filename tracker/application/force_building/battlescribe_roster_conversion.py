"""Converts BattleScribe rosters to the format of a ruleset, and lists what was left out."""

from __future__ import annotations

from typing import Any

import tomlkit
from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.force_building.available_force_parts import PROFILES, ForcePart
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.plain_text_unit_parser import (
    build_missing_definition_changes,
    build_unit_table_and_count,
    choose_free_name,
    explain_unknown_figure_name,
)
from tracker.application.force_building.roster_toml_edits import (
    RosterChange,
    combine_changes,
    insert_unit,
    make_change,
)
from tracker.input_parsing import battlescribe_roster_reader
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.pieces.common_roster_reader import MAX_POINTS
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count, format_points
from tracker.vocabulary.toml_reader import clean_name


class ConvertedRoster(Struct, frozen=True):
    """A converted roster: its text, the parsed roster, and a sentence about each item that was left
    out.
    """

    text: str
    roster: Roster
    left_out: list[str]


def convert_battlescribe_roster(rules: Ruleset, data: bytes, file: str) -> ConvertedRoster:
    """Convert a BattleScribe roster to the format of a ruleset.

    Raises ``Refused`` if the file is invalid, or if none of its units exists in the ruleset.
    """
    try:
        listed = battlescribe_roster_reader.parse_battlescribe_roster(data)
    except battlescribe_roster_reader.UnreadableRoster as error:
        raise Refused(f"{file} cannot be read: {error}") from error
    units, beside = battlescribe_roster_reader.list_units_and_other_selections(listed)
    if not units:
        raise Refused(
            f"{file} has no units. Add units in the program that made the file, then export it "
            "again."
        )
    conversion = _BattleScribeConversion(rules, listed)
    for unit in units:
        conversion.add_unit_or_report(unit)
    if not conversion.changes:
        raise Refused(
            f"{rules.title} has none of the units in {file}: {conversion.left_out[0]}"
            " Use --ruleset free, which accepts any unit."
        )
    conversion.report_unassigned_costs(sum(unit.points for unit in units))
    if beside:
        names = ", ".join(map(clean_name, beside))
        conversion.left_out.append(f"These entries are not units, so they were left out: {names}.")
    draft = conversion.draft
    draft.apply_change(combine_changes(conversion.changes))
    return ConvertedRoster(draft.text, draft.roster, conversion.left_out)


class _BattleScribeConversion:
    """The conversion of one roster: a draft, the changes that add its units, and the items left
    out.
    """

    def __init__(
        self, rules: Ruleset, listed: battlescribe_roster_reader.BattleScribeRoster
    ) -> None:
        head: dict[str, str | int] = {
            "name": clean_name(listed.name) or "A force",
            "ruleset": rules.id,
        }
        limit = battlescribe_roster_reader.sum_points(listed.cost_limits)
        if 1 <= limit <= MAX_POINTS:
            head["limit"] = int(limit)
        self.draft = ForceDraft(rules, tomlkit.dumps(head))
        self.listed = listed
        self.changes: list[RosterChange] = []
        self.left_out: list[str] = []
        self._names: set[str] = set()
        forces = rules.forces
        self._takes_any = bool(
            forces and forces.profile is not None and not forces.profile.__struct_fields__
        )

    def add_unit_or_report(self, unit: battlescribe_roster_reader.BattleScribeUnit) -> None:
        called = clean_name(unit.name) or "Unit"
        points, points_note = _round_points_with_note(unit)
        try:
            models = (unit.models or {unit.name: unit.number}).items()
            groups = [(self._find_figure_kind(name), count) for name, count in models]
            part, table, many = build_unit_table_and_count(self.draft, groups, points)
        except Refused as refused:
            self.left_out.append(f"{called} was left out: {refused.message.rstrip('.')}.")
            return
        kinds = dict(zip(unit.models, (kind.name for kind, _ in groups), strict=False))
        names = [
            (kinds[model], own_name, count)
            for model, name, count in unit.named
            if (own_name := clean_name(name))
        ]
        if names and part.figures:
            table[part.figures] = _name_figures(table[part.figures], names)
        elif names:
            told = ", ".join(name for _, name, _ in names)
            self.left_out.append(f"{called}: left out the name {told}.")
        if points_note:
            self.left_out.append(f"{called}: {points_note}")
        if not self._takes_any:
            self.changes += [
                change for kind, _ in groups for change in build_missing_definition_changes(kind)
            ]
        elif points:
            table["points"] = points
        for _ in range(many):
            name = choose_free_name(called, self._names)
            self._names.add(name)
            self.changes.append(make_change(insert_unit, part.key, {"name": name, **table}))
        if not unit.models:
            self.left_out.append(
                f"{called}: the file lists no models, so the unit has"
                f" {format_count(unit.number, 'figure')}."
            )
        elif unit.number > 1:
            self.left_out.append(
                f"{called}: a row of the file with {format_count(unit.number, 'unit')}"
                " became one unit."
            )
        for model, listed in unit.listed.items():
            if listed != unit.models[model]:
                self.left_out.append(
                    f"{called}: the file has {listed:.15g} {clean_name(model)}; the roster has "
                    f"{unit.models[model]}."
                )
        if unit.extras:
            extras = (
                f"{count} {clean_name(name)}" if count > 1 else clean_name(name)
                for name, count in unit.extras.items()
            )
            keeps = f"; the unit keeps its {format_count(points, 'point')}"
            told = ", ".join(extras) + (keeps if table.get("points") else "")
            self.left_out.append(f"{called}: left out {told}.")

    def report_unassigned_costs(self, points: float) -> None:
        whole = battlescribe_roster_reader.sum_points(self.listed.costs)
        if whole and whole != points:
            self.left_out.append(
                f"The file gives {format_points(f'{whole:g}')}, but its units add up to {points:g}."
            )
        others = battlescribe_roster_reader.list_other_costs(self.listed)
        if others:
            self.left_out.append(f"Costs left out: {', '.join(map(clean_name, others))}.")

    def _find_figure_kind(self, name: str) -> ForcePart:
        if self._takes_any:
            return ForcePart(PROFILES, clean_name(name) or "Figure", {})
        kind = self.draft.library.find_known_part(self.draft.data, PROFILES, name)
        if kind is None:
            raise Refused(explain_unknown_figure_name(self.draft, clean_name(name)))
        return kind


def _name_figures(
    figures: dict[str, int] | list[dict[str, Any]], names: list[tuple[str, str, int]]
) -> list[dict[str, Any]]:
    """Return a unit's figures after giving names to some of them.

    Each item in ``names`` has a profile, a name, and a number of figures.
    """
    if isinstance(figures, dict):
        figures = [{"profile": profile, "count": count} for profile, count in figures.items()]
    named = [{"profile": profile, "name": name, "count": count} for profile, name, count in names]
    for line in figures:
        line["count"] -= sum(count for profile, _, count in names if profile == line["profile"])
    return [*named, *(line for line in figures if line["count"])]


def _round_points_with_note(unit: battlescribe_roster_reader.BattleScribeUnit) -> tuple[int, str]:
    """Return a unit's cost in whole points, and a note if the file has a different cost, or ""."""
    if not 0 <= unit.points <= MAX_POINTS:
        return 0, f"its cost of {unit.points:g} points is not possible and was left out."
    points = round(unit.points)
    if points != unit.points:
        return points, f"the cost of {unit.points:g} points was rounded to {points}."
    return points, ""

"""Rosters of BattleScribe and New Recruit made into rosters of a ruleset.

Models are the ruleset's own kinds of figure, by their names. Rules whose figures have no stats take
any name. What cannot be taken over is named.
"""

from __future__ import annotations

import tomlkit
from msgspec import Struct

from tracker.application.building.draft import ForceDraft
from tracker.application.building.edits import chain_changes, put_in_list
from tracker.application.building.library import PROFILES, Shelved
from tracker.application.building.plain_lines import (
    bring_to_shelf,
    build_unit_table,
    explain_unknown_noun,
    free_name,
)
from tracker.application.building.roster_text import Change
from tracker.application.errors import Refused
from tracker.input_parsing.battlescribe import (
    ListedRoster,
    ListedUnit,
    UnreadableRoster,
    list_other_costs,
    list_units,
    parse_roster,
    sum_points,
)
from tracker.procedures.declared.forces import Roster
from tracker.procedures.pieces.rosters import MOST_POINTS
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.counts import count_of
from tracker.vocabulary.toml import clean_name


class ConvertedRoster(Struct, frozen=True):
    """The text of a roster file, the roster it is read as, and a line for all it leaves out."""

    text: str
    roster: Roster
    left_out: list[str]


def convert_roster(rules: Ruleset, data: bytes, file: str) -> ConvertedRoster:
    """A roster of the ruleset from a listed one. Raises ``Refused`` where no unit can be taken."""
    try:
        listed = parse_roster(data)
    except UnreadableRoster as error:
        raise Refused(f"{file} cannot be read: {error}") from error
    units, beside = list_units(listed)
    if not units:
        raise Refused(
            f"{file} has no units. Add units in the program that made the file, then export it "
            "again."
        )
    conversion = _Conversion(rules, listed)
    for unit in units:
        conversion.add(unit)
    if not conversion.changes:
        raise Refused(
            f"{rules.title} has none of the units in {file}: {conversion.left_out[0]}"
            " Use --ruleset free, which accepts any unit."
        )
    conversion.note_costs(sum(unit.points for unit in units))
    if beside:
        conversion.left_out.append(f"Not units, so left out: {', '.join(map(clean_name, beside))}.")
    draft = conversion.draft
    draft.change(chain_changes(conversion.changes))
    return ConvertedRoster(draft.text, draft.roster, conversion.left_out)


class _Conversion:
    """The changes that write units into a new draft, and what is left out of each."""

    def __init__(self, rules: Ruleset, listed: ListedRoster) -> None:
        head: dict[str, str | int] = {
            "name": clean_name(listed.name) or "A force",
            "ruleset": rules.id,
        }
        limit = sum_points(listed.cost_limits)
        if 1 <= limit <= MOST_POINTS:
            head["limit"] = int(limit)
        self.draft = ForceDraft(rules, tomlkit.dumps(head))
        self.listed = listed
        self.changes: list[Change] = []
        self.left_out: list[str] = []
        self._names: set[str] = set()
        forces = rules.forces
        self._takes_any = bool(
            forces and forces.profile is not None and not forces.profile.__struct_fields__
        )

    def add(self, unit: ListedUnit) -> None:
        """Write a unit, or say why it is left out."""
        called = clean_name(unit.name) or "Unit"
        points = self._read_points(called, unit)
        try:
            groups = [
                (self._find_kind(name), count)
                for name, count in (unit.models or {unit.name: 1}).items()
            ]
            part, table, many = build_unit_table(self.draft, groups, points)
        except Refused as refused:
            self.left_out.append(f"{called} is left out: {refused.message.rstrip('.')}.")
            return
        if not self._takes_any:
            self.changes += [change for kind, _ in groups for change in bring_to_shelf(kind)]
        elif points:
            table["points"] = points
        for _ in range(many):
            name = free_name(called, self._names)
            self._names.add(name)
            self.changes.append(put_in_list(part.key, {"name": name, **table}))
        if not unit.models:
            self.left_out.append(
                f"{called}: the roster lists no models, so the unit has one figure."
            )
        if unit.number > 1:
            self.left_out.append(
                f"{called}: a row with {count_of(unit.number, 'unit')} becomes one unit."
            )
        if unit.extras:
            extras = (
                f"{count} {clean_name(name)}" if count > 1 else clean_name(name)
                for name, count in unit.extras.items()
            )
            self.left_out.append(f"{called}: left out {', '.join(extras)}.")

    def note_costs(self, points: float) -> None:
        """Say which costs are written into no unit."""
        whole = sum_points(self.listed.costs)
        if whole and whole != points:
            self.left_out.append(
                f"The roster gives {whole:g} points, but its units add up to {points:g}."
            )
        others = list_other_costs(self.listed)
        if others:
            self.left_out.append(f"Costs left out: {', '.join(map(clean_name, others))}.")

    def _find_kind(self, name: str) -> Shelved:
        """The kind of figure that a model is. Raises ``Refused``."""
        if self._takes_any:
            return Shelved(PROFILES, clean_name(name) or "Figure", {})
        kind = self.draft.library.named(self.draft.data, PROFILES, name)
        if kind is None:
            raise Refused(explain_unknown_noun(self.draft, clean_name(name)))
        return kind

    def _read_points(self, called: str, unit: ListedUnit) -> int:
        if not 0 <= unit.points <= MOST_POINTS:
            self.left_out.append(f"{called}: its cost of {unit.points:g} points is left out.")
            return 0
        points = round(unit.points)
        if points != unit.points:
            self.left_out.append(
                f"{called}: the cost of {unit.points:g} points is rounded to {points}."
            )
        return points

"""Parses typed units, such as ``8 riflemen, medium repeater`` or ``10 troopers with 1 flamer``.

Each line is tried on a draft. Lines that cannot be parsed are reported, and the user keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import tomlkit
from msgspec import Struct

from tracker.application.building.force_draft import ForceDraft
from tracker.application.building.force_part_library import PROFILES, ForcePart, list_unit_tables
from tracker.application.building.plural_name_matching import (
    find_name_of_noun,
    fold_name_for_matching,
    is_plural,
    list_similar_names,
)
from tracker.application.building.roster_toml_edits import (
    RosterChange,
    add_named_table,
    combine_changes,
    insert_unit,
    make_change,
    strip_toml_formatting,
)
from tracker.application.building.weapon_profile_variants import find_or_make_profile_with_weapon
from tracker.application.errors import Refused
from tracker.application.roster_files import refuse_number_in_unit_name, refuse_typed_wounds
from tracker.input_parsing import battlescribe_roster_reader
from tracker.procedures.declared.force_format import RosterPart
from tracker.procedures.declared.ruleset_forces import Roster
from tracker.procedures.pieces.common_roster_reader import MAX_POINTS
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count, format_figure_count, format_points
from tracker.vocabulary.toml_reader import clean_name
from tracker.vocabulary.typed_numbers import NO_COUNT, convert_number_word, split_typed_unit

MAX_FIGURES = 200
_BULLET = re.compile(r"^\s*(?:[-*•–·]|\d+[.)])\s+")
_POINTS = re.compile(
    r"[\[(,=–-]?\s*(?P<points>\d+)\s*(?:points|point|pts|pt)\b\.?\s*[\])]?", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(,|;|\+|&|\bwith\b|\band\b|\bplus\b)\s*", re.IGNORECASE)
_BETWEEN_KINDS = re.compile(
    r"\s*(,|;|\+|&(?=\s*\d)|\bwith\b(?=\s*\d)|\band\b(?=\s*\d)|\bplus\b(?=\s*\d))\s*", re.IGNORECASE
)
"""The separators between kinds of figures, for rules in which any word can be a kind."""
_NO_NOUN = re.compile(r"[+.:;=-]|.*[:;=]")
_COUNTED = re.compile(
    rf"^(?:{NO_COUNT}(?P<count>\d{{1,4}}))?\s*(?:x|×)?\s*(?P<noun>.*?)(?:\s*(?:x|×)\s*(?P<after>\d{{1,4}}))?$",
    re.IGNORECASE,
)


class ParsedUnitLine(Struct):
    line: str
    description: str


class RejectedUnitLine(Struct):
    line: str
    reason: str


def add_unit_lines(draft: ForceDraft, text: str) -> list[ParsedUnitLine | RejectedUnitLine]:
    """Add all valid lines as units in one edit. Empty lines and ``#`` comments are ignored."""
    found: list[ParsedUnitLine | RejectedUnitLine] = []
    changes: list[RosterChange] = []
    trial = ForceDraft(draft.rules, draft.text)
    for line in text.splitlines():
        if not line.strip() or line.strip().startswith("#"):
            continue
        try:
            change, told = parse_unit_line(trial, line)
            trial.apply_change(change)
        except Refused as refused:
            found.append(RejectedUnitLine(line, refused.message))
        else:
            changes.append(change)
            found.append(ParsedUnitLine(line, told))
    if changes:
        draft.apply_change(combine_changes(changes))
    return found


def parse_unit_line(
    draft: ForceDraft, line: str, index: int | None = None
) -> tuple[RosterChange, str]:
    """Parse a line as a unit. Return a change that adds the unit, and the unit's description.

    The unit is added to its list at ``index``, or at the end. Raises ``Refused``.
    """
    rest, points = _split_points(_BULLET.sub("", " ".join(line.split())).strip(" .;,"))
    if line.lstrip().startswith("+") or line.rstrip().endswith(":"):
        raise Refused("A heading is not a unit. Write each unit as a number and a noun.")
    name, figures = split_typed_unit(rest)
    if "," in rest.partition(":")[0]:
        name, figures = "", rest
    forces = draft.rules.forces
    any_kind = forces is not None and forces.any_kind
    said = [*_split_pieces(figures, any_kind=any_kind)]
    if not said or (any_kind and any(_NO_NOUN.match(noun) for _, _, noun in said)):
        raise Refused("Write each unit as a number and a noun, as in 8 riflemen.")
    if any_kind:
        refuse_typed_wounds(rest)
        for piece in _BETWEEN_KINDS.split(figures)[::2]:
            refuse_number_in_unit_name(piece.strip())
    whole = _make_copied_units(draft, said, name, index)
    if whole is not None:
        return whole
    groups = _FigureGroups(draft, any_kind=any_kind)
    for how, count, noun in said:
        groups.add_figures_or_weapon(how, count, noun)
    part, table, units = build_unit_table(draft, groups.groups, points)
    names = _choose_free_names(draft, part, clean_name(name) or said[0][2], units)
    told = ", ".join(format_figure_count(count, thing.name) for thing, count in groups.groups)
    joining = (make_change(insert_unit, part.key, {"name": each, **table}, index) for each in names)
    return combine_changes([*groups.list_needed_changes(), *joining]), f"{', '.join(names)}: {told}"


def _split_points(text: str) -> tuple[str, int]:
    found = _POINTS.search(text)
    if found is None:
        return text, 0
    left = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,;:")
    return left, min(int(found["points"][:7]), 1_000_000)


def _split_pieces(text: str, *, any_kind: bool) -> Iterator[tuple[str, int, str]]:
    """Yield each piece as a joining word, a number or 0, and a noun: ``("", 8, "riflemen")``."""
    how = ""
    for place, piece in enumerate((_BETWEEN_KINDS if any_kind else _BETWEEN).split(text)):
        if place % 2:
            borne = how == "with" and piece not in (",", ";")
            how = "with" if piece.lower() == "with" or borne else ","
            continue
        counted = _COUNTED.match(convert_number_word(piece.strip(), keep_names=any_kind))
        if counted is None or not counted["noun"]:
            continue
        count = int(counted["count"] or counted["after"] or 0)
        if not count and (counted["count"] or counted["after"]):
            raise Refused(f"A unit has at least 1 figure, not 0 {counted['noun']}.")
        if count > MAX_FIGURES:
            raise Refused(
                f"A unit can have at most {MAX_FIGURES} figures, not {count} {counted['noun']}."
            )
        yield how, count, counted["noun"].strip()


class _FigureGroups:
    def __init__(self, draft: ForceDraft, *, any_kind: bool) -> None:
        self.draft, self.any_kind = draft, any_kind
        self.groups: list[tuple[ForcePart, int]] = []
        self._last = 0
        self._given: set[str] = set()
        """The weapons that the line gives to all figures of the last kind so far."""

    def add_figures_or_weapon(self, joining_word: str, count: int, noun: str) -> None:
        """Add figures of one kind, or give a weapon to some of the previous figures."""
        kind = self.draft.library.find_known_item(self.draft.data, PROFILES, noun)
        another = not self.groups or self.any_kind or (count and joining_word != "with")
        if kind is not None and another:
            self._last, self._given = len(self.groups), set()
            self.groups.append((kind, count or 1))
            return
        if not self.groups:
            raise Refused(explain_unknown_figure_name(self.draft, noun))
        base, there = self.groups[self._last]
        some = count or 1
        if some > there:
            raise Refused(
                f"The line has {format_figure_count(there, base.name)}, but {some} should have "
                f"{noun!r}. Correct one of the numbers."
            )
        other = kind or find_or_make_profile_with_weapon(
            self.draft, base, noun, [one for one, _ in self.groups]
        )
        if not count and kind is None and is_plural(noun, " ".join(_list_arms(other))):
            some = there
        if some == there:
            arms = _list_arms(other)
            lost = self._given.difference(arms)
            if lost and kind is None:
                raise Refused(
                    f"{noun!r} would replace the {min(lost)} of the same {base.name}. Remove one"
                    " of the two from the line, or define a kind of figure with both."
                )
            self._given |= {*list_similar_names(noun, arms)}
            self.groups[self._last] = (other, there)
            return
        self.groups[self._last] = (base, there - some)
        self.groups.append((other, some))

    def list_needed_changes(self) -> Iterator[RosterChange]:
        """Yield the changes that add missing kinds of figures to the force."""
        for thing, _ in self.groups:
            yield from build_missing_definition_changes(thing)


def _list_arms(kind: ForcePart) -> list[str]:
    lists = (value for value in kind.table.values() if isinstance(value, list))
    return [str(each) for value in lists for each in value]


def build_missing_definition_changes(part: ForcePart) -> Iterator[RosterChange]:
    """Yield the changes that add a named item and the items that it refers to."""
    if part.ruled:
        return
    for key, name, table in part.needs:
        yield make_change(add_named_table, key, name, table)
    yield make_change(add_named_table, part.key, part.name, part.table)


def explain_unknown_figure_name(draft: ForceDraft, noun: str) -> str:
    """Explain that no kind of figure has this name, and suggest similar names."""
    every = [thing.name for thing in draft.library.list_known_items(draft.data, PROFILES)]
    near = list_similar_names(noun, every)[:6] or every[:6]
    hint = f"; choose one of: {', '.join(near)}" if near else ""
    return f"no kind of figure is called {noun!r}{hint}"


def build_unit_table(
    draft: ForceDraft, groups: list[tuple[ForcePart, int]], points: int
) -> tuple[RosterPart, dict[str, Any], int]:
    """Build a unit's table with these figures.

    Return the unit's roster part, its table, and the number of such units. ``points`` are written
    only if units have their own points.
    """
    part, table, units = _place_figures(draft, groups)
    if points and any(field.key == "points" for field in part.fields):
        table["points"] = points
    return part, table, units


def _place_figures(
    draft: ForceDraft, groups: list[tuple[ForcePart, int]]
) -> tuple[RosterPart, dict[str, Any], int]:
    marked = [
        one for one, _ in groups if (part := draft.library.find_roster_part(one)) and part.marked_by
    ]
    for part in draft.format.units:
        if part.figures and not marked:
            figures: dict[str, int] = {}
            for thing, count in groups:
                figures[thing.name] = figures.get(thing.name, 0) + count
            if not part.line_fields:
                return part, {part.figures: figures}, 1
            lines = [{"profile": name, "count": n} for name, n in figures.items()]
            return part, {part.figures: lines}, 1
        holds = any(field.key == "profile" for field in part.fields)
        if marked and not part.figures and holds:
            if len(groups) > 1:
                raise Refused(
                    f"each {part.one} must be a separate unit: write one line for each unit"
                )
            return part, {"profile": groups[0][0].name}, groups[0][1]
    raise Refused(f"no kind of unit can include {groups[0][0].name}")


def _make_copied_units(
    draft: ForceDraft, said: list[tuple[str, int, str]], name: str, place: int | None
) -> tuple[RosterChange, str] | None:
    """Build the change that copies units without figures, as for ``1 hero``, or return None."""
    (_, count, noun), *more = said
    for part in draft.format.units:
        if part.figures or more or find_name_of_noun(noun, (part.one, part.key)) is None:
            continue
        names = _choose_free_names(draft, part, name or part.one, max(1, count))
        changes = [build_similar_unit_addition(draft, part, each, place) for each in names]
        told = f"{', '.join(names)}: {format_count(len(changes), part.one)}"
        return combine_changes(changes), told
    return None


def build_similar_unit_addition(
    draft: ForceDraft, part: RosterPart, name: str = "", index: int | None = None
) -> RosterChange:
    """Build a change that adds a copy of the force's last unit, or else of a sample's first unit.

    Raises ``Refused`` if there is neither.
    """
    like = draft.library.choose_unit_to_copy(draft.data, part)
    if like is None:
        raise Refused(f"No sample has a {part.one} to copy. Add one in the roster file.")
    table = strip_toml_formatting(like.table)
    table["name"] = name or _choose_free_names(draft, part, part.one, 1)[0]
    needs = [make_change(add_named_table, key, word, one) for key, word, one in like.needs]
    return combine_changes([*needs, make_change(insert_unit, part.key, table, index)])


def _choose_free_names(draft: ForceDraft, part: RosterPart, noun: str, count: int) -> list[str]:
    """Choose names for unnamed units, such as ``Riflemen`` and ``Riflemen 2``."""
    taken = {str(one.get("name", "")) for one in list_unit_tables(draft.data, part.key)}
    names: list[str] = []
    for _ in range(count):
        names.append(choose_free_name(noun[:1].upper() + noun[1:], {*taken, *names}))
    return names


def choose_free_name(preferred: str, used_names: set[str]) -> str:
    """Return the preferred name, with a number appended if the name is already taken."""
    return _choose_name(preferred, lambda name: name in used_names)


def choose_free_key(preferred: str, used_keys: Iterable[str]) -> str:
    """Return the preferred key with hyphens, with a number appended if the key is taken."""
    taken = {fold_name_for_matching(key) for key in used_keys}
    name = _choose_name(preferred, lambda name: fold_name_for_matching(name) in taken)
    return name.replace(" ", "-")


def _choose_name(preferred: str, is_taken: Callable[[str], bool]) -> str:
    name, number = clean_name(preferred), 1
    while is_taken(name):
        number += 1
        name = f"{clean_name(preferred)[:56]} {number}"
    return name


class ConvertedRoster(Struct, frozen=True):
    """A converted roster: its text, the parsed roster, and a sentence about each thing left out."""

    text: str
    roster: Roster
    left_out: list[str]


def convert_battlescribe_roster(rules: Ruleset, data: bytes, file: str) -> ConvertedRoster:
    """Convert a BattleScribe roster to the ruleset's format.

    Raises ``Refused`` if the file is invalid, or if the rules have none of its units.
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
    """A conversion: the changes that add units to a new draft, and what was left out."""

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
        points, points_note = _read_points(unit)
        try:
            models = (unit.models or {unit.name: unit.number}).items()
            groups = [(self._find_kind(name), count) for name, count in models]
            part, table, many = build_unit_table(self.draft, groups, points)
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
                f"{called}: the roster lists no models, so the unit has"
                f" {format_count(unit.number, 'figure')}."
            )
        elif unit.number > 1:
            self.left_out.append(
                f"{called}: a row with {format_count(unit.number, 'unit')} became one unit."
            )
        for model, listed in unit.listed.items():
            if listed != unit.models[model]:
                self.left_out.append(
                    f"{called}: the list has {listed:.15g} {clean_name(model)}; the roster has "
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
                f"The roster gives {format_points(f'{whole:g}')}, but its units add up to"
                f" {points:g}."
            )
        others = battlescribe_roster_reader.list_other_costs(self.listed)
        if others:
            self.left_out.append(f"Costs left out: {', '.join(map(clean_name, others))}.")

    def _find_kind(self, name: str) -> ForcePart:
        if self._takes_any:
            return ForcePart(PROFILES, clean_name(name) or "Figure", {})
        kind = self.draft.library.find_known_item(self.draft.data, PROFILES, name)
        if kind is None:
            raise Refused(explain_unknown_figure_name(self.draft, clean_name(name)))
        return kind


def _name_figures(
    figures: dict[str, int] | list[dict[str, Any]], names: list[tuple[str, str, int]]
) -> list[dict[str, Any]]:
    """Name some of a unit's figures.

    Each of ``names`` has a profile, a name, and a number of figures.
    """
    if isinstance(figures, dict):
        figures = [{"profile": profile, "count": count} for profile, count in figures.items()]
    named = [{"profile": profile, "name": name, "count": count} for profile, name, count in names]
    for line in figures:
        line["count"] -= sum(count for profile, _, count in names if profile == line["profile"])
    return [*named, *(line for line in figures if line["count"])]


def _read_points(unit: battlescribe_roster_reader.BattleScribeUnit) -> tuple[int, str]:
    """Return a unit's cost in whole points, and a note if it differs from the cost in the list."""
    if not 0 <= unit.points <= MAX_POINTS:
        return 0, f"its cost of {unit.points:g} points is not possible and was left out."
    points = round(unit.points)
    if points != unit.points:
        return points, f"the cost of {unit.points:g} points was rounded to {points}."
    return points, ""

"""Parses typed units, such as ``8 riflemen, medium repeater`` or ``10 troopers with 1 flamer``.

Each line is first tried on a draft. A line that cannot be parsed is reported with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.force_building.available_force_parts import (
    PROFILES,
    ForcePart,
    list_unit_tables,
)
from tracker.application.force_building.figure_weapon_variants import (
    find_or_make_profile_with_weapon,
)
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.plural_name_matching import (
    find_known_name_of_noun,
    fold_name_for_matching,
    is_plural,
    list_names_containing,
    list_similar_names,
)
from tracker.application.force_building.roster_toml_edits import (
    RosterChange,
    add_named_table_if_missing,
    combine_changes,
    insert_unit,
    make_change,
    strip_toml_formatting,
)
from tracker.application.typed_forces import refuse_if_number_in_unit_name, refuse_if_wounds_typed
from tracker.procedures.declared.force_format import RosterPart
from tracker.vocabulary.count_wording import format_count, format_figure_count
from tracker.vocabulary.toml_reader import clean_name
from tracker.vocabulary.typed_numbers import NO_COUNT, convert_leading_number_word, split_typed_unit

MAX_FIGURES = 200
_BULLET = re.compile(r"^\s*(?:[-*•–·]|\d+[.)])\s+")
_POINTS = re.compile(
    r"[\[(,=–-]?\s*(?P<points>\d+)\s*(?:points|point|pts|pt)\b\.?\s*[\])]?", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*(,|;|\+|&|\bwith\b|\band\b|\bplus\b)\s*", re.IGNORECASE)
_BETWEEN_KINDS = re.compile(
    r"\s*(,|;|\+|&(?=\s*\d)|\bwith\b(?=\s*\d)|\band\b(?=\s*\d)|\bplus\b(?=\s*\d))\s*", re.IGNORECASE
)
"""The separators between kinds of figures in rules that accept any word as a kind of figure."""
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


def add_valid_unit_lines(draft: ForceDraft, text: str) -> list[ParsedUnitLine | RejectedUnitLine]:
    """Add a unit for every valid line, all in one edit.

    Return one result for each line. Empty lines and ``#`` comments are ignored.
    """
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
    """Parse a line as a unit. Return the change that adds the unit, and the unit's description.

    The unit is added to its list at ``index``, or at the end if ``index`` is None. Raises
    ``Refused`` if the line does not describe a unit.
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
        refuse_if_wounds_typed(rest)
        for piece in _BETWEEN_KINDS.split(figures)[::2]:
            refuse_if_number_in_unit_name(piece.strip())
    whole = _make_copied_units(draft, said, name, index)
    if whole is not None:
        return whole
    groups = _FigureGroups(draft, any_kind=any_kind)
    for how, count, noun in said:
        groups.add_figures_or_weapon(how, count, noun)
    part, table, units = build_unit_table_and_count(draft, groups.groups, points)
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
    """Yield each piece as a joining word, a number or 0, and a noun, as in ``("", 8,
    "riflemen")``.
    """
    how = ""
    for place, piece in enumerate((_BETWEEN_KINDS if any_kind else _BETWEEN).split(text)):
        if place % 2:
            borne = how == "with" and piece not in (",", ";")
            how = "with" if piece.lower() == "with" or borne else ","
            continue
        counted = _COUNTED.match(convert_leading_number_word(piece.strip(), keep_names=any_kind))
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
        """The weapons that the line has given to all figures of the last kind."""

    def add_figures_or_weapon(self, joining_word: str, count: int, noun: str) -> None:
        """Add figures of one kind, or give a weapon to some of the last figures added."""
        kind = self.draft.library.find_known_part(self.draft.data, PROFILES, noun)
        another = not self.groups or self.any_kind or (count and joining_word != "with")
        if kind is not None and another:
            self._last, self._given = len(self.groups), set()
            self.groups.append((kind, count or 1))
            return
        if not self.groups:
            raise Refused(explain_unknown_figure_name(self.draft, noun))
        base, there = self.groups[self._last]
        some = count or 1
        other = kind or find_or_make_profile_with_weapon(
            self.draft, base, noun, [one for one, _ in self.groups]
        )
        if some > there:
            raise Refused(
                f"The line has {format_figure_count(there, base.name)}, but {some} should have "
                f"{noun!r}. Correct one of the numbers."
            )
        if not count and kind is None and is_plural(noun, " ".join(_list_carried_items(other))):
            some = there
        if some == there:
            arms = _list_carried_items(other)
            lost = self._given.difference(arms)
            if lost and kind is None:
                raise Refused(
                    f"{noun!r} would replace the {min(lost)} of the same {base.name}. Remove one"
                    " of the two from the line, or define a kind of figure with both."
                )
            self._given |= {*list_names_containing(noun, arms)}
            self.groups[self._last] = (other, there)
            return
        self.groups[self._last] = (base, there - some)
        self.groups.append((other, some))

    def list_needed_changes(self) -> Iterator[RosterChange]:
        """Yield the changes that add kinds of figures that the force does not have."""
        for thing, _ in self.groups:
            yield from build_missing_definition_changes(thing)


def _list_carried_items(kind: ForcePart) -> list[str]:
    lists = (value for value in kind.table.values() if isinstance(value, list))
    return [str(each) for value in lists for each in value]


def build_missing_definition_changes(part: ForcePart) -> Iterator[RosterChange]:
    """Yield the changes that add a named part, and the parts to which it refers, if they are
    missing.
    """
    if part.ruled:
        return
    for key, name, table in part.needs:
        yield make_change(add_named_table_if_missing, key, name, table)
    yield make_change(add_named_table_if_missing, part.key, part.name, part.table)


def explain_unknown_figure_name(draft: ForceDraft, noun: str) -> str:
    """Explain that no kind of figure has the given name, and list similar names."""
    every = [thing.name for thing in draft.library.list_known_parts(draft.data, PROFILES)]
    near = list_similar_names(noun, every)[:6] or every[:6]
    hint = f"; choose one of: {', '.join(near)}" if near else ""
    return f"no kind of figure is called {noun!r}{hint}"


def build_unit_table_and_count(
    draft: ForceDraft, groups: list[tuple[ForcePart, int]], points: int
) -> tuple[RosterPart, dict[str, Any], int]:
    """Build the table of a unit with the given figures.

    Return the unit's roster part, its table, and the number of such units. ``points`` are included
    only if units have their own points.
    """
    part, table, units = _build_unit_table_from_groups(draft, groups)
    if points and any(field.key == "points" for field in part.fields):
        table["points"] = points
    return part, table, units


def _build_unit_table_from_groups(
    draft: ForceDraft, groups: list[tuple[ForcePart, int]]
) -> tuple[RosterPart, dict[str, Any], int]:
    marked = [
        one
        for one, _ in groups
        if (part := draft.library.find_declaration_of_part(one)) and part.marked_by
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
    """Build the change that adds copied units, as for ``1 hero``, and describe these units.

    Return None if the noun is not a kind of unit without figures.
    """
    (_, count, noun), *more = said
    for part in draft.format.units:
        if part.figures or more or find_known_name_of_noun(noun, (part.one, part.key)) is None:
            continue
        names = _choose_free_names(draft, part, name or part.one, max(1, count))
        changes = [build_addition_like_last_unit(draft, part, each, place) for each in names]
        told = f"{', '.join(names)}: {format_count(len(changes), part.one)}"
        return combine_changes(changes), told
    return None


def build_addition_like_last_unit(
    draft: ForceDraft, part: RosterPart, name: str = "", index: int | None = None
) -> RosterChange:
    """Build a change that adds a copy of the force's last unit or, if there is none, of a sample's
    first unit.

    Raises ``Refused`` if there is neither.
    """
    like = draft.library.choose_unit_to_copy(draft.data, part)
    if like is None:
        raise Refused(f"No sample has a {part.one} to copy. Add one in the roster file.")
    table = strip_toml_formatting(like.table)
    table["name"] = name or _choose_free_names(draft, part, part.one, 1)[0]
    needs = [
        make_change(add_named_table_if_missing, key, word, one) for key, word, one in like.needs
    ]
    return combine_changes([*needs, make_change(insert_unit, part.key, table, index)])


def _choose_free_names(draft: ForceDraft, part: RosterPart, noun: str, count: int) -> list[str]:
    """Return unused names for new units, such as ``Riflemen`` and ``Riflemen 2``."""
    taken = {str(one.get("name", "")) for one in list_unit_tables(draft.data, part.key)}
    names: list[str] = []
    for _ in range(count):
        names.append(choose_free_name(noun[:1].upper() + noun[1:], {*taken, *names}))
    return names


def choose_free_name(preferred: str, used_names: set[str]) -> str:
    """Return the preferred name, followed by a number if another unit already has this name."""
    return _add_number_until_free(preferred, lambda name: name in used_names)


def choose_free_key(preferred: str, used_keys: Iterable[str]) -> str:
    """Return the preferred key with hyphens, followed by a number if the key is already used."""
    taken = {fold_name_for_matching(key) for key in used_keys}
    name = _add_number_until_free(preferred, lambda name: fold_name_for_matching(name) in taken)
    return name.replace(" ", "-")


def _add_number_until_free(preferred: str, is_taken: Callable[[str], bool]) -> str:
    name, number = clean_name(preferred), 1
    while is_taken(name):
        number += 1
        name = f"{clean_name(preferred)[:56]} {number}"
    return name

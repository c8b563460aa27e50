"""The outline of a force: a row for each of its fields, units, figures and parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.force_format_inference import (
    FORCE_FIELDS,
    LINE_FIELDS,
    find_part_for_table,
)
from tracker.application.force_building.plural_name_matching import fold_name_for_matching
from tracker.application.force_building.roster_toml_edits import get_value_at_path
from tracker.procedures.declared.force_format import RosterField, RosterPart
from tracker.procedures.declared.rosters_and_mustering import Problem
from tracker.vocabulary import toml_reader
from tracker.vocabulary.toml_reader import Path, clean_name
from tracker.vocabulary.typed_numbers import is_whole_number

YES, NO = "yes", "no"


def describe_field_value(value: Any) -> str:
    """Describe the value of a field, as in ``rifle basic, pistol basic``, or return "" for None."""
    match value:
        case None:
            return ""
        case bool():
            return YES if value else NO
        case list() if all(isinstance(each, str) for each in value):
            return ", ".join(value)
        case list() | dict():
            return format_inline_toml_value(value)
        case _:
            return str(value)


def format_inline_toml_value(value: Any) -> str:
    import tomlkit

    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return f"[{', '.join(map(format_inline_toml_value, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(
            f"{tomlkit.key(key).as_string()} = {format_inline_toml_value(one)}"
            for key, one in value.items()
        )
        return f"{{ {inner} }}" if inner else "{}"
    return str(tomlkit.item(value).as_string())


def parse_field_value(field: RosterField, text: str) -> Any:
    """Parse the typed value of a field, or return None if the field is to be removed.

    A field is removed if the text is empty, or if it is the word that stands for no value in this
    field. Raises ``Refused`` if a number is invalid, too low or too high.
    """
    text = " ".join(text.split())
    absent = field.kind in ("text", "words") and text.casefold() == field.absent.casefold()
    if not text or (absent and text.casefold() not in field.values):
        return None
    match field.kind:
        case "number":
            return _parse_number(field, text)
        case "flag":
            return text.casefold() in (YES, "y", "true", "1")
        case "words":
            return [clean_name(each) for each in text.split(",") if each.strip()]
        case "value":
            return _parse_value(text)
        case _:
            return clean_name(text)


def _parse_number(field: RosterField, text: str) -> int:
    digits = text.removeprefix("-")
    value = int(text) if is_whole_number(digits) and len(digits) < 10 else None
    if value is None or not field.least <= value <= field.most:
        what = field.key.replace("_", " ")
        raise Refused(f"The {what} must be a whole number from {field.least} to {field.most}.")
    return value


def _parse_value(text: str) -> Any:
    """Parse a text as a TOML value. Text that is not TOML is only cleaned.

    Raises ``Refused`` for an invalid list or table.
    """
    try:
        return toml_reader.load_toml(f"value = {text}")["value"]
    except toml_reader.InvalidToml as error:
        if text[:1] in "[{":
            raise Refused(f"This value cannot be read: {error.why}.") from error
        return clean_name(text)


PROFILES = "profiles"
What = Literal["force", "list", "unit", "figures", "shelf", "thing"]


class OutlineRow(Struct, frozen=True):
    """A row in the outline of a force. ``path`` is the row's path in the roster.

    ``part`` is the declaration of a unit or item, or None for the force itself. ``place`` is the
    number of the unit, counted from 1 as on the table. The rows of a unit's figures have the same
    number.
    """

    path: Path
    what: What
    name: str
    words: str = ""
    part: RosterPart | None = None
    place: int = 0
    points: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def unit_path(self) -> Path:
        """The path of the unit to which the row belongs, or () if it does not belong to a unit."""
        return self.path[:2] if self.what in ("unit", "figures") else ()


def build_outline(draft: ForceDraft) -> list[OutlineRow]:
    rows = [*_list_rows_without_problems(draft)]
    problems = _group_problems_by_row_index(draft, rows)
    return [replace(row, problems=problems.get(at, ())) for at, row in enumerate(rows)]


def list_editable_fields(draft: ForceDraft, row: OutlineRow) -> tuple[RosterField, ...]:
    """Return the fields of a row that can be edited, except its name. Headings have no fields."""
    part = row.part
    match row.what:
        case "force":
            return (*FORCE_FIELDS[1:], *draft.format.top)
        case "unit" | "thing":
            table = get_value_at_path(draft.data, row.path)
            fields = part.fields if part is not None else ()
            return tuple(one for one in fields if _is_field_applicable(one, table))
        case "figures":
            return (*LINE_FIELDS, *(part.line_fields if part is not None else ()))
        case _:
            return ()


def _is_field_applicable(field: RosterField, table: Mapping[str, Any]) -> bool:
    if not field.where or field.key in table:
        return True
    return fold_name_for_matching(describe_field_value(table.get(field.where))) in field.where_is


def _list_rows_without_problems(draft: ForceDraft) -> Iterator[OutlineRow]:
    data = draft.data
    top = (*FORCE_FIELDS[1:], *draft.format.top)
    told = [(field.key.replace("_", " "), data.get(field.key)) for field in top]
    frame = [f"{key} {describe_field_value(value)}" for key, value in told if value is not None]
    yield OutlineRow((), "force", str(data.get("name", "")), " · ".join(frame))
    place = 0
    units = [*draft.roster.units]
    for part in draft.format.units:
        yield OutlineRow((part.key,), "list", part.key.replace("_", " "), "", part)
        for number, table in enumerate(_get_list_or_empty(data.get(part.key))):
            if not isinstance(table, Mapping):
                continue
            name = clean_name(str(table.get("name", ""))) or f"{part.one} {number + 1}"
            mine = next((unit for unit in units if unit.name.casefold() == name.casefold()), None)
            if mine is not None:
                units.remove(mine)
                place += 1
            figures = part.figures
            words = _describe_table(table, part.fields, also=("name", figures))
            points = mine.points if mine is not None else 0
            path = (part.key, number)
            yield OutlineRow(path, "unit", name, words, part, place if mine else 0, points)
            if figures:
                number_of = place if mine else 0
                yield from _list_figure_rows((*path, figures), table.get(figures), part, number_of)
    for key in dict.fromkeys(part.key for part in draft.format.shelves):
        shelf = data.get(key)
        first = next(part for part in draft.format.shelves if part.key == key)
        title = "kinds of figures" if key == "profiles" else key.replace("_", " ")
        yield OutlineRow((key,), "shelf", title, "", first)
        for name, table in shelf.items() if isinstance(shelf, Mapping) else ():
            if isinstance(table, Mapping):
                kind = find_part_for_table(draft.format.shelves, key, table)
                words = _describe_table(table, kind.fields if kind else ())
                cost = draft.roster.profiles.get(name, {}).get("cost") if key == PROFILES else 0
                worth = cost if isinstance(cost, int) and "cost" not in table else 0
                yield OutlineRow((key, name), "thing", name, words, kind, points=worth)


def _list_figure_rows(
    path: Path, figures: Any, part: RosterPart, place: int
) -> Iterator[OutlineRow]:
    if isinstance(figures, Mapping):
        for profile, count in figures.items():
            yield OutlineRow((*path, profile), "figures", f"{count} {profile}", "", part, place)
    for number, line in enumerate(_get_list_or_empty(figures)):
        if isinstance(line, Mapping):
            head = [str(line.get("count", 1)), str(line.get("profile", ""))]
            name = describe_field_value(line.get("name"))
            words = _describe_table(line, part.line_fields, also=("profile", "name", "count"))
            told = " · ".join(each for each in (name, words) if each)
            shown = " ".join(each for each in head if each)
            yield OutlineRow((*path, number), "figures", shown, told, part, place)


def _describe_table(
    table: Mapping[str, Any], fields: tuple[RosterField, ...], also: tuple[str, ...] = ()
) -> str:
    """Describe a table's values, as in ``regular · rifle basic``. The name of a field precedes a
    number.
    """
    known = {field.key: field for field in fields}
    found = []
    for key, value in table.items():
        if key in also:
            continue
        word, text = key.replace("_", " "), describe_field_value(value)
        field = known.get(key)
        if isinstance(value, bool):
            found.append(word if value else "")
        elif field is not None and field.kind in ("text", "words") and (field.values or field.of):
            found.append(text if field.kind == "words" or field.values else f"{word} {text}")
        else:
            found.append(f"{word} {text}")
    return " · ".join(each for each in found if each)


def _get_list_or_empty(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _group_problems_by_row_index(
    draft: ForceDraft, rows: list[OutlineRow]
) -> dict[int, tuple[Problem, ...]]:
    """Map the index of each row to its problems. Problems without a line belong to the force
    itself.
    """
    lines = draft.current_version.line_by_path
    begins: dict[int, int] = {}
    for place, row in enumerate(rows):
        own = lines.get(row.path)
        if row.path and own is not None and row.what not in ("list", "shelf"):
            begins.setdefault(own, place)
    found: dict[int, tuple[Problem, ...]] = {}
    for problem in draft.roster.problems:
        ahead = [line for line in begins if line <= problem.line]
        where = begins[max(ahead)] if ahead and problem.line > 1 else 0
        found[where] = (*found.get(where, ()), problem)
    return found

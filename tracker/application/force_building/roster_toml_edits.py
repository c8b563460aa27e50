"""Edits the tables of a roster, as plain data or as a TOML document with comments.

A path is a tuple such as ``("squads", 0, "figures", "rifleman")``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Concatenate, NamedTuple, ParamSpec

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT

from tracker.application.force_building.plural_name_matching import fold_name_for_matching
from tracker.procedures.declared.force_format import ForceFormat, RosterPart
from tracker.vocabulary import toml_reader
from tracker.vocabulary.toml_reader import Path

RosterChange = Callable[[Any], None]
"""A function that changes a roster in place. The roster is either plain data or a TOML document."""


class ChangedText(NamedTuple):
    """The text of a roster after a change, and whether its comments have been kept."""

    text: str
    kept_comments: bool


def apply_change_with_comments_if_possible(text: str, change: RosterChange) -> ChangedText:
    """Return a roster's text after a change, with its comments if possible.

    The change is made twice: to the plain data, which gives the correct result, and to the document
    with its comments. If the two results differ, the plain data is used, and the comments are lost.
    Raises ``InvalidToml`` if the text is not TOML.
    """
    data = toml_reader.load_toml(text)
    before = copy.deepcopy(data)
    change(data)
    if data == before and _make_order_comparable(data) == _make_order_comparable(before):
        return ChangedText(text, kept_comments=True)
    try:
        document = tomlkit.parse(text)
        change(document)
        kept = tomlkit.dumps(document)
        if _make_order_comparable(toml_reader.load_toml(kept)) == _make_order_comparable(data):
            return ChangedText(kept, kept_comments=True)
    except (TOMLKitError, toml_reader.InvalidToml, TypeError, ValueError, KeyError, AttributeError):
        pass
    return ChangedText(tomlkit.dumps(data), kept_comments="#" not in text)


def _make_order_comparable(data: Any) -> Any:
    """Convert data so that comparing it also compares the order of the keys in inner tables."""
    if isinstance(data, dict):
        return {key: _convert_to_lists(value) for key, value in data.items()}
    return data


def _convert_to_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _convert_to_lists(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [_convert_to_lists(each) for each in value]
    return value


def strip_toml_formatting(value: Any) -> Any:
    """Return a copy of a TOML value without its formatting and comments."""
    unwrapped = value.unwrap() if hasattr(value, "unwrap") else value
    return copy.deepcopy(dict(unwrapped) if isinstance(unwrapped, Mapping) else unwrapped)


def make_inline_toml(value: Any) -> Any:
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table[key] = make_inline_toml(inner)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for inner in value:
            array.append(make_inline_toml(inner))
        return array
    return value


def is_toml_document(data: Any) -> bool:
    """Return whether data is a TOML document with comments and formatting, and not plain data."""
    return isinstance(data, tomlkit.TOMLDocument)


def make_toml_table(document: Any, table: Mapping[str, Any]) -> Any:
    """Build a table from plain data. In a TOML document, each value takes one line."""
    if not is_toml_document(document):
        return strip_toml_formatting(table)
    made = tomlkit.table()
    for key, value in table.items():
        made[key] = make_inline_toml(strip_toml_formatting(value))
    return made


def make_figure_line(data: Any, lines: Any, line: Mapping[str, Any]) -> Any:
    """Build a line of figures in the same TOML form as the existing ``lines`` of the unit."""
    if not is_toml_document(data):
        return dict(line)
    return make_toml_table(data, line) if isinstance(lines, AoT) else make_inline_toml(line)


def get_value_at_path(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


P = ParamSpec("P")


def make_change(
    edit: Callable[Concatenate[Any, P], None], *args: P.args, **kwargs: P.kwargs
) -> RosterChange:
    """Return a change that calls ``edit`` with a roster's data and the given arguments."""
    return lambda data: edit(data, *args, **kwargs)


def set_or_remove_key(data: Any, path: Path, key: str, value: Any) -> None:
    table = get_value_at_path(data, path)
    if value is None:
        table.pop(key, None)
    else:
        table[key] = make_inline_toml(value) if is_toml_document(data) else value


def combine_changes(changes: Iterable[RosterChange]) -> RosterChange:
    every = tuple(changes)

    def change(data: Any) -> None:
        for one in every:
            one(data)

    return change


def insert_unit(data: Any, key: str, table: Mapping[str, Any], index: int | None = None) -> None:
    """Insert a unit into the list ``key`` at ``index``, or at the end if ``index`` is None."""
    units, unit = data.get(key), make_toml_table(data, table)
    if units:
        units.insert(len(units) if index is None else index, unit)
        return
    units = tomlkit.aot() if is_toml_document(data) else []
    units.append(unit)
    data[key] = units


def add_named_table_if_missing(data: Any, key: str, name: str, table: Mapping[str, Any]) -> None:
    """Add a named table under ``key``, unless there is already one with the same name."""
    made = make_toml_table(data, table)
    if key not in data:
        shelf: Any = tomlkit.table(is_super_table=True) if is_toml_document(data) else {}
        shelf[name] = made
        data[key] = shelf
    elif name not in data[key]:
        data[key][name] = made


def remove_item_and_empty_list(data: Any, path: Path) -> None:
    """Remove an item, and also its list if no items are left."""
    *outer, last = path
    del get_value_at_path(data, tuple(outer))[last]
    if len(outer) == 1 and not data[outer[0]]:
        del data[outer[0]]


def move_item_at_path(data: Any, path: Path, offset: int) -> None:
    *outer, place = path
    units = get_value_at_path(data, tuple(outer))
    if isinstance(place, int):
        new = max(0, min(len(units) - 1, place + offset))
        one = units[place]
        del units[place]
        units.insert(new, one)
        return
    keys = list(units)
    old = keys.index(place)
    keys.insert(max(0, min(len(keys) - 1, old + offset)), keys.pop(old))
    for key in keys:
        units[key] = units.pop(key)


def change_figure_count(data: Any, path: Path, difference: int, most: int) -> None:
    """Change the number of figures in a line, within the limits of 1 and ``most``."""
    *outer, last = path
    line = get_value_at_path(data, tuple(outer))
    if not isinstance(last, str):
        line, last = line[last], "count"
    line[last] = max(1, min(most, _get_count(line.get(last, 1)) + difference))


def add_figures_to_unit(data: Any, unit: Path, part: RosterPart, profile: str, count: int) -> None:
    """Add figures to a unit, if possible to an existing line that has only their profile and a
    number.
    """
    table = get_value_at_path(data, unit)
    figures = table.get(part.figures)
    if isinstance(figures, list):
        for line in figures:
            if _has_only_profile_and_count(line) and line.get("profile") == profile:
                line["count"] = _get_count(line.get("count", 1)) + count
                return
        figures.append(make_figure_line(data, figures, {"profile": profile, "count": count}))
    elif isinstance(figures, Mapping):
        table[part.figures][profile] = _get_count(figures.get(profile, 0)) + count
    else:
        set_or_remove_key(data, unit, part.figures, {profile: count})


def expand_figure_lines(data: Any, unit: Path, part: RosterPart) -> None:
    """Replace figures such as ``{ rifle = 5 }`` by a list of lines, which can have additional
    fields.
    """
    figures = get_value_at_path(data, unit).get(part.figures)
    if isinstance(figures, Mapping):
        lines = [{"profile": str(key), "count": int(count)} for key, count in figures.items()]
        set_or_remove_key(data, unit, part.figures, lines)


def split_off_leader(data: Any, path: Path, profile: str, extra_fields: Mapping[str, Any]) -> None:
    """Move one figure to its own line, with the given ``profile`` and ``extra_fields``."""
    *outer, last = path
    figures = get_value_at_path(data, tuple(outer))
    if isinstance(last, str):
        lines = {key: _get_count(value) - (key == last) for key, value in figures.items()}
        for key in list(figures):
            del figures[key]
        figures[profile] = lines.pop(profile, 0) + 1
        figures.update({key: count for key, count in lines.items() if count})
        return
    line = figures[last]
    left = _get_count(line.get("count", 1)) - 1
    first = {key: value for key, value in line.items() if key != "count"}
    figures[last] = make_figure_line(data, figures, {**first, "profile": profile, **extra_fields})
    if left:
        rest = {key: value for key, value in line.items() if key != "name"}
        figures.insert(last + 1, make_figure_line(data, figures, {**rest, "count": left}))


def rename_item_at_path(data: Any, path: Path, name: str, form: ForceFormat) -> None:
    """Rename a unit or a named part, and change all references to it."""
    *outer, last = path
    holder = get_value_at_path(data, tuple(outer))
    if isinstance(last, int):
        old = str(holder[last].get("name", ""))
        holder[last]["name"] = name
    else:
        old = last
        _rename_key(holder, old, name)
    for table, part in _list_unit_tables(data, form):
        for field in part.fields:
            if path[0] in field.part_keys and field.key in table:
                _replace_word(table, field.key, old, name)
        if path[0] == "profiles" and part.figures:
            _replace_figures(table, part, old, name)


def _rename_key(holder: Any, old: str, new: str) -> None:
    """Rename a key without changing the order of the keys."""
    for key in list(holder):
        holder[new if key == old else key] = holder.pop(key)


def _list_unit_tables(data: Any, form: ForceFormat) -> Iterator[tuple[Any, RosterPart]]:
    for part in form.units:
        for table in data.get(part.key, ()):
            if isinstance(table, Mapping):
                yield table, part
                figures = table.get(part.figures) if part.figures else None
                for line in figures if isinstance(figures, list) else ():
                    if isinstance(line, Mapping):
                        yield line, RosterPart(part.key, "", part.line_fields)
    for part in form.shelves:
        shelf = data.get(part.key)
        for table in shelf.values() if isinstance(shelf, Mapping) else ():
            if isinstance(table, Mapping):
                yield table, part


def _replace_word(holder: Any, key: Any, old: str, new: str) -> None:
    """Replace a word in a list, in a table, or in a text such as ``rifle + bayonet``."""
    value = holder[key]
    if isinstance(value, Mapping):
        for inner in list(value):
            _replace_word(value, inner, old, new)
    elif isinstance(value, list):
        for place in range(len(value)):
            _replace_word(value, place, old, new)
    elif isinstance(value, str):
        parts = [part.strip() for part in value.split("+")]
        alike = [fold_name_for_matching(part) == fold_name_for_matching(old) for part in parts]
        if fold_name_for_matching(value) == fold_name_for_matching(old):
            holder[key] = new
        elif any(alike):
            pairs = zip(parts, alike, strict=True)
            holder[key] = " + ".join(new if same else part for part, same in pairs)


def _replace_figures(table: Any, part: RosterPart, old: str, new: str) -> None:
    figures = table.get(part.figures)
    if isinstance(figures, list):
        for line in figures:
            if isinstance(line, Mapping) and line.get("profile") == old:
                line["profile"] = new  # type: ignore[index]  # a table of a roster
    elif isinstance(figures, Mapping) and old in figures:
        _rename_key(table[part.figures], old, new)


def _has_only_profile_and_count(line: Any) -> bool:
    return isinstance(line, Mapping) and {*line} <= {"profile", "count"}


def _get_count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 1

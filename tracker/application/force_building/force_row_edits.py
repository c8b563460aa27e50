"""Edits a row in the force editor. Each edit returns a message, or raises ``Refused``."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from tracker.application.errors import Refused, make_sentence
from tracker.application.force_building.available_force_parts import (
    OWN,
    PROFILES,
    ForcePart,
    list_unit_tables,
)
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.force_outline import OutlineRow, parse_field_value
from tracker.application.force_building.plain_text_unit_parser import (
    MAX_FIGURES,
    build_addition_like_last_unit,
    build_missing_definition_changes,
    choose_free_key,
    choose_free_name,
    explain_unknown_figure_name,
    parse_unit_line,
)
from tracker.application.force_building.roster_toml_edits import (
    RosterChange,
    add_figures_to_unit,
    add_named_table_if_missing,
    change_figure_count,
    combine_changes,
    expand_figure_lines,
    get_value_at_path,
    insert_unit,
    make_change,
    move_item_at_path,
    remove_item_and_empty_list,
    rename_item_at_path,
    set_or_remove_key,
    split_off_leader,
    strip_toml_formatting,
)
from tracker.procedures.declared.force_format import RosterField
from tracker.procedures.declared.rosters_and_mustering import MAX_UNITS
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.toml_reader import Path, clean_name
from tracker.vocabulary.typed_numbers import split_typed_unit

Message: TypeAlias = str
"""A sentence for the user, such as ``Removed: Alpha.``, or "" if there is nothing to say."""

LOST = " This change removed the comments from the file. To undo the change, press u."


def add_typed_row(draft: ForceDraft, row: OutlineRow, typed: str) -> Message:
    """Add a typed unit after the row or, if the row is in a list of items, add an item to this
    list.
    """
    if row.what in ("shelf", "thing"):
        return _add_named_part(draft, str(row.path[0]), typed)
    place = int(row.path[1]) + 1 if row.unit_path else None
    units = sum(len(list_unit_tables(draft.data, part.key)) for part in draft.format.units)
    if units >= MAX_UNITS:
        raise Refused(f"A force can have at most {MAX_UNITS} units.")
    if row.part is not None and not row.part.figures:
        try:
            change, told = parse_unit_line(draft, typed)
        except Refused:
            name, figures = split_typed_unit(typed)
            if name or re.match(r"[0-9]+x?\s", figures):  # a unit's figures, not only a name
                raise
            name = clean_name(typed)
            change = build_addition_like_last_unit(draft, row.part, name, place)
            told = name or row.part.one
    else:
        change, told = parse_unit_line(draft, typed, place if row.part is not None else None)
    return _apply_change_and_report(draft, change, f"Added: {told}.")


def add_figures(draft: ForceDraft, row: OutlineRow, typed: str) -> Message:
    """Add typed figures, such as ``2 gunners``, to the unit of the given row."""
    if not row.unit_path or row.part is None or not row.part.figures:
        raise Refused("Select a unit for the new figures first.")
    first, _, rest = " ".join(typed.split()).partition(" ")
    count, noun = (int(first), rest) if first.isdigit() and len(first) < 5 else (1, typed)
    thing = draft.library.find_known_part(draft.data, PROFILES, noun)
    if thing is None:
        raise Refused(make_sentence(explain_unknown_figure_name(draft, noun)))
    if not 0 < count <= MAX_FIGURES:
        raise Refused(f"Add 1 to {MAX_FIGURES} figures at a time.")
    joins = make_change(add_figures_to_unit, row.unit_path, row.part, thing.name, count)
    change = combine_changes([*build_missing_definition_changes(thing), joins])
    return _apply_change_and_report(
        draft, change, f"Added: {format_figure_count(count, thing.name)}."
    )


def delete_row(draft: ForceDraft, row: OutlineRow) -> Message:
    """Delete a row. If it is a unit, its figures are deleted as well."""
    _require_editable_row(row)
    change = make_change(remove_item_and_empty_list, row.path)
    return _apply_change_and_report(draft, change, f"Removed: {row.name}. Press u to undo.")


def duplicate_row(draft: ForceDraft, row: OutlineRow) -> tuple[Message, Path]:
    """Duplicate a row under an unused name, or add one more figure to a row of figures.

    Return a message, and the path of the copy.
    """
    _require_editable_row(row)
    table = get_value_at_path(draft.data, row.path)
    if row.what == "thing":
        key, name = str(row.path[0]), str(row.path[1])
        new = choose_free_key(name, draft.data[key])
        change = make_change(add_named_table_if_missing, key, new, table)
        return _apply_change_and_report(draft, change, f"Copied: {new}."), (key, new)
    if row.what == "figures":
        return adjust_figure_count(draft, row, 1), row.path
    taken = {str(one.get("name", "")) for one in list_unit_tables(draft.data, str(row.path[0]))}
    copy = {**strip_toml_formatting(table), "name": choose_free_name(row.name, taken)}
    place = (row.path[0], int(row.path[1]) + 1)
    change = make_change(insert_unit, str(place[0]), copy, place[1])
    return _apply_change_and_report(draft, change, f"Copied: {copy['name']}."), place


def shift_row(draft: ForceDraft, row: OutlineRow, offset: int) -> Path:
    """Move a row down by ``offset`` rows, or up if ``offset`` is negative. Return the row's new
    path.
    """
    _require_editable_row(row)
    *outer, last = row.path
    holder = get_value_at_path(draft.data, tuple(outer))
    draft.apply_change(make_change(move_item_at_path, row.path, offset))
    if isinstance(last, int):
        return (*outer, max(0, min(len(holder) - 1, last + offset)))
    return row.path


def adjust_figure_count(draft: ForceDraft, row: OutlineRow, difference: int) -> Message:
    if row.what != "figures":
        raise Refused("Select a line with figures first. Then + and - change the number.")
    change = make_change(change_figure_count, row.path, difference, MAX_FIGURES)
    return _apply_change_and_report(draft, change, "")


def split_off_figure_as_leader(draft: ForceDraft, row: OutlineRow) -> tuple[Message, Path]:
    """Move a figure to its own line, and make it a leader if the rules have leaders.

    Return a message, and the path of the figure's line.
    """
    if row.what != "figures" or row.part is None:
        raise Refused("First select a line with figures. One of these figures becomes the leader.")
    *outer, last = row.path
    line = get_value_at_path(draft.data, row.path)
    profile = str(last if isinstance(last, str) else line.get("profile", ""))
    key, value = draft.format.leader or ("", True)
    before: list[RosterChange] = []
    said: dict[str, Any] = {}
    if any(field.key == key for field in row.part.line_fields):
        said = {key: value}
    elif key:
        profile, before = _find_or_make_leader_profile(draft, profile, key, value)
    elif isinstance(last, str):
        before = [make_change(expand_figure_lines, row.unit_path, row.part)]
        last = [*get_value_at_path(draft.data, tuple(outer))].index(last)
    path = (*outer, last)
    if key:
        told = f"{profile} is now the leader."
    else:
        told = f"One {profile} now has its own line. To name this figure, press r."
    place = (*outer, profile) if isinstance(last, str) else path
    change = combine_changes([*before, make_change(split_off_leader, path, profile, said)])
    return _apply_change_and_report(draft, change, told), place


def _find_or_make_leader_profile(
    draft: ForceDraft, profile: str, key: str, value: str | bool
) -> tuple[str, list[RosterChange]]:
    """Return the name of the leader's version of a profile, and the changes that create it if it is
    new.
    """
    kind = draft.library.find_known_part(draft.data, PROFILES, profile)
    if kind is None:
        raise Refused(make_sentence(explain_unknown_figure_name(draft, profile)))
    table = {**kind.table, key: value}
    for one in draft.library.list_known_parts(draft.data, PROFILES):
        if one.source == OWN and one.table == table:
            return one.name, []
    name = choose_free_key(f"{kind.name}-{key}", draft.data.get(PROFILES, {}))
    return name, [
        *build_missing_definition_changes(kind),
        make_change(add_named_table_if_missing, PROFILES, name, table),
    ]


def rename_row(draft: ForceDraft, row: OutlineRow, typed: str) -> Message:
    """Rename the force, a unit, a figure or an item. References to a unit or item are renamed as
    well.
    """
    name = clean_name(typed)
    if not name:
        raise Refused("Type a name.")
    if row.what == "thing":
        if name != row.path[1] and name in draft.data[str(row.path[0])]:
            raise Refused(f"The name {name} is already taken. Type a different name.")
    elif row.what == "figures":
        return set_or_remove_field(draft, row, RosterField("name"), name)[0]
    elif row.what == "force":
        change = make_change(set_or_remove_key, (), "name", name)
        return _apply_change_and_report(draft, change, f"The new name is {name}.")
    elif row.what != "unit":
        raise Refused("Select the force, a unit or a kind of figure first.")
    change = make_change(rename_item_at_path, row.path, name, draft.format)
    return _apply_change_and_report(draft, change, f"{row.name} is now called {name}.")


def set_or_remove_field(
    draft: ForceDraft, row: OutlineRow, field: RosterField, typed: str
) -> tuple[Message, Path]:
    """Set a field of a row to a typed value, or remove the field if the text is empty.

    Return a message and the row's path, which can change.
    """
    value, needed = _resolve_value_and_new_parts(draft, field, parse_field_value(field, typed))
    path = row.path
    changes: list[RosterChange] = [
        change for thing in needed for change in build_missing_definition_changes(thing)
    ]
    if row.what == "figures" and isinstance(path[-1], str) and row.part is not None:
        changes.append(make_change(expand_figure_lines, row.unit_path, row.part))
        path = (*path[:-1], [*get_value_at_path(draft.data, path[:-1])].index(path[-1]))
    changes.append(make_change(set_or_remove_key, path, field.key, value))
    return _apply_change_and_report(draft, combine_changes(changes), ""), path


def _resolve_value_and_new_parts(
    draft: ForceDraft, field: RosterField, value: Any
) -> tuple[Any, list[ForcePart]]:
    """Return a value in which known names have their usual spelling, and the parts that it adds to
    the force.
    """
    shelves = {part.key for part in draft.format.shelves} & {*field.part_keys}
    if not shelves or field.kind == "value" or value is None:
        return value, []
    joined = isinstance(value, str) and len(field.part_keys) > 1  # such as rifle + bayonet
    words = value if isinstance(value, list) else value.split("+") if joined else [value]
    things = []
    for word in words:
        found = (draft.library.find_known_part(draft.data, key, word) for key in shelves)
        things.append(next(filter(None, found), None))
    spelled = [thing.name if thing else word for thing, word in zip(things, words, strict=True)]
    brought = [thing for thing in things if thing is not None and thing.source != OWN]
    said = value if joined else spelled if isinstance(value, list) else spelled[0]
    return said, brought


def _add_named_part(draft: ForceDraft, key: str, typed: str) -> Message:
    """Add a named part from the template or a sample, or as a copy of a similar part."""
    name = clean_name(typed)
    if not name:
        raise Refused("Type a name. Tab completes known names.")
    thing = draft.library.find_known_part(draft.data, key, name)
    if thing is not None and thing.source == OWN:
        raise Refused(f"{thing.name} is already in the force.")
    if thing is not None:
        told = f"Added: {thing.name}, as in {thing.source}."
        return _apply_change_and_report(
            draft, combine_changes(build_missing_definition_changes(thing)), told
        )
    like = next(iter(draft.library.list_known_parts(draft.data, key)), None)
    if like is None:
        text = f"Added: {name}. Press Enter to fill in its values."
        return _apply_change_and_report(
            draft, make_change(add_named_table_if_missing, key, name, {}), text
        )
    changes = [
        *(make_change(add_named_table_if_missing, *need) for need in like.needs),
        make_change(add_named_table_if_missing, key, name, like.table),
    ]
    text = f"Added: {name}, a copy of {like.name}. Press Enter to change its values."
    return _apply_change_and_report(draft, combine_changes(changes), text)


def find_word_start_and_completions(
    draft: ForceDraft, row: OutlineRow, typed: str
) -> tuple[int, list[str]]:
    """Return the index at which the last typed word begins, and the possible completions of this
    word.
    """
    is_item = row.what in ("shelf", "thing")
    key, start = (str(row.path[0]), 0) if is_item else (PROFILES, _find_word_start(typed))
    names = [thing.name for thing in draft.library.list_known_parts(draft.data, key)]
    said = typed[start:].casefold()
    return start, [name for name in names if name.casefold().startswith(said)]


def _find_word_start(typed: str) -> int:
    """Return the index at which the last word begins.

    A number, a comma or ``with`` before the word does not belong to it.
    """
    cuts = (typed.rfind(sign) + len(sign) for sign in (", ", "with ", ": ") if sign in typed)
    start = max(cuts, default=0)
    digits = len(typed[start:]) - len(typed[start:].lstrip("0123456789"))
    return start + digits + (typed[start + digits : start + digits + 1] == " ")


def _require_editable_row(row: OutlineRow) -> None:
    if row.what in ("force", "list", "shelf"):
        raise Refused("First select a unit, one of its lines with figures, or an entry below it.")


def _apply_change_and_report(draft: ForceDraft, change: RosterChange, message: str) -> Message:
    kept = draft.apply_change(change)
    return message if kept else f"{message}{LOST}".strip()

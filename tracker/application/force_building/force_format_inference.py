"""Finds the format of a ruleset's rosters: the declared format, or one inferred from sample
rosters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tracker.application.errors import Refused
from tracker.procedures.declared.force_format import FieldKind, ForceFormat, RosterField, RosterPart
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import toml_reader
from tracker.vocabulary.count_wording import singularise_noun

FORCE_FIELDS = (
    RosterField("name"),
    RosterField("player", absent="nobody yet"),
    RosterField("limit", "number", least=1, absent="none agreed"),
)
"""The fields that every force has. ``ruleset`` is not included, because it never changes."""
LINE_FIELDS = (
    RosterField("profile", of="profiles"),
    RosterField("name", absent="none"),
    RosterField("count", "number", least=1, most=200, absent="1"),
)


def get_or_infer_force_format(rules: Ruleset) -> ForceFormat:
    """Return the declared roster format of a ruleset, or infer the format from sample rosters.

    Raises ``Refused`` if the ruleset does not use rosters, or if no format is declared and there
    are no samples.
    """
    if rules.forces is None:
        raise Refused(f"{rules.title} does not use rosters.")
    if rules.forces.format is not None:
        return rules.forces.format
    return _infer_format(rules.title, [data for _, data in list_example_rosters(rules)])


def list_example_rosters(rules: Ruleset) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield a ruleset's example rosters with their titles: the template, then the samples."""
    if rules.forces is None:
        return
    template = rules.forces.template()
    texts = [("the template", template)] if template else []
    texts += [(sample.title, sample.text) for sample in rules.forces.samples()]
    for title, text in texts:
        try:
            yield title, toml_reader.load_toml(text)
        except toml_reader.InvalidToml:  # reported when the sample is opened
            continue


def find_part_for_table(
    parts: Iterable[RosterPart], key: str, table: Mapping[str, Any]
) -> RosterPart | None:
    """Return the declared roster part that describes a table under ``key``, or None if there is
    none.
    """
    found = [part for part in parts if part.key == key]
    marked = [part for part in found if part.marked_by and part.marked_by in table]
    return (*marked, *(part for part in found if not part.marked_by), *found, None)[0]


def _infer_format(title: str, rosters: list[Mapping[str, Any]]) -> ForceFormat:
    units: dict[str, list[Mapping[str, Any]]] = {}
    shelves: dict[str, list[Mapping[str, Any]]] = {}
    top: list[dict[str, Any]] = []
    known = ("ruleset", *(field.key for field in FORCE_FIELDS))
    for data in rosters:
        top.append({})
        for key, value in data.items():
            if _is_list_of_tables(value):
                units.setdefault(key, []).extend(value)
            elif isinstance(value, dict):
                tables = (one for one in value.values() if isinstance(one, dict))
                shelves.setdefault(key, []).extend(tables)
            elif key not in known:
                top[-1][key] = value
    if not units:
        raise Refused(f"{title} has no sample force, so the format of its rosters is unknown.")
    unit_parts = []
    for key, tables_of_key in units.items():
        figures = next(
            (k for one in tables_of_key for k, v in one.items() if _is_list_of_figures(v)), ""
        )
        fields = (one for one in _infer_fields(tables_of_key) if one.key not in ("name", figures))
        unit_parts.append(RosterPart(key, _make_singular_heading(key), tuple(fields), figures))
    shelf_parts = []
    for key, items in shelves.items():
        one = "kind of figure" if key == "profiles" else _make_singular_heading(key)
        shelf_parts.append(RosterPart(key, one, _infer_fields(items)))
    return ForceFormat(tuple(unit_parts), tuple(shelf_parts), _infer_fields(top))


def _make_singular_heading(key: str) -> str:
    return singularise_noun(key.replace("_", " "))


def _infer_fields(tables: Sequence[Mapping[str, Any]]) -> tuple[RosterField, ...]:
    found: dict[str, RosterField] = {}
    for table in tables:
        for key, value in table.items():
            kind, words = _infer_kind(value)
            before = found.get(key, RosterField(key, kind, free=True))
            every = tuple(dict.fromkeys((*before.values, *words)))
            found[key] = RosterField(key, kind, every, free=True)
    return tuple(found.values())


def _infer_kind(value: Any) -> tuple[FieldKind, tuple[str, ...]]:
    match value:
        case bool():
            return "flag", ()
        case int():
            return "number", ()
        case str():
            return "text", (value,)
        case list() if all(isinstance(each, str) for each in value):
            return "words", tuple(value)
        case _:
            return "value", ()


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _is_list_of_figures(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value) and all(isinstance(each, int) for each in value.values())
    return _is_list_of_tables(value) and any("profile" in each for each in value)

"""Reads rosters of BattleScribe and New Recruit: ``.ros`` (XML), ``.rosz`` (zipped) and JSON.

All three contain the same tree of selections. Only names, numbers, kinds and costs are read.
"""

from __future__ import annotations

import codecs
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final
from xml.parsers import expat

import msgspec
from msgspec import Struct, field

MAX_SIZE: Final = 16 << 20
"""The maximum size of an unpacked roster in bytes: ten times that of the largest public roster."""
MAX_DEPTH: Final = 60
"""The maximum nesting depth of elements. The costs of a model's weapon are eleven levels deep."""
MAX_FIGURES: Final = 200
"""The maximum number of models of one kind in a unit. Warledger's rosters have the same limit."""
_MAX_NUMBER: Final = 100_000
_LISTS: Final = {
    "force": "forces",
    "selection": "selections",
    "cost": "costs",
    "costLimit": "costLimits",
}
"""The XML elements that are read, each with the key of its list."""
_NOT_NUMBERS: Final = {
    "value": "a cost is not a number",
    "number": "a number of models is not a whole number",
}
_JSON_STARTS: Final = (b"{", b"[")
_UTF_16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ADVICE = "Export the roster again as .ros, .rosz or JSON."


class UnreadableRoster(ValueError):
    """The error for a file that is not a readable roster. The message says what to do."""


class Cost(Struct):
    """An amount of one kind of cost. BattleScribe calls points ``pts``."""

    name: str = ""
    value: float = 0

    @property
    def is_points(self) -> bool:
        return self.name.strip().casefold() in {"pts", "pt", "pts.", "point", "points"}


class RosterSelection(Struct, rename="camel"):
    """A selection: a ``unit``, a ``model`` or an ``upgrade``. It can contain other selections."""

    name: str = ""
    type: str = ""
    number: float = 1
    custom_name: str | None = None
    costs: list[Cost] = field(default_factory=list)
    selections: list[RosterSelection] = field(default_factory=list)

    @property
    def display_name(self) -> str:
        return self.custom_name or self.name

    def walk_selections_within_unit(self) -> Iterator[RosterSelection]:
        """Yield the selection and everything below it, except other units."""
        yield self
        for one in self.selections:
            if one.type != "unit":
                yield from one.walk_selections_within_unit()


class RosterDetachment(Struct):
    """A roster's force, which may contain other forces."""

    name: str = ""
    selections: list[RosterSelection] = field(default_factory=list)
    forces: list[RosterDetachment] = field(default_factory=list)


class BattleScribeRoster(Struct, rename="camel"):
    name: str = ""
    costs: list[Cost] = field(default_factory=list)
    cost_limits: list[Cost] = field(default_factory=list)
    forces: list[RosterDetachment] = field(default_factory=list)


class BattleScribeUnit(Struct, frozen=True):
    """A unit with its ``models``, its points, and its other selections.

    ``models`` maps names of models to their numbers. It is empty if the roster lists no models.
    ``listed`` has the numbers as the file states them, even if they are impossible. ``named`` are
    the models with names of their own, as (model, name, number).
    """

    name: str
    models: dict[str, int]
    listed: dict[str, float]
    points: float
    extras: dict[str, int]
    number: int = 1
    named: tuple[tuple[str, str, int], ...] = ()


def parse_battlescribe_roster(data: bytes) -> BattleScribeRoster:
    """Parse a roster file: XML, zipped XML or JSON. Raises ``UnreadableRoster`` on failure."""
    if data.startswith(b"PK"):
        data = _unzip(data)
    if data.startswith(b"\x1f\x8b"):
        raise UnreadableRoster("the file is compressed with gzip. Unpack it first.")
    if len(data) > MAX_SIZE:
        raise UnreadableRoster(f"the file is over {MAX_SIZE >> 20} MB once unpacked.")
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if not start:
        raise UnreadableRoster(f"the file is empty. {_ADVICE}")
    if start not in (*_JSON_STARTS, b"<") and not data.startswith(_UTF_16_MARKS):
        raise UnreadableRoster(
            "the file is plain text, not a roster. Export the list from New Recruit or BattleScribe"
            " as .rosz or JSON instead of text."
        )
    is_json = start in _JSON_STARTS
    tree = _parse_json(data) if is_json else _parse_xml(data)
    try:
        return msgspec.convert(tree, BattleScribeRoster, strict=is_json)
    except (msgspec.ValidationError, RecursionError) as error:
        field_name = re.search(r"(\w+)\W*`$", str(error))
        name = field_name[1] if field_name else ""
        reason = _NOT_NUMBERS.get(name, f"the field {name} has the wrong type")
        value = f" ({reason})" if name else ""
        message = f"the file does not have the fields of a roster{value}. {_ADVICE}"
        raise UnreadableRoster(message) from error


def _unzip(data: bytes) -> bytes:
    """Unpack the archive's only roster, up to the maximum size.

    Raises ``UnreadableRoster`` if the archive is damaged or does not contain exactly one roster.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [one for one in archive.namelist() if one.casefold().endswith(".ros")]
            if len(names) != 1:
                message = (
                    f"the archive contains {len(names)} rosters (.ros) instead of one. {_ADVICE}"
                )
                raise UnreadableRoster(message)
            with archive.open(names[0]) as opened:
                return opened.read(MAX_SIZE + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError) as error:
        raise UnreadableRoster(f"the archive cannot be unpacked. {_ADVICE}") from error


def _parse_json(data: bytes) -> Any:
    try:
        found = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRoster(f"the file is not valid JSON ({error}). {_ADVICE}") from error
    roster = found.get("roster") if isinstance(found, dict) else None
    if not isinstance(roster, dict):
        raise UnreadableRoster(f'the JSON has no "roster". {_ADVICE}')
    return roster


def _parse_xml(data: bytes) -> Any:
    """Parse an XML roster as a tree.

    Texts with a document type are rejected, because a document type can declare entities.
    """
    document: dict[str, Any] = {}
    open_elements = [document]

    def begin(element: str, attributes: dict[str, str]) -> None:
        if len(open_elements) > MAX_DEPTH:
            message = f"the XML is nested more than {MAX_DEPTH} levels deep. {_ADVICE}"
            raise UnreadableRoster(message)
        above = open_elements[-1]
        node: dict[str, Any] = {**attributes}
        if element == "roster" and above is document:
            document["roster"] = node
        elif element in _LISTS:
            above.setdefault(_LISTS[element], []).append(node)
        else:  # a container of such elements, or an element that is ignored
            node = above if element in _LISTS.values() else {}
        open_elements.append(node)

    def refuse(*_: object) -> None:
        raise UnreadableRoster(f"the XML declares a document type, which no roster does. {_ADVICE}")

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: open_elements.pop() and None
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise UnreadableRoster(f"the file is not valid XML ({error}). {_ADVICE}") from error
    if "roster" not in document:
        raise UnreadableRoster(f"the XML has no <roster>. {_ADVICE}")
    return document["roster"]


def list_units_and_other_selections(
    roster: BattleScribeRoster,
) -> tuple[list[BattleScribeUnit], list[str]]:
    units: list[BattleScribeUnit] = []
    beside: list[str] = []
    for detachment in _list_detachments(roster.forces):
        for selection in detachment.selections:
            before = len(units)
            units += _list_units_in_selection(selection)
            if len(units) == before:
                beside.append(selection.display_name)
    return units, beside


def sum_points(costs: Iterable[Cost]) -> float:
    """Add up the points. All other kinds of costs are ignored."""
    return sum(cost.value for cost in costs if cost.is_points)


def list_other_costs(roster: BattleScribeRoster) -> list[str]:
    return [cost.name for cost in roster.costs if cost.value and not cost.is_points]


def _list_detachments(forces: Iterable[RosterDetachment]) -> Iterator[RosterDetachment]:
    for force in forces:
        yield force
        yield from _list_detachments(force.forces)


def _list_units_in_selection(selection: RosterSelection) -> Iterator[BattleScribeUnit]:
    """Yield the units in a selection. A model outside any unit is a unit by itself."""
    if selection.type not in ("unit", "model"):
        for one in selection.selections:
            yield from _list_units_in_selection(one)
        return
    inside = [
        one
        for each in selection.walk_selections_within_unit()
        for one in each.selections
        if one.type == "unit"
    ]
    unit = _make_unit(selection)
    if unit.models or not inside:
        yield unit
    for one in inside:
        yield from _list_units_in_selection(one)


def _make_unit(selection: RosterSelection) -> BattleScribeUnit:
    models: dict[str, int] = {}
    listed: dict[str, float] = {}
    extras: dict[str, int] = {}
    named: list[tuple[str, str, int]] = []
    for one in selection.walk_selections_within_unit():
        if one is selection and one.type == "unit":
            continue
        kept = models if one.type == "model" else extras
        before = kept.get(one.name, 0)
        kept[one.name] = before + _round_down_and_clamp(one.number, _MAX_NUMBER)
        if kept is models:
            models[one.name] = min(models[one.name], MAX_FIGURES)
            listed[one.name] = listed.get(one.name, 0) + one.number
            if one.custom_name and one is not selection and models[one.name] > before:
                named.append((one.name, one.custom_name, models[one.name] - before))
    points = sum(sum_points(one.costs) for one in selection.walk_selections_within_unit())
    number = _round_down_and_clamp(selection.number, MAX_FIGURES) if selection.type == "unit" else 1
    return BattleScribeUnit(
        selection.display_name, models, listed, points, extras, number, tuple(named)
    )


def _round_down_and_clamp(listed: float, most: int) -> int:
    """Round a number down, and limit it to the range from 1 to ``most``. NaN becomes 1."""
    return int(min(max(1, listed), most))

"""The keys of all tables in a game file, with their values, for the reader and for editors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from tracker.gamefile.game_definition import StatDefinition
from tracker.vocabulary.packaged_files import read_packaged_toml

Kind = Literal[
    "text", "prose", "whole", "flag", "word", "expression", "list", "table", "ref", "refs", "any"
]
ID: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


class KeySchema(Struct, frozen=True):
    """The possible values of a key.

    A number is from ``minimum`` to ``maximum``, which is also the maximum length of a text or list.
    A word is one of ``choices``. A name is one that ``part`` declares.
    """

    kind: Kind
    default: Any = None
    minimum: int = 0
    maximum: int = 60
    choices: tuple[str, ...] = ()
    required: bool = False
    part: str = ""


Fields = Mapping[str, KeySchema]


def make_stat_schema(stat: StatDefinition) -> KeySchema:
    if stat.words:
        return KeySchema("word", stat.words[0], choices=stat.words)
    required = stat.default is None
    return KeySchema("whole", stat.default, stat.minimum, stat.maximum, required=required)


ANY, EXPRESSION = KeySchema("any"), KeySchema("expression")
WORTH = KeySchema("whole", maximum=10_000)
WEAPON_REFS = KeySchema("refs", part="weapons")


class _SchemaFile(Struct, forbid_unknown_fields=True):
    """The content of ``game_file_schema.toml``: the keys of tables, and of each kind of step.

    Every step can also have the key ``if``.
    """

    tables: dict[str, Fields]
    steps: dict[str, Fields]


_FILE: Final = read_packaged_toml("tracker.gamefile", "game_file_schema.toml", _SchemaFile)
TABLES: Final = _FILE.tables
STEPS: Final = _FILE.steps


class PartSchema(NamedTuple):
    """A part of a game file that contains named tables or values.

    ``one`` is the word for a single item, and ``maximum`` is the maximum number of items. ``names``
    is the syntax of their names. ``fields`` are the keys of a table, or None if the keys depend on
    the file.
    """

    one: str
    maximum: int
    names: re.Pattern[str]
    fields: Fields | None = None


PARTS: Final = {
    "stats": PartSchema("a stat", 30, NAME),
    "weapon_stats": PartSchema("a stat", 30, NAME),
    "values": PartSchema("a value", 12, NAME),
    "profiles": PartSchema("a profile", 100, ID),
    "weapons": PartSchema("a weapon", 60, ID),
    "options": PartSchema("an option", 30, NAME, TABLES["option"]),
    "markers": PartSchema("a marker", 40, ID, TABLES["marker"]),
    "tables": PartSchema("a table", 30, NAME, TABLES["lookup"]),
    "rolls": PartSchema("a roll", 40, ID, TABLES["roll"]),
    "decks": PartSchema("a deck", 12, NAME, TABLES["deck"]),
    "tests": PartSchema("a test", 20, ID, TABLES["test"]),
    "actions": PartSchema("an action", 30, ID, TABLES["action"]),
    "forces": PartSchema("a force", 20, ID, TABLES["force"]),
}
_TYPES: Final[dict[Kind, dict[str, Any]]] = {
    "text": {"type": "string"},
    "prose": {"type": "string"},
    "whole": {"type": "integer"},
    "flag": {"type": "boolean"},
    "expression": {"type": ["string", "integer"]},
    "list": {"type": "array"},
    "table": {"type": "object"},
    "ref": {"type": ["string", "array"]},
    "refs": {"type": ["string", "array"]},
}


def build_game_file_schema() -> dict[str, Any]:
    """Build the JSON Schema from which editors complete keys and mark errors."""
    step = {key: field for fields in STEPS.values() for key, field in fields.items()}
    steps = {"type": "array", "items": _build_table_schema({**step, "if": EXPRESSION})}
    top = _build_table_schema(TABLES["top"])
    stat = {"anyOf": [{"type": "array"}, _build_table_schema(TABLES["stat"])]}
    named: dict[str, Any] = {"stats": stat, "weapon_stats": stat, "weapons": {"type": "object"}}
    named |= {key: _build_table_schema(one.fields) for key, one in PARTS.items() if one.fields}
    named["actions"]["properties"]["steps"] = steps
    named["tests"]["properties"] |= {"pass": steps, "fail": steps}
    top["properties"] |= {
        key: {"type": "object", "additionalProperties": table} for key, table in named.items()
    }
    once = ("activation", "contact", "objectives", "end")
    top["properties"] |= {key: _build_table_schema(TABLES[key]) for key in once}
    top["properties"]["phases"] = {"type": "array", "items": _build_table_schema(TABLES["phase"])}
    top["required"] = ["warledger_game", "id", "title", "phases", "actions"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A game", **top}


def _build_table_schema(fields: Fields) -> dict[str, Any]:
    properties = {
        key: {"enum": list(field.choices)} if field.kind == "word" else _TYPES.get(field.kind, {})
        for key, field in fields.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}

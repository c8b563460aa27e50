"""The keys of all tables in a game file, and their allowed values, for the reader and editors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, get_args

from msgspec import Struct

from tracker.gamefile.game_definition import At, Order, StatDefinition
from tracker.procedures.declared.markers import Until
from tracker.procedures.pieces.unit_activation import Lot
from tracker.vocabulary.events import RemovedHow

Kind = Literal[
    "text", "prose", "whole", "flag", "word", "expression", "list", "table", "ref", "refs", "any"
]
ID: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


class KeySchema(Struct, frozen=True):
    """The possible values of a key.

    The value is a number from ``minimum`` to ``maximum``, a text or list with a maximum length of
    ``maximum``, one of the words in ``choices``, or a name (or names) declared in the ``part``.
    """

    kind: Kind
    default: Any = None
    minimum: int = 0
    maximum: int = 60
    choices: tuple[str, ...] = ()
    required: bool = False
    part: str = ""


Fields = Mapping[str, KeySchema]


def _text_key(maximum: int = 60, default: str = "", *, required: bool = False) -> KeySchema:
    return KeySchema("text", default, maximum=maximum, required=required)


def _number_key(
    minimum: int, maximum: int, default: int | None = None, *, required: bool = False
) -> KeySchema:
    return KeySchema("whole", default, minimum, maximum, required=required)


def _word_key(choices: tuple[str, ...]) -> KeySchema:
    """Make the schema of a key with one of these words. The first is the default."""
    return KeySchema("word", choices[0], choices=choices)


def _list_key(maximum: int) -> KeySchema:
    return KeySchema("list", maximum=maximum)


def make_stat_schema(stat: StatDefinition) -> KeySchema:
    if stat.words:
        return _word_key(stat.words)
    required = stat.default is None
    return KeySchema("whole", stat.default, stat.minimum, stat.maximum, required=required)


PROSE, EXPRESSION, FLAG = KeySchema("prose"), KeySchema("expression"), KeySchema("flag", False)
TABLE, ANY = KeySchema("table"), KeySchema("any")
WORTH = _number_key(0, 10_000)
REF = KeySchema("ref")
"""An id or a subject. Its possible values depend on the file."""
MARKER_REF, ROLL_REF = KeySchema("ref", part="markers"), KeySchema("ref", part="rolls")
WEAPON_REFS = KeySchema("refs", part="weapons")

TOP: Final[Fields] = {
    "warledger_game": _number_key(1, 1),
    "id": _text_key(40, required=True),
    "title": _text_key(required=True),
    "version": _text_key(20, "1"),
    "length": _word_key(("in", "cm")),
    "die": _number_key(2, 100, 6),
    "units": _text_key(20, "units"),
    "cost": ANY,
    **dict.fromkeys(
        ("weapon_stats", "weapons", "stats", "profiles", "options", "markers", "tables", "rolls"),
        TABLE,
    ),
    "decks": TABLE,
    "values": TABLE,
    "phases": ANY,
    **dict.fromkeys(("actions", "tests", "activation", "contact", "objectives", "end"), TABLE),
    **dict.fromkeys(("rules", "glossary", "forces"), TABLE),
}
STAT: Final[Fields] = {
    "least": _number_key(-999, 999, required=True),
    "most": ANY,
    "words": _list_key(20),
    "usual": ANY,
}
LOOKUP: Final[Fields] = {"first": _number_key(-999, 999, 1), "values": ANY, "rows": _list_key(60)}
OPTION: Final[Fields] = {
    "values": _list_key(20),
    "text": _text_key(),
    "question": PROSE,
    "least": _number_key(0, 9999),
    "most": _number_key(0, 9999),
}
PHASE: Final[Fields] = {
    "id": _text_key(20, required=True),
    "word": _text_key(20),
    "order": _word_key(get_args(Order)),
    "opening": FLAG,
    "first": FLAG,
    "draw": _word_key(get_args(Lot)),
}
MARKER: Final[Fields] = {
    "word": _text_key(20),
    "sign": _text_key(1),
    "until": _word_key(get_args(Until)),
    "counts": FLAG,
    "most": _number_key(1, 99, 99),
    "nerve": FLAG,
    "on": _word_key(("unit", "side", "table")),
    "bars": _list_key(30),
    "words": _list_key(20),
    "secret": FLAG,
    "quiet": FLAG,
    "lasting": FLAG,
}
ROLL: Final[Fields] = {
    "words": _text_key(30),
    "one": _text_key(20),
    "many": _text_key(20),
    "die": _number_key(2, 100),
    "low": FLAG,
    "limits": _list_key(2),
    "again": _number_key(1, 100),
    "natural": _number_key(1, 100),
    "text": PROSE,
}
DECK: Final[Fields] = {
    "cards": _list_key(60),
    "words": _text_key(30),
    "shuffle": _word_key(("empty", "turn", "phase")),
    "hand": _number_key(1, 20),
    "text": PROSE,
}
TEST: Final[Fields] = {
    "words": _text_key(30),
    "dice": ANY,
    "need": EXPRESSION,
    "passes": ANY,
    "low": FLAG,
    "add": EXPRESSION,
    "when": REF,
    "who": EXPRESSION,
    "begins": FLAG,
    "pass": ANY,
    "fail": ANY,
    "text": PROSE,
}
ACTION: Final[Fields] = {
    "word": _text_key(30),
    "verb": _text_key(20),
    "key": _text_key(1),
    "phases": REF,
    "at": _word_key(get_args(At)),
    "flags": TABLE,
    "numbers": _list_key(9),
    "weapons": WEAPON_REFS,
    "plays": REF,
    "reach": EXPRESSION,
    "moves": FLAG,
    "pool": FLAG,
    "measured": FLAG,
    "once": _text_key(40),
    "bar": ANY,
    "why": _text_key(40, "may not"),
    "bar_at": EXPRESSION,
    "why_at": _text_key(40, "cannot be chosen"),
    "ends": FLAG,
    "cost": EXPRESSION,
    "open_to": REF,
    "python": FLAG,
    "steps": ANY,
    "text": PROSE,
}
STEPS: Final[dict[str, Fields]] = {
    "roll": {"roll": ROLL_REF, "by": REF, "dice": EXPRESSION, "need": EXPRESSION},
    "sum": {
        "roll": ROLL_REF,
        "sum": REF,
        "by": REF,
        "add": EXPRESSION,
        "need": EXPRESSION,
        "against": REF,
    },
    "lose": {"lose": EXPRESSION, "of": REF, "how": _word_key(get_args(RemovedHow)), "choose": FLAG},
    "wound": {"wound": EXPRESSION, "of": REF},
    "mark": {"mark": MARKER_REF, "on": REF, "amount": EXPRESSION, "as": _text_key(20)},
    "clear": {"clear": MARKER_REF, "on": REF},
    "reveal": {"reveal": MARKER_REF, "on": REF},
    "points": {"points": EXPRESSION, "to": REF, "why": _text_key(40, "points")},
    "test": {"test": KeySchema("ref", part="tests"), "of": REF},
    "engage": {"engage": REF},
    "part": {"part": REF},
    "flee": {"flee": EXPRESSION, "of": REF},
    "draw": {"draw": KeySchema("ref", part="decks"), "amount": EXPRESSION},
    "ask": {
        "ask": _text_key(required=True),
        "as": _text_key(20, required=True),
        "most": _number_key(1, 99),
        "by": REF,
    },
}
"""The keys of each kind of step. Every step can also have ``if``."""
ACTIVATION: Final[Fields] = {"points": EXPRESSION}
CONTACT: Final[Fields] = {
    "word": _text_key(20, "contact"),
    "sign": _text_key(1, "x"),
    "bars": _list_key(30),
}
OBJECTIVES: Final[Fields] = {
    "count": _number_key(1, 20),
    "each": FLAG,
    "own": FLAG,
    "when": _word_key(("turn", "end")),
    "points": _number_key(1, 100, 1),
    "ask": _text_key(40, "objectives held"),
    "text": PROSE,
}
END: Final[Fields] = {
    "turns": EXPRESSION,
    "points": EXPRESSION,
    "last_side": KeySchema("flag", True),
    "out": ANY,
    "ties": TABLE,
    "dice": ANY,
    "need": EXPRESSION,
    "offered": FLAG,
    "text": PROSE,
}
FORCE: Final[Fields] = {"title": _text_key(40), "units": _list_key(40)}


class PartSchema(NamedTuple):
    """A part with named tables or values: the word for one of them, and the syntax of their names.

    ``fields`` are the keys of a table, unless they depend on the file.
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
    "options": PartSchema("an option", 30, NAME, OPTION),
    "markers": PartSchema("a marker", 40, ID, MARKER),
    "tables": PartSchema("a table", 30, NAME, LOOKUP),
    "rolls": PartSchema("a roll", 40, ID, ROLL),
    "decks": PartSchema("a deck", 12, NAME, DECK),
    "tests": PartSchema("a test", 20, ID, TEST),
    "actions": PartSchema("an action", 30, ID, ACTION),
    "forces": PartSchema("a force", 20, ID, FORCE),
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
    """Build the JSON Schema with which editors complete keys and mark errors."""
    step = {key: field for fields in STEPS.values() for key, field in fields.items()}
    steps = {"type": "array", "items": _build_table_schema({**step, "if": EXPRESSION})}
    top = _build_table_schema(TOP)
    stat = {"anyOf": [{"type": "array"}, _build_table_schema(STAT)]}
    named: dict[str, Any] = {"stats": stat, "weapon_stats": stat, "weapons": {"type": "object"}}
    named |= {key: _build_table_schema(one.fields) for key, one in PARTS.items() if one.fields}
    named["actions"]["properties"]["steps"] = steps
    named["tests"]["properties"] |= {"pass": steps, "fail": steps}
    top["properties"] |= {
        key: {"type": "object", "additionalProperties": table} for key, table in named.items()
    }
    once = {"activation": ACTIVATION, "contact": CONTACT, "objectives": OBJECTIVES, "end": END}
    top["properties"] |= {key: _build_table_schema(fields) for key, fields in once.items()}
    top["properties"]["phases"] = {"type": "array", "items": _build_table_schema(PHASE)}
    top["required"] = ["warledger_game", "id", "title", "phases", "actions"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A game", **top}


def _build_table_schema(fields: Fields) -> dict[str, Any]:
    properties = {
        key: {"enum": list(field.choices)} if field.kind == "word" else _TYPES.get(field.kind, {})
        for key, field in fields.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}

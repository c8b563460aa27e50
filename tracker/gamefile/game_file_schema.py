"""The keys of every table in a game file and their possible values, for reader and editors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from tracker.gamefile.game_definition import At, Order, StatDefinition
from tracker.procedures.declared.markers import Until
from tracker.procedures.pieces.unit_activation import Lot
from tracker.vocabulary.events import RemovedHow

Kind = Literal[
    "text", "prose", "whole", "flag", "word", "expression", "list", "table", "ref", "any"
]


class KeySchema(Struct, frozen=True):
    """The possible values of a key.

    The value is a number from ``least`` to ``most``, a text or list with a maximum length of
    ``most``, or one of the words in ``among``. ``usual`` is the default.
    """

    kind: Kind
    usual: Any = None
    least: int = 0
    most: int = 60
    among: tuple[str, ...] = ()
    required: bool = False


Fields = Mapping[str, KeySchema]


def _text(most: int = 60, usual: str = "", *, required: bool = False) -> KeySchema:
    return KeySchema("text", usual, most=most, required=required)


def _whole(least: int, most: int, usual: int | None = None, *, required: bool = False) -> KeySchema:
    return KeySchema("whole", usual, least, most, required=required)


def _word(among: tuple[str, ...], usual: str = "") -> KeySchema:
    return KeySchema("word", usual or among[0], among=among)


def _flag(*, usual: bool = False) -> KeySchema:
    return KeySchema("flag", usual)


def _rows(most: int) -> KeySchema:
    return KeySchema("list", most=most)


def make_stat_field(stat: StatDefinition) -> KeySchema:
    """Return the possible values of a stat in a profile."""
    if stat.words:
        return _word(stat.words)
    required = stat.usual is None
    return KeySchema("whole", stat.usual, stat.least, stat.most, required=required)


PROSE, EXPRESSION = KeySchema("prose"), KeySchema("expression")
TABLE, ANY = KeySchema("table"), KeySchema("any")
WORTH = _whole(0, 10_000)
REF = KeySchema("ref")
"""An id or a subject. Its possible values depend on the file."""

TOP: Final[Fields] = {
    "warledger_game": _whole(1, 1),
    "id": _text(40, required=True),
    "title": _text(required=True),
    "version": _text(20, "1"),
    "length": _word(("in", "cm")),
    "die": _whole(2, 100, 6),
    "units": _text(20, "units"),
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
    "least": _whole(-999, 999, required=True),
    "most": ANY,
    "words": _rows(20),
    "usual": ANY,
}
LOOKUP: Final[Fields] = {"first": _whole(-999, 999, 1), "values": ANY, "rows": _rows(60)}
OPTION: Final[Fields] = {
    "values": _rows(20),
    "text": _text(),
    "question": PROSE,
    "least": _whole(0, 9999),
    "most": _whole(0, 9999),
}
PHASE: Final[Fields] = {
    "id": _text(20, required=True),
    "word": _text(20),
    "order": _word(get_args(Order)),
    "opening": _flag(),
    "first": _flag(),
    "draw": _word(get_args(Lot)),
}
MARKER: Final[Fields] = {
    "word": _text(20),
    "sign": _text(1),
    "until": _word(get_args(Until)),
    "counts": _flag(),
    "most": _whole(1, 99, 99),
    "nerve": _flag(),
    "on": _word(("unit", "side", "table")),
    "bars": _rows(30),
    "words": _rows(20),
    "secret": _flag(),
    "quiet": _flag(),
    "lasting": _flag(),
}
ROLL: Final[Fields] = {
    "words": _text(30),
    "one": _text(20),
    "many": _text(20),
    "die": _whole(2, 100),
    "low": _flag(),
    "limits": _rows(2),
    "again": _whole(1, 100),
    "natural": _whole(1, 100),
    "text": PROSE,
}
DECK: Final[Fields] = {
    "cards": _rows(60),
    "words": _text(30),
    "shuffle": _word(("empty", "turn", "phase")),
    "hand": _whole(1, 20),
    "text": PROSE,
}
TEST: Final[Fields] = {
    "words": _text(30),
    "dice": ANY,
    "need": EXPRESSION,
    "passes": ANY,
    "low": _flag(),
    "add": EXPRESSION,
    "when": REF,
    "who": EXPRESSION,
    "begins": _flag(),
    "pass": ANY,
    "fail": ANY,
    "text": PROSE,
}
ACTION: Final[Fields] = {
    "word": _text(30),
    "verb": _text(20),
    "key": _text(1),
    "phases": REF,
    "at": _word(get_args(At)),
    "flags": TABLE,
    "numbers": _rows(9),
    "weapons": REF,
    "plays": REF,
    "reach": EXPRESSION,
    "moves": _flag(),
    "pool": _flag(),
    "measured": _flag(),
    "once": _text(40),
    "bar": ANY,
    "why": _text(40, "may not"),
    "bar_at": EXPRESSION,
    "why_at": _text(40, "cannot be chosen"),
    "ends": _flag(),
    "cost": EXPRESSION,
    "open_to": REF,
    "python": _flag(),
    "steps": ANY,
    "text": PROSE,
}
STEPS: Final[dict[str, Fields]] = {
    "roll": {"roll": REF, "by": REF, "dice": EXPRESSION, "need": EXPRESSION},
    "sum": {
        "roll": REF,
        "sum": REF,
        "by": REF,
        "add": EXPRESSION,
        "need": EXPRESSION,
        "against": REF,
    },
    "lose": {
        "lose": EXPRESSION,
        "of": REF,
        "how": _word(get_args(RemovedHow)),
        "choose": _flag(),
    },
    "wound": {"wound": EXPRESSION, "of": REF},
    "mark": {"mark": REF, "on": REF, "amount": EXPRESSION, "as": _text(20)},
    "clear": {"clear": REF, "on": REF},
    "reveal": {"reveal": REF, "on": REF},
    "points": {"points": EXPRESSION, "to": REF, "why": _text(40, "points")},
    "test": {"test": REF, "of": REF},
    "engage": {"engage": REF},
    "part": {"part": REF},
    "flee": {"flee": EXPRESSION, "of": REF},
    "draw": {"draw": REF, "amount": EXPRESSION},
    "ask": {
        "ask": _text(required=True),
        "as": _text(20, required=True),
        "most": _whole(1, 99),
        "by": REF,
    },
}
"""The keys of each kind of step. Every step can also have ``if``."""
ACTIVATION: Final[Fields] = {"points": EXPRESSION}
CONTACT: Final[Fields] = {"word": _text(20, "contact"), "sign": _text(1, "x"), "bars": _rows(30)}
OBJECTIVES: Final[Fields] = {
    "count": _whole(1, 20),
    "each": _flag(),
    "own": _flag(),
    "when": _word(("turn", "end")),
    "points": _whole(1, 100, 1),
    "ask": _text(40, "objectives held"),
    "text": PROSE,
}
END: Final[Fields] = {
    "turns": EXPRESSION,
    "points": EXPRESSION,
    "last_side": _flag(usual=True),
    "out": ANY,
    "ties": TABLE,
    "dice": ANY,
    "need": EXPRESSION,
    "offered": _flag(),
    "text": PROSE,
}
FORCE: Final[Fields] = {"title": _text(40), "units": _rows(40)}
_TYPES: Final[dict[Kind, dict[str, Any]]] = {
    "text": {"type": "string"},
    "prose": {"type": "string"},
    "whole": {"type": "integer"},
    "flag": {"type": "boolean"},
    "expression": {"type": ["string", "integer"]},
    "list": {"type": "array"},
    "table": {"type": "object"},
    "ref": {"type": ["string", "array"]},
}


def build_game_file_schema() -> dict[str, Any]:
    """Build the JSON Schema with which editors complete keys and mark errors."""
    step = {key: field for fields in STEPS.values() for key, field in fields.items()}
    steps = {"type": "array", "items": _table({**step, "if": EXPRESSION})}
    action, test, top = _table(ACTION), _table(TEST), _table(TOP)
    action["properties"]["steps"] = steps
    test["properties"] |= {"pass": steps, "fail": steps}
    named = {
        **{key: {"anyOf": [{"type": "array"}, _table(STAT)]} for key in ("stats", "weapon_stats")},
        "weapons": {"type": "object"},
        "options": _table(OPTION),
        "markers": _table(MARKER),
        "tables": _table(LOOKUP),
        "rolls": _table(ROLL),
        "decks": _table(DECK),
        "actions": action,
        "tests": test,
        "forces": _table(FORCE),
    }
    top["properties"] |= {
        key: {"type": "object", "additionalProperties": table} for key, table in named.items()
    }
    top["properties"] |= {
        "phases": {"type": "array", "items": _table(PHASE)},
        "activation": _table(ACTIVATION),
        "contact": _table(CONTACT),
        "objectives": _table(OBJECTIVES),
        "end": _table(END),
    }
    top["required"] = ["warledger_game", "id", "title", "phases", "actions"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A game", **top}


def _table(fields: Fields) -> dict[str, Any]:
    properties = {
        key: {"enum": list(field.among)} if field.kind == "word" else _TYPES.get(field.kind, {})
        for key, field in fields.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}

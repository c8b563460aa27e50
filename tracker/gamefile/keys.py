"""The keys of every table of a game file, and what each can be: for its reader, and for editors."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from tracker.gamefile.parts import Order
from tracker.procedures.declared.markers import Until
from tracker.vocabulary.events import RemovedHow

Kind = (
    Literal["text", "whole", "flag", "expression", "list", "table", "tables", "any"]
    | tuple[str, ...]
)
"""A tuple has the words that a key can be; ``tables`` are tables under names of one's own."""

TOP: Final[dict[str, Kind]] = {
    "warledger_game": "whole",
    "id": "text",
    "title": "text",
    "version": "text",
    "length": ("in", "cm"),
    "die": "whole",
    "units": "text",
    "stats": "table",
    "profiles": "tables",
    "options": "tables",
    "markers": "tables",
    "tables": "tables",
    "rolls": "tables",
    "phases": "list",
    "actions": "tables",
    "tests": "tables",
    "activation": "table",
    "objectives": "table",
    "end": "table",
    "rules": "table",
    "glossary": "table",
    "forces": "tables",
}
STAT: Final[dict[str, Kind]] = {"least": "whole", "most": "whole", "words": "list", "usual": "any"}
TABLE: Final[dict[str, Kind]] = {"first": "whole", "values": "list", "rows": "list"}
OPTION: Final[dict[str, Kind]] = {
    "values": "list",
    "text": "text",
    "question": "text",
    "least": "whole",
    "most": "whole",
}
PHASE: Final[dict[str, Kind]] = {"id": "text", "word": "text", "order": get_args(Order)}
MARKER: Final[dict[str, Kind]] = {
    "word": "text",
    "sign": "text",
    "until": get_args(Until),
    "counts": "flag",
    "most": "whole",
    "nerve": "flag",
    "on": ("unit", "side"),
    "bars": "list",
    "quiet": "flag",
    "lasting": "flag",
}
ROLL: Final[dict[str, Kind]] = {
    "words": "text",
    "one": "text",
    "many": "text",
    "die": "whole",
    "low": "flag",
    "limits": "list",
    "again": "whole",
    "natural": "whole",
    "text": "text",
}
TEST: Final[dict[str, Kind]] = {
    "words": "text",
    "dice": "text",
    "need": "expression",
    "low": "flag",
    "add": "expression",
    "when": "text",
    "who": "expression",
    "begins": "flag",
    "pass": "list",
    "fail": "list",
    "text": "text",
}
ACTION: Final[dict[str, Kind]] = {
    "word": "text",
    "verb": "text",
    "key": "text",
    "phases": "list",
    "at": ("", "enemy", "own"),
    "flags": "table",
    "reach": "expression",
    "moves": "flag",
    "pool": "flag",
    "measured": "flag",
    "once": "text",
    "bar": "expression",
    "why": "text",
    "ends": "flag",
    "cost": "expression",
    "open_to": "list",
    "steps": "list",
    "text": "text",
}
STEPS: Final[dict[str, dict[str, Kind]]] = {
    "roll": {"roll": "text", "by": "text", "dice": "expression", "need": "expression"},
    "sum": {
        "roll": "text",
        "sum": "text",
        "by": "text",
        "add": "expression",
        "need": "expression",
    },
    "lose": {"lose": "expression", "of": "text", "how": get_args(RemovedHow)},
    "wound": {"wound": "expression", "of": "text"},
    "mark": {"mark": "text", "on": "text", "amount": "expression"},
    "clear": {"clear": "text", "on": "text"},
    "points": {"points": "expression", "to": "text", "why": "text"},
    "test": {"test": "text", "of": "text"},
}
"""The keys of a step by what it does; each can have ``if``, too."""
ACTIVATION: Final[dict[str, Kind]] = {"points": "expression"}
OBJECTIVES: Final[dict[str, Kind]] = {
    "count": "whole",
    "points": "whole",
    "ask": "text",
    "text": "text",
}
END: Final[dict[str, Kind]] = {
    "turns": "expression",
    "points": "expression",
    "last_side": "flag",
    "offered": "flag",
    "text": "text",
}
FORCE: Final[dict[str, Kind]] = {"title": "text", "units": "list"}


def schema() -> dict[str, Any]:
    """The JSON schema of a game file, with which editors complete keys and underline slips."""
    step = {key: kind for keys in STEPS.values() for key, kind in keys.items()}
    steps = {"type": "array", "items": _table({**step, "if": "expression"})}
    action, test, top = _table(ACTION), _table(TEST), _table(TOP)
    action["properties"]["steps"] = steps
    test["properties"] |= {"pass": steps, "fail": steps}
    named = {
        "options": _table(OPTION),
        "markers": _table(MARKER),
        "tables": _table(TABLE),
        "rolls": _table(ROLL),
        "actions": action,
        "tests": test,
        "forces": _table(FORCE),
    }
    top["properties"] |= {
        key: {"type": "object", "additionalProperties": table} for key, table in named.items()
    }
    top["properties"] |= {
        "stats": {
            "type": "object",
            "additionalProperties": {"anyOf": [{"type": "array"}, _table(STAT)]},
        },
        "phases": {"type": "array", "items": _table(PHASE)},
        "activation": _table(ACTIVATION),
        "objectives": _table(OBJECTIVES),
        "end": _table(END),
    }
    top["required"] = ["warledger_game", "id", "title", "phases", "actions"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A game", **top}


def _table(keys: dict[str, Kind]) -> dict[str, Any]:
    properties = {key: _of(kind) for key, kind in keys.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _of(kind: Kind) -> dict[str, Any]:
    if isinstance(kind, tuple):
        return {"enum": list(kind)}
    types: dict[str, dict[str, Any]] = {
        "text": {"type": "string"},
        "whole": {"type": "integer"},
        "flag": {"type": "boolean"},
        "expression": {"type": ["string", "integer"]},
        "list": {"type": "array"},
        "table": {"type": "object"},
        "tables": {"type": "object"},
    }
    return types.get(kind, {})

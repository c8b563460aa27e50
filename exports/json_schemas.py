"""The JSON Schemas of the JSON exports.

``python -m exports.json_schemas`` generates the schema files from the shapes. A format can gain
fields, so a schema requires the fields that it knows and allows others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from exports.shapes.game_export_json_types import FORMAT, VERSION, MatchShape
from exports.shapes.json_base_type import Shape
from exports.shapes.league_export_json_types import LEAGUE_FORMAT, LEAGUE_VERSION, LeagueShape
from exports.shapes.ledger_export_json_types import FORMAT as LEDGER_FORMAT
from exports.shapes.ledger_export_json_types import VERSION as LEDGER_VERSION
from exports.shapes.ledger_export_json_types import LedgerShape
from tracker.vocabulary.packaged_files import read_packaged_text

SHAPES: Mapping[str, type[Shape]] = {
    f"{FORMAT}-{VERSION}": MatchShape,
    f"{LEAGUE_FORMAT}-{LEAGUE_VERSION}": LeagueShape,
    f"{LEDGER_FORMAT}-{LEDGER_VERSION}": LedgerShape,
}
"""The shape that each schema describes, by name."""

SCHEMA_FOLDER = "schemas"
_SHAPE_SUFFIX = re.compile(r"(?<=\w)Shape(?=\")")
"""The suffix of every shape's name, which schemas omit: ``MatchShape`` becomes ``Match``."""


def read_shipped_json_schema(shape: type[Shape]) -> str:
    name = next(name for name, candidate in SHAPES.items() if candidate is shape)
    return read_packaged_text("exports", SCHEMA_FOLDER, make_schema_file_name(name))


def make_schema_file_name(schema_name: str) -> str:
    return f"{schema_name}.schema.json"


def render_json_schema(schema_name: str) -> str:
    generated = msgspec.json.schema(SHAPES[schema_name])
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{schema_name}",
        "title": schema_name,
        **_allow_more_fields_and_dedent(generated),
    }
    return _SHAPE_SUFFIX.sub("", json.dumps(schema, indent=1, ensure_ascii=False)) + "\n"


def _allow_more_fields_and_dedent(schema: dict[str, Any]) -> dict[str, Any]:
    """Allow fields that later versions add, and remove the indentation of descriptions.

    Python 3.13 removes this indentation itself.
    """
    for part in schema["$defs"].values():
        if "description" in part:
            part["description"] = cleandoc(part["description"])
        if part.get("additionalProperties") is False:
            del part["additionalProperties"]
    return schema


if __name__ == "__main__":
    for shape_name in SHAPES:
        file = Path(__file__).with_name(SCHEMA_FOLDER) / make_schema_file_name(shape_name)
        file.write_text(render_json_schema(shape_name), encoding="utf-8")

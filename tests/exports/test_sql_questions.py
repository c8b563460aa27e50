"""docs/sql.md: every question has its query, every column its line."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlmodel import SQLModel

from exports.sql_tables.database_table_writer import VIEWS
from exports.sql_tables.incremental_table_export import update_sql_tables_in_database
from exports.sql_tables.sql_models import SqlTable
from tests.exports import table_ledger

PAGE = Path(__file__).parents[2] / "docs" / "sql.md"
TEXT = PAGE.read_text(encoding="utf-8")
QUERIES = dict(
    re.findall(r"^### ([^\n]+\?)$.*?^```sql\n(.*?);\n```$", TEXT, re.MULTILINE | re.DOTALL)
)

# The arithmetic is in cut_short and table_ledger.
ANSWERS: dict[str, list[tuple[Any, ...]]] = {
    "Which units kill the most figures?": [("Alpha", 2), ("Bravo", 1), ("Hammer", 1)],
    "How lucky is each player in all games?": [
        ("Farid", 4, 1, 0.8333, 0.1667), ("Anna", 43, 19, 27.6667, -8.6667),
    ],
    "Which unit had the worst luck in a game?": [("m1", "Bravo", -8)],
    # Objectives 24, deployment 53, impetus 42, orders 326 and 212, Alpha's 4516234612 134562 263,
    # panic 3142, impetus 35; of Bravo's shots the misses were not read.
    "Are the dice fair, face by face?": [
        ("typed", 6, 1, 5), ("typed", 6, 2, 10), ("typed", 6, 3, 7), ("typed", 6, 4, 6),
        ("typed", 6, 5, 4), ("typed", 6, 6, 5),
    ],
    # Two of each of Blue's units, and Hammer.
    "In which turn do figures fall?": [(1, 5)],
    "How often does the side with the first kill win?": [(1, 1)],
    "Which options and house rules do players change?": [
        ("deathzap2", "blast_friends", "False", 1), ("deathzap2", "orders_table", "starter", 1),
    ],
    # Turn 1 from 8:53:20 to 9:03:20, less the minute behind "stands", which is nobody's; so is that
    # of the impetus in turn 2.
    "How long does a turn take?": [("deathzap2", 5)],
    # Of turn 1 Red has three shots and what was set right before its half was over, Blue the rest.
    "How much time does each player take?": [("m1", "Anna", 4), ("m1", "Farid", 6)],
    "For which actions do players override the rules?": [("end", 1)],
    "What did players correct manually?": [
        ("m1", 43, "R3 Hammer destroyed, fixed by hand: forgot it"),
        ("m1", 44, "B3 Stalker half speed 1, fixed by hand"),
        ("m1", 45, "Blue +2 VP, entered by hand: for the show"),
    ],
    "Which players win with which ruleset?": [
        ("deathzap2", "Anna", 1, 1),
        ("deathzap2", "Farid", 1, 0),
    ],
    "Which units lose no figures?": [
        ("m1", "b3", "Stalker"), ("m1", "r1", "Alpha"), ("m1", "r2", "Bravo"),
    ],
    "What did each side lose?": [
        ("m1", "b", "claw", "killed", 2), ("m1", "b", "rifle", "killed", 2),
        ("m1", "r", "hammer", "destroyed", 1),
    ],
    # To hit 10 + 18, through 6 + 9, orders 3 + 3, and 4 each of saves, impetus and panic.
    "Which rules ask for the most dice?": [
        ("DZ-SHOOT-05", 2, 28), ("DZ-SHOOT-08", 2, 15), ("DZ-ORD-02", 2, 6), ("DZ-IMP-01", 2, 4),
        ("DZ-SHOOT-09", 2, 4),
    ],
    "How often do units get each order?": [("1", 1), ("2", 3), ("3", 1), ("6", 1)],
    "How often has each player beaten each opponent?": [
        ("Anna", "Bram", 1, 0, 1, 0), ("Bram", "Anna", 1, 0, 1, 0), ("Bram", "Chloé", 1, 0, 0, 1),
        ("Chloé", "Bram", 1, 1, 0, 0),
    ],
    "How did a player's place change, round by round?": [(1, 1, 2, 3), (1, 2, 2, 4)],
    "Which results are not signed by both players?": [("l1", 2, "Anna", "Bram")],
    "Which results were corrected?": [("l1", 2, "Anna", "Bram", 1)],
}  # fmt: skip


def rounded(rows: list[Any]) -> list[tuple[Any, ...]]:
    return [
        tuple(round(float(cell), 4) if isinstance(cell, (float, Decimal)) else cell for cell in row)
        for row in rows
    ]


def test_there_are_twenty_questions() -> None:
    assert len(QUERIES) == 20
    assert QUERIES.keys() == ANSWERS.keys()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("questions") / "games.sqlite"
    update_sql_tables_in_database(table_ledger.play(), str(path))
    return path


@pytest.mark.parametrize("question", ANSWERS)
def test_a_query_answers_its_question(made: Path, question: str) -> None:
    with closing(sqlite3.connect(made)) as connection:
        assert rounded(connection.execute(QUERIES[question]).fetchall()) == ANSWERS[question]


# ------------------------------------------------------------------------------- the columns

HEAD = "## Tables\n"


def every_model(of: type[SQLModel] = SqlTable) -> Iterator[type[SQLModel]]:
    for model in of.__subclasses__():
        yield from every_model(model)
        if hasattr(model, "__table__"):
            yield model


TYPES = {
    bool: "boolean",
    date: "date",
    datetime: "time",
    float: "number",
    int: "integer",
    str: "text",
}


def type_of(model: type[SQLModel], name: str) -> str:
    kind = model.model_fields[name].annotation
    inner = [one for one in get_args(kind) if one is not type(None)]
    return TYPES[inner[0] if inner else kind] + (" or null" if inner else "")  # type: ignore[index]


def reference() -> str:
    """The end of the page, made from the models and views."""
    models = {str(model.__tablename__): model for model in every_model()}
    lines = [HEAD]
    for table in SqlTable.metadata.tables.values():
        model = models[table.name]
        doc = cleandoc(model.__doc__ or "")
        lines += [f"### `{table.name}`", "", doc, "", "| column | type | |", "|---|---|---|"]
        for column in table.columns:
            kind = type_of(model, column.name) + (", key" if column.primary_key else "")
            about = model.model_fields[column.name].description
            lines.append(f"| `{column.name}` | {kind} | {about} |")
        lines.append("")
    lines += ["## Views", "", "| view | |", "|---|---|"]
    lines += [f"| `{name}` | {view.about} |" for name, view in VIEWS.items()]
    return "\n".join(lines) + "\n"


def test_the_page_has_every_column_and_view() -> None:
    before = TEXT.partition(HEAD)[0]
    if os.environ.get("WARLEDGER_WRITE_GOLDENS"):
        PAGE.write_text(before + reference(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == before + reference()

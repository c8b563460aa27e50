"""The same tables in a schema of their own on a PostgreSQL server, beside a ledger."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from exports.sql_tables.database_table_writer import SCHEMA
from exports.sql_tables.incremental_table_export import (
    TablesWriteResult,
    update_sql_tables_in_database,
)
from tests.exports import table_ledger
from tests.exports.test_sql_questions import ANSWERS, QUERIES, rounded
from tests.ledger.servers import new_database, new_ledger
from tracker.application.errors import Refused, ServerUnreachable
from tracker.ledger.store_opening_and_copying import open_store

pytestmark = pytest.mark.thorough


def asked(address: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(address, options=f"-csearch_path={SCHEMA}") as connection:
        return rounded(connection.execute(query.encode()).fetchall())


def test_every_question_has_the_same_answer_there() -> None:
    address, kept = new_ledger(), table_ledger.play()
    assert update_sql_tables_in_database(kept, address).written == 2
    assert {question: asked(address, QUERIES[question]) for question in ANSWERS} == ANSWERS
    entered = "SELECT at = TIMESTAMPTZ '2025-10-09 08:56:20+00' FROM line WHERE line = 30"
    assert asked(address, entered) == [(True,)]
    assert update_sql_tables_in_database(kept, address) == TablesWriteResult(2, 0, 0, 0, ())
    kept.open_game_read_only("m1").add_note("late")
    assert update_sql_tables_in_database(kept, address).written == 1
    assert asked(address, "SELECT count(*) FROM line WHERE text = 'note: late'") == [(1,)]
    with open_store(address) as store:
        assert store.verify_streams().is_sound


def test_tables_of_another_version_are_made_again_there() -> None:
    address, kept = new_database(), table_ledger.play()
    update_sql_tables_in_database(kept, address)
    with psycopg.connect(address, options=f"-csearch_path={SCHEMA}") as connection:
        connection.execute("UPDATE about SET version = 0")
        connection.execute("DROP TABLE die")
    assert update_sql_tables_in_database(kept, address).written == 2
    assert asked(address, "SELECT count(*) > 0 FROM die") == [(True,)]


def test_a_schema_of_another_program_is_left_as_it_was() -> None:
    address = new_database()
    with psycopg.connect(address) as connection:
        connection.execute(f"CREATE SCHEMA {SCHEMA}".encode())
        connection.execute(f"CREATE TABLE {SCHEMA}.song (title text)".encode())
    with pytest.raises(Refused, match="contains data other than Warledger tables"):
        update_sql_tables_in_database(table_ledger.play(), address)
    query = "SELECT table_name FROM information_schema.tables WHERE table_schema = %s"
    with psycopg.connect(address) as connection:
        assert connection.execute(query, (SCHEMA,)).fetchall() == [("song",)]


def test_a_server_that_cannot_be_reached_is_said_in_a_sentence() -> None:
    with pytest.raises(
        ServerUnreachable, match=r"^The tables in postgresql://a@127\.0\.0\.1:1/b could"
    ):
        update_sql_tables_in_database(table_ledger.play(), "postgresql://a:secret@127.0.0.1:1/b")


def test_a_user_without_rights_is_told_so() -> None:
    address, kept = new_database(), table_ledger.play()
    update_sql_tables_in_database(kept, address)
    with psycopg.connect(address) as connection:
        connection.execute("CREATE ROLE tables_guest LOGIN")
    guest = address.replace("postgres@", "tables_guest@")
    with pytest.raises(Refused, match=f"permission denied for schema {SCHEMA}"):
        update_sql_tables_in_database(kept, guest)

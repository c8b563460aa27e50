"""The migrations lead to the tables that the models describe."""

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, make_url
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateTable
from sqlmodel import SQLModel

import tracker.ledger.sql_schema  # noqa: F401  the tables of the models
from tests.ledger.samples import write
from tracker.ledger.ledger_errors import BrokenLedger, NewerLedger
from tracker.ledger.postgres import connection as on_server
from tracker.ledger.sqlite import append_only_triggers, ledger_verification, schema_upgrade
from tracker.ledger.sqlite import connection as settings
from tracker.ledger.store_opening_and_copying import open_store

NOW = settings.SCHEMA
LAST = on_server.SCHEMA  # a file needs no migration that changes a server alone
NEXT = LAST + 1
NEXT_SCRIPT = f"versions/{NEXT:04}_next.py"
TABLES = [SQLModel.metadata.tables[name] for name in ("stream", "event", "page", "command")]


def tables(path: Path) -> dict[str, str]:
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index')"
        " AND name <> 'alembic_version' AND sql IS NOT NULL"
    ).fetchall()
    connection.close()
    return {name: " ".join(sql.replace("\t", " ").split()) for name, sql in rows}


def test_models_and_migrations_agree(tmp_path: Path) -> None:
    migrated, modelled = tmp_path / "migrated.db", tmp_path / "modelled.db"
    open_store(migrated).close()
    engine = create_engine(f"sqlite:///{modelled}", poolclass=NullPool)
    SQLModel.metadata.create_all(engine, TABLES)
    assert tables(migrated) == tables(modelled)
    assert set(tables(migrated)) == {"command", "event", "page", "stream"}
    engine = create_engine(f"sqlite:///{migrated}", poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, SQLModel.metadata) == []


def test_tables_are_strict(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    open_store(path).close()
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, strict FROM pragma_table_list").fetchall()
    connection.close()
    assert {("command", 1), ("event", 1), ("page", 1), ("stream", 1)} <= set(rows)


def test_postgresql_would_have_the_same_tables() -> None:
    dialect = make_url("postgresql://").get_dialect()()
    statements = [str(CreateTable(t).compile(dialect=dialect)) for t in TABLES]
    assert "position BIGSERIAL" in statements[1]
    assert "body BYTEA" in statements[1]


@pytest.fixture
def next_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is one schema ahead: its migration makes the event table anew."""
    scripts = tmp_path / "scripts"
    (scripts / "versions").mkdir(parents=True)
    for script in schema_upgrade.SCRIPTS.glob("**/*.*"):
        if script.suffix in {".py", ".mako"}:
            (scripts / script.relative_to(schema_upgrade.SCRIPTS)).write_text(script.read_text())
    (scripts / NEXT_SCRIPT).write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision = '{NEXT:04}'\ndown_revision = '{LAST:04}'\n"
        "def upgrade():\n"
        "    with op.batch_alter_table('event') as table:\n"
        "        table.add_column(sa.Column('place', sa.Text()))\n"
        "        table.alter_column('author', existing_type=sa.Text(), nullable=True)\n"
    )
    monkeypatch.setattr(schema_upgrade, "SCRIPTS", scripts)
    monkeypatch.setattr(settings, "SCHEMA", NEXT)


def test_an_old_ledger_is_brought_up_to_date_after_a_backup(
    tmp_path: Path, next_program: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        written = write(store, "m", 2, 1)
    (tmp_path / f"ledger.db.form-{NOW}").write_text("an older copy")
    connection = settings.open_connection(path, 1)
    schema_upgrade.back_up_and_upgrade_schema(connection, path, target_schema=NEXT)
    assert settings.read_schema_number(connection, path) == NEXT
    assert append_only_triggers.list_missing_or_changed_triggers(connection) == []
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("DELETE FROM event")
    connection.close()
    assert "place" in tables(path)["event"]
    copy = sqlite3.connect(tmp_path / f"ledger.db.form-{NOW}-2")
    assert copy.execute("SELECT count(*) FROM event").fetchone() == (3,)
    assert copy.execute("PRAGMA user_version").fetchone() == (NOW,)
    copy.close()
    monkeypatch.undo()
    with pytest.raises(NewerLedger):
        open_store(path)
    monkeypatch.setattr(settings, "SCHEMA", NEXT)
    (made,) = (sql for name, sql in tables(path).items() if name == "event")
    monkeypatch.setitem(
        ledger_verification.TABLES,
        "event",
        ledger_verification.compute_statement_fingerprint(made),
    )
    with open_store(path) as store:
        assert list(store.read_events("m")) == written
        assert store.verify_streams().is_sound


def test_an_upgrade_that_was_killed_leaves_one_copy(
    tmp_path: Path, next_program: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.db"
    connection = settings.open_connection(path, 1)
    schema_upgrade.back_up_and_upgrade_schema(connection, path, target_schema=NOW)
    connection.close()
    path.chmod(0o600)
    copies = []
    monkeypatch.setattr(command, "upgrade", _killed)
    for _ in range(2):
        connection = settings.open_connection(path, 1)
        with pytest.raises(KeyboardInterrupt):
            schema_upgrade.back_up_and_upgrade_schema(connection, path, target_schema=NEXT)
        connection.close()
        copies = [file for file in tmp_path.iterdir() if "form" in file.name]
    assert [copy.name for copy in copies] == [f"ledger.db.form-{NOW}"]
    assert stat.S_IMODE(copies[0].stat().st_mode) == 0o600


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.thorough
def test_three_programs_bring_it_up_to_date_at_once(tmp_path: Path) -> None:
    """One copies and migrates, the others wait for it and find nothing to do."""
    path = tmp_path / "ledger.db"
    connection = settings.open_connection(path, 1)
    schema_upgrade.back_up_and_upgrade_schema(connection, path, target_schema=NOW - 1)
    connection.close()
    program = (
        "from tracker.ledger.store_opening_and_copying import open_store;"
        f" open_store({str(path)!r}).close()"
    )
    others = [
        subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [other.communicate(timeout=60)[1] for other in others] == ["", "", ""]
    assert [other.returncode for other in others] == [0, 0, 0]
    copies = [file.name for file in tmp_path.iterdir() if "form" in file.name]
    assert copies == [f"ledger.db.form-{NOW - 1}"]
    copy = sqlite3.connect(tmp_path / copies[0])
    assert copy.execute("PRAGMA user_version").fetchone() == (NOW - 1,)
    copy.close()


def test_no_room_for_a_migration(
    tmp_path: Path, next_program: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.db"
    monkeypatch.setattr(settings, "SCHEMA", NOW)
    with open_store(path) as store:
        write(store, "m", 40)
    monkeypatch.setattr(settings, "SCHEMA", NEXT)
    before = tables(path)
    connection = settings.open_connection(path, 1)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        schema_upgrade.back_up_and_upgrade_schema(connection, path, target_schema=NEXT)
    connection.close()
    assert tables(path) == before


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, next_program: None) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "m", 2)
    before = tables(path)
    script = schema_upgrade.SCRIPTS / NEXT_SCRIPT
    script.write_text(script.read_text() + "    op.execute('SELECT * FROM nothing')\n")
    connection = settings.open_connection(path, 1)
    with pytest.raises(Exception, match="nothing"):
        schema_upgrade.back_up_and_upgrade_schema(connection, path, target_schema=NEXT)
    connection.close()
    assert tables(path) == before
    with open_store(path) as store:
        assert store.verify_streams().is_sound


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE books (title)")
    connection.commit()
    connection.close()
    with pytest.raises(BrokenLedger, match="another program"):
        open_store(path)
    assert set(tables(path)) == {"books"}

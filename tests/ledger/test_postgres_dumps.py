"""The server's own way of copying a database keeps a ledger as it is, guards and all."""

import subprocess
from pathlib import Path

import psycopg
import pytest

from dev.torture.postgres_server import find_programs
from tests.ledger.samples import write
from tests.ledger.servers import new_database, new_ledger
from tracker.ledger.history_anchor import make_history_anchor
from tracker.ledger.store_opening_and_copying import open_store


def test_a_ledger_is_dumped_and_restored(tmp_path: Path) -> None:
    old, new, dump = new_ledger(), new_database(), tmp_path / "ledger.dump"
    with open_store(old) as store, store.write_in_transaction("7f3a"):
        write(store, "m", 1, 600)
    for command in (
        ["pg_dump", "-Fc", "-f", str(dump), "-d", old],
        ["pg_restore", "-d", new, str(dump)],
    ):
        subprocess.run([find_programs() / command[0], *command[1:]], check=True)
    with open_store(old) as one, open_store(new) as other:
        assert other.verify_streams().is_sound
        assert make_history_anchor(one) == make_history_anchor(other)
        assert write(other, "m", 1)[-1].position == 602
        assert write(other, "n", 1)[-1].position == 603
        assert other.verify_streams().is_sound
    with psycopg.connect(new, autocommit=True) as raw:
        for statement in ("DELETE FROM event", "TRUNCATE event CASCADE"):
            with pytest.raises(psycopg.Error, match="stays as it was written"):
                raw.execute(statement.encode())

"""docs/club-database.md followed word by word, on a server of its own."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.torture.postgres_server import Server, find_programs, run_server
from tests.cli.running import Shell
from tests.ledger.samples import NOON, entry, write
from tracker.ledger.ledger_errors import ReadOnlyLedger, ServerAccessDenied
from tracker.ledger.store_interface import NewEntry
from tracker.ledger.store_opening_and_copying import open_store

PAGE = (Path(__file__).parents[2] / "docs" / "club-database.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
STATEMENTS = re.findall(r"^```sql\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
AS_OWNER = re.findall(r"^    (warledger .*)$", PAGE, re.MULTILINE)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path / "unused.db", monkeypatch)


@pytest.fixture
def club() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="warledger-pg-"))
    folder.chmod(0o755)  # the server's programs run as somebody else
    with run_server(folder / "server") as server:
        yield server
    folder.rmdir()


def on(server: Server, address: str) -> str:
    return address.replace("tables.club.lan", "") + f"?host={server.folder}"


def test_every_command_of_the_page_runs_as_written(club: Server, shell: Shell) -> None:
    as_admin = {
        **os.environ,
        "PATH": f"{find_programs()}:{os.environ['PATH']}",
        "PGHOST": str(club.folder),
        "PGUSER": "postgres",
    }
    for block in COMMANDS:
        subprocess.run(["sh", "-ec", block], env=as_admin, check=True, capture_output=True)
    (making,) = AS_OWNER
    *words, address = making.split()[1:]
    shell.done(*words, on(club, address))
    grants, repair = STATEMENTS
    owner = on(club, address)
    with open_store(owner) as store:
        write(store, "m1", 2)

    psql(owner, grants, as_admin)
    scribe, guest = (owner.replace("owner@", f"{name}@") for name in ("scribe", "guest"))
    with open_store(scribe) as store:
        write(store, "m1", 1)
    with open_store(guest, only_reading=True) as store, pytest.raises(ReadOnlyLedger):
        store.append_entry(NewEntry("m1", 3, entry(3), author="eve", at=NOON))
    with pytest.raises(ServerAccessDenied):
        open_store(owner.replace("owner@", "nobody@"))

    spoil = "ALTER TABLE stream DISABLE TRIGGER stream_head; UPDATE stream SET digest = '\\x00';"
    psql(owner, spoil + "ALTER TABLE stream ENABLE ALWAYS TRIGGER stream_head", as_admin)
    with open_store(owner) as store:
        assert not store.verify_streams().is_sound
    psql(owner, repair, as_admin)
    with open_store(owner) as store:
        assert store.verify_streams().is_sound


def psql(address: str, statements: str, env: dict[str, str]) -> None:
    said = [str(find_programs() / "psql"), "-q", "-v", "ON_ERROR_STOP=1", address]
    subprocess.run(said, input=statements.encode(), env=env, check=True, capture_output=True)

"""One PostgreSQL server for all tests of a worker, and for each test a database of its own."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from dev.torture.postgres_server import Server
from tracker.ledger.store_opening_and_copying import open_store

_READY = "ready"


@cache
def server() -> Server:
    """Start the server, with an empty ledger which ``new_ledger`` copies."""
    folder = Path(tempfile.mkdtemp(prefix="warledger-pg-"))
    folder.chmod(0o755)  # its programs run as somebody else
    made = Server(folder / "server")
    atexit.register(_end, made, folder)
    made.execute(f"CREATE DATABASE {_READY} TEMPLATE template0")
    open_store(made.get_url(_READY)).close()
    return made


def _end(made: Server, folder: Path) -> None:
    made.stop()
    shutil.rmtree(folder, ignore_errors=True)


def new_ledger() -> str:
    """Create an empty ledger and return its address."""
    return server().create_database(_READY)


def new_database() -> str:
    """Create an empty database, without tables, and return its address."""
    return server().create_database()

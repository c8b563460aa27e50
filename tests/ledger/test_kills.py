"""A writer killed at any moment loses no entry that it had acknowledged."""

import subprocess
import sys
from pathlib import Path

import pytest

from tracker.ledger.store_opening_and_copying import open_store

WRITER = """
import sys
from tests.ledger.samples import write
from tracker.ledger.store_opening_and_copying import open_store
store = open_store(sys.argv[1])
while True:
    for stream, size in (("a", 1), ("b", 7), ("c", 40)):
        print(stream, write(store, stream, size)[-1].version, flush=True)
"""


def kill_writers(path: Path, kills: int) -> None:
    """Kill a writer at odd moments; each entry it had acknowledged must be there."""
    for kill in range(kills):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        acknowledged = {}
        with writer.stdout:
            for _ in range(1 + kill * 7 % 31):
                stream, version = writer.stdout.readline().split()
                acknowledged[stream] = int(version)
            writer.kill()
            for line in writer.stdout.read().splitlines(keepends=True):
                if line.endswith("\n"):
                    stream, version = line.split()
                    acknowledged[stream] = int(version)
        writer.wait()
        with open_store(path) as store:
            for stream, known in acknowledged.items():
                assert store.get_version(stream) >= known
                assert sum(1 for _ in store.read_events(stream)) == store.get_version(stream)
                if (summary := store.get_summary(stream)) is not None:
                    assert summary.version == store.get_version(stream)
            assert store.verify_streams().is_sound


@pytest.mark.thorough
def test_a_killed_writer_loses_nothing(tmp_path: Path) -> None:
    kill_writers(tmp_path / "ledger.db", 3)


@pytest.mark.thorough
def test_many_killed_writers_lose_nothing(tmp_path: Path) -> None:
    kill_writers(tmp_path / "ledger.db", 25)

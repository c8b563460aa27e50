"""The demo, which each worker makes once for all tests."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tracker.application.demo.demo_ledger import open_or_build_demo_ledger


@cache
def demo_file() -> bytes:
    """Return the file of a demo, made by the first test that needs it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "demo.db"
        with open_or_build_demo_ledger(path):
            pass
        return path.read_bytes()

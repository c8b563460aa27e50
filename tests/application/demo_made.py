"""The demo, told once a worker for all tests that look at it."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tracker.application.demo import open_demo


@cache
def demo_file() -> bytes:
    """The file of a demo as the first test that wants it has made it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "demo.db"
        with open_demo(path):
            pass
        return path.read_bytes()

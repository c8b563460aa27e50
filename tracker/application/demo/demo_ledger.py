"""Finds the demo ledger, and builds it once for each edition."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from tracker.application.book import Book
from tracker.ledger.store_opening_and_copying import open_store

EDITION = 6
"""The edition of the demo. Increase it when the content changes. Each edition has its own file."""

BESIDE = ("", "-wal", "-shm")  # the endings of the files of an SQLite ledger


def get_default_demo_path() -> Path:
    return user_data_path("warledger") / f"demo-{EDITION}.db"


@contextmanager
def open_or_build_demo_ledger(path: Path | None = None) -> Iterator[Book]:
    """Open the demo ledger as a book. If its file is missing, build it first.

    The file is built under another name and then renamed, so that it is never incomplete.
    """
    place = path or get_default_demo_path()
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        making = place.with_name(f"{place.name}.new")
        _delete_ledger_files(making)
        # Imported here because the demo usually exists:
        from tracker.application.demo.club_stories import fill_demo_ledger

        with open_store(making) as store, store.write_in_transaction():
            fill_demo_ledger(store)
        _delete_ledger_files(place)
        making.replace(place)
        _delete_ledger_files(making)
    with open_store(place) as store:
        yield Book(store, address=str(place))


def _delete_ledger_files(place: Path) -> None:
    for beside in BESIDE:
        place.with_name(place.name + beside).unlink(missing_ok=True)

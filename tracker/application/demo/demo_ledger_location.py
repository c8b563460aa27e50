"""The path of the demo ledger. The demo is rebuilt if outdated, and overwrites no other ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.ledger import open_store

EDITION = 5
"""The edition of the demo, raised whenever its content changes. Each edition has its own file."""

BESIDE = ("", "-wal", "-shm")  # the files of one SQLite ledger


def find_demo_path() -> Path:
    """Return the default path of this edition's demo."""
    return user_data_path("warledger") / f"demo-{EDITION}.db"


@contextmanager
def open_demo(path: Path | None = None, *, fresh: bool = False) -> Iterator[Book]:
    """Open the demo's book. The demo is built first if it is missing, or if ``fresh`` is true.

    It is built under another name and then renamed, so a demo is never incomplete.
    """
    place = path or find_demo_path()
    if fresh and place.exists():
        _require_demo(place)
    if fresh or not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        making = place.with_name(f"{place.name}.new")
        _delete_ledger(making)
        _fill_demo(making)
        _delete_ledger(place)
        making.replace(place)
        _delete_ledger(making)
    with open_store(place) as store:
        yield Book(store, address=str(place))


def _fill_demo(place: Path) -> None:
    from tracker.application.demo.sample_club_leagues import (
        fill_demo_ledger,  # usually the demo exists already
    )

    with open_store(place) as store, store.write_in_transaction():
        fill_demo_ledger(store)


def _require_demo(place: Path) -> None:
    """Raise ``Refused`` (or ``LedgerError``) if a ledger has games that are not from the demo."""
    from tracker.application.demo.sample_club_leagues import list_demo_titles

    with open_store(place) as store:
        book = Book(store)
        found = {
            each.title
            for each in (
                *book.list_games(include_archived=True),
                *book.list_leagues(include_archived=True),
            )
        }
    if not found <= list_demo_titles():
        raise Refused(
            f"{place} contains your own games, so it was not changed. Choose another file for the"
            " demo."
        )


def _delete_ledger(place: Path) -> None:
    for beside in BESIDE:
        place.with_name(place.name + beside).unlink(missing_ok=True)

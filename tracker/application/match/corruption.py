"""Why a book cannot be read: whether a row of it is not as it was written, and which one first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tracker.application.errors import LedgerError, Refused
from tracker.ledger.errors import BrokenLedger
from tracker.ledger.store import Store
from tracker.vocabulary.forms import UnknownKind


@contextmanager
def report_as_corruption(store: Store, stream: str | None = None) -> Iterator[None]:
    """What goes wrong where a stream is read comes of the damage done to it, if there is any.

    Raises ``BrokenLedger``, which names the first bad row; where all is as it was written, the
    fault is the program's own and is raised as it is.
    """
    try:
        yield
    except (LedgerError, Refused, UnknownKind):
        raise
    except Exception as error:
        problems = store.verify().problems
        of_rows = [one for one in problems if one.stream and stream in (None, one.stream)]
        found = [*of_rows, *(one for one in problems if one.stream is None)]
        if not found:
            raise
        what, who = found[0].message.rstrip("."), found[0].stream or "The ledger"
        raise BrokenLedger(
            f"{who} cannot be read: {what}. To rescue what is undamaged, run: warledger salvage."
        ) from error

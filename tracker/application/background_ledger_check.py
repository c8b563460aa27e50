"""Checks the whole ledger in the background, so that damage is reported as early as possible."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tracker.application.errors import LedgerError
from tracker.ledger.ledger_errors import LedgerBusy
from tracker.ledger.store_opening_and_copying import open_store

_PAUSE = 0.001
"""The pause in seconds after each stream, so that other threads can run."""


class _Stopped(Exception):
    """Raised to end the check early when its result is no longer needed."""


def check_ledger_and_describe_damage(file: Path, should_continue: Callable[[], bool]) -> str:
    """Check a ledger. Return a sentence about the first damage found, or "" if there is none.

    The check uses its own connection, so it can run in any thread. It stops early and returns "" if
    ``should_continue`` returns False, or if the ledger is busy. Unlike ``verify``, this check does
    not compare the summaries with the events.
    """

    def give_way(_: int, __: int) -> None:
        if not should_continue():
            raise _Stopped
        time.sleep(_PAUSE)

    try:
        with open_store(file, only_reading=True) as store:
            problems = store.verify_streams(give_way).problems
    except (_Stopped, LedgerBusy):
        return ""
    except LedgerError as error:
        return error.message
    if not problems:
        return ""
    return f"The ledger is damaged: {problems[0].text} For details, run: warledger verify."

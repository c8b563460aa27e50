"""Checks the whole ledger in the background, to report damage before the damaged row is needed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tracker.application.errors import LedgerError
from tracker.ledger import LedgerBusy, open_store

_BREATH = 0.001
"""The pause in seconds after each stream, so that other work can run."""


class _Stopped(Exception):
    """The result of the check is no longer needed."""


def describe_ledger_damage(file: Path, goes_on: Callable[[], bool]) -> str:
    """Describe the first damage found in a sentence, or "" if there is none.

    The check has its own connection, so it may run in any thread. It stops early when ``goes_on``
    returns False. It does not compare the lists with the events, which ``verify`` does.
    """

    def give_way(_: int, __: int) -> None:
        if not goes_on():
            raise _Stopped
        time.sleep(_BREATH)

    try:
        with open_store(file, only_reading=True) as store:
            problems = store.verify_streams(give_way).problems
    except (_Stopped, LedgerBusy):
        return ""
    except LedgerError as error:
        return error.message
    if not problems:
        return ""
    whose = f"{problems[0].stream}: " if problems[0].stream else ""
    return (
        f"The ledger is damaged: {whose}{problems[0].message} For details, run: warledger verify."
    )

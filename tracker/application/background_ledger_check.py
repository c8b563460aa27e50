"""The whole ledger checked beside the play, so that damage is said before anybody needs the row."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tracker.application.errors import LedgerError
from tracker.ledger import LedgerBusy, open_store

_BREATH = 0.001
"""Seconds in which others get on, after each stream."""


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


def describe_ledger_damage(file: Path, goes_on: Callable[[], bool]) -> str:
    """What is not as it was written, the first of it in a sentence; nothing where all fits.

    Reads through a connection of its own, so it may run in any thread; ends early once
    ``goes_on`` says no. What lists show is not compared: ``verify`` does that.
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

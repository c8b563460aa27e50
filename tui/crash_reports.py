"""The handling of crashes: a message for the user, and a file with the details."""

from __future__ import annotations

import platform
import sys
import traceback
from importlib.metadata import version
from pathlib import Path

import pendulum
from platformdirs import user_state_path

from tracker import __version__
from tracker.procedures.installed_rulesets import name_rules_or_program_that_raised

CRASH_EXIT_CODE = 70  # as on the command line


def write_crash_report(error: BaseException, timestamp: int) -> Path | None:
    """Write the details of a crash to a file. Return its path, or None if it cannot be written."""
    now = pendulum.from_timestamp(timestamp / 1_000_000)
    file = user_state_path("warledger") / f"fault-{now.format('YYYY-MM-DD-HHmmss')}.txt"
    environment = (
        f"warledger {__version__}, textual {version('textual')},"
        f" Python {platform.python_version()}, {platform.platform()}, {now.to_iso8601_string()}"
    )
    stack_trace = "".join(traceback.format_exception(error))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{environment}\n\n{stack_trace}", encoding="utf-8", errors="replace")
    except OSError:
        return None
    return file


def write_and_announce_crash_report(error: BaseException, timestamp: int) -> int:
    """Write a crash report, print what failed and where the report is, and return the exit code."""
    file = write_crash_report(error, timestamp)
    details = (
        f"the details are in {file}"
        if file is not None
        else f"the details could not be written ({type(error).__name__})"
    )
    culprit = name_rules_or_program_that_raised(error)
    sys.stderr.write(
        f"Warledger stopped because of an error in {culprit}. This is not"
        " your mistake. Every line you entered is saved. To continue, start warledger again;"
        f" {details}.\n"
    )
    return CRASH_EXIT_CODE

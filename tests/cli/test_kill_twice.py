"""A program killed in a command with an id: given again, what it says is there once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.running import Shell

KILLED = 9
DYING = f"""
import os, sys
from tracker.ledger.sqlite import {{module}}
{{module}}.{{place}} = lambda *_: os._exit({KILLED})
from tracker.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
BEFORE_THE_COMMIT = DYING.format(module="entry_writer", place="EntryWriter.record_command_id")
BEFORE_THE_ANSWER = DYING.format(
    module="moved_file_detection", place="MovedFileDetector.rescue_and_raise_if_lost"
)

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    ("program", "again"),
    [(BEFORE_THE_COMMIT, ""), (BEFORE_THE_ANSWER, "7f3a was already written (m1, version")],
    ids=["before the commit", "before the answer"],
)
def test_what_was_said_is_there_once(shooting: Shell, program: str, again: str) -> None:
    line = ("match", "do", "m1", "r1 > b2 soft : r", "--id", "7f3a")
    before = shooting.done("match", "log", "m1", "--json").out
    told = {**os.environ, "WARLEDGER_DB": str(shooting.path), "WARLEDGER_BACKUPS": "0"}
    died = subprocess.run([sys.executable, "-c", program, *line], check=False, env=told)
    assert died.returncode == KILLED
    kept = shooting.done("match", "log", "m1", "--json").out
    assert (kept == before) is (again == "")
    for said in (again, "7f3a was already written (m1, version"):
        assert said in shooting.done(*line).err
    once = shooting.done("match", "show", "m1", "--json").json
    shooting.done("match", "undo", "m1", "--action")
    assert shooting.done("match", "show", "m1", "--json").json != once
    assert shooting.done("match", "log", "m1").out.count("to hit") <= 1
    assert "no problems found" in shooting.done("verify").out

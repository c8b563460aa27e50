"""Rosters named by people: a file, or a sample of that name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.application.errors import Refused
from tracker.application.rosters import read_text_at
from tracker.application.text_files import LONGEST_FILE
from tracker.procedures.installed import list_registered


def test_what_is_no_roster_file_is_not_read(tmp_path: Path) -> None:
    """A device gives bytes without end; a file may be longer than memory."""
    rules = list_registered()["deathzap2"]
    with pytest.raises(Refused, match="is not a file"):
        read_text_at("/dev/zero", rules)
    long = tmp_path / "long.toml"
    with long.open("wb") as file:
        file.truncate(LONGEST_FILE + 1)
    with pytest.raises(Refused, match="larger than 16 MB"):
        read_text_at(str(long), rules)

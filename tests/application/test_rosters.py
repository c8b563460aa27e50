"""Rosters named by people: a file, or a sample of that name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.application.errors import Refused
from tracker.application.roster_files_and_samples import read_roster_text_and_name
from tracker.application.text_file_decoding import MAX_FILE_SIZE
from tracker.procedures.installed_rulesets import load_playable_rulesets


def test_what_is_no_roster_file_is_not_read(tmp_path: Path) -> None:
    """A device gives bytes without end; a file may be longer than memory."""
    rules = load_playable_rulesets()["deathzap2"]
    with pytest.raises(Refused, match="is not a file"):
        read_roster_text_and_name("/dev/zero", rules)
    long = tmp_path / "long.toml"
    with long.open("wb") as file:
        file.truncate(MAX_FILE_SIZE + 1)
    with pytest.raises(Refused, match="larger than 16 MB"):
        read_roster_text_and_name(str(long), rules)


@pytest.mark.parametrize("name", ["wolves.ros", "wolves.ROSZ"])
def test_a_roster_of_another_program_says_how_it_is_converted(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text("<roster/>")
    with pytest.raises(Refused, match=r"warledger force import \S+ -o wolves\.toml\.$"):
        read_roster_text_and_name(str(file), load_playable_rulesets()["deathzap2"])

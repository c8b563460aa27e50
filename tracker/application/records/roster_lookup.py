"""Rosters that a record names: a file beside it, or a sample that ships with the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tracker.application.rosters import read_roster_file, sample_called
from tracker.procedures.ruleset import Ruleset


def find_rosters_beside(file: Path) -> Callable[[Ruleset, str], str]:
    """What finds the text of a roster that is named in a record. It raises ``Refused``."""

    def find(rules: Ruleset, name: str) -> str:
        plain = Path(name).name
        beside = file.parent / plain
        return read_roster_file(beside) if beside.is_file() else sample_called(rules, plain)[0]

    return find

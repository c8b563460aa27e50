"""Rosters that a record names: a file beside it, or a sample that ships with the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tracker.application.rosters import sample_called, text_in
from tracker.procedures.ruleset import Ruleset


def rosters_beside(file: Path) -> Callable[[Ruleset, str], str]:
    """What finds the text of a roster that is named in a record. It raises ``Refused``."""

    def find(rules: Ruleset, name: str) -> str:
        plain = Path(name).name
        beside = file.parent / plain
        return text_in(beside) if beside.is_file() else sample_called(rules, plain)[0]

    return find

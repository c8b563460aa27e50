"""A match whose rules are not installed: read by the words it was opened with, never played."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.application.errors import Refused, sentence
from tracker.procedures.ruleset import Ruleset


@dataclass(frozen=True)
class MissingRules(Ruleset):
    """Stands where the rules of a match should be; ``why`` they are not there."""

    why: str = ""


def missing_rules(name: str, why: str) -> MissingRules:
    """No actions, phases or questions: what a match says of itself is all there is."""
    return MissingRules(id=name, version="", title=name, actions={}, why=why)


def must_be_there(ruleset: Ruleset) -> None:
    """Raises ``Refused`` where a match cannot be played because its rules are missing."""
    if isinstance(ruleset, MissingRules):
        raise Refused(f"{sentence(ruleset.why)} Without them the match is only read.")

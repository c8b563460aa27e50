"""A match whose rules are not installed: read by the words it was opened with, never played."""

from __future__ import annotations

from tracker.application.errors import Refused, make_sentence
from tracker.procedures.ruleset import Ruleset


def make_missing_rules(name: str, why: str) -> Ruleset:
    """What stands where the rules of a match should be, and ``why`` they are not there.

    No actions, phases or questions: what a match says of itself is all there is.
    """
    return Ruleset(id=name, version="", title=name, actions={}, absent=why)


def require_rules(ruleset: Ruleset) -> None:
    """Raises ``Refused`` where a match cannot be played because its rules are missing."""
    if ruleset.absent:
        raise Refused(
            f"{make_sentence(ruleset.absent)} Without these rules, the match is read-only."
        )

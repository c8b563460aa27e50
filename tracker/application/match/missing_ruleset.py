"""A match whose rules are not installed, which can be read but not played."""

from __future__ import annotations

from tracker.application.errors import Refused, make_sentence
from tracker.procedures.ruleset import Ruleset


def make_placeholder_ruleset(name: str, why: str) -> Ruleset:
    """Make a placeholder for missing rules, with the reason ``why``.

    It has no actions, phases or questions, only what the match itself contains.
    """
    return Ruleset(id=name, version="", title=name, actions={}, absent=why)


def require_installed_rules(ruleset: Ruleset) -> None:
    """Raises ``Refused`` if a match cannot be played because its rules are missing."""
    if ruleset.absent:
        raise Refused(
            f"{make_sentence(ruleset.absent)} Without these rules, the match is read-only."
        )

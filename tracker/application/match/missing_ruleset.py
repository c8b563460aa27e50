"""Support for matches whose rules are not installed. They can be read, but not played."""

from __future__ import annotations

from tracker.application.errors import Refused, make_sentence
from tracker.procedures.ruleset import Ruleset


def make_placeholder_ruleset(name: str, why: str) -> Ruleset:
    """Build a placeholder for missing rules. ``why`` is the reason that they are missing.

    The placeholder has no actions, phases or questions.
    """
    return Ruleset(id=name, version="", title=name, actions={}, absent=why)


def require_installed_rules(ruleset: Ruleset) -> None:
    """Raise ``Refused`` if a match cannot be played because its rules are missing."""
    if ruleset.absent:
        raise Refused(
            f"{make_sentence(ruleset.absent)} Without these rules, the match is read-only."
        )

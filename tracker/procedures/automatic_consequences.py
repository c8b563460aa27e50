"""Automatic consequences, recorded before each question and at the end of an action."""

from __future__ import annotations

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Ruleset

ROUNDS = 20


class EndlessConsequences(Exception):
    """The automatic consequences of a ruleset never come to an end."""


def record_all_consequences(ruleset: Ruleset, match: Match) -> None:
    """Record automatic consequences until nothing more follows. Raises ``EndlessConsequences``."""
    for _ in range(ROUNDS):
        facts = tuple(ruleset.consequences(match))
        if not facts:
            match.take_touched()
            return
        match.record(*facts)
    message = f"{ruleset.id}: consequences still change after {ROUNDS} rounds"
    raise EndlessConsequences(message)

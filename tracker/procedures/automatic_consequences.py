"""Records automatic consequences before each question and at the end of each action."""

from __future__ import annotations

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Ruleset

MAX_ROUNDS = 20


class EndlessConsequences(Exception):
    """The automatic consequences of a ruleset never end."""


def record_all_consequences(ruleset: Ruleset, match: Match) -> None:
    """Record automatic consequences until there are no more. Raises ``EndlessConsequences``."""
    for _ in range(MAX_ROUNDS):
        facts = tuple(ruleset.consequences(match))
        if not facts:
            match.take_touched()
            return
        match.record(*facts)
    raise EndlessConsequences(f"{ruleset.id}: consequences still change after {MAX_ROUNDS} rounds")

"""Counts the current points of each side, for every table, list, sheet and report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from tracker.rulesets import COUNT_LOSSES

RulesOf = Callable[["Summary"], "Ruleset | None"]
"""Finds the rules of a listed game, or None if they are not installed."""

if TYPE_CHECKING:
    from tracker.ledger.stream_summary import Summary
    from tracker.procedures.ruleset import Ruleset
    from tracker.projection.match_state import State
    from tracker.vocabulary.subject_ids import SideId


def count_victory_points(state: State, rules: Ruleset) -> Mapping[SideId, int]:
    """Count the points of each side, those of the end or those so far with losses."""
    from tracker.procedures.match_view import Match

    ended = state.current_values.ended is not None
    return state.scores if ended else rules.points(Match(state, lambda _: None))


def read_summary_points(row: Summary, rules_of: RulesOf) -> dict[str, int]:
    """The points in a row of the lists, by side name.

    A row has only recorded points. If the rules of a running game also count losses, nothing is
    returned.
    """
    if row.status != "ended" and _counts_losses(row, rules_of):
        return {}
    return msgspec.json.decode(row.scores, type=dict[str, int])


def _counts_losses(row: Summary, rules_of: RulesOf) -> bool:
    """Whether the points of a running game include losses."""
    known = COUNT_LOSSES.get(row.ruleset)
    if known is not None:
        return known
    from tracker.procedures.ruleset import count_noted_points

    rules = rules_of(row)
    return rules is not None and rules.points is not count_noted_points

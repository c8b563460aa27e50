"""Counts the victory points of each side for all tables, lists, sheets and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from tracker.rulesets import COUNT_LOSSES

GetSummaryRules = Callable[["StreamSummary"], "Ruleset | None"]
"""A function that returns a listed game's rules, or None if they are not installed."""

if TYPE_CHECKING:
    from tracker.ledger.stream_summary import StreamSummary
    from tracker.procedures.ruleset import Ruleset
    from tracker.projection.match_state import State
    from tracker.vocabulary.subject_ids import SideId


def count_victory_points(state: State, rules: Ruleset) -> Mapping[SideId, int]:
    """Count each side's final points, or its points so far. Points for losses are included."""
    from tracker.procedures.match_view import Match

    ended = state.current_values.ended is not None
    return state.scores if ended else rules.points(Match(state, lambda _: None))


def read_summary_points_if_complete(
    summary: StreamSummary, get_rules: GetSummaryRules
) -> dict[str, int]:
    """Return the points in a row of the lists, by side name. Rows contain only recorded points.

    If losses also score points, the points of a running game are incomplete, so {} is returned.
    """
    if summary.status != "ended" and _counts_losses(summary, get_rules):
        return {}
    return msgspec.json.decode(summary.scores, type=dict[str, int])


def _counts_losses(row: StreamSummary, rules_of: GetSummaryRules) -> bool:
    """Whether the rules give points for losses while a game is running."""
    known = COUNT_LOSSES.get(row.ruleset)
    if known is not None:
        return known
    from tracker.procedures.ruleset import count_recorded_points

    rules = rules_of(row)
    return rules is not None and rules.points is not count_recorded_points

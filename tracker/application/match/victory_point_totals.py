"""Counts the victory points of each side for tables, lists, sheets and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from tracker.rulesets import POINTS_KINDS, PointsKind

GetSummaryRules = Callable[["StreamSummary"], "Ruleset | None"]
"""A function that returns the rules of a listed game, or None if they are not installed."""

if TYPE_CHECKING:
    from tracker.ledger.stream_summary import StreamSummary
    from tracker.procedures.ruleset import Ruleset
    from tracker.projection.match_state import State
    from tracker.vocabulary.subject_ids import SideId


def count_victory_points(state: State, rules: Ruleset) -> Mapping[SideId, int]:
    """Return each side's final points, or its points so far. Points for losses are included."""
    from tracker.procedures.match_view import Match

    ended = state.current_values.ended is not None
    return state.scores if ended else rules.points(Match(state, lambda _: None))


def has_victory_points(state: State, rules: Ruleset) -> bool:
    """Return whether the rules have points, or whether a side has scored some nevertheless."""
    return find_points_kind(rules) != "none" or any(count_victory_points(state, rules).values())


def read_summary_points_if_complete(
    summary: StreamSummary, get_rules: GetSummaryRules
) -> dict[str, int]:
    """Return the points in a game's summary by side name, or {} if they are incomplete.

    A summary contains only recorded points. If losses score points too, they are incomplete
    until the game ends.
    """
    if summary.status != "ended" and find_points_kind_of_summary(summary, get_rules) == "losses":
        return {}
    return msgspec.json.decode(summary.scores, type=dict[str, int])


def find_points_kind_of_summary(summary: StreamSummary, get_rules: GetSummaryRules) -> PointsKind:
    """Return the kind of a listed game's points.

    The rules are loaded only if they belong to another package.
    """
    known = POINTS_KINDS.get(summary.ruleset)
    rules = None if known else get_rules(summary)
    return known or ("recorded" if rules is None else find_points_kind(rules))


def find_points_kind(rules: Ruleset) -> PointsKind:
    from tracker.procedures.ruleset import count_recorded_points

    if rules.points is not count_recorded_points:
        return "losses"
    return "recorded" if rules.setting_right.points else "none"

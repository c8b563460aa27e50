"""The points of each side as a game stands: one source for every table, list, sheet and report."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tracker.ledger.summary import Summary
from tracker.procedures.ruleset import Ruleset, noted_points
from tracker.procedures.view import Match
from tracker.projection.state import State
from tracker.vocabulary.names import SideId


def points_in(state: State, rules: Ruleset) -> Mapping[SideId, int]:
    """The points of each side: those its end says, before it those of what is lost so far."""
    ended = state.now.ended is not None
    return state.scores if ended else rules.points(Match(state, lambda _: None))


def listed(row: Summary, rules: Ruleset | None) -> dict[str, int]:
    """The points in a row of the lists, by the names of the sides.

    A row is made from events alone, so that while a game goes on it has those noted: none are told
    where its rules count what is lost as well.
    """
    counts = rules is not None and rules.points is not noted_points
    if counts and row.status != "ended":
        return {}
    return msgspec.json.decode(row.scores, type=dict[str, int])

"""The kinds of results in a forecast."""

from __future__ import annotations

from tracker.application.chances.action_forecast_types import Forecast


def list_result_kinds(found: Forecast) -> frozenset[str]:
    """List the kinds of results in a forecast, named as in docs/odds.md."""
    groups = (found.marks, found.counts, found.rolled, found.ways)
    named = {one.kind for group in groups for one in group}
    lost = {"losses"} if found.losses else set()
    return frozenset(named | lost | {one.what for one in found.aftermaths})

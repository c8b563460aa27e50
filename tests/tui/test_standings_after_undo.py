"""The standings on screen when the round that is shown is undone."""

from __future__ import annotations

from tests.leagues.club import league
from tui.views.standings_view import StandingsView


def test_the_latest_standings_follow_when_the_shown_round_is_undone() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "5-0")
    found.rounds.draft_round()
    found.rounds.publish_round()
    view = StandingsView(found, 2, None)
    assert (view.as_of, view.last_round) == ("2", 2)
    found.undo()
    view.refresh_table_and_breakdown()
    assert (view.as_of, view.table.after) == ("", 1)

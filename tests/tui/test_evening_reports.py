"""What players report on their phones, on the evening's screen, which follows live."""

from __future__ import annotations

import pytest

from tests.tui.kit import Stage, act, check_goldens
from tests.tui.winter import club, evening, read, table, typed
from tracker.application.leagues.league import League
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint


def tell(league: League, number: int, place: int, result: str) -> None:
    """One of the two at a table says how it ended."""
    game = table(league, number)
    league.reports.report_result(
        game.players[place], game.id, result, make_result_fingerprint(game)
    )


def test_who_has_not_confirmed_and_who_says_otherwise() -> None:
    kept = club()
    league = evening(kept)
    tell(league, 2, 0, typed(league, 2))
    tell(league, 3, 1, typed(league, 3))
    tell(league, 3, 0, "7-7")
    tell(league, 5, 0, "12-3")
    tell(league, 5, 1, "12-3")

    async def story(stage: Stage) -> None:
        await stage.press("2")
        game = table(league, 2)
        away = league.state.get_player_name(game.away)
        assert f"{away} has not confirmed" in stage.text
        assert "reported, confirmed" in stage.text
        await check_goldens(stage, "reports/evening")

    act(story, kept, game=None)


@pytest.mark.thorough
def test_the_evening_follows_what_phones_say() -> None:
    kept = club()
    evening(kept)
    other = read(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2")
        await stage.press("211-")  # half typed: it stays
        tell(other, 3, 0, typed(other, 3))
        stage.app.poll_changes_for_visible_screen()
        await stage.settle()
        away = other.state.get_player_name(table(other, 3).away)
        assert f"{away} has not confirmed" in stage.text
        assert "211-" in stage.text

    act(story, kept, game=None)

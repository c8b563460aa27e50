"""A drawn game of the bracket asks who goes on where its result is typed, and before a draft."""

from __future__ import annotations

import pytest

from tests.tui.kit import Stage, act
from tests.tui.winter import club, winter
from tui.league.evening.player_check_in import CheckInList, PlayersPanel


def test_who_goes_on_is_asked_when_a_bracket_game_is_drawn() -> None:
    """Of the best two, Anna (9, +21) and Chloé (9, +17)."""
    kept = club()
    league = winter(kept)
    league.top_cut.make_top_cut(2)
    league.rounds.draft_round()
    league.rounds.publish_round()

    async def story(stage: Stage) -> None:
        await stage.press("1")
        await stage.press("7-7⏎")
        assert "who advances, Anna or Chloé?" in stage.text
        assert "Anna or Chloé · Chloé, sudden death" in stage.text
        await stage.press("⎋")
        await stage.press("d")
        assert "who advances, Anna or Chloé?" in stage.text
        await stage.press("Chloé, sudden death⏎")
        assert "Chloé advances" in stage.text
        assert "Chloé has won the bracket. S closes the season." in stage.text
        for key in "dPDi":
            await stage.press(key)
            assert "× Chloé has won the bracket. Close the season: press S." in stage.text

    act(story, kept, game=None)
    league.reload()
    found = league.top_cut.get_bracket()
    assert found.champion == league.people.find_player("Chloé").id


def test_attendance_before_a_bracket_round_names_its_stage() -> None:
    """Four of the ten players play in the semi-finals, which nobody can pair in another way."""
    kept = club()
    winter(kept).top_cut.make_top_cut(4)

    async def story(stage: Stage) -> None:
        await stage.press("1d")
        shown = " ".join(stage.text.split())
        assert "attendance for round 5, semi-finals" in shown
        assert "4 play · Enter draft (bracket) ─" in shown
        assert "m other" not in shown
        for key in "mw":
            await stage.press(key)
            assert "No other method is possible." in stage.text
            assert "draft (bracket) ─" in " ".join(stage.text.split())
            await stage.press("/")
            await stage.named("escape")
        await stage.press("⏎")
        assert "bracket round 5 drafted: 2 tables" in " ".join(stage.text.split())

    act(story, kept, game=None)


@pytest.mark.thorough
def test_the_outlook_is_told_division_by_division() -> None:
    kept = club()
    league = winter(kept)
    league.divisions.set_divisions("A", "B")
    league.divisions.move_players("A", "Anna", "Bram", "Chloé", "Dario", "Erik")
    league.divisions.move_players("B", "Farid", "Gwen", "Hugo", "Ines", "Priya")

    async def story(stage: Stage) -> None:
        await stage.press("1sw")
        assert "Division A" in stage.text
        for _ in range(3):
            if "Division B" not in stage.text:
                await stage.named("pagedown")
        assert "Division B" in stage.text

    act(story, kept, game=None)


def test_attendance_says_that_a_bracket_round_is_not_finished() -> None:
    kept = club()
    league = winter(kept)
    league.top_cut.make_top_cut(2)
    league.rounds.draft_round()
    league.rounds.publish_round()
    panel = PlayersPanel(CheckInList(league, drafts_round=False))
    assert [*panel.render_right_title()] == ["round 5 is not finished"]
    league.results.enter_result("1", "7-4")
    assert [*panel.render_right_title()] == ["Anna has won"]

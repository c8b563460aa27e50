"""Byes that were asked for, at the check-in and on the evening."""

from __future__ import annotations

import re

import pytest

from tests.tui.kit import Stage, act
from tests.tui.winter import club, read, winter


@pytest.mark.thorough
def test_half_a_bye_is_said_with_a_key_and_seen_wherever_the_player_is_looked_at() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1p/bram⏎b")
        assert "Bram is not away. First press a to mark them as away." in stage.text
        await stage.press("ab")
        assert "away, a half bye" in stage.text
        await stage.press("b")
        assert "a half bye" not in stage.text
        await stage.press("bqd⏎")
        assert "away: Bram (asked, a half bye)" in stage.text
        await stage.press("P⏎")
        assert re.search(r"– +Bram +away, a half bye", stage.text)

    act(story, kept, game=None)
    state = read(kept).state
    assert state.current_round is not None
    bye = next(one for one in state.list_fixtures(state.current_round) if one.is_requested_bye)
    assert (state.get_player_name(bye.home), bye.bye) == ("Bram", "half bye")


def test_who_comes_late_is_taken_into_the_draft_or_the_round_with_a_key() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1")
        await stage.press("pnZoe⏎nYann⏎qd⏎")
        assert "drafted" in stage.text
        await stage.press("P⏎")  # the round is published; now Xaver comes, too
        await stage.press("pnXaver⏎q")
        await stage.press("mXaver⏎")
        assert "Xaver has the bye" in stage.text
        await stage.press("mXaver, Nobody⏎")
        assert "No player is called 'Nobody'" in stage.text
        await stage.press("⎋mXaver v Nobody⏎")
        assert "No player is called 'Nobody'" in stage.text
        await stage.press("⎋pnKit v Kat⏎qmkit  v kat⏎")  # one player, whose name has a v
        assert "Kit v Kat has the bye" in stage.text

    act(story, kept, game=None)
    state = read(kept).state
    assert state.current_round is not None
    paired = [
        state.get_player_name(one)
        for each in state.list_fixtures(state.current_round)
        for one in each.players
    ]
    assert {"Zoe", "Yann", "Xaver"} <= set(paired)
    assert len(paired) == len(set(paired))

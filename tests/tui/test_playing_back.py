"""A game played line by line while looking back: Space, its pace, and what stops it."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_SHOOT, Stage, at_table
from tui.look_back.look_back_screen import SECONDS_PER_LINE, LookBackScreen, describe_playback_speed

PLAYED = (*TO_SHOOT, "r1 > b2 soft : 4516234612 / 426512 / -3", "r2 > b1 open : -18")


def looking(stage: Stage) -> LookBackScreen:
    screen = stage.app.screen
    assert isinstance(screen, LookBackScreen)
    return screen


async def next_line(stage: Stage) -> int:
    """What the clock does when its time has come."""
    looking(stage).playback.show_next_line()
    await stage.settle()
    return looking(stage).log_cursor.current_line.number


def test_space_at_the_last_line_plays_from_the_first_and_ends_at_the_last() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        past = looking(stage).log_cursor
        numbers = [each.number for each in past.lines]
        await stage.named("space")
        assert past.current_line.number == numbers[0]
        assert "Playing, one line every 2 seconds" in stage.text
        assert [await next_line(stage) for _ in numbers[1:]] == numbers[1:]
        assert not looking(stage).playback.is_playing
        assert "This is the last line" in stage.text

    at_table(story, PLAYED)


def test_space_pauses_and_goes_on_from_there() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("home", "space")
        here = await next_line(stage)
        await stage.named("space")
        assert f"Paused at line {here}" in stage.text
        assert not looking(stage).playback.is_playing
        await stage.named("space")
        assert looking(stage).log_cursor.current_line.number == here
        assert looking(stage).playback.is_playing

    at_table(story, PLAYED)


def test_the_pace_is_chosen_before_or_while_it_plays() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("plus")
        assert "One line a second; Space plays." in stage.text
        await stage.named("space", "plus")
        assert "Playing, 2 lines a second" in stage.text
        await stage.named(*["minus"] * 9)
        assert "Playing, one line every 4 seconds" in stage.text

    at_table(story, PLAYED)


@pytest.mark.thorough
def test_whoever_moves_or_opens_anything_stops_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        for other in ("left", "slash"):
            await stage.named("home", "space")
            assert looking(stage).playback.is_playing
            screen = looking(stage)
            await stage.named(other)
            assert not screen.playback.is_playing

    at_table(story, PLAYED)


@pytest.mark.thorough
def test_the_clock_itself_goes_on() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("t")
        await stage.named("home", *["plus"] * 9, "space")
        first = looking(stage).log_cursor.current_line.number
        while looking(stage).log_cursor.current_line.number == first:
            await stage.pilot.pause(SECONDS_PER_LINE[-1])

    at_table(story, PLAYED)


def test_paces_in_words() -> None:
    assert [describe_playback_speed(each) for each in (2.0, 1.0, 0.25)] == [
        "One line every 2 seconds",
        "One line a second",
        "4 lines a second",
    ]

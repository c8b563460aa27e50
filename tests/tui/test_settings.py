"""What was chosen for the screens is there the next time, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.kit import Stage, act, begin, book
from tui.theme import DARK, LIGHT
from tui.user_settings_and_drafts import UserSettings


def _other_theme(settings: UserSettings) -> tuple[str, str]:
    """The themes before and after the key that changes them."""
    seen: list[str] = []

    async def story(stage: Stage) -> None:
        seen.append(stage.app.theme)
        stage.app.switch_theme()
        await stage.settle()
        seen.append(stage.app.theme)

    kept = book()
    begin(kept)
    act(story, kept, game="m1", settings=settings)
    before, after = seen
    return before, after


@pytest.mark.thorough
def test_the_theme_is_the_same_the_next_time(tmp_path: Path) -> None:
    file = tmp_path / "config" / "screens.toml"
    assert _other_theme(UserSettings(file)) == (DARK.name, LIGHT.name)
    assert _other_theme(UserSettings(file)) == (LIGHT.name, DARK.name)
    assert UserSettings(file).theme == DARK.name


def test_plain_signs_stay_where_the_theme_changes(tmp_path: Path) -> None:
    file = tmp_path / "screens.toml"
    file.write_text("ascii = true\n", encoding="utf-8")
    UserSettings(file).save_theme(LIGHT.name)
    assert UserSettings(file).ascii
    assert UserSettings(file).theme == LIGHT.name


@pytest.mark.thorough
def test_a_file_that_says_nothing_sensible_is_no_trouble(tmp_path: Path) -> None:
    file = tmp_path / "screens.toml"
    for text in (b"\xff", b"theme = [", b"theme = 7\nascii = 'yes'\n", b'theme = "none such"\n'):
        file.write_bytes(text)
        assert _other_theme(UserSettings(file)) == (DARK.name, LIGHT.name)


def test_a_place_where_nothing_can_be_written_is_no_trouble(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert _other_theme(UserSettings(blocked / "screens.toml")) == (DARK.name, LIGHT.name)

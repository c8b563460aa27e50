"""The demo book: opened beside the user's own, and a new game never goes into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.kit import Stage, act, book
from tracker.application.book import open_book
from tracker.application.demo.demo_ledger import open_or_build_demo_ledger

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("WARLEDGER_DB", str(tmp_path / "own.db"))


def test_looking_round_the_demo_and_coming_back() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("d")
        assert "DEMO: separate from your own games" in stage.text
        assert "waiting for:" in stage.text
        assert "Red won" in stage.text
        for title in ("Winter League", "Autumn Muster", "The Salt Road"):
            assert title in stage.text
        await stage.press("⏎")
        assert "THROUGH" in stage.text
        await stage.press("q⏎q")
        assert "DEMO" not in stage.text
        assert "no game yet" in stage.text

    act(story, book(), game=None)


def test_a_new_game_from_the_demo_goes_into_the_users_own_book() -> None:
    async def story(stage: Stage) -> None:
        before = len(stage.app.book.list_games())
        await stage.press("n")
        (told,) = stage.notifications
        assert told.startswith("New games are saved in your own ledger")
        await stage.press("2⏎⏎")
        assert "OBJECTIVES   2 dice" in stage.text
        assert len(stage.app.book.list_games()) == before

    with open_or_build_demo_ledger() as demo:
        act(story, demo, game=None, demo=True)
    with open_book() as own:
        assert len(own.list_games()) == 1

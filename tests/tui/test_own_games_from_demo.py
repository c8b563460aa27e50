"""A program that was started in the demo leads to the user's own games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.kit import Stage, act, begin, book
from tracker.application import background_ledger_check
from tracker.application.book import Book, open_book


@pytest.fixture(autouse=True)
def _own_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("WARLEDGER_DB", str(tmp_path / "own.db"))


def make_demo() -> Book:
    demo = book()
    begin(demo, title="Sample battle")
    return demo


def test_a_game_begun_from_the_demo_is_on_the_users_home_screen_afterwards() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n⎋")
        assert "DEMO" in stage.text  # no game was begun
        await stage.press("n2⏎⏎")
        assert "OBJECTIVES" in stage.text
        await stage.press("q⏎")
        assert "DEMO" not in stage.text
        assert "own.db  1 game" in stage.text
        assert "resume" in stage.text
        assert "Sample battle" not in stage.text
        await stage.press("d")
        assert "DEMO" in stage.text
        assert "Sample battle" in stage.text
        await stage.press("⎋")
        assert "own.db  1 game" in stage.text
        await stage.press("q")
        assert stage.app._exit

    demo = make_demo()
    act(story, demo, game=None, demo=True)
    assert [game.title for game in demo.list_games()] == ["Sample battle"]
    with open_book() as own:
        assert len(own.list_games()) == 1


def test_the_demo_counts_the_users_games_and_esc_opens_them(tmp_path: Path) -> None:
    async def look(stage: Stage) -> None:
        assert "Esc no game yet in " in stage.text

    act(look, make_demo(), game=None, demo=True)
    assert not (tmp_path / "own.db").exists()  # looking at the demo creates no ledger
    with open_book() as own:
        begin(own, title="My battle")

    async def story(stage: Stage) -> None:
        assert "Esc 1 game in " in stage.text
        assert "My battle" not in stage.text
        await stage.press("⎋")
        assert "My battle" in stage.text
        await stage.press("⏎q⏎")
        assert "My battle" in stage.text

    act(story, make_demo(), game=None, demo=True)


def test_a_search_in_the_demo_says_that_it_does_not_look_into_the_users_games() -> None:
    with open_book() as own:
        begin(own, title="My battle")

    async def story(stage: Stage) -> None:
        await stage.press("/my⎵battle")
        assert (
            "Nothing found in the demo. To search your own games, leave the demo (Esc)."
            in stage.text
        )
        await stage.press("⎋⎋⎋")
        assert "My battle" in stage.text
        await stage.press("/zz")
        assert "Nothing found. Press Backspace to change the search." in stage.text

    act(story, make_demo(), game=None, demo=True)


def test_a_search_in_an_empty_ledger_says_that_there_is_nothing_to_find() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("/")
        assert "This ledger has no games, leagues or campaigns yet." in stage.text

    act(story, book(), game=None)


def test_damage_to_the_users_own_ledger_is_said_when_the_demo_opens_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked = list[str]()

    def find_damage(file: Path, _: object) -> str:
        checked.append(file.name)
        return "The ledger is damaged."

    monkeypatch.setattr(background_ledger_check, "check_ledger_and_describe_damage", find_damage)

    async def story(stage: Stage) -> None:
        await stage.press("⎋")
        assert "The ledger is damaged." in stage.notifications

    act(story, make_demo(), game=None, demo=True)
    assert checked == ["own.db"]


def test_phones_show_the_ledger_of_the_game_at_the_table(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n2⏎⏎")
        await stage.named("f6")
        server = stage.app.phone_server
        assert server is not None
        assert (server.ledger, server.stream) == (str(tmp_path / "own.db"), "m1")

    act(story, make_demo(), game=None, demo=True)

"""The demo book: made once, the same every time, kept apart from the user's own."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest

from tests.application.demo_made import demo_file
from tracker.application.book import find_ledger_file, open_book
from tracker.application.demo.demo_games import begin_demo_game
from tracker.application.demo.demo_ledger import (
    EDITION,
    get_default_demo_path,
    open_or_build_demo_ledger,
)
from tracker.application.errors import LedgerError
from tracker.procedures.installed_rulesets import load_playable_rulesets

TITLES = {
    "m1": "The last rifle of Alpha",
    "m2": "Four Jackals and the Mule",
    "m3": "The last rifle of Alpha (half played)",
    "m4": "Lanterns on the road",
    "m5": "Down from the ridge",
    "m6": "The bell rings again",
    "m7": "The wood at Saltholm",
    "c1": "The Salt Road",
    "c2": "The Lantern Road",
    "c3": "The Bell Pass",
    "c4": "The Wood at Saltholm",
    "l1": "Autumn Muster",
    "l2": "Winter League",
}
# Of the files the demo is told from. Whoever changes one raises EDITION, so that the demo of
# people who have an older one is made anew, and writes the new digest here.
TOLD = (6, "6e4dfa97")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A demo of one's own."""
    path = tmp_path / "demo.db"
    path.write_bytes(demo_file())
    return path


def test_it_holds_the_games_and_the_leagues_of_a_club(path: Path) -> None:
    with open_or_build_demo_ledger(path) as book:
        found = {row.stream: row.title for row in (*book.list_games(), *book.list_leagues())}
        assert found == TITLES
        games = {game.stream: game for game in book.list_games()}
        assert [games[one].status for one in TITLES if one in games] == [
            "ended",
            "ended",
            "running",
            "ended",
            "ended",
            "running",
            "ended",
        ]
        assert {games[one].winner for one in ("m1", "m2", "m4", "m5", "m7")} == {"Red"}
        assert {game.ruleset for game in games.values()} == set(load_playable_rulesets())
        half = book.open_game("half")
        assert half.pending is not None
        assert half.state.clock.turn == 4
        bell = book.open_game("m6")
        assert bell.pending is not None
        assert (bell.pending.request.what, bell.match.phase) == ("to wound", "fight")


def test_it_is_sound_and_every_list_is_what_its_events_say(path: Path) -> None:
    with open_or_build_demo_ledger(path) as book:
        assert book.verify_ledger().is_sound
        before = [*book.list_games(), *book.list_leagues()]
        book.rebuild_summaries()
        assert [*book.list_games(), *book.list_leagues()] == before


def test_times_never_go_back(path: Path) -> None:
    with open_or_build_demo_ledger(path) as book:
        for stream in TITLES:
            told = [entry.recorded_at for entry in book.store.read_events(stream)]
            assert told == sorted(told), stream


def test_it_is_made_once_and_then_opened(path: Path) -> None:
    with open_or_build_demo_ledger(path) as book:
        book.open_game("half").add_note("we were here")
        after = book.open_game("half").version
    with open_or_build_demo_ledger(path) as book:
        assert book.open_game("half").version == after


@pytest.mark.thorough
def test_every_demo_is_the_same_to_the_last_byte(path: Path) -> None:
    other = path.with_name("other.db")
    with open_or_build_demo_ledger(other):
        pass
    assert other.read_bytes() == path.read_bytes()
    assert sorted(file.name for file in path.parent.iterdir()) == ["demo.db", "other.db"]


@pytest.mark.thorough
def test_one_that_was_broken_off_while_being_made_is_not_taken_for_a_demo(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    path.with_name("demo.db.new").write_bytes(b"half of something")
    with open_or_build_demo_ledger(path) as book:
        assert len(book.list_games()) == 7


def test_a_demo_of_this_edition_lies_beside_an_older_one() -> None:
    assert EDITION > 1
    assert get_default_demo_path().name not in {
        "demo.db",
        *(f"demo-{n}.db" for n in range(EDITION)),
    }


@pytest.mark.thorough
def test_an_older_demo_stays_and_the_new_one_has_the_leagues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A demo of an earlier program, with what somebody kept in it, lies where it lay."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    older = get_default_demo_path().with_name("demo.db")
    older.parent.mkdir(parents=True)
    with open_book(older) as book:
        begin_demo_game(book, TITLES["m1"])
    before = older.read_bytes()
    assert not get_default_demo_path().exists()
    with open_or_build_demo_ledger() as book:
        assert len(book.list_leagues()) == 6
    assert older.read_bytes() == before


def test_whoever_changes_the_stories_raises_the_edition() -> None:
    folder = files("tracker.application.demo").joinpath("stories")
    shipped = files("tracker.rulesets")
    every = (each.replace("-", "_") for each in sorted(load_playable_rulesets()))
    recorded = [shipped.joinpath(each, "recorded") for each in every]
    told = sorted(chain.from_iterable(each.iterdir() for each in (folder, *recorded)), key=str)
    digest = hashlib.sha256(b"".join(each.read_bytes() for each in told)).hexdigest()
    assert (EDITION, digest[:8]) == TOLD


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    path.write_bytes(b"somebody's own notes, not a ledger" * 40)
    with pytest.raises(LedgerError), open_or_build_demo_ledger(path):
        pass
    assert path.read_bytes().startswith(b"somebody's own notes")


def test_it_is_not_the_users_own_book() -> None:
    assert get_default_demo_path() != find_ledger_file()

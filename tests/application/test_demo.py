"""The demo book: made once, the same every time, kept apart from the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.application.book import default_path
from tracker.application.demo import begin, demo_path, open_demo
from tracker.application.errors import LedgerError, Refused


def digests(path: Path, *, fresh: bool = False) -> dict[str, tuple[int, bytes]]:
    """The last digest of every game: it stands for every byte, time and author before it."""
    with open_demo(path, fresh=fresh) as book:
        assert book.verify().sound
        events = {row.stream: [*book.store.read(row.stream)] for row in book.games()}
    return {stream: (len(rows), rows[-1].digest) for stream, rows in events.items()}


def test_it_holds_the_game_finished_and_half_played(tmp_path: Path) -> None:
    with open_demo(tmp_path / "demo.db") as book:
        games = {game.status: game for game in book.games()}
        assert set(games) == {"ended", "running"}
        assert games["ended"].winner == "Red"
        half = book.game(games["running"].stream)
        assert half.pending is not None
        assert half.state.clock.turn == 4


def test_it_is_made_once_and_then_opened(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with open_demo(path) as book:
        book.game("half").note("we were here")
        after = book.game("half").version
    with open_demo(path) as book:
        assert book.game("half").version == after


def test_fresh_makes_the_same_demo_anew(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    first = digests(path)
    with open_demo(path) as book:
        book.game("half").note("we were here")
    assert digests(path, fresh=True) == first
    assert [file.name for file in tmp_path.iterdir()] == ["demo.db"]


def test_one_that_was_broken_off_while_being_made_is_not_taken_for_a_demo(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    path.with_name("demo.db.new").write_bytes(b"half of something")
    with open_demo(path) as book:
        assert len(book.games()) == 2


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    path.write_bytes(b"somebody's own notes, not a ledger" * 40)
    with pytest.raises(LedgerError), open_demo(path):
        pass
    assert path.read_bytes().startswith(b"somebody's own notes")


def test_fresh_never_replaces_games_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with open_demo(path) as book:
        begin(book, "Our own game")
    before = path.read_bytes()
    with pytest.raises(Refused, match="games of your own"), open_demo(path, fresh=True):
        pass
    assert path.read_bytes() == before


def test_it_is_not_the_users_own_book() -> None:
    assert demo_path() != default_path()

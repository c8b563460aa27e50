"""Ledgers of programs since the first that had commands: opened, gone on with, verified, mended."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from tests.frozen.test_frozen import HERE, log_after
from tracker.application.book import Book, open_book
from tracker.application.match.rules_replay_check import find_first_replay_difference
from tracker.ledger.sqlite.connection import SCHEMA

LEDGERS = HERE / "ledgers"
WROTE_LESS = {
    "form-1-games": ("m3",),
    "form-1-leagues": ("m3", "l1", "c1"),
    **dict.fromkeys(("form-2-pages", "form-3-pages", "form-3-stages", "form-4-ids"), ("m3",)),
}
"""Whose rows lists can show more of today: no tally yet or one without wounds and captives, no
forces and time zone in them."""
ASKED_OTHERWISE = {"form-1-games": {"m1": 7, "m3": 6}, "form-1-leagues": {"m1": 7, "m3": 6}}
"""The first lines of games whose questions were put otherwise then (edges, objectives)."""
NAMES = sorted(path.name.removesuffix(".db.xz") for path in LEDGERS.iterdir())


@pytest.fixture
def path(name: str, tmp_path: Path) -> Path:
    made = tmp_path / "games.db"
    made.write_bytes(lzma.decompress((LEDGERS / f"{name}.db.xz").read_bytes()))
    return made


def test_there_is_one_of_every_form() -> None:
    assert {int(name.split("-")[1]) for name in NAMES} == set(range(1, SCHEMA + 1))


@pytest.mark.parametrize("name", NAMES)
def test_all_is_as_it_was_written_and_goes_on(path: Path, name: str) -> None:
    with open_book(path) as book:
        report = book.verify_ledger()
        assert (report.problems, report.earlier) == ((), WROTE_LESS.get(name, ()))
        assert [game.title for game in sorted(book.list_games(), key=lambda game: game.stream)] == [
            "Evening",
            "Alley",
            "Short",
        ]
        _volley_goes_on(book)
        assert _differences(book) == ASKED_OTHERWISE.get(name, {})
        _league_goes_on(book, first=name == "form-1-games")
        book.rebuild_summaries()
        mended = book.verify_ledger()
        assert (mended.problems, mended.earlier) == ((), ())


def _volley_goes_on(book: Book) -> None:
    """4516234645 hit with 7; of seven dice 4, 6, 5 are 4 or more, so three saves wait."""
    pending = book.open_game("m1").table.pending
    assert pending is not None
    assert (pending.request.id, pending.request.dice_sizes) == ("through", (6,) * 7)
    assert "7 dice 3 through" in log_after(book, "m1", "answer : 4265123")
    assert book.open_game("m3").match.ended is not None


def _differences(book: Book) -> dict[str, int]:
    found = {
        game.stream: find_first_replay_difference(book.open_game(game.stream))
        for game in book.list_games()
    }
    return {stream: one.line for stream, one in found.items() if one is not None}


def _league_goes_on(book: Book, *, first: bool) -> None:
    """Anna beat Dario 10 : 7 then; the second table of the round is said now."""
    if first:
        assert not book.list_leagues()
        return
    league = book.open_league("l1")
    assert [each.name for each in league.state.players.values()] == [
        "Anna",
        "Bram",
        "Chloe",
        "Dario",
    ]
    league.results.enter_result("2", "1-6")
    ended = [one.ended for one in league.state.fixtures.values()]
    assert all(ended)

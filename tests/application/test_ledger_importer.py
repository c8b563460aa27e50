"""A whole ledger comes into another: what is new, once, and nothing that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.league_records.test_moving import everything
from tests.application.test_photos import taken
from tests.application.toy import TOY
from tests.leagues.club import club, game, league, points
from tests.leagues.test_core_matches import end
from tests.profiles import examples
from tracker.application import ledger_importer
from tracker.application.book import Book
from tracker.application.ledger_importer import (
    ImportedStream,
    describe_imported_streams,
    import_open_ledger,
)
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.photo_storage import add_photo_note, load_photo, resize_and_clean_photo
from tracker.application.stream_summary_computation_and_check import (
    compute_summary_or_raise_damage,
)
from tracker.ledger.ledger_errors import LedgerError
from tracker.ledger.store_interface import Store, StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary


def bring_in(book: Book, other: Book, *, check: bool = False) -> list[ImportedStream]:
    return import_open_ledger(book, other.store, "other.db", dry_run=check)


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    return {info.stream: everything(store, info.stream) for info in store.list_streams()}


def outcomes(found: list[ImportedStream]) -> dict[str, tuple[str, str]]:
    return {one.there: (one.stream, one.outcome) for one in found}


def test_a_copy_is_the_ledger_itself() -> None:
    book = club()
    found, playing = league(book), game(book)
    found.matches.link_match_and_enter_result("1", playing.stream)
    end(playing, 7, 4)
    other = club()
    first = bring_in(other, book)
    assert outcomes(first) == {"l1": ("l1", "new"), "m1": ("m1", "new")}
    # Games come first, whatever was begun first; digests cover every event.
    assert other.list_stream_heads() == book.list_stream_heads()[::-1]
    for stream in ("l1", "m1"):
        assert other.get_summary(stream) == book.get_summary(stream)
    before = other.store.appends
    assert {one.outcome for one in bring_in(other, book)} == {"unchanged"}
    assert other.store.appends == before
    assert points(other.open_league("l1")) == points(book.open_league("l1"))


def test_what_went_on_further_there_goes_on_here() -> None:
    book = club()
    found, playing = league(book), game(book)
    other = club()
    bring_in(other, book)
    found.matches.link_match_and_enter_result("1", playing.stream)
    end(playing, 7, 4)
    done = bring_in(other, book)
    assert outcomes(done) == {"m1": ("m1", "continued"), "l1": ("l1", "continued")}
    # The game's end is one line; the link and the report are two of the league.
    assert [one.text for one in done] == [
        f"m1 {playing.state.info.title}: 1 more line",
        "l1 Winter League: 2 more lines",
    ]
    assert describe_imported_streams(done)[2:] == ["With new lines: 1 game, 1 league."]
    assert contents(other.store) == contents(book.store)
    assert other.get_summary("m1") == book.get_summary("m1")
    # The other way round the book here has more: it stays as it is.
    playing.add_note("a last word")
    assert outcomes(bring_in(book, other))["m1"] == ("m1", "unchanged")


def test_another_game_of_the_same_name_gets_one_of_its_own() -> None:
    book = club()
    game(book, "Somebody", "Else")
    other = club()
    found, playing = league(other), game(other)
    found.matches.link_match_and_enter_result("1", playing.stream)
    end(playing, 7, 4)
    done = bring_in(book, other)
    assert outcomes(done) == {"m1": ("m2", "new"), "l1": ("l1", "new")}
    assert done[0].text.endswith(" lines (m1 in other.db)")
    assert book.open_league("l1").state.matches == {"m2": found.results.find_fixture("1").id}
    assert points(book.open_league("l1")) == points(found)
    assert everything(book.store, "m2") == everything(other.store, "m1")
    assert book.verify_ledger().is_sound
    assert {one.outcome for one in bring_in(book, other)} == {"unchanged"}


def test_what_differs_is_told_and_never_mixed() -> None:
    book = club()
    found, playing = league(book), game(book)
    found.matches.link_match_and_enter_result("1", playing.stream)
    other = club()
    bring_in(other, book)
    ours = other.open_game("m1")
    ours.add_note("as we saw it")
    line = ours.history.last_line_number
    end(playing, 7, 4)
    before = contents(other.store)
    differing = bring_in(other, book)
    assert contents(other.store) == before
    assert outcomes(differing) == {"m1": ("m1", "differs"), "l1": ("l1", "differs")}
    of_game, of_league = (one.text for one in differing)
    assert f"differs from m1 in other.db from line {line} on, so it was left unchanged." in of_game
    assert "warledger export m1 --format record -o m1.record --db other.db" in of_game
    assert of_game.endswith("warledger import m1.record.")
    assert "was left out: it refers to m1, which is a different game here." in of_league
    assert of_league.endswith("warledger import l1.league --apart (or --merge).")


def test_a_game_brought_in_beside_its_like_leaves_the_league_the_same() -> None:
    book = club()
    found, playing = league(book), game(book)
    found.matches.link_match_and_enter_result("1", playing.stream)
    other = club()
    bring_in(other, book)
    other.open_game("m1").add_note("as we saw it")
    playing.add_note("as they saw it")
    import_match_record(other, compose_match_record(TOY, playing.history), lambda *_: "")
    # The league here goes on naming its own m1, although m1 there is m2 here.
    assert outcomes(bring_in(other, book)) == {"m1": ("m2", "unchanged"), "l1": ("l1", "unchanged")}
    found.results.enter_result("2", "3-1")
    assert outcomes(bring_in(other, book))["l1"] == ("l1", "continued")
    assert list(other.open_league("l1").state.matches) == ["m1"]
    # A new line about the game means m2, which the league here does not name.
    end(playing, 7, 4)
    assert [one.outcome for one in bring_in(other, book)] == ["continued", "differs"]
    (told,) = [one.text for one in bring_in(other, book) if one.outcome == "differs"]
    assert "was left out: it refers to m1, which is a different game here." in told
    assert list(other.open_league("l1").state.matches) == ["m1"]


def test_a_league_that_differs_is_told_with_its_line() -> None:
    book = club()
    found = league(book)
    other = club()
    bring_in(other, book)
    found.results.enter_result("2", "3-1")
    theirs = other.open_league("l1")
    theirs.results.enter_result("2", "0-4")
    (told,) = bring_in(other, book)
    assert told.outcome == "differs"
    assert f"from line {theirs.history.last_line_number} on" in told.text


def test_to_check_writes_nothing() -> None:
    book = club()
    league(book)
    game(book)
    other = club()
    found = bring_in(other, book, check=True)
    assert other.store.list_streams() == []
    assert describe_imported_streams(found, dry_run=True)[-2:] == [
        "New: 1 game, 1 league.",
        "Nothing was written.",
    ]
    assert outcomes(bring_in(other, book)) == outcomes(found)


def test_a_photo_comes_once() -> None:
    book, other = club(), club()
    photo = resize_and_clean_photo(taken())
    for one in (book, other):
        add_photo_note(game(one), photo, "the bridge")
    bring_in(other, book)
    assert load_photo(other.store, photo.digest) == photo
    assert [one.kind for one in other.list_streams()].count("photo") == 1


def test_a_fault_in_the_middle_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    book, other = club(), club()
    game(book)
    game(book)
    monkeypatch.setattr(ledger_importer, "compute_summary_or_raise_damage", fail_at_second())
    with pytest.raises(LedgerError, match="the disk is full"):
        bring_in(other, book)
    assert other.store.list_streams() == []


def fail_at_second() -> Callable[[StoredStream, Iterator[StoredEvent]], StreamSummary | None]:
    def summarise(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary | None:
        if info.stream == "m2":
            raise LedgerError("the disk is full")
        return compute_summary_or_raise_damage(info, events)

    return summarise


@pytest.mark.thorough
@given(st.data())
@examples(10)
def test_any_two_ledgers(data: st.DataObject) -> None:
    """Games begun, noted in and brought in, in any order, on two books: nothing of either is lost,
    and once more changes nothing.
    """
    books = club(), club()
    for _ in range(data.draw(st.integers(1, 8))):
        here = data.draw(st.integers(0, 1))
        book, other = books[here], books[1 - here]
        games = [row.stream for row in book.list_games()]
        what = data.draw(st.sampled_from(("begin", "note", "undo", "import")))
        if what == "begin":
            game(book)
        elif what == "import":
            before = contents(book.store)
            found = bring_in(book, other)
            now = contents(book.store)
            for stream, events in before.items():
                assert now[stream][: len(events)] == events
            for one in found:
                theirs = everything(other.store, one.there)
                if one.outcome != "differs":
                    assert now[one.stream][: len(theirs)] == theirs
            bring_in(book, other)
            assert contents(book.store) == now
            assert book.verify_ledger().is_sound
        elif games:
            chosen = book.open_game(data.draw(st.sampled_from(games)))
            chosen.add_note("here")
            if what == "undo":
                chosen.undo()

"""Two copies of a league that went on separately are made one, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.application.league_records.test_moving import record
from tests.leagues.club import Clock, club, game, league, points
from tests.leagues.test_core_matches import end
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.league_records.league_record_importer import import_league_record
from tracker.application.leagues.league import League


def parted() -> tuple[Book, Book]:
    """The first round in two ledgers: Anna – Dario at table 1, Bram – Chloé at table 2."""
    ours, theirs = club(), club(clock=Clock(Clock().at.add(hours=1)))
    league(ours)
    import_league_record(theirs, record(ours))
    return ours, theirs


def at(book: Book) -> League:
    return book.open_league("l1")


def test_each_enters_a_table_and_both_have_all() -> None:
    ours, theirs = parted()
    at(ours).results.enter_result("1", "10-7")
    at(theirs).results.enter_result("2", "1-6")
    at(theirs).results.sign_result("2")
    at(theirs).points.award_bonus_or_penalty("Bram", "1", why="painted")
    done = import_league_record(ours, record(theirs), merge_diverged=True)
    assert (done.stream, done.was_there, done.lines, done.ahead) == ("l1", True, 3, 0)
    # 3/1/0: Anna and Chloé won, Bram has a point for paint.
    both = {"Anna": "3", "Bram": "1", "Chloé": "3", "Dario": "0"}
    assert points(at(ours)) == both
    import_league_record(theirs, record(ours), merge_diverged=True)
    assert points(at(theirs)) == both
    # Each has all of the other by now.
    for book, other in ((ours, theirs), (theirs, ours)):
        before = book.store.appends
        assert import_league_record(book, record(other), merge_diverged=True).lines == 0
        assert book.store.appends == before


def test_lines_keep_their_time_and_author() -> None:
    ours, theirs = parted()
    at(ours).points.add_note("at ours")
    theirs.author = "Lotte"
    said = at(theirs).points.add_note("at theirs")
    import_league_record(ours, record(theirs), merge_diverged=True)
    last = at(ours).history.find_entry(at(ours).history.version)
    assert (last.at, last.author, last.events) == (said.at, "Lotte", said.events)


def test_games_of_both_come_under_names_of_their_own() -> None:
    """Each links the first game of its own ledger: they are two."""
    ours, theirs = parted()
    for book, table, pair in ((ours, "1", ("Anna", "Dario")), (theirs, "2", ("Bram", "Chloé"))):
        playing = game(book, *pair)
        at(book).matches.link_match_and_enter_result(table, playing.stream)
        end(playing, 7, 4)
    done = import_league_record(ours, record(theirs), merge_diverged=True)
    assert (done.lines, done.games) == (2, 1)
    found = at(ours)
    assert {found.results.find_fixture(table).link.match for table in "12"} == {"m1", "m2"}  # type: ignore[union-attr]
    assert points(found) == {"Anna": "3", "Bram": "3", "Chloé": "0", "Dario": "0"}


def test_a_separate_copy_does_not_take_the_merge() -> None:
    ours, theirs = parted()
    at(ours).points.add_note("at ours")
    at(theirs).points.add_note("at theirs")
    assert import_league_record(ours, record(theirs), as_copy=True).stream == "l2"
    done = import_league_record(ours, record(theirs), merge_diverged=True)
    assert (done.stream, done.lines) == ("l1", 1)
    assert import_league_record(ours, record(theirs)).stream == "l2"


def refused(ours: Book, theirs: Book) -> str:
    before = ours.store.appends
    with pytest.raises(Refused) as why:
        import_league_record(ours, record(theirs), merge_diverged=True)
    assert ours.store.appends == before
    return why.value.message


def test_a_pairing_that_both_had_to_do_with_is_named() -> None:
    ours, theirs = parted()
    at(ours).points.add_note("we began")
    at(ours).results.enter_result("1", "10-7")
    at(theirs).results.enter_result("1", "7-10")
    # Opened, enrolled, drafted, published: four lines; here a note and the result, there the other.
    assert refused(ours, theirs) == (
        "Line 5 of the record and line 6 of the league both change pairing f1. Undo one of these"
        " lines first."
    )
    at(theirs).undo()
    at(theirs).points.add_note("they began")
    assert import_league_record(ours, record(theirs), merge_diverged=True).lines == 1


@pytest.mark.parametrize(
    ("does", "named"),
    [
        (lambda found: found.people.enrol_players("Eva"), "player enrolled"),
        (lambda found: found.people.drop_player("Bram"), "player presence"),
        (lambda found: found.set_archived(), "put aside"),
    ],
)
def test_what_is_for_all_of_the_league_is_not_mixed(
    does: Callable[[League], object], named: str
) -> None:
    ours, theirs = parted()
    at(ours).points.add_note("at ours")
    does(at(theirs))
    assert refused(ours, theirs) == (
        f"Line 5 of the record ({named}) changes the whole league, so it cannot be "
        "merged. Import the record with --apart instead."
    )


def test_what_was_taken_back_on_one_side_from_before_has_to_be_mended_first() -> None:
    ours, theirs = parted()
    at(ours).points.add_note("at ours")
    at(theirs).undo()
    assert "has undone lines before the point where they first differ" in refused(ours, theirs)

"""A league moves to another ledger with its games: whole, once, and on from there."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.application.test_photos import taken
from tests.leagues.club import FOUR, club, game, league, points
from tests.leagues.test_core_matches import end
from tests.profiles import examples
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.league_records import league_record_format, league_record_importer
from tracker.application.league_records.league_record_check import check_league_record
from tracker.application.league_records.league_record_importer import import_league_record
from tracker.application.league_records.league_record_writer import compose_league_record
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.photo_storage import (
    add_photo_note,
    find_photo_of_game,
    resize_and_clean_photo,
)
from tracker.ledger.store_interface import Store
from tracker.testing.match_in_memory import BLUE
from tracker.vocabulary import events as ev


def record(book: Book, name: str = "l1") -> str:
    return compose_league_record(book.open_league(name), book)


def evening() -> tuple[Book, League, Game]:
    """Table 1, Anna v Dario, is kept as the second game of the book; table 2 was typed in."""
    book = club()
    game(book, "Somebody", "Else")
    found = league(book)
    playing = game(book)
    found.matches.link_match_and_enter_result("1", playing.stream)
    found.results.enter_result("2", "3-1")
    return book, found, playing


def everything(store: Store, stream: str) -> list[tuple[object, ...]]:
    return [
        (one.version, one.kind, one.entry, one.body, one.recorded_at, one.author)
        for one in store.read_events(stream)
    ]


def test_a_league_comes_with_its_games_under_names_of_the_new_ledger() -> None:
    book, _, playing = evening()
    end(playing, 7, 4)
    other = club()
    done = import_league_record(other, record(book))
    assert (done.stream, done.was_there, done.games) == ("l1", False, 1)
    # Opened, four enrolled, drafted, published, linked, typed, reported: seven lines.
    assert done.lines == 7
    assert done.description == "l1 Winter League: 7 lines and 1 game imported"
    moved = other.open_league("l1")
    # There it was m2; here it is the only game.
    assert moved.state.matches == {"m1": moved.results.find_fixture("1").id}
    assert points(moved) == points(book.open_league("l1"))
    assert everything(other.store, "m1") == everything(book.store, "m2")
    assert other.get_summary("m1") is not None
    assert record(other) == record(book)


def test_once_more_changes_nothing() -> None:
    book, _, _ = evening()
    other = club()
    import_league_record(other, record(book))
    before = other.store.appends
    done = import_league_record(other, record(book))
    assert (done.was_there, done.lines, done.games, done.ahead) == (True, 0, 0, 0)
    assert done.description == "l1 Winter League is already in the ledger; nothing was changed"
    assert other.store.appends == before


def test_what_is_newer_comes_behind_what_is_there() -> None:
    book, found, playing = evening()
    other = club()
    import_league_record(other, record(book))
    end(playing, 7, 4)
    found.reload()
    found.points.add_note("a fine evening")
    done = import_league_record(other, record(book))
    # The result of the game and the note; the game went on.
    assert (done.was_there, done.lines, done.games) == (True, 2, 1)
    assert done.description == (
        "l1 Winter League is already in the ledger; new in the record, and imported: 2 lines and"
        " 1 game"
    )
    assert points(other.open_league("l1")) == points(book.open_league("l1"))
    assert other.open_game("m1").state.current_values.ended is not None
    assert record(other) == record(book)


def test_a_league_that_is_ahead_stays_so() -> None:
    book, found, playing = evening()
    old = record(book)
    end(playing, 7, 4)
    found.reload()
    found.points.add_note("a fine evening")
    done = import_league_record(book, old)
    assert (done.was_there, done.lines, done.games, done.ahead) == (True, 0, 0, 2)
    assert done.description == (
        "l1 Winter League is already in the ledger, with 2 lines that the record lacks; nothing"
        " was changed"
    )


def test_what_went_on_otherwise_is_refused_and_may_stand_apart() -> None:
    book, found, _ = evening()
    other = club()
    import_league_record(other, record(book))
    found.points.add_note("at ours")
    theirs = other.open_league("l1")
    theirs.points.add_note("at theirs")
    text, before = record(book), other.store.appends
    with pytest.raises(Refused) as refused:
        import_league_record(other, text)
    assert refused.value.message == (
        "l1 Winter League and the record match up to line 6 and differ from line 7 on. To add the"
        " record's own lines, use --merge. To import the record as a separate league, use --apart."
    )
    assert other.store.appends == before
    done = import_league_record(other, text, as_copy=True)
    assert (done.stream, done.was_there, done.games) == ("l2", False, 0)
    assert other.open_league("l2").state.matches.keys() == {"m1"}


def test_a_game_that_went_on_otherwise_is_refused_and_may_stand_apart() -> None:
    book, _, playing = evening()
    other = club()
    import_league_record(other, record(book))
    playing.add_note("at ours")
    other.open_game("m1").add_note("at theirs")
    before = other.store.appends
    with pytest.raises(Refused, match=r"m1 and .* in the record match up to line"):
        import_league_record(other, record(book))
    assert other.store.appends == before


def test_a_game_that_came_alone_before_is_not_written_twice() -> None:
    book, _, playing = evening()
    other = club()
    alone = compose_match_record(playing.ruleset, book.open_game("m2").history)
    import_match_record(other, alone, lambda rules, name: "")
    done = import_league_record(other, record(book))
    assert (done.lines, done.games) == (6, 0)
    assert [one.stream for one in other.list_games()] == ["m1"]
    assert other.open_league("l1").state.matches.keys() == {"m1"}


def test_photos_come_with_their_games() -> None:
    book, _, _ = evening()
    shot = resize_and_clean_photo(taken())
    add_photo_note(book.open_game("m2"), shot, "the bridge")
    other = club()
    import_league_record(other, record(book))
    assert find_photo_of_game(other.open_game("m1"), shot.digest) == shot


def test_what_is_secret_has_to_wait() -> None:
    book, _, _ = evening()
    hidden = ev.MarkerSet(subjects=("u:r1",), marker="fired", value=True, hidden_from=(BLUE,))
    book.open_game("m2").adjust_by_hand((hidden,), "written secretly")
    with pytest.raises(Refused, match=r"Something in m2 is still secret\. Export the record after"):
        record(book)


def test_a_game_that_is_gone_or_whose_rules_are_not_here_comes_without_its_lines() -> None:
    book, _, _ = evening()
    bare = Book(book.store, clock=book.clock, rulesets={})
    text = record(bare)
    other = club()
    done = import_league_record(other, text)
    assert done.warnings == ("The record does not contain 1 game of the league.",)
    assert other.list_games() == []
    moved = other.open_league("l1")
    assert moved.state.matches.keys() == {"g1"}
    assert moved.matches.find_linked_game(moved.results.find_fixture("1")) is None
    assert points(moved) == points(book.open_league("l1"))
    assert record(other).splitlines()[:8] == text.splitlines()[:8]


# -------------------------------------------------------------------------------- what is not sound


def test_every_byte_that_is_changed_is_found() -> None:
    book, _, playing = evening()
    end(playing, 7, 4)
    text = record(book)
    assert check_league_record(text, club()).is_sound
    rng = random.Random(11)
    for _ in range(150):
        at = rng.randrange(len(text) - 1)
        other = rng.choice('0a"{}[],:\n ')
        if text[at] == other:
            continue
        changed = text[:at] + other + text[at + 1 :]
        if not league_record_format.is_league_record(changed):
            continue
        found = check_league_record(changed, club())
        assert not found.is_sound, f"{at}: {text[at]!r} made {other!r}"
        with pytest.raises(Refused):
            import_league_record(club(), changed)


def rewritten(text: str, change: Callable[[dict[str, list[dict[str, object]]]], None]) -> str:
    """The record with its lines or games changed by somebody who does not mend the checks."""
    found = json.loads(text)
    change(found)
    return json.dumps(found)


def test_lines_left_out_and_swapped_are_named() -> None:
    text = record(evening()[0])
    rows = text.splitlines()
    left_out = check_league_record("\n".join([*rows[:5], *rows[6:]]) + "\n", club())
    # Row 6 is line 4; without it line 4 is another.
    assert (left_out.line, left_out.why) == (
        6,
        "Line 4 of the league has been changed since it was written. Ask the sender for a new"
        " copy.",
    )
    rows[3], rows[4] = rows[4], rows[3]
    assert check_league_record("\n".join(rows) + "\n", club()).line == 4


def test_a_game_of_another_record_is_found() -> None:
    book, found, _ = evening()
    text = record(book)
    two = game(book, "Bram", "Chloé")
    found.reload()
    found.results.withdraw_result("2")
    found.matches.link_match_and_enter_result("2", two.stream)

    def swapped(data: dict[str, list[dict[str, object]]]) -> None:
        data["games"][0]["record"] = json.loads(record(book))["games"][1]["record"]

    assert not check_league_record(rewritten(text, swapped), club()).is_sound


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"record": "league"', "This is not a league record, or part of it is missing"),
        ('{"record":"league","form":2}', "A newer Warledger wrote this record"),
    ],
)
def test_what_is_none_is_told(text: str, why: str) -> None:
    assert check_league_record(text).why.startswith(why)


def test_a_league_that_nobody_could_read_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: League) -> None:
        raise KeyError("p9")

    other = club()
    with pytest.raises(Refused, match="cannot be read from the record"):
        import_league_record(other, record(evening()[0]), readers=[fails])
    assert other.list_leagues() == []


def test_nothing_is_half_kept_where_it_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    text = record(evening()[0])
    other = club()

    enter = league_record_importer._append_missing_lines

    def fails(store: Store, *rest: Any) -> tuple[str, int]:
        if store is other.store:
            raise OSError("the disk is full")
        return enter(store, *rest)

    monkeypatch.setattr(league_record_importer, "_append_missing_lines", fails)
    with pytest.raises(OSError, match="full"):
        import_league_record(other, text)
    assert (other.list_games(include_archived=True), other.list_leagues(include_archived=True)) == (
        [],
        [],
    )


# --------------------------------------------------------------------------------------- always


def doings(book: Book, rng: random.Random) -> list[Callable[[League], object]]:
    """What an organiser does, one thing or another; some of it is refused."""
    who = rng.choice(FOUR)
    table = str(rng.randint(1, 2))
    games = [one.stream for one in book.list_games()]
    return [
        lambda found: found.results.enter_result(table, f"{rng.randint(0, 9)}-{rng.randint(0, 9)}"),
        lambda found: found.results.withdraw_result(table, why="a slip"),
        lambda found: found.results.sign_result(table),
        lambda found: found.points.award_bonus_or_penalty(who, "1", why="painted"),
        lambda found: found.points.add_note(rng.choice(("wow", "é 龍", "two\nlines"))),
        lambda found: found.undo(),
        lambda found: found.redo(),
        lambda found: found.rounds.draft_round(),
        lambda found: found.rounds.publish_round(),
        lambda found: found.matches.link_match_and_enter_result(
            table, game(book, who, rng.choice(FOUR)).stream
        ),
        lambda found: found.matches.unlink_match(table),
        lambda _: end(book.open_game(rng.choice(games)), rng.randint(0, 20), rng.randint(0, 20)),
        lambda _: book.open_game(rng.choice(games)).undo(),
    ]


def some_time(book: Book, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        with suppress(Refused, LedgerError, IndexError):
            rng.choice(doings(book, rng))(book.open_league("l1"))


@pytest.mark.thorough
@given(seed=st.integers(0, 2**32), first=st.integers(0, 25), then=st.integers(0, 25))
@examples(60)
def test_moved_in_pieces_or_at_once_it_is_the_same(seed: int, first: int, then: int) -> None:
    """And once more is once, and what was moved is written as it was."""
    rng = random.Random(seed)
    book = club()
    league(book)
    some_time(book, rng, first)
    before = record(book)
    some_time(book, rng, then)
    after = record(book)
    pieces, whole = club(), club()
    for text in (before, after, after, before):
        import_league_record(pieces, text)
    import_league_record(whole, after)
    assert record(whole) == after
    assert record(pieces) == after
    assert pieces.open_league("l1").state.fixtures.keys() == (
        book.open_league("l1").state.fixtures.keys()
    )
    assert points(pieces.open_league("l1")) == points(whole.open_league("l1"))
    assert points(whole.open_league("l1")) == points(book.open_league("l1"))

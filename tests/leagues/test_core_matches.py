"""Games kept in the same ledger: linked, reported by themselves, taken back, made good later."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.club import FOUR, Clock, club, game, league, open_fixtures, points, row, row_of
from tests.profiles import examples
from tracker.application.book import Book
from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.league_summaries import build_league_row
from tracker.application.leagues.pairing.round_columns_and_text import describe_fixture_remarks
from tracker.application.leagues.results.results_reported_by_players import (
    make_result_fingerprint,
)
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.application.match.game import Game
from tracker.leagues.league_events import FixtureResult, ResultReported
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.ledger_errors import DiskFull
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import NewEntry, StoredEvent
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId
from tui.views.league_evening_table import build_evening_table


def end(playing: Game, red: int, blue: int, winner: SideId | None = RED) -> None:
    """Red and Blue score, and the match is over: all in one line."""
    playing.adjust_by_hand(
        (
            ev.PointsScored(side=RED, points=red, why="held"),
            ev.PointsScored(side=BLUE, points=blue, why="held"),
            ev.MatchEnded(how="agreed", winner=winner),
        ),
        "time is up",
    )


def linked(book: Book) -> tuple[League, Game]:
    """Table 1, Anna v Dario, is kept here as m1: Red is Dario, Blue is Anna."""
    found = league(book)
    playing = game(book, red="dario", blue="Anna")
    found.matches.link_match_and_enter_result("1", playing.stream)
    return found, playing


def first(found: League) -> Fixture:
    found.reload()
    return found.results.find_fixture("1")


def test_a_linked_game_reports_its_result_when_it_ends() -> None:
    book = club()
    found, playing = linked(book)
    assert first(found).ended is None
    end(playing, 7, 4)
    # Dario played Red and won 7 : 4; the row names Anna first, so 4 : 7.
    assert first(found).ended == FixtureResult(
        winner=PlayerId("p4"), vp=(4, 7), played_on="2026-11-20"
    )
    assert points(found)["Dario"] == "3"
    assert playing.journal.unreported == ""
    assert row(found).results == 1


def test_an_archived_game_is_not_in_play() -> None:
    found, playing = linked(club())
    fixture = first(found)
    assert build_evening_table(found).rows[0].note.startswith("in play")
    playing.set_archived(True)
    kept = found.matches.find_linked_game(fixture)
    assert kept is not None
    assert (kept.running, kept.archived) == (False, True)
    row = build_evening_table(found).rows[0]
    assert (row.status, row.note) == ("open", "its game m1 is archived")


def test_a_semi_final_that_loses_its_game_names_the_final_that_was_paired_from_it() -> None:
    book = club()
    found = league(book)
    for table in ("1", "2"):
        found.results.enter_result(table, "1-0")
    found.top_cut.make_top_cut(4)
    found.rounds.draft_round()
    found.rounds.publish_round()
    semi_final = next(one for one in open_fixtures(found) if PlayerId("p1") in one.players)
    other = found.state.get_player_name(semi_final.away or semi_final.home)
    playing = game(book, red="Anna", blue=other)
    found.matches.link_match_and_enter_result(semi_final.id, playing.stream)
    end(playing, 7, 4)
    found.reload()
    for fixture in open_fixtures(found):
        found.results.enter_result(fixture.id, "1-0")
    found.rounds.draft_round()
    found.rounds.publish_round()
    (final,) = (one for one in open_fixtures(found) if PlayerId("p1") in one.players)
    question = (
        f"is that right? {describe_fixture(found.state, final)}, would no longer be in the bracket"
    )
    playing.undo()
    found.reload()
    assert question in list_league_log_lines(found.history)[-1].text
    playing.redo()
    found.reload()
    found.matches.unlink_match(semi_final.id)
    assert question in list_league_log_lines(found.history)[-1].text


@pytest.mark.parametrize(
    ("red", "blue", "winner", "typed"),
    [
        (5, 3, RED, "5-3"),  # within five points: drawn, 10 and 10
        (38, 20, None, "38-20"),  # eighteen apart: won, 13 and 7
        (20, 26, BLUE, "20-26"),  # six apart: won by the other, 9 and 11
    ],
)
def test_a_score_is_the_same_result_typed_or_kept(
    red: int, blue: int, winner: SideId | None, typed: str
) -> None:
    """Two games of one score under 20-0: points, won-drawn-lost and ratings are the same."""
    book = club()
    found = book.begin_league("20-0", players=("A", "B", "C", "D"), scheme="20-0")
    found.rounds.draft_round()
    found.rounds.publish_round()
    kept, other = (one for one in found.state.fixtures.values() if one.round == 1)
    names = found.state.get_player_name
    playing = game(book, red=names(kept.home), blue=names(kept.away))
    found.matches.link_match_and_enter_result(kept.id, playing.stream)
    end(playing, red, blue, winner)
    found.reload()
    found.results.enter_result(other.id, typed)
    told, same_told = (
        found.results.find_fixture(kept.id).ended,
        found.results.find_fixture(other.id).ended,
    )
    assert told is not None
    assert same_told is not None
    pair = (told.winner == kept.home, told.winner == kept.away)
    assert pair == (same_told.winner == other.home, same_told.winner == other.away)
    rows, rated = found.table.compute_standings(), found.table.compute_ratings()
    for one, same in zip(kept.players, other.players, strict=True):
        mine, theirs = row_of(rows, one), row_of(rows, same)
        assert (mine.won, mine.drawn, mine.lost) == (theirs.won, theirs.drawn, theirs.lost)
        assert (mine.points, mine.get_tie_break_value("schedule")) == (
            theirs.points,
            theirs.get_tie_break_value("schedule"),
        )
        assert rated[one] == rated[same]
    pays = {"5-3": ("10", "10"), "38-20": ("13", "7"), "20-26": ("9", "11")}[typed]
    assert tuple(row_of(rows, one).points.short for one in kept.players) == pays
    scores = {"5-3": (0, 1, 0), "38-20": (1, 0, 0), "20-26": (0, 0, 1)}[typed]
    home = row_of(rows, kept.home)
    assert (home.won, home.drawn, home.lost) == scores


@pytest.mark.parametrize(
    ("red", "blue", "winner", "home_won"),
    [
        (5, 3, RED, None),  # within five: drawn
        (3, 5, RED, "p4"),  # the one with fewer points won: whoever decided that knew why
        (38, 20, None, "p4"),  # eighteen apart is no draw here
    ],
)
def test_a_margin_within_which_games_are_drawn_is_that_of_kept_games_too(
    red: int, blue: int, winner: SideId | None, home_won: str | None
) -> None:
    book = club()
    found = book.begin_league(
        "Margin",
        players=FOUR,
        rounds=3,
        scheme='name = "M"\ndraw_within = 5\n[points]\nwin = 3\ndraw = 1\nloss = 0\n',
    )
    found.rounds.draft_round()
    found.rounds.publish_round()
    playing = game(book, red="Dario", blue="Anna")  # Dario, p4, is Red
    found.matches.link_match_and_enter_result("1", playing.stream)
    end(playing, red, blue, winner)
    ended = first(found).ended
    assert ended is not None
    assert ended.winner == home_won


def test_results_of_before_go_by_the_matrix_of_after() -> None:
    """5 : 3 was won under 3/1/0; 20-0 pays 10 and 10, so it is drawn."""
    found = league()
    found.results.enter_result("1", "5-3")
    assert (points(found)["Anna"], points(found)["Dario"]) == ("3", "0")
    found.seasons.save_season_plan(SeasonPlan(scheme="20-0", why="agreed"))
    anna, dario = (row_of(found.table.compute_standings(), PlayerId(name)) for name in ("p1", "p4"))
    assert (anna.points.short, anna.drawn, anna.won) == ("10", 1, 0)
    assert (dario.points.short, dario.drawn, dario.lost) == ("10", 1, 0)


def test_a_game_drawn_by_its_own_rules_is_drawn_where_the_scheme_has_no_margin() -> None:
    book = club()
    found, playing = linked(book)  # 3/1/0
    end(playing, 38, 20, None)
    assert first(found).ended == FixtureResult(winner=None, vp=(20, 38), played_on="2026-11-20")


def test_and_takes_it_back_when_the_end_is_taken_back() -> None:
    book = club()
    found, playing = linked(book)
    end(playing, 7, 4)
    playing.undo()
    assert first(found).ended is None
    assert set(points(found).values()) == {"0"}
    playing.redo()
    assert first(found).ended is not None
    assert points(found)["Dario"] == "3"
    texts = [line.text for line in list_league_log_lines(found.history)]
    assert texts[-3:] == [
        "table 1, Anna v Dario: 4 : 7, Dario won (game m1)",
        "table 1, Anna v Dario: game m1 was resumed, so its result is removed",
        "table 1, Anna v Dario: 4 : 7, Dario won (game m1)",
    ]


def test_signatures_hold_for_the_same_result_of_a_resumed_game() -> None:
    book = club()
    found, playing = linked(book)
    end(playing, 7, 4)
    assert first(found).signed == ()
    found.results.sign_result("1")
    assert len(first(found).signed) == 2
    playing.undo()
    assert first(found).signed == ()
    playing.redo()
    assert len(first(found).signed) == 2
    playing.undo()
    end(playing, 1, 0)  # 8 : 4 instead of 7 : 4, which nobody has signed
    assert first(found).signed == ()


def test_a_dispute_holds_for_the_same_result_of_a_resumed_game() -> None:
    book = club()
    found, playing = linked(book)
    end(playing, 7, 4)
    fixture = first(found)
    found.reports.report_result(PlayerId("p4"), "f1", "4-6", make_result_fingerprint(fixture))
    disputed = first(found).disputed_results
    assert [player for player, _ in disputed] == ["p4"]
    playing.undo()
    assert first(found).disputed_results == ()
    playing.redo()
    assert first(found).disputed_results == disputed
    playing.undo()
    end(playing, 1, 0)  # 8 : 4 instead of 7 : 4, which nobody has disputed
    assert first(found).disputed_results == ()


def test_a_game_without_a_winner_is_drawn_and_one_that_goes_on_is_not() -> None:
    book = club()
    found, playing = linked(book)
    playing.add_note("half time")
    assert first(found).ended is None
    end(playing, 5, 5, None)
    assert first(found).ended == FixtureResult(vp=(5, 5), played_on="2026-11-20")
    assert points(found)["Anna"] == points(found)["Dario"] == "1"


def test_a_game_that_was_over_reports_as_soon_as_it_is_linked() -> None:
    book = club()
    found = league(book)
    playing = game(book)
    end(playing, 3, 1)
    found.matches.link_match_and_enter_result("1", playing.stream)
    assert first(found).ended == FixtureResult(
        winner=PlayerId("p1"), vp=(3, 1), played_on="2026-11-20"
    )


def test_sides_follow_the_players_or_what_is_said() -> None:
    book = club()
    found = league(book)
    strangers = game(book, "X", "Y")
    found.matches.link_match_and_enter_result("1", strangers.stream, home="b")
    link = first(found).link
    assert link is not None
    assert [(one.side, one.player) for one in link.sides] == [(RED, "p4"), (BLUE, "p1")]
    other = game(book, "Chloé", "Bram")
    found.matches.link_match_and_enter_result("2", other.stream)
    link = found.results.find_fixture("2").link
    assert link is not None
    assert [(one.side, one.player) for one in link.sides] == [(RED, "p3"), (BLUE, "p2")]


def test_the_live_score_stands_as_on_the_row() -> None:
    book = club()
    found, playing = linked(book)
    playing.adjust_by_hand((ev.PointsScored(side=RED, points=2, why="held"),), "forgotten")
    live = found.matches.find_linked_game(first(found))
    assert live is not None
    assert (live.match, live.running, live.turn, live.vp) == ("m1", True, 1, (0, 2))


class Full(MemoryStore):
    """A ledger with no room for a league's lines while ``full``."""

    full = False

    def append_entry(self, entry: NewEntry) -> list[StoredEvent]:
        if self.full and entry.stream.startswith("l"):
            raise DiskFull("The disk is full.")
        return super().append_entry(entry)


def test_what_could_not_be_reported_is_made_good_when_the_league_is_opened() -> None:
    """As when the program is killed after the game's last line and before the league's."""
    store = Full()
    book = club(store)
    found, playing = linked(book)
    store.full = True
    end(playing, 7, 4)
    assert playing.match.ended is not None  # the game is not harmed
    assert playing.journal.unreported == book.unreported
    assert book.unreported == (
        "Winter League may not have the latest result of this game yet. Open Winter League "
        "to update it. The disk is full."
    )
    # Opened while there is no room for it still, or linked, the book says so, too.
    late = club(store)
    late.open_league("l1")
    assert late.unreported == book.unreported
    store.full = False
    assert first(found).ended is None
    again = late.open_league("l1")
    assert late.unreported == ""
    assert again.results.find_fixture("1").ended is not None
    lines = again.history.last_line_number
    assert (
        club(store).open_league("l1").history.last_line_number == lines
    )  # once, however often opened
    # An end taken back unseen is made good, too; and an end that came out otherwise meanwhile.
    store.full = True
    playing.undo()
    end(playing, 1, 9, BLUE)
    store.full = False
    assert club(store).open_league("l1").results.find_fixture("1").ended == FixtureResult(
        winner=PlayerId("p1"), vp=(9, 1), played_on="2026-11-20"
    )
    assert book.rebuild_summaries().differences == ()


def test_what_a_person_typed_stands_above_what_the_game_says() -> None:
    book = club()
    found, playing = linked(book)
    found.results.enter_result("1", "3-3")
    end(playing, 7, 4)
    fixture = first(found)
    assert fixture.ended is not None
    assert fixture.ended.vp == (3, 3)
    assert fixture.differs_from_linked_game
    assert describe_fixture_remarks(found.state, fixture) == (
        "game m1 · the linked game ended 4 : 7, Dario won"
    )
    found.results.withdraw_result("1")
    assert first(found).ended == FixtureResult(
        winner=PlayerId("p4"), vp=(4, 7), played_on="2026-11-20"
    )
    with pytest.raises(Refused, match="the result of a game in this ledger"):
        found.results.withdraw_result("1")
    found.results.correct_result("1", "5-7", why="one objective forgotten")
    playing.undo()
    assert first(found).ended is not None  # the correction stands
    assert not first(found).differs_from_linked_game


def test_results_written_again_after_an_undo_keep_the_order_in_which_games_ended() -> None:
    book = club()
    found, earlier = linked(book)
    later = game(book, red="Bram", blue="Chloé")
    found.matches.link_match_and_enter_result("2", later.stream)
    found.points.add_note("The hall is cold.")
    end(later, 3, 1)  # the game that was linked last ends first
    end(earlier, 7, 4)
    later.add_note("Tidied up.")
    found.reload()
    found.undo()
    told = [one.event.match for one in found.history.path if isinstance(one.event, ResultReported)]
    assert told == [later.stream, earlier.stream]


def test_a_game_counts_once_and_a_pairing_has_one_game() -> None:
    book = club()
    found, playing = linked(book)
    other = game(book)
    with pytest.raises(Refused, match="already has game m1"):
        found.matches.link_match_and_enter_result("1", other.stream)
    with pytest.raises(NothingToChange, match="already has game m1"):
        found.matches.link_match_and_enter_result("1", playing.stream)
    with pytest.raises(Refused, match="Game m1 is already linked to l1:f1"):
        found.matches.link_match_and_enter_result("2", playing.stream)
    second = book.begin_league("Other", players=FOUR)
    second.rounds.draft_round()
    second.rounds.publish_round()
    with pytest.raises(Refused, match="Game m1 is already linked to l1:f1"):
        second.matches.link_match_and_enter_result("1", playing.stream)
    with pytest.raises(Refused, match="There is no game 'm9'"):
        found.matches.link_match_and_enter_result("2", "m9")
    found.matches.unlink_match("1")
    second.matches.link_match_and_enter_result("1", playing.stream)
    assert book.list_leagues()[0].stream == "l2"


def test_a_link_taken_away_takes_its_result_with_it() -> None:
    book = club()
    found, playing = linked(book)
    end(playing, 7, 4)
    found.reload()
    found.matches.unlink_match("1", why="a friendly")
    assert first(found).ended is None
    playing.undo()
    assert playing.journal.unreported == ""  # it is nobody's game any more
    assert first(found).ended is None


def test_undoing_in_the_league_keeps_what_games_reported() -> None:
    book = club()
    found, playing = linked(book)
    found.results.enter_result("2", "6-6")
    end(playing, 7, 4)
    found.reload()
    found.undo()
    assert found.results.find_fixture("2").ended is None
    assert found.results.find_fixture("1").ended is not None
    assert points(found) == {"Dario": "3", "Anna": "0", "Bram": "0", "Chloé": "0"}
    found.redo()
    assert found.results.find_fixture("2").ended is not None
    assert found.results.find_fixture("1").ended is not None
    with pytest.raises(Refused, match=r"Nothing to redo\. Redo works only until the next"):
        found.redo()


def test_a_game_that_ends_while_the_league_is_open_elsewhere_loses_nothing() -> None:
    book = club()
    found, playing = linked(book)
    end(playing, 7, 4)  # written by another hand than `found`, which does not know
    with pytest.raises(Refused, match="Somebody else just changed this league"):
        found.results.enter_result("2", "6-6")
    assert found.results.find_fixture("1").ended is not None
    found.results.enter_result("2", "6-6")
    assert row(found).results == 2


def test_the_clock_of_the_league_is_not_asked_for_the_day_of_a_kept_game() -> None:
    """The game says itself on which day it was played."""
    clock = Clock()
    book = club(clock=clock)
    found, playing = linked(book)
    clock.at = clock.at.add(days=3)
    end(playing, 7, 4)
    ended = first(found).ended
    assert ended is not None
    assert ended.played_on == "2026-11-20"


@examples(20)
@given(seed=st.integers(0, 2**32))
def test_whatever_happens_the_league_says_what_its_games_say(seed: int) -> None:
    """Games end, go on and end otherwise while the organiser says, takes back and returns."""
    rng = random.Random(seed)
    book = club()
    found = league(book)
    games = [game(book), game(book, "Bram", "Chloé")]
    for table, playing in zip("12", games, strict=True):
        found.matches.link_match_and_enter_result(table, playing.stream)
    for _ in range(25):
        playing = rng.choice(games)
        over = playing.match.ended is not None
        verbs = (
            lambda: playing.undo() if over else end(playing, 2, 5, BLUE),  # noqa: B023
            lambda: None if over else end(playing, rng.randrange(9), 1),  # noqa: B023
            lambda: found.results.enter_result(rng.choice("12"), rng.choice(("1-0", "c1", "3-3"))),
            lambda: found.results.correct_result(rng.choice("12"), rng.choice(("1-0", "d"))),
            lambda: found.results.withdraw_result(rng.choice("12")),
            lambda: found.points.add_note("cold"),
            found.undo if found.history.last_line_number > 9 else found.redo,
            found.redo,
        )
        with suppress(Refused):
            rng.choice(verbs)()
    again = club(book.store).open_league("l1")
    for fixture in again.state.fixtures.values():
        if fixture.link is None:
            continue
        known = games[int(fixture.link.match[1:]) - 1]
        assert (fixture.reported is None) == (known.match.ended is None)
        if fixture.reported is not None and not fixture.by_hand:
            assert fixture.ended == fixture.reported
    assert book.rebuild_summaries().differences == ()
    assert build_league_row(again.state, again.calendar.today) == row(again)

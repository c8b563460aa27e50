"""The book of a league: durable lines, undo and redo, others writing, rebuild and verify."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.club import FOUR, club, league, points, row
from tests.profiles import examples
from tracker.application.errors import ConcurrentChange, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.league_summaries import build_league_row
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results import standings_from_league_state
from tracker.ledger.ledger_errors import DiskFull
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_opening_and_copying import open_store

SCORES = ("10-7", "3-3", "0-21", "c1", "c2", "f1", "f2", "dl", "l2", "w1", "d")


def something(found: League, rng: random.Random) -> None:
    """One thing an organiser might say, at random; what is refused changes nothing."""
    people = [*found.state.players, "p99"]
    fixtures = [*found.state.fixtures, "f999"]
    who, other, fixture = rng.choice(people), rng.choice(people), rng.choice(fixtures)
    verbs = (
        lambda: found.results.enter_result(fixture, rng.choice(SCORES)),
        lambda: found.results.enter_result(fixture, rng.choice(SCORES)),
        lambda: found.results.enter_result(fixture, rng.choice(SCORES)),
        lambda: found.results.correct_result(fixture, rng.choice(SCORES)),
        lambda: found.results.withdraw_result(fixture),
        lambda: found.results.sign_result(fixture),
        lambda: found.results.arrange_game(fixture, "2027-01-01"),
        lambda: found.rounds.draft_round(rng.choice(("", "Swiss", "round robin"))),
        found.rounds.publish_round,
        found.rounds.publish_round,
        lambda: found.rounds.swap_players(who, other),
        lambda: found.rounds.pair_players(who, other),
        lambda: found.rounds.set_pairing_lock(who),
        found.rounds.renumber_tables,
        lambda: found.people.mark_away(who, bye=rng.choice(("half bye", "zero bye"))),
        lambda: found.rounds.give_bye(who, rng.choice(("bye", "half bye", "zero bye"))),
        lambda: found.people.drop_player(who, after_round=rng.random() < 0.5),
        lambda: found.people.reinstate_or_mark_present(who),
        lambda: found.people.enrol_players(f"New {rng.randrange(1000)}", ranked=rng.random() < 0.8),
        lambda: found.points.award_bonus_or_penalty(who, rng.choice(("1", "-1/2")), why="painted"),
        lambda: found.seasons.save_season_plan(
            SeasonPlan(scheme=rng.choice(("2/1/0", "5/3/1")), why="agreed")
        ),
        lambda: found.seasons.save_season_plan(
            SeasonPlan(tie_breaks=("lots",), best=rng.randrange(3), why="agreed")
        ),
        found.points.draw_or_enter_lots,
        lambda: found.points.add_note("cold hall", about=who),
        found.seasons.close_season,
        found.seasons.begin_season,
        found.undo,
        found.undo,
        found.redo,
        lambda: found.return_to_line(rng.randrange(1, found.history.last_line_number + 1)),
    )
    before, lines = found.state, found.history.version
    try:
        rng.choice(verbs)()
    except Refused:
        assert found.history.version == lines
        assert found.state is before


@examples(25)
@given(seed=st.integers(0, 2**32))
def test_a_random_season_rebuilt_equals_the_live_one(seed: int) -> None:
    rng = random.Random(seed)
    book = club()
    found = book.begin_league("Random", players=(*FOUR, "Erik"), rounds=4)
    for _ in range(60):
        something(found, rng)
        drafted_once_each(found.state)
    live = row(found)
    assert live == build_league_row(found.state, found.calendar.today)
    again = League(found.store, found.stream, clock=found.clock)
    assert again.state == found.state
    assert build_league_row(again.state, again.calendar.today) == live
    assert len(list_league_log_lines(found.history)) == found.history.last_line_number
    assert book.rebuild_summaries().differences == ()
    assert book.verify_ledger().is_sound


def drafted_once_each(state: LeagueState) -> None:
    for round_ in state.rounds.values():
        names = [player for one in state.list_fixtures(round_) for player in one.players]
        assert len(names) == len(set(names))


@examples(25)
@given(seed=st.integers(0, 2**32))
def test_undo_is_exact_and_redo_returns_it(seed: int) -> None:
    rng = random.Random(seed)
    found = league(None, *FOUR, "Erik")
    for _ in range(25):
        something(found, rng)
    back, states = 0, [found.state]
    while True:
        try:
            found.undo()
        except Refused:
            break
        back += 1
        states.append(found.state)
        assert found.state == found.history.get_state_at(found.history.tree.head)
    assert len(found.state.players) == 0  # only the opening is left
    for state in reversed(states[:-1]):
        found.redo()
        assert found.state == state
    assert back == len(states) - 1


def test_to_any_line_and_over_to_a_way_not_taken() -> None:
    found = league()
    found.results.enter_result("1", "10-7")  # line 5
    found.results.enter_result("2", "1-6")  # line 6
    found.return_to_line(5)  # line 7
    found.results.enter_result("2", "6-1")  # line 8
    assert points(found)["Bram"] == "3"
    found.return_to_line(6)  # line 9: over to the other way
    assert points(found)["Chloé"] == "3"
    counts = {line.number: line.counts for line in list_league_log_lines(found.history)}
    assert counts == {
        1: True,
        2: True,
        3: True,
        4: True,
        5: True,
        6: True,
        7: True,
        8: False,
        9: True,
    }
    for number, text in ((99, "There is no line 99"), (7, "Line 7 is an undo")):
        with pytest.raises(Refused, match=text):
            found.return_to_line(number)


def test_the_opening_cannot_be_taken_back() -> None:
    found = club().begin_league("Empty")
    with pytest.raises(Refused, match="the start of the league"):
        found.undo()


def test_somebody_else_wrote_meanwhile(tmp_path: Path) -> None:
    with open_store(tmp_path / "club.db") as one, open_store(tmp_path / "club.db") as two:
        here = league(club(one))
        there = club(two).open_league("l1")
        there.results.enter_result("1", "10-7")
        with pytest.raises(ConcurrentChange, match=r"was reloaded. Check the new entries"):
            here.results.enter_result("2", "1-6")
        assert here.results.find_fixture("1").ended is not None
        here.results.enter_result("2", "1-6")
        assert there.store.get_version("l1") == here.version
        assert row(here).results == 2


class Full(MemoryStore):
    full = False

    def append_entry(self, *args, **rest):  # type: ignore[no-untyped-def]
        if self.full:
            raise DiskFull("The disk is full.")
        return super().append_entry(*args, **rest)


def test_what_cannot_be_written_is_not_shown() -> None:
    store = Full()
    found = league(club(store))
    store.full = True
    with pytest.raises(DiskFull):
        found.results.enter_result("1", "10-7")
    assert found.results.find_fixture("1").ended is None
    store.full = False
    found.results.enter_result("1", "10-7")
    assert points(found)["Anna"] == "3"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"title": " "}, "Give the league a name"),
        ({"scheme": "9/9/9"}, "There is no scoring scheme called '9/9/9'. Choose one of: 3/1/0"),
        ({"scheme": 'name = "x"\nwin = 3\n'}, "Line 2|line 2|missing|needed"),
        ({"zone": "Mars/Olympus"}, "is not a time zone."),
        ({"tie_breaks": ("age",)}, "There is no tie-break 'age'"),
        ({"tie_breaks": ("lots", "Lots")}, "lots is named twice"),
        ({"players": ("Anna", "ANNA")}, "Anna is named twice"),
        ({"rulesets": ("chess",)}, "no rules called 'chess'"),
        (
            {"rules": "kil = 1\n", "what": "campaign"},
            "Line 1: “kil” is unknown: did you mean “kill”",
        ),
        ({"rules": "losses = ", "what": "campaign"}, "This is not TOML"),
        ({"rounds": -1}, "0 to 1000 rounds"),
    ],
)
def test_what_a_league_cannot_be_begun_with(wrong: dict[str, object], says: str) -> None:
    book = club()
    with pytest.raises(Refused, match=says):
        book.begin_league(**{"title": "Winter", **wrong})  # type: ignore[arg-type]
    assert book.list_leagues() == []
    assert book.store.list_streams() == []


def test_leagues_are_found_by_what_people_call_them() -> None:
    book = club()
    with pytest.raises(Refused, match=r"There is no league yet. To begin a league, run"):
        book.find_league_id("x")
    book.begin_league("Winter League")
    book.begin_league("Spring League")
    book.begin_league("Karst", what="campaign")
    assert book.find_league_id("l2") == "l2"
    assert book.find_league_id("spring") == "l2"
    assert book.find_league_id("last") == "c1"
    assert book.find_league_id("last", "league") == "l2"
    assert book.find_league_id("1", "campaign") == "c1"
    with pytest.raises(Refused, match="'League' could mean more than one league"):
        book.find_league_id("League")
    assert [one.stream for one in book.list_leagues("campaign")] == ["c1"]
    assert book.list_games() == []


def test_standings_of_a_long_league_are_there_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row holds them: nothing is worked out anew when they are looked at."""
    found = league()
    found.results.enter_result("1", "10-7")
    monkeypatch.delattr(standings_from_league_state, "compute_standings")
    assert row(found).standings.rows[0].name == "Anna"
    with pytest.raises(NameError):
        found.results.enter_result("2", "10-7")

"""A club's book in memory, with a clock that the test sets."""

from __future__ import annotations

import random

import pendulum

from tests.application.toy import TOY
from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_summaries import LeagueRow, read_league_row
from tracker.application.leagues.pairing.round_pairing_proposals import list_open_fixture_ids
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings import Standings, StandingsRow
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store

EVENING = pendulum.datetime(2026, 11, 20, 20, 0, tz="Europe/Vienna")
FOUR = ("Anna", "Bram", "Chloé", "Dario")
RED, BLUE = "red 1", "blue 1"


class Clock:
    """A clock which advances by a second each time it is read."""

    def __init__(self, at: pendulum.DateTime = EVENING) -> None:
        self.at = at

    def __call__(self) -> int:
        self.at = self.at.add(seconds=1)
        return int(self.at.timestamp()) * 1_000_000


def club(store: Store | None = None, clock: Clock | None = None) -> Book:
    """Return a book which knows only the toy ruleset."""
    return Book(
        store or MemoryStore(),
        clock=clock or Clock(),
        dice=random.Random(7),
        rulesets={TOY.id: TOY},
    )


def league(book: Book | None = None, *players: str) -> League:
    """Begin a league of these players (or four others) in Vienna and publish its first round.

    Of the four, Anna meets Dario at table 1, and Bram meets Chloé at table 2.
    """
    found = (book or club()).begin_league(
        "Winter League", players=players or FOUR, zone="Europe/Vienna", rounds=3
    )
    found.rounds.draft_round()
    found.rounds.publish_round(ends="22:30")
    return found


def row(found: League) -> LeagueRow:
    """Return a league's row on the home screen."""
    summary = found.store.get_summary(found.stream)
    assert summary is not None
    return read_league_row(summary)


def points(found: League) -> dict[str, str]:
    """Return the league points of each player, by name, from the stored summary."""
    return {each.name: each.points.short for each in row(found).standings.rows}


def game(book: Book, red: str = "Anna", blue: str = "Dario") -> Game:
    """Begin a game of the toy ruleset between two players."""
    return book.begin_match(
        "toy", [Entrant("Red", RED, red), Entrant("Blue", BLUE, blue)], played_on="2026-11-20"
    )


def meetings(found: League) -> list[Fixture]:
    """Return the pairings of the draft, or else of the current round, including byes."""
    round_ = found.state.draft or found.state.current_round
    assert round_ is not None
    return found.state.list_fixtures(round_)


def open_fixtures(found: League) -> list[Fixture]:
    """Return the fixtures of the current round which have no result."""
    return [found.state.fixtures[one] for one in list_open_fixture_ids(found.state)]


def row_of(standings: Standings, player: PlayerId) -> StandingsRow:
    return next(one for one in standings.rows if one.player == player)

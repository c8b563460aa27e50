"""A winter league of ten players and four rounds, on the evening of its last round.

The games are those of ``tests.leagues.evening``, whose table was worked out by hand.
"""

from __future__ import annotations

import random

import pendulum

from tests.application.toy import TOY
from tests.leagues.evening import GAMES, NAMES
from tests.tui.kit import Stage
from tests.tui.remembered import made_once
from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.leagues.league_state import Fixture
from tracker.ledger.memory_store import MemoryStore
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId
from tui.league.evening.evening_screen import EveningScreen

EVENING = pendulum.datetime(2026, 11, 19, 20, 0, tz="Europe/Vienna")  # a Thursday


class Clock:
    """A clock in microseconds which stands still until a test moves it."""

    def __init__(self, at: pendulum.DateTime = EVENING) -> None:
        self.at = at

    def __call__(self) -> int:
        return int(self.at.timestamp()) * 1_000_000

    def pass_minutes(self, minutes: int) -> None:
        self.at = self.at.add(minutes=minutes)


def club(author: str = "") -> Book:
    """Return an empty book which knows only the toy ruleset."""
    return Book(
        MemoryStore(),
        clock=Clock(),
        author=author,
        dice=random.Random(7),
        rulesets={TOY.id: TOY},
    )


def at(book: Book) -> Clock:
    clock = book.clock
    assert isinstance(clock, Clock)
    return clock


def games() -> list[list[tuple[str, int, str, int]]]:
    """Return the games of each round: home player, VP, away player, VP."""
    found = []
    for text in GAMES.strip().splitlines():
        row = [game.split() for game in text.split("·")]
        found.append([(home, int(one), away, int(two)) for home, one, away, two in row])
    return found


def winter(book: Book | None = None, *, entered: int = 4, signed: bool = True) -> League:
    """Return the league with ``entered`` rounds of results. The next round is not drafted yet."""
    kept = book or club()
    made_once(("winter", entered, signed), kept, lambda: _winter(kept, entered, signed=signed))
    return kept.open_league("l1")


def _winter(book: Book, entered: int, *, signed: bool) -> None:
    """Play one round a week, the last one tonight, with the pairings of ``games``."""
    clock = at(book)
    clock.at = EVENING.subtract(weeks=4)
    league = book.begin_league(
        "Winter League", players=NAMES, zone="Europe/Vienna", rounds=7, tie_breaks=TIES
    )
    for number, row in enumerate(games()[:entered], start=1):
        publish(league, row, clock)
        for home, one, away, two in row:
            current = league.state.current_round
            assert current is not None
            table = str(league.state.list_fixtures(current)[place(row, home)].table)
            typed = as_seated(league, table, home, one, away, two)
            league.results.enter_result(table, typed)
            if signed:
                league.results.sign_result(table)
        if number == 3:
            # Priya and Dario were level in everything, and lots were drawn.
            others = [name for name in NAMES if name not in ("Priya", "Dario")]
            league.points.draw_or_enter_lots([*others, "Priya", "Dario"])


TIES = ("VP difference", "schedule", "lots")


def place(row: list[tuple[str, int, str, int]], home: str) -> int:
    return [game[0] for game in row].index(home)


def publish(league: League, row: list[tuple[str, int, str, int]], clock: Clock) -> None:
    """Draft a round with the pairings in ``row``, number the tables in that order, publish it."""
    clock.at = clock.at.add(weeks=1)
    league.rounds.draft_round("Swiss")
    for home, _, away, _ in row:
        if not meets(league, home, away):
            league.rounds.pair_players(home, away)
    wanted = {home: number for number, (home, *_) in enumerate(row, start=1)}
    seated = {
        league.state.get_player_name(player): one.table
        for one in league.state.list_fixtures(league.state.draft)  # type: ignore[arg-type]
        for player in one.players
    }
    if any(seated[home] != number for home, number in wanted.items()):
        league.rounds.renumber_tables(wanted)
    league.rounds.publish_round(ends="22:30")


def meets(league: League, one: str, other: str) -> bool:
    draft = league.state.draft
    assert draft is not None
    names = [
        {league.state.get_player_name(player) for player in each.players}
        for each in league.state.list_fixtures(draft)
    ]
    return {one, other} in names


def as_seated(league: League, table: str, home: str, one: int, away: str, two: int) -> str:
    """Return the result as it is typed, with the home player of the pairing first."""
    fixture = league.results.find_fixture(table)
    assert {league.state.get_player_name(player) for player in fixture.players} == {home, away}
    return f"{one}-{two}" if league.state.get_player_name(fixture.home) == home else f"{two}-{one}"


def evening(book: Book | None = None) -> League:
    """Return the league on the evening of round 4, before anybody has entered a result.

    The book holds two games: table 1, Anna v Farid, is in play at 4 : 3, and table 4, Erik v Hugo,
    has ended 5 : 11.
    """
    kept = book or club()
    made_once("evening", kept, lambda: _evening(kept))
    return kept.open_league("l1")


def _evening(book: Book) -> None:
    league = winter(book, entered=3)
    publish(league, games()[3], at(book))
    live, ended = game(book, "Anna", "Farid"), game(book, "Erik", "Hugo")
    league.matches.link_match_and_enter_result("1", live.stream)
    league.matches.link_match_and_enter_result("4", ended.stream)
    score(live, 4, 3)
    score(ended, 5, 11)
    over(ended, BLUE)


def score(playing: Game, red: int, blue: int) -> None:
    """Score points for both sides by hand."""
    playing.adjust_by_hand(
        (
            ev.PointsScored(side=RED, points=red, why="held"),
            ev.PointsScored(side=BLUE, points=blue, why="held"),
        ),
        "held",
    )


def over(playing: Game, winner: SideId) -> None:
    """End the game by hand."""
    playing.adjust_by_hand((ev.MatchEnded(how="agreed", winner=winner),), "time is up")


def typed(league: League, table: int) -> str:
    """Return the result of a table of round 4 as it is typed."""
    home, one, away, two = games()[3][table - 1]
    return as_seated(league, str(table), home, one, away, two)


def points(league: League) -> dict[str, str]:
    return {row.name: row.points.short for row in league.table.compute_standings().rows}


def game(book: Book, red: str, blue: str) -> Game:
    """Begin a game of the toy ruleset between two players."""
    return book.begin_match(
        "toy",
        [Entrant("Red", "red 1", red), Entrant("Blue", "blue 1", blue)],
        title=f"{red} v {blue}",
        played_on="2026-11-19",
    )


def keys(text: str) -> int:
    """Count the keys in a text: each character is one key."""
    return len(text)


def opened(league: League, stage: Stage) -> EveningScreen:
    screen = stage.app.screen
    assert isinstance(screen, EveningScreen)
    return screen


def read(kept: Book) -> League:
    return kept.open_league("l1")


def table(league: League, number: int) -> Fixture:
    return league.results.find_fixture(str(number))


def vp(league: League, number: int) -> tuple[int, int] | None:
    ended = table(league, number).ended
    return None if ended is None else ended.vp


def drafted(league: League) -> list[Fixture]:
    draft = league.state.draft
    return (
        [one for one in league.state.list_fixtures(draft) if not one.is_requested_bye]
        if draft
        else []
    )

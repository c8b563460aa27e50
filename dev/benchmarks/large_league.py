"""Measures how quickly the standings and the home screen appear for a league of 2,000 games.

A few random games of each ruleset are played to their end. Their events are then written many times
as the games of the league, entry by entry through the store. As in the program, each game is linked
to its fixture, and its result is reported. The benchmark checks that opening the league finds no
missing result, and that rebuilding changes no row.
"""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from dev.benchmarks import Row
from dev.benchmarks._measurements import (
    call_in_new_process,
    measure_median,
    read_path_argument,
    read_peak_memory,
)
from dev.benchmarks._pty import run_in_terminal
from dev.benchmarks._sample_games import copy_event
from tracker.application.book import Book, open_book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.leagues.results import linked_match_outcomes
from tracker.application.match_setup import Entrant
from tracker.application.recorded_event_storage import build_new_entry
from tracker.leagues import league_events
from tracker.leagues.league_events import AnyLeagueEvent
from tracker.leagues.league_state import Fixture
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import NewEntry, StoredEvent
from tracker.ledger.stream_summary import StreamSummary
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import Recorded
from tracker.testing.random_games import play_random_input
from tracker.vocabulary import events as ev
from tui.user_settings_and_drafts import LastVisit
from tui.views.home_view import build_home_view

PLAYERS = 100
ROUNDS = 40
"""The number of rounds. With fifty tables in each, the league has 2,000 games."""
SEED = 11
RANDOM_GAMES = 8
"""The number of random games of each ruleset."""
MAX_EVENTS = 600
"""The number of events after which a random game ends as a draw. Some games would never end."""
HOUR = 3_600_000_000  # microseconds
START_TIME = 1_735_689_600_000_000  # 1 January 2025
TIMES = 21
STARTS = 5

HOME = "import sys; from tui.app import run_app; sys.exit(run_app(sys.argv[1]))"
LAST_WORD = "keys"
"""The last word of the footer, which the program draws last."""
QUIET_SECONDS = 0.5


class RecordedGame(Struct, frozen=True):
    """A random game: its entries, its summary, and its final state."""

    entries: list[list[StoredEvent]]
    summary: StreamSummary
    state: State


def measure_rows() -> Iterator[Row]:
    """Measure writing the league, reading it, starting the program, and rebuilding."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        start = time.perf_counter()
        with open_book(path) as book:
            games, events = write_large_league(book)
        yield Row(f"write {games:,} games, {events:,} events", time.perf_counter() - start, "s")
        with open_book(path) as book:
            yield from _measure_reading(book, path, Path(folder) / "last-visit")
        yield from _measure_starts(path, Path(folder) / "empty.db")
        yield from _measure_rebuilding(path, games, events)


def _measure_reading(book: Book, path: Path, last_visit: Path) -> Iterator[Row]:
    """Measure what the screens read. Write a visit of long ago into the file ``last_visit``."""
    last_visit.write_text(str(START_TIME), encoding="ascii")
    home = measure_median(lambda: build_home_view(book, LastVisit(last_visit, book.clock)), TIMES)
    yield Row("everything the home screen shows, with entries by others", home * 1000, "ms")
    bare = measure_median(lambda: _read_rows(path), TIMES)
    yield Row("… relative to a bare query of the same rows", home / bare, "×", maximum=10)
    version = book.store.get_version("l1")
    start = time.perf_counter()
    league = book.open_league("l1")
    opened = time.perf_counter() - start
    yield Row("open the league, and check whether games have results", opened * 1000, "ms")
    if league.version != version:
        raise AssertionError("opening the league wrote into it, so a result was missing")
    label = "… relative to opening the league"
    seconds = measure_median(lambda: _read_standings(book), TIMES)
    yield Row("standings from the row in the lists", seconds * 1000, "ms")
    yield Row(label, seconds / opened, "×", maximum=0.1)
    # Python collects the garbage of the opening during one of the calls, so the median counts.
    seconds = measure_median(lambda: league.table.compute_standings("20"), TIMES)
    yield Row("standings as of round 20, calculated again", seconds * 1000, "ms")
    yield Row(label, seconds / opened, "×", maximum=0.8)
    seconds = measure_median(
        lambda: league.points.award_bonus_or_penalty("p1", "1", why="painted"), 5
    )
    yield Row("write one more line in the league", seconds * 1000, "ms")


def _read_rows(path: Path) -> int:
    """Read the summary of every stream with only SQLite and JSON. Return how many there are."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT summary FROM stream WHERE summary IS NOT NULL").fetchall()
    connection.close()
    return len([json.loads(row) for (row,) in rows])


def _read_standings(book: Book) -> int:
    summary = book.store.get_summary("l1")
    assert summary is not None
    return len(read_league_row(summary).standings.rows)


def _measure_starts(path: Path, empty: Path) -> Iterator[Row]:
    """Measure how long the home screen takes to appear, alternating with an empty ledger."""
    with open_book(empty):
        pass
    starts, empties = [], []
    for _ in range(STARTS):
        empties.append(_measure_start(empty))
        starts.append(_measure_start(path))
    yield Row("start of the program to the home screen fully painted", median(starts) * 1000, "ms")
    ratio = median(starts) / median(empties)
    yield Row("… relative to an empty ledger", ratio, "×", maximum=1.5)


def _measure_start(path: Path) -> float:
    with run_in_terminal(HOME, str(path)) as terminal:
        return terminal.read_until_text(LAST_WORD, QUIET_SECONDS) - terminal.started


# ------------------------------------------------------------------------------------ rebuilding


def _measure_rebuilding(path: Path, games: int, events: int) -> Iterator[Row]:
    """Measure the memory growth and the duration of a process that rebuilds the ledger."""
    growth, seconds, calls, differences = call_in_new_process(rebuild_ledger, path)
    if differences or calls < games:
        raise AssertionError("rebuilding changed rows, or did not report its progress")
    yield Row(f"growth while rebuilding {events:,} events", growth, "MiB", maximum=50)
    yield Row("rebuild", seconds, "s")


def rebuild_ledger() -> None:
    """Rebuild the ledger that the argument names.

    Print the memory growth in MiB, the seconds, the calls of ``progress``, and the changed rows.
    """
    calls = 0

    def progress(_done: int, _total: int) -> None:
        nonlocal calls
        calls += 1

    with open_book(read_path_argument()) as book:
        book.open_league("l1")
        before, start = read_peak_memory(), time.perf_counter()
        changed = book.rebuild_summaries(progress).differences
        seconds = time.perf_counter() - start
        print(read_peak_memory() - before, seconds, calls, len(changed))


# --------------------------------------------------------------------------------------- writing


def write_large_league(book: Book) -> tuple[int, int]:
    """Write the league. Return the number of games and events."""
    games = [*_play_games()]
    league = book.begin_league(
        "The long league", players=[f"Player {n}" for n in range(1, PLAYERS + 1)], rounds=ROUNDS
    )
    rng, number = random.Random(SEED), 0
    for _ in range(ROUNDS):
        league.rounds.draft_round("round robin")
        league.rounds.publish_round()
        current = league.state.current_round
        assert current is not None
        with book.store.write_in_transaction():
            for fixture in league.state.list_fixtures(current):
                number += 1
                game = rng.choice(games)
                _write_game(book, f"m{number}", game, START_TIME + number * HOUR)
                _link_game(league, fixture, f"m{number}", game)
    league.points.add_note("All games are played.")  # adding this line updates the summary
    events = sum(stream.version for stream in book.store.list_streams())
    return number, events


def _play_games() -> Iterator[RecordedGame]:
    rng = random.Random(SEED)
    for rules in load_playable_rulesets().values():
        for _ in range(RANDOM_GAMES):
            book = Book(MemoryStore(), dice=rng, clock=lambda: START_TIME)
            assert rules.forces is not None
            one, two = rng.sample(rules.forces.samples(), 2)
            game = book.begin_match(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
            while game.version < MAX_EVENTS and play_random_input(game, rng):
                pass
            if game.match.ended is None:
                game.adjust_by_hand(
                    (ev.MatchEnded(how="agreed"),), "no time left", ends_action=True
                )
            summary = book.store.get_summary(game.stream)
            assert summary is not None
            assert summary.status == "ended"
            stored = groupby(book.store.read_events(game.stream), key=lambda each: each.entry)
            yield RecordedGame([[*entry] for _, entry in stored], summary, game.state)


def _write_game(book: Book, stream: str, game: RecordedGame, at: int) -> None:
    last = game.entries[-1]
    for entry in game.entries:
        first = entry[0].version
        summary = replace(game.summary, stream=stream, opened_at=at, updated_at=at)
        book.store.append_entry(
            NewEntry(
                stream,
                first - 1,
                [copy_event(each) for each in entry],
                author="",
                at=at,
                summary=summary if entry is last else None,
                stream_kind="match" if first == 1 else None,
            )
        )


def _link_game(league: League, fixture: Fixture, stream: str, game: RecordedGame) -> None:
    """Write the two lines of a game into its league: the link and the result."""
    assert fixture.away is not None
    red, blue = (side.id for side in game.state.info.sides)
    sides = (
        league_events.SideAssignment(red, fixture.home),
        league_events.SideAssignment(blue, fixture.away),
    )
    link = league_events.MatchLinked(fixture=fixture.id, match=stream, sides=sides)
    _append_line(league, link)
    scheme = league.state.info.scheme
    ended = linked_match_outcomes.compute_fixture_result(game.state, fixture, link, scheme)
    assert ended is not None
    _append_line(
        league,
        league_events.ResultReported(
            fixture=fixture.id, match=stream, ended=ended, version=game.summary.version
        ),
    )


def _append_line(league: League, event: AnyLeagueEvent) -> None:
    """Append a line without updating the summary."""
    version = league.version + 1
    line = Recorded(version, version, 0, event, league.clock())
    codec, kind = league_events.LEAGUE, league.state.info.what
    league.store.append_entry(build_new_entry(league.stream, [line], codec, kind, None))
    league.history.append_events_of_entry([line])

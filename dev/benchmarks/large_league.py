"""A league of 2,000 games, about a million events: how soon its standings and home show.

A few games of each ruleset are played by chance to their end. Their events are then written again
as the games of the league, entry by entry through the store, with digests of their own; each is
linked to its fixture and its result reported, as the program would have written it. Opening the
league finds nothing left to report, and rebuilding no row that differs: both are checked.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from dev.benchmarks import Row
from dev.benchmarks._pty import terminal
from dev.benchmarks.ledger_throughput import peak
from tracker.application.book import Book, open_book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import RecordedLeagueEvent, encode_league_event
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.leagues.results import fixture_match_links
from tracker.application.match_setup import Entrant
from tracker.leagues import league_events
from tracker.leagues.league_events import AnyLeagueEvent
from tracker.leagues.league_state import Fixture, GameLink
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import NewEvent, StoredEvent
from tracker.ledger.stream_summary import Summary
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.projection.match_state import State
from tracker.testing.random_games import play_random_input
from tracker.vocabulary import events as ev
from tui.last_visit import LastVisit
from tui.views.home_view import build_home_view

PLAYERS = 100
ROUNDS = 40
"""Fifty tables a round: 2,000 games."""
SEED = 11
PLAYED = 8
"""Games played by chance, of each ruleset."""
LONGEST = 600
"""Events after which a game that is not over is agreed to be a draw: chance can go on for ever."""
HOUR = 3_600_000_000  # microseconds
BEGAN = 1_735_689_600_000_000  # 1 January 2025
TIMES = 21
STARTS = 5

HOME = "import sys; from tui.app import run_app; sys.exit(run_app(sys.argv[1]))"
PAINTED = "keys"
"""The last word of the footer."""
SETTLED = 0.5


class Played(Struct, frozen=True):
    """A game played by chance: its entries, its row, and how it stands at the end."""

    entries: list[list[StoredEvent]]
    summary: Summary
    state: State


def rows() -> Iterator[Row]:
    """Writing the league, then standings, home, the program, one more line, and rebuilding."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        began = time.perf_counter()
        with open_book(path) as book:
            games, events = keep_a_long_league(book)
        yield Row(f"write {games:,} games, {events:,} events", time.perf_counter() - began, "s")
        with open_book(path) as book:
            yield from _reading(book, path, Path(folder) / "left")
        yield from _starting(path, Path(folder) / "empty.db")
        yield from _rebuilding(path, games, events)


def _reading(book: Book, path: Path, left: Path) -> Iterator[Row]:
    """What screens read; ``left`` is a file that says when somebody was last here: long ago."""
    left.write_text(str(BEGAN), encoding="ascii")
    home = _median(lambda: build_home_view(book, LastVisit(left, book.clock)))
    yield Row("everything home shows, with what others wrote", home * 1000, "ms")
    bare = _median(lambda: _read_rows(path))
    yield Row("… beside a bare query of the same rows", home / bare, "×", at_most=10)
    version = book.store.get_version("l1")
    began = time.perf_counter()
    league = book.open_league("l1")
    opened = _since(began)
    yield Row("open the league, looking whether games report", opened * 1000, "ms")
    if league.version != version:
        raise AssertionError("the league of the benchmark was not written as the program would")
    beside = "… beside opening the league"
    taken = _median(lambda: _standings(book))
    yield Row("standings from the row in the lists", taken * 1000, "ms")
    yield Row(beside, taken / opened, "×", at_most=0.1)
    # Of several: the garbage that opening left is collected during one of them.
    taken = _median(lambda: league.table.compute_standings("20"))
    yield Row("standings as of round 20, worked out anew", taken * 1000, "ms")
    yield Row(beside, taken / opened, "×", at_most=0.8)
    taken = _median(lambda: league.points.give_points("p1", "1", why="painted"), 5)
    yield Row("write one more line in it", taken * 1000, "ms")


def _read_rows(path: Path) -> int:
    """Read the row of every stream with nothing but SQLite and JSON; how many there are."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT summary FROM stream WHERE summary IS NOT NULL").fetchall()
    connection.close()
    return len([json.loads(row) for (row,) in rows])


def _standings(book: Book) -> int:
    summary = book.store.get_summary("l1")
    assert summary is not None
    return len(read_league_row(summary).standings.rows)


def _starting(path: Path, empty: Path) -> Iterator[Row]:
    """Starts of the program at home, in turn with an empty book."""
    with open_book(empty):
        pass
    starts, empties = [], []
    for _ in range(STARTS):
        empties.append(_start(empty))
        starts.append(_start(path))
    yield Row("start of the program to home fully painted", median(starts) * 1000, "ms")
    ratio = median(starts) / median(empties)
    yield Row("… beside an empty book", ratio, "×", at_most=1.5)


def _start(path: Path) -> float:
    """Seconds from the start of the program to the last of its first paint."""
    with terminal(HOME, str(path)) as shown:
        return shown.until(PAINTED, SETTLED) - shown.started


# ------------------------------------------------------------------------------------ rebuilding


def _rebuilding(path: Path, games: int, events: int) -> Iterator[Row]:
    """The growth of a process that rebuilds all of it, told how far it is, and for how long."""
    done = subprocess.run(
        [sys.executable, "-c", "from dev.benchmarks.large_league import rebuild; rebuild()"],
        env=os.environ | {"LEDGER": str(path)},
        check=True,
        capture_output=True,
        text=True,
    )
    growth, seconds, told, differences = map(float, done.stdout.split())
    if differences or told < games:
        raise AssertionError("rebuilding found other rows, or told nobody how far it was")
    yield Row(f"growth while rebuilding {events:,} events", growth, "MiB", at_most=50)
    yield Row("rebuild", seconds, "s")


def rebuild() -> None:
    """Rebuild the ledger named by LEDGER; print growth in MiB, seconds, how often told, rows."""
    told = 0

    def progress(_done: int, _total: int) -> None:
        nonlocal told
        told += 1

    with open_book(os.environ["LEDGER"]) as book:
        book.open_league("l1")
        before, began = peak(), time.perf_counter()
        report = book.rebuild_summaries(progress)
        print(peak() - before, _since(began), told, len(report.differences))


# --------------------------------------------------------------------------------------- writing


def keep_a_long_league(book: Book) -> tuple[int, int]:
    """Write it; how many games and events there are then."""
    played = [*_played()]
    league = book.begin_league(
        "The long league", players=[f"Player {n}" for n in range(1, PLAYERS + 1)], rounds=ROUNDS
    )
    rng, number = random.Random(SEED), 0
    for _ in range(ROUNDS):
        league.rounds.draft_round("round robin")
        league.rounds.publish_round()
        current = league.state.round
        assert current is not None
        with book.store.write_in_transaction():
            for fixture in league.state.list_fixtures(current):
                number += 1
                game = rng.choice(played)
                _again(book, f"m{number}", game, BEGAN + number * HOUR)
                _linked(league, fixture, f"m{number}", game)
    league.points.add_note(
        "All games are played."
    )  # with this line, the row in the lists is written
    events = sum(one.version for one in book.store.list_streams())
    return number, events


def _played() -> Iterator[Played]:
    """Games to their end, played by chance."""
    rng = random.Random(SEED)
    for rules in load_playable_rulesets().values():
        for _ in range(PLAYED):
            book = Book(MemoryStore(), dice=rng, clock=lambda: BEGAN)
            assert rules.forces is not None
            one, two = rng.sample(rules.forces.samples(), 2)
            game = book.begin_match(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
            while game.version < LONGEST and play_random_input(game, rng):
                pass
            if game.match.ended is None:
                game.adjust_by_hand((ev.MatchEnded(how="agreed"),), "no time left", closes=True)
            summary = book.store.get_summary(game.stream)
            assert summary is not None
            assert summary.status == "ended"
            stored = groupby(book.store.read_events(game.stream), key=lambda each: each.entry)
            yield Played([[*entry] for _, entry in stored], summary, game.state)


def _again(book: Book, stream: str, game: Played, at: int) -> None:
    """The same game once more, under another name and at another time."""
    last = game.entries[-1]
    for entry in game.entries:
        first = entry[0].version
        summary = replace(game.summary, stream=stream, opened_at=at, updated_at=at)
        book.store.append_entry(
            stream,
            first - 1,
            [_new(each) for each in entry],
            author="",
            at=at,
            summary=summary if entry is last else None,
            stream_kind="match" if first == 1 else None,
        )


def _new(event: StoredEvent) -> NewEvent:
    return NewEvent(
        event.kind, event.schema, event.entry, event.action, event.body, event.rewinds_to
    )


def _linked(league: League, fixture: Fixture, stream: str, game: Played) -> None:
    """The two lines that a game leaves in its league: linked, and its result reported."""
    assert fixture.away is not None
    red, blue = (side.id for side in game.state.info.sides)
    sides = (
        league_events.SideAssignment(red, fixture.home),
        league_events.SideAssignment(blue, fixture.away),
    )
    _enter(league, league_events.MatchLinked(fixture=fixture.id, match=stream, sides=sides))
    scheme = league.state.info.scheme
    ended = fixture_match_links.compute_fixture_result(
        game.state, fixture, GameLink(stream, sides), scheme
    )
    assert ended is not None
    _enter(
        league,
        league_events.ResultReported(
            fixture=fixture.id, match=stream, ended=ended, version=game.summary.version
        ),
    )


def _enter(league: League, event: AnyLeagueEvent) -> None:
    """One line, without working out the row in the lists anew each time."""
    version = league.version + 1
    line = RecordedLeagueEvent(version, version, event, league.clock())
    league.store.append_entry(
        league.stream, version - 1, [encode_league_event(line)], author="", at=line.at
    )
    league.history.append_events([line])


def _median(action: Callable[[], object], times: int = TIMES) -> float:
    """Seconds an action takes."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        taken.append(_since(began))
    return median(taken)


def _since(began: float) -> float:
    return time.perf_counter() - began

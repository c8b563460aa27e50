"""A ledger as SQL tables: rows worked out by hand, kept up to date, and what is refused."""

from __future__ import annotations

import random
import sqlite3
import sys
from contextlib import closing, suppress
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, insert
from sqlalchemy.dialects.postgresql.base import RESERVED_WORDS
from sqlalchemy.pool import NullPool

from exports.sql_tables.database_table_writer import VIEWS, fill_new_database_file
from exports.sql_tables.incremental_table_export import (
    TablesWriteResult,
    keep_sql_tables_current,
    update_sql_tables_in_database,
)
from exports.sql_tables.row_builder import build_game_rows, build_league_rows
from exports.sql_tables.sql_models import SqlRoll, SqlTable, list_column_names
from tests.application import table
from tests.exports import table_ledger
from tests.gamefile.test_samples_recorded import begun
from tests.profiles import examples
from tests.saying import begin_correction, say
from tests.tui.kit import RULES, TO_SHOOT, Clock
from tests.tui.kit import begin as begin_volley
from tests.xenocide.evening import begin
from tracker.application.book import Book
from tracker.application.campaigns.game_tally import UnitRemoval, compute_game_tally
from tracker.application.errors import Refused, ServerUnreachable
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

TABLES = SqlTable.metadata.sorted_tables


def asked(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but those that say what was read."""
    return {
        table.name: sorted(asked(path, f"SELECT * FROM {table.name}"), key=repr)
        for table in TABLES
        if table.name != "source"
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the evening that was cut short and of a small league."""
    path = tmp_path_factory.mktemp("tables") / "games.sqlite"
    update_sql_tables_in_database(table_ledger.play(), str(path))
    return path


def test_the_driver_gets_what_sqlalchemy_would_store(made: Path, tmp_path: Path) -> None:
    path, book = tmp_path / "plain.sqlite", table_ledger.play()
    fill_new_database_file(path, lambda engine: None)
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        found = [*build_game_rows(book.open_game_read_only("m1"))]
        found += build_league_rows(book.open_league("l1"))
        for table in TABLES:
            names = table.columns.keys()
            rows = [row for model, row in found if model.__tablename__ == table.name]
            if rows:
                dicts = [dict(zip(names, row, strict=True)) for row in rows]
                connection.execute(insert(table), dicts)
    assert contents(path) == contents(made)


# The arithmetic of the game is in cut_short, that of the league in table_ledger.
BY_HAND: dict[str, list[tuple[Any, ...]]] = {
    "SELECT id, title, ruleset, played_on, status, turns, winner, how, why FROM match": [
        ("m1", "A short one", "deathzap2", "2025-10-09", "ended", 2, "r", "time",
         "the players agreed"),
    ],
    "SELECT name, value FROM match_option WHERE NOT is_default ORDER BY 1": [
        ("blast_friends", "False"), ("orders_table", "starter"),
    ],
    "SELECT side, name, player, force, cost, points, won FROM side ORDER BY 1": [
        ("b", "Blue", "Farid", "Red Dusk", 563, 2, 0),
        ("r", "Red", "Anna", "Iron Third", 588, 0, 1),
    ],
    "SELECT unit, side, name, started, figures_left FROM unit ORDER BY 1": [
        ("b1", "b", "Claw pack", 10, 8), ("b2", "b", "Dusk rifles", 11, 9),
        ("b3", "b", "Stalker", 1, 1), ("r1", "r", "Alpha", 8, 8), ("r2", "r", "Bravo", 9, 9),
        ("r3", "r", "Hammer", 1, 0),
    ],
    "SELECT figure, unit, gone, gone_by FROM figure WHERE gone IS NOT NULL ORDER BY 1": [
        ("b1.10", "b1", "killed", "r2"), ("b1.9", "b1", "killed", "r3"),
        ("b2.10", "b2", "killed", "r1"), ("b2.9", "b2", "killed", "r1"),
        ("r3.1", "r3", "destroyed", None),
    ],
    "SELECT what, unit, whom, n_dice, need, successes, round(chance, 4), round(expected, 4), source"
    " FROM roll WHERE form = 'pool' ORDER BY version": [
        ("to hit", "r1", "b2", 10, "3+", 6, 0.6667, 6.6667, "typed"),
        ("through", "r1", "b2", 6, "4+", 3, 0.5, 3.0, "typed"),
        ("save", "b2", "r1", 3, "6", 1, 0.1667, 0.5, "typed"),
        ("to hit", "r2", "b1", 18, "3+", 9, 0.6667, 12.0, "counted"),
        ("through", "r2", "b1", 9, "3+", 1, 0.6667, 6.0, "counted"),
        ("save", "b1", "r2", 1, "5+", 0, 0.3333, 0.3333, "counted"),
    ],
    # The faces of Alpha's shots: 4516234612, needing 3.
    "SELECT face, success FROM die JOIN roll USING (match, version)"
    " WHERE what = 'to hit' AND unit = 'r1' ORDER BY place": [
        (4, 1), (5, 1), (1, 0), (6, 1), (2, 0), (3, 1), (4, 1), (6, 1), (1, 0), (2, 0),
    ],
    "SELECT line, figure, how, removed_by_unit FROM casualty ORDER BY version, figure": [
        (43, "r3.1", "destroyed", None), (47, "b1.9", "killed", "r3"),
        (47, "b1.10", "killed", "r2"), (47, "b2.10", "killed", "r1"), (47, "b2.9", "killed", "r1"),
    ],
    "SELECT line, turn, side, points, why FROM points": [(45, 1, "b", 2, "by hand")],
    "SELECT subject, marker, value, turn, phase FROM marker WHERE marker = 'order' ORDER BY 1": [
        ("b1", "order", "2", 1, "orders"), ("b2", "order", "1", 1, "orders"),
        ("b3", "order", "2", 1, "orders"), ("r1", "order", "3", 1, "orders"),
        ("r2", "order", "2", 1, "orders"), ("r3", "order", "6", 1, "orders"),
    ],
    "SELECT line, side, action, actor, target, objections FROM action"
    " WHERE action IN ('shoot', 'end') ORDER BY version": [
        (30, "r", "shoot", "r1", "b2", 0), (36, "r", "shoot", "r2", "b1", 0),
        (40, "r", "shoot", "r3", "b1", 0), (54, "r", "end", None, None, 1),
    ],
    "SELECT line, last, kind, turn, phase, at, author FROM line WHERE line IN (30, 43)": [
        (30, 34, "action", 1, "shoot", "2025-10-09 08:56:20.000000", "Anna"),
        (43, 43, "set right", 1, "shoot", "2025-10-09 08:59:20.000000", "Anna"),
    ],
    "SELECT id, title, what, zone, scheme FROM league": [
        ("l1", "Winter", "league", "UTC", "3/1/0"),
    ],
    "SELECT name, ranked, left_after FROM player ORDER BY player": [
        ("Anna", 1, None), ("Bram", 1, None), ("Chloé", 1, None),
    ],
    # Round 3 is drafted only.
    "SELECT season, round, on_day, method FROM round ORDER BY 1, 2": [
        (1, 1, "2025-10-02", "round robin"), (1, 2, "2025-10-09", "round robin"),
    ],
    "SELECT round, table_no, home, away, kind, winner, vp_home, vp_away, played_on, signed,"
    " corrections FROM fixture ORDER BY round, kind DESC": [
        (1, 1, "p2", "p3", "played", "p3", 4, 9, "2025-10-02", 2, 0),
        (1, 0, "p1", None, "bye", None, None, None, "2025-10-02", 0, 0),
        (2, 1, "p1", "p2", "played", None, 7, 7, "2025-10-09", 0, 1),
        (2, 0, "p3", None, "bye", None, None, None, "2025-10-09", 0, 0),
    ],
    "SELECT after_round, place, name, played, won, drawn, lost, byes, vp_for, vp_against, points"
    " FROM standings_by_round ORDER BY 1, 2": [
        (1, 1, "Chloé", 1, 1, 0, 0, 0, 9, 4, 3.0), (1, 2, "Anna", 0, 0, 0, 0, 1, 0, 0, 3.0),
        (1, 3, "Bram", 1, 0, 0, 1, 0, 4, 9, 0.0),
        (2, 1, "Chloé", 1, 1, 0, 0, 1, 9, 4, 6.0), (2, 2, "Anna", 1, 0, 1, 0, 1, 7, 7, 4.0),
        (2, 3, "Bram", 2, 0, 1, 1, 0, 11, 16, 1.0),
    ],
    "SELECT player, rank, value FROM tie_break"
    " WHERE after_round = 2 AND tie_break = 'VP difference' ORDER BY 1": [
        ("p1", 1, 0.0), ("p2", 1, -5.0), ("p3", 1, 5.0),
    ],
    "SELECT DISTINCT value FROM tie_break WHERE tie_break = 'lots'": [(None,)],
}  # fmt: skip


@pytest.mark.parametrize("query", BY_HAND)
def test_the_rows_are_those_worked_out_by_hand(made: Path, query: str) -> None:
    assert asked(made, query) == BY_HAND[query]


def test_the_higher_of_two_sums_succeeds_by_its_chance() -> None:
    """D10 + 9 against D10 + 7: Red wins with -1 or better, 64 in 100; Blue with 3 better, 28."""
    game = begun("halberds")
    assert play_line(game, "r1 strikes b1 charge : 7 v 3").error is None
    names, rows = list_column_names(SqlRoll), build_game_rows(game)
    rolls = [dict(zip(names, row, strict=True)) for model, row in rows if model is SqlRoll]
    assert [
        (row["side"], row["successes"], row["chance"], row["expected"], row["total"])
        for row in rolls
        if row["chance"] is not None
    ] == [("r", 1, 0.64, 0.64, 16), ("b", 0, 0.28, 0.28, 10)]


def test_luck_counts_every_throw_of_a_rule_and_no_free_roll(tmp_path: Path) -> None:
    """Ten dice for 3+, 4516234612, and both ones again, 62: twelve throws, 6 + 1 made, 8 expected.

    No rule asks whether the unit is in cover, and where the counters lie is no success.
    """
    store, path = MemoryStore(), tmp_path / "games.sqlite"
    book = Book(store, clock=Clock(), dice=random.Random(7), rulesets=RULES)
    game = begin_volley(book, TO_SHOOT)
    say(game, "r1 > b2 soft", "answer : 4516234612 *1 62", 'roll r1 4+ "is it in cover?" : 5')
    update_sql_tables_in_database(book, str(path))
    unit = "SELECT unit, rolls, dice, successes, round(expected, 6), round(luck, 6)"
    assert asked(path, f"{unit} FROM luck_by_unit") == [("r1", 1, 12, 7, 8.0, -1.0)]
    player = "SELECT player, rolls, dice, successes, round(expected, 6), round(luck, 6)"
    assert asked(path, f"{player} FROM luck_by_player") == [("Anna", 1, 12, 7, 8.0, -1.0)]
    rolls = "SELECT successes, round(expected, 4), tries, made FROM roll WHERE who = 'r1'"
    assert asked(path, rolls) == [(7, 6.6667, 12, 7), (1, 0.5, None, None)]


def test_the_log_in_the_tables_is_that_of_the_game(made: Path) -> None:
    from tests.exports.cut_short import LOG

    rows = asked(made, "SELECT line, text FROM line WHERE kind IN ('action', 'set right')")
    assert rows == [entry for entries in LOG.values() for entry in entries]


def test_a_move_has_its_length_and_a_figure_that_kills_its_unit(tmp_path: Path) -> None:
    game, path = table.begin(), tmp_path / "games.sqlite"
    unit, killed = UnitId("u:r1"), FigureId("f:r1.1")
    moved = ev.Moved(unit=unit, length=650, how="run")
    removed = ev.FiguresRemoved(figures=(killed,), by="f:b1.2")
    game.adjust_by_hand((moved, removed), "seen")
    update_sql_tables_in_database(table.book(game.journal.store), str(path))
    assert asked(path, "SELECT unit, length, how FROM move") == [("r1", 6.5, "run")]
    assert asked(path, "SELECT figure, unit, how, removed_by, removed_by_unit FROM casualty") == [
        ("r1.1", "r1", "killed", "b1.2", "b1")
    ]


def test_a_figure_that_was_put_back_is_no_casualty(tmp_path: Path) -> None:
    """Two killed by b1, one put back and then captured by b2: as in the tally of a game."""
    game, path = table.begin(), tmp_path / "games.sqlite"
    first, second = FigureId("f:r1.1"), FigureId("f:r1.2")
    for fact in (
        ev.FiguresRemoved(figures=(first, second), by="u:b1"),
        ev.FiguresReturned(figures=(first, second)),
        ev.FiguresRemoved(figures=(second,), how="captured", by="u:b2"),
    ):
        game.adjust_by_hand((fact,), "seen")
    update_sql_tables_in_database(table.book(game.journal.store), str(path))
    assert asked(path, "SELECT figure, how, removed_by_unit FROM casualty") == [
        ("r1.2", "captured", "b2")
    ]
    tally = compute_game_tally(game.history.path, game.state)
    assert tally.removals == (UnitRemoval(UnitId("u:r1"), "captured", UnitId("u:b2"), 1),)


def test_every_column_says_what_it_is() -> None:
    for model in SqlTable.__subclasses__():
        assert all(field.description for field in model.model_fields.values())


def test_no_name_has_to_be_quoted_on_a_server() -> None:
    names = {table.name for table in TABLES} | {c.name for t in TABLES for c in t.columns}
    assert not (names | VIEWS.keys()) & RESERVED_WORDS


# ------------------------------------------------------------------------------- up to date


@pytest.mark.thorough
def test_only_what_has_changed_is_written_again(tmp_path: Path) -> None:
    kept, path = table_ledger.play(), tmp_path / "games.sqlite"
    first = update_sql_tables_in_database(kept, str(path))
    assert (first.streams, first.written, first.removed) == (2, 2, 0)
    assert update_sql_tables_in_database(kept, str(path)) == TablesWriteResult(2, 0, 0, 0, ())
    kept.open_game_read_only("m1").add_note("late")
    again = update_sql_tables_in_database(kept, str(path))
    assert (again.written, asked(path, "SELECT count(*) FROM line WHERE text = 'note: late'")) == (
        1,
        [(1,)],
    )


@pytest.mark.thorough
@examples(12)
@given(seed=st.integers(0, 1_000_000))
def test_tables_kept_up_to_date_are_those_written_at_once(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    """After any lines, undo, redo and corrections, each read as soon as it was written."""
    folder, rng = tmp_path_factory.mktemp("law"), random.Random(seed)
    game = table.begin()
    kept = table.book(game.journal.store)
    said = count()

    def pause() -> None:
        if next(said) == 8:
            raise KeyboardInterrupt
        _say_something_else(game, rng)

    with pytest.raises(KeyboardInterrupt):
        keep_sql_tables_current(
            kept, str(folder / "kept.sqlite"), lambda _: None, lambda _: None, pause
        )
    update_sql_tables_in_database(kept, str(folder / "new.sqlite"))
    assert contents(folder / "kept.sqlite") == contents(folder / "new.sqlite")
    assert contents(folder / "new.sqlite")["line"]


def _say_something_else(game: Game, rng: random.Random) -> None:
    rolls = [one for one in game.history.list_entries_on_path() if isinstance(one.input, ev.Rolled)]
    with suppress(Refused):  # nothing to take back, or to return
        match rng.randrange(5):
            case 0:
                game.undo()
            case 1:
                game.redo()
            case 2 if rolls:
                begin_correction(
                    game, rng.choice(rolls).number, lambda again: again.answer_with_app_roll()
                )
            case _:
                table.play_on(game, rng, 3)


def test_what_an_older_copy_of_the_ledger_does_not_have_is_taken_away(tmp_path: Path) -> None:
    path, book = tmp_path / "games.sqlite", table_ledger.play()
    copy = table_ledger.book(deepcopy(book.store))
    before = update_sql_tables_in_database(copy, str(path))
    expected = contents(path)
    book.begin_league("Summer", players=("Anna", "Bram"), zone="UTC")
    assert update_sql_tables_in_database(book, str(path)).written == 1
    result = update_sql_tables_in_database(copy, str(path))
    assert (result.streams, result.written, result.removed) == (before.streams, 0, 1)
    assert contents(path) == expected


@pytest.mark.parametrize("other", ["another game", "nothing"])
def test_tables_of_another_ledger_are_left_as_they_were(tmp_path: Path, other: str) -> None:
    """Both ledgers call their first game m1; the tables must not mix them, or lose the first."""
    path, book = tmp_path / "games.sqlite", table_ledger.play()
    update_sql_tables_in_database(book, str(path))
    expected = contents(path)
    another = Book(MemoryStore())
    if other == "another game":
        another = table.book(table.begin().journal.store)
    with pytest.raises(Refused, match=r"written from another ledger\. Choose another file"):
        update_sql_tables_in_database(another, str(path))
    assert contents(path) == expected


def test_tables_are_kept_up_to_date_after_a_server_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, path = table_ledger.play(), tmp_path / "games.sqlite"
    told: list[object] = []
    store = kept.store
    read = store.read_change_counter

    def fail() -> int:
        raise ServerUnreachable("The server is away.")

    passes = count()

    def pause() -> None:
        match next(passes):
            case 0:
                monkeypatch.setattr(store, "read_change_counter", fail)
            case 2:
                monkeypatch.setattr(store, "read_change_counter", read)
                kept.open_game_read_only("m1").add_note("late")
            case 4:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        keep_sql_tables_current(
            kept,
            str(path),
            lambda written: told.append(written.written),
            lambda error: told.append(error.message),
            pause,
        )
    assert told == [2, "The server is away.", 1]
    monkeypatch.setattr(store, "read_change_counter", fail)
    with pytest.raises(ServerUnreachable):  # at the start, there is nothing to keep
        keep_sql_tables_current(kept, str(path), told.append, told.append, pause)


@pytest.mark.thorough
def test_tables_follow_a_game_until_they_are_stopped(tmp_path: Path) -> None:
    kept, path = table_ledger.play(), tmp_path / "games.sqlite"
    game = kept.open_game_read_only("m1")
    notes, told = iter(["one", "", "two"]), list[int]()

    def pause() -> None:
        note = next(notes, None)
        if note is None:
            raise KeyboardInterrupt
        if note:
            game.add_note(note)

    with pytest.raises(KeyboardInterrupt):
        keep_sql_tables_current(
            kept,
            str(path),
            lambda written: told.append(written.written),
            lambda _: told.append(-1),
            pause,
        )
    assert told == [2, 1, 1]  # nothing was said in the second pause
    assert asked(path, "SELECT text FROM line ORDER BY place DESC LIMIT 2") == [
        ("note: two",),
        ("note: one",),
    ]


# --------------------------------------------------------------------------------- refused


@pytest.fixture(params=["another program's", "text", "a ledger"])
def foreign(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "notes.db"
    match request.param:
        case "another program's":
            with closing(sqlite3.connect(path)) as connection:
                connection.executescript("CREATE TABLE about (format); CREATE TABLE song (title)")
        case "a ledger":
            from tracker.ledger.store_opening_and_copying import open_store

            open_store(path).close()
        case _:
            path.write_text("milk, eggs", encoding="utf-8")
    return path


def test_a_file_of_another_program_is_left_as_it_was(foreign: Path) -> None:
    before = {each.name: each.read_bytes() for each in foreign.parent.iterdir()}
    with pytest.raises(
        Refused, match=r"^\S+ contains data other than Warledger tables. Choose another file\.$"
    ):
        update_sql_tables_in_database(Book(MemoryStore()), str(foreign))
    assert {each.name: each.read_bytes() for each in foreign.parent.iterdir()} == before


@pytest.mark.parametrize("target", ["mysql://a@b/c", "postgresql://a@b:port/c"])
def test_an_address_of_no_database_is_refused(target: str) -> None:
    with pytest.raises(Refused, match=f"^Tables cannot be written to {target}. Give a file"):
        update_sql_tables_in_database(Book(MemoryStore()), target)


def test_a_server_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Refused, match=r"^Writing tables to a server requires one more package"):
        update_sql_tables_in_database(Book(MemoryStore()), "postgresql://a@b/c")


@pytest.mark.thorough
def test_tables_of_another_version_are_made_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    kept = table_ledger.play()
    update_sql_tables_in_database(kept, str(path))
    before = contents(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "UPDATE about SET version = 0; DROP TABLE die; DROP VIEW first_blood"
        )
    assert update_sql_tables_in_database(kept, str(path)).written == 2
    assert contents(path) == before
    assert asked(path, "SELECT count(*) FROM first_blood") == [(1,)]


def test_a_game_that_cannot_be_read_is_said_and_the_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, path = table_ledger.play(), tmp_path / "games.sqlite"

    def refuse(_: str) -> None:
        raise Refused("A newer program wrote it.")

    monkeypatch.setattr(kept, "open_game_read_only", refuse)
    written = update_sql_tables_in_database(kept, str(path))
    assert (written.written, written.skipped) == (
        1,
        ("m1 could not be read: A newer program wrote it.",),
    )
    monkeypatch.undo()
    assert update_sql_tables_in_database(kept, str(path)).written == 1


def test_a_game_with_a_number_too_large_is_said_and_has_no_rows(tmp_path: Path) -> None:
    game, path = table.begin(), tmp_path / "games.sqlite"
    points = ev.PointsScored(side=SideId("s:r"), points=2**63, why="a record")
    game.adjust_by_hand((points,), "seen")
    written = update_sql_tables_in_database(table.book(game.journal.store), str(path))
    assert (written.written, written.skipped) == (
        0,
        ("m1 contains a text or number that the database cannot store.",),
    )
    assert asked(path, "SELECT count(*) FROM match") == [(0,)]


def test_what_a_database_refuses_is_said_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    update_sql_tables_in_database(Book(MemoryStore()), str(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("DROP TABLE source")
    with pytest.raises(
        Refused, match=r"no such table: source\. Solve the problem, then write the tables again"
    ):
        update_sql_tables_in_database(table_ledger.play(), str(path))


# --------------------------------------------------------------------------------- secrets


def test_games_that_differ_in_what_lies_face_down_have_equal_rows(tmp_path: Path) -> None:
    found: list[dict[str, list[tuple[Any, ...]]]] = []
    for orders in ("r1 run r3 opp r5 1", "r1 opp r3 run r5 0"):
        store, path = MemoryStore(), tmp_path / f"{len(found)}.sqlite"
        game = begin(kept=table_ledger.book(store))
        say(game, f"orders red : {orders}")
        update_sql_tables_in_database(table_ledger.book(store), str(path))
        found.append(contents(path) | {"source": asked(path, "SELECT * FROM source")})
    assert found[0] == found[1]
    placed = [row[5:8] for row in found[0]["marker"] if row[6] == "order"]
    assert ("r1", "order", "") in placed
    assert {value for _, _, value in placed} == {""}

"""Whose roll a test of several units is, and whose luck, in every export of a game."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from exports.log_json_builder import LogShapeBuilder
from exports.roll_and_event_tables import build_rolls_table
from exports.sql_tables.incremental_table_export import update_sql_tables_in_database
from tests.gamefile.kit import RALLYING
from tests.saying import say
from tracker.application.book import Book
from tracker.application.chances.game_luck import compute_luck
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import make_book

FILE = f"""\
{RALLYING}need = "nerve"
pass = [{{ clear = "shaken" }}]
[rolls.hits]
[actions.fire]
verb = "fires"
phases = ["act"]
at = "enemy"
steps = [
  {{ roll = "hits", dice = "figures", need = "4" }},
  {{ mark = "shaken", on = "target", if = "hits" }},
]
"""


def play() -> tuple[Book, Game]:
    """Red shakes a unit of Blue, which rallies; then both are shaken, and test at once.

    Red hits with 3 of 4 and 1 of 4, Blue with 2 of 3. Both sides test at the end of a turn, so
    each test is stored without a side.
    """
    book = make_book(build_ruleset(FILE), random.Random(7))
    entrants = [Entrant("Red", "A: 4 orcs", "Red"), Entrant("Blue", "B: 3 orcs", "Blue")]
    game = book.begin_match("rallying", entrants)
    say(game, "r1 fires b1 : 6541", "next : 43")
    say(game, "r1 fires b1 : 6111", "b1 fires r1 : 551", "next : 11 66")
    return book, game


def test_the_owner_of_the_units_rolls() -> None:
    _, game = play()
    table = build_rolls_table(game)
    side, what = table.headings.index("side"), table.headings.index("roll")
    named = [row[side] for row in table.rows if row[what] == "rally"]
    assert named == ["Blue", ""]
    lines = list(list_log_lines(game.history))
    rolls = LogShapeBuilder(game, lines).rolls.values()
    assert [roll.side for roll in rolls if roll.what == "rally"] == ["Blue", None]


def test_luck_in_the_tables_is_that_of_the_screen(tmp_path: Path) -> None:
    """4 + 4 dice of Red hit 3 + 1 times, 3 dice of Blue twice. The tests count as sums.

    The dice of a game whose players are not named count for no player of that name.
    """
    book, game = play()
    unnamed = [Entrant("Red", "A: 4 orcs"), Entrant("Blue", "B: 3 orcs")]
    say(book.begin_match("rallying", unnamed), "r1 fires b1 : 6541")
    update_sql_tables_in_database(book, str(tmp_path / "games.sqlite"))
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as tables:
        owners = "SELECT side FROM roll WHERE what = 'rally' ORDER BY version"
        assert tables.execute(owners).fetchall() == [("b",), (None,)]
        luck = "SELECT player, dice, successes, expected FROM luck_by_player ORDER BY dice"
        by_player = tables.execute(luck).fetchall()
    assert by_player == [("Blue", 3, 2, 1.5), ("Red", 8, 4, 4.0)]
    found = compute_luck(game.history)
    assert [
        (row.side_name, row.tally.dice, row.tally.made, float(row.tally.expected))
        for row in found.sides
    ] == by_player[::-1]
    sums = [(row.side_name, row.dice, row.total) for row in found.sums]
    assert sums == [("Red", 2, 2), ("Blue", 4, 19)]

"""The recorded games as records: they read like the scripts they were played from."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.application.match_records.making import record
from tests.application.match_records.test_round_trip import brought
from tests.games import mule, sheet
from tests.games.recorded_clock import make_recorded_game_clock
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.ledger.memory_store import MemoryStore

RECORDED = demo_games.find_main_demo_game().setting


@cache
def text_of(game: Game) -> str:
    """The record of a game that stays as it is."""
    return record(game)


def body(text: str) -> list[str]:
    """What the rows say, without what stands at their right, comments and the rule."""
    rows = text.partition("\n---")[2].splitlines()[1:]
    said = [re.sub(r"\s+;[^;]*$", "", row) for row in rows]
    return [row for row in said if row and not row.startswith(("#", "@end"))]


def script(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@pytest.fixture(scope="module")
def six_turns() -> Game:
    book = Book(MemoryStore(), clock=make_recorded_game_clock(RECORDED))
    return demo_games.play_all_demo_lines(
        demo_games.begin_demo_game(book, RECORDED.titles.finished)
    )


@pytest.fixture(scope="module")
def five_turns() -> Game:
    rosters = [
        Entrant(name, path.read_text(encoding="utf-8"))
        for name, path in (("Red", mule.JACKALS), ("Blue", mule.WARDENS))
    ]
    game = Book(MemoryStore(), clock=make_recorded_game_clock(RECORDED)).begin_match(
        "combat-zone", rosters
    )
    assert play_script(game, mule.SCRIPT.read_text(encoding="utf-8")).error is None
    return game


@pytest.mark.thorough
def test_no_recorded_game_needs_more_than_the_table_grammar(
    six_turns: Game, five_turns: Game
) -> None:
    for game in (six_turns, five_turns):
        assert [row for row in body(text_of(game)) if row.startswith("@")] == []


# What a record says where the script of the game says the same in other words: the choices that
# the script leaves to --defaults are said, dice are spelt one way, and of two words for one move
# it is the ruleset's own.
SAID_OTHERWISE = {
    "r2 moves": "r2 again",
    "b1 moves": "b1 again",
    "b2 > r3 open : d34162 / 621 / 1 / 3 / 5 # one of them cannot see Hammer behind the wall":
    "b2 > r3 open : 3 4 1 6 2 d / 621 / 1 / 3 / 5 # one of them cannot see Hammer behind the wall",
}  # fmt: skip


def test_lines_of_the_script_are_lines_of_the_record(six_turns: Game) -> None:
    """Nearly line by line: a turn in which nothing is left to the defaults is the same text."""
    rows = body(text_of(six_turns))
    lines = [SAID_OTHERWISE.get(line, line) for line in script(sheet.SCRIPT.read_text("utf-8"))]
    first_turn = lines[lines.index("impetus : 42") : lines.index("impetus : 33 / 25")]
    at = rows.index("impetus : 42")
    found = rows[at : at + len(first_turn)]
    assert [row.removesuffix(" / falls 2") for row in found] == first_turn
    assert "fix b1 figures +1 # one counted dead too often in turn 1" in rows
    assert "panic r4 b1 b2 : 14 15 34" in rows
    assert "morale b1 : 5" in rows


@pytest.mark.thorough
def test_both_come_back(six_turns: Game, five_turns: Game) -> None:
    for game in (six_turns, five_turns):
        again, _ = brought(text_of(game))
        assert again.history.lines == game.history.lines
        assert record(again) == text_of(game)


def test_what_interrupts_stands_on_a_line_of_its_own(five_turns: Game) -> None:
    rows = body(text_of(five_turns))
    at = next(n for n, row in enumerate(rows) if row.startswith("b13 shoots r11 20cm open"))
    assert rows[at] == "b13 shoots r11 20cm open : 51 / 421"


def test_the_head_says_who_played_and_what_differed(six_turns: Game) -> None:
    head = text_of(six_turns).partition("\n---")[0]
    for tag in (
        f'title = "{RECORDED.titles.finished}"',
        'rules = "deathzap2"',
        'played = "2024-05-11"',
        'result = "7 : 4, Red wins"',
        'player = "Anna"',
        '[options]\norders_table = "starter"\n',
    ):
        assert tag in head

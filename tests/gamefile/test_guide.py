"""docs/any-game.md against the program: its blocks together are one game, its lines are typed."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

from tests.gamefile.kit import shipped
from tracker.application.game_definition_files import list_game_file_problems
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile import game_file_schema
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import check_game, make_book, play_random_game

GUIDE = (Path(__file__).parents[2] / "docs" / "any-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", GUIDE, flags=re.DOTALL)


def test_its_blocks_are_one_game() -> None:
    text = "\n".join(BLOCKS).replace(
        'units = ["Alpha: 6 riflemen", "Gun: 2 gunners"]', 'units = ["Alpha: 6 riflemen"]'
    )
    assert [*map(str, list_game_file_problems(text))] == []
    check_game(play_random_game(build_ruleset(text), random.Random(2), {"turns": 4}))


def test_its_actions_have_the_keys_that_it_uses() -> None:
    keys = {one.get("key") for one in tomllib.loads("\n".join(BLOCKS))["actions"].values()}
    used = re.findall(r"`1([a-z])\d+`", GUIDE)
    assert used == ["f", "m"]
    assert keys.issuperset(used)


def test_it_tells_of_every_key() -> None:
    tables = (*game_file_schema.TABLES.values(), *game_file_schema.STEPS.values())
    told = {key for table in tables for key in table}
    assert [key for key in sorted(told) if not re.search(rf"\b{key}\b", GUIDE)] == []


def test_its_lines_are_typed() -> None:
    book = make_book(shipped("free"), random.Random(1))
    sides = [Entrant("Red", "8 riflemen\n1 tank"), Entrant("Blue", "6 orcs\nHorde: 40 orcs")]
    game = book.begin_match("free", sides)
    rows = re.findall(r"^\| (`.*?`) \|", GUIDE, re.MULTILINE)
    lines = re.findall(r"`([^`]*)`", "\n".join(rows))
    typed = [line for line in lines if re.match(r"[rb]\d|\d+d\d|vp", line)]
    assert len(typed) >= 9
    for line in typed:
        while game.pending is not None:
            assert play_line(game, "answer : r").error is None
        error = play_line(game, line).error
        assert error is None, f"{line}: {error}"

"""What F1 shows of a game from a file: the tables that the file declares."""

from __future__ import annotations

import random

from tests.gamefile.kit import shipped, text_of
from tests.tui.kit import Stage, act
from tracker.application.book import Book
from tracker.application.match_setup import Entrant
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.ruleset import Ruleset
from tracker.testing.random_games import begin_random_game

ARMS = """
[weapon_stats]
shots = [1, 6]
far = [1, 60]

[weapons.carbine]
shots = 1
far = 18

[tables.wound]
first = -1
values = [6, 5, 4]

[tables.to_hit]
first = 2
rows = [[4, 5], [3, 4]]
"""


def list_grids(rules: Ruleset, phase: str) -> dict[str, PrintedTable]:
    match = begin_random_game(rules, random.Random(1)).match
    return {grid.title: grid for grid in rules.grids(match, phase)}


def test_the_parts_of_a_need_and_the_profiles_are_tables() -> None:
    grids = list_grids(shipped("picket"), "action")
    assert list(grids) == ["to hit: fires at", "saves: fires at", "nerve: a test", "figures"]
    assert grids["to hit: fires at"].rows == (
        ("skill", "added to the number"),
        ("cover", "added to the number"),
        ("pinned", "added to the number"),
        ("lowest and highest number", "2 and 6"),
    )
    assert grids["nerve: a test"].rows[-1] == ("dice", "2D6")
    assert grids["figures"].head == ("figure", "skill", "save", "nerve", "move")
    assert grids["figures"].rows[0] == ("rifleman", "4", "6", "7", "6")


def test_needs_that_players_type_have_no_table() -> None:
    rules = shipped("free")
    assert list_grids(rules, "play") == {}
    assert (
        rules.rules()["FREE-HAND"]
        == "Changes that players enter by hand, and rolls that no rule asks for."
    )


def test_a_roll_that_two_actions_make_alike_is_told_once_and_what_is_left_out_is_usual() -> None:
    assert next(iter(list_grids(shipped("watchfire"), "fire"))) == "to hit: fires at, snaps at"
    halberds = list_grids(shipped("halberds"), "act")
    assert halberds["figures"].rows[1] == ("swordsman", "5", "4", "2", "5", "sword")
    assert halberds["attack: strikes at"].rows[:2] == (
        ("dice", "1D10"),
        ("fight", "added to the dice"),
    )


def test_weapons_and_tables_are_shown_with_the_places_of_their_values() -> None:
    grids = list_grids(build_ruleset(text_of("picket") + ARMS), "action")
    assert grids["weapons"].rows == (("carbine", "1", "18"),)
    assert grids["wound"].rows == (("-1", "6"), ("0", "5"), ("1", "4"))
    assert grids["to hit"].head == ("", "2", "3")
    assert grids["to hit"].rows == (("2", "4", "5"), ("3", "3", "4"))


def test_f1_has_the_tables_of_a_game_file_and_marks_what_a_roll_was_read_from() -> None:
    rules = shipped("picket")
    kept = Book(MemoryStore(), dice=random.Random(7), rulesets={rules.id: rules})
    sides = [Entrant("Red", "Alpha: 4 riflemen"), Entrant("Blue", "First: 4 riflemen")]
    game = kept.begin_match("picket", sides)

    async def story(stage: Stage) -> None:
        await stage.press(":r1 fires b1 cover⏎")
        await stage.named("f1")
        assert "TO HIT: FIRES AT" in stage.text
        assert "▸ skill" in stage.text
        assert "▸ cover" in stage.text
        assert "  pinned" in stage.text
        assert "FIGURES" in stage.text

    act(story, kept, game=game.stream)

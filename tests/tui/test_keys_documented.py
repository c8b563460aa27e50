"""The page of the keys says what the keys do: each of them, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tui.key_bindings import KEYS, KeyCommand
from tui.league.evening.evening_rows_and_typed_lines import LINE_EXAMPLES, LINE_STARTS
from tui.widgets.help_dialog import DICE_HELP

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)
SECTIONS = {
    "PAGES": "Scrolling",
    "DIALOG": "Dialogs",
    "KEYS_DIALOG": "List of keys",
    "LINE": "Text fields",
    "AFTER_DICE": "Change the action after the dice",
    "PLAIN_LINES": "Forces as text",
    "TABLE": "Table",
    "PHONES": "Phones",
    "BACK": "Looking back",
    "ENDING": "End of a game",
    "CORRECT": "Correcting a line",
    "RIGHT": "Change the state by hand",
    "HOME": "Home screen",
    "LEDGER": "Ledger",
    "NEW_GAME": "New game",
    "ROSTER_BEGUN": "Choose a force to edit",
    "ROSTER": "Force builder",
    "ROSTER_FORM": "Rows of the force builder",
    "OPTIONS": "House rules",
    "WATCH": "Watch a game",
    "NEW_LEAGUE": "New league or campaign",
    "PICK": "Several leagues or campaigns",
    "EVENING": "League evening",
    "CHECK_IN": "Attendance",
    "SIGN_UP": "Sign-up list",
    "STANDINGS": "Standings",
    "LARGE": "Big screen",
    "BRACKET": "Bracket",
    "ROUNDS": "Rounds",
    "PLAYER": "Player",
    "SEASON": "Season",
    "LEAGUE_LOG": "Log of a league or campaign",
    "CAMPAIGN": "Campaign",
    "CAMPAIGN_FORM": "Campaign forms",
    "FORCE": "Campaign force",
    "UNIT": "Campaign unit",
    "FIND": "Find a unit or force",
    "PAGE": "Ratings and luck",
}
PARTS = {"answers", "by_space", "listed", "shared", "typing"}
"""Keys that several screens share: they stand with each of them."""
PAGED = {key.text for key in KEYS["pages"]}
"""What stands once for all of them."""

IN_NO_FOOTER = {
    "TABLE": {"undo_phase", "undo_turn", "open_report"},
    "HOME": {"clear_notice_or_leave_demo", "open_report"},
}


def section(title: str) -> list[tuple[str, str]]:
    """The rows of a section of the page."""
    parts = PAGE.split("\n## ")[1:]
    (found,) = (part for part in parts if part.split("\n")[0].split(" (")[0] == title)
    return [(sign, text) for sign, text in ROW.findall(found)]


def tables() -> dict[str, tuple[KeyCommand, ...]]:
    return {name.upper(): table for name, table in KEYS.items() if name not in PARTS}


def test_every_table_of_keys_has_its_section() -> None:
    assert set(tables()) == set(SECTIONS)
    assert (
        PAGE.count("\n## ") == len(SECTIONS) + 2
    )  # and the dice, and what is typed on the evening


def test_no_empty_line_ends_a_table_before_its_keys() -> None:
    assert "|---|---|\n\n" not in PAGE


@pytest.mark.parametrize("name", SECTIONS)
def test_every_key_is_documented_and_no_other(name: str) -> None:
    table = tables()[name]
    others = [command for command in table if name == "PAGES" or command.text not in PAGED]
    said = [(command.label, command.text) for command in others]
    assert section(SECTIONS[name]) == said


@pytest.mark.parametrize("name", SECTIONS)
def test_every_key_has_a_word_for_footers_and_means_one_thing(name: str) -> None:
    table = tables()[name]
    assert all(each.label for each in table)
    assert {each.id for each in table if not each.word} == IN_NO_FOOTER.get(name, set())
    struck = [key for each in table for key in each.keys]
    assert len(struck) == len(set(struck))
    assert all(struck)


DONE = re.compile(r"(?:def |self\.|^    )do_(\w+)(?:\(self\)| = )", re.MULTILINE)


def test_every_key_does_something_and_everything_done_has_a_key() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tui").rglob("*.py"))
    done = {name for text in sources for name in DONE.findall(text)}
    assert {each.id for table in tables().values() for each in table} == done


def test_every_way_of_calling_dice_is_documented() -> None:
    assert section("Dice") == [(row.label, row.text) for row in DICE_HELP]


def test_everything_that_can_be_typed_on_the_evening_is_documented() -> None:
    assert section("Lines on the league evening") == [
        (row.label, row.text) for row in LINE_EXAMPLES
    ]
    started_by_commands = [
        line for row in LINE_EXAMPLES for line in row.label.split() if line[0] not in LINE_STARTS
    ]
    assert not started_by_commands


def test_the_page_is_found_from_the_front_door_and_the_map() -> None:
    assert "docs/keys.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(keys.md)" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

"""The page of the keys says what the keys do: each of them, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tui.key_bindings import KEYS, KeyCommand
from tui.league.evening.round_and_draft_rows import TYPED
from tui.widgets.help_dialog import DICE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)
SECTIONS = {
    "PAGES": "Whatever is longer",
    "DIALOG": "Dialogs",
    "KEYS_DIALOG": "The list of keys",
    "LINE": "A line that is asked",
    "AFTER_DICE": "After the dice",
    "PLAIN_LINES": "Plain lines",
    "TABLE": "At the table",
    "PHONES": "Phones",
    "BACK": "Looking back",
    "ENDING": "The end of a game",
    "CORRECT": "Correcting a line",
    "RIGHT": "Set right by hand",
    "HOME": "The first screen",
    "LEDGER": "The ledger itself",
    "NEW_GAME": "A new game",
    "ROSTER_BEGUN": "Where a force begins",
    "ROSTER": "Building a force",
    "ROSTER_FORM": "Rows of a force",
    "OPTIONS": "House rules",
    "WATCH": "Watching",
    "NEW_LEAGUE": "A new league or campaign",
    "PICK": "Several leagues or campaigns",
    "EVENING": "The evening of a league",
    "CHECK_IN": "Who is here",
    "SIGN_UP": "A sign-up list",
    "STANDINGS": "Standings",
    "LARGE": "The big screen",
    "BRACKET": "The bracket",
    "ROUNDS": "The rounds",
    "PLAYER": "A player",
    "SEASON": "The season",
    "LEAGUE_LOG": "The log of a league",
    "CAMPAIGN": "A campaign",
    "CAMPAIGN_FORM": "Forms of a campaign",
    "FORCE": "A force",
    "UNIT": "A unit",
    "FIND": "Finding a unit or force",
    "PAGE": "Ratings and luck",
}
PARTS = {"listed", "by_space", "shared"}
"""Keys that several screens share: they stand with each of them."""
PAGED = {key.text for key in KEYS["pages"]}
"""What stands once for all of them."""

IN_NO_FOOTER = {
    "TABLE": {"undo_phase", "undo_turn", "report"},
    "HOME": {"escape", "report"},
}


def section(title: str) -> list[tuple[str, str]]:
    """The rows of a section of the page."""
    (found,) = (part for part in PAGE.split("\n## ")[1:] if part.startswith(title))
    return [(sign, text) for sign, text in ROW.findall(found)]


def tables() -> dict[str, tuple[KeyCommand, ...]]:
    return {name.upper(): table for name, table in KEYS.items() if name not in PARTS}


def test_every_table_of_keys_has_its_section() -> None:
    assert set(tables()) == set(SECTIONS)
    assert (
        PAGE.count("\n## ") == len(SECTIONS) + 2
    )  # and the dice, and what is typed on the evening


@pytest.mark.parametrize("name", SECTIONS)
def test_every_key_is_documented_and_no_other(name: str) -> None:
    table = tables()[name]
    others = [command for command in table if name == "PAGES" or command.text not in PAGED]
    said = [(command.sign, command.text) for command in others]
    assert section(SECTIONS[name]) == said


@pytest.mark.parametrize("name", SECTIONS)
def test_every_key_has_a_word_for_footers_and_means_one_thing(name: str) -> None:
    table = tables()[name]
    assert all(each.sign for each in table)
    assert {each.id for each in table if not each.word} == IN_NO_FOOTER.get(name, set())
    struck = [key for each in table for key in each.keys]
    assert len(struck) == len(set(struck))
    assert all(struck)


def test_every_key_does_something_and_everything_done_has_a_key() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tui").rglob("*.py"))
    done = {name for text in sources for name in re.findall(r"def do_(\w+)\(self\)", text)}
    assert {each.id for table in tables().values() for each in table} == done


def test_every_way_of_calling_dice_is_documented() -> None:
    assert section("Dice") == list(DICE)


def test_everything_that_can_be_typed_on_the_evening_is_documented() -> None:
    assert section("What is typed there") == list(TYPED)


def test_the_page_is_found_from_the_front_door_and_the_map() -> None:
    assert "docs/keys.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(keys.md)" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

"""The page of the keys says what the keys do: each of them, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tui import commands
from tui.commands import Command
from tui.screens.help import DICE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)
SECTIONS = {
    "TABLE": "At the table",
    "BACK": "Looking back",
    "CORRECT": "Correcting a line",
    "RIGHT": "Set right by hand",
    "HOME": "The first screen",
    "NEW_GAME": "A new game",
    "OPTIONS": "House rules",
    "WATCH": "Watching",
}


def section(title: str) -> list[tuple[str, str]]:
    """The rows of a section of the page."""
    (found,) = (part for part in PAGE.split("\n## ")[1:] if part.startswith(title))
    return [(sign, text) for sign, text in ROW.findall(found)]


def tables() -> dict[str, tuple[Command, ...]]:
    return {
        name: table
        for name, table in vars(commands).items()
        if isinstance(table, tuple) and any(isinstance(each, Command) for each in table)
    }


def test_every_table_of_keys_has_its_section() -> None:
    assert set(tables()) == set(SECTIONS)
    assert PAGE.count("\n## ") == len(SECTIONS) + 1  # and the dice


@pytest.mark.parametrize("name", SECTIONS)
def test_every_key_is_documented_and_no_other(name: str) -> None:
    said = [(command.sign, command.text) for command in tables()[name]]
    assert section(SECTIONS[name]) == said


def test_every_way_of_calling_dice_is_documented() -> None:
    assert section("Dice") == list(DICE)


def test_the_page_is_found_from_the_front_door_and_the_map() -> None:
    assert "docs/keys.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(keys.md)" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

"""The table of screens: every name leads somewhere, and no screen needs another to be loaded."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from textual.screen import Screen

from tests.tui.kit import TO_SHOOT, begin, book
from tui import screen_routes
from tui.table.table_screen import TableScreen


@pytest.mark.parametrize("name", screen_routes.SCREENS)
def test_every_name_leads_to_a_screen(name: str) -> None:
    module, _, maker = screen_routes.SCREENS[name].partition(":")
    found = getattr(import_module(module), maker)
    assert callable(found)
    if isinstance(found, type):
        assert issubclass(found, Screen)


def test_every_screen_that_is_opened_is_in_the_table() -> None:
    opening = re.compile(r'(?:make_screen|open_screen|open_export_dialog)\(\s*"([^"]+)"')
    folder = Path(screen_routes.__file__).parent
    opened = {
        name for file in folder.rglob("*.py") for name in opening.findall(file.read_text("utf-8"))
    }
    assert opened | {"campaign", "evening"} == screen_routes.SCREENS.keys()


def test_a_screen_is_made_of_what_it_is_given() -> None:
    game = begin(book(), TO_SHOOT)
    table = screen_routes.make_screen("table", game)
    assert isinstance(table, TableScreen)
    assert table.game is game


def test_the_application_loads_no_screen_by_itself() -> None:
    code = (
        "import sys, tui.app; from tui.screen_routes import SCREENS;"
        " print([one for one in SCREENS.values() if one.partition(':')[0] in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

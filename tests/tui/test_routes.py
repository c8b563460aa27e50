"""The table of screens: every name leads somewhere, and no screen needs another to be loaded."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import get_args

import pytest
from textual.screen import Screen

from tests.tui.kit import TO_SHOOT, begin, book
from tui import screen_routes
from tui.table.screen import TableScreen


@pytest.mark.parametrize("name", get_args(screen_routes.ScreenName))
def test_every_name_leads_to_a_screen(name: screen_routes.ScreenName) -> None:
    module, _, maker = screen_routes.SCREENS[name].partition(":")
    found = getattr(import_module(module), maker)
    assert callable(found)
    if isinstance(found, type):
        assert issubclass(found, Screen)


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

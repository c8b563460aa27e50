"""All screens and dialogs of home and the table, and the keys that open each, for tests of all."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, NamedTuple

from textual.screen import Screen

import tui
from tests.tui.kit import TO_MOVE, TO_SHOOT, VOLLEY, Stage
from tests.tui.test_correct import NEEDS, SLIP, TWO_TURNS
from tests.tui.test_groups import RED_ACTS
from tui.correcting.adjustment_dialog import AdjustmentDialog
from tui.correcting.correction_screen import CorrectionScreen
from tui.correcting.keep_or_reroll_dice_dialog import EditedActionDialog
from tui.ending.ending_screen import EndingScreen
from tui.force_builder.force_builder_screen import ForceBuilderScreen, PasteLinesDialog
from tui.force_builder.force_row_form import ForceRowForm
from tui.force_builder.force_start_screen import ForceStartScreen
from tui.home.home_screen import HomeScreen
from tui.home.new_game_screen import HouseRulesScreen, NewGameScreen
from tui.home.search_screen import SearchScreen
from tui.ledger.ledger_maintenance_screen import LedgerScreen
from tui.look_back.look_back_screen import LookBackScreen
from tui.phones.phone_links_screen import PhonesScreen
from tui.screen_base_classes import KeyedScreen, LeagueScreen, ListScreen, PageScreen
from tui.table.information_commands import LegendDialog
from tui.table.spectator_screen import SpectatorScreen
from tui.table.table_screen import TableScreen
from tui.widgets.command_palette import Palette
from tui.widgets.dialogs import Dialog, FailureDialog, Modal
from tui.widgets.help_dialog import KeysDialog
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.text_export_dialogs import ExportDialog, ReportDialog

Keys = tuple[str, ...]
ROLL = (*TO_SHOOT, "r1 > b2 soft")
SHOT = (*RED_ACTS, "r14 moves 3ap", "r14 > b15 20cm open")
WOUND = (*RED_ACTS, "r14 moves 3ap", "r14 > b15 20cm open : 654")
HOME, EMPTY = "home", "empty"
FIRST = ("<down>",) * 3


class Place(NamedTuple):
    """A screen: its class, a text on it, where to start, and the keys that open it.

    ``start`` holds the lines of a game, ``HOME`` for home with a game, or ``EMPTY`` for home
    without one. ``<>`` surrounds the name of a key. ``kept`` is false if another test has a golden
    of the screen.
    """

    name: str
    screen: type[Screen[Any]]
    shows: str
    start: tuple[str, ...] | str
    keys: Keys = ()
    figures: bool = False
    kept: bool = True


PLACES = (
    Place("home-of-nothing", HomeScreen, "begin a game", EMPTY, kept=False),
    Place("home-of-a-game", HomeScreen, "resume", HOME, kept=False),
    Place("find", SearchScreen, "find anything", HOME, ("/alp",), kept=False),
    Place("ledger", LedgerScreen, "verify every row", HOME, ("b",), kept=False),
    Place("ledger-copy", LineEntryDialog, "copy to", HOME, ("bc",), kept=False),
    Place("ledger-checked", LedgerScreen, "no problems found", HOME, ("bv",)),
    Place("ledger-keys", KeysDialog, "anchor", HOME, ("b?",)),
    Place("home-keys", KeysDialog, "keys", HOME, ("?",), kept=False),
    Place("home-sheet", ExportDialog, "SET-UP SHEET", HOME, ("p",), kept=False),
    Place("practice", TableScreen, "Roll 7 dice", EMPTY, ("v",)),
    Place("practice-through", TableScreen, "A wrong die?", EMPTY, ("v4516234⏎",)),
    Place("practice-over", TableScreen, "The volley is complete", EMPTY, ("v4516234⏎42615⏎111⏎⏎",)),
    Place("new-game-force", NewGameScreen, "Which force does Red play?", EMPTY, ("n",), kept=False),
    Place(
        "new-game-questions",
        NewGameScreen,
        "Press Enter to begin the game",
        EMPTY,
        ("n⏎",),
        kept=False,
    ),
    Place("new-game-file", LineEntryDialog, "roster", EMPTY, ("nf",)),
    Place("new-game-keys", KeysDialog, "all house rules", EMPTY, ("n?",)),
    Place("force-for-which", ForceStartScreen, "What do you start from?", EMPTY, ("f",)),
    Place("new-game-make", ForceStartScreen, "What do you start from?", EMPTY, ("nm",), kept=False),
    Place("force-empty", ForceBuilderScreen, "No units yet", EMPTY, ("f1",)),
    Place("force-of-a-sample", ForceBuilderScreen, "Ash Column", EMPTY, ("f31",)),
    Place("force-form", ForceRowForm, "Captain Teshe", EMPTY, ("f3", *FIRST, "⏎")),
    Place("force-refused", LineEntryDialog, "No kind of figure", EMPTY, ("f1a3 flubs⏎",)),
    Place(
        "force-lines",
        PasteLinesDialog,
        "Correct the others in the box",
        EMPTY,
        ("f1p", "4 hounds⏎3 flubs⇥"),
    ),
    Place("force-not-saved", Dialog, "Not saved yet", EMPTY, ("f3a4 hounds⏎⎋",)),
    Place("force-keys", KeysDialog, "copy the row", EMPTY, ("f1?",)),
    Place("options", HouseRulesScreen, "house rules", EMPTY, ("n⏎o",)),
    Place("options-found", HouseRulesScreen, "find: mor", EMPTY, ("n⏎omor", "<space>")),
    Place("options-none", HouseRulesScreen, "No house rule found", EMPTY, ("n⏎oqq",)),
    Place("options-keys", KeysDialog, "house rule", EMPTY, ("n⏎o?",)),
    Place("table", TableScreen, "who does what?", TO_SHOOT, kept=False),
    Place("table-of-a-roll", TableScreen, "TO HIT", ROLL, ("45",), kept=False),
    Place("table-paused", TableScreen, "paused (p)", TO_SHOOT, ("p",)),
    Place("phones", PhonesScreen, "only in memory", ROLL, ("<f6>",)),
    Place("phones-keys", KeysDialog, "revoke this link", ROLL, ("<f6>", "?")),
    Place("table-line", LineEntryDialog, "line", ROLL, (":",), kept=False),
    Place("note", LineEntryDialog, "note", ROLL, ("45'behind the mill",)),
    Place("edit", LineEntryDialog, "change r1 > b2 soft", VOLLEY, ("e",)),
    Place("after-the-dice", EditedActionDialog, "→ r1 > b2 hard", VOLLEY, ("eh⏎",), kept=False),
    Place("free", LineEntryDialog, "off who begins?", ROLL, ("45R",)),
    Place("outcome-of-losses", LineEntryDialog, "outcome !-", ROLL, ("45o",)),
    Place("why-soft", Dialog, "soft cover +1", ROLL, ("w",)),
    Place("score", Dialog, "VP, objectives, luck, time", VOLLEY, ("v",), kept=False),
    Place("tables-of-a-phase", Dialog, "tables · shoot", ROLL, ("<f1>",), kept=False),
    Place("tables-none", Dialog, "tables · move", TO_MOVE, ("<f1>",)),
    Place("words-of-the-rules", LegendDialog, "words of", TO_SHOOT, ("<f3>",), kept=False),
    Place("sheet", ExportDialog, "SET-UP SHEET", VOLLEY, ("<f2>",)),
    Place("report", ReportDialog, "battle report", VOLLEY, ("<f4>",), kept=False),
    Place("home-report", ReportDialog, "battle report", HOME, ("<f4>",), kept=False),
    Place("table-keys", KeysDialog, "keys", TO_SHOOT, ("?",), kept=False),
    Place("leaving", LineEntryDialog, "note for your return (optional)", TO_SHOOT, ("pq",)),
    Place("ending", EndingScreen, "Winner: ", TO_SHOOT, (":end conceded red⏎",), kept=False),
    Place("ending-keys", KeysDialog, "keys", (*VOLLEY, "end conceded red"), ("⏎?",)),
    Place("back", LookBackScreen, "LOOKING BACK", TWO_TURNS, ("tkk",), kept=False),
    Place("back-found", LookBackScreen, "LOOKING BACK", TWO_TURNS, ("t/T1 alpha⏎",), kept=False),
    Place("back-find", LineEntryDialog, "/", TWO_TURNS, ("t/dusk",)),
    Place("back-go-on", Dialog, "undo to here", TWO_TURNS, ("tkb",), kept=False),
    Place("back-details", Dialog, "line 27", TWO_TURNS, ("t/T1 alpha⏎⏎",), kept=False),
    Place("back-since", Dialog, "since line 27", TWO_TURNS, ("t/T1 alpha⏎c",), kept=False),
    Place("back-keys", KeysDialog, "keys", TWO_TURNS, ("t?",)),
    Place(
        "correct-what", CorrectionScreen, "typing slip", TWO_TURNS, ("t/T1 alpha⏎e",), kept=False
    ),
    Place("correct-slip", CorrectionScreen, "Claw pack", TWO_TURNS, (SLIP,), kept=False),
    Place("correct-asks", CorrectionScreen, "needs an answer", TWO_TURNS, (NEEDS,), kept=False),
    Place("correct-note", LineEntryDialog, "note on line 27", TWO_TURNS, (SLIP + "n",)),
    Place("correct-keys", KeysDialog, "keys", TWO_TURNS, ("t/T1 alpha⏎e?",)),
    Place("right-whom", AdjustmentDialog, "fix by hand", TWO_TURNS, ("!",), kept=False),
    Place("right-unit", AdjustmentDialog, "fix by hand", TWO_TURNS, ("!⇥1",), kept=False),
    Place("right-all", AdjustmentDialog, "table check", TWO_TURNS, ("!0-2",), kept=False),
    Place("right-refused", AdjustmentDialog, "Nothing was entered", TO_SHOOT, ("!1+1⏎",)),
    Place("right-why", AdjustmentDialog, "why", TO_SHOOT, ("!1-1#one fell off",)),
    Place("right-keys", KeysDialog, "keys", TO_SHOOT, ("!?",)),
    Place("figures-table", TableScreen, "RED 1 Jackals", RED_ACTS, figures=True, kept=False),
    Place("figures-wound", TableScreen, "WOUND", WOUND, ("23",), figures=True, kept=False),
    Place("figures-why", Dialog, "why", SHOT, ("w",), figures=True),
    Place("figures-why-wound", Dialog, "why", WOUND, ("w",), figures=True),
    Place("figures-tables", Dialog, "tables", SHOT, ("<f1>",), figures=True),
    Place("figures-words", LegendDialog, "words of", RED_ACTS, ("<f3>",), figures=True),
    Place("figures-sheet", ExportDialog, "SET-UP SHEET", RED_ACTS, ("<f2>",), figures=True),
    Place("figures-score", Dialog, "luck", WOUND, ("v",), figures=True),
    Place("figures-keys", KeysDialog, "keys", RED_ACTS, ("?",), figures=True),
)
ELSEWHERE = {
    FailureDialog: "test_table.py::test_a_failure_is_a_dialog_and_the_screen_stays_as_the_book_is",
    Palette: "test_table.py::"
    "test_a_choice_of_the_palette_is_made_once_however_often_enter_is_struck",
    SpectatorScreen: "test_watch.py::test_score_phase_and_the_number_needed_are_large",
}
"""Screens that no key of home or of the table opens, each with the test that opens it."""


Class = type[Screen[Any]]
MADE_OF: tuple[Class, ...] = (KeyedScreen, LeagueScreen, ListScreen, PageScreen, Modal)
"""Base classes of screens."""


def every_screen(but: tuple[str, ...] = ("tui.league",)) -> Iterator[type[Screen[Any]]]:
    """Yield the classes of all screens, except base classes and the screens of leagues."""
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        importlib.import_module(module.name)
    waiting: list[type[Screen[Any]]] = [Screen]
    while waiting:
        screen = waiting.pop()
        waiting += screen.__subclasses__()
        room = screen.__module__
        if room.startswith("tui.") and not room.startswith(but) and screen not in MADE_OF:
            yield screen


async def go(stage: Stage, place: Place) -> None:
    """Press the keys that open a screen."""
    for keys in place.keys:
        if keys.startswith("<"):
            await stage.named(keys.strip("<>"))
        else:
            await stage.press(keys)

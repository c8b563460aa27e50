"""The table in a real terminal: from the start to its full paint, and from a key to its repaint."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from statistics import median, quantiles

from dev.benchmarks import Row
from dev.benchmarks._pty import terminal
from tracker.application.book import open_book
from tracker.application.lines.line_and_script_play import play_line
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match_setup import Entrant

RULESET = "deathzap2"
UNITS = 20
"""Units a side."""
LINES = 5_000
STARTS = 8
"""Of each; the quickest counts, which other programs on the machine disturbed least."""
DICE = "451623", "262514", "613245", "334156", "524613"
KEYS = "".join(dice + "\x7f" * len(dice) for dice in DICE)
"""Dice typed and taken back, so that every key changes the prompt; other dice each time."""

OURS = "import sys; from tui.app import run_app; run_app(*sys.argv[1:])"
GAME = "m1"
BARE = """
import sys
from textual.app import App
from textual.widgets import Static
from tracker.ledger.sqlite import SqliteStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
import tui.app, tui.home.screen, tui.table.screen
load_playable_rulesets()
class Bare(App):
    def compose(self):
        for number in range(40):
            yield Static(f'{number:3} ' + 'x' * 100, markup=False)
    def on_mount(self):
        self.query(Static).last().update('all keys')
Bare().run()
"""
BARE_KEYS = """
import sys
from textual.app import App
from textual.widgets import Static
class Bare(App):
    at = 0
    def compose(self):
        for number in range(40):
            yield Static('x' * 100, markup=False)
    def on_mount(self):
        self.query(Static).last().update('all keys')
    def on_key(self, event):
        self.at += 1
        for row in list(self.query(Static))[:int(sys.argv[1])]:
            row.update(chr(ord('a') + self.at % 26) * 100)
Bare().run()
"""
BARE_WIDTH = 100
"""Cells a row of the bare application, as in its code."""
SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-_])|[\x00-\x1f]")
"""What moves the cursor or changes a colour, and is no cell."""
PAINTED = "keys"
"""The last word of the footer, in both."""
SETTLED = 0.5
QUIET = 0.06
"""Seconds without anything drawn, after a start and after a key."""


def rows() -> Iterator[Row]:
    """Starts in turn with a bare application of the same imports, then keys."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        keep_a_long_game(path)
        bare, home, table = [], [], []
        for _ in range(STARTS):
            bare.append(start(BARE))
            home.append(start(OURS, str(path)))
            table.append(start(OURS, str(path), GAME))
        beside = "… beside a bare application with the same imports"
        yield Row("start to full paint", min(home) * 1000, "ms")
        yield Row(beside, min(home) / min(bare), "×", at_most=1.2)
        yield Row("start, and straight on to the table", min(table) * 1000, "ms")
        yield Row(beside, min(table) / min(bare), "×")
        taken, cells = keys(OURS, str(path), GAME)
        rows_drawn = ceil(median(cells) / BARE_WIDTH)
        plain, _ = keys(BARE_KEYS, str(rows_drawn))
        what = f"key to repaint, {2 * UNITS} units and {LINES:,} lines"
        yield Row(f"{what}, median", median(taken) * 1000, "ms")
        yield Row("… beside a bare application", median(taken) / median(plain), "×", at_most=1.5)
        slow = [quantiles(times, n=20)[-1] for times in (taken, plain)]
        yield Row("… 95 of 100 within", slow[0] * 1000, "ms")
        yield Row("… beside a bare application", slow[0] / slow[1], "×", at_most=2.5)


def keep_a_long_game(path: Path) -> None:
    """A game of many units and lines, with a volley open."""
    unit = '[[squads]]\nname = "Squad {n}"\nfigures = {{ a = 8 }}\n'
    roster = (
        'name = "{name}"\nruleset = "deathzap2"\n'
        '[profiles.a]\ntype = "infantry"\nquality = "basic"\nshields = "light"\n'
        'guns = ["rifle basic"]\n' + "".join(unit.format(n=n) for n in range(1, UNITS + 1))
    )
    with open_book(path) as book:
        entrants = [Entrant(name, roster.replace("{name}", name)) for name in ("Red", "Blue")]
        game = book.begin_match(RULESET, entrants)
        while game.match.phase != "shoot":
            if game.pending is None:
                play_line(game, "next")
            elif is_dice_request(game.pending.request):
                game.roll_asked_dice()
            else:
                game.choose_default()
        for number in range(LINES):
            game.add_note(f"line {number} of a long evening")
        play_line(game, "r1 > b1 soft")


def start(code: str, *arguments: str) -> float:
    """Seconds from the start of a program to the last of its first paint."""
    with terminal(code, *arguments) as shown:
        return shown.until(PAINTED, SETTLED) - shown.started


def keys(code: str, *arguments: str) -> tuple[list[float], list[int]]:
    """Seconds from each key to the last of what it drew, and the cells that were drawn."""
    with terminal(code, *arguments) as shown:
        shown.until(PAINTED, 2 * SETTLED)
        taken, cells = [], []
        for key in KEYS:
            before = len(shown.drawn)
            pressed = shown.press(key)
            taken.append(shown.quiet(QUIET) - pressed)
            cells.append(len(SEQUENCE.sub(b"", shown.drawn[before:]).decode(errors="replace")))
        return taken, cells

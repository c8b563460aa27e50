"""Measures how long starts and key presses take until the screen is drawn, in a real terminal."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from statistics import median, quantiles

from dev.benchmarks import Row
from dev.benchmarks._pty import run_in_terminal
from tracker.application.book import open_book
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line

RULESET = "deathzap2"
UNITS = 20
"""The number of units on each side."""
LINES = 5_000
STARTS = 8
"""The number of starts of each program. Only the quickest counts, as it was disturbed the least."""
DICE = "451623", "262514", "613245", "334156", "524613"
KEYS = "".join(dice + "\x7f" * len(dice) for dice in DICE)
"""Keys that type and delete dice. The dice differ, so that every key changes the prompt."""

PROGRAM = "import sys; from tui.app import run_app; run_app(*sys.argv[1:])"
GAME = "m1"
BARE = """
import sys
from textual.app import App
from textual.widgets import Static
from tracker.ledger.sqlite.store import SqliteStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
import tui.app, tui.home.home_screen, tui.table.table_screen
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
"""The width of the bare application's rows in cells, as in its code."""
CONTROL_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-_])|[\x00-\x1f]")
"""The pattern of cursor movements and colour changes, which draw no cell."""
LAST_WORD = "keys"
"""The last word of the footer, in all programs."""
START_QUIET_SECONDS = 0.5
KEY_QUIET_SECONDS = 0.06
"""The seconds without any drawing after which the repaint for a key counts as complete."""


def measure_rows() -> Iterator[Row]:
    """Measure starts, alternating with a bare application of the same imports, and then keys."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        write_long_game(path)
        bare, home, table = [], [], []
        for _ in range(STARTS):
            bare.append(measure_start(BARE))
            home.append(measure_start(PROGRAM, str(path)))
            table.append(measure_start(PROGRAM, str(path), GAME))
        label = "… relative to a bare application with the same imports"
        yield Row("start to full paint", min(home) * 1000, "ms")
        yield Row(label, min(home) / min(bare), "×", maximum=1.2)
        yield Row("start to the table", min(table) * 1000, "ms")
        yield Row(label, min(table) / min(bare), "×")
        times, cells = measure_keys(PROGRAM, str(path), GAME)
        rows_drawn = ceil(median(cells) / BARE_WIDTH)
        bare_times, _ = measure_keys(BARE_KEYS, str(rows_drawn))
        label = f"key to repaint, {2 * UNITS} units and {LINES:,} lines"
        yield Row(f"{label}, median", median(times) * 1000, "ms")
        yield Row(
            "… relative to a bare application", median(times) / median(bare_times), "×", maximum=1.5
        )
        slow = [quantiles(each, n=20)[-1] for each in (times, bare_times)]
        yield Row("… 95 % within", slow[0] * 1000, "ms")
        yield Row("… relative to a bare application", slow[0] / slow[1], "×", maximum=2.5)


def write_long_game(path: Path) -> None:
    """Write a game of many units and lines, with an open volley."""
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
                game.answer_with_app_roll()
            else:
                game.answer_with_default_choice()
        for number in range(LINES):
            game.add_note(f"line {number} of a long evening")
        play_line(game, "r1 > b1 soft")


def measure_start(code: str, *arguments: str) -> float:
    """Measure how many seconds a program takes from its start to the end of its first paint."""
    with run_in_terminal(code, *arguments) as terminal:
        return terminal.read_until_text(LAST_WORD, START_QUIET_SECONDS) - terminal.started


def measure_keys(code: str, *arguments: str) -> tuple[list[float], list[int]]:
    """Measure the seconds from each key to the end of its repaint, and count the drawn cells."""
    with run_in_terminal(code, *arguments) as terminal:
        terminal.read_until_text(LAST_WORD, 2 * START_QUIET_SECONDS)
        times, cells = [], []
        for key in KEYS:
            before = len(terminal.output)
            pressed = terminal.press_key(key)
            times.append(terminal.read_until_quiet(KEY_QUIET_SECONDS) - pressed)
            drawn = CONTROL_SEQUENCE.sub(b"", terminal.output[before:])
            cells.append(len(drawn.decode(errors="replace")))
        return times, cells

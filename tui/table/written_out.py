"""A game written out: its set-up sheet or battle report on the screen, to copy, or into a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from textual.content import Content

from exports.formats import format_named
from exports.pictures import Theirs
from exports.writing import safe_name, write
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tui.text import join
from tui.widgets.dialogs import Dialog

COPY = ("c", "c", "copy")
REPORTS = {"h": ("html", "a page to print"), "m": ("md", "Markdown"), "r": ("record", "record")}
"""The forms that a battle report is written in, by their keys."""


class WrittenOut(Dialog):
    """A game in one form, and the forms it can be written in; its result says what became of it."""

    DEFAULT_CSS = "WrittenOut > VerticalScroll { width: 82; }"

    def __init__(self, game: Game, title: str, shown: str, forms: dict[str, tuple[str, str]]):
        self.game, self.forms = game, forms
        self.text = format_named(shown).made(game, Theirs())
        lines = [join([line]) for line in self.text.splitlines()]
        ways = [(key, key, words) for key, (_, words) in forms.items()]
        super().__init__(title, [*lines, Content("")], [*ways, COPY])

    def chosen(self, key: str) -> None:
        if key == "c":
            self.app.copy_to_clipboard(self.text)
            self.dismiss("Copied.")
            return
        form = format_named(self.forms[key][0])
        try:
            text = form.made(self.game, Theirs())
            path = write(self._place(form.suffix), text, overwrite=form.name == "setup")
        except Refused as refused:
            self.dismiss(refused.message)
        else:
            self.dismiss(f"Written: {path}")

    def _place(self, suffix: str) -> Path:
        """A file that is not there yet; people may have written into the one that is."""
        title = self.game.state.info.title
        names = (Path.cwd() / safe_name(title, f"{n}{suffix}") for n in _numbers())
        return next(path for path in names if suffix == SET_UP or not path.exists())


SET_UP = format_named("setup").suffix


def _numbers() -> Iterator[str]:
    """Nothing, ``-2``, ``-3`` …"""
    yield ""
    number = 1
    while True:
        number += 1
        yield f"-{number}"


def set_up_sheet(game: Game) -> WrittenOut:
    """What stands on the table: to build it up again, to copy, to print."""
    return WrittenOut(game, "set-up sheet", "setup", {"f": ("setup", "write it to a file")})


def battle_report(game: Game) -> WrittenOut:
    """How the game went: to read, to copy, to print, to read in elsewhere."""
    return WrittenOut(game, "battle report", "md", REPORTS)

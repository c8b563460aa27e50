"""The set-up sheet on the screen: to build the table up again, to copy, to print."""

from __future__ import annotations

from pathlib import Path

from textual.content import Content

from exports.formats import set_up_sheet
from exports.writing import safe_name, write
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tui.text import join
from tui.widgets.dialogs import Dialog

WAYS = (("f", "f", "write it to a file"), ("c", "c", "copy"))


class SetUpSheet(Dialog):
    """What stands on the table; its result says what became of it."""

    DEFAULT_CSS = "SetUpSheet > VerticalScroll { width: 82; }"

    def __init__(self, game: Game) -> None:
        self.text = set_up_sheet(game)
        self.name_of_file = safe_name(game.state.info.title, "-set-up.txt")
        lines = [join([line]) for line in self.text.splitlines()]
        super().__init__("set-up sheet", [*lines, Content("")], WAYS)

    def chosen(self, key: str) -> None:
        if key == "c":
            self.app.copy_to_clipboard(self.text)
            self.dismiss("Copied.")
            return
        path = Path.cwd() / self.name_of_file
        try:
            write(path, self.text, overwrite=True)
        except Refused as refused:
            self.dismiss(refused.message)
        else:
            self.dismiss(f"Written: {path}")

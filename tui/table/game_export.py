"""A game written out: its set-up sheet or battle report on the screen, to copy, or into a file."""

from __future__ import annotations

from exports.formats import find_format
from exports.pictures import PlayerContent
from tracker.application.match.game import Game
from tui.widgets.text_export import FileForm, Report, WrittenOut

REPORTS = {
    "h": ("html", "a page to print"),
    "p": ("playback", "a page that plays it back"),
    "m": ("md", "Markdown"),
    "r": ("record", "record"),
}
"""The forms that a battle report is written in, by their keys."""


def _form(game: Game, name: str, words: str, *, anew: bool = False) -> FileForm:
    form = find_format(name)
    return FileForm(words, form.suffix, lambda: form.made(game, PlayerContent()), anew)


def set_up_sheet(game: Game) -> WrittenOut:
    """What stands on the table: to build it up again, to copy, to print."""
    form = _form(game, "setup", "write it to a file", anew=True)
    return WrittenOut("set-up sheet", game.state.info.title, form.make(), {"f": form})


def write_battle_report(game: Game) -> Report:
    """How the game went: to read, to copy, to print, to read in elsewhere."""
    forms = {key: _form(game, name, words) for key, (name, words) in REPORTS.items()}
    return Report("battle report", game.state.info.title, forms["m"].make(), forms)

"""A game written out: its set-up sheet or battle report on the screen, to copy, or into a file."""

from __future__ import annotations

from exports.game_export_formats import find_format
from exports.player_text_and_pictures import PlayerContent
from tracker.application.match.game import Game
from tui.widgets.export_dialog import ExportDialog, FileFormat, ReportDialog

REPORTS = {
    "h": ("html", "a page to print"),
    "p": ("playback", "a page that plays it back"),
    "m": ("md", "Markdown"),
    "r": ("record", "record"),
}
"""The forms that a battle report is written in, by their keys."""


def _form(game: Game, name: str, words: str, *, anew: bool = False) -> FileFormat:
    form = find_format(name)
    return FileFormat(words, form.suffix, lambda: form.render_game(game, PlayerContent()), anew)


def build_setup_sheet_dialog(game: Game) -> ExportDialog:
    """What stands on the table: to build it up again, to copy, to print."""
    form = _form(game, "setup", "write it to a file", anew=True)
    return ExportDialog("set-up sheet", game.state.info.title, form.make(), {"f": form})


def build_battle_report_dialog(game: Game) -> ReportDialog:
    """How the game went: to read, to copy, to print, to read in elsewhere."""
    forms = {key: _form(game, name, words) for key, (name, words) in REPORTS.items()}
    return ReportDialog("battle report", game.state.info.title, forms["m"].make(), forms)

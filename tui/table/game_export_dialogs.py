"""Dialogs for a game's exports: its set-up sheet and its battle report."""

from __future__ import annotations

from exports.game_export_formats import find_export_format
from exports.player_text_and_pictures import PlayerContent
from tracker.application.match.game import Game
from tui.widgets.export_dialog import ExportDialog, ExportFileFormat, ReportDialog

REPORTS = {
    "h": ("html", "a page to print"),
    "p": ("playback", "a page that plays it back"),
    "m": ("md", "Markdown"),
    "r": ("record", "record"),
}
"""The formats of a battle report, by key."""


def _form(game: Game, name: str, words: str, *, anew: bool = False) -> ExportFileFormat:
    form = find_export_format(name)
    return ExportFileFormat(
        words, form.suffix, lambda: form.render_game(game, PlayerContent()), anew
    )


def build_setup_sheet_dialog(game: Game) -> ExportDialog:
    """Build the dialog that shows the set-up sheet and can copy it or save it."""
    form = _form(game, "setup", "write it to a file", anew=True)
    return ExportDialog("set-up sheet", game.state.info.title, form.make(), {"f": form})


def build_battle_report_dialog(game: Game) -> ReportDialog:
    """Build the dialog that shows the battle report and can copy it or save it."""
    forms = {key: _form(game, name, words) for key, (name, words) in REPORTS.items()}
    return ReportDialog("battle report", game.state.info.title, forms["m"].make(), forms)

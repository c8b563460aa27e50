"""The dialogs that export a game's set-up sheet and its battle report."""

from __future__ import annotations

from exports.game_export_formats import find_game_export_format
from exports.players_own_content import PlayerContent
from tracker.application.match.game import Game
from tui.widgets.text_export_dialogs import ExportDialog, ExportFileFormat, ReportDialog

REPORTS = {
    "h": ("html", "a page to print"),
    "p": ("playback", "a page that plays the game back"),
    "m": ("md", "Markdown"),
    "r": ("record", "record"),
}


def _make_format(
    game: Game, name: str, description: str, *, overwrite: bool = False
) -> ExportFileFormat:
    export_format = find_game_export_format(name)
    return ExportFileFormat(
        description,
        export_format.suffix,
        lambda: export_format.render_game(game, PlayerContent()),
        overwrite,
    )


def build_setup_sheet_dialog(game: Game) -> ExportDialog:
    text_format = _make_format(game, "setup", "write it to a file", overwrite=True)
    title, text = game.state.info.title, text_format.render()
    return ExportDialog("set-up sheet", title, text, {"f": text_format})


def build_battle_report_dialog(game: Game) -> ReportDialog:
    formats = {key: _make_format(game, *name_and_text) for key, name_and_text in REPORTS.items()}
    return ReportDialog("battle report", game.state.info.title, formats["m"].render(), formats)

"""The dialog that shows a force as a sheet for the table. It can save the sheet or its cards."""

from __future__ import annotations

from exports.force_sheet_and_cards import (
    build_force_cards,
    build_force_sheet,
    render_force_cards_html,
    render_force_sheet_text,
)
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.ruleset import Ruleset
from tui.widgets.text_export_dialogs import ExportDialog, ExportFileFormat


def build_roster_sheet_dialog(rules: Ruleset, roster: Roster, name: str) -> ExportDialog:
    text = render_force_sheet_text(build_force_sheet(rules, roster))

    def render_cards() -> str:
        return render_force_cards_html(build_force_cards(rules, roster))

    formats = {
        "h": ExportFileFormat("cards and labels", "-sheet.html", render_cards),
        "t": ExportFileFormat("plain text", "-sheet.txt", lambda: text),
    }
    return ExportDialog("sheet for the table", name, text, formats)

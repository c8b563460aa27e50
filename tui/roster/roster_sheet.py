"""A force being built as its cards and labels: to read, to copy, to print."""

from __future__ import annotations

from exports.force_cards import build_force_cards, render_cards_page
from exports.force_sheet import build_force_sheet, render_sheet_text
from tracker.application.building.draft import ForceDraft
from tracker.application.errors import Refused
from tui.widgets.text_export import FileForm, WrittenOut


def write_unit_cards(draft: ForceDraft) -> WrittenOut:
    """The sheet of a force that can be played. Raises ``Refused``."""
    roster = draft.roster
    if not roster.usable:
        raise Refused("This force cannot be played yet. Correct the problems below first.")
    rules = draft.rules
    text = render_sheet_text(build_force_sheet(rules, roster))
    forms = {
        "h": FileForm(
            "cards and labels",
            "-sheet.html",
            lambda: render_cards_page(build_force_cards(rules, roster)),
        ),
        "t": FileForm("plain text", "-sheet.txt", lambda: text),
    }
    return WrittenOut("sheet for the table", roster.name, text, forms)

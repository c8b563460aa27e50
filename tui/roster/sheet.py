"""A force being built as its cards and labels: to read, to copy, to print."""

from __future__ import annotations

from exports.force_cards import force_cards, to_page
from exports.force_sheet import force_sheet, to_text
from tracker.application.building.draft import ForceDraft
from tracker.application.errors import Refused
from tui.widgets.written_out import FileForm, WrittenOut


def unit_cards(draft: ForceDraft) -> WrittenOut:
    """The sheet of a force that can be played. Raises ``Refused``."""
    roster = draft.roster
    if not roster.usable:
        raise Refused(
            "A sheet is made of a force that can be played: mend what stands below first."
        )
    rules = draft.rules
    text = to_text(force_sheet(rules, roster))
    forms = {
        "h": FileForm(
            "cards and labels", "-sheet.html", lambda: to_page(force_cards(rules, roster))
        ),
        "t": FileForm("plain text", "-sheet.txt", lambda: text),
    }
    return WrittenOut("sheet for the table", roster.name, text, forms)

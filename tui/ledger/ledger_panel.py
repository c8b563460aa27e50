"""What stands on the page of the ledger: where it is, what can be done, its copies."""

from __future__ import annotations

from collections.abc import Iterable

import pendulum
from textual.content import Content

from tracker.application.backups import read_copies_to_keep
from tracker.application.errors import Refused
from tui.commands import select_commands
from tui.ledger.commands import LEDGER
from tui.ledger.ledger_view import LedgerSeen
from tui.screen_text import Piece, fill_line, join, keep_ending, wrap
from tui.widgets.clicks import make_clickable, make_row
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import draw_pointer, find_first_shown

DOES = ("check", "anchor", "again", "anew", "copy", "write_out", "bring_in")
KIB = 1024


class LedgerPanel(Panel):
    """Drawn anew whenever something was done."""

    def __init__(self, seen: LedgerSeen) -> None:
        super().__init__(Edges("┌", "┐"))
        self.ledger = seen

    def title(self) -> Iterable[Piece]:
        return [("the ledger", "bold")]

    def aside(self) -> Iterable[Piece]:
        return [(self.ledger.holds, "$quiet")]

    def body(self, width: int, height: int) -> list[Content]:
        head = [join([" ", (keep_ending(self.ledger.where, width - 2), "$secondary")]), Content("")]
        does = [
            make_clickable(join([" ", (one.sign, "$primary bold"), f"  {one.text}"]), one.keys[:1])
            for one in select_commands(LEDGER, *DOES)
        ]
        found = self._found(width)
        room = height - len(head) - len(does) - len(found) - 2
        return [*head, *does, Content(""), *self._copies(width, max(room, 2)), *found]

    def _copies(self, width: int, room: int) -> list[Content]:
        copies = self.ledger.copies
        title: list[Piece] = [(" backups", "bold"), (f"  {_how_many()}", "$quiet")]
        if not copies:
            return [join(title), join([(" none yet", "$quiet")])]
        room -= 2
        first = find_first_shown(len(copies), self.ledger.at, room)
        lines = [fill_line(width, title, [])]
        for place, copy in list(enumerate(copies))[first : first + room]:
            marked = place == self.ledger.at
            made = pendulum.from_timestamp(copy.made_at.timestamp(), tz="local")
            when: Piece = (made.format("ddd D MMM YYYY, HH:mm"), "bold" if marked else "")
            size = f"{_size(self.ledger.count_bytes(place)):>8} KiB "
            found = fill_line(width, [draw_pointer(marked=marked), " ", when], [(size, "$quiet")])
            lines.append(make_row(found, place, self.ledger.at))
            if marked:
                lines.append(join([f"   {self.ledger.copy_holds(place)}"]))
        return lines

    def _found(self, width: int) -> list[Content]:
        if not self.ledger.found:
            return []
        first, *more = self.ledger.found
        sign, style = ("✓", "$success") if self.ledger.good else ("×", "$error")
        lines = [Content("")]
        for text, before in ((first, f" {sign} "), *((each, "   ") for each in more)):
            for place, part in enumerate(wrap(text, width - 4)):
                lines.append(join([(before if place == 0 else "   ", style), (part, style)]))
        return lines


def _size(number: int) -> str:
    return f"{number / KIB:,.0f}"


def _how_many() -> str:
    """How many are kept, as ``WARLEDGER_BACKUPS`` says."""
    try:
        last, days = read_copies_to_keep()
    except Refused as refused:
        return refused.message
    if not last and not days:
        return "automatic backups are off (WARLEDGER_BACKUPS)"
    return f"the last {last}, and the last one of each of {days} days"

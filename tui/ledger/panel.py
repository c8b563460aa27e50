"""What stands on the page of the ledger: where it is, what can be done, its copies."""

from __future__ import annotations

from collections.abc import Iterable

import pendulum
from textual.content import Content

from tracker.application.errors import Refused
from tracker.application.keeping import numbers
from tui.commands import named
from tui.ledger.commands import LEDGER
from tui.ledger.seen import LedgerSeen
from tui.text import Piece, ending, join, line, wrap
from tui.widgets.clicks import pressing, row
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import pointer, shown

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
        head = [join([" ", (ending(self.ledger.where, width - 2), "$secondary")]), Content("")]
        does = [
            pressing(join([" ", (one.sign, "$primary bold"), f"  {one.text}"]), one.keys[:1])
            for one in named(LEDGER, *DOES)
        ]
        found = self._found(width)
        room = height - len(head) - len(does) - len(found) - 2
        return [*head, *does, Content(""), *self._copies(width, max(room, 2)), *found]

    def _copies(self, width: int, room: int) -> list[Content]:
        copies = self.ledger.copies
        title: list[Piece] = [(" copies kept beside it", "bold"), (f"  {_how_many()}", "$quiet")]
        if not copies:
            return [join(title), join([(" none yet", "$quiet")])]
        room -= 2
        first = shown(len(copies), self.ledger.at, room)
        lines = [line(width, title, [])]
        for place, copy in list(enumerate(copies))[first : first + room]:
            marked = place == self.ledger.at
            made = pendulum.from_timestamp(copy.made_at.timestamp(), tz="local")
            when: Piece = (made.format("ddd D MMM YYYY, HH:mm"), "bold" if marked else "")
            size = f"{_size(self.ledger.bytes_of(place)):>8} KiB "
            found = line(width, [pointer(marked=marked), " ", when], [(size, "$quiet")])
            lines.append(row(found, place, self.ledger.at))
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
        last, days = numbers()
    except Refused as refused:
        return refused.message
    if not last and not days:
        return "WARLEDGER_BACKUPS says that none are kept"
    return f"the last {last}, and of {days} days the last"

"""A page of things to go through: one is marked, Enter opens it, / finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.content import Content

from tui.league.evening.panels import pointer
from tui.league.page import Told, ToldBody
from tui.text import fit, join


@dataclass(frozen=True)
class Item:
    """A row, and what stands below it while it is marked. ``opens`` None: a title, never marked.

    ``more`` is shown below it in any case.
    """

    row: Content
    opens: Callable[[], None] | None = None
    below: tuple[Content, ...] = ()
    more: tuple[Content, ...] = ()


class Listing(Told):
    """Give ``items``."""

    at = 0

    def panel(self) -> ListBody:
        return ListBody(self)

    def items(self, width: int) -> Sequence[Item]:
        """The rows, each of at most ``width`` cells behind the pointer."""
        raise NotImplementedError

    def text(self) -> str:
        """Everything, also what stands below a row only while it is marked."""
        lines = [
            line.plain.rstrip()
            for item in self.items(100)
            for line in (item.row, *item.more, *item.below)
        ]
        return "\n".join(lines) + "\n"

    # --------------------------------------------------------------------------------- keys

    def marked(self) -> list[Item]:
        """What can be marked."""
        return [one for one in self.items(self.query_one(ListBody).inner) if one.opens is not None]

    def move(self, step: int) -> None:
        """Mark another row."""
        self.at = max(0, min(self.at + step, len(self.marked()) - 1))
        self.show()

    def do_up(self) -> None:
        self.move(-1)

    def do_down(self) -> None:
        self.move(1)

    def do_page_up(self) -> None:
        self.move(-10)

    def do_page_down(self) -> None:
        self.move(10)

    def do_open(self) -> None:
        every = self.marked()
        if every:
            opens = every[min(self.at, len(every) - 1)].opens
            assert opens is not None
            opens()


class ListBody(ToldBody):
    """The rows in sight, the marked one with what stands below it."""

    def __init__(self, page: Listing) -> None:
        super().__init__(page)
        self.page = page

    @property
    def inner(self) -> int:
        return max(self.size.width - 3, 10)

    def body(self, width: int, height: int) -> list[Content]:
        lines: list[Content] = []
        first = last = place = 0
        for item in self.page.items(width - 1):
            if item.opens is None:
                lines += [fit(join([" ", each]), width) for each in (item.row, *item.more)]
                continue
            here = place == self.page.at
            if here:
                first = len(lines)
            told = (item.row, *item.more, *(item.below if here else ()))
            lines.append(fit(join([pointer(marked=here), told[0]]), width))
            lines += [fit(join([" ", each]), width) for each in told[1:]]
            if here:
                last = len(lines)
            place += 1
        top = max(0, min(first - height // 3, len(lines) - height))
        if last - top > height:
            top = min(first, last - height)
        if first <= height // 2 and last <= height:
            top = 0
        return lines[top : top + height]

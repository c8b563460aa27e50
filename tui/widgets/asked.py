"""A line to type that stays open, with what was typed, until it is taken or left."""

from __future__ import annotations

from collections.abc import Callable

from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.widgets import Static

from tracker.application.errors import Refused
from tui.text import cells, join, line, wrap
from tui.widgets.entry import Completions, LineEntry


class StaysOpen(LineEntry):
    """``take`` is given the line; the sentence of a ``Refused`` is shown at the field."""

    DEFAULT_CSS = "StaysOpen > Static { height: auto; max-height: 6; }"

    def __init__(
        self,
        label: str,
        take: Callable[[str], None],
        text: str = "",
        *,
        hint: str = "",
        completions: Completions | None = None,
        selected: bool = False,
    ) -> None:
        super().__init__(label, text, hint=hint, completions=completions, selected=selected)
        self.take = take
        self.said = ""

    def _label(self) -> Content:
        """Why what was typed is refused, then the question."""
        width = max(self.app.size.width - 4, 20)
        told = wrap(self.said, width)
        lines = [join([(" × ", "$error bold"), (each, "$error")]) for each in told]
        return Content("\n").join([*lines, self._question()])

    def _question(self) -> Content:
        """What the keys do stands below it where both do not fit on a line."""
        width = max(self.app.size.width, 20)
        if cells(self.label) + cells(self.hint) + 3 <= width:
            return super()._label()
        lines = [join([(f" {each}", "$primary bold")]) for each in wrap(self.label, width - 2)[:3]]
        return Content("\n").join([*lines, line(width, [], [(f"{self.hint} ", "$quiet")])])

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        if result is not None:
            try:
                self.take(result)
            except Refused as refused:
                self._refused(refused.message)
                return AwaitComplete()
        return super().dismiss(result)

    def _refused(self, message: str) -> None:
        self.said = message
        self.query_one(Static).update(self._label())

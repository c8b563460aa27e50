"""All house rules in one list, the marked one explained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.procedures.ruleset import OptionSpec
from tui.home.choices import value_words
from tui.text import Piece, join, line, wrap
from tui.widgets.frame import Edges, Panel

if TYPE_CHECKING:
    from tui.home.options import HouseRules


class OptionRows(Panel):
    """The options that are found, with what is chosen; a dot marks what is not standard."""

    def __init__(self, screen: HouseRules) -> None:
        super().__init__(Edges("┌", "┐"))
        self.list = screen

    def title(self) -> Iterable[Piece]:
        return [("house rules", "bold"), " · ", self.list.rules.title]

    def aside(self) -> Iterable[Piece]:
        found, every = len(self.list.found()), len(self.list.rules.options)
        return [f"{found} of {every}" if self.list.sought else str(every)]

    def body(self, width: int, height: int) -> list[Content]:
        shown = self.list
        sought: list[Piece] = [" find: ", (shown.sought, "bold"), ("▌", "$primary")]
        lines = [line(width, sought, [("type to find ", "$quiet")])]
        found = shown.found()
        if not found:
            return [*lines, join([" No house rule has that in it; Backspace, or Esc."])]
        rows: list[Content] = []
        focus = 0
        for place, option in enumerate(found):
            if place == shown.at:
                focus = len(rows)
            rows += self._row(option, width, marked=place == shown.at)
        room = height - 1
        start = max(0, min(focus - room // 3, len(rows) - room))
        return [*lines, *rows[start : start + room]]

    def _row(self, option: OptionSpec, width: int, *, marked: bool) -> list[Content]:
        value = self.list.value(option)
        usual = value == option.default
        answer: Piece = (f" {value_words(value)} ", "$success" if usual else "$warning bold")
        name = option.name.replace("_", " ")
        pointer: Piece = ("▸", "$primary bold") if marked else " "
        row = line(
            width, [pointer, " " if usual else "•", (name, "bold" if marked else "")], [answer]
        )
        if not marked:
            return [row]
        others = ", ".join(value_words(each) for each in option.values if each != value)
        texts = [*wrap(option.text, width - 8), f"Space: {others}"]
        return [row, *(join([(f"     {each}", "$quiet")]) for each in texts)]

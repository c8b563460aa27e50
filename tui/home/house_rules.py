"""All house rules of a ruleset, searchable; for tables that play otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Scalar
from tui.commands import OPTIONS, select_commands
from tui.screen_text import Piece, fill_line, join
from tui.widgets.foot import Closing, Footer
from tui.widgets.form import CURSOR, FormKeys, OptionRow, Questionnaire
from tui.widgets.frame import Edges, Panel
from tui.widgets.keyed import KeyedScreen


class HouseRuleList:
    """The house rules that have what is looked for in name, question or words."""

    def __init__(self, rules: Ruleset, chosen: dict[str, Scalar]) -> None:
        self.rules = rules
        self.sought = ""
        self.every = [OptionRow(option, chosen) for option in rules.options]
        self.form = Questionnaire(self.found)

    def found(self) -> list[OptionRow]:
        sought = self.sought.casefold()
        return [row for row in self.every if sought in self._words(row).casefold()]

    def _words(self, row: OptionRow) -> str:
        return " ".join((row.label, row.option.question, row.option.text))


class HouseRules(KeyedScreen[None]):
    """Changes ``chosen`` in place; letters find, Space changes, Enter returns."""

    commands = OPTIONS

    def __init__(self, rules: Ruleset, chosen: dict[str, Scalar]) -> None:
        super().__init__()
        self.list = HouseRuleList(rules, chosen)
        self.parts = (FormKeys(self.list.form, self.show),)

    def compose(self) -> ComposeResult:
        yield HouseRulePanel(self.list)
        yield Closing()
        yield Footer(select_commands(OPTIONS, "accept", "up", "down", "change", "help"))

    def show(self) -> None:
        """Draw the list."""
        self.query_one(HouseRulePanel).refresh()

    def _seek(self, sought: str) -> None:
        self.list.sought, self.list.form.at = sought, 0
        self.show()

    def typed(self, character: str) -> bool:
        if not (character.isalnum() or character in "-'"):
            return False
        self._seek(self.list.sought + character)
        return True

    def press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self._seek(self.list.sought[:-1])
            return
        super().press(event)

    def do_accept(self) -> None:
        self.dismiss(None)


class HouseRulePanel(Panel):
    """Those that are found, with what is chosen; a dot marks what is not standard."""

    def __init__(self, shown: HouseRuleList) -> None:
        super().__init__(Edges("┌", "┐"))
        self.shown = shown

    def title(self) -> Iterable[Piece]:
        return [("house rules", "bold"), " · ", self.shown.rules.title]

    def aside(self) -> Iterable[Piece]:
        found, every = len(self.shown.found()), len(self.shown.every)
        return [f"{found} of {every}" if self.shown.sought else str(every)]

    def body(self, width: int, height: int) -> list[Content]:
        sought: list[Piece] = [" find: ", (self.shown.sought, "bold"), CURSOR]
        head = fill_line(width, sought, [("type to find ", "$quiet")])
        if not self.shown.found():
            return [head, join([" No house rule found. Press Backspace, or Esc to clear."])]
        return [head, *self.shown.form.lines(width, height - 1)]

"""All house rules of a ruleset, searchable; for tables that play otherwise."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tracker.procedures.ruleset import OptionSpec, Ruleset
from tracker.vocabulary.events import Scalar
from tui.commands import OPTIONS, named
from tui.home.option_rows import OptionRows
from tui.widgets.foot import Closing, Footer
from tui.widgets.help import help_dialog
from tui.widgets.keyed import KeyedScreen


class HouseRules(KeyedScreen[None]):
    """Changes ``chosen`` in place; letters find, Space changes, Enter returns."""

    commands = OPTIONS
    DEFAULT_CSS = "HouseRules { layout: vertical; }"

    def __init__(self, rules: Ruleset, chosen: dict[str, Scalar]) -> None:
        super().__init__()
        self.rules = rules
        self.chosen = chosen
        self.sought = ""
        self.at = 0

    def compose(self) -> ComposeResult:
        yield OptionRows(self)
        yield Closing()
        yield Footer(named(OPTIONS, "accept", "up", "down", "change", "help"))

    def found(self) -> list[OptionSpec]:
        """The options with the sought text in name, question or words."""
        sought = self.sought.casefold()
        return [
            option
            for option in self.rules.options
            if sought
            in " ".join((option.name.replace("_", " "), option.question, option.text)).casefold()
        ]

    def value(self, option: OptionSpec) -> Scalar:
        """What is chosen of an option."""
        return self.chosen.get(option.name, option.default)

    def show(self) -> None:
        """Draw the list."""
        self.at = max(0, min(self.at, len(self.found()) - 1))
        self.query_one(OptionRows).refresh()

    def typed(self, character: str) -> bool:
        if not (character.isalnum() or character in "-'"):
            return False
        self.sought += character
        self.at = 0
        self.show()
        return True

    def press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self.sought = self.sought[:-1]
            self.show()
            return
        super().press(event)

    def do_up(self) -> None:
        self.at -= 1
        self.show()

    def do_down(self) -> None:
        self.at += 1
        self.show()

    def do_change(self) -> None:
        found = self.found()
        if not found:
            return
        option = found[self.at]
        values = list(option.values)
        place = values.index(self.value(option))
        self.chosen[option.name] = values[(place + 1) % len(values)]
        self.show()

    def do_accept(self) -> None:
        self.dismiss(None)

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(OPTIONS))

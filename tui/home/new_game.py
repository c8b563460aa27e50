"""A new game: the rules, two rosters, and the few questions that tables argue about."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.vocabulary.typed import is_number
from tui.commands import NEW_GAME, Command, named
from tui.home.choices import Choices
from tui.home.game_form import GameForm
from tui.routes import screen
from tui.widgets.dialogs import Failure
from tui.widgets.entry import LineEntry
from tui.widgets.foot import Closing, Footer
from tui.widgets.help import help_dialog
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine


class NewGame(KeyedScreen[None]):
    """Enter through all of it is a standard game."""

    commands = NEW_GAME
    DEFAULT_CSS = "NewGame { layout: vertical; }"

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.form = GameForm(book)

    def compose(self) -> ComposeResult:
        yield Choices(self.form)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(NEW_GAME, "accept", "change", "options", "file", "back", "help"))

    def show(self) -> None:
        """Draw the step."""
        self.query_one(Choices).refresh()

    def say(self, text: str) -> None:
        """What is wrong."""
        self.query_one(NoticeLine).say(text, bad=True)

    def typed(self, character: str) -> bool:
        if not is_number(character) or not 1 <= int(character) <= self.form.count():
            return False
        self.form.go_to(int(character) - 1)
        if self.form.step == "questions":
            self.do_change()
        else:
            self.do_accept()
        return True

    def run(self, command: Command) -> None:
        super().run(command)
        if self.is_current:
            self.show()

    # ------------------------------------------------------------------------------ commands

    def do_accept(self) -> None:
        try:
            match self.form.step:
                case "rules":
                    self.form.take_rules()
                case "force":
                    self.form.take_force()
                    self.say("")
                case _:
                    # At once, so that dice typed ahead find the table.
                    self.app.switch_screen(screen("table", self.form.begin()))
        except Refused as refused:
            self.say(refused.message)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        if self.is_current:
            self.show()

    def do_up(self) -> None:
        self.form.go_to(self.form.at - 1)

    def do_down(self) -> None:
        self.form.go_to(self.form.at + 1)

    def do_change(self) -> None:
        if self.form.step == "questions" and self.form.count():
            self.form.asked.here.step(1)
            self.show()

    def do_options(self) -> None:
        rules = self.form.rules
        if self.form.step != "questions" or rules is None:
            self.say("House rules come after the two forces.")
            return
        options = screen("house rules", rules, self.form.options)
        self.app.push_screen(options, lambda _: self.show())

    def do_file(self) -> None:
        if self.form.step != "force":
            when = "before" if self.form.step == "questions" else "after this"
            self.say(f"A roster is chosen in the step {when}.")
            return
        hint = "a roster file (TOML) · Esc leaves it"
        self.app.push_screen(LineEntry("file", hint=hint), self._read)

    def _read(self, path: str | None) -> None:
        try:
            if path:
                self.form.read(path)
        except Refused as refused:
            self.say(refused.message)
        self.show()

    def do_back(self) -> None:
        self.say("")
        if not self.form.back():
            self.dismiss(None)

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(NEW_GAME))

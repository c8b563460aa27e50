"""A new game: the rules, two rosters, and the few questions that tables argue about."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.campaigns.paired import PairedGame
from tracker.application.match.game import Game
from tracker.vocabulary.typed import is_number
from tui.commands import NEW_GAME, Key, select_commands
from tui.home.game_form import GameForm
from tui.home.new_game_choices import Choices
from tui.routes import make_screen
from tui.widgets.entry import LineEntry
from tui.widgets.foot import Closing, Footer
from tui.widgets.form import TextRow
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging


class StepFooter(Footer):
    """A force is read or made where one is chosen, answers change where they are asked."""

    def __init__(self, form: GameForm) -> None:
        super().__init__(NEW_GAME)
        self.form = form

    def now(self) -> tuple[Key, ...]:
        choosing = self.form.step == "force"
        middle = ("file", "make") if choosing else ("change", "options")
        return select_commands(NEW_GAME, "accept", *middle, "back", "help")


class NewGame(KeyedScreen[None]):
    """Enter through all of it is a standard game; of a pairing, where one is given."""

    commands = NEW_GAME

    def __init__(self, book: Book, paired: PairedGame | None = None) -> None:
        super().__init__()
        self.form = GameForm(book, paired)
        self.parts = (Paging(lambda step: self.form.go_to(self.form.at + step)),)

    def compose(self) -> ComposeResult:
        yield Choices(self.form)
        yield Closing()
        yield NoticeLine()
        yield StepFooter(self.form)

    def show(self) -> None:
        """Draw the step."""
        self.query_one(Choices).refresh()
        self.query_one(StepFooter).refresh()

    @property
    def _words(self) -> TextRow | None:
        """The row at hand, where it takes words."""
        here = self.form.asked.here if self.form.step == "questions" else None
        return here if isinstance(here, TextRow) else None

    def typed(self, character: str) -> bool:
        if self._words is not None:
            self._words.typed(character)
            self.show()
            return True
        if self.form.sought and character.isalpha():
            self._seek(self.form.sought + character)
            return True
        if not is_number(character) or not 1 <= int(character) <= self.form.count():
            return False
        self.form.go_to(int(character) - 1)
        if self.form.step == "questions":
            self.do_change()
        else:
            self._accept(self.form.take_force)
        return True

    def unknown(self, character: str) -> None:
        self._seek(self.form.sought + character)

    def press(self, event: events.Key) -> None:
        if event.key == "backspace" and self.form.sought:
            event.stop()
            self._seek(self.form.sought[:-1])
            return
        if event.key == "backspace" and self._words is not None and self._words.text:
            event.stop()
            self._words.erase()
            self.show()
            return
        super().press(event)

    def _seek(self, sought: str) -> bool:
        """Mark what is called so; what nothing is called stays until it is dropped."""
        found = self.form.seek_row(sought)
        why = "choose with a number or ↑ ↓; Backspace or Esc clears it"
        self.say(f"No row is called {sought}: {why}." if not found else sought, bad=not found)
        self.show()
        return found

    def run(self, command: Key) -> None:
        super().run(command)
        if self.is_current:
            self.show()

    # ------------------------------------------------------------------------------ commands

    def do_accept(self) -> None:
        self._accept(self.form.take_usual)

    def _accept(self, take: Callable[[], None]) -> None:
        """The step is done: ``take`` is how forces are taken; not over what chooses nothing."""
        if self.form.sought and not self._seek(self.form.sought):
            return
        self.say("")
        match self.form.step:
            case "rules":
                self.form.take_rules()
            case "force":
                self.try_to_do(take)
            case _:
                self._begin()
        if self.is_current:
            self.show()

    def _begin(self) -> None:
        other = self.form.asked_next
        if other is not None:
            self.form.go_to(self.form.rows().index(other))
            return
        self._go_to_table(self.form.begin)

    def _go_to_table(self, begin: Callable[[], Game]) -> None:
        game = self.try_to_do(begin)
        if game is not None:  # at once, so that dice typed ahead find the table
            self.app.switch_screen(make_screen("table", game))

    def do_rematch(self) -> None:
        self._go_to_table(self.form.begin_rematch)

    def do_change(self) -> None:
        if self.form.step == "questions" and self.form.count():
            self.form.asked.here.step(1)
            self.show()

    def do_options(self) -> None:
        rules = self.form.rules
        if self.form.step != "questions" or rules is None:
            self.say("Choose the two forces first, then the house rules.", bad=True)
            return
        options = make_screen("house rules", rules, self.form.options)
        self.app.push_screen(options, lambda _: self.show())

    def do_file(self) -> None:
        if self.form.step != "force":
            when = "before" if self.form.step == "questions" else "after this"
            self.say(f"You can choose a roster in the step {when}.", bad=True)
            return
        hint = "a roster file (TOML)"
        if self.form.takes_lines:
            hint = "8 riflemen, 1 tank · or a roster file (TOML)"
        self.app.push_screen(LineEntry("file", hint=hint, does="read it"), self._typed)

    def do_make(self) -> None:
        if self.form.step != "force" or self.form.rules is None:
            self.say("You can build a force in the step where you choose one.", bad=True)
            return
        self.app.push_screen(make_screen("make a force", [self.form.rules]), self._made)

    def _made(self, path: str | None) -> None:
        """What was built is what this side plays; why it cannot be is said."""
        self._read(path)
        if path is not None:
            self._accept(self.form.take_force)

    def _typed(self, said: str | None) -> None:
        """A file is one more to choose from; a force that was typed is what this side plays."""
        self._read(said)
        if said and self.form.takes_lines and not said.strip().endswith(".toml"):
            self._accept(self.form.take_force)

    def _read(self, path: str | None) -> None:
        if path:
            self.try_to_do(lambda: self.form.read(path))
        self.show()

    def do_back(self) -> None:
        self.say("")
        if self.form.sought:
            self._seek("")
        elif not self.form.back():
            self.dismiss(None)

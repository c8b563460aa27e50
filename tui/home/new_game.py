"""A new game: the rules, two rosters, and the few questions that tables argue about."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from textual.app import ComposeResult

from tracker.application.book import Book, Entrant
from tracker.application.errors import LedgerError, Refused
from tracker.procedures.declared.forces import Roster
from tracker.procedures.ruleset import OptionSpec, Ruleset
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.typed import is_number
from tui.commands import NEW_GAME, named
from tui.home.choices import SIDES, Choices
from tui.routes import screen
from tui.widgets.dialogs import Failure
from tui.widgets.entry import LineEntry
from tui.widgets.foot import Closing, Footer
from tui.widgets.help import help_dialog
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine

MOST_QUESTIONS = 6


@dataclass
class Setting:
    """What was chosen so far."""

    rules: Ruleset | None = None
    forces: list[tuple[str, Roster, str]] = field(default_factory=list)
    options: dict[str, Scalar] = field(default_factory=dict)


class NewGame(KeyedScreen[None]):
    """Enter through all of it is a standard game."""

    commands = NEW_GAME
    DEFAULT_CSS = "NewGame { layout: vertical; }"

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book
        self.setting = Setting()
        self.at = 0
        self.extra: list[tuple[str, Roster, str]] = []
        if len(book.rulesets) == 1:
            self.setting.rules = next(iter(book.rulesets.values()))

    def compose(self) -> ComposeResult:
        yield Choices(self)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(NEW_GAME, "accept", "change", "options", "file", "back", "help"))

    # -------------------------------------------------------------------------------- steps

    @property
    def step(self) -> str:
        if self.setting.rules is None:
            return "rules"
        return "force" if len(self.setting.forces) < len(SIDES) else "questions"

    @property
    def questions(self) -> list[OptionSpec]:
        """The house rules that are asked."""
        rules = self.setting.rules
        every = rules.options if rules else ()
        return [option for option in every if option.question][:MOST_QUESTIONS]

    def rosters(self) -> list[tuple[str, Roster, str]]:
        """The samples that ship with the rules, and those read from files: name, roster, text."""
        rules = self.setting.rules
        if rules is None or rules.forces is None:
            return []
        read = rules.forces.read
        found = [(s.file, read(s.text, rules.defaults()), s.text) for s in rules.forces.samples()]
        return [*found, *self.extra]

    def rows(self) -> int:
        """How many rows there are to choose from."""
        match self.step:
            case "rules":
                return len(self.book.rulesets)
            case "force":
                return len(self.rosters())
            case _:
                return len(self.questions)

    def show(self) -> None:
        """Draw the step."""
        self.at = max(0, min(self.at, self.rows() - 1))
        self.query_one(Choices).refresh()

    # ------------------------------------------------------------------------------ commands

    def typed(self, character: str) -> bool:
        if not is_number(character) or not 1 <= int(character) <= self.rows():
            return False
        self.at = int(character) - 1
        if self.step == "questions":
            self.do_change()
        else:
            self.do_accept()
        return True

    def do_accept(self) -> None:
        match self.step:
            case "rules":
                self.setting.rules = list(self.book.rulesets.values())[self.at]
                self.at = 0
            case "force":
                self._take_force()
            case _:
                self._begin()
        if self.is_current:
            self.show()

    def _take_force(self) -> None:
        name, roster, text = self.rosters()[self.at]
        if not roster.usable:
            serious = [problem for problem in roster.problems if problem.serious]
            where = f"line {serious[0].line}: {serious[0].text}" if serious else "no units"
            self.query_one(NoticeLine).say(f"{name}, {where}", bad=True)
            return
        self.query_one(NoticeLine).say("")
        self.setting.forces.append((name, roster, text))
        self.at = min(1, len(self.rosters()) - 1) if len(self.setting.forces) == 1 else 0

    def _begin(self) -> None:
        rules = self.setting.rules
        assert rules is not None
        entrants = [
            Entrant(side, text, source=name)
            for side, (name, _, text) in zip(SIDES, self.setting.forces, strict=True)
        ]
        title = " v ".join(roster.name for _, roster, _ in self.setting.forces)
        try:
            game = self.book.begin(rules.id, entrants, title=title, options=self.setting.options)
        except Refused as refused:
            self.query_one(NoticeLine).say(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            # At once, so that dice typed ahead find the table.
            self.app.switch_screen(screen("table", game))

    def do_up(self) -> None:
        self.at -= 1
        self.show()

    def do_down(self) -> None:
        self.at += 1
        self.show()

    def do_change(self) -> None:
        if self.step != "questions" or not self.questions:
            return
        option = self.questions[self.at]
        values = list(option.values)
        now = self.setting.options.get(option.name, option.default)
        self.setting.options[option.name] = values[(values.index(now) + 1) % len(values)]
        self.show()

    def do_options(self) -> None:
        rules = self.setting.rules
        if self.step != "questions" or rules is None:
            self.query_one(NoticeLine).say("House rules come after the two forces.", bad=True)
            return
        options = screen("house rules", rules, self.setting.options)
        self.app.push_screen(options, lambda _: self.show())

    def do_file(self) -> None:
        if self.step != "force":
            self.query_one(NoticeLine).say("A roster is chosen in the step before.", bad=True)
            return
        hint = "a roster file (TOML) · Esc leaves it"
        self.app.push_screen(LineEntry("file", hint=hint), self._read)

    def _read(self, path: str | None) -> None:
        rules = self.setting.rules
        if not path or rules is None or rules.forces is None:
            return
        file = Path(path.strip()).expanduser()
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "this is not text"
            self.query_one(NoticeLine).say(f"{file}: {reason}.", bad=True)
            return
        self.extra.append((file.name, rules.forces.read(text, rules.defaults()), text))
        self.at = len(self.rosters()) - 1
        self.show()

    def do_back(self) -> None:
        self.query_one(NoticeLine).say("")
        if self.setting.forces:
            self.setting.forces.pop()
        elif self.setting.rules is not None and len(self.book.rulesets) > 1:
            self.setting.rules = None
        else:
            self.dismiss(None)
            return
        self.at = 0
        self.show()

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(NEW_GAME))

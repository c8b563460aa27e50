"""The evening of a round: results typed on their rows, signatures, the next draft, publishing."""

from __future__ import annotations

from msgspec.structs import replace
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.results import between, score
from tracker.leagues.rows import Fixture
from tracker.vocabulary.typed import is_number
from tui.commands import named
from tui.league.commands import EVENING, TYPED
from tui.league.evening import said
from tui.league.evening.drafting import Drafting
from tui.league.evening.panels import Draft, HeadLine, Tables, TypedLine, Ways
from tui.league.evening.results import Resulting
from tui.league.evening.view import TableRow, evening_of
from tui.routes import screen
from tui.widgets.dialogs import Failure
from tui.widgets.foot import Footer
from tui.widgets.help import help_dialog
from tui.widgets.notice import NoticeLine

MINUTE = 60.0
AFTER = 5  # lines for the draft's own rows below its pairings
OTHERS = 7  # lines that are neither tables nor draft


class EveningScreen(Drafting, Resulting):
    """The marked row is a table of the round at hand or, below those, a pairing of the draft."""

    commands = EVENING

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.typed_text = ""
        self.seen = evening_of(league)
        self.at = self._next_open(-1)

    def compose(self) -> ComposeResult:
        yield HeadLine(self)
        yield Tables(self)
        yield Draft(self)
        yield TypedLine(self)
        yield Ways(self)
        yield NoticeLine()
        yield Footer(named(EVENING, "draft", "publish", "players", "standings", "undo", "help"))

    def on_mount(self) -> None:
        self.show()
        self.set_interval(MINUTE, self.look_again)

    def look_again(self) -> None:
        """A minute has passed: what time it is, what others wrote."""
        self.catch_up()
        self.show()

    def show(self) -> None:
        """Look at the league again and draw the evening."""
        self.seen = evening_of(self.league)
        rows = len(self.seen.tables) + len(self.seen.drafted)
        self.at = max(0, min(self.at, rows - 1))
        room = self.size.height - OTHERS
        most = max(3, room - min(len(self.seen.drafted), 4) - AFTER)
        self.query_one(Tables).styles.height = 1 + min(max(len(self.seen.tables), 2), most)
        for widget in self.query("HeadLine, Panel, Ways"):
            widget.refresh()

    # ------------------------------------------------------------------------------ the rows

    @property
    def marked(self) -> TableRow | None:
        """The table that is marked; None where a pairing of the draft is."""
        return self.seen.tables[self.at] if self.at < len(self.seen.tables) else None

    def fixture(self, table: int | None = None) -> Fixture:
        """The pairing of a table, or of the marked row. Raises ``Refused``."""
        if table is not None:
            return self.league.results.of(str(table))
        if self.marked is None:
            raise Refused("Mark a table of the round first, or type its number before it.")
        return self.league.state.fixtures[self.marked.fixture]

    def go_to(self, fixture: str) -> None:
        """Mark the row of a pairing."""
        for place, one in enumerate(self.seen.tables):
            if one.fixture == fixture:
                self.at = place
        self.show()

    def _next_open(self, after: int) -> int:
        """The next table without a result, round and round; the same if all are in."""
        tables = self.seen.tables
        order = [*range(after + 1, len(tables)), *range(min(after + 1, len(tables)))]
        still = [place for place in order if tables[place].how == "open"]
        live = [place for place in order if tables[place].how == "live"]
        found: list[int] = [*still, *live, max(after, 0)]
        return found[0]

    def jump(self) -> None:
        """Mark the next table that is open."""
        self.at = self._next_open(self.at)
        self.show()

    def draft_row(self) -> str | None:
        """The pairing of the draft that is marked."""
        place = self.at - len(self.seen.tables)
        return self.seen.drafted[place].fixture if 0 <= place < len(self.seen.drafted) else None

    def published(self) -> None:
        """The round at hand is another one: mark its first open table."""
        self.at = self._next_open(-1)
        self.show()

    # -------------------------------------------------------------------------------- typing

    def typed(self, character: str) -> bool:
        """While a line is typed every key is of that line, but for ``?`` and ``3a 3x 3k``."""
        if character == "?" or (not self.typed_text and character not in said.BEGINS):
            return False
        if is_number(self.typed_text) and character in "axk":
            table, self.typed_text = int(self.typed_text), ""
            try:
                self.go_to(self.fixture(table).id)
            except Refused as refused:
                self.say(refused.message, bad=True)
                return True
            return False
        self.say("")
        self._type(self.typed_text + character)
        return True

    def _type(self, text: str) -> None:
        self.typed_text = text
        self.query_one(TypedLine).refresh()

    def meant(self) -> str:
        """What Enter does with what is typed, or nothing while it cannot be told."""
        line = said.read(self.typed_text)
        try:
            if line.verb == "result":
                one = self.fixture(line.table)
                ended = self.league.results.read(one, line.text)
                names = self.league.state.name
                points = between(ended.vp) if ended.vp else "–"
                told = score(names(ended.winner), replace(ended, vp=None))
                pair = f"{names(one.home)} {points} {names(one.away)}"
                return f"{self.called(one)}: {pair}, {told}"
            if line.verb == "sign":
                one = self.fixture(line.table)
                who = {"1": one.home, "2": one.away}.get(line.text)
                name = f"{self.league.state.name(who)} signs" if who else "both sign"
                return f"{self.called(one)}: {name}"
            if line.verb == "look":
                return f"go to table {line.table}; Space and a result enters it there"
        except Refused:
            return ""
        if line.verb == "swap":
            return f"draft: tables {line.table} and {line.text} change opponents"
        return f"draft: table {line.table} stays"

    def do_erase(self) -> None:
        self._type(self.typed_text[:-1])

    def do_clear(self) -> None:
        if self.typed_text:
            self._type("")
        else:
            self.dismiss(None)

    def do_accept(self) -> None:
        if not self.typed_text:
            self.look()
            return
        line = said.read(self.typed_text)
        try:
            done = self._do(line)
        except Refused as refused:
            self.say(refused.message, bad=True)
            return
        if done:
            self._type("")

    def _do(self, line: said.Said) -> bool:
        """Do what was typed; False leaves it to be mended."""
        match line.verb:
            case "look":
                self.go_to(self.fixture(line.table).id)
                if self.marked is not None and self.marked.how == "live":
                    self.look()
                return True
            case "sign":
                return self.sign(self.fixture(line.table), line.text)
            case "swap":
                first, second = line.table or 0, int(line.text)
                return self.enter(lambda: self.league.rounds.swap_rows(first, second)) is not None
            case "lock":
                return self.lock_table(str(line.table))
            case _:
                return self.result(self.fixture(line.table), line.text)

    # ------------------------------------------------------------------------------ commands

    def do_up(self) -> None:
        self.at -= 1
        self.show()

    def do_down(self) -> None:
        self.at += 1
        self.show()

    def look(self) -> None:
        """Look at the game of the marked table; nothing can be written there."""
        if self.marked is None:
            return
        link = self.fixture().link
        if link is None:
            self.say(
                "This game is not kept here: type its result, or k says which game it is.",
                bad=True,
            )
            return
        try:
            self.app.push_screen(screen("watch", self.book.game(link.match)))
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))

    def do_standings(self) -> None:
        from tui.league.standings.screen import StandingsScreen

        self.app.push_screen(StandingsScreen(self.book, self.league))

    def do_large(self) -> None:
        from tui.league.standings.large import LargeScreen

        self.app.push_screen(LargeScreen(self.book, self.league))

    def do_rounds(self) -> None:
        from tui.league.standings.rounds import RoundScreen

        self.app.push_screen(RoundScreen(self.book, self.league))

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(EVENING, more=[("What can be typed", TYPED)]))

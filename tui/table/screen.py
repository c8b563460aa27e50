"""The table: rosters, what is asked, the log, and one prompt for everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from tracker.application.errors import LedgerError
from tracker.application.match.game import Game
from tracker.vocabulary.names import Subject
from tui.commands import TABLE, Key
from tui.notices import Notice
from tui.prompt.prompt import Prompt, Stood
from tui.table.ahead import LookingAhead
from tui.table.answer_keys import Answering
from tui.table.changing import Changing
from tui.table.layout import Layout
from tui.table.looking import Looking
from tui.table.pointing import type_name
from tui.table.set_right_keys import SetRightKeys
from tui.table.sitting import Sitting
from tui.table.table_part import TableView
from tui.table.text_keys import Writing
from tui.widgets.dialogs import Failure
from tui.widgets.foot import TableFooter
from tui.widgets.keyed import KeyedScreen
from tui.widgets.keys_dialog import KeyRow
from tui.widgets.live_reload import LiveReload

TYPED = "AskPanel, ForecastPanel, EchoLine, #coach"
"""The parts that change while nothing but a key was pressed."""


class TableScreen(KeyedScreen[None]):
    """A game being kept. ``coach`` says what to try, ``footer`` the keys; where ``leaves`` is true
    Escape leaves at once, and nobody is asked where things stand.
    """

    commands = TABLE
    DEFAULT_CSS = "TableScreen { layout: vertical; } TableScreen Horizontal { height: auto; }"

    def __init__(
        self,
        game: Game,
        *,
        coach: Callable[[Prompt], Widget] | None = None,
        footer: Callable[[Prompt], TableFooter] = TableFooter,
        leaves: bool = False,
    ) -> None:
        super().__init__()
        view = TableView(game)
        self.game, self.prompt = game, view.prompt
        self.live = LiveReload(game, self, below=True)
        self.leaves = leaves
        self.layout_of = Layout(view, self, coach=coach, footer=footer)
        self.ahead = LookingAhead(view, self)
        self.sitting = Sitting(view, self)
        self.writing = Writing(view, self)
        self.looking = Looking(view, self)
        commands = (kind(view, self) for kind in (Answering, Changing, SetRightKeys))
        self.parts = (self.writing, self.sitting, *commands, self.looking)
        self.view = view
        view.show, view.play = self.show, self.writing.play
        self._shape: object = None
        self._drawn: object = None
        self._doubt = ""
        self._over = self._is_over()

    def compose(self) -> ComposeResult:
        yield from self.layout_of.compose()

    def on_mount(self) -> None:
        self.sitting.begin()

    def on_screen_resume(self) -> None:
        self.prompt.rolling.offer()
        self.show()

    def stands(self) -> object:
        return self.prompt.stands()

    def reload_lists(self, stood: Stood) -> None:
        self.prompt.keep_typed(stood)
        self.prompt.rolling.offer()
        self.show()

    def ledger_away(self, why: str) -> None:
        self.prompt.notice = Notice(why, "refused") if why else None
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.prompt.add(" ".join(event.text.split()))
        self.show()

    def typed(self, character: str) -> bool:
        if not self.prompt.saying.takes(character):
            return False
        self.prompt.add(character)
        self.show()
        return True

    def type_pointed(self, whom: Subject) -> None:
        """Type whoever was clicked, as if by its number."""
        for character in type_name(self.prompt, whom):
            self.typed(character)
        self.show()

    def unknown(self, character: str) -> None:
        keys = self.game.ruleset.keys
        hows = ", ".join(f"{letter} {how}" for letter, how in keys.flags.items())
        asked = self.prompt.pending is not None or not hows
        more = "" if asked else f"; after an action: {hows}"
        self.prompt.notice = Notice(
            f"{character} is not a key here. Press ? for the keys{more}.", "plain"
        )
        self.show()

    def offers(self) -> Sequence[KeyRow]:
        """What the palette knows beside the keys: what can be done as things stand."""
        now = self.looking.now()
        return now[1] if now is not None else ()

    def press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self.prompt.delete_last()
            self.show()
            return
        super().press(event)

    def run(self, command: Key) -> None:
        if self.leaves and command.id in ("escape", "leave"):
            self.app.pop_screen()
            return
        if self._is_over() and command.id == "accept" and not self.prompt.typed:
            self.looking.end_page()
            return
        try:
            super().run(command)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        self.writing.ask_why()
        self.show()

    def _is_over(self) -> bool:
        return self.game.match.ended is not None

    def _say_the_end(self) -> None:
        """Open the page of the end once, when the game has ended here."""
        over = self._is_over()
        if over and not self.is_active:
            return
        if over and not self._over and not self.leaves:
            self.call_after_refresh(self.looking.end_page)
        self._over = over

    def _say_doubt(self) -> None:
        """Say once that a league may not have the end of this game."""
        doubt = self.game.journal.unreported
        if doubt and doubt != self._doubt:
            self.prompt.notice = Notice(doubt, "refused")
        self._doubt = doubt

    def show(self) -> None:
        """Draw what has changed; the frame anew where its parts have."""
        if not self.is_mounted:
            return
        if not self.leaves:
            self.sitting.remember()
        self._say_doubt()
        self._say_the_end()
        self.ahead.look_ahead()
        shape = (self.app.size, self.layout_of.measure_roster(), self.layout_of.ask_height())
        if shape != self._shape:
            self._shape = shape
            self.refresh(recompose=True)
            return
        view = self.view
        stands = (self.game.version, self.prompt.side, self.prompt.free is None)
        drawn = (*stands, view.log_unfolded)
        changed = drawn != self._drawn
        self._drawn = drawn
        for widget in self.query(
            "ScoreBar, PhaseBar, Panel, #coach, TableFooter" if changed else TYPED
        ):
            widget.refresh()

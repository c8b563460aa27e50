"""Set right by hand: a form for one unit, or the sheet of all; one entry, or none."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tracker.application.correcting.joining import join
from tracker.application.correcting.manual_adjustments import set_values
from tracker.application.errors import LedgerError, NeedsReason, Refused
from tracker.application.rosters import read_text_at
from tracker.vocabulary.names import handle
from tui.commands import RIGHT, Key, select_commands
from tui.correcting.set_right_form import SetRightForm
from tui.correcting.set_right_panels import RightLine, RightPanel
from tui.widgets.dialogs import Failure
from tui.widgets.entry import LineEntry
from tui.widgets.foot import Footer
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine
from tui.widgets.paging import Paging

WROTE = "written"
AND_NEXT = "and next"


class SetRight(KeyedScreen[str]):
    """Gives back ``written``, ``and next`` (this half or phase shall end), or "" for nothing."""

    commands = RIGHT

    def __init__(self, form: SetRightForm) -> None:
        super().__init__()
        self.form = form
        self.parts = (Paging(form.up),)

    def compose(self) -> ComposeResult:
        yield RightPanel(self.form)
        yield RightLine(self.form)
        yield NoticeLine()
        yield Footer(self._keys())

    def _keys(self) -> tuple[Key, ...]:
        if self.form.stage == "pick":
            return select_commands(RIGHT, "other", "join", "help", "leave")
        last = "go_on" if self.form.stage == "grid" else "more"
        return select_commands(RIGHT, "write", "down", last, "reason", "help", "leave")

    def press(self, event: events.Key) -> None:
        before = len(self.app.screen_stack)
        super().press(event)
        if self.is_mounted and len(self.app.screen_stack) == before:
            self.query_one(Footer).commands = self._keys()
            for widget in self.query("RightPanel, RightLine, Footer"):
                widget.refresh()

    def typed(self, character: str) -> bool:
        self.say("")
        if not self.form.takes(character):
            return False
        self.form.type(character)
        return True

    def run(self, command: Key) -> None:
        self.say("")
        super().run(command)

    # ------------------------------------------------------------------------------ commands

    def do_less(self) -> None:
        self.form.move_sideways(-1)

    def do_more(self) -> None:
        self.form.move_sideways(1)

    def do_erase(self) -> None:
        self.form.erase()

    def do_other(self) -> None:
        self.form.other()

    def do_reason(self) -> None:
        self.form.giving_reason = True

    def do_join(self) -> None:
        """Units of a roster come to the side that is shown."""
        if self.form.stage != "pick":
            return
        entry = LineEntry("who joins", hint="a roster file, or a sample: more.toml # late")
        self.app.push_screen(entry, self._join)

    def _join(self, typed: str | None) -> None:
        path, _, why = (typed or "").partition("#")
        game = self.form.game
        if not path.strip():
            return
        try:
            text, source = read_text_at(path, game.ruleset)
            join(game, handle(self.form.side), text, source, why.strip())
        except Refused as refused:
            self.say(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            self.dismiss(WROTE)

    def do_leave(self) -> None:
        if not self.form.back():
            self.dismiss("")

    def do_write(self) -> None:
        form = self.form
        if form.stage == "pick" and not form.sheet.changed and not form.giving_reason:
            self._pick()
        elif form.sheet.wrong:
            self.say("Nothing was entered. Correct the marked row first.", bad=True)
        else:
            self._write(WROTE)

    def do_go_on(self) -> None:
        self._write(AND_NEXT)

    def _pick(self) -> None:
        found = self.form.list_candidates()
        if self.form.typed and found:
            self.form.pick(found[0])
        else:
            self.say("Type the number of a unit, or 0 for all units.")

    def _write(self, result: str) -> None:
        form = self.form
        reason = form.reason.text.strip()
        if form.closes and not form.sheet.changed:
            reason = reason or "no effect"
        try:
            written = set_values(
                form.game, form.sheet.changed, reason, about=form.about, closes=form.closes
            )
        except NeedsReason as needs:
            form.giving_reason = True
            self.say(needs.message)
        except Refused as refused:
            self.say(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            self.dismiss(result if written or result == AND_NEXT else "")

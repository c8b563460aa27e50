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
from tui.correcting.form import SetRightForm
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

    def __init__(self, desk: SetRightForm) -> None:
        super().__init__()
        self.desk = desk
        self.parts = (Paging(desk.up),)

    def compose(self) -> ComposeResult:
        yield RightPanel(self.desk)
        yield RightLine(self.desk)
        yield NoticeLine()
        yield Footer(self._keys())

    def _keys(self) -> tuple[Key, ...]:
        if self.desk.stage == "pick":
            return select_commands(RIGHT, "other", "join", "help", "leave")
        last = "go_on" if self.desk.stage == "grid" else "more"
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
        if not self.desk.takes(character):
            return False
        self.desk.type(character)
        return True

    def run(self, command: Key) -> None:
        self.say("")
        super().run(command)

    # ------------------------------------------------------------------------------ commands

    def do_less(self) -> None:
        self.desk.move_sideways(-1)

    def do_more(self) -> None:
        self.desk.move_sideways(1)

    def do_erase(self) -> None:
        self.desk.erase()

    def do_other(self) -> None:
        self.desk.other()

    def do_reason(self) -> None:
        self.desk.giving_reason = True

    def do_join(self) -> None:
        """Units of a roster come to the side that is shown."""
        if self.desk.stage != "pick":
            return
        entry = LineEntry("who joins", hint="a roster file, or a sample: more.toml # late")
        self.app.push_screen(entry, self._join)

    def _join(self, typed: str | None) -> None:
        path, _, why = (typed or "").partition("#")
        game = self.desk.game
        if not path.strip():
            return
        try:
            text, source = read_text_at(path, game.ruleset)
            join(game, handle(self.desk.side), text, source, why.strip())
        except Refused as refused:
            self.say(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            self.dismiss(WROTE)

    def do_leave(self) -> None:
        if not self.desk.back():
            self.dismiss("")

    def do_write(self) -> None:
        desk = self.desk
        if desk.stage == "pick" and not desk.sheet.changed and not desk.giving_reason:
            self._pick()
        elif desk.sheet.wrong:
            self.say("Nothing is written yet: mend the marked row.", bad=True)
        else:
            self._write(WROTE)

    def do_go_on(self) -> None:
        self._write(AND_NEXT)

    def _pick(self) -> None:
        found = self.desk.list_candidates()
        if self.desk.typed and found:
            self.desk.pick(found[0])
        else:
            self.say("Type the number of a unit, or 0 for all.")

    def _write(self, result: str) -> None:
        desk = self.desk
        reason = desk.reason.text.strip()
        if desk.closes and not desk.sheet.changed:
            reason = reason or "nothing came of it"
        try:
            written = set_values(
                desk.game, desk.sheet.changed, reason, about=desk.about, closes=desk.closes
            )
        except NeedsReason as needs:
            desk.giving_reason = True
            self.say(needs.message)
        except Refused as refused:
            self.say(refused.message, bad=True)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        else:
            self.dismiss(result if written or result == AND_NEXT else "")

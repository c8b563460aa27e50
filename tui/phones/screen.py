"""The doors of a game or an evening: who may look on, who writes, each by a code of its own."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from tui.app import WarledgerApp
from tui.commands import Key, select_commands
from tui.phones.commands import PHONES
from tui.phones.doors import OnPhones
from tui.phones.panel import DoorsPanel
from tui.phones.server_process import Serving
from tui.widgets.foot import Footer
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine


class PhonesScreen(KeyedScreen[None]):
    """The server is a program of its own on the same ledger; it goes on behind the screen.

    ``asked`` is the door that is closed if its key is pressed once more.
    """

    commands = PHONES

    def __init__(self, shown: OnPhones) -> None:
        super().__init__()
        self.shown = shown
        self.asked = -1

    def compose(self) -> ComposeResult:
        yield DoorsPanel(self.shown, None)
        yield NoticeLine()
        yield Footer(select_commands(PHONES, "serve", "network", "anew", "help", "leave"))

    def on_mount(self) -> None:
        """Take over the server: one that shows something else goes on with these doors."""
        app = self.app
        assert isinstance(app, WarledgerApp)
        ledger, before = app.book.address, app.serving
        if not ledger:
            return
        stream = self.shown.stream
        if before is None or (before.stream, before.ledger) != (stream, ledger):
            app.serving = Serving(ledger, stream, len(self.shown.doors))
        self.panel.serving = app.serving
        if before is not None and before is not app.serving and before.is_on:
            assert app.serving is not None
            app.serving.lan = before.lan
            before.end()
            self._work(app.serving.begin)

    @property
    def panel(self) -> DoorsPanel:
        return self.query_one(DoorsPanel)

    def run(self, command: Key) -> None:
        if command.id != "anew":
            self.asked = -1
        super().run(command)

    def do_up(self) -> None:
        self._mark(-1)

    def do_down(self) -> None:
        self._mark(1)

    def _mark(self, way: int) -> None:
        self.panel.at = (self.panel.at + way) % len(self.shown.doors)
        self.panel.refresh()

    def do_serve(self) -> None:
        serving = self.panel.serving
        if serving is not None:
            self._work(serving.end if serving.is_on else serving.begin)

    def do_network(self) -> None:
        serving = self.panel.serving
        if serving is not None and not self.panel.busy:
            serving.lan = not serving.lan
            self._work(serving.begin)

    def do_anew(self) -> None:
        serving = self.panel.serving
        if serving is None or not serving.is_on:
            self.say("A door is closed while it is shown on phones; Enter shows it.", bad=True)
            return
        at, door = self.panel.at, self.shown.doors[self.panel.at].closed_as
        if self.asked != at:
            self.asked = at
            self.say(
                f"Press c again to give {door} a new address. The old one then opens nothing, and"
                " all phones connect again."
            )
            return
        self.asked = -1
        said = f"{door} has a new address; the old one opens nothing any more."
        self._work(lambda: serving.begin(door), said)

    def _work(self, how: Callable[[], None], said: str = "") -> None:
        """Begin or end it beside the screen, which shows what came of it."""
        if self.panel.busy:
            return
        self.panel.busy = True
        self.panel.refresh()
        self.say("")

        def work() -> None:
            how()
            self.app.call_from_thread(self._done, said)

        self.run_worker(work, thread=True)

    def _done(self, said: str) -> None:
        self.panel.busy = False
        self.panel.refresh()
        if self.panel.serving is not None and not self.panel.serving.trouble:
            self.say(said)

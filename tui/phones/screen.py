"""The links of a game or an evening: who may look on, who writes, each by a code of its own."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from tui.app import WarledgerApp
from tui.commands import Key, select_commands
from tui.phones.access_links import SharedLinks
from tui.phones.commands import PHONES
from tui.phones.phones_panel import LinksPanel
from tui.phones.server_process import Serving
from tui.widgets.foot import Footer
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine


class PhonesScreen(KeyedScreen[None]):
    """The server is a program of its own on the same ledger; it goes on behind the screen.

    ``asked`` is the link that is revoked if its key is pressed once more.
    """

    commands = PHONES

    def __init__(self, shown: SharedLinks) -> None:
        super().__init__()
        self.shown = shown
        self.asked = -1

    def compose(self) -> ComposeResult:
        yield LinksPanel(self.shown, None)
        yield NoticeLine()
        yield Footer(select_commands(PHONES, "serve", "network", "anew", "help", "leave"))

    def on_mount(self) -> None:
        """Take over the server: one that shows something else goes on with these links."""
        app = self.app
        assert isinstance(app, WarledgerApp)
        ledger, before = app.book.address, app.serving
        if not ledger:
            return
        stream = self.shown.stream
        if before is None or (before.stream, before.ledger) != (stream, ledger):
            app.serving = Serving(ledger, stream, len(self.shown.links))
        self.panel.serving = app.serving
        if before is not None and before is not app.serving and before.is_on:
            assert app.serving is not None
            app.serving.lan = before.lan
            before.end()
            self._work(app.serving.begin)

    @property
    def panel(self) -> LinksPanel:
        return self.query_one(LinksPanel)

    def run(self, command: Key) -> None:
        if command.id != "anew":
            self.asked = -1
        super().run(command)

    def do_up(self) -> None:
        self._mark(-1)

    def do_down(self) -> None:
        self._mark(1)

    def _mark(self, way: int) -> None:
        self.panel.at = (self.panel.at + way) % len(self.shown.links)
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
            self.say(
                "Press Enter first to show it on phones. Then press c to revoke this link.",
                bad=True,
            )
            return
        at, link = self.panel.at, self.shown.links[self.panel.at].revoked_as
        if self.asked != at:
            self.asked = at
            self.say(
                f"Press c again to revoke the link of {link}. Its phones then need the "
                "new link. All others reconnect by themselves."
            )
            return
        self.asked = -1
        said = f"The link of {link} is revoked. Share the new one."
        self._work(lambda: serving.begin(link), said)

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

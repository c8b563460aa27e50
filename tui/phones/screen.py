"""The doors of a game at the table: who may look on, who rolls, each by a code of its own."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from tracker.application.match.game import Game
from tui.app import WarledgerApp
from tui.commands import named
from tui.phones.commands import PHONES
from tui.phones.panel import DoorsPanel
from tui.phones.serving import Serving
from tui.widgets.foot import Footer
from tui.widgets.keyed import KeyedScreen
from tui.widgets.notice import NoticeLine


class PhonesScreen(KeyedScreen[None]):
    """The server is a program of its own on the same ledger; it goes on behind the table."""

    commands = PHONES

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.names = ("spectator", *(side.name for side in game.state.info.sides), "scribe")

    def compose(self) -> ComposeResult:
        yield DoorsPanel(self.game.state.info.title, self.names, self._serving())
        yield NoticeLine()
        yield Footer(named(PHONES, "serve", "network", "anew", "help", "leave"))

    def _serving(self) -> Serving | None:
        """That of this game; another game's is ended when this one begins."""
        app = self.app
        assert isinstance(app, WarledgerApp)
        ledger = app.book.address
        if not ledger:
            return None
        stream = self.game.stream
        if app.serving is None or app.serving.stream != stream or app.serving.ledger != ledger:
            if app.serving is not None:
                app.serving.end()
            app.serving = Serving(ledger, stream, len(self.names))
        return app.serving

    @property
    def panel(self) -> DoorsPanel:
        return self.query_one(DoorsPanel)

    def do_up(self) -> None:
        self._mark(-1)

    def do_down(self) -> None:
        self._mark(1)

    def _mark(self, way: int) -> None:
        self.panel.at = (self.panel.at + way) % len(self.names)
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
            self.say("A door is closed while the game is shown; Enter shows it.", bad=True)
            return
        at = self.panel.at
        said = f"{self.names[at]} has a new address; the old one opens nothing any more."
        self._work(lambda: serving.begin(self.names[at]), said)

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

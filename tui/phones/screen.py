"""The links to a game or an evening, for spectators and writers, each with a QR code."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import segno
from textual.app import ComposeResult
from textual.content import Content

from tui.app import WarledgerApp
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.phones.access_links import SharedLinks
from tui.phones.server_process import PhoneServer
from tui.terminal_text_fitting import Piece, fill_line, join_pieces, wrap_text
from tui.widgets.clickable_text import make_markable_row
from tui.widgets.key_footers import Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.list_row_drawing import draw_pointer
from tui.widgets.notice_line import NoticeLine
from tui.widgets.panel import Panel, PanelEdges

CODE = "#000000 on #ffffff"
"""The colours of QR codes. Phones need dark codes on a light ground in every theme."""
EDGE = 2  # light modules around a code
HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
OVERLAY = "For OBS, add /overlay to this address."
NO_NETWORK = (
    "This machine is not on a network, so phones cannot reach it. Join a network, then "
    "press l twice."
)
LONGEST = 46


def draw_qr_code(address: str) -> list[str]:
    """Draw an address as a QR code, with two rows of modules in each line of text."""
    points = [list(row) for row in segno.make(address, error="l", micro=False).matrix]
    wide = len(points) + 2 * EDGE
    rows = [[0] * wide for _ in range(EDGE)]
    rows += [[0] * EDGE + [int(point) for point in row] + [0] * EDGE for row in points]
    rows += [[0] * wide for _ in range(EDGE + len(rows) % 2)]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]


class LinksPanel(Panel):
    """A panel with the links, redrawn after every change."""

    def __init__(self, shown: SharedLinks, serving: PhoneServer | None) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.shown = shown
        self.serving = serving
        self.at = 0
        self.busy = False

    def render_title(self) -> Iterable[Piece]:
        return [("phones", "bold"), f" · {self.shown.title}"]

    def render_right_title(self) -> Iterable[Piece]:
        return [(self._state(), "$quiet")]

    def _state(self) -> str:
        if self.busy:
            return "one moment"
        if self.serving is None or not self.serving.is_on:
            return "not shown"
        return "shown on your network" if self.serving.lan else "shown on this machine"

    def render_body(self, width: int, height: int) -> list[Content]:
        code = self._code()
        beside = width - (len(code[0]) + 3 if code else 1)
        left = self._left(min(beside, width - 2))
        if not code or beside < LONGEST // 2 or len(code) > height:
            return left
        rows = max(len(left), len(code))
        left += [Content("")] * (rows - len(left))
        return [
            fill_line(width, [words], [(code[at], CODE), " "] if at < len(code) else [])
            for at, words in enumerate(left)
        ]

    def _code(self) -> list[str]:
        serving = self.serving
        if self.busy or serving is None or not serving.links:
            return []
        if not serving.lan or serving.is_local_only:
            return []
        return draw_qr_code(serving.links[self.at].address)

    def _left(self, width: int) -> list[Content]:
        lines = [Content("")]
        for place, one in enumerate(self.shown.links):
            marked = place == self.at
            link = [
                join_pieces(
                    [draw_pointer(marked=marked), " ", (one.name, "bold" if marked else "")]
                )
            ]
            link += [
                join_pieces([("   " + text, "$quiet")]) for text in wrap_text(one.does, width - 3)
            ]
            lines += [make_markable_row(each, place, self.at) for each in link]
        lines.append(Content(""))
        return [*lines, *(join_pieces([" ", each]) for each in self._told(width - 2))]

    def _told(self, width: int) -> list[Content]:
        """Render the marked link's address, or how to start the server."""
        serving = self.serving
        if serving is None:
            text = (
                "This ledger is in memory only, so phones cannot show it. Open a ledger file first."
            )
        elif self.busy:
            text = "The server is starting or stopping. Wait a moment."
        elif serving.trouble:
            text = serving.trouble
        elif not serving.links:
            text = "Press Enter to let phones connect. Each role below has its own address."
        elif serving.lan and serving.is_local_only:
            text = NO_NETWORK
        else:
            address = [
                join_pieces([(text, "$secondary")]) for text in _folded(self._address(), width)
            ]
            notes = [OVERLAY] if self.shown.links[self.at].name == "spectator" else []
            if not serving.lan:
                notes.append(
                    "Only this machine can connect. Press l to allow your network, with codes."
                )
            told = [
                join_pieces([(each, "$quiet")]) for text in notes for each in wrap_text(text, width)
            ]
            return [*address, *([Content("")] if told else []), *told]
        return [join_pieces([each]) for each in wrap_text(text, width)]

    def _address(self) -> str:
        assert self.serving is not None
        return self.serving.links[self.at].address


def _folded(text: str, width: int) -> list[str]:
    """Split a text without spaces into as many rows as it needs."""
    return [text[at : at + width] for at in range(0, len(text), max(width, 1))]


class PhonesScreen(KeyedScreen[None]):
    """The screen that starts the server and shows its links. The server keeps running behind it.

    ``asked`` is the link that a second press of its key revokes.
    """

    commands = KEYS["phones"]

    def __init__(self, shown: SharedLinks) -> None:
        super().__init__()
        self.shown = shown
        self.asked = -1

    def compose(self) -> ComposeResult:
        yield LinksPanel(self.shown, None)
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["phones"],
                "start_or_stop_server",
                "switch_network",
                "renew_link",
                "help",
                "leave",
            )
        )

    def on_mount(self) -> None:
        """Use the running server. If it shows something else, replace it with a new one."""
        app = self.app
        assert isinstance(app, WarledgerApp)
        ledger, before = app.book.address, app.serving
        if not ledger:
            return
        stream = self.shown.stream
        if before is None or (before.stream, before.ledger) != (stream, ledger):
            app.serving = PhoneServer(ledger, stream, len(self.shown.links))
        self.panel.serving = app.serving
        if before is not None and before is not app.serving and before.is_on:
            assert app.serving is not None
            app.serving.lan = before.lan
            before.stop()
            self._work(app.serving.start)

    @property
    def panel(self) -> LinksPanel:
        return self.query_one(LinksPanel)

    def run_command(self, command: KeyCommand) -> None:
        if command.id != "renew_link":
            self.asked = -1
        super().run_command(command)

    def do_up(self) -> None:
        self._mark(-1)

    def do_down(self) -> None:
        self._mark(1)

    def _mark(self, way: int) -> None:
        self.panel.at = (self.panel.at + way) % len(self.shown.links)
        self.panel.refresh()

    def do_start_or_stop_server(self) -> None:
        serving = self.panel.serving
        if serving is not None:
            self._work(serving.stop if serving.is_on else serving.start)

    def do_switch_network(self) -> None:
        serving = self.panel.serving
        if serving is not None and not self.panel.busy:
            serving.lan = not serving.lan
            self._work(serving.start)

    def do_renew_link(self) -> None:
        serving = self.panel.serving
        if serving is None or not serving.is_on:
            self.show_message(
                "Press Enter first to let phones connect. Then press c to revoke this link.",
                bad=True,
            )
            return
        at, link = self.panel.at, self.shown.links[self.panel.at].revocation_name
        if self.asked != at:
            self.asked = at
            self.show_message(
                f"Press c again to revoke the link of {link}. Its phones then need the "
                "new link. All others reconnect by themselves."
            )
            return
        self.asked = -1
        said = f"The link of {link} is revoked. Share the new one."
        self._work(lambda: serving.start(link), said)

    def _work(self, how: Callable[[], None], said: str = "") -> None:
        """Start or stop the server in the background, then show the result."""
        if self.panel.busy:
            return
        self.panel.busy = True
        self.panel.refresh()
        self.show_message("")

        def work() -> None:
            how()
            self.app.call_from_thread(self._done, said)

        self.run_worker(work, thread=True)

    def _done(self, said: str) -> None:
        self.panel.busy = False
        self.panel.refresh()
        if self.panel.serving is not None and not self.panel.serving.trouble:
            self.show_message(said)

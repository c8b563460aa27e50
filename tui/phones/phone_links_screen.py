"""The screen of the links to a game or a league evening, each link with a QR code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import zip_longest

import segno
from textual.app import ComposeResult
from textual.content import Content

from tui.key_bindings import FOOTERS, KEYS, KeyCommand
from tui.phones.access_links import SharedLinks
from tui.phones.server_process import PhoneServer
from tui.screen_base_classes import KeyedScreen
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, wrap_styled
from tui.widgets.list_rows import draw_pointer, make_selectable_row
from tui.widgets.panel import TOP_EDGES, Panel
from tui.widgets.screen_bottom_lines import Footer, NoticeLine

CODE_COLOURS = "#000000 on #ffffff"
"""The colours of QR codes. In every theme, phones need a dark code on a light background."""
CODE_MARGIN = 2  # light modules around a code
HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
OVERLAY = "For OBS, add /overlay to this address."
NO_NETWORK = (
    "This computer is not on a network, so phones cannot reach it. Join a network, then "
    "press l twice."
)
MAX_LINK_WIDTH = 46


def draw_qr_code(address: str) -> list[str]:
    """Draw an address as a QR code, with two rows of modules in each line of text."""
    modules = [list(row) for row in segno.make(address, error="l", micro=False).matrix]
    size = len(modules) + 2 * CODE_MARGIN
    rows = [[0] * size for _ in range(CODE_MARGIN)]
    margin = [0] * CODE_MARGIN
    rows += [[*margin, *map(int, row), *margin] for row in modules]
    rows += [[0] * size for _ in range(CODE_MARGIN + len(rows) % 2)]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(HALVES[pair] for pair in zip(*row_pair, strict=True)) for row_pair in pairs]


class LinksPanel(Panel):
    def __init__(self, shared: SharedLinks, server: PhoneServer | None) -> None:
        super().__init__(TOP_EDGES)
        self.shared = shared
        self.server = server
        self.cursor = 0
        self.is_busy = False

    def render_title(self) -> Iterable[StyledText]:
        return [("phones", "bold"), f" · {self.shared.title}"]

    def render_right_title(self) -> Iterable[StyledText]:
        return [(self._describe_state(), "$quiet")]

    def _describe_state(self) -> str:
        if self.is_busy:
            return "one moment"
        if self.server is None or not self.server.is_running:
            return "not shown"
        return "shown on your network" if self.server.lan else "shown on this computer"

    def render_body(self, width: int, height: int) -> list[Content]:
        code = self._draw_code()
        room = width - (len(code[0]) + 3 if code else 1)
        link_lines = self._render_links(min(room, width - 2))
        if not code or room < MAX_LINK_WIDTH // 2 or len(code) > height:
            return link_lines
        return [
            fill_line(width, [line or ""], [(modules, CODE_COLOURS), " "] if modules else [])
            for line, modules in zip_longest(link_lines, code)
        ]

    def _draw_code(self) -> list[str]:
        server = self.server
        if self.is_busy or server is None or not server.links:
            return []
        if not server.lan or server.is_local_only:
            return []
        return draw_qr_code(server.links[self.cursor].address)

    def _render_links(self, width: int) -> list[Content]:
        lines = [Content("")]
        for index, access_link in enumerate(self.shared.links):
            marked = index == self.cursor
            name = (access_link.name, "bold" if marked else "")
            link = [join_styled([draw_pointer(marked=marked), " ", name])]
            link += wrap_styled(access_link.permission, width - 3, "$quiet", head="   ")
            lines += [make_selectable_row(line, index, self.cursor) for line in link]
        lines.append(Content(""))
        return [*lines, *(join_styled([" ", line]) for line in self._render_address(width - 2))]

    def _render_address(self, width: int) -> list[Content]:
        server = self.server
        if server is None:
            text = "Phones cannot show a ledger that is only in memory. Open a ledger file first."
        elif self.is_busy:
            text = "The server is starting or stopping. Wait a moment."
        elif server.error:
            text = server.error
        elif not server.links:
            text = "Press Enter to let phones connect. Each role above has its own address."
        elif server.lan and server.is_local_only:
            text = NO_NETWORK
        else:
            text, room = server.links[self.cursor].address, max(width, 1)
            pieces = [text[start : start + room] for start in range(0, len(text), room)]
            address = [join_styled([(piece, "$secondary")]) for piece in pieces]
            notes = [OVERLAY] if self.shared.links[self.cursor].name == "spectator" else []
            if not server.lan:
                notes.append(
                    "Only this computer can connect. To allow your network, with QR codes, press l."
                )
            note_lines = [line for text in notes for line in wrap_styled(text, width, "$quiet")]
            return [*address, *([Content("")] if note_lines else []), *note_lines]
        return wrap_styled(text, width)


class PhonesScreen(KeyedScreen[None]):
    """The screen that starts the server and shows its links.

    The server keeps running after the screen is closed. ``link_to_confirm`` is the index of the
    link that is revoked when the key is pressed again.
    """

    commands = KEYS["phones"]

    def __init__(self, shared: SharedLinks, ledger: str) -> None:
        super().__init__()
        self.shared = shared
        self.ledger = ledger
        self.panel = LinksPanel(shared, None)
        self.link_to_confirm = -1
        self.do_up = partial(self._move_mark, -1)
        self.do_down = partial(self._move_mark, 1)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield NoticeLine()
        yield Footer(FOOTERS["phones"])

    def on_mount(self) -> None:
        """Show the running server. A new one replaces the server for another game or league."""
        app, ledger = self.warledger_app, self.ledger
        previous = app.phone_server
        if not ledger:
            return
        stream = self.shared.stream
        if previous is None or (previous.stream, previous.ledger) != (stream, ledger):
            app.phone_server = PhoneServer(ledger, stream, len(self.shared.links))
        self.panel.server = app.phone_server
        if previous is not None and previous is not app.phone_server and previous.is_running:
            assert app.phone_server is not None
            app.phone_server.lan = previous.lan
            previous.stop()
            self._run_in_background(app.phone_server.restart_and_wait_for_links)

    def run_command(self, command: KeyCommand) -> None:
        if command.id != "renew_link":
            self.link_to_confirm = -1
        super().run_command(command)

    def _move_mark(self, step: int) -> None:
        self.panel.cursor = (self.panel.cursor + step) % len(self.shared.links)
        self.panel.refresh()

    def do_start_or_stop_server(self) -> None:
        server = self.panel.server
        if server is not None:
            self._run_in_background(
                server.stop if server.is_running else server.restart_and_wait_for_links
            )

    def do_switch_network(self) -> None:
        server = self.panel.server
        if server is not None and not self.panel.is_busy:
            server.lan = not server.lan
            self._run_in_background(server.restart_and_wait_for_links)

    def do_renew_link(self) -> None:
        server = self.panel.server
        if server is None or not server.is_running:
            self.show_refusal(
                "Press Enter first to let phones connect. Then press c to revoke this link."
            )
            return
        index = self.panel.cursor
        marked = self.shared.links[index]
        link = marked.server_name or marked.name
        if self.link_to_confirm != index:
            self.link_to_confirm = index
            self.show_message(
                f"Press c again to revoke the link of {link}. Phones with this link then need the"
                " new link. All other phones reconnect automatically."
            )
            return
        self.link_to_confirm = -1
        message = f"The link of {link} is revoked. Share the new link."
        self._run_in_background(lambda: server.restart_and_wait_for_links(link), message)

    def _run_in_background(self, function: Callable[[], None], message: str = "") -> None:
        if self.panel.is_busy:
            return
        self.panel.is_busy = True
        self.panel.refresh()
        self.show_message("")

        def work() -> None:
            function()
            self.app.call_from_thread(self._show_result, message)

        self.run_worker(work, thread=True)

    def _show_result(self, message: str) -> None:
        self.panel.is_busy = False
        self.panel.refresh()
        if self.panel.server is not None and not self.panel.server.error:
            self.show_message(message)

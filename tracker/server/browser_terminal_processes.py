"""Runs the whole program in a browser, with a separate process for each session.

The terminal in the browser comes from ``textual-serve``. Its server is not used, because it loads
fonts from other sites, has no access tokens, and starts programs through a shell.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.game_pages import INVALID_LINK
from tracker.server.template_rendering import read_asset, render_template

DRIVER = "textual.drivers.web_driver:WebDriver"
READY = b"__GANGLION__\n"
DRAWN, SAID = b"D", b"M"
GRACE = 5.0
"""How long a program may take to exit by itself, in seconds."""


class BrowserProgram:
    """A running program whose terminal is shown in a browser."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start_program(cls, command: Sequence[str], width: int, height: int) -> BrowserProgram:
        """Start a program in a terminal of the given size."""
        environment = {
            **os.environ,
            "TEXTUAL_DRIVER": DRIVER,
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )
        )

    async def stream_output(self) -> AsyncIterator[bytes]:
        """Yield the program's output until it ends."""
        out = self._process.stdout
        assert out is not None
        with suppress(asyncio.IncompleteReadError, ValueError):
            while (line := await out.readline()) and line != READY:
                pass  # output before the first screen
            while True:
                kind = await out.readexactly(1)
                packet = await out.readexactly(int.from_bytes(await out.readexactly(4), "big"))
                if kind == DRAWN:
                    yield packet
                elif kind == SAID and json.loads(packet).get("type") == "exit":
                    return

    async def send_typed_keys(self, typed: str) -> None:
        """Send typed keys or pasted text to the program."""
        await self._send(DRAWN, typed.encode("utf-8", "replace"))

    async def send_message(self, **said: str | int) -> None:
        """Send ``resize`` (with ``width`` and ``height``), ``focus``, ``blur`` or ``quit``."""
        await self._send(SAID, json.dumps(said).encode())

    async def _send(self, kind: bytes, packet: bytes) -> None:
        to = self._process.stdin
        assert to is not None
        with suppress(OSError, RuntimeError):
            to.write(kind + len(packet).to_bytes(4, "big") + packet)
            await to.drain()

    async def stop(self) -> None:
        """Ask the program to exit, and kill it if it has not exited after ``GRACE`` seconds."""
        await self.send_message(type="quit")
        out, to = self._process.stdout, self._process.stdin
        assert out is not None
        assert to is not None
        try:
            async with asyncio.timeout(GRACE):
                while await out.read(1 << 16):
                    pass  # the session is closed
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        finally:
            to.close()
            with suppress(OSError):
                await to.wait_closed()


SCREENS = "screens"
"""The stream name for tokens that open the screens on the whole ledger."""
KEEPER = Role("keeper")
SOCKETS = {"http": "ws", "https": "wss"}
SIZE = 16
"""The font size in pixels."""
MOST = 8
"""The maximum number of programs that run at the same time."""
WIDEST, HIGHEST = 400, 150
LONGEST = 64 << 10
"""The maximum length of one input message, in characters."""
SHIPPED = {
    "textual.js": ("js/textual.js", "text/javascript"),
    "xterm.css": ("css/xterm.css", "text/css"),
    "mono.ttf": ("fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}
CONTENT_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; font-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " connect-src 'self' {socket}"
)


class BrowserSessions:
    """The browser sessions of one ledger. ``folder`` is the only folder they may use for files."""

    def __init__(self, ledger: Path, tokens: AccessTokens, folder: Path) -> None:
        self.tokens = tokens
        begun = (sys.executable, "-m", "tracker.server.browser_terminal_main")
        self.command = (*begun, str(ledger), str(folder), str(os.getpid()))
        self.running = 0
        self._ending: set[asyncio.Task[None]] = set()

    def list_routes(self) -> list[BaseRoute]:
        """List the routes of the page, its socket, and its assets."""
        at = f"/{SCREENS}/{{token}}"
        return [
            Route("/terminal/{name}", self.send_terminal_asset),
            Route("/screens.js", self.send_script),
            Route("/screens.css", self.send_style),
            Route(at, self.send_page),
            WebSocketRoute(f"{at}/socket", self.handle_socket),
        ]

    def _opens(self, token: str) -> bool:
        return self.tokens.find_role_by_token(token, SCREENS, [KEEPER]) is not None

    async def send_terminal_asset(self, request: Request) -> Response:
        """Send an asset of the browser terminal."""
        found = SHIPPED.get(request.path_params["name"])
        if found is None:
            return PlainTextResponse("There is no such file.", 404)
        return Response(_file(found[0]), media_type=found[1])

    async def send_script(self, _: Request) -> Response:
        """Send the script that reconnects the screens."""
        return Response(read_asset("screens.js"), media_type="text/javascript")

    async def send_style(self, _: Request) -> Response:
        """Send the page's style sheet."""
        return Response(read_asset("screens.css"), media_type="text/css")

    async def send_page(self, request: Request) -> Response:
        """Send the page with the terminal."""
        token = request.path_params["token"]
        if not self._opens(token):
            return PlainTextResponse(INVALID_LINK, 404)
        address = str(request.base_url.replace(scheme=SOCKETS[request.url.scheme])).rstrip("/")
        socket = f"{address}/{SCREENS}/{token}/socket"
        page = render_template("screens.html", request, socket=socket, size=SIZE)
        policy = CONTENT_POLICY.format(socket=socket)
        return HTMLResponse(page, headers={"content-security-policy": policy})

    async def handle_socket(self, socket: WebSocket) -> None:
        """Run the program as long as the browser is connected."""
        if not self._opens(socket.path_params["token"]) or self.running >= MOST:
            await socket.close(1008)
            return
        await socket.accept()
        await self._run(socket)

    async def _run(self, socket: WebSocket) -> None:
        size = _size(socket.query_params.get("width"), socket.query_params.get("height"))
        program = await BrowserProgram.start_program(self.command, *size)
        self.running += 1
        showing = asyncio.create_task(_show(socket, program))
        try:
            await _follow(socket, program)
        finally:
            ending = asyncio.create_task(self._end(program, showing))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            await asyncio.shield(ending)

    async def _end(self, program: BrowserProgram, showing: asyncio.Task[None]) -> None:
        """Stop a program, even if its session was cancelled."""
        showing.cancel()
        with suppress(asyncio.CancelledError):
            await showing
        await program.stop()
        self.running -= 1


async def _show(socket: WebSocket, program: BrowserProgram) -> None:
    """Forward the program's output, and close the socket when the program has ended."""
    with suppress(WebSocketDisconnect, RuntimeError):
        async for drawn in program.stream_output():
            await socket.send_bytes(drawn)
        await socket.close()


async def _follow(socket: WebSocket, program: BrowserProgram) -> None:
    """Forward the browser's input until the socket is closed."""
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            match _envelope(await socket.receive_text()):
                case ["stdin", str(typed)]:
                    await program.send_typed_keys(typed)
                case ["resize", {"width": width, "height": height}]:
                    columns, rows = _size(width, height)
                    await program.send_message(type="resize", width=columns, height=rows)
                case ["ping", said]:
                    await socket.send_text(json.dumps(["pong", said]))
                case ["focus" | "blur" as said, *_]:
                    await program.send_message(type=said)


def _envelope(text: str) -> object:
    if len(text) > LONGEST:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _size(width: object, height: object) -> tuple[int, int]:
    """Limit a terminal's size to a reasonable range."""
    return _between(width, 80, 20, WIDEST), _between(height, 24, 8, HIGHEST)


def _between(said: object, usual: int, least: int, most: int) -> int:
    try:
        number = int(str(said)[:6])
    except ValueError:
        return usual
    return max(least, min(most, number))


@lru_cache
def _file(name: str) -> bytes:
    return files("textual_serve").joinpath("static", *name.split("/")).read_bytes()

"""Runs the whole program in a browser, with a separate process for each session.

The terminal in the browser comes from ``textual-serve``. The server of ``textual-serve`` is not
used. It loads fonts from other sites, has no access tokens, and starts programs through a shell.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tracker.server.access_tokens import KEEPER, SCREENS, AccessTokens
from tracker.server.game_pages import INVALID_LINK
from tracker.server.template_rendering import make_asset_route, render_template

DRIVER = "textual.drivers.web_driver:WebDriver"
READY = b"__GANGLION__\n"
OUTPUT, MESSAGE = b"D", b"M"
EXIT_TIMEOUT = 5.0
"""How long a program may take to exit by itself, in seconds."""


class BrowserProgram:
    """A running program whose terminal is shown in a browser."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout

    @classmethod
    async def start_program(cls, command: Sequence[str], width: int, height: int) -> BrowserProgram:
        environment = {
            **os.environ,
            "TEXTUAL_DRIVER": DRIVER,
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
        )
        return cls(process)

    async def stream_output(self) -> AsyncIterator[bytes]:
        stdout = self._stdout
        with suppress(asyncio.IncompleteReadError, ValueError):
            while (line := await stdout.readline()) and line != READY:
                pass  # output before the first screen
            while True:
                kind = await stdout.readexactly(1)
                length = int.from_bytes(await stdout.readexactly(4), "big")
                packet = await stdout.readexactly(length)
                if kind == OUTPUT:
                    yield packet
                elif kind == MESSAGE and json.loads(packet).get("type") == "exit":
                    return

    async def send_typed_keys(self, typed: str) -> None:
        await self._send_packet(OUTPUT, typed.encode("utf-8", "replace"))

    async def send_control_message(self, **message: str | int) -> None:
        """Send ``resize`` (with ``width`` and ``height``), ``focus``, ``blur`` or ``quit``."""
        await self._send_packet(MESSAGE, json.dumps(message).encode())

    async def _send_packet(self, kind: bytes, packet: bytes) -> None:
        with suppress(OSError, RuntimeError):
            self._stdin.write(kind + len(packet).to_bytes(4, "big") + packet)
            await self._stdin.drain()

    async def stop(self) -> None:
        """Ask the program to exit, and kill it if it has not exited after ``EXIT_TIMEOUT``."""
        await self.send_control_message(type="quit")
        try:
            async with asyncio.timeout(EXIT_TIMEOUT):
                while await self._stdout.read(1 << 16):
                    pass  # discards the output, because the session is closed
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        finally:
            self._stdin.close()
            with suppress(OSError):
                await self._stdin.wait_closed()


WS_SCHEMES = {"http": "ws", "https": "wss"}
FONT_SIZE = 16
"""The font size in pixels."""
MAX_PROGRAMS = 8
"""The maximum number of programs that run at the same time."""
MAX_WIDTH, MAX_HEIGHT = 400, 150
MAX_MESSAGE_LENGTH = 64 << 10
"""The maximum length of one input message, in characters."""
TERMINAL_ASSETS = {
    "textual.js": "js/textual.js",
    "xterm.css": "css/xterm.css",
    "mono.ttf": "fonts/RobotoMono-VariableFont_wght.ttf",
}
"""The files of ``textual-serve``, by the names under which the page requests them."""
CONTENT_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; font-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " connect-src 'self' {socket}"
)


class BrowserSessions:
    """The browser sessions of one ledger. ``folder`` is the only folder that they may use."""

    def __init__(self, ledger: Path, tokens: AccessTokens, folder: Path) -> None:
        self.tokens = tokens
        begun = (sys.executable, "-m", "tracker.server.browser_terminal_main")
        self.command = (*begun, str(ledger), str(folder), str(os.getpid()))
        self.running_count = 0
        self._ending: set[asyncio.Task[None]] = set()

    def list_routes(self) -> list[BaseRoute]:
        path = f"/{SCREENS}/{{token}}"
        return [
            *(
                make_asset_route(file, f"terminal/{name}", "textual_serve")
                for name, file in TERMINAL_ASSETS.items()
            ),
            *map(make_asset_route, ("screens.js", "screens.css")),
            Route(path, self.send_terminal_page),
            WebSocketRoute(f"{path}/socket", self.run_program_over_socket),
        ]

    def _is_valid_token(self, token: str) -> bool:
        return self.tokens.find_role_by_token(token, SCREENS, [KEEPER]) is not None

    async def send_terminal_page(self, request: Request) -> Response:
        token = request.path_params["token"]
        if not self._is_valid_token(token):
            return PlainTextResponse(INVALID_LINK, 404)
        address = str(request.base_url.replace(scheme=WS_SCHEMES[request.url.scheme])).rstrip("/")
        socket = f"{address}/{SCREENS}/{token}/socket"
        page = render_template("screens.html", request, socket=socket, size=FONT_SIZE)
        policy = CONTENT_POLICY.format(socket=socket)
        return HTMLResponse(page, headers={"content-security-policy": policy})

    async def run_program_over_socket(self, socket: WebSocket) -> None:
        """Run a program until the browser disconnects.

        The socket is closed at once if its token is invalid or too many programs are running.
        """
        is_valid = self._is_valid_token(socket.path_params["token"])
        if not is_valid or self.running_count >= MAX_PROGRAMS:
            await socket.close(1008)
            return
        await socket.accept()
        await self._run_program(socket)

    async def _run_program(self, socket: WebSocket) -> None:
        size = _parse_terminal_size(
            socket.query_params.get("width"), socket.query_params.get("height")
        )
        program = await BrowserProgram.start_program(self.command, *size)
        self.running_count += 1
        output_task = asyncio.create_task(_forward_output(socket, program))
        try:
            await _forward_input(socket, program)
        finally:
            ending = asyncio.create_task(self._stop_program(program, output_task))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            await asyncio.shield(ending)

    async def _stop_program(self, program: BrowserProgram, output_task: asyncio.Task[None]) -> None:
        """Stop a program, even if its session was cancelled."""
        output_task.cancel()
        with suppress(asyncio.CancelledError):
            await output_task
        await program.stop()
        self.running_count -= 1


async def _forward_output(socket: WebSocket, program: BrowserProgram) -> None:
    """Forward the program's output, and close the socket when the program has ended."""
    with suppress(WebSocketDisconnect, RuntimeError):
        async for output in program.stream_output():
            await socket.send_bytes(output)
        await socket.close()


async def _forward_input(socket: WebSocket, program: BrowserProgram) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            match _parse_message(await socket.receive_text()):
                case ["stdin", str(typed)]:
                    await program.send_typed_keys(typed)
                case ["resize", {"width": width, "height": height}]:
                    columns, rows = _parse_terminal_size(width, height)
                    await program.send_control_message(type="resize", width=columns, height=rows)
                case ["ping", said]:
                    await socket.send_text(json.dumps(["pong", said]))
                case ["focus" | "blur" as said, *_]:
                    await program.send_control_message(type=said)


def _parse_message(text: str) -> object:
    if len(text) > MAX_MESSAGE_LENGTH:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _parse_terminal_size(width: object, height: object) -> tuple[int, int]:
    return _parse_and_clamp(width, 80, 20, MAX_WIDTH), _parse_and_clamp(height, 24, 8, MAX_HEIGHT)


def _parse_and_clamp(text: object, default: int, minimum: int, maximum: int) -> int:
    try:
        number = int(str(text)[:6])
    except ValueError:
        return default
    return max(minimum, min(maximum, number))

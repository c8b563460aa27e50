"""Builds the server's application, runs it, optionally behind a reverse proxy, and stops it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import uvicorn
from starlette.routing import BaseRoute

from tracker.application.errors import Refused
from tracker.server.access_tokens import AccessTokens
from tracker.server.game_pages import GamePages
from tracker.server.league_evening.evening_pages import EveningPages
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.request_limits import HeaderTimeoutProtocol, RequestLimiter

MAX_CONNECTIONS = 500
"""The maximum number of connections, most of them phones with live updates."""
BACKLOG = 256  # the maximum number of connections waiting to be accepted


def open_listening_socket(host: str, port: int, *, or_free_port: bool = False) -> socket.socket:
    """Open a listening socket.

    If the port is not available, use a free port if ``or_free_port`` is true. Otherwise, raise
    ``Refused``.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if or_free_port:
            return open_listening_socket(host, 0)
        raise Refused(
            f"Port {port} is not available ({error.strerror}). Choose another port with --port."
        ) from error
    return listening


def build_application(
    worker: LedgerWorker,
    tokens: AccessTokens,
    allowed_hosts: Iterable[str],
    extra_routes: Sequence[BaseRoute] = (),
    public_address: str = "",
) -> RequestLimiter:
    """Build the application with all pages. ``public_address`` is its address behind a proxy."""
    pages = GamePages(worker, tokens)
    evenings = EveningPages(worker, tokens)
    app = pages.build_app([*extra_routes, *evenings.list_routes()])
    return RequestLimiter(app, frozenset(allowed_hosts), public_address)


def run_server(
    ledger: Path | str,
    tokens: AccessTokens,
    listening_socket: socket.socket,
    allowed_hosts: Iterable[str],
    extra_routes: Sequence[BaseRoute] = (),
    *,
    public_address: str = "",
    trusted_proxies: Sequence[str] = (),
    report_error: Callable[[str], None] | None = None,
) -> None:
    """Run the server until it is stopped. ``extra_routes`` are added to the game routes.

    ``public_address`` is the address behind a proxy. Requests may come through ``trusted_proxies``.
    ``report_error`` receives the error message of a failed backup.
    """
    worker = LedgerWorker(ledger, report_error=report_error)
    app = build_application(worker, tokens, allowed_hosts, extra_routes, public_address)
    config = build_server_config(app, extra_routes, trusted_proxies)
    LivePageServer(config, worker).run(sockets=[listening_socket])


class LivePageServer(uvicorn.Server):
    """A server that ends the live connections of open pages before it stops."""

    def __init__(self, config: uvicorn.Config, worker: LedgerWorker) -> None:
        super().__init__(config)
        self._worker = worker

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._worker.closing.set()
        logging.getLogger("uvicorn.error").addFilter(_is_relevant_log_record)
        await super().shutdown(sockets)


def _is_relevant_log_record(record: logging.LogRecord) -> bool:
    """Return False for a log record about a request that was cut off because the server stopped."""
    error = record.exc_info[1] if record.exc_info else None
    return record.funcName != "shutdown" and not isinstance(error, asyncio.CancelledError)


def build_server_config(
    app: RequestLimiter, extra_routes: Sequence[BaseRoute] = (), trusted_proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """Configure the server's timeouts and limits.

    Only ``trusted_proxies`` may set the client address of a request.
    """
    return uvicorn.Config(
        app,
        http=HeaderTimeoutProtocol,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=[*trusted_proxies],
        ws="wsproto" if extra_routes else "none",
        ws_max_size=128 << 10,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 << 10,
        limit_concurrency=MAX_CONNECTIONS,
    )


def stop_process_when_stdin_closes() -> None:
    """Stop the process once its standard input closes, because the parent program has ended."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()

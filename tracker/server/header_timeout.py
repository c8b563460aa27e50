"""The timeout for clients that do not send a complete request head in time."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIMEOUT = 10.0
"""How long a request head may take to arrive, in seconds."""


class HeaderTimeoutProtocol(H11Protocol):
    """A connection that is closed if no request head arrives in time."""

    _check: asyncio.TimerHandle | None = None
    _waited = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Schedule a check for whether a request has arrived."""
        super().connection_made(transport)
        self._check = self.loop.call_later(HEAD_TIMEOUT, self._close_if_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._check is not None:
            self._check.cancel()
        super().connection_lost(exc)

    def _close_if_idle(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        waits = self.conn.their_state is h11.IDLE
        if waits and (self._waited or getattr(self, "cycle", None) is None):
            self.transport.close()
            return
        self._waited = waits
        self._check = self.loop.call_later(HEAD_TIMEOUT, self._close_if_idle)

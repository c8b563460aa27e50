"""Limits that apply to every request: host, origin, size, rate and time."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

import h11
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_BODY_SIZE = 8 << 10
"""The maximum size of a request body, in bytes."""
MAX_HEAD_SIZE = 8 << 10
"""The maximum size of a request head (address and headers), in bytes."""
PHOTO, MAX_PHOTO_SIZE = "/photo", 12 << 20
"""The suffix of addresses that receive photos, and the maximum size of a photo in bytes."""
HEAD_TIMEOUT = 10.0
"""The time that a request head may take to arrive, in seconds."""
BODY_TIMEOUT, PHOTO_TIMEOUT = 10.0, 60.0
"""The times that a request body and a photo may take to arrive, in seconds."""
LIVE, STREAMS_PER_CLIENT, MAX_STREAMS = "/live", 64, 400
"""The suffix of live addresses, and the maximum number of streams per client and in total."""
REQUESTS_PER_SECOND, BURST = 30.0, 120.0
"""A client's maximum request rate per second, and its maximum burst of requests."""
MAX_ADDRESSES = 4096
SOCKET_REFUSED = 1008  # the close code of a refused socket
CONTENT_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class RequestLimiter:
    """A filter that refuses requests or passes them on to ``app``.

    ``hosts`` are the server's valid host names, with port. ``public_address`` is its address behind
    a proxy, with scheme and path. Requests for other host names are refused, and so are forms from
    other sites.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        public_address: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self.schemes = dict.fromkeys(hosts, "http")
        public = urlsplit(public_address)
        self.path = public.path
        self.public = public.netloc
        if public_address:
            self.schemes[public.netloc] = public.scheme
        self.clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._stream_counts: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] not in ("http", "websocket"):
            return
        self._apply_public_address(scope)
        if scope["type"] == "websocket":
            await self._handle_socket(scope, receive, send)
            return
        refusal = self._find_refusal_and_count_request(scope)
        if refusal is not None:
            await refusal(scope, receive, _add_security_headers(send))
            return
        if scope["path"].endswith(LIVE):
            await self._run_stream_within_limits(scope, receive, _add_security_headers(send))
        else:
            await self.app(
                scope,
                _limit_body_size_and_time(receive, _get_max_body_size(scope)),
                _add_security_headers(send),
            )

    def _apply_public_address(self, scope: Scope) -> None:
        host = Headers(scope=scope).get("host", "").casefold()
        scheme = self.schemes.get(host, "http")
        scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        if host == self.public:
            scope["root_path"] = self.path

    async def _run_stream_within_limits(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _get_client_address(scope)
        own, total = self._stream_counts[address], self._stream_counts.total()
        if own >= STREAMS_PER_CLIENT or total >= MAX_STREAMS:
            busy = PlainTextResponse(
                "Too many devices are connected. Try again later.", 503, {"retry-after": "10"}
            )
            await busy(scope, receive, send)
            return
        self._stream_counts[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._stream_counts[address] -= 1
            if not self._stream_counts[address]:
                del self._stream_counts[address]

    async def _handle_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a socket that a page of this server has opened, and close any other."""
        headers = Headers(scope=scope)
        is_own = self._is_own_origin(headers.get("origin"), headers)
        if is_own and self._count_request_within_rate(_get_client_address(scope)):
            await self.app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": SOCKET_REFUSED})

    def _find_refusal_and_count_request(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if headers.get("host", "").casefold() not in self.schemes:
            return PlainTextResponse(
                "This server cannot be reached at this address. Open the link you were given.", 421
            )
        if _compute_head_size(scope) > MAX_HEAD_SIZE:
            return PlainTextResponse("The request is too large. Open the link you were given.", 431)
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return PlainTextResponse(
                "This server does not accept this kind of request. Open the link you were given.",
                405,
            )
        if scope["method"] == "POST" and not self._is_same_origin(headers):
            return PlainTextResponse(
                "This form was sent from another site. Open the link you were given.", 403
            )
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > _get_max_body_size(scope):
            return PlainTextResponse(
                "The request is too large. Send a smaller photo or a shorter text.", 413
            )
        if not self._count_request_within_rate(_get_client_address(scope)):
            return PlainTextResponse(
                "Too many requests. Wait a moment, then try again.", 429, {"retry-after": "2"}
            )
        return None

    def _is_same_origin(self, headers: Headers) -> bool:
        """Return whether the browser states that a page of this server sent the form."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site") == "same-origin"
        return self._is_own_origin(origin, headers)

    def _is_own_origin(self, origin: str | None, headers: Headers) -> bool:
        host = headers.get("host", "").casefold()
        if origin is None or host not in self.schemes:
            return False
        return origin.casefold() == f"{self.schemes[host]}://{host}"

    def _count_request_within_rate(self, address: str) -> bool:
        """Count a client's request, and return whether it is within the rate limit."""
        now = self.clock()
        tokens, last = self._buckets.pop(address, (BURST, now))
        tokens = min(BURST, tokens + (now - last) * REQUESTS_PER_SECOND)
        while len(self._buckets) >= MAX_ADDRESSES:
            self._buckets.pop(next(iter(self._buckets)))
        self._buckets[address] = (max(tokens - 1, 0.0), now)
        return tokens >= 1


def _get_client_address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _compute_head_size(scope: Scope) -> int:
    fields = sum(len(name) + len(value) for name, value in scope["headers"])
    return fields + len(scope.get("raw_path", b"")) + len(scope["query_string"])


class RequestTooLarge(Exception):
    """The error for a request body that is longer than allowed."""


class RequestTooSlow(Exception):
    """The error for a request body that does not arrive in time."""


def _get_max_body_size(scope: Scope) -> int:
    return MAX_PHOTO_SIZE if scope["path"].endswith(PHOTO) else MAX_BODY_SIZE


def _limit_body_size_and_time(receive: Receive, max_size: int) -> Receive:
    """Limit a request body to ``max_size`` bytes, and limit the time that it may take."""
    size, is_complete = 0, False
    deadline = time.monotonic() + (BODY_TIMEOUT if max_size == MAX_BODY_SIZE else PHOTO_TIMEOUT)

    async def limited() -> Message:
        nonlocal size, is_complete
        if is_complete:  # the body is complete: waiting for a disconnect has no limit
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(deadline - time.monotonic(), 0))
        except TimeoutError:
            raise RequestTooSlow from None
        is_complete = not message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > max_size:
            raise RequestTooLarge
        return message

    return limited


def _add_security_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


class HeaderTimeoutProtocol(H11Protocol):
    """A connection that is closed if no request head arrives in time."""

    _check: asyncio.TimerHandle | None = None
    _waited = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
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

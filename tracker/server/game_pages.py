"""A game's pages: a live view for each role, and its forms."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import BaseRoute, Route

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused, ServerUnreachable
from tracker.application.match.game import Game
from tracker.application.photo_storage import (
    add_photo_note,
    find_photo_of_game,
    resize_and_clean_photo,
)
from tracker.application.text_cleaning import clean_text
from tracker.application.win_probability.current_win_chance import find_last_version_between_actions
from tracker.server.access_tokens import AccessTokens, Role, list_game_roles
from tracker.server.broadcast_overlay import SPECTATOR, OverlayView, build_overlay_view
from tracker.server.game_view import GameView, build_game_view
from tracker.server.ledger_worker import CHECK_INTERVAL, LedgerWorker
from tracker.server.phone_form_handlers import (
    DONE,
    FAILED,
    MAX_TEXT_LENGTH,
    REFUSED,
    HandleForm,
    InvalidForm,
    SubmissionResult,
    answer_question,
    apply_submitted_form,
    parse_form,
    place_secret_orders,
    play_scribe_line,
    undo_own_last_entry,
)
from tracker.server.request_limits import RequestTooLarge, RequestTooSlow
from tracker.server.template_rendering import get_proxy_root_path, make_asset_route, render_template
from tracker.server.win_chance_worker import WinChanceWorker

T = TypeVar("T")


ROLE_PATH = "/{stream}/{token}"
FORM_HANDLERS: Mapping[str, HandleForm] = {
    "answer": answer_question,
    "line": play_scribe_line,
    "orders": place_secret_orders,
    "back": undo_own_last_entry,
}
GAME_ID = re.compile(r"m[0-9]{1,9}", re.ASCII)
RECONNECT_DELAY = 1000
"""The delay before a browser reconnects after a lost connection, in milliseconds."""
KEEP_ALIVE = 15.0
"""How long a connection may be silent before it gets a keep-alive message, in seconds."""
INVALID_LINK = "This link was revoked or is incomplete. Ask for a new link."
LEDGER_UNREACHABLE = "The ledger is not available at the moment. Nothing was saved. Try again soon."


class GamePages:
    """The pages of a ledger's games, each protected by its access tokens."""

    def __init__(self, worker: LedgerWorker, tokens: AccessTokens) -> None:
        self.worker = worker
        self.tokens = tokens
        self.chances = WinChanceWorker()

    def build_app(self, extra_routes: Sequence[BaseRoute] = ()) -> Starlette:
        """Build the application. ``extra_routes`` are added to the game routes."""
        refuse_link = _make_refusal_handler(INVALID_LINK, 404)
        watch_chances = partial(
            self.stream_changes, get_watched_value=self.chances.get_last_chances
        )
        overlay_part = partial(
            self._render_overlay_and_request_chances, template="overlay_part.html"
        )
        post = partial(Route, methods=["POST"])
        return Starlette(
            routes=[
                *extra_routes,
                *map(make_asset_route, ("phone.css", "phone.js", "overlay.css", "overlay.js")),
                Route(ROLE_PATH, partial(self._show_game, template="game.html")),
                Route(f"{ROLE_PATH}/part", partial(self._show_game, template="part.html")),
                Route(f"{ROLE_PATH}/live", self.stream_changes),
                Route(f"{ROLE_PATH}/overlay", self.show_overlay),
                Route(f"{ROLE_PATH}/overlay/part", overlay_part),
                Route(f"{ROLE_PATH}/overlay/live", watch_chances),
                *(
                    post(f"{ROLE_PATH}/{name}", partial(self.handle_form, form_name=name))
                    for name in FORM_HANDLERS
                ),
                post(f"{ROLE_PATH}/photo", self.receive_and_add_photo),
                Route(f"{ROLE_PATH}/photo/{{digest}}", self.send_photo),
            ],
            exception_handlers={
                404: refuse_link,
                405: refuse_link,
                InvalidLink: refuse_link,
                RequestTooLarge: _make_refusal_handler(
                    "The request is too large. Send a smaller photo or a shorter text.", 413
                ),
                RequestTooSlow: _make_refusal_handler(
                    "The request took too long. Send the form again.",
                    408,
                    {"connection": "close"},
                ),
                InvalidForm: _make_refusal_handler(
                    "The form could not be read. Reload the page, then send the form again.", 400
                ),
                LedgerError: _report_ledger_error,
            },
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self.worker.closing.set()
            await self.chances.close()
            self.worker.close()

    # --------------------------------------------------------------------------------- reading

    async def _show_game(self, request: Request, *, template: str) -> Response:
        view, role = await self._run_with_game(
            request, lambda game, role: (build_game_view(game, role), role)
        )
        return _render_game_page(template, request, view, role, SubmissionResult())

    async def show_overlay(self, request: Request) -> Response:
        """Show the overlay for a video stream, or redirect other roles to the spectators' one."""
        stream, role = await self._require_stream_and_role(request)
        if role != SPECTATOR:
            token = self.tokens.make_token(stream, SPECTATOR)
            return RedirectResponse(f"{get_proxy_root_path(request)}/{stream}/{token}/overlay", 303)
        return await self._render_overlay_and_request_chances(request, template="overlay.html")

    async def _render_overlay_and_request_chances(
        self, request: Request, *, template: str
    ) -> Response:
        """Render a game's overlay, and request the win chances at its last line."""
        stream, _ = await self._require_stream_and_role(request)
        chances = self.chances.get_last_chances(stream)

        def look(book: Book) -> tuple[OverlayView, int, str]:
            game = self.worker.open_game_for_role(book, stream, SPECTATOR)
            version = find_last_version_between_actions(game)
            return build_overlay_view(game, chances), version, book.address

        overlay, version, ledger = await self.worker.run_with_book(look)
        self.chances.request_chances(stream, version, ledger)
        path = _get_role_path(request)
        return HTMLResponse(render_template(template, request, overlay=overlay, path=path))

    async def stream_changes(
        self, request: Request, get_watched_value: Callable[[str], object] = lambda _: None
    ) -> Response:
        """Stream the game's version now and after every change, until the token is revoked.

        A change in the value of ``get_watched_value`` also sends the version.
        """
        _, role = await self._require_stream_and_role(request)
        return stream_version_changes(request, role, self.worker, self.tokens, get_watched_value)

    # --------------------------------------------------------------------------------- writing

    async def handle_form(self, request: Request, form_name: str) -> Response:
        """Apply a form to the game. Refused input is shown again."""
        body = await request.body()

        def do(game: Game, role: Role) -> tuple[GameView, Role, SubmissionResult]:
            handle = FORM_HANDLERS[form_name]
            result = apply_submitted_form(form_name, handle, game, role, parse_form(body))
            return build_game_view(game, role), role, result

        view, role, result = await self._run_with_game(request, do)
        if request.headers.get("x-part"):
            return _render_game_page("part.html", request, view, role, result)
        if result.status == DONE and not result.message:
            return RedirectResponse(_get_role_path(request), 303)
        return _render_game_page("game.html", request, view, role, result)

    # --------------------------------------------------------------------------------- photos

    async def send_photo(self, request: Request) -> Response:
        """Send a photo that a line of this game refers to. No other photo can be requested."""
        stream, role = await self._require_stream_and_role(request)
        digest = request.path_params["digest"]
        photo = await self.worker.run_with_book(
            lambda book: find_photo_of_game(
                self.worker.open_game_for_role(book, stream, role).get_public_game(), digest
            )
        )
        if photo is None:
            raise InvalidLink
        headers = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(photo.data, media_type="image/jpeg", headers=headers)

    async def receive_and_add_photo(self, request: Request) -> Response:
        """Scale down a photo, remove its location data, and add it to the game as a line."""
        stream, role = await self._require_stream_and_role(request)
        if not role.may_enter_dice:
            return PlainTextResponse("Spectators cannot send photos.", REFUSED)
        data = await request.body()
        text = clean_text(request.query_params.get("text", ""))[:MAX_TEXT_LENGTH]

        def do(book: Book) -> tuple[str, int]:
            try:
                add_photo_note(self.worker.open_game_for_role(book, stream, role), photo, text)
            except LedgerError as error:
                return error.message, FAILED
            return "", 200

        try:
            photo = await run_in_threadpool(resize_and_clean_photo, data)
        except Refused as refused:
            return PlainTextResponse(refused.message, REFUSED)
        message, status = await self.worker.run_with_book(do)
        return PlainTextResponse(message, status)

    async def _require_stream_and_role(self, request: Request) -> tuple[str, Role]:
        return await self._run_with_game(request, lambda game, role: (game.stream, role))

    async def _run_with_game(self, request: Request, function: Callable[[Game, Role], T]) -> T:
        """Call a function with the requested game and role, or raise ``InvalidLink``."""
        stream, token = request.path_params["stream"], request.path_params["token"]
        if not GAME_ID.fullmatch(stream) or len(token) > MAX_TEXT_LENGTH:
            raise InvalidLink

        def do(book: Book) -> T:
            row = book.get_summary(stream)
            if row is None or row.kind != "match":
                raise InvalidLink
            sides = self.worker.open_game_for_role(book, stream, SPECTATOR).state.info.sides
            roles = list_game_roles([side.id for side in sides])
            role = self.tokens.find_role_by_token(token, stream, roles)
            if role is None:
                raise InvalidLink
            return function(self.worker.open_game_for_role(book, stream, role), role)

        return await self.worker.run_with_book(do)


def stream_version_changes(
    request: Request,
    role: Role,
    worker: LedgerWorker,
    tokens: AccessTokens,
    get_watched_value: Callable[[str], object] = lambda _: None,
) -> Response:
    """Stream the version of a game or league now and after every change, as server-sent events. A
    change in the value of ``get_watched_value`` also sends the version. The stream ends when the
    token is revoked or the server stops. A header tells proxies such as nginx not to buffer the
    stream.
    """
    stream, token = request.path_params["stream"], request.path_params["token"]

    async def stream_versions() -> AsyncIterator[str]:
        known: tuple[int, object] = (-1, None)
        last_sent = 0.0
        yield f"retry: {RECONNECT_DELAY}\n\n"
        while not worker.closing.is_set():
            if not tokens.find_role_by_token(token, stream, (role,)):
                yield "event: closed\ndata: closed\n\n"
                return
            try:
                version, now = await worker.get_version(stream), time.monotonic()
            except LedgerError:
                return  # phones reconnect by themselves
            if (version, get_watched_value(stream)) != known:
                known, last_sent = (version, get_watched_value(stream)), now
                yield f"id: {version}\ndata: {version}\n\n"
            elif now - last_sent > KEEP_ALIVE:
                last_sent = now
                yield ": still there\n\n"
            await asyncio.sleep(CHECK_INTERVAL)

    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(stream_versions(), media_type="text/event-stream", headers=headers)


class InvalidLink(Exception):
    """The error for a link without a valid access token."""


def _render_game_page(
    name: str, request: Request, view: GameView, role: Role, result: SubmissionResult
) -> Response:
    path = _get_role_path(request)
    text = render_template(name, request, game=view, role=role, answered=result, path=path)
    return HTMLResponse(text, result.status)


def _get_role_path(request: Request) -> str:
    params = request.path_params
    return f"{get_proxy_root_path(request)}/{params['stream']}/{params['token']}"


def _make_refusal_handler(
    message: str, status: int, headers: Mapping[str, str] | None = None
) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Make a handler that explains an error with the same message each time."""

    async def refuse(request: Request, _: Exception) -> Response:
        return _render_refusal(request, message, status, headers)

    return refuse


async def _report_ledger_error(request: Request, error: Exception) -> Response:
    """Report a ledger error. If a server is unreachable, its address is not revealed."""
    if isinstance(error, ServerUnreachable):
        return _render_refusal(request, LEDGER_UNREACHABLE, 503, {"retry-after": "5"})
    return _render_refusal(request, str(error), FAILED)


def _render_refusal(
    request: Request, message: str, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """Explain the refusal, as a page for browsers or as plain text for scripts."""
    if "text/html" in request.headers.get("accept", ""):
        page = render_template("refused.html", request, message=message, status=status)
        return HTMLResponse(page, status, headers)
    return PlainTextResponse(message, status, headers)

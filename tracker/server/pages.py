"""The pages: a game as a role sees it, live, and what is sent from there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs

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
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.photos import made_small
from tracker.application.taking_photos import photo_of, take_photo
from tracker.application.text import clean
from tracker.server.answering import LONGEST, AnsweredAlready, answer, say_line, take_back
from tracker.server.doors import Doors, Role, roles_of
from tracker.server.guard import TooMuch
from tracker.server.hall import Hall
from tracker.server.rendering import environment, own_file
from tracker.server.seen import GameSeen, seen

STILL_THERE = 15.0
"""Seconds after which a quiet line says that it is still there."""
NO_DOOR = "This address opens nothing; ask for a new one."
CONFLICT, REFUSED, FAILED = 409, 422, 503

Deed = Callable[[Game, Role, dict[str, str]], None]


class Pages:
    """The pages of the games of one ledger, each behind its doors."""

    def __init__(self, hall: Hall, doors: Doors) -> None:
        self.hall = hall
        self.doors = doors
        self.leaving = asyncio.Event()

    def app(self, more: Sequence[BaseRoute] = ()) -> Starlette:
        """The application, ready to be served; with ``more`` pages than those of games."""
        at = "/{stream}/{token}"
        return Starlette(
            routes=[
                *more,
                Route("/phone.js", self.script),
                Route("/phone.css", self.style),
                Route(at, self.page),
                Route(f"{at}/part", self.part),
                Route(f"{at}/live", self.live),
                Route(f"{at}/answer", self.deed(_answer), methods=["POST"]),
                Route(f"{at}/line", self.deed(_line), methods=["POST"]),
                Route(f"{at}/back", self.deed(_back), methods=["POST"]),
                Route(f"{at}/photo", self.photo_sent, methods=["POST"]),
                Route(f"{at}/photo/{{digest}}", self.photo),
            ],
            exception_handlers={404: _nothing_here, NoDoor: _no_door, TooMuch: _too_much},
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self.leaving.set()
            self.hall.close()

    # ----------------------------------------------------------------------------- to be read

    async def script(self, _: Request) -> Response:
        return Response(own_file("phone.js"), media_type="text/javascript")

    async def style(self, _: Request) -> Response:
        return Response(own_file("phone.css"), media_type="text/css")

    async def page(self, request: Request) -> Response:
        return await self._shown(request, "game.html")

    async def part(self, request: Request) -> Response:
        return await self._shown(request, "part.html")

    async def _shown(self, request: Request, name: str) -> Response:
        stream, role = await self._door(request)
        shown = await self.hall.do(lambda book: seen(self.hall.game(book, stream, role), role))
        return _rendered(name, request, shown, role)

    async def live(self, request: Request) -> Response:
        """The version of the game, whenever it is another; who was away learns it at once."""
        stream, _ = await self._door(request)

        async def versions() -> AsyncIterator[str]:
            version = -1
            while not self.leaving.is_set():
                try:
                    version = await asyncio.wait_for(
                        self.hall.versions(stream, version), STILL_THERE
                    )
                except TimeoutError:
                    yield ": still there\n\n"
                    await self._door(request)
                else:
                    yield f"id: {version}\ndata: {version}\n\n"

        return StreamingResponse(versions(), media_type="text/event-stream")

    # ---------------------------------------------------------------------------- what is sent

    def deed(self, does: Deed) -> Callable[[Request], Any]:
        """What is sent is done in the game; a refusal is shown with what was typed."""

        async def handler(request: Request) -> Response:
            stream, role = await self._door(request)
            said = _said(await request.body())
            part = "part.html" if request.headers.get("x-part") else ""

            def do(book: Book) -> tuple[GameSeen, str, int]:
                game = self.hall.game(book, stream, role)
                try:
                    does(game, role, said)
                except AnsweredAlready as refused:
                    return seen(game, role), refused.message, CONFLICT
                except Refused as refused:
                    return seen(game, role), refused.message, REFUSED
                except LedgerError as error:
                    return seen(game, role), error.message, FAILED
                return seen(game, role), "", 200

            shown, why, status = await self.hall.do(do)
            if not why and not part:
                return RedirectResponse(f"/{stream}/{request.path_params['token']}", 303)
            typed = said.get("text", "") if status == REFUSED else ""
            return _rendered(part or "game.html", request, shown, role, why, typed, status)

        return handler

    # --------------------------------------------------------------------------------- photos

    async def photo(self, request: Request) -> Response:
        """A photo that a line of this game names, and no other."""
        stream, role = await self._door(request)
        digest = request.path_params["digest"]
        found = await self.hall.do(
            lambda book: photo_of(self.hall.game(book, stream, role).shown(), digest)
        )
        if found is None:
            raise NoDoor
        keep = {"cache-control": "private, max-age=31536000, immutable"}
        return Response(found.data, media_type="image/jpeg", headers=keep)

    async def photo_sent(self, request: Request) -> Response:
        """A photo becomes a line of the game; small enough to be kept, and without its place."""
        stream, role = await self._door(request)
        if not role.answers:
            return PlainTextResponse("Who looks on sends no photos.", REFUSED)
        data = await request.body()
        text = clean(request.query_params.get("text", ""))[:LONGEST]

        def do(book: Book) -> tuple[str, int]:
            try:
                take_photo(self.hall.game(book, stream, role), made, text)
            except LedgerError as error:
                return error.message, FAILED
            return "", 200

        try:
            made = await run_in_threadpool(made_small, data)
        except Refused as refused:
            return PlainTextResponse(refused.message, REFUSED)
        why, status = await self.hall.do(do)
        return PlainTextResponse(why, status)

    async def _door(self, request: Request) -> tuple[str, Role]:
        """The game and the role of an address. Raises ``NoDoor``."""
        stream, token = request.path_params["stream"], request.path_params["token"]

        def find(book: Book) -> Role | None:
            row = book.summary(stream)
            if row is None or row.kind != "match":
                return None
            game = self.hall.game(book, stream, Role("spectator"))
            sides = [side.id for side in game.state.info.sides]
            return self.doors.opened_by(token, stream, roles_of(sides))

        role = await self.hall.do(find)
        if role is None:
            raise NoDoor
        return stream, role


class NoDoor(Exception):
    """An address that opens nothing."""


def _answer(game: Game, role: Role, said: dict[str, str]) -> None:
    answer(game, role, said.get("question", ""), said.get("text", ""))


def _line(game: Game, role: Role, said: dict[str, str]) -> None:
    say_line(game, role, said.get("text", ""))


def _back(game: Game, role: Role, said: dict[str, str]) -> None:
    del said
    take_back(game, role)


def _said(body: bytes) -> dict[str, str]:
    """The fields of a form; the last of each name."""
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=20)
    return {name: values[-1] for name, values in fields.items()}


def _rendered(
    name: str,
    request: Request,
    shown: GameSeen,
    role: Role,
    why: str = "",
    typed: str = "",
    status: int = 200,
) -> Response:
    path = f"/{shown.stream}/{request.path_params['token']}"
    text = (
        environment()
        .get_template(name)
        .render(game=shown, role=role, why=why, typed=typed, path=path)
    )
    return HTMLResponse(text, status)


async def _no_door(request: Request, error: Exception) -> Response:
    del request, error
    return PlainTextResponse(NO_DOOR, 404)


async def _nothing_here(request: Request, error: Exception) -> Response:
    del request, error
    return PlainTextResponse(NO_DOOR, 404)


async def _too_much(request: Request, error: Exception) -> Response:
    del request, error
    return PlainTextResponse("That is too much.", 413)

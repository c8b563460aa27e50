"""The pages of a league's evening: what each door shows, live, and what is sent from there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tracker.application.book import Book
from tracker.application.errors import LedgerError, MovedOn, Refused, ServerAway
from tracker.application.leagues.league import League
from tracker.application.leagues.reports import SaidMeanwhile
from tracker.server.doors import Doors, Role
from tracker.server.evening import codes, deeds
from tracker.server.evening.following import Following
from tracker.server.evening.keeping import SPECTATOR, Common, Leagues, author_of, role_at
from tracker.server.evening.seen import EveningSeen
from tracker.server.hall import Hall
from tracker.server.pages import CLOSED, STILL_THERE, NoDoor, event_stream
from tracker.server.rendering import own_file, render, root_of
from tracker.server.sent import CONFLICT, FAILED, REFUSED

AT = "/league/{stream}/{name}/{token}"
Verb = Callable[[League, Role, Mapping[str, str]], str]
DEEDS: dict[str, Verb] = {
    "report": deeds.report,
    "confirm": deeds.confirm,
    "settle": deeds.settle,
    "sign": deeds.sign,
    "withdraw": deeds.withdraw,
    "draft": deeds.draft,
    "publish": deeds.publish,
}
PAGE, PART = "evening/page.html", "evening/part.html"
ROUNDS = "rounds"
"""Below the address of a role: the rounds before the one at hand."""
MOST_FIELDS = 40
AT_DOOR = 1.0
"""Seconds after which it is looked whether the address of who follows was withdrawn."""
BESIDE = {
    "evening.css": "text/css",
    "evening.js": "text/javascript",
    "evening.svg": "image/svg+xml",
    "screen.css": "text/css",
    "screen.js": "text/javascript",
}


class Shown(Struct, frozen=True):
    """What a page is filled with: ``told`` came of what was sent, ``typed`` was refused.

    ``view`` is the part of the evening that is shown: "" for the round at hand, or ``ROUNDS``.
    """

    evening: EveningSeen
    common: Common
    role: Role
    now: int
    told: str = ""
    typed: Mapping[str, str] = {}
    view: str = ""


class EveningPages:
    """The evenings of the leagues of one ledger, each behind its doors."""

    def __init__(self, hall: Hall, doors: Doors, leaving: asyncio.Event) -> None:
        self.hall = hall
        self.doors = doors
        self.leaving = leaving
        self.leagues = Leagues()
        self.following = Following(hall)

    def routes(self) -> list[BaseRoute]:
        """Its pages, to be put before those of games."""
        return [
            *(Route(f"/{name}", self.beside) for name in BESIDE),
            Route(AT, self.page),
            Route(f"{AT}/part", self.part),
            Route(f"{AT}/{ROUNDS}", self.rounds),
            Route(f"{AT}/{ROUNDS}/part", self.rounds_part),
            Route(f"{AT}/screen", self.screen),
            Route(f"{AT}/screen/part", self.screen_part),
            Route(f"{AT}/live", self.live),
            Route(f"{AT}/codes", self.codes),
            Route(f"{AT}/door", self.new_door, methods=["POST"]),
            *(Route(f"{AT}/{name}", self.deed(name), methods=["POST"]) for name in DEEDS),
        ]

    # ----------------------------------------------------------------------------- to be read

    async def beside(self, request: Request) -> Response:
        """The script, the style or the picture of a page."""
        name = request.url.path.rpartition("/")[2]
        return Response(own_file(name), media_type=BESIDE[name])

    async def page(self, request: Request) -> Response:
        return await self._shown(request, PAGE)

    async def part(self, request: Request) -> Response:
        return await self._shown(request, PART)

    async def rounds(self, request: Request) -> Response:
        """The rounds before the one at hand; what is not settled there can be."""
        return await self._shown(request, PAGE, view=ROUNDS)

    async def rounds_part(self, request: Request) -> Response:
        return await self._shown(request, PART, view=ROUNDS)

    async def screen(self, request: Request) -> Response:
        """The big screen: always under the spectators' address, as everybody can read that one."""
        role = await self.hall.do(lambda book: self._role(book, request))
        if role != SPECTATOR:
            return RedirectResponse(self._screen(request), 303)
        return await self._shown(request, "evening/screen.html", with_code=True)

    def _screen(self, request: Request) -> str:
        stream = request.path_params["stream"]
        return f"{codes.address(stream, self.doors, root_of(request), SPECTATOR)}/screen"

    async def screen_part(self, request: Request) -> Response:
        return await self._shown(request, "evening/screen_part.html", with_code=True)

    async def _shown(
        self, request: Request, template: str, *, view: str = "", with_code: bool = False
    ) -> Response:
        stream = request.path_params["stream"]

        def look(book: Book) -> Shown:
            role = self._role(book, request)
            return self._seen(book, stream, role)

        shown = await self.hall.do(look)
        code = ""
        if with_code:
            address = codes.address(stream, self.doors, _base(request), SPECTATOR)
            code = codes.drawing(address)
        return self._rendered(template, request, replace(shown, view=view), code=code)

    async def live(self, request: Request) -> Response:
        """The version of the league, whenever it is another, until the door is closed; who was away
        learns it at once.
        """
        role = await self.hall.do(lambda book: self._role(book, request))
        stream, token = request.path_params["stream"], request.path_params["token"]

        async def versions() -> AsyncIterator[str]:
            version, told = -1, time.monotonic()
            while not self.leaving.is_set():
                try:
                    version = await asyncio.wait_for(self.following.next(stream, version), AT_DOOR)
                    found = f"id: {version}\ndata: {version}\n\n"
                except TimeoutError:
                    found = ": still there\n\n" if time.monotonic() - told > STILL_THERE else ""
                if not self.doors.opened_by(token, stream, [role]):
                    yield CLOSED
                    return
                if found:
                    told = time.monotonic()
                    yield found

        async def until_away() -> AsyncIterator[str]:
            with suppress(ServerAway):  # phones connect again by themselves
                async for told in versions():
                    yield told

        return event_stream(until_away())

    # ---------------------------------------------------------------------------- what is sent

    def deed(self, name: str) -> Callable[[Request], Any]:
        """What is sent is said in the league; a refusal is shown with what was typed."""

        async def handler(request: Request) -> Response:
            said = _said(await request.body())
            part = PART if request.headers.get("x-part") else ""
            view = ROUNDS if said.get("view") == ROUNDS else ""

            def do(book: Book) -> tuple[Shown, int]:
                stream = request.path_params["stream"]
                role = self._role(book, request)
                told, status = self._do(book, stream, role, DEEDS[name], said)
                typed = said if status != 200 else {}
                seen = self._seen(book, stream, role)
                return replace(seen, told=told, typed=typed, view=view), status

            shown, status = await self.hall.do(do)
            if status == 200 and not part:
                return RedirectResponse(f"{_path(request)}{_below(view)}", 303)
            return self._rendered(part or PAGE, request, shown, status=status)

        return handler

    def _seen(self, book: Book, stream: str, role: Role) -> Shown:
        evening = self.leagues.seen(book, stream)
        return Shown(evening, self.leagues.common(evening, role.player), role, book.clock())

    def _do(
        self, book: Book, stream: str, role: Role, deed: Verb, said: Mapping[str, str]
    ) -> tuple[str, int]:
        league = self.leagues.league(book, stream)
        league.author = author_of(league, role)
        try:
            return deed(league, role, said), 200
        except (SaidMeanwhile, MovedOn) as refused:
            return refused.message, CONFLICT
        except Refused as refused:
            return refused.message, REFUSED
        except LedgerError as error:
            return error.message, FAILED

    def _rendered(
        self, template: str, request: Request, shown: Shown, *, status: int = 200, code: str = ""
    ) -> Response:
        text = render(
            template,
            request,
            evening=shown.evening,
            tables=shown.common.tables,
            standings=shown.common.standings,
            role=shown.role,
            path=_path(request),
            screen=self._screen(request),
            now=shown.now // 1000,
            told=shown.told,
            typed=shown.typed,
            refused=status != 200,
            ways=deeds.ways_of,
            code=code,
            view=shown.view,
            below=_below(shown.view),
        )
        return HTMLResponse(text, status)

    # --------------------------------------------------------------------------------- doors

    async def codes(self, request: Request) -> Response:
        """The addresses of everybody with their codes, to be printed: for the organiser alone."""

        def look(book: Book) -> tuple[str, list[codes.Code]]:
            self._organiser(book, request)
            league = self.leagues.league(book, request.path_params["stream"])
            return league.title, codes.of_league(league, self.doors, _base(request))

        title, found = await self.hall.do(look)
        path = _path(request)
        page = render("evening/codes.html", request, title=title, codes=found, path=path)
        return HTMLResponse(page)

    async def new_door(self, request: Request) -> Response:
        """One address opens nothing any more, and has a new one: said by the organiser."""
        said = _said(await request.body())

        def close(book: Book) -> None:
            self._organiser(book, request)
            stream = request.path_params["stream"]
            role = role_at(book, stream, said.get("role", ""), self.leagues)
            if role is None:
                raise NoDoor
            self.doors.close(stream, role)

        await self.hall.do(close)
        return RedirectResponse(f"{_path(request)}/codes", 303)

    def _organiser(self, book: Book, request: Request) -> None:
        if self._role(book, request).kind != "organiser":
            raise NoDoor

    def _role(self, book: Book, request: Request) -> Role:
        """Whose door an address is. Raises ``NoDoor``."""
        stream, name = request.path_params["stream"], request.path_params["name"]
        role = role_at(book, stream, name, self.leagues)
        if role is None or not self.doors.opened_by(request.path_params["token"], stream, [role]):
            raise NoDoor
        return role


def _path(request: Request) -> str:
    known = request.path_params
    return f"{root_of(request)}/league/{known['stream']}/{known['name']}/{known['token']}"


def _base(request: Request) -> str:
    """The address of the server as it was asked for."""
    return str(request.base_url).rstrip("/")


def _below(view: str) -> str:
    return f"/{view}" if view else ""


def _said(body: bytes) -> dict[str, str]:
    """The fields of a form; the last of each name. None where there are too many."""
    try:
        fields = parse_qs(
            body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS
        )
    except ValueError:
        return {}
    return {name: values[-1] for name, values in fields.items()}

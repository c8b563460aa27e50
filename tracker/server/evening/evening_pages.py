"""The pages of a league's evening: what each role sees, live, and what is sent from there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tracker.application.book import Book
from tracker.application.errors import LedgerError, MovedOn, NeedsReason, Refused, ServerAway
from tracker.application.leagues.league import League
from tracker.application.leagues.player_reports import SaidMeanwhile
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening import organiser_forms, player_list_import, qr_codes, submissions
from tracker.server.evening.change_feed import ChangeFeed
from tracker.server.evening.evening_view import EveningSeen, split_pages
from tracker.server.evening.game_to_begin import GameToBegin, begin_paired_game, find_game_to_begin
from tracker.server.evening.league_cache import (
    JOIN,
    ORGANISER,
    SCRIBE,
    SPECTATOR,
    Leagues,
    SharedPages,
    find_role,
    name_author,
)
from tracker.server.evening.organiser_forms import (
    OrganiserSeen,
    SeasonSeen,
    build_season_view,
    find_organiser_choices,
)
from tracker.server.evening.player_list_import import ListSeen, enrol_list, review_list
from tracker.server.form_actions import CONFLICT, FAILED, REFUSED
from tracker.server.game_pages import CLOSED, STILL_THERE, InvalidLink, send_event_stream
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.rendering import find_root, own_file, render

AT = "/league/{stream}/{name}/{token}"
Verb = Callable[[League, Role, Mapping[str, str]], str]
DEEDS: dict[str, Verb] = {
    "report": submissions.report,
    "confirm": submissions.confirm,
    "check-in": player_list_import.check_in,
    "settle": submissions.enter_result,
    "sign": submissions.sign,
    "withdraw": submissions.withdraw,
    "enrol": organiser_forms.enrol,
    "presence": organiser_forms.set_presence,
    "drop": organiser_forms.drop,
    "annul": organiser_forms.annul,
    "rename": organiser_forms.rename,
    "draft": organiser_forms.draft,
    "publish": organiser_forms.publish,
    "cancel": organiser_forms.cancel,
    "undo": organiser_forms.undo,
    "redo": organiser_forms.redo,
    "pair": organiser_forms.pair,
    "lock": organiser_forms.lock,
    "tables": organiser_forms.number_tables,
    "step-in": organiser_forms.step_in,
    "arrange": organiser_forms.arrange,
    "decide": organiser_forms.decide,
    "season": organiser_forms.change_season,
    "cut": organiser_forms.make_cut,
    "divide": organiser_forms.set_divisions,
    "division": organiser_forms.move_player,
    "sign-up": enrol_list,
}
PAGE, PART = "evening/page.html", "evening/part.html"
ROUNDS, PLAYERS, SEASON = "rounds", "players", "season"
"""Below the address of a role: the rounds before the one at hand; for the organiser everybody, and
the season."""
VIEWS = (ROUNDS, PLAYERS, SEASON)
GAME = 'href="game/'
"""How links to games begin in what is the same for everybody, before the address of a role."""
RENEWED = "renewed"
"""Names the role whose link was just revoked, behind the address of the page that says so."""
NAMES = {JOIN: "joining", SPECTATOR: "everybody", ORGANISER: "the organiser"}
MOST_FIELDS = 40
COOKIE, REMEMBERED = "own", 400 * 24 * 3600
"""Whose a phone is, and for how many seconds it remembers that: as long as browsers allow."""
ACCESS_CHECK = 1.0
"""Seconds after which it is looked whether the address of who follows was withdrawn."""
ICON = "favicon.ico"
BESIDE = {
    "evening.css": "text/css",
    "evening.js": "text/javascript",
    "evening.svg": "image/svg+xml",
    "screen.css": "text/css",
    "screen.js": "text/javascript",
}


class PageContent(Struct, frozen=True):
    """What a page is filled with: ``told`` came of what was sent, ``typed`` was refused,
    ``asks_why`` until a reason is given.

    ``view`` is the part of the evening that is shown: "" for the round at hand, or one of
    ``VIEWS``; ``organiser``, ``season`` and the pasted list as it was ``listed`` are the
    organiser's alone.
    """

    evening: EveningSeen
    common: SharedPages
    role: Role
    now: int
    organiser: OrganiserSeen | None
    told: str = ""
    typed: Mapping[str, str] = {}
    asks_why: bool = False
    view: str = ""
    season: SeasonSeen | None = None
    listed: ListSeen | None = None


class SubmissionNotice(NamedTuple):
    """What came of something that was sent."""

    told: str
    status: int = 200
    asks_why: bool = False


class EveningPages:
    """The evenings of the leagues of one ledger, each behind its access tokens."""

    def __init__(self, worker: LedgerWorker, tokens: AccessTokens, leaving: asyncio.Event) -> None:
        self.worker = worker
        self.tokens = tokens
        self.leaving = leaving
        self.leagues = Leagues()
        self.joining = player_list_import.LinkSignUps(tokens)
        self.following = ChangeFeed(worker)

    def list_routes(self) -> list[BaseRoute]:
        """Its pages, to be put before those of games."""
        return [
            *(Route(f"/{name}", self.send_asset) for name in BESIDE),
            Route(f"/{ICON}", self.icon),
            Route(AT, self.page),
            Route(f"{AT}/part", self.part),
            *(Route(f"{AT}/{view}", self.view(view, PAGE)) for view in VIEWS),
            *(Route(f"{AT}/{view}/part", self.view(view, PART)) for view in VIEWS),
            Route(f"{AT}/screen", self.screen),
            Route(f"{AT}/screen/part", self.screen_part),
            Route(f"{AT}/live", self.live),
            Route(f"{AT}/game/{{fixture}}", self.game),
            Route(f"{AT}/new-game/{{fixture}}", self.new_game, methods=["GET", "POST"]),
            Route(f"{AT}/take", self.take, methods=["POST"]),
            Route(f"{AT}/release", self.release, methods=["POST"]),
            Route(f"{AT}/codes", self.codes),
            Route(f"{AT}/renew", self.renew_access, methods=["POST"]),
            *(Route(f"{AT}/{name}", self.handle_deed(name), methods=["POST"]) for name in DEEDS),
        ]

    # ----------------------------------------------------------------------------- to be read

    async def send_asset(self, request: Request) -> Response:
        """The script, the style or the picture of a page."""
        name = request.url.path.rpartition("/")[2]
        return Response(own_file(name), media_type=BESIDE[name])

    async def icon(self, _: Request) -> Response:
        """What browsers ask for beside pages that name none."""
        return Response(own_file("evening.svg"), media_type=BESIDE["evening.svg"])

    async def page(self, request: Request) -> Response:
        """The round at hand; behind the link by which players join, the names there are."""
        if request.path_params["name"] == JOIN.name:
            return await self.join(request)
        shown = await self._shown(request, PAGE)
        self._remember(request, shown, request.path_params["name"], request.path_params["token"])
        return shown

    async def part(self, request: Request) -> Response:
        return await self._shown(request, PART)

    def view(self, name: str, template: str) -> Callable[[Request], Any]:
        """Another part of the evening than the round at hand."""

        async def handle_request(request: Request) -> Response:
            return await self._shown(request, template, view=name)

        return handle_request

    async def screen(self, request: Request) -> Response:
        """The big screen: always under the spectators' address, as everybody can read that one."""
        role = await self.worker.do(lambda book: self._role(book, request))
        if role != SPECTATOR:
            return RedirectResponse(self._screen(request), 303)
        return await self._shown(request, "evening/screen.html", with_code=True)

    def _screen(self, request: Request) -> str:
        stream = request.path_params["stream"]
        return f"{qr_codes.make_address(stream, self.tokens, find_root(request), SPECTATOR)}/screen"

    async def screen_part(self, request: Request) -> Response:
        return await self._shown(request, "evening/screen_part.html", with_code=True)

    async def _shown(
        self, request: Request, template: str, *, view: str = "", with_code: bool = False
    ) -> Response:
        stream = request.path_params["stream"]

        def look(book: Book) -> PageContent:
            role = self._role(book, request)
            if view in (PLAYERS, SEASON) and role != ORGANISER:
                raise InvalidLink
            if role.player is not None:
                self.tokens.take(stream, role)
            told = self._renewed(book, request) if view == PLAYERS else ""
            return replace(self._seen(book, stream, role, view, {}), told=told)

        shown = await self.worker.do(look)
        code = ""
        if with_code:
            address = qr_codes.make_address(stream, self.tokens, _base(request), SPECTATOR)
            code = qr_codes.draw_code(address)
        return self._rendered(template, request, shown, code=code)

    async def game(self, request: Request) -> Response:
        """The page of a game that is kept now: a player's own side, the scribe's for the organiser,
        the spectators' for all others.
        """
        stream = request.path_params["stream"]

        def look(book: Book) -> str:
            role = self._role(book, request)
            league = self.leagues.open_league(book, stream)
            fixture = league.state.fixtures.get(request.path_params["fixture"])
            if fixture is None or fixture.link is None:
                raise InvalidLink
            sides = {one.player: one.side for one in fixture.link.sides}
            side = sides.get(role.player) if role.player else None
            of_game = Role("side", side) if side else SCRIBE if role == ORGANISER else SPECTATOR
            token = self.tokens.make_token(fixture.link.match, of_game)
            return f"{find_root(request)}/{fixture.link.match}/{token}"

        return RedirectResponse(await self.worker.do(look), 303)

    async def new_game(self, request: Request) -> Response:
        """What is asked of the game of a pairing, and the game begun: for the organiser alone."""
        stream, fixture = request.path_params["stream"], request.path_params["fixture"]
        said = _said(await request.body())

        rules = said.get("rules") or request.query_params.get("rules", "")

        def do(book: Book) -> tuple[GameToBegin | None, str]:
            """The page with what was refused; none where there is nothing more to ask."""
            self._organiser(book, request)
            league, told = self.leagues.open_league(book, stream), ""
            league.author = name_author(league, ORGANISER)
            if said:
                try:
                    begin_paired_game(book, league, fixture, said)
                except Refused as refused:
                    told = refused.message
            try:
                return find_game_to_begin(book, league, fixture, rules), told
            except Refused:  # it is begun, or has a result by now
                return None, told

        new, told = await self.worker.do(do)
        if new is None:
            return RedirectResponse(_path(request), 303)
        page = render(
            "evening/new_game.html", request, new=new, told=told, typed=said, path=_path(request)
        )
        return HTMLResponse(page, REFUSED if told else 200)

    async def live(self, request: Request) -> Response:
        """The version of the league now, and whenever it changes, until the token is revoked."""
        role = await self.worker.do(lambda book: self._role(book, request))
        stream, token = request.path_params["stream"], request.path_params["token"]

        async def stream_versions() -> AsyncIterator[str]:
            version, told = -1, time.monotonic()
            while not self.leaving.is_set():
                try:
                    version = await asyncio.wait_for(
                        self.following.next(stream, version), ACCESS_CHECK
                    )
                    found = f"id: {version}\ndata: {version}\n\n"
                except TimeoutError:
                    found = ": still there\n\n" if time.monotonic() - told > STILL_THERE else ""
                if not self.tokens.find_role_by_token(token, stream, [role]):
                    yield CLOSED
                    return
                if found:
                    told = time.monotonic()
                    yield found

        async def wait_until_away() -> AsyncIterator[str]:
            with suppress(ServerAway):  # phones connect again by themselves
                async for told in stream_versions():
                    yield told

        return send_event_stream(wait_until_away())

    # ---------------------------------------------------------------------------- what is sent

    def handle_deed(self, name: str) -> Callable[[Request], Any]:
        """What is sent is said in the league; a refusal is shown with what was typed."""

        async def handle_request(request: Request) -> Response:
            said = _said(await request.body())
            part = PART if request.headers.get("x-part") else ""
            view = said["view"] if said.get("view") in VIEWS else ""

            def do(book: Book) -> tuple[PageContent, int]:
                stream = request.path_params["stream"]
                role = self._role(book, request)
                came = self._do(book, stream, role, DEEDS[name], said)
                typed = said if came.status != 200 else {}
                seen = self._seen(book, stream, role, view, typed)
                return replace(seen, told=came.told, asks_why=came.asks_why), came.status

            shown, status = await self.worker.do(do)
            if status == 200 and not part:
                return RedirectResponse(f"{_path(request)}{_below(view)}", 303)
            return self._rendered(part or PAGE, request, shown, status=status)

        return handle_request

    def _seen(
        self, book: Book, stream: str, role: Role, view: str, typed: Mapping[str, str]
    ) -> PageContent:
        evening = self.leagues.seen(book, stream)
        common = self.leagues.common(evening, role.player)
        seen = PageContent(evening, common, role, book.clock(), None, typed=typed)
        if role != ORGANISER:
            return replace(seen, view=ROUNDS if view == ROUNDS else "")
        league, listed = self.leagues.open_league(book, stream), None
        if "list" in typed:
            with suppress(Refused):  # it was told already
                listed = review_list(league, typed)
        return replace(
            seen,
            view=view,
            organiser=find_organiser_choices(league, evening, self.tokens),
            season=build_season_view(league) if view == SEASON else None,
            listed=listed,
        )

    def _do(
        self, book: Book, stream: str, role: Role, deed: Verb, said: Mapping[str, str]
    ) -> SubmissionNotice:
        league = self.leagues.open_league(book, stream)
        league.author = name_author(league, role)
        try:
            return SubmissionNotice(deed(league, role, said))
        except (SaidMeanwhile, MovedOn) as refused:
            return SubmissionNotice(refused.message, CONFLICT)
        except Refused as refused:
            asks_why = isinstance(refused, NeedsReason)
            return SubmissionNotice(refused.message, REFUSED, asks_why=asks_why)
        except LedgerError as error:
            return SubmissionNotice(error.message, FAILED)

    def _rendered(
        self,
        template: str,
        request: Request,
        shown: PageContent,
        *,
        status: int = 200,
        code: str = "",
    ) -> Response:
        text = render(
            template,
            request,
            evening=shown.evening,
            tables=shown.common.tables,
            standings=shown.common.standings,
            role=shown.role,
            organiser=shown.organiser,
            season=shown.season,
            listed=shown.listed,
            path=_path(request),
            screen=self._screen(request),
            now=shown.now // 1000,
            told=shown.told,
            typed=shown.typed,
            asks_why=shown.asks_why,
            refused=status != 200,
            ways=submissions.list_ways,
            leaves=split_pages,
            code=code,
            view=shown.view,
            below=_below(shown.view),
        )
        return HTMLResponse(text.replace(GAME, f'href="{_path(request)}/game/'), status)

    # --------------------------------------------------------------------------------- joining

    async def join(self, request: Request, refused: str = "", typed: str = "") -> Response:
        """The names there are; a phone that has one is led to its own page."""
        stream = request.path_params["stream"]

        name, _, token = request.cookies.get(COOKIE, "").partition(".")

        def look(book: Book) -> tuple[str, list[player_list_import.NameSeen], bool]:
            self._role(book, request, joins=True)
            league = self.leagues.open_league(book, stream)
            role = find_role(book, stream, name, self.leagues)
            roles = [role] if role is not None and role.player is not None else []
            own = self.tokens.find_role_by_token(token, stream, roles) is not None
            return league.title, player_list_import.names_seen(league, self.tokens), own

        title, names, own = await self.worker.do(look)
        if own and not refused:
            return RedirectResponse(f"{find_root(request)}/league/{stream}/{name}/{token}", 303)
        page = render(
            "evening/join.html",
            request,
            title=title,
            names=names,
            path=_path(request),
            told=refused,
            typed=typed,
        )
        return HTMLResponse(page, REFUSED if refused else 200)

    async def take(self, request: Request) -> Response:
        """Somebody takes a name, and is led to its page."""
        said = _said(await request.body())
        stream = request.path_params["stream"]

        def do(book: Book) -> tuple[Role, str]:
            author = name_author(
                self.leagues.open_league(book, stream), self._role(book, request, joins=True)
            )
            league = self.leagues.open_league(book, stream, author)
            role = self.joining.take(league, said)
            return role, self.tokens.make_token(stream, role)

        try:
            role, token = await self.worker.do(do)
        except Refused as refused:
            return await self.join(request, refused.message, said.get("name", ""))
        own = f"{find_root(request)}/league/{stream}/{role.name}/{token}"
        answer = RedirectResponse(own, 303)
        self._remember(request, answer, role.name, token)
        return answer

    def _remember(self, request: Request, answer: Response, name: str, token: str) -> None:
        """The phone remembers whose it is, so that the link by which players join leads there."""
        if name in (SPECTATOR.name, ORGANISER.name) or answer.status_code not in (200, 303):
            return
        answer.set_cookie(
            COOKIE,
            f"{name}.{token}",
            max_age=REMEMBERED,
            path=f"{find_root(request)}/league/{request.path_params['stream']}/{JOIN.name}",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )

    async def release(self, request: Request) -> Response:
        """A player gives a name back: its address is withdrawn, and others can take the name."""
        stream = request.path_params["stream"]

        def do(book: Book) -> str:
            role = self._role(book, request)
            if role.player is None:
                raise InvalidLink
            self._revoke(book, stream, role)
            return qr_codes.make_address(stream, self.tokens, find_root(request), JOIN)

        return RedirectResponse(await self.worker.do(do), 303)

    # --------------------------------------------------------------------------------- links

    async def codes(self, request: Request) -> Response:
        """The addresses of everybody with their codes, to be printed: for the organiser alone."""

        def look(book: Book) -> tuple[str, list[qr_codes.AccessCode], str]:
            self._organiser(book, request)
            league = self.leagues.open_league(book, request.path_params["stream"])
            found = qr_codes.list_league_codes(league, self.tokens, _base(request))
            return league.title, found, self._renewed(book, request)

        title, found, told = await self.worker.do(look)
        path = _path(request)
        page = render("evening/codes.html", request, title=title, codes=found, path=path, told=told)
        return HTMLResponse(page)

    def _renewed(self, book: Book, request: Request) -> str:
        """What is told of the link that was just revoked; nothing where none was."""
        stream, name = request.path_params["stream"], request.query_params.get(RENEWED, "")
        role = find_role(book, stream, name, self.leagues)
        if role is None:
            return ""
        league = self.leagues.open_league(book, stream)
        called = league.state.name(role.player) if role.player else NAMES[role]
        return f"The old link of {called} is revoked. The page of codes has the new one."

    async def renew_access(self, request: Request) -> Response:
        """The organiser revokes a link; its role has a new one at once."""
        said = _said(await request.body())

        def close(book: Book) -> None:
            self._organiser(book, request)
            stream = request.path_params["stream"]
            role = find_role(book, stream, said.get("role", ""), self.leagues)
            if role is None:
                raise InvalidLink
            self._revoke(book, stream, role)

        await self.worker.do(close)
        back = PLAYERS if said.get("view") == PLAYERS else "codes"
        told = urlencode({RENEWED: said["role"]})
        return RedirectResponse(f"{_path(request)}/{back}?{told}", 303)

    def _revoke(self, book: Book, stream: str, role: Role) -> None:
        """Revoke a link; with a player's own those of the sides to which it has led."""
        self.tokens.revoke(stream, role)
        fixtures = self.leagues.open_league(book, stream).state.fixtures.values()
        for link in (one.link for one in fixtures if one.link is not None):
            for played in link.sides:
                if played.player == role.player:
                    self.tokens.revoke(link.match, Role("side", played.side))

    def _organiser(self, book: Book, request: Request) -> None:
        if self._role(book, request).kind != "organiser":
            raise InvalidLink

    def _role(self, book: Book, request: Request, *, joins: bool = False) -> Role:
        """The role of a link; the one by which players join leads to its own page alone.

        Raises ``InvalidLink``.
        """
        stream, name = request.path_params["stream"], request.path_params["name"]
        role = find_role(book, stream, name, self.leagues)
        if role is None or not self.tokens.find_role_by_token(
            request.path_params["token"], stream, [role]
        ):
            raise InvalidLink
        if (role == JOIN) != joins:
            raise InvalidLink
        return role


def _path(request: Request) -> str:
    known = request.path_params
    return f"{find_root(request)}/league/{known['stream']}/{known['name']}/{known['token']}"


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

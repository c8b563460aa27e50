"""The pages of a league's evening: a live view for each role, and its forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tracker.application.book import Book
from tracker.application.errors import ConcurrentChange, LedgerError, ReasonRequired, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.results.results_reported_by_players import ReportOutdated
from tracker.server.access_tokens import AccessTokens, Role, RoleLink
from tracker.server.game_pages import InvalidLink, stream_version_changes
from tracker.server.league_evening import (
    league_links_and_qr_codes,
    organiser_forms,
    player_list_import,
    player_self_service,
    result_submissions,
)
from tracker.server.league_evening.evening_view import EveningView, split_into_pages
from tracker.server.league_evening.league_cache import (
    JOIN,
    ORGANISER,
    SCRIBE,
    SPECTATOR,
    LeagueCache,
    SharedPageParts,
    get_author_name,
)
from tracker.server.league_evening.new_game_form import (
    NewGameForm,
    begin_paired_game,
    build_new_game_form,
)
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.phone_form_handlers import CONFLICT, FAILED, REFUSED, parse_form
from tracker.server.template_rendering import get_proxy_root_path, make_asset_route, render_template

T = TypeVar("T")
ROLE_PATH = "/league/{stream}/{name}/{token}"
FORM_HANDLERS: dict[str, Callable[[League, Role, Mapping[str, str]], str]] = {
    "report": result_submissions.report_result,
    "confirm": result_submissions.confirm_result,
    "check-in": player_self_service.set_own_presence_or_drop_out,
    "settle": result_submissions.enter_or_correct_result_and_redraft,
}
"""The handlers of forms, by the form's name. Each returns the message to show."""
ORGANISER_FORMS: dict[str, Callable[[League, Mapping[str, str]], LeagueEntry]] = {
    "sign": result_submissions.sign_result,
    "withdraw": result_submissions.withdraw_result,
    "enrol": organiser_forms.enrol_player,
    "presence": organiser_forms.set_presence_or_ranking,
    "drop": organiser_forms.drop_player,
    "annul": organiser_forms.annul_or_restore_results,
    "rename": organiser_forms.rename_player,
    "draft": organiser_forms.draft_round,
    "publish": organiser_forms.publish_reviewed_round,
    "cancel": organiser_forms.cancel_round,
    "undo": lambda league, _: league.undo(league.last_entry_or_redraft_cause),
    "redo": lambda league, _: league.redo(),
    "pair": organiser_forms.pair_players_or_give_bye,
    "lock": organiser_forms.toggle_pairing_lock,
    "tables": lambda league, _: league.rounds.renumber_tables(),
    "step-in": organiser_forms.enrol_and_pair_stand_in,
    "arrange": organiser_forms.arrange_game,
    "decide": organiser_forms.decide_drawn_bracket_game,
    "season": organiser_forms.close_begin_or_change_season,
    "cut": organiser_forms.make_top_cut,
    "divide": organiser_forms.set_divisions,
    "division": organiser_forms.move_player_to_division,
    "sign-up": player_list_import.enrol_reviewed_player_list,
}
"""The handlers of forms for the organiser only, by the form's name. Each writes one entry."""
FORMS_FOR_LATEST_VERSION = frozenset(("cancel", "undo", "redo", "season", "cut"))
"""The forms that are refused if the league has changed since the organiser opened the page."""
PAGE, PAGE_PART = "evening/page.html", "evening/part.html"
ROUNDS, PLAYERS, SEASON = "rounds", "players", "season"
"""The pages below a role's address. Only the organiser can open the players and season pages."""
VIEWS = (ROUNDS, PLAYERS, SEASON)
GAME = 'href="game/'
"""How links to games begin in shared page parts. A role's address is inserted before it."""
RENEWED_ROLE = "renewed"
"""The query parameter that names the role whose link was just revoked."""
ROLE_NAMES = {JOIN: "joining", SPECTATOR: "spectators", ORGANISER: "the organiser"}
COOKIE, COOKIE_LIFETIME = "own", 400 * 24 * 3600
"""The cookie that identifies a phone's player, and the cookie's lifetime in seconds."""
ASSETS = ("evening.css", "evening.js", "evening.svg", "screen.css", "screen.js")


class SubmissionNotice(NamedTuple):
    """A form's result: the message, the HTTP status, and whether a reason is required."""

    message: str = ""
    status: int = 200
    needs_reason: bool = False


class EveningPageContent(Struct, frozen=True):
    """The content of a page at the time ``now``, in milliseconds since 1970 (UTC).

    ``notice`` is a form's result, and ``typed`` contains a refused form's fields. ``view`` is ""
    for the current round, or one of ``VIEWS``. ``organiser``, ``season`` and the pasted player list
    ``player_list`` are for the organiser only.
    """

    evening: EveningView
    shared_pages: SharedPageParts
    role: Role
    now: int
    notice: SubmissionNotice
    typed: Mapping[str, str]
    view: str
    organiser: organiser_forms.OrganiserView | None
    season: organiser_forms.SeasonView | None
    player_list: player_list_import.SignUpListView | None


class EveningPages:
    """The evening pages of all leagues in a ledger, each protected by its access tokens."""

    def __init__(self, worker: LedgerWorker, tokens: AccessTokens) -> None:
        self.worker = worker
        self.tokens = tokens
        self.leagues = LeagueCache()
        self.join_links = player_self_service.NameClaims(tokens)

    def list_routes(self) -> list[BaseRoute]:
        """List the evening's routes, which must come before the game routes."""
        screen_part = partial(self._show_evening, template="evening/screen_part.html")
        post = partial(Route, methods=["POST"])
        return [
            *map(make_asset_route, ASSETS),
            make_asset_route("evening.svg", "favicon.ico"),
            Route(ROLE_PATH, self.show_round_or_join_page),
            Route(f"{ROLE_PATH}/part", partial(self._show_evening, template=PAGE_PART)),
            *(
                Route(
                    f"{ROLE_PATH}/{view}{end}",
                    partial(self._show_evening, template=template, view=view),
                )
                for view in VIEWS
                for end, template in (("", PAGE), ("/part", PAGE_PART))
            ),
            Route(f"{ROLE_PATH}/screen", self.show_big_screen),
            Route(f"{ROLE_PATH}/screen/part", screen_part),
            Route(f"{ROLE_PATH}/live", self.stream_changes),
            Route(f"{ROLE_PATH}/game/{{fixture}}", self.redirect_to_game),
            Route(
                f"{ROLE_PATH}/new-game/{{fixture}}",
                self.show_or_handle_new_game_form,
                methods=["GET", "POST"],
            ),
            post(f"{ROLE_PATH}/take", self.handle_name_claim_or_enrolment),
            post(f"{ROLE_PATH}/release", self.handle_name_release),
            Route(f"{ROLE_PATH}/codes", self.show_qr_codes),
            post(f"{ROLE_PATH}/renew", self.handle_link_renewal),
            *(
                post(f"{ROLE_PATH}/{name}", partial(self.handle_form, form_name=name))
                for name in (*FORM_HANDLERS, *ORGANISER_FORMS)
            ),
        ]

    # --------------------------------------------------------------------------------- reading

    async def show_round_or_join_page(self, request: Request) -> Response:
        """Show the current round or, for a joining link, the names that players can claim."""
        if request.path_params["name"] == JOIN.name:
            return await self.show_join_page(request)
        response = await self._show_evening(request, template=PAGE)
        params = request.path_params
        self._remember_player_in_cookie(request, response, params["name"], params["token"])
        return response

    async def show_big_screen(self, request: Request) -> Response:
        """Show the big screen, or redirect other roles to the spectators' big screen."""
        role = await self._run_with_league(request, lambda _book, _league, role: role)
        if role != SPECTATOR:
            return RedirectResponse(self._make_screen_address(request), 303)
        return await self._show_evening(request, template="evening/screen.html")

    def _make_screen_address(self, request: Request) -> str:
        stream, root = request.path_params["stream"], get_proxy_root_path(request)
        return league_links_and_qr_codes.make_big_screen_address(stream, self.tokens, root)

    async def _show_evening(self, request: Request, *, template: str, view: str = "") -> Response:

        def look(book: Book, league: League, role: Role) -> EveningPageContent:
            if role.player is not None:
                self.tokens.claim_token(league.stream, role)
            message = self._describe_link_renewal(book, request, league) if view == PLAYERS else ""
            return self._build_content(book, league, role, view, {}, SubmissionNotice(message))

        is_private = view in (PLAYERS, SEASON)
        content = await self._run_with_league(request, look, organiser_only=is_private)
        return self._render_evening(template, request, content)

    async def redirect_to_game(self, request: Request) -> Response:
        """Redirect to a game in progress.

        Players are sent to their own side's page, the organiser to the scribe's page, and others to
        the spectators' page.
        """

        def look(_: Book, league: League, role: Role) -> str:
            fixture = league.state.fixtures.get(request.path_params["fixture"])
            if fixture is None or fixture.link is None:
                raise InvalidLink
            sides = {one.player: one.side for one in fixture.link.sides}
            side = sides.get(role.player) if role.player else None
            game_role = Role("side", side) if side else SCRIBE if role == ORGANISER else SPECTATOR
            token = self.tokens.make_token(fixture.link.match, game_role)
            return f"{get_proxy_root_path(request)}/{fixture.link.match}/{token}"

        return RedirectResponse(await self._run_with_league(request, look), 303)

    async def show_or_handle_new_game_form(self, request: Request) -> Response:
        """Show the form for a pairing's game, or start the game. Only the organiser can do this."""
        fixture, form = request.path_params["fixture"], parse_form(await request.body())
        rules = form.get("rules") or request.query_params.get("rules", "")

        def do(book: Book, league: League, _: Role) -> tuple[NewGameForm | None, str]:
            """Return the form with an error message, or None if the game can be opened."""
            message = ""
            if form:
                try:
                    begin_paired_game(book, league, fixture, form)
                except Refused as refused:
                    message = refused.message
            try:
                return build_new_game_form(book, league, fixture, rules), message
            except Refused:  # the game has begun or has a result
                return None, message

        new_game, message = await self._run_with_league(request, do, organiser_only=True)
        if new_game is None:
            return RedirectResponse(_get_role_path(request), 303)
        status = REFUSED if message else 200
        values = {"new_game": new_game, "message": message, "typed": form}
        return _render_page("evening/new_game.html", request, status, **values)

    async def stream_changes(self, request: Request) -> Response:
        """Stream the league's version now and after every change, until the token is revoked."""
        role = await self._run_with_league(request, lambda _book, _league, role: role)
        return stream_version_changes(request, role, self.worker, self.tokens)

    # --------------------------------------------------------------------------------- writing

    async def handle_form(self, request: Request, form_name: str) -> Response:
        """Apply a form to the league. Refused input is shown again."""
        form = parse_form(await request.body())
        part = PAGE_PART if request.headers.get("x-part") else ""
        view = form["view"] if form.get("view") in VIEWS else ""

        def do(book: Book, league: League, role: Role) -> EveningPageContent:
            notice = _apply_form(league, role, form_name, form)
            typed = form if notice.status != 200 else {}
            return self._build_content(book, league, role, view, typed, notice)

        content = await self._run_with_league(request, do)
        if content.notice.status == 200 and not part:
            return RedirectResponse(f"{_get_role_path(request)}{_get_view_path(view)}", 303)
        return self._render_evening(part or PAGE, request, content)

    def _build_content(
        self,
        book: Book,
        league: League,
        role: Role,
        view: str,
        typed: Mapping[str, str],
        notice: SubmissionNotice,
    ) -> EveningPageContent:
        evening, pages = self.leagues.get_evening_and_page_parts(book, league.stream, role.player)
        organiser = season = player_list = None
        if role == ORGANISER:
            organiser = organiser_forms.build_organiser_view(league, evening, self.tokens)
            if view == SEASON:
                season = organiser_forms.build_season_view(league)
            if "list" in typed:
                with suppress(Refused):  # the error has already been shown
                    player_list = player_list_import.review_player_list(league, typed)
        return EveningPageContent(
            evening=evening,
            shared_pages=pages,
            role=role,
            now=book.clock() // 1000,
            notice=notice,
            typed=typed,
            view=view if role == ORGANISER or view == ROUNDS else "",
            organiser=organiser,
            season=season,
            player_list=player_list,
        )

    def _render_evening(
        self, template: str, request: Request, content: EveningPageContent
    ) -> Response:
        def draw_code() -> str:
            stream, base = content.evening.stream, _get_base_address(request)
            address = league_links_and_qr_codes.make_league_role_address(
                stream, self.tokens, base, SPECTATOR
            )
            return league_links_and_qr_codes.render_qr_code_svg(address)

        text = render_template(
            template,
            request,
            **asdict(content),
            **content.shared_pages._asdict(),
            **content.notice._asdict(),
            path=_get_role_path(request),
            screen=self._make_screen_address(request),
            refused=content.notice.status != 200,
            ways=result_submissions.list_outcome_choices,
            leaves=split_into_pages,
            draw_code=draw_code,
            below=_get_view_path(content.view),
        )
        text = text.replace(GAME, f'href="{_get_role_path(request)}/game/')
        return HTMLResponse(text, content.notice.status)

    # --------------------------------------------------------------------------------- joining

    async def show_join_page(
        self, request: Request, message: str = "", typed_name: str = ""
    ) -> Response:
        """Show the names to claim. A phone with a claimed name goes to the player's page."""
        name, _, token = request.cookies.get(COOKIE, "").partition(".")

        def look(
            book: Book, league: League, _: Role
        ) -> tuple[str, list[player_self_service.JoinableNameView], bool]:
            role = self.leagues.find_league_role(book, league.stream, name)
            roles = [role] if role is not None and role.player is not None else []
            own = self.tokens.find_role_by_token(token, league.stream, roles) is not None
            return league.title, player_self_service.list_joinable_names(league, self.tokens), own

        title, names, own = await self._run_with_league(request, look, joins=True)
        if own and not message:
            return RedirectResponse(_get_role_path(request, name, token), 303)
        status = REFUSED if message else 200
        values = {"title": title, "names": names, "message": message, "typed": typed_name}
        return _render_page("evening/join.html", request, status, **values)

    async def handle_name_claim_or_enrolment(self, request: Request) -> Response:
        """Claim a name or enrol a new player, and redirect to the player's own page."""
        form = parse_form(await request.body())

        def do(_book: Book, league: League, _role: Role) -> tuple[Role, str]:
            role = self.join_links.claim_or_enrol_player(league, form)
            return role, self.tokens.make_token(league.stream, role)

        try:
            role, token = await self._run_with_league(request, do, joins=True)
        except Refused as refused:
            return await self.show_join_page(request, refused.message, form.get("name", ""))
        response = RedirectResponse(_get_role_path(request, role.name, token), 303)
        self._remember_player_in_cookie(request, response, role.name, token)
        return response

    def _remember_player_in_cookie(
        self, request: Request, response: Response, name: str, token: str
    ) -> None:
        """Store the player in a cookie, so that the joining link leads to the player's own page."""
        if name in (SPECTATOR.name, ORGANISER.name) or response.status_code not in (200, 303):
            return
        response.set_cookie(
            COOKIE,
            f"{name}.{token}",
            max_age=COOKIE_LIFETIME,
            path=f"{get_proxy_root_path(request)}/league/{request.path_params['stream']}/{JOIN.name}",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )

    async def handle_name_release(self, request: Request) -> Response:
        """Revoke a player's own link, so that somebody else can claim the name."""

        def do(_: Book, league: League, role: Role) -> str:
            if role.player is None:
                raise InvalidLink
            self._revoke_role_and_game_links(league, role)
            root = get_proxy_root_path(request)
            return league_links_and_qr_codes.make_league_role_address(
                league.stream, self.tokens, root, JOIN
            )

        return RedirectResponse(await self._run_with_league(request, do), 303)

    # --------------------------------------------------------------------------------- links

    async def show_qr_codes(self, request: Request) -> Response:
        """Show all links with QR codes for printing. Only the organiser can do this."""

        def look(
            book: Book, league: League, _: Role
        ) -> tuple[str, list[tuple[RoleLink, str]], str]:
            base = _get_base_address(request)
            links = league_links_and_qr_codes.list_league_role_links(league, self.tokens, base)
            shown = [one for one in links if one.role != ORGANISER]
            codes = [
                (one, league_links_and_qr_codes.render_qr_code_svg(one.address)) for one in shown
            ]
            return league.title, codes, self._describe_link_renewal(book, request, league)

        title, codes, message = await self._run_with_league(request, look, organiser_only=True)
        values = {"title": title, "codes": codes, "message": message}
        return _render_page("evening/codes.html", request, **values)

    def _describe_link_renewal(self, book: Book, request: Request, league: League) -> str:
        """Return a message about the link that was just revoked, or ""."""
        name = request.query_params.get(RENEWED_ROLE, "")
        role = self.leagues.find_league_role(book, league.stream, name)
        if role is None:
            return ""
        role_name = league.state.get_player_name(role.player) if role.player else ROLE_NAMES[role]
        return (
            f"The old link for {role_name} has been revoked. The QR code page shows the new link."
        )

    async def handle_link_renewal(self, request: Request) -> Response:
        """Revoke a role's link. The role gets a new link immediately."""
        form = parse_form(await request.body())

        def close(book: Book, league: League, _: Role) -> None:
            role = self.leagues.find_league_role(book, league.stream, form.get("role", ""))
            if role is None:
                raise InvalidLink
            self._revoke_role_and_game_links(league, role)

        await self._run_with_league(request, close, organiser_only=True)
        next_page = PLAYERS if form.get("view") == PLAYERS else "codes"
        query = urlencode({RENEWED_ROLE: form["role"]})
        return RedirectResponse(f"{_get_role_path(request)}/{next_page}?{query}", 303)

    def _revoke_role_and_game_links(self, league: League, role: Role) -> None:
        """Revoke a role's link and, for a player, the links to the player's games."""
        self.tokens.replace_token(league.stream, role)
        fixtures = league.state.fixtures.values()
        for link in (one.link for one in fixtures if one.link is not None):
            for played in link.sides:
                if played.player == role.player:
                    self.tokens.replace_token(link.match, Role("side", played.side))

    async def _run_with_league(
        self,
        request: Request,
        function: Callable[[Book, League, Role], T],
        *,
        joins: bool = False,
        organiser_only: bool = False,
    ) -> T:
        """Call a function with the requested league and role, in the ledger's thread.

        Joining links are valid only if ``joins`` is true, and other links only if it is false.
        Raises ``InvalidLink`` for an invalid link.
        """
        stream, name = request.path_params["stream"], request.path_params["name"]

        def do(book: Book) -> T:
            role = self.leagues.find_league_role(book, stream, name)
            if (
                role is None
                or not self.tokens.find_role_by_token(request.path_params["token"], stream, [role])
                or (role == JOIN) != joins
                or (organiser_only and role != ORGANISER)
            ):
                raise InvalidLink
            league = self.leagues.open_league(book, stream)
            league.author = get_author_name(league, role)
            return function(book, league, role)

        return await self.worker.run_with_book(do)


def _apply_form(league: League, role: Role, name: str, form: Mapping[str, str]) -> SubmissionNotice:
    try:
        if name in FORM_HANDLERS:
            return SubmissionNotice(FORM_HANDLERS[name](league, role, form))
        result_submissions.require_organiser(role)
        if name in FORMS_FOR_LATEST_VERSION and form.get("version", "") != str(league.version):
            raise ReportOutdated(
                "The league has changed since you opened this page. Check the page, then try again."
            )
        entry = ORGANISER_FORMS[name](league, form)
        return SubmissionNotice(result_submissions.describe_new_entry(league, entry))
    except (ReportOutdated, ConcurrentChange) as refused:
        return SubmissionNotice(refused.message, CONFLICT)
    except Refused as refused:
        needs_reason = isinstance(refused, ReasonRequired)
        return SubmissionNotice(refused.message, REFUSED, needs_reason=needs_reason)
    except LedgerError as error:
        return SubmissionNotice(error.message, FAILED)


def _render_page(
    template: str, request: Request, status: int = 200, /, **values: object
) -> HTMLResponse:
    path = _get_role_path(request)
    return HTMLResponse(render_template(template, request, path=path, **values), status)


def _get_role_path(request: Request, name: str = "", token: str = "") -> str:
    """Return the path of a role's pages. The default is the requested role."""
    params = request.path_params
    role_path = f"{params['stream']}/{name or params['name']}/{token or params['token']}"
    return f"{get_proxy_root_path(request)}/league/{role_path}"


def _get_base_address(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def _get_view_path(view: str) -> str:
    return f"/{view}" if view else ""

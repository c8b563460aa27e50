"""Every button and every form of every page, pressed in Chromium as each role, with and without
script.

The pages follow from the routes of the server: a new one is walked by itself. Each button is
pressed on a ledger of its own, and what the page then shows for the first time is pressed as well.
A press writes something, closes an address, or is refused in words with a button that says how it
is done all the same; a button of a script changes its page. A page of a new kind needs the values
of its address in ``Walk.addresses``, and a state in which it has its buttons in ``STATES``.
"""

from __future__ import annotations

import copy
import io
import random
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path

import pytest
import uvicorn
from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from exports.site.site_writer import write_site
from tests.server import chromium
from tests.server.evening_kit import EIGHT
from tests.server.running import QuietServer
from tests.server.test_axe import kinds
from tests.tui.kit import RULES, TO_SHOOT, Clock, begin, begin_figures
from tests.tui.test_groups import RED_ACTS
from tests.xenocide import evening as xenocide
from tests.xenocide.test_lines import ORDERS
from tracker.application.book import Book
from tracker.application.demo.demo_ledger import open_or_build_demo_ledger
from tracker.application.leagues.league import League
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.leagues.league_state import Fixture
from tracker.ledger.memory_store import MemoryStore
from tracker.server.access_tokens import AccessTokens, list_game_roles
from tracker.server.league_evening.league_links_and_qr_codes import list_league_role_links
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.request_limits import LIVE, RequestLimiter
from tracker.server.server_addresses import LOOPBACK, list_host_names
from tracker.server.server_runner import build_application, open_listening_socket

VOLLEY = (*TO_SHOOT, "r1 > b2 soft")
PRESSED = "button:visible, input[type=submit]:visible, input[type=file]:visible"
ABOUT = """all => all.map(one => [
    one.form?.getAttribute("action")?.split("/").pop() ?? "", one.type, one.name, one.className,
    one.getAttribute("aria-label") || one.textContent.trim()])"""
CONSENTS = {"anyway", "ruling"}
TYPED = {
    "home": "11",
    "away": "4",
    "why": "looked again",
    "ends": "23:50",
    "name": "Zoe",
    "list": "Quentin\nRosa",
    "rounds": "5",
    "best": "2",
    "divisions": "A, B",
    "when": "tomorrow 19:30",
}
NO_REDRAWING = """EventSource = class extends EventTarget { close() {} };
    Object.defineProperty(document, "hidden", { get: () => true });"""
"""A page draws itself anew when its stream opens or when it comes into sight, perhaps between being
read and being pressed.
"""
STAND_ALREADY = {"tables", "step-in"}
"""What may change nothing, and says so."""


class State(Struct, frozen=True):
    """A ledger: ``made`` begins what lies in it, ``line`` and ``dice`` are typed by its roles.

    ``refuses`` are the forms that are refused in words, since every game has its result.
    """

    made: Callable[[Book], object]
    line: str = "undo"
    more_dice: int = 0
    refuses: tuple[str, ...] = ()


class Button(Struct, frozen=True):
    """The end of its form's address, and what it is itself; ``nth`` of those that are alike."""

    action: str
    type: str
    name: str
    style: str
    text: str
    nth: int

    @property
    def kind(self) -> tuple[str, ...]:
        """What is pressed once among pages that follow from a press."""
        return (self.action, self.type, self.name, self.style)

    @property
    def same(self) -> tuple[str, ...]:
        """What it is on the same page of another copy of the ledger."""
        return (*self.kind, self.text, str(self.nth))


def game(*lines: str, **how: str) -> Callable[[Book], object]:
    return lambda book: begin(book, lines, **how)  # type: ignore[arg-type]


def who_falls(book: Book) -> None:
    made = begin(book, TO_SHOOT)
    assert play_line(made, "r1 > b2 soft : 4516234612 / 134562 / 263").error is None
    assert made.pending is not None


def face_down(book: Book) -> None:
    made = book.begin_match(
        "xenocide", [Entrant("Red", xenocide.RED), Entrant("Blue", xenocide.BLUE)]
    )
    assert play_line(made, ORDERS[0]).error is None


def seen(league: League, one: Fixture) -> str:
    """A game as its players see it now."""
    return make_result_fingerprint(league.results.find_fixture(one.id))


def evening(book: Book) -> None:
    """A second round, a third drafted; results that were reported, entered, confirmed, denied."""
    league = book.begin_league("Thursday Night League", players=EIGHT, rounds=3)
    for number in (1, 2):
        league.rounds.draft_round("Swiss", order="sign-up" if number == 1 else "")
        league.rounds.publish_round(ends="23:59")
        known = league.state.current_round
        assert known is not None
        denied, reported, entered, confirmed = league.state.list_fixtures(known)
        for one in (denied, reported, confirmed):
            league.reports.report_result(one.home, one.id, "10-7", seen(league, one))
        league.reports.report_result(denied.players[1], denied.id, "7-10", seen(league, denied))
        if number == 1:
            away = confirmed.players[1]
            league.reports.confirm_result(away, confirmed.id, seen(league, confirmed))
            league.results.enter_result(entered.id, "3-3")
    league.rounds.draft_round("Swiss")


def round_over(book: Book) -> None:
    """All results are in, and nothing is drafted: the best may play on."""
    league = book.begin_league("Four", players=EIGHT[:4], rounds=3)
    league.rounds.draft_round("Swiss", order="sign-up")
    league.rounds.publish_round(ends="23:59")
    for fixture in [*league.state.fixtures]:
        league.results.enter_result(fixture, "3-1")


STATES = {
    "dice are asked": State(game(*VOLLEY)),
    "another number of dice": State(game(*VOLLEY), more_dice=1),
    "who falls": State(who_falls),
    "nothing is asked": State(game(*TO_SHOOT), line="r1 > b2 soft"),
    "a line that is advised against": State(game(*TO_SHOOT), line="r1 > r2 soft"),
    "a line that needs a reason": State(game(*TO_SHOOT, mode="strict"), line="r1 > r2 soft"),
    "the table is set up": State(game(), line="objectives : 24"),
    "a game that is over": State(game(*TO_SHOOT, "end conceded blue")),
    "orders lie face down": State(face_down),
    "figures act": State(lambda book: begin_figures(book, RED_ACTS)),
    "an evening": State(evening),
    "a round is over": State(round_over, refuses=("pair",)),
    "somebody has the bye": State(
        lambda book: book.begin_league("Three", players=EIGHT[:3], rounds=3).rounds.draft_round()
    ),
    "nobody is paired yet": State(
        lambda book: book.begin_league("Thursday Night League", players=EIGHT, rounds=3)
    ),
}


@cache
def made(name: str) -> MemoryStore:
    """The ledger of a state, to be copied."""
    book = Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=RULES)
    STATES[name].made(book)
    assert isinstance(book.store, MemoryStore)
    return book.store


class Walk:
    """A server whose ledger is taken away and put back as it was, and a browser."""

    def __init__(
        self, context: BrowserContext, tokens: AccessTokens, port: int, *, script: bool
    ) -> None:
        self.context, self.tokens, self.script = context, tokens, script
        self.base = f"http://{LOOPBACK}:{port}"
        self.hosts = list_host_names(LOOPBACK, port)
        self.app: ASGIApp | None = None
        self.halls: list[LedgerWorker] = []
        self.faults: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            assert self.app is not None
            await self.app(scope, receive, send)

    def put(self, name: str) -> None:
        """Serve a ledger as it was in the beginning."""
        self.state = STATES[name]
        store, dice = copy.deepcopy(made(name)), random.Random(7)
        self.serve(Book(store, clock=Clock(), dice=dice, rulesets=RULES))

    def serve(self, book: Book) -> None:
        """Serve a ledger in memory, whose links nobody has opened yet."""
        assert isinstance(book.store, MemoryStore)
        assert self.tokens.file is not None
        self.tokens.file.unlink()
        self.tokens = AccessTokens(self.tokens.file)
        self.store, self.book = book.store, book
        self.halls.append(LedgerWorker(None, self.book))
        self.app = build_application(self.halls[-1], self.tokens, self.hosts)

    # ------------------------------------------------------------------------------ the pages

    def routes(self) -> list[str]:
        """The addresses of all that can be read, with their gaps."""
        assert isinstance(self.app, RequestLimiter)
        assert isinstance(self.app.app, Starlette)
        found = (one for one in self.app.app.routes if isinstance(one, Route))
        read = [one.path for one in found if one.methods and "GET" in one.methods]
        return [path for path in read if not path.endswith(LIVE)]

    def addresses(self, path: str) -> Iterator[tuple[str, str]]:
        """An address as each role has it: the role, and how it is filled in."""
        streams = [one.stream for one in self.book.store.list_streams()]
        if "{" not in path:
            yield "", path
        elif "{name}" in path:
            for stream in streams:
                if stream.startswith("l"):
                    league = self.book.open_league(stream)
                    for role, _, own in list_league_role_links(league, self.tokens, ""):
                        token = own.rpartition("/")[2]
                        named = {"stream": stream, "name": role.name, "token": token}
                        fixture = next(iter(league.state.fixtures), "f1")
                        yield role.name, path.format(**named, fixture=fixture)
        else:
            for stream in streams:
                if stream.startswith("m"):
                    sides = self.book.open_game(stream).state.info.sides
                    for role in list_game_roles([side.id for side in sides]):
                        token = self.tokens.make_token(stream, role)
                        filled = path.format(stream=stream, token=token, digest="0" * 64)
                        yield role.name, filled

    def pages(self) -> list[tuple[str, str]]:
        """The pages there are: a route and a role."""
        found = []
        for path in self.routes():
            for role, filled in self.addresses(path):
                self.context.clear_cookies()
                answered = self.context.request.get(f"{self.base}{filled}")
                if answered.status == 200 and "<html" in answered.text():
                    found.append((path, role))
                else:
                    assert answered.status in (200, 404), (path, role, answered.status)
        return found

    def opened(self, path: str, role: str) -> Page:
        self.context.clear_cookies()
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{path} {role}: {error}"))
        filled = dict(self.addresses(path))[role]
        answered = page.goto(f"{self.base}{filled}")
        assert answered is not None
        assert answered.status == 200
        return page

    # ---------------------------------------------------------------------------- the buttons

    def buttons(self, page: Page) -> list[Button]:
        """Every button in sight, once all that is folded is unfolded."""
        folded = page.locator("details:not([open]) > summary:visible")
        while folded.count():
            folded.first.click()
        alike = Counter[tuple[str, ...]]()
        found = []
        for each in page.locator(PRESSED).evaluate_all(ABOUT):
            action, kind, name, style, text = map(str, each)
            alike[action, kind, name, style, text] += 1
            nth = alike[action, kind, name, style, text]
            found.append(Button(action, kind, name, style, text, nth))
        return found

    def press(self, page: Page, same: tuple[str, ...]) -> str:
        """Press a button with its form filled in; what is wrong with what came of it, if anything.

        ``ask`` says that it waits for consent.
        """
        there = [one.same for one in self.buttons(page)]
        assert same in there, (same, there)
        place = there.index(same)
        button, target = self.buttons(page)[place], page.locator(PRESSED).nth(place)
        before = self.stands()
        if button.type == "file":
            with page.expect_response(lambda one: one.request.method == "POST") as sent:
                target.set_input_files(
                    {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo()}
                )
            page.locator(".log img").first.wait_for()
            return "" if sent.value.ok and self.stands() != before else "the photo is not kept"
        if button.type == "button":
            shown = page.content()
            values = page.locator("input").evaluate_all("all => all.map(one => one.value)")
            target.click()
            now = page.locator("input").evaluate_all("all => all.map(one => one.value)")
            same_text = page.content() == shown and now == values
            return "nothing comes of it" if same_text and button.style != "" else ""
        if button.name != "by_app":
            self.fill(target.locator("xpath=ancestor::form"))
        plain = target.locator("xpath=ancestor::form[@data-plain]").count()
        by_script = self.script and page.locator("script[src]").count() and not plain
        loaded = nullcontext() if by_script else page.expect_navigation()
        with loaded, page.expect_response(lambda one: one.request.method == "POST") as sent:
            target.click()
        status = sent.value.status
        expect(page.locator("button:disabled")).to_have_count(0)
        if self.stands() != before:
            return "" if status in (200, 303) else f"{status}, though it was done"
        told = page.get_by_role("alert").or_(page.get_by_role("status")).all_text_contents()
        if status not in (200, 409, 422) or not any(each.strip() for each in told):
            return f"{status}, nothing is done and nothing said"
        if button.action in STAND_ALREADY and "already" in " ".join(told):
            return ""
        if button.action in self.state.refuses and status == 422:
            return ""
        now = self.buttons(page)
        asks = {one.name for one in now} & CONSENTS or any(
            (one.action, one.style) == (button.action, "go") for one in now if button.style != "go"
        )
        return "ask" if asks and button.name not in CONSENTS else f"{status}: {told}"

    def fill(self, form: Locator) -> None:
        """Put into every field of a form what may stand there."""
        fields = form.locator("input:visible, select:visible, textarea:visible")
        for at in range(fields.count()):
            field = fields.nth(at)
            name, kind = field.get_attribute("name") or "", field.get_attribute("type") or "text"
            if name == "one":
                field.select_option(index=2)
            if kind in ("checkbox", "file") or field.evaluate("one => one.tagName") == "SELECT":
                continue
            text = self.typed(form, name, kind)
            if text is not None:
                field.fill(text)

    def typed(self, form: Locator, name: str, kind: str) -> str | None:
        """What is typed into a field; None leaves it as it is."""
        action = form.get_attribute("action") or ""
        if action.endswith("/line"):
            return "agreed" if name == "reason" else self.state.line
        if action.endswith("/answer"):
            if name != "text" or kind == "number":
                return None
            faces = form.locator("[data-dice]")
            if not faces.count():
                return None
            many = int(faces.get_attribute("data-dice") or 0) + self.state.more_dice
            return " ".join(["4"] * many)
        return TYPED.get(name)

    def stands(self) -> tuple[int, object]:
        """What a press changes: the ledger, or which addresses are closed."""
        file = self.tokens.file
        assert file is not None
        return self.store.appends, file.read_bytes()


def photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), (200, 0, 0)).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.browser() as opened:
        yield opened


@contextmanager
def walking(browser: Browser, folder: Path, *, script: bool) -> Iterator[Walk]:
    """A walk with its server; without a fault of any script at its end."""
    listening = open_listening_socket(LOOPBACK, 0)
    width, height = chromium.PHONE
    with browser.new_context(
        java_script_enabled=script, viewport={"width": width, "height": height}
    ) as context:
        context.set_default_timeout(chromium.TIMEOUT)
        context.add_init_script(NO_REDRAWING)
        walk = Walk(
            context, AccessTokens(folder / "tokens"), listening.getsockname()[1], script=script
        )
        config = uvicorn.Config(walk, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
        server = QuietServer(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield walk
        finally:
            for page in context.pages:
                page.close()
            server.handle_exit(signal.SIGINT, None)
            thread.join()
            for hall in walk.halls:
                hall.close()
        assert walk.faults == []


def walk_page(walk: Walk, name: str, path: str, role: str) -> tuple[int, list[str]]:
    """Press everything on a page, and what is new on the pages that follow; how many, and what is
    wrong.
    """
    walk.put(name)
    page = walk.opened(path, role)
    first = walk.buttons(page)
    by_script = dict.fromkeys(one.same for one in first if one.type == "button")
    tried = [([same], walk.press(page, same)) for same in by_script]  # they change the page alone
    page.close()
    known = {one.kind for one in first}
    others = (one.same for one in first if one.type != "button")
    ways = deque([[same] for same in dict.fromkeys(others)])
    while ways:
        way = ways.popleft()
        walk.put(name)
        page = walk.opened(path, role)
        tried.append((way, [walk.press(page, same) for same in way][-1]))
        new = {one.kind: one for one in walk.buttons(page) if one.kind not in known}
        known |= set(new)
        ways.extend([*way, one.same] for one in new.values())
        page.close()
    wrong = [
        f"{name}, {path} as {role}, {way[-1]}: {outcome}"
        for way, outcome in tried
        if outcome not in ("", "ask")
    ]
    return len(tried), wrong


@pytest.mark.parametrize(
    ("role", "below"), [("organiser", "/codes"), ("p1", ""), ("p1", "/rounds")]
)
def test_forms_of_an_evening_work_without_script(
    browser: Browser, tmp_path: Path, role: str, below: str
) -> None:
    with walking(browser, tmp_path, script=False) as walk:
        walk.put("an evening")
        path = "/league/{stream}/{name}/{token}" + below
        page = walk.opened(path, role)
        first = next(one for one in walk.buttons(page) if one.type == "submit")
        assert walk.press(page, first.same) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
@pytest.mark.parametrize("name", STATES)
def test_everything_is_pressed(browser: Browser, tmp_path: Path, name: str, script: bool) -> None:
    with walking(browser, tmp_path, script=script) as walk:
        walk.put(name)
        pages = walk.pages()
        kind = "league" if any("{name}" in path for path, _ in pages) else "game"
        roles = {role for _, role in pages}
        assert {"spectator", "organiser" if kind == "league" else "scribe"} <= roles
        done = [walk_page(walk, name, path, role) for path, role in pages]
    assert [each for _, wrong in done for each in wrong] == []
    if name != "a game that is over":
        assert sum(pressed for pressed, _ in done) > 0


@pytest.mark.thorough
def test_every_route_that_is_a_page_is_walked_in_some_state(
    browser: Browser, tmp_path: Path
) -> None:
    with walking(browser, tmp_path, script=False) as walk:
        reached = set[str]()
        for name in ("an evening", "dice are asked"):
            walk.put(name)
            reached |= {path for path, _ in walk.pages()}
        parts = {path for path in walk.routes() if path.endswith("/part") or "{digest}" in path}
        files = {path for path in walk.routes() if "{" not in path}
        leads_on = {path for path in walk.routes() if "/game/" in path}  # to the page of a game
        assert set(walk.routes()) - parts - files - leads_on == reached


@pytest.mark.thorough
def test_every_link_leads_to_a_page(browser: Browser, tmp_path: Path) -> None:
    with walking(browser, tmp_path, script=False) as walk:
        for name in ("an evening", "dice are asked"):
            walk.put(name)
            for path, role in walk.pages():
                page = walk.opened(path, role)
                links = page.locator("a[href]").evaluate_all("all => all.map(one => one.href)")
                page.close()
                for link in dict.fromkeys(links):
                    assert link.startswith(walk.base), (path, role, link)
                    assert walk.context.request.get(link).status == 200, (path, role, link)


@pytest.mark.thorough
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_written_pages_unfold_and_their_links_lead_on(
    browser: Browser, tmp_path: Path, script: bool
) -> None:
    with open_or_build_demo_ledger(tmp_path / "demo.db") as book:
        write_site(book, tmp_path / "site")
    with browser.new_context(java_script_enabled=script) as context:
        page = context.new_page()
        for path in kinds(tmp_path / "site").values():
            page.goto(path.as_uri())
            pressed = page.locator("button, form, input, select").count()
            assert (pressed > 0) is path.stem.endswith("playback"), path.name
            folded = page.locator("details > summary:visible")
            for at in range(folded.count()):
                folded.nth(at).click()
            links = page.locator("a").evaluate_all(
                "all => all.map(one => one.getAttribute('href'))"
            )
            for link in links:
                file, _, place = link.partition("#")
                assert not file or (path.parent / file).exists(), (path.name, link)
                assert file or page.locator(f"[id='{place}']").count(), (path.name, link)

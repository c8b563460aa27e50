"""Games on phones, in real Chromium: beside a scribe, over a lost line, after a kill, two at once.

``WARLEDGER_PICTURES=FOLDER`` keeps pictures of the pages, to be looked at.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server import chromium
from tests.server.running import Served
from tests.tui.kit import TO_SHOOT, begin
from tests.xenocide import evening as xenocide
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.game_view import make_question_id

VOLLEY = (*TO_SHOOT, "r1 > b2 soft")
TEN = "4516234612"
LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
LEAST = 44  # points that a thumb needs
AT_ONCE = 1.0  # seconds


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.browser() as opened:
        yield opened


class Evening:
    """A game that a scribe keeps in this program, its server, and phones."""

    def __init__(self, browser: Browser, game: Game, served: Served) -> None:
        self.browser, self.game, self.served = browser, game, served
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    def phone(
        self, name: str, size: tuple[int, int] = chromium.PHONE, *, dark: bool = False
    ) -> Page:
        """The page of a role, on a device of its own."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == chromium.PHONE,
            color_scheme="dark" if dark else "light",
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.goto(self.served.links[name])
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "net::" not in text and "status of 4" not in text:
            self.faults.append(text)

    def say(self, line: str) -> None:
        """The scribe says something."""
        if self.game.is_behind:
            self.game.reload()
        done = play_line(self.game, line)
        assert done.error is None, done.error

    def picture(self, called: str, page: Page) -> None:
        if chromium.PICTURES:
            page.wait_for_timeout(200)
            page.screenshot(path=f"{chromium.PICTURES}/{called}.png", full_page=True)


Begun = Callable[..., Evening]


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Begun]:
    """Begins an evening of a game at a line; all of it ends with the test, without a fault."""
    begun: list[Evening] = []
    ledger = tmp_path / "games.db"
    with open_book(ledger) as book:

        def new(make: Callable[..., Game] = lambda book: begin(book, VOLLEY)) -> Evening:
            begun.append(Evening(browser, make(book), Served(ledger)))
            return begun[-1]

        yield new
        for one in begun:
            for context in one.contexts:
                context.close()
            one.served.end()
            assert one.faults == []


def press(page: Page, faces: str) -> None:
    for face in faces:
        page.locator(f"[data-face='{face}']").click()


def go_on(page: Page, game: Game) -> None:
    """The app rolls, or what is proposed is taken."""
    asked = page.locator(f"[data-question='{make_question_id(game)}']")
    asked.locator("button").first.wait_for()
    rolls = asked.locator("button[name=by_app]")
    (rolls if rolls.count() else asked.locator("button.proposed, button.as-proposed").first).click()


@pytest.mark.thorough
def test_what_is_typed_outlasts_a_reload_on_that_phone_alone(evening: Begun) -> None:
    table = evening()
    red, other = table.phone("Red"), table.phone("Red")
    press(red, TEN[:3])
    red.reload()
    expect(red.locator("#dice")).to_have_value(TEN[:3])
    expect(red.locator(".sofar")).to_have_text(" 3 of 10")
    other.reload()
    expect(other.locator("#dice")).to_have_value("")
    press(red, TEN[3:])
    red.get_by_role("button", name="Enter").click()
    expect(red.locator(".back")).to_be_visible()
    red.reload()
    expect(red.locator("#dice")).to_have_value("")
    expect(red.get_by_text("You had typed")).to_have_count(0)


@pytest.mark.thorough
def test_orders_that_are_chosen_outlast_a_reload_and_are_told_to_nobody(evening: Begun) -> None:
    table = evening(lambda book: xenocide.begin(kept=book))
    red, blue = table.phone("Red"), table.phone("Blue")
    red.locator("select[name='order.r1']").select_option("run")
    red.reload()
    expect(red.locator("select[name='order.r1']")).to_have_value("run")
    blue.reload()
    expect(blue.locator("select[name='order.b1']")).to_have_value("standard")
    red.get_by_role("button", name="face down").click()
    expect(red.get_by_role("button", name="Change the orders")).to_be_visible()
    assert red.evaluate("sessionStorage.length") == 0


@pytest.mark.thorough
def test_a_whole_volley_between_the_scribe_and_a_phone(evening: Begun) -> None:
    table = evening()
    red, blue, all_see = table.phone("Red"), table.phone("Blue"), table.phone("spectator")
    expect(red.locator(".number")).to_be_visible()
    table.picture("volley-red", red)
    press(red, TEN)
    expect(red.locator(".sofar")).to_have_text(" 10 of 10")
    red.locator("[data-erase]").click()
    expect(red.locator(".sofar")).to_have_text(" 9 of 10")
    press(red, TEN[-1])
    table.picture("volley-red-typed", red)
    before = table.game.version
    red.get_by_role("button", name="Enter").click()
    expect(red.locator(".back")).to_be_visible()
    expect(all_see.locator(".rolls")).to_contain_text(" ".join(TEN[:5]))
    expect(all_see.locator("form")).to_have_count(0)
    table.picture("volley-spectator", all_see)
    table.game.reload()
    assert table.game.version > before
    while table.game.pending is not None:  # whoever is asked goes on, until the volley is over
        asked = table.game.pending.request.side
        page = blue if asked == "s:b" else red
        known = table.game.version
        go_on(page, table.game)
        until = time.monotonic() + 5
        while table.game.version == known and time.monotonic() < until:
            page.wait_for_timeout(20)
            table.game.reload()
        assert table.game.version > known
    expect(all_see.locator(".asked")).to_have_count(0)


@pytest.mark.thorough
def test_what_the_scribe_says_is_on_phones_within_a_second(evening: Begun) -> None:
    table = evening()
    red, all_see = table.phone("Red"), table.phone("spectator", chromium.DESKTOP)
    version = all_see.locator("[data-version]").get_attribute("data-version")
    all_see.wait_for_timeout(400)
    table.say("undo")
    begun = time.monotonic()
    expect(all_see.locator("[data-version]")).not_to_have_attribute("data-version", version or "")
    assert time.monotonic() - begun < AT_ONCE
    expect(red.locator(".asked.mine")).to_have_count(0)  # a page from before the undo asks no more
    table.say("r2 > b2 soft")
    expect(red.locator(".asked")).to_be_visible()
    expect(red.locator(".asked")).to_contain_text("2 ")


@pytest.mark.thorough
def test_the_server_is_killed_in_mid_roll_and_the_phone_goes_on(evening: Begun) -> None:
    table = evening()
    red = table.phone("Red")
    press(red, TEN[:4])
    table.served.kill()
    press(red, TEN[4:])
    red.get_by_role("button", name="Enter").click()
    expect(red.locator("#line")).to_contain_text("Not sent")
    red.evaluate("source.dispatchEvent(new Event('error'))")  # as after each attempt to connect
    expect(red.locator("#line")).to_contain_text("Not sent")
    expect(red.locator("[name=text]").first).to_have_value(TEN)
    table.picture("not-connected", red)
    table.served.begin()
    expect(red.locator("#line")).to_be_hidden(timeout=10_000)
    expect(red.locator("[name=text]").first).to_have_value(TEN)
    red.get_by_role("button", name="Enter").click()
    expect(red.locator(".back")).to_be_visible()
    table.game.reload()
    assert table.game.history.find_last_entry_on_path() is not None


@pytest.mark.thorough
def test_two_phones_answer_at_once_and_the_first_counts(evening: Begun) -> None:
    table = evening()
    one, other = table.phone("Red"), table.phone("Red")
    other.locator("[name=text]").first.fill("1111111111")
    other.route("**/part", lambda route: route.abort())  # it does not hear of it in time
    one.locator("[name=text]").first.fill(TEN)
    one.get_by_role("button", name="Enter").click()
    expect(one.locator(".back")).to_be_visible()
    other.get_by_role("button", name="Enter").click()
    expect(other.locator(".why")).to_contain_text("This question has already been answered. Line")
    expect(other.locator(".told")).to_contain_text("You had typed: 1111111111")
    table.picture("answered-already", other)


@pytest.mark.thorough
def test_what_was_typed_for_a_question_that_is_gone_is_shown(evening: Begun) -> None:
    table = evening()
    red = table.phone("Red")
    press(red, TEN[:4])
    table.say("undo")
    table.say("r2 > b2 soft")
    expect(red.locator(".told")).to_contain_text(f"You had typed: {TEN[:4]}")
    expect(red.locator("[name=text]").first).to_have_value("")


@pytest.mark.thorough
def test_refused_text_is_kept_until_something_is_entered(evening: Begun) -> None:
    table = evening()
    red, scribe = table.phone("Red"), table.phone("scribe")
    red.locator("#dice").fill("45")
    red.get_by_role("button", name="Enter").click()
    expect(red.locator(".why")).to_contain_text("10 dice are needed")
    scribe.get_by_label("Any line").fill("nonsense")
    scribe.get_by_role("button", name="Write").click()
    expect(scribe.get_by_role("alert")).to_be_visible()
    table.say("undo")
    table.say("r2 > b2 soft")
    had_typed = red.get_by_text("You had typed: 45")
    expect(had_typed).to_be_visible()
    expect(red.locator("#dice")).to_have_value("")
    expect(scribe.get_by_label("Any line")).to_have_value("nonsense")
    red.get_by_role("button", name="Enter").click()
    expect(red.locator(".why")).to_contain_text("Type the results of the dice")
    expect(had_typed).to_be_visible()
    red.reload()
    expect(had_typed).to_be_visible()
    red.get_by_role("button", name="Let the app roll").click()
    expect(red.locator(".back")).to_be_visible()
    expect(had_typed).to_have_count(0)


@pytest.mark.thorough
def test_a_phone_that_was_out_of_reach_catches_up(evening: Begun) -> None:
    table = evening()
    red = table.phone("Red")
    page_version = red.locator("[data-version]")
    before = page_version.get_attribute("data-version") or ""
    table.say("undo")
    expect(page_version).not_to_have_attribute("data-version", before)  # it is connected
    version = page_version.get_attribute("data-version") or ""
    table.contexts[0].set_offline(True)
    expect(red.locator("#line")).to_be_visible()
    table.say("redo")
    red.wait_for_timeout(500)
    expect(page_version).to_have_attribute("data-version", version)
    table.contexts[0].set_offline(False)
    expect(page_version).not_to_have_attribute("data-version", version, timeout=30_000)
    expect(red.locator("#line")).to_be_hidden()


@pytest.mark.thorough
def test_a_revoked_link_ends_the_page_at_once(evening: Begun) -> None:
    table = evening()
    red, blue = table.phone("Red"), table.phone("Blue")
    file = next((table.served.ledger.parent / "state" / "warledger").glob("doors-*"))
    AccessTokens(file).replace_token(
        table.game.stream, Role("side", table.game.state.info.sides[0].id)
    )
    expect(red.locator("#line")).to_contain_text("revoked", timeout=1500)
    expect(red.locator("#game *")).to_have_count(0)
    expect(blue.locator(".score")).to_be_visible()


@pytest.mark.thorough
def test_orders_that_lie_face_down_are_read_by_their_own_side(evening: Begun) -> None:
    def make(book: Book) -> Game:
        entrants = [Entrant("Red", xenocide.RED), Entrant("Blue", xenocide.BLUE)]
        return book.begin_match("xenocide", entrants)

    table = evening(make)
    table.say("orders red : r1 run r3 opp r5 1")
    red, blue, all_see = table.phone("Red"), table.phone("Blue"), table.phone("spectator")
    runners = red.get_by_label("On the table").locator("li", has_text="Runners")
    expect(runners).to_contain_text("run")
    table.picture("face-down", red)
    red.get_by_label("R2 Rifles").select_option("opportunity fire")
    red.get_by_role("button", name="Change the orders").click()
    rifles = red.get_by_label("On the table").locator("li", has_text="Rifles")
    expect(rifles).to_contain_text("opportunity fire")
    for page in (blue, all_see):
        expect(page.locator(".log")).to_contain_text("R3 Guns, R4 Riders with order face down")
        for shown in (page.get_by_label("On the table"), page.locator(".log")):
            expect(shown).not_to_contain_text("opportunity")


@pytest.mark.thorough
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [chromium.PHONE, chromium.DESKTOP])
def test_thumbs_and_eyes(evening: Begun, size: tuple[int, int], dark: bool) -> None:
    table = evening()
    for name in ("Red", "scribe", "spectator"):
        page = table.phone(name, size, dark=dark)
        table.picture(f"{name}-{size[0]}-{'dark' if dark else 'light'}", page)
        small = page.evaluate(f"() => {{ {LOOKS}; return small({LEAST}) }}")
        assert small == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(f"() => {{ {LOOKS}; return pale() }}") == []


@pytest.mark.thorough
def test_an_overlay_is_transparent_and_has_each_line_live(evening: Begun) -> None:
    """Drawn over a colour, as a stream does: 16:9 in two sizes, and upright."""
    table = evening()
    sizes = (1920, 1080), (960, 540), (1080, 1920)
    pages = [table.phone("spectator", size) for size in sizes]
    for page, (width, height) in zip(pages, sizes, strict=True):
        page.goto(f"{table.served.links['spectator']}/overlay")
        expect(page.locator(".number")).to_have_text("3+")
        expect(page.locator(".odds")).to_have_text("67% each, expected 6.7 of 10")
        drawn = page.screenshot(omit_background=True)
        picture = Image.open(io.BytesIO(drawn)).convert("RGBA")
        assert picture.size == (width, height)
        assert picture.getpixel((width // 2, height // 2)) == (0, 0, 0, 0)
        assert {picture.getpixel((x, 0))[3] for x in range(width)} == {0}  # type: ignore[index]
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        over = Image.new("RGBA", picture.size, (40, 120, 70, 255))
        over.alpha_composite(picture)
        for name in (".board", ".below"):
            box = page.locator(name).bounding_box()
            assert box is not None
            assert 0 <= box["x"] < box["x"] + box["width"] <= width
            seen = over.getpixel((round(box["x"] + box["width"] / 2), round(box["y"]) + 3))
            assert max(seen[:3]) < 60  # type: ignore[index]
        if chromium.PICTURES:
            over.save(f"{chromium.PICTURES}/overlay-{width}.png")
    first, second = (page.locator(".board").bounding_box() for page in pages[:2])
    assert first is not None
    assert second is not None
    assert first["width"] == pytest.approx(2 * second["width"], abs=1)
    table.game.reload()
    table.game.undo()
    table.say("r1 > b2 soft : =0")
    for page in pages:
        expect(page.locator(".last")).to_contain_text("10 dice 0 hit")
        expect(page.locator(".rolled b")).to_have_text("0 hits")

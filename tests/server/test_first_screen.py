"""Where one looks: the answer and the button that enters it lie in the first screen of small
phones, and so does what came of it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.server import chromium
from tests.server.test_asked import ASKED, GAMES, SCRIBE, Form, answered_by_phones, page_of
from tests.server.test_every_button import STATES, Walk, walking
from tests.tui.kit import Clock
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.photo_storage import add_photo_note, resize_and_clean_photo
from tracker.procedures.installed_rulesets import load_playable_rulesets

GAME = "/{stream}/{token}"
LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
SMALL = ((390, 664), (320, 568), (844, 390))
RULES = load_playable_rulesets()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.browser() as opened:
        yield opened


def beyond(page: Page, size: tuple[int, int]) -> list[str]:
    """What one needs to answer and does not see at once on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    found = page.evaluate(f"() => {{ {LOOKS}; return beyond() }}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    return [str(one) for one in found]


def picture(page: Page, called: str) -> None:
    if chromium.PICTURES:
        page.screenshot(path=f"{chromium.PICTURES}/{called}.png")


def test_dice_and_a_refusal_are_in_the_first_screen(browser: Browser, tmp_path: Path) -> None:
    with walking(browser, tmp_path, script=True) as walk:
        walk.put("dice are asked")
        page = walk.opened(GAME, "r")
        for size in SMALL:
            assert beyond(page, size) == []
        other = walk.opened(GAME, "b")
        for size in SMALL:
            assert beyond(other, size) == []
            expect(other.get_by_text(re.compile(r"rolls\.$"))).to_be_in_viewport(ratio=1)
        page.locator("#dice").fill("9")
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
        page.locator("#dice").fill("4516234612")
        page.get_by_role("button", name="Enter").click()
        expect(page.locator(".last")).to_contain_text("hits")
        expect(page.locator(".last")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_a_photo_is_seen_in_the_log_and_opens_large(browser: Browser, tmp_path: Path) -> None:
    with walking(browser, tmp_path, script=True) as walk:
        walk.put("dice are asked")
        taken = io.BytesIO()
        Image.new("RGB", (1200, 900), (200, 0, 0)).save(taken, "JPEG")
        made = resize_and_clean_photo(taken.getvalue())
        add_photo_note(walk.book.open_game("m1"), made, "The ridge")
        page = walk.opened(GAME, "spectator")
        page.set_viewport_size({"width": 390, "height": 664})
        image = page.locator(".log img")
        image.scroll_into_view_if_needed()
        box = image.bounding_box()
        assert box is not None
        assert box["width"] > 250
        image.click()
        expect(page).to_have_url(re.compile("/photo/"))
        assert page.evaluate("document.images[0].naturalWidth") >= 600


@pytest.mark.thorough
@pytest.mark.parametrize("size", SMALL)
def test_a_report_and_its_button_are_in_the_first_screen(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with walking(browser, tmp_path, script=True) as walk:
        walk.put("an evening")
        for role in ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"):
            page = walk.opened("/league/{stream}/{name}/{token}", role)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            picture(page, f"evening-{role}-{size[0]}")
            first = page.locator(".own").first.locator("button.go:visible")
            if first.count():
                expect(first.first).to_be_in_viewport(ratio=1)
            page.close()


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in STATES if "evening" not in name])
def test_every_page_of_a_game_begins_with_what_is_asked(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    with walking(browser, tmp_path, script=True) as walk:
        walk.put(name)
        for path, role in walk.pages():
            if path == GAME:
                page = walk.opened(path, role)
                for size in SMALL:
                    found = beyond(page, size)
                    picture(page, f"{name}-{role}-{size[0]}".replace(" ", "-"))
                    assert found == [], (role, size)
                page.close()


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", sorted(ASKED))
def test_every_kind_of_question_is_answered_in_the_first_screen(
    browser: Browser, tmp_path: Path, ruleset: str
) -> None:
    met: set[str] = set()
    with walking(browser, tmp_path, script=True) as walk:
        measuring = Measuring(walk)
        for seed in range(GAMES):
            met |= answered_by_phones(ruleset, seed, measuring)
            if met >= ASKED[ruleset]:
                break
    assert measuring.beyond == {}


class Measuring:
    """Looks at each form that a question has where it is met first; what lies beyond the screen."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.known: set[tuple[str, int, int]] = set()
        self.beyond: dict[tuple[str, tuple[int, int]], list[str]] = {}

    def __call__(self, game: Game) -> None:
        assert game.pending is not None
        form, kind = Form(page_of(game, SCRIBE)), type(game.pending.request).__name__
        alike = (kind, len(form.faces), len(form.buttons) + len(form.field_names))
        if alike in self.known:
            return
        self.known.add(alike)
        self.walk.serve(Book(game.journal.store, clock=Clock(), rulesets=RULES))
        page, called = self.walk.opened(GAME, "scribe"), f"{game.ruleset.id}-{kind}-{alike[2]}"
        for size in SMALL:
            if found := beyond(page, size):
                self.beyond[called, size] = found
            picture(page, f"{called}-{size[0]}")
        page.close()

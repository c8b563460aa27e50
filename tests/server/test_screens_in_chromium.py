"""The whole program in real Chromium, at the size of a laptop and of a tablet held upright."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.server.chromium import PICTURES, browser
from tests.server.running import LINK_LINE, Served
from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import open_book

pytestmark = pytest.mark.thorough
LAPTOP, TABLET = (1280, 800), (820, 1180)
SOON = 15  # seconds


def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.1)


def keeper_of(served: Served) -> str:
    """The address of the screens."""
    assert served.program.stdout is not None
    while "keeper" not in served.links:
        found = LINK_LINE.match(served.program.stdout.readline())
        if found:
            served.links[found[1]] = found[2]
    return served.links["keeper"]


def lines(ledger: Path) -> int:
    with open_book(ledger, only_reading=True) as book:
        return book.open_game("m1").history.entry_count


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=os.path.join(PICTURES, f"{name}.png"))  # noqa: PTH118


@pytest.mark.parametrize("size", [LAPTOP, TABLET])
def test_a_game_is_opened_a_volley_typed_and_the_page_opened_again(
    size: tuple[int, int], tmp_path: Path
) -> None:
    ledger = tmp_path / "games.db"
    with open_book(ledger) as book:
        begin(book, (*TO_SHOOT, "r1 > b2 soft"))
    served = Served(ledger, "--screens", "--no-codes")
    try:
        with browser() as opened:
            page = opened.new_page(viewport={"width": size[0], "height": size[1]})
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.goto(keeper_of(served))
            page.wait_for_selector("body.-first-byte", timeout=SOON * 1000)
            before = lines(ledger)
            time.sleep(1)
            page.keyboard.press("Enter")  # the game that was kept last
            time.sleep(1)
            picture(page, f"screens-roll-{size[0]}")
            page.keyboard.type("4516234612")
            page.keyboard.press("Enter")
            until(lambda: lines(ledger) > before)
            picture(page, f"screens-rolled-{size[0]}")
            rolled = lines(ledger)
            page.reload()  # what was entered is there, and the game goes on
            page.wait_for_selector("body.-first-byte", timeout=SOON * 1000)
            time.sleep(1)
            page.keyboard.press("Enter")
            time.sleep(1)
            page.keyboard.press("u")  # takes the volley back
            until(lambda: lines(ledger) > rolled)
            page.keyboard.press("q")
            time.sleep(0.5)
            page.keyboard.press("Escape")
            page.keyboard.press("q")
            page.keyboard.press("q")
            picture(page, f"screens-left-{size[0]}")
            assert asked
            assert all(url.startswith((served_at(served), "data:")) for url in asked)
    finally:
        served.end()


def served_at(served: Served) -> str:
    return f"http://127.0.0.1:{served.port}/"

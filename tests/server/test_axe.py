"""Every kind of page by axe-core: landmarks, names, contrast; by phone, at a desk, in the dark.

Beside it all of a page is to be seen: it is no wider than the window, and no name in a picture is
cut off at its edge.

``axe-playwright-python`` is there for its script alone: pages that load nothing from elsewhere are
asked without loading anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from exports.site.site_writer import write_site
from tests.exports.test_pages_for_all import of_a_force
from tests.server import chromium
from tests.server.evening_kit import EIGHT, tokens_at
from tests.server.running import Served
from tests.server.test_evening_in_chromium import served
from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import open_book
from tracker.application.demo.demo_ledger import open_or_build_demo_ledger
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.application.win_probability.sampled_line_win_chances import LineWinChance
from tracker.application.win_probability.win_chance_cache import save_chances_to_cache
from tracker.server.league_evening.league_links_and_qr_codes import (
    find_league_role_by_name,
    make_league_role_address,
)

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
ASK = """async () => (await axe.run(document, {runOnly: [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}))
    .violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 160)}`))"""
CUT_OFF = """() => [...document.querySelectorAll("svg text")].filter(text => {
    const own = text.getBoundingClientRect(), all = text.ownerSVGElement.getBoundingClientRect();
    return own.width && (own.left < all.left - 1 || own.right > all.right + 1);
}).map(text => `cut off: ${text.textContent}`).concat(
    document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [])"""
LOOKS = [(size, look) for size in (chromium.PHONE, chromium.DESKTOP) for look in ("light", "dark")]
pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.browser() as opened:
        yield opened


def as_it_is(_: Page) -> None:
    """A page just opened."""


def refused(page: Page) -> None:
    """A page after dice that cannot be."""
    page.get_by_role("textbox", name="The dice").fill("77")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("textbox", name="The dice")).to_have_value("77")
    expect(page.get_by_role("alert")).to_be_visible()


def faults(browser: Browser, where: str, before: Callable[[Page], None] = as_it_is) -> list[str]:
    """What axe finds in a page and what is cut off, each once, with how it was looked at.

    What a page folds away is opened.
    """
    found: dict[str, None] = {}
    for (width, height), scheme in LOOKS:
        with browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
        ) as context:
            page = context.new_page()
            page.goto(where, wait_until="load")
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            before(page)
            page.evaluate(AXE)
            wrong = page.evaluate(ASK) + page.evaluate(CUT_OFF)
            found |= {f"{width} {scheme}: {one}": None for one in wrong}
    return list(found)


def kinds(folder: Path) -> dict[str, Path]:
    """A page of each kind that a ledger has: ``l1-p1.html`` is one of ``l-p``."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.html")):
        kind = "".join(sign for sign in path.stem if not sign.isdigit())
        found.setdefault(kind, path)
    return found


def test_axe_finds_what_is_wrong(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "wrong.html"
    page.write_text(
        "<html><body><img src='a.png'><p style='color:#aaa; width: 2000px'>grey</p>"
        "<svg viewBox='0 0 50 10' width='50'><text x='45' y='9'>Anna</text></svg></body></html>"
    )
    found = " ".join(faults(browser, page.as_uri()))
    for rule in (
        "wider than the window",
        "cut off: Anna",
        "image-alt",
        "color-contrast",
        "html-has-lang",
        "landmark-one-main",
    ):
        assert rule in found


def test_pages_that_are_written(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with open_or_build_demo_ledger(tmp_path / "demo.db") as book:
        game = book.open_game_read_only("m1")
        lines = [line.number for line in list_log_lines(game.history) if line.kind != "taken back"]
        save_chances_to_cache(
            game, [LineWinChance(line, RolloutResult((60, 30), 10)) for line in lines]
        )
        write_site(book, tmp_path / "site")
    (tmp_path / "site" / "force.html").write_text(of_a_force(), encoding="utf-8")
    pages = kinds(tmp_path / "site")
    assert len(pages) >= 6  # the club, games, leagues, players, campaigns, units, a force
    for drawn in ('class="chart"', 'class="chart chances"', 'class="chart luck"', 'class="unit '):
        assert drawn in pages["m"].read_text(encoding="utf-8")
    assert {kind: faults(browser, path.as_uri()) for kind, path in pages.items()} == {
        kind: [] for kind in pages
    }


@pytest.mark.parametrize(
    "last",
    ["", "r1 > b2 soft", "r1 > b2 soft : 4516234612 / 134562 / 263"],
    ids=["nothing is asked", "dice are", "who falls is"],
)
@contextmanager
def shown(ledger: Path, *lines: str) -> Iterator[dict[str, str]]:
    """The links of a game of these lines that is served; of a game already there without any."""
    if lines:
        with open_book(ledger) as book:
            begin(book, lines)
    server = Served(ledger, "m1")
    try:
        yield server.links
    finally:
        server.end()


def test_pages_of_a_game_that_asks_for_dice(browser: Browser, tmp_path: Path) -> None:
    with shown(tmp_path / "games.db", *TO_SHOOT, "r1 > b2 soft") as links:
        found = {name: faults(browser, link) for name, link in links.items()}
        found["overlay"] = faults(browser, f"{links['spectator']}/overlay")
        found["refused"] = faults(browser, links["scribe"], refused)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize("last", [(), ("r1 > b2 soft : 4516234612 / 134562 / 263",)])
def test_a_page_that_asks_for_a_line_or_who_falls(
    browser: Browser, tmp_path: Path, last: tuple[str, ...]
) -> None:
    with shown(tmp_path / "games.db", *TO_SHOOT, *last) as links:
        assert faults(browser, links["scribe"]) == []


def test_a_page_of_a_game_that_is_over(browser: Browser, tmp_path: Path) -> None:
    with open_or_build_demo_ledger(tmp_path / "demo.db"):
        pass
    with shown(tmp_path / "demo.db") as links:
        assert faults(browser, links["spectator"]) == []


def test_pages_of_an_evening(browser: Browser, tmp_path: Path) -> None:
    ledger, tokens = tmp_path / "club.db", tokens_at(tmp_path)
    with open_book(ledger) as book, served(ledger, tokens) as port:
        league = book.begin_league("Thursday Night League", players=EIGHT, rounds=3)
        league.rounds.draft_round("Swiss", order="sign-up")
        league.rounds.publish_round(ends="23:59")
        league.results.enter_result("1", "10-7")
        by_name = {player.name: player.id for player in league.state.players.values()}
        for name, result in (("Esther", "9-3"), ("Fynn", "9-4")):
            games = league.state.fixtures.values()
            game = next(one for one in games if by_name[name] in one.players)
            league.reports.report_result(
                by_name[name], game.id, result, make_result_fingerprint(game)
            )
        league.rounds.draft_round("Swiss")
        base = f"http://127.0.0.1:{port}"
        pages = [("Chloé", ""), ("Esther", ""), ("organiser", ""), ("organiser", "/codes")]
        pages += [("organiser", "/players"), ("join", "")]
        pages += [("everybody", ""), ("everybody", "/screen")]
        found = {
            who + more: faults(
                browser,
                make_league_role_address(
                    league.stream, tokens, base, find_league_role_by_name(league, who)
                )
                + more,
            )
            for who, more in pages
        }
    assert found == {who + more: [] for who, more in pages}

"""A league evening of eight, played whole in real Chromium: phones, the organiser, the big screen.

``WARLEDGER_PICTURES=FOLDER`` keeps pictures of every page on the way, to be looked at.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.server.evening_kit import tokens_at
from tests.server.running import QuietServer
from tracker.application.book import open_book
from tracker.application.leagues.league import League
from tracker.server.access_tokens import AccessTokens
from tracker.server.league_evening.league_links_and_qr_codes import (
    find_league_role_by_name,
    make_league_role_address,
)
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_addresses import LOOPBACK, list_host_names
from tracker.server.server_runner import build_application, open_listening_socket

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
EIGHT = (
    "Anna", "Bram", "Chloé", "Dario", "Esther", "Ferdinand von Hohenstein", "Gwen", "<b>Ines</b>",
)  # fmt: skip
SCORES = ((10, 7), (3, 12), (8, 8), (15, 0))
PHONE = ViewportSize(width=390, height=844)
SCREEN = ViewportSize(width=1920, height=1080)
SOON, AT_ONCE = 10_000, 1000  # milliseconds
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
]


@contextmanager
def served(ledger: Path, tokens: AccessTokens) -> Iterator[int]:
    """The server on a port of its own, and its port."""
    listening = open_listening_socket(LOOPBACK, 0)
    port = listening.getsockname()[1]
    app = build_application(LedgerWorker(ledger), tokens, list_host_names(LOOPBACK, port))
    server = QuietServer(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield port
    finally:
        server.handle_exit(signal.SIGINT, None)
        thread.join()


@pytest.fixture
def chromium() -> Iterator[Browser]:
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Hallful:
    """Everybody's pages at one evening."""

    def __init__(self, browser: Browser, league: League, tokens: AccessTokens, port: int) -> None:
        self.browser, self.league, self.tokens = browser, league, tokens
        self.base = f"http://{LOOPBACK}:{port}"
        self.faults: list[str] = []
        self.pages: dict[str, Page] = {}

    def page(self, name: str, more: str = "", *, dark: bool = False) -> Page:
        """The page of somebody, opened once; the big screen has a size of its own."""
        key = f"{name}{more}{dark}"
        if key not in self.pages:
            size = SCREEN if more == "/screen" else PHONE
            page = self.browser.new_page(
                viewport=size,
                color_scheme="dark" if dark else "light",
            )
            page.on("console", lambda said: self._note(said.type, said.text))
            page.on("pageerror", lambda error: self.faults.append(str(error)))
            role = find_league_role_by_name(self.league, name)
            page.goto(
                make_league_role_address(self.league.stream, self.tokens, self.base, role) + more
            )
            self.pages[key] = page
        return self.pages[key]

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "net::ERR" not in text:
            self.faults.append(text)

    def picture(self, called: str, page: Page) -> None:
        """A picture of a page, where pictures are wanted."""
        folder = os.environ.get("WARLEDGER_PICTURES")
        if folder:
            page.wait_for_timeout(300)
            page.screenshot(path=f"{folder}/{called}.png")

    def names(self, fixture: str) -> tuple[str, str]:
        one = self.league.state.fixtures[fixture]
        assert one.away is not None
        return self.league.state.get_player_name(one.home), self.league.state.get_player_name(
            one.away
        )

    def tables(self) -> list[str]:
        self.league.reload()
        round_ = self.league.state.current_round
        assert round_ is not None
        return list(round_.fixtures)


@pytest.fixture
def hall(tmp_path: Path, chromium: Browser) -> Iterator[Hallful]:
    ledger, tokens = tmp_path / "club.db", tokens_at(tmp_path)
    with open_book(ledger) as book, served(ledger, tokens) as port:
        league = book.begin_league("Thursday Night League", players=EIGHT, rounds=3)
        league.rounds.draft_round("Swiss", order="sign-up")
        yield Hallful(chromium, league, tokens, port)


def test_who_reported_gives_in_with_one_touch(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    fixture, *_ = hall.tables()
    home, away = hall.names(fixture)
    phone, other = hall.page(home), hall.page(away)
    report(phone, (10, 7))
    other.get_by_text("No, change it").click()
    report(other, (7, 10), "Report another result")
    phone.get_by_role("button", name=f"{away} is right").click()
    for page in (phone, other):
        expect(page.get_by_text("Both players have signed it.")).to_be_visible(timeout=SOON)
        expect(page.get_by_text(f"7 : 10, {away} won")).to_be_visible()


def test_a_result_half_typed_outlasts_a_reload(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    fixture, *_ = hall.tables()
    home, away = hall.names(fixture)
    phone, other = hall.page(home), hall.page(away)
    phone.locator("input[name=home]").fill("10")
    phone.reload()
    expect(phone.locator("input[name=home]")).to_have_value("10")
    other.reload()
    expect(other.locator("input[name=home]")).to_have_value("")
    phone.locator("input[name=away]").fill("7")
    phone.get_by_role("button", name="Report the result").click()
    expect(phone.get_by_text("has not confirmed it yet")).to_be_visible(timeout=SOON)
    phone.reload()
    expect(phone.get_by_text("You had typed")).to_have_count(0)
    assert hall.faults == []


def test_buttons_below_each_other_stand_apart(hall: Hallful) -> None:
    phone, organiser = hall.page("Anna"), hall.page("organiser")
    phone.get_by_text("I drop out, or this is not me").click()
    stand_apart(phone, "I drop out", "This is not my name. Release the name")
    organiser.get_by_role("button", name="Undo").click()
    stand_apart(organiser, "Undo", "Redo up to line")


BUTTON_EDGES = """names => {
    const buttons = [...document.querySelectorAll("button")];
    const boxes = names.map(name => buttons.find(one => one.textContent.startsWith(name)))
        .map(button => button?.getBoundingClientRect());
    return boxes.every(box => box?.height) && boxes;
}"""
"""Where buttons begin and end, once all are there: the page may be drawn anew at any time."""


def stand_apart(page: Page, upper: str, lower: str) -> None:
    """Two buttons, one below the other, are not struck in place of each other."""
    above, below = page.wait_for_function(BUTTON_EDGES, arg=[upper, lower]).json_value()
    assert below["top"] - above["bottom"] >= 8


def test_a_long_name_is_whole_on_the_big_screen(hall: Hallful) -> None:
    hall.league.people.change_player_name_or_ranking("Anna", name="Eva Maria Hohenstein-Lindenberg")
    hall.league.rounds.publish_round(ends="23:59")
    screen = hall.page("everybody", "/screen")
    for size in ((1280, 720), (1920, 1080), (1024, 768)):
        screen.set_viewport_size({"width": size[0], "height": size[1]})
        screen.reload()
        name = screen.locator(".tables").get_by_text("Eva Maria Hohenstein-Lindenberg")
        expect(name).to_be_visible()
        hall.picture(f"long-name-{size[0]}", screen)
        assert name.evaluate(
            "one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
        )


def test_a_game_leads_back_to_the_evening_it_was_opened_from(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    fixture, *_ = hall.tables()
    home, _ = hall.names(fixture)
    organiser, phone = hall.page("organiser"), hall.page(home)
    organiser.goto(f"{organiser.url}/new-game/{fixture}?rules=deathzap2")
    organiser.get_by_role("button", name="Begin the game").click()
    expect(organiser.get_by_text("in play")).to_be_visible(timeout=SOON)
    for page, opens in ((phone, "Open your side of this game"), (organiser, "Open the game")):
        evening = page.url
        if page is organiser:
            page.locator("summary").filter(has_text=home).click()
        page.get_by_role("link", name=opens).click()
        expect(page.get_by_role("heading", name="On the table")).to_be_visible()
        page.get_by_role("link", name="Back to the evening").click()
        expect(page).to_have_url(evening)
    other = hall.browser.new_page(viewport=PHONE)
    phone.get_by_role("link", name="Open your side of this game").click()
    other.goto(phone.url)  # a phone that was handed the link of the game alone
    expect(other.get_by_role("heading", name="On the table")).to_be_visible()
    expect(other.get_by_role("link", name="Back to the evening")).to_have_count(0)
    assert hall.faults == []


def test_phones_join_by_one_link_and_the_organiser_sees_it(hall: Hallful) -> None:
    organiser = hall.page("organiser", "/players")
    organiser.get_by_role("textbox", name="New player").fill("half typed")
    organiser.get_by_role("checkbox", name="ringer (plays, not ranked)").check()
    joins = make_league_role_address(
        hall.league.stream, hall.tokens, hall.base, find_league_role_by_name(hall.league, "join")
    )
    link = hall.page("join")
    link.get_by_role("button", name="Anna").click()
    expect(link.get_by_text("I am away in round 1")).to_be_visible()
    expect(organiser.get_by_text("on a phone")).to_have_count(0)  # it is no line of the book
    link.goto(joins)
    link.get_by_role("button", name="I am away in round 1").click()
    expect(organiser.get_by_text("away · on a phone")).to_be_visible(timeout=SOON)
    expect(organiser.get_by_role("textbox", name="New player")).to_have_value("half typed")
    expect(organiser.get_by_role("checkbox", name="ringer (plays, not ranked)")).to_be_checked()
    stranger = hall.browser.new_page(viewport=PHONE)
    stranger.goto(
        make_league_role_address(
            hall.league.stream,
            hall.tokens,
            hall.base,
            find_league_role_by_name(hall.league, "join"),
        )
    )
    expect(stranger.get_by_role("button", name="Anna")).to_have_count(0)
    stranger.get_by_role("textbox", name="Your name").fill("Zoe")
    stranger.get_by_role("button", name="Join").click()
    expect(stranger.get_by_text("I am away in round 1")).to_be_visible()
    expect(organiser.get_by_text("Zoe", exact=True)).to_be_visible(timeout=SOON)
    organiser.get_by_text("Anna", exact=True).click()
    organiser.get_by_role("button", name="Release the name").click()
    expect(link.get_by_text("This link was revoked.")).to_be_visible(timeout=SOON)
    assert hall.faults == []


def report(phone: Page, points: tuple[int, int], button: str = "Report the result") -> None:
    """Fill in the points of both, and send them."""
    phone.locator("input[name=home]").fill(str(points[0]))
    phone.locator("input[name=away]").fill(str(points[1]))
    phone.get_by_role("button", name=button).click()


def play(hall: Hallful, fixture: str, points: tuple[int, int]) -> None:
    """One reports, the other confirms: each on a phone of one's own."""
    home, away = hall.names(fixture)
    phone, other = hall.page(home), hall.page(away)
    expect(phone.get_by_role("button", name="Report the result")).to_be_visible(timeout=SOON)
    report(phone, points)
    expect(phone.get_by_text("has not confirmed it yet")).to_be_visible(timeout=SOON)
    other.get_by_role("button", name=f"{home} is right").click()
    for page in (phone, other):
        expect(page.get_by_text("Both players have signed it.")).to_be_visible(timeout=SOON)


def test_an_evening_of_eight_is_played_whole(hall: Hallful) -> None:
    organiser, screen = hall.page("organiser"), hall.page("everybody", "/screen")
    for round_number in (1, 2, 3):
        if round_number > 1:
            organiser.get_by_role("button", name=f"Draft round {round_number}").click()
        publish = organiser.get_by_role("button", name=f"Publish round {round_number}")
        organiser.locator("input[name=ends]").fill("23:59")
        hall.picture(f"{round_number}-draft", organiser)
        publish.click()
        expect(screen.get_by_text(f"Round {round_number}")).to_be_visible(timeout=SOON)
        tables = hall.tables()
        hall.picture(f"{round_number}-phone-open", hall.page(hall.names(tables[0])[0]))
        hall.picture(f"{round_number}-screen-open", screen)
        for fixture, points in zip(tables, SCORES, strict=True):
            play(hall, fixture, points)
            expect(organiser.locator(".organiser .in")).to_have_count(
                tables.index(fixture) + 1, timeout=SOON
            )
            hall.picture(f"{round_number}-screen-{fixture}", screen)
        expect(screen.get_by_text("4 of 4 results in")).to_be_visible(timeout=SOON)
        hall.picture(f"{round_number}-organiser", organiser)
        hall.picture(f"{round_number}-phone", hall.page(hall.names(tables[0])[0]))
        hall.picture(f"{round_number}-dark", hall.page(hall.names(tables[1])[0], dark=True))
    standings = screen.get_by_role("heading", name="Standings after round 3")
    for _ in range(3):
        if not standings.is_visible():
            screen.keyboard.press("ArrowRight")
    expect(standings).to_be_visible()
    hall.picture("standings", screen)
    dark = hall.page("everybody", "/screen", dark=True)
    hall.picture("tables-dark", dark)
    dark.keyboard.press("ArrowRight")
    hall.picture("standings-dark", dark)
    screen.keyboard.press("ArrowRight")
    hall.picture("code", screen)
    hall.picture("everybody", hall.page("everybody"))
    hall.picture("codes", hall.page("organiser", "/codes"))
    hall.league.reload()
    state = hall.league.state
    rounds = state.list_rounds_and_draft(1)
    assert [len(each.fixtures) for each in rounds] == [4, 4, 4]
    ended = [state.fixtures[one].ended for each in rounds for one in each.fixtures]
    assert [one.vp for one in ended if one] == [*SCORES] * 3
    assert all(len(one.signed) == 2 for one in state.fixtures.values())
    # in each round three games are won and one is drawn, at three points and one each
    paid = [row.points.fraction for row in hall.league.table.compute_standings().rows]
    assert sum(paid) == 3 * (3 * 3 + 2)
    assert hall.faults == []


def test_two_say_different_things_and_the_organiser_settles_it(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    fixture, *_ = hall.tables()
    home, away = hall.names(fixture)
    phone, other, organiser = hall.page(home), hall.page(away), hall.page("organiser")
    for page, mine, theirs in ((phone, "10", "7"), (other, "7", "10")):
        page.locator("input[name=home]").fill(mine)
        page.locator("input[name=away]").fill(theirs)
    phone.get_by_role("button", name="Report the result").click()
    expect(other.get_by_text(f"10 : 7, {home} won", exact=True)).to_be_visible(timeout=SOON)
    other.get_by_text("No, change it").click()
    other.locator("input[name=home]").fill("7")
    other.locator("input[name=away]").fill("10")
    hall.picture("otherwise", other)
    other.get_by_role("button", name="Report another result").click()
    expect(other.get_by_text("The organiser sees both reports.")).to_be_visible(timeout=SOON)
    reported = f"{home} reported it, {away} says 7 : 10, {away} won"
    expect(organiser.get_by_text(reported, exact=True)).to_be_visible(timeout=SOON)
    hall.picture("differs", organiser)
    hall.picture("differs-phone", phone)
    organiser.locator(".organiser .differs summary").click()
    for name, was, points in (("home", "10", "7"), ("away", "7", "10")):
        field = organiser.locator(f".organiser .differs input[name={name}]")
        expect(field).to_have_value(was)
        field.fill(points)
    settles = organiser.locator(".organiser .differs form", has_text="It ended")
    settles.get_by_role("textbox", name="reason for the correction").fill("both looked again")
    hall.picture("settling", organiser)
    settles.get_by_role("button", name="Correct the result").click()
    expect(phone.get_by_text(f"7 : 10, {away} won", exact=True)).to_be_visible(timeout=SOON)
    assert hall.faults == []


def test_what_is_typed_stays_while_others_report(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    one, other, *_ = hall.tables()
    phone = hall.page(hall.names(one)[0])
    phone.locator("input[name=home]").fill("12")
    play(hall, other, (3, 1))
    expect(phone.locator(".tables")).to_contain_text("3:1", timeout=SOON)
    expect(phone.locator("input[name=home]")).to_have_value("12")
    expect(phone.locator("input[name=home]")).to_be_focused()


def test_a_phone_that_was_out_of_reach_catches_up(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    one, other, *_ = hall.tables()
    phone = hall.page(hall.names(one)[0])
    phone.context.set_offline(True)
    expect(phone.locator("#line")).to_be_visible(timeout=AT_ONCE)
    phone.locator("input[name=home]").fill("12")
    phone.locator("input[name=away]").fill("4")
    phone.get_by_role("button", name="Report the result").click()
    expect(phone.get_by_text("Not sent, because there is no connection.")).to_be_visible(
        timeout=AT_ONCE
    )
    expect(phone.get_by_text("Not sent")).to_be_in_viewport()
    hall.picture("not-sent", phone)
    play(hall, other, (3, 1))
    phone.context.set_offline(False)
    expect(phone.locator(".tables")).to_contain_text("3:1", timeout=2 * SOON)
    expect(phone.locator("#line")).to_be_hidden(timeout=SOON)
    expect(phone.get_by_text("Not sent")).to_be_visible()  # until it is sent
    expect(phone.locator("input[name=home]")).to_have_value("12")
    phone.get_by_role("button", name="Report the result").click()
    expect(phone.get_by_text("has not confirmed it yet")).to_be_visible(timeout=SOON)
    expect(phone.get_by_text("Not sent")).to_have_count(0)


def test_what_was_typed_for_a_result_that_came_in_meanwhile_is_told(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    fixture, *_ = hall.tables()
    home, away = hall.names(fixture)
    phone = hall.page(home)
    phone.locator("input[name=home]").fill("12")
    phone.locator("input[name=away]").fill("4")
    report(hall.page(away), (3, 1))
    expect(phone.get_by_text("You had typed: 12 : 4")).to_be_visible(timeout=SOON)


def test_a_page_whose_link_is_withdrawn_says_so_and_shows_nothing(hall: Hallful) -> None:
    hall.league.rounds.publish_round(ends="23:59")
    home, away = hall.names(hall.tables()[0])
    phone, other, screen = hall.page(home), hall.page(away), hall.page("everybody", "/screen")
    for name, page in ((home, phone), ("everybody", screen)):
        hall.tokens.replace_token(hall.league.stream, find_league_role_by_name(hall.league, name))
        expect(page.get_by_text("This link was revoked.")).to_be_visible(timeout=SOON)
        expect(page.locator("main > *:visible")).to_have_count(0)
        hall.picture(f"withdrawn-{name == home}", page)
    expect(other.locator(".own")).to_be_visible()

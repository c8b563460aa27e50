"""A game played back on one page: its lines with what they left, and nothing that is secret."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from exports.battle_report_content import build_battle_report, list_visible_markers_in_words
from exports.game_export_formats import find_game_export_format
from exports.game_playback_page import build_game_playback, render_playback_html
from exports.html_reports import render_battle_report_html
from exports.players_own_content import PlayerContent
from tests.server.chromium import PHONE, PICTURES, browser
from tracker.application.match.game import Game
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary.events import FiguresRemoved


class Page(HTMLParser):
    """What a browser finds: the attributes of tags, and the scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)

    def lines(self) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.found if "data-units" in attributes]


def test_lines_come_with_what_they_left(six_turns: Game) -> None:
    """Of the hand-worked game: Alpha comes with 8; line 92 leaves R1 6, B1 6 and B2 6 figures;
    line 109 takes three of Bravo's nine; line 113 gives the Claw pack one back, as its reason says.
    """
    found = build_game_playback(six_turns)
    numbers = {unit.handle: unit.id for _, units in found.sides for unit in units}
    left: dict[str, str] = {}
    after: dict[int, dict[str, str]] = {}
    for line in found.lines:
        left |= {unit: now[0] for unit, now in line.units.items()}
        after.setdefault(
            line.report_line.number, {name: left.get(n, "") for name, n in numbers.items()}
        )
    assert after[7]["R1"] == "8"
    assert [after[92][name] for name in ("R1", "B1", "B2")] == ["6", "6", "6"]
    assert (after[100]["R2"], after[109]["R2"]) == ("9", "6")
    assert (after[112]["B1"], after[113]["B1"]) == ("6", "7")
    # The board begins as the game ended: one of Alpha and of Bravo, three of the Claw pack.
    last = {unit.handle: unit.status[0] for _, units in found.sides for unit in units}
    assert last == {name: left[number] for name, number in numbers.items()}
    assert {name: count for name, count in last.items() if count != "0"} == {
        "R1": "1",
        "R2": "1",
        "B1": "3",
    }
    assert found.lines[-1].score == "Red 7, Blue 4"
    assert found.lines[0].phase == "Set-up"


def test_a_gun_to_be_lost_is_set_off_from_the_words(six_turns: Game) -> None:
    said = [line.changes for line in build_game_playback(six_turns).lines]
    assert any("R3 Hammer: 1 left, half speed, gun lost at phase end: destroyer" in s for s in said)
    assert any("gun lost at phase end: medium repeater, fought" in s for s in said)


def test_melees_and_lost_guns_are_shown_until_they_end_or_for_good(six_turns: Game) -> None:
    """Line 162 ends turn 3, in which R3 lost its gun. R2 and B3 are in melee until the end."""
    changes = {one.report_line.number: one.changes for one in build_game_playback(six_turns).lines}
    assert "R3 Hammer: 1 left, no destroyer, half speed; B1" in changes[162]
    assert "melee B3; B3 Stalker: 1 left, fought, order 6, melee R2" in changes[155]
    assert "R1 Alpha: 2 left, PANIC T3; R2" in changes[211]  # its melee with B1 is over
    assert any("B2 Dusk rifles: none left" in said for said in changes.values())


def test_a_removed_figure_shows_no_marker(six_turns: Game) -> None:
    state = State()
    for recorded in six_turns.history.path:
        apply_event(state, recorded.event, recorded.version)
        found = [text for _, _, text in list_visible_markers_in_words(state)]
        if "Sergeant Vara: hunted" in found:
            break
    (vara,) = (id_ for id_, figure in state.figures.items() if figure.name == "Sergeant Vara")
    apply_event(state, FiguresRemoved(figures=(vara,), how="killed"))
    assert [text for _, _, text in list_visible_markers_in_words(state)] == [
        text for text in found if text != "Sergeant Vara: hunted"
    ]


def test_handles_have_the_colour_of_their_side(six_turns: Game) -> None:
    text = render_playback_html(six_turns)
    assert re.findall(
        r'<tbody class="(\w+)">\n<tr [^>]*><td><span class="handle">(\w+)<', text
    ) == [
        ("side1", "R1"),
        ("side2", "B1"),
    ]
    assert ".side2 .handle { color: var(--two); }" in text


def test_without_a_script_it_is_a_list(six_turns: Game) -> None:
    text = render_playback_html(six_turns)
    assert '<section id="player" class="player" aria-label="Playback" hidden>' in text
    assert '<span class="quiet after">R2 Bravo: 6 left, Sergeant Vara: hunted, order 6' in text
    assert '<p class="phase">Turn 2 · shoot, Red</p>' in text
    style = re.compile(r"<style>.*?</style>", re.DOTALL)
    report = style.search(render_battle_report_html(build_battle_report(six_turns)))
    assert report is not None
    assert report[0] in text


def test_a_line_that_wraps_moves_no_button(six_turns: Game) -> None:
    ids = [one["id"] for _, one in Page(render_playback_html(six_turns)).found if "id" in one]
    assert ids.index("forward") < ids.index("slider") < ids.index("when") < ids.index("said")


def test_nothing_runs_or_is_loaded_but_its_own_script(six_turns: Game) -> None:
    text = render_playback_html(six_turns)
    page = Page(text)
    (script,) = page.scripts
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    policy = next(one["content"] for _, one in page.found if "http-equiv" in one)
    assert policy == (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
        f" script-src 'sha256-{digest}'"
    )
    assert "http" not in text.replace("http-equiv", "")
    assert not [one for _, one in page.found if {"src", "href"} & one.keys()]


def test_what_people_wrote_is_text(hostile: Game) -> None:
    page = Page(render_playback_html(hostile))
    assert {tag for tag, _ in page.found if tag in ("b", "img")} == set()
    assert len(page.scripts) == 1
    assert any("<img src=x onerror=alert(1)>" in one["data-said"] for one in page.lines())
    assert page.lines()[-1]["data-score"] == "", "nothing is scored"
    for one in page.lines():
        assert isinstance(json.loads(one["data-units"]), dict)


class Player:
    """The page in a browser, and all that it asked for or complained of."""

    def __init__(self, browser: Browser, file: Path) -> None:
        self.lines = Page(file.read_text(encoding="utf-8")).lines()
        self.page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.clock.install()
        self.page.goto(file.as_uri())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def stands_at(self, place: int) -> None:
        line = self.lines[place]
        assert self.page.locator("#said").inner_text() == line["data-said"]
        assert self.page.locator("#stands").inner_text() == f"After line {line['data-line']}"
        assert self.page.locator("#slider").input_value() == str(place)
        marked = self.page.locator("li[aria-current]")
        assert marked.get_attribute("data-line") == line["data-line"]

    def left(self, handle: str) -> str:
        row = self.page.locator(".board tr", has=self.page.get_by_text(handle, exact=True))
        return row.locator(".left").inner_text()

    def shown_units(self) -> list[str]:
        rows = self.page.locator(".board tr[data-unit]").all()
        return [row.locator(".handle").inner_text() for row in rows if row.is_visible()]


@pytest.fixture
def player(six_turns: Game, tmp_path: Path) -> Iterator[Player]:
    file = tmp_path / "game.html"
    file.write_text(
        find_game_export_format("playback").render_game(six_turns, PlayerContent()),
        encoding="utf-8",
    )
    with browser() as opened:
        player = Player(opened, file)
        yield player
        assert (player.asked, player.faults) == ([file.as_uri()], [])


@pytest.mark.thorough
def test_it_plays_by_itself_to_the_end(player: Player) -> None:
    last = len(player.lines) - 1
    player.stands_at(0)
    assert player.shown_units() == []
    player.button("Play").click()
    player.page.clock.run_for(20_000)
    assert player.button("Pause").is_visible()
    player.press("Space")  # the button has the focus: it pauses once, not twice
    assert player.button("Play").is_visible()
    assert 0 < int(player.page.locator("#slider").input_value()) < last
    player.press("End")
    player.stands_at(last)
    assert player.left("R1") == "1"
    player.page.evaluate("document.activeElement.blur()")
    player.press("Space")  # from the end it begins again
    player.stands_at(0)
    player.page.clock.run_for(3_600_000)
    player.stands_at(last)
    assert player.button("Play").is_visible()


@pytest.mark.thorough
def test_it_goes_to_any_line(player: Player) -> None:
    player.press("ArrowRight", "ArrowRight", "ArrowLeft")
    player.stands_at(1)
    player.button("Forward").click()
    player.stands_at(2)
    place = next(n for n, line in enumerate(player.lines) if line["data-line"] == "92")
    player.page.locator('li[data-line="22"]').click()
    assert player.shown_units() == ["R1", "R2", "R3", "B1", "B2", "B3"]
    player.page.locator('li[data-line="25"]').click()  # Picket splits from Alpha
    assert player.shown_units() == ["R1", "R2", "R3", "R4", "B1", "B2", "B3"]
    player.page.locator('li[data-line="92"]').click()
    player.stands_at(place)
    assert (player.left("R1"), player.left("R4")) == ("6", "0")
    if PICTURES:
        player.page.screenshot(path=Path(PICTURES) / "playback.png")
    player.page.locator("#slider").focus()
    player.press("ArrowRight")
    player.stands_at(place + 1)
    player.press("Home")
    player.stands_at(0)

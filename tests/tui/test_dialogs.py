"""Every dialog, form, list and page has keys of its own in sight, and shows all there is by them.

The classes are found in the code; a new one without a way here fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple
from unittest import mock

import pytest
from textual.containers import Vertical
from textual.screen import Screen

from tests.profiles import some
from tests.tui.kit import Stage, act, split_into_words
from tests.tui.places import PLACES, Place, every_screen
from tests.tui.places import go as go_to
from tests.tui.test_campaign import karst
from tests.tui.test_every_screen import opened
from tests.tui.test_league_screens import told
from tracker.application.book import Book
from tui.force_builder.force_builder_screen import PasteLinesDialog
from tui.home.home_screen import HomeScreen
from tui.key_bindings import KEYS
from tui.league.campaign.campaign_luck_screen import CampaignLuckScreen
from tui.league.campaign.campaign_screen import CampaignScreen
from tui.league.campaign.force_and_unit_record_screens import (
    CampaignForceScreen,
    CampaignUnitScreen,
)
from tui.league.campaign.forms.campaign_form_screen import CampaignFormScreen
from tui.league.evening.evening_screen import EveningScreen
from tui.league.evening.player_check_in import CheckInScreen
from tui.league.evening.sign_up_screen import SignUpScreen
from tui.league.league_log_screen import LeagueLogScreen
from tui.league.league_picker import LeaguePicker
from tui.league.season.new_league_screen import NewLeagueScreen
from tui.league.season.season_settings_screen import SeasonScreen
from tui.league.standings.bracket_screen import BracketScreen
from tui.league.standings.large_standings_screen import LargeStandingsScreen
from tui.league.standings.outlook_and_ratings_screens import OutlookScreen, RatingsScreen
from tui.league.standings.player_screen import PlayerScreen
from tui.league.standings.rounds_screen import RoundScreen
from tui.league.standings.standings_screen import StandingsScreen
from tui.ledger.ledger_maintenance_screen import LedgerScreen
from tui.look_back.look_back_screen import LookBackScreen
from tui.phones.phone_links_screen import PhonesScreen
from tui.table.spectator_screen import SpectatorScreen
from tui.table.table_screen import TableScreen
from tui.widgets import clickable_text
from tui.widgets.command_palette import Palette
from tui.widgets.dialogs import FailureDialog, Modal
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.screen_bottom_lines import Footer

NARROW, SMALL, TALL = (80, 24), (80, 14), (80, 90)
MOST_PAGES = 40
Go = Callable[[Stage], Any]
Class = type[Screen[Any]]


class Way(NamedTuple):
    """To a screen: its class, the book with the game that lies open, how to go there from it."""

    name: str
    screen: Class
    begins: Callable[[], tuple[Book, str | None]]
    go: Go


def _keys(keys: str) -> Go:
    return lambda stage: stage.press(keys)


def _to(place: Place) -> Go:
    return lambda stage: go_to(stage, place)


def _home() -> tuple[Book, str | None]:
    return told(), None


def _campaign() -> tuple[Book, str | None]:
    return karst(), None


async def _failed(stage: Stage) -> None:
    stage.app.push_screen(FailureDialog("The ledger cannot be written. " * 80))
    await stage.settle()


LEAGUES: tuple[tuple[Class, str], ...] = (
    (EveningScreen, "2"),
    (CheckInScreen, "2d"),
    (SignUpScreen, "2pp1. Farida (Iron Guard, Linz)⏎2. anna⏎3. Paula⏎4. Paula⏎5. Zora⏎"),
    (StandingsScreen, "2s"),
    (LargeStandingsScreen, "2sF"),
    (PlayerScreen, "2s⏎"),
    (RoundScreen, "2r"),
    (RatingsScreen, "2sR"),
    (OutlookScreen, "2sw"),
    (BracketScreen, "2sb4 third⏎"),
    (LeagueLogScreen, "2uL"),
    (SeasonScreen, "2S"),
    (NewLeagueScreen, "ln"),
    (LeaguePicker, "l"),
)
CAMPAIGN: tuple[tuple[Class, str], ...] = (
    (CampaignScreen, "1"),
    (CampaignForceScreen, "11"),
    (CampaignUnitScreen, "11⏎"),
    (CampaignLuckScreen, "1v"),
    (CampaignFormScreen, "1e"),
)
WAYS = (
    *(Way(each.name, each.screen, partial(opened, each), _to(each)) for each in PLACES),
    *(Way(each.__name__, each, _home, _keys(keys)) for each, keys in LEAGUES),
    *(Way(each.__name__, each, _campaign, _keys(keys)) for each, keys in CAMPAIGN),
    Way("failure", FailureDialog, _home, _failed),
    Way("palette", Palette, _home, lambda stage: stage.named("ctrl+p")),
)
FIRST = tuple({way.screen: way for way in reversed(WAYS)}.values())
"""The first way to each class."""

HAS_ITS_OWN = {
    SpectatorScreen: "one page, to be seen from afar",
    TableScreen: "always whole",
    LookBackScreen: "goes by lines, phases and turns",
    LineEntryDialog: "Home and End move in the line",
    PhonesScreen: "four rows",
}
"""Screens that are gone through by other keys, or not at all, and why."""

FIXED: tuple[Class, ...] = (HomeScreen, LedgerScreen, Palette)
"""What stands beside their lists is as long as it is, and fits a terminal of 24 lines."""


def classes() -> set[Class]:
    """All screens of the program but those others are made of."""
    return set(every_screen(()))


def test_every_class_is_walked() -> None:
    assert classes() == {way.screen for way in FIRST} | {SpectatorScreen}


def test_every_class_has_the_keys_of_what_is_long() -> None:
    wanted = {key.id for key in KEYS["pages"]}
    for screen in classes() - set(HAS_ITS_OWN):
        keys = screen.keys if issubclass(screen, Modal) else screen.commands  # type: ignore[attr-defined]
        missing = wanted - {key.id for key in keys}
        typed = {"go_to_first", "go_to_last"} if screen is PasteLinesDialog else set()
        assert missing == typed, screen


def at(way: Way, story: Callable[[Stage], Any], size: tuple[int, int]) -> None:
    """Go a way and run a story at its end."""
    kept, game = way.begins()

    async def there(stage: Stage) -> None:
        await way.go(stage)
        assert type(stage.app.screen) is way.screen
        await story(stage)

    act(there, kept, size=size, game=game)


def is_told(stage: Stage) -> None:
    """The foot stands in sight in whole, its keys do something here, and no other foot is there."""
    screen: Any = stage.app.screen
    (foot,) = screen.query(Footer)
    rows = stage.text.splitlines() + [""] * stage.app.size.height
    own = "\n".join(rows[foot.region.y : foot.region.bottom])
    keys = foot.list_current_keys()
    assert keys
    for key in keys:
        assert f"{key.label} {key.word}" in own, key
        assert key.id in {each.id for each in screen.commands}, key
    for below in stage.app.screen_stack[:-1]:
        for other in below.query(Footer):
            hidden = [key for key in other.list_current_keys() if key not in keys]
            shown = rows[other.region.y] if foot.region.y != other.region.y else ""
            assert not any(f"{key.label} {key.word}" in shown for key in hidden), shown


class Part(NamedTuple):
    """A part of the screen that is drawn alike: where it begins, its text, what a click strikes."""

    x: int
    y: int
    text: str
    strikes: tuple[str, ...] | None
    looks: str


def parts(stage: Stage) -> Iterator[Part]:
    """All that is drawn on the top screen."""
    theme = stage.app.theme_variables["primary"].lower()
    screen = stage.app.screen
    whole = not isinstance(screen, Modal)
    regions = [each.region for each in screen.children]
    for y, strip in enumerate(stage.strips()):
        x = 0
        for segment in strip:
            style, length = segment.style, segment.cell_length
            if whole or any(each.contains(x, y) for each in regions):
                colour = style.color.name.lower() if style and style.color else ""
                looks = "key" if colour == theme else ""
                meta = style.meta if style else {}
                who = meta.get("subject")
                strikes = meta.get("keys", (who,) if who else None)
                yield Part(x, y, segment.text.strip(), strikes, looks)
            x += length


SIGN = re.compile(
    r"Enter|Esc|Tab|Space|PgUp|PgDn|Home|End|Del|F\d+|⌫|[↑↓←→]( [↑↓←→])*"
    r"|[^\W\d_]{1,2}|[!-/:-@\[-`{-~]|\d[a-z-]?"
)
"""What looks like a key, where it is drawn in the colour of keys."""
LOOKS_SO = {"correct-keys": {"Enter"}, "table-line": {":"}, "find": {"/"}, "back-find": {"/"}}
LEGENDS = {"words-of-the-rules", "figures-words"}
"""What stands in that colour and is no key: a label, a mark that is explained."""


async def is_clicked(stage: Stage, way: Way) -> None:
    """Whatever looks like a key stands for it, and a click on each such part presses it."""
    found = list(parts(stage))
    bare = {p.text for p in found if p.looks and p.strikes is None and SIGN.fullmatch(p.text)}
    assert way.name in LEGENDS or bare <= LOOKS_SO.get(way.name, set()), bare
    struck: list[tuple[str, ...]] = []
    seen: set[str] = set()
    with mock.patch.object(
        clickable_text, "press_keys", lambda _, keys: struck.append(tuple(keys))
    ):
        for part in found:
            if part.strikes is None or not part.looks or part.text in seen or not part.text:
                continue
            seen.add(part.text)
            await stage.pilot.click(offset=(part.x, part.y))
            assert struck.pop() in (part.strikes, ()), part
            assert not struck


async def holds(stage: Stage, way: Way) -> None:
    """What holds of every screen."""
    is_told(stage)
    if way.screen not in HAS_ITS_OWN and way.screen is not PasteLinesDialog:
        await goes_through(stage)


@pytest.mark.parametrize("way", some(FIRST, 9), ids=[way.name for way in FIRST])
def test_its_keys_are_in_sight_and_its_own(way: Way) -> None:
    async def story(stage: Stage) -> None:
        await is_clicked(stage, way)
        await holds(stage, way)
        if way.screen not in (*FIXED, *HAS_ITS_OWN):
            await stage.pilot.resize_terminal(*SMALL)
            await stage.settle()
            await holds(stage, way)

    at(way, story, NARROW)


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
def test_at_every_place(way: Way) -> None:
    async def story(stage: Stage) -> None:
        await holds(stage, way)

    at(way, story, NARROW)


def shown(stage: Stage) -> str:
    """The screen on top without what is in sight below a dialog."""
    rows = stage.text.splitlines()
    if not isinstance(stage.app.screen, Modal):
        return "\n".join(rows)
    box = stage.app.screen.query_one(Vertical).region
    return "\n".join(row[box.x : box.right] for row in rows[box.y : box.bottom])


async def goes_through(stage: Stage) -> None:
    """End, Home and the pages between show all; where they move nothing, all is in sight."""
    size = stage.app.size
    await stage.named("end")
    last = shown(stage)
    await stage.named("home")
    first = shown(stage)
    seen = [first]
    if first == last:
        await stage.pilot.resize_terminal(*TALL)
        await stage.settle()
        more = set(split_into_words(shown(stage))) - set(split_into_words(first))
        assert not {word for word in more if re.search(r"\w", word)}, "it does not fit, and stays"
        await stage.pilot.resize_terminal(*size)
        await stage.settle()
        return
    for key, end in (("pagedown", last), ("pageup", first)):
        before = ""
        while shown(stage) != before:
            before = shown(stage)
            await stage.named(key)
            seen.append(shown(stage))
            assert len(seen) < MOST_PAGES
        assert len(set(seen)) > 1
        assert shown(stage) == end, f"{key} stops before the end"


def test_words_that_tab_finds_are_shown_beside_a_long_question() -> None:
    """A question of 40 cells, a hint of 38 and the gaps of three need more than a line of 80."""

    async def story(stage: Stage) -> None:
        words = ["claw", "clan"]
        stage.app.push_screen(
            LineEntryDialog("w" * 40, hint="h" * 38, completions=lambda typed: (0, words))
        )
        await stage.settle()
        assert "h" * 38 in stage.text
        await stage.press("cl⇥")
        assert "claw   clan" in stage.text
        assert "w" * 40 in stage.text

    act(story, told(), game=None)

"""A campaign on the screen: its history, a force, a unit's service record, luck."""

from __future__ import annotations

import random
from pathlib import Path

import pendulum
import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from tests.campaigns import games
from tests.campaigns.test_harm import after_a_game as harmed
from tests.leagues.club import Clock
from tests.tui.kit import SIZES, Stage, act, both_sizes, check_goldens
from tests.tui.remembered import made_once
from tracker.application.book import Book
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.cli.campaign_output import build_campaign_shape
from tracker.ledger.memory_store import MemoryStore
from tui.league.campaign.force_and_unit_record_screens import CampaignForceScreen
from tui.user_settings_and_drafts import LastVisit
from tui.widgets.line_entry_dialog import LineEntryDialog

LARGER = (*SIZES, (60, 20))
KARST = "field hospital"
COLOURS = {"Iron Third": "Red", "Red Dusk": "Blue"}


def karst() -> Book:
    """Three games: one entered late, one kept with every line, one with what units did."""
    clock = Clock(pendulum.datetime(2026, 10, 30, 20, 0, tz="Europe/Vienna"))
    book = Book(MemoryStore(), clock=clock, dice=random.Random(7))
    made_once("karst", book, lambda: _karst(book, clock))
    return book


def _karst(book: Book, clock: Clock) -> None:
    found = book.begin_league(
        "The Karst Ridge",
        what="campaign",
        rules=KARST,
        players=("Anna", "Farid"),
        zone="Europe/Vienna",
    )
    rules = book.get_ruleset("deathzap2")
    for player, roster in zip(("Anna", "Farid"), games.ROSTERS, strict=True):
        found.forces.enrol_force(player, games.samples()[roster], rules=rules)
    found.forces.add_game_outside_rounds("Anna", "Farid", title="The pass")
    _, sides = found.matches.find_ruleset_and_sides("f1")
    named = [replace(side, name=COLOURS[side.name]) for side in sides]
    game = games.begin(book, named, on="2026-10-30")
    found.matches.link_match_and_enter_result("f1", game.stream)
    games.played(game)
    found.reload()
    found.points.add_note("The pass falls. The Dusk withdraw up the valley.", on="2026-10-31")
    found.forces.enter_or_roll_recovery_dice("Alpha", (4, 4, 1, 2, 6, 3, 3))
    clock.at = pendulum.datetime(2026, 11, 20, 20, 0, tz="Europe/Vienna")
    found.forces.record_past_game("Farid", "Anna", "w1", on="2026-09-12")
    found.forces.record_past_game(
        "Farid", "Anna", "3-3", on="2026-11-06", unit_stats={"Stalker": UnitStats(4, 0)}
    )
    found.forces.change_unit_by_hand("Bravo", experience_change=2, why="held the ford")


@pytest.mark.thorough
def test_the_pages_of_a_campaign() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("1")
        await check_goldens(stage, "campaign")
        await stage.press("1")
        await check_goldens(stage, "campaign-force")
        await stage.press("⏎")
        await check_goldens(stage, "campaign-unit")
        await stage.press("qqv")
        await check_goldens(stage, "campaign-luck")

    act(story, karst(), game=None)


def begun() -> Book:
    """The same, with another game on the table."""
    book = karst()
    games.begin(book, on="2026-11-20")
    return book


def test_an_archived_game_is_not_among_the_games_to_play() -> None:
    book = begun()
    league = book.open_league("c1")
    fixture = league.forces.get_added_fixture_id(
        league.forces.add_game_outside_rounds("Anna", "Farid")
    )
    league.matches.link_match_and_enter_result(fixture, "m2")

    async def before(stage: Stage) -> None:
        await stage.press("2")
        assert "m2, being played" in stage.text

    async def after(stage: Stage) -> None:
        await stage.press("1")
        assert "The Karst Ridge · campaign" in stage.text
        assert "m2, being played" not in stage.text

    act(before, book, game=None)
    assert fixture in [row.fixture for row in build_campaign_shape(league).games]
    book.open_game("m2").set_archived(True)
    act(after, book, game=None)
    assert fixture not in [row.fixture for row in build_campaign_shape(league).games]


@pytest.mark.thorough
def test_from_the_table_to_a_units_record_in_ten_keys() -> None:
    keys = "q2⏎/alpha⏎"
    assert len(keys) == 10

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        assert "Alpha · Iron Third" in stage.text
        # As worked out by hand: nine removed in the game kept, seven lost, nerve lost twice.
        assert "9 enemies removed, 7 figures lost, lost its nerve 2×" in stage.text
        assert "removed by: Claw pack 4, Dusk rifles 3" in stage.text
        # One left, and three of seven back on 4+.
        assert "4 of 8 figures" in stage.text

    act(story, begun(), game="m2")


def test_a_force_and_a_unit_are_found_from_home() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("/dusk⎵rif")
        assert "unit, Red Dusk" in stage.text
        await stage.press("⏎")
        assert "Dusk rifles · Red Dusk" in stage.text.splitlines()[0]
        await stage.press("q")
        assert "The Karst Ridge · campaign" in stage.text
        await stage.press("q/iron⎵force⏎")
        assert "─ Iron Third · Anna" in stage.text

    act(story, karst(), game=None)


def test_units_of_a_roster_join_on_the_page_of_a_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = karst()
    monkeypatch.chdir(tmp_path)
    Path("more.toml").write_text(games.samples()["red-dusk.toml"], encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("11n")
        await stage.press("./none.toml⏎")
        assert "none.toml cannot be read: no such file" in " ".join(stage.text.split())
        await stage.press("⎋n")
        await stage.press("./more.toml # allies⏎")
        assert "Claw pack, Dusk rifles, Stalker joined" in stage.text

    act(story, book, game=None)
    force = book.open_league("c1").forces.find_force("Iron Third")
    assert (len(force.units), force.points) == (6, 588 + 563)


def test_captives_come_back_and_wounds_are_set_right_on_the_page_of_a_unit() -> None:
    """Of the Wolf's five one is killed and two captured: Vara (90) with two wounds, a trooper."""

    async def story(stage: Stage) -> None:
        await stage.press("11")
        assert "2 captives, carries Vara 2 wounds" in stage.text
        assert "410 points, 320 left" in stage.text  # 90 + 30 + 200 of 90 + 120 + 200
        await stage.press("⏎")
        assert "2 captives of Bram since f1 (press b when they return)" in stage.text
        assert "120 points left" in stage.text
        await stage.press("bx⏎")
        assert "Type how many return and" in stage.text
        await stage.press("⎋")
        await stage.press("b1 # exchanged⏎")
        assert "1 captive of Bram since f1" in stage.text
        assert "150 points left" in stage.text
        await stage.press("!carries vara 1, trooper 1 # the surgeon⏎")
        assert "carries Vara 1 wound, trooper 1 wound" in stage.text
        await stage.press("b⏎")
        assert "captive of" not in stage.text
        await stage.press("b")
        assert "No figure of this unit is a captive." in stage.text

    act(story, harmed()[0], game=None)


@pytest.mark.thorough
def test_home_counts_the_running_game_first() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("q⏎")
        rows = stage.text.splitlines()
        assert any("2 The Karst Ridge" in row and "3 games" in row for row in rows)

    act(story, begun(), game="m2")


@pytest.mark.thorough
def test_finding_says_who_is_there_where_nobody_is_meant() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("2/")
        await stage.press("delta⏎")
        assert "No unit is called 'delta'" in stage.text
        await stage.press("⎋")
        await stage.press("/red dusk⏎")
        assert "Red Dusk · Farid" in stage.text
        await stage.press("/stalk⏎")
        assert "Stalker · Red Dusk" in stage.text
        await stage.press("qqq")
        assert "resume" in stage.text

    act(story, begun(), game=None)


def test_dice_of_recovery_are_typed_or_rolled_on_the_page_of_the_unit() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("2/dusk rifles⏎")
        assert "11 waiting for recovery: a D6 each, returning on 4+" in stage.text
        await stage.press("r")
        await stage.press("123⏎")
        assert "Roll 11 dice" in stage.text
        await stage.press("⌫⌫⌫r⏎")
        assert "of 11 back on 4+" in stage.text
        await stage.press("r")
        assert "This unit has no recovery dice to roll." in stage.text

    kept = begun()
    act(story, kept, game=None)
    (step,) = [
        one for one in kept.open_league("c1").forces.find_unit("Dusk rifles").steps if one.faces
    ]
    assert (len(step.faces), step.rolled) == (11, "app")


def test_a_unit_is_changed_by_hand_with_a_reason() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("2/bravo⏎!")
        for typed, why in (
            ("tired", "'tired' is not a unit status. Choose one of: ready, destroyed"),
            ("resting +3", "+3 of what? Type `xp` or `figures` after it."),
            ("+3km", "+3 of what? Type `xp` or `figures` after it."),
        ):
            await stage.press(f"{typed} # a long march⏎")
            assert why in stage.text
            await stage.named("ctrl+u")
        await stage.press("+3xp resting⏎")
        assert "Give a reason" in stage.text
        await stage.press(" # a long march⏎")
        assert "0 of 9 figures can play: resting" in stage.text
        await stage.press("u")
        assert "can play: resting" not in stage.text

    kept = begun()
    act(story, kept, game=None)


def test_a_unit_joins_on_the_page_of_its_force() -> None:
    """Claw pack is all of one profile; the whole unit is there for the next game."""
    book = karst()

    async def story(stage: Stage) -> None:
        await stage.press("12n")
        await stage.press("Whelps⏎")
        assert "Type a name and its figures" in stage.text
        await stage.press("=4 like Claw pack # hatched⏎")
        said = "Red Dusk: Whelps joined, equipped as Claw pack, 96 points (hatched)"
        assert said in " ".join(stage.text.split())
        assert "Red Dusk · Farid · 659 points" in stage.text  # 563, and 240 for ten of the pack
        (row,) = (one for one in stage.text.splitlines() if one[2:].startswith("4 Whelps"))
        assert row.split()[3:6] == ["4", "of", "4"]

    act(story, book, size=(80, 24), game=None)
    found = book.open_league("c1")
    assert found.state.forces["w2"].units[-1] == "w2.4"


def test_a_page_whose_unit_others_undo_waits_for_its_dialog() -> None:
    """The typed note is not lost with the unit; the page closes once the note is left."""
    book = karst()

    async def story(stage: Stage) -> None:
        await stage.press("12n")
        await stage.press("Whelps=4 like Claw pack⏎")
        await stage.press("4")
        assert "Whelps · Red Dusk" in stage.text
        await stage.press("'brave")
        book.open_league("c1").undo()
        stage.app.poll_changes_for_visible_screen()
        await stage.settle()
        assert isinstance(stage.app.screen, LineEntryDialog)
        assert "brave" in stage.text
        await stage.press("⎋")
        assert isinstance(stage.app.screen, CampaignForceScreen)

    act(story, book, size=(80, 24), game=None)


def test_what_came_since_the_last_visit_is_marked() -> None:
    kept = karst()
    clock = kept.clock

    async def story(stage: Stage) -> None:
        last_visit = LastVisit(None, clock)
        evening = pendulum.datetime(2026, 11, 1, tz="Europe/Vienna")
        last_visit.last_closed = int(evening.timestamp()) * 1_000_000
        stage.app.last_visit = last_visit
        await stage.press("1")
        rows = stage.text.splitlines()
        # Entered on 20 November: two games and a change by hand.
        assert sum(" new " in row and "since" not in row for row in rows) == 3
        assert "3 new since your last visit" in stage.text
        assert any("w1" not in row and "Farid won" in row and " new " in row for row in rows)

    act(story, kept, game=None)


@both_sizes
def test_what_was_in_another_year_says_its_year(size: tuple[int, int]) -> None:
    kept = karst()
    assert isinstance(kept.clock, Clock)
    kept.clock.at = pendulum.datetime(2027, 11, 20, 20, 0, tz="Europe/Vienna")
    kept.open_league("c1").points.add_note("Back at the ridge.")

    async def story(stage: Stage) -> None:
        await stage.press("1")
        rows = [row.split() for row in stage.text.splitlines()]
        days = {" ".join(row[1:4]) for row in rows if "ago" in row or "today" in row}
        assert {"Sat 20 Nov", "20 Nov 2026", "6 Nov 2026", "31 Oct 2026"} <= days
        await stage.press("1⏎")
        assert "6 Nov 2026, 1 year ago" in stage.text
        await stage.press("L")
        assert "20 Nov 2026 20:" in stage.text

    act(story, kept, size=size, game=None)


def test_a_campaign_in_which_nothing_has_happened_says_what_to_do() -> None:
    kept = Book(MemoryStore(), clock=Clock())
    kept.begin_league("Empty", what="campaign", players=("Anna",))

    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert "None yet. Press e to enrol a sample or your own roster." in stage.text
        assert "There are no entries yet." in stage.text
        await stage.press("v")
        assert "There is no finished game in this ledger yet." in stage.text
        await stage.press("q⏎")
        await stage.press("/x⏎")
        assert "There is no unit yet" in stage.text

    act(story, kept, game=None)


@pytest.mark.parametrize(
    "size", [(40, 12), *(pytest.param(size, marks=pytest.mark.thorough) for size in LARGER)]
)
def test_any_name_and_any_story_fit_on_every_page(size: tuple[int, int]) -> None:
    kept = karst()
    found = kept.open_league("c1")
    found.forces.change_unit_by_hand(
        "w1.1", name="[red]狼の群れ[/] <b> \x1b[31m" * 3, why="[bold]x[/]"
    )
    found.points.add_note("[bold]不\n" * 5, about="w1.1")

    async def story(stage: Stage) -> None:
        for keys in ("1", "⎵⎵", "1", "1", "qqv", "q"):
            await stage.press(keys)
            rows = stage.text.splitlines()
            assert max(map(cell_len, rows)) <= size[0]
            assert stage.app.screen.max_scroll_x == 0
            assert "\x1b" not in stage.text
        if size == (80, 24):
            assert "[bold]不 [bold]不" in stage.text  # as it was typed, on one line

    act(story, kept, size=size, game=None)

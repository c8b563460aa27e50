"""A force of one's own from the screen alone: built, saved, played; nothing is lost."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from textual import events

from tests.campaigns import games
from tests.profiles import some
from tests.tui.kit import RULES, Stage, act, book, samples
from tests.tui.test_campaign_forms import empty, flat
from tracker.application.roster_files_and_samples import list_local_rosters
from tui.force_builder.force_builder_screen import ForceBuilderScreen
from tui.force_builder.force_start_screen import ForceStartScreen
from tui.user_settings_and_drafts import UnsubmittedInputStore


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def units(path: Path) -> list[tuple[str, object]]:
    """Names and figures of the squads in a file, as any reader of TOML sees them."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [(squad["name"], squad["figures"]) for squad in data["squads"]]


def test_from_nothing_to_ones_own_force_at_the_table(here: Path) -> None:
    """``m`` where a force is chosen, plain lines, ``s``: the file is there, and chosen at once."""
    kept = book()

    async def story(stage: Stage) -> None:
        await stage.press("nm1")
        await stage.press("rRidge Watch⏎")
        await stage.press("pAlpha: 8 riflemen, medium repeater⏎5 hounds⏎Bravo: 6 riflemen⇥")
        assert "no problems found" in stage.text
        await stage.press("s⏎")
        assert "Saved: " in stage.text
        await stage.press("⎋")
        assert "Ridge Watch" in stage.text
        assert "Which force does Blue play?" in stage.text
        await stage.press("1⏎")

    act(story, kept, game=None)
    assert units(here / "ridge-watch.toml") == [
        ("Alpha", {"rifleman": 7, "gunner": 1}),
        ("Hounds", {"hound": 5}),
        ("Bravo", {"rifleman": 6}),
    ]
    match = kept.open_game("m1").match
    names = [match.unit(unit).name for unit in match.units(match.sides[0])]
    assert names == ["Alpha", "Hounds", "Bravo"]


def test_a_force_without_units_is_not_offered_for_a_game(here: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f")
        screen = stage.app.screen
        assert isinstance(screen, ForceStartScreen)
        options = [row.name for row in screen.rows]
        await stage.press(f"{options.index('empty') + 1}")
        await stage.press("s⏎")
        assert "Saved: " in stage.text
        await stage.press("q")
        assert "Press n to begin a game with it" not in stage.text

    act(story, book(), game=None)
    assert list(here.glob("*.toml"))


def test_a_file_is_changed_row_by_row_and_keeps_its_comments(here: Path) -> None:
    text = samples()["iron-third.toml"].replace("[[squads]]", "# mine\n[[squads]]", 1)
    file = here / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert list_local_rosters(RULES["deathzap2"]) == [file]
    before = units(file)

    async def story(stage: Stage) -> None:
        await stage.press("f1")
        screen = stage.app.screen
        assert isinstance(screen, ForceBuilderScreen)
        await stage.press("1d")
        assert f"Copied: {before[0][0]} 2." in stage.text
        assert screen.current_row.name == f"{before[0][0]} 2"  # what is renamed next is the copy
        await stage.press("uU2r⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫Twin⏎J")
        await stage.press("1j+")
        await stage.press("s")
        assert file.read_text(encoding="utf-8") == text, "the name is asked for first"
        await stage.press("⏎")
        assert "Saved: " in stage.text
        saved = file.read_text(encoding="utf-8")
        await stage.press("+s")
        assert file.read_text(encoding="utf-8") != saved
        await stage.press("-s")
        assert file.read_text(encoding="utf-8") == saved
        await stage.press("q")
        assert "mine.toml is saved. Press n to begin a game with it" in stage.text
        await stage.press("n")
        assert stage.text.count("Iron Third") == 2

    act(story, book(), game=None)
    assert "# mine" in file.read_text(encoding="utf-8")
    after = units(file)
    assert [name for name, _ in after] == [before[0][0], before[1][0], "Twin", before[2][0]]
    assert after[2][1] == before[0][1]


def test_an_opened_file_is_saved_under_another_name(here: Path) -> None:
    text = samples()["iron-third.toml"]
    file = here / "mine.toml"
    file.write_text(text, encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("f11xs")
        assert "mine.toml" in flat(stage)
        await stage.press("other⏎")
        assert "Saved: " in stage.text

    act(story, book(), game=None)
    assert file.read_text(encoding="utf-8") == text
    assert [name for name, _ in units(here / "other.toml")] == ["Bravo", "Hammer"]


def test_what_another_wrote_meanwhile_is_not_written_over_without_a_word(here: Path) -> None:
    file = here / "mine.toml"
    file.write_text(samples()["iron-third.toml"], encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("f11x")
        file.write_text("# theirs\n", encoding="utf-8")
        await stage.press("s")
        assert "changed by another program" in flat(stage)
        await stage.press("n⌫⌫⌫⌫⌫2⏎")
        assert "Saved: " in stage.text

    act(story, book(), game=None)
    assert file.read_text(encoding="utf-8") == "# theirs\n"
    assert [name for name, _ in units(here / "mine2.toml")] == ["Bravo", "Hammer"]


def test_a_file_of_that_name_is_not_written_over_without_a_word(here: Path) -> None:
    there = here / "a-new-force.toml"
    there.write_text("# theirs\n", encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("f1a5 hounds⏎s⏎")
        assert "already exists" in flat(stage)
        await stage.press("⎋")
        assert there.read_text(encoding="utf-8") == "# theirs\n"
        await stage.press("s⏎o")
        assert units(there) == [("Hounds", {"hound": 5})]

    act(story, book(), game=None)


@pytest.mark.thorough
def test_a_name_that_is_typed_takes_the_place_of_the_proposed_one(here: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1a5 hounds⏎s")
        assert "a-new-force.toml" in flat(stage)
        await stage.press("pack⏎")
        assert "Saved: " in stage.text

    act(story, book(), game=None)
    assert [each.name for each in here.iterdir()] == ["pack.toml"]


def test_unsaved_changes_are_asked_for_and_a_draft_is_there_again(here: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1a5 hounds⏎⎋⎋")
        assert "5 hound" in stage.text, "Escape stays"
        await stage.press("⎋l")
        assert "resume the draft" in stage.text
        await stage.press("1")
        assert "5 hound" in stage.text
        assert "not saved" in stage.text
        await stage.press("⎋d")
        assert "resume the draft" not in stage.text

    act(story, book(), game=None)
    assert list(here.iterdir()) == []


@pytest.mark.thorough
def test_a_draft_outlives_a_program_that_is_killed(here: Path) -> None:
    """Each edit is in the user's own file of what is half typed before the next key."""
    file = here / "typed"

    async def story(stage: Stage) -> None:
        stage.app.draft_input = UnsubmittedInputStore(file)
        await stage.press("f1a5 hounds⏎")

    act(story, book(), game=None)

    async def again(stage: Stage) -> None:
        stage.app.draft_input = UnsubmittedInputStore(file)
        await stage.press("f1")
        assert "5 hound" in stage.text

    act(again, book(), game=None)


def test_a_line_that_is_refused_is_asked_again_as_it_was_typed() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1a3 flubs⏎")
        assert "No kind of figure is called 'flubs'; choose one of: rifleman" in flat(stage)
        assert "3 flubs" in stage.text
        await stage.press("⎋")
        await stage.press("pAlpha: 4 hounds⏎3 flubs⇥⎋")
        assert "Press p to correct them" in stage.text
        await stage.press("p")
        assert "3 flubs" in stage.text

    act(story, book(), game=None)


def test_what_is_pasted_waits_in_the_box_of_plain_lines() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1")
        stage.app.post_message(events.Paste("4 hounds\n5 riflemen\n"))
        await stage.settle()
        assert "5 riflemen" in stage.text
        await stage.press("⇥")
        assert "1 Hounds" in stage.text
        assert "2 Riflemen" in stage.text
        await stage.press("u")
        assert "No units yet" in stage.text

    act(story, book(), game=None)


@pytest.mark.thorough
def test_a_folder_that_is_not_there_is_said_and_another_file_asked_for(here: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1a5 hounds⏎S" + "⌫" * 200 + "none/ours⏎")
        assert "cannot be written" in flat(stage)
        await stage.press("⌫" * 20 + "ours⏎")
        assert "Saved: ours.toml" in stage.text

    act(story, book(), game=None)
    assert units(here / "ours.toml") == [("Hounds", {"hound": 5})]


@pytest.mark.thorough
def test_many_rosters_of_a_folder_scroll_with_the_marked_one(here: Path) -> None:
    for number in range(30):
        text = samples()["iron-third.toml"].replace("Iron Third", f"Force {number:02}")
        (here / f"{number:02}.toml").write_text(text, encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("n" + "j" * 33)
        assert "▸  Force 29" in stage.text
        assert "Alpha" in stage.text, "what is known of it stands below"
        await stage.press("k" * 26)
        assert "▸8 Force 03" in stage.text

    act(story, book(), game=None)


def test_a_field_is_typed_picked_and_said_when_it_cannot_be() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1a5 riflemen⏎kk⏎")
        await stage.press("⏎⏎many⏎")
        assert "The limit must be a whole number from 1 to 1000000." in stage.text
        await stage.press("⌫⌫⌫⌫100⎋")
        assert "over its limit of 100" in flat(stage)
        await stage.press("jjjjj⏎")
        assert "kind of figure" in stage.text
        await stage.press("⏎heavy⇥⎋")
        assert "heavy infantry" in stage.text

    act(story, book(), game=None)


@pytest.mark.parametrize(("rules", "leads"), [("deathzap2", False), ("combat-zone", True)])
def test_the_key_for_leaders_stands_where_the_rules_have_leaders(rules: str, leads: bool) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f3")
        assert ("l leader" in stage.text) is leads

    act(story, book(rules), game=None)


def test_the_sheet_of_a_force_is_made_where_it_is_built(here: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("f1")
        await stage.named("f4")
        assert "Correct the problems below first" in flat(stage)
        await stage.press("a5 hounds⏎")
        await stage.named("f4")
        assert "5 hound" in stage.text
        await stage.press("h")
        assert "Written: " in stage.text

    act(story, book(), game=None)
    assert (here / "a-new-force-sheet.html").exists()


def test_a_force_is_built_where_it_is_enrolled(here: Path) -> None:
    kept = empty()
    build = len(games.samples()) + 2

    async def story(stage: Stage) -> None:
        await stage.press("cThe Pass⏎Anna⏎⏎3⏎")
        await stage.press(f"e⏎{build}⏎")
        assert "What do you start from?" in stage.text
        await stage.press("1r⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫⌫Ridge Watch⏎a5 hounds⏎s⏎⎋")
        assert "ridge-watch.toml" in stage.text
        await stage.press("⏎⏎⏎⏎")
        assert "Ridge Watch · Anna · 135 points" in stage.text

    act(story, kept, game=None)


@pytest.mark.parametrize("rules", some(sorted(RULES)))
def test_every_sample_of_every_game_opens_and_shows_its_units(rules: str) -> None:
    async def story(stage: Stage) -> None:
        forces = RULES[rules].forces
        assert forces is not None
        for place, sample in enumerate(forces.samples(), start=3):
            await stage.press(f"f{place}")
            roster = forces.read(sample.text, RULES[rules].map_options_to_defaults())
            assert roster.name in stage.text
            assert roster.units[0].name in stage.text
            await stage.press("⎋⎋")

    act(story, book(rules), game=None)

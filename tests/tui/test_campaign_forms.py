"""A campaign from the screen alone: forces join, games are begun, entered, linked, rules change."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.campaigns import games
from tests.campaigns.test_harm import after_a_game as harmed
from tests.leagues.club import Clock
from tests.tui.kit import Stage, act, both_sizes, check_goldens
from tests.tui.test_campaign import karst
from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import add_and_link_recorded_game
from tracker.application.campaigns.next_game_units import build_next_roster
from tracker.application.errors import Refused
from tracker.application.leagues.results.linked_match_outcomes import parse_typed_unit_stats
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tui.league.campaign.forms.force_enrol_form import FILE, SOMEBODY_NEW, ForceEnrolForm


def empty() -> Book:
    known = {"deathzap2": load_playable_rulesets()["deathzap2"]}
    return Book(MemoryStore(), clock=Clock(), dice=random.Random(7), rulesets=known)


def place(roster: str) -> int:
    """The number of a sample in the form."""
    return list(games.samples()).index(roster) + 1


def flat(stage: Stage) -> str:
    return " ".join(stage.text.split())


@pytest.mark.thorough
def test_from_an_empty_book_to_the_first_die_of_a_campaign() -> None:
    """Nothing but keys: a campaign with its rules, two forces of new players, the first game."""
    book = empty()

    async def story(stage: Stage) -> None:
        await stage.press("cThe Pass⏎Anna⏎⏎")
        assert "What do units carry over between games?" in stage.text
        await stage.press("3")
        assert "returning on 4+" in stage.text
        await stage.press("⏎")
        assert "None yet. Press e to enrol" in stage.text
        await stage.press("n")
        assert "A game needs two forces. Press" in stage.text
        await stage.press(f"e⏎{place('iron-third.toml')}⏎⏎⏎")
        assert "line 3: Iron Third enrolled for Anna, 3 units" in stage.text
        await stage.press("e")
        await stage.press("⏎⏎⏎⏎⏎⏎")
        assert "Type the new player's name." in flat(stage)
        await stage.press("⎋")
        await stage.press(f"e2⏎Farid⏎{place('red-dusk.toml')}⏎⏎⏎")
        await stage.press("n")
        assert "The first force" in stage.text
        await stage.press("⏎")
        assert "OBJECTIVES" in stage.text

    act(story, book, game=None)
    found = book.open_league("c1")
    assert found.state.info.rules.name == "field hospital"
    names = [
        (one.name, found.state.get_player_name(one.player)) for one in found.state.forces.values()
    ]
    assert names == [("Iron Third", "Anna"), ("Red Dusk", "Farid")]
    assert found.state.fixtures["f1"].link is not None
    assert book.open_game("m1").state.info.title == "Iron Third v Red Dusk"


@both_sizes
def test_the_forms_of_a_campaign(size: tuple[int, int]) -> None:
    async def story(stage: Stage) -> None:
        await stage.press("1n")
        await check_goldens(stage, "campaign-next")
        await stage.press("⎋e")
        await check_goldens(stage, "campaign-enrol")
        await stage.press("⎋r")
        await check_goldens(stage, "campaign-rules")

    act(story, karst(), size=size, game=None)


def test_a_force_for_any_game_is_enrolled(tmp_path: Path) -> None:
    book = karst()
    league = book.open_league("c1")
    form = ForceEnrolForm(book, league)
    form.ruleset.value = "free"
    assert form.rules is not None
    assert form.rules.forces is not None
    file = tmp_path / "horde.toml"
    file.write_text(form.rules.forces.samples()[0].text, encoding="utf-8")
    form.owner_row.value, form.player.text = SOMEBODY_NEW, "Uli"
    form.source.value, form.file.text = FILE, str(file)
    form.save_answers()
    assert [one.ruleset for one in league.state.forces.values()][-1] == "free"


def test_an_old_game_is_entered_with_what_units_did() -> None:
    book = karst()

    async def story(stage: Stage) -> None:
        await stage.press("1g")
        await stage.press("⏎⏎7-4⏎2026-08-01⏎⏎Bravo=3/2⏎⏎⏎")
        await stage.press("g")
        await stage.press("⏎⏎7-x⏎")
        assert "'7-x' is not a result" in flat(stage)
        await stage.press("⌫4⏎9 on 2026-11-29⏎")
        assert "'9 on 2026-11-29'" in flat(stage)
        await stage.press("⌫" * 15 + "⏎⏎Bravo=1/99⏎⏎⏎")
        assert "it cannot lose 99" in flat(stage)
        await stage.press("⎋")
        assert "campaign" in stage.text.splitlines()[0]

    act(story, book, game=None)
    one = book.open_league("c1").state.fixtures["f4"]
    assert one.ended is not None
    assert (one.ended.played_on, one.ended.winner) == ("2026-08-01", one.home)
    assert set(book.open_league("c1").state.fixtures) == {"f1", "f2", "f3", "f4"}


def test_who_is_first_is_not_his_own_enemy() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("1g2")
        rows = [row for row in stage.text.splitlines() if "Against" in row or "Who played" in row]
        assert "Red Dusk" in rows[0]
        assert "Iron Third" in rows[1]
        await stage.press("⏎⏎")
        assert "c2 if the second conceded" in flat(stage)

    act(story, karst(), game=None)


def test_a_game_agreed_on_is_begun_as_the_next_one() -> None:
    book = karst()

    async def story(stage: Stage) -> None:
        await stage.press("1g")
        await stage.press("⏎⏎⏎2026-12-01⏎The ford⏎⏎")
        await stage.press("n")
        assert "The ford: Iron Third against Red Dusk" in flat(stage)
        await stage.press("⏎")
        assert "OBJECTIVES" in stage.text
        told = "Not in this game: 8 figures of Bravo (recovery has not been rolled)\n"
        assert told in stage.notifications[0]

    act(story, book, game=None)
    fixtures = book.open_league("c1").state.fixtures
    assert [one.link.match for one in fixtures.values() if one.link] == ["m1", "m2"]
    assert fixtures["f4"].link is not None


@pytest.mark.thorough
def test_games_that_are_played_or_to_be_stand_between_forces_and_history() -> None:
    book = karst()
    found = book.open_league("c1")
    found.forces.add_game_outside_rounds("Anna", "Farid", title="The ford", on="2026-12-01")
    found.forces.add_game_outside_rounds("Anna", "Farid")

    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert "The ford Tue 1 Dec" in flat(stage)
        assert "Anna v Farid no day yet" in flat(stage)
        await stage.named("down", "down", "down", "enter")
        assert "● Iron Third against Red Dusk" in flat(stage)
        await stage.press("⏎")
        assert "OBJECTIVES" in stage.text
        await stage.press("q⏎")
        assert "Anna v Farid m2, being played" in flat(stage)
        await stage.press("⏎")
        assert "OBJECTIVES" in stage.text

    act(story, book, game=None)
    fixtures = book.open_league("c1").state.fixtures
    assert [one for one, each in fixtures.items() if each.link] == ["f1", "f5"]


def test_a_game_kept_by_itself_becomes_one_of_the_campaign() -> None:
    book = karst()
    games.begin(book, on="2026-11-20")

    async def story(stage: Stage) -> None:
        await stage.press("2")
        await stage.press("m")
        assert "m2 Six turns" in stage.text
        await stage.press("⏎⏎⏎⏎⏎")
        assert "line " in stage.text
        await stage.press("m⏎⏎⏎⏎⏎")
        assert "All games in this ledger already belong to a league" in flat(stage)

    act(story, book, game=None)
    link = book.open_league("c1").state.fixtures["f4"].link
    assert link is not None
    assert link.match == "m2"


def test_what_units_carry_is_changed_with_a_file_too(tmp_path: Path) -> None:
    book = karst()
    own = tmp_path / "own.toml"
    own.write_text('game = 2\nlosses = "permanent"\n', encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("1r⏎⏎⏎")
        assert "These rules already" in stage.text
        await stage.press("⎋r5⏎harder⏎⏎")
        assert book.open_league("c1").state.info.rules.name == "long war"
        await stage.press(f"r6⏎{own}⏎⏎⏎")

    act(story, book, game=None)
    rules = book.open_league("c1").state.info.rules
    assert (rules.game, rules.losses) == (2, "permanent")


def test_a_game_that_cannot_be_linked_leaves_no_pairing() -> None:
    book = karst()
    found = book.open_league("c1")
    before = found.version
    with pytest.raises(Refused, match="A game can be linked only once"):
        add_and_link_recorded_game(book, found, "m1", "Anna", "Farid")
    assert found.version == before == book.open_league("c1").version


def test_what_units_did_is_read_as_typed() -> None:
    done = parse_typed_unit_stats(["Alpha=3/2/1", " Bravo = 0/4"])
    assert (done["Alpha"].kills, done["Alpha"].lost, done["Alpha"].captives) == (3, 2, 1)
    assert (done["Bravo"].kills, done["Bravo"].lost, done["Bravo"].captives) == (0, 4, 0)
    for wrong in ("Alpha", "Alpha=3", "=1/2", "Alpha=a/b"):
        with pytest.raises(Refused, match="Write NAME=KILLS/LOST or NAME=KILLS/LOST/CAPTIVES"):
            parse_typed_unit_stats([wrong])
    with pytest.raises(Refused, match="'Alpha=0/1/2' has more captives than losses"):
        parse_typed_unit_stats(["Alpha=0/1/2"])


@pytest.mark.thorough
def test_reports_and_the_sheet_of_a_force_are_written_by_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def story(stage: Stage) -> None:
        await stage.press("1")
        for key in "hmvijrh":
            await stage.named("f4")
            await stage.press(key)
            assert "Written:" in stage.text
        await stage.press("1")
        await stage.named("f2")
        assert "Iron Third" in stage.text
        await stage.press("h")
        assert "iron-third-sheet.html" in "".join(stage.text.split())

    act(story, karst(), game=None)
    name = "the-karst-ridge"
    assert {one.name for one in tmp_path.iterdir()} == {
        *(
            f"{name}{suffix}"
            for suffix in (".html", "-2.html", ".md", ".csv", ".ics", ".json", ".league")
        ),
        "iron-third-sheet.html",
    }


def test_the_sheet_of_a_force_has_who_is_left() -> None:
    """Of Ash's Wolf one is killed and two are captives: Vara (90), a trooper (30); Mule 200."""
    book, found = harmed()
    force = found.state.forces["w1"]
    rules = book.get_ruleset("xenocide")
    roster = build_next_roster(found.state, force, rules)
    assert [(one.name, len(one.figures), one.points) for one in roster.units] == [
        ("Ash Wolf", 2, 120),
        ("Ash Mule", 1, 200),
    ]
    assert roster.points == 320


def test_the_standings_of_a_campaign_know_no_rounds_and_no_outlook() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("1g")
        await stage.press("⏎⏎7-4⏎⏎⏎⏎⏎⏎")
        await stage.press("s")
        assert "7:4 won" in stage.text
        assert "r0" not in stage.text
        await stage.press("r")
        assert "Only leagues have rounds; this is a campaign." in stage.text
        await stage.press("w")
        assert "Only leagues have an outlook; this is a campaign." in stage.text

    act(story, karst(), game=None)

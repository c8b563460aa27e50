"""Divisions on the screens: declared, players moved, standings under headings, who goes up."""

from __future__ import annotations

from tests.tui.kit import SIZES, Stage, act, both_sizes, golden
from tests.tui.test_league_standings import rows
from tests.tui.winter import club, winter
from tracker.application.leagues.league import League


def divided(league: League) -> League:
    """A: Anna, Bram, Chloé, Dario, Erik; B: the others of the winter league."""
    league.divisions.set_divisions("A", "B")
    league.divisions.move_players("A", "Anna", "Bram", "Chloé", "Dario", "Erik")
    league.divisions.move_players("B", "Farid", "Gwen", "Hugo", "Ines", "Priya")
    return league


@both_sizes
def test_standings_stand_under_their_headings(size: tuple[int, int]) -> None:
    """Points of the published table, by division; Gwen is before Farid by VP±, +10 to +3."""
    kept = club()
    divided(winter(kept))

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        seen = [" ".join(each.split()[:2]) for each in rows(stage)]
        assert (
            seen
            == [
                *("1 Anna", "2 Chloé", "3 Bram", "4 Erik", "5 Dario"),
                *("1 Gwen", "2 Farid", "3 Ines", "4 Hugo", "5 Priya"),
            ][: len(seen)]
        )
        assert len(seen) >= 7
        assert stage.text.index("Division A") < stage.text.index("Division B")
        golden("divisions/declared", size, stage.text)
        await stage.press("jjjjj")
        assert "Gwen: every number explained" in stage.text
        assert "above Farid by VP±, +10 to +3" in " ".join(stage.text.split())

    act(story, kept, size=size, game=None)


def test_divisions_are_declared_and_players_moved_with_keys() -> None:
    kept = club()
    league = winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1svA, B · 2 up · 1 down⏎")
        await stage.press("v")
        assert "A · B · none" in stage.text
        await stage.press("b⏎")
        assert "Anna is now in division B" in stage.text
        await stage.press("u")
        assert "Division B" not in stage.text
        await stage.press("U")
        assert "Division B" in stage.text
        await stage.press("vC⏎")
        assert "Choose one of: A, B" in stage.text

    act(story, kept, game=None)
    league.reload()
    found = league.state.get_divisions()
    assert (found.names, found.up, found.down) == (["A", "B"], 2, 1)
    assert found.get_division(league.people.find_player("Anna").id) == "B"


def test_who_goes_up_is_seen_before_the_season_begins_and_who_stays_is_said() -> None:
    kept = club()
    league = divided(winter(kept))

    async def story(stage: Stage) -> None:
        await stage.press("1S")
        await stage.named("right")
        await stage.named("right")
        assert "Dario goes down to B · Gwen goes up to A" in stage.text
        golden("divisions/next", SIZES[0], stage.text)
        await stage.press("⏎⏎Dario⏎⏎⏎⏎⏎⏎⏎⏎")
        assert "season 2 began" in stage.text

    act(story, kept, game=None)
    league.reload()
    found = league.state.get_divisions()
    assert found.get_division(league.people.find_player("Dario").id) == "A"
    assert found.get_division(league.people.find_player("Gwen").id) == "A"


def test_the_top_cut_of_a_division_or_of_named_players() -> None:
    kept = club()
    divided(winter(kept))

    async def story(stage: Stage) -> None:
        await stage.press("1sb")
        assert "ow many advance from A?" in stage.text
        await stage.press("2 B⏎")
        assert "1 Gwen" in stage.text
        await stage.press("qub")
        await stage.press("Farid, Anna⏎")
        assert "1 Farid" in stage.text

    act(story, kept, game=None)


def test_a_campaign_and_a_closed_season_are_not_asked_for_divisions_or_a_bracket() -> None:
    kept = club()
    kept.begin_league("Karst", what="campaign", players=("Uli", "Vera"))

    async def story(stage: Stage) -> None:
        await stage.press("1sb")
        assert "Only leagues have a top cut" in stage.text
        await stage.press("V")
        assert "Only leagues have divisions" in stage.text
        await stage.press("v")
        assert "Only leagues have divisions" in stage.text

    act(story, kept, game=None)


def test_the_mission_of_a_closed_season_is_not_asked_for() -> None:
    kept = club()
    winter(kept).seasons.close_season()

    async def story(stage: Stage) -> None:
        await stage.press("1srm")
        assert "Season 1 is closed. Begin the next season." in stage.text
        assert "mission of round" not in stage.text

    act(story, kept, game=None)

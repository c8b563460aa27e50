"""The form of a season: what holds is changed with the standings then and now in sight."""

from __future__ import annotations

import pytest

from tests.tui.kit import Stage, act, both_sizes
from tests.tui.winter import club, points, winter
from tracker.application.book import Book

# Four games each, no draw: 3/1/0 pays 3 a win, 5/3/1 pays 5 a win and 1 a loss, 4 × wins + 4.
WINS = {"Anna": 3, "Chloé": 3, "Gwen": 3, "Farid": 3, "Ines": 2, "Hugo": 2, "Bram": 2,
        "Erik": 1, "Priya": 1, "Dario": 0}  # fmt: skip
BEFORE = {name: str(3 * wins) for name, wins in WINS.items()}
AFTER = {name: str(4 * wins + 4) for name, wins in WINS.items()}


def now(kept: Book) -> dict[str, str]:
    return points(kept.open_league("l1"))


def row(stage: Stage, name: str) -> list[str]:
    """A row of the comparison: place and points, the arrow, place and points."""
    return next(each for each in stage.text.splitlines() if f" {name} " in each).split()[1:6]


@both_sizes
def test_a_scheme_is_tried_kept_with_its_reason_and_taken_back(size: tuple[int, int]) -> None:
    kept = club()
    winter(kept)
    assert now(kept) == BEFORE
    version = kept.open_league("l1").version

    async def story(stage: Stage) -> None:
        await stage.press("1S⏎2")
        assert row(stage, "Anna")[1::3] == ["9", "16"]
        assert row(stage, "Ines")[1::3] == ["6", "12"]
        await stage.press("⎋")
        assert kept.open_league("l1").version == version
        await stage.press("S⏎2⏎⏎⏎⏎⏎⏎⏎")  # no reason: it asks for one, where it is typed
        assert "Give a reason for a change in mid-season" in stage.text
        assert "▸ Reason for the change" in stage.text
        await stage.press("voted⏎⏎")
        assert "scheme 5/3/1 (voted)" in stage.text
        assert now(kept) == AFTER
        await stage.press("u")
        assert now(kept) == BEFORE
        await stage.press("S⏎⏎⏎⏎⏎⏎⏎⏎")
        assert "The league already has these settings. Nothing" in stage.text

    act(story, kept, game=None, size=size)


def test_ties_rounds_and_pairing_are_set_and_the_season_closed() -> None:
    kept = club()
    winter(kept)  # ties: VP difference, schedule, lots; 7 rounds planned

    async def story(stage: Stage) -> None:
        await stage.press("1S⏎⏎")
        await stage.press("⌫⌫⌫⏎⏎⏎⏎x⏎⏎")
        assert "one tie-break." in stage.text
        await stage.press("h?ij⏎3⏎⏎")  # VP scored, fewest losses, lots; too few rounds
        assert "Round 4 has already been published. Plan at least that many" in stage.text
        await stage.press("⎋")
        await stage.press("S⏎⏎⌫⌫⌫hij⏎5⏎3⏎⏎shorter⏎⏎")
        league = kept.open_league("l1")
        scheme, season = league.state.info.scheme, league.state.season
        assert scheme.tie_breaks == ("VP scored", "fewest losses", "lots")
        assert (season.planned, season.pairing) == (5, "Swiss")
        await stage.press("S3⏎")
        await stage.press("Spring⏎2⏎⏎⏎⏎⏎⏎⏎")
        assert "season 1 closed; season 2 began: Spring; scheme 5/3/1" in stage.text
        league = kept.open_league("l1")
        # The next season keeps how it is planned; the one that is over keeps what it paid.
        assert (league.state.season.planned, league.state.season.pairing) == (5, "Swiss")
        over = {
            each.name: each.points.short for each in league.table.compute_standings(season=1).rows
        }
        assert over == BEFORE
        assert set(now(kept).values()) == {"0"}
        await stage.press("u")
        assert now(kept) == BEFORE
        await stage.press("S2⏎⏎⏎⏎⏎⏎")
        assert "season 1 closed" in stage.text
        version = kept.open_league("l1").version
        await stage.press("d")
        assert "Season 1 is closed. Begin the next season: press S." in stage.text
        assert "Season 1 is closed. Press S to begin the next season." in stage.text
        assert kept.open_league("l1").version == version

    act(story, kept, game=None)


def test_a_misspelt_title_is_typed_anew() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1S⏎⏎⏎⏎⏎")
        assert "Winter League" in stage.text
        await stage.press("Thursday⎵League⏎⏎⏎")
        assert "Winter League is now called Thursday League" in stage.text
        assert kept.open_league("l1").title == "Thursday League"
        await stage.press("q")
        assert "Thursday League" in stage.text
        assert "Winter League" not in stage.text

    act(story, kept, game=None)


def test_who_joins_between_two_seasons_is_new_in_the_next() -> None:
    kept = club()
    league = winter(kept)
    league.seasons.close_season()
    league.people.enrol_players("Zoe")

    async def story(stage: Stage) -> None:
        await stage.press("1S2")
        assert "  1      9  →  1      0  Anna " in stage.text
        (row,) = (line for line in stage.text.splitlines() if "Zoe" in line)
        assert row.strip("│ ").startswith("→  1      0  Zoe")
        assert row.strip("│ ").endswith("new")

    act(story, kept, game=None, size=(80, 40))


@both_sizes
def test_standings_and_rounds_of_a_season_that_is_over_are_a_key_away(
    size: tuple[int, int],
) -> None:
    """Before the first round of the new season, one step back is the end of the last."""
    kept = club()
    league = winter(kept)
    league.people.drop_player("Dario")
    league.seasons.close_season()
    league.seasons.begin_season()

    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert "Winter League · season 2 · no round yet" in stage.text
        await stage.press("p")
        assert "not ranked" not in stage.text  # Dario has dropped; he would be ranked again
        await stage.press("qs")
        assert "standings before round 1" in stage.text
        assert "Dario" not in stage.text
        await stage.press("<")
        assert "standings of season 1 after round 4" in stage.text
        assert "Dario (dropped)" in stage.text
        assert "r4 Farid 4:9 lost" in stage.text
        await stage.press("o")
        assert "That season is over," in stage.text
        await stage.press("r")
        assert "season 1 · round 4" in stage.text
        await stage.press("q<")
        assert "standings of season 1 after round 3" in stage.text
        await stage.press("<<<")
        assert "There is no earlier round." in stage.text
        await stage.press(">>>")
        assert "standings of season 1 after round 4" in stage.text
        await stage.press(">")
        assert "standings before round 1" in stage.text

    act(story, kept, game=None, size=size)


def test_who_dropped_out_is_said_however_long_the_name() -> None:
    kept = club()
    league = winter(kept)
    league.people.change_player_name_or_ranking(
        "Dario", name="Dario of the Seven Northern Valleys and the Eighth"
    )
    league.people.drop_player("Dario")

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        (line,) = (one for one in stage.text.splitlines() if "Dario" in one and "│  10" in one)
        assert "… (dropped)" in line
        await stage.press("F")
        while "dropped" not in stage.text:  # on the last page of the big screen
            before = stage.text
            await stage.named("down")
            assert stage.text != before

    act(story, kept, game=None, size=(80, 24))


@pytest.mark.thorough
@both_sizes
def test_the_head_of_the_evening_never_cuts_the_day(size: tuple[int, int]) -> None:
    """At 80 cells the season gives way, where there is room it stands before the round."""
    kept = club()
    league = winter(kept)
    league.seasons.close_season()
    league.seasons.begin_season()
    league.rounds.draft_round()
    league.rounds.publish_round(ends="22:30")

    async def story(stage: Stage) -> None:
        await stage.press("1")
        head = stage.text.splitlines()[0]
        assert "round 1 · " + league.calendar.format_day(league.calendar.today) in head
        assert ("season 2" in head) == (size[0] > 80)

    act(story, kept, game=None, size=size)

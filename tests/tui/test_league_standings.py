"""Standings on the screen: the table as it was published, every number opened, the pages beyond."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.leagues.evening import NAMES
from tests.tui.kit import Stage, act, both_sizes
from tests.tui.winter import club, evening, winter
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.leagues.seasons.season_outlook_descriptions import (
    format_chance_or_certainty,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.memory_store import MemoryStore
from tui.league.standings.player_screen import PlayerScreen
from tui.widgets.large_characters import LINES, draw_large_text

# As it was published: place, player, P, W D L, VP±, schedule, points, move.
PUBLISHED = """
 1 Anna 4 3 0 1 +21 1.88 9 =
 2 Chloé 4 3 0 1 +17 1.50 9 ▲ 1
 3 Gwen 4 3 0 1 +10 0.94 9 ▲ 1
 4 Farid 4 3 0 1 +3 1.50 9 ▲ 2
 5 Ines 4 2 0 2 +23 1.31 6 ▼ 3
 6 Hugo 4 2 0 2 +1 1.50 6 ▲ 2
 7 Bram 4 2 0 2 −6 2.25 6 ▼ 2
 8 Erik 4 1 0 3 −7 1.50 3 ▼ 1
 9 Priya 4 1 0 3 −25 1.31 3 =
 10 Dario (dropped) 4 0 0 4 −37 1.31 0 =
""".strip().splitlines()


def rows(stage: Stage) -> list[str]:
    """The rows of the table as words with one blank between."""
    lines = [" ".join(line.strip("│▸ ").split()) for line in stage.text.splitlines()]
    return [line for line in lines if re.match(r"\d+ \S+ .*\d", line)]


@pytest.mark.thorough
@both_sizes
def test_the_table_is_that_which_was_published(size: tuple[int, int]) -> None:
    kept = club()
    league = winter(kept)
    league.people.drop_player("Dario")

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        assert rows(stage) == [line.strip() for line in PUBLISHED]
        assert "3/1/0 · ties: VP±, schedule, lots" in stage.text
        assert "all 20 results of rounds 1 to 4 are in · all signed" in stage.text

    act(story, kept, size=size, game=None)


@pytest.mark.thorough
def test_every_number_of_the_marked_player_is_opened() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        await stage.named("down")
        assert "Chloé: every number explained" in stage.text
        shown = " ".join(stage.text.replace("│", " ").split())
        # Sums by hand: 12−10 + 14−0 + 11−15 + 6−1 = 2+14−4+5 = 17; schedule (6+3+9+6)/4/4 = 1.50.
        for part in (
            "r1 Ines 12:10 won", "r2 Erik 14:0 won", "r3 Anna 11:15 lost", "r4 Bram 6:1 won",
            "points 3+3+0+3 = 9", "VP± 2+14−4+5 = +17",
            "schedule: (Ines 6/4 + Erik 3/4 + Anna 9/4 + Bram 6/4) / 4 = 1.50",
            "above Gwen by VP±, +17 to +10", "below Anna by VP±, +17 to +21",
        ):  # fmt: skip
            assert part in shown, part
        met = shown[shown.index("not met: ") + 9 :].split(" all 20")[0]
        assert sorted(met.split(", ")) == sorted(("Farid", "Gwen", "Hugo", "Priya", "Dario"))

    act(story, kept, game=None)


@pytest.mark.thorough
def test_as_of_an_earlier_round_and_back() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1s<")
        assert "after round 3 (as it was)" in stage.text
        # Three rounds, by hand: Ines 10:12 lost, 20:1 won, 11:2 won: −2 +19 +9 = +26.
        assert any(re.match(r"\d+ Ines 3 2 0 1 \+26", row) for row in rows(stage))
        await stage.press("<<<")
        assert "after round 1 (as it was)" in stage.text
        assert "There is no earlier round" in stage.text
        await stage.press(">>>")
        assert "after round 4" in stage.text
        assert "as it was" not in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
def test_who_has_not_signed_is_named() -> None:
    kept = club()
    league = winter(kept)
    league.results.correct_result(
        "2", "4-4", why="counted again"
    )  # signatures of the old result go

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        assert "not signed by Chloé, Bram" in stage.text  # who played at table 2

    act(story, kept, game=None)


@pytest.mark.thorough
@both_sizes
def test_the_big_screen_is_large_and_turns_only_by_keys(size: tuple[int, int]) -> None:
    kept = club()
    winter(kept)
    # Two lines of heading and one of keys: every player takes three; ten fit into forty lines.
    a_page = (size[1] - 1 - 2) // LINES
    assert a_page == {24: 7, 40: 12}[size[1]]

    async def story(stage: Stage) -> None:
        await stage.press("1sF")
        first = stage.text
        for row in draw_large_text("Anna", 50):
            assert row.rstrip() in first
        names = [draw_large_text(name, 50)[1].rstrip() for name in NAMES]
        assert sum(name in first for name in names) == min(10, a_page)
        await stage.named("down")
        assert (stage.text != first) == (a_page < len(NAMES))
        await stage.named("up")
        assert stage.text == first
        for line in first.splitlines():
            assert len(line) <= size[0]

    act(story, kept, size=size, game=None)


def test_letters_are_five_points_high_and_what_has_none_is_written_plainly() -> None:
    # T is a bar above a stem: three, one, one, one, one points.
    assert draw_large_text("T", 10) == ["▀█▀ ", " █  ", " ▀  "]
    assert draw_large_text("É", 10) == draw_large_text("E", 10)
    assert draw_large_text("漢字", 10) == []
    assert draw_large_text("[/b]", 30) == []
    for row in draw_large_text("WWWWWW", 13):
        assert len(row) <= 13


def test_standings_go_out_as_text(tmp_path: Path) -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        stage.app.outgoing_text_folder = tmp_path
        await stage.press("1sy")

    act(story, kept, game=None)
    text = (tmp_path / "winter-league-standings-4.txt").read_text(encoding="utf-8")
    words = [" ".join(line.split()) for line in text.splitlines()]
    for line in PUBLISHED[:9]:
        assert line.strip() in words


@pytest.mark.thorough
def test_the_page_of_a_player_and_bonus_points_with_a_reason() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1s⏎")
        assert "place 1 with 9 points" in stage.text
        assert "round 4 v Farid: 4 : 9, Farid won" in stage.text
        await stage.press("b")
        await stage.press("2⏎")
        assert "Type the reason for the points" in " ".join(stage.text.split())
        await stage.press("⎵full⎵army⏎")
        assert "place 1 with 11 points" in stage.text
        await stage.press("u")
        assert "place 1 with 9 points" in stage.text
        await stage.press(">")
        assert "─ Chloé" in stage.text
        await stage.press("<<")
        assert "─ Dario" in stage.text

    act(story, kept, game=None)


def test_the_page_of_a_player_who_is_taken_back_closes() -> None:
    kept = club()
    league = winter(kept)
    league.people.enrol_players("Zoe")

    async def story(stage: Stage) -> None:
        stage.app.push_screen(PlayerScreen(kept, league, PlayerId("p11")))
        await stage.settle()
        assert "─ Zoe" in stage.text
        await stage.press("u")
        assert not isinstance(stage.app.screen, PlayerScreen)
        (told,) = stage.notifications  # over the screen below
        assert told.startswith("line 66: back to line 64")

    act(story, kept, game=None)


@pytest.mark.thorough
def test_ratings_stand_on_a_page_of_their_own_and_are_provisional() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        assert "provisional" not in stage.text
        await stage.press("R")
        lines = [
            line for line in stage.text.splitlines() if line.rstrip("│ ").endswith("provisional")
        ]
        assert len(lines) == 10  # four games each, fewer than ten
        table = kept.open_league("l1").table.compute_ratings()
        for player, one in table.items():
            name = kept.open_league("l1").state.get_player_name(player)
            row = next(line for line in lines if name in line)
            assert f"{one.rating:.0f}" in row

    act(story, kept, game=None)


@pytest.mark.thorough
def test_the_rounds_one_at_a_time() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1r")
        assert "round 4" in stage.text.splitlines()[0]
        assert "signed by" in stage.text
        await stage.press("<")
        assert "round 3" in stage.text.splitlines()[0]
        assert "Chloé" in stage.text
        await stage.press("<<<")
        assert "There is no round 0." in stage.text
        await stage.press("s")
        assert "standings after round 1 (as it was)" in stage.text

    act(story, kept, game=None)


def test_the_log_folds_what_was_taken_back_and_u_works_there() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2" + "10-7⏎" + "uL")
        assert "undone (x shows them)" in stage.text
        assert "10 : 7" not in stage.text
        await stage.press("x")
        struck = [line for line in stage.text.splitlines() if "undone" in line and "10 : 7" in line]
        assert len(struck) == 1
        await stage.press("U")
        assert kept.open_league("l1").results.find_fixture("2").ended is not None
        await stage.press("x")
        assert "10 : 7" in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
def test_a_season_closed_by_a_version_that_counted_later_players_stands_as_it_ended() -> None:
    kept = club()
    league = kept.begin_league("Two", players=("Anna", "Bram"), zone="UTC")
    league.seasons.close_season()
    league.people.enrol_players("Zoë")
    # Such a version left a row in the lists that has a player who came after the close.
    summary = league.store.get_summary("l1")
    assert summary is not None
    row = read_league_row(summary)
    late = replace(row.standings.rows[0], player=PlayerId("p3"), name="Zoë", place=3)
    row = replace(row, standings=replace(row.standings, rows=(*row.standings.rows, late)))
    older = replace(summary, table=msgspec.json.encode(row).decode())
    assert isinstance(kept.store, MemoryStore)
    kept.store._summaries["l1"] = older

    async def story(stage: Stage) -> None:
        await stage.press("1s")
        assert "Bram" in stage.text
        assert "Zoë" not in stage.text

    act(story, kept, game=None)


def test_lots_are_drawn_once_after_asking() -> None:
    kept = club()
    league = kept.begin_league("Two", players=("Anna", "Bram"), zone="UTC", tie_breaks=("lots",))
    assert len(league.table.compute_standings().level) == 1

    async def story(stage: Stage) -> None:
        await stage.press("1so")
        assert "Draw lots between Anna and Bram?" in stage.text
        await stage.press("⎋")
        assert kept.open_league("l1").state.lots == []
        await stage.press("o")
        await stage.press("bram,⎵anna⏎")
        await stage.press("o")
        assert "No players are level" in stage.text

    act(story, kept, game=None)
    state = kept.open_league("l1").state
    assert [state.get_player_name(one) for one in state.lots[0].order] == ["Bram", "Anna"]


def test_who_joins_after_the_lots_gets_a_place_and_two_may_draw_at_the_table() -> None:
    """Anna and Bram drew; Chloé and Dario join: the places of the first two stay as they were."""
    kept = club()
    league = kept.begin_league("Two", players=("Anna", "Bram"), zone="UTC", tie_breaks=("lots",))
    league.points.draw_or_enter_lots(("Bram", "Anna"))
    league.people.enrol_players("Chloé", "Dario")
    assert len(league.table.compute_standings().level) == 1

    async def story(stage: Stage) -> None:
        await stage.press("1so")
        await stage.press("bram,anna⏎")
        assert "Lots have already been drawn: Bram, Anna" in " ".join(stage.text.split())
        await stage.press("⎋o⏎")
        assert "lots drawn by the app" in stage.text

    act(story, kept, game=None)
    league.reload()
    table = league.table.compute_standings()
    assert not table.level
    names = [row.name for row in table.rows]
    assert sorted(names) == ["Anna", "Bram", "Chloé", "Dario"]
    assert names.index("Bram") < names.index("Anna")


@pytest.mark.thorough
def test_who_can_still_win_stands_on_a_page_of_its_own() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("1sw")
        found = kept.open_league("l1").table.forecast_season()
        assert "who can still win" in stage.text
        assert f"{found.remaining.game_count} games to play" in stage.text
        for one in found.prospects:
            name = kept.open_league("l1").state.get_player_name(one.player)
            row = next(line for line in stage.text.splitlines() if f" {name} " in line)
            assert format_chance_or_certainty(one.first, one.first_error, one.first_is) in row

    act(story, kept, game=None)


def test_where_nobody_is_ranked_the_page_says_so() -> None:
    kept = club()
    kept.begin_league("Empty", zone="UTC", rounds=3)

    async def story(stage: Stage) -> None:
        await stage.press("1sw")
        assert "No player is ranked in this league yet." in stage.text

    act(story, kept, game=None)

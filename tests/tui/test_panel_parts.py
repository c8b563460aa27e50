"""Panels by themselves, without a screen: which rows are in sight, how wide, what each says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from textual.geometry import Size

from tests.tui.kit import begin, begin_figures, book
from tracker.application.leagues.people.player_list_columns import describe_presence
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Competitor
from tracker.leagues.results.standings_input_types import PlayerId
from tui.correcting import line_correction_panel
from tui.correcting.line_correction_panel import CorrectionPanel
from tui.home.home_panels import HomeHeader, HomeListPanel
from tui.league.evening import player_check_in
from tui.league.evening.player_check_in import CheckInPromptLine, PlayersPanel
from tui.league.season.season_settings_screen import StandingsComparisonPanel
from tui.league.standings import standings_panels
from tui.league.standings.standings_panels import PlayerDetailPanel, wrap_text_groups
from tui.table.panels.luck_objectives_and_tables_panels import render_scores_and_objectives
from tui.terminal_text_fitting import join_styled
from tui.views.game_list import GameListLine
from tui.views.home_view import LeagueListLine
from tui.views.league_evening_table import format_score_cells
from tui.widgets.panel import Panel
from tui.widgets.text_fields import TextField, TextFieldList

ANNA, BRAM = PlayerId("p1"), PlayerId("p2")


def standin(**said: Any) -> Any:
    """Something with just these names."""
    return SimpleNamespace(**said)


def plain(panel: Panel, width: int, height: int) -> list[str]:
    return [each.plain.rstrip() for each in panel.render_body(width, height)]


def text_of(pieces: Any) -> str:
    return join_styled(pieces).plain


# ------------------------------------------------------------------------------------- home


def home(at: int = 0, news: tuple[str, ...] = ("Anna won.",), tasks: tuple[str, ...] = ()) -> Any:
    games = {
        "m1": GameListLine("m1", "Anna v Bram", "Death", "turn 2, orders", "4 : 3", "today", False),
        "m2": GameListLine("m2", "Ines v Hugo", "Death", "", "9 : 6", "Monday", True),
    }
    league = LeagueListLine("l1", "Winter", "league", "round 4 of 7")
    sections = ("go on with", "leagues", "finished", "finished")
    return standin(
        visible_rows=[games["m1"], league, games["m2"], "2 more"],
        cursor=at,
        own_ledger="",
        get_section_title=sections.__getitem__,
        view=standin(
            league_titles={"m1": "Cup", "m2": "Cup"},
            news=news,
            tasks=tasks,
        ),
        awaited_input=("Red shoots",),
    )


def drawn(panel: Any, width: int, height: int) -> list[str]:
    """The panel as it is drawn in so much room."""
    sized = type("Sized", (type(panel),), {"size": Size(width, height)})
    panel.__class__ = sized
    return str(panel.render().plain).split("\n")


# Columns inside 60 cells: rules 5, turn 14, score and day 5 + 6 + 8; the title has the other 20.
RUNNING = f"1 {'Anna v Bram':<20} Death turn 2, orders 4 : 3  today"
FINISHED = f"3 {'Ines v Hugo':<20} Cup   {'':<14} 9 : 6 Monday"
LEAGUE = f"2 {'Winter':<40}  round 4 of 7"  # 58 - 12 - 6 cells for its name


def test_home_lists_what_there_is_with_what_the_marked_game_waits_for() -> None:
    lines = drawn(HomeListPanel(home()), 60, 12)
    assert {len(each) for each in lines} == {60}
    assert [each.strip("│ ┌├┐┤─") for each in lines] == [
        "go on with",
        "▸" + RUNNING,
        "Red shoots",
        "leagues",
        LEAGUE,
        "finished",
        FINISHED,
        "4 2 more",
        "",
        "",
        "since your last visit",
        "Anna won.",
    ]
    assert lines[0][0] + lines[0][-1] == "┌┐"
    assert {each[0] + each[-1] for each in (lines[3], lines[5], lines[10])} == {"├┤"}


def test_where_home_is_low_the_marked_row_and_its_section_stay_in_sight() -> None:
    # Seven lines without what a game waits for, five of them fit: the last five, marked last.
    lines = [each.strip("│ ┌├┐┤─") for each in drawn(HomeListPanel(home(at=3)), 60, 7)]
    assert lines[:5] == ["leagues", LEAGUE, "finished", FINISHED, "▸4 2 more"]
    # The league is the fourth of seven, two before it: the first of the five is then a title.
    lines = [each.strip("│ ┌├┐┤─") for each in drawn(HomeListPanel(home(at=1)), 60, 7)]
    assert lines[:5] == ["go on with", "leagues", "▸" + LEAGUE, "finished", FINISHED]


def test_home_tells_three_pieces_of_news_each_in_a_line() -> None:
    lines = drawn(HomeListPanel(home(news=("x" * 80, "two", "three", "four"))), 60, 14)
    assert [each.strip("│ ") for each in lines[-3:]] == ["x" * 55 + "…", "two", "three"]


def test_tasks_have_their_own_title_below_the_news() -> None:
    lines = drawn(HomeListPanel(home(tasks=("Winter: 1 disputed result",))), 60, 14)
    assert [each.strip("│ ┌├┐┤─") for each in lines[-4:]] == [
        "since your last visit", "Anna won.", "to do", "Winter: 1 disputed result",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("games", "archived", "said"),
    [
        (0, 0, "no game yet"),
        (0, 1, "1 game archived (A restores)"),
        (1, 1, "1 game"),
        (2, 0, "2 games"),
    ],
)
def test_the_top_of_home_counts_the_games(games: int, archived: int, said: str) -> None:
    view = standin(archived=archived)
    where = standin(game_count=games, view=view, demo=False, location="~/anna/games.db")
    (line,) = drawn(HomeHeader(where), 60, 1)
    assert line.endswith(f"~/anna/games.db  {said} ")
    assert line.startswith(" Warledger   ")
    where.demo = True
    assert "DEMO" in drawn(HomeHeader(where), 70, 1)[0]


# ---------------------------------------------------------------------------------- check-in

PLAYERS = [
    Competitor(ANNA, "Anna", about="train"),
    Competitor(BRAM, "Bram", away=(5,)),
    Competitor(PlayerId("p3"), "Chloé", ranked=False),
    Competitor(PlayerId("p4"), "Dario", late=(5,)),
    Competitor(PlayerId("p5"), "Erik"),
]


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (Competitor(ANNA, "Anna"), ""),
        (Competitor(ANNA, "Anna", left_after=4), "dropped after round 4"),
        (Competitor(ANNA, "Anna", left_after=0), "dropped"),
        (Competitor(ANNA, "Anna", left_after=5), "drops after round 5"),
        (Competitor(ANNA, "Anna", away=(5,)), "away"),
        (Competitor(ANNA, "Anna", away=(4,)), ""),
        (Competitor(ANNA, "Anna", from_round=6), "joins in round 6"),
        (Competitor(ANNA, "Anna", from_round=5), ""),
        (Competitor(ANNA, "Anna", ranked=False), "ringer, if one is needed"),
        (Competitor(ANNA, "Anna", late=(5,)), "late"),
        (Competitor(ANNA, "Anna", late=(4,)), ""),
    ],
)
def test_how_it_is_with_a_player_in_round_5(one: Competitor, said: str) -> None:
    assert describe_presence(one, 5) == said


def test_the_check_in_lists_players_with_points_round_the_marked_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        player_check_in, "format_league_points", lambda league: {"p1": "1", "p2": "4"}
    )
    divided = standin(get_division=lambda _: "")
    season = standin(annulled=())
    league = standin(state=standin(get_divisions=lambda: divided, season=season))
    screen = standin(
        players=PLAYERS, cursor=0, marked_player=PLAYERS[0], league=league, round_number=5
    )
    # Half of twice (80 - 40) cells would do for the names; six are the fewest.
    assert plain(PlayersPanel(screen), 80, 3) == [
        "▸✓ Anna    " + f"{'here':<26}train".ljust(60) + "1 point",
        " · Bram    " + "away".ljust(60) + "4 points",
        " · Chloé   " + "ringer, if one is needed".ljust(58) + "not ranked",
    ]
    screen.cursor, screen.marked_player = 4, PLAYERS[4]
    assert [each[:8].rstrip() for each in plain(PlayersPanel(screen), 80, 3)] == [
        " · Chloé",
        " · Dario",
        "▸✓ Erik",
    ]
    screen.cursor, screen.marked_player = 2, None
    assert plain(PlayersPanel(screen), 80, 3)[0].startswith(" ✓ Anna")
    screen.players = [Competitor(ANNA, "Bartholomew the Elder")]
    # Half of twice (50 - 40) cells is 10.
    assert plain(PlayersPanel(screen), 50, 3)[0].startswith(" ✓ Bartholom…  here ")
    screen.players = []
    nobody = "  Nobody is enrolled yet. Press n to enrol a player, p to paste a list."
    assert plain(PlayersPanel(screen), 80, 3) == ["", nobody]


def test_the_line_below_the_check_in_tells_what_is_looked_for_or_asked() -> None:
    league = standin(state=standin(round_number=4))
    screen = standin(search_text="an", is_dropping=False, marked_player=PLAYERS[0], league=league)
    screen.describe_annulment_key_effect = lambda: ""
    screen.get_keys_that_drop_now = lambda player: "nw" if player is PLAYERS[0] else "n"
    assert text_of(CheckInPromptLine(screen).render_title()) == "find: an▌"
    screen.search_text = None
    assert text_of(CheckInPromptLine(screen).render_title()) == ""
    screen.is_dropping = True
    assert text_of(CheckInPromptLine(screen).render_title()) == (
        "Anna drops: Enter after round 4 · n now · w forfeit · Esc cancel"
    )
    league.state.round_number = 0  # Enter and n would do the same
    screen.get_keys_that_drop_now = lambda player: "n"
    assert text_of(CheckInPromptLine(screen).render_title()) == "Anna drops: Enter now · Esc cancel"


# --------------------------------------------------------------------------- evening, season


@pytest.mark.parametrize(
    ("ended", "score"),
    [
        (FixtureResult(winner=ANNA, vp=(10, 7)), ("10", "7")),
        (FixtureResult(kind="double loss"), ("lost", "lost")),
        (FixtureResult(), ("=", "=")),
        (FixtureResult(winner=ANNA), ("won", "–")),
        (FixtureResult(winner=ANNA, vp=(0, 0)), ("won", "–")),
        (FixtureResult(vp=(0, 0)), ("0", "0")),
        (FixtureResult(winner=BRAM), ("–", "won")),
    ],
)
def test_a_result_in_two_columns(ended: FixtureResult, score: tuple[str, str]) -> None:
    assert format_score_cells(standin(home=ANNA, away=BRAM), ended) == score


def placed(*rows: tuple[str, int, str]) -> Any:
    """Standings of players with place and points."""
    return standin(
        rows=[
            standin(player=name, name=name, place=place, points=standin(short=points))
            for name, place, points in rows
        ]
    )


def season(
    now: Any, then: Any, *, still: int = 0, closed: bool = False, undecided: str = ""
) -> StandingsComparisonPanel:
    open_games = [standin(ended=None)] * still
    state = standin(
        season=standin(number=1, closed=closed),
        list_published_fixtures=lambda number: (
            [*open_games, standin(ended=FixtureResult())] if number == 1 else []
        ),
    )
    league = standin(
        seasons=standin(compute_current_and_planned_standings=lambda plan: (now, then)),
        top_cut=standin(describe_undecided_bracket_rounds=lambda: undecided),
        state=state,
    )
    return StandingsComparisonPanel(standin(league=league, plan=None, step=standin(value="closes")))


NOW = placed(("Anna", 1, "9"), ("Bram", 2, "7"), ("Ines", 3, "6"))
THEN = placed(("Bram", 1, "10"), ("Anna", 2, "9"), ("Ines", 3, "6"))


def test_the_standings_as_they_would_be_beside_those_there_are() -> None:
    assert plain(season(NOW, THEN), 60, 3) == [
        "  2      7  →  1     10  Bram                 ▲1",
        "  1      9  →  2      9  Anna                 ▼1",
        "  3      6  →  3      6  Ines                 =",
    ]
    assert plain(season(NOW, THEN), 60, 2)[1] == " … and 2 more, 1 in another place"
    assert plain(season(NOW, NOW), 60, 3)[0] == " Nobody's place or points change."
    assert plain(season(NOW, NOW), 60, 3)[2] == " … and 2 more"
    assert len(plain(season(NOW, NOW), 60, 4)) == 4
    swapped = placed(("Bram", 2, "7"), ("Anna", 1, "9"), ("Ines", 3, "6"))
    assert "Nobody's" not in plain(season(NOW, swapped), 60, 4)[0]
    assert plain(season(placed(), placed()), 60, 3) == [" Nobody is enrolled yet."]
    joined = placed(("Bram", 1, "0"), ("Zoe", 1, "0"), ("Anna", 1, "0"), ("Ines", 1, "0"))
    assert plain(season(NOW, joined), 60, 3) == [
        "  2      7  →  1      0  Bram",  # before a season's first game nobody gains a place
        "            →  1      0  Zoe                  new",
        " … and 2 more",
    ]
    assert plain(season(NOW, joined), 60, 2)[1] == " … and 3 more"


def test_an_undecided_final_is_told_before_a_season_is_closed() -> None:
    lines = plain(season(NOW, THEN, still=1, undecided="Undecided: final."), 70, 5)
    assert lines[1] == " Undecided: final."
    assert (
        "Undecided" not in plain(season(NOW, THEN, closed=True, undecided="Undecided."), 70, 5)[0]
    )


@pytest.mark.parametrize(
    ("still", "said", "left_out"), [(1, "1 game has", "it"), (2, "2 games have", "them")]
)
def test_games_without_a_result_are_told_before_a_season_is_closed(
    still: int, said: str, left_out: str
) -> None:
    lines = plain(season(NOW, THEN, still=still), 70, 4)
    assert lines[0] == f" {said} no result yet; closing the season leaves {left_out} out."
    assert len(lines) == 4
    assert len(plain(season(NOW, THEN, still=still), 70, 3)) == 3
    assert "no result" not in plain(season(NOW, THEN, still=still, closed=True), 70, 4)[0]
    kept = season(NOW, THEN, still=still)
    kept.model.step.value = "goes on"
    assert "no result" not in plain(kept, 70, 4)[0]


# ---------------------------------------------------------------------------------- standings


def test_parts_stand_beside_each_other_where_they_fit() -> None:
    # "aa   bb" is 7 cells; groups never share a line.
    assert wrap_text_groups([["aa", "bb"], ["cc"]], 7) == ["aa   bb", "cc"]
    assert wrap_text_groups([["aa", "bb"], ["cc"]], 6) == ["aa", "bb", "cc"]
    assert wrap_text_groups([["one two three", "x"]], 7) == ["one two", "three", "x"]


def test_the_numbers_of_a_player_stand_above_what_is_told_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        standings_panels, "describe_results_progress", lambda league, after, season: f"To {after}"
    )
    monkeypatch.setattr(
        standings_panels,
        "list_standings_notes",
        lambda league, table, as_of, season: ["one two " * 9],
    )
    screen = standin(
        marked_row=standin(name="Anna"),
        league=None,
        as_of="",
        season=1,
        table=None,
        last_ranked_round=4,
        breakdown=[["a"], ["b"], ["c"], ["d"]],
    )
    panel = PlayerDetailPanel(screen)
    # Below: "To 4" and two lines of 28 cells of the note, "one two" three and a half times.
    note = [" one two one two one two one", " two one two one two one two"]
    assert plain(panel, 30, 8) == [" a", " b", " c", " d", "", " To 4", *note]
    assert plain(panel, 30, 7) == [" a", " b", " c", " d", " To 4", *note]
    assert plain(panel, 30, 6) == [" a", " b", " … Enter shows the rest", " To 4", *note]
    assert text_of(panel.render_title()) == "Anna: every number explained"
    assert text_of(panel.render_right_title()) == "Enter details"
    screen.marked_row.name = "x" * 50
    assert text_of(panel.render_title()).startswith("x" * 39 + "…:")
    screen.marked_row = None
    assert (text_of(panel.render_title()), text_of(panel.render_right_title())) == ("", "")


# --------------------------------------------------------------------------------- correcting


def mending(lines: int, **said: Any) -> Any:
    """A line being corrected in 40 cells, with so many lines that read differently."""
    changes = tuple(
        standin(number=n, before=f"t{n}", after=f"n{n}", note="") for n in range(1, lines + 1)
    )
    found = {
        "line": standin(text="r1 shoots", number=7, turn=2),
        "fields": TextFieldList(),
        "no_slip_reason": "",
        "is_editing": True,
        "preview": standin(
            needs=(), lines=changes, units=(), list_questions_and_certain_changes=lambda: changes
        ),
        "first_row": 0,
        "error": "",
    }
    return standin(**(found | said))


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        line_correction_panel, "describe_correction_effects", lambda preview, line: "It says so."
    )


def beside(number: int) -> str:
    """Then and now in halves of 16 cells: (40 - 7) // 2."""
    return f"{number:>5} {f't{number}':<16} n{number}"


def test_the_sign_of_a_refusal_precedes_its_first_line_only() -> None:
    refused = mending(0, preview=None, error="Type a number from 1 to 6 for this die.")
    lines = [" × Type a number from 1 to 6 for this", "   die."]  # 36 cells
    assert plain(CorrectionPanel(refused), 40, 9)[-2:] == lines


@pytest.mark.usefixtures("verdict")
def test_then_and_now_show_as_many_lines_as_there_is_room_for() -> None:
    above, head, below = [" r1 shoots", "", ""], f"      {'before':<16} after", ["", " It says so."]
    # 3 lines above, the head, an empty one and the verdict: 9 lines leave room for 3.
    assert plain(CorrectionPanel(mending(3)), 40, 9) == [
        *above,
        head,
        *map(beside, (1, 2, 3)),
        *below,
    ]
    more = mending(5)
    shown = [beside(1), beside(2), "      … 3 more, ↓"]
    assert plain(CorrectionPanel(more), 40, 9) == [*above, head, *shown, *below]
    more.first_row = 1
    shown = [beside(2), beside(3), "      … 2 more, ↓"]
    assert plain(CorrectionPanel(more), 40, 9) == [*above, head, *shown, *below]
    more.first_row = 9
    assert plain(CorrectionPanel(more), 40, 9) == [*above, head, *map(beside, (3, 4, 5)), *below]
    assert more.first_row == 2
    nothing = "      no line changes"
    assert plain(CorrectionPanel(mending(0)), 40, 9) == [*above, head, nothing, *below]


def test_one_line_is_shown_however_low_and_what_is_said_of_it_in_whole_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = ["a" * 18 + " " + "b" * 19, "a" * 19 + " " + "b" * 19]  # 38 cells fit, 39 do not
    monkeypatch.setattr(
        line_correction_panel, "describe_correction_effects", lambda preview, line: said[0]
    )
    low = plain(CorrectionPanel(mending(3)), 40, 5)
    assert low[4:] == ["      … 3 more, ↓", "", f" {said[0]}"]
    del said[0]
    assert plain(CorrectionPanel(mending(3)), 40, 5)[6:] == [" " + "a" * 19, " " + "b" * 19]


@pytest.mark.usefixtures("verdict")
def test_a_unit_that_stands_otherwise_and_a_long_line_are_told_beside_each_other() -> None:
    unit = standin(name="Alpha", before="3 left", after="2 left")
    long = standin(number=4, before="one two three four five", after="", note="gone")
    panel = CorrectionPanel(
        mending(
            0,
            preview=standin(
                needs=(),
                lines=(long,),
                units=(unit,),
                list_questions_and_certain_changes=lambda: (long,),
            ),
        )
    )
    assert plain(panel, 40, 20)[4:7] == [
        f"    4 {'one two three':<16} gone",
        "      four five",
        f"  now {'Alpha 3 left':<16} Alpha 2 left",
    ]


def test_a_line_being_mended_shows_the_cursor_and_what_it_was() -> None:
    fields = TextFieldList(
        [
            TextField("line", "r1 m", is_replaced_by_typing=False),
            TextField("roll", "42", original="41"),
        ]
    )
    fields.fields[0].cursor = 2
    panel = CorrectionPanel(mending(0, preview=None, fields=fields, numbers=(7, 12)))
    # The number of the line has 4 cells, and a space. The longest label has 4 cells, and 2 more.
    roll = "  12 roll  42"
    assert plain(panel, 40, 20)[2:4] == ["▸   7 line  r1▌ m", f" {roll}".ljust(33) + "was 41"]
    fields.cursor = 1
    assert plain(panel, 40, 20)[3].startswith(f"▸{roll}▌")
    panel.model.error = "No such unit."
    assert plain(panel, 40, 20)[-1] == " × No such unit."


def thirteen_parts() -> TextFieldList:
    fields = [TextField(f"part {n}", f"v{n}") for n in range(1, 14)]
    fields[4] = TextField("part 5", "new", original="old")
    return TextFieldList(fields)


@pytest.mark.usefixtures("verdict")
def test_a_line_of_many_parts_leaves_room_for_then_and_now() -> None:
    numbers = tuple(range(1, 14))
    text = standin(text="one two three four five " * 8, number=7, turn=2)
    panel = CorrectionPanel(mending(8, fields=thirteen_parts(), numbers=numbers, line=text))
    rows = plain(panel, 40, 18)
    assert rows[2].endswith("…")
    assert rows[4:7] == [f"    5 part 5   new{'was old':>21}", "      12 parts unchanged", ""]
    assert rows[8:16] == [*map(beside, range(1, 9))]
    assert rows[-1] == " It says so."
    assert len(rows) <= 18
    whole = plain(panel, 40, 40)
    assert [row.split()[1] for row in whole if " part " in row] == ["part"] * 13


def test_a_line_of_many_parts_keeps_the_current_part_in_sight() -> None:
    numbers = tuple(range(1, 14))
    panel = CorrectionPanel(mending(0, preview=None, fields=thirteen_parts(), numbers=numbers))
    panel.model.fields.cursor = 12
    rows = plain(panel, 40, 10)
    assert any(row.startswith("▸  13 part 13") for row in rows)
    assert len(rows) <= 10


def test_the_points_of_each_side_are_whole_beside_each_other_or_below() -> None:
    """A blank, 10 + 5 cells, three blanks, 8 + 5 cells: 32."""
    game = begin(book())

    def rows(width: int) -> list[str]:
        return [one.plain.rstrip() for one in render_scores_and_objectives(game, width)]

    assert rows(32)[0] == " Iron Third 0 VP   Red Dusk 0 VP"
    assert rows(31)[:2] == [" Iron Third 0 VP", " Red Dusk 0 VP"]
    assert rows(14)[:2] == [" Iron T… 0 VP", " Red Du… 0 VP"]  # 1 + 7 + 5 cells, and a blank


def test_a_game_without_victory_points_shows_none() -> None:
    game = begin_figures(book("combat-zone"))
    assert not any("VP" in one.plain for one in render_scores_and_objectives(game, 80))

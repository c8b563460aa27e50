"""The chance to win as a picture: where its points lie, in words, and what turned a game."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

import pytest

from exports.battle_report_content import build_battle_report
from exports.game_progress_charts import WinChanceChart, build_win_chance_chart
from exports.html_reports import render_battle_report_html
from exports.luck_chart import build_luck_chart
from exports.markdown_reports import render_battle_report_markdown
from tests.application.test_late_again import any_game
from tests.exports import cut_short
from tests.saying import say
from tracker.application.chances.game_luck import PoolLuck
from tracker.application.chances.success_count_rarity import PoolTally
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.application.win_probability.sampled_line_win_chances import (
    LineWinChance,
    WinChances,
    list_chance_changing_lines,
)
from tracker.application.win_probability.win_chance_cache import save_chances_to_cache
from tracker.vocabulary.subject_ids import SideId

# Of a hundred games Red wins 50, 70, 20 and 100, Blue the others but for ten that are drawn.
PLAYED = (
    LineWinChance(16, RolloutResult((50, 40), 10)),
    LineWinChance(36, RolloutResult((70, 20), 10)),
    LineWinChance(43, RolloutResult((20, 70), 10)),
    LineWinChance(49, RolloutResult((100, 0), 0)),
)


def chart(
    game: Game, lines: tuple[LineWinChance, ...], also: Set[int] = frozenset()
) -> WinChanceChart | None:
    """The chart of these chances, where the lines ``also`` change the chance, too."""
    log = list_log_lines(game.history)
    sampled = {one.line for one in lines}
    changing = [one for one in log if one.number in sampled | also]
    return build_win_chance_chart(WinChances(("Red", "Blue"), lines), log, changing)


def test_points_lie_between_the_first_line_and_the_last(evening: Game) -> None:
    found = chart(evening, PLAYED)
    assert found is not None
    red, blue = found.sides
    # 490 units from the 7th line to the 22nd, 160 for a chance of 1: the lines with the numbers 36
    # and 43 are the 14th, 7/15 of the way, and the 16th, 9/15.
    assert found.format_polyline_points(red) == "40.0,92.0 268.7,60.0 334.0,140.0 530.0,12.0"
    assert found.format_polyline_points(blue) == "40.0,108.0 268.7,140.0 334.0,60.0 530.0,172.0"
    # Turn 1 begins at the first of the points, turn 2 at the last.
    assert [(turn, found.x(line)) for turn, line in found.turn_starts] == [(1, 40.0), (2, 530.0)]
    assert found.simulated_games == 100


def test_the_band_is_a_standard_error_to_either_side_and_stays_inside(evening: Game) -> None:
    found = chart(evening, PLAYED)
    assert found is not None
    band = [
        tuple(map(float, one.split(",")))
        for one in found.format_band_polygon_points(found.sides[0]).split()
    ]
    # Of 101 games 50.5: the error is the root of 1/4 of 101, 0.0498, which is 8 units.
    assert [x for x, _ in band] == [40.0, 268.7, 334.0, 530.0, 530.0, 334.0, 268.7, 40.0]
    assert band[0][1] == pytest.approx(92 - 7.96, abs=0.1)
    assert band[-1][1] == pytest.approx(92 + 7.96, abs=0.1)
    assert band[3][1] == 12.0  # no more than a chance of 1


def test_it_is_told_by_turns_with_what_turned_it_most(evening: Game) -> None:
    found = chart(evening, PLAYED)
    assert found is not None
    assert found.alt_text == (
        "Chance to win: Red 50 % at first, 20 % after turn 1, 100 % after turn 2;"
        " Blue 40 % at first, 70 % after turn 1, 0 % after turn 2."
    )
    assert found.turning_point_in_words == (
        "Biggest change between line 43 and line 49: Red went from 20 % to 100 %"
        " (impetus: Red 3, Blue 5: Blue acts first)."
    )


def test_a_late_line_belongs_to_the_turn_in_which_it_was_played() -> None:
    """Line 13 was inserted before line 7 and line 8, with which turn 1 ended."""
    game = any_game()
    say(game, "b1 -1 late before 7", "end")
    shares = {5: 50, 13: 70, 8: 60, 10: 65, 19: 100}
    rolled = [LineWinChance(n, RolloutResult((red, 100 - red), 0)) for n, red in shares.items()]
    log = [line for line in list_log_lines(game.history) if line.kind != "taken back"]
    chances = WinChances(("Red", "Blue"), tuple(rolled))
    found = build_win_chance_chart(chances, log, list_chance_changing_lines(game))
    assert found is not None
    assert found.alt_text.startswith(
        "Chance to win: Red 50 % at first, 60 % after turn 1, 100 % after turn 2"
    )
    # Lines 5, 13, 7, 8, 9, 10, 11 and 19 are 490/7 = 70 units apart; turn 2 begins with line 10.
    x = [float(one.split(",")[0]) for one in found.format_polyline_points(found.sides[0]).split()]
    assert x == [40.0, 110.0, 250.0, 390.0, 530.0]
    assert [(turn, found.x(start)) for turn, start in found.turn_starts] == [(1, 40.0), (2, 390.0)]


def test_turn_ends_that_were_not_calculated_have_no_number(evening: Game) -> None:
    # Line 47 is the last of turn 1, and lies between the lines 43 and 49, too.
    found = chart(evening, PLAYED, {47})
    assert found is not None
    assert found.alt_text == (
        "Chance to win: Red 50 % at first, not calculated after turn 1, 100 % after turn 2;"
        " Blue 40 % at first, not calculated after turn 1, 0 % after turn 2."
    )
    assert found.turning_point_in_words == (
        "Biggest change between line 43 and line 49: Red went from 20 % to 100 %."
    )


def test_set_up_has_no_turn_that_is_over(evening: Game) -> None:
    # Line 5 is one of set-up: told as it was at first, but not as what a turn left.
    found = chart(evening, (LineWinChance(5, RolloutResult((50, 50), 0)), *PLAYED[1:3]))
    assert found is not None
    assert found.alt_text == (
        "Chance to win: Red 50 % at first, 20 % after turn 1;"
        " Blue 50 % at first, 70 % after turn 1."
    )


def test_two_points_are_no_curve_and_lines_taken_back_have_none(evening: Game) -> None:
    assert chart(evening, PLAYED[:2]) is None
    gone = LineWinChance(13, RolloutResult((0, 100), 0))
    assert gone.line not in {line.number for line in list_log_lines(evening.history)}
    assert chart(evening, (gone, *PLAYED[:2])) is None


def test_a_report_shows_them_where_they_were_worked_out_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = cut_short.play()
    without = build_battle_report(game)
    assert without.chance_chart is None
    assert "Chance to win" not in render_battle_report_html(without)
    assert "Chance to win" not in render_battle_report_markdown(without)
    save_chances_to_cache(game, PLAYED)
    report = build_battle_report(game)
    page = render_battle_report_html(report)
    assert "Chance to win: Red 50 % at first" in page
    assert "Red went from 20 % to 100 %" in page
    assert page.count('<polygon class="band side') == 2
    assert "## Chance to win" in render_battle_report_markdown(report)


def test_luck_lies_between_the_worst_and_the_best_with_its_tails() -> None:
    def row(side: SideId | None, name: str, worse: float, at_least: float) -> PoolLuck:
        return PoolLuck(side, name, "", "", PoolTally(1, 2, 2, 1.0, 0.0, at_least, worse))

    red, blue = SideId("s:red"), SideId("s:blue")
    rows = (row(None, "", 0.5, 0.6), row(red, "Red", 0.75, 0.3), row(blue, "Blue", 0.02, 0.99))
    found = build_luck_chart((red, blue), rows)
    assert found is not None
    # 490 units from 130 to 620.
    assert [found.x(one.worse_share) for one in found.strips] == [497.5, 139.8]
    assert (found.x(found.tail_share), found.x(1 - found.tail_share)) == (154.5, 595.5)
    assert found.alt_text == (
        "Luck: Red +1.0 of 2 dice, 30 % do as well or better;"
        " Blue +1.0 of 2 dice, 99 % do as well or better"
    )
    assert build_luck_chart((red, blue), ()) is None
    # A side that rolled alone keeps its own colour; dice that are nobody's have no strip.
    alone = build_luck_chart((red, blue), (rows[0], rows[2]))
    assert alone is not None
    assert [(one.side, one.name) for one in alone.strips] == [(2, "Blue")]

"""Lines over turns: their places are worked out by hand."""

from __future__ import annotations

from exports.battle_report_content import build_battle_report
from exports.game_progress_charts import ChartSeries, TurnChart, build_turn_charts
from exports.html_reports import render_battle_report_html
from tests.games import sheet
from tracker.application.match.game import Game


def chart(*values: tuple[int, ...]) -> TurnChart:
    named = tuple(ChartSeries(name, one) for name, one in zip("AB", values, strict=False))
    return TurnChart("Figures left", tuple(range(len(values[0]))), named)


def test_numbers_at_the_side_are_whole_and_few() -> None:
    assert chart((0, 0)).ticks == (0, 1)
    assert chart((18, 2), (22, 3)).ticks == (0, 5, 10, 15, 20, 25)
    assert chart((7, 4)).ticks == (0, 2, 4, 6, 8)
    assert chart((120, 4)).ticks == (0, 50, 100, 150)
    assert chart((-3, 4)).ticks == (-4, -2, 0, 2, 4)


def test_a_line_runs_from_the_left_to_the_right_and_the_more_the_higher() -> None:
    """640 by 200 with 40 left, 110 right, 12 over and 28 under it: 490 wide, 160 high."""
    one = chart((10, 5, 0))
    assert one.ticks == (0, 2, 4, 6, 8, 10)
    assert one.format_polyline_points(one.series[0]) == "40.0,12.0 285.0,92.0 530.0,172.0"


def test_names_at_the_ends_do_not_lie_upon_each_other() -> None:
    one = chart((10, 5), (10, 5))
    assert [(series.name, y) for series, y in one.compute_name_label_positions()] == [
        ("A", 92.0),
        ("B", 108.0),
    ]
    apart = chart((10, 0), (10, 10))
    assert [(series.name, y) for series, y in apart.compute_name_label_positions()] == [
        ("B", 12.0),
        ("A", 172.0),
    ]


def test_nothing_is_drawn_of_one_moment_nor_a_score_that_nobody_has() -> None:
    two = [ChartSeries("A", (3, 2)), ChartSeries("B", (3, 1))]
    none = [ChartSeries("A", (0, 0)), ChartSeries("B", (0, 0))]
    assert build_turn_charts((0,), [ChartSeries("A", (3,)), ChartSeries("B", (3,))], none) == ()
    assert [one.title for one in build_turn_charts((0, 1), two, none)] == ["Figures left"]
    assert [one.title for one in build_turn_charts((0, 1), two, two)] == ["Figures left", "Score"]


def test_a_report_draws_the_figures_of_the_hand_worked_sheet_and_its_score(
    six_turns: Game,
) -> None:
    """Red began with 8, 9 and 1 figures, Blue with 10, 11 and 1; all points come in turn 6."""
    report = build_battle_report(six_turns)
    hand = sheet.turns()
    red, blue = ({row[0].partition(" ")[2] for row in side.table.rows} for side in report.sides)
    left = [
        [sum(u.figures for name, u in hand[turn][0].items() if name in own) for turn in range(1, 7)]
        for own in (red | {"picket"}, blue)
    ]
    figures, score = report.charts
    assert [one.values for one in figures.series] == [(18, *left[0]), (22, *left[1])]
    assert [one.values for one in score.series] == [(0,) * 6 + (7,), (0,) * 6 + (4,)]
    page = render_battle_report_html(report)
    assert "Score at the beginning and after each turn: Red 0, 0, 0, 0, 0, 0, 7; Blue" in page
    assert page.count('<figure class="chart">') == 2
    assert page.count("<main>") == 1

"""Markers that count, wounds and lost weapons are seen: on the table screen and by match show."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.saying import say
from tests.thin.test_xenocide import A1, B1, C1, game
from tests.thin.xenocide import Fire
from tracker.cli.game_output import build_game_shape, list_game_lines
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary.events import FiguresRemoved, Wounded
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id
from tui.views.figure_groups_view import build_figure_groups
from tui.views.unit_status_rows import (
    GONE,
    JOINED,
    TableFocus,
    UnitMark,
    build_roster_rows,
    format_marker_sign,
)


def test_two_suppression_markers_show_two() -> None:
    """XF-W72: two volleys at R1, each of which puts one marker on it."""
    play = game()
    for unit, target, side, dice in (
        (A1, B1, RED, ("316290", "582")),
        (B1, A1, BLUE, ("42387", "91")),
        (C1, A1, BLUE, ("9999",)),
    ):
        play.do("fire", side, Fire(unit, target))
        play.rolls(*dice)
    (row,) = (each for each in build_roster_rows(play.table.state, RED) if each.unit == A1)
    assert UnitMark("S2", "suppression 2", source_id="suppressed") in row.marks


@pytest.mark.parametrize(
    ("shown_as", "value", "sign"),
    [
        ("value", 2, "o2"),
        ("value", "opportunity", "o opportunity"),
        ("value", True, "o"),
        ("times", 3, "o3"),
        ("times", 1, "o"),
        ("word", 4, "o"),
    ],
)
def test_a_number_stands_at_its_sign_and_a_word_apart(
    shown_as: str, value: object, sign: str
) -> None:
    word = MarkerWord("order", "order", "o", shown=shown_as)  # type: ignore[arg-type]
    assert format_marker_sign(word, value) == sign


def test_wounds_and_lost_guns_stand_in_the_roster() -> None:
    game = evening.shooting()
    wounded = tuple(make_figure_id("r1", n) for n in (1, 2))
    game.adjust_by_hand(
        (Wounded(subjects=wounded[:1], wounds=2), Wounded(subjects=wounded[1:], wounds=1)), ""
    )
    say(game, "fix r3 gun destroyer")
    found = {row.unit: row for row in build_roster_rows(game.state, make_side_id("r"))}
    assert UnitMark("w3", "3 wounds", is_serious=True) in found[make_unit_id("r1")].marks
    assert UnitMark("−g", "no destroyer") in found[make_unit_id("r3")].marks
    assert found[make_unit_id("r1")].figures == "5 riflemen, 1 gunner"
    text = "\n".join(
        list_game_lines(build_game_shape(game, game.state, game.history.last_line_number))
    )
    lines = {line.split()[0]: " ".join(line.split()) for line in text.splitlines() if line.strip()}
    assert lines["r1"] == "r1 Alpha 6/6 5 riflemen, 1 gunner · 3 wounds"
    assert lines["r3"] == "r3 Hammer 1/1 no destroyer"
    (side,) = (
        each
        for each in build_game_shape(game, game.state, game.history.last_line_number).sides
        if each.side == "r"
    )
    units = {unit.unit: unit for unit in side.units}
    assert (units["r1"].kinds, units["r1"].wounds) == ({"rifleman": 5, "gunner": 1}, 3)
    assert units["r3"].lost == {"destroyer": 1}


def test_the_figures_left_of_a_mixed_unit_are_told() -> None:
    game = evening.shooting()
    say(game, "fix r1.6 figures -1", "fix r1.1 figures -1")
    (side,) = (
        each
        for each in build_game_shape(game, game.state, game.history.last_line_number).sides
        if each.side == "r"
    )
    assert side.units[0].kinds == {"rifleman": 4}


def test_wounds_and_lost_weapons_stand_with_each_figure_where_figures_act() -> None:
    game = figures_evening.begin(*figures_evening.RED_ACTS)
    brakk = make_figure_id("r1", 1)
    game.adjust_by_hand((Wounded(subjects=(brakk,), wounds=1),), "hurt")
    say(game, "fix r11 gun assault-rifle")
    jackals = next(
        each for each in build_figure_groups(game, TableFocus()) if each.unit == make_unit_id("r1")
    )
    marks = jackals.rows[0].marks
    assert UnitMark("w1", "1 wound", is_serious=True) in marks
    assert UnitMark("−g", "no assault rifle") in marks
    text = "\n".join(
        list_game_lines(build_game_shape(game, game.state, game.history.last_line_number))
    )
    assert "1 wound · no assault rifle" in next(
        line for line in text.splitlines() if "Brakk" in line
    )
    each = next(
        side
        for side in build_game_shape(game, game.state, game.history.last_line_number).sides
        if side.side == "r"
    )
    assert (each.units[0].each[0].wounds, each.units[0].each[0].lost) == (1, ["assault-rifle"])


def test_a_group_whose_figures_have_joined_another_is_not_shown_as_killed() -> None:
    """Dross falls, and the other five Jackals go over to Kestrel's group."""
    game = figures_evening.begin(*figures_evening.RED_ACTS)
    game.adjust_by_hand((FiguresRemoved(figures=(make_figure_id("r1", 6),)),), "fell")
    joining = (f"fix r1{number} group r2" for number in range(1, 6))
    say(game, *joining)
    groups = {each.name: each for each in build_figure_groups(game, TableFocus())}
    assert (groups["Jackals"].status, len(groups["Jackals"].rows)) == (JOINED, 1)
    rest = game.state.units[make_unit_id("r2")].figures
    game.adjust_by_hand((FiguresRemoved(figures=rest),), "fell")
    groups = {each.name: each for each in build_figure_groups(game, TableFocus())}
    assert groups["Kestrel"].status == GONE

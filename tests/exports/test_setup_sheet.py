"""The set-up sheet: everything on the table, nothing that is not."""

from __future__ import annotations

import re

from msgspec.structs import replace

from exports.table_setup_sheet import render_setup_sheet
from tests.tui.kit import TO_MOVE, TO_SHOOT, VOLLEY, begin, begin_figures, book
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.cli.game_output import make_game_answer
from tracker.testing.match_in_memory import f
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_side_id
from tui.look_back.past_state_lines import render_past_state
from tui.table.panels.luck_objectives_and_tables_panels import render_scores_and_objectives
from tui.views.unit_status_rows import build_roster_rows


def figures_on(game: Game) -> int:
    """Figures on the table by the sheet's own numbers.

    A figure that is its unit's only one and is named like it has no line of its own.
    """
    found = 0
    units = re.split(r"^\[ \] ", render_setup_sheet(game), flags=re.MULTILINE)[1:]
    for unit in units:
        groups = re.findall(r"^      (\d+) ×", unit, flags=re.MULTILINE)
        found += sum(map(int, groups)) or 1
    return found


def test_all_figures_alive_and_no_others() -> None:
    game = begin(book(), TO_SHOOT)
    # Iron Third 8 + 9 + 1, Red Dusk 10 + 11 + 1.
    assert figures_on(game) == 40
    assert play_line(game, "fix b2 figures -3 # fell at once").error is None
    assert play_line(game, "fix r3 figures -1").error is None
    text = render_setup_sheet(game)
    assert figures_on(game) == 40 - 3 - 1
    assert "[ ] B2 Dusk rifles: 8 of 11" in text
    assert "gone: R3 Hammer" in text
    assert "[ ] R3" not in text


def test_a_unit_that_joined_another_is_not_among_the_dead() -> None:
    game = begin(book(), TO_MOVE)
    assert play_line(game, "fix r1 figures -2 # fell").error is None
    assert play_line(game, "r1 joins r2").error is None
    text = render_setup_sheet(game)
    assert "gone: R1 Alpha (joined R2)" in text
    red = game.match.sides[0]
    status = {row.number: row.status for row in build_roster_rows(game.state, red)}
    assert status["1"] == "→"
    assert play_line(game, "undo").error is None
    assert "gone:" not in render_setup_sheet(game)


def test_markers_and_who_fights_whom() -> None:
    game = begin(book(), [*TO_SHOOT[:-2], "b3 contacts r2"])
    text = render_setup_sheet(game)
    # The orders of TO_SHOOT: Alpha 3.
    assert "[ ] R1 Alpha: 8 of 8   order 3" in text
    assert re.search(r"\[ \] R2 Bravo: 9 of 9 .*melee: B3 Stalker", text)


def test_what_waits_and_where_things_stood() -> None:
    game = begin(book(), VOLLEY)
    game.add_note("an older word", mark="stands")
    game.answer_with_text("=3")
    game.add_note("Alpha behind the wall", mark="stands")
    text = render_setup_sheet(game)
    assert "Alpha behind the wall (Thu 9 Oct 2025" in text
    assert "an older word" not in text
    # Three of six hits are through: three saves, and basic infantry saves on a six.
    assert re.search(r"Continue with: 3 dice save \(B2.*need 6$", text, flags=re.MULTILINE)


def test_figures_that_act_one_by_one_are_named_one_by_one() -> None:
    game = begin_figures(book("combat-zone"))
    text = render_setup_sheet(game)
    assert figures_on(game) == sum(unit.started for unit in game.state.units.values())
    for figure, value in game.state.figures.items():
        assert (
            f"1 × {game.state.info.words.format_display_handle(figure)} "
            f"{value.name or value.profile}" in text
        )


def test_gear_is_named_as_in_the_log() -> None:
    game = begin_figures(book("combat-zone"))
    gear = ev.GearChanged(figure=f("r1", 1), lost=("heavy-gun",), gained=("machine-gun",))
    game.adjust_by_hand((gear,), "found on the table")
    assert "R11 Brakk   without heavy gun, with machine gun" in render_setup_sheet(game)


def test_no_line_is_wider_than_a_sheet_of_paper_and_names_stay_text() -> None:
    game = begin(book(), TO_SHOOT, names=("[/] r" + "x" * 195, "B\nlue"))
    game.add_note("[red] " + "word " * 60, mark="stands")
    lines = render_setup_sheet(game).splitlines()
    assert max(map(len, lines)) <= 74
    assert any("[red]" in line for line in lines)


def test_rules_without_points_show_none_until_a_side_has_some() -> None:
    game = begin(book(), TO_SHOOT)
    rules = game.ruleset

    def list_views() -> list[str]:
        told = make_game_answer(game, game.state, 1).list_lines()
        past = render_past_state(game.state, game.ruleset, 60, 20)
        score = render_scores_and_objectives(game, 60)
        rows = (told, (row.plain for row in past), (row.plain for row in score))
        return [render_setup_sheet(game), *map("\n".join, rows)]

    shown = re.compile(r"VP \d|\d VP *$", re.MULTILINE)
    assert all(map(shown.search, list_views()))
    adjustable = replace(rules.setting_right, points="")
    game.live_match.ruleset = replace(rules, setting_right=adjustable)
    assert not any(map(shown.search, list_views()))
    game.state.points[make_side_id("r")] = 3  # in an old record
    assert all(map(shown.search, list_views()))

"""Colour is never the only sign: without any style two states still read differently.

Everything here is compared as plain text, which has neither colour nor weight.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.content import Content

from tests.tui.kit import TO_MOVE, TO_SHOOT, Stage, act, at_table, begin, book, key, prompt_at
from tests.tui.winter import club, winter
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.vocabulary.subject_ids import make_unit_id
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.log_and_combats_panel import render_log_line
from tui.table.panels.prompt_panel import PromptPanel
from tui.table.panels.roster_panel import draw_unit_line
from tui.table.panels.typed_dice_and_roll_sheet import draw_die, render_typed_dice
from tui.table.table_view_model import TableViewModel
from tui.terminal_text_fitting import join_styled
from tui.views.game_status_view import list_turn_phases
from tui.views.searchable_log_lines import GameLogView
from tui.views.typed_dice_preview import DisplayedDie
from tui.views.unit_status_rows import TableFocus, build_roster_rows
from tui.widgets.panel import PanelEdges

WIDTH = 38  # a roster at 80 columns


def roster(*lines: str, before: tuple[str, ...] = TO_SHOOT) -> str:
    """Red's first unit as its roster shows it after these lines."""
    prompt = prompt_at((*before, *lines))
    table = TableViewModel(prompt.game)
    state, going = table.get_state_and_focus()
    assert isinstance(going, TableFocus)
    found = build_roster_rows(state, prompt.game.match.sides[0], going)
    return draw_unit_line(found[0], found, WIDTH, "").plain


@pytest.mark.thorough
def test_every_state_of_a_unit_has_a_sign_of_its_own() -> None:
    """Left, acts, fired, holds, cannot, to remove, panicked, gone, in melee."""
    states = {
        "left": roster(),
        "acts": roster("r1 > b2 soft"),
        "fired": roster("r1 > b2 soft : -10"),
        "holds": roster("r1 holds"),
        "cannot": roster("next", "b3 contacts r1", "next", before=(*TO_MOVE,)),
        "to remove": roster("fix r1 to-remove 1"),
        "panicked": roster("fix r1 panic 1"),
        "gone": roster("fix r1 figures -8"),
    }
    for (name, one), (other, two) in combinations(states.items(), 2):
        assert one != two, (name, other)


def test_of_two_units_alike_in_everything_who_is_left_and_who_cannot_are_told_apart() -> None:
    prompt = prompt_at(TO_SHOOT)
    unit = make_unit_id("r1")
    cases = (
        TableFocus(),
        TableFocus(due=frozenset({unit})),
        TableFocus(idle_reasons={unit: "in melee"}),
    )
    shown = []
    for going in cases:
        found = build_roster_rows(prompt.game.state, prompt.game.match.sides[0], going)
        shown.append(draw_unit_line(found[0], found, WIDTH, "").plain.rstrip()[-4:])
    assert shown == ["  o3", "left", "   –"]


def test_a_target_and_who_acts_are_pointed_at() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    state, going = TableViewModel(prompt.game).get_state_and_focus()
    for side, marked in zip(prompt.game.match.sides, ("1", "2"), strict=True):
        found = build_roster_rows(state, side, going)
        shown = [draw_unit_line(row, found, WIDTH, "").plain for row in found]
        assert [row[1] for row in shown if row.startswith("▸")] == [marked]


def test_dice_hit_or_miss_typed_or_rolled_picked_or_to_come() -> None:
    """3+ is needed: 2 2 2 misses and 3 3 3 hits; the numbers of hits are said in words."""

    def amounts(keys: str) -> str:
        prompt = key(prompt_at(TO_SHOOT), f"12s⏎{keys}")
        return " ".join(row.plain for row in render_typed_dice(prompt, 76))

    assert "0 hits" in amounts("222")
    assert "3 hits" in amounts("333")
    assert "1 hit" in amounts("223")
    ready, waiting = amounts("4516234612"), amounts("451623461")
    assert "Enter" in ready
    assert "Enter" not in waiting
    dice = (
        DisplayedDie("4"),
        DisplayedDie("4", is_selected=True),
        DisplayedDie("4", is_by_app=True),
        DisplayedDie("4", starts_app_dice=True),
        DisplayedDie(""),
    )
    shown = [join_styled(draw_die(die)).plain for die in dice]
    assert len(set(shown)) == len(dice)


def test_what_is_said_advised_or_refused_begins_with_another_sign() -> None:
    signs = []
    for keys in ("12s⏎4516⎋⎋", "12s⏎12s⏎", "9⏎"):
        prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft : -10") if "12s⏎12" in keys else TO_SHOOT)
        key(prompt, keys.replace("12s⏎12s⏎", "12s⏎"))
        assert prompt.notice is not None
        panel = PromptPanel(prompt, ForecastCache(), PanelEdges())
        plain = [row.plain.strip() for row in panel.render_body(78, 9)]
        signs.append(next(row[0] for row in plain if prompt.notice.text[:12] in row))
    assert signs == ["✓", "!", "×"]


def test_lines_of_the_log_tell_their_kind_without_colour() -> None:
    """As it was taken, against the rules' advice, taken back, a note."""
    game = begin(book(), (*TO_SHOOT, "r1 > b2 soft : -10"))
    play_line(game, "r1 > b2 soft : -10", override_reason="once more")  # against advice
    game.add_note("behind the mill")
    seen = GameLogView(game)
    note, ruled, *_ = [each for each in seen.list_newest_lines(6) if each.kind != "turn"]
    assert ruled.rulings
    alive, gone = (plain(render_log_line(ruled, 100, is_undone=each)) for each in (False, True))
    assert alive != gone
    assert "§ " in alive
    assert "╎" in gone
    assert "'" in plain(render_log_line(note, 100)) or "note" in plain(render_log_line(note, 100))


def plain(lines: list[Content]) -> str:
    return "\n".join(row.plain for row in lines)


@pytest.mark.thorough
def test_the_marked_row_of_home_and_of_standings_has_a_pointer() -> None:
    async def home(stage: Stage) -> None:
        first = stage.text
        await stage.named("down")
        assert [row.startswith("│▸") for row in first.splitlines()].count(True) == 1
        assert stage.text != first

    kept = book()
    begin(kept, TO_SHOOT)
    begin(kept, TO_MOVE)
    act(home, kept, game=None)

    async def standings(stage: Stage) -> None:
        await stage.press("1s")
        first = pointed(stage)
        await stage.named("down")
        assert (len(first), len(pointed(stage))) == (1, 1)
        assert first != pointed(stage)

    league = club()
    winter(league).people.drop_player("Dario")
    act(standings, league, game=None)


def pointed(stage: Stage) -> list[str]:
    return [row for row in stage.text.splitlines() if row.startswith("│▸")]


def test_phases_after_the_end_of_the_game_are_not_marked_as_done() -> None:
    game = begin(book(), (*TO_SHOOT, "end time draw"))
    shown = [(p.is_done, p.is_current) for p in list_turn_phases(game.state, game.ruleset)]
    assert shown == [(True, False)] * 4 + [(False, False)] * 2


@pytest.mark.thorough
def test_the_phase_that_runs_and_those_done_have_signs() -> None:
    game = begin(book(), TO_SHOOT)
    shown = [(p.is_done, p.is_current) for p in list_turn_phases(game.state, game.ruleset)]
    assert shown == [(True, False)] * 3 + [(False, True)] + [(False, False)] * 2

    async def story(stage: Stage) -> None:
        assert "impetus✓ orders✓ move✓ ▶SHOOT melee morale " in stage.text.splitlines()[1]

    at_table(story, TO_SHOOT)

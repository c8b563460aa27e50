"""The table where figures act one by one: a whole round kept with keys, and what it shows."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widget import Widget

from tests.profiles import examples
from tests.tui.kit import Stage, act, begin_figures, book, both_sizes, golden
from tests.tui.test_names import any_text, check, every_name
from tracker.procedures.ruleset import ResourceTally
from tracker.vocabulary.subject_ids import make_unit_id
from tui.prompt.table_prompt import Prompt
from tui.table.panels.figure_groups_panel import (
    GroupsPanel,
    draw_figure_line,
    measure_groups_height,
    render_group_strip,
)
from tui.views.figure_groups_view import FigureGroupView, FigureRow
from tui.views.unit_status_rows import UnitMark
from tui.widgets.panel import PanelEdges

DEPLOYED = ("deploy red", "deploy blue", "coherent r1,b1")
# Red D6 4 and D8 6 + 3 = 13, Blue D6 5 + 3 = 8; Red goes second, so the Wardens act.
BLUE_ACTS = (*DEPLOYED, "init : 465 / second")
# Two hits; 1+1+4−1 for soft cover = 5 is panic, 5+2+1−1 = 7 too; then Pike watches.
RED_ACTS = (*BLUE_ACTS, "b11 > r11 18cm soft : 536 / 114 / 521", "b12 opp", "next", "r1 activates")
SHOT = (*RED_ACTS, "r14 moves 3ap", "r14 > b15 20cm open : 654 / 666")
HERO_ACTS = (*SHOT, "next")

SCREENS = (
    ("figures-coherency", DEPLOYED[:2]),
    ("figures-initiative", DEPLOYED),
    ("figures-activation", (*SHOT[: len(BLUE_ACTS)], "all holds")),
    ("figures-acting", RED_ACTS),
    ("figures-roll", (*RED_ACTS, "r14 moves 3ap", "r14 > b15 20cm open : 654")),
    ("figures-hero-acts", HERO_ACTS),
)


def row(stage: Stage, start: str) -> str:
    """The row of a figure of the group whose sheet lies open, without its frame."""
    found = [each for each in stage.text.splitlines() if re.match(rf"│.{start}\b", each)]
    assert len(found) == 1, found
    return " ".join(found[0].strip("│").split())


@pytest.mark.thorough
def test_a_round_is_kept_with_keys() -> None:
    """Jackals against Wardens, from the samples to the reaction test of the second turn."""
    kept = book("combat-zone")

    async def story(stage: Stage) -> None:
        await stage.press("n14⏎⏎⏎")  # Jackals, Wardens, begin, both on the table
        await stage.press("⏎465⏎s⏎")  # in coherency; initiative; Red goes second
        assert "BLUE 1 Wardens · acts" in stage.text
        assert row(stage, "11 Halden") == "11 Halden Leader ○○○○○○ assault rifle 3 left left"
        # A burst is 2 of 6 points and, with no number said, all 3 shots.
        await stage.press("11118s⏎")
        said = "▸11 Halden Leader ●●○○○○ assault rifle 0 left last ▸11 soft now"
        assert row(stage, "11 Halden") == said
        # 5+ hits at short range; 1+1+4 and −1 for soft cover is 5: panic, and 7 is no worse.
        await stage.press("536⏎114⏎521⏎")
        assert "RED 1 Jackals  11 Brakk PANIC  12 Sorrel" in stage.text
        await stage.press("2o⏎")  # opportunity fire is 5 of 6 points
        assert row(stage, "11 Halden").endswith("last ▸11 soft done")
        assert row(stage, "12 Pike").endswith("●●●●●○ assault rifle 3 left OF now")
        await stage.press("nn")
        assert "BLUE 1 Wardens  11 Halden  12 Pike OF  13 Moss  14 Fen  15 Tarn" in stage.text
        await stage.press("1⏎")
        # Panic leaves 3 points in all.
        assert row(stage, "11 Brakk") == "11 Brakk Leader ○○○ assault rifle 3 left PANIC left"
        # He runs for 2; Pike comes in between with all his shots, misses, and is off his guard.
        await stage.press("1m2i22o⏎111⏎")
        assert row(stage, "11 Brakk") == "▸11 Brakk Leader ●●○ assault rifle 3 left PANIC now"
        assert "12 Pike  13 Moss" in stage.text
        await stage.press("4m3⏎")
        assert row(stage, "14 Ditch") == "▸14 Ditch ●●●○○○ assault rifle 3 left now"
        await stage.press("41520of1⏎6⏎666⏎")  # a single shot: 1 point, 1 shot
        assert row(stage, "14 Ditch") == "▸14 Ditch ●●●●○○ assault rifle 2 left now"
        assert "15 Tarn †" in stage.text
        await stage.press("nn")
        assert "RED 2 Kestrel · acts" in stage.text
        assert "11 Brakk PANIC" in stage.text
        await stage.press("m3⏎")
        assert row(stage, "21 Kestrel") == "▸21 Kestrel Hero ●●●○○○○○ now"
        await stage.press("nn")
        assert "turn 2" in stage.text
        assert "REACTION TEST" in stage.text
        assert row(stage, "14 Ditch") == "14 Ditch ○○○○○○ assault rifle 3 left"

    act(story, kept, game=None)
    game = kept.open_game("m1")
    assert (game.match.turn, game.match.phase) == (2, "reaction")
    assert game.match.figures(make_unit_id("b1"))[-1] == "f:b1.4"


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "lines"), SCREENS, ids=[each[0] for each in SCREENS])
def test_screen(name: str, lines: tuple[str, ...]) -> None:
    kept = book("combat-zone")
    begin_figures(kept, lines)

    async def story(stage: Stage) -> None:
        async for size in stage.sizes():
            golden(name, size, stage.text)
            for widget in stage.app.screen.walk_children(Widget):
                assert widget.max_scroll_x == 0, widget
            panel = stage.app.screen.query_one(GroupsPanel)
            assert "…" not in panel.render().plain

    act(story, kept, game="m1")


# -------------------------------------------------------------------------- names of people


@pytest.mark.thorough
@pytest.mark.slow
@both_sizes
@every_name
def test_hostile_names_of_figures(name: str, size: tuple[int, int]) -> None:
    kept = book("combat-zone")
    quoted = "".join(c if c.isalnum() or c == " " else f"\\U{ord(c):08x}" for c in name)
    begin_figures(
        kept,
        RED_ACTS,
        renamed=lambda text: re.sub(r'name = "\w+"', lambda _: f'name = "{quoted}"', text),
    )
    assert kept.open_game("m1").state.units[make_unit_id("r1")].name.strip() != "Jackals"

    async def story(stage: Stage) -> None:
        for keys in ("", "?", "⎋", "41520o⏎", "w", "⎋", "654⏎", "t", "⎋"):
            await stage.press(keys)
            check(stage, size)

    act(story, kept, size=size, game="m1")


tallies = st.lists(
    st.builds(ResourceTally, any_text, st.integers(0, 99), st.integers(0, 99), pips=st.booleans()),
    max_size=4,
).map(tuple)
marks = st.lists(st.builds(UnitMark, any_text, any_text, st.booleans()), max_size=4).map(tuple)
figures = st.builds(
    FigureRow,
    number=st.sampled_from(("11", "12", "1.10")),
    name=any_text,
    rank=st.sampled_from(("", "Leader", "Sub-leader")),
    tallies=tallies,
    marks=marks,
    status=st.sampled_from(("", "now", "left", "done", "†")),
    removal=st.sampled_from(("", "killed by b11")),
    is_target=st.booleans(),
)
groups = st.builds(
    FigureGroupView,
    unit=st.just(make_unit_id("r1")),
    number=st.just("1"),
    name=any_text,
    side=any_text,
    side_number=st.integers(1, 3),
    rows=st.lists(figures, min_size=1, max_size=12).map(tuple),
    marks=marks,
    status=st.sampled_from(("", "left", "†")),
    is_acting=st.booleans(),
)


@examples(8)
@given(st.lists(groups, min_size=1, max_size=4).map(tuple), st.integers(40, 90), st.booleans())
def test_every_line_fits_its_panel(
    found: tuple[FigureGroupView, ...], width: int, full: bool
) -> None:
    panel = GroupsPanel(lambda: found, PanelEdges())
    every = [each for group in found for each in group.rows]
    assert {draw_figure_line(each, every, width, "red").cell_length for each in every} == {width}
    for group in found:
        assert {
            each.cell_length for each in render_group_strip(group, width, always_named=full)
        } == {width}
    for height in (3, 8, 20):
        lines = panel.render_body(width, height)
        assert len(lines) <= height
        assert {each.cell_length for each in lines} == {width}
        assert "\n" not in "".join(each.plain for each in lines)
    assert measure_groups_height(found, width, 20, in_full=full) >= len(found[0].rows)


def test_shots_left_are_never_cut() -> None:
    """Two guns with long names: the names give way, the numbers stay."""
    guns = (ResourceTally("auto shotgun", 0, 2), ResourceTally("integrated grenade launcher", 0, 1))
    row = FigureRow(
        "11", "Orrin Vale", "Leader", (ResourceTally("points", 1, 5, pips=True), *guns), ()
    )
    for width, words in ((100, ("shotgun 2 left", "launcher 1 left")), (60, ("shotgun 2", "… 1"))):
        shown = draw_figure_line(row, [row], width, "red").plain
        assert all(word in shown for word in words), shown
    shown = draw_figure_line(row, [row], 50, "red").plain
    assert re.search(r"●○○○○○ auto…? ?\w*…? 2, \w*… 1 ", shown), shown


def test_who_acts_stays_in_sight_where_a_group_is_too_long() -> None:
    rows = tuple(
        FigureRow(f"1.{at}", f"Figure {at}", "", (), (), status="now" if at == 12 else "left")
        for at in range(1, 15)
    )
    other = FigureRow("11", "Enemy", "", (), (UnitMark("P", "PANIC", is_serious=True),))
    found = (
        FigureGroupView(make_unit_id("r1"), "1", "Long", "Red", 1, rows, (), "", is_acting=True),
        FigureGroupView(make_unit_id("b1"), "1", "Foe", "Blue", 2, (other,), (), ""),
    )
    lines = [each.plain for each in GroupsPanel(lambda: found, PanelEdges()).render_body(78, 8)]
    assert any(each.startswith("▸1.12 Figure 12") for each in lines)
    assert lines[-2].strip() == "… 8 more"  # 14 figures, 6 of them in 6 rows
    assert lines[-1].strip() == "BLUE 11 PANIC"


def test_where_there_is_little_room_the_others_give_way() -> None:
    """Six act and four other groups are on the table: eight lines hold all of them."""
    acting = tuple(FigureRow(f"1{at}", "hand", "", (), ()) for at in range(1, 7))
    guards = (
        FigureRow("21", "Sarn", "", (), ()),
        FigureRow("22", "guard", "", (), (), removal="†"),
    )
    panic = FigureRow("11", "Lim", "", (), (UnitMark("P", "PANIC", is_serious=True),))
    lone = FigureRow("31", "Loader", "", (), ())
    found = (
        FigureGroupView(
            make_unit_id("r1"), "1", "Cutters", "Red", 1, acting, (), "", is_acting=True
        ),
        FigureGroupView(make_unit_id("r2"), "2", "Guards", "Red", 1, guards, (), "left"),
        FigureGroupView(
            make_unit_id("r3"), "3", "Loader", "Red", 1, (lone,), (UnitMark("x", "activated"),), ""
        ),
        FigureGroupView(make_unit_id("b1"), "1", "Watch", "Blue", 2, (panic,), (), ""),
        FigureGroupView(make_unit_id("b2"), "2", "Hero", "Blue", 2, (guards[0],), (), "left"),
    )
    lines = [
        each.plain.strip() for each in GroupsPanel(lambda: found, PanelEdges()).render_body(78, 8)
    ]
    assert [each[:2] for each in lines[:6]] == ["11", "12", "13", "14", "15", "16"]
    assert lines[6:] == [
        "RED 21  22 † · left  31 · activated",
        "BLUE 11 PANIC  21 · left",
    ]


def test_other_groups_stand_in_full_as_far_as_there_is_room() -> None:
    row = FigureRow("11", "Lim", "", (), ())
    pair = (row, FigureRow("12", "Sarn", "Leader", (), (), status="now"))
    found = (
        FigureGroupView(make_unit_id("r1"), "1", "Cutters", "Red", 1, pair, (), "", is_acting=True),
        FigureGroupView(make_unit_id("b1"), "1", "Watch", "Blue", 2, (row, row), (), "left"),
        FigureGroupView(make_unit_id("b2"), "2", "Guard", "Blue", 2, (row,), (), "left"),
    )
    # In full: 2 rows, and 2 + 1 and 1 + 1 of the others with their heads.
    assert measure_groups_height(found, 60, 20, in_full=True) == 7
    assert measure_groups_height(found, 60, 20, in_full=False) == 4
    assert measure_groups_height((), 60, 20, in_full=True) == 0
    panel = GroupsPanel(lambda: found, PanelEdges())
    assert [each.plain[:8] for each in panel.render_body(60, 7)][2:] == [
        "─ BLUE 1", " 11 Lim ", " 11 Lim ", "─ BLUE 2", " 11 Lim ",
    ]  # fmt: skip
    assert [each.plain[:8] for each in panel.render_body(60, 6)][2:] == [
        "─ BLUE 1", " 11 Lim ", " 11 Lim ", " BLUE 2 ",
    ]  # fmt: skip
    assert len(panel.render_body(60, 4)) == 4
    shown = draw_figure_line(pair[1], list(pair), 40, "red").plain
    assert shown == "▸12 Sarn Leader" + " " * 21 + "now "
    assert draw_figure_line(row, list(pair), 40, "red").plain == " 11 Lim".ljust(40)


def test_who_has_fired_is_not_moved_by_a_stray_enter() -> None:
    """R14 has emptied his gun and has points left: somebody else is proposed, not a step of his."""
    prompt = Prompt(begin_figures(book("combat-zone"), (*RED_ACTS, "r14 > b15 20cm open : 111")))
    proposal = prompt.reader.get_proposal()
    assert proposal is not None
    assert not proposal.line.startswith("r14 ")
    assert proposal.line.startswith("r1")

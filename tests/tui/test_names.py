"""Any name survives on every screen: it is shown as text, never read as markup or control."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from textual.content import Content

from tests.profiles import examples
from tests.tui.kit import TO_SHOOT, Stage, act, at_table, begin, book, both_sizes, play_on
from tracker.projection.match_state import State, Unit
from tracker.vocabulary.events import Side
from tracker.vocabulary.subject_ids import make_side_id, make_unit_id
from tui.table.panels.roster_panel import draw_unit_line
from tui.terminal_text_fitting import (
    cut_text,
    draw_horizontal_rule,
    fill_line,
    fit_content,
    join_styled,
    pad_text,
    remove_unprintable_characters,
    shorten_names,
    wrap_text,
)
from tui.views.unit_status_rows import build_roster_rows

HOSTILE = (
    "[/b] Bob",
    "[Clan] Wolf",
    "[bold red]x[/]",
    "back\\slash \\[x]",
    "漢字かな交じり文の部隊名",
    "👩‍🚀👨‍👩‍👧‍👦 🏴‍☠️ ❤️",
    "line\nbreak\ttab\x1b[31mred\x07",
    "\u202eright to left\u202c",
    "=1+1 <b>&amp;</b>",
    "e\u0301\u0302\u0303 combining",
    "",
    "%(x)s {0} $primary",
)
LONG = "long " * 38
ALL = "[/b] \\[x] 漢👩‍🚀 \x1b[31m\n\u202e=1+1 <b>&amp;</b> %(x)s {0} $primary e\u0301\u0302"
"""All of it in one name; which one it was, the sweep of every name tells."""
every_name = pytest.mark.parametrize(
    "name", [ALL, LONG, *(pytest.param(name, marks=pytest.mark.thorough) for name in HOSTILE)]
)


@pytest.mark.slow
@both_sizes
@every_name
def test_hostile_names_on_every_screen(name: str, size: tuple[int, int]) -> None:
    kept = book()
    game = begin(kept, names=(name or "Red", f"{name} 2"), title=name)
    play_on(game, "shoot")
    game.add_note(name or "empty")

    async def story(stage: Stage) -> None:
        for screen in ("", "v", "?", "⎋", "12s⏎", "w", "⎋", "t", "⎋", "q"):
            await stage.press(screen)
            check(stage, size)

    act(story, kept, size=size, game="m1")


def check(stage: Stage, size: tuple[int, int]) -> None:
    """No row is longer or shorter than the screen; nothing of a control character is in it."""
    for strip in stage.strips():
        text = "".join(segment.text for segment in strip)
        assert cell_len(text) == size[0], text
        assert not any(unicodedata.category(c) in ("Cc", "Cf") for c in text)


@pytest.mark.thorough
def test_brackets_are_shown_as_they_were_typed() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("'")
        await stage.press("[/b] [Clan] Wolf⏎")
        assert "[/b] [Clan] Wolf" in stage.text

    at_table(story, TO_SHOOT)


any_text = st.text(max_size=60) | st.sampled_from((*HOSTILE, ALL, LONG))


@given(any_text, st.integers(0, 90))
def test_cut_and_pad_keep_to_the_cells(text: str, width: int) -> None:
    assert cell_len(cut_text(text, width)) <= width
    assert cell_len(pad_text(text, width)) == width
    if cell_len(remove_unprintable_characters(text)) <= width:
        assert cut_text(text, width) == remove_unprintable_characters(text)
    elif width:
        assert cut_text(text, width).endswith("…")


@given(any_text, any_text, st.integers(1, 90))
def test_lines_and_rules_are_as_wide_as_they_should_be(left: str, right: str, width: int) -> None:
    for content in (
        fill_line(width, [left], [right]),
        draw_horizontal_rule(width, [left], [right]),
    ):
        assert content.cell_length == width
        assert "\n" not in content.plain


@given(any_text, st.integers(2, 60))
def test_wrapping_loses_no_word(text: str, width: int) -> None:
    found = wrap_text(text, width)
    assert all(cell_len(row) <= width for row in found)
    assert "".join("".join(found).split()) == "".join(remove_unprintable_characters(text).split())


def test_a_percent_sign_stays_beside_its_number() -> None:
    text = "B1 Claw pack: 3 hits (19 % of such attacks do as well)"
    assert wrap_text(text, 24) == ["B1 Claw pack: 3 hits", "(19 % of such attacks do", "as well)"]
    assert wrap_text("aaaa1 %", 5) == ["aaaa1", "%"]


@given(any_text)
def test_no_text_is_markup(text: str) -> None:
    assert join_styled([text]).plain == remove_unprintable_characters(text)
    assert fit_content(Content(remove_unprintable_characters(text)), 20).cell_length == 20


@examples(25)
@given(any_text, st.integers(24, 60))
def test_the_row_of_a_unit_fits(name: str, width: int) -> None:
    state = State()
    red = make_side_id("r")
    state.info = replace(state.info, sides=(Side(red, "Red", "r"),))
    state.units[make_unit_id("r1")] = Unit(red, name, (), 12)
    state.units[make_unit_id("r10")] = Unit(red, f"{name}x", (), 12)
    found = build_roster_rows(state, red)
    assert [row.number for row in found] == ["1", "10"]
    assert {draw_unit_line(row, found, width, "red").cell_length for row in found} == {width}


def test_only_the_longest_names_are_cut_until_all_fit() -> None:
    assert shorten_names(["Grenadiers", "Orcs"], 14) == ["Grenadiers", "Orcs"]
    assert shorten_names(["Grenadiers", "Orcs"], 11) == ["Grenad…", "Orcs"]
    assert shorten_names(["Grenadiers", "Musketeers"], 11) == ["Gren…", "Musk…"]
    assert shorten_names(["Grenadiers", "Orcs"], -1) == ["…", "…"]

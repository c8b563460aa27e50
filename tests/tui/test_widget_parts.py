"""Widgets by themselves: fields, texts in cells, rows of blocks, panels."""

from __future__ import annotations

from typing import Any

import pytest
from textual.content import Content

from tests.tui.quiet import drawn, plain
from tui.key_bindings import KeyCommand
from tui.terminal_text_fitting import (
    count_cells,
    cut_beginning,
    cut_text,
    draw_horizontal_rule,
    fill_line,
    fit_content,
    pad_text,
    remove_unprintable_characters,
    wrap_text,
)
from tui.widgets.large_characters import (
    draw_big_number,
    draw_large_digits,
    draw_large_text,
    place_number_beside_text,
    split_needed_number,
)
from tui.widgets.list_rows import compute_name_width, draw_row_digit, find_first_shown_row
from tui.widgets.panel import Panel, PanelEdges
from tui.widgets.screen_bottom_lines import BottomBorder, Footer
from tui.widgets.text_fields import TextField, TextFieldList

# ------------------------------------------------------------------------------- fields


def typed(fields: TextFieldList, *keys: str) -> TextFieldList:
    for key in keys:
        assert fields.handle_key(key, key if len(key) == 1 else None)
    return fields


def test_arrows_mend_where_typing_would_replace() -> None:
    fields = TextFieldList([TextField("hit", "4516")])
    assert (fields.current_field.cursor, fields.current_field.is_changed) == (4, False)
    typed(fields, "left", "left", "9")
    assert (fields.current_field.text, fields.current_field.cursor) == ("45916", 3)
    typed(fields, "right", "8")
    assert fields.current_field.text == "459186"
    typed(fields, "right", "right", "right")
    assert fields.current_field.cursor == 6
    typed(fields, "home", "left", "7", "end", "0")
    assert fields.current_field.text == "74591860"
    typed(fields, "home", "backspace")
    assert fields.current_field.text == "74591860"  # there is nothing before the first
    typed(fields, "delete", "end", "delete", "backspace")
    assert fields.current_field.text == "459186"


@pytest.mark.parametrize(
    ("key", "left", "then"), [("backspace", "451", "45112"), ("delete", "", "12")]
)
def test_backspace_mends_what_stands_there_and_delete_clears_it(
    key: str, left: str, then: str
) -> None:
    fields = typed(TextFieldList([TextField("hit", "4516")]), key)
    current = fields.current_field
    assert (current.text, current.cursor, current.is_replaced_by_typing) == (left, len(left), False)
    typed(fields, "1", "2")
    assert fields.current_field.text == then


def test_tab_and_arrows_go_round_the_fields() -> None:
    fields = TextFieldList([TextField(name, name) for name in "abc"])
    places = []
    for key in ("tab", "down", "tab", "up", "shift+tab", "up"):
        typed(fields, key)
        places.append(fields.cursor)
    assert places == [1, 2, 0, 2, 1, 0]
    typed(fields, "left")
    assert not fields.current_field.is_replaced_by_typing
    typed(fields, "down", "up")
    assert (fields.current_field.is_replaced_by_typing, fields.current_field.cursor) == (True, 1)
    typed(fields, "x")
    assert fields.current_field.text == "x"
    assert TextField("a", " 1 ", original="1").is_changed is False
    assert TextFieldList().fields == []


# --------------------------------------------------------------------------------- text


def test_text_is_cut_to_the_cell() -> None:
    assert [cut_text("abcdef", width) for width in (6, 5, 1, 0, -1)] == [
        "abcdef",
        "abcd…",
        "…",
        "",
        "",
    ]
    assert cut_text("ab cdef", 4) == "ab…"  # no blank before the ellipsis
    assert cut_text("漢字漢", 5) == "漢字…"
    assert cut_text("漢字漢", 4) == "漢…"
    assert [cut_beginning("abcdef", width) for width in (6, 5, 1, 0)] == [
        "abcdef",
        "…cdef",
        "…",
        "",
    ]
    assert cut_beginning("ab cdef", 5) == "…cdef"
    assert cut_beginning("abc def", 5) == "…def"
    assert [pad_text("ab", width) for width in (4, 2, 1)] == ["ab  ", "ab", "…"]
    assert count_cells("漢a") == 3
    assert remove_unprintable_characters("a\tb\nc\x1b[0m\u200d") == "a b c[0m"
    assert remove_unprintable_characters("plain") == "plain"
    assert remove_unprintable_characters("─ ❤\ufe0f │") == "─ ❤ │"


def test_lines_are_as_wide_as_they_are_told() -> None:
    assert fill_line(8, ["ab"]).plain == "ab      "
    assert fill_line(8, ["ab"], ["cd"]).plain == "ab    cd"
    assert fill_line(8, ["abcdefgh"], ["cd"]).plain == "abcde…cd"
    assert fill_line(2, ["ab"], ["cd"]).plain == "cd"
    assert fill_line(3, ["ab"], ["cd"]).plain == "…cd"
    assert fill_line(2, ["ab"], ["cde"]).plain == "c…"
    assert fit_content(Content("abc"), 3).plain == "abc"
    assert fit_content(Content("abc"), 0).plain.strip("…") == ""
    assert draw_horizontal_rule(10).plain == "─" * 10
    assert draw_horizontal_rule(10, ["ab"]).plain == "─ ab ─────"
    assert draw_horizontal_rule(12, ["ab"], ["c"]).plain == "─ ab ─── c ─"
    assert draw_horizontal_rule(12, ["abcdefghij"], ["c"]).plain == "─ abc… ─ c ─"


def test_text_is_broken_between_words_where_it_can_be() -> None:
    assert wrap_text("one two three", 7) == ["one two", "three"]
    assert wrap_text("one two three", 6) == ["one", "two", "three"]
    assert wrap_text("abcdefgh i", 4) == ["abcd", "efgh", "i"]
    assert wrap_text("abcdefg i", 5) == ["abcde", "fg i"]
    assert wrap_text("漢字", 1) == ["漢", "字"]
    assert wrap_text("", 5) == []
    assert wrap_text("abc", 0) == ["abc"]


# ------------------------------------------------------------------------------- numbers


def test_numbers_across_the_table_are_five_rows_of_blocks() -> None:
    assert draw_large_digits("1", 1) == ["  ██", "████", "  ██", "  ██", "██████"]
    assert draw_large_digits("7:", 1) == [
        "██████", "    ██  ██", "  ██", "  ██    ██", "  ██",
    ]  # fmt: skip
    assert draw_large_digits("-", 2) == [
        "",
        "",
        "",
        "",
        "████████████",
        "████████████",
        "",
        "",
        "",
        "",
    ]
    assert (draw_large_digits("", 1), draw_large_digits("4x", 1)) == ([], [])


@pytest.mark.parametrize(
    ("sign", "rows"),
    [
        ("0", "### #.# #.# #.# ###"), ("2", "### ..# ### #.. ###"), ("3", "### ..# ### ..# ###"),
        ("4", "#.# #.# ### ..# ..#"), ("5", "### #.. ### ..# ###"), ("6", "### #.. ### #.# ###"),
        ("8", "### #.# ### #.# ###"), ("9", "### #.# ### ..# ###"), ("+", "... .#. ### .#. ..."),
    ],
)  # fmt: skip
def test_every_digit_is_drawn_as_it_is_known(sign: str, rows: str) -> None:
    """As on any clock of seven bars, three points wide and five high; a plus is a cross."""
    bars = [row.replace("#", "██").replace(".", "  ").rstrip() for row in rows.split()]
    assert draw_large_digits(sign, 1) == bars


def test_a_number_needed_is_told_from_what_stands_beside_it() -> None:
    assert split_needed_number("4+") == ("4+", "")
    assert split_needed_number("7 or less") == ("7", " or less")
    assert draw_big_number("") == draw_big_number("a test") == []
    assert [len(row) for row in draw_big_number("12")] == [6, 6, 6]
    assert draw_big_number("4 or less")[2].endswith(" or less")
    left, right = [Content("a"), Content("b")], [Content("X")]
    assert plain(place_number_beside_text(left, right, 6)) == ["a   X", "b"]
    assert plain(place_number_beside_text(right, left, 6)) == ["X   a", "    b"]


def test_half_blocks_are_two_points_high() -> None:
    # I is one point wide and five high: two full blocks and an upper half one.
    assert draw_large_text("I", 9) == ["█ ", "█ ", "▀ "]
    assert draw_large_text("i\u0301", 9) == draw_large_text("I", 9)  # without its accent
    assert draw_large_text("-", 9) == ["    ", "▀▀▀ ", "    "]
    assert draw_large_text("−", 9) == draw_large_text("-", 9)
    assert draw_large_text("II", 3) == ["█ █", "█ █", "▀ ▀"]
    assert draw_large_text("II", 2) == ["█ ", "█ ", "▀ "]
    assert draw_large_text("I", 0) == ["", "", ""]
    assert draw_large_text("", 9) == draw_large_text("I%", 9) == []


# ---------------------------------------------------------------------------------- rows


def test_lists_keep_the_marked_row_in_sight() -> None:
    assert [find_first_shown_row(10, at, 4) for at in (0, 2, 3, 5, 8, 9)] == [0, 0, 1, 3, 6, 6]
    assert find_first_shown_row(10, None, 4) == 0
    assert find_first_shown_row(3, 2, 4) == 0
    assert [draw_row_digit(place)[0] for place in (0, 8, 9)] == ["1", "9", " "]
    assert compute_name_width(["ab"], 40) == 6
    assert compute_name_width(["a" * 10, "b"], 40) == 10
    assert compute_name_width(["a" * 30], 40) == 20
    assert compute_name_width(["a" * 30], 90) == 24
    assert compute_name_width([], 90) == 6


# ------------------------------------------------------------------------------ the frame


class Told(Panel):
    """A panel with five lines."""

    def render_title(self) -> Any:
        return ["title"]

    def render_right_title(self) -> Any:
        return ["aside"]

    def render_body(self, width: int, height: int) -> list[Content]:
        return [Content(f"{n} of {width}x{height}") for n in range(5)]


def test_a_panel_is_drawn_to_the_cell() -> None:
    # 22 cells between the corners: 1 + 7 of the title, 7 + 1 of what stands aside, 6 are left.
    head = "├─ title ────── aside ─┤"
    assert drawn(Told(), 24, 4) == [
        head,
        "│0 of 22x3             │",
        "│1 of 22x3             │",
        "│2 of 22x3             │",
    ]
    lines = drawn(Told(), 24, 8)
    assert lines[:2] == [head, "│0 of 22x7             │"]
    assert lines[6:] == ["│" + " " * 22 + "│"] * 2
    joined = Told(PanelEdges("┌", "┐", joints=((3, "┬"), (12, "┬"))))
    top = drawn(joined, 24, 2)[0]
    assert (top[0], top[3], top[12], top[-1]) == ("┌", "t", "┬", "┐")
    assert drawn(Panel(), 6, 2) == ["├────┤", "│    │"]


def test_a_panel_is_closed_by_a_rule() -> None:
    assert drawn(BottomBorder(), 8) == ["└──────┘"]
    commands = tuple(KeyCommand(f"k{n}", (str(n),), str(n), f"w{n}", "") for n in range(1, 8))
    assert drawn(BottomBorder(lambda: commands[:2]), 18) == ["└── 1 w1 · 2 w2 ─┘"]
    assert drawn(BottomBorder(lambda: commands[:2]), 16) == ["└─────── 1 w1 ─┘"]  # each in whole
    assert drawn(Footer(commands), 60) == [
        " 1 w1   2 w2   3 w3   4 w4   5 w5   6 w6".ljust(60)  # six at most
    ]

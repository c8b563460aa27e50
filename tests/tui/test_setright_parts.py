"""Setting right by hand without a screen: where the cursor goes, what is drawn, what is said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from textual.content import Content

from tests.tui.kit import TO_SHOOT, begin, begin_figures, book
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustmentRow,
    make_choice_row,
    make_number_row,
)
from tracker.vocabulary.subject_ids import MATCH
from tui.correcting import adjustment_panels
from tui.correcting.adjustment_form import AdjustmentForm, list_adjustable_line_subjects_and_sides
from tui.correcting.adjustment_panels import AdjustmentLine, AdjustmentPanel, _arrange_in_columns
from tui.correcting.adjustment_sheet import (
    format_subject_label,
    get_row_key,
    list_matching_subjects,
    parse_row_value,
)


@pytest.fixture
def form() -> AdjustmentForm:
    return AdjustmentForm(begin(book(), TO_SHOOT))


@pytest.fixture
def figures() -> AdjustmentForm:
    return AdjustmentForm(begin_figures(book("combat-zone")))


def typed(form: AdjustmentForm, keys: str) -> AdjustmentForm:
    for key in keys:
        assert form.accepts_character(key)
        form.type_character(key)
    return form


def plain(lines: list[Content]) -> list[str]:
    return [each.plain.rstrip() for each in lines]


def text_of(pieces: Any) -> str:
    return "".join(each if isinstance(each, str) else each[0] for each in pieces)


# ------------------------------------------------------------------------------- the cursor


def test_who_is_picked_by_number_and_the_sides_by_a_letter(form: AdjustmentForm) -> None:
    assert (form.stage, form.current_row, form.side) == ("pick", None, "s:r")
    assert not form.accepts_character("n")
    form.move_cursor_vertically(1)
    assert form.cursor == 0
    typed(form, "9")
    assert (form.typed, form.stage) == ("", "pick")  # there is no unit 9
    typed(form, "2")
    assert (form.stage, form.shown_subjects) == ("rows", ["u:r2"])
    form.stage = "pick"
    typed(form, "v")
    assert (form.stage, form.shown_subjects, form.cursor) == ("rows", ["s:r", "s:b"], 0)
    assert [form.accepts_character(key) for key in "n?#v"] == [False, False, False, True]


def test_a_number_that_begins_others_waits_for_the_next_digit(figures: AdjustmentForm) -> None:
    """Figures 11 to 16 of Jackals' first group: 1 alone is none of them yet."""
    typed(figures, "1")
    assert (figures.stage, figures.typed) == ("pick", "1")
    assert len(figures.list_subjects_matching_input()) > 1
    assert figures.go_back_one_step()
    assert (figures.typed, figures.go_back_one_step()) == ("", False)
    typed(figures, "1")
    figures.erase_last_character()
    assert figures.typed == ""
    typed(figures, "10")
    assert figures.typed == "1"  # 0 is the sheet of all only as the first key, and nobody is 10
    figures.go_to_other_side_or_next_unit()
    assert (figures.typed, figures.side) == ("", "s:b")
    typed(figures, "0")
    assert figures.stage == "grid"


def test_what_these_rules_do_not_keep_is_not_gone_to(figures: AdjustmentForm) -> None:
    kept = [s for s in figures.sheet.list_subjects() if s.startswith("s:")]
    typed(figures, "v")
    assert figures.stage == ("rows" if kept else "pick")


def test_the_cursor_stops_at_both_ends_of_the_rows(form: AdjustmentForm) -> None:
    typed(form, "1")
    last = len(form.list_rows()) - 1
    form.move_cursor_vertically(-1)
    assert form.cursor == 0
    form.move_cursor_vertically(1)
    assert form.cursor == 1
    form.move_cursor_vertically(99)
    assert form.cursor == last
    form.move_cursor_vertically(-1)
    assert form.cursor == last - 1


def test_sideways_is_a_value_in_the_rows_and_a_column_on_the_sheet(form: AdjustmentForm) -> None:
    typed(form, "1")
    form.change_value_or_move_column(-1)
    assert form.sheet.format_adjustment_line_or_refusal() == "fix r1 figures -1"
    form.change_value_or_move_column(1)
    form.change_value_or_move_column(1)  # eight of eight: there are no more
    assert form.sheet.changed_values == {}
    form.stage, form.cursor = "grid", 0
    form.change_value_or_move_column(-1)
    assert form.column == 0
    form.change_value_or_move_column(1)
    assert form.column == 1
    form.change_value_or_move_column(99)
    assert form.sheet.list_column_headings()[form.column] == "immob."
    assert form.current_row is None  # nobody of Alpha is a vehicle


def test_a_cell_of_the_sheet_of_all_is_typed_into(form: AdjustmentForm) -> None:
    typed(form, "0")
    form.move_cursor_vertically(1)
    typed(form, "-")
    assert form.sheet.format_adjustment_line_or_refusal() == "fix r2 figures -1"
    form.erase_last_character()
    assert form.sheet.changed_values == {}
    form.move_cursor_vertically(99)  # the points of Blue: they have no order
    form.change_value_or_move_column(3)
    assert form.current_row is None
    typed(form, "4")
    form.erase_last_character()
    form.stage = "rows"
    form.shown_subjects = []
    form.change_value_or_move_column(1)
    assert form.sheet.changed_values == {}


def test_tab_goes_to_the_other_side_the_next_unit_or_the_next_of_several(
    form: AdjustmentForm,
) -> None:
    form.go_to_other_side_or_next_unit()
    assert form.side == "s:b"
    typed(form, "3")
    assert form.shown_subjects == ["u:b3"]
    form.go_to_other_side_or_next_unit()
    assert form.shown_subjects == ["s:r"]
    form.go_to_other_side_or_next_unit()
    form.go_to_other_side_or_next_unit()
    assert form.shown_subjects == [MATCH]
    form.go_to_other_side_or_next_unit()
    assert form.shown_subjects == ["u:r1"]  # round again
    # Two sides on one sheet: the first row of the other, then of the first again.
    form.shown_subjects, form.cursor = ["s:r", "s:b"], 1
    form.go_to_other_side_or_next_unit()
    (first,) = {row.subject for row in form.list_rows()[: form.cursor]}
    assert (first, form.list_rows()[form.cursor].subject) == ("s:r", "s:b")
    form.go_to_other_side_or_next_unit()
    assert form.cursor == 0
    # On the sheet of all: three units of Red, three of Blue, then both sides.
    form.stage, form.cursor = "grid", 1
    form.go_to_other_side_or_next_unit()
    assert form.cursor == 3
    form.go_to_other_side_or_next_unit()
    assert form.cursor == 0


def test_a_reason_is_typed_and_mended_before_anything_else(form: AdjustmentForm) -> None:
    form.is_giving_reason = True
    typed(form, "no?")
    form.erase_last_character()
    assert form.reason.text == "no"
    assert form.go_back_one_step()
    assert (form.is_giving_reason, form.stage) == (False, "pick")


def test_the_form_about_a_line_shows_whom_it_names_and_the_points() -> None:
    game = begin(book(), TO_SHOOT)
    assert list_adjustable_line_subjects_and_sides(game, ["u:b2", "u:r1", "u:b2", "u:r9"]) == [
        "u:b2",
        "u:r1",
        "s:r",
        "s:b",
    ]
    assert AdjustmentForm(game, subjects=["u:b2"]).stage == "rows"


def test_where_figures_act_one_by_one_a_group_stands_only_where_no_figure_does() -> None:
    game = begin_figures(book("combat-zone"))
    sheet = AdjustmentForm(game).sheet.list_subjects()
    figure = next(one for one in sheet if one.startswith("f:"))
    units = [one for one in sheet if one.startswith("u:")]
    found = list_adjustable_line_subjects_and_sides(game, [*units[:1], figure])
    assert [one for one in found if not one.startswith("s:")] == [figure]
    assert [
        one
        for one in list_adjustable_line_subjects_and_sides(game, units[:1])
        if not one.startswith("s:")
    ] == units[:1]


# -------------------------------------------------------------------------------- the sheet

FIVE = ("a1", "a2", "a3", "b1", "b2")


def row_of(*values: str, value: str = "", subject: str = "u:r1") -> AdjustmentRow:
    return make_choice_row(subject, "melee", value or values[0], [(each, each) for each in values])


def test_what_does_not_fit_says_what_does_and_long_lists_are_shortened(
    form: AdjustmentForm,
) -> None:
    row = form.sheet.list_rows(["u:r1"])[3]
    form.sheet.type_character(row, "9")
    assert form.sheet.error == "order die: –, 1, 2, 3, 4, 5, 6"  # seven values are all named
    assert form.sheet.changed_values == {}
    form.sheet.forget_typed_characters()
    assert (form.sheet.typed, form.sheet.error) == ("", "")
    eight = row_of("–", *map(str, range(1, 8)))
    form.sheet.type_character(eight, "9")
    assert form.sheet.error == "melee: –, 1 … 7"
    form.sheet.forget_typed_characters()
    form.sheet.type_character(form.sheet.list_rows(["u:r1"])[0], "9")
    assert form.sheet.error == "figures: a number from 0 to 8, or +1"


@pytest.mark.parametrize("keys", ["10", "+1", "9"])
def test_a_refused_number_leaves_nothing_behind_and_its_row_is_not_left(
    form: AdjustmentForm, keys: str
) -> None:
    typed(form, "1")
    assert form.current_row is form.list_rows()[0]  # figures, 8 of 8
    typed(form, keys)
    form.move_cursor_vertically(1)
    form.go_to_other_side_or_next_unit()
    assert (form.cursor, form.sheet.typed, form.sheet.changed_values) == (0, keys, {})
    assert form.sheet.error == "figures: a number from 0 to 8, or +1"
    while form.sheet.error:
        form.erase_last_character()
    form.move_cursor_vertically(1)
    assert form.cursor == 1


def test_a_refused_number_is_shown_in_its_cell_which_is_not_left(form: AdjustmentForm) -> None:
    typed(form, "0")
    typed(form, "10")
    for move in (form.move_cursor_vertically, form.change_value_or_move_column):
        move(1)
        assert (form.cursor, form.column, form.sheet.changed_values) == (0, 0, {})
    assert "8→10▌" in plain(AdjustmentPanel(form).render_body(78, 16))[1]


def test_erased_typing_begins_again_from_how_it_stood(form: AdjustmentForm) -> None:
    row = form.sheet.list_rows(["u:r1"])[0]
    for key in "--":
        form.sheet.type_character(row, key)
    assert form.sheet.get_shown_value(row) == "6"
    form.sheet.erase_last_character(row)
    assert (form.sheet.get_shown_value(row), form.sheet.typed) == ("7", "-")
    form.sheet.erase_last_character(row)
    form.sheet.erase_last_character(row)
    assert (form.sheet.get_shown_value(row), form.sheet.new_values) == ("8", {})


def test_the_beginning_of_a_value_stands_for_it_but_not_of_a_number() -> None:
    assert [parse_row_value(row_of(*FIVE), text) for text in ("A", "b", "B2", "c", "0", "1")] == [
        "a1", "b1", "b2", None, None, None,
    ]  # fmt: skip
    assert parse_row_value(row_of("–", "b1"), "0") == "–"
    assert parse_row_value(row_of("–", "b1"), "1") is None
    tens = make_number_row("u:r1", "figures", 10, 12, lambda n: f"fix r1 figures {n - 10:+d}")
    assert [parse_row_value(tens, n) for n in ("1", "12", "13", "+2", "+3", "-10", "-11")] == [
        "1", "12", None, "12", None, "0", None,
    ]  # fmt: skip


def test_a_value_steps_no_further_than_there_are_values(form: AdjustmentForm) -> None:
    row = form.sheet.list_rows(["u:r1"])[2]  # PANIC since turn: –, 0, 1
    form.sheet.change_value(row, -1)
    assert form.sheet.changed_values == {}
    form.sheet.change_value(row, 1)
    form.sheet.change_value(row, 1)
    form.sheet.change_value(row, 1)
    assert form.sheet.changed_values == {get_row_key(row): "1"}
    form.sheet.change_value(row, -2)
    assert form.sheet.changed_values == {}


def test_who_somebody_is(form: AdjustmentForm, figures: AdjustmentForm) -> None:
    state = form.game.state
    assert [format_subject_label(state, one) for one in ("u:b2", "s:r", MATCH)] == [
        "2 Dusk rifles",
        "Red",
        "",
    ]
    assert [state.find_side(one) for one in ("u:b2", "s:r", MATCH)] == ["s:b", "s:r", None]
    group, one, *_ = list_matching_subjects(figures.sheet, figures.side, "1")
    assert group == "u:r1"
    figure = figures.game.state.figures[one]  # type: ignore[index]
    assert format_subject_label(figures.game.state, one).split(" ", 1)[1] == (
        figure.name or figure.profile
    )
    assert figures.game.state.find_side(one) == "s:r"


# ------------------------------------------------------------------------------- the panels


def test_who_can_be_picked_stands_side_by_side_below_each_side(form: AdjustmentForm) -> None:
    # The longest of Blue, a blank and "2 Dusk rifles", has 14 cells, and 2 part it from the next:
    # 16 and 16 fit into 38, no third. Of Red " 3 Hammer" and 2: three of 11.
    assert plain(AdjustmentPanel(form).render_body(40, 20))[:5] == [
        " RED",
        f"   {'1 Alpha':<11}{'2 Bravo':<11}3 Hammer",
        " BLUE  (Tab)",
        f"   {'1 Claw pack':<16}2 Dusk rifles",
        "   3 Stalker",
    ]
    shown = plain(AdjustmentPanel(form).render_body(80, 20))
    assert shown[-3:] == [
        "",
        " 0 all units on one sheet   v VP, new units   p phase",
        " who: ▌",
    ]
    form.sheet.new_values[("u:r2", "figures")] = "7"
    assert (
        plain(AdjustmentPanel(form).render_body(40, 20))[1]
        == f"   {'1 Alpha':<10}*{'2 Bravo':<11}3 Hammer"
    )
    low = plain(AdjustmentPanel(form).render_body(40, 5))
    assert low[:2] == [" RED", f"   {'1 Alpha':<10}*{'2 Bravo':<11}3 Hammer"]
    assert len(low) == 5


@pytest.mark.parametrize(
    ("width", "rows"),
    [(10, ["  ab  cd", "  e"]), (9, ["  ab", "  cd", "  e"]), (5, ["  ab", "  cd", "  e"])],
)
def test_names_stand_side_by_side_as_many_as_fit(width: int, rows: list[str]) -> None:
    # Each has 2 + 2 cells, and 2 stand before all.
    assert plain(_arrange_in_columns([Content(one) for one in ("ab", "cd", "e")], width)) == rows
    assert _arrange_in_columns([], width) == []


def sheet_of(rows: list[AdjustmentRow], at: int = 0, **said: Any) -> Any:
    """A sheet of rows, without a game behind it."""
    sheet = SimpleNamespace(
        typed="",
        error="",
        changed_values={},
        get_shown_value=lambda row: row.value,
        format_adjustment_line_or_refusal=lambda: "",
        **said,
    )
    return SimpleNamespace(
        sheet=sheet, stage="rows", cursor=at, list_rows=lambda: rows,
        current_row=rows[at] if rows else None, about=None,
        closes=False, is_giving_reason=False, reason=SimpleNamespace(text=""),
        game=SimpleNamespace(history=SimpleNamespace(get_line_number=lambda version: version + 1)),
    )  # fmt: skip


def test_the_marked_row_stays_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty rows below the name of the game, in six lines: the head, four, what a row may be."""
    monkeypatch.setattr(
        AdjustmentPanel, "_render_section", lambda self, subject, width: Content(" GAME")
    )
    monkeypatch.setattr(adjustment_panels, "format_subject_label", lambda state, subject: "")
    rows = [make_choice_row(MATCH, f"row {n}", "–", [("–", ""), ("yes", "")]) for n in range(20)]

    def words(at: int, height: int = 6) -> list[str]:
        form = sheet_of(rows, at)
        form.game.state = None
        shown = plain(AdjustmentPanel(form).render_body(60, height))
        assert len(shown) == max(height, 3)
        assert shown[-1] == f" row {at}: → or type: – · yes"
        return [" ".join(each.split()[:3]) for each in shown[1:-1]]

    assert words(0) == ["GAME", "▸ row 0", "row 1 –", "row 2 –"]
    assert words(9) == ["row 7 –", "row 8 –", "▸ row 9", "row 10 –"]
    assert words(19) == ["row 16 –", "row 17 –", "row 18 –", "▸ row 19"]
    assert words(9, 1) == ["▸ row 9"]
    assert len(words(0, 30)) == 28


def test_how_a_row_stands_and_what_it_will_be() -> None:
    rows = [make_choice_row(MATCH, "phase", "orders", [("orders", ""), ("move", "fix")])]
    form = sheet_of(rows)
    row = AdjustmentPanel(form)._render_value_row(rows[0], 60, is_marked=True).plain
    # Two columns of 14 at the right, one blank between them.
    assert row == "▸   phase".ljust(32) + "orders".ljust(14) + "orders ▌".ljust(14)
    row = AdjustmentPanel(form)._render_value_row(rows[0], 60, is_marked=False).plain
    assert row == "    phase".ljust(32) + "orders".ljust(28)
    form.sheet.changed_values, form.sheet.get_shown_value = (
        {get_row_key(rows[0]): "move"},
        lambda row: "move",
    )
    row = AdjustmentPanel(form)._render_value_row(rows[0], 60, is_marked=False).plain
    assert row.rstrip().endswith("orders        move")


@pytest.mark.parametrize(
    ("value", "here", "each", "said"),
    [
        ("4", False, 8, "4"),
        ("4", True, 8, "4▌"),
        ("12", False, 8, "4→12"),
        ("1234", False, 8, "4→1234"),  # six of the eight cells
        ("12345", False, 8, "→12345"),
        ("12345678", True, 8, "→1234…▌"),
    ],
)
def test_a_cell_shows_what_stands_and_what_will_be(
    value: str, here: bool, each: int, said: str
) -> None:
    row = make_choice_row("u:r1", "figures", "4", [("4", ""), (value, "")])
    form = sheet_of([row])
    form.sheet.get_shown_value = lambda row: value
    form.sheet.changed_values = {get_row_key(row): value} if value != "4" else {}
    text = AdjustmentPanel(form)._render_grid_cell(row, each, is_marked=here)[0]
    assert text == said.ljust(each)
    assert AdjustmentPanel(form)._render_grid_cell(None, each, is_marked=here)[0] == (
        "▌" if here else ""
    ).ljust(each)


def test_what_the_head_and_the_line_below_say() -> None:
    form = sheet_of([])
    assert text_of(AdjustmentPanel(form).render_title()) == "fix by hand"
    assert text_of(AdjustmentPanel(form).render_right_title()) == "0 changed"
    assert text_of(AdjustmentLine(form).render_title()) == ""
    form.stage, form.closes = "grid", True
    assert (
        text_of(AdjustmentPanel(form).render_title()) == "table check · outcome only, without dice"
    )
    form.about = 6
    assert text_of(AdjustmentPanel(form).render_title()) == "table check · line 7 was misplayed"
    form.sheet.format_adjustment_line_or_refusal = lambda: "fix r1 moved"
    assert text_of(AdjustmentLine(form).render_title()) == "fix r1 moved about 7"
    form.reason.text = "it did"
    assert text_of(AdjustmentLine(form).render_title()) == "fix r1 moved about 7 # it did"
    form.is_giving_reason = True
    assert text_of(AdjustmentLine(form).render_title()) == "why: it did▌"


def test_what_is_said_below_the_rows(form: AdjustmentForm) -> None:
    panel = AdjustmentPanel(form)
    assert panel._render_row_hint(60).plain.strip() == ""
    typed(form, "1")
    assert panel._render_row_hint(60).plain.rstrip() == " 1 Alpha figures: type the number, or +1"
    form.move_cursor_vertically(3)
    assert (
        panel._render_row_hint(60)
        .plain.rstrip()
        .endswith("order die: → or type: – · 1 · 2 · 3 · 4 · 5 · 6")
    )
    typed(form, "9")
    assert panel._render_row_hint(60).plain.rstrip() == " × order die: –, 1, 2, 3, 4, 5, 6"
    form.sheet.forget_typed_characters()
    typed(form, "4")
    assert panel._render_row_hint(60).plain.startswith(" 1 Alpha order die")
    assert text_of(panel.render_right_title()) == "1 changed"

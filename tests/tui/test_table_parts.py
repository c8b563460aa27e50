"""Parts of the table by themselves: rosters, dice in their places, choices, luck, tables, watch."""

from __future__ import annotations

from typing import Any

import pytest
from textual.content import Content

from tests.tui.kit import TO_MOVE, TO_SHOOT, VOLLEY, begin, begin_figures, book, prompt_at
from tests.tui.quiet import drawn, plain, standin, text_of
from tests.tui.test_sheets import ROUTS
from tracker.application.chances.success_count_rarity import PoolTally
from tracker.procedures.declared.printed_tables import PrintedTable, UsedCells
from tracker.procedures.ruleset import ResourceTally
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.subject_ids import make_unit_id
from tui.prompt.prompt_state import Notice
from tui.prompt.table_prompt import Prompt
from tui.table import spectator_screen
from tui.table.panels import (
    figure_groups_panel,
    log_and_combats_panel,
    luck_objectives_and_tables_panels,
    prompt_panel,
)
from tui.table.panels.luck_objectives_and_tables_panels import (
    NO_ROLLS,
    _compute_column_widths,
    render_luck_lines,
    render_printed_table,
)
from tui.table.panels.prompt_panel import render_subject_names_or_number_hint
from tui.table.panels.roster_panel import RosterPanel, _cut_to_window, draw_unit_line
from tui.table.panels.typed_dice_and_roll_sheet import (
    _arrange_dice,
    _describe_recording,
    build_preview_of_prompt_dice,
    draw_die,
    render_typed_dice,
)
from tui.table.spectator_screen import SpectatorPanel
from tui.terminal_text_fitting import join_styled
from tui.views.figure_groups_view import NOW, FigureGroupView, FigureRow
from tui.views.typed_dice_preview import (
    DisplayedDie,
    TypedDicePreview,
    describe_dice_result,
    describe_dice_to_record,
    describe_wrong_dice_count,
    list_dice_count_fixes,
)
from tui.views.unit_status_rows import RosterRow, UnitMark
from tui.widgets.panel import PanelEdges

ORDER = UnitMark("o5", "order 5", has_column=True)
REMOVE = UnitMark("−2", "2 to remove", is_serious=True)


def row(number: str = "1", name: str = "Alpha", **said: Any) -> RosterRow:
    found: dict[str, Any] = {
        "unit": f"u:r{number}", "figures_left": 6, "started": 8, "marks": (),
        "figures": "6 riflemen", "status": "left",
    }  # fmt: skip
    return RosterRow(number=number, name=name, **(found | said))


def lines_of(pieces: list[list[Any]]) -> list[str]:
    return [join_styled(each).plain for each in pieces]


# ------------------------------------------------------------------------------- the roster


def test_long_marks_cut_the_name_of_their_own_unit_only() -> None:
    burning = UnitMark("also burning", "also burning")
    rows = [row(name="First squad", marks=(burning,)), row("2", "Second squad")]
    # 38 − 1 − 1 − 1 − 1 − 5 − 1 − 1 − 4 − 1 = 22 cells for the name and 12 of the mark.
    assert draw_unit_line(rows[0], rows, 38, "red").plain == (
        " 1 First squ… 6/8   also burning left "
    )
    assert draw_unit_line(rows[1], rows, 38, "red").plain == (
        " 2 Second squad 6/8".ljust(32) + " left "
    )


def test_a_unit_in_a_line_with_words_where_they_fit() -> None:
    rows = [row(marks=(ORDER, REMOVE), is_acting=True, status="acts"), row("2", "Bravo")]
    # 50 − 1 − 1 − 1 − 1 − 5 − 1 − 1 − 4 − 1 = 34 cells for the name (5 + 2 apart) and the marks.
    assert draw_unit_line(rows[0], rows, 50, "red").plain == (
        "▸1 Alpha   6/8   o5 2 to remove".ljust(44) + " acts "
    )
    assert draw_unit_line(rows[1], rows, 50, "red").plain == " 2 Bravo   6/8".ljust(44) + " left "
    # 14 cells: "o5 2 to remove" beside a name of 6 does not fit, "o5 −2" does.
    assert draw_unit_line(rows[0], rows, 30, "red").plain == (
        "▸1 Alpha  6/8   o5 −2".ljust(24) + " acts "
    )
    wide = draw_unit_line(rows[0], rows, 50, "red", in_words=True).plain
    assert wide == "▸1 Alpha   6/8   order 5, 2 to remove".ljust(44) + " acts "
    assert draw_unit_line(rows[0], rows, 30, "red", in_words=True) == draw_unit_line(
        rows[0], rows, 30, "red"
    )
    assert draw_unit_line(row(is_carried=True), rows, 30, "red").plain[0] == "└"
    assert draw_unit_line(row(is_target=True), rows, 30, "red").plain[0] == "▸"
    ten = [row("9"), row("10", status="†", figures_left=0)]
    assert draw_unit_line(ten[0], ten, 40, "red").plain.startswith("  9 Alpha   6/8")
    assert draw_unit_line(ten[1], ten, 40, "red").plain == " 10 Alpha   0/8".ljust(37) + " † "


def test_where_the_column_would_cost_the_end_of_a_name_there_is_none() -> None:
    rows = [row(name="Abcdefghijkl", marks=(ORDER, REMOVE)), row("2", "Bravo")]
    # 14 cells are left; o5 −2 takes five, and nine are the name's.
    assert draw_unit_line(rows[0], rows, 30, "red").plain == (
        " 1 Abcdefgh… 6/8   o5 −2".ljust(24) + " left "
    )


def test_as_many_units_as_fit_with_those_that_act() -> None:
    blocks = [[Content(f"unit {n}"), Content("below")] for n in range(4)]

    def shown(height: int, acts: int | None) -> list[str]:
        marked = [n == acts for n in range(4)]
        return plain(_cut_to_window(blocks, marked, 20, height))

    assert len(shown(8, None)) == 8
    heads = [f"unit {n}" for n in range(4)]
    assert shown(7, None) == shown(4, None) == heads
    assert shown(3, 3) == [*heads[2:], " … 2 more"]
    assert shown(3, 1) == shown(3, None) == [*heads[:2], " … 2 more"]
    assert shown(3, 2) == [*heads[1:3], " … 2 more"]
    assert shown(1, 3) == ["unit 3", " … 3 more"]


def test_a_roster_with_room_tells_what_units_are_made_of() -> None:
    state = begin(book(), TO_SHOOT).state
    side = state.info.sides[0].id

    def panel(*, details: bool) -> RosterPanel:
        return RosterPanel(side, 1, lambda: (state, None), PanelEdges(), is_detailed=details)

    assert text_of(panel(details=False).render_title()) == "RED Iron Third"
    assert text_of(panel(details=True).render_title()) == "RED Iron Third · Anna"
    below = panel(details=True)._render_details(
        row(
            status="–",
            idle_reason="panics",
            last_shot="b2",
            notes=("3 pts",),
            marks=(ORDER, REMOVE),
        ),
        40,
    )
    assert plain(below) == [
        "   – panics", "   6 riflemen", "   last b2", "   3 pts", "   order 5",
    ]  # fmt: skip
    assert plain(panel(details=True)._render_details(row(), 12)) == ["   6 rifle…"]
    assert panel(details=True)._render_details(row(figures_left=0), 40) == []
    assert panel(details=False)._render_details(row(), 40) == []
    whole = panel(details=True).render_body(40, 30)
    assert [each[1:8] for each in plain(whole) if each[1].isdigit()] == [
        "1 Alpha", "2 Bravo", "3 Hamme",
    ]  # fmt: skip
    assert len(panel(details=True).render_body(40, 3)) == 3
    # Six lines for three units: each on its line, and one of what is below it.
    six = plain(panel(details=True).render_body(40, 6))
    assert [each[1] for each in six] == ["1", " ", "2", " ", "3", " "]


# ---------------------------------------------------------------------------------- the dice


@pytest.mark.parametrize(
    ("die", "shown"),
    [
        (DisplayedDie("4"), "4"), (DisplayedDie(""), "_"),
        (DisplayedDie("4", is_selected=True), "[4]"), (DisplayedDie("4", is_by_app=True), "r4"),
        (DisplayedDie("5", "D8"), "D8 [5]"), (DisplayedDie("", "D8"), "D8 [ ]"),
        (DisplayedDie("4", starts_app_dice=True), "| 4"),
        (DisplayedDie("5", "D8", is_selected=True), "D8 [5]"),
        (DisplayedDie("", is_selected=True), "[_]"),
    ],
)  # fmt: skip
def test_a_die_in_its_place(die: DisplayedDie, shown: str) -> None:
    assert join_styled(draw_die(die)).plain == shown


def test_dice_in_rows_with_the_cursor_where_the_next_one_comes() -> None:
    def rows(faces: str, width: int = 40, picked: int | None = None) -> list[str]:
        dice = [
            DisplayedDie(face.strip(), is_selected=at == picked) for at, face in enumerate(faces)
        ]
        return lines_of(_arrange_dice(TypedDicePreview(tuple(dice)), width))

    assert rows("45  ") == ["4 5▌ _ _"]
    assert rows("   ") == ["▌ _ _ _"]
    assert rows("456") == ["4 5 6▌"]
    assert rows("456", picked=1) == ["4 [5] 6"]
    assert rows("  ", picked=0) == ["[_] _"]
    assert rows("45  ", 5) == ["4 5▌", "_ _"]
    assert rows("45  ", 4) == ["4", "5▌", "_ _"]
    assert rows("45  ", 1) == ["4", "5▌", "_", "_"]
    assert lines_of(
        _arrange_dice(TypedDicePreview((DisplayedDie("4", starts_app_dice=True),)), 9)
    ) == ["4▌"]  # nothing stands before it


def test_what_is_written_down_of_the_app_s_dice() -> None:
    prompt: Any = standin(typed_text="4")
    marked = "rolled by the app (marked in the log)"
    assert (
        _describe_recording(
            prompt, TypedDicePreview((DisplayedDie("4"), DisplayedDie("5", is_by_app=True)))
        )
        == f"r4: {marked}"
    )
    assert (
        _describe_recording(prompt, TypedDicePreview((DisplayedDie("4", starts_app_dice=True),)))
        == marked
    )
    assert (
        _describe_recording(
            prompt, TypedDicePreview((DisplayedDie("4"), DisplayedDie("5", starts_app_dice=True)))
        )
        == f"typed | {marked}"
    )
    assert (
        _describe_recording(prompt, TypedDicePreview((DisplayedDie("4"),), recorded_as="as it is"))
        == "as it is"
    )
    prompt.typed_text = "4* "
    assert _describe_recording(prompt, TypedDicePreview()).startswith("reroll which?  1 the ones")


def test_dice_and_what_they_come_to_share_a_line_where_they_can() -> None:
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    prompt.typed_text = "4516"
    (line,) = plain(render_typed_dice(prompt, 60))
    # Soft cover: each 5 and each 6 hits... whatever hits, four of ten dice are in.
    assert line.startswith("4 5 1 6▌ _ _ _ _ _ _")
    assert "4 of 10 dice" in line
    assert len(line) <= 60
    apart = plain(render_typed_dice(prompt, 30))
    assert apart[0] == "4 5 1 6▌ _ _ _ _ _ _"
    assert apart[1].strip().startswith("4 of 10 dice")


def reading(
    size: int, result: tuple[int, ...], faces: tuple[int, ...] = (), unread: int = 0
) -> Any:
    return standin(size=size, result=result, faces=faces, unread=unread)


def test_a_wrong_number_of_dice_and_the_ways_on() -> None:
    def refusal(asked: int, typed: int) -> Any:
        return standin(asked=asked, typed=typed, remedies=("drop", "edit", "size"))

    assert (
        describe_wrong_dice_count(refusal(1, 2))
        == "1 die is needed, 2 were typed. Nothing is lost. Choose:"
    )
    assert (
        describe_wrong_dice_count(refusal(8, 1))
        == "8 dice are needed, 1 was typed. Type 7 more, or choose:"
    )
    assert dict(list_dice_count_fixes(refusal(8, 9)))["Backspace"] == "delete the last one"
    surplus = dict(list_dice_count_fixes(refusal(8, 10)))["Backspace"]
    assert surplus == "delete the last 2, one at a time"
    assert [key for key, _ in list_dice_count_fixes(refusal(8, 10))] == ["Backspace", "e", "d"]
    assert [key for key, _ in list_dice_count_fixes(refusal(8, 10), can_edit=False)] == [
        "Backspace",
        "d",
    ]
    assert dict(list_dice_count_fixes(refusal(8, 10)))["d"] == ("you rolled 10: log a table ruling")
    assert describe_dice_result(None, standin(), ("hit", "hits")) == ""
    assert describe_dice_to_record(reading(1, (1,)), standin(form="pool")) == ""
    assert describe_dice_to_record(reading(1, (1,), (6,)), standin(form="score")) == ""


# -------------------------------------------------------------------------------- the prompt


def question(**said: Any) -> Any:
    return standin(**said)


def test_what_may_be_chosen_below_or_beside_each_other() -> None:
    letters = [(each, standin(text=f"way {each}")) for each in "abc"]

    def offered(room: int) -> list[str]:
        return plain(prompt_panel._render_offers(question(lettered_options=letters), 40, room))

    assert offered(3) == ["  a  way a", "  b  way b", "  c  way c"]
    # Two columns of 40 // 2 − 5 cells, each behind its letter; down, and then across.
    assert offered(2) == ["  a  way a            c  way c", "  b  way b"]
    assert offered(1) == offered(0) == [f"  a  {'way a':<8}  b  {'way b':<8}  c  way c"]


def test_a_long_question_is_wrapped_and_not_cut() -> None:
    def shown(width: int) -> list[str]:
        what = "does Red have a figure of a certain kind"
        asked = question(what=what, about="R3", side="Red")
        return plain(prompt_panel._render_choice_title(asked, width))

    what = "Does Red have a figure of a certain kind"
    assert shown(60) == [f"{what}   R3{'Red answers':>15}"]
    assert shown(50) == [f"{what} · R3", f"{'Red answers':>50}"]
    assert shown(42) == [f"{what} ·", f"R3{'Red answers':>40}"]
    assert shown(20)[-1].endswith("Red answers")


def test_which_die_is_asked_next() -> None:
    asked = question(labels=("fire", "die", "gun"))

    def labels(faces: tuple[int, ...] | None) -> list[str]:
        read = None if faces is None else standin(faces=faces)
        return plain(
            prompt_panel._render_next_label(asked, standin(parse_typed_dice=lambda: read), 60)
        )

    assert labels(None) == ["now: fire   then die, gun"]
    assert labels((4,)) == ["now: die   then gun"]
    assert labels((4, 5)) == ["now: gun"]
    assert labels((4, 5, 6)) == []


def test_a_notice_with_its_ways_on() -> None:
    ways = (("Esc", "take it back"), ("d", "one two three four five"))
    found = plain(prompt_panel._render_notice(Notice("six seven eight nine", "refused", ways), 20))
    assert found == [
        "× six seven eight", "  nine", "  Esc  take it back", "  d    one two three",
        "       four five",
    ]  # fmt: skip
    assert prompt_panel._render_notice(None, 20) == []
    signs = [
        plain(prompt_panel._render_notice(Notice("x", kind), 20))[0]
        for kind in ("said", "plain", "advice")
    ]
    assert signs == ["✓ x", "· x", "! x"]


# --------------------------------------------------------------------------- luck and tables


def luck(**said: Any) -> Any:
    found = {"pools": 1, "sides": (), "kinds": (), "rests_on": "12 dice of 3 rolls"}
    return standin(**(found | said))


def tally(made: int, expected: float) -> PoolTally:
    return PoolTally(3, 12, made, expected, at_most=0.5, at_least=0.5, worse=0.5)


def test_luck_is_told_by_side_and_kind() -> None:
    sides = (standin(side="r", side_name="Red", tally=tally(5, 4.5)),
             standin(side="b", side_name="Blue", tally=tally(1, 3.25)))  # fmt: skip
    kinds = (standin(side="r", what="hit", tally=tally(3, 3.0)),)
    lines = plain(render_luck_lines(luck(sides=sides, kinds=kinds), 40))
    assert lines == [
        " Red".ljust(24) + " 5 of 4.5  +0.5",
        "   hit".ljust(24) + " 3 of 3.0   0.0",
        " Blue".ljust(24) + " 1 of 3.2  −2.2",
        " 12 dice of 3 rolls",
    ]
    assert plain(render_luck_lines(luck(pools=0), 80)) == [f" {NO_ROLLS}"]


GRID = PrintedTable(
    "to hit", "T-1", ("range", "soft", "hard"), (("near", "3+", "4+"), ("far", "5+", "6+"))
)


def test_a_printed_table_is_as_wide_as_it_needs_to_be() -> None:
    # "range" and two more; "soft" and "hard" also a cell for the sign.
    assert _compute_column_widths(GRID, 40) == [7, 7, 7]
    assert _compute_column_widths(GRID, 21) == [7, 7, 7]
    assert _compute_column_widths(GRID, 20) == _compute_column_widths(GRID, 18) == [6, 6, 6]
    assert _compute_column_widths(GRID, 17) == [6, 5, 5]
    assert _compute_column_widths(GRID, 8) == [6, 1, 1]
    lines = [each.plain for each in render_printed_table(begin(book(), TO_MOVE), GRID, 60)]
    assert {len(each) for each in lines} == {23}
    assert plain([Content(each) for each in lines]) == [
        "TO HIT".ljust(20) + "T-1",
        "  range  soft   hard",
        "  near   3+     4+",
        "  far    5+     6+",
    ]


# ----------------------------------------------------------------------------- those who watch


def watched(lines: tuple[str, ...] = TO_SHOOT) -> SpectatorPanel:
    return SpectatorPanel(begin(book(), lines))


def test_the_number_needed_is_as_large_as_there_is_room_for() -> None:
    panel = watched()

    def needed(need: str, scale: int = 1) -> list[str]:
        return plain(panel.render_needed_number(standin(need=need), 40, scale))

    # 4 and + are six cells each with two between them: thirteen before fourteen of forty.
    assert needed("4+")[0] == " " * 13 + "██  ██"
    assert len(needed("4+")) == 5
    assert len(needed("4+", 2)) == 10
    assert needed("3 or less")[5] == " " * 16 + "or less"
    assert needed("a test") == [" " * 17 + "a test"]
    assert needed("") == []


def test_the_score_stands_large_below_both_names() -> None:
    panel = watched()
    lines = plain(panel._render_score(60, 1))
    assert lines[0].startswith(" Iron Third (Anna)")
    assert lines[0].endswith("Red Dusk (Farid)")
    assert len(lines) == 6
    assert plain(panel._render_score(20, 1))[0] == " Iron T…    Red Du…"
    assert spectator_screen._pad_to_longest(["a", "abc"]) == ["a  ", "abc"]
    assert spectator_screen._pad_to_longest([]) == []
    assert spectator_screen._centre_text("abc", 9, "").plain == "   abc"
    assert spectator_screen._centre_text("abc", 2, "").plain == "a…"


def test_what_is_rolled_and_what_was_is_shown_to_those_who_watch() -> None:
    panel: Any = watched(VOLLEY)
    text = "\n".join(drawn(panel, 80, 24))
    assert "turn 1 · SHOOT" in text
    assert "Red " in text.splitlines()[7]
    tall = drawn(panel, 100, 32)
    assert len(tall) == 32
    assert sum("█" in each for each in tall) > sum("█" in each for each in text.splitlines())
    assert sum("█" in each for each in drawn(panel, 99, 32)) == sum(
        "█" in each for each in text.splitlines()
    )
    assert len(drawn(panel, 80, 5)) == 5


def test_the_log_tells_of_each_line_as_much_as_there_is_room_for() -> None:
    def told(**said: Any) -> list[str]:
        found: dict[str, Any] = {"kind": "action", "turn": 2, "phase_short": "shoot",
                 "text": "one two three four", "rulings": (), "most": 9,
                 "taken_back": False}  # fmt: skip
        known = found | said
        most, back = known.pop("most"), known.pop("taken_back")
        width = 40 if known["kind"] == "taken back" else 24
        return plain(
            log_and_combats_panel.render_log_line(
                standin(**known), width, is_undone=back, max_lines=most
            )
        )

    # 24 − 11 − 3 cells for the text.
    assert told() == [" T2 shoot    one two", " " * 13 + "three four"]
    assert told(most=1) == [" T2 shoot    one… four"]
    assert told(turn=0) == [" shoot       one two", " " * 13 + "three four"]
    assert told(rulings=("so",))[0] == " T2 shoot  § one two"
    assert told(taken_back=True)[0] == " T2 shoot  ╎ one two"
    assert told(phase_short="charges")[0] == " T2 charges  one two"
    assert told(phase_short="charges", rulings=("so",))[0] == "T2 charges § one two"
    assert told(kind="turn", text="turn 2") == [" ── turn 2"]
    assert told(kind="taken back", text="2") == [f"{' ' * 12}╎ 2".ljust(26) + " x shows them"]
    assert told(text="") == [" T2 shoot"]


def test_a_combat_is_told_in_two_lines() -> None:
    def told(text: str) -> list[str]:
        game: Any = standin(combat_participants_and_states=[("r1", text)])
        return plain(log_and_combats_panel.render_combats(game, 14, 4))

    assert told("strikes") == [" ◆ r1:", "   strikes"]
    assert told("hits") == [" ◆ r1: hits"]
    assert told("one two three four") == [" ◆ r1: one", "   two three…"]


def test_combats_leave_two_thirds_of_the_panel_to_the_log() -> None:
    texts = [("r1 v b1", "one two three"), ("r2 v b2", "four")]
    game: Any = standin(combat_participants_and_states=texts)

    def drawn_in(lines: int) -> list[str]:
        return plain(log_and_combats_panel.render_combats(game, 20, lines))

    # Of 20 cells, 16 are left for the text.
    assert drawn_in(4) == drawn_in(3) == [" ◆ r1 v b1: one two", "   three", " ◆ r2 v b2: four"]
    assert drawn_in(2) == [" ◆ r1 v b1: one tw…", " ◆ r2 v b2: four"]
    assert drawn_in(1) == [" ◆ r1 v b1: one tw…"]
    log: Any = standin(game=game, list_lines=list, list_newest_lines=lambda *_, **__: ())
    assert plain(log_and_combats_panel.LogPanel(log).render_body(20, 6)) == drawn_in(2)


# ------------------------------------------------------------------------------- the groups


def test_what_a_figure_has_left_in_pips_and_numbers() -> None:
    points = ResourceTally("points", 2, 4, pips=True)
    many = ResourceTally("points", 5, 6, pips=True)
    assert figure_groups_panel._draw_pips((points, many)) == "●●○○○○ 5● 6○"
    assert (
        figure_groups_panel._draw_pips((ResourceTally("points", 5, 5, pips=True),)) == "●●●●●○○○○○"
    )
    shots = (ResourceTally("shotgun", 0, 2), points, ResourceTally("rifle", 1, 3))
    assert figure_groups_panel._format_tallies(shots, 30) == "shotgun 2 left, rifle 3 left"
    assert figure_groups_panel._format_tallies(shots, 28) == "shotgun 2 left, rifle 3 left"
    # " 2, " and " 3, " less the last two cells are six: the words have what is left of it.
    assert (
        figure_groups_panel._format_tallies(shots, 27)
        == figure_groups_panel._format_tallies(shots, 18)
        == "shotgun 2, rifle 3"
    )
    assert figure_groups_panel._format_tallies(shots, 17) == "shotg… 2, rifle 3"
    assert figure_groups_panel._format_tallies(shots, 2) == "s… 2, r… 3"
    assert figure_groups_panel._format_tallies((), 9) == ""


def test_marks_in_words_or_as_signs_and_the_last_cut() -> None:
    marks = (UnitMark("P", "PANIC", is_serious=True), UnitMark("o5", "order 5"))

    def shown(width: int) -> str:
        return text_of(figure_groups_panel.draw_unit_marks(marks, width))

    assert [shown(width) for width in (15, 14, 8, 7, 6, 3, 0)] == [
        "PANIC · order 5", "PANIC o5", "PANIC o5", "PANIC …", "PANIC", "PA…", "",
    ]  # fmt: skip
    marks = (UnitMark("!", "damage minor power"), UnitMark("", "effect of damage: leaks oil, slow"))
    assert shown(60) == "damage minor power · effect of damage: leaks oil, slow"


def test_a_long_result_of_a_roll_leaves_room_for_its_dice() -> None:
    """Toughness 12 and two modifiers (CZ-DMG-02 to 04)."""
    need = "12 to damage, 14 major, 16 critical (auto-repair -1, earlier damage +2)"
    wound = Rolled(
        key="scored", what="wound", form="score", dice=(6, 6), faces=(4, 4), result=(11,), bonus=3,
        need=need, first_need="12 to damage",
    )  # fmt: skip
    rules: Any = standin(find_roll_kind=lambda _: None)
    line = prompt_panel._render_old_roll(wound, 60, rules).plain.rstrip()
    assert line.split("   ")[:2] == ["wound", "4 4"]
    assert line.endswith("  total 8 + 3 = 11, no damage")


def test_a_line_tells_how_many_groups_are_not_in_sight() -> None:
    lines = [Content(f"l{n}") for n in range(4)]
    assert plain(figure_groups_panel.limit_lines(lines, 4, 20)) == ["l0", "l1", "l2", "l3"]
    assert plain(figure_groups_panel.limit_lines(lines, 3, 20)) == ["l0", "l1", " … 2 more"]
    panel: Any = figure_groups_panel.GroupsPanel(tuple, PanelEdges())
    assert (list(panel.render_title()), panel.render_body(20, 9)) == ([], [])
    assert figure_groups_panel.measure_groups_height((), 20, 9, in_full=True) == 0


def test_a_long_group_is_cut_to_those_around_the_one_at_work() -> None:
    def told(height: int, *at_work: int) -> list[str]:
        rows = tuple(
            FigureRow(f"1{n}", f"N{n}", "", (), (), status=NOW if n in at_work else "")
            for n in range(1, 7)
        )
        group = FigureGroupView(make_unit_id("r1"), "1", "Jackals", "Red", 1, rows, (), "")
        shown = plain(figure_groups_panel._render_rows_that_fit(group, list(rows), 40, height))
        return [text.replace("▸", " ").split()[0] for text in shown]

    whole = ["11", "12", "13", "14", "15", "16"]
    assert told(6) == told(6, 6) == whole
    assert told(4) == told(4, 1) == told(4, 3) == ["11", "12", "13", "…"]
    assert told(4, 4) == told(4, 1, 4) == ["12", "13", "14", "…"]
    assert told(4, 6) == ["14", "15", "16", "…"]
    assert told(2, 5) == ["15", "…"]
    assert told(1, 5) == ["15"]
    assert told(0, 5) == []


def test_those_who_may_be_said_by_their_numbers_are_told_so() -> None:
    prompt = Prompt(begin_figures(book("combat-zone"), ROUTS))  # 11 and 13 rout

    def told(typed: str, width: int = 40) -> list[str]:
        prompt.typed_text = typed
        return plain(render_subject_names_or_number_hint(prompt, width))

    assert told("") == ["or their numbers: 11,13"]
    assert told("x") == ["or their numbers: 11,13"]
    assert told("0") == ["nobody"]
    assert told("13") == ["13 Vey"]
    assert told("11,13") == ["11 Brakk, 13 Vey"]
    assert told("11,13", 12) == ["11 Brakk, 13", "Vey"]
    assert told("99") == []


def test_nobody_is_said_by_a_number_where_none_are_asked_for_or_two_have_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert render_subject_names_or_number_hint(prompt_at(TO_SHOOT), 40) == []
    assert render_subject_names_or_number_hint(prompt_at((*TO_SHOOT, "r1 > b2 soft")), 40) == []
    reader = standin(accepts_character=lambda key: key == "0")
    at: Any = standin(
        typed_text="", reader=reader, game=standin(match=None), pending=standin(request=None)
    )
    for handles, said in (
        (("r1", "b1"), []),
        (("r1", "b2"), ["or their numbers: 1,2"]),
        (("r1", "r2", "r3"), ["or their numbers: 1,2"]),
    ):
        monkeypatch.setattr(
            prompt_panel, "list_numbered_handles", lambda *_, handles=handles: handles
        )
        assert plain(render_subject_names_or_number_hint(at, 40)) == said
    reader.accepts_character = lambda key: False
    assert render_subject_names_or_number_hint(at, 40) == []


def test_whose_dice_are_the_apps_also_of_those_rolled_again() -> None:
    def marked(prompt: Prompt) -> list[int]:
        return [
            at
            for at, die in enumerate(build_preview_of_prompt_dice(prompt).dice)
            if die.starts_app_dice or die.is_by_app
        ]

    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    prompt.type_text("45")
    prompt.roll_dice_by_app()
    assert marked(prompt) == [2]  # a bar before the first of them
    prompt = prompt_at((*TO_SHOOT, "r1 > b2 soft"))
    prompt.type_text("4516234612")
    prompt.dice_entry.begin_reroll()
    prompt.type_text("1")
    assert marked(prompt) == []
    prompt.type_text("5")
    prompt.roll_dice_by_app()
    assert marked(prompt) == [1]


def test_of_a_table_too_wide_the_columns_around_the_used_one_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A column needs four cells: two for the number, one for the sign and one for the gap. The
    label needs five. Of 30 cells, two go to the pointer, and 28 hold the label and five columns.
    """
    numbers = tuple(str(number) for number in range(10, 20))
    grid = PrintedTable("To hit", "T-1", ("v", *numbers), (("WS 4", *numbers),))
    game = begin(book(), TO_MOVE)

    def drawn_with(column: int) -> list[str]:
        monkeypatch.setattr(
            luck_objectives_and_tables_panels, "find_used_cells", lambda *_: UsedCells((0,), column)
        )
        return plain(render_printed_table(game, grid, 30))

    assert drawn_with(6) == [
        "TO HIT …".ljust(24) + "T-1",
        "  v    13  14  15  16  17",
        "▸ WS 4 13  14  ▸15 16  17",
    ]
    assert drawn_with(1)[2] == "▸ WS 4 ▸10 11  12  13  14"
    assert drawn_with(10)[2] == "▸ WS 4 15  16  17  18  ▸19"


def test_cut_headings_of_a_table_stay_apart() -> None:
    kinds = ("infantry", "light vehicles", "vehicles", "monsters")
    grid = PrintedTable("Save", "", ("armour", *kinds), (("heavy", "2+", "3+", "4+", "5+"),))
    head = plain(render_printed_table(begin(book(), TO_MOVE), grid, 34))[1]
    assert head.split() == ["armour", "infa…", "ligh…", "vehi…", "mons…"]


def test_of_a_table_too_high_the_rows_around_the_used_one_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of five lines, two hold the title and the head."""
    rows = tuple((f"WS {number}", f"{number}+") for number in range(1, 10))
    grid = PrintedTable("To hit", "T-1", ("v", "WS 4"), rows)
    monkeypatch.setattr(
        luck_objectives_and_tables_panels, "find_used_cells", lambda *_: UsedCells((8,), 1)
    )
    lines = plain(render_printed_table(begin(book(), TO_MOVE), grid, 30, 5))
    assert lines[0].startswith("TO HIT …")
    assert [line.split() for line in lines[2:]] == [
        ["WS", "7", "7+"],
        ["WS", "8", "8+"],
        ["▸", "WS", "9", "▸9+"],
    ]


def test_only_the_labels_of_a_table_are_cut_if_only_they_are_too_wide() -> None:
    """The numbers need four cells each, with a gap and a sign, so that 22 remain for the label."""
    grid = PrintedTable("Wide", "", ("what", "12", "34"), (("a" * 30, "5+", "6+"),))
    assert _compute_column_widths(grid, 30) == [22, 4, 4]

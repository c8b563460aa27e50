"""Looking back without a screen: where the cursor goes, what is found, the table as it stood."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual.content import Content

from tests.gamefile.kit import shipped
from tests.tui.kit import TO_SHOOT, begin, begin_figures, book
from tests.tui.quiet import drawn, plain, standin, text_of
from tests.tui.test_correct import TWO_TURNS
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.testing.random_games import make_book
from tracker.vocabulary.events import Noted
from tui.look_back import log_cursor, look_back_panels, past_state_lines
from tui.look_back.log_cursor import LogCursor
from tui.look_back.look_back_panels import (
    LogLinesPanel,
    PastStatePanel,
    Timeline,
    describe_turn_and_phase,
    render_labelled_text,
)
from tui.look_back.past_state_lines import (
    PastFigure,
    PastGroup,
    _render_figure,
    _render_figures,
    _render_figures_packed,
    _render_group_heading,
    list_past_groups,
    render_past_state,
)
from tui.widgets.panel import PanelEdges


def line(number: int, turn: int, phase: str, text: str = "", kind: str = "action") -> Any:
    return standin(
        number=number, last=number, number_range=str(number), turn=turn, phase=phase,
        phase_short=phase,
        kind=kind,
        text=text or f"line {number}", version=number * 10, end=number * 10 + 5, details=(),
        rulings=(), at=0, author="", input=None,
    )  # fmt: skip


# What was taken back is folded: lines 4 and 5. Turn 2 begins with a fold, then line 9.
LINES = (
    line(1, 0, "set-up"),
    line(2, 1, "orders", "dusk orders"),
    line(3, 1, "orders"),
    line(4, 1, "shoot", "2 lines taken back", "taken back"),
    line(6, 1, "shoot", "dusk shoots"),
    line(7, 1, "shoot"),
    line(8, 2, "orders", "1 line taken back", "taken back"),
    line(9, 2, "orders", "Dusk waits"),
    line(10, 2, "orders"),
)


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> LogCursor:
    monkeypatch.setattr(log_cursor, "collect_search_text", lambda game, one: one.text)
    monkeypatch.setattr(
        log_cursor,
        "list_line_entries",
        lambda game, one: [standin(number=one.number + 90, input=None)],
    )
    game: Any = standin(
        history=standin(
            path=(), list_lines=(), last_line_number=10, get_state_at=lambda version: [version]
        )
    )
    log: Any = standin(list_lines=lambda: LINES)
    return LogCursor(game, log)


def numbers(past: LogCursor, *goes: Any) -> list[int]:
    """Where the cursor is after each."""
    found = []
    for go in goes:
        go(past)
        found.append(past.current_line.number)
    return found


def test_the_cursor_goes_past_what_was_taken_back(past: LogCursor) -> None:
    assert (
        past.current_line.number,
        past.highest_line_number,
        past.later_line_count,
    ) == (10, 10, 0)
    steps = [lambda p, n=n: p.move_by_lines(n) for n in (1, -1, -1, -1, -1, -2, -9, 3, 0, 99)]
    assert numbers(past, *steps) == [10, 9, 7, 6, 3, 1, 1, 6, 6, 10]
    past.reload_lines_and_go_to(3)
    assert (past.current_line.number, past.later_line_count) == (3, 4)
    past.reload_lines_and_go_to(4)  # folded: the newest instead
    assert past.current_line.number == 10


def test_points_of_both_sides_have_one_reason() -> None:
    entrants = [Entrant("Red", "8 riflemen"), Entrant("Blue", "Horde: 10 orcs")]
    game = make_book(shipped("free"), random.Random(1)).begin_match("free", entrants)
    for text in ("next", "answer : 1 r 2 b"):
        assert play_line(game, text).error is None
    assert list_log_lines(game.history)[3].text == "Red +1 VP, Blue +2 VP for points of this turn"


def test_points_at_the_end_of_a_turn_are_told_once() -> None:
    entrants = [Entrant("Red", "8 riflemen"), Entrant("Blue", "Horde: 10 orcs")]
    game = make_book(shipped("free"), random.Random(1)).begin_match("free", entrants)
    for text in ("next", "answer : 1 r", "r1 +pinned", "next", "answer : none"):
        assert play_line(game, text).error is None
    lines = list_log_lines(game.history)
    assert [each.text for each in lines[3:]] == [
        "Red +1 VP for points of this turn",
        "turn 1 over · Red 1, Blue 0",
        "R1 Riflemen by hand (+pinned): R1 pinned",
        "turn 2 over · Red 1, Blue 0",
    ]
    found = LogCursor(game, standin(list_lines=lambda: lines))
    changes = {}
    for each in lines[3:5]:
        found.reload_lines_and_go_to(each.number)
        changes[each.text] = [change.name for change in found.list_changes_by_current_line()]
    assert changes == {
        "Red +1 VP for points of this turn": ["Red"],
        "turn 1 over · Red 1, Blue 0": [],
    }


def test_the_dice_before_the_end_of_a_turn_are_not_shown_at_its_end() -> None:
    """The dice for panic end turn 1. They are shown at their own line alone."""
    game = begin(book(), TWO_TURNS)
    lines = list_log_lines(game.history)
    (end,) = (at for at, line in enumerate(lines) if line.kind == "turn")
    found = LogCursor(game, standin(list_lines=lambda: lines))
    panel = PastStatePanel(found, PanelEdges())
    shown = []
    for found.index in (end - 1, end):
        shown.append("dice of line" in " ".join(row.plain for row in panel.render_body(60, 30)))
    assert shown == [True, False]


def test_dice_with_a_long_outcome_are_whole_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = ["morale", "2 5", "7: R1 holds, which is a long outcome"]
    monkeypatch.setattr(look_back_panels, "format_roll_parts", lambda rolled: parts)
    rolled: Any = standin()
    shown = [row.plain.rstrip() for row in look_back_panels._render_roll(rolled, 48)]
    assert shown[0] == " morale   2 5"
    assert shown[-1].strip() == parts[2]
    parts[2] = "7: holds"
    (row,) = look_back_panels._render_roll(rolled, 48)
    assert row.plain.split() == ["morale", "2", "5", "7:", "holds"]


def test_a_note_about_a_part_of_a_line_is_told_of_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log_cursor, "list_line_entries", lambda game, one: [])
    parted = line(3, 1, "orders")
    parted.details = (standin(version=31), standin(version=33))
    events = (
        Noted(text="of a part", about=31), Noted(text="of the line", about=30, star=True),
        Noted(text="of a part", about=33), Noted(text="", about=33), Noted(text="of nothing"),
        Noted(text="of a line that is gone", about=5),
    )  # fmt: skip
    story: Any = standin(
        path=[standin(event=each) for each in events],
        lines=[standin(entry=version) for version in range(1, 99)],
        find_current_version_of_line=lambda version: version,
    )
    seen = (line(2, 1, "orders"), parted, line(4, 1, "orders"))
    found = LogCursor(standin(history=story), standin(list_lines=lambda: seen))
    # What is said twice is told once.
    assert [found.list_notes(each) for each in seen] == [[], ["of a part", "of the line"], []]
    assert [found.is_starred(each) for each in seen] == [False, True, False]


def test_phases_and_turns_are_gone_to_where_they_begin(past: LogCursor) -> None:
    back, on = (
        (lambda p: p.go_to_turn_or_phase_start(-1, by_phase=True)),
        (lambda p: p.go_to_turn_or_phase_start(1, by_phase=True)),
    )
    # Shooting of turn 1 and orders of turn 2 begin with a fold: 6 and 9 are their first lines.
    assert numbers(past, back, back, back, back) == [9, 6, 2, 1]
    assert numbers(past, back) == [1]
    past.reload_lines_and_go_to(1)
    assert numbers(past, on, on, on, on, on) == [2, 6, 9, 10, 10]
    past.reload_lines_and_go_to(7)
    assert numbers(
        past,
        lambda p: p.go_to_turn_or_phase_start(1, by_phase=False),
        lambda p: p.go_to_turn_or_phase_start(1, by_phase=False),
    ) == [9, 10]
    past.reload_lines_and_go_to(3)
    assert numbers(past, *[lambda p: p.go_to_turn_or_phase_start(-1, by_phase=False)] * 3) == [
        2,
        1,
        1,
    ]
    assert past.list_turns_with_first_index() == [(1, 1), (2, 6)]


def test_words_and_numbers_are_found(past: LogCursor) -> None:
    assert past.describe_search() == ""
    assert not past.go_to_adjacent_search_hit(-1)
    assert past.find_and_go_to_line("dusk")
    assert past.current_line.number == 9
    assert past.describe_search() == "3 of 3 with dusk: n previous, N next"
    older = [lambda p: p.go_to_adjacent_search_hit(-1)] * 4
    assert numbers(past, *older) == [6, 2, 9, 6]
    assert numbers(past, *[lambda p: p.go_to_adjacent_search_hit(1)] * 3) == [9, 2, 6]
    past.move_by_lines(1)
    assert past.describe_search() == "3 lines with dusk: n previous, N next"
    assert not past.find_and_go_to_line("nobody")
    assert (past.search_text, past.describe_search(), past.current_line.number) == ("", "", 7)
    assert past.find_and_go_to_line("3")
    assert past.current_line.number == 3
    assert past.find_and_go_to_line("97")  # a part of line 7
    assert past.current_line.number == 7
    assert past.describe_search() == "1 of 1 with 97: n previous, N next"
    past.move_by_lines(1)
    assert past.describe_search() == "1 line with 97: n previous, N next"
    assert not past.find_and_go_to_line("55")
    assert not past.find_and_go_to_line("  ")
    past.find_and_go_to_line("dusk")
    past.reload_lines_and_go_to(2)
    assert past.describe_search() == "1 of 3 with dusk: n previous, N next"


def test_a_few_states_are_kept(past: LogCursor) -> None:
    assert past.state_after_current_line == [105]
    assert past._get_state_at(95) == [95]
    assert len(past._states) == 2
    past._get_state_at(1)
    assert list(past._states) == [1]


# --------------------------------------------------------------------------------- the lines


def test_lines_stand_under_a_rule_where_another_phase_begins(
    past: LogCursor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_back_panels, "split_action_and_result", lambda each: (each.text, ""))
    monkeypatch.setattr(
        look_back_panels,
        "_render_undone_summary",
        lambda text, width, key: [Content(f"      ╎ {text}")],
    )
    past.reload_lines_and_go_to(6)
    panel = LogLinesPanel(past, PanelEdges())
    rows = plain(panel.render_body(40, 20))
    assert rows == [
        "    1 line 1", "      ── T1 orders ──", "    2 dusk orders", "    3 line 3",
        "      ── T1 shoot ──", "      ╎ 2 lines taken back", "▸   6 dusk shoots", "    7 line 7",
        "      ── T2 orders ──", "      ╎ 1 line taken back", "    9 Dusk waits", "   10 line 10",
    ]  # fmt: skip
    # The marked one is the seventh of twelve: two of five stand above it.
    assert plain(panel.render_body(40, 5)) == rows[4:9]
    assert text_of(panel.render_title()) == "lines"


def test_the_turns_on_a_line_with_the_cursor(past: LogCursor) -> None:
    # Thirty columns less " 10 of 10 " and one are nineteen for nine lines: 2.25 each.
    # The first of turn 1 is at 2.25 → 2, the first of turn 2 at 6 · 2.25 = 13.5 → 14.
    assert drawn(Timeline(past), 30) == [" ━━T1━━━━━━━━━━T2━━╋ 10 of 10 "]
    past.reload_lines_and_go_to(1)
    assert drawn(Timeline(past), 29) == [" ╋─T1──────────T2─── 1 of 10 "]
    assert len(drawn(Timeline(past), 9)[0]) == 9


def test_where_it_stood() -> None:
    def at(turn: int, phase: str) -> str:
        words = standin(phases=[standin(id="shoot", word="shooting")])
        state: Any = standin(
            info=standin(words=words),
            clock=standin(phase=phase, turn=turn),
            current_values=standin(ended=None),
        )
        return describe_turn_and_phase(state)

    assert (at(2, "shoot"), at(2, "")) == ("turn 2, shooting", "turn 2")
    assert at(2, "rout") == "turn 2, rout"
    assert render_labelled_text("why", "", 40) == []
    assert plain(render_labelled_text("why", "one two three", 24)) == [
        " why           one two",
        f"{'':15}three",
    ]


# ----------------------------------------------------------------------------- how it stood


def test_units_something_happened_to_are_shown_first() -> None:
    game = begin(book(), (*TO_SHOOT, "fix b2 figures -1"))
    state, rules = game.state, game.ruleset
    whole = plain(render_past_state(state, rules, 60, 9))
    assert len(whole) == 8  # two sides of three
    assert whole[0].split() == ["RED", "0", "VP"]
    assert whole[4].split() == ["BLUE", "0", "VP"]
    # Three of six: b2, which has lost one, and then the first of both sides, r1 and b1.
    some = plain(render_past_state(state, rules, 60, 5))
    assert [each.split()[0] for each in some] == ["RED", "1", "BLUE", "1", "2"]
    assert "RED · 2 more" in some[0]
    assert "BLUE · 1 more" in some[2]
    about = plain(render_past_state(state, rules, 60, 5, ("u:b3",)))
    assert [each.split()[0] for each in about] == ["RED", "1", "BLUE", "2", "3"]
    assert [each.split()[0] for each in plain(render_past_state(state, rules, 60, 1))] == ["RED"]


def figure(number: str, *marks: tuple[str, bool], name: str = "Vey", gone: bool = False) -> Any:
    return PastFigure(number, name, marks, gone)


def test_a_figure_in_a_row_and_packed() -> None:
    hurt = figure("13", ("PANIC", True), ("spent 2", False))
    assert _render_figure(hurt, 40, "red").plain.rstrip() == "  13 Vey          PANIC spent 2"
    assert hurt.is_untouched is figure("1", gone=True).is_untouched is False
    assert figure("1").is_untouched
    many = [hurt, figure("14", ("†", True), gone=True), figure("15")]
    # "  13 PANIC spent 2" is 18 cells, two more and "14 †" 24; "15 " two and three more.
    assert plain(_render_figures_packed(many, 29)) == ["  13 PANIC spent 2  14 †  15"]
    assert plain(_render_figures_packed(many, 28)) == ["  13 PANIC spent 2  14 †", "  15"]
    assert plain(_render_figures_packed(many, 23)) == ["  13 PANIC spent 2", "  14 †  15"]
    assert plain(_render_figures_packed([figure("123456789")], 40)) == ["  12345…"]
    assert _render_figures_packed([], 40) == []
    group = PastGroup("1", "Jackals", 4, 5, (("in cover", False),), ())
    assert (
        _render_group_heading("Red", group, 40, "red").plain
        == " RED 1 Jackals".ljust(24) + " in cover · 4/5 "
    )
    both = (("activated", False), ("out of coherency", False))
    long = _render_group_heading("Blue", PastGroup("2", "Hands", 3, 3, both, ()), 36, "blue").plain
    assert long.startswith(" BLUE 2 Hands  activated, ")
    assert long.endswith("… · 3/3 ")
    alone = PastGroup("2", "", 1, 1, (), ())
    assert _render_group_heading("Red", alone, 20, "red").plain == " RED 2".ljust(15) + " 1/1 "


def test_figures_that_do_not_fit_are_those_that_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = tuple(
        figure(str(n), *([("PANIC", True)] if n < 13 else []), name=f"N{n}") for n in range(11, 19)
    )
    group = PastGroup("1", "Jackals", 8, 8, (), figures)
    state: Any = standin(info=standin(sides=[standin(id="s:r", name="Red")]))
    monkeypatch.setattr(past_state_lines, "list_past_groups", lambda state, side: [group])

    def first(height: int) -> list[str]:
        return [each.split()[0] for each in plain(_render_figures(state, 40, height))]

    assert first(9) == ["RED", *map(str, range(11, 19))]
    assert first(8) == first(3) == ["RED", "11", "12"]
    assert plain(_render_figures(state, 40, 2))[1] == "  11 PANIC  12 PANIC"
    assert plain(_render_figures(state, 12, 2))[1] == " … 2 more"
    assert [each.split()[0] for each in plain(_render_figures(state, 12, 3))] == ["RED", "11", "12"]


def test_every_figure_of_a_new_game_is_fresh() -> None:
    state = begin_figures(book("combat-zone")).state
    every = [one for side in state.info.sides for one in list_past_groups(state, side.id)]
    assert all(each.is_untouched for group in every for each in group.figures)
    assert [(one.figures_left, one.started) for one in every] == [
        (len(one.figures), len(one.figures)) for one in every
    ]
    jackals = every[0]
    assert (jackals.number, jackals.name) == ("1", "Jackals")
    assert [each.number for each in jackals.figures] == ["11", "12", "13", "14", "15"]

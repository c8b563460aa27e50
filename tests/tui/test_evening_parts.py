"""The evening without a terminal: its head, tables, draft, lines typed, games kept elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.quiet import NO_GAMES, drawn, pairing, plain, played, quiet, small, standin, text_of
from tests.tui.winter import Clock, at, club, evening
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.leagues.league_state import Fixture
from tui.league.evening.evening_panels import (
    DraftPanel,
    EveningHeader,
    EveningPromptLine,
    TablesPanel,
    TypingHints,
    get_name_initial,
)
from tui.league.evening.evening_rows_and_typed_lines import EveningRows
from tui.league.evening.evening_screen import EveningScreen
from tui.views.league_evening_table import (
    DraftPairingRow,
    EveningTable,
    EveningTableRow,
    build_evening_table,
    compute_round_end,
)
from tui.widgets.dialogs import FailureDialog


def row(**said: Any) -> EveningTableRow:
    found: dict[str, Any] = {
        "fixture": "f1", "number": "1", "home": "Anna", "away": "Bram", "score": ("10", "7"),
        "note": "", "status": "in",
    }  # fmt: skip
    return EveningTableRow(**(found | said))


def seen(**said: Any) -> EveningTable:
    found: dict[str, Any] = {
        "round_number": 4, "planned_rounds": 7, "day": "Thu 19 Nov", "end_time": "22:30",
        "is_overdue": False, "rows": (row(),), "draft_number": 0, "draft_rows": (),
        "absent": (), "warnings": (),
        "enrolled_count": 8, "present_count": 7, "bracket_winner": "",
        "beyond_plan": "",
    }  # fmt: skip
    return EveningTable(**(found | said))


def at_evening(at: int = 0, seasons: int = 1, **said: Any) -> Any:
    state = standin(
        missions={},
        season=standin(number=seasons, closed=False),
        seasons=list(range(seasons)),
        current_round=None,
    )
    league = standin(title="Winter League", calendar=standin(now=Clock().at), state=state)
    return standin(
        table=seen(**said),
        league=league,
        cursor=at,
        typed="",
        describe_enter_effect=lambda: "Anna 10 : 7 Bram",
        marked_row=None,
    )


def test_the_head_says_as_much_as_there_is_room_for() -> None:
    tables = (row(), row(status="open"), row(status="bye", away=""), row(is_earlier=True))
    rows = at_evening(rows=tables)
    right = "1 of 2 in · games end 22:30 · 20:00 now "
    assert drawn(EveningHeader(rows), 110)[0].split("  ")[0] == (
        " Winter League · round 4 of 7 · Thu 19 Nov"
    )
    assert drawn(EveningHeader(rows), 110)[0].endswith(right)
    # " Winter League · round 4 of 7 · Thu 19 Nov" has 42 cells, the right 40, and two are between.
    whole = drawn(EveningHeader(rows), 84)[0]
    assert "round 4 of 7" in whole
    assert "round 4 of 7" not in drawn(EveningHeader(rows), 83)[0]
    # Without " of 7" it needs five cells fewer, and then the title gives way.
    assert drawn(EveningHeader(rows), 79)[0] == " Winter League · round 4 · Thu 19 Nov  " + right
    assert drawn(EveningHeader(rows), 78)[0] == " Winter Leag… · round 4 · Thu 19 Nov  " + right
    assert drawn(EveningHeader(at_evening(round_number=0, day="", end_time="", rows=())), 60)[
        0
    ] == (" Winter League · no round yet".ljust(50) + "20:00 now ")
    # " · season 2" is eleven cells more than the 84.
    two = at_evening(seasons=2, rows=tables)
    assert drawn(EveningHeader(two), 95)[0].startswith(
        " Winter League · season 2 · round 4 of 7 · Thu"
    )
    assert "season" not in drawn(EveningHeader(two), 94)[0]


def test_the_tables_of_the_round_in_columns() -> None:
    tables = (
        row(signed=(True, False)),
        row(number="2", status="open", score=("–", "–"), is_late=True, dispute="else"),
        row(number="3", status="bye", away="", note="bye"),
    )
    # 60 - 46 cells for two names, and six are the fewest.
    lines = plain(TablesPanel(at_evening(at=1, rows=tables)).render_body(60, 9))
    assert lines[0] == "  1  Anna     10 : 7    Bram".ljust(56) + "A ·"
    assert lines[1].split() == ["▸", "2", "Anna", "–", ":", "–", "Bram", "late", "?"]
    assert lines[2] == "  3  Anna   bye"
    panel = TablesPanel(at_evening(rows=tables))
    assert text_of(panel.render_title()) + text_of(panel.render_right_title()) == "tablesigned by"
    empty = TablesPanel(at_evening(rows=()))
    assert text_of(empty.render_right_title()) == ""
    assert plain(empty.render_body(60, 9)) == [
        "", "  No round has been published yet. 7 players are in: d", "  drafts the next round.",
    ]  # fmt: skip
    draft = TablesPanel(at_evening(rows=(), draft_number=1))
    assert plain(draft.render_body(60, 9)) == ["", "  Round 1 is drafted: P publishes it."]
    nobody = TablesPanel(at_evening(rows=(), enrolled_count=0))
    assert plain(nobody.render_body(60, 9)) == [
        "",
        "  No players are enrolled yet. F6 shows the QR code for",
        "  joining, p enrols players.",
    ]  # fmt: skip
    many = tuple(row(number=str(n)) for n in range(1, 10))
    shown = plain(TablesPanel(at_evening(at=6, rows=many)).render_body(60, 4))
    assert [each.split()[0].strip("▸") or each.split()[1] for each in shown] == ["5", "6", "7", "8"]


@pytest.mark.parametrize(
    ("name", "sign"), [("anna", "A"), (" Émile", "É"), ("", "?"), ("ßeta", "S"), ("\u200d", "?")]
)
def test_initials(name: str, sign: str) -> None:
    assert get_name_initial(name) == sign


def drafted(n: int = 1, **said: Any) -> DraftPairingRow:
    found: dict[str, Any] = {
        "fixture": f"d{n}", "table": n, "home": "Anna", "home_points": "9", "away": "Bram",
        "away_points": "6?", "reason": "like points",
    }  # fmt: skip
    return DraftPairingRow(**(found | said))


def test_the_draft_with_the_reason_of_each_pairing() -> None:
    bye = drafted(2, table=0, away="", away_points="", reason="lowest")
    rows = at_evening(at=1, draft_number=5, draft_rows=(drafted(), bye), absent=("away: Ines",))
    panel = DraftPanel(rows)
    assert (
        text_of(panel.render_title()) + text_of(panel.render_right_title())
        == "draft of round 5not published"
    )
    assert plain(panel.render_body(70, 9)) == [
        "▸ 1  Anna      9  Bram     6?   like points",
        "  –  Anna      9  bye   lowest",
        "     away: Ines",
    ]
    none = DraftPanel(at_evening())
    assert text_of(none.render_title()) + text_of(none.render_right_title()) == "next round"
    next_is = " Press d to check players in, then draft the next round."
    assert plain(none.render_body(70, 9)) == [next_is]
    closed = at_evening()
    closed.league.state.season.closed = True
    assert plain(DraftPanel(closed).render_body(70, 9)) == [
        " Season 1 is closed. Press S to begin the next season."
    ]


def test_below_the_draft_three_lines_of_who_is_away_and_three_doubts() -> None:
    absent = tuple(f"{'x' * 24}{n}" for n in range(9))
    doubts = ("one two three four five six seven eight nine ten eleven", "b", "c", "d")
    rows = at_evening(
        draft_number=5, draft_rows=tuple(map(drafted, range(1, 9))), absent=absent, warnings=doubts
    )
    # In 34 cells a line has 28 of who is away, one of them; 26 of a doubt, and two lines of it.
    below = [
        *(f"     {'x' * 24}{n}" for n in range(3)),
        "     ? one two three four five",
        "       six seven eight nine ten",
        "     ? b",
        "     ? c",
    ]
    assert [
        each.removesuffix(" ·") for each in plain(DraftPanel(rows).render_body(34, 20))[8:]
    ] == below
    # Nine lines: the two pairings round the marked one, the eighth, and all that is below them.
    rows.cursor = 8
    low = plain(DraftPanel(rows).render_body(34, 9))
    assert [each.split()[0].strip("▸") or each.split()[1] for each in low[:2]] == ["7", "8"]
    assert [each.removesuffix(" ·") for each in low[2:]] == below
    assert len(DraftPanel(rows).render_body(34, 3)) == 8  # one pairing is always shown


def test_what_is_typed_and_what_it_means() -> None:
    rows = at_evening()
    assert (
        text_of(EveningPromptLine(rows).render_title())
        + text_of(EveningPromptLine(rows).render_right_title())
        == ""
    )
    rows.typed = "10-7"
    line = EveningPromptLine(rows)
    assert (
        text_of(line.render_title()) + text_of(line.render_right_title()) == "10-7▌Anna 10 : 7 Bram"
    )
    assert drawn(TypingHints(rows), 90)[0].startswith(" type 10-7 · c1 c2 conceded")
    rows.cursor = 1
    assert drawn(TypingHints(rows), 90)[0].startswith(" type 10-7 · c1 c2 conceded")
    rows.table, rows.marked_row = seen(draft_rows=(drafted(),)), None
    assert drawn(TypingHints(rows), 90)[0].startswith(" in the draft: 3s4 swap · l lock")
    rows.cursor = 0
    assert drawn(TypingHints(rows), 90)[0].startswith(" type 10-7")
    rows.marked_row = row(status="bye", away="")
    assert drawn(TypingHints(rows), 90)[0].startswith(" i pair a stand-in with the bye player")
    rows.marked_row = row(status="away", away="", note="away, a half bye")
    assert drawn(TypingHints(rows), 90)[0].startswith(" m pair two players, latecomers too")
    rows.marked_row = None
    rows.table = seen(rows=())
    assert drawn(TypingHints(rows), 90)[0].startswith(" p players · ")


def test_the_next_open_table_is_marked_round_and_round() -> None:
    rows = EveningRows(played(small()))

    def after(hows: str, at: int) -> int:
        words = {"o": "open", "l": "live", "i": "in"}
        rows.table = seen(rows=tuple(row(status=words[each]) for each in hows))
        rows.cursor = at
        rows.mark_next_unfinished_table()
        return rows.cursor

    assert [after("ooo", at) for at in (0, 1, 2)] == [1, 2, 0]
    assert after("oii", 0) == 0
    assert after("lio", 0) == 2
    assert after("lii", 1) == 0  # one that is being kept, where none is open
    assert [after("iii", at) for at in (0, 2)] == [0, 2]
    rows.table = seen(rows=())
    rows.mark_next_unfinished_table(-1)
    assert rows.cursor == 0


def test_the_rows_of_the_evening_are_tables_and_then_pairings() -> None:
    league = played(small(), "10-7", "3-8")
    league.rounds.draft_round("Swiss")
    rows = EveningRows(league)
    places = []
    for place in range(5):
        rows.cursor = place
        places.append(
            (rows.marked_row is not None, rows.find_marked_draft_fixture_id() is not None)
        )
    assert places == [(True, False)] * 2 + [(False, True)] * 2 + [(False, False)]
    rows.cursor = 9
    rows.reload()
    assert rows.cursor == 3
    with pytest.raises(Refused, match="Mark a table of the round first, or type its number"):
        rows.find_fixture_at_table_or_mark()
    assert rows.find_fixture_at_table_or_mark(2).table == 2
    rows.mark_fixture(rows.find_fixture_at_table_or_mark(2).id)
    assert rows.cursor == 1
    rows.cursor = -3
    rows.reload()
    assert rows.cursor == 0
    one = rows.find_fixture_at_table_or_mark(1)
    home, away = pairing(league, 1)
    meant = {
        "10-7": f"table 1: {home} 10 : 7 {away}, {home} won",
        "2 f1": f"table 2: {pairing(league, 2)[0]} – {pairing(league, 2)[1]}, "
        f"forfeit, {pairing(league, 2)[1]} wins",
        "g": "table 1: both sign",
        "g1": f"table 1: {home} signs",
        "1g2": f"table 1: {away} signs",
        "2": "go to table 2; type Space and a result to enter it",
        "1s2": "draft: tables 1 and 2 change opponents",
        "2l": "draft: table 2 stays",
        "9 10-7": "",
        "nonsense": "",
    }
    for text, said in meant.items():
        rows.typed = text
        assert rows.describe_enter_effect() == said, text
    assert rows.format_table_name(one) == "table 1"
    other = standin(id="f9", table=3, round=2)
    assert rows.format_table_name(other) == "table 3 of round 2"
    other.table = 0
    assert rows.format_table_name(other) == "round 2"
    other.round = 0
    assert rows.format_table_name(other) == "f9"
    other.table, other.round = 0, 1
    assert rows.format_table_name(other) == "round 1"


def test_a_forgotten_dash_is_asked_about_and_recorded_nowhere() -> None:
    league = played(small())
    screen = evening_screen(league)
    screen.rows.mark_fixture(league.results.find_fixture("1").id)
    for typed, could_be, advice in (
        ("2 107", "2 : 107", "2 10-7 for table 2, or 2-107 for table 1"),
        ("2 1210", "2 : 1210", "2 12-10 for table 2, or 2-1210 for table 1"),
        ("2 7", "2 : 7", "2 7-0 for table 2, or 2-7 for table 1"),
        ("1 107", "1 : 107", "1 10-7 for table 1, or 1-107 for table 1"),
    ):
        screen.rows.typed = typed
        assert screen.rows.describe_enter_effect() == ""
        screen.do_accept()
        assert screen.said.pop() == (
            f"× `{typed}` could be table {typed[0]} or a result of {could_be}. Type {advice}."
        )
        assert screen.rows.typed == typed
        assert [league.results.find_fixture(table).ended for table in "12"] == [None, None]
    # No table 9 is in the round, so these are points; and a table before them is a table.
    home, away = pairing(league, 1)
    screen.rows.typed = "9 12"
    assert screen.rows.describe_enter_effect() == f"table 1: {home} 9 : 12 {away}, {away} won"
    screen.rows.typed = "2 10 7"
    assert screen.rows.describe_enter_effect().startswith("table 2: ")


def test_a_result_of_an_earlier_round_names_the_round_and_the_mark_goes_to_an_open_table() -> None:
    league = played(small(), "10-7")  # table 2 of round 1 is still to be played
    late = league.results.find_fixture("2")
    home, away = pairing(league, 2)
    played(league, "8-3")
    screen = evening_screen(league)

    def enter(fixture: Fixture, result: str) -> str:
        screen.rows.mark_fixture(fixture.id)
        screen.result_commands.try_to_enter_result(fixture, result)
        return list_league_log_lines(league.history)[-1].text

    late_line = f"table 2 of round 1, {home} v {away}: 5 : 5, drawn"
    assert enter(late, "5-5") == late_line
    assert (screen.rows.marked_row.number, screen.rows.marked_row.status) == ("2", "open")
    league.undo()
    screen.rows.reload()
    current = league.results.find_fixture("2")
    names = " v ".join(pairing(league, 2))
    assert enter(current, "6-6") == f"table 2, {names}: 6 : 6, drawn"
    assert screen.rows.marked_row.fixture == late.id
    # Every table of round 2 has its result, and table 2 of it is not the one that came in.
    assert enter(late, "5-5") == late_line
    assert screen.rows.marked_row.number == "1"


def test_a_line_typed_before_the_round_is_published_asks_for_that() -> None:
    league = small()
    league.rounds.draft_round("Swiss")
    screen = evening_screen(league)
    screen.query_one = lambda panel: standin(refresh=lambda: None)
    for typed in ("2 10-7", "210-7", "2 107", "g", "2"):
        screen.rows.typed = typed
        screen.do_accept()
        assert screen.said.pop() == (
            "× Round 1 has not been published yet. Press P on an empty line first."
        )
        assert screen.rows.typed == typed
    screen.rows.typed = "2l"
    assert screen.rows.describe_enter_effect() == "draft: table 2 stays"


def test_how_a_table_stands_is_told_in_a_row() -> None:
    league = evening()
    found = {one.number: one for one in build_evening_table(league).rows}
    assert [one.status for one in found.values()] == ["live", "open", "open", "in", "open"]
    # Table 1 stands at 4 : 3 as the game has it; table 4 ended 5 : 11 and was kept here.
    assert found["1"].note.startswith("in play: ")
    assert found["1"].score == ("–", "–")
    assert sorted(found["4"].score) == ["11", "5"]
    assert found["4"].note == "from game m2"
    assert (found["4"].signed, found["4"].is_late) == ((False, False), False)
    league.results.enter_result("2", "10-7")
    (two,) = [one for one in build_evening_table(league).rows if one.number == "2"]
    assert two.note == "entered 20:00"
    league.results.correct_result("2", "10-8", why="misread")
    league.results.sign_result("2", league.results.find_fixture("2").home)
    (two,) = [one for one in build_evening_table(league).rows if one.number == "2"]
    assert (two.note, two.signed) == ("corrected 20:00", (True, False))
    league.results.enter_result("3", "f1")
    (three,) = [one for one in build_evening_table(league).rows if one.number == "3"]
    assert three.note == f"{three.home} forfeits, 20:00"
    league.results.correct_result("3", "10-7 c1", why="misread")
    (three,) = [one for one in build_evening_table(league).rows if one.number == "3"]
    assert (three.score, three.note) == (
        ("10", "7"),
        f"{three.home} conceded, corrected 20:00",
    )
    league.results.correct_result("3", "w2 9-9", why="sudden death")
    (three,) = [one for one in build_evening_table(league).rows if one.number == "3"]
    assert (three.score, three.note) == (
        ("9", "9"),
        f"{three.away} won, corrected 20:00",
    )
    league.results.correct_result("3", "d 10-9", why="within the margin")
    (three,) = [one for one in build_evening_table(league).rows if one.number == "3"]
    assert (three.score, three.note) == (("10", "9"), "drawn, corrected 20:00")
    league.results.arrange_game("5", "2026-11-27", time="19:30")
    (five,) = [one for one in build_evening_table(league).rows if one.number == "5"]
    assert (five.status, five.note) == ("later", "for Fri 27 Nov 19:30")
    assert (
        build_evening_table(league).result_count,
        len(build_evening_table(league).game_rows),
    ) == (3, 5)


def test_no_bye_is_said_to_be_needed_once_a_draft_is_out_of_date() -> None:
    """Four are paired; then one of them drops out, and the draft must be made again."""
    league = small()
    league.rounds.draft_round()
    assert build_evening_table(league).absent == ("no bye needed",)
    league.people.drop_player("Bram")
    assert build_evening_table(league).absent == ("dropped: Bram",)
    league.rounds.draft_round()
    *gone, bye = build_evening_table(league).absent
    assert (gone, bye.startswith("bye: ")) == (["dropped: Bram"], True)


def test_games_left_open_when_games_should_have_ended_are_late() -> None:
    book = club()
    league = evening(book)
    clock = at(book)
    # It is 20:00, and games end at 22:30.
    for minutes, late in ((0, False), (150, False), (1, True), (24 * 60, True)):
        clock.pass_minutes(minutes)
        found = build_evening_table(league)
        assert found.is_overdue is late
        assert [one.is_late for one in found.rows] == [late, late, late, False, late]


def evening_screen(league: League) -> Any:
    return quiet(EveningScreen(NO_GAMES, league))


def test_a_table_that_is_not_kept_here_cannot_be_looked_at() -> None:
    screen = evening_screen(played(small(), "10-7"))
    screen.rows.cursor = 0
    screen.watch_marked_game()
    assert (
        screen.said.pop()
        == "× This game was not recorded in this ledger. To correct its result, type it again."
    )
    screen.league.results.withdraw_result("1")
    screen.watch_marked_game()
    assert screen.said == [
        "× This game is not in this ledger. Type its result, press n to begin it, or k to link a"
        " game."
    ]
    screen.rows.cursor = 9
    screen.watch_marked_game()
    assert len(screen.said) == 1
    screen.do_open_standings()
    screen.do_open_large_standings()
    screen.do_open_rounds()
    assert screen.opened == [("standings",), ("large",), ("rounds",)]
    screen.do_clear_typed_text_or_leave()
    assert screen.given == [None]


def test_a_game_that_cannot_be_read_is_a_failure_and_not_the_end() -> None:
    league = evening()
    screen = evening_screen(league)

    def refuse(match: str) -> Any:
        raise Refused(f"There are no rules for {match}.")

    screen.book = standin(open_game=refuse, unreported="")
    screen.rows.mark_fixture(league.results.find_fixture("1").id)
    screen.watch_marked_game()
    (failure,) = screen.pushed
    assert isinstance(failure, FailureDialog)
    assert failure.text.startswith("There are no rules for m")


def test_games_that_end_after_midnight_are_late_on_the_next_day() -> None:
    book = club()
    league = book.begin_league("Late", players=("Anna", "Bram"), zone="Europe/Vienna", rounds=1)
    clock = at(book)
    league.rounds.draft_round()
    league.rounds.publish_round(ends="01:30")  # at 20:00
    for minutes, late in ((0, False), (330, False), (1, True)):
        clock.pass_minutes(minutes)
        assert build_evening_table(league).is_overdue is late


def test_a_round_published_after_midnight_ends_in_the_same_night() -> None:
    book = club()
    league = book.begin_league("Late", players=("Anna", "Bram"), zone="Europe/Vienna", rounds=1)
    clock = at(book)
    clock.pass_minutes(5 * 60 + 34)  # from 20:00 to 1:34
    league.rounds.draft_round()
    league.rounds.publish_round(ends="03:00")
    ends = compute_round_end(league, league.state.current_round)
    assert ends is not None
    assert (ends - league.calendar.now).in_minutes() == 86

"""``warledger league`` and ``campaign``: an evening from the shell, refusals, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tracker.application.book import open_book
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tracker.cli.main import _format_ledger_option
from tracker.leagues.league_events import FixtureId
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.ledger_errors import CommitInDoubt
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import NewEntry, StoredEvent

HOSTILE = "[/b] =1+1 <b>\x1b[31m\x07\u202eevil"
PLAYERS = [part for name in ("Anna", "Bram", "Chloé", "Dario") for part in ("--player", name)]


@pytest.fixture
def evening(shell: Shell) -> Shell:
    """Round 1 of the Winter League is published: Anna – Dario, Bram – Chloé."""
    shell.done("league", "new", "Winter League", *PLAYERS, "--rounds", "3", "--zone", "UTC")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1", "--ends", "22:30")
    return shell


def test_an_evening(evening: Shell) -> None:
    assert evening.done("league", "result", "l1", "1", "10-7").out == (
        "   5  table 1, Anna v Dario: 10 : 7, Anna won\n"
    )
    evening.done("league", "result", "Winter", "2", "1-6", "--time", "20:40")
    evening.done("league", "sign", "l1", "2", "--by", "chl")
    listed = evening.done("league", "list").out
    assert "Winter League  round 1 of 3 · 2 of 2 results in  Chloé (3 points)" in listed
    # 3/1/0: Chloé won by five, Anna by three; VP± decides.
    table = evening.done("league", "standings", "l1", "--json").json
    assert [
        (row["name"], row["points"], row["ties"]["VP difference"]) for row in table["rows"]
    ] == [
        ("Chloé", 3, 5),
        ("Anna", 3, 3),
        ("Dario", 0, -3),
        ("Bram", 0, -5),
    ]
    opened = evening.done("league", "standings", "l1", "--explain", "Anna").out
    assert "r1 Dario 10:7 won" in opened
    assert "below Chloé by VP±, +3 to +5" in opened
    evening.done("league", "drop", "l1", "dario", "--after-round")
    evening.done("league", "away", "l1", "Bram", "--why", "asked")
    draft = evening.done("league", "draft", "l1", "--json").json
    pair, bye = draft["fixtures"]
    assert {pair["home"], pair["away"]} == {"Anna", "Chloé"}
    assert (bye["home"], bye["away"], bye["why"]) == (
        "Bram",
        None,
        "requested: a bye without points",
    )
    evening.done("league", "publish", "l1")
    text = evening.done("league", "round-text", "l1", "--file", "round.txt").out
    assert Path("round.txt").read_text(encoding="utf-8") == text
    again = evening("league", "round-text", "l1", "--file", "round.txt")
    assert (again.code, "round.txt already exists" in again.err) == (1, True)
    evening.done("league", "round-text", "l1", "--file", "round.txt", "--overwrite")
    assert "away: Bram (asked)" in text
    assert "dropped: Dario" in text
    assert "1  " in text


def test_tie_breaks_are_named_one_by_one_or_in_a_list(shell: Shell) -> None:
    told = ("VP difference", "schedule", "lots")
    ways = (["--ties", "VP difference,schedule", "--ties", "lots"],
            [word for one in told for word in ("--ties", one)])  # fmt: skip
    for way in ways:
        made = shell.done("league", "new", "X", *way, "--json").json
        assert made["tie_breaks"] == [*told]


def test_the_bonus_of_one_player_has_its_column(evening: Shell) -> None:
    assert "bonus" not in evening.done("league", "standings", "l1").out
    evening.done("league", "bonus", "l1", "Anna", "1/2", "--why", "painted")
    head, anna = evening.done("league", "standings", "l1").out.splitlines()[1:3]
    assert (head.split()[-2:], anna.split()[-2:]) == (["bonus", "points"], ["0.5", "0.5"])


@pytest.mark.thorough
def test_a_table_without_rows_says_that_there_is_nothing_to_show(evening: Shell) -> None:
    told = evening.done("export", "l1", "--format", "csv", "--only", "luck")
    assert told.out.count("\n") == 1
    assert told.err == (
        "warledger: the table has only headings, because there is nothing to show yet.\n"
    )
    assert evening.done("export", "l1", "--format", "csv").err == ""


def test_standings_as_of_a_round_and_a_day(evening: Shell) -> None:
    evening.done("league", "result", "l1", "1", "10-7", "--on", "2026-01-10")
    evening.done("league", "result", "l1", "2", "1-6", "--on", "2026-01-12")
    evening.done("league", "draft", "l1")
    evening.done("league", "publish", "l1")
    evening.done("league", "result", "l1", "1", "w1", "--on", "2026-01-20")

    def total(*as_of: str) -> int:
        rows = evening.done("league", "standings", "l1", *as_of, "--json").json["rows"]
        return sum(row["points"] for row in rows)

    assert total() == 9
    assert total("--as-of", "1") == 6
    assert total("--as-of", "2026-01-11") == 3
    assert total("--as-of", "2026-01-09") == 0
    ran = evening("league", "standings", "l1", "--as-of", "9")
    assert (ran.code, ran.err) == (1, "warledger: There is no round 9: the last one is 2.\n")


def test_refusals_are_one_sentence_and_exit_1(evening: Shell) -> None:
    evening.done("league", "result", "l1", "1", "10-7")
    lines = len(evening.done("league", "log", "l1", "--json").json["lines"])
    for call in (
        ("result", "l1", "1", "7-10"),
        ("result", "l1", "9", "7-10"),
        ("result", "l1", "2", "7-10", "--on", "2199-01-01"),
        ("result", "l1", "2", "ten"),
        ("result", "l1", "2", "1-2", "--extra", "lost"),
        ("bonus", "l1", "Anna", "1"),
        ("bonus", "l1", "Zoe", "1", "--why", "x"),
        ("scheme", "l1", "7/7/7", "--why", "x"),
        ("ties", "l1", "age", "--why", "x"),
        ("lots", "l1", "Anna"),
        ("tables", "l1", "--at", "Anna"),
        ("swap", "l1", "Anna", "Bram"),
        ("link", "l1", "2", "m1"),
        ("redo", "l1"),
        ("undo", "l1", "--to", "99"),
        ("show", "l9"),
    ):
        ran = evening("league", *call)
        assert (ran.code, ran.out) == (1, ""), call
        assert ran.err.startswith("warledger: "), call
        assert ran.err.count("\n") == 1, call
    assert len(evening.done("league", "log", "l1", "--json").json["lines"]) == lines


def test_a_wrong_call_exits_2(evening: Shell) -> None:
    assert evening("league", "result", "l1").code == 2
    assert evening("league", "publish", "l1", "--noise").code == 2


@pytest.mark.thorough
def test_a_scheme_of_ones_own(evening: Shell) -> None:
    Path("own.toml").write_text(
        'name = "win only"\n[points]\nwin = 1\ndraw = 0\nloss = 0\n', encoding="utf-8"
    )
    evening.done("league", "result", "l1", "1", "10-7")
    evening.done("league", "scheme", "l1", "own.toml", "--why", "agreed")
    table = evening.done("league", "standings", "l1", "--json").json
    assert (table["scheme"], table["rows"][0]["points"]) == ("win only", 1)
    assert table["notes"] == ["scheme changed after round 1: agreed"]
    Path("own.toml").write_text('name = "broken"\n[points]\nwin = 1\n', encoding="utf-8")
    ran = evening("league", "scheme", "l1", "own.toml", "--why", "agreed")
    assert ran.code == 1
    assert "draw" in ran.err


@pytest.mark.thorough
def test_the_command_that_helps_is_of_the_same_ledger(evening: Shell, tmp_path: Path) -> None:
    ledger = tmp_path / "my club.db"
    evening.done("backup", str(ledger))
    told = (
        "No round has been drafted. Draft a round first. Run: warledger league draft l1 --db"
        f" '{ledger}'.\n"
    )
    assert evening("league", "publish", "l1", "--db", str(ledger)).err.endswith(told)
    assert evening("league", "publish", "l1", f"--db={ledger}").err.endswith(told)


def test_the_command_that_helps_tells_no_password() -> None:
    for given in (["--db", "postgresql://u:secret@h/d"], ["--db=postgresql://u:secret@h/d"]):
        told = _format_ledger_option(["league", "publish", "l1", *given])
        assert told == " --db postgresql://u@h/d"


def test_a_row_that_was_taken_as_a_heading_is_told(evening: Shell, tmp_path: Path) -> None:
    results = tmp_path / "results.csv"
    results.write_text("\nmine,theirs,pts\nAnna,Dario,11-4\n")
    assert evening.done("league", "import-results", "l1", str(results), "--check").out == (
        "  columns: home 1 mine, away 2 theirs, result 3 pts (to change one, add --column home=N)\n"
        "  line 2: read as a heading\n"
        "  line 3: table 1, Anna v Dario: 11 : 4, Anna won\n"
        "1 of 1 row would be entered\n"
    )
    results.write_text("Ana,Daro,draw\nAnna,Dario,11-4\n")
    columns = (part for one in ("home=1", "away=2", "result=3") for part in ("--column", one))
    told = evening("league", "import-results", "l1", str(results), "--check", *columns).out
    assert "read as a heading" not in told
    assert "  line 1: does not fit: No player is called 'Ana'" in told


@pytest.mark.parametrize(
    ("command", "name", "text", "what"),
    [
        ("sign-up", "list.txt", "Eva\nFinn\n", "line"),
        ("import-results", "list.csv", "home,away,result\nAnna,Dario,11-4\n", "line"),
        (
            "import-dates",
            "club.ics",
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Dentist\nEND:VEVENT\nEND:VCALENDAR\n",
            "appointment",
        ),
    ],
)
def test_a_line_to_skip_that_is_not_there_is_refused(
    evening: Shell, tmp_path: Path, command: str, name: str, text: str, what: str
) -> None:
    file = tmp_path / name
    file.write_text(text)
    for number in ("77", "0"):
        ran = evening("league", command, "l1", str(file), "--check", "--leave-out", number)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == f"warledger: There is no {what} {number} to skip.\n"
    evening.done("league", command, "l1", str(file), "--check", "--leave-out", "1")


def test_files_that_are_no_list_of_players_are_named(evening: Shell, tmp_path: Path) -> None:
    for name, data, says in (
        ("d.ics", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "This file is a calendar, not a list"),
        ("p.html", b"\n<!doctype html>\n<p>Anna\n", "is a web page, not a list of players."),
        ("r.ros", b'<?xml version="1.0"?>\n<roster/>\n', "This file is XML, not a list"),
        ("r.json", b'{\n"roster": 1}\n', "This file is JSON, not a list"),
        ("m.record", b"# Warledger match record\n", "This file is a record, not a list"),
        (
            "u.txt",
            "Anna\nBram\n".encode("utf-16-le"),
            "u.txt is not UTF-8 text. Give the file's encoding",
        ),
        ("r.xlsx", b"PK\3\4\n", "r.xlsx is a spreadsheet. Save the sheet as CSV (UTF-8).\n"),
        ("r.txt", b"PK\3\4\n", "r.txt is not a text file. Choose another file.\n"),
    ):
        (tmp_path / name).write_bytes(data)
        ran = evening("league", "sign-up", "l1", str(tmp_path / name), "--check")
        assert ran.code == 1
        assert says in ran.err


def test_one_player_of_a_list_joins(evening: Shell, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Eva\n")
    done = evening.done("league", "sign-up", "l1", str(tmp_path / "list.txt"))
    assert done.out.endswith("1 player enrolled from 1 line\n")


def test_leaders_have_their_points_in_the_right_number(evening: Shell) -> None:
    evening.done("league", "result", "l1", "1", "d")
    assert "Anna, Dario (1 point each)" in evening.done("league", "list").out


def test_a_check_of_results_fails_where_the_import_would(evening: Shell, tmp_path: Path) -> None:
    results = tmp_path / "results.csv"
    results.write_text("Anna,Dario,11-4,w2\nBram,Chloé,offen,\n")
    columns = [part for one in ("home=1", "away=2", "result=3") for part in ("--column", one)]
    checked = evening("league", "import-results", "l1", str(results), "--check", *columns)
    assert checked.code == 1
    assert checked.err == "warledger: Nothing would be entered: line 2 does not fit.\n"
    assert checked.out.startswith(
        "  columns: home 1, away 2, result 3 (to change one, add --column home=N)\n"
        "  columns not read: 4 w2\n"
        "  line 1: table 1, Anna v Dario: 11 : 4, Anna won\n"
        "  line 2: does not fit: 'offen' is not a result"
    )
    assert checked.out.endswith("\n0 of 2 rows would be entered\n")
    refused = evening("league", "import-results", "l1", str(results), *columns)
    assert refused.err.startswith("warledger: Nothing was entered: 1 line does not fit. Line 2: ")
    assert refused.code == 1


def test_a_result_against_its_points_names_the_option_for_a_reason(evening: Shell) -> None:
    why = "warledger league result l1 f1 w2 11-4 --why REASON.\n"
    assert evening("league", "result", "l1", "1", "w2 11-4").err.endswith(why)
    evening.done("league", "result", "l1", "1", "11-4")
    why = "warledger league correct l1 f1 w2 11-4 --why REASON.\n"
    assert evening("league", "correct", "l1", "1", "w2 11-4").err.endswith(why)


def test_undo_and_redo_and_the_log(evening: Shell) -> None:
    evening.done("league", "result", "l1", "1", "10-7")
    evening.done("league", "undo", "l1")
    assert (
        evening.done("league", "show", "l1", "--json").json["round"]["fixtures"][0]["kind"] is None
    )
    log = evening.done("league", "log", "l1").out
    assert "x    5  table 1, Anna v Dario: 10 : 7, Anna won" in log
    evening.done("league", "redo", "l1")
    assert "  5  table 1" in evening.done("league", "log", "l1").out
    assert "x " not in evening.done("league", "log", "l1").out


def test_a_misspelt_title_is_corrected(evening: Shell) -> None:
    said = evening.done("league", "title", "l1", "Thursday Club").out
    assert "is now called Thursday Club" in said
    assert "Thursday Club" in evening.done("league", "list").out
    again = evening("league", "title", "l1", "Thursday Club")
    assert "already has these settings" in again.err
    empty = evening("league", "title", "l1", "")
    assert (empty.code, empty.err) == (1, "warledger: Type the league's new title.\n")


def test_ratings_are_told_with_twice_their_deviation(evening: Shell) -> None:
    """The winner of the one game stands above those who have not played, the loser below."""
    evening.done("league", "result", "l1", "1", "10-7")
    rows = evening.done("league", "ratings", "l1", "--json").json["rows"]
    assert [row["name"] for row in rows] == ["Anna", "Dario"]
    (best, worst), lines = rows, evening.done("league", "ratings", "l1").out.splitlines()
    assert best["rating"] - 1500 == pytest.approx(1500 - worst["rating"])
    assert lines[0] == "player  rating    95 of 100  games"
    for row, line in zip(rows, lines[1:], strict=True):
        low, high = (row["rating"] + way * 2 * row["deviation"] for way in (-1, 1))
        span = [f"{low:.0f}", "–", f"{high:.0f}"]
        assert line.split() == [row["name"], f"{row['rating']:.0f}", *span, "1", "provisional"]
    assert {round(row["deviation"], 2) for row in rows} == {worst["deviation"]}


def test_names_of_any_kind_are_shown_as_typed(shell: Shell) -> None:
    shell.done("league", "new", HOSTILE, "--player", HOSTILE, "--player", "Bram")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    for call in ("show", "standings", "round-text", "log", "rounds"):
        out = shell.done("league", call, "l1").out
        assert "\x1b" not in out
        assert "\x07" not in out
        assert "[/b] =1+1 <b>" in out


@pytest.mark.thorough
def test_a_game_is_begun_for_a_pairing(evening: Shell) -> None:
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    who = ("--player", "Red=Dario", "--player", "Blue=Anna", "--on", "2026-01-10")
    evening.done("match", "new", *sides, *who, "--fixture", "l1:1")
    row = evening.done("league", "show", "l1", "--json").json["round"]["fixtures"][0]
    assert row["game"]["match"] == "m1"
    assert row["game"]["running"] is True
    told = evening.done("league", "show", "l1").out
    (head, kept) = (line for line in told.splitlines() if "opponent" in line or "f1" in line)
    assert "in play" in head
    assert "set-up, 0 : 0" in kept
    refused = evening("match", "new", *sides, "--fixture", "l1:1")
    assert refused.code == 1
    assert "already has game m1" in refused.err
    assert evening("match", "new", *sides, "--fixture", "l1").code == 1
    assert len(evening.done("match", "list", "--json").json["matches"]) == 1


KILLED = """
import os, sys
from tracker.application.book import open_book
from tracker.application.leagues import league_repository
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_side_id
killed = lambda leagues, match: os.kill(os.getpid(), 9)
league_repository.LeagueRepository.report_game_to_league = killed
with open_book(sys.argv[1]) as book:
    game = book.open_game("m1")
    game.adjust_by_hand((ev.MatchEnded(how="agreed", winner=make_side_id("r")),), "time is up")
"""


@pytest.mark.thorough
def test_a_program_killed_between_the_game_and_the_league_loses_nothing(evening: Shell) -> None:
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml", "--on", "2026-01-10")
    evening.done("match", "new", *sides, "--player", "Red=Dario", "--fixture", "l1:1")
    root = Path(__file__).parents[2]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(evening.path)],
        check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert killed.returncode == -9
    assert evening.done("match", "list", "--json").json["matches"][0]["status"] == "ended"
    before = evening.done("league", "list", "--json").json["leagues"][0]
    assert before["results"] == 0
    row = evening.done("league", "show", "l1", "--json").json["round"]["fixtures"][0]
    assert (row["winner"], row["played_on"]) == ("Dario", "2026-01-10")
    assert evening.done("league", "list", "--json").json["leagues"][0]["results"] == 1
    assert evening.done("verify", "--json").json["sound"] is True
    assert evening.done("rebuild", "--json").json["differences"] == []


def test_a_league_that_may_not_have_heard_of_an_end_is_told(evening: Shell) -> None:
    """The disk fails at the last moment of the league's own line, which is there all the same."""
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml", "--on", "2026-01-10")
    evening.done("match", "new", *sides, "--player", "Red=Dario", "--fixture", "l1:1")
    append = SqliteStore.append_entry

    def doubtful(store: SqliteStore, entry: NewEntry) -> list[StoredEvent]:
        stored = append(store, entry)
        if entry.stream == "l1":
            raise CommitInDoubt(evening.path)
        return stored

    with evening.patch.context() as patch:
        patch.setattr(SqliteStore, "append_entry", doubtful)
        ended = evening.done("match", "do", "m1", "end time")
    assert "the game is over" in ended.out
    assert ended.err == (
        "warledger: Winter League may not have the latest result of this game yet. Open "
        f"Winter League to update it. The disk failed while writing {evening.path}. The last"
        " entry may or may not have been saved: check before you repeat it.\n"
    )
    lines = len(evening.done("league", "log", "l1", "--json").json["lines"])
    assert evening.done("league", "list", "--json").json["leagues"][0]["results"] == 1
    assert len(evening.done("league", "log", "l1", "--json").json["lines"]) == lines


def test_a_cut_before_the_last_round_says_so(shell: Shell) -> None:
    who = ("--player", "Anna", "--player", "Bram")
    shell.done("league", "new", "Cup", *who, "--rounds", "3")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    cut = shell.done("league", "cut", "l1", "2").out
    assert cut.endswith(
        "\n      1 of 3 planned rounds is published. 1 game has no result. To undo the cut, run:"
        " warledger league undo l1\n"
    )


def test_a_cut_before_the_last_result_says_so(shell: Shell) -> None:
    shell.done("league", "new", "Cup", "--player", "Anna", "--player", "Bram", "--rounds", "1")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    cut = shell.done("league", "cut", "l1", "2").out
    assert cut.endswith(
        "\n      1 game has no result. To undo the cut, run: warledger league undo l1\n"
    )
    shell.done("league", "undo", "l1")
    shell.done("league", "result", "l1", "1", "w1")
    assert "To undo" not in shell.done("league", "cut", "l1", "2").out


def test_a_season_closed_before_its_final_is_decided_says_so(shell: Shell) -> None:
    shell.done("league", "new", "Cup", "--player", "Anna", "--player", "Bram", "--rounds", "1")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    shell.done("league", "result", "l1", "1", "w1")
    shell.done("league", "cut", "l1", "2")
    undo = "To continue the season, run: warledger league undo l1\n"
    closed = shell.done("league", "season", "l1", "--close").out
    assert closed.endswith(f"\n      Undecided in the bracket: final. {undo}")
    shell.done("league", "undo", "l1")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    shell.done("league", "result", "l1", "1", "5-5")
    closed = shell.done("league", "season", "l1", "--close").out
    assert closed.endswith(f"\n      Undecided in the bracket: final. {undo}")
    shell.done("league", "undo", "l1")
    shell.done("league", "decide", "l1", "1", "Bram")
    assert "Undecided" not in shell.done("league", "season", "l1", "--close").out


def test_the_forces_that_are_enrolled_play(shell: Shell) -> None:
    who = ("--player", "Anna", "--player", "Bram")
    shell.done("campaign", "new", "Karst", *who, "--ruleset", "deathzap2")
    shell.done("campaign", "game", "c1", "Anna", "Bram")
    refused = shell("match", "new", "--fixture", "c1:f1")
    assert (refused.code, refused.err) == (
        1,
        "warledger: Anna has no force with a roster. Enrol a force first.\n",
    )
    shell.done("campaign", "enroll", "c1", "Anna", "--roster", "iron.toml")
    shell.done("campaign", "enroll", "c1", "Bram", "--roster", "dusk.toml")
    begun = shell.done("match", "new", "--fixture", "c1:f1", "--json").json
    assert [(side["force"], side["player"]) for side in begun["sides"]] == [
        ("Iron Third", "Anna"),
        ("Red Dusk", "Bram"),
    ]
    row = shell.done("campaign", "show", "c1", "--json").json["games"][0]
    assert row["game"]["match"] == "m1"
    assert shell("match", "new").code == 2
    shell.done("campaign", "game", "c1", "Anna", "Bram")
    shell.done("campaign", "enroll", "c1", "Anna", "--roster", "iron.toml", "--force", "Second")
    assert shell("match", "new", "--fixture", "c1:f2").code == 0, "f2 has named the only force"
    shell.done("campaign", "game", "c1", "Anna", "Bram")
    assert shell("match", "new", "--fixture", "c1:f3").err == (
        "warledger: Anna has several forces. Name the sides of this game yourself.\n"
    )


def test_a_campaign(shell: Shell) -> None:
    Path("rules.toml").write_text('game = 1\nkill = 2\nlosses = "permanent"\n', encoding="utf-8")
    who = ("--player", "Anna", "--player", "Bram")
    shell.done("campaign", "new", "Karst", *who, "--rules", "rules.toml", "--ruleset", "deathzap2")
    shell.done("campaign", "enroll", "c1", "Anna", "--roster", "iron.toml")
    shell.done("campaign", "enroll", "c1", "Bram", "--force", "Ash", "--unit", "Claw=10")
    shown = shell.done("campaign", "show", "c1", "--json").json
    assert [unit["name"] for unit in shown["forces"][0]["units"]] == ["Alpha", "Bravo", "Hammer"]
    done = ("--unit", "Alpha=2/3", "--unit", "Claw=3/1", "--on", "2026-01-10")
    shell.done("campaign", "record", "c1", "Anna", "Ash", "7-4", *done)
    unit = shell.done("campaign", "unit", "c1", "Alpha", "--json").json
    # 1 game and 2 kills of 2; three of six figures gone for good.
    assert (unit["experience"], unit["enlisted"], unit["figures"]) == (5, 6, 3)
    shell.done("campaign", "story", "c1", "-", "--on", "2026-01-11", stdin="The pass\nfalls.\n")
    history = shell.done("campaign", "history", "c1", "--json").json["entries"]
    assert [(row["on"], row["kind"]) for row in history] == [
        ("2026-01-10", "game"),
        ("2026-01-11", "story"),
    ]
    refused = shell("campaign", "unit", "c1", "Alpha", "--experience", "5")
    assert (refused.code, refused.err) == (
        1,
        "warledger: Give a reason for the change. The log shows the reason.\n",
    )
    assert "Karst         1  Sat 10 Jan 2026" in shell.done("campaign", "list").out
    assert shell("campaign", "show", "l1").code == 1


@pytest.mark.thorough
def test_standings_say_how_many_games_are_still_open(evening: Shell) -> None:
    def told() -> tuple[str, str]:
        first = evening.done("league", "standings", "l1").out.partition("\n")[0]
        report = evening.done("export", "l1").out
        return first, next(line for line in report.splitlines() if "Standings" in line)

    evening.done("league", "result", "l1", "1", "10-7")
    first, title = told()
    assert "standings after round 1 (1 game open)" in first
    assert "Standings after round 1 (1 game open)" in title.replace("\\", "")
    evening.done("league", "result", "l1", "2", "1-6")
    first, title = told()
    assert "open" not in first + title


@pytest.mark.thorough
def test_a_season_that_is_over_is_shown_with_its_own_reasons(evening: Shell) -> None:
    evening.done("league", "bonus", "l1", "Anna", "1/2", "--why", "painted")
    evening.done("league", "result", "l1", "1", "10-7")
    evening.done("league", "season", "l1", "--close")
    evening.done("league", "season", "l1", "--title", "Spring")
    before = evening.done("league", "standings", "l1", "--season", "1").out
    assert before.startswith("Winter League · standings of season 1 after round 1 · 3/1/0\n")
    assert "Anna: +0.5 bonus, painted" in before
    now = evening.done("league", "standings", "l1").out
    assert now.startswith("Winter League · standings before round 1 · 3/1/0\n")
    assert "painted" not in now
    rounds = evening.done("league", "rounds", "l1", "--season", "1").out
    assert "Anna    Dario     10 : 7, Anna won" in rounds
    assert evening.done("league", "rounds", "l1").out == ""
    assert "no season 3" in evening("league", "rounds", "l1", "--season", "3").err


def test_points_of_a_roster_are_told_in_words_unless_json_is_asked_for(shell: Shell) -> None:
    told = shell.done("force", "points", "iron.toml").out
    assert told.startswith("iron.toml")
    assert shell.done("force", "points", "iron.toml", "--json").json["forces"]


def test_a_sign_up_list_is_looked_over_and_enrolled(shell: Shell) -> None:
    Path("list.csv").write_text("Name;Army\nAnna;Ash\nPaula;Red Dusk\nPaula B;\n", encoding="utf-8")
    shell.done("league", "new", "Winter", "--player", "Anna")
    looked = shell.done("league", "sign-up", "l1", "list.csv", "--check")
    assert looked.out.splitlines() == [
        "  names: column 1 Name of 2 (to change it, add --column N)",
        "  line 2: Anna (Ash): is already enrolled",
        "  line 3: Paula (Red Dusk): joins",
        "  line 4: Paula B: joins; same person as Paula?",
        "2 players would be enrolled from 3 lines",
    ]
    done = shell.done("league", "sign-up", "l1", "list.csv", "--leave-out", "4")
    assert done.out.splitlines()[-2:] == [
        "  line 4: Paula B: left out; same person as Paula?",
        "   3  1 player enrolled from 3 lines",
    ]
    again = shell("league", "sign-up", "l1", "list.csv", "--leave-out", "4")
    assert "Nobody on this list is new." in again.err
    shown = shell.done("league", "show", "l1", "--json").json
    assert [(one["name"], one["about"]) for one in shown["players"]] == [
        ("Anna", ""), ("Paula", "Red Dusk"),
    ]  # fmt: skip


@pytest.mark.thorough
def test_a_first_round_in_an_order_again_anew_and_who_steps_in(shell: Shell) -> None:
    """Five as they signed up: Anna – Bram, Chloé – Dario, Erik has the bye."""
    shell.done("league", "new", "Cup", *PLAYERS, "--player", "Erik", "--pairing", "Swiss")
    shell.done("league", "draft", "l1", "--order", "sign-up")
    shell.done("league", "drop", "l1", "Anna")
    drafted = shell.done("league", "draft", "l1").out.splitlines()
    assert drafted[0].endswith(
        "round 1 drafted, Swiss, as signed up: 2 tables, 1 as before (changed: Bram v Erik)"
    )
    refused = shell("league", "draft", "l1", "--order", "rating")
    assert refused.code == 1
    assert "Nobody has a rating from an earlier season yet" in refused.err
    shell.done("league", "back", "l1", "Anna")
    anew = shell.done("league", "draft", "l1", "--anew", "--json").json
    assert [{one["home"], one["away"]} for one in anew["fixtures"]] == [
        {"Anna", "Bram"}, {"Chloé", "Dario"}, {"Erik", None},
    ]  # fmt: skip
    shell.done("league", "publish", "l1")
    stepped = shell.done("league", "step-in", "l1", "Otto", "--ringer", "--why", "organiser").out
    assert stepped == (
        "   9  Otto enrolled, not ranked; round 1: Erik and Otto meet, paired by hand (organiser)\n"
    )
    refused = shell("league", "step-in", "l1", "Paula")
    assert "Nobody has the bye. Enrol Paula first" in refused.err


def test_a_draft_that_rests_on_something_else_is_published_with_a_word(shell: Shell) -> None:
    players = [word for name in "ABCD" for word in ("--player", name)]
    shell.done("league", "new", "Swiss", *players, "--pairing", "Swiss", "--rounds", "3")
    for said in ("draft l1", "publish l1", "result l1 1 10-7", "result l1 2 10-7", "draft l1"):
        shell.done("league", *said.split())
    shell.done("league", "correct", "l1", "f1", "7-10", "--why", "misread")
    line, doubt = shell.done("league", "publish", "l1").out.splitlines()
    assert line.endswith("round 2 published")
    assert doubt.startswith("  ? Table 1, ")
    assert doubt.endswith(" has been corrected since the draft.")


def test_a_list_of_a_form_asks_for_what_it_cannot_know(shell: Shell) -> None:
    files = Path(__file__).parents[1] / "leagues" / "sign_up"
    shell.done("league", "new", "Forms", "--player", "Zed")
    asked = shell("league", "sign-up", "l1", str(files / "form-fi-unknown-heading.csv"))
    assert "Which column has the names? The columns are: 1 Aika" in asked.err
    assert "Choose the column with --column 3" in asked.err
    asked = shell("league", "sign-up", "l1", str(files / "excel-fr-cp1252.csv"))
    assert "Give the file's encoding, such as --encoding cp1252" in asked.err
    done = shell.done(
        "league", "sign-up", "l1", str(files / "excel-fr-cp1252.csv"), "--encoding", "cp1252"
    )
    assert "names: column 1 Nom + 2 Prénom of 4 (to change it, add --column N)" in done.out


def test_a_list_with_titles_and_split_names_joins_and_one_without_a_heading_asks(
    shell: Shell,
) -> None:
    shell.done("league", "new", "Cup", "--player", "Zed")
    Path("list.csv").write_text("Winter Cup,,\n,,\nFirst,Last,Army\nAnna,Berger,Orks\n", "utf-8")
    done = shell.done("league", "sign-up", "l1", "list.csv")
    assert done.out.splitlines() == [
        "  names: column 1 First + 2 Last of 3 (to change it, add --column N)",
        "  line 1: Winter Cup: is a heading, not a player",
        "  line 4: Anna Berger (Orks): joins",
        "   3  1 player enrolled from 2 lines",
    ]
    Path("plain.csv").write_text("Bram;Orks\nChloe;Elves\n", "utf-8")
    asked = shell("league", "sign-up", "l1", "plain.csv")
    assert asked.code == 1
    assert (
        "Which column has the names? The columns are: 1 Bram, 2 Orks. Choose the column with"
        " --column 1" in asked.err
    )
    done = shell.done("league", "sign-up", "l1", "plain.csv", "--column", "1")
    assert "2 players enrolled from 2 lines" in done.out


def test_who_drops_in_mid_round_is_told_what_to_settle_and_with_which_command(
    shell: Shell,
) -> None:
    players = [part for name in ("Anna", "Bram", "Chloé", "Dario") for part in ("--player", name)]
    shell.done("league", "new", "Circle", *players, "--rounds", "3")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    shell.done("league", "result", "l1", "1", "10-7")
    said = shell.done("league", "drop", "l1", "Chloé").out
    assert "or award the game to Bram (warledger league result l1 f2 l2)." in said
    said = shell.done("league", "drop", "l1", "Dario").out
    assert "1 of 3 games played. To annul all results of this player, run:" in said
    assert "warledger league annul l1 p4" in said


def test_a_result_of_several_words_needs_no_quotes(evening: Shell) -> None:
    ran = evening.done("league", "result", "l1", "1", "f2", "20-0")
    assert "20 : 0" in ran.out
    ran = evening.done("league", "correct", "l1", "1", "7", "-", "10")
    assert "7 : 10, Dario won" in ran.out
    ran = evening("league", "rename", "l1", "Anna", "Anna", "Maria")
    assert (ran.code, ran.err) == (
        2,
        "warledger: Got unexpected extra argument (Maria); put text of several words in quotes"
        " (see: warledger league rename --help).\n",
    )


def test_a_bye_has_its_kind_and_its_points_without_quotes(shell: Shell) -> None:
    shell.done("league", "new", "Cup", *PLAYERS[:6], "--zone", "UTC")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    fixtures = shell.done("league", "show", "l1", "--json").json["round"]["fixtures"]
    bye = next(one["fixture"] for one in fixtures if one["away"] is None)
    shell.done("league", "correct", "l1", bye, "half", "5-0")
    fixtures = shell.done("league", "show", "l1", "--json").json["round"]["fixtures"]
    (kept,) = (one for one in fixtures if one["fixture"] == bye)
    assert (kept["kind"], kept["vp"]) == ("half bye", [5, 0])


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        (
            "casualties=2",
            "Write casualties as two numbers: 12-7, or -3-7 for a negative one.",
        ),
        (
            "casualties=-1",
            "Write casualties as two numbers: 12-7, or -3-7 for a negative one.",
        ),
        (
            "casualties=w1 3-2",
            "Write casualties as two numbers: 12-7, or -3-7 for a negative one.",
        ),
        (
            "=3-2",
            "--extra '=3-2' cannot be read. Write COLUMN=POINTS, such as casualties=12-7.",
        ),
        (
            "-2-7",
            "--extra '-2-7' cannot be read. Write COLUMN=POINTS, such as casualties=12-7.",
        ),
    ],
)
def test_a_further_column_that_cannot_be_read_says_how_it_is_written(
    evening: Shell, extra: str, says: str
) -> None:
    ran = evening("league", "result", "l1", "1", "10-7", "--extra", extra)
    assert (ran.code, ran.err) == (1, f"warledger: {says}\n")
    ran = evening.done("league", "result", "l1", "1", "10-7", "--extra", "balance=-3-7")
    assert "balance −3 : 7" in ran.out


@pytest.mark.thorough
@pytest.mark.parametrize(
    "command",
    [
        ("league", "enroll", "l1", "Bo", "Bo"),
        ("league", "enroll", "l1", "Bo", "Gwen", " bo "),
        ("league", "new", "Cup", "--player", "Bo", "--player", "bo"),
        ("campaign", "new", "Karst", "--player", "Bo", "--player", "bo"),
    ],
)
def test_a_name_twice_in_one_command_is_said_to_be_there_twice(
    evening: Shell, command: tuple[str, ...]
) -> None:
    ran = evening(*command)
    says = "Bo is named twice. Each player needs a different name."
    assert (ran.code, ran.err) == (1, f"warledger: {says}\n")
    assert len(evening.done("league", "show", "l1", "--json").json["players"]) == 4


def test_league_show_tells_whose_players_differ_until_it_is_settled(evening: Shell) -> None:
    with open_book(evening.path) as book:
        league = book.open_league("l1")
        for player, result in (("p1", "10-7"), ("p4", "7-10")):
            seen = make_result_fingerprint(league.state.fixtures[FixtureId("f1")])
            league.reports.report_result(PlayerId(player), "f1", result, seen)
    differ = "f1, table 1: Anna reported it, Dario says 7 : 10, Dario won"
    assert evening.done("league", "show", "l1", "--json").json["disputes"] == [differ]
    shown = evening.done("league", "show", "l1").out.splitlines()
    assert shown[-3:] == [
        f"players disagree: {differ}",
        "  To keep the result as entered: warledger league sign l1 f1",
        "  To correct it: warledger league correct l1 f1 7-10",
    ]
    evening.done("league", "result", "l1", "2", "1-6")
    evening.done("league", "draft", "l1")
    evening.done("league", "publish", "l1")
    (later,) = evening.done("league", "show", "l1", "--json").json["disputes"]
    assert later.startswith("f1, table 1 of round 1: Anna reported it")
    evening.done("league", "sign", "l1", "f1")
    assert evening.done("league", "show", "l1", "--json").json["disputes"] == []


def test_a_season_closed_with_open_games_says_so(shell: Shell) -> None:
    players = [word for name in "ABCD" for word in ("--player", name)]
    shell.done("league", "new", "Spring", *players, "--rounds", "3")
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1")
    shell.done("league", "result", "l1", "1", "w1")
    said = shell.done("league", "season", "l1", "--close").out
    assert "1 game has no result. To continue the season, run: warledger league undo l1" in said

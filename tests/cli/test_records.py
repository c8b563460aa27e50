"""Match records on the command line: out, in, checked."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.application.match_records.test_by_hand import BY_HAND
from tests.cli.running import Shell


def _send_through_pipe(text: str) -> str:
    """Return the path of a pipe with this text, as a shell gives it for ``<(cat FILE)``."""
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "w", encoding="utf-8") as end:
            end.write(text)

    threading.Thread(target=write, daemon=True).start()
    return f"/dev/fd/{reading}"


def test_a_record_and_a_scheme_are_read_whole_from_a_pipe(shooting: Shell, tmp_path: Path) -> None:
    record = shooting.done("export", "m1", "--format", "record").out
    checked = shooting.done("verify", "-", stdin=record).out
    assert shooting.done("verify", _send_through_pipe(record)).out == checked
    other = ("--db", str(tmp_path / "other.db"))
    done = shooting.done("import", _send_through_pipe(record), *other)
    assert done.out.startswith("m1 Iron Third v Red Dusk: ")
    shooting.done("league", "new", "Winter", "--player", "Anna", "--player", "Bram")
    scheme = 'name = "piped"\n[points]\nwin = 1\ndraw = 0\nloss = 0\n'
    piped = _send_through_pipe(scheme)
    shooting.done("league", "scheme", "l1", piped, "--why", "agreed")
    assert shooting.done("league", "standings", "l1", "--json").json["scheme"] == "piped"
    league = shooting.done("export", "l1", "--format", "record").out
    assert "no problems" not in shooting.done("verify", _send_through_pipe(league)).out


@pytest.mark.thorough
def test_out_of_one_ledger_and_into_another(shooting: Shell, tmp_path: Path) -> None:
    shooting.done("match", "do", "m1", "r1 > b2 soft : r")
    shooting.done("export", "m1", "--format", "record", "-o", "one.record")
    other = ("--db", str(tmp_path / "other.db"))
    assert shooting.done("import", "one.record", *other).out.startswith(
        "m1 Iron Third v Red Dusk: "
    )
    again = shooting.done("import", "one.record", *other)
    assert (
        again.out
        == "This match is already in the ledger as m1 Iron Third v Red Dusk. Nothing was changed.\n"
    )
    shooting.done("export", "m1", "--format", "record", "-o", "two.record", *other)
    assert Path("one.record").read_bytes() == Path("two.record").read_bytes()
    assert "no problems found" in shooting.done("verify", *other).out


def test_an_anchor_shows_that_a_past_is_still_there(shooting: Shell, tmp_path: Path) -> None:
    whole = shooting.done("verify").out.splitlines()[-1].removeprefix("anchor ")
    kept = shooting.done("backup", "copy.db").err.strip().removeprefix("warledger: anchor ")
    assert kept == whole
    report = shooting.done("export", "m1", "--format", "md").out.splitlines()[-1]
    of_game = report.removeprefix("Anchor of this game: ")
    assert of_game.startswith("m1.")
    page = shooting.done("export", "m1", "--format", "html").out
    assert f"Anchor of this game: {of_game}" in page
    shooting.done("match", "do", "m1", "r1 > b2 soft : r")
    both = ("--anchor", whole, "--anchor", of_game.lower())
    told = shooting.done("verify", *both).out.splitlines()
    assert told[1:3] == [f"{code}: found in this ledger" for code in (whole, of_game.lower())]
    ran = shooting("verify", *both, "--db", "copy.db", "--json")
    assert (ran.code, '"held": false' in ran.out) == (0, False)
    later = shooting.done("verify").out.splitlines()[-1].removeprefix("anchor ")
    ran = shooting("verify", "--anchor", later, "--db", "copy.db")
    assert ran.code == 1
    assert "it is older than the anchor, or its last events are missing" in ran.out
    slip = shooting("verify", "--anchor", whole[:-1])
    assert (slip.code, slip.out) == (1, "")
    assert "is not a valid anchor" in slip.err


def test_a_command_with_an_id_is_done_once(shooting: Shell) -> None:
    line = ("match", "do", "m1", "r1 > b2 soft : r", "--id", "7f3a")
    shooting.done(*line)
    log = shooting.done("match", "log", "m1").out
    again = shooting(*line)
    assert (again.code, again.out) == (0, "")
    assert "7f3a was already written (m1, version" in again.err
    assert shooting.done("match", "log", "m1").out == log
    refused = shooting("match", "do", "m1", "r1 > nobody", "--id", "7f3b")
    assert refused.code == 1
    shooting.done("match", "undo", "m1", "--id", "7f3b")
    assert "was already written" in shooting("match", "undo", "m1", "--id", "7f3b").err
    assert "no problems found" in shooting.done("verify").out


def test_an_empty_id_is_refused(shooting: Shell) -> None:
    log = shooting.done("match", "log", "m1").out
    for command in (("match", "do", "m1", "r1 > b2 soft : r"), ("match", "undo", "m1")):
        refused = shooting(*command, "--id", "")
        assert (refused.code, "the value is empty; give an id" in refused.err) == (2, True)
    assert shooting.done("match", "log", "m1").out == log


def test_salvage_calls_a_record_no_ledger(shooting: Shell) -> None:
    shooting.done("export", "m1", "--format", "record", "-o", "one.record")
    refused = shooting("salvage", "one.record", "saved.db")
    assert refused.code == 1
    assert "one.record can be read, because it is not a Warledger ledger." in refused.err


@pytest.mark.thorough
def test_a_folder_names_the_record(shooting: Shell, tmp_path: Path) -> None:
    shooting.done("export", "m1", "--format", "record", "-o", str(tmp_path))
    assert (tmp_path / "iron-third-v-red-dusk.record").is_file()


@pytest.mark.thorough
def test_a_record_is_checked_without_a_ledger(shooting: Shell) -> None:
    shooting.done("export", "m1", "--format", "record", "-o", "one.record")
    shooting.path.unlink()
    checked = shooting.done("verify", "one.record").out
    assert re.match(r"\d+ rows, \d+ events: unchanged since it was written", checked)
    assert not shooting.path.exists()
    text = Path("one.record").read_text(encoding="utf-8")
    row = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("impetus : 42"))
    Path("two.record").write_text(text.replace("impetus : 42", "impetus : 43"), encoding="utf-8")
    ran = shooting("verify", "two.record")
    assert (ran.code, ran.out) == (
        1,
        f"line {row}: this line was changed after the record was written.\n",
    )
    ran = shooting("import", "two.record")
    assert ran.code == 1
    assert f"Line {row} of the record was changed" in ran.err
    assert shooting.done("match", "list").out == ""
    shooting.done("import", "two.record", "--changed")
    assert "Iron Third v Red Dusk" in shooting.done("match", "list").out


def test_the_reason_that_a_record_cannot_be_imported_is_that_it_was_altered(
    shooting: Shell,
) -> None:
    """A die that missed and now hits: the next roll has a die too few."""
    shooting.done("match", "do", "m1", "r1 > b2 soft : 45162346 / 42651")
    shooting.done("export", "m1", "--format", "record", "-o", "one.record")
    text = Path("one.record").read_text(encoding="utf-8")
    row = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("r1 > b2"))
    Path("two.record").write_text(text.replace(": 45162346", ": 45662346"), encoding="utf-8")
    why = f"Line {row} of the record was changed after it was written. Line {row}: 6 dice to roll"
    ran = shooting("import", "two.record")
    assert (ran.code, why in ran.err) == (1, True), ran.err
    assert "--changed" not in ran.err  # with it, this line cannot be played either
    assert f"line {row}: 6 dice to roll" in shooting("import", "two.record", "--changed").err


def test_a_record_without_its_end_was_cut_off(shooting: Shell) -> None:
    shooting.done("export", "m1", "--format", "record", "-o", "one.record")
    kept = Path("one.record").read_text(encoding="utf-8").splitlines()[:-1]
    Path("two.record").write_text("\n".join(kept) + "\n", encoding="utf-8")
    why = "he last line of the record is missing, so the record was cut off."
    assert shooting("verify", "two.record").out == f"line {len(kept) + 1}: t{why}\n"
    ran = shooting("import", "two.record")
    assert f"T{why} To import it anyway, add --changed." in ran.err


def test_by_hand_with_a_roster_beside_it(shell: Shell, tmp_path: Path) -> None:
    place = tmp_path / "mail"
    place.mkdir()
    roster = (tmp_path / "iron.toml").read_text(encoding="utf-8")
    (place / "mine.toml").write_text(roster.replace("Iron Third", "Mine"), encoding="utf-8")
    record = place / "hand.record"
    record.write_text(BY_HAND.replace('"iron-third"', '"mine.toml"'), encoding="utf-8")
    ran = shell.done("import", str(record))
    assert "weather" in ran.err  # a tag that means nothing is told, and passed over
    assert "Mine" in shell.done("match", "log", "m1").out
    assert "no checks" in shell.done("verify", str(record)).out


def test_bad_files_are_one_sentence(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bytes.record").write_bytes(bytes(range(256)))
    (tmp_path / "empty.record").write_bytes(b"")
    for name in ("bytes.record", "empty.record", "nowhere.record", "."):
        for call in ("import", "verify"):
            ran = shell(call, name)
            assert ran.code == 1, (call, name, ran)
            assert ran.err.startswith("warledger: ")
            assert ran.err.count("\n") == 1
    assert not shell.path.exists()


def test_a_record_reads_no_roster_from_where_people_type(shell: Shell) -> None:
    text = BY_HAND.replace('"iron-third"', '"-"')
    assert text != BY_HAND
    Path("stdin.record").write_text(text, encoding="utf-8")
    ran = shell("import", "stdin.record", stdin="name = 'Never'")
    assert (ran.code, "There is no file or sample called -" in ran.err) == (1, True)


def test_a_whole_ledger_comes_in(shooting: Shell, tmp_path: Path) -> None:
    other = ("--db", str(tmp_path / "other.db"))
    events = shooting.done("export", "m1", "--format", "events").out.splitlines()
    last = int(events[-1].split(",")[1])
    shooting.done("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml", *other)
    # The game of the other ledger is another m1.
    checked = shooting.done("import", str(shooting.path), "--check", *other).out.splitlines()
    assert checked == [
        f"m2 Iron Third v Red Dusk: {last} lines (m1 in {shooting.path})",
        "New: 1 game.",
        "Nothing was written.",
    ]
    assert len(shooting.done("match", "list", *other).out.splitlines()) == 2  # headings, a game
    done = shooting.done("import", str(shooting.path), *other).out.splitlines()
    assert done == checked[:-1]
    assert shooting.done("import", str(shooting.path), *other).out.splitlines() == [
        "Nothing is new.",
        "Already here: 1 game.",
    ]
    again = shooting.done("import", str(shooting.path), *other, "--json").json
    assert [one["outcome"] for one in again["streams"]] == ["unchanged"]
    for of, name in (((), "one.csv"), (other, "two.csv")):
        shooting.done("export", "m2" if of else "m1", "--format", "events", "-o", name, *of)
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()


def test_a_game_that_differs_in_another_ledger_exits_1(shooting: Shell) -> None:
    shooting.done("backup", "copy.db")
    shooting.done("match", "note", "m1", "seen here")
    shooting.done("match", "note", "m1", "seen there", "--db", "copy.db")
    ran = shooting("import", "copy.db")
    assert ran.code == 1
    assert "m1 Iron Third v Red Dusk differs from m1 in copy.db from line" in ran.err
    assert "seen there" not in ran.err + ran.out
    assert f"then: warledger import m1.record --db {shooting.path}." in ran.err
    # What it says to do works.
    shooting.done("export", "m1", "--format", "record", "-o", "m1.record", "--db", "copy.db")
    assert shooting.done("import", "m1.record").out.startswith("m2 Iron Third v Red Dusk")
    assert shooting.done("import", "copy.db").out


def test_what_is_no_whole_ledger_is_refused_in_a_sentence(shooting: Shell) -> None:
    whole = shooting.path.read_bytes()
    Path("short.db").write_bytes(whole[:-5000])
    for name, statement in (
        ("newer.db", "PRAGMA user_version = 99"),
        ("older.db", "PRAGMA user_version = 1"),
        ("foreign.db", "PRAGMA application_id = 7"),
    ):
        Path(name).write_bytes(whole)
        with closing(sqlite3.connect(name)) as connection:
            connection.execute(statement)
            connection.commit()
    shooting.done("tables", "games.sqlite")
    before = shooting.done("verify").out
    for name, why in {
        "games.sqlite": "contains SQL tables that Warledger wrote. It is not a ledger. Give the",
        "short.db": "is incomplete",
        "newer.db": "was written by a newer Warledger",
        "older.db": "was written by an older Warledger",
        "foreign.db": "is another program's database",
    }.items():
        ran = shooting("import", name)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1), name
        assert f"{name} {why}" in ran.err
    assert shooting.done("verify").out == before
    for name, what in {
        "a.rosz": "a.rosz is a roster from another program. To convert it, run: warledger force",
        "a.json": "a.json is not a record. If it is a roster, run: warledger force import a.json.",
        "a.ics": "run: warledger league import-dates L a.ics.",
        "a.csv": "run: warledger league import-results L a.csv, or: warledger league sign-up L a",
        "a.html": "run: warledger export M --format record.",
    }.items():
        Path(name).write_bytes(b"PK\x03\x04")
        assert what in shooting("import", name).err
    wrong = shooting("import", "short.db", "--merge")
    assert "--merge has no effect on another ledger" in wrong.err
    Path("torn.db").write_bytes(whole.replace(b"Iron Third", b"Iron Thirt"))
    assert shooting("import", "torn.db").err == (
        "warledger: torn.db is damaged in m1. Nothing was imported. To save the undamaged part, "
        "run: warledger salvage torn.db NEW. Then import NEW.\n"
    )
    Path("none.record").write_text("rules = 1", encoding="utf-8")
    assert "--check has no effect" in shooting("import", "none.record", "--check").err


def test_a_date_stored_without_leading_zeros_is_exported_and_imported(
    playing: Shell, tmp_path: Path
) -> None:
    """Older versions stored years before 1000 without leading zeros."""
    playing.done("export", "m1", "--format", "record", "-o", "one.record")
    text = Path("one.record").read_text(encoding="utf-8")
    early = re.sub('(?m)^played = ".*"$', 'played = "206-10-03"', text)
    Path("two.record").write_text(early, encoding="utf-8")
    other = ("--db", str(tmp_path / "other.db"))
    playing.done("import", "two.record", "--changed", *other)
    playing.done("export", "m1", "--format", "record", "-o", "three.record", *other)
    assert 'played = "206-10-03"' in Path("three.record").read_text(encoding="utf-8")
    playing.done("verify", "three.record")
    playing.done("tables", "games.sqlite", *other)
    with closing(sqlite3.connect("games.sqlite")) as connection:
        days = connection.execute("SELECT played_on FROM match").fetchall()
    assert days == [("0206-10-03",)]

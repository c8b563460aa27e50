"""What comes in and goes out through pipes: UTF-8, marks passed over, the reader gone."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys

import pytest

from tests.cli import running
from tests.cli.running import Shell
from tracker import __version__
from tracker.cli import entry
from tracker.cli.main import main

FOUR = [part for name in ("Łukasz", "Zoë", "Chloé", "Dario") for part in ("--player", name)]
FORMS = ("md", "html", "csv", "json", "record", "ics")


@pytest.mark.thorough
def test_exports_and_json_are_utf_8_whatever_the_locale(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.done("league", "new", "Żubr Cup", *FOUR)
    shell.done("league", "draft", "l1")
    shell.done("league", "publish", "l1", "--on", "2099-01-01")
    exports = [("export", "l1", "--format", form) for form in FORMS]
    for call in (*exports, ("league", "standings", "l1", "--json")):
        told = []
        for encoding in ("utf-8", "cp1252"):
            written = io.BytesIO()
            monkeypatch.setenv("WARLEDGER_DB", str(shell.path))
            monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
            assert main([*call]) == 0
            told.append(written.getvalue())
        assert told[0] == told[1]
        assert "Łukasz".encode() in told[0]


def test_a_mark_before_a_list_a_script_and_a_record_is_passed_over(playing: Shell) -> None:
    playing.done("league", "new", "Winter", *FOUR)
    script = "impetus : 4 2\nskip orders\n".encode("utf-8-sig")
    assert playing.done("match", "do", "m1", "--file", "-", stdin=script).err == ""
    record = playing.done("export", "m1", "--format", "record").out
    told = playing.done("import", "-", stdin=record.encode("utf-16")).out
    assert "This match is already in the ledger" in told
    people = "Name,Army\nPaula,Red Dusk\nTheo,\n".encode("utf-8-sig")
    playing.done("league", "sign-up", "l1", "-", stdin=people)
    players = playing.done("league", "show", "l1", "--json").json["players"]
    assert [one["name"] for one in players][4:] == ["Paula", "Theo"]


def test_a_script_is_read_before_the_game_since_others_may_play_on_meanwhile(
    playing: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class TypedSlowly(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            playing.done("match", "note", "m1", "meanwhile")
            return super().read(size)

    def piped(text: str) -> io.TextIOWrapper:
        return io.TextIOWrapper(TypedSlowly(text.encode()) if text else io.BytesIO())

    monkeypatch.setattr(running, "piped", piped)
    assert playing.done("match", "do", "m1", "--file", "-", stdin="impetus : 4 2\n").err == ""
    assert "impetus: Red 4, Blue 2" in playing.done("match", "log", "m1").out


def test_a_page_is_not_poured_onto_a_terminal(
    playing: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(running, "StringIO", Terminal)
    ran = playing("export", "m1", "--format", "html")
    assert (ran.code, ran.out) == (1, "")
    assert "Write the export to a file with -o, or pipe it to another program." in ran.err
    assert playing("force", "sheet", "iron.toml", "--format", "html").code == 1
    assert playing.done("export", "m1").out.startswith("# ")


def test_a_log_has_colours_on_a_terminal_and_in_a_pipe_when_asked(
    playing: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Handles of Red are red (31), numbers quiet (2)."""
    playing.done("match", "do", "m1", "impetus : 4 2")
    playing.done("match", "do", "m1", "orders r1 r2 r3 : 326")
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain = playing.done("match", "log", "m1").out
    assert "\x1b" not in plain
    coloured = playing.done("match", "log", "m1", "--color").out
    line = next(one for one in coloured.splitlines() if "Red orders" in one)
    assert line.partition("m   Red")[2] == (
        " orders: \x1b[1;31mR1\x1b[0m Alpha 3, \x1b[1;31mR2\x1b[0m Bravo 2,"
        " \x1b[1;31mR3\x1b[0m Hammer 6"
    )
    assert line.startswith("\x1b[2m   ")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert playing.done("match", "log", "m1").out == coloured
    assert "\x1b" not in playing.done("match", "log", "m1", "--json").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert playing.done("match", "log", "m1").out == plain
    assert playing.done("match", "log", "m1", "--color").out == coloured


def test_headings_of_standings_stand_over_their_columns(shell: Shell) -> None:
    shell.done("league", "new", "Cup", "--player", "Ann", "--player", "Bo")
    lines = shell.done("league", "standings", "l1").out.splitlines()
    heading = next(line for line in lines if "player" in line)
    row = next(line for line in lines if "Ann" in line)
    assert len(heading) == len(row)
    assert heading.index(" P ") + 1 == row.index(" 0 ") + 1


def test_a_name_is_kept_whole_or_refused_and_a_ledger_is_no_record(shell: Shell) -> None:
    assert "the limit is 200" in shell("league", "new", "x" * 201).err
    ran = shell("league", "new", "Cup", "--player", "y" * 201)
    assert "the limit is 200. Shorten it." in ran.err
    shell.done("league", "new", "z" * 200)
    ran = shell("league", "import-results", "l1", "games.db", "--db", "games.db")
    assert ran.err == (
        "warledger: games.db is a ledger, not a text file. Open it with --db games.db, or import "
        "it. Run: warledger import games.db --db games.db.\n"
    )
    shell.done("tables", "games.sqlite")
    ran = shell("league", "import-results", "l1", "games.sqlite")
    assert ran.err == (
        "warledger: games.sqlite is an SQLite database, not a text file. Choose a text file.\n"
    )


LISTS = [
    *(("match", name, "m1") for name in ("show", "log", "actions", "branches", "options")),
    *(("league", name, "l1") for name in ("show", "log", "standings", "rounds")),
    *(("league", name, "l1") for name in ("outlook", "round-text")),
    ("campaign", "show", "c1"),
    *((group, "list") for group in ("match", "league", "campaign", "force", "rules")),
    *(("export", "m1", "--format", form) for form in ("md", "html", "csv", "events", "record")),
    *(("export", "l1", "--format", form) for form in ("md", "csv", "ics", "json")),
    ("rules", "show", "deathzap2"),
    ("rules", "lines", "deathzap2"),
    ("force", "sheet", "iron-third"),
    ("force", "points", "iron-third"),
    ("odds", "m1"),
    ("luck", "m1"),
    ("match", "show", "m1", "--json"),
    ("export", "ledger", "--format", "json"),
    ("completion", "bash"),
    ("completion", "zsh", "--line", "warledger "),
    ("restore",),
    ("verify",),
    ("info",),
    ("--help",),
    ("match", "--help"),
    ("league", "show", "--help"),
    ("--version",),
]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_whoever_has_read_enough_of_a_list_ends_it_quietly(
    playing: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``| head`` does: exit code 0, and not a word on stderr."""
    playing.done("league", "new", "Winter", *FOUR)
    playing.done("league", "draft", "l1")
    playing.done("league", "publish", "l1", "--on", "2099-01-01")
    playing.done("campaign", "new", "Karst", *FOUR)
    monkeypatch.setenv("WARLEDGER_DB", str(playing.path))
    for call in LISTS:
        readable, writable = os.pipe()
        os.close(readable)
        err = io.StringIO()
        with monkeypatch.context() as patch, os.fdopen(writable, "w", encoding="utf-8") as closed:
            patch.setattr(sys, "stdout", closed)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "argv", ["warledger", *call])
            code = main([*call])
        assert (call, code, err.getvalue()) == (call, 0, "")


def test_the_version_is_told_also_to_nobody(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["warledger", "--version"])
    entry.run()
    assert capfd.readouterr().out == f"{__version__}\n"
    readable, writable = os.pipe()
    os.close(readable)
    code = "from tracker.cli.entry import run; run()"
    called = [sys.executable, "-c", code, "--version"]
    ran = subprocess.run(called, stdout=writable, stderr=subprocess.PIPE, check=False)
    os.close(writable)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_the_version_loads_nothing_of_the_program() -> None:
    code = (
        "import sys\nsys.argv = ['warledger', '--version']\n"
        "from tracker.cli.entry import run\nrun()\nprint(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {each for each in ran.stderr.split() if each.startswith("tracker")}
    assert ours == {"tracker", "tracker.cli", "tracker.cli.entry"}
    assert {"typing", "re", "click", "msgspec"} & {*ran.stderr.split()} == set()

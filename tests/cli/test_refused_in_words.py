"""How commands end that cannot be done: the whole sentence, and the exit code."""

from __future__ import annotations

import errno
import gc
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tests.cli.running import Shell
from tracker.cli import main

FILES = {
    "none.toml": "= 3\n",
    "other.toml": "[colours]\nred = 1\n",
    "flat.toml": "options = 3\n",
    "rows.toml": "[tables]\norders = 3\n",
}
NEW = ("match", "new", "--side", "Red=iron.toml", "--side")
BOTH = (*NEW, "Blue=dusk.toml")
WRITTEN = "cannot be read. Write"
REFUSED = [
    ((*NEW[:3], "Red=iron.toml"), "A game needs two sides: --side Red=iron-third.toml --side"
                                  " Blue=red-dusk.toml."),
    ((*NEW, "Blue"), f"--side 'Blue' {WRITTEN} NAME=VALUE."),
    ((*NEW, "Blue=nowhere"), "There is no file or sample called nowhere. The samples are"
     " ash-column, hollow-brood, iron-third, red-dusk."),
    (("match", "new", "--side", "Red=nowhere", "--side", "Blue=dusk.toml"), "There is no file"
     " and no sample called nowhere. Give the path of a roster file."),
    (("match", "new", "--side", "Red=iron-tide", "--side", "Blue=iron-tide"), "Several rulesets"
     " have iron-tide. Choose one with --ruleset trial-assault or --ruleset xenocide."),
    (("match", "new", "--side", "Red=iron-tide", "--side", "Blue=red-dusk"), "These forces are for"
     " different rules: iron-tide is for trial-assault and xenocide; red-dusk is for deathzap2."),
    (("match", "new", "--side", "Red=none.toml", "--side", "Blue=dusk.toml"), "none.toml is not"
     " TOML: "),
    ((*BOTH, "--mode", "harsh"), "There is no mode 'harsh'. Choose one of: strict, warn, free."),
    ((*BOTH, "--house", "none.toml"), "none.toml is not TOML: "),
    ((*BOTH, "--house", "other.toml"), "other.toml: [colours] is unknown."),
    ((*BOTH, "--house", "flat.toml"), "flat.toml: write house rules under [options] and"
     " [tables]."),
    ((*BOTH, "--house", "rows.toml"), "rows.toml: write each table row under a separate heading:"
                                      " [tables.orders.3]."),
    ((*BOTH, "--option", "game"), f"--option 'game' {WRITTEN} NAME=VALUE."),
    ((*BOTH, "--player", "Anna"), f"--player 'Anna' {WRITTEN} NAME=VALUE."),
    ((*BOTH, "--player", "Green=Anna"), "No side is called 'Green'. Name a side of this game."),
    ((*BOTH, "--fixture", "l1"), f"--fixture 'l1' {WRITTEN} LEAGUE:PAIRING, such as `l1:f3`."),
    (("campaign", "join", "c1", "w1", "--unit", "Alpha"), f"--unit 'Alpha' {WRITTEN}"
     " NAME=FIGURES, such as Alpha=8."),
    (("campaign", "record", "c1", "A", "B", "d", "--unit", "Alpha=3"), f"'Alpha=3' {WRITTEN}"
     " NAME=KILLS/LOST or NAME=KILLS/LOST/CAPTIVES."),
    (("campaign", "recover", "c1", "Alpha", "x"), "'x' cannot be read as dice. Write"
     " a face for each die (`4 6 1`), or `r`."),
    (("league", "result", "l1", "1", "3-1", "--extra", "lost"), f"--extra 'lost' {WRITTEN}"
     " COLUMN=POINTS, such as casualties=12-7."),
    (("league", "import-results", "l1", "flat.toml", "--column", "home=²"), f"'home=²' {WRITTEN}"
     " WHAT=N, such as home=2."),
    (("league", "import-results", "l1", "flat.toml", "--column", "home=" + "9" * 5000), WRITTEN +
     " WHAT=N, such as home=2."),
    (("league", "tables", "l1", "--at", "Anna"), f"--at 'Anna' {WRITTEN}"
     " PLAYER=TABLE, such as Anna=3."),
    (("rules", "show", "deathzap2", "DZ-SHOT-03"), "has no rule DZ-SHOT-03; the nearest is"
     " DZ-SHOOT-03."),
    (("restore", "--db", "memory://"), "Only a ledger in a file has backups. Give the path of a"
                                       " ledger file."),
    (("backup", "."), "is a folder. Choose a file in it."),
    *((each, "out/ is a folder, but this command writes a file. Name a file.") for each in (
        ("league", "round-text", "l1", "--file", "out/"), ("backup", "out/"),
        ("force", "new", "out/", "--ruleset", "free"), ("game", "new", "out/"), ("tables", "out/"),
        ("salvage", "flat.toml", "out/"), ("copy", "flat.toml", "out/"),
    )),
    (("match", "list", "--db", "nowhere.db"), "There is no ledger at nowhere.db. Name an existing"
                                              " ledger, or create a ledger with warledger match"
                                              " new, league new, campaign new, or import."),
]  # fmt: skip
WRONG = [
    (("match", "new"), "give both sides and their rosters"),
    (("match", "do", "m1"), "give a LINE, or a script with --file"),
    *(
        (("match", "do", "m1", *words), f'{what}; put the line in quotes ("r1 > b2"), or several')
        for words, what in (
            (("r1", ">", "b2", "4+"), "Got unexpected extra arguments (> b2 4+)"),
            (("r1 done", "r2 done"), "Got unexpected extra argument (r2 done)"),
            (("r1", "-3"), "No such option: -3"),
        )
    ),
    (("match", "do", "m1", "--rolls"), "No such option: --rolls (Possible options: --roll) (see: "),
    (
        ("match", "do", "m1", "r1 done\nr2 done"),
        "LINE: type one line, or put several lines in a file for --file (see: ",
    ),
    (
        ("match", "do", "m1", "--file", "none.toml", "--because", "agreed"),
        "this option gives the reason for one LINE. In a script, write the reason after the line:",
    ),
    (("match", "answer", "m1", "4", "--roll"), "give the answer, or --roll, or --default"),
    (("match", "undo", "m1", "--turn", "--to", "3"), "give only one of --action, --phase,"),
    (
        ("match", "amend", "m1", "r1", "4"),
        "'V': 'r1' is not a number of up to 18 digits, such as 2 (see: ",
    ),
    (("match", "undo", "m1", "--to", "9" * 19), "'--to': '9999999999999999999' is not a number"),
    (("league", "sign-up", "l1", "list", "--leave-out", "x"), "'x' is not a number of up to 18"),
    (("match", "list", "--db", ""), "--db: the value is empty; give a file or a URL"),
    (("--db", "", "match", "list"), "--db: the value is empty; give a file or a URL"),
    (("export", "m1", "-o", ""), "--output: the value is empty; give a file, or - for standard"),
    (("watch", "m1"), "the screens need a terminal. In a script, use: warledger match show."),
    (("serve", "--port", "abc"), "'--port': 'abc' is not a whole number from 0 to 65535 (see"),
    (("serve", "--port", "99999"), "'--port': '99999' is not a whole number from 0 to 65535 (see"),
    (("serve", "--port", "-1"), "'--port': '-1' is not a whole number from 0 to 65535 (see"),
    (("match", "list", "--status", "lost"), "use running or ended"),
    (("league", "correct", "l1", "f1", "5-1", "--because", "x"), "No such option: --because (see"),
    (("league", "back", "l1", "A", "--late", "--ringer"), "use either --late or --ringer"),
    (
        ("verify", "--anchor", "a", "--replay"),
        "remove this option, because only a ledger is checked against anchors",
    ),
    (
        ("verify", "iron.toml", "--replay"),
        "remove this option, because a record is always replayed when it is checked",
    ),
]


def test_what_cannot_be_done_is_said_in_one_sentence(shell: Shell) -> None:
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    who = ("--player", "Anna", "--player", "Bram")
    shell.done("league", "new", "Winter", *who)
    shell.done("league", "draft", "l1")
    shell.done("campaign", "new", "Karst", *who)
    shell.done("campaign", "enroll", "c1", "Anna", "--force", "Ash", "--unit", "Alpha=8")
    shell.done(*BOTH)
    for call, sentence in REFUSED:
        ran = shell(*call)
        assert (ran.code, ran.out) == (1, ""), call
        assert sentence in ran.err.removesuffix("\n"), call
        assert ran.err.startswith("warledger: "), call
    for call, sentence in WRONG:
        ran = shell(*call)
        assert (ran.code, ran.out) == (2, ""), call
        assert sentence in ran.err, call


NAMED = OSError(errno.ENAMETOOLONG, "File name too long", "x")


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 0, ""),
        (OSError(errno.ENOSPC, "no"), 1, "the output could not be written (no space left on device)"
         ". All your entries are saved."),
        (NAMED, 1, "x cannot be used: file name too long."),
        (OSError(errno.EPIPE + 1000, None, "x"), 1, "x cannot be used: it is not a file."),
        (OSError(errno.ENAMETOOLONG, "long"), 70, "this is an error in"),
        (RuntimeError("x"), 70, "not a mistake of yours (RuntimeError). All your entries are saved."
         " To see where the error happened, set WARLEDGER_DEBUG=1."),
    ],
)  # fmt: skip
def test_whatever_goes_wrong_ends_in_one_sentence(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, fault: BaseException, code: int, said: str
) -> None:
    def fails(*_: str) -> NoReturn:
        raise fault

    monkeypatch.setattr(main, "build_root_command", fails)
    ran = shell("info")
    assert (ran.code, ran.out) == (code, "")
    assert (said in ran.err, bool(said)) == (True, bool(ran.err))
    monkeypatch.setenv("WARLEDGER_DEBUG", "1")
    if code == main.FAULT:
        with pytest.raises(type(fault)):
            shell("info")


def test_what_is_no_text_is_refused_before_anything_is_done(shell: Shell) -> None:
    ran = shell("info", "\udcff")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(" is not UTF-8 text. Write arguments and file names in UTF-8.\n")


def test_a_stream_that_is_not_there_reads_and_takes_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard input is empty and standard error swallows; an answer that is lost is no success."""
    from importlib.metadata import version

    assert shell.done("--version").out == f"{version('warledger')}\n"
    for name in ("stdin", "stderr", "stdout"):
        with monkeypatch.context() as patch:
            patch.setattr(sys, name, None)
            code = main.main(["--version"])
            stream = getattr(sys, name)
            assert code == (1 if name == "stdout" else 0)
            if name == "stdin":
                assert stream.read() == ""
            if name == "stderr":
                stream.write("x")
            stream.close()


def test_the_program_looks_for_garbage_seldom_and_not_at_all_as_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = gc.get_threshold()
    monkeypatch.setattr(sys, "argv", ["warledger", "--version"])
    try:
        with pytest.raises(SystemExit) as ended:
            main.run()
        assert ended.value.code == 0
        assert gc.isenabled()
        assert gc.get_threshold() == (main.RARE_GC, *before[1:])
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_the_ledger_is_also_named_before_the_command(shell: Shell) -> None:
    shell.done("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    other = shell.path.with_name("other.db")
    shell.path.replace(other)
    assert shell.done("--db", str(other), "match", "list").out.splitlines()[1].startswith("m1 ")


@pytest.mark.parametrize(
    ("red", "blue", "rules"),
    [
        ("iron-tide", "dust-runners", "xenocide"),
        ("dust-runners", "iron-tide", "xenocide"),
        ("iron-tide", "cinder-guard", "trial-assault"),
        ("cinder-guard", "iron-tide", "trial-assault"),
    ],
)
def test_a_sample_of_two_rulesets_is_played_by_the_one_that_has_both_forces(
    shell: Shell, red: str, blue: str, rules: str
) -> None:
    begun = shell.done("match", "new", "--side", f"Red={red}", "--side", f"Blue={blue}", "--json")
    assert begun.json["ruleset"] == rules


def test_a_line_that_says_nothing_is_asked_for(playing: Shell) -> None:
    for nothing in ("", "   "):
        ran = playing("match", "do", "m1", nothing)
        assert (ran.code, ran.out) == (2, "")
        assert "the line is empty. Type an action, such as `r1 > b2`" in ran.err

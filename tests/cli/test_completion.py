"""What shells are told may come next: commands, options, and what the ledger holds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tracker.cli import main
from tracker.cli.shell_completion import SCRIPTS, VALUE_FINDERS

FOUR = [part for name in ("Anna", "Bram", "Chloé", "Dario B") for part in ("--player", name)]


def told(shell: Shell, line: str, kind: str = "zsh") -> list[str]:
    """The words that may stand there, without what they are."""
    out = shell.done("completion", kind, "--line", f"warledger {line}").out
    return [each.partition("\t")[0] for each in out.splitlines()]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ma", ["match"]),
        ("match sh", ["show"]),
        ("match a", ["answer", "amend", "archive", "actions"]),  # no old name such as aside
        ("match show m1 --a", ["--at"]),
        ("match show --json --j", []),
        ("match show ", ["m1", "last"]),
        ("match show m1 ", []),
        ("match show Iron", ["Iron Third v Red Dusk"]),
        ("league result wint", ["Winter"]),
        ("league ties l1 hea", ["head to head"]),
        ("league import-results l1 r.csv --encoding cp125", ["cp1252", "cp1250", "cp1251"]),
        ("rules show deathzap2 dz-t3", ["DZ-T3"]),
        ("match show zz zz zz", []),
        ("nonsense ", []),
        ("match list --status ", ["running", "ended"]),
        ("match list --status=r", ["--status=running"]),
        ("match do m1 'imp", ["impetus"]),
        ("match do m1 'fix r", ["r1", "r2", "r3"]),
        ("export ", ["m1", "last", "l1", "all"]),
        ("export last --format p", ["playback"]),
        ("export m1 --format i", []),
        ("export l1 --format i", ["ics"]),
        ("export l1 --format p", []),
        ("export all --format ", ["json", "schema", "sqlite"]),
        ("luck --campaign ", ["l1"]),
        ("league result l1 ", ["f1", "f2"]),
        ("league drop l1 d", ["Dario B"]),
        ("league swap l1 'Dario B' a", ["Anna"]),
        ("league enroll l1 ", []),
        ("league plan l1 --pairing S", ["Swiss"]),
        ("league draft l1 --method r", ["round robin"]),
        ("league divide l1 A B --pairing ", []),
        ("league divide l1 A B --pairing B=", ["B=round robin", "B=Swiss"]),
        ("rules dea", ["deathzap2"]),
        ("rules show tr", ["trial-assault"]),
        ("match options xe", ["xenocide"]),
        ("force sheet --format ", ["text", "html"]),
        ("force sheet iron-th", ["iron-third", ":files"]),
        ("force check red-dusk iron-th", ["iron-third", ":files"]),
        ("match new --side Red=iron-th", ["Red=iron-third", ":files"]),
        ("verify g", [":files"]),
        ("tables ", [":files"]),
        ("match new --fixture ", ["l1:f2"]),
        ("match new --fixture l1:f", ["l1:f2"]),
        ("match new --fixture last:f", ["last:f2"]),
        ("match join m1 ", ["Red", "Blue"]),
        ("completion ", [*SCRIPTS]),
        ("--db nowhere.db match show ", []),
    ],
)
def test_what_may_come_next(playing: Shell, line: str, words: list[str]) -> None:
    playing.done("league", "new", "Winter", *FOUR)
    playing.done("league", "draft", "l1")
    playing.done("league", "publish", "l1")
    playing.done("league", "result", "l1", "f1", "draw")
    before = playing.path.read_bytes()
    found = told(playing, line)
    if "fix" in line:
        assert set(words) <= {each.rpartition(" ")[2] for each in found}
    else:
        assert found == words
    assert playing.path.read_bytes() == before


def test_a_choice_that_waits_offers_its_words(playing: Shell) -> None:
    playing.done("match", "do", "m1", "impetus : 4 2")
    playing.done("match", "do", "m1", "skip orders")
    playing.done("match", "do", "m1", "fix phase shoot red")
    assert told(playing, "match answer m1 ") == []
    assert told(playing, "match do m1 'r1 sh") == ["r1 shoots"]
    assert told(playing, "match do m1 'r1 > b")[:3] == ["r1 > b1", "r1 > b2", "r1 > b3"]
    sides = ("--side", "Red=stone-kin", "--side", "Blue=dust-runners")
    playing.done("match", "new", *sides, "--ruleset", "xenocide")
    playing.done("match", "do", "m2", "fix phase initiative")
    playing.done("match", "do", "m2", "init : 4 7")
    out = playing.done("completion", "fish", "--line", "warledger match answer m2 ").out
    assert out == "1\tfirst\n2\tsecond\n"


def test_parts_and_rulesets_are_all_that_the_program_accepts(shell: Shell) -> None:
    assert told(shell, "export l1 --only cr") == ["cross-table"]
    assert {"deathzap2", "free", "breach", "picket"} <= {*told(shell, "match new --ruleset ")}


def test_games_that_cannot_be_played_are_left_out(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shell.done("game", "new", "ours.toml")
    (tmp_path / "wreck.toml").write_text('warledger_game = 1\nid = "wreck"\n', encoding="utf-8")
    for line in ("match new --ruleset ", "game new copy.toml --from "):
        words = told(shell, line)
        assert "my-game" in words
        assert "wreck" not in words
    refused = shell("game", "new", "copy.toml", "--from", "none-such").err
    assert "my-game" in refused
    assert "wreck" not in refused


def test_bash_is_told_what_stands_behind_the_sign_at_which_it_breaks_words(shell: Shell) -> None:
    assert told(shell, "match new --side Red=iron-th", "bash") == ["iron-third", ":files"]
    assert told(shell, "match list --status=r", "bash") == ["running"]


def test_bash_is_told_a_pairing_without_its_league(playing: Shell) -> None:
    playing.done("league", "new", "Winter", *FOUR)
    playing.done("league", "draft", "l1")
    assert told(playing, "match new --fixture l1:f", "bash") == ["f1", "f2"]


def test_powershell_escapes_with_a_backtick_and_quotes_what_it_would_read(playing: Shell) -> None:
    Path("a\\b.db").write_bytes(playing.path.read_bytes())
    assert told(playing, "--db a\\b.db match show ", "powershell") == ["m1", "last"]
    assert told(playing, "--db `a\\b.db match show ", "powershell") == ["m1", "last"]
    script = playing.done("completion", "powershell").out
    (quoted,) = re.findall(r"-match '(\[.*?\])'\)", script)
    special = re.compile(quoted.replace("''", "'"))
    names = ("Dario B", "O'Neill", "Ca$h", "a`b", "r1,r2", "#1", "@x", "a;b", "r1 > b1", "(a)")
    assert [name for name in names if not special.search(name)] == []
    assert not special.search("Chloé-2.b1")


def test_every_argument_and_option_that_is_completed_is_there() -> None:
    """A key of the table is what an argument or option is called, in one command or in several."""
    known: set[str] = set()

    def walk(command: object, path: str) -> None:
        for one in getattr(command, "params", ()):
            names = [one.metavar] if one.param_type_name == "argument" else one.opts
            known.update(names)
            known.update(f"{path}{name}" for name in names)
        for name, each in getattr(command, "commands", {}).items():
            walk(each, f"{path}{name} ")

    walk(main.build_root_command(), "")
    assert set(VALUE_FINDERS) - known == set()


def test_a_shell_that_is_not_known_is_refused(shell: Shell) -> None:
    ran = shell("completion", "csh")
    assert (ran.code, ran.err) == (
        1,
        (
            "warledger: There is no completion for 'csh'. Choose one of: bash, zsh, fish, "
            "powershell.\n"
        ),
    )


@pytest.mark.parametrize("kind", [*SCRIPTS])
def test_each_script_asks_for_its_own_shell(shell: Shell, kind: str) -> None:
    script = shell.done("completion", kind).out
    assert f"completion {kind} " in script
    assert "--line" in script
    if kind in ("bash", "zsh", "fish") and shutil.which(kind):
        subprocess.run([kind, "-n"], input=script, text=True, check=True)


def test_bash_completes(playing: Shell, tmp_path: Path) -> None:
    """The script itself, asked as bash asks it."""
    bash = shutil.which("bash")
    assert bash is not None
    playing.done("league", "new", "Winter", *FOUR)
    program = tmp_path / "warledger"
    program.write_text(
        f"#!{sys.executable}\nfrom tracker.cli.entry import run\nrun()\n", encoding="utf-8"
    )
    program.chmod(0o755)
    asks = """
        eval "$(warledger completion bash)"
        compopt() { :; }
        ask() {
            COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _warledger warledger
            printf '%s|' "${COMPREPLY[@]}"
            echo
        }
        ask 'warledger ma'
        ask 'warledger match show m'
        ask 'warledger league drop l1 D'
        ask 'warledger match list --status '
        touch games.toml
        ask 'warledger verify games.t'
    """
    ran = subprocess.run(
        [bash, "--norc", "-c", asks],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "WARLEDGER_DB": str(playing.path),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == [
        "match|",
        "m1|",
        "Dario\\ B|",
        "running|ended|",
        "games.toml|",
    ]

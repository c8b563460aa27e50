"""The workload: every command that writes, and the ledgers that it runs on.

A base is a folder made by a list of commands. A case is one more command on a base.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from pathlib import Path
from typing import Any

from dev.torture.command_runner import LEDGER, Case, CommandResult, run_command
from dev.torture.old_ledgers import (
    FORM_PREFIX,
    VERSION_PREFIX,
    list_old_ledger_cases,
    make_older_ledger,
    read_frozen_ledger,
)
from dev.torture.sqlite_vfs_hooks import FileOperation, Hook

KILLED_SUFFIX = " left behind"
"""The suffix in the name of a base whose last writer was killed, so that its log is left."""

_GAMES = """
match new --side Red=iron-third --side Blue=red-dusk --option game=basic \
  --option orders_table=custom --title Evening
match do m1 "deployment : 52 / 1"
match do m1 "impetus : 4 2"
match do m1 "skip orders"
match do m1 "fix phase shoot red"
match do m1 "r1 > b2 soft : 4516234645"
match new --ruleset combat-zone --side Red=wardens --side Blue=night-watch --title Alley
match new --side Red=iron-third --side Blue=red-dusk --title Short
match do m3 "end time"
match new --ruleset xenocide --side Red=ridge-guard --side Blue=dust-runners --title Pass
match do m4 "deploy red | deploy blue"
match do m4 "orders red : r1 run r5 1"
match new --ruleset xenocide --side Red=ridge-guard --side Blue=dust-runners --title Ford
match do m5 "deploy red | deploy blue"
match do m5 "orders red : r1 run"
match do m5 "orders blue : b3 opp"
match do m5 "next"
match do m5 "init : 47 / first"
match do m5 "r1 runs 7in claimed"
"""
_LEAGUE = """
league new Winter --player Anna --player Bram --player Chloe --player Dario --rounds 3 --zone UTC
league draft l1
league publish l1 --ends 22:30
league result l1 1 10-7
"""
_CAMPAIGN = """
campaign new Karst --player Anna --player Bram --ruleset deathzap2 \
  --rules "field hospital" --zone UTC
campaign enroll c1 Anna --roster iron-third
campaign enroll c1 Bram --roster red-dusk
"""
_EVENING = _GAMES + _LEAGUE + _CAMPAIGN
BASES: dict[str, str] = {
    "nothing": "",
    "evening": _EVENING,
    "taken back": _EVENING + "match undo m1\nleague undo l1\n",
    "drafted": _EVENING + "league result l1 2 1-6\nleague draft l1\n",
    "all in": _EVENING + "league result l1 2 1-6\n",
    "closed": _EVENING + "league result l1 2 1-6\nleague season l1 --close\n",
    "away": _EVENING + "league away l1 Anna\n",
    "linked": _EVENING + "match new --side Bram=iron-third --side Chloe=red-dusk --fixture l1:f2\n",
    "arranged": _EVENING + "campaign game c1 Anna Bram\n",
    "record": _EVENING + "export m1 --format record -o m1.war\n",
    "put aside": _EVENING + "match aside m2\n",
    "backed up": _EVENING + "backup copy.db\n",
}
_CASES: dict[str, str] = {
    "evening": """
match new --side Red=iron-third --side Blue=red-dusk
match new --side Anna=iron-third --side Bram=red-dusk --player Anna=Anna --player Bram=Bram
match do m1 "answer : 4265142 / r"
match do m1 --roll --defaults "answer : r | r2 > b2"
match do m1 --file -
match answer m1 4265142
match answer m1 --roll
match do m1 --id evening-1 "answer : 4265142 / r"
match answer m1 4265142 --id evening-2
match undo m1 --id evening-3
match new --side Red=iron-third --side Blue=red-dusk --id evening-4
match undo m1
match undo m1 --action
match undo m1 --turn
match undo m3
match join m1 Red iron-third --id evening-5
match do m4 "orders blue : b1 opp b4 run"
match do m4 --roll --defaults "orders blue : b3 opp | next" --id evening-11
match undo m4
match join m4 Blue dust-runners
match do m5 "b3 snaps r1 20in : 482"
match do m5 --roll "b3 snaps r1 5in light"
match answer m5 no
match undo m5
match note m1 "nearly lost here" --about 12 --star
match pause m1 --id evening-10
match amend m1 12 "5 2"
league new Summer --player Eve --player Finn
match amend m1 12 "5 2" --id evening-6
league undo l1
league note l1 "Hall B" --id evening-7
league enroll l1 Eve
league rename l1 Anna Ann
league away l1 Anna --why work
league drop l1 Dario --after-round
league plan l1 --rounds 4
league result l1 2 1-6
league correct l1 1 9-7 --why slip
league withdraw l1 1 --why slip
league sign l1 1
league arrange l1 2 --on 2027-01-10
league link l1 2 m2 --home Red
league bonus l1 Anna 1 --why painting
league scheme l1 2/1/0 --why agreed
league ties l1 lots --why agreed
league lots l1
league standings l1
league round-text l1 --file round.txt
campaign record c1 Anna Bram 10-7
campaign game c1 Anna Bram
campaign story c1 "It rains." --id evening-8
campaign rules c1 veterans
campaign undo c1
campaign enroll c1 Cleo
campaign join c1 "Iron Third" --unit Scouts=4
campaign unit c1 Alpha --experience 2 --why drill
campaign unit c1 Alpha --wounds "rifleman 1" --why "a fall"
campaign play c1 Anna Bram
export m1 -o report.md
export m1 --format html -o report.html
export m4 --format html -o secret.html
export l1 --format csv -o league.csv
export ledger --format json -o all.json
backup copy.db
rebuild
match list
match aside m2
league aside l1
league result l1 2 1-6 --id evening-20
campaign game c1 Anna Bram --id evening-21
campaign play c1 Anna Bram --id evening-22
salvage games.db sound.db
""",
    "nothing": """
match new --side Red=iron-third --side Blue=red-dusk
league new Summer --player Eve --player Finn
campaign new Karst --player Anna --player Bram
""",
    "taken back": "match redo m1\nleague redo l1",
    "put aside": "match back m2 --id evening-23",
    "backed up": "restore copy.db",
    "drafted": """
league draft l1
league draft l1 --id evening-24
league bye l1 Anna
league publish l1
league lock l1 Anna
league pair l1 Anna Dario
league tables l1 --at Anna=3
league swap l1 Anna Dario
""",
    "all in": "league draft l1\nleague season l1 --close",
    "closed": "league season l1 --title Spring",
    "away": "league back l1 Anna",
    "linked": """
league unlink l1 2 --why slip
match do m6 "end time"
match do m6 "# of the league"
match undo m1
""",
    "arranged": "campaign link c1 f1 m3 --home Red",
    "record": "import m1.war --id evening-9",
    "evening" + KILLED_SUFFIX: """
match do m1 "answer : 4265142 / r"
match undo m1
league result l1 2 1-6
export ledger --format json -o all.json
backup copy.db
verify
""",
}
SCRIPT = "answer : 4265142 / r\n# a note of the script\nundo\nredo\n"


def list_cases() -> list[Case]:
    """Return all cases, including those on ledgers of earlier versions."""
    cases = [
        Case(base, tuple(argv), SCRIPT if "-" in argv else "")
        for base, lines in _CASES.items()
        for argv in map(shlex.split, lines.strip().splitlines())
    ]
    return cases + [Case(base, argv) for base, argv in list_old_ledger_cases()]


class BaseLedgers:
    """The folders in which cases begin. Each one is made when it is first used."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def __getitem__(self, name: str) -> Path:
        folder = self._folder / name.replace(" ", "-")
        if not folder.exists():
            self._make(name, folder)
        return folder

    def copy_to(self, name: str, folder: Path) -> None:
        """Replace ``folder`` with a copy of a base."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self[name], folder)

    def _make(self, name: str, folder: Path) -> None:
        if name.startswith(FORM_PREFIX):
            folder.mkdir()
            form = int(name.removeprefix(FORM_PREFIX))
            make_older_ledger(self["evening"] / LEDGER, folder / LEDGER, form)
            return
        if name.startswith(VERSION_PREFIX):
            folder.mkdir()
            (folder / LEDGER).write_bytes(read_frozen_ledger(name))
            return
        if name.endswith(KILLED_SUFFIX):
            self.copy_to(name.removesuffix(KILLED_SUFFIX), folder)
            case = Case(name, ("match", "do", "m2", "# left behind"))
            run_command(case, folder, make_hook_that_kills_after_entry)
            return
        others = [each for each in BASES if each != name and BASES[each]]
        start = max(
            (each for each in others if BASES[name].startswith(BASES[each])), key=len, default=""
        )
        if start:
            self.copy_to(start, folder)
        else:
            folder.mkdir()
        rest = BASES[name].removeprefix(BASES.get(start, ""))
        for line in filter(None, rest.splitlines()):
            check_success(run_command(Case(name, tuple(shlex.split(line))), folder), line)


def check_success(result: CommandResult, command: str) -> None:
    """Raise ``RuntimeError`` if a command was refused."""
    if result.code:
        raise RuntimeError(f"{command}: {result.err}")


def make_hook_that_kills_after_entry(log: list[Any]) -> Hook:
    """Make a hook that kills its process at the first operation after an acknowledgement."""

    def kill_after_entry(_: FileOperation) -> int:
        if log:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    return kill_after_entry


def is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(15) == b"SQLite format 3"

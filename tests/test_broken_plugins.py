"""A package whose rules fail is set aside by its name; everything else goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.deathzap2.evening import BLUE, RED
from tests.plugins import beside, good, package
from tests.tui.kit import Stage, act
from tracker.application.book import Book, open_book
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_installed_rulesets, load_playable_rulesets
from tracker.procedures.ruleset import Ruleset

OURS = ["combat-zone", "deathzap2", "trial-assault", "xenocide"]
BROKEN: dict[str, tuple[str | None, str]] = {
    "lacks": ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
    "gone": (None, "ModuleNotFoundError: No module named 'plug_gone'"),
    "wrong-name": (
        "from tracker.procedures.ruleset import Rulebook\n",
        "ImportError: cannot import name 'Rulebook' from 'tracker.procedures.ruleset'",
    ),
    "raises": ("1 / 0\n", "ZeroDivisionError: division by zero"),
    "misspelt": ("def rules(:\n", "SyntaxError: invalid syntax"),
    "ends": ("import sys\nsys.exit(3)\n", "it tried to exit the program while loading"),
    "skips": ("import pytest\npytest.skip('not here', allow_module_level=True)\n", "Skipped"),
    "deep": ("def down(n):\n    return down(n)\ndown(0)\n", "RecursionError"),
    "empty": ("", "AttributeError: module 'plug_empty' has no attribute 'RULESET'"),
    "text": ("RULESET = 'coin'\n", "plug_text:RULESET is a str, not a Ruleset"),
    "nothing": ("RULESET = None\n", "plug_nothing:RULESET is a NoneType, not a Ruleset"),
    "odd-id": (good("../odd"), "'../odd' is not a valid id"),
    "taken": (good("check"), "'check' is a subcommand of `warledger rules`"),
    "listed": (good("listed", "phases=[]"), "The ruleset's phases must be a tuple of Phase"),
    "uncalled": (good("uncalled", "due=()"), "The ruleset's due must be a function"),
    "unsaid": (
        good("unsaid", "keys=Keys(verbs=(KeyVerb('f', 'flips'),))"),
        "The key 'f' stands for 'flips', which is not a verb of the lexicon",
    ),
    "titled": (good("titled", "title='\\x1b[31mRed'"), "The title must be one line of 1 to"),
    "texts": (
        good("texts", "rules=lambda: 1 / 0"),
        "The ruleset's rules cannot be read: ZeroDivisionError",
    ),
    "untold": (
        "class Odd(Exception):\n    def __str__(self):\n        raise ValueError\nraise Odd\n",
        "Odd",
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "site"
    made.mkdir()
    return made


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_package_that_fails_is_set_aside_by_name_and_the_rest_go_on(
    name: str, folder: Path
) -> None:
    source, why = BROKEN[name]
    package(folder, name, source)
    with beside(folder):
        assert list(load_playable_rulesets()) == OURS
        (aside,) = load_installed_rulesets().disabled
        assert (aside.name, aside.package) == (name, f"warledger-{name} 0.1")
        assert why in aside.why
        assert str(aside).isprintable()
        assert aside.ruleset is None or isinstance(aside.ruleset, Ruleset)


def test_two_packages_with_one_id_are_both_refused(folder: Path) -> None:
    package(folder, "one", good("twin"))
    package(folder, "two", good("twin"))
    with beside(folder):
        assert list(load_playable_rulesets()) == OURS
        first, second = load_installed_rulesets().disabled
        assert "its id 'twin' is also used by the package warledger-two 0.1" in first.why
        assert "its id 'twin' is also used by the package warledger-one 0.1" in second.why
        assert load_installed_rulesets().find_plugins("twin") == (first, second)


def test_a_package_that_names_its_ruleset_twice_is_used_once(folder: Path) -> None:
    points = "[warledger.rulesets]\nsolo = plug_solo:RULESET\nalso = plug_solo:RULESET\n"
    package(folder, "solo", good("solo"), points=points)
    with beside(folder):
        assert list(load_playable_rulesets()) == sorted([*OURS, "solo"])
        assert load_installed_rulesets().disabled == ()


@pytest.mark.parametrize("points", ["[warledger.rulesets]\nno equals sign\n", "[a]\nb\n"])
def test_a_package_whose_entry_points_cannot_be_read_hides_no_other(
    folder: Path, points: str
) -> None:
    package(folder, "unread", good("unread"), points=points)
    package(folder, "fine", good("fine"))
    with beside(folder):
        assert list(load_playable_rulesets()) == sorted([*OURS, "fine"])


def test_an_entry_point_that_names_no_module_is_set_aside(folder: Path) -> None:
    package(folder, "odd", None, points="[warledger.rulesets]\nodd = not a module\n")
    with beside(folder):
        assert list(load_playable_rulesets()) == OURS
        assert [each.name for each in load_installed_rulesets().disabled] == ["odd"]


def test_what_a_package_prints_while_it_is_loaded_spoils_no_answer(
    folder: Path, shell: Shell
) -> None:
    package(folder, "loud", "print('hello')\n" + good("loud"))
    with beside(folder):
        ids = [each["id"] for each in shell.done("rules", "--json").json["rulesets"]]
    assert ids == sorted([*OURS, "loud"])


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    (tmp_path / "iron.toml").write_text(RED, encoding="utf-8")
    (tmp_path / "dusk.toml").write_text(BLUE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path / "games.db", monkeypatch)


def broken_all(folder: Path) -> None:
    for name, (source, _) in BROKEN.items():
        package(folder, name, source)


COMMANDS = (
    ("match", "list"),
    ("match", "show", "m1"),
    ("match", "log", "m1"),
    ("match", "actions", "m1"),
    ("match", "do", "m1", "deployment : 52 / 1"),
    ("match", "undo", "m1"),
    ("odds", "m1"),
    ("luck", "m1"),
    ("export", "m1"),
    ("rules",),
    ("rules", "deathzap2", "DZ-T4"),
    ("force", "check", "iron.toml"),
    ("info",),
    ("verify",),
    ("rebuild",),
)


def test_every_command_does_its_work_beside_all_of_them(folder: Path, shell: Shell) -> None:
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    game = ("match", "new", "--ruleset", "deathzap2", *sides, "--option", "game=basic")
    shell.done(*game)
    broken_all(folder)
    with beside(folder):
        for command in COMMANDS:
            ran = shell.done(*command)
            told = ran.err.splitlines()
            assert len(set(told)) == len(told) == (len(BROKEN) if told else 0), command
        named = shell.done("info", "--json").json["set_aside"]
        assert {each["name"] for each in named} == set(BROKEN)
        listed = shell.done("rules").out
    row = "not loaded: {0} of the package warledger-{0} 0.1: "
    assert all(row.format(name) in listed for name in BROKEN)


@pytest.mark.parametrize(
    ("command", "told"), [("info", ""), ("rules", ""), ("rules check lacks", ""), ("verify", "a")]
)
def test_what_is_set_aside_is_told_once(
    folder: Path, shell: Shell, command: str, told: str
) -> None:
    """In the answer of a command that lists it, else beside it."""
    shell.done("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    package(folder, "lacks", BROKEN["lacks"][0])
    with beside(folder):
        load_playable_rulesets()
        ran = shell(*command.split())
    assert (ran.out + ran.err).count("no_such_module") == 1
    assert bool(ran.err) is bool(told)


def test_a_game_of_rules_that_are_set_aside_says_why(folder: Path, shell: Shell) -> None:
    package(folder, "lacks", BROKEN["lacks"][0])
    with beside(folder):
        ran = shell("match", "new", "--ruleset", "lacks", "--side", "Red=iron.toml")
    assert ran.code == 1
    why = "ModuleNotFoundError: No module named 'no_such_module' (plug_lacks.py, line 1)"
    whose = "warledger: The rules 'lacks' of the package warledger-lacks 0.1"
    assert ran.err == f"{whose} were not loaded: {why}.\n"


def test_home_names_them_and_goes_on(folder: Path) -> None:
    package(folder, "lacks", BROKEN["lacks"][0])
    package(folder, "ends", BROKEN["ends"][0])

    async def story(stage: Stage) -> None:
        said = "Rules that could not be loaded: ends, lacks. To see why, run warledger rules."
        assert said in " ".join(stage.text.split())
        await stage.press("n")
        assert "Deathzap 2" in stage.text

    with beside(folder):
        act(story, Book(MemoryStore()), game=None)


@pytest.mark.slow
def test_a_process_of_its_own_stands_them_all(folder: Path, tmp_path: Path) -> None:
    broken_all(folder)
    env = {**os.environ, "PYTHONPATH": str(folder), "WARLEDGER_DB": str(tmp_path / "none.db")}
    code = "from tracker.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, "rules"], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[: len(OURS)]] == OURS
    assert len(done.stdout.splitlines()) == len(OURS) + len(BROKEN)
    assert done.stderr == ""


ROSTERS = """
from tracker.procedures.declared.rosters_and_mustering import (
    ForceRules, Roster, RosterFigure, RosterUnit, Sample
)
UNITS = (RosterUnit("Hand", (RosterFigure("coin"),)),)
FORCES = ForceRules(
    read=lambda text, _: Roster(name=text, ruleset="x", units=UNITS, profiles={"coin": {}}),
    samples=lambda: (Sample("coins.toml", "Coins", "Coins"),),
)
"""


ASKS = """
from tracker.procedures.requests import Interrupt, Score, ask

def stage(match, *_):
    yield from ask(ASKED)
"""
STAGES = {
    "unasked": ASKS.replace("ASKED", 'Score(id="sum", what="sum", dice=6)'),
    "window": ASKS.replace(
        "ASKED", 'Interrupt(what="anybody", by=match.units(), actions=("next",))'
    ),
}


@pytest.mark.thorough
def test_an_author_has_rules_checked(folder: Path, shell: Shell) -> None:
    package(folder, "unsaid", BROKEN["unsaid"][0])
    package(folder, "bare", good("bare"))
    package(folder, "clock", "import time\n" + good("clock"))
    source = ROSTERS + good("late", "forces=FORCES").replace(
        "lambda *_: None)", "lambda *_: 1 / 0, candidates=lambda _: ((None, Nothing()),))"
    )
    package(folder, "late", source)
    for name, stage in STAGES.items():
        source = ROSTERS + good(name, "forces=FORCES").replace("NEXT =", f"{stage}NEXT =")
        staged = "stage, candidates=lambda _: ((None, Nothing()),))"
        package(folder, name, source.replace("lambda *_: None)", staged))
    whole = ROSTERS + good("whole", "forces=FORCES")
    package(folder, "whole", whole)
    with beside(folder):
        found = {
            name: shell("rules", "check", name, "--json").json["problems"]
            for name in (
                "unsaid",
                "bare",
                "clock",
                "late",
                "unasked",
                "window",
                "whole",
                "deathzap2",
            )
        }
        assert shell("rules", "check", "late").code == 1
        assert shell.done("rules", "check", "whole").out == (
            "whole in warledger-whole 0.1: no mistakes found.\n"
        )
        unknown = shell("rules", "check", "chess")
    assert found == {
        "unsaid": [
            "plug_unsaid, line 13: The key 'f' stands for 'flips', which is not a verb of the"
            " lexicon."
        ],
        "bare": ["There are no sample forces, so no game can be tried: add one."],
        "clock": ["plug_clock imports time in line 1: rules must not import time."],
        "late": [
            "A random game (0) fails in plug_late.py, line 18: ZeroDivisionError: division by zero."
        ],
        "unasked": [
            "A random game (0) fails in plug_unasked.py, line 22: TypeError: 'int' object is"
            " not iterable."
        ],
        "window": [
            "A random game (0) fails in plug_window.py, line 22: 'next' asks Interrupt: its"
            " parameters must derive from Interruptible."
        ],
        "whole": [],
        "deathzap2": [],
    }
    assert unknown.err.startswith("warledger: There are no rules called 'chess'. Choose one of: ")


def test_rules_that_fail_while_they_are_played_are_named_and_home_goes_on(
    folder: Path, shell: Shell
) -> None:
    Path("coins.toml").write_text("Coins", encoding="utf-8")
    package(folder, "fails", ROSTERS + good("fails", "forces=FORCES"))
    sides = ("--side", "Red=coins.toml", "--side", "Blue=coins.toml")
    with beside(folder):
        shell.done("match", "new", "--ruleset", "fails", *sides)
    late = ROSTERS + good("fails", "forces=FORCES, due=lambda _: 1 / 0")
    (folder / "plug_fails.py").write_text(late, encoding="utf-8")

    async def story(stage: Stage) -> None:
        said = "an error in the rules 'fails' of warledger-fails 0.1 (ZeroDivisionError)"
        assert said in stage.text
        await stage.press("?")

    with beside(folder):
        shell.done("match", "list")
        ran = shell("match", "show", "m1")
        assert ran.code == 70
        said = (
            "this is an error in the rules 'fails' of warledger-fails 0.1, not a mistake of yours"
        )
        assert ran.err.startswith(f"warledger: {said} (ZeroDivisionError)")
        with open_book(shell.path) as kept:
            act(story, kept, game=None)


def test_a_game_that_is_opened_loads_its_own_rules_alone(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from tracker.application.book import open_book\n"
        f"with open_book({str(tmp_path / 'book.db')!r}) as book: book.get_ruleset('deathzap2')\n"
        "print(sorted(n for n in sys.modules if n.count('.') == 2 and '.rulesets.' in n))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['tracker.rulesets.deathzap2']\n"

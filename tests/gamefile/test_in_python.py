"""An action of a game file that an installed package has in Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.plugins import beside, package
from tracker.application.game_definition_files import list_game_file_problems
from tracker.gamefile.python_actions import load_python_action_or_reason
from tracker.gamefile.ruleset_builder import build_ruleset

GAME = """\
warledger_game = 1
id = "smoke-screen"
title = "Smoke screen"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[markers.smoke]
[rolls.hits]
[actions.fire]
verb = "fires"
phases = ["act"]
at = "enemy"
bar_at = "target.smoke"
steps = [{ roll = "hits", dice = "figures", need = "skill" }, { lose = "hits" }]
[actions.throw]
python = true
[forces.band]
units = ["4 fighters"]
"""
SOURCE = """\
from msgspec import Struct
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.requests import roll_check
from tracker.procedures.ruleset import Action
from tracker.vocabulary.subject_ids import UnitId
from tracker.vocabulary.roll_needs import Need
SMOKE = MarkerKind("smoke", "smoke")
LUCK = RollKind("luck", "luck", "lucky", "lucky", rule="SMOKE-SCREEN-HAND")

class Throw(Struct, frozen=True):
    unit: UnitId

def stage(match, side, said):
    if (yield from roll_check(LUCK, 1, Need(3), side=side, subject=said.unit)):
        match.record(SMOKE.set(said.unit))

THROW = Action(
    "throw", "throws smoke", Throw, stage, phases=("act",), rolls=(LUCK,),
    candidates=lambda match: ((match.side_of(u), Throw(u)) for u in match.units()),
    form=Form("throws", make_unit_field()),
)
"""
POINTS = "[warledger.actions]\nthrow = plug_smoke:THROW\n"


@pytest.fixture
def smoke(tmp_path: Path) -> Iterator[Path]:
    """The folder with the package, to be installed by ``beside``."""
    folder = tmp_path / "packages"
    folder.mkdir()
    package(folder, "smoke", SOURCE, points=POINTS)
    forget()
    yield folder
    forget()


def forget() -> None:
    load_python_action_or_reason.cache_clear()
    build_ruleset.cache_clear()


def test_it_is_played_like_any_other_and_its_game_opens_without_it(
    shell: Shell, smoke: Path
) -> None:
    Path("smoke.toml").write_text(GAME, encoding="utf-8")
    with beside(smoke):
        assert "no mistakes" in shell.done("game", "check", "smoke.toml").out
        shell.done("game", "try", "smoke.toml")
        sides = ("--side", "Red=band", "--side", "Blue=band")
        shell.done("match", "new", "--ruleset", "smoke.toml", *sides)
        shell.done("match", "do", "m1", "r1 throws : 3")
        assert "R1 smoke" in shell.done("match", "log", "m1").out
        record = shell.done("export", "m1", "--format", "record").out
    forget()
    assert "R1 smoke" in shell.done("match", "log", "m1").out
    shell.done("match", "do", "m1", "b1 fires r1 : 4444")
    other = str(shell.path.with_name("other.db"))
    refused = shell("import", "-", "--db", other, stdin=record)
    assert "No installed package has an action called 'throw'" in refused.err
    forget()
    with beside(smoke):
        shell.done("import", "-", "--db", other, stdin=record)
        assert "smoke" in shell.done("match", "show", "m1", "--db", other).out


@pytest.mark.parametrize(
    ("source", "points", "why"),
    [
        (SOURCE, "", "No installed package has an action called 'throw' in the group"),
        ("import time\n" + SOURCE, POINTS, "plug_smoke imports time in line 1"),
        ("raise ValueError('no luck')", POINTS, "of plug_smoke was not loaded: no luck."),
        ("THROW = 4", POINTS, "plug_smoke:THROW is not an Action with the id 'throw'."),
    ],
)
def test_why_it_cannot_be_used_is_told_with_its_line(
    tmp_path: Path, source: str, points: str, why: str
) -> None:
    package(tmp_path, "smoke", source, points=points or "[other]\nx = y:Z\n")
    forget()
    with beside(tmp_path):
        (found,) = list_game_file_problems(GAME)
    forget()
    assert GAME.splitlines()[found.line - 1] == "python = true"
    assert why in found.text


def test_it_says_nothing_else_in_the_file() -> None:
    text = GAME.replace("python = true", 'python = true\nword = "throws"')
    (found,) = list_game_file_problems(text)
    assert found.text == "An action in Python has no 'word': allowed: python."

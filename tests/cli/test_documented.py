"""docs/command-line.md against the program: every command, every option, every shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.main import get_command

from tests.cli.running import Shell
from tracker.cli import shapes
from tracker.cli.main import app

TEXT = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^### ", TEXT, flags=re.MULTILINE)[1:]
EVERYWHERE = {"--json", "--db", "--help"}


def commands(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command of the program with its full name."""
    top: Any = get_command(app)
    for name, command in (group or top).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(commands())


def name_of(section: str) -> str:
    """``match do`` of a section about "`match do M LINE`"."""
    called = section.split("`")[1]
    return " ".join(word for word in called.split() if word.islower())


DOCUMENTED = {name_of(section): section for section in SECTIONS}


def examples() -> dict[str, str]:
    """The example of each shape: it follows the place that names the shape."""
    found, name = {}, ""
    for named, example in re.findall(r"shape `(\w+)`|```json\n(.*?)```", TEXT, flags=re.DOTALL):
        name = named or name
        if example:
            found[name] = example
    return found


SHAPES = examples()


def test_every_command_is_documented_and_no_other() -> None:
    assert set(DOCUMENTED) == set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_documented_and_no_other(name: str) -> None:
    real = {option for one in COMMANDS[name].params for option in one.opts if option[:2] == "--"}
    said = set(re.findall(r"^- `(--[a-z-]+)", DOCUMENTED[name], flags=re.MULTILINE))
    assert said == real - EVERYWHERE


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_argument_is_documented(name: str) -> None:
    real = [one.metavar for one in COMMANDS[name].params if one.param_type_name == "argument"]
    called = DOCUMENTED[name].split("`")[1].split()
    assert [word for word in called if not word.islower()] == real


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"demo"}))
def test_every_command_takes_json_and_names_its_shape(name: str) -> None:
    assert "--json" in {option for one in COMMANDS[name].params for option in one.opts}
    assert re.search(r"[Pp]rints the shape `\w+`", DOCUMENTED[name])


def test_every_shape_has_an_example_with_exactly_its_fields() -> None:
    named = set(re.findall(r"shape `(\w+)`", TEXT))
    assert set(SHAPES) == named
    for name, example in SHAPES.items():
        msgspec.json.decode(example, type=getattr(shapes, name), strict=True)


CALLS = {
    "match new": ("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml"),
    "match list": ("match", "list"),
    "match show": ("match", "show", "m1"),
    "match log": ("match", "log", "m1"),
    "match actions": ("match", "actions", "m1"),
    "match options": ("match", "options", "m1"),
    "match do": ("match", "do", "m1", "r1 > b2 soft : =5"),
    "match answer": ("match", "answer", "m1", "=3"),
    "match undo": ("match", "undo", "m1"),
    "match redo": ("match", "redo", "m1"),
    "match branches": ("match", "branches", "m1"),
    "match amend": ("match", "amend", "m1", "{line}", "=4"),
    "odds": ("odds", "m1"),
    "luck": ("luck", "m1"),
    "export": ("export", "m1", "--format", "json"),
    "force check": ("force", "check", "iron.toml"),
    "force points": ("force", "points", "iron.toml", "dusk.toml"),
    "rules": ("rules", "deathzap2"),
    "verify": ("verify",),
    "backup": ("backup", "copy.db"),
    "rebuild": ("rebuild",),
    "info": ("info",),
}


def test_every_command_prints_the_shape_it_names(shooting: Shell) -> None:
    assert set(CALLS) == set(COMMANDS) - {"demo"}
    line = 0
    for name, call in CALLS.items():
        ran = shooting.done(*(part.format(line=line) for part in call), "--json")
        found = re.search(r"[Pp]rints the shape `(\w+)`", DOCUMENTED[name])
        assert found is not None
        shape = msgspec.json.decode(ran.out, type=getattr(shapes, found[1]), strict=True)
        if name == "match do":
            line = shape.lines[-1].last

"""What authors of rules may use: docs/rulesets.md lists it, public_api.txt holds its parameters."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tests.plugins import THIRD_PARTY
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import RemainingActions
from tracker.rulesets.trial_assault import RULESET
from tracker.testing.match_in_memory import Play
from tracker.vocabulary.renamed_names import read_new_names

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "rulesets.md").read_text(encoding="utf-8")
HELD = (TESTS / "public_api.txt").read_text(encoding="utf-8").splitlines()
PACKAGES = {"acting_units"}
"""Modules that are imported whole, as `acting_units.make_unit_candidates`."""


def listed() -> list[tuple[str, str]]:
    """Module and name, as the page lists them."""
    rows = re.findall(r"^\| `(tracker\.[\w.]+)` \| (.*) \|$", PAGE, flags=re.MULTILINE)
    every = [(module, name) for module, names in rows for name in re.findall(r"`(\w+)`", names)]
    methods = [name for name in sorted(vars(Match)) if not name.startswith("_")]
    return [*every, *((f"{Match.__module__}.Match", name) for name in methods)]


def value_of(module: str, name: str) -> Any:
    if module.endswith(".Match"):
        return getattr(Match, name)
    return getattr(import_module(module), name)


def parameters(value: Any) -> tuple[str, ...]:
    """The names of what a function or class takes, in order; none of other things."""
    if isinstance(value, type) and issubclass(value, Struct):
        return value.__struct_fields__
    if isinstance(value, type) and issubclass(value, str):
        value = value.__init__
    try:
        found = inspect.signature(value).parameters if callable(value) else {}
    except ValueError:  # a name for a type
        return ()
    return tuple(name for name in found if name not in {"self", "cls"})


def test_what_is_said_to_be_public_is_there() -> None:
    for module, name in listed():
        value = value_of(module, name)
        home = getattr(value, "__module__", module)
        homes = ("tracker.", "typing", "types", "builtins", "collections")
        assert home.startswith(homes), (module, name)


def test_what_is_public_keeps_its_parameters() -> None:
    """What goes is taken out of the list by hand, and told in the change log."""
    for line in HELD:
        called, _, rest = line.partition("(")
        module, _, name = called.rpartition(".")
        held = tuple(filter(None, rest.rstrip(")").split(", ")))
        now = parameters(value_of(module, name))
        assert tuple(one for one in now if one in held) == held, called


def test_the_page_and_the_list_name_the_same() -> None:
    assert [line.partition("(")[0] for line in HELD] == [".".join(one) for one in listed()]


@pytest.mark.parametrize("module", sorted(read_new_names("names")))
def test_an_old_name_warns_and_is_the_new_one(module: str) -> None:
    home = import_module(module)
    for old, new in read_new_names("names")[module].items():
        with pytest.warns(DeprecationWarning, match=f"{old} is now called {new}"):
            assert getattr(home, old) is getattr(home, new)


@pytest.mark.parametrize(
    ("old", "new", "args"),
    [("due", "list_due_actions", ()), ("cannot", "explain_cannot_act", ("s:r",))],
)
def test_an_old_method_warns_and_calls_the_new_one(
    old: str, new: str, args: tuple[str, ...]
) -> None:
    left, match = RemainingActions(()), Play(RULESET).match
    with pytest.warns(DeprecationWarning, match=f"RemainingActions.{old} is now called {new}"):
        assert getattr(left, old)(match, *args) == getattr(left, new)(match, *args)


@pytest.mark.parametrize(
    ("package", "old", "new", "name"),
    [
        ("procedures", "view", "match_view", "Match"),
        ("procedures.declared", "rolls", "roll_kinds", "RollKind"),
        ("procedures.declared", "word_forms", "actorless_line_forms", "WordForm"),
        ("procedures.pieces", "needs", "needed_numbers", "Limits"),
        ("testing", "play", "match_in_memory", "Play"),
    ],
)
def test_an_old_module_warns_and_has_what_the_new_one_has(
    package: str, old: str, new: str, name: str
) -> None:
    before, now = (f"tracker.{package}.{module}" for module in (old, new))
    sys.modules.pop(before, None)
    with pytest.warns(DeprecationWarning, match=f"{before} is now called {now}"):
        assert getattr(import_module(before), name) is getattr(import_module(now), name)


@pytest.mark.parametrize("game", sorted(each.name for each in THIRD_PARTY.iterdir()))
def test_the_games_to_copy_use_nothing_else(game: str) -> None:
    public = {*listed()}
    used = [
        (node.module or "", alias.name)
        for file in (THIRD_PARTY / game).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tracker.")
        for alias in node.names
    ]
    inside = [one for one in used if one not in public and one[1] not in PACKAGES]
    assert inside == []

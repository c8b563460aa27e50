"""docs/rulesets.md: every block of code is what it says, and runs."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.plugins import THIRD_PARTY
from tracker.procedures.ruleset_declaration_check import (
    list_declaration_problems,
    list_text_and_sample_problems,
)

TEXT = (Path(__file__).parents[1] / "docs" / "rulesets.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)
PYTHON = [code for language, code in BLOCKS if language == "python"]
COIN = (THIRD_PARTY / "coin" / "warledger_coin.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tutorial() -> Iterator[dict[str, Any]]:
    """What the page comes to, block after block in one module."""
    module = ModuleType("tutorial")
    sys.modules["tutorial"] = module
    code = "\n\n".join(PYTHON)
    exec(compile(code, "docs/rulesets.md", "exec"), module.__dict__)
    yield module.__dict__
    del sys.modules["tutorial"]


def test_every_block_is_of_a_language_that_is_tried() -> None:
    assert {language for language, _ in BLOCKS} == {"python", "toml"}


def test_its_blocks_are_the_ruleset_to_be_copied_in_its_order() -> None:
    """Copy from one to the other whatever was changed."""
    places = [COIN.find(block) for block in PYTHON[:-1]]
    assert places == sorted(places)
    assert -1 not in places
    left = COIN
    for block in PYTHON[:-1]:
        left = left.replace(block, "")
    more = [line for line in left.splitlines() if line and not line.startswith("#")]
    assert "\n".join(more).count('"""') == 2, "only what the module is stands in no block"


def test_its_files_are_those_of_the_rulesets_to_be_copied() -> None:
    said = [tomllib.loads(code) for language, code in BLOCKS if language == "toml"]
    files = ("coin/pyproject.toml", "hedgerow/warledger_hedgerow/recorded/farm-gate.toml")
    texts = [(THIRD_PARTY / file).read_text(encoding="utf-8") for file in files]
    assert said == [tomllib.loads(text) for text in texts]


def test_what_was_written_is_a_sound_ruleset(tutorial: dict[str, Any]) -> None:
    ruleset = tutorial["RULESET"]
    assert [*list_declaration_problems(ruleset), *list_text_and_sample_problems(ruleset)] == []


def test_the_tests_it_shows_hold(tutorial: dict[str, Any]) -> None:
    shown = [value for name, value in tutorial.items() if name.startswith("test_")]
    assert len(shown) == 3
    for test in shown:
        test()

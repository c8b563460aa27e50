"""The words of the hobby: no text of screens, keys, help, glossary or rules speaks the program's.

A text is every string of a module that is no docstring and holds a word; names of attributes and
parts of addresses have no space in them and are left out, but for what the commands say.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tracker
import tui
from tests.tui.test_screens import BANNED
from tracker.application.game_file_authoring import PYPROJECT
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tui.key_bindings import KEYS

RULESETS = load_playable_rulesets()
FEWEST_WORDS = 12
SPEAK = (
    *Path(tui.__file__).parent.rglob("*.py"),
    *(Path(tracker.__file__).parent / "rulesets").rglob("*.py"),
    *(
        path
        for path in (Path(tracker.__file__).parent / "procedures").rglob("*.py")
        if path.name != "ruleset_declaration_check.py"  # speaks to authors of rules
    ),
    *(
        path
        for path in (Path(tracker.__file__).parent / "input_parsing").rglob("*.py")
        if path.name != "results_list.py"  # reads the headings of other programs
    ),
    *(
        path
        for path in (Path(tracker.__file__).parent / "application").rglob("*.py")
        if "match_records" not in path.parts
    ),
)


def texts(source: str) -> Iterator[str]:
    """Strings with a space in them that are no docstrings."""
    tree = ast.parse(source)
    documents = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if " " in node.value.strip() and id(node) not in documents:
            yield node.value


def test_texts_are_found() -> None:
    source = (
        '"""A stream."""\nsay("Player A, please")\nkey = "stream"\nsay(f"line {n} of a stream")'
    )
    assert [BANNED.findall(text) for text in texts(source)] == [["Player A"], ["stream"]]


def test_no_text_of_the_screens_has_a_word_of_the_program() -> None:
    assert SPEAK
    sources = [(path, path.read_text(encoding="utf-8")) for path in SPEAK]
    suspects = [(path, source) for path, source in sources if BANNED.search(source)]
    said = [(path, text) for path, source in suspects for text in texts(source)]
    said = [  # a file, with a key "version"; and a command to run
        (path, text.replace("warledger match amend", ""))
        for path, text in said
        if text != PYPROJECT
    ]
    assert [(path.name, text) for path, text in said if BANNED.search(text)] == []


def test_no_key_has_a_word_of_the_program() -> None:
    assert len(KEYS) >= 8
    for name, command in ((name, command) for name, table in KEYS.items() for command in table):
        assert command.text, (name, command)
        assert BANNED.findall(f"{command.word} {command.text}") == [], (name, command)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_no_text_of_the_rules_has_a_word_of_the_program(rules: Ruleset) -> None:
    said = [*rules.rules().values(), *rules.glossary(), *rules.glossary().values()]
    for option in rules.options:
        said += [option.question, option.text, *map(str, option.values)]
    for text in said:
        assert BANNED.findall(text) == [], text


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_ruleset_has_a_glossary(rules: Ruleset) -> None:
    """With a sentence for each word, and the markers that the screens show among them."""
    glossary = rules.glossary()
    assert len(glossary) >= FEWEST_WORDS
    for word, text in glossary.items():
        assert word.strip()
        assert text.strip().endswith("."), (word, text)

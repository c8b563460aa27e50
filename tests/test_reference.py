"""The reference for authors of rules says all that the public API takes, and its examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import griffe
import pytest

from docs import api_reference_builder
from tests.plugins import third_party
from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line
from tracker.procedures.declared.line_form_slots import Slot
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play

UNITS = {"length": "hundredths", "far": "hundredths", "chance": "0 to 1"}
"""What a text says of a parameter of this name: the unit that it is in."""
RAISES = re.compile(r"Raises ``([\w.]+)``")
NAMES = [
    (path, item)
    for module, names in api_reference_builder.list_public().items()
    for name in names
    for path, item in api_reference_builder.list_names(f"{module}.{name}")
]


def told_of(item: api_reference_builder.Documented) -> str:
    """All that its page says of a name: its docstring, and those of its bases and its maker."""
    if not isinstance(item, griffe.Class):
        return api_reference_builder.get_text(item)
    maker = api_reference_builder.get_maker(item)
    parts = [*api_reference_builder.list_bases(item), *([maker] if maker else [])]
    return "\n".join(map(api_reference_builder.get_text, parts))


def list_raised(item: api_reference_builder.Documented) -> Iterator[str]:
    """The errors that a function raises, or a class when one is made: itself, or as the docstring
    of a function says that it calls.
    """
    made = ("__init__", "__new__", "__post_init__")
    every = [item.members.get(name) for name in made] if item.is_class else [item]
    for one in every:
        if isinstance(one, griffe.Function) or (one is not None and "property" in one.labels):
            for node in walk_itself(ast.parse(one.source).body[0]):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    yield ast.unparse(node.exc.func)
                elif isinstance(node, ast.Call):
                    yield from RAISES.findall(find_called(one, node.func))


def walk_itself(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a function is called: nothing of those that it makes, or of what it tries."""
    tried = node.body if isinstance(node, ast.Try) else []
    for inner in ast.iter_child_nodes(node):
        if inner not in tried and not isinstance(inner, ast.FunctionDef | ast.Lambda):
            yield inner
            yield from walk_itself(inner)


def find_called(one: griffe.Object | griffe.Alias, called: ast.expr) -> str:
    """The docstring of a function of this project, or of a method of the same class."""
    match called:
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if one.parent is not None:
            found = one.parent.members.get(name)
        case ast.Name(id=name):
            found = one.module.members.get(name)
        case _:
            return ""
    if isinstance(found, griffe.Alias):
        path = found.target_path
        found = api_reference_builder.find_definition(path) if path.startswith("tracker.") else None
    return api_reference_builder.get_text(found) if isinstance(found, griffe.Function) else ""


def faults(item: api_reference_builder.Documented) -> Iterator[str]:
    """What is not said of a name."""
    own, every = api_reference_builder.get_text(item), told_of(item)
    if len(own.split()) < 3:
        yield "no docstring"
        return
    fields = api_reference_builder.list_fields(item) if isinstance(item, griffe.Class) else []
    by_itself = {one.name for one in fields if one.docstring}
    for name in api_reference_builder.list_parameters(item):
        known = name.startswith("_") or name in api_reference_builder.USUAL or name in by_itself
        if not known and not api_reference_builder.is_parameter_mentioned(name, every):
            yield f"``{name}`` is not said"
        if name in UNITS and UNITS[name] not in every:
            yield f"the unit of ``{name}`` is not said: {UNITS[name]}"
    for error in list_raised(item):
        if error not in every:
            yield f"``{error}`` is not said"


def test_every_public_name_says_what_it_takes_and_raises() -> None:
    found = {path: [*faults(item)] for path, item in NAMES}
    assert {path: why for path, why in found.items() if why} == {}


@pytest.fixture(scope="module")
def coin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with (
        third_party("coin", tmp_path_factory.mktemp("coin")),
        third_party("hedgerow", tmp_path_factory.mktemp("hedgerow")),
    ):
        yield importlib.import_module("warledger_coin").RULESET


def begin(rules: Ruleset) -> Play:
    """The match that the first page of the reference says examples begin with."""
    play = Play(rules)
    play.muster(RED, {"r1": {"coin": 3}}, {"coin": {}})
    play.muster(BLUE, {"b1": {"coin": 2}}, {"coin": {}})
    play.automatic()
    return play


def run(stage: Generator[Any, Any, Any], *answers: Any) -> Any:
    """What a stage comes to with these answers."""
    try:
        for answer in (None, *answers):
            stage.send(answer)
    except StopIteration as end:
        return end.value
    raise AssertionError("the stage asks for more")


def try_examples(found: Iterable[doctest.DocTest], coin: Ruleset) -> None:
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for one in found:
        play = begin(coin)

        def read(slot: Slot, typed: str, match: Match = play.match) -> dict[str, Any]:
            line = parse_typed_line(
                f"r1 does {typed}", slot.words | Lexicon(verbs=frozenset(("does",)))
            )
            assert isinstance(line, Line), line
            return slot.take(LineReader(match, line.parts[0]))

        one.globs |= {"play": play, "match": play.match, "run": run, "read": read}
        runner.run(one, out=printed.append)
    assert "".join(printed) == ""


@pytest.mark.parametrize("name", api_reference_builder.list_public())
def test_every_module_has_examples_and_they_run(name: str, coin: Ruleset) -> None:
    found = [
        one for one in doctest.DocTestFinder().find(importlib.import_module(name)) if one.examples
    ]
    assert found, "no example"
    try_examples(found, coin)


def test_the_other_examples_run(coin: Ruleset) -> None:
    parse_text = doctest.DocTestParser().get_doctest
    for shown, text in api_reference_builder.list_examples():
        there = {"warledger_coin": sys.modules["warledger_coin"]}
        assert {*shown} <= {path for path, _ in NAMES}
        for path in shown:
            module = path.rpartition(".")[0].removesuffix(".Match")
            there |= vars(importlib.import_module(module))
        try_examples(
            [parse_text(text, there, shown[0], str(api_reference_builder.EXAMPLES), 0)], coin
        )


def test_every_public_name_has_an_example() -> None:
    """One of its own, in its module, or in a game to copy."""
    methods = [
        f"{api_reference_builder.MATCH}.{name}" for name in vars(Match) if not name.startswith("_")
    ]
    names = [
        f"{module}.{name}"
        for module, names in api_reference_builder.list_public().items()
        for name in names
    ]
    without = []
    for path in (*names, *methods):
        module, _, name = path.rpartition(".")
        page = api_reference_builder.get_text(
            api_reference_builder.read_module(module.removesuffix(".Match"))
        )
        code = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", page, flags=re.MULTILINE))
        if not api_reference_builder.find_example(path) and not re.search(rf"\b{name}\b", code):
            without.append(path)
    assert without == []


def test_each_public_name_has_its_place_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    assert api_reference_builder.write_reference_pages(tmp_path) == len(
        api_reference_builder.list_public()
    )
    pages = {page.name: page.read_text(encoding="utf-8") for page in tmp_path.iterdir()}
    places = {
        f"{name}{anchor}"
        for name, page in pages.items()
        for anchor in ("", *(f"#{one}" for one in re.findall(r'id="([\w.]+)"', page)))
    }
    for module, names in api_reference_builder.list_public().items():
        assert {f"{module}.html#{name}" for name in names} <= places
    assert {
        link for page in pages.values() for link in re.findall(r'href="([^"]+)"', page)
    } <= places

"""Counts the places where a ruleset repeats a verb or a marker.

A place is a module that spells the verb or the marker's id as a string, lists its constant in a
table, or gives the marker's duration where it is set. Using the constant (``match.has(unit,
FIRED)``) does not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from dev.checks.syntax_trees import Module


def places(words: Iterable[str], known: dict[str, Module], room: str) -> dict[str, list[str]]:
    """The modules of a ruleset that repeat each word, under any constant."""
    inside = [module for name, module in known.items() if f"{name}.".startswith(f"{room}.")]
    constants = {word: set(_constants(word, inside)) for word in words}
    return {
        word: [module.name for module in inside if _tells(module, word, names)]
        for word, names in constants.items()
    }


def _constants(word: str, inside: list[Module]) -> Iterator[str]:
    """Names of constants for the word, alone or as the first value of a declaration."""
    for module in inside:
        for node in module.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    pass
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    pass
                case _:
                    continue
            if isinstance(value, ast.Call) and value.args:
                value = value.args[0]
            if isinstance(value, ast.Constant) and value.value == word and name.isupper():
                yield name


def _tells(module: Module, word: str, constants: set[str]) -> bool:
    tables = [node for node in module.tree.body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    listed = (node for table in tables for node in ast.walk(table) if _is_display(node))
    return (
        any(_spells(node, word) for node in module.nodes)
        or any(_name(item) in constants for node in listed for item in _items(node))
        or any(_lasts(node, constants) for node in module.nodes)
    )


def _spells(node: ast.AST, word: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == word


def _is_display(node: ast.AST) -> bool:
    return isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict))


def _items(node: ast.AST) -> Iterable[ast.expr | None]:
    if isinstance(node, ast.Dict):
        return (*node.keys, *node.values)
    return node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else ()


def _name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _lasts(node: ast.AST, constants: set[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    said = {keyword.arg: keyword.value for keyword in node.keywords}
    return "until" in said and _name(said.get("marker")) in constants

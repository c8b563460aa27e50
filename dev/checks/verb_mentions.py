"""Finds the modules of a ruleset that mention a verb or a marker.

A module mentions it if it has the word as a string, lists its constant in a table, or gives the
duration of the marker that it sets. Using the constant (``match.has(unit, FIRED)``) does not count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from dev.checks.syntax_trees import Module


def find_mentions(
    words: Iterable[str], known: dict[str, Module], package: str
) -> dict[str, list[str]]:
    """Return the names of the ruleset's modules that mention each word."""
    inside = [module for name, module in known.items() if f"{name}.".startswith(f"{package}.")]
    constants = {word: set(_constants(word, inside)) for word in words}
    return {
        word: [module.name for module in inside if _mentions(module, word, names)]
        for word, names in constants.items()
    }


def _constants(word: str, inside: list[Module]) -> Iterator[str]:
    """Yield the names of constants that are the word, or a declaration that begins with it."""
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


def _mentions(module: Module, word: str, constants: set[str]) -> bool:
    tables = [node for node in module.tree.body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    listed = (node for table in tables for node in ast.walk(table) if _is_collection(node))
    return (
        any(_spells(node, word) for node in module.nodes)
        or any(_name(item) in constants for node in listed for item in _items(node))
        or any(_sets_duration(node, constants) for node in module.nodes)
    )


def _spells(node: ast.AST, word: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == word


def _is_collection(node: ast.AST) -> bool:
    return isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict))


def _items(node: ast.AST) -> Iterable[ast.expr | None]:
    if isinstance(node, ast.Dict):
        return (*node.keys, *node.values)
    return node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else ()


def _name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _sets_duration(node: ast.AST, constants: set[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    return "until" in keywords and _name(keywords.get("marker")) in constants

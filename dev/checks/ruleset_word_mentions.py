"""Finds the modules of a ruleset that mention a verb or a marker.

A module mentions a word if it contains the word as a string, lists the word's constant in a table,
or sets the duration of its marker. Using the constant (``match.has(unit, FIRED)``) does not count.
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
    constants = {word: set(_find_constants(word, inside)) for word in words}
    return {
        word: [module.name for module in inside if _mentions_word(module, word, names)]
        for word, names in constants.items()
    }


def _find_constants(word: str, inside: list[Module]) -> Iterator[str]:
    """Yield the names of constants that are the word, or a call with the word as first argument."""
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


def _mentions_word(module: Module, word: str, constants: set[str]) -> bool:
    tables = [node for node in module.tree.body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    nodes = [node for table in tables for node in ast.walk(table)]
    return (
        any(isinstance(node, ast.Constant) and node.value == word for node in module.nodes)
        or any(_get_name(item) in constants for node in nodes for item in _list_items(node))
        or any(_sets_duration(node, constants) for node in module.nodes)
    )


def _list_items(node: ast.AST) -> Iterable[ast.expr | None]:
    """Return the items of a collection, and nothing for any other node."""
    if isinstance(node, ast.Dict):
        return (*node.keys, *node.values)
    return node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else ()


def _get_name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _sets_duration(node: ast.AST, constants: set[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    return "until" in keywords and _get_name(keywords.get("marker")) in constants

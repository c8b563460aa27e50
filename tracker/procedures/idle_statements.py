"""Statements of a ruleset that do nothing: what is asked or made there and goes nowhere.

A stage asks with ``yield from``, goes on with ``return then(...)`` and changes the match with
``match.record``; each of them left out is no error of Python, and the rule is never played.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tracker.procedures.purity import own_sources

REQUESTS = "tracker.procedures.requests"
EVENTS = "tracker.vocabulary.events"
ASKING = frozenset({"ask", "check", "tell", "sub", "do", "aftermath"})
GOING = frozenset({"then", "then_pure"})
MADE = frozenset({"set", "more", "cleared", "revealed", "between", "made", "parted"})
"""What makes a fact of a marker or link."""


def find_idle(module: str) -> list[str]:
    """A sentence for each statement of an author's modules that does nothing."""
    return [
        f"{name}, line {line}: {what}."
        for name, _, tree in own_sources(module)
        for line, what in _found(tree)
    ]


def _found(tree: ast.Module) -> Iterator[tuple[int, str]]:
    asked, facts = _imported(tree, REQUESTS), _imported(tree, EVENTS)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Expr, ast.Assign)) or not isinstance(node.value, ast.Call):
            continue
        said, alone = node.value.func, isinstance(node, ast.Expr)
        name = asked.get(said.id, "") if isinstance(said, ast.Name) else ""
        if name in ASKING:
            yield node.lineno, f"{name}(...) has no effect: write yield from {name}(...)"
        elif name in GOING:
            yield node.lineno, f"{name}(...) has no effect: write return {name}(...)"
        elif alone and isinstance(said, ast.Name) and said.id in facts:
            yield node.lineno, _unrecorded(said.id)
        elif alone and isinstance(said, ast.Attribute) and _is_fact(said):
            yield node.lineno, _unrecorded(ast.unparse(said))


def _imported(tree: ast.Module, module: str) -> dict[str, str]:
    """What a module imports from another: how it calls them, and their names there."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == module
        for alias in node.names
    }


def _is_fact(said: ast.Attribute) -> bool:
    """``SHAKEN.set``, ``markers.SHAKEN.set``: of what is written as a constant."""
    of = said.value
    name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
    return said.attr in MADE and name.isupper()


def _unrecorded(what: str) -> str:
    return f"{what}(...) has no effect: write match.record({what}(...))"

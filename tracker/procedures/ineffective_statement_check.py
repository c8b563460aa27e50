"""Mistakes in the modules of a ruleset: statements without effect, undeclared ids.

A stage asks with ``yield from``, goes on with ``return then(...)`` and changes the match with
``match.record``. Leaving one of these out is no error in Python, but the rule never runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

from tracker.procedures.import_purity_check import list_own_sources
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.closest_word import find_closest_word

REQUESTS = "tracker.procedures.requests"
EVENTS = "tracker.vocabulary.events"
ASKING = frozenset({"ask", "check", "tell", "sub", "do", "aftermath"})
GOING = frozenset({"then", "then_pure"})
MADE = frozenset({"set", "more", "cleared", "revealed", "between", "made", "parted"})
"""The methods that make a fact of a marker or link."""


def list_idle_statements(module: str) -> list[str]:
    """A sentence for each statement without effect in an author's modules."""
    return [
        f"{name}, line {line}: {what}."
        for name, _, tree in list_own_sources(module)
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
    """The names that a module imports from another: its own, and the original ones."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == module
        for alias in node.names
    }


def _is_fact(said: ast.Attribute) -> bool:
    """``SHAKEN.set``, ``markers.SHAKEN.set``: a call on a constant."""
    of = said.value
    name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
    return said.attr in MADE and name.isupper()


def _unrecorded(what: str) -> str:
    return f"{what}(...) has no effect: write match.record({what}(...))"


OF_A_SUBJECT = frozenset({"has", "mark", "marker"})
"""Methods of a match whose second argument is a marker."""


def list_misspelt_ids(ruleset: Ruleset, module: str) -> list[str]:
    """A sentence for each undeclared id in an author's modules."""
    known: dict[str, set[str]] = {
        "marker": {*ruleset.markers},
        "option": {option.name for option in ruleset.options},
        "phase": {phase.id for phase in ruleset.phases} | {""},
    }
    return [
        f"{name}, line {line}: {what}."
        for name, _, tree in list_own_sources(module)
        for node in ast.walk(tree)
        for line, what in _unknown(known, _named(node))
    ]


Named = Iterator[tuple[str, ast.expr]]


def _named(node: ast.AST) -> Named:
    """The marker, option or phase that a piece of code names."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of, method, said = node.func.value, node.func.attr, node.args
        if isinstance(of, ast.Name) and of.id == "match":
            if method in OF_A_SUBJECT and len(said) > 1:
                yield "marker", said[1]
            elif method == "marked" and said:
                yield "marker", said[0]
            elif method == "option" and said:
                yield "option", said[0]
    elif isinstance(node, ast.Compare) and _is_phase(node.left):
        for each in node.comparators:
            among = each.elts if isinstance(each, (ast.Tuple, ast.Set, ast.List)) else (each,)
            yield from (("phase", one) for one in among)


def _is_phase(said: ast.expr) -> bool:
    """``match.phase``."""
    of = said.value if isinstance(said, ast.Attribute) and said.attr == "phase" else None
    return isinstance(of, ast.Name) and of.id == "match"


def _unknown(known: Mapping[str, Set[str]], named: Named) -> Iterator[tuple[int, str]]:
    for kind, said in named:
        word = said.value if isinstance(said, ast.Constant) else None
        if isinstance(word, str) and word not in known[kind]:
            near = find_closest_word(word, known[kind] - {""})
            hint = f"; the nearest is {near!r}" if near else ""
            yield said.lineno, f"no {kind} is called {word!r}{hint}"

"""Ids written out in the modules of a ruleset that are declared nowhere.

``match.has(unit, "movd")`` and ``match.phase == "mele"`` are no errors when they run: they are
never true.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

from tracker.procedures.purity import own_sources
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.nearest import find_nearest

OF_A_SUBJECT = frozenset({"has", "mark", "marker"})
"""Methods of a match whose second argument is a marker."""


def find_misspelt(ruleset: Ruleset, module: str) -> list[str]:
    """A sentence for each id that an author's modules ask for and nobody declares."""
    known: dict[str, set[str]] = {
        "marker": {*ruleset.markers},
        "option": {option.name for option in ruleset.options},
        "phase": {phase.id for phase in ruleset.phases} | {""},
    }
    return [
        f"{name}, line {line}: {what}."
        for name, _, tree in own_sources(module)
        for node in ast.walk(tree)
        for line, what in _unknown(known, _named(node))
    ]


Named = Iterator[tuple[str, ast.expr]]


def _named(node: ast.AST) -> Named:
    """What a piece of code names: a marker, an option, a phase."""
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
            near = find_nearest(word, known[kind] - {""})
            hint = f"; the nearest is {near!r}" if near else ""
            yield said.lineno, f"no {kind} is called {word!r}{hint}"

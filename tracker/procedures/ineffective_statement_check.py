"""Mistakes in the modules of a ruleset: statements without effect, undeclared ids, kinds that are
not listed.

A stage asks with ``yield from``, goes on with ``return continue_with(...)`` and changes the match
with ``match.record``. Leaving one of these out is no error in Python, but the rule never runs.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Collection, Iterator, Mapping, Set
from typing import Any

from tracker.procedures.declared.markers import LinkKind, MarkerKind
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.import_purity_check import list_own_sources
from tracker.procedures.ruleset import Action, OptionSpec, Ruleset
from tracker.vocabulary.closest_word import find_closest_word

REQUESTS = "tracker.procedures.requests"
EVENTS = "tracker.vocabulary.events"
ASKING = frozenset(
    {
        "ask",
        "call_aftermath",
        "call_pure_stage",
        "call_stage",
        "note_assumption",
        "report_result",
        "roll_check",
        "roll_opposed",
    }
)
GOING = frozenset({"continue_with", "continue_with_pure"})
MADE = frozenset(
    {"set", "more", "cleared", "reveal_on", "link_between", "link_to_all", "unlink_between"}
)
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
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Call):
            of = node.value.func
            name = asked.get(of.id, "") if isinstance(of, ast.Name) else ""
            if name in ASKING:
                yield node.lineno, f"yield {name}(...) has no answer: write yield from {name}(...)"
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
    """The names that a module imports from another: its own, and today's original ones."""
    with warnings.catch_warnings():  # of former names
        warnings.simplefilter("ignore", DeprecationWarning)
        return {
            alias.asname or alias.name: getattr(
                getattr(sys.modules[module], alias.name, None), "__name__", alias.name
            )
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
    texts = {*ruleset.rules()}
    known: dict[str, set[str]] = {
        "rule": texts,
        **{
            f"value of the option {option.name!r}": {
                each for each in option.values if isinstance(each, str)
            }
            for option in ruleset.options
        },
        "marker": {*ruleset.markers},
        "option": {option.name for option in ruleset.options},
        "phase": {phase.id for phase in ruleset.phases} | {""},
    }
    return [
        f"{name}, line {line}: {what}."
        for name, _, tree in list_own_sources(module)
        for node in ast.walk(tree)
        for line, what in _unknown(known, _named(node, {text.partition("-")[0] for text in texts}))
    ]


RULE = re.compile(r"[A-Z]+(-[A-Z0-9]+)+")
"""How the id of a rule is written."""
Named = Iterator[tuple[str, ast.expr]]


def _named(node: ast.AST, prefixes: Set[str]) -> Named:
    """The marker, option, phase or rule that a piece of code names."""
    if isinstance(node, ast.Constant):
        if RULE.fullmatch(_get_text(node)) and _get_text(node).partition("-")[0] in prefixes:
            yield "rule", node
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of, method, said = node.func.value, node.func.attr, node.args
        if isinstance(of, ast.Name) and of.id == "match":
            if method in OF_A_SUBJECT and len(said) > 1:
                yield "marker", said[1]
            elif method == "marked" and said:
                yield "marker", said[0]
            elif method == "option" and said:
                yield "option", said[0]
    elif isinstance(node, ast.Compare):
        kind = "phase" if _is_phase(node.left) else _name_option(node.left)
        for each in node.comparators if kind else ():
            among = each.elts if isinstance(each, (ast.Tuple, ast.Set, ast.List)) else (each,)
            yield from ((kind, one) for one in among)


def _is_phase(said: ast.expr) -> bool:
    """``match.phase``."""
    of = said.value if isinstance(said, ast.Attribute) and said.attr == "phase" else None
    return isinstance(of, ast.Name) and of.id == "match"


def _name_option(said: ast.expr) -> str:
    """``match.option("turns")``: what its values are called; nothing for anything else."""
    named = dict(_named(said, frozenset())) if isinstance(said, ast.Call) else {}
    return f"value of the option {_get_text(named['option'])!r}" if "option" in named else ""


def _unknown(known: Mapping[str, Set[str]], named: Named) -> Iterator[tuple[int, str]]:
    for kind, said in named:
        word = said.value if isinstance(said, ast.Constant) else None
        if isinstance(word, str) and word not in known.get(kind, (word,)):
            near = find_closest_word(word, known[kind] - {""})
            hint = (
                f"; the nearest is {near!r}"
                if near
                else f": add it to {kind}s="
                if " " not in kind
                else ""
            )
            yield said.lineno, f"no {kind} is called {word!r}{hint}"


def list_unregistered(ruleset: Ruleset, module: str) -> list[str]:
    """A sentence for each action, marker, link, roll and option that an author's modules make and
    the ruleset does not list.
    """
    parts: tuple[tuple[str, type, Collection[str]], ...] = (
        ("action", Action, ruleset.actions),
        ("marker", MarkerKind, ruleset.markers),
        ("link", LinkKind, ruleset.links),
        ("roll", RollKind, [kind.id for kind in ruleset.rolls]),
        ("option", OptionSpec, [option.name for option in ruleset.options]),
    )
    return [
        f"{name}, line {line}: the {part} {known!r} is not declared: add it to {part}s=."
        for name, _, tree in list_own_sources(module)
        for line, made in _constants(tree, sys.modules.get(name))
        for part, kind, among in parts
        if isinstance(made, kind)
        for known in (getattr(made, "name" if kind is OptionSpec else "id"),)
        if known not in among
    ]


def _constants(tree: ast.Module, module: object) -> Iterator[tuple[int, Any]]:
    """What a module assigns to names of its own, with the line."""
    for node in tree.body:
        aims = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for aim in aims:
            if isinstance(aim, ast.Name):
                yield node.lineno, getattr(module, aim.id, None)


def locate_declaration(problem: str, module: str) -> str:
    """A ``problem`` behind the line of the call that declares what it quotes first, if there is
    one: ``warledger_coin, line 40: The roll 'heads' is declared twice.``
    """
    quoted = re.findall(r"'([^']+)'", problem)
    found = [
        (quoted[0] not in map(_get_text, node.args), -len(held), f"{name}, line {node.lineno}: ")
        for name, _, tree in list_own_sources(module)
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
        for held in ({*quoted} & {*map(_get_text, ast.walk(node))},)
        if held
    ]
    return min(found, default=(True, 0, ""))[2] + problem


def _get_text(node: ast.AST) -> str:
    known = node.value if isinstance(node, ast.Constant) else None
    return known if isinstance(known, str) else ""

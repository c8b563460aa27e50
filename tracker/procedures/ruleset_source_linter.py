"""Finds mistakes in the Python modules of a ruleset.

A stage asks with ``yield from``, continues with ``return continue_with(...)`` and changes the match
with ``match.record``. Python also accepts calls without these words, but the called rule then never
runs.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Collection, Iterator, Mapping, Set
from inspect import Parameter, Signature, signature
from itertools import islice
from typing import Any

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.import_purity_check import parse_author_modules
from tracker.procedures.ruleset import Action, HouseRule, Ruleset
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
STAGES = {"continue_with": 0, "call_stage": 0, "call_aftermath": 1}
"""The functions that run a stage of a match, with the index of the stage in their arguments."""
CLASHING = frozenset({"UnitId", "FigureId", "SideId", "int"})
"""The parameter types that are checked. None of them accepts an argument of another type."""
MADE = frozenset(
    {
        "set",
        "cleared",
        "make_increase_fact",
        "more",
        "make_reveal_fact",
        "make_link_fact",
        "make_link_facts",
        "make_unlink_fact",
    }
)
"""The methods of a marker or link that create a fact."""


def list_ineffective_statements(module: str) -> list[str]:
    return [
        f"{name}, line {line}: {what}."
        for name, _, tree in parse_author_modules(module)
        for line, what in _find_ineffective_statements(tree)
    ]


def _find_ineffective_statements(tree: ast.Module) -> Iterator[tuple[int, str]]:
    asked, facts = _map_imported_names(tree, REQUESTS), _map_imported_names(tree, EVENTS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Call):
            of = node.value.func
            name = asked.get(of.id, "") if isinstance(of, ast.Name) else ""
            if name in ASKING:
                yield node.lineno, f"yield {name}(...) has no answer: write yield from {name}(...)"
        if not isinstance(node, (ast.Expr, ast.Assign)) or not isinstance(node.value, ast.Call):
            continue
        function, alone = node.value.func, isinstance(node, ast.Expr)
        name = asked.get(function.id, "") if isinstance(function, ast.Name) else ""
        if name in ASKING:
            yield node.lineno, f"{name}(...) has no effect: write yield from {name}(...)"
        elif name in GOING:
            yield node.lineno, f"{name}(...) has no effect: write return {name}(...)"
        elif alone and isinstance(function, ast.Name) and function.id in facts:
            yield node.lineno, _explain_unrecorded_fact(function.id)
        elif alone and isinstance(function, ast.Attribute) and _does_create_fact(function):
            yield node.lineno, _explain_unrecorded_fact(ast.unparse(function))


def _map_imported_names(tree: ast.Module, module: str) -> dict[str, str]:
    """Map the names that are imported from ``module`` to the current names of their objects."""
    with warnings.catch_warnings():  # about old names
        warnings.simplefilter("ignore", DeprecationWarning)
        return {
            alias.asname or alias.name: getattr(
                getattr(sys.modules[module], alias.name, None), "__name__", alias.name
            )
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == module
            for alias in node.names
        }


def _does_create_fact(code: ast.Attribute) -> bool:
    """Whether a method creates a fact about a marker, as in ``SHAKEN.set`` or
    ``markers.SHAKEN.set``.
    """
    of = code.value
    name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
    return code.attr in MADE and name.isupper()


def _explain_unrecorded_fact(what: str) -> str:
    return f"{what}(...) has no effect: write match.record({what}(...))"


def list_stage_argument_errors(module: str) -> list[str]:
    """Describe each call in a ruleset's modules whose arguments do not fit the called stage."""
    return [
        f"{name}, line {call.lineno}: {what}."
        for name, _, tree in parse_author_modules(module)
        for call, of, types in _list_stage_calls(tree)
        if (what := _explain_unsuitable_arguments(call, of, types, tree, sys.modules.get(name)))
    ]


def _list_stage_calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str, Mapping[str, str]]]:
    asked = _map_imported_names(tree, REQUESTS)
    types: dict[ast.Call, Mapping[str, str]] = {}
    for function in ast.walk(tree):  # an inner function comes after the one around it
        if isinstance(function, ast.FunctionDef):
            typed = {
                one.name: one.annotation for one in _read_signature(function).parameters.values()
            }
            types |= {node: typed for node in ast.walk(function) if isinstance(node, ast.Call)}
    for call, own in types.items():
        name = asked.get(call.func.id, "") if isinstance(call.func, ast.Name) else ""
        if name in STAGES and len(call.args) > STAGES[name]:
            yield call, name, own


def _explain_unsuitable_arguments(
    call: ast.Call, name: str, types: Mapping[str, str], tree: ast.Module, module: object
) -> str:
    """Explain why a called stage cannot accept its arguments. Returns "" if it can accept them."""
    called, *given = call.args[STAGES[name] :]
    stage, takes = ast.unparse(called), _find_stage_signature(called, tree, module)
    if takes is None or any(isinstance(one, ast.Starred) for one in given):
        return ""
    if call.keywords:
        word = call.keywords[0].arg or "**"
        return f"{name}(...) ignores {word}=: pass the arguments of {stage} by position"
    fits = f"{stage}({', '.join(takes.parameters)})"
    try:
        bound = takes.bind(*([] if name == "continue_with" else [None]), *given).arguments
    except TypeError as error:
        return f"{name}(...) does not fit {fits}: {error}"
    for word, argument in islice(bound.items(), 1, None):
        wanted, has = takes.parameters[word].annotation, _find_argument_type(argument, types)
        clashes = CLASHING if wanted != "int" else CLASHING | {"str"}
        if wanted in CLASHING and has in clashes - {wanted}:
            return f"{name}(...) does not fit {fits}: {word} takes {wanted}, not {has}"
    return ""


def _find_argument_type(code: object, types: Mapping[str, str]) -> str:
    if isinstance(code, ast.Constant):
        return type(code.value).__name__
    return types.get(code.id, "") if isinstance(code, ast.Name) else ""


def _find_stage_signature(stage: ast.expr, tree: ast.Module, module: object) -> Signature | None:
    path = ast.unparse(stage).split(".")
    here = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == path[0]
    ]
    if here:
        return _read_signature(here[0]) if len(here) == len(path) == 1 else None
    found: object = module
    for word in path:
        found = getattr(found, word, None)
    return signature(found) if callable(found) else None


def _read_signature(function: ast.FunctionDef) -> Signature:
    declared = function.args
    plain = [*declared.posonlyargs, *declared.args]
    least = len(plain) - len(declared.defaults)
    found = [
        Parameter(
            one.arg,
            Parameter.POSITIONAL_OR_KEYWORD,
            default=Parameter.empty if place < least else None,
            annotation=ast.unparse(one.annotation) if one.annotation else "",
        )
        for place, one in enumerate(plain)
    ]
    if declared.vararg is not None:
        found.append(Parameter(declared.vararg.arg, Parameter.VAR_POSITIONAL))
    return Signature(found)


OF_A_SUBJECT = frozenset({"has", "mark", "marker"})
"""The methods of a match that have a marker as their second argument."""


def list_undeclared_ids(ruleset: Ruleset, module: str) -> list[str]:
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
        for name, _, tree in parse_author_modules(module)
        for node in ast.walk(tree)
        for line, what in _list_unknown_ids(
            known, _list_named_ids(node, {text.partition("-")[0] for text in texts})
        )
    ]


RULE = re.compile(r"[A-Z]+(-[A-Z0-9]+)+")
"""The syntax of a rule id."""
Named = Iterator[tuple[str, ast.expr]]


def _list_named_ids(node: ast.AST, prefixes: Set[str]) -> Named:
    if isinstance(node, ast.Constant):
        if (
            RULE.fullmatch(_get_string_constant(node))
            and _get_string_constant(node).partition("-")[0] in prefixes
        ):
            yield "rule", node
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of, method, passed = node.func.value, node.func.attr, node.args
        if isinstance(of, ast.Name) and of.id == "match":
            if method in OF_A_SUBJECT and len(passed) > 1:
                yield "marker", passed[1]
            elif method == "marked" and passed:
                yield "marker", passed[0]
            elif method == "option" and passed:
                yield "option", passed[0]
    elif isinstance(node, ast.Compare):
        kind = "phase" if _is_match_phase(node.left) else _describe_option(node.left)
        for each in node.comparators if kind else ():
            among = each.elts if isinstance(each, (ast.Tuple, ast.Set, ast.List)) else (each,)
            yield from ((kind, one) for one in among)


def _is_match_phase(code: ast.expr) -> bool:
    of = code.value if isinstance(code, ast.Attribute) and code.attr == "phase" else None
    return isinstance(of, ast.Name) and of.id == "match"


def _describe_option(code: ast.expr) -> str:
    """Describe an option whose value is read, as in ``match.option("turns")``.

    Returns "" for any other code.
    """
    named = dict(_list_named_ids(code, frozenset())) if isinstance(code, ast.Call) else {}
    return (
        f"value of the option {_get_string_constant(named['option'])!r}"
        if "option" in named
        else ""
    )


def _list_unknown_ids(known: Mapping[str, Set[str]], named: Named) -> Iterator[tuple[int, str]]:
    for kind, code in named:
        word = code.value if isinstance(code, ast.Constant) else None
        if isinstance(word, str) and word not in known.get(kind, (word,)):
            near = find_closest_word(word, known[kind] - {""})
            hint = (
                f"; the nearest is {near!r}"
                if near
                else f": add it to {kind}s="
                if " " not in kind
                else ""
            )
            yield code.lineno, f"no {kind} is called {word!r}{hint}"


def list_unlisted_declarations(ruleset: Ruleset, module: str) -> list[str]:
    parts: tuple[tuple[str, type, Collection[str]], ...] = (
        ("action", Action, ruleset.actions),
        ("marker", MarkerKind, ruleset.markers),
        ("link", LinkKind, ruleset.links),
        ("roll", RollKind, [kind.id for kind in ruleset.rolls]),
        ("option", HouseRule, [option.name for option in ruleset.options]),
    )
    return [
        f"{name}, line {line}: the {part} {known!r} is not declared: add it to {part}s=."
        for name, _, tree in parse_author_modules(module)
        for line, made in _list_module_constants(tree, sys.modules.get(name))
        for part, kind, among in parts
        if isinstance(made, kind)
        for known in (getattr(made, "name" if kind is HouseRule else "id"),)
        if known not in among
    ]


def _list_module_constants(tree: ast.Module, module: object) -> Iterator[tuple[int, Any]]:
    for node in tree.body:
        aims = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for aim in aims:
            if isinstance(aim, ast.Name):
                yield node.lineno, getattr(module, aim.id, None)


def prefix_declaration_line(problem: str, module: str) -> str:
    """Prefix a ``problem`` with the line of the faulty declaration, if that line can be found.

    An example is ``warledger_coin, line 40: The roll 'heads' is declared twice.``
    """
    quoted = re.findall(r"'([^']+)'", problem)
    found = [
        (
            quoted[0] not in map(_get_string_constant, node.args),
            -len(held),
            f"{name}, line {node.lineno}: ",
        )
        for name, _, tree in parse_author_modules(module)
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
        for held in ({*quoted} & {*map(_get_string_constant, ast.walk(node))},)
        if held
    ]
    return min(found, default=(True, 0, ""))[2] + problem


def _get_string_constant(node: ast.AST) -> str:
    known = node.value if isinstance(node, ast.Constant) else None
    return known if isinstance(known, str) else ""

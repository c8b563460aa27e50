"""How much of a ruleset is plumbing: lines that are neither rule, nor data, nor text.

``python -m dev.checks plumbing FILE…`` counts lines that are not blank, statement by statement:

* *text*: docstrings and comments;
* *rule*: functions and stages, and the parameters and profiles they speak of;
* *data*: what is declared by a name (markers, rolls, phases, actions with their forms, options);
* *plumbing*: imports, functions that only pass on what they are given (a body of one call without
  a rule id in its docstring), and whatever assembles the rest: ``RULESET``.

An import is one line for each module it takes from, however many names stand in it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from pathlib import Path

RULE = re.compile(r"\b[A-Z]{2,}-")
ASSEMBLED = "RULESET"


def counted(source: str) -> Counter[str]:
    """How many lines of each kind a module has."""
    found: Counter[str] = Counter(text=len(_text(source)))
    told = _text(source)
    blank = {n for n, line in enumerate(source.splitlines(), 1) if not line.strip()}
    for node in ast.parse(source).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found["plumbing"] += 1
            continue
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        lines = set(range(first, (node.end_lineno or first) + 1)) - told - blank
        found[_kind(node)] += len(lines)
    return found


def _kind(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return "plumbing" if _passes_on(node) else "rule"
    target = node.target if isinstance(node, ast.AnnAssign) else None
    return "plumbing" if isinstance(target, ast.Name) and target.id == ASSEMBLED else "data"


def _passes_on(node: ast.FunctionDef | ast.ClassDef) -> bool:
    said = ast.get_docstring(node) or ""
    body = node.body[1:] if said else node.body
    only = body[0] if len(body) == 1 else None
    calls = isinstance(only, ast.Return) and isinstance(only.value, ast.Call)
    return isinstance(node, ast.FunctionDef) and calls and not RULE.search(said)


def _text(source: str) -> set[int]:
    """The lines of docstrings and of comments on their own lines."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            said = node.body[0]
            lines |= set(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.line.strip().startswith("#"):
            lines.add(token.start[0])
    return lines


def share(files: list[Path]) -> str:
    """The counts of some files, and the share of plumbing in what is not text."""
    found: Counter[str] = Counter()
    for file in files:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            found += counted(text)
        else:
            found["text" if file.stem == "rules" else "data"] += sum(map(bool, text.split("\n")))
    every = found.total()
    kinds = ", ".join(f"{kind} {found[kind]}" for kind in ("rule", "data", "text", "plumbing"))
    return f"{every} lines: {kinds}; plumbing is {found['plumbing'] / every:.0%}"

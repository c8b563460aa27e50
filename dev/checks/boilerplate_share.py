"""How much of a ruleset is boilerplate: lines that are neither rule, nor data, nor text.

``python -m dev.checks boilerplate FILE…`` counts the lines of each statement, without blank lines:

* *text*: docstrings and comments
* *rule*: functions and stages, with their parameters and profiles
* *data*: named declarations, such as markers, rolls, phases, actions with forms, and options
* *boilerplate*: imports, ``RULESET``, and functions that only delegate (one call, and no rule id in
  the docstring)

An import counts as one line for each module.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from pathlib import Path

RULE = re.compile(r"\b[A-Z]{2,}-")
ASSEMBLY = "RULESET"


def count_lines_by_kind(source: str) -> Counter[str]:
    text = _find_text_lines(source)
    found: Counter[str] = Counter(text=len(text))
    blank = {n for n, line in enumerate(source.splitlines(), 1) if not line.strip()}
    for node in ast.parse(source).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found["boilerplate"] += 1
            continue
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        lines = set(range(first, (node.end_lineno or first) + 1)) - text - blank
        found[_classify_statement(node)] += len(lines)
    return found


def _classify_statement(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return "boilerplate" if _is_delegation(node) else "rule"
    target = node.target if isinstance(node, ast.AnnAssign) else None
    return "boilerplate" if isinstance(target, ast.Name) and target.id == ASSEMBLY else "data"


def _is_delegation(node: ast.FunctionDef | ast.ClassDef) -> bool:
    docstring = ast.get_docstring(node) or ""
    body = node.body[1:] if docstring else node.body
    only = body[0] if len(body) == 1 else None
    calls = isinstance(only, ast.Return) and isinstance(only.value, ast.Call)
    return isinstance(node, ast.FunctionDef) and calls and not RULE.search(docstring)


def _find_text_lines(source: str) -> set[int]:
    """Return the line numbers of docstrings, and of comments on their own lines."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            docstring = node.body[0]
            lines |= set(range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.line.strip().startswith("#"):
            lines.add(token.start[0])
    return lines


def describe_lines(files: list[Path]) -> str:
    """Describe the lines of some files: their kinds, and the share of boilerplate."""
    found: Counter[str] = Counter()
    for file in files:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            found += count_lines_by_kind(text)
        else:
            found["text" if file.stem == "rules" else "data"] += sum(map(bool, text.split("\n")))
    every = found.total()
    kinds = ", ".join(f"{kind} {found[kind]}" for kind in ("rule", "data", "text", "boilerplate"))
    return f"{every} lines: {kinds}; boilerplate is {found['boilerplate'] / every:.0%}"

"""Finds forbidden imports. A ruleset may not use state, storage, clocks or random numbers.

This project's import contracts check the rulesets that ship with it. This module checks the source
of all other rulesets. Without such imports, rules give the same result at the table, in a replay
and in the odds.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec, resolve_name
from itertools import accumulate
from pathlib import Path
from traceback import walk_tb

FORBIDDEN = (
    "tracker.projection",
    "tracker.ledger",
    "tracker.leagues",
    "tracker.application",
    "tracker.cli",
    "tracker.testing",
    "tui",
    "exports",
    "sqlalchemy",
    "sqlmodel",
    "sqlite3",
    "datetime",
    "pendulum",
    "random",
    "secrets",
    "time",
)

ASKED = re.compile(r"asked in (\S+), line ([0-9]+)")
"""The syntax of a note on an error that says where a stage asked the question."""


def list_forbidden_imports(module: str) -> list[str]:
    """List the forbidden imports of ``module`` and of the author's modules that it imports."""
    found = []
    for name, package, tree in parse_author_modules(module):
        for used, line in _list_imports(tree, package):
            wrong = next((no for no in FORBIDDEN if used == no or used.startswith(f"{no}.")), "")
            if wrong:
                found.append(
                    f"{name} imports {used} in line {line}: rules must not import {wrong}."
                )
    return found


def parse_author_modules(module: str) -> Iterator[tuple[str, str, ast.Module]]:
    """Yield (name, package, syntax tree) of ``module`` and of the author's modules it imports."""
    left, seen = [module], {module}
    while left:
        name = left.pop(0)
        source = _read_source(name)
        if source is None:
            continue
        package, tree = source
        yield name, package, tree
        for used, _ in _list_imports(tree, package):
            for each in accumulate(used.split("."), lambda parent, part: f"{parent}.{part}"):
                if each not in seen and is_in_same_package(each, module):
                    seen.add(each)
                    left.append(each)


def is_in_same_package(module_name: str, author_module: str) -> bool:
    """Whether a module belongs to the same package as the given module of an author."""
    if author_module.startswith("tracker.rulesets."):
        return module_name.startswith(".".join(author_module.split(".")[:3]))
    return module_name.split(".", maxsplit=1)[0] == author_module.split(".", maxsplit=1)[0]


def find_author_line_in_traceback(error: BaseException, module: str) -> str:
    """Return the last line of the author's code in a traceback, such as ``coin.py, line 80``.

    If an answer was invalid, this is the line that asked the question. Returns "" if no line of the
    traceback belongs to the author.
    """
    causes = list(_list_causes(error))
    noted = (ASKED.fullmatch(note) for each in causes for note in getattr(each, "__notes__", ()))
    places = [(found[1], int(found[2])) for found in noted if found][::-1]
    for each in reversed(causes):
        frames = walk_tb(each.__traceback__)
        places += [(str(frame.f_globals.get("__name__")), line) for frame, line in frames]
    theirs = [(name, line) for name, line in places if is_in_same_package(name, module)]
    if not theirs:
        return ""
    name, line = theirs[-1]
    file = getattr(sys.modules.get(name), "__file__", None) or f"{name.rpartition('.')[2]}.py"
    return f"{Path(file).name}, line {line}"


def _list_causes(error: BaseException) -> Iterator[BaseException]:
    known: BaseException | None = error
    while known is not None:
        yield known
        known = known.__cause__ or known.__context__


def _read_source(module: str) -> tuple[str, ast.Module] | None:
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None  # the name of an object in a module
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    package = module if spec.submodule_search_locations is not None else module.rpartition(".")[0]
    return package, ast.parse(Path(spec.origin).read_bytes())


def _list_imports(tree: ast.Module, package: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)

"""What the modules of a ruleset may not import: rules hold no state, no storage, clock or chance.

The import contracts of this project hold it for the rulesets that ship; here it is read from the
source of any other, so that the same rule runs at the table, in a replay and in the odds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec, resolve_name
from pathlib import Path

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
OUR_ROOM = "tracker.rulesets"


def impurities(module: str) -> list[str]:
    """A sentence for each import that rules may not have, in ``module`` and what it imports of
    its own package.
    """
    left, seen, found = [module], {module}, []
    while left:
        name = left.pop(0)
        for used, line in _imports(name):
            wrong = next((no for no in FORBIDDEN if used == no or used.startswith(f"{no}.")), "")
            if wrong:
                found.append(f"{name} imports {used} in line {line}: rules may not know {wrong}.")
            for each in _with_parents(used):
                if each not in seen and same_package(each, module):
                    seen.add(each)
                    left.append(each)
    return found


def same_package(name: str, module: str) -> bool:
    """Whether a module is the author's own."""
    if module.startswith(f"{OUR_ROOM}."):
        return name.startswith(".".join(module.split(".")[:3]))
    return name.split(".", maxsplit=1)[0] == module.split(".", maxsplit=1)[0]


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts) + 1))


def _imports(module: str) -> Iterator[tuple[str, int]]:
    """What a module imports anywhere in it, with the line; nothing where it is no source."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return  # the name of something in a module
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return
    package = module if spec.submodule_search_locations is not None else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(Path(spec.origin).read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)

"""Imports that a ruleset must not have: rules use no state, storage, clock or chance.

The import contracts of this project check the rulesets that ship; this module checks the source of
any other, so that the same rule runs at the table, in a replay and in the odds.
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


def find_impurities(module: str) -> list[str]:
    """A sentence for each forbidden import, in ``module`` and the modules it imports from its own
    package.
    """
    found = []
    for name, package, tree in list_own_sources(module):
        for used, line in _imports(tree, package):
            wrong = next((no for no in FORBIDDEN if used == no or used.startswith(f"{no}.")), "")
            if wrong:
                found.append(f"{name} imports {used} in line {line}: rules may not know {wrong}.")
    return found


def list_own_sources(module: str) -> Iterator[tuple[str, str, ast.Module]]:
    """The author's own modules with their packages and sources: this one, and all that they import;
    those without source are left out.
    """
    left, seen = [module], {module}
    while left:
        name = left.pop(0)
        source = _source(name)
        if source is None:
            continue
        package, tree = source
        yield name, package, tree
        for used, _ in _imports(tree, package):
            for each in _with_parents(used):
                if each not in seen and is_same_package(each, module):
                    seen.add(each)
                    left.append(each)


def is_same_package(name: str, module: str) -> bool:
    """Whether a module belongs to the author's package."""
    if module.startswith(f"{OUR_ROOM}."):
        return name.startswith(".".join(module.split(".")[:3]))
    return name.split(".", maxsplit=1)[0] == module.split(".", maxsplit=1)[0]


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts) + 1))


def _source(module: str) -> tuple[str, ast.Module] | None:
    """The package of a module and its source, None if it has none."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None  # the name of an object in a module
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    package = module if spec.submodule_search_locations is not None else module.rpartition(".")[0]
    return package, ast.parse(Path(spec.origin).read_bytes())


def _imports(tree: ast.Module, package: str) -> Iterator[tuple[str, int]]:
    """The imports anywhere in a module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((f"{start}.{alias.name}", node.lineno) for alias in node.names)

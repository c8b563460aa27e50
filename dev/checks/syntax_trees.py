"""The product's modules as syntax trees. None of their code runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGES = ("tracker", "tui", "exports", "migrations")


@dataclass(frozen=True)
class Module:
    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def imports(self) -> tuple[tuple[str, str, str], ...]:
        """Every import as (module, name in it or "", local name).

        Imports inside functions and imports for types are included.
        """
        found: list[tuple[str, str, str]] = []
        for node in _iterate_statements(self.tree.body):
            if isinstance(node, ast.Import):
                found += [(each.name, "", each.asname or each.name) for each in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                found += [(node.module, each.name, each.asname or each.name) for each in node.names]
        return tuple(found)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def has_only_docstring(self) -> bool:
        return all(isinstance(node, ast.Expr) for node in self.tree.body)


def _iterate_statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield every statement, including nested statements, but no expressions."""
    for node in body:
        yield node
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _iterate_statements(getattr(node, part, ()))


def parse_modules(root: Path) -> dict[str, Module]:
    """Return all modules of the product, keyed by their dotted names."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            found[name] = Module(name, path)
    return found


def list_known_imports(module: Module, known: dict[str, Module]) -> Iterator[tuple[str, str, str]]:
    """Yield the imports of ``known`` modules as (module, name in it or "", local name)."""
    for target, name, local_name in module.imports:
        if name and (submodule := f"{target}.{name}") in known:
            yield submodule, "", local_name
        elif target in known:
            yield target, name, local_name

"""The product's modules as syntax trees; none of their code is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOMS = ("tracker", "tui", "exports", "migrations")


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
        """(module, name in it or "", name here) of every import, including late and type-only
        ones.
        """
        found: list[tuple[str, str, str]] = []
        for node in _statements(self.tree.body):
            if isinstance(node, ast.Import):
                found += [(each.name, "", each.asname or each.name) for each in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                found += [(node.module, each.name, each.asname or each.name) for each in node.names]
        return tuple(found)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def is_only_said(self) -> bool:
        """Nothing but a docstring: the ``__init__`` of a package."""
        return all(isinstance(node, ast.Expr) for node in self.tree.body)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every statement, including nested ones; expressions are skipped."""
    for node in body:
        yield node
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(node, part, ()))


def modules(root: Path) -> dict[str, Module]:
    """Every module of the product by its dotted name."""
    found = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            found[name] = Module(name, path)
    return found


def imported(module: Module, known: dict[str, Module]) -> Iterator[tuple[str, str, str]]:
    """The imports of known modules, each with the module that is meant."""
    for where, name, here in module.imports:
        if name and (whole := f"{where}.{name}") in known:
            yield whole, "", here
        elif where in known:
            yield where, name, here

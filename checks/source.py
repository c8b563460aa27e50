"""The product's modules as syntax trees: nothing of the project is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def is_only_said(self) -> bool:
        """Nothing but a docstring: the ``__init__`` of a room."""
        return all(isinstance(node, ast.Expr) for node in self.tree.body)


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
    """(module, name in it or "", name here) of every import, also late and type-only ones."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in known:
                    yield alias.name, "", alias.asname or alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                here = alias.asname or alias.name
                if (whole := f"{node.module}.{alias.name}") in known:
                    yield whole, "", here
                elif node.module in known:
                    yield node.module, alias.name, here

"""The structure of modules and classes: circular imports, duplicate names, split objects."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import networkx

from dev.checks.syntax_trees import Module, imported

BEHIND_THE_APPLICATION = ("tui", "exports", "tracker.cli")
CONVENTIONAL = {"__init__", "__main__", "commands", "errors", "screen"}
BUILT_ALIKE = re.compile(r"tracker\.(rulesets|ledger)\.(\w+)\.")


def circles(known: dict[str, Module]) -> list[list[str]]:
    """Modules that import each other by any kind of import; the largest circle first."""
    graph = networkx.DiGraph()
    for name, module in known.items():
        graph.add_edges_from((name, other) for other, _, _ in imported(module, known))
    graph.remove_edges_from(networkx.selfloop_edges(graph))
    found = (sorted(part) for part in networkx.strongly_connected_components(graph))
    return sorted((part for part in found if len(part) > 1), key=len, reverse=True)


def class_names(known: dict[str, Module]) -> dict[str, list[str]]:
    """Duplicate public class names, each with its modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, module in known.items():
        for node in _classes(module):
            if not node.name.startswith("_"):
                places[node.name].append(name)
    return {name: where for name, where in sorted(places.items()) if len(where) > 1}


def file_names(known: dict[str, Module]) -> dict[str, list[str]]:
    """Duplicate file names, each with its modules.

    Conventional names are left out, and so are equal names in parallel packages: the rulesets, and
    the two stores.
    """
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, module in known.items():
        places[module.path.stem].append(name)
    return {
        stem: where
        for stem, where in sorted(places.items())
        if stem not in CONVENTIONAL and _count_apart(where) > 1
    }


def _count_apart(where: list[str]) -> int:
    """The number of modules, counting parallel packages as the largest of them."""
    found = Counter(match[0] for name in where if (match := BUILT_ALIKE.match(name)))
    alike: defaultdict[str, int] = defaultdict(int)
    for package, count in found.items():
        kind = package.rsplit(".", 2)[0]
        alike[kind] = max(alike[kind], count)
    return len(where) - found.total() + sum(alike.values())


def one_word_functions(known: dict[str, Module]) -> list[str]:
    """Public functions and methods, except properties, whose name is a single word."""
    return [
        f"{name}.{node.name}"
        for name, module in known.items()
        for body in (module.tree.body, *(owner.body for owner in _classes(module)))
        for node in body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and "_" not in node.name
        and not any("property" in ast.unparse(each) for each in node.decorator_list)
    ]


def cut_over(known: dict[str, Module]) -> list[tuple[str, ...]]:
    """Each class as the files that contain it and all its bases; the most files first."""
    bases: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name, module in known.items():
        here = {node.name: (name, node.name) for node in _classes(module)}
        rooms = {}
        for where, what, called in imported(module, known):
            if what:
                here[called] = (where, what)
            else:
                rooms[called] = where
        for node in _classes(module):
            bases[name, node.name] = list(_bases(node, here, rooms))

    def files(cls: tuple[str, str]) -> dict[str, None]:
        found = {cls[0]: None} if cls in bases else {}
        for base in bases.get(cls, ()):
            found |= files(base)
        return found

    found = {tuple(files(cls)) for cls in bases}
    return sorted(found, key=lambda where: (-len(where), where))


def reaches(known: dict[str, Module]) -> list[str]:
    """Places where screens, reports and commands reach past the application to its store."""
    return [
        f"{module.path}:{node.lineno}"
        for name, module in known.items()
        if name.startswith(BEHIND_THE_APPLICATION) and ".store" in module.text
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr == "store"
    ]


def _classes(module: Module) -> Iterator[ast.ClassDef]:
    return (node for node in module.tree.body if isinstance(node, ast.ClassDef))


def _bases(
    node: ast.ClassDef, here: dict[str, tuple[str, str]], rooms: dict[str, str]
) -> Iterator[tuple[str, str]]:
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(named, ast.Name) and named.id in here:
            yield here[named.id]
        elif isinstance(named, ast.Attribute) and ast.unparse(named.value) in rooms:
            yield rooms[ast.unparse(named.value)], named.attr

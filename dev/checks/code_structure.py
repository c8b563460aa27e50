"""The structure of modules and classes: circular imports, duplicate names, scattered classes."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import networkx

from dev.checks.syntax_trees import Module, list_known_imports

CLIENT_PACKAGES = ("tui", "exports", "tracker.cli")
CONVENTIONAL = {"__init__", "__main__"}
PARALLEL_PACKAGES = re.compile(r"tracker\.(rulesets|ledger)\.(\w+)\.")


def find_import_cycles(known: dict[str, Module]) -> list[list[str]]:
    """Return groups of modules that import each other directly or indirectly, the largest first."""
    graph = networkx.DiGraph()
    for name, module in known.items():
        graph.add_edges_from((name, other) for other, _, _ in list_known_imports(module, known))
    graph.remove_edges_from(networkx.selfloop_edges(graph))
    found = (sorted(part) for part in networkx.strongly_connected_components(graph))
    return sorted((part for part in found if len(part) > 1), key=len, reverse=True)


def find_duplicate_class_names(known: dict[str, Module]) -> dict[str, list[str]]:
    """Return duplicate public class names, each with its modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, module in known.items():
        for node in _list_classes(module):
            if not node.name.startswith("_"):
                places[node.name].append(name)
    return {name: where for name, where in sorted(places.items()) if len(where) > 1}


def find_duplicate_file_names(known: dict[str, Module]) -> dict[str, list[str]]:
    """Return duplicate file names, each with its modules.

    Conventional names do not count. The rulesets are parallel packages, and so are the two stores.
    A name in several parallel packages counts once.
    """
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, module in known.items():
        places[module.path.stem].append(name)
    return {
        stem: where
        for stem, where in sorted(places.items())
        if stem not in CONVENTIONAL and _count_unrelated(where) > 1
    }


def _count_unrelated(where: list[str]) -> int:
    """Count modules. Of parallel packages, count only the modules of the one that has the most."""
    found = Counter(match[0] for name in where if (match := PARALLEL_PACKAGES.match(name)))
    alike: defaultdict[str, int] = defaultdict(int)
    for package, count in found.items():
        kind = package.rsplit(".", 2)[0]
        alike[kind] = max(alike[kind], count)
    return len(where) - found.total() + sum(alike.values())


def find_one_word_functions(known: dict[str, Module]) -> list[str]:
    """Return public functions and methods with one-word names. Properties are left out."""
    return [
        f"{name}.{node.name}"
        for name, module in known.items()
        for body in (module.tree.body, *(owner.body for owner in _list_classes(module)))
        for node in body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and "_" not in node.name
        and not any("property" in ast.unparse(each) for each in node.decorator_list)
    ]


def list_inheritance_files(known: dict[str, Module]) -> list[tuple[str, ...]]:
    """For each class, return the files that contain it and its bases, longest list first."""
    bases: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name, module in known.items():
        here = {node.name: (name, node.name) for node in _list_classes(module)}
        modules_by_name = {}
        for where, what, called in list_known_imports(module, known):
            if what:
                here[called] = (where, what)
            else:
                modules_by_name[called] = where
        for node in _list_classes(module):
            bases[name, node.name] = list(_find_bases(node, here, modules_by_name))

    def files(cls: tuple[str, str]) -> dict[str, None]:
        found = {cls[0]: None} if cls in bases else {}
        for base in bases.get(cls, ()):
            found |= files(base)
        return found

    found = {tuple(files(cls)) for cls in bases}
    return sorted(found, key=lambda where: (-len(where), where))


def find_store_access(known: dict[str, Module]) -> list[str]:
    """Return the places where screens, reports and commands use the application's store."""
    return [
        f"{module.path}:{node.lineno}"
        for name, module in known.items()
        if name.startswith(CLIENT_PACKAGES) and ".store" in module.text
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr == "store"
    ]


def _list_classes(module: Module) -> Iterator[ast.ClassDef]:
    return (node for node in module.tree.body if isinstance(node, ast.ClassDef))


def _find_bases(
    node: ast.ClassDef, here: dict[str, tuple[str, str]], modules_by_name: dict[str, str]
) -> Iterator[tuple[str, str]]:
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(named, ast.Name) and named.id in here:
            yield here[named.id]
        elif isinstance(named, ast.Attribute) and ast.unparse(named.value) in modules_by_name:
            yield modules_by_name[ast.unparse(named.value)], named.attr

"""Structure checks.

``python -m dev.checks`` runs them, and ``python -m dev.checks numbers`` prints the figures.
``python -m dev.checks boilerplate FILE…`` prints how much of a ruleset is boilerplate.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

from dev.checks import (
    boilerplate_share,
    code_metrics,
    code_structure,
    retired_words,
    sentence_length,
)
from dev.checks.syntax_trees import parse_modules

ROOT = Path(__file__).parents[2]


def check_structure(root: Path) -> Iterator[str]:
    """Yield a sentence for each fault in the code's structure and words, and in the docs."""
    modules = parse_modules(root)
    for cycle in code_structure.find_import_cycles(modules):
        yield f"{len(cycle)} modules import each other: {', '.join(cycle)}"
    for figure in code_metrics.measure_names(modules):
        if figure.violation:
            yield figure.violation
    for files in code_structure.list_inheritance_files(modules):
        if len(files) > code_metrics.MAX_INHERITANCE_FILES:
            yield f"a class and its bases are spread over {len(files)} files: {', '.join(files)}"
    for place in code_structure.find_store_access(modules):
        yield f"{place} uses the store directly; call the application instead"
    yield from retired_words.find_retired_words(root, modules.values())
    for page in (root / "README.md", *sorted((root / "docs").glob("*.md"))):
        name = page.relative_to(root).as_posix()
        yield from sentence_length.find_long_sentences(name, page.read_text(encoding="utf-8"))


def main() -> int:
    if sys.argv[1:2] == ["boilerplate"]:
        print(boilerplate_share.describe_lines([Path(name) for name in sys.argv[2:]]))
        return 0
    gc.disable()  # the syntax trees stay in memory, so garbage collection would find nothing
    if sys.argv[1:2] == ["numbers"]:
        return _print_figures(Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT)
    faults = list(check_structure(ROOT))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _print_figures(root: Path) -> int:
    figures = list(code_metrics.measure_structure(root))
    width = max(len(figure.name) for figure in figures)
    for figure in figures:
        print(f"{figure.name:<{width}}  {figure.formatted_value:>28}  ≤ {figure.limit:,}")
    violations = [figure.violation for figure in figures if figure.violation]
    for sentence in violations:
        print(sentence)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())

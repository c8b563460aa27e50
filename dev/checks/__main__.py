"""Structure checks.

``python -m dev.checks`` runs them, and ``python -m dev.checks numbers`` prints their figures.
``python -m dev.checks plumbing FILE…`` prints which share of a ruleset is boilerplate.
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
from dev.checks.syntax_trees import modules

HERE = Path(__file__).parents[2]


def faults(root: Path) -> Iterator[str]:
    """A sentence for every check that fails."""
    known = modules(root)
    for circle in code_structure.circles(known):
        yield f"{len(circle)} modules import each other: {', '.join(circle)}"
    for figure in code_metrics.counts_of_names(known):
        if figure.missed:
            yield figure.missed
    for chain in code_structure.cut_over(known):
        if len(chain) > code_metrics.CHAIN:
            yield f"a class is cut over {len(chain)} files by its bases: {', '.join(chain)}"
    yield from (f"{place} reaches past the application" for place in code_structure.reaches(known))
    yield from retired_words.retired(root, known.values())
    for page in (root / "README.md", *sorted((root / "docs").glob("*.md"))):
        name = page.relative_to(root).as_posix()
        yield from sentence_length.too_long(name, page.read_text(encoding="utf-8"))


def main() -> int:
    if sys.argv[1:2] == ["plumbing"]:
        print(boilerplate_share.share([Path(name) for name in sys.argv[2:]]))
        return 0
    gc.disable()  # the trees stay in memory, so searching them for garbage is useless
    if sys.argv[1:2] == ["numbers"]:
        return _print_figures(Path(sys.argv[2]) if len(sys.argv) > 2 else HERE)
    found = list(faults(HERE))
    for fault in found:
        print(fault)
    return 1 if found else 0


def _print_figures(root: Path) -> int:
    table = list(code_metrics.figures(root))
    width = max(len(figure.what) for figure in table)
    for figure in table:
        print(f"{figure.what:<{width}}  {figure.told:>28}  ≤ {figure.ceiling:,}")
    missed = [figure.missed for figure in table if figure.missed]
    for sentence in missed:
        print(sentence)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The figures of the product's structure, each with a limit.

Limits are a little above the current values. If you lower a figure, lower its limit. Never raise a
limit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from dev.checks import code_structure, ruleset_word_mentions
from dev.checks.syntax_trees import Module, parse_modules

MAX_LINES = 130_500
MAX_LINES_PER_RULE = {"combat-zone": 56, "deathzap2": 73, "trial-assault": 51, "xenocide": 49}
MAX_MODULES = {"combat-zone": 30, "deathzap2": 29, "trial-assault": 32, "xenocide": 37}
MAX_DUPLICATE_CLASS_NAMES = 13
MAX_DUPLICATE_FILE_NAMES = 0
MAX_ONE_WORD_FUNCTIONS = 169
MAX_INHERITANCE_FILES = 2
MAX_MENTIONS = 2
LIMIT_SLACK = 10
"""How far a count of names may fall below its limit before the limit must be lowered."""


@dataclass(frozen=True)
class Figure:
    """A figure with its limit. ``note`` is printed after the value.

    ``names`` lists what was counted. If the value is more than ``slack`` below the limit, the limit
    must be lowered.
    """

    name: str
    value: float
    limit: float
    note: str = ""
    names: Collection[str] = ()
    slack: float = inf

    @property
    def formatted_value(self) -> str:
        digits = 0 if self.value == int(self.value) else 1
        return f"{self.value:,.{digits}f}{self.note}"

    @property
    def violation(self) -> str:
        """A sentence if the value is above the limit or too far below it, or else ""."""
        if self.value > self.limit:
            names = ": " + ", ".join(self.names) if self.names else "."
            return f"{self.name}: {self.formatted_value}, above the limit of {self.limit:,}{names}"
        if self.value < self.limit - self.slack:
            return (
                f"{self.name}: the value is down to {self.formatted_value}. "
                "Lower the limit in dev/checks/code_metrics.py."
            )
        return ""


def measure_structure(root: Path) -> Iterator[Figure]:
    """Yield all figures of the product in the folder ``root``."""
    modules = parse_modules(root)
    yield Figure("product lines", sum(module.lines for module in modules.values()), MAX_LINES)
    for rules in sorted((root / "tests" / "rules").glob("*.txt")):
        package = f"tracker.rulesets.{rules.stem.replace('-', '_')}"
        if package in modules:
            yield from _measure_ruleset(modules, rules, package)
    yield from measure_names(modules)
    yield Figure("import cycles", len(code_structure.find_import_cycles(modules)), 0)
    files = code_structure.list_inheritance_files(modules)[0]
    name = "most files with a class and its bases"
    yield Figure(name, len(files), MAX_INHERITANCE_FILES, f" ({files[0]})")
    bypasses = code_structure.find_store_access(modules)
    yield Figure("places that bypass the application", len(bypasses), 0)


def measure_names(modules: dict[str, Module]) -> Iterator[Figure]:
    """Yield the figures about names, which ``make lint`` also checks."""
    classes = code_structure.find_duplicate_class_names(modules)
    files = code_structure.find_duplicate_file_names(modules)
    functions = code_structure.find_one_word_functions(modules)
    for name, count, limit, names in (
        ("duplicate public class names", len(classes), MAX_DUPLICATE_CLASS_NAMES, classes),
        ("duplicate file names", len(files), MAX_DUPLICATE_FILE_NAMES, files),
        ("public functions with one-word names", len(functions), MAX_ONE_WORD_FUNCTIONS, ()),
    ):
        yield Figure(name, count, limit, names=names, slack=LIMIT_SLACK)


def _measure_ruleset(modules: dict[str, Module], rules: Path, package: str) -> Iterator[Figure]:
    ruleset = rules.stem
    own = [module for name, module in modules.items() if f"{name}.".startswith(f"{package}.")]
    count, lines = len(read_rule_ids(rules)), sum(module.lines for module in own)
    note = f" ({lines:,} for {count})"
    yield Figure(f"{ruleset}: lines per rule", lines / count, MAX_LINES_PER_RULE[ruleset], note)
    with_code = [module for module in own if not module.has_only_docstring]
    yield Figure(f"{ruleset}: modules", len(with_code), MAX_MODULES[ruleset])
    for kind, words in list_declared_words(ruleset).items():
        mentions = ruleset_word_mentions.find_mentions(words, modules, package)
        if counts := [len(places) for places in mentions.values()]:
            name = f"{ruleset}: places that mention a {kind}, median"
            yield Figure(name, median(counts), MAX_MENTIONS, f", at most {max(counts)}")


def read_rule_ids(file: Path) -> list[str]:
    """Read the ids of rules, except ids of gaps, tables and worked cases."""
    lines = file.read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not re.match(r"#|[A-Z]+-[GTW]\d", line)]


def list_declared_words(ruleset_id: str) -> dict[str, tuple[str, ...]]:
    """Return the verbs and markers that a ruleset declares, or {} if it is not installed."""
    from tracker.procedures.installed_rulesets import load_playable_rulesets

    ruleset = load_playable_rulesets().get(ruleset_id)
    if ruleset is None:
        return {}
    return {
        "verb": tuple(sorted(ruleset.lexicon.verbs)),
        "marker": tuple(marker.id for marker in ruleset.words.markers),
    }

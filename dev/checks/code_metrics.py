"""The figures of the product as a table: name, value, ceiling.

Ceilings are a little above the current values. Whoever lowers a figure lowers its ceiling; none is
raised.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from dev.checks import code_structure, verb_mentions
from dev.checks.syntax_trees import Module, modules

ALL_LINES = 130_500
LINES_A_RULE = {"combat-zone": 60, "deathzap2": 75, "trial-assault": 48, "xenocide": 50}
MODULES = {"combat-zone": 29, "deathzap2": 29, "trial-assault": 30, "xenocide": 32}
TWICE = 15
FILE_NAMES = 4
ONE_WORD = 218
CHAIN = 2
PLACES = 2
LEEWAY = 10
"""A count of names may fall by this much before its ceiling has to follow."""


@dataclass(frozen=True)
class Figure:
    what: str
    count: float
    ceiling: float
    beside: str = ""
    which: Collection[str] = ()
    leeway: float = inf

    @property
    def told(self) -> str:
        return f"{self.count:,.{self._digits}f}{self.beside}"

    @property
    def missed(self) -> str:
        """A sentence if the count is above its ceiling, or so low that the ceiling must follow."""
        if self.count > self.ceiling:
            which = ": " + ", ".join(self.which) if self.which else "."
            return f"{self.what}: {self.told}, more than the {self.ceiling:,} allowed{which}"
        if self.count < self.ceiling - self.leeway:
            return f"{self.what}: {self.told} are left; write that in dev/checks/code_metrics.py."
        return ""

    @property
    def _digits(self) -> int:
        return 0 if self.count == int(self.count) else 1


def figures(root: Path) -> Iterator[Figure]:
    """Every figure of the product below ``root``."""
    known = modules(root)
    yield Figure("product lines in all", sum(m.lines for m in known.values()), ALL_LINES)
    for rules in sorted((root / "tests" / "rules").glob("*.txt")):
        room = f"tracker.rulesets.{rules.stem.replace('-', '_')}"
        if room in known:
            yield from _of_ruleset(known, rules, room)
    yield from counts_of_names(known)
    yield Figure("import circles of any kind", len(code_structure.circles(known)), 0)
    longest = code_structure.cut_over(known)[0]
    what = "most files a class and its bases stand in"
    yield Figure(what, len(longest), CHAIN, f" ({longest[0]})")
    yield Figure("reaches past the application", len(code_structure.reaches(known)), 0)


def counts_of_names(known: dict[str, Module]) -> Iterator[Figure]:
    """The figures that ``make lint`` also checks; their ceilings can only fall."""
    classes, files = code_structure.class_names(known), code_structure.file_names(known)
    words = code_structure.one_word_functions(known)
    yield Figure("public class names that stand twice", len(classes), TWICE, "", classes, LEEWAY)
    yield Figure("file names that stand twice", len(files), FILE_NAMES, "", files, LEEWAY)
    yield Figure("public functions of one word", len(words), ONE_WORD, leeway=LEEWAY)


def _of_ruleset(known: dict[str, Module], rules: Path, room: str) -> Iterator[Figure]:
    name = rules.stem
    inside = [module for key, module in known.items() if f"{key}.".startswith(f"{room}.")]
    count, lines = len(rule_ids(rules)), sum(module.lines for module in inside)
    beside = f" ({lines:,} for {count})"
    yield Figure(f"{name}: lines a rule", lines / count, LINES_A_RULE[name], beside)
    kept = [module for module in inside if not module.is_only_said]
    yield Figure(f"{name}: modules", len(kept), MODULES[name])
    for kind, words in declared(name).items():
        found = [len(where) for where in verb_mentions.places(words, known, room).values()]
        if found:
            what, beside = f"{name}: places a {kind} is told, median", f", at most {max(found)}"
            yield Figure(what, median(found), PLACES, beside)


def rule_ids(file: Path) -> list[str]:
    """The ids of rules, without those of gaps, tables and worked cases."""
    every = file.read_text(encoding="utf-8").split("\n")
    return [one for one in every if one and not re.match(r"#|[A-Z]+-[GTW]\d", one)]


def declared(name: str) -> dict[str, tuple[str, ...]]:
    """The verbs and markers that the ruleset declares; empty if it is not installed."""
    from tracker.procedures.installed_rulesets import load_playable_rulesets

    ruleset = load_playable_rulesets().get(name)
    return (
        {}
        if ruleset is None
        else {
            "verb": tuple(sorted(ruleset.lexicon.verbs)),
            "marker": tuple(marker.id for marker in ruleset.words.markers),
        }
    )

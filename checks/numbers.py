"""The figures of the house, as a table: what is counted, how much, and what is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from checks import structure, verb_places
from checks.source import Module, modules

LINES_OF = {"deathzap2": 75, "combat-zone": 60}
LINES_A_RULE = 60
MODULES = 36
ALL_LINES = 65_900
TWICE = 30
CHAIN = 2
PLACES = 2

Figure = tuple[str, str, str]


def figures(root: Path) -> Iterator[Figure]:
    """(what, how much, what is wanted) of the product below ``root``."""
    known = modules(root)
    yield "product lines in all", _said(sum(m.lines for m in known.values())), f"< {ALL_LINES:,}"
    for rules in sorted((root / "tests" / "rules").glob("*.txt")):
        room = f"tracker.rulesets.{rules.stem.replace('-', '_')}"
        if room in known:
            yield from _of_ruleset(known, rules, room)
    round_about = structure.circles(known)
    longest = structure.cut_over(known)[0]
    yield "import circles of any kind", str(len(round_about)), "0"
    yield "most files a class and its bases stand in", f"{len(longest)} ({longest[0]})", f"{CHAIN}"
    twice = structure.class_names(known)
    yield "public class names that stand twice", str(len(twice)), f"< {TWICE}"
    yield "reaches past the application", str(len(structure.reaches(known))), "0"


def _of_ruleset(known: dict[str, Module], rules: Path, room: str) -> Iterator[Figure]:
    name = rules.stem
    inside = [module for key, module in known.items() if f"{key}.".startswith(f"{room}.")]
    count, lines = len(rule_ids(rules)), sum(module.lines for module in inside)
    each = f"{lines / count:.1f} ({lines:,} for {count})"
    yield f"{name}: lines a rule", each, f"≤ {LINES_OF.get(name, LINES_A_RULE)}"
    kept = [module for module in inside if not module.is_only_said]
    yield f"{name}: modules", str(len(kept)), f"≤ {MODULES}"
    for what, words in declared(name).items():
        found = [len(where) for where in verb_places.places(words, known, room).values()]
        if found:
            most = f"{median(found):g}, at most {max(found)}"
            yield f"{name}: places a {what} is told, median", most, f"≤ {PLACES}"


def rule_ids(file: Path) -> list[str]:
    """The ids of rules, without those of gaps, tables and worked cases."""
    every = file.read_text(encoding="utf-8").split("\n")
    return [one for one in every if one and not re.match(r"#|[A-Z]+-[GTW]\d", one)]


def declared(name: str) -> dict[str, tuple[str, ...]]:
    """The verbs and markers that the ruleset of this name declares; nothing before it is
    installed.
    """
    from tracker.procedures.installed import list_registered

    ruleset = list_registered().get(name)
    return (
        {}
        if ruleset is None
        else {
            "verb": tuple(sorted(ruleset.lexicon.verbs)),
            "marker": tuple(marker.id for marker in ruleset.words.markers),
        }
    )


def _said(number: int) -> str:
    return f"{number:,}"

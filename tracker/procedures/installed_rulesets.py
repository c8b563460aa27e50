"""Loads the installed rulesets from the entry-point group ``warledger.rulesets``.

A ruleset that fails to load is disabled. All other rulesets stay playable.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO

from msgspec import Struct

from tracker.procedures.entry_points import EntryPoint, list_entry_points
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.closest_word import find_closest_word

GROUP = "warledger.rulesets"
CHECK_VARIABLE = "WARLEDGER_CHECK"
"""The environment variable that enables the check of a ruleset's imports."""
MAX_LENGTH = 200
OWN = "warledger"
"""Warledger's own package. Its rulesets are checked in tests, not when they are loaded."""
OURS = __name__.partition(".")[0]
PROGRAM = "the program"


class RulesetPlugin(Struct, frozen=True):
    """An installed ruleset, or the reason ``why`` it is disabled.

    ``name`` is the name of its entry point, and ``package`` is the name and version of its package.
    If the ruleset was loaded but failed its checks, both ``ruleset`` and ``why`` are present.
    """

    name: str
    package: str
    module: str
    ruleset: Ruleset | None = None
    why: str = ""

    def __str__(self) -> str:
        return f"The rules {self.name!r} of the package {self.package} were not loaded: {self.why}."


class InstalledRulesets(Struct, frozen=True):
    playable: tuple[RulesetPlugin, ...]
    disabled: tuple[RulesetPlugin, ...]

    def find_plugins(self, id_or_name: str) -> tuple[RulesetPlugin, ...]:
        every = (*self.playable, *self.disabled)
        return tuple(
            one for one in every if id_or_name in (one.name, one.ruleset and one.ruleset.id)
        )


@cache
def load_installed_rulesets() -> InstalledRulesets:
    """Load all installed rulesets and check them, once per process."""
    loaded = [_load_plugin(point) for point in list_entry_points(GROUP)]
    seen = [each for each in loaded if not each.why]
    found: dict[str, list[RulesetPlugin]] = {}
    for each in seen:
        assert each.ruleset is not None
        same = found.setdefault(each.ruleset.id, [])
        if all(each.ruleset is not other.ruleset for other in same):
            same.append(each)
    used = tuple(one[0] for _, one in sorted(found.items()) if len(one) == 1)
    alike = [
        each
        for same in found.values()
        if len(same) > 1
        for each in _disable_plugins_with_same_id(same)
    ]
    aside = [each for each in loaded if each.why] + alike
    return InstalledRulesets(used, tuple(sorted(aside, key=str)))


@cache
def load_shipped_ruleset(name: str) -> Ruleset | None:
    """Load one of Warledger's own rulesets and no others. Returns None if it is missing or
    disabled.
    """
    points = [point for point in list_entry_points(GROUP) if point.name == name]
    if len(points) != 1 or not _is_own_plugin(points[0]):
        return None
    found = _load_plugin(points[0])
    return found.ruleset if not found.why else None


def load_playable_rulesets() -> dict[str, Ruleset]:
    return {
        each.ruleset.id: each.ruleset
        for each in load_installed_rulesets().playable
        if each.ruleset is not None
    }


def explain_missing_ruleset(name: str, known: Collection[str]) -> str:
    """Explain why no playable ruleset has the given id: it is disabled, or not among those
    ``known``.
    """
    for each in load_installed_rulesets().disabled:
        if each in load_installed_rulesets().find_plugins(name):
            return str(each)
    asked = f"There are no rules called {name!r}. " if name else ""
    if near := find_closest_word(name.casefold(), known):
        asked += f"Did you mean {near!r}? "
    return asked + (f"Choose one of: {', '.join(known)}." if known else "No rules are installed.")


def name_rules_or_program_that_raised(error: BaseException) -> str:
    """Return the name of the rules whose code raised an error, or "the program"."""
    from traceback import walk_tb

    frames = walk_tb(error.__traceback__)
    passed = {frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in frames}
    for each in load_installed_rulesets().playable:
        room = each.module.partition(".")[0]
        if room in passed and room != OURS:
            return f"the rules {each.name!r} of {each.package}"
    return PROGRAM


def _disable_plugins_with_same_id(same: list[RulesetPlugin]) -> Iterator[RulesetPlugin]:
    """Disable all rulesets that share an id, because none of them takes precedence."""
    for each in same:
        others = " and ".join(f"the package {other.package}" for other in same if other is not each)
        assert each.ruleset is not None
        why = f"its id {each.ruleset.id!r} is also used by {others}; uninstall all but one of them"
        yield RulesetPlugin(each.name, each.package, each.module, each.ruleset, why)


def _is_own_plugin(entry_point: EntryPoint) -> bool:
    return entry_point.read_metadata_field("Name") == OWN


def _load_plugin(entry_point: EntryPoint) -> RulesetPlugin:
    """Load and check a ruleset. If it raises an error, only this ruleset is disabled."""
    name, package, module = (
        _shorten_to_line(entry_point.name),
        _describe_package(entry_point),
        entry_point.module,
    )
    try:
        with redirect_stdout(StringIO()):  # a plug-in may not print
            ruleset = entry_point.load_object()
            why = _explain_unplayable(ruleset, entry_point)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - also what ends a program, such as SystemExit
        return RulesetPlugin(name, package, module, None, _describe_error(error, module))
    good = ruleset if isinstance(ruleset, Ruleset) else None
    return RulesetPlugin(name, package, module, good, _shorten_to_line(why))


def _explain_unplayable(ruleset: object, entry_point: EntryPoint) -> str:
    """Explain why a loaded ruleset cannot be played. Returns "" if it can be played."""
    if not isinstance(ruleset, Ruleset):
        return f"{entry_point.value} is a {type(ruleset).__name__}, not a Ruleset"
    checks = os.environ.get(CHECK_VARIABLE)
    if _is_own_plugin(entry_point) and not checks:
        return ""
    from tracker.procedures.import_purity_check import list_forbidden_imports
    from tracker.procedures.ruleset_declaration_check import (
        list_declaration_problems,
        list_text_and_sample_problems,
    )

    found = list_declaration_problems(ruleset)
    if not _is_own_plugin(entry_point):
        found = found or list_text_and_sample_problems(ruleset)
    if checks:
        found = found or list_forbidden_imports(entry_point.module)
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0].removesuffix('.')}{more}" if found else ""


def _describe_error(error: BaseException, module: str) -> str:
    if isinstance(error, SystemExit):
        return "it tried to exit the program while loading"
    try:
        message = _shorten_to_line(str(error).strip()).removesuffix(".")
    except Exception:  # noqa: BLE001 - an error of theirs that cannot even be told
        message = ""
    from tracker.procedures.import_purity_check import find_author_line_in_traceback

    line = find_author_line_in_traceback(error, module)
    where = f" ({line})" if line else ""
    return f"{type(error).__name__}{message and ': '}{message}{where}"


def _describe_package(entry_point: EntryPoint) -> str:
    name = entry_point.read_metadata_field("Name")
    return (
        _shorten_to_line(f"{name} {entry_point.read_metadata_field('Version')}")
        if name
        else "a package without a name"
    )


def _shorten_to_line(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= MAX_LENGTH else f"{line[: MAX_LENGTH - 1]}…"

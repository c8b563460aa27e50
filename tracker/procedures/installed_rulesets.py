"""The installed rulesets, through the entry-point group ``warledger.rulesets``.

A ruleset that fails to load is set aside, and all others stay playable.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from traceback import walk_tb

from msgspec import Struct

from tracker.procedures.entry_points import EntryPoint, list_entry_points
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.closest_word import find_closest_word

GROUP = "warledger.rulesets"
CHECKED = "WARLEDGER_CHECK"
"""The environment variable that switches the check of a ruleset's imports on, for its author."""
LONGEST = 200
OWN = "warledger"
"""The package of Warledger itself, whose tests check its rulesets."""
OURS = __name__.partition(".")[0]
PROGRAM = "the program"


class Plugin(Struct, frozen=True):
    """The content of an entry point: playable rules, or the reason ``why`` they are set aside.

    ``name`` is the name of the entry point, ``package`` its package with the version. ``ruleset``
    is also present if only the checks of the ruleset failed.
    """

    name: str
    package: str
    module: str
    ruleset: Ruleset | None = None
    why: str = ""

    def __str__(self) -> str:
        """Explain in a sentence why the plug-in is set aside."""
        return f"The rules {self.name!r} of the package {self.package} were not loaded: {self.why}."


class InstalledRulesets(Struct, frozen=True):
    """All plug-ins, and the playable rulesets by id."""

    used: tuple[Plugin, ...]
    aside: tuple[Plugin, ...]

    def find_plugins(self, name: str) -> tuple[Plugin, ...]:
        """Find the plug-ins with this id or name, including those set aside."""
        every = (*self.used, *self.aside)
        return tuple(one for one in every if name in (one.name, one.ruleset and one.ruleset.id))


@cache
def load_installed() -> InstalledRulesets:
    """Load all plug-ins, once in a process."""
    loaded = [_loaded(point) for point in list_entry_points(GROUP)]
    seen = [each for each in loaded if not each.why]
    found: dict[str, list[Plugin]] = {}
    for each in seen:
        assert each.ruleset is not None
        same = found.setdefault(each.ruleset.id, [])
        if all(each.ruleset is not other.ruleset for other in same):
            same.append(each)
    used = tuple(one[0] for _, one in sorted(found.items()) if len(one) == 1)
    alike = [each for same in found.values() if len(same) > 1 for each in _rivals(same)]
    aside = [each for each in loaded if each.why] + alike
    return InstalledRulesets(used, tuple(sorted(aside, key=str)))


@cache
def load_own_ruleset(name: str) -> Ruleset | None:
    """Load one ruleset of Warledger itself, without loading any other. Returns None for other ids.

    So opening a game takes the same time however many rulesets are installed.
    """
    points = [point for point in list_entry_points(GROUP) if point.name == name]
    if len(points) != 1 or not _is_ours(points[0]):
        return None
    found = _loaded(points[0])
    return found.ruleset if not found.why else None


def load_playable_rulesets() -> dict[str, Ruleset]:
    """Load the playable rulesets, by id."""
    return {
        each.ruleset.id: each.ruleset for each in load_installed().used if each.ruleset is not None
    }


def explain_missing_ruleset(name: str, known: Collection[str]) -> str:
    """Explain why the rules with an id cannot be played: set aside, or not in ``known``."""
    for each in load_installed().aside:
        if each in load_installed().find_plugins(name):
            return str(each)
    asked = f"There are no rules called {name!r}. " if name else ""
    if near := find_closest_word(name.casefold(), known):
        asked += f"Did you mean {near!r}? "
    return asked + (f"Choose one of: {', '.join(known)}." if known else "No rules are installed.")


def describe_error_origin(error: BaseException) -> str:
    """Name the source of an error: the package of the rules that raised it, or our own code."""
    frames = walk_tb(error.__traceback__)
    passed = {frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in frames}
    for each in load_installed().used:
        room = each.module.partition(".")[0]
        if room in passed and room != OURS:
            return f"the rules {each.name!r} of {each.package}"
    return PROGRAM


def _rivals(same: list[Plugin]) -> Iterator[Plugin]:
    """Reject all of several plug-ins with the same id, because none of them can be preferred."""
    for each in same:
        others = " and ".join(f"the package {other.package}" for other in same if other is not each)
        assert each.ruleset is not None
        why = f"{others} also has rules with the id {each.ruleset.id!r}; uninstall one of them"
        yield Plugin(each.name, each.package, each.module, each.ruleset, why)


# ----------------------------------------------------------------------------------- loading


def _is_ours(point: EntryPoint) -> bool:
    return point.read_metadata_field("Name") == OWN


def _loaded(point: EntryPoint) -> Plugin:
    """Load a plug-in. An error in it sets aside only this plug-in."""
    name, package, module = _plain(point.name), _package(point), point.module
    try:
        with redirect_stdout(StringIO()):  # its output does not belong in our answers
            ruleset = point.load_object()
            why = _unfit(ruleset, point)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - also what ends a program, such as SystemExit
        return Plugin(name, package, module, None, _because(error, module))
    good = ruleset if isinstance(ruleset, Ruleset) else None
    return Plugin(name, package, module, good, _plain(why))


def _unfit(ruleset: object, point: EntryPoint) -> str:
    """Explain why a loaded ruleset cannot be played. Returns "" if it can."""
    if not isinstance(ruleset, Ruleset):
        return f"{point.value} is a {type(ruleset).__name__}, not a Ruleset"
    checks = os.environ.get(CHECKED)
    if _is_ours(point) and not checks:
        return ""
    from tracker.procedures.declaration_check import list_declaration_problems
    from tracker.procedures.import_purity_check import list_forbidden_imports
    from tracker.procedures.packaged_text_check import list_unreadable_texts

    found = list_declaration_problems(ruleset)
    if not _is_ours(point):
        found = found or list_unreadable_texts(ruleset)
    if checks:
        found = found or list_forbidden_imports(point.module)
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0].removesuffix('.')}{more}" if found else ""


def _because(error: BaseException, module: str) -> str:
    """Describe an error while loading, ending with the author's line."""
    if isinstance(error, SystemExit):
        return "it tried to exit the program while loading"
    try:
        said = _plain(str(error).strip()).removesuffix(".")
    except Exception:  # noqa: BLE001 - an error of theirs that cannot even be told
        said = ""
    from tracker.procedures.import_purity_check import find_author_line

    line = find_author_line(error, module)
    where = f" ({line})" if line else ""
    return f"{type(error).__name__}{said and ': '}{said}{where}"


def _package(point: EntryPoint) -> str:
    """Return the package of an entry point with its version."""
    name = point.read_metadata_field("Name")
    return (
        _plain(f"{name} {point.read_metadata_field('Version')}")
        if name
        else "a package without a name"
    )


def _plain(text: str) -> str:
    """Shorten a text of a plug-in to one line without control characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"

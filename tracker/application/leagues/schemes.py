"""Which scheme, which tie-breaks, which rules for campaigns: by name, or from TOML text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.leagues.carried import Carried
from tracker.leagues.carried_files import presets, read_carried
from tracker.leagues.file_reading import FileProblems
from tracker.leagues.scheme_files import built_in, read_scheme
from tracker.leagues.schemes import Scheme, TieBreak
from tracker.vocabulary.nearest import nearest

DEFAULT = "3/1/0"


def names() -> tuple[str, ...]:
    """The schemes that ship with the program."""
    return tuple(built_in())


def chosen(scheme: str) -> Scheme:
    """The scheme of a name, or that in TOML text. Raises ``Refused`` with what is wrong."""
    named = scheme.strip()
    if named in built_in():
        return built_in()[named]
    if "\n" not in scheme and "=" not in scheme:
        raise Refused(
            f"There is no scheme {named!r}; there are {', '.join(built_in())},"
            " or name a TOML file of your own."
        )
    try:
        return read_scheme(scheme)
    except FileProblems as problems:
        raise Refused(str(problems).replace("\n", " ")) from problems


def tie_breaks(typed: Iterable[str], scheme: Scheme) -> tuple[TieBreak, ...]:
    """Tie-breaks that a scheme knows, in their order, by name or by what heads their column.

    Raises ``Refused`` for an unknown one or one named twice.
    """
    rules = scheme.tie_rules.values()
    known = {one.name.casefold(): one.name for one in rules}
    heads = {one.short.casefold().replace("−", "-"): one.name for one in rules}
    found: list[TieBreak] = []
    for name in typed:
        wanted = " ".join(name.split()).casefold()
        meant = known.get(wanted) or heads.get(wanted.replace("−", "-"))
        if meant is None:
            near = nearest(name.casefold(), known)
            hint = (
                f"did you mean {known[near]}?"
                if near
                else f"there are {', '.join(known.values())}."
            )
            raise Refused(f"There is no tie-break {name!r}; {hint}")
        if meant in found:
            raise Refused(f"{meant} is named twice; name each tie-break once.")
        found.append(meant)
    return tuple(found)


def with_order(scheme: Scheme, order: tuple[TieBreak, ...]) -> Scheme:
    """The scheme with tie-breaks of the organiser's own choice."""
    return replace(scheme, tie_breaks=order)


def between_games() -> Mapping[str, Carried]:
    """The rules for what units carry on that ship with the program, by name."""
    return presets()


def carried(rules: str) -> Carried:
    """What units carry between games: by name, or from TOML text. Raises ``Refused``."""
    named = rules.strip()
    if named in presets():
        return presets()[named]
    if named and "\n" not in rules and "=" not in rules:
        raise Refused(
            f"There are no rules between games called {named!r}; there are {', '.join(presets())},"
            " or name a TOML file of your own."
        )
    try:
        return read_carried(rules)
    except FileProblems as problems:
        raise Refused(f"The rules between games: {problems!s}".replace("\n", " ")) from problems

"""Finds scoring schemes by name or in TOML text, and tie-breaks by name or heading."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.errors import Refused
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.scoring_scheme_files import (
    load_built_in_schemes,
    parse_scoring_scheme_file,
)
from tracker.leagues.results.scoring_schemes import ScoringScheme, TieBreak
from tracker.vocabulary.closest_word import find_closest_word

DEFAULT = "3/1/0"


def list_scheme_names() -> tuple[str, ...]:
    return tuple(load_built_in_schemes())


def resolve_scoring_scheme(name_or_toml: str) -> ScoringScheme:
    """Return the scoring scheme with the given name, or parse it from TOML text.

    Raises ``Refused`` if the name is unknown or the TOML text has errors.
    """
    named = name_or_toml.strip()
    if named in load_built_in_schemes():
        return load_built_in_schemes()[named]
    if "\n" not in name_or_toml and "=" not in name_or_toml:
        raise Refused(
            f"There is no scoring scheme called {named!r}. Choose one of: "
            f"{', '.join(load_built_in_schemes())}, or give your own TOML file."
        )
    try:
        return parse_scoring_scheme_file(name_or_toml)
    except FileProblems as problems:
        raise Refused(str(problems).replace("\n", " ")) from problems


def parse_tie_breaks(typed: Iterable[str], scheme: ScoringScheme) -> tuple[TieBreak, ...]:
    """Parse tie-breaks from their names or their column headings.

    Raises ``Refused`` for an unknown or repeated tie-break.
    """
    rules = scheme.tie_break_rules.values()
    known = {one.name.casefold(): one.name for one in rules}
    heads = {one.short.casefold().replace("−", "-"): one.name for one in rules}
    found: list[TieBreak] = []
    for name in typed:
        wanted = " ".join(name.split()).casefold()
        meant = known.get(wanted) or heads.get(wanted.replace("−", "-"))
        if meant is None:
            near = find_closest_word(name.casefold(), known)
            others = f"Choose one of: {', '.join(known.values())}."
            hint = f"Did you mean {known[near]}?" if near else others
            raise Refused(f"There is no tie-break {name!r}. {hint}")
        if meant in found:
            raise Refused(f"{meant} is named twice. Name each tie-break once.")
        found.append(meant)
    return tuple(found)

"""The parts that a force can use: its own, and those of the ruleset's template and samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from tracker.application.force_building import force_format_inference
from tracker.application.force_building.plural_name_matching import (
    find_known_name_of_noun,
    fold_name_for_matching,
)
from tracker.procedures.declared.force_format import ForceFormat, RosterPart
from tracker.procedures.ruleset import Ruleset

PROFILES = "profiles"
OWN = ""
"""The source of a part that the force already contains."""


class ForcePart(Struct, frozen=True):
    """A named part of a roster, such as a profile, with its TOML table.

    ``key`` is the name of the list that contains the part, such as ``profiles``. ``needs`` contains
    the other parts to which this part refers. If ``ruled`` is true, the rules define the part, and
    it is never copied into a force.
    """

    key: str
    name: str
    table: dict[str, Any]
    source: str = OWN
    needs: tuple[tuple[str, str, dict[str, Any]], ...] = ()
    ruled: bool = False

    def list_words_under_key(self, key: str) -> list[str]:
        """Return the list of words stored under a key of the part's table, or [] if there is no
        such list.
        """
        value = self.table.get(key)
        return [str(each) for each in value] if isinstance(value, list) else []


class ForcePartLibrary:
    """All parts that a force could use. The force's own parts come first."""

    def __init__(self, rules: Ruleset, form: ForceFormat) -> None:
        self.form = form
        self.forces = rules.forces
        self.title = rules.title
        self.shown = [*force_format_inference.list_example_rosters(rules)]

    def list_known_parts(self, data: Mapping[str, Any], key: str) -> Iterator[ForcePart]:
        """Yield the known parts under a key, such as profiles. If several have the same name, only
        the first is included.
        """
        seen: set[str] = set()
        for source, roster in ((OWN, data), *self.shown):
            for name, table in _get_named_tables(roster, key).items():
                if fold_name_for_matching(name) in seen:
                    continue
                seen.add(fold_name_for_matching(name))
                needs = () if source == OWN else tuple(self._list_needs(roster, table, (key, name)))
                yield ForcePart(key, name, table, source, needs)
        if self.forces is not None and key == PROFILES:
            for name, kind in self.forces.kinds.items():
                if fold_name_for_matching(name) not in seen:
                    yield ForcePart(key, name, dict(kind), self.title, ruled=True)

    def find_known_part(self, data: Mapping[str, Any], key: str, name: str) -> ForcePart | None:
        """Return the part with the given name, in the singular or plural, or None if there
        is none.
        """
        if self.forces is not None and self.forces.any_kind and key == PROFILES:
            word = "-".join(fold_name_for_matching(name).split())
            return ForcePart(key, word, {}, self.title, ruled=True)
        every = {one.name: one for one in self.list_known_parts(data, key)}
        found = find_known_name_of_noun(name, every)
        return None if found is None else every[found]

    def choose_unit_to_copy(self, data: Mapping[str, Any], part: RosterPart) -> ForcePart | None:
        """Return the force's last unit or, if it has no units, the first unit of a sample. Return
        None if there is neither.
        """
        for source, roster in ((OWN, data), *self.shown):
            units = list_unit_tables(roster, part.key)
            if units:
                table = units[-1] if source == OWN else units[0]
                name = str(table.get("name", ""))
                needs = self._list_needs(roster, table, (part.key, "")) if source != OWN else ()
                return ForcePart(part.key, name, dict(table), source, tuple(needs))
        return None

    def find_declaration_of_part(self, part: ForcePart) -> RosterPart | None:
        """Return the roster format's declaration of a part and its fields, or None if there is
        none.
        """
        return force_format_inference.find_part_for_table(self.form.shelves, part.key, part.table)

    def _list_needs(
        self, roster: Mapping[str, Any], table: Mapping[str, Any], itself: tuple[str, str]
    ) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield all named parts to which a table refers, directly or through other parts."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        waiting = [table]
        while waiting:
            words = {fold_name_for_matching(word) for word in _list_words(waiting.pop())}
            for part in self.form.shelves:
                for name, one in _get_named_tables(roster, part.key).items():
                    where = (part.key, name)
                    is_new = where not in found and where != itself
                    if is_new and fold_name_for_matching(name) in words:
                        found[where] = one
                        waiting.append(one)
        yield from ((key, name, one) for (key, name), one in found.items())


def _list_words(value: Any) -> Iterator[str]:
    """Yield all words in a value. A word such as ``rifle+bayonet`` also yields its two halves."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _list_words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _list_words(inner)
    elif isinstance(value, str):
        yield from (value, *value.split("+"))


def _get_named_tables(roster: Mapping[str, Any], key: str) -> dict[str, dict[str, Any]]:
    shelf = roster.get(key)
    if not isinstance(shelf, Mapping):
        return {}
    return {name: dict(one) for name, one in shelf.items() if isinstance(one, Mapping)}


def list_unit_tables(roster: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the tables in the list under a key. Values that are not tables are left out."""
    found = roster.get(key)
    tables = found if isinstance(found, list) else []
    return [one for one in tables if isinstance(one, Mapping)]

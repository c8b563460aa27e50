"""Finds a kind of figure that carries a different weapon, or makes a new kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.application.errors import Refused
from tracker.application.force_building.available_force_parts import (
    OWN,
    ForcePart,
    list_unit_tables,
)
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.plural_name_matching import (
    find_known_name_of_noun,
    fold_name_for_matching,
    list_names_containing,
    list_similar_names,
    list_singulars,
)
from tracker.procedures.declared.force_format import RosterField
from tracker.vocabulary.toml_reader import clean_name

MAX_NAMED = 6


def find_or_make_profile_with_weapon(
    draft: ForceDraft, base: ForcePart, weapon_name: str, first_candidates: Iterable[ForcePart]
) -> ForcePart:
    """Return a kind of figure that is like ``base`` but carries the weapon ``weapon_name``.

    If there is no such kind, a new one is made. Raises ``Refused`` for an unknown weapon.
    """
    field, weapon, needs = _find_weapon_and_needed_parts(draft, base, weapon_name)
    apart = _separate_combined_weapon(draft, base, field)
    carried = apart.list_words_under_key(field.key)
    if apart is not base and weapon in carried:
        return base
    for one in (*first_candidates, *draft.library.list_known_parts(draft.data, base.key)):
        differing = {field.key: None, "cost": None, "points": None}
        is_alike = {**apart.table, **differing} == {**one.table, **differing}
        if is_alike and weapon in one.list_words_under_key(field.key):
            return one
    table = {**apart.table, field.key: [weapon, *carried[1:]]}
    name = f"{base.name}-{fold_name_for_matching(weapon).replace(' ', '-')}"
    return ForcePart(base.key, clean_name(name), table, base.source, (*base.needs, *needs))


def _separate_combined_weapon(draft: ForceDraft, base: ForcePart, field: RosterField) -> ForcePart:
    """Return a kind of figure without a combined weapon, such as ``rifle + bayonet``.

    Its parts become the first words of their own fields, where a new weapon can replace one. A kind
    without such a weapon, or whose weapon has no part in ``field``, is returned unchanged.
    """
    part = draft.library.find_declaration_of_part(base)
    fields = part.fields if part else ()
    lists = {each.of: each for each in fields if each.kind == "words"}
    for joined in fields:
        kinds = joined.part_keys
        is_combined = joined.key in base.table and len(kinds) > 1
        if is_combined and field.of in kinds and lists.keys() >= {*kinds}:
            table = dict(base.table)
            for word in map(str.strip, str(table.pop(joined.key)).split("+")):
                own = (k for k in kinds if word in list_possible_field_words(draft, lists[k]))
                key = lists[next(own, kinds[0])].key
                table[key] = [word, *base.list_words_under_key(key)]
            return ForcePart(base.key, base.name, table, base.source, base.needs)
    return base


def list_possible_field_words(draft: ForceDraft, field: RosterField) -> list[str]:
    """List the words that a field can contain: the declared words, and the names of parts to which
    the field can refer.
    """
    words = [*field.values]
    lists = {part.key for part in draft.format.units}
    for key in field.part_keys:
        if key in lists:
            units = list_unit_tables(draft.data, key)
            words += [str(one["name"]) for one in units if "name" in one]
        else:
            words += [thing.name for thing in draft.library.list_known_parts(draft.data, key)]
    return [*dict.fromkeys(words)]


def _find_weapon_and_needed_parts(
    draft: ForceDraft, base: ForcePart, noun: str
) -> tuple[RosterField, str, tuple[tuple[str, str, dict[str, Any]], ...]]:
    part = draft.library.find_declaration_of_part(base)
    fields = [field for field in (part.fields if part else ()) if field.kind == "words"]
    fields.sort(key=lambda field: field.key not in base.table)
    for field in fields:
        words = list_possible_field_words(draft, field)
        found = find_known_name_of_noun(noun, words)
        if found is None:
            borne = base.list_words_under_key(field.key)
            near = sorted(list_names_containing(noun, words), key=lambda one: one not in borne)
            kinds = {one.rpartition(" ")[0] for one in near}
            if len(kinds) > 1:
                raise Refused(
                    f"{noun} could mean {', '.join(near[:MAX_NAMED])}; type one of these names"
                )
            found = near[0] if near else None
        if found is not None:
            return field, found, _list_parts_to_copy_for(draft, field, found)
    free = next((field for field in fields if field.free and field.of), None)
    if free is None:
        known = [word for field in fields for word in list_possible_field_words(draft, field)]
        kinds_of_figure = draft.library.list_known_parts(draft.data, base.key)
        near = list_similar_names(noun, [*(one.name for one in kinds_of_figure), *known])
        hint = f"; there are {', '.join(known[:MAX_NAMED])} and more" if known else ""
        hint = f"; choose one of: {', '.join(near[:MAX_NAMED])}" if near else hint
        raise Refused(f"no kind of figure and no weapon is called {noun!r}{hint}")
    return free, min(list_singulars(noun), key=len), ()


def _list_parts_to_copy_for(
    draft: ForceDraft, field: RosterField, name: str
) -> tuple[tuple[str, str, dict[str, Any]], ...]:
    thing = draft.library.find_known_part(draft.data, field.of, name) if field.of else None
    if thing is None or thing.source == OWN:
        return ()
    return (*thing.needs, (thing.key, thing.name, thing.table))

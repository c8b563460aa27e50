"""Counts of weapons in the form of a marker: ``pistol 2, rifle 4``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tracker.procedures.pieces.line_argument_parsing import parse_whole_number
from tracker.procedures.pieces.subject_lookup import find_one_of
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import Profile
from tracker.vocabulary.names import Subject, UnitId
from tracker.vocabulary.typed_numbers import is_whole_number


def parse_weapon_counts(text: str) -> dict[str, int]:
    """The number of each weapon; a name without a number counts as one."""
    found: dict[str, int] = {}
    for each in filter(None, map(str.strip, text.split(","))):
        name, _, count = each.rpartition(" ")
        known = (name, int(count)) if name and is_whole_number(count) else (each, 1)
        found[known[0]] = found.get(known[0], 0) + known[1]
    return found


def format_weapon_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))


def make_count_checker(
    weapons: Callable[[Profile], Iterable[str]],
) -> Callable[[Match, Subject, str], str]:
    """A check that brings typed counts into the stored form: ``light-machine-gun 2``.

    ``weapons`` gives the names for a figure. The check raises ``UnknownName`` for other names.
    """

    def check(match: Match, subject: Subject, said: str) -> str:
        profiles = [
            unit_profiles.get_profile(match, one)
            for one in unit_profiles.list_members(match, UnitId(subject))
        ]
        known = {"-".join(name.split()): name for one in profiles for name in weapons(one)}
        found: dict[str, int] = {}
        for typed, n in parse_weapon_counts(said).items():
            name = find_one_of("-".join(typed.split()), known, "weapon of this unit")
            found[name] = found.get(name, 0) + (
                parse_whole_number(str(n), f"how many {name}", low=1) or 1
            )
        return format_weapon_counts(found)

    return check

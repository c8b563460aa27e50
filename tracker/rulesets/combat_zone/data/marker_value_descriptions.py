"""Marker values of Combat Zone as text: shots of each gun, damage by level and location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from tracker.procedures.pieces.line_argument_parsing import parse_whole_number
from tracker.procedures.pieces.subject_lookup import find_one_of
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Level, Location
from tracker.vocabulary.names import Subject


def describe_shots_fired(_: Match, __: Subject, said: str) -> str:
    """``assault-rifle 2, light-pistol 1``."""
    found: dict[str, int] = {}
    for each in filter(None, map(str.strip, said.split(","))):
        *gun, shots = each.split()
        name = find_one_of("-".join(gun), tuple(rule_tables.WEAPONS), "gun")
        found[name] = parse_whole_number(shots, f"shots of {name}", low=1) or 1
    return ", ".join(f"{gun} {shots}" for gun, shots in sorted(found.items()))


def list_possible_damage(*_: object) -> Iterable[str]:
    return (f"{level} {place}" for level in get_args(Level) for place in get_args(Location))


def describe_damage(_: Match, __: Subject, said: str) -> str:
    """``major hardware, minor power``."""
    each = (" ".join(part.split()) for part in said.split(","))
    return ", ".join(find_one_of(part, tuple(list_possible_damage()), "damage") for part in each)


def list_new_damage(had: str, has: str) -> Iterable[str]:
    """The levels that were added from ``minor power`` to ``major hardware, minor power``."""
    more = Counter(has.split(", ")) - Counter(had.split(", "))
    return dict.fromkeys(f"{one.split()[0]} damage" for one in more if one)

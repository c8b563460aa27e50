"""Profiles as people write them, and what a figure costs (DZ-FORCE-02 to DZ-FORCE-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from tracker.rulesets.deathzap2.data import tables
from tracker.rulesets.deathzap2.data.profiles import (
    Grade,
    Gun,
    GunKind,
    MeleeKind,
    MeleeWeapon,
    Profile,
    Quality,
    Shields,
    Type,
)
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.toml import Path, Reading, Table

FREE_ATTACK: Final = 7  # what the basic melee weapon would cost (DZ-G41)


def cost(profile: Profile, options: Mapping[str, Scalar]) -> int:
    """DZ-FORCE-03 to DZ-FORCE-06: the points of one figure."""
    points = tables.BASE_COST[profile.quality][profile.shields] + tables.TYPE_COST[profile.type]
    points += sum(tables.GUN_COST[gun.kind][gun.grade] for gun in profile.guns)
    points += sum(tables.MELEE_COST[weapon.kind][weapon.grade] for weapon in profile.melee)
    if not profile.melee and options["basic_melee_cost"] == "always_pay_7":
        points += FREE_ATTACK
    return points


def read_profile(
    reading: Reading, path: Path, table: Table, rules: Mapping[str, Scalar]
) -> Profile | None:
    """DZ-FORCE-02: one figure's record."""
    before = len(reading.problems)
    reading.only(path, table, ("type", "quality", "shields", "guns", "melee"))
    parts = {
        part: reading.one_of((*path, part), table.get(part), get_args(kinds), part)
        for part, kinds in (("type", Type), ("quality", Quality), ("shields", Shields))
    }
    guns = _weapons(reading, (*path, "guns"), table.get("guns", []), get_args(GunKind), "gun")
    melee = _weapons(
        reading, (*path, "melee"), table.get("melee", []), get_args(MeleeKind), "melee weapon"
    )
    if len(reading.problems) > before:
        return None
    profile = Profile(
        **parts,  # type: ignore[arg-type]  # each is one of the words of its type
        guns=_guns(guns),
        melee=tuple(MeleeWeapon(kind, grade) for kind, grade in melee),  # type: ignore[arg-type]
    )
    return replace(profile, cost=cost(profile, rules))


def _weapons(
    reading: Reading, path: Path, value: Any, kinds: tuple[str, ...], what: str
) -> list[tuple[str, str]]:
    """``"medium repeater basic"``: a kind and a grade, for each of a list."""
    if not isinstance(value, list):
        reading.problem(path, f'write a list of {what}s, such as ["{kinds[0]} basic"]')
        return []
    found = []
    for number, written in enumerate(value):
        at = (*path, number)
        words = str(written).split()
        if len(words) < 2:
            text = f"{written!r}: write a {what} and its grade, such as '{kinds[0]} basic'"
            reading.problem(at, text)
            continue
        said = " ".join(words[:-1]).casefold().removesuffix(" and claws")
        kind = reading.one_of(at, said, kinds, what)
        grade = reading.one_of(at, words[-1], get_args(Grade), "grade")
        if kind and grade:
            found.append((kind, grade))
    return found


def _guns(weapons: list[tuple[str, str]]) -> tuple[Gun, ...]:
    """Guns with an id each: the kind, numbered from the second of a kind on."""
    seen: Counter[str] = Counter()
    guns = []
    for kind, grade in weapons:
        seen[kind] += 1
        name = kind if seen[kind] == 1 else f"{kind}-{seen[kind]}"
        guns.append(Gun(name, kind, grade))  # type: ignore[arg-type]  # checked words
    return tuple(guns)

"""Parses the rosters of Deathzap 2, and counts their points (DZ-FORCE, DZ-T12 to DZ-T15).

The sample ``template.toml`` explains every key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from tracker.procedures.declared.force_format import (
    ForceFormat,
    RosterField,
    RosterPart,
    make_choice_field,
    make_word_list_field,
)
from tracker.procedures.declared.rosters_and_mustering import RosterFigure, RosterUnit
from tracker.procedures.declared.rule_texts import read_house_rules
from tracker.procedures.pieces.common_roster_reader import (
    HouseRules,
    RosterReader,
    Units,
    read_figures,
    read_list,
    read_profiles,
)
from tracker.rulesets.deathzap2.data import rule_tables
from tracker.rulesets.deathzap2.data.profile_types import (
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
from tracker.rulesets.deathzap2.data.rule_tables import FOOT, explain_illegal_unit
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.toml_reader import Path, Table, TomlReader

FREE_ATTACK: Final = 7  # the cost of the basic melee weapon (DZ-G41)


def count_figure_cost(profile: Profile, options: Mapping[str, Scalar]) -> int:
    """Count the points of one figure (DZ-FORCE-03 to DZ-FORCE-06)."""
    points = rule_tables.count_base_cost(profile.quality, profile.shields)
    points += rule_tables.TYPES[profile.type].cost
    points += sum(rule_tables.GUNS[gun.kind].count_cost(gun.grade) for gun in profile.guns)
    points += sum(
        rule_tables.MELEE_WEAPONS[one.kind].count_cost(one.grade) for one in profile.melee
    )
    if not profile.melee and options["basic_melee_cost"] == "always_pay_7":
        points += FREE_ATTACK
    return points


def read_profile(
    reading: TomlReader, path: Path, table: Table, rules: Mapping[str, Scalar]
) -> Profile | None:
    """Read the profile of one figure (DZ-FORCE-02)."""
    before = len(reading.problems)
    reading.report_unknown_keys(path, table, ("type", "quality", "shields", "guns", "melee"))
    parts = {
        part: reading.read_one_of((*path, part), table.get(part), get_args(kinds), part)
        for part, kinds in (("type", Type), ("quality", Quality), ("shields", Shields))
    }
    guns = _read_weapons(reading, (*path, "guns"), table.get("guns", []), get_args(GunKind), "gun")
    melee = _read_weapons(
        reading, (*path, "melee"), table.get("melee", []), get_args(MeleeKind), "melee weapon"
    )
    if len(reading.problems) > before:
        return None
    profile = Profile(
        **parts,  # type: ignore[arg-type]  # each is one of the words of its type
        guns=_make_guns(guns),
        melee=tuple(MeleeWeapon(kind, grade) for kind, grade in melee),  # type: ignore[arg-type]
    )
    return replace(profile, cost=count_figure_cost(profile, rules))


def _read_weapons(
    reading: TomlReader, path: Path, value: Any, kinds: tuple[str, ...], what: str
) -> list[tuple[str, str]]:
    """Read a list of weapons, such as ``"medium repeater basic"``, as kinds and grades."""
    found = []
    listed = read_list(reading, path, value, f"{what}s", f"{kinds[0]} basic")
    for number, written in enumerate(listed):
        at = (*path, number)
        *words, last = str(written).casefold().split() or [""]
        if "-".join(_drop_claws(*words, last)) in kinds:
            graded = " or ".join(f"'{written} {grade}'" for grade in get_args(Grade))
            reading.report_problem(at, f"{written!r} has no grade: write {graded}")
        elif not words:
            text = f"{written!r}: write a {what} and its grade, such as '{kinds[0]} basic'"
            reading.report_problem(at, text)
        else:
            kind = reading.read_one_of(at, " ".join(_drop_claws(*words)), kinds, what)
            grade = reading.read_one_of(at, last, get_args(Grade), "grade")
            if kind and grade:
                found.append((kind, grade))
    return found


def _drop_claws(*words: str) -> list[str]:
    """Return the words of a weapon without "and claws", so that "jaws and claws" is a kind."""
    return " ".join(words).removesuffix(" and claws").split()


def _make_guns(weapons: list[tuple[str, str]]) -> tuple[Gun, ...]:
    """Make guns, using kinds as ids. From the second gun of a kind on, a number is added."""
    seen: Counter[str] = Counter()
    guns = []
    for kind, grade in weapons:
        seen[kind] += 1
        name = kind if seen[kind] == 1 else f"{kind}-{seen[kind]}"
        guns.append(Gun(name, kind, grade))  # type: ignore[arg-type]  # checked words
    return tuple(guns)


SQUADS: Final = (3, 6)  # the lowest and highest number in a platoon (DZ-FORCE-01)


def _read_units(reading: TomlReader, data: Table, rules: HouseRules) -> Units:
    written = data.get("profiles")
    if not isinstance(written, dict) or not written:
        text = "no profiles: write [profiles.rifleman] and its values"
        reading.report_problem(("profiles",), text)
        written = {}
    profiles = read_profiles(
        reading,
        written,
        "and its values",
        lambda path, row: read_profile(reading, path, row, rules),
    )
    units = _read_squads(reading, data.get("squads"), profiles, rules)
    return units, {key: profile for key, profile in profiles.items() if profile}


def _read_squads(
    reading: TomlReader, value: Any, profiles: Mapping[str, Profile | None], rules: HouseRules
) -> tuple[RosterUnit, ...]:
    platoons: dict[int, int] = {}
    units = []
    if not value:
        reading.report_problem((), "no squads: write [[squads]] with a name and figures")
        return ()
    for number, (path, table) in enumerate(reading.read_tables(("squads",), value, "squads"), 1):
        reading.report_unknown_keys(path, table, ("name", "figures", "platoon"))
        name = reading.read_name(path, table, f"squad {number}", f"Squad {number}")
        platoon = (
            reading.read_number_or_default(1, path, table, "platoon", 1, 99, what="the platoon")
            or 1
        )
        platoons[platoon] = platoons.get(platoon, 0) + 1
        figures = read_figures(reading, (*path, "figures"), table.get("figures"), name, profiles)
        if figures:
            _check_squad(
                reading, path, name, [_get_figure_profile(profiles, f) for f in figures], rules
            )
            points = sum(_get_figure_profile(profiles, figure).cost for figure in figures)
            units.append(RosterUnit(name, figures, points))
    fewest, most = SQUADS
    for platoon, count in platoons.items():
        if not fewest <= count <= most:
            which = "the platoon" if len(platoons) == 1 else f"platoon {platoon}"
            has = f"{which} has {format_count(count, 'squad')}"
            text = f"{has}; a standard force has {fewest} to {most}"
            reading.report_warning(("squads", 0), text, "DZ-FORCE-01")
    _warn_of_lone_figures_only(
        reading, [[_get_figure_profile(profiles, f) for f in unit.figures] for unit in units]
    )
    return tuple(units)


def _get_figure_profile(profiles: Mapping[str, Profile | None], figure: RosterFigure) -> Profile:
    profile = profiles[figure.profile]
    assert profile is not None
    return profile


def _check_squad(
    reading: TomlReader, path: Path, name: str, figures: list[Profile], rules: HouseRules
) -> None:
    types = [profile.type for profile in figures]
    for rule, text in explain_illegal_unit(types, rules.__getitem__):
        reading.report_warning(path, f"{name}: {text}", rule)


def _warn_of_lone_figures_only(reading: TomlReader, units: list[list[Profile]]) -> None:
    if units and all(len(unit) == 1 and unit[0].type in FOOT for unit in units):
        text = "there are only lone figures, and all of them panic before the first turn"
        reading.report_warning(("squads", 0), text, "DZ-WIN-01")


PACKAGE: Final = "tracker.rulesets.deathzap2"
ROSTERS: Final = RosterReader(
    "deathzap2", read_house_rules(PACKAGE), ("squads",), "DZ-FORCE-07", _read_units
)


def _list_kinds_with_grades(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{kind} {grade}" for kind in kinds for grade in get_args(Grade))


FORMAT: Final = ForceFormat(
    units=(
        RosterPart(
            "squads",
            "squad",
            (RosterField("platoon", "number", least=1, most=99, absent="1"),),
            figures="figures",
        ),
    ),
    shelves=(
        RosterPart(
            "profiles",
            "kind of figure",
            (
                make_choice_field("type", get_args(Type)),
                make_choice_field("quality", get_args(Quality)),
                make_choice_field("shields", get_args(Shields)),
                make_word_list_field("guns", _list_kinds_with_grades(get_args(GunKind))),
                make_word_list_field("melee", _list_kinds_with_grades(get_args(MeleeKind))),
            ),
        ),
    ),
)
FORCES: Final = ROSTERS.make_force_rules(PACKAGE, Profile, FORMAT)

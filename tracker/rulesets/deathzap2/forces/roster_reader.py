"""Parses the rosters of Deathzap 2, and adds up their points (DZ-FORCE, DZ-T12 to DZ-T15).

The file ``template.toml`` explains every key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, get_args

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
    read_profiles,
    read_unit_figures,
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
from tracker.rulesets.deathzap2.data.rule_tables import FOOT, list_illegal_unit_reasons
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.toml_reader import TableReader, TomlReader

FREE_ATTACK: Final = 7  # the cost of the basic melee weapon (DZ-G41)


def count_figure_cost(profile: Profile, options: Mapping[str, Scalar]) -> int:
    """Return the points cost of a figure (DZ-FORCE-03 to DZ-FORCE-06)."""
    points = rule_tables.count_base_cost(profile.quality, profile.shields)
    points += rule_tables.TYPES[profile.type].cost
    points += sum(rule_tables.GUNS[gun.kind].count_cost(gun.grade) for gun in profile.guns)
    points += sum(
        rule_tables.MELEE_WEAPONS[one.kind].count_cost(one.grade) for one in profile.melee
    )
    if not profile.melee and options["basic_melee_cost"] == "always_pay_7":
        points += FREE_ATTACK
    return points


def read_profile(table: TableReader, rules: Mapping[str, Scalar]) -> Profile | None:
    """Read the profile of a figure, or report problems and return None (DZ-FORCE-02)."""
    before = len(table.reading.problems)
    table.report_unknown_keys(("type", "quality", "shields", "guns", "melee"))
    parts = {
        part: table.read_one_of(part, get_args(kinds))
        for part, kinds in (("type", Type), ("quality", Quality), ("shields", Shields))
    }
    guns = _read_weapons(table, "guns", get_args(GunKind), "gun")
    melee = _read_weapons(table, "melee", get_args(MeleeKind), "melee weapon")
    if len(table.reading.problems) > before:
        return None
    profile = Profile(
        **parts,  # type: ignore[arg-type]  # each is one of the words of its type
        guns=_make_guns(guns),
        melee=tuple(MeleeWeapon(kind, grade) for kind, grade in melee),  # type: ignore[arg-type]
    )
    return replace(profile, cost=count_figure_cost(profile, rules))


def _read_weapons(
    table: TableReader, key: str, kinds: tuple[str, ...], what: str
) -> list[tuple[str, str]]:
    """Read a list of weapons, such as ``"medium repeater basic"``, as kinds and grades."""
    found = []
    listed = table.read_list(key, f"{kinds[0]} basic", what=f"{what}s")
    for number, written in enumerate(listed):
        *words, last = str(written).casefold().split() or [""]
        if "-".join(_drop_claws(*words, last)) in kinds:
            graded = " or ".join(f"'{written} {grade}'" for grade in get_args(Grade))
            text = f"{written!r} has no grade: write {graded}"
            table.report_problem(text, key, number)
        elif not words:
            text = f"{written!r}: write a {what} and its grade, such as '{kinds[0]} basic'"
            table.report_problem(text, key, number)
        else:
            at, read_one_of = (*table.path, key, number), table.reading.read_one_of
            kind = read_one_of(at, " ".join(_drop_claws(*words)), kinds, what)
            grade = read_one_of(at, last, get_args(Grade), "grade")
            if kind and grade:
                found.append((kind, grade))
    return found


def _drop_claws(*words: str) -> list[str]:
    """Return the words of a weapon without "and claws", so that "jaws and claws" is a kind."""
    return " ".join(words).removesuffix(" and claws").split()


def _make_guns(weapons: list[tuple[str, str]]) -> tuple[Gun, ...]:
    """Make guns with their types as ids. A number is added from the second gun of a type on."""
    seen: Counter[str] = Counter()
    guns = []
    for kind, grade in weapons:
        seen[kind] += 1
        name = kind if seen[kind] == 1 else f"{kind}-{seen[kind]}"
        guns.append(Gun(name, kind, grade))  # type: ignore[arg-type]  # checked words
    return tuple(guns)


SQUADS: Final = (3, 6)  # the lowest and highest number in a platoon (DZ-FORCE-01)


def _read_units(reading: TomlReader, data: TableReader, rules: HouseRules) -> Units:
    written = data.get("profiles")
    if not isinstance(written, dict) or not written:
        data.report_problem("no profiles: write [profiles.rifleman] and its values", "profiles")
        written = {}
    profiles = read_profiles(
        reading, written, "and its values", lambda _, table: read_profile(table, rules)
    )
    units = _read_squads(data, profiles, rules)
    return units, {key: profile for key, profile in profiles.items() if profile}


def _read_squads(
    data: TableReader, profiles: Mapping[str, Profile | None], rules: HouseRules
) -> tuple[RosterUnit, ...]:
    platoons: dict[int, int] = {}
    units = []
    if not data.get("squads"):
        data.report_problem("no squads: write [[squads]] with a name and figures")
        return ()
    for number, table in enumerate(data.read_tables("squads"), 1):
        table.report_unknown_keys(("name", "figures", "platoon"))
        name = table.read_name(f"squad {number}", f"Squad {number}")
        platoon = table.read_number_or_default(1, "platoon", 1, 99, what="the platoon") or 1
        platoons[platoon] = platoons.get(platoon, 0) + 1
        figures = read_unit_figures(table, "figures", name, profiles)
        if figures:
            squad = [_get_figure_profile(profiles, figure) for figure in figures]
            types = [profile.type for profile in squad]
            for rule, text in list_illegal_unit_reasons(types, rules.__getitem__):
                table.report_warning(f"{name}: {text}", rule)
            units.append(RosterUnit(name, figures, sum(profile.cost for profile in squad)))
    fewest, most = SQUADS
    for platoon, count in platoons.items():
        if not fewest <= count <= most:
            which = "the platoon" if len(platoons) == 1 else f"platoon {platoon}"
            has = f"{which} has {format_count(count, 'squad')}"
            text = f"{has}; a standard force has {fewest} to {most}"
            data.report_warning(text, "DZ-FORCE-01", "squads", 0)
    alone = [_get_figure_profile(profiles, unit.figures[0]).type in FOOT for unit in units]
    if units and all(alone) and all(len(unit.figures) == 1 for unit in units):
        text = "there are only lone figures, and all of them panic before the first turn"
        data.report_warning(text, "DZ-WIN-01", "squads", 0)
    return tuple(units)


def _get_figure_profile(profiles: Mapping[str, Profile | None], figure: RosterFigure) -> Profile:
    profile = profiles[figure.profile]
    assert profile is not None
    return profile


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

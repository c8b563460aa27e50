"""Parses the rosters of Trial Assault (TA-FORCE). ``template.toml`` explains every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec.structs import replace

from tracker.procedures.declared.force_format import (
    ForceFormat,
    RosterField,
    RosterPart,
    make_choice_field,
    make_flag_fields,
    make_number_fields,
    make_word_list_field,
)
from tracker.procedures.declared.rosters_and_mustering import RosterUnit
from tracker.procedures.declared.rule_texts import read_house_rules
from tracker.procedures.pieces.common_roster_reader import (
    MAX_POINTS,
    HouseRules,
    RosterReader,
    Units,
    read_profiles,
    read_unit_figures,
    store_profile_under_unique_name,
)
from tracker.rulesets.trial_assault.data.profile_types import (
    PLAIN_MODEL,
    Armour,
    Grenade,
    Profile,
    Weapon,
)
from tracker.rulesets.trial_assault.data.rule_tables import Kind
from tracker.vocabulary.toml_reader import TableReader, TomlReader, clean_name

TYPES: Final = {
    "infantry": PLAIN_MODEL,
    "jump": Profile(assault=12, fall_back=3, sweep=3),
    "bike": Profile(assault=12, fall_back=3, sweep=3, stationary=True),
    "cavalry": Profile(assault=12, fall_back=3, sweep=3),
    "terminator": Profile(sweep=0, stationary=True),
    "monster": Profile(monstrous=True),
    "walker": Profile(stationary=True),
    "vehicle": PLAIN_MODEL,
}
"""The default values of a model of each type (TA-FORCE-02)."""
MACHINES: Final = ("walker", "vehicle")
VALUES: Final = {
    "ws": (1, 10),
    "bs": (0, 10),
    "s": (1, 10),
    "t": (1, 10),
    "w": (1, 99),
    "i": (1, 10),
    "a": (0, 20),
    "ld": (2, 10),
}
"""The limits of each value (TA-FORCE-01)."""
SAVES: Final = {"sv": (2, 6), "inv": (2, 6)}
UNIT_WIDE: Final = {"assault": (0, 48), "fall_back": (1, 3), "sweep": (0, 3)}
FLAGS: Final = (
    *("leader", "independent", "psyker", "concealed", "fearless"),
    *("stationary", "must_sweep", "own_fall_back"),
)
ARMOUR: Final = {"front": (1, 14), "side": (1, 14), "rear": (1, 14)}
OF_MODELS: Final = (*VALUES, *SAVES, *UNIT_WIDE, *FLAGS, "type", "weapons", "grenades")
OF_MACHINES: Final = (*OF_MODELS, *ARMOUR, "skimmer", "open_topped")
MAX_NAME: Final = 60
KINDS: Final = tuple(one for one in get_args(Kind) if one != "monstrous")
WEAPON: Final = {"strength": (0, 9), "wounds_on": (2, 6), "hands": (1, 2)}
NAMES: Final = {"wounds_on": "what it wounds on"}


def _read_units(reading: TomlReader, data: TableReader, _: HouseRules) -> Units:
    weapons = _read_weapons(data)
    written = read_profiles(
        reading,
        data.get("profiles", {}),
        "and its values",
        lambda _, table: _read_profile(table, weapons),
    )
    kept: dict[str, Profile] = {}
    if not data.get("units"):
        data.report_problem("no units: write [[units]] with a name and models")
    edge = _read_edge(data, "")
    found = [
        (table, _read_unit(table, number, written, edge, kept))
        for number, table in enumerate(data.read_tables("units") if "units" in data else (), 1)
    ]
    names = {unit.name for _, unit in found if unit is not None}
    for table, unit in found:
        whom = clean_name(str(table.get("joins", "")))
        if unit is not None and "joins" in table and whom not in names - {unit.name}:
            text = f"{unit.name} joins {whom!r}, but there is no such unit"
            table.report_problem(text, "joins")
        elif unit is not None and whom and not kept[unit.figures[0].profile].independent:
            text = f"{unit.name} joins {whom}, but is not an independent character"
            table.report_warning(text, "TA-FORCE-05", "joins")
    return [unit for _, unit in found if unit is not None], kept


def _read_edge(table: TableReader, otherwise: str) -> str:
    return table.read_name("a unit", otherwise, "edge") if "edge" in table else otherwise


def _read_weapons(data: TableReader) -> dict[str, Weapon]:
    found, value = {}, data.get("weapons", {})
    if not isinstance(value, dict):
        data.report_problem('write [weapons.fist] and kind = "fist"', "weapons")
        return {}
    for key, values in value.items():
        name = clean_name(key)
        if not isinstance(values, dict):
            text = f'{name}: write [weapons.{key}] and its kind, such as "fist"'
            data.report_problem(text, "weapons", key)
            continue
        table = TableReader(data.reading, ("weapons", key), values)
        table.report_unknown_keys(("kind", *WEAPON))
        found[name] = Weapon(
            name,
            table.read_one_of("kind", KINDS, default="normal") or "normal",  # type: ignore[arg-type]
            **_read_numbers(table, WEAPON, Weapon(name)),
        )
    return found


def _read_profile(table: TableReader, weapons: Mapping[str, Weapon]) -> Profile | None:
    type_name = table.read_one_of("type", tuple(TYPES), default="infantry")
    if type_name is None:
        return None
    machine = type_name in MACHINES
    table.report_unknown_keys(OF_MACHINES if machine else OF_MODELS)
    usual = TYPES[type_name]
    flags = {flag: table.read_flag(flag) for flag in FLAGS}
    flags["stationary"] = flags["stationary"] or usual.stationary
    listed = table.read_list("weapons", "pistol", "sword")
    names = [clean_name(str(each))[:MAX_NAME] for each in listed]
    profile = replace(
        usual,
        **_read_numbers(table, VALUES | SAVES | UNIT_WIDE, usual),
        **flags,
        # Any unknown word is an ordinary weapon (TA-SPEC-05)
        weapons=tuple(weapons.get(name) or Weapon(name) for name in names if name),
        grenades=table.read_known_words("grenades", get_args(Grenade), "frag"),
    )
    if not machine:
        return profile
    armour = Armour(
        **_read_numbers(table, ARMOUR, Armour()),
        walker=type_name == "walker",
        skimmer=table.read_flag("skimmer"),
        open_topped=table.read_flag("open_topped"),
    )
    return replace(profile, vehicle=armour)


def _read_numbers(
    table: TableReader, known: Mapping[str, tuple[int, int]], absent: Profile | Armour | Weapon
) -> dict[str, Any]:
    return {
        key: table.read_number_or_default(
            getattr(absent, key), key, *ends, what=NAMES.get(key, f"the {key}")
        )
        for key, ends in known.items()
    }


def _read_unit(
    table: TableReader,
    number: int,
    written: Mapping[str, Profile | None],
    edge: str,
    kept: dict[str, Profile],
) -> RosterUnit | None:
    table.report_unknown_keys(("name", "models", "points", "joins", "edge"))
    name = table.read_name(f"unit {number}", f"Unit {number}")
    points = table.read_number_or_default(0, "points", 0, MAX_POINTS, what="the points")
    found = read_unit_figures(table, "models", name, written)
    if not found:
        return None
    own = {
        "points": points,
        "edge": _read_edge(table, edge),
        "joins": clean_name(str(table.get("joins", ""))),
    }
    models = []
    for each in found:
        profile = written[each.profile]
        assert profile is not None
        stored = store_profile_under_unique_name(kept, each.profile, replace(profile, **own))
        models.append(replace(each, profile=stored))
    profiles = [kept[each.profile] for each in models]
    alone = next((one for one in profiles if one.independent or one.monstrous or one.vehicle), None)
    if alone is not None and len(models) > 1:
        what, rule = "a monster or machine", "TA-CHAR-07"
        if alone.independent:
            what, rule = "an independent character", "TA-CHAR-03"
        table.report_warning(f"{name}: {what} must be a separate unit", rule)
    return RosterUnit(name, tuple(models), points)


PACKAGE: Final = "tracker.rulesets.trial_assault"
ROSTERS: Final = RosterReader(
    "trial-assault",
    read_house_rules(PACKAGE),
    ("weapons", "units", "edge"),
    "TA-FORCE-04",
    _read_units,
)
AS_TYPED: Final = dict.fromkeys(UNIT_WIDE, "that of its type")
FORMAT: Final = ForceFormat(
    units=(
        RosterPart(
            "units",
            "unit",
            (
                *make_number_fields({"points": (0, MAX_POINTS)}, {"points": 0}),
                RosterField("joins", of="units", absent="nobody"),
                RosterField("edge", absent="that of the force"),
            ),
            figures="models",
        ),
    ),
    shelves=(
        RosterPart(
            "profiles",
            "kind of model",
            (
                make_choice_field("type", TYPES, "infantry"),
                *make_number_fields(VALUES, {key: getattr(PLAIN_MODEL, key) for key in VALUES}),
                *make_number_fields(SAVES, dict.fromkeys(SAVES, "none")),
                make_word_list_field("weapons", of="weapons", free=True),
                make_word_list_field("grenades", get_args(Grenade)),
                *make_flag_fields(FLAGS),
                *make_number_fields(UNIT_WIDE, AS_TYPED),
                *(
                    replace(one, where="type", where_is=MACHINES)
                    for one in (
                        *make_number_fields(ARMOUR, dict.fromkeys(ARMOUR, "10")),
                        *make_flag_fields(("skimmer", "open_topped")),
                    )
                ),
            ),
        ),
        RosterPart(
            "weapons",
            "weapon",
            (
                make_choice_field("kind", KINDS, "normal"),
                *make_number_fields(
                    WEAPON, {"strength": 0, "wounds_on": "by Strength", "hands": 1}
                ),
            ),
        ),
    ),
    top=(RosterField("edge", absent="none"),),
    leader=("leader", True),
)
FORCES: Final = ROSTERS.make_force_rules(PACKAGE, Profile, FORMAT)

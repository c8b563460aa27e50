"""The format of a Xenocide roster, from the same tables that read it."""

from __future__ import annotations

from typing import Final, get_args

from tracker.procedures.declared.force_format import (
    ForceFormat,
    RosterField,
    RosterPart,
    flags,
    numbers,
    one_of,
    some_of,
)
from tracker.rulesets.xenocide.data.rule_tables import Order, Pack
from tracker.rulesets.xenocide.data.vehicle_tables import PROPULSIONS
from tracker.rulesets.xenocide.forces.profile_reader import FIGURE, HULL, MACHINE, StatLimits
from tracker.rulesets.xenocide.forces.weapon_reader import NUMBERS

NOTES: Final = some_of("notes", free=True)
OF_WEAPONS: Final = {
    "size": "known from the name, for some",
    "rate": "1",
    "power": "0",
    "weak": "0",
    "saves": "1",
    "area": "no area weapon",
    "normal": "",
    "bonus": "0",
}


def _weapon(*keys: str) -> tuple[RosterField, ...]:
    return numbers({key: NUMBERS[key] for key in keys}, OF_WEAPONS)


def _stats(stats: dict[str, StatLimits]) -> tuple[RosterField, ...]:
    return numbers(
        {key: (stat.low, stat.high) for key, stat in stats.items()},
        {key: stat.absent for key, stat in stats.items()},
    )


VEHICLE: Final = RosterPart(
    "profiles",
    "kind of vehicle",
    (
        *_stats({**MACHINE, **HULL}),
        RosterField("propulsion", values=tuple(PROPULSIONS), free=True),
        *flags(("open", "passenger_piloted")),
        RosterField("mounts", "value", of="guns", absent="none"),
        RosterField("rollers", "value", absent="none"),
        some_of("blades", of="blades"),
        NOTES,
    ),
    marked_by="base",
)
FORMAT: Final = ForceFormat(
    units=(
        RosterPart(
            "squads", "squad", (RosterField("aboard", of="vehicles", absent="none"),), "figures"
        ),
        RosterPart("vehicles", "vehicle", (RosterField("profile", of="profiles"),)),
    ),
    shelves=(
        RosterPart(
            "profiles",
            "kind of figure",
            (
                *_stats(FIGURE),
                some_of("guns", of="guns"),
                some_of("blades", of="blades"),
                RosterField("combi", of="guns + blades", absent="none"),
                some_of("packs", get_args(Pack)),
                *flags(("brave", "commander")),
                NOTES,
            ),
        ),
        VEHICLE,
        RosterPart(
            "guns",
            "gun",
            (
                *_weapon("size", "rate", "power", "weak", "saves", "area", "normal"),
                RosterField("long", "value", ("los",), absent="no long range"),
                *flags(("thrown", "integrated")),
                NOTES,
            ),
        ),
        RosterPart("blades", "blade", (*_weapon("size", "bonus"), *flags(("integrated",)), NOTES)),
    ),
    top=(one_of("default_order", get_args(Order), "standard"),),
    leader=("commander", True),
)

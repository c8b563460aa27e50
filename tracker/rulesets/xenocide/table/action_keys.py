"""The keyboard shortcuts of Xenocide: ``1r3o51`` gives orders, ``1m7c1`` moves into contact."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.action_key_types import InterruptKeys, KeyList, Keys
from tracker.rulesets.xenocide.data import unit_profiles
from tracker.rulesets.xenocide.phases import (
    order_counters,
    shooting_and_opportunity_fire,
    turn_sequence,
)

LETTERS: Final = {"r": "run", "o": "opp", "d": "standard"}

KEYS: Final = Keys(
    order=">mtcvaxgbw-",
    usual={"shooting": ">", "opportunity": ">", "movement": "m", "melee": "x"},
    flags={
        "l": "light",
        "h": "heavy",
        "o": "open",
        "f": "far",
        "e": "towards",
        "y": "flies",
        "p": "leaps",
        "z": "off",
    },
    shared=frozenset("o"),
    unhurried=frozenset({"movement"}),
    interrupts=InterruptKeys(
        "i", "snaps", shooting_and_opportunity_fire.list_possible_interrupters, amount="in"
    ),
    until_moved=True,
    cannot=turn_sequence.LEFT.explain_cannot_act,
    chained=True,
    lists=dict.fromkeys(
        order_counters.WHEN, KeyList("orders", LETTERS, "speed", unit_profiles.is_vehicle)
    ),
)

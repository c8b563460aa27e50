"""The keys of Xenocide: ``1r3o51`` gives orders, ``2115l`` fires, ``1m7c1`` moves into contact."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.keys import Interrupts, KeyList, Keys
from tracker.rulesets.xenocide.phases import firing

LETTERS: Final = {"r": "run", "o": "opp", "d": "standard"}

KEYS: Final = Keys(
    order=">mcxgbw-",
    usual={"shooting": ">", "opportunity": ">", "movement": "m", "melee": "x"},
    flags={"l": "light", "h": "heavy", "f": "far"},
    unhurried=frozenset({"movement"}),
    interrupts=Interrupts("i", "snaps", firing.may_come, amount="in"),
    until_moved=True,
    chained=True,
    lists={"orders": KeyList("orders", LETTERS)},
)

"""The keys of Trial Assault: ``1,2c1`` charges, ``s`` asks about contacts, ``1k1`` strikes, ``1b``
chooses the next combat, ``1l`` falls back, ``1o2`` consolidates into an enemy.
"""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.action_keys import Keys

KEYS: Final = Keys(
    order="mfckbtlwopgj-",
    words={"s": "sheet"},
    usual={"movement": "m", "shooting": "f", "charge": "c", "fight": "k", "pile": "p"},
    flags={
        "r": "rough",
        "v": "covered",
        "x": "failed",
        "s": "standing",
        "t": "trapped",
        "o": "off",
    },
    shared=frozenset("sto"),
    chained=True,
)

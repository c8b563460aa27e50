"""The keys of Trial Assault: ``1,2c1`` charges, ``1k1`` strikes, ``1m`` moves, ``1f2`` fires."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.keys import Keys

KEYS: Final = Keys(
    order="mfck-",
    usual={"movement": "m", "shooting": "f", "charge": "c", "fight": "k"},
    flags={},
    chained=True,
)

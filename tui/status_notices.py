"""Notices about the result of the last key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["said", "plain", "advice", "refused"]


@dataclass(frozen=True)
class Notice:
    """A sentence about the result of the last key, with ``offered_keys`` to continue.

    The ``kind`` "said" reports something done, and "plain" gives information.
    """

    text: str
    kind: Kind = "said"
    offered_keys: tuple[tuple[str, str], ...] = ()

    def offers_key(self, key: str) -> bool:
        return any(shown == key for shown, _ in self.offered_keys)

"""What the last key led to, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["said", "plain", "advice", "refused"]


@dataclass(frozen=True)
class Notice:
    """What the last key led to, in a sentence; ``ways`` are the ways on, a line each.

    What was done is ``said``, what only tells how things are is ``plain``.
    """

    text: str
    kind: Kind = "said"
    offered_keys: tuple[tuple[str, str], ...] = ()

    def offers_key(self, key: str) -> bool:
        """Whether a key is one of the ways on."""
        return any(shown == key for shown, _ in self.offered_keys)

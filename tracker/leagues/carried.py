"""What units carry from one game of a campaign to the next, declared as data by the organiser."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Losses = Literal["return", "permanent", "recover"]


class Rank(Struct, frozen=True):
    """A word for units with at least so much experience."""

    experience: int
    word: str


class Recovery(Struct, frozen=True, omit_defaults=True):
    """A die for each figure lost: ``needs`` or more, and it is back."""

    die: int = 6
    needs: int = 4


class Carried(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Experience for what a unit did in a game, and what becomes of the figures it lost.

    ``losses``: "return" all figures are back, "permanent" none is, "recover" a die decides.
    """

    game: int = 0
    win: int = 0
    draw: int = 0
    kill: int = 0
    losses: Losses = "return"
    recovery: Recovery = Recovery()
    ranks: tuple[Rank, ...] = ()

    def rank(self, experience: int) -> str:
        """The word for a unit with this much experience, or nothing."""
        earned = [rank for rank in self.ranks if rank.experience <= experience]
        return max(earned, key=lambda rank: rank.experience).word if earned else ""

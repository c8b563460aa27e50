"""Carry-over rules: what units keep from one game of a campaign to the next."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Losses = Literal["return", "permanent", "recover"]
Wounds = Literal["healed", "carried"]
Captives = Literal["lost", "held"]


class RankThreshold(Struct, frozen=True):
    """A rank called ``word``, for units with at least this ``experience``."""

    experience: int
    word: str


class RecoveryRule(Struct, frozen=True, omit_defaults=True):
    """The rule for recovery: a lost figure returns if its die shows ``needs`` or more."""

    die: int = 6
    needs: int = 4


class CarryOverRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The experience that units earn in a game, and what happens to their lost figures.

    A unit earns ``survival`` if it has figures left at the end. If ``losses`` is "return", all lost
    figures return. If it is "permanent", none return. If it is "recover", dice decide. ``wounds``
    (and other lasting damage) are "healed", or "carried" to the next game. ``captives`` count as
    "lost", or are "held" by the enemy until they are returned.
    """

    game: int = 0
    win: int = 0
    draw: int = 0
    kill: int = 0
    losses: Losses = "return"
    recovery: RecoveryRule = RecoveryRule()
    ranks: tuple[RankThreshold, ...] = ()
    survival: int = 0
    name: str = ""
    about: str = ""
    wounds: Wounds = "healed"
    captives: Captives = "lost"

    def get_rank_name(self, experience: int) -> str:
        """Return the name of the highest rank earned with this experience, or ""."""
        earned = [rank for rank in self.ranks if rank.experience <= experience]
        return max(earned, key=lambda rank: rank.experience).word if earned else ""

    def find_next_rank(self, experience: int) -> RankThreshold | None:
        """Return the next higher rank, or None if there is none."""
        above = [rank for rank in self.ranks if rank.experience > experience]
        return min(above, key=lambda rank: rank.experience) if above else None

    def describe_rules(self) -> tuple[str, ...]:
        """Describe the rules in words, one per line."""
        per = (
            (self.game, "game"),
            (self.win, "win"),
            (self.draw, "draw"),
            (self.kill, "kill"),
            (self.survival, "game survived"),
        )
        earned = ", ".join(f"{points:+d} a {what}" for points, what in per if points)
        back = f"a D{self.recovery.die} for each figure, returning on {self.recovery.needs}+"
        lost = {"return": "all figures return", "permanent": "permanent", "recover": back}[
            self.losses
        ]
        ranks = ", ".join(f"{rank.word} at {rank.experience}" for rank in self.ranks)
        told = (
            ("", self.name),
            ("", self.about),
            ("experience: ", earned),
            ("losses: ", lost),
            ("wounds: ", "carried to the next game" if self.wounds == "carried" else ""),
            ("captives: ", "held until they are returned" if self.captives == "held" else ""),
            ("ranks: ", ranks),
        )
        return tuple(f"{what}{text}" for what, text in told if text)

"""The carry-over rules: what units keep from one game of a campaign to the next."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Losses = Literal["return", "permanent", "recover"]
Wounds = Literal["healed", "carried"]
Captives = Literal["lost", "held"]


class RankThreshold(Struct, frozen=True):
    """A rank: the word for units with at least this much experience."""

    experience: int
    word: str


class RecoveryRule(Struct, frozen=True, omit_defaults=True):
    """A die for each lost figure: with ``needs`` or more it returns."""

    die: int = 6
    needs: int = 4


class CarryOverRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Experience for a unit's deeds in a game, and the fate of its lost figures.

    ``survival`` is for a unit with figures left at the end. If ``losses`` is "return", all lost
    figures return. If it is "permanent", none does, and if it is "recover", dice decide. ``wounds``
    (and other lasting damage) are "healed" or "carried" to the next game. ``captives`` count as
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

    def get_rank_word(self, experience: int) -> str:
        """The word for a unit with this much experience, or ""."""
        earned = [rank for rank in self.ranks if rank.experience <= experience]
        return max(earned, key=lambda rank: rank.experience).word if earned else ""

    def find_next_rank(self, experience: int) -> RankThreshold | None:
        """Find the next higher rank, or None for the highest."""
        above = [rank for rank in self.ranks if rank.experience > experience]
        return min(above, key=lambda rank: rank.experience) if above else None

    def describe_rules(self) -> tuple[str, ...]:
        """The rules in words, one on each line."""
        per = (
            (self.game, "game"),
            (self.win, "win"),
            (self.draw, "draw"),
            (self.kill, "kill"),
            (self.survival, "game survived"),
        )
        earned = ", ".join(f"{points:+d} a {what}" for points, what in per if points)
        back = f"a D{self.recovery.die} for each figure, back on {self.recovery.needs}+"
        lost = {"return": "all are back", "permanent": "for good", "recover": back}[self.losses]
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

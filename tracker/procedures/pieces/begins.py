"""Who acts first: settled by dice, or agreed by the players without any."""

from __future__ import annotations

from msgspec import Struct

from tracker.procedures.view import Match
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.names import SideId


class Begins(Struct, frozen=True, omit_defaults=True):
    """Parameters of a roll for who acts first; ``agreed``: that side does, and nobody rolls."""

    agreed: SideId | None = None

    def line(self, match: Match, word: str) -> str:
        return word if self.agreed is None else f"{word} {match.handle(self.agreed)}"


def acts_first(match: Match, side: SideId) -> None:
    """This side from now on, the others after it as they were."""
    clock = match.clock
    others = (one for one in clock.order or match.sides if one != side)
    match.record(
        PhaseBegan(phase=clock.phase, side=clock.side, step=clock.step, order=(side, *others))
    )

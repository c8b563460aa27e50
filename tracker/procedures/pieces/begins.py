"""Who acts first: settled by dice, or agreed by the players without any."""

from __future__ import annotations

from msgspec import Struct

from tracker.procedures.declared.forms import Asks
from tracker.procedures.declared.said import Values
from tracker.procedures.declared.words import WordForm, side
from tracker.procedures.view import Match
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.names import SideId


class Begins(Struct, frozen=True, omit_defaults=True):
    """Parameters of a roll for who acts first; ``agreed``: that side does, and nobody rolls."""

    agreed: SideId | None = None


def begins(word: str, asks: Asks) -> WordForm:
    """``init``: the dice; ``init red``: the players agreed that Red goes first."""

    def unless_agreed(match: Match, values: Values) -> tuple[str, ...]:
        return () if values.get("agreed") else asks(match, values)

    return WordForm(word, (side("agreed"),), asks=unless_agreed)


def acts_first(match: Match, first: SideId) -> None:
    """This side from now on, the others after it as they were."""
    clock = match.clock
    others = (one for one in clock.order or match.sides if one != first)
    match.record(
        PhaseBegan(phase=clock.phase, side=clock.side, step=clock.step, order=(first, *others))
    )

"""A small part of Xenocide: secret orders, which are revealed together (XF-ORD-01, XF-G41)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Action, Phase, Ruleset
from tracker.vocabulary.events import PhaseBegan, TurnBegan
from tracker.vocabulary.subject_ids import SideId, UnitId

Order = Literal["standard", "opportunity", "run"]
ORDER = MarkerKind("order", "order", "o", shown="value", until="turn")


class Place(Struct, frozen=True):
    unit: UnitId
    order: Order


class Nothing(Struct, frozen=True):
    pass


def begin(match: Match, _: SideId | None, __: Nothing) -> None:
    match.record(TurnBegan(turn=match.turn + 1), PhaseBegan(phase="orders"))


def place(match: Match, _: SideId | None, params: Place) -> None:
    """Place an order face down. It is hidden from the other side until all are revealed."""
    side = match.side_of(params.unit)
    match.record(ORDER.set(params.unit, value=params.order, hidden_from=(match.other(side),)))


def reveal(match: Match, _: SideId | None, __: Nothing) -> None:
    match.record(ORDER.make_reveal_fact(*match.marked(ORDER)), PhaseBegan(phase="shooting"))


RULESET = Ruleset(
    id="thin-xenocide-orders",
    version="1",
    title="Xenocide, a thin path through orders",
    phases=(Phase("orders", "orders"), Phase("shooting", "shooting")),
    markers=(ORDER,),
    actions={
        action.id: action
        for action in (
            Action("begin", "begins", Nothing, begin),
            Action("place", "places an order", Place, place),
            Action("reveal", "reveals all orders", Nothing, reveal),
        )
    },
)

"""Orders, which stay face down until every squad has one (HR-ORD-1, HR-ORD-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.face_down_markers import (
    make_face_down_fact,
    reveal_face_down_markers,
)
from tracker.procedures.pieces.line_subject_fields import make_units_left_field
from tracker.procedures.ruleset import Action, BlockingReason
from tracker.vocabulary.subject_ids import SideId, UnitId

from .data import ADVANCE, ORDER, SHOOT, WATCH


class Ordered(Struct, frozen=True):
    """The parameters of the action: the squads that get an order."""

    units: tuple[UnitId, ...]


def has_one(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """HR-ORD-1: yield the reason why a squad cannot get an order."""
    yield from acting_units.list_out_of_turn_reasons(match, unit, "orders", "HR-ORD-1")
    if match.has(unit, ORDER):
        yield BlockingReason("has-order", "HR-ORD-1", "has its order")


def order(what: str, key: str) -> Action[Ordered]:
    """Make the action that gives squads one of the three orders."""

    def stage(match: Match, _: SideId | None, params: Ordered) -> None:
        match.record(*(make_face_down_fact(match, ORDER, unit, what) for unit in params.units))

    return Action(
        f"order_{what}",
        "gets its order",
        Ordered,
        stage,
        ahead=f"to {what}",
        phases=("orders",),
        candidates=acting_units.make_unit_candidates(
            "orders", has_one, lambda _, unit: (Ordered((unit,)),)
        ),
        form=Form(what, make_units_left_field(), key=KeyVerb(key, text=f"is to {what}")),
        bars=has_one,
        expected="has no order",
    )


def reveal(match: Match) -> None:
    """HR-ORD-2: reveal all orders at once. Squads without an order advance."""
    reveal_face_down_markers(match, ORDER)
    for unit in match.units():
        if not match.has(unit, ORDER):
            match.record(ORDER.set(unit, value=ADVANCE))


def under_orders(match: Match, unit: UnitId, what: str) -> Iterator[BlockingReason]:
    """HR-TURN-1, HR-ORD-1: its side must act, and the squad must have this order."""
    yield from acting_units.list_out_of_turn_reasons(match, unit, "action", "HR-TURN-1")
    if match.mark(unit, ORDER) != what:
        yield BlockingReason("other-order", "HR-ORD-1", f"has no order to {what}")


ACTIONS: Final = (order(ADVANCE, "a"), order(SHOOT, "s"), order(WATCH, "o"))

"""A small part of Xenocide: snap shots, with which units interrupt the moves of others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.procedures.declared.action_key_types import InterruptKeys, Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_length_slot
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.phase_flow import PhaseFlow, make_next_action
from tracker.procedures.requests import Asking, Interrupt, ask, call_stage, roll_check
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    Interruptible,
    Objection,
    Phase,
    Ruleset,
)
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import SideId, UnitId

WATCHES = MarkerKind("watches", "opportunity fire", "o")
MOVED = MarkerKind("moved", "moved", "m", until="phase")


class Move(Interruptible, frozen=True):
    unit: UnitId
    length: int | None = None


class Snap(Struct, frozen=True):
    unit: UnitId
    target: UnitId


def watching(match: Match, side: SideId) -> tuple[UnitId, ...]:
    """Return the enemies of a side that may fire at its moving units."""
    return tuple(u for u in match.units(match.other(side)) if match.has(u, WATCHES))


def move(match: Match, side: SideId | None, params: Move) -> Asking[None]:
    assert side is not None
    match.record(MOVED.set(params.unit))
    yield from call_stage(window, params.unit)
    if match.exists(params.unit):
        match.record(Moved(unit=params.unit, length=params.length))


def window(match: Match, unit: UnitId) -> Asking[None]:
    """Let enemies interrupt a move, one after another."""
    came = True
    while came and match.exists(unit):
        side = match.side_of(unit)
        came = yield from ask(
            Interrupt(
                what="snap shot",
                by=watching(match, side),
                actions=("snap",),
                side=match.other(side),
                target=unit,
            )
        )


def snap(match: Match, side: SideId | None, params: Snap) -> Asking[None]:
    match.record(WATCHES.cleared(params.unit))
    shots = len(match.figures(params.unit))
    hits = yield from roll_check("to hit", shots, 5, side=side, subject=params.unit)
    there = match.figures(params.target)
    falling = choose_last(there, min(hits, len(there)))
    if falling:
        match.record(FiguresRemoved(figures=falling, by=params.unit))


def bars(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if match.has(unit, MOVED):
        yield BlockingReason("has-moved", "XF-MOVE", "has moved")


def against_snap(match: Match, _: SideId | None, params: Snap) -> Iterator[Objection]:
    if not match.has(params.unit, WATCHES):
        yield Objection("not-watching", "XF-SNAP", "only on opportunity fire")


def ways(match: Match) -> Iterator[tuple[SideId | None, Snap]]:
    for mover in match.units():
        if match.has(mover, MOVED):
            for unit in watching(match, match.side_of(mover)):
                yield match.side_of(unit), Snap(unit, mover)


def may_come(match: Match) -> tuple[UnitId, ...]:
    return () if match.clock.side is None else watching(match, match.clock.side)


FLOW = PhaseFlow(
    before=(),
    turn=(Phase("movement", "movement", order="sides"),),
    empty=lambda *_: False,
    finish=lambda match: match.ended is not None,
)
ACTIONS = (
    make_next_action(FLOW, lambda _: ()),
    Action(
        "move",
        "moves",
        Move,
        move,
        phases=("movement",),
        form=Form("moves", make_unit_field(), how=(make_length_slot("length", "in"),)),
        bars=bars,
        expected="has not moved",
        candidates=make_unit_candidates("movement", bars, lambda _, unit: (Move(unit),)),
    ),
    Action(
        "snap",
        "snaps at",
        Snap,
        snap,
        objections=against_snap,
        candidates=ways,
        form=Form("shoots", make_unit_field(), make_unit_field("target")),
        breaks_in=True,
    ),
)
RULESET = Ruleset(
    id="thin-xenocide-snap",
    version="1",
    title="Xenocide, a thin path through snap shots",
    phases=FLOW.turn,
    markers=(WATCHES, MOVED),
    unit_of_length="in",
    actions={action.id: action for action in ACTIONS},
    keys=Keys(
        verbs=(KeyVerb("m", "moves", text="moves", amount="in"),),
        usual={"movement": "m"},
        interrupts=InterruptKeys("i", "shoots", may_come),
    ),
)

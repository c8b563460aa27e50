"""Moves, fire, and snap fire at squads that move (HR-MOVE, HR-FIRE, HR-SNAP, HR-SAVE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_flag_slot, make_length_slot
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.casualties import make_wound_facts
from tracker.procedures.pieces.engagement import make_disengagement_facts, record_engagement
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.requests import (
    Asking,
    Interrupt,
    ask,
    call_stage,
    continue_with,
    roll_check,
)
from tracker.procedures.ruleset import Action, BlockingReason, Interruptible, Objection
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import Moved, PointsScored
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

from .data import (
    ADVANCE,
    CONTACT,
    FIRED,
    HIT,
    MOVED,
    ORDER,
    SAVE,
    SHOCK,
    SHOOT,
    SNAP_PENALTY,
    WATCH,
    profile,
)
from .orders import under_orders

REACH: Final = 600  # hundredths of an inch
LIMITS: Final = Limits(2, 6, "1 always misses", "6 always hits", "HR-FIRE-1")


class Move(Interruptible, frozen=True):
    """A squad that moves, into contact with a ``target`` if there is one."""

    unit: UnitId
    target: UnitId | None = None
    length: int | None = None


class Fire(Struct, frozen=True):
    unit: UnitId
    target: UnitId
    cover: bool = False


def stays(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """HR-MOVE-1."""
    yield from under_orders(match, unit, ADVANCE)
    if match.has(unit, MOVED):
        yield BlockingReason("has-moved", "HR-MOVE-1", "has moved")
    elif match.links(CONTACT, unit):
        yield BlockingReason("in-contact", "HR-MOVE-1", "is in contact")


def too_far(match: Match, _: SideId | None, params: Move) -> Iterator[Objection]:
    """HR-MOVE-1."""
    if (params.length or 0) > REACH:
        yield Objection("too-far", "HR-MOVE-1", f"{match.tag(params.unit)} moves up to 6 inches")


def move(match: Match, _: SideId | None, params: Move) -> Asking[None]:
    """HR-MOVE-1: mark the squad as moved as soon as it begins to move."""
    match.record(MOVED.set(params.unit))
    yield from ()
    return continue_with(moving, match, params)


def moving(match: Match, params: Move) -> Asking[None]:
    """HR-SNAP-1: let squads on watch fire one after another, then move what is left."""
    goes_on = match.exists(params.unit)
    window = Interrupt(
        what="snap fire",
        by=on_watch(match) if goes_on else (),
        actions=("snap",),
        side=match.other(match.side_of(params.unit)),
        target=params.unit,
        rule="HR-SNAP-1",
    )
    if (yield from ask(window)):
        return continue_with(moving, match, params)
    if goes_on:
        match.record(Moved(unit=params.unit, length=params.length))
        if params.target is not None:
            record_engagement(match, CONTACT, params.unit, (params.target,))
    return None


def silent(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """HR-FIRE-1."""
    yield from under_orders(match, unit, SHOOT)
    if match.has(unit, FIRED):
        yield BlockingReason("has-fired", "HR-FIRE-1", "has fired")


def off_watch(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """HR-SNAP-1."""
    if match.mark(unit, ORDER) != WATCH:
        yield BlockingReason("not-on-watch", "HR-SNAP-1", "is not on watch")
    elif match.has(unit, FIRED):
        yield BlockingReason("has-fired", "HR-SNAP-1", "has fired")


def on_watch(match: Match) -> tuple[UnitId, ...]:
    """HR-SNAP-1: return the squads of the other side that may fire."""
    others = (unit for unit in match.units() if match.side_of(unit) != match.clock.side)
    return tuple(unit for unit in others if not any(True for _ in off_watch(match, unit)))


def to_hit(match: Match, params: Fire, harder: int) -> Need:
    """HR-FIRE-1: compute the number that each die needs."""
    parts = [Modifier("skill", profile(match, params.unit).skill, "HR-FIRE-1")]
    if params.cover:
        parts.append(Modifier("cover", 1, "HR-FIRE-1"))
    if harder:
        parts.append(Modifier("snap fire", harder, "HR-FIRE-1"))
    return compute_need(*parts, limits=LIMITS)


def fire(match: Match, _: SideId | None, params: Fire) -> Asking[None]:
    """HR-FIRE-1."""
    yield from call_stage(volley, params, 0)


def snap(match: Match, _: SideId | None, params: Fire) -> Asking[None]:
    """HR-SNAP-1."""
    yield from call_stage(volley, params, int(match.option(SNAP_PENALTY.name)))


def volley(match: Match, params: Fire, harder: int) -> Asking[None]:
    """HR-FIRE-1: roll a die for each figure, then the saves."""
    unit = params.unit
    match.record(FIRED.set(unit))
    hits = yield from roll_check(
        HIT,
        len(match.figures(unit)),
        to_hit(match, params, harder),
        side=match.side_of(unit),
        subject=unit,
        target=params.target,
    )
    yield from call_stage(saves, unit, params.target, hits)


def saves(match: Match, by: UnitId, unit: UnitId, hits: int) -> Asking[int]:
    """HR-SAVE-1: roll saves, record the effects of wounds, and return their number."""
    if not hits:
        return 0
    known, owner = profile(match, unit), match.side_of(unit)
    saved = yield from roll_check(SAVE, hits, known.save, side=owner, subject=unit, target=by)
    if wounds := hits - saved:
        figures = match.figures(unit)
        match.record(
            SHOCK.make_increase_fact(match, unit, 1),
            *make_wound_facts(match, figures, wounds, known.wounds, by),
        )
        if lost := len(figures) - len(match.figures(unit)):
            match.record(PointsScored(side=match.side_of(by), points=lost, why="losses"))
        if not match.exists(unit):
            match.record(*make_disengagement_facts(match, CONTACT, unit))
    return wounds


def enemies(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return match.units(match.other(match.side_of(unit)))


def moves(match: Match, unit: UnitId) -> Iterator[Move]:
    """Yield a plain move, then a move into contact with each enemy."""
    yield Move(unit)
    yield from (Move(unit, enemy) for enemy in enemies(match, unit))


def targets(match: Match, unit: UnitId) -> Iterator[Fire]:
    return (Fire(unit, enemy) for enemy in enemies(match, unit))


def snaps(match: Match) -> Iterator[tuple[SideId | None, Fire]]:
    """HR-SNAP-1: yield snap fire by each squad on watch, at each enemy."""
    for unit in on_watch(match):
        yield from ((match.side_of(unit), way) for way in targets(match, unit))


MOVE: Final = Action(
    "move",
    "moves",
    Move,
    move,
    phases=("action",),
    objections=too_far,
    candidates=acting_units.make_unit_candidates("action", stays, moves),
    form=Form(
        "moves",
        make_unit_field(),
        make_unit_field("target"),
        how=(make_length_slot("length", "in"),),
        key=KeyVerb("m", text="moves", whom="enemy", alone=True),
    ),
    bars=stays,
    expected="has not moved",
)
FIRE: Final = Action(
    "fire",
    "fires at",
    Fire,
    fire,
    phases=("action",),
    candidates=acting_units.make_unit_candidates("action", silent, targets),
    form=Form(
        "fires",
        make_unit_field(),
        make_unit_field("target"),
        (make_flag_slot("cover"),),
        key=KeyVerb("f", whom="enemy", text="fires at"),
    ),
    bars=silent,
    expected="has not fired",
    rolls=(HIT, SAVE),
)
SNAP: Final = Action(
    "snap",
    "snaps at",
    Fire,
    snap,
    candidates=snaps,
    form=Form("snaps", make_unit_field(), make_unit_field("target"), (make_flag_slot("cover"),)),
    bars=off_watch,
    breaks_in=True,
    rolls=(HIT, SAVE),
)

"""Alternatives to fire in the Shooting phase: a second move, or holding (DZ-MOVE-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.procedures.declared.action_keys import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.acting_units import RemainingActions, make_unit_candidates
from tracker.procedures.pieces.engagement import record_engagement
from tracker.procedures.pieces.subject_fields import make_units_field, make_units_left_field
from tracker.procedures.ruleset import Action, BlockingReason, Objection, SeveralUnitsParams
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import melee_phase, movement, shooting_phase
from tracker.vocabulary.subject_ids import SideId, UnitId


class SecondMove(Struct, frozen=True):
    """A second move of units instead of their fire. The first unit contacts ``contacts``."""

    units: tuple[UnitId, ...]
    length: int | None = None
    obstacles: int = 0
    contacts: tuple[UnitId, ...] = ()
    towards_enemy: bool = False


def resolve_second_move(match: Match, _: SideId | None, params: SecondMove) -> None:
    how = "contact" if params.contacts else "second move"
    match.record(
        markers.SECOND_MOVE.set(*params.units),
        *movement.make_moved_facts(params.units, params.length, how),
    )
    for unit in params.units[:1]:
        record_engagement(match, markers.ENGAGED, unit, params.contacts)


def list_second_move_objections(
    match: Match, side: SideId | None, params: SecondMove
) -> Iterable[Objection]:
    if match.phase != "shoot":
        text = "second moves are only possible in the Shooting phase"
        yield Objection("not-shooting", "DZ-MOVE-07", text)
    for unit in params.units:
        yield from movement.list_move_objections(match, side, unit, params.length, params.obstacles)
        yield from movement.list_move_direction_objections(
            match, unit, towards_enemy=params.towards_enemy
        )
    for unit in params.units[:1]:
        yield from movement.list_move_into_contact_objections(match, unit, params.contacts)


def list_second_move_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    yield from movement.list_used_fire_reasons(match, unit)
    yield from movement.list_immobility_reasons(match, unit)


def list_unit_second_move_candidates(match: Match, unit: UnitId) -> Iterator[SecondMove]:
    yield SecondMove((unit,))
    if match.option("second_move_contact"):
        for enemy in match.units(match.other(match.side_of(unit))):
            yield SecondMove((unit,), contacts=(enemy,))


def list_hold_objections(
    match: Match, _: SideId | None, params: SeveralUnitsParams
) -> Iterator[Objection]:
    for unit in params.units:
        if match.has(unit, markers.HELD):
            yield Objection("holds", "DZ-TURN-02", f"{match.tag(unit)} already holds")


def list_hold_candidates(match: Match) -> Iterator[tuple[SideId | None, SeveralUnitsParams]]:
    for unit in acting_units.list_acting_units(match) if match.phase == "shoot" else ():
        if cannot(match, unit) is None:
            yield match.side_of(unit), SeveralUnitsParams((unit,))


SECOND = Action(
    id="second",
    word="moved again",
    ahead="to move again",
    params=SecondMove,
    stage=resolve_second_move,
    phases=("shoot",),
    objections=list_second_move_objections,
    bars=list_second_move_blocking_reasons,
    expected="may move again",
    candidates=make_unit_candidates(
        "shoot", list_second_move_blocking_reasons, list_unit_second_move_candidates
    ),
    limit=lambda match, params: movement.describe_move_limit(match, params.units, params.obstacles),
    form=Form(
        "again",
        make_units_field(),
        make_units_field("contacts"),
        (*movement.WAY, movement.TOWARDS),
        also={"moves": lambda said: said.match.phase == "shoot"},
    ),
)
LEFT = RemainingActions(
    (movement.MOVE, shooting_phase.SHOOT, SECOND, melee_phase.FIGHT),
    lambda match, unit: "holds" if match.has(unit, markers.HELD) else None,
)
"""Finds the units that have yet to act in a phase, and why others cannot (DZ-TURN-02)."""
cannot = LEFT.explain_cannot_act
HOLD = Action(
    id="hold",
    word="held",
    ahead="to hold",
    params=SeveralUnitsParams,
    stage=lambda match, _, params: match.record(markers.HELD.set(*params.units)),
    objections=list_hold_objections,
    phases=("move", "shoot", "melee", "morale"),
    candidates=list_hold_candidates,
    form=Form(
        "holds",
        make_units_left_field(),
        key=KeyVerb("-", text="does nothing more in this phase"),
    ),
)

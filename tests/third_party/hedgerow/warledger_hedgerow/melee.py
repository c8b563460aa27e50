"""Melee between squads in contact, and nerve tests at the end of a turn (HR-MEL, HR-NERVE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.match_view import Match
from tracker.procedures.pieces import acting_units
from tracker.procedures.pieces.dice_tests import TotalRoller, roll_totals
from tracker.procedures.pieces.engagement import make_disengagement_facts
from tracker.procedures.pieces.line_subject_fields import format_unit, make_unit_field
from tracker.procedures.requests import Asking, call_stage, continue_with, roll_check
from tracker.procedures.ruleset import Action, BlockingReason, Objection
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import FiguresRemoved, PointsScored
from tracker.vocabulary.subject_ids import SideId, UnitId

from .data import BLOW, CONTACT, FOUGHT, NERVE, SAVE, SHOCK, profile
from .fire import saves


class Fight(Struct, frozen=True):
    unit: UnitId
    target: UnitId


def no_fight(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """HR-MEL-1: a squad fights once, and only in contact."""
    yield from acting_units.list_out_of_turn_reasons(match, unit, "melee", "HR-TURN-1")
    if not match.links(CONTACT, unit):
        yield BlockingReason("no-contact", "HR-MEL-1", "is in contact with nobody")
    elif match.has(unit, FOUGHT):
        yield BlockingReason("has-fought", "HR-MEL-1", "has fought")


def apart(match: Match, _: SideId | None, params: Fight) -> Iterator[Objection]:
    """HR-MEL-1."""
    if params.target not in match.links(CONTACT, params.unit):
        who, whom = match.tag(params.unit), match.tag(params.target)
        yield Objection("apart", "HR-MEL-1", f"{who} and {whom} are not in contact")


def fights(match: Match, unit: UnitId) -> Iterator[Fight]:
    return (Fight(unit, UnitId(enemy)) for enemy in match.links(CONTACT, unit))


def fight(match: Match, _: SideId | None, params: Fight) -> Asking[None]:
    """HR-MEL-1: both strike before any figure falls. Each roll is a separate stage."""
    match.record(FOUGHT.set(params.unit, params.target))
    hits = yield from call_stage(strike, params.unit, params.target)
    return continue_with(struck_back, match, params.unit, params.target, hits)


def strike(match: Match, unit: UnitId, target: UnitId) -> Asking[int]:
    """HR-MEL-1: roll a die for each figure, and return the hits."""
    figures, known, side = match.figures(unit), profile(match, unit), match.side_of(unit)
    return (
        yield from roll_check(
            BLOW, len(figures), known.blows, side=side, subject=unit, target=target
        )
    )


def struck_back(match: Match, one: UnitId, other: UnitId, hits: int) -> Asking[None]:
    """HR-MEL-1."""
    answered = yield from call_stage(strike, other, one)
    return continue_with(saved, match, one, other, hits, answered)


def saved(match: Match, one: UnitId, other: UnitId, hits: int, answered: int) -> Asking[None]:
    """HR-SAVE-1: roll the saves of the squad that was attacked."""
    dealt = yield from call_stage(saves, one, other, hits)
    return continue_with(decided, match, one, other, answered, dealt)


def decided(match: Match, one: UnitId, other: UnitId, answered: int, dealt: int) -> Asking[None]:
    """HR-MEL-2: roll the attacker's saves. The squad that dealt fewer wounds gets a shock."""
    suffered = yield from call_stage(saves, other, one, answered)
    loser = one if suffered > dealt else other
    if suffered != dealt and match.exists(loser):
        match.record(SHOCK.make_increase_fact(match, loser, 1))


def nerves(match: Match) -> Asking[None]:
    """HR-NERVE-1: roll two dice for every shocked squad, all in one roll."""
    shocked = tuple(unit for unit in match.units() if SHOCK.number(match, unit))
    if not shocked:
        return
    sums = yield from roll_totals(
        NERVE, tuple(roller(match, unit) for unit in shocked), "nerve or less"
    )
    for unit, total in zip(shocked, sums, strict=True):
        if total <= profile(match, unit).nerve:
            match.record(SHOCK.cleared(unit))
        else:
            flees(match, unit)


def roller(match: Match, unit: UnitId) -> TotalRoller:
    """Return a row of the nerve roll: the squad, and its shocks as a modifier."""
    shocks = Modifier("shock", SHOCK.number(match, unit), "HR-NERVE-1")
    return TotalRoller(unit, match.side_of(unit), format_unit(match, unit), (shocks,))


def flees(match: Match, unit: UnitId) -> None:
    """HR-NERVE-1."""
    enemy = match.other(match.side_of(unit))
    match.record(
        *make_disengagement_facts(match, CONTACT, unit),
        FiguresRemoved(figures=match.figures(unit), how="fled"),
        PointsScored(side=enemy, points=2, why="fled"),
    )


FIGHT: Final = Action(
    "fight",
    "fights",
    Fight,
    fight,
    phases=("melee",),
    objections=apart,
    candidates=acting_units.make_unit_candidates("melee", no_fight, fights),
    form=Form(
        "fights",
        make_unit_field(),
        make_unit_field("target"),
        key=KeyVerb("x", whom="enemy", text="fights"),
    ),
    bars=no_fight,
    expected="has not fought",
    rolls=(BLOW, BLOW, SAVE, SAVE),
)

"""What of Xenocide can be set right by hand: ``fix r1 suppressed 2``, ``fix r5 speed 1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tracker.procedures.pieces.flow import find_passed_over
from tracker.procedures.pieces.setting_right.clock import TheClock
from tracker.procedures.pieces.setting_right.figures import (
    BEGAN,
    belongs,
    how_many,
    single_figure,
    wounds,
)
from tracker.procedures.pieces.setting_right.marks import cleared, marks, met
from tracker.procedures.pieces.setting_right.rows import StateRow
from tracker.procedures.pieces.setting_right.things import AdjustableThing
from tracker.procedures.pieces.setting_right.whole import AdjustableState
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import held_damage
from tracker.rulesets.xenocide.data import markers, troops
from tracker.rulesets.xenocide.phases import flow
from tracker.vocabulary.events import AnyFact, FiguresRemoved, Json, MarkerSet, RemovedHow
from tracker.vocabulary.names import FigureId, Subject, UnitId, is_figure


def _worth(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """The plainest are lost first, commanders last, whatever their place in the roster."""
    profile = troops.get_profile(match, figure)
    return profile.commander, profile.cost


def _alone(profile: Mapping[str, Json]) -> bool:
    """A vehicle is a unit of its own (XF-FORCE-14)."""
    return profile.get("vehicle") is not None


def _tell_how_removed(match: Match, figure: FigureId) -> RemovedHow:
    """XF-WIN-03."""
    return "killed" if troops.get_profile(match, figure).vehicle is None else "destroyed"


def _smoking(figures: AdjustableThing) -> AdjustableThing:
    """XF-VEH-15: smoke comes and goes with the wreck of a vehicle."""

    def facts(
        match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        found = figures.facts(match, subject, word, more)
        unit = match.figure(FigureId(subject)).unit if is_figure(subject) else UnitId(subject)
        if not found or not troops.is_vehicle(match, unit):
            return found
        if any(isinstance(fact, FiguresRemoved) for fact in found):
            return (*found, markers.SMOKE.set(unit))
        return (*found, *cleared(match, unit, (markers.SMOKE,)))

    return replace(figures, facts=facts)


def _destroying(marker: AdjustableThing) -> AdjustableThing:
    """XF-T16: damage of twice the threshold destroys a vehicle, whoever counts it."""
    if markers.DAMAGE.said not in marker.words:
        return marker

    def rows(match: Match, subject: Subject) -> Iterator[StateRow]:
        yield from (replace(row, along=True) for row in marker.rows(match, subject))

    def facts(
        match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        found = marker.facts(match, subject, word, more)
        damage = _read_damage(found)
        return (
            found
            if damage is None
            else (*held_damage.list_damaged(match, UnitId(subject), damage),)
        )

    def left(match: Match, subject: Subject, found: tuple[AnyFact, ...]) -> Iterator[str]:
        damage = _read_damage(found)
        if damage is not None:
            yield from held_damage.describe_damage_dice(match, UnitId(subject), damage)

    return replace(marker, facts=facts, rows=rows, left=left)


def _read_damage(facts: tuple[AnyFact, ...]) -> int | None:
    """The damage markers in all that facts put on a vehicle."""
    return next((int(fact.value) for fact in facts if isinstance(fact, MarkerSet)), None)


SETTING_RIGHT: Final = AdjustableState(
    things=(
        _smoking(how_many(_worth, _tell_how_removed)),
        _smoking(single_figure(_tell_how_removed)),
        *map(_destroying, marks(markers.MARKERS)),
        wounds(lambda match, figure: troops.get_profile(match, figure).wounds),
        *(met(link) for link in markers.LINKS),
        BEGAN,
        belongs("unit"),
    ),
    clock=TheClock(
        flow.TURN,
        left=find_passed_over(flow.FLOW, flow.list_due, held_damage.describe_held_dice),
        held=held_damage.list_held,
    ),
    points="VP",
    such_as="fix b1 figures +1, fix r1 suppressed 2, fix r5 damage 3",
    alone=_alone,
)

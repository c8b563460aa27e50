"""Who does an action: whether any of them is left to do it, and whether their half is over."""

from __future__ import annotations

from tracker.application.log.heads import actors
from tracker.application.match.standing import Standing
from tracker.projection.state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId


def all_gone(state: State, event: ev.ActionTaken) -> bool:
    """Whether nobody who did this is on the table any more."""
    who, _ = actors(event, state)
    return bool(who) and all(_gone(state, one) for one in who)


def _gone(state: State, subject: Subject) -> bool:
    figure = state.figures.get(FigureId(subject))
    if figure is not None:
        return figure.gone is not None
    unit = state.units.get(UnitId(subject))
    return unit is None or not unit.figures


def half_over(stands: Standing, side: SideId | None) -> Version | None:
    """The line that ended the half of a side in this phase; None where it has not passed, or
    where the sides do not act one after the other.
    """
    clock = stands.story.state.clock
    phase = next((one for one in stands.ruleset.phases if one.id == clock.phase), None)
    if side in {None, clock.side} or phase is None or phase.order != "sides":
        return None
    over: Version | None = None
    for entry in stands.story.backwards():
        for fact in reversed(entry.facts):
            if isinstance(fact, ev.TurnBegan):
                return None
            if isinstance(fact, ev.PhaseBegan):
                if fact.side == side or fact.phase != clock.phase:
                    return over if fact.phase == clock.phase else None
                over = entry.version
    return None

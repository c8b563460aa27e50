"""Applies events to match states without a ruleset, with one function for each kind of event."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tracker.projection import marker_event_fold, unit_event_fold
from tracker.projection.marker_event_fold import expire_markers_and_links
from tracker.projection.match_state import Clock, CurrentValues, End, Objective, State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import MATCH, FigureId, UnitId, is_figure, is_unit


def apply_event(state: State, event: ev.AnyEvent, version: int = 0) -> None:
    """Apply one event to ``state``. ``version`` is used only for an ``ActionTaken``."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event, version)


def fold_events(state: State, events: Iterable[RecordedEvent]) -> None:
    """Apply the events of many lines in order. This is faster than repeated ``apply_event`` calls.

    The stack of open actions is kept in local lists, and is stored only at the end.
    """
    now, touched, find = state.current_values, state.touched, _CHANGES.get
    taken, ended = ev.ActionTaken, ev.ActionEnded
    still_open, doing = list(now.open), list(now.doing)
    for line in events:
        event: Any = line.event
        kind = type(event)
        if kind is taken:
            if not still_open:
                touched.clear()
            still_open.append(line.version)
            doing.append(event.action)
        elif kind is ended:
            if still_open and still_open[-1] == event.action:
                still_open.pop()
                doing.pop()
            else:
                left = bisect_left(still_open, event.action)
                del still_open[left:], doing[left:]
        elif (change := find(kind)) is not None:
            change(state, event, line.version)
    now = state.current_values
    state.single["now"] = CurrentValues(
        now.clock, tuple(still_open), tuple(doing), now.ended, now.aside
    )


def _open_match(state: State, event: ev.MatchOpened, _: int) -> None:
    state.info = event
    for side in event.sides:
        state.points[side.id] = 0


def _begin_action(state: State, event: ev.ActionTaken, version: int) -> None:
    single = state.single
    now = single["now"]
    if now.open:
        still_open, doing = (*now.open, version), (*now.doing, event.action)
    else:
        state.touched.clear()  # the changes of earlier actions have been processed
        still_open, doing = (version,), (event.action,)
    single["now"] = CurrentValues(now.clock, still_open, doing, now.ended, now.aside)


def _end_action(state: State, event: ev.ActionEnded, _: int) -> None:
    single = state.single
    now = single["now"]
    left = bisect_left(now.open, event.action)
    single["now"] = CurrentValues(
        now.clock, now.open[:left], now.doing[:left], now.ended, now.aside
    )


def _begin_turn(state: State, event: ev.TurnBegan, _: int) -> None:
    _set_clock(state, Clock(event.turn, "", None, "", None, event.order))
    expire_markers_and_links(state, ("step", "phase", "side turn", "turn"))


def _begin_phase(state: State, event: ev.PhaseBegan, _: int) -> None:
    clock, phase = state.single["now"].clock, event.phase
    if event.turn_of is not None:
        expire_markers_and_links(state, ("step", "phase", "side turn"))
        expire_markers_and_links(state, ("own turn",), event.turn_of)
    else:
        expire_markers_and_links(state, ("step", "phase") if phase != clock.phase else ("step",))
    order = event.order or clock.order
    _set_clock(state, Clock(clock.turn, phase, event.side, event.step, event.subject, order))


def _set_clock(state: State, clock: Clock) -> None:
    single = state.single
    now = single["now"]
    single["now"] = CurrentValues(clock, now.open, now.doing, now.ended, now.aside)


def _rename_subject_or_match(state: State, event: ev.Renamed, _: int) -> None:
    subject, info = event.subject, state.info
    if is_unit(subject):
        state.units[UnitId(subject)] = replace(state.units[UnitId(subject)], name=event.name)
    elif is_figure(subject):
        figure = state.figures[FigureId(subject)]
        state.figures[FigureId(subject)] = replace(figure, name=event.name)
    elif subject == MATCH:
        state.info = replace(info, title=event.name)
    else:
        sides = (
            replace(side, player=event.name) if side.id == subject else side for side in info.sides
        )
        state.info = replace(info, sides=tuple(sides))


def _set_objective(state: State, event: ev.ObjectiveSet, _: int) -> None:
    state.objectives[event.objective] = Objective(event.label, event.side, _freeze(event.data))


def _freeze(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((key, _freeze(item)) for key, item in sorted(value.items()))
    if isinstance(value, tuple):
        return tuple(_freeze(item) for item in value)
    return value


def _score_points(state: State, event: ev.PointsScored, _: int) -> None:
    state.points[event.side] = state.points.get(event.side, 0) + event.points


def _end_match(state: State, event: ev.MatchEnded, _: int) -> None:
    end = End(event.how, event.winner, event.scores, event.why)
    state.single["now"] = replace(state.current_values, ended=end)


def _apply_archive_note(state: State, event: ev.Noted, _: int) -> None:
    if event.mark in ("aside", "back"):
        state.single["now"] = replace(state.current_values, aside=event.mark == "aside")


_CHANGES: dict[type[ev.Event], Callable[[State, Any, int], None]] = {
    ev.ActionTaken: _begin_action,
    ev.MatchOpened: _open_match,
    ev.Noted: _apply_archive_note,
    ev.ActionEnded: _end_action,
    ev.TurnBegan: _begin_turn,
    ev.PhaseBegan: _begin_phase,
    ev.Renamed: _rename_subject_or_match,
    ev.ObjectiveSet: _set_objective,
    ev.PointsScored: _score_points,
    ev.MatchEnded: _end_match,
    **unit_event_fold.CHANGES,
    **marker_event_fold.CHANGES,
}

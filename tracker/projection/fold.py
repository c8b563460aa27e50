"""Events to state, one small function a kind. It never asks a ruleset anything."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tracker.projection.history import Line
from tracker.projection.state import (
    Clock,
    End,
    Figure,
    Force,
    Info,
    Link,
    LinkKey,
    Marker,
    MarkerKey,
    Now,
    Objective,
    State,
    Unit,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import FigureId


def apply(state: State, event: ev.AnyEvent, version: int = 0) -> None:
    """Change ``state`` by one event; ``version`` matters only for an ``ActionTaken``."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event, version)


def fold_lines(state: State, lines: Iterable[Line]) -> None:
    """Apply the events of many lines in order, as ``apply`` does one by one, but sooner.

    Nothing but its own two kinds looks at the stack of open actions, so it is put down at the end.
    """
    now, touched, find = state.now, state.touched, _CHANGES.get
    still_open, doing = list(now.open), list(now.doing)
    for line in lines:
        event = line.event
        kind = type(event)
        if kind is ev.ActionTaken:
            assert isinstance(event, ev.ActionTaken)
            if not still_open:
                touched.clear()
            still_open.append(line.version)
            doing.append(event.action)
        elif kind is ev.ActionEnded:
            assert isinstance(event, ev.ActionEnded)
            left = bisect_left(still_open, event.action)
            del still_open[left:], doing[left:]
        elif (change := find(kind)) is not None:
            change(state, event, line.version)
    now = state.now
    state.single["now"] = Now(now.clock, tuple(still_open), tuple(doing), now.ended)


def _freeze(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((key, _freeze(item)) for key, item in sorted(value.items()))
    if isinstance(value, tuple):
        return tuple(_freeze(item) for item in value)
    return value


def _match_opened(state: State, event: ev.MatchOpened, _: int) -> None:
    state.info = Info(
        title=event.title,
        ruleset=event.ruleset,
        ruleset_version=event.ruleset_version,
        options=event.options,
        tables=event.tables,
        mode=event.mode,
        played_on=event.played_on,
        sides=event.sides,
        words=event.words,
    )
    for side in event.sides:
        state.points[side.id] = 0


def _force_mustered(state: State, event: ev.ForceMustered, _: int) -> None:
    known = state.forces.get(event.side)
    profiles = {**known.profiles, **event.profiles} if known else dict(event.profiles)
    points = event.points + (known.points if known else 0)
    state.forces = {
        **state.forces,
        event.side: Force(event.side, event.force, points, profiles),
    }
    number = len(state.figures)
    for unit in event.units:
        figures = tuple(figure.id for figure in unit.figures)
        state.units[unit.id] = Unit(event.side, unit.name, figures, len(figures))
        state.touched.add(unit.id)
        for figure in unit.figures:
            number += 1
            state.figures[figure.id] = Figure(
                unit.id, event.side, figure.profile, figure.name, number
            )


def _action_taken(state: State, event: ev.ActionTaken, version: int) -> None:
    single = state.single
    now = single["now"]
    if now.open:
        still_open, doing = (*now.open, version), (*now.doing, event.action)
    else:
        state.touched.clear()  # what came before was settled when it came
        still_open, doing = (version,), (event.action,)
    single["now"] = Now(now.clock, still_open, doing, now.ended)


def _action_ended(state: State, event: ev.ActionEnded, _: int) -> None:
    single = state.single
    now = single["now"]
    left = bisect_left(now.open, event.action)
    single["now"] = Now(now.clock, now.open[:left], now.doing[:left], now.ended)


def _turn_began(state: State, event: ev.TurnBegan, _: int) -> None:
    _set_clock(state, Clock(event.turn, "", None, "", None, event.order))
    _expire(state, ("step", "phase", "turn"))


def _phase_began(state: State, event: ev.PhaseBegan, _: int) -> None:
    clock, phase = state.single["now"].clock, event.phase
    _expire(state, ("step", "phase") if phase != clock.phase else ("step",))
    order = event.order or clock.order
    _set_clock(state, Clock(clock.turn, phase, event.side, event.step, event.subject, order))


def _set_clock(state: State, clock: Clock) -> None:
    single = state.single
    now = single["now"]
    single["now"] = Now(clock, now.open, now.doing, now.ended)


def _expire(state: State, until: tuple[str, ...]) -> None:
    """Take off the markers and links that last until then."""
    passing = state.passing
    if passing is None:
        _take_off(state, (*state.markers, *state.links), until)
        return
    for word in until:
        keys = passing.get(word)
        if keys:
            _take_off(state, keys, until)
            keys.clear()


def _take_off(state: State, keys: Iterable[MarkerKey | LinkKey], until: tuple[str, ...]) -> None:
    """Take off those of these markers and links that last until then."""
    for key in keys:
        if len(key) == 2:
            marker = state.markers.get(key)
            if marker is not None and marker.until in until:
                del state.markers[key]
                _touch(state, key[0])
        else:
            link = state.links.get(key)
            if link is not None and link.until in until:
                del state.links[key]
                _touch(state, key[1])
                _touch(state, key[2])


def _touch(state: State, subject: str) -> None:
    kind = subject[0]  # as in ``names``: u: a unit, f: a figure
    if kind == "u":
        state.touched.add(subject)  # type: ignore[arg-type]  # a call of UnitId takes time
    elif kind == "f" and (figure := state.figures.get(subject)) is not None:  # type: ignore[call-overload]
        state.touched.add(figure.unit)


def _unit_formed(state: State, event: ev.UnitFormed, _: int) -> None:
    table = state.figures
    values = {figure: table[figure] for figure in event.figures}
    numbers = {figure: value.number for figure, value in values.items()}
    figures = tuple(sorted(event.figures, key=numbers.__getitem__))
    taken = set(figures)
    sources = {value.unit for value in values.values()}.union(event.out_of)
    started = len(figures)
    for source in sources:
        unit = state.units.get(source)
        if unit is None:
            continue
        left = tuple([figure for figure in unit.figures if figure not in taken])
        if source == event.unit:
            started = max(started, unit.started)
        else:
            state.units[source] = replace(unit, figures=left)
            state.touched.add(source)
    for figure, value in values.items():
        if value.unit != event.unit:
            table[figure] = replace(value, unit=event.unit)
    state.units[event.unit] = Unit(event.side, event.name, figures, started)
    state.touched.add(event.unit)


def _marker_set(state: State, event: ev.MarkerSet, _: int) -> None:
    turn, name, until = state.single["now"].clock.turn, event.marker, event.until
    marker = Marker(event.value, turn, until, event.by, event.hidden_from)
    markers, passing = state.markers, state.passing
    keys = passing.setdefault(until, set()) if until and passing is not None else None
    for subject in event.subjects:
        key = subject, name
        markers[key] = marker
        if keys is not None:
            keys.add(key)
        _touch(state, subject)


def _marker_cleared(state: State, event: ev.MarkerCleared, _: int) -> None:
    for subject in event.subjects:
        state.markers.pop((subject, event.marker), None)
        _touch(state, subject)


def _revealed(state: State, event: ev.Revealed, _: int) -> None:
    for subject in event.subjects:
        key = (subject, event.marker)
        if key in state.markers:
            state.markers[key] = replace(state.markers[key], hidden_from=())


def _linked(state: State, event: ev.Linked, _: int) -> None:
    key = event.relation, event.a, event.b
    state.links[key] = Link(event.value, state.clock.turn, event.until)
    if event.until and state.passing is not None:
        state.passing.setdefault(event.until, set()).add(key)
    _touch(state, event.a)
    _touch(state, event.b)


def _unlinked(state: State, event: ev.Unlinked, _: int) -> None:
    state.links.pop((event.relation, event.a, event.b), None)
    _touch(state, event.a)
    _touch(state, event.b)


def _wounded(state: State, event: ev.Wounded, _: int) -> None:
    for subject in event.subjects:
        figure = FigureId(subject)
        state.figures[figure] = replace(state.figures[figure], wounds=event.wounds)
        _touch(state, subject)


def _figures_removed(state: State, event: ev.FiguresRemoved, _: int) -> None:
    gone = set(event.figures)
    for figure in event.figures:
        value = state.figures[figure]
        state.figures[figure] = replace(value, gone=event.how, by=event.by)
    for unit in sorted({state.figures[figure].unit for figure in event.figures}):
        value_of = state.units[unit]
        left = tuple(f for f in value_of.figures if f not in gone)
        state.units[unit] = replace(value_of, figures=left)
        state.touched.add(unit)


def _figures_returned(state: State, event: ev.FiguresReturned, _: int) -> None:
    for figure in event.figures:
        value = replace(state.figures[figure], gone=None, by=None)
        state.figures[figure] = value
        unit = state.units[value.unit]
        back = sorted({*unit.figures, figure}, key=lambda f: state.figures[f].number)
        state.units[value.unit] = replace(unit, figures=tuple(back))
        state.touched.add(value.unit)


def _gear_changed(state: State, event: ev.GearChanged, _: int) -> None:
    """What was lost and is gained is there again."""
    figure = state.figures[event.figure]
    new = tuple(gear for gear in event.gained if gear not in figure.lost)
    kept = tuple(gear for gear in figure.lost if gear not in event.gained)
    state.figures[event.figure] = replace(
        figure, lost=(*kept, *event.lost), gained=(*figure.gained, *new)
    )
    state.touched.add(figure.unit)


def _objective_set(state: State, event: ev.ObjectiveSet, _: int) -> None:
    state.objectives[event.objective] = Objective(event.label, event.side, _freeze(event.data))


def _points_scored(state: State, event: ev.PointsScored, _: int) -> None:
    state.points[event.side] = state.points.get(event.side, 0) + event.points


def _match_ended(state: State, event: ev.MatchEnded, _: int) -> None:
    end = End(event.how, event.winner, event.scores, event.why)
    state.single["now"] = replace(state.now, ended=end)


_CHANGES: dict[type[ev.Event], Callable[[State, Any, int], None]] = {
    ev.ActionTaken: _action_taken,
    ev.MatchOpened: _match_opened,
    ev.ForceMustered: _force_mustered,
    ev.ActionEnded: _action_ended,
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.UnitFormed: _unit_formed,
    ev.MarkerSet: _marker_set,
    ev.MarkerCleared: _marker_cleared,
    ev.Revealed: _revealed,
    ev.Linked: _linked,
    ev.Unlinked: _unlinked,
    ev.Wounded: _wounded,
    ev.FiguresRemoved: _figures_removed,
    ev.FiguresReturned: _figures_returned,
    ev.GearChanged: _gear_changed,
    ev.ObjectiveSet: _objective_set,
    ev.PointsScored: _points_scored,
    ev.MatchEnded: _match_ended,
}

"""Applies the events of units and figures: musters, new units, wounds, removals and returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tracker.projection.match_state import Figure, Force, Marker, State, Unit
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId


def _muster_force(state: State, event: ev.ForceMustered, _: int) -> None:
    _add_profiles_and_points_to_force(state, event, event.force)
    number = len(state.figures)
    for unit in event.units:
        figures = tuple(figure.id for figure in unit.figures)
        state.units[unit.id] = Unit(event.side, unit.name, figures, len(figures))
        state.touched.add(unit.id)
        for marker, value in unit.marks:
            state.markers[unit.id, marker] = Marker(value, state.clock.turn)
        for figure in unit.figures:
            number += 1
            state.figures[figure.id] = Figure(
                unit.id, event.side, figure.profile, figure.name, number, figure.wounds
            )


def _add_profiles_and_points_to_force(
    state: State, event: ev.ForceMustered | ev.FiguresJoined, name: str
) -> None:
    known = state.forces.get(event.side) or Force(event.side, name, 0, {})
    profiles = {**known.profiles, **event.profiles}
    force = Force(event.side, name or known.name, known.points + event.points, profiles)
    state.forces = {**state.forces, event.side: force}


def _join_figures(state: State, event: ev.FiguresJoined, _: int) -> None:
    _add_profiles_and_points_to_force(state, event, "")
    known = state.units.get(event.unit) or Unit(event.side, event.name, (), 0)
    figures = tuple(figure.id for figure in event.figures)
    state.units[event.unit] = replace(
        known,
        figures=(*known.figures, *figures),
        started=known.started + len(figures),
        joined_unit=None,
    )
    state.touched.add(event.unit)
    for number, figure in enumerate(event.figures, len(state.figures) + 1):
        state.figures[figure.id] = Figure(
            event.unit, event.side, figure.profile, figure.name, number, joined=True
        )


def _form_unit(state: State, event: ev.UnitFormed, _: int) -> None:
    table, unit, figures = state.figures, event.unit, event.figures
    numbers: list[int] = []
    sources = set(event.out_of)
    for figure in figures:
        value = table[figure]
        numbers.append(value.number)
        if value.unit is not unit and value.unit != unit:
            sources.add(value.unit)
            table[figure] = replace(value, unit=unit)
        else:
            sources.add(unit)
    if numbers != sorted(numbers):
        figures = tuple([figure for _, figure in sorted(zip(numbers, figures, strict=True))])
    started = len(figures)
    for source in sources:
        known = state.units.get(source)
        if known is None:
            continue
        if source == unit:
            started = max(started, known.started)
        else:
            taken = set(figures)
            left = tuple([figure for figure in known.figures if figure not in taken])
            joined_unit = None if left else unit
            state.units[source] = replace(known, figures=left, joined_unit=joined_unit)
            state.touched.add(source)
    started = started if event.started is None else event.started
    state.units[unit] = Unit(event.side, event.name, figures, started)
    state.touched.add(unit)


def _wound_figures(state: State, event: ev.Wounded, _: int) -> None:
    for subject in event.subjects:
        figure = FigureId(subject)
        value = replace(state.figures[figure], wounds=event.wounds)
        state.figures[figure] = value
        state.touched.add(value.unit)


def _remove_figures(state: State, event: ev.FiguresRemoved, _: int) -> None:
    gone = set(event.figures)
    for figure in event.figures:
        value = state.figures[figure]
        state.figures[figure] = replace(value, gone=event.how, by=event.by)
    for unit in sorted({state.figures[figure].unit for figure in event.figures}):
        value_of = state.units[unit]
        left = tuple(f for f in value_of.figures if f not in gone)
        state.units[unit] = replace(value_of, figures=left)
        state.touched.add(unit)


def _return_figures(state: State, event: ev.FiguresReturned, _: int) -> None:
    for figure in event.figures:
        value = replace(state.figures[figure], gone=None, by=None)
        state.figures[figure] = value
        unit = state.units[value.unit]
        back = sorted({*unit.figures, figure}, key=lambda f: state.figures[f].number)
        state.units[value.unit] = replace(unit, figures=tuple(back), joined_unit=None)
        state.touched.add(value.unit)


def _change_gear(state: State, event: ev.GearChanged, _: int) -> None:
    """Apply a change of gear. Each item that is gained again is removed from the lost gear."""
    figure = state.figures[event.figure]
    new, kept = [], [*figure.lost]
    for gear in event.gained:
        if gear in kept:
            kept.remove(gear)
        else:
            new.append(gear)
    stats = tuple(sorted((dict(figure.stats) | dict(event.stats)).items()))
    state.figures[event.figure] = replace(
        figure, lost=(*kept, *event.lost), gained=(*figure.gained, *new), stats=stats
    )
    state.touched.add(figure.unit)


CHANGES: Mapping[type[ev.Event], Callable[[State, Any, int], None]] = {
    ev.ForceMustered: _muster_force,
    ev.UnitFormed: _form_unit,
    ev.Wounded: _wound_figures,
    ev.FiguresRemoved: _remove_figures,
    ev.FiguresReturned: _return_figures,
    ev.FiguresJoined: _join_figures,
    ev.GearChanged: _change_gear,
}

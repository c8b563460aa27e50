"""Compares two states of a game, and briefly describes each subject that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.procedures.ruleset import Ruleset
from tracker.projection.displayed_subject_status import list_visible_markers
from tracker.projection.match_state import State
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

GONE = "out of action"
NOTHING = "on the table"


class StateChange(NamedTuple):
    """How a subject or score is described before and after a change."""

    name: str
    before: str
    after: str


def compare_states(old_state: State, new_state: State, rules: Ruleset) -> tuple[StateChange, ...]:
    """List the subjects that differ, in the order of the forces, then the scores that differ."""
    before = dict(_list_descriptions(old_state, rules))
    after = dict(_list_descriptions(new_state, rules))
    names = {**_map_names(old_state), **_map_names(new_state)}
    return tuple(
        StateChange(names[subject], before.get(subject, ""), after.get(subject, ""))
        for subject in dict.fromkeys((*before, *after))
        if before.get(subject) != after.get(subject)
    )


def _list_descriptions(state: State, rules: Ruleset) -> Iterator[tuple[Subject, str]]:
    by_figure = state.info.words.by_figure
    for unit in state.units:
        if not by_figure:
            yield unit, _describe_unit(state, unit)
        else:
            yield unit, ", ".join(_list_marks(state, unit)) or NOTHING
            for figure, value in state.figures.items():
                if value.unit == unit:
                    yield figure, _describe_figure(state, figure)
    for side, points in count_victory_points(state, rules).items():
        yield side, f"{points} VP"


def _map_names(state: State) -> dict[Subject, str]:
    names = MatchNames(state)
    subjects = (*state.units, *state.figures, *(side.id for side in state.info.sides))
    return {subject: names.name_subject(subject) for subject in subjects}


def _describe_unit(state: State, unit: UnitId) -> str:
    """Describe a unit, as in ``4/8, 1 wound, 2 to remove, PANIC``."""
    value = state.units[unit]
    wounds = sum(state.figures[figure].wounds for figure in value.figures)
    said = [f"{len(value.figures)}/{value.started}", *_describe_wounds(wounds)]
    words = state.info.words.visible_markers
    carried = Counter(
        " and ".join(word.word for word in words if (figure, word.id) in state.markers)
        for figure in value.figures
    )
    said += [f"{count} {marked}" for marked, count in sorted(carried.items()) if marked]
    return ", ".join([*said, *_list_marks(state, unit)])


def _describe_figure(state: State, figure: FigureId) -> str:
    value = state.figures[figure]
    if value.gone is not None:
        return GONE
    return ", ".join([*_describe_wounds(value.wounds), *_list_marks(state, figure)]) or NOTHING


def _describe_wounds(wounds: int) -> list[str]:
    return [format_count(wounds, "wound")] if wounds else []


def _list_marks(state: State, subject: Subject) -> list[str]:
    names = MatchNames(state)
    return [names.describe_marker(*marker) for marker in list_visible_markers(state, subject)]

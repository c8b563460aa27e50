"""The visible state of a subject: its links, markers, wounds and lost gear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from tracker.projection.match_state import Marker, State
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.ruleset_display_names import LinkWord, MarkerWord
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure, is_unit


def list_visible_links(
    state: State, subject: Subject
) -> Iterator[tuple[LinkWord, str, tuple[Subject, ...]]]:
    """Yield each visible link of a subject, with its word and the other subjects on the table."""
    for word in state.info.words.visible_links:
        ends = [
            (a, b)
            for relation, a, b in state.links
            if relation == word.id
            and is_on_table(state, a)
            and is_on_table(state, b)
            and not does_link_spare_an_end(state, word, a, b)
        ]
        made = [b for a, b in ends if a == subject]
        borne = [a for a, b in ends if b == subject]
        ways = [(word.word, made), (word.back, borne)] if word.back else [(word.word, made + borne)]
        yield from ((word, said, tuple(dict.fromkeys(them))) for said, them in ways if them)


def does_link_spare_an_end(state: State, word: LinkWord, *ends: Subject) -> bool:
    """Return whether an end's profile contains the table in ``spares`` without its value."""
    table, _, name = word.spares.partition(".")
    units = [state.units[UnitId(end)] for end in ends if is_unit(end)] if table else []
    figures = (state.figures[figure] for unit in units for figure in unit.figures)
    found = (state.get_profile_values(figure).get(table) for figure in figures)
    return any(values is not None and not values.get(name) for values in found)


def is_on_table(state: State, subject: Subject) -> bool:
    """Return whether a unit or figure is on the table, or True for any other subject."""
    if is_figure(subject):
        figure = state.figures.get(FigureId(subject))
        return figure is not None and figure.gone is None
    if is_unit(subject):
        unit = state.units.get(UnitId(subject))
        return unit is not None and bool(unit.figures)
    return True


def list_visible_markers(state: State, subject: Subject) -> list[tuple[MarkerWord, Marker]]:
    """List a subject's visible markers in the order in which the ruleset declares them."""
    return [
        (word, marker)
        for word in state.info.words.visible_markers
        if (marker := state.markers.get((subject, word.id)))
    ]


def list_wound_and_lost_gear_signs(
    state: State, figures: Collection[FigureId]
) -> Iterator[tuple[str, str]]:
    """Yield a sign and words for the figures' wounds, and for each kind of lost gear."""
    listed = [state.figures[figure] for figure in figures]
    if wounds := sum(figure.wounds for figure in listed):
        yield f"w{wounds}", format_count(wounds, "wound")
    for gear, n in Counter(gear for figure in listed for gear in figure.lost).items():
        without = "no" if len(listed) == 1 else f"{n} without"
        yield f"−{n if n > 1 else ''}g", f"{without} {gear.replace('-', ' ').replace('_', ' ')}"

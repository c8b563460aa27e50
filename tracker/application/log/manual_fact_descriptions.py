"""Describes manual adjustments for the log, including hidden values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.log import fact_descriptions
from tracker.application.log.match_display_names import GIVEN, MatchNames
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure


class _FactText(Struct, frozen=True):
    """A fact in words, with its subjects.

    If ``aside`` is true, the text is used only if no other text is about the same subjects.
    """

    text: str
    about: frozenset[Subject] = frozenset()
    aside: bool = False


def apply_and_describe_facts(
    state: State, facts: Iterable[ev.AnyFact], by_hand: Iterable[ev.AnyFact]
) -> list[str]:
    """Apply the facts of an entry to the state, and return the texts that describe them.

    Facts that were entered by hand are described in full.
    """
    said = list(by_hand)
    sets_order = any(isinstance(fact, ev.PhaseBegan) and fact.order for fact in said)
    found: list[_FactText] = []
    for fact in facts:
        phase, removed = state.clock.phase, None
        had = state.units.get(fact.unit) if isinstance(fact, ev.UnitFormed) else None
        starts_at_0 = isinstance(fact, ev.Linked) and not (
            fact.value or _does_link_exist(state, fact)
        )
        if isinstance(fact, ev.MarkerCleared):
            removed = fact_descriptions.find_removed_marker_value(state, fact)
        apply_event(state, fact)
        names = MatchNames(state, removed)
        if fact not in said and starts_at_0:
            continue  # such as the wounds in a new combat
        if fact not in said:
            told = _FactText(fact_descriptions.describe_fact(names, fact))
        elif isinstance(fact, ev.UnitFormed) and had is not None and fact.started is None:
            told = _FactText(_describe_unit_change(names, fact, frozenset(had.figures)))
        elif isinstance(fact, ev.MarkerSet) and fact.until == "step" and sets_order:
            continue  # the new order of the sides already says this
        else:
            told = _describe_in_full(names, fact, phase)
            if isinstance(fact, ev.MarkerCleared) and _is_replaced_by_effect(names, fact, said):
                told = replace(told, aside=True)
        found.append(told)
    seen = {one for each in found if each.text and not each.aside for one in each.about}
    return [each.text for each in found if each.text and not (each.aside and each.about <= seen)]


def _does_link_exist(state: State, fact: ev.Linked) -> bool:
    return (fact.relation, fact.a, fact.b) in state.links


def _is_replaced_by_effect(
    names: MatchNames, fact: ev.MarkerCleared, said: Iterable[ev.AnyFact]
) -> bool:
    """Return whether the end of a marker is obvious, because its figure is gone or the phase is
    over.
    """
    figures = names.state.figures
    if all(is_figure(one) and figures[FigureId(one)].gone for one in fact.subjects):
        return True
    over = any(isinstance(each, (ev.TurnBegan, ev.PhaseBegan)) for each in said)
    return over and names.get_marker_word(fact.marker).waits


def _describe_unit_change(names: MatchNames, fact: ev.UnitFormed, had: frozenset[FigureId]) -> str:
    """Describe figures that have changed to another unit, as in ``R13 Vey now in R2 Kestrel``."""
    came = [figure for figure in fact.figures if figure not in had]
    into = names.name_unit_with_handle(fact.unit)
    if names.state.info.words.by_figure:
        return f"{names.name_subjects(came)} now in {into}"
    were = names.name_subjects(fact.out_of)
    return f"{into} +{len(came)} out of {were}: {_name_figures(names, came)}"


def _describe_in_full(names: MatchNames, fact: ev.AnyFact, phase: str) -> _FactText:
    text = fact_descriptions.describe_fact(names, fact)
    match fact:
        case ev.MarkerSet(subjects=subjects, marker=marker, value=value):
            word = names.get_marker_word(marker)
            own = not text or (len(subjects) == 1 and is_figure(subjects[0]))
            text = f"{_name_subjects_with_units(names, subjects)} {word.word}" if own else text
            plain = isinstance(value, bool) or (isinstance(value, int) and word.shown == "word")
            told_so = plain or value == GIVEN or str(value) in word.says
            said = "" if told_so else names.format_value(value)
            if said and not re.search(rf"(?<!\w){re.escape(said)}$", text):
                text += f" since turn {said}" if word.shown == "since" else f" {said}"
            return _FactText(
                text, _replace_figures_by_units(names, subjects), word.shown == "hidden"
            )
        case ev.MarkerCleared(subjects=subjects, marker=marker):
            word = names.get_marker_word(marker)
            text = text or f"{_name_subjects_with_units(names, subjects)} no longer {word.word}"
            return _FactText(
                text, _replace_figures_by_units(names, subjects), word.shown == "hidden"
            )
        case ev.UnitFormed(unit=unit, started=started) if started is not None:
            text = f"{names.name_unit_with_handle(unit)} began with {started}"
            return _FactText(text, frozenset((unit,)))
        case ev.Linked(relation=relation, a=a, b=b) | ev.Unlinked(relation=relation, a=a, b=b):
            link = names.get_link_word(relation)
            how = link.joined_phrase if isinstance(fact, ev.Linked) else link.parted_phrase
            if not link.counts:
                text = f"{names.name_subject(a)} {how} {names.name_subject(b)}"
            return _FactText(text, _replace_figures_by_units(names, (a, b)))
        case ev.ObjectiveSet(data=data) if "points" in data:
            text += f" and worth {data['points']} VP"
        case ev.TurnBegan(turn=turn):
            return _FactText(f"turn {turn}")
        case ev.PhaseBegan(phase=now, side=side, order=order) if not order or now != phase:
            whose = f" of {names.name_side(side)}" if side else ""
            return _FactText(f"{names.get_phase_display_name(now)}{whose}")
        case ev.FiguresRemoved(figures=figures) | ev.FiguresReturned(figures=figures):
            if _are_in_mixed_units(names, figures):
                text += f": {_name_figures(names, figures)}"
            return _FactText(text, _replace_figures_by_units(names, figures))
    return _FactText(text)


def _is_in_larger_unit(names: MatchNames, figure: Subject) -> bool:
    """Return whether a figure belongs to a unit of several figures, in a game where units act."""
    unit = names.state.units.get(names.state.figures[FigureId(figure)].unit)
    return not names.state.info.words.by_figure and (unit is None or unit.started > 1)


def _are_in_mixed_units(names: MatchNames, figures: Iterable[FigureId]) -> bool:
    """Return whether figures belong to units with mixed profiles, in a game where units act."""
    every = names.state.figures
    units = {every[figure].unit for figure in figures}
    kinds = {(value.profile, value.name) for value in every.values() if value.unit in units}
    return len(kinds) > 1 and not names.state.info.words.by_figure


def _name_figures(names: MatchNames, figures: Sequence[FigureId]) -> str:
    kinds = names.describe_figure_kinds(figures)
    tag = names.state.info.words.format_display_handle(figures[0])
    return f"{tag} {kinds.removeprefix('1 ')}" if len(figures) == 1 else kinds


def _name_subjects_with_units(names: MatchNames, subjects: Iterable[Subject]) -> str:
    """Name subjects together with their units, as in ``R1.4 Alpha`` for one of several figures of a
    unit.
    """
    return ", ".join(
        f"{names.state.info.words.format_display_handle(one)} "
        f"{names.name_unit(names.find_unit(one) or UnitId(one))}"
        if is_figure(one) and _is_in_larger_unit(names, one)
        else names.name_subject(one)
        for one in subjects
    )


def _replace_figures_by_units(names: MatchNames, subjects: Iterable[Subject]) -> frozenset[Subject]:
    return frozenset(names.find_unit(subject) or subject for subject in subjects)

"""Builds the beginning of an action's log line: who acts, what they do, and to whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.log.match_display_names import MatchNames
from tracker.procedures.declared.action_line_forms import ActorsAndTargets
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import make_verb_plural
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure, is_unit

Subjects = tuple[Subject, ...]
LEADS_ON = frozenset({"with", "over", "at", "aboard"})
"""The words after which targets follow without brackets, as in ``acts with R1``."""


def build_log_line_beginning(
    names: MatchNames, action: ev.ActionTaken, actors: Subjects, targets: Subjects
) -> str:
    """Build the beginning of a log line, as in ``Stalker ▸ Bravo (rifle)`` or ``Stalker moved again
    (Bravo)``.
    """
    sign = names.get_action_symbol(action.action)
    word = sign if sign and targets else names.get_action_display_name(action.action)
    shown = make_verb_plural(word) if len(actors) > 1 else word
    said = f"{names.name_subjects(actors)} {shown}"
    tells = ", ".join(_list_shown_parameter_values(names, action))
    told = f" ({tells})" if tells else ""
    if not targets:
        return said + told
    _, _, last = word.rpartition(" ")
    alone = last == word or last in LEADS_ON
    at = names.name_subjects(targets) if alone else f"({names.name_subjects(targets)})"
    return f"{said} {at}{told}"


def _list_shown_parameter_values(names: MatchNames, action: ev.ActionTaken) -> Iterator[str]:
    for field in names.list_parameters_shown_in_log(action.action):
        value = action.params.get(field)
        if isinstance(value, (tuple, list)):
            yield from (names.format_value(one) for one in value if isinstance(one, str))
        elif isinstance(value, str) and value:
            yield names.format_value(value).replace("-", " ")
        elif value is True:
            yield field.replace("_", " ")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield f"{value} {field.replace('_', ' ')}"


def resolve_actors_and_targets(
    event: ev.ActionTaken, state: State, declared: ActorsAndTargets | None
) -> ActorsAndTargets:
    """Return an action's actors and targets, except targets that have left the table.

    The ruleset declares the actors and targets. Figures are included as targets only if figures act
    individually. If the ruleset is missing, the acting side's subjects are the actors, and all
    others are targets.
    """
    if declared is None:
        named = dict.fromkeys(
            one for one in _list_nested_texts(event.params) if is_unit(one) or is_figure(one)
        )
        own = tuple(one for one in named if event.side in (None, _find_side(state, one)))
        declared = ActorsAndTargets(own, tuple(one for one in named if one not in own))
    if not declared.whom:
        return declared
    by_figure = state.info.words.by_figure
    there = (one for one in declared.whom if _find_side(state, one) is not None)
    whom = tuple(one for one in there if by_figure or not is_figure(one))
    return replace(declared, whom=whom)


def _list_nested_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _list_nested_texts(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _list_nested_texts(item)


def describe_action_point_cost(
    names: MatchNames, subjects: Iterable[Subject], facts: Iterable[ev.AnyFact]
) -> str:
    """Describe the points that an action cost its actor, as in ``3 AP spent``, or return "" if it
    cost none.
    """
    for fact in facts:
        if not isinstance(fact, ev.MarkerSet):
            continue
        word = names.get_marker_word(fact.marker)
        if not word.quiet or word.shown != "value" or {*subjects}.isdisjoint(fact.subjects):
            continue
        before = names.state.markers.get((fact.subjects[0], fact.marker))
        had = 0 if before is None else before.value
        if type(fact.value) is int and type(had) is int and fact.value > had:
            return f"{fact.value - had} {word.word}"
    return ""


class TargetDetails(Struct, frozen=True, gc=False):
    """The details of an attack on one target, such as ``rifle``, ``45 cm`` and ``soft cover``.

    If no distance was entered, ``unsaid`` is a text that says so, and otherwise "".
    """

    shown_values: str = ""
    far: str = ""
    cover: str = ""
    unsaid: str = ""


NO_DETAILS = TargetDetails()


def build_details_by_target(
    names: MatchNames, action: ev.ActionTaken, acts: ActorsAndTargets
) -> dict[Subject, TargetDetails]:
    if not (acts.whom or acts.far or acts.cover or acts.unmeasured):
        return {}
    shown = ", ".join(_list_shown_parameter_values(names, action))
    return {
        one: TargetDetails(
            shown,
            names.format_length(acts.far[one]) if one in acts.far else "",
            f"{acts.cover[one].replace('-', ' ')} cover" if one in acts.cover else "",
            "no range given" if one in acts.unmeasured else "",
        )
        for one in (*(acts.whom if shown else ()), *acts.far, *acts.cover, *acts.unmeasured)
    }


def filter_enemies(
    state: State, actors: Iterable[Subject], subjects: Subjects
) -> tuple[Subject, ...]:
    """Return those of the subjects that do not belong to the actors' side."""
    own = {None, *(_find_side(state, one) for one in actors)}
    return tuple([one for one in subjects if _find_side(state, one) not in own])


def _find_side(state: State, subject: Subject) -> str | None:
    figure = state.figures.get(FigureId(subject))
    unit = state.units.get(figure.unit if figure is not None else UnitId(subject))
    return None if unit is None else unit.side

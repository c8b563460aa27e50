"""Describes a subject's links in words."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.projection.match_state import State
from tracker.vocabulary.ruleset_display_names import LinkWord
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure, is_unit

LinkedSubjects = tuple[Subject, ...]


def list_visible_links(
    state: State, subject: Subject
) -> Iterator[tuple[LinkWord, str, LinkedSubjects]]:
    """Yield each visible link of a subject once, with its word and the subjects at the other end.

    The word is ``charges`` at the link's first end and ``charged by`` at its second. Subjects that
    are gone are left out.
    """
    for word in state.info.words.visible_links:
        ends = [
            (a, b)
            for relation, a, b in state.links
            if relation == word.id and _is_there(state, a) and _is_there(state, b)
        ]
        made = [b for a, b in ends if a == subject]
        borne = [a for a, b in ends if b == subject]
        ways = [(word.word, made), (word.back, borne)] if word.back else [(word.word, made + borne)]
        yield from ((word, said, tuple(dict.fromkeys(them))) for said, them in ways if them)


def _is_there(state: State, subject: Subject) -> bool:
    """Whether a unit has figures on the table, or a figure has not left it."""
    if is_figure(subject):
        return state.figures[FigureId(subject)].gone is None
    return not is_unit(subject) or bool(state.units[UnitId(subject)].figures)

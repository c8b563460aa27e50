"""The links of a subject, in words."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.projection.match_state import State
from tracker.vocabulary.names import Subject
from tracker.vocabulary.ruleset_display_names import LinkWord

Others = tuple[Subject, ...]


def list_links(state: State, subject: Subject) -> Iterator[tuple[LinkWord, str, Others]]:
    """Each link that people can see, its word from the subject's view, and the other end, each
    once: ``charges``, or ``charged by`` at the second end.
    """
    for word in state.info.words.visible_links:
        ends = [(a, b) for relation, a, b in state.links if relation == word.id]
        made = [b for a, b in ends if a == subject]
        borne = [a for a, b in ends if b == subject]
        ways = [(word.word, made), (word.back, borne)] if word.back else [(word.word, made + borne)]
        yield from ((word, said, tuple(dict.fromkeys(them))) for said, them in ways if them)

"""Whom a subject is linked to, in the words people have for it."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.projection.match_state import State
from tracker.vocabulary.names import Subject
from tracker.vocabulary.ruleset_display_names import LinkWord

Others = tuple[Subject, ...]


def list_links(state: State, subject: Subject) -> Iterator[tuple[LinkWord, str, Others]]:
    """Each link that people are shown, what the subject calls it, and whom it has it with, each
    once: ``charges``, and ``charged by`` of who is the second of the two.
    """
    for word in state.info.words.visible_links:
        ends = [(a, b) for relation, a, b in state.links if relation == word.id]
        made = [b for a, b in ends if a == subject]
        borne = [a for a, b in ends if b == subject]
        ways = [(word.word, made), (word.back, borne)] if word.back else [(word.word, made + borne)]
        yield from ((word, said, tuple(dict.fromkeys(them))) for said, them in ways if them)

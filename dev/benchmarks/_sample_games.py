"""Begins sample games, and copies events, for measurements."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.store_interface import NewEvent, StoredEvent
from tracker.procedures.ruleset import Ruleset


def begin_sample_game(book: Book, rules: Ruleset) -> Game:
    """Begin a game between the first two sample forces of a ruleset."""
    assert rules.forces is not None
    one, two = rules.forces.samples()[:2]
    return book.begin_match(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])


def copy_event(event: StoredEvent) -> NewEvent:
    """Copy an event, to write it into another stream."""
    return NewEvent(
        event.kind, event.schema, event.entry, event.action, event.body, event.rewinds_to
    )

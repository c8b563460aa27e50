"""A game as a match record, in the form that docs/match-record.md describes."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.application.records.record_writer import compose
from tracker.application.taking_photos import find_photo


def write_record(game: Game) -> str:
    """The record of a game: what was said, line by line, with all that was taken back."""
    return compose(game.ruleset, game.story, lambda digest: find_photo(game, digest))

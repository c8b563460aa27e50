"""A game as a match record, in the form that docs/match-record.md describes."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.application.records.composing import compose
from tracker.application.taking_photos import photo_of


def to_record(game: Game) -> str:
    """The record of a game: what was said, line by line, with all that was taken back."""
    return compose(game.ruleset, game.story, lambda digest: photo_of(game, digest))

"""Leaving a game that goes on: what stands where, if somebody wants to write it down."""

from __future__ import annotations

from tracker.application.match.game import Game
from tui.widgets.entry import LineEntry


class Leaving(LineEntry):
    """Asks where things stand; nothing typed is right, too. None stays at the table."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            "where do things stand?",
            hint=f"line {game.story.last_number} saved · Enter leaves · Esc stays",
        )

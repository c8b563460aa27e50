"""The replay check: what people said, run again through today's rules from the first line on."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.match.game import Game
from tracker.procedures.runners.mismatch import Mismatch
from tracker.procedures.runners.table import Table
from tracker.projection.state import State


class RulesDifference(Struct, frozen=True):
    """The first line where today's rules say something else than the book."""

    line: int
    text: str


def replay(game: Game) -> RulesDifference | None:
    """Run the game as it stands through today's rules; None when they say what the book says.

    The book counts whatever comes out: this only tells of changes in the rules' code.
    """
    table = Table(game.ruleset, State())
    try:
        table.resume(game.story.path)
    except Mismatch as error:
        line = game.story.lines[max(error.version, 1) - 1]
        return RulesDifference(game.story.number_of(line.entry), str(error))
    return None

"""The replay check: what people said, run again through today's rules from the first line on."""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from tracker.application.match.game import Game
from tracker.application.match.missing_ruleset import require_rules
from tracker.procedures.runners.live_table_runner import ReplayMismatch, TableRunner
from tracker.procedures.view import UnknownName
from tracker.projection.match_state import State


class RulesDifference(Struct, frozen=True):
    """The first line where today's rules say something else than the book."""

    line: int
    text: str


def find_rules_difference(game: Game) -> RulesDifference | None:
    """Run the game as it stands through today's rules; None when they say what the book says.

    The book counts whatever comes out: this only tells of changes in the rules' code. Raises
    ``Refused`` where they are not installed.
    """
    require_rules(game.ruleset)
    table = TableRunner(game.ruleset, State())
    for version, lines in groupby(game.history.path, key=lambda line: line.entry):
        try:
            table.resume_from_lines(lines)
        except (ReplayMismatch, UnknownName, LookupError, ValueError, TypeError) as error:
            return RulesDifference(game.history.get_line_number(version), str(error))
    return None

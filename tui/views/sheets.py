"""The sheet of the roll that waits, where it is many small ones."""

from __future__ import annotations

from tracker.procedures.declared.rollsheet import RollSheet
from tracker.procedures.requests import Faces
from tracker.procedures.runners.table import Pending
from tracker.procedures.view import Match


def build_sheet(match: Match, pending: Pending | None) -> RollSheet | None:
    """The rows of the dice that are asked, as the ruleset declares them; None for other rolls."""
    request = pending.request if pending is not None else None
    if not isinstance(request, Faces) or request.kind is None or request.kind.sheet is None:
        return None
    sheet = request.kind.sheet(match, request)
    return sheet if sheet.size == len(request.dice) else None

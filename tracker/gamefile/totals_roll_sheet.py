"""The sheet for a test whose dice are added up, with a row and a total for each unit."""

from __future__ import annotations

from collections import Counter

from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Faces


def build_totals_roll_sheet(_: Match, request: Faces) -> RollSheet:
    """Build the sheet from the labels of the dice, which name the unit, its need and its bonus."""
    counts = Counter(request.labels)
    labels = tuple(counts)
    rows = tuple(
        Row(label.subject, (f"{label.adds or 0:+d}", label.what), n) for label, n in counts.items()
    )

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        label = labels[row]
        total, number = sum(dice) + (label.adds or 0), int(label.what.split()[0].rstrip("+"))
        passed = total >= number if label.what.endswith("+") else total <= number
        return RowResult((str(total),), "passed" if passed else "failed", bad=not passed)

    return RollSheet("totals", ("adds", "total needs"), ("total",), rows, read_each_row(read))

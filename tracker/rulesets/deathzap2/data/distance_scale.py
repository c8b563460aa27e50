"""The factor for distances on a large board."""

from __future__ import annotations

from typing import Final, Literal

from tracker.procedures.view import Match

Measure = Literal["move", "range", "other"]

_DOUBLED: Final[dict[str, tuple[Measure, ...]]] = {
    "moves": ("move",),
    "moves_and_ranges": ("move", "range"),
    "all_distances": ("move", "range", "other"),
}


def find_distance_scale(match: Match, measure: Measure) -> int:
    """1, or 2 if a large board doubles this kind of distance (DZ-SETUP-01, DZ-G17)."""
    if match.option("board") == "small":
        return 1
    return 2 if measure in _DOUBLED[str(match.option("large_board_doubles"))] else 1

"""Tie-breaks as they are declared: what each adds up, what is cut, how unplayed rounds count.

Those of chess follow FIDE's regulations; an organiser composes others in the file of a scheme.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

Source = Literal[
    "VP difference",
    "VP scored",
    "wins",
    "games won",
    "losses",
    "points so far",
    "points against",
    "opponents' points",
    "opponents' points a game",
    "opponents' schedule",
    "head to head",
    "lots",
]
"""What a tie-break adds up, round by round.

"wins" has byes and forfeits that pay as a win among them, "games won" none; "points so far" are
those after each round; "points against" what each opponent was beaten for.
"""
Unplayed = Literal["own points", "left out"]
"""A round that was not played, where opponents' points are added up: one's own points, or none.

Where their points a game or schedules are added up it is always left out.
"""

CutBy = Literal["opponent", "contribution"]

WITHIN: frozenset[Source] = frozenset({"head to head", "lots"})
"""These mean something only among players who are level so far; nobody composes others of them."""
OF_OPPONENTS: frozenset[Source] = frozenset(
    {"opponents' points", "opponents' points a game", "opponents' schedule"}
)
NAMED: frozenset[Source] = OF_OPPONENTS | {"points against", "head to head"}
"""Sums of these name each opponent; the others are bare numbers."""


class TieRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """One tie-break. ``short`` heads its column.

    ``mean`` divides the sum by what counts of it. ``by_result`` counts a round in full for a win,
    half for a draw, not at all for a loss. ``at_least`` leaves out opponents with less than so
    many per cent of what their rounds could have paid. Cuts leave out so many opponents with the
    lowest and the highest number of their own; before the lowest go rounds not played by the
    player's own doing. ``cut_by`` "contribution" is how seasons were cut that closed before: the
    rounds that added least, often a lost game's zero.
    """

    name: str
    adds: Source
    short: str
    mean: bool = False
    fewer_first: bool = False
    by_result: bool = False
    at_least: int = 0
    cut_worst: int = 0
    cut_best: int = 0
    unplayed: Unplayed = "own points"
    cut_by: CutBy = "opponent"

    @property
    def is_for_level_players(self) -> bool:
        """It holds only among players who are level so far."""
        return self.adds in WITHIN


def _by_name(rules: Iterable[TieRule]) -> Mapping[str, TieRule]:
    return MappingProxyType({rule.name: rule for rule in rules})


BUILT_IN = _by_name(
    [
        TieRule("head to head", "head to head", "h2h"),
        TieRule("VP difference", "VP difference", "VP±"),
        TieRule("schedule", "opponents' points a game", "sched", mean=True),
        TieRule("extended schedule", "opponents' schedule", "ext", mean=True),
        TieRule("Buchholz", "opponents' points", "Buch"),
        TieRule("Buchholz cut 1", "opponents' points", "Buch−1", cut_worst=1),
        TieRule("Sonneborn-Berger", "opponents' points", "SB", by_result=True),
        TieRule("VP scored", "VP scored", "VP+"),
        TieRule("fewest losses", "losses", "losses", fewer_first=True),
        TieRule("lots", "lots", "lots", fewer_first=True),
        TieRule("median Buchholz", "opponents' points", "median", cut_worst=1, cut_best=1),
        TieRule("Sonneborn-Berger cut 1", "opponents' points", "SB−1", by_result=True, cut_worst=1),
        TieRule("progressive", "points so far", "progr"),
        TieRule("Koya", "points against", "Koya", at_least=50),
        TieRule("wins", "wins", "wins"),
        TieRule("games won", "games won", "won"),
    ]
)
"""Those that every scheme may name, in the order in which they are offered."""

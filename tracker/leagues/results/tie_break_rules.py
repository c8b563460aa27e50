"""Declares tie-breaks: what they add up, what they cut, and how unplayed rounds count.

The chess tie-breaks follow FIDE's regulations. Organisers can define more in a scheme file.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

TieBreakSource = Literal[
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
"""The numbers that a tie-break adds up, round by round.

"wins" includes byes and forfeits that earn as much as a win, but "games won" does not. "points so
far" adds up the player's total after each round. "points against" adds up the player's points
against each opponent.
"""
Unplayed = Literal["own points", "left out"]
"""How an unplayed round counts in opponents' points: as the player's own points, or not at all. It
never counts for points per game or for schedules.
"""

CutBy = Literal["opponent", "contribution"]

TIED_ONLY: frozenset[TieBreakSource] = frozenset({"head to head", "lots"})
"""The sources that apply only to tied players. Custom tie-breaks cannot use them."""
OF_OPPONENTS: frozenset[TieBreakSource] = frozenset(
    {"opponents' points", "opponents' points a game", "opponents' schedule"}
)
NAMED: frozenset[TieBreakSource] = OF_OPPONENTS | {"points against", "head to head"}
"""The sources whose sums name each opponent. Other sums show only numbers."""


class TieBreakRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie-break. ``short`` is its column heading.

    If ``mean`` is true, the sum is divided by the number of parts that count. If ``by_result`` is
    true, a round counts fully for a win and half for a draw, but not for a loss. Opponents with
    less than ``at_least`` per cent of their possible points do not count. Cuts remove the opponents
    whose own numbers are lowest or highest. Rounds that the player missed are cut before the
    lowest. If ``cut_by`` is "contribution", the rounds that added least are cut. Earlier versions
    of the program closed seasons this way.
    """

    name: str
    adds: TieBreakSource
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
    def applies_only_to_tied_players(self) -> bool:
        return self.adds in TIED_ONLY


_RULES = (
    TieBreakRule("head to head", "head to head", "h2h"),
    TieBreakRule("VP difference", "VP difference", "VP±"),
    TieBreakRule("schedule", "opponents' points a game", "sched", mean=True),
    TieBreakRule("extended schedule", "opponents' schedule", "ext", mean=True),
    TieBreakRule("Buchholz", "opponents' points", "Buch"),
    TieBreakRule("Buchholz cut 1", "opponents' points", "Buch−1", cut_worst=1),
    TieBreakRule("Sonneborn-Berger", "opponents' points", "SB", by_result=True),
    TieBreakRule("VP scored", "VP scored", "VP+"),
    TieBreakRule("fewest losses", "losses", "losses", fewer_first=True),
    TieBreakRule("lots", "lots", "lots", fewer_first=True),
    TieBreakRule("median Buchholz", "opponents' points", "median", cut_worst=1, cut_best=1),
    TieBreakRule(
        "Sonneborn-Berger cut 1", "opponents' points", "SB−1", by_result=True, cut_worst=1
    ),
    TieBreakRule("progressive", "points so far", "progr"),
    TieBreakRule("Koya", "points against", "Koya", at_least=50),
    TieBreakRule("wins", "wins", "wins"),
    TieBreakRule("games won", "games won", "won"),
)
BUILT_IN: Mapping[str, TieBreakRule] = MappingProxyType({rule.name: rule for rule in _RULES})
"""The tie-breaks that are available in every scheme, in the order of display."""

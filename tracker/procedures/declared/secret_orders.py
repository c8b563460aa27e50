"""The orders that a side places face down on its own phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import SideId, UnitId


class SecretOrder(Struct, frozen=True):
    """A unit's possible orders, each as typed in a line and in words, and its current order."""

    unit: UnitId
    choices: tuple[tuple[str, str], ...]
    current: str


class SecretOrderRules(Struct, frozen=True):
    """A ruleset's secret orders. ``list_open`` lists a side's orders while they may be placed.

    ``format_line`` formats one line that places all of them. ``are_placed`` returns whether a side
    has placed its orders.
    """

    list_open: Callable[[Match, SideId], tuple[SecretOrder, ...]]
    format_line: Callable[[SideId, Mapping[UnitId, str]], str]
    are_placed: Callable[[Match, SideId], bool]

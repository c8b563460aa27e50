"""The orders that a side places face down on its own phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import SideId, UnitId


class SecretOrder(Struct, frozen=True):
    """A unit's possible orders, each as typed in a line and in words, and its current order."""

    unit: UnitId
    offers: tuple[tuple[str, str], ...]
    now: str


class SecretOrders(Struct, frozen=True):
    """A ruleset's secret orders. ``open`` lists a side's orders while they may be placed, ``line``
    formats the line that enters them all, and ``is_laid`` returns whether that was done.
    """

    open: Callable[[Match, SideId], tuple[SecretOrder, ...]]
    line: Callable[[SideId, Mapping[UnitId, str]], str]
    is_laid: Callable[[Match, SideId], bool]

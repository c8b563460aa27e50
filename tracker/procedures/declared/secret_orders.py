"""Orders that a side places face down on its own phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import SideId, UnitId


class SecretOrder(Struct, frozen=True):
    """The possible orders of a unit, each as in its line and in words, and its default order."""

    unit: UnitId
    offers: tuple[tuple[str, str], ...]
    now: str


class SecretOrders(Struct, frozen=True):
    """The secret orders of a ruleset. ``open`` lists the orders of a side while they may be placed,
    ``line`` formats the line that enters them all, and ``is_laid`` says whether the side has
    entered them.
    """

    open: Callable[[Match, SideId], tuple[SecretOrder, ...]]
    line: Callable[[SideId, Mapping[UnitId, str]], str]
    is_laid: Callable[[Match, SideId], bool]

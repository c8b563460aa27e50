"""Orders that a side lays face down by itself, on a phone of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec import Struct

from tracker.procedures.view import Match
from tracker.vocabulary.names import SideId, UnitId


class SecretOrder(Struct, frozen=True):
    """The orders that a unit may get now: each as its line has it and in words, and the one that
    it has if nothing else is laid.
    """

    unit: UnitId
    offers: tuple[tuple[str, str], ...]
    now: str


@dataclass(frozen=True)
class SecretOrders:
    """``open`` are those of a side while they may be laid; ``line`` says them all, ``is_laid``
    whether the side has said them.
    """

    open: Callable[[Match, SideId], tuple[SecretOrder, ...]]
    line: Callable[[SideId, Mapping[UnitId, str]], str]
    is_laid: Callable[[Match, SideId], bool]

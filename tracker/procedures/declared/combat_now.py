"""A combat as it stands, whatever its rules: who is in it, whose step it is, who is ahead."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from tracker.vocabulary.names import SideId, Subject, UnitId

Units = tuple[UnitId, ...]
Pairs = tuple[tuple[UnitId, UnitId], ...]


class ContactRow(Protocol):
    """So many models of a unit touch these enemies, and so many support against them."""

    @property
    def engaged(self) -> int: ...
    @property
    def supporting(self) -> int: ...
    @property
    def enemies(self) -> Units: ...


class CombatNow(Struct, frozen=True):
    """A combat as it stands.

    ``units`` are those of each side. ``step`` is the step that is rolled, or else the next one
    (0: all have struck), ``strikers`` who is still to strike whom in it, ``struck`` the
    units that have begun to. ``contact`` says how many models of each unit touch, or support
    against, each enemy; ``idle`` are units that touch an enemy which nobody of theirs can harm.
    ``wounds`` are those inflicted by each side; ``winner`` is who has won or is ahead, None for a
    draw. ``fought``: it is over. ``is_next``: of several it is fought next.
    """

    combat: Subject
    units: tuple[tuple[SideId, Units], ...]
    step: int
    strikers: Pairs
    struck: Units
    contact: tuple[tuple[UnitId, tuple[ContactRow, ...]], ...]
    idle: Pairs
    wounds: tuple[tuple[SideId, int], ...]
    winner: SideId | None
    fought: bool
    is_next: bool

    @property
    def every(self) -> Units:
        return tuple(unit for _, units in self.units for unit in units)

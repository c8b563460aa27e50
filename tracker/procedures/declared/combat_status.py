"""The state of a combat under any rules: its fighters, current step, and leader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from tracker.vocabulary.subject_ids import SideId, Subject

if TYPE_CHECKING:
    from tracker.procedures.match_view import Match

Fighters = tuple[Subject, ...]
"""Units, or figures in games where figures act one by one."""
Pairs = tuple[tuple[Subject, Subject], ...]


class ContactRow(Protocol):
    """The models that touch these enemies (None if not entered), and those in support."""

    @property
    def engaged(self) -> int | None: ...
    @property
    def supporting(self) -> int: ...
    @property
    def enemies(self) -> Fighters: ...


class PhaseHistory(Struct, frozen=True):
    """The match at the start of the current phase (``began``) and the links made since (``met``).

    Each entry of ``met`` has the relation first.
    """

    began: Match
    met: tuple[tuple[str, Subject, Subject], ...] = ()


class CombatStatus(Struct, frozen=True):
    """The state of a combat.

    ``units`` are the units of each side. ``step`` is the current or next step (0 if all have
    struck, None if the rules have no steps). ``strikers`` have still to strike in that step, each
    with a target; ``struck`` are the units that have begun to strike. ``contact`` has the number of
    models of each unit that touch each enemy, or support against it. ``idle`` units touch an enemy
    that they cannot harm. ``wounds`` are the wounds that each side has inflicted. ``winner`` is the
    side that has won or is ahead, None for a draw. ``leaving`` are losing units that must leave.
    ``fought`` is true if the combat is over, ``is_next`` if it is the next of several.
    """

    combat: Subject
    units: tuple[tuple[SideId, Fighters], ...]
    step: int | None
    strikers: Pairs
    struck: Fighters
    contact: tuple[tuple[Subject, tuple[ContactRow, ...]], ...]
    wounds: tuple[tuple[SideId, int], ...]
    winner: SideId | None
    fought: bool
    is_next: bool = False
    idle: Pairs = ()
    leaving: Fighters = ()

    @property
    def all_fighters(self) -> Fighters:
        return tuple(unit for _, units in self.units for unit in units)

"""The state of a combat under any rules: its fighters, its current step and the leading side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from tracker.vocabulary.subject_ids import SideId, Subject

if TYPE_CHECKING:
    from tracker.procedures.match_view import Match

Fighters = tuple[Subject, ...]
"""The ids of units, or of figures in games where figures act individually."""
Pairs = tuple[tuple[Subject, Subject], ...]


class ContactRow(Protocol):
    """The number of models that are ``engaged`` with ``enemies`` (None if unknown), and the number
    that are ``supporting``.
    """

    @property
    def engaged(self) -> int | None: ...
    @property
    def supporting(self) -> int: ...
    @property
    def enemies(self) -> Fighters: ...


class PhaseHistory(Struct, frozen=True):
    """The match at the ``start`` of a phase, and all links made since then, with their kinds."""

    start: Match
    new_links: tuple[tuple[str, Subject, Subject], ...] = ()


class CombatStatus(Struct, frozen=True):
    """The state of a combat.

    ``units`` are the units of each side. ``step`` is the current or next step. It is 0 if all units
    have struck, and None if the rules have no steps. ``strikers`` are the units that have not yet
    struck in that step, each with its target. ``struck`` are the units that have begun to strike.
    ``contact`` says, for each unit, how many of its models touch an enemy and how many support
    them. ``idle`` units touch an enemy that they cannot harm. ``wounds`` are the wounds that each
    side has inflicted. ``winner`` is the side that has won or is ahead, or None for a draw.
    ``leaving`` are the losing units that must leave. If ``fought`` is true, the combat is over. If
    ``is_next`` is true, this combat is fought next.
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

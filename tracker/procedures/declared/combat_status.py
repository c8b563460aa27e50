"""The state of a combat under any rules: who is in it, whose step it is, who is ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from tracker.vocabulary.names import SideId, Subject

if TYPE_CHECKING:
    from tracker.procedures.match_view import Match

Fighters = tuple[Subject, ...]
"""Units, or figures where they act one by one."""
Pairs = tuple[tuple[Subject, Subject], ...]


class ContactRow(Protocol):
    """So many models touch these enemies (None: not entered), and so many support."""

    @property
    def engaged(self) -> int | None: ...
    @property
    def supporting(self) -> int: ...
    @property
    def enemies(self) -> Fighters: ...


class PhaseHistory(Struct, frozen=True):
    """``began``: the match at the start of its phase; ``met``: the links since, relation first."""

    began: Match
    met: tuple[tuple[str, Subject, Subject], ...] = ()


class CombatStatus(Struct, frozen=True):
    """The state of a combat.

    ``units`` are those of each side. ``step`` is the current step, or else the next one (0: all
    have struck; None: the rules have no steps). ``strikers`` are still to strike in it, each with a
    target; ``struck`` are the units that have begun to. ``contact`` says how many models of each
    unit touch, or support against, each enemy; ``idle`` units touch an enemy that they cannot harm.
    ``wounds`` are those inflicted by each side; ``winner`` has won or is ahead, None for a draw;
    ``leaving`` are losers who must go. ``fought``: it is over. ``is_next``: it is the next of
    several.
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

"""A combat as it stands, whatever its rules: who is in it, whose step it is, who is ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from tracker.vocabulary.names import SideId, Subject

if TYPE_CHECKING:
    from tracker.procedures.view import Match

Fighters = tuple[Subject, ...]
"""Units; figures where these act one by one."""
Pairs = tuple[tuple[Subject, Subject], ...]


class ContactRow(Protocol):
    """So many models touch these enemies (None: nobody has said how many), and so many support
    against them.
    """

    @property
    def engaged(self) -> int | None: ...
    @property
    def supporting(self) -> int: ...
    @property
    def enemies(self) -> Fighters: ...


class PhaseHistory(Struct, frozen=True):
    """``began`` is the match as its present phase began, ``met`` who was linked to whom since, with
    the relation first.
    """

    began: Match
    met: tuple[tuple[str, Subject, Subject], ...] = ()


class CombatStatus(Struct, frozen=True):
    """A combat as it stands.

    ``units`` are those of each side. ``step`` is the step that is rolled, or else the next one
    (0: all have struck; None: the rules have no steps), ``strikers`` who is still to strike whom in
    it, ``struck`` the units that have begun to. ``contact`` says how many models of each unit
    touch, or support against, each enemy; ``idle`` are units that touch an enemy which nobody of
    theirs can harm. ``wounds`` are those inflicted by each side; ``winner`` is who has won or is
    ahead, None for a draw; ``leaving`` are those who lost and have to go. ``fought``: it is over.
    ``is_next``: of several it is fought next.
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

"""What one game comes to for records that last: who removed whom, nerve lost, dice thrown.

It is made once a game has ended and lies in the game's row in the lists, so that a campaign of
many games never reads them all; ``rebuild`` makes it anew from the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Self

import msgspec
from msgspec import Struct

from tracker.application.chances.pools import Pools
from tracker.leagues.league_events import Harm
from tracker.vocabulary.events import RemovedHow
from tracker.vocabulary.names import SideId, UnitId

FORM = 3
"""Raise it when the stored form changes: rows of another form are worked out again."""


class Removal(Struct, frozen=True, array_like=True, gc=False):
    """Figures of a unit that left the table: how, by which unit (where that is known), how many."""

    unit: UnitId
    how: RemovedHow
    by: UnitId | None
    figures: int


class Served(Struct, frozen=True, array_like=True, gc=False):
    """A unit as it was mustered: ``left`` of its figures stood at the end, ``nerve`` lost so often.

    What split off from it, or what was formed of it, belongs to it. ``fallen`` are the names of
    those of its figures that have one and did not stand at the end, but for those ``taken``;
    ``captives`` are all that were taken. ``harm`` is what who stood carried at the end.
    """

    unit: UnitId
    side: SideId
    name: str
    mustered: int
    left: int
    nerve: int = 0
    fallen: tuple[str, ...] = ()
    captives: int = 0
    taken: tuple[str, ...] = ()
    harm: Harm = Harm()


class Thrown(Struct, frozen=True, array_like=True, gc=False):
    """Dice counted by success, of a side and unit (None: nobody's) and of a kind of roll.

    ``dice`` are (over, under, how many): so many dice with that chance each.
    """

    side: SideId | None
    unit: UnitId | None
    what: str
    rolls: int
    made: int
    dice: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, side: SideId | None, unit: UnitId | None, what: str, pools: Pools) -> Self:
        """The stored form of pools."""
        dice = tuple((p.numerator, p.denominator, n) for p, n in sorted(pools.dice.items()))
        return cls(side, unit, what, pools.rolls, pools.made, dice)

    @property
    def pools(self) -> Pools:
        return Pools(self.rolls, self.made, {Fraction(a, b): n for a, b, n in self.dice})


def merge_pools(thrown: Iterable[Thrown]) -> Pools:
    """All these dice as pools, added up quickly."""
    rolls = made = 0
    dice: dict[tuple[int, int], int] = {}
    for one in thrown:
        rolls += one.rolls
        made += one.made
        for over, under, n in one.dice:
            share = over, under
            dice[share] = dice.get(share, 0) + n
    return Pools(rolls, made, {Fraction(*share): n for share, n in dice.items()})


class Depth(Struct, frozen=True, array_like=True, gc=False):
    """How much of a game was written down.

    ``pools`` and ``sums`` are those of all ``rolls`` whose dice are known; of ``counted`` pools
    only the successes were said, ``by_hand`` actions were told by their outcome.
    """

    rolls: int = 0
    pools: int = 0
    sums: int = 0
    counted: int = 0
    by_hand: int = 0

    def __add__(self, other: Depth) -> Depth:
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Depth(*(a + b for a, b in zip(mine, theirs, strict=True)))


class GameTally(Struct, frozen=True, array_like=True):
    """A game that has ended. ``points`` by side."""

    form: int
    turns: int
    depth: Depth
    points: dict[SideId, int]
    units: tuple[Served, ...]
    removals: tuple[Removal, ...]
    thrown: tuple[Thrown, ...]

    def find_side(self, unit: UnitId | None) -> SideId | None:
        """The side of a unit, None for nobody."""
        return next((one.side for one in self.units if one.unit == unit), None)

    def list_kills(self) -> Iterator[Removal]:
        """Figures that a unit of the other side removed."""
        sides = {one.unit: one.side for one in self.units}
        for one in self.removals:
            if one.by is not None and sides[one.by] != sides[one.unit]:
                yield one


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(GameTally).decode


def write_tally(tally: GameTally) -> str:
    """The tally as it lies in the row of its game."""
    return _encode(tally).decode()


def read_stored_tally(text: str) -> GameTally | None:
    """The tally that lies in a row; None where there is none, or one of another form."""
    try:
        found = _decode(text) if text else None
    except msgspec.MsgspecError:
        return None
    return found if found is not None and found.form == FORM else None


def is_of_earlier_form(text: str, now: str) -> bool:
    """Whether a row tells nothing of its game that has ended, or in a form with a lower number."""
    try:
        (form, *_) = msgspec.json.decode(text, type=list) if text else (0,)
    except (msgspec.MsgspecError, ValueError):
        return False
    return bool(now) and type(form) is int and 0 <= form < FORM

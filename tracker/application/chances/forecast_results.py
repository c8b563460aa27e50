"""What could happen, as it is told: losses, marks, numbers, and what dice come to."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Change = Literal["added", "kept", "removed"]
"""What becomes of a mark."""


class OutcomeChance(Struct, frozen=True):
    """How likely something is; ``n`` counts figures, where it does."""

    chance: float
    n: int = 0
    what: str = ""


class MarkerForecast(Struct, frozen=True):
    """A mark that may be put on or taken off, or stay on: ``r1 Alpha: no longer PANIC``.

    ``who`` is the handle of who carries it, ``kind`` what it is called (``PANIC``), ``word`` what
    becomes of it (``no longer PANIC``) and ``change`` the same as one of three; ``worth`` says how
    much it counts among others.
    """

    chance: float
    what: str
    who: str
    kind: str
    word: str
    change: Change
    worth: int


class LossForecast(Struct, frozen=True):
    """Figures of a unit that would be lost: the chance of each number, and what to expect.

    ``who`` is the handle of the unit, or of the one figure where figures act one by one. ``of``
    are the figures there are.
    """

    who: str
    name: str
    of: int
    chances: tuple[OutcomeChance, ...]
    expected: float


class NumberForecast(Struct, frozen=True):
    """What a number would come to: ``b5 Raider: damage``, ``hits on b2 Dusk rifles``.

    Chances of a marker that counts, or of wounds carried, are of each number while whoever carries
    it is there; ``what`` says so of the wounds of a unit that may lose figures.
    """

    what: str
    chances: tuple[OutcomeChance, ...]
    expected: float
    kind: str = ""


class OutcomeForecast(Struct, frozen=True):
    """What comes one way or another: a round of close combat is won, drawn or lost."""

    what: str
    chances: tuple[OutcomeChance, ...]
    kind: str = ""


class Forecast(Struct, frozen=True):
    """What could happen, each sort with what counts most first.

    ``losses`` begin with those of whom it is done to. ``counts`` are numbers that may change;
    ``marks`` are marks that may or may not be put on or taken off, also numbers that come to 1 or
    nothing; ``aftermaths`` further attacks that would follow, at which this stops. ``rolled`` are
    numbers that dice come to on the way (hits), ``ways`` what they decide (a round won or lost).
    ``off_by``: how far a chance may be off, 95 times in 100 (0 where all is exact).
    ``assumptions`` say what it rests on: choices taken as they are proposed, who stays out of it.
    """

    losses: tuple[LossForecast, ...]
    marks: tuple[MarkerForecast, ...]
    aftermaths: tuple[OutcomeChance, ...]
    counts: tuple[NumberForecast, ...] = ()
    rolled: tuple[NumberForecast, ...] = ()
    ways: tuple[OutcomeForecast, ...] = ()
    assumptions: tuple[str, ...] = ()
    runs: int = 0
    off_by: float = 0.0

    @property
    def exact(self) -> bool:
        return not self.runs

    @property
    def has_uncertainty(self) -> bool:
        """Whether anything is left to chance."""
        sorts = (self.losses, self.marks, self.aftermaths, self.counts, self.rolled, self.ways)
        return any(sorts)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of things it tells, as docs/odds.md names them."""
        sorts = (self.marks, self.counts, self.rolled, self.ways)
        named = {one.kind for sort in sorts for one in sort}
        lost = {"losses"} if self.losses else set()
        return frozenset(named | lost | {one.what for one in self.aftermaths})

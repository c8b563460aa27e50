"""The types for the forecast of an action: losses, markers, numbers, and results of dice."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Change = Literal["added", "kept", "removed"]


class OutcomeChance(Struct, frozen=True):
    """The chance of one outcome, which is either the number ``n`` or the text ``what``."""

    chance: float
    n: int = 0
    what: str = ""


class MarkerForecast(Struct, frozen=True):
    """The chance that a marker is added, kept or removed, as in ``r1 Alpha: no longer PANIC``.

    ``who`` is the handle of the marker's bearer, and ``kind`` is the marker's name (``PANIC``).
    ``word`` is the change in words (``no longer PANIC``), ``change`` is the kind of change, and
    ``worth`` is its importance.
    """

    chance: float
    what: str
    who: str
    kind: str
    word: str
    change: Change
    worth: int


class LossForecast(Struct, frozen=True):
    """The losses of a unit: the chance of each number of lost figures, and the expected number.

    ``who`` is the handle of the unit or, in games where figures act individually, of a single
    figure. ``of`` is the current number of figures.
    """

    who: str
    name: str
    of: int
    chances: tuple[OutcomeChance, ...]
    expected: float


class NumberForecast(Struct, frozen=True):
    """The chances of each value of a number, such as ``b5 Raider: damage`` or ``hits on b2 Dusk
    rifles``.

    For wounds and numbered markers, these are the chances while the bearer is in play. ``what``
    states this condition for the wounds of a unit that may lose figures.
    """

    what: str
    chances: tuple[OutcomeChance, ...]
    expected: float
    kind: str = ""


class OutcomeForecast(Struct, frozen=True):
    """The chances of several named outcomes, as in a close combat that is won, drawn or lost."""

    what: str
    chances: tuple[OutcomeChance, ...]
    kind: str = ""


class Forecast(Struct, frozen=True):
    """A forecast of an action. Each group of results begins with the most important ones.

    ``losses`` begins with the targets. ``counts`` contains numbers that may change. ``marks``
    contains markers that may be added or removed, and numbers that are 0 or 1. ``aftermaths``
    contains later attacks, whose effects are not included. ``rolled`` contains intermediate
    numbers, such as hits, and ``ways`` contains intermediate outcomes, such as a won or lost round.
    ``off_by`` is the error of the chances at 95 % confidence, or 0 if they are exact.
    ``assumptions`` lists default choices, and units that are assumed not to interrupt.
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
    def has_uncertain_results(self) -> bool:
        sorts = (self.losses, self.marks, self.aftermaths, self.counts, self.rolled, self.ways)
        return any(sorts)

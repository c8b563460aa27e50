"""Needed rolls: the needed number, its modifiers, and the bands of faces that follow from it.

A need is ``4+`` (4 or more) or ``3 or less``. It applies to each die of a pool, or to a sum.

>>> Need(4).format_range(1, 6), Need(3, less=True, die=10).format_range(1, 10)
('4+', '3 or less')
>>> [(band.name, band.low, band.high) for band in Need(5, hit="hit", miss="miss").bands]
[('miss', 1, 4), ('hit', 5, 6)]
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tracker.vocabulary.dice_bands import (
    Band,
    Bands,
    Modifier,
    make_at_least_bands,
    make_at_most_bands,
)

BASE = "base"
"""The name of a plain number among the parts of a needed number."""


class Need(Struct, frozen=True, dict=True):
    """A needed roll: ``number`` or more. If ``less`` is true, ``number`` or less is needed.

    ``parts`` are modifiers that add up to the number, or that are added to the dice. ``special``
    are bands apart from hits and misses, such as partial hits, natural tens or rerolled ones.
    ``die`` is the size of each die in a pool. ``hit`` and ``miss`` are the names of the two usual
    bands. ``notes`` are other rules of the roll, such as ``each 1 is rolled again``.
    """

    number: int
    less: bool = False
    die: int = 6
    parts: tuple[Modifier, ...] = ()
    special: Bands = ()
    hit: str = "success"
    miss: str = "failure"
    notes: tuple[Modifier, ...] = ()

    @cached_property
    def bands(self) -> Bands:
        """The bands of a single die in the pool."""
        return self.make_bands_for_range(1, self.die)

    def make_bands_for_range(self, low: int, high: int) -> Bands:
        """Make the bands of a die or sum whose results range from ``low`` to ``high``."""
        return _make_bands_for_range(
            self.number, self.less, self.hit, self.miss, low, high, self.special
        )

    def format_range(self, low: int, high: int) -> str:
        """Format the need as ``4+`` or ``3 or less``, or as the only number that meets it."""
        if self.less:
            return f"{self.number} or less" if self.number > low else str(self.number)
        return f"{self.number}+" if self.number < high else str(self.number)

    def replace_number(self, number: int) -> Need:
        """Return the same need with another ``number`` and without parts.

        Special bands that touch an end of the die are kept. Other bands move with the number.
        """
        by = number - self.number
        moved = tuple(
            band if band.low == 1 or band.high == self.die else _shift_band(band, by, self.special)
            for band in self.special
        )
        return replace(self, number=number, parts=(), special=moved)


def _shift_band(band: Band, by: int, special: Bands) -> Band:
    low, high = band.low + by, band.high + by
    for other in special:
        if other.low == 1 != band.low:
            low = max(low, other.high + 1)
        elif other.low > band.high:
            high = min(high, other.low - 1)
    return replace(band, low=low, high=high)


@lru_cache(maxsize=4096)
def _make_bands_for_range(
    number: int, less: bool, hit: str, miss: str, low: int, high: int, special: Bands
) -> Bands:
    """Make the hit, miss and special bands from ``low`` to ``high``."""
    plain = (make_at_most_bands if less else make_at_least_bands)(
        number, high, low=low, hit=hit, miss=miss
    )
    found: list[Band] = []
    for band in plain:
        face = band.low
        for each in sorted(special, key=lambda one: one.low):
            first, last = max(each.low, face), min(each.high, band.high)
            if first <= last:
                before = replace(band, low=face, high=first - 1)
                found += [before, replace(each, low=first, high=last)]
                face = last + 1
        found.append(replace(band, low=face))
    return tuple(band for band in found if band.low <= band.high)


def describe_need_parts(
    parts: tuple[Modifier, ...], need: Need | None, bonus: int = 0
) -> list[str]:
    """Describe the parts of a needed number, such as ``Missile skill 3`` and ``light cover -1``.

    If the first parts add up to the need, and the others to the ``bonus`` of the roll, the first
    part is the need's base value. Otherwise, all parts are modifiers.
    """
    words = [_describe_modifier(part) for part in parts]
    values = [part.value for part in parts]
    for count in range(len(parts) if need else 0, 0, -1):
        assert need is not None
        if sum(values[:count]) == need.number and sum(values[count:]) == bonus:
            more = not need.less and need.number < need.die
            words[0] = f"{parts[0].name} {parts[0].value}{'+' if more else ''}"
            return words[:count] + [f"{word} to the roll" for word in words[count:]]
    return words


def _describe_modifier(part: Modifier) -> str:
    value = f"{part.value:+d}" if part.value else ""
    if value and "," in part.name:  # a sentence, such as the limits of a need
        return f"{value} ({part.name})"
    return value if part.name == BASE else f"{part.name} {value}".rstrip()


def infer_need(bands: Bands) -> Need | None:
    """Infer the need from its bands. Returns None if there are no successes or no failures."""
    won = [band for band in bands if band.success]
    if not won or len(won) == len(bands):
        return None
    first, last = won[0].low, won[-1].high
    less = first - bands[0].low < bands[-1].high - last
    return Need(last if less else first, less, bands[-1].high)

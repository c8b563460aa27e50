"""The numbers needed on dice, which are sums of named modifiers within limits.

>>> limits = Limits(2, 6, "never better than 2", "never worse than 6", "SK-FIRE-1")
>>> hit = compute_need(Modifier("skill", 4), Modifier("hard cover", 3), limits=limits)
>>> hit.number, hit.parts[-1]
(6, Modifier(name='never worse than 6', value=-1, rule='SK-FIRE-1'))
"""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary.dice_bands import Bands, Modifier
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.roll_needs import Need


class Limits(Struct, frozen=True):
    """The limits of a needed number. ``too_low`` and ``too_high`` are the limits' names."""

    low: int
    high: int
    too_low: str
    too_high: str
    rule: str


def compute_need(
    *parts: Modifier,
    limits: Limits,
    less: bool = False,
    die: int = 6,
    base: int | None = None,
    special: Bands = (),
    hit: str = "success",
    miss: str = "failure",
) -> Need:
    """Return the need that is the sum of ``parts``, within ``limits``.

    A limit that applies becomes a part of the need. ``less``, ``die``, ``special``, ``hit`` and
    ``miss`` have the same meaning as in ``Need``. If ``base`` is given, the parts are added to the
    dice, and the sum must reach ``base``.
    """
    total = sum(part.value for part in parts)
    number = total if base is None else base - total
    held = min(max(number, limits.low), limits.high)
    if held != number:
        by = held - number if base is None else number - held
        name = limits.too_low if held > number else limits.too_high
        parts = (*parts, Modifier(name, by, limits.rule))
    return Need(held, less, die, parts, special, hit, miss)


keep_old_names(__name__)

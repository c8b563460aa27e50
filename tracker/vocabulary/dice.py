"""Dice as the rules see them: sizes, bands of faces, and exact chances.

A pool of like dice is answered by *counts per band*: how many dice fell in each part of the
faces that the rule tells apart. Single faces are kept in the event, never shown to a rule that
asked for a pool, so that a rule sees the same at the table and in the odds.

>>> count_by_band([1, 4, 6], (Band("miss", 1, 3), Band("hit", 4, 6, success=True)))
(1, 2)
>>> compute_success_chance((Band("miss", 1, 3), Band("hit", 4, 6, success=True)), 6)
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from msgspec import Struct, field


class Band(Struct, frozen=True, gc=False, omit_defaults=True):
    """Faces ``low`` to ``high`` (inclusive) of a die, and their ``name``.

    ``success``: they count as successes. ``told``: their number is shown next to the successes: ``5
    hits, 1 partial hit``.
    """

    name: str
    low: int
    high: int
    # Stored even if false, as it always was: only defaults without a factory are left out.
    success: bool = field(default_factory=bool)
    told: bool = False

    def count_faces(self) -> int:
        """The number of its faces."""
        return self.high - self.low + 1


Bands = tuple[Band, ...]
Counts = tuple[int, ...]


class Modifier(Struct, frozen=True, gc=False):
    """One part of a number needed, with its ``name`` and ``value``: ``soft cover +1``."""

    name: str
    value: int
    rule: str = ""


def make_at_least_bands(
    need: int, high: int = 6, *, low: int = 1, hit: str = "success", miss: str = "failure"
) -> Bands:
    """Two bands for "``need`` or more"; a need outside ``low`` to ``high`` leaves only one."""
    lost, won = Band(miss, low, min(need - 1, high)), Band(hit, max(need, low), high, success=True)
    return tuple(band for band in (lost, won) if band.low <= band.high)


def make_at_most_bands(
    need: int, high: int = 10, *, low: int = 1, hit: str = "success", miss: str = "failure"
) -> Bands:
    """Two bands for "``need`` or less"."""
    won, lost = Band(hit, low, min(need, high), success=True), Band(miss, max(need + 1, low), high)
    return tuple(band for band in (won, lost) if band.low <= band.high)


def make_table_bands(*rows: tuple[int, str]) -> Bands:
    """A printed table as bands: the last face of each row, and its text."""
    lows = (1, *(high + 1 for high, _ in rows))
    return tuple(Band(name, low, high) for low, (high, name) in zip(lows, rows, strict=False))


def describe_bands(bands: Iterable[Band], *, dash: str = "-") -> str:
    """``1-2 half speed, 3 a gun``: which faces mean what."""
    return ", ".join(
        f"{b.low if b.low == b.high else f'{b.low}{dash}{b.high}'} {b.name}" for b in bands
    )


def is_partition(bands: Bands, sides: int) -> bool:
    """Whether the bands cover every face from 1 to ``sides`` exactly once, in order."""
    face = 1
    for band in bands:
        if band.low != face or band.high < band.low:
            return False
        face = band.high + 1
    return face == sides + 1


def find_band(face: int, bands: Bands) -> int:
    """The index of the band with a face. Raises ``ValueError`` if there is none."""
    for index, band in enumerate(bands):
        if band.low <= face <= band.high:
            return index
    message = f"a {face} is not a face of this die"
    raise ValueError(message)


def count_by_band(faces: Sequence[int], bands: Bands) -> Counts:
    """The number of these faces in each band."""
    counts = [0] * len(bands)
    for face in faces:
        counts[find_band(face, bands)] += 1
    return tuple(counts)


def count_successes(counts: Counts, bands: Bands) -> int:
    """The number of dice in success bands."""
    return sum(n for n, band in zip(counts, bands, strict=True) if band.success)


def describe_band_count(number: int, band: Band) -> str:
    """``1 partial hit``, ``2 partial hits``, ``2 missed by 3``, ``2 of them rending``."""
    if band.success:
        return f"{number} of them {band.name}"
    last = band.name[-1:]
    plural = number > 1 and last.isalpha() and last != "s" and not band.name[0].isdigit()
    return format_kind_count(number, f"{band.name}{'s' if plural else ''}")


def format_kind_count(number: int, name: str) -> str:
    """``1 low``; a name that begins with a number stands alone: ``2 struck``, ``3× 2 struck``."""
    if name[:1].isdigit():
        return name if number == 1 else f"{number}× {name}"
    return f"{number} {name}"


def describe_special_counts(counts: Counts, bands: Bands) -> list[str]:
    """The dice in special bands: ``1 partial hit``, ``2 of them rending``."""
    pairs = zip(counts, bands, strict=True)
    return [describe_band_count(n, band) for n, band in pairs if n and band.told]


def describe_each_die(faces: Sequence[int], bands: Bands) -> list[str]:
    """The result of each die, in order: ``3 struck``, ``2 struck``."""
    return [bands[find_band(face, bands)].name for face in faces]


def describe_failed_counts(counts: Counts, bands: Bands) -> list[str]:
    """The same for a roll without successes that has several bands, less the widest: ``2 ones``."""
    plain = max(bands, key=Band.count_faces)
    told = zip(counts, bands, strict=True)
    return [describe_band_count(n, band) for n, band in told if n and band != plain]


def compute_success_chance(bands: Bands, sides: int) -> Fraction:
    """The chance that one die is a success."""
    return Fraction(sum(band.count_faces() for band in bands if band.success), sides)


@lru_cache(maxsize=4096)
def compute_pool_distribution(
    dice: int, sides: int, widths: tuple[int, ...]
) -> tuple[tuple[Counts, Fraction], ...]:
    """The exact distribution of counts per band: a multinomial over bands of these widths."""
    if len(widths) == 1:
        return (((dice,), Fraction(1)),)
    total = sides**dice
    return tuple((counts, Fraction(ways, total)) for counts, ways in _ways(dice, widths))


def _ways(dice: int, widths: tuple[int, ...]) -> list[tuple[Counts, int]]:
    first, rest = widths[0], widths[1:]
    if not rest:
        return [((dice,), first**dice)]
    found: list[tuple[Counts, int]] = []
    for n in range(dice + 1):
        here = comb(dice, n) * first**n
        found.extend(((n, *more), here * ways) for more, ways in _ways(dice - n, rest))
    return found


@lru_cache(maxsize=1024)
def compute_sum_distribution(
    dice: tuple[int, ...], bonus: int = 0, bands: Bands = ()
) -> tuple[tuple[int, Fraction], ...]:
    """The exact distribution of the sum of mixed dice (sizes in ``dice``) plus a bonus.

    With ``bands`` over the sum: the distribution of band indices.
    """
    if bands:
        places = [Fraction(0)] * len(bands)
        for total, chance in compute_sum_distribution(dice, bonus):
            places[find_band(total, bands)] += chance
        return tuple(enumerate(places))
    ways: dict[int, int] = {bonus: 1}
    total = 1
    for sides in dice:
        total *= sides
        added: dict[int, int] = {}
        for value, n in ways.items():
            for face in range(1, sides + 1):
                added[value + face] = added.get(value + face, 0) + n
        ways = added
    return tuple((value, Fraction(n, total)) for value, n in sorted(ways.items()))


def format_dice_sizes(sizes: tuple[int, ...]) -> str:
    """``1 die``, ``8 dice`` for six-sided ones; ``2D8 + 3D6 + 1D4`` for others."""
    if set(sizes) == {6}:
        return "1 die" if len(sizes) == 1 else f"{len(sizes)} dice"
    return " + ".join(f"{sizes.count(size)}D{size}" for size in dict.fromkeys(sizes))

"""Dice in the rules: their sizes, and bands of faces.

A *band* is a range of faces that a rule distinguishes. A rule that rolls a pool of dice receives
only the number of dice in each band. Single faces are stored only in the event. A rule therefore
sees the same values at the table and when odds are computed.

>>> count_by_band([1, 4, 6], (Band("miss", 1, 3), Band("hit", 4, 6, success=True)))
(1, 2)
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, field

from tracker.vocabulary.count_wording import NUMBER_WORDS, pluralise_noun, singularise_noun

FACE_WORDS: Final = NUMBER_WORDS[1:11]
AGAIN: Final = "again"
"""The name of the band whose dice are rerolled once. The reroll is a separate roll."""
ELSEWHERE: Final = "natural ten"
"""The name of the band whose dice strike something other than the target."""
FAILED_AGAIN: Final = ", failed again"
"""The suffix of the name of a roll that rerolls failures."""


class Band(Struct, frozen=True, gc=False, omit_defaults=True):
    """A range of die faces from ``low`` to ``high`` (inclusive), with a ``name``.

    If ``success`` is true, these faces are successes. If ``told`` is true, the number of dice in
    the band is listed after the successes, as in ``5 hits, 1 partial hit``.
    """

    name: str
    low: int
    high: int
    # Stored even if false, as in older files. Only defaults without a factory are left out.
    success: bool = field(default_factory=bool)
    told: bool = False

    def count_faces(self) -> int:
        """Count the faces in the band."""
        return self.high - self.low + 1

    @property
    def outcome(self) -> str:
        """The band's name for a total. ``success`` becomes ``passed``, and ``failure`` becomes
        ``failed``.
        """
        return {"success": "passed", "failure": "failed"}.get(self.name, self.name)


Bands = tuple[Band, ...]
Counts = tuple[int, ...]


class Modifier(Struct, frozen=True, gc=False):
    """One part of a needed number, with its ``name`` and ``value``, such as ``soft cover +1``."""

    name: str
    value: int
    rule: str = ""


def make_at_least_bands(
    need: int, high: int = 6, *, low: int = 1, hit: str = "success", miss: str = "failure"
) -> Bands:
    """Make the failure and success bands for "``need`` or more".

    If every result succeeds or every result fails, only one band is returned.
    """
    lost, won = Band(miss, low, min(need - 1, high)), Band(hit, max(need, low), high, success=True)
    return tuple(band for band in (lost, won) if band.low <= band.high)


def make_at_most_bands(
    need: int, high: int = 10, *, low: int = 1, hit: str = "success", miss: str = "failure"
) -> Bands:
    """Make the success and failure bands for "``need`` or less"."""
    won, lost = Band(hit, low, min(need, high), success=True), Band(miss, max(need + 1, low), high)
    return tuple(band for band in (won, lost) if band.low <= band.high)


def make_table_bands(*rows: tuple[int, str]) -> Bands:
    """Make the bands of a printed table from its ``rows``. A row is (its last face, its text)."""
    lows = (1, *(high + 1 for high, _ in rows))
    return tuple(Band(name, low, high) for low, (high, name) in zip(lows, rows, strict=False))


def describe_bands(bands: Iterable[Band], *, dash: str = "-") -> str:
    """Describe the meaning of each band's faces, as in ``1-2 half speed, 3 a gun``."""
    return ", ".join(
        f"{b.low if b.low == b.high else f'{b.low}{dash}{b.high}'} {b.name}" for b in bands
    )


def describe_bands_without_success(bands: Bands) -> str:
    """Describe bands of which none is a success, as in ``1–3 left, 4–7 straight, 8–10 right``.

    Return "" if a band is a success. Such a roll has a needed number.
    """
    return "" if any(band.success for band in bands) else describe_bands(bands, dash="–")


def is_partition(bands: Bands, die_size: int) -> bool:
    """Return whether the bands cover every face from 1 to ``die_size`` exactly once, in order."""
    face = 1
    for band in bands:
        if band.low != face or band.high < band.low:
            return False
        face = band.high + 1
    return face == die_size + 1


def find_band(face: int, bands: Bands) -> int:
    """Return the index of the band that contains a face. Raises ``ValueError`` if none does."""
    for index, band in enumerate(bands):
        if band.low <= face <= band.high:
            return index
    raise ValueError(f"a {face} is not a face of this die")


def count_by_band(faces: Sequence[int], bands: Bands) -> Counts:
    counts = [0] * len(bands)
    for face in faces:
        counts[find_band(face, bands)] += 1
    return tuple(counts)


def count_successes(counts: Counts, bands: Bands) -> int:
    return sum([n for n, band in zip(counts, bands, strict=True) if band.success])


def pluralise_face_word(band_name: str) -> str:
    """Return the plural of a band's name if it is the word for a face: ``sixes`` for ``six``."""
    return pluralise_noun(band_name) if band_name in FACE_WORDS else band_name


def name_die_in_band(band_name: str) -> str:
    """Return the name of one die in a band, such as ``rending``, or ``a six`` for a face."""
    name = singularise_noun(band_name)
    return f"a{'n' * (name == 'eight')} {name}" if name in FACE_WORDS else name


def describe_band_count(number: int, band: Band) -> str:
    """Describe how many dice are in a band, such as ``1 partial hit`` or ``2 of them rending``."""
    if band.success:
        name = pluralise_face_word(band.name) if number > 1 else name_die_in_band(band.name)
        return f"{number} of them {name}"
    if band.name == AGAIN:
        return f"{number} to reroll"
    last = band.name[-1:]
    plural = number > 1 and last.isalpha() and last != "s" and not band.name[0].isdigit()
    return format_count_with_band_name(number, f"{band.name}{'s' if plural else ''}")


def format_count_with_band_name(number: int, band_name: str) -> str:
    """Format a count and a band's name, such as ``1 low``.

    A name that starts with a digit gives ``2 struck`` for one die, and ``3× 2 struck`` for three
    dice. A name that ends with a digit gives ``1× missed by 2``.
    """
    if band_name[:1].isdigit():
        return band_name if number == 1 else f"{number}× {band_name}"
    if band_name[-1:].isdigit():
        return f"{number}× {band_name}"
    return f"{number} {band_name}"


def describe_special_counts(counts: Counts, bands: Bands) -> list[str]:
    """Describe the dice in ``told`` bands, such as ``1 partial hit`` or ``2 of them rending``."""
    pairs = zip(counts, bands, strict=True)
    return [describe_band_count(n, band) for n, band in pairs if n and band.told]


def list_band_names(faces: Sequence[int], bands: Bands) -> list[str]:
    """Return the band name of each die, in order, such as ``3 struck`` and ``2 struck``."""
    return [bands[find_band(face, bands)].name for face in faces]


def describe_failed_roll(counts: Counts, bands: Bands) -> list[str]:
    """Describe a roll without successes, as in ``2 ones``. Dice in the widest band are left out."""
    plain = max(bands, key=Band.count_faces)
    told = zip(counts, bands, strict=True)
    return [describe_band_count(n, band) for n, band in told if n and band != plain]


def format_dice_sizes(sizes: tuple[int, ...]) -> str:
    """Format dice by size, such as ``2D8 + 3D6``, or ``8 dice`` if all have six sides."""
    if set(sizes) == {6}:
        return "1 die" if len(sizes) == 1 else f"{len(sizes)} dice"
    return " + ".join(f"{sizes.count(size)}D{size}" for size in dict.fromkeys(sizes))

"""The roll that a dice prompt asks for, and its shortest valid entry."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.vocabulary.dice_bands import Bands, is_partition

Form = Literal["pool", "score", "faces"]


class AskedRoll(Struct, frozen=True):
    """A requested roll. ``dice`` contains the number of sides of each die."""

    form: Form
    dice: tuple[int, ...]
    bands: Bands = ()
    bonus: int = 0
    labels: tuple[str, ...] = ()

    @property
    def dice_count(self) -> int:
        return len(self.dice)

    def get_sides_of_die(self, die_index: int) -> int:
        """Return the number of sides of a die. Extra dice have as many sides as the last die."""
        if self.dice:
            return self.dice[min(die_index, self.dice_count - 1)]
        return self.bands[-1].high if self.bands else 6

    def has_only_dice_with_sides(self, sides: int) -> bool:
        return all(size == sides for size in self.dice) and self.get_sides_of_die(0) == sides

    @property
    def are_dice_alike(self) -> bool:
        return len(set(self.dice)) <= 1

    @property
    def shortest_entry_kind(self) -> Literal["successes", "kinds", "sum", "faces"]:
        if self.form == "score":
            return "sum"
        if self.form == "faces":
            return "faces"
        return "kinds" if self.special_band_indices else "successes"

    @property
    def special_band_indices(self) -> tuple[int, ...]:
        """The indices of the special success bands, then those of the special failure bands."""
        return self.list_special_band_indices(success=True) + self.list_special_band_indices(
            success=False
        )

    def list_band_indices(self, *, success: bool) -> tuple[int, ...]:
        return tuple(i for i, band in enumerate(self.bands) if band.success is success)

    def list_special_band_indices(self, *, success: bool) -> tuple[int, ...]:
        """List the indices of all success (or failure) bands except the plain band.

        The plain band is the widest. Of equally wide bands, it is the one closest to the failure
        (or success) bands.
        """
        plain = self.find_plain_band_index(success=success)
        return tuple(i for i in self.list_band_indices(success=success) if i != plain)

    def find_plain_band_index(self, *, success: bool) -> int | None:
        """Return the index of the plain success (or failure) band, or None if there is none."""
        others = self.list_band_indices(success=not success)

        def prefer(i: int) -> tuple[int, int]:
            distance = min((abs(i - other) for other in others), default=i)
            return -self.bands[i].count_faces(), distance

        return min(self.list_band_indices(success=success), key=prefer, default=None)


def make_pool_roll(count: int, sides: int, bands: Bands) -> AskedRoll:
    """Build a roll of identical dice. The rules use only the band of each face.

    Raises ``ValueError`` unless the bands cover every face of the die exactly once.
    """
    if count < 0 or not is_partition(bands, sides):
        message = f"{bands} do not cover each face of {count} dice with {sides} sides exactly once"
        raise ValueError(message)
    return AskedRoll("pool", (sides,) * count, bands)


def make_sum_roll(dice: tuple[int, ...], bonus: int = 0) -> AskedRoll:
    """Build a roll of dice that are added up.

    People enter faces or the total of the dice, and the program adds ``bonus``.
    """
    return AskedRoll("score", dice, bonus=bonus)


def make_faces_roll(dice: tuple[int, ...], labels: tuple[str, ...] = ()) -> AskedRoll:
    """Build a roll in which each die has its own meaning. ``labels`` describe these meanings."""
    return AskedRoll("faces", dice, labels=labels)

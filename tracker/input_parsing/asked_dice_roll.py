"""The roll that a dice prompt asks for, and the shortest entry that answers it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tracker.vocabulary.dice import Bands, is_partition

Form = Literal["pool", "score", "faces"]
Enough = Literal["successes", "kinds", "sum", "faces"]


class AskedRoll(Struct, frozen=True):
    """One requested roll; make it with ``make_pool_roll``, ``make_sum_roll`` or
    ``make_faces_roll``.

    ``dice`` holds the size of each die in its place. ``kinds`` names the bands of a pool that are
    entered besides the successes ("nine, of which three sixes"), in their order; without it they
    are derived. ``change`` is how the prompt offers to edit the action.
    """

    form: Form
    dice: tuple[int, ...]
    bands: Bands = ()
    bonus: int = 0
    labels: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    change: str = "change the action"

    @property
    def dice_count(self) -> int:
        return len(self.dice)

    def get_sides_at(self, place: int) -> int:
        """The size of the die in this place; extra dice have the size of the last one."""
        if self.dice:
            return self.dice[min(place, self.dice_count - 1)]
        return self.bands[-1].high if self.bands else 6

    def has_all_sides(self, sides: int) -> bool:
        return all(size == sides for size in self.dice) and self.get_sides_at(0) == sides

    @property
    def are_dice_alike(self) -> bool:
        return len(set(self.dice)) <= 1


def make_pool_roll(
    count: int, sides: int, bands: Bands, *, kinds: tuple[str, ...] = (), change: str = ""
) -> AskedRoll:
    """Equal dice of which only the band of each face counts.

    Raises ``ValueError`` unless the bands cover every face of the die exactly once.
    """
    if count < 0 or not is_partition(bands, sides):
        message = f"{bands} do not cover each face of {count} dice with {sides} sides exactly once"
        raise ValueError(message)
    return AskedRoll("pool", (sides,) * count, bands, kinds=kinds, change=change or _CHANGE)


def make_sum_roll(dice: tuple[int, ...], bonus: int = 0, *, change: str = "") -> AskedRoll:
    """A sum of dice, to which the program adds ``bonus``: people enter what the dice show."""
    return AskedRoll("score", dice, bonus=bonus, change=change or _CHANGE)


def make_faces_roll(
    dice: tuple[int, ...], labels: tuple[str, ...] = (), *, change: str = ""
) -> AskedRoll:
    """Dice that each have their own meaning; ``labels`` gives the meaning of each place."""
    return AskedRoll("faces", dice, labels=labels, change=change or _CHANGE)


_CHANGE = "change the action"


def find_shortest_entry(asked: AskedRoll) -> Enough:
    """The shortest valid entry, which the prompt shows before the roll."""
    if asked.form == "score":
        return "sum"
    if asked.form == "faces":
        return "faces"
    return "kinds" if list_special_bands(asked) else "successes"


def list_bands_by_success(asked: AskedRoll, *, success: bool) -> tuple[int, ...]:
    """The indices of the bands that are successes, or of the others."""
    return tuple(i for i, band in enumerate(asked.bands) if band.success is success)


def list_special_bands(asked: AskedRoll) -> tuple[int, ...]:
    """The bands that must be entered besides the number of successes, in order."""
    return list_special_bands_by_success(asked, success=True) + list_special_bands_by_success(
        asked, success=False
    )


def list_special_bands_by_success(asked: AskedRoll, *, success: bool) -> tuple[int, ...]:
    """All successes (or failures) except the plain band.

    The plain band is the one that ``asked.kinds`` omits; if that does not decide, it is the widest,
    and of equally wide ones the band next to the other group.
    """
    bands = list_bands_by_success(asked, success=success)
    named = [i for name in asked.kinds for i in bands if asked.bands[i].name == name]
    if len(bands) > 1 and len(set(named)) == len(bands) - 1:
        return tuple(dict.fromkeys(named))
    plain = find_plain_band(asked, success=success)
    return tuple(i for i in bands if i != plain)


def find_plain_band(asked: AskedRoll, *, success: bool) -> int | None:
    """The band of a plain success (or failure), or None if there is none."""
    bands = list_bands_by_success(asked, success=success)
    if not bands:
        return None
    left = [i for i in bands if asked.bands[i].name not in asked.kinds]
    if len(left) == 1:
        return left[0]
    others = list_bands_by_success(asked, success=not success)
    return min(bands, key=lambda i: (-asked.bands[i].count_faces(), _distance(i, others)))


def _distance(index: int, others: tuple[int, ...]) -> int:
    return min((abs(index - other) for other in others), default=index)

"""Sheets of many small rolls: one row for each who rolls, all dice in one go.

What a row shows, and what its dice come to, is the ruleset's to say; screens only draw it.

>>> read = each(lambda row, dice: Come((), "holds" if dice[0] > 1 else "drops a coin"))
>>> sheet = RollSheet("grip", ("shaken",), (), (Row("u:r1", ("1",), 1), Row("u:b1")), read)
>>> [come.word for come in sheet.compute_results((4,))]
['holds', '']
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tracker.vocabulary.names import Subject


class Row(Struct, frozen=True):
    """Who rolls; ``known`` is a text for each column that is known beforehand.

    ``dice`` are how many are rolled: where none, ``why`` says so. ``name`` is for rows of nobody.
    """

    subject: Subject | None
    known: tuple[str, ...] = ()
    dice: int = 0
    why: str = ""
    name: str = ""


class Come(Struct, frozen=True):
    """What the dice of a row come to: ``worked`` is a text a column, ``word`` the result.

    ``bad``: it is marked as something that hurts.
    """

    worked: tuple[str, ...] = ()
    word: str = ""
    bad: bool = False


class RollSheet(Struct, frozen=True):
    """``rows`` of dice: ``columns`` head what is known, ``worked`` what follows from the dice.

    ``read`` is given the faces of every row, none for one whose dice are not all in.
    """

    title: str
    columns: tuple[str, ...]
    worked: tuple[str, ...]
    rows: tuple[Row, ...]
    read: Callable[[tuple[tuple[int, ...], ...]], tuple[Come, ...]]

    def list_dice_places(self, row: int) -> range:
        """The places (from 0) that the dice of a ``row`` have in the whole roll."""
        start = sum(each.dice for each in self.rows[:row])
        return range(start, start + self.rows[row].dice)

    @property
    def size(self) -> int:
        """How many dice are rolled in all."""
        return sum(row.dice for row in self.rows)

    def compute_results(self, faces: tuple[int | None, ...]) -> tuple[Come, ...]:
        """What ``faces`` come to, row by row: those that are in, None for one that is not."""
        padded = (*faces, *[None] * (self.size - len(faces)))
        rows = [
            tuple(f for p in self.list_dice_places(row) if (f := padded[p]))
            for row in range(len(self.rows))
        ]
        full = (
            dice if len(dice) == row.dice else () for dice, row in zip(rows, self.rows, strict=True)
        )
        return self.read(tuple(full))


def each(read: Callable[[int, tuple[int, ...]], Come]) -> Callable[..., tuple[Come, ...]]:
    """A ``read`` of a sheet whose rows stand alone: called with the place and the faces of each."""

    def read_all(rows: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        return tuple(read(at, dice) if dice else Come() for at, dice in enumerate(rows))

    return read_all

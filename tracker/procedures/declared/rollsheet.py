"""Sheets of many small rolls: one row for each who rolls, all dice in one go.

What a row shows, and what its dice come to, is the ruleset's to say; screens only draw it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tracker.vocabulary.names import Subject


class Row(Struct, frozen=True):
    """Who rolls, what is known beforehand (a text a column), and how many dice: none needs ``why``.

    ``name`` is for rows that are nobody's.
    """

    subject: Subject | None
    known: tuple[str, ...] = ()
    dice: int = 0
    why: str = ""
    name: str = ""


class Come(Struct, frozen=True):
    """What the dice of a row come to: a text a column, and the result in a word."""

    worked: tuple[str, ...] = ()
    word: str = ""
    bad: bool = False


class RollSheet(Struct, frozen=True):
    """``columns`` head what is known, ``worked`` what follows from the dice.

    ``read`` is given the faces of every row, none for one whose dice are not all in.
    """

    title: str
    columns: tuple[str, ...]
    worked: tuple[str, ...]
    rows: tuple[Row, ...]
    read: Callable[[tuple[tuple[int, ...], ...]], tuple[Come, ...]]

    def places(self, row: int) -> range:
        """The places of a row's dice in the whole roll."""
        start = sum(each.dice for each in self.rows[:row])
        return range(start, start + self.rows[row].dice)

    @property
    def size(self) -> int:
        """How many dice are rolled in all."""
        return sum(row.dice for row in self.rows)

    def come(self, faces: tuple[int | None, ...]) -> tuple[Come, ...]:
        """What the dice that are in come to, row by row."""
        padded = (*faces, *[None] * (self.size - len(faces)))
        rows = [
            tuple(f for p in self.places(row) if (f := padded[p])) for row in range(len(self.rows))
        ]
        full = (
            dice if len(dice) == row.dice else () for dice, row in zip(rows, self.rows, strict=True)
        )
        return self.read(tuple(full))


def each(read: Callable[[int, tuple[int, ...]], Come]) -> Callable[..., tuple[Come, ...]]:
    """A reading row by row, where no row says anything of another."""

    def read_all(rows: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        return tuple(read(at, dice) if dice else Come() for at, dice in enumerate(rows))

    return read_all

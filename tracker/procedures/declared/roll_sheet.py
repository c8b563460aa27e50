"""Sheets of many small rolls, with one row for each roller. All dice are rolled at once.

The ruleset defines the columns and the results of rows. Screens only display them.

>>> read = read_each_row(lambda n, dice: RowResult((), "holds" if dice[0] > 1 else "drops a coin"))
>>> sheet = RollSheet("grip", ("shaken",), (), (Row("u:r1", ("1",), 1), Row("u:b1")), read)
>>> [come.word for come in sheet.compute_results((4,))]
['holds', '']
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import Subject


class Row(Struct, frozen=True):
    """A roller's row. ``known`` has a text for each column that is known before the roll.

    ``dice`` is the number of dice. If it is zero, ``why`` gives the reason. A row without a subject
    has a ``name``.
    """

    subject: Subject | None
    known: tuple[str, ...] = ()
    dice: int = 0
    why: str = ""
    name: str = ""


class RowResult(Struct, frozen=True):
    """The result of a row's dice as a ``word``. ``worked`` has the text for each result column.

    If ``bad`` is true, the result is marked as harmful.
    """

    worked: tuple[str, ...] = ()
    word: str = ""
    bad: bool = False


class RollSheet(Struct, frozen=True):
    """A sheet of ``rows`` of dice, with ``columns`` of known values and ``worked`` for results.

    ``read`` computes the results from the faces of every row. The faces of an incomplete row are an
    empty tuple.
    """

    title: str
    columns: tuple[str, ...]
    worked: tuple[str, ...]
    rows: tuple[Row, ...]
    read: Callable[[tuple[tuple[int, ...], ...]], tuple[RowResult, ...]]

    def list_die_positions(self, row: int) -> range:
        """List the positions (from 0) of a row's dice in the whole roll. ``row`` is its index."""
        start = sum(each.dice for each in self.rows[:row])
        return range(start, start + self.rows[row].dice)

    @property
    def dice_count(self) -> int:
        """The total number of dice."""
        return sum(row.dice for row in self.rows)

    def compute_results(self, faces: tuple[int | None, ...]) -> tuple[RowResult, ...]:
        """Compute each row's result from the ``faces`` entered so far (None for a missing face)."""
        padded = (*faces, *[None] * (self.dice_count - len(faces)))
        rows = [
            tuple(f for p in self.list_die_positions(row) if (f := padded[p]))
            for row in range(len(self.rows))
        ]
        full = (
            dice if len(dice) == row.dice else () for dice, row in zip(rows, self.rows, strict=True)
        )
        return self.read(tuple(full))


def read_each_row(
    read: Callable[[int, tuple[int, ...]], RowResult],
) -> Callable[..., tuple[RowResult, ...]]:
    """Make a sheet's ``read`` from a function that reads one row from its index and faces."""

    def read_all(rows: tuple[tuple[int, ...], ...]) -> tuple[RowResult, ...]:
        return tuple(read(at, dice) if dice else RowResult() for at, dice in enumerate(rows))

    return read_all


keep_old_names(__name__)

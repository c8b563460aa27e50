"""Labels that name the owner and the purpose of each die.

>>> Label("r1 Alpha", "5 left", times=5).text, Label("r13", adds=2).text
('r1 Alpha: 5 left', 'r13 +2')
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TypeVar

from msgspec import Struct

from tracker.vocabulary.subject_ids import SideId, Subject, format_die_label, is_figure, is_unit

A = TypeVar("A")


class Label(Struct, frozen=True, omit_defaults=True):
    """The label of a die. ``who`` names its owner (with the id ``subject``), ``what`` its purpose.

    The result of the die applies ``times`` times, for example to 5 figures. 0 means once. If
    ``adds`` is given, it is added to the sum of all dice in the row. ``most`` is the highest face
    that passes.
    """

    who: str = ""
    what: str = ""
    subject: Subject | None = None
    times: int = 0
    adds: int | None = None
    most: int | None = None

    @property
    def text(self) -> str:
        """The label's stored text, such as ``r1 Alpha: 5 left`` or ``r13 +0``."""
        if self.what:
            return f"{self.who}: {self.what}" if self.who else self.what
        return self.who if self.adds is None else f"{self.who} {self.adds:+d}"

    @property
    def display_text(self) -> str:
        """The label in display form, such as ``R1 Alpha: 5 left``."""
        return format_die_label(self.text)

    @property
    def row_subject(self) -> Subject | None:
        """The unit or figure whose row on a roll sheet contains the die, or None for no row."""
        subject = self.subject
        return subject if subject and (is_unit(subject) or is_figure(subject)) else None


def find_common_row_owner(
    labels: Iterable[Label], default: SideId | None, get_side: Callable[[Subject], SideId | None]
) -> SideId | None:
    """Return the side that owns all rows, or None if several sides own rows.

    If there are no rows, return ``default``.
    """
    sides = {get_side(label.row_subject) for label in labels if label.row_subject is not None}
    if not sides:
        return default
    return sides.pop() if len(sides) == 1 else None


def group_by_row(
    labels: Iterable[Label], values: Iterable[A]
) -> Iterator[tuple[Label, list[tuple[Label, A]]]]:
    """Group consecutive dice with the same owner. Yield each group with its first label."""
    pairs = zip(labels, values, strict=False)
    for _, row in groupby(pairs, lambda pair: (pair[0].who, pair[0].subject)):
        dice = list(row)
        yield dice[0][0], dice

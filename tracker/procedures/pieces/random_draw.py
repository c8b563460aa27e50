"""Random choices with a die: between named options, or of a chit or card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.requests import Asking, Faces, ask, continue_with_pure
from tracker.vocabulary.dice_bands import describe_bands, make_table_bands
from tracker.vocabulary.die_labels import Label


def draw_option(kind: RollKind, what: str, options: tuple[str, ...], die: int = 6) -> Asking[int]:
    """Choose an option with a die roll, and return its index. All options are equally likely.

    If the face belongs to no option, the die is rolled again. If there are more options than faces,
    a die with one face for each option is used. The app can roll such a die.
    """
    n = len(options)
    if n <= 1:
        return 0
    sides = max(n, die)
    each = sides // n
    rows = ((each * at, option) for at, option in enumerate(options, start=1))
    face = yield from _roll_on_table(kind, what, sides, rows)
    if face > each * n:
        return continue_with_pure(draw_option, kind, what, options, die)
    return (face - 1) // each


def draw_lot(kind: RollKind, lots: Sequence[str]) -> Asking[int]:
    """Draw one of ``lots`` with a die, and return its index. Identical lots must be adjacent."""
    last = {lot: place for place, lot in enumerate(lots, start=1)}
    if len(last) < 2:
        return 0
    face = yield from _roll_on_table(kind, "", len(lots), ((n, lot) for lot, n in last.items()))
    return face - 1


def _roll_on_table(
    kind: RollKind, what: str, sides: int, rows: Iterable[tuple[int, str]]
) -> Asking[int]:
    table = make_table_bands(*rows)
    labels = (Label(what=describe_bands(table)),)
    (face,) = yield from ask(
        Faces(kind=kind, what=what, dice=(sides,), labels=labels, table=table, role="anybody")
    )
    return face

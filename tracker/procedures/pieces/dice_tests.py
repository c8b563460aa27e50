"""Tests that one or more subjects take with the sum of their dice.

>>> test = roll_test(RollKind("nerve", "nerve", rule="HG-NERVE-1"), Need(7, less=True))
>>> next(test).need
'7 or less'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import find_common_side
from tracker.procedures.requests import Asking, DiceRows, Faces, Score, ask, call_pure_stage
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

A = TypeVar("A")
TWO_D6 = (6, 6)


class TotalRoller(Struct, frozen=True):
    """A subject that takes a test. If several subjects take it, ``label`` is this subject's name.

    ``parts`` are the modifiers of the subject's dice.
    """

    subject: Subject
    side: SideId
    label: str
    parts: tuple[Modifier, ...] = ()

    @property
    def bonus(self) -> int:
        """The sum of the modifiers of the subject's dice."""
        return sum(part.value for part in self.parts)


def roll_test(
    kind: RollKind, need: Need, *, dice: tuple[int, ...] = TWO_D6, role: str = ""
) -> Asking[bool]:
    """Roll ``dice`` (given by size) for a ``role``, and return whether their sum meets ``need``."""
    score = Score(kind=kind, dice=dice, needs=need, role=role)
    return score.bands[(yield from ask(score))].success


def roll_totals(
    kind: RollKind, testing: tuple[TotalRoller, ...], need: str, dice: tuple[int, ...] = TWO_D6
) -> Asking[tuple[int, ...]]:
    """Roll ``dice`` (given by size) for each of ``testing``, and return the totals in order.

    ``need`` describes the needed number. If there are several subjects, all dice are rolled at
    once.
    """
    if len(testing) == 1:
        (one,) = testing
        score = Score(
            kind=kind, dice=dice, needs=need, parts=one.parts, side=one.side, subject=one.subject
        )
        return ((yield from ask(score)),)
    labels = tuple(
        Label(one.label, subject=one.subject, adds=one.bonus) for one in testing for _ in dice
    )
    every = dice * len(testing)
    faces = Faces(kind=kind, what=kind.together, dice=every, labels=labels, need=need)
    sums = yield from roll_dice_rows(faces, len(dice), lambda _, row: sum(row))
    return tuple(found + one.bonus for found, one in zip(sums, testing, strict=True))


def roll_dice_rows(
    request: Faces, dice_per_row: int, read_row: Callable[[int, tuple[int, ...]], A]
) -> Asking[tuple[A, ...]]:
    """Roll rows of ``dice_per_row`` dice at once. Return ``read_row(row, faces)`` for each row.

    The odds use these results instead of the faces. If ``read_row`` has few different results, such
    as passed and failed, the odds are exact even for many rows.
    """
    starts = range(0, len(request.dice), dice_per_row)
    rows = DiceRows((dice_per_row,) * len(starts), read_row)
    faces = yield from ask(replace(request, rows=rows))
    return tuple(read_row(row, faces[at : at + dice_per_row]) for row, at in enumerate(starts))


def roll_unit_tests(
    match: Match,
    kind: RollKind,
    die_size: int,
    units_and_highest_passes: tuple[tuple[UnitId, int], ...],
) -> Asking[tuple[bool, ...]]:
    """Roll a die with ``die_size`` sides for each of these units, and return whether each passes.

    Each unit comes with the highest face that passes. A unit may be listed several times. If all
    units have the same owner, that player rolls all dice.
    """
    labels = tuple(
        Label(format_unit_for_sheet(match, unit), f"{most} or less", unit, most=most)
        for unit, most in units_and_highest_passes
    )
    owner = {
        "owner": (
            find_common_side(match, (unit for unit, _ in units_and_highest_passes)),
            None,
            None,
        )
    }
    return (yield from call_pure_stage(owner, _roll_single_dice, kind, die_size, labels))


def _roll_single_dice(
    kind: RollKind, size: int, labels: tuple[Label, ...]
) -> Asking[tuple[bool, ...]]:
    faces = Faces(kind=kind, dice=(size,) * len(labels), labels=labels, role="owner")
    return (
        yield from roll_dice_rows(faces, 1, lambda row, dice: dice[0] <= (labels[row].most or 0))
    )


def format_unit_for_sheet(match: Match, unit: UnitId) -> str:
    """Format a unit's handle and name for its row on a roll sheet."""
    handle, name = match.handle(unit), match.unit(unit).name
    return handle if name in ("", handle) else f"{handle} {name}"


keep_old_names(__name__)

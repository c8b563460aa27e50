"""Open and recorded rolls as JSON: needed numbers, meanings of faces and owners of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from exports.shapes.game_command_json_types import (
    BandShape,
    DiceRowShape,
    ModifierShape,
    NeedShape,
    PlacedDieShape,
    RollShape,
)
from exports.shapes.json_base_type import make_shape
from tracker.application.log.attack_roll_chains import (
    can_succeed,
    compute_success_chance,
    count_successes,
)
from tracker.application.log.roll_descriptions import describe_meaning_of_last_face
from tracker.application.match.acting_sides_and_absent_actors import find_answering_side
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Dice, Faces, Request, Score
from tracker.procedures.runners.request_answer_reading import make_question_fields
from tracker.vocabulary import events as ev
from tracker.vocabulary.dice_bands import find_band
from tracker.vocabulary.die_labels import Label, find_common_row_owner, group_by_row
from tracker.vocabulary.roll_needs import infer_need
from tracker.vocabulary.subject_ids import SideId, Subject, format_handle

CHANCE_DECIMALS = 6
"""The number of decimal places of a chance."""


class RollShapeBuilder(Struct, frozen=True):
    """A builder of JSON for rolls. ``format_side`` and ``format_subject`` name owners of dice."""

    match: Match
    format_side: Callable[[SideId], str] = format_handle
    format_subject: Callable[[Subject], str] = format_handle

    def build_dice_fields_of_question(self, request: Request[Any]) -> dict[str, Any]:
        """Build the fields of a ``DiceShape`` for a question. A choice has no dice."""
        if not isinstance(request, Dice):
            choice = ev.Rolled(
                key="",
                what=request.what,
                form="faces",
                dice=(),
                result=(),
                side=request.side,
                subject=request.subject,
                target=request.target,
                rule=request.rule,
            )
            return self._build_dice_fields(choice, None)
        roll = ev.Rolled(**make_question_fields(request, ""), dice=request.dice_sizes, result=())
        modifiers = (*request.explanation, *request.modifiers)
        side = find_answering_side(self.match, request)
        roll = replace(roll, side=side, modifiers=modifiers)
        kind, sheet = request.kind, None
        if isinstance(request, Faces):
            roll = replace(roll, bands=request.table)
            sheet = kind.sheet(self.match, request) if kind and kind.sheet else None
        return self._build_dice_fields(roll, kind, sheet)

    def build_roll_shape(self, roll: ev.Rolled, kind: RollKind | None, line: int) -> RollShape:
        """Build the JSON of a recorded roll.

        The match must be in the state in which the roll was made.
        """
        roll = replace(roll, side=find_common_row_owner(roll.labels, roll.side, self.match.side_of))
        counts = can_succeed(roll)
        return RollShape(
            **self._build_dice_fields(roll, kind),
            line=line,
            turn=self.match.turn,
            phase=self.match.phase,
            form=roll.form,
            faces=list(roll.faces),
            result=list(roll.result),
            successes=count_successes(roll) if counts else None,
            chance=_compute_rounded_success_chance(roll) if counts else None,
            comes_to=self._describe_result(roll, kind),
            source=roll.source,
            by_app=roll.app,
        )

    def _build_dice_fields(
        self, roll: ev.Rolled, kind: RollKind | None, sheet: RollSheet | None = None
    ) -> dict[str, Any]:
        return {
            "what": roll.what,
            "side": None if roll.side is None else self.format_side(roll.side),
            "subject": self._name_subject(roll.subject),
            "target": self._name_subject(roll.target),
            "rule": roll.rule,
            "dice": list(roll.dice),
            "need": roll.need,
            "needs": _build_need(roll),
            "bonus": roll.bonus,
            "why": [make_shape(ModifierShape, part) for part in roll.modifiers],
            "bands": self._list_bands(roll, kind),
            "rows": [*self._build_rows(roll, kind, sheet)],
        }

    def _name_subject(self, subject: Subject | None) -> str | None:
        return None if subject is None else self.format_subject(subject)

    def _list_bands(self, roll: ev.Rolled, kind: RollKind | None) -> list[BandShape]:
        if roll.bands:
            decides = any(band.success for band in roll.bands)
            return [
                make_shape(
                    BandShape, band, what=band.name, success=band.success if decides else None
                )
                for band in roll.bands
            ]
        if roll.form != "score":
            return []
        return self._list_total_bands(roll, kind, roll.dice, roll.bonus)

    def _list_total_bands(
        self, roll: ev.Rolled, kind: RollKind | None, dice: Sequence[int], bonus: int
    ) -> list[BandShape]:
        totals = range(len(dice) + bonus, sum(dice) + bonus + 1)
        return _merge_bands_unless_all_unnamed(
            (total, self._describe_total(roll, kind, total)) for total in totals
        )

    def _describe_total(self, roll: ev.Rolled, kind: RollKind | None, total: int) -> str:
        if kind is None or kind.total is None:
            return ""
        score = Score(
            kind=kind,
            dice=roll.dice,
            bonus=roll.bonus,
            side=roll.side,
            subject=roll.subject,
            target=roll.target,
            rule=roll.rule,
        )
        return kind.total(self.match, score, total)

    def _describe_result(self, roll: ev.Rolled, kind: RollKind | None) -> str:
        if roll.form != "score":
            return describe_meaning_of_last_face(roll)
        (total,) = roll.result
        if roll.bands:
            return roll.bands[find_band(total, roll.bands)].name
        return self._describe_total(roll, kind, total)

    # ---------------------------------------------------------------------------------- rows

    def _build_rows(
        self, roll: ev.Rolled, kind: RollKind | None, sheet: RollSheet | None
    ) -> Iterator[DiceRowShape]:
        faces: Sequence[int | None] = roll.result or [None] * len(roll.dice)
        index = 0
        for first, dice in group_by_row(roll.labels, zip(roll.dice, faces, strict=False)):
            sizes = [sides for _, (sides, _) in dice]
            bonus = first.adds
            if bonus is not None:
                bands = self._list_total_bands(roll, kind, sizes, bonus)
            else:
                bands = _list_face_bands_of_single_die(sheet, index, sizes)
            yield DiceRowShape(
                who=first.who,
                subject=self._name_subject(first.subject),
                adds=bonus or 0,
                dice=[_build_placed_die(label, sides, face) for label, (sides, face) in dice],
                bands=bands,
            )
            index += len(dice)


def _build_need(roll: ev.Rolled) -> NeedShape | None:
    need = infer_need(roll.bands)
    if need is None:
        return None
    return NeedShape(
        value=need.number,
        direction="at_most" if need.less else "at_least",
        sides=roll.dice[0] if roll.form == "pool" else None,
        chance=_compute_rounded_success_chance(roll),
    )


def _compute_rounded_success_chance(roll: ev.Rolled) -> float:
    return round(float(compute_success_chance(roll)), CHANCE_DECIMALS)


def _build_placed_die(label: Label, sides: int, face: int | None) -> PlacedDieShape:
    needs = None
    if label.most is not None:
        chance = round(label.most / sides, CHANCE_DECIMALS)
        needs = NeedShape(value=label.most, direction="at_most", sides=sides, chance=chance)
    return PlacedDieShape(
        sides=sides, what=label.what, times=label.times or 1, needs=needs, face=face
    )


def _list_face_bands_of_single_die(
    sheet: RollSheet | None, index: int, sizes: Sequence[int]
) -> list[BandShape]:
    """List bands of faces with the same result, or return [] if the row has several dice."""
    if sheet is None or len(sizes) > 1:
        return []
    row = next(n for n in range(len(sheet.rows)) if index in sheet.list_die_positions(n))
    others = [()] * len(sheet.rows)
    results = (
        (face, sheet.read((*others[:row], (face,), *others[row + 1 :]))[row].word)
        for face in range(1, sizes[0] + 1)
    )
    return _merge_bands_unless_all_unnamed(results) if sheet.rows[row].dice == 1 else []


def _merge_bands_unless_all_unnamed(results: Iterable[tuple[int, str]]) -> list[BandShape]:
    """Combine consecutive numbers with the same result into bands, or return [] if all are ""."""
    runs = [[*run] for _, run in groupby(results, lambda result: result[1])]
    bands = [
        BandShape(what=run[0][1], low=run[0][0], high=run[-1][0], success=None) for run in runs
    ]
    return bands if any(band.what for band in bands) else []

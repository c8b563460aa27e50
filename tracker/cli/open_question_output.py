"""Converts the open question to a JSON shape and lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import Any

from exports.shapes.game_command_json_types import (
    AnswerKeyShape,
    PendingQuestionShape,
)
from tracker.application.match.game import Game
from tracker.procedures.requests import Faces, Number, Request, Roll, Score, Split, Tally
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answer_reading import InvalidAnswer, get_default_answer
from tracker.projection.match_state import State
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.dice_bands import Band, Modifier, describe_bands_without_success
from tracker.vocabulary.roll_needs import Need, describe_need_parts
from tracker.vocabulary.subject_ids import SideId, format_die_label, format_handle


def build_question_shape(game: Game) -> PendingQuestionShape | None:
    """Build the JSON shape of the open question, with everything needed to answer it."""
    pending = game.pending
    if pending is None:
        return None
    from exports.roll_json_builder import RollShapeBuilder
    from tracker.application.match import choice_parser
    from tracker.application.match.dice_input import list_opposing_dice_sizes
    from tracker.application.typed_lines import named_question_replies

    request = pending.request
    words = game.state.info.words
    offers = choice_parser.list_choice_options(request)
    numbers = RollShapeBuilder(game.match, game.match.side_name, words.format_handle)
    chosen = request if isinstance(request, Number) else None
    shares = request.shares if isinstance(request, (Split, Tally)) else ()
    return PendingQuestionShape(
        **numbers.build_dice_fields_of_question(request),
        kind=_get_answer_kind(request),
        made_of=request.made_of if isinstance(request, (Roll, Score)) else "",
        versus=list(list_opposing_dice_sizes(pending)),
        labels=[label.text for label in request.labels] if isinstance(request, Faces) else [],
        keys=[
            AnswerKeyShape(key=offer.key, text=offer.text, most=share.most if share else None)
            for offer, share in zip_longest(offers, shares)
        ],
        total=request.total if isinstance(request, Split) else None,
        low=None if chosen is None else chosen.low,
        high=None if chosen is None else chosen.high,
        default=_format_default_answer(pending),
        text=named_question_replies.describe_pending_question(pending, words),
    )


def _get_answer_kind(request: Request[Any]) -> str:
    match request:
        case Roll():
            return "dice"
        case Score():
            return "total"
        case Faces():
            return "faces"
        case Split() | Tally():
            return "counts"
        case _:
            return "choice"


def _format_default_answer(pending: PendingQuestion) -> str | None:
    from tracker.application.match import choice_parser
    from tracker.application.match.dice_input import is_dice_request

    if is_dice_request(pending.request):
        return None
    try:
        return choice_parser.format_choice_as_typed(
            pending.request, get_default_answer(pending.request)
        )
    except InvalidAnswer:
        return None


def list_question_lines(question: PendingQuestionShape | None) -> Iterator[str]:
    """Yield the question, its dice, the needed number with reasons, and the possible answers."""
    if question is None:
        return
    shown = question.bands if question.kind == "dice" else ()
    bands = tuple(Band(one.what, one.low, one.high, bool(one.success)) for one in shown)
    needed = describe_bands_without_success(bands) or question.need
    need = f", {format_need(needed)}" if needed else ""
    actor = f"  {question.side} answers" if question.side else ""
    total = "" if question.total is None else f", {question.total} in all"
    yield f"waiting for: {question.text}{total}{need}{actor}"
    if len(set(question.dice)) > 1:
        yield f"  dice  {' '.join(f'D{size}' for size in question.dice)}, in this order"
    if question.made_of:
        yield f"  of    {question.made_of}"
    if question.why:
        yield f"  why   {', '.join(_list_need_parts(question))}"
    elif question.rule:
        yield f"  why   {question.rule}"
    if question.labels:
        rows = ((format_die_label(row), len([*dice])) for row, dice in groupby(question.labels))
        told = (f"{row} ({n} dice)" if n > 1 else row for row, n in rows)
        yield f"  rows  {' / '.join(told)}"
    for key in question.keys:
        if key.text != key.key:
            yield f"  {key.key:>4}  {key.text}"
    if numbers := [key.key for key in question.keys if key.text == key.key]:
        yield f"  type  {', '.join(numbers)}"
    if question.default is not None:
        yield f"  as proposed: {question.default}"


def _list_need_parts(question: PendingQuestionShape) -> Iterator[str]:
    """Yield the parts of the needed number, each with its rule, as in ``soft cover +1 (DZ-T4)``."""
    needs = question.needs
    need = None if needs is None else Need(needs.value, needs.direction == "at_most")
    parts = tuple(Modifier(part.name, part.value, part.rule) for part in question.why)
    for text, part in zip(describe_need_parts(parts, need, question.bonus), parts, strict=True):
        yield f"{text} ({part.rule})" if part.rule else text


def get_side_name(state: State, side: SideId | None) -> str | None:
    if side is None:
        return None
    return next((one.name for one in state.info.sides if one.id == side), format_handle(side))

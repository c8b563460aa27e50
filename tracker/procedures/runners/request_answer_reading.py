"""Converts players' inputs into answers to requests, and finds requests with only one answer."""

from __future__ import annotations

from typing import Any

from tracker.procedures.requests import (
    Confirm,
    Faces,
    Interrupt,
    Number,
    Pick,
    Request,
    Roll,
    Score,
    Share,
    Split,
    Tally,
)
from tracker.vocabulary.dice_bands import Band, find_band
from tracker.vocabulary.events import Chosen, Rolled, RollForm, Value


class InvalidAnswer(Exception):
    """An answer does not fit the question. The message says which answers are valid."""


def find_only_answer(request: Request[Any]) -> tuple[Any] | None:
    """Return a tuple with the only possible answer to a request, or None if there are several."""
    match request:
        case Roll() | Score() | Faces():
            return _find_only_roll_answer(request)
        case Pick(options=(only,)):
            return (only.id,)
        case Number(low=low, high=high) if low >= high:
            return (low,)
        case Split() as split:
            return _find_only_split_answer(split)
        case Tally(shares=shares) if not any(share.most for share in shares):
            return ((),)
        case Interrupt(by=()):
            return (False,)
        case _:
            return None


def _find_only_roll_answer(request: Roll | Score | Faces) -> tuple[Any] | None:
    match request:
        case Roll(count=0) as roll:
            return (tuple(0 for _ in roll.bands),)
        case Roll(bands=(_,)) as roll:
            return ((roll.count,),)
        case Score(dice=()) as score:
            return (read_total_answer(score, score.bonus, score.bands),)
        case Score(bands=(_,)):
            return (0,)
        case Faces(dice=()):
            return ((),)
        case _:
            return None


def _find_only_split_answer(split: Split) -> tuple[Any] | None:
    if split.total == 0:
        return ((),)
    if sum(share.most for share in split.shares) <= split.total:
        return (tuple((share.id, share.most) for share in split.shares if share.most),)
    open_to = [share for share in split.shares if share.most]
    if len(open_to) == 1:
        return (((open_to[0].id, split.total),),)
    return None


def get_roll_form(request: Request[Any]) -> RollForm:
    """Return the form of a roll's answer: counts by band ("pool"), a total, or single faces.

    Raises ``InvalidAnswer`` if the question is a choice.
    """
    match request:
        case Roll():
            return "pool"
        case Score():
            return "score"
        case Faces():
            return "faces"
    raise InvalidAnswer("this question is a choice, not a roll")


def make_question_fields(request: Request[Any], key: str) -> dict[str, Any]:
    return {
        "key": key,
        "what": request.what,
        "form": get_roll_form(request),
        "bands": request.bands,
        "labels": getattr(request, "labels", ()),
        "bonus": getattr(request, "bonus", 0),
        "need": getattr(request, "need", ""),
        "first_need": getattr(request, "first_need", ""),
        "versus": getattr(request, "versus", ()),
        "harms_roller": getattr(request, "harms_roller", False),
        "modifiers": getattr(request, "modifiers", ()),
        "side": request.side,
        "subject": request.subject,
        "target": request.target,
        "rule": request.rule,
    }


def read_roll_answer(request: Request[Any], rolled: Rolled) -> Any:
    """Return the answer in a recorded roll, or raise ``InvalidAnswer`` if it does not fit."""
    if rolled.form != get_roll_form(request):
        raise InvalidAnswer(f"{request.what or 'this roll'}: another kind of result is needed")
    if not _is_roll_for_request(request, rolled):
        message = f"{request.what}: this roll has other dice; if you changed them, give the reason"
        raise InvalidAnswer(message)
    if not _is_result_possible(request, rolled):
        raise InvalidAnswer(f"{request.what}: these results are impossible with these dice")
    if isinstance(request, Score):
        return read_total_answer(
            request, rolled.result[0], rolled.bands if rolled.asked else request.bands
        )
    return rolled.result


def read_total_answer(score: Score, total: int, bands: tuple[Band, ...]) -> int:
    """Return the answer to a sum of dice: its band's index, or the total if there are no bands."""
    return find_band(total, bands) if score.bands else total


def _is_roll_for_request(request: Request[Any], rolled: Rolled) -> bool:
    """Whether a roll answers this request, apart from rulings at the table.

    The bands of a total may differ completely. In a pool, only the bands' names may differ.
    """
    asked = rolled.asked or rolled
    told_apart = isinstance(request, Score) or _list_bands_without_names(
        asked.bands
    ) == _list_bands_without_names(request.bands)
    if asked.dice != request.dice_sizes or not told_apart:
        return False
    return rolled.asked is not None or (
        rolled.bonus == (request.bonus if isinstance(request, Score) else 0)
        and _list_label_texts(rolled)
        == (_list_label_texts(request) if isinstance(request, Faces) else [])
    )


def _list_bands_without_names(bands: tuple[Band, ...]) -> list[tuple[int, int, bool]]:
    """List the bands without their names, because later versions may improve the names."""
    return [(band.low, band.high, band.success) for band in bands]


def _list_label_texts(labelled: Rolled | Faces) -> list[str]:
    """Format labels as text, because older rolls store only the text."""
    return [label.text for label in labelled.labels]


def _is_result_possible(request: Request[Any], rolled: Rolled) -> bool:
    """Whether a roll's result is possible with its dice, and fits the request."""
    result, used = rolled.result, rolled.dice
    match request:
        case Roll(bands=bands):
            fits_bands = len(result) == len(bands) and all(n >= 0 for n in result)
            return fits_bands and sum(result) == len(used)
        case Score():
            low, high = len(used) + rolled.bonus, sum(used) + rolled.bonus
            fits_bands = rolled.asked is None or len(rolled.bands) == len(request.bands)
            return fits_bands and len(result) == 1 and low <= result[0] <= high
        case _:
            places = len(result) == len(used) == len(request.dice_sizes)
            return places and all(1 <= n <= die for n, die in zip(result, used, strict=True))


def read_choice_answer(request: Request[Any], value: Value) -> Any:
    """Return the answer in a recorded choice, or raise ``InvalidAnswer`` if it does not fit."""
    match request:
        case Pick(options=options):
            if any(option.id == value for option in options):
                return value
            names = ", ".join(option.text for option in options)
            message = f"{request.what}: choose one of {names}"
        case Number(low=low, high=high):
            if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
                return value
            message = f"{request.what}: type a number from {low} to {high}"
        case Confirm():
            if isinstance(value, bool):
                return value
            message = f"{request.what}: type `yes` or `no`"
        case Split(shares=shares) | Tally(shares=shares):
            total = request.total if isinstance(request, Split) else None
            if isinstance(value, tuple) and _does_fit_shares(shares, value):
                order = [share.id for share in shares]
                if total in (None, sum(n for _, n in value)):
                    return tuple(sorted(value, key=lambda pair: order.index(pair[0])))
            limits = ", ".join(f"{share.text} (at most {share.most})" for share in shares)
            asked = "type how many of" if total is None else f"divide {total} among"
            message = f"{request.what}: {asked} {limits}"
        case Interrupt():
            if value is False:
                return False
            message = f"{request.what}: type an action of the other side, or `nobody`"
        case _:
            message = f"{request.what}: type results of dice, not a choice"
    raise InvalidAnswer(message)


def _does_fit_shares(shares: tuple[Share, ...], value: tuple[tuple[str, int], ...]) -> bool:
    most = {share.id: share.most for share in shares}
    return all(0 < n <= most.get(group, 0) for group, n in value) and len(dict(value)) == len(value)


def get_default_answer(request: Request[Any]) -> Value:
    """Return a choice's default. Raises ``InvalidAnswer`` for dice."""
    match request:
        case Pick(default=default) | Number(default=default) | Confirm(default=default):
            return default
        case Split(default=shares) | Tally(default=shares):
            return shares
        case Interrupt():
            return False
    raise InvalidAnswer(f"{request.what}: no default; type the results or let the app roll")


def is_same_question(stored_key: str, question_key: str) -> bool:
    """Whether a stored key belongs to a question. If the question has no id, the id in the key is
    ignored.
    """
    return stored_key == question_key or (
        question_key[:1] == ":" and stored_key.partition(":")[2] == question_key[1:]
    )


def does_recorded_answer_fit(
    request: Request[Any], question_key: str, event: Rolled | Chosen
) -> bool:
    """Whether a recorded answer fits a given question.

    It fits if the keys are the same, and either the dice are the same or the choice is possible.
    """
    if not is_same_question(event.key, question_key):
        return False
    if isinstance(event, Chosen):
        try:
            read_choice_answer(request, event.value)
        except InvalidAnswer:
            return False
        return True
    if not isinstance(request, (Roll, Score, Faces)) or event.form != get_roll_form(request):
        return False
    return _is_roll_for_request(request, event)

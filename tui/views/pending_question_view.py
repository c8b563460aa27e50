"""The view model of the open question, and answers that choose units or figures by number."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.match.acting_sides_and_absent_actors import find_answering_side
from tracker.application.match.amount_choice_notation import (
    LETTERS,
    format_total,
    list_amount_rows,
)
from tracker.application.match.choice_parser import (
    ChoiceOption,
    format_choice_as_typed,
    list_choice_options,
)
from tracker.application.match.dice_input import (
    are_drawn_cards_numbered,
    is_dice_request,
    list_names_of_drawn_options,
    make_asked_roll,
)
from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.requests import (
    Confirm,
    Dice,
    Faces,
    Interrupt,
    Number,
    Pick,
    Request,
    Roll,
    Score,
    Split,
    Tally,
)
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answer_reading import InvalidAnswer, get_default_answer
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.dice_bands import (
    AGAIN,
    FACE_WORDS,
    Band,
    Modifier,
    describe_bands,
    describe_bands_without_success,
    format_dice_sizes,
    name_die_in_band,
    pluralise_face_word,
)
from tracker.vocabulary.dice_distributions import (
    compute_chance_with_reroll,
    compute_sum_distribution,
)
from tracker.vocabulary.roll_needs import Need, describe_need_parts
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_die_label,
    format_handle,
    is_figure,
    is_side,
    is_unit,
)

NONE = "-"
BOTH_ROLLS_HINT = "your dice, then the other player's; or the totals, =17, then =8 · r app rolls"


class PendingQuestionView(Struct, frozen=True):
    """A question in the form in which it is displayed.

    ``lettered_options`` pairs each option with its letter. ``special_results`` lists the special
    results that must be counted besides successes. ``dice_explanation`` explains the number of
    dice. ``total`` is the number to divide among the rows.
    """

    what: str
    actor: str
    target: str
    side: str
    dice: str = ""
    need: str = ""
    reason: str = ""
    notation: str = ""
    labels: tuple[str, ...] = ()
    expected: str = ""
    lettered_options: tuple[tuple[str, ChoiceOption], ...] = ()
    default: str = ""
    is_roll: bool = False
    rule: str = ""
    modifiers: tuple[Modifier, ...] = ()
    parts: tuple[str, ...] = ()
    special_results: str = ""
    dice_explanation: str = ""
    about: str = ""
    total: str = ""


def build_question_view(match: Match, pending: PendingQuestion) -> PendingQuestionView:
    request = pending.request
    answering_side = find_answering_side(match, request)
    side = match.side_name(answering_side) if answering_side else ""
    actor, target = name_subject(match, request.subject), name_subject(match, request.target)
    if is_dice_request(request):
        return _build_roll_view(request, actor, target, side)
    what = format_die_label(request.what)
    is_confirmation_of_side = isinstance(request, Confirm) and request.subject == answering_side
    if is_confirmation_of_side and side and side not in what:
        what = f"{side}: {what}"  # both sides may be asked the same question
    if isinstance(request, Confirm):
        what = request.question or f"{what.removesuffix('?')}?"
    is_lettered_below = is_multiple_choice(request) or is_single_choice(request)
    return PendingQuestionView(
        what=what,
        actor=actor,
        target=target,
        side=side,
        lettered_options=() if is_lettered_below else list_lettered_options(request),
        default=_describe_default(request),
        notation=_describe_interrupters(match, request) or _describe_choice_notation_hint(request),
        rule=request.rule,
        about=request.about if isinstance(request, Tally) else "",
        total=format_total(request) if isinstance(request, Split) else "",
    )


def _describe_interrupters(match: Match, request: Request[Any]) -> str:
    """Describe who may interrupt, such as ``1 Bayonets or 5 Raider may, at 1 Runners``."""
    if not isinstance(request, Interrupt) or not request.by:
        return ""
    actors = " or ".join(name_subject(match, subject) for subject in request.by)
    target = name_subject(match, request.target)
    return f"{actors} may, at {target}" if target else f"{actors} may"


def name_subject(match: Match, subject: Subject | None, *, with_letter: bool = False) -> str:
    """Name a side, unit or figure, as in ``1 Alpha``, or ``R1 Alpha`` with its side's letter."""
    start = 0 if with_letter else 1
    if subject is None or subject == "m:":
        return ""
    try:
        if is_side(subject):
            return match.side_name(SideId(subject))
        if is_unit(subject):
            name = match.unit(UnitId(subject)).name
            return f"{format_handle(subject).upper()[start:]} {name}".strip()
        figure = match.figure(FigureId(subject))
    except UnknownName:
        return format_handle(subject)
    if match.handle(subject) != format_handle(subject):  # figures act one by one: 13 Ditch
        return f"{match.handle(subject).upper()[start:]} {match.name_figure(FigureId(subject))}"
    return figure.name or f"{format_handle(subject)} {match.name_kind(FigureId(subject))}"


def _build_roll_view(
    request: Request[Any], actor: str, target: str, side: str
) -> PendingQuestionView:
    roll = make_asked_roll(request)
    assert isinstance(request, Dice)
    modifiers = (*request.explanation, *request.modifiers)
    needs = getattr(request, "needs", None)
    need = needs if isinstance(needs, Need) else None
    notes = () if need is None else need.notes
    parts = describe_need_parts(modifiers, need, getattr(request, "bonus", 0))
    note_names = [note.name for note in notes]
    plain_bands = "" if notes else _describe_plain_bands(roll)
    special_results = [_describe_special_results(roll, has_notes=bool(notes)), *note_names]
    versus = request.versus if isinstance(request, Score) else ()
    return PendingQuestionView(
        what=request.what,
        actor=actor,
        target=target,
        side=side,
        dice=_describe_rolled_dice(request) + (f" v {describe_dice(versus)}" if versus else ""),
        need=plain_bands or getattr(request, "need", ""),
        reason="" if isinstance(request, Faces) and len(parts) > 1 else ", ".join(parts),
        parts=(*parts, *note_names),
        notation=BOTH_ROLLS_HINT if versus else _describe_draw(request) or _describe_notation(roll),
        labels=tuple(label.display_text for label in getattr(request, "labels", ())),
        expected=_describe_expected(request),
        is_roll=True,
        rule=request.rule,
        modifiers=(*modifiers, *notes),
        special_results="" if plain_bands else ", ".join(filter(None, special_results)),
        dice_explanation=request.made_of if isinstance(request, (Roll, Score)) else "",
    )


def _describe_rolled_dice(request: Request[Any]) -> str:
    """Describe dice, such as ``8 dice``, or ``4 × 2D6`` if each of four rows adds up two dice."""
    sizes = request.dice_sizes
    rows = Counter(request.labels if isinstance(request, Faces) else ())
    if not rows or any(label.adds is None or n == 1 for label, n in rows.items()):
        return describe_dice(sizes, summed=isinstance(request, Score))
    each = describe_dice(sizes[: len(sizes) // len(rows)], summed=True)
    return each if len(rows) == 1 else f"{len(rows)} × {each}"


def describe_dice(sizes: tuple[int, ...], *, summed: bool = False) -> str:
    """Describe dice, such as ``8 dice``, ``3D6 + 1D8`` or, if ``summed`` is true, ``3D6``."""
    if summed and set(sizes) == {6}:
        return f"{len(sizes)}D6"
    return format_dice_sizes(sizes)


def _describe_plain_bands(roll: AskedRoll) -> str:
    """Describe a pool's bands if none is a success, such as ``1–3 one, 4–7 two``."""
    return describe_bands_without_success(roll.bands) if roll.form == "pool" else ""


def _describe_special_results(roll: AskedRoll, *, has_notes: bool = False) -> str:
    """Describe special results, such as ``on 6: rending, on 2–3: partial hit``."""
    if _must_count_special_results(roll):
        return "every face counts"
    lost = roll.list_special_band_indices(success=False)
    bands = [b for index, b in enumerate(roll.bands) if index in lost or (b.told and not b.success)]
    failed = (band for band in bands if band.told or not has_notes)
    won = (roll.bands[index] for index in roll.list_special_band_indices(success=True))
    return ", ".join(map(_describe_special_band, (*won, *failed)))


def _describe_special_band(band: Band) -> str:
    if band.name in FACE_WORDS:
        return f"{pluralise_face_word(band.name)} are counted"
    faces = describe_bands((replace(band, name=""),), dash="–").strip()
    return f"{faces} to reroll" if band.name == AGAIN else f"on {faces}: {band.name}"


def _must_count_special_results(roll: AskedRoll) -> bool:
    return any(len(roll.list_special_band_indices(success=each)) > 1 for each in (True, False))


def _name_special_bands(roll: AskedRoll, *, success: bool) -> list[str]:
    return [roll.bands[index].name for index in roll.list_special_band_indices(success=success)]


def _describe_counted_notation(roll: AskedRoll) -> str:
    """Describe a pool's shortest notation, such as ``=2,1: two succeed, one of them rending``."""
    won, lost = _name_special_bands(roll, success=True), _name_special_bands(roll, success=False)
    entry = "".join(["=2", *(",1" for _ in (*won, *lost))])
    parts = (
        *(f"one of them {name_die_in_band(name)}" for name in won),
        *(f"one of the rest {name}" for name in lost),
    )
    return f"{entry}: two succeed, {', '.join(parts)}"


TEN = 10


def _describe_draw(request: Request[Any]) -> str:
    """Describe how to enter a drawn object, such as a side's chit, or return ""."""
    if are_drawn_cards_numbered(request):
        return "the number on the card · r app draws"
    names = list_names_of_drawn_options(request)
    return f"its number, or :{names[0].lower()} · r app draws" if names else ""


def _describe_notation(roll: AskedRoll) -> str:
    if not any(band.success for band in roll.bands) and roll.form == "pool":
        return _describe_face_notation(roll)
    match roll.shortest_entry_kind:
        case "sum":
            if roll.dice_count == 1:
                return _describe_face_notation(roll)
            return "the faces, or =7 for their total · r app rolls"
        case "faces":
            return f"the dice in order{_describe_ten_key(roll)} · r app rolls"
        case "kinds":
            if roll.dice_count > 1 and not _must_count_special_results(roll):
                counted = _describe_counted_notation(roll)
                return f"the faces{_describe_ten_key(roll)}, or {counted} · r app rolls"
            return _describe_face_notation(roll)
        case _:
            if roll.dice_count == 1:
                return _describe_face_notation(roll)
            same_faces = "3x0 three tens" if TEN in roll.dice else "3x6 three sixes"
            return f"=2 two succeed · -2 two fail · {same_faces} · . rest fail · r app rolls"


def _describe_face_notation(roll: AskedRoll) -> str:
    faces = "the faces" if roll.dice_count > 1 else "the face"
    return f"{faces}{_describe_ten_key(roll)} · r app rolls"


def _describe_ten_key(roll: AskedRoll) -> str:
    return ", 0 for a ten" if TEN in roll.dice else ""


def _describe_expected(request: Request[Any]) -> str:
    if isinstance(request, Score) and request.bands:
        distribution = compute_sum_distribution(request.dice, request.bonus, request.bands)
        chances = [float(chance) for index, chance in distribution if request.bands[index].success]
        chance_made = sum(chances)
        band = request.bands[0 if request.bands[0].success else -1]
        return f"{chance_made:.0%} chance: {band.outcome}"
    if not isinstance(request, Roll) or not any(band.success for band in request.bands):
        return ""
    mean = request.count * compute_chance_with_reroll(request.bands, request.die)
    return f"expected {format_decimal(mean)} of {request.count}"


def format_decimal(number: Fraction | float) -> str:
    return f"{float(number):.1f}"


def list_lettered_options(request: Request[Any]) -> tuple[tuple[str, ChoiceOption], ...]:
    """List a choice's options, each with its letter. The letters cannot be mistaken for dice."""
    offered = list_choice_options(request)
    if isinstance(request, Confirm):
        return tuple((offer.key, offer) for offer in offered)
    if is_multiple_choice(request) or is_single_choice(request):
        letters = [offer.key for offer in offered]
    elif isinstance(request, Pick):
        letters = [offer.text[:1].lower() for offer in offered]
    else:
        return ()
    are_distinct = len(set(letters)) == len(letters)
    if not are_distinct or any(len(key) != 1 or key not in LETTERS for key in letters):
        letters = [*LETTERS, *LETTERS.upper()]
    return tuple(zip(letters, offered, strict=False))


def is_multiple_choice(request: Request[Any]) -> bool:
    """Return whether rows are only chosen, without amounts. A row's letter is then a complete
    answer.
    """
    if not isinstance(request, Tally) or not 0 < len(request.shares) <= 2 * len(LETTERS):
        return False
    return all(share.most == 1 for share in request.shares)


def is_single_choice(request: Request[Any]) -> bool:
    """Return whether exactly one row is chosen. Its letter is then a complete answer."""
    return isinstance(request, Split) and request.total == 1 and len(request.shares) <= len(LETTERS)


def _list_lettered_rows(request: Tally | Split) -> str:
    """List the rows with their letters, such as ``a r1 Jackals · b b1 Wardens``."""
    texts = zip(list_lettered_options(request), request.shares, strict=True)
    return " · ".join(f"{letter} {share.text}" for (letter, _), share in texts)


def _describe_choice_notation_hint(request: Request[Any]) -> str:
    if isinstance(request, (Pick, Confirm)):
        return "the letter"
    if isinstance(request, Tally) and is_multiple_choice(request):
        text = f"which? {_list_lettered_rows(request)} · {NONE} none"
    elif isinstance(request, Split) and is_single_choice(request):
        text = f"which? {_list_lettered_rows(request)}"
    elif isinstance(request, Number):
        text = f"a number from {request.low} to {request.high}"
    elif isinstance(request, (Split, Tally)) and request.shares:
        text = _describe_amounts_asked(request)
    else:
        return ""
    example, meaning = build_choice_notation_example(request)
    for_sides = any(is_side(Subject(share.id)) for share in getattr(request, "shares", ()))
    meant = "" if for_sides else f": {meaning}"
    return f"{text} · for example {example}{meant}" if example else text


def _describe_amounts_asked(request: Split | Tally) -> str:
    limits = {share.most for share in request.shares}
    if all(is_side(Subject(share.id)) for share in request.shares) and len(limits) == 1:
        rows = zip(list_amount_rows(request), request.shares, strict=True)
        sides = ", ".join(f"{row.handle} {share.text}" for row, share in rows)
        each = "in all" if isinstance(request, Tally) and request.within else "each"
        return f"a number for each side: {sides} (at most {limits.pop()} {each})"
    groups = ", ".join(f"{offer.key} {offer.text}" for offer in list_choice_options(request))
    total = f", {format_total(request)}" if isinstance(request, Split) else ""
    return f"how many of each{total}: {groups}"


def build_choice_notation_example(request: Request[Any]) -> tuple[str, str]:
    """Return an example of a choice's notation with its meaning, or ("", "") if none is needed."""
    match request:
        case Tally() if is_multiple_choice(request) and len(request.shares) > 1:
            return "".join(letter for letter, _ in list_lettered_options(request)[:2]), "both"
        case Tally() if request.shares and not is_multiple_choice(request):
            shares = request.shares[: 1 if request.within else 2]
            amounts = tuple((share.id, min(share.most, 2)) for share in shares)
        case Split() if not is_single_choice(request):
            amounts = request.default
        case _:
            return "", ""
    rows = {row.group: row.handle for row in list_amount_rows(request)}
    sides = all(is_side(Subject(group)) for group, _ in amounts)
    between, space = (" ", "") if sides else (", ", " ")
    example = between.join(f"{rows[group]}{space}{n}" for group, n in amounts)
    return example, format_choice_as_typed(request, amounts)


def _describe_default(request: Request[Any]) -> str:
    try:
        text = format_choice_as_typed(request, get_default_answer(request))
        meaning = request.default_means if isinstance(request, Tally) else ""
        return f"{text} ({meaning})" if meaning not in ("", text) else text
    except InvalidAnswer:
        return ""


def list_numbered_handles(match: Match, request: Request[Any]) -> tuple[str, ...]:
    """List the handles that can be chosen by number, in display order, or () if none can."""
    if not isinstance(request, Tally) or any(share.most > 1 for share in request.shares):
        return ()
    if not all(is_unit(share.id) or is_figure(share.id) for share in request.shares):
        return ()
    return tuple(match.handle(share.id) for share in request.shares)


def convert_numbers_to_handles(match: Match, request: Request[Any], text: str) -> str:
    """Convert ``16,14`` to handles. Raises ``Refused`` if a number is unknown or ambiguous."""
    handles = list_numbered_handles(match, request)
    if not handles or not text.strip() or text.strip() == "0":
        return text
    pieces = re.split(r"[\s,]+", text.strip(" ,"))
    return " ".join(_match_handle(handles, piece) for piece in pieces)


def _match_handle(handles: tuple[str, ...], piece: str) -> str:
    matches = [handle for handle in handles if piece == handle[1:]]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise Refused(
            f"`{piece}` could be {format_alternatives(matches)}. Type the number with its letter."
        )
    names = format_alternatives([*map(format_die_label, handles), "0 for none"])
    raise Refused(f"`{piece}` cannot be chosen here. Type {names}.")

"""Checks answers that name their question, such as ``panic r1 b2 : 31 25`` for a panic roll."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tracker.application.errors import Refused
from tracker.application.match import choice_parser
from tracker.application.match.dice_input import make_asked_roll
from tracker.application.match.game import Game
from tracker.input_parsing.dice_reader import parse_dice
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tracker.procedures.requests import Faces
from tracker.procedures.ruleset import Reply
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.dice_bands import format_dice_sizes
from tracker.vocabulary.ruleset_display_names import Words
from tracker.vocabulary.subject_ids import Subject


def describe_pending_question(pending: PendingQuestion, words: Words) -> str:
    """Describe a question, as in ``8 dice to hit (R1 at B2)`` or ``2D8 attack (R21 at B14)``."""
    request = pending.request
    dice = request.dice_sizes
    count = f"{format_dice_sizes(dice)} " if dice else ""
    subjects = [one for one in (request.subject, request.target) if one not in (None, request.side)]
    who = " at ".join(map(words.format_display_handle, subjects))
    names = ", ".join(map(words.format_display_handle, list_sheet_subjects(pending)))
    whose = f" ({who})" if who else f" for {names}" if names else ""
    return f"{count}{request.name}{whose}"


def describe_open_question(game: Game) -> str:
    """Describe the open question of a game, or return "" if there is none."""
    if game.pending is None:
        return ""
    return describe_pending_question(game.pending, game.state.info.words)


def explain_answer_required(pending: PendingQuestion, words: Words) -> str:
    """Explain that the open question must be answered first, and how to answer it or undo."""
    if pending.request.dice_sizes:
        how, example = "the faces, or r to roll", "r"
    else:
        examples = choice_parser.list_example_answers(pending.request)
        how, example = ", or ".join(examples), examples[0]
    waiting = describe_pending_question(pending, words)
    return (
        f"Answer the open question first: {waiting}. "
        f"Type {how} (as a line: `answer : {example}`), or undo."
    )


def list_sheet_subjects(pending: PendingQuestion) -> tuple[Subject, ...]:
    """Return the subjects that have a row on the sheet of a question, each of them once."""
    return tuple(dict.fromkeys(row for row in _list_row_subjects(pending) if row))


def is_reply_to_pending_question(pending: PendingQuestion, reply: Reply) -> bool:
    """Return whether a reply names the open question, or names no question."""
    return not reply.asks or (pending.request.id or pending.request.what) in reply.asks


def does_reply_name_exact_rows(pending: PendingQuestion, reply: Reply) -> bool:
    """Return whether a reply names exactly the subjects that have a row in the question, in any
    order.
    """
    return sorted(reply.subjects) == sorted(list_sheet_subjects(pending))


def check_and_sort_answers(
    pending: PendingQuestion, reply: Reply, texts: tuple[str, ...], words: Words
) -> tuple[str, ...]:
    """Return the answers to the open question. Dice for a sheet are put in the order of the rules.

    Raises ``Refused`` if a different question is open, or if the question is for other subjects.
    """
    if not is_reply_to_pending_question(pending, reply):
        raise Refused(
            f"The open question is {describe_pending_question(pending, words)}, not {reply.name}."
        )
    named, asked = reply.subjects, list_sheet_subjects(pending)
    if asked:
        fits = does_reply_name_exact_rows(pending, reply)
    else:
        fits = pending.request.subject in (None, *named)
    if named and not fits:
        raise Refused(
            f"The open question is {describe_pending_question(pending, words)}. Name everybody in"
            " this question and nobody else, in any order."
        )
    if not named or not asked or named == asked:
        return texts
    return (_reorder_dice_typed_by_row(pending, named, texts[0]), *texts[1:]) if texts else texts


def _list_row_subjects(pending: PendingQuestion) -> tuple[Subject | None, ...]:
    labels = pending.request.labels if isinstance(pending.request, Faces) else ()
    return tuple(label.row_subject for label in labels)


def _reorder_dice_typed_by_row(
    pending: PendingQuestion, named: Sequence[Subject], text: str
) -> str:
    """Return dice that were typed row by row in the order of the question's rows."""
    rows = _list_row_subjects(pending)
    reading = parse_dice(text, make_asked_roll(pending.request))
    if isinstance(reading, DiceRefusal) or len(reading.faces) != len(rows):
        return text  # parsing it as an answer reports the error
    lengths = {row: len(list(dice)) for row, dice in groupby(rows)}
    faces, typed = iter(reading.faces), dict[Subject | None, list[int]]()
    for row in (*named, *(row for row in lengths if row not in named)):
        typed[row] = [next(faces) for _ in range(lengths[row])]
    return " ".join(str(face) for row in lengths for face in typed[row])

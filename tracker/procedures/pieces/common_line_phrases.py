"""The phrases that every game's lines may contain: skipped phases, points, and named questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.input_parsing.line_syntax_tree import Word
from tracker.procedures.declared.actorless_line_forms import Phrase
from tracker.procedures.declared.line_part_meanings import ManualAdjustment, PhaseSkip, Reply
from tracker.procedures.declared.line_reader import parse_whole_number, reject_extra_arguments
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import TimedPhase
from tracker.procedures.pieces.subject_lookup import (
    find_side,
    find_unit,
    format_side_in_line,
    look_up_word,
)
from tracker.vocabulary.events import PointsScored
from tracker.vocabulary.typed_numbers import is_whole_number

MAX_POINTS: Final = 999


def make_skip_phrase(phases: Iterable[TimedPhase]) -> Phrase:
    """Make the phrase that skips a phase of the turn, as in ``skip orders``."""
    known = {phase.word: phase.id for phase in phases}
    known |= {phase: phase for phase in known.values()}

    def read(_: Match, word: Word) -> PhaseSkip:
        if not word.arguments:
            raise UnknownName(f"name the phase to skip, as in `skip {next(iter(known), 'PHASE')}`")
        reject_extra_arguments(word, 1)
        return PhaseSkip(look_up_word(word.arguments[0], known, "phase"))

    return Phrase("skip", read)


def make_question_phrase(word: str, *question_ids: str, takes_units: bool = False) -> Phrase:
    """Make a phrase whose ``word`` names a question.

    If ``takes_units`` is true, units may follow it.
    """

    def read(match: Match, typed: Word) -> Reply:
        if not takes_units:
            reject_extra_arguments(typed, 0)
        return Reply(
            question_ids, tuple(find_unit(match, name) for name in typed.arguments), name=word
        )

    return Phrase(word, read, f"{word} [who who] : …" if takes_units else f"{word} : …")


def interpret_points_correction(match: Match, word: Word) -> ManualAdjustment:
    """Interpret a line that corrects points, such as ``vp red 3``."""
    if len(word.arguments) < 2:
        such = format_side_in_line(match, match.sides[0])
        raise UnknownName(f"name the side and the points, as in `vp {such} 3`")
    reject_extra_arguments(word, 2)
    first, second = word.arguments
    if is_whole_number(first) and not is_whole_number(second):
        side = format_side_in_line(match, find_side(match, second))
        raise UnknownName(f"put the side before the points: `vp {side} {first}`")
    side = find_side(match, first)
    points = parse_whole_number(word.arguments[1], "points", low=-MAX_POINTS, high=MAX_POINTS) or 0
    return ManualAdjustment((PointsScored(side=side, points=points, why="by hand"),))


def refuse_points_correction(match: Match, _: Word) -> ManualAdjustment:
    """Raise ``UnknownName`` for ``vp``, because the game has no victory points."""
    winner = format_side_in_line(match, match.sides[0])
    message = f"this game has no victory points; to record the winner, type `end time {winner}`"
    raise UnknownName(message)


VP: Final = Phrase("vp", interpret_points_correction)

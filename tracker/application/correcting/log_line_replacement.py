"""Replaces the text of a log line with a corrected text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.application.correcting import late_action_insert
from tracker.application.errors import Refused
from tracker.application.match import dice_input
from tracker.application.match.correction_replay import (
    describe_answer_lines,
    is_answer_entry,
    list_action_answers,
)
from tracker.application.match.free_rolls import convert_to_free_roll, make_free_roll_question
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.line_interpreter import parse_single_action
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.input_parsing.line_lexicon import ROLL
from tracker.procedures.ruleset import Command
from tracker.vocabulary import events as ev


class AnswerTypedForAction(Refused):
    """Raised if the new text of an action is an answer to the action's first question."""


def make_line_replacer(entry: MatchEntry, text: str) -> Callable[[Game], object]:
    """Return a function that enters ``text`` in place of the given entry.

    Raises ``Refused`` if the entry is of a kind that cannot be entered again.
    """
    match entry.input:
        case ev.Rolled(key="") as rolled:
            return lambda g: _enter_free_roll(g, rolled, text)
        case ev.Rolled() | ev.Chosen():
            return lambda g: _enter_answer(g, entry, text)
        case ev.ActionTaken():
            return lambda g: _enter_action(g, entry, text)
        case ev.Noted(about=about, star=star, mark=mark, photo=photo):
            return lambda g: g.add_note(text, about=about, star=star, mark=mark, photo=photo)
        case ev.Corrected():
            return lambda g: _play_text(g, text)
    raise Refused(f"Line {entry.number} cannot be entered again.")


def _enter_answer(game: Game, entry: MatchEntry, text: str) -> None:
    """Enter an answer. The text can also contain the dice of the next rolls, as in ``4 v 7``."""
    own, *others = dice_input.split_dice_by_player(game.require_pending_question(), text)
    if not others:
        game.answer_with_text(text)
        return
    later = [each for each in game.history.corrections[-1].later if each.action == entry.action]
    context = game.entry_context
    answers = (each.version for each in later if is_answer_entry(each))
    with (
        context.mark_entries_as_replay(entry.version, *answers),
        context.pause_automatic_steps(),
    ):
        game.answer_with_text(own)
        for dice in others:
            if game.pending is None or not dice_input.is_dice_request(game.pending.request):
                raise Refused(
                    f"No roll after line {entry.number} asks for {dice}. Type only {own}."
                )
            game.answer_with_text(dice)


def _enter_action(game: Game, entry: MatchEntry, text: str) -> None:
    """Enter an action with the dice and choices in its text. Old answers to other questions are
    kept.
    """
    later = game.history.corrections[-1].later if game.history.corrections else ()
    old = list_action_answers(entry, later)
    before = game.make_sandbox()
    try:
        _enter_action_line(game, entry, text, old)
    except Refused as refused:
        if old and _answers_first_question(before, entry, text):
            number = old[0].number
            raise AnswerTypedForAction(
                f"Line {entry.number} is an action; {describe_answer_lines(old)}. To correct line "
                f'{number}, run: warledger match amend {game.stream} {number} "{text}"'
            ) from refused
        raise


def _answers_first_question(game: Game, entry: MatchEntry, text: str) -> bool:
    assert isinstance(entry.input, ev.ActionTaken)
    event = entry.input
    try:
        with game.entry_context.pause_automatic_steps():
            game.take_action_and_automatic_steps(
                Command(event.action, event.side, event.params), ()
            )
            own, *_ = dice_input.split_dice_by_player(game.require_pending_question(), text)
            game.answer_with_text(own)
    except Refused:
        return False
    return True


def _enter_action_line(game: Game, entry: MatchEntry, text: str, old: Sequence[MatchEntry]) -> None:
    line, late = late_action_insert.extract_late_insert_point(parse_line(game, text))
    if late is not None:
        raise Refused("A corrected line keeps its place, so remove `late` or `before`.")
    try:
        parse_single_action(game, line)
    except Refused as refused:
        what, why = f"Line {entry.number} is an action.", refused.message
        if old:
            what = f"Line {entry.number} is an action; {describe_answer_lines(old)}."
        if old and text[:1].isdigit():
            why = "To correct only the dice, give the number of their line."
        raise Refused(f"{what} {why}") from refused
    context = game.entry_context
    answers = (each.version for each in old)
    with (
        context.mark_entries_as_replay(entry.version, *answers),
        context.pause_automatic_steps(),
    ):
        _play_text(game, text)


def _enter_free_roll(game: Game, rolled: ev.Rolled, text: str) -> None:
    if text.split()[:1] == [ROLL]:
        _play_text(game, text)
    else:
        waits = make_free_roll_question(game.match, convert_to_free_roll(rolled))
        game.write_free_roll(dice_input.parse_or_roll_dice(waits, text, game.dice))


def _play_text(game: Game, text: str) -> None:
    done = play_line(game, text)
    if done.error is not None:
        raise done.error

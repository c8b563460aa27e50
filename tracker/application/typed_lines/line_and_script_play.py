"""Plays typed lines and scripts in a game.

If a line cannot continue, the result explains why in one sentence. Everything that has been written
is kept, and the question of the action stays open.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.correcting import late_action_insert
from tracker.application.errors import (
    AnswerRequired,
    LedgerError,
    NothingToChange,
    ReasonRequired,
    Refused,
)
from tracker.application.match import choice_parser
from tracker.application.match.dice_input import find_lowest_face_of_drawn_option, is_dice_request
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.undo_steps_and_branches import (
    apply_undo_or_redo,
    describe_undo_steps,
    undo_after_line,
)
from tracker.application.text_cleaning import clean_text
from tracker.application.typed_lines import named_question_replies
from tracker.application.typed_lines.line_executor import LineExecution, LineResult, PlayOptions
from tracker.application.typed_lines.line_interpreter import (
    interpret_parts_for_game,
    parse_single_action,
)
from tracker.application.typed_lines.line_parsing_with_suggestions import (
    list_misspelt_marker_hints,
    parse_line,
)
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line, LineError
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Pick, Roll
from tracker.procedures.ruleset import Command, Reply
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key

# The lines that have the same meaning in every game: undo and redo.
_BACK: dict[str, Callable[[Game], MatchEntry]] = {
    "undo": Game.undo,
    "undo action": Game.undo_action_or_correction,
    "undo phase": Game.undo_phase,
    "undo turn": Game.undo_turn,
    "redo": Game.redo,
}
ALL_NOTE = (
    "Everything after `#` is the note, even after `|`. Enter further actions in separate lines."
)
_DICE = r"(?:r|[=-]?\s*[0-9][0-9x,. ]*)(?:\s*\bd|\s+need\s+[0-9]{1,3}(?:\+|-|\s+or\s+less)?)*"
_SEVERAL = rf"\s*:?\s*(?:{_DICE}(?:\s*[/v]\s*|\s*$))+"
_COUNTED = r"(?=.*[a-z])(?:[a-z]+ )?=?(\d{1,3})(?: [a-z]+)?"
_STEPS = r"(undo|redo) ([2-5])"
_TO_LINE = r"undo to (?P<line>[0-9]{1,9})"


def play_line(
    game: Game,
    text: str,
    *,
    use_defaults: bool = False,
    roll_missing_dice: bool = False,
    override_reason: str = "",
) -> LineResult:
    """Play one typed line.

    If ``use_defaults`` is true, choices without an answer get their defaults. If
    ``roll_missing_dice`` is true, the app rolls missing dice. ``override_reason`` is the players'
    reason for acting despite objections.
    """
    text = f"answer {text}" if text.lstrip().startswith(":") else text
    done, options = LineResult(), PlayOptions(use_defaults, roll_missing_dice, override_reason)
    try:
        try:
            _play_text(game, text, done, options)
        except Refused as error:
            first = text.partition("#")[0].partition("|")[0]
            is_line = isinstance(error, AnswerRequired) and len(first.split()) > 1
            is_option = _is_option_of_open_choice(game, text)
            said = not is_line and _begins_with_answer(game, first)
            is_roll_off = game.pending is None and "v" in first
            several = not is_roll_off and re.fullmatch(_SEVERAL, first)
            if several and game.pending is None:
                raise Refused(
                    "No question is open, so there is nothing to answer. Type an action."
                ) from error
            if done.entries or not (is_option or said or several):
                if hint := _explain_success_count(game, text):
                    raise Refused(hint) from error
                raise
            if is_option:
                done.entries += game.answer_with_text(text, ruling_reason=override_reason)
            else:
                _play_text(game, _add_word_answer_to_answers(text, said=said), done, options)
    except NothingToChange as so:
        done.messages += (so.message,)
    except (Refused, LedgerError) as error:
        done.error = error
    done.pending = game.pending
    return done


def _add_word_answer_to_answers(text: str, *, said: bool) -> str:
    """Return a line with ``answer`` before each part that consists only of answers, as in ``r |
    next``.

    If ``said`` is true, the first part consists only of answers.
    """
    parts, note_sign, note = text.partition("#")
    found = []
    for place, part in enumerate(parts.split("|")):
        if (said and not place) or re.fullmatch(_SEVERAL, part):
            answers = re.sub("([=-]) +", r"\1", part.strip(": "))
            found.append(f"answer : {answers}")
        else:
            found.append(part.strip())
    return f"{' | '.join(found)}{' ' if note_sign else ''}{note_sign}{note}"


def _play_text(game: Game, text: str, done: LineResult, options: PlayOptions) -> None:
    if _play_if_undo_steps(game, text, done):
        return
    line, when = late_action_insert.extract_late_insert_point(parse_line(game, text))
    done.messages = (*_list_note_hints(line.note), *list_misspelt_marker_hints(game, line))
    if not _play_if_late(game, line, when, options, done):
        known, since = late_action_insert.list_dropped_entries_not_asked_again(game), game.version
        _play_now(game, line, options, done)
        done.messages += late_action_insert.describe_replay_problems_since(game, since, known)


def _is_option_of_open_choice(game: Game, text: str) -> bool:
    request = None if game.pending is None else game.pending.request
    if not isinstance(request, Pick):
        return False
    return make_name_key(text) in {make_name_key(option.text) for option in request.options}


def _begins_with_answer(game: Game, text: str) -> bool:
    """Return whether a text answers the open question. After `/`, it may answer further ones."""
    answer = text.partition("/")[0].strip(": ")
    if game.pending is None or not answer:
        return False
    if is_dice_request(game.pending.request):
        is_drawn = bool(find_lowest_face_of_drawn_option(game.pending.request, answer))
        return is_drawn or re.fullmatch(_DICE, answer) is not None
    try:
        choice_parser.parse_choice_or_default(game.pending.request, answer)
    except Refused:
        return False
    return True


def _explain_success_count(game: Game, text: str) -> str:
    """Explain how to enter a number of successes, for text such as ``4 hits``. Return "" for any
    other text.
    """
    counted = re.fullmatch(_COUNTED, text.strip().lower())
    if game.pending is None or counted is None or not isinstance(game.pending.request, Roll):
        return ""
    if text.split(maxsplit=1)[0].lower() in _BACK:
        return ""
    successes = format_count(int(counted[1]), "success", "successes")
    return f"For {successes}, type `={counted[1]}`, or type the faces."


def _play_if_undo_steps(game: Game, text: str, done: LineResult) -> bool:
    """Play a line of undo and redo steps. Return False if the line is anything else."""
    said, _, note = text.partition("#")
    parts = [" ".join(part.lower().split()) for part in said.split("|")]
    to = re.fullmatch(_TO_LINE, parts[0])
    if to is not None and len(parts) == 1:
        line = int(to["line"])
        _apply_and_describe_undo_step(game, lambda game: undo_after_line(game, line), done)
    elif all(part in _BACK for part in parts):
        for part in parts:
            _apply_and_describe_undo_step(game, _BACK[part], done)
    elif any(_is_undo_step(part.partition(":")[0].strip()) for part in parts):
        raise Refused("`undo` must be a separate line. Enter `undo` first, then the other parts.")
    elif len(parts) == 1 and (several := re.fullmatch(_STEPS, parts[0])):
        steps = " | ".join([several[1]] * int(several[2]))
        raise Refused(f"To {several[1]} {several[2]} entries, type {steps}.")
    elif parts[0].partition(" ")[0] in _BACK:
        raise Refused(
            "Type `undo`, `undo action`, `undo phase`, `undo turn`, `undo to 21` or `redo`."
        )
    else:
        return False
    if note.strip():
        done.entries.append(game.add_note(clean_text(note)))
        done.messages += _list_note_hints(note)
    return True


def _is_undo_step(said: str) -> bool:
    return said in _BACK or re.fullmatch(_TO_LINE, said) is not None


def _list_note_hints(note: str) -> tuple[str, ...]:
    return (ALL_NOTE,) if "|" in note else ()


def _apply_and_describe_undo_step(
    game: Game, step: Callable[[Game], MatchEntry], done: LineResult
) -> None:
    steps = apply_undo_or_redo(game, lambda game: done.entries.append(step(game)))
    done.steps += steps
    done.messages += (describe_undo_steps(game, steps),)


def _play_now(game: Game, line: Line, options: PlayOptions, done: LineResult) -> None:
    """Play a line. If a later part cannot be interpreted, play the line part by part in a sandbox.

    In a later phase, a part can have another meaning. If a part still cannot be interpreted,
    nothing is written.
    """
    try:
        _play_readable_line(game, line, options, done)
    except Refused as error:
        if done.entries or len(line.parts) == 1:
            raise
        sandbox, tried, waits = game.make_sandbox(), LineResult(), None
        try:
            parts = replace(options, reads_part_by_part=True)
            _play_readable_line(sandbox, line, parts, tried)
        except AnswerRequired as asked:
            waits = asked
        except (Refused, LedgerError) as later:
            raise (later if tried.entries else error) from error
        if not tried.entries:
            raise
        game.save_sandbox(sandbox)
        done.add_result(tried)
        if waits is not None:
            raise waits from error


def _play_readable_line(game: Game, line: Line, options: PlayOptions, done: LineResult) -> None:
    """Play a line in the current game, but first in a sandbox if necessary.

    A sandbox is needed if a default could be chosen instead of the typed text. In that case, a
    leftover answer is parsed again as a choice. If the answer is invalid, nothing is written. A
    sandbox is also needed if one of several parts may require a reason, because the whole line must
    then be entered again.
    """
    unsure = options.use_defaults and any(part.answers for part in line.parts)
    has_reason = bool(options.override_reason or line.note)
    may_need_reason = game.state.info.mode == "strict" and len(line.parts) > 1 and not has_reason
    if not unsure and not may_need_reason:
        LineExecution(game, done, line, options).execute_line()
        return
    tried = _execute_in_sandbox(game, line, options, numbers_choose=False)
    error = tried.done.error
    if isinstance(error, ReasonRequired):
        raise error
    if error is not None and tried.done.leftover and not tried.keeps_entries_if_answers_are_left:
        again = _execute_in_sandbox(game, line, options, numbers_choose=True)
        if again.done.error is not None:
            done.leftover = tried.done.leftover
            raise error
        tried, error = again, None
    game.save_sandbox(tried.game)
    done.add_result(tried.done)
    if error is not None:
        raise error


def _execute_in_sandbox(
    game: Game, line: Line, options: PlayOptions, *, numbers_choose: bool
) -> LineExecution:
    tried = LineExecution(game.make_sandbox(), LineResult(), line, options)
    tried.numbers_choose = numbers_choose
    try:
        tried.execute_line()
    except (Refused, LedgerError) as error:
        tried.done.error = error
    return tried


def _play_if_late(
    game: Game,
    line: Line,
    insert_point: late_action_insert.LateInsertPoint | None,
    options: PlayOptions,
    done: LineResult,
) -> bool:
    """If a line is late, play it where it belongs. Return whether the line was late."""

    def play(sandbox: Game, match: Match) -> None:
        tried = LineResult()
        try:
            read_in = None if match is sandbox.match else match
            player = LineExecution(sandbox, tried, line, options, read_in)
            player.is_late = True
            player.execute_line()
        finally:
            done.leftover = tried.leftover

    put: late_action_insert.LateInsert | None = None
    if insert_point is not None:
        put = late_action_insert.insert_line_if_late(game, line, insert_point, play)
    elif not game.entry_context.is_replaying and late_action_insert.is_late_interrupt(game, line):
        put = late_action_insert.insert_interrupt_into_last_action(game, line, play)
    if put is None:
        return False
    done.entries += put.rewrite.save_rewrite()
    done.messages += put.messages
    return True


def play_script(
    game: Game, text: str, *, use_defaults: bool = False, roll_missing_dice: bool = False
) -> LineResult:
    """Play several lines. Blank lines and lines that begin with ``#`` are skipped.

    The script stops at the first error. The result's ``line`` is then the number of the line that
    failed. All earlier lines are kept.
    """
    done = LineResult(pending=game.pending)
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        played = play_line(
            game, line, use_defaults=use_defaults, roll_missing_dice=roll_missing_dice
        )
        done.add_result(played)
        done.pending, done.error, done.line = played.pending, played.error, number
        if done.error is not None:
            break
    return done


def parse_command(game: Game, text: str | Line) -> Command:
    """Return the only action of a line without playing it. Raises ``Refused`` if the line is
    anything else.

    Words for the place of a late line are ignored.
    """
    line, _ = late_action_insert.extract_late_insert_point(
        parse_line(game, text) if isinstance(text, str) else text
    )
    return parse_single_action(game, line)


class TriedLine(Struct, frozen=True):
    """A line that has been played in a sandbox, and that can be saved or discarded."""

    text: str
    sandbox: Game
    done: LineResult

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings to confirm: actions left out, objections, and actions whose half is over."""
        warns = self.sandbox.state.info.mode == "warn"
        objections = (one.text_with_rule for one in self.done.objections if warns)
        return (*self.done.missed, *objections, *self.done.late)

    @property
    def can_be_saved(self) -> bool:
        """Whether the line has been played to its end without dice from the app."""
        done = self.done
        return done.error is None and not done.leftover and not done.has_app_dice


def try_line_in_sandbox(game: Game, text: str) -> TriedLine | None:
    """Play a line in a sandbox without writing it. Return None if the line is marked as late, or is
    invalid.
    """
    try:
        _, when = late_action_insert.extract_late_insert_point(parse_line(game, text))
    except Refused:
        return None
    if when is not None:
        return None
    sandbox = game.make_sandbox()
    sandbox.dice = random.Random(0)
    return TriedLine(text, sandbox, play_line(sandbox, text))


def save_or_replay_tried_line(game: Game, tried: TriedLine) -> LineResult:
    """Save a tried line completely, or not at all. If it is unfinished or has app dice, play it
    again instead.
    """
    if not tried.can_be_saved:
        return play_line(game, tried.text)
    try:
        game.save_sandbox(tried.sandbox)
    except (Refused, LedgerError) as error:
        return LineResult(pending=game.pending, error=error)
    return tried.done


def is_answer_line(game: Game, text: str) -> bool:
    """Return whether a line only answers the open question, and does not begin an action."""
    line = parse_typed_line(text, game.ruleset.lexicon)
    if game.pending is None or isinstance(line, LineError) or len(line.parts) != 1:
        return False
    try:
        meaning = interpret_parts_for_game(game, line.parts)[0].meaning
    except Refused:
        return False
    return isinstance(meaning, Reply) and named_question_replies.is_reply_to_pending_question(
        game.pending, meaning
    )

"""The commands ``match do``, ``answer``, ``undo``, ``note`` and others, which add entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Unpack

import click

from exports.shapes import game_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import LedgerError, Refused, make_sentence
from tracker.cli.book_opening_and_backup import open_book_for_command
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import (
    MATCH,
    PUBLIC_MATCH,
    Answer,
    CommandSettings,
    Group,
    add_command,
    print_answer_and_exit_if_failed,
    register_command_on_target,
)
from tracker.cli.file_input_and_output import read_file_or_stdin
from tracker.cli.shared_options import Game as M
from tracker.vocabulary.count_wording import format_count, format_line_numbers

if TYPE_CHECKING:
    from tracker.application.correcting.correction_preview import LineChange
    from tracker.application.match.game import Game
    from tracker.application.match.match_entries import MatchEntry
    from tracker.application.typed_lines.line_executor import LineResult

F = TypeVar("F", bound=Callable[..., Any])
Line = Annotated[str | None, declare_argument("LINE", 'A line: "r1 > b2 soft : 45162346".')]
Defaults = Annotated[bool, declare_option("Accept the proposed choices.")]
Roll = Annotated[bool, declare_option("Let the app roll the dice that are missing from LINE.")]
Because = Annotated[str, declare_option("The reason, if the action breaks a rule.")]

COMMANDS = Group()


def register_play_command(
    command_name: str,
    prepare_arguments: Callable[..., dict[str, Any] | None] = lambda **_: None,
    **settings: Unpack[CommandSettings],
) -> Callable[[F], F]:
    """Register, as a command, a function that changes a game. The command prints what happened.

    ``prepare_arguments`` is called before the ledger is opened. It refuses invalid arguments, and
    returns new values for the arguments that it replaces.
    """

    def register(play: F) -> F:
        def run(name: str, db: str | None, as_json: bool, once: str, **arguments: Any) -> None:
            arguments |= prepare_arguments(**arguments) or {}
            answer = _change_game_and_build_answer(
                name, db, once, lambda game: play(game, **arguments)
            )
            print_answer_and_exit_if_failed(answer, as_json)

        settings["writes_entries"] = True
        add_command(COMMANDS, command_name, play, run, target_argument=M, **settings)
        return play

    return register


def _check_arguments_and_read_script(
    *, line: str | None, file: str, because: str, **_: object
) -> dict[str, Any] | None:
    """Check the arguments and read the script.

    Typing a script on standard input takes time, during which the ledger is not open.
    """
    if (line is None) == (not file):
        raise click.BadParameter("give a LINE, or a script with --file", param_hint="LINE")
    if line is not None and not line.strip():
        raise click.BadParameter(
            "the line is empty. Type an action, such as `r1 > b2`", param_hint="LINE"
        )
    if line is not None and len(line.splitlines()) > 1:
        raise click.BadParameter(
            "type one line, or put several lines in a file for --file", param_hint="LINE"
        )
    if line is None and because:
        raise click.BadParameter(
            "this option gives the reason for one LINE. In a script, write the reason after the"
            " line: LINE # why",
            param_hint="--because",
        )
    return None if line is not None else {"file": read_file_or_stdin(file)}


@register_play_command("do", _check_arguments_and_read_script)
def play_lines(
    game: Game,
    line: Line = None,
    file: Annotated[str, declare_option("Play a script, one line at a time; - reads stdin.")] = "",
    *,
    defaults: Defaults = False,
    roll: Roll = False,
    because: Because = "",
) -> LineResult:
    """Play a typed line, or a script of lines."""
    from tracker.application.typed_lines.line_and_script_play import play_line, play_script

    if line is not None:
        return play_line(
            game, line, use_defaults=defaults, roll_missing_dice=roll, override_reason=because
        )
    return play_script(game, file, use_defaults=defaults, roll_missing_dice=roll)


SEVERAL_ANSWERS = "match answer accepts one answer. For several answers, use match do."


def _require_one_answer(*, text: tuple[str, ...], roll: bool, default: bool, **_: object) -> None:
    if sum((bool(text), roll, default)) != 1:
        raise click.BadParameter("give the answer, or --roll, or --default", param_hint="TEXT")


@register_play_command("answer", _require_one_answer, allows_minus=True)
def answer_question(
    game: Game,
    text: Annotated[
        tuple[str, ...],
        declare_argument("TEXT", "The dice, the number of successes (=5), or a choice."),
    ] = (),
    *,
    roll: Annotated[bool, declare_option("Let the app roll these dice.")] = False,
    default: Annotated[bool, declare_option("Accept the proposed answer.")] = False,
    other_number: Annotated[
        bool, declare_option("Accept more or fewer dice than the rules ask for.")
    ] = False,
    because: Because = "",
) -> LineResult:
    """Answer the open question with dice or a choice."""
    from tracker.application.correcting.late_action_insert import (
        describe_newly_dropped_lines,
        list_dropped_entries_not_asked_again,
    )
    from tracker.application.typed_lines.line_executor import LineResult

    result = LineResult()
    known = list_dropped_entries_not_asked_again(game)
    try:
        if roll:
            result.entries = game.answer_with_app_roll()
        elif default:
            result.entries = game.answer_with_default_choice()
        else:
            result.entries = game.answer_with_text(
                " ".join(text), allow_other_count=other_number, ruling_reason=because
            )
        result.messages += describe_newly_dropped_lines(game, known)
    except (Refused, LedgerError) as error:
        is_several = isinstance(error, Refused) and "/" in " ".join(text)
        result.error = Refused(SEVERAL_ANSWERS) if is_several else error
    return result


def _require_at_most_one_undo_target(*, to: int | None, way: int | None, **flags: bool) -> None:
    if sum((*flags.values(), to is not None, way is not None)) > 1:
        raise click.BadParameter("give only one of --action, --phase, --turn, --to, --way")


@register_play_command("undo", _require_at_most_one_undo_target)
def undo_entry(
    game: Game,
    *,
    action: Annotated[bool, declare_option("Undo the whole last action.")] = False,
    phase: Annotated[
        bool, declare_option("Undo everything since the start of this phase.")
    ] = False,
    turn: Annotated[bool, declare_option("Undo everything since the start of this turn.")] = False,
    to: Annotated[int | None, declare_option("Undo everything after this line.")] = None,
    way: Annotated[
        int | None, declare_option("Switch to this branch, by its number in match branches.")
    ] = None,
) -> LineResult:
    """Undo the last entry. To restore it, use redo."""
    from tracker.application.match.undo_steps_and_branches import undo_after_line

    ways: dict[bool, Callable[[Game], object]] = {
        action: lambda game: game.undo_action_or_correction(),
        phase: lambda game: game.undo_phase(),
        turn: lambda game: game.undo_turn(),
        to is not None: lambda game: undo_after_line(game, to or 0),
        way is not None: lambda game: game.switch_branch(way or 0),
    }
    return _rewind_game(game, ways.get(True, lambda game: game.undo()))


@register_play_command("redo")
def redo_entry(game: Game) -> LineResult:
    """Restore what the last undo removed."""
    return _rewind_game(game, lambda game: game.redo())


@register_command_on_target(COMMANDS, "branches", PUBLIC_MATCH)
def show_branches(game: Game) -> Answer:
    """List the game's branches. To switch to another branch, use undo --way N."""
    from tracker.application.match.undo_steps_and_branches import list_branches

    shape = make_shape(
        shapes.HistoryBranchListShape, match=game.stream, branches=[*list_branches(game)]
    )
    lines = [
        f"{'*' if row.current else ' '} {row.way:>3}  line {row.line}  {row.text}"
        for row in shape.branches
    ]
    return Answer(shape, lambda: lines)


@register_play_command("join")
def add_roster_units(
    game: Game,
    side: Annotated[str, declare_argument("SIDE", "The side the units join: Red.")],
    roster: Annotated[str, declare_argument("FILE", "The roster of the new units, or a sample.")],
    *,
    because: Annotated[str, declare_option("The reason, shown in the log.")] = "",
) -> None:
    """Add units from a roster to a side, such as reinforcements."""
    from tracker.application.correcting import manual_adjustment_entry
    from tracker.cli.new_match_from_options import read_roster_text_and_source

    text, source = read_roster_text_and_source(game.ruleset, roster)
    manual_adjustment_entry.add_roster_units(game, side, text, source, because)


@register_command_on_target(COMMANDS, "amend", MATCH, allows_minus=True, writes_entries=True)
def correct_line(
    game: Game,
    number: Annotated[int, declare_argument("V", "The line number, as in the log.")],
    text: Annotated[str, declare_argument("LINE", "The correct line, or only the correct dice.")],
    *,
    check: Annotated[bool, declare_option("Only show what would change.")] = False,
) -> Answer:
    """Correct a typing slip in a line, and replay the later lines."""
    from tracker.application.correcting.correction_preview import preview_correction
    from tracker.application.correcting.history_rewrite import (
        explain_dropped_entry,
        get_correction_outcome,
    )
    from tracker.cli.open_question_output import build_question_shape

    preview = preview_correction(game, number, text)
    # Listed before the old lines are replaced:
    changes = preview.list_questions_and_certain_changes()
    outcome = (
        get_correction_outcome(preview.rewrite.sandbox) if check else preview.save_correction()
    )
    corrected = preview.rewrite.sandbox if check else game
    reasons: dict[str, list[int]] = {}
    for entry in outcome.dropped:
        reasons.setdefault(explain_dropped_entry(corrected, entry), []).append(entry.number)
    shape = make_shape(
        shapes.CorrectionResultShape,
        match=game.stream,
        line=outcome.line,
        written=not check,
        against=preview.breaches,
        kept=outcome.kept_count,
        dropped=[entry.number for entry in outcome.dropped],
        asked=preview.needs,
        left=[entry.number for entry in outcome.unreplayed if not entry.is_automatic],
        waiting=build_question_shape(corrected),
    )
    against = [f"! {breach.description}" for breach in preview.breaches]
    what = "" if corrected.pending is None else corrected.pending.request.name
    lines = _list_correction_lines(shape, changes, outcome.unreplayed, what, reasons)
    return Answer(shape, lambda: [*against, *lines])


def _list_correction_lines(
    shape: shapes.CorrectionResultShape,
    changes: Iterable[LineChange],
    unreplayed: Iterable[MatchEntry],
    question_subject: str,
    reasons: Mapping[str, Sequence[int]],
) -> Iterator[str]:
    """Yield the changes, and what happens to the later lines.

    ``question_subject`` is the subject of the open question. ``reasons`` maps each reason for
    leaving lines out to the numbers of these lines.
    """
    from tracker.application.match.correction_replay import is_answer_entry
    from tracker.cli.open_question_output import list_question_lines

    answers = [*takewhile(is_answer_entry, unreplayed)]
    waiting = {*shape.left} - {entry.number for entry in answers}
    asked = [number for number in shape.asked if number not in waiting]
    usable = [
        entry.number
        for entry in answers
        if entry.number in shape.left and getattr(entry.input, "what", "") != question_subject
    ]
    corrected = "corrected" if shape.written else "would be corrected"
    yield f"line {shape.line} {corrected}; {format_count(shape.kept, 'later line')} kept"
    for change in changes:
        if change.number not in waiting:
            yield f"{change.number:>5}   {change.before or '(new)'}"
            yield f"{'→':>5}   {change.after or f'({change.note})'}"
    for numbers, description in (
        (asked, "asked again, because the question has changed"),
        *((numbers, f"left out, because {reason}") for reason, numbers in reasons.items()),
        (sorted(waiting), "will be entered again after the open question is answered"),
        (usable, "used again if the same question is asked"),
    ):
        if numbers:
            yield f"{description}: {format_line_numbers(numbers)}"
    yield from list_question_lines(shape.waiting)


def _require_text_or_star(*, text: str, star: bool, **_: object) -> None:
    from tracker.application.text_cleaning import clean_text

    if not clean_text(text) and not star:
        raise click.BadParameter("give a text, or --star", param_hint="TEXT")


@register_play_command("note", _require_text_or_star)
def add_note(
    game: Game,
    text: Annotated[str, declare_argument("TEXT", "The note's text; optional with --star.")] = "",
    *,
    about: Annotated[
        int | None,
        declare_option(
            "The log line that the note is about.", show_default="none; with --star, the last"
        ),
    ] = None,
    star: Annotated[bool, declare_option("Mark the line as a turning point.")] = False,
) -> None:
    """Add a note to the log or to a log line, or star a line."""
    from tracker.application.text_cleaning import clean_text

    said = clean_text(text)
    line = game.history.last_line_number if about is None and not said else about
    game.add_note(said, about=_find_line_version(game, line), star=star)


@register_play_command("photo")
def add_photo(
    game: Game,
    file: Annotated[Path, declare_argument("FILE", "The photo: JPEG, PNG, WebP or GIF.")],
    text: Annotated[str, declare_option("The caption.")] = "",
    about: Annotated[
        int | None, declare_option("The log line that the photo illustrates.", show_default="none")
    ] = None,
) -> None:
    """Add a photo of the table to the log, scaled down and without its location."""
    from tracker.application.photo_storage import add_photo_note, resize_and_clean_photo
    from tracker.application.text_cleaning import clean_text
    from tracker.application.text_file_decoding import read_file_bytes_up_to_limit

    photo = resize_and_clean_photo(read_file_bytes_up_to_limit(file))
    add_photo_note(game, photo, clean_text(text), about=_find_line_version(game, about))


def _find_line_version(game: Game, line: int | None) -> int | None:
    """Return the version of a log line, or None if ``line`` is None.

    Raises ``Refused`` for a wrong number.
    """
    return None if line is None else game.history.find_line(line).version


@register_play_command("pause")
def pause_clock(game: Game) -> None:
    """Stop a game's clock. It restarts with the next line or with match resume."""
    _pause_or_resume_clock(game, paused=True)


@register_play_command("resume")
def resume_clock(game: Game) -> None:
    """Restart a game's clock after a pause."""
    _pause_or_resume_clock(game, paused=False)


def _pause_or_resume_clock(game: Game, *, paused: bool) -> None:
    from tracker.application.log.side_playing_time import PlayingTimeMeter

    if PlayingTimeMeter().measure_side_times(game.history).paused != paused:
        game.add_note("", mark="pause" if paused else "on")


def _rewind_game(game: Game, rewind: Callable[[Game], object]) -> LineResult:
    from tracker.application.match.undo_steps_and_branches import (
        apply_undo_or_redo,
        describe_undo_steps,
    )
    from tracker.application.typed_lines.line_executor import LineResult

    steps = apply_undo_or_redo(game, rewind)
    return LineResult(messages=(describe_undo_steps(game, steps, "undo --action"),), steps=steps)


def _change_game_and_build_answer(
    name: str, db: str | None, once: str, play: Callable[[Game], LineResult | None]
) -> Answer:
    """Change a game with ``play`` and build the answer, with any error as its last message."""
    from tracker.application.log.fact_descriptions import describe_end_reason
    from tracker.application.typed_lines.line_executor import LineResult
    from tracker.cli import game_output
    from tracker.cli.open_question_output import build_question_shape, get_side_name

    with open_book_for_command(db, command_id=once) as opened:
        game = opened.open_game(opened.find_game_stream(name))
        version_before = game.version
        result = play(game) or LineResult()
        if once and result.error is not None:
            raise result.error
        game = game.get_public_game()
        rows = (
            game_output.build_log_row_shapes(game, version_before)
            if game.version > version_before
            else []
        )
        ended, error = game.state.current_values.ended, result.error
        shape = make_shape(
            shapes.InputResultShape,
            match=game.stream,
            lines=rows,
            turn=game.match.turn,
            phase=game_output.get_current_phase_name(game.state),
            side=get_side_name(game.state, game.match.clock.side),
            waiting=build_question_shape(game),
            ended=None if ended is None else describe_end_reason(ended) or ended.how,
            trouble=None if error is None else error.message,
            script_line=result.line or None,
            leftover=result.leftover,
            assumed=list(dict.fromkeys(result.assumed)),
            against=result.objections,
            left=game_output.list_tallies_of_acting_figures(game, result.entries),
            combats=game_output.build_combat_shapes(game, game.history.last_line_number),
            stepped=result.steps,
        )
        due = game_output.list_due_lines_of_setup(game)
    against = (*result.missed, *(each.text_with_rule for each in result.objections))
    warnings = [f"! {make_sentence(text)}" for text in against]
    if shape.assumed:
        warnings.append(f"assumed: {', '.join(shape.assumed)}")
    where = f"line {result.line}: " if result.line else ""
    return Answer(
        shape,
        lambda: [*warnings, *_list_result_lines(shape, result.messages), *due],
        messages=[] if error is None else [f"{where}{error.message}"],
        failed=error is not None,
    )


def _list_result_lines(shape: shapes.InputResultShape, messages: tuple[str, ...]) -> Iterator[str]:
    from tracker.cli import game_output
    from tracker.cli.open_question_output import list_question_lines

    for row in shape.lines:
        yield game_output.format_log_line(row)
    yield from messages
    if shape.ended is not None:
        yield f"the game is over: {shape.ended}"
    if shape.waiting is not None:
        yield from list_question_lines(shape.waiting)
    elif shape.ended is None:
        yield game_output.describe_turn_phase_and_side(shape.turn, shape.phase, shape.side)
    for figure in shape.left:
        tallies = ", ".join(map(game_output.format_tally, figure.tallies))
        yield f"  {figure.figure} {figure.name}: {tallies}"

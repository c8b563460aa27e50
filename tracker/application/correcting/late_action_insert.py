"""Inserts late entries (interrupts or earlier actions) at the point in the game where they belong.

The game is rewound to this point, the entry is inserted, and everything after it is replayed with
the same dice. All changes are made in a sandbox, and then written in one transaction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.correcting.history_rewrite import (
    NOT_KNOWN,
    HistoryRewrite,
    copy_and_answer_until_stuck,
    get_correction_outcome,
    list_dropped_entries_not_reused,
    list_new_rule_breaches,
    list_replayed_actions_without_targets,
    require_no_lines_to_replay,
)
from tracker.application.errors import Refused, make_sentence
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import find_line_number_at_or_after
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match import correction_replay
from tracker.application.match.acting_sides_and_absent_actors import find_end_of_acting_sides_half
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.short_entry_descriptions import describe_match_entry
from tracker.application.match.undo_and_redo_points import find_game_start
from tracker.application.typed_lines.line_interpreter import (
    get_meant_command,
    interpret_parts_for_match,
)
from tracker.input_parsing.line_lexicon import ROLL
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    Line,
    LineError,
    Option,
    Part,
    TypedAction,
    TypedDetail,
    format_line,
)
from tracker.procedures.declared.player_actions import CLAIMED
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Version
from tracker.vocabulary.typed_numbers import is_whole_number


def describe_late_entry_place(game: Game, match: Match, next_number: int) -> str:
    """Describe where a late action has been inserted: ``… turn 2, shoot, Red (before line 41).``"""
    clock, names = match.clock, MatchNames(game.state)
    turn = f"turn {clock.turn}" if clock.turn else "at the start of turn 1"
    words = [turn, names.get_phase_display_name(clock.phase), names.name_side(clock.side)]
    place = ", ".join(word for word in words if word)
    return f"The action was inserted where it belongs: {place} (before line {next_number})."


def describe_late_entry(game: Game, entry: MatchEntry) -> str:
    """Describe a late entry and its place, as in ``Inserted before line 41: r11 moves 2ap.``"""
    text = describe_action_as_typed(game, entry)
    return make_sentence(f"inserted before line {entry.number}{f': {text}' if text else ''}")


def _find_shown_number(game: Game, entry: MatchEntry) -> int:
    """Return the number of the log line that contains an entry. If no line does, return that of the
    next line.
    """
    number = find_line_number_at_or_after(list_log_lines(game.history), entry.version)
    return entry.number if number is None else number


def explain_why_action_is_late(game: Game, command: Command) -> str:
    """Explain why an action comes too late, as in ``Red's half of shooting is over``, or return ""
    if it does not.

    In games with player turns, the text is about the side's turn. An action that is possible at any
    time, or in both halves, is never late.
    """
    action = game.ruleset.actions.get(command.action)
    if action is not None and (action.any_time or action.either_side):
        return ""
    if command.side is None or find_end_of_acting_sides_half(game.live_match, command) is None:
        return ""
    phase = next(one for one in game.ruleset.phases if one.id == game.match.phase)
    part = "turn" if phase.order == "active" else f"half of {phase.noun or phase.word}"
    return f"{game.match.side_name(command.side)}'s {part} is over"


def list_dropped_entries_not_asked_again(game: Game) -> tuple[MatchEntry, ...]:
    """List the lines that a correction has dropped so far.

    The old answers to the first repeated question are left out, and so is any ``next`` that is no
    longer needed.
    """
    plan = correction_replay.find_replay_progress(game.history)
    if plan is None:
        return ()
    corrected = None if plan.begun.late else plan.begun.amends
    asked = (
        getattr(entry.input, "key", "")
        for entry in game.history.list_entries_after(plan.begun.version)
        if correction_replay.find_replayed_action(game.history, plan, entry.action) == corrected
        and getattr(entry.input, "repeats", None) is None
    )
    again = next(filter(None, asked), None)
    dropped = list_dropped_entries_not_reused(game)
    return tuple(
        entry
        for entry in correction_replay.drop_ends_of_finished_steps(game.live_match, dropped)
        if entry.action != corrected or getattr(entry.input, "key", "") != again
    )


def describe_newly_dropped_lines(
    game: Game, already_reported: tuple[MatchEntry, ...] = ()
) -> tuple[str, ...]:
    """Describe the lines that a correction has dropped in one sentence, or return () if there are
    none.

    The lines in ``already_reported`` are left out.
    """
    told = {entry.version for entry in already_reported}
    new = [
        entry for entry in list_dropped_entries_not_asked_again(game) if entry.version not in told
    ]
    return (make_sentence(f"no longer in the game: {_join_lines(game, new)}"),) if new else ()


def describe_replay_problems_since(
    game: Game, since: Version, already_reported: tuple[MatchEntry, ...]
) -> tuple[str, ...]:
    """Describe the later lines that, since an answer, have been dropped or break a rule.

    ``since`` is the version before the answer. ``already_reported`` contains the lines that had
    been dropped before the answer.
    """
    if correction_replay.find_replay_progress(game.history) is None:
        return ()
    breaches = (breach.description for breach in list_new_rule_breaches(game, since))
    return (*breaches, *describe_newly_dropped_lines(game, already_reported))


def describe_lines_lost_by_saving(sandbox: Game, replayed: Game) -> tuple[str, ...]:
    """Describe the later lines that will be lost if the sandbox is saved.

    ``replayed`` is a copy of the sandbox in which unknown answers have been skipped, or the sandbox
    itself.
    """
    gone = _list_dropped_lines_except_declines(replayed)
    if replayed is sandbox or not gone:
        return describe_newly_dropped_lines(sandbox)
    lines = _join_lines(replayed, gone)
    return (make_sentence(f"no longer in the game, whatever the dice: {lines}"),)


NOWHERE = (
    "The action was entered now and marked as late, because it does not fit earlier in this turn."
)


def explain_failed_insert(next_number: int, replayed: Game) -> str:
    """Explain why a late entry cannot be inserted, by naming the later lines that would change."""
    outcome = get_correction_outcome(replayed)
    left = correction_replay.drop_ends_of_finished_steps(replayed.live_match, outcome.unreplayed)
    asked = (entry for entry in left if not entry.is_automatic)
    gone = (
        _list_dropped_lines_except_declines(replayed)
        or list_replayed_actions_without_targets(replayed)
        or list(islice(asked, 1))
    )
    lines = f": {_join_lines(replayed, gone)}" if gone else ""
    return f"before line {next_number} the action would change later lines{lines}"


def _list_dropped_lines_except_declines(ahead: Game) -> list[MatchEntry]:
    return [
        entry
        for entry in list_dropped_entries_not_asked_again(ahead)
        if not (isinstance(entry.input, ev.Chosen) and entry.input.value is False)
    ]


def _join_lines(game: Game, entries: Iterable[MatchEntry]) -> str:
    return "; ".join(f"line {entry.number}, {_describe_entry(game, entry)}" for entry in entries)


def _describe_entry(game: Game, entry: MatchEntry) -> str:
    match entry.input:
        case ev.Rolled(what=what, dice=dice, faces=faces):
            seen = f" ({' '.join(map(str, faces))})" if faces else ""
            return f"{format_count(len(dice), 'die', 'dice')} {what}{seen}"
        case ev.Chosen(what=what):
            return what
        case ev.ActionTaken() | ev.Corrected():
            return describe_match_entry(game, entry)
    return "a note"


def format_action_as_typed_if_public(game: Game, entry: MatchEntry) -> str:
    """Format an action as players type it, or return "" if it is automatic or secret."""
    taken = game.get_public_game().history.get_entry_beginning_at(entry.version).input
    if not isinstance(taken, ev.ActionTaken) or entry.is_automatic:
        return ""
    return format_line(game.ruleset.line_translator.make_line(game.match, taken))


def describe_action_as_typed(game: Game, entry: MatchEntry) -> str:
    """Format an action as players type it, without the word that marks an interrupt."""
    return format_action_as_typed_if_public(game, entry).replace(f" {CLAIMED}", "", 1)


TURNS_BACK = 1
"""The number of earlier turns in which a late entry can be inserted."""


def list_outermost_actions_newest_first(
    game: Game, line_number: int | None
) -> Iterator[MatchEntry]:
    """Yield the outermost action that contains the given line or, without a line number, all recent
    actions.
    """
    if line_number is not None:
        yield find_outermost_action(game, line_number)
        return
    for entry in _list_recent_lines(game):
        is_typed = isinstance(entry.input, ev.ActionTaken) and not entry.is_automatic
        if is_typed and not _list_actions_open_before(game, entry):
            yield entry


def _list_recent_lines(game: Game) -> Iterator[MatchEntry]:
    """Yield the lines of the current turn and of the turn before it, newest first."""
    turns = 0
    for entry in game.history.iterate_path_entries_backwards():
        if isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered)) or turns > TURNS_BACK:
            return
        yield entry
        turns += any(isinstance(fact, ev.TurnBegan) for fact in entry.facts)


def get_match_before_entry(game: Game, entry: MatchEntry) -> Match:
    return TableRunner(game.ruleset, game.history.get_state_before(entry.version)).match


def get_match_after_last_interrupt(game: Game, entry: MatchEntry) -> Match:
    """Return the match after the last interrupt of an action.

    If nothing has interrupted the action, return the match before it.
    """
    later = game.history.list_entries_after(entry.version)
    within = takewhile(lambda one: entry.version in _list_actions_open_before(game, one), later)
    interrupts = [one for one in within if one.action != entry.version]
    if not interrupts:
        return get_match_before_entry(game, entry)
    return TableRunner(game.ruleset, game.history.get_state_at(interrupts[-1].end)).match


def _list_actions_open_before(game: Game, entry: MatchEntry) -> tuple[Version, ...]:
    return game.history.get_state_before(entry.version).current_values.open


def find_outermost_action(game: Game, line_number: int) -> MatchEntry:
    """Return the outermost action that contains a line. Raises ``Refused`` if the line has been
    undone.
    """
    entry = game.find_line_on_path(line_number)
    still_open = _list_actions_open_before(game, entry)
    return game.history.get_entry_beginning_at(still_open[0]) if still_open else entry


def list_insert_points(game: Game, line_number: int | None) -> Iterator[tuple[Version, MatchEntry]]:
    """Yield the points at which a late entry can be inserted, each with the line after it, newest
    first.

    These are the ends of phases, of their halves and of activations. If ``line_number`` is given,
    the only point is before that line.
    """
    if line_number is not None:
        entry = find_outermost_action(game, line_number)
        yield game.history.find_end_of_preceding_line(entry.version), entry
        return
    if game.state.current_values.open:
        entry = game.history.get_entry_beginning_at(game.state.current_values.open[0])
        yield game.history.find_end_of_preceding_line(entry.version), entry
    for entry in _list_recent_lines(game):
        if any(isinstance(fact, ev.PhaseBegan) for fact in entry.facts):
            outer = find_outermost_action(game, entry.number)
            yield game.history.find_end_of_preceding_line(outer.version), outer


def does_late_entry_await_answer(sandbox: Game) -> bool:
    """Return whether the open question was asked by a late entry."""
    pending = sandbox.pending
    if pending is None or isinstance(pending.request, Interrupt):
        return False
    for version in sandbox.state.current_values.open:
        event = sandbox.history.lines[version - 1].event
        if isinstance(event, ev.ActionTaken) and event.late is not None and event.repeats is None:
            return True
    return False


def replay_later_lines_skipping_answers(sandbox: Game) -> Game:
    """Return a sandbox in which all later lines have been replayed.

    Open questions of the late entry are skipped in a copy of the sandbox.
    """
    if not does_late_entry_await_answer(sandbox):
        sandbox.run_automatic_steps()
        return sandbox
    return copy_and_answer_until_stuck(sandbox, _skip_pending_answer)


def _skip_pending_answer(ahead: Game) -> bool:
    if does_late_entry_await_answer(ahead):
        ahead.adjust_by_hand((), NOT_KNOWN, ends_action=True)
    elif is_interrupt_window_open(ahead) and not get_correction_outcome(ahead).is_finished:
        ahead.answer_choice(False)
    else:
        return False
    return True


def is_interrupt_window_open(game: Game) -> bool:
    return game.pending is not None and isinstance(game.pending.request, Interrupt)


def is_later_play_unchanged(game: Game, replayed: Game) -> bool:
    """Return whether all later lines have been replayed with their targets, and the open question
    is the same.

    A ``next`` that is no longer needed counts as replayed. The question of an automatic action may
    differ as long as it has no answers.
    """
    done = get_correction_outcome(replayed)
    missing = (*done.dropped, *(entry for entry in done.unreplayed if not entry.is_automatic))
    if correction_replay.drop_ends_of_finished_steps(replayed.live_match, missing):
        return False
    if list_replayed_actions_without_targets(replayed):
        return False
    return _get_comparable_question(game) == _get_comparable_question(replayed)


def _get_comparable_question(game: Game) -> tuple[str, object] | None:
    """Return the key and the request of the open question, or None if there is none.

    An automatic action's first question is left out until it has been answered.
    """
    pending, last = game.pending, game.history.find_last_entry_on_path()
    if pending is None or last is None or (last.is_automatic and last.version == pending.action):
        return None
    return pending.key, pending.request


LATE = "late"
BEFORE = "before"
PlayInMatch = Callable[[Game, Match], None]
"""A function that plays a line in a game, and interprets the words of the line in a match."""


class LateInsertPoint(NamedTuple):
    """The point at which to insert a late entry: before the line whose number is ``before``.

    If ``before`` is None, the entry is inserted where it fits.
    """

    before: int | None = None


class LateInsert(Struct, frozen=True):
    """A late entry that is ready to be saved, together with messages for the players."""

    rewrite: HistoryRewrite
    messages: tuple[str, ...]


_PLACE = re.compile(r"\b(?:late(?: before \d+)?|before \d+(?: late)?)$", re.IGNORECASE)


def extract_late_insert_point(line: Line) -> tuple[Line, LateInsertPoint | None]:
    """Return a line without ``late`` and ``before 41``, and the insert point that these words give,
    or None.

    Raises ``Refused`` for an invalid line number, and for a line that cannot be late.
    """
    when: LateInsertPoint | None = None
    parts: list[Part] = []
    for part in line.parts:
        if not isinstance(part, TypedAction):
            place = _PLACE.search(" ".join(part.arguments))
            if place is not None and part.word != ROLL:
                raise Refused(f"Only actions of units can be late. Leave out `{place[0]}`.")
            parts.append(part)
            continue
        kept: list[TypedDetail] = []
        for how in part.details:
            point = _parse_insert_point(how)
            if point is None:
                kept.append(how)
            elif when is None or point.before is not None:
                when = point
        parts.append(replace(part, details=tuple(kept)))
    return replace(line, parts=tuple(parts)), when


def _parse_insert_point(how: object) -> LateInsertPoint | None:
    if how == Flag(LATE):
        return LateInsertPoint()
    if isinstance(how, Option) and how.name == BEFORE:
        if not is_whole_number(how.value):
            raise Refused(f"{how.value!r} is not a line number. Type a number, as in `before 41`.")
        return LateInsertPoint(int(how.value))
    return None


def is_late_interrupt(game: Game, line: Line) -> bool:
    """Return whether a line interrupts the last action, and cannot be played now."""
    if game.open_action_mismatch is not None or is_interrupt_window_open(game) or not line.parts:
        return False
    command = _parse_leading_action(game, game.match, line)
    action = None if command is None else game.ruleset.actions[command.action]
    if command is None or action is None or not action.breaks_in:
        return False
    acts = game.match.phase in action.phases and game.match.clock.side in {None, command.side}
    is_free = acts and not action.breaks_in_own and game.pending is None
    if is_free and _is_allowed_at_this_point(game, game.match, line):
        return False
    last = next(list_outermost_actions_newest_first(game, None), None)
    return last is not None and _make_interrupting_command(game, last, command) is not None


def needs_late_word_to_interrupt(game: Game, text: str) -> bool:
    """Return whether a line such as ``b12 shoots r11`` needs the word ``late`` in order to
    interrupt.
    """
    line = parse_typed_line(text, game.ruleset.lexicon)
    return not (
        is_interrupt_window_open(game)
        or isinstance(line, LineError)
        or is_late_interrupt(game, line)
    )


def can_interrupt_action(game: Game, entry: MatchEntry, text: str) -> bool:
    """Return whether a line such as ``b12 shoots r11`` can interrupt the given action."""
    line = parse_typed_line(text, game.ruleset.lexicon)
    command = None if isinstance(line, LineError) else _parse_leading_action(game, game.match, line)
    return command is not None and _make_interrupting_command(game, entry, command) is not None


def insert_line_if_late(
    game: Game, line: Line, insert_point: LateInsertPoint, play: PlayInMatch
) -> LateInsert | None:
    """Insert a late entry where it belongs, or return None if it can be played now.

    Raises ``Refused`` if the entry cannot be inserted.
    """
    require_no_lines_to_replay(game)
    if insert_point.before is not None:
        _require_line_of_play(game, insert_point.before)
    inserted = _interrupt_newest_possible_action(game, line, insert_point, play)
    return inserted or _insert_where_it_fits_or_now(game, line, insert_point, play)


def _require_line_of_play(game: Game, number: int) -> None:
    start = find_game_start(game.history)
    if game.find_line_on_path(number).version <= start:
        after = game.history.list_entries_after(start)
        remedy = f"Leave out `before {number}`."
        if after:
            remedy = f"Choose line {after[0].number} or a later one."
        raise Refused(f"Line {number} belongs to the set-up. {remedy}")


def insert_interrupt_into_last_action(
    game: Game, line: Line, play: PlayInMatch
) -> LateInsert | None:
    """Insert a line as an interrupt of the last action.

    Return None if the line does not fit there, or if the rules object.
    """
    require_no_lines_to_replay(game)
    last = next(list_outermost_actions_newest_first(game, None), None)
    return None if last is None else _insert_as_interrupt(game, line, last, play, advised=False)


def _interrupt_newest_possible_action(
    game: Game, line: Line, insert_point: LateInsertPoint, play: PlayInMatch
) -> LateInsert | None:
    """Insert a line as an interrupt of the newest possible action, or return None.

    Actions for which the rules do not object are tried first.
    """
    for advised in (False, True):
        for entry in list_outermost_actions_newest_first(game, insert_point.before):
            found = _insert_as_interrupt(game, line, entry, play, advised=advised)
            if found is not None:
                return found
    return None


def _insert_as_interrupt(
    game: Game, line: Line, entry: MatchEntry, play: PlayInMatch, *, advised: bool
) -> LateInsert | None:
    """Insert a line as an interrupt of an action, or return None if the line does not fit.

    If ``advised`` is true, the line fits even if the rules object.
    """
    match = get_match_before_entry(game, entry)
    command = _parse_leading_action(game, match, line)
    claimed = None if command is None else _make_interrupting_command(game, entry, command)
    if command is None or claimed is None:
        return None
    rewrite = HistoryRewrite.begin_before_entry(game, entry, "late")
    sandbox = rewrite.sandbox
    assert isinstance(entry.input, ev.ActionTaken)
    interrupted = replace(entry.input, params=claimed.params, repeats=entry.version)
    sandbox.write_input_without_automatic_steps(interrupted)
    if not _replay_up_to_interrupt(sandbox, command):
        return None
    if sandbox.list_objections(command) and not advised:
        return None
    rewrite.insert_late_line(entry.version, lambda sandbox: play(sandbox, sandbox.match))
    lost = describe_lines_lost_by_saving(sandbox, replay_later_lines_skipping_answers(sandbox))
    return LateInsert(rewrite, (describe_late_entry(game, entry), *lost))


def _replay_up_to_interrupt(sandbox: Game, command: Command) -> bool:
    """Replay the earlier interrupts of an action.

    Return whether the action ``command`` can interrupt at that point.
    """
    while (pending := sandbox.pending) is not None:
        plan = correction_replay.find_replay_progress(sandbox.history)
        events = plan and correction_replay.list_replay_candidates(sandbox.history, plan, pending)
        event = next(events, None) if events else None
        request = pending.request
        is_window = isinstance(request, Interrupt)
        if event is None or (is_window and isinstance(event, ev.Chosen)):
            return isinstance(request, Interrupt) and command.action in request.actions
        sandbox.write_input_without_automatic_steps(event)
    return False


def _make_interrupting_command(game: Game, entry: MatchEntry, command: Command) -> Command | None:
    taken = entry.input
    if not isinstance(taken, ev.ActionTaken):
        return None
    return game.ruleset.let_next_command_interrupt(
        Command(taken.action, taken.side, taken.params), command
    )


def _parse_leading_action(game: Game, match: Match, line: Line) -> Command | None:
    """Return the action with which a line begins, or None if the line has no meaning in the given
    match.
    """
    try:
        first, *_ = interpret_parts_for_match(game.ruleset, match, line.parts)
    except (Refused, UnknownName):
        return None
    return get_meant_command(first.meaning)


def _insert_where_it_fits_or_now(
    game: Game, line: Line, insert_point: LateInsertPoint, play: PlayInMatch
) -> LateInsert | None:
    """Insert a line where it belongs. If it does not fit anywhere, enter it now and mark it as
    late.

    Return None if the line is not late.
    """
    if (
        insert_point.before is None
        and game.pending is None
        and _is_allowed_at_this_point(game, game.match, line)
    ):
        return None
    for before, after in list_insert_points(game, insert_point.before):
        match = TableRunner(game.ruleset, game.history.get_state_at(before)).match
        if insert_point.before is None and not _is_allowed_at_this_point(game, match, line):
            continue
        rewrite = HistoryRewrite(game, before, "late", before)
        rewrite.insert_late_line(after.version, lambda sandbox: play(sandbox, sandbox.match))
        ahead = replay_later_lines_skipping_answers(rewrite.sandbox)
        number = insert_point.before or _find_shown_number(game, after)
        if is_later_play_unchanged(game, ahead):
            return LateInsert(rewrite, (describe_late_entry_place(game, match, number),))
        why = explain_failed_insert(number, ahead)
        told = make_sentence(f"entered now and marked as late: {why}")
        try:
            return _enter_now_as_late(game, told, match, play, after)
        except Refused as refused:
            neither = f"The action does not fit now, either: {refused.message}"
            raise Refused(f"Nothing was entered, because {why}. {neither}") from refused
    return _enter_now_as_late(game, NOWHERE, game.match, play)


def _enter_now_as_late(
    game: Game, message: str, match: Match, play: PlayInMatch, after: MatchEntry | None = None
) -> LateInsert:
    rewrite = HistoryRewrite(game)
    within = 0 if after is None else after.version
    rewrite.insert_late_line(within, lambda sandbox: play(sandbox, match))
    if not does_late_entry_await_answer(rewrite.sandbox):
        rewrite.sandbox.run_automatic_steps()
    return LateInsert(rewrite, (message,))


def _is_allowed_at_this_point(game: Game, match: Match, line: Line) -> bool:
    command = _parse_leading_action(game, match, line)
    action = None if command is None else game.ruleset.actions.get(command.action)
    if command is None or action is None or match.phase not in (action.phases or (match.phase,)):
        return False
    try:
        params = action.decode_params(command.params)
        return not action.list_objections(match, command.side, params)
    except UnknownName:
        return False

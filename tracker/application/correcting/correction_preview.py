"""Previews the effects of a correction in a sandbox, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from tracker.application.correcting import history_rewrite, state_comparison
from tracker.application.correcting.log_line_replacement import make_line_replacer
from tracker.application.correcting.reused_answers import reuse_roll_if_it_fits
from tracker.application.correcting.state_comparison import StateChange
from tracker.application.correcting.waiting_correction_lines_and_dice import (
    find_earlier_roll_for_question,
)
from tracker.application.log.game_log_lines import MatchLog
from tracker.application.log.log_line_types import LogLine
from tracker.application.match import correction_replay
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.runners.request_answer_reading import is_same_question
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

ASKED = "needs an answer"
DROPPED = "left out, because"
SAME_DICE = "same dice"
NEW = "new"


class LineChange(NamedTuple):
    """A change to a log line. ``before`` is empty for a new line, and ``after`` for a
    removed one.
    """

    number: int
    before: str
    after: str
    note: str


@dataclass(frozen=True)
class CorrectionPreview:
    """The effects of a correction on the game.

    ``needs`` contains the lines whose dice or choices must be entered again. Later lines are shown
    as if the lines in ``needs`` had no effect. If ``opens_question`` is true, the corrected game
    asks a question that the original game did not ask. ``unchanged`` is the number of later lines
    that stay the same. ``breaches`` contains the rules' new objections to replayed lines.
    """

    number: int
    lines: tuple[LineChange, ...]
    needs: tuple[int, ...]
    opens_question: bool
    unchanged: int
    units: tuple[StateChange, ...]
    dropped: tuple[MatchEntry, ...]
    breaches: tuple[history_rewrite.RuleBreach, ...]
    rewrite: history_rewrite.HistoryRewrite = field(repr=False, compare=False)

    def save_correction(self) -> history_rewrite.RewriteOutcome:
        """Write the correction as previewed. Raises ``ConcurrentChange`` if the game has
        changed.
        """
        self.rewrite.save_rewrite()
        return history_rewrite.get_correction_outcome(self.rewrite.game)

    def list_questions_and_certain_changes(self) -> tuple[LineChange, ...]:
        """List the lines that need an answer, and the lines that change whatever the answers are.

        The new text of a line that needs an answer is unknown, so its ``after`` is empty.
        """
        if not self.needs:
            return self.lines
        find_version = self.rewrite.game.history.find_line_version
        first = find_version(self.needs[0]) or 0
        return tuple(
            change._replace(after="") if change.note == ASKED else change
            for change in self.lines
            if change.note == ASKED
            or (change.before and (find_version(change.number) or 0) < first)
        )


def preview_correction(game: Game, line_number: int, text: str) -> CorrectionPreview:
    """Preview the game with a line replaced by ``text``.

    Raises ``Refused``, or ``BadDice`` for invalid dice, if the text does not fit.
    """
    replace_line = make_line_replacer(game.find_line_on_path(line_number), text)
    return preview_rewrite(game, line_number, replace_line)


def preview_rewrite(
    game: Game, line_number: int, correct: Callable[[Game], object]
) -> CorrectionPreview:
    """Preview a correction that the function ``correct`` makes in a sandbox, as in
    ``draft_correction``.
    """
    found = history_rewrite.draft_correction(game, line_number, correct)
    ahead, asked = _replay_past_questions(found.sandbox)
    dropped = history_rewrite.list_dropped_entries_not_reused(ahead)
    reasons = {
        entry.version: history_rewrite.explain_dropped_entry(ahead, entry) for entry in dropped
    }
    lines, unchanged = _compare_logs(game, ahead, asked, reasons)
    return CorrectionPreview(
        number=line_number,
        lines=lines,
        needs=tuple(asked),
        opens_question=_opens_other_question(game, ahead),
        unchanged=unchanged,
        units=state_comparison.compare_states(game.state, ahead.state, game.ruleset),
        dropped=dropped,
        breaches=history_rewrite.list_new_rule_breaches(found.sandbox),
        rewrite=found,
    )


def _opens_other_question(game: Game, ahead: Game) -> bool:
    then, now = game.pending, ahead.pending
    return now is not None and (then is None or not is_same_question(then.key, now.key))


def _replay_past_questions(sandbox: Game) -> tuple[Game, list[int]]:
    """Replay all later lines, and skip each question that players must answer.

    Return the sandbox, and the numbers of the lines that ask these questions.
    """
    asked: list[int] = []

    def answer(ahead: Game) -> bool:
        plan = correction_replay.find_replay_progress(ahead.history)
        if ahead.pending is None or plan is None:
            return False
        if all(entry.is_automatic for entry in plan.remaining_entries):
            return False
        asked.append(_find_asking_line(ahead, plan))
        old = find_earlier_roll_for_question(ahead)
        first = None if old is None else reuse_roll_if_it_fits(ahead.pending, old)
        if first is None:
            ahead.adjust_by_hand((), history_rewrite.NOT_KNOWN, ends_action=True)
        else:
            ahead.answer_question(first)
        return True

    ahead = history_rewrite.copy_and_answer_until_stuck(sandbox, answer)
    return ahead, list(dict.fromkeys(asked))


def _find_asking_line(ahead: Game, plan: correction_replay.ReplayProgress) -> int:
    """Return the number of the line whose action asks the open question.

    If there is no such line, return the number of the corrected line.
    """
    assert ahead.pending is not None
    key = ahead.pending.key
    answered = (
        entry.action
        for entry in plan.remaining_entries
        if isinstance(entry.input, (ev.Rolled, ev.Chosen)) and entry.input.key == key
    )
    asking = correction_replay.find_replayed_action(ahead.history, plan, ahead.pending.action)
    return ahead.history.get_line_number(asking or next(answered, plan.begun.amends))


def _compare_logs(
    then: Game, now: Game, asked: list[int], reasons: dict[Version, str]
) -> tuple[tuple[LineChange, ...], int]:
    """Return the changed lines in their original order, and the number of unchanged lines."""
    log = MatchLog()
    log.update_and_find_first_change(then.history)
    before = list(log.lines)
    first_change = log.update_and_find_first_change(now.history)
    start = max(first_change, _count_lines_before(before, now.history))
    later: dict[tuple[Version, str], list[LogLine]] = {}
    for line in _list_lines_not_undone(log.lines[start:]):
        later.setdefault((_find_original_version(now.history, line), line.kind), []).append(line)
    found: list[LineChange] = []
    unchanged = 0
    for line in _list_lines_not_undone(before[start:]):
        replayed, text = later.get((line.version, line.kind)), line.text_without_undone_notes
        new = replayed.pop(0) if replayed else _pop_equal_line(later.get((0, line.kind), []), text)
        after = "" if new is None else new.text_without_undone_notes
        if new is not None and after == text and line.number not in asked:
            unchanged += 1
        else:
            depends_on_answer = after.endswith(history_rewrite.NOT_KNOWN)
            note = ASKED if line.number in asked else _explain_line_change(line, new, reasons)
            found.append(LineChange(line.number, text, "" if depends_on_answer else after, note))
    new_lines = sorted(chain.from_iterable(later.values()), key=lambda line: line.version)
    found += [LineChange(one.number, "", one.text_without_undone_notes, NEW) for one in new_lines]
    return tuple(found), unchanged


def _list_lines_not_undone(lines: Sequence[LogLine]) -> list[LogLine]:
    return [line for line in lines if line.kind != "taken back"]


def _count_lines_before(lines: Sequence[LogLine], history: MatchHistory) -> int:
    """Count the log lines before the corrected line.

    Notes and fixes that were entered during the corrected action are not counted.
    """
    begun = history.corrections[-1]
    first = begun.amends + 1 if begun.late else begun.amends
    kept = (at for at, line in enumerate(lines) if line.end >= first)
    return next(kept, len(lines))


def _find_original_version(history: MatchHistory, line: LogLine) -> Version:
    """Return the version of the line that the given line replays, or 0 if the given line is new.

    A line from before the correction is its own original.
    """
    if line.version <= history.corrections[-1].version:
        return line.version
    return getattr(history.lines[line.version - 1].event, "repeats", None) or 0


def _explain_line_change(line: LogLine, now: LogLine | None, reasons: dict[Version, str]) -> str:
    for version in (line.version, *(detail.version for detail in line.details)):
        if version in reasons:
            return f"{DROPPED} {reasons[version]}"
    if now is None:
        return "left out"
    return SAME_DICE if line.details else ""


def _pop_equal_line(loose: list[LogLine], text: str) -> LogLine | None:
    found = next((each for each in loose if each.text_without_undone_notes == text), None)
    if found is not None:
        loose.remove(found)
    return found

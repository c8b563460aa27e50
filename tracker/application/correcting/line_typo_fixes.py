"""Fixes a typo in a line that has several parts. Some parts are typed again, and the others are
kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.correcting import log_line_replacement
from tracker.application.correcting.correction_preview import CorrectionPreview, preview_rewrite
from tracker.application.correcting.reused_answers import reuse_answer_if_it_fits
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.ruleset import Command
from tracker.vocabulary import events as ev

RetypedParts = Sequence[tuple[MatchEntry, str | None]]
"""The parts of a line, each with its new text, or None if the part is kept."""


class ReplacementRefused(Refused):
    """Raised for a retyped part that does not fit. ``at`` is the index of the part."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


class AnswerTypedOnePartEarly(ReplacementRefused):
    """Raised if the new text of an action is an answer that belongs in the next part."""


def can_be_retyped(entry: MatchEntry) -> bool:
    """Return whether a player entered the given line, so that it can be typed again."""
    said = (ev.ActionTaken, ev.Rolled, ev.Chosen, ev.Noted, ev.Corrected)
    return isinstance(entry.input, said) and not entry.is_automatic


def preview_typo_fix(game: Game, parts: RetypedParts) -> CorrectionPreview:
    """Preview a line with some of its parts typed again, without writing anything.

    Answers that no longer fit are dropped. Raises ``ReplacementRefused`` if no part has changed, or
    for a part that does not fit.
    """
    first = next((at for at, (_, text) in enumerate(parts) if text is not None), None)
    if first is None:
        raise ReplacementRefused(
            "Nothing has been changed yet. Press Tab to go to the part that was wrong.", 0
        )

    def correct(sandbox: Game) -> None:
        with sandbox.entry_context.pause_automatic_steps():
            for at, (entry, text) in enumerate(parts[first:], first):
                if not _enter_part_again(sandbox, entry, text, at):
                    break
        sandbox.run_automatic_steps()

    return preview_rewrite(game, parts[first][0].number, correct)


def _enter_part_again(sandbox: Game, entry: MatchEntry, text: str | None, at: int) -> bool:
    """Enter a part with its new text or, if ``text`` is None, as it was.

    Return False if the old answer in this part no longer fits.
    """
    event = entry.input
    with sandbox.entry_context.mark_entries_as_replay(entry.version):
        if text is None:
            return _repeat_answer(sandbox, event)
        if isinstance(event, (ev.Rolled, ev.Chosen)) and event.key and sandbox.pending is None:
            if not text.strip():
                return False
            raise ReplacementRefused(
                f"{event.what} is no longer asked for. Leave this answer empty.", at
            )
        try:
            log_line_replacement.make_line_replacer(entry, text)(sandbox)
        except log_line_replacement.AnswerTypedForAction as refused:
            raise AnswerTypedOnePartEarly("The answer belongs to the next part.", at) from refused
        except Refused as refused:
            raise ReplacementRefused(refused.message, at) from refused
    return True


def _repeat_answer(sandbox: Game, event: ev.AnyInput) -> bool:
    if isinstance(event, ev.ActionTaken):
        because = next((each.reason for each in event.overrides if each.reason), "")
        command = Command(event.action, event.side, event.params)
        sandbox.take_action_and_automatic_steps(command, override_reason=because)
        return True
    pending = sandbox.pending
    if pending is None or not isinstance(event, (ev.Rolled, ev.Chosen)):
        return False
    answer = reuse_answer_if_it_fits(pending, event) if pending.key == event.key else None
    if answer is not None:
        sandbox.answer_question(answer)
    return answer is not None

"""Edits an action (actor, target, cover, weapons) after its dice have been rolled, and reuses these
dice.

The edit is made in a sandbox, and nothing is written until the edit is saved.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from tracker.application.correcting.history_rewrite import HistoryRewrite
from tracker.application.correcting.late_action_insert import (
    find_outermost_action,
    get_match_before_entry,
)
from tracker.application.correcting.reused_answers import reuse_roll_if_it_fits
from tracker.application.errors import Refused
from tracker.application.log import roll_descriptions
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match import correction_replay
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.short_entry_descriptions import describe_match_entry
from tracker.application.typed_lines.line_interpreter import parse_single_action
from tracker.application.typed_lines.line_parsing_with_suggestions import parse_line
from tracker.application.typed_lines.named_question_replies import describe_open_question
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answer_reading import InvalidAnswer, read_choice_answer
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count


class RollEdit(NamedTuple):
    """A roll of the edited action: its dice as typed, its old result, and its new result."""

    what: str
    faces: str
    before: str
    after: str
    note: str = ""


@dataclass(frozen=True)
class ActionEdit:
    """The effects on an action if its line is changed. ``waits`` describes the next question, or is
    "".

    In the game ``with_old_dice``, all existing dice are reused. In the game ``with_new_dice``, dice
    are reused only up to the first roll that needs a different number of dice.
    """

    before: str
    line: str
    rolls: tuple[RollEdit, ...]
    waits: str
    against: tuple[str, ...]
    prefill: str
    game: Game = field(repr=False, compare=False)
    with_old_dice: Game = field(repr=False, compare=False)
    with_new_dice: Game = field(repr=False, compare=False)

    @property
    def new_roll_purpose(self) -> str:
        return "" if self.with_new_dice.pending is None else self.with_new_dice.pending.request.name

    @property
    def asks_again_for_rolled_dice(self) -> bool:
        """Whether the next question asks for dice that have already been rolled."""
        pending = self.with_old_dice.pending
        return pending is not None and self.with_new_dice.pending == pending

    def preview_with_new_dice(self, dice: str) -> ActionEdit | None:
        """Preview the edit with newly typed dice, or return None if these dice do not fit the
        question.
        """
        sandbox = self.with_new_dice.make_sandbox()
        try:
            sandbox.answer_with_text(dice)
        except Refused:
            return None
        rolls = _compare_rolls(self.game, sandbox, find_action_to_edit(self.game))
        return dataclasses.replace(self, rolls=rolls, waits=describe_open_question(sandbox))

    def save_with_old_dice(self) -> None:
        """Write the edit with the old dice, as previewed. Raises ``ConcurrentChange`` if the game
        has changed.
        """
        self.game.save_sandbox(self.with_old_dice)

    def save_with_new_dice(self) -> None:
        """Write the edit, and ask for new dice if a different number of dice is needed."""
        self.game.save_sandbox(self.with_new_dice)


def find_action_to_edit(game: Game) -> MatchEntry:
    """Return the open action or, if none is open, the last action that a player has taken.

    Raises ``Refused`` if no action has been taken.
    """
    for entry in game.history.iterate_path_entries_backwards():
        if isinstance(entry.input, ev.ActionTaken) and not entry.is_automatic:
            return find_outermost_action(game, entry.number)
    raise Refused("There is no action to change yet.")


def list_given_answers(game: Game, action: MatchEntry) -> list[MatchEntry]:
    later = game.history.list_entries_after(action.version)
    return correction_replay.list_action_answers(action, later)


def preview_action_edit(game: Game, text: str) -> ActionEdit:
    """Preview the open action, or else the last one, with its line replaced by ``text``.

    Any answers after a colon in ``text`` are ignored. Raises ``Refused`` if the text is not an
    action.
    """
    action = find_action_to_edit(game)
    line = parse_line(game, text)
    command = parse_single_action(game, line, get_match_before_entry(game, action))
    rewrite = HistoryRewrite.begin_before_entry(game, action)
    sandbox = rewrite.sandbox
    against = tuple(item.text for item in sandbox.list_objections(command))
    rewrite.replace_line(
        action.version, lambda sandbox: sandbox.take_action_and_automatic_steps(command)
    )
    anew = sandbox.make_sandbox()
    while (answer := _find_old_answer_for_open_question(sandbox, action)) is not None:
        sandbox.answer_question(answer)
    return ActionEdit(
        before=describe_match_entry(game, action),
        line=text,
        rolls=_compare_rolls(game, sandbox, action),
        waits=describe_open_question(sandbox),
        against=against,
        prefill=_format_old_faces_for_question(anew, action),
        game=game,
        with_old_dice=sandbox,
        with_new_dice=anew,
    )


def _find_old_answer_for_open_question(
    sandbox: Game, action: MatchEntry
) -> ev.Rolled | ev.Chosen | None:
    for pending, entry in _iterate_unused_answers(sandbox, action):
        found = _get_answer_if_it_fits(pending, entry)
        if found is not None:
            return found
    return None


def _iterate_unused_answers(
    sandbox: Game, action: MatchEntry
) -> Iterator[tuple[PendingQuestion, MatchEntry]]:
    """Yield the old answers to ``action`` that have not been reused, each with the question now
    open.
    """
    pending, plan = sandbox.pending, correction_replay.find_replay_progress(sandbox.history)
    if pending is None or plan is None:
        return
    earlier = correction_replay.find_replayed_action(sandbox.history, plan, pending.action)
    for entry in plan.remaining_entries if earlier == action.version else ():
        if entry.action == action.version and correction_replay.is_answer_entry(entry):
            yield pending, entry


def _get_answer_if_it_fits(
    pending: PendingQuestion, entry: MatchEntry
) -> ev.Rolled | ev.Chosen | None:
    """Return the entry's answer if it fits the open question, or None.

    The open question may be about a different subject.
    """
    event = entry.input
    if not isinstance(event, (ev.Rolled, ev.Chosen)) or not _is_same_step(pending, event):
        return None
    if isinstance(event, ev.Rolled):
        found = reuse_roll_if_it_fits(pending, event)
        return None if found is None else replace(found, repeats=entry.version)
    try:
        read_choice_answer(pending.request, event.value)
    except InvalidAnswer:
        return None
    return replace(event, key=pending.key, side=pending.request.side, repeats=entry.version)


def _is_same_step(pending: PendingQuestion, event: ev.Rolled | ev.Chosen) -> bool:
    stage = pending.key.partition(":")[0]
    return event.key.partition(":")[0] == stage and event.what == pending.request.what


def _format_old_faces_for_question(anew: Game, action: MatchEntry) -> str:
    for pending, entry in _iterate_unused_answers(anew, action):
        event = entry.input
        if isinstance(event, ev.Rolled) and _is_same_step(pending, event):
            return " ".join(map(str, event.faces)) if len(event.faces) == len(event.dice) else ""
    return ""


def _compare_rolls(game: Game, sandbox: Game, action: MatchEntry) -> tuple[RollEdit, ...]:
    repeated = next(
        entry
        for entry in sandbox.history.iterate_path_entries_backwards()
        if isinstance(entry.input, ev.ActionTaken) and entry.input.repeats == action.version
    )
    answers = (entry.input for entry in list_given_answers(sandbox, repeated))
    rolls = [event for event in answers if isinstance(event, ev.Rolled)]
    now = {event.repeats: event for event in rolls}
    new = {event.what: event for event in rolls if not event.repeats}
    return tuple(
        _compare_roll(
            entry.input, now.get(entry.version) or new.pop(entry.input.what, None), sandbox
        )
        for entry in list_given_answers(game, action)
        if isinstance(entry.input, ev.Rolled)
    )


def _compare_roll(old_roll: ev.Rolled, new_roll: ev.Rolled | None, sandbox: Game) -> RollEdit:
    faces = " ".join(map(str, old_roll.faces)) or format_count(len(old_roll.dice), "die", "dice")
    names = MatchNames(sandbox.state)
    was = _describe_roll(names, old_roll)
    if new_roll is None:
        pending = sandbox.pending
        asked = pending is not None and _is_same_step(pending, old_roll)
        note = "asked again" if asked else "no longer asked"
        return RollEdit(old_roll.what, faces, was, "", note)
    note, new_faces = "", " ".join(map(str, new_roll.faces))
    old_count, new_count = len(old_roll.dice), len(new_roll.dice)
    if not new_roll.repeats:
        note = f"new dice: {new_faces or 'faces not read'}"
    elif new_count < old_count:
        note = f"{old_count} rolled, {new_count} needed: the first {new_faces} are kept"
    return RollEdit(old_roll.what, faces, was, _describe_roll(names, new_roll), note)


def _describe_roll(names: MatchNames, roll: ev.Rolled) -> str:
    """Describe a roll together with the number it needs, as in ``4+: 8 dice 5 hit``."""
    text = roll_descriptions.describe_roll_briefly(names, roll)
    return f"{roll.need}: {text}" if roll.need else text

"""An action changed after its dice: who, whom, cover, guns. The dice stay and are read again.

Worked out in a sandbox of the game; nothing is written until it is kept.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from tracker.application.correcting.history_rewrite import HistoryRewrite
from tracker.application.correcting.late_action_insert import (
    find_outermost_action,
    get_match_before,
)
from tracker.application.correcting.reused_answers import reuse_roll
from tracker.application.errors import Refused
from tracker.application.lines.line_interpreter import parse_line, parse_single_action
from tracker.application.lines.named_question_replies import describe_pending_question
from tracker.application.log import roll_descriptions
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match import correction_replay
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.state_and_action_previews import describe_entry
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answers import InvalidAnswer, read_choice
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count


class RollEdit(NamedTuple):
    """A roll of the action: its dice as typed, how they were read, how they are read now."""

    what: str
    faces: str
    then: str
    now: str
    note: str = ""


@dataclass(frozen=True)
class ActionEdit:
    """What a changed line makes of an action: ``waits`` is what is asked then, if anything.

    ``kept`` has all dice that lie there, ``anew`` only those before the first roll that needs
    another number of them.
    """

    before: str
    line: str
    rolls: tuple[RollEdit, ...]
    waits: str
    against: tuple[str, ...]
    prefill: str
    game: Game = field(repr=False, compare=False)
    kept: Game = field(repr=False, compare=False)
    anew: Game = field(repr=False, compare=False)

    @property
    def new_roll_purpose(self) -> str:
        """What new dice would be for: ``to hit``."""
        return "" if self.anew.pending is None else self.anew.pending.request.what

    def has_repeated_question(self, keep: bool) -> bool:
        """Whether a question waits then for which dice were rolled already."""
        game = self.kept if keep else self.anew
        return game.pending is not None and self.anew.pending == game.pending

    def try_dice(self, dice: str) -> ActionEdit | None:
        """What new dice would make of it; None while they do not answer what is asked anew."""
        sandbox = self.anew.make_sandbox()
        try:
            sandbox.answer_in_words(dice)
        except Refused:
            return None
        rolls = _compared(self.game, sandbox, find_action_to_edit(self.game))
        return dataclasses.replace(self, rolls=rolls, waits=_waits(sandbox))

    def save_edit(self) -> None:
        """Write it as shown. Raises ``ConcurrentChange`` where the game went on meanwhile."""
        self.game.save_sandbox(self.kept)

    def save_asking_dice(self) -> None:
        """Write it, but ask for new dice where another number of them is needed."""
        self.game.save_sandbox(self.anew)


def find_action_to_edit(game: Game) -> MatchEntry:
    """The open action, or the last one somebody took. Raises ``Refused``."""
    for entry in game.history.iterate_backwards():
        if isinstance(entry.input, ev.ActionTaken) and not entry.is_automatic:
            return find_outermost_action(game, entry.number)
    raise Refused("There is no action to change yet.")


def list_given_answers(game: Game, action: MatchEntry) -> tuple[MatchEntry, ...]:
    """The answers people gave in an action, in order."""
    return tuple(
        entry
        for entry in game.history.list_entries_after(action.version)
        if entry.action == action.version
        and correction_replay.is_answer_entry(entry)
        and not entry.is_automatic
    )


def edit_action(game: Game, text: str) -> ActionEdit:
    """The open (or last) action with its line as ``text``; answers behind a colon are not read.

    Raises ``Refused`` for a line that says no action.
    """
    action = find_action_to_edit(game)
    line = parse_line(game.ruleset, text)
    command = parse_single_action(game.ruleset, get_match_before(game, action), line)
    rewrite = HistoryRewrite.begin_before_entry(game, action)
    sandbox = rewrite.sandbox
    against = tuple(item.text for item in sandbox.list_objections(command))
    rewrite.replace_line(action.version, lambda sandbox: sandbox.take_action(command))
    anew = sandbox.make_sandbox()
    _answer_again(sandbox, action)
    return ActionEdit(
        before=describe_entry(game, action),
        line=text,
        rolls=_compared(game, sandbox, action),
        waits=_waits(sandbox),
        against=against,
        prefill=_dice_for(game, anew, action),
        game=game,
        kept=sandbox,
        anew=anew,
    )


def _waits(sandbox: Game) -> str:
    """What is asked then."""
    return (
        ""
        if sandbox.pending is None
        else describe_pending_question(sandbox.pending, sandbox.state.info.words)
    )


def _answer_again(sandbox: Game, action: MatchEntry) -> None:
    """Answer what is asked with the old answers to the same step, as far as they go."""
    while (found := _next_answer(sandbox, action)) is not None:
        sandbox.answer_question(found)


def _next_answer(sandbox: Game, action: MatchEntry) -> ev.Rolled | ev.Chosen | None:
    pending, plan = sandbox.pending, correction_replay.find_replay_plan(sandbox.history)
    if pending is None or plan is None:
        return None
    if correction_replay.find_earlier_action(sandbox.history, pending.action) != action.version:
        return None
    for entry in plan.remaining_entries:
        if entry.action == action.version and correction_replay.is_answer_entry(entry):
            found = _fitting(pending, entry)
            if found is not None:
                return found
    return None


def _fitting(pending: PendingQuestion, entry: MatchEntry) -> ev.Rolled | ev.Chosen | None:
    """The answer of a line to the same step, also where it is about somebody else now."""
    event = entry.input
    if isinstance(event, ev.Rolled) and _same_step(pending, event):
        found = reuse_roll(pending, event)
        return None if found is None else replace(found, repeats=entry.version)
    if isinstance(event, ev.Chosen) and _same_step(pending, event):
        try:
            read_choice(pending.request, event.value)
        except InvalidAnswer:
            return None
        return replace(event, key=pending.key, side=pending.request.side, repeats=entry.version)
    return None


def _same_step(pending: PendingQuestion, event: ev.Rolled | ev.Chosen) -> bool:
    stage = pending.key.partition(":")[0]
    return event.key.partition(":")[0] == stage and event.what == pending.request.what


def _dice_for(game: Game, anew: Game, action: MatchEntry) -> str:
    """The dice that were rolled for the question that waits, to be typed on."""
    pending = anew.pending
    for entry in list_given_answers(game, action):
        event = entry.input
        if pending is not None and isinstance(event, ev.Rolled) and _same_step(pending, event):
            return " ".join(map(str, event.faces)) if len(event.faces) == len(event.dice) else ""
    return ""


# --------------------------------------------------------------------------------- then and now


def _compared(game: Game, sandbox: Game, action: MatchEntry) -> tuple[RollEdit, ...]:
    """Every roll of the action as it was, beside what it is now; then what is new."""
    answers = (entry.input for entry in list_given_answers(sandbox, _again_in(sandbox, action)))
    rolls = [event for event in answers if isinstance(event, ev.Rolled)]
    now = {event.repeats: event for event in rolls}
    new = {event.what: event for event in rolls if not event.repeats}
    return tuple(
        _roll(entry.input, now.get(entry.version) or new.pop(entry.input.what, None), sandbox)
        for entry in list_given_answers(game, action)
        if isinstance(entry.input, ev.Rolled)
    )


def _again_in(sandbox: Game, action: MatchEntry) -> MatchEntry:
    return next(
        entry
        for entry in sandbox.history.iterate_backwards()
        if isinstance(entry.input, ev.ActionTaken) and entry.input.repeats == action.version
    )


def _roll(then: ev.Rolled, now: ev.Rolled | None, sandbox: Game) -> RollEdit:
    faces = " ".join(map(str, then.faces)) or format_count(len(then.dice), "die", "dice")
    names = MatchNames(sandbox.state)
    was = _read(names, then)
    if now is None:
        pending = sandbox.pending
        asked = pending is not None and _same_step(pending, then)
        return RollEdit(then.what, faces, was, "", "asked anew" if asked else "not asked any more")
    note = ""
    if not now.repeats:
        note = f"new dice: {' '.join(map(str, now.faces)) or 'faces not read'}"
    elif len(now.dice) < len(then.dice):
        used = " ".join(map(str, now.faces))
        note = f"{len(then.dice)} rolled, {len(now.dice)} needed: the first {used} are kept"
    return RollEdit(then.what, faces, was, _read(names, now), note)


def _read(names: MatchNames, roll: ev.Rolled) -> str:
    """``4+: 8 dice 5 hit``."""
    text = roll_descriptions.describe_roll_briefly(names, roll)
    return f"{roll.need}: {text}" if roll.need else text

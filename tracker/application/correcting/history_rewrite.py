"""Rewrites a game from a given line on, to fix a typo, edit an action after its dice, or enter a
late line.

The game is rewound to the point before the line, the change is made there, and the later inputs are
replayed one by one. If the same question is asked again, its old answer is reused. If no old answer
fits, the players are asked. The rewrite is made in a sandbox, and then written in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Self

from msgspec import Struct

from tracker.application.correcting import waiting_correction_lines_and_dice
from tracker.application.errors import Refused
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match import correction_replay
from tracker.application.match.acting_sides_and_absent_actors import have_all_left_table_since_line
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.declared.line_reader import is_reading_stored_lines, lift_typed_line_limits
from tracker.procedures.ruleset import Command
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Version

EnterInput = Callable[[Game], object]
NOT_KNOWN = "not known yet"
MAX_PAST = 200  # the maximum number of skipped questions


class HistoryRewrite:
    """A rewrite of a game in a sandbox, which is first rewound to ``back_to`` if this version is
    given.

    ``amends`` is the corrected line, or the end of the line after which a line is inserted. Raises
    ``Refused`` if an earlier correction still has lines to replay.
    """

    def __init__(
        self,
        game: Game,
        back_to: Version | None = None,
        why: ev.RewindWhy = "amend",
        amends: Version | None = None,
    ) -> None:
        require_no_lines_to_replay(game)
        self.game = game
        self.sandbox = game.make_sandbox()
        if back_to is not None:
            self.sandbox.rewind_to(back_to, why, amends=amends)

    @classmethod
    def begin_before_entry(cls, game: Game, entry: MatchEntry, why: ev.RewindWhy = "amend") -> Self:
        """Rewind to the point before an entry, to replace the entry or to insert another one."""
        return cls(game, game.history.find_end_of_preceding_line(entry.version), why, entry.version)

    @classmethod
    def begin_before_line(cls, game: Game, line_number: int) -> Self:
        """Rewind to the point before a line that a player entered.

        Raises ``Refused`` if no player entered the line.
        """
        entry = game.find_line_on_path(line_number)
        if entry.is_automatic:
            entries = game.history.list_entries_on_path()
            answers = correction_replay.list_action_answers(entry, entries)
            if answers:
                lines = correction_replay.describe_answer_lines(answers)
                raise Refused(
                    f"Line {line_number} is an automatic step; {lines}. Choose one of these lines."
                )
        if isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered)) or entry.is_automatic:
            why = "was not entered by a player. To correct the game, use `fix`"
            raise Refused(f"Line {line_number} {why}.")
        return cls.begin_before_entry(game, entry)

    def replace_line(self, version: Version, enter: EnterInput) -> None:
        """Enter a new line by calling ``enter`` with the sandbox, and replay the later lines that
        still fit.
        """
        with self.sandbox.entry_context.mark_entries_as_replay(version):
            enter(self.sandbox)
        self.sandbox.run_automatic_steps()

    def insert_late_line(self, within: Version, enter: EnterInput) -> None:
        """Insert a late line before the line whose version is ``within``, or inside that line.

        Later lines are not replayed yet.
        """
        with self.sandbox.entry_context.mark_actions_late_and_pause_steps(within):
            enter(self.sandbox)

    def save_rewrite(self) -> list[MatchEntry]:
        """Write the rewritten game. Raises ``ConcurrentChange`` if the game has changed."""
        return self.game.save_sandbox(self.sandbox)


def require_no_lines_to_replay(game: Game) -> None:
    """Raise ``Refused`` if an earlier correction still has lines to replay, which would be lost.

    Stored lines are always accepted, because earlier versions of Warledger allowed such
    corrections.
    """
    if is_reading_stored_lines() or not waiting_correction_lines_and_dice.list_unreplayed_lines(
        game
    ):
        return
    count = waiting_correction_lines_and_dice.count_lines_to_replay(game)
    lines = format_count(count, "later line", "later lines") if count else "earlier answers"
    raise Refused(
        f"Answer the open question first. The correction then replays {lines}. "
        "To cancel the correction, undo."
    )


def copy_and_answer_until_stuck(sandbox: Game, answer_next: Callable[[Game], bool]) -> Game:
    """Copy a sandbox, answer questions in the copy until ``answer_next`` returns False, and return
    the copy.
    """
    ahead = sandbox.make_sandbox()
    for _ in range(MAX_PAST):
        if not answer_next(ahead):
            break
    return ahead


class RewriteOutcome(Struct, frozen=True):
    """The progress of a correction.

    ``kept_count`` is the number of later lines that have been replayed unchanged. The lines in
    ``dropped`` no longer fit. The lines in ``unreplayed`` are waiting for the answer to the open
    question.
    """

    line: int
    kept_count: int
    dropped: tuple[MatchEntry, ...]
    unreplayed: tuple[MatchEntry, ...]

    @property
    def is_finished(self) -> bool:
        """Whether every line that players entered has been either replayed or dropped."""
        return not any(not entry.is_automatic for entry in self.unreplayed)


def draft_correction(game: Game, line_number: int, correct: EnterInput) -> HistoryRewrite:
    """Correct a line in a sandbox: call ``correct`` to enter the new line, then replay later lines.

    Raises ``Refused`` if the line cannot be corrected.
    """
    rewrite = HistoryRewrite.begin_before_line(game, line_number)
    rewrite.replace_line(game.find_line_on_path(line_number).version, correct)
    return rewrite


def get_correction_outcome(game: Game) -> RewriteOutcome:
    """Return the progress of the current correction. Raises ``Refused`` if no line is being
    corrected.
    """
    plan = correction_replay.find_replay_progress(game.history)
    if plan is None:
        raise Refused("No line is being corrected.")
    repeated = correction_replay.find_replayed_versions(game.history)
    now = {getattr(line.event, "repeats", None): line.event for line in game.history.path}
    kept = sum(
        _get_answer(entry.input) == _get_answer(now[entry.version])
        for entry in plan.begun.later
        if entry.version in repeated and not entry.is_automatic
    )
    left = () if game.pending is None else plan.remaining_entries
    dropped = plan.list_dropped_entries(repeated)
    if game.pending is None:
        dropped = (*dropped, *(entry for entry in plan.remaining_entries if not entry.is_automatic))
    return RewriteOutcome(game.history.get_line_number(plan.begun.amends), kept, dropped, left)


def list_dropped_entries_not_reused(game: Game) -> tuple[MatchEntry, ...]:
    """List the lines that a correction has dropped, except rolls whose first dice have been entered
    again.

    Dice are entered again if their roll is asked for again with fewer dice.
    """
    plan = correction_replay.find_replay_progress(game.history)
    if plan is None:
        return ()
    new_faces: dict[tuple[Version | None, str], tuple[int, ...]] = {}
    for entry in game.history.list_entries_after(plan.begun.version):
        if isinstance(entry.input, ev.Rolled) and entry.input.repeats is None:
            action = correction_replay.find_replayed_action(game.history, plan, entry.action)
            new_faces[action, entry.input.key] = entry.input.faces

    def is_used_again(entry: MatchEntry) -> bool:
        if not isinstance(entry.input, ev.Rolled):
            return False
        faces = new_faces.get((entry.action, entry.input.key), ())
        return bool(faces) and faces == entry.input.faces[: len(faces)]

    dropped = get_correction_outcome(game).dropped
    return tuple(entry for entry in dropped if not is_used_again(entry))


class RuleBreach(Struct, frozen=True):
    """An objection of the rules to a later line, caused by the last correction."""

    line: int
    text: str

    @property
    def description(self) -> str:
        """The objection as a sentence, such as ``Line 9 now breaks a rule: B2 has moved
        already.``
        """
        return f"Line {self.line} now breaks a rule: {self.text}."


def list_new_rule_breaches(game: Game, since: Version = 0) -> tuple[RuleBreach, ...]:
    """List the replayed lines that break a rule because of the last correction.

    Only lines that have been replayed after the version ``since`` are listed.
    """
    after = max(since, game.history.corrections[-1].version)
    return tuple(
        RuleBreach(entry.number, text)
        for entry in game.history.list_entries_after(after)
        for text in _list_new_problems(game, entry)
    )


def explain_dropped_entry(game: Game, entry: MatchEntry) -> str:
    """Explain why a later line has not been replayed, as in ``B1 Boyz had left the table``."""
    event, history = entry.input, game.history
    if correction_replay.is_answer_entry(entry):
        return "its question is no longer asked"
    acts = history.find_actors_and_targets(event) if isinstance(event, ev.ActionTaken) else None
    if acts is not None and have_all_left_table_since_line(
        history, entry.version, acts.who, game.state
    ):
        return f"{MatchNames(game.state).name_subjects(acts.who)} had left the table"
    if game.match.ended is not None:
        return "the game was over"
    ends = isinstance(event, ev.ActionTaken) and event.action == ev.NEXT
    return "its phase was already over" if ends else "it no longer fits"


def list_replayed_actions_without_targets(game: Game) -> list[MatchEntry]:
    """List the actions that the last correction has replayed although their targets had left the
    table.
    """
    return [
        entry
        for entry in game.history.list_entries_after(game.history.corrections[-1].version)
        if _find_lost_targets(game, entry)
    ]


def _find_lost_targets(game: Game, entry: MatchEntry) -> str:
    """Return the names of a replayed action's targets if they had left the table before it,
    or "".
    """
    event, history = entry.input, game.history
    if not isinstance(event, ev.ActionTaken) or event.repeats is None:
        return ""
    state = history.get_state_before(entry.version)
    acts = history.find_actors_and_targets(event)
    if acts is None or not have_all_left_table_since_line(history, event.repeats, acts.whom, state):
        return ""
    return MatchNames(state).name_subjects(acts.whom)


def _list_new_problems(game: Game, entry: MatchEntry) -> Iterator[str]:
    if targets := _find_lost_targets(game, entry):
        yield f"{targets} had left the table"
    event = entry.input
    if not isinstance(event, ev.ActionTaken) or event.repeats is None:
        return
    then = game.history.lines[event.repeats - 1].event
    known = {one.objection for one in getattr(then, "overrides", ())}
    if any(one.objection not in known and not one.legal for one in event.overrides):
        command = Command(event.action, event.side, event.params)
        with lift_typed_line_limits():
            against = game.copy_frozen(entry.version).list_objections(command)
        for item in against:
            if item.id not in known and not item.legal:
                yield item.text


def _get_answer(event: ev.AnyEvent) -> object:
    match event:
        case ev.Rolled():
            return event.faces or event.result
        case ev.Chosen():
            return event.value
    return None

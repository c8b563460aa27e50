"""Replays later lines after a correction, and decides which old line or automatic action is next.

The replay depends only on the events, so an interrupted correction can be continued.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.match import acting_sides_and_absent_actors
from tracker.application.match.live_match import LiveMatch
from tracker.application.match.match_entries import MatchEntry, OpenCorrection
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.declared.line_reader import lift_typed_line_limits
from tracker.procedures.match_view import UnknownName
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Command, Phase
from tracker.procedures.runners.live_table_runner import PendingQuestion, TableRunner
from tracker.procedures.runners.request_answer_reading import is_same_question
from tracker.projection.match_state import Clock
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import SideId


class ReplayRules(Struct, frozen=True):
    """The rules for replaying later lines. The newest rule is the first field.

    - ``has_offered_actions``: An action that the rules offer the inactive side now, such as a
      winner's consolidation, is not marked late.
    - ``drops_undue``: An action that the rules demanded then, but neither demand nor allow now, is
      dropped.
    - ``has_common_actions``: An action that the other side may take too, such as a swap of order
      dice, is not marked late.
    - ``has_timeless_actions``: An action that can be taken at any time, such as a concession, is
      not marked late.
    - ``ends_once``: An old ``next`` whose step is already over does not end a later step instead.
    - ``keeps_order``: A note or fix within an action keeps its place among the answers.
    - ``waits``: A note or fix waits for the answer to an open question that preceded it.
    - ``continues``: The replay continues after a new interrupt of a replayed action, and after the
      end of the game. An action that was closed to let a line follow does not begin again before
      that line. An automatic action does not begin before a line that preceded it.
    - ``skips_undone``: A correction that was undone has no effect on new lines.
    - ``ends_steps``: A step ends at the same line as before the correction.
    - ``asks_rules``: The ruleset's objections to the replayed lines are recorded.
    """

    has_offered_actions: bool = True
    drops_undue: bool = True
    has_common_actions: bool = True
    has_timeless_actions: bool = True
    ends_once: bool = True
    keeps_order: bool = True
    waits: bool = True
    continues: bool = True
    skips_undone: bool = True
    ends_steps: bool = True
    asks_rules: bool = True


TODAYS_REPLAY = ReplayRules()
EVERY_REPLAY = tuple(
    ReplayRules(*[False] * count) for count in range(len(ReplayRules.__struct_fields__) + 1)
)
"""The versions of the replay rules, newest first. Each earlier version lacks one more rule."""


class ReplayProgress(Struct, frozen=True):
    """A correction in progress. ``done`` is the number of later lines that have been replayed.

    ``late_lines`` are the lines before or within which late lines were inserted. This set is
    cleared as soon as another line is replayed.
    """

    begun: OpenCorrection
    done: int
    late_lines: frozenset[Version] = frozenset()

    @property
    def remaining_entries(self) -> tuple[MatchEntry, ...]:
        return self.begun.later[self.done :]

    def list_dropped_entries(self, replayed_versions: frozenset[Version]) -> tuple[MatchEntry, ...]:
        return tuple(
            entry
            for entry in self.begun.later[: self.done]
            if entry.version not in replayed_versions and not entry.is_automatic
        )


def find_replayed_versions(history: MatchHistory) -> frozenset[Version]:
    """Return the versions of the old lines that have been replayed on the current path."""
    found = (getattr(line.event, "repeats", None) for line in history.path)
    return frozenset(version for version in found if version is not None)


def find_last_correction_not_undone(history: MatchHistory) -> OpenCorrection | None:
    """Return the last correction that has not been undone, or None if there is none."""
    for begun in reversed(history.corrections):
        written = itertools.islice(history.lines, begun.version, None)
        first = next((line for line in written if not isinstance(line.event, ev.Rewound)), None)
        if first is not None and history.is_on_path(first.version):
            return begun
    return None


def find_replay_progress(
    history: MatchHistory, replay: ReplayRules = TODAYS_REPLAY
) -> ReplayProgress | None:
    """Return the correction in progress on the current path, or None if there is none.

    A player's new action or adjustment ends the correction, unless it is part of a replayed action.
    """
    skips_undone = replay.skips_undone
    if skips_undone:
        begun = find_last_correction_not_undone(history)
    else:
        begun = history.corrections[-1] if history.corrections else None
    if begun is None:
        return None
    late_lines: set[Version] = set()
    actions = set(history.state.current_values.open)  # the actions that end later on the path
    for line in reversed(history.path):
        if line.version <= begun.version:
            return ReplayProgress(begun, 0, frozenset(late_lines)) if late_lines else None
        repeats = getattr(line.event, "repeats", None)
        if repeats is not None and repeats < begun.version:  # later notes can be kept by an undo
            return ReplayProgress(begun, begun.index.get(repeats, -1) + 1, frozenset(late_lines))
        if isinstance(line.event, ev.ActionTaken) and line.event.source == "typed":
            late = line.event.late
            if late is None and replay.continues and any(each < line.version for each in actions):
                continue
            if late is None or (skips_undone and late != begun.late_line):
                return None
            late_lines.add(late)
        elif isinstance(line.event, ev.ActionEnded):
            actions.add(line.event.action)
        elif skips_undone and isinstance(line.event, ev.Corrected) and not line.action:
            return None
    return None


def list_replay_candidates(
    history: MatchHistory,
    plan: ReplayProgress,
    pending: PendingQuestion | None,
    replay: ReplayRules = TODAYS_REPLAY,
) -> Iterator[ev.AnyInput]:
    """Yield the old lines that can be replayed now, most suitable first.

    There are none while a player must answer a question.
    """
    if pending is not None:
        found = _find_old_answer_or_note_before_it(
            history, plan, pending, replay
        ) or _decline_further_interrupts(history, plan, pending)
        if found is not None:
            yield found
        return
    for entry in plan.remaining_entries:
        if isinstance(entry.input, ev.Rewound) or is_answer_entry(entry):
            continue
        if not entry.is_automatic or (
            replay.ends_steps and _did_line_end_current_step(history, plan, entry)
        ):
            yield make_replay_input(entry)


def _did_line_end_current_step(
    history: MatchHistory, plan: ReplayProgress, entry: MatchEntry
) -> bool:
    """Return whether an old line automatically ended the current step of the game.

    If so, the step ends again, even if more units can act after the correction.
    """
    facts = (
        fact for each in plan.begun.later if each.action == entry.version for fact in each.facts
    )
    if not any(isinstance(fact, (ev.PhaseBegan, ev.TurnBegan)) for fact in facts):
        return False
    then, now = history.get_state_before(entry.version).clock, history.state.clock
    return (then.turn, then.phase, then.side) == (now.turn, now.phase, now.side)


def is_clock_step_over(history: MatchHistory, phases: Sequence[Phase], step: Clock) -> bool:
    """Return whether a step of the game is over or has been skipped."""
    now = history.state.clock
    orders = {phase.id: (at, phase.order) for at, phase in enumerate(phases)}
    if now.turn != step.turn or not {step.phase, now.phase} <= orders.keys():
        return now.turn > step.turn
    (was_at, was_order), (is_at, is_order) = orders[step.phase], orders[now.phase]
    begun = list(_list_steps_begun_in_turn(history))
    if was_order == is_order == "active" and step.side != now.side:
        return any(side == step.side for _, side in begun)
    if is_at == was_at:
        ended = was_order == "sides" and step.side != now.side
        return ended and (step.phase, step.side) in begun
    return is_at > was_at


def _list_steps_begun_in_turn(history: MatchHistory) -> Iterator[tuple[str, SideId | None]]:
    for line in reversed(history.path):
        if isinstance(line.event, ev.TurnBegan):
            return
        if isinstance(line.event, ev.PhaseBegan):
            yield line.event.phase, line.event.side


def was_action_closed_for_next_line(
    history: MatchHistory, plan: ReplayProgress, replay: ReplayRules = TODAYS_REPLAY
) -> bool:
    """Return whether the last replayed line closed an action to let the next old line follow."""
    last, following = history.find_last_entry_on_path(), next(iter(plan.remaining_entries), None)
    if not replay.continues or last is None or following is None:
        return False
    event = last.input
    closed = isinstance(event, ev.Corrected) and event.closes and not event.facts and event.repeats
    return bool(closed) and not following.is_automatic


def is_answer_entry(entry: MatchEntry) -> bool:
    """Return whether an entry answers a question. Free rolls answer no question."""
    return isinstance(entry.input, (ev.Rolled, ev.Chosen)) and bool(entry.input.key)


def list_action_answers(action: MatchEntry, entries: Iterable[MatchEntry]) -> list[MatchEntry]:
    """List the dice and choices that players entered in an action, oldest first."""
    return [
        each
        for each in entries
        if each.action == action.version and is_answer_entry(each) and not each.is_automatic
    ]


def describe_answer_lines(answers: Sequence[MatchEntry]) -> str:
    """Describe which lines contain an action's answers, as in ``its dice and choices are lines 12
    to 14``.
    """
    first, last = answers[0].number, answers[-1].number
    return f"its dice and choices are line{f's {first} to {last}' if last > first else f' {first}'}"


def _find_old_answer_or_note_before_it(
    history: MatchHistory, plan: ReplayProgress, pending: PendingQuestion, rules: ReplayRules
) -> ev.AnyInput | None:
    """Return the old answer to the open question, or None if there is none.

    If a note or fix came before the answer, return the note or fix first.
    """
    from tracker.application.correcting.reused_answers import reuse_answer_if_it_fits

    action = find_replayed_action(history, plan, pending.action)
    if action is None and not history.get_entry_beginning_at(pending.action).is_automatic:
        return None
    waiting: ev.AnyInput | None = None
    waits = False
    for entry in plan.remaining_entries:
        event = entry.input
        if isinstance(event, ev.ActionTaken):
            request = pending.request
            interrupts = isinstance(request, Interrupt) and event.action in request.actions
            return waiting or make_replay_input(entry) if interrupts else None
        if not is_answer_entry(entry):
            if not rules.waits or (entry.action and not waits):
                return make_replay_input(entry)
            if not rules.keeps_order or not entry.action:
                return None
            waiting = waiting or make_replay_input(entry)
            continue
        assert isinstance(event, (ev.Rolled, ev.Chosen))
        if action is not None and entry.action != action:
            continue
        asked = is_same_question(event.key, pending.key)
        answer = reuse_answer_if_it_fits(pending, event)
        if waiting is not None and (asked or answer is not None):
            return waiting
        if answer is not None:
            return replace(answer, repeats=entry.version)
        unanswered = rules.keeps_order and not _is_question_answered(
            history, pending.action, event.key
        )
        waits = waits or asked or unanswered
    return None


def _is_question_answered(history: MatchHistory, action: Version, key: str) -> bool:
    return any(
        line.action == action
        and isinstance(line.event, (ev.Rolled, ev.Chosen))
        and is_same_question(key, line.event.key)
        for line in history.path[history.count_path_events_up_to(action) :]
    )


def _decline_further_interrupts(
    history: MatchHistory, plan: ReplayProgress, pending: PendingQuestion
) -> ev.Chosen | None:
    """Return an answer that declines more interrupts if an interrupt was inserted late, or None if
    not.

    Players can add interrupts later.
    """
    request = pending.request
    replayed = find_replayed_action(history, plan, pending.action)
    if not isinstance(request, Interrupt) or replayed not in plan.late_lines:
        return None
    return ev.Chosen(
        key=pending.key, what=request.what, value=False, side=request.side, source="default"
    )


def find_replayed_action(
    history: MatchHistory, plan: ReplayProgress, open_action: Version
) -> Version | None:
    """Return the old action that an open action replays or continues, or None if it is new."""
    if open_action < plan.begun.version:
        return open_action
    taken = history.lines[open_action - 1].event
    return taken.repeats if isinstance(taken, ev.ActionTaken) else None


def list_notes_to_replay_before_answer(
    plan: ReplayProgress, answer_version: Version
) -> list[ev.Noted | ev.Corrected | ev.Rolled]:
    """List the notes, fixes and free rolls that must be replayed before an old answer.

    Each is marked as a replay of its old line.
    """
    stop = plan.begun.index.get(answer_version, 0)
    return [
        replace(entry.input, repeats=entry.version)
        for entry in plan.begun.later[plan.done : stop]
        if isinstance(entry.input, (ev.Noted, ev.Corrected, ev.Rolled))
        and not is_answer_entry(entry)
        and not getattr(entry.input, "closes", False)
    ]


def make_replay_input(entry: MatchEntry) -> ev.AnyInput:
    """Return the input of an old line, marked as a replay of that line."""
    event = entry.input
    assert not isinstance(event, (ev.MatchOpened, ev.ForceMustered, ev.Rewound))
    return replace(event, repeats=entry.version)


def get_next_line_if_same_action(plan: ReplayProgress | None, command: Command) -> Version | None:
    """Return the version of the next old line if it took the same action automatically.

    Return None if it did not.
    """
    if plan is None:
        return None
    for entry in plan.remaining_entries:
        if is_answer_entry(entry):
            continue
        event = entry.input
        if isinstance(event, ev.ActionTaken) and entry.is_automatic:
            same = (event.action, event.side, event.params)
            if same == (command.action, command.side, command.params):
                return entry.version
        return None
    return None


CORRECTED = "an earlier line was corrected"
"""The reason for the table ruling if a line breaks a rule only because of a correction."""


def find_automatic_action(
    live_match: LiveMatch, replay: ReplayRules = TODAYS_REPLAY
) -> ev.ActionTaken | None:
    """Return the action that the rules take automatically now, or None if there is none.

    There is none while a question is open, or after the end of the game. There is also none if an
    action has just been closed to let an old line follow.
    """
    if live_match.table.pending is not None or live_match.table.match.ended is not None:
        return None
    plan = find_replay_progress(live_match.history, replay)
    if plan is not None and was_action_closed_for_next_line(live_match.history, plan, replay):
        return None
    command = live_match.ruleset.automatic(live_match.table.match)
    if command is None:
        return None
    return ev.ActionTaken(
        action=command.action,
        side=command.side,
        params=command.params,
        source="default",
        repeats=get_next_line_if_same_action(plan, command),
    )


def list_replayable_inputs(
    live_match: LiveMatch,
    replay: ReplayRules,
    automatic_action: ev.ActionTaken | None = None,
) -> Iterator[ev.AnyInput]:
    """Yield the old lines of a correction that can be replayed now, most suitable first.

    If an ``automatic_action`` is due, only lines that came before it are replayed.
    """
    plan = find_replay_progress(live_match.history, replay)
    if plan is None:
        return
    if automatic_action is not None and not (
        replay.continues
        and _did_next_line_precede_automatic_action(live_match, plan, automatic_action)
    ):
        return
    events = list_replay_candidates(live_match.history, plan, live_match.table.pending, replay)
    for event in itertools.islice(events, None if automatic_action is None else 1):
        version = getattr(event, "repeats", None)
        if replay.ends_once and _is_end_of_finished_step(live_match, event, version):
            continue
        try:
            once_more = _repeat_input_if_it_applies(live_match, event, plan, replay)
        except (Refused, UnknownName, KeyError):
            continue  # listed as dropped, because it no longer fits
        if once_more is not None:
            yield once_more if replay.asks_rules else event


def _is_end_of_finished_step(
    live_match: LiveMatch, event: ev.AnyInput, version: Version | None
) -> bool:
    """Return whether an old line is a ``next`` whose step of the game is already over."""
    if not isinstance(event, ev.ActionTaken) or event.action != ev.NEXT or not version:
        return False
    then = live_match.history.get_state_before(version).clock
    return is_clock_step_over(live_match.history, live_match.ruleset.phases, then)


def drop_ends_of_finished_steps(
    live_match: LiveMatch, entries: Iterable[MatchEntry]
) -> list[MatchEntry]:
    """Return the entries, leaving out any ``next`` whose step of the game is over."""
    return [
        entry
        for entry in entries
        if not _is_end_of_finished_step(live_match, entry.input, entry.version)
    ]


def _did_next_line_precede_automatic_action(
    live_match: LiveMatch, plan: ReplayProgress, automatic_action: ev.ActionTaken
) -> bool:
    """Return whether the next old line was entered while the same automatic action was due.

    This happens if a late line was inserted before the action, or ``undo to`` stopped before it.
    """
    following = next(iter(plan.remaining_entries), None)
    if following is None or following.is_automatic:
        return False
    state = live_match.history.get_state_before(following.version)
    if state.current_values.open or state.current_values.ended is not None:
        return False
    then = live_match.ruleset.automatic(TableRunner(live_match.ruleset, state).match)
    return then == Command(automatic_action.action, automatic_action.side, automatic_action.params)


@lift_typed_line_limits()
def _repeat_input_if_it_applies(
    live_match: LiveMatch, event: ev.AnyInput, plan: ReplayProgress, replay: ReplayRules
) -> ev.AnyInput | None:
    """Return an old input with the rules' current objections, or None if it no longer applies.

    An input no longer applies if its actors have left the table since. The same holds if the rules
    object to it and demanded it only then. After a late entry, an input with new objections does
    not apply. After the end of the game, an input that was entered before the end does not apply.
    """
    repeats = getattr(event, "repeats", None)
    if live_match.table.match.ended is not None and repeats is not None:
        then = live_match.history.get_state_before(repeats)
        if then.current_values.ended is None:
            return None
    if not isinstance(event, ev.ActionTaken):
        return event
    if _have_actors_left_table(live_match.history, event):
        return None
    command = Command(event.action, event.side, event.params)
    against = live_match.list_objections(command)
    known = {override.objection: override for override in event.overrides}
    new = {item.id for item in against} - known.keys()
    before = _copy_before_line(live_match, event) if new else None
    if plan.begun.late and new and not new <= _list_objection_ids(before, command):
        return None
    was_due = replay.drops_undue and before is not None and _is_action_compulsory_now(before, event)
    if was_due and not _is_action_compulsory_now(live_match, event):
        return None
    overrides = (
        known.get(item.id) or ev.Override(item.id, CORRECTED, item.legal) for item in against
    )
    return replace(event, overrides=tuple(overrides))


def _copy_before_line(live_match: LiveMatch, event: ev.ActionTaken) -> LiveMatch | None:
    """Return the match as it was before an old line, or None if the line is an interrupt."""
    state = live_match.history.get_state_before(event.repeats) if event.repeats else None
    if state is None or state.current_values.open:
        return None
    then = copy(live_match)
    then.table = TableRunner(live_match.ruleset, state)
    return then


def _list_objection_ids(live_match: LiveMatch | None, command: Command) -> set[str]:
    return {item.id for item in live_match.list_objections(command)} if live_match else set()


def _is_action_compulsory_now(live_match: LiveMatch, event: ev.ActionTaken) -> bool:
    acts = live_match.history.find_actors_and_targets(event)
    actors = acts.who if acts else ()
    return any(
        item.compulsory and item.action == event.action and item.subject in (None, *actors)
        for item in live_match.ruleset.due(live_match.table.match)
    )


def _have_actors_left_table(history: MatchHistory, event: ev.ActionTaken) -> bool:
    """Return whether all actors of an old line have left the table since. Figures can return."""
    acts = history.find_actors_and_targets(event)
    if acts is None:
        return False
    if not event.repeats:
        return acting_sides_and_absent_actors.have_all_left_table(history.state, acts.who)
    return acting_sides_and_absent_actors.have_all_left_table_since_line(
        history, event.repeats, acts.who, history.state
    )

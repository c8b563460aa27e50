"""Finds the side that acts or answers, and the actors and targets that have left the table."""

from __future__ import annotations

from typing import Any

from tracker.application.match.live_match import LiveMatch
from tracker.application.match.match_history import MatchHistory
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Request
from tracker.procedures.ruleset import Command
from tracker.projection.displayed_subject_status import is_on_table
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.die_labels import find_common_row_owner
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import SideId, Subject


def find_answering_side(match: Match, request: Request[Any]) -> SideId | None:
    """Return the side that answers a question, or None if either side may answer or both do
    together.
    """
    return find_common_row_owner(getattr(request, "labels", ()), request.side, match.side_of)


def have_all_left_table(state: State, subjects: tuple[Subject, ...]) -> bool:
    """Return whether all given units and figures have left the table. If none are given, return
    False.
    """
    return bool(subjects) and not any(is_on_table(state, one) for one in subjects)


def have_all_left_table_since_line(
    history: MatchHistory, line_version: Version, subjects: tuple[Subject, ...], state: State
) -> bool:
    """Return whether all subjects have left the table since just before a given line."""
    return have_all_left_table(state, subjects) and not have_all_left_table(
        history.get_state_before(line_version), subjects
    )


def find_end_of_acting_sides_half(
    live_match: LiveMatch, command: Command, *, only_compulsory: bool = False
) -> Version | None:
    """Return the version at which the half (or turn) of the command's side ended, or None if it has
    not.

    Return None too if the rules offer the action to the inactive side now. If ``only_compulsory``
    is true, they must demand it.
    """
    clock, side = live_match.history.state.clock, command.side
    phase = next((one for one in live_match.ruleset.phases if one.id == clock.phase), None)
    if side in {None, clock.side} or phase is None or phase.order not in {"sides", "active"}:
        return None
    action = live_match.ruleset.actions.get(command.action)
    if action is not None and (
        action.breaks_in
        or _can_inactive_side_act_now(live_match, command, phase.order, only_compulsory)
    ):
        return None
    over: Version | None = None
    for entry in live_match.history.iterate_path_entries_backwards():
        for fact in reversed(entry.facts):
            if isinstance(fact, ev.TurnBegan):
                return None
            if isinstance(fact, ev.PhaseBegan):
                same = fact.phase == clock.phase or phase.order == "active"
                if fact.side == side or not same:
                    return over if same else None
                over = entry.version
    return None


def _can_inactive_side_act_now(
    live_match: LiveMatch, command: Command, order: str, only_compulsory: bool
) -> bool:
    if order != "active":
        return False
    due = live_match.ruleset.due(live_match.table.match)
    return any(
        one.action == command.action and one.side in {None, command.side}
        for one in due
        if one.compulsory or not only_compulsory
    )

"""Finds the units that can act now and the units that have yet to act.

>>> list_acting_sides(match), list(list_acting_units(match))
(('s:r', 's:b'), ['u:r1', 'u:b1'])
>>> [one.why for one in list_out_of_turn_reasons(match, "u:r1", "melee", "COIN-1")]
['is not in its melee phase now']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tracker.procedures.declared.player_actions import Action, BlockingReason, DueAction, Objection
from tracker.procedures.match_view import Match
from tracker.vocabulary.renamed_names import keep_old_names, make_method_alias
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId, is_unit

P = TypeVar("P")
ListBlockingReasons = Callable[[Match, UnitId], Iterable[BlockingReason]]


def list_acting_sides(match: Match) -> tuple[SideId, ...]:
    """List the sides that act in the current step, in order."""
    side = match.clock.side
    return (match.clock.order or match.sides) if side is None else (side,)


def list_acting_units(match: Match) -> Iterator[UnitId]:
    """List the units on the table that belong to the acting sides."""
    return (unit for side in list_acting_sides(match) for unit in match.units(side))


def list_wrong_side_objections(
    match: Match, side: SideId | None, subject: Subject, rule: str, subject_name: str
) -> Iterator[Objection]:
    if side is not None and match.side_of(subject) != side:
        yield Objection("not-own", rule, f"{subject_name} does not belong to this side")


def list_wrong_phase_half_objections(
    match: Match, subject: Subject, rule: str
) -> Iterator[Objection]:
    side = match.clock.side
    if side not in {None, match.side_of(subject)}:
        whose = match.side_name(side or match.side_of(subject))
        yield Objection("not-its-half", rule, f"it is {whose}'s half of the phase")


def list_out_of_turn_reasons(
    match: Match, unit: UnitId, phase: str, rule: str
) -> Iterator[BlockingReason]:
    """Yield a reason if the match is not in ``phase``, or if the unit's side does not act now."""
    if match.phase != phase or match.clock.side not in {None, match.side_of(unit)}:
        yield BlockingReason("out-of-turn", rule, f"is not in its {phase} phase now")


class UnitCandidates(Struct, Generic[P], frozen=True):
    """The candidates for an action in ``phases``, for every unit that can take the action.

    ``bars`` yields the reasons why a unit cannot take the action. ``ways`` lists the action's
    possible parameters for a unit.
    """

    phases: tuple[str, ...]
    bars: ListBlockingReasons
    ways: Callable[[Match, UnitId], Iterable[P]]

    def __call__(self, match: Match) -> Iterator[tuple[SideId | None, P]]:
        for unit in list_acting_units(match) if match.phase in self.phases else ():
            if not any(True for _ in self.bars(match, unit)):
                yield from ((match.side_of(unit), way) for way in self.ways(match, unit))


def make_unit_candidates(
    phase: str, bars: ListBlockingReasons, ways: Callable[[Match, UnitId], Iterable[P]]
) -> UnitCandidates[P]:
    """Make the ``candidates`` of an action for its phase.

    ``bars`` yields the reasons why a unit cannot take the action. ``ways`` lists the action's
    possible parameters for a unit.
    """
    return UnitCandidates((phase,), bars, ways)


class RemainingActions(Struct, frozen=True):
    """The ``actions`` that units are expected to take, with the usual action of each phase first.

    If no action is expected of a unit, ``done`` returns a short reason, such as ``holds``.
    """

    actions: tuple[Action[Any], ...]
    done: Callable[[Match, UnitId], str | None] = lambda *_: None

    def explain_cannot_act(self, match: Match, subject: Subject) -> str | None:
        """Return a short reason why a unit can no longer act in this phase, or None if it can.

        For a subject that is not a unit, return None.
        """
        if not is_unit(subject):
            return None
        unit = UnitId(subject)
        return self.done(match, unit) or self._explain_blocked(match, unit, match.phase)

    def is_every_unit_blocked(self, match: Match, phase: str, side: SideId | None) -> bool:
        """Whether no unit of a side (by default, of any side) can still act in a phase."""
        return all(self._explain_blocked(match, unit, phase) for unit in match.units(side))

    def list_due_actions(self, match: Match) -> tuple[DueAction, ...]:
        """List a due action for each unit that has yet to act: the first that it can take."""
        found = []
        for unit in list_acting_units(match):
            first = next(self._list_possible_actions(match, unit), None)
            if first is not None and self.done(match, unit) is None:
                found.append(first.make_due_action(match, unit))
        return tuple(found)

    due = make_method_alias("due", "list_due_actions")
    cannot = make_method_alias("cannot", "explain_cannot_act")

    def _list_possible_actions(self, match: Match, unit: UnitId) -> Iterator[Action[Any]]:
        return (
            one
            for one in self._list_phase_actions(match.phase)
            if one.find_blocking_reason(match, unit) is None
        )

    def _explain_blocked(self, match: Match, unit: UnitId, phase: str) -> str | None:
        """Return why a unit cannot take the usual action, or None if any action is possible."""
        found = [
            action.find_blocking_reason(match, unit) for action in self._list_phase_actions(phase)
        ]
        return found[0].why if found and found[0] is not None and None not in found else None

    def _list_phase_actions(self, phase: str) -> Iterator[Action[Any]]:
        return (action for action in self.actions if phase in action.phases)


keep_old_names(__name__)

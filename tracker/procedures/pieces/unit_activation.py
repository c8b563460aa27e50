"""The activation of units in turn, with or without action points.

>>> by_turns = Activation(("toss",), points=lambda *_: 2)
>>> [one.why for one in by_turns.list_blocking_reasons(match, "u:r1", cost=3)]
['has 2 points left']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from msgspec import Struct, field

from tracker.procedures.declared.action_key_types import PASS_KEY, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import Amount
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import UnitCandidates
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.random_draw import draw_lot
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    DueAction,
    OneUnitParams,
    ResourceTally,
    Ruleset,
)
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.renamed_names import keep_old_names, make_method_alias
from tracker.vocabulary.subject_ids import SideId, UnitId

Lot = Literal["chits", "cards"]
ACTIVATED: Final = MarkerKind("activated", "activated", "•", until="turn", quiet=True)
"""The marker on a unit whose activation this turn is over."""
SPENT: Final = MarkerKind(
    "spent",
    "spent",
    shown="hidden",
    until="turn",
    row="points spent",
    values=Amount("points spent", counts=True),
)
"""The marker whose number is the action points that a unit has spent this turn."""


UNACTIVATED: Final = "has not been activated"
"""The phrase that follows the name of a unit that has yet to be activated."""
DRAWN: Final = MarkerKind("drawn", "drawn", "»", until="phase")
"""The marker on a unit whose card was drawn. No other unit acts until its activation is over."""


def list_unactivated_units(match: Match, side: SideId) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units(side) if not match.has(unit, ACTIVATED))


def list_due_activations(ruleset: Ruleset, match: Match) -> Iterator[DueAction]:
    """Yield a due action for each unit that has yet to act, if sides alternate in this phase."""
    phase = next((each for each in ruleset.phases if each.id == match.phase), None)
    in_turn = any(kind is ACTIVATED for kind in ruleset.markers)  # not a marker of the same name
    if phase is not None and phase.order == "alternate" and in_turn:
        for side in match.sides:
            for unit in list_unactivated_units(match, side):
                yield DueAction("pass", side, unit, f"{match.unit(unit).name} {UNACTIVATED}")


def pass_turn(match: Match) -> None:
    """Let the other side act next, if it has a unit left to activate."""
    side = match.clock.side
    if side is not None:
        _give_turn_to(match, tuple(one for one in match.sides if one != side))


def _give_turn_to(match: Match, sides: tuple[SideId, ...]) -> None:
    """Let the first of these sides that has an unactivated unit act next."""
    side = next((side for side in sides if list_unactivated_units(match, side)), None)
    if side is not None:
        match.record(PhaseBegan(phase=match.phase, side=side, step=match.clock.step))


class Activation(Struct, frozen=True):
    """The activation of units in these ``phases``. ``points`` returns a unit's action points.

    If ``points`` is None, an activation is a single action. ``go_on`` is the stage that lets the
    next unit or side act.
    """

    phases: tuple[str, ...]
    points: Callable[[Match, UnitId], int] | None = None
    go_on: Callable[[Match], Asking[None] | None] = field(default=pass_turn)

    def list_blocking_reasons(
        self, match: Match, unit: UnitId, rule: str = "", cost: int = 1
    ) -> Iterator[BlockingReason]:
        """Yield the reasons why a unit may not take an action with this ``cost`` in points."""
        if match.has(unit, ACTIVATED):
            yield BlockingReason("activated", rule, "has been activated")
            return
        for other in map(UnitId, match.marked(DRAWN)):
            if other != unit and not has_acted_or_left(match, other):
                yield BlockingReason("drawn", rule, f"waits: {match.tag(other)} is drawn")
        for other in match.units(match.side_of(unit)):
            if other != unit and match.has(other, SPENT) and not match.has(other, ACTIVATED):
                yield BlockingReason("active", rule, f"waits: {match.tag(other)} is active")
        left = self.count_action_points_left(match, unit)
        if left is not None and cost > left:
            yield BlockingReason("points", rule, f"has {format_count(left, 'point')} left")

    list_bars = make_method_alias("list_bars", "list_blocking_reasons")

    def count_action_points_left(self, match: Match, unit: UnitId) -> int | None:
        """Count a unit's remaining points. Returns None if actions cost no points."""
        if self.points is None or not match.exists(unit):
            return None
        return self.points(match, unit) - SPENT.number(match, unit)

    def record_action(
        self, match: Match, unit: UnitId, cost: int = 1, *, ends: bool = True
    ) -> None:
        """Record a unit's action, which spends its ``cost``.

        The activation is over if ``ends`` is true or no points are left.
        """
        if self.points is not None:
            match.record(SPENT.make_increase_fact(match, unit, cost))
            ends = ends or (self.count_action_points_left(match, unit) or 0) <= 0
        if ends:
            match.record(ACTIVATED.set(unit))

    def list_point_tallies(self, match: Match, unit: UnitId) -> tuple[ResourceTally, ...]:
        """List a unit's action points, for display in its row."""
        left = self.count_action_points_left(match, unit)
        if left is None:
            return ()
        spent = SPENT.number(match, unit)
        return (ResourceTally("action points", spent, max(left, 0), pips=True, sign="AP"),)

    def make_pass_action(self) -> Action[OneUnitParams]:
        """Make the action with which a unit ends its activation early."""

        def stage(match: Match, _: SideId | None, params: OneUnitParams) -> Asking[None]:
            match.record(ACTIVATED.set(params.unit))
            yield from call_stage(self.go_on)

        def list_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
            return self.list_blocking_reasons(match, unit, cost=0)

        return Action(
            "pass",
            "passes",
            OneUnitParams,
            stage,
            phases=self.phases,
            candidates=UnitCandidates(
                self.phases, list_reasons, lambda _, unit: (OneUnitParams(unit),)
            ),
            form=Form("passes", make_unit_field(), key=KeyVerb(PASS_KEY, text="passes")),
            bars=list_reasons,
        )


def has_acted_or_left(match: Match, unit: UnitId) -> bool:
    return match.has(unit, ACTIVATED) or not match.exists(unit)


def begin_alternating_phase(match: Match) -> None:
    """Begin the phase with the first side of the set order.

    If no order is set, the first side begins odd turns, and the second side begins even turns.
    """
    first = int(match.turn > 0 and match.turn % 2 == 0)
    _give_turn_to(match, match.clock.order or match.sides[first:] + match.sides[:first])


def draw_next_to_activate(match: Match, kind: RollKind, lot: Lot) -> Asking[None]:
    """Draw the side or unit that acts next.

    If ``lot`` is "chits", a side is drawn. Each side has one chit for each of its units that has
    yet to act. If ``lot`` is "cards", a unit is drawn. Each unit has one card.
    """
    waiting = [unit for side in match.sides for unit in list_unactivated_units(match, side)]
    if waiting:
        name = match.tag if lot == "cards" else lambda one: match.side_name(match.side_of(one))
        unit = waiting[(yield from draw_lot(kind, [name(one) for one in waiting]))]
        if lot == "cards":
            match.record(DRAWN.set(unit))
        match.record(PhaseBegan(phase=match.phase, side=match.side_of(unit), step=match.clock.step))


keep_old_names(__name__)

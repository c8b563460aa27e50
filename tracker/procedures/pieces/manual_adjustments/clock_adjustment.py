"""Manual corrections of the clock: turn, phase, half, and the side that acts first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol

from msgspec import Struct

from tracker.procedures.declared.line_reader import parse_whole_number
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustmentRow,
    make_choice_row,
)
from tracker.procedures.pieces.subject_lookup import find_side, look_up_word
from tracker.vocabulary.events import AnyFact, PhaseBegan, TurnBegan
from tracker.vocabulary.subject_ids import MATCH, SideId, format_handle

WORDS: Final = ("phase", "turn", "first")
"""The words that a line may contain in place of a subject's name."""
SIDES_IN_TURN: Final = frozenset(("sides", "alternate", "active"))
LATER_TURNS: Final = 3
"""The number of later turns that a form offers."""


class TimedPhase(Protocol):
    """The properties of a phase that corrections of the clock need."""

    @property
    def id(self) -> str: ...

    @property
    def word(self) -> str: ...

    @property
    def short(self) -> str: ...

    @property
    def noun(self) -> str: ...

    @property
    def order(self) -> str: ...


class ClockAdjustment(Struct, frozen=True):
    """Corrections of the clock in a game with these ``phases`` and this number of ``turns``.

    ``list_skipped_actions`` lists the due actions that are skipped if the clock is moved to a turn,
    phase and half. ``make_held_facts`` makes the facts for effects that are delayed until the end
    of a phase. These effects also apply if players change the phase. ``step_markers`` are the
    markers that last for a step. These markers stay if players change only the order of sides.
    ``has_halves`` says whether the sides act one after another in a phase.
    ``first_marker`` is the marker on the side that acts first in all turns, if there is one.
    """

    phases: tuple[TimedPhase, ...]
    turns: int = 99
    list_skipped_actions: Callable[[Match, int, str, SideId | None], Iterable[str]] = lambda *_: ()
    make_held_facts: Callable[[Match], Iterable[AnyFact]] = lambda _: ()
    step_markers: tuple[MarkerKind, ...] = ()
    has_halves: Callable[[Match, Any], bool] = lambda _, phase: phase.order in SIDES_IN_TURN
    first_marker: MarkerKind | None = None

    def interpret_clock_fix(
        self, match: Match, word: str, arguments: tuple[str, ...]
    ) -> tuple[tuple[AnyFact, ...], tuple[str, ...]]:
        """Return the facts of ``fix phase``, ``fix turn`` or ``fix first``, and the due actions
        that these facts skip.

        ``arguments`` are the words after ``word``. Raises ``UnknownName`` if they cannot be read.
        """
        first, *rest = arguments
        if word == "turn":
            turn = parse_whole_number(first, "turn", low=1, high=self.turns) or 1
            if turn == match.turn:
                return (), ()
            left = tuple(self.list_skipped_actions(match, turn, "", None))
            return (*self.make_held_facts(match), TurnBegan(turn=turn)), left
        if word == "first":
            side = find_side(match, first)
            return tuple(self._make_first_side_facts(match, side)), tuple(
                self._list_lost_halves(match, side)
            )
        phase, *rest = self._find_phase(arguments)
        if len(rest) > 1:
            raise UnknownName(f"{rest[1]} is not understood after fix: leave it out")
        side = find_side(match, rest[0]) if rest else self._get_side_order(match)[0]
        half = side if self._is_phase_in_halves(match, phase) else None
        left = tuple(self.list_skipped_actions(match, match.turn, phase, half))
        held = () if phase == match.phase else self.make_held_facts(match)
        return (*held, PhaseBegan(phase=phase, side=half)), left

    def _find_phase(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Find the phase whose name the words begin with. Return it with the remaining words.

        Raises ``UnknownName`` if there is no such phase.
        """
        full = {name: each.id for each in self.phases for name in (each.word, each.id)}
        displayed = ((name, each.id) for each in self.phases for name in (each.short, each.noun))
        names = {name.rstrip("."): phase for name, phase in displayed if name} | full
        for n in range(len(words), 0, -1):
            spaced = " ".join(words[:n]).lower().replace("-", " ")
            if spaced in names:
                return (names[spaced], *words[n:])
        return (look_up_word(words[0], full, "phase"), *words[1:])

    def make_phase_advance_facts(self, match: Match) -> tuple[tuple[AnyFact, ...], tuple[str, ...]]:
        """Return the facts that end the current phase, and the due actions that this skips."""
        phases = [each.id for each in self.phases]
        later = phases[phases.index(match.phase) + 1 :] if match.phase in phases else phases
        if later:
            return self.interpret_clock_fix(match, "phase", (later[0],))
        return self.interpret_clock_fix(match, "turn", (str(match.turn + 1),))

    def _is_phase_in_halves(self, match: Match, phase: str) -> bool:
        return any(each.id == phase and self.has_halves(match, each) for each in self.phases)

    def _make_first_side_facts(self, match: Match, side: SideId) -> Iterator[AnyFact]:
        """Yield the facts that make a side act first. The current step continues."""
        clock = match.clock
        if not clock.phase:
            raise UnknownName("the first side has not been decided: the game has not begun")
        now = self._make_order_beginning_with(match, side)
        if self.first_marker is not None and not clock.order:
            others = self.first_marker.list_carriers(match, now[1:])
            yield from (self.first_marker.cleared(other) for other in others)
            if not match.has(side, self.first_marker):
                yield self.first_marker.set(side)
            return
        if clock.order == now:
            return
        kept = [
            (s, kind, match.marker(s, kind))
            for kind in self.step_markers
            for s in match.marked(kind)
        ]
        yield PhaseBegan(
            phase=clock.phase, side=clock.side, step=clock.step, subject=clock.subject, order=now
        )
        for subject, kind, marker in kept:
            if marker is not None:
                yield kind.set(subject, value=marker.value, by=marker.by)

    def _get_side_order(self, match: Match) -> tuple[SideId, ...]:
        first = self.first_marker
        if match.clock.order or first is None:
            return match.clock.order or match.sides
        return tuple(sorted(match.sides, key=lambda side: not match.has(side, first)))

    def _make_order_beginning_with(self, match: Match, side: SideId) -> tuple[SideId, ...]:
        was = self._get_side_order(match)
        at = was.index(side)
        return (*was[at:], *was[:at])

    def _list_lost_halves(self, match: Match, side: SideId) -> Iterator[str]:
        """Yield the halves of this turn that are lost if ``side`` acts first in all turns."""
        acting, was, now = (
            match.clock.side,
            self._get_side_order(match),
            self._make_order_beginning_with(match, side),
        )
        if self.first_marker is not None and acting is not None and match.turn:
            for one in now[: now.index(acting)]:
                if was.index(one) > was.index(acting):
                    yield f"{match.side_name(one)}'s part of turn {match.turn}"

    # ---------------------------------------------------------------------------------- a form

    def list_rows(self, match: Match) -> Iterator[AdjustmentRow]:
        yield self._make_phase_row(match)
        yield self._make_turn_row(match)
        if match.clock.phase:
            first = self.first_marker
            marked = () if first is None else first.list_carriers(match, match.sides)
            order = match.clock.order or marked
            ways = {
                match.side_name(side): f"fix first {format_handle(side)}" for side in match.sides
            }
            yield make_choice_row(
                MATCH, "acts first", match.side_name(order[0]) if order else "", ways
            )

    def _make_turn_row(self, match: Match) -> AdjustmentRow:
        last = min(max(match.turn, 1) + LATER_TURNS, self.turns)
        ways = {str(turn): f"fix turn {turn}" for turn in range(1, last + 1)}
        return make_choice_row(MATCH, "turn", str(match.turn), ways)

    def _make_phase_row(self, match: Match) -> AdjustmentRow:
        order = self._get_side_order(match)
        words = {each.id: each.word for each in self.phases}
        ways: dict[str, str] = {}
        for phase, word in words.items():
            if self._is_phase_in_halves(match, phase):
                for side in order:
                    ways[f"{word}, {match.side_name(side)}"] = (
                        f"fix phase {phase} {format_handle(side)}"
                    )
            else:
                ways[word] = f"fix phase {phase}"
        stands = words.get(match.phase, match.phase)
        if match.clock.side is not None and stands not in ways:
            stands += f", {match.side_name(match.clock.side)}"
        return make_choice_row(MATCH, "phase", stands, ways)

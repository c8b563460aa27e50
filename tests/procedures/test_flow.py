"""The generic flow: steps in order, empty ones passed over, leaving once, order within a turn."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.phase_flow import NextParams, PhaseFlow, TurnStep, make_next_action
from tracker.procedures.requests import Asking
from tracker.procedures.ruleset import Phase, Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import MarkerSet
from tracker.vocabulary.subject_ids import MATCH

LEFT = "left"
"""Put on the match when the phase "fight" is left: how often."""


def left(match: Match) -> None:
    match.record(
        MarkerSet(subjects=(MATCH,), marker=LEFT, value=int(match.mark(MATCH, LEFT) or 0) + 1)
    )


def flow_of(*empty: TurnStep, after_leaving: tuple[TurnStep, ...] = ()) -> Ruleset:
    """Phases lay-out; then think, fight (sides in turn, left once) and rest, every turn."""

    def finish(match: Match) -> Asking[bool]:
        yield from ()
        return match.ended is not None

    def is_empty(match: Match, step: TurnStep) -> bool:
        return step in (after_leaving if match.has(MATCH, LEFT) else empty)

    flow = PhaseFlow(
        before=(Phase("lay-out", "lay-out"),),
        turn=(
            Phase("think", "think"),
            Phase("fight", "fight", order="sides", leave=left),
            Phase("rest", "rest"),
        ),
        empty=is_empty,
        finish=finish,
    )
    action = make_next_action(flow, lambda _: ())
    return Ruleset(
        id="toy",
        version="1",
        title="Toy",
        markers=(MarkerKind(LEFT, "left", "", "match"),),
        phases=(*flow.before, *flow.turn),
        actions={"next": action},
    )


def places(ruleset: Ruleset, steps: int) -> list[tuple[int, str, str | None]]:
    play = Play(ruleset)
    found: list[tuple[int, str, str | None]] = []
    for _ in range(steps):
        play.do("next", None, NextParams())
        clock = play.match.clock
        found.append((clock.turn, clock.phase, clock.side))
    return found


def test_phases_and_halves_follow_each_other_and_turns_begin() -> None:
    assert places(flow_of(), 6) == [
        (0, "lay-out", None),
        (1, "think", None),
        (1, "fight", RED),
        (1, "fight", BLUE),
        (1, "rest", None),
        (2, "think", None),
    ]


def test_an_empty_step_and_an_empty_phase_are_passed_over() -> None:
    ruleset = flow_of(TurnStep("fight", RED), TurnStep("fight", BLUE), TurnStep("think"))
    assert places(ruleset, 3) == [(0, "lay-out", None), (1, "rest", None), (2, "rest", None)]


def test_a_phase_is_left_once_even_when_its_last_half_is_passed_over() -> None:
    play = Play(flow_of(TurnStep("fight", BLUE)))
    for _ in range(4):
        play.do("next", None, NextParams())
    assert play.match.phase == "rest"
    assert play.match.mark(MATCH, LEFT) == 1


def test_a_half_that_was_empty_does_not_come_back_once_the_phase_is_left() -> None:
    # Blue's half is empty until the phase is left; what leaving changes must not reopen it.
    play = Play(flow_of(TurnStep("fight", BLUE), after_leaving=()))
    for _ in range(4):
        play.do("next", None, NextParams())
    assert (play.match.phase, play.match.clock.side) == ("rest", None)


def test_the_order_of_sides_can_be_settled_within_a_turn() -> None:
    play = Play(flow_of())
    for _ in range(2):
        play.do("next", None, NextParams())
    play.fix(
        ev.MarkerSet(subjects=(MATCH,), marker=LEFT, value=5, until="turn"),
        ev.PhaseBegan(phase="think", order=(BLUE, RED)),
    )
    assert play.match.mark(MATCH, LEFT) == 5, "what lasts until the turn ends is still there"
    play.do("next", None, NextParams())
    assert (play.match.clock.phase, play.match.clock.side) == ("fight", BLUE)
    play.do("next", None, NextParams())
    assert play.match.clock.side == RED
    assert play.match.clock.order == (BLUE, RED), "a later phase leaves the order as it is"


def test_who_has_steps_can_be_said_by_the_ruleset() -> None:
    flow = PhaseFlow(
        before=(),
        turn=(Phase("fight", "fight", order="sides"),),
        empty=lambda *_: False,
        finish=lambda _: iter(()),  # type: ignore[arg-type, return-value]
    )
    both = replace(flow, sides=lambda *_: (None,))
    match = Play(flow_of()).match
    assert tuple(flow.list_steps(match, flow.turn)) == (
        TurnStep("fight", RED),
        TurnStep("fight", BLUE),
    )
    assert tuple(both.list_steps(match, flow.turn)) == (TurnStep("fight"),)


def own_turns(*empty: TurnStep) -> Ruleset:
    """Weather for all; then move and fight for one side whole before the other; then rest."""
    flow = PhaseFlow(
        before=(),
        turn=(
            Phase("weather", "weather"),
            Phase("move", "move", order="active"),
            Phase("fight", "fight", order="active", leave=left),
            Phase("rest", "rest"),
        ),
        empty=lambda _, step: step in empty,
        finish=lambda match: match.ended is not None,
    )
    return replace(
        flow_of(), phases=flow.turn, actions={"next": make_next_action(flow, lambda _: ())}
    )


def test_a_side_has_its_whole_turn_before_the_other_begins() -> None:
    assert places(own_turns(), 7) == [
        (1, "weather", None),
        (1, "move", RED),
        (1, "fight", RED),
        (1, "move", BLUE),
        (1, "fight", BLUE),
        (1, "rest", None),
        (2, "weather", None),
    ]
    assert places(own_turns(TurnStep("move", BLUE), TurnStep("fight", RED)), 4) == [
        (1, "weather", None),
        (1, "move", RED),
        (1, "fight", BLUE),
        (1, "rest", None),
    ]


def test_a_phase_of_ones_own_turn_is_left_in_each_turn() -> None:
    play = Play(own_turns())
    for _ in range(5):
        play.do("next", None, NextParams())
    assert play.match.mark(MATCH, LEFT) == 1, "Red has left its fight, Blue has not"
    play.do("next", None, NextParams())
    assert play.match.mark(MATCH, LEFT) == 2


def test_the_first_step_of_a_turn_of_ones_own_says_so() -> None:
    play = Play(own_turns())
    told = [
        fact.turn_of
        for _ in range(6)
        for fact in play.do("next", None, NextParams())
        if isinstance(fact, ev.PhaseBegan)
    ]
    assert told == [None, RED, None, BLUE, None, None]

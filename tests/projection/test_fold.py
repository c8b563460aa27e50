"""Events to state, kind by kind; nothing here knows a ruleset."""

from __future__ import annotations

from typing import Any

import pytest

from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import Clock, Link, Marker, State
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import round_trip
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

R1, R2, R3, B1 = u("r1"), u("r2"), u("r3"), u("b1")


def unit(handle: str, figures: int) -> ev.MusteredUnit:
    who = tuple(ev.MusteredFigure(f(handle, n + 1), "plain") for n in range(figures))
    return ev.MusteredUnit(u(handle), handle, who)


def mustered(side: SideId, *units: ev.MusteredUnit, **more: Any) -> ev.ForceMustered:
    fields: dict[str, Any] = {"force": "Force", "points": 10, "profiles": {"plain": {"n": 1}}}
    return ev.ForceMustered(side=side, units=units, **{**fields, **more})


def joined(handle: str, number: int) -> ev.FiguresJoined:
    who = (ev.MusteredFigure(f(handle, number), "plain"),)
    return ev.FiguresJoined(side=RED, unit=u(handle), name=handle, figures=who)


def figures(handle: str, *numbers: int) -> tuple[FigureId, ...]:
    return tuple(f(handle, n) for n in numbers)


def mark(name: str, *subjects: str, until: str = "", value: ev.Scalar = True) -> ev.MarkerSet:
    return ev.MarkerSet(subjects=subjects, marker=name, until=until, value=value)


@pytest.fixture
def state() -> State:
    """Red's r1 (4) and r2 (2), Blue's b1 (3), in turn 2, phase shoot, Red's half."""
    opened = ev.MatchOpened(
        title="Test",
        ruleset="none",
        ruleset_version="1",
        sides=(ev.Side(RED, "Red", "r"), ev.Side(BLUE, "Blue", "b")),
    )
    made = State()
    for event in (
        opened,
        mustered(RED, unit("r1", 4), unit("r2", 2)),
        mustered(BLUE, unit("b1", 3)),
        ev.TurnBegan(turn=2, order=(BLUE, RED)),
        ev.PhaseBegan(phase="shoot", side=RED),
    ):
        apply_event(made, round_trip(event))
    made.touched.clear()
    return made


def test_muster(state: State) -> None:
    assert state.units[R1].figures == figures("r1", 1, 2, 3, 4)
    assert state.units[R1].started == 4
    assert [state.figures[f("b1", n)].number for n in (1, 2, 3)] == [7, 8, 9]
    assert state.points == {RED: 0, BLUE: 0}


TOUCHING: tuple[tuple[ev.AnyFact, set[UnitId]], ...] = (
    (mark("m", f("r1", 1), B1), {R1, B1}),
    (ev.MarkerCleared(subjects=(R2, f("b1", 1)), marker="m"), {R2, B1}),
    (ev.Linked(relation="near", a=R1, b=B1), {R1, B1}),
    (ev.Unlinked(relation="near", a=B1, b=R2), {R2, B1}),
    (ev.Wounded(subjects=figures("r2", 1), wounds=1), {R2}),
    (ev.FiguresRemoved(figures=(f("r1", 1), f("b1", 1))), {R1, B1}),
    (ev.FiguresReturned(figures=figures("r2", 1)), {R2}),
    (ev.GearChanged(figure=f("b1", 1), lost=("rifle",)), {B1}),
    (
        ev.UnitFormed(unit=R3, side=RED, name="", figures=figures("r1", 1), out_of=(R2,)),
        {R1, R2, R3},
    ),
    (joined("r3", 1), {R3}),
    (joined("r1", 5), {R1}),
    (ev.PointsScored(side=RED, points=1, why=""), set()),
)


@pytest.mark.parametrize(("fact", "units"), TOUCHING)
def test_a_fact_touches_the_units_that_it_is_of(
    state: State, fact: ev.AnyFact, units: set[UnitId]
) -> None:
    apply_event(state, fact)
    assert state.touched == units


@pytest.mark.parametrize("until", ["step", "phase", "side turn", "own turn", "turn"])
@pytest.mark.parametrize("ends_first", ["the fork", "what it was forked from"])
def test_what_passes_in_one_of_two_forks_does_not_pass_in_the_other(
    state: State, until: str, ends_first: str
) -> None:
    apply_event(state, mark("m", R1, until=until))
    one, other = (
        (state.fork_state(), state) if ends_first == "the fork" else (state, state.fork_state())
    )
    for end in (ev.TurnBegan(turn=3), ev.PhaseBegan(phase="move", side=RED, turn_of=RED)):
        apply_event(one, end)
    apply_event(one, mark("m", R2, until=until))
    assert set(one.markers) == {(R2, "m")}
    assert set(other.markers) == {(R1, "m")}
    apply_event(other, ev.TurnBegan(turn=3))
    apply_event(other, ev.PhaseBegan(phase="move", side=RED, turn_of=RED))
    assert not other.markers
    assert set(one.markers) == {(R2, "m")}


def test_a_fork_goes_on_with_what_was_touched(state: State) -> None:
    apply_event(state, mark("m", R1))
    fork = state.fork_state()
    apply_event(fork, mark("m", R2))
    assert (state.touched, fork.touched) == ({R1}, {R1, R2})


def test_what_is_done_to_figures_and_links_touches_their_units(state: State) -> None:
    apply_event(state, ev.FiguresRemoved(figures=figures("r1", 1)))
    for event, touched in (
        (ev.FiguresRemoved(figures=figures("r1", 2)), {R1}),
        (ev.FiguresReturned(figures=figures("r1", 1)), {R1}),
        (ev.Wounded(subjects=figures("r2", 1), wounds=1), {R2}),
        (ev.GearChanged(figure=f("r2", 2), lost=("gun",)), {R2}),
        (ev.Linked(relation="x", a=R1, b=R2), {R1, R2}),
        (ev.Unlinked(relation="x", a=R1, b=R2), {R1, R2}),
    ):
        state.touched.clear()
        apply_event(state, event)
        assert state.touched == touched


def test_figures_put_down_by_hand_are_told_from_those_of_the_roster(state: State) -> None:
    apply_event(state, joined("r2", 3))
    assert [state.figures[f("r2", n)].joined for n in (1, 2, 3)] == [False, False, True]


def test_late_arrivals_join_their_force(state: State) -> None:
    apply_event(state, mustered(RED, unit("r3", 1), points=5, profiles={"late": {"n": 2}}))
    assert state.forces[RED].points == 15
    assert set(state.forces[RED].profiles) == {"plain", "late"}
    assert state.figures[f("r3", 1)].number == 10
    assert state.touched == {R3}


def test_a_match_is_in_the_lists_until_it_is_put_aside(state: State) -> None:
    found = [state.current_values.aside]
    said = (
        ev.Noted(text="", mark="aside"),
        ev.TurnBegan(turn=3),
        ev.Noted(text="x", mark="stands"),
    )
    for event in (*said, ev.Noted(text="", mark="back")):
        apply_event(state, event)
        found.append(state.current_values.aside)
    assert found == [False, True, True, True, False]


def test_the_clock(state: State) -> None:
    assert state.clock == Clock(turn=2, phase="shoot", side=RED, order=(BLUE, RED))
    apply_event(state, ev.PhaseBegan(phase="melee", step="4", subject=R1))
    assert state.clock == Clock(turn=2, phase="melee", step="4", subject=R1, order=(BLUE, RED))
    apply_event(state, ev.TurnBegan(turn=3))
    assert state.clock == Clock(turn=3)


@pytest.mark.parametrize(
    ("moved", "left"),
    [
        (ev.PhaseBegan(phase="shoot", side=BLUE), {"phase", "turn", ""}),
        (ev.PhaseBegan(phase="melee"), {"turn", ""}),
        (ev.TurnBegan(turn=3), {""}),
    ],
)
def test_markers_and_links_expire_with_the_clock(
    state: State, moved: ev.AnyFact, left: set[str]
) -> None:
    for until in ("step", "phase", "turn", ""):
        apply_event(state, mark(until, f("r1", 1), until=until))
        apply_event(state, ev.Linked(relation=until, a=R2, b=B1, until=until))
    state.touched.clear()
    apply_event(state, moved)
    assert {name for _, name in state.markers} == left
    assert {relation for relation, _, _ in state.links} == left
    assert state.touched == {R1, R2, B1}  # what expired may have consequences


def test_what_lasts_until_a_sides_own_turn_begins(state: State) -> None:
    for until in ("", "turn", "phase", "step", "side turn", "own turn"):
        apply_event(state, mark(until, R1, f("r1", 1), B1, until=until))
    apply_event(state, ev.Linked(relation="own", a=B1, b=R1, until="own turn"))
    apply_event(state, ev.PhaseBegan(phase="move", side=BLUE, turn_of=BLUE))
    assert {key for key in state.markers if key[1] == "own turn"} == {
        (R1, "own turn"),
        (f("r1", 1), "own turn"),
    }
    assert {name for _, name in state.markers} == {"", "turn", "own turn"}
    assert not state.links
    apply_event(state, ev.TurnBegan(turn=3))
    assert {name for _, name in state.markers} == {"", "own turn"}
    apply_event(state.make_overlay(), ev.PhaseBegan(phase="move", side=RED, turn_of=RED))
    apply_event(state, ev.PhaseBegan(phase="move", side=RED, turn_of=RED))
    assert {name for _, name in state.markers} == {""}


def test_markers(state: State) -> None:
    apply_event(state, mark("fired", R1, f("b1", 2), value=3))
    assert state.markers == {
        (R1, "fired"): Marker(3, 2),
        (f("b1", 2), "fired"): Marker(3, 2),
    }
    assert state.touched == {R1, B1}
    apply_event(state, mark("fired", R1, value=4))
    assert state.markers[R1, "fired"].value == 4
    apply_event(state, ev.MarkerCleared(subjects=(R1, R2), marker="fired"))
    assert set(state.markers) == {(f("b1", 2), "fired")}
    assert state.touched == {R1, R2, B1}


def test_a_hidden_marker_is_revealed(state: State) -> None:
    hidden = ev.MarkerSet(subjects=(R1,), marker="order", value="wait", hidden_from=(BLUE,))
    apply_event(state, hidden)
    assert state.markers[R1, "order"].hidden_from == (BLUE,)
    apply_event(state, ev.Revealed(subjects=(R1, R2), marker="order"))
    assert state.markers == {(R1, "order"): Marker("wait", 2)}


def test_links(state: State) -> None:
    apply_event(state, ev.Linked(relation="engaged", a=R1, b=B1, value=2))
    assert state.links == {("engaged", R1, B1): Link(2, 2)}
    apply_event(state, ev.Unlinked(relation="engaged", a=B1, b=R1))  # no such pair, that way round
    assert state.links
    apply_event(state, ev.Unlinked(relation="engaged", a=R1, b=B1))
    assert not state.links
    assert state.touched == {R1, B1}


def test_figures_fall_and_come_back_in_their_order(state: State) -> None:
    apply_event(state, ev.FiguresRemoved(figures=figures("r1", 1, 3), how="fled", by=B1))
    apply_event(state, ev.FiguresRemoved(figures=figures("r2", 1, 2)))
    assert state.units[R1].figures == figures("r1", 2, 4)
    assert state.units[R2].figures == ()
    assert (state.figures[f("r1", 3)].gone, state.figures[f("r1", 3)].by) == ("fled", B1)
    assert state.touched == {R1, R2}
    apply_event(state, ev.FiguresReturned(figures=figures("r1", 3, 1)))
    assert state.units[R1].figures == figures("r1", 1, 2, 3, 4)
    assert (state.figures[f("r1", 3)].gone, state.figures[f("r1", 3)].by) == (None, None)
    assert state.units[R1].started == 4


def test_figures_of_two_units_fall_in_one_event(state: State) -> None:
    apply_event(state, ev.FiguresRemoved(figures=(f("r1", 4), f("b1", 1))))
    assert state.units[R1].figures == figures("r1", 1, 2, 3)
    assert state.units[B1].figures == figures("b1", 2, 3)


def test_wounds_are_what_is_carried(state: State) -> None:
    for wounds in (2, 1):
        apply_event(state, ev.Wounded(subjects=figures("r1", 1, 2), wounds=wounds))
    assert [state.figures[f("r1", n)].wounds for n in (1, 2, 3)] == [1, 1, 0]
    assert state.touched == {R1}


def formed(unit: UnitId, who: tuple[FigureId, ...], *out_of: UnitId) -> ev.UnitFormed:
    return ev.UnitFormed(unit=unit, side=RED, name="new", figures=who, out_of=out_of)


def test_a_unit_splits(state: State) -> None:
    apply_event(state, formed(R3, figures("r1", 4, 2), R1))
    assert state.units[R1].figures == figures("r1", 1, 3)
    assert state.units[R1].started == 4
    assert state.units[R3].figures == figures("r1", 2, 4)  # in roster order
    assert state.units[R3].started == 2
    assert state.figures[f("r1", 4)].unit == R3
    assert state.touched == {R1, R3}


def test_a_unit_joins_another(state: State) -> None:
    apply_event(state, formed(R1, (*figures("r1", 1, 2, 3, 4), *figures("r2", 1, 2)), R2))
    assert state.units[R1].figures == (*figures("r1", 1, 2, 3, 4), *figures("r2", 1, 2))
    assert state.units[R1].started == 6
    assert state.units[R2].figures == ()
    assert state.touched == {R1, R2}


def test_a_unit_that_lost_figures_still_began_with_as_many(state: State) -> None:
    apply_event(state, ev.FiguresRemoved(figures=figures("r1", 2, 3, 4)))
    apply_event(state, formed(R1, (f("r1", 1), f("r2", 1)), R2))
    assert state.units[R1].started == 4
    assert state.units[R2].figures == figures("r2", 2)


def test_gear_points_objectives_and_the_end(state: State) -> None:
    apply_event(state, ev.GearChanged(figure=f("r1", 1), lost=("rifle",)))
    apply_event(state, ev.GearChanged(figure=f("r1", 1), lost=("boots",), gained=("axe",)))
    figure = state.figures[f("r1", 1)]
    assert (figure.lost, figure.gained) == (("rifle", "boots"), ("axe",))
    for points in (3, -1):
        apply_event(state, ev.PointsScored(side=RED, points=points, why=""))
    assert state.points == {RED: 2, BLUE: 0}
    apply_event(state, ev.MatchEnded(how="agreed", winner=RED, scores=((RED, 2), (BLUE, 0))))
    assert state.current_values.ended is not None
    assert state.current_values.ended.winner == RED


def test_what_is_known_of_an_objective_can_be_compared_and_hashed(state: State) -> None:
    data: dict[str, ev.Json] = {"held": ({"by": "r"}, {"by": "b"}), "at": {"x": 1}, "mixed": 2}
    apply_event(state, round_trip(ev.ObjectiveSet(objective="hill", label="Hill", data=data)))
    value = state.objectives["hill"]
    assert hash(value) == hash(value)
    assert dict(value.data)["at"] == (("x", 1),)
    overlay = state.make_overlay()
    apply_event(overlay, ev.ObjectiveSet(objective="hill", label="Hill", data={**data, "mixed": 3}))
    assert len(overlay.compute_changes()[5]) == 1


def test_open_actions_are_a_stack(state: State) -> None:
    for version, action in ((20, "move"), (25, "fire"), (27, "save")):
        apply_event(state, ev.ActionTaken(action=action), version)
    assert (state.current_values.open, state.current_values.doing) == (
        (20, 25, 27),
        ("move", "fire", "save"),
    )
    apply_event(state, ev.ActionEnded(action=27))
    assert (state.current_values.open, state.current_values.doing) == ((20, 25), ("move", "fire"))
    apply_event(state, ev.ActionEnded(action=20))
    assert (state.current_values.open, state.current_values.doing) == ((), ())


def test_an_action_forgets_what_was_touched_unless_it_comes_between(state: State) -> None:
    apply_event(state, mark("fired", R1))
    apply_event(state, ev.ActionTaken(action="move"), 20)
    assert state.touched == set()
    apply_event(state, mark("fired", R2))
    apply_event(state, ev.ActionTaken(action="fire"), 22)
    assert state.touched == {R2}


def test_what_people_say_and_roll_changes_nothing_by_itself(state: State) -> None:
    before = state.fork_state()
    said: list[ev.AnyInput] = [
        ev.Rolled(key="x", what="x", form="pool", dice=(6,), result=(1,)),
        ev.Chosen(key="x", what="x", value=1),
        ev.Noted(text="x"),
        ev.Corrected(reason="x", facts=(mark("fired", R1),)),  # its facts follow as events
    ]
    for version, event in enumerate(said, 30):
        apply_event(state, event, version)
    assert state == before


def test_a_fork_and_an_overlay_leave_the_state_alone(state: State) -> None:
    before = state.fork_state()
    for other in (state.fork_state(), state.make_overlay()):
        apply_event(other, ev.FiguresRemoved(figures=figures("r1", 1)))
        apply_event(other, mark("fired", R1))
        apply_event(other, ev.PhaseBegan(phase="melee"))
        apply_event(other, mustered(RED, unit("r3", 1)))
        assert other != before
        assert state == before
        assert state.touched == set()

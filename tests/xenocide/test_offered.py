"""What a menu offers in each phase: every way that is open, and nothing that is barred."""

from __future__ import annotations

import pytest

from tests.declared import offered, rows_of
from tests.xenocide.table import B1, B2, R1, R2, RIFLE, Table, brute, trooper
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases import shooting_and_opportunity_fire
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import SnapShot
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary.events import PhaseBegan, Scalar, TurnBegan

R3 = u("r3")


def zone(phase: str, **options: Scalar) -> Table:
    """Two squads and an open vehicle against a squad and a closed one."""
    red = {"r1": {"rifle": 2}, "r2": {"carbine": 2}, "r3": {"raider": 1}}
    return Table(red, {"b1": {"rifle": 2}, "b2": {"apc": 1}}, phase=phase, options=options)


def moving() -> Table:
    """Red moves: r1 runs; r2 and b1 are on opportunity fire, and vehicles always are."""
    play = zone("movement")
    play.orders(r1="run", r2="opportunity", b1="opportunity")
    play.to("movement", RED, BLUE)
    return play


def shots(unit: str, *targets: str) -> list[str]:
    return [f"{unit} > {at} {cover}" for cover in ("open", "light") for at in targets]


def test_counters_for_squads_and_speeds_for_vehicles_that_have_none() -> None:
    sides = ["orders Red", "orders Blue", "orders"]
    play = zone("orders")
    assert offered(play) == [
        *sides,
        *(f"{unit} {order}" for order in ("run", "opp", "standard") for unit in ("r1", "r2", "b1")),
        *("r3 speed 0", "r3 speed 1", "b2 speed 0", "b2 speed 1"),
    ]
    play.orders(r1="run", r2="run")
    play.fix(markers.SPEED.set(R3, value=2), markers.DAMAGE.set(B2, value=4))
    speeds = ["r3 speed 2", "r3 speed 3", "r3 speed 1"]
    assert offered(play) == [*sides, "b1 run", "b1 opp", "b1 standard", *speeds]
    play.fix(markers.NEXT_SPEED.set(R3, value=1), markers.ORDERED.set(RED))
    assert offered(play) == ["orders Blue", "b1 run", "b1 opp", "b1 standard"]


def test_fire_at_each_enemy_and_out_of_a_melee_at_who_fights_it() -> None:
    play = zone("shooting")
    every = [*shots("r1", "b1", "b2"), *shots("r2", "b1", "b2"), *shots("b1", "r1", "r2", "r3")]
    assert offered(play) == every
    play.engage("r1", "b1")
    engaged = [*shots("r1", "b1"), *shots("r2", "b1", "b2"), *shots("b1", "r1")]
    assert offered(play) == engaged
    play.fix(markers.FIRED.set(R1), markers.HOLDS.set(B1))
    assert offered(play) == shots("r2", "b1", "b2")


def test_opportunity_fire_of_squads_with_such_orders_and_of_vehicles() -> None:
    play = zone("opportunity")
    play.orders(r2="opportunity", b1="opportunity")
    assert offered(play) == [
        *(*shots("r2", "b1", "b2"), *shots("r3", "b1", "b2")),
        *(*shots("b1", "r1", "r2", "r3"), *shots("b2", "r1", "r2", "r3")),
    ]


def test_broken_units_test_and_then_initiative_is_rolled() -> None:
    play = zone("initiative")
    assert offered(play) == []  # it has been rolled
    play.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    assert offered(play) == ["init"]
    play.suppress("r1", 4)
    assert offered(play) == ["broken", "init"]


def test_moves_of_the_side_whose_half_it_is() -> None:
    boards = ["r1 boards r3", "r2 boards r3"]
    assert offered(moving()) == ["r1 moves", "r2 moves", "r3 drives", *boards]


def test_a_vehicle_that_cannot_drive_is_listed_with_its_own_reason() -> None:
    """That vehicles do not walk is the reason for another action."""
    play = moving()
    explain = play.ruleset.keys.cannot
    assert explain(play.match, R3) is None
    play.fix(markers.MOVED.set(R1), markers.MOVED.set(R3))
    assert (explain(play.match, R1), explain(play.match, R3)) == ("has moved", "has moved")
    play.fix(markers.DAMAGE.set(R3, value=3))
    assert explain(play.match, R3) == "is disabled"


def test_after_a_move_snap_shots_contact_running_over_and_rams() -> None:
    play = moving()
    play.fix(markers.MOVED.set(R1), markers.MOVED.set(R3))
    hit = ["r3 overruns b1 models 1", "r3 rams side structure"]
    hit += [f"r3 rams b2 {side}" for side in ("side", "rear", "head-on")]
    snaps = [f"{by} snaps {at} open" for by in ("b1", "b2") for at in ("r1", "r3")]
    contacts = [f"{by} contacts {at} open" for by in ("r1", "r3") for at in ("b1", "b2")]
    assert offered(play) == [*snaps, "r2 moves", "r2 boards r3", *hit, *contacts]
    play.fix(markers.ABOARD.make_link_fact(R2, R3), markers.FIRED.set(B1), markers.FIRED.set(B2))
    assert offered(play) == ["r2 out", *hit, *contacts]
    play.fix(markers.FLEEING.set(R1), markers.ABOARD.make_link_fact(B1, B2), markers.BRAKED.set(R3))
    play.engage("r3", "b2")
    assert offered(play) == hit[1:]
    play.fix(markers.DAMAGE.set(R3, value=3))
    assert offered(play) == []


@pytest.mark.rule("XF-SNAP-01", "XF-T3")
def test_big_guns_are_offered_a_snap_shot_at_the_unit_that_made_contact() -> None:
    """B1 is in contact with R1, and was in contact with R2 when it moved before."""
    play = Table({"r1": {"rifle": 4}, "r2": {"rifle": 2}}, {"b1": {"lmg": 2}})
    play.to("movement", RED, BLUE)
    play.orders(b1="opportunity")
    play.fix(markers.MOVED.set(R1), markers.MOVED.set(R2))
    play.engage("r1", "b1")
    snaps = [one for one in offered(play) if "snaps" in one]
    assert snaps == ["b1 snaps r1 open"]
    assert shooting_and_opportunity_fire.list_possible_interrupters(play.match) == (B1,)
    play.engage("r2", "b1")
    assert [one for one in offered(play) if "snaps" in one] == []
    assert shooting_and_opportunity_fire.list_possible_interrupters(play.match) == ()


@pytest.mark.rule("XF-SNAP-01")
def test_a_snap_shot_is_offered_and_accepted_only_at_units_that_have_moved() -> None:
    play = Table({"r1": {"rifle": 4}, "r2": {"rifle": 2}}, {"b1": {"rifle": 2}})
    play.to("movement", RED, BLUE)
    play.orders(b1="opportunity")
    play.fix(markers.MOVED.set(R1))
    shots = {unit: SnapShot(B1, (TargetedFire(unit),)) for unit in (R1, R2)}
    assert [one for one in offered(play) if "snaps" in one] == ["b1 snaps r1 open"]
    (against,) = play.objections("snap", BLUE, shots[R2])
    assert (against.id, against.text) == ("not-moving", "R2 has not moved")
    assert play.against("snap", BLUE, shots[R1]) == ()


def test_who_has_teleporters_goes_in_view_unseen_or_into_melee() -> None:
    jump = brute(packs=("teleporter",))
    play = Table({"r1": {"jump": 2}}, {"b1": {"rifle": 2}}, profiles={"jump": jump})
    play.to("movement", RED, BLUE)
    assert offered(play) == ["r1 moves"]
    play.orders(r1="run")
    ways = ["r1 teleports", "r1 teleports unseen", "r1 teleports melee"]
    assert offered(play) == ["r1 moves", *ways]


def test_melees_then_retreats_then_follow_ups() -> None:
    play = zone("melee")
    play.engage("r1", "b1")
    assert offered(play) == ["r1 fights b1", "b1 fights r1"]
    play.fix(markers.FOUGHT.set(R1, B1))
    ways = ("retreats", "retreats near 1", "retreats off")
    blue = [f"b1 {how}" for how in ways]
    assert offered(play) == [*(f"r1 {how}" for how in ways), *blue]
    play.fix(markers.RETREATS.set(B1))
    assert offered(play) == blue
    play.fix(
        markers.RETREATS.cleared(B1),
        markers.ENGAGED.make_unlink_fact(R1, B1),
        markers.STANDS.set(B1),
    )
    assert offered(play) == ["r1 follows", "r1 follows towards"]


def test_recovery_where_there_are_markers() -> None:
    play = zone("recovery")
    assert offered(play) == []
    play.suppress("r1", 2)
    assert offered(play) == ["recover"]


def test_who_can_carry_what_when_it_is_set_right() -> None:
    play = zone("shooting")
    squads, vehicles, sides = ["r1", "r2", "b1"], ["r3", "b2"], ["r", "b"]
    everybody = ["r1", "r2", "r3", "b1", "b2"]
    on_squads = ("order", "suppression", "BROKEN", "fleeing", "apart", "must retreat")
    on_vehicles = ("speed", "next speed", "hard braked", "damage", "DISABLED", "damage held")
    on_all = ("fought", "fired", "holds", "guns fired", "moved", "melee", "aboard")
    on_sides = ("default order", "begins", "had the choice of moving")
    waiting = ("suppression held", "struck at leavers", "stays after melee")
    assert rows_of(
        play, *on_squads, *on_vehicles, *on_all, *on_sides, *waiting, "in the air", "defends cover"
    ) == {
        **dict.fromkeys((*on_squads, "suppression held"), squads),
        **dict.fromkeys(on_vehicles, vehicles),
        **dict.fromkeys((*on_all, "struck at leavers", "stays after melee"), everybody),
        **dict.fromkeys(on_sides, sides),
    }


def test_who_flies_and_who_fights_have_rows_of_their_own() -> None:
    leaper = trooper(RIFLE, packs=("grav",))
    red = {"r1": {"leaper": 2}, "r2": {"rifle": 2}}
    play = Table(red, {"b1": {"brute": 1}}, profiles={"leaper": leaper})
    play.engage("r2", "b1")
    assert rows_of(play, "in the air", "defends cover") == {
        "in the air": ["r1"],
        "defends cover": ["r2", "b1"],
    }
    assert rows_of(play, "wounds held") == {"wounds held": ["b1"]}  # it bears three


def test_nothing_is_worked_out_for_who_may_not_fire() -> None:
    play = zone("shooting")
    play.fix(markers.FIRED.set(R1))
    ways = play.ruleset.actions["fire"].candidates(play.match)
    assert R1 not in {params.unit for _, params in ways}


def test_who_has_flight_packs_flies_on_the_run() -> None:
    flyer = trooper(packs=("flight",))
    play = Table({"r1": {"flyer": 2}}, {"b1": {"rifle": 2}}, profiles={"flyer": flyer})
    play.to("movement", RED, BLUE)
    assert offered(play) == ["r1 moves"]
    play.orders(r1="run")
    assert offered(play) == ["r1 moves", "r1 moves flies", "r1 moves flies lands"]


def test_nobody_looks_for_squads_to_ram_or_vehicles_to_run_over() -> None:
    play = moving()
    play.fix(markers.MOVED.set(R3))
    actions, match = play.ruleset.actions, play.match
    assert {one.target for _, one in actions["ram"].candidates(match)} == {None, B2}
    assert {one.target for _, one in actions["overrun"].candidates(match)} == {B1}


def test_who_bears_two_wounds_may_have_one_that_waits() -> None:
    profiles = {"tough": trooper(wounds=2)}
    play = Table({"r1": {"tough": 1}}, {"b1": {"rifle": 1}}, profiles=profiles)
    assert rows_of(play, "wounds held") == {"wounds held": ["r1"]}


def test_only_who_has_the_packs_is_thought_of_as_leaping() -> None:
    ways = moving().ruleset.actions["move"].candidates(moving().match)
    assert [params for _, params in ways] == [Move(R1), Move(R2)]


def test_who_has_grav_packs_leaps_and_who_has_flight_packs_is_in_the_air() -> None:
    profiles = {"leaper": trooper(packs=("grav",)), "flyer": trooper(packs=("flight",))}
    red = {"r1": {"leaper": 2}, "r2": {"flyer": 2}}
    play = Table(red, {"b1": {"rifle": 1}}, profiles=profiles)
    play.to("movement", RED, BLUE)
    assert offered(play) == ["r1 moves", "r1 moves leaps", "r2 moves"]
    assert rows_of(play, "in the air") == {"in the air": ["r1", "r2"]}


def test_nobody_is_to_fire_at_who_is_to_fall_already() -> None:
    play = zone("shooting")
    play.fix(markers.FALLS.set(*play.match.figures(B1), value="killed"))
    assert offered(play) == [*shots("r1", "b2"), *shots("r2", "b2"), *shots("b1", "r1", "r2", "r3")]

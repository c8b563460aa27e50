"""What a menu offers in each phase: every way that is open, and nothing that is barred."""

from __future__ import annotations

from tests.combat_zone.table import BLUE, RED, Zone, who
from tests.declared import offered, rows_of
from tracker.rulesets.combat_zone.attacks.shot_allocation_and_dice import TargetedFire
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.shooting_actions import OpportunityFire
from tracker.vocabulary.events import MarkerSet, PhaseBegan, Scalar, TurnBegan
from tracker.vocabulary.subject_ids import MATCH

SHOTS = ("shoot", "aim")
DEEDS = ("turn", "door", "pick", "cross", "drop", "stand")


def zone(**options: Scalar) -> Zone:
    """Red: Leader, Sub-leader and two others, and a Hero. Blue: three, and a robot."""
    red = {"r1": {"leader": 1, "sub": 1, "trooper": 2}, "r2": {"hero": 1}}
    blue = {"b1": {"leader": 1, "sub": 1, "trooper": 1}, "b2": {"robot": 1}}
    return Zone(options, red=red, blue=blue)


def acting(**options: Scalar) -> Zone:
    """It is the go of group r1, of whom r13 panics and r14 routs."""
    play = zone(**options)
    play.panic("r13")
    play.rout("r14")
    play.active("r1", 2)
    return play


def test_before_the_first_turn_both_sides_set_up() -> None:
    play = zone()
    play.clock(0, "setup")
    assert offered(play) == ["deploy", "deploy Red", "deploy Blue"]


def test_who_routs_runs_or_leaves_and_who_has_a_reaction_tests() -> None:
    play = zone()
    for phase in ("compulsory", "reaction"):
        play.clock(2, phase)
        assert offered(play) == []
    play.panic("r13")
    play.rout("r14")
    play.clock(2, "compulsory")
    assert offered(play) == ["r14 routs", "r14 routs left"]
    play.clock(2, "reaction")
    assert offered(play) == ["react r13", "react r14"]
    play.set(markers.MALFUNCTION, "b21", value="moves away")
    play.clock(2, "compulsory")
    assert offered(play, "routs") == ["b21 malfunctions"]


def test_coherency_is_declared_and_then_initiative_is_rolled() -> None:
    play = zone()
    play.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    assert offered(play) == ["coherent"]
    play.fix(MarkerSet(subjects=(MATCH,), marker=markers.DECLARED))
    assert offered(play) == ["init"]
    play.clock(2, "initiative", None)
    assert offered(play) == []


def test_a_slot_is_for_a_group_or_hero_or_passes_where_that_is_allowed() -> None:
    for passing, lines in (("not_allowed", []), ("allowed", ["pass Red"])):
        play = zone(**{"pass": passing})
        play.clock(2, "actions", RED)
        assert offered(play) == ["r1 activates", "r2 activates", *lines]


def test_a_hero_may_act_with_a_group_under_a_house_rule() -> None:
    play = zone(lone_activation="with_a_group")
    play.clock(2, "actions", RED)
    assert offered(play, "activate") == ["r2 joins r1", "b2 joins b1"]


def test_moves_with_one_point_with_all_and_together() -> None:
    """Six points, three in panic (CZ-T2); who routs does nothing of his own will."""
    assert offered(acting(), *SHOTS, *DEEDS, "opp", "charge") == [
        "r11,r12,r13 holds",
        *("r11 moves 1ap", "r11 moves 6ap", "r12 moves 1ap", "r12 moves 6ap"),
        *("r13 moves 1ap", "r13 moves 3ap", "r11,r12,r13 moves 1ap"),
    ]


def test_general_actions_of_whoever_can_pay_for_them() -> None:
    """CZ-T5."""
    able = ("r11", "r12", "r13")
    verbs = ("turns about", "door", "picks", "crosses", "drops")
    play = acting()
    lines = offered(play, *SHOTS, "hold", "move", "opp", "charge")
    assert lines == [f"{who} {verb}" for verb in verbs for who in able]
    play.set(markers.SPENT, "r13", value=1)  # two points left: an obstacle takes three
    play.set(markers.DOWN, "r12")
    assert offered(play, *SHOTS, "hold", "move", "opp", "charge") == [
        *("r11 turns about", "r12 turns about", "r13 turns about"),
        *("r11 door", "r12 door", "r13 door", "r11 picks", "r12 picks", "r13 picks"),
        *("r11 crosses", "r11 drops", "r13 drops", "r12 stands"),
    ]


def test_shots_bursts_and_aimed_shots() -> None:
    """CZ-T16: the assault rifle has three shots. CZ-T4: one aimed takes five points, and panic
    leaves three.
    """
    play = acting()
    whom = ("b11", "b12", "b13", "b21")
    aimed = [f"{who} aims {target} open" for who in ("r11", "r12") for target in whom]
    assert offered(play, *DEEDS, "hold", "move", "opp", "charge", "shoot") == aimed
    shots = [line for line in offered(play) if line.startswith("r13 >")]
    singles = [
        (f"r13 > {at} short open shots 1", f"r13 > {at} soft", f"r13 > {at} hard") for at in whom
    ]
    assert shots == [
        *(f"r13 > {at} open" for at in whom),
        *(line for three in singles for line in three),
        "r13 > b11 open shots 1 | r13 > b12 open shots 1",
        "r13 > b12 open shots 1 | r13 > b13 open shots 1",
        "r13 > b13 open shots 1 | r13 > b21 open shots 1",
    ]


def test_opportunity_fire_and_close_combat_are_for_the_steady() -> None:
    whom = ("b11", "b12", "b13", "b21")
    play = acting()
    assert offered(play, *SHOTS, *DEEDS, "hold", "move") == [
        *("r11 opp", "r12 opp"),
        *(f"{who} charges {target}" for who in ("r11", "r12") for target in whom),
    ]


def test_who_is_in_close_combat_fights_on_or_runs() -> None:
    play = acting()
    play.engage("r11", "b11")
    assert [line for line in offered(play) if line.startswith("r11 ")] == [
        *("r11 again b11", "r11 flees 1ap"),
    ]


def test_who_watches_may_come_in_between_at_whoever_acts() -> None:
    play = acting()
    play.set(markers.OPPORTUNITY, "b12", value="any")
    play.set(markers.OPPORTUNITY, "r11", value="any")
    fire = play.ruleset.actions["fire"]
    assert list(fire.candidates(play.match)) == [], "nobody does anything yet"
    play.set(markers.ACTING, "r12")
    watching = OpportunityFire(who("b12"), (TargetedFire(who("r12")),))
    assert list(fire.candidates(play.match)) == [(BLUE, watching)]
    play.set(markers.SPENT, "r11", value=2)  # four points left, and to watch takes five (CZ-T4)
    assert [line for line in offered(play) if "opp" in line] == ["r12 opp"]


def test_who_can_carry_what_when_it_is_set_right() -> None:
    """Damage is of machines, coherency of groups, opportunity fire of the steady; who routs or
    panics has run or tested. Stragglers and armour that wears out are house rules.
    """
    everybody = ["r11", "r12", "r13", "r14", "r21", "b11", "b12", "b13", "b21"]
    calm = [one for one in everybody if one not in ("r13", "r14")]
    play = acting()
    assert rows_of(
        play,
        *("damage", "effect of damage", "malfunction", "out of coherency", "acts with", "tested"),
        *("rout move made", "opportunity fire", "straggler", "armour gone", "down", "passed"),
    ) == {
        "damage": ["b21"],
        "effect of damage": ["b21"],
        "malfunction": ["b21"],
        "out of coherency": ["r1", "b1"],
        "acts with": ["r2", "b2"],
        "tested": ["r13", "r14"],
        "rout move made": ["r13", "r14"],
        "opportunity fire": calm,
        "down": everybody,
        "passed": ["r", "b"],
    }
    play = acting(ablative="lost_after_first_hit", coherency_scope="per_figure_ap")
    found = rows_of(play, "straggler", "armour gone")
    assert found == {"straggler": everybody, "armour gone": everybody}

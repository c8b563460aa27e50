"""Opportunity fire: going on it, losing it, and shots in the middle of an action (CZ-OPP)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, owner, profile, share, who
from tracker.procedures.requests import Interrupt, Roll, Score
from tracker.procedures.ruleset import Command
from tracker.projection.undo_history_tree import RecordedEvent, find_version_before_entry
from tracker.projection.undo_history_tree import build_history_tree as tree_of
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.close_combat import Charge, Flee
from tracker.rulesets.combat_zone.phases.movement import Move
from tracker.rulesets.combat_zone.phases.shooting_actions import (
    OpportunityFire,
    OpportunityWatch,
    Shoot,
)
from tracker.testing.match_in_memory import BLUE, RED
from tracker.testing.ruleset_laws import check_all_laws, resume_table
from tracker.vocabulary.events import (
    ActionTaken,
    AnyInput,
    Corrected,
    MarkerSet,
    Moved,
    Noted,
    PhaseBegan,
    Rewound,
    Scalar,
    TurnBegan,
)

BRAWLER = profile("average", "assault-rifle", "axe")


def ambush(*runners: object, watchers: int = 1, **options: Scalar) -> Firefight:
    """Red is active; so many of Blue's are on opportunity fire."""
    reds = tuple(runners) or (BRAWLER, RIFLE)
    game = Firefight({"r1": reds, "b1": (RIFLE, RIFLE, RIFLE)}, options)  # type: ignore[dict-item]
    for at in range(1, watchers + 1):
        game.mark(f"b1{at}", markers.OPPORTUNITY, "any", until="turn")
    return game


def walk(game: Firefight, cost: int, *, claimed: bool = True) -> None:
    game.do("move", RED, Move((who("r11"),), points=cost, claimed=claimed))


def moves(game: Firefight) -> int:
    """How many moves took place."""
    return sum(isinstance(line.event, Moved) for line in game.lines)


# ----------------------------------------------------------------------------------- going on it


@pytest.mark.rule("CZ-W42", "CZ-OPP-01", "CZ-OPP-03", "CZ-T4", "CZ-SHOOT-07", "CZ-SHOOT-08")
def test_one_shot_and_then_opportunity_fire_leaves_a_burst_of_two() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)}, active="b1")
    game.shoot("b11", "r11", shots=1)
    game.roll("1")
    assert game.left("b11") == 5
    game.watch("b11")
    assert game.left("b11") == 0
    assert game.has("b11", markers.OPPORTUNITY)
    game.activation("r1")
    walk(game, 1)
    three = OpportunityFire(who("b11"), (share("r11", 20, shots=3),))
    assert game.against("fire", "b11", three) == {"rate-of-fire"}
    game.fire("b11", "r11", cm=20)
    assert game.hit_roll() == (2, "5+")
    assert game.request(Roll).made_of == "burst of 2 on opportunity fire, assault rifle"
    game.roll("11")
    assert game.idle
    assert game.left("b11") == 0  # it pays nothing more
    assert not game.has("b11", markers.OPPORTUNITY)
    check_all_laws(game)


@pytest.mark.rule("CZ-OPP-01", "CZ-MORALE-06", "CZ-ACT-02")
def test_who_may_go_on_opportunity_fire() -> None:
    game = Firefight({"r1": (RIFLE, profile("green", "shotgun")), "b1": (RIFLE,)})
    params = OpportunityWatch(who("r11"))
    assert game.against("opp", "r11", params) == set()
    game.mark("r11", markers.RECOVERED)
    assert game.against("opp", "r11", params) == {"no-points"}  # 3 of 5
    assert game.against("opp", "r12", OpportunityWatch(who("r12"))) == set()  # Green: 5
    game.mark("r12", markers.FIRED, "shotgun 1", until="turn")
    assert game.against("opp", "r12", OpportunityWatch(who("r12"))) == {"no-shot-left"}
    unarmed = OpportunityWatch(who("r12"), "machine-gun")
    (problem,) = game.objections("opp", RED, unarmed)
    assert problem.text.endswith("carries no machine gun")
    game.fix_scattered("r1")
    assert "no-points" in game.against("opp", "r12", OpportunityWatch(who("r12")))


@pytest.mark.rule("CZ-OPP-01")
def test_the_weapon_named_when_going_on_it_is_the_one_that_fires() -> None:
    armed = profile("average", "assault-rifle", "light-pistol")
    game = Firefight({"r1": (RIFLE,), "b1": (armed,)}, active="b1")
    game.watch("b11", gun="light-pistol")
    game.activation("r1")
    walk(game, 1)
    game.fire("b11", "r11", cm=20)
    game.roll("11")
    assert game.shots("b11", "light-pistol") == 2
    assert game.shots("b11", "assault-rifle") == 0


# ---------------------------------------------------------------------------------- who may fire


@pytest.mark.rule("CZ-OPP-02", "CZ-G43", "CZ-G26", "CZ-MELEE-13")
def test_a_figure_that_runs_away_is_shot_at_when_it_is_out_of_contact() -> None:
    game = ambush(watchers=1)
    game.fix(markers.ENGAGED.make_link_fact(who("r11"), who("b12"), 1))
    game.do("flee", RED, Flee(who("r11"), points=5, claimed=True))
    assert game.against("fire", "b11", OpportunityFire(who("b11"), (share("r11"),))) == set()
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert game.idle
    assert (game.state("r11"), game.opponents("r11"), game.left("r11")) == ("panic", (), 0)


@pytest.mark.rule("CZ-OPP-02", "CZ-G20")
def test_figures_that_move_together_act_one_after_another() -> None:
    game = ambush(watchers=1)
    game.do("move", RED, Move((who("r11"), who("r12")), points=1, claimed=True))
    first, second = (OpportunityFire(who("b11"), (share(f"r1{n}"),)) for n in (1, 2))
    assert game.against("fire", "b11", first) == set()
    assert game.against("fire", "b11", second) == {"idle-target"}
    game.default()
    assert game.against("fire", "b11", second) == set()
    game.default()
    assert game.match.marked(markers.ACTING) == ()
    assert moves(game) == 2


@pytest.mark.rule("CZ-OPP-02", "CZ-OPP-03", "CZ-G20")
def test_the_figure_that_acted_before_a_common_move_is_idle_during_it() -> None:
    game = ambush(RIFLE, RIFLE, RIFLE, watchers=1)
    game.do("move", RED, Move((who("r13"),), points=1))
    game.do("move", RED, Move((who("r11"), who("r12")), points=1, claimed=True))
    earlier = OpportunityFire(who("b11"), (share("r13"),))
    assert game.against("fire", "b11", earlier) == {"idle-target"}
    game.default()
    assert game.against("fire", "b11", earlier) == {"idle-target"}
    game.fire("b11", "r12", shots=1)
    game.rolls("6", "211")
    assert game.idle
    assert game.match.marked(markers.ACTING) == (who("r13"),)  # it can still act
    check_all_laws(game)


@pytest.mark.rule("CZ-OPP-02", "CZ-OPP-03")
def test_only_in_an_enemys_activation_at_who_is_acting() -> None:
    game = ambush(watchers=1)
    walk(game, 1)
    at_runner = OpportunityFire(who("b11"), (share("r11"),))
    at_other = OpportunityFire(who("b11"), (share("r12"),))
    assert game.against("fire", "b11", at_runner) == set()
    assert game.against("fire", "b11", at_other) == {"idle-target"}
    assert game.against("fire", "b12", OpportunityFire(who("b12"), (share("r11"),))) == {
        "not-watching"
    }
    game.default()
    game.activation("b1")
    assert "no-enemy-acts" in game.against("fire", "b11", at_runner)
    game.fix(PhaseBegan(phase="compulsory"))
    assert "no-enemy-acts" in game.against("fire", "b11", at_runner)


@pytest.mark.rule("CZ-OPP-02")
def test_nobody_is_asked_who_has_not_claimed_or_is_not_on_it() -> None:
    game = ambush(watchers=1)
    walk(game, 1, claimed=False)
    assert game.idle
    other = ambush(watchers=0)
    walk(other, 1)
    assert other.idle
    assert moves(other) == 1


@pytest.mark.rule("CZ-OPP-03", "CZ-SHOOT-10", "CZ-G47", "CZ-SHOOT-11")
@pytest.mark.parametrize(
    ("gun", "roll"),
    [("machine-gun", (5, "5+")), ("recoilless-rifle", (1, "5+")), ("shotgun", (1, "6"))],
)
def test_every_gun_fires_what_it_has_without_a_bonus_or_points(
    gun: str, roll: tuple[int, str]
) -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (profile("average", gun),)})
    game.mark("b11", markers.OPPORTUNITY, "any", until="turn")
    walk(game, 1)
    game.fire("b11", "r11", cm=20)
    assert game.hit_roll() == roll
    assert game.left("b11") == 6


# ------------------------------------------------------------------------------ interrupted moves


@pytest.mark.rule("CZ-OPP-03", "CZ-G62", "CZ-G08", "CZ-MORALE-11", "CZ-G43")
def test_panic_in_mid_move_leaves_one_point() -> None:
    # dice 6 1: one hit; 2 + 3 + 1 = 6 against 7: panic; 3 in all less 2 spent
    game = ambush(watchers=1)
    walk(game, 2)
    window = game.request(Interrupt)
    assert (window.by, window.side, window.target) == ((who("b11"),), BLUE, who("r11"))
    game.fire("b11", "r11", cm=22, shots=2)
    game.rolls("61", "231")
    assert game.idle
    assert game.state("r11") == "panic"
    assert game.left("r11") == 1
    assert moves(game) == 1
    check_all_laws(game)


@pytest.mark.rule("CZ-OPP-03", "CZ-G62", "CZ-MORALE-11")
def test_panic_beyond_three_points_stops_it() -> None:
    game = ambush(watchers=1)
    walk(game, 2, claimed=False)
    walk(game, 2)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert moves(game) == 1
    assert game.left("r11") == 0
    check_all_laws(game)


@pytest.mark.rule("CZ-OPP-03")
def test_who_falls_does_not_move() -> None:
    game = ambush(watchers=1)
    walk(game, 1)
    game.fire("b11", "r11", cm=20)
    game.rolls("661", "661")
    assert game.idle
    assert game.state("r11") == "gone"
    assert moves(game) == 0
    check_all_laws(game)


@pytest.mark.rule("CZ-G62", "CZ-G08")
def test_where_panic_counts_from_the_next_turn_the_action_goes_on() -> None:
    game = ambush(watchers=1, mid_turn_panic="next_turn")
    walk(game, 5)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert moves(game) == 1
    assert (game.state("r11"), game.left("r11")) == ("panic", 1)


@pytest.mark.rule("CZ-MORALE-06", "CZ-MORALE-11", "CZ-G08")
def test_panic_from_the_next_turn_gives_a_recovered_figure_no_points_back() -> None:
    game = ambush(watchers=1, mid_turn_panic="next_turn")
    game.mark("r11", markers.RECOVERED, until="turn")
    walk(game, 2)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert (game.state("r11"), game.left("r11")) == ("panic", 1)  # 3 - 2


@pytest.mark.rule("CZ-G46", "CZ-MORALE-11")
def test_who_is_routed_on_the_way_stops() -> None:
    game = ambush(watchers=1, double_panic="rout")
    game.panic("r11")
    walk(game, 1)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert game.state("r11") == "rout"
    assert moves(game) == 0
    assert game.left("r11") == 0


@pytest.mark.rule("CZ-OPP-02")
def test_several_come_in_one_after_another() -> None:
    game = ambush(watchers=2)
    walk(game, 1)
    game.fire("b12", "r11", shots=1)
    game.roll("1")
    assert game.request(Interrupt).by == (who("b11"),)
    game.default()
    assert moves(game) == 1
    assert game.has("b11", markers.OPPORTUNITY)
    assert not game.has("b12", markers.OPPORTUNITY)
    check_all_laws(game)


@pytest.mark.rule("CZ-G43")
def test_under_a_house_rule_it_comes_after_the_action() -> None:
    game = ambush(watchers=1, of_timing="after_action")
    walk(game, 1)
    assert moves(game) == 1
    game.fire("b11", "r11", cm=20, shots=1)
    game.rolls("6", "666")
    assert game.state("r11") == "gone"
    check_all_laws(game)


# --------------------------------------------------------------------- other actions interrupted


@pytest.mark.rule("CZ-OPP-03", "CZ-G62", "CZ-SHOOT-05")
def test_shots_after_panic_are_at_less_one() -> None:
    # short +1 without panic: 5 or more; with panic a 6
    game = ambush(watchers=1)
    game.shoot("r11", "b12", cm=20, claimed=True)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert game.hit_roll() == (3, "6")
    game.roll("111")
    assert game.idle
    assert game.left("r11") == 1
    check_all_laws(game)


@pytest.mark.rule("CZ-OPP-03", "CZ-G62")
def test_an_aimed_shot_interrupted_by_panic_is_lost() -> None:
    game = ambush(watchers=1)
    game.aim("r11", "b12", cm=20, claimed=True)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert game.idle
    assert game.left("r11") == 0


@pytest.mark.rule("CZ-OPP-01", "CZ-OPP-03", "CZ-G62")
def test_going_on_opportunity_fire_may_be_interrupted_too() -> None:
    game = ambush(watchers=1)
    game.watch("r11", claimed=True)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert not game.has("r11", markers.OPPORTUNITY)


@pytest.mark.rule("CZ-OPP-03", "CZ-G62", "CZ-MORALE-07")
@pytest.mark.parametrize(("house", "opponents"), [("total_three", ()), ("next_turn", ("b12",))])
def test_close_combat_is_not_opened_by_who_panics_on_the_way(
    house: str, opponents: tuple[str, ...]
) -> None:
    # 1 point spent is within 3, yet contact is lost
    game = ambush(watchers=1, mid_turn_panic=house)
    game.charge("r11", "b12", claimed=True)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "211")
    assert game.opponents("r11") == opponents
    assert game.idle is not bool(opponents)
    assert game.left("r11") == (2 if not opponents else 5)
    check_all_laws(game)


@pytest.mark.rule("CZ-OPP-03", "CZ-MELEE-01")
def test_a_hit_that_does_nothing_lets_the_charge_go_on() -> None:
    game = ambush(watchers=1)
    game.charge("r11", "b12", claimed=True)
    game.fire("b11", "r11", shots=1)
    game.rolls("6", "111")
    assert game.request(Score).what == "attack"
    assert game.opponents("r11") == ("b12",)


@pytest.mark.rule("CZ-MORALE-11")
def test_who_was_panicking_before_shoots_on_after_a_miss() -> None:
    game = ambush(watchers=1)
    game.panic("r11")
    game.shoot("r11", "b12", cm=20, claimed=True)
    game.fire("b11", "r11", shots=1)
    game.roll("1")
    assert game.hit_roll() == (3, "6")


# -------------------------------------------------------------------------------------- losing it


@pytest.mark.rule("CZ-W44", "CZ-OPP-04", "CZ-G24")
def test_a_miss_keeps_it_a_hit_loses_it() -> None:
    game = ambush(watchers=1)
    game.shoot("r11", "b11", cm=40, shots=1)
    game.roll("5")
    assert game.has("b11", markers.OPPORTUNITY)
    game.shoot("r12", "b11", cm=40, shots=1)
    game.roll("6")
    assert not game.has("b11", markers.OPPORTUNITY)  # before the wound is rolled
    game.roll("111")  # 3 against 7: nothing
    assert game.state("b11") == "ok"
    check_all_laws(game)


@pytest.mark.rule("CZ-W45", "CZ-OPP-04", "CZ-TURN-02", "CZ-G24")
def test_unused_it_is_gone_as_the_next_turn_begins() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)}, active="b1")
    game.watch("b11")
    game.fix(TurnBegan(turn=2))
    assert not game.has("b11", markers.OPPORTUNITY)


@pytest.mark.rule("CZ-G24")
def test_under_a_house_rule_it_lasts_into_its_next_activation() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE,)}, {"of_expiry": "own_next_activation"}, "b1")
    game.watch("b11")
    game.fix(TurnBegan(turn=2), PhaseBegan(phase="actions", side=BLUE))
    assert game.has("b11", markers.OPPORTUNITY)
    game.feed_input(ActionTaken(action="activate", side=BLUE, params={"unit": "u:b1"}))
    assert not game.has("b11", markers.OPPORTUNITY)


@pytest.mark.rule("CZ-OPP-04", "CZ-G24", "CZ-MORALE-08")
@pytest.mark.parametrize("what", ["panic", "rout", "engaged"])
def test_reactions_and_contact_end_it(what: str) -> None:
    game = ambush(watchers=2)
    if what == "engaged":
        game.charge("r11", "b11")
    else:
        game.mark("b11", what, 1)
    assert not game.has("b11", markers.OPPORTUNITY)
    assert game.has("b12", markers.OPPORTUNITY)


# --------------------------------------------------------------------------------- the late claim


@pytest.mark.rule("CZ-OPP-02", "CZ-G43")
@pytest.mark.parametrize("what", ["move", "shoot", "charge"])
def test_a_claim_after_the_action(what: str) -> None:
    """The action is taken back and taken again with the claim; the old way stays readable."""
    game = ambush(watchers=1)
    before = {
        "move": Move((who("r11"),), points=2),
        "shoot": Shoot(who("r11"), (share("b12", 200, shots=1),)),
        "charge": Charge(who("r11"), ("f:b1.2",)),  # type: ignore[arg-type]
    }[what]
    game.do(what, RED, before)
    if what == "charge":
        game.rolls("1111", "11")  # a draw needs the same total: 4 against 2 wins
        game.roll("11")
    assert game.idle
    lines = list(game.lines)
    end = lines[-1].version
    taken = next(line for line in reversed(lines) if isinstance(line.event, ActionTaken))
    back = Rewound(
        to=find_version_before_entry(lines, taken.version), why="amend", amends=taken.version
    )
    lines.append(RecordedEvent(end + 1, end + 1, 0, back))
    tree = tree_of(lines)
    table = resume_table(RULESET, [lines[version - 1] for version in tree.list_path_versions()])

    def enter(command: Command) -> None:
        event: AnyInput = ActionTaken(
            action=command.action, side=command.side, params=command.params
        )
        version = len(lines) + 1
        for at, (one, action) in enumerate([(event, 0), *table.process_input(event, version)]):
            lines.append(RecordedEvent(version + at, version, action, one))
            tree.add_event(lines[-1])

    claimed = {**RULESET.actions[what].make_command(RED, before).params, "claimed": True}
    enter(Command(what, RED, claimed))
    assert isinstance(table.pending and table.pending.request, Interrupt)
    enter(
        RULESET.actions["fire"].make_command(BLUE, OpportunityFire(who("b11"), (share("r11", 20),)))
    )
    assert table.pending is not None
    assert table.pending.request.what == "to hit"
    assert len(table.open_action_versions) == 2
    assert end in tree.list_leaf_versions()


@pytest.mark.rule("CZ-OPP-03")
def test_the_shot_settled_by_hand_lets_the_move_go_on() -> None:
    game = ambush(watchers=1)
    walk(game, 2)
    game.feed_input(Noted(text="was that in sight?"))
    game.fire("b11", "r11", shots=2)
    panic = MarkerSet(subjects=(who("r11"),), marker=markers.PANIC, value=1)
    game.feed_input(Corrected(reason="dice not seen", facts=(panic,), closes=True))
    assert game.idle
    assert (moves(game), game.left("r11")) == (1, 1)
    check_all_laws(game)


def test_owner_of_the_window() -> None:
    game = ambush(watchers=1)
    walk(game, 1)
    assert game.asked.side == owner("b11")

"""Close combat: dice, opponents, outcomes, further rounds, running away (CZ-MELEE)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.combat_zone.firefight import RIFLE, Firefight, owner, profile, who
from tracker.procedures.requests import Score
from tracker.rulesets.combat_zone.attacks.close_combat_dice import HandWeaponChoice
from tracker.rulesets.combat_zone.data import markers, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases.close_combat import (
    AGAIN,
    CHARGE,
    AnotherCombatRound,
    Charge,
    Flee,
)
from tracker.rulesets.combat_zone.phases.shooting_actions import Shoot
from tracker.testing.match_in_memory import RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import GearChanged, Json, Moved, Scalar

BARE = profile("average")


def pair(
    own: dict[str, Json] = BARE, other: dict[str, Json] = BARE, **options: Scalar
) -> Firefight:
    return Firefight({"r1": (own,), "b1": (other,)}, options)


def brawl(*others: dict[str, Json], own: dict[str, Json] = BARE, **options: Scalar) -> Firefight:
    return Firefight({"r1": (own, BARE, BARE), "b1": others or (BARE, BARE)}, options)


def attack_of(game: Firefight) -> tuple[tuple[int, ...], int]:
    return game.score_roll("attack")


def flee(game: Firefight, figure: str = "r11", **how: Any) -> None:
    game.do("flee", owner(figure), Flee(who(figure), **how))


# ------------------------------------------------------------------------------- worked rounds


@pytest.mark.rule("CZ-W47", "CZ-MELEE-01", "CZ-MELEE-03", "CZ-MELEE-04", "CZ-MELEE-06", "CZ-T18")
def test_a_dagger_against_bare_hands() -> None:
    # 4 + 2 + initiator 5 + dagger 3 = 14 against 6 + 3 = 9; wound 3 + 3 + 1 = 7
    game = pair(profile("average", "dagger"))
    game.charge("r11", "b11")
    assert attack_of(game) == ((6, 6, 6, 4), 0)
    assert (game.asked.subject, game.asked.side) == (who("r11"), "s:r")
    game.roll("4253")
    assert attack_of(game) == ((6, 6), 0)
    assert (game.asked.subject, game.asked.side) == (who("b11"), "s:b")
    game.roll("63")
    assert game.score_roll("wound") == ((6, 6), 1)
    game.roll("33")
    assert game.idle
    assert game.state("b11") == "gone"
    assert game.opponents("r11") == ()
    assert game.left("r11") == 5  # 1 to open it
    check_all_laws(game)


@pytest.mark.rule("CZ-MELEE-06", "CZ-FORCE-07", "CZ-T18", "CZ-ACT-05")
def test_two_weapons_of_one_kind_fill_both_hands() -> None:
    game = pair(profile("average", "sword", "sword"), profile("average", "dagger"))
    hands = HandWeaponChoice(enemy=("dagger", "dagger"))
    charge = Charge(who("r11"), (who("b11"),), hands)
    assert game.against("charge", "r11", charge) == {"not-carried"}
    charge = replace(charge, hands=HandWeaponChoice(own=("sword", "sword", "sword")))
    assert game.against("charge", "r11", charge) == {"two-hands", "not-carried"}
    game.fix(GearChanged(figure=who("b11"), gained=("dagger",)))
    game.charge("r11", "b11")
    assert attack_of(game) == ((6, 6, 6, 6, 4), 0)  # sword, and second sword
    game.roll("66664")
    assert attack_of(game) == ((6, 6, 4, 4), 0)  # dagger, and the one picked up
    game.roll("1111")
    assert game.score_roll("wound") == ((6, 6), 3)  # 2 + 1
    game.fix(GearChanged(figure=who("r11"), lost=("sword",)))
    assert unit_profiles.list_weapons(game.match, who("r11")) == ("sword",)


@pytest.mark.rule("CZ-W49", "CZ-MORALE-07", "CZ-MELEE-06", "CZ-G10", "CZ-T18")
def test_panic_takes_two_off_the_attack() -> None:
    # 6 + 5 + Sword 4 - 2 = 13
    game = pair(BARE, profile("average", "sword"))
    game.panic("b11")
    game.charge("r11", "b11")
    game.roll("111")
    assert attack_of(game) == ((6, 6, 6), -2)
    game.roll("654")
    assert game.asked.subject == who("b11")  # 13 beats 3: it wounds
    assert game.score_roll("wound") == ((6, 6), 2)


@pytest.mark.rule("CZ-W49", "CZ-MORALE-07", "CZ-MELEE-01", "CZ-ACT-08")
def test_who_may_not_open_close_combat() -> None:
    game = pair()
    params = Charge(who("r11"), (who("b11"),))
    assert game.against("charge", "r11", params) == set()
    game.mark("r11", markers.RECOVERED)
    assert game.against("charge", "r11", params) == set()  # CZ-MORALE-06: it is no reaction
    game.mark("r11", markers.DOWN)
    assert game.against("charge", "r11", params) == {"down"}
    game.panic("r11")
    assert game.against("charge", "r11", params) == {"down", "panicking"}
    assert game.against("charge", "r11", Charge(who("r11"), ())) >= {"nobody"}
    game.remove("b11")
    assert "target-gone" in game.against("charge", "r11", params)
    friends = brawl()
    assert friends.against("charge", "r11", Charge(who("r11"), (who("r12"),))) == {"own-side"}


@pytest.mark.rule("CZ-G60", "CZ-MOVE-05", "CZ-MELEE-01")
def test_contact_needs_a_point_of_its_own() -> None:
    game = pair()
    game.mark("r11", markers.SPENT, 5, until="turn")
    params = Charge(who("r11"), (who("b11"),))
    assert game.against("charge", "r11", params) == set()
    game.mark("r11", markers.SPENT, 6, until="turn")
    assert game.against("charge", "r11", params) == {"no-points"}


@pytest.mark.rule("CZ-W54", "CZ-MELEE-07", "CZ-MELEE-08", "CZ-MELEE-09", "CZ-T17", "CZ-T19")
def test_the_defender_can_win() -> None:
    # 4 + 5 + 2 = 11 against 5 + 3 + Axe 5 - 1 (Green) = 12; wound 2D8 1 + 2 + 3 = 6: rout
    game = pair(BARE, profile("green gang-leader", "axe"))
    game.charge("r11", "b11")
    game.roll("452")
    assert attack_of(game) == ((8, 8, 6), -1)
    game.roll("535")
    assert game.score_roll("wound") == ((8, 8), 3)
    game.roll("12")
    assert game.state("r11") == "rout"
    assert game.left("r11") == 0
    assert game.opponents("r11") == ("b11",)  # CZ-G11: the rout alone does not take it off
    check_all_laws(game)


@pytest.mark.rule("CZ-W52", "CZ-MELEE-11", "CZ-COMP-04", "CZ-MELEE-12", "CZ-MELEE-14")
def test_a_routing_loser_forced_into_another_round_is_out() -> None:
    # 18 against 2; wound 2 + 3 = 5: two below 7, rout
    game = pair()
    game.charge("r11", "b11")
    game.rolls("666", "11", "23")
    assert game.state("b11") == "rout"
    game.again("r11")
    assert game.idle  # no dice
    assert game.state("b11") == "gone"
    assert game.match.figure(who("b11")).by == who("r11")
    assert game.left("r11") == 4
    check_all_laws(game)


@pytest.mark.rule("CZ-W64", "CZ-FORCE-03", "CZ-MELEE-03", "CZ-MELEE-14", "CZ-T2", "CZ-T17")
def test_a_hero_routs_and_kills() -> None:
    # 5 + 3 + 2 + initiator 4 + Sword 1 + 2 (Elite) = 17 against 4 + 4 + Club 2 = 10
    # wound 2D8 1 + 2 + 2 = 5: two below 7, rout; another round: out of action
    hero = profile("elite hero", "sword")
    game = Firefight({"r1": (hero,), "b1": (profile("average", "club"),)})
    game.do("move", RED, _walk("r11", 2))
    game.charge("r11", "b11")
    assert attack_of(game) == ((8, 8, 6, 6, 6), 2)
    assert game.request(Score).made_of == "hero 2D8 1D6, opening 1D6, sword 1D6"
    game.roll("53241")
    assert attack_of(game) == ((6, 6, 4), 0)
    game.roll("442")
    assert game.score_roll("wound") == ((8, 8), 2)
    game.roll("12")
    assert game.state("b11") == "rout"
    game.again("r11")
    assert game.state("b11") == "gone"
    assert game.left("r11") == 4
    assert not game.against("shoot", "r11", Shoot(who("r11"), ())) & {"engaged"}
    check_all_laws(game)


def _walk(figure: str, cost: int) -> Any:
    from tracker.rulesets.combat_zone.phases.movement import Move

    return Move((who(figure),), points=cost)


# ------------------------------------------------------------------------------------ the dice


@pytest.mark.rule("CZ-T17", "CZ-MELEE-03", "CZ-FORCE-05", "CZ-T19", "CZ-MELEE-09")
@pytest.mark.parametrize(
    ("words", "attack", "wound"),
    [
        ("average", (6, 6), (6, 6)),
        ("average gang-leader", (8, 8), (8, 8)),
        ("average hero", (8, 8, 6), (8, 8)),
    ],
)
def test_dice_of_each_profile(words: str, attack: tuple[int, ...], wound: tuple[int, ...]) -> None:
    game = pair(BARE, profile(words))
    game.charge("r11", "b11")
    game.roll("111")
    assert attack_of(game) == (attack, 0)
    game.roll("6" * len(attack))
    assert game.score_roll("wound") == (wound, 0)


@pytest.mark.rule("CZ-FORCE-08", "CZ-MELEE-03")
def test_a_machine_has_the_dice_entered_for_it() -> None:
    entered = {"toughness": 12, "action_points": 6, "modifier": 1, "attack": (8, 8), "wound": (8,)}
    game = pair(BARE, {"kind": "machine", "machine": entered})  # type: ignore[dict-item]
    game.charge("r11", "b11")
    game.roll("111")
    assert attack_of(game) == ((8, 8), 1)
    game.roll("88")
    assert game.score_roll("wound") == ((8,), 0)


@pytest.mark.rule("CZ-MELEE-07", "CZ-T6", "CZ-FORCE-04")
@pytest.mark.parametrize(
    ("quality", "value"), [("green", -1), ("average", 0), ("veteran", 1), ("elite", 2)]
)
def test_quality_counts_on_the_attack_and_not_on_the_wound(quality: str, value: int) -> None:
    game = pair(profile(quality))
    game.charge("r11", "b11")
    assert attack_of(game) == ((6, 6, 6), value)
    game.rolls("666", "11")
    assert game.score_roll("wound") == ((6, 6), 0)


@pytest.mark.rule("CZ-T18", "CZ-MELEE-06", "CZ-G27", "CZ-MELEE-09")
@pytest.mark.parametrize(
    ("weapon", "die", "wound"),
    [
        ("dagger", 4, 1),
        ("club", 4, 1),
        ("light-pistol", 4, 1),
        ("medium-pistol", 4, 1),
        ("heavy-pistol", 4, 1),
        ("auto-pistol", 4, 1),
        ("machine-pistol", 4, 1),
        ("sword", 6, 2),
        ("axe", 6, 3),
    ],
)
def test_every_hand_weapon(weapon: str, die: int, wound: int) -> None:
    game = pair(profile("average", weapon))
    game.charge("r11", "b11")
    assert attack_of(game) == ((6, 6, 6, die), 0)
    game.rolls("6661", "11")
    assert game.score_roll("wound") == ((6, 6), wound)


@pytest.mark.rule("CZ-FORCE-07", "CZ-MELEE-06")
@pytest.mark.parametrize("gun", ["assault-rifle", "shotgun", "machine-gun"])
def test_a_long_gun_is_no_hand_weapon(gun: str) -> None:
    game = pair(profile("average", gun))
    game.charge("r11", "b11")
    assert attack_of(game) == ((6, 6, 6), 0)
    own = Charge(who("r11"), (who("b11"),), HandWeaponChoice((gun,)))  # type: ignore[arg-type]
    assert "no-hand-weapon" in game.against("charge", "r11", own)


@pytest.mark.rule("CZ-G27", "CZ-MELEE-06", "CZ-MELEE-09")
@pytest.mark.parametrize(
    ("house", "die", "wound"), [("generic", 4, 3 + 1), ("weapon_values", 6, 3 + 2)]
)
def test_a_weapon_in_the_other_hand(house: str, die: int, wound: int) -> None:
    # the best two: Axe D6 and +3, then the Sword; the dagger stays in its sheath
    game = pair(profile("average", "dagger", "sword", "axe"), second_hand=house)
    game.charge("r11", "b11")
    assert attack_of(game) == ((6, 6, 6, 6, die), 0)
    game.rolls("66611", "11")
    assert game.score_roll("wound") == ((6, 6), wound)


@pytest.mark.rule("CZ-MELEE-06", "CZ-FORCE-07")
def test_the_players_say_what_is_in_hand() -> None:
    game = pair(profile("average", "sword", "dagger"), profile("average", "axe"))
    game.charge("r11", "b11", own=("dagger",), enemy=())
    assert attack_of(game) == ((6, 6, 6, 4), 0)
    game.roll("1111")
    assert attack_of(game) == ((6, 6), 0)
    more = HandWeaponChoice(own=("sword", "dagger", "axe"), enemy=("club",))
    params = Charge(who("r11"), (who("b11"),), more)
    assert game.against("charge", "r11", params) >= {"two-hands", "not-carried"}


@pytest.mark.rule("CZ-MELEE-04", "CZ-G36")
@pytest.mark.parametrize(("house", "dice"), [("first_round", 2), ("every_round", 3)])
def test_the_die_of_who_opened_it(house: str, dice: int) -> None:
    game = pair(initiator_die=house)
    game.charge("r11", "b11")
    assert len(attack_of(game)[0]) == 3
    game.rolls("111", "12")  # a draw: 3 and 3
    game.again("r11")
    assert len(attack_of(game)[0]) == dice
    game.roll("1" * dice)
    assert len(attack_of(game)[0]) == 2  # the other one did not open it


@pytest.mark.rule("CZ-MELEE-04")
def test_the_other_side_fighting_on_has_no_such_die() -> None:
    game = pair(initiator_die="every_round")
    game.engage("r11", "b11")
    game.activation("b1")
    game.again("b11")
    assert attack_of(game) == ((6, 6), 0)
    game.roll("11")
    assert attack_of(game) == ((6, 6, 6), 0)


# ---------------------------------------------------------------------------- several opponents


@pytest.mark.rule("CZ-MELEE-05", "CZ-G37", "CZ-T17", "CZ-MELEE-04")
@pytest.mark.parametrize(
    ("house", "third", "alone"),
    [
        ("later_opponents", 2 + 1, 2),
        ("later_opponents_cumulative", 2 + 2, 2),
        ("outnumbered_figure", 2, 2 + 2),
    ],
)
def test_the_third_of_a_crowd(house: str, third: int, alone: int) -> None:
    # r11, r12, r13 came into contact with b11 in this order; r13 fights on
    game = brawl(outnumber=house)
    for figure in ("r11", "r12", "r13"):
        game.engage(figure, "b11")
    game.again("r13")
    assert len(attack_of(game)[0]) == third
    game.roll("1" * third)
    assert len(attack_of(game)[0]) == alone


@pytest.mark.rule("CZ-MELEE-05")
def test_when_the_first_is_gone_the_next_moves_up() -> None:
    game = brawl()
    game.engage("r11", "b11")
    game.engage("r12", "b11")
    game.again("r12")
    assert len(attack_of(game)[0]) == 3
    other = brawl()
    other.engage("r11", "b11")
    other.engage("r12", "b11")
    other.remove("r11")
    other.again("r12")
    assert len(attack_of(other)[0]) == 2


@pytest.mark.rule("CZ-MELEE-04", "CZ-MELEE-05")
def test_who_joins_a_fight_opens_one_of_his_own() -> None:
    # initiator's die and, as second opponent of b11, the crowd's
    game = brawl()
    game.engage("r11", "b11")
    game.charge("r12", "b11")
    assert len(attack_of(game)[0]) == 4
    game.roll("1111")
    assert len(attack_of(game)[0]) == 2
    assert game.opponents("b11") == ("r11", "r12")


@pytest.mark.rule("CZ-MELEE-01", "CZ-MELEE-05")
def test_two_enemies_touched_at_once() -> None:
    # a point and an initiator's die for each; b12 is the second opponent of r11
    game = brawl()
    game.charge("r11", "b11", "b12")
    assert game.opponents("r11") == ("b11", "b12")
    assert game.left("r11") == 5
    game.rolls("123", "51")  # 6 and 6: a draw
    assert game.left("r11") == 4
    assert len(attack_of(game)[0]) == 3
    game.roll("666")
    assert len(attack_of(game)[0]) == 3
    game.rolls("111", "66")
    assert [game.state(one) for one in ("b11", "b12")] == ["ok", "gone"]
    assert game.opponents("r11") == ("b11",)
    check_all_laws(game)


@pytest.mark.rule("CZ-MELEE-01", "CZ-MORALE-07", "CZ-MORALE-11")
@pytest.mark.parametrize("wound", ["12", "22", "66"])  # 3, 4: panic; 12: out of action
def test_who_is_shaken_by_the_first_does_not_fight_the_second(wound: str) -> None:
    game = brawl()
    game.charge("r11", "b11", "b12")
    game.rolls("111", "66", wound)
    assert game.idle
    check_all_laws(game)


# -------------------------------------------------------------------------------- rounds and ends


@pytest.mark.rule("CZ-MELEE-08", "CZ-MELEE-02", "CZ-MELEE-12", "CZ-G38")
def test_a_draw_does_nothing_and_they_stay_engaged() -> None:
    game = pair()
    game.charge("r11", "b11")
    game.rolls("123", "51")
    assert game.idle
    assert game.opponents("r11") == ("b11",)
    assert game.left("b11") == 6  # who is not active pays nothing
    game.again("r11")
    assert game.left("r11") == 4
    check_all_laws(game)


@pytest.mark.rule("CZ-G38")
@pytest.mark.parametrize(("price", "left"), [(1, 4), (0, 5)])
def test_the_price_of_a_round(price: int, left: int) -> None:
    game = pair(round_cost=price)
    game.charge("r11", "b11")
    game.rolls("123", "51")
    game.again("r11")
    assert game.left("r11") == left


@pytest.mark.rule("CZ-MELEE-12", "CZ-G51", "CZ-MORALE-07")
def test_the_panicked_fight_on_in_their_own_activation() -> None:
    game = pair()
    game.engage("r11", "b11")
    game.panic("b11")
    game.activation("b1")
    assert game.against("again", "b11", AnotherCombatRound(who("b11"))) == set()
    game.again("b11")
    assert attack_of(game) == ((6, 6), -2)
    assert game.left("b11") == 2


@pytest.mark.rule("CZ-MELEE-12", "CZ-ACT-03")
def test_rounds_end_with_the_points_and_need_an_opponent() -> None:
    game = pair()
    assert game.against("again", "r11", AnotherCombatRound(who("r11"))) == {"not-engaged"}
    assert game.against("again", "r11", AnotherCombatRound(who("r11"), who("b11"))) == {
        "not-engaged"
    }
    game.engage("r11", "b11")
    game.mark("r11", markers.SPENT, 6, until="turn")
    assert game.against("again", "r11", AnotherCombatRound(who("r11"))) == {"no-points"}


@pytest.mark.rule("CZ-MELEE-02", "CZ-MELEE-14", "CZ-ACT-03")
def test_locked_in_until_every_opponent_is_gone() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (BARE, BARE, BARE)})
    game.engage("r11", "b11")
    game.engage("r11", "b12")
    shot = Shoot(who("r11"), ())
    assert "engaged" in game.against("shoot", "r11", shot)
    assert "engaged" in game.against("charge", "r11", Charge(who("r11"), (who("b13"),)))
    game.remove("b11")
    assert "engaged" in game.against("shoot", "r11", shot)
    game.remove("b12")
    assert "engaged" not in game.against("shoot", "r11", shot)


@pytest.mark.rule("CZ-MELEE-09", "CZ-G56")
def test_the_winner_may_let_it_be() -> None:
    game = pair()
    game.charge("r11", "b11", spares=(who("r11"),))
    game.rolls("666", "11")
    assert game.idle
    assert game.state("b11") == "ok"


@pytest.mark.rule("CZ-MORALE-10", "CZ-MELEE-10")
def test_a_panicking_loser_with_a_rout_result_routs() -> None:
    game = pair()
    game.panic("b11")
    game.charge("r11", "b11")
    game.rolls("666", "11", "23")
    assert game.state("b11") == "rout"


@pytest.mark.rule("CZ-COMP-04", "CZ-MELEE-01")
def test_charging_who_is_routing_takes_it_off_without_a_roll() -> None:
    game = pair()
    game.rout("b11")
    game.charge("r11", "b11")
    assert game.idle
    assert game.state("b11") == "gone"
    assert game.left("r11") == 5  # the point to open it is paid
    assert game.opponents("r11") == ()
    check_all_laws(game)


@pytest.mark.rule("CZ-G11", "CZ-COMP-04")
@pytest.mark.parametrize(("house", "state"), [("when_due", "rout"), ("immediate", "gone")])
def test_a_rout_in_close_combat(house: str, state: str) -> None:
    game = pair(rout_engaged=house)
    game.charge("r11", "b11")
    game.rolls("666", "11", "23")
    assert game.state("b11") == state


@pytest.mark.rule("CZ-ACT-08", "CZ-ACT-07", "CZ-G21")
def test_who_is_attacked_gets_up_for_nothing() -> None:
    game = pair()
    game.mark("b11", markers.DOWN)
    game.charge("r11", "b11")
    assert not game.has("b11", markers.DOWN)
    assert game.left("b11") == 6


@pytest.mark.rule("CZ-MORALE-11", "CZ-G08", "CZ-MELEE-10")
def test_an_active_figure_panicked_by_the_defender_has_three_points_in_all() -> None:
    # opened for 1; 1 + 1 + 1 against 12; wound 1 + 2 = 3: panic; 3 - 1 = 2 left
    game = pair()
    game.charge("r11", "b11")
    game.rolls("111", "66", "12")
    assert (game.state("r11"), game.left("r11")) == ("panic", 2)


@pytest.mark.rule("CZ-MELEE-14")
def test_an_active_figure_that_falls_spends_nothing_more() -> None:
    game = pair()
    game.charge("r11", "b11")
    game.rolls("111", "66", "66")
    assert game.state("r11") == "gone"
    assert "gone" in game.against("again", "r11", AnotherCombatRound(who("r11")))
    assert game.opponents("b11") == ()


@pytest.mark.rule("CZ-G57", "CZ-FORCE-02")
def test_a_sub_leader_fights_as_he_is_when_his_leader_has_fallen() -> None:
    leader, second = profile("average gang-leader leader"), profile("average sub-leader")
    game = Firefight({"r1": (leader, second), "b1": (BARE,)})
    game.remove("r11")
    game.charge("r12", "b11")
    assert attack_of(game) == ((6, 6, 6), 0)


# ---------------------------------------------------------------------------------- running away


@pytest.mark.rule("CZ-MELEE-13", "CZ-G39")
def test_running_away_costs_the_movement_only() -> None:
    game = brawl()
    game.engage("b11", "r11")
    game.engage("b12", "r11")
    flee(game, points=2, length=900)
    assert game.idle
    assert game.opponents("r11") == ()
    assert (game.left("r11"), game.state("r11")) == (4, "ok")
    moved = next(line.event for line in reversed(game.lines) if isinstance(line.event, Moved))
    assert (moved.figures, moved.length, moved.how) == ((who("r11"),), 900, "runs away")
    check_all_laws(game)


@pytest.mark.rule("CZ-MELEE-13", "CZ-MOVE-01", "CZ-MOVE-02")
def test_who_may_run_away_and_how_far() -> None:
    game = brawl(own=profile("average combat-suit"))
    params = Flee(who("r11"), 2, 800)
    assert game.against("flee", "r11", params) == {"not-engaged"}
    game.engage("r11", "b11")
    assert game.against("flee", "r11", params) == set()
    assert game.against("flee", "r11", Flee(who("r11"), 2, 810)) == {"too-far"}
    game.rout("r11")
    assert game.against("flee", "r11", params) == {"routing"}


@pytest.mark.rule("CZ-MELEE-13", "CZ-MOVE-01")
@pytest.mark.parametrize(("length", "points"), [(None, 1), (500, 1), (510, 2), (1200, 3)])
def test_running_away_over_a_length_costs_the_points_of_the_move(
    length: int | None, points: int
) -> None:
    game = brawl()
    game.engage("r11", "b11")
    assert game.against("flee", "r11", Flee(who("r11"), length=length)) == set()
    left = game.left("r11")
    flee(game, length=length)
    assert game.left("r11") == left - points
    assert game.opponents("r11") == ()


@pytest.mark.rule("CZ-MELEE-13", "CZ-MOVE-03")
def test_running_away_through_difficult_terrain_costs_the_points_of_the_move() -> None:
    game = brawl()
    game.engage("r11", "b11")
    left = game.left("r11")
    flee(game, length=1200, rough=400)
    assert game.left("r11") == left - 4


@pytest.mark.rule("CZ-G39")
def test_where_only_rout_ends_a_combat_nobody_runs_away() -> None:
    game = pair(break_off="only_rout")
    game.engage("r11", "b11")
    assert game.against("flee", "r11", Flee(who("r11"))) == {"no-leaving"}


@pytest.mark.rule("CZ-G39")
@pytest.mark.parametrize(
    ("wound", "state", "opponents"),
    [("11", "ok", ()), ("23", "rout", ("b11",)), ("66", "gone", ())],
)
def test_a_parting_round(wound: str, state: str, opponents: tuple[str, ...]) -> None:
    # 2 against 12; 2: nothing, 5: rout, which keeps it there, 12: out of action
    game = pair(break_off="parting_round")
    game.engage("r11", "b11")
    flee(game)
    game.rolls("11", "66", wound)
    assert game.idle
    assert game.state("r11") == state
    assert game.opponents("r11") == opponents
    check_all_laws(game)


@pytest.mark.rule("CZ-G39")
def test_a_parting_round_with_each_enemy_that_does_not_rout() -> None:
    game = brawl(BARE, BARE, BARE, break_off="parting_round")
    for enemy in ("b11", "b12", "b13"):
        game.engage("r11", enemy)
    game.rout("b12")
    flee(game)
    assert game.request(Score).target == who("b11")
    game.rolls("11", "11")
    assert game.request(Score).target == who("b13")
    game.rolls("11", "111")  # 3 against 2, its die as third opponent included
    game.roll("11")
    assert game.opponents("r11") == ()


@pytest.mark.rule("CZ-W65", "CZ-MELEE-14", "CZ-COMP-04")
def test_a_routed_figure_is_free_when_its_enemy_falls() -> None:
    # r11 routs b11 and has no points left; b12 kills r11: b11 is no longer engaged
    game = brawl()
    game.mark("r11", markers.SPENT, 5, until="turn")
    game.charge("r11", "b11")
    game.rolls("666", "11", "23")
    assert (game.state("b11"), game.left("r11")) == ("rout", 0)
    game.activation("b1")
    game.charge("b12", "r11")
    game.rolls("6666", "11", "66")
    assert game.state("r11") == "gone"
    assert not state_queries.is_engaged(game.match, who("b11"))
    assert game.state("b11") == "rout"
    check_all_laws(game)


@pytest.mark.rule("CZ-MELEE-01", "CZ-MELEE-06", "CZ-FORCE-07")
def test_the_weapons_of_the_first_enemy_are_not_those_of_the_next() -> None:
    game = brawl(profile("average", "sword", "dagger"), profile("average", "club"))
    params = Charge(who("r11"), (who("b11"), who("b12")), HandWeaponChoice(enemy=("sword",)))
    game.do("charge", RED, params)
    game.roll("111")
    assert attack_of(game) == ((6, 6, 6), 0)  # the sword alone, as declared
    game.rolls("111", "111")
    assert attack_of(game) == ((6, 6, 6, 4), 0)  # the second enemy has its club


@pytest.mark.rule("CZ-G39", "CZ-MELEE-06")
def test_in_parting_rounds_too_the_weapons_of_the_first_enemy_are_not_those_of_the_next() -> None:
    game = brawl(
        profile("average", "sword", "dagger"),
        profile("average", "club"),
        break_off="parting_round",
    )
    for enemy in ("b11", "b12"):
        game.engage("r11", enemy)
    flee(game, hands=HandWeaponChoice(enemy=("sword",)))
    game.roll("66")
    assert attack_of(game) == ((6, 6, 6), 0)  # the sword alone, as declared
    game.rolls("444", "66")  # 12 each
    assert attack_of(game) == ((6, 6, 6, 4), 0)  # the second enemy has its club


# --------------------------------------------------------------------------------------- by hand


def test_an_outcome_told_without_dice() -> None:
    game = brawl()
    game.charge("r11", "b11", "b12")
    params = Charge(who("r11"), (who("b11"), who("b12")))
    assert CHARGE.outcome is not None
    (removed,) = CHARGE.outcome(game.match, RED, params, 1)
    assert removed.figures == (who("b11"),)  # type: ignore[union-attr]
    assert AGAIN.outcome is not None
    (removed,) = AGAIN.outcome(game.match, RED, AnotherCombatRound(who("r11")), 1)
    assert removed.figures == (who("b11"),)  # type: ignore[union-attr]

"""Odds of every procedure of shooting and close combat, against the table through every answer."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import Struct

from tests.combat_zone.firefight import RIFLE, Firefight, machine, owner, profile, share, who
from tests.profiles import some
from tracker.procedures.match_view import Match
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner, make_read_only_match
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.attacks import wound_rolls_and_machine_damage
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases import close_combat, shooting_actions
from tracker.rulesets.combat_zone.phases.close_combat import AnotherCombatRound, Charge, Flee
from tracker.rulesets.combat_zone.phases.shooting_actions import (
    AimedShot,
    OpportunityFire,
    OpportunityWatch,
    Shoot,
)
from tracker.testing.match_in_memory import RED
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.ruleset_laws import assert_odds_agree
from tracker.vocabulary.events import Json, Scalar

BARE = profile("average")
PISTOL = profile("average", "light-pistol")  # 2D4: small enough for the slow oracle
GRENADES = profile("average", "integrated-grenade-launcher")


def small(**more: Any) -> dict[str, Json]:
    """A machine of toughness 4 with a D2 to attack and to wound: 2 is rout, 1 is panic."""
    return machine(4, **{"attack": (2,), "wound": (2,), **more})


def field(*targets: dict[str, Json], by: dict[str, Json] = RIFLE, **options: Scalar) -> Firefight:
    return Firefight({"r1": (by, RIFLE), "b1": targets or (BARE, BARE)}, options)


def state(match: Match, figure: str) -> str:
    one = who(figure)
    if not state_queries.is_on_table(match, one):
        return "gone"
    if match.has(one, markers.ROUT):
        return "rout"
    return "panic" if match.has(one, markers.PANIC) else "ok"


def chances(game: Firefight, action: str, params: Struct, figure: str) -> dict[str, Fraction]:
    """The exact chance of each end for a figure."""
    runner = OddsRunner(RULESET, game.table.state, number=Fraction)
    odds = runner.compute_odds(RULESET.actions[action].stage, (RED, params))
    assert sum(odds.chances.values()) == 1
    return odds.compute_distribution(lambda match, _: state(match, figure))


def totals(*dice: int) -> list[int]:
    """Every way the dice fall, added up."""
    return [sum(faces) for faces in product(*(range(1, die + 1) for die in dice))]


def at_least(score: int, *dice: int) -> Fraction:
    ways = totals(*dice)
    return Fraction(sum(total >= score for total in ways), len(ways))


# ------------------------------------------------------------------------------------- shooting


@pytest.mark.rule("CZ-SHOOT-04", "CZ-SHOOT-12", "CZ-SHOOT-16", "CZ-T12", "CZ-T15")
def test_one_shot() -> None:
    # hits by 1/6; 3D6: 196/216 are 7 or more, 19/216 are 4 to 6, 1/216 is 3
    found = chances(field(), "shoot", Shoot(who("r11"), (share("b11", shots=1),)), "b11")
    kill, panic = Fraction(196, 6 * 216), Fraction(19, 6 * 216)
    assert found == {"gone": kill, "panic": panic, "ok": 1 - kill - panic}


@pytest.mark.rule("CZ-SHOOT-17", "CZ-SHOOT-13", "CZ-SHOOT-14")
def test_a_burst_in_hard_cover_with_a_flak_jacket() -> None:
    # each shot kills by 1/6 of 12 or more, panics by 1/6 of 9 to 11, and nothing undoes a kill
    game = field(profile("average flak-jacket"))
    found = chances(game, "shoot", Shoot(who("r11"), (share("b11", 30, cover="hard"),)), "b11")
    kill = at_least(12, 6, 6, 6) / 6
    neither = 1 - at_least(9, 6, 6, 6) / 6
    assert found["gone"] == 1 - (1 - kill) ** 3
    assert found["ok"] == neither**3
    assert [round(100 * found[end]) for end in ("gone", "panic", "ok")] == [18, 15, 67]


@pytest.mark.rule("CZ-SHOOT-01", "CZ-SHOOT-17", "CZ-SHOOT-06")
@pytest.mark.parametrize("dice", [1, 2])
def test_the_slow_oracle_of_shots(dice: int) -> None:
    game = field(profile("average flak-jacket"), by=PISTOL)
    params = Shoot(who("r11"), (share("b11", 2, shots=dice),))
    found = check_agreed_odds(
        RULESET, game.table.state, shooting_actions.resolve_shooting, (RED, params)
    )
    assert sum(found.values()) == 1
    assert len(found) > 2


@pytest.mark.rule("CZ-G25", "CZ-SHOOT-02", "CZ-OPP-04")
def test_a_burst_over_two_targets() -> None:
    game = field(by=PISTOL)
    game.mark("b12", markers.OPPORTUNITY, "any", until="turn")
    two = (share("b11", 2, shots=1), share("b12", 2, cover="soft", shots=1))
    params = Shoot(who("r11"), two)
    check_agreed_odds(RULESET, game.table.state, shooting_actions.resolve_shooting, (RED, params))
    # b12 loses its opportunity fire exactly where it is hit: 4 or more
    runner = OddsRunner(RULESET, game.table.state, number=Fraction)
    odds = runner.compute_odds(shooting_actions.resolve_shooting, (RED, params))
    watching = odds.compute_distribution(
        lambda match, _: match.has(who("b12"), markers.OPPORTUNITY)
    )
    assert watching[True] == Fraction(1, 2)


@pytest.mark.rule("CZ-SHOOT-10")
def test_an_aimed_shot() -> None:
    # missed or hit for nothing, panic, out of action
    assert assert_odds_agree(field(), "aim", RED, AimedShot(who("r11"), share("b11", 20))) == 3


@pytest.mark.rule("CZ-G46", "CZ-SHOOT-17")
@pytest.mark.parametrize("house", ["no_effect", "rout"])
def test_two_hits_and_a_second_panic(house: str) -> None:
    game = field(by=PISTOL, double_panic=house)
    assert_odds_agree(game, "shoot", RED, Shoot(who("r11"), (share("b11", shots=2),)))


@pytest.mark.rule("CZ-G28")
def test_armour_that_is_lost() -> None:
    game = field(profile("average ablative"), by=PISTOL, ablative="lost_after_first_hit")
    assert_odds_agree(game, "shoot", RED, Shoot(who("r11"), (share("b11", shots=2),)))


@pytest.mark.rule("CZ-G48")
def test_a_blast_assumes_that_nobody_else_is_struck() -> None:
    game = field(by=GRENADES, blast="by_hand")
    params = Shoot(who("r11"), (share("b11", 8),))
    assert_odds_agree(game, "shoot", RED, params)
    odds = OddsRunner(RULESET, game.table.state).compute_odds(
        shooting_actions.resolve_shooting, (RED, params)
    )
    assert odds.assumptions == ("others struck: nobody",)


@pytest.mark.rule("CZ-OPP-03")
def test_opportunity_fire() -> None:
    game = field(by=PISTOL)
    game.mark("r11", markers.OPPORTUNITY, "any", until="turn")
    game.activation("b1")
    game.mark("b11", markers.ACTING, until="step")
    assert_odds_agree(game, "fire", RED, OpportunityFire(who("r11"), (share("b11", 20),)))


@pytest.mark.rule("CZ-OPP-02")
@pytest.mark.parametrize("house", ["interrupt", "after_action"])
def test_what_others_may_claim_is_left_out(house: str) -> None:
    game = field(of_timing=house)
    game.mark("b11", markers.OPPORTUNITY, "any", until="turn")
    params = Shoot(who("r11"), (share("b12", 20, shots=1),), claimed=True)
    assert assert_odds_agree(game, "shoot", RED, params) == 3
    assert assert_odds_agree(game, "opp", RED, OpportunityWatch(who("r11"), claimed=True)) == 1


# --------------------------------------------------------------------------------- close combat


@pytest.mark.rule("CZ-MELEE-03", "CZ-MELEE-08", "CZ-MELEE-10", "CZ-T20")
def test_a_charge() -> None:
    # 3D6 against 2D6; then 2D6: 7+ out, 5-6 rout, 3-4 panic, 2 nothing
    first, second = totals(6, 6, 6), totals(6, 6)
    ways = len(first) * len(second)
    wins = Fraction(sum(a > b for a in first for b in second), ways)
    loses = Fraction(sum(a < b for a in first for b in second), ways)
    kill, rout = at_least(7, 6, 6), at_least(5, 6, 6) - at_least(7, 6, 6)
    params = Charge(who("r11"), (who("b11"),))
    found = chances(field(), "charge", params, "b11")
    assert found["gone"] == wins * kill
    assert found["rout"] == wins * rout
    assert chances(field(), "charge", params, "r11")["gone"] == loses * kill
    assert assert_odds_agree(field(), "charge", RED, params) > 5


@pytest.mark.rule("CZ-MELEE-03", "CZ-MELEE-09")
@pytest.mark.parametrize("own", [small(), small(modifier=-3)])
def test_the_slow_oracle_of_a_charge(own: dict[str, Json]) -> None:
    game = field(small(), by=own, machine_reactions=True)
    params = Charge(who("r11"), (who("b11"),))
    found = check_agreed_odds(RULESET, game.table.state, close_combat.resolve_charge, (RED, params))
    assert len(found) > 2


@pytest.mark.rule("CZ-MELEE-05", "CZ-MELEE-12")
@pytest.mark.parametrize(
    "house", ["later_opponents", "later_opponents_cumulative", "outnumbered_figure"]
)
def test_another_round_in_a_crowd(house: str) -> None:
    game = field(small(), small(), by=small(), outnumber=house, machine_reactions=True)
    game.engage("r12", "b11")
    game.engage("r11", "b11")
    game.engage("b12", "r11")
    assert_odds_agree(game, "again", RED, AnotherCombatRound(who("r11"), who("b11")))


@pytest.mark.thorough
@pytest.mark.rule("CZ-MELEE-01")
def test_two_enemies_touched_at_once() -> None:
    game = field(small(), small(), by=small(), machine_reactions=True)
    assert_odds_agree(game, "charge", RED, Charge(who("r11"), (who("b11"), who("b12"))))


@pytest.mark.rule("CZ-MELEE-11", "CZ-COMP-04")
def test_who_is_routing_falls_for_certain() -> None:
    game = field()
    game.rout("b11")
    params = Charge(who("r11"), (who("b11"),))
    assert chances(game, "charge", params, "b11") == {"gone": 1}
    assert assert_odds_agree(game, "charge", RED, params) == 1


@pytest.mark.rule("CZ-G39", "CZ-MELEE-13")
@pytest.mark.parametrize("house", ["free", "parting_round"])
def test_running_away(house: str) -> None:
    game = field(small(), small(), by=small(), break_off=house, machine_reactions=True)
    game.engage("r11", "b11")
    game.engage("r11", "b12")
    assert_odds_agree(game, "flee", RED, Flee(who("r11")))


# ------------------------------------------------------------------------------------- machines


@pytest.mark.rule("CZ-DMG-02", "CZ-DMG-03", "CZ-DMG-05", "CZ-T21")
@pytest.mark.parametrize("order", ["sheet_order", "net_sum"])
@pytest.mark.parametrize("repairs", [False, True])
def test_hits_on_a_machine(order: str, repairs: bool) -> None:
    game = field(machine(3, auto_repair=repairs), by=PISTOL, machine_order=order)
    game.mark("b11", markers.DAMAGE, "major power")
    assert_odds_agree(game, "shoot", RED, Shoot(who("r11"), (share("b11", shots=1),)))


@pytest.mark.rule("CZ-DMG-05", "CZ-T23", "CZ-T21")
def test_where_a_rocket_strikes_a_machine() -> None:
    # 4D8 at long range, a 6 to hit: critical by 18 or more, a sixth of it in the software
    game = field(machine(), by=profile("average", "recoilless-rifle"))
    runner = OddsRunner(RULESET, game.table.state, number=Fraction)
    params = Shoot(who("r11"), (share("b11", 100),))
    odds = runner.compute_odds(shooting_actions.resolve_shooting, (RED, params))
    found = odds.compute_distribution(
        lambda match, _: wound_rolls_and_machine_damage.list_machine_damage(match, who("b11"))
    )
    critical = at_least(18, 8, 8, 8, 8) / 6
    assert found[(("critical", "software"),)] == critical / 6
    assert found[(("critical", "hardware"),)] == critical / 2
    assert found[()] == 1 - at_least(12, 8, 8, 8, 8) / 6


# ---------------------------------------------------------------------- exact within the budget


HERO = profile("elite hero", "sword", "dagger")
GUNNER = profile("elite", "machine-gun")
LARGEST = [
    (GUNNER, HERO, "shoot", Shoot(who("r11"), (share("b11", 2),))),
    (
        GUNNER,
        BARE,
        "shoot",
        Shoot(who("r11"), tuple(share(one, 2) for one in ("b11", "b12", "b13"))),
    ),
    (GUNNER, machine(8), "shoot", Shoot(who("r11"), (share("b11", 2),))),
    (HERO, HERO, "charge", Charge(who("r11"), (who("b11"),))),
    (HERO, HERO, "charge", Charge(who("r11"), (who("b11"), who("b12"), who("b13")))),
]


@pytest.mark.parametrize(("by", "target", "action", "params"), some(LARGEST))
def test_the_largest_are_exact_within_the_budget(
    by: dict[str, Json], target: dict[str, Json], action: str, params: Struct
) -> None:
    game = Firefight({"r1": (by,), "b1": (target, target, target)})
    odds = OddsRunner(RULESET, game.table.state).compute_odds(
        RULESET.actions[action].stage, (owner("r11"), params)
    )
    assert sum(odds.chances.values()) == pytest.approx(1)
    assert (
        make_read_only_match(game.table.state.make_overlay(next(iter(odds.chances)).changes)).turn
        == 1
    )


def test_paths_grow_slowly_with_the_shots() -> None:
    paths = []
    for dice in (2, 4):
        game = field(HERO, by=GUNNER)
        params = Shoot(who("r11"), (share("b11", 2, shots=dice),))
        paths.append(
            OddsRunner(RULESET, game.table.state)
            .compute_odds(shooting_actions.resolve_shooting, (RED, params))
            .paths
        )
    assert paths[1] < 4 * paths[0]

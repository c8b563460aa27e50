"""Bursts: shares of several targets, the order of dice, lost hits (CZ-SHOOT-01, 02, 17)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import CM, RIFLE, Firefight, machine, profile, share, who
from tracker.procedures.requests import Roll, Score, Tally
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.shooting_actions import SHOOT, Shoot
from tracker.testing.match_in_memory import RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Corrected, FiguresRemoved, Scalar

FLAK = profile("average flak-jacket")


def against_three(**options: Scalar) -> Firefight:
    return Firefight({"r1": (RIFLE,), "b1": (RIFLE, FLAK, RIFLE)}, options)


@pytest.mark.rule("CZ-W32", "CZ-SHOOT-17", "CZ-SHOOT-02", "CZ-SHOOT-13", "CZ-SHOOT-14", "CZ-T13")
def test_the_second_hit_on_a_casualty_is_lost() -> None:
    # 6 + 5 + 4 - 1 (soft) - 2 (Flak) = 12 against 7
    game = against_three()
    game.shoot("r11", "b12", cm=40, cover="soft", shots=3)
    game.roll("661")
    assert game.score_roll("wound") == ((6, 6, 6), -3)
    game.roll("654")
    assert game.idle
    assert game.state("b12") == "gone"
    assert [game.state(one) for one in ("b11", "b13")] == ["ok", "ok"]
    assert game.match.figure(who("b12")).by == who("r11")
    check_all_laws(game)


@pytest.mark.rule("CZ-SHOOT-09", "CZ-SHOOT-02", "CZ-G25", "CZ-SHOOT-05", "CZ-SHOOT-17")
def test_a_burst_over_two_targets_has_a_roll_for_each() -> None:
    # b11 at 20 cm: short, 5+; b12 at 40 cm and down: -1, a 6; all hit dice before any wound
    game = against_three()
    game.mark("b12", markers.DOWN)
    game.burst("r11", share("b11", 20, shots=1), share("b12", 40, shots=2))
    assert game.left("r11") == 4
    assert game.hit_roll() == (1, "5+")
    # CZ-T4: the burst of a small arm costs 2 points.
    assert game.request(Roll).made_of == "1 shot of the burst of 3 for 2 points, assault rifle"
    game.roll("5")
    assert game.hit_roll() == (2, "6")
    assert game.asked.target == who("b12")
    game.roll("66")
    assert game.request(Score).target == who("b11")
    game.roll("111")  # 3: nothing
    assert game.request(Score).target == who("b12")
    game.roll("321")  # 6 - 2 = 4: three below, panic
    assert game.state("b12") == "panic"
    game.roll("333")  # 9 - 2 = 7: a casualty in spite of the panic before
    assert game.idle
    assert [game.state(one) for one in ("b11", "b12")] == ["ok", "gone"]
    check_all_laws(game)


@pytest.mark.rule("CZ-SHOOT-01", "CZ-G55", "CZ-G05")
def test_hit_dice_are_judged_one_by_one_before_the_first_wound() -> None:
    # 5 + 5 + 5 would be 15; each by itself needs a 6
    game = against_three()
    game.shoot("r11", "b11", cm=40)
    request = game.request(Roll)
    assert (request.count, [band.low for band in request.bands]) == (3, [1, 6])
    game.roll("555")
    assert game.idle


@pytest.mark.rule("CZ-SHOOT-02")
def test_no_shot_moves_on_when_the_first_target_falls() -> None:
    game = against_three()
    game.burst("r11", share("b11", 2, shots=2), share("b13", 2, shots=1))
    game.roll("66")
    game.roll("1")
    game.roll("666")
    assert game.idle
    assert [game.state(one) for one in ("b11", "b13")] == ["gone", "ok"]


@pytest.mark.rule("CZ-SHOOT-02", "CZ-SHOOT-09")
def test_shots_not_told_are_dealt_evenly() -> None:
    game = against_three()
    game.burst("r11", share("b11", 20), share("b13", 20))
    assert game.hit_roll()[0] == 2
    game.roll("11")
    assert game.hit_roll()[0] == 1
    assert game.shots("r11", "assault-rifle") == 3


@pytest.mark.rule("CZ-SHOOT-09", "CZ-MORALE-07")
def test_the_shot_proposed_is_a_single_one_where_points_allow_no_burst() -> None:
    game = Firefight({"r1": (profile("average", "autocannon"),), "b1": (RIFLE,)})
    game.mark("r11", markers.SPENT, 4, until="turn")  # 2 left: no heavy burst for 3
    assert game.against_shot("r11", share("b11", 40)) == set()
    game.shoot("r11", "b11", cm=40)
    assert game.hit_roll()[0] == 1
    assert game.left("r11") == 0


@pytest.mark.rule("CZ-G25", "CZ-SHOOT-02")
@pytest.mark.parametrize(
    ("house", "apart", "objections"),
    [
        ("any", None, set()),
        ("any", 60, set()),
        ("within_50cm", 50, set()),
        ("within_50cm", 51, {"far-apart"}),
        ("one_target", None, {"one-target"}),
    ],
)
def test_how_far_the_targets_of_a_burst_are_apart(
    house: str, apart: int | None, objections: set[str]
) -> None:
    game = against_three(burst_targets=house)
    two = (share("b11", shots=1), share("b12", shots=1))
    between = None if apart is None else apart * CM
    assert game.against_shot("r11", *two, apart=between) == objections
    assert game.against_shot("r11", two[0]) == set()


@pytest.mark.rule("CZ-SHOOT-02")
def test_a_target_without_a_shot() -> None:
    game = against_three()
    two = (share("b11", shots=1), share("b12", shots=0))
    assert game.against_shot("r11", *two) == {"no-shots"}


# -------------------------------------------------------------------------------------- blasts


def grenadier(**options: Scalar) -> Firefight:
    gun = profile("average", "integrated-grenade-launcher")
    return Firefight({"r1": (gun,), "b1": (RIFLE, FLAK, RIFLE)}, options)


@pytest.mark.rule("CZ-G48")
def test_a_grenade_hits_one_target() -> None:
    game = grenadier()
    game.shoot("r11", "b11", cm=8)
    game.rolls("6", "333")
    assert game.idle
    assert [game.state(one) for one in ("b11", "b12", "b13")] == ["gone", "ok", "ok"]


@pytest.mark.rule("CZ-G48")
def test_where_the_players_name_further_victims_each_has_a_wound_roll() -> None:
    # soft cover -1 for all; b12 has Flak -2: 3 + 3 + 3 - 3 = 6 is panic; b13 is not named
    game = grenadier(blast="by_hand")
    game.mark("b12", markers.OPPORTUNITY, "any")
    game.shoot("r11", "b11", cm=8, cover="soft")
    game.rolls("6", "333")  # 9 - 1 = 8: out of action
    others = {entry.id for entry in game.request(Tally).shares}
    assert others == {who("r11"), who("b12"), who("b13")}
    game.choose(((who("b12"), 1),))
    assert game.score_roll("wound") == ((8, 8, 8), -3)
    game.roll("333")
    assert game.idle
    assert [game.state(one) for one in ("b11", "b12", "b13")] == ["gone", "panic", "ok"]
    assert not game.has("b12", markers.OPPORTUNITY)
    check_all_laws(game)


@pytest.mark.rule("CZ-G48")
def test_a_rifle_has_no_blast_under_any_rule() -> None:
    game = against_three(blast="by_hand")
    game.shoot("r11", "b11", cm=20, shots=1)
    game.rolls("6", "666")
    assert game.idle


# ------------------------------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("losses", "gone"), [(1, ["b11"]), (2, ["b11", "b12"]), (3, ["b11", "b12"])]
)
def test_an_outcome_told_without_dice(losses: int, gone: list[str]) -> None:
    game = against_three()
    params = Shoot(who("r11"), (share("b11", 20, shots=1), share("b12", 20, shots=2)))
    game.do("shoot", RED, params)
    assert SHOOT.outcome is not None
    facts = tuple(SHOOT.outcome(game.match, RED, params, losses))
    game.feed_input(Corrected(reason="dice not seen", facts=facts, closes=True))
    assert game.idle
    assert [one for one in ("b11", "b12", "b13") if game.state(one) == "gone"] == gone
    check_all_laws(game)


def test_an_outcome_told_of_a_machine_destroys_it() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (machine(),)})
    game.shoot("r11", "b11", cm=20)
    assert SHOOT.outcome is not None
    params = Shoot(who("r11"), (share("b11"),))
    (removed,) = SHOOT.outcome(game.match, RED, params, 1)
    assert removed == FiguresRemoved(figures=(who("b11"),), how="destroyed", by=who("r11"))

"""Shooting: bands, needs, costs, rate of fire, single and aimed shots (CZ-SHOOT)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, machine, profile, share, who
from tracker.procedures.requests import Roll, Score
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.movement import FacingChange
from tracker.rulesets.combat_zone.phases.shooting_actions import AimedShot, Shoot
from tracker.testing.match_in_memory import RED
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import Json, Rolled, Scalar


def duel(
    shooter: dict[str, Json] = RIFLE, target: dict[str, Json] = RIFLE, **options: Scalar
) -> Firefight:
    return Firefight({"r1": (shooter,), "b1": (target,)}, options)


# ------------------------------------------------------------------------------------- ranges


@pytest.mark.rule("CZ-W27", "CZ-SHOOT-03", "CZ-T11", "CZ-SETUP-02", "CZ-SHOOT-05")
@pytest.mark.parametrize(
    ("gun", "cm", "need"),
    [
        ("medium-pistol", 3, "4+"),  # point blank: +2
        ("medium-pistol", 3.1, "5+"),  # short: +1
        ("medium-pistol", 15, "5+"),
        ("medium-pistol", 15.1, "6"),  # long: 0
        ("medium-pistol", 50, "6"),
        ("machine-gun", 5, "4+"),  # a heavy weapon is point blank up to 5 cm
        ("assault-rifle", 5, "5+"),
    ],
)
def test_bands_end_where_their_limit_is(gun: str, cm: float, need: str) -> None:
    game = duel(profile("average", gun))
    game.shoot("r11", "b11", cm=cm, shots=1)
    assert game.hit_roll() == (1, need)


@pytest.mark.rule("CZ-W27", "CZ-SHOOT-03", "CZ-G45", "CZ-SHOOT-01")
def test_out_of_range_is_wasted_without_a_die() -> None:
    game = duel(profile("average", "medium-pistol"))
    game.shoot("r11", "b11", cm=50.5, shots=1)
    assert game.idle
    assert game.left("r11") == 5  # 6 less 1 for the shot
    assert game.shots("r11", "medium-pistol") == 1
    check_all_laws(game)


@pytest.mark.rule("CZ-G45", "CZ-SHOOT-03")
@pytest.mark.parametrize(
    ("measured", "rule", "told"),
    [
        (False, "CZ-SHOOT-03", "b11 is 50.5 cm away, but the medium pistol reaches only 50 cm"),
        (True, "CZ-G45", "b11 is 50.5 cm away, but the medium pistol reaches only 50 cm"),
    ],
)
def test_what_is_out_of_range_is_said_before_the_dice(measured: bool, rule: str, told: str) -> None:
    """CZ-T16: a medium pistol reaches 50 cm, exactly 50 included."""
    game = duel(profile("average", "medium-pistol"), premeasure=measured)
    shot = Shoot(who("r11"), (share("b11", 50.5, shots=1),))
    (against,) = game.objections("shoot", RED, shot)
    assert (against.id, against.rule) == ("out-of-range", rule)
    assert told in against.text.lower()
    assert game.against_shot("r11", share("b11", 50, shots=1)) == set()


@pytest.mark.rule("CZ-T16", "CZ-G04", "CZ-SHOOT-08")
@pytest.mark.parametrize(
    ("gun", "shots", "damage", "point", "short", "far"),
    [
        ("light-pistol", 2, "44", 3, 12, 40),
        ("medium-pistol", 2, "66", 3, 15, 50),
        ("heavy-pistol", 2, "88", 3, 15, 50),
        ("auto-pistol", 3, "66", 3, 20, 60),
        ("integrated-grenade-launcher", 1, "888", 3, 10, 20),
        ("machine-pistol", 4, "66", 3, 20, 70),
        ("shotgun", 1, "666", 3, 10, 20),
        ("auto-shotgun", 2, "888", 3, 10, 20),
        ("assault-rifle", 3, "666", 3, 25, 80),
        ("autocannon", 3, "888", 5, 25, 125),
        ("machine-gun", 5, "666", 5, 25, 100),
        ("recoilless-rifle", 1, "8888", 5, 30, 150),
    ],
)
def test_every_weapon(gun: str, shots: int, damage: str, point: int, short: int, far: int) -> None:
    needs = {point: "4+", point + 1: "5+", short: "5+", short + 1: "6", far: "6"}
    for cm, need in needs.items():
        game = duel(profile("average", gun))
        game.shoot("r11", "b11", cm=cm)
        assert game.hit_roll() == (shots, need)
        game.roll("6" * shots)
        dice, _ = game.score_roll("wound")
        assert dice == tuple(map(int, damage))
    game = duel(profile("average", gun))
    game.shoot("r11", "b11", cm=far + 1)
    assert game.idle


# -------------------------------------------------------------------------------------- needs


@pytest.mark.rule("CZ-W29", "CZ-SHOOT-06", "CZ-SHOOT-10", "CZ-T12")
@pytest.mark.parametrize(("face", "hit"), [("2", True), ("1", False)])
def test_a_one_misses_whatever_is_added(face: str, hit: bool) -> None:
    # Elite 2 + point blank 2 + aimed 2 = 6: all but a 1
    game = duel(profile("elite", "assault-rifle"))
    game.aim("r11", "b11", cm=2)
    assert game.hit_roll() == (1, "2+")
    game.roll(face)
    assert game.idle is not hit


@pytest.mark.rule("CZ-W30", "CZ-SHOOT-06", "CZ-T12", "CZ-T6", "CZ-FORCE-04", "CZ-MORALE-07")
@pytest.mark.parametrize(("face", "hit"), [("5", False), ("6", True)])
def test_a_six_hits_whatever_is_taken_off(face: str, hit: bool) -> None:
    # Green -1, panic -1, target down -1 = -3
    game = duel(profile("green", "assault-rifle"))
    game.panic("r11")
    game.mark("b11", markers.DOWN)
    game.shoot("r11", "b11", cm=40, shots=1)
    request = game.request(Roll)
    assert [(p.name, p.value) for p in request.modifiers] == [
        ("Green", -1),
        ("long", 0),
        ("target down", -1),
        ("panic", -1),
        ("a 6 always hits", 3),
    ]
    game.roll(face)
    assert game.idle is not hit


@pytest.mark.rule("CZ-W40", "CZ-ACT-07", "CZ-T11")
@pytest.mark.parametrize(("face", "hit"), [("4", False), ("5", True)])
def test_who_is_down_is_harder_to_hit(face: str, hit: bool) -> None:
    # Veteran 1 + short 1 - down 1 = 1: 5 or more
    game = duel(profile("veteran", "assault-rifle"))
    game.mark("b11", markers.DOWN)
    game.shoot("r11", "b11", cm=20, shots=1)
    game.roll(face)
    assert game.idle is not hit


@pytest.mark.rule("CZ-T6", "CZ-T12", "CZ-SHOOT-04", "CZ-FORCE-04")
@pytest.mark.parametrize(
    ("quality", "need"), [("green", "6"), ("average", "5+"), ("veteran", "4+"), ("elite", "3+")]
)
def test_quality_at_short_range(quality: str, need: str) -> None:
    game = duel(profile(quality, "assault-rifle"))
    game.shoot("r11", "b11", cm=20)
    assert game.hit_roll() == (3, need)


@pytest.mark.rule("CZ-G17")
@pytest.mark.parametrize(("bands", "need"), [("exclusive", "4+"), ("additive", "3+")])
def test_point_blank_and_short_range(bands: str, need: str) -> None:
    game = duel(range_bands=bands)
    game.shoot("r11", "b11", cm=2)
    assert game.hit_roll() == (3, need)


@pytest.mark.rule("CZ-SHOOT-05", "CZ-SHOOT-13")
def test_cover_and_armour_do_not_change_the_hit_roll() -> None:
    game = duel(target=profile("average combat-suit"))
    game.shoot("r11", "b11", cm=20, cover="extra-hard")
    assert game.hit_roll() == (3, "5+")


@pytest.mark.rule("CZ-G52", "CZ-MORALE-07")
def test_panic_is_not_lying_down() -> None:
    game = duel()
    game.panic("b11")
    game.shoot("r11", "b11", cm=20)
    assert game.hit_roll() == (3, "5+")


@pytest.mark.rule("CZ-FORCE-08")
def test_a_machine_has_the_modifier_entered_for_it() -> None:
    game = duel({**machine(modifier=2), "weapons": ("assault-rifle",)})
    game.shoot("r11", "b11", cm=40)
    assert game.hit_roll() == (3, "4+")


# ------------------------------------------------------------------------------ costs and shots


@pytest.mark.rule("CZ-T4", "CZ-SHOOT-07", "CZ-SHOOT-11", "CZ-W35", "CZ-SHOOT-09")
@pytest.mark.parametrize(
    ("gun", "shots", "cost"),
    [
        ("assault-rifle", 1, 1),
        ("assault-rifle", 2, 2),
        ("assault-rifle", 3, 2),
        ("recoilless-rifle", 1, 2),
        ("autocannon", 3, 3),
        ("machine-gun", 5, 3),
    ],
)
def test_what_fire_costs(gun: str, shots: int, cost: int) -> None:
    game = duel(profile("average", gun))
    game.shoot("r11", "b11", cm=50, shots=shots)
    assert game.left("r11") == 6 - cost
    assert game.hit_roll()[0] == shots
    assert game.shots("r11", gun) == shots


@pytest.mark.rule("CZ-W35", "CZ-SHOOT-07", "CZ-ACT-03")
def test_a_panicked_machine_gunner_fires_a_burst_of_five_but_cannot_aim() -> None:
    game = duel(profile("average", "machine-gun"))
    game.panic("r11")
    assert game.left("r11") == 3
    assert game.against("aim", "r11", AimedShot(who("r11"), share("b11"))) == {"no-points"}
    assert game.against_shot("r11", share("b11", 20)) == set()
    game.shoot("r11", "b11", cm=20)
    assert game.hit_roll() == (5, "6")  # short 1 - panic 1 = 0
    assert game.left("r11") == 0


@pytest.mark.rule("CZ-W34", "CZ-SHOOT-08", "CZ-SHOOT-09", "CZ-SHOOT-10", "CZ-T4")
def test_a_shotgun_fires_once_a_turn() -> None:
    game = duel(profile("average", "shotgun"))
    assert "rate-of-fire" in game.against_shot("r11", share("b11", 8, shots=2))
    game.aim("r11", "b11", cm=8)
    assert game.hit_roll() == (1, "3+")  # short 1 + aimed 2
    assert game.left("r11") == 1
    game.roll("1")
    assert game.against_shot("r11", share("b11", 8, shots=1)) == {"rate-of-fire"}
    game.turn(2, "r1")
    assert game.against_shot("r11", share("b11", 8, shots=1)) == set()


@pytest.mark.rule("CZ-SHOOT-08", "CZ-G44", "CZ-SHOOT-09", "CZ-TURN-02")
def test_shots_of_all_modes_count_together() -> None:
    game = duel()
    game.shoot("r11", "b11", shots=1)
    game.roll("1")
    assert game.against_shot("r11", share("b11", shots=3)) == {"rate-of-fire"}
    game.shoot("r11", "b11")  # the burst proposed is what is left
    assert game.hit_roll() == (2, "6")
    game.roll("11")
    assert game.left("r11") == 3
    assert game.against_shot("r11", share("b11", shots=1)) == {"rate-of-fire"}


@pytest.mark.rule("CZ-G44")
def test_rate_of_fire_for_each_action() -> None:
    game = duel(rof="per_action")
    game.shoot("r11", "b11")
    game.roll("111")
    assert game.against_shot("r11", share("b11", shots=3)) == set()
    assert game.against_shot("r11", share("b11", shots=4)) == {"rate-of-fire"}


@pytest.mark.rule("CZ-SHOOT-08", "CZ-FORCE-07")
def test_every_weapon_has_a_count_of_its_own() -> None:
    game = duel(profile("average", "assault-rifle", "integrated-grenade-launcher"))
    game.shoot("r11", "b11")
    game.roll("111")
    game.shoot("r11", "b11", gun="integrated-grenade-launcher", cm=15)
    assert game.hit_roll() == (1, "6")
    game.roll("1")
    assert game.shots("r11", "assault-rifle") == 3
    assert game.shots("r11", "integrated-grenade-launcher") == 1
    assert game.left("r11") == 3  # 6 - 2 - 1


@pytest.mark.rule("CZ-SHOOT-08", "CZ-SHOOT-09", "CZ-FORCE-07")
def test_each_of_two_pistols_has_a_count_of_its_own() -> None:
    game = duel(profile("average", "light-pistol", "light-pistol"))
    assert game.against_shot("r11", share("b11", shots=3)) == {"rate-of-fire"}  # one gun's burst
    game.shoot("r11", "b11")
    game.roll("11")
    game.shoot("r11", "b11")
    game.roll("11")
    assert game.shots("r11", "light-pistol") == 4
    assert game.left("r11") == 2  # 6 - 2 - 2
    assert game.against_shot("r11", share("b11", shots=1)) == {"rate-of-fire"}


@pytest.mark.rule("CZ-SHOOT-08")
def test_the_gun_proposed_is_the_first_with_shots_left() -> None:
    game = duel(profile("average", "shotgun", "light-pistol"))
    game.shoot("r11", "b11", cm=8)
    game.roll("1")
    game.shoot("r11", "b11", cm=8, shots=1)
    game.roll("1")
    assert game.shots("r11", "light-pistol") == 1


@pytest.mark.rule("CZ-SHOOT-10", "CZ-T4")
@pytest.mark.parametrize(
    ("quality", "marks", "objections"),
    [
        ("green", (), set()),  # 5 points: just enough
        ("green", (markers.RECOVERED,), {"no-points"}),
        ("elite", (markers.RECOVERED,), {"no-points"}),
    ],
)
def test_who_can_afford_an_aimed_shot(
    quality: str, marks: tuple[str, ...], objections: set[str]
) -> None:
    game = duel(profile(quality, "assault-rifle"))
    for marker in marks:
        game.mark("r11", marker)
    assert game.against("aim", "r11", AimedShot(who("r11"), share("b11"))) == objections


@pytest.mark.rule("CZ-SHOOT-10")
def test_an_aimed_shot_is_one_shot() -> None:
    game = duel()
    params = AimedShot(who("r11"), share("b11", shots=2))
    assert game.against("aim", "r11", params) == {"aimed-burst"}


@pytest.mark.rule("CZ-ACT-02")
def test_green_and_scattered_is_too_few_points_to_aim() -> None:
    game = duel(profile("green", "assault-rifle"))
    game.fix_scattered("r1")
    assert game.against("aim", "r11", AimedShot(who("r11"), share("b11"))) == {"no-points"}


@pytest.mark.rule("CZ-W39", "CZ-MORALE-07", "CZ-G10")
def test_a_panicked_rifleman_fires_his_burst() -> None:
    # short 1 - panic 1 = 0: needs 6; dice 6, 5, 2: one hit; 3 - 2 = 1 point left, no shots
    game = duel(target=profile("average"))
    game.panic("r11")
    game.shoot("r11", "b11", cm=20)
    assert game.hit_roll() == (3, "6")
    game.roll("652")
    assert game.request(Score).what == "wound"
    game.roll("111")
    assert game.idle
    assert game.left("r11") == 1
    assert game.against_shot("r11", share("b11", shots=1)) == {"rate-of-fire"}
    check_all_laws(game)


# ------------------------------------------------------------------------------- who may shoot


@pytest.mark.rule("CZ-SHOOT-18", "CZ-MELEE-02", "CZ-MORALE-08")
def test_neither_the_engaged_nor_the_routing_shoot() -> None:
    game = Firefight({"r1": (RIFLE,), "b1": (RIFLE, RIFLE)})
    game.engage("r11", "b11")
    assert game.against_shot("r11", share("b12")) == {"engaged"}
    other = duel()
    other.rout("r11")
    assert other.against_shot("r11", share("b11")) == {"routing"}
    panicked = duel()
    panicked.panic("r11")
    assert panicked.against_shot("r11", share("b11")) == set()


@pytest.mark.rule("CZ-G26", "CZ-SHOOT-18")
@pytest.mark.parametrize(("allowed", "objections"), [(False, {"target-engaged"}), (True, set())])
def test_shooting_into_close_combat(allowed: bool, objections: set[str]) -> None:
    game = Firefight({"r1": (RIFLE, RIFLE), "b1": (RIFLE,)}, {"fire_into_combat": allowed})
    game.engage("r11", "b11")
    assert game.against_shot("r12", share("b11")) == objections


@pytest.mark.rule("CZ-INIT-06", "CZ-ACT-03", "CZ-SHOOT-01")
def test_only_who_is_active_shoots_and_only_at_enemies_that_are_there() -> None:
    game = Firefight({"r1": (RIFLE, RIFLE), "b1": (RIFLE, RIFLE)})
    assert "not-its-go" in game.against("shoot", "b11", Shoot(who("b11"), (share("r11"),)))
    assert game.against_shot("r11", share("r12")) == {"own-side"}
    game.remove("b11")
    assert game.against_shot("r11", share("b11")) == {"target-gone"}
    game.remove("r11")
    assert "gone" in game.against_shot("r11", share("b12"))


@pytest.mark.rule("CZ-FORCE-07")
def test_a_gun_it_does_not_carry() -> None:
    game = duel()
    assert "no-gun" in game.against_shot("r11", share("b11"), gun="shotgun")
    unarmed = duel(profile("average", "sword"))
    assert "no-gun" in unarmed.against_shot("r11", share("b11"))


def test_the_dice_are_recorded_for_who_rolls() -> None:
    game = duel()
    game.shoot("r11", "b11", cm=20, shots=1)
    game.roll("6")
    rolled = [line.event for line in game.lines if isinstance(line.event, Rolled)][-1]
    assert (rolled.subject, rolled.target, rolled.side) == (who("r11"), who("b11"), "s:r")


@pytest.mark.rule("CZ-G50")
def test_nothing_runs_out_or_jams() -> None:
    # ones and every shot of the turn, turn after turn
    game = duel()
    for number in range(2, 8):
        game.shoot("r11", "b11")
        assert game.hit_roll() == (3, "6")
        game.roll("111")
        assert game.idle
        game.turn(number, "r1")
        assert game.against_shot("r11", share("b11")) == set()


@pytest.mark.rule("CZ-G49")
def test_no_arc_is_asked_for() -> None:
    game = duel()
    before = game.against_shot("r11", share("b11", 20))
    game.do("turn", RED, FacingChange(who("r11"), about=True))
    assert game.against_shot("r11", share("b11", 20)) == before == set()
    game.shoot("r11", "b11", cm=20)
    assert game.hit_roll() == (3, "5+")

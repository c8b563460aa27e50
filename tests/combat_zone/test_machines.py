"""Machines: damage levels, repair, earlier damage, places, effects (CZ-DMG)."""

from __future__ import annotations

import pytest

from tests.combat_zone.firefight import Firefight, machine, profile, who
from tracker.procedures.requests import Faces, Score
from tracker.rulesets.combat_zone.attacks import wound_rolls_and_machine_damage
from tracker.rulesets.combat_zone.attacks.wound_rolls_and_machine_damage import DamageEffect
from tracker.rulesets.combat_zone.data import markers, unit_profiles
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import FiguresRemoved, Json, Scalar

AUTOCANNON = profile("average", "autocannon")
REPAIRS = machine(auto_repair=True)


def fired_at(kind: dict[str, Json], score: int, *earlier: str, **options: Scalar) -> Firefight:
    """A hit by four D8 with this wound score, at a machine with this damage from before."""
    game = Firefight({"r1": (profile("average", "recoilless-rifle"),), "b1": (kind,)}, options)
    if earlier:
        game.mark("b11", markers.DAMAGE, ", ".join(earlier))
    game.shoot("r11", "b11", cm=100)
    game.roll("6")
    spread = [min(8, max(1, score - 3))]
    for at in (2, 1, 0):
        spread.append(min(8, score - sum(spread) - at))
    assert sum(spread) == score
    game.roll("".join(map(str, spread)))
    return game


def level(game: Firefight) -> str:
    """The damage that was scored, placed in hardware; nothing where none was."""
    if game.idle:
        return "none"
    before = wound_rolls_and_machine_damage.list_machine_damage(game.match, who("b11"))
    game.roll("1")
    after = list(wound_rolls_and_machine_damage.list_machine_damage(game.match, who("b11")))
    for damage in before:
        after.remove(damage)
    return after[0][0]


@pytest.mark.rule("CZ-W58", "CZ-DMG-01", "CZ-DMG-04", "CZ-T21", "CZ-T14")
@pytest.mark.parametrize(
    ("score", "found"),
    [
        (11, "none"),
        (12, "minor"),
        (15, "minor"),
        (16, "major"),
        (17, "major"),
        (18, "critical"),
        (30, "critical"),
    ],
)
def test_the_level_of_a_wound(score: int, found: str) -> None:
    game = fired_at(machine(), score)
    assert level(game) == found
    assert game.state("b11") == "ok"  # CZ-DMG-01: neither removed nor shaken
    check_all_laws(game)


@pytest.mark.rule("CZ-W59", "CZ-DMG-02", "CZ-T22", "CZ-G53")
@pytest.mark.parametrize(("score", "found"), [(12, "none"), (13, "minor"), (16, "minor")])
def test_auto_repair(score: int, found: str) -> None:
    assert level(fired_at(REPAIRS, score)) == found


@pytest.mark.rule("CZ-W60", "CZ-DMG-03", "CZ-G29", "CZ-T22")
@pytest.mark.parametrize(
    ("kind", "score", "earlier", "found"),
    [
        (REPAIRS, 12, "major power", "none"),  # 11: stops before the +1
        (REPAIRS, 13, "major power", "minor"),  # 12 + 1 = 13
        (machine(), 11, "critical power", "none"),  # no wound: the +2 does not rescue it
        (machine(), 15, "minor power", "minor"),
        (machine(), 15, "major power", "major"),  # 16
        (machine(), 15, "critical power", "major"),  # 17
        (machine(), 16, "critical power", "critical"),  # 18
    ],
)
def test_earlier_damage(kind: dict[str, Json], score: int, earlier: str, found: str) -> None:
    assert level(fired_at(kind, score, earlier)) == found


@pytest.mark.rule("CZ-G29")
@pytest.mark.parametrize(("order", "found"), [("sheet_order", "none"), ("net_sum", "minor")])
def test_the_order_of_adjustments(order: str, found: str) -> None:
    # 12 - 1 + 2 = 13: damage only where all is added up at once
    game = fired_at(REPAIRS, 12, "critical power", machine_order=order)
    assert level(game) == found
    assert level(fired_at(machine(), 11, "critical power", machine_order=order)) == "none"


@pytest.mark.rule("CZ-G41", "CZ-DMG-03")
@pytest.mark.parametrize(("wear", "found"), [("worst", "major"), ("sum", "critical")])
def test_earlier_major_and_critical_damage_together(wear: str, found: str) -> None:
    # 15 + 2 = 17, or 15 + 3 = 18
    earlier = ("critical power", "major power", "major hardware")
    assert level(fired_at(machine(), 15, *earlier, machine_wear=wear)) == found


@pytest.mark.rule("CZ-W57", "CZ-DMG-05", "CZ-T23")
@pytest.mark.parametrize(
    ("face", "place"),
    [
        ("1", "hardware"),
        ("2", "hardware"),
        ("3", "hardware"),
        ("4", "power"),
        ("5", "power"),
        ("6", "software"),
    ],
)
def test_the_place_of_damage(face: str, place: str) -> None:
    game = fired_at(machine(), 12)
    assert game.request(Faces).dice == (6,)
    game.roll(face)
    assert game.match.mark(who("b11"), markers.DAMAGE) == f"minor {place}"


@pytest.mark.rule("CZ-W62", "CZ-DMG-01", "CZ-DMG-03", "CZ-DMG-05", "CZ-SHOOT-17")
def test_an_autocannon_takes_a_machine_apart() -> None:
    # short: 5+; 6+5+5 = 16 major; 7+5+3 + 1 = 16 major; 8+6+3 + 1 = 18 critical
    game = Firefight({"r1": (AUTOCANNON,), "b1": (machine(),)})
    game.shoot("r11", "b11", cm=25, shots=3)
    assert game.hit_roll() == (3, "5+")
    assert game.left("r11") == 3
    game.roll("565")
    for dice, place in (("655", "2"), ("753", "4"), ("863", "6")):
        assert game.score_roll("wound") == ((8, 8, 8), 0)
        game.roll(dice)
        game.roll(place)
    assert game.idle
    assert wound_rolls_and_machine_damage.list_machine_damage(game.match, who("b11")) == (
        ("critical", "software"),
        ("major", "hardware"),
        ("major", "power"),
    )
    assert game.state("b11") == "ok"
    check_all_laws(game)


@pytest.mark.rule("CZ-DMG-01", "CZ-SHOOT-13", "CZ-MELEE-10")
def test_cover_armour_and_blows_count_for_machines() -> None:
    # hard cover -3 and flak -2: a raw 16 is 11, no wound
    clad = {**machine(), "armour": "flak-jacket", "weapons": ()}
    game = Firefight({"r1": (AUTOCANNON,), "b1": (clad,)})
    game.shoot("r11", "b11", cm=25, cover="hard", shots=1)
    game.roll("6")
    assert game.score_roll("wound") == ((8, 8, 8), -5)
    assert game.request(Score).need == "12 to damage, 16 major, 18 critical"
    game.roll("655")
    assert game.idle
    # an axe: 5 + 6 + 3 - 2 = 12 damages it
    axe = profile("average", "axe")
    melee = Firefight({"r1": (axe,), "b1": (clad,)})
    melee.charge("r11", "b11")
    melee.roll("6666")
    melee.rolls("56", "1")  # the machine has no attack dice: its attack is its modifier
    assert wound_rolls_and_machine_damage.list_machine_damage(melee.match, who("b11")) == (
        ("minor", "hardware"),
    )
    assert melee.opponents("r11") == ("b11",)


@pytest.mark.rule("CZ-G30", "CZ-DMG-01")
@pytest.mark.parametrize(
    ("house", "score", "state"),
    [(False, 11, "ok"), (True, 11, "panic"), (True, 9, "panic"), (True, 8, "ok"), (True, 12, "ok")],
)
def test_reactions_of_machines(house: bool, score: int, state: str) -> None:
    assert fired_at(machine(), score, machine_reactions=house).state("b11") == state


@pytest.mark.rule("CZ-G42", "CZ-DMG-06")
@pytest.mark.parametrize(
    ("house", "score", "gone"),
    [("record_only", 18, None), ("destroyed", 17, None), ("destroyed", 18, "destroyed")],
)
def test_critical_damage(house: str, score: int, gone: str | None) -> None:
    game = fired_at(machine(), score, machine_critical=house)
    game.roll("1")
    assert game.match.figure(who("b11")).gone == gone


@pytest.mark.rule("CZ-DMG-06", "CZ-G42", "CZ-COMP-05")
def test_the_players_say_what_damage_does() -> None:
    game = Firefight({"r1": (AUTOCANNON,), "b1": ({**machine(), "weapons": ("machine-gun",)},)})
    params = DamageEffect(who("b11"), "2 points fewer", "turns about", ("machine-gun",))
    assert game.against("effect", "b11", params) == {"undamaged"}
    assert game.against("effect", "r11", DamageEffect(who("r11"))) == {"no-machine"}
    game.mark("b11", markers.DAMAGE, "major power")
    assert game.against("effect", "b11", params) == set()
    game.do("effect", None, params)
    assert game.match.mark(who("b11"), markers.EFFECT) == "2 points fewer"
    assert game.match.mark(who("b11"), markers.MALFUNCTION) == "turns about"
    assert unit_profiles.list_weapons(game.match, who("b11")) == ()
    game.do("effect", None, DamageEffect(who("b11"), "none"))
    assert game.match.mark(who("b11"), markers.EFFECT) == "none"
    assert not game.has("b11", markers.MALFUNCTION)
    check_all_laws(game)


@pytest.mark.rule("CZ-T21", "CZ-T22", "CZ-DMG-02", "CZ-DMG-03", "CZ-G29", "CZ-G41")
@pytest.mark.parametrize(
    ("kind", "earlier", "house", "need"),
    [
        (machine(), (), {}, "12 to damage, 16 major, 18 critical"),
        (REPAIRS, (), {}, "13 to damage, 17 major, 19 critical (auto-repair -1)"),
        (machine(), ("minor power",), {}, "12 to damage, 16 major, 18 critical"),
        (
            machine(),
            ("critical power",),
            {},
            "12 to damage, 14 major, 16 critical (earlier damage +2)",
        ),
        # +1 and +2 are +3 where all levels count: 13 is 4 over, 15 is 6 over
        (
            machine(),
            ("critical power", "major power"),
            {"machine_wear": "sum"},
            "12 to damage, 13 major, 15 critical (earlier damage +3)",
        ),
        # 12 - 1 stops before the +1; added up at once it is 12 - 1 + 1 = 12
        (
            REPAIRS,
            ("major power",),
            {},
            "13 to damage, 16 major, 18 critical (auto-repair -1, earlier damage +1)",
        ),
        (
            REPAIRS,
            ("major power",),
            {"machine_order": "net_sum"},
            "12 to damage, 16 major, 18 critical (auto-repair -1, earlier damage +1)",
        ),
    ],
)
def test_the_need_against_a_machine_is_what_each_level_of_damage_takes(
    kind: dict[str, Json], earlier: tuple[str, ...], house: dict[str, Scalar], need: str
) -> None:
    """What digests of records have is the toughness alone, as it always was."""
    game = Firefight({"r1": (profile("average", "recoilless-rifle"),), "b1": (kind,)}, house)
    if earlier:
        game.mark("b11", markers.DAMAGE, ", ".join(earlier))
    game.shoot("r11", "b11", cm=100)
    game.roll("6")
    asked = game.request(Score)
    assert asked.need == need
    assert (asked.first_need or asked.need) == "12 to damage"


@pytest.mark.rule("CZ-G30", "CZ-T15", "CZ-T20")
def test_the_need_against_a_machine_that_reacts_has_its_reactions_too() -> None:
    """Toughness 12: a shot of 9 to 11 is a panic; a blow of 10 or 11 a rout, of 8 or 9 a panic."""
    shot = Firefight({"r1": (AUTOCANNON,), "b1": (machine(),)}, {"machine_reactions": True})
    shot.shoot("r11", "b11", cm=25, shots=1)
    shot.roll("6")
    assert shot.request(Score).need == "12 to damage, 16 major, 18 critical, 9 to 11 panic"
    assert shot.request(Score).first_need == "12 to damage"
    axe = profile("average", "axe")
    melee = Firefight({"r1": (axe,), "b1": (REPAIRS,)}, {"machine_reactions": True})
    melee.charge("r11", "b11")
    melee.roll("6666")
    assert melee.request(Score).need == (
        "13 to damage, 17 major, 19 critical, 10 to 11 rout, 8 to 9 panic (auto-repair -1)"
    )


@pytest.mark.rule("CZ-G42")
@pytest.mark.parametrize(
    ("damage", "scrap"),
    [("", False), ("major power, minor software", False), ("critical hardware", True)],
)
def test_players_would_call_a_machine_scrap_that_has_critical_damage(
    damage: str, scrap: bool
) -> None:
    game = Firefight({"r1": (profile("average", "pistol"),), "b1": (machine(),)})
    if damage:
        game.mark("b11", markers.DAMAGE, damage)
    facts = [*game.ruleset.ruled(game.match)]
    assert [one.figures for one in facts if isinstance(one, FiguresRemoved)] == (
        [(who("b11"),)] if scrap else []
    )
    assert not game.match.figure(who("b11")).gone

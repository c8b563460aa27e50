"""How many attacks, to hit and to wound (TA-ATT, TA-HIT, TA-WND, TA-SPEC)."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import (
    AXE,
    B1,
    BLUE,
    CLAW,
    FIST,
    HEAVY,
    PISTOL,
    R1,
    RED,
    SWORD,
    Table,
    guard,
    model,
    needed,
)
from tracker.procedures.requests import Pick, Roll
from tracker.rulesets.trial_assault.combat import weapon_attacks
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import WeaponDeclaration
from tracker.testing.match_in_memory import u


def at_five(kind: str, n: int = 5, **profiles: Profile) -> Table:
    play = Table({"r1": {kind: n}}, {"b1": {"guard": 5}}, profiles=profiles)
    play.charge("r1", "b1")
    return play


def dice(play: Table) -> int:
    """The dice of R1 at B1, begun now."""
    play.fight()
    play.strike("r1", "b1")
    assert isinstance(play.asked, Roll)
    return play.asked.count


@pytest.mark.rule("TA-W01", "TA-ATT-01", "TA-T4")
def test_without_charge_bonus_each_has_its_own() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 5}})
    play.lock("r1", "b1")
    assert dice(play) == 5
    play = at_five("trooper")
    play.fix(markers.FIRED.set(R1))
    assert dice(play) == 5


@pytest.mark.rule("TA-W02", "TA-ATT-03")
def test_a_charge_without_firing_is_one_more_each() -> None:
    assert dice(at_five("trooper")) == 10


@pytest.mark.rule("TA-W15", "TA-ATT-02", "TA-SPEC-05", "TA-WND-02")
def test_pistol_and_sword_are_one_more_and_nothing_else() -> None:
    play = Table(
        {"r1": {"armed": 1}},
        {"b1": {"guard": 5}},
        profiles={"armed": model(Weapon("plasma pistol"), SWORD)},
    )
    play.lock("r1", "b1")
    assert dice(play) == 2
    play.roll("66")
    assert needed(play) == (2, 3)  # S4 against T3
    play.roll("66")
    assert needed(play) == (2, 5)  # the armour saves


@pytest.mark.rule("TA-ATT-02")
@pytest.mark.parametrize(
    ("weapons", "more"),
    [
        ((PISTOL, SWORD, PISTOL), 1),
        ((Weapon("halberd", "power", hands=2), PISTOL), 0),
        ((SWORD,), 0),
        ((), 0),
        ((AXE, PISTOL), 1),
        ((HEAVY, PISTOL), 1),
    ],
)
def test_a_second_one_handed_weapon_counts_once(weapons: tuple[Weapon, ...], more: int) -> None:
    profile = model(*weapons)
    assert (
        weapon_attacks.has_second_weapon(
            profile, weapon_attacks.find_weapon_or_default(profile, None)
        )
        == more
    )


@pytest.mark.rule("TA-W30", "TA-SPEC-03", "TA-G55")
def test_only_a_claw_goes_with_a_claw() -> None:
    counts = []
    for kind in ("claw", "claws"):
        play = Table({"r1": {kind: 1}}, {"b1": {"guard": 5}})
        play.lock("r1", "b1")
        counts.append(dice(play))
    assert counts == [2, 3]
    assert not weapon_attacks.has_second_weapon(model(AXE, CLAW), AXE)


@pytest.mark.rule("TA-W14", "TA-SPEC-01", "TA-G53")
def test_of_two_special_weapons_one_strikes_and_the_other_is_the_second() -> None:
    play = at_five("champion", 1)
    play.fight()
    play.do("arms", RED, WeaponDeclaration(R1, "power axe"))
    play.strike("r1", "b1")
    assert needed(play)[0] == 4
    play.roll("6666")
    assert needed(play) == (4, 3)  # its own S4 against T3
    play.roll("1116")
    assert play.count("b1") == (4,)  # no armour save
    play = at_five("champion", 1)
    play.fight()
    play.strike("b1", "r1", "11111")
    play.strike("r1", "b1")
    assert needed(play)[0] == 4
    play.roll("6666")
    assert needed(play) == (4, 2)  # S8


@pytest.mark.rule("TA-W20", "TA-ATT-05", "TA-FIGHT-01")
@pytest.mark.parametrize(("fired", "n"), [(False, 22), (True, 16)])
def test_six_in_contact_and_four_in_support(fired: bool, n: int) -> None:
    play = Table({"r1": {"assault": 10}}, {"b1": {"guard": 5}})
    play.charge("r1", "b1")
    if fired:
        play.fix(markers.FIRED.set(R1))
    play.stand("r1", ("b1", 6, 4))
    assert dice(play) == n


@pytest.mark.rule("TA-FIGHT-01")
def test_who_neither_touches_nor_supports_does_nothing() -> None:
    play = Table({"r1": {"trooper": 10}}, {"b1": {"guard": 5}})
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 3, 2))
    assert dice(play) == 5


@pytest.mark.rule("TA-ATT-03", "TA-G41")
def test_a_shot_by_the_unit_or_a_character_in_it_costs_the_bonus_of_both() -> None:
    play = Table({"r1": {"trooper": 5}, "r2": {"lord": 1}}, {"b1": {"guard": 8}})
    play.fix(markers.JOINED.make_link_fact(u("r2"), R1), markers.FIRED.set(u("r2")))
    play.charge("r1", "b1")
    assert dice(play) == 5


@pytest.mark.rule("TA-ATT-04")
def test_who_always_counts_as_standing_still_keeps_the_bonus() -> None:
    play = at_five("elite", 3)
    play.fix(markers.FIRED.set(R1))
    assert dice(play) == 9


@pytest.mark.rule("TA-W54", "TA-ATT-05", "TA-SPEC-01")
def test_a_fist_in_support_is_an_ordinary_blow() -> None:
    play = Table({"r1": {"trooper": 1, "sergeant": 1}}, {"b1": {"guard": 5}})
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 1, 1))
    assert dice(play) == 2  # both at step 4
    play.roll("16")
    assert needed(play) == (1, 3)  # S4
    play.roll("6")
    assert needed(play) == (1, 5)


@pytest.mark.rule("TA-SPEC-02", "TA-G54")
@pytest.mark.parametrize(
    ("s", "bonus", "used"), [(4, 0, 8), (5, 0, 10), (6, 0, 10), (4, 1, 9), (6, 2, 10), (4, 3, 10)]
)
def test_a_fist_doubles_up_to_ten_then_adds(s: int, bonus: int, used: int) -> None:
    assert (
        weapon_attacks.compute_strike_strength(model(s=s), Weapon("fist", "fist", strength=bonus))
        == used
    )


@pytest.mark.rule("TA-WND-02")
def test_a_weapon_may_add_to_strength() -> None:
    assert (
        weapon_attacks.compute_strike_strength(model(s=3), Weapon("great axe", "power", strength=1))
        == 4
    )


# ------------------------------------------------------------------------------------------ to hit


@pytest.mark.rule("TA-W03", "TA-HIT-02", "TA-HIT-05")
def test_the_skill_of_most_is_that_of_all() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"grot": 20, "slaver": 1}})
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    assert needed(play) == (10, 3)


@pytest.mark.rule("TA-HIT-02", "TA-G23", "TA-G21")
def test_of_skills_as_common_the_lowest_counts() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"grot": 1, "slaver": 1}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    play.default()
    assert needed(play) == (1, 3)


@pytest.mark.rule("TA-HIT-02", "TA-T9")
def test_without_a_most_common_skill_the_lowest_in_the_unit_counts() -> None:
    """Two of WS4, two of WS3 and one of WS2: WS3 attacks WS2 on 3+, it would be 4+ at WS3."""
    play = Table({"r1": {"guard": 1}}, {"b1": {"slaver": 2, "guard": 2, "grot": 1}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    play.default()
    assert needed(play) == (1, 3)


@pytest.mark.rule("TA-W04", "TA-HIT-03", "TA-HIT-04")
@pytest.mark.parametrize(("skill", "grots", "slaver"), [(4, 4, 4), (5, 5, 4)])
def test_each_attacker_has_its_own_skill(skill: int, grots: int, slaver: int) -> None:
    play = Table(
        {"r1": {"target": 5}},
        {"b1": {"grot": 20, "slaver": 1}},
        profiles={"target": model(ws=skill, i=1)},
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("b1", "r1")
    assert needed(play) == (1, slaver)
    play.roll("1")
    play.strike("b1", "r1")
    assert needed(play) == (20, grots)


@pytest.mark.rule("TA-HIT-04", "TA-W06", "TA-WND-03", "TA-G65")
def test_different_strengths_are_separate_pools() -> None:
    same = guard(ws=2, s=3, t=2, i=2)
    play = Table(
        {"r1": {"trooper": 5}}, {"b1": {"grot": 3, "strong": 1}}, profiles={"strong": same}
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "11111")
    play.strike("b1", "r1")
    assert needed(play) == (3, 4)
    play.roll("666")
    assert needed(play) == (3, 6)  # S2 against T4
    play.roll("111")
    assert needed(play) == (1, 4)
    play.roll("6")
    assert needed(play) == (1, 5)  # S3 against T4


@pytest.mark.rule("TA-HIT-01")
def test_each_attack_is_a_die_against_the_chart() -> None:
    play = Table({"r1": {"guard": 4}}, {"b1": {"trooper": 5}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("b1", "r1", "11111")
    play.strike("r1", "b1")
    assert needed(play) == (4, 4)
    play.roll("1345")
    assert needed(play)[0] == 2


# ---------------------------------------------------------------------------------------- to wound


@pytest.mark.rule("TA-W05", "TA-WND-01")
def test_strength_against_toughness() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 5}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6")
    assert needed(play) == (1, 3)


@pytest.mark.rule("TA-WND-01", "TA-G13")
def test_what_cannot_wound_is_not_rolled() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"hulk": 1}}, profiles={"hulk": guard(t=8, i=1)})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6")
    assert play.idle


@pytest.mark.rule("TA-W07", "TA-WND-04", "TA-T9")
def test_the_toughness_of_most_is_that_of_all() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"grot": 5, "slaver": 1}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6")
    assert needed(play) == (1, 2)


@pytest.mark.rule("TA-W08", "TA-WND-04", "TA-G23")
@pytest.mark.parametrize(("chosen", "need"), [("4", 4), ("2", 2)])
def test_of_one_grot_and_the_slaver_the_owner_chooses(chosen: str, need: int) -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"grot": 1, "slaver": 1}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    assert isinstance(play.asked, Pick)
    assert play.asked.default == "4"
    assert play.asked.side == BLUE
    play.choose(chosen)
    play.roll("6")
    assert needed(play) == (1, need)


@pytest.mark.rule("TA-WND-04", "TA-FIGHT-04")
def test_majorities_are_read_again_at_each_step() -> None:
    play = Table(
        {"r1": {"quick": 2, "trooper": 1}},
        {"b1": {"grot": 3, "slaver": 2}},
        profiles={"quick": model(AXE, i=6)},
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "66", "66")
    assert play.kinds("b1") == {"grot": 1, "slaver": 2}
    play.strike("r1", "b1")
    assert needed(play) == (1, 4)  # WS4 against the slavers
    play.roll("6")
    assert needed(play) == (1, 4)


@pytest.mark.rule("TA-G22")
@pytest.mark.parametrize(("basis", "hit", "wound"), [("unit", 3, 2), ("zone", 4, 4)])
def test_whose_values_are_counted(basis: str, hit: int, wound: int) -> None:
    play = Table(
        {"r1": {"trooper": 1}}, {"b1": {"slaver": 1, "grot": 5}}, options={"majority_basis": basis}
    )
    play.lock("r1", "b1")
    play.stand("b1", ("r1", 1, 0))
    play.fight()
    play.strike("r1", "b1")
    assert needed(play) == (1, hit)
    play.roll("6")
    assert needed(play) == (1, wound)


# ---------------------------------------------------------------------------------- special blows


@pytest.mark.rule("TA-W29", "TA-SPEC-03", "TA-T3")
def test_claws_roll_failed_wounds_once_more() -> None:
    play = Table({"r1": {"claws": 2}}, {"b1": {"trooper": 6}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    assert needed(play) == (6, 4)
    play.roll("144444")
    assert needed(play) == (5, 4)
    play.roll("12436")
    assert needed(play) == (3, 4)
    play.roll("425")
    assert play.score("r1") == (4, 0)  # no armour save


@pytest.mark.rule("TA-SPEC-03")
def test_claws_roll_nothing_again_where_they_cannot_wound() -> None:
    play = Table({"r1": {"claws": 1}}, {"b1": {"hulk": 1}}, profiles={"hulk": guard(t=8, i=1)})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "666")
    assert play.idle


@pytest.mark.rule("TA-SPEC-04")
@pytest.mark.parametrize(("blade", "need"), [(AXE, 4), (Weapon("mace", "power", wounds_on=2), 2)])
def test_power_weapons_ignore_armour_and_may_have_a_number(blade: Weapon, need: int) -> None:
    play = Table(
        {"r1": {"armed": 1}}, {"b1": {"trooper": 2}}, profiles={"armed": model(blade, i=5)}
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6")
    assert needed(play) == (1, need)
    play.roll("6")
    assert play.count("b1") == (1,)


@pytest.mark.rule("TA-SPEC-06", "TA-G56")
@pytest.mark.parametrize(("fixed", "tough", "need"), [(0, 3, 4), (0, 8, 4), (2, 8, 2), (0, 1, 4)])
def test_poison_wounds_on_its_number_and_armour_saves(fixed: int, tough: int, need: int) -> None:
    play = Table(
        {"r1": {"armed": 1}},
        {"b1": {"target": 2}},
        profiles={
            "armed": model(Weapon("venom", "poisoned", wounds_on=fixed), i=5),
            "target": model(t=tough),
        },
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6")
    assert needed(play) == (1, need)
    play.roll("6")
    assert needed(play) == (1, 3)


@pytest.mark.rule("TA-SPEC-08", "TA-G58", "TA-G13")
def test_sixes_of_a_rending_weapon_wound_without_armour_save() -> None:
    play = Table({"r1": {"render": 4}}, {"b1": {"trooper": 6}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6643")
    assert needed(play) == (1, 4)  # only the 4 is rolled to wound
    play.roll("4")
    assert needed(play) == (1, 3)  # and only its wound is saved
    play.roll("3")
    assert play.score("r1") == (2, 0)


@pytest.mark.rule("TA-SPEC-08")
def test_rending_wounds_what_cannot_be_wounded_and_supporters_do_not_rend() -> None:
    play = Table(
        {"r1": {"render": 2}}, {"b1": {"hulk": 3}}, profiles={"hulk": guard(t=8, i=1, sv=2)}
    )
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 1, 1))
    play.fight()
    play.strike("r1", "b1", "6", "6")
    assert play.idle
    assert play.score("r1") == (1, 0)


@pytest.mark.rule("TA-SPEC-10", "TA-CHAR-07")
def test_no_armour_saves_against_a_monster() -> None:
    play = Table({"r1": {"beast": 1}}, {"b1": {"trooper": 5}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6666", "6666")
    play.strike("b1", "r1", "11111")
    assert play.count("b1") == (1,)
    assert FIST.kind == "fist"
    assert u("b1") == B1

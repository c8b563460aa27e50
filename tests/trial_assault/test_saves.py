"""Saves of mixed armour, in order and lap by lap, and who falls (TA-SAVE, TA-CAS)."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import AXE, B1, BLUE, FIST, R1, Table, guard, model, needed
from tracker.procedures.requests import Pick, Split
from tracker.rulesets.trial_assault.combat import wound_placement
from tracker.rulesets.trial_assault.combat.attack_pools import BARE, CAPPED, PLAIN
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.combat.wound_placement import SavingGroup, find_save_number
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import FightersSheet
from tracker.testing.match_in_memory import f
from tracker.vocabulary.events import Scalar, Wounded

SQUAD = {"neophyte": 6, "initiate": 4}


def struck(
    squad: dict[str, int],
    wounds: int,
    *more: tuple[str, int],
    options: dict[str, Scalar] | None = None,
    stand: tuple[int, int] | None = None,
    **profiles: Profile,
) -> Table:
    """A squad that has taken so many wounds of R1, and of further kinds of attackers."""
    kinds = {"ordinary": wounds, **dict(more)}
    every = {
        "ordinary": model(ws=5, i=9, s=10),
        "power": model(AXE, ws=5, i=9, s=10),
        "heavy": model(Weapon("axe", "heavy"), ws=5, i=9, s=10),
        **profiles,
    }
    red = {kind: n for kind, n in kinds.items() if n}
    play = Table({"r1": red}, {"b1": squad}, options=options, profiles=every)
    play.lock("r1", "b1")
    if stand:
        play.stand("b1", ("r1", *stand))
    play.fight()
    play.strike("r1", "b1")
    if isinstance(play.asked, Pick) and play.asked.id == "toughness":
        play.default()
    for n in red.values():
        play.rolls("6" * n, "6" * n)
    return play


@pytest.mark.rule("TA-W09", "TA-SAVE-03", "TA-SAVE-04", "TA-CAS-03")
def test_the_most_numerous_armour_is_hit_first_and_the_rest_spills_over() -> None:
    play = struck(SQUAD, 8)
    assert needed(play) == (6, 4)
    play.roll("123456")
    assert needed(play) == (2, 3)
    play.roll("52")
    assert play.kinds("b1") == {"neophyte": 3, "initiate": 3}


@pytest.mark.rule("TA-W09")
def test_the_case_as_it_stands() -> None:
    play = struck(SQUAD, 8)
    play.rolls("112345", "52")
    assert play.kinds("b1") == {"neophyte": 2, "initiate": 3}
    assert play.score("r1")[0] == 5


@pytest.mark.rule("TA-W10", "TA-SAVE-05")
def test_more_wounds_than_models_go_round_again() -> None:
    play = struck(SQUAD, 14)
    assert needed(play) == (10, 4)
    play.roll("1234564563")
    assert needed(play) == (4, 3)
    play.roll("3261")
    assert play.kinds("b1") == {"neophyte": 2, "initiate": 2}


@pytest.mark.rule("TA-W11", "TA-SAVE-06")
def test_of_armour_as_numerous_the_owner_says_which_is_first() -> None:
    play = struck({"neophyte": 2, "initiate": 2}, 3)
    assert isinstance(play.asked, Pick)
    assert (play.asked.default, play.asked.side) == ("3", BLUE)
    play.choose("3")
    assert needed(play) == (2, 3)
    play.roll("66")
    assert needed(play) == (1, 4)
    play = struck({"neophyte": 2, "initiate": 2}, 3)
    play.choose("4")
    assert needed(play) == (2, 4)


@pytest.mark.rule("TA-W12", "TA-SAVE-07")
def test_wounds_without_a_save_go_first() -> None:
    play = struck(SQUAD, 4, ("power", 4))
    assert needed(play) == (2, 4)
    play.roll("45")
    assert needed(play) == (2, 3)
    play.roll("12")
    assert play.kinds("b1") == {"neophyte": 2, "initiate": 2}
    play = struck(SQUAD, 4, ("power", 4))
    play.rolls("43", "33")
    assert play.kinds("b1") == {"neophyte": 1, "initiate": 4}


@pytest.mark.rule("TA-W32", "TA-SPEC-07", "TA-G57", "TA-SAVE-01", "TA-G14")
@pytest.mark.parametrize(("sv", "heavy"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 6), (0, 7)])
def test_heavy_weapons_cap_the_armour(sv: int, heavy: int) -> None:
    pile = SavingGroup(sv, 0, ())
    assert find_save_number(pile, CAPPED) == heavy
    assert find_save_number(pile, PLAIN) == (sv or 7)
    assert find_save_number(pile, BARE) == 7
    assert find_save_number(SavingGroup(sv, 3, ()), CAPPED) == 3


@pytest.mark.rule("TA-W39", "TA-G24", "TA-G25")
def test_what_a_group_cannot_suffer_passes_to_the_next_without_a_save() -> None:
    play = struck(SQUAD, 14)
    play.rolls("1122333456", "1345")
    assert play.kinds("b1") == {"initiate": 2}
    assert play.score("r1")[0] == 8


@pytest.mark.rule("TA-G24")
def test_what_a_group_cannot_suffer_may_be_lost() -> None:
    play = struck(SQUAD, 14, options={"lap_overflow": "lost"})
    play.rolls("1122333456", "1345")
    assert play.kinds("b1") == {"initiate": 3}
    assert play.score("r1")[0] == 7


@pytest.mark.rule("TA-G24")
def test_overflow_of_the_last_group_passes_to_the_first() -> None:
    play = struck({"neophyte": 3, "initiate": 1}, 8)
    assert needed(play) == (6, 4)
    play.roll("666666")
    assert needed(play) == (2, 3)
    play.roll("11")
    assert play.kinds("b1") == {"neophyte": 2}


@pytest.mark.rule("TA-G24")
def test_laps_may_be_saved_one_after_the_other() -> None:
    play = struck(SQUAD, 14, options={"lap_mode": "sequential"})
    assert needed(play) == (6, 4)
    play.roll("111144")
    assert needed(play) == (4, 3)
    play.roll("1333")
    assert needed(play) == (2, 4)
    play.roll("16")
    assert needed(play) == (2, 3)
    play.roll("61")
    assert play.kinds("b1") == {"neophyte": 1, "initiate": 2}


@pytest.mark.rule("TA-W40", "TA-SAVE-07", "TA-G27")
def test_two_kinds_of_armour_and_three_kinds_of_wound() -> None:
    wounds = (0, 2, 2, 5)  # bare, with a limited save, ordinary
    assert wound_placement.allocate_wounds(wounds, (5, 3)) == ((0, 2, 2, 2), (0, 0, 0, 3))
    play = struck({"trooper": 5, "poor": 3}, 5, ("power", 2), ("heavy", 2), poor=guard(t=4, ws=4))
    assert needed(play) == (2, 4)
    play.roll("43")
    assert needed(play) == (2, 3)
    play.roll("25")
    assert needed(play) == (3, 5)
    play.roll("526")
    assert play.kinds("b1") == {"trooper": 1, "poor": 2}
    assert play.score("r1")[0] == 5


@pytest.mark.rule("TA-G27", "TA-HIT-04")
def test_a_cap_that_changes_nobodys_save_is_no_kind_of_its_own() -> None:
    play = Table({"r1": {"raider": 2}}, {"b1": {"guard": 4}})
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 1, 1))
    play.fight()
    play.strike("b1", "r1", "1111")
    play.strike("r1", "b1")
    assert needed(play) == (4, 3)  # three heavy blows and one in support: one pool


@pytest.mark.rule("TA-G26")
def test_three_armours_by_number() -> None:
    play = struck({"trooper": 1, "poor": 3, "neophyte": 2}, 6, poor=guard(t=4, ws=4))
    assert needed(play) == (3, 5)
    play.roll("666")
    assert needed(play) == (2, 4)
    play.roll("66")
    assert needed(play) == (1, 3)


@pytest.mark.rule("TA-SAVE-02", "TA-G28")
def test_an_invulnerable_save_is_left_where_armour_does_not_count() -> None:
    play = struck({"shield": 2}, 0, ("power", 2), shield=model(inv=4))
    assert needed(play) == (2, 4)
    play.roll("44")
    assert play.count("b1") == (2,)
    play = struck({"shield": 2}, 2, shield=model(inv=4))
    assert needed(play) == (2, 3)  # the better of both


@pytest.mark.rule("TA-SAVE-02", "TA-G28")
def test_a_shield_takes_one_wound_a_lap_and_no_more() -> None:
    play = struck({"trooper": 3, "shield": 1}, 0, ("power", 3), shield=model(inv=4))
    assert isinstance(play.asked, Split)
    assert [(share.text, share.most) for share in play.asked.shares] == [
        ("with 4+ invulnerable (1)", 1),
        ("the others", 3),
    ]
    play.default()
    assert needed(play) == (1, 4)
    play.roll("3")
    assert play.kinds("b1") == {"trooper": 1}
    play = struck({"trooper": 3, "shield": 1}, 0, ("power", 3), shield=model(inv=4))
    play.choose((("1", 3),))
    assert play.kinds("b1") == {"shield": 1}


@pytest.mark.rule("TA-FIGHT-02", "TA-CAS-01", "TA-CAS-06", "TA-RES-01")
def test_only_models_in_reach_fall_and_wounds_beyond_them_are_lost() -> None:
    play = struck({"trooper": 8}, 0, ("power", 7), stand=(2, 1))
    assert play.count("b1") == (5,)
    assert play.score("r1")[0] == 3


@pytest.mark.rule("TA-SAVE-03", "TA-G22")
def test_only_armour_in_reach_counts() -> None:
    """Seven of ten are in reach: three neophytes and four initiates."""
    play = struck({"initiate": 4, "neophyte": 6}, 2, stand=(7, 0))
    assert needed(play) == (2, 3)


# ------------------------------------------------------------------------------------- who falls


@pytest.mark.rule("TA-CAS-02", "TA-G30")
def test_supporters_fall_first_and_leaders_last_unless_the_owner_says_otherwise() -> None:
    squad = {"trooper": 3, "axe": 1, "boss": 1}
    bold = {"axe": model(AXE), "boss": model(FIST, leader=True)}
    play = Table(
        {"r1": {"power": 3}}, {"b1": squad}, profiles={"power": model(AXE, ws=5, i=9, s=10), **bold}
    )
    play.lock("r1", "b1")
    play.fight()
    play.do("sheet", BLUE, FightersSheet((ContactDeclaration(B1, 4, 1, R1),)))
    play.strike("r1", "b1", "666", "666")
    assert isinstance(play.asked, Split)
    assert [(share.text, share.most) for share in play.asked.shares] == [
        ("trooper supporting", 1),
        ("trooper in contact", 2),
        ("axe with special weapons", 1),
        ("boss leading", 1),
    ]
    assert play.asked.side == BLUE
    play.default()
    assert play.kinds("b1") == {"axe": 1, "boss": 1}


@pytest.mark.rule("TA-CAS-02")
def test_who_falls_does_not_strike_later() -> None:
    """The owner may keep supporters and lose models in contact, who have two blows each."""
    play = struck({"brutal": 4}, 0, ("power", 2), stand=(2, 2), brutal=model(i=2, a=2))
    play.choose((("1", 2),))
    play.strike("b1", "r1")
    assert needed(play)[0] == 2


@pytest.mark.rule("TA-W37", "TA-CAS-04")
def test_wounds_are_put_on_one_model_until_it_dies() -> None:
    play = Table(
        {"r1": {"power": 4}}, {"b1": {"brute": 3}}, profiles={"power": model(AXE, ws=5, i=9, s=10)}
    )
    play.fix(Wounded(subjects=(f("b1", 3),), wounds=2))
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6666", "6666")
    assert play.count("b1") == (1,)
    assert [play.match.figure(one).wounds for one in play.match.figures(B1)] == [0]
    assert play.score("r1")[0] == 4


@pytest.mark.rule("TA-CAS-04")
def test_wounds_left_over_stay_on_one_model() -> None:
    play = struck({"brute": 3}, 0, ("power", 5))
    wounds = [play.match.figure(one).wounds for one in play.match.figures(B1)]
    assert sorted(wounds) == [0, 2]
    assert play.score("r1")[0] == 5


@pytest.mark.rule("TA-CAS-04")
def test_models_of_different_wounds_are_chosen_one_at_a_time() -> None:
    play = struck(
        {"brute": 2, "boss": 1},
        0,
        ("power", 4),
        boss=guard(ws=4, s=5, t=4, w=4, i=3, sv=4, leader=True),
    )
    assert isinstance(play.asked, Split)
    assert play.asked.total == 1
    play.choose((("1", 1),))
    assert play.kinds("b1") == {"brute": 2}
    assert play.score("r1")[0] == 4


@pytest.mark.rule("TA-G29")
def test_two_units_that_strike_one_have_a_zone_each() -> None:
    play = Table(
        {"r1": {"power": 4}, "r2": {"power": 4}},
        {"b1": {"trooper": 8}},
        profiles={"power": model(AXE, ws=5, i=9, s=10)},
    )
    play.lock("r1", "b1")
    play.lock("r2", "b1")
    play.stand("b1", ("r1", 3, 0), ("r2", 2, 0))
    play.fight()
    play.strike("r1", "b1", "6666", "6666")
    assert play.count("b1") == (8,)
    play.strike("r2", "b1", "6666", "6666")
    assert play.count("b1") == (3,)
    assert play.score("r1")[0] == 5

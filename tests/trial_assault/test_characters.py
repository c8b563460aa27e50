"""Characters and monsters, several enemies, force weapons (TA-CHAR, TA-MULTI-02, TA-SPEC-09)."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import (
    AXE,
    B1,
    B2,
    BLUE,
    FORCE,
    R1,
    R2,
    RED,
    RENDER,
    Table,
    guard,
    model,
    needed,
)
from tracker.procedures.requests import Confirm, Number, Score, Split, Tally
from tracker.rulesets.trial_assault.combat import combat_contact, initiative_steps
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.profile_types import Profile
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import FightersSheet
from tracker.testing.match_in_memory import f
from tracker.vocabulary.events import Scalar


def joined(red: dict[str, int], blue: dict[str, int], character: str = "lord") -> Table:
    """R2 is a character in R1; both are locked with B1."""
    play = Table({"r1": red, "r2": {character: 1}}, {"b1": blue})
    play.fix(markers.JOINED.make_link_fact(R2, R1))
    play.lock("r1", "b1")
    play.lock("r2", "b1")
    return play


@pytest.mark.rule("TA-CHAR-01", "TA-CHAR-03")
def test_a_character_rolls_apart_and_counts_in_no_majority() -> None:
    play = joined({"grot": 1, "slaver": 1}, {"trooper": 4})
    play.stand("b1", ("r1", 2, 0), ("r2", 2, 0))
    play.fight()
    play.strike("r2", "b1")
    assert needed(play) == (4, 3)  # A3 and a second weapon, WS5 against 4
    play.roll("1111")
    play.strike("b1", "r1")
    play.choose("4")
    assert needed(play) == (2, 3)  # WS2 and 4: the lowest, without his 5


@pytest.mark.rule("TA-CHAR-05", "TA-FIGHT-02")
def test_only_who_touches_a_character_strikes_at_him() -> None:
    play = joined({"trooper": 4}, {"trooper": 6})
    play.stand("b1", ("r1", 4, 0), ("r2", 1, 1))
    play.fight()
    play.strike("r2", "b1", "1111")
    assert combat_contact.list_models_in_kill_zone(play.match, R2, B1) == (f("b1", 5), f("b1", 6))
    play.strike("b1", "r2")
    assert needed(play) == (2, 4)  # one in contact, one in support, WS4 against 5
    play.roll("66")
    play.roll("66")
    play.roll("11")
    assert play.match.figure(f("r2", 1)).wounds == 2
    assert play.count("r1") == (4,)


@pytest.mark.rule("TA-CHAR-05")
def test_wounds_on_a_character_do_not_spill_to_his_unit() -> None:
    play = joined({"trooper": 4}, {"axe": 6})
    play = Table(
        {"r1": {"trooper": 4}, "r2": {"lord": 1}},
        {"b1": {"axe": 6}},
        profiles={"axe": model(AXE, i=9, s=8)},
    )
    play.fix(markers.JOINED.make_link_fact(R2, R1))
    play.lock("r1", "b1")
    play.lock("r2", "b1")
    play.stand("b1", ("r1", 1, 0), ("r2", 5, 0))
    play.fight()
    play.strike("b1", "r2", "66666", "66666")
    play.strike("b1", "r1", "1")
    assert play.count("r1", "r2") == (4, 0)
    assert play.score("r1") == (0, 3)


@pytest.mark.rule("TA-G67")
def test_a_character_in_support_strikes_once_and_is_not_struck() -> None:
    play = joined({"trooper": 4}, {"guard": 4})
    play.stand("r2", ("b1", 0, 1))
    play.fight()
    assert combat_contact.list_models_in_kill_zone(play.match, B1, R2) == ()
    assert play.against("strikes", BLUE, StrikeDeclaration(B1, R2)) == ("out-of-reach",)
    play.strike("r2", "b1")
    assert needed(play) == (1, 3)
    play.roll("6")
    assert needed(play) == (1, 3)  # plain S4: no axe
    play.roll("6")
    assert needed(play) == (1, 5)


@pytest.mark.rule("TA-G67")
def test_a_unit_supports_its_character_who_alone_is_in_contact() -> None:
    play = joined({"trooper": 4}, {"guard": 4})
    play.stand("r1", ("b1", 0, 3))
    play.stand("b1", ("r2", 2, 0))
    play.fight()
    assert combat_contact.list_models_in_kill_zone(play.match, R1, B1) == (f("b1", 1), f("b1", 2))
    play.strike("r2", "b1", "1111")
    play.strike("r1", "b1")
    assert needed(play)[0] == 3
    assert len(combat_contact.list_models_in_kill_zone(play.match, B1, R1)) == 3


# ---------------------------------------------------------------------------- several enemy units


def between_two(
    kind: str, n: int, options: dict[str, Scalar] | None = None, **more: Profile
) -> Table:
    """R1 between B1 and B2, all of it in contact with both."""
    play = Table(
        {"r1": {kind: n}},
        {"b1": {"guard": 4}, "b2": {"grot": 4}},
        options=options,
        profiles=more,
    )
    play.lock("r1", "b1", "b2")
    play.fix(markers.TOLD.set(R1), markers.ENGAGED.set(*play.match.figures(R1), value="b1 b2"))
    play.fight()
    return play


@pytest.mark.rule("TA-W59", "TA-MULTI-02")
def test_a_model_between_two_strikes_one_of_them_with_all_it_has() -> None:
    play = between_two("triple", 1, triple=model(a=3, i=9))
    play.strike("r1", "b1")
    assert isinstance(play.asked, Number)
    assert play.asked.default == 1
    play.choose(1)
    assert needed(play)[0] == 3
    play.roll("111")
    assert play.against("strikes", RED, StrikeDeclaration(R1, B2)) == (
        "nobody-strikes",
        "out-of-reach",
    )


@pytest.mark.rule("TA-MULTI-02", "TA-G20")
def test_models_between_two_are_divided() -> None:
    play = between_two("trooper", 5)
    play.strike("r1", "b1", figures=2)
    assert needed(play)[0] == 2
    play.roll("11")
    play.strike("r1", "b2", figures=3)
    assert needed(play)[0] == 3


@pytest.mark.rule("TA-MULTI-02", "TA-FIGHT-02")
def test_who_touches_one_enemy_only_strikes_it() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 4}, "b2": {"guard": 4}})
    play.lock("r1", "b1", "b2")
    play.stand("r1", ("b1", 3, 0), ("b2", 2, 0))
    play.fight()
    play.strike("r1", "b1")
    assert needed(play)[0] == 3
    play.roll("111")
    play.strike("r1", "b2")
    assert needed(play)[0] == 2


@pytest.mark.rule("TA-CHAR-04", "TA-G51")
def test_a_character_shares_his_hits_where_they_are_as_hard() -> None:
    """WS5 needs 3 against WS3 and against WS2."""
    play = between_two("lord", 1)
    play.strike("r1", "b1")
    assert needed(play) == (4, 3)
    play.roll("3366")
    assert isinstance(play.asked, Split)
    assert play.asked.what == "hits at"
    play.choose(((B1, 3), (B2, 1)))
    assert needed(play) == (3, 3)  # S4 against T3
    play.roll("666")
    assert needed(play) == (1, 2)  # against T2
    play.roll("6")
    assert play.count("b1", "b2") == (1, 3)


@pytest.mark.rule("TA-CHAR-04")
def test_each_of_two_unlike_characters_in_a_unit_shares_his_own_hits() -> None:
    """A roster is only warned of such a unit. Hits of the second on slain models are lost."""
    first, second = (model(*arms, a=2, i=9, independent=True) for arms in ((AXE,), ()))
    play = Table(
        {"r1": {"first": 1, "second": 1}},
        {"b1": {"grot": 1}, "b2": {"grot": 3}},
        profiles={"first": first, "second": second},
    )
    play.lock("r1", "b1", "b2")
    play.fix(markers.TOLD.set(R1), markers.ENGAGED.set(*play.match.figures(R1), value="b1 b2"))
    play.fight()
    play.strike("r1", "b1")
    for _ in range(2):
        play.roll("66")
        assert isinstance(play.asked, Split)
        assert [share.id for share in play.asked.shares] == [B1, B2]
        assert play.asked.total == 2
        play.choose(((B1, 1), (B2, 1)))
        play.roll("6")
        play.roll("6")
    assert play.count("b1", "b2") == (0, 1)


@pytest.mark.rule("TA-G51")
@pytest.mark.parametrize("why", ["unequal", "option"])
def test_else_he_divides_his_attacks(why: str) -> None:
    options: dict[str, Scalar] = {"character_split": "attacks_before"} if why == "option" else {}
    hero = model(AXE, ws=5 if why == "option" else 3, a=4, i=9, independent=True)
    play = between_two("hero", 1, options, hero=hero)
    play.strike("r1", "b1")
    assert isinstance(play.asked, Split)
    assert play.asked.what == "attacks at"
    play.choose(((B1, 1), (B2, 3)))
    assert needed(play)[0] == 1
    play.roll("1")
    assert needed(play)[0] == 3


@pytest.mark.rule("TA-G51", "TA-SPEC-08")
def test_hits_that_rend_are_shared_apart() -> None:
    hero = model(RENDER, ws=5, a=4, i=9, independent=True)
    play = between_two("hero", 1, hero=hero)
    play.strike("r1", "b1", "6634")
    assert isinstance(play.asked, Split)
    play.choose(((B1, 2),))
    assert isinstance(play.asked, Split)
    assert play.asked.what == "rending hits at"
    play.choose(((B2, 2),))
    assert needed(play) == (2, 3)
    play.roll("11")
    assert play.score("r1")[0] == 2


@pytest.mark.rule("TA-CHAR-07", "TA-G52")
def test_a_monster_divides_like_a_character_and_is_struck_by_who_touches_it() -> None:
    """WS4 needs 3 against both; without armour saves."""
    play = between_two("beast", 1)
    play.fix(markers.TOLD.set(B1), markers.SUPPORTS.set(f("b1", 3), f("b1", 4), value="r1"))
    play.strike("r1", "b1", "3333")
    play.choose(((B2, 4),))
    play.roll("2222")
    assert play.score("r1")[0] == 4


@pytest.mark.rule("TA-G19")
@pytest.mark.parametrize(("option", "support"), [("own_unit", 0), ("any_friend", 2)])
def test_whose_models_are_supported(option: str, support: int) -> None:
    play = Table(
        {"r1": {"trooper": 2}, "r2": {"trooper": 3}},
        {"b1": {"guard": 6}},
        options={"support_from": option},
    )
    play.lock("r1", "b1")
    play.fight()
    told = FightersSheet((ContactDeclaration(R2, 0, 2, B1),))
    assert play.against("sheet", RED, told) == (() if support else ("not-locked",))
    if support:
        play.do("sheet", RED, told)
    found = [
        one
        for one in initiative_steps.list_remaining_unit_strikers(play.match, R2)
        if one.target == B1
    ]
    assert len(found) == support
    if support:
        assert len(combat_contact.list_models_in_kill_zone(play.match, B1, R2)) == 2


@pytest.mark.rule("TA-G19", "TA-G45")
def test_who_falls_back_is_not_asked_to_support_and_stands_when_told_to() -> None:
    play = Table(
        {"r1": {"trooper": 2}, "r2": {"trooper": 3}},
        {"b1": {"guard": 6}},
        options={"support_from": "any_friend"},
    )
    play.fix(markers.FLEES.set(R2))
    play.lock("r1", "b1")
    play.fight()
    play.do("sheet", RED, FightersSheet())
    assert isinstance(play.asked, Tally)
    assert {share.id.split("=")[0] for share in play.asked.shares} == {R1, B1}
    play.choose(())
    assert play.has("r2", markers.FLEES)
    play.do("sheet", RED, FightersSheet((ContactDeclaration(R2, 0, 2, B1),)))
    assert not play.has("r2", markers.FLEES)


# ------------------------------------------------------------------------------------ force weapons


def forced(wounds: str, option: str = "off", *, victim: str = "brute") -> Table:
    play = Table(
        {"r1": {"psyker": 1}},
        {"b1": {victim: 1}},
        options={"perils": option},
        profiles={"shielded": guard(t=4, w=3, inv=4)},
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "66", wounds)
    return play


@pytest.mark.rule("TA-W34", "TA-SPEC-09", "TA-T12", "TA-RES-01")
def test_a_force_weapon_may_slay_whom_it_wounds() -> None:
    play = forced("61")
    assert isinstance(play.asked, Confirm)
    play.choose(True)
    assert isinstance(play.asked, Score)
    assert play.asked.need == "9 or less"
    play.roll("45")
    assert play.count("b1") == (0,)
    assert play.score("r1")[0] == 1
    play = forced("61")
    play.choose(True)
    play.roll("56")
    assert play.match.figure(f("b1", 1)).wounds == 1
    assert play.match.has(R1, markers.PSYCHIC)


@pytest.mark.rule("TA-SPEC-09", "TA-G59")
def test_one_power_a_turn_and_the_psyker_may_decline() -> None:
    play = forced("61")
    play.choose(False)
    assert not play.match.has(R1, markers.PSYCHIC)
    play = Table({"r1": {"psyker": 1}}, {"b1": {"brute": 1}})
    play.lock("r1", "b1")
    play.fix(markers.PSYCHIC.set(R1))
    play.fight()
    play.strike("r1", "b1", "66", "61")
    assert play.idle


@pytest.mark.rule("TA-SPEC-09")
def test_without_a_wound_there_is_no_test_and_one_is_enough_for_two() -> None:
    play = forced("11")
    assert play.idle
    play = forced("66")
    play.choose(True)
    play.roll("11")
    assert play.score("r1")[0] == 2
    assert play.idle


@pytest.mark.rule("TA-SPEC-09", "TA-SAVE-02")
def test_invulnerable_saves_come_before_the_test() -> None:
    play = forced("66", victim="shielded")
    assert needed(play) == (2, 4)
    play.roll("44")
    assert play.idle


@pytest.mark.rule("TA-SPEC-09")
def test_only_a_psyker_strikes_with_a_force_weapon() -> None:
    play = Table({"r1": {"dull": 1}}, {"b1": {"brute": 1}}, profiles={"dull": model(FORCE, i=9)})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6", "6")
    assert needed(play) == (1, 4)  # an ordinary blow: the armour saves


@pytest.mark.rule("TA-G10")
@pytest.mark.parametrize(
    ("option", "dice", "perilous"),
    [
        ("off", "11", False),
        ("on_2_or_12", "11", True),
        ("on_2_or_12", "66", True),
        ("on_2_or_12", "45", False),
    ],
)
def test_perils_of_the_mind(option: str, dice: str, perilous: bool) -> None:
    play = forced("61", option)
    play.choose(True)
    play.roll(dice)
    assert play.match.has(R1, markers.PERILS) is perilous
    assert play.count("b1") == ((1,) if dice == "66" else (0,))

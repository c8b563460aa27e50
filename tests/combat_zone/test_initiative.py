"""Initiative: mixed dice, bonuses, ties, and who acts first (CZ-INIT)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from tests.combat_zone.table import BLUE, PROFILES, RED, Zone, ids, who
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import Faces, Pick
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.initiative import make_initiative_pool_of_side
from tracker.rulesets.combat_zone.phases.reaction_tests import (
    list_modifiers_besides_leader_contact,
)
from tracker.testing.match_in_memory import Play, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import (
    MatchOpened,
    PhaseBegan,
    Scalar,
    Side,
    TurnBegan,
    UnitFormed,
)
from tracker.vocabulary.subject_ids import MATCH, make_side_id

LED = {"leader": 1, "sub": 1, "trooper": 2}
PLAIN = {"trooper": 3}


def rolling(zone: Zone) -> None:
    zone.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    zone.do("initiative", None, FirstSideRoll())


def total(zone: Play, side: str = "s:r") -> object:
    return zone.match.mark(side, markers.INITIATIVE)


@pytest.mark.rule("CZ-W14", "CZ-T9", "CZ-INIT-02", "CZ-INIT-03", "CZ-INIT-04")
def test_mixed_dice_of_both_sides_in_one_roll() -> None:
    zone = Zone(
        red={"r1": LED, "r2": LED},
        blue={"b1": LED, "b2": LED, "b3": {"hero": 1}},
    )
    zone.scatter("b2")
    zone.panic("b21")
    rolling(zone)
    asked = zone.asked
    assert isinstance(asked, Faces)
    assert asked.dice == (6, 6, 6, 4, 8)
    assert tuple(label.text for label in asked.labels[3:]) == ("Blue: b2 D4", "Blue: b3 D8")
    zone.roll("35627")
    # Red 3 + 5 + 2 Leaders (4) + 2 Sub-leaders (2) = 14; Blue 6 + 2 + 7 + 2 + 1 + 1 = 19
    assert (total(zone), total(zone, "s:b")) == (14, 19)
    chooses = zone.asked
    assert isinstance(chooses, Pick)
    assert chooses.side == BLUE
    zone.choose("second")
    assert zone.match.clock.order == (RED, BLUE)
    check_all_laws(zone)


@pytest.mark.rule("CZ-FORCE-03", "CZ-INIT-02", "CZ-ACT-02", "CZ-MORALE-04")
def test_a_hero_put_into_a_group_by_hand_is_none_of_its_members() -> None:
    """The group keeps its die and coherency, and the Hero his die, points and tests."""
    zone = Zone(red={"r1": LED, "r2": {"hero": 1}})
    value = zone.match.unit(u("r1"))
    both = (*value.figures, who("r21"))
    zone.fix(UnitFormed(unit=u("r1"), side=RED, name="r1", figures=both, out_of=(u("r2"),)))
    zone.scatter("r1")
    assert make_initiative_pool_of_side(zone.match, RED).dice == (4, 8)
    assert (zone.allowance("r21"), zone.allowance("r13")) == (8, 5)
    zone.lose("r11", "r12", "r13")
    zone.panic("r14", "r21")
    of_member, of_hero = (
        [one.name for one in list_modifiers_besides_leader_contact(zone.match, who(handle))]
        for handle in ("r14", "r21")
    )
    assert {"last of its group", "under half alive"} <= {*of_member}
    assert of_hero == ["elite"]
    assert make_initiative_pool_of_side(zone.match, RED).dice == (4,)


@pytest.mark.rule("CZ-MORALE-04", "CZ-G13")
def test_a_hero_put_into_a_group_by_hand_does_not_raise_its_starting_strength() -> None:
    """Half of 5 is 2, so two that are left are not under half alive. Half of 6 would be 3."""
    zone = Zone(red={"r1": {"leader": 1, "trooper": 4}, "r2": {"hero": 1}})
    both = (*zone.match.unit(u("r1")).figures, who("r21"))
    zone.fix(UnitFormed(unit=u("r1"), side=RED, name="r1", figures=both, out_of=(u("r2"),)))
    zone.lose("r11", "r12", "r13")
    zone.panic("r14")
    found = list_modifiers_besides_leader_contact(zone.match, who("r14"))
    assert "under half alive" not in {one.name for one in found}


@pytest.mark.rule("CZ-W15", "CZ-INIT-05")
def test_a_tie_goes_to_the_highest_face() -> None:
    # Red 4 + 2 + 3 = 9; Blue 6 + 3 = 9: Blue's 6 is the highest face
    zone = Zone(red={"r1": LED, "r2": PLAIN}, blue={"b1": LED})
    rolling(zone)
    zone.roll("426")
    assert (total(zone), total(zone, "s:b")) == (9, 9)
    assert zone.asked.side == BLUE
    zone.choose("first")
    assert zone.match.clock.order == (BLUE, RED)


@pytest.mark.rule("CZ-G18", "CZ-INIT-05")
def test_a_tie_that_nothing_settles_is_rolled_again() -> None:
    # Red 5 + 1, Blue 5 + 1: equal totals, equal highest faces; then 6 + 2 against 6 + 1
    zone = Zone(red={"r1": PLAIN, "r2": PLAIN}, blue={"b1": PLAIN, "b2": PLAIN})
    rolling(zone)
    zone.roll("5115")
    assert isinstance(zone.asked, Faces)
    zone.roll("6261")
    assert zone.asked.side == RED
    assert (total(zone), total(zone, "s:b")) == (8, 7)
    check_all_laws(zone)


@pytest.mark.rule("CZ-G18")
def test_a_tie_settled_by_the_next_highest_die() -> None:
    # Red 5 3 1, Blue 5 2 2: both 9, both highest 5; 3 beats 2
    three = {"1": PLAIN, "2": PLAIN, "3": PLAIN}
    zone = Zone(
        {"initiative_tie": "next_highest_die"},
        red={f"r{n}": unit for n, unit in three.items()},
        blue={f"b{n}": unit for n, unit in three.items()},
    )
    rolling(zone)
    zone.roll("135252")
    assert zone.asked.side == RED


@pytest.mark.rule("CZ-INIT-02", "CZ-FORCE-03", "CZ-MORALE-06")
def test_heroes_without_a_reaction_roll_and_recovered_ones_do() -> None:
    zone = Zone(red={"r1": {"hero": 1}, "r2": {"hero": 1}, "r3": {"hero": 1}, "r4": {"hero": 1}})
    zone.panic("r11")
    zone.rout("r21")
    zone.set(markers.RECOVERED, "r31")
    assert make_initiative_pool_of_side(zone.match, RED).dice == (8, 8)


@pytest.mark.rule("CZ-INIT-03", "CZ-MORALE-06")
def test_leaders_count_while_they_are_steady() -> None:
    zone = Zone(red={"r1": LED, "r2": LED})
    assert make_initiative_pool_of_side(zone.match, RED).bonus == 2 + 1 + 2 + 1
    zone.scatter("r2")  # coherency does not matter for it
    assert make_initiative_pool_of_side(zone.match, RED).bonus == 6
    zone.panic("r11")
    zone.rout("r12")
    zone.set(markers.RECOVERED, "r21")
    assert make_initiative_pool_of_side(zone.match, RED).bonus == 2 + 1
    zone.lose("r22")
    assert make_initiative_pool_of_side(zone.match, RED).bonus == 2


@pytest.mark.rule("CZ-G59", "CZ-INIT-02")
def test_a_group_that_wholly_routs_still_rolls_and_one_that_is_gone_does_not() -> None:
    zone = Zone(red={"r1": PLAIN, "r2": PLAIN})
    zone.rout("r11", "r12", "r13")
    assert make_initiative_pool_of_side(zone.match, RED).dice == (6, 6)
    zone.lose("r11", "r12", "r13")
    assert make_initiative_pool_of_side(zone.match, RED).dice == (6,)


@pytest.mark.rule("CZ-G33", "CZ-FORCE-08")
@pytest.mark.parametrize(("rule", "dice"), [("none", ()), ("d4", (4,)), ("d6", (6,)), ("d8", (8,))])
def test_the_die_of_a_machine(rule: Scalar, dice: tuple[int, ...]) -> None:
    zone = Zone({"machine_initiative": rule}, red={"r1": {"robot": 1}})
    assert make_initiative_pool_of_side(zone.match, RED).dice == dice


@pytest.mark.rule("CZ-INIT-02")
def test_where_nobody_has_a_die_sides_roll_one_each() -> None:
    zone = Zone(red={"r1": {"robot": 1}}, blue={"b1": {"robot": 1}})
    rolling(zone)
    zone.roll("52")
    assert zone.asked.side == RED


@pytest.mark.rule("CZ-G31", "CZ-SETUP-01", "CZ-INIT-04")
def test_three_sides_follow_in_descending_total() -> None:
    play = Play(RULESET)
    sides = tuple(Side(make_side_id(letter), letter, letter) for letter in "rbg")
    play.feed_input(
        MatchOpened(
            title="Three",
            ruleset=RULESET.id,
            ruleset_version=RULESET.version,
            sides=sides,
            options=RULESET.map_options_to_defaults(),
            words=RULESET.words,
        )
    )
    for letter in "rbg":
        play.muster(make_side_id(letter), {f"{letter}1": PLAIN}, PROFILES)
    play.fix(TurnBegan(turn=1), PhaseBegan(phase="initiative"))
    play.do("initiative", None, FirstSideRoll())
    play.roll("254")  # r 2, b 5, g 4: b chooses to go second, g before it, r after
    assert play.asked.side == make_side_id("b")
    play.choose("second")
    assert play.match.clock.order == tuple(map(make_side_id, "gbr"))


@pytest.mark.rule("CZ-INIT-02", "CZ-INIT-04", "CZ-TURN-01")
def test_once_a_turn_after_coherency() -> None:
    zone = Zone()
    zone.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    assert ids(zone.objections("initiative", None, FirstSideRoll())) == ["undeclared"]
    zone.automatic()
    assert zone.asked.what == "out of coherency"
    zone.default()
    zone.automatic()
    assert zone.asked.what == "initiative"
    assert zone.match.has(MATCH, markers.DECLARED)
    zone.roll("52")
    zone.default()
    assert ids(zone.objections("initiative", None, FirstSideRoll())) == ["initiative-rolled"]


@pytest.mark.rule("CZ-INIT-04")
def test_odds_against_the_table() -> None:
    """Where nobody can be level the tree has an end, and every answer can be tried."""
    zone = Zone(red={"r1": LED}, blue={"b1": {"robot": 1}})
    zone.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    # Red 1 to 6 + 3, Blue nothing: six totals, Red goes first by default
    assert assert_odds_agree(zone, "initiative", None, FirstSideRoll()) == 6


def first_chances(zone: Zone) -> dict[str, Fraction]:
    zone.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    runner = OddsRunner(zone.ruleset, zone.table.state, number=Fraction)
    odds = runner.compute_odds(zone.ruleset.actions["initiative"].stage, (None, FirstSideRoll()))
    return odds.compute_distribution(lambda match, _: match.clock.order[0])


@pytest.mark.rule("CZ-INIT-05", "CZ-G18")
@pytest.mark.parametrize(("red", "chance"), [({"r1": PLAIN}, (1, 2)), ({"r1": LED}, (5, 6))])
def test_odds_of_rolls_that_may_be_level_again_and_again(
    red: Mapping[str, Mapping[str, int]], chance: tuple[int, int]
) -> None:
    # a D6 each: half. With +3 for a Leader and a Sub-leader Red loses where Blue is 4 or more
    # ahead (1-5, 1-6, 2-6: 3 of 36), and where Blue is 3 ahead with the higher face (1-4, 2-5,
    # 3-6: 3 of 36). 30 of 36 are left, and nothing is ever rolled again
    assert first_chances(Zone(red=red, blue={"b1": PLAIN})) == {
        RED: Fraction(*chance),
        BLUE: 1 - Fraction(*chance),
    }


@pytest.mark.rule("CZ-INIT-02", "CZ-INIT-05")
def test_odds_of_large_pools_are_exact() -> None:
    def make_side(letter: str) -> dict[str, dict[str, int]]:
        groups = {f"{letter}{n}": LED for n in (1, 2, 3, 4)}
        return groups | {f"{letter}{n}": {"hero": 1} for n in (5, 6)}

    # 4D6 + 2D8 and the same leaders on both sides: neither is more likely to go first
    chances = first_chances(Zone(red=make_side("r"), blue=make_side("b")))
    assert chances == {RED: Fraction(1, 2), BLUE: Fraction(1, 2)}


@pytest.mark.rule("CZ-INIT-02", "CZ-INIT-04", "CZ-INIT-05")
def test_odds_of_unequal_pools_agree_with_a_count_of_all_faces() -> None:
    zone = Zone(red={"r1": PLAIN, "r2": PLAIN, "r3": PLAIN}, blue={"b1": LED, "b2": {"hero": 1}})
    reds = [(sum(dice), max(dice)) for dice in product(range(1, 7), repeat=3)]
    blues = [(six + eight + 3, max(six, eight)) for six in range(1, 7) for eight in range(1, 9)]
    wins = sum(red > blue for red in reds for blue in blues)
    losses = sum(red < blue for red in reds for blue in blues)
    # equal totals with equal highest dice are rolled again
    assert first_chances(zone)[RED] == Fraction(wins, wins + losses)

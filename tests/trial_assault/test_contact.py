"""Who touches whom where several units fight: everybody strikes, nobody counts twice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.trial_assault import mob
from tests.trial_assault.table import (
    AXE,
    B1,
    B2,
    BLUE,
    R1,
    R2,
    R3,
    RED,
    Table,
    UnitId,
    guard,
    model,
    needed,
)
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.requests import Split
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.combat import combat_contact, initiative_steps
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.profile_types import Armour
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import FightersSheet

ODD = {
    "zealot": model(fearless=True),
    "grot": guard(ws=2, s=2, t=2, i=2, sv=0, fearless=True),
    "quick": guard(i=9, fearless=True),
    "brave": guard(fearless=True),
    "ogre": guard(w=3, monstrous=True, fearless=True),
    "hero": model(AXE, a=3, independent=True),
    "swarm": model(a=3, i=5),
    "axe": model(AXE, a=9, i=9, s=9),
    "car": model(vehicle=Armour(), a=0),
}


def table(red: Mapping[str, Mapping[str, int]], blue: Mapping[str, Mapping[str, int]]) -> Table:
    return Table(red, blue, profiles=ODD)


def strikers(play: Table) -> set[tuple[UnitId, UnitId]]:
    """Who has blows at whom."""
    every = (
        one
        for combat in initiative_steps.list_combats(play.match)
        for one in initiative_steps.list_remaining_strikers(play.match, combat)
    )
    return {(play.match.figure(one.figure).unit, one.target) for one in every}


# ------------------------------------------------------------------------------- everybody strikes


@pytest.mark.rule("TA-FIGHT-01", "TA-MULTI-02")
@pytest.mark.parametrize("blue", [{"beast": 1}, {"guard": 2}, {"guard": 10}])
def test_all_of_three_units_strike_whom_they_charge(blue: Mapping[str, int]) -> None:
    """Five troopers of one attack, and one more as they charge: ten dice each."""
    play = table({one: {"trooper": 5} for one in ("r1", "r2", "r3")}, {"b1": blue})
    for one in ("r1", "r2", "r3"):
        play.charge(one, "b1")
    play.fight()
    assert strikers(play) >= {(R1, B1), (R2, B1), (R3, B1)}
    for one in ("r1", "r2", "r3"):
        play.strike(one, "b1")
        assert needed(play)[0] == 10
        play.roll("1" * 10)


@pytest.mark.rule("TA-MULTI-02")
def test_models_that_reach_two_enemies_are_shared_evenly_unless_a_number_is_said() -> None:
    play = table({"r1": {"trooper": 3}, "r2": {"trooper": 3}}, {"b1": {"quick": 9}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    play.strike("b1", "r1")
    assert needed(play)[0] == 5
    play.roll("1" * 5)
    play.strike("b1", "r2")
    assert needed(play)[0] == 4
    other = table({"r1": {"trooper": 3}, "r2": {"trooper": 3}}, {"b1": {"quick": 9}})
    other.charge("r1", "b1")
    other.charge("r2", "b1")
    other.fight()
    other.strike("b1", "r1", "1" * 7, figures=7)
    other.strike("b1", "r2")
    assert needed(other)[0] == 2


@pytest.mark.rule("TA-CHAR-04", "TA-CHAR-05")
def test_a_lone_hero_who_charges_two_touches_both_and_is_struck_by_both() -> None:
    play = table({"r1": {"hero": 1}}, {"b1": {"guard": 3}, "b2": {"guard": 3}})
    play.charge("r1", "b1", "b2")
    play.fight()
    assert strikers(play) == {(R1, B1), (R1, B2), (B1, R1), (B2, R1)}
    play.strike("r1", "b1", "3333")  # 3 attacks, 1 more as he charges
    assert isinstance(play.asked, Split)


@pytest.mark.rule("TA-G68")
def test_two_units_at_a_vehicle_both_strike_and_it_is_not_waited_for() -> None:
    """It stands still, so every blow hits; 1 and S 4 do nothing to 10 of armour (TA-T13)."""
    play = table({"r1": {"trooper": 1}, "r2": {"trooper": 1}}, {"b1": {"car": 1}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    assert strikers(play) == {(R1, B1), (R2, B1)}
    for one in ("r1", "r2"):
        play.strike(one, "b1")
        play.choose("front")
        play.roll("1")
        play.roll("1")
    assert play.idle
    assert play.has("r1", markers.FOUGHT)
    assert not play.has("b1", markers.LOST)


FORCES = (
    ({"zealot": 1}, {"zealot": 1}, {"brave": 2}),
    ({"zealot": 2}, {"grot": 1}, {"brave": 2}),
    ({"zealot": 1}, {"grot": 2}, {"quick": 2}),
    ({"zealot": 1}, {"zealot": 1}, {"ogre": 1}),
    ({"grot": 1}, {"zealot": 1}, {"brave": 1}),
)


def at_least(red: Mapping[str, Mapping[str, int]], blue: Mapping[str, int]) -> list[Fraction]:
    """How likely Red inflicts at least 1, 2 … wounds when all of it charges."""
    play = table(red, {"b1": blue})
    charge = RULESET.actions["charge"].foretold
    assert charge is not None
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    found = runner.compute_odds(
        charge, (RED, ChargeDeclaration(tuple(play.match.units(RED)), (B1,)))
    )
    wounds = {
        one.value: chance
        for one, chance in found.reported_results.items()
        if (one.what, one.subject) == ("wounds", RED)
    }
    return [sum(chance for n, chance in wounds.items() if int(n) >= k) for k in (1, 2, 3)]


@pytest.mark.thorough
@pytest.mark.rule("TA-FIGHT-01", "TA-FIGHT-02")
@pytest.mark.parametrize(("first", "second", "blue"), FORCES)
def test_one_more_attacker_never_lowers_the_odds(
    first: Mapping[str, int], second: Mapping[str, int], blue: Mapping[str, int]
) -> None:
    alone, both = (at_least(red, blue) for red in ({"r1": first}, {"r1": first, "r2": second}))
    assert all(more >= less for more, less in zip(both, alone, strict=True))
    assert both[0] > alone[0]


@pytest.mark.thorough
def test_a_third_attacker_at_two_models_never_lowers_the_odds() -> None:
    one = {"grot": 1}
    two = at_least({"r1": one, "r2": one}, {"brave": 2})
    three = at_least({"r1": one, "r2": one, "r3": one}, {"brave": 2})
    assert all(more > less for more, less in zip(three[:2], two[:2], strict=True))


# ------------------------------------------------------------------------ as the table tells it


@pytest.mark.rule("TA-MULTI-02", "TA-FIGHT-01")
@pytest.mark.parametrize(("chosen", "first", "then"), [(1, 17, 9), (0, 14, 12)])
def test_a_model_that_two_enemies_share_is_counted_once(chosen: int, first: int, then: int) -> None:
    """4 touch P, 1 both, 3 Q, 2 support: 8 + 2 of ten. With three attacks each (4 + 1) x 3 + 2 and
    3 x 3, or 4 x 3 + 2 and (3 + 1) x 3.
    """
    play = table({"r1": {"swarm": 10}}, {"b1": {"guard": 5}, "b2": {"guard": 5}})
    play.lock("r1", "b1", "b2")
    play.fight()
    rows = (
        ContactDeclaration(R1, 5, 2, B1),
        ContactDeclaration(R1, 4, 0, B2),
        ContactDeclaration(B1, 4, 1),
        ContactDeclaration(B2, 3, 2),
    )
    (told,) = play.objections("sheet", RED, FightersSheet(rows))
    assert (told.id, told.legal) == ("counted-twice", True)
    assert told.text == "R1 has 10 models, but 11 are listed: 1 of them would touch several enemies"
    play.do("sheet", RED, FightersSheet(rows))
    assert [
        (row.engaged, row.supporting, row.enemy, row.also)
        for row in combat_contact.list_contact_rows(play.match, R1)
    ] == [(5, 2, B1, ()), (4, 0, B2, ()), (1, 0, B1, (B2,))]
    play.strike("r1", "b1", figures=chosen)
    assert dice_to_hit(play) == first
    play.strike("r1", "b2", figures=1 - chosen)
    assert dice_to_hit(play) == then


def dice_to_hit(play: Table) -> int:
    """All dice to hit of a blow that is under way; all of them miss."""
    found = 0
    while not play.idle:
        n, _ = needed(play)
        found += n
        play.roll("1" * n)
    return found


@pytest.mark.rule("TA-FIGHT-02", "TA-CAS-06")
def test_zones_that_share_models_leave_those_outside_alone() -> None:
    """Of ten guards 4 touch R1 and 6 R2, 2 of these both: 4 + 6 - 2 can die, 2 stand outside."""
    play = table({"r1": {"axe": 2}, "r2": {"axe": 2}}, {"b1": {"guard": 10}})
    play.lock("r1", "b1")
    play.lock("r2", "b1")
    play.fight()
    rows = (
        ContactDeclaration(B1, 4, 0, R1),
        ContactDeclaration(B1, 6, 0, R2),
        ContactDeclaration(B1, 2, 0, R1, also=(R2,)),
    )
    assert not play.against("sheet", BLUE, FightersSheet(rows))
    play.do("sheet", BLUE, FightersSheet(rows))
    assert [
        len(combat_contact.list_models_in_kill_zone(play.match, one, B1)) for one in (R1, R2)
    ] == [4, 6]
    for one in ("r1", "r2"):
        play.strike(one, "b1", "6" * 18, "6" * 18)
    assert play.count("b1") == (2,)


@pytest.mark.rule("TA-FIGHT-02")
def test_who_is_left_out_of_a_sheet_is_told() -> None:
    play = table({"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 10}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    (told,) = play.objections("sheet", BLUE, FightersSheet((ContactDeclaration(B1, 4, 2, R1),)))
    assert told.text == "B1 is listed without R2, which touches it: R2 does not strike B1"


@pytest.mark.rule("TA-FIGHT-01")
def test_who_charges_after_the_sheet_was_told_strikes_and_is_struck() -> None:
    """4 and 2 of ten were told of R1; of R2 nothing: they keep R1, and all have R2."""
    play = table({"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 10}})
    play.charge("r1", "b1")
    play.do("sheet", BLUE, FightersSheet((ContactDeclaration(B1, 4, 2, R1),)))
    play.charge("r2", "b1")
    play.fight()
    rows = [
        (row.engaged, row.supporting, row.enemy, row.also)
        for row in combat_contact.list_contact_rows(play.match, B1)
    ]
    assert rows == [(4, 2, R1, ()), (8, 2, R2, ()), (4, 2, R1, (R2,))]
    assert len(combat_contact.list_models_in_kill_zone(play.match, R2, B1)) == 10


def charged() -> tuple[str, ...]:
    return ("next", "next", "r1,r2 charges b1", "next")


@pytest.mark.rule("TA-MULTI-02")
def test_shared_models_are_told_in_a_line_and_asked_alike() -> None:
    """Of 12 guards 4 touch R1, 6 R2 and 2 of these both."""
    lines = ("sheet b1 4 r1 b1 6 r2 b1 2 r1+r2", "sheet : b1a 4, b1c 6, b1f 2")
    said = [mob.begin(*charged(), line) for line in lines]
    rows = [list(combat_contact.list_contact_rows(game.match, B1)) for game in said]
    assert (
        rows[0]
        == rows[1]
        == [
            ContactDeclaration(B1, 4, 0, R1),
            ContactDeclaration(B1, 6, 0, R2),
            ContactDeclaration(B1, 2, 0, R1, also=(R2,)),
        ]
    )


@pytest.mark.rule("TA-FIGHT-01")
def test_more_than_there_are_is_refused_where_it_is_asked() -> None:
    """R1 has 8 models."""
    game = mob.begin(*charged())
    error = play_line(game, "sheet : 8 2 5 0 12 0 12 0").error
    assert error is not None
    said = "R1 has only 8 models to touch and to support."
    assert said in error.message


def test_as_they_stand_is_kept_exactly() -> None:
    game = mob.begin(*charged(), "sheet r1 4+4 b1 4+1 r1 b1 6 r2 b1 2 r1+r2")
    before = game.match
    rows = [
        *combat_contact.list_contact_rows(before, R1),
        *combat_contact.list_contact_rows(before, B1),
    ]
    assert play_line(game, "sheet", use_defaults=True).error is None
    assert [
        *combat_contact.list_contact_rows(game.match, R1),
        *combat_contact.list_contact_rows(game.match, B1),
    ] == rows


def test_enemies_of_a_row_that_names_none() -> None:
    play = table(
        {"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 4}, "b2": {"guard": 4}}
    )
    play.lock("r1", "b1")
    assert combat_contact.list_row_enemies(play.match, ContactDeclaration(R1, 1)) == (B1,)
    assert combat_contact.list_row_enemies(
        play.match, ContactDeclaration(R1, 1, 0, B1, also=(B2,))
    ) == (
        B1,
        B2,
    )
    assert combat_contact.list_row_enemies(play.match, ContactDeclaration(R2, 1)) == ()

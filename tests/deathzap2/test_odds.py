"""Odds of every Deathzap procedure of dice, against the table driven through every answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.pieces.nearby_figures import UnitHits
from tracker.procedures.runners.exact_and_sampled_odds import (
    Odds,
    OddsRunner,
    Outcome,
    make_read_only_match,
)
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.attacks import unit_attack, vehicle_and_monster_damage
from tracker.rulesets.deathzap2.attacks.gun_allocation import TargetedFire
from tracker.rulesets.deathzap2.attacks.strike_allocation import TargetedStrikes
from tracker.rulesets.deathzap2.attacks.unit_attack import (
    AttackSource,
    OwedDamage,
    make_casualty_facts,
)
from tracker.rulesets.deathzap2.data import markers, state_queries
from tracker.rulesets.deathzap2.phases import (
    impetus_and_order_dice,
    melee_phase,
    phase_end_losses_and_panic,
    rally_and_flight,
    setup_phase,
    shooting_phase,
    unit_join_and_split,
)
from tracker.rulesets.deathzap2.phases.melee_phase import Fight
from tracker.rulesets.deathzap2.phases.shooting_phase import Shoot
from tracker.testing import odds_oracle
from tracker.testing.match_in_memory import BLUE, RED, f, u

AGAIN = ("DZ-GEN-03", "DZ-G30", "DZ-IMP-01", "DZ-SETUP-04", "DZ-MOVE-06")
"""Rules whose dice are rolled again until they fit."""
agreed = partial(odds_oracle.check_agreed_odds, again=AGAIN)

PROFILES = {
    "rifle": profile("regular infantry medium", "basic rifle"),
    "better": profile("elite infantry medium", "upgraded rifle"),
    "gunner": profile("regular infantry medium", "basic medium-repeater"),
    "destroyer": profile("regular infantry medium", "upgraded destroyer"),
    "plain": profile("basic infantry light"),
    "armed": profile("basic infantry light", "basic rifle"),
    "sergeant": profile("elite infantry heavy"),
    "tank": profile("basic vehicle light", "basic rifle + basic repeater"),
    "four": profile("basic vehicle light", " + ".join(["basic rifle"] * 4)),
    "brute": profile("basic monster light", "basic rifle", "basic jaws"),
    "big": profile("elite big-beast light", "", "upgraded big-jaws"),
}


def skirmish(reds: dict[str, int], **how: Any) -> Skirmish:
    """``blues`` are one unit or several; other words are options."""
    blues = how.pop("blues")
    phase = how.pop("phase", "shoot")
    flow = {f"b{at}": who for at, who in enumerate(blues, 1)}
    game = Skirmish(PROFILES, {"r1": reds, **flow}, how.pop("options", None), phase=phase, **how)
    if phase == "melee":
        for handle in flow:
            game.engage("r1", handle)
    return game


def fire(game: Skirmish, *shares: TargetedFire) -> dict[Outcome, Fraction]:
    params = Shoot(u("r1"), shares or (TargetedFire(u("b1")),))
    return agreed(RULESET, game.table.state, shooting_phase.resolve_shooting, (RED, params))


def fight(game: Skirmish, *against: TargetedStrikes) -> dict[Outcome, Fraction]:
    params = Fight(u("r1"), against or (TargetedStrikes(u("b1")),))
    return agreed(RULESET, game.table.state, melee_phase.resolve_fight, (RED, params))


def losses(game: Skirmish, found: dict[Outcome, Fraction], who: str = "b1") -> dict[int, Fraction]:
    """The distribution of figures to remove."""
    odds = Odds(game.table.state, {}, (), 0)
    counts: dict[int, Fraction] = {}
    for outcome, chance in found.items():
        match = make_read_only_match(odds.state.make_overlay((*outcome.changes, frozenset())))
        n = len(match.figures(u(who))) - len(state_queries.list_standing_figures(match, u(who)))
        counts[n] = counts.get(n, Fraction(0)) + chance
    return counts


@pytest.mark.rule("DZ-SHOOT-05", "DZ-SHOOT-08", "DZ-SHOOT-09", "DZ-SHOOT-10")
def test_a_volley() -> None:
    game = skirmish({"rifle": 3}, blues=[{"plain": 2}])
    found = losses(game, fire(game))
    # a die kills by 4/6 hit, 3/6 through, 5/6 not saved: 5/18
    kill = Fraction(5, 18)
    assert found[0] == (1 - kill) ** 3
    assert found[1] == 3 * kill * (1 - kill) ** 2
    assert found[2] == 1 - found[0] - found[1]  # never more than there are


def test_needs_and_grades_of_their_own() -> None:
    fire(skirmish({"rifle": 1, "better": 2}, blues=[{"plain": 2}]))


@pytest.mark.rule("DZ-SHOOT-07", "DZ-G25", "DZ-G26", "DZ-G67")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hit_allocation": "spread_evenly"},
        {"overkill": "wasted"},
        {"overkill": "wasted", "hit_allocation": "spread_evenly"},
        {"mixed_defence": "majority"},
    ],
)
def test_mixed_armour(options: dict[str, bool | str]) -> None:
    fire(skirmish({"rifle": 3}, blues=[{"plain": 1, "armed": 1, "sergeant": 1}], options=options))


def test_split_fire() -> None:
    game = skirmish({"rifle": 3}, blues=[{"plain": 2}, {"sergeant": 2}])
    fire(game, TargetedFire(u("b1"), "soft"), TargetedFire(u("b2"), guns=(("rifle", 1),)))


@pytest.mark.rule("DZ-SHOOT-03", "DZ-DMG-05")
def test_the_second_target_of_a_volley_is_fired_at_although_the_first_is_enraged() -> None:
    game = skirmish({"rifle": 2}, blues=[{"brute": 1}, {"plain": 2}])
    found = fire(game, TargetedFire(u("b1"), guns=(("rifle", 1),)), TargetedFire(u("b2")))
    assert {one.aftermath for one in found} == {"", "enraged"}
    assert losses(game, found, "b2")[1] == Fraction(5, 18)  # as in test_a_volley


@pytest.mark.rule("DZ-ORD-03")
def test_ones_rolled_again() -> None:
    rows: Any = {"orders": {"4": {"reroll_hits": True, "reroll_saves": True}}}
    game = skirmish(
        {"rifle": 2}, blues=[{"plain": 2}], options={"orders_table": "custom"}, tables=rows
    )
    game.order("r1", 4)
    game.order("b1", 4)
    found = losses(game, fire(game))
    # hit: 4/6 + 1/6 × 4/6 = 7/9; through 1/2; not saved: 1 - (1/6 + 1/6 × 1/6) = 29/36
    kill = Fraction(7, 9) * Fraction(1, 2) * Fraction(29, 36)
    assert found[2] == kill**2


@pytest.mark.rule("DZ-SHOOT-11")
def test_a_destroyer_with_nobody_near() -> None:
    fire(skirmish({"destroyer": 2}, blues=[{"plain": 2}]))


@pytest.mark.rule("DZ-SHOOT-11", "DZ-DMG-06")
def test_a_blast_over_several_units() -> None:
    game = skirmish(
        {"destroyer": 1, "rifle": 1}, blues=[{"plain": 3}, {"sergeant": 2}, {"tank": 1}]
    )
    caught = tuple(
        UnitHits(reach.unit, ((reach.kind, reach.most),))
        for reach in unit_attack.list_figure_groups_in_blast(game.match, u("b1"), (BLUE,))
    )
    blow = AttackSource(RED, u("r1"), "blast")
    agreed(
        RULESET, game.table.state, unit_attack.resolve_blast_hits, (blow, "upgraded", caught, ())
    )


DAMAGES = [
    ("tank", 2, {}),
    ("tank", 2, {"vehicle_damage_timing": "immediate"}),
    ("tank", 3, {"repeat_half": "once"}),
    ("tank", 3, {"no_weapon_left": "reroll"}),
    ("four", 2, {}),
    ("big", 1, {}),
    ("brute", 2, {}),
    ("brute", 2, {"no_weapon_left": "reroll"}),
    ("brute", 4, {}),
]


@pytest.mark.rule("DZ-DMG-01", "DZ-T9", "DZ-GEN-03", "DZ-G30")
@pytest.mark.parametrize(("prey", "rolls", "options"), DAMAGES)
def test_damage_rolls(prey: str, rolls: int, options: dict[str, bool | str]) -> None:
    game = skirmish({"rifle": 2}, blues=[{prey: 1}, {"plain": 2}], options=options)
    owed = (OwedDamage(AttackSource(RED, u("r1"), "fire"), u("b1"), rolls),)
    found = agreed(
        RULESET, game.table.state, vehicle_and_monster_damage.roll_and_apply_owed_damage, (owed,)
    )
    names = {outcome.aftermath for outcome in found}
    assert names == {"tank": {"", "explosion"}, "brute": {"", "enraged"}}.get(prey, names)


Hull = tuple[int, bool, frozenset[str], frozenset[str]]


def by_hand(guns: frozenset[str], rolls: int, *, monster: bool) -> dict[Hull, Fraction]:
    """DZ-T9 die by die: (halvings, stopped, guns lost, rage and end) with their chances."""
    now: dict[Hull, Fraction] = {(0, False, frozenset(), frozenset()): Fraction(1)}
    for _ in range(rolls):
        after: dict[Hull, Fraction] = {}
        for hull, chance in now.items():
            for end, more in one_die(hull, guns, monster=monster):
                after[end] = after.get(end, Fraction(0)) + chance * more
        now = after
    return now


def one_die(hull: Hull, guns: frozenset[str], *, monster: bool) -> Iterator[tuple[Hull, Fraction]]:
    halved, stopped, lost, ends = hull
    if ends - {"enraged"}:
        yield hull, Fraction(1)
        return
    yield (halved + (not stopped), stopped, lost, ends), Fraction(2, 6)
    left = guns - lost
    for gun in left:
        yield (halved, stopped, lost | {gun}, ends), Fraction(1, 6 * len(left))
    if not left:
        yield hull, Fraction(1, 6)
    damage = (halved, stopped, lost, ends | {"enraged"}), Fraction(2, 6)
    yield damage if monster else ((halved, True, lost, ends), Fraction(2, 6))
    yield (halved, stopped, lost, ends | {"destroyed"}), Fraction(1, 6)


@pytest.mark.rule("DZ-T9", "DZ-DMG-01", "DZ-G69")
@pytest.mark.parametrize(("prey", "guns"), [("tank", 2), ("four", 4), ("brute", 1)])
def test_twelve_damage_rolls_agree_with_a_sum_by_hand(prey: str, guns: int) -> None:
    game = skirmish({"rifle": 1}, blues=[{prey: 1}, {"plain": 2}])
    owed = (OwedDamage(AttackSource(RED, u("r1"), "fire"), u("b1"), 12),)
    odds = OddsRunner(RULESET, game.table.state, number=Fraction).compute_odds(
        vehicle_and_monster_damage.roll_and_apply_owed_damage, (owed,)
    )
    body = f("b1", 1)

    def hull(match: Match, aftermath: str) -> Hull:
        ends = {"enraged"} & {aftermath}
        if match.has(body, markers.TO_REMOVE):
            ends.add("destroyed")
        return (
            int(match.mark(body, markers.WILL_HALVE) or 0),
            match.has(body, markers.WILL_STOP),
            frozenset(vehicle_and_monster_damage.list_guns_to_lose(match, body)),
            frozenset(ends),
        )

    names = frozenset(f"g{at}" for at in range(1, guns + 1))
    assert odds.compute_distribution(hull) == by_hand(names, 12, monster=prey == "brute")


@pytest.mark.rule("DZ-GEN-03", "DZ-DMG-03", "DZ-DMG-06")
def test_chances_of_one_damage_roll() -> None:
    game = skirmish({"rifle": 2}, blues=[{"four": 1}])
    owed = (OwedDamage(AttackSource(RED, u("r1"), "fire"), u("b1"), 1),)
    odds = OddsRunner(RULESET, game.table.state, number=Fraction).compute_odds(
        vehicle_and_monster_damage.roll_and_apply_owed_damage, (owed,)
    )
    assert odds.compute_distribution(lambda _, aftermath: aftermath) == {
        "": Fraction(5, 6),
        "explosion": Fraction(1, 6),
    }
    guns = odds.compute_distribution(lambda match, _: match.mark(f("b1", 1), markers.WILL_LOSE))
    assert {guns[f"g{at}"] for at in (1, 2, 3, 4)} == {Fraction(1, 24)}  # 1/6 × 1/4


@pytest.mark.thorough
def test_fire_at_a_vehicle_and_at_a_monster() -> None:
    for prey in ("tank", "brute"):
        fire(skirmish({"gunner": 1}, blues=[{prey: 1}]))


@pytest.mark.rule("DZ-DMG-05", "DZ-DMG-06")
def test_aftermaths_have_odds_of_their_own() -> None:
    game = skirmish({"rifle": 3}, blues=[{"brute": 1}, {"tank": 1}])
    agreed(
        RULESET,
        game.table.state,
        vehicle_and_monster_damage.perform_enraged_attack,
        (u("b1"), u("r1")),
    )
    agreed(RULESET, game.table.state, vehicle_and_monster_damage.resolve_monster_rage, (u("b1"),))
    agreed(
        RULESET,
        game.table.state,
        unit_attack.resolve_explosion,
        (AttackSource(RED, u("r1"), "fire"), u("b2")),
    )


def test_the_default_of_a_spatial_question_is_an_assumption() -> None:
    game = skirmish({"destroyer": 2}, blues=[{"plain": 2}])
    params = (RED, Shoot(u("r1"), (TargetedFire(u("b1")),)))
    odds = OddsRunner(RULESET, game.table.state).compute_odds(
        shooting_phase.resolve_shooting, params
    )
    assert odds.assumptions == ("others within 3 inches: nobody",)


@pytest.mark.rule("DZ-MELEE-02", "DZ-MELEE-03", "DZ-MELEE-04")
def test_melee() -> None:
    game = skirmish({"plain": 3}, blues=[{"big": 2}], phase="melee")
    found = losses(game, fight(game))
    # basic against elite: 1/6 to hit, 3/6 through, big beasts save on 3+: 2/6 fail
    kill = Fraction(1, 36)
    assert found[0] == (1 - kill) ** 3


@pytest.mark.rule("DZ-G40", "DZ-MORALE-05")
def test_melee_with_casualties_at_once_and_what_follows_from_them() -> None:
    game = skirmish(
        {"plain": 3},
        blues=[{"plain": 2}],
        phase="melee",
        options={"melee_order": "charger_first_casualties_at_once"},
    )
    found = fight(game)
    lone = Fraction(0)
    for outcome, chance in found.items():
        match = make_read_only_match(game.table.state.make_overlay((*outcome.changes, frozenset())))
        if len(match.figures(u("b1"))) == 1:
            assert match.has(u("b1"), markers.PANICKED)
            lone += chance
    # 3 dice of 3/6 × 3/6 × 5/6 = 5/24, exactly one of them kills
    assert lone == 3 * Fraction(5, 24) * Fraction(19, 24) ** 2


def test_melee_at_two_enemies_and_at_a_monster() -> None:
    game = skirmish({"plain": 3}, blues=[{"plain": 2}, {"sergeant": 2}], phase="melee")
    fight(game, TargetedStrikes(u("b1"), figures=1), TargetedStrikes(u("b2")))
    fight(skirmish({"big": 1}, blues=[{"brute": 1}], phase="melee"))


@pytest.mark.rule("DZ-IMP-01", "DZ-G06")
@pytest.mark.parametrize(("panicked", "chance"), [(0, Fraction(1, 2)), (1, Fraction(21, 31))])
def test_the_roll_off_for_impetus(panicked: int, chance: Fraction) -> None:
    options: dict[str, bool | str] = {"impetus_panic_bonus": True}
    game = skirmish({"rifle": 2}, blues=[{"plain": 2}], phase="impetus", options=options)
    game.clock(1, "impetus", None)
    if panicked:
        game.panic("b1", 0)
    found = agreed(
        RULESET, game.table.state, impetus_and_order_dice.IMPETUS.stage, (None, FirstSideRoll())
    )
    # Red with 1 more wins 21 pairs and loses 10; the five ties are rolled again
    assert sorted(found.values()) == [1 - chance, chance]


@pytest.mark.rule("DZ-SETUP-04", "DZ-G05")
def test_the_roll_off_for_deployment() -> None:
    game = skirmish({"rifle": 2}, blues=[{"plain": 2}])
    found = agreed(RULESET, game.table.state, setup_phase.roll_for_deployment, ())
    assert list(found.values()) == [Fraction(1, 2)] * 2  # ties are rolled again


@pytest.mark.rule("DZ-ORD-02")
def test_order_dice() -> None:
    game = skirmish(
        {"rifle": 2},
        blues=[{"plain": 2}, {"plain": 2}],
        phase="orders",
        options={"orders_table": "starter"},
    )
    game.clock(1, "orders", BLUE)
    found = agreed(
        RULESET,
        game.table.state,
        impetus_and_order_dice.roll_order_dice,
        (BLUE, impetus_and_order_dice.OrderDiceRoll(())),
    )
    assert list(found.values()) == [Fraction(1, 36)] * 36


@pytest.mark.rule("DZ-WIN-03")
def test_the_dice_for_objectives() -> None:
    game = skirmish({"rifle": 2}, blues=[{"plain": 2}], options={"intel_placement": "players"})
    found = agreed(RULESET, game.table.state, setup_phase.roll_objectives_and_counter_positions, ())
    assert list(found.values()) == [Fraction(1, 9)] * 9  # three of each table, two faces each


def paths(game: Skirmish, *shares: TargetedFire) -> int:
    params = (RED, Shoot(u("r1"), shares or (TargetedFire(u("b1")),)))
    return (
        OddsRunner(RULESET, game.table.state, budget=10**6)
        .compute_odds(shooting_phase.resolve_shooting, params)
        .paths
    )


@pytest.mark.parametrize(
    ("prey", "sizes"),
    [({"plain": 30}, (3, 6, 12)), ({"plain": 9, "sergeant": 3}, (3, 6)), ({"tank": 1}, (2, 3))],
)
def test_paths_grow_polynomially(prey: dict[str, int], sizes: tuple[int, ...]) -> None:
    for n in sizes:
        one = paths(skirmish({"rifle": n}, blues=[prey]))
        two = paths(skirmish({"rifle": 2 * n}, blues=[prey]))
        assert two <= 16 * one


@pytest.mark.thorough
@pytest.mark.parametrize(("prey", "most"), [("tank", 5_000), ("four", 17_000), ("brute", 10_000)])
def test_many_hits_on_something_big_take_few_paths(prey: str, most: int) -> None:
    """A path takes some 15 microseconds: twelve shots are there before anybody waits for them."""
    assert paths(skirmish({"rifle": 12}, blues=[{prey: 1}])) <= most


def test_paths_of_split_fire_grow_polynomially() -> None:
    shares = (TargetedFire(u("b1"), guns=("rifle",)), TargetedFire(u("b2")))
    counts = [
        paths(skirmish({"rifle": n, "better": n}, blues=[{"plain": 9}, {"tank": 1}]), *shares)
        for n in (2, 4, 8)
    ]
    assert counts[1] <= 16 * counts[0]
    assert counts[2] <= 16 * counts[1]


@pytest.mark.rule("DZ-SHOOT-13", "DZ-SHOOT-12", "DZ-T18")
def test_the_end_of_a_phase() -> None:
    game = skirmish({"rifle": 3}, blues=[{"plain": 3}, {"tank": 1}])
    blow = AttackSource(RED, u("r1"), "fire")
    game.fix(*make_casualty_facts(game.match, u("b1"), (f("b1", 3),), blow))
    game.mark(f("b2", 1), markers.WILL_HALVE, 1)
    found = agreed(RULESET, game.table.state, phase_end_losses_and_panic.resolve_phase_end, ())
    panicked = Fraction(0)
    for outcome, chance in found.items():
        match = make_read_only_match(game.table.state.make_overlay((*outcome.changes, frozenset())))
        panicked += chance * match.has(u("b1"), markers.PANICKED)
        assert match.mark(f("b2", 1), markers.HALVED) == 1
    # 2 left × die against 1 killed × die: 1-3, 4, 5, 6 ; 2-5, 6 → six of 36 pairs
    assert panicked == Fraction(6, 36)


@pytest.mark.rule("DZ-MOVE-06", "DZ-G12", "DZ-T18")
@pytest.mark.parametrize(("tie", "chance"), [("calm", 15), ("panicked", 21), ("reroll", 18)])
def test_a_join_roll(tie: str, chance: int) -> None:
    game = skirmish(
        {"rifle": 2}, blues=[{"plain": 2}, {"plain": 2}], phase="move", options={"join_tie": tie}
    )
    game.panic("b2")
    params = unit_join_and_split.UnitJoin(unit=u("b1"), into=u("b2"))
    found = agreed(RULESET, game.table.state, unit_join_and_split.join_units, (BLUE, params))
    panicked = Fraction(0)
    for outcome, each in found.items():
        match = make_read_only_match(game.table.state.make_overlay((*outcome.changes, frozenset())))
        panicked += each * match.has(u("b2"), markers.PANICKED)
    # equal numbers: the dice decide, 15 pairs each way and 6 ties
    assert panicked == Fraction(chance, 36)


@pytest.mark.rule("DZ-MORALE-02", "DZ-MORALE-05", "DZ-T16")
def test_morale_of_several_units() -> None:
    game = skirmish({"rifle": 2}, blues=[{"plain": 2}, {"plain": 1}], phase="morale")
    game.panic("r1", 0)
    game.panic("b1", 0)
    game.clock(2, "morale")
    found = agreed(RULESET, game.table.state, rally_and_flight.roll_rallies_and_flights, ())
    calm = Fraction(0)
    for outcome, chance in found.items():
        match = make_read_only_match(game.table.state.make_overlay((*outcome.changes, frozenset())))
        assert match.has(u("b2"), markers.PANICKED)  # a lone figure never rallies
        calm += chance * (not match.has(u("b1"), markers.PANICKED))
    assert calm == Fraction(1, 2)


@pytest.mark.parametrize("spread", ["owner_free", "spread_evenly"])
def test_paths_stay_few_where_figures_roll_apart(spread: str) -> None:
    options = {"overkill": "wasted", "hit_allocation": spread}
    one, two = (
        paths(skirmish({"rifle": n}, blues=[{"plain": n // 2}], options=options)) for n in (6, 12)
    )
    assert two <= 32 * one

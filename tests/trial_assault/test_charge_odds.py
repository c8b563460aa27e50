"""What odds tell of a charge before it is declared: the fight, who breaks, who is caught."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.trial_assault import evening
from tests.trial_assault.table import (
    AXE,
    B1,
    B2,
    BLUE,
    FIST,
    FORCE,
    R1,
    R2,
    RED,
    Table,
    UnitId,
    guard,
    model,
)
from tracker.application.chances.action_odds import (
    FORETOLD_PURE,
    OddsBudget,
    ReportedResultChances,
    forecast_action,
    forecast_line,
)
from tracker.application.typed_lines.line_and_script_play import parse_command
from tracker.procedures.match_view import Match
from tracker.procedures.requests import LOSSES
from tracker.procedures.runners.exact_and_sampled_odds import (
    Odds,
    OddsRunner,
    make_read_only_match,
    sample_odds,
)
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.combat import counted_fight_states
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.data.profile_types import Armour
from tracker.rulesets.trial_assault.data.rule_tables import INCH
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import ConsolidationMove
from tracker.testing.ruleset_laws import assert_odds_agree
from tracker.vocabulary.events import Wounded
from tui.views.background_forecast import MAX_PATHS
from tui.views.forecast_wording import describe_forecast

CHARGE = RULESET.actions["charge"]
AT_B1 = ChargeDeclaration((R1,), (B1,))
KILLED = Fraction(368, 729)
"""Two blows of a trooper at a guard, each 4/6 x 4/6 x 4/6: 1 - (19/27) squared."""
STRUCK_BACK = Fraction(1, 18)
"""The blow of a guard that is left: hits on 4, wounds on 5, saved on 3: 1/2 x 1/3 x 1/3."""


def odds(play: Table, params: ChargeDeclaration = AT_B1) -> Odds:
    assert CHARGE.foretold is not None
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    return runner.compute_odds(CHARGE.foretold, (RED, params))


def told(found: Odds, what: str, subject: str) -> dict[int | str, Any]:
    return {
        one.value: chance
        for one, chance in found.reported_results.items()
        if (one.what, one.subject) == (what, subject)
    }


def carrying(found: Odds, marker: str) -> Any:
    """How likely it is that B1 carries a marker in the end."""
    return found.compute_distribution(
        lambda match, _: match.exists(B1) and match.has(B1, marker)
    ).get(True, 0)


@pytest.mark.rule("TA-RES-01")
def test_one_against_one_by_hand() -> None:
    """The trooper strikes first, at step 4; who is slain strikes nobody."""
    found = odds(Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}))
    lost = (1 - KILLED) * STRUCK_BACK
    assert told(found, "close combat", R1) == {
        "won": KILLED,
        "lost": lost,
        "drawn": 1 - KILLED - lost,
    }
    assert told(found, "wounds", RED) == {1: KILLED, 0: 1 - KILLED}
    assert told(found, "wounds", BLUE) == {1: lost, 0: 1 - lost}
    assert found.compute_distribution(lambda match, _: match.exists(B1)) == {
        False: KILLED,
        True: 1 - KILLED,
    }
    assert set(found.assumptions) == {
        "all of R1 in contact",
        "all of B1 in contact",
        "B1 not in cover from R1",
    }


@pytest.mark.rule("TA-CONS-02")
def test_a_friend_who_consolidated_among_the_charges_does_not_fight() -> None:
    """R2 and B2 fight one against one, although R1 is locked with B2."""
    play = Table(
        {"r1": {"trooper": 5}, "r2": {"trooper": 1}}, {"b1": {"guard": 4}, "b2": {"guard": 1}}
    )
    play.fix(markers.FLEES.set(B1))
    play.charge("r1", "b1")
    play.roll("66")
    play.do("consolidate", RED, ConsolidationMove(R1, (B2,)))
    found = odds(play, ChargeDeclaration((R2,), (B2,)))
    fight = told(found, "close combat", R2)
    assert (fight["won"], fight["lost"]) == (KILLED, (1 - KILLED) * STRUCK_BACK)
    assert "blows of B2 shared evenly" not in found.assumptions


OX = guard(w=3, a=0, sv=0)


def hunted(**more: Any) -> Table:
    """A hunter at a beast of three wounds that does not strike: two blows, each 4/6 x 4/6."""
    profiles = {"hunter": model(**more), "ox": OX}
    return Table({"r1": {"hunter": 1}}, {"b1": {"ox": 1}}, profiles=profiles)


@pytest.mark.rule("TA-SWEEP-02", "TA-MORALE-04")
def test_who_breaks_and_who_is_caught_by_hand() -> None:
    """Leadership 7 fails in 15 of 36; of two throws of 2D6, 146 of 1,296 are alike, and of the
    others one half has the sweep higher.
    """
    found = odds(hunted())
    assert told(found, "wounds", RED) == {
        0: Fraction(25, 81),
        1: Fraction(40, 81),
        2: Fraction(16, 81),
    }
    broke = Fraction(56, 81) * Fraction(15, 36)
    assert told(found, "morale", B1) == {"holds": Fraction(56, 81) - broke, "breaks off": broke}
    assert carrying(found, markers.CAUGHT) == broke * Fraction(575, 1296)
    assert carrying(found, markers.FLEES) == broke * Fraction(721, 1296)


def test_both_oracles_agree_on_a_charge_to_its_end() -> None:
    one = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}})
    assert assert_odds_agree(one, "charge", RED, AT_B1) == 3


@pytest.mark.thorough
def test_both_oracles_agree_on_a_charge_with_a_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """One blow, which comes to nothing, or the ox holds, falls back or is caught."""
    assert assert_odds_agree(hunted(a=0), "charge", RED, AT_B1) == 4
    assert assert_odds_agree(hunted(sweep=0), "charge", RED, AT_B1) == 5
    told_apart(monkeypatch)
    assert assert_odds_agree(hunted(a=0), "charge", RED, AT_B1) > 10


@pytest.mark.rule("TA-CHG-12")
def test_a_charge_that_may_fall_short() -> None:
    """Four inches through terrain: not with both dice below 4, 1 in 4."""
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}})
    found = odds(play, ChargeDeclaration((R1,), (B1,), length=4 * INCH, rough=True))
    assert told(found, "charge", R1) == {
        "in contact": Fraction(3, 4),
        "not in contact": Fraction(1, 4),
    }
    assert told(found, "close combat", R1)["won"] == KILLED * Fraction(3, 4)


@pytest.mark.rule("TA-MULTI-01")
def test_two_units_at_one_fight_one_combat() -> None:
    """Both reach both guards: four blows, each slays in 4/6 x 4/6 x 4/6, and two guards can die."""
    one = {"zealot": 1}
    profiles = {"zealot": model(fearless=True), "brave": guard(fearless=True)}
    play = Table({"r1": one, "r2": one}, {"b1": {"brave": 2}}, profiles=profiles)
    found = odds(play, ChargeDeclaration((R1, R2), (B1,)))
    slays, misses = Fraction(8, 27), Fraction(19, 27)
    none, single = misses**4, 4 * slays * misses**3
    assert told(found, "wounds", RED) == {0: none, 1: single, 2: 1 - none - single}


@pytest.mark.thorough
def test_a_sample_is_what_the_exact_odds_say_within_its_error() -> None:
    play, runs = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}), 60
    exact = odds(play)
    assert CHARGE.foretold is not None
    found = sample_odds(RULESET, play.table.state, CHARGE.foretold, (RED, AT_B1), runs, Random(3))
    for one, chance in exact.reported_results.items():
        deviation = float(chance * (1 - chance) / runs) ** 0.5
        assert abs(found.reported_results.get(one, 0) - chance) < 4 * deviation + 1e-9


def test_runs_part_as_evenly_as_the_chances_have_it() -> None:
    """Each of up to five partings is off by less than one run; separate runs would be by 40."""
    play, runs = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}), 7290
    exact = odds(play)
    assert CHARGE.foretold is not None
    runner = OddsRunner(RULESET, play.table.state)
    found = runner.sample_odds(CHARGE.foretold, (RED, AT_B1), runs, Random(3))
    for one, chance in exact.reported_results.items():
        assert abs(found.reported_results.get(one, 0) - chance) < 5 / runs
    assert sum(found.chances.values()) == pytest.approx(1)
    assert set(found.assumptions) == set(exact.assumptions)


def test_single_runs_come_to_each_end_as_often_as_its_chance() -> None:
    play, runs = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}), 120
    assert CHARGE.foretold is not None
    gone = 0
    for seed in range(runs):
        runner = OddsRunner(RULESET, play.table.state)
        found = runner.sample_odds(CHARGE.foretold, (RED, AT_B1), 1, Random(seed))
        assert list(found.chances.values()) == pytest.approx([1])
        gone += found.compute_distribution(lambda match, _: match.exists(B1)).get(False, 0)
    chance = float(KILLED)
    assert abs(gone / runs - chance) < 4 * (chance * (1 - chance) / runs) ** 0.5


def test_runs_of_a_large_fight_are_within_the_error_that_is_told() -> None:
    """Twenty samples of a fight, each with an error that is exceeded 5 times in 100."""
    play = Table({"r1": {"trooper": 9, "sergeant": 1}}, {"b1": {"guard": 9, "slaver": 1}})
    assert CHARGE.foretold is not None
    exact = (
        OddsRunner(RULESET, play.table.state)
        .compute_odds(CHARGE.foretold, (RED, AT_B1))
        .reported_results
    )
    runner, runs, samples = OddsRunner(RULESET, play.table.state), 300, 20
    over, means = 0, dict.fromkeys(exact, 0.0)
    for seed in range(samples):
        found = runner.sample_odds(CHARGE.foretold, (RED, AT_B1), runs, Random(seed))
        assert 0 < found.random <= 1
        off_by = 1.96 * (found.random / 4 / runs) ** 0.5
        for one, chance in exact.items():
            over += abs(found.reported_results.get(one, 0) - chance) > off_by
            means[one] += found.reported_results.get(one, 0) / samples
    assert over <= 0.05 * samples * len(exact)
    for one, chance in exact.items():
        deviation = (chance * (1 - chance) / runs / samples) ** 0.5
        assert abs(means[one] - chance) < 3 * deviation + 1e-9, one


def test_odds_over_the_budget_are_within_one_percent() -> None:
    game = evening.begin("next", "next", "fix r1 figures -7", "fix b1 figures -5")
    charge = parse_command(game, "r1 charges b1")
    exact, found = (forecast_action(game, charge, OddsBudget(further=n)) for n in (30_000, 10))
    assert exact.exact
    assert found.runs == 9_604
    assert 0 <= found.off_by < 0.01
    assert set(found.assumptions) == set(exact.assumptions)
    for one, other in zip(exact.ways, found.ways, strict=True):
        assert [each.chance for each in one.chances] == pytest.approx(
            [each.chance for each in other.chances], abs=0.01
        )


def test_what_is_told_is_not_taken_for_granted() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}})
    play.fix(markers.TOLD.set(R1), markers.ENGAGED.set(*play.match.figures(R1), value="b1"))
    play.fix(markers.COVERED.make_link_fact(B1, R1))
    assert odds(play).assumptions == ("all of B1 in contact",)


def test_a_narrow_screen_says_who_wins_before_how_many_are_lost_in_all() -> None:
    game = evening.begin("next", "next", "fix r1 figures -6", "fix b1 figures -4")
    found = forecast_line(game, "r1 charges b1")
    line = describe_forecast(found, 76)
    assert re.fullmatch(
        r"Troopers expected \d\.\d · won \d+%  drawn \d+%  lost \d+% · B1 [a-z ]+ \d+% …", line
    )
    assert re.search(r"expected \d\.\d wounds of Red at Blue", describe_forecast(found, 400))


def test_a_charge_by_leave_of_the_table_after_the_fight_is_no_fight_yet() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}, phase="pile")
    assert not told(odds(play), "close combat", R1)


def test_a_charge_is_foretold_before_its_phase_and_once_its_dice_lie() -> None:
    game = evening.begin("fix r1 figures -7", "fix b1 figures -5")
    found = forecast_line(game, "r1 charges b1")
    ways = {one.kind: one for one in found.ways}
    assert ways["close combat"].what == "close combat of R1 Raiders against B1 Troopers"
    assert "charge" not in ways
    begun = forecast_line(game, "r1 charges b1 4in rough : 46")
    assert begun.ways == found.ways
    (contact,) = (
        one for one in forecast_line(game, "r1 charges b1 4in rough").ways if one.kind == "charge"
    )
    assert [one.chance for one in contact.chances] == pytest.approx([0.25, 0.75])


# ---------------------------------------------------- models counted, against models told apart


ZEALOT = model(fearless=True)
OGRE = guard(w=2, s=5)
BOSS = guard(FIST, leader=True, fearless=True)
SHIELD = model(inv=5)
FAST = guard(i=5, sweep=3, fall_back=3, must_sweep=True)
KEEN = guard(grenades=("frag",), i=4)
MORE = {
    "zealot": ZEALOT,
    "ogre": OGRE,
    "boss": BOSS,
    "shield": SHIELD,
    "fast": FAST,
    "keen": KEEN,
    "hero": model(AXE, i=5, w=2, independent=True),
    "witch": model(FORCE, a=0, i=5, ld=9, w=2, independent=True, psyker=True),
    "strider": guard(s=6, a=1, vehicle=Armour(12, 11, 10, walker=True)),
    "car": guard(a=0, vehicle=Armour(12, 11, 9)),
    "burner": model(grenades=("plasma",)),
}
BY_ZONE = {"majority_basis": "zone", "outnumber_count": "wounds", "lap_overflow": "lost"}
BLIND = {"sweep_choice": "blind", "outnumbered": "flat", "character_morale": "own_test"}
PERILS = {"perils": "on_2_or_12", "vehicle_wounds": "1_2"}
BEARERS = {"plasma_scope": "only_against_bearers"}
MARKS = markers.DAMAGED, markers.PERILS
Cases = tuple[dict[str, dict[str, int]], dict[str, dict[str, int]], dict[str, Any], dict[str, Any]]
FEW: tuple[Cases, ...] = (
    ({"r1": {"trooper": 2}}, {"b1": {"guard": 2}}, {}, {}),
    ({"r1": {"sergeant": 1}}, {"b1": {"guard": 1, "slaver": 1}}, {}, {}),
    ({"r1": {"render": 1}}, {"b1": {"shield": 1, "trooper": 1}}, {}, {}),
    ({"r1": {"venom": 1}}, {"b1": {"neophyte": 1, "trooper": 1}}, BY_ZONE, {}),
    ({"r1": {"raider": 1}}, {"b1": {"ogre": 2}}, BY_ZONE, {}),
    ({"r1": {"keen": 1}}, {"b1": {"guard": 1}}, {}, {"covered": True}),
    ({"r1": {"trooper": 1}}, {"b1": {"zealot": 1, "guard": 1}}, {}, {"covered": True}),
    ({"r1": {"fast": 1, "guard": 1}}, {"b1": {"grot": 2}}, {}, {}),
    ({"r1": {"witch": 1}}, {"b1": {"ogre": 2}}, PERILS, {}),
    ({"r1": {"trooper": 1}}, {"b1": {"witch": 1}}, {}, {}),
    ({"r1": {"strider": 1}}, {"b1": {"guard": 2}}, {}, {}),
    ({"r1": {"trooper": 2}}, {"b1": {"strider": 1}}, PERILS, {}),
    ({"r1": {"render": 1}}, {"b1": {"car": 1}}, PERILS, {}),
    ({"r1": {"burner": 1}}, {"b1": {"guard": 2}}, {}, {"covered": True}),
    ({"r1": {"zealot": 1}, "r2": {"hero": 1}}, {"b1": {"guard": 2}}, {}, {}),
)
MANY: tuple[Cases, ...] = (
    ({"r1": {"sergeant": 1, "trooper": 1}}, {"b1": {"guard": 2, "boss": 1}}, {}, {}),
    ({"r1": {"sergeant": 1}}, {"b1": {"ogre": 1, "boss": 1}}, BY_ZONE, {}),
    ({"r1": {"claws": 1, "trooper": 1}}, {"b1": {"initiate": 1, "neophyte": 2}}, {}, {}),
    ({"r1": {"trooper": 2}}, {"b1": {"guard": 2, "boss": 1}}, BLIND, {}),
    ({"r1": {"guard": 1}, "r2": {"fast": 1}}, {"b1": {"guard": 2}}, BLIND, {}),
    ({"r1": {"guard": 1}, "r2": {"hero": 1}}, {"b1": {"guard": 2}}, {}, {}),
    ({"r1": {"ogre": 2}}, {"b1": {"ogre": 1, "grot": 1}}, {}, {"rough": True, "length": 4 * INCH}),
    ({"r1": {"burner": 1}, "r2": {"zealot": 1}}, {"b1": {"fast": 1}}, BEARERS, {"covered": True}),
    ({"r1": {"burner": 1, "zealot": 1}}, {"b1": {"fast": 1}}, {}, {"covered": True}),
    ({"r1": {"witch": 1}, "r2": {"strider": 1}}, {"b1": {"ogre": 1}}, PERILS, {}),
)


def told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """No fight is counted: every blow falls on models of the match, as at the table."""
    monkeypatch.setattr(counted_fight_states, "take_fight_snapshot", lambda *_: None)


def of_case(case: Cases) -> tuple[Table, ChargeDeclaration]:
    red, blue, options, how = case
    play = Table(red, blue, options=options, profiles=MORE)
    if "hero" in red.get("r2", {}):
        play.fix(markers.JOINED.make_link_fact(R2, R1))
    units = (R1, R2) if "r2" in red and not play.match.links(markers.JOINED, R2) else (R1,)
    return play, ChargeDeclaration(units, (B1,), **how)


def lost(found: Odds, unit: UnitId) -> dict[int, Any]:
    """How likely each number of models is lost, told or seen."""
    counted: dict[int, Any] = {int(n): chance for n, chance in told(found, LOSSES, unit).items()}
    start = len(make_read_only_match(found.state).figures(unit))
    return counted or found.compute_distribution(lambda match, _: start - len(match.figures(unit)))


def tell_apart_from_losses(found: Odds) -> dict[Any, Any]:
    return {one: chance for one, chance in found.reported_results.items() if one.what != LOSSES}


def check_same(play: Table, params: ChargeDeclaration, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = odds(play, params)
    assert any(one.what == LOSSES for one in counted.reported_results)
    with monkeypatch.context() as patch:
        told_apart(patch)
        apart = odds(play, params)
    assert not any(one.what == LOSSES for one in apart.reported_results)
    assert tell_apart_from_losses(counted) == apart.reported_results
    assert set(counted.assumptions) == set(apart.assumptions)
    for unit in play.match.units():
        every = lost(counted, unit)
        short = 1 - sum(every.values())
        every[0] = every.get(0, 0) + short
        assert {n: chance for n, chance in every.items() if chance} == lost(apart, unit)
        for marker in (markers.FLEES, markers.CAUGHT, markers.LOCKED, *MARKS):
            assert counted.compute_distribution(
                _carries(unit, marker)
            ) == apart.compute_distribution(_carries(unit, marker))
        assert counted.compute_distribution(_hurt(unit)) == apart.compute_distribution(_hurt(unit))


def _carries(unit: UnitId, marker: Any) -> Callable[[Match, str], bool]:
    def ask(match: Match, _: str) -> bool:
        if marker == markers.LOCKED:
            return match.exists(unit) and bool(state_queries.list_locked_enemies(match, unit))
        return match.exists(unit) and match.has(unit, marker)

    return ask


def _hurt(unit: UnitId) -> Callable[[Match, str], int]:
    return lambda match, _: sum(match.figure(one).wounds for one in match.figures(unit))


@pytest.mark.rule("TA-FIGHT-04", "TA-SAVE-03", "TA-CAS-03")
@pytest.mark.parametrize("case", FEW)
def test_models_that_are_counted_fare_as_those_told_apart(
    case: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_same(*of_case(case), monkeypatch)


@pytest.mark.thorough
@pytest.mark.parametrize("case", MANY)
def test_larger_fights_that_are_counted_fare_as_those_told_apart(
    case: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_same(*of_case(case), monkeypatch)


def touching(*enemies: str) -> Table:
    """A zealot each of R1 and R2 at three guards of B1, each in contact as given."""
    play = Table({"r1": {"zealot": 1}, "r2": {"zealot": 1}}, {"b1": {"guard": 3}}, profiles=MORE)
    play.fix(markers.TOLD.set(B1))
    for figure, those in zip(play.match.figures(B1), enemies, strict=True):
        play.fix(markers.ENGAGED.set(figure, value=those))
    return play


def hurt_in_front() -> Table:
    """The first ogre has a wound: wounds go on it before they go on the last."""
    play = Table({"r1": {"trooper": 1}}, {"b1": {"ogre": 3}}, profiles=MORE)
    play.fix(Wounded(subjects=play.match.figures(B1)[:1], wounds=1))
    return play


def in_one_unit(*characters: str) -> Table:
    """A grot with characters in its unit, who are on their own when it is dead."""
    play = Table(
        {"r1": {"grot": 1}, **{f"r{n}": {one: 1} for n, one in enumerate(characters, 2)}},
        {"b1": {"ogre": 1}},
        profiles=MORE,
    )
    for unit in play.match.units(RED)[1:]:
        play.fix(markers.JOINED.make_link_fact(unit, R1))
    return play


def damaged(how: str) -> Table:
    play = Table({"r1": {"trooper": 2}}, {"b1": {"strider": 1}}, profiles=MORE)
    play.fix(markers.DAMAGED.set(B1, value=how))
    return play


AT_R1_AND_R2 = ChargeDeclaration((R1, R2), (B1,))
SET_UP: dict[str, tuple[Callable[[], Table], ChargeDeclaration]] = {
    "each touches another": (lambda: touching("r1", "r2", "r1 r2"), AT_R1_AND_R2),
    "those in front touch another": (lambda: touching("r2", "r1", "r1"), AT_R1_AND_R2),
    "hurt in front": (hurt_in_front, AT_B1),
    "two characters in a unit": (lambda: in_one_unit("witch", "hero"), AT_B1),
    "an immobilised walker": (lambda: damaged("immobilised"), AT_B1),
}


@pytest.mark.rule("TA-MULTI-02", "TA-CAS-04", "TA-G05", "TA-G15")
@pytest.mark.parametrize("case", SET_UP)
def test_models_of_one_kind_that_differ_fare_as_those_told_apart(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build, params = SET_UP[case]
    check_same(build(), params, monkeypatch)


@pytest.mark.rule("TA-SPEC-09", "TA-G59", "TA-RES-01")
def test_a_force_weapon_by_hand() -> None:
    """One blow hits and wounds on 3: 4/6 x 4/6. Leadership 9 is made in 30 of 36, and slays an ox
    of three wounds, of which one counts.
    """
    play = Table({"r1": {"witch": 1}}, {"b1": {"ox": 1}}, profiles={**MORE, "ox": OX})
    found, wound = odds(play), Fraction(4, 9)
    assert told(found, "wounds", RED) == {1: wound, 0: 1 - wound}
    assert told(found, LOSSES, B1) == {1: wound * Fraction(5, 6), 0: 1 - wound * Fraction(5, 6)}


@pytest.mark.rule("TA-T13", "TA-G15", "TA-G64")
def test_a_charge_at_a_walker_by_hand() -> None:
    """Two blows hit on 3; S4 against 10 glances on a 6: each 4/6 x 1/6."""
    strider = guard(s=6, a=0, vehicle=Armour(12, 11, 10, walker=True))
    play = Table(
        {"r1": {"trooper": 1}},
        {"b1": {"strider": 1}},
        profiles={"strider": strider},
        options={"vehicle_wounds": "1_2"},
    )
    found, miss = odds(play), Fraction(8, 9)
    assert carrying(found, markers.DAMAGED) == 1 - miss**2
    both = (1 - miss) ** 2
    assert told(found, "wounds", RED) == {0: miss**2, 1: 1 - miss**2 - both, 2: both}
    assert "facing that is struck: rear" in found.assumptions


@pytest.mark.thorough
@pytest.mark.parametrize(
    "case",
    [
        ({"r1": {"assault": 9, "sergeant": 1}}, {"b1": {"guard": 12, "slaver": 1}}, {}, {}),
        ({"r1": {"initiate": 5, "neophyte": 4}, "r2": {"hero": 1}}, {"b1": {"ogre": 5}}, {}, {}),
        ({"r1": {"claws": 3}, "r2": {"keen": 6}}, {"b1": {"shield": 4, "trooper": 4}}, {}, {}),
        ({"r1": {"trooper": 6}, "r2": {"witch": 1}}, {"b1": {"ogre": 4, "boss": 1}}, {}, {}),
        ({"r1": {"trooper": 8}, "r2": {"strider": 1}}, {"b1": {"ogre": 5}}, PERILS, {}),
        ({"r1": {"burner": 8}, "r2": {"hero": 1}}, {"b1": {"guard": 9}}, {}, {"covered": True}),
    ],
)
def test_a_fight_played_at_the_table_is_what_the_exact_odds_say_within_its_error(
    case: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, params = of_case(case)
    assert CHARGE.foretold is not None
    runner = OddsRunner(RULESET, play.table.state, budget=10_000, pure=150_000)
    exact, runs = runner.compute_odds(CHARGE.foretold, (RED, params)), 250
    told_apart(monkeypatch)
    found = sample_odds(RULESET, play.table.state, CHARGE.foretold, (RED, params), runs, Random(5))
    for one, chance in tell_apart_from_losses(exact).items():
        deviation = (chance * (1 - chance) / runs) ** 0.5
        assert abs(found.reported_results.get(one, 0) - chance) < 4 * deviation + 4 / runs, one


def test_twenty_against_thirty_are_exact_within_the_budget_of_the_screen() -> None:
    """Forty blows of 8/27 each slay K of thirty guards (TA-T4: one more as they charge); the others
    strike back, each with 1/18.
    """
    play = Table({"r1": {"trooper": 20}}, {"b1": {"guard": 30}})
    assert CHARGE.foretold is not None
    runner = OddsRunner(RULESET, play.table.state, budget=MAX_PATHS, pure=FORETOLD_PURE)
    found = runner.compute_odds(CHARGE.foretold, (RED, AT_B1))
    slain, struck = (
        sum(int(n) * chance for n, chance in told(found, "wounds", side).items())
        for side in (RED, BLUE)
    )
    assert slain == pytest.approx(40 * 8 / 27, rel=1e-6)
    assert struck == pytest.approx((30 - slain) / 18, rel=1e-9)
    assert sum(found.chances.values()) == pytest.approx(1)


def test_no_losses_are_told_of_a_unit_that_cannot_lose_anybody() -> None:
    """The ox does not strike."""
    found = odds(hunted())
    assert told(found, LOSSES, R1) == {0: 1}
    assert not {R1, B1} & ReportedResultChances(found.reported_results).losses.keys()
    blow = odds(Table({"r1": {"trooper": 1}}, {"b1": {"guard": 1}}))
    losses = ReportedResultChances(blow.reported_results).losses
    lost_back = float((1 - KILLED) * STRUCK_BACK)
    assert losses[R1] == pytest.approx({0: 1 - lost_back, 1: lost_back})
    assert losses[B1] == pytest.approx({0: float(1 - KILLED), 1: float(KILLED)})


def test_a_forecast_tells_losses_of_models_that_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = evening.begin("next", "next", "fix r1 figures -7", "fix b1 figures -4")
    counted = forecast_line(game, "r1 charges b1")
    told_apart(monkeypatch)
    apart = forecast_line(game, "r1 charges b1")
    assert [one.who for one in counted.losses] == [one.who for one in apart.losses]
    for one, other in zip(counted.losses, apart.losses, strict=True):
        assert [each.n for each in one.chances] == [each.n for each in other.chances]
        assert [each.chance for each in one.chances] == pytest.approx(
            [each.chance for each in other.chances]
        )
    assert {mark.what: pytest.approx(mark.chance) for mark in counted.marks} == {
        mark.what: mark.chance for mark in apart.marks
    }

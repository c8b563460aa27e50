"""Compares exact odds with the dice calculator icepool on the same pool of dice.

The benchmark measures a volley of thirty dice through hits, penetration and saves, with and without
the resulting match, and other attacks. Each run starts without caches, as for a new target. Times
are processor time, and the best of several runs counts. The two programs take turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import icepool

from dev.benchmarks import Row
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection.match_state import State
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.attacks import attack_dice, gun_allocation, needed_numbers_and_saves
from tracker.rulesets.deathzap2.attacks.gun_allocation import TargetedFire
from tracker.rulesets.deathzap2.phases import shooting_phase
from tracker.rulesets.deathzap2.phases.shooting_phase import Shoot
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id

RED, BLUE = make_side_id("r"), make_side_id("b")
SHOOTERS, TARGET = make_unit_id("r1"), make_unit_id("b1")
REPEATS = 25


def measure_rows() -> Iterator[Row]:
    """Measure the dice alone, then whole attacks."""
    thirty = make_match("basic infantry light", 30)
    pools, defences = make_dice(thirty)
    house_rules = attack_dice.HitDivisionRules()
    own, icepool_time = measure_best_times(
        lambda: OddsRunner(RULESET, thirty).calculator.compute_stage_result_chances(
            attack_dice.roll_hits_and_saves, (pools, defences, house_rules)
        ),
        lambda: compute_with_icepool(30, 3, 4, 6),
    )
    yield Row("30 dice, hits through saves", own, "ms")
    yield Row("30 dice, the same by icepool", icepool_time, "ms")
    yield Row("30 dice, speed relative to icepool", icepool_time / own, "times", minimum=5)
    volley = measure_volley(thirty)
    yield Row("30 dice, with the match that results", volley, "ms")
    label = "… speed relative to icepool for the dice alone"
    yield Row(label, icepool_time / volley, "times", minimum=2)
    ten, vehicle = make_match("basic infantry light", 10), make_match("basic vehicle light", 6, 1)
    yield Row("10 dice, with the match that results", measure_volley(ten), "ms")
    yield Row("6 dice at a vehicle, with its damage", measure_volley(vehicle), "ms")


def measure_best_times(*works: Callable[[], Any], repeats: int = REPEATS) -> list[float]:
    """Run all functions alternately. Return each one's shortest processor time in milliseconds."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for work, results in zip(works, times, strict=True):
            start = time.process_time()
            work()
            results.append((time.process_time() - start) * 1000)
    return [min(results) for results in times]


def measure_volley(state: State) -> float:
    """Measure how many milliseconds a volley's odds take, with the changes to the match."""
    params = (RED, Shoot(SHOOTERS, (TargetedFire(TARGET),)))
    return measure_best_times(
        lambda: OddsRunner(RULESET, state).compute_odds(shooting_phase.resolve_shooting, params)
    )[0]


def compute_with_icepool(dice: int, hit: int, penetration: int, save: int) -> Any:
    """Compute the hits, then how many of them penetrate, then how many of these are not saved."""

    def roll(n: int, die: Any) -> Any:
        return n @ die if n else icepool.Die([0])

    hits = dice @ (icepool.d6 >= hit)
    penetrations = hits.map(lambda n: roll(n, icepool.d6 >= penetration))
    return penetrations.map(lambda n: roll(n, icepool.d6 < save))


def make_dice(
    state: State,
) -> tuple[
    tuple[attack_dice.AttackDicePool, ...], tuple[needed_numbers_and_saves.TargetDefence, ...]
]:
    match = TableRunner(RULESET, state).match
    (firing,) = gun_allocation.assign_guns_in_range(match, SHOOTERS, (TargetedFire(TARGET),))
    pools = gun_allocation.make_fire_dice_pools(match, SHOOTERS, TargetedFire(TARGET), firing)
    return pools, needed_numbers_and_saves.list_target_defences(match, TARGET, SHOOTERS, ("basic",))


def make_match(target: str, shooters: int, size: int = 30) -> State:
    """Make a match of regular riflemen against ``target``, in the Shooting phase.

    ``target`` is the quality, type and shields of the unit, such as ``basic vehicle light``.
    """
    table = TableRunner(RULESET, State())
    sides = (ev.Side(RED, "Red", "r"), ev.Side(BLUE, "Blue", "b"))
    inputs: list[ev.AnyInput] = [
        ev.MatchOpened(
            title="Benchmark",
            ruleset=RULESET.id,
            ruleset_version=RULESET.version,
            sides=sides,
            options=RULESET.map_options_to_defaults(),
            words=RULESET.words,
        ),
        make_force("r", "regular infantry medium", shooters),
        make_force("b", target, size),
        ev.Corrected(
            reason="set up",
            facts=(
                ev.TurnBegan(turn=1, order=(RED, BLUE)),
                ev.PhaseBegan(phase="shoot", side=RED),
            ),
        ),
    ]
    for version, event in enumerate(inputs, 1):
        table.process_input(event, version)
    return table.state


def make_force(letter: str, profile_words: str, size: int) -> ev.ForceMustered:
    quality, kind, shields = profile_words.split()
    profile: dict[str, ev.Json] = {
        "type": kind,
        "quality": quality,
        "shields": shields,
        "guns": ({"id": "g1", "kind": "rifle", "grade": "basic"},),
    }
    handle = f"{letter}1"
    figures = tuple(ev.MusteredFigure(make_figure_id(handle, n + 1), "x") for n in range(size))
    unit = ev.MusteredUnit(make_unit_id(handle), handle, figures)
    return ev.ForceMustered(
        side=make_side_id(letter), force="", points=0, profiles={"x": profile}, units=(unit,)
    )

"""Compares the odds of a charge in Trial Assault with icepool on a pool of thirty dice.

Twenty models charge thirty. The odds include the combat, morale, fall back and sweep. They are
exact, except that those of two charging units are sampled. Each run starts without caches. Times
are processor time. The two programs take turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Final

from dev.benchmarks import Row
from dev.benchmarks.odds_calculation import compute_with_icepool, measure_best_times
from tracker.application.chances.action_odds import (
    FORETOLD_BUDGET,
    FORETOLD_PURE,
    FORETOLD_RUNS,
    compute_or_sample_odds_with_run_count,
    estimate_sampling_error,
)
from tracker.application.garbage_collection_pause import pause_garbage_collection
from tracker.procedures.declared.player_actions import encode_params
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.projection.match_state import State
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.data.profile_types import Profile, Weapon
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration, forecast_charge
from tracker.testing.match_in_memory import BLUE, RED, Play, u

FIST: Final = Weapon("fist", "fist")
FORCE: Final = Weapon("staff", "force")
TROOPER: Final = Profile(ws=4, s=4, t=4, i=4, ld=8, sv=3)
GUARD: Final = Profile(ws=3, s=3, t=3, i=3, ld=7, sv=5)
PROFILES: Final[Mapping[str, Profile]] = {
    "trooper": TROOPER,
    "sergeant": Profile(ws=4, s=4, t=4, i=4, a=2, ld=9, sv=3, weapons=(FIST,), leader=True),
    "scout": Profile(ws=3, s=4, t=4, i=4, ld=8, sv=4),
    "psyker": Profile(ws=4, s=4, t=4, i=4, a=2, ld=9, sv=3, weapons=(FORCE,), psyker=True),
    "guard": GUARD,
    "chief": Profile(ws=4, s=4, t=3, i=4, a=3, ld=8, sv=4, w=2, weapons=(FIST,), leader=True),
}
Squad = Mapping[str, int]
MOB: Final[Squad] = {"guard": 29, "chief": 1}
CHARGES: Final[Mapping[str, tuple[tuple[Squad, ...], Squad]]] = {
    "identical models": (({"trooper": 20},), {"guard": 30}),
    "with leaders": (({"trooper": 19, "sergeant": 1},), MOB),
    "in two kinds of armour": (({"trooper": 10, "scout": 9, "sergeant": 1},), MOB),
    "with a force weapon": (({"trooper": 18, "sergeant": 1, "psyker": 1},), MOB),
    "in two units": (({"trooper": 9, "sergeant": 1}, {"trooper": 9, "sergeant": 1}), MOB),
}
REPEATS = 3


def measure_rows() -> Iterator[Row]:
    """Measure each charge, its ratio to icepool, and the error of sampled odds."""
    for name, (red, blue) in CHARGES.items():
        state, params = set_up_charge(red, blue)
        forecast = partial(estimate_forecast_error, state, params)
        own, icepool = measure_best_times(
            forecast, lambda: compute_with_icepool(30, 3, 4, 6), repeats=REPEATS
        )
        yield Row(f"charge of 20 at 30, {name}", own, "ms")
        yield Row(
            "… relative to icepool's time for a pool of 30 dice", own / icepool, "times", maximum=20
        )
        error = forecast()
        if error:
            yield Row("… sampled: within", 100 * error, "%", maximum=1)


def estimate_forecast_error(state: State, params: ChargeDeclaration) -> float:
    """Compute the odds as the screen does. Return the sampling error, or 0.0 if they are exact."""
    runner, budget = OddsRunner(RULESET, state), (FORETOLD_BUDGET, FORETOLD_PURE)
    stage = forecast_charge, (RED, params)
    with pause_garbage_collection():
        odds, runs = compute_or_sample_odds_with_run_count(
            runner, stage, budget, FORETOLD_RUNS, Random(1)
        )
    assert odds is not None
    return estimate_sampling_error(odds, runs) if runs else 0.0


def set_up_charge(red: tuple[Squad, ...], blue: Squad) -> tuple[State, ChargeDeclaration]:
    """Set up a charge of R1, R2 and so on at B1, in Red's charge phase."""
    play = Play(RULESET)
    profiles = {name: encode_params(profile) for name, profile in PROFILES.items()}
    units = {f"r{n}": dict(squad) for n, squad in enumerate(red, 1)}
    play.muster(RED, units, profiles)
    play.muster(BLUE, {"b1": dict(blue)}, profiles)
    play.clock(1, "charge", RED)
    return play.table.state, ChargeDeclaration(tuple(map(u, units)), (u("b1"),))

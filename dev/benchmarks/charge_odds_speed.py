"""How fast the odds of a charge of Trial Assault are, beside icepool on a pool of thirty dice.

Twenty at thirty with the whole combat, morale, fall back and sweep, exactly: squads of one kind,
with leaders, with two kinds of armour, and with a force weapon; and two units, which are sampled.
Every run begins anew; times are processor time, ours and the yardstick turn by turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Final

from dev.benchmarks import Row
from dev.benchmarks.odds_calculation import best, yardstick
from tracker.application.chances.action_odds import (
    FORETOLD_BUDGET,
    FORETOLD_PURE,
    FORETOLD_RUNS,
    compute_or_sample_odds,
    estimate_sampling_error,
)
from tracker.application.garbage_collection_pause import pause_garbage_collection
from tracker.procedures.ruleset import encode_params
from tracker.procedures.runners.exact_odds import OddsRunner
from tracker.projection.match_state import State
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.data.rule_tables import Profile, Weapon
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration, foresee_charge
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
    "all alike": (({"trooper": 20},), {"guard": 30}),
    "with leaders": (({"trooper": 19, "sergeant": 1},), MOB),
    "in two kinds of armour": (({"trooper": 10, "scout": 9, "sergeant": 1},), MOB),
    "with a force weapon": (({"trooper": 18, "sergeant": 1, "psyker": 1},), MOB),
    "in two units": (({"trooper": 9, "sergeant": 1}, {"trooper": 9, "sergeant": 1}), MOB),
}
REPEATS = 3


def rows() -> Iterator[Row]:
    """Each charge in milliseconds, and beside the yardstick; the error of those sampled."""
    for name, (red, blue) in CHARGES.items():
        state, params = charging(red, blue)
        again = partial(foretell, state, params)
        ours, theirs = best(again, lambda: yardstick(30, 3, 4, 6), repeats=REPEATS)
        yield Row(f"charge of 20 at 30, {name}", ours, "ms")
        yield Row(
            "… its time to icepool's for a pool of 30 dice", ours / theirs, "times", at_most=20
        )
        off_by = foretell(state, params)
        if off_by:
            yield Row("… sampled: within", 100 * off_by, "%", at_most=1)


def foretell(state: State, params: ChargeDeclaration) -> float:
    """The odds as the screen has them; their possible error."""
    runner, budget = OddsRunner(RULESET, state), (FORETOLD_BUDGET, FORETOLD_PURE)
    stage = foresee_charge, (RED, params)
    with pause_garbage_collection():
        odds, runs = compute_or_sample_odds(runner, stage, budget, FORETOLD_RUNS, Random(1))
    assert odds is not None
    return estimate_sampling_error(odds, runs) if runs else 0.0


def charging(red: tuple[Squad, ...], blue: Squad) -> tuple[State, ChargeDeclaration]:
    """R1, R2 and so on charge B1, as the charges of Red begin."""
    play = Play(RULESET)
    every = {name: encode_params(one) for name, one in PROFILES.items()}
    units = {f"r{n}": dict(one) for n, one in enumerate(red, 1)}
    play.muster(RED, units, every)
    play.muster(BLUE, {"b1": dict(blue)}, every)
    play.clock(1, "charge", RED)
    return play.table.state, ChargeDeclaration(tuple(map(u, units)), (u("b1"),))

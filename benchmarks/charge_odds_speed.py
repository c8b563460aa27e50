"""How fast the odds of a charge of Trial Assault are, beside icepool on a pool of thirty dice.

Twenty at thirty with the whole combat, morale, fall back and sweep, exactly: squads of one kind,
with leaders, and with two kinds of armour. Every run begins anew; times are processor time, ours
and the yardstick turn by turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from benchmarks import Row
from benchmarks.odds_calculation import best, yardstick
from tracker.application.chances.action_odds import FORETOLD_BUDGET, FORETOLD_PURE
from tracker.procedures.ruleset import encode_params
from tracker.procedures.runners.exact_odds import OddsRunner
from tracker.projection.match_state import State
from tracker.rulesets.trial_assault import RULESET
from tracker.rulesets.trial_assault.data.rule_tables import Profile, Weapon
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration, foresee_charge
from tracker.testing.play import BLUE, RED, Play, u

FIST: Final = Weapon("fist", "fist")
TROOPER: Final = Profile(ws=4, s=4, t=4, i=4, ld=8, sv=3)
GUARD: Final = Profile(ws=3, s=3, t=3, i=3, ld=7, sv=5)
PROFILES: Final[Mapping[str, Profile]] = {
    "trooper": TROOPER,
    "sergeant": Profile(ws=4, s=4, t=4, i=4, a=2, ld=9, sv=3, weapons=(FIST,), leader=True),
    "scout": Profile(ws=3, s=4, t=4, i=4, ld=8, sv=4),
    "guard": GUARD,
    "chief": Profile(ws=4, s=4, t=3, i=4, a=3, ld=8, sv=4, w=2, weapons=(FIST,), leader=True),
}
Squad = Mapping[str, int]
CHARGES: Final[Mapping[str, tuple[Squad, Squad]]] = {
    "all alike": ({"trooper": 20}, {"guard": 30}),
    "with leaders": ({"trooper": 19, "sergeant": 1}, {"guard": 29, "chief": 1}),
    "in two kinds of armour": (
        {"trooper": 10, "scout": 9, "sergeant": 1},
        {"guard": 29, "chief": 1},
    ),
}
REPEATS = 3


def rows() -> Iterator[Row]:
    """Each charge in milliseconds, and beside the yardstick."""
    for name, squads in CHARGES.items():
        again = partial(foretell, charging(*squads))
        ours, theirs = best(again, lambda: yardstick(30, 3, 4, 6), repeats=REPEATS)
        yield Row(f"charge of 20 at 30, {name}", ours, "ms")
        yield Row(
            "… its time to icepool's for a pool of 30 dice", ours / theirs, "times", at_most=20
        )


def foretell(state: State) -> None:
    params = ChargeDeclaration((u("r1"),), (u("b1"),))
    runner = OddsRunner(RULESET, state, budget=FORETOLD_BUDGET, pure=FORETOLD_PURE)
    runner.compute_odds(foresee_charge, (RED, params))


def charging(red: Squad, blue: Squad) -> State:
    """R1 and B1 as the charges of Red begin."""
    play = Play(RULESET)
    every = {name: encode_params(one) for name, one in PROFILES.items()}
    play.muster(RED, {"r1": dict(red)}, every)
    play.muster(BLUE, {"b1": dict(blue)}, every)
    play.clock(1, "charge", RED)
    return play.table.state

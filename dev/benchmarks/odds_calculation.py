"""How fast exact odds are, beside the dice calculator icepool on the same pool of dice.

The volley of thirty dice through hits, shields and saves: the pool alone, the pool with the state
of the match that results, and a few heavier attacks. Ours answers every run anew, as it does when
the player turns from one target to the next; times are processor time, the best of several runs,
ours and the yardstick turn by turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import icepool

from dev.benchmarks import Row
from tracker.procedures.runners.exact_odds import OddsRunner
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection.match_state import State
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.attacks import attack_dice, gun_allocation, target_kinds
from tracker.rulesets.deathzap2.attacks.gun_allocation import Share
from tracker.rulesets.deathzap2.phases import shooting_phase
from tracker.rulesets.deathzap2.phases.shooting_phase import Shoot
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id

RED, BLUE = make_side_id("r"), make_side_id("b")
SHOOTERS, TARGET = make_unit_id("r1"), make_unit_id("b1")
REPEATS = 25


def rows() -> Iterator[Row]:
    """Every figure, with its target where there is one."""
    thirty = match_of("basic infantry light", 30)
    pools, defences = dice_of(thirty)
    house = attack_dice.HitDealingRules()
    ours, theirs = best(
        lambda: OddsRunner(RULESET, thirty).compute_value_chances(
            attack_dice.roll_volley, (pools, defences, house)
        ),
        lambda: yardstick(30, 3, 4, 6),
    )
    yield Row("30 dice, hits through saves", ours, "ms")
    yield Row("30 dice, the same by icepool", theirs, "ms")
    yield Row("30 dice, icepool's time to ours", theirs / ours, "times", at_least=5)
    whole = fire(thirty)
    yield Row("30 dice, with the match that results", whole, "ms")
    yield Row("… icepool's time for the dice alone to ours", theirs / whole, "times", at_least=2)
    yield Row(
        "10 dice, with the match that results", fire(match_of("basic infantry light", 10)), "ms"
    )
    yield Row(
        "6 dice at a vehicle, with its damage", fire(match_of("basic vehicle light", 6, 1)), "ms"
    )


def best(*works: Callable[[], Any], repeats: int = REPEATS) -> list[float]:
    """Milliseconds of processor time of each, the best of several, taking turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for work, found in zip(works, times, strict=True):
            start = time.process_time()
            work()
            found.append((time.process_time() - start) * 1000)
    return [min(found) for found in times]


def fire(state: State) -> float:
    """A whole volley as an action, to the changes of the match."""
    params = (RED, Shoot(SHOOTERS, (Share(TARGET),)))
    return best(
        lambda: OddsRunner(RULESET, state).compute_odds(shooting_phase.resolve_shooting, params)
    )[0]


def yardstick(dice: int, hit: int, through: int, save: int) -> Any:
    """Hits, through and failed saves as three thinnings of a pool."""

    def thin(n: int, die: Any) -> Any:
        return n @ die if n else icepool.Die([0])

    hits = dice @ (icepool.d6 >= hit)
    holes = hits.map(lambda n: thin(n, icepool.d6 >= through))
    return holes.map(lambda n: thin(n, icepool.d6 < save))


def dice_of(
    state: State,
) -> tuple[tuple[attack_dice.Pool, ...], tuple[target_kinds.TargetDefence, ...]]:
    match = TableRunner(RULESET, state).match
    (firing,) = gun_allocation.assign_guns(match, SHOOTERS, (Share(TARGET),))
    pools = gun_allocation.make_attack_pools(match, SHOOTERS, Share(TARGET), firing)
    return pools, target_kinds.list_defences(match, TARGET, SHOOTERS, ("basic",))


def match_of(prey: str, shooters: int, size: int = 30) -> State:
    """Regular riflemen against a unit of these words, in the Shooting phase."""
    table = TableRunner(RULESET, State())
    sides = (ev.Side(RED, "Red", "r"), ev.Side(BLUE, "Blue", "b"))
    inputs: list[ev.AnyInput] = [
        ev.MatchOpened(
            title="Benchmark",
            ruleset=RULESET.id,
            ruleset_version=RULESET.version,
            sides=sides,
            options=RULESET.list_defaults(),
            words=RULESET.words,
        ),
        muster("r", "regular infantry medium", shooters),
        muster("b", prey, size),
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


def muster(letter: str, words: str, size: int) -> ev.ForceMustered:
    quality, kind, shields = words.split()
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

"""Matches played by chance with opportunity fire in between, claimed at every action."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from tests.combat_zone.firefight import RIFLE, Firefight, machine, owner, profile, share
from tracker.procedures.requests import Interrupt
from tracker.procedures.runners.play import next_input
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases.opportunity import Fire
from tracker.testing.laws import check_cuts, check_fold, check_replay, check_undo_redo, record
from tracker.vocabulary.events import ActionTaken
from tracker.vocabulary.names import FigureId, short

RED = (profile("average gang-leader leader", "assault-rifle"), RIFLE, RIFLE)
BLUE = (RIFLE, profile("veteran", "machine-gun", "axe"), profile("green ablative", "shotgun"))


def claims(action: str) -> bool:
    return "claimed" in RULESET.actions[action].params.__struct_fields__


def played(seed: int, inputs: int) -> tuple[Firefight, Counter[str]]:
    """Whoever is on opportunity fire speaks up as often as not; those without it get it."""
    rng = random.Random(seed)
    walker = {**machine(attack=(6,)), "weapons": ("autocannon",)}
    game = Firefight({"r1": RED, "r2": (walker,), "b1": BLUE})
    for figure in ("b11", "b12", "b13", "r12"):
        game.mark(figure, markers.OPPORTUNITY, "any")
    seen: Counter[str] = Counter()
    for _ in range(inputs):
        event = next_input(RULESET, game.table, rng)
        if event is None:
            break
        waits = game.table.pending
        if waits is not None and isinstance(waits.request, Interrupt) and rng.random() < 0.5:
            (by, *_), target = waits.request.by, waits.request.target
            assert target is not None
            fire = Fire(FigureId(by), (share(short(target), 20),))
            game.do("fire", owner(short(by)), fire)
            seen["came in"] += 1
            continue
        if isinstance(event, ActionTaken) and claims(event.action):
            event = replace(event, params={**event.params, "claimed": True})
        game.feed(event)
        seen[getattr(event, "action", "")] += 1
    return game, seen


@pytest.mark.rule("CZ-OPP-02", "CZ-OPP-03")
@pytest.mark.parametrize("seed", [2, 4, 6])
def test_interrupted_matches_are_cut_replayed_and_taken_back(seed: int) -> None:
    game, seen = played(seed, 90)
    assert seen["came in"] > 0
    kept = record(game)
    check_fold(kept)
    check_replay(kept)
    check_cuts(kept)
    check_undo_redo(kept, every=7)

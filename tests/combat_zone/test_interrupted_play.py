"""Matches played by chance with opportunity fire in between, claimed at every action."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.combat_zone.firefight import RIFLE, Firefight, machine, profile
from tracker.procedures.requests import Interrupt
from tracker.procedures.runners.random_play import choose_random_input
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers
from tracker.testing.ruleset_laws import (
    check_fold,
    check_replay,
    check_resume_at_each_input,
    check_undo_redo,
    record_play,
)
from tracker.vocabulary.events import ActionTaken

RED = (profile("average gang-leader leader", "assault-rifle"), RIFLE, RIFLE)
BLUE = (RIFLE, profile("veteran", "machine-gun", "axe"), profile("green ablative", "shotgun"))


def played(seed: int, inputs: int) -> tuple[Firefight, Counter[str]]:
    """Four are on opportunity fire from the start; who speaks up is left to random play."""
    rng = random.Random(seed)
    walker = {**machine(attack=(6,)), "weapons": ("autocannon",)}
    game = Firefight({"r1": RED, "r2": (walker,), "b1": BLUE})
    for figure in ("b11", "b12", "b13", "r12"):
        game.mark(figure, markers.OPPORTUNITY, "any")
    seen: Counter[str] = Counter()
    for _ in range(inputs):
        event = choose_random_input(RULESET, game.table, rng)
        if event is None:
            break
        waits = game.table.pending
        if waits is not None and isinstance(waits.request, Interrupt):
            seen["came in" if isinstance(event, ActionTaken) else "nobody"] += 1
        game.feed_input(event)
    return game, seen


@pytest.mark.thorough
@pytest.mark.rule("CZ-OPP-02", "CZ-OPP-03")
@pytest.mark.parametrize("seed", [10, 13, 19])
def test_interrupted_matches_are_cut_replayed_and_taken_back(seed: int) -> None:
    game, seen = played(seed, 90)
    assert seen["came in"] > 0
    assert seen["nobody"] > 0
    kept = record_play(game)
    check_fold(kept)
    check_replay(kept)
    check_resume_at_each_input(kept)
    check_undo_redo(kept, every=7)

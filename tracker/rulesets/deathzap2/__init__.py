"""Deathzap 2: Xolar War: six-sided dice, squads, orders, panic, vehicle damage."""

from __future__ import annotations

from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.deathzap2 import flow, shooting
from tracker.rulesets.deathzap2.consequences import consequences
from tracker.rulesets.deathzap2.markers import LINKS, MARKERS
from tracker.rulesets.deathzap2.options import OPTIONS
from tracker.vocabulary.events import Word, Words

ACTIONS: tuple[Action, ...] = (flow.NEXT, shooting.SHOOT)  # type: ignore[type-arg]

RULESET = Ruleset(
    id="deathzap2",
    version="1",
    title="Deathzap 2",
    words=Words(
        phases=tuple(Word(phase.id, phase.word) for phase in (*flow.BEFORE, *flow.TURN)),
        actions=tuple(Word(action.id, action.word) for action in ACTIONS),
        markers=MARKERS,
        links=LINKS,
        unit_of_length="in",
    ),
    options=OPTIONS,
    phases=(*flow.BEFORE, *flow.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=consequences,
    automatic=flow.automatic,
    due=flow.due,
)

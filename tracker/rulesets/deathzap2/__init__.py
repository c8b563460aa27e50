"""Deathzap 2: Xolar War: six-sided dice, squads, orders, panic, vehicle damage."""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded import recorded_in
from tracker.procedures.declared.rule_texts import glossary_in, options_in, rules_in
from tracker.procedures.pieces.base_words import question
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.deathzap2.attacks import blast, chance, damage, needs, volley
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.benefits import OWN, list_table_problems
from tracker.rulesets.deathzap2.data.markers import LINKS, MARKERS
from tracker.rulesets.deathzap2.forces.rosters import FORCES
from tracker.rulesets.deathzap2.phases import (
    awards,
    contact,
    flow,
    melee,
    melees_now,
    morale,
    movement,
    orders,
    phase_end,
    second_move,
    setup,
    shooting,
    splitting,
    units,
)
from tracker.rulesets.deathzap2.phases.flow import list_consequences
from tracker.rulesets.deathzap2.phases.objectives import describe_objectives
from tracker.rulesets.deathzap2.table.grids import list_printed_tables
from tracker.rulesets.deathzap2.table.keys import KEYS
from tracker.rulesets.deathzap2.table.kit import describe_kit
from tracker.rulesets.deathzap2.table.setting_right import SETTING_RIGHT

ACTIONS: tuple[Action[Any], ...] = (
    flow.NEXT,
    *setup.ACTIONS,
    orders.IMPETUS,
    orders.ORDERS,
    orders.REASSIGN,
    movement.MOVE,
    contact.CONTACT,
    contact.PART,
    units.JOIN,
    splitting.SPLIT,
    shooting.SHOOT,
    second_move.SECOND,
    second_move.HOLD,
    melee.FIGHT,
    morale.FLIGHT,
    *awards.ACTIONS,
)

ROLLS = (
    setup.OBJECTIVE_DICE,
    setup.COUNTERS,
    setup.ROLL_OFF.kind,
    orders.ROLL_OFF.kind,
    orders.DICE,
    units.DICE,
    volley.TO_HIT,
    needs.THROUGH,
    needs.SAVE,
    damage.DAMAGE,
    blast.RADIUS,
    chance.DRAW,
    phase_end.PANIC,
    morale.DICE,
)

RULESET = Ruleset(
    id="deathzap2",
    version="1",
    title="Deathzap 2",
    markers=MARKERS,
    links=LINKS,
    unit_of_length="in",
    options=options_in(__name__),
    phases=(*flow.BEFORE, *flow.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=list_consequences,
    automatic=flow.choose_automatic,
    due=flow.list_due,
    phrases=(
        question("panic", phase_end.PANIC.id, of_units=True),
        question("morale", morale.DICE.id, of_units=True),
        question("edge", "edges"),
        question("counters", setup.COUNTERS.id),
    ),
    keys=KEYS,
    kit=describe_kit,
    forces=FORCES,
    recorded=lambda: recorded_in(__name__),
    table_problems=list_table_problems,
    house_tables=(OWN,),
    status=describe_objectives,
    combats=melees_now.list_melees_now,
    standing=markers.list_standing,
    later=phase_end.list_panic_to_come,
    rules=lambda: rules_in(__name__),
    rolls=ROLLS,
    setting_right=SETTING_RIGHT,
    grids=list_printed_tables,
    glossary=lambda: glossary_in(__name__),
)

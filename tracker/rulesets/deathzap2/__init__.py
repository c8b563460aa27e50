"""Deathzap 2: Xolar War: six-sided dice, squads, orders, panic, vehicle damage."""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded import recorded_in
from tracker.procedures.declared.rule_texts import glossary_in, options_in, rules_in
from tracker.procedures.pieces.common_phrases import make_question_phrase
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.deathzap2.attacks import (
    attack_dice,
    blast,
    damage,
    panic_dice,
    target_numbers,
)
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.markers import LINKS, MARKERS
from tracker.rulesets.deathzap2.data.order_benefits import OWN, list_table_problems
from tracker.rulesets.deathzap2.forces.rosters import FORCES
from tracker.rulesets.deathzap2.phases import (
    contact,
    current_melees,
    join_action,
    melee,
    morale,
    movement,
    objective_actions,
    orders,
    phase_end,
    second_move,
    setup,
    shooting,
    split_action,
    turn_sequence,
)
from tracker.rulesets.deathzap2.phases.objectives import describe_objectives
from tracker.rulesets.deathzap2.phases.turn_sequence import list_consequences
from tracker.rulesets.deathzap2.table.action_keys import KEYS
from tracker.rulesets.deathzap2.table.equipment import describe_kit
from tracker.rulesets.deathzap2.table.fixable_state import SETTING_RIGHT
from tracker.rulesets.deathzap2.table.reference_tables import list_printed_tables

ACTIONS: tuple[Action[Any], ...] = (
    turn_sequence.NEXT,
    *setup.ACTIONS,
    orders.IMPETUS,
    orders.ORDERS,
    orders.REASSIGN,
    movement.MOVE,
    contact.CONTACT,
    contact.PART,
    join_action.JOIN,
    split_action.SPLIT,
    shooting.SHOOT,
    second_move.SECOND,
    second_move.HOLD,
    melee.FIGHT,
    morale.FLIGHT,
    *objective_actions.ACTIONS,
)

ROLLS = (
    setup.OBJECTIVE_DICE,
    setup.COUNTERS,
    setup.ROLL_OFF.kind,
    orders.ROLL_OFF.kind,
    orders.DICE,
    join_action.DICE,
    attack_dice.TO_HIT,
    target_numbers.THROUGH,
    target_numbers.SAVE,
    damage.DAMAGE,
    blast.RADIUS,
    panic_dice.DRAW,
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
    phases=(*turn_sequence.BEFORE, *turn_sequence.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=list_consequences,
    automatic=turn_sequence.choose_automatic_command,
    due=turn_sequence.list_due_actions,
    phrases=(
        make_question_phrase("panic", phase_end.PANIC.id, of_units=True),
        make_question_phrase("morale", morale.DICE.id, of_units=True),
        make_question_phrase("edge", "edges"),
        make_question_phrase("counters", setup.COUNTERS.id),
    ),
    keys=KEYS,
    kit=describe_kit,
    forces=FORCES,
    recorded=lambda: recorded_in(__name__),
    table_problems=list_table_problems,
    house_tables=(OWN,),
    status=describe_objectives,
    combats=current_melees.list_current_melees,
    standing=markers.list_standing_figures,
    later=phase_end.forecast_panic_checks,
    rules=lambda: rules_in(__name__),
    rolls=ROLLS,
    setting_right=SETTING_RIGHT,
    grids=list_printed_tables,
    glossary=lambda: glossary_in(__name__),
)

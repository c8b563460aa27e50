"""Deathzap 2: Xolar War, a game with six-sided dice, squads, orders, panic and vehicle damage."""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded_games import read_recorded_games
from tracker.procedures.declared.rule_texts import read_glossary, read_house_rules, read_rules
from tracker.procedures.pieces.common_line_phrases import make_question_phrase
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.deathzap2.attacks import (
    attack_dice,
    needed_numbers_and_saves,
    unit_attack,
    vehicle_and_monster_damage,
)
from tracker.rulesets.deathzap2.data import rule_tables, state_queries
from tracker.rulesets.deathzap2.data.markers import LINKS, MARKERS
from tracker.rulesets.deathzap2.forces.roster_reader import FORCES
from tracker.rulesets.deathzap2.phases import (
    impetus_and_order_dice,
    match_end_and_winner,
    melee_phase,
    movement,
    phase_end_losses_and_panic,
    rally_and_flight,
    setup_phase,
    shooting_phase,
    turn_sequence,
    unit_join_and_split,
)
from tracker.rulesets.deathzap2.phases.automatic_consequences import list_automatic_consequences
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import OWN, list_house_table_errors
from tracker.rulesets.deathzap2.phases.mission_objectives import describe_objectives
from tracker.rulesets.deathzap2.table.action_keys import KEYS
from tracker.rulesets.deathzap2.table.adjustable_state import SETTING_RIGHT
from tracker.rulesets.deathzap2.table.reference_tables import (
    describe_weapons_quality_and_shields,
    list_printed_tables,
)

ACTIONS: tuple[Action[Any], ...] = (
    turn_sequence.NEXT,
    *setup_phase.ACTIONS,
    impetus_and_order_dice.IMPETUS,
    impetus_and_order_dice.ORDERS,
    impetus_and_order_dice.REASSIGN,
    movement.MOVE,
    movement.CONTACT,
    movement.PART,
    unit_join_and_split.JOIN,
    unit_join_and_split.SPLIT,
    shooting_phase.SHOOT,
    shooting_phase.SECOND,
    shooting_phase.HOLD,
    melee_phase.FIGHT,
    rally_and_flight.FLIGHT,
    *match_end_and_winner.ACTIONS,
)

ROLLS = (
    setup_phase.OBJECTIVE_DICE,
    setup_phase.COUNTERS,
    setup_phase.ROLL_OFF.kind,
    impetus_and_order_dice.ROLL_OFF.kind,
    impetus_and_order_dice.DICE,
    unit_join_and_split.DICE,
    attack_dice.TO_HIT,
    needed_numbers_and_saves.THROUGH,
    needed_numbers_and_saves.SAVE,
    vehicle_and_monster_damage.DAMAGE,
    unit_attack.RADIUS,
    rule_tables.DRAW,
    phase_end_losses_and_panic.PANIC,
    rally_and_flight.DICE,
)

RULESET = Ruleset(
    id="deathzap2",
    version="1",
    title="Deathzap 2",
    markers=MARKERS,
    links=LINKS,
    unit_of_length="in",
    options=read_house_rules(__name__),
    phases=(*turn_sequence.BEFORE, *turn_sequence.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=list_automatic_consequences,
    automatic=turn_sequence.choose_automatic_command,
    due=turn_sequence.list_due_actions_in_step,
    phrases=(
        make_question_phrase("panic", phase_end_losses_and_panic.PANIC.id, takes_units=True),
        make_question_phrase("morale", rally_and_flight.DICE.id, takes_units=True),
        make_question_phrase("edge", "edges"),
        make_question_phrase("counters", setup_phase.COUNTERS.id),
    ),
    keys=KEYS,
    kit=describe_weapons_quality_and_shields,
    forces=FORCES,
    recorded=lambda: read_recorded_games(__name__),
    table_problems=list_house_table_errors,
    house_tables=(OWN,),
    status=describe_objectives,
    combats=melee_phase.list_melees_of_phase,
    standing=state_queries.list_standing_figures,
    later=phase_end_losses_and_panic.forecast_panic_checks,
    rules=lambda: read_rules(__name__),
    rolls=ROLLS,
    setting_right=SETTING_RIGHT,
    grids=list_printed_tables,
    glossary=lambda: read_glossary(__name__),
)

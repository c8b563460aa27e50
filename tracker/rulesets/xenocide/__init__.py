"""The ruleset Xenocide: Firefight: low rolls on ten-sided dice, suppression, opportunity fire and
vehicles.

A squad is a unit (``u:r1``) of figures. A vehicle is a unit of one figure whose profile has a
``vehicle``. A passenger is linked to its vehicle by ``ABOARD``, and units in contact are linked by
``ENGAGED``. Lengths are in hundredths of an inch.

The effects of an attack are first delayed (``attacks.delayed_losses``). They apply once the unit is
no longer waiting to fire, or at once outside the firing phases.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded_games import read_recorded_games
from tracker.procedures.declared.rule_texts import read_glossary, read_house_rules, read_rules
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.xenocide.attacks import delayed_losses, hits_and_saves, shooting_dice
from tracker.rulesets.xenocide.data.markers import LINKS, MARKERS
from tracker.rulesets.xenocide.data.rule_tables import DIE
from tracker.rulesets.xenocide.data.state_queries import list_standing_figures
from tracker.rulesets.xenocide.forces.roster_reader import FORCES
from tracker.rulesets.xenocide.phases import (
    automatic_consequences,
    broken_unit_tests,
    contact_and_coherency,
    initiative,
    match_end_and_winner,
    melee_phase,
    movement,
    order_counters,
    retreats_and_follow_ups,
    setup_phase,
    shooting_and_opportunity_fire,
    suppression_recovery,
    teleport,
    turn_sequence,
    vehicle_collisions,
    vehicle_movement_and_boarding,
)
from tracker.rulesets.xenocide.table.action_keys import KEYS
from tracker.rulesets.xenocide.table.adjustable_state import SETTING_RIGHT
from tracker.rulesets.xenocide.table.reference_tables import (
    describe_weapons_and_stats,
    list_printed_tables,
)
from tracker.rulesets.xenocide.table.unit_damage_and_fired_guns import build_unit_notes

ACTIONS: tuple[Action[Any], ...] = (
    turn_sequence.NEXT,
    *setup_phase.ACTIONS,
    turn_sequence.ORDERS,
    *order_counters.ACTIONS,
    shooting_and_opportunity_fire.FIRE,
    shooting_and_opportunity_fire.HOLD,
    shooting_and_opportunity_fire.SNAP,
    broken_unit_tests.TEST,
    initiative.INITIATIVE,
    movement.MOVE,
    vehicle_movement_and_boarding.DRIVE,
    vehicle_movement_and_boarding.BOARD,
    vehicle_movement_and_boarding.OUT,
    vehicle_collisions.OVERRUN,
    vehicle_collisions.RAM,
    teleport.TELEPORT,
    contact_and_coherency.CONTACT,
    contact_and_coherency.COHERENCY,
    suppression_recovery.RECOVER,
    match_end_and_winner.END,
    melee_phase.FIGHT,
    retreats_and_follow_ups.RETREAT,
    retreats_and_follow_ups.FOLLOW,
)

ROLLS = (
    shooting_dice.TO_HIT,
    shooting_dice.STRUCK,
    hits_and_saves.SAVE,
    hits_and_saves.VEHICLE_SAVE,
    hits_and_saves.CHANCE,
    initiative.ROLL_OFF.kind,
    broken_unit_tests.BROKEN_TEST,
    suppression_recovery.RECOVERY_DICE,
    teleport.MISHAP,
    melee_phase.RESULT,
    retreats_and_follow_ups.DIRECTION,
    retreats_and_follow_ups.SURRENDER,
    vehicle_collisions.DODGE,
    vehicle_collisions.PUSH,
)

RULESET = Ruleset(
    id="xenocide",
    version="1",
    title="Xenocide: Firefight",
    markers=MARKERS,
    links=LINKS,
    unit_of_length="in",
    die=DIE,
    options=read_house_rules(__name__),
    phases=(*turn_sequence.BEFORE, *turn_sequence.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=automatic_consequences.list_automatic_consequences,
    automatic=turn_sequence.choose_automatic_command,
    due=turn_sequence.list_due_actions_in_step,
    rolls=ROLLS,
    forces=FORCES,
    rules=lambda: read_rules(__name__),
    glossary=lambda: read_glossary(__name__),
    grids=list_printed_tables,
    status=match_end_and_winner.describe_match_status,
    combats=melee_phase.list_melees_of_phase,
    points=match_end_and_winner.count_victory_points,
    standing=list_standing_figures,
    keys=KEYS,
    kit=describe_weapons_and_stats,
    sheet=build_unit_notes,
    setting_right=SETTING_RIGHT,
    recorded=lambda: read_recorded_games(__name__),
    later=delayed_losses.forecast_markers_of_delayed_losses,
    secret_orders=order_counters.SECRET,
)

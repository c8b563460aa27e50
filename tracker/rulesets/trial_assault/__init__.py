"""The Trial Assault ruleset: player turns, charges, and close combat in steps of Initiative.

A unit (``u:r1``) can contain models with different profiles. An independent character is a separate
unit that is ``JOINED`` to another. A monstrous creature or walker is also a separate unit. Units in
close combat are ``LOCKED``. Units that fight in the same combat (``c:1``) are linked to it by
``FIGHTS``. Each model has markers for the enemies that it touches and those that it supports
against. Lengths are in hundredths of an inch.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.action_key_types import Keys
from tracker.procedures.declared.recorded_games import read_recorded_games
from tracker.procedures.declared.rule_texts import read_glossary, read_house_rules, read_rules
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.trial_assault.combat import attack_pools, vehicle_combat, wound_placement
from tracker.rulesets.trial_assault.data.markers import LINKS, MARKERS
from tracker.rulesets.trial_assault.data.rule_tables import DIE
from tracker.rulesets.trial_assault.data.state_queries import list_standing_figures
from tracker.rulesets.trial_assault.forces.roster_reader import FORCES
from tracker.rulesets.trial_assault.phases import (
    automatic_consequences,
    charge_phase,
    current_combat_descriptions,
    fall_back_and_sweeping_advance,
    fight_phase,
    fighter_contact_sheet,
    match_end_and_winner,
    morale_checks,
    move_and_fire_reports,
    pile_in_and_consolidation,
    regrouping,
    setup_phase,
    turn_sequence,
)
from tracker.rulesets.trial_assault.table.adjustable_state import SETTING_RIGHT
from tracker.rulesets.trial_assault.table.reference_tables import (
    describe_weapons_and_stats,
    list_printed_tables,
)

ACTIONS: tuple[Action[Any], ...] = (
    turn_sequence.NEXT,
    *setup_phase.ACTIONS,
    regrouping.REGROUPS,
    move_and_fire_reports.MOVE,
    move_and_fire_reports.STAY,
    move_and_fire_reports.FIRE,
    charge_phase.CHARGE,
    charge_phase.COVER,
    *fighter_contact_sheet.ACTIONS,
    fight_phase.FIGHT,
    fight_phase.BEGIN,
    morale_checks.TEST,
    fall_back_and_sweeping_advance.FLEE,
    fall_back_and_sweeping_advance.SWEEPS,
    pile_in_and_consolidation.CONSOLIDATE,
    pile_in_and_consolidation.PILE,
    match_end_and_winner.END,
)

ROLLS = (
    setup_phase.OFF.kind,
    attack_pools.TO_HIT,
    attack_pools.TO_WOUND,
    attack_pools.AGAIN,
    vehicle_combat.PENETRATION,
    vehicle_combat.RENDS,
    wound_placement.PSYCHIC_TEST,
    wound_placement.SAVE,
    morale_checks.MORALE,
    regrouping.REGROUP,
    charge_phase.TERRAIN,
    fall_back_and_sweeping_advance.FALL_BACK,
    fall_back_and_sweeping_advance.SWEEP,
)

# ``1,2c1`` charges, ``s`` asks about contacts, ``1k1`` strikes, ``1b`` chooses the next combat,
# ``1l`` falls back, ``1o2`` consolidates into an enemy
KEYS = Keys(
    order="mfckbtlwopgj-",
    words={"s": "sheet"},
    usual={"movement": "m", "shooting": "f", "charge": "c", "fight": "k", "pile": "p"},
    flags={
        "r": "rough",
        "v": "covered",
        "x": "failed",
        "s": "standing",
        "t": "trapped",
        "o": "off",
    },
    shared=frozenset("sto"),
    chained=True,
)

RULESET = Ruleset(
    id="trial-assault",
    version="1",
    title="Trial Assault",
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
    under_way=current_combat_descriptions.describe_current_combats,
    combats=current_combat_descriptions.list_current_combats,
    points=match_end_and_winner.count_victory_points,
    standing=list_standing_figures,
    keys=KEYS,
    kit=describe_weapons_and_stats,
    setting_right=SETTING_RIGHT,
    recorded=lambda: read_recorded_games(__name__),
)

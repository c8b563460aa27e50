"""Trial Assault: player turns, charges, close combat in steps of Initiative.

How units and models map: a unit (``u:r1``) is its models, those of one profile a group of it. An
independent character is a unit of his own, ``JOINED`` to another; so is a monstrous creature or a
walker. Who is in close combat is ``LOCKED``, who fights together in a combat (``c:1``) ``FIGHTS``
there; whom a model touches or supports against stands on the model. Lengths are hundredths of an
inch.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded import recorded_in
from tracker.procedures.declared.rule_texts import glossary_in, options_in, rules_in
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.trial_assault.combat import allocation, force, machines, strikes
from tracker.rulesets.trial_assault.data.markers import LINKS, MARKERS, list_standing
from tracker.rulesets.trial_assault.data.tables import DIE
from tracker.rulesets.trial_assault.forces.rosters import FORCES
from tracker.rulesets.trial_assault.phases import (
    breaking_off,
    charges,
    combat_summary,
    contact_sheet,
    falling_back,
    fighting,
    flow,
    morale,
    movement_and_shooting,
    pile_in,
    setup,
    winning,
)
from tracker.rulesets.trial_assault.phases.flow import list_consequences
from tracker.rulesets.trial_assault.table.grids import list_printed_tables
from tracker.rulesets.trial_assault.table.keys import KEYS
from tracker.rulesets.trial_assault.table.kit import describe_kit
from tracker.rulesets.trial_assault.table.setting_right import SETTING_RIGHT

ACTIONS: tuple[Action[Any], ...] = (
    flow.NEXT,
    *setup.ACTIONS,
    falling_back.REGROUPS,
    movement_and_shooting.MOVE,
    movement_and_shooting.STAY,
    movement_and_shooting.FIRE,
    charges.CHARGE,
    charges.COVER,
    *contact_sheet.ACTIONS,
    fighting.FIGHT,
    fighting.BEGIN,
    morale.TEST,
    breaking_off.FLEE,
    breaking_off.SWEEPS,
    pile_in.CONSOLIDATE,
    pile_in.PILE,
    winning.END,
)

ROLLS = (
    setup.OFF.kind,
    strikes.TO_HIT,
    strikes.TO_WOUND,
    strikes.AGAIN,
    machines.PENETRATION,
    machines.RENDS,
    force.PSYCHIC_TEST,
    allocation.SAVE,
    morale.MORALE,
    falling_back.REGROUP,
    charges.TERRAIN,
    breaking_off.FALL_BACK,
    breaking_off.SWEEP,
)

RULESET = Ruleset(
    id="trial-assault",
    version="1",
    title="Trial Assault",
    markers=MARKERS,
    links=LINKS,
    unit_of_length="in",
    die=DIE,
    options=options_in(__name__),
    phases=(*flow.BEFORE, *flow.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=list_consequences,
    automatic=flow.choose_automatic,
    due=flow.list_due,
    rolls=ROLLS,
    forces=FORCES,
    rules=lambda: rules_in(__name__),
    glossary=lambda: glossary_in(__name__),
    grids=list_printed_tables,
    status=winning.describe_status,
    under_way=combat_summary.list_combats,
    combats=combat_summary.list_combats_now,
    points=winning.count_points,
    standing=list_standing,
    keys=KEYS,
    kit=describe_kit,
    setting_right=SETTING_RIGHT,
    recorded=lambda: recorded_in(__name__),
)

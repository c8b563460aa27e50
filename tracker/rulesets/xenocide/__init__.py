"""Xenocide: Firefight: ten-sided dice rolled low, suppression, opportunity fire, vehicles.

How units and figures map: a squad is a unit (``u:r1``) of figures, a vehicle is a unit of one
figure whose profile has a ``vehicle``. Who is carried is linked ``ABOARD`` it, who is in contact
``ENGAGED``. Lengths are hundredths of an inch.

Whatever an attack does is held first (``attacks.effects``) and comes true when the unit need not
wait for its own fire any more, or at once outside the phases of fire.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded import recorded_in
from tracker.procedures.declared.rule_texts import glossary_in, options_in, rules_in
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.xenocide.attacks import damage, delayed_losses, volley
from tracker.rulesets.xenocide.data.markers import LINKS, MARKERS, list_standing
from tracker.rulesets.xenocide.data.tables import DIE
from tracker.rulesets.xenocide.forces.rosters import FORCES
from tracker.rulesets.xenocide.phases import (
    contact,
    driving,
    firing,
    flow,
    initiative,
    melee,
    movement,
    orders,
    ramming,
    recovery,
    results,
    retreats,
    setup,
    teleport,
    winning,
)
from tracker.rulesets.xenocide.phases.flow import list_consequences
from tracker.rulesets.xenocide.table.grids import list_printed_tables
from tracker.rulesets.xenocide.table.keys import KEYS, build_sheet
from tracker.rulesets.xenocide.table.kit import describe_kit
from tracker.rulesets.xenocide.table.setting_right import SETTING_RIGHT

ACTIONS: tuple[Action[Any], ...] = (
    flow.NEXT,
    *setup.ACTIONS,
    flow.ORDERS,
    *orders.ACTIONS,
    firing.FIRE,
    firing.HOLD,
    firing.SNAP,
    initiative.TEST,
    initiative.INITIATIVE,
    movement.MOVE,
    driving.DRIVE,
    driving.BOARD,
    driving.OUT,
    ramming.OVERRUN,
    ramming.RAM,
    teleport.TELEPORT,
    contact.CONTACT,
    contact.COHERENCY,
    recovery.RECOVER,
    winning.END,
    melee.FIGHT,
    retreats.RETREAT,
    retreats.FOLLOW,
)

ROLLS = (
    volley.TO_HIT,
    volley.STRUCK,
    damage.SAVE,
    damage.VEHICLE_SAVE,
    damage.CHANCE,
    initiative.ROLL_OFF.kind,
    initiative.BROKEN_TEST,
    recovery.RECOVERY_DICE,
    teleport.MISHAP,
    results.RESULT,
    retreats.DIRECTION,
    retreats.SURRENDER,
    ramming.DODGE,
    ramming.PUSH,
)

RULESET = Ruleset(
    id="xenocide",
    version="1",
    title="Xenocide: Firefight",
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
    combats=melee.list_melees_now,
    points=winning.count_points,
    standing=list_standing,
    keys=KEYS,
    kit=describe_kit,
    sheet=build_sheet,
    setting_right=SETTING_RIGHT,
    recorded=lambda: recorded_in(__name__),
    later=delayed_losses.list_to_come,
    secret_orders=orders.SECRET,
)

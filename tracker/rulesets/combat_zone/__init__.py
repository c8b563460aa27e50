"""Combat Zone: single figures with action points, reactions, and shots in between.

How units and figures map: a **group** is a unit (``u:r1``), each of its members a figure of it
(``f:r1.1``), which people write as ``r11`` (``names.short``). A **Hero** or **machine** is a
unit of its own with one figure (``u:r2``, ``f:r2.1``, written ``r21``; ``markers.is_lone``).
Groups come first on a side, then Heroes, then machines. All lengths are hundredths of a cm.

Whose activation it is stands in the clock: phase "actions", ``clock.side`` whose slot it is,
``clock.subject`` the active unit (None while its side has still to choose one). The figure of it
whose go it is carries ``markers.ACTING``.

An action names its figure, spends (``points.spend``) before its first question, and goes through
``points.interruptible``, where somebody on opportunity fire may come in. Reactions from wounds are
given by ``reactions.give``. Who is gone is disengaged, and opportunity fire is lost, by
``consequences``.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.recorded import recorded_in
from tracker.procedures.declared.rule_texts import glossary_in, options_in, rules_in
from tracker.procedures.declared.words import Phrase
from tracker.procedures.pieces.base_words import refuse_points
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.combat_zone.attacks import burst, clash, wounds
from tracker.rulesets.combat_zone.data.markers import LINKS, MARKERS
from tracker.rulesets.combat_zone.forces.rosters import FORCES
from tracker.rulesets.combat_zone.phases import (
    activation,
    close_combat,
    coherency,
    compulsory,
    current_melees,
    fleeing,
    flow,
    general_actions,
    initiative,
    machine_damage,
    movement,
    opportunity,
    reaction_tests,
    setup,
    shooting,
    winning,
)
from tracker.rulesets.combat_zone.phases.flow import list_consequences
from tracker.rulesets.combat_zone.table.grids import list_printed_tables
from tracker.rulesets.combat_zone.table.keys import KEYS, build_sheet
from tracker.rulesets.combat_zone.table.kit import describe_kit
from tracker.rulesets.combat_zone.table.setting_right import SETTING_RIGHT

ACTIONS: tuple[Action[Any], ...] = (
    flow.NEXT,
    setup.DEPLOY,
    *compulsory.ACTIONS,
    reaction_tests.REACT,
    coherency.COHERENCY,
    initiative.INITIATIVE,
    *activation.ACTIONS,
    *movement.ACTIONS,
    *general_actions.ACTIONS,
    *shooting.ACTIONS,
    *opportunity.ACTIONS,
    *close_combat.ACTIONS,
    fleeing.FLEE,
    machine_damage.EFFECT,
    winning.END,
)

ROLLS = (
    initiative.DICE,
    reaction_tests.TEST,
    burst.TO_HIT,
    wounds.WOUND,
    wounds.PLACE,
    clash.ATTACK,
)

RULESET = Ruleset(
    id="combat-zone",
    version="1",
    title="Combat Zone",
    markers=MARKERS,
    links=LINKS,
    unit_of_length="cm",
    by_figure=True,
    options=options_in(__name__),
    phases=(*flow.BEFORE, *flow.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=list_consequences,
    automatic=flow.choose_automatic,
    due=flow.list_due,
    phrases=(Phrase("vp", refuse_points),),
    keys=KEYS,
    kit=describe_kit,
    forces=FORCES,
    status=winning.describe_status,
    combats=current_melees.list_melees_now,
    ruled=machine_damage.scrap_machines,
    sheet=build_sheet,
    rules=lambda: rules_in(__name__),
    rolls=ROLLS,
    setting_right=SETTING_RIGHT,
    grids=list_printed_tables,
    glossary=lambda: glossary_in(__name__),
    recorded=lambda: recorded_in(__name__),
)

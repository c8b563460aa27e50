"""The Combat Zone ruleset: single figures with action points, reactions and opportunity fire.

A **group** is a unit (``u:r1``). Its members are the figures of that unit (``f:r1.1``, written
``r11``). A **Hero** or **machine** is a unit of its own with one figure (``u:r2``, ``f:r2.1``,
written ``r21``; ``unit_profiles.is_hero_or_machine``). The units of each side are numbered in this
order: groups, Heroes, machines. All lengths are in hundredths of a cm.

In the phase "actions", ``clock.side`` is the side whose slot it is. ``clock.subject`` is the active
unit, or None until the side has chosen one. The figure that acts now has the marker
``markers.ACTING``.

An action names its figure, and spends its points before it asks the players anything. It takes
effect in ``run_interruptible_stage``, which lets figures on opportunity fire interrupt it.
``apply_reaction`` makes wounded figures panic or rout. ``list_automatic_consequences`` disengages
removed figures and ends their opportunity fire.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.actorless_line_forms import Phrase
from tracker.procedures.declared.recorded_games import read_recorded_games
from tracker.procedures.declared.rule_texts import read_glossary, read_house_rules, read_rules
from tracker.procedures.pieces.common_line_phrases import refuse_points_correction
from tracker.procedures.ruleset import Action, Ruleset
from tracker.rulesets.combat_zone.attacks import (
    close_combat_dice,
    shot_allocation_and_dice,
    wound_rolls_and_machine_damage,
)
from tracker.rulesets.combat_zone.data.markers import LINKS, MARKERS
from tracker.rulesets.combat_zone.forces.roster_reader import FORCES
from tracker.rulesets.combat_zone.phases import (
    activation,
    close_combat,
    coherency,
    compulsory_phase,
    initiative,
    match_end_and_winner,
    movement,
    posture_and_object_actions,
    reaction_tests,
    shooting_actions,
    turn_sequence,
)
from tracker.rulesets.combat_zone.phases.automatic_consequences import list_automatic_consequences
from tracker.rulesets.combat_zone.table.action_keys import KEYS
from tracker.rulesets.combat_zone.table.adjustable_state import SETTING_RIGHT
from tracker.rulesets.combat_zone.table.figure_rank_action_points_and_shots import (
    build_figure_notes,
)
from tracker.rulesets.combat_zone.table.reference_tables import (
    describe_quality_armour_and_blades,
    list_printed_tables,
)

ACTIONS: tuple[Action[Any], ...] = (
    turn_sequence.NEXT,
    turn_sequence.DEPLOY,
    *compulsory_phase.ACTIONS,
    reaction_tests.REACT,
    coherency.COHERENCY,
    initiative.INITIATIVE,
    *activation.ACTIONS,
    *movement.ACTIONS,
    *posture_and_object_actions.ACTIONS,
    *shooting_actions.ACTIONS,
    *close_combat.ACTIONS,
    close_combat.FLEE,
    wound_rolls_and_machine_damage.EFFECT,
    match_end_and_winner.END,
)

ROLLS = (
    initiative.DICE,
    reaction_tests.TEST,
    shot_allocation_and_dice.TO_HIT,
    wound_rolls_and_machine_damage.WOUND,
    wound_rolls_and_machine_damage.PLACE,
    close_combat_dice.ATTACK,
)

RULESET = Ruleset(
    id="combat-zone",
    version="1",
    title="Combat Zone",
    markers=MARKERS,
    links=LINKS,
    unit_of_length="cm",
    by_figure=True,
    options=read_house_rules(__name__),
    phases=(*turn_sequence.BEFORE, *turn_sequence.TURN),
    actions={action.id: action for action in ACTIONS},
    consequences=list_automatic_consequences,
    automatic=turn_sequence.choose_automatic_command,
    due=turn_sequence.list_due_actions_in_step,
    phrases=(Phrase("vp", refuse_points_correction),),
    keys=KEYS,
    kit=describe_quality_armour_and_blades,
    forces=FORCES,
    status=match_end_and_winner.describe_match_status,
    combats=close_combat.list_melees_of_phase,
    ruled=wound_rolls_and_machine_damage.make_critical_machine_removal_facts,
    sheet=build_figure_notes,
    rules=lambda: read_rules(__name__),
    rolls=ROLLS,
    setting_right=SETTING_RIGHT,
    grids=list_printed_tables,
    glossary=lambda: read_glossary(__name__),
    recorded=lambda: read_recorded_games(__name__),
)

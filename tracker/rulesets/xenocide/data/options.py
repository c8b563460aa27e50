"""House rules of Xenocide: every gap of the text that tables may settle.

The value a table gets without asking stands first. Yes/no are booleans. The few with a
``question`` are those that tables really argue about; the rest wait in the list of options.
"""

from __future__ import annotations

from typing import Final

from tracker.procedures.ruleset import OptionSpec

YES, NO = True, False
MINUS_ONE: Final = "minus_one_each"

ENDING: Final = (
    OptionSpec(
        "victory",
        ("vp_lost", "last_side", "scenario"),
        "XF-G85",
        "The printed rules name no winner. VP lost: the side that took more VP from the "
        "enemy. Last side: the only side left on the table. Scenario: the players decide.",
        question=(
            "Who wins: the side that took more VP, the last side on the table, or as you decide?"
        ),
    ),
    OptionSpec(
        "turn_limit",
        (0, 3, 4, 5, 6, 8, 10),
        "XF-G86",
        "The number of turns; 0 means no limit.",
        question="How many turns do you play? (0 means no limit)",
        low=0,
        high=99,
    ),
    OptionSpec(
        "disabled_vehicle_vp",
        (0, "half", "full"),
        "XF-G85",
        "How many VP the enemy gets for a vehicle that is disabled but not destroyed.",
    ),
    OptionSpec(
        "captured_vp", (1, 2), "XF-G85", "A captive is worth this many times its VP to its captors."
    ),
)
NERVE: Final = (
    OptionSpec(
        "broken_at_wounds",
        ("at_least", "more_than"),
        "XF-G07",
        "A unit is broken when its markers equal its wounds left, or only when they exceed them.",
    ),
    OptionSpec(
        "broken_test_when",
        ("enemy_visible", "always"),
        "XF-G08",
        "Whether broken units test only with an enemy in view, or every turn.",
    ),
    OptionSpec(
        "morale_test",
        ("at_most", "less_than"),
        "XF-G09",
        "A morale test is passed on a roll equal to or below the Morale, or only below it.",
    ),
    OptionSpec(
        "morale_test_markers",
        (NO, MINUS_ONE),
        "XF-G10",
        "Whether each suppression marker makes a morale test harder by 1.",
    ),
    OptionSpec(
        "flee_move",
        ("by_order", "double"),
        "XF-G11",
        "How far a broken unit flees: as far as its order allows, or always twice its Movement.",
    ),
    OptionSpec(
        "suppression_morale",
        ("base", "highest"),
        "XF-G12",
        "Whose Morale sets the threshold: that of the rank and file, or the best in the unit.",
    ),
    OptionSpec(
        "suppression_pooling",
        ("per_attack", "per_phase"),
        "XF-G13",
        "Attacks count towards markers separately for each firing unit, or together over "
        "the whole phase.",
    ),
    OptionSpec(
        "recovery_test",
        ("less_than", "at_most"),
        "XF-G63",
        "A marker is removed on a roll below the Morale, or on a roll equal to or below it.",
    ),
    OptionSpec(
        "fleeing_may_fire",
        (NO, YES),
        "XF-G94",
        "Whether a fleeing unit may still fire in the Opportunity fire phase.",
    ),
)
SHOOTING: Final = (
    OptionSpec(
        "long_range_penalty",
        (2, 1),
        "XF-G02",
        "The penalty to hit at long range; the printed rules give both values.",
        question="What is the penalty to hit at long range: 2 (weapons' page) or 1 (the list)?",
    ),
    OptionSpec(
        "run_fire_penalty",
        (2, 1),
        "XF-G03",
        "The penalty to hit for firing on Run orders; the printed rules give both values.",
        question="What is the penalty to hit on Run orders: 2 (size table) or 1 (the list)?",
    ),
    OptionSpec(
        "engaged_point_blank_s_minus_1",
        (NO, YES),
        "XF-G06",
        "Whether weapons of S -1 keep the point blank bonus when fired out of a melee.",
    ),
    OptionSpec(
        "suppressed_fire_reduces_dice",
        (NO, YES),
        "XF-G14",
        "Whether each marker on the firer also removes an attack die.",
    ),
    OptionSpec(
        "natural_ten_partial",
        (YES, NO),
        "XF-G19",
        "Whether a 10 that misses by 1 or 2 is a partial hit with an area weapon.",
    ),
    OptionSpec(
        "area_melee_remainder",
        ("target_first", "shooter_chooses"),
        "XF-G23",
        "Who takes the hits left over when area hits in a melee cannot be divided evenly.",
    ),
    OptionSpec(
        "nearest_rule_on_snap_shots",
        (NO, YES),
        "XF-G28",
        "Whether snap shots must also target the nearest enemy within 12 inches.",
    ),
    OptionSpec(
        "through_friends",
        ("nat10", "off"),
        "XF-G32",
        "Whether a roll of 10 hits friends between firer and target.",
    ),
    OptionSpec(
        "grenade_cover",
        ("flat1", "normal"),
        "XF-G34",
        "Grenades have a penalty of 1 for any cover, or the same cover penalties as other weapons.",
    ),
    OptionSpec(
        "return_fire",
        ("immediate", "end_of_phase"),
        "XF-G99",
        "Losses are delayed until the target has returned fire, or until the phase ends.",
    ),
)
DAMAGE: Final = (
    OptionSpec(
        "hit_allocation",
        ("owner", "majority", "shooter"),
        "XF-G25",
        "In a mixed unit the owner assigns hits, all hits are saved as most of the unit "
        "would, or the firer assigns them.",
        question=(
            "Who assigns hits on a mixed unit: its owner, nobody (saved as most would), or the "
            "firer?"
        ),
    ),
    OptionSpec(
        "multi_save_cap",
        ("model_wounds", "none"),
        "XF-G24",
        "Failed saves of one hit count only up to the Wounds of the figure, or all of them count.",
    ),
    OptionSpec(
        "save_natural_ten_fails",
        (NO, YES),
        "XF-G26",
        "Whether a roll of 10 always fails a save.",
    ),
    OptionSpec(
        "casualty_choice",
        ("owner", "random"),
        "XF-G100",
        "Which of the figures hit are removed: the owner's choice, or a random choice.",
    ),
)
MOVING: Final = (
    OptionSpec(
        "order_reveal",
        ("end_of_orders", "on_activation"),
        "XF-G41",
        "When squads turn over their order counters: all at once, or each squad when it "
        "fires or moves.",
    ),
    OptionSpec(
        "initiative",
        ("low_chooses", "alternate"),
        "XF-G36",
        "Both sides roll for initiative every turn, or the choice alternates after the first turn.",
    ),
    OptionSpec(
        "rough_rounding",
        ("complete_two", "pro_rata"),
        "XF-G38",
        "Rough ground costs an extra inch for each full two inches crossed, or half of the "
        "distance exactly.",
    ),
    OptionSpec(
        "leave_suppression",
        (YES, NO),
        "XF-G39",
        "Whether the blows struck at a unit that leaves a melee cause suppression.",
    ),
    OptionSpec(
        "mover_snap_shots",
        ("grav_pack_only", "none", "all"),
        "XF-G44",
        "Which units of the moving side may take snap shots.",
    ),
    OptionSpec(
        "teleport_mishap",
        ("per_model", "per_unit"),
        "XF-G46",
        "In a risky teleport, each figure rolls, or one die counts for the whole unit.",
    ),
    OptionSpec(
        "teleport_when_suppressed",
        ("full", "minus_4_per_marker"),
        "XF-G47",
        "Whether each suppression marker shortens a teleport to a visible place by 4 inches.",
    ),
    OptionSpec(
        "heavy_weapon_move",
        ("two_and_strength", "strength_only"),
        "XF-G91",
        "Whether at least two figures are always needed to move a weapon of S +2 or more.",
    ),
)
MELEE: Final = (
    OptionSpec(
        "melee_reach",
        ("contact", "whole_unit"),
        "XF-G48",
        "Who strikes in melee: figures in contact, or all figures of the unit.",
    ),
    OptionSpec(
        "melee_clamp",
        (YES, NO),
        "XF-G49",
        "Whether melee numbers are limited to 0 to 9 as in shooting, so that a 10 always misses.",
    ),
    OptionSpec(
        "extra_weapon_attacks",
        (NO, YES),
        "XF-G52",
        "Whether a second melee weapon gives a second attack.",
    ),
    OptionSpec(
        "unarmed_attack",
        (YES, NO),
        "XF-G53",
        "Whether figures without a weapon or a free hand may strike.",
    ),
    OptionSpec(
        "outnumbered",
        ("half_or_fewer", "less_than_half"),
        "XF-G56",
        "A side is outnumbered when it has at most half of the enemy's wounds, or only when "
        "it has less than half.",
    ),
    OptionSpec(
        "follow_up_after_wipe",
        (YES, NO),
        "XF-G57",
        "Whether units may follow up after they have killed all enemies in contact.",
    ),
    OptionSpec(
        "melee_cover_holder",
        ("before_contact", "any_in_cover"),
        "XF-G59",
        "Who defends cover in a melee: figures that were in it before contact, or anyone in it.",
    ),
    OptionSpec(
        "retreat_direction",
        ("as_failed", "as_passed", "test"),
        "XF-G60",
        "Where a retreat goes: to the edge like a flight, to cover as after a passed test, "
        "or by a test.",
    ),
    OptionSpec(
        "follow_up_required",
        ("optional", "forced"),
        "XF-G62",
        "Whether units may or must follow up when their enemies retreat.",
    ),
)
VEHICLES: Final = (
    OptionSpec(
        "turn_distance",
        ("increment_plus_one", "increment"),
        "XF-G66",
        "The distance between two turns in inches: twice the speed increment plus 2, or "
        "only twice the increment.",
    ),
    OptionSpec(
        "unload_at_one",
        ("end_of_move", "none", "anywhere"),
        "XF-G68",
        "Where passengers may get off at speed increment 1.",
    ),
    OptionSpec(
        "stationary_heavy_mount",
        (YES, NO),
        "XF-G70",
        "Whether a mounted weapon of S +1 may fire when the vehicle has not moved or turned.",
    ),
    OptionSpec(
        "damage_slows_now",
        (NO, YES),
        "XF-G72",
        "Whether damage shortens the move that a vehicle is making.",
    ),
    OptionSpec(
        "explosion_rounding",
        ("up", "down"),
        "XF-G73",
        "How to round half the Strength of an exploding vehicle.",
    ),
    OptionSpec(
        "passenger_double_hit",
        (NO, YES),
        "XF-G74",
        "Whether passengers are hit twice when one hit both disables and destroys their vehicle.",
    ),
    OptionSpec(
        "closed_vehicle_area_hits",
        (1, 2),
        "XF-G75",
        "How many hits a closed vehicle takes from one area attack.",
    ),
    OptionSpec(
        "structure_self_hit",
        ("half_ram", "half_strength"),
        "XF-G81",
        "The hit on a vehicle that rams a structure: half of the ram's power, or half of "
        "its Strength alone.",
    ),
    OptionSpec("vehicle_snap_shots", (YES, NO), "XF-G92", "Whether vehicles may take snap shots."),
    OptionSpec(
        "carried_counts_as_moved",
        (NO, YES),
        "XF-G97",
        "Whether passengers count as having moved when their vehicle has moved.",
    ),
    OptionSpec(
        "vehicle_split_fire",
        ("individual", "per_mount"),
        "XF-G103",
        "Mounts that fire at several targets cause no suppression, or each mount counts "
        "separately.",
    ),
)

OPTIONS: Final = (*ENDING, *NERVE, *SHOOTING, *DAMAGE, *MOVING, *MELEE, *VEHICLES)

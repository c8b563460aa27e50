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
        "The text names no winner. VP lost: whoever took more from the enemy. Last side: whoever"
        " still has something on the table. Scenario: the players say.",
        question="Who wins: most enemy VP taken, the last side on the table, or as you say?",
    ),
    OptionSpec(
        "turn_limit",
        (0, 3, 4, 5, 6, 8, 10),
        "XF-G86",
        "How many turns the game has; 0: as many as it takes.",
        question="How many turns do you play? 0 is without limit",
        low=0,
        high=99,
    ),
    OptionSpec(
        "disabled_vehicle_vp",
        (0, "half", "full"),
        "XF-G85",
        "What a vehicle that is disabled and not destroyed is worth to the enemy.",
    ),
    OptionSpec(
        "captured_vp", (1, 2), "XF-G85", "How many times its VP a captive is worth to its captors."
    ),
)
NERVE: Final = (
    OptionSpec(
        "broken_at_wounds",
        ("at_least", "more_than"),
        "XF-G07",
        "Broken at as many markers as the unit has wounds left, or only at more than that.",
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
        "A morale test is passed by a roll of at most the Morale, or by less than it.",
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
        "How far a broken unit flees: as its order lets it, or always twice its Movement.",
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
        "Attacks count for markers one firing unit at a time, or all of a phase together.",
    ),
    OptionSpec(
        "recovery_test",
        ("less_than", "at_most"),
        "XF-G63",
        "A marker comes off by a roll of less than the Morale, or of at most as much.",
    ),
    OptionSpec(
        "fleeing_may_fire",
        (NO, YES),
        "XF-G94",
        "Whether a unit that flees still fires in the Opportunity fire phase.",
    ),
)
SHOOTING: Final = (
    OptionSpec(
        "long_range_penalty",
        (2, 1),
        "XF-G02",
        "What long range takes off the number to hit; the text has both.",
        question="What does long range cost to hit: 2 (weapons' page) or 1 (the list)?",
    ),
    OptionSpec(
        "run_fire_penalty",
        (2, 1),
        "XF-G03",
        "What running takes off the number to hit; the text has both.",
        question="What does fire on Run orders cost to hit: 2 (size table) or 1 (the list)?",
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
        "Whether each marker on the firer takes an attack die away, besides making it less sure.",
    ),
    OptionSpec(
        "natural_ten_partial",
        (YES, NO),
        "XF-G19",
        "Whether a 10 that misses by 1 or 2 is a partial hit of an area weapon.",
    ),
    OptionSpec(
        "area_melee_remainder",
        ("target_first", "shooter_chooses"),
        "XF-G23",
        "Who takes what is left over when area hits are shared out in a melee.",
    ),
    OptionSpec(
        "nearest_rule_on_snap_shots",
        (NO, YES),
        "XF-G28",
        "Whether snap shots, too, must go at the nearest enemy within 12 inches.",
    ),
    OptionSpec(
        "through_friends",
        ("nat10", "off"),
        "XF-G32",
        "Whether tens hit friends who stand between firer and target.",
    ),
    OptionSpec(
        "grenade_cover",
        ("flat1", "normal"),
        "XF-G34",
        "What is thrown is 1 harder at any cover, or as other weapons are.",
    ),
    OptionSpec(
        "return_fire",
        ("immediate", "end_of_phase"),
        "XF-G99",
        "Effects are held until the target has fired, or all until the phase ends.",
    ),
)
DAMAGE: Final = (
    OptionSpec(
        "hit_allocation",
        ("owner", "majority", "shooter"),
        "XF-G25",
        "In a mixed unit the owner deals hits out, all save as most of it would, or the firer"
        " deals them.",
        question="Hits on a mixed unit: dealt by its owner, saved as most would, or by the firer?",
    ),
    OptionSpec(
        "multi_save_cap",
        ("model_wounds", "none"),
        "XF-G24",
        "Whether failed saves of one hit count up to the Wounds of a figure, or all of them.",
    ),
    OptionSpec(
        "save_natural_ten_fails",
        (NO, YES),
        "XF-G26",
        "Whether a 10 fails even a save that is sure otherwise.",
    ),
    OptionSpec(
        "casualty_choice",
        ("owner", "random"),
        "XF-G100",
        "Which of those hit fall: as their owner likes, or by chance.",
    ),
)
MOVING: Final = (
    OptionSpec(
        "order_reveal",
        ("end_of_orders", "on_activation"),
        "XF-G41",
        "When counters of squads are turned: all together, or each when its squad fires or moves.",
    ),
    OptionSpec(
        "initiative",
        ("low_chooses", "alternate"),
        "XF-G36",
        "Both sides roll every turn, or the choice goes to and fro after the first.",
    ),
    OptionSpec(
        "rough_rounding",
        ("complete_two", "pro_rata"),
        "XF-G38",
        "Rough ground costs an inch for each complete two, or half of what is crossed.",
    ),
    OptionSpec(
        "leave_suppression",
        (YES, NO),
        "XF-G39",
        "Whether the blows at a unit that leaves a melee suppress it.",
    ),
    OptionSpec(
        "mover_snap_shots",
        ("grav_pack_only", "none", "all"),
        "XF-G44",
        "Which units of the moving side may take snap shots themselves.",
    ),
    OptionSpec(
        "teleport_mishap",
        ("per_model", "per_unit"),
        "XF-G46",
        "Each figure that teleports at a risk rolls, or one die stands for all of them.",
    ),
    OptionSpec(
        "teleport_when_suppressed",
        ("full", "minus_4_per_marker"),
        "XF-G47",
        "Whether each suppression marker takes 4 inches off a teleport in view.",
    ),
    OptionSpec(
        "heavy_weapon_move",
        ("two_and_strength", "strength_only"),
        "XF-G91",
        "Whether a weapon of S +2 or more always takes two figures to move it.",
    ),
)
MELEE: Final = (
    OptionSpec(
        "melee_reach",
        ("contact", "whole_unit"),
        "XF-G48",
        "Who strikes: figures in contact, or all of the unit.",
    ),
    OptionSpec(
        "melee_clamp",
        (YES, NO),
        "XF-G49",
        "Whether numbers in melee end at 0 and 9 as in shooting, and a 10 always misses.",
    ),
    OptionSpec(
        "extra_weapon_attacks",
        (NO, YES),
        "XF-G52",
        "Whether a second melee weapon in hand gives a second attack.",
    ),
    OptionSpec(
        "unarmed_attack",
        (YES, NO),
        "XF-G53",
        "Whether figures without a weapon or a free hand strike at all.",
    ),
    OptionSpec(
        "outnumbered",
        ("half_or_fewer", "less_than_half"),
        "XF-G56",
        "A side is outnumbered at half the wounds of the enemy, or only below.",
    ),
    OptionSpec(
        "follow_up_after_wipe",
        (YES, NO),
        "XF-G57",
        "Whether units may follow up when they have killed all they fought.",
    ),
    OptionSpec(
        "melee_cover_holder",
        ("before_contact", "any_in_cover"),
        "XF-G59",
        "Who defends cover in a melee: who was there before contact, or whoever is in it.",
    ),
    OptionSpec(
        "retreat_direction",
        ("as_failed", "as_passed", "test"),
        "XF-G60",
        "Retreats go for the edge as in flight, for cover as with nerve kept, or by a test.",
    ),
    OptionSpec(
        "follow_up_required",
        ("optional", "forced"),
        "XF-G62",
        "Whether those whose enemies fled may follow up, or have to.",
    ),
)
VEHICLES: Final = (
    OptionSpec(
        "turn_distance",
        ("increment_plus_one", "increment"),
        "XF-G66",
        "Inches between two turns: twice the increment and 2 more, or just twice the increment.",
    ),
    OptionSpec(
        "unload_at_one",
        ("end_of_move", "none", "anywhere"),
        "XF-G68",
        "Where passengers get off at increment 1.",
    ),
    OptionSpec(
        "stationary_heavy_mount",
        (YES, NO),
        "XF-G70",
        "Whether a mounted weapon of S +1 fires when the vehicle has not moved or turned.",
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
        "How half the Strength of an exploding vehicle is rounded.",
    ),
    OptionSpec(
        "passenger_double_hit",
        (NO, YES),
        "XF-G74",
        "Whether passengers are hit twice when one blow disables and destroys.",
    ),
    OptionSpec(
        "closed_vehicle_area_hits",
        (1, 2),
        "XF-G75",
        "How many hits of an area weapon a closed vehicle takes.",
    ),
    OptionSpec(
        "structure_self_hit",
        ("half_ram", "half_strength"),
        "XF-G81",
        "What hits a vehicle that rams a structure: half the power of the ram, or half its"
        " Strength alone.",
    ),
    OptionSpec("vehicle_snap_shots", (YES, NO), "XF-G92", "Whether vehicles may take snap shots."),
    OptionSpec(
        "carried_counts_as_moved",
        (NO, YES),
        "XF-G97",
        "Whether passengers count as having moved when their vehicle has.",
    ),
    OptionSpec(
        "vehicle_split_fire",
        ("individual", "per_mount"),
        "XF-G103",
        "Mounts that fire at several targets suppress nobody, or each counts for itself.",
    ),
)

OPTIONS: Final = (*ENDING, *NERVE, *SHOOTING, *DAMAGE, *MOVING, *MELEE, *VEHICLES)

"""House rules of Combat Zone: every gap of the text that tables may settle.

The value a table gets without asking stands first. Yes/no and on/off are booleans.
"""

from __future__ import annotations

from typing import Final

from tracker.procedures.ruleset import OptionSpec

YES, NO = True, False

ENDING: Final = (
    OptionSpec(
        "victory",
        ("last_side", "turn_limit", "manual"),
        "CZ-G01",
        "The printed rules name no winner. Last side: the only side with figures on the "
        "table wins. Turn limit: the game ends after a set number of turns. Manual: the "
        "players decide.",
        question=(
            "When does the game end: with one side left, after a number of turns, or when you "
            "say so?"
        ),
    ),
    OptionSpec(
        "turn_limit",
        (6, 3, 4, 5, 7, 8, 10, 12),
        "CZ-WIN-01",
        "The number of turns in a game with a turn limit.",
        low=1,
        high=99,
    ),
)
FIGURES: Final = (
    OptionSpec(
        "hero_quality",
        ("elite", "veteran", "average", "per_figure"),
        "CZ-G06",
        "The quality of a Hero when the roster gives none. Per figure: the roster must give it.",
    ),
    OptionSpec(
        "leader_profile",
        ("all_leaders", "gangs_only", "per_figure"),
        "CZ-G07",
        "Which Leaders use the Gang Leader profile when the roster gives none.",
    ),
    OptionSpec(
        "ablative",
        ("permanent", "lost_after_first_hit"),
        "CZ-G28",
        "Whether ablative armour is permanent, or lost after the first hit it takes.",
    ),
)
REACTIONS: Final = (
    OptionSpec(
        "mid_turn_panic",
        ("total_three", "next_turn"),
        "CZ-G08",
        "A figure that panics in mid-activation gets 3 points in total, or panic counts "
        "from its next turn.",
    ),
    OptionSpec(
        "panic_coherency",
        ("three", "two"),
        "CZ-G09",
        "The action points of a panicking figure whose group is out of coherency.",
    ),
    OptionSpec(
        "rout_engaged",
        ("when_due", "immediate"),
        "CZ-G11",
        "A figure that routs in close combat is lost when it next has to run, or at once.",
    ),
    OptionSpec(
        "rout_move",
        ("next_compulsory", "immediate"),
        "CZ-G12",
        "When a routing figure makes its first rout move.",
    ),
    OptionSpec(
        "leader_contact",
        ("any_friendly", "own_group", "steady_only"),
        "CZ-G14",
        "Whose Leader or Sub-leader steadies a figure in contact with him.",
    ),
    OptionSpec(
        "strength_counts",
        ("on_table", "not_casualty"),
        "CZ-G15",
        "Whether figures that fled still count as alive for the strength of their group.",
    ),
    OptionSpec(
        "double_panic",
        ("no_effect", "rout"),
        "CZ-G46",
        "What a second panic result does to a figure that is already panicking.",
    ),
    OptionSpec(
        "machine_reactions", (NO, YES), "CZ-G30", "Whether machines panic and rout like figures."
    ),
)
INITIATIVE: Final = (
    OptionSpec(
        "coherency_check",
        ("at_initiative", "live"),
        "CZ-G16",
        "Coherency is checked once a turn, at initiative, or at every moment of the turn.",
    ),
    OptionSpec(
        "coherency_scope",
        ("whole_group", "per_figure_ap"),
        "CZ-G16",
        "Who loses the point when a group is out of coherency: the whole group, or only the "
        "stragglers.",
    ),
    OptionSpec(
        "anchor_state",
        ("any", "steady_only"),
        "CZ-G58",
        "Whether a panicking or routing Leader or Sub-leader still keeps the group in coherency.",
    ),
    OptionSpec(
        "initiative_tie",
        ("reroll", "next_highest_die"),
        "CZ-G18",
        "When totals and highest dice are equal: roll again, or compare the next highest dice.",
    ),
    OptionSpec(
        "machine_initiative",
        ("none", "d4", "d6", "d8"),
        "CZ-G33",
        "The die that a machine adds to initiative.",
    ),
    OptionSpec("pass", ("not_allowed", "allowed"), "CZ-G19", "Whether a side may pass its slot."),
    OptionSpec(
        "figure_order",
        ("one_at_a_time", "interleaved"),
        "CZ-G20",
        "Each figure finishes before the next figure of its group starts, or figures of a "
        "group may take turns.",
    ),
    OptionSpec(
        "lone_activation",
        ("own_slot", "with_a_group"),
        "CZ-G61",
        "Heroes and machines take slots of their own, or act in the slot of a friendly group.",
    ),
)
MOVING: Final = (
    OptionSpec("stand_up_cost", (1, 0), "CZ-G21", "Action points a figure needs to stand up."),
    OptionSpec("crawl", (NO, YES), "CZ-G21", "Whether a figure that is down may move (crawl)."),
    OptionSpec(
        "suit_difficult",
        ("four", "five"),
        "CZ-G22",
        "How many centimetres a Combat Suit moves through difficult terrain for 2 points.",
    ),
    OptionSpec(
        "break_off",
        ("free", "parting_round", "only_rout"),
        "CZ-G39",
        "Running away from close combat: freely, after one more round of combat, or never.",
    ),
)
SHOOTING: Final = (
    OptionSpec(
        "range_bands",
        ("exclusive", "additive"),
        "CZ-G17",
        "Point blank range gives +2 alone, or +2 plus the +1 for short range.",
    ),
    OptionSpec(
        "burst_targets",
        ("any", "within_50cm", "one_target"),
        "CZ-G25",
        "How far apart the targets of one burst may be.",
    ),
    OptionSpec(
        "fire_into_combat", (NO, YES), "CZ-G26", "Whether figures in close combat may be shot at."
    ),
    OptionSpec(
        "rof",
        ("per_turn", "per_action"),
        "CZ-G44",
        "Whether a weapon's rate of fire is the limit for the whole turn or for each action.",
    ),
    OptionSpec(
        "premeasure",
        (NO, YES),
        "CZ-G45",
        "Whether you may measure the range before you declare a shot.",
    ),
    OptionSpec(
        "blast",
        ("single_target", "by_hand"),
        "CZ-G48",
        "A grenade or rocket hits only its target, or the players decide who else is hit.",
    ),
    OptionSpec(
        "of_expiry",
        ("next_turn", "own_next_activation"),
        "CZ-G24",
        "When unused opportunity fire is lost.",
    ),
    OptionSpec(
        "of_timing",
        ("interrupt", "after_action"),
        "CZ-G43",
        "Opportunity fire is resolved before the action is completed, or after it.",
    ),
)
FIGHTING: Final = (
    OptionSpec(
        "second_hand",
        ("generic", "weapon_values"),
        "CZ-G27",
        "A second weapon in close combat uses the general second-hand values, or the values "
        "of its own type.",
    ),
    OptionSpec(
        "initiator_die",
        ("first_round", "every_round"),
        "CZ-G36",
        "In which rounds the figure that started the combat has its extra die.",
    ),
    OptionSpec(
        "outnumber",
        ("later_opponents", "later_opponents_cumulative", "outnumbered_figure"),
        "CZ-G37",
        "Who gets extra dice when several figures fight one.",
    ),
    OptionSpec(
        "round_cost", (1, 0), "CZ-G38", "Action points that each further round of a combat costs."
    ),
)
MACHINES: Final = (
    OptionSpec(
        "machine_order",
        ("sheet_order", "net_sum"),
        "CZ-G29",
        "Repair may cancel a wound before earlier damage is added, or all modifiers are "
        "added up first.",
    ),
    OptionSpec(
        "machine_wear",
        ("worst", "sum"),
        "CZ-G41",
        "With earlier major and critical damage, only the worse one counts, or both are added.",
    ),
    OptionSpec(
        "machine_critical",
        ("record_only", "destroyed"),
        "CZ-G42",
        "Whether critical damage destroys a machine.",
    ),
)

OPTIONS: Final = (
    *ENDING,
    *FIGURES,
    *REACTIONS,
    *INITIATIVE,
    *MOVING,
    *SHOOTING,
    *FIGHTING,
    *MACHINES,
)

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
        "The text names no winner. Last side: whoever still has figures on the table. Turn limit:"
        " after so many turns. Manual: when the players say so.",
        question="When is the game over: one side left, after some turns, or when you say so?",
    ),
    OptionSpec(
        "turn_limit",
        (6, 3, 4, 5, 7, 8, 10, 12),
        "CZ-WIN-01",
        "How many turns a game with a turn limit has.",
        low=1,
        high=99,
    ),
)
FIGURES: Final = (
    OptionSpec(
        "hero_quality",
        ("elite", "veteran", "average", "per_figure"),
        "CZ-G06",
        "The quality of a Hero for whom the roster writes none; per figure: it must be written.",
    ),
    OptionSpec(
        "leader_profile",
        ("all_leaders", "gangs_only", "per_figure"),
        "CZ-G07",
        "Which Leaders have the profile of a Gang Leader where the roster writes none.",
    ),
    OptionSpec(
        "ablative",
        ("permanent", "lost_after_first_hit"),
        "CZ-G28",
        "Whether ablative armour stays, or is gone after the first hit it takes.",
    ),
)
REACTIONS: Final = (
    OptionSpec(
        "mid_turn_panic",
        ("total_three", "next_turn"),
        "CZ-G08",
        "Panic in mid-activation leaves 3 points in all, or counts from the next turn on.",
    ),
    OptionSpec(
        "panic_coherency",
        ("three", "two"),
        "CZ-G09",
        "Points of a shaken figure whose group is out of coherency.",
    ),
    OptionSpec(
        "rout_engaged",
        ("when_due", "immediate"),
        "CZ-G11",
        "A figure routed in close combat is lost when it should run, or at once.",
    ),
    OptionSpec(
        "rout_move",
        ("next_compulsory", "immediate"),
        "CZ-G12",
        "When a figure that routs runs for the first time.",
    ),
    OptionSpec(
        "leader_contact",
        ("any_friendly", "own_group", "steady_only"),
        "CZ-G14",
        "Whose Leader or Sub-leader steadies a figure that touches him.",
    ),
    OptionSpec(
        "strength_counts",
        ("on_table", "not_casualty"),
        "CZ-G15",
        "Whether figures that fled still count as alive for their group.",
    ),
    OptionSpec(
        "double_panic",
        ("no_effect", "rout"),
        "CZ-G46",
        "What a second panic does to a figure that is panicking.",
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
        "Coherency is judged once, at initiative, or at every moment of the turn.",
    ),
    OptionSpec(
        "coherency_scope",
        ("whole_group", "per_figure_ap"),
        "CZ-G16",
        "Who loses the point of a scattered group: all of it, or the stragglers only.",
    ),
    OptionSpec(
        "anchor_state",
        ("any", "steady_only"),
        "CZ-G58",
        "Whether a Leader or Sub-leader in panic or rout still holds the group together.",
    ),
    OptionSpec(
        "initiative_tie",
        ("reroll", "next_highest_die"),
        "CZ-G18",
        "Equal totals with equal highest dice: roll again, or compare the next highest.",
    ),
    OptionSpec(
        "machine_initiative",
        ("none", "d4", "d6", "d8"),
        "CZ-G33",
        "The die that a machine adds to initiative.",
    ),
    OptionSpec(
        "pass", ("not_allowed", "allowed"), "CZ-G19", "Whether a side may let its slot go by."
    ),
    OptionSpec(
        "figure_order",
        ("one_at_a_time", "interleaved"),
        "CZ-G20",
        "A figure finishes before the next of its group begins, or they take turns.",
    ),
    OptionSpec(
        "lone_activation",
        ("own_slot", "with_a_group"),
        "CZ-G61",
        "Heroes and machines take slots of their own, or act in the slot of a friendly group.",
    ),
)
MOVING: Final = (
    OptionSpec("stand_up_cost", (1, 0), "CZ-G21", "Points to get up."),
    OptionSpec("crawl", (NO, YES), "CZ-G21", "Whether a figure that is down may move."),
    OptionSpec(
        "suit_difficult",
        ("four", "five"),
        "CZ-G22",
        "Centimetres a Combat Suit covers for 2 points through difficult terrain.",
    ),
    OptionSpec(
        "break_off",
        ("free", "parting_round", "only_rout"),
        "CZ-G39",
        "Running away from close combat: unhindered, after one more round, or never.",
    ),
)
SHOOTING: Final = (
    OptionSpec(
        "range_bands",
        ("exclusive", "additive"),
        "CZ-G17",
        "Point blank gives +2, or +2 and the +1 of short range as well.",
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
        "Whether a weapon's rate of fire is for the whole turn or for each action.",
    ),
    OptionSpec(
        "premeasure", (NO, YES), "CZ-G45", "Whether range may be measured before declaring."
    ),
    OptionSpec(
        "blast",
        ("single_target", "by_hand"),
        "CZ-G48",
        "A grenade or rocket hits one figure, or the players name further victims.",
    ),
    OptionSpec(
        "of_expiry",
        ("next_turn", "own_next_activation"),
        "CZ-G24",
        "When opportunity fire that was not used is lost.",
    ),
    OptionSpec(
        "of_timing",
        ("interrupt", "after_action"),
        "CZ-G43",
        "Opportunity fire comes before the action is completed, or after it.",
    ),
)
FIGHTING: Final = (
    OptionSpec(
        "second_hand",
        ("generic", "weapon_values"),
        "CZ-G27",
        "The second weapon gives the line of its own name, or that of any second-hand weapon.",
    ),
    OptionSpec(
        "initiator_die",
        ("first_round", "every_round"),
        "CZ-G36",
        "In which rounds the figure that opened a combat has its extra die.",
    ),
    OptionSpec(
        "outnumber",
        ("later_opponents", "later_opponents_cumulative", "outnumbered_figure"),
        "CZ-G37",
        "Who gains dice when several fight one.",
    ),
    OptionSpec("round_cost", (1, 0), "CZ-G38", "Points of each further round of a combat."),
)
MACHINES: Final = (
    OptionSpec(
        "machine_order",
        ("sheet_order", "net_sum"),
        "CZ-G29",
        "Repair may cancel a wound before earlier damage counts, or all are added up at once.",
    ),
    OptionSpec(
        "machine_wear",
        ("worst", "sum"),
        "CZ-G41",
        "Earlier major and critical damage: the worse counts, or both.",
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

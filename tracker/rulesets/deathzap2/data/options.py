"""House rules and set-up answers of Deathzap 2: every gap of the text that tables may settle.

The value a table gets without asking stands first. Yes/no and on/off are booleans. The few with a
``question`` are those that tables really argue about; the rest wait in the list of options.
"""

from __future__ import annotations

from typing import Final, Literal

from tracker.procedures.ruleset import OptionSpec
from tracker.procedures.view import Match

YES, NO = True, False

SET_UP: Final = (
    OptionSpec(
        "game",
        ("advanced", "basic"),
        "DZ-SETUP-02",
        "Advanced: two objectives, most victory points after six turns."
        " Basic: a side whose units are all panicked has lost.",
        question="Play for objectives (advanced), or until one side has only panic left (basic)?",
    ),
    OptionSpec(
        "board",
        ("small", "large"),
        "DZ-SETUP-01",
        "Small: 2 by 2 feet. Large: anything bigger, such as 6 by 4 feet; moves are doubled.",
        question="Which board: 2 by 2 feet (small), or larger?",
    ),
    OptionSpec(
        "objectives_how",
        ("rolled", "own"),
        "DZ-WIN-03",
        "Rolled: one objective from each of two tables."
        " Own: the players say what counts and award its points themselves.",
    ),
)

ORDERS: Final = (
    OptionSpec(
        "orders_table",
        ("blank", "custom", "starter", "skip_phase"),
        "DZ-G01",
        "The text names order benefits but prints no table. Blank: dice are given out and do"
        " nothing. Custom: the table's own six rows. Starter: our six rows. Or skip the phase.",
        question="The printed rules lack the table of order benefits: which one do you use?",
    ),
    OptionSpec(
        "orders_to_panicked", (NO, YES), "DZ-G02", "Whether panicked units earn an order die, too."
    ),
    OptionSpec(
        "orders_sequence",
        ("a_then_b", "all_roll_then_assign"),
        "DZ-G03",
        "The side that acts first rolls and gives out its dice before the other rolls, or both"
        " roll before anybody gives out a die.",
    ),
    OptionSpec(
        "impetus_panic_bonus",
        (False, True),
        "DZ-G06",
        "Add 1 to the impetus die for each panicked enemy unit, as the older rules had it.",
    ),
)

UNITS: Final = (
    OptionSpec(
        "heavy_infantry_move",
        (4, 3),
        "DZ-G07",
        "Inches heavy infantry moves on a small board; the text gives it no speed.",
    ),
    OptionSpec(
        "grouping",
        ("type_or_speed", "type_only"),
        "DZ-G08",
        "Figures form a unit when they share a type or a speed, or only when they share a type.",
    ),
    OptionSpec(
        "units",
        ("dynamic", "fixed_squads"),
        "DZ-G10",
        "Units may join and split as they move, or stay as they were mustered and join panicked"
        " friends only.",
        question="May units join and split during the game (dynamic), or are squads fixed?",
    ),
    OptionSpec(
        "panicked_move",
        ("free", "not_towards_enemy", "none"),
        "DZ-G11",
        "How far panicked units are free to move in the Movement phase and by second moves.",
    ),
    OptionSpec(
        "join_tie",
        ("calm", "reroll", "panicked"),
        "DZ-G12",
        "What equal products mean when calm and panicked figures become one unit.",
    ),
    OptionSpec(
        "join_direction",
        ("either", "calm_mover_only"),
        "DZ-G13",
        "Whether a panicked unit that moves into a calm one joins it by the same roll, or the two"
        " stay apart.",
    ),
    OptionSpec(
        "large_board_doubles",
        ("moves", "moves_and_ranges", "all_distances"),
        "DZ-G17",
        "What a large board doubles: inches moved, weapon ranges as well, or every distance.",
    ),
    OptionSpec(
        "second_move_contact",
        (YES, NO),
        "DZ-G20",
        "Whether a second move in the Shooting phase may end in contact with the enemy.",
    ),
)

SHOOTING: Final = (
    OptionSpec(
        "split_unit",
        ("gun", "shot"),
        "DZ-G23",
        "How finely a unit may divide its fire: each gun at one target, or each shot.",
    ),
    OptionSpec(
        "guns_per_figure",
        ("all", "all_for_vehicles_and_monsters_else_one"),
        "DZ-G24",
        "Whether figures fire every gun they carry, or only vehicles and monsters do.",
    ),
    OptionSpec(
        "hit_allocation",
        ("owner_free", "spread_evenly"),
        "DZ-G25",
        "The owner of the target deals hits as they like, or one each before any second.",
    ),
    OptionSpec(
        "overkill",
        ("spill", "wasted"),
        "DZ-G26",
        "Failed saves beyond a figure's death pass to others of its unit, or are lost.",
    ),
    OptionSpec(
        "blast_friends", (YES, NO), "DZ-G27", "Whether a Destroyer's blast hits friends as well."
    ),
    OptionSpec(
        "mixed_defence",
        ("figure_hit", "majority"),
        "DZ-G67",
        "Shields and saves are those of the figure hit, or of most figures in the unit.",
    ),
)

DAMAGE: Final = (
    OptionSpec(
        "vehicle_damage_timing",
        ("phase_end", "immediate"),
        "DZ-G28",
        "When damage to vehicles and monsters takes effect.",
    ),
    OptionSpec(
        "repeat_half",
        ("stack", "once"),
        "DZ-G29",
        "Whether a second halving of speed halves again.",
    ),
    OptionSpec(
        "no_weapon_left",
        ("no_effect", "reroll"),
        "DZ-G30",
        "What a lost weapon means where no gun is left.",
    ),
    OptionSpec(
        "enraged_reach",
        ("speed", "unlimited"),
        "DZ-G32",
        "How far an enraged monster goes to reach the nearest unit.",
    ),
    OptionSpec(
        "enraged_roller",
        ("owner", "opponent"),
        "DZ-G32",
        "Who rolls for an enraged monster that turns on its own side.",
    ),
)

MELEE: Final = (
    OptionSpec(
        "panicked_melee",
        ("sixes", "normal"),
        "DZ-G37",
        "Whether panicked units need sixes to hit in melee, as they do when shooting.",
        question="Do panicked units hit only on sixes in melee, too, or fight as normal?",
    ),
    OptionSpec(
        "melee_reach",
        ("whole_unit", "base_contact"),
        "DZ-G38",
        "Who strikes: every figure of a unit in melee, or those in contact.",
    ),
    OptionSpec(
        "melee_order",
        ("a_then_b", "charger_first_casualties_at_once"),
        "DZ-G40",
        "Both sides strike before anybody falls, or the side that made contact strikes first and"
        " casualties fall at once.",
    ),
    OptionSpec(
        "basic_melee_cost",
        ("free", "always_pay_7"),
        "DZ-G41",
        "Whether the basic attack that every figure has is free, or a figure without a bought"
        " melee weapon pays 7 points for it.",
    ),
    OptionSpec(
        "melee_weapons_per_figure",
        ("all", "one"),
        "DZ-G42",
        "Whether a figure strikes with all its melee weapons or with one.",
    ),
)

MORALE: Final = (
    OptionSpec(
        "recheck_panicked",
        (NO, YES),
        "DZ-G35",
        "Whether units already panicked check again for casualties.",
    ),
    OptionSpec(
        "lone_flight",
        ("on_1_to_3", "always_double_roll", "never"),
        "DZ-G43",
        "When a lone panicked figure runs in the Morale phase.",
    ),
    OptionSpec(
        "flee_off_board",
        ("stop", "removed"),
        "DZ-G44",
        "Whether flight ends at the own base edge or goes over it.",
    ),
    OptionSpec(
        "lone_panic_from",
        ("always", "morale_phase"),
        "DZ-G45",
        "Lone figures panic the moment they are alone, or when Morale begins.",
    ),
    OptionSpec(
        "lone_join",
        ("same_type", "any_legal"),
        "DZ-G46",
        "Which units a lone figure may join: those with a figure of its type, or any it may group"
        " with.",
    ),
)

WINNING: Final = (
    OptionSpec(
        "basic_win_check",
        ("each_phase", "end_of_turn"),
        "DZ-G47",
        "When a basic game looks whether a side has only panic left.",
    ),
    OptionSpec(
        "basic_timeout",
        ("draw", "fewest_points_lost"),
        "DZ-G47",
        "What a basic game is worth that nobody won in six turns.",
    ),
    OptionSpec(
        "advanced_early_end",
        ("offer", "never"),
        "DZ-G48",
        "Whether an advanced game may end early when a side has nobody left.",
    ),
    OptionSpec(
        "objectives",
        ("shared", "per_player"),
        "DZ-G49",
        "One pair of objectives for both sides, or a pair for each.",
    ),
    OptionSpec(
        "assassinate_pick",
        ("owner", "opponent"),
        "DZ-G50",
        "Who says which figure is hunted: its owner or the hunter.",
    ),
    OptionSpec(
        "hard_hitters_tie",
        ("both", "neither"),
        "DZ-G51",
        "Who scores when both sides lose their half in the same removals.",
    ),
    OptionSpec(
        "push_needs",
        ("one_figure", "whole_unit"),
        "DZ-G52",
        "How much of a calm unit must stand in the enemy's zone.",
    ),
    OptionSpec(
        "intel_placement",
        ("app_random", "players"),
        "DZ-G55",
        "Counters are placed by dice in whole inches, or the players place them their own way.",
    ),
    OptionSpec(
        "kill_credit",
        ("any_cause", "enemy_action_only"),
        "DZ-G56",
        "Whether every loss counts for the enemy's objectives, or only what the enemy did.",
    ),
)

IN_PLAY: Final = (*ORDERS, *UNITS, *SHOOTING, *DAMAGE, *MELEE, *MORALE)
OPTIONS: Final = (*SET_UP, *IN_PLAY, *WINNING)

Measure = Literal["move", "range", "other"]

_DOUBLED: Final[dict[str, tuple[Measure, ...]]] = {
    "moves": ("move",),
    "moves_and_ranges": ("move", "range"),
    "all_distances": ("move", "range", "other"),
}


def find_scale(match: Match, measure: Measure) -> int:
    """1, or 2 where a large board doubles this kind of distance (DZ-SETUP-01, DZ-G17)."""
    if match.option("board") == "small":
        return 1
    return 2 if measure in _DOUBLED[str(match.option("large_board_doubles"))] else 1

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
        "Advanced: two objectives; the side with the most victory points after six turns "
        "wins. Basic: a side loses when all its units are panicked.",
        question=(
            "Play for objectives (advanced), or until all units of one side are panicked (basic)?"
        ),
    ),
    OptionSpec(
        "board",
        ("small", "large"),
        "DZ-SETUP-01",
        "Small: 2 by 2 feet. Large: anything bigger, such as 6 by 4 feet; figures move "
        "twice as far.",
        question="Which board: 2 by 2 feet (small), or larger?",
    ),
    OptionSpec(
        "objectives_how",
        ("rolled", "own"),
        "DZ-WIN-03",
        "Rolled: roll one objective on each of two tables. Own: the players choose the "
        "objectives and award the points.",
    ),
)

ORDERS: Final = (
    OptionSpec(
        "orders_table",
        ("blank", "custom", "starter", "skip_phase"),
        "DZ-G01",
        "The printed rules mention order benefits but have no table of them. Blank: order "
        "dice do nothing. Custom: you enter six rows of your own. Starter: our six rows. "
        "Skip phase: there is no Orders phase.",
        question="The printed rules have no table of order benefits. Which one do you use?",
    ),
    OptionSpec(
        "orders_to_panicked", (NO, YES), "DZ-G02", "Whether panicked units get an order die, too."
    ),
    OptionSpec(
        "orders_sequence",
        ("a_then_b", "all_roll_then_assign"),
        "DZ-G03",
        "The first side rolls and assigns its order dice before the other side rolls, or "
        "both sides roll before anybody assigns a die.",
    ),
    OptionSpec(
        "impetus_panic_bonus",
        (False, True),
        "DZ-G06",
        "Add 1 to the impetus die for each panicked enemy unit, as in the older edition.",
    ),
)

UNITS: Final = (
    OptionSpec(
        "heavy_infantry_move",
        (4, 3),
        "DZ-G07",
        "How many inches heavy infantry moves on a small board; the printed rules give no speed.",
    ),
    OptionSpec(
        "grouping",
        ("type_or_speed", "type_only"),
        "DZ-G08",
        "Figures can form a unit if they share a type or a speed, or only if they share a type.",
    ),
    OptionSpec(
        "units",
        ("dynamic", "fixed_squads"),
        "DZ-G10",
        "Units may join and split as they move. With fixed squads they may only join "
        "panicked friends.",
        question="May units join and split during the game (dynamic), or are squads fixed?",
    ),
    OptionSpec(
        "panicked_move",
        ("free", "not_towards_enemy", "none"),
        "DZ-G11",
        "Where panicked units may move in the Movement phase and with second moves.",
    ),
    OptionSpec(
        "join_tie",
        ("calm", "reroll", "panicked"),
        "DZ-G12",
        "What happens when the products are equal as calm and panicked figures join.",
    ),
    OptionSpec(
        "join_direction",
        ("either", "calm_mover_only"),
        "DZ-G13",
        "A panicked unit that moves up to a calm unit joins it with the same roll, or does "
        "not join.",
    ),
    OptionSpec(
        "large_board_doubles",
        ("moves", "moves_and_ranges", "all_distances"),
        "DZ-G17",
        "What a large board doubles: moves, moves and weapon ranges, or all distances.",
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
        "The smallest part of a unit's fire that may have a target of its own: a gun or a shot.",
    ),
    OptionSpec(
        "guns_per_figure",
        ("all", "all_for_vehicles_and_monsters_else_one"),
        "DZ-G24",
        "Every figure fires all its guns, or only vehicles and monsters do and other "
        "figures fire one.",
    ),
    OptionSpec(
        "hit_allocation",
        ("owner_free", "spread_evenly"),
        "DZ-G25",
        "The owner of the target assigns hits freely, or gives each figure one hit before "
        "any figure gets a second.",
    ),
    OptionSpec(
        "overkill",
        ("spill", "wasted"),
        "DZ-G26",
        "Failed saves beyond a figure's death carry over to others of its unit, or are lost.",
    ),
    OptionSpec(
        "blast_friends", (YES, NO), "DZ-G27", "Whether a Destroyer's blast hits friends as well."
    ),
    OptionSpec(
        "mixed_defence",
        ("figure_hit", "majority"),
        "DZ-G67",
        "Hits are saved with the shields and save of the figure that is hit, or those of "
        "most figures in the unit.",
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
        "Whether a second halving of speed halves the speed again.",
    ),
    OptionSpec(
        "no_weapon_left",
        ("no_effect", "reroll"),
        "DZ-G30",
        "What happens when a unit must lose a weapon but has none left.",
    ),
    OptionSpec(
        "enraged_reach",
        ("speed", "unlimited"),
        "DZ-G32",
        "How far an enraged monster moves to reach the nearest unit.",
    ),
    OptionSpec(
        "enraged_roller",
        ("owner", "opponent"),
        "DZ-G32",
        "Who rolls for an enraged monster that attacks its own side.",
    ),
)

MELEE: Final = (
    OptionSpec(
        "panicked_melee",
        ("sixes", "normal"),
        "DZ-G37",
        "Whether panicked units need sixes to hit in melee, as they do when shooting.",
        question="Do panicked units need sixes to hit in melee, too, or do they fight as normal?",
    ),
    OptionSpec(
        "melee_reach",
        ("whole_unit", "base_contact"),
        "DZ-G38",
        "Who strikes in melee: every figure of the unit, or only figures in base contact.",
    ),
    OptionSpec(
        "melee_order",
        ("a_then_b", "charger_first_casualties_at_once"),
        "DZ-G40",
        "Both sides strike before casualties are removed, or the side that made contact "
        "strikes first and casualties are removed at once.",
    ),
    OptionSpec(
        "basic_melee_cost",
        ("free", "always_pay_7"),
        "DZ-G41",
        "The basic attack of every figure is free, or a figure without a bought melee "
        "weapon pays 7 points for it.",
    ),
    OptionSpec(
        "melee_weapons_per_figure",
        ("all", "one"),
        "DZ-G42",
        "Whether a figure strikes with all its melee weapons or with only one.",
    ),
)

MORALE: Final = (
    OptionSpec(
        "recheck_panicked",
        (NO, YES),
        "DZ-G35",
        "Whether units that are already panicked check again for casualties.",
    ),
    OptionSpec(
        "lone_flight",
        ("on_1_to_3", "always_double_roll", "never"),
        "DZ-G43",
        "When a lone panicked figure flees in the Morale phase.",
    ),
    OptionSpec(
        "flee_off_board",
        ("stop", "removed"),
        "DZ-G44",
        "Whether fleeing units stop at their own base edge or leave the board.",
    ),
    OptionSpec(
        "lone_panic_from",
        ("always", "morale_phase"),
        "DZ-G45",
        "A lone figure panics as soon as it is alone, or when the Morale phase begins.",
    ),
    OptionSpec(
        "lone_join",
        ("same_type", "any_legal"),
        "DZ-G46",
        "A lone figure may join only a unit with a figure of its type, or any unit it may "
        "form a unit with.",
    ),
)

WINNING: Final = (
    OptionSpec(
        "basic_win_check",
        ("each_phase", "end_of_turn"),
        "DZ-G47",
        "When a basic game checks whether all units of a side are panicked.",
    ),
    OptionSpec(
        "basic_timeout",
        ("draw", "fewest_points_lost"),
        "DZ-G47",
        "The result of a basic game that nobody has won after six turns.",
    ),
    OptionSpec(
        "advanced_early_end",
        ("offer", "never"),
        "DZ-G48",
        "Whether an advanced game may end early when a side has no figures left.",
    ),
    OptionSpec(
        "objectives",
        ("shared", "per_player"),
        "DZ-G49",
        "Both sides play for the same pair of objectives, or each side has its own pair.",
    ),
    OptionSpec(
        "assassinate_pick",
        ("owner", "opponent"),
        "DZ-G50",
        "Who chooses the figure to hunt: its owner or the opponent.",
    ),
    OptionSpec(
        "hard_hitters_tie",
        ("both", "neither"),
        "DZ-G51",
        "Who scores when both sides lose half of their force at the same moment.",
    ),
    OptionSpec(
        "push_needs",
        ("one_figure", "whole_unit"),
        "DZ-G52",
        "How much of a calm unit must be in the enemy's zone.",
    ),
    OptionSpec(
        "intel_placement",
        ("app_random", "players"),
        "DZ-G55",
        "The app places the counters at random in whole inches, or the players place them.",
    ),
    OptionSpec(
        "kill_credit",
        ("any_cause", "enemy_action_only"),
        "DZ-G56",
        "Whether all losses count for the enemy's objectives, or only losses caused by the enemy.",
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

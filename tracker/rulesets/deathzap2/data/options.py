"""House rules and set-up answers of Deathzap 2: every gap of the text that tables may settle.

The value a table gets without asking stands first. Yes/no and on/off are booleans. The few with a
``question`` are those that tables really argue about; the rest wait in the list of options.
"""

from __future__ import annotations

from typing import Final, Literal

from tracker.procedures.ruleset import OptionSpec
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data.options_in_play import IN_PLAY

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

OPTIONS: Final = (*SET_UP, *IN_PLAY, *WINNING)

Measure = Literal["move", "range", "other"]

_DOUBLED: Final[dict[str, tuple[Measure, ...]]] = {
    "moves": ("move",),
    "moves_and_ranges": ("move", "range"),
    "all_distances": ("move", "range", "other"),
}


def scale(match: Match, measure: Measure) -> int:
    """1, or 2 where a large board doubles this kind of distance (DZ-SETUP-01, DZ-G17)."""
    if match.option("board") == "small":
        return 1
    return 2 if measure in _DOUBLED[str(match.option("large_board_doubles"))] else 1

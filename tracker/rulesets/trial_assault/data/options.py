"""House rules of Trial Assault: every gap of the text that tables may settle."""

from __future__ import annotations

from typing import Final

from tracker.procedures.ruleset import OptionSpec

OPTIONS: Final = (
    OptionSpec("support_from", ("own_unit", "any_friend"), "TA-G19", "Whose models one supports."),
    OptionSpec(
        "majority_basis", ("unit", "zone"), "TA-G22", "Who counts for Weapon Skill and Toughness."
    ),
    OptionSpec("lap_mode", ("allocate_first", "sequential"), "TA-G24", "How wounds lap round."),
    OptionSpec("lap_overflow", ("carry", "lost"), "TA-G24", "Wounds too many for an armour group."),
    OptionSpec(
        "cover_strike", ("initiative_10", "before_everyone"), "TA-G31", "When cover strikes."
    ),
    OptionSpec(
        "plasma_scope", ("any_charger", "only_against_bearers"), "TA-G35", "Whom plasma helps."
    ),
    OptionSpec(
        "character_split", ("hits_when_equal", "attacks_before"), "TA-G51", "How he shares blows."
    ),
    OptionSpec("perils", ("off", "on_2_or_12"), "TA-G10", "What a psychic test may cost."),
    OptionSpec("two_always_passes", (True, False), "TA-G03", "A total of 2 always passes."),
    OptionSpec("half_strength", (True, False), "TA-G04", "Units below half test at 1 less."),
    OptionSpec("outnumbered", ("ratio", "flat", "off"), "TA-G04", "What being outnumbered takes."),
    OptionSpec(
        "outnumber_count", ("models", "wounds", "by_hand"), "TA-G04", "How numbers are counted."
    ),
    OptionSpec("character_morale", ("with_unit", "own_test"), "TA-G05", "How characters test."),
    OptionSpec("regroup_in_sight_bonus", (False, True), "TA-G06", "1 more with no enemy in sight."),
    OptionSpec("regrouped_may_charge", (True, False), "TA-G06", "Who regrouped may charge."),
    OptionSpec("shooting_morale", (True, False), "TA-G08", "A quarter lost to fire: a test."),
    OptionSpec("last_survivor", ("off", "test_each_own_turn"), "TA-G09", "The last of a unit."),
    OptionSpec(
        "pile_in_timing", ("phase_end", "before_break_off"), "TA-G18", "When units pile in."
    ),
    OptionSpec("premeasure", (True, False), "TA-G36", "Measuring before a charge is declared."),
    OptionSpec("terrain_roll", ("per_unit", "per_model"), "TA-G39", "Who rolls for terrain."),
    OptionSpec("fast_terrain", ("die", "double_die"), "TA-G39", "Fast units in terrain."),
    OptionSpec(
        "charge_destroyed",
        ("consolidate", "nothing", "full_wipe_out"),
        "TA-G43",
        "What follows where a unit falling back scatters as it is charged.",
    ),
    OptionSpec(
        "recontact", ("locked", "regroup_test"), "TA-G45", "Consolidating into who falls back."
    ),
    OptionSpec("sweep_choice", ("after_roll", "blind"), "TA-G46", "When a sweep is decided."),
    OptionSpec("sweep_compare", ("dice", "halved"), "TA-G46", "What a sweep has to beat."),
    OptionSpec("halving", ("exact", "up", "down"), "TA-G49", "How halved moves are rounded."),
    OptionSpec(
        "wipe_out_tests", ("each", "once_per_unit_and_phase"), "TA-G50", "Friends of the slain."
    ),
    OptionSpec("game_length", (6, 4, 5, 7, 8, "open"), "TA-G12", "Game turns."),
    OptionSpec("victory", ("by_hand", "points"), "TA-G12", "Who has won."),
    OptionSpec("vehicle_wounds", ("0", "1_2"), "TA-G64", "What hits on vehicles count."),
)

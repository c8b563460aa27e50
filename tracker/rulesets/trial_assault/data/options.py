"""House rules of Trial Assault: every gap of the text that tables may settle."""

from __future__ import annotations

from typing import Final

from tracker.procedures.ruleset import OptionSpec

OPTIONS: Final = (
    OptionSpec(
        "support_from",
        ("own_unit", "any_friend"),
        "TA-G19",
        "Two passages differ. Own unit: models support those of their unit. Any friend: of "
        "any in the combat.",
        question="May models support only those of their own unit, or any friend in contact?",
    ),
    OptionSpec(
        "majority_basis",
        ("unit", "zone"),
        "TA-G22",
        "Most of whom give Weapon Skill and Toughness. Unit: of all its models. Zone: of "
        "those in the fight.",
    ),
    OptionSpec(
        "lap_mode",
        ("allocate_first", "sequential"),
        "TA-G24",
        "Allocate first: all wounds of a step are dealt before any save. Sequential: group "
        "after group.",
    ),
    OptionSpec(
        "lap_overflow",
        ("carry", "lost"),
        "TA-G24",
        "Unsaved wounds beyond a group of like armour. Carry: the next group bears them. "
        "Lost: nobody does.",
    ),
    OptionSpec(
        "cover_strike",
        ("initiative_10", "before_everyone"),
        "TA-G31",
        "Models in cover strike at step 10, with any others of 10, or before everyone.",
    ),
    OptionSpec(
        "plasma_scope",
        ("any_charger", "only_against_bearers"),
        "TA-G35",
        "Plasma grenades of one charger take the cover from all, or only against their bearers.",
    ),
    OptionSpec(
        "character_split",
        ("hits_when_equal", "attacks_before"),
        "TA-G51",
        "A character shares out his hits where both are as easy to hit, or always his attacks"
        " before.",
    ),
    OptionSpec(
        "perils",
        ("off", "on_2_or_12"),
        "TA-G10",
        "A psychic test of 2 or 12 hits the psyker with Strength 6, entered by hand.",
    ),
    OptionSpec(
        "two_always_passes",
        (True, False),
        "TA-G03",
        "A total of 2 passes, however low the number.",
    ),
    OptionSpec(
        "half_strength",
        (True, False),
        "TA-G04",
        "Units below half of their models test at 1 less.",
    ),
    OptionSpec(
        "outnumbered",
        ("ratio", "flat", "off"),
        "TA-G04",
        "The beaten test at less when outnumbered. Ratio: 1 less, 2 to 1 is 2, 4 to 1 is 4. "
        "Flat: 1.",
        question="What does being outnumbered take from the test: 1 to 4 by ratio, always 1, or "
        "nothing?",
    ),
    OptionSpec(
        "outnumber_count",
        ("models", "wounds", "by_hand"),
        "TA-G04",
        "Numbers are counted in models, in the wounds they have left, or as you say.",
    ),
    OptionSpec(
        "character_morale",
        ("with_unit", "own_test"),
        "TA-G05",
        "A character who has joined tests with his unit, at the best Leadership, or by himself.",
    ),
    OptionSpec(
        "regroup_in_sight_bonus",
        (False, True),
        "TA-G06",
        "Regrouping is 1 easier with no enemy in sight.",
    ),
    OptionSpec(
        "regrouped_may_charge",
        (True, False),
        "TA-G06",
        "Who regrouped may charge in the same turn.",
    ),
    OptionSpec(
        "shooting_morale",
        (True, False),
        "TA-G08",
        "A unit that lost a quarter of its models to fire in a phase tests its morale.",
        question="Does a unit test its morale when a quarter of it falls to shooting?",
    ),
    OptionSpec(
        "last_survivor",
        ("off", "test_each_own_turn"),
        "TA-G09",
        "The last model of a unit tests in each turn of its side.",
    ),
    OptionSpec(
        "pile_in_timing",
        ("phase_end", "before_break_off"),
        "TA-G18",
        "Units pile in after the last combat, or in each before the beaten break off.",
    ),
    OptionSpec(
        "premeasure",
        (True, False),
        "TA-G36",
        "Distances may be measured before a charge is declared.",
        question="May you measure before you declare a charge?",
    ),
    OptionSpec(
        "terrain_roll",
        ("per_unit", "per_model"),
        "TA-G39",
        "In difficult ground one roll counts for the unit, or each model has its own.",
    ),
    OptionSpec(
        "fast_terrain",
        ("die", "double_die"),
        "TA-G39",
        'Units that charge further than 6" go as far as the die says in difficult ground, or '
        "twice that.",
    ),
    OptionSpec(
        "charge_destroyed",
        ("consolidate", "nothing", "full_wipe_out"),
        "TA-G43",
        "What follows where a unit falling back scatters as it is charged: chargers "
        "consolidate, nothing, or all that a wipe-out brings.",
    ),
    OptionSpec(
        "recontact",
        ("locked", "regroup_test"),
        "TA-G45",
        "Who falls back and is reached by a consolidation is locked, or takes the test of a "
        "charged unit.",
    ),
    OptionSpec(
        "sweep_choice",
        ("after_roll", "blind"),
        "TA-G46",
        "Victors say whether they sweep when they know the fall back, or before.",
    ),
    OptionSpec(
        "sweep_compare",
        ("dice", "halved"),
        "TA-G46",
        "A sweep has to reach the dice of the fall back, or the inches left after halving.",
    ),
    OptionSpec(
        "halving",
        ("exact", "up", "down"),
        "TA-G49",
        "Half inches are kept, or rounded.",
    ),
    OptionSpec(
        "wipe_out_tests",
        ("each", "once_per_unit_and_phase"),
        "TA-G50",
        "Friends near a wipe-out test for each of them, or once in a phase.",
    ),
    OptionSpec(
        "game_length",
        (6, 4, 5, 7, 8, "open"),
        "TA-G12",
        "How many game turns there are; open: until you say so.",
        question="How many game turns do you play?",
    ),
    OptionSpec(
        "victory",
        ("by_hand", "points"),
        "TA-G12",
        "Who has won is said by the players, or counted: points of units lost and falling "
        "back, half of those below half.",
        question="Who wins: as you say, or by points of what the enemy lost?",
    ),
    OptionSpec(
        "vehicle_wounds",
        ("0", "1_2"),
        "TA-G64",
        "What a hit on a vehicle counts in the result: nothing, or 1 for a glancing one and 2"
        " for one that penetrates.",
    ),
)

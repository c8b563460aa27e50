"""House rules of Trial Assault: every gap of the text that tables may settle."""

from __future__ import annotations

from typing import Final

from tracker.procedures.ruleset import OptionSpec

OPTIONS: Final = (
    OptionSpec(
        "support_from",
        ("own_unit", "any_friend"),
        "TA-G19",
        "Two passages disagree. Own unit: models support only models of their own unit. Any "
        "friend: they support any friend in the combat.",
        question="May models support only their own unit, or any friend in contact?",
    ),
    OptionSpec(
        "majority_basis",
        ("unit", "zone"),
        "TA-G22",
        "Whose majority sets Weapon Skill and Toughness. Unit: all models of the unit. "
        "Zone: only models in the fight.",
    ),
    OptionSpec(
        "lap_mode",
        ("allocate_first", "sequential"),
        "TA-G24",
        "Allocate first: all wounds of a step are allocated before any saves. Sequential: "
        "one armour group after another.",
    ),
    OptionSpec(
        "lap_overflow",
        ("carry", "lost"),
        "TA-G24",
        "Unsaved wounds left over when an armour group is dead. Carry: they go to the next "
        "group. Lost: they are lost.",
    ),
    OptionSpec(
        "cover_strike",
        ("initiative_10", "before_everyone"),
        "TA-G31",
        "Models in cover strike at step 10 with all other models of Initiative 10, or "
        "before everyone else.",
    ),
    OptionSpec(
        "plasma_scope",
        ("any_charger", "only_against_bearers"),
        "TA-G35",
        "Plasma grenades of one charger remove the cover for all attackers, or only against "
        "the models that carry them.",
    ),
    OptionSpec(
        "character_split",
        ("hits_when_equal", "attacks_before"),
        "TA-G51",
        "A character divides his hits among equally hard targets, or always divides his "
        "attacks before rolling.",
    ),
    OptionSpec(
        "perils",
        ("off", "on_2_or_12"),
        "TA-G10",
        "A psyker who rolls 2 or 12 in a psychic test takes a Strength 6 hit, entered by hand.",
    ),
    OptionSpec(
        "two_always_passes",
        (True, False),
        "TA-G03",
        "A roll of 2 always passes a Leadership test.",
    ),
    OptionSpec(
        "half_strength",
        (True, False),
        "TA-G04",
        "Units below half of their models test at -1 Leadership.",
    ),
    OptionSpec(
        "outnumbered",
        ("ratio", "flat", "off"),
        "TA-G04",
        "The penalty for losers of a combat who are outnumbered. Ratio: 1, or 2 at 2:1, 3 "
        "at 3:1, 4 at 4:1. Flat: always 1.",
        question=(
            "What is the Leadership penalty for being outnumbered: 1 to 4 by ratio, always 1, "
            "or none?"
        ),
    ),
    OptionSpec(
        "outnumber_count",
        ("models", "wounds", "by_hand"),
        "TA-G04",
        "Numbers are counted in models, in remaining wounds, or by the players.",
    ),
    OptionSpec(
        "character_morale",
        ("with_unit", "own_test"),
        "TA-G05",
        "A character in a unit tests together with it (at the best Leadership), or on his own.",
    ),
    OptionSpec(
        "regroup_in_sight_bonus",
        (False, True),
        "TA-G06",
        "A unit with no enemy in sight regroups at +1 Leadership.",
    ),
    OptionSpec(
        "regrouped_may_charge",
        (True, False),
        "TA-G06",
        "A unit that regrouped may charge in the same turn.",
    ),
    OptionSpec(
        "shooting_morale",
        (True, False),
        "TA-G08",
        "A unit that lost a quarter of its models to shooting in one phase takes a morale check.",
        question=(
            "Does a unit take a morale check when it loses a quarter of its models to shooting?"
        ),
    ),
    OptionSpec(
        "last_survivor",
        ("off", "test_each_own_turn"),
        "TA-G09",
        "The last model of a unit takes a test in each turn of its own side.",
    ),
    OptionSpec(
        "pile_in_timing",
        ("phase_end", "before_break_off"),
        "TA-G18",
        "Units pile in after the last combat, or in each combat before the losers break off.",
    ),
    OptionSpec(
        "premeasure",
        (True, False),
        "TA-G36",
        "You may measure the distance before you declare a charge.",
        question="May you measure before you declare a charge?",
    ),
    OptionSpec(
        "terrain_roll",
        ("per_unit", "per_model"),
        "TA-G39",
        "In difficult terrain, roll once for the whole unit or once for each model.",
    ),
    OptionSpec(
        "fast_terrain",
        ("die", "double_die"),
        "TA-G39",
        'Units that charge more than 6" move as far as the die shows in difficult terrain, '
        "or twice as far.",
    ),
    OptionSpec(
        "charge_destroyed",
        ("consolidate", "nothing", "full_wipe_out"),
        "TA-G43",
        "When a charged unit that is falling back scatters, the chargers consolidate, or "
        "nothing follows, or all rules of a wipe-out apply.",
    ),
    OptionSpec(
        "recontact",
        ("locked", "regroup_test"),
        "TA-G45",
        "A unit that is falling back and is reached by a consolidation is locked, or tests "
        "like a charged unit.",
    ),
    OptionSpec(
        "sweep_choice",
        ("after_roll", "blind"),
        "TA-G46",
        "Winners choose whether to sweep after the fall back is rolled, or before.",
    ),
    OptionSpec(
        "sweep_compare",
        ("dice", "halved"),
        "TA-G46",
        "A sweep must equal the dice of the fall back, or the inches after halving.",
    ),
    OptionSpec(
        "halving",
        ("exact", "up", "down"),
        "TA-G49",
        "Half inches are kept exactly, or rounded.",
    ),
    OptionSpec(
        "wipe_out_tests",
        ("each", "once_per_unit_and_phase"),
        "TA-G50",
        "Friends near a wipe-out test once for each wipe-out, or once a phase.",
    ),
    OptionSpec(
        "game_length",
        (6, 4, 5, 7, 8, "open"),
        "TA-G12",
        "The number of game turns; open: until you end the game.",
        question="How many game turns do you play?",
    ),
    OptionSpec(
        "victory",
        ("by_hand", "points"),
        "TA-G12",
        "The players decide who wins, or points do: those of lost and fleeing units, and "
        "half for units below half strength.",
        question="Who decides the winner: you, or points for enemy losses?",
    ),
    OptionSpec(
        "vehicle_wounds",
        ("0", "1_2"),
        "TA-G64",
        "How much a hit on a vehicle counts in the combat result: nothing, or 1 for a "
        "glancing and 2 for a penetrating hit.",
    ),
)

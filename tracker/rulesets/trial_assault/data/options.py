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
)

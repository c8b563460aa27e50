"""Building blocks for rulesets, such as names, phrases and the sequence of phases."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(
    __name__,
    acting="acting_units",
    endings="match_endings",
    face_down="face_down_markers",
    flow="phase_flow",
    needs="needed_numbers",
    people="subject_fields",
    rosters="common_roster_reader",
    tests="dice_tests",
    roster_frame="common_roster_reader",
)

"""Everything that a ruleset declares, in one module for each kind of declaration."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(
    __name__,
    forces="ruleset_forces",
    forms="action_line_forms",
    grids="printed_tables",
    keys="action_keys",
    recorded="recorded_game_files",
    rolls="roll_kinds",
    rollsheet="roll_sheet",
    said="line_reader",
    slots="line_form_slots",
    values="marker_values",
    words="actorless_line_forms",
    action_forms="action_line_forms",
    force_rules="ruleset_forces",
    form_slots="line_form_slots",
    word_forms="actorless_line_forms",
)

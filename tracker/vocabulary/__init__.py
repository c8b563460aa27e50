"""The basic vocabulary of all packages: names, dice and events."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(
    __name__, labels="die_labels", names="subject_ids", needs="dice_needs", toml="toml_reader"
)

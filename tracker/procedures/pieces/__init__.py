"""Parts from which rulesets are built, such as dice tests and the sequence of phases."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__)

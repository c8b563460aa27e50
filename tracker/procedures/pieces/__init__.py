"""Building blocks for rulesets, such as names, phrases and the sequence of phases."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__)

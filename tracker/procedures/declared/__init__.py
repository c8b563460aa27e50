"""Everything that a ruleset declares, in one module for each kind of declaration."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__)

"""Tools for testing rules: a match in memory, laws, an oracle for odds, and random games."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__)

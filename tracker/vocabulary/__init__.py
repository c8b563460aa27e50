"""The basic vocabulary of all packages: names, dice and events."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__)

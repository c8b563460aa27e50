"""The rules of a game as generators, and the runners that execute these generators."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__)

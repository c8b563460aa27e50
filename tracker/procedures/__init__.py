"""The rulebook as generators, and the runners that execute them."""

from tracker.vocabulary.renamed_names import keep_old_modules

keep_old_modules(__name__, view="match_view")

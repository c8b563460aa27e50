"""The declaration of a roll: once, next to its stage.

>>> hit = RollKind("to-hit", "to hit", won="hit", many="hits", rule="SK-FIRE-1")
>>> hit.word.word
'to hit'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tracker.procedures.declared.roll_sheet import RollSheet
from tracker.vocabulary.ruleset_display_names import RollWord


class RollKind(Struct, frozen=True, eq=False):
    """A roll with its stored ``id`` and its ``words`` for people (to hit).

    ``won`` is the word for one success (``hit``), ``many`` for several. ``together`` is the word
    for many rolls as one, with a row for each roller: ``sheet`` builds these rows for a match and
    the request. ``total`` describes a sum for match, request and total; ``stakes`` is the marker of
    those who fail it.
    """

    id: str
    words: str
    won: str = ""
    many: str = ""
    rule: str = ""
    together: str = ""
    stakes: str = ""
    sheet: Callable[[Any, Any], RollSheet] | None = None
    total: Callable[[Any, Any, int], str] | None = None

    @property
    def word(self) -> RollWord:
        """Its stored words, so that a match can be read without its rules."""
        return RollWord(self.id, self.words, self.won, self.many, str(self.stakes), self.together)

"""What a ruleset declares of a roll: once, beside the stage that makes it.

>>> hit = RollKind("to-hit", "to hit", won="hit", many="hits", rule="SK-FIRE-1")
>>> hit.word.word
'to hit'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tracker.procedures.declared.rollsheet import RollSheet
from tracker.vocabulary.ruleset_display_names import RollWord


@dataclass(frozen=True, eq=False)
class RollKind:
    """A roll by its stored ``id``, and the ``words`` that people have for it (to hit).

    ``won`` is what one success is called (``hit``) and ``many`` what several are. ``together`` is
    the word where many of them are one roll, a row for each who rolls: ``sheet`` has those rows,
    for a match and the request. ``total`` says what a sum comes to, for match, request and total;
    ``stakes`` is the marker of those who fail it.
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
        """What a match keeps of it, so that it can be read without its rules."""
        return RollWord(self.id, self.words, self.won, self.many, str(self.stakes), self.together)

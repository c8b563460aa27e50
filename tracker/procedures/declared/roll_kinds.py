"""The kinds of rolls, each declared once, next to the stage that asks for the roll.

>>> hit = RollKind("to-hit", "to hit", won="hit", many="hits", rule="SK-FIRE-1")
>>> hit.stored_names.word
'to hit'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tracker.procedures.declared.roll_sheet import RollSheet
from tracker.vocabulary.ruleset_display_names import RollWord


class RollKind(Struct, frozen=True, eq=False):
    """A kind of roll, with its stored ``id`` and its displayed ``words`` (to hit).

    ``won`` is the word for one success (``hit``), and ``many`` the word for several. ``together``
    is the word for many such rolls made at once. ``sheet`` then makes a sheet with a row for each
    roller, from the match and the request. ``total`` describes a sum, from the match, the request
    and the total. ``stakes`` is the marker that a subject gets if the roll fails. ``defends`` is
    true if the target of an attack makes the roll, as with a save.
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
    defends: bool = False

    @property
    def stored_names(self) -> RollWord:
        """The display names that a match stores, so that people can read it without the rules."""
        return RollWord(
            self.id,
            self.words,
            self.won,
            self.many,
            str(self.stakes),
            self.together,
            self.defends,
        )

"""At whom an action is aimed, and whether dice were rolled at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.application.wording import Names
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import Subject


@dataclass
class Aims:
    """The enemies an action names, with how far off they were told to be.

    ``idle``: nothing came of it so far but bookkeeping.
    """

    enemies: tuple[Subject, ...]
    far: Mapping[Subject, str]
    struck: set[Subject] = field(default_factory=set)
    idle: bool = True

    def rolled(self, roll: ev.Rolled) -> None:
        self.idle = False
        if roll.target is not None:
            self.struck.add(roll.target)

    def came(self, names: Names, fact: ev.AnyFact) -> None:
        """Take in what came of the action; numbers kept quietly are bookkeeping."""
        kept = isinstance(fact, (ev.MarkerSet, ev.MarkerCleared))
        word = names.marker(fact.marker) if isinstance(fact, ev.MarkerSet) else None
        if not kept or (word is not None and not (word.quiet or word.shown == "hidden")):
            self.idle = False

    def by_hand(self) -> None:
        """How it came out is told by the table, the dice not seen."""
        self.idle = False
        self.struck.update(self.enemies)

    def without_dice(self, names: Names) -> str:
        """``no dice at b11 Halden at 200 cm``: those whose distance was told and at whom nothing
        was rolled, as they are out of range.
        """
        if not self.idle and not self.struck & {*self.enemies}:
            return ""
        missed = [one for one in self.enemies if one in self.far and one not in self.struck]
        if self.idle and len(self.enemies) == 1 == len(missed):
            return f"no dice{self.far[missed[0]]}"
        return ", ".join(f"no dice at {names.subject(one)}{self.far[one]}" for one in missed)

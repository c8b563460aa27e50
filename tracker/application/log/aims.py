"""At whom an action is aimed, and whether dice were rolled at them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from tracker.application.log.line_heads import NO_DETAILS, TargetDetails
from tracker.application.log.wording import Names
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import Subject


class Aims(Struct):
    """The enemies an action names, and what was told of those it is done to.

    ``idle``: nothing came of it so far but bookkeeping.
    """

    enemies: tuple[Subject, ...]
    told: Mapping[Subject, TargetDetails]
    struck: set[Subject] = field(default_factory=set)
    idle: bool = True

    def first(self, roll: ev.Rolled) -> TargetDetails:
        """What was told of whom a roll is aimed at, unless something was rolled at them before."""
        target = roll.target or ""
        return NO_DETAILS if target in self.struck else self.told.get(target, NO_DETAILS)

    def add_roll(self, roll: ev.Rolled) -> None:
        self.idle = False
        if roll.target is not None:
            self.struck.add(roll.target)

    def add_fact(self, names: Names, fact: ev.AnyFact) -> None:
        """Take in a fact of the action; numbers kept quietly are bookkeeping."""
        kept = isinstance(fact, (ev.MarkerSet, ev.MarkerCleared))
        word = names.find_marker(fact.marker) if isinstance(fact, ev.MarkerSet) else None
        if not kept or (word is not None and not (word.quiet or word.shown == "hidden")):
            self.idle = False

    def mark_by_hand(self) -> None:
        """How it came out is told by the table, the dice not seen."""
        self.idle = False
        self.struck.update(self.enemies)

    def describe_without_dice(self, names: Names) -> str:
        """``no dice at b11 Halden at 200 cm``: those whose distance was told and at whom nothing
        was rolled, as they are out of range.
        """
        if not self.idle and not self.struck & {*self.enemies}:
            return ""
        far = {one: self.told.get(one, NO_DETAILS).far for one in self.enemies}
        missed = [one for one in self.enemies if far[one] and one not in self.struck]
        if self.idle and len(self.enemies) == 1 == len(missed):
            return f"no dice at {far[missed[0]]}"
        return ", ".join(f"no dice at {names.name_subject(one)} at {far[one]}" for one in missed)

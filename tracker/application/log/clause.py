"""One attack, or one loose roll, in a line of the log, with what came of it."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from tracker.application.log import roll_words
from tracker.application.log.attacks import build_chain
from tracker.application.log.wording import Names
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import Subject, UnitId


class Clause(Struct):
    """Rolls of one attack, or one loose roll, with what came of them.

    ``effects`` are texts by what they say, so that losses of one unit add up. ``head`` is what
    came in between an action (said where its dice do not say it), ``notes`` what is noted of it;
    ``outcomes`` say how the check of each unit came out, ``alike`` who all got the same
    marker, ``waiting`` by which of these texts a marker of somebody was told.
    """

    opening: str = ""
    whose: str = ""
    about: UnitId | None = None
    rolls: list[ev.Rolled] = field(default_factory=list)
    effects: dict[str, str] = field(default_factory=dict)
    head: str = ""
    notes: list[str] = field(default_factory=list)
    outcomes: dict[UnitId, str] = field(default_factory=dict)
    alike: dict[str, tuple[Subject, ...]] = field(default_factory=dict)
    waiting: dict[tuple[Subject, str], str] = field(default_factory=dict)
    losses: Counter[str] = field(default_factory=Counter)
    tags: dict[Subject, str] = field(default_factory=dict)

    @property
    def is_bare(self) -> bool:
        """Whether it says nothing yet but what came of something."""
        return not (self.opening or self.whose or self.rolls or self.head)

    def text(self, names: Names) -> str:
        said, effects = self._rolled(names), list(self.effects.values())
        if self.opening:
            said, effects = self._against_chance(names, effects)
        elif self.head:
            said = ": ".join(part for part in (self.head, said) if part)
        elif self.whose and said:
            said = f"{self.whose} {said}"
        text = ": ".join(part for part in (said, ", ".join(effects)) if part)
        return text + "".join(f" ({note})" for note in self.notes) if text else ""

    def _rolled(self, names: Names) -> str:
        if self.outcomes:
            return f"{self.rolls[-1].what}: {', '.join(self.outcomes.values())}" + (
                roll_words.describe_app_dice(self.rolls[-1])
            )
        return roll_words.shorten_rolls(names, self.rolls, tags=self.tags)

    def _against_chance(self, names: Names, effects: list[str]) -> tuple[str, list[str]]:
        """The expectation stands beside what it is of: the losses, the only pool rolled, or the
        attack as a whole.
        """
        found, opening, text = build_chain(self.rolls), self.opening, ""
        if found is not None:
            mean = f"{float(found.expected):.1f}"
            if found.saved and len(effects) == 1 and effects[0].startswith(f"{found.result} "):
                effects = [f"{effects[0]}, expected {mean}"]
            elif found.steps == 1:
                text = f"expected {mean}"
            else:
                done = "not " * found.saved + names.done(found.last)
                opening = f"{opening}, expected {mean} {done}"
        return f"{opening}: {roll_words.shorten_rolls(names, self.rolls, text, self.tags)}", effects

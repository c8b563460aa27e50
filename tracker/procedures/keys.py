"""What single keys mean where lines are keyed: the verb a phase is about, letters for the rest.

Keys are a short way to write a line: ``12s`` becomes ``r1 > b2 soft``. Whatever reads lines does
the rest, so keys, lines and scripts write the same events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tracker.procedures.view import Match
from tracker.vocabulary.names import UnitId

Whom = Literal["nobody", "own", "enemy"]

MEANT_EVERYWHERE = frozenset("uU?:")
"""Keys that mean the same at every prompt: no ruleset may give them another meaning."""


@dataclass(frozen=True)
class KeyVerb:
    """A verb of the lexicon said with one key after who; ``whom`` is whose number follows.

    Without ``verb`` who and whom stand alone: ``r1 > b2``.
    """

    key: str
    verb: str
    whom: Whom = "nobody"
    text: str = ""


@dataclass(frozen=True)
class Keys:
    """The keys of a ruleset. Raises ``ValueError`` for a key with two meanings.

    ``usual`` names the key of the verb that each phase means when none is typed. ``flags`` are
    letters for words that say how. ``unhurried`` phases may be left with units that have done
    nothing, without being asked twice. ``parts`` lists, for a unit that divides what it does with
    ``/``, the words that say each part.
    """

    verbs: tuple[KeyVerb, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    unhurried: frozenset[str] = frozenset()
    parts: Callable[[Match, UnitId], tuple[str, ...]] = lambda *_: ()

    def __post_init__(self) -> None:
        taken = [*(verb.key for verb in self.verbs), *self.flags]
        for key in taken:
            if len(key) != 1 or key.isdigit() or key in MEANT_EVERYWHERE or taken.count(key) > 1:
                message = f"{key!r} cannot be a key of its own"
                raise ValueError(message)

    def verb(self, key: str) -> KeyVerb | None:
        return next((verb for verb in self.verbs if verb.key == key), None)

    def usual_verb(self, phase: str) -> KeyVerb | None:
        """What who and whom alone mean in a phase; None where they mean nothing."""
        return self.verb(self.usual[phase]) if phase in self.usual else None

"""What a part of a line means: an action, the answer to a question, a phase let by, a state set."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary.events import AnyFact, Json
from tracker.vocabulary.names import SideId, Subject


class Command(Struct, frozen=True):
    """An action with its parameters in stored form, ready to be taken."""

    action: str
    side: SideId | None
    params: dict[str, Json]


class Reply(Struct, frozen=True):
    """A part of a line that names a question, with its dice: ``panic r1 b2 : 31 25``.

    ``asks`` are the ids of the questions of that ``name`` (none: whatever waits); ``subjects``
    whose they are, in the order said. ``otherwise`` is the action that asks it, for when nothing
    waits. ``says`` is the answer that the part itself gives to it (``coherent r1,b1``), or those to
    its choices with `` / `` in between, before its dice.
    """

    asks: tuple[str, ...]
    subjects: tuple[Subject, ...] = ()
    otherwise: Command | None = None
    says: str = ""
    name: str = ""


class PhaseSkip(Struct, frozen=True):
    """A part of a line that lets a phase go by."""

    phase: str


class ManualAdjustment(Struct, frozen=True):
    """A part of a line that sets something right by hand: the facts of it.

    ``left``: what they pass over that was still to be done.
    """

    facts: tuple[AnyFact, ...]
    left: tuple[str, ...] = ()


Meaning = Command | Reply | PhaseSkip | ManualAdjustment

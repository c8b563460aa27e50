"""The possible meanings of a line's part: an action, an answer, a skipped phase, an adjustment."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary.events import AnyFact, Json
from tracker.vocabulary.subject_ids import SideId, Subject


class Command(Struct, frozen=True):
    """An action with its parameters in stored form, not yet taken."""

    action: str
    side: SideId | None
    params: dict[str, Json]


class Reply(Struct, frozen=True):
    """A part of a line that names a question, with its dice: ``panic r1 b2 : 31 25``.

    ``asks`` are the ids of the questions with that ``name`` (empty for the open question).
    ``subjects`` are the subjects in the order given. ``otherwise`` is the action that asks the
    question, if no question is open. ``says`` is the answer in the part itself (``coherent
    r1,b1``), or the answers to its choices, with `` / `` in between, before its dice.
    """

    asks: tuple[str, ...]
    subjects: tuple[Subject, ...] = ()
    otherwise: Command | None = None
    says: str = ""
    name: str = ""


class PhaseSkip(Struct, frozen=True):
    """A part of a line that skips a phase."""

    phase: str


class ManualAdjustment(Struct, frozen=True):
    """A correction by hand, as facts. ``left`` are due actions that the facts skip."""

    facts: tuple[AnyFact, ...]
    left: tuple[str, ...] = ()


Meaning = Command | Reply | PhaseSkip | ManualAdjustment

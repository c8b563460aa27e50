"""The possible meanings of a part of a line: an action, answer, skipped phase or correction."""

from __future__ import annotations

from msgspec import Struct

from tracker.vocabulary.events import AnyFact, Json
from tracker.vocabulary.subject_ids import SideId, Subject


class Command(Struct, frozen=True):
    """An action that has not been taken yet, with its parameters in stored form."""

    action: str
    side: SideId | None
    params: dict[str, Json]


class Reply(Struct, frozen=True):
    """A part of a line that names a question and contains its dice: ``panic r1 b2 : 31 25``.

    ``asks`` are the ids of the questions with that ``name``. ``asks`` is empty if the reply answers
    the open question. ``subjects`` are in the order in which they were typed. If no question is
    open, ``asking_command`` is the action that asks the question. ``answer_text`` is the answer in
    the part itself (``coherent r1,b1``). If choices must be answered before the dice,
    ``answer_text`` contains these answers, separated by `` / ``.
    """

    asks: tuple[str, ...]
    subjects: tuple[Subject, ...] = ()
    asking_command: Command | None = None
    answer_text: str = ""
    name: str = ""


class PhaseSkip(Struct, frozen=True):
    phase: str


class ManualAdjustment(Struct, frozen=True):
    """The facts of a manual correction, and the due actions that the correction skips."""

    facts: tuple[AnyFact, ...]
    skipped_actions: tuple[str, ...] = ()


Meaning = Command | Reply | PhaseSkip | ManualAdjustment

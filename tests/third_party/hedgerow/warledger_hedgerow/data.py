"""Markers, house rules, rolls and profiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind, OddsImportance
from tracker.procedures.declared.marker_values import Amount, OneOf
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.subject_ids import UnitId

TURNS: Final = 4
ADVANCE, SHOOT, WATCH = "advance", "shoot", "watch"
ORDERS: Final = {word: word for word in (ADVANCE, SHOOT, WATCH)}


def known_orders(*_: object) -> Mapping[str, str]:
    """Map the word for each order to its stored value."""
    return ORDERS


ORDER: Final = MarkerKind(
    "order",
    "order",
    "?",
    shown="value",
    until="turn",
    worth=OddsImportance.BOOKKEEPING,
    values=OneOf("order", known_orders, must=True),
    says={ADVANCE: ("to advance", "A"), SHOOT: ("to shoot", "F"), WATCH: ("on watch", "W")},
)
MOVED: Final = MarkerKind("moved", "moved", "m", until="turn")
FIRED: Final = MarkerKind("fired", "fired", "f", until="turn")
FOUGHT: Final = MarkerKind("fought", "fought", "x", until="phase")
SHOCK: Final = MarkerKind(
    "shock", "shock", "S", shown="times", nerve=True, values=Amount("shock", counts=True)
)
CONTACT: Final = LinkKind("contact", "contact", "c")

SNAP_PENALTY: Final = HouseRule(
    "snap_penalty",
    (1, 0, 2),
    "HR-G1",
    "how much harder snap fire is",
    "How much harder is snap fire?",
)

HIT: Final = RollKind("hit", "to hit", "hit", "hits", rule="HR-FIRE-1")
SAVE: Final = RollKind("save", "save", "saved", "saves", rule="HR-SAVE-1")
BLOW: Final = RollKind("blow", "blows", "hit", "hits", rule="HR-MEL-1")
NERVE: Final = RollKind("nerve", "nerve", rule="HR-NERVE-1", together="nerves", stakes=SHOCK)


class Profile(Struct, frozen=True):
    """The number that a die needs for each test, the highest sum for nerve, and the wounds."""

    skill: int
    blows: int
    save: int
    nerve: int
    wounds: int = 1


NUMBERS: Final = {
    "skill": (2, 6),
    "blows": (2, 6),
    "save": (2, 6),
    "nerve": (2, 12),
    "wounds": (1, 6),
}


def profile(match: Match, unit: UnitId) -> Profile:
    """Return the profile of a squad. All its figures have the same one."""
    return match.profile(match.figures(unit)[0], Profile)

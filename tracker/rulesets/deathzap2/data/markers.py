"""The markers and links of Deathzap 2, each declared once."""

from __future__ import annotations

from functools import partial
from typing import Final

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind, OddsImportance
from tracker.procedures.declared.marker_values import Amount, OneOf, OnOff, TextValue
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.deployment import DEPLOYED
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.procedures.pieces.subject_lookup import look_up_word
from tracker.rulesets.deathzap2.data import rule_tables
from tracker.rulesets.deathzap2.data.unit_profiles import get_profile, is_vehicle_or_monster
from tracker.vocabulary.subject_ids import FigureId, Subject


def _get_turn(match: Match, _: object) -> int:
    return match.turn


def _normalise_gun_ids(match: Match, figure: Subject, text: str) -> str:
    known = [gun.id for gun in get_profile(match, FigureId(figure)).guns]
    return ",".join(look_up_word(each, known, "gun of it") for each in text.split(","))


_SINCE: Final = Amount("panicked since turn", 0, rule_tables.TURNS, most=_get_turn, bare=_get_turn)
_TIMES: Final = Amount(
    "times its speed is halved", 1, 9, most=6, bare=lambda _, had: int(had or 0) + 1, counts=True
)
_KILLED: Final = Amount("figures killed in this phase", 1, 99, most=20)

_of_phase = partial(MarkerKind, until="phase", parts="both")
_bookkeeping = partial(MarkerKind, worth=OddsImportance.BOOKKEEPING)
_harm = partial(MarkerKind, on="figure", worth=OddsImportance.HARM, bearer=is_vehicle_or_monster)
PANICKED = MarkerKind(
    "panicked",
    "PANIC",
    "P",
    shown="since",
    nerve=True,
    parts="both",
    values=_SINCE,
    off="calm",
    row="PANIC since turn",
    column="PANIC",
)
"""The marker for panic. Its value is the turn in which the unit panicked (0: before the game)."""
ORDER = _bookkeeping(
    "order",
    "order",
    "o",
    shown="value",
    until="turn",
    parts="larger",
    values=Amount("order die", 1, 6),
    row="order die",
    column="order",
)
MOVED = _of_phase("moved", "moved", "m", column="moved")
FIRED = _of_phase("fired", "fired", "f", column="fired")
SECOND_MOVE = _bookkeeping(
    "second_move", "moved twice", "again", until="turn", parts="both", said="again"
)
FOUGHT = _of_phase("fought", "fought", "x")
HELD = _of_phase("held", "holds", "h")
"""The marker on a unit that does nothing more in this phase."""
_DISTANCE = Amount("hundredths of an inch", 0, 9999, most=0)
FLED = _of_phase("fled", "fled", shown="hidden", values=_DISTANCE)
"""The marker for a flight. Its value is the distance fled, in hundredths of an inch."""
KILLED = _of_phase("killed", "killed", shown="hidden", parts="larger", values=_KILLED)
SPENT = MarkerKind("spent", "gave up its fire", "", "figure", "hidden", until="phase")
"""The marker on a figure that gave up its fire and then joined a unit that can still fire."""
TO_REMOVE = _bookkeeping("to_remove", "to remove", "−", "figure", values=OnOff("by hand"))
"""The marker on a figure that is removed at the end of the phase. Its value is the cause."""
HALVED = _harm(
    "halved",
    "half speed",
    "½",
    shown="times",
    values=_TIMES,
    said="half",
    row="half speed, times",
    column="half",
)
IMMOBILE = _harm("immobile", "immobile", "!", column="immob.")
WILL_HALVE = _harm("will_halve", "half speed at phase end", "½+", shown="times", values=_TIMES)
WILL_STOP = _harm("will_stop", "immobile at phase end", "!+")
WILL_LOSE = _harm(
    "will_lose",
    "gun lost at phase end",
    "g+",
    shown="value",
    news=lambda _, has: ("loses a gun at phase end",) if has else (),
    values=TextValue("guns it loses", check=_normalise_gun_ids),
    said="losing-at-phase-end",
)
"""The marker for guns lost at the end of the phase. Its value lists their ids, with commas."""
TARGET = MarkerKind(
    "target",
    "hunted",
    "◎",
    "figure",
    bearer=lambda match, figure: not is_vehicle_or_monster(match, figure),
)
"""The marker on the figure that the enemy hunts (the objective Assassinate)."""
ORDERED = MarkerKind("ordered", "orders given", "", "side", "hidden", until="phase")
_of_side = partial(MarkerKind, on="side")
_EDGE = OneOf("edge", lambda *_: {edge: edge for edge in rule_tables.EDGES}, must=True)
EDGE = _of_side("edge", "base edge", shown="value", worth=OddsImportance.BOOKKEEPING, values=_EDGE)
SETS_UP_FIRST = _of_side("sets_up_first", "sets up first")
"""The marker on the side that won the deployment roll."""
ASSASSINATED = _of_side(
    "assassinated", "killed its target", said="target-killed", row="target killed"
)
"""The marker on the side that removed the enemy figure it hunted."""
_POINTS = Amount("points it got", 0, 99, most=3)
FIRST_TO_HALF = _of_side("first_to_half", "first to half", shown="hidden", values=_POINTS)
"""The marker on the side that halved its enemy first. Its value is the number of points scored."""
ENGAGED = LinkKind("engaged", "melee", "v")

MARKERS: tuple[MarkerKind, ...] = (
    *(PANICKED, ORDER, MOVED, FIRED, SECOND_MOVE, FOUGHT, HELD, FLED, SPENT, ORDERED, KILLED),
    *(DEPLOYED, TO_REMOVE, HALVED, IMMOBILE, WILL_HALVE, WILL_STOP, WILL_LOSE, TARGET, EDGE),
    *(SETS_UP_FIRST, ASSASSINATED, FIRST_TO_HALF, DECLINED_END),
)
LINKS: tuple[LinkKind, ...] = (ENGAGED,)

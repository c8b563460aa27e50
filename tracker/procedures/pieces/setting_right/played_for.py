"""What is played for, set right by hand: ``fix game objective hold red``, ``fix game worth …``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tracker.procedures.pieces.line_arguments import number as read_number
from tracker.procedures.pieces.objectives import MOST, OFF, OWN, InPlay, in_play
from tracker.procedures.pieces.setting_right import rows
from tracker.procedures.pieces.setting_right.rows import NOTHING, StateRow, choice, said
from tracker.procedures.pieces.setting_right.things import AdjustableThing
from tracker.procedures.pieces.subject_lookup import find_one_of, find_side
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.events import AnyFact, Json, ObjectiveSet
from tracker.vocabulary.names import MATCH, SideId, Subject, handle

OBJECTIVE: Final = "objective"
WORTH: Final = "worth"
ALL: Final = "all sides"
LISTED: Final = 9
"""Points of an objective of the players' own that a form lists."""


def played_for(
    printed: Mapping[str, str], when: Callable[[Match], bool]
) -> tuple[AdjustableThing, ...]:
    """The printed objectives, by their kind with its label, where a game has them; and what those
    of the players' own words are worth.
    """

    def listed(match: Match, subject: Subject) -> Iterator[StateRow]:
        for kind, label in printed.items() if when(match) else ():
            stands = {one.side for one in in_play(match) if one.kind == kind}
            ways = {NOTHING: said(match, subject, OBJECTIVE, kind, "off")}
            ways[ALL] = said(match, subject, OBJECTIVE, kind)
            for side in match.sides:
                ways[match.side_name(side)] = said(match, subject, OBJECTIVE, kind, handle(side))
            yield choice(subject, f"{label} is played for by", _who(match, stands), ways)

    def facts(match: Match, _: Subject, __: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
        known = {label.lower(): kind for kind, label in printed.items()}
        known |= {kind: kind for kind in printed}
        kind = find_one_of(more[0] if more else "", known, OBJECTIVE)
        if more[1:] == ("off",):
            facts = tuple(_out(match, kind))
            if not facts:
                message = f"{printed[kind]} is not an objective of this game"
                raise UnknownName(message)
            return facts
        side = find_side(match, more[1]) if more[1:] else None
        if [one.side for one in in_play(match) if one.kind == kind] == [side]:
            return ()
        first = next((one.id for one in in_play(match) if one.kind == kind), kind)
        known_as = match.objective(first)
        data: dict[str, Json] = {**(dict(known_as.data) if known_as else {}), "kind": kind}
        data.pop(OFF, None)
        now = ObjectiveSet(objective=first, label=printed[kind], side=side, data=data)
        return (*_out(match, kind, but=first), now)

    return (
        AdjustableThing("match", (OBJECTIVE,), facts, listed, most=2),
        AdjustableThing("match", (WORTH,), _worth, _worth_rows, most=2),
    )


def _who(match: Match, sides: set[SideId | None]) -> str:
    if not sides:
        return NOTHING
    if None in sides or sides >= {*match.sides}:
        return ALL
    return ", ".join(match.side_name(side) for side in match.sides if side in sides)


def _out(match: Match, kind: str, but: str = "") -> Iterator[ObjectiveSet]:
    """Those of a kind, out of play; what was laid for them is kept."""
    for one in in_play(match):
        if one.kind == kind and one.id != but:
            yield _changed(match, one, {OFF: True})


def _changed(match: Match, one: InPlay, data: Mapping[str, bool | int]) -> ObjectiveSet:
    known = match.objective(one.id)
    assert known is not None
    whole = {**dict(known.data), **data}
    return ObjectiveSet(objective=one.id, label=one.label, side=one.side, data=whole)


def _worth_rows(match: Match, _: Subject) -> Iterator[StateRow]:
    for one in in_play(match):
        if one.kind == OWN:

            def say(points: int, name: str = one.id) -> str:
                return said(match, MATCH, WORTH, name, str(points))

            yield rows.number(MATCH, f"{one.label} is worth", one.points, LISTED, say)


def _worth(match: Match, _: Subject, __: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
    """By its label or its number."""
    own = {one.id: one for one in in_play(match) if one.kind == OWN}
    if not own:
        message = "this game has no objective of your own"
        raise UnknownName(message)
    called = {one.label.lower(): one.id for one in own.values()} | {name: name for name in own}
    one = own[find_one_of(more[0] if more else "", called, "objective of your own")]
    points = read_number(more[1] if more[1:] else "", f"{one.label} is worth", high=MOST) or 0
    return (_changed(match, one, {"points": points}),)

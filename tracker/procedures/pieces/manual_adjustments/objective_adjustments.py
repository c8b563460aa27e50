"""Manual adjustments of objectives: ``fix game objective hold red``, ``fix game worth …``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tracker.procedures.declared.line_reader import parse_whole_number as read_number
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    NOTHING,
    AdjustableProperty,
    AdjustmentRow,
    format_fix_part,
    make_choice_row,
    make_number_row,
)
from tracker.procedures.pieces.objectives import (
    MAX_POINTS,
    OFF,
    OWN,
    ObjectiveInPlay,
    list_objectives_in_play,
)
from tracker.procedures.pieces.subject_lookup import find_side, look_up_word
from tracker.vocabulary.events import AnyFact, Json, ObjectiveSet
from tracker.vocabulary.subject_ids import MATCH, SideId, Subject, format_handle

OBJECTIVE: Final = "objective"
WORTH: Final = "worth"
ALL: Final = "all sides"
LISTED: Final = 9
"""The highest points that a form offers for a player's own objective."""


def make_objective_adjustments(
    printed_labels: Mapping[str, str], is_printed_in_play: Callable[[Match], bool]
) -> tuple[AdjustableProperty, ...]:
    def listed(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        for kind, label in printed_labels.items() if is_printed_in_play(match) else ():
            stands = {one.side for one in list_objectives_in_play(match) if one.kind == kind}
            ways = {NOTHING: format_fix_part(match, subject, OBJECTIVE, kind, "off")}
            ways[ALL] = format_fix_part(match, subject, OBJECTIVE, kind)
            for side in match.sides:
                ways[match.side_name(side)] = format_fix_part(
                    match, subject, OBJECTIVE, kind, format_handle(side)
                )
            yield make_choice_row(subject, f"sides playing for {label}", _who(match, stands), ways)

    def facts(match: Match, _: Subject, __: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
        known = {label.lower(): kind for kind, label in printed_labels.items()}
        known |= {kind: kind for kind in printed_labels}
        kind = look_up_word(more[0] if more else "", known, OBJECTIVE)
        if more[1:] == ("off",):
            facts = tuple(_out(match, kind))
            if not facts:
                raise UnknownName(f"{printed_labels[kind]} is not an objective of this game")
            return facts
        side = find_side(match, more[1]) if more[1:] else None
        if [one.side for one in list_objectives_in_play(match) if one.kind == kind] == [side]:
            return ()
        first = next((one.id for one in list_objectives_in_play(match) if one.kind == kind), kind)
        known_as = match.objective(first)
        data: dict[str, Json] = {**(dict(known_as.data) if known_as else {}), "kind": kind}
        data.pop(OFF, None)
        now = ObjectiveSet(objective=first, label=printed_labels[kind], side=side, data=data)
        return (*_out(match, kind, but=first), now)

    return (
        AdjustableProperty("match", (OBJECTIVE,), facts, listed, most_words=2),
        AdjustableProperty("match", (WORTH,), _worth, _worth_rows, most_words=2),
    )


def _who(match: Match, sides: set[SideId | None]) -> str:
    if not sides:
        return NOTHING
    if None in sides or sides >= {*match.sides}:
        return ALL
    return ", ".join(match.side_name(side) for side in match.sides if side in sides)


def _out(match: Match, kind: str, but: str = "") -> Iterator[ObjectiveSet]:
    """Return the facts that take the objectives of a kind out of play. Their counters stay."""
    for one in list_objectives_in_play(match):
        if one.kind == kind and one.id != but:
            yield _changed(match, one, {OFF: True})


def _changed(match: Match, one: ObjectiveInPlay, data: Mapping[str, bool | int]) -> ObjectiveSet:
    known = match.objective(one.id)
    assert known is not None
    whole = {**dict(known.data), **data}
    return ObjectiveSet(objective=one.id, label=one.label, side=one.side, data=whole)


def _worth_rows(match: Match, _: Subject) -> Iterator[AdjustmentRow]:
    for one in list_objectives_in_play(match):
        if one.kind == OWN:

            def say(points: int, name: str = one.id) -> str:
                return format_fix_part(match, MATCH, WORTH, name, str(points))

            yield make_number_row(MATCH, f"{one.label} is worth", one.points, LISTED, say)


def _worth(match: Match, _: Subject, __: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
    """Find an objective by its label or number, and change its points."""
    own = {one.id: one for one in list_objectives_in_play(match) if one.kind == OWN}
    if not own:
        raise UnknownName("this game has no objective that you added")
    called = {one.label.lower(): one.id for one in own.values()} | {name: name for name in own}
    one = own[look_up_word(more[0] if more else "", called, "objective of your own")]
    points = read_number(more[1] if more[1:] else "", f"{one.label} is worth", high=MAX_POINTS) or 0
    return (_changed(match, one, {"points": points}),)

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
from tracker.procedures.pieces.objectives_and_awards import (
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
MAX_WORDS: Final = 20
LISTED: Final = 9
"""The highest points that a form offers for a player's own objective."""


def make_objective_adjustments(
    printed_labels: Mapping[str, str], is_printed_in_play: Callable[[Match], bool]
) -> tuple[AdjustableProperty, ...]:
    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        for kind, label in printed_labels.items() if is_printed_in_play(match) else ():
            stands = {one.side for one in list_objectives_in_play(match) if one.kind == kind}
            ways = {NOTHING: format_fix_part(match, subject, OBJECTIVE, kind, "off")}
            ways[ALL] = format_fix_part(match, subject, OBJECTIVE, kind)
            for side in match.sides:
                ways[match.side_name(side)] = format_fix_part(
                    match, subject, OBJECTIVE, kind, format_handle(side)
                )
            yield make_choice_row(
                subject, f"sides playing for {label}", _format_sides(match, stands), ways
            )

    def make_facts(match: Match, _: Subject, __: str, more: tuple[str, ...]) -> tuple[AnyFact, ...]:
        known = {label.lower(): kind for kind, label in printed_labels.items()}
        known |= {kind: kind for kind in printed_labels}
        kind, last = _look_up_longest_name(more, known, OBJECTIVE)
        if last == "off":
            facts = tuple(_make_out_of_play_facts(match, kind))
            if not facts:
                raise UnknownName(f"{printed_labels[kind]} is not an objective of this game")
            return facts
        side = find_side(match, last) if last else None
        if [one.side for one in list_objectives_in_play(match) if one.kind == kind] == [side]:
            return ()
        first = next((one.id for one in list_objectives_in_play(match) if one.kind == kind), kind)
        known_as = match.objective(first)
        data: dict[str, Json] = {**(dict(known_as.data) if known_as else {}), "kind": kind}
        data.pop(OFF, None)
        now = ObjectiveSet(objective=first, label=printed_labels[kind], side=side, data=data)
        return (*_make_out_of_play_facts(match, kind, kept_objective=first), now)

    return (
        AdjustableProperty("match", (OBJECTIVE,), make_facts, list_rows, most_words=MAX_WORDS),
        AdjustableProperty(
            "match", (WORTH,), _make_worth_facts, _list_worth_rows, most_words=MAX_WORDS
        ),
    )


def _look_up_longest_name(
    words: tuple[str, ...], values_by_name: Mapping[str, str], noun: str
) -> tuple[str, str]:
    """Look up the longest known name that the words begin with. Return it with the next word."""
    counts = range(len(words), 0, -1)
    count = next((n for n in counts if " ".join(words[:n]).lower() in values_by_name), 1)
    found, rest = look_up_word(" ".join(words[:count]), values_by_name, noun), words[count:]
    for word in rest[1:]:
        raise UnknownName(f"{word} is not understood after fix: leave it out")
    return found, "".join(rest)


def _format_sides(match: Match, sides: set[SideId | None]) -> str:
    if not sides:
        return NOTHING
    if None in sides or sides >= {*match.sides}:
        return ALL
    return ", ".join(match.side_name(side) for side in match.sides if side in sides)


def _make_out_of_play_facts(
    match: Match, kind: str, kept_objective: str = ""
) -> Iterator[ObjectiveSet]:
    """Return the facts that take the objectives of a kind out of play. Their counters stay."""
    for one in list_objectives_in_play(match):
        if one.kind == kind and one.id != kept_objective:
            yield _make_changed_objective_fact(match, one, {OFF: True})


def _make_changed_objective_fact(
    match: Match, one: ObjectiveInPlay, data: Mapping[str, bool | int]
) -> ObjectiveSet:
    known = match.objective(one.id)
    assert known is not None
    whole = {**dict(known.data), **data}
    return ObjectiveSet(objective=one.id, label=one.label, side=one.side, data=whole)


def _list_worth_rows(match: Match, _: Subject) -> Iterator[AdjustmentRow]:
    for one in list_objectives_in_play(match):
        if one.kind == OWN:

            def format_change(points: int, name: str = one.id) -> str:
                return format_fix_part(match, MATCH, WORTH, name, str(points))

            yield make_number_row(MATCH, f"{one.label} is worth", one.points, LISTED, format_change)


def _make_worth_facts(
    match: Match, _: Subject, __: str, more: tuple[str, ...]
) -> tuple[AnyFact, ...]:
    """Return the fact that changes the points of an objective, which is named by
    label or number.
    """
    own = {one.id: one for one in list_objectives_in_play(match) if one.kind == OWN}
    if not own:
        raise UnknownName("this game has no objective that you added")
    called = {one.label.lower(): one.id for one in own.values()} | {name: name for name in own}
    name, last = _look_up_longest_name(more, called, "objective of your own")
    one = own[name]
    points = read_number(last, f"{one.label} is worth", high=MAX_POINTS) or 0
    return (_make_changed_objective_fact(match, one, {"points": points}),)

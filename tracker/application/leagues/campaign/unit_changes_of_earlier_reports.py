"""Finds earlier changes to campaign units after a game whose result is reported again.

This happens after an undo or a correction. A unit with the same losses and kills in the new report
changes as before. A unit with the same losses keeps its recovery dice and its returned captives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.application.leagues.league_history import RecordedLeagueEvent
from tracker.leagues import league_events as ev


class ReportedChange(Struct):
    """A unit's change after a game with the result ``ended``, and the dice and decisions that came
    ``later``.
    """

    ended: ev.FixtureResult
    change: ev.UnitChanged
    later: list[ev.UnitChanged]


def list_reported_changes_per_unit(
    path: Iterable[RecordedLeagueEvent], fixture: ev.FixtureId
) -> dict[ev.WarUnitId, list[ReportedChange]]:
    """Return each unit's changes after a game, oldest first. Only the last one still applies."""
    ended = ev.FixtureResult()
    found: dict[ev.WarUnitId, list[ReportedChange]] = {}
    for event in (line.event for line in path):
        if isinstance(event, ev.ResultReported | ev.ResultEntered) and event.fixture == fixture:
            ended = event.ended
        elif isinstance(event, ev.UnitChanged) and event.fixture == fixture:
            if event.is_from_game:
                found.setdefault(event.unit, []).append(ReportedChange(ended, event, []))
            else:
                found[event.unit][-1].later.append(event)
    return found


def has_same_losses_and_kills(one: ev.UnitChanged, other: ev.UnitChanged) -> bool:
    """Return whether two reports of a game give a unit the same losses and kills."""
    fields = ("rule", "kills", "lost", "names", "captives", "taken", "harm")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


def list_recoveries_to_keep(
    reported: list[ReportedChange], new_change: ev.UnitChanged
) -> Iterator[ev.UnitChanged]:
    """Yield the recovery dice and returned captives that still fit the unit's losses."""
    for are_dice in (True, False):
        for one in reversed(reported):
            later = [event for event in one.later if bool(event.faces) == are_dice]
            if later and _get_losses_to_compare(one.change, are_dice) == _get_losses_to_compare(
                new_change, are_dice
            ):
                yield from later
                break


def _get_losses_to_compare(change: ev.UnitChanged, are_dice: bool) -> tuple[object, ...]:
    if are_dice:
        return change.rule == "recover", change.lost - change.captives, change.names
    return change.captives, change.taken


def describe_removed_change(unit_name: str, removed: ev.UnitChanged, game: str) -> str:
    """Describe dice or a decision that a corrected game has made invalid."""
    if removed.faces:
        what = f"the recovery dice {' '.join(map(str, removed.faces))} no longer count"
    else:
        what = f"returned captives no longer count ({removed.why})"
    return f"{unit_name}: {what}, because its losses in {game} were corrected."

"""Finds the changes to campaign units that earlier reports of the same game made.

A game is reported again after an undo or a correction. A unit whose losses and kills are the same
in the new report changes as before. A unit whose losses are the same keeps its recovery dice and
its returned captives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.application.leagues.league_history import RecordedLeagueEvent
from tracker.leagues import league_events as ev


class ReportedChange(Struct):
    """A unit's change after a game with the result ``ended``, and the unit's ``later`` recovery
    dice and returned captives.
    """

    ended: ev.FixtureResult
    change: ev.UnitChanged
    later: list[ev.UnitChanged]


def list_reported_changes_per_unit(
    path: Iterable[RecordedLeagueEvent], fixture: ev.FixtureId
) -> dict[ev.WarUnitId, list[ReportedChange]]:
    """Map each unit to its changes from all reports of a game, oldest first.

    Only the last one still applies.
    """
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
    """Yield the recovery dice and returned captives that still fit the unit's new losses."""
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
    """Describe recovery dice or returned captives that no longer count after a correction of the
    game.
    """
    if removed.faces:
        what = f"the recovery dice {' '.join(map(str, removed.faces))} no longer count"
    else:
        what = f"returned captives no longer count ({removed.why})"
    return f"{unit_name}: {what}, because its losses in {game} were corrected."

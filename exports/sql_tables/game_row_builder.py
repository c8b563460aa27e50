"""A game as table rows, without secrets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from exports.sql_tables import game_sql_models as models
from exports.sql_tables.sql_table_metadata import SqlRows, copy_sql_row, parse_day
from tracker.application.log.attack_roll_chains import (
    compute_success_chance,
    count_success_tries,
    count_successes,
    find_opposed_rolls,
    has_successes,
    split_off_rerolls,
)
from tracker.application.log.game_log_lines import MatchLog
from tracker.application.log.match_display_names import MatchNames
from tracker.application.log.side_playing_time import PlayingTimeMeter
from tracker.application.match.free_rolls import is_free_roll
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.projection.history_tree import RecordedEvent
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import Subject, format_handle

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MINUTE = 60_000_000
"""The number of microseconds in a minute."""
LENGTHS = 100
"""The divisor of stored lengths, which are in hundredths of a unit."""


def build_game_rows(game: Game, log: MatchLog | None = None) -> SqlRows:
    """Build the rows of all tables of a game, beginning with ``match``.

    ``log`` is an earlier log of the same game. Only its new lines are computed.
    """
    game = game.make_public_copy()
    history, match = game.history, game.stream
    yield from _match(game, match)
    yield from _forces(game, match)
    yield from _lines(history, match, log or MatchLog())
    yield from _events(history, match)


def _match(game: Game, match: str) -> SqlRows:
    info, now, lines = game.state.info, game.state.current_values, game.history.lines
    end = now.ended
    yield copy_sql_row(
        models.SqlMatch,
        info,
        id=match,
        played_on=parse_day(info.played_on),
        status="running" if end is None else "ended",
        turns=now.clock.turn,
        winner=None if end is None else _handle(end.winner),
        how=None if end is None else end.how,
        why=None if end is None else end.why,
        aside=now.aside,
        opened_at=_moment(lines[0].at),
        last_at=_moment(lines[-1].at),
    )
    defaults = game.ruleset.list_defaults()
    for name, value in info.options.items():
        is_default = defaults.get(name, value) == value
        option = {"match": match, "name": name, "value": str(value), "is_default": is_default}
        yield models.SqlMatchOption, option


def _forces(game: Game, match: str) -> SqlRows:
    state = game.state
    end, points = state.current_values.ended, count_victory_points(state, game.ruleset)
    for side in state.info.sides:
        force = state.forces.get(side.id)
        yield copy_sql_row(
            models.SqlSide,
            side,
            match=match,
            side=format_handle(side.id),
            force=force.name if force else "",
            cost=force.points if force else 0,
            points=points[side.id],
            won=None if end is None else end.winner == side.id,
        )
    for name, unit in state.units.items():
        whose = {"match": match, "unit": format_handle(name), "side": format_handle(unit.side)}
        yield copy_sql_row(models.SqlUnit, unit, figures_left=len(unit.figures), **whose)
    for figure_name, figure in state.figures.items():
        yield copy_sql_row(
            models.SqlFigure,
            figure,
            match=match,
            figure=format_handle(figure_name),
            unit=format_handle(figure.unit),
            side=format_handle(figure.side),
            gone_by=_handle(figure.by),
        )


def _lines(history: MatchHistory, match: str, log: MatchLog) -> SqlRows:
    log.update_lines(history)
    for place, line in enumerate(one for one in log.lines if one.kind != "taken back"):
        yield copy_sql_row(
            models.SqlLine,
            line,
            match=match,
            place=place,
            line=line.number,
            side=_handle(line.side),
            at=_moment(line.at),
        )
    for turn, sides in PlayingTimeMeter().measure_side_times(history).turns.items():
        for side, took in sides.items():
            taken = {
                "match": match,
                "turn": turn,
                "side": format_handle(side),
                "minutes": took / MINUTE,
            }
            yield models.SqlTurn, taken


def _events(history: MatchHistory, match: str) -> SqlRows:
    """Build the rows of every event, with the names in the state before the event."""
    state = State()
    names, opposed = MatchNames(state), find_opposed_rolls(history.path)
    phase, word = "", ""
    for event in history.path:
        rows, roll = ROWS.get(type(event.event)), event.event
        if rows is not None or isinstance(roll, ev.Rolled):
            clock = state.clock
            if clock.phase != phase:
                phase, word = clock.phase, names.get_phase_word(clock.phase)
            at = {
                "match": match,
                "version": event.version,
                "line": history.get_line_number(event.entry),
                "turn": clock.turn,
                "phase": word,
            }
            if isinstance(roll, ev.Rolled):
                yield from _roll(names, event, at, roll, opposed.get(event.version, roll))
            elif rows is not None:
                yield from rows(history, names, event, at)
        apply_event(state, event.event, event.version)


def _action(
    history: MatchHistory, _: MatchNames, event: RecordedEvent, at: dict[str, Any]
) -> SqlRows:
    taken = event.event
    assert isinstance(taken, ev.ActionTaken)
    acts = history.acts(taken)
    yield copy_sql_row(
        models.SqlAction,
        taken,
        **at,
        side=_handle(taken.side),
        actor=_handles(acts.who if acts else ()),
        target=_handles(acts.whom if acts else ()),
        objections=len(taken.overrides),
        late=taken.late is not None,
        by_itself=taken.source == "default",
        at=_moment(event.at),
    )


def _roll(
    names: MatchNames,
    event: RecordedEvent,
    at: dict[str, Any],
    roll: ev.Rolled,
    counted: ev.Rolled,
) -> SqlRows:
    counts = has_successes(counted)
    chance = float(compute_success_chance(counted)) if counts else None
    throws = split_off_rerolls(counted) if counts and not is_free_roll(roll) else ()
    yield copy_sql_row(
        models.SqlRoll,
        roll,
        **at,
        action=event.action,
        side=_handle(names.find_rolling_side(roll)),
        who=_handle(roll.subject),
        unit=_unit_of(names, roll.subject),
        whom=_handle(roll.target),
        n_dice=len(roll.dice),
        n_faces=len(roll.faces),
        successes=count_successes(counted) if counts else None,
        chance=chance,
        expected=None if chance is None else chance * count_success_tries(counted),
        tries=sum(map(count_success_tries, throws)) if throws else None,
        made=sum(map(count_successes, throws)) if throws else None,
        total=roll.result[0] if roll.form == "score" and roll.result else None,
        by_app=roll.app,
        ruling=roll.why,
        at=_moment(event.at),
    )
    bands = roll.bands if roll.form == "pool" else ()
    succeeds = {face: band.success for band in bands for face in range(band.low, band.high + 1)}
    match, version = at["match"], event.version
    for place, (sides, face) in enumerate(zip(roll.dice, roll.faces, strict=False)):
        yield (
            models.SqlDie,
            {
                "match": match,
                "version": version,
                "place": place,
                "sides": sides,
                "face": face,
                "success": succeeds.get(face),
            },
        )


def _move(_: MatchHistory, names: MatchNames, event: RecordedEvent, at: dict[str, Any]) -> SqlRows:
    moved = event.event
    assert isinstance(moved, ev.Moved)
    length = None if moved.length is None else moved.length / LENGTHS
    of = {"length": length, "unit_of_length": names.state.info.words.unit_of_length}
    yield models.SqlMove, at | of | {"unit": format_handle(moved.unit), "how": moved.how}


def _casualties(
    _: MatchHistory, names: MatchNames, event: RecordedEvent, at: dict[str, Any]
) -> SqlRows:
    removed = event.event
    assert isinstance(removed, ev.FiguresRemoved)
    for name in removed.figures:
        figure = names.state.figures[name]
        yield copy_sql_row(
            models.SqlCasualty,
            figure,
            **at,
            figure=format_handle(name),
            unit=format_handle(figure.unit),
            side=format_handle(figure.side),
            how=removed.how,
            removed_by=_handle(removed.by),
            removed_by_unit=_unit_of(names, removed.by),
        )


def _markers(_: MatchHistory, __: MatchNames, event: RecordedEvent, at: dict[str, Any]) -> SqlRows:
    changed = event.event
    assert isinstance(changed, ev.MarkerSet | ev.MarkerCleared)
    is_set = isinstance(changed, ev.MarkerSet)
    value = str(changed.value) if isinstance(changed, ev.MarkerSet) else ""
    for subject in dict.fromkeys(changed.subjects):
        of = {"subject": format_handle(subject), "marker": changed.marker}
        yield models.SqlMarker, at | of | {"value": value, "is_set": is_set}


def _points(_: MatchHistory, __: MatchNames, event: RecordedEvent, at: dict[str, Any]) -> SqlRows:
    scored = event.event
    assert isinstance(scored, ev.PointsScored)
    of = {"side": format_handle(scored.side), "points": scored.points, "why": scored.why}
    yield models.SqlPoints, at | of


ROWS: dict[
    type[ev.Event], Callable[[MatchHistory, MatchNames, RecordedEvent, dict[str, Any]], SqlRows]
] = {
    ev.ActionTaken: _action,
    ev.Moved: _move,
    ev.FiguresRemoved: _casualties,
    ev.MarkerSet: _markers,
    ev.MarkerCleared: _markers,
    ev.PointsScored: _points,
}


def _moment(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)


def _handle(subject: Subject | None) -> str | None:
    return None if subject is None else format_handle(subject)


def _handles(subjects: tuple[Subject, ...]) -> str | None:
    return ",".join(map(format_handle, subjects)) or None


def _unit_of(names: MatchNames, subject: Subject | None) -> str | None:
    return None if subject is None else _handle(names.find_unit(subject))

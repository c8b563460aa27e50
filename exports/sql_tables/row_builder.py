"""The rows of a game without secrets, and of the published content of a league or campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from msgspec import Struct

from exports.sql_tables import sql_models as models
from exports.sql_tables.sql_models import Row, SqlRows, make_sql_row, parse_optional_stored_date
from tracker.application.leagues.league import League
from tracker.application.log.attack_roll_chains import (
    can_succeed,
    combine_opposed_rolls,
    compute_success_chance,
    count_possible_successes,
    count_successes,
    split_into_throw_and_reroll,
)
from tracker.application.log.game_log_lines import MatchLog
from tracker.application.log.match_display_names import MatchNames
from tracker.application.log.side_playing_time import PlayingTimeMeter
from tracker.application.match.free_rolls import is_free_roll
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings import StandingsRow
from tracker.projection import marker_event_fold
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, Subject, format_handle

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECONDS_PER_MINUTE = 60_000_000
STORED_LENGTHS_PER_UNIT = 100
"""The number of stored length units in a unit of length: lengths are in hundredths."""


def build_game_rows(game: Game, log: MatchLog | None = None) -> SqlRows:
    """Yield the rows of all tables of a game, beginning with ``match``.

    If an earlier ``log`` of the game is given, only the lines after it are computed.
    """
    game = game.get_public_game()
    history, match = game.history, game.stream
    return chain(
        _build_match_and_option_rows(game, match),
        _build_side_unit_and_figure_rows(game, match),
        _build_line_and_turn_rows(history, match, log or MatchLog(detailed=False)),
        _build_event_rows(history, match),
    )


def _build_match_and_option_rows(game: Game, match: str) -> SqlRows:
    info, values, lines = game.state.info, game.state.current_values, game.history.lines
    end = values.ended
    yield make_sql_row(
        models.SqlMatch,
        info,
        id=match,
        played_on=parse_optional_stored_date(info.played_on),
        status="running" if end is None else "ended",
        turns=values.clock.turn,
        winner=None if end is None else _format_handle(end.winner),
        how=None if end is None else end.how,
        why=None if end is None else end.why,
        aside=values.aside,
        opened_at=_convert_timestamp(lines[0].at),
        last_at=_convert_timestamp(lines[-1].at),
    )
    defaults = game.ruleset.map_options_to_defaults()
    for name, value in info.options.items():
        is_default = defaults.get(name, value) == value
        yield models.SqlMatchOption, (match, name, str(value), is_default)


def _build_side_unit_and_figure_rows(game: Game, match: str) -> SqlRows:
    state = game.state
    end, points = state.current_values.ended, count_victory_points(state, game.ruleset)
    for side in state.info.sides:
        force = state.forces.get(side.id)
        yield make_sql_row(
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
        keys = {"match": match, "unit": format_handle(name), "side": format_handle(unit.side)}
        yield make_sql_row(models.SqlUnit, unit, figures_left=len(unit.figures), **keys)
    for figure_name, figure in state.figures.items():
        yield make_sql_row(
            models.SqlFigure,
            figure,
            match=match,
            figure=format_handle(figure_name),
            unit=format_handle(figure.unit),
            side=format_handle(figure.side),
            gone_by=_format_handle(figure.by),
        )


def _build_line_and_turn_rows(history: MatchHistory, match: str, log: MatchLog) -> SqlRows:
    log.update_and_find_first_change(history)
    for index, line in enumerate(row for row in log.lines if row.kind != "taken back"):
        yield make_sql_row(
            models.SqlLine,
            line,
            match=match,
            place=index,
            line=line.number,
            side=_format_handle(line.side),
            at=_convert_timestamp(line.at),
        )
    for turn, sides in PlayingTimeMeter().measure_side_times(history).turns.items():
        for side, microseconds in sides.items():
            minutes = microseconds / MICROSECONDS_PER_MINUTE
            yield models.SqlTurn, (match, turn, format_handle(side), minutes)


def _build_event_rows(history: MatchHistory, match: str) -> SqlRows:
    """Yield the rows of every event, with the names that were valid before the event."""
    state = State()
    names, opposed = MatchNames(state), combine_opposed_rolls(history.path)
    removals = _map_figures_to_last_removals(history)
    phase, phase_word, entry, line = "", "", 0, 0
    for recorded in history.path:
        event = recorded.event
        kind = type(event)
        build_rows = ROW_BUILDERS.get(kind)
        if build_rows is not None:
            clock = state.clock
            if clock.phase != phase:
                phase, phase_word = clock.phase, names.get_phase_display_name(clock.phase)
            if recorded.entry != entry:
                entry, line = recorded.entry, history.get_line_number(recorded.entry)
            columns = (match, recorded.version, line, clock.turn, phase_word)
            context = _EventContext(history, names, opposed, removals, recorded, columns)
            yield from build_rows(context, event)
        if kind not in UNUSED_EVENTS:
            apply_event(state, event)


def _map_figures_to_last_removals(history: MatchHistory) -> dict[FigureId, ev.Version]:
    """Map each figure that left the table for good to the version of its last removal."""
    found: dict[FigureId, ev.Version] = {}
    for recorded in history.path:
        match recorded.event:
            case ev.FiguresRemoved(figures=figures):
                found |= dict.fromkeys(figures, recorded.version)
            case ev.FiguresReturned(figures=figures):
                found = {figure: at for figure, at in found.items() if figure not in figures}
    return found


UNUSED_EVENTS = frozenset({ev.ActionTaken, ev.ActionEnded, *marker_event_fold.CHANGES})
"""The kinds of events that do not affect the rows and are not applied to the state."""


class _EventContext(Struct, frozen=True, gc=False):
    """The values from which the rows of an event are built. ``opposed`` maps versions to opposed
    rolls, and ``last_removals`` maps each removed figure to the version of its last removal.
    """

    history: MatchHistory
    names: MatchNames
    opposed: Mapping[ev.Version, ev.Rolled]
    last_removals: Mapping[FigureId, ev.Version]
    recorded: RecordedEvent
    columns: tuple[str, ev.Version, int, int, str]
    """The match, the event's version and line, the turn, and the phase."""


def _build_action_rows(context: _EventContext, action: ev.ActionTaken) -> Iterable[Row]:
    roles = context.history.find_actors_and_targets(action)
    row = (
        *context.columns,
        _format_handle(action.side),
        action.action,
        _format_handles(roles.who) if roles else None,
        _format_handles(roles.whom) if roles else None,
        len(action.overrides),
        action.late is not None,
        action.source == "default",
        _convert_timestamp(context.recorded.at),
    )
    return ((models.SqlAction, row),)


def _build_roll_and_dice_rows(context: _EventContext, roll: ev.Rolled) -> Iterable[Row]:
    names, (match, version, *_) = context.names, context.columns
    counted = context.opposed.get(version, roll)
    successes = chance = expected = tries = made = None
    if can_succeed(counted):
        successes = count_successes(counted)
        chance = float(compute_success_chance(counted))
        expected = chance * count_possible_successes(counted)
        if not (is_free_roll(roll) or roll.harms_roller):
            throws = split_into_throw_and_reroll(counted)
            tries = sum(map(count_possible_successes, throws))
            made = sum(map(count_successes, throws))
    row = (
        *context.columns,
        context.recorded.action,
        _format_handle(names.find_rolling_side(roll)),
        _format_handle(roll.subject),
        _find_unit_handle(names, roll.subject),
        _format_handle(roll.target),
        roll.what,
        roll.rule,
        roll.form,
        len(roll.dice),
        len(roll.faces),
        roll.need,
        successes,
        chance,
        expected,
        tries,
        made,
        roll.result[0] if roll.form == "score" and roll.result else None,
        roll.app,
        roll.source,
        roll.why,
        _convert_timestamp(context.recorded.at),
    )
    rows: list[Row] = [(models.SqlRoll, row)]
    bands = roll.bands if roll.form == "pool" else ()
    succeeds = {face: band.success for band in bands for face in range(band.low, band.high + 1)}
    for place, (sides, face) in enumerate(zip(roll.dice, roll.faces, strict=False)):
        rows.append((models.SqlDie, (match, version, place, sides, face, succeeds.get(face))))
    return rows


def _build_move_rows(context: _EventContext, moved: ev.Moved) -> Iterable[Row]:
    length = None if moved.length is None else moved.length / STORED_LENGTHS_PER_UNIT
    unit_of_length = context.names.state.info.words.unit_of_length
    row = (*context.columns, format_handle(moved.unit), length, unit_of_length, moved.how)
    return ((models.SqlMove, row),)


def _build_casualty_rows(context: _EventContext, removed: ev.FiguresRemoved) -> Iterable[Row]:
    names = context.names
    for name in removed.figures:
        if context.last_removals.get(name) != context.recorded.version:
            continue
        figure = names.state.figures[name]
        row = (
            *context.columns,
            format_handle(name),
            format_handle(figure.unit),
            format_handle(figure.side),
            figure.profile,
            removed.how,
            _format_handle(removed.by),
            _find_unit_handle(names, removed.by),
        )
        yield models.SqlCasualty, row


def _build_marker_rows(
    context: _EventContext, changed: ev.MarkerSet | ev.MarkerCleared
) -> Iterable[Row]:
    is_set = isinstance(changed, ev.MarkerSet)
    value = ""
    if isinstance(changed, ev.MarkerSet) and not (changed.hidden_from and changed.value is True):
        value = str(changed.value)
    for subject in dict.fromkeys(changed.subjects):
        row = (*context.columns, format_handle(subject), changed.marker, value, is_set)
        yield models.SqlMarker, row


def _build_points_rows(context: _EventContext, scored: ev.PointsScored) -> Iterable[Row]:
    row = (*context.columns, format_handle(scored.side), scored.points, scored.why)
    return ((models.SqlPoints, row),)


ROW_BUILDERS: dict[type[ev.Event], Callable[[_EventContext, Any], Iterable[Row]]] = {
    ev.ActionTaken: _build_action_rows,
    ev.Rolled: _build_roll_and_dice_rows,
    ev.Moved: _build_move_rows,
    ev.FiguresRemoved: _build_casualty_rows,
    ev.MarkerSet: _build_marker_rows,
    ev.MarkerCleared: _build_marker_rows,
    ev.PointsScored: _build_points_rows,
}


def _convert_timestamp(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)


def _format_handle(subject: Subject | None) -> str | None:
    return None if subject is None else format_handle(subject)


def _format_handles(subjects: tuple[Subject, ...]) -> str | None:
    return ",".join(map(format_handle, subjects)) or None


def _find_unit_handle(names: MatchNames, subject: Subject | None) -> str | None:
    return None if subject is None else _format_handle(names.find_unit(subject))


def build_league_rows(league: League) -> SqlRows:
    """Yield the rows of all tables of a league, beginning with ``league``."""
    state, name = league.state, league.stream
    info = state.info
    yield make_sql_row(
        models.SqlLeague,
        info,
        id=name,
        scheme=info.scheme.name,
        opened_on=parse_optional_stored_date(info.opened_on),
        aside=state.aside,
    )
    yield from _build_player_rows(league, name)
    yield from _build_round_rows(league, name)
    for fixture in state.fixtures.values():
        if state.is_published(fixture):
            yield _build_fixture_row(league, name, fixture)
    if info.what == "league":
        yield from _build_standings_rows(league, name)


def _build_player_rows(league: League, name: str) -> SqlRows:
    ratings = league.table.compute_ratings()
    for player in league.state.players.values():
        rating = ratings.get(player.id)
        yield make_sql_row(
            models.SqlPlayer,
            player,
            league=name,
            player=player.id,
            rating=None if rating is None else rating.rating,
            deviation=None if rating is None else rating.deviation,
        )


def _build_round_rows(league: League, name: str) -> SqlRows:
    for key, round_ in league.state.rounds.items():
        if round_.published:
            mission = league.state.missions.get(key)
            yield make_sql_row(
                models.SqlRound,
                round_,
                league=name,
                round=round_.number,
                on_day=parse_optional_stored_date(round_.on),
                mission=mission.mission if mission else "",
                terrain=mission.terrain if mission else "",
            )


def _build_fixture_row(league: League, name: str, fixture: Fixture) -> Row:
    ended = fixture.ended
    round_ = league.state.rounds.get((fixture.season, fixture.round))
    day = fixture.arranged.on if fixture.arranged else round_.on if round_ else fixture.on
    vp = ended.vp if ended and ended.vp else (None, None)
    return make_sql_row(
        models.SqlFixture,
        fixture,
        league=name,
        fixture=fixture.id,
        on_day=parse_optional_stored_date(day),
        table_no=fixture.table,
        kind=None if ended is None else ended.kind,
        winner=None if ended is None else ended.winner,
        vp_home=vp[0],
        vp_away=vp[1],
        played_on=None if ended is None else parse_optional_stored_date(ended.played_on),
        match=fixture.link.match if fixture.link else None,
        signed=len(fixture.signed),
        corrections=fixture.correction_count,
    )


def _build_standings_rows(league: League, name: str) -> SqlRows:
    for season in league.state.seasons:
        for round_ in league.state.list_rounds_and_draft(season):
            if round_.published:
                for row in league.table.compute_standings(str(round_.number), season).rows:
                    columns = {"league": name, "season": season, "after_round": round_.number}
                    yield from _build_standing_and_tie_break_rows(row, columns)


def _build_standing_and_tie_break_rows(row: StandingsRow, columns: dict[str, Any]) -> SqlRows:
    points = float(row.points.fraction)
    yield make_sql_row(
        models.SqlStanding, row, **columns, points=points, division=row.division or ""
    )
    for rank, tie in enumerate(row.ties, 1):
        value = None if tie.value is None else float(tie.value.fraction)
        more_columns = {"player": row.player, "rank": rank, "value": value}
        yield make_sql_row(models.SqlTieBreak, tie, **columns, **more_columns)

"""A league or campaign as JSON, in the stable format that docs/export-json.md describes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from exports.csv_tables import format_timestamp
from exports.event_table import list_event_rows
from exports.league_bracket_report import build_bracket_shape
from exports.report_sections import link_nowhere
from exports.results_cross_table import build_result_grid
from exports.season_outlook_report import build_outlook_shape, compute_division_outlooks
from exports.shapes.json_base_type import copy_shape, escape_control_characters, to_json_number
from exports.shapes.league_command_json_types import RowShape
from exports.shapes.league_export_json_types import (
    LEAGUE_FORMAT,
    LEAGUE_VERSION,
    ArrangedShape,
    CorrectionShape,
    CrossRowShape,
    CrossTableShape,
    FixtureShape,
    ForceShape,
    GivenShape,
    LastingUnitShape,
    LeagueShape,
    LineShape,
    LotsShape,
    LuckPointsShape,
    MissingShape,
    PieceShape,
    PlayerShape,
    ResultShape,
    RoundShape,
    RuleChangeShape,
    SchemeShape,
    SeasonShape,
    SeasonTableShape,
    ServiceShape,
    StepShape,
)
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.service_records import (
    ServiceRecords,
    UnitRecord,
    compute_points_without_luck,
)
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import CareerStep
from tracker.leagues.league_events import LEAGUE
from tracker.leagues.league_state import Fixture, LeagueState, Round, RoundMission, Season
from tracker.leagues.pairing.knockout_bracket import find_bracket
from tracker.leagues.results.standings import StandingsRow


def list_force_shapes(league: League) -> Iterator[ForceShape]:
    """Yield every enrolled force with its units."""
    records = ServiceRecords(league)
    for one in league.state.forces.values():
        left = next_game_units.compute_current_unit_points(
            league.state, one, league.rules(one.ruleset)
        )
        yield copy_shape(
            ForceShape,
            one,
            force=one.id,
            cost=one.points,
            worth=next_game_units.sum_known_points(left),
            units=[_unit(league, records.find_unit_record(each), left[each]) for each in one.units],
        )


def _unit(league: League, record: UnitRecord, points: int | None) -> LastingUnitShape:
    unit = record.unit
    return copy_shape(
        LastingUnitShape,
        unit,
        unit=unit.id,
        rank=record.rank,
        stands=unit.standing,
        carries=force_event_descriptions.describe_carried_damage(unit.carried_damage),
        worth=points,
        games=[copy_shape(ServiceShape, one) for one in record.games],
        steps=[_step(league, one) for one in unit.steps],
    )


def _step(league: League, step: CareerStep) -> StepShape:
    return copy_shape(
        StepShape,
        step,
        line=league.history.get_line_number(step.version),
        fixture=step.fixture or None,
        stands=step.standing,
        by_hand=step.origin == "hand",
        dice=[*step.faces],
        figures_named=[*step.names],
        captives_named=[*step.taken],
        carries=None
        if step.harm is None
        else force_event_descriptions.describe_carried_damage(step.harm),
    )


def render_league_json(league: League) -> str:
    """Render the league as JSON with a final line break."""
    encoded = msgspec.json.encode(build_league_shape(league), order="deterministic")
    return escape_control_characters(msgspec.json.format(encoded, indent=1).decode()) + "\n"


def build_league_shape(league: League) -> LeagueShape:
    return _Shaping(league).shape_league()


class _Shaping:
    def __init__(self, league: League) -> None:
        self._league = league
        self._state = league.state
        self._line = league.history.get_line_number
        self._records = ServiceRecords(league)

    def shape_league(self) -> LeagueShape:
        info = self._state.info
        found = compute_division_outlooks(self._league)
        outlooks = [build_outlook_shape(self._league, ahead, name) for name, ahead in found]
        return copy_shape(
            LeagueShape,
            info,
            format=LEAGUE_FORMAT,
            version=LEAGUE_VERSION,
            league=self._league.stream,
            rulesets=[*info.rulesets],
            scheme=self._scheme(),
            players=[*self._players()],
            forces=[*list_force_shapes(self._league)],
            seasons=[self._season(one) for one in self._state.seasons.values()],
            fixtures=[self._fixture(one) for one in self._state.fixtures.values()],
            outlook=outlooks[0] if outlooks else None,
            outlooks=outlooks,
            cross_table=self._cross_table(),
            story=[
                copy_shape(PieceShape, one, line=self._line(one.version))
                for one in self._state.story
            ],
            log=[*self._log()],
            events=[*list_event_rows(self._league.history, LEAGUE)],
        )

    def _cross_table(self) -> CrossTableShape | None:
        grid = build_result_grid(self._league, self._state.season.number, link_nowhere)
        if grid is None:
            return None
        return CrossTableShape(
            heads=[full for _, full in grid.heads],
            rows=[
                CrossRowShape(
                    place=row.place,
                    player=row.player,
                    points=to_json_number(row.points.fraction),
                    cells=[cell.text for cell in row.cells],
                )
                for row in grid.rows
            ],
        )

    def _scheme(self) -> SchemeShape:
        scheme = self._state.info.scheme
        return SchemeShape(
            name=scheme.name,
            about=scheme.about,
            win=to_json_number(scheme.win.fraction),
            draw=to_json_number(scheme.draw.fraction),
            loss=to_json_number(scheme.loss.fraction),
            bye=to_json_number(scheme.bye.fraction),
            tie_breaks=[*scheme.tie_breaks],
            best=scheme.best.results if scheme.best else None,
        )

    def _players(self) -> Iterator[PlayerShape]:
        ratings = self._league.table.compute_ratings()
        for one in self._state.players.values():
            rated = ratings.get(one.id)
            yield copy_shape(
                PlayerShape,
                one,
                player=one.id,
                left_after=one.left_after,
                rating=round(rated.rating, 4) if rated else 1500,
                deviation=round(rated.deviation, 4) if rated else 350,
                games=rated.games if rated else 0,
                provisional=rated.provisional if rated else True,
            )

    # ------------------------------------------------------------------------------- seasons

    def _season(self, one: Season) -> SeasonShape:
        state, number = self._state, one.number
        return copy_shape(
            SeasonShape,
            one,
            season=number,
            closed_on=one.closed_on if one.closed else None,
            standings=self._standings(number),
            bracket=build_bracket_shape(self._league, found, number)
            if (found := find_bracket(state, number))
            else None,
            luck_points=self._luck_points(number),
            rounds=[_round(state, each) for each in state.list_rounds(number)],
            bonus=[
                copy_shape(
                    GivenShape,
                    each,
                    line=self._line(each.version),
                    points=to_json_number(each.fraction),
                )
                for each in state.awarded_points
                if each.season == number
            ],
            lots=[
                copy_shape(LotsShape, each, line=self._line(each.version), order=[*each.order])
                for each in state.lots
                if each.season == number
            ],
            changes=[
                copy_shape(RuleChangeShape, each, line=self._line(each.version))
                for each in state.changes
                if each.season == number
            ],
        )

    def _luck_points(self, season: int) -> LuckPointsShape | None:
        found = compute_points_without_luck(self._league, season, self._records)
        return None if found is None else copy_shape(LuckPointsShape, found)

    def _standings(self, season: int) -> SeasonTableShape:
        table = self._league.table.compute_standings(season=season)
        return SeasonTableShape(
            after=table.after,
            rows=[build_standings_row(row) for row in table.rows],
            level=[[*group] for group in table.level],
        )

    def _fixture(self, one: Fixture) -> FixtureShape:
        agreed = one.arranged
        return copy_shape(
            FixtureShape,
            one,
            fixture=one.id,
            arranged=copy_shape(ArrangedShape, agreed) if agreed else None,
            result=_result(one.ended) if one.ended else None,
            match=one.link.match if one.link else None,
            reported=_result(one.reported) if one.reported else None,
            signed=[*one.signed],
            corrections=[
                CorrectionShape(line=self._line(was.version), was=_result(was.was), why=was.why)
                for was in one.corrections
            ],
        )

    # ---------------------------------------------------------------------------- the book

    def _log(self) -> Iterator[LineShape]:
        for line in list_league_log_lines(self._league.history):
            yield copy_shape(LineShape, line, line=line.number, at=format_timestamp(line.at))


def build_standings_row(row: StandingsRow) -> RowShape:
    return copy_shape(
        RowShape,
        row,
        division=row.division or "",
        ties={
            one.tie_break: None if one.value is None else to_json_number(one.value.fraction)
            for one in row.ties
        },
        counted=to_json_number(row.counted.fraction),
        bonus=to_json_number(row.bonus.fraction),
        points=to_json_number(row.points.fraction),
        extra={name: [*pair] for name, pair in row.extra.items()},
    )


def _round(state: LeagueState, one: Round) -> RoundShape:
    said = state.missions.get((one.season, one.number), RoundMission())
    return copy_shape(
        RoundShape,
        one,
        said,
        round=one.number,
        fixtures=[*one.fixtures],
        absent=[copy_shape(MissingShape, each) for each in one.absent],
    )


def _result(ended: ev.FixtureResult) -> ResultShape:
    return copy_shape(
        ResultShape,
        ended,
        vp=[*ended.vp] if ended.vp else None,
        extra={name: [*pair] for name, pair in ended.extra.items()},
    )

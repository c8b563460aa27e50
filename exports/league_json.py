"""A league or campaign as JSON, in the shape that docs/export-json.md describes and keeps."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from exports.csv import when
from exports.league_bracket import bracket_shape
from exports.league_forces_json import forces
from exports.league_outlook import open_outlooks, outlook_shape
from exports.shapes.league import RowShape
from exports.shapes.shape import exact, quiet, shaped
from exports.shapes.whole_league import (
    LEAGUE_FORMAT,
    LEAGUE_VERSION,
    ArrangedShape,
    CorrectionShape,
    FixtureShape,
    GivenShape,
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
)
from exports.shapes.whole_match import EventShape
from tracker.application.campaigns.luck_points import points_without_luck
from tracker.application.campaigns.records import Records
from tracker.application.leagues.league import League
from tracker.application.leagues.telling import log_of
from tracker.leagues import events as ev
from tracker.leagues.bracket import bracket_of
from tracker.leagues.codec import LEAGUE
from tracker.leagues.rows import Fixture, Round, RoundMission, Season
from tracker.leagues.standings import StandingsRow
from tracker.leagues.state import LeagueState


def to_league_json(league: League) -> str:
    """The league in JSON, with a line break at the end."""
    encoded = msgspec.json.encode(league_shape(league), order="deterministic")
    return quiet(msgspec.json.format(encoded, indent=1).decode()) + "\n"


def league_shape(league: League) -> LeagueShape:
    """The league in the shape that is written."""
    return _Shaping(league).league()


class _Shaping:
    def __init__(self, league: League) -> None:
        self._league = league
        self._state = league.state
        self._line = league.story.number_of
        self._records = Records(league)

    def league(self) -> LeagueShape:
        info = self._state.info
        outlooks = [
            outlook_shape(self._league, ahead, name) for name, ahead in open_outlooks(self._league)
        ]
        return shaped(
            LeagueShape,
            info,
            format=LEAGUE_FORMAT,
            version=LEAGUE_VERSION,
            league=self._league.stream,
            rulesets=[*info.rulesets],
            scheme=self._scheme(),
            players=[*self._players()],
            forces=[*forces(self._league)],
            seasons=[self._season(one) for one in self._state.seasons.values()],
            fixtures=[self._fixture(one) for one in self._state.fixtures.values()],
            outlook=outlooks[0] if outlooks else None,
            outlooks=outlooks,
            story=[
                shaped(PieceShape, one, line=self._line(one.version)) for one in self._state.story
            ],
            log=[*self._log()],
            events=[*self._events()],
        )

    def _scheme(self) -> SchemeShape:
        scheme = self._state.info.scheme
        return SchemeShape(
            name=scheme.name,
            about=scheme.about,
            win=exact(scheme.win.fraction),
            draw=exact(scheme.draw.fraction),
            loss=exact(scheme.loss.fraction),
            bye=exact(scheme.bye.fraction),
            tie_breaks=[*scheme.tie_breaks],
            best=scheme.best.results if scheme.best else None,
        )

    def _players(self) -> Iterator[PlayerShape]:
        ratings = self._league.table.ratings()
        for one in self._state.players.values():
            rated = ratings.get(one.id)
            yield shaped(
                PlayerShape,
                one,
                player=one.id,
                left_after=one.left,
                rating=round(rated.rating, 4) if rated else 1500,
                deviation=round(rated.deviation, 4) if rated else 350,
                games=rated.games if rated else 0,
                provisional=rated.provisional if rated else True,
            )

    # ------------------------------------------------------------------------------- seasons

    def _season(self, one: Season) -> SeasonShape:
        state, number = self._state, one.number
        return shaped(
            SeasonShape,
            one,
            season=number,
            closed_on=one.closed_on if one.closed else None,
            standings=self._standings(number),
            bracket=bracket_shape(self._league, found, number)
            if (found := bracket_of(state, number))
            else None,
            luck_points=self._luck_points(number),
            rounds=[_round(state, each) for each in state.rounds_of(number)],
            bonus=[
                shaped(
                    GivenShape,
                    each,
                    line=self._line(each.version),
                    points=exact(each.fraction),
                )
                for each in state.given
                if each.season == number
            ],
            lots=[
                LotsShape(
                    line=self._line(each.version),
                    order=[*each.order],
                    how=each.how,
                    round=each.round,
                )
                for each in state.lots
                if each.season == number
            ],
            changes=[
                shaped(RuleChangeShape, each, line=self._line(each.version))
                for each in state.changes
                if each.season == number
            ],
        )

    def _luck_points(self, season: int) -> LuckPointsShape | None:
        found = points_without_luck(self._league, season, self._records)
        return None if found is None else shaped(LuckPointsShape, found)

    def _standings(self, season: int) -> SeasonTableShape:
        table = self._league.table.standings(season=season)
        return SeasonTableShape(
            after=table.after,
            rows=[standings_row(row) for row in table.rows],
            level=[[*group] for group in table.level],
        )

    def _fixture(self, one: Fixture) -> FixtureShape:
        agreed = one.arranged
        return shaped(
            FixtureShape,
            one,
            fixture=one.id,
            arranged=shaped(ArrangedShape, agreed) if agreed else None,
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
        for line in log_of(self._league.story):
            yield shaped(
                LineShape,
                line,
                line=line.number,
                at=when(line.at),
            )

    def _events(self) -> Iterator[EventShape]:
        story = self._league.story
        counting = {line.version for line in story.path}
        for line in story.lines:
            kind = LEAGUE.kind_of(line.event)
            yield EventShape(
                version=line.version,
                line=self._line(line.entry),
                action=0,
                counts=line.version in counting,
                kind=kind,
                schema=LEAGUE.schemas[kind],
                at=when(line.at),
                author=line.author,
                body=msgspec.Raw(LEAGUE.encode(line.event)),
            )


def standings_row(row: StandingsRow) -> RowShape:
    """A row of standings."""
    return shaped(
        RowShape,
        row,
        division=row.division or "",
        ties={
            one.tie_break: None if one.value is None else exact(one.value.fraction)
            for one in row.ties
        },
        counted=exact(row.counted.fraction),
        bonus=exact(row.bonus.fraction),
        points=exact(row.points.fraction),
        extra={name: [*pair] for name, pair in row.extra.items()},
    )


def _round(state: LeagueState, one: Round) -> RoundShape:
    said = state.missions.get((one.season, one.number), RoundMission())
    return shaped(
        RoundShape,
        one,
        round=one.number,
        mission=said.mission,
        terrain=said.terrain,
        rules=said.rules,
        fixtures=[*one.fixtures],
        absent=[shaped(MissingShape, each) for each in one.absent],
    )


def _result(ended: ev.Ended) -> ResultShape:
    return shaped(
        ResultShape,
        ended,
        vp=[*ended.vp] if ended.vp else None,
        extra={name: [*pair] for name, pair in ended.extra.items()},
    )

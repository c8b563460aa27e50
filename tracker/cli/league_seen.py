"""Leagues and campaigns in shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from exports.shapes.league import (
    FixtureRowShape,
    LeagueItemShape,
    LeaguePlayerShape,
    LeagueSaidShape,
    LeagueShownShape,
    ListColumnShape,
    LiveGameShape,
    ResultColumnShape,
    ResultRowShape,
    ResultsImportedShape,
    RoundRowShape,
    SignedUpShape,
    SignUpRowShape,
    StandingsShape,
)
from exports.shapes.shape import WarUnitRowShape, copy_shape
from tracker.application.leagues import harm, missions
from tracker.application.leagues.departures import check_departure
from tracker.application.leagues.force_words import describe_named_figures, list_gains
from tracker.application.leagues.league_log import describe_line
from tracker.application.leagues.player_reports import dispute_in_words
from tracker.application.leagues.result_entry import describe_result
from tracker.application.leagues.results_import import ResultRow
from tracker.application.leagues.row import read_row
from tracker.application.leagues.signing_up import SignUp, describe_sign_up
from tracker.application.leagues.standings_text import list_reasons
from tracker.input_parsing.list_columns import ListColumns
from tracker.input_parsing.results_list import ResultsList
from tracker.leagues.lasting import WarUnit
from tracker.leagues.league_events import PlayerPresence
from tracker.leagues.league_rows import Fixture, Round
from tracker.leagues.league_state import LeagueState
from tracker.leagues.standings import Standings
from tracker.vocabulary.counts import count_of

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_history import LeagueEntry
    from tracker.ledger.summary import Summary


def build_item(summary: Summary) -> LeagueItemShape:
    row = read_row(summary)
    return copy_shape(
        LeagueItemShape,
        row,
        league=summary.stream,
        title=summary.title,
        status=summary.status,
        aside=summary.aside,
    )


def build_said(league: League, entry: LeagueEntry) -> LeagueSaidShape:
    text = describe_line(league.story, entry)
    return LeagueSaidShape(
        league=league.stream, line=entry.number, text=text, notes=[*_offers(league, entry)]
    )


def _offers(league: League, entry: LeagueEntry) -> Iterator[str]:
    """What can be settled now that somebody drops out, and with which command."""
    state, command = league.state, f"warledger league {{}} {league.stream}"
    gone = [one for one in entry.events if isinstance(one, PlayerPresence)]
    for one in gone if state.info.what == "league" else ():
        leaves = check_departure(state, one.player)
        if one.presence == "dropped" and leaves.open is not None:
            wins = f"l{leaves.open.players.index(one.player) + 1}"
            other = state.name(next(each for each in leaves.open.players if each != one.player))
            settle = f"{command.format('result')} {leaves.open.id}"
            yield f"Enter its result ({settle} 10-7), or give {other} the game ({settle} {wins})."
        annulled = one.player in state.season.annulled
        if one.presence in ("dropped", "leaving") and leaves.may_annul and not annulled:
            annul = f"{command.format('annul')} {one.player}"
            yield f"{leaves.annulled()}. To annul the results, so that none counts: {annul}"


def build_sign_up(
    league: League,
    entry: LeagueEntry | None,
    rows: Sequence[SignUp],
    columns: ListColumns | None,
    chosen: Sequence[int],
) -> SignedUpShape:
    names = chosen or (columns.names if columns else ())
    joins = sum(row.verdict == "joins" for row in rows)
    return SignedUpShape(
        league=league.stream,
        line=0 if entry is None else entry.number,
        text=f"{joins} of {count_of(len(rows), 'line')} {'join' if entry else 'would join'}",
        columns=[
            ListColumnShape(number=one.number, heading=one.heading, name=one.number in names)
            for one in (columns.columns if columns else ())
        ],
        rows=[copy_shape(SignUpRowShape, row, text=describe_sign_up(row)) for row in rows],
    )


def build_results_import(
    league: League, entry: LeagueEntry | None, rows: Sequence[ResultRow], listed: ResultsList
) -> ResultsImportedShape:
    enters = sum(row.verdict == "enters" for row in rows)
    known = {place: what for what, place in listed.places.items()}
    return ResultsImportedShape(
        league=league.stream,
        line=0 if entry is None else entry.number,
        text=f"{enters} of {count_of(len(rows), 'row')} {'entered' if entry else 'would enter'}",
        columns=[
            ResultColumnShape(
                number=one.number, heading=one.heading, what=known.get(one.number, "")
            )
            for one in listed.columns.columns
        ],
        rows=[copy_shape(ResultRowShape, row) for row in rows],
    )


def list_players(league: League) -> list[LeaguePlayerShape]:
    number, divided = league.people.next_round, league.state.get_divisions()
    return [
        copy_shape(
            LeaguePlayerShape,
            one,
            player=one.id,
            division=divided.of(one.id),
            here=not one.absence(number),
            absence=one.absence(number),
        )
        for one in league.state.players.values()
    ]


def build_fixture_row(league: League, one: Fixture) -> FixtureRowShape:
    state, ended = league.state, one.ended
    live = league.matches.live(one)
    agreed = one.arranged
    return copy_shape(
        FixtureRowShape,
        one,
        fixture=one.id,
        home=state.name(one.home),
        away=None if one.away is None else state.name(one.away),
        kind=None if ended is None else ended.kind,
        winner=None if ended is None or ended.winner is None else state.name(ended.winner),
        vp=None if ended is None or ended.vp is None else list(ended.vp),
        extra={} if ended is None else {name: list(pair) for name, pair in ended.extra.items()},
        played_on="" if ended is None else ended.played_on,
        time="" if ended is None else ended.time,
        text=describe_result(state, one),
        arranged=None
        if agreed is None
        else " ".join(part for part in (agreed.on, agreed.time, agreed.where) if part),
        signed=[state.name(player) for player in one.signed],
        corrections=len(one.corrections),
        game=None if live is None else copy_shape(LiveGameShape, live, vp=list(live.vp)),
    )


def round_row(league: League, one: Round) -> RoundRowShape:
    return copy_shape(
        RoundRowShape,
        one,
        round=one.number,
        mission=missions.describe_round_mission(league.state, one.season, one.number),
        stale=[] if one.published else league.rounds.list_stale_reasons(),
        fixtures=[build_fixture_row(league, each) for each in league.state.list_fixtures(one)],
    )


def build_league_shape(league: League) -> LeagueShownShape:
    state = league.state
    info = state.info
    return copy_shape(
        LeagueShownShape,
        info,
        league=league.stream,
        scheme=info.scheme.name,
        tie_breaks=list(info.scheme.tie_breaks),
        best=info.scheme.best.results if info.scheme.best else 0,
        rulesets=list(info.rulesets),
        season=state.season.number,
        planned=state.season.planned,
        pairing=state.season.pairing,
        players=list_players(league),
        round=None if state.round is None else round_row(league, state.round),
        draft=None if state.draft is None else round_row(league, state.draft),
        disputes=[*_disputes(state)],
        line=league.story.last_number,
    )


def _disputes(state: LeagueState) -> Iterator[str]:
    """The games of the season whose players say different things, each behind its id."""
    for one in state.fixtures.values():
        words = dispute_in_words(state, one) if one.season == state.season.number else ""
        if words:
            yield words if words.startswith(one.id) else f"{one.id}, {words}"


def build_standings(
    league: League, table: Standings, explained: list[str], season: int | None = None
) -> StandingsShape:
    from exports.league_json import build_standings_row

    names = league.state.players
    return StandingsShape(
        league=league.stream,
        title=league.title,
        after=table.after,
        scheme=table.scheme,
        tie_breaks=list(table.tie_breaks),
        rows=[build_standings_row(row) for row in table.rows],
        level=[[names[one].name for one in group] for group in table.level],
        notes=list_reasons(league, table, season),
        explained=explained,
    )


def build_unit_row(league: League, one: WarUnit) -> WarUnitRowShape:
    return copy_shape(
        WarUnitRowShape,
        one,
        unit=one.id,
        rank=league.state.info.rules.rank(one.experience),
        history=[
            f"{', '.join(list_gains(step)) or 'nothing gained'}"
            f"{f', {step.fixture}' if step.fixture else ''}"
            f"{', by hand' if step.origin == 'hand' else ''}: {step.why}"
            f"{f'; {named}' if (named := describe_named_figures(step)) else ''}"
            for step in one.steps
        ],
        carries=harm.describe_harm(one.harm),
    )

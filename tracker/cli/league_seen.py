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
    RoundRowShape,
    SignedUpShape,
    SignUpRowShape,
    StandingsShape,
)
from exports.shapes.shape import WarUnitRowShape, shaped
from tracker.application.leagues import harm, missions
from tracker.application.leagues.force_words import gained, named_figures
from tracker.application.leagues.leaving import leaving
from tracker.application.leagues.reports import dispute_in_words
from tracker.application.leagues.results import told_result
from tracker.application.leagues.row import read_row
from tracker.application.leagues.signing_up import SignUp, in_words
from tracker.application.leagues.standings_text import reasons_of
from tracker.application.leagues.telling import line_in_words
from tracker.leagues.events import PlayerPresence
from tracker.leagues.lasting import WarUnit
from tracker.leagues.rows import Fixture, Round
from tracker.leagues.standings import Standings
from tracker.leagues.state import LeagueState
from tracker.scribe.list_columns import ListColumns
from tracker.vocabulary.counts import plural

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import LeagueEntry
    from tracker.ledger.summary import Summary


def item(summary: Summary) -> LeagueItemShape:
    row = read_row(summary)
    return shaped(
        LeagueItemShape,
        row,
        league=summary.stream,
        title=summary.title,
        status=summary.status,
        aside=summary.aside,
    )


def said(league: League, entry: LeagueEntry) -> LeagueSaidShape:
    text = line_in_words(league.story, entry)
    return LeagueSaidShape(
        league=league.stream, line=entry.number, text=text, notes=[*_offers(league, entry)]
    )


def _offers(league: League, entry: LeagueEntry) -> Iterator[str]:
    """What can be settled now that somebody drops out, and with which command."""
    state, command = league.state, f"warledger league {{}} {league.stream}"
    gone = [one for one in entry.events if isinstance(one, PlayerPresence)]
    for one in gone if state.info.what == "league" else ():
        leaves = leaving(state, one.player)
        if one.presence == "dropped" and leaves.open is not None:
            wins = f"l{leaves.open.players.index(one.player) + 1}"
            other = state.name(next(each for each in leaves.open.players if each != one.player))
            settle = f"{command.format('result')} {leaves.open.id}"
            yield f"Enter its result ({settle} 10-7), or give {other} the game ({settle} {wins})."
        annulled = one.player in state.season.annulled
        if one.presence in ("dropped", "leaving") and leaves.may_annul and not annulled:
            annul = f"{command.format('annul')} {one.player}"
            yield f"{leaves.annulled()}. To annul the results, so that none counts: {annul}"


def signed_up(
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
        text=f"{joins} of {plural(len(rows), 'line')} {'join' if entry else 'would join'}",
        columns=[
            ListColumnShape(number=one.number, heading=one.heading, name=one.number in names)
            for one in (columns.columns if columns else ())
        ],
        rows=[shaped(SignUpRowShape, row, text=in_words(row)) for row in rows],
    )


def players(league: League) -> list[LeaguePlayerShape]:
    number, divided = league.people.next_round, league.state.divided()
    return [
        shaped(
            LeaguePlayerShape,
            one,
            player=one.id,
            division=divided.of(one.id),
            here=not one.absence(number),
            absence=one.absence(number),
        )
        for one in league.state.players.values()
    ]


def fixture(league: League, one: Fixture) -> FixtureRowShape:
    state, ended = league.state, one.ended
    live = league.matches.live(one)
    agreed = one.arranged
    return shaped(
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
        text=told_result(state, one),
        arranged=None
        if agreed is None
        else " ".join(part for part in (agreed.on, agreed.time, agreed.where) if part),
        signed=[state.name(player) for player in one.signed],
        corrections=len(one.corrections),
        game=None if live is None else shaped(LiveGameShape, live, vp=list(live.vp)),
    )


def round_row(league: League, one: Round) -> RoundRowShape:
    return shaped(
        RoundRowShape,
        one,
        round=one.number,
        mission=missions.of_round(league.state, one.season, one.number),
        stale=[] if one.published else league.rounds.stale(),
        fixtures=[fixture(league, each) for each in league.state.fixtures_of(one)],
    )


def shown(league: League) -> LeagueShownShape:
    state = league.state
    info = state.info
    return shaped(
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
        players=players(league),
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


def standings(
    league: League, table: Standings, explained: list[str], season: int | None = None
) -> StandingsShape:
    from exports.league_json import standings_row

    names = league.state.players
    return StandingsShape(
        league=league.stream,
        title=league.title,
        after=table.after,
        scheme=table.scheme,
        tie_breaks=list(table.tie_breaks),
        rows=[standings_row(row) for row in table.rows],
        level=[[names[one].name for one in group] for group in table.level],
        notes=reasons_of(league, table, season),
        explained=explained,
    )


def unit(league: League, one: WarUnit) -> WarUnitRowShape:
    return shaped(
        WarUnitRowShape,
        one,
        unit=one.id,
        rank=league.state.info.rules.rank(one.experience),
        history=[
            f"{', '.join(gained(step)) or 'nothing gained'}"
            f"{f', {step.fixture}' if step.fixture else ''}"
            f"{', by hand' if step.origin == 'hand' else ''}: {step.why}"
            f"{f'; {named}' if (named := named_figures(step)) else ''}"
            for step in one.steps
        ],
        carries=harm.in_words(one.harm),
    )

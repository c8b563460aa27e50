"""Leagues and campaigns in shapes, and told in lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tracker.application.leagues.results import score
from tracker.application.leagues.row import read_row
from tracker.application.leagues.telling import line_in_words
from tracker.cli import shapes_league as shapes
from tracker.leagues.standings import Standings
from tracker.leagues.state import Fixture, Round, WarUnit

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import Entry
    from tracker.ledger.summary import Summary


def item(summary: Summary) -> shapes.LeagueItem:
    row = read_row(summary)
    return shapes.LeagueItem(
        league=summary.stream,
        what=row.what,
        title=summary.title,
        status=summary.status,
        season=row.season,
        round=row.round,
        planned=row.planned,
        results=row.results,
        fixtures=row.fixtures,
        drafted=row.drafted,
        ends=row.ends,
        players=row.players,
        games=row.games,
        unsigned=row.unsigned,
        last_played=row.last_played,
    )


def item_line(row: shapes.LeagueItem) -> str:
    if row.what == "campaign":
        last = f" · last {row.last_played}" if row.last_played else ""
        games = "1 game" if row.games == 1 else f"{row.games} games"
        return f"{row.league:<5} {row.title}  campaign · {games}{last}"
    of = f" of {row.planned}" if row.planned else ""
    where = f"round {row.round}{of}" if row.round else "no round yet"
    results = f" · {row.results} of {row.fixtures} results in" if row.fixtures else ""
    return f"{row.league:<5} {row.title}  {where}{results} · {row.players} players"


def said(league: League, entry: Entry) -> shapes.LeagueSaid:
    text = line_in_words(league.story, entry)
    return shapes.LeagueSaid(league=league.stream, line=entry.number, text=text)


def players(league: League) -> list[shapes.LeaguePlayer]:
    number = league.people.next_round
    return [
        shapes.LeaguePlayer(
            player=one.id,
            name=one.name,
            ranked=one.ranked,
            here=not one.absence(number),
            absence=one.absence(number),
            why=one.why,
        )
        for one in league.state.players.values()
    ]


def fixture(league: League, one: Fixture) -> shapes.FixtureRow:
    state, ended = league.state, one.ended
    live = league.matches.live(one)
    agreed = one.arranged
    return shapes.FixtureRow(
        fixture=one.id,
        round=one.round,
        table=one.table,
        home=state.name(one.home),
        away=None if one.away is None else state.name(one.away),
        why=one.why,
        locked=one.locked,
        title=one.title,
        kind=None if ended is None else ended.kind,
        winner=None if ended is None or ended.winner is None else state.name(ended.winner),
        vp=None if ended is None or ended.vp is None else list(ended.vp),
        extra={} if ended is None else {name: list(pair) for name, pair in ended.extra.items()},
        played_on="" if ended is None else ended.played_on,
        time="" if ended is None else ended.time,
        text="" if ended is None else score(state.name(ended.winner), ended),
        by_hand=one.by_hand,
        disagrees=one.disagrees,
        arranged=None
        if agreed is None
        else " ".join(part for part in (agreed.on, agreed.time, agreed.where) if part),
        signed=[state.name(player) for player in one.signed],
        corrections=len(one.corrections),
        game=None
        if live is None
        else shapes.LiveGame(
            match=live.match,
            running=live.running,
            turn=live.turn,
            phase=live.phase,
            vp=list(live.vp),
        ),
    )


def round_row(league: League, one: Round) -> shapes.RoundRow:
    return shapes.RoundRow(
        season=one.season,
        round=one.number,
        published=one.published,
        method=one.method,
        on=one.on,
        ends=one.ends,
        stale=[] if one.published else league.rounds.stale(),
        fixtures=[fixture(league, each) for each in league.state.fixtures_of(one)],
    )


def round_lines(row: shapes.RoundRow) -> Iterator[str]:
    when = f" · {row.on}" if row.on else ""
    ends = f" · games end {row.ends}" if row.ends else ""
    yield f"round {row.round}{when}{ends}" + ("" if row.published else " · draft, not published")
    for one in row.fixtures:
        yield f"  {fixture_line(one)}"
    for text in row.stale:
        yield f"  ? {text}"


def fixture_line(one: shapes.FixtureRow) -> str:
    where = str(one.table) if one.table else "-"
    who = f"{one.home} – {one.away}" if one.away else f"{one.home}  bye"
    text = f"{one.fixture:<5} {where:>2}  {who}"
    notes = []
    if one.text and one.away:
        notes.append(one.text)
    if one.game is not None and one.game.running:
        vp = one.game.vp
        notes.append(f"kept now: turn {one.game.turn}, {vp[0]} : {vp[1]}")
    if one.arranged and not one.text:
        notes.append(f"arranged for {one.arranged}")
    if one.disagrees and one.game is not None:
        notes.append(f"game {one.game.match} ended otherwise")
    if one.signed:
        notes.append(f"signed by {', '.join(one.signed)}")
    if not one.text and not one.game:
        notes.append(one.why)
    return text + ("  " + " · ".join(note for note in notes if note) if any(notes) else "")


def shown(league: League) -> shapes.LeagueShown:
    state = league.state
    info = state.info
    return shapes.LeagueShown(
        league=league.stream,
        what=info.what,
        title=info.title,
        scheme=info.scheme.name,
        tie_breaks=list(info.scheme.tie_breaks),
        best=info.scheme.best.results if info.scheme.best else 0,
        zone=info.zone,
        rulesets=list(info.rulesets),
        season=state.season.number,
        planned=state.season.planned,
        players=players(league),
        round=None if state.round is None else round_row(league, state.round),
        draft=None if state.draft is None else round_row(league, state.draft),
        line=league.story.last_number,
    )


def shown_lines(row: shapes.LeagueShown) -> Iterator[str]:
    ties = f" · ties: {', '.join(row.tie_breaks)}" if row.tie_breaks else ""
    best = f" · best {row.best} count" if row.best else ""
    yield f"{row.title} · season {row.season} · {row.scheme}{ties}{best} · {row.zone}"
    yield from player_lines(row.players)
    for one in (row.round, row.draft):
        if one is not None:
            yield from round_lines(one)


def player_lines(rows: list[shapes.LeaguePlayer]) -> Iterator[str]:
    for one in rows:
        notes = [one.absence, one.why, "" if one.ranked else "not ranked"]
        text = ", ".join(note for note in notes if note)
        yield f"  {one.player:<4} {one.name}" + (f"  ({text})" if text else "")


def standings(league: League, table: Standings, explained: list[str]) -> shapes.Standings:
    changes, given = league.table.changes()
    names = league.state.players
    notes = [
        f"{one.what} changed after round {one.round}: {one.why or 'no reason given'}"
        for one in changes
    ]
    notes += [
        f"{names[one.player].name}: {'+' if one.points[0] > 0 else ''}{one.fraction}"
        f" {one.column}, {one.why}"
        for one in given
        if one.round <= table.after or not one.round
    ]
    return shapes.Standings(
        league=league.stream,
        title=league.title,
        after=table.after,
        scheme=table.scheme,
        tie_breaks=list(table.tie_breaks),
        rows=[
            shapes.StandingRow(
                place=row.place,
                player=row.player,
                name=row.name,
                dropped=row.dropped,
                played=row.played,
                won=row.won,
                drawn=row.drawn,
                lost=row.lost,
                byes=row.byes,
                vp_for=row.vp_for,
                vp_against=row.vp_against,
                ties={
                    tie.tie_break: None if tie.value is None else tie.value.short
                    for tie in row.ties
                },
                bonus=row.bonus.short,
                points=row.points.short,
                moved=row.moved,
            )
            for row in table.rows
        ],
        level=[[names[one].name for one in group] for group in table.level],
        notes=notes,
        explained=explained,
    )


def standings_lines(row: shapes.Standings, table: Standings) -> Iterator[str]:
    from tracker.leagues.spelled import SHORT, amount

    heads = [SHORT[one] for one in table.tie_breaks]
    bonus = any(one.bonus != "0" for one in row.rows)
    wide = max((len(one.name) + 9 * one.dropped for one in row.rows), default=6)
    yield f"{row.title} · standings after round {row.after} · {row.scheme}"
    columns = "".join(f"{head:>8}" for head in heads) + ("   bonus" if bonus else "")
    yield f" #  {'player':<{wide}}   P  W  D  L{columns}  points"
    for one, exact in zip(row.rows, table.rows, strict=True):
        name = f"{one.name}  dropped" if one.dropped else one.name
        ties = "".join(
            f"{'' if tie.value is None else amount(tie.tie_break, tie.value):>8}"
            for tie in exact.ties
        )
        more = f"{'' if one.bonus == '0' else one.bonus:>8}" if bonus else ""
        games = f"{one.played:>4}{one.won:>3}{one.drawn:>3}{one.lost:>3}"
        yield f"{one.place:>2}  {name:<{wide}}{games}{ties}{more}{one.points:>8}"
    for group in row.level:
        yield f"level: {', '.join(group)}"
    yield from row.notes
    if row.explained:
        yield ""
        yield from row.explained


def unit(league: League, one: WarUnit) -> shapes.WarUnitRow:
    return shapes.WarUnitRow(
        unit=one.id,
        name=one.name,
        enlisted=one.enlisted,
        figures=one.figures,
        experience=one.experience,
        rank=league.state.info.rules.rank(one.experience),
        standing=one.standing,
        history=[
            f"{step.experience:+d} experience, {step.figures:+d} figures"
            f"{f', {step.fixture}' if step.fixture else ''}"
            f"{', by hand' if step.origin == 'hand' else ''}: {step.why}"
            for step in one.steps
        ],
    )


def unit_line(row: shapes.WarUnitRow) -> str:
    rank = f" {row.rank}" if row.rank else ""
    standing = f" · {row.standing}" if row.standing else ""
    return (
        f"{row.unit:<6} {row.name:<20} {row.figures} of {row.enlisted} figures"
        f" · {row.experience} experience{rank}{standing}"
    )

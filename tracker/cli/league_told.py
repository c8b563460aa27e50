"""Leagues and campaigns told in lines, for people."""

from __future__ import annotations

from collections.abc import Iterator

from exports.shapes.league import (
    FixtureRowShape,
    LeagueItemShape,
    LeaguePlayerShape,
    LeagueSaidShape,
    LeagueShownShape,
    OutlookShape,
    ResultsImportedShape,
    RoundRowShape,
    SignedUpShape,
    StandingsShape,
)
from exports.shapes.shape import WarUnitRowShape
from tracker.leagues.outlook.forecast import SeasonOutlook
from tracker.leagues.standings import Standings
from tracker.vocabulary.counts import count_of


def format_item(row: LeagueItemShape) -> str:
    if row.what == "campaign":
        last = f" · last {row.last_played}" if row.last_played else ""
        games = count_of(row.games, "game")
        return f"{row.league:<5} {row.title}  campaign · {games}{last}"
    of = f" of {row.planned}" if row.planned else ""
    where = f"round {row.round}{of}" if row.round else "no round yet"
    results = f" · {row.results} of {count_of(row.fixtures, 'result')} in" if row.fixtures else ""
    return f"{row.league:<5} {row.title}  {where}{results} · {count_of(row.players, 'player')}"


def list_said_lines(row: LeagueSaidShape) -> list[str]:
    """A line of the book as it was just written."""
    return [f"{row.line:>4}  {row.text}", *(f"      {note}" for note in row.notes)]


def list_sign_up_lines(row: SignedUpShape) -> Iterator[str]:
    """Every line of a sign-up list and what became of it; what was written last."""
    heads = [f"{one.number} {one.heading}".strip() for one in row.columns if one.name]
    if heads and len(row.columns) > 1:
        yield f"  names: column {' + '.join(heads)} (of {len(row.columns)}; another: --column N)"
    for one in row.rows:
        beside = f" ({one.beside})" if one.beside else ""
        yield f"  line {one.line}: {one.name or '–'}{beside}: {one.text}"
    yield f"{row.line:>4}  {row.text}" if row.line else row.text


def list_result_rows(row: ResultsImportedShape) -> Iterator[str]:
    """Every row of a list of results and what became of it; what was written last."""
    known = [f"{one.what} {one.number} {one.heading}".strip() for one in row.columns if one.what]
    yield f"  columns: {', '.join(known)} (another: --column home=N)"
    for one in row.rows:
        verdict = f"{one.verdict}: " if one.verdict in ("left out", "not read") else ""
        yield f"  line {one.line}: {verdict}{one.text}"
    yield f"{row.line:>4}  {row.text}" if row.line else row.text


def round_lines(row: RoundRowShape) -> Iterator[str]:
    when = f" · {row.on}" if row.on else ""
    ends = f" · games end {row.ends}" if row.ends else ""
    yield f"round {row.round}{when}{ends}" + ("" if row.published else " · draft, not published")
    if row.mission:
        yield f"  mission: {row.mission}"
    for one in row.fixtures:
        yield f"  {format_fixture(one)}"
    for text in row.stale:
        yield f"  ? {text}"


def format_fixture(one: FixtureRowShape) -> str:
    where = str(one.table) if one.table else "-"
    who = f"{one.home} – {one.away}" if one.away else f"{one.home}  {one.text or 'bye'}"
    text = f"{one.fixture:<5} {where:>2}  {who}"
    notes = []
    if one.text and one.away:
        notes.append(one.text)
    if one.game is not None and one.game.running:
        vp = one.game.vp
        turn = f"turn {one.game.turn}" if one.game.turn else "set-up"
        notes.append(f"kept now: {turn}, {vp[0]} : {vp[1]}")
    if one.arranged and not one.text:
        notes.append(f"arranged for {one.arranged}")
    if one.disagrees and one.game is not None:
        notes.append(f"game {one.game.match} ended otherwise")
    if one.signed:
        notes.append(f"signed by {', '.join(one.signed)}")
    if not one.text and not one.game:
        notes.append(one.why)
    return text + ("  " + " · ".join(note for note in notes if note) if any(notes) else "")


def list_league_lines(row: LeagueShownShape) -> Iterator[str]:
    ties = f" · ties: {', '.join(row.tie_breaks)}" if row.tie_breaks else ""
    best = f" · best {row.best} count" if row.best else ""
    paired = f" · {row.pairing}" if row.pairing else ""
    yield f"{row.title} · season {row.season} · {row.scheme}{ties}{best}{paired} · {row.zone}"
    yield from list_player_lines(row.players)
    if not row.players:
        yield nobody("league", row.league)
    for one in (row.round, row.draft):
        if one is not None:
            yield from round_lines(one)
    yield from (f"players differ: {text}" for text in row.disputes)
    if row.disputes:
        yield (
            f"  To keep what stands: warledger league sign {row.league} F."
            f" To set it right: warledger league correct {row.league} F RESULT."
        )


def nobody(what: str, league: str) -> str:
    """Said where nobody is enrolled yet."""
    return f"nobody is enrolled yet. Enrol players with: warledger {what} enroll {league} NAME."


def list_player_lines(rows: list[LeaguePlayerShape]) -> Iterator[str]:
    from tracker.application.leagues.standings_text import make_heading

    for one in rows:
        division = make_heading(one.division) if one.division else ""
        ranked = "" if one.ranked else "not ranked"
        notes = [division, one.about, one.absence, one.why, ranked]
        text = ", ".join(note for note in notes if note)
        yield f"  {one.player:<4} {one.name}" + (f"  ({text})" if text else "")


def list_standings_lines(row: StandingsShape, table: Standings, heading: str) -> Iterator[str]:
    """``heading`` says after which round, such as ``standings after round 4``."""
    from tracker.application.leagues.standings_text import make_heading as heading_of
    from tracker.leagues.arithmetic_text import format_amount

    heads = [table.head(one) for one in table.tie_breaks]
    bonus = any(one.bonus for one in row.rows)
    wide = max(6, *(len(one.name) + 9 * one.dropped for one in row.rows), 0)
    yield f"{row.title} · {heading} · {row.scheme}"
    columns = "".join(f"{head:>8}" for head in heads) + ("   bonus" if bonus else "")
    yield f" #  {'player':<{wide}}   P  W  D  L{columns}  points"
    division = ""
    for one, exact in zip(row.rows, table.rows, strict=True):
        if one.division != division:
            division = one.division
            yield heading_of(division)
        name = f"{one.name}  dropped" if one.dropped else one.name
        ties = "".join(
            f"{'' if tie.value is None else format_amount(tie.tie_break, tie.value):>8}"
            for tie in exact.ties
        )
        more = f"{exact.bonus.short if one.bonus else '':>8}" if bonus else ""
        games = f"{one.played:>4}{one.won:>3}{one.drawn:>3}{one.lost:>3}"
        yield f"{one.place:>2}  {name:<{wide}}{games}{ties}{more}{exact.points.short:>8}"
    if not row.rows:
        yield nobody("league", row.league)
    for group in row.level:
        yield f"level: {', '.join(group)}"
    yield from row.notes
    if row.explained:
        yield ""
        yield from row.explained


def list_outlook_lines(row: OutlookShape, found: SeasonOutlook) -> Iterator[str]:
    """Chances and points of everybody, and what is certain or what it takes, below each."""
    from tracker.application.leagues.outlook_words import describe_games_left, format_percent

    wide = max(6, *(len(one.name) for one in row.rows))
    top = f"first {row.top}" if row.top > 1 else ""
    yield describe_games_left(found)
    yield f" #  {'player':<{wide}}  points   can end with  likely     first  {top:>11}".rstrip()
    for one, exact in zip(row.rows, found.prospects, strict=True):
        first = format_percent(exact.first, exact.first_error, exact.first_is)
        upper = format_percent(exact.top, exact.top_error, exact.top_is) if top else ""
        ends = f"{exact.least.short} to {exact.most.short}"
        numbers = f"{exact.points.short:>8}  {ends:>13}  {one.likely:>6.1f}  {first:>8}"
        yield f"{one.place:>2}  {one.name:<{wide}}{numbers}  {upper:>11}".rstrip()
        yield from (f"      {text}" for text in (one.certain, one.takes) if text)
    yield ""
    yield from row.notes


def format_unit(row: WarUnitRowShape) -> str:
    rank = f" {row.rank}" if row.rank else ""
    said = (row.standing, count_of(row.captives, "captive") if row.captives else "", row.carries)
    standing = "".join(f" · {one}" for one in said if one)
    return (
        f"{row.unit:<6} {row.name:<20} {row.figures} of {count_of(row.enlisted, 'figure')}"
        f" · {row.experience} experience{rank}{standing}"
    )

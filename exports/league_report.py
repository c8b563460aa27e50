"""A league or campaign as data for people: standings, rounds, forces, history, and no look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from exports.bracket_tree import BracketTree, bracket_tree
from exports.campaign_timeline import CampaignTimeline, campaign_timeline
from exports.league_bracket import bracket_section
from exports.league_grid import ResultGrid, grid
from exports.league_luck_points import luck_points
from exports.league_outlook import outlooks_section
from exports.league_parts import Day, Section, TextTable, To, date, linked, nowhere, plain, words
from exports.league_race import Race, race
from exports.league_results import kept_of, when_of, words_of
from exports.league_service import forces, history, luck
from exports.pictures import Picture, Theirs
from tracker.application.campaigns.records import Records
from tracker.application.errors import Refused
from tracker.application.leagues import closing, missions
from tracker.application.leagues.league import League
from tracker.application.leagues.round_text import absent_of
from tracker.application.leagues.standings_text import after_round, by_division
from tracker.leagues.bracket import bracket_of
from tracker.leagues.events import What
from tracker.leagues.results import exact
from tracker.leagues.rows import Fixture, Round
from tracker.leagues.schemes import TieBreak
from tracker.leagues.spelled import amount
from tracker.leagues.standings import Standings, StandingsRow
from tracker.leagues.state import LeagueState
from tracker.vocabulary.counts import plural
from tracker.vocabulary.typed import is_number

PARTS = ("standings", "bracket", "outlook", "rounds", "forces", "history", "luck")


class LeagueReport(Struct, frozen=True):
    """``stands`` says as of which line of the book, ``anchor`` what past that is. Parts that were
    not asked for are empty.
    """

    what: What
    title: str
    about: str
    stands: str
    anchor: str
    standings: Section | None
    bracket: Section | None
    tree: BracketTree | None
    race: Race | None
    timeline: CampaignTimeline | None
    outlook: Section | None
    grid: ResultGrid | None
    rounds: tuple[Section, ...]
    forces: tuple[Section, ...]
    history: tuple[Day, ...]
    luck: Section | None
    luck_points: Section | None
    words: str
    pictures: tuple[Picture, ...]


class ReportWanted(Struct, frozen=True):
    """What is to be told: some of ``PARTS`` (none: all), of which season, as of when.

    ``player`` is whose games alone a calendar has, by id or name; ``theirs`` what the players add.
    """

    parts: tuple[str, ...] = ()
    season: int | None = None
    as_of: str = ""
    player: str = ""
    theirs: Theirs = Theirs()

    def wants(self, part: str) -> bool:
        return not self.parts or part in self.parts


def asked(
    parts: Sequence[str] = (),
    season: int | None = None,
    as_of: str = "",
    player: str = "",
    theirs: Theirs | None = None,
) -> ReportWanted:
    """Raises ``Refused`` for a part that there is not."""
    for part in parts:
        if part not in PARTS:
            raise Refused(f"There is no part {part!r}; there are {', '.join(PARTS)}.")
    return ReportWanted(tuple(parts), season, as_of, player, theirs or Theirs())


def league_report(
    league: League, ask: ReportWanted | None = None, to: To | None = None
) -> LeagueReport:
    """The report as the league stands. Raises ``Refused`` for a season or round there is not.

    ``to`` is given for a page among others that is posted for everybody: then what it names is
    linked, and a draft is not told.
    """
    ask = ask or ReportWanted()
    state = league.state
    up_to = league.table.read(ask.as_of, ask.season)
    number = state.season.number if ask.season is None else ask.season
    games = [one for one in state.published(number) if one.round == 0]
    rounds = [
        one
        for one in state.rounds_of(number)
        if (up_to.round is None or one.number <= up_to.round) and (one.published or to is None)
    ]
    standings = None
    if ask.wants("standings") and (state.info.what == "league" or _played(state)):
        standings = _standings(league, ask, to or nowhere)
    told = [_round(league, one, to or nowhere) for one in rounds]
    if games:
        told.append(_games(league, games, to or nowhere))
    records = Records(league)
    by_day = bool(ask.as_of) and not is_number(ask.as_of)
    played_on = standings is not None or ask.wants("bracket")
    found = bracket_of(state, number) if played_on and not ask.as_of else None
    return LeagueReport(
        what=state.info.what,
        title=plain(league.title),
        about=_about(state, number),
        stands=_stands(league),
        anchor=league.anchor,
        standings=standings,
        bracket=bracket_section(league, number, to or nowhere) if found else None,
        tree=bracket_tree(state, found) if found else None,
        race=race(league, number, up_to.round) if standings and not by_day else None,
        timeline=campaign_timeline(league) if ask.wants("history") else None,
        outlook=_outlook(league, ask),
        grid=grid(league, number, to or nowhere, up_to.round)
        if ask.wants("rounds") and not by_day
        else None,
        rounds=tuple(told) if ask.wants("rounds") else (),
        forces=tuple(forces(league, records, to or nowhere)) if ask.wants("forces") else (),
        history=tuple(history(league, records)) if ask.wants("history") else (),
        luck=luck(league, records) if ask.wants("luck") else None,
        luck_points=luck_points(league, number, league.table.standings(ask.as_of, number), records)
        if ask.wants("luck") and state.info.what == "league" and not ask.as_of
        else None,
        words=words(ask.theirs.words),
        pictures=ask.theirs.pictures,
    )


def _played(state: LeagueState) -> bool:
    return any(one.ended for one in state.fixtures.values())


def _about(state: LeagueState, number: int) -> str:
    season = state.seasons.get(number)
    named = f" ({plain(season.name)})" if season and season.name else ""
    several = len(state.seasons) > 1 or named
    parts = [state.info.what, f"season {number}{named}" if several else ""]
    parts.append(plural(len(state.players), "player"))
    return " · ".join(part for part in parts if part)


def _stands(league: League) -> str:
    last = league.story.lines[-1]
    moment = league.days.moment(last.at).format("ddd D MMM YYYY, HH:mm")
    return f"as it stood on {moment} ({league.state.info.zone}), line {league.story.last_number}"


# ---------------------------------------------------------------------------------- standings


def _standings(league: League, ask: ReportWanted, to: To) -> Section:
    table = league.table.standings(ask.as_of, ask.season)
    by_day = ask.as_of and not is_number(ask.as_of)
    season = league.state.season.number if ask.season is None else ask.season
    when = after_round(league, table.after, season)
    if by_day:
        when = f"on {date(league.days.day(ask.as_of))}"
    ties = [one for one in table.tie_breaks if _told(table, one)]
    bonus = any(row.bonus.over for row in table.rows)
    extra = list(dict.fromkeys(name for row in table.rows for name in row.extra))
    more = [*(["bonus"] if bonus else []), *map(plain, extra)]
    head = (
        "#",
        "player",
        "P",
        "W",
        "D",
        "L",
        "byes",
        *(table.head(one) for one in ties),
        *more,
        "points",
        "move",
    )
    parts = [
        Section(
            name,
            table=TextTable(
                head,
                tuple(_row(row, ties, bonus=bonus, extra=extra) for row in rows),
                frozenset({0, *range(2, len(head))}),
                linked(((n, 1), to(row.player)) for n, row in enumerate(rows)),
            ),
        )
        for name, rows in by_division(table) or [("", [])]
    ]
    divided = bool(parts[0].title)
    return Section(
        title=f"Standings {when}" if table.after or by_day else "Standings",
        about=" · ".join(_decided(table)),
        table=None if divided else parts[0].table,
        more=tuple(parts) if divided else (),
        notes=tuple(_notes(league, table, ask)),
    )


def _told(table: Standings, tie_break: TieBreak) -> bool:
    """Whether anybody has a value of it: lots have none until they are drawn."""
    return any(
        one.value is not None
        for row in table.rows
        for one in row.ties
        if one.tie_break == tie_break
    )


def _decided(table: Standings) -> Iterator[str]:
    yield plain(table.scheme)
    if table.tie_breaks:
        yield f"ties: {', '.join(table.tie_breaks)}"


def _row(
    row: StandingsRow, ties: Sequence[TieBreak], *, bonus: bool, extra: Sequence[str]
) -> tuple[str, ...]:
    games = (row.played, row.won, row.drawn, row.lost, row.byes)
    columns = [":".join(map(str, row.extra.get(name, (0, 0)))) for name in extra]
    return (
        str(row.place),
        plain(row.name) + (" (dropped)" if row.dropped else ""),
        *map(str, games),
        *(
            "" if one.value is None else amount(one.tie_break, one.value)
            for one in row.ties
            if one.tie_break in ties
        ),
        *([row.bonus.short] if bonus else []),
        *columns,
        row.points.short,
        _moved(row.moved),
    )


def _moved(places: int | None) -> str:
    if places is None:
        return ""
    return "=" if not places else f"{'▲' if places > 0 else '▼'} {abs(places)}"


def _notes(league: League, table: Standings, ask: ReportWanted) -> Iterator[str]:
    state = league.state
    up_to = league.table.read(ask.as_of, ask.season)
    season = state.season.number if up_to.season is None else up_to.season
    for group in table.level:
        names = ", ".join(plain(state.name(one)) for one in group)
        yield f"Level: {names}; lots can be drawn."
    for change in state.changes:
        if change.season == season and 0 < change.round <= table.after:
            why = plain(change.why) or "no reason given"
            yield f"{change.what.capitalize()} changed after round {change.round}: {why}."
    for one in state.given:
        if one.season == season and (up_to.round is None or one.round <= up_to.round):
            sign = "+" if one.points[0] > 0 else ""
            what = f"{sign}{exact(one.fraction).short} {plain(one.column)}"
            why = f", {plain(one.why)}" if one.why else ""
            yield f"{plain(state.name(one.player))}: {what}{why}"
    yield from map(plain, closing.notes(state, season))


def _outlook(league: League, ask: ReportWanted) -> Section | None:
    """Of the season at hand, as it stands now."""
    if (
        not ask.wants("outlook")
        or ask.as_of
        or ask.season not in (None, league.state.season.number)
    ):
        return None
    return outlooks_section(league)


# ------------------------------------------------------------------------------------- rounds

RESULT_HEAD = ("table", "player", "opponent", "result", "played", "signed", "remarks")


def _round(league: League, one: Round, to: To) -> Section:
    parts = [date(one.on), f"games end {one.ends}" if one.ends else ""]
    parts.append("" if one.published else "draft, not published")
    parts.append(plain(missions.of_round(league.state, one.season, one.number)))
    return Section(
        title=f"Round {one.number}",
        about=" · ".join(part for part in parts if part),
        table=_results(league, league.state.fixtures_of(one), to),
        notes=tuple(_absent(league, one)),
    )


def _games(league: League, games: Sequence[Fixture], to: To) -> Section:
    ordered = sorted(games, key=lambda one: one.ended.played_on if one.ended else one.on or "9")
    title = "Games" if league.state.info.what == "campaign" else "Games outside the rounds"
    return Section(title=title, table=_results(league, ordered, to))


def _results(league: League, fixtures: Sequence[Fixture], to: To) -> TextTable:
    state = league.state
    rows = []
    for one in fixtures:
        signed = ", ".join(plain(state.name(player)) for player in one.signed)
        both = one.away is not None and len(one.signed) == len(one.players)
        rows.append(
            (
                str(one.table or ""),
                plain(state.name(one.home)),
                plain(state.name(one.away)) if one.away else "bye",
                words_of(state, one),
                when_of(one, date),
                "both" if both else signed,
                kept_of(state, one),
            )
        )
    links = linked(
        ((n, column), to(what))
        for n, one in enumerate(fixtures)
        for column, what in (
            *enumerate(one.players, start=1),
            (RESULT_HEAD.index("remarks"), one.link.match if one.link else ""),
        )
    )
    return TextTable(RESULT_HEAD, tuple(rows), frozenset({0}), links)


def _absent(league: League, one: Round) -> Iterator[str]:
    """Who is left out: as the round was drafted, or as they say now while it is a draft."""
    found: dict[str, list[str]] = {}
    for how, name, reason in absent_of(league, one):
        why = f" ({plain(reason)})" if reason else ""
        found.setdefault(how, []).append(plain(name) + why)
    for how, names in found.items():
        yield f"{how.capitalize()}: {', '.join(names)}"

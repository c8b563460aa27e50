"""The content of a league or campaign report, without a layout."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from exports.campaign_timeline_chart import CampaignTimeline, draw_campaign_timeline
from exports.league_bracket_report import BracketTree, build_bracket_section, build_bracket_tree
from exports.player_text_and_pictures import EmbeddedPicture, PlayerContent
from exports.report_sections import (
    FindPage,
    HistoryDay,
    ReportSection,
    TextTable,
    build_text_table,
    clean_multiline_text,
    clean_to_one_line,
    link_nowhere,
)
from exports.results_cross_table import ResultGrid, build_result_grid
from exports.season_outlook_report import build_outlooks_section
from exports.service_record_sections import (
    build_luck_section,
    list_force_sections,
    list_history_days,
)
from exports.standings_race_chart import StandingsRace, draw_standings_race
from tracker.application.campaigns.service_records import (
    ServiceRecords,
    compute_points_without_luck,
)
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_calendar import format_day
from tracker.application.leagues.pairing import round_missions
from tracker.application.leagues.pairing.pairing_table_columns import (
    find_opponent,
    list_pairing_columns,
)
from tracker.application.leagues.pairing.round_plain_text import list_absent_groups
from tracker.application.leagues.seasons.standings_plain_text import (
    describe_after_round,
    describe_scoring,
    group_standings_by_division,
    list_standings_columns,
    list_standings_notes,
)
from tracker.application.table_columns import Column, drop_empty_columns
from tracker.leagues.league_events import LeagueKind
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.pairing.knockout_bracket import find_bracket
from tracker.leagues.results.standings import Standings, StandingsRow
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.typed_numbers import is_whole_number

HOW = (
    "Net luck in a game is a player's successes above expectation, minus those of the opponent, "
    "in standard deviations.",
    "The value of net luck is estimated from its effect on points. Each game is corrected by the "
    "value found in the other games. What one player loses, the other gains.",
    "This table decides nothing: it does not make the standings fairer, and with few games it "
    "says little.",
)


def build_luck_adjusted_points_section(
    league: League, season: int, table: Standings, records: ServiceRecords
) -> ReportSection | None:
    """Build the standings corrected for luck. Return None if too few games have dice."""
    found = compute_points_without_luck(league, season, records)
    if found is None:
        return None
    rows = []
    for row in table.rows:
        change = found.corrected.get(row.player, 0.0)
        points = float(row.points.fraction)
        rows.append((points + change, row, change))
    rows.sort(key=lambda one: (-round(one[0], 6), one[1].place))
    column = Column[tuple[float, StandingsRow, float]]
    columns = (
        column("player", lambda one: one[1].name, words=True),
        column("points", lambda one: one[1].points.short),
        column("games with dice", lambda one: str(found.games.get(one[1].player, 0))),
        column(
            "luck was worth",
            lambda one: format_signed(-one[2]) if one[1].player in found.games else "",
        ),
        column("points without luck", lambda one: f"{one[0]:.1f}".replace("-", "−")),
    )
    games = format_count(sum(found.games.values()) // 2, "game")
    return ReportSection(
        title="Points without the luck of the dice",
        about=f"Based on {games} recorded here with the dice of both players. One standard "
        f"deviation of net luck was worth {format_signed(found.slope)} ± {2 * found.error:.1f} "
        "points of difference.",
        table=build_text_table(columns, rows),
        notes=HOW,
    )


def format_signed(number: float) -> str:
    """Format a number with its sign, such as ``+1.2`` or ``−0.4``."""
    return f"{number:+.1f}".replace("-", "−")


PARTS = ("standings", "bracket", "outlook", "rounds", "cross-table", "forces", "history", "luck")


class LeagueReport(Struct, frozen=True):
    """The content of a report.

    ``stands`` names the last line included, and ``anchor`` is the anchor of that history. Parts
    that were not requested are empty.
    """

    what: LeagueKind
    title: str
    about: str
    stands: str
    anchor: str
    standings: ReportSection | None
    bracket: ReportSection | None
    tree: BracketTree | None
    race: StandingsRace | None
    timeline: CampaignTimeline | None
    outlook: ReportSection | None
    grid: ResultGrid | None
    rounds: tuple[ReportSection, ...]
    forces: tuple[ReportSection, ...]
    history: tuple[HistoryDay, ...]
    luck: ReportSection | None
    luck_points: ReportSection | None
    words: str
    pictures: tuple[EmbeddedPicture, ...]


class LeagueReportRequest(Struct, frozen=True):
    """A request for a report: a selection of ``PARTS`` (none means all), a season and a date.

    ``player`` limits a calendar to one player's games, by id or name. ``theirs`` is the players'
    own content.
    """

    parts: tuple[str, ...] = ()
    season: int | None = None
    as_of: str = ""
    player: str = ""
    theirs: PlayerContent = PlayerContent()

    def wants_part(self, part: str) -> bool:
        return not self.parts or part in self.parts


def make_report_request(
    parts: Sequence[str] = (),
    season: int | None = None,
    as_of: str = "",
    player: str = "",
    theirs: PlayerContent | None = None,
) -> LeagueReportRequest:
    """Create a request for a report. Raises ``Refused`` for an unknown part."""
    for part in parts:
        if part not in PARTS:
            raise Refused(f"There is no part {part!r}. Choose one of: {', '.join(PARTS)}.")
    if "cross-table" in parts and as_of and not is_whole_number(as_of):
        raise Refused("A cross-table needs the number of a round: --as-of 3.")
    return LeagueReportRequest(tuple(parts), season, as_of, player, theirs or PlayerContent())


def build_league_report(
    league: League, ask: LeagueReportRequest | None = None, to: FindPage | None = None
) -> LeagueReport:
    """Build the report of a league. Raises ``Refused`` for an unknown season or round.

    ``to`` is given for a page of a public site. Names are then links, and drafts are omitted.
    """
    ask = ask or LeagueReportRequest()
    state = league.state
    up_to = league.table.parse_standings_cutoff(ask.as_of, ask.season)
    number = state.season.number if ask.season is None else ask.season
    games = [one for one in state.list_published_fixtures(number) if one.round == 0]
    rounds = [
        one
        for one in state.list_rounds(number)
        if (up_to.round is None or one.number <= up_to.round) and (one.published or to is None)
    ]
    standings = None
    if ask.wants_part("standings") and (state.info.what == "league" or _played(state)):
        standings = _standings(league, ask, to or link_nowhere)
    told = [_round(league, one, to or link_nowhere) for one in rounds]
    if games:
        told.append(_games(league, games, to or link_nowhere))
    records = ServiceRecords(league)
    by_day = bool(ask.as_of) and not is_whole_number(ask.as_of)
    played_on = standings is not None or ask.wants_part("bracket")
    found = find_bracket(state, number) if played_on and not ask.as_of else None
    return LeagueReport(
        what=state.info.what,
        title=clean_to_one_line(league.title),
        about=_about(state, number),
        stands=_stands(league),
        anchor=league.history_anchor,
        standings=standings,
        bracket=build_bracket_section(league, number, to or link_nowhere) if found else None,
        tree=build_bracket_tree(state, found) if found else None,
        race=draw_standings_race(league, number, up_to.round) if standings and not by_day else None,
        timeline=draw_campaign_timeline(league) if ask.wants_part("history") else None,
        outlook=_outlook(league, ask),
        grid=build_result_grid(league, number, to or link_nowhere, up_to.round)
        if (ask.wants_part("rounds") or ask.wants_part("cross-table")) and not by_day
        else None,
        rounds=tuple(told) if ask.wants_part("rounds") else (),
        forces=tuple(list_force_sections(league, records, to or link_nowhere))
        if ask.wants_part("forces")
        else (),
        history=tuple(list_history_days(league, records)) if ask.wants_part("history") else (),
        luck=build_luck_section(league, records) if ask.wants_part("luck") else None,
        luck_points=build_luck_adjusted_points_section(
            league, number, league.table.compute_standings(ask.as_of, number), records
        )
        if ask.wants_part("luck") and state.info.what == "league" and not ask.as_of
        else None,
        words=clean_multiline_text(ask.theirs.words),
        pictures=ask.theirs.pictures,
    )


def _played(state: LeagueState) -> bool:
    return any(one.ended for one in state.fixtures.values())


def _about(state: LeagueState, number: int) -> str:
    season = state.seasons.get(number)
    named = f" ({clean_to_one_line(season.name)})" if season and season.name else ""
    several = len(state.seasons) > 1 or named
    parts = [state.info.what, f"season {number}{named}" if several else ""]
    parts.append(format_count(len(state.players), "player"))
    return " · ".join(part for part in parts if part)


def _stands(league: League) -> str:
    last = league.history.lines[-1]
    moment = league.calendar.convert_to_local(last.at).format("ddd D MMM YYYY, HH:mm")
    return f"as it stood on {moment} ({league.state.info.zone}), line {league.history.last_number}"


# ---------------------------------------------------------------------------------- standings


def _standings(league: League, ask: LeagueReportRequest, to: FindPage) -> ReportSection:
    table = league.table.compute_standings(ask.as_of, ask.season)
    by_day = ask.as_of and not is_whole_number(ask.as_of)
    season = league.state.season.number if ask.season is None else ask.season
    when = describe_after_round(league, table.after, season)
    if by_day:
        when = f"on {format_day(league.calendar.parse_day(ask.as_of))}"
    columns = list_standings_columns(table)
    pages = {"player": lambda row: to(row.player)}
    parts = [
        ReportSection(name, table=build_text_table(columns, rows, pages))
        for name, rows in group_standings_by_division(table) or [("", [])]
    ]
    divided = bool(parts[0].title)
    return ReportSection(
        title=f"Standings {when}" if table.after or by_day else "Standings",
        about=clean_to_one_line(describe_scoring(table)),
        table=None if divided else parts[0].table,
        more=tuple(parts) if divided else (),
        notes=tuple(
            map(clean_to_one_line, list_standings_notes(league, table, ask.as_of, ask.season))
        ),
    )


def _outlook(league: League, ask: LeagueReportRequest) -> ReportSection | None:
    """Build the outlook of the current season, or return None if it was not requested."""
    if (
        not ask.wants_part("outlook")
        or ask.as_of
        or ask.season not in (None, league.state.season.number)
    ):
        return None
    return build_outlooks_section(league)


# ------------------------------------------------------------------------------------- rounds


def _round(league: League, one: Round, to: FindPage) -> ReportSection:
    parts = [format_day(one.on), f"games end {one.ends}" if one.ends else ""]
    parts.append("" if one.published else "draft, not published")
    parts.append(
        clean_to_one_line(
            round_missions.describe_round_mission(league.state, one.season, one.number)
        )
    )
    return ReportSection(
        title=f"Round {one.number}",
        about=" · ".join(part for part in parts if part),
        table=build_results_table(league.state, league.state.list_fixtures(one), to),
        notes=tuple(map(clean_to_one_line, list_absent_groups(league, one))),
    )


def _games(league: League, games: Sequence[Fixture], to: FindPage) -> ReportSection:
    ordered = sorted(games, key=lambda one: one.ended.played_on if one.ended else one.on or "9")
    title = "Games" if league.state.info.what == "campaign" else "Games outside the rounds"
    return ReportSection(title=title, table=build_results_table(league.state, ordered, to))


def build_results_table(
    state: LeagueState, fixtures: Sequence[Fixture], to: FindPage, player: PlayerId | None = None
) -> TextTable:
    """Build a table with a row for each game, from the view of ``player`` if given."""
    pages = {
        "player": lambda one: to(one.home),
        "opponent": lambda one: to(find_opponent(one, player) or ""),
        "remarks": lambda one: to(one.link.match if one.link else ""),
    }
    columns = drop_empty_columns(list_pairing_columns(state, player=player), fixtures)
    return build_text_table(columns, fixtures, pages)

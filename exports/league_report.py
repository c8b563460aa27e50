"""The content of a league or campaign report, without a layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from exports.campaign_report_sections import (
    build_campaign_luck_section,
    list_campaign_history_by_day,
    list_force_sections,
)
from exports.campaign_timeline_chart import CampaignTimelineChart, build_campaign_timeline_chart
from exports.league_bracket_exports import BracketTree, build_bracket_section, build_bracket_tree
from exports.players_own_content import EmbeddedPicture, PlayerContent
from exports.report_section_types import (
    FindPageAddress,
    HistoryDay,
    ReportSection,
    TextTable,
    build_text_table,
    clean_multiline_text,
    clean_to_one_line,
    find_no_page,
)
from exports.results_cross_table import ResultsCrossTable, build_results_cross_table
from exports.season_outlook_exports import build_season_outlook_section
from exports.standings_race_chart import StandingsRaceChart, build_standings_race_chart
from tracker.application.campaigns.service_records import (
    ServiceRecords,
    estimate_season_luck_effect,
)
from tracker.application.chances.success_count_rarity import format_difference
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import format_day
from tracker.application.leagues.pairing.round_columns_and_text import (
    format_absent_players_by_status,
    list_pairing_columns,
)
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tracker.application.leagues.seasons.standings_columns_and_text import (
    describe_round_and_open_games,
    describe_scheme_and_tie_breaks,
    group_standings_by_division,
    list_standings_columns,
    list_standings_notes,
)
from tracker.application.table_columns import Column, drop_empty_optional_columns
from tracker.leagues.league_events import LeagueKind
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.pairing.knockout_bracket import build_season_bracket
from tracker.leagues.results.standings import Standings, StandingsRow
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.typed_numbers import is_whole_number

LUCK_NOTES = (
    "Net luck in a game is a player's successes above expectation, minus those of the opponent, "
    "in standard deviations.",
    "Warledger estimates how many points luck was worth, and corrects each game with an estimate"
    " from the other games. One player loses the points that the other player gains.",
    "This table does not change the standings. With only a few games, it is unreliable.",
)


def build_luck_adjusted_points_section(
    league: League, season: int, table: Standings, records: ServiceRecords
) -> ReportSection | None:
    """Build a section on points without luck. Return None if too few games have recorded dice."""
    luck = estimate_season_luck_effect(league, season, records)
    if luck is None:
        return None
    rows = []
    for row in table.rows:
        change = luck.corrected.get(row.player, 0.0)
        points = float(row.points.fraction)
        rows.append((points + change, row, change))
    rows.sort(key=lambda entry: (-round(entry[0], 6), entry[1].place))
    column = Column[tuple[float, StandingsRow, float]]
    columns = (
        column("player", lambda entry: entry[1].name, words=True),
        column("points", lambda entry: entry[1].points.short),
        column("games with dice", lambda entry: str(luck.games.get(entry[1].player, 0))),
        column(
            "luck was worth",
            lambda entry: format_signed_number(-entry[2]) if entry[1].player in luck.games else "",
        ),
        column("points without luck", lambda entry: f"{entry[0]:.1f}".replace("-", "−")),
    )
    games = format_count(sum(luck.games.values()) // 2, "game")
    return ReportSection(
        title="Points without the luck of the dice",
        about=f"Based on {games} recorded here with the dice of both players. One standard "
        "deviation of net luck was worth "
        f"{format_signed_number(luck.slope)} ± {2 * luck.error:.1f} points in the difference "
        "between scores.",
        table=build_text_table(columns, rows),
        notes=LUCK_NOTES,
    )


def format_signed_number(number: float) -> str:
    """Format a number with its sign, as in ``+1.2``, ``−0.4`` or ``0.0``."""
    return format_difference(number).replace("-", "−")


PARTS = ("standings", "bracket", "outlook", "rounds", "cross-table", "forces", "history", "luck")


class LeagueReport(Struct, frozen=True):
    """The content of a report.

    ``as_of`` names the last line included, and ``anchor`` is the history anchor at that line. Parts
    that were not requested are empty.
    """

    kind: LeagueKind
    title: str
    about: str
    as_of: str
    anchor: str
    standings: ReportSection | None
    bracket: ReportSection | None
    tree: BracketTree | None
    race: StandingsRaceChart | None
    timeline: CampaignTimelineChart | None
    outlook: ReportSection | None
    grid: ResultsCrossTable | None
    rounds: tuple[ReportSection, ...]
    forces: tuple[ReportSection, ...]
    history: tuple[HistoryDay, ...]
    luck: ReportSection | None
    luck_points: ReportSection | None
    player_text: str
    pictures: tuple[EmbeddedPicture, ...]


class LeagueReportRequest(Struct, frozen=True):
    """A request for a report: selected ``PARTS`` (none means all), a season and a date or round.

    ``player`` limits a calendar to one player's games, by id or name. ``content`` is the players'
    own content. Raises ``Refused`` for an unknown part.
    """

    parts: Sequence[str] = ()
    season: int | None = None
    as_of: str = ""
    player: str = ""
    content: PlayerContent = PlayerContent()

    def __post_init__(self) -> None:
        for part in self.parts:
            if part not in PARTS:
                raise Refused(f"There is no part {part!r}. Choose one of: {', '.join(PARTS)}.")
        if "cross-table" in self.parts and self.is_as_of_date:
            raise Refused("A cross-table needs a round number, not a date. For example: --as-of 3.")

    @property
    def is_as_of_date(self) -> bool:
        """Whether ``as_of`` is a date instead of a round number."""
        return bool(self.as_of) and not is_whole_number(self.as_of)

    def includes_part(self, part: str) -> bool:
        return not self.parts or part in self.parts


def build_league_report(
    league: League,
    request: LeagueReportRequest | None = None,
    find_page: FindPageAddress | None = None,
) -> LeagueReport:
    """Build the report of a league. Raises ``Refused`` for an unknown season or round.

    If ``find_page`` is given, the report is a page of a public site: names are links, and drafts
    are omitted.
    """
    request, link = request or LeagueReportRequest(), find_page or find_no_page
    state, wants = league.state, request.includes_part
    cutoff = league.table.parse_standings_cutoff(request.as_of, request.season)
    season = state.season.number if request.season is None else request.season
    is_league = state.info.what == "league"
    standings = None
    if wants("standings") and (is_league or any(one.ended for one in state.fixtures.values())):
        standings = _build_standings_section(league, request, link)
    shows_bracket = (standings is not None or wants("bracket")) and not request.as_of
    bracket = build_season_bracket(state, season) if shows_bracket else None
    if bracket is None and tuple(request.parts) == ("bracket",):
        raise Refused("There is no bracket to export. To make one, run: warledger league cut.")
    shows_grid = (wants("rounds") or wants("cross-table")) and not request.is_as_of_date
    records = ServiceRecords(league)
    luck = build_campaign_luck_section(league, records) if wants("luck") else None
    if luck is None and tuple(request.parts) == ("luck",):
        raise Refused(
            "There is no luck to export, because no game with dice has been recorded yet."
        )
    luck_points = None
    if wants("luck") and is_league and not request.as_of:
        table = league.table.compute_standings(season=season)
        luck_points = build_luck_adjusted_points_section(league, season, table, records)
    return LeagueReport(
        kind=state.info.what,
        title=clean_to_one_line(league.title),
        about=_describe_league(state, season),
        as_of=_describe_time_of_last_line(league),
        anchor=league.history_anchor,
        standings=standings,
        bracket=build_bracket_section(league, season, link) if bracket else None,
        tree=build_bracket_tree(state, bracket) if bracket else None,
        race=build_standings_race_chart(league, season, cutoff.round)
        if standings and not request.is_as_of_date
        else None,
        timeline=build_campaign_timeline_chart(league) if wants("history") else None,
        outlook=_build_outlook_section_if_wanted(league, request),
        grid=build_results_cross_table(league, season, link, cutoff.round) if shows_grid else None,
        rounds=tuple(
            _build_round_sections(
                league, season, cutoff.round, link, includes_drafts=find_page is None
            )
        )
        if wants("rounds")
        else (),
        forces=tuple(list_force_sections(league, records, link)) if wants("forces") else (),
        history=tuple(list_campaign_history_by_day(league, records)) if wants("history") else (),
        luck=luck,
        luck_points=luck_points,
        player_text=clean_multiline_text(request.content.text),
        pictures=request.content.pictures,
    )


def _describe_league(state: LeagueState, number: int) -> str:
    season = state.seasons.get(number)
    season_name = f" ({clean_to_one_line(season.name)})" if season and season.name else ""
    several = len(state.seasons) > 1 or season_name
    parts = [state.info.what, f"season {number}{season_name}" if several else ""]
    parts.append(format_count(len(state.players), "player"))
    return " · ".join(part for part in parts if part)


def _describe_time_of_last_line(league: League) -> str:
    last_event = league.history.lines[-1]
    moment = league.calendar.convert_to_local_time(last_event.at).format("ddd D MMM YYYY, HH:mm")
    zone, line_number = league.state.info.zone, league.history.last_line_number
    return f"as it stood on {moment} ({zone}), line {line_number}"


# ---------------------------------------------------------------------------------- standings


def _build_standings_section(
    league: League, request: LeagueReportRequest, find_page: FindPageAddress
) -> ReportSection:
    table = league.table.compute_standings(request.as_of, request.season)
    season = league.state.season.number if request.season is None else request.season
    last_round = league.table.find_last_ranked_round(request.as_of, request.season)
    when = describe_round_and_open_games(league, last_round, season)
    if request.is_as_of_date:
        when = f"on {format_day(league.calendar.parse_day(request.as_of))}"
    columns = list_standings_columns(table)
    pages = {"player": lambda row: find_page(row.player)}
    parts = [
        ReportSection(name, table=build_text_table(columns, rows, pages))
        for name, rows in group_standings_by_division(table) or [("", [])]
    ]
    has_divisions = bool(parts[0].title)
    return ReportSection(
        title=f"Standings {when}" if last_round or request.is_as_of_date else "Standings",
        about=clean_to_one_line(describe_scheme_and_tie_breaks(table)),
        table=None if has_divisions else parts[0].table,
        subsections=tuple(parts) if has_divisions else (),
        notes=tuple(
            map(
                clean_to_one_line,
                list_standings_notes(league, table, request.as_of, request.season),
            )
        ),
    )


def _build_outlook_section_if_wanted(
    league: League, request: LeagueReportRequest
) -> ReportSection | None:
    """Build the outlook of the current season, or return None if the request excludes it."""
    if (
        not request.includes_part("outlook")
        or request.as_of
        or request.season not in (None, league.state.season.number)
    ):
        return None
    return build_season_outlook_section(league)


# ------------------------------------------------------------------------------------- rounds


def _build_round_sections(
    league: League,
    season: int,
    last_round: int | None,
    find_page: FindPageAddress,
    *,
    includes_drafts: bool,
) -> Iterator[ReportSection]:
    for round_ in league.state.list_rounds_and_draft(season):
        is_included = last_round is None or round_.number <= last_round
        if is_included and (round_.published or includes_drafts):
            yield _build_round_section(league, round_, find_page)
    fixtures = league.state.list_published_fixtures(season)
    if games := [fixture for fixture in fixtures if fixture.round == 0]:
        yield _build_section_outside_rounds(league, games, find_page)


def _build_round_section(
    league: League, round_: Round, find_page: FindPageAddress
) -> ReportSection:
    parts = [format_day(round_.on), f"games end {round_.ends}" if round_.ends else ""]
    parts.append("" if round_.published else "draft, not published")
    parts.append(
        clean_to_one_line(describe_round_mission(league.state, round_.season, round_.number))
    )
    return ReportSection(
        title=f"Round {round_.number}",
        about=" · ".join(part for part in parts if part),
        table=build_results_table(league.state, league.state.list_fixtures(round_), find_page),
        notes=tuple(map(clean_to_one_line, format_absent_players_by_status(league, round_))),
    )


def _build_section_outside_rounds(
    league: League, games: Sequence[Fixture], find_page: FindPageAddress
) -> ReportSection:
    ordered = sorted(
        games, key=lambda fixture: fixture.ended.played_on if fixture.ended else fixture.on or "9"
    )
    title = "Games" if league.state.info.what == "campaign" else "Games outside the rounds"
    return ReportSection(title=title, table=build_results_table(league.state, ordered, find_page))


def build_results_table(
    state: LeagueState,
    fixtures: Sequence[Fixture],
    find_page: FindPageAddress,
    player: PlayerId | None = None,
) -> TextTable:
    """Build a table with a row for each game, from the point of view of ``player`` if given."""
    pages = {
        "player": lambda fixture: find_page(fixture.home),
        "opponent": lambda fixture: find_page(fixture.get_opponent(player or fixture.home) or ""),
        "remarks": lambda fixture: find_page(fixture.link.match if fixture.link else ""),
    }
    columns = drop_empty_optional_columns(list_pairing_columns(state, player=player), fixtures)
    return build_text_table(columns, fixtures, pages)

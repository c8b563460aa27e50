"""The pages of a site with their addresses: an index, and each game, league, player and force."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files

from msgspec import Struct

from exports.battle_report_content import build_battle_report
from exports.campaign_report_sections import build_force_section
from exports.game_playback_page import render_playback_html
from exports.html_reports import (
    PageLink,
    load_page_template,
    render_battle_report_html,
    render_league_html,
)
from exports.icalendar_export import render_icalendar
from exports.league_report import build_league_report, build_results_table
from exports.report_section_types import (
    FindPageAddress,
    ReportSection,
    TextTable,
    build_text_table,
    clean_to_one_line,
)
from tracker import __version__
from tracker.application.book import Book
from tracker.application.campaigns.service_records import ServiceRecords
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import LeagueCalendar, format_day
from tracker.application.leagues.league_summaries import list_league_columns, read_league_row
from tracker.application.match.game_list_columns import list_game_columns
from tracker.application.match.match_summaries import StreamSummary, list_side_names
from tracker.application.match.victory_point_totals import GetSummaryRules
from tracker.application.table_columns import Column
from tracker.leagues.league_events import LeagueKind
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count, format_points
from tracker.vocabulary.event_codec import UnknownKind

INDEX_PAGE = "index.html"
MAX_TITLE_LENGTH = 40  # the maximum length of a title in the links above a page


class SitePage(Struct, frozen=True):
    """A page such as the index: a title and text, then sections with links in their tables."""

    title: str
    about: str
    sections: tuple[ReportSection, ...]


def render_site_page_html(page: SitePage, nav: Sequence[PageLink]) -> str:
    """Render the page. All text from users is escaped."""
    return load_page_template("site.html").render(report=page, nav=nav)


def make_stream_page_file_name(stream: str) -> str:
    """Return the file name of a stream's page, such as ``m3.html`` or ``l1.html``."""
    return f"{stream}.html"


def make_league_subpage_file_name(stream: str, subject: str) -> str:
    """Return the file name of a player's or force's page in a league, such as ``l1-p2.html``."""
    return f"{stream}-{subject}.html"


def make_calendar_file_name(stream: str) -> str:
    return f"{stream}.ics"


def make_league_page_finder(
    stream: str, players_and_forces: Collection[str], recorded_games: Collection[str]
) -> FindPageAddress:
    """Return a function that finds the page of a league's player, force or recorded game."""

    def find_page(subject: str) -> str:
        if subject in recorded_games:
            return make_stream_page_file_name(subject)
        return (
            make_league_subpage_file_name(stream, subject) if subject in players_and_forces else ""
        )

    return find_page


def list_parent_page_links(*leagues: StreamSummary) -> tuple[PageLink, ...]:
    """Return the links above a page: to the index, then to the page's league."""
    return (
        PageLink("All games", INDEX_PAGE),
        *(
            PageLink(
                clean_to_one_line(row.title)[:MAX_TITLE_LENGTH] or row.stream,
                make_stream_page_file_name(row.stream),
            )
            for row in leagues
        ),
    )


def build_index_page(
    title: str,
    games: Sequence[StreamSummary],
    leagues: Sequence[StreamSummary],
    find_ruleset_of_summary: GetSummaryRules,
    force_names_by_game: Mapping[str, Sequence[str]],
) -> SitePage:
    """Build the index page. The keys of ``force_names_by_game`` are streams."""
    counts = [format_count(len(games), "game")] if games else []
    sections = []
    kinds: tuple[LeagueKind, LeagueKind] = ("league", "campaign")
    for kind in kinds:
        rows = [row for row in leagues if row.kind == kind]
        if rows:
            counts.append(format_count(len(rows), kind))
            calendar = Column("calendar", _get_calendar_address, words=True)
            pages = {
                kind: lambda row: make_stream_page_file_name(row.stream),
                "calendar": _get_calendar_address,
            }
            table = build_text_table((*list_league_columns(kind), calendar), rows, pages)
            sections.append(ReportSection(f"{kind.capitalize()}s", table=table))
    for heading, is_over in (("Being played", False), ("Games", True)):
        chosen = [row for row in games if (row.status == "ended") == is_over]
        if chosen:
            table = _build_games_table(chosen, find_ruleset_of_summary, force_names_by_game)
            sections.append(ReportSection(heading, table=table))
    return SitePage(clean_to_one_line(title), " · ".join(counts), tuple(sections))


def _build_games_table(
    rows: Sequence[StreamSummary],
    find_ruleset: GetSummaryRules,
    forces: Mapping[str, Sequence[str]],
) -> TextTable:
    def name_rules(row: StreamSummary) -> str:
        rules = find_ruleset(row)
        return rules.title if rules else row.ruleset

    def name_forces(row: StreamSummary) -> str:
        return " v ".join(forces.get(row.stream) or list_side_names(row))

    column = Column[StreamSummary]
    title, *standing = list_game_columns(find_ruleset)
    columns = (
        title,
        column("rules", name_rules, words=True),
        column("forces", name_forces, words=True),
        *standing,
        column("played", lambda row: format_day(row.played_on), words=True),
    )
    return build_text_table(
        columns, rows, {"game": lambda row: make_stream_page_file_name(row.stream)}
    )


def _get_calendar_address(one: StreamSummary) -> str:
    return make_calendar_file_name(one.stream)


def build_player_page(
    league: League, player: PlayerId, find_page: FindPageAddress, name_rules: Callable[[str], str]
) -> SitePage:
    """Build a player's page: forces with their rules, games by season, and explained points."""
    return SitePage(
        title=clean_to_one_line(league.state.get_player_name(player)),
        about=" · ".join(_describe_player(league, player)),
        sections=tuple(_build_player_sections(league, player, find_page, name_rules)),
    )


def build_force_page(
    league: League, records: ServiceRecords, force: str, find_page: FindPageAddress
) -> SitePage:
    """Build a force's page, with its units' service records and its games."""
    state = league.state
    one = next(each for each in state.forces.values() if each.id == force)
    section = build_force_section(league, records.build_force_record(one.id))
    games = [each for each in state.fixtures.values() if one.id in each.forces]
    sections = [ReportSection("Units", section.about, section.table, section.notes)]
    if games:
        sections.append(
            ReportSection("Games", table=build_results_table(state, games, find_page, one.player))
        )
    return SitePage(clean_to_one_line(one.name), clean_to_one_line(league.title), tuple(sections))


def _describe_player(league: League, player: PlayerId) -> Iterator[str]:
    yield clean_to_one_line(league.title)
    row = next((row for row in league.table.compute_standings().rows if row.player == player), None)
    if row is not None and row.played + row.byes:
        yield f"place {row.place}"
        yield format_points(row.points.short)
        yield f"{row.won} won, {row.drawn} drawn, {row.lost} lost"
    rating = league.table.compute_ratings().get(player)
    if rating is not None:
        provisional = ", provisional" if rating.is_provisional else ""
        games = format_count(rating.games, "game")
        yield f"rating {rating.rating:.0f} ± {2 * rating.deviation:.0f} from {games}{provisional}"


def _build_player_sections(
    league: League, player: PlayerId, find_page: FindPageAddress, name_rules: Callable[[str], str]
) -> Iterator[ReportSection]:
    state = league.state
    for force in state.forces.values():
        if force.player == player:
            yield ReportSection(
                clean_to_one_line(force.name),
                clean_to_one_line(name_rules(force.ruleset)),
                link=find_page(force.id),
            )
    for number in sorted(state.seasons, reverse=True):
        games = [
            fixture
            for fixture in state.list_published_fixtures(number)
            if player in fixture.players
        ]
        if games:
            heading = f"Season {number}" if len(state.seasons) > 1 else "Games"
            yield ReportSection(heading, table=build_results_table(state, games, find_page, player))
    if state.info.what == "league":
        try:
            notes = league.table.explain_player_points(player)
        except Refused:  # the player is not in the current season
            return
        if notes:
            yield ReportSection("Sources of the points", notes=tuple(map(clean_to_one_line, notes)))


Pages = Mapping[str, str]
"""The text of pages, by name."""


class SitePart(Struct, frozen=True):
    """Pages that are made together.

    They are made again when ``key`` changes, or on every run if ``key`` is "".
    """

    id: str
    key: str
    render_pages: Callable[[], Pages]


def list_ledger_site_parts(book: Book, title: str) -> Iterator[SitePart]:
    """Yield every part of a ledger's site. Archived games and leagues are omitted."""
    games, leagues = book.list_games(), book.list_leagues()
    of_league = {match: league for league in leagues for match in read_league_row(league).matches}
    for row in games:
        yield _make_game_part(book, row, of_league.get(row.stream))
    streams = {row.stream for row in games}
    for row in leagues:
        yield _make_league_part(book, row, streams)
    forces = {row.stream: _list_force_names(book, row.stream) for row in games}
    index = build_index_page(title, games, leagues, book.find_ruleset_of_summary, forces)
    yield SitePart("index", "", lambda: {INDEX_PAGE: render_site_page_html(index, ())})


def _list_force_names(book: Book, stream: str) -> list[str]:
    """Return the names of a game's forces, or [] if the game cannot be read."""
    try:
        return book.describe_forces_with_players(stream)
    except (LedgerError, Refused, UnknownKind):
        return []


@cache
def compute_version_and_templates_digest() -> str:
    """Return a digest that changes with the program's version and page templates."""
    digest = sha256(__version__.encode())
    for file in sorted(files("exports").joinpath("templates").iterdir(), key=lambda one: one.name):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _compute_part_key(*parts: str) -> str:
    """Hash the program's version, its page templates and the given values into a key."""
    return sha256("\0".join((compute_version_and_templates_digest(), *parts)).encode()).hexdigest()


def _make_game_part(book: Book, row: StreamSummary, league: StreamSummary | None) -> SitePart:
    nav = list_parent_page_links(league) if league else list_parent_page_links()
    playback = PageLink("Playback", f"{row.stream}-playback.html")
    links = (*nav, playback)
    key = _compute_part_key(
        str(book.compute_history_anchor(row.stream)), *(link.text + link.address for link in links)
    )

    def make() -> Pages:
        game = book.open_game_read_only(row.stream).get_public_game()
        report = PageLink("Battle report", make_stream_page_file_name(row.stream))
        return {
            make_stream_page_file_name(row.stream): render_battle_report_html(
                build_battle_report(game), links
            ),
            playback.address: render_playback_html(game, (*nav, report)),
        }

    return SitePart(row.stream, key, make)


def _make_league_part(book: Book, row: StreamSummary, streams: set[str]) -> SitePart:
    """Make a league's part of the site. Its key includes the date, because byes score from their
    date on.
    """
    stream, summary = row.stream, read_league_row(row)
    matches = sorted(streams & set(summary.matches))
    today = LeagueCalendar(summary.zone, book.clock).today
    key = _compute_part_key(
        str(book.compute_history_anchor(stream)),
        today,
        *(str(book.compute_history_anchor(match)) for match in matches),
    )

    def name_rules(ruleset: str) -> str:
        with suppress(Refused, LedgerError):
            rules = book.find_ruleset(ruleset)
            return rules.title if rules else ruleset
        return ruleset

    def make() -> Pages:
        league = book.open_league(stream)
        state, records = league.state, ServiceRecords(league)
        find_page = make_league_page_finder(stream, {*state.players, *state.forces}, matches)
        nav = list_parent_page_links(row)
        calendar = PageLink("Calendar", make_calendar_file_name(stream))
        pages = {
            make_stream_page_file_name(stream): render_league_html(
                build_league_report(league, find_page=find_page),
                (*list_parent_page_links(), calendar),
            ),
            make_calendar_file_name(stream): render_icalendar(league),
        }
        for player in state.players:
            page = build_player_page(league, player, find_page, name_rules)
            pages[make_league_subpage_file_name(stream, player)] = render_site_page_html(page, nav)
        for force in state.forces:
            page = build_force_page(league, records, force, find_page)
            pages[make_league_subpage_file_name(stream, force)] = render_site_page_html(page, nav)
        return pages

    return SitePart(stream, key, make)

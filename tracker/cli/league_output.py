"""Converts leagues and campaigns to JSON shapes and lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from exports.shapes import league_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from exports.shapes.league_command_json_types import CampaignUnitRowShape
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.force_event_descriptions import (
    describe_named_figure_changes,
    list_unit_changes,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.leagues.pairing.round_columns_and_text import (
    describe_live_game,
    list_pairing_columns,
)
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tracker.application.leagues.people.departure_awards_and_annulments import assess_departure
from tracker.application.leagues.people.player_list_columns import list_player_columns
from tracker.application.leagues.people.sign_up_list_review import SignUp, describe_sign_up
from tracker.application.leagues.results.calendar_date_import import CalendarDateRow
from tracker.application.leagues.results.result_descriptions import (
    describe_games_without_result,
    describe_result,
    format_result_as_typed,
)
from tracker.application.leagues.results.results_import import ResultsImport
from tracker.application.leagues.results.results_reported_by_players import describe_dispute
from tracker.application.leagues.seasons import standings_columns_and_text
from tracker.application.leagues.seasons.standings_columns_and_text import (
    list_adjustment_and_season_notes,
)
from tracker.application.table_columns import (
    Column,
    drop_empty_optional_columns,
    format_table_lines,
)
from tracker.input_parsing.name_column_detection import ListColumns
from tracker.input_parsing.results_list_parser import ResultsList
from tracker.leagues.campaign.campaign_units import CampaignUnit
from tracker.leagues.league_events import CutMade, PlayerPresence, SeasonClosed
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.outlook.season_outlook import SeasonOutlook
from tracker.leagues.results.standings import Standings
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.count_wording import format_count, format_figures_left


def list_entry_lines(row: shapes.LeagueEntryShape) -> list[str]:
    return [f"{row.line:>4}  {row.text}", *(f"      {note}" for note in row.notes)]


def list_sign_up_lines(row: shapes.SignUpListShape) -> Iterator[str]:
    """Yield each line of a sign-up list and what happens to it, followed by the new log entry."""
    headings = [f"{one.number} {one.heading}".strip() for one in row.columns if one.name]
    if headings and len(row.columns) > 1:
        choice = f"of {len(row.columns)} (to change it, add --column N)"
        yield f"  names: column {' + '.join(headings)} {choice}"
    for one in row.rows:
        details = f" ({one.beside})" if one.beside else ""
        yield f"  line {one.line}: {one.name or '–'}{details}: {one.text}"
    yield f"{row.line:>4}  {row.text}" if row.line else row.text


def list_results_import_lines(
    row: shapes.ResultsImportShape, results_list: ResultsList
) -> Iterator[str]:
    """Yield each row of a result list and what happens to it, followed by the new log entry."""
    columns = [f"{one.what} {one.number} {one.heading}".strip() for one in row.columns if one.what]
    yield f"  columns: {', '.join(columns)} (to change one, add --column home=N)"
    ignored = [
        f"{one.number} {one.heading or one.sample}".strip()
        for one in results_list.columns.columns
        if one.number not in results_list.places.values()
    ]
    if ignored:
        yield f"  columns not read: {', '.join(ignored)}"
    if row.heading_line:
        yield f"  line {row.heading_line}: read as a heading"
    for one in row.rows:
        verdict = {"left out": "left out: ", "not read": "does not fit: "}.get(one.verdict, "")
        yield f"  line {one.line}: {verdict}{one.text}"
    yield f"{row.line:>4}  {row.text}" if row.line else row.text


def list_dates_import_lines(row: shapes.CalendarImportShape) -> Iterator[str]:
    """Yield each calendar event and what happens to it, followed by the new log entry."""
    for event in row.rows:
        verdict = "left out: " if event.verdict == "left out" else ""
        yield f"  {event.line}: {verdict}{event.text}"
    yield f"{row.line:>4}  {row.text}" if row.line else row.text


def list_round_lines(league: League, row: shapes.RoundRowShape) -> Iterator[str]:
    when = f" · {row.on}" if row.on else ""
    ends = f" · games end {row.ends}" if row.ends else ""
    yield f"round {row.round}{when}{ends}" + ("" if row.published else " · draft, not published")
    if row.mission:
        yield f"  mission: {row.mission}"
    yield from list_pairing_lines(league, row.fixtures)
    yield from (f"  ? {text}" for text in row.stale)


def list_pairing_lines(league: League, rows: Sequence[shapes.FixtureRowShape]) -> Iterator[str]:
    """Yield a table of pairings, each with its running game or the reason why it was paired."""
    live = {
        one.fixture: describe_live_game(one.game.turn, one.game.vp)
        for one in rows
        if one.game and one.game.running
    }
    fixtures = [league.state.fixtures[one.fixture] for one in rows]
    if fixtures:
        column = partial(Column[Fixture], words=True)
        columns = (
            column("", lambda one: one.id),
            *list_pairing_columns(league.state, league.calendar.today),
            column("in play", lambda one: live.get(one.id, "")),
            column("why", lambda one: "" if one.ended or one.id in live else one.why),
        )
        filled = [one for one in columns if any(map(one.cell, fixtures))]
        yield from (f"  {line}" for line in format_table_lines(filled, fixtures))


def list_league_lines(league: League, row: shapes.LeagueStatusShape) -> Iterator[str]:
    ties = f" · ties: {', '.join(row.tie_breaks)}" if row.tie_breaks else ""
    best = f" · best {row.best} results count" if row.best else ""
    paired = f" · {row.pairing}" if row.pairing else ""
    yield f"{row.title} · season {row.season} · {row.scheme}{ties}{best}{paired} · {row.zone}"
    yield from list_player_lines(league)
    if not row.players:
        yield suggest_enrolling_players("league", row.league)
    for one in (row.round, row.draft):
        if one is not None:
            yield from list_round_lines(league, one)
    for fixture, text in _list_disputes(league.state):
        game = f"{row.league} {fixture.id}"
        yield f"players disagree: {text}"
        yield f"  To keep the result as entered: warledger league sign {game}"
        for _, said in fixture.disputed_results:
            typed = format_result_as_typed(league.state, fixture, said)
            yield f"  To correct it: warledger league correct {game} {typed}"


def suggest_enrolling_players(kind: str, league: str) -> str:
    return f"nobody is enrolled yet. Enrol players with: warledger {kind} enroll {league} NAME."


def list_player_lines(league: League) -> Iterator[str]:
    players = [*league.state.players.values()]
    number = league.people.next_round_number
    columns = drop_empty_optional_columns(list_player_columns(league.state, number), players)
    if players:
        yield from (f"  {line}" for line in format_table_lines(columns, players))


def list_standings_lines(
    row: shapes.StandingsShape, table: Standings, heading: str
) -> Iterator[str]:
    """Yield the lines of the standings. ``heading`` is text like ``standings after round 4``."""
    yield f"{row.title} · {heading} · {row.scheme}"
    yield from standings_columns_and_text.list_standings_lines(table)
    if not row.rows:
        yield suggest_enrolling_players("league", row.league)
    for group in row.level:
        yield f"level: {', '.join(group)}"
    yield from row.notes
    if row.explained:
        yield ""
        yield from row.explained


def list_outlook_lines(state: LeagueState, outlook: SeasonOutlook) -> Iterator[str]:
    """Yield each player's chances and points, then what is certain or which results are needed."""
    from tracker.application.leagues.seasons import season_outlook_descriptions as words

    yield words.describe_games_left(outlook)
    head, *lines = format_table_lines(words.list_outlook_columns(state, outlook), outlook.prospects)
    yield head
    for one, line in zip(outlook.prospects, lines, strict=True):
        yield line
        name = state.get_player_name(one.player)
        for text in words.describe_player_prospects(state, outlook, one):
            yield f"      {name}: {text}"
    yield ""
    yield from words.explain_chances(outlook)


def format_campaign_unit(row: CampaignUnitRowShape) -> str:
    rank = f", {row.rank}" if row.rank else ""
    said = (
        row.standing,
        format_count(row.captives, "captive") if row.captives else "",
        row.carries,
    )
    standing = "".join(f" · {one}" for one in said if one)
    figures = format_figures_left(max(0, row.figures - row.waits), row.enlisted, row.waits)
    return f"{row.unit:<6} {row.name:<20} {figures} · {row.experience} experience{rank}{standing}"


def build_league_row(summary: StreamSummary) -> shapes.LeagueListRowShape:
    row = read_league_row(summary)
    return make_shape(shapes.LeagueListRowShape, row, summary, league=summary.stream)


def build_entry_shape(league: League, entry: LeagueEntry) -> shapes.LeagueEntryShape:
    text = describe_league_entry(league.history, entry)
    return shapes.LeagueEntryShape(
        league=league.stream, line=entry.number, text=text, notes=[*_list_hints(league, entry)]
    )


def _list_hints(league: League, entry: LeagueEntry) -> Iterator[str]:
    """Yield hints about early top cuts, early season ends and players who drop out.

    Each hint names a command.
    """
    state, command = league.state, f"warledger league {{}} {league.stream}"
    missing = league.top_cut.describe_missing_rounds_and_results()
    if missing and any(isinstance(one, CutMade) for one in entry.events):
        yield f"{missing} To undo the cut, run: {command.format('undo')}"
    for closed in (one for one in entry.events if isinstance(one, SeasonClosed)):
        missing = describe_games_without_result(state, closed.season)
        undecided = league.top_cut.describe_undecided_bracket_rounds(closed.season)
        if missing or undecided:
            yield (
                f"{missing} {undecided}".strip()
                + f" To continue the season, run: {command.format('undo')}"
            )
    gone = [one for one in entry.events if isinstance(one, PlayerPresence)]
    for one in gone if state.info.what == "league" else ():
        leaves = assess_departure(state, one.player)
        if one.presence == "dropped" and leaves.open_fixture is not None:
            wins = f"l{leaves.open_fixture.players.index(one.player) + 1}"
            other = state.get_player_name(
                next(each for each in leaves.open_fixture.players if each != one.player)
            )
            settle = f"{command.format('result')} {leaves.open_fixture.id}"
            yield (
                f"Enter the result ({settle} 10-7), or award the game to {other} ({settle} {wins})."
            )
        annulled = one.player in state.season.annulled
        if one.presence in ("dropped", "leaving") and leaves.is_annulment_fair and not annulled:
            annul = f"{command.format('annul')} {one.player}"
            yield (
                f"{leaves.describe_games_played()}. To annul all results of this player, run:"
                f" {annul}"
            )


def build_sign_up_shape(
    league: League,
    entry: LeagueEntry | None,
    rows: Sequence[SignUp],
    columns: ListColumns | None,
    chosen_columns: Sequence[int],
) -> shapes.SignUpListShape:
    names = chosen_columns or (columns.names if columns else ())
    joins = sum(row.verdict == "joins" for row in rows)
    return shapes.SignUpListShape(
        league=league.stream,
        line=0 if entry is None else entry.number,
        text=(
            f"{format_count(joins, 'player')} {'enrolled' if entry else 'would be enrolled'}"
            f" from {format_count(len(rows), 'line')}"
        ),
        columns=[
            shapes.ListColumnShape(number=one.number, heading=one.heading, name=one.number in names)
            for one in (columns.columns if columns else ())
        ],
        rows=[make_shape(shapes.SignUpRowShape, row, text=describe_sign_up(row)) for row in rows],
    )


def build_results_import_shape(
    league: League,
    entry: LeagueEntry | None,
    results_import: ResultsImport,
    results_list: ResultsList,
) -> shapes.ResultsImportShape:
    rows = results_import.result_rows
    fits = all(row.verdict != "not read" for row in rows)
    enters = sum(row.verdict == "enters" for row in rows) if fits else 0
    known = {place: what for what, place in results_list.places.items()}
    return make_shape(
        shapes.ResultsImportShape,
        league=league.stream,
        line=0 if entry is None else entry.number,
        text=(
            f"{enters} of {format_count(len(rows), 'row')}"
            f" {'entered' if entry else 'would be entered'}"
            f"{results_import.new_rounds if fits else ''}"
        ),
        heading_line=results_list.heading_line,
        columns=[
            shapes.ResultColumnShape(
                number=one.number, heading=one.heading, what=known.get(one.number, "")
            )
            for one in results_list.columns.columns
        ],
        rows=rows,
    )


def build_dates_import_shape(
    league: League, entry: LeagueEntry | None, rows: Sequence[CalendarDateRow]
) -> shapes.CalendarImportShape:
    enters = sum(row.verdict == "enters" for row in rows)
    dates = format_count(len(rows), "appointment")
    return make_shape(
        shapes.CalendarImportShape,
        league=league.stream,
        line=0 if entry is None else entry.number,
        text=f"{enters} of {dates} {'entered' if entry else 'would be entered'}",
        rows=rows,
    )


def build_player_shapes(league: League) -> list[shapes.LeaguePlayerShape]:
    number, divided = league.people.next_round_number, league.state.get_divisions()
    return [
        make_shape(
            shapes.LeaguePlayerShape,
            one,
            player=one.id,
            division=divided.get_division(one.id),
            here=not one.get_absence_reason(number),
            absence=one.get_absence_reason(number),
        )
        for one in league.state.players.values()
    ]


def build_fixture_row(league: League, fixture: Fixture) -> shapes.FixtureRowShape:
    state, ended = league.state, fixture.ended
    live = league.matches.find_linked_game(fixture)
    agreed = fixture.arranged
    return make_shape(
        shapes.FixtureRowShape,
        fixture,
        fixture=fixture.id,
        home=state.get_player_name(fixture.home),
        away=None if fixture.away is None else state.get_player_name(fixture.away),
        kind=None if ended is None else ended.kind,
        winner=None
        if ended is None or ended.winner is None
        else state.get_player_name(ended.winner),
        vp=None if ended is None else ended.vp,
        extra={} if ended is None else ended.extra,
        played_on="" if ended is None else ended.played_on,
        time="" if ended is None else ended.time,
        text=describe_result(state, fixture),
        arranged=None
        if agreed is None
        else " ".join(part for part in (agreed.on, agreed.time, agreed.where) if part),
        signed=[state.get_player_name(player) for player in fixture.signed],
        disagrees=fixture.differs_from_linked_game,
        corrections=fixture.correction_count,
        game=live,
    )


def build_round_row(league: League, round_: Round) -> shapes.RoundRowShape:
    return make_shape(
        shapes.RoundRowShape,
        round_,
        round=round_.number,
        mission=describe_round_mission(league.state, round_.season, round_.number),
        stale=[] if round_.published else league.rounds.list_redraft_reasons(),
        fixtures=[build_fixture_row(league, each) for each in league.state.list_fixtures(round_)],
    )


def build_league_shape(league: League) -> shapes.LeagueStatusShape:
    state = league.state
    info = state.info
    return make_shape(
        shapes.LeagueStatusShape,
        info,
        league=league.stream,
        scheme=info.scheme.name,
        tie_breaks=info.scheme.tie_breaks,
        best=info.scheme.best.results if info.scheme.best else 0,
        season=state.season.number,
        planned=state.season.planned,
        pairing=state.season.pairing,
        players=build_player_shapes(league),
        round=None if state.current_round is None else build_round_row(league, state.current_round),
        draft=None if state.draft is None else build_round_row(league, state.draft),
        disputes=[text for _, text in _list_disputes(state)],
        line=league.history.last_line_number,
    )


def _list_disputes(state: LeagueState) -> Iterator[tuple[Fixture, str]]:
    """Yield the season's disputed games, each with a description that begins with its id."""
    for one in state.fixtures.values():
        words = describe_dispute(state, one) if one.season == state.season.number else ""
        if words:
            yield one, words if words.startswith(one.id) else f"{one.id}, {words}"


def build_standings_shape(
    league: League, table: Standings, explanation_lines: list[str], as_of: str, season: int | None
) -> shapes.StandingsShape:
    from exports.league_json import build_standings_row_shape

    names = league.state.players
    return make_shape(
        shapes.StandingsShape,
        table,
        league,
        league=league.stream,
        rows=[build_standings_row_shape(row) for row in table.rows],
        level=[[names[one].name for one in group] for group in table.level],
        notes=list_adjustment_and_season_notes(league, table, as_of, season),
        explained=explanation_lines,
    )


def build_unit_row(league: League, unit: CampaignUnit) -> CampaignUnitRowShape:
    return make_shape(
        CampaignUnitRowShape,
        unit,
        unit=unit.id,
        standing=unit.status,
        captives=unit.captive_count,
        waits=unit.figures_awaiting_recovery,
        rank=league.state.info.rules.get_rank_name(unit.experience),
        history=[
            f"{', '.join(list_unit_changes(step)) or 'nothing gained'}"
            f"{f', {step.fixture}' if step.fixture else ''}"
            f"{', by hand' if step.origin == 'hand' else ''}{f': {step.why}' if step.why else ''}"
            f"{f'; {named}' if (named := describe_named_figure_changes(step)) else ''}"
            for step in unit.steps
        ],
        carries=force_event_descriptions.describe_carried_damage(unit.carried_damage),
    )

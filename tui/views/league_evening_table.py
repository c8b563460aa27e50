"""The evening screen's contents: the round's tables, the draft and the absent players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pendulum

from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import describe_arrangement
from tracker.application.leagues.pairing.round_columns_and_text import describe_live_game
from tracker.application.leagues.pairing.round_drafting_and_publishing import (
    is_draft_changed_manually,
)
from tracker.application.leagues.pairing.round_pairing_proposals import (
    MET_EVERYBODY,
    choose_players_to_pair,
    describe_rounds_beyond_plan,
    find_players_who_met_everybody,
)
from tracker.application.leagues.pairing.top_cut_bracket import get_bracket_winner_name
from tracker.application.leagues.people.departure_awards_and_annulments import (
    describe_possible_annulment,
)
from tracker.application.leagues.results.result_descriptions import (
    describe_outcome_beyond_points,
    format_result_score,
    format_score_with_columns,
    format_victory_points,
    get_informative_points,
)
from tracker.application.leagues.results.results_reported_by_players import (
    describe_dispute,
    describe_disputed_reports,
)
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.results.standings_explanations import format_requested_bye_suffix
from tracker.leagues.results.standings_input_types import PlayerId
from tui.views.standings_view import format_league_points

GameStatus = Literal["open", "live", "in", "bye", "away", "later"]
SMALL_HOURS = 6
"""The small hours end at this hour."""


@dataclass(frozen=True)
class EveningTableRow:
    """A pairing's row. ``number`` is its table, or for an earlier round, the round (``r2``).

    ``score`` and ``signed`` (confirmed) each contain a value for the home player and one for the
    away player.
    """

    fixture: str
    number: str
    home: str
    away: str
    score: tuple[str, str]
    note: str
    status: GameStatus
    is_late: bool = False
    dispute: str = ""
    signed: tuple[bool, bool] = (False, False)
    is_earlier: bool = False


@dataclass(frozen=True)
class DraftPairingRow:
    """A pairing in the draft. Points end with a question mark while the player's game is open."""

    fixture: str
    table: int
    home: str
    home_points: str
    away: str
    away_points: str
    reason: str
    locked: bool = False


@dataclass(frozen=True)
class EveningTable:
    """The contents of the evening screen. ``round_number`` is 0 before the first round.

    ``enrolled_count`` is the number of all players, and ``present_count`` is the number of players
    in the next round. ``bracket_winner`` is "" until the bracket ends. ``beyond_plan`` is
    ``beyond the 3 planned rounds`` if the drafted or next round exceeds the plan, or "".
    """

    round_number: int
    planned_rounds: int
    day: str
    end_time: str
    is_overdue: bool
    rows: tuple[EveningTableRow, ...]
    draft_number: int
    draft_rows: tuple[DraftPairingRow, ...]
    absent: tuple[str, ...]
    warnings: tuple[str, ...]
    enrolled_count: int
    present_count: int
    bracket_winner: str
    beyond_plan: str

    @property
    def game_rows(self) -> list[EveningTableRow]:
        return [row for row in self.rows if row.away and not row.is_earlier]

    @property
    def result_count(self) -> int:
        return sum(row.status == "in" for row in self.game_rows)


def build_evening_table(league: League) -> EveningTable:
    state = league.state
    current, draft = state.current_round, state.draft
    is_overdue = _is_overdue(league, current)
    fixtures = [
        *(state.list_fixtures(current) if current else ()),
        *_list_unfinished_fixtures(league),
    ]
    return EveningTable(
        round_number=state.round_number,
        planned_rounds=state.planned_rounds_unless_in_bracket,
        day=league.calendar.format_day(current.on) if current else "",
        end_time=current.ends if current else "",
        is_overdue=is_overdue,
        rows=tuple(
            build_evening_table_row(league, fixture, is_overdue=is_overdue)
            for fixture in fixtures
            if fixture.away or fixture.bye_kind != "zero bye"
        ),
        draft_number=draft.number if draft else 0,
        draft_rows=_build_draft_rows(league, draft),
        absent=tuple(_describe_absent_players(league, draft)),
        warnings=tuple(_list_warnings(league)),
        enrolled_count=len(state.players),
        present_count=len(league.people.list_present_players()),
        bracket_winner=get_bracket_winner_name(state),
        beyond_plan=describe_rounds_beyond_plan(
            state, draft.number if draft else state.round_number + 1
        ),
    )


def _is_overdue(league: League, current: Round | None) -> bool:
    ends = compute_round_end(league, current)
    return ends is not None and league.calendar.now.start_of("minute") > ends


def compute_round_end(league: League, round_: Round | None) -> pendulum.DateTime | None:
    """Compute when the games of a round end. Return None for a round without an end time.

    A time in the small hours is on the next day, unless the round was published after midnight.
    """
    if round_ is None or not round_.ends or not round_.on:
        return None
    published = league.calendar.convert_to_local_time(
        league.history.find_entry(round_.published_at).at
    )
    ends = pendulum.from_format(
        f"{round_.on} {round_.ends}", "YYYY-MM-DD HH:mm", tz=league.calendar.zone
    )
    is_tonight = published.to_date_string() == round_.on and published < ends
    return ends.add(days=1) if ends.hour < SMALL_HOURS and not is_tonight else ends


def propose_round_end_time(league: League) -> str:
    """Propose the last round's end time for the next round, or "" if the last round was today."""
    last = league.state.current_round
    return last.ends if last is not None and last.on != league.calendar.today else ""


def _list_unfinished_fixtures(league: League) -> list[Fixture]:
    fixtures = list_all_games_of_earlier_rounds(league.state)
    return [fixture for fixture in fixtures if fixture.ended is None or fixture.disputed_results]


def list_all_games_of_earlier_rounds(state: LeagueState) -> Iterator[Fixture]:
    """Yield the season's games from rounds before the current one, oldest first, without byes."""
    for fixture in state.list_published_fixtures(state.season.number):
        if fixture.round not in (0, state.round_number) and fixture.away is not None:
            yield fixture


def build_evening_table_row(
    league: League, fixture: Fixture, *, is_overdue: bool = False
) -> EveningTableRow:
    """Build a pairing's row. ``is_overdue`` is true if its game should have ended by now."""
    state = league.state
    status, score, note = _describe_game(league, fixture)
    is_earlier = fixture.round != state.round_number
    return EveningTableRow(
        fixture=fixture.id,
        number=f"r{fixture.round}" if is_earlier else str(fixture.table or "–"),
        home=state.get_player_name(fixture.home),
        away=state.get_player_name(fixture.away),
        score=score,
        note=note,
        status=status,
        is_late=is_overdue and not is_earlier and status in ("live", "open"),
        is_earlier=is_earlier,
        dispute=_describe_disagreement(state, fixture) or describe_dispute(state, fixture),
        signed=(fixture.home in fixture.signed, fixture.away in fixture.signed),
    )


def _describe_game(league: League, fixture: Fixture) -> tuple[GameStatus, tuple[str, str], str]:
    if fixture.is_requested_bye:
        return "away", ("", ""), f"away{format_requested_bye_suffix(fixture.bye_kind)}"
    if fixture.away is None:
        return "bye", ("", ""), "bye"
    if fixture.ended is not None:
        note = _describe_result(league, fixture, fixture.ended)
        return "in", format_score_cells(fixture, fixture.ended), note
    live = league.matches.find_linked_game(fixture)
    if live is not None and not live.archived:
        return "live", ("–", "–"), f"in play: {describe_live_game(live.turn, live.vp)}"
    if fixture.arranged is not None and fixture.arranged.on:
        when = f"for {describe_arrangement(fixture.arranged, league.calendar.today)}"
        return ("later", ("–", "–"), when)
    return "open", ("–", "–"), "" if live is None else f"its game {live.match} is archived"


def format_score_cells(fixture: Fixture, result: FixtureResult) -> tuple[str, str]:
    """Format the score in two cells, such as ``("10", "7")``. Without points, show who won."""
    vp = get_informative_points(result)
    if vp is not None:
        home, _, away = format_victory_points(vp).partition(" : ")
        return home, away
    if result.kind == "double loss":
        return "lost", "lost"
    if result.winner is None:
        return "=", "="
    return ("won", "–") if result.winner == fixture.home else ("–", "won")


def _describe_result(league: League, fixture: Fixture, result: FixtureResult) -> str:
    """Describe what the points do not show: the outcome, and the source or confirmation."""
    outcome_note = describe_outcome_beyond_points(league.state, fixture, result)
    return ", ".join(filter(None, (outcome_note, _describe_source(league, fixture, result))))


def _describe_source(league: League, fixture: Fixture, result: FixtureResult) -> str:
    if fixture.disputed_results:
        player, other = fixture.disputed_results[0]
        score = format_score_with_columns(league.state, other)
        return f"{league.state.get_player_name(player)} says {score}"
    if fixture.reporter:
        for player in fixture.players:
            if player not in fixture.signed:
                return f"{league.state.get_player_name(player)} has not confirmed"
        return "reported, confirmed"
    if not fixture.by_hand and fixture.link is not None:
        source = f"from game {fixture.link.match}"
    else:
        entry = league.history.find_entry(fixture.version)
        moment = league.calendar.convert_to_local_time(entry.at)
        day, today = moment.to_date_string(), league.calendar.today
        source = moment.format("HH:mm") if day == today else league.calendar.format_day(day)
        if fixture.correction_count:
            source = f"corrected {source}"
        elif result.kind == "played":
            source = f"entered {source}"
    return source


def _describe_disagreement(state: LeagueState, fixture: Fixture) -> str:
    if not fixture.differs_from_linked_game or fixture.reported is None or fixture.link is None:
        return ""
    score = format_result_score(state, fixture.reported)
    return f"table {fixture.table}: game {fixture.link.match} ended {score}"


def _build_draft_rows(league: League, draft: Round | None) -> tuple[DraftPairingRow, ...]:
    if draft is None:
        return ()
    state = league.state
    league_points = format_league_points(league)
    current = state.list_fixtures(state.current_round) if state.current_round else ()
    open_games = [fixture for fixture in current if fixture.ended is None]
    playing_on = {player for fixture in open_games for player in fixture.players}

    def format_points(player: PlayerId | None) -> str:
        points = league_points.get(player, "") if player else ""
        return f"{points}?" if points and player in playing_on else points

    return tuple(
        DraftPairingRow(
            fixture=fixture.id,
            table=fixture.table,
            home=state.get_player_name(fixture.home),
            home_points=format_points(fixture.home),
            away=state.get_player_name(fixture.away) if fixture.away else "",
            away_points=format_points(fixture.away),
            reason=f"locked, {fixture.why}" if fixture.locked else fixture.why,
            locked=fixture.locked,
        )
        for fixture in state.list_fixtures(draft)
        if not fixture.is_requested_bye
    )


def _describe_absent_players(league: League, draft: Round | None) -> list[str]:
    names_by_kind: dict[str, list[str]] = {}
    for player, kind in league.people.list_absent_players():
        bye = format_requested_bye_suffix(player.get_bye_kind(league.people.next_round_number))
        annulment = describe_possible_annulment(league.state, player)
        note = f"{player.why or 'asked'}{bye}" if kind == "away" else annulment
        suffix = f" ({note})" if note else ""
        names_by_kind.setdefault(kind, []).append(player.name + suffix)
    lines = [f"{kind}: {', '.join(names)}" for kind, names in names_by_kind.items()]
    if draft is not None:
        fixtures = league.state.list_fixtures(draft)
        games_with_bye = (each for each in fixtures if each.away is None)
        bye_fixtures = [each for each in games_with_bye if not each.is_requested_bye]
        byes = [league.state.get_player_name(fixture.home) for fixture in bye_fixtures]
        if byes:
            lines.append(f"bye: {', '.join(byes)}")
        elif not league.rounds.list_redraft_reasons():
            lines.append("no bye needed")
        unpaired = sorted(map(league.state.get_player_name, find_players_who_met_everybody(draft)))
        lines += [f"{MET_EVERYBODY}: {', '.join(unpaired)}"] if unpaired else []
        lines += _describe_unneeded_players(league)
    return lines


def _describe_unneeded_players(league: League) -> list[str]:
    present = league.people.list_present_players()
    paired = {player.id for player in choose_players_to_pair(league.state, present)}
    unneeded = [player.name for player in present if player.id not in paired]
    return [f"not needed: {', '.join(unneeded)}"] if unneeded else []


def _list_warnings(league: League) -> list[str]:
    stale = league.rounds.list_redraft_reasons()
    warnings = [f"{text} D drafts again." for text in stale[:1]] + stale[1:]
    draft = league.state.draft
    if draft is not None:
        if beyond := describe_rounds_beyond_plan(league.state, draft.number):
            warnings.append(f"round {draft.number} is {beyond}")
        awaited = league.state.list_awaited_fixtures(draft)
        unfinished = [fixture for fixture in awaited if fixture.ended is None]
        if unfinished:
            names = ", ".join(str(fixture.table or fixture.id) for fixture in unfinished)
            lack = f"tables {names} have no results yet. With them"
            if len(unfinished) == 1:
                lack = f"table {names} has no result yet. With it"
            again = "the round is drafted again"
            if is_draft_changed_manually(league.state):
                again = "D drafts the round again"
            warnings.append(f"{lack}, {again}")
    current = league.state.current_round
    fixtures = league.state.list_fixtures(current) if current else []
    for fixture in [*fixtures, *_list_unfinished_fixtures(league)]:
        differs = _describe_disagreement(league.state, fixture)
        if differs:
            warnings.append(f"{differs}; enter the right result, or leave it as it is")
        elif fixture.disputed_results:
            reports = describe_disputed_reports(league.state, fixture)
            warnings.append(f"{reports}. Type the right result.")
    return warnings

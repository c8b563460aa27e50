"""The evening screen's contents: the round's tables, the draft and the absent players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tracker.application.leagues.league import League
from tracker.application.leagues.league_calendar import describe_arrangement
from tracker.application.leagues.pairing.pairing_table_columns import describe_live_game
from tracker.application.leagues.pairing.round_pairing_draft import (
    MET_EVERYBODY,
    choose_paired_players,
    find_players_without_opponents,
)
from tracker.application.leagues.results.fixture_result_entry import (
    format_full_score,
    format_victory_points,
)
from tracker.application.leagues.results.player_result_reports import describe_dispute
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.results.standings_explanations import describe_missed_round
from tracker.leagues.results.standings_input_types import PlayerId
from tui.views.standings_view import list_league_points

How = Literal["open", "live", "in", "bye", "later"]


@dataclass(frozen=True)
class EveningTableRow:
    """A pairing's row. Pairings of earlier rounds have a ``number`` such as ``r2``.

    ``score`` and ``signed`` (confirmed) each hold a value for the home and the away player.
    """

    fixture: str
    number: str
    home: str
    away: str
    score: tuple[str, str]
    note: str
    how: How
    late: bool = False
    doubt: str = ""
    signed: tuple[bool, bool] = (False, False)
    left_over: bool = False


@dataclass(frozen=True)
class DraftPairingRow:
    """A pairing in the draft. Points end with a question mark while a game is open."""

    fixture: str
    table: int
    home: str
    home_points: str
    away: str
    away_points: str
    why: str
    locked: bool = False


@dataclass(frozen=True)
class EveningTable:
    """The contents of the evening screen. ``number`` is the current round, or 0 before the first.

    ``enrolled`` is the number of players, and ``present`` the number in the next round.
    """

    number: int
    planned: int
    day: str
    ends: str
    over: bool
    tables: tuple[EveningTableRow, ...]
    draft: int
    drafted: tuple[DraftPairingRow, ...]
    absent: tuple[str, ...]
    doubts: tuple[str, ...]
    enrolled: int
    present: int

    @property
    def game_rows(self) -> list[EveningTableRow]:
        return [one for one in self.tables if one.how != "bye" and not one.left_over]

    @property
    def result_count(self) -> int:
        return sum(one.how == "in" for one in self.game_rows)


def build_evening_table(league: League) -> EveningTable:
    """Build the evening table from a league's current state."""
    state = league.state
    current, draft = state.round, state.draft
    over = _over(league, current)
    fixtures = [*(state.list_fixtures(current) if current else ()), *_left_over(league)]
    return EveningTable(
        number=state.round_number,
        planned=state.planned_rounds,
        day=league.calendar.format_day(current.on) if current else "",
        ends=current.ends if current else "",
        over=over,
        tables=tuple(
            build_evening_table_row(league, one, over=over)
            for one in fixtures
            if not one.is_requested_bye
        ),
        draft=draft.number if draft else 0,
        drafted=_drafted(league, draft),
        absent=tuple(_absent(league, draft)),
        doubts=tuple(_doubts(league)),
        enrolled=len(state.players),
        present=len(league.people.list_present_players()),
    )


def _over(league: League, current: Round | None) -> bool:
    """Whether the round's games should have ended by now."""
    if current is None or not current.ends:
        return False
    now = league.now
    return (now.to_date_string(), now.format("HH:mm")) > (current.on, current.ends)


def propose_round_end_time(league: League) -> str:
    """Propose the next round's end time: that of the previous round, unless it was today."""
    last = league.state.round
    return last.ends if last is not None and last.on != league.calendar.today else ""


# ----------------------------------------------------------------------------------- the tables


def _left_over(league: League) -> list[Fixture]:
    """List the season's earlier games that have no result or a disputed one."""
    fixtures = list_earlier_fixtures(league.state)
    return [one for one in fixtures if one.ended is None or one.disputed_results]


def list_earlier_fixtures(state: LeagueState) -> Iterator[Fixture]:
    """Yield the season's games from rounds before the current one, oldest first."""
    for one in state.list_published_fixtures(state.season.number):
        if one.round not in (0, state.round_number) and one.away is not None:
            yield one


def build_evening_table_row(league: League, one: Fixture, *, over: bool = False) -> EveningTableRow:
    """Build a pairing's row. ``over`` tells whether its game should have ended by now."""
    state = league.state
    how, score, note = _stands(league, one)
    away = state.get_player_name(one.away)
    left_over = one.round != state.round_number
    return EveningTableRow(
        fixture=one.id,
        number=f"r{one.round}" if left_over else (str(one.table) if one.table else "–"),
        home=state.get_player_name(one.home),
        away=away,
        score=score,
        note=note,
        how=how,
        late=over and not left_over and how in ("live", "open"),
        left_over=left_over,
        doubt=_disagrees(one) or describe_dispute(state, one),
        signed=(one.home in one.signed, one.away in one.signed),
    )


def _stands(league: League, one: Fixture) -> tuple[How, tuple[str, str], str]:
    if one.away is None:
        return "bye", ("", ""), "bye"
    if one.ended is not None:
        return "in", format_score_cells(one, one.ended), _told(league, one, one.ended)
    live = league.matches.find_live_game(one)
    if live is not None:
        return "live", ("–", "–"), f"kept now: {describe_live_game(live.turn, live.vp)}"
    if one.arranged is not None and one.arranged.on:
        when = f"for {describe_arrangement(one.arranged, league.calendar.today)}"
        return ("later", ("–", "–"), when)
    return "open", ("–", "–"), ""


def format_score_cells(one: Fixture, ended: FixtureResult) -> tuple[str, str]:
    """Return the score as two cells, such as ``("10", "7")``. Without points, show the winner."""
    if ended.vp is not None:
        home, _, away = format_victory_points(ended.vp).partition(" : ")
        return home, away
    if ended.kind == "double loss":
        return "lost", "lost"
    if ended.winner is None:
        return "=", "="
    return ("won", "–") if ended.winner == one.home else ("–", "won")


def _told(league: League, one: Fixture, ended: FixtureResult) -> str:
    """Describe a result's source and time, and who has not confirmed it."""
    if one.disputed_results:
        who, other = one.disputed_results[0]
        return f"{league.state.get_player_name(who)} says {format_full_score(league.state, other)}"
    if one.reporter:
        left = [league.state.get_player_name(who) for who in one.players if who not in one.signed]
        return f"{left[0]} has not confirmed" if left else "reported, confirmed"
    if not one.by_hand and one.link is not None:
        come = "kept here"
    else:
        at = league.calendar.convert_to_local(league.history.find_entry(one.version).at)
        day = at.to_date_string()
        when = (
            at.format("HH:mm") if day == league.calendar.today else league.calendar.format_day(day)
        )
        if one.corrections:
            come = f"corrected {when}"
        else:
            come = f"entered {when}" if ended.kind == "played" else when
    return come if ended.kind == "played" else f"{ended.kind}, {come}"


def _disagrees(one: Fixture) -> str:
    if not one.disagrees or one.reported is None or one.reported.vp is None or one.link is None:
        return ""
    vp = one.reported.vp
    return f"table {one.table}: game {one.link.match} ended {vp[0]} : {vp[1]}"


# ------------------------------------------------------------------------------------ the draft


def _drafted(league: League, draft: Round | None) -> tuple[DraftPairingRow, ...]:
    if draft is None:
        return ()
    state = league.state
    worth = list_league_points(league)
    playing_on = {
        player
        for one in (state.list_fixtures(state.round) if state.round else ())
        if one.ended is None
        for player in one.players
    }

    def points(player: PlayerId | None) -> str:
        known = worth.get(player, "") if player else ""
        return f"{known}?" if known and player in playing_on else known

    return tuple(
        DraftPairingRow(
            fixture=one.id,
            table=one.table,
            home=state.get_player_name(one.home),
            home_points=points(one.home),
            away=state.get_player_name(one.away) if one.away else "",
            away_points=points(one.away),
            why=f"locked, {one.why}" if one.locked else one.why,
            locked=one.locked,
        )
        for one in state.list_fixtures(draft)
        if not one.is_requested_bye
    )


def _absent(league: League, draft: Round | None) -> list[str]:
    """Describe who is absent from the next round and who has a bye."""
    found: dict[str, list[str]] = {}
    for player, how in league.people.list_absent_players():
        why = player.why if how == "away" else ""
        bye = player.get_bye_kind(league.people.next_round_number)
        paid = describe_missed_round(bye)
        asked = f" ({why or 'asked'}{paid})" if how == "away" else ""
        word = {"away": "away", "dropped": "dropped", "not yet here": "not yet here"}[how]
        found.setdefault(word, []).append(player.name + asked)
    told = [f"{word}: {', '.join(names)}" for word, names in found.items()]
    if draft is not None:
        fixtures = league.state.list_fixtures(draft)
        alone = [one for one in fixtures if one.away is None and not one.is_requested_bye]
        byes = [league.state.get_player_name(one.home) for one in alone]
        if byes:
            told.append(f"bye: {', '.join(byes)}")
        elif not league.rounds.list_redraft_reasons():
            told.append("no bye needed")
        out = sorted(map(league.state.get_player_name, find_players_without_opponents(draft)))
        told += [f"{MET_EVERYBODY}: {', '.join(out)}"] if out else []
        told += _resting(league)
    return told


def _resting(league: League) -> list[str]:
    """Describe the ringers who are present but not needed."""
    present = league.people.list_present_players()
    paired = {one.id for one in choose_paired_players(league.state, present)}
    left = [one.name for one in present if one.id not in paired]
    return [f"not needed: {', '.join(left)}"] if left else []


def _doubts(league: League) -> list[str]:
    """List warnings for the organiser to read before publishing."""
    stale = league.rounds.list_redraft_reasons()
    told = [f"{text} D drafts again." for text in stale[:1]] + stale[1:]
    draft = league.state.draft
    if draft is not None:
        waited = [league.state.fixtures.get(one) for one in draft.waited_for]
        still = [one for one in waited if one is not None and one.ended is None]
        if still:
            names = ", ".join(str(one.table or one.id) for one in still)
            what = "table" if len(still) == 1 else "tables"
            result = "result" if len(still) == 1 else "results"
            again = f"D drafts again with the {result}"
            if not is_draft_changed_manually(league):
                again = f"the round is drafted again with the {result}"
            told.append(f"points wait for {what} {names}: {again}")
    current = league.state.round
    at_hand = league.state.list_fixtures(current) if current else []
    for one in [*at_hand, *_left_over(league)]:
        differs = _disagrees(one) or describe_dispute(league.state, one)
        if differs:
            told.append(differs + "; enter the right result, or leave it")
    return told


def is_draft_changed_manually(league: League) -> bool:
    """Whether the draft was changed by hand. Such a draft is not replaced automatically."""
    draft = league.state.draft
    if draft is None:
        return False
    return any(one.why.startswith("by hand") for one in league.state.list_fixtures(draft))

"""Describes the events of a league, each in one clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.force_event_descriptions import format_reason_suffix
from tracker.application.leagues.league_dates_and_times import describe_arrangement, format_day
from tracker.application.leagues.league_name_lookup import build_names_by_id, describe_fixture
from tracker.application.leagues.pairing import (
    round_drafting_and_publishing,
    round_mission_commands,
    round_pairing_proposals,
)
from tracker.application.leagues.pairing.bracket_descriptions import (
    describe_effect_of_drop_on_bracket,
    describe_new_walkovers,
    describe_top_cut,
    describe_top_cut_decision,
)
from tracker.application.leagues.pairing.top_cut_bracket import BRACKET
from tracker.application.leagues.people import departure_awards_and_annulments
from tracker.application.leagues.results.implausible_result_warnings import (
    format_early_date_warning_suffix,
    format_removal_warning_suffix,
    format_result_warning_suffix,
)
from tracker.application.leagues.results.result_descriptions import format_score_with_columns
from tracker.application.leagues.results.results_reported_by_players import describe_result_report
from tracker.application.leagues.seasons import division_commands
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.pairing.player_seeding import ORDER_WORDS
from tracker.leagues.results.standings_explanations import (
    describe_bye_kind,
    format_requested_bye_suffix,
)
from tracker.leagues.results.standings_input_types import ExactNumber
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Event

BY_HAND = "by hand"
"""The pairing system of a round whose pairings were entered as a list."""


def _describe_opened(_: LeagueState, event: ev.LeagueOpened) -> str:
    return f"{event.title}: {event.what} opened, {event.scheme.name}"


def _describe_title(state: LeagueState, event: ev.TitleChanged) -> str:
    why = format_reason_suffix(event.why)
    return f"{state.info.title} is now called {event.title}{why}"


def _describe_enrolled(_: LeagueState, event: ev.PlayerEnrolled) -> str:
    about = f" ({event.about})" if event.about else ""
    return f"{event.name} enrolled{about}" + ("" if event.ranked else ", not ranked")


def _describe_player_changed(state: LeagueState, event: ev.PlayerChanged) -> str:
    old_name = state.get_player_name(event.player)
    parts = [f"is now called {event.name}"] if event.name is not None else []
    if event.ranked is not None:
        parts.append("is ranked" if event.ranked else "is not ranked")
    return f"{old_name} {' and '.join(parts)}{format_reason_suffix(event.why)}"


def _describe_presence(state: LeagueState, event: ev.PlayerPresence) -> str:
    words = {
        "present": "here",
        "away": f"away in round {event.round}" + format_requested_bye_suffix(event.bye),
        "dropped": "dropped",
        "leaving": f"drops after round {event.round}",
        "late": f"late in round {event.round}",
        "returned": "back again",
        "ringer": "plays unranked",
    }
    name, reason = state.get_player_name(event.player), format_reason_suffix(event.why)
    parts = [f"{name}: {words[event.presence]}{reason}"]
    if event.presence == "dropped":
        parts.append(departure_awards_and_annulments.describe_open_game(state, event.player))
    if event.presence in ("dropped", "leaving"):
        parts.append(describe_effect_of_drop_on_bracket(state, event.player))
    return "; ".join(filter(None, parts))


def _describe_annulled(state: LeagueState, event: ev.ResultsAnnulled) -> str:
    verb = "are annulled" if event.annulled else "count again"
    name = state.get_player_name(event.player)
    return f"the results of {name} {verb}{format_reason_suffix(event.why)}"


def _describe_season_began(_: LeagueState, event: ev.SeasonBegan) -> str:
    return f"season {event.season} began" + (f": {event.name}" if event.name else "")


def _describe_season_closed(_: LeagueState, event: ev.SeasonClosed) -> str:
    return f"season {event.season} closed"


def _describe_plan(state: LeagueState, event: ev.PlanChanged) -> str:
    parts = []
    if event.rounds is not None:
        planned = f"{format_count(event.rounds, 'round')} planned"
        parts.append(planned if event.rounds else "rounds left open")
    if event.pairing is not None:
        parts.append(f"{event.pairing} pairing" if event.pairing else "pairing left open")
    return f"season {state.season.number}: {' and '.join(parts)}{format_reason_suffix(event.why)}"


def _describe_drafted(before: LeagueState, event: ev.RoundDrafted) -> str:
    if event.method == BRACKET:
        tables = sum(one.away is not None for one in event.pairings)
        text = f"bracket round {event.round} drafted: {format_count(tables, 'table')}"
        return "; ".join((text, *describe_new_walkovers(before)))
    method = ", ".join(filter(None, (event.method, ORDER_WORDS[event.order])))
    return f"round {event.round} drafted, {method}: {describe_drafted_round(before, event)}"


def describe_drafted_round(state_before: LeagueState, event: ev.RoundDrafted) -> str:
    """Describe a drafted round: its number of tables, and what is unusual about its pairings."""
    tables = sum(one.away is not None for one in event.pairings)
    return "".join(
        (
            format_count(tables, "table"),
            *round_drafting_and_publishing.describe_redraft_changes(state_before, event),
            *_describe_rematches_and_extra_round(state_before, event),
            f", {format_count(len(event.open), 'result')} still open" if event.open else "",
            *_describe_players_without_game(state_before, event),
            *_describe_newly_drawn_lots(state_before, event),
        )
    )


def _describe_players_without_game(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    if event.method == BY_HAND:
        paired = {player for one in event.pairings for player in one.players}
        ranked = (one for one in before.list_current_season_players() if one.ranked)
        present = (one for one in ranked if not one.get_absence_reason(event.round))
        left = [one.name for one in present if one.id not in paired]
        if left:
            yield f"; without a game: {', '.join(left)}"
    met_everybody = round_pairing_proposals.MET_EVERYBODY
    without = [one.player for one in event.absent if one.how == met_everybody]
    names = list(map(before.get_player_name, without))
    if names:
        have = "has" if len(names) == 1 else "have"
        yield f"; {', '.join(names)} {have} met everybody and {have} no game"


def _describe_newly_drawn_lots(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    previous = before.rounds.get((before.season.number, event.round))
    if event.drawn and (previous is None or previous.drawn != event.drawn):
        yield f"; lots drawn: {', '.join(before.get_player_name(one) for one in event.drawn)}"


def _describe_rematches_and_extra_round(
    before: LeagueState, event: ev.RoundDrafted
) -> Iterator[str]:
    pairs = [frozenset(one.players) for one in event.pairings if one.away]
    met = {frozenset(pair) for _, *pair in round_pairing_proposals.list_earlier_meetings(before)}
    if repeat_count := sum(pair in met for pair in pairs):
        yield f", {repeat_count} of them {'a rematch' if repeat_count == 1 else 'rematches'}"
    if beyond := round_pairing_proposals.describe_rounds_beyond_plan(before, event.round):
        yield f", {beyond}"


def _describe_round_changed(state: LeagueState, event: ev.RoundChanged) -> str:
    names = " and ".join(state.get_player_name(one) for one in event.about)
    byes = [one.bye for one in event.pairings if one.away is None and one.home in event.about]
    words = {
        "swapped": f"{names} change places",
        "paired": f"{names} change places, paired by hand",
        "joined": f"{names} meet, paired by hand",
        "bye": f"{names} has {describe_bye_kind(byes[0]) if byes else 'a bye'}",
        "locked": f"pairing of {names} locked",
        "unlocked": f"pairing of {names} unlocked",
        "tables": "tables numbered" + (f" for {names}" if names else ""),
    }
    return f"round {event.round}: {words[event.change]}{format_reason_suffix(event.why)}"


def _describe_published(_: LeagueState, event: ev.RoundPublished) -> str:
    return f"round {event.round} published" + (f", games end {event.ends}" if event.ends else "")


def _describe_cancelled(_: LeagueState, event: ev.RoundCancelled) -> str:
    return f"round {event.round} cancelled{format_reason_suffix(event.why)}"


def _describe_fixture_added(state: LeagueState, event: ev.FixtureAdded) -> str:
    title = f"{event.title}: " if event.title else ""
    home, away = state.get_player_name(event.home), state.get_player_name(event.away)
    return f"{event.fixture} {title}{home} v {away}"


def _describe_arranged(state: LeagueState, event: ev.FixtureArranged) -> str:
    fixture = state.fixtures[event.fixture]
    title = describe_fixture(state, fixture)
    if not event.on:
        return f"{title}: arrangement cancelled"
    warning = format_early_date_warning_suffix(state, fixture, event)
    return f"{title}: arranged for {describe_arrangement(event)}{warning}"


def _describe_result(state: LeagueState, event: ev.ResultEntered | ev.ResultReported) -> str:
    title = describe_fixture(state, state.fixtures[event.fixture])
    text = format_score_with_columns(state, event.ended)
    if isinstance(event, ev.ResultReported):
        return f"{title}: {text} (game {event.match})"
    warnings = format_result_warning_suffix(state, state.fixtures[event.fixture], event.ended)
    return f"{title}: {text}{format_reason_suffix(event.why)}{warnings}"


def _describe_corrected(state: LeagueState, event: ev.ResultCorrected) -> str:
    fixture = state.fixtures[event.fixture]
    previous = fixture.corrections[-1].was if fixture.corrections else None
    warnings = format_result_warning_suffix(state, fixture, event.ended)
    after = f"{_format_closed_season_suffix(state, fixture)}{warnings}"
    title, day = describe_fixture(state, fixture), event.ended.played_on
    if previous and previous.played_on and replace(previous, played_on=day) == event.ended:
        why = event.why.removeprefix(f"played on {format_day(day)}, ")
        why = why.removeprefix(f"played on {format_day(day, today=day)}, ")
        before = f"before, on {format_day(previous.played_on)}{format_reason_suffix(why)}"
        return f"{title}: now played on {format_day(day)}; {before}{after}"
    before = f"; it was {format_score_with_columns(state, previous)}" if previous else ""
    text = format_score_with_columns(state, event.ended)
    return f"{title}: corrected, {text}{before}{format_reason_suffix(event.why)}{after}"


def _describe_withdrawn(state: LeagueState, event: ev.ResultWithdrawn) -> str:
    fixture = state.fixtures[event.fixture]
    why = format_reason_suffix(event.why) + _format_closed_season_suffix(state, fixture)
    remaining = fixture.reported if fixture.by_hand else None
    warnings = format_removal_warning_suffix(state, fixture, remaining)
    return f"{describe_fixture(state, fixture)}: result deleted{why}{warnings}"


def _format_closed_season_suffix(state: LeagueState, fixture: Fixture) -> str:
    number = fixture.season
    return f", season {number} was closed" if state.seasons[number].closed else ""


def _describe_signed(state: LeagueState, event: ev.ResultSigned) -> str:
    title = describe_fixture(state, state.fixtures[event.fixture])
    return f"{title}: signed by {state.get_player_name(event.player)}"


def _describe_report(state: LeagueState, event: ev.ResultTold) -> str:
    fixture = state.fixtures[event.fixture]
    warnings = format_result_warning_suffix(state, fixture, event.ended)
    text = describe_result_report(state, event, describe_fixture(state, fixture))
    return text + format_reason_suffix(event.why) + warnings


def _describe_linked(state: LeagueState, event: ev.MatchLinked) -> str:
    return f"{describe_fixture(state, state.fixtures[event.fixture])}: linked to game {event.match}"


def _describe_unlinked(state: LeagueState, event: ev.MatchUnlinked) -> str:
    warnings = _format_removed_result_warning(state, event.fixture)
    title = describe_fixture(state, state.fixtures[event.fixture])
    return f"{title}: game {event.match} unlinked{format_reason_suffix(event.why)}{warnings}"


def _describe_removed_report(state: LeagueState, event: ev.ReportTakenBack) -> str:
    warnings = _format_removed_result_warning(state, event.fixture)
    title = describe_fixture(state, state.fixtures[event.fixture])
    return f"{title}: game {event.match} was resumed, so its result is removed{warnings}"


def _format_removed_result_warning(state: LeagueState, fixture_id: ev.FixtureId) -> str:
    """Return the question that the log appends if the bracket needs a linked game's removed result,
    or "" if it does not.

    A result that was typed by hand stays.
    """
    fixture = state.fixtures[fixture_id]
    remaining = fixture.ended if fixture.by_hand else None
    return format_removal_warning_suffix(state, fixture, remaining)


def _describe_points(state: LeagueState, event: ev.PointsGiven) -> str:
    amount = ExactNumber(*event.points).short
    name, sign = state.get_player_name(event.player), "+" if event.points[0] > 0 else ""
    return f"{name}: {sign}{amount} {event.column}{format_reason_suffix(event.why)}"


def _describe_scheme(_: LeagueState, event: ev.SchemeChanged) -> str:
    return f"scheme {event.scheme.name}{format_reason_suffix(event.why)}"


def _describe_order(_: LeagueState, event: ev.OrderChanged) -> str:
    best = f"; the best {format_count(event.best.results, 'result')} count" if event.best else ""
    return f"ties: {', '.join(event.tie_breaks)}{best}{format_reason_suffix(event.why)}"


def _describe_rules(_: LeagueState, event: ev.RulesChanged) -> str:
    why = format_reason_suffix(event.why)
    return f"carry-over rules changed: losses {event.rules.losses}{why}"


def _describe_lots(state: LeagueState, event: ev.LotsDrawn) -> str:
    origin = "by the app" if event.how == "app" else "at the table"
    return f"lots drawn {origin}: {', '.join(state.get_player_name(one) for one in event.order)}"


def _describe_story(state: LeagueState, event: ev.StoryTold) -> str:
    about = format_reason_suffix(build_names_by_id(state).get(event.about, ""))
    return f"note: {' '.join(event.text.split())}{about}"


def _describe_archived(_: LeagueState, event: ev.PutAside) -> str:
    return "archived" if event.aside else "restored to the lists"


DESCRIPTIONS: dict[type[Event], Callable[[LeagueState, Any], str]] = {
    ev.LeagueOpened: _describe_opened,
    ev.TitleChanged: _describe_title,
    ev.PlayerEnrolled: _describe_enrolled,
    ev.PlayerChanged: _describe_player_changed,
    ev.PlayerPresence: _describe_presence,
    ev.ResultsAnnulled: _describe_annulled,
    ev.ForceEnrolled: force_event_descriptions.describe_force_enrolled,
    ev.UnitsJoined: force_event_descriptions.describe_units_joined,
    ev.UnitChanged: force_event_descriptions.describe_unit_changed,
    ev.SeasonBegan: _describe_season_began,
    ev.SeasonClosed: _describe_season_closed,
    ev.PlanChanged: _describe_plan,
    ev.RoundDrafted: _describe_drafted,
    ev.RoundChanged: _describe_round_changed,
    ev.RoundPublished: _describe_published,
    ev.RoundCancelled: _describe_cancelled,
    ev.FixtureAdded: _describe_fixture_added,
    ev.FixtureArranged: _describe_arranged,
    ev.ResultEntered: _describe_result,
    ev.ResultCorrected: _describe_corrected,
    ev.ResultWithdrawn: _describe_withdrawn,
    ev.ResultSigned: _describe_signed,
    ev.ResultTold: _describe_report,
    ev.MatchLinked: _describe_linked,
    ev.MatchUnlinked: _describe_unlinked,
    ev.ResultReported: _describe_result,
    ev.ReportTakenBack: _describe_removed_report,
    ev.PointsGiven: _describe_points,
    ev.SchemeChanged: _describe_scheme,
    ev.OrderChanged: _describe_order,
    ev.RulesChanged: _describe_rules,
    ev.LotsDrawn: _describe_lots,
    ev.StoryTold: _describe_story,
    ev.PutAside: _describe_archived,
    ev.CutMade: describe_top_cut,
    ev.CutDecided: describe_top_cut_decision,
    ev.MissionSet: round_mission_commands.describe_mission_set,
    ev.DivisionsSet: division_commands.describe_divisions_set,
    ev.DivisionMoved: division_commands.describe_division_moved,
}

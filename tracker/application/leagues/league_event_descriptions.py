"""Describes each event of a league in one clause, and the league's bracket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.force_event_descriptions import format_reason_suffix
from tracker.application.leagues.league_calendar import describe_arrangement, format_day
from tracker.application.leagues.league_name_lookup import build_names_by_id, describe_fixture
from tracker.application.leagues.pairing import (
    round_drafting_and_publishing,
    round_missions,
    round_pairing_draft,
)
from tracker.application.leagues.pairing.top_cut_bracket import BRACKET
from tracker.application.leagues.people import player_departures
from tracker.application.leagues.results.fixture_result_entry import (
    format_result_score,
    format_score_with_columns,
)
from tracker.application.leagues.results.player_result_reports import describe_result_report
from tracker.application.leagues.seasons import division_changes
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.pairing.knockout_bracket import Bracket, BracketGame, build_season_bracket
from tracker.leagues.pairing.player_seeding import ORDER_WORDS
from tracker.leagues.results.standings_explanations import (
    describe_bye_kind,
    format_requested_bye_suffix,
)
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Event


def describe_top_cut(state: LeagueState, event: ev.CutMade) -> str:
    """Describe a top cut, as in ``top 4 advance to the bracket: Anna, Bram, Chloé, Dario``."""
    names = ", ".join(state.get_player_name(one) for one in event.players)
    third = ", with a game for third place" if event.third else ""
    reason = format_reason_suffix(event.why)
    return f"top {len(event.players)} advance to the bracket{third}: {names}{reason}"


def describe_top_cut_decision(state: LeagueState, event: ev.CutDecided) -> str:
    """Describe who advances from a bracket game, as in ``table 1, Anna v Bram: Anna advances``."""
    title = describe_fixture(state, state.fixtures[event.fixture])
    name = state.get_player_name(event.player)
    return f"{title}: {name} advances{format_reason_suffix(event.why)}"


def describe_bracket(state: LeagueState, bracket: Bracket) -> str:
    """Describe a bracket, as in ``the best 8 · Anna has won``."""
    best = f"the best {len(bracket.seeds)}"
    if bracket.champion is None:
        return f"{best} advance"
    return f"{best} · {state.get_player_name(bracket.champion)} has won"


def format_bracket_player_names(
    state: LeagueState, bracket: Bracket, game: BracketGame
) -> tuple[str, str]:
    """Return each player's seed and name, as in ``1 Anna``, or ``…`` for an unknown player."""
    home, away = (
        "…" if player is None else f"{bracket.get_seed(player)} {state.get_player_name(player)}"
        for player in (game.home, game.away)
    )
    return home, "bye" if game.bye else away


def describe_effect_of_drop_on_bracket(state: LeagueState, player: PlayerId) -> str:
    """Describe who advances in the bracket, now or later, because a player drops out."""
    found = build_season_bracket(state, state.season.number)
    if found is None or player not in found.seeds:
        return ""
    own_games = [game for game in found.games if player in (game.home, game.away)]
    for game in own_games:
        if game.is_walkover and game.winner not in (None, player):
            return f"{state.get_player_name(game.winner)} advances by a walkover"
    is_waiting = any(game.winner is None and None in (game.home, game.away) for game in own_games)
    return "the next opponent in the bracket advances by a walkover" if is_waiting else ""


def describe_new_walkovers(state: LeagueState) -> Iterator[str]:
    """Yield a clause for each player who advanced by a walkover since the last published round."""
    cut, found = state.top_cut, build_season_bracket(state, state.season.number)
    left = cut.left if cut else ()
    left_since = {player for player, after in left if after == state.round_number}
    for game in found.games if found else ():
        if game.is_walkover and game.loser in left_since:
            winner, loser = state.get_player_name(game.winner), state.get_player_name(game.loser)
            yield f"{winner} advances by a walkover, {loser} left"


def describe_bracket_game(state: LeagueState, game: BracketGame) -> str:
    """Describe a bracket game, as in ``12 : 10, Anna won`` or ``drawn: who advances?``.

    If the opponent dropped out, the description is ``Anna advances by a walkover``. If the game was
    not played yet, it is "".
    """
    fixture = state.fixtures.get(game.fixture)
    if game.is_walkover:
        return f"{state.get_player_name(game.winner)} advances by a walkover"
    if fixture is None or fixture.ended is None:
        return ""
    ended = format_result_score(state, fixture.ended)
    if game.open:
        return f"{ended}: who advances?"
    if fixture.ended.winner is None and game.winner is not None:
        return f"{ended}, {state.get_player_name(game.winner)} advances"
    return ended


def describe_bracket_rounds(
    state: LeagueState, bracket: Bracket
) -> Iterator[tuple[str, list[str]]]:
    """Yield each round's name and games, as in ``1 Anna v 8 Hugo · 12 : 10, Anna won``."""
    for round_ in bracket.rounds_in_playing_order:
        yield round_.name, [_format_bracket_game(state, bracket, game) for game in round_.games]


def _format_bracket_game(state: LeagueState, bracket: Bracket, game: BracketGame) -> str:
    home, away = format_bracket_player_names(state, bracket, game)
    pairing = f"{home}, bye" if game.bye else f"{home} v {away}"
    ended = describe_bracket_game(state, game)
    return f"{pairing} · {ended}" if ended else pairing


BY_HAND = "by hand"
"""The pairing system of a round that was created from a list."""
IMPLAUSIBLE_FACTOR = 5
"""A score is implausible if it is more than this many times the season's highest score."""
MIN_SCORES = 3
"""If there are fewer earlier scores than this, no score is implausibly high."""
MAX_PLAUSIBLE_SCORE = 20
"""Scores up to this value are never implausibly high."""


def list_result_warnings(
    state: LeagueState,
    fixture: Fixture,
    ended: ev.FixtureResult,
    earlier: Sequence[ev.FixtureResult] = (),
) -> Iterator[str]:
    """Yield a clause for each implausible part of a result, which ``state`` may already contain.

    ``earlier`` contains results that are entered together with it, and are not yet in ``state``.
    """
    others = [*earlier]
    fixtures = state.list_published_fixtures(fixture.season)
    games = (one for one in fixtures if one.id != fixture.id and one.away is not None)
    others += [one.ended for one in games if one.ended is not None]
    earlier_points = [one.vp for one in others if one.vp is not None]
    if ended.vp is not None and len(earlier_points) >= MIN_SCORES:
        highest = max(max(map(abs, vp)) for vp in earlier_points)
        limit = max(IMPLAUSIBLE_FACTOR * highest, MAX_PLAUSIBLE_SCORE)
        if max(map(abs, ended.vp)) > limit:
            yield f"the highest score before was {highest}"
    if ended.vp is not None and min(ended.vp) < 0 <= min(map(min, earlier_points), default=0):
        yield "no score before was below 0"
    began = state.seasons[fixture.season].began_on
    is_league_game = state.info.what == "league" and fixture.away is not None
    before = [one for one in (ended, *others) if one.played_on and one.played_on < began]
    # A whole season can be entered afterwards, with several games at once.
    if is_league_game and before == [ended]:
        yield f"played before the season began ({began})"


def format_result_warning_suffix(
    state: LeagueState,
    fixture: Fixture,
    ended: ev.FixtureResult,
    earlier: Sequence[ev.FixtureResult] = (),
) -> str:
    """Return the question that the log adds to an implausible result, or "" if it is plausible."""
    warnings = list(list_result_warnings(state, fixture, ended, earlier))
    return f" – is that right? {'; '.join(warnings)}" if warnings else ""


def format_early_date_warning_suffix(
    state: LeagueState, fixture: Fixture, arranged: ev.FixtureArranged
) -> str:
    """Return the question that the log adds to a date before the season, or "" for later dates."""
    began = state.seasons[fixture.season].began_on
    if state.info.what != "league" or not arranged.on or arranged.on >= began:
        return ""
    return f" – is that right? before the season began ({began})"


def _describe_opened(_: LeagueState, event: ev.LeagueOpened) -> str:
    return f"{event.title}: {event.what} opened, {event.scheme.name}"


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
        parts.append(player_departures.describe_open_game(state, event.player))
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
    """Describe how many tables a drafted round has, and anything unusual about its pairings."""
    tables = sum(one.away is not None for one in event.pairings)
    return "".join(
        (
            format_count(tables, "table"),
            *round_drafting_and_publishing.describe_redraft(state_before, event),
            *_list_repeats(state_before, event),
            f", {format_count(len(event.open), 'result')} still open" if event.open else "",
            *_list_without_game(state_before, event),
            *_list_drawn_lots(state_before, event),
        )
    )


def _list_without_game(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    if event.method == BY_HAND:
        paired = {player for one in event.pairings for player in one.players}
        ranked = (one for one in before.list_season_players() if one.ranked)
        present = (one for one in ranked if not one.get_absence_reason(event.round))
        left = [one.name for one in present if one.id not in paired]
        if left:
            yield f"; no game in it: {', '.join(left)}"
    met_everybody = round_pairing_draft.MET_EVERYBODY
    without = [one.player for one in event.absent if one.how == met_everybody]
    names = list(map(before.get_player_name, without))
    if names:
        have = "has" if len(names) == 1 else "have"
        yield f"; {', '.join(names)} {have} met everybody and {have} no game"


def _list_drawn_lots(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    previous = before.rounds.get((before.season.number, event.round))
    if event.drawn and (previous is None or previous.drawn != event.drawn):
        yield f"; lots drawn: {', '.join(before.get_player_name(one) for one in event.drawn)}"


def _list_repeats(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """Describe how many pairings repeat earlier ones, and whether the round exceeds the plan."""
    pairs = [frozenset(one.players) for one in event.pairings if one.away]
    met = {frozenset(pair) for _, *pair in round_pairing_draft.list_earlier_meetings(before)}
    if repeat_count := sum(pair in met for pair in pairs):
        yield f", {repeat_count} of them {'meets' if repeat_count == 1 else 'meet'} again"
    if beyond := round_pairing_draft.describe_rounds_beyond_plan(before, event.round):
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
    after = f"{_note_closed_season(state, fixture)}{warnings}"
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
    why = format_reason_suffix(event.why) + _note_closed_season(state, fixture)
    return f"{describe_fixture(state, fixture)}: result deleted{why}"


def _note_closed_season(state: LeagueState, fixture: Fixture) -> str:
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
    title = describe_fixture(state, state.fixtures[event.fixture])
    return f"{title}: game {event.match} unlinked{format_reason_suffix(event.why)}"


def _describe_taken_back(state: LeagueState, event: ev.ReportTakenBack) -> str:
    title = describe_fixture(state, state.fixtures[event.fixture])
    return f"{title}: game {event.match} was resumed, so its result is removed"


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
    return f"rules between games changed: losses {event.rules.losses}{why}"


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
    ev.ReportTakenBack: _describe_taken_back,
    ev.PointsGiven: _describe_points,
    ev.SchemeChanged: _describe_scheme,
    ev.OrderChanged: _describe_order,
    ev.RulesChanged: _describe_rules,
    ev.LotsDrawn: _describe_lots,
    ev.StoryTold: _describe_story,
    ev.PutAside: _describe_archived,
    ev.CutMade: describe_top_cut,
    ev.CutDecided: describe_top_cut_decision,
    ev.MissionSet: round_missions.describe_mission_set,
    ev.DivisionsSet: division_changes.describe_divisions_set,
    ev.DivisionMoved: division_changes.describe_division_moved,
}

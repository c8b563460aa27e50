"""What each kind of thing that happens in a league is called, in one clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tracker.application.leagues import (
    bracket_words,
    departures,
    division_changes,
    force_words,
    missions,
    redrafting,
    result_warnings,
    round_draft,
)
from tracker.application.leagues.appointments import describe_arrangement
from tracker.application.leagues.force_words import describe_reason
from tracker.application.leagues.league_names import describe_fixture
from tracker.application.leagues.player_reports import describe_report
from tracker.application.leagues.result_entry import score_in_full
from tracker.application.leagues.top_cut import BRACKET
from tracker.leagues import league_events as ev
from tracker.leagues.arithmetic_text import BYE_WORDS, describe_bye
from tracker.leagues.league_events import (
    CutDecided,
    CutMade,
    DivisionMoved,
    DivisionsSet,
    MissionSet,
    ResultTold,
)
from tracker.leagues.league_rows import Fixture
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results import Exact
from tracker.leagues.seeding import ORDER_WORDS
from tracker.vocabulary.counts import count_of
from tracker.vocabulary.events import Event


def _opened(_: LeagueState, event: ev.LeagueOpened) -> str:
    return f"{event.title}: {event.what} opened, {event.scheme.name}"


def _enrolled(_: LeagueState, event: ev.PlayerEnrolled) -> str:
    about = f" ({event.about})" if event.about else ""
    return f"{event.name} enrolled{about}" + ("" if event.ranked else ", not ranked")


def _player_changed(state: LeagueState, event: ev.PlayerChanged) -> str:
    was = state.name(event.player)
    parts = [f"is {event.name}"] if event.name is not None else []
    if event.ranked is not None:
        parts.append("is ranked" if event.ranked else "is not ranked")
    return f"{was} {' and '.join(parts)}{describe_reason(event.why)}"


def _presence(state: LeagueState, event: ev.PlayerPresence) -> str:
    words = {
        "present": "here",
        "away": f"away in round {event.round}"
        + ("" if event.bye == "zero bye" else f", {BYE_WORDS[event.bye]}"),
        "dropped": "dropped",
        "leaving": f"drops after round {event.round}",
        "late": f"late in round {event.round}",
        "returned": "back again",
        "ringer": "plays unranked",
    }
    said = f"{state.name(event.player)}: {words[event.presence]}{describe_reason(event.why)}"
    if event.presence not in ("dropped", "leaving"):
        return said
    still = (
        departures.describe_open_game(state, event.player) if event.presence == "dropped" else ""
    )
    return "; ".join(filter(None, (said, still, bracket_words.describe_drop(state, event.player))))


def _annulled(state: LeagueState, event: ev.ResultsAnnulled) -> str:
    how = "are annulled" if event.annulled else "count again"
    return f"the results of {state.name(event.player)} {how}{describe_reason(event.why)}"


def _season_began(_: LeagueState, event: ev.SeasonBegan) -> str:
    return f"season {event.season} began" + (f": {event.name}" if event.name else "")


def _season_closed(_: LeagueState, event: ev.SeasonClosed) -> str:
    return f"season {event.season} closed"


def _plan(state: LeagueState, event: ev.PlanChanged) -> str:
    parts = []
    if event.rounds is not None:
        parts.append(
            f"{count_of(event.rounds, 'round')} planned" if event.rounds else "rounds left open"
        )
    if event.pairing is not None:
        parts.append(f"rounds paired {event.pairing or 'as suits the field'}")
    return f"season {state.season.number}: {' and '.join(parts)}{describe_reason(event.why)}"


def _drafted(before: LeagueState, event: ev.RoundDrafted) -> str:
    tables = sum(one.away is not None for one in event.pairings)
    waits = f", {count_of(len(event.open), 'result')} still open" if event.open else ""
    if event.method == BRACKET:
        text = f"round {event.round} drafted, of the bracket: {count_of(tables, 'table')}"
        return "; ".join((text, *bracket_words.list_walkovers(before)))
    again = "".join([*redrafting.describe_redraft(before, event), *_beyond(before, event)])
    how = ", ".join(filter(None, (event.method, ORDER_WORDS[event.order])))
    text = f"round {event.round} drafted, {how}: {count_of(tables, 'table')}{again}{waits}"
    return f"{text}{''.join(_sitting_out(before, event))}{''.join(_lots_of(before, event))}"


def _sitting_out(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """Who is in no pairing of a round robin, and why."""
    out = [before.name(one.player) for one in event.absent if one.how == round_draft.MET_EVERYBODY]
    if out:
        have = "has" if len(out) == 1 else "have"
        yield f"; {', '.join(out)} {have} met everybody and {have} no game"


def _lots_of(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """Lots that fell for a first round, where they did not lie there before."""
    was = before.rounds.get((before.season.number, event.round))
    if event.drawn and (was is None or was.drawn != event.drawn):
        yield f"; the lots fell {', '.join(before.name(one) for one in event.drawn)}"


def _beyond(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """Who meets again, and what was planned."""
    now = [frozenset((one.home, one.away)) for one in event.pairings if one.away]
    met = {frozenset(pair) for _, *pair in round_draft.list_meetings(before)}
    if again := sum(pair in met for pair in now):
        yield f", {again} of them {'meets' if again == 1 else 'meet'} again"
    if 0 < before.season.planned < event.round:
        yield f", beyond the {before.season.planned} planned"


def _round_changed(state: LeagueState, event: ev.RoundChanged) -> str:
    who = " and ".join(state.name(one) for one in event.about)
    words = {
        "swapped": f"{who} change places",
        "paired": f"{who} change places, paired by hand",
        "joined": f"{who} meet, paired by hand",
        "bye": f"{who} has {_bye_of(event)}",
        "locked": f"{who} stay as paired",
        "unlocked": f"{who} may be paired anew",
        "tables": "tables numbered" + (f" for {who}" if who else ""),
    }
    return f"round {event.round}: {words[event.change]}{describe_reason(event.why)}"


def _bye_of(event: ev.RoundChanged) -> str:
    """Which bye was given by hand."""
    given = [one.bye for one in event.pairings if one.away is None and one.home in event.about]
    return describe_bye(given[0]) if given else "a bye"


def _published(_: LeagueState, event: ev.RoundPublished) -> str:
    return f"round {event.round} published" + (f", games end {event.ends}" if event.ends else "")


def _cancelled(_: LeagueState, event: ev.RoundCancelled) -> str:
    return f"round {event.round} cancelled{describe_reason(event.why)}"


def _fixture_added(state: LeagueState, event: ev.FixtureAdded) -> str:
    title = f"{event.title}: " if event.title else ""
    return f"{event.fixture} {title}{state.name(event.home)} v {state.name(event.away)}"


def _arranged(state: LeagueState, event: ev.FixtureArranged) -> str:
    called = describe_fixture(state, state.fixtures[event.fixture])
    if not event.on:
        return f"{called}: no longer arranged"
    return f"{called}: arranged for {describe_arrangement(event)}"


def _result(state: LeagueState, event: ev.ResultEntered | ev.ResultReported) -> str:
    called = describe_fixture(state, state.fixtures[event.fixture])
    text = score_in_full(state, event.ended)
    if isinstance(event, ev.ResultReported):
        return f"{called}: {text} (game {event.match})"
    doubt = result_warnings.describe_warnings(state, state.fixtures[event.fixture], event.ended)
    return f"{called}: {text}{describe_reason(event.why)}{doubt}"


def _corrected(state: LeagueState, event: ev.ResultCorrected) -> str:
    known = state.fixtures[event.fixture]
    was = known.corrections[-1].was if known.corrections else None
    before = f"; it was {score_in_full(state, was)}" if was else ""
    text = score_in_full(state, event.ended)
    after = f"{_late(state, known)}{result_warnings.describe_warnings(state, known, event.ended)}"
    return (
        f"{describe_fixture(state, known)}: set right,"
        f" {text}{before}{describe_reason(event.why)}{after}"
    )


def _withdrawn(state: LeagueState, event: ev.ResultWithdrawn) -> str:
    known = state.fixtures[event.fixture]
    return (
        f"{describe_fixture(state, known)}: result"
        f" withdrawn{describe_reason(event.why)}{_late(state, known)}"
    )


def _late(state: LeagueState, fixture: Fixture) -> str:
    """What a change of a closed season must say."""
    number = fixture.season
    return f", season {number} was closed" if state.seasons[number].closed else ""


def _signed(state: LeagueState, event: ev.ResultSigned) -> str:
    called = describe_fixture(state, state.fixtures[event.fixture])
    return f"{called}: signed by {state.name(event.player)}"


def _told(state: LeagueState, event: ResultTold) -> str:
    known = state.fixtures[event.fixture]
    doubt = result_warnings.describe_warnings(state, known, event.ended)
    return (
        describe_report(state, event, describe_fixture(state, known))
        + describe_reason(event.why)
        + doubt
    )


def _linked(state: LeagueState, event: ev.MatchLinked) -> str:
    return (
        f"{describe_fixture(state, state.fixtures[event.fixture])}: kept here as game {event.match}"
    )


def _unlinked(state: LeagueState, event: ev.MatchUnlinked) -> str:
    called = describe_fixture(state, state.fixtures[event.fixture])
    return f"{called}: game {event.match} is no longer its game{describe_reason(event.why)}"


def _taken_back(state: LeagueState, event: ev.ReportTakenBack) -> str:
    called = describe_fixture(state, state.fixtures[event.fixture])
    return f"{called}: game {event.match} goes on, its result is taken back"


def _points(state: LeagueState, event: ev.PointsGiven) -> str:
    amount = Exact(*event.points).short
    sign = "+" if event.points[0] > 0 else ""
    return f"{state.name(event.player)}: {sign}{amount} {event.column}{describe_reason(event.why)}"


def _scheme(_: LeagueState, event: ev.SchemeChanged) -> str:
    return f"scheme {event.scheme.name}{describe_reason(event.why)}"


def _order(_: LeagueState, event: ev.OrderChanged) -> str:
    best = f"; the best {count_of(event.best.results, 'result')} count" if event.best else ""
    return f"ties: {', '.join(event.tie_breaks)}{best}{describe_reason(event.why)}"


def _rules(_: LeagueState, event: ev.RulesChanged) -> str:
    return f"other rules between games: losses {event.rules.losses}{describe_reason(event.why)}"


def _lots(state: LeagueState, event: ev.LotsDrawn) -> str:
    by = "by the app" if event.how == "app" else "at the table"
    return f"lots drawn {by}: {', '.join(state.name(one) for one in event.order)}"


def _story(state: LeagueState, event: ev.StoryTold) -> str:
    return "note: " + " ".join(event.text.split()) + "".join(_about(state, event.about))


def _aside(_: LeagueState, event: ev.PutAside) -> str:
    return "put aside" if event.aside else "in the lists again"


def _about(state: LeagueState, about: str) -> Iterator[str]:
    names = (
        *((one.id, one.name) for one in state.players.values()),
        *((one.id, one.name) for one in state.forces.values()),
        *((one.id, one.name) for one in state.units.values()),
    )
    yield from (f" ({name})" for known, name in names if known == about)


WORDS: dict[type[Event], Callable[[LeagueState, Any], str]] = {
    ev.LeagueOpened: _opened,
    ev.PlayerEnrolled: _enrolled,
    ev.PlayerChanged: _player_changed,
    ev.PlayerPresence: _presence,
    ev.ResultsAnnulled: _annulled,
    ev.ForceEnrolled: force_words.describe_force,
    ev.UnitsJoined: force_words.describe_joined,
    ev.UnitChanged: force_words.describe_unit,
    ev.SeasonBegan: _season_began,
    ev.SeasonClosed: _season_closed,
    ev.PlanChanged: _plan,
    ev.RoundDrafted: _drafted,
    ev.RoundChanged: _round_changed,
    ev.RoundPublished: _published,
    ev.RoundCancelled: _cancelled,
    ev.FixtureAdded: _fixture_added,
    ev.FixtureArranged: _arranged,
    ev.ResultEntered: _result,
    ev.ResultCorrected: _corrected,
    ev.ResultWithdrawn: _withdrawn,
    ev.ResultSigned: _signed,
    ResultTold: _told,
    ev.MatchLinked: _linked,
    ev.MatchUnlinked: _unlinked,
    ev.ResultReported: _result,
    ev.ReportTakenBack: _taken_back,
    ev.PointsGiven: _points,
    ev.SchemeChanged: _scheme,
    ev.OrderChanged: _order,
    ev.RulesChanged: _rules,
    ev.LotsDrawn: _lots,
    ev.StoryTold: _story,
    ev.PutAside: _aside,
    CutMade: bracket_words.describe_cut,
    CutDecided: bracket_words.describe_decided,
    MissionSet: missions.describe_told,
    DivisionsSet: division_changes.describe_declared,
    DivisionMoved: division_changes.describe_moved,
}

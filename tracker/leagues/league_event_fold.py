"""Applies a league's events to its state, with one function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import asdict, replace

from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit, RosterEntryRef
from tracker.leagues.divisions_and_promotion import LeagueDivisions
from tracker.leagues.league_state import (
    Competitor,
    Fixture,
    GameArrangement,
    LeagueState,
    ResultCorrection,
    Round,
    SchemeChange,
    Season,
    TopCut,
    is_same_result_except_date,
)
from tracker.vocabulary.events import Event, Version


def _open_league(state: LeagueState, event: ev.LeagueOpened, _: Version) -> None:
    state.info = event
    state.seasons[1] = Season(
        1, planned=event.rounds, began_on=event.opened_on, pairing=event.pairing
    )


def _enrol_player(state: LeagueState, event: ev.PlayerEnrolled, _: Version) -> None:
    first = state.round_number + 1
    state.players[event.player] = Competitor(
        event.player, event.name, event.ranked, first, about=event.about
    )


def _change_player(state: LeagueState, event: ev.PlayerChanged, _: Version) -> None:
    player = state.players[event.player]
    name = player.name if event.name is None else event.name
    ranked = player.ranked if event.ranked is None else event.ranked
    state.players[event.player] = replace(player, name=name, ranked=ranked)


def apply_presence(player: Competitor, event: ev.PlayerPresence) -> Competitor:
    """Return a copy of a player with the attendance that an event sets."""
    other_absences = tuple(one for one in player.away if one != event.round)
    other_lates = tuple(one for one in player.late if one != event.round)
    match event.presence:
        case "away":
            other_byes = tuple(one for one in player.byes if one[0] != event.round)
            new_byes = () if event.bye == "zero bye" else ((event.round, event.bye),)
            away, byes = (*other_absences, event.round), (*other_byes, *new_byes)
            player = replace(player, away=away, late=other_lates, byes=byes)
        case "dropped":
            player = replace(player, left_after=event.round - 1)
        case "leaving":
            player = replace(player, left_after=event.round)
        case "late":
            player = replace(player, away=other_absences, late=(*other_lates, event.round))
        case "ringer":
            player = replace(player, away=other_absences, ranked=False)
        case "returned":
            player = replace(player, away=other_absences, late=other_lates, left_after=None)
        case "present":
            player = replace(player, away=other_absences, late=other_lates)
    return replace(player, presence=event.presence, why=event.why)


def _set_presence(state: LeagueState, event: ev.PlayerPresence, _: Version) -> None:
    player = apply_presence(state.players[event.player], event)
    state.players[event.player] = player
    cut = state.top_cut
    if cut is not None and event.player in cut.players:
        other_left = tuple(one for one in cut.left if one[0] != event.player)
        own_left = () if player.left_after is None else ((event.player, player.left_after),)
        state.cuts[state.season.number] = replace(cut, left=(*other_left, *own_left))


def _annul_results(state: LeagueState, event: ev.ResultsAnnulled, _: Version) -> None:
    season = state.season
    others = tuple(one for one in season.annulled if one != event.player)
    annulled = (*others, event.player) if event.annulled else others
    state.seasons[season.number] = replace(season, annulled=annulled)


def _enrol_force(state: LeagueState, event: ev.ForceEnrolled, _: Version) -> None:
    units = tuple(unit.id for unit in event.units)
    state.forces[event.force] = CampaignForce(
        event.force, event.player, event.name, event.ruleset, event.roster, event.points, units
    )
    _enlist_units(state, event.force, event.units, event.roster)


def _add_units(state: LeagueState, event: ev.UnitsJoined, _: Version) -> None:
    force = state.forces[event.force]
    joined = tuple(unit.id for unit in event.units)
    if force.points:
        points = sum(unit.points or 0 for unit in event.units)
        unpriced = tuple(unit.id for unit in event.units if unit.points is None)
        force = replace(force, points=force.points + points, unpriced=(*force.unpriced, *unpriced))
    state.forces[event.force] = replace(force, units=(*force.units, *joined))
    _enlist_units(state, event.force, event.units, event.roster)


def _enlist_units(
    state: LeagueState, force: ev.ForceId, units: Iterable[ev.EnlistedUnit], roster: str
) -> None:
    for place, unit in enumerate(units):
        outfit = RosterEntryRef(roster, place) if roster else None
        if unit.like:
            model = state.units[unit.like].outfit
            outfit = None if model is None else replace(model, like=True)
        known = CampaignUnit(unit.id, force, unit.name, unit.figures, unit.named)
        state.units[unit.id] = replace(known, outfit=outfit, points=unit.points or 0)


def _change_unit(state: LeagueState, event: ev.UnitChanged, version: Version) -> None:
    unit, fixture = state.units[event.unit], state.fixtures.get(event.fixture)
    if event.is_from_game and fixture is not None:
        version = fixture.first_version or version
    unit = unit.with_career_step(ev.CareerStep(**asdict(event), version=version))
    state.units[event.unit] = unit if event.name is None else replace(unit, name=event.name)


def remove_carry_over_of_game(state: LeagueState, fixture: ev.FixtureId) -> None:
    for unit, known in state.units.items():
        state.units[unit] = known.without_changes_from_game(fixture)


def _begin_season(state: LeagueState, event: ev.SeasonBegan, _: Version) -> None:
    pairing = state.season.pairing
    state.seasons[event.season] = Season(
        event.season, event.name, event.rounds, event.on, pairing=pairing
    )
    for player, competitor in state.players.items():
        left = None if competitor.left_after is None else 0
        state.players[player] = replace(
            competitor, from_round=1, away=(), late=(), byes=(), left_after=left
        )


def _close_season(state: LeagueState, event: ev.SeasonClosed, version: Version) -> None:
    season, next_round = state.seasons[event.season], state.round_number + 1
    scheme = state.info.scheme
    players = state.list_current_season_players()
    state.seasons[event.season] = replace(
        season,
        closed=True,
        closed_on=event.on,
        scheme=scheme if event.cuts_by == "opponent" else scheme.with_old_tie_break_cuts(),
        players_at_close=tuple(player.id for player in players),
        dropped=tuple(
            player.id for player in players if player.get_absence_reason(next_round) == "dropped"
        ),
        unranked=tuple(player.id for player in players if not player.ranked),
        closed_at=version,
    )


def _change_title(state: LeagueState, event: ev.TitleChanged, _: Version) -> None:
    state.info = replace(state.info, title=event.title)


def _change_plan(state: LeagueState, event: ev.PlanChanged, _: Version) -> None:
    season = state.season
    planned = season.planned if event.rounds is None else event.rounds
    pairing = season.pairing if event.pairing is None else event.pairing
    state.seasons[season.number] = replace(season, planned=planned, pairing=pairing)


def _draft_round(state: LeagueState, event: ev.RoundDrafted, version: Version) -> None:
    season = state.season.number
    _replace_pairings(state, season, event.round, event.pairings)
    state.rounds[season, event.round] = Round(
        season=season,
        number=event.round,
        fixtures=tuple(one.fixture for one in event.pairings),
        absent=event.absent,
        method=event.method,
        waited_for=event.open,
        drafted_at=version,
        order=event.order,
        drawn=event.drawn,
    )


def _change_round(state: LeagueState, event: ev.RoundChanged, _: Version) -> None:
    season = state.season.number
    round_ = state.rounds[season, event.round]
    _replace_pairings(state, season, event.round, event.pairings)
    fixtures = tuple(one.fixture for one in event.pairings)
    state.rounds[season, event.round] = replace(round_, fixtures=fixtures)
    if round_.published:
        _award_byes(state, state.rounds[season, event.round])


def _replace_pairings(
    state: LeagueState, season: int, number: int, pairings: tuple[ev.Pairing, ...]
) -> None:
    """Replace a round's pairings. Fixtures that remain keep their data."""
    previous = state.rounds.get((season, number))
    kept = {pairing.fixture for pairing in pairings}
    for old in previous.fixtures if previous else ():
        if old not in kept:
            removed = state.fixtures.pop(old)
            if removed.link is not None:
                state.matches.pop(removed.link.match, None)
    for pairing in pairings:
        fixture = state.fixtures.get(pairing.fixture)
        if fixture is None:
            fixture = Fixture(pairing.fixture, season, number, pairing.home, pairing.away)
        state.fixtures[pairing.fixture] = replace(
            fixture,
            home=pairing.home,
            away=pairing.away,
            table=pairing.table,
            why=pairing.why,
            locked=pairing.locked,
            bye=pairing.bye,
        )
        state.fixture_count = max(state.fixture_count, int(pairing.fixture[1:]))


def _publish_round(state: LeagueState, event: ev.RoundPublished, version: Version) -> None:
    key = state.season.number, event.round
    state.rounds[key] = replace(
        state.rounds[key], published=True, on=event.on, ends=event.ends, published_at=version
    )
    _award_byes(state, state.rounds[key])


def _cancel_round(state: LeagueState, event: ev.RoundCancelled, _: Version) -> None:
    season = state.season.number
    _replace_pairings(state, season, event.round, ())
    del state.rounds[season, event.round]
    next_round = state.round_number + 1
    for player, competitor in state.players.items():
        # Somebody who joined during this round can play when the round is drafted again.
        first_round = min(competitor.from_round, next_round)
        state.players[player] = replace(competitor, from_round=first_round)


def _award_byes(state: LeagueState, round_: Round) -> None:
    """Enter the results of a round's byes when the round is published."""
    for fixture in state.list_fixtures(round_):
        if fixture.away is None and fixture.ended is None:
            ended = ev.FixtureResult(kind=fixture.bye, played_on=round_.on)
            _change_fixture(state, fixture.id, ended=ended)


def _add_fixture(state: LeagueState, event: ev.FixtureAdded, _: Version) -> None:
    state.fixtures[event.fixture] = Fixture(
        id=event.fixture,
        season=state.season.number,
        round=0,
        home=event.home,
        away=event.away,
        title=event.title,
        on=event.on,
        forces=event.forces,
    )
    state.fixture_count = max(state.fixture_count, int(event.fixture[1:]))


def _arrange_fixture(state: LeagueState, event: ev.FixtureArranged, _: Version) -> None:
    arranged = GameArrangement(event.on, event.time, event.where) if event.on else None
    _change_fixture(state, event.fixture, arranged=arranged)


def _change_fixture(state: LeagueState, fixture: ev.FixtureId, **changes: Any) -> None:
    state.fixtures[fixture] = replace(state.fixtures[fixture], **changes)


def _set_result(
    state: LeagueState, fixture: ev.FixtureId, ended: ev.FixtureResult | None, **more: Any
) -> None:
    """Set or remove a fixture's result. Remove signatures, and reports of other results."""
    known = state.fixtures[fixture]
    reports = tuple(each for each in known.reports if is_same_result_except_date(each[1], ended))
    _change_fixture(state, fixture, ended=ended, signed=(), reports=reports, **more)
    if ended is not None and not known.first_version:
        _change_fixture(state, fixture, first_version=more["version"])


def _enter_result(state: LeagueState, event: ev.ResultEntered, version: Version) -> None:
    _set_result(state, event.fixture, event.ended, by_hand=True, version=version)


def _correct_result(state: LeagueState, event: ev.ResultCorrected, version: Version) -> None:
    fixture = state.fixtures[event.fixture]
    corrections = _extend_corrections(fixture, event.why, version, event.ended)
    _set_result(
        state, event.fixture, event.ended, by_hand=True, version=version, corrections=corrections
    )


def _withdraw_result(state: LeagueState, event: ev.ResultWithdrawn, version: Version) -> None:
    fixture = state.fixtures[event.fixture]
    corrections = _extend_corrections(fixture, event.why, version)
    ended = fixture.reported if fixture.by_hand else None
    _set_result(
        state, event.fixture, ended, by_hand=False, version=version, corrections=corrections
    )
    if fixture.reported is None:
        _change_fixture(state, event.fixture, first_version=0)
        remove_carry_over_of_game(state, event.fixture)


def _extend_corrections(
    fixture: Fixture, why: str, version: Version, ended: ev.FixtureResult | None = None
) -> tuple[ResultCorrection, ...]:
    was = fixture.ended
    if was is None:
        return fixture.corrections
    is_date_change = (
        ended is not None
        and is_same_result_except_date(was, ended)
        and was.played_on != ended.played_on
    )
    return (*fixture.corrections, ResultCorrection(was, why, version, is_date_change))


def _sign_result(state: LeagueState, event: ev.ResultSigned, _: Version) -> None:
    known = state.fixtures[event.fixture]
    if event.player not in known.signed:
        _change_fixture(state, event.fixture, signed=(*known.signed, event.player))


def _add_report(state: LeagueState, event: ev.ResultTold, _: Version) -> None:
    others = (each for each in state.fixtures[event.fixture].reports if each[0] != event.player)
    _change_fixture(state, event.fixture, reports=(*others, (event.player, event.ended)))


def _link_match(state: LeagueState, event: ev.MatchLinked, _: Version) -> None:
    _change_fixture(state, event.fixture, link=event)
    state.matches[event.match] = event.fixture


def _unlink_match(state: LeagueState, event: ev.MatchUnlinked, version: Version) -> None:
    _take_back_report(state, ev.ReportTakenBack(fixture=event.fixture, match=event.match), version)
    _change_fixture(state, event.fixture, link=None, resumed=None)
    state.matches.pop(event.match, None)


def _report_result(state: LeagueState, event: ev.ResultReported, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change_fixture(state, event.fixture, reported=event.ended, reported_at=event.version)
    if not known.by_hand:
        _set_result(state, event.fixture, event.ended, version=version, resumed=None)
        if known.resumed is not None and is_same_result_except_date(known.resumed[0], event.ended):
            _, signed, reports = known.resumed
            _change_fixture(state, event.fixture, signed=signed, reports=reports)
    remove_carry_over_of_game(state, event.fixture)


def _take_back_report(state: LeagueState, event: ev.ReportTakenBack, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change_fixture(state, event.fixture, reported=None, reported_at=0)
    if not known.by_hand and known.reported is not None:
        resumed = known.reported, known.signed, known.reports
        _set_result(state, event.fixture, None, version=version, resumed=resumed)
    remove_carry_over_of_game(state, event.fixture)


def _give_points(state: LeagueState, event: ev.PointsGiven, version: Version) -> None:
    awarded = ev.AwardedPoints(**asdict(event), season=state.season.number, version=version)
    state.awarded_points.append(awarded)


def _note_settings_change(state: LeagueState, setting: str, why: str, version: Version) -> None:
    number, round_number = state.season.number, state.round_number
    if state.season.closed:  # applies to the next season, which has no round yet
        number, round_number = number + 1, 0
    state.changes.append(SchemeChange(setting, why, version, number, round_number))


def _change_scheme(state: LeagueState, event: ev.SchemeChanged, version: Version) -> None:
    state.info = replace(state.info, scheme=event.scheme)
    _note_settings_change(state, "scheme", event.why, version)


def _change_order(state: LeagueState, event: ev.OrderChanged, version: Version) -> None:
    scheme = replace(state.info.scheme, tie_breaks=event.tie_breaks, best=event.best)
    state.info = replace(state.info, scheme=scheme)
    _note_settings_change(state, "tie-breaks", event.why, version)


def _change_rules(state: LeagueState, event: ev.RulesChanged, version: Version) -> None:
    state.info = replace(state.info, rules=event.rules)
    _note_settings_change(state, "rules", event.why, version)


def _draw_lots(state: LeagueState, event: ev.LotsDrawn, version: Version) -> None:
    state.lots.append(ev.DrawnLots(**asdict(event), season=state.season.number, version=version))


def _add_story_entry(state: LeagueState, event: ev.StoryTold, version: Version) -> None:
    state.story.append(ev.StoryEntry(**asdict(event), version=version))


def _archive_league(state: LeagueState, event: ev.PutAside, _: Version) -> None:
    state.aside = event.aside


def _make_cut(state: LeagueState, event: ev.CutMade, _: Version) -> None:
    season = state.season.number
    state.cuts[season] = TopCut(event.players, event.third, state.round_number)


def _decide_cut(state: LeagueState, event: ev.CutDecided, _: Version) -> None:
    state.bracket_decisions[event.fixture] = event.player


def _set_mission(state: LeagueState, event: ev.MissionSet, _: Version) -> None:
    key = state.season.number, event.round
    if event == ev.MissionSet(round=event.round):
        state.missions.pop(key, None)
    else:
        state.missions[key] = event


def _set_divisions(state: LeagueState, event: ev.DivisionsSet, _: Version) -> None:
    names = {one.name for one in event.divisions}
    was = state.get_divisions().in_
    kept = {player: name for player, name in was.items() if name in names}
    divisions = LeagueDivisions(event.divisions, event.up, event.down, kept)
    state.divisions[state.season.number] = divisions


def _move_player(state: LeagueState, event: ev.DivisionMoved, _: Version) -> None:
    known = state.get_divisions()
    changed = {**known.in_, event.player: event.division}
    state.divisions[state.season.number] = replace(known, in_=changed)


_CHANGES: dict[type[Event], Callable[[LeagueState, Any, Version], None]] = {
    ev.LeagueOpened: _open_league,
    ev.TitleChanged: _change_title,
    ev.PlayerEnrolled: _enrol_player,
    ev.PlayerChanged: _change_player,
    ev.PlayerPresence: _set_presence,
    ev.ResultsAnnulled: _annul_results,
    ev.ForceEnrolled: _enrol_force,
    ev.UnitsJoined: _add_units,
    ev.UnitChanged: _change_unit,
    ev.SeasonBegan: _begin_season,
    ev.SeasonClosed: _close_season,
    ev.PlanChanged: _change_plan,
    ev.RoundDrafted: _draft_round,
    ev.RoundChanged: _change_round,
    ev.RoundPublished: _publish_round,
    ev.RoundCancelled: _cancel_round,
    ev.FixtureAdded: _add_fixture,
    ev.FixtureArranged: _arrange_fixture,
    ev.ResultEntered: _enter_result,
    ev.ResultCorrected: _correct_result,
    ev.ResultWithdrawn: _withdraw_result,
    ev.ResultSigned: _sign_result,
    ev.ResultTold: _add_report,
    ev.MatchLinked: _link_match,
    ev.MatchUnlinked: _unlink_match,
    ev.ResultReported: _report_result,
    ev.ReportTakenBack: _take_back_report,
    ev.PointsGiven: _give_points,
    ev.SchemeChanged: _change_scheme,
    ev.OrderChanged: _change_order,
    ev.RulesChanged: _change_rules,
    ev.LotsDrawn: _draw_lots,
    ev.StoryTold: _add_story_entry,
    ev.PutAside: _archive_league,
    ev.CutMade: _make_cut,
    ev.CutDecided: _decide_cut,
    ev.MissionSet: _set_mission,
    ev.DivisionsSet: _set_divisions,
    ev.DivisionMoved: _move_player,
}


def apply_league_event(state: LeagueState, event: ev.AnyLeagueEvent, version: Version) -> None:
    """Apply one event to ``state``. ``Rewound`` does not change the state."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event, version)
